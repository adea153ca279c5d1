//! Expect: what must be true, checked against a table.

use super::commands;
use super::names::{SEATS, ScenarioNames, no_card, seat};
use super::position::ScenarioTable;
use super::rule_names::{ability_name, known_ability, known_field, known_status, nothing_called, space, space_name};
use super::scenario_text;
use intermezzo::data::{Data, Node};
use intermezzo::kernel::model::decision::Kind;
use intermezzo::kernel::model::objects::Outcome;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::tell::transcript;
use intermezzo::kernel::{Answer, Card, Value};
use intermezzo::table::Table;

/// Checks one item of `expect`; the message tells the actual value.
pub fn check(scenario: &ScenarioTable, item: &Node) -> Result<(), String> {
    for (key, value) in item.as_map().ok_or("something expected is a map")? {
        match key.name.as_str() {
            "zone" => each(value, |name, cards| zone(scenario, name, cards, true))?,
            "holds" => each(value, |name, cards| zone(scenario, name, cards, false))?,
            "count" => each(value, |name, n| same(name, &cards_of(scenario, name)?.len().to_string(), &text(n)))?,
            "status" => each(value, |name, wanted| status(scenario, name, wanted))?,
            "abilities" => each(value, |name, wanted| abilities(scenario, name, wanted))?,
            "view" => each(value, |name, zones| view(scenario, name, zones))?,
            "offers" => each(value, |name, list| offers(scenario, name, list))?,
            "asked" => asked(scenario, value)?,
            "window" | "phase" | "active" | "turn" => same(&key.name, &about(scenario, &key.name), &text(value))?,
            "log" | "no_log" => log(scenario, value, key.name == "log")?,
            "result" => result(scenario, value)?,
            field => field_is(scenario, field, value)?,
        }
    }
    Ok(())
}

fn each(node: &Node, mut f: impl FnMut(&str, &Node) -> Result<(), String>) -> Result<(), String> {
    node.as_map().ok_or("a map of names expected")?.iter().try_for_each(|(k, v)| f(&k.name, v))
}

fn text(node: &Node) -> String {
    match &node.value {
        Data::Text(t) => t.clone(),
        Data::Int(n) => n.to_string(),
        Data::Bool(b) => b.to_string(),
        Data::List(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        Data::Null => "nothing".into(),
        Data::Map(_) => node.to_json().to_string(),
    }
}

fn same(what: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what} is {found}, expected {wanted}")) }
}

/// The scenario's name for a value.
pub fn name(scenario: &ScenarioTable, value: &Value) -> String {
    named(&scenario.table, &scenario.names, value)
}

/// The scenario's name for a value.
pub(super) fn named(table: &Table, names: &ScenarioNames, value: &Value) -> String {
    let (world, rules) = (table.world(), &table.world().rules);
    match value {
        Value::Card(card) => names.of(*card),
        Value::Seat(seat) => SEATS[seat.index()].into(),
        Value::Def(def) => rules.name(rules.defs[def.index()].id).to_string(),
        Value::List(list) => list.iter().map(|v| named(table, names, v)).collect::<Vec<_>>().join(", "),
        Value::Use(id) => match world.state().use_(*id).and_then(|u| u.card) {
            Some(card) => {
                let uses = world.state().uses.iter();
                let number = uses.filter(|u| u.card == Some(card)).take_while(|u| u.id != *id).count() + 1;
                let number = if number > 1 { format!("/{number}") } else { String::new() };
                format!("{}{number}", names.of(card))
            }
            None => world.game().show(value),
        },
        Value::Zone(zone) if rules.schema.slot_of(*zone) > 0 => space_name(rules, *zone),
        Value::Ability(id) => ability_name(rules, *id),
        Value::Record(_) => scenario_text::value(world, names, value),
        other => world.game().show(other),
    }
}

/// The cards of a zone, `amy.hand`, or of one of its spaces, `amy.ring.2`.
fn cards_of(scenario: &ScenarioTable, name: &str) -> Result<Vec<Card>, String> {
    let world = scenario.table.world();
    let space = space(world, name)?;
    if let Some(space) = space.1 {
        return Ok(world.state().zone(space).to_vec());
    }
    let schema = &world.rules.schema;
    let (kind, seat) = (schema.kind_of(space.0), schema.zone_owner(space.0).unwrap_or_default());
    Ok(world.state().cards_in(&world.rules, kind, seat).collect())
}

/// Expects exactly these cards in a zone: in this order, or in any.
fn zone(scenario: &ScenarioTable, name: &str, cards: &Node, in_order: bool) -> Result<(), String> {
    let world = scenario.table.world();
    let mut found: Vec<String> = cards_of(scenario, name)?.into_iter().map(|c| scenario.names.of(c)).collect();
    let mut wanted = Vec::new();
    for item in cards.items() {
        let word = text(item);
        let unknown =
            || format!("{} ({name} is [{}])", no_card(&world.rules, &scenario.names, &word), found.join(", "));
        let card = scenario.names.card(&word).ok_or_else(unknown)?;
        wanted.push(scenario.names.of(card));
    }
    if !in_order {
        found.sort();
        wanted.sort();
    }
    same(name, &format!("[{}]", found.join(", ")), &format!("[{}]", wanted.join(", ")))
}

fn status(scenario: &ScenarioTable, name: &str, wanted: &Node) -> Result<(), String> {
    let world = scenario.table.world();
    let card = scenario.names.card(name).ok_or_else(|| no_card(&world.rules, &scenario.names, name))?;
    for wanted in wanted.items() {
        let word = text(wanted);
        let status = known_status(&world.rules, &word)?;
        let now = world.state().card(card).statuses[status.group()];
        let now = world.rules.name(world.rules.schema.statuses[status.group()].1[now as usize]);
        same(name, now, &word)?;
    }
    Ok(())
}

/// Expects exactly these abilities of a card, printed and given.
fn abilities(scenario: &ScenarioTable, name: &str, wanted: &Node) -> Result<(), String> {
    let world = scenario.table.world();
    let rules = &world.rules;
    let card = scenario.names.card(name).ok_or_else(|| no_card(rules, &scenario.names, name))?;
    let own = rules.name(rules.defs[world.state().card(card).printed.index()].id);
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    world.game().each_ability(card, |id| found.push(ability_name(rules, id)));
    for item in wanted.items() {
        known_ability(rules, own, &text(item)).map_err(|why| format!("{}: {why}", item.span))?;
        expected.push(text(item));
    }
    found.sort();
    expected.sort();
    same(&format!("abilities of {name}"), &format!("[{}]", found.join(", ")), &format!("[{}]", expected.join(", ")))
}

/// Expects a person's view of zones: a number of unseen cards, or exactly the seen ones in order.
fn view(scenario: &ScenarioTable, viewer: &str, zones: &Node) -> Result<(), String> {
    let world = scenario.table.world();
    let viewer_seat = seat(viewer).ok_or_else(|| format!("there is no seat `{viewer}`"))?;
    each(zones, |name, wanted| {
        let cards = cards_of(scenario, name)?;
        let eyes = scenario.table.person(viewer_seat);
        let sees = |c: &&intermezzo::kernel::Card| eyes.see(world.state(), &world.rules, **c);
        let seen: Vec<String> = cards.iter().filter(sees).map(|c| scenario.names.of(*c)).collect();
        let what = format!("{name} as {viewer} sees it");
        match wanted.as_int() {
            Some(n) if seen.is_empty() => same(&what, &cards.len().to_string(), &n.to_string()),
            Some(_) => Err(format!("{what} shows {}", seen.join(", "))),
            None => {
                let called = |w: String| scenario.names.card(&w).map_or(w, |c| scenario.names.of(c));
                let wanted: Vec<String> = wanted.items().iter().map(text).map(called).collect();
                let unseen = match cards.len() - seen.len() {
                    0 => String::new(),
                    1 => " and 1 unseen card".into(),
                    n => format!(" and {n} unseen cards"),
                };
                match seen == wanted {
                    true => Ok(()),
                    false => Err(format!("{what} is [{}]{unseen}, expected [{}]", seen.join(", "), wanted.join(", "))),
                }
            }
        }
    })
}

/// Expects exactly these legal answers. They are read as steps are read, so every name that steps take fits.
fn offers(scenario: &ScenarioTable, name: &str, list: &Node) -> Result<(), String> {
    let seat = seat(name).ok_or_else(|| format!("there is no seat `{name}`"))?;
    let decision = scenario.table.asked(seat).map_err(|e| e.to_string())?;
    let world = scenario.table.world();
    let (mut found, mut wanted): (Vec<String>, Vec<String>) = match &decision.kind {
        Kind::Act { options, may_pass } => {
            let write = |choice| commands::write(world, &scenario.names, choice);
            let uses = options.iter().map(|c| write(*c));
            let read = |item: &Node| {
                let word = text(item);
                let command = commands::read(item, item).map_err(|m| m.0)?;
                commands::known(world, &scenario.names, &command).map_err(|m| format!("{}: {}", item.span, m.0))?;
                match commands::answer(world, &scenario.names, decision, &command) {
                    Ok(Answer::Act(choice)) => Ok(write(choice)),
                    Ok(Answer::Pass) | Err(Ok(_)) => Ok(word),
                    Ok(_) => Err(format!("{}: {name} is asked what to use, and `{word}` is no use", item.span)),
                    Err(Err(mistake)) => Err(format!("{}: {}", item.span, mistake.0)),
                }
            };
            let wanted = list.items().iter().map(read).collect::<Result<_, String>>()?;
            (uses.chain(may_pass.then(|| "pass".into())).collect(), wanted)
        }
        Kind::Pick { options, .. } => {
            let read = |item: &Node| match commands::values(world, &scenario.names, decision, &[text(item)]) {
                Ok(values) => Ok(self::name(scenario, &values[0])),
                Err(Ok(_)) => Ok(text(item)),
                Err(Err(mistake)) => Err(format!("{}: {}", item.span, mistake.0)),
            };
            let wanted = list.items().iter().map(read).collect::<Result<_, String>>()?;
            (options.iter().map(|v| self::name(scenario, v)).collect(), wanted)
        }
        Kind::Number(low, high) => {
            let bare = |item: &Node| text(item).trim_start_matches("number ").to_string();
            ((*low..=*high).map(|n| n.to_string()).collect(), list.items().iter().map(bare).collect())
        }
        _ => return Err(format!("{name} is asked something that has no list of options: say `asked`, and answer it")),
    };
    found.sort();
    wanted.sort();
    same(&format!("offered to {name}"), &found.join(", "), &wanted.join(", "))
}

fn asked(scenario: &ScenarioTable, wanted: &Node) -> Result<(), String> {
    let found: Vec<&str> = scenario.table.decisions().iter().map(|d| SEATS[d.seat.index()]).collect();
    let wanted = text(wanted);
    let wanted = if wanted == "nobody" { String::new() } else { wanted };
    same("asked", &found.join(", "), &wanted)
}

fn about(scenario: &ScenarioTable, what: &str) -> String {
    let world = scenario.table.world();
    let state = &world.state();
    match what {
        "window" => state
            .window()
            .map_or("none".into(), |w| world.rules.name(world.rules.windows[w.def.index()].name).to_string()),
        "phase" => state.phase.map_or("none".into(), |p| world.rules.name(p).to_string()),
        "active" => SEATS[state.active.index()].into(),
        _ => {
            // `turn` is the innermost level if no level has that name, as in `setup`.
            let levels = &world.rules.schema.levels;
            let named = levels.iter().position(|l| &**world.rules.name(*l) == what);
            let level = named.or(levels.len().checked_sub(1));
            level.map_or("none".into(), |l| state.level_numbers[l].to_string())
        }
    }
}

/// The transcript of a scenario for a reader who sees everything, hidden cards, too.
pub fn transcript(scenario: &ScenarioTable) -> String {
    transcript_for(scenario, None)
}

fn transcript_for(scenario: &ScenarioTable, eyes: Option<Eyes>) -> String {
    let world = scenario.table.world();
    transcript::transcript(world.game(), &world.log, Reader { names: scenario.table.names(), eyes })
}

/// Expects parts of the transcript: for a reader who sees everything or, in a map of seats, as each of these sees it.
fn log(scenario: &ScenarioTable, wanted: &Node, must: bool) -> Result<(), String> {
    if wanted.as_map().is_none() {
        return says(scenario, ("the transcript", None), wanted, must);
    }
    each(wanted, |name, fragments| {
        let eyes = seat(name).ok_or_else(|| format!("there is no seat `{name}`"))?;
        let what = format!("the transcript for {name}");
        says(scenario, (&what, Some(scenario.table.person(eyes))), fragments, must)
    })
}

fn says(scenario: &ScenarioTable, (what, eyes): (&str, Option<Eyes>), wanted: &Node, must: bool) -> Result<(), String> {
    let world = scenario.table.world();
    let mut lines = transcript::lines(world.game(), &world.log, Reader { names: scenario.table.names(), eyes });
    let mut read: Vec<String> = Vec::new();
    for fragment in wanted.items() {
        let fragment = text(fragment);
        // The transcript is told only up to the expected line, because games may be long.
        let mut is_said = read.iter().any(|line| line.contains(&fragment));
        while !is_said && let Some(line) = lines.next() {
            is_said = line.contains(&fragment);
            read.push(line);
        }
        is_said |= fragment.contains('\n') && transcript_for(scenario, eyes).contains(&fragment);
        if is_said != must {
            let has = if must { "does not say" } else { "says" };
            return Err(format!("{what} {has} `{fragment}`:\n{}", transcript_for(scenario, eyes)));
        }
    }
    Ok(())
}

fn result(scenario: &ScenarioTable, wanted: &Node) -> Result<(), String> {
    let found = match scenario.table.outcome().filter(|_| scenario.table.is_over()) {
        None => "none".to_string(),
        Some(Outcome::Draw) => "draw".into(),
        Some(Outcome::Aborted) => "aborted".into(),
        Some(Outcome::Lost) => "lost".into(),
        Some(Outcome::Over) => "over".into(),
        Some(outcome) => {
            let winners: Vec<&str> = outcome.winners().iter().map(|s| SEATS[s.index()]).collect();
            format!("winner {}", winners.join(", "))
        }
    };
    let wanted = match wanted.field("winner") {
        Some(winner) => format!("winner {}", text(winner)),
        None => text(wanted),
    };
    same("the result", &found, &wanted)
}

/// Expects the value of a field of a card, a player, the game or a space: `imp.power: 1`, `amy.hp: 7`.
fn field_is(scenario: &ScenarioTable, key: &str, wanted: &Node) -> Result<(), String> {
    let world = scenario.table.world();
    let (object, field) = key.rsplit_once('.').ok_or_else(|| format!("unknown expectation `{key}`"))?;
    let value = match (scenario.names.card(object), seat(object)) {
        (Some(card), _) => Value::Card(card),
        (_, Some(seat)) => Value::Seat(seat),
        _ if object == "game" => Value::Game,
        _ => match space(world, object) {
            Ok((_, Some(space))) => Value::Zone(space),
            _ => return Err(nothing_called(&world.rules, &scenario.names, object)),
        },
    };
    let sym = known_field(&world.rules, &value, field)?;
    let (found, wanted) = (world.game().table_env().field(&value, sym), text(wanted));
    let Some(compared) = compared(&wanted) else { return same(key, &name(scenario, &found), &wanted) };
    match (found, compared?) {
        (Value::Int(found), (holds, n)) if holds(&found, &n) => Ok(()),
        (Value::Int(found), _) => Err(format!("{key} is {found}, expected {wanted}")),
        (found, _) => Err(format!("{key} is {}, which is no number to compare", name(scenario, &found))),
    }
}

type ExpectedValue = fn(&i64, &i64) -> bool;

/// Reads a comparison with a number, `">= 5"`; `None`: the text is none.
pub(super) fn compared(text: &str) -> Option<Result<(ExpectedValue, i64), String>> {
    let signs: [(&str, ExpectedValue); 4] = [(">=", i64::ge), ("<=", i64::le), (">", i64::gt), ("<", i64::lt)];
    let (rest, holds) = signs.iter().find_map(|(sign, holds)| Some((text.trim().strip_prefix(sign)?, *holds)))?;
    let number = rest.trim().parse().map(|n| (holds, n));
    Some(number.map_err(|_| format!("`{text}` compares with no number: write `\">= 5\"`")))
}
