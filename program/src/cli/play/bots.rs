//! Bots: reads which bots play which seats, lets them answer, and asks one for a hint.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::{NAMES, PlayArgs};
use crate::cli::language::ui;
use crate::cli::text::clean;
use intermezzo::bots::{BotKind, Brains, Limits, Player, Sight, Thought, places};
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::{Decision, Seat};
use intermezzo::table::view::DecisionView;
use intermezzo::table::{Game, Setup, Table, wire};

/// The kind of bot at each seat, `None` for a person: those of `--bot`; without any, random bots at all seats that no
/// person holds.
pub fn of_seats(args: &PlayArgs, seats: usize, persons: &[Eyes]) -> Result<Vec<Option<BotKind>>> {
    let held = |seat: usize| persons.iter().any(|p| p.has(Seat::of(seat)));
    let mut bots: Vec<Option<BotKind>> = vec![None; seats];
    for given in &args.bot {
        let (who, kind) = given.split_once('=').unwrap_or((given, "random"));
        let seat = seat_of(args, who, seats)?;
        if held(seat) {
            return Err(Error::usage(format!("--bot {given}: a person holds this seat, by --seats")));
        }
        bots[seat] = Some(kind.parse()?);
    }
    if args.bot.is_empty() && !args.hot_seat {
        let first = |seat: usize| if persons.is_empty() { seat == 0 } else { held(seat) };
        (0..seats).filter(|seat| !first(*seat)).for_each(|seat| bots[seat] = Some(BotKind::Random));
    }
    Ok(bots)
}

/// The index of the seat that `--bot` names by its number, from 1, or by the player's name.
fn seat_of(args: &PlayArgs, who: &str, seats: usize) -> Result<usize> {
    if let Ok(number) = who.parse::<usize>() {
        return match (1..=seats).contains(&number) {
            true => Ok(number - 1),
            false => Err(Error::usage(format!("--bot {who}: the game has the seats 1 to {seats}"))),
        };
    }
    let name = |seat: usize| args.names.get(seat).map_or(NAMES[seat % NAMES.len()], String::as_str);
    let found = (0..seats).find(|seat| name(*seat).eq_ignore_ascii_case(who));
    let names: Vec<&str> = (0..seats).map(name).collect();
    found.ok_or_else(|| {
        Error::usage(format!("--bot {who}: nobody at the table is called so"))
            .help(format!("there are {}", names.join(", ")))
    })
}

/// The bots of a table.
#[derive(Default)]
pub struct Bots {
    /// The kind of bot at each seat; `None`: a person.
    pub kinds: Vec<Option<BotKind>>,
    seed: u64,
    /// What the bots have learnt of the game and share, after the hash of the catalog from which it was learnt.
    brains: Option<(String, Brains)>,
    /// While another thread learns the game for a hint: the hash of its catalog, and the channel by which the result
    /// will come.
    learning: Option<(String, Receiver<Result<Brains>>)>,
    /// For each seat the running program that is its bot; other bots are made anew for each answer.
    programs: Vec<Option<Box<dyn Player>>>,
    /// The limits of the programs.
    limits: Limits,
}

impl Bots {
    /// Bots that draw from a seed.
    pub fn new(kinds: Vec<Option<BotKind>>, seed: u64, limits: Limits) -> Bots {
        let programs = kinds.iter().map(|_| None).collect();
        Bots { kinds, seed, programs, limits, ..Bots::default() }
    }

    /// The seats with bots.
    pub fn seats(&self) -> Vec<bool> {
        self.kinds.iter().map(Option::is_some).collect()
    }

    fn brains(&mut self, table: &Table, setup: &dyn Fn(&Game, u64) -> Result<Setup>) -> Result<&Brains> {
        let hash = &table.game().catalog.hash;
        if self.brains.as_ref().is_none_or(|(known, _)| known != hash) {
            let begin = |seed: u64| table.game().set_up(setup(table.game(), seed)?).map(Table::start);
            self.brains = Some((hash.clone(), Brains::of(&[BotKind::Greedy], &begin)?));
        }
        Ok(self.brains.as_ref().map(|(_, brains)| brains).expect("it was put there"))
    }

    /// Lets the bot of a seat answer. Its random numbers depend on the seed, the seat and the number of answers, so
    /// after a step back it answers as before.
    ///
    /// # Errors
    ///
    /// A bot that is a program and has ended, or is late; and an answer that the table refuses.
    pub fn answer(&mut self, table: &mut Table, seat: Seat, setup: &dyn Fn(&Game, u64) -> Result<Setup>) -> Result<()> {
        let Some(kind) = self.kinds[seat.index()].clone() else { return Ok(()) };
        let seed = self.seed ^ (seat.0 as u64) << 32;
        let place = table.answers() as u64;
        let mut made: Box<dyn Player>;
        let player: &mut dyn Player = match &kind {
            BotKind::Random => {
                made = Box::new(intermezzo::bots::Random::at(seed, table.answers()));
                &mut *made
            }
            BotKind::Program(_) => {
                let slot = &mut self.programs[seat.index()];
                if slot.is_none() {
                    let mut brains = Brains::default();
                    brains.limits = self.limits.clone();
                    *slot = Some(brains.player(&kind, seed)?);
                }
                &mut **slot.as_mut().expect("it was put there")
            }
            _ => {
                made = self.brains(table, setup)?.player(&kind, seed.wrapping_add(place))?;
                &mut *made
            }
        };
        intermezzo::sim::answer(table, seat, player)
    }

    /// What bots know of the game, which another thread learns; `None`: it is not learnt by the moment `until`.
    fn known_by(&mut self, table: &Table, begin: Setup, until: Instant) -> Result<Option<&Brains>> {
        let hash = &table.game().catalog.hash;
        if self.brains.as_ref().is_none_or(|(known, _)| known != hash) {
            if self.learning.as_ref().is_none_or(|(known, _)| known != hash) {
                let (tell, hint_lines) = channel();
                let game = table.game().clone();
                std::thread::spawn(move || {
                    let begin = |seed: u64| game.set_up(Setup { seed, ..begin.clone() }).map(Table::start);
                    // A receiver that left needs no result.
                    drop(tell.send(Brains::of(&[BotKind::Greedy], &begin)));
                });
                self.learning = Some((hash.clone(), hint_lines));
            }
            let hint_lines = self.learning.as_ref().and_then(|(_, hint_lines)| {
                hint_lines.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
            });
            let Some(learnt) = hint_lines else { return Ok(None) };
            self.learning = None;
            self.brains = Some((hash.clone(), learnt?));
        }
        Ok(self.brains.as_ref().map(|(_, brains)| brains))
    }

    /// The answers that a bot would give in the place of a person, the best first, each with its worth, as lines. It
    /// takes about a second. If the bot still learns the game, a line says so instead.
    ///
    /// # Errors
    ///
    /// Our bug.
    pub fn hint(
        &mut self,
        table: &Table,
        seat: Seat,
        setup: &dyn Fn(&Game, u64) -> Result<Setup>,
    ) -> Result<Vec<String>> {
        let until = Instant::now() + HINT;
        let begin = setup(table.game(), 0)?;
        let answers = table.answers() as u64;
        let Some(brains) = self.known_by(table, begin, until)? else {
            return Ok(vec![ui!(
                "hint-later",
                "A bot still gets to know this game, once, by playing it: type `i` again in a moment."
            )]);
        };
        let sight = Sight::of(table, seat);
        // A few games are played first: from their time follows whether there is time for all.
        let (began, few) = (Instant::now(), format!("ismcts:{FEW}").parse::<BotKind>()?);
        brains.player(&few, answers)?.choose(&sight)?;
        let all = began.elapsed() * (MANY / FEW);
        let left = until.saturating_duration_since(Instant::now()).max(LEAST);
        let budget = if all <= left { MANY.to_string() } else { format!("{}ms", left.as_millis()) };
        let mut player = brains.player(&format!("ismcts:{budget}").parse()?, answers)?;
        player.choose(&sight)?;
        let (decision, view) = (sight.decision()?.clone(), sight.view()?);
        let Some(shown) = view.decisions.iter().find(|d| d.seat == seat.0) else { return Ok(Vec::new()) };
        Ok(hint_lines(player.thoughts(), &decision, shown))
    }
}

/// The time that a hint may take, learning the game included.
const HINT: Duration = Duration::from_millis(900);
/// The least time that the bot has for its search, however long learning took.
const LEAST: Duration = Duration::from_millis(200);
/// The number of games that a bot plays on from here for a hint; [`FEW`] of them measure the time.
const MANY: u32 = 600;
const FEW: u32 = 20;
/// The most answers in a hint.
const MOST_ANSWERS: usize = 5;

fn hint_lines(thoughts: &[Thought], decision: &Decision, shown: &DecisionView) -> Vec<String> {
    let [best, ..] = thoughts else { return vec![ui!("hint-one", "There is only one answer.")] };
    let all: u32 = thoughts.iter().map(|t| t.tried).sum();
    let words = |thought: &Thought| match places(decision, &thought.answer) {
        Some(wire::Answer::Choose(places)) if places.is_empty() => ui!("nothing", "nothing"),
        Some(wire::Answer::Choose(places)) => {
            let texts = places.iter().filter_map(|at| shown.options.get(*at)).map(|o| clean(&o.text).to_string());
            texts.collect::<Vec<_>>().join(", ")
        }
        Some(wire::Answer::Number(n)) => n.to_string(),
        _ => ui!("hint-pass", "pass"),
    };
    let hundredths = |worth: f64| format!("{:.0} %", worth * 100.0);
    let mut lines = vec![ui!(
        "hint",
        n => "A bot would take: {what}. It played on once from here."
            | "A bot would take: {what}. It played on {n} times from here.",
        what = words(best),
        n = all
    )];
    for (i, thought) in thoughts.iter().take(MOST_ANSWERS).enumerate() {
        let (worth, tried) = (hundredths(thought.worth), thought.tried);
        let worth = format!("{worth:>5}");
        lines.push(ui!(
            "hint-line",
            "  {i}. {worth} after {tried} of them: {what}",
            i = i + 1,
            worth = worth,
            tried = tried,
            what = words(thought)
        ));
    }
    if thoughts.len() > MOST_ANSWERS {
        lines.push(ui!("hint-more", "  and {n} more that it tried less", n = thoughts.len() - MOST_ANSWERS));
    }
    lines.push(ui!(
        "hint-end",
        "The number is how good what follows is for you: 100 % is won. It knows no more than you."
    ));
    lines
}
