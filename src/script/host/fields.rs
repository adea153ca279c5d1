//! Fields: what scripts read of the objects of the game, and their methods.

use std::rc::Rc;

use mlua::{AnyUserData, Lua, LuaString, MetaMethod, UserData, UserDataMethods, Value as LuaValue};

use crate::data::suggest;
use crate::kernel::model::ability::Ability;
use crate::kernel::model::fields::syms;
use crate::kernel::model::fixed::{self, ABILITY_FIELDS, USE_FIELDS};
use crate::kernel::model::lang::CardField;
use crate::kernel::model::schema::{AttrBase, RecordField};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{RecId, RecKind};
use crate::kernel::{Value, World};
use crate::script::host::convert::to_lua;
use crate::script::host::handle::Handle;
use crate::script::host::slot::{Host, Unmetered};

impl UserData for Handle {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: String| {
            let _unmetered = Unmetered::new(lua);
            let host = host(lua)?;
            host.with(|world| field(lua, &host, world, *this, &key))
        });
        methods.add_meta_function(MetaMethod::Eq, |lua, (a, b): (AnyUserData, AnyUserData)| {
            let (a, b) = (*a.borrow::<Handle>()?, *b.borrow::<Handle>()?);
            if a == b {
                return Ok(true);
            }
            host(lua)?.with(|world| Ok(a.value(world) == b.value(world)))
        });
        methods.add_meta_method(MetaMethod::ToString, |lua, this, ()| {
            host(lua)?.with(|world| Ok(world.game().show(&this.value(world))))
        });
        methods.add_method("has", |lua, this, (field, word): (LuaString, LuaString)| {
            host(lua)?.with(|world| {
                let (field, word) = (field.to_str()?, word.to_str()?);
                let Handle::Card(card) = this else { return Err(mlua::Error::runtime("only cards have words")) };
                let symbols = &world.rules.schema.symbols;
                match symbols.find(&field).and_then(|f| world.rules.schema.card_field(f)) {
                    Some(CardField::Words(slot)) => {
                        let known = &world.rules.schema.words[slot as usize].known;
                        let found = symbols.find(&word);
                        let has = found.is_some_and(|w| world.game().table_env().has_word(*card, slot, w));
                        if !has && !found.is_some_and(|w| known.contains(&w)) {
                            let known = known.iter().map(|w| &**world.rules.name(*w));
                            return Err(unknown(&format!("word of `{field}`"), &word, known));
                        }
                        Ok(has)
                    }
                    _ => Err(mlua::Error::runtime(format!("cards have no words called `{field}`"))),
                }
            })
        });
        methods.add_method("stored", |lua, this, field: LuaString| {
            host(lua)?.with(|world| {
                let field = field.to_str()?;
                let Handle::Card(card) = this else { return Err(mlua::Error::runtime("only cards store numbers")) };
                let schema = &world.rules.schema;
                let attr = schema.symbols.find(&field).and_then(|f| schema.attrs.iter().find(|a| a.name == f));
                match attr.map(|a| &a.base) {
                    Some(AttrBase::Stored { slot, .. }) => Ok(world.game().table_env().stored(*card, *slot)),
                    _ => Err(mlua::Error::runtime(format!("no number called `{field}` is stored on cards"))),
                }
            })
        });
        methods.add_method("is", |lua, this, status: LuaString| {
            host(lua)?.with(|world| {
                let status = status.to_str()?;
                match (this, world.rules.schema.status(&status)) {
                    (Handle::Card(card), Some(s)) => Ok(world.state().card(*card).statuses[s.group()] == s.value()),
                    (Handle::Card(_), None) => {
                        let all = world.rules.schema.statuses.iter().flat_map(|(_, words)| words);
                        Err(unknown("status", &status, all.map(|w| &**world.rules.name(*w))))
                    }
                    _ => Err(mlua::Error::runtime("only cards have a status")),
                }
            })
        });
    }
}

fn host(lua: &Lua) -> mlua::Result<Rc<Host>> {
    let host = lua.app_data_ref::<Rc<Host>>().ok_or_else(|| mlua::Error::runtime("no game is running"))?;
    Ok(host.clone())
}

fn field(lua: &Lua, host: &Host, world: &World, handle: Handle, key: &str) -> mlua::Result<LuaValue> {
    if handle == Handle::Options {
        let sym = world.rules.schema.symbols.find(key);
        let found = sym.and_then(|s| world.rules.option(s));
        return match found {
            Some(value) => to_lua(lua, host, world, value),
            None => Err(unknown("option", key, world.rules.names.options.iter().map(|o| &**world.rules.name(*o)))),
        };
    }
    let value = handle.value(world);
    match world.rules.schema.symbols.find(key).filter(|sym| has_field(world, &value, *sym)) {
        Some(sym) => match closed(world, &value, sym) {
            Some(nothing) => to_lua(lua, host, world, &nothing),
            None => to_lua(lua, host, world, &world.game().table_env().field(&value, sym)),
        },
        None => {
            let (what, known) = fields_of(world, &value);
            let known = known.into_iter().map(|name| &**world.rules.name(name));
            Err(unknown(&format!("field of {what}"), key, known))
        }
    }
}

/// Whether an object has a field. A use or a record that is gone has those that one of its kind may have had.
fn has_field(world: &World, value: &Value, name: Sym) -> bool {
    let (rules, schema) = (&world.rules, &world.rules.schema);
    match value {
        Value::Card(_) => schema.card_field(name).is_some(),
        Value::Seat(_) => schema.player_field(name).is_some(),
        Value::Zone(_) => schema.space_field(name).is_some(),
        Value::Game => schema.game_field(name).is_some(),
        Value::Ability(_) => fixed::of_ability(name).is_some(),
        Value::Use(id) => {
            let has_target = |a: &Ability| a.targets.iter().any(|t| t.name == name);
            fixed::of_use(name).is_some()
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

/// What an object is, and the names of its fields.
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

/// What a record that has closed has in a field: nothing any more.
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
        | RecordField::Spaces => Value::List(Vec::new()),
        RecordField::Player | RecordField::Word | RecordField::Int | RecordField::Card | RecordField::Any => Value::Nil,
    })
}

fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> mlua::Error {
    let known: Vec<&str> = known.collect();
    let help = suggest::help_for(word, known.iter().copied());
    mlua::Error::runtime(format!("unknown {what} `{word}` ({help})"))
}
