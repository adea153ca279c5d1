//! Conversion: values of the game for Lua, and what a script gave as data trees for the filter language.

use crate::data::{Data, Key, Node, Span};
use crate::kernel::model::lang::CardField;
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::{Value, World};
use crate::lua::{MAX_DIGITS, MAX_STRING};
use crate::script::host::arguments::{Argument, MAX_NUMBER};
use crate::script::host::handle::Handle;
use crate::script::host::running_game::Host;
use crate::script::sandbox::stack::Stack;

/// Pushes a value of the game for Lua. Lists are fresh tables: a script may change them freely.
///
/// # Errors
///
/// Lists are nested too deeply.
pub(crate) fn push(stack: &mut Stack, host: &Host, world: &World, value: &Value) -> Result<(), String> {
    let rules = &world.rules;
    match value {
        Value::Nil | Value::Filter(_) => stack.push_nil(),
        Value::Int(n) => stack.push_number(*n as f64),
        Value::Bool(b) => stack.push_bool(*b),
        Value::Word(w) => return push_text(stack, rules.name(*w)),
        Value::Text(t) => return push_text(stack, t),
        Value::Card(c) => host.push(stack, Handle::Card(*c)),
        Value::Seat(s) => host.push(stack, Handle::Seat(*s)),
        Value::Use(u) => host.push(stack, Handle::Use(*u)),
        Value::Record(r) => host.push(stack, Handle::Record(*r)),
        Value::Cells(def, slot) => {
            let cells = &rules.defs[def.index()].cells[*slot as usize].cells;
            return stack.push_table((cells.len(), 0), |list| {
                for (i, (x, y)) in (1..).zip(cells) {
                    list.item(i, |stack| push_pair(stack, (*x).into(), (*y).into()))?;
                }
                Ok(())
            });
        }
        Value::Game => host.push(stack, Handle::Game),
        Value::Def(d) => return push_text(stack, rules.name(rules.defs[d.index()].name)),
        Value::Ability(id) => host.push(stack, Handle::Ability(*id)),
        Value::Zone(z) => {
            let kind = &rules.schema.zones[rules.schema.kind_of(*z).index()];
            if kind.spaces > 1 { host.push(stack, Handle::Space(*z)) } else { stack.push_text(rules.name(kind.name)) }
        }
        Value::Status(s) => stack.push_text(rules.name(rules.schema.statuses[s.group()].1[s.value() as usize])),
        Value::List(list) => return push_list(stack, host, list, |stack, value| push(stack, host, world, value)),
    }
    Ok(())
}

/// Pushes a text of the game, if a script may hold it.
///
/// # Errors
///
/// A text that is too long, or a number with too many digits.
pub(crate) fn push_text(stack: &mut Stack, text: &str) -> Result<(), String> {
    if text.len() > MAX_STRING {
        return Err(format!("a text of {} bytes: a script holds at most {MAX_STRING} (`{}`)", text.len(), start(text)));
    }
    stack.push_text(text);
    if text.len() > MAX_DIGITS && stack.is_number() {
        return Err(format!("a text of more than {MAX_DIGITS} bytes may not be a number (`{}`)", start(text)));
    }
    Ok(())
}

/// The first characters of a text.
fn start(text: &str) -> String {
    text.chars().take(24).chain("...".chars()).collect()
}

fn push_pair(stack: &mut Stack, x: f64, y: f64) -> Result<(), String> {
    stack.push_table((2, 0), |pair| {
        for (i, n) in [(1, x), (2, y)] {
            pair.item(i, |stack| {
                stack.push_number(n);
                Ok(())
            })?;
        }
        Ok(())
    })
}

/// Pushes a list of which each item is pushed by a function.
pub(crate) fn push_list<T>(
    stack: &mut Stack,
    host: &Host,
    items: &[T],
    mut push: impl FnMut(&mut Stack, &T) -> Result<(), String>,
) -> Result<(), String> {
    stack.push_table((items.len(), 0), |list| {
        for (i, item) in (1..).zip(items) {
            list.item(i, |stack| push(stack, item))?;
        }
        host.make_list(list);
        Ok(())
    })
}

/// A script's value as a data tree; objects of the game become references into `scope.values`.
pub(crate) fn to_node(world: &World, value: &Argument, scope: &mut Scope) -> Result<Node, String> {
    node_of(world, value, scope, 0)
}

fn node_of(world: &World, value: &Argument, scope: &mut Scope, depth: u8) -> Result<Node, String> {
    let data = match value {
        Argument::Table(table) if table.raw_len() > 0 => {
            let list = table.items()?;
            Data::List(list.iter().map(|item| node_of(world, item, scope, depth + 1)).collect::<Result<_, _>>()?)
        }
        Argument::Table(table) => {
            let mut map = Vec::new();
            for (key, value) in table.pairs() {
                let Argument::Text(key) = key else { return Err("a key that is not a word".into()) };
                let key = key.as_str().ok_or("a key: a text that is not UTF-8")?;
                map.push((Key::new(key), node_of(world, value, scope, depth + 1)?));
            }
            // A table's own order differs from run to run; the meaning of a filter must not.
            map.sort_by(|a, b| a.0.name.cmp(&b.0.name));
            // An empty table inside a filter counts as an empty list: filters often hold lists, and rarely an empty
            // filter.
            if depth > 0 && map.is_empty() { Data::List(Vec::new()) } else { Data::Map(map) }
        }
        Argument::Bool(b) => Data::Bool(*b),
        Argument::Number(n) if n.fract() == 0.0 && n.abs() < MAX_NUMBER => Data::Int(*n as i64),
        Argument::Text(text) => Data::Text(text.as_str().ok_or("a text that is not UTF-8")?.into()),
        Argument::Object(handle) => {
            scope.values.push(handle.value(world));
            Data::Text(format!("\u{1}{}", scope.values.len() - 1))
        }
        Argument::Nil => Data::Null,
        Argument::Refused(why) => return Err(why.clone()),
        other => return Err(format!("a filter holds no {}", other.words().trim_start_matches("a "))),
    };
    Ok(Node { value: data, span: Span::none() })
}

/// Parses a value from a script in the filter language.
pub(crate) fn parse<R>(world: &World, value: &Argument, f: impl FnOnce(&mut Parser, &Node) -> R) -> Result<R, String> {
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

/// The slot of the card field with this name, if it holds conditions about sets of cards.
pub fn rules_slot(world: &World, name: &str) -> Option<u8> {
    match world.rules.schema.symbols.find(name).and_then(|s| world.rules.schema.card_field(s)) {
        Some(CardField::Rules(slot)) => Some(slot),
        _ => None,
    }
}
