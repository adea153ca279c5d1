//! Work limits: the count of looks at the state. It keeps every rule from holding up a game.
//!
//! Each ability and each cached value has an allowance of looks of its own, and its reader pays for a single look. So
//! the price does not depend on what is cached: a fresh copy of the game, with empty caches, counts the same.
//!
//! An ability that acts on events is evaluated at each event, and its card pays for all of its looks, as steps
//! (`Work::take_heard`). Its result is never cached, so a fresh copy counts the same here, too. The last resort is the
//! number of all looks between two answers. A fresh copy may count another number, so this limit ends the game, as the
//! clock does (`Work::is_late`).

use std::cell::{Cell, RefCell};

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::objects::{Granted, Modifier};
use crate::kernel::model::value::{AbilityId, DefId};

/// The most looks for one evaluation. A look is a tested object or a condition.
pub(crate) const MOST_LOOKS: u32 = 250_000;
/// The most looks for one ability of a card.
const MOST_OF_ABILITY: u32 = 50_000;
/// The looks that all abilities of a card share, and the least for each: without a share, a card with a thousand
/// abilities would take a thousand times as long as a card with one.
const MOST_OF_CARD: u32 = 500_000;
const LEAST_OF_ABILITY: u32 = 500;
/// Static abilities have one tenth of these limits, because they are evaluated for each card and each value.
const PART_OF_STATIC: u32 = 10;
/// The most looks for a test in a timed effect of a script, which is evaluated for every card.
const MOST_OF_TEST: u32 = 500;

/// The most looks in one step by those abilities of a card that act on events. Without it, 20 abilities with 14,000
/// looks each would take 28 million for 100 draws in one batch. It is small enough that three such cards leave steps to
/// others.
const MOST_HEARD: u32 = 100_000;
/// The looks of one ability that are free. Most abilities need fewer, and the bookkeeping costs as much as these looks.
const FREE_OF_LISTENER: u32 = 8;
/// The most looks between two answers, about half a second. The scenarios of the shipped games need 2,300 at most, and
/// `bench growth` needs two million with 1,600 cards in play.
pub(crate) const MOST_IN_ALL: u64 = 20_000_000;

/// The source that exceeded its allowance or depends on itself. It is ignored from then on.
#[derive(Clone, Debug, PartialEq)]
pub enum TooMuch {
    /// An ability.
    Ability(AbilityId),
    /// All abilities of a card that act on events, in one step.
    Card(DefId),
    /// All static abilities of a card, because this one depends on itself. Giving them up one by one would take an
    /// evaluation for each.
    Statics(DefId, AbilityId),
    /// A modifier with a script's test of its objects.
    Modifier(Box<Modifier>),
    /// A permission with a script's test of its objects.
    Permission(Box<Granted>),
}

/// The result of looking for a cached value.
pub(in crate::kernel) enum Lookup<R> {
    /// The cached value.
    Is(R),
    /// A source exceeded its allowance and is ignored from now on: evaluate again.
    Again,
    /// The reader has no looks left either.
    No,
}

/// An ability whose conditions are evaluated.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct EvaluatedAbility {
    pub id: AbilityId,
    /// The card of the ability; `None` for an ability of the manifest.
    pub def: Option<DefId>,
    /// True for a `while` ability.
    pub is_static: bool,
    /// True for an ability that acts on events. Its card pays for all of its looks.
    pub pays: bool,
    /// The allowance of the ability, in looks.
    pub most: u32,
}

/// The count of looks, and the sources that took too many.
#[derive(Debug)]
pub struct Work {
    /// The number of looks taken since the allowance was granted.
    looked: Cell<u64>,
    /// The number in `looked` at which the present evaluation has no looks left.
    end: Cell<u64>,
    /// The allowance of an evaluation.
    most: Cell<u32>,
    /// True if the present evaluation ran out of looks; after it, true only if no source could be blamed for that.
    is_over: Cell<bool>,
    /// The number of nested evaluations.
    nested: Cell<u32>,
    /// True if values depend on each other in a circle. All evaluations in progress end, and the innermost source of a
    /// card is blamed.
    is_endless: Cell<bool>,
    is_blamed: Cell<bool>,
    /// The sources that took too much since the last [`Work::forget`].
    too_much: RefCell<Vec<TooMuch>>,
    is_too_much: Cell<bool>,
    /// The looks in this step of abilities that act on events, in all and by card.
    heard: Cell<u64>,
    heard_by: RefCell<Vec<(DefId, u32)>>,
    /// The number of looks since the last answer, and its limit.
    in_all: Cell<u64>,
    most_in_all: Cell<u64>,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            looked: Cell::default(),
            end: Cell::new(u64::from(MOST_LOOKS)),
            most: Cell::new(MOST_LOOKS),
            is_over: Cell::default(),
            nested: Cell::default(),
            is_endless: Cell::default(),
            is_blamed: Cell::default(),
            too_much: RefCell::default(),
            is_too_much: Cell::default(),
            heard: Cell::default(),
            heard_by: RefCell::default(),
            in_all: Cell::default(),
            most_in_all: Cell::new(u64::MAX),
        }
    }
}

/// The allowance of one ability of a card with this number of abilities.
pub(crate) fn looks_of_one(abilities: usize, form: &AbilityForm) -> u32 {
    let part = if *form == AbilityForm::While { PART_OF_STATIC } else { 1 };
    let share = MOST_OF_CARD / part / u32::try_from(abilities.max(1)).unwrap_or(u32::MAX);
    share.clamp(LEAST_OF_ABILITY / part, MOST_OF_ABILITY / part)
}

impl Work {
    /// The number of looks taken since the allowance was granted.
    #[inline]
    pub(in crate::kernel) fn looked(&self) -> u64 {
        self.looked.get()
    }

    /// Begins an evaluation with a full allowance of looks.
    #[inline]
    pub(in crate::kernel) fn begin(&self) {
        self.end.set(self.looked.get() + u64::from(self.most.get()));
    }

    /// Pays for one look. False: no look is left, and the object counts as not there.
    #[inline]
    pub(in crate::kernel) fn look(&self) -> bool {
        let looked = self.looked.get();
        if looked >= self.end.get() {
            self.is_over.set(true);
            return false;
        }
        self.looked.set(looked + 1);
        true
    }

    /// Pays for `n` looks and one more. False: the allowance is used up.
    pub(in crate::kernel) fn looks(&self, n: usize) -> bool {
        self.pay(n as u64);
        self.look()
    }

    /// Pays one look for a cached value.
    #[inline]
    pub(in crate::kernel) fn pay_for_kept(&self) {
        self.pay(1);
    }

    /// Pays one look for each of several cached values.
    #[inline]
    pub(in crate::kernel) fn pay_for_all_kept(&self, values: u32) {
        self.pay(u64::from(values));
    }

    /// Takes looks, at most those that are left.
    #[inline]
    fn pay(&self, looks: u64) {
        self.looked.set(self.looked.get().saturating_add(looks).min(self.end.get()));
    }

    /// Takes all looks that are left.
    fn pay_all(&self) {
        self.looked.set(self.end.get());
    }

    /// Notes that values depend on each other in a circle, which breaks off all evaluations in progress.
    #[cold]
    pub(in crate::kernel) fn has_no_end(&self) {
        self.is_endless.set(self.nested.get() > 0);
        self.is_over.set(true);
        self.pay_all();
    }

    /// Evaluates something with an allowance of its own; `blamed` is at fault if that is not enough. Returns the number
    /// of looks, too.
    #[inline]
    fn apart<R>(
        &self,
        most: u32,
        blamed: impl FnOnce() -> Option<TooMuch>,
        find: impl FnOnce() -> R,
    ) -> (Option<R>, u32) {
        let looked = self.looked.get();
        let (end, is_over) = (self.end.replace(looked + u64::from(most)), self.is_over.replace(false));
        self.nested.set(self.nested.get() + 1);
        let found = find();
        self.nested.set(self.nested.get() - 1);
        let looks = (self.looked.replace(looked) - looked) as u32;
        self.end.set(end);
        self.in_all.set(self.in_all.get() + u64::from(looks) + 1);
        self.pay_for_kept();
        if self.is_over.replace(is_over) {
            self.blame(blamed());
            return (None, looks);
        }
        (Some(found), looks)
    }

    /// Evaluates without charging anybody, for facts whose price was paid already; `None` if it takes too much.
    pub(in crate::kernel) fn unpaid<R>(&self, find: impl FnOnce() -> R) -> Option<R> {
        let looked = self.looked.get();
        let (end, is_over) = (self.end.replace(looked + u64::from(MOST_LOOKS)), self.is_over.replace(false));
        let most = self.most.replace(MOST_LOOKS);
        self.nested.set(self.nested.get() + 1);
        let found = find();
        self.nested.set(self.nested.get() - 1);
        self.looked.set(looked);
        self.end.set(end);
        self.most.set(most);
        if self.nested.get() == 0 {
            self.is_endless.set(false);
            self.is_blamed.set(false);
        }
        (!self.is_over.replace(is_over)).then_some(found)
    }

    #[cold]
    fn blame(&self, blamed: Option<TooMuch>) {
        let is_endless = self.is_endless.get();
        match blamed {
            Some(blamed) if !is_endless || !self.is_blamed.get() => {
                self.too_much.borrow_mut().push(blamed);
                self.is_too_much.set(true);
                self.is_blamed.set(is_endless);
            }
            Some(_) => {}
            None if is_endless && self.nested.get() > 0 => {}
            None => {
                self.is_over.set(!self.is_blamed.get());
                if !self.is_blamed.get() {
                    self.pay_all();
                }
            }
        }
        if !is_endless {
            return;
        }
        // A value that depends on itself breaks off all evaluations around it, so only the outermost one clears the
        // marks.
        if self.nested.get() == 0 {
            self.is_endless.set(false);
            self.is_blamed.set(false);
        } else {
            self.is_over.set(true);
            self.pay_all();
        }
    }

    /// Computes a value to be cached, with an allowance of looks of its own.
    pub(in crate::kernel) fn kept<R>(&self, find: impl FnOnce() -> R) -> Lookup<R> {
        if self.is_late() {
            self.is_over.set(true);
            return Lookup::No;
        }
        match self.apart(MOST_LOOKS, || None, find).0 {
            Some(found) => Lookup::Is(found),
            None if self.is_over.get() => Lookup::No,
            None => Lookup::Again,
        }
    }

    /// Evaluates an ability; returns `or` if that takes too much, now or before, and gives the ability up. If a static
    /// ability depends on itself, all static abilities of its card are given up.
    #[inline]
    pub(in crate::kernel) fn of<R>(&self, asked: EvaluatedAbility, or: R, find: impl FnOnce() -> R) -> R {
        let EvaluatedAbility { id, def, is_static, pays, most } = asked;
        let is_it = |too_much: &TooMuch| match too_much {
            TooMuch::Ability(ability) => *ability == id,
            TooMuch::Card(card) => Some(*card) == def,
            TooMuch::Statics(card, _) => is_static && Some(*card) == def,
            TooMuch::Modifier(_) | TooMuch::Permission(_) => false,
        };
        if !self.may_say(is_it) {
            return or;
        }
        let blamed = || match def.filter(|_| is_static && self.is_endless.get()) {
            Some(card) => Some(TooMuch::Statics(card, id)),
            None => Some(TooMuch::Ability(id)),
        };
        let (found, looks) = self.apart(most, blamed, find);
        if pays && looks > FREE_OF_LISTENER && self.nested.get() == 0 {
            self.note_heard(def, looks);
        }
        found.unwrap_or(or)
    }

    #[cold]
    fn note_heard(&self, card: Option<DefId>, looks: u32) {
        self.heard.set(self.heard.get() + u64::from(looks));
        let Some(card) = card else { return };
        let mut all = self.heard_by.borrow_mut();
        let at = all.iter().position(|(of, _)| *of == card).unwrap_or_else(|| {
            all.push((card, 0));
            all.len() - 1
        });
        all[at].1 += looks;
        if all[at].1 > MOST_HEARD {
            self.give_up(TooMuch::Card(card));
        }
    }

    /// Judges a test in a timed effect of a script; `blamed` is the effect.
    #[inline]
    pub(in crate::kernel) fn of_test(&self, blamed: impl Fn() -> TooMuch, test: impl FnOnce() -> bool) -> bool {
        self.may_say(|too_much| *too_much == blamed())
            && self.apart(MOST_OF_TEST, || Some(blamed()), test).0.unwrap_or(false)
    }

    #[inline]
    fn may_say(&self, is_it: impl Fn(&TooMuch) -> bool) -> bool {
        if self.looked.get() >= self.end.get() || self.is_late() {
            self.is_over.set(true);
            return false;
        }
        !(self.is_too_much.get() && self.too_much.borrow().iter().any(is_it))
    }

    /// The number of looks that are left.
    #[inline]
    pub(in crate::kernel) fn left(&self) -> u32 {
        (self.end.get() - self.looked.get()) as u32
    }

    /// Gives up something that took too much.
    #[cold]
    pub(in crate::kernel) fn give_up(&self, too_much: TooMuch) {
        let mut all = self.too_much.borrow_mut();
        if !all.contains(&too_much) {
            all.push(too_much);
        }
        self.is_too_much.set(true);
    }

    /// Adds the looks of another count, and gives up the sources that took too many there.
    pub(in crate::kernel) fn join(&self, other: &Work) {
        self.in_all.set(self.in_all.get() + other.in_all.take());
        if other.is_too_much.get() {
            other.too_much.borrow().iter().for_each(|too_much| self.give_up(too_much.clone()));
        }
    }

    // ---- who drives a game ----

    /// Forgets which sources took too many looks, and the looks of abilities that act on events.
    pub(in crate::kernel) fn forget(&self) {
        self.is_over.set(false);
        if self.heard.get() > 0 {
            self.take_heard();
        }
        if self.is_too_much.replace(false) {
            self.too_much.borrow_mut().clear();
        }
    }

    /// True if any source took too much since the last reset.
    #[inline]
    pub(in crate::kernel) fn has_too_much(&self) -> bool {
        self.is_over.get() || self.is_too_much.get()
    }

    /// The number of looks of listening abilities in the current step.
    #[inline]
    pub(in crate::kernel) fn heard(&self) -> u64 {
        self.heard.get()
    }

    /// Takes the numbers of looks of listening abilities in the current step, by card, and resets the counts.
    pub(in crate::kernel) fn take_heard(&self) -> Vec<(DefId, u32)> {
        self.heard.set(0);
        self.heard_by.take()
    }

    /// Sets the limit of looks until the next decision, and resets the count.
    pub(crate) fn allow(&self, looks: u64) {
        self.in_all.set(0);
        self.most_in_all.set(looks);
    }

    /// True if the limit of looks until the next decision is exceeded. All evaluations in progress end then.
    #[inline]
    pub(crate) fn is_late(&self) -> bool {
        self.in_all.get() > self.most_in_all.get()
    }

    /// The sources that took too much; `None` if one of them belongs to no card.
    pub(in crate::kernel) fn too_much(&self) -> Option<Vec<TooMuch>> {
        (!self.is_over.get()).then(|| self.too_much.borrow().clone())
    }

    // ---- scripts ----

    /// Grants looks to a question of a script, until [`Work::taken`].
    pub(crate) fn grant(&self, looks: u32) {
        self.most.set(looks.min(MOST_LOOKS));
        self.looked.set(0);
        self.begin();
    }

    /// The looks taken since they were granted; `None` if there were not enough.
    pub(crate) fn taken(&self) -> Option<u64> {
        let is_over = self.is_over.replace(false);
        let looked = self.looked();
        self.grant(MOST_LOOKS);
        (!is_over).then_some(looked)
    }
}

#[cfg(test)]
mod tests {
    use super::{EvaluatedAbility, Lookup, MOST_HEARD, MOST_LOOKS, TooMuch, Work, looks_of_one};
    use crate::kernel::model::ability::AbilityForm;
    use crate::kernel::model::event;
    use crate::kernel::model::value::{AbilityId, DefId};

    /// An ability with this allowance. With a card it is a static ability of that card.
    fn asked(id: usize, card: Option<DefId>, most: u32) -> EvaluatedAbility {
        EvaluatedAbility { id: AbilityId::of(id), def: card, is_static: card.is_some(), pays: false, most }
    }

    fn look(work: &Work, n: u32) -> bool {
        (0..n).map(|_| work.look()).filter(|may| !may).count() == 0
    }

    #[test]
    fn what_is_found_apart_costs_one_look() {
        let work = Work::default();
        work.grant(10);
        assert!(work.of(asked(0, None, 1000), false, || look(&work, 1000)));
        work.kept(|| look(&work, 1000));
        assert_eq!(work.taken(), Some(2));
        assert!(!work.has_too_much());
    }

    #[test]
    fn the_abilities_of_a_card_share_what_it_may_look_at() {
        let looks = |form: AbilityForm| [0, 1, 10, 11, 500, 100_000].map(|n| looks_of_one(n, &form));
        assert_eq!(looks(AbilityForm::After(event::MOVED)), [50_000, 50_000, 50_000, 45_454, 1_000, 500]);
        assert_eq!(looks(AbilityForm::While), [5_000, 5_000, 5_000, 4_545, 100, 50]);
    }

    #[test]
    fn listeners_of_a_card_say_nothing_more_in_a_step_that_is_too_much_for_it() {
        let (work, card) = (Work::default(), DefId::of(7));
        let hears = |id, def, looks| {
            let of = EvaluatedAbility { id: AbilityId::of(id), def, is_static: false, pays: true, most: MOST_LOOKS };
            work.of(of, false, || look(&work, looks))
        };
        let half = MOST_HEARD / 2;
        assert!(hears(1, Some(card), half) && hears(2, Some(card), half) && !work.has_too_much());
        assert!(hears(2, Some(card), 100) && work.has_too_much() && !hears(1, Some(card), 1));
        assert!(hears(3, Some(DefId::of(8)), half) && hears(4, None, half));
        assert_eq!(work.heard(), u64::from(half) * 4 + 100);
        assert_eq!(work.take_heard(), [(card, MOST_HEARD + 100), (DefId::of(8), half)]);
        assert_eq!((work.heard(), work.too_much()), (0, Some(vec![TooMuch::Card(card)])));
    }

    #[test]
    fn behind_what_is_allowed_until_the_next_answer_nothing_is_found_out() {
        let work = Work::default();
        work.allow(1_000);
        assert!(work.of(asked(1, None, 700), false, || look(&work, 600)) && !work.is_late());
        work.kept(|| look(&work, 600));
        assert!(work.is_late() && !work.of(asked(2, None, 700), false, || true));
        work.allow(1_000);
        assert!(!work.is_late());
    }

    #[test]
    fn an_ability_that_takes_too_much_says_nothing_from_then_on() {
        let (work, id) = (Work::default(), AbilityId::of(3));
        assert!(!work.of(asked(3, None, 700), false, || !look(&work, 701)));
        assert!(!work.of(asked(3, None, 700), false, || true));
        assert!(work.of(asked(4, None, 700), false, || look(&work, 700)));
        assert_eq!(work.too_much(), Some(vec![TooMuch::Ability(id)]));
        work.forget();
        assert!(work.of(asked(3, None, 700), false, || true));
    }

    #[test]
    fn what_no_ability_says_is_over_when_nothing_is_left() {
        let work = Work::default();
        work.grant(1);
        assert!(work.look() && !work.look());
        assert!(!work.of(asked(0, None, 700), false, || true));
        assert_eq!(work.too_much(), None);
        assert_eq!((work.taken(), work.taken()), (None, Some(0)));
        // A value that exceeds its allowance leaves nothing for its reader.
        work.begin();
        assert!(matches!(work.kept(|| look(&work, MOST_LOOKS + 1)), Lookup::No));
        assert!(!work.look());
    }

    #[test]
    fn of_what_depends_on_itself_the_innermost_is_blamed() {
        let card = DefId::of(7);
        innermost(None, TooMuch::Ability(AbilityId::of(2)));
        innermost(Some(card), TooMuch::Statics(card, AbilityId::of(2)));
    }

    fn innermost(card: Option<DefId>, blamed: TooMuch) {
        let work = Work::default();
        let value = || {
            work.of(asked(1, None, 700), 1, || {
                match work.kept(|| {
                    work.of(asked(2, card, 700), 2, || {
                        work.has_no_end();
                        3
                    })
                }) {
                    Lookup::Is(value) => value,
                    _ => 4,
                }
            })
        };
        // The whole evaluation ends, and the value is found the second time.
        assert_eq!(value(), 1);
        assert_eq!(work.too_much(), Some(vec![blamed.clone()]));
        assert_eq!(value(), 2);
        assert_eq!(work.too_much(), Some(vec![blamed.clone()]));
    }
}
