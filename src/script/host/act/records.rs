//! Acting on records: host functions that open and close records, and change the values of their fields.

use crate::kernel::Value;
use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Record, Role};
use crate::kernel::model::schema::{RecordDef, RecordField};
use crate::kernel::model::value::*;
use crate::script::host::act::{DONE, cards_once, changed, propose};
use crate::script::host::arguments::{Argument, GivenTable};
use crate::script::host::call::{Call, HostReply};
use crate::script::host::read_permissions;

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

/// The open record and its field that the arguments `record, "field"` name; `None` if the record has closed.
fn record_part(call: &Call) -> Result<Option<(RecId, u8)>, String> {
    let Value::Record(id) = call.value(0)? else { return Ok(None) };
    if !matches!(call.raw(1), Argument::Text(_)) {
        return Err(format!("after a record comes the name of a field, not {}", call.raw(1).words()));
    }
    let field = call.text(1, "the name of a field")?;
    let Some(record) = call.world.state().records.iter().find(|r| r.id == id) else { return Ok(None) };
    let def = &call.world.rules.schema.records[record.kind.index()];
    Ok(Some((id, slot_of(call, def, &field)?)))
}

/// Checks that a field of a record can hold a value.
fn fits_field(call: &Call, id: RecId, slot: u8, value: &Value) -> Result<(), String> {
    let Some(record) = call.world.state().records.iter().find(|r| r.id == id) else { return Ok(()) };
    fits_kind(call, record.kind, slot, value)
}

/// Checks that a field of records of a kind can hold a value.
fn fits_kind(call: &Call, kind: RecKind, slot: u8, value: &Value) -> Result<(), String> {
    let (name, field) = call.world.rules.schema.records[kind.index()].fields[slot as usize];
    // A script may write only cards that it may read: public numbers may be computed from records.
    read_permissions::cards(call.host, call.world, || "writes into a record".into(), value)?;
    let each = |is: fn(&Value) -> bool| *value != Value::Nil && value.items().iter().all(is);
    let fits = match field {
        RecordField::Int => matches!(value, Value::Int(_)),
        RecordField::Player => matches!(value, Value::Seat(_) | Value::Nil),
        RecordField::Word => matches!(value, Value::Word(_) | Value::Nil),
        RecordField::Players => each(|v| matches!(v, Value::Seat(_))),
        RecordField::Card => matches!(value, Value::Card(_) | Value::Nil),
        RecordField::Cards(_) | RecordField::Stays => each(|v| matches!(v, Value::Card(_))),
        RecordField::Spaces => each(|v| matches!(v, Value::Zone(_))),
        RecordField::Any => true,
        RecordField::Records(_) => false,
    };
    let (name, value) =
        (call.world.rules.name(name), if *value == Value::Nil { "nil" } else { &call.world.game().show(value) });
    if fits { Ok(()) } else { Err(format!("`{name}` of a record does not hold {value}")) }
}

/// The values that go into a list of an open record, from the arguments `"record.field", values`.
fn listed(call: &Call, kind: RecKind, slot: u8) -> Result<Value, String> {
    if !call.raw(2).is_nil() {
        return Err(format!("after a list comes what it is about, and no more, not {}", call.raw(2).words()));
    }
    let values = cards_once(call.value(1)?);
    fits_kind(call, kind, slot, &values)?;
    Ok(values)
}

pub(crate) fn put(call: &mut Call) -> Result<HostReply, String> {
    if !matches!(call.raw(0), Argument::Text(_)) {
        let value = cards_once(call.value(2)?);
        if let Some((id, slot)) = record_part(call)? {
            fits_field(call, id, slot, &value)?;
            call.world.put_into(id, slot, &value, Role::Effect);
        }
        return Ok(changed(call));
    }
    let (kind, slot) = record_list(call, 0)?;
    let cards = listed(call, kind, slot)?;
    call.world.put_into_record(kind, slot, &cards, Role::Effect);
    Ok(changed(call))
}

pub(crate) fn take(call: &mut Call) -> Result<HostReply, String> {
    if !matches!(call.raw(0), Argument::Text(_)) {
        let value = cards_once(call.value(2)?);
        if let Some((id, slot)) = record_part(call)? {
            fits_field(call, id, slot, &value)?;
            call.world.take_from(id, slot, &value);
        }
        return Ok(changed(call));
    }
    let (kind, slot) = record_list(call, 0)?;
    let cards = listed(call, kind, slot)?;
    call.world.take_from_record(kind, slot, &cards);
    Ok(changed(call))
}

/// Checks that all names in a table are fields of the record.
fn known_fields(call: &Call, def: &RecordDef, table: &GivenTable) -> Result<(), String> {
    table.pairs().iter().try_for_each(|(key, _)| match key {
        Argument::Text(name) => slot_of(call, def, &name.to_string_lossy()).map(drop),
        other => Err(format!("`fields` must have names, not {}", other.words())),
    })
}

pub(crate) fn open(call: &mut Call) -> Result<HostReply, String> {
    let name = call.text(0, "the name of a record")?;
    let kind = call.world.rules.schema.record(&name).ok_or_else(|| format!("there is no record `{name}`"))?;
    let def = call.world.rules.schema.records[kind.index()].clone();
    let mut fields = Vec::new();
    if let Some(table) = call.table(1)? {
        known_fields(call, &def, table)?;
        for (i, (name, field)) in def.fields.iter().enumerate() {
            let value = table.get(call.world.rules.name(*name)).value(call.world)?;
            if value != Value::Nil {
                fits_kind(call, kind, i as u8, &value)?;
            }
            let value = match field {
                RecordField::Cards(_) | RecordField::Stays | RecordField::Players | RecordField::Spaces => {
                    cards_once(Value::from(value.items().to_vec()))
                }
                _ => value,
            };
            if value != Value::Nil {
                fields.push((i as u8, value));
            }
        }
    }
    let id = call.world.open_if_room(kind, fields)?;
    Ok(HostReply::Value(Value::Record(id)))
}

pub(crate) fn close(call: &mut Call) -> Result<HostReply, String> {
    if let Value::Record(id) = call.value(0)? {
        if let Some(record) = call.world.state().records.iter().find(|r| r.id == id) {
            may_close(call, record)?;
        }
        let kind = call.world.state().records.iter().find(|r| r.id == id).map(|r| r.kind);
        let name = kind.map_or(Value::Nil, |k| Value::Word(call.world.rules.schema.records[k.index()].name));
        let event = Event::new(event::CLOSED, vec![Value::Record(id), name], Role::Effect);
        return propose(call, vec![event], false);
    }
    let name = call.text(0, "the name of a record")?;
    let kind = call.world.rules.schema.record(&name).ok_or_else(|| format!("there is no record `{name}`"))?;
    if let Some(record) = call.world.state().record(kind) {
        may_close(call, record)?;
    }
    call.world.close_record(kind);
    DONE
}

fn may_close(call: &Call, record: &Record) -> Result<(), String> {
    let name = call.world.rules.name(call.world.rules.schema.records[record.kind.index()].name);
    match call.world.game().may_close(record) {
        true => Ok(()),
        false => Err(format!("the game's own flow opened `{name}` and goes on with it: no card of a pack closes it")),
    }
}
