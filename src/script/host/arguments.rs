//! Arguments: the values that a script gave to a host function, read out of Lua once.
//!
//! The checks, filters, conversions and messages that follow read plain data only. An argument too large to be read is
//! refused here, before any of it is used.

use smallvec::SmallVec;

use crate::error::visible_text;
use crate::kernel::{Value, World};
use crate::script::host::handle::Handle;
use crate::script::sandbox::stack::{Seen, Stack};

/// A value that a script gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Argument {
    /// The value nil.
    Nil,
    /// True or false.
    Bool(bool),
    /// A number: Lua has no others.
    Number(f64),
    /// A text: any bytes.
    Text(Text),
    /// An object of the game.
    Object(Handle),
    /// A table.
    Table(Box<GivenTable>),
    /// A function, which cannot be read.
    Function,
    /// Something else, by Lua's name for its type.
    Other(&'static str),
    /// A table or a text that was too large or too deep to be read: the reason, in words.
    Refused(String),
}

/// The arguments of one call: most have few.
pub(crate) type Arguments = SmallVec<[Argument; 4]>;

/// The bytes of a text of Lua: most are names and words, which are short.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text(SmallVec<[u8; 16]>);

/// The contents of a table, in Lua's order, which differs from run to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GivenTable {
    /// The length of the list, as Lua counts it.
    len: usize,
    pairs: SmallVec<[(Argument, Argument); 3]>,
}

/// The kinds of single values, each with its name in a signature, one in words, and several in words. Kind `i` is bit
/// `i` of a mask.
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
/// The bits of all kinds of value but tables and functions: a game knows no such values.
pub(crate) const ANY: u16 = TABLE_BIT - 1;

/// Greater numbers are no whole numbers any more: a Lua number holds 15 digits.
pub(crate) const MAX_NUMBER: f64 = 1e15;
/// The most values in one argument: no list of cards or options has more. A table that doubles itself took gigabytes
/// (`what_is_too_much_is_refused_by_all` in tests/it/script_tables.rs).
pub(crate) const MAX_VALUES: usize = 16_384;
/// The most bytes of text in one argument.
const MAX_BYTES: usize = 1 << 20;
/// All arguments of a call together hold at most as much as this many arguments at their limits.
const MAX_ARGUMENTS: usize = 4;
/// Bytes of text that cost as much as a value.
const BYTES_A_VALUE: usize = 32;
/// The greatest depth of a table: one that contains itself ended the process (tests/it/script_tables.rs).
const MAX_DEPTH: u8 = 16;

impl Text {
    /// A text of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Text {
        Text(SmallVec::from_slice(bytes))
    }

    /// The bytes of the text.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, if it is UTF-8.
    pub(crate) fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The text, with marks in place of invalid UTF-8.
    pub(crate) fn to_string_lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl GivenTable {
    /// An empty table, for a list of `len` items to be pushed.
    pub(super) fn of(len: usize) -> GivenTable {
        GivenTable { len, pairs: SmallVec::new() }
    }

    pub(super) fn push(&mut self, key: Argument, value: Argument) {
        self.pairs.push((key, value));
    }

    /// The length of the list.
    pub(crate) fn raw_len(&self) -> usize {
        self.len
    }

    /// True if the contents are empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// True if the contents have keys and are no list.
    pub(crate) fn is_map(&self) -> bool {
        self.len == 0 && !self.is_empty()
    }

    /// The value under a name; `Nil` if there is none.
    pub(crate) fn get(&self, name: &str) -> &Argument {
        let found =
            self.pairs.iter().find(|(key, _)| matches!(key, Argument::Text(t) if t.as_bytes() == name.as_bytes()));
        found.map_or(&Argument::Nil, |(_, value)| value)
    }

    /// All entries: keys with their values.
    pub(crate) fn pairs(&self) -> &[(Argument, Argument)] {
        &self.pairs
    }

    /// The items of a list, in their order. A table with names in it is none, and neither is one with a hole.
    pub(crate) fn items(&self) -> Result<Vec<&Argument>, String> {
        let mut items: Vec<&Argument> = Vec::with_capacity(self.len);
        let mut others: Vec<&(Argument, Argument)> = Vec::new();
        for pair in &self.pairs {
            if is_number(&pair.0, items.len() + 1) { items.push(&pair.1) } else { others.push(pair) }
        }
        // Items that were written out of order lie in another part of the table.
        while let Some(i) = others.iter().position(|(key, _)| is_number(key, items.len() + 1)) {
            items.push(&others.swap_remove(i).1);
        }
        match others.first() {
            None => Ok(items),
            Some((Argument::Text(key), _)) => {
                Err(format!("a list has no names, and this has `{}`", key.to_string_lossy()))
            }
            Some(_) => Err(format!("a list has no holes, and in this one number {} is nil", items.len() + 1)),
        }
    }
}

fn is_number(key: &Argument, wanted: usize) -> bool {
    matches!(key, Argument::Number(n) if *n == wanted as f64)
}

/// A number of values and a number of bytes: how many an argument may still hold, or how many it holds.
#[derive(Clone, Copy)]
pub(super) struct ArgumentBounds {
    values: usize,
    bytes: usize,
}

impl ArgumentBounds {
    /// The bounds of one argument.
    fn all() -> ArgumentBounds {
        ArgumentBounds { values: MAX_VALUES, bytes: MAX_BYTES }
    }

    /// The bounds of all arguments of a call.
    pub(super) fn of_call() -> ArgumentBounds {
        ArgumentBounds { values: MAX_VALUES * MAX_ARGUMENTS, bytes: MAX_BYTES * MAX_ARGUMENTS }
    }

    /// No values and no bytes.
    pub(super) fn none() -> ArgumentBounds {
        ArgumentBounds { values: 0, bytes: 0 }
    }

    /// Adds to the counts.
    pub(super) fn add(&mut self, values: usize, bytes: usize) {
        (self.values, self.bytes) = (self.values + values, self.bytes + bytes);
    }

    /// Reads one argument within the bounds that are left for the call.
    pub(super) fn of_argument<R>(&mut self, read: impl FnOnce(&mut ArgumentBounds) -> R) -> R {
        let all = ArgumentBounds::all();
        let most = ArgumentBounds { values: all.values.min(self.values), bytes: all.bytes.min(self.bytes) };
        let mut bounds = most;
        let read = read(&mut bounds);
        self.values -= most.values - bounds.values;
        self.bytes -= most.bytes - bounds.bytes;
        read
    }

    /// What the arguments of a call hold together, where `self` is what they left of the limit.
    pub(super) fn taken_of_call(self) -> ArgumentBounds {
        let all = ArgumentBounds::of_call();
        ArgumentBounds { values: all.values - self.values, bytes: all.bytes - self.bytes }
    }

    /// The sum of these amounts and others.
    pub(super) fn and(self, more: ArgumentBounds) -> ArgumentBounds {
        ArgumentBounds { values: self.values + more.values, bytes: self.bytes + more.bytes }
    }

    /// The bounds with more bytes.
    pub(super) fn and_bytes(self, bytes: usize) -> ArgumentBounds {
        ArgumentBounds { bytes: self.bytes + bytes, ..self }
    }

    /// The work of reading the argument, in values.
    pub(super) fn as_values(self) -> usize {
        self.values + self.bytes / BYTES_A_VALUE
    }

    pub(super) fn values(&mut self, n: usize) -> Result<(), String> {
        let left = self.values.checked_sub(n);
        self.values = left.ok_or_else(|| format!("a table that holds more than {MAX_VALUES} values"))?;
        Ok(())
    }

    pub(super) fn bytes(&mut self, n: usize) -> Result<(), String> {
        let left = self.bytes.checked_sub(n);
        self.bytes = left.ok_or_else(|| format!("texts of more than {MAX_BYTES} bytes"))?;
        Ok(())
    }
}

impl Argument {
    /// Reads all arguments of a call; returns the number of values in them.
    pub(crate) fn read_all(stack: &mut Stack) -> (Arguments, usize) {
        let mut left = ArgumentBounds::of_call();
        let last = stack.top();
        let read =
            |at| left.of_argument(|bounds| Argument::read_in(stack, at, 0, bounds).unwrap_or_else(Argument::Refused));
        let all = (1..=last).map(read).collect();
        (all, left.taken_of_call().as_values())
    }

    /// Reads the value at a place out of Lua.
    pub(crate) fn read(stack: &mut Stack, at: u32) -> Argument {
        Argument::read_in(stack, at, 0, &mut ArgumentBounds::all()).unwrap_or_else(Argument::Refused)
    }

    pub(super) fn read_in(
        stack: &mut Stack,
        at: u32,
        depth: u8,
        bounds: &mut ArgumentBounds,
    ) -> Result<Argument, String> {
        Ok(match stack.seen(at) {
            Seen::Nil => Argument::Nil,
            Seen::Bool(b) => Argument::Bool(b),
            Seen::Number(n) => Argument::Number(n),
            Seen::Text(text) => {
                bounds.bytes(text.len())?;
                Argument::Text(Text(SmallVec::from_slice(text)))
            }
            Seen::Userdata => stack.object(at).map_or(Argument::Other("userdata"), Argument::Object),
            Seen::Table => Argument::Table(Box::new(Argument::read_table(stack, at, depth, bounds)?)),
            Seen::Function => Argument::Function,
            Seen::Other(name) => Argument::Other(name),
        })
    }

    fn read_table(stack: &mut Stack, at: u32, depth: u8, bounds: &mut ArgumentBounds) -> Result<GivenTable, String> {
        if depth >= MAX_DEPTH {
            return Err(format!("a table nested more than {MAX_DEPTH} deep"));
        }
        let len = stack.table_len(at);
        // The values of the list are counted before any of them is read.
        bounds.values(len.max(1))?;
        let mut pairs = SmallVec::with_capacity(len);
        stack.each(at, |stack, key, item| {
            let key = match stack.seen(key) {
                Seen::Table => Argument::Other("table"),
                Seen::Number(n) => Argument::Number(n),
                _ => Argument::read_in(stack, key, 0, &mut ArgumentBounds::all()).unwrap_or_else(Argument::Refused),
            };
            // The items of a list were counted before.
            if pairs.len() >= len {
                bounds.values(1)?;
            }
            if let Argument::Text(name) = &key {
                bounds.bytes(name.0.len())?;
            }
            pairs.push((key, Argument::read_in(stack, item, depth + 1, bounds)?));
            Ok(())
        })?;
        Ok(GivenTable { len, pairs })
    }

    /// The value at a place among a table's pairs; the argument itself, if it is no table.
    pub(super) fn part(&self, at: usize) -> &Argument {
        match self {
            Argument::Table(table) => &table.pairs[at].1,
            other => other,
        }
    }

    /// The value at a place among a table's pairs, for writing; the argument itself, if it is no table.
    pub(super) fn part_mut(&mut self, at: usize) -> &mut Argument {
        match self {
            Argument::Table(table) => &mut table.pairs[at].1,
            other => other,
        }
    }

    /// True if the value is nil.
    pub(crate) fn is_nil(&self) -> bool {
        matches!(self, Argument::Nil)
    }

    /// The kind of a value, as a mask; 0 if no signature can name it.
    pub(crate) fn kind(&self) -> u16 {
        match self {
            Argument::Bool(_) => BOOLEAN,
            Argument::Text(_) => STRING,
            Argument::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => INTEGER,
            Argument::Function => FUNCTION,
            Argument::Object(handle) => match handle {
                Handle::Card(_) | Handle::Now(_) => 1,
                Handle::Seat(_) | Handle::Active | Handle::Inactive | Handle::Me => 1 << 1,
                Handle::Space(_) => 1 << 2,
                Handle::Use(_) => 1 << 3,
                Handle::Record(_) => 1 << 4,
                Handle::Ability(_) => 1 << 5,
                Handle::Game => 1 << 6,
                Handle::Options => 0,
            },
            Argument::Nil | Argument::Number(_) | Argument::Table(_) | Argument::Other(_) | Argument::Refused(_) => 0,
        }
    }

    /// The number of values in the argument, at any depth; a long text counts as several.
    pub(crate) fn values(&self) -> usize {
        match self {
            Argument::Table(table) => table.pairs.iter().map(|(_, value)| value.values()).sum::<usize>() + 1,
            Argument::Text(text) => 1 + text.0.len() / BYTES_A_VALUE,
            _ => 1,
        }
    }

    /// The value in words.
    pub(crate) fn words(&self) -> String {
        match self {
            Argument::Nil => "nil".into(),
            Argument::Bool(b) => b.to_string(),
            Argument::Number(n) if n.is_nan() => "NaN, which is no number".into(),
            Argument::Number(n) if n.abs() >= MAX_NUMBER => "a number of more than 15 digits".into(),
            Argument::Number(n) => n.to_string(),
            Argument::Text(text) => {
                let text = text.to_string_lossy();
                let more = if text.chars().nth(40).is_some() { "..." } else { "" };
                format!("\"{}{more}\"", text.chars().take(40).collect::<String>())
            }
            Argument::Table(table) if table.is_empty() => "an empty table".into(),
            Argument::Table(table) if table.raw_len() > 0 => format!("a list of {}", table.raw_len()),
            Argument::Table(table) => {
                let names = table.pairs.iter().filter_map(|(key, _)| match key {
                    Argument::Text(name) => Some(name.to_string_lossy()),
                    _ => None,
                });
                names.min().map_or("a table".into(), |name| format!("a table with `{name}`"))
            }
            Argument::Function => "a function".into(),
            Argument::Object(_) => match self.kind() {
                0 => "the options".into(),
                mask => KINDS[mask.trailing_zeros() as usize].1.into(),
            },
            Argument::Other(name) => format!("a {name}"),
            Argument::Refused(_) => "a table".into(),
        }
    }

    /// The argument as a value of the game: a table becomes a list, an unknown word a text.
    pub(crate) fn value(&self, world: &World) -> Result<Value, String> {
        Ok(match self {
            Argument::Nil => Value::Nil,
            Argument::Bool(b) => Value::Bool(*b),
            Argument::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => Value::Int(*n as i64),
            Argument::Number(_) => return Err(format!("a whole number is needed, not {}", self.words())),
            Argument::Text(text) => {
                let text = text.as_str().ok_or("a text that is not UTF-8")?;
                match world.rules.schema.symbols.find(text) {
                    Some(sym) => Value::Word(sym),
                    // The text may be shown to players.
                    None => Value::Text(visible_text(text).into()),
                }
            }
            Argument::Object(handle) => handle.value(world),
            Argument::Table(table) => {
                Value::List(table.items()?.iter().map(|item| item.value(world)).collect::<Result<_, _>>()?)
            }
            Argument::Other("userdata") => return Err("an object that is not of this game".into()),
            Argument::Function | Argument::Other(_) => {
                return Err(format!("a value of the game is needed, not {}", self.words()));
            }
            Argument::Refused(why) => return Err(why.clone()),
        })
    }
}
