//! Fields: what scripts read of the objects of the game, and their methods.

use std::rc::Rc;

use mlua::{AnyUserData, Lua, LuaString, MetaMethod, UserData, UserDataMethods, Value as LuaValue};

use crate::data::suggest;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::schema::{AttrBase, RecordField};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::use_fields::{use_field, use_field_names};
use crate::kernel::{Value, World};
use crate::script::host::convert::to_lua;
use crate::script::host::handle::Handle;
use crate::script::host::slot::{Host, Unmetered};

impl UserData for Handle {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: LuaString| {
            let _unmetered = Unmetered::new(lua);
            let host = host(lua)?;
            let key = key.to_str()?;
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
    if let (Value::Seat(seat), "opponent") = (&value, key) {
        return to_lua(lua, host, world, &Value::Seat(world.state().after(*seat, world.rules.schema.seats)));
    }
    if let Value::Ability(id) = value {
        let ability = &world.rules.abilities[id.index()];
        let word = |w: Option<Sym>| w.map_or(Value::Nil, Value::Word);
        let found = match key {
            "kind" => word(ability.kind_word),
            "id" => Value::Word(ability.id),
            "name" => Value::Text(ability.text.clone()),
            "card" => word(ability.def.map(|d| world.rules.defs[d.index()].name)),
            _ => return Err(unknown("field of an ability", key, ["kind", "id", "name", "card"].into_iter())),
        };
        return to_lua(lua, host, world, &found);
    }
    let sym = world.rules.schema.symbols.find(key);
    let schema = &world.rules.schema;
    let env = world.game().table_env();
    match (&value, sym) {
        (Value::Card(card), Some(sym)) => {
            if let Some(field) = schema.card_field(sym) {
                // A card that shows only some fields has no others, but always a place and an owner.
                return to_lua(lua, host, world, &env.card_value(*card, field));
            }
        }
        (Value::Seat(seat), Some(sym)) => {
            if key == "name" {
                return Ok(LuaValue::String(lua.create_string(format!("player {}", seat.0 + 1))?));
            }
            if let Some(field) = schema.player_field(sym) {
                return to_lua(lua, host, world, &Value::Int(env.player_value(*seat, field)));
            }
        }
        (Value::Use(id), Some(sym)) => {
            let Some(use_) = world.state().use_(*id) else { return Ok(LuaValue::Nil) };
            let targets = &world.rules.abilities[use_.ability.index()].targets;
            if use_field(sym).is_some() || targets.iter().any(|t| t.name == sym) {
                return to_lua(lua, host, world, &env.field(&value, sym));
            }
            let names = use_field_names().into_iter().chain(targets.iter().map(|t| &**world.rules.name(t.name)));
            return Err(unknown("field of a use", key, names.collect::<Vec<_>>().into_iter()));
        }
        // A record that has closed has nothing in it any more.
        (Value::Record(id), Some(sym))
            if schema.record_field(sym).is_some() && world.state().records.iter().all(|r| r.id != *id) =>
        {
            let list = matches!(
                schema.record_field(sym),
                Some(RecordField::Cards(_) | RecordField::Records(_) | RecordField::Players)
            );
            let nothing = if list { Value::List(Vec::new()) } else { Value::Nil };
            return to_lua(lua, host, world, &nothing);
        }
        (Value::Record(id), Some(sym)) => {
            if let Some(record) = world.state().records.iter().find(|r| r.id == *id)
                && schema.records[record.kind.index()].fields.iter().any(|(n, _)| *n == sym)
            {
                return to_lua(lua, host, world, &env.field(&value, sym));
            }
        }
        (Value::Zone(_), Some(sym)) => {
            let counters = schema.space_counters.iter().map(|c| &**world.rules.name(c.name));
            let known: Vec<&str> = ["slot", "zone", "owner", "cards", "card"].into_iter().chain(counters).collect();
            if known.contains(&key) {
                return to_lua(lua, host, world, &env.field(&value, sym));
            }
            return Err(unknown("field of a space", key, known.into_iter()));
        }
        (Value::Game, Some(sym)) => return to_lua(lua, host, world, &env.field(&value, sym)),
        _ => {}
    }
    let known: Vec<&str> = match value {
        Value::Card(_) => schema.card_fields.iter().map(|(n, _)| &**world.rules.name(*n)).collect(),
        Value::Seat(_) => schema.player_fields.iter().map(|(n, _)| &**world.rules.name(*n)).collect(),
        Value::Record(_) => {
            schema.records.iter().flat_map(|r| &r.fields).map(|(n, _)| &**world.rules.name(*n)).collect()
        }
        _ => Vec::new(),
    };
    let what = match value {
        Value::Card(_) => "field of a card",
        Value::Seat(_) => "field of a player",
        _ => "field",
    };
    Err(unknown(what, key, known.into_iter()))
}

fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> mlua::Error {
    let known: Vec<&str> = known.collect();
    let help = suggest::help_for(word, known.iter().copied());
    mlua::Error::runtime(format!("unknown {what} `{word}` ({help})"))
}
