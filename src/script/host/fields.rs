//! Fields: what scripts read of the objects of the game, and their methods.

use std::rc::Rc;

use crate::data::suggest;
use crate::kernel::model::ability::Ability;
use crate::kernel::model::fields::syms;
use crate::kernel::model::fixed_fields::{self, ABILITY_FIELDS, OfUse, USE_FIELDS};
use crate::kernel::model::lang::CardField;
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::schema::{AttrBase, RecordField};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, RecId, RecKind};
use crate::kernel::{Value, World};
use crate::script::host::LOOKS_A_FUEL;
use crate::script::host::convert::{push, push_text};
use crate::script::host::handle::Handle;
use crate::script::host::read_permissions;
use crate::script::host::running_game::Host;
use crate::script::sandbox::Meter;
use crate::script::sandbox::stack::{CallAnswer, Natives, RegistryRef, Seen, Stack};

/// A method of handles.
type Method = fn(&Stack, &Host, &World, Handle) -> Result<Value, String>;

/// The methods of handles, by their names.
const METHODS: [(&str, Method); 3] = [("has", has), ("stored", stored), ("is", is)];

/// Registers the metatables of a VM's handles and lists.
///
/// # Errors
///
/// If the VM is out of memory.
pub(crate) fn register(natives: &Natives, host: &Rc<Host>, meter: &Rc<Meter>) -> mlua::Result<()> {
    let mut methods = Vec::new();
    for (name, method) in METHODS {
        let host = host.clone();
        let function = natives.function(move |stack| {
            let this = stack
                .object(1)
                .ok_or("a method of an object of the game is called with a colon: `card:has(...)`, `card:is(...)`")?;
            let value = host.with(|world| method(stack, &host, world, this))?;
            host.with(|world| push(stack, &host, world, &value))?;
            Ok(CallAnswer::Top)
        })?;
        methods.push((name, natives.keep(function)?));
    }
    let (index, fuel) = (host.clone(), meter.clone());
    let index = natives.function(move |stack| {
        let values = index_of(stack, &index, &methods)?;
        read(&index, &fuel, values)
    })?;
    let (equal, fuel) = (host.clone(), meter.clone());
    let equal = natives.function(move |stack| {
        let (a, b) = (stack.object::<Handle>(1), stack.object::<Handle>(2));
        let is_equal = match (a, b) {
            (Some(a), Some(b)) => a == b || equal.with(|world| Ok(a.value(world) == b.value(world)))?,
            _ => false,
        };
        stack.push_bool(is_equal);
        read(&equal, &fuel, 0)
    })?;
    let (shown, fuel) = (host.clone(), meter.clone());
    let shown = natives.function(move |stack| {
        let this = stack.object::<Handle>(1).ok_or("no object of the game")?;
        let text = shown.with(|world| {
            let value = this.value(world);
            read_permissions::cards(&shown, world, || "reads the name of".into(), &value)?;
            Ok(world.game().show(&value))
        })?;
        push_text(stack, &text)?;
        read(&shown, &fuel, 0)
    })?;
    natives.set_objects("Handle", &[("__index", index), ("__eq", equal), ("__tostring", shown)])?;
    let (list, fuel) = (host.clone(), meter.clone());
    let of_list = natives.function(move |stack| match stack.seen(2) {
        Seen::Text(key) => {
            let key = String::from_utf8_lossy(key);
            Err(format!("a list has no field `{key}` (read it of one of its elements, as in `list[1].{key}`)"))
        }
        _ => {
            stack.push_nil();
            read(&list, &fuel, 0)
        }
    })?;
    let of_list = natives.metatable(&[("__index", of_list)])?;
    of_list.set_readonly(true);
    host.list_metatable.set(Some(natives.keep(of_list)?));
    Ok(())
}

/// Charges a read of a field, which passes no safepoint because it is no call: for its values, and for the looks that
/// found them.
fn read(host: &Host, meter: &Meter, values: usize) -> Result<CallAnswer, String> {
    let looks = host.with(|world| Ok(world.work().taken()))?;
    let fuel = looks.map(|looks| 1 + (looks as i64 + values as i64) / LOOKS_A_FUEL);
    match fuel {
        Some(fuel) if meter.spend(fuel) => Ok(CallAnswer::Top),
        Some(_) => Err("out of fuel: the script reads too much".into()),
        None => {
            meter.spend(i64::MAX / 2);
            Err("out of fuel: this looks at too much".into())
        }
    }
}

/// Pushes the field or method that the second argument names, of the handle that is the first; returns how many values
/// it has, as a list.
fn index_of(stack: &mut Stack, host: &Host, methods: &[(&str, RegistryRef)]) -> Result<usize, String> {
    let this = stack.object(1).ok_or("no object of the game")?;
    let value = {
        let number;
        let key = match stack.seen(2) {
            Seen::Text(key) => std::str::from_utf8(key).map_err(|_| "a field with a name that is not UTF-8")?,
            Seen::Number(n) => {
                number = n.to_string();
                &number
            }
            other => return Err(format!("the name of a field expected, found {}", type_of(other))),
        };
        match methods.iter().find(|(name, _)| *name == key) {
            Some((_, method)) => Member::Method(*method),
            None => match this {
                Handle::Card(card) | Handle::Now(card) if key == NOW => Member::Now(card),
                _ => Member::Value(host.with(|world| field(host, world, this, key))?),
            },
        }
    };
    match value {
        Member::Value(value) => {
            host.with(|world| push(stack, host, world, &value))?;
            Ok(value.items().len())
        }
        Member::Method(method) => {
            stack.push_kept(method);
            Ok(0)
        }
        Member::Now(card) => {
            host.push(stack, Handle::Now(card));
            Ok(0)
        }
    }
}

/// The field that leads from a card to the card as it is now.
const NOW: &str = "now";

/// What a script finds under a name in a handle.
enum Member {
    /// A field.
    Value(Value),
    /// A method.
    Method(RegistryRef),
    /// The card itself, read as it is now.
    Now(Card),
}

fn type_of(seen: Seen) -> &'static str {
    match seen {
        Seen::Nil => "nil",
        Seen::Bool(_) => "boolean",
        Seen::Number(_) => "number",
        Seen::Text(_) => "string",
        Seen::Table => "table",
        Seen::Function => "function",
        Seen::Userdata => "userdata",
        Seen::Other(name) => name,
    }
}

/// An argument of a method that is a text.
fn text<'s>(stack: &'s Stack, at: u32) -> Result<&'s str, String> {
    match stack.seen(at) {
        Seen::Text(text) => {
            std::str::from_utf8(text).map_err(|_| format!("argument #{at} is a text that is not UTF-8"))
        }
        other => Err(format!(
            "bad argument #{at}: error converting Lua {} to string (expected string or number)",
            type_of(other)
        )),
    }
}

/// Answers `card:has(field, word)`: whether the card has a word in a word field.
fn has(stack: &Stack, host: &Host, world: &World, this: Handle) -> Result<Value, String> {
    let (field, word) = (text(stack, 2)?, text(stack, 3)?);
    let Some((card, as_of)) = card_of(world, this) else { return Err("only cards have words".into()) };
    let symbols = &world.rules.schema.symbols;
    let Some(CardField::Words(slot)) = symbols.find(field).and_then(|f| world.rules.schema.card_field(f)) else {
        return Err(format!("cards have no words called `{field}`"));
    };
    read_permissions::card(host, world, || format!("reads `{field}` of"), card, as_of)?;
    let known = &world.rules.schema.words[slot as usize].known;
    let found = symbols.find(word);
    let has = found.is_some_and(|w| world.game().table_env().has_word_as_of(card, slot, w, as_of));
    if !has && !found.is_some_and(|w| known.contains(&w)) {
        let known = known.iter().map(|w| &**world.rules.name(*w));
        return Err(unknown(&format!("word of `{field}`"), word, known));
    }
    Ok(Value::Bool(has))
}

/// Answers `card:stored(field)`: a number as it is stored on the card, without effects.
fn stored(stack: &Stack, host: &Host, world: &World, this: Handle) -> Result<Value, String> {
    let field = text(stack, 2)?;
    let Some((card, as_of)) = card_of(world, this) else { return Err("only cards store numbers".into()) };
    let schema = &world.rules.schema;
    let attr = schema.symbols.find(field).and_then(|f| schema.attrs.iter().find(|a| a.name == f));
    match attr.map(|a| &a.base) {
        Some(AttrBase::Stored { slot, .. }) => {
            read_permissions::card(host, world, || format!("reads `{field}` of"), card, as_of)?;
            Ok(Value::Int(world.game().table_env().stored_as_of(card, *slot, as_of)))
        }
        _ => Err(format!("no number called `{field}` is stored on cards")),
    }
}

/// Answers `card:is(status)`: whether the card has a status.
fn is(stack: &Stack, host: &Host, world: &World, this: Handle) -> Result<Value, String> {
    let status = text(stack, 2)?;
    match (card_of(world, this), world.rules.schema.status(status)) {
        (Some((card, as_of)), Some(s)) => {
            read_permissions::card(host, world, || format!("asks for `{status}` of"), card, as_of)?;
            Ok(Value::Bool(world.game().table_env().statuses_as_of(card, as_of)[s.group()] == s.value()))
        }
        (Some(_), None) => {
            let all = world.rules.schema.statuses.iter().flat_map(|(_, words)| words);
            Err(unknown("status", status, all.map(|w| &**world.rules.name(*w))))
        }
        _ => Err("only cards have a status".into()),
    }
}

/// The card of a handle, and the moment at which it is read.
fn card_of(world: &World, handle: Handle) -> Option<(Card, AsOf)> {
    match handle {
        Handle::Card(card) => Some((card, read_permissions::as_of(world, card))),
        Handle::Now(card) => Some((card, AsOf::NOW)),
        _ => None,
    }
}

fn field(host: &Host, world: &World, handle: Handle, key: &str) -> Result<Value, String> {
    if handle == Handle::Options {
        let sym = world.rules.schema.symbols.find(key);
        let found = sym.and_then(|s| world.rules.option(s));
        let known = || world.rules.names.options.iter().map(|o| &**world.rules.name(*o));
        return found.cloned().ok_or_else(|| unknown("option", key, known()));
    }
    let value = handle.value(world);
    match world.rules.schema.symbols.find(key).filter(|sym| has_field(world, &value, *sym)) {
        Some(sym) => {
            if let Some((card, as_of)) = card_of(world, handle) {
                read_permissions::field(host, world, card, sym, as_of)?;
                if as_of != AsOf::NOW {
                    return Ok(world.game().table_env().field_as_of(card, sym, as_of));
                }
            }
            if let Value::Seat(seat) = value {
                read_permissions::of_player(host, world, seat, sym)?;
            }
            let found = closed(world, &value, sym).unwrap_or_else(|| world.game().table_env().field(&value, sym));
            if let (Value::Use(_), Some(OfUse::Choices)) = (&value, fixed_fields::of_use(sym)) {
                read_permissions::cards(host, world, || "asks whether a use could aim at".into(), &found)?;
            }
            Ok(found)
        }
        None => {
            let (what, known) = fields_of(world, &value);
            let known = known.into_iter().map(|name| &**world.rules.name(name));
            Err(unknown(&format!("field of {what}"), key, known))
        }
    }
}

/// True if an object has a field. A closed use or record has the fields of its kind.
fn has_field(world: &World, value: &Value, name: Sym) -> bool {
    let (rules, schema) = (&world.rules, &world.rules.schema);
    match value {
        Value::Card(_) => schema.card_field(name).is_some(),
        Value::Seat(_) => schema.player_field(name).is_some(),
        Value::Zone(_) => schema.space_field(name).is_some(),
        Value::Game => schema.game_field(name).is_some(),
        Value::Ability(_) => fixed_fields::of_ability(name).is_some(),
        Value::Use(id) => {
            let has_target = |a: &Ability| a.targets.iter().any(|t| t.name == name);
            fixed_fields::of_use(name).is_some()
                || match world.state().use_(*id) {
                    Some(this) => has_target(&rules.abilities[this.ability.index()]),
                    None => rules.abilities.iter().any(has_target),
                }
        }
        Value::Record(id) => match open(world, *id) {
            Some(kind) => schema.records[kind.index()].fields.iter().any(|(n, _)| *n == name),
            None => schema.record_field(name).is_some(),
        },
        _ => false,
    }
}

/// The object's kind in words, and the names of its fields.
fn fields_of(world: &World, value: &Value) -> (&'static str, Vec<Sym>) {
    let (rules, schema) = (&world.rules, &world.rules.schema);
    match value {
        Value::Card(_) => ("a card", schema.names_of_cards()),
        Value::Seat(_) => ("a player", schema.names_of_players()),
        Value::Zone(_) => ("a space", schema.names_of_spaces()),
        Value::Game => ("the game", schema.names_of_game()),
        Value::Ability(_) => ("an ability", syms(ABILITY_FIELDS).collect()),
        Value::Use(id) => {
            let ability = world.state().use_(*id).map(|this| &rules.abilities[this.ability.index()]);
            let targets = ability.map_or(&[][..], |a| &a.targets).iter().map(|t| t.name);
            ("a use", syms(USE_FIELDS).chain(targets).collect())
        }
        Value::Record(id) => {
            let records = schema.records.iter().enumerate();
            let kind = open(world, *id).map(|k| k.index());
            let of_kind = records.filter(|(i, _)| kind.is_none_or(|kind| kind == *i));
            ("a record", of_kind.flat_map(|(_, r)| r.fields.iter().map(|f| f.0)).collect())
        }
        _ => ("this", Vec::new()),
    }
}

/// The kind of a record that is open.
fn open(world: &World, id: RecId) -> Option<RecKind> {
    world.state().records.iter().find(|r| r.id == id).map(|r| r.kind)
}

/// The value in a field of a record that has closed: nil, or an empty list. `None`: it is open, or no record.
fn closed(world: &World, value: &Value, name: Sym) -> Option<Value> {
    let Value::Record(id) = value else { return None };
    if open(world, *id).is_some() {
        return None;
    }
    Some(match world.rules.schema.record_field(name)? {
        RecordField::Cards(_)
        | RecordField::Stays
        | RecordField::Records(_)
        | RecordField::Players
        | RecordField::Spaces => Value::NONE,
        RecordField::Player | RecordField::Word | RecordField::Int | RecordField::Card | RecordField::Any => Value::Nil,
    })
}

fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let help = suggest::help_for(word, known.iter().copied());
    format!("unknown {what} `{word}` ({help})")
}
