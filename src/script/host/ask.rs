//! Asking: host functions that put a decision to a player and wait for the answer.
//!
//! A question without options, or with one possible answer, is not asked.

use std::sync::Arc;

use crate::error::visible_text;
use crate::kernel::model::decision::{Decision, Kind, PickRule};
use crate::kernel::model::lang::{Class, Selection};
use crate::kernel::model::task::{Asking, Task};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::{Seat, Value};
use crate::script::host::arguments::{Argument, GivenTable};
use crate::script::host::call::{Call, HostReply};
use crate::script::host::{filter_cache, queries, read_permissions};

/// Keys of a question that are not part of its filter.
const OWN_KEYS: [&str; 7] = ["why", "secret", "by", "from", "optional", "default", "deadline"];

/// Longest deadline: a day.
const MAX_SECONDS: i64 = 86_400;

pub(crate) struct Spec<'a> {
    pub(crate) table: &'a GivenTable,
    by: Seat,
    why: Option<std::sync::Arc<str>>,
}

/// Reads the table of a question: the player who is asked, and the text of the question.
pub(crate) fn spec<'a>(call: &Call<'a>) -> Result<Spec<'a>, String> {
    if call.world.collected.is_some() {
        return Err("nothing can be asked inside act.together".into());
    }
    let table = call.table(0)?.ok_or("a table with what to ask is needed")?;
    let by = match table.get("by") {
        Argument::Nil => queries::env(call).me,
        by => by.value(call.world)?.seat().ok_or("`spec.by` must be a player")?,
    };
    let why = match table.get("why") {
        Argument::Text(s) => Some(visible_text(&s.to_string_lossy()).into()),
        _ => None,
    };
    let why = why.filter(|_| read_permissions::may_tell(call.host, by));
    Ok(Spec { table, by, why })
}

/// Puts a decision to a player, and waits for the answer. If the player is out of the game, `unasked` is the answer.
pub(crate) fn pose(call: &mut Call, spec: &Spec, kind: Kind, unasked: Value) -> Result<HostReply, String> {
    pose_with(call, spec, kind, unasked, None)
}

fn pose_with(
    call: &mut Call,
    spec: &Spec,
    kind: Kind,
    unasked: Value,
    needs: Option<Arc<Selection>>,
) -> Result<HostReply, String> {
    if call.world.state().is_out(spec.by) {
        return Ok(HostReply::Value(unasked));
    }
    let context = call.world.game().script_context();
    let (card, ability) = match context {
        Some(c) => (c.card, c.this.and_then(|id| call.world.state().use_(id)).map(|u| u.ability)),
        None => (None, None),
    };
    let secret = matches!(spec.table.get("secret"), Argument::Bool(true));
    let (deadline, default) = in_time(call, spec, &kind)?;
    let why = spec.why.clone();
    let decision = Decision { card, ability, secret, deadline, default, why, needs, ..Decision::new(spec.by, kind) };
    call.world.push(Task::Ask(Box::new(Asking { decisions: vec![decision], answers: vec![None], list: false })));
    // The decision itself says whether its answer is a list, so the reply passes the answer on whole.
    Ok(HostReply::Wait { list: true })
}

/// The seconds for an answer, and the default answer, checked to be an option.
fn in_time(call: &Call, spec: &Spec, kind: &Kind) -> Result<(Option<u32>, Option<Value>), String> {
    let value = |key: &str| spec.table.get(key).value(call.world);
    let (deadline, default) = (value("deadline")?.int(), value("default")?);
    let Some(n) = deadline else {
        let is_nothing = default == Value::Nil;
        let unread = "`spec.default` needs a `deadline`, after which it counts";
        return if is_nothing { Ok((None, None)) } else { Err(unread.into()) };
    };
    if !(0..=MAX_SECONDS).contains(&n) {
        return Err(format!("`spec.deadline` must be from 0 to {MAX_SECONDS} seconds, not {n}"));
    }
    // A deadline of 0 seconds counts as none.
    if n == 0 {
        return Ok((None, None));
    }
    let is_option = match kind {
        Kind::Pick { options, .. } => default.items().iter().all(|v| options.contains(v)),
        Kind::Number(low, high) => default.int().is_some_and(|n| (*low..=*high).contains(&n)),
        _ => false,
    };
    Ok((Some(n as u32), Some(default).filter(|v| is_option && *v != Value::Nil)))
}

pub(crate) fn card(call: &mut Call) -> Result<HostReply, String> {
    pick(call, Class::Card, false)
}

pub(crate) fn cards(call: &mut Call) -> Result<HostReply, String> {
    pick(call, Class::Card, true)
}

pub(crate) fn space(call: &mut Call) -> Result<HostReply, String> {
    pick(call, Class::Zone, false)
}

pub(crate) fn spaces(call: &mut Call) -> Result<HostReply, String> {
    pick(call, Class::Zone, true)
}

pub(crate) fn player(call: &mut Call) -> Result<HostReply, String> {
    pick(call, Class::Player, false)
}

fn pick(call: &mut Call, class: Class, list: bool) -> Result<HostReply, String> {
    let spec = spec(call)?;
    if !list && !spec.table.get("pick").is_nil() {
        return Err("one is asked for: `pick` belongs to the function that asks for several".into());
    }
    let sel = filter_cache::selection(call, call.raw(0), class, &OWN_KEYS)?;
    if sel.source.class() != Some(class) {
        return Err("the filter says itself what is chosen, and that is something else than what is asked for".into());
    }
    let from = match spec.table.get("from") {
        Argument::Nil => None,
        from => Some(from.value(call.world)?),
    };
    let env = Env { me: spec.by, ..queries::env_for(call, &sel) };
    read_permissions::selection(call, &env, &sel, from.as_ref())?;
    let optional = matches!(spec.table.get("optional"), Argument::Bool(true));
    let mut options = match from {
        None => env.options(&sel),
        Some(given) => {
            // The cards of a list are read as the script reads them, also if they left play.
            let is_sought = |v: &Value| match (sel.of_cards(), v.card()) {
                (Some(test), Some(card)) => {
                    env.card_matches_as_of(test, card, read_permissions::as_of(call.world, card))
                }
                _ => env.is_sought(&sel, v),
            };
            let fits = |v: &&Value| {
                is_sought(v)
                    && env.failing_need(&sel, v).is_none()
                    && match (sel.verb, v.card()) {
                        (Some(verb), Some(card)) => env.permission(verb, true, Some(card), None, spec.by).is_none(),
                        _ => true,
                    }
            };
            each_once(given.items().iter().filter(fits))
        }
    };
    // Options from a hidden pile must not show the order of the pile.
    sort_hidden(call, &mut options);
    let rule = match &sel.rules {
        Some(rules) => {
            PickRule::Rules(rules.clone(), Box::new(call.world.game().script_context().cloned().unwrap_or_default()))
        }
        None => PickRule::Free,
    };
    let (min, max) = bounds(&env, &sel, options.len(), (list, optional));
    let nothing = || if list { Value::NONE } else { Value::Nil };
    if options.is_empty() || max == 0 {
        return Ok(HostReply::Value(nothing()));
    }
    let forced = match (&rule, min) {
        (PickRule::Free, min) if min == options.len() as u32 => Some(options.clone()),
        (PickRule::Free, _) => None,
        (rule, min) => {
            let mut legal = call.world.game().legal_sets(&options, min, max, rule, 2);
            match legal.len() {
                0 => return Ok(HostReply::Value(nothing())),
                1 => legal.pop(),
                _ => None,
            }
        }
    };
    if let Some(mut set) = forced {
        return Ok(HostReply::Value(if list { Value::from(set) } else { set.pop().unwrap_or_default() }));
    }
    let needs = (!sel.needs.is_empty()).then(|| Arc::new((**sel).clone()));
    pose_with(call, &spec, Kind::Pick { options, min, max, rule, list }, nothing(), needs)
}

/// The least and the greatest number of chosen options.
fn bounds(env: &Env, sel: &Selection, options: usize, (list, optional): (bool, bool)) -> (u32, u32) {
    let max = if list { sel.max.as_ref().map_or(options as i64, |m| env.amount(m)) } else { 1 };
    let max = max.clamp(0, options as i64) as u32;
    let min = match (optional, list) {
        (true, _) => 0,
        (false, true) => env.amount(&sel.min).clamp(0, u32::MAX as i64) as u32,
        (false, false) => 1,
    };
    // With too few options, all options are chosen.
    (min.min(options as u32).min(max), max)
}

/// Values in their order, each once: a card that a list names twice is still one card.
fn each_once<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<Value> {
    let (mut out, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    for value in values {
        let mut key = Vec::new();
        value.feed(&mut key);
        if seen.insert(key) {
            out.push(value.clone());
        }
    }
    out
}

fn sort_hidden(call: &Call, options: &mut [Value]) {
    let hidden = |v: &Value| match v {
        Value::Card(card) => {
            let kind = call.world.rules.schema.kind_of(call.world.state().card(*card).zone);
            call.world.rules.schema.zones[kind.index()].seen_by == crate::kernel::model::schema::SeenBy::Nobody
        }
        _ => false,
    };
    if options.iter().any(hidden) {
        options.sort_by_key(|v| v.card().map(|c| (call.world.state().card(c).def, c)));
    }
}

pub(crate) fn yes(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let options = vec![Value::Bool(true), Value::Bool(false)];
    let kind = Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false };
    pose(call, &spec, kind, Value::Bool(false))
}

pub(crate) fn option(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let options = each_once(spec.table.get("options").value(call.world)?.items().iter());
    one_of(call, &spec, options)
}

fn one_of(call: &mut Call, spec: &Spec, options: Vec<Value>) -> Result<HostReply, String> {
    match options.as_slice() {
        [] => Ok(HostReply::Value(Value::Nil)),
        [one] => Ok(HostReply::Value(one.clone())),
        [first, ..] => {
            let first = first.clone();
            pose(call, spec, Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false }, first)
        }
    }
}

pub(crate) fn word(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let field = match spec.table.get("field") {
        Argument::Text(s) => s.to_string_lossy(),
        other => return Err(format!("`spec.field` must be the name of a word field, not {}", other.words())),
    };
    let schema = &call.world.rules.schema;
    let slot = match schema.symbols.find(&field).and_then(|s| schema.card_field(s)) {
        Some(crate::kernel::model::lang::CardField::Words(slot)) => slot,
        _ => return Err(format!("cards have no words called `{field}`")),
    };
    let options = schema.words[slot as usize].known.iter().map(|w| Value::Word(*w)).collect();
    one_of(call, &spec, options)
}

pub(crate) fn def(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let options = queries::definitions(call, &OWN_KEYS)?;
    one_of(call, &spec, options)
}

fn range(call: &Call, spec: &Spec) -> Result<Option<(i64, i64)>, String> {
    let low = spec.table.get("min").value(call.world)?.int();
    let high = spec.table.get("max").value(call.world)?.int();
    match (low, high) {
        (None, None) => Ok(None),
        (low, Some(high)) if low.unwrap_or(0) <= high => Ok(Some((low.unwrap_or(0), high))),
        (low, Some(high)) => Err(format!("`spec.min` is {}, greater than `spec.max`, {high}", low.unwrap_or(0))),
        (Some(_), None) => Err("`spec.max` is missing".into()),
    }
}

pub(crate) fn number(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    match range(call, &spec)? {
        Some((low, high)) if low == high => Ok(HostReply::Value(Value::Int(low))),
        Some((low, high)) => pose(call, &spec, Kind::Number(low, high), Value::Int(low)),
        None => Err("`spec.max` is missing".into()),
    }
}

pub(crate) fn order(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let cards = each_once(spec.table.get("cards").value(call.world)?.items().iter());
    if cards.len() < 2 {
        return Ok(HostReply::Value(Value::from(cards)));
    }
    let as_they_are = Value::from(cards.clone());
    pose(call, &spec, Kind::Order(cards), as_they_are)
}

pub(crate) fn sealed(call: &mut Call) -> Result<HostReply, String> {
    let spec = spec(call)?;
    let mut seats = match spec.table.get("players") {
        Argument::Nil => (0..call.world.rules.schema.seats).map(Seat).collect::<Vec<_>>(),
        list => list.value(call.world)?.items().iter().filter_map(Value::seat).collect(),
    };
    seats.sort_unstable();
    // A repeated seat is asked once.
    seats.dedup();
    seats.retain(|seat| !call.world.state().is_out(*seat));
    let options = spec.table.get("options").value(call.world)?;
    let kind = match (range(call, &spec)?, &options) {
        (Some((low, high)), Value::Nil) => Kind::Number(low, high),
        (Some(_), _) => return Err("`spec` says both `options` and numbers".into()),
        (None, Value::Nil) => return Err("`spec` needs `options`, or `min` and `max`".into()),
        (None, options) => {
            let options = each_once(options.items().iter());
            if options.is_empty() || seats.is_empty() {
                return Ok(HostReply::Value(Value::NONE));
            }
            Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false }
        }
    };
    let card = call.world.game().script_context().and_then(|c| c.card);
    let ask = |seat: &Seat| {
        let why = spec.why.clone().filter(|_| read_permissions::may_tell(call.host, *seat));
        Decision { card, why, ..Decision::new(*seat, kind.clone()) }
    };
    let decisions: Vec<Decision> = seats.iter().map(ask).collect();
    let answers = vec![None; decisions.len()];
    call.world.push(Task::Ask(Box::new(Asking { decisions, answers, list: true })));
    Ok(HostReply::Wait { list: true })
}
