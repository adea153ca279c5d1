//! Acting on abilities: host functions that give, take and restore them.

use crate::kernel::Value;
use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::declaration::DeclareStage;
use crate::kernel::model::objects::Use;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::script::host::act::{cards_of, cards_once, changed};
use crate::script::host::agenda;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::read_permissions;
use crate::script::host::timed_effects::{duration, maker};

/// The ability with this name: `card/ability` of a definition, or one of the manifest's `abilities`.
fn ability_named(call: &Call, name: &str) -> Result<AbilityId, String> {
    let rules = &call.world.rules;
    let (def, id) = match name.split_once('/') {
        Some((def, id)) => (rules.def_by_id(def), id),
        None => (None, name),
    };
    let is_it = |a: &Ability| a.def == def && **rules.name(a.id) == *id;
    let found = rules.abilities.iter().position(is_it).map(AbilityId::of);
    found.ok_or_else(|| format!("there is no ability `{name}`"))
}

/// All parts of the ability that an argument is: an ability, or the name of one.
fn ability_arg(call: &Call, i: usize) -> Result<Vec<AbilityId>, String> {
    let id = match call.value(i)? {
        Value::Ability(id) => id,
        _ => ability_named(call, &call.text(i, "an ability or the name of one")?)?,
    };
    Ok(call.world.game().parts_of(id))
}

/// The abilities that a card has; of a filter, those that matching definitions print.
pub(crate) fn abilities(call: &mut Call) -> Result<HostReply, String> {
    let kinds = match call.raw(1) {
        Argument::Nil => Vec::new(),
        _ => {
            let name = call.text(1, "a kind of ability")?;
            let rules = &call.world.rules;
            let sym = rules.schema.symbols.find(&name).filter(|s| rules.schema.ability_kinds.contains(s));
            let known: Vec<&str> = rules.schema.ability_kinds.iter().map(|k| &**rules.name(*k)).collect();
            let help = crate::data::suggest::help_for(&name, known.iter().copied());
            vec![sym.ok_or_else(|| format!("unknown kind of ability `{name}` ({help})"))?]
        }
    };
    let mut found = Vec::new();
    let is_filter = matches!(call.raw(0), Argument::Table(t) if t.is_map());
    let rules = call.world.rules.clone();
    let fits = |id: AbilityId| {
        let ability = &rules.abilities[id.index()];
        ability.group == id && (kinds.is_empty() || ability.kind_word.is_some_and(|k| kinds.contains(&k)))
    };
    if is_filter {
        for def in crate::script::host::queries::definitions(call, &[])? {
            if let Value::Def(def) = def {
                found.extend(rules.defs[def.index()].abilities.iter().copied().filter(|id| fits(*id)));
            }
        }
    } else if let Some(card) = call.value(0)?.card() {
        let as_of = read_permissions::as_of_argument(call.world, call.raw(0), card);
        read_permissions::card(call.host, call.world, || "asks for the abilities of".into(), card, as_of)?;
        let env = call.world.game().table_env();
        env.each_ability_as_of(card, as_of, |id| found.extend(fits(id).then_some(id)));
    } else {
        return Err(format!("`what` must be a card or a filter, not {}", call.raw(0).words()));
    }
    Ok(HostReply::Value(Value::List(found.into_iter().map(Value::Ability).collect())))
}

pub(crate) fn grant_ability(call: &mut Call) -> Result<HostReply, String> {
    let parts = ability_arg(call, 1)?;
    let how = call.table(2)?;
    let part = |key: &str| how.map_or(&Argument::Nil, |how| how.get(key));
    let (until, uses) = (part("lasts"), part("uses").value(call.world)?.int());
    if let Some(n) = uses.filter(|n| !(1..=u16::MAX as i64).contains(n)) {
        return Err(format!("`how.uses` must be from 1 to {}, not {n}", u16::MAX));
    }
    let uses = uses.map(|n| n as u16);
    let maker = maker(call);
    let holders = cards_once(call.value(0)?);
    for holder in holders.items() {
        // A script needs no permission to look at its own card.
        if maker.card.map(Value::Card).as_ref() != Some(holder) {
            read_permissions::cards(call.host, call.world, || "gives an ability to".into(), holder)?;
        }
        if !matches!(holder, Value::Card(_) | Value::Seat(_)) {
            return Err("a card or a player expected".into());
        }
    }
    let until = if holders.items().is_empty() { None } else { duration(call, until)? };
    call.world.grant_for(maker, holders.items(), &parts, (until, uses))?;
    Ok(changed(call))
}

pub(crate) fn lose_ability(call: &mut Call) -> Result<HostReply, String> {
    let cards = cards_of(&call.value(0)?);
    let ability = match call.raw(1) {
        Argument::Nil => None,
        _ => ability_arg(call, 1)?.first().copied(),
    };
    let until = if cards.is_empty() { None } else { duration(call, call.raw(2))? };
    let maker = maker(call);
    call.world.take_for(maker, &cards, ability, until)?;
    Ok(changed(call))
}

pub(crate) fn restore_abilities(call: &mut Call) -> Result<HostReply, String> {
    let printed_only = match call.raw(1) {
        Argument::Nil => false,
        Argument::Text(which) if which.as_bytes() == b"printed" => true,
        _ => return Err("`\"printed\"` or nothing expected".into()),
    };
    for card in cards_of(&call.value(0)?) {
        call.world.restore(card, printed_only);
    }
    Ok(changed(call))
}

/// Queues the use of an ability.
pub(crate) fn agenda_use(call: &mut Call) -> Result<HostReply, String> {
    // An ability by its name is used in the mode of this name; of an ability object, the player chooses the mode.
    let (ability, stage) = match call.value(0)? {
        Value::Ability(id) => (id, DeclareStage::New),
        _ => (ability_named(call, &call.text(0, "an ability or the name of one")?)?, DeclareStage::Chosen),
    };
    let how = call.table(1)?;
    let part = |key: &str| how.map_or(&Argument::Nil, |how| how.get(key));
    let by = part("by").value(call.world)?.seat();
    let card = part("card").value(call.world)?.card();
    let (own, me) = call.world.game().script_context().map_or((None, Seat(0)), |c| (c.card, c.me));
    let rules = &call.world.rules;
    let found = &rules.abilities[ability.index()];
    if matches!(found.form, AbilityForm::While | AbilityForm::Instead(_)) {
        return Err("what holds or replaces cannot be used".into());
    }
    let user = by.unwrap_or(me);
    let with = card.or(own);
    let provider = maker(call).provider;
    if let Some(card) = card.filter(|card| own != Some(*card)) {
        read_permissions::cards(call.host, call.world, || "uses an ability with".into(), &Value::Card(card))?;
    }
    let use_ = call.world.game().free_use(ability, found.kind, with, user);
    // A use by a replacement is a part of that replacement.
    let replaced_by =
        call.world.game().script_context().map_or_else(Default::default, |context| context.replaced_by.clone());
    let use_ = Use { origin: call.world.game().origin(), provider, replaced_by, ..use_ };
    agenda::add(call, None, Task::Begin(Box::new(Declare { stage, ..Declare::new(use_) })))
}
