//! State cache: cached facts about a state, each valid until a change touches its reads.
//!
//! The cache lies beside the state: a copy of a world begins with an empty one.
//!
//! The cache holds facts that are expensive to find: the static abilities in play and the results of their layers
//! (`static_abilities.rs`, `layers.rs`), listening abilities (`listeners.rs`), attributes (`value_cache.rs`), checks
//! that found nothing, pip cards (`pip_cards.rs`), and decisions (`lane_cache.rs`).
//!
//! The reads of a rule follow from its compiled form (`rule_dependencies.rs`), the touches of a change from the change
//! (`change_touches.rs`). Both are a `Touched`; a fact is dropped where they meet. A fact that reads only one player or
//! one card is dropped only by touches of that player or card. While an ability that changes cards in layers is in
//! play, each change that it reads touches all static abilities. Debug builds compute all facts anew at every decision
//! and compare.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::kernel::model::decision::{Choice, Decision};
use crate::kernel::model::pip_cards::PaymentRow;
use crate::kernel::model::rules::ProtectedValues;
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::touched_cards::{AboutCards, FoundFrom, OfEach, TouchedCards};
use crate::kernel::model::value::{AttrId, Card, EventId, Seat, UseId, WindowId};
use crate::kernel::model::window::Window;
use crate::kernel::read::ability_groups::AbilityGroups;
use crate::kernel::read::evaluation_env::{Env, MAX_DEPTH, Obj};
use crate::kernel::read::game::Game;
use crate::kernel::read::lane_cache::KeptLanes;
use crate::kernel::read::static_abilities::Statics;
use crate::kernel::read::value_cache::KeptValues;
use crate::kernel::read::work_limits::{Lookup, Work};

/// The offers found for one question.
type CachedOffer = (OfferQuestion, Arc<[Choice]>);

/// The cached facts about one state.
#[derive(Debug, Default)]
pub struct StateCache {
    statics: OnceCell<Statics>,
    /// The abilities that listen to events about other cards, by the kind of event; each entry is filled at its first
    /// use.
    listeners: OnceCell<Vec<OnceCell<AbilityGroups>>>,
    /// The offers of seats in the window that is about to ask. The question follows with no change in between, and
    /// reuses them.
    offers: RefCell<SmallVec<[CachedOffer; 2]>>,
    /// The next choice of the current declaration, if nothing changed since it was found.
    asked: Option<Decision>,
    /// The open decisions of the top window, if it is a sealed one: each of a seat in its own lane.
    lanes: RefCell<KeptLanes>,
    /// True if offers or decisions are cached, so that each change must judge if it invalidates them.
    is_fresh: Cell<bool>,
    /// The touches that long-lived caches have not received yet, and the cards that these touches are about.
    touched: Cell<Touched>,
    touched_cards: RefCell<TouchedCards>,
    checks: Checks,
    /// Numbers that every script must leave unchanged, with the reads of these numbers.
    protected_values: RefCell<Option<(Touched, ProtectedValues)>>,
    /// The pip cards of players.
    payers: RefCell<Vec<KeptPayers>>,
    values: RefCell<KeptValues>,
    /// The depth of the deepest evaluation since the current one began.
    deepest: Cell<u8>,
    /// True if the layers may depend on anything, even on waiting tasks.
    layers_read_all: Cell<bool>,
    /// True if no static ability in play changes cards in layers. False: some ability does, or the list of static
    /// abilities was dropped and is not known.
    layers_are_still: Cell<bool>,
    /// The counter of looks.
    pub(crate) work: Work,
}

/// The key of cached offers: the window, its use, and the seat.
type OfferQuestion = (WindowId, Option<UseId>, Seat);

/// The cached checks that found nothing to do, by their place in the manifest.
#[derive(Debug, Default)]
struct Checks {
    /// The dependencies of each check that found nothing; `None` for a check that must be evaluated again.
    quiet: Vec<Option<FoundFrom>>,
    /// The number of checks to evaluate.
    awake: usize,
    /// The dependencies of all quiet checks together. Other touches wake no check.
    reads: Touched,
    /// The part of `reads` that was touched since the last evaluation, and the cards concerned.
    since: Cell<Touched>,
    cards: RefCell<TouchedCards>,
}

/// The cached pip cards of one player from one entry of `payments`.
#[derive(Debug)]
struct KeptPayers {
    of: (Seat, usize),
    row: Arc<PaymentRow>,
    from: FoundFrom,
}

impl Clone for StateCache {
    fn clone(&self) -> StateCache {
        StateCache::default()
    }
}

impl StateCache {
    /// Empty caches for a state whose static abilities are known.
    pub(in crate::kernel) fn knowing(mut statics: Statics) -> StateCache {
        statics.sum_up();
        StateCache { statics: OnceCell::from(statics), ..StateCache::default() }
    }

    /// Drops the facts that this touch invalidates.
    #[inline]
    pub(in crate::kernel) fn drop_touched(&mut self, touched: Touched, cards: AboutCards) {
        // Touches are only collected here; most are never looked at one by one.
        self.touched.set(self.touched.get().and(touched));
        // A change of static abilities may concern any card.
        let is_any = touched.holds(Touched::STATICS);
        let cards = if is_any { AboutCards::Any } else { cards };
        if cards != AboutCards::None {
            self.touched_cards.get_mut().note(cards);
        }
        if is_any {
            self.layers_are_still.set(false);
        }
        if touched.seats() != 0 {
            self.values.get_mut().note_seats(touched);
        }
        if self.is_fresh.get() {
            self.drop_fresh(touched);
        }
        if touched.meets(Touched::STATICS.and(Touched::LISTENERS)) {
            self.drop_abilities(touched);
        }
    }

    /// Notes that the last touch is about this card, too.
    pub(in crate::kernel) fn note_card(&mut self, card: Card) {
        self.touched_cards.get_mut().note(AboutCards::These(card, card));
    }

    /// Drops what the most frequent kind of change touches: facts about tasks, chance or running numbers.
    #[inline(always)]
    pub(in crate::kernel) fn drop_control(&mut self) {
        self.touched.set(self.touched.get().and(Touched::CONTROL));
        if self.is_fresh.get() {
            self.drop_fresh(Touched::CONTROL);
        }
    }

    #[cold]
    fn drop_fresh(&mut self, touched: Touched) {
        self.offers.get_mut().clear();
        self.asked = None;
        let lanes = self.lanes.get_mut();
        lanes.drop_touched(touched);
        let lanes_are_asked = !lanes.asked.is_empty();
        if self.layers_read_all.get() && self.statics.get().is_some() {
            let touched = Touched::STATICS.and(Touched::LISTENERS);
            self.touched.set(self.touched.get().and(touched));
            self.touched_cards.get_mut().note(AboutCards::Any);
            self.lanes.get_mut().drop_touched(touched);
            self.drop_abilities(touched);
        }
        self.is_fresh.set(lanes_are_asked);
    }

    fn drop_abilities(&mut self, touched: Touched) {
        if touched.meets(Touched::STATICS) {
            self.statics.take();
        }
        if touched.meets(Touched::LISTENERS)
            && let Some(kinds) = self.listeners.get_mut()
        {
            kinds.iter_mut().for_each(|kept| drop(kept.take()));
        }
    }

    /// Passes the noted touches on to the long-lived caches.
    fn pass_on_touches(&self) {
        let touched = self.touched.take();
        if touched == Touched::default() {
            return;
        }
        let mut cards = self.touched_cards.borrow_mut();
        if touched.meets(self.checks.reads) {
            self.checks.since.set(self.checks.since.get().and(touched));
            self.checks.cards.borrow_mut().join(&cards);
        }
        self.values.borrow_mut().drop_touched(touched, &cards);
        let mut protected = self.protected_values.borrow_mut();
        if protected.as_ref().is_some_and(|(reads, _)| touched.meets(*reads)) {
            *protected = None;
        }
        self.payers.borrow_mut().retain_mut(|kept| kept.from.touch(touched, &cards));
        cards.clear();
    }

    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self, game: Game) -> &Statics {
        self.statics.get_or_init(|| {
            let found = game.find_statics();
            if !game.rules.layered.is_empty() {
                let is_still = !found.are_layering();
                self.layers_are_still.set(is_still);
                let reads = game.rules.reads.layers;
                let reads_all = !is_still && reads.meets(Touched::CONTROL.and(game.state.tests_made_while_playing()));
                self.layers_read_all.set(reads_all);
                self.is_fresh.set(self.is_fresh.get() || reads_all);
            }
            found
        })
    }

    /// True if the layers are known to change nothing: no ability in play acts in them. False also means "not known".
    #[inline]
    pub(super) fn layers_are_still(&self) -> bool {
        self.layers_are_still.get()
    }

    /// The abilities of cards that listen to events of this kind about other cards.
    pub(in crate::kernel) fn listeners(&self, game: Game, event: EventId) -> &AbilityGroups {
        let kinds = self.listeners.get_or_init(|| vec![OnceCell::new(); game.rules.events.len()]);
        kinds[event.index()].get_or_init(|| game.find_listeners(event))
    }

    /// Numbers that every script must leave as they are.
    pub(in crate::kernel) fn protected_values(&self, game: Game) -> ProtectedValues {
        self.pass_on_touches();
        if let Some((_, kept)) = &*self.protected_values.borrow() {
            return kept.clone();
        }
        let reads = game.rules.reads.protected_numbers;
        // A script may have given a lasting effect a test, which may read anything.
        let is_known = !reads.meets(game.state.tests_made_while_playing());
        let kept = game.find_protected();
        *self.protected_values.borrow_mut() = Some((if is_known { reads } else { Touched::ALL }, kept.clone()));
        kept
    }

    /// The pip cards of a seat from one entry of `payments`, cached with `reads` as its dependencies.
    pub(in crate::kernel) fn payers(&self, game: Game, of: (Seat, usize), reads: ValueReads) -> Arc<PaymentRow> {
        self.pass_on_touches();
        let at = self.payers.borrow().iter().position(|kept| kept.of == of);
        if let Some(at) = at
            && let kept = &self.payers.borrow()[at]
            && kept.from.cards.is_empty()
        {
            self.work.look();
            return kept.row.clone();
        }
        let old = at.map(|at| self.payers.borrow_mut().swap_remove(at));
        let env = game.seat_env(of.0);
        let find = || {
            let known = old.as_ref().map(|kept| (PaymentRow::clone(&kept.row), &kept.from.cards));
            Arc::new(game.find_payers(&env, of.1, known))
        };
        match self.work.kept(find) {
            Lookup::Is(row) => {
                // A script may have given a lasting effect a test, which may read anything.
                if !reads.any.and(reads.own).meets(game.state.tests_made_while_playing()) {
                    let kept = KeptPayers { of, row: row.clone(), from: FoundFrom::new(reads) };
                    self.payers.borrow_mut().push(kept);
                }
                row
            }
            Lookup::Again => self.payers(game, of, reads),
            Lookup::No => Arc::default(),
        }
    }

    /// The offers of a seat in a window: the cached ones, or the result of `find`.
    pub(in crate::kernel) fn offers(&self, asked: OfferQuestion, find: impl FnOnce() -> Vec<Choice>) -> Arc<[Choice]> {
        if let Some((_, offers)) = self.offers.borrow().iter().find(|(of, _)| *of == asked) {
            return offers.clone();
        }
        let offers: Arc<[Choice]> = find().into();
        self.is_fresh.set(true);
        self.offers.borrow_mut().push((asked, offers.clone()));
        offers
    }

    /// The next choice of the current declaration, if it is cached.
    pub(in crate::kernel) fn asked(&self) -> Option<&Decision> {
        self.asked.as_ref()
    }

    /// Caches the next choice of the current declaration.
    pub(in crate::kernel) fn keep_asked(&mut self, decision: Decision) {
        self.asked = Some(decision);
        self.is_fresh.set(true);
    }

    /// The decision of a seat in its lane of a sealed window, from the cache or computed by `find`.
    pub(in crate::kernel) fn lane(
        &self,
        game: Game,
        window: &Window,
        seat: Seat,
        find: impl FnOnce() -> Option<Decision>,
    ) -> Option<Decision> {
        if let Some(kept) = self.lanes.borrow().get(window, seat) {
            return Some(kept.clone());
        }
        let decision = find()?;
        let reads = game.rules.reads.lanes[window.def.index()];
        // A script may have given a lasting effect a test, which may read anything.
        let is_known = |reads: &ValueReads| !reads.any.meets(game.state.tests_made_while_playing());
        if let Some(reads) = reads.filter(is_known)
            && !self.work.has_too_much()
        {
            self.lanes.borrow_mut().keep(window, reads, (seat, decision.clone()));
            self.is_fresh.set(true);
        }
        Some(decision)
    }

    /// Drops the cached decision of a seat that has answered in its lane.
    pub(in crate::kernel) fn answered_in_lane(&mut self, seat: Seat) {
        self.lanes.get_mut().answered(seat);
    }

    // ---- values ----

    /// The value of an attribute of a card or player, from the cache or computed.
    ///
    /// The cached value equals the computed one: it is used only at a depth where computing would succeed.
    pub(in crate::kernel) fn value(&self, env: &Env, attr: AttrId, obj: Obj) -> i64 {
        self.pass_on_touches();
        let kept = self.values.borrow_mut().get(env.game(), attr, obj);
        if let Some((value, height)) = kept
            && env.depth + height <= MAX_DEPTH
        {
            self.reach(env.depth + height);
            self.work.look();
            return value;
        }
        let outer = self.deepest.replace(env.depth);
        let found = self.work.kept(|| env.value_anew(attr, obj));
        let deepest = self.deepest.get();
        self.deepest.set(deepest.max(outer));
        match found {
            Lookup::Is(value) => {
                // If the looks ran out, the value is not reliable, so it is not kept.
                if deepest <= MAX_DEPTH && !self.work.has_too_much() {
                    self.values.borrow_mut().keep(env.game(), attr, obj, (value, deepest - env.depth));
                }
                value
            }
            Lookup::Again => self.value(env, attr, obj),
            Lookup::No => 0,
        }
    }

    /// Notes the depth of an evaluation; beyond [`MAX_DEPTH`] it was cut off.
    #[inline]
    pub(in crate::kernel) fn reach(&self, depth: u8) {
        self.deepest.set(self.deepest.get().max(depth));
    }

    // ---- checks ----

    /// True if a touch since the last call of [`StateCache::wake_checks`] may wake a check; `checks` is the number of
    /// all checks. Most touches wake none.
    #[inline]
    pub(in crate::kernel) fn may_wake_checks(&self, checks: usize) -> bool {
        self.checks.quiet.len() != checks
            || self.checks.since.get() != Touched::default()
            || self.touched.get().meets(self.checks.reads)
    }

    /// Wakes the checks whose reads were touched. Call it before [`StateCache::is_quiet`]. True: some checks must first
    /// look at the cards of [`StateCache::cards_of_check`].
    pub(in crate::kernel) fn wake_checks(&mut self, checks: usize) -> bool {
        self.pass_on_touches();
        let Checks { quiet, awake, reads, since, cards } = &mut self.checks;
        if quiet.len() != checks {
            quiet.resize(checks, None);
            *awake = checks;
        }
        let since = since.take();
        if since == Touched::default() {
            return false;
        }
        let (mut has_cards, mut woke) = (false, false);
        for slot in quiet.iter_mut() {
            let Some(found) = slot else { continue };
            if !found.all().meets(since) || found.touch(since, cards.get_mut()) {
                has_cards |= !found.cards.is_empty();
            } else {
                *slot = None;
                *awake += 1;
                woke = true;
            }
        }
        cards.get_mut().clear();
        if woke {
            *reads = quiet.iter().flatten().fold(Touched::default(), |reads, found| reads.and(found.all()));
        }
        has_cards
    }

    /// Takes the touched cards that a quiet check has not looked at yet.
    pub(in crate::kernel) fn cards_of_check(&mut self, check: usize) -> Option<TouchedCards> {
        let quiet = self.checks.quiet[check].as_mut()?;
        (!quiet.cards.is_empty()).then(|| std::mem::take(&mut quiet.cards))
    }

    /// Wakes a check that found one of the touched cards.
    pub(in crate::kernel) fn wake_check(&mut self, check: usize) {
        self.checks.awake += usize::from(self.checks.quiet[check].take().is_some());
    }

    /// True if all checks found nothing, and would find nothing now.
    #[inline]
    pub(in crate::kernel) fn are_checks_quiet(&self) -> bool {
        self.checks.awake == 0
    }

    /// True if a check, by its place in the manifest, found nothing and would find nothing now.
    pub(in crate::kernel) fn is_quiet(&self, check: usize) -> bool {
        self.checks.quiet[check].is_some()
    }

    /// Caches the empty result of a check, with its dependencies.
    pub(in crate::kernel) fn found_nothing(&mut self, check: usize, from: (ValueReads, OfEach), state: &State) {
        let from = FoundFrom::new(from.0).with_each(from.1);
        let reads = from.all();
        // Touches that are not passed on yet came before this evaluation: they go to the other checks now, so that they
        // do not wake this one.
        self.pass_on_touches();
        self.checks.reads = self.checks.reads.and(reads);
        self.wake_check(check);
        // A script may have given a lasting effect a test, which may read anything.
        if !reads.meets(state.tests_made_while_playing()) {
            self.checks.quiet[check] = Some(from);
            self.checks.awake -= 1;
        }
    }

    /// True if every cached value equals a newly computed one. Tests ask this, and debug builds at every decision.
    pub(in crate::kernel) fn is_right(&self, game: Game) -> bool {
        // A single empty cache serves the whole comparison, so that values that read values are computed once each.
        let anew = StateCache::default();
        let game = Game { derived: &anew, ..game };
        self.pass_on_touches();
        let is_still = |check: usize, quiet: &Option<FoundFrom>| {
            let since = self.checks.since.get();
            quiet.as_ref().is_none_or(|quiet| quiet.is_stale(since)) || game.check_finds(check).is_err()
        };
        let listens = |(i, kept): (usize, &OnceCell<AbilityGroups>)| {
            kept.get().is_none_or(|kept| *kept == game.find_listeners(EventId::of(i)))
        };
        let is_payers = |kept: &KeptPayers| {
            !kept.from.cards.is_empty() || *kept.row == game.find_payers(&game.seat_env(kept.of.0), kept.of.1, None)
        };
        let offered = |((_, _, seat), offers): &CachedOffer| match game.state.tasks.last() {
            Some(Task::Window(window)) => *game.window_offers(window, *seat) == **offers,
            _ => true,
        };
        let in_lanes = || match game.state.tasks.last() {
            Some(Task::Window(window)) if !window.lanes.is_empty() => {
                let anew = game.lane_decisions(window);
                let is_right = |of: &Decision| match self.lanes.borrow().get(window, of.seat) {
                    Some(kept) => kept.kind == of.kind && kept.slot == of.slot && kept.ability == of.ability,
                    None => true,
                };
                anew.iter().all(is_right)
            }
            _ => true,
        };
        self.asked.as_ref().is_none_or(|asked| game.decisions() == std::slice::from_ref(asked))
            && in_lanes()
            && self.protected_values.borrow().as_ref().is_none_or(|(_, kept)| *kept == game.find_protected())
            && self.payers.borrow().iter().all(is_payers)
            && self.statics.get().is_none_or(|kept| kept == anew.statics(game))
            && self.offers.borrow().iter().all(offered)
            && self.listeners.get().is_none_or(|kinds| kinds.iter().enumerate().all(listens))
            && self.checks.quiet.iter().enumerate().all(|(check, quiet)| is_still(check, quiet))
            && self.values.borrow_mut().are_right(game)
    }
}
