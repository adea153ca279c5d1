//! Calls: which host function a source calls, and whether it gives as many arguments as that takes.

use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::schema::{AttrBase, AttrDef};
use crate::lua::{HostCall, LIBRARIES, LiteralValue};
use crate::script::api::takes::{Takes, WordOf};
use crate::script::source::arguments::FUNCTIONS;
use crate::script::source::expression_types::{alternatives, is_object};
use crate::script::source::language_names::METHODS;
use crate::script::source::literal_words::word;
use crate::script::source::literals::Literals;
use crate::script::source::whole_calls::whole;

impl Literals<'_> {
    /// Checks a call: whether there is such a function, the number of its arguments, and each literal among them.
    pub fn call(&mut self, call: &HostCall) {
        let name = &*call.name.text;
        let place = self.span(call.name.line, call.name.column);
        if let Some(method) = name.strip_prefix(':') {
            return self.method(method, call);
        }
        if let Some((of, method)) = name.split_once('.').filter(|(of, m)| is_object(of) && METHODS.contains(m)) {
            let message = format!("`{name}` is called with a colon: `{of}:{method}(...)`");
            return self.error("wrong_kind", &place, message, String::new());
        }
        if name == "act.together" && matches!(call.arguments.first().map(|a| &a.said), Some(LiteralValue::Call(_))) {
            let message = "`act.together` takes a function, found the result of a call".into();
            return self.error("wrong_kind", &place, message, "act.together(function() ... end)".into());
        }
        let Some(f) = FUNCTIONS.get(name) else {
            let inside = format!("{name}.");
            let members = FUNCTIONS.range(&*inside..).map(|(path, _)| *path);
            let members: Vec<&str> = members.take_while(|path| path.starts_with(&inside)).collect();
            if members.is_empty() {
                self.hand(call);
                return self.declared(call);
            }
            let message = format!("`{name}` is a table of functions, and none itself");
            return self.error("wrong_kind", &place, message, format!("call one of them: {}", members.join(", ")));
        };
        let parameters: Vec<(&str, bool)> = f.parameters().collect();
        let least = parameters.iter().filter(|(_, optional)| !optional).count();
        let given = call.arguments.len();
        if given > parameters.len() || given < least && !call.is_open {
            let wanted =
                if least == parameters.len() { format!("{least}") } else { format!("{least} to {}", parameters.len()) };
            let message = format!("`{name}` takes {wanted} arguments, {given} given");
            self.error("arguments", &place, message, format!("{name}{}", f.signature));
        }
        for ((argument, takes), (parameter, optional)) in call.arguments.iter().zip(f.takes).zip(parameters) {
            if argument.said == LiteralValue::Nil && optional {
                continue;
            }
            for turn in 0..alternatives(argument) {
                self.turn = turn;
                self.argument(argument, takes, format_args!("`{parameter}` of `{name}`"), call);
            }
            self.turn = 0;
        }
        whole(self, call, &place);
    }

    /// Keeps how a function of a module is called, and the keys of tables that are written out for it. They are judged
    /// when all files are read: the function may stand in a later one.
    fn hand(&mut self, call: &HostCall) {
        if call.name.text.contains('.') {
            let span = self.span(call.name.line, call.name.column);
            self.now.called.push((call.name.text.clone(), call.arguments.len(), call.is_open, span));
        }
        for (argument, given) in call.arguments.iter().enumerate() {
            let LiteralValue::Table(entries, _) = &given.said else { continue };
            for key in entries.iter().filter_map(|(key, _)| key.as_ref()) {
                let span = self.span(key.line, key.column);
                self.now.handed.push((call.name.text.to_string(), argument, key.clone(), span));
            }
        }
    }

    /// Checks a call of an event that the manifest declares: `act.retire(card)`.
    fn declared(&mut self, call: &HostCall) {
        let Some(name) = call.name.text.strip_prefix("act.") else { return };
        let declared = &self.rules.events[event::COUNT as usize..];
        let Some(def) = declared.iter().find(|e| **self.rules.name(e.name) == *name) else { return };
        let may_be_nothing = |i: usize| i > 0 && def.optional & 1 << i.min(31) != 0;
        let most = def.fields.len();
        let least = (0..most).rfind(|i| !may_be_nothing(*i)).map_or(0, |last| last + 1);
        let given = call.arguments.len();
        let place = self.span(call.name.line, call.name.column);
        if given > most || given < least && !call.is_open {
            let fields: Vec<&str> = def.fields.iter().map(|(n, _)| &**self.rules.name(*n)).collect();
            let help = format!("act.{name}({})", fields.join(", "));
            let wanted = if least == most { format!("{most}") } else { format!("{least} to {most}") };
            let message = format!("`act.{name}` takes {wanted} arguments, {given} given");
            return self.error("arguments", &place, message, help);
        }
        for (i, (argument, (field, kind))) in call.arguments.iter().zip(&def.fields).enumerate() {
            let takes: &[Takes] = match kind {
                FieldKind::Card | FieldKind::Cards => &[Takes::Card, Takes::Cards],
                FieldKind::Player => &[Takes::Player, Takes::Players],
                FieldKind::Int => &[Takes::Int],
                FieldKind::Use => &[Takes::Use],
                _ => &[Takes::Any],
            };
            let what = format!("`{}` of `act.{name}`", self.rules.name(*field));
            if argument.said != LiteralValue::Nil {
                self.argument(argument, takes, format_args!("{what}"), call);
            } else if !may_be_nothing(i) {
                let place = self.place(argument);
                self.error("wrong_kind", &place, format!("{what} is needed, found nil"), String::new());
            }
        }
    }

    fn method(&mut self, method: &str, call: &HostCall) {
        let said = |i: usize| match call.arguments.get(i).map(|a| &a.said) {
            Some(LiteralValue::Text(text)) => Some(text.clone()),
            _ => None,
        };
        match (method, said(0), said(1)) {
            ("is", Some(status), _) => word(self, WordOf::Status, &status, &call.arguments[0], call),
            ("has", Some(field), of) => {
                word(self, WordOf::Words, &field, &call.arguments[0], call);
                let slot = self.parse(|p| p.word_slot(&field));
                if let (Some(slot), Some(of)) = (slot, of) {
                    let span = self.place(&call.arguments[1]);
                    self.word_in(slot, &of, &span);
                }
            }
            ("stored", Some(field), _) => {
                let schema = &self.rules.schema;
                let is_stored = |a: &&AttrDef| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. });
                let stored = schema.attrs.iter().filter(is_stored).map(|a| &**self.rules.name(a.name));
                let known: Vec<&str> = stored.collect();
                if !known.contains(&&*field) {
                    let span = self.place(&call.arguments[0]);
                    self.unknown("cards store no number", &field, &span, known);
                }
            }
            _ if METHODS.contains(&method) => {}
            _ if LIBRARIES.iter().any(|(name, members)| *name == "string" && members.contains(&method)) => {}
            _ => {
                let span = self.span(call.name.line, call.name.column);
                self.now.methods.push((method.into(), span));
            }
        }
    }
}
