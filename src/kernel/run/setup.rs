//! Setup: the state a game begins with.

use crate::kernel::model::chance::Chance;
use crate::kernel::model::log::Log;
use crate::kernel::model::piles::Piles;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::CounterDef;
use crate::kernel::model::state::{Bring, CardState, Face, MAX_CARDS, Ordinals, State};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, DefId, LevelId, Seat, Zone};
use crate::kernel::read::beginning::cards_of;
use crate::kernel::run::world::World;
use std::sync::Arc;

impl World {
    /// A game at its very beginning, if it has no more cards than a game may have; else why it cannot begin.
    pub fn begun(rules: Arc<Rules>, seed: u64, bring: &[Bring]) -> Result<World, String> {
        match cards_of(&rules, bring) {
            n if n > MAX_CARDS => Err(format!("a game has at most {MAX_CARDS} cards; decks and piles would bring {n}")),
            _ => Ok(World::new(rules, seed, bring)),
        }
    }

    /// A game at its very beginning: every card in its start zone, nothing done yet.
    pub fn new(rules: Arc<Rules>, seed: u64, bring: &[Bring]) -> World {
        let mut world = World::empty(rules, seed);
        for (seat, lists) in bring.iter().enumerate() {
            for (list, defs) in lists.iter().enumerate() {
                let kind = world.rules.start_lists[list].1;
                let zone = world.rules.schema.zone(kind, Seat::of(seat));
                for def in defs {
                    world.add_card(*def, Seat::of(seat), zone);
                }
            }
        }
        world.lay_out();
        let flow = world.rules.flow;
        world.push(Task::List(flow, 0, Box::default()));
        world
    }

    /// Puts the game's own piles where they begin.
    fn lay_out(&mut self) {
        let rules = self.rules.clone();
        for pile in &rules.piles {
            let in_play = pile.when.as_ref().is_none_or(|c| self.game().table_env().holds(c));
            let Some(kind) = pile.to.filter(|_| in_play) else { continue };
            let per_player = rules.schema.zones[kind.index()].per_player;
            let each = if per_player { rules.schema.seats } else { 1 };
            for seat in (0..each).map(Seat) {
                let zone = rules.schema.zone(kind, seat);
                for def in &pile.cards {
                    self.add_card(*def, rules.owner_of(*def, seat), zone);
                }
            }
        }
    }

    /// What a script changed that it must leave as it was; `before` is the state it began in.
    pub fn not_kept(&mut self, before: &mut State) -> Option<String> {
        if self.rules.keeps.is_empty() || self.state.log_len == before.log_len {
            return None;
        }
        let now = self.game().kept();
        std::mem::swap(&mut self.state, before);
        let then = self.game().kept();
        std::mem::swap(&mut self.state, before);
        let at = now.iter().zip(&then).position(|(now, then)| now.is_some() && then.is_some() && now != then)?;
        let seats = self.rules.schema.seats as usize;
        let (because, seat) = (&self.rules.keeps[at / seats].because, at % seats + 1);
        let number = |n: &Option<i64>| n.unwrap_or_default();
        Some(format!("{because}: {} of player {seat} became {}", number(&then[at]), number(&now[at])))
    }

    /// A game without cards and with nothing to do.
    pub fn empty(rules: Arc<Rules>, seed: u64) -> World {
        let schema = &rules.schema;
        let seats = schema.seats as usize;
        let state = State {
            cards: Vec::new(),
            zones: Piles::new(schema.layout.len()),
            counters: (0..seats).flat_map(|_| schema.counters.iter().map(|c| c.start)).collect(),
            game_counters: schema.game_counters.iter().map(|c| c.start).collect(),
            space_counters: schema.layout.iter().flat_map(|_| schema.space_counters.iter().map(|c| c.start)).collect(),
            stored: Vec::new(),
            tallies: vec![0; rules.tallies.len() * seats],
            modifiers: Vec::new(),
            permissions: Vec::new(),
            abilities: Vec::new(),
            muted: Vec::new(),
            shown: Vec::new(),
            records: Vec::new(),
            uses: Vec::new(),
            tasks: Vec::new(),
            spent: Vec::new(),
            pending: Vec::new(),
            extra: Vec::new(),
            queued: Vec::new(),
            chance: Chance::new(seed),
            scripted: None,
            lane: None,
            active: Seat(0),
            first: Seat(0),
            level_numbers: vec![0; schema.levels.len()],
            phase: None,
            decided: None,
            outcome: None,
            lost: 0,
            wins: vec![0; seats],
            over: false,
            next: Ordinals::default(),
            failures: Vec::new(),
            log_len: 0,
            log_hash: 0,
        };
        World { rules, state, log: Log { kept: true, ..Log::default() }, collected: None }
    }

    /// Makes a card in a zone, with the statuses the zone gives.
    pub fn add_card(&mut self, def: DefId, owner: Seat, zone: Zone) -> Card {
        let card = Card::of(self.state.cards.len());
        let kind = self.rules.schema.kind_of(zone);
        let mut statuses = [0; 8];
        for status in &self.rules.schema.zones[kind.index()].enters {
            statuses[status.group()] = status.value();
        }
        self.state.next.stays += 1;
        let stay = self.state.next.stays;
        let home = Some(zone);
        self.state.cards.push(CardState {
            def,
            printed: def,
            owner,
            zone,
            home,
            statuses,
            known: 0,
            put_by: None,
            face: Face::Zone,
            stay,
        });
        let end = self.state.zone(zone).len();
        self.state.zones.insert(zone, end, card);
        self.state.stored.resize(self.state.cards.len() * self.rules.schema.stored, 0);
        self.reset_stored(card);
        card
    }

    /// Sets what is stored on a card back to where it begins.
    pub(in crate::kernel) fn reset_stored(&mut self, card: Card) {
        let first = card.index() * self.rules.schema.stored;
        for (slot, _, n) in self.rules.stored_starts(self.state.card(card).def) {
            self.state.stored[first + slot] = n;
        }
    }

    /// Begins the next game of a match: all cards where they began but those that were made, nothing remembered but the
    /// wins and how the last game ended.
    ///
    /// Counters of a level around `level` go on.
    pub(in crate::kernel) fn fresh_game(&mut self, level: LevelId) {
        let rules = self.rules.clone();
        let goes_on = |def: &CounterDef| def.level.is_some_and(|l| l < level);
        let old = std::mem::replace(&mut self.state, World::empty(self.rules.clone(), 0).state);
        let state = &mut self.state;
        let keep = |new: &mut [i64], old: &[i64], defs: &[CounterDef]| {
            for (i, n) in new.iter_mut().enumerate().filter(|(i, _)| goes_on(&defs[i % defs.len()])) {
                *n = old[i];
            }
        };
        keep(&mut state.counters, &old.counters, &rules.schema.counters);
        keep(&mut state.game_counters, &old.game_counters, &rules.schema.game_counters);
        keep(&mut state.space_counters, &old.space_counters, &rules.schema.space_counters);
        state.chance = old.chance;
        state.scripted = old.scripted;
        state.outcome = old.outcome;
        state.wins = old.wins;
        state.level_numbers = old.level_numbers;
        state.next = old.next;
        state.failures = old.failures;
        state.log_len = old.log_len;
        state.log_hash = old.log_hash;
        state.tasks = old.tasks;
        for card in old.cards {
            if let Some(home) = card.home {
                self.add_card(card.printed, card.owner, home);
            }
        }
    }

    /// Counters of a level that begins are what they begin with.
    pub(in crate::kernel) fn restart_counters(&mut self, level: LevelId) {
        let rules = self.rules.clone();
        let restart = |all: &mut [i64], defs: &[CounterDef]| {
            let of_level = |def: &CounterDef| def.level == Some(level);
            for (i, n) in all.iter_mut().enumerate().filter(|(i, _)| of_level(&defs[i % defs.len()])) {
                *n = defs[i % defs.len()].start;
            }
        };
        restart(&mut self.state.counters, &rules.schema.counters);
        restart(&mut self.state.game_counters, &rules.schema.game_counters);
        restart(&mut self.state.space_counters, &rules.schema.space_counters);
    }
}
