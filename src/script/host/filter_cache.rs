//! Filters of scripts, parsed once: a script that runs again uses the same filters.
//!
//! A parsed filter is found by the contents of the script's value, field by field, with the objects of the game in it.
//! A table's own order may differ between two equal tables; then one is parsed again.

use std::rc::Rc;

use crate::data::{Data, Node};
use crate::kernel::World;
use crate::kernel::model::lang::{Class, Dest, Order};
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::read::card_dependencies::ScriptSelection;
use crate::script::host::arguments::Argument;
use crate::script::host::call::Call;
use crate::script::host::call_site::Site;
use crate::script::host::convert::{parse_node, to_node};

/// The longest key of a kept filter, in bytes: strangers' scripts fill no memory with keys.
const MAX_KEY: usize = 1024;
/// The greatest depth of a cached table.
const MAX_DEPTH: u8 = 8;

/// What a text or table is parsed as: one word means different things as a zone and as an order of players.
#[derive(Clone, Copy)]
enum As {
    Selection(Class),
    Dest,
    Order,
}

impl As {
    fn number(self) -> u8 {
        match self {
            As::Selection(class) => class as u8,
            As::Dest => u8::MAX,
            As::Order => u8::MAX - 1,
        }
    }
}

/// Parses a table as a selection, or finds it in the cache. The keys `leave` are no part of it.
pub(crate) fn selection(
    call: &Call,
    value: &Argument,
    class: Class,
    leave: &[&str],
) -> Result<Rc<ScriptSelection>, String> {
    if !matches!(value, Argument::Table(_)) {
        return Err(format!("a filter (a table) expected, found {}", value.words()));
    }
    parse(call, As::Selection(class), value, leave, |p, node| {
        ScriptSelection::new(&call.world.rules, p.selection(node, class))
    })
}

/// Parses the name of a zone, as a destination of cards.
pub(crate) fn dest(call: &Call, value: &Argument) -> Result<Rc<Dest>, String> {
    parse(call, As::Dest, value, &[], |p, node| p.dest(node))
}

/// Parses the name of an order of players.
pub(crate) fn order(call: &Call, value: &Argument) -> Result<Rc<Order>, String> {
    parse(call, As::Order, value, &[], |p, node| p.order(node))
}

fn parse<R: 'static>(
    call: &Call,
    kind: As,
    value: &Argument,
    leave: &[&str],
    f: impl FnOnce(&mut Parser, &Node) -> R,
) -> Result<Rc<R>, String> {
    let prepared = call.site.and_then(|site| Some((site, (Site::argument(call.args, value)?, kind.number()))));
    if let Some((site, place)) = prepared
        && let Some(found) = site.found(call.world, call.args, place)
    {
        return Ok(found.downcast().expect("what is parsed as one kind is of one type"));
    }
    let parsed = &call.host.parsed;
    let mut key = parsed.key.borrow_mut();
    key.clear();
    match kind {
        As::Selection(class) => key.extend([1, class as u8]),
        As::Dest => key.push(2),
        As::Order => key.push(3),
    }
    let is_key = write_key(call.world, value, leave, &mut key, 0) && key.len() <= MAX_KEY;
    if is_key && let Some(found) = parsed.get(&call.world.rules, &key) {
        if let Some((site, place)) = prepared {
            site.keep(call.world, call.args, place, leave, found.clone());
        }
        return Ok(found.downcast().expect("what is parsed as one kind is of one type"));
    }
    let mut scope = Scope::default();
    let mut node = to_node(call.world, value, &mut scope)?;
    if let Data::Map(map) = &mut node.value {
        map.retain(|(k, _)| !leave.contains(&k.name.as_str()));
    }
    let new = Rc::new(parse_node(call.world, &node, scope, f)?);
    if is_key {
        parsed.keep(&call.world.rules, &key, new.clone());
    }
    Ok(new)
}

/// Appends the bytes by which the cache finds a value to `key`. False: the value is too large, nests too deep, or has a
/// part that is in no filter.
fn write_key(world: &World, value: &Argument, leave: &[&str], key: &mut Vec<u8>, depth: u8) -> bool {
    let bytes = |key: &mut Vec<u8>, bytes: &[u8]| {
        key.push(b's');
        key.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        key.extend_from_slice(bytes);
    };
    // A key that is too long is given up early.
    if key.len() > MAX_KEY {
        return false;
    }
    match value {
        Argument::Nil => key.push(b'0'),
        Argument::Bool(b) => key.extend([b'b', *b as u8]),
        Argument::Number(n) => {
            key.push(b'n');
            key.extend_from_slice(&n.to_le_bytes());
        }
        Argument::Text(text) => bytes(key, text.as_bytes()),
        Argument::Object(handle) => {
            key.push(b'v');
            handle.value(world).feed(key);
        }
        Argument::Table(_) if depth >= MAX_DEPTH => return false,
        Argument::Table(list) if list.raw_len() > 0 => {
            // A value that is no list is reported where it is parsed.
            let Ok(items) = list.items() else { return false };
            key.push(b'[');
            if !items.iter().all(|item| write_key(world, item, &[], key, depth + 1)) {
                return false;
            }
            key.push(b']');
        }
        Argument::Table(map) => {
            key.push(b'{');
            for (name, value) in map.pairs() {
                let Argument::Text(name) = name else { return false };
                if leave.iter().any(|l| l.as_bytes() == name.as_bytes()) {
                    continue;
                }
                bytes(key, name.as_bytes());
                if !write_key(world, value, &[], key, depth + 1) {
                    return false;
                }
            }
            key.push(b'}');
        }
        Argument::Function | Argument::Other(_) | Argument::Refused(_) => return false,
    }
    true
}
