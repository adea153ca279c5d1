//! Records: opening and closing them, and changes of their lists.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::event;
use crate::kernel::model::flow_items::OfRecord;
use crate::kernel::model::objects::{Event, Lasts, Record, Role};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits::{self, check_limit};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::run::change::World;

impl World {
    /// The place of a record among the open records, from 0.
    fn record_at(&self, id: RecId) -> Option<usize> {
        self.state().records.iter().position(|r| r.id == id)
    }

    /// Opens a record, within the limit of open records.
    ///
    /// # Errors
    ///
    /// Too many are open.
    pub fn open_if_room(&mut self, kind: RecKind, given: Vec<(u8, Value)>) -> Result<RecId, String> {
        let (held, origin) = (self.state().records.iter().map(|record| record.origin), self.game().origin());
        check_limit(held, origin, 1, effect_limits::RECORDS)?;
        Ok(self.open_record(kind, given, origin))
    }

    /// Opens a record of this origin, and adds it to the list of the innermost record that can hold it.
    fn open_record(&mut self, kind: RecKind, given: Vec<(u8, Value)>, origin: Origin) -> RecId {
        self.count_on(|next| next.records += 1);
        let id = RecId(self.state().next.records);
        let def = &self.rules.schema.records[kind.index()];
        let mut fields: Vec<Value> = def
            .fields
            .iter()
            .map(|(_, f)| match f {
                RecordField::Cards(_)
                | RecordField::Stays
                | RecordField::Records(_)
                | RecordField::Players
                | RecordField::Spaces => Value::NONE,
                RecordField::Int => Value::Int(0),
                _ => Value::Nil,
            })
            .collect();
        for (slot, value) in given {
            let is_list = matches!(fields[slot as usize], Value::List(_));
            fields[slot as usize] = match value {
                Value::List(_) => value,
                one if is_list => Value::from(one.items().to_vec()),
                one => one,
            };
        }
        // The record joins the list of the innermost record that can hold it.
        let holds = |f: &(Sym, RecordField)| f.1 == RecordField::Records(kind);
        let outer = self.state().records.iter().enumerate().rev().find_map(|(at, outer)| {
            let def = &self.rules.schema.records[outer.kind.index()];
            Some((at, def.fields.iter().position(holds)?))
        });
        if let Some((record, field)) = outer {
            let inner = self.state().records[record].fields[field].items();
            let value = Value::List(inner.iter().cloned().chain([Value::Record(id)]).collect());
            self.change(Change::RecordField { record, field, value });
        }
        let record = Record { id, kind, fields, origin };
        self.change(Change::Records(Edit::push(&self.state().records, record)));
        self.announce(Event::new(event::OPENED, vec![Value::Record(id), self.game().record_word(kind)], Role::Rule));
        id
    }

    /// Puts cards into a list of the innermost open record of a kind. Cards that are in the list already are not added
    /// again.
    pub fn put_into_record(&mut self, kind: RecKind, slot: u8, cards: &Value, role: Role) {
        if let Some(id) = self.state().record(kind).map(|r| r.id) {
            self.put_into(id, slot, cards, role);
        }
    }

    /// Puts cards into a field of one record: a list gets those that it lacks, a field of one value is replaced.
    pub fn put_into(&mut self, id: RecId, slot: u8, cards: &Value, role: Role) {
        let Some(record) = self.record_at(id) else { return };
        let (kind, field) = (self.state().records[record].kind, slot as usize);
        let mut new = Vec::new();
        let value = match &self.state().records[record].fields[field] {
            Value::List(list) => {
                let mut list = list.to_vec();
                for v in cards.items() {
                    if !list.contains(v) {
                        list.push(v.clone());
                        new.push(v.clone());
                    }
                }
                list.into()
            }
            _ => cards.clone(),
        };
        self.change(Change::RecordField { record, field, value });
        self.record_changed(event::JOINED, (id, kind, slot), new, role);
    }

    /// Takes cards out of a list of the innermost open record of a kind.
    pub fn take_from_record(&mut self, kind: RecKind, slot: u8, cards: &Value) {
        if let Some(id) = self.state().record(kind).map(|r| r.id) {
            self.take_from(id, slot, cards);
        }
    }

    /// Takes cards out of a list of one record.
    pub fn take_from(&mut self, id: RecId, slot: u8, cards: &Value) {
        let Some(record) = self.record_at(id) else { return };
        let (kind, field) = (self.state().records[record].kind, slot as usize);
        let Value::List(list) = &self.state().records[record].fields[field] else { return };
        let (gone, left): (Vec<Value>, Vec<Value>) = list.iter().cloned().partition(|v| cards.contains(v));
        self.change(Change::RecordField { record, field, value: Value::from(left) });
        self.record_changed(event::LEFT, (id, kind, slot), gone, Role::Effect);
    }

    fn record_changed(&mut self, event: EventId, list: (RecId, RecKind, u8), cards: Vec<Value>, role: Role) {
        if !cards.is_empty() {
            let (id, kind, slot) = list;
            let field = Value::Word(self.rules.schema.records[kind.index()].fields[slot as usize].0);
            let fields = vec![Value::Record(id), field, Value::from(cards), self.game().record_word(kind)];
            self.announce(Event::new(event, fields, role));
        }
    }

    /// Closes the innermost open record of a kind, and ends effects that last as long.
    pub fn close_record(&mut self, kind: RecKind) {
        let Some(id) = self.state().record(kind).map(|r| r.id) else { return };
        if self.drop_record(id) {
            self.announce(Event::new(
                event::CLOSED,
                vec![Value::Record(id), self.game().record_word(kind)],
                Role::Rule,
            ));
        }
    }

    /// Removes a record with the records inside it, and ends effects that last as long. False: it is not open.
    pub(in crate::kernel) fn drop_record(&mut self, id: RecId) -> bool {
        let Some(at) = self.record_at(id) else { return false };
        let record = &self.state().records[at];
        let def = &self.rules.schema.records[record.kind.index()];
        let is_inner = |f: &RecordField| matches!(f, RecordField::Records(_));
        let inner = def.fields.iter().zip(&record.fields).filter(|((_, f), _)| is_inner(f));
        let inner: Vec<Value> = inner.flat_map(|(_, v)| v.items().to_vec()).collect();
        self.change(Change::Records(Edit::Remove(at)));
        for outer in 0..self.state().records.len() {
            for field in 0..self.state().records[outer].fields.len() {
                if let Value::List(list) = &self.state().records[outer].fields[field]
                    && list.contains(&Value::Record(id))
                {
                    let left = list.iter().filter(|v| **v != Value::Record(id)).cloned().collect();
                    self.change(Change::RecordField { record: outer, field, value: Value::List(left) });
                }
            }
        }
        self.expire(|lasts| *lasts == Lasts::Record(id));
        for v in inner {
            if let Value::Record(id) = v {
                self.drop_record(id);
            }
        }
        true
    }
}

impl Env<'_> {
    /// The open record, and the place of its field, that an item of a list names; `None`: no such record is open.
    pub(in crate::kernel) fn field_of_record(&self, of: &OfRecord) -> Option<(RecId, u8)> {
        match of {
            OfRecord::Innermost(kind, slot) => self.state.record(*kind).map(|record| (record.id, *slot)),
            OfRecord::Of(r, name) => {
                let found = self.lookup(r);
                let [Value::Record(id)] = found.items() else { return None };
                let record = self.state.records.iter().find(|record| record.id == *id)?;
                let fields = &self.rules.schema.records[record.kind.index()].fields;
                let at = fields.iter().position(|(field, _)| field == name)?;
                Some((*id, u8::try_from(at).ok()?))
            }
        }
    }
}
