//! Abilities as compiled: their form (offered, trigger, replacement or static), targets, cost and effect.

use crate::kernel::model::flow_items::Together;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardTest, Class, Cond, Filter, Head, PlayerTest, Ref, SeatTest, Selection, Test, UseTest,
};
pub use crate::kernel::model::layer::Layer;
use crate::kernel::model::modification_kinds::{How, HowWord};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::rules::{EventDef, FieldKind, Proposal};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;
use std::sync::Arc;

/// A cost in pips: the number of pips of each kind, by the place of the kind in `Schema::pips`.
pub type Cost = [i8; 8];

/// The form of an ability.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum AbilityForm {
    /// Offered in windows with this timing.
    Timing(Sym),
    /// Acts after an event of this kind.
    After(EventId),
    /// Replaces an event of this kind.
    Instead(EventId),
    /// Applies while its conditions hold.
    While,
}

/// A condition, and the reason told if it does not hold.
pub type Need = (Cond, Option<Arc<Words>>);

/// An ability: text on a card, on a kind of use, on the game.
#[derive(Clone, Debug, Renumber)]
pub struct Ability {
    /// The card definition it is printed on; `None`: the game's own.
    pub def: Option<DefId>,
    /// The id of the ability, unique on its card.
    pub id: Sym,
    /// True if a pack brings the ability, or a part of it.
    pub is_from_pack: bool,
    /// The allowance of the ability: how many objects may be tested and conditions evaluated whenever it is evaluated.
    pub looks: u32,
    /// A short label.
    pub text: Arc<str>,
    /// The kind that the text of the ability names, one of the kinds of ability that the manifest declares.
    pub kind_word: Option<Sym>,
    /// Flags, by which abilities can be muted or removed.
    pub flags: Vec<Sym>,
    /// The first ability that was compiled from the same printed text; several modes or parts of a text become several
    /// abilities.
    pub group: AbilityId,
    /// The form of the ability: when it acts.
    pub form: AbilityForm,
    /// The kinds of zone in which its card must lie for the ability to work; empty if it stands on no card.
    pub from: IdSet<ZoneKind>,
    /// The test of the cards that an action is offered for; `None`: an action is used without a card.
    pub for_: Option<Test<CardTest>>,
    /// Tests of the event that it listens to: the place of each tested field, from 0, and the test.
    pub matches: Vec<(u8, Filter)>,
    /// A test of the active player: the ability works only in the turns of players who pass it; `None`: in all turns.
    pub turn: Option<SeatTest>,
    /// The phases in which it acts; empty for all phases.
    pub phases: Vec<Sym>,
    /// The uses that it may reply to.
    pub replies_to: Option<Test<UseTest>>,
    /// Conditions for being offered, triggering or applying.
    pub needs: Vec<Need>,
    /// The condition that must still hold when it resolves.
    pub condition: Option<Cond>,
    /// The level, such as a turn, in each round of which the ability may be used once; `None`: any number of times.
    pub once: Option<LevelId>,
    /// The ability under which uses count for the limit `once`: the modes of an ability share their first one.
    pub limit_as: AbilityId,
    /// True if the player may decline the ability.
    pub optional: bool,
    /// True if the ability replaces at most one event of a batch.
    pub once_per_batch: bool,
    /// The parts of the cost; empty if the ability costs nothing.
    pub cost: Vec<CostPart>,
    /// The amount that gives a use its number X when the use is declared; `None`: X is 0.
    pub x: Option<Amount>,
    /// The targets, which are chosen when a use of the ability is declared.
    pub targets: Vec<Target>,
    /// True if its cost replaces the cost of its kind of use.
    pub alternative: bool,
    /// The name of the mode, if the ability is one of several modes that a player chooses from.
    pub mode: Option<Sym>,
    /// True if a use of the ability cannot be cancelled.
    pub uncancellable: bool,
    /// True if its data sees only what its player and its provider see: a pack brings it without `reads: hidden`, and
    /// it may ask about cards that are hidden.
    pub is_bounded: bool,
    /// True if the ability may ask about cards that it names (its own card, those of its event, its targets, its
    /// payment), and not only about cards that a selection finds. Scripts and tests of an event's fields count as
    /// asking.
    pub asks_of_cards: bool,
    /// The kind of its uses.
    pub kind: Option<UseKindId>,
    /// The effect when it resolves.
    pub effect: Effect,
    /// The changes that the ability makes as long as it applies.
    pub statics: Vec<Static>,
}

/// The effect of an ability.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Effect {
    /// No effect of its own.
    None,
    /// A script.
    Script(ScriptId),
    /// A list of verbs written as data.
    List(ListId),
    /// The events that happen in place of the replaced one, and the timed effects that begin with them.
    Events(Together),
}

/// A target: one choice of a declaration.
#[derive(Clone, Debug, Renumber)]
pub struct Target {
    /// The name of the target.
    pub name: Sym,
    /// The legal choices.
    pub what: Selection,
    /// True if scripts get the choices as a list, because more than one may be chosen.
    pub list: bool,
    /// True if a later target or the cost names this target, so that it is searched together with them.
    pub is_named: bool,
}

/// A part of a cost.
#[derive(Clone, Debug, Renumber)]
pub enum CostPart {
    /// Pips, paid with cards.
    Pips(PipCost),
    /// Cards pay: those that the player chooses, or the card itself. The events of `does` happen to each.
    Cards {
        /// The cards that may pay.
        what: Box<Selection>,
        /// The events that are proposed for each paying card, which is `it`.
        does: Vec<Proposal>,
        /// True if the card of the use pays by itself, so that the player chooses no card.
        itself: bool,
    },
    /// A counter of the user's is lowered.
    Counter {
        /// The name of the counter.
        name: Sym,
        /// The number by which the counter is lowered, before abilities change the cost.
        amount: Amount,
    },
}

/// The source of the number of pips.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum PipCost {
    /// A cost written as numbers.
    Fixed(Cost),
    /// A cost field of the used card, by slot.
    Field(u8),
    /// Numbers of pips that are computed once the targets are chosen: the place of each kind, and its amount.
    Amounts(Vec<(u8, Amount)>),
}

/// A change that a static ability makes.
#[derive(Clone, Debug, Renumber)]
pub enum Static {
    /// A change of a number of cards or players.
    Attr {
        /// The objects that it changes.
        affects: Affected,
        /// The changed attribute.
        attr: AttrId,
        /// The kind of change: add, set, multiply, or a bound.
        how: How,
        /// The amount of the change.
        by: Amount,
    },
    /// A change of the words in a field of cards.
    Word {
        /// The cards that it changes.
        affects: Test<CardTest>,
        /// The changed field, by slot.
        field: u8,
        /// The kind of change: set, add or remove.
        how: HowWord,
        /// The word.
        word: Sym,
    },
    /// A change of the pips that uses cost.
    Cost {
        /// The uses that it changes.
        affects: Test<UseTest>,
        /// By how many pips of each kind.
        by: Cost,
    },
    /// A change of the pips that uses cost, computed from amounts.
    ComputedCost {
        /// The uses that it changes.
        affects: Test<UseTest>,
        /// The added pips: each kind by its place in `Schema::pips`, with the number.
        by: Vec<(u8, Amount)>,
    },
    /// A change of a counter cost of uses.
    CounterCost {
        /// The uses that it changes.
        affects: Test<UseTest>,
        /// The counter to be paid.
        name: Sym,
        /// The change of the counter cost.
        by: Amount,
    },
    /// Abilities of cards do not work.
    Mute {
        /// The cards whose abilities are muted.
        affects: Test<CardTest>,
        /// The muted kinds of ability; empty for all kinds.
        kinds: Vec<Sym>,
        /// Only abilities with one of these flags are muted; empty: abilities with and without flags.
        flags: Vec<Sym>,
    },
    /// A permission or a prohibition.
    Permission(Permission),
    /// A change of the controller, name, types or abilities of cards. Layers apply it before numbers and words change.
    Layered {
        /// The cards that it changes.
        affects: Test<CardTest>,
        /// The change, which belongs to a layer.
        what: Layered,
    },
}

/// A change of a card in a layer.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Layered {
    /// The controller becomes the player to whom this leads.
    Control(Ref),
    /// The card gets this name.
    Name(Sym),
    /// Types are set, added to the card or removed from it.
    Type(HowWord, IdSet<TypeId>),
    /// The card gets these abilities, with all parts of each.
    Grant(Vec<AbilityId>),
    /// Abilities are removed.
    Lose {
        /// The removed kinds; empty for all kinds.
        kinds: Vec<Sym>,
        /// Only abilities with one of these flags are removed; empty: abilities with and without flags.
        flags: Vec<Sym>,
    },
}

impl Layered {
    /// The layer of the change.
    pub fn layer(&self) -> Layer {
        match self {
            Layered::Control(_) => Layer::Control,
            Layered::Name(_) => Layer::Name,
            Layered::Type(..) => Layer::Type,
            Layered::Grant(_) | Layered::Lose { .. } => Layer::Abilities,
        }
    }
}

/// The kind of object whose number a static ability changes, with a test.
#[derive(Clone, Debug, Renumber)]
pub enum Affected {
    /// Numbers of cards.
    Cards(Test<CardTest>),
    /// Numbers of players.
    Players(Test<PlayerTest>),
}

impl Affected {
    /// The kind of object.
    pub fn class(&self) -> Class {
        match self {
            Affected::Cards(_) => Class::Card,
            Affected::Players(_) => Class::Player,
        }
    }
}

impl Ability {
    /// The kind of event that it acts after or replaces.
    pub fn listens_to(&self) -> Option<EventId> {
        match self.form {
            AbilityForm::After(e) | AbilityForm::Instead(e) => Some(e),
            AbilityForm::Timing(_) | AbilityForm::While => None,
        }
    }

    /// True if it listens to events about its own card only.
    pub fn is_about_itself(&self, events: &[EventDef]) -> bool {
        let Some(e) = self.listens_to() else { return false };
        let first = events[e.index()].fields.first();
        let own = Filter::Card(Test::Is(Ref::head(Head::SelfCard)));
        first.is_some_and(|(_, kind)| *kind == FieldKind::Card) && self.matches.contains(&(0, own))
    }
}
