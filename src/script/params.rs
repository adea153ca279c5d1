//! Parameters: what host functions take, read from their signatures and checked before they run.
//!
//! A signature in the table is what an editor shows, what the page says, and what is checked here: so
//! they cannot differ. `nil` fits only what may be left out, because a script that hands on what it
//! did not find has a mistake in it. A list may be empty; a single thing may not be an empty table.

use std::sync::LazyLock;

use mlua::{Table, Value as LuaValue};

use super::api::{SHAPES, TABLE};
use super::convert::MAX_VALUES;
use super::handle::Handle;
use crate::data::suggest;
use crate::kernel::model::rules::{EventDef, FieldKind, Rules};

/// A parameter of a host function, or a key of a table that one takes.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub(super) name: String,
    is_optional: bool,
    takes: Takes,
}

/// What a parameter takes: any of these.
#[derive(Clone, Debug, Default)]
struct Takes {
    /// Kinds of single things, as a mask.
    one: u16,
    /// Kinds that a list may hold, as a mask.
    each: u16,
    /// A list of lists.
    nested: bool,
    /// A table with known keys.
    shape: Option<&'static Shape>,
}

/// A table with known keys.
#[derive(Debug)]
struct Shape {
    name: &'static str,
    keys: Vec<Param>,
    /// Whether it is a filter as well, whose keys the filter language knows.
    is_filter: bool,
}

/// Kinds of single things: what a signature calls them, and what they are in words.
const KINDS: [(&str, &str, &str); 12] = [
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
const STRING: u16 = 1 << 7;
const INTEGER: u16 = 1 << 8;
const BOOLEAN: u16 = 1 << 9;
const TABLE_BIT: u16 = 1 << 10;
const FUNCTION: u16 = 1 << 11;
/// Everything that the game knows as a value.
const ANY: u16 = TABLE_BIT - 1;

/// Greater numbers are no whole numbers any more: a Lua number holds 15 digits.
pub(super) const MAX_NUMBER: f64 = 1e15;

static SHAPED: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let shape = |(name, keys): &(&'static str, &'static str)| {
        let is_filter = keys.contains("...");
        let keys = keys.split(", ").filter(|k| *k != "...").map(|k| param(k, &[])).collect();
        Shape { name, keys, is_filter }
    };
    SHAPES.iter().map(shape).collect()
});

static SIGNATURES: LazyLock<Vec<Vec<Param>>> =
    LazyLock::new(|| TABLE.iter().map(|f| params(f.signature, &SHAPED)).collect());

/// The parameters of a host function, by its place in the table.
pub(super) fn of(op: usize) -> &'static [Param] {
    &SIGNATURES[op]
}

/// The parameters of `act.together`.
pub(super) fn together() -> &'static [Param] {
    static PARAMS: LazyLock<Vec<Param>> = LazyLock::new(|| params("(fn: fun())", &[]));
    &PARAMS
}

/// What the fields of declared events take, by their kind; with a list of them where it comes first.
static FIELDS: LazyLock<Vec<[Takes; 2]>> = LazyLock::new(|| {
    let takes = |kind: FieldKind| {
        let ty = field_type(kind);
        [ty.to_string(), format!("{ty}|{ty}[]")].map(|ty| param(&format!("x: {ty}"), &[]).takes)
    };
    FieldKind::ALL.into_iter().map(takes).collect()
});

fn field_type(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Card => "Card",
        FieldKind::Cards => "Card[]",
        FieldKind::Player => "Player",
        FieldKind::Int => "integer",
        FieldKind::Use => "Use",
        FieldKind::Object | FieldKind::Zone | FieldKind::Status | FieldKind::Any => "any",
    }
}

/// Whether the arguments of the function that a declared event becomes are what its fields take.
pub(super) fn check_event(rules: &Rules, event: &EventDef, args: &[LuaValue]) -> Result<(), String> {
    for (i, (name, kind)) in event.fields.iter().enumerate() {
        let value = args.get(i).unwrap_or(&LuaValue::Nil);
        // What may be anything may be nothing.
        let optional = *kind == FieldKind::Any || event.optional & 1 << i.min(31) != 0;
        if i > 0 && optional && matches!(value, LuaValue::Nil) {
            continue;
        }
        let is_first = i == 0 && (kind.is_single() || *kind == FieldKind::Any);
        FIELDS[*kind as usize][is_first as usize].check(value, rules.name(*name))?;
    }
    match args.get(event.fields.len()) {
        None | Some(LuaValue::Nil) => Ok(()),
        Some(more) => Err(format!("the event has {} fields, and was given {} besides", event.fields.len(), came(more))),
    }
}

/// `(a: A, b?: B): C`, its parameters.
fn params(signature: &str, shapes: &'static [Shape]) -> Vec<Param> {
    let (split, _) = super::stubs::split(signature);
    split.iter().map(|(name, ty)| param(&format!("{name}: {ty}"), shapes)).collect()
}

fn param(text: &str, shapes: &'static [Shape]) -> Param {
    let (name, ty) = text.split_once(": ").unwrap_or((text, "any"));
    let is_optional = name.ends_with('?');
    let mut takes = Takes::default();
    takes.read(ty, shapes);
    Param { name: name.trim_end_matches('?').into(), is_optional, takes }
}

impl Takes {
    fn read(&mut self, ty: &str, shapes: &'static [Shape]) {
        for part in union(ty) {
            if let Some(list) = part.strip_suffix("[][]") {
                self.each |= mask(list);
                self.nested = true;
            } else if let Some(list) = part.strip_suffix("[]") {
                let inner = list.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(list);
                self.each |= union(inner).into_iter().map(mask).fold(0, |all, one| all | one);
            } else if part == "any" {
                self.one |= ANY;
                self.each |= ANY;
                self.nested = true;
            } else if let Some(shape) = shapes.iter().find(|s| s.name == part) {
                self.shape = Some(shape);
            } else {
                self.one |= mask(part);
            }
        }
    }

    /// What it takes, in words.
    fn words(&self) -> String {
        if self.one == ANY {
            return "a value of the game".into();
        }
        let mut words: Vec<String> =
            (0..KINDS.len()).filter(|i| self.one & 1 << i != 0).map(|i| KINDS[i].1.to_string()).collect();
        words.extend(self.shape.map(|_| "a table".into()));
        if self.each != 0 {
            let kinds: Vec<&str> = (0..KINDS.len()).filter(|i| self.each & 1 << i != 0).map(|i| KINDS[i].2).collect();
            words.push(match (self.nested, self.each == ANY, kinds.as_slice()) {
                (true, false, _) => "a list of lists".into(),
                (_, true, _) => "a list".into(),
                (.., [one]) => format!("a list of {one}"),
                _ => "a list of them".into(),
            });
        }
        let last = words.pop().unwrap_or_default();
        if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
    }

    fn check(&self, value: &LuaValue, name: &str) -> Result<(), String> {
        let wrong = || Err(format!("`{name}` must be {}, not {}", self.words(), came(value)));
        let LuaValue::Table(table) = value else {
            return if self.one & kind_of(value) != 0 { Ok(()) } else { wrong() };
        };
        if self.one & TABLE_BIT != 0 && (self.each == 0 || is_map(table)) {
            return Ok(());
        }
        if let Some(shape) = self.shape.filter(|_| self.each == 0 || table.raw_len() == 0) {
            return shape.check(table, name);
        }
        if self.each == 0 || is_map(table) {
            return wrong();
        }
        for (i, item) in items(table).map_err(|e| format!("`{name}`: {e}"))?.iter().enumerate() {
            let fits = match item {
                LuaValue::Table(inner) if self.nested => {
                    items(inner).is_ok_and(|i| i.iter().all(|v| self.each & kind_of(v) != 0 || is_table(v)))
                }
                _ => (!self.nested || self.each == ANY) && self.each & kind_of(item) != 0,
            };
            if !fits {
                let words = Takes { one: 0, ..self.clone() }.words();
                return Err(format!("`{name}` must be {words}, and number {} is {}", i + 1, came(item)));
            }
        }
        Ok(())
    }
}

impl Shape {
    fn check(&self, table: &Table, name: &str) -> Result<(), String> {
        for param in &self.keys {
            let value = table.raw_get::<LuaValue>(&*param.name).map_err(|e| e.to_string())?;
            param.check(&value, &format!("{name}.{}", param.name))?;
        }
        if self.is_filter {
            return Ok(());
        }
        let mut unknown = None;
        let walked = table.for_each(|key: LuaValue, _: LuaValue| {
            let text = match &key {
                LuaValue::String(text) => text.to_string_lossy(),
                other => came(other),
            };
            if self.keys.iter().all(|p| p.name != text) {
                unknown = unknown.take().filter(|known| *known < text).or(Some(text));
            }
            Ok(())
        });
        walked.map_err(|e| e.to_string())?;
        let Some(unknown) = unknown else { return Ok(()) };
        let help = suggest::help_for(&unknown, self.keys.iter().map(|p| &*p.name));
        Err(format!("`{name}` knows no key `{unknown}` ({help})"))
    }
}

impl Param {
    fn check(&self, value: &LuaValue, name: &str) -> Result<(), String> {
        if self.is_optional && matches!(value, LuaValue::Nil) { Ok(()) } else { self.takes.check(value, name) }
    }
}

/// Whether the arguments of a call are what its parameters take.
pub(super) fn check(params: &[Param], args: &[LuaValue]) -> Result<(), String> {
    for (i, param) in params.iter().enumerate() {
        param.check(args.get(i).unwrap_or(&LuaValue::Nil), &param.name)?;
    }
    match args.iter().skip(params.len()).position(|v| !matches!(v, LuaValue::Nil)) {
        None => Ok(()),
        Some(i) if params.is_empty() => Err(format!("it takes nothing, and was given {}", came(&args[i]))),
        Some(i) => {
            let names: Vec<String> = params.iter().map(|p| format!("`{}`", p.name)).collect();
            Err(format!("it takes {} and no more, not {}", names.join(", "), came(&args[params.len() + i])))
        }
    }
}

/// The parts of `A|B|(C|D)[]`.
fn union(ty: &str) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (i, c) in ty.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 => {
                out.push(&ty[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    out.push(&ty[from..]);
    out
}

/// # Panics
///
/// Panics at a word that no signature may have: it is ours.
fn mask(ty: &str) -> u16 {
    if ty == "any" {
        return ANY;
    }
    let kind = KINDS.iter().position(|(name, ..)| *name == ty);
    1 << kind.unwrap_or_else(|| panic!("a signature names the type `{ty}`, which there is not"))
}

fn kind_of(value: &LuaValue) -> u16 {
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

fn is_table(value: &LuaValue) -> bool {
    matches!(value, LuaValue::Table(_))
}

/// Whether a table has keys and is no list.
pub(super) fn is_map(table: &Table) -> bool {
    table.raw_len() == 0 && !table.is_empty()
}

/// The items of a list, in their order. A table with names in it is none, and neither is one with a hole.
pub(super) fn items(table: &Table) -> Result<Vec<LuaValue>, String> {
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
pub(super) fn came(value: &LuaValue) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn words(ty: &str, expected: &str) {
        assert_eq!(param(&format!("x: {ty}"), &[]).takes.words(), expected);
    }

    #[test]
    fn a_type_says_in_words_what_it_takes() {
        words("Card", "a card");
        words("Card|Card[]", "a card or a list of cards");
        words("Card|Player|Game|(Card|Player)[]", "a card, a player, the game or a list of them");
        words("integer[][]", "a list of lists");
        words("any", "a value of the game");
        words("any[]", "a list");
    }

    #[test]
    fn every_signature_and_every_table_is_read() {
        assert_eq!(SIGNATURES.len(), TABLE.len());
        for (f, params) in TABLE.iter().zip(&*SIGNATURES) {
            let named = f.signature.split_once("): ").map_or(f.signature, |(params, _)| params);
            assert_eq!(params.len(), named.matches(": ").count(), "{}", f.path);
        }
        for shape in &*SHAPED {
            assert!(TABLE.iter().any(|f| f.signature.contains(shape.name)), "no function takes `{}`", shape.name);
        }
    }
}
