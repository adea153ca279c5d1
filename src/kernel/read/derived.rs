//! Derived: what was found out about a state, kept until a change touches what it was found from.
//!
//! It lies beside the state, never in it: a copy of a world begins without.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use crate::kernel::model::decision::{Choice, Decision};
use crate::kernel::model::rules::Kept;
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::model::touched::Touched;
use crate::kernel::model::value::{AttrId, EventId, Seat, UseId, WindowId};
use crate::kernel::read::alike::AllAlike;
use crate::kernel::read::env::{Env, MAX_DEPTH, Obj};
use crate::kernel::read::game::Game;
use crate::kernel::read::kept_values::KeptValues;
use crate::kernel::read::statics::Statics;
use crate::kernel::read::work::{Found, Work};

/// What was found out about one state.
#[derive(Debug, Default)]
pub struct Derived {
    statics: OnceCell<Statics>,
    /// What listens to what happens to other cards, by the kind of event: each kept from when it is asked for.
    listeners: OnceCell<Vec<OnceCell<AllAlike>>>,
    /// What a seat may use in the window that is about to ask: with nothing in between it is asked just that.
    offers: OnceCell<(Asked, Vec<Choice>)>,
    /// What is to be chosen next by who declares something, if nothing changed since that was found out.
    asked: Option<Decision>,
    checks: Checks,
    /// Numbers that every script must leave as they are, and what they read.
    keeps: OnceCell<(Touched, Kept)>,
    values: RefCell<KeptValues>,
    /// How deep the evaluation of values went, the deepest since the one being computed began.
    deepest: Cell<u8>,
    /// How much is looked at.
    pub(crate) work: Work,
}

/// Who is asked, in a window about a use.
type Asked = (WindowId, Option<UseId>, Seat);

/// Which checks found nothing to do, by their place in the manifest.
#[derive(Debug, Default)]
struct Checks {
    /// Those that found nothing, and none of what they read was touched before `since` began.
    quiet: Vec<bool>,
    /// What was touched since they were looked at last.
    since: Touched,
}

impl Clone for Derived {
    fn clone(&self) -> Derived {
        Derived::default()
    }
}

impl Derived {
    /// Drops what is not right any more once this was touched.
    #[inline]
    pub(in crate::kernel) fn drop_touched(&mut self, touched: Touched) {
        self.checks.since = self.checks.since.and(touched);
        self.values.get_mut().drop_touched(touched);
        self.offers.take();
        self.asked = None;
        if self.keeps.get().is_some_and(|(reads, _)| touched.meets(*reads)) {
            self.keeps.take();
        }
        if touched.meets(Touched::STATICS) {
            self.statics.take();
        }
        if touched.meets(Touched::LISTENERS)
            && let Some(kinds) = self.listeners.get_mut()
        {
            kinds.iter_mut().for_each(|kept| drop(kept.take()));
        }
    }

    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self, game: Game) -> &Statics {
        self.statics.get_or_init(|| game.find_statics())
    }

    /// The abilities of cards that listen to such an event of other cards.
    pub(in crate::kernel) fn listeners(&self, game: Game, event: EventId) -> &AllAlike {
        let kinds = self.listeners.get_or_init(|| vec![OnceCell::new(); game.rules.events.len()]);
        kinds[event.index()].get_or_init(|| game.find_listeners(event))
    }

    /// Numbers that every script must leave as they are.
    pub(in crate::kernel) fn keeps(&self, game: Game) -> &Kept {
        let find = || {
            let reads = game.rules.reads.keeps;
            // Tests that were made while the game is played may read anything.
            let is_known = !reads.meets(game.state.tests_made_while_playing());
            (if is_known { reads } else { Touched::ALL }, game.find_kept())
        };
        &self.keeps.get_or_init(find).1
    }

    /// What a seat may use in a window: what was found since the last change, or what `find` finds.
    pub(in crate::kernel) fn offers(&self, asked: Asked, find: impl Fn() -> Vec<Choice>) -> Cow<'_, [Choice]> {
        let (of, offers) = self.offers.get_or_init(|| (asked, find()));
        if *of == asked { Cow::Borrowed(offers) } else { Cow::Owned(find()) }
    }

    /// What is to be chosen next by who declares something, if that is known.
    pub(in crate::kernel) fn asked(&self) -> Option<&Decision> {
        self.asked.as_ref()
    }

    /// Keeps what is to be chosen next, found out since the last change.
    pub(in crate::kernel) fn keep_asked(&mut self, decision: Decision) {
        self.asked = Some(decision);
    }

    // ---- values ----

    /// The value of an attribute that reads so much, for whoever asks: kept, or computed and kept.
    ///
    /// A kept value is the same as one computed here: it is used only where that would not nest too deep.
    pub(in crate::kernel) fn value(&self, env: &Env, attr: AttrId, obj: Obj) -> i64 {
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
            Found::Is(value) => {
                if deepest <= MAX_DEPTH {
                    self.values.borrow_mut().keep(env.game(), attr, obj, (value, deepest - env.depth));
                }
                value
            }
            Found::Again => self.value(env, attr, obj),
            Found::No => 0,
        }
    }

    /// Notes that evaluation went so deep; more than [`MAX_DEPTH`]: it was broken off there.
    #[inline]
    pub(in crate::kernel) fn reach(&self, depth: u8) {
        self.deepest.set(self.deepest.get().max(depth));
    }

    // ---- checks ----

    /// Wakes the checks whose reads were touched. To be called before [`Derived::is_quiet`] is asked.
    pub(in crate::kernel) fn wake_checks(&mut self, reads: &[Touched]) {
        self.checks.quiet.resize(reads.len(), false);
        let since = std::mem::take(&mut self.checks.since);
        self.checks.quiet.iter_mut().zip(reads).for_each(|(quiet, reads)| *quiet &= !reads.meets(since));
    }

    /// Whether a check, by its place in the manifest, found nothing and would find nothing now.
    pub(in crate::kernel) fn is_quiet(&self, check: usize) -> bool {
        self.checks.quiet[check]
    }

    /// Notes that a check, which reads so much, found nothing in a state.
    pub(in crate::kernel) fn found_nothing(&mut self, check: usize, reads: Touched, state: &State) {
        // Tests that were made while the game is played may read anything.
        self.checks.quiet[check] = !reads.meets(state.tests_made_while_playing());
    }

    /// Whether all of it is what one finds anew: for tests, and in debug builds at every decision.
    pub(in crate::kernel) fn is_right(&self, game: Game) -> bool {
        // Kept for as long as this takes, in one state, so that values that read values take no longer than they must.
        let anew = Derived::default();
        let game = Game { derived: &anew, ..game };
        let is_still = |check: usize, quiet: bool| {
            !quiet || game.rules.reads.checks[check].meets(self.checks.since) || game.check_finds(check).is_none()
        };
        let listens = |(i, kept): (usize, &OnceCell<AllAlike>)| {
            kept.get().is_none_or(|kept| *kept == game.find_listeners(EventId::of(i)))
        };
        let offered = |((_, _, seat), offers): &(Asked, Vec<Choice>)| match game.state.tasks.last() {
            Some(Task::Window(window)) => *game.window_offers(window, *seat) == **offers,
            _ => true,
        };
        self.asked.as_ref().is_none_or(|asked| game.decisions() == std::slice::from_ref(asked))
            && self.keeps.get().is_none_or(|(_, kept)| *kept == game.find_kept())
            && self.statics.get().is_none_or(|kept| kept == anew.statics(game))
            && self.offers.get().is_none_or(offered)
            && self.listeners.get().is_none_or(|kinds| kinds.iter().enumerate().all(listens))
            && self.checks.quiet.iter().enumerate().all(|(check, quiet)| is_still(check, *quiet))
            && self.values.borrow_mut().are_right(game)
    }
}
