//! Created cards: the definitions that events create, and the stored numbers of created cards.

use super::builder::Builder;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::{Class, Expr, Head, Ref};
use crate::kernel::model::schema::AttrBase;
use crate::kernel::model::value::{DefId, Value};
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Reads which card to create: the id of a definition, or a reference to a card to copy.
    pub(super) fn made(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let defs = self.def_ids.clone();
        let known = node.as_str().and_then(|text| self.rules.schema.symbols.find(text));
        let is_id = known.is_some_and(|sym| defs.contains(&sym));
        let mut parser = self.parser(scope.clone(), problems);
        if !is_id
            && let Some(found) = node.as_str().and_then(|text| parser.try_ref(text, &node.span))
            && !matches!(found.head, Head::Value(_))
        {
            return Expr::Ref(found);
        }
        let def = parser.one_of(node, "card", &defs).map(|at| Value::Def(DefId::of(at)));
        Expr::Ref(Ref::value(def.unwrap_or(Value::Bool(false))))
    }

    /// Reads the numbers that a created card stores from the start, by their names.
    pub(super) fn stored(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let Some(map) = node.as_map() else {
            let message = format!("`values` are numbers by their names, found {}", node.kind_name());
            problems.error("wrong_kind", &node.span, message).help("`values: { NAME: amount }`");
            return Expr::Numbers(Vec::new());
        };
        let is_stored = |attr: &&crate::kernel::model::schema::AttrDef| {
            attr.of == Class::Card && matches!(attr.base, AttrBase::Stored { .. })
        };
        let mut all = Vec::new();
        for (key, value) in map {
            let name = self.sym(&key.name);
            let stored = self.rules.schema.attrs.iter().filter(is_stored).map(|attr| attr.name);
            if !stored.clone().any(|known| known == name) {
                let known: Vec<&str> = stored.map(|name| &**self.rules.name(name)).collect();
                let help = crate::data::suggest::help_for(&key.name, known);
                problems.error("unknown_key", &key.span, format!("cards store no number `{}`", key.name)).help(help);
                continue;
            }
            all.push((name, self.parser(scope.clone(), problems).amount(value)));
        }
        all.sort_by_key(|(name, _)| Value::Word(*name).word_number());
        Expr::Numbers(all)
    }
}
