//! Refusals: why something cannot be done, as data.

use std::sync::Arc;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::decision::Choice;
use crate::kernel::model::lang::{CardTest, Cmp, SetField, Test};
use crate::kernel::model::objects::Use;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::{AttrId, Card, Seat, Value};
use crate::kernel::model::viewers::Eyes;

/// The reason why an ability cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// The ability does not work in the zone where its card lies.
    NotHere,
    /// The ability is for other cards.
    NotFor,
    /// Another player controls the card of the ability.
    NotYours,
    /// The window does not offer this timing.
    Timing,
    /// The ability belongs to other phases.
    Phase,
    /// The ability cannot be used in a turn of the player whose turn it is.
    Turn,
    /// The ability cannot reply to this use.
    ReplyTo,
    /// The ability was used as often as its limit permits.
    Spent,
    /// An effect has muted it.
    Muted,
    /// A condition does not hold: its words, if it has some, and the numbers it compares.
    Need(Option<Arc<Words>>, Option<(i64, Cmp, i64)>),
    /// The ability failed too often and is given up.
    Disabled,
    /// Judging the ability takes too many tests, or did so before.
    TooMuch,
    /// A card forbids it.
    Forbidden(Option<Card>),
    /// The target of this name has no legal options.
    NoTarget(Sym),
    /// The cost cannot be paid.
    Cost(Cost),
    /// Cards for the cost are missing.
    CostCards,
    /// A counter is too low for the cost.
    Counter {
        /// The counter.
        name: Sym,
        /// The needed amount.
        needs: i64,
        /// The present amount.
        has: i64,
    },
}

/// The reason why an answer is refused, as facts. The words for it are made when somebody is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The answer names something that does not exist, or that its player does not know.
    NoSuchOption,
    /// A pass where a use is required.
    MustUse,
    /// A pass where a choice is required.
    MustChoose,
    /// A choice where a use is asked for.
    UseAsked,
    /// The answer is a use, but the question asks for a choice.
    ChoiceAsked(Choice),
    /// An unoffered use, with its obstacle if known.
    NotOffered(Choice, Option<WhyNot>),
    /// An object named twice.
    Twice(Value),
    /// An object that is no option.
    NoOption(Value),
    /// Too few objects.
    TooFew {
        /// The least number.
        least: u32,
        /// The number named.
        given: u32,
    },
    /// Too many objects.
    TooMany {
        /// The greatest number.
        most: u32,
        /// The number named.
        given: u32,
    },
    /// A payment with too few or too many cards.
    PaymentCount {
        /// The cost to be paid.
        cost: Cost,
        /// The number of cards needed.
        needed: u32,
        /// The number named.
        given: u32,
    },
    /// The cards that the answer names do not pay this cost.
    Unpaid(Cost),
    /// A set that breaks a rule.
    Set(Unfit),
    /// The choice would make the use impossible to complete: the use with this choice, and the obstacle.
    Incomplete(Box<Use>, WhyNot),
    /// The rest of the cost needs some of the cards that the answer names.
    RestUnpaid(WhyNot),
    /// The named spaces form no path.
    NoWay,
    /// The order contains a card twice, or a foreign card.
    OrderRepeats,
    /// The order lacks a card.
    OrderLacks,
    /// A number from the first to the second is needed.
    Number(i64, i64),
    /// An assignment without pairs.
    NoPairs,
    /// The object cannot receive others.
    NotAssignedTo(Value),
    /// A second object for one that takes only one: the receiver, and its first object.
    Has(Value, Value),
    /// An object assigned twice: the object, and its first receiver.
    Assigned(Value, Value),
    /// Too few or too many objects for a receiver, with its bounds.
    NotSoOften(Value, u32, u32),
    /// Too few or too many receivers for an object, with its bounds.
    NotToSoMany(Value, u32, u32),
    /// The objects for one receiver break a rule: the receiver, and the rule.
    NoSet(Value, Unfit),
    /// An illegal pair.
    NoPair {
        /// The receiver.
        from: Value,
        /// The object.
        to: Value,
    },
}

impl Refusal {
    /// A word for programs; it does not change when the words for people do.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchOption => "no_such_option",
            Refusal::MustUse => "must_use",
            Refusal::MustChoose => "must_choose",
            Refusal::UseAsked => "use_asked",
            Refusal::ChoiceAsked(_) => "choice_asked",
            Refusal::NotOffered(_, why) => why.as_ref().map_or("not_offered", WhyNot::code),
            Refusal::Twice(_) => "twice",
            Refusal::NoOption(_) => "no_option",
            Refusal::TooFew { .. } => "too_few",
            Refusal::TooMany { .. } => "too_many",
            Refusal::PaymentCount { .. } => "payment_count",
            Refusal::Unpaid(_) => "unpaid",
            Refusal::Set(_) => "set",
            Refusal::Incomplete(..) => "incomplete",
            Refusal::RestUnpaid(_) => "rest_unpaid",
            Refusal::NoWay => "no_way",
            Refusal::OrderRepeats => "order_repeats",
            Refusal::OrderLacks => "order_lacks",
            Refusal::Number(..) => "number",
            Refusal::NoPairs => "no_pairs",
            Refusal::NotAssignedTo(_) => "not_assigned_to",
            Refusal::Has(..) => "has_one",
            Refusal::Assigned(..) => "assigned",
            Refusal::NotSoOften(..) => "not_so_often",
            Refusal::NotToSoMany(..) => "not_to_so_many",
            Refusal::NoSet(..) => "no_set",
            Refusal::NoPair { .. } => "no_pair",
        }
    }
}

impl WhyNot {
    /// A word for programs; it does not change when the words for people do.
    pub fn code(&self) -> &'static str {
        match self {
            WhyNot::NotHere => "not_here",
            WhyNot::NotFor => "not_for",
            WhyNot::NotYours => "not_yours",
            WhyNot::Timing => "timing",
            WhyNot::Phase => "phase",
            WhyNot::Turn => "turn",
            WhyNot::ReplyTo => "reply_to",
            WhyNot::Spent => "spent",
            WhyNot::Muted => "muted",
            WhyNot::Need(..) => "need",
            WhyNot::Disabled => "disabled",
            WhyNot::TooMuch => "too_much",
            WhyNot::Forbidden(_) => "forbidden",
            WhyNot::NoTarget(_) => "no_target",
            WhyNot::Cost(_) => "cost",
            WhyNot::CostCards => "cost_cards",
            WhyNot::Counter { .. } => "counter",
        }
    }
}

/// The reason why a set breaks rules about sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// A comparison of the number of things fails: the comparison, its number, and the number found.
    Count(Cmp, i64, i64),
    /// The sum of an attribute fails a comparison.
    Sum(AttrId, Cmp, i64, i64),
    /// The number of different words in a field fails the comparison.
    Distinct(u8, Cmp, i64, i64),
    /// The cards have no value in common in this field.
    Same(SetField),
    /// The numbers of the cards in this field do not follow each other.
    Sequence(AttrId),
    /// All cards of the set are jokers: cards that match this filter.
    OnlyJokers(Arc<Test<CardTest>>),
    /// The set has no different cards that fill these roles.
    Roles(Arc<Vec<(Test<CardTest>, u8)>>),
    /// The set breaks a rule printed on the card of this name.
    Of(Sym, Box<Unfit>),
    /// The set meets none of the alternatives: the reason why it fails each one.
    AnyOf(Vec<Unfit>),
}

/// The reason why people may not hold the given seats.
#[derive(Clone, Debug, PartialEq)]
pub enum Unheld {
    /// A person holds no seat.
    NoneHeld,
    /// The game has no such seat: the named seat, and the number of seats.
    NoSeat(Seat, u8),
    /// Two people hold this seat.
    Twice(Seat),
    /// The game lets each person hold only one seat.
    OneEach,
    /// The seats must be divided among the persons as in one of these lists, of which each has the seats of every
    /// person.
    Otherwise(Vec<Vec<Eyes>>),
}
