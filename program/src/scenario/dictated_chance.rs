//! Dictated chance: the results of chance under `rng` of a scenario, and the message about results that were not used.

use super::keys::{ChanceKeys, ScenarioKeys};
use super::names::{SEATS, ScenarioNames, no_card, seat};
use super::position::ScenarioTable;
use super::{expect, rule_names};
use intermezzo::data::{Data, Node, suggest};
use intermezzo::kernel::model::chance::{Drawn, Picked, Script, Scripted};
use intermezzo::kernel::model::value::{AbilityId, DefId};
use intermezzo::kernel::{Card, Value, World};

/// Chance results that a scenario dictates.
pub(super) fn scripted(world: &World, names: &ScenarioNames, node: &Node) -> Result<Option<Script>, String> {
    let Some(list) = ScenarioKeys::of(node).rng else { return Ok(None) };
    let mut script = Script::default();
    for item in list.items() {
        one(world, names, item, &mut script).map_err(|e| format!("{}: {e}", item.span))?;
    }
    Ok(Some(script))
}

fn one(world: &World, names: &ScenarioNames, item: &Node, script: &mut Script) -> Result<(), String> {
    let is_one = "a chance result is one of `{ shuffle: [..] }`, `{ pick: [..] }`, `{ number: 3 }`";
    match item.as_map() {
        Some([(key, value)]) if key.name == "shuffle" => {
            let mut cards: Vec<Card> = Vec::new();
            for name in words(value)? {
                let card = names.card(&name).ok_or_else(|| no_card(&world.rules, names, &name))?;
                if cards.contains(&card) {
                    return Err(format!("the shuffle names `{name}` twice"));
                }
                cards.push(card);
            }
            script.left.push_back(Scripted::Shuffle(cards));
        }
        Some([(key, value)]) if key.name == "pick" => {
            script.left.extend(words(value)?.iter().map(|name| Scripted::Pick(picked(world, names, name))));
        }
        Some([(key, value)]) if key.name == "number" => {
            script.left.push_back(Scripted::Number(number(value)?));
        }
        Some([_, _]) if ChanceKeys::of(item).number.is_some() && ChanceKeys::of(item).of.is_some() => {
            let (n, of) = (ChanceKeys::of(item).number.unwrap_or(item), ChanceKeys::of(item).of.unwrap_or(item));
            let bounds = of.as_str().and_then(|t| t.split_once(".."));
            let bounds = bounds.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
            let (low, high) = bounds.ok_or("the bounds of a number are written `1..3`")?;
            let n = number(n)?;
            if !(low..=high).contains(&n) {
                return Err(format!("{n} does not lie in {low}..{high}"));
            }
            script.left.push_back(Scripted::NumberOf(n, (low, high)));
        }
        _ => return Err(is_one.into()),
    }
    Ok(())
}

fn number(node: &Node) -> Result<i64, String> {
    node.as_int().ok_or_else(|| format!("`number` is a number, and this is {}", node.kind_name()))
}

fn words(node: &Node) -> Result<Vec<String>, String> {
    let word = |n: &Node| match &n.value {
        Data::Text(text) => Ok(text.clone()),
        Data::Int(n) => Ok(n.to_string()),
        Data::Bool(truth) => Ok(truth.to_string()),
        _ => Err(format!("a name is wanted here, and this is {}", n.kind_name())),
    };
    match node.items() {
        [] => Err("it names nothing".into()),
        items => items.iter().map(word).collect(),
    }
}

/// What a name under `pick` may mean: a card, a player, a space, a definition, an ability, a word, a number.
fn picked(world: &World, names: &ScenarioNames, name: &str) -> Picked {
    let rules = &world.rules;
    let mut is: Vec<Value> = names.card(name).map(Value::Card).into_iter().collect();
    is.extend(seat(name).filter(|s| s.0 < rules.schema.seats).map(Value::Seat));
    if let Ok((_, Some(space))) = rule_names::space(world, name) {
        is.push(Value::Zone(space));
    }
    for (i, def) in rules.defs.iter().enumerate() {
        if **rules.name(def.id) == *name || **rules.name(def.name) == *name {
            // A script sees a definition as its printed name.
            is.extend([Value::Def(DefId::of(i)), Value::Word(def.name)]);
        }
    }
    let (of, id) = name.split_once('/').map_or((None, name), |(def, id)| (rules.def_by_id(def), id));
    let is_it = |a: &intermezzo::kernel::model::ability::Ability| a.def == of && **rules.name(a.id) == *id;
    is.extend(
        (0..rules.abilities.len()).filter(|i| is_it(&rules.abilities[*i])).map(|i| Value::Ability(AbilityId::of(i))),
    );
    is.extend(rules.schema.symbols.find(name).map(Value::Word));
    is.extend(name.parse().ok().map(Value::Int));
    is.extend(name.parse().ok().map(Value::Bool));
    Picked { name: name.into(), is, made: made(world, names, name) }
}

/// The card that the game will make and that will have this name, `imp#3`: the number of cards so far, its definition,
/// and its place, from 1, among the copies that are made.
fn made(world: &World, names: &ScenarioNames, name: &str) -> Option<(u16, DefId, u16)> {
    let (id, copy) = match name.split_once('#') {
        Some((id, n)) => (id, n.parse::<u16>().ok()?),
        None => (name, 1),
    };
    let copy = copy.checked_sub(u16::try_from(names.copies_of(id)).ok()?).filter(|n| *n > 0)?;
    Some((u16::try_from(world.state().cards.len()).ok()?, world.rules.def_by_id(id)?, copy))
}

fn near(world: &World, names: &ScenarioNames, name: &str) -> String {
    let defs = world.rules.defs.iter().map(|d| &**world.rules.name(d.id));
    suggest::nearest(name, names.known().chain(defs)).map_or(String::new(), |n| format!(" (did you mean `{n}`?)"))
}

/// Checks that all dictated results were used. The error names an unused one, its place, and the result that happened
/// instead.
pub(super) fn all_used(scenario: &ScenarioTable, node: &Node) -> Result<(), String> {
    let world = scenario.table.world();
    let Some(script) = &world.state().scripted else { return Ok(()) };
    let Some(next) = script.left.front() else { return Ok(()) };
    let name = |v: &Value| expect::name(scenario, v);
    let cards = |list: &[Card]| list.iter().map(|c| scenario.names.of(*c)).collect::<Vec<_>>().join(", ");
    let (what, kind) = match next {
        Scripted::Shuffle(list) => (format!("a shuffle to {}", cards(list)), "shuffle happened"),
        Scripted::Pick(picked) if picked.is.is_empty() && picked.made.is_none() => {
            let near = near(world, &scenario.names, &picked.name);
            (format!("a pick of `{}`, which nothing is called{near}", picked.name), "pick was made")
        }
        Scripted::Pick(picked) => (format!("a pick of {}", picked.name), "pick was made"),
        Scripted::Number(n) => (format!("the number {n}"), "number was drawn"),
        Scripted::NumberOf(n, (low, high)) => (format!("the number {n} of {low}..{high}"), "number was drawn"),
    };
    let since: Vec<String> = script
        .since
        .iter()
        .filter_map(|drawn| match (drawn, next) {
            (Drawn::Shuffle(zone), Scripted::Shuffle(_)) => {
                let schema = &world.rules.schema;
                let kind = world.rules.name(schema.zones[schema.kind_of(*zone).index()].name);
                let whose = schema.zone_owner(*zone).map_or(String::new(), |s| format!("{}.", SEATS[s.index()]));
                let held = cards(world.state().zone(*zone));
                Some(format!("{whose}{kind} was shuffled, and it holds other cards ({held})"))
            }
            (Drawn::Pick(of), Scripted::Pick(_)) => {
                let of = of.iter().map(name).collect::<Vec<_>>().join(", ");
                Some(format!("a pick was made among {of}"))
            }
            (Drawn::Number(low, high), Scripted::Number(_) | Scripted::NumberOf(..)) => {
                Some(format!("a number was drawn from {low}..{high}"))
            }
            _ => None,
        })
        .collect();
    let after = match scenario.last_dictated {
        0 => String::new(),
        step => format!(" after step {step}"),
    };
    let instead =
        if since.is_empty() { format!("No {kind}{after}") } else { format!("But{after} {}", since.join("; ")) };
    let span = span_of(node, script.used).map_or(String::new(), |span| format!("{span}: "));
    let more = match script.left.len() - 1 {
        0 => String::new(),
        n => format!(" {n} after it were not used either."),
    };
    Err(format!("{span}the {} result under `rng` was not used: {what}. {instead}.{more}", ordinal(script.used)))
}

/// The place in the file of the dictated result with this number, from 0.
fn span_of(node: &Node, mut n: usize) -> Option<intermezzo::data::Span> {
    for item in ScenarioKeys::of(node).rng?.items() {
        let results = ChanceKeys::of(item).pick.map_or(1, |pick| pick.items().len());
        if n < results {
            return Some(item.span.clone());
        }
        n -= results;
    }
    None
}

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    match WORDS.get(n) {
        Some(word) => (*word).into(),
        None => format!("{}.", n + 1),
    }
}
