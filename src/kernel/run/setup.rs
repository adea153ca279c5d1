//! Setup: the state a game begins with.

use crate::kernel::model::chance::Chance;
use crate::kernel::model::change::{Change, NumberOf};
use crate::kernel::model::game_log::Log;
use crate::kernel::model::objects::{CardState, Face, Ordinals};
use crate::kernel::model::piles::Piles;
use crate::kernel::model::rules::ProtectedValues;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::CounterDef;
use crate::kernel::model::state::{Bring, MAX_CARDS, State};
use crate::kernel::model::value::{Card, DefId, LevelId, Seat, Zone};
use crate::kernel::run::change::{Mark, World};
use std::sync::Arc;

impl World {
    /// A game before its first step. The error is the reason why it may not begin, for example too many cards.
    pub fn begun(rules: Arc<Rules>, seed: u64, bring: &[Bring]) -> Result<World, String> {
        let empty = World::empty(rules.clone(), seed);
        match empty.game().cards_at_first(bring) {
            n if n > MAX_CARDS => Err(format!("a game has at most {MAX_CARDS} cards; decks and piles would bring {n}")),
            _ => Ok(World::new(rules, seed, bring)),
        }
    }

    /// A game before its first step, with each card in its start zone.
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
        world.push_list(flow, Arc::default());
        world
    }

    /// Puts the game's own piles into the zones where they begin.
    fn lay_out(&mut self) {
        let rules = self.rules.clone();
        for pile in &rules.piles {
            let in_play = pile.when.as_ref().is_none_or(|c| self.game().table_env().holds(c));
            let Some(kind) = pile.to.filter(|_| in_play) else { continue };
            let copies = self.game().copies(pile);
            for seat in rules.schema.holders(kind) {
                let mut spaces = rules.schema.spaces(kind, seat);
                let mut zone = rules.schema.zone(kind, seat);
                let mut last = None;
                for def in &pile.cards {
                    // Each card has the next space on which nothing lies.
                    if pile.apart && last.replace(*def) != Some(*def) {
                        zone = spaces.find(|space| self.state().zone(*space).is_empty()).unwrap_or(zone);
                    }
                    for _ in 0..copies {
                        self.add_card(*def, rules.owner_of(*def, seat), zone);
                    }
                }
            }
        }
    }

    /// A sentence about the first value of `keeps` that a script changed since the mark where it began.
    pub fn broken_protection(&self, began: &Mark) -> Option<String> {
        let ProtectedValues(then) = self.protected_before()?;
        if then.is_empty() || self.state().log_len == began.log_len() {
            return None;
        }
        let ProtectedValues(now) = self.game().protected_values();
        let at = now.iter().zip(then.iter()).position(|(now, then)| now.is_some() && then.is_some() && now != then)?;
        let seats = self.rules.schema.seats as usize;
        let (because, seat) = (&self.rules.protected_numbers[at / seats].because, at % seats + 1);
        let number = |n: &Option<i64>| n.unwrap_or_default();
        Some(format!("{because}: {} of player {seat} became {}", number(&then[at]), number(&now[at])))
    }

    /// A game without cards and with nothing to do.
    pub fn empty(rules: Arc<Rules>, seed: u64) -> World {
        let state = beginning(&rules, seed);
        World::at(rules, state, Log { kept: true, ..Log::default() })
    }

    /// Makes a card in a zone, with the statuses the zone gives.
    pub fn add_card(&mut self, def: DefId, owner: Seat, zone: Zone) -> Card {
        let card = Card::of(self.state().cards.len());
        let kind = self.rules.schema.kind_of(zone);
        let mut statuses = [0; 8];
        for status in &self.rules.schema.zones[kind.index()].enters {
            statuses[status.group()] = status.value();
        }
        self.count_on(|next| next.stays += 1);
        let stay = self.state().next.stays;
        let home = Some(zone);
        let made = CardState {
            def,
            printed: def,
            owner,
            zone,
            home,
            statuses,
            known: 0,
            put_by: None,
            made_by: Seat::NOBODY,
            turned: 0,
            face: Face::Zone,
            stay,
        };
        let rules = &self.rules;
        let mut numbers = vec![0; rules.schema.stored];
        rules.stored_starts(def).for_each(|(slot, _, n)| numbers[slot] = n);
        self.change(Change::Make(Box::new(made), numbers));
        card
    }

    /// Begins the next game of a match: all cards go to their start zones, created cards vanish, and only the wins and
    /// the last result are remembered.
    ///
    /// Counters of levels around `level` keep their values.
    pub(in crate::kernel) fn fresh_game(&mut self, level: LevelId) {
        let rules = self.rules.clone();
        let goes_on = |def: &CounterDef| def.level.is_some_and(|l| l < level);
        let old = self.state().clone();
        let mut state = beginning(&rules, 0);
        let keep = |new: &mut [i64], old: &[i64], defs: &[CounterDef]| {
            for (i, n) in new.iter_mut().enumerate().filter(|(i, _)| goes_on(&defs[i % defs.len()])) {
                *n = old[i];
            }
        };
        keep(&mut state.counters, &old.counters, &rules.schema.counters);
        keep(&mut state.game_counters, &old.game_counters, &rules.schema.game_counters);
        keep(&mut state.space_counters, &old.space_counters, &rules.schema.space_counters);
        let State { chance, scripted, outcome, wins, level_numbers, next, failures, log_len, log_hash, tasks, .. } =
            old;
        let state =
            State { chance, scripted, outcome, wins, level_numbers, next, failures, log_len, log_hash, tasks, ..state };
        self.change(Change::Whole(Box::new(state)));
        for card in old.cards {
            if let Some(home) = card.home {
                self.add_card(card.printed, card.owner, home);
            }
        }
    }

    /// Resets the counters of a level that begins.
    pub(in crate::kernel) fn restart_counters(&mut self, level: LevelId) {
        let rules = self.rules.clone();
        let of_level = |defs: &[CounterDef]| {
            let mut found = Vec::new();
            found
                .extend(defs.iter().enumerate().filter(|(_, def)| def.level == Some(level)).map(|(i, d)| (i, d.start)));
            found
        };
        for (i, start) in of_level(&rules.schema.counters) {
            let has_it = |seat: &Seat| rules.schema.counters[i].seats & 1 << seat.0 != 0;
            for seat in (0..rules.schema.seats).map(Seat).filter(has_it) {
                self.change(Change::Number(NumberOf::Counter(seat, i), start));
            }
        }
        for (i, start) in of_level(&rules.schema.game_counters) {
            self.change(Change::Number(NumberOf::GameCounter(i), start));
        }
        for (i, start) in of_level(&rules.schema.space_counters) {
            for space in (0..rules.schema.layout.len()).map(Zone::of) {
                self.change(Change::Number(NumberOf::SpaceCounter(space, i), start));
            }
        }
    }
}

/// A state without cards and with nothing to do.
fn beginning(rules: &Rules, seed: u64) -> State {
    let schema = &rules.schema;
    let seats = schema.seats as usize;
    State {
        cards: Vec::new(),
        zones: Piles::new(schema.layout.len()),
        counters: (0..seats).flat_map(|seat| schema.counters.iter().map(move |c| c.start_of(seat))).collect(),
        game_counters: schema.game_counters.iter().map(|c| c.start).collect(),
        space_counters: schema.layout.iter().flat_map(|_| schema.space_counters.iter().map(|c| c.start)).collect(),
        stored: Vec::new(),
        tallies: vec![0; rules.tallies.len() * seats],
        modifiers: Vec::new(),
        permissions: Vec::new(),
        abilities: Vec::new(),
        lost_abilities: Vec::new(),
        attached: Vec::new(),
        controls: Vec::new(),
        shown: Vec::new(),
        records: Vec::new(),
        uses: Vec::new(),
        tasks: Vec::new(),
        spent: Vec::new(),
        pending: Vec::new(),
        last_known: Vec::new(),
        extra: Vec::new(),
        usual: Vec::new(),
        agenda: Vec::new(),
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
        given_up: Vec::new(),
        repeating: Vec::new(),
        triggered: Vec::new(),
        left_out: Vec::new(),
        exempt: Vec::new(),
        taken: Vec::new(),
        log_len: 0,
        log_hash: 0,
    }
}
