//! Refusals: why something cannot be done, as data.

use std::sync::Arc;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::decision::Choice;
use crate::kernel::model::eyes::Eyes;
use crate::kernel::model::lang::{CardTest, Cmp, Test};
use crate::kernel::model::objects::Use;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{AttrId, Card, Seat, Value};
use crate::kernel::model::words::Words;

/// Why something cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// Its zone does not allow this use.
    NotHere,
    /// It is for other cards.
    NotFor,
    /// It is somebody else's.
    NotYours,
    /// The window does not offer this timing.
    Timing,
    /// Only in other phases.
    Phase,
    /// Only in the turn of somebody else.
    Turn,
    /// It cannot reply to this.
    ReplyTo,
    /// Used up.
    Spent,
    /// An effect has muted it.
    Muted,
    /// A condition does not hold: its words, if it has some, and the numbers it compares.
    Need(Option<Arc<Words>>, Option<(i64, Cmp, i64)>),
    /// It failed too often.
    Disabled,
    /// To judge it, too much would have to be looked at.
    TooMuch,
    /// A card forbids it.
    Forbidden(Option<Card>),
    /// Nothing legal to choose for this target.
    NoTarget(Sym),
    /// The cost cannot be paid.
    Cost(Cost),
    /// Cards for the cost are missing.
    CostCards,
    /// A counter is too low for the cost.
    Counter {
        /// Which one.
        name: Sym,
        /// How much is needed.
        needs: i64,
        /// How much is there.
        has: i64,
    },
}

/// Why an answer is refused, as facts. The words for it are made when somebody is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The answer names something that does not exist, or that its player does not know.
    NoSuchOption,
    /// It passes where something must be used.
    MustUse,
    /// It passes where something must be chosen.
    MustChoose,
    /// It chooses something where something is to be used.
    UseAsked,
    /// It uses something where something is to be chosen.
    ChoiceAsked(Choice),
    /// It uses what is not offered, and what keeps it from being offered, if anything does.
    NotOffered(Choice, Option<WhyNot>),
    /// It names one thing twice.
    Twice(Value),
    /// It names what is none of the options.
    NoOption(Value),
    /// It names too few things.
    TooFew {
        /// So many are needed.
        least: u32,
        /// So many it names.
        given: u32,
    },
    /// It names too many things.
    TooMany {
        /// So many may be named.
        most: u32,
        /// So many it names.
        given: u32,
    },
    /// It pays with too few cards or too many.
    PaymentCount {
        /// What is to be paid.
        cost: Cost,
        /// So many cards pay it.
        needed: u32,
        /// So many it names.
        given: u32,
    },
    /// The cards that it names do not pay this.
    Unpaid(Cost),
    /// What it names is no legal set.
    Set(Unfit),
    /// With it the use could not be completed: the use as it would be, and what is missing.
    Incomplete(Box<Use>, WhyNot),
    /// The rest of the cost needs some of the cards that it names.
    RestUnpaid(WhyNot),
    /// The spaces that it names are no way.
    NoWay,
    /// It puts a card into the order twice, or one that does not belong there.
    OrderRepeats,
    /// It leaves cards out of the order.
    OrderLacks,
    /// A number from the first to the second is needed.
    Number(i64, i64),
    /// It assigns, and does not name pairs.
    NoPairs,
    /// Nothing is assigned to what it names.
    NotAssignedTo(Value),
    /// It gives a second thing to something: to what, and what it has.
    Has(Value, Value),
    /// It gives one thing away twice: what, and who has it.
    Assigned(Value, Value),
    /// It gives something to a thing too seldom or too often: to what, and the least and the most.
    NotSoOften(Value, u32, u32),
    /// It gives one thing to too few or too many others: what, and the least and the most.
    NotToSoMany(Value, u32, u32),
    /// All that it gives to a thing is no legal set: to what, and why.
    NoSet(Value, Unfit),
    /// It assigns the first to the second, which is not legal.
    NoPair {
        /// What is assigned to.
        from: Value,
        /// What is assigned.
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

/// Why a set does not meet rules about sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// A comparison of the number of things fails: the comparison, its number, and the number found.
    Count(Cmp, i64, i64),
    /// The sum of an attribute does not compare so.
    Sum(AttrId, Cmp, i64, i64),
    /// How many different words of a field there are does not compare so.
    Distinct(u8, Cmp, i64, i64),
    /// Different cards do not fill these roles, so many each.
    Roles(Arc<Vec<(Test<CardTest>, u8)>>),
    /// It does not meet the rules printed on the card of this name.
    Of(Sym, Box<Unfit>),
    /// It meets none of several rules.
    Nothing,
}

/// Why people may not hold seats as they were given.
#[derive(Clone, Debug, PartialEq)]
pub enum Unheld {
    /// A person holds no seat.
    Nothing,
    /// The game has no such seat; the number of its seats.
    NoSeat(Seat, u8),
    /// Two people hold this seat.
    Twice(Seat),
    /// Everybody holds one seat.
    OneEach,
    /// A person with several seats holds the seats of one of these lists.
    Otherwise(Vec<Vec<Eyes>>),
}
