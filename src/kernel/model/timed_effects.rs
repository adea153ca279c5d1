//! Timed effects: items of a list that change a value, give or take an ability, or forbid or permit a verb until
//! something ends; and the effects in progress that such items made.

use crate::kernel::model::duration::Duration;
use crate::kernel::model::lang::{Amount, CardTest, Expr, Test};
use crate::kernel::model::modification_kinds::How;
use crate::kernel::model::objects::{Called, ModTarget, Modification};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Card, LevelId, Seat, Value};
use intermezzo_derive::Renumber;
use std::collections::BTreeSet;

/// A timed effect, as written. Without a duration it lasts as long as its objects stay.
#[derive(Clone, Debug, PartialEq)]
pub enum TimedEffect {
    /// A value changes.
    Modify {
        /// The objects whose field changes.
        what: ChangedObjects,
        /// The field.
        field: Sym,
        /// The change.
        by: FieldChange,
        /// The duration.
        lasts: Option<Duration>,
        /// The name of the modifier, by which an effect can end it.
        called: Option<Sym>,
    },
    /// Cards or players are given an ability.
    Grant {
        /// The receivers.
        who: Expr,
        /// The abilities.
        which: AbilitySource,
        /// The duration.
        lasts: Option<Duration>,
        /// The name of the grant, by which an effect can end it.
        called: Option<Sym>,
        /// The most uses; `None` for no limit.
        uses: Option<Amount>,
    },
    /// Cards lose an ability.
    LoseAbility {
        /// The cards.
        cards: Expr,
        /// The index into [`Rules::named_abilities`](crate::kernel::Rules::named_abilities); `None` for all abilities.
        ability: Option<usize>,
        /// The duration.
        lasts: Option<Duration>,
        /// The name of the loss, by which an effect can end it.
        called: Option<Sym>,
    },
    /// Cards get back the abilities that they lost.
    Restore {
        /// The cards.
        cards: Expr,
        /// True if only printed abilities come back.
        printed_only: bool,
    },
    /// A verb is forbidden or permitted.
    Permit {
        /// The permission or prohibition.
        what: Box<Permission>,
        /// The only cards that the rule is about; `None`: all that match.
        cards: Option<Expr>,
        /// The duration.
        lasts: Option<Duration>,
        /// The name of the rule, by which an effect can end it.
        called: Option<Sym>,
    },
    /// Some players get one more round of a level.
    Extra(LevelId, Expr),
    /// Ends all effects with a name.
    End {
        /// The name.
        called: Sym,
        /// The affected cards and players; `None`: any, and effects on a filter, too.
        on: Option<Expr>,
        /// The cards that made the effects to end; `None`: any.
        from: Option<Expr>,
    },
}

impl TimedEffect {
    /// The name of the timed effect, by which an effect can end it.
    pub fn called(&self) -> Option<Sym> {
        match self {
            TimedEffect::Modify { called, .. }
            | TimedEffect::Grant { called, .. }
            | TimedEffect::LoseAbility { called, .. }
            | TimedEffect::Permit { called, .. } => *called,
            TimedEffect::Restore { .. } | TimedEffect::Extra(..) | TimedEffect::End { .. } => None,
        }
    }
}

/// The abilities that are granted or taken.
#[derive(Clone, Debug, PartialEq)]
pub enum AbilitySource {
    /// An ability that a list names, by its place in `Rules::named_abilities`.
    Named(usize),
    /// Abilities of cards or definitions: all, or the abilities of a kind.
    Of {
        /// The cards or definitions.
        cards: Expr,
        /// The kind of ability; `None` for any kind.
        kind: Option<Sym>,
    },
}

/// A timed effect that is about to begin, with its objects and amounts evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingEffect {
    /// The card and the player who make the effect.
    pub maker: Maker,
    /// The effect that begins.
    pub what: EvaluatedEffect,
    /// The duration.
    pub lasts: Option<Duration>,
}

impl PendingEffect {
    /// Calls `f` with every card that the effect is about, the card that made it first.
    pub fn each_card(&self, f: &mut impl FnMut(Card)) {
        self.maker.card.into_iter().for_each(&mut *f);
        match &self.what {
            EvaluatedEffect::Modify(_, all) => all.iter().for_each(|(value, ..)| value.each_card(f)),
            EvaluatedEffect::Grant(all, _) => all.iter().flat_map(|(who, _)| who).for_each(|value| value.each_card(f)),
            EvaluatedEffect::LoseAbility(cards, _) | EvaluatedEffect::Restore(cards, _) => {
                cards.iter().copied().for_each(f)
            }
            EvaluatedEffect::Permit(_, cards) => cards.iter().flatten().copied().for_each(f),
            EvaluatedEffect::End(_, on, from) => on.iter().chain(from).for_each(|value| value.each_card(f)),
            EvaluatedEffect::Extra(..) | EvaluatedEffect::Nothing | EvaluatedEffect::TooMuch => {}
        }
    }
}

/// The effects that can begin, evaluated from a [`TimedEffect`].
#[derive(Clone, Debug, PartialEq)]
pub enum EvaluatedEffect {
    /// The field of this name changes: for each object its value, the target and the modification.
    Modify(Sym, Vec<(Value, ModTarget, Modification)>),
    /// Cards and players get abilities, each with all its parts, for a limited number of uses.
    Grant(Vec<(Vec<Value>, Vec<AbilityId>)>, Option<u16>),
    /// Cards lose an ability, or all that they have.
    LoseAbility(Vec<Card>, Option<AbilityId>),
    /// Cards get back the abilities that they lost; true: only printed ones.
    Restore(Vec<Card>, bool),
    /// A verb is forbidden or permitted: to each of these cards alone, or to all that match.
    Permit(Box<Permission>, Vec<Option<Card>>),
    /// Each of these players gets one more round of a level.
    Extra(LevelId, Vec<Seat>),
    /// Ends effects of this name, on these cards and players, by these cards.
    End(Sym, Option<Value>, Option<Value>),
    /// No effect.
    Nothing,
    /// The effect is refused, because its filter would have to hold too many values.
    TooMuch,
}

/// The objects whose value changes.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum ChangedObjects {
    /// The cards and players present at the beginning.
    Of(Expr),
    /// All cards that match, tested at each reading.
    Matching(Test<CardTest>),
}

/// The change of a field.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum FieldChange {
    /// A number is changed in some way; in the amount `it` is the object whose number it is.
    Number(How, Amount),
    /// The number becomes the printed number of a card.
    PrintedOf(Expr),
    /// The field has this word besides its others.
    Word(Expr),
    /// The field does not have this word.
    Without(Expr),
}

/// The maker of a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Maker {
    /// The card whose effect it is.
    pub card: Option<Card>,
    /// The player who made the effect.
    pub me: Seat,
    /// The player who brought the card.
    pub provider: Seat,
    /// The players who must see a card before a filter of the effect may read its hidden fields: one bit each; 0: it
    /// may read every card.
    pub eyes: u8,
    /// The card definition whose effect it is; the effects of each definition have a limit.
    pub origin: Origin,
    /// The name of the effect, by which another effect can end it.
    pub called: Called,
}

/// A list with each card only once, at its first place. Other values stay.
pub fn cards_once(value: Value) -> Value {
    let Value::List(list) = &value else { return value };
    let mut seen = BTreeSet::new();
    let is_first = |v: &&Value| !matches!(v, Value::Card(card) if !seen.insert(card.0));
    Value::List(list.iter().filter(is_first).cloned().collect())
}
