//! For a time: things to do in a list that change a value, give or take an ability, forbid or permit a verb until
//! something ends.

use crate::kernel::model::duration::Duration;
use crate::kernel::model::how::How;
use crate::kernel::model::lang::{Amount, CardTest, Expr, Test};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Card, Seat, Value};
use std::collections::BTreeSet;

/// One thing that an effect does for a time. Without a duration it lasts as long as what it is about stays.
#[derive(Clone, Debug)]
pub enum ForATime {
    /// A value changes.
    Modify {
        /// Whose.
        what: Whose,
        /// Of which field.
        field: Sym,
        /// What is done to it.
        by: By,
        /// How long.
        lasts: Option<Duration>,
    },
    /// Cards or players are given an ability.
    Grant {
        /// Who gets it.
        who: Expr,
        /// Its place among the abilities that lists name.
        ability: usize,
        /// How long.
        lasts: Option<Duration>,
        /// How often it may act; `None`: without limit.
        uses: Option<Amount>,
    },
    /// Cards lose an ability.
    LoseAbility {
        /// Which cards.
        cards: Expr,
        /// Its place among the abilities that lists name; `None`: they lose all that they have.
        ability: Option<usize>,
        /// How long.
        lasts: Option<Duration>,
    },
    /// Cards get back the abilities that they lost.
    Restore {
        /// Which cards.
        cards: Expr,
        /// Only those that they print.
        printed_only: bool,
    },
    /// A verb is forbidden or permitted.
    Permit {
        /// What is forbidden or permitted.
        what: Box<Permission>,
        /// To which cards alone; `None`: to all that match.
        cards: Option<Expr>,
        /// How long.
        lasts: Option<Duration>,
    },
}

/// Whose value changes.
#[derive(Clone, Debug)]
pub enum Whose {
    /// That of cards and players who are there now.
    Of(Expr),
    /// That of all cards that match, whenever it is asked.
    Matching(Test<CardTest>),
}

/// What is done to a field.
#[derive(Clone, Debug)]
pub enum By {
    /// A number is changed in some way; in the amount `it` is the object whose number it is.
    Number(How, Amount),
    /// A number is what is printed on a card.
    PrintedOf(Expr),
    /// A word is there, too.
    Word(Expr),
    /// A word is not there.
    Without(Expr),
}

/// Who makes something that lasts.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// The card whose effect it is.
    pub card: Option<Card>,
    /// Its player.
    pub me: Seat,
    /// The players whose effects brought it about: one bit each.
    pub caused_by: u8,
}

/// What is listed, without the cards that it names again.
pub fn cards_once(value: Value) -> Value {
    let Value::List(list) = &value else { return value };
    let mut seen = BTreeSet::new();
    let is_first = |v: &&Value| !matches!(v, Value::Card(card) if !seen.insert(card.0));
    Value::List(list.iter().filter(is_first).cloned().collect())
}
