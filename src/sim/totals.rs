//! Totals: the sums over many games, added in the order of their numbers.

use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use super::job::Plan;
use super::play::{Ending, Played};
use super::result_names::ResultNames;
use super::run::{Failure, GamesPart};
use super::shared_luck::RoundRate;
use super::stats::wilson;

/// The games of one side, with its wins and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// Games.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
}

impl Rate {
    /// Counts a game by the points of the side: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn take(&mut self, points: u8) {
        self.games += 1;
        self.wins += (points == 2) as u64;
        self.draws += (points == 1) as u64;
    }

    /// Wins and half of the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; a half if there were no games.
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.points() / self.games as f64 }
    }

    /// The bounds of the rate's interval.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.points(), self.games as f64)
    }

    fn json(&self) -> Value {
        let (low, high) = self.interval();
        json!({ "games": self.games, "wins": self.wins, "draws": self.draws, "low": short(low), "high": short(high) })
    }
}

/// A number rounded to six decimal places, for JSON.
pub fn short(n: f64) -> f64 {
    (n * 1e6).round() / 1e6
}

/// Counts for a card in a deck, one for each player of each game who brought it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardCounts {
    /// The games of players who brought the card.
    pub brought: Rate,
    /// Games in which a copy was seen.
    pub seen: Rate,
    /// Games in which a copy came into the hand.
    pub drawn: Rate,
    /// Games with a copy in the opening hand.
    pub opening: Rate,
    /// Games in which a copy was used or came into play.
    pub played: Rate,
    /// Games with a copy in play at the end.
    pub in_the_end: Rate,
    /// Games in which a copy was drawn and none was played.
    pub stuck: u64,
}

/// The sums over many games.
#[derive(Clone)]
pub struct Totals {
    /// The number of games.
    pub games: u64,
    /// The number of answers.
    pub decisions: u64,
    /// The number of failed scripts.
    pub faults: u64,
    /// The number of times that the rules gave up: on a card's effects, or on the game.
    pub given_up: u64,
    /// The number of games for each end: see [`Ending`].
    pub endings: [u64; Ending::ALL.len()],
    #[doc(hidden)]
    pub matrix: Vec<Vec<Rate>>,
    #[doc(hidden)]
    pub first: RoundRate,
    /// The counts of each card of each deck.
    pub(crate) cards: Vec<Vec<CardCounts>>,
    /// The rate of each seat.
    pub(crate) seats: Vec<RoundRate>,
    /// The rate of each bot of the job.
    #[doc(hidden)]
    pub bots: Vec<Rate>,
    /// The number of uses of each ability, and of games with a use.
    pub(crate) used: Vec<(u64, u64)>,
    /// For each window the numbers of openings, questions, options and passes.
    pub(crate) windows: Vec<[u64; 4]>,
    /// Turns and decisions of each game.
    pub(crate) lengths: Vec<(u32, u32)>,
    /// The first failures.
    #[doc(hidden)]
    pub failures: Vec<Failure>,
    hash: Xxh3,
}

impl Totals {
    /// Sums over no games.
    pub fn new(of: &Plan) -> Totals {
        Totals::of(&of.names())
    }

    /// Totals of nothing, with room for all decks, cards and bots.
    pub fn of(names: &ResultNames) -> Totals {
        let decks = names.decks.len().max(1);
        Totals {
            games: 0,
            decisions: 0,
            faults: 0,
            given_up: 0,
            endings: [0; Ending::ALL.len()],
            matrix: vec![vec![Rate::default(); decks]; decks],
            first: RoundRate::default(),
            cards: vec![vec![CardCounts::default(); names.cards.len()]; decks],
            seats: vec![RoundRate::default(); names.seats],
            bots: vec![Rate::default(); names.bots.len()],
            used: vec![(0, 0); names.abilities.len()],
            windows: vec![[0; 4]; names.windows.len()],
            lengths: Vec::new(),
            failures: Vec::new(),
            hash: Xxh3::new(),
        }
    }

    /// Takes the next game. No rate counts one that broke off.
    pub fn take(&mut self, played: &Played) {
        self.games += 1;
        self.decisions += played.decisions() as u64;
        self.faults += played.faults as u64;
        self.given_up += played.given_up as u64;
        self.endings[played.ending as usize] += 1;
        self.lengths.push((played.turns, played.decisions()));
        self.hash.update(&played.hash.to_le_bytes());
        if played.ending.breaks_off() {
            return;
        }
        if played.ending == Ending::Won {
            self.first.take(played.seed, played.points(played.first as usize));
        }
        for (seat, bot) in played.bots.iter().enumerate() {
            self.seats[seat].take(played.seed, played.points(seat));
            self.bots[*bot as usize].take(played.points(seat));
        }
        self.take_matrix(played);
        for card in &played.cards {
            let deck = played.decks.get(card.seat as usize).map_or(0, |deck| *deck as usize);
            let Some(of) = self.cards[deck].get_mut(card.card as usize) else { continue };
            let points = played.points(card.seat as usize);
            of.brought.take(points);
            let counts = [card.seen, card.drawn, card.opening, card.played, card.in_the_end];
            let rates = [&mut of.seen, &mut of.drawn, &mut of.opening, &mut of.played, &mut of.in_the_end];
            counts.into_iter().zip(rates).filter(|(n, _)| *n > 0).for_each(|(_, rate)| rate.take(points));
            of.stuck += (card.drawn > 0 && card.played == 0) as u64;
        }
    }

    /// Counts each deck against each other deck. Of two equal decks, the one with the first turn counts.
    fn take_matrix(&mut self, played: &Played) {
        for (a, deck) in played.decks.iter().enumerate() {
            for (b, other) in played.decks.iter().enumerate().filter(|(b, _)| a != *b) {
                if deck == other && a != played.first as usize {
                    continue;
                }
                let points = match (played.points(a), played.points(b)) {
                    (2, p) if p != 2 => 2,
                    (p, 2) if p != 2 => 0,
                    _ => 1,
                };
                self.matrix[*deck as usize][*other as usize].take(points);
            }
        }
    }

    /// Takes the next part.
    pub fn take_part(&mut self, part: &GamesPart) {
        part.games.iter().for_each(|played| self.take(played));
        for (all, (n, games)) in self.used.iter_mut().zip(&part.used) {
            *all = (all.0 + n, all.1 + games);
        }
        for (all, now) in self.windows.iter_mut().zip(&part.windows) {
            all.iter_mut().zip(now).for_each(|(all, n)| *all += n);
        }
        part.failures.iter().for_each(|one| Failure::count(&mut self.failures, one.clone()));
    }

    /// The number of games that broke off: they were aborted, or stalled.
    pub fn broken_off(&self) -> u64 {
        Ending::ALL.iter().filter(|ending| ending.breaks_off()).map(|ending| self.endings[*ending as usize]).sum()
    }

    /// True if no script failed, nothing was given up, and all games came to an end.
    pub fn is_sound(&self) -> bool {
        self.faults == 0 && self.given_up == 0 && self.broken_off() == 0
    }

    /// The hash of the log hashes of all games, in the order of their numbers.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash.digest())
    }

    /// The greatest uncertainty of the rates in the matrix: half the width of an interval. Without decks, that of the
    /// first player's wins.
    pub fn uncertainty(&self) -> f64 {
        let half = |(low, high): (f64, f64)| (high - low) / 2.0;
        let cells = self.matrix.iter().flatten().filter(|rate| rate.games > 0);
        cells.map(|rate| half(rate.interval())).fold(half(self.first.interval()), f64::max)
    }

    /// The output of `sim --json`; `seconds` is the time that the games took.
    pub fn json(&self, plan: &Plan, seconds: f64) -> Value {
        let (low, high) = self.first.interval();
        let first = json!({ "wins": self.first.rate.wins, "games": self.first.rate.games, "low": short(low), "high": short(high) });
        let matrix: Vec<Vec<Value>> = match plan.decks.is_empty() {
            true => Vec::new(),
            false => self.matrix.iter().map(|row| row.iter().map(Rate::json).collect()).collect(),
        };
        let names: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
        let bots = self.of_bots(&names).map(|(bot, rate)| {
            let mut json = rate.json();
            json["bot"] = bot.into();
            json
        });
        json!({
            "game": &*plan.game.catalog.rules.schema.game,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": (seconds * 1e3).round() / 1e3,
            "script_errors": self.faults,
            "given_up": self.given_up,
            "failures": self.failures_json(),
            "decks": plan.decks,
            "matrix": matrix,
            "first_player": first,
            "cards": self.cards_json(plan),
            "bots": bots.collect::<Vec<_>>(),
            "endings": self.endings_json(),
            "uncertainty": short(self.uncertainty()),
            "hash": self.hash(),
        })
    }

    /// The rate of each bot. Equal bots count as one.
    pub fn of_bots<'a>(&'a self, bots: &'a [String]) -> impl Iterator<Item = (&'a str, &'a Rate)> {
        let is_first = |at: &usize| !bots[..*at].contains(&bots[*at]);
        (0..bots.len()).filter(is_first).map(|at| (bots[at].as_str(), &self.bots[at]))
    }

    /// The number of games for each end, in words.
    pub fn endings_in_words(&self) -> String {
        let there = Ending::ALL.iter().filter(|e| self.endings[**e as usize] > 0);
        there.map(|e| format!("{} {}", self.endings[*e as usize], e.name())).collect::<Vec<_>>().join(", ")
    }

    /// The first failures.
    pub fn failures_json(&self) -> Vec<Value> {
        self.failures.iter().map(|f| json!({ "what": f.what, "times": f.times, "games": f.games })).collect()
    }

    #[doc(hidden)]
    pub fn endings_json(&self) -> Value {
        Ending::ALL
            .iter()
            .map(|e| (e.name().to_string(), json!(self.endings[*e as usize])))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    fn cards_json(&self, plan: &Plan) -> Vec<Value> {
        let mut out = Vec::new();
        for (deck, cards) in self.cards.iter().enumerate() {
            for (def, of) in cards.iter().enumerate().filter(|(_, of)| of.brought.games > 0) {
                let (low, high) = of.seen.interval();
                let id = plan.card(def as u16);
                out.push(json!({
                    "id": id, "deck": plan.decks.get(deck),
                    "seen": of.seen.games, "win_rate": short(of.seen.rate()), "low": short(low), "high": short(high),
                    "brought": of.brought.games, "drawn": of.drawn.games, "opening": of.opening.games,
                    "played": of.played.games,
                }));
            }
        }
        out
    }
}
