//! Conversion: values of the game for Lua, and what a script gave as data trees for the filter language.

use mlua::{Lua, Value as LuaValue};

use crate::data::{Data, Key, Node, Span};
use crate::kernel::model::lang::CardField;
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::{Value, World};
use crate::script::host::given::{Given, MAX_NUMBER};
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

/// What a script gave as a data tree; objects of the game become references into `scope.values`.
pub(crate) fn to_node(world: &World, value: &Given, scope: &mut Scope) -> Result<Node, String> {
    node_of(world, value, scope, 0)
}

fn node_of(world: &World, value: &Given, scope: &mut Scope, depth: u8) -> Result<Node, String> {
    let data = match value {
        Given::Table(table) if table.raw_len() > 0 => {
            let list = table.items()?;
            Data::List(list.iter().map(|item| node_of(world, item, scope, depth + 1)).collect::<Result<_, _>>()?)
        }
        Given::Table(table) => {
            let mut map = Vec::new();
            for (key, value) in table.pairs() {
                let Given::Text(key) = key else { return Err("a key that is not a word".into()) };
                let key = key.as_str().ok_or("a key: a text that is not UTF-8")?;
                map.push((Key::new(key), node_of(world, value, scope, depth + 1)?));
            }
            // A table's own order differs from run to run; the meaning of a filter must not.
            map.sort_by(|a, b| a.0.name.cmp(&b.0.name));
            // What is selected by is often a list, and a filter inside a filter is hardly ever empty.
            if depth > 0 && map.is_empty() { Data::List(Vec::new()) } else { Data::Map(map) }
        }
        Given::Bool(b) => Data::Bool(*b),
        Given::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => Data::Int(*n as i64),
        Given::Text(text) => Data::Text(text.as_str().ok_or("a text that is not UTF-8")?.into()),
        Given::Object(handle) => {
            scope.values.push(handle.value(world));
            Data::Text(format!("\u{1}{}", scope.values.len() - 1))
        }
        Given::Nil => Data::Null,
        Given::Refused(why) => return Err(why.clone()),
        other => return Err(format!("a filter holds no {}", other.words().trim_start_matches("a "))),
    };
    Ok(Node { value: data, span: Span::none() })
}

/// Parses something of the filter language out of what a script gave.
pub(crate) fn parse<R>(world: &World, value: &Given, f: impl FnOnce(&mut Parser, &Node) -> R) -> Result<R, String> {
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
