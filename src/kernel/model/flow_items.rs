//! Items: what lists of the flow and verbs in data form are made of.

use crate::kernel::model::ability::CostPart;
use crate::kernel::model::lang::{Amount, Cond, Expr, Ref, Selection};
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::timed_effects::{AbilitySource, TimedEffect};
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;
use std::sync::Arc;

/// A list of flow items.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// The path of the list in the manifest, by which a reload finds it again.
    pub path: Arc<str>,
    /// The items of the list.
    pub items: Vec<Item>,
    /// True if an item of the list, or of a list within it, may end the list early (`leave`).
    pub is_left: bool,
    /// True if the list runs a step, or tests cards that it names and not only cards that its selections find.
    pub asks_of_cards: bool,
}

impl List {
    /// The `may` item at this index, counted from 0; `None` for another item.
    pub fn may_at(&self, at: u16) -> Option<&May> {
        match self.items.get(at as usize) {
            Some(Item::May(may)) => Some(may),
            _ => None,
        }
    }
}

/// An item of the flow: a thing to do.
#[derive(Clone, Debug, Renumber)]
pub enum Item {
    /// Events, as one batch.
    Propose(Vec<Proposal>),
    /// Events as one batch, with timed effects that begin at the same moment.
    Together(Box<Together>),
    /// Draws a number of cards, one after the other.
    Draw(Expr, Amount),
    /// Zones of a kind are shuffled.
    Shuffle(Expr, ZoneKind),
    /// Runs a script with these arguments.
    Step(ScriptId, Vec<(Sym, Expr)>),
    /// A window opens.
    Window(WindowId),
    /// A phase: entered, its list done, left.
    Phase(Sym, ListId),
    /// Does the list once for each of several things; in the list, the thing has this name.
    Each(Expr, Sym, ListId),
    /// The first list if the condition holds, otherwise the second.
    If(Box<Cond>, ListId, Option<ListId>),
    /// Does another list once, with these values under their names.
    Run(ListId, Vec<(Sym, Expr)>),
    /// Names for values in the rest of the list.
    Let(Vec<(Sym, Expr)>),
    /// The list of the flow or of the ability ends, and gives a value to whoever runs it.
    Leave(Option<Expr>),
    /// A round of a level ends, or all that is done until a record closes.
    LeaveFlow(FlowEnd),
    /// Events or a list that is run, a name for the objects of the events or for what the list gives back, and the rest
    /// of the items, which have the name.
    Named(Box<Item>, Sym, ListId),
    /// Plays rounds of a level.
    Repeat(Box<Repeat>),
    /// A record opens.
    Open(RecKind, Vec<(u8, Expr)>),
    /// Something is put into a field of a record.
    Put(OfRecord, Expr),
    /// Something is taken out of a record's list.
    Take(OfRecord, Expr),
    /// Records of a kind close.
    Close(RecKind),
    /// The game ends with the outcome of this rule.
    Result(OutcomeRule),
    /// A timed effect: a change, a granted or lost ability, or a permission.
    TimedEffect(Box<TimedEffect>),
    /// Uses are copied.
    Copy {
        /// The uses to copy.
        what: Expr,
        /// The players who get the copies.
        by: Expr,
        /// True if the player may choose other targets for the copy.
        chooses: bool,
    },
    /// A choice of new targets for uses: the uses, and the player who chooses.
    Aim(Expr, Expr),
    /// A player, or chance, chooses something, and a list is done with it.
    Choose(Box<Choose>),
    /// A player may pay a cost: one list runs after the payment, another one without it.
    May(Box<May>),
    /// A player divides an amount among things, and a list is done with each part.
    Divide(Box<Divide>),
    /// A player puts things into an order, and a list is done with them.
    Order(Box<InOrder>),
    /// Abilities are used: which, with which card, by whom.
    Use(Box<(AbilitySource, Option<Expr>, Expr)>),
    /// Does a list when the running use is over, with these values under their names.
    AfterUse(Vec<(Sym, Expr)>, ListId),
}

/// Proposals that happen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Renumber)]
pub struct Together {
    /// The events, as one batch.
    pub events: Vec<Proposal>,
    /// Timed effects that begin with the events, before their consequences.
    pub begins: Vec<TimedEffect>,
}

/// An amount to divide, and the items for each part.
#[derive(Clone, Debug, Renumber)]
pub struct Divide {
    /// The amount to divide.
    pub amount: Amount,
    /// The objects among which it is divided, in order.
    pub among: Expr,
    /// The amount that each thing needs before the next one gets any; `it` is the thing; `None`: nothing.
    pub before_next: Option<Amount>,
    /// The bounds of the part of each thing, `it` being the thing; `None`: from 0 to the whole amount.
    pub part: Option<(Amount, Option<Amount>)>,
    /// The player who divides.
    pub by: Expr,
    /// The text of the question.
    pub why: Option<Arc<str>>,
    /// The names that the list uses for the thing and for its part of the amount.
    pub names: (Sym, Sym),
    /// The list that is done for each part that is not 0.
    pub list: ListId,
}

/// A field of an open record.
#[derive(Clone, Debug, Renumber)]
pub enum OfRecord {
    /// The innermost open record of a kind, and the place of a field.
    Innermost(RecKind, u8),
    /// The field of this name in the record that the reference leads to.
    Of(Ref, Sym),
}

/// Things that a player puts into an order, and the list that is then done with them.
#[derive(Clone, Debug, Renumber)]
pub struct InOrder {
    /// The things to be put into an order.
    pub what: Expr,
    /// The player who puts the things into an order.
    pub by: Expr,
    /// The name that the list uses for the ordered things.
    pub var: Sym,
    /// The text of the question.
    pub why: Option<Arc<str>>,
    /// The list that is done once, with all the ordered things.
    pub list: ListId,
}

/// Things to choose, and the items for them.
#[derive(Clone, Debug, Renumber)]
pub struct Choose {
    /// The options, the number of choices, and if chance chooses.
    pub what: Selection,
    /// The player who chooses.
    pub by: Expr,
    /// True if all players choose, without seeing each other's choices.
    pub sealed: bool,
    /// The name that the list uses for the chosen value.
    pub var: Sym,
    /// The text of the question.
    pub why: Option<Arc<str>>,
    /// True if the others may not learn the choice, even about things that they see.
    pub secret: bool,
    /// The list that is done with the chosen value.
    pub list: ListId,
    /// The list that is done if nothing was chosen.
    pub otherwise: Option<ListId>,
}

/// An optional payment of a player, with a list for the payment and one for the refusal.
#[derive(Clone, Debug, Renumber)]
pub struct May {
    /// The player who may pay.
    pub by: Expr,
    /// The text of the question.
    pub why: Option<Arc<str>>,
    /// The parts of the cost that she may pay.
    pub cost: Vec<CostPart>,
    /// The list that is done if she pays.
    pub list: Option<ListId>,
    /// The list that is done if she does not pay, or cannot.
    pub otherwise: Option<ListId>,
}

impl Choose {
    /// True if the items get the chosen objects as a list.
    pub fn is_list(&self) -> bool {
        self.what.max != Some(Amount::Int(1))
    }
}

impl Item {
    /// True if the item may run in a sealed window, where the play of each seat is hidden from the others: it only
    /// proposes events, draws cards, names values, or does other lists.
    pub fn fits_a_lane(&self) -> bool {
        matches!(self, Item::Propose(_) | Item::Draw(..) | Item::Each(..) | Item::If(..) | Item::Run(..) | Item::Let(_))
    }
}

/// The part of the flow that a `leave` ends.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub enum FlowEnd {
    /// The round of this level; its repeat goes on with the next one, or ends.
    Level(LevelId),
    /// All that is done before the innermost record of this kind closes.
    Record(RecKind),
}

/// A level that repeats.
#[derive(Clone, Debug, Renumber)]
pub struct Repeat {
    /// The level that is repeated.
    pub level: LevelId,
    /// The list of each round.
    pub list: ListId,
    /// True if each round makes the next player the active one.
    pub alternate: bool,
    /// The number of the seat that each round makes the first and the active player: from 0, counted on round the
    /// table.
    pub first: Option<Amount>,
    /// True if each round is a game of its own: cards begin anew.
    pub fresh: bool,
    /// The condition that ends the repeat, tested after each round.
    pub until: Option<Cond>,
    /// The most rounds.
    pub max: Option<Amount>,
    /// The outcome of the game after the last permitted round; `None`: the flow goes on after the repeat.
    pub after_max: Option<OutcomeRule>,
}

/// The outcome of a game, as written.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum OutcomeRule {
    /// A draw.
    Draw,
    /// A win of this player.
    Win(Expr),
    /// A loss of this player.
    Lose(Expr),
    /// The game is over without a winner; scores count.
    Over,
    /// The player with the greatest numbers wins: the first number that differs decides.
    Rank {
        /// The numbers of each player, in order.
        by: Vec<Amount>,
        /// Players with an equal number are a team, whose numbers are added.
        teams: Option<Amount>,
    },
}
