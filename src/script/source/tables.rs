//! Tables: literal tables, checked against what the host function takes.

use std::fmt::Arguments;

use crate::data::keys::Each;
use crate::data::suggest;
use crate::kernel::model::lang::Class;
use crate::kernel::model::schema::AttrBase;
use crate::kernel::parse::keys::{SelectionKey, SetKey, of_filters};
use crate::kernel::parse::printed_filters::{PRINTED_ONLY, definitions};
use crate::lua::{HostCall, Literal, LiteralValue, SourceWord};
use crate::script::api::takes::{TablePart, Takes};
use crate::script::source::literals::Literals;

impl Literals<'_> {
    /// Checks a table that is given as an argument.
    pub fn table(
        &mut self,
        of: &Literal,
        entries: &[(Option<SourceWord>, Literal)],
        is_whole: bool,
        takes: &[Takes],
        what: Arguments<'_>,
        call: &HostCall,
    ) {
        let named = entries.iter().filter(|(key, _)| key.is_some()).count();
        if named > 0 && named < entries.len() {
            let span = self.place(of);
            let message = "a table is a list or has names: if it has both, the names are not read".into();
            return self.error("wrong_kind", &span, message, String::new());
        }
        let is_list = named == 0 && !entries.is_empty();
        for one in takes {
            match one {
                Takes::Cards | Takes::Players | Takes::List if is_list || entries.is_empty() => return,
                Takes::Parts(parts) if !is_list => return self.parts(entries, parts, what, call),
                Takes::Filter(class) if !is_list => return self.filter(of, Some(*class), &[], call),
                Takes::ObjectFilter if !is_list => return self.filter(of, None, &[], call),
                Takes::Asks(class, parts) if !is_list => return self.filter(of, Some(*class), parts, call),
                // The author of the step chose the names; unused ones are found at the end.
                Takes::Names if !is_list => return,
                Takes::Stored if !is_list => return self.stored(entries),
                Takes::Fields if !is_list => return self.fields(entries, call),
                _ => {}
            }
        }
        if is_whole {
            self.wrong_kind(of, takes, what);
        }
    }

    fn parts(
        &mut self,
        entries: &[(Option<SourceWord>, Literal)],
        parts: &[TablePart],
        what: Arguments<'_>,
        call: &HostCall,
    ) {
        for (key, value) in entries {
            let Some(key) = key else { continue };
            match parts.iter().find(|p| *p.name == *key.text) {
                Some(part) if value.said != LiteralValue::Nil => {
                    self.argument(value, part.takes, format_args!("`{}` of `{}`", key.text, call.name.text), call);
                }
                Some(_) => {}
                None => {
                    let span = self.span(key.line, key.column);
                    let known: Vec<&str> = parts.iter().map(|p| p.name).collect();
                    let help = suggest::help_for(&key.text, known);
                    self.error("unknown_key", &span, format!("unknown key `{}` in {what}", key.text), help);
                }
            }
        }
    }

    /// Checks a filter of objects of a class; without a class, of cards or records.
    fn filter(&mut self, of: &Literal, class: Option<Class>, own: &[TablePart], call: &HostCall) {
        let LiteralValue::Table(entries, _) = &of.said else { return };
        let is_own = |key: &Option<SourceWord>| key.as_ref().is_some_and(|k| own.iter().any(|p| *p.name == *k.text));
        let (mine, filter): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(|(key, _)| is_own(key));
        self.parts(&mine, own, format_args!(""), call);
        if &*call.name.text == "ask.card" || &*call.name.text == "ask.space" {
            let pick = filter.iter().find_map(|(key, _)| key.as_ref().filter(|k| &*k.text == "pick"));
            if let Some(pick) = pick {
                let span = self.span(pick.line, pick.column);
                let message = format!("`{}` asks for one and does not read `pick`", call.name.text);
                self.error("unknown_key", &span, message, format!("`{}s` asks for several", call.name.text));
            }
        }
        let name = &*call.name.text;
        let mut filter = filter;
        filter.retain(|(key, _)| match key {
            Some(key) => !self.is_nearly_own(key, own, name),
            None => true,
        });
        for key in filter.iter().filter_map(|(key, _)| key.as_ref()).filter(|key| passes_over(name, &key.text)) {
            let span = self.span(key.line, key.column);
            let message = format!("`{name}` does not read `{}`", key.text);
            self.error("unknown_key", &span, message, String::new());
        }
        let node = self.node(&Literal { said: LiteralValue::Table(filter, true), ..of.clone() });
        let is_permission = ["act.modify", "act.forbid", "act.permit"].contains(&name);
        let is_of_defs = ["defs", "ask.def", "abilities"].contains(&name);
        let is_of_print = self.parse(|p| match class {
            None => {
                p.object_filter(&node);
                true
            }
            Some(class) if is_permission || class == Class::Use => {
                p.filter(&node, class);
                true
            }
            Some(class) => definitions(&p.selection(&node, class)).is_some(),
        });
        if is_of_defs && !is_of_print {
            let span = self.place(of);
            let message = format!("`{name}` looks at definitions, which have {PRINTED_ONLY}");
            self.error("unknown_key", &span, message, String::new());
        }
    }

    /// Reports a key that is no word of filters and similar to a part of the question. True: it was reported.
    fn is_nearly_own(&mut self, key: &SourceWord, own: &[TablePart], function: &str) -> bool {
        if of_filters().any(|known| *known == *key.text) || self.rules.schema.symbols.find(&key.text).is_some() {
            return false;
        }
        let Some(near) = suggest::nearest(&key.text, own.iter().map(|p| p.name)) else { return false };
        let span = self.span(key.line, key.column);
        let message = format!("unknown key `{}` in `{function}`", key.text);
        self.error("unknown_key", &span, message, format!("did you mean `{near}`?"));
        true
    }

    fn stored(&mut self, entries: &[(Option<SourceWord>, Literal)]) {
        let rules = self.rules;
        let stored = rules.schema.attrs.iter().filter(|a| matches!(a.base, AttrBase::Stored { .. }));
        let known: Vec<&str> = stored.map(|a| &**rules.name(a.name)).collect();
        for key in entries.iter().filter_map(|(key, _)| key.as_ref()).filter(|k| !known.contains(&&*k.text)) {
            let span = self.span(key.line, key.column);
            self.unknown("cards store no number", &key.text, &span, known.iter().copied());
        }
    }

    /// Checks the fields of the record that the first argument names.
    fn fields(&mut self, entries: &[(Option<SourceWord>, Literal)], call: &HostCall) {
        let Some(LiteralValue::Text(record)) = call.arguments.first().map(|a| &a.said) else { return };
        let rules = self.rules;
        let Some(kind) = rules.schema.record(record) else { return };
        let def = &rules.schema.records[kind.index()];
        let known: Vec<&str> = def.fields.iter().map(|(n, _)| &**rules.name(*n)).collect();
        for key in entries.iter().filter_map(|(key, _)| key.as_ref()).filter(|k| !known.contains(&&*k.text)) {
            let span = self.span(key.line, key.column);
            self.unknown(&format!("the record `{record}` has no field"), &key.text, &span, known.iter().copied());
        }
    }
}

/// True if a host function does not read this key of selections.
fn passes_over(function: &str, key: &str) -> bool {
    let is_of_set = SetKey::of(key).is_some();
    match (function, SelectionKey::of(key)) {
        ("act.modify" | "act.forbid" | "act.permit" | "act.grant", _) => false,
        ("ask.cards" | "ask.card", said) => said == Some(SelectionKey::random),
        ("ask.spaces" | "ask.space" | "ask.player", said) => said == Some(SelectionKey::random) || is_of_set,
        (_, Some(SelectionKey::first | SelectionKey::last | SelectionKey::ordered_by)) => false,
        (_, Some(SelectionKey::pick | SelectionKey::needs | SelectionKey::random | SelectionKey::verb)) => true,
        (_, None) => is_of_set,
    }
}
