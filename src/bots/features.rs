//! Features: the numbers by which a moment is judged, each for every seat, and their names in files.
//!
//! ```text
//! count hand           cards in a kind of zone
//! status field spent   those with a status, in a zone that all see
//! sum field power      their numbers, in a zone that all see
//! counter points       a counter of the player
//! number hand_size     a value of the player
//! wins, value, active  games won, the manifest's `value`, whose turn it is
//! card hand ember      copies of a card in a kind of zone
//! own ember            copies of a card in all zones
//! ```
//!
//! The last two, by card, are many: they are only used where thousands of good games were learnt from.

use crate::kernel::model::lang::Class;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::value::{AttrId, DefId, Zone};
use crate::kernel::read::evaluation_env::Obj;
use crate::kernel::{Rules, Seat, World};

/// The places of all features of a game in one row of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    kinds: usize,
    /// For each group of statuses, the index of its first status among the statuses of all groups.
    statuses: Vec<usize>,
    all_statuses: usize,
    attrs: Vec<AttrId>,
    of_players: Vec<AttrId>,
    counters: usize,
    defs: usize,
}

/// The parts of a state that must be read because a feature made of them has a weight. Features that cost little to
/// read are always read.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadFeatures {
    /// For each kind of zone, the attributes of its cards that are read, each with the index of its feature.
    of_kinds: Vec<Vec<(AttrId, usize)>>,
    /// The attributes of players that are read.
    of_players: Vec<(AttrId, usize)>,
    /// True if features by card are read.
    has_cards: bool,
}

impl Layout {
    pub fn of(rules: &Rules) -> Layout {
        let schema = &rules.schema;
        let (mut statuses, mut all) = (Vec::new(), 0);
        for (_, values) in &schema.statuses {
            statuses.push(all);
            all += values.len();
        }
        let of = |class: Class| (0..schema.attrs.len()).filter(move |a| schema.attrs[*a].of == class).map(AttrId::of);
        Layout {
            kinds: schema.zones.len(),
            statuses,
            all_statuses: all,
            attrs: of(Class::Card).collect(),
            of_players: of(Class::Player).collect(),
            counters: schema.counters.len(),
            defs: rules.defs.len(),
        }
    }

    fn status(&self, kind: usize, group: usize, value: u8) -> usize {
        self.kinds + kind * self.all_statuses + self.statuses[group] + value as usize
    }

    fn attr(&self, kind: usize, attr: usize) -> usize {
        self.kinds * (1 + self.all_statuses) + kind * self.attrs.len() + attr
    }

    /// The first of the features of players.
    fn rest(&self) -> usize {
        self.kinds * (1 + self.all_statuses + self.attrs.len())
    }

    /// The number of features that are not by card.
    pub fn general(&self) -> usize {
        self.rest() + self.counters + self.of_players.len() + 3
    }

    fn card(&self, kind: usize, def: DefId) -> usize {
        self.general() + kind * self.defs + def.index()
    }

    fn own(&self, def: DefId) -> usize {
        self.card(self.kinds, def)
    }

    /// The number of all features.
    pub fn len(&self) -> usize {
        self.general() + (self.kinds + 1) * self.defs
    }

    /// The names of all features, in their order.
    pub fn names(&self, rules: &Rules) -> Vec<String> {
        let schema = &rules.schema;
        let kinds: Vec<&str> = schema.zones.iter().map(|zone| &**rules.name(zone.name)).collect();
        let mut all: Vec<String> = kinds.iter().map(|kind| format!("count {kind}")).collect();
        let statuses = || schema.statuses.iter().flat_map(|(_, values)| values).map(|value| rules.name(*value));
        let attr = |attr: &AttrId| rules.name(schema.attrs[attr.index()].name).to_string();
        all.extend(kinds.iter().flat_map(|kind| statuses().map(move |status| format!("status {kind} {status}"))));
        all.extend(kinds.iter().flat_map(|kind| self.attrs.iter().map(move |a| format!("sum {kind} {}", attr(a)))));
        all.extend(schema.counters.iter().map(|counter| format!("counter {}", rules.name(counter.name))));
        all.extend(self.of_players.iter().map(|a| format!("number {}", attr(a))));
        all.extend(["wins", "value", "active"].map(String::from));
        let defs = || rules.defs.iter().map(|def| rules.name(def.id));
        all.extend(kinds.iter().flat_map(|kind| defs().map(move |def| format!("card {kind} {def}"))));
        all.extend(defs().map(|def| format!("own {def}")));
        all
    }

    /// Finds what must be read of a state for the features that `is_read` accepts by their index.
    pub fn read(&self, is_read: &dyn Fn(usize) -> bool) -> ReadFeatures {
        let of_kind = |kind: usize| {
            let all = self.attrs.iter().enumerate().map(|(i, attr)| (*attr, self.attr(kind, i)));
            all.filter(|(_, at)| is_read(*at)).collect()
        };
        let of_players = self.of_players.iter().zip(self.rest() + self.counters..).map(|(attr, at)| (*attr, at));
        ReadFeatures {
            of_kinds: (0..self.kinds).map(of_kind).collect(),
            of_players: of_players.filter(|(_, at)| is_read(*at)).collect(),
            has_cards: (self.general()..self.len()).any(is_read),
        }
    }

    /// Calls `take` with contributions to features: the seat, the index of the feature, and the amount to add. One
    /// feature may come several times, and `read` says which costly ones come at all.
    pub fn each(&self, read: &ReadFeatures, world: &World, take: &mut dyn FnMut(usize, usize, f64)) {
        let (rules, state) = (&world.rules, world.state());
        let (schema, game) = (&rules.schema, world.game());
        let env = game.table_env();
        let seats = schema.seats as usize;
        for (at, pile) in state.zones.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
            let zone = Zone::of(at);
            let (kind, owner) = (schema.kind_of(zone).index(), schema.zone_owner(zone));
            let is_open = schema.zones[kind].seen_by == SeenBy::All;
            for card in pile {
                let is = state.card(*card);
                let seat = owner.unwrap_or(is.owner).index();
                if seat >= seats {
                    continue;
                }
                take(seat, kind, 1.0);
                if read.has_cards {
                    take(seat, self.card(kind, is.def), 1.0);
                    take(seat, self.own(is.def), 1.0);
                }
                if !is_open {
                    continue;
                }
                for group in 0..self.statuses.len() {
                    take(seat, self.status(kind, group, is.statuses[group]), 1.0);
                }
                for (attr, at) in &read.of_kinds[kind] {
                    take(seat, *at, env.card_attr(*card, *attr) as f64);
                }
            }
        }
        let last = self.rest() + self.counters + self.of_players.len();
        for seat in 0..seats {
            for counter in 0..self.counters {
                take(seat, self.rest() + counter, state.counters[seat * self.counters + counter] as f64);
            }
            for (attr, at) in &read.of_players {
                take(seat, *at, env.player_attr(Seat::of(seat), *attr) as f64);
            }
            take(seat, last, state.wins.get(seat).copied().unwrap_or(0) as f64);
            if let Some(value) = &rules.value {
                let it = Obj::Seat(Seat::of(seat));
                take(seat, last + 1, game.seat_env(Seat::of(seat)).at(it).amount(value) as f64);
            }
        }
        take(state.active.index().min(seats - 1), last + 2, 1.0);
    }
}
