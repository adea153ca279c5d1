//! Offers: the uses that a player may make now, and the reason why a use is not possible.
//!
//! A use is only offered if it can be completed: targets and cost must be possible together.

use smallvec::{SmallVec, smallvec};

use crate::kernel::model::ability::{Ability, AbilityForm, Effect, Layer, Need};
use crate::kernel::model::decision::{Choice, MAX_SETS};
use crate::kernel::model::fixed_fields::{self, OfUse};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Cmp, Cond, EVERY, Head, Ref, Selection};
use crate::kernel::model::objects::{Price, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::rules::Offered;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::SharedNeed;
use crate::kernel::model::value::*;
use crate::kernel::read::card_tests::{at_position, position_in};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::prepared_tests::Scan;
use crate::kernel::read::set_rules;

/// The number of failures of a script after which its ability is given up.
pub const MAX_FAILURES: u16 = 3;

/// The number of offers for which memory is reserved at once; few windows offer more.
const AT_ONCE: usize = 16;

/// Removes repeated choices: an ability that is both printed and granted is offered once.
fn once_each(choices: &mut Vec<Choice>) {
    for at in (0..choices.len()).rev() {
        if choices[..at].contains(&choices[at]) {
            choices.remove(at);
        }
    }
}

/// The needs of an ability that must be tested.
#[derive(Clone, Copy, PartialEq)]
enum Needs {
    /// All needs.
    All,
    /// None: the needs are known to be met, and the card is known to match the `for` of the ability.
    Met,
}

/// The part of an ability's offer that is the same for all cards of one player.
struct SharedOffer<'t> {
    /// The remaining tests of a card: of each list one test must hold. Needs that hold for all cards are left out.
    own: SmallVec<[EitherOf<'t>; 3]>,
    /// True if these tests are the only ones, so that each card that passes them is offered.
    is_all: bool,
}

/// Alternative tests of a card, of which one must hold.
type EitherOf<'t> = SmallVec<[CardCondition<'t>; 1]>;

/// A remaining test of a card.
enum CardCondition<'t> {
    /// A test that the card must match.
    Fits(Scan<'t>),
    /// A number of the card plus an offset, compared with a limit.
    Adds(AttrId, i64, Cmp, i64),
    /// A condition that must hold for the card.
    Holds(&'t Cond),
}

/// A possible use in a window, to be judged.
#[derive(Clone, Copy)]
struct PossibleUse<'t> {
    /// The use, with no choices made.
    draft: &'t Use,
    /// The timings under which abilities may be used in the window.
    timings: &'t [Sym],
    needs: Needs,
}

impl<'a> Game<'a> {
    /// The abilities and actions that a seat may use in a window, only from cards for which `wanted` holds.
    pub fn offers(
        self,
        window: WindowId,
        seat: Seat,
        reply_to: Option<UseId>,
        wanted: impl Fn(Card) -> bool,
    ) -> Vec<Choice> {
        let timings = self.rules.windows[window.index()].offers.as_slice();
        let Offered { actions, zones } = &self.rules.offered[window.index()];
        let mut out = Vec::with_capacity(AT_ONCE);
        // All offers share one draft, which differs only in ability and card.
        let mut draft = Use { reply_to, ..Use::new(AbilityId::default(), None, seat) };
        let mut offer = |choice: Choice, shared: Option<&SharedOffer>| {
            (draft.ability, draft.card) = (choice.ability, choice.card);
            draft.kind = self.rules.abilities[choice.ability.index()].kind;
            let offer = |needs| PossibleUse { draft: &draft, timings, needs };
            let is_offered = match (shared, choice.card) {
                (Some(shared), Some(card)) => {
                    let is_offered = self.find_out(choice.ability, false, || {
                        self.use_env(&draft).meets_own(&shared.own, card)
                            && (shared.is_all || self.judge_all(offer(Needs::Met)).is_ok())
                    });
                    debug_assert!(
                        self.is_same_alone(offer(Needs::All), is_offered),
                        "what names the card is not shared"
                    );
                    is_offered
                }
                _ => self.judge(offer(Needs::All)).is_ok(),
            };
            if is_offered {
                out.push(choice);
            }
        };
        for ability in actions.iter().copied() {
            let from = self.rules.abilities[ability.index()].from;
            if from.is_empty() {
                offer(Choice { ability, card: None }, None);
                continue;
            }
            // The shared part is computed at the first card.
            let none = self.draft(seat, Choice { ability, card: None }, reply_to);
            let (env, mut shared) = (self.use_env(&none), None);
            let position = self.rules.abilities[ability.index()].for_.as_ref().and_then(position_in);
            self.each_card_of(seat, from, position, |card| {
                if wanted(card)
                    && let Some(shared) = shared.get_or_insert_with(|| self.shared(&env, &none, timings))
                {
                    offer(Choice { ability, card: Some(card) }, Some(shared));
                }
            });
        }
        // Most abilities have another timing, so that is tested first.
        let fits = |ability: AbilityId| self.has_timing(ability, timings);
        self.each_card_of(seat, *zones, None, |card| {
            let def = &self.rules.defs[self.state.card(card).def.index()];
            for ability in def.timed.iter().copied().filter(|ability| fits(*ability) && wanted(card)) {
                offer(Choice { ability, card: Some(card) }, None);
            }
        });
        self.each_granted(|ability, card, user| {
            if user == seat && fits(ability) && card.is_none_or(&wanted) {
                offer(Choice { ability, card }, None);
            }
        });
        if !self.none_is_granted() {
            once_each(&mut out);
        }
        out
    }

    /// True if judging a use in full, without the shared part, gives `is_offered`, too. For comparisons in debug
    /// builds.
    fn is_same_alone(self, offer: PossibleUse, is_offered: bool) -> bool {
        let alone = self.derived.work.unpaid(|| self.judge_all(offer).is_ok());
        alone.is_none_or(|alone| alone == is_offered)
    }

    /// The offers that one card prints, for a window without other sources of offers.
    pub(in crate::kernel) fn offers_of_card(self, window: WindowId, seat: Seat, card: Card) -> Vec<Choice> {
        let timings = self.rules.windows[window.index()].offers.as_slice();
        let def = &self.rules.defs[self.state.card(card).def.index()];
        let all = def.timed.iter().filter(|ability| self.has_timing(**ability, timings));
        let all = all.map(|ability| Choice { ability: *ability, card: Some(card) });
        all.filter(|choice| self.why_unusable(seat, *choice, timings, None).is_ok()).collect()
    }

    /// True if an ability is used under one of these timings.
    fn has_timing(self, ability: AbilityId, timings: &[Sym]) -> bool {
        matches!(&self.rules.abilities[ability.index()].form, AbilityForm::Timing(t) if timings.contains(t))
    }

    /// True if a window offers only printed abilities of cards.
    pub(in crate::kernel) fn only_cards_offer(self, window: WindowId) -> bool {
        self.rules.offered[window.index()].actions.is_empty() && self.none_is_granted()
    }

    /// True if no card or player has an ability that a card does not print.
    fn none_is_granted(self) -> bool {
        self.state.abilities.is_empty() && !self.rules.layered.contains(Layer::Abilities)
    }

    /// Calls `f` with the cards of a seat in some kinds of zone, her own zones first. With a position, own and shared
    /// zones contribute only the card at this place of each pile.
    fn each_card_of(self, seat: Seat, kinds: IdSet<ZoneKind>, position: Option<i32>, mut f: impl FnMut(Card)) {
        for kind in self.rules.schema.kinds(kinds) {
            match position {
                None => self.state.cards_in(self.rules, kind, seat).for_each(&mut f),
                Some(n) => self.cards_at(kind, seat, n).for_each(&mut f),
            }
        }
        if self.may_be_taken() {
            self.taken_by(seat, kinds).into_iter().for_each(f);
        }
    }

    /// The cards at a place of their piles, in a seat's or a shared kind of zone, in the order of its spaces.
    pub(super) fn cards_at(self, kind: ZoneKind, seat: Seat, position: i32) -> impl Iterator<Item = Card> {
        let spaces = self.rules.schema.spaces(kind, seat);
        spaces.filter_map(move |space| at_position(self.state.zone(space), position))
    }

    /// The cards in zones of other players that this seat controls.
    #[cold]
    fn taken_by(self, seat: Seat, kinds: IdSet<ZoneKind>) -> Vec<Card> {
        let schema = &self.rules.schema;
        let per_player = schema.kinds(kinds).filter(|kind| schema.zones[kind.index()].per_player);
        let others = || (0..schema.seats).map(Seat).filter(|other| *other != seat);
        let all =
            per_player.flat_map(|kind| others().flat_map(move |other| self.state.cards_in(self.rules, kind, other)));
        all.filter(|card| self.controller(*card) == seat).collect()
    }

    /// Checks that a seat may use a choice now; the error is the first check that fails.
    pub fn why_unusable(
        self,
        seat: Seat,
        choice: Choice,
        timings: &[Sym],
        reply_to: Option<UseId>,
    ) -> Result<(), WhyNot> {
        self.judge(PossibleUse { draft: &self.draft(seat, choice, reply_to), timings, needs: Needs::All })
    }

    /// The part of an ability's offer that is the same for all cards of a player; `None` if no card can be used.
    fn shared<'t>(self, env: &'t Env<'t>, draft: &Use, timings: &[Sym]) -> Option<SharedOffer<'t>>
    where
        'a: 't,
    {
        let find = || {
            let for_ = self.rules.abilities[draft.ability.index()].for_.iter();
            let mut own: SmallVec<[EitherOf; 3]> =
                for_.map(|test| smallvec![CardCondition::Fits(env.scan(test))]).collect();
            let holds_for_some = self.each_need(draft.ability, |(cond, _), shared| {
                let is_shared = |part: &(usize, &Cond)| shared.parts.checked_shr(part.0 as u32).unwrap_or(0) & 1 != 0;
                let holds = match cond {
                    _ if shared.whole => env.holds(cond),
                    Cond::Any(any) => any.iter().enumerate().filter(is_shared).any(|(_, cond)| env.holds(cond)),
                    _ => false,
                };
                if !holds {
                    own.push(env.own_of(cond, shared));
                }
                if shared.whole && !holds { Err(()) } else { Ok(()) }
            });
            holds_for_some.ok()?;
            Some(SharedOffer { own, is_all: self.asks_nothing_else(draft, timings) })
        };
        self.find_out(draft.ability, None, find)
    }

    /// True if the needs and `for` are the only tests of this ability: its cards lie in a zone of use, and no other
    /// rule concerns them.
    fn asks_nothing_else(self, draft: &Use, timings: &[Sym]) -> bool {
        let ability = &self.rules.abilities[draft.ability.index()];
        let zones = &self.rules.schema.zones;
        let is_forbidden =
            |verb| !self.state.permissions.is_empty() || self.rules.static_permissions.contains(verb, true);
        matches!(ability.form, AbilityForm::Timing(timing) if timings.contains(&timing))
            && ability.def.is_none()
            && ability.phases.is_empty()
            && ability.turn.is_none()
            && ability.replies_to.is_none()
            && ability.once.is_none()
            && ability.targets.is_empty()
            && self.rules.schema.kinds(ability.from).all(|kind| zones[kind.index()].per_player)
            && !self.may_be_taken()
            && !self.is_disabled(draft.ability)
            && !self.rules.use_verb.is_some_and(is_forbidden)
            && self.cost_parts(draft).is_empty()
    }

    /// Visits the needs of an ability, then those of its kind of use, until one fails. Each comes with the part of it
    /// that is the same for all cards.
    fn each_need<E>(
        self,
        id: AbilityId,
        mut ask: impl FnMut(&'a Need, &'a SharedNeed) -> Result<(), E>,
    ) -> Result<(), E> {
        let ability = &self.rules.abilities[id.index()];
        let reads = &self.rules.reads;
        let mut ask_all = |needs: &'a [Need], shared: &'a [SharedNeed]| {
            needs.iter().zip(shared).try_for_each(|(need, shared)| ask(need, shared))
        };
        ask_all(&ability.needs, &reads.shared_needs[id.index()])?;
        match ability.kind {
            Some(kind) => ask_all(&self.rules.uses[kind.index()].needs, &reads.shared_needs_of_uses[kind.index()]),
            None => Ok(()),
        }
    }

    fn judge(self, offer: PossibleUse) -> Result<(), WhyNot> {
        self.find_out(offer.draft.ability, Err(WhyNot::TooMuch), || self.judge_all(offer))
    }

    fn judge_all(self, offer: PossibleUse) -> Result<(), WhyNot> {
        let PossibleUse { draft, timings, needs } = offer;
        let ability = &self.rules.abilities[draft.ability.index()];
        if let Some(card) = draft.card {
            let kind = self.rules.schema.kind_of(self.state.card(card).zone);
            if !ability.from.contains(kind) {
                return Err(WhyNot::NotHere);
            }
            if ability.def.is_some() && !self.table_env().works(card, draft.ability) {
                return Err(WhyNot::Muted);
            }
            if self.controller(card) != draft.user {
                return Err(WhyNot::NotYours);
            }
        }
        let AbilityForm::Timing(timing) = ability.form else { return Err(WhyNot::Timing) };
        let env = self.use_env(draft);
        if needs == Needs::All
            && ability.for_.as_ref().is_some_and(|f| !draft.card.is_some_and(|c| env.card_matches(f, c)))
        {
            return Err(WhyNot::NotFor);
        }
        // The reason that is told first is the most general one: the phase, then the timing, then the turn.
        if !ability.phases.is_empty() && !self.state.phase.is_some_and(|p| ability.phases.contains(&p)) {
            return Err(WhyNot::Phase);
        }
        if !timings.contains(&timing) {
            return Err(WhyNot::Timing);
        }
        if ability.turn.as_ref().is_some_and(|t| !env.seat_is(t, self.state.active)) {
            return Err(WhyNot::Turn);
        }
        if let Some(filter) = &ability.replies_to {
            let replied = draft.reply_to.and_then(|id| self.state.use_(id));
            if !replied.is_some_and(|u| env.use_matches(filter, u)) {
                return Err(WhyNot::ReplyTo);
            }
        }
        self.usable(&env, ability, draft, needs)
    }

    /// The use that a choice would begin, without targets and payment.
    pub fn draft(self, seat: Seat, choice: Choice, reply_to: Option<UseId>) -> Use {
        let kind = self.rules.abilities[choice.ability.index()].kind;
        Use { kind, reply_to, ..Use::new(choice.ability, choice.card, seat) }
    }

    /// A use of an ability by an effect. It pays the costs of the ability, and not those of its kind of use.
    pub fn free_use(self, ability: AbilityId, kind: Option<UseKindId>, card: Option<Card>, user: Seat) -> Use {
        Use { kind, card, price: Price::Own, ..self.draft(user, Choice { ability, card }, None) }
    }

    /// The source of a prohibition of the verb `use` that holds for a use, if there is one.
    pub(in crate::kernel) fn forbids_use(self, draft: &Use) -> Option<Option<Card>> {
        self.use_env(draft).forbids_use(draft)
    }

    fn usable(self, env: &Env, ability: &Ability, draft: &Use, needs: Needs) -> Result<(), WhyNot> {
        if self.is_spent(draft.ability, draft.card) {
            return Err(WhyNot::Spent);
        }
        if self.is_disabled(draft.ability) {
            let too_much = self.state.given_up.contains(&draft.ability);
            return Err(if too_much { WhyNot::TooMuch } else { WhyNot::Disabled });
        }
        if needs == Needs::All {
            self.needs_met(draft)?;
        }
        if let Some(source) = env.forbids_use(draft) {
            return Err(WhyNot::Forbidden(source));
        }
        if ability.targets.is_empty() {
            return self.payable(draft);
        }
        self.completable(draft, 0)
    }

    /// Judges if the needs of a use are met; the error is the first that is not.
    fn needs_met(self, draft: &Use) -> Result<(), WhyNot> {
        let env = self.use_env(draft);
        self.each_need(draft.ability, |(cond, because), _| {
            env.meets(cond).map_err(|numbers| WhyNot::Need(because.clone(), numbers))
        })
    }

    /// True if an ability is given up, because its script failed repeatedly or it looked at too much.
    pub(in crate::kernel) fn is_disabled(self, id: AbilityId) -> bool {
        if self.state.given_up.contains(&id) {
            return true;
        }
        let Effect::Script(script) = self.rules.abilities[id.index()].effect else { return false };
        self.state.failures.iter().any(|(s, n)| *s == script && *n >= MAX_FAILURES)
    }

    /// True if an ability belongs to a card that used up its share and is left out until the next answer.
    #[inline]
    pub(in crate::kernel) fn is_left_out(self, id: AbilityId) -> bool {
        let left_out = &self.state.left_out;
        !left_out.is_empty() && self.rules.abilities[id.index()].def.is_some_and(|card| left_out.contains(&card))
    }

    /// Judges if the targets from `at` on and the cost can be met together.
    pub(in crate::kernel) fn completable(self, use_: &Use, at: usize) -> Result<(), WhyNot> {
        if !self.derived.work.look() {
            return Err(WhyNot::TooMuch);
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let Some(target) = ability.targets.get(at) else { return self.payable(use_) };
        let env = self.use_env(use_);
        let none = Err(WhyNot::NoTarget(target.name));
        // Later choices do not depend on this one, so it is sufficient to count its options.
        if !target.is_named && target.what.rules.is_none() && target.what.min != Amount::Int(EVERY) {
            let (min, max) = self.bounds(&env, &target.what, usize::MAX);
            let is_enough = min <= max && env.has_targets(&target.what, min);
            return if is_enough { self.completable(use_, at + 1) } else { none };
        }
        let options = env.target_options(&target.what);
        let (min, max) = self.bounds(&env, &target.what, options.len());
        if options.len() < min || min > max {
            return none;
        }
        let index = target.what.rules.as_ref().map(|rules| set_rules::OptionIndex::new(&env, rules, &options));
        // Later choices do not depend on this one, so one legal set is sufficient.
        if !target.is_named {
            if index
                .as_ref()
                .is_some_and(|index| !index.some(options.len(), min, max, MAX_SETS, |mask| index.fits(mask)))
            {
                return none;
            }
            return self.completable(use_, at + 1);
        }
        // Earlier targets that no later part names stay empty.
        let mut with = use_.clone();
        with.targets.resize(at + 1, Value::Nil);
        // The first choice is the cheapest one, so its price goes into the message.
        let mut too_dear = None;
        let completes = |mask: u64| {
            if index.as_ref().is_some_and(|index| !index.fits(mask)) {
                return false;
            }
            with.targets[at] = set_rules::pick(&options, mask).into();
            match self.completable(&with, at + 1) {
                Ok(()) => true,
                Err(why @ (WhyNot::Counter { .. } | WhyNot::Cost(_) | WhyNot::CostCards)) => {
                    too_dear.get_or_insert(why);
                    false
                }
                Err(_) => false,
            }
        };
        let found = match &index {
            Some(index) => index.some(options.len(), min, max, MAX_SETS, completes),
            None => set_rules::some_subset(options.len(), min, max, MAX_SETS, completes),
        };
        if found { Ok(()) } else { too_dear.map_or(none, Err) }
    }

    pub(in crate::kernel) fn bounds(self, env: &Env, what: &Selection, options: usize) -> (usize, usize) {
        // Decisions hold numbers as 32 bits; no game has that many options.
        let at_most = |n: i64| n.clamp(0, u32::MAX as i64) as usize;
        let min = match env.amount(&what.min) {
            EVERY => options,
            n => at_most(n),
        };
        let max = what.max.as_ref().map_or(options, |m| at_most(env.amount(m)));
        (min, max)
    }
}

impl<'a> Env<'a> {
    /// The tests of a need that depend on the card; none if the need is known to hold.
    fn own_of<'t>(&'t self, cond: &'t Cond, shared: &SharedNeed) -> EitherOf<'t> {
        let own = |cond: &'t Cond| match (cond, shared.adds) {
            (Cond::Matches(r, test), _) if is_its_card(r) => CardCondition::Fits(self.scan(test)),
            (Cond::Amount(Amount::Add(a, b), cmp, n), Some((attr, is_first))) => {
                let added = if is_first { b } else { a };
                CardCondition::Adds(attr, self.amount(added), *cmp, self.amount(n))
            }
            _ => CardCondition::Holds(cond),
        };
        let is_own = |at: usize| shared.parts.checked_shr(at as u32).unwrap_or(0) & 1 == 0;
        match cond {
            Cond::Any(any) => any.iter().enumerate().filter(|(at, _)| is_own(*at)).map(|(_, cond)| own(cond)).collect(),
            cond => smallvec![own(cond)],
        }
    }

    /// True if the card of the use meets one test of each list.
    fn meets_own(&self, own: &[EitherOf], card: Card) -> bool {
        let holds = |one: &CardCondition| match one {
            CardCondition::Fits(scan) => self.fits(scan, card),
            CardCondition::Adds(attr, more, cmp, n) => {
                self.look() && cmp.holds(self.card_attr(card, *attr).saturating_add(*more), *n)
            }
            CardCondition::Holds(cond) => self.holds(cond),
        };
        own.iter().all(|need| need.iter().any(holds))
    }
}

/// True if a reference is the card of the use.
fn is_its_card(r: &Ref) -> bool {
    matches!((&r.head, r.path.as_slice()), (Head::This, [field]) if fixed_fields::of_use(*field) == Some(OfUse::Card))
}
