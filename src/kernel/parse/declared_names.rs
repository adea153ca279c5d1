//! Declared names: reads names that a game declares: of zones, types, statuses.

use crate::data::Node;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::Head;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Status, TypeId, Value, ZoneKind};
use crate::kernel::parse::parser::Parser;

impl Parser<'_> {
    /// Reads names of kinds of zone, one or several; `any` is all kinds. Unknown names are reported.
    pub fn zones(&mut self, node: &Node) -> IdSet<ZoneKind> {
        let mut kinds = IdSet::EMPTY;
        for item in node.items() {
            match item.as_str() {
                Some("any") => kinds = IdSet::ALL,
                Some(name) => match self.schema.zone_kind(name) {
                    Some(kind) => kinds.insert(kind),
                    None => {
                        let known = self.names(self.schema.zones.iter().map(|z| z.name));
                        self.unknown("zone", name, &item.span, known.iter().map(String::as_str));
                    }
                },
                None => self.wrong(item, "the name of a zone"),
            }
        }
        kinds
    }

    /// Reads names of card types, one or several. Unknown names are reported.
    pub fn types(&mut self, node: &Node) -> IdSet<TypeId> {
        let mut types = IdSet::EMPTY;
        for item in node.items() {
            let Some(name) = item.as_str() else {
                self.wrong(item, "the name of a card type");
                continue;
            };
            match self.schema.types.iter().position(|t| &**self.schema.symbols.name(t.name) == name) {
                Some(i) => types.insert(TypeId::of(i)),
                None => {
                    let known = self.names(self.schema.types.iter().map(|t| t.name));
                    self.unknown("card type", name, &item.span, known.iter().map(String::as_str));
                }
            }
        }
        types
    }

    /// Reads names of statuses, one or several. Unknown names are reported.
    pub fn statuses(&mut self, node: &Node) -> Vec<Status> {
        let mut out = Vec::new();
        for item in node.items() {
            match item.as_str().map(|name| (name, self.schema.status(name))) {
                Some((_, Some(status))) => out.push(status),
                Some((name, None)) => {
                    let known = self.names(self.schema.statuses.iter().flat_map(|(_, v)| v.iter().copied()));
                    self.unknown("status", name, &item.span, known.iter().map(String::as_str));
                }
                None => self.wrong(item, "a status"),
            }
        }
        out
    }

    /// The index of a word among `known`. `None`: it is not among them, and a message that calls it a `what` is
    /// reported.
    pub fn one_of(&mut self, node: &Node, what: &str, known: &[Sym]) -> Option<usize> {
        let Some(name) = node.as_str() else {
            self.wrong(node, &format!("the name of a {what}"));
            return None;
        };
        let found = self.sym(name).and_then(|s| known.iter().position(|k| *k == s));
        if found.is_none() {
            let known = self.names(known.iter().copied());
            self.unknown(what, name, &node.span, known.iter().map(String::as_str));
        }
        found
    }

    /// Reads words of the game, one or several. A word that the game does not have is reported and left out.
    pub fn syms(&mut self, node: &Node) -> Vec<Sym> {
        node.items()
            .iter()
            .filter_map(|item| match &self.reference(item).head {
                Head::Value(Value::Word(sym)) => Some(*sym),
                _ => item.as_str().and_then(|s| self.sym(s)),
            })
            .collect()
    }
}
