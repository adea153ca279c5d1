//! Play: one game of a plan, and its result.

use super::job::Plan;
use crate::bots::{Player, Sight};
use crate::error::{Error, ErrorKind, Result};
use crate::kernel::model::game_statistics::{GameStatistics, bits, is_in_play};
use crate::kernel::{Card, Outcome, Seat};
use crate::table::record::{RecordTail, Size};
use crate::table::{MOST_ANSWERS, Table};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A win of one player, or of several together.
    Won,
    /// No player won.
    Draw,
    /// All lost.
    Lost,
    /// The game is over without a winner.
    Over,
    /// The game could not continue: a script of its flow failed, or its rules repeat without end.
    Aborted,
    /// The game was stopped after 50,000 answers.
    Stalled,
}

impl Ending {
    /// The endings, in their order.
    pub const ALL: [Ending; 6] =
        [Ending::Won, Ending::Draw, Ending::Lost, Ending::Over, Ending::Aborted, Ending::Stalled];

    /// The name of the ending.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Draw => "draw",
            Ending::Lost => "lost",
            Ending::Over => "over",
            Ending::Aborted => "aborted",
            Ending::Stalled => "stalled",
        }
    }

    /// True if the game broke off: it has no winner, and no rate counts it.
    pub fn breaks_off(self) -> bool {
        matches!(self, Ending::Aborted | Ending::Stalled)
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The number of the game in the job.
    pub number: u64,
    /// The seed of the game's chance.
    pub seed: u64,
    /// The deck of each seat, by its place in the list of the job's decks.
    pub decks: Vec<u16>,
    /// The bot of each seat, by its place in the list of the job's bots.
    pub bots: Vec<u8>,
    /// The ending of the game.
    pub ending: Ending,
    /// The winners, as one bit for each seat.
    pub winners: u8,
    /// The seat of the first turn, counted from 0.
    pub first: u8,
    /// The number of answers of each seat.
    pub answers: Vec<u32>,
    /// The number of innermost levels, usually turns.
    pub turns: u32,
    /// The number of failed scripts.
    pub faults: u32,
    /// The number of times that the rules gave up: on a card's effects, or on the game.
    pub given_up: u32,
    /// The hash of the game's log.
    pub hash: u64,
    /// The fate of the cards that players brought, by seat and card.
    pub cards: Vec<CardPlayed>,
}

/// The fate of a player's copies of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPlayed {
    /// The seat, counted from 0.
    pub seat: u8,
    /// The number of the card: [`Plan::card`] names it.
    pub card: u16,
    /// The copies in the player's deck.
    pub copies: u8,
    /// The copies that left the zones that nobody sees.
    pub seen: u8,
    /// The copies that came into the hand.
    pub drawn: u8,
    /// The copies in the hand at the first turn.
    pub opening: u8,
    /// The copies that were used or came into play.
    pub played: u8,
    /// The copies in play at the end.
    pub in_the_end: u8,
}

impl Played {
    /// Points of a seat: 2 for a win, 0 if another seat won, 1 if nobody won; meaningless after a game that broke off.
    pub fn points(&self, seat: usize) -> u8 {
        match self.winners {
            0 => 1,
            winners if winners & 1 << seat != 0 => 2,
            _ => 0,
        }
    }

    /// The number of answers.
    pub fn decisions(&self) -> u32 {
        self.answers.iter().sum()
    }
}

/// The counts of abilities and windows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// The counts of the kernel.
    pub statistics: GameStatistics,
    /// The number of questions of each window, and of the options in them.
    pub asked: Vec<(u32, u32)>,
    /// The first failures of scripts and reasons to give something up, in words.
    pub failures: Vec<String>,
}

impl Plan {
    /// Plays a game of the plan.
    ///
    /// # Errors
    ///
    /// A bot that cannot answer, or whose answer is refused.
    pub fn play(&self, number: u64) -> Result<Played> {
        self.play_counted(number).map(|(played, _)| played)
    }

    /// Plays a game as [`Plan::play`] does, and counts it.
    pub(crate) fn play_counted(&self, number: u64) -> Result<(Played, Counted)> {
        let mut table = Table::resting(self.game.set_up(self.setup(number))?);
        table.forget_log();
        table.count();
        table.go();
        self.play_on(table, number, MOST_ANSWERS)
    }

    /// A game about to begin, with its log and its record.
    pub(crate) fn table(&self, number: u64) -> Result<Table> {
        self.game.set_up(self.setup(number)).map(Table::start)
    }

    /// The record of a game, as text: it is played once more.
    ///
    /// # Errors
    ///
    /// A bot that cannot answer.
    pub fn record(&self, number: u64) -> Result<String> {
        let (mut table, mut players) = (self.table(number)?, self.players(number)?);
        let (mut text, mut lines) = RecordTail::begin(table.record());
        let mut size = Size::of(&text);
        for _ in 0..MOST_ANSWERS {
            let Some(seat) = table.decisions().first().map(|d| d.seat) else { break };
            answer(&mut table, seat, &mut *players[seat.index()])?;
            let (more, now) = lines.more(table.record());
            // The text ends at the longest record that can be read; a game without an end is understood long before.
            let Ok(with) = size.with(Size::of(&more)) else { break };
            text += &more;
            (lines, size) = (now, with);
        }
        Ok(text)
    }

    /// The bots of a game, in the order of seats.
    pub(crate) fn players(&self, number: u64) -> Result<Vec<Box<dyn Player>>> {
        let (seed, seats) = (self.seed(number), self.seats as u64);
        let bots = self.arrangement(number).bots.iter().zip(0..);
        bots.map(|(bot, seat)| {
            self.brains.player(&self.bots[*bot as usize], seed.wrapping_mul(seats).wrapping_add(seat))
        })
        .collect()
    }

    /// Lets the bots play a table to its end, or until they have given `most` answers.
    pub(crate) fn play_on(&self, mut table: Table, number: u64, most: u32) -> Result<(Played, Counted)> {
        let mut players = self.players(number).map_err(|error| self.of_game(&error, number, None))?;
        let mut answers = vec![0; self.seats];
        let mut asked = vec![(0, 0); table.world().rules.windows.len()];
        let mut all = 0;
        while let Some(decision) = table.decisions().first() {
            if all == most {
                break;
            }
            if self.brains.limits.is_stopped() {
                return Err(Error::usage(format!("game {number} was stopped")));
            }
            all += 1;
            let seat = decision.seat;
            if let (Some(window), crate::kernel::Kind::Act { options, .. }) = (decision.window, &decision.kind) {
                let (times, offered) = &mut asked[window.index()];
                (*times, *offered) = (*times + 1, *offered + options.len() as u32);
            }
            answers[seat.index()] += 1;
            let player = &mut *players[seat.index()];
            // An answer chosen from the legal ones needs no second check.
            match player.legal(table.world(), decision) {
                Some(answer) => table.take(seat, answer),
                None => answer(&mut table, seat, player).map_err(|error| self.of_game(&error, number, Some(seat)))?,
            }
        }
        let statistics = table.counted().unwrap_or_default();
        let played = self.came_of(&table, number, answers, &statistics);
        let faults = table.fault_errors().iter().map(|fault| format!("{}: {}", fault.what, fault.error));
        let game = table.world().game();
        let failures = faults.chain(statistics.reasons.iter().map(|why| game.say_broken(why))).collect();
        Ok((played, Counted { statistics: *statistics, asked, failures }))
    }

    /// The answer of a bot at a table, in words, for tests of its knowledge.
    ///
    /// # Errors
    ///
    /// A bot that cannot answer.
    pub fn choose(&self, kind: &crate::bots::BotKind, table: &Table, seat: Seat, seed: u64) -> Result<String> {
        let mut player = self.brains.player(kind, seed)?;
        player.choose(&Sight::of(table, seat)).map(|given| format!("{given:?}"))
    }

    /// An error with the number of its game, and the bot that caused it.
    fn of_game(&self, error: &Error, number: u64, seat: Option<Seat>) -> Error {
        let who = seat.map_or(String::new(), |seat| {
            let bot = &self.bots[self.arrangement(number).bots[seat.index()] as usize];
            format!(", seat {} (`{bot}`)", seat.index() + 1)
        });
        let words = format!("game {number} with seed {}{who}: {error}", self.seed(number));
        if matches!(error.kind(), ErrorKind::Internal(_)) { Error::internal(words) } else { Error::usage(words) }
    }

    fn came_of(&self, table: &Table, number: u64, answers: Vec<u32>, statistics: &GameStatistics) -> Played {
        let (arrangement, state) = (self.arrangement(number), table.world().state());
        let outcome = table.outcome().filter(|_| table.is_over());
        let ending = match outcome {
            _ if !table.is_over() => Ending::Stalled,
            Some(Outcome::Won(_) | Outcome::Shared(_)) => Ending::Won,
            Some(Outcome::Draw) => Ending::Draw,
            Some(Outcome::Lost) => Ending::Lost,
            Some(Outcome::Aborted) => Ending::Aborted,
            Some(Outcome::Over) | None => Ending::Over,
        };
        let winners = outcome.map_or(Vec::new(), Outcome::winners).iter().fold(0u8, |bits, seat| bits | 1 << seat.0);
        Played {
            number,
            seed: self.seed(number),
            decks: arrangement.decks.clone(),
            bots: arrangement.bots.clone(),
            ending,
            winners,
            first: statistics.first.unwrap_or(state.first).0,
            answers,
            turns: statistics.turns,
            faults: table.faults(),
            given_up: statistics.given_up,
            hash: state.log_hash,
            cards: cards(table, statistics),
        }
    }
}

/// The most times a bot is asked the same after refusals.
const ASKED: u32 = 32;

/// Lets a player answer for a seat.
///
/// # Errors
///
/// A player that gives no answer, or only refused ones.
pub fn answer(table: &mut Table, seat: Seat, player: &mut dyn Player) -> Result<()> {
    let mut refused = 0;
    loop {
        let given = player.choose(&Sight::of(table, seat))?;
        let Err(error) = table.give(seat, given) else { return Ok(()) };
        refused += 1;
        if refused == ASKED || !player.refused(&error) {
            // Built-in bots choose among legal answers only.
            let words = format!("a bot's answer was refused: {error}");
            return Err(if refused > 1 { Error::usage(words) } else { Error::internal(words) });
        }
    }
}

fn cards(table: &Table, statistics: &GameStatistics) -> Vec<CardPlayed> {
    let (state, rules) = (table.world().state(), &table.world().rules);
    let mut all: Vec<CardPlayed> = Vec::with_capacity(state.cards.len());
    for (at, card) in state.cards.iter().enumerate() {
        if card.owner == Seat::NOBODY || card.home.is_none() {
            continue;
        }
        let (seat, def) = (card.owner.0, card.printed.0);
        // Copies of a card mostly follow each other.
        let known = all.iter().rposition(|c| c.seat == seat && c.card == def).unwrap_or_else(|| {
            all.push(CardPlayed {
                seat,
                card: def,
                copies: 0,
                seen: 0,
                drawn: 0,
                opening: 0,
                played: 0,
                in_the_end: 0,
            });
            all.len() - 1
        });
        let (one, bits_of) = (&mut all[known], statistics.cards.get(at).copied().unwrap_or_default());
        let has = |bit: u8| (bits_of & bit != 0) as u8;
        one.copies = one.copies.saturating_add(1);
        one.seen = one.seen.saturating_add(has(bits::SEEN));
        one.drawn = one.drawn.saturating_add(has(bits::DRAWN));
        one.opening = one.opening.saturating_add(has(bits::OPENING));
        one.played = one.played.saturating_add(has(bits::PLAYED));
        one.in_the_end = one.in_the_end.saturating_add(is_in_play(rules, state, Card::of(at)) as u8);
    }
    all
}
