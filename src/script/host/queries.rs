//! Reading: host functions that answer at once and change nothing.

use std::rc::Rc;

use crate::kernel::Value;
use crate::kernel::model::lang::{Class, Selection, Source};
use crate::kernel::model::objects::Use;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Card;
use crate::kernel::parse::printed_filters::{self, PRINTED_ONLY};
use crate::kernel::read::card_dependencies::ScriptSelection;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::set_rules;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::convert::rules_slot;
use crate::script::host::{filter_cache, read_permissions};

/// The environment of the running script.
pub(crate) fn env<'a>(call: &'a Call) -> Env<'a> {
    match call.world.game().script_context() {
        Some(context) => call.world.game().env(context),
        None => call.world.game().table_env(),
    }
}

/// The environment in which a selection of the running script is evaluated. One that asks about cards anywhere finds
/// only what the script's player sees.
pub(crate) fn env_for<'a>(call: &'a Call, sought: &ScriptSelection) -> Env<'a> {
    let (env, sight) = (env(call), call.host.sight.get());
    let is_bounded = !sight.hidden && sought.reads.as_ref().is_some_and(|reads| reads.anywhere);
    Env { eyes: if is_bounded { sight.eyes } else { env.eyes }, ..env }
}

/// Parses an argument as a selection of cards, and checks that the script may ask for these.
fn selection(call: &Call, value: &Argument) -> Result<Rc<ScriptSelection>, String> {
    let sought = filter_cache::selection(call, value, Class::Card, &[])?;
    read_permissions::selection(call, &env(call), &sought, None)?;
    Ok(sought)
}

pub(crate) fn cards(call: &mut Call) -> Result<HostReply, String> {
    let sel = selection(call, call.raw(0))?;
    Ok(HostReply::Value(Value::from(env_for(call, &sel).sought(&sel))))
}

pub(crate) fn spaces(call: &mut Call) -> Result<HostReply, String> {
    let sel = filter_cache::selection(call, call.raw(0), Class::Zone, &[])?;
    read_permissions::selection(call, &env(call), &sel, None)?;
    let zone = |value| if let Value::Zone(zone) = value { Some(zone) } else { None };
    Ok(HostReply::Spaces(env_for(call, &sel).sought(&sel).into_iter().filter_map(zone).collect()))
}

pub(crate) fn count(call: &mut Call) -> Result<HostReply, String> {
    let sel = selection(call, call.raw(0))?;
    Ok(HostReply::Value(Value::Int(env_for(call, &sel).count(&sel))))
}

pub(crate) fn sum(call: &mut Call) -> Result<HostReply, String> {
    let field = call.text(0, "the name of a field")?;
    let attr =
        call.world.rules.schema.attr(Class::Card, &field).ok_or_else(|| format!("cards have no number `{field}`"))?;
    let (of, found_by) = match call.raw(1) {
        Argument::Table(t) if t.is_map() => {
            let sel = selection(call, call.raw(1))?;
            (Value::from(env_for(call, &sel).sought(&sel)), Some(sel))
        }
        _ => (call.value(1)?, None),
    };
    let env = call.world.game().table_env();
    let (mut total, mut refused) = (0, Ok(()));
    of.each_card(&mut |card| {
        // A card found by a filter is read as the filter read it.
        let as_of = match &found_by {
            Some(sel) => self::env(call).found_as_of(sel, card),
            None => read_permissions::as_of(call.world, card),
        };
        if refused.is_ok() {
            refused = read_permissions::card(call.host, call.world, || format!("adds up `{field}` of"), card, as_of);
            total += env.card_attr_as_of(card, attr, as_of);
        }
    });
    refused?;
    Ok(HostReply::Value(Value::Int(total)))
}

pub(crate) fn players(call: &mut Call) -> Result<HostReply, String> {
    if let Argument::Text(_) = call.raw(0) {
        let order = filter_cache::order(call, call.raw(0))?;
        let seats = env(call).seats(&order);
        return Ok(HostReply::Value(Value::List(seats.into_iter().map(Value::Seat).collect())));
    }
    let seats = (0..call.world.rules.schema.seats).map(|s| Value::Seat(crate::kernel::Seat(s)));
    Ok(HostReply::Value(Value::List(seats.collect())))
}

pub(crate) fn defs(call: &mut Call) -> Result<HostReply, String> {
    Ok(HostReply::Value(definitions(call, &[])?.into()))
}

/// The definitions that match the filter in the first argument, in which the keys `own_keys` are no part of the filter.
pub(crate) fn definitions(call: &Call, own_keys: &[&str]) -> Result<Vec<Value>, String> {
    let sel = filter_cache::selection(call, call.raw(0), Class::Card, own_keys)?;
    let test = printed_filters::definitions(&sel)
        .ok_or_else(|| format!("it reads at definitions, which have {PRINTED_ONLY}"))?;
    let sel = Selection { source: Source::Defs(test), ..(**sel).clone() };
    Ok(env(call).candidates(&sel))
}

pub(crate) fn choices(call: &mut Call) -> Result<HostReply, String> {
    let Value::Use(id) = call.value(0)? else { return Ok(HostReply::Value(Value::NONE)) };
    let Some(this) = call.world.state().use_(id) else { return Ok(HostReply::Value(Value::NONE)) };
    let target = match call.raw(1) {
        Argument::Nil => None,
        _ => Some(target_named(call, this, 1)?.0),
    };
    let choices = Value::from(env(call).other_choices(this, target));
    read_permissions::cards(call.host, call.world, || "asks whether a use could aim at".into(), &choices)?;
    Ok(HostReply::Value(choices))
}

/// The target of a use that an argument names: its name, and its place among the targets.
pub(crate) fn target_named(call: &Call, this: &Use, i: usize) -> Result<(Sym, usize), String> {
    let name = call.text(i, "the name of a target")?;
    let targets = &call.world.rules.abilities[this.ability.index()].targets;
    let found = targets.iter().position(|t| **call.world.rules.name(t.name) == *name);
    found.map(|at| (targets[at].name, at)).ok_or_else(|| {
        let known = targets.iter().map(|t| &**call.world.rules.name(t.name));
        format!("the use has no target `{name}` ({})", crate::data::suggest::help_for(&name, known))
    })
}

pub(crate) fn fits(call: &mut Call) -> Result<HostReply, String> {
    let card = call.card(0)?;
    let field = call.text(1, "the name of a field")?;
    let slot = rules_slot(call.world, &field).ok_or_else(|| format!("cards have no conditions called `{field}`"))?;
    let set = call.value(2)?;
    read_permissions::cards(call.host, call.world, || format!("judges by `{field}` of"), &Value::Card(card))?;
    read_permissions::cards(call.host, call.world, || format!("judges by `{field}`"), &set)?;
    let def = &call.world.rules.defs[call.world.state().card(card).def.index()];
    let fits = match &def.rules[slot as usize] {
        Some(rules) => set_rules::fits(&env(call), rules, set.items()).is_ok(),
        None => true,
    };
    Ok(HostReply::Value(Value::Bool(fits)))
}

/// Finds the verb with this name.
///
/// # Errors
///
/// The game has no such word.
pub(crate) fn verb_of(call: &Call, verb: &str) -> Result<Sym, String> {
    let found = call.world.rules.schema.symbols.find(verb);
    found.ok_or_else(|| format!("nothing asks about the verb `{verb}`"))
}

pub(crate) fn may(call: &mut Call) -> Result<HostReply, String> {
    let verb = call.text(0, "a verb")?;
    let card = call.card(1)?;
    read_permissions::cards(
        call.host,
        call.world,
        || format!("asks whether `{verb}` is permitted for"),
        &Value::Card(card),
    )?;
    let env = env(call);
    let by = call.value(2)?.seat().unwrap_or(env.me);
    let verb = verb_of(call, &verb)?;
    Ok(HostReply::Value(Value::Bool(env.permission(verb, true, Some(card), None, by).is_none())))
}

pub(crate) fn record(call: &mut Call) -> Result<HostReply, String> {
    let name = call.text(0, "the name of a record")?;
    let kind = call.world.rules.schema.record(&name).ok_or_else(|| format!("there is no record `{name}`"))?;
    Ok(HostReply::Value(call.world.state().record(kind).map_or(Value::Nil, |r| Value::Record(r.id))))
}

pub(crate) fn contains(call: &mut Call) -> Result<HostReply, String> {
    let (list, value) = (call.value(0)?, call.value(1)?);
    Ok(HostReply::Value(Value::Bool(list.items().contains(&value))))
}

pub(crate) fn sorted_by_entry(call: &mut Call) -> Result<HostReply, String> {
    let mut cards: Vec<Card> = Vec::new();
    let given = call.value(0)?;
    // The order of a pile would reveal the order of arrival, despite shuffles.
    read_permissions::cards(call.host, call.world, || "reads the entry of".into(), &given)?;
    given.each_card(&mut |c| cards.push(c));
    let first = call.seat(1)?;
    let state = &call.world.state();
    let seats = call.world.rules.schema.seats;
    cards.sort_by_key(|c| {
        let seat = state.controller(&call.world.rules, *c);
        ((seat.0 + seats - first.0) % seats, state.card(*c).stay)
    });
    Ok(HostReply::Value(Value::List(cards.into_iter().map(Value::Card).collect())))
}
