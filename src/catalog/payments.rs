//! Payments: what lists let a player do or pay, from data.

use super::builder::Builder;
use super::keys::flow::{MayKeys, PaysKeys, UnlessKeys};
use crate::data::{Data, Node};
use crate::error::Problems;
use crate::kernel::model::ability::CostPart;
use crate::kernel::model::flow_items::{Item, May};
use crate::kernel::model::lang::{Expr, Head, Ref};
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Compiles `may`: something that a player may do, with its cost.
    pub(super) fn may(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = MayKeys::of(item);
        if said.may.is_some_and(|words| words.trim().is_empty()) {
            let at = item.field("may").unwrap_or(item);
            let message = "`may` says what the player may do, and she is asked with these words";
            problems.error("missing", &at.span, message).help("`may: draw a card`");
        }
        let by = self.one_player(said.by, scope, problems);
        let cost = said.cost.map_or(Vec::new(), |cost| self.paid(cost, scope, problems));
        let list = self.list(said.r#do?, path, scope, problems);
        let otherwise = said.r#else.map(|items| self.list(items, path, scope, problems));
        Some(Item::May(Box::new(May { by, why: said.may.map(Into::into), cost, list: Some(list), otherwise })))
    }

    /// Compiles `unless`: a list that is done unless a player pays.
    pub(super) fn unless(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = UnlessKeys::of(item);
        let payment = PaysKeys::of(said.unless?);
        let by = self.one_player(payment.by, scope, problems);
        let cost = self.paid(payment.pays?, scope, problems);
        let otherwise = Some(self.list(said.r#do?, path, scope, problems));
        let why = Some(payment.why.unwrap_or("pay").into());
        Some(Item::May(Box::new(May { by, why, cost, list: None, otherwise })))
    }

    /// Reads the parts of a payment that an item of a list asks for.
    fn paid(&mut self, cost: &Node, scope: &Scope, problems: &mut Problems) -> Vec<CostPart> {
        if !matches!(&cost.value, Data::List(parts) if !parts.is_empty()) {
            let message = "nothing is paid here: a cost is a list of its parts";
            problems.error("missing", &cost.span, message).help("`[{ energy: 1 }]`");
        }
        self.costs(cost, scope, problems)
    }

    /// The one player who is asked; left out: `me`.
    fn one_player(&self, by: Option<&Node>, scope: &Scope, problems: &mut Problems) -> Expr {
        let Some(node) = by else { return Expr::Ref(Ref::head(Head::Me)) };
        let by = self.parser(scope.clone(), problems).seats_expr(node);
        if let Expr::Seats(_) = by {
            let message = "these are several players, and only the first of them is asked";
            problems.warn("unclear", &node.span, message).help("`each` does a list for one after the other");
        }
        by
    }
}
