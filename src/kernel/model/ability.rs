//! Abilities as they are written: what is offered, triggers, replaces or holds, with its targets, its cost and its effect.

use crate::kernel::model::how::{How, HowWord};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::items::Together;
use crate::kernel::model::lang::{
    Amount, CardTest, Class, Cond, Filter, Head, PlayerTest, Ref, SeatTest, Selection, Test, UseTest,
};
pub use crate::kernel::model::layer::Layer;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::rules::{EventDef, FieldKind, Proposal};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::words::Words;
use std::sync::Arc;

/// A cost in pips: how many of each kind.
pub type Cost = [i8; 8];

/// What an ability is.
#[derive(Clone, Debug, PartialEq)]
pub enum AbilityForm {
    /// Offered in windows with this timing.
    Timing(Sym),
    /// Acts after such an event.
    After(EventId),
    /// Replaces such an event.
    Instead(EventId),
    /// Holds while its conditions do.
    While,
}

/// A condition, and the reason told if it does not hold.
pub type Need = (Cond, Option<Arc<Words>>);

/// An ability: text on a card, on a kind of use, on the game.
#[derive(Clone, Debug)]
pub struct Ability {
    /// The card definition it is printed on; `None`: the game's own.
    pub def: Option<DefId>,
    /// Its id, unique on its card.
    pub id: Sym,
    /// True if a pack brings it, or a part of it.
    pub is_strange: bool,
    /// Most objects tested and conditions evaluated to find out what it does.
    pub looks: u32,
    /// A short label.
    pub text: Arc<str>,
    /// The kind of ability that the manifest declares it to be.
    pub kind_word: Option<Sym>,
    /// Words that it carries, for what mutes by them.
    pub flags: Vec<Sym>,
    /// The first part of the printed ability that it is a part of.
    pub group: AbilityId,
    /// What it is.
    pub form: AbilityForm,
    /// The kinds of zone it lives in; none: it stands on no card.
    pub from: IdSet<ZoneKind>,
    /// The cards that an action is offered for; `None`: it belongs to no card.
    pub for_: Option<Test<CardTest>>,
    /// What the fields of the event must match.
    pub matches: Vec<(u8, Filter)>,
    /// Whose turn it must be.
    pub turn: Option<SeatTest>,
    /// In which phases; empty: any.
    pub phases: Vec<Sym>,
    /// Which uses it may reply to.
    pub replies_to: Option<Test<UseTest>>,
    /// Conditions for being offered, triggering or applying.
    pub needs: Vec<Need>,
    /// What must still hold on resolving.
    pub condition: Option<Cond>,
    /// The level it may be used once in.
    pub once: Option<LevelId>,
    /// The ability whose uses count for the limit: modes share theirs.
    pub limit_as: AbilityId,
    /// Whether its player may leave it.
    pub optional: bool,
    /// Whether it replaces once a batch only.
    pub once_per_batch: bool,
    /// The cost.
    pub cost: Vec<CostPart>,
    /// A number computed when it is declared.
    pub x: Option<Amount>,
    /// What is chosen when it is declared.
    pub targets: Vec<Target>,
    /// True if its cost replaces the cost of its kind of use.
    pub alternative: bool,
    /// The mode this is.
    pub mode: Option<Sym>,
    /// Whether its use cannot be cancelled.
    pub uncancellable: bool,
    /// True if its data sees only what its player and its bringer see: a pack brings it without `reads: hidden`, and it
    /// may ask about cards that are hidden.
    pub is_bounded: bool,
    /// True if its text names cards (its own, those of its event, its targets, its payment) and asks about them, rather
    /// than only about cards that a selection finds.
    pub asks_of_cards: bool,
    /// Which kind of use it makes.
    pub kind: Option<UseKindId>,
    /// What it does.
    pub effect: Effect,
    /// What it changes while it holds.
    pub statics: Vec<Static>,
}

/// What an ability does.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Nothing by itself.
    None,
    /// A script.
    Script(ScriptId),
    /// Verbs in data form.
    List(ListId),
    /// Other events in place of one, with what begins when they have happened.
    Events(Together),
}

/// One thing to choose when something is declared.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name.
    pub name: Sym,
    /// What may be chosen.
    pub what: Selection,
    /// True if scripts get a list: more than one may be chosen.
    pub list: bool,
    /// True if a later target or the cost names it, so that it is searched together with them.
    pub is_named: bool,
}

/// One part of a cost.
#[derive(Clone, Debug)]
pub enum CostPart {
    /// Pips, paid with cards.
    Pips(PipCost),
    /// Cards chosen, to which events happen.
    Cards {
        /// Which cards.
        what: Box<Selection>,
        /// What happens to each: `it` is the card.
        does: Vec<Proposal>,
        /// Nothing is to be chosen: the card itself pays.
        itself: bool,
    },
    /// A counter of the user's is lowered.
    Counter {
        /// Which one.
        name: Sym,
        /// By how much, before what changes it.
        amount: Amount,
    },
}

/// Where the number of pips comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum PipCost {
    /// Written.
    Fixed(Cost),
    /// A cost field of the used card, by slot.
    Field(u8),
    /// Computed for each kind of pip, when the targets are chosen.
    Amounts(Vec<(u8, Amount)>),
}

/// What a static ability changes.
#[derive(Clone, Debug)]
pub enum Static {
    /// A number.
    Attr {
        /// Which objects, of which kind.
        affects: Affected,
        /// Which one.
        attr: AttrId,
        /// In which way.
        how: How,
        /// By how much.
        by: Amount,
    },
    /// A word of a field.
    Word {
        /// Which cards.
        affects: Test<CardTest>,
        /// Which field, by slot.
        field: u8,
        /// In which way.
        how: HowWord,
        /// The word.
        word: Sym,
    },
    /// Costs of uses.
    Cost {
        /// Which uses.
        affects: Test<UseTest>,
        /// By how many pips of each kind.
        by: Cost,
    },
    /// How much of a counter uses cost.
    CounterCost {
        /// Which uses.
        affects: Test<UseTest>,
        /// Which counter.
        name: Sym,
        /// By how much more.
        by: Amount,
    },
    /// Abilities of cards do not work.
    Mute {
        /// Which cards.
        affects: Test<CardTest>,
        /// Of which kinds; empty: of any.
        kinds: Vec<Sym>,
        /// With which flags; empty: with or without.
        flags: Vec<Sym>,
    },
    /// A permission.
    Permission(Permission),
    /// A change of a card that is found layer by layer, before numbers and words.
    Layered {
        /// Which cards.
        affects: Test<CardTest>,
        /// What is changed of them.
        what: Layered,
    },
}

/// A change of a card in a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Layered {
    /// The controller becomes the player to whom this leads.
    Control(Ref),
    /// What it is called.
    Name(Sym),
    /// Its types.
    Type(HowWord, IdSet<TypeId>),
    /// It has these abilities besides its own, all parts of each.
    Grant(Vec<AbilityId>),
    /// It loses abilities.
    Lose {
        /// Of which kinds; empty: of any.
        kinds: Vec<Sym>,
        /// With which flags; empty: with or without.
        flags: Vec<Sym>,
    },
}

impl Layered {
    /// In which layer it lies.
    pub fn layer(&self) -> Layer {
        match self {
            Layered::Control(_) => Layer::Control,
            Layered::Name(_) => Layer::Name,
            Layered::Type(..) => Layer::Type,
            Layered::Grant(_) | Layered::Lose { .. } => Layer::Abilities,
        }
    }
}

/// Whose number a static ability changes.
#[derive(Clone, Debug)]
pub enum Affected {
    /// Cards'.
    Cards(Test<CardTest>),
    /// Players'.
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
