//! Conversion: between Lua's values, the kernel's, and data trees for the filter language.

use mlua::{Lua, Value as LuaValue};

use crate::data::{Data, Key, Node, Span};
use crate::error::visible_text;
use crate::kernel::model::lang::CardField;
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::{Value, World};
use crate::script::host::given::{MAX_NUMBER, MAX_VALUES, came, items};
use crate::script::host::handle::Handle;
use crate::script::host::slot::Host;

/// A value of the game as a Lua value. Lists are fresh tables: a script may change them freely.
pub fn to_lua(lua: &Lua, host: &Host, world: &World, value: &Value) -> mlua::Result<LuaValue> {
    Ok(match value {
        Value::Nil => LuaValue::Nil,
        Value::Int(n) => LuaValue::Number(*n as f64),
        Value::Bool(b) => LuaValue::Boolean(*b),
        Value::Word(w) => LuaValue::String(lua.create_string(&**world.rules.name(*w))?),
        Value::Text(t) => LuaValue::String(lua.create_string(&**t)?),
        Value::Card(c) => LuaValue::UserData(host.handle(lua, Handle::Card(*c))?),
        Value::Seat(s) => LuaValue::UserData(host.handle(lua, Handle::Seat(*s))?),
        Value::Use(u) => LuaValue::UserData(host.handle(lua, Handle::Use(*u))?),
        Value::Record(r) => LuaValue::UserData(host.handle(lua, Handle::Record(*r))?),
        Value::Cells(def, slot) => {
            let cells = &world.rules.defs[def.index()].cells[*slot as usize].cells;
            let table = lua.create_table_with_capacity(cells.len(), 0)?;
            for (i, (x, y)) in cells.iter().enumerate() {
                let pair = lua.create_table_with_capacity(2, 0)?;
                pair.raw_set(1, *x as f64)?;
                pair.raw_set(2, *y as f64)?;
                table.raw_set(i + 1, pair)?;
            }
            LuaValue::Table(table)
        }
        Value::Game => LuaValue::UserData(host.handle(lua, Handle::Game)?),
        Value::Def(d) => {
            let name = world.rules.defs[d.index()].name;
            LuaValue::String(lua.create_string(&**world.rules.name(name))?)
        }
        Value::Ability(id) => LuaValue::UserData(host.handle(lua, Handle::Ability(*id))?),
        Value::Zone(z) => {
            let kind = world.rules.schema.kind_of(*z);
            if world.rules.schema.zones[kind.index()].spaces > 1 {
                return Ok(LuaValue::UserData(host.handle(lua, Handle::Space(*z))?));
            }
            let name = world.rules.schema.zones[kind.index()].name;
            LuaValue::String(lua.create_string(&**world.rules.name(name))?)
        }
        Value::Status(s) => {
            let name = world.rules.schema.statuses[s.group()].1[s.value() as usize];
            LuaValue::String(lua.create_string(&**world.rules.name(name))?)
        }
        Value::Filter(_) => LuaValue::Nil,
        Value::List(list) => {
            let items: Vec<LuaValue> = list.iter().map(|v| to_lua(lua, host, world, v)).collect::<mlua::Result<_>>()?;
            let list = lua.create_sequence_from(items)?;
            list.set_metatable(Some(host.list_metatable(lua)?))?;
            LuaValue::Table(list)
        }
    })
}

/// How deep a table may be nested.
const MAX_DEPTH: u8 = 16;
const MAX_BYTES: usize = 1 << 20;

/// What one argument may still hold: counted before anything of it is built.
struct Bounds {
    values: usize,
    bytes: usize,
}

impl Bounds {
    fn new() -> Bounds {
        Bounds { values: MAX_VALUES, bytes: MAX_BYTES }
    }

    /// Counts the values of a table at this depth.
    fn table(&mut self, values: usize, depth: u8) -> Result<(), String> {
        if depth >= MAX_DEPTH {
            return Err(format!("a table nested more than {MAX_DEPTH} deep"));
        }
        self.values = self
            .values
            .checked_sub(values.max(1))
            .ok_or_else(|| format!("a table that holds more than {MAX_VALUES} values"))?;
        Ok(())
    }

    /// A text of a script, counted.
    fn text(&mut self, text: &mlua::LuaString) -> Result<String, String> {
        let too_long = || format!("texts of more than {MAX_BYTES} bytes");
        self.bytes = self.bytes.checked_sub(text.as_bytes().len()).ok_or_else(too_long)?;
        Ok(text.to_str().map_err(|_| "a text that is not UTF-8".to_string())?.to_string())
    }
}

/// A Lua value as a value of the game: a table is a list, an unknown word a text.
pub fn from_lua(world: &World, value: &LuaValue) -> Result<Value, String> {
    value_of(world, value, 0, &mut Bounds::new())
}

fn value_of(world: &World, value: &LuaValue, depth: u8, bounds: &mut Bounds) -> Result<Value, String> {
    Ok(match value {
        LuaValue::Nil => Value::Nil,
        LuaValue::Boolean(b) => Value::Bool(*b),
        LuaValue::Integer(n) => Value::Int(*n),
        LuaValue::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => Value::Int(*n as i64),
        LuaValue::Number(_) => return Err(format!("a whole number is needed, not {}", came(value))),
        LuaValue::String(s) => {
            let text = bounds.text(s)?;
            match world.rules.schema.symbols.find(&text) {
                Some(sym) => Value::Word(sym),
                // It may be shown to players.
                None => Value::Text(visible_text(&text).into()),
            }
        }
        LuaValue::UserData(data) => match data.borrow::<Handle>() {
            Ok(handle) => handle.value(world),
            Err(_) => return Err("an object that is not of this game".into()),
        },
        LuaValue::Table(table) => {
            bounds.table(table.raw_len(), depth)?;
            let list = items(table)?;
            let items = list.iter().map(|item| value_of(world, item, depth + 1, bounds));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        other => return Err(format!("a value of the game is needed, not {}", came(other))),
    })
}

/// A Lua table as a data tree; objects of the game become references into `scope.values`.
pub fn to_node(world: &World, value: &LuaValue, scope: &mut Scope) -> Result<Node, String> {
    node_of(world, value, scope, 0, &mut Bounds::new())
}

fn node_of(world: &World, value: &LuaValue, scope: &mut Scope, depth: u8, bounds: &mut Bounds) -> Result<Node, String> {
    let data = match value {
        LuaValue::Table(table) if table.raw_len() > 0 => {
            bounds.table(table.raw_len(), depth)?;
            let list = items(table)?;
            let items = list.iter().map(|item| node_of(world, item, scope, depth + 1, bounds));
            Data::List(items.collect::<Result<_, _>>()?)
        }
        LuaValue::Table(table) => {
            bounds.table(0, depth)?;
            let mut map = Vec::new();
            for pair in table.pairs::<mlua::LuaString, LuaValue>() {
                let (key, value) = pair.map_err(|_| "a key that is not a word".to_string())?;
                bounds.table(1, depth)?;
                let key = bounds.text(&key).map_err(|e| format!("a key: {e}"))?;
                map.push((Key::new(&*key), node_of(world, &value, scope, depth + 1, bounds)?));
            }
            // A table's own order differs from run to run; the meaning of a filter must not.
            map.sort_by(|a, b| a.0.name.cmp(&b.0.name));
            // What is selected by is often a list, and a filter inside a filter is hardly ever empty.
            if depth > 0 && map.is_empty() { Data::List(Vec::new()) } else { Data::Map(map) }
        }
        LuaValue::Boolean(b) => Data::Bool(*b),
        LuaValue::Integer(n) => Data::Int(*n),
        LuaValue::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => Data::Int(*n as i64),
        LuaValue::String(s) => Data::Text(bounds.text(s)?),
        LuaValue::UserData(_) => {
            scope.values.push(from_lua(world, value)?);
            Data::Text(format!("\u{1}{}", scope.values.len() - 1))
        }
        LuaValue::Nil => Data::Null,
        other => return Err(format!("a filter holds no {}", came(other).trim_start_matches("a "))),
    };
    Ok(Node { value: data, span: Span::none() })
}

/// Parses something of the filter language out of a Lua value.
pub fn parse<R>(world: &World, value: &LuaValue, f: impl FnOnce(&mut Parser, &Node) -> R) -> Result<R, String> {
    let mut scope = Scope::default();
    let node = to_node(world, value, &mut scope)?;
    parse_node(world, &node, scope, f)
}

/// Parses something of the filter language out of a data tree.
pub fn parse_node<R>(
    world: &World,
    node: &Node,
    scope: Scope,
    f: impl FnOnce(&mut Parser, &Node) -> R,
) -> Result<R, String> {
    let mut problems = crate::error::Problems::new();
    let result = f(&mut Parser::of(&world.rules, scope, &mut problems), node);
    match problems.list().first() {
        None => Ok(result),
        Some(problem) => Err(match &problem.help {
            Some(help) => format!("{} ({help})", problem.message),
            None => problem.message.clone(),
        }),
    }
}

/// The slot of a field of rules about sets.
pub fn rules_slot(world: &World, name: &str) -> Option<u8> {
    match world.rules.schema.symbols.find(name).and_then(|s| world.rules.schema.card_field(s)) {
        Some(CardField::Rules(slot)) => Some(slot),
        _ => None,
    }
}
