//! Uses: the rows of open records and of uses that are not finished.

use super::columns::parts_of;
use super::row::{Row, VALUE};
use crate::kernel::Value;
use crate::kernel::model::objects::{Price, Record, Use};
use crate::kernel::model::schema::RecordField;

impl Row<'_> {
    pub fn records(&mut self) {
        let (plan, state) = (self.plan, self.looking.world.state());
        for (kind, rows) in plan.records.iter().enumerate() {
            let fields = &plan.rules.schema.records[kind].fields;
            let width: usize = fields.iter().zip(&rows.items).map(|((_, field), n)| parts_of(*field).len() * n).sum();
            let end = self.at + rows.rows * (1 + width);
            for (number, record) in state.records.iter().filter(|r| r.kind.index() == kind).enumerate() {
                if number == rows.rows {
                    self.left_out += 1;
                    break;
                }
                self.record(record, &rows.items);
            }
            self.at = end;
        }
    }

    fn record(&mut self, record: &Record, items: &[usize]) {
        let plan = self.plan;
        self.flag(true);
        let def = &plan.rules.schema.records[record.kind.index()];
        for (((_, field), n), value) in def.fields.iter().zip(items).zip(&record.fields) {
            let parts = parts_of(*field).len();
            let end = self.at + parts * n;
            let values = value.items();
            if parts > 0 {
                self.left_out += values.len().saturating_sub(*n);
                values.iter().take(*n).for_each(|value| self.part(value, *field));
            }
            self.at = end;
        }
    }

    /// Writes only those columns of a value that a record's field of this type can fill.
    fn part(&mut self, value: &Value, field: RecordField) {
        let parts = parts_of(field);
        if parts.len() == VALUE {
            return self.value(value);
        }
        let mut whole = [0.0; VALUE];
        let (from, at) = (self.at, self.at);
        match value {
            Value::Int(n) => whole[0] = *n as f32,
            Value::Bool(is) => whole[0] = u8::from(*is).into(),
            Value::Card(card) => {
                (whole[1], whole[2]) = (self.card_number(*card) as f32, self.place(*card) as f32);
            }
            Value::Word(sym) => whole[3] = Row::word(*sym) as f32,
            Value::Text(text) => whole[3] = self.text(text) as f32,
            Value::Seat(seat) => whole[4] = self.number_of(*seat) as f32,
            _ => {}
        }
        let first = super::columns::VALUE.iter().position(|part| part.0 == parts[0].0).unwrap_or(0);
        self.out[at..at + parts.len()].copy_from_slice(&whole[first..first + parts.len()]);
        self.at = from + parts.len();
    }

    pub fn uses(&mut self) {
        let (plan, state) = (self.plan, self.looking.world.state());
        let width = 5 + VALUE + plan.targets * VALUE;
        let end = self.at + plan.uses * width;
        self.left_out += state.uses.len().saturating_sub(plan.uses);
        for use_ in state.uses.iter().take(plan.uses) {
            let next = self.at + width;
            self.use_(use_);
            self.at = next;
        }
        self.at = end;
    }

    fn use_(&mut self, use_: &Use) {
        let (plan, state) = (self.plan, self.looking.world.state());
        let is_hidden = use_.card.is_some_and(|card| !self.looking.sees(card));
        self.index(self.number_of(use_.user));
        self.flag(use_.cancelled);
        self.flag(use_.event.is_some());
        self.flag(use_.price == Price::Nothing);
        let reply = use_.reply_to.and_then(|id| state.uses.iter().position(|u| u.id == id));
        self.index(reply.map_or(0, |i| i + 1));
        let ability = &plan.rules.abilities[use_.ability.index()];
        let card = use_.card.map_or(ability.def.map_or(0, Row::def), |card| self.card_number(card));
        let place = use_.card.map_or(0, |card| self.place(card));
        let word = if is_hidden { 0 } else { Row::word(ability.id) };
        [0, card, place, word, 0].into_iter().for_each(|index| self.index(index));
        let targets: Vec<&Value> = use_.targets.iter().filter(|t| t.is_true()).flat_map(Value::items).collect();
        self.left_out += targets.len().saturating_sub(plan.targets);
        targets.into_iter().take(plan.targets).for_each(|target| self.value(target));
    }
}
