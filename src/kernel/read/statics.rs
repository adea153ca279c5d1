//! Statics: the abilities in play that hold by themselves, found once until one of them may have come or gone.
//!
//! Which of them are in force, and on what, is asked each time: that depends on everything that their conditions read.

use crate::kernel::model::ability::{Ability, Static};
use crate::kernel::model::change::Change;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{AbilityId, AttrId, Card, DefId, Seat};
use crate::kernel::read::alike::{Alike, AllAlike};
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;

/// What static abilities can change: for each a bit or more, so that who asks about one thing looks at nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::kernel) struct Says {
    attrs: IdSet<AttrId>,
    words: u32,
    costs: bool,
    mutes: bool,
}

impl Says {
    fn of(ability: &Ability) -> Says {
        let mut says = Says::default();
        for one in &ability.statics {
            match one {
                Static::Attr { attr, .. } => says.attrs.insert(*attr),
                Static::Word { field, .. } => says.words |= 1 << field,
                Static::Cost { .. } | Static::CounterCost { .. } => says.costs = true,
                Static::Mute { .. } => says.mutes = true,
                Static::Permission(_) => {}
            }
        }
        says
    }

    /// Whether it changes an attribute.
    pub(in crate::kernel) fn attr(self, attr: AttrId) -> bool {
        self.attrs.contains(attr)
    }

    /// Whether it gives words in a field, by slot.
    pub(in crate::kernel) fn word(self, slot: u8) -> bool {
        self.words & (1 << slot) != 0
    }

    /// Whether it changes costs.
    pub(in crate::kernel) fn costs(self) -> bool {
        self.costs
    }

    /// Whether it mutes abilities.
    pub(in crate::kernel) fn mutes(self) -> bool {
        self.mutes
    }
}

/// A static ability in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kernel) struct InPlay {
    /// Which ability.
    pub ability: AbilityId,
    /// The card it stands on; `None`: it is the game's own, or was given to a player.
    pub card: Option<Card>,
    /// Whose it is; `None`: it is the game's own, and whoever asks is its player.
    pub me: Option<Seat>,
    /// What it changes.
    pub says: Says,
}

/// The static abilities in play, muted ones among them: those of cards by zones and seats, then what was given, then
/// the game's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct Statics {
    all: Vec<InPlay>,
    mutes: bool,
    /// Those that forbid (true) or permit a verb.
    permissions: Vec<((Sym, bool), AllAlike)>,
}

impl Statics {
    /// All that change what `wanted` asks for.
    pub(in crate::kernel) fn saying(&self, wanted: impl Fn(Says) -> bool) -> impl Iterator<Item = &InPlay> {
        self.all.iter().filter(move |one| wanted(one.says))
    }

    /// Those that forbid or permit a verb.
    pub(in crate::kernel) fn of_verb(&self, verb: Sym, forbids: bool) -> &[Alike] {
        let of_it = self.permissions.iter().find(|(key, _)| *key == (verb, forbids));
        of_it.map_or(&[], |(_, alike)| alike.groups())
    }

    fn add_permissions(&mut self, rules: &Rules, id: AbilityId, card: Option<Card>, me: Option<Seat>) {
        for one in &rules.abilities[id.index()].statics {
            let Static::Permission(p) = one else { continue };
            let key = (p.verb, p.forbids);
            let at = self.permissions.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                self.permissions.push((key, AllAlike::default()));
                self.permissions.len() - 1
            });
            self.permissions[at].1.add(rules, id, card, me);
        }
    }

    /// Whether one of them mutes others.
    pub(in crate::kernel) fn mute(&self) -> bool {
        self.mutes
    }
}

impl<'a> Game<'a> {
    /// Whether a change, which is not made yet, may bring a static ability into play, take one away, or change whose it
    /// is or the order of them.
    pub(in crate::kernel) fn concerns_statics(self, change: &Change) -> bool {
        let has_some = |def: DefId| self.rules.has_statics[def.index()];
        let is_moved = |card: &Card| has_some(self.state.card(*card).def) || !self.state.abilities.is_empty();
        match change {
            Change::Place { card, .. } => is_moved(card),
            Change::Trade(a, b) => is_moved(a) || is_moved(b),
            Change::Def(card, to) => is_moved(card) || has_some(*to),
            Change::BroughtBy(card, _) => has_some(self.state.card(*card).def),
            Change::Make(made) => has_some(made.def),
            Change::Unmake => self.state.cards.last().is_some_and(|made| has_some(made.def)),
            Change::Order(zone, _) => self.rules.live_zones.contains(self.rules.schema.kind_of(*zone)),
            Change::Abilities(_)
            | Change::LostAbilities(_)
            | Change::GivenUp(_)
            | Change::Active(_)
            | Change::Whole(_) => true,
            _ => false,
        }
    }

    /// Looks for the static abilities in play.
    pub(in crate::kernel) fn find_statics(self) -> Statics {
        let (rules, schema) = (self.rules, &self.rules.schema);
        let mut found = Statics::default();
        let mut add = |id: AbilityId, card: Option<Card>, me: Option<Seat>| {
            let ability = &rules.abilities[id.index()];
            if !ability.statics.is_empty() && !self.state.given_up.contains(&id) {
                let says = Says::of(ability);
                found.mutes |= says.mutes;
                found.add_permissions(rules, id, card, me);
                found.all.push(InPlay { ability: id, card, me, says });
            }
        };
        for kind in schema.kinds(rules.live_zones) {
            let seats = if schema.zones[kind.index()].per_player { schema.seats } else { 1 };
            for card in (0..seats).flat_map(|seat| self.state.cards_in(rules, kind, Seat(seat))) {
                let def = self.state.card(card).def;
                if !rules.has_statics[def.index()] {
                    continue;
                }
                for id in &rules.defs[def.index()].statics {
                    let lives_here = rules.abilities[id.index()].from.contains(kind);
                    if lives_here && !self.state.is_lost(rules, card, *id, 0) {
                        add(*id, Some(card), Some(self.state.controller(rules, card)));
                    }
                }
            }
        }
        self.state.each_granted(rules, |id, card, me| add(id, card, Some(me)));
        rules.game_abilities.iter().for_each(|id| add(*id, None, None));
        found
    }
}

impl<'a> Env<'a> {
    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self) -> &'a Statics {
        self.derived.statics(self.game())
    }

    /// The environment of a static ability in play, as seen from here.
    pub(in crate::kernel) fn of_static(&self, one: &InPlay) -> Env<'a> {
        Env { me: one.me.unwrap_or(self.me), card: one.card, ..*self }
    }
}
