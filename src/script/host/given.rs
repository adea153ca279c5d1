//! Given: the kind, the list items and the description of a Lua value that a script gave.

use mlua::{Table, Value as LuaValue};

use crate::script::host::handle::Handle;

/// Kinds of single things: what a signature calls them, and what they are in words.
pub(crate) const KINDS: [(&str, &str, &str); 12] = [
    ("Card", "a card", "cards"),
    ("Player", "a player", "players"),
    ("Space", "a space", "spaces"),
    ("Use", "a use", "uses"),
    ("Record", "a record", "records"),
    ("Ability", "an ability", "abilities"),
    ("Game", "the game", "games"),
    ("string", "a text", "texts"),
    ("integer", "a whole number", "whole numbers"),
    ("boolean", "true or false", "truths"),
    ("table", "a table", "tables"),
    ("fun()", "a function", "functions"),
];
pub(crate) const STRING: u16 = 1 << 7;
pub(crate) const INTEGER: u16 = 1 << 8;
pub(crate) const BOOLEAN: u16 = 1 << 9;
pub(crate) const TABLE_BIT: u16 = 1 << 10;
pub(crate) const FUNCTION: u16 = 1 << 11;
/// Everything that the game knows as a value.
pub(crate) const ANY: u16 = TABLE_BIT - 1;

/// Greater numbers are no whole numbers any more: a Lua number holds 15 digits.
pub(crate) const MAX_NUMBER: f64 = 1e15;
/// So many values one argument holds at most, and so many bytes of text: more is no list of cards or options.
pub(crate) const MAX_VALUES: usize = 16_384;

/// The kind of a value, as a mask; 0 if no signature can name it.
pub(crate) fn kind_of(value: &LuaValue) -> u16 {
    match value {
        LuaValue::Boolean(_) => BOOLEAN,
        LuaValue::String(_) => STRING,
        LuaValue::Integer(n) if n.unsigned_abs() < MAX_NUMBER as u64 => INTEGER,
        LuaValue::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => INTEGER,
        LuaValue::Function(_) => FUNCTION,
        LuaValue::UserData(data) => match data.borrow::<Handle>().map(|h| *h) {
            Ok(Handle::Card(_)) => 1,
            Ok(Handle::Seat(_) | Handle::Active | Handle::Inactive | Handle::Me) => 1 << 1,
            Ok(Handle::Space(_)) => 1 << 2,
            Ok(Handle::Use(_)) => 1 << 3,
            Ok(Handle::Record(_)) => 1 << 4,
            Ok(Handle::Ability(_)) => 1 << 5,
            Ok(Handle::Game) => 1 << 6,
            Ok(Handle::Options) | Err(_) => 0,
        },
        _ => 0,
    }
}

/// Whether a table has keys and is no list.
pub(crate) fn is_map(table: &Table) -> bool {
    table.raw_len() == 0 && !table.is_empty()
}

/// The items of a list, in their order. A table with names in it is none, and neither is one with a hole.
pub(crate) fn items(table: &Table) -> Result<Vec<LuaValue>, String> {
    if table.raw_len() > MAX_VALUES {
        return Err(format!("a table that holds more than {MAX_VALUES} values"));
    }
    let mut items = Vec::with_capacity(table.raw_len());
    let mut others = Vec::new();
    let walked = table.for_each(|key: LuaValue, item: LuaValue| {
        match &key {
            LuaValue::Number(n) if *n == (items.len() + 1) as f64 => items.push(item),
            LuaValue::Integer(n) if *n == (items.len() + 1) as i64 => items.push(item),
            _ => others.push((key, item)),
        }
        Ok(())
    });
    walked.map_err(|e| e.to_string())?;
    // What was put in out of order lies elsewhere in the table.
    while let Some(i) = others.iter().position(|(key, _)| is_number(key, items.len() + 1)) {
        items.push(others.swap_remove(i).1);
    }
    match others.first() {
        None => Ok(items),
        Some((LuaValue::String(key), _)) => {
            Err(format!("a list has no names, and this has `{}`", key.to_string_lossy()))
        }
        Some(_) => Err(format!("a list has no holes, and in this one number {} is nil", items.len() + 1)),
    }
}

fn is_number(key: &LuaValue, wanted: usize) -> bool {
    match key {
        LuaValue::Number(n) => *n == wanted as f64,
        LuaValue::Integer(n) => *n == wanted as i64,
        _ => false,
    }
}

/// What a script gave, in words.
pub(crate) fn came(value: &LuaValue) -> String {
    match value {
        LuaValue::Nil => "nil".into(),
        LuaValue::Boolean(b) => b.to_string(),
        LuaValue::Integer(n) => n.to_string(),
        LuaValue::Number(n) if n.is_nan() => "NaN, which is no number".into(),
        LuaValue::Number(n) if n.abs() >= MAX_NUMBER => "a number of more than 15 digits".into(),
        LuaValue::Number(n) => n.to_string(),
        LuaValue::String(text) => {
            let text = text.to_string_lossy();
            let more = if text.chars().nth(40).is_some() { "..." } else { "" };
            format!("\"{}{more}\"", text.chars().take(40).collect::<String>())
        }
        LuaValue::Table(table) if table.is_empty() => "an empty table".into(),
        LuaValue::Table(table) if table.raw_len() > 0 => format!("a list of {}", table.raw_len()),
        LuaValue::Table(table) => {
            let mut names: Vec<String> = Vec::new();
            let key = |key: LuaValue, _: LuaValue| {
                names.extend(key.as_string().map(|k| k.to_string_lossy()));
                Ok(())
            };
            match table.for_each(key).is_ok().then(|| names.iter().min()).flatten() {
                Some(name) => format!("a table with `{name}`"),
                None => "a table".into(),
            }
        }
        LuaValue::Function(_) => "a function".into(),
        LuaValue::UserData(_) => match kind_of(value) {
            0 => "the options".into(),
            mask => KINDS[mask.trailing_zeros() as usize].1.into(),
        },
        other => format!("a {}", other.type_name()),
    }
}
