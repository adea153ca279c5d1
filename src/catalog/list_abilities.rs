//! List abilities: abilities that lists use, orders that players choose, and items for the end of a use, from data.

use super::builder::Builder;
use super::keys::flow::{AfterUseKeys, OrderKeys, UseKeys};
use super::taken_names;
use crate::data::{Data, Node};
use crate::error::Problems;
use crate::kernel::model::flow_items::{InOrder, Item};
use crate::kernel::model::lang::{Class, Expr, Head, Ref};
use crate::kernel::model::timed_effects::AbilitySource;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::FieldKind;

impl Builder {
    /// Reads a reference to abilities: one by its name, or those of a card.
    pub(super) fn which(
        &mut self,
        (named, of, kind): (Option<&Node>, Option<&Node>, Option<&Node>),
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<AbilitySource> {
        match (named, of) {
            (Some(_), Some(of)) => {
                let message = "`ability` is one by its name, `abilities_of` are those that a card has: say one of them";
                problems.error("unknown_key", &of.span, message);
                None
            }
            (Some(named), None) => {
                if let Some(kind) = kind {
                    let help = "`abilities_of: this.one` with `kind` are those of that kind that a card has";
                    problems.error("unknown_key", &kind.span, "`kind` stands beside `abilities_of`").help(help);
                }
                Some(AbilitySource::Named(self.named_in_a_list(named)))
            }
            (None, Some(of)) => {
                let cards = self.things(of, scope, problems);
                let kinds = self.rules.schema.ability_kinds.clone();
                let kind = match kind {
                    Some(node) => {
                        Some(kinds[self.parser(scope.clone(), problems).one_of(node, "kind of ability", &kinds)?])
                    }
                    None => None,
                };
                Some(AbilitySource::Of { cards, kind })
            }
            (None, None) => None,
        }
    }

    /// The object that a reference leads to, or all objects that match a selection.
    fn things(&self, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let mut p = self.parser(scope.clone(), problems);
        match node.as_map() {
            Some(_) => Expr::Select(Box::new(p.sought(node, Class::Card))),
            None => Expr::Ref(p.object_ref(node)),
        }
    }

    /// Compiles an item that uses abilities.
    pub(super) fn used(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = UseKeys::of(node);
        let which = self.which((said.ability, said.abilities_of, said.kind), scope, problems)?;
        let mut p = self.parser(scope.clone(), problems);
        let card = said.card.map(|node| p.field_expr(node, FieldKind::Card));
        let by = said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |node| p.seats_expr(node));
        Some(Item::Use(Box::new((which, card, by))))
    }

    /// Compiles an item in which a player puts things into an order.
    pub(super) fn in_order(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = OrderKeys::of(item);
        taken_names::binding(item.field("as"), scope, &self.rules, problems);
        let var = self.sym(said.r#as.unwrap_or("it"));
        let what = self.things(said.order?, scope, problems);
        let mut p = self.parser(scope.clone(), problems);
        let by = said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |node| p.seats_expr(node));
        let of = p.of_expr(&what);
        let mut inner = scope.clone();
        inner.bind(var, of);
        let list = self.list(said.r#do?, path, &inner, problems);
        Some(Item::Order(Box::new(InOrder { what, by, var, why: said.why.map(Into::into), list })))
    }

    /// Compiles a list that is done when the use is over.
    pub(super) fn after_use(
        &mut self,
        item: &Node,
        path: &str,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Item> {
        let said = AfterUseKeys::of(item);
        let list = said.after_use?;
        let mut with = Vec::new();
        let mut inner = Scope { targets: Vec::new(), later: Vec::new(), this: None, may_leave: false, ..scope.clone() };
        for (key, node) in said.with {
            let at = Node { value: Data::Text(key.name.clone()), span: key.span.clone() };
            // A value may keep the name that it has outside the list, so names of the scope around it are not refused.
            taken_names::binding(Some(&at), &Scope::default(), &self.rules, problems);
            let name = self.rules.schema.symbols.intern(&key.name);
            let mut p = self.parser(scope.clone(), problems);
            let what = Expr::Ref(p.free_ref(node));
            inner.bind(name, p.of_expr(&what));
            with.push((name, what));
        }
        Builder::is_over(list, problems);
        Some(Item::AfterUse(with, self.list(list, path, &inner, problems)))
    }

    /// Reports `this` and `paid` in a list that is done when the use is over: there is no use any more.
    fn is_over(list: &Node, problems: &mut Problems) {
        let reads = |text: &str, name: &str| {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            text.match_indices(name).any(|(i, _)| {
                let after = text[i + name.len()..].chars().next();
                !text[..i].ends_with(is_word) && after.is_none_or(|c| c == '.' || !is_word(c))
            })
        };
        if let Some(name) = ["this", "paid"].into_iter().find(|name| list.any_text(&|text| reads(text, name))) {
            let message = format!("this is done when the use is over, and `{name}` is no longer there");
            let help = "give what it needs a name: `{ after_use: [...], with: { one: this.one } }`";
            problems.error("unknown_word", &list.span, message).help(help);
        }
    }
}
