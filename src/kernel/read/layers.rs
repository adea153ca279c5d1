//! Layers: the order in which static abilities change cards: first their controllers, then names and types, then
//! abilities.
//!
//! In a layer older changes apply first. But an ability waits for those it depends on: for changes of its presence,
//! of the set of cards it changes, or of its effect on them. Abilities that depend on each other in a circle apply in
//! order of age. An ability that began to apply in one layer goes on with the same cards in later layers, even after
//! its card has lost it.
//!
//! Each layered ability is evaluated when its turn comes: in the state after all earlier changes, with the numbers and
//! words that follow from them.

use std::collections::HashSet;

use crate::kernel::model::ability::{Ability, Layer, Layered, Static};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Ref, Test};
use crate::kernel::model::modification_kinds::HowWord;
use crate::kernel::model::objects::LostAbility;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Card, Scalar, Seat};
use crate::kernel::read::card_dependencies::lies_in;
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::{AppliedLayerChange, LayerChange, LayerGrant, Lost};
use crate::kernel::read::state_cache::StateCache;
use crate::kernel::read::static_abilities::{AbilityOrigin, InPlay, Says, Stamp, Statics};
use crate::kernel::read::work_limits::{EvaluatedAbility, TooMuch};

/// The most grants of abilities in layers; the ability that makes one more is given up (`forty_abilities_give_forty` in
/// tests/clock/attacks_on_forms.rs).
const MOST_GIVEN: usize = 4096;

/// The most abilities that are compared for dependencies, and the most trials. Further abilities apply in order of age
/// (`forty_abilities_turn_in_a_circle` in tests/clock/attacks_on_forms.rs).
const MOST_COMPARED: usize = 32;
const MOST_TRIALS: u32 = 256;

/// The layers that are settled together, in order.
const PASSES: [&[Layer]; 3] = [&[Layer::Control], &[Layer::Name, Layer::Type], &[Layer::Abilities]];

impl Game<'_> {
    /// Applies the static abilities in play, layer by layer.
    pub(in crate::kernel) fn through_layers(self, found: Statics) -> Statics {
        let stage = StateCache::knowing(found.clone());
        let begun = LayerProgress { stale: self.rules.layered, looks: Vec::new(), given: 0, trials: MOST_TRIALS };
        let mut layering = Layering { game: self, found, stage, there: HashSet::new(), begun };
        PASSES.into_iter().for_each(|pass| layering.pass(pass.iter().copied().collect()));
        self.derived.work.join(&layering.stage.work);
        layering.found
    }
}

/// The state of the layers while they are being applied.
struct Layering<'a> {
    game: Game<'a>,
    /// The static abilities in play, with the effect of those applied so far.
    found: Statics,
    /// The cache for the state after the changes applied so far; it is emptied before an ability is evaluated that
    /// reads a layer of `stale`.
    stage: StateCache,
    /// The pairs of ability and card that were in play so far; empty until an ability that acts in layers is granted.
    there: HashSet<(AbilityId, Card)>,
    begun: LayerProgress,
}

#[derive(Clone)]
struct LayerProgress {
    /// The layers that changed since the cache of the intermediate state (`stage`) was emptied.
    stale: IdSet<Layer>,
    /// The looks taken by each ability.
    looks: Vec<(AbilityId, u32)>,
    given: usize,
    trials: u32,
}

/// The effect of an ability in one layer: the cards that it changes, and their new controllers.
#[derive(Debug, Default, PartialEq)]
struct LayerEffect {
    on: Vec<Card>,
    to: Vec<Option<Seat>>,
}

impl<'a> Layering<'a> {
    fn ability(&self, at: usize) -> &'a Ability {
        &self.game.rules.abilities[self.found.all[at].ability.index()]
    }

    /// Applies all abilities that act in one layer, or in several that are settled together.
    fn pass(&mut self, pass: IdSet<Layer>) {
        let is_in = |one: &InPlay| !(one.says.layers() & pass).is_empty();
        let mut open: Vec<usize> = (0..self.found.all.len()).filter(|at| is_in(&self.found.all[*at])).collect();
        open.sort_by_key(|at| self.found.all[*at].since);
        while !open.is_empty() {
            let known = self.found.all.len();
            let at = open.remove(self.first_of(&open, pass));
            self.apply(at, pass);
            open.retain(|at| self.may_act(*at));
            let new = (known..self.found.all.len()).filter(|at| is_in(&self.found.all[*at]));
            open.extend(new);
        }
    }

    /// True if an ability is still present, or began to apply before it was lost.
    fn may_act(&self, at: usize) -> bool {
        let one = &self.found.all[at];
        !one.is_lost || one.on.is_some()
    }

    // ---- what depends on what ----

    /// The place of the ability that applies first: the oldest one without dependencies, or the oldest of a circle.
    fn first_of(&mut self, open: &[usize], pass: IdSet<Layer>) -> usize {
        let open = &open[..open.len().min(MOST_COMPARED)];
        let n = open.len();
        let may_depend = |i: usize, j: usize| i != j && self.may_depend(open[i], open[j], pass);
        let pairs: Vec<(usize, usize)> =
            (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| may_depend(*i, *j)).collect();
        if pairs.is_empty() {
            return 0;
        }
        let mut waits = vec![0u32; n];
        for some in pairs.chunk_by(|a, b| a.1 == b.1) {
            let Some(left) = self.begun.trials.checked_sub(1) else { break };
            self.begun.trials = left;
            let j = some[0].1;
            let mut trial = self.trial();
            trial.apply(open[j], pass);
            for (i, _) in some {
                let now = self.outcome(open[*i], pass);
                let then = if trial.may_act(open[*i]) { trial.outcome(open[*i], pass) } else { LayerEffect::default() };
                waits[*i] |= u32::from(now != then) << j;
            }
            self.begun.looks = trial.begun.looks;
            self.stage.work.join(&trial.stage.work);
        }
        // Dependencies are transitive.
        for through in 0..n {
            for i in 0..n {
                if waits[i] & 1 << through != 0 {
                    waits[i] |= waits[through];
                }
            }
        }
        let is_free = |i: &usize| (0..n).all(|j| waits[*i] & 1 << j == 0 || waits[j] & 1 << *i != 0);
        (0..n).find(is_free).unwrap_or(0)
    }

    /// True if one ability may depend on another, judged by their texts alone.
    fn may_depend(&self, one: usize, other: usize, pass: IdSet<Layer>) -> bool {
        let [a, b] = [one, other].map(|at| &self.found.all[at]);
        if a.on.is_some() && !pass.contains(Layer::Control) {
            return false;
        }
        let reads = self.game.rules.reads.in_layers[a.ability.index()];
        let takes = |one: &Static| matches!(one, Static::Layered { what: Layered::Lose { .. }, .. });
        !(reads & b.says.layers() & pass).is_empty()
            || a.card.is_some() && pass.contains(Layer::Abilities) && self.ability(other).statics.iter().any(takes)
    }

    /// A copy of the current state, to try one ability.
    fn trial(&self) -> Layering<'a> {
        let begun = LayerProgress { stale: self.game.rules.layered, ..self.begun.clone() };
        let (found, there) = (self.found.clone(), self.there.clone());
        Layering { game: self.game, stage: StateCache::knowing(found.clone()), found, there, begun }
    }

    // ---- what one does ----

    /// The effect that an ability has in one layer after the changes applied so far; it is only found, not applied.
    fn outcome(&mut self, at: usize, pass: IdSet<Layer>) -> LayerEffect {
        let (one, ability) = (self.found.all[at], self.ability(at));
        if !(self.game.rules.reads.in_layers[one.ability.index()] & self.begun.stale).is_empty() {
            let mut found = self.found.clone();
            found.index(self.game.rules);
            let stage = StateCache::knowing(found);
            stage.work.join(&self.stage.work);
            (self.stage, self.begun.stale) = (stage, IdSet::EMPTY);
        }
        let settled = one.on.map(|on| self.found.sets[on as usize].clone());
        let looked = self.begun.looks.iter().find(|(id, _)| *id == one.ability).map_or(0, |(_, n)| *n);
        let game = Game { derived: &self.stage, ..self.game };
        let env = game.table_env().of_static(&one);
        let work = &self.stage.work;
        let mut used = 0;
        let asked = EvaluatedAbility { most: ability.looks.saturating_sub(looked), ..self.game.asked(one.ability) };
        let found = work.of(asked, LayerEffect::default(), || {
            let before = work.left();
            let on = settled.unwrap_or_else(|| affected(&env, &one, ability));
            let to = match ability.statics.iter().find_map(control_of).filter(|_| pass.contains(Layer::Control)) {
                Some(to) => on.iter().map(|card| self.taken_by(&env, *card, to)).collect(),
                None => Vec::new(),
            };
            used = before.saturating_sub(work.left());
            LayerEffect { on, to }
        });
        self.pay(one.ability, used.max(1));
        found
    }

    /// The new controller of a card; `None` if `to` leads to no player, or to one who may not control the card.
    fn taken_by(&self, env: &Env, card: Card, to: &Ref) -> Option<Seat> {
        let seat = match env.at(Obj::Card(card)).scalar(to) {
            Some(Scalar::Seat(seat)) => seat,
            _ => return None,
        };
        self.game.state.may_control(self.game.rules, seat, card).then_some(seat)
    }

    fn pay(&mut self, ability: AbilityId, looks: u32) {
        match self.begun.looks.iter_mut().find(|(id, _)| *id == ability) {
            Some((_, all)) => *all = all.saturating_add(looks),
            None => self.begun.looks.push((ability, looks)),
        }
    }

    fn apply(&mut self, at: usize, pass: IdSet<Layer>) {
        let LayerEffect { mut on, to } = self.outcome(at, pass);
        if on.is_empty() {
            return;
        }
        let one = self.found.all[at];
        let is_in = |what: &&Static| matches!(what, Static::Layered { what, .. } if pass.contains(what.layer()));
        for what in self.ability(at).statics.iter().filter(is_in) {
            let Static::Layered { what, .. } = what else { continue };
            for (i, card) in on.iter().enumerate() {
                match what {
                    Layered::Control(_) => to[i].into_iter().for_each(|seat| self.take_over(&one, *card, seat)),
                    Layered::Name(name) => {
                        self.found.layered.of_mut(*card).name = Some(*name);
                        self.did(&one, *card, LayerChange::Name(*name));
                    }
                    Layered::Type(how, types) => {
                        let now = self.found.layered.of(*card).and_then(|of| of.types);
                        let now = now.unwrap_or(self.game.rules.defs[self.game.state.card(*card).def.index()].types);
                        let new = match how {
                            HowWord::Set => *types,
                            HowWord::Add => now | *types,
                            HowWord::Without => now.iter().filter(|ty| !types.contains(*ty)).collect(),
                        };
                        self.found.layered.of_mut(*card).types = Some(new);
                        self.did(&one, *card, LayerChange::Type(*how, *types));
                    }
                    Layered::Lose { kinds, flags } => self.lose(&one, *card, (kinds, flags)),
                    Layered::Grant(abilities) => {
                        // Each grant costs a look, because many abilities may grant many abilities to many cards.
                        self.pay(one.ability, abilities.len() as u32);
                        abilities.iter().for_each(|id| self.grant(&one, *card, *id));
                    }
                }
            }
            self.begun.stale.insert(what.layer());
        }
        if one.on.is_none() {
            on.sort_unstable();
            self.found.all[at].on = u32::try_from(self.found.sets.len()).ok();
            self.found.sets.push(on);
        }
    }

    fn did(&mut self, one: &InPlay, card: Card, what: LayerChange) {
        self.found.layered.of_mut(card).did.push(AppliedLayerChange { what, by: one.card });
    }

    fn take_over(&mut self, one: &InPlay, card: Card, seat: Seat) {
        // An effect that gave somebody control of the card later than this ability began prevails.
        let at = (card, self.game.state.card(card).stay);
        if self.game.state.controls.iter().any(|by| by.card == at && by.stays >= one.since.0) {
            return;
        }
        self.found.layered.of_mut(card).controller = Some(seat);
        self.did(one, card, LayerChange::Control(seat));
        let its = self.found.all.iter_mut().filter(|of| of.card == Some(card) && of.from != AbilityOrigin::Player);
        its.for_each(|of| of.me = Some(seat));
    }

    // ---- abilities ----

    /// Makes a card lose its abilities of one of these kinds and with one of these flags; an empty list stands for any.
    fn lose(&mut self, one: &InPlay, card: Card, (kinds, flags): (&[Sym], &[Sym])) {
        let (rules, state) = (self.game.rules, self.game.state);
        let fits = |id: AbilityId| {
            let ability = &rules.abilities[id.index()];
            let whole = &rules.abilities[ability.group.index()];
            let is_kind = |of: &Ability| of.kind_word.is_some_and(|kind| kinds.contains(&kind));
            let has_flag = |of: &Ability| of.flags.iter().any(|flag| flags.contains(flag));
            (kinds.is_empty() || is_kind(ability) || is_kind(whole))
                && (flags.is_empty() || has_flag(ability) || has_flag(whole))
        };
        let mut lost: Vec<(AbilityId, AbilityOrigin, Stamp)> = Vec::new();
        let CardStamp { def, stay } = CardStamp::of(self.game, card);
        for id in rules.defs[def].abilities.iter().filter(|id| fits(**id)) {
            if !state.is_lost(rules, card, *id, 0) {
                lost.push((*id, AbilityOrigin::Print, (stay, 0)));
            }
        }
        state.each_given(rules, |given, on, _| {
            let since = (given.stays, given.since);
            if on == Some(card) && !given.is_a_players() && fits(given.ability) && since < one.since {
                lost.push((given.ability, AbilityOrigin::Effect, since));
            }
        });
        let of = self.found.layered.of_mut(card);
        lost.retain(|(id, _, since)| !of.has_lost(*id, since.1));
        of.lost.extend(lost.iter().map(|(ability, _, since)| Lost { ability: *ability, since: since.1 }));
        let (gone, kept) = std::mem::take(&mut of.given).into_iter().partition(|of| fits(of.ability));
        of.given = kept;
        lost.extend(Vec::into_iter(gone).map(|of: LayerGrant| (of.ability, AbilityOrigin::Layers, (0, 0))));
        for (id, from, since) in lost {
            if rules.abilities[id.index()].group == id {
                self.did(one, card, LayerChange::Lose(id));
            }
            let is_it = |of: &&mut InPlay| {
                let same = (of.ability, of.card, of.from) == (id, Some(card), from);
                same && (from == AbilityOrigin::Layers || of.since == since)
            };
            for of in self.found.all.iter_mut().filter(is_it) {
                of.is_lost = true;
                of.says = of.says.begun(of.on.is_some() || of.ability == one.ability && of.card == one.card);
            }
        }
    }

    /// A card is given an ability.
    fn grant(&mut self, one: &InPlay, card: Card, id: AbilityId) {
        let (rules, state) = (self.game.rules, self.game.state);
        let ability = &rules.abilities[id.index()];
        let CardStamp { stay, .. } = CardStamp::of(self.game, card);
        let lost_later = |lost: &LostAbility| {
            let is_it = |of: AbilityId| rules.abilities[of.index()].group == ability.group;
            lost.card == (card, stay) && (lost.stays, lost.since) > one.since && lost.ability.is_none_or(is_it)
        };
        if state.lost_abilities.iter().any(lost_later) {
            return;
        }
        let whose = self.found.layered.of(card).and_then(|of| of.controller);
        let me = whose.unwrap_or(state.controller(rules, card));
        let provider = one.provider.or(one.me);
        let says = Says::of(ability).in_layer(Layer::Abilities);
        // An ability that itself acts in layers is granted to a card only if the card never had it, so that granting
        // ends even if abilities grant and remove themselves.
        if !says.layers().is_empty() {
            if self.there.is_empty() {
                self.there.extend(self.found.all.iter().filter_map(|of| Some((of.ability, of.card?))));
            }
            if self.there.contains(&(id, card)) {
                return;
            }
        }
        self.begun.given += 1;
        if self.begun.given > MOST_GIVEN {
            return self.stage.work.give_up(TooMuch::Ability(one.ability));
        }
        self.found.layered.of_mut(card).given.push(LayerGrant { ability: id, provider });
        if ability.group == id {
            self.did(one, card, LayerChange::Grant(id));
        }
        if !ability.statics.is_empty() && !state.given_up.contains(&id) {
            let made = InPlay::new(id, Some(card), Some(me), says, one.since);
            self.found.all.push(InPlay { from: AbilityOrigin::Layers, provider, ..made });
            if !self.there.is_empty() {
                self.there.insert((id, card));
            }
        }
    }
}

/// The definition of a card, and its present stay.
struct CardStamp {
    def: usize,
    stay: u32,
}

impl CardStamp {
    fn of(game: Game, card: Card) -> CardStamp {
        let state = game.state.card(card);
        CardStamp { def: state.def.index(), stay: state.stay }
    }
}

fn control_of(one: &Static) -> Option<&Ref> {
    match one {
        Static::Layered { what: Layered::Control(to), .. } => Some(to),
        _ => None,
    }
}

/// The cards that an ability affects; none if its conditions do not hold or something mutes it.
fn affected(env: &Env, one: &InPlay, ability: &Ability) -> Vec<Card> {
    let affects = ability.statics.iter().find_map(|one| match one {
        Static::Layered { affects, .. } => Some(affects),
        _ => None,
    });
    let is_muted = || one.card.is_some_and(|card| env.is_muted_by(&env.mutings(), ability, card));
    match affects {
        Some(test) if env.in_force(ability) && !is_muted() => candidates(env, test),
        _ => Vec::new(),
    }
}

/// All cards that a test holds for, in the order of zones.
fn candidates(env: &Env, test: &Test<CardTest>) -> Vec<Card> {
    let mut found = Vec::new();
    let mut add = |card: Card| {
        if !found.contains(&card) && env.card_matches(test, card) {
            found.push(card);
        }
    };
    if let Some(refs) = named(test) {
        refs.iter().for_each(|r| env.lookup(r).each_card(&mut add));
        return found;
    }
    let schema = &env.rules.schema;
    for kind in schema.kinds(lies_in(test)) {
        let seats = if schema.zones[kind.index()].per_player { schema.seats } else { 1 };
        for seat in (0..seats).map(Seat) {
            let matching = env.state.cards_in(env.rules, kind, seat).filter(|card| env.card_matches(test, *card));
            found.extend(matching);
        }
    }
    found
}

/// References to the only cards for which a test can be true, if it names them.
fn named(test: &Test<CardTest>) -> Option<&[Ref]> {
    match test {
        Test::Is(r) => Some(std::slice::from_ref(r)),
        Test::Among(refs) => Some(refs),
        Test::All(parts) => parts.iter().find_map(named),
        _ => None,
    }
}
