//! Job: a plan of games, which gives each game a number.
//!
//! A *round* has one seed and plays every arrangement once: every seating of the decks, and of the bots if they differ.
//! So each side has the same luck. Game `n` is arrangement `n % arrangements` of round `n / arrangements`.

use std::collections::BTreeMap;

use super::result_names::{ResultNames, hashes};
use crate::bots::{BotKind, Brains};
use crate::catalog::Deck;
use crate::data::suggest;
use crate::error::{Error, Result};
use crate::kernel::model::ability::Ability;
#[cfg(feature = "sim")]
use crate::kernel::model::value::DefId;
use crate::table::{Game, Setup};

/// The most arrangements of a round; of more, a sample is drawn.
const MAX_ARRANGEMENTS: usize = 4096;

/// The games to play.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// The ids of the decks that meet; none: all that the game has.
    pub decks: Vec<String>,
    /// Bots, as `random`, `greedy`, `ismcts:200`: one for all seats, one for each of two sides (every other seat), or
    /// one for each seat; none: `random`.
    pub bots: Vec<String>,
    /// Options that differ from the game's defaults.
    pub options: Vec<(String, String)>,
    /// The number of players; `None` for the usual one.
    pub players: Option<u8>,
    /// The seed of the first round; the next one has the next seed.
    pub seed: u64,
}

/// A job that was checked against its game.
#[derive(Clone)]
pub struct Plan {
    pub(crate) game: Game,
    pub(crate) job: Job,
    pub(crate) seats: usize,
    /// The ids of the decks that meet.
    pub(crate) decks: Vec<String>,
    lists: Vec<Deck>,
    #[doc(hidden)]
    pub bots: Vec<BotKind>,
    #[doc(hidden)]
    pub brains: Brains,
    /// The hashes of the files of bots that are programs.
    programs: BTreeMap<String, String>,
    /// True: bots belong to two sides, every other seat, and are told apart by their side even where both are of one
    /// kind.
    are_sides: bool,
    pub(crate) arrangements: Vec<Arrangement>,
}

/// A seating: the deck and the bot of each seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arrangement {
    /// The deck of each seat, as an index of `Plan::decks`; empty if nobody brings a deck.
    pub decks: Vec<u16>,
    /// The bot of each seat, as an index of `Plan::bots`.
    pub bots: Vec<u8>,
}

impl Plan {
    /// Checks a job.
    ///
    /// # Errors
    ///
    /// Decks, bots, options or a number of players that the game does not have.
    pub fn new(game: &Game, job: &Job) -> Result<Plan> {
        let decks = match job.decks.is_empty() {
            true => game.catalog.decks.keys().cloned().collect(),
            false => job.decks.clone(),
        };
        let list = |id: &String| {
            game.catalog.decks.get(id).cloned().ok_or_else(|| {
                let known = game.catalog.decks.keys().map(String::as_str);
                Error::usage(game.catalog.why_no_deck(id)).help(suggest::help_for(id, known))
            })
        };
        let lists = decks.iter().map(list).collect::<Result<Vec<Deck>>>()?;
        Plan::with_decks(game, job, decks, lists)
    }

    /// A plan with decks from outside of the game, each with a name.
    pub(crate) fn with_decks(game: &Game, job: &Job, decks: Vec<String>, lists: Vec<Deck>) -> Result<Plan> {
        if let Some(twice) = decks.iter().enumerate().find(|(i, deck)| decks[..*i].contains(deck)) {
            return Err(Error::usage(format!("the deck `{}` is given twice", twice.1)));
        }
        let players = game.catalog.rules.schema.players;
        let seats = job.players.unwrap_or(players.usual) as usize;
        if !players.allow(seats) {
            return Err(Error::usage(format!("the game needs {players}, not {seats}")));
        }
        let mut bots = job.bots.iter().map(|text| text.parse()).collect::<Result<Vec<BotKind>>>()?;
        if bots.is_empty() {
            bots.push(BotKind::Random);
        }
        if seats > 2 && bots.len() == 2 {
            // Two sides: every other seat.
            bots = (0..seats).map(|seat| bots[seat % 2].clone()).collect();
        }
        if bots.len() != 1 && bots.len() != seats {
            return Err(Error::usage(format!("{seats} seats need one bot, two or {seats}, {} were given", bots.len())));
        }
        let mut plan = Plan {
            are_sides: false,
            game: game.clone(),
            job: job.clone(),
            seats,
            decks,
            lists,
            bots,
            brains: Brains::default(),
            programs: BTreeMap::new(),
            arrangements: Vec::new(),
        };
        for bot in &plan.bots {
            plan.programs.extend(bot.file_hash()?.map(|hash| (bot.to_string(), hash)));
        }
        plan.arrange()?;
        plan.brains = Brains::of(&plan.bots, &|n| plan.table(n))?;
        Ok(plan)
    }

    /// Checks that the files of programs have not changed since the job was checked.
    ///
    /// # Errors
    ///
    /// If one has changed.
    pub(super) fn has_same_programs(&self) -> Result<()> {
        for bot in &self.bots {
            if bot.file_hash()?.as_ref() != self.programs.get(&bot.to_string()) {
                let message = format!("the file of the bot `{bot}` has changed while it played");
                return Err(Error::usage(message).help("what it played since then does not count: run it again"));
            }
        }
        Ok(())
    }

    /// A plan for two sides that are told apart by their place among the bots, and not by their kind.
    pub fn of_sides(game: &Game, job: &Job) -> Result<Plan> {
        let mut plan = Plan::new(game, job)?;
        plan.are_sides = true;
        plan.arrange()?;
        Ok(plan)
    }

    /// Finds every way to sit at the table that the game allows.
    fn arrange(&mut self) -> Result<()> {
        let n = self.lists.len().max(1);
        let all = (0..self.seats).try_fold(1usize, |all, _| all.checked_mul(n)).unwrap_or(usize::MAX);
        let of_number = |number: usize| -> Vec<u16> {
            match self.lists.is_empty() {
                true => Vec::new(),
                false => (0..self.seats).map(|seat| (number / n.pow(seat as u32) % n) as u16).collect(),
            }
        };
        // If there are too many, evenly spaced ones are taken.
        let step = all.div_ceil(MAX_ARRANGEMENTS).max(1);
        let turns = if !self.are_sides && self.bots.iter().all(|bot| *bot == self.bots[0]) { 1 } else { self.seats };
        let (mut refused, mut found): (_, Vec<Arrangement>) = (None, Vec::new());
        for number in (0..all).step_by(step) {
            let decks = of_number(number);
            let setup = self.setup_of(&decks, self.job.seed);
            if let Err(error) = self.game.set_up(setup) {
                refused.get_or_insert(error);
                continue;
            }
            let before = found.len();
            for turn in 0..turns {
                // Bots of one kind are one bot: two arrangements of them would be one game.
                let bot = |seat: usize| {
                    if self.are_sides {
                        return ((seat + turn) % 2) as u8;
                    }
                    let given = &self.bots[(seat + turn) % self.bots.len()];
                    self.bots.iter().position(|bot| bot == given).unwrap_or(0) as u8
                };
                let one = Arrangement { decks: decks.clone(), bots: (0..self.seats).map(bot).collect() };
                if !found[before..].contains(&one) {
                    found.push(one);
                }
            }
        }
        self.arrangements = found;
        match (self.arrangements.is_empty(), refused) {
            (true, Some(error)) => Err(error),
            (true, None) => Err(Error::usage("nobody can sit down to this game")),
            _ => Ok(()),
        }
    }

    fn setup_of(&self, decks: &[u16], seed: u64) -> Setup {
        let decks = match self.lists.is_empty() {
            true => vec![
                Deck { lists: vec![Vec::new(); self.game.catalog.deck_rules.lists.len()], ..Deck::default() };
                self.seats
            ],
            false => decks.iter().map(|deck| self.lists[*deck as usize].clone()).collect(),
        };
        Setup { seed, decks, options: self.job.options.clone(), players: Some(self.seats as u8) }
    }

    /// The seating of a game.
    pub(crate) fn arrangement(&self, number: u64) -> &Arrangement {
        &self.arrangements[(number % self.arrangements.len() as u64) as usize]
    }

    /// The seed of a game.
    pub fn seed(&self, number: u64) -> u64 {
        self.job.seed.wrapping_add(number / self.arrangements.len() as u64)
    }

    /// The setup of a game.
    pub fn setup(&self, number: u64) -> Setup {
        self.setup_of(&self.arrangement(number).decks, self.seed(number))
    }

    /// The names behind the numbers of decks, bots, cards and abilities.
    pub fn names(&self) -> ResultNames {
        let rules = &self.game.catalog.rules;
        let ability = |ability: &Ability| {
            let of = ability.def.map_or("the game", |def| rules.name(rules.defs[def.index()].id));
            format!("{of}: {}", rules.name(ability.id))
        };
        let (card_hashes, other_hash) = hashes(&self.game.catalog);
        ResultNames {
            game: rules.schema.game.to_string(),
            title: rules.schema.title.to_string(),
            catalog: self.game.catalog.hash.clone(),
            seats: self.seats,
            decks: self.decks.clone(),
            bots: self.bots.iter().map(ToString::to_string).collect(),
            programs: self.programs.clone(),
            cards: rules.defs.iter().map(|def| rules.name(def.id).to_string()).collect(),
            card_hashes,
            other_hash,
            abilities: rules.abilities.iter().map(ability).collect(),
            windows: rules.windows.iter().map(|window| rules.name(window.name).to_string()).collect(),
        }
    }

    /// True if in some games only one player brings the card in her deck.
    #[cfg(feature = "sim")]
    pub fn sets_apart(&self, def: DefId) -> bool {
        let has = |deck: &u16| self.lists[*deck as usize].lists.iter().flatten().any(|card| *card == def);
        self.arrangements.iter().any(|a| a.decks.iter().filter(|deck| has(deck)).count() == 1)
    }

    /// The number of games in a round.
    pub fn round(&self) -> u64 {
        self.arrangements.len() as u64
    }

    /// The ids of the decks that meet, in the order of the matrix.
    pub fn decks(&self) -> &[String] {
        &self.decks
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of players.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The id of a card, by the number that a [`CardPlayed`](super::CardPlayed) names.
    pub fn card(&self, def: u16) -> &str {
        let rules = &self.game.catalog.rules;
        rules.defs.get(def as usize).map_or("", |def| rules.name(def.id))
    }
}
