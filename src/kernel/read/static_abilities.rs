//! Static abilities: those in play, cached until one of them may have come or gone.
//!
//! Their conditions and the objects that they affect are evaluated at each question, because these depend on everything
//! that they read.

use crate::kernel::model::ability::{Ability, Layer, Static};
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::modification_kinds::HowWord;
use crate::kernel::model::objects::{CardState, GrantedAbility, Holder};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::Touched;
use crate::kernel::model::value::{AbilityId, AttrId, Card, DefId, Seat, Zone, ZoneKind};
use crate::kernel::read::ability_groups::{AbilityGroup, AbilityGroups};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::AllLayered;

/// Kinds of changes by static abilities, a bit or more for each, so that a question looks only at relevant ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::kernel) struct Says {
    attrs: IdSet<AttrId>,
    words: u32,
    /// The fields whose words it sets or removes, by slot: one bit each.
    other_words: u32,
    costs: bool,
    mutes: bool,
    layers: IdSet<Layer>,
}

impl Says {
    pub(super) fn of(ability: &Ability) -> Says {
        let mut says = Says::default();
        for one in &ability.statics {
            match one {
                Static::Attr { attr, .. } => says.attrs.insert(*attr),
                Static::Word { field, how, .. } => {
                    says.words |= 1 << field;
                    says.other_words |= u32::from(*how != HowWord::Add) << field;
                }
                Static::Cost { .. } | Static::ComputedCost { .. } | Static::CounterCost { .. } => says.costs = true,
                Static::Mute { .. } => says.mutes = true,
                Static::Layered { what, .. } => says.layers.insert(what.layer()),
                Static::Permission(_) => {}
            }
        }
        says
    }

    /// True if an ability changes this attribute.
    pub(in crate::kernel) fn attr(self, attr: AttrId) -> bool {
        self.attrs.contains(attr)
    }

    /// True if an ability gives words in a field, by slot.
    pub(in crate::kernel) fn word(self, slot: u8) -> bool {
        self.words & (1 << slot) != 0
    }

    /// True if an ability sets words in a field or removes some, by slot.
    pub(in crate::kernel) fn other_word(self, slot: u8) -> bool {
        self.other_words & (1 << slot) != 0
    }

    /// True if an ability changes costs.
    pub(in crate::kernel) fn costs(self) -> bool {
        self.costs
    }

    /// True if an ability mutes abilities.
    pub(in crate::kernel) fn mutes(self) -> bool {
        self.mutes
    }

    /// The layers of the changes.
    pub(super) fn layers(self) -> IdSet<Layer> {
        self.layers
    }

    /// The same changes; of those in layers, only the ones in this layer.
    pub(super) fn in_layer(self, layer: Layer) -> Says {
        Says { layers: self.layers & IdSet::one(layer), ..self }
    }

    /// The changes that remain after the ability is lost: all but those of costs and muting if it began to apply in a
    /// layer; otherwise those of numbers and words if it changes words, and none if it does not.
    pub(super) fn begun(self, has_begun: bool) -> Says {
        let Says { attrs, words, other_words, layers, .. } = self;
        match (has_begun, words) {
            (true, _) => Says { attrs, words, other_words, layers, ..Says::default() },
            (false, 0) => Says::default(),
            (false, _) => Says { attrs, words, other_words, ..Says::default() },
        }
    }

    /// The union of both.
    fn and(self, other: Says) -> Says {
        Says {
            attrs: self.attrs | other.attrs,
            words: self.words | other.words,
            other_words: self.other_words | other.other_words,
            costs: self.costs || other.costs,
            mutes: self.mutes || other.mutes,
            layers: self.layers | other.layers,
        }
    }
}

/// A static ability in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kernel) struct InPlay {
    /// The ability.
    pub ability: AbilityId,
    /// The card with the ability; `None`: a player or the game has it.
    pub card: Option<Card>,
    /// The player of the ability; `None` for one of the game, which belongs to the asking player.
    pub me: Option<Seat>,
    /// The player who brought the card of the ability; `None`: the ability's own player.
    pub provider: Option<Seat>,
    /// The changes of the static ability.
    pub says: Says,
    /// The age of the ability: the number of stays of cards in zones that began before it, then the running number of
    /// its grant, which is 0 for a printed ability.
    pub since: Stamp,
    /// True if its card lost it. Changes that began in an earlier layer go on.
    pub is_lost: bool,
    /// The index in `Statics::sets` of the cards that it changes in layers; the same cards in every layer.
    pub on: Option<u32>,
    /// The origin of the static ability.
    pub from: AbilityOrigin,
}

/// The origin of an ability in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kernel) enum AbilityOrigin {
    /// The ability is printed on its card, or declared by the game.
    Print,
    /// An effect gave the ability to its card.
    Effect,
    /// An effect gave the ability to a player.
    Player,
    /// Another static ability, which grants this one as long as it applies.
    Layers,
}

/// The age of an effect: later ones are greater.
pub(in crate::kernel) type Stamp = (u32, u32);

impl InPlay {
    pub(super) fn new(ability: AbilityId, card: Option<Card>, me: Option<Seat>, says: Says, since: Stamp) -> InPlay {
        InPlay { ability, card, me, provider: None, says, since, is_lost: false, on: None, from: AbilityOrigin::Print }
    }
}

/// The static abilities in play, including muted ones: first those of cards by zones and seats, then granted ones, then
/// those of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct Statics {
    pub(super) all: Vec<InPlay>,
    /// What the abilities that act in layers change about each card.
    pub(super) layered: AllLayered,
    /// Sets of cards that abilities change in layers; [`InPlay::on`] is an index into this list.
    pub(super) sets: Vec<Vec<Card>>,
    /// The kinds of changes of all abilities together.
    says: Says,
    /// The abilities that forbid (true) or permit a verb.
    permissions: Vec<((Sym, bool), AbilityGroups)>,
}

impl Statics {
    /// The abilities that change something `wanted`.
    pub(in crate::kernel) fn saying(&self, wanted: impl Fn(Says) -> bool) -> impl Iterator<Item = &InPlay> {
        self.all.iter().filter(move |one| wanted(one.says))
    }

    /// The abilities that forbid or permit a verb.
    pub(in crate::kernel) fn of_verb(&self, verb: Sym, forbids: bool) -> &[AbilityGroup] {
        let of_it = self.permissions.iter().find(|(key, _)| *key == (verb, forbids));
        of_it.map_or(&[], |(_, alike)| alike.groups())
    }

    fn add_permissions(&mut self, rules: &Rules, id: AbilityId, card: Option<Card>, me: Option<Seat>) {
        for one in &rules.abilities[id.index()].statics {
            let Static::Permission(p) = one else { continue };
            let key = (p.verb, p.forbids);
            let at = self.permissions.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                self.permissions.push((key, AbilityGroups::default()));
                self.permissions.len() - 1
            });
            self.permissions[at].1.add(rules, id, card, me);
        }
    }

    /// Finds anew what later questions look up: all kinds of changes together, and for each verb the abilities that
    /// permit or forbid it.
    pub(super) fn index(&mut self, rules: &Rules) {
        self.permissions.clear();
        self.sum_up();
        for at in 0..self.all.len() {
            let one = self.all[at];
            if !one.is_lost {
                self.add_permissions(rules, one.ability, one.card, one.me);
            }
        }
    }

    /// Computes `says`: the kinds of changes of all abilities together.
    pub(super) fn sum_up(&mut self) {
        self.says = self.all.iter().map(|one| one.says).fold(Says::default(), Says::and);
    }

    /// The kinds of changes of all abilities together. A question for another kind need not look at any.
    #[inline]
    pub(in crate::kernel) fn says(&self) -> Says {
        self.says
    }

    /// True if an ability changes a card. `None` if no layer has decided its cards.
    pub(in crate::kernel) fn decided_by_layers(&self, one: &InPlay, card: Card) -> Option<bool> {
        one.on.map(|on| self.sets[on as usize].binary_search(&card).is_ok())
    }

    /// True if one of the abilities changes cards in layers.
    pub(super) fn are_layering(&self) -> bool {
        !self.says.layers().is_empty()
    }

    /// The results of the layers on cards.
    pub(in crate::kernel) fn layered(&self) -> &AllLayered {
        &self.layered
    }

    /// True if one of the abilities mutes others.
    pub(in crate::kernel) fn mute(&self) -> bool {
        self.says.mutes
    }
}

impl<'a> Game<'a> {
    /// The static abilities that a pending change may bring into play, remove, or give another player or place in the
    /// order.
    pub(in crate::kernel) fn touched_statics(self, change: &Change) -> Touched {
        let (rules, state) = (self.rules, self.state);
        let all = |ids: &mut dyn Iterator<Item = AbilityId>| {
            let holds = |id: &AbilityId| !rules.abilities[id.index()].statics.is_empty();
            let of_one = |id: AbilityId| Touched::of_static(rules.abilities[id.index()].group);
            ids.filter(holds).map(of_one).fold(Touched::default(), Touched::and)
        };
        // Printed abilities that act in one of these zones.
        let printed = |def: DefId, zones: [Zone; 2]| {
            if !rules.has_statics[def.index()] {
                return Touched::default();
            }
            let kinds = zones.map(|zone| rules.schema.kind_of(zone));
            let lives = |id: &AbilityId| kinds.iter().any(|kind| rules.abilities[id.index()].from.contains(*kind));
            all(&mut rules.defs[def.index()].statics.iter().copied().filter(lives))
        };
        let of_card = |card: Card, to: Zone| {
            let is_its = |given: &&GrantedAbility| matches!(given.on, Holder::Card(of, _) if of == card);
            let CardState { def, zone, .. } = *state.card(card);
            // Most cards have no static abilities.
            if state.abilities.is_empty() && !rules.has_statics[def.index()] {
                return Touched::default();
            }
            let given = all(&mut state.abilities.iter().filter(is_its).map(|given| given.ability));
            printed(def, [zone, to]).and(given)
        };
        let stays = |card: Card| of_card(card, state.card(card).zone);
        let no_layer_acts = rules.layered.is_empty() || self.derived.layers_are_still();
        let is_shared = |kind: ZoneKind| !rules.schema.zones[kind.index()].per_player;
        match change {
            Change::Place { card, to, .. } => of_card(*card, *to),
            Change::Trade(a, b) => of_card(*a, state.card(*b).zone).and(of_card(*b, state.card(*a).zone)),
            Change::Def(card, to) => stays(*card).and(printed(*to, [state.card(*card).zone; 2])),
            Change::MadeBy(card, _) => stays(*card),
            Change::Make(made, _) => printed(made.def, [made.zone; 2]),
            Change::Unmake => match state.cards.last() {
                Some(made) => printed(made.def, [made.zone; 2]),
                None => Touched::default(),
            },
            Change::Order(zone, _) if rules.live_zones.contains(rules.schema.kind_of(*zone)) => Touched::STATICS,
            Change::Abilities(Edit::Insert(_, given)) if no_layer_acts => all(&mut [given.ability].into_iter()),
            Change::Abilities(Edit::Remove(at)) if no_layer_acts => {
                all(&mut state.abilities.get(*at).into_iter().map(|given| given.ability))
            }
            // In a shared zone, cards without an owner belong to the active player.
            Change::Active(_)
                if no_layer_acts
                    && state.abilities.is_empty()
                    && !rules.schema.kinds(rules.live_zones).any(is_shared) =>
            {
                Touched::default()
            }
            Change::Abilities(_)
            | Change::LostAbilities(_)
            | Change::Controls(_)
            | Change::GivenUp(_)
            | Change::Active(_)
            | Change::Whole(_) => Touched::STATICS,
            _ => Touched::default(),
        }
    }

    /// Looks for the static abilities in play.
    pub(in crate::kernel) fn find_statics(self) -> Statics {
        let (rules, schema) = (self.rules, &self.rules.schema);
        let mut found = Statics::default();
        let mut add = |id: AbilityId,
                       card: Option<Card>,
                       (me, provider): (Option<Seat>, _),
                       since: Stamp,
                       from: AbilityOrigin| {
            let ability = &rules.abilities[id.index()];
            if !ability.statics.is_empty() && !self.state.given_up.contains(&id) {
                found.all.push(InPlay { from, provider, ..InPlay::new(id, card, me, Says::of(ability), since) });
            }
        };
        for kind in schema.kinds(rules.live_zones) {
            let seats = if schema.zones[kind.index()].per_player { schema.seats } else { 1 };
            for card in (0..seats).flat_map(|seat| self.state.cards_in(rules, kind, Seat(seat))) {
                let CardState { def, stay, .. } = *self.state.card(card);
                if !rules.has_statics[def.index()] {
                    continue;
                }
                for id in &rules.defs[def.index()].statics {
                    let lives_here = rules.abilities[id.index()].from.contains(kind);
                    if lives_here && !self.state.is_lost(rules, card, *id, 0) {
                        let provider = self.provider_of(card).filter(|_| rules.abilities[id.index()].is_from_pack);
                        let whose = (Some(self.state.controller(rules, card)), provider);
                        add(*id, Some(card), whose, (stay, 0), AbilityOrigin::Print);
                    }
                }
            }
        }
        self.state.each_given(rules, |given, card, me| {
            let from = if given.is_a_players() { AbilityOrigin::Player } else { AbilityOrigin::Effect };
            add(given.ability, card, (Some(me), Some(given.provider)), (given.stays, given.since), from);
        });
        rules.game_abilities.iter().for_each(|id| add(*id, None, (None, None), (0, 0), AbilityOrigin::Print));
        if !rules.layered.is_empty() {
            found = self.through_layers(found);
        }
        found.index(rules);
        found
    }
}

impl<'a> Env<'a> {
    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self) -> &'a Statics {
        self.derived.statics(self.game())
    }

    /// The environment of a static ability in play; one of the game belongs to the player of this environment.
    pub(in crate::kernel) fn of_static(&self, one: &InPlay) -> Env<'a> {
        let me = one.me.unwrap_or(self.me);
        let eyes = match self.rules.abilities[one.ability.index()].is_bounded {
            true => 1 << me.0 | 1 << one.provider.unwrap_or(me).0,
            false => 0,
        };
        Env { me, card: one.card, eyes, ..*self }
    }
}
