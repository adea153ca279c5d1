//! Record items: the items of lists that open records and change their fields.

use super::builder::Builder;
use super::limits::slot;
use crate::data::{Data, Key, Node, in_yaml};
use crate::error::Problems;
use crate::kernel::model::flow_items::OfRecord;
use crate::kernel::model::lang::Expr;
use crate::kernel::model::schema::{RecordDef, RecordField};
use crate::kernel::model::value::RecKind;
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Reads the field of a record, and what joins or leaves it. The record is the innermost one of a kind, or one that
    /// has a name here.
    pub(super) fn of_record(
        &mut self,
        verb: &Key,
        value: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<(OfRecord, Expr)> {
        let takes = verb.name == "take";
        let Some([(target, node)]) = value.as_map() else {
            let what = if takes { "list of a record and what leaves it" } else { "field of a record and what it gets" };
            let message = format!("`{}` names one {what}", verb.name);
            let help = format!("each field is a step of its own: `{{ {}: {{ RECORD.FIELD: reference }} }}`", verb.name);
            problems.error("wrong_kind", &value.span, message).help(help);
            return None;
        };
        let (record, field) = target.name.rsplit_once('.').unwrap_or((&target.name, ""));
        let at = |name: &str| Key { name: name.into(), span: target.span.clone() };
        let head = record.split('.').next().unwrap_or_default();
        let is_name = head == "it" || self.rules.schema.symbols.find(head).is_some_and(|sym| scope.vars.contains(&sym));
        let (of, def, slot) = if is_name && self.rules.schema.record(record).is_none() {
            let (def, slot) = self.any_record_with(&at(field), problems)?;
            let text = Node { value: Data::Text(record.into()), span: target.span.clone() };
            let found = self.parser(scope.clone(), problems).object_ref(&text);
            let name = def.fields[slot as usize].0;
            (OfRecord::Of(found, name), def, slot)
        } else {
            let (kind, def) = self.record_def(&at(record), problems)?;
            let slot = self.record_slot(&def, &at(field), problems)?;
            (OfRecord::Innermost(kind, slot), def, slot)
        };
        let is_list = !matches!(
            def.fields[slot as usize].1,
            RecordField::Int | RecordField::Player | RecordField::Word | RecordField::Card | RecordField::Any
        );
        if takes && !is_list {
            let message = format!("`{}` is no list: nothing is taken out of it", target.name);
            problems.error("wrong_kind", &target.span, message).help("`put` sets what it holds");
            return None;
        }
        if node.as_map().is_some() && def.fields[slot as usize].1 != RecordField::Int {
            let message = format!("`{}` of `{}` is a reference, and this selects", target.name, verb.name);
            let help = format!(
                "a round of what is selected: `{{ each: {}, as: one, do: [{{ {}: {{ {}: one }} }}] }}`",
                in_yaml(&node.to_json()),
                verb.name,
                target.name
            );
            problems.error("wrong_kind", &node.span, message).help(help);
            return None;
        }
        Some((of, self.record_value(&def, slot, node, scope, problems)))
    }

    /// The first kind of record with this field, and the place of the field. Reports a field that other kinds of record
    /// have with another kind of value.
    fn any_record_with(&mut self, field: &Key, problems: &mut Problems) -> Option<(RecordDef, u8)> {
        let name = self.sym(&field.name);
        let with = |def: &RecordDef| Some((def.clone(), def.fields.iter().position(|(n, _)| *n == name)?));
        let found: Vec<(RecordDef, usize)> = self.rules.schema.records.iter().filter_map(with).collect();
        let Some((def, at)) = found.first() else {
            let fields = self.rules.schema.records.iter().flat_map(|def| &def.fields);
            let known: Vec<&str> = fields.map(|(n, _)| &**self.rules.name(*n)).collect();
            let help = crate::data::suggest::help_for(&field.name, known);
            problems.error("unknown_key", &field.span, format!("no record has a field `{}`", field.name)).help(help);
            return None;
        };
        if found.iter().any(|(other, place)| other.fields[*place].1 != def.fields[*at].1) {
            let message = format!("`{}` holds different things in different records", field.name);
            problems.error("unclear", &field.span, message).help("give one of the fields another name");
            return None;
        }
        Some((def.clone(), slot(*at)))
    }

    /// Reads the value of a record's field: an amount for a number, a reference for anything else.
    pub(super) fn record_value(
        &self,
        def: &RecordDef,
        slot: u8,
        node: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Expr {
        self.value_of_kind(def.fields[slot as usize].1, node, scope, problems)
    }

    pub(super) fn record_def(&mut self, key: &Key, problems: &mut Problems) -> Option<(RecKind, RecordDef)> {
        match self.rules.schema.record(&key.name) {
            Some(kind) => Some((kind, self.rules.schema.records[kind.index()].clone())),
            None => {
                let known: Vec<&str> = self.rules.schema.records.iter().map(|r| &**self.rules.name(r.name)).collect();
                let help = crate::data::suggest::help_for(&key.name, known);
                problems.error("unknown_word", &key.span, format!("there is no record `{}`", key.name)).help(help);
                None
            }
        }
    }

    pub(super) fn record_slot(&mut self, def: &RecordDef, key: &Key, problems: &mut Problems) -> Option<u8> {
        let sym = self.sym(&key.name);
        let found = def.fields.iter().position(|(n, _)| *n == sym);
        if found.is_none() {
            let known: Vec<&str> = def.fields.iter().map(|(n, _)| &**self.rules.name(*n)).collect();
            let help = crate::data::suggest::help_for(&key.name, known);
            let message = format!("the record `{}` has no field `{}`", self.rules.name(def.name), key.name);
            problems.error("unknown_key", &key.span, message).help(help);
        }
        found.map(slot)
    }
}
