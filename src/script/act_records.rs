//! Acting on records: host functions that open and close them, and change what they hold.

use mlua::Value as LuaValue;

use super::act::{DONE, changed, propose};
use super::api::{Call, Reply};
use super::convert::from_lua;
use crate::kernel::Value;
use crate::kernel::rules::{RecordDef, RecordField, event};
use crate::kernel::state::{Event, Role};
use crate::kernel::value::*;

fn record_list(call: &Call, i: usize) -> Result<(RecKind, u8), String> {
    let text = call.text(i, "a list of a record, as in \"attempt.acting\"")?;
    let (record, field) = text.split_once('.').unwrap_or((&text, ""));
    let kind = call.world.rules.schema.record(record).ok_or_else(|| format!("there is no record `{record}`"))?;
    let def = &call.world.rules.schema.records[kind.index()];
    Ok((kind, slot_of(call, def, field)?))
}

fn slot_of(call: &Call, def: &RecordDef, field: &str) -> Result<u8, String> {
    let found = def.fields.iter().position(|(n, _)| &**call.world.rules.name(*n) == field);
    found.map(|i| i as u8).ok_or_else(|| {
        let known: Vec<&str> = def.fields.iter().map(|(n, _)| &**call.world.rules.name(*n)).collect();
        format!("the record has no field `{field}` ({})", crate::data::suggest::help_for(field, known.iter().copied()))
    })
}

/// A record that is open and one of its fields, from the arguments `record, "field"`.
fn record_part(call: &Call) -> Result<Option<(RecId, u8)>, String> {
    let Value::Record(id) = call.value(0)? else { return Ok(None) };
    let field = call.text(1, "the name of a field")?;
    let Some(record) = call.world.state.records.iter().find(|r| r.id == id) else { return Ok(None) };
    let def = &call.world.rules.schema.records[record.kind.index()];
    Ok(Some((id, slot_of(call, def, &field)?)))
}

/// Whether a field of a record holds such values.
fn fits_field(call: &Call, id: RecId, slot: u8, value: &Value) -> Result<(), String> {
    let Some(record) = call.world.state.records.iter().find(|r| r.id == id) else { return Ok(()) };
    let (name, field) = call.world.rules.schema.records[record.kind.index()].fields[slot as usize];
    let fits = match field {
        RecordField::Int => value.int().is_some(),
        RecordField::Player => matches!(value, Value::Seat(_) | Value::Nil),
        RecordField::Word => matches!(value, Value::Word(_) | Value::Nil),
        RecordField::Players => value.items().iter().all(|v| matches!(v, Value::Seat(_))),
        RecordField::Card => matches!(value, Value::Card(_) | Value::Nil),
        RecordField::Cards(_) | RecordField::Stays => value.items().iter().all(|v| matches!(v, Value::Card(_))),
        RecordField::Spaces => value.items().iter().all(|v| matches!(v, Value::Zone(_))),
        RecordField::Any => true,
        RecordField::Records(_) => false,
    };
    let name = call.world.rules.name(name);
    if fits { Ok(()) } else { Err(format!("`{name}` of a record does not hold {}", call.world.show(value))) }
}

pub(super) fn put(call: &mut Call) -> Result<Reply, String> {
    if !matches!(call.raw(0), LuaValue::String(_)) {
        let value = call.value(2)?;
        if let Some((id, slot)) = record_part(call)? {
            fits_field(call, id, slot, &value)?;
            call.world.put_into(id, slot, &value, Role::Effect);
        }
        return Ok(changed(call));
    }
    let (kind, slot) = record_list(call, 0)?;
    let cards = call.value(1)?;
    call.world.put_into_record(kind, slot, &cards, Role::Effect);
    Ok(changed(call))
}

pub(super) fn take(call: &mut Call) -> Result<Reply, String> {
    if !matches!(call.raw(0), LuaValue::String(_)) {
        let value = call.value(2)?;
        if let Some((id, slot)) = record_part(call)? {
            call.world.take_from(id, slot, &value);
        }
        return Ok(changed(call));
    }
    let (kind, slot) = record_list(call, 0)?;
    let cards = call.value(1)?;
    call.world.take_from_record(kind, slot, &cards);
    Ok(changed(call))
}

pub(super) fn open(call: &mut Call) -> Result<Reply, String> {
    let name = call.text(0, "the name of a record")?;
    let kind = call.world.rules.schema.record(&name).ok_or_else(|| format!("there is no record `{name}`"))?;
    let def = call.world.rules.schema.records[kind.index()].clone();
    let mut fields = Vec::new();
    if let Some(table) = call.table(1)? {
        for (i, (name, field)) in def.fields.iter().enumerate() {
            let value = from_lua(call.world, &call.part(&table, call.world.rules.name(*name))?)?;
            let value = match field {
                RecordField::Cards(_) | RecordField::Stays | RecordField::Players | RecordField::Spaces => {
                    Value::List(value.items().to_vec())
                }
                _ => value,
            };
            if value != Value::Nil {
                fields.push((i as u8, value));
            }
        }
    }
    let id = call.world.open_record(kind, fields);
    Ok(Reply::Value(Value::Record(id)))
}

pub(super) fn close(call: &mut Call) -> Result<Reply, String> {
    if let Value::Record(id) = call.value(0)? {
        let kind = call.world.state.records.iter().find(|r| r.id == id).map(|r| r.kind);
        let name = kind.map_or(Value::Nil, |k| Value::Word(call.world.rules.schema.records[k.index()].name));
        let event = Event::new(event::CLOSED, vec![Value::Record(id), name], Role::Effect);
        return Ok(propose(call, vec![event], false));
    }
    let name = call.text(0, "the name of a record")?;
    let kind = call.world.rules.schema.record(&name).ok_or_else(|| format!("there is no record `{name}`"))?;
    call.world.close_record(kind);
    DONE
}
