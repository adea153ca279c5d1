//! Commands: turns the step of a seat in a scenario into an answer to the open decision.

use super::keys::StepKeys;
use super::names::{ScenarioNames, no_card};
use super::rule_names::ability_name;
use super::scenario_text;
use intermezzo::data::Node;
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::decision::{Choice, Kind};
use intermezzo::kernel::model::objects::Use;
use intermezzo::kernel::model::value::{AbilityId, Card};
use intermezzo::kernel::{Answer, Decision, Rules, Value, World};

/// The command of a scenario's step, with the keys that stand beside it.
#[derive(Debug, Default)]
pub struct StepCommand {
    /// The command: `use CARD`, `pass`, `choose [..]` or another one.
    pub text: String,
    /// The list after `choose` or `order`.
    pub list: Vec<String>,
    /// The choices in the declaration that follows.
    pub choose: Option<Node>,
    /// The cards that pay; `None`: the step names none.
    pub pay: Option<Node>,
}

/// A command that can never work in this game, such as one that names no card: a mistake of the scenario's author.
#[derive(Debug)]
pub struct Mistake(pub String);

/// Reads `amy: use hush` with the keys beside it.
pub fn read(value: &Node, step: &Node) -> Result<StepCommand, Mistake> {
    let text = match &value.value {
        intermezzo::data::Data::Text(text) => text.trim().to_string(),
        intermezzo::data::Data::Int(n) => n.to_string(),
        _ => return Err(Mistake(format!("{}: a command is a text", value.span))),
    };
    let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let mut list = Vec::new();
    if let Some(inner) = rest.trim().strip_prefix('[').and_then(|r| r.strip_suffix(']')) {
        list = inner.split(',').map(|w| w.trim().to_string()).filter(|w| !w.is_empty()).collect();
    } else if matches!(word, "choose" | "order" | "word" | "number") && !rest.is_empty() {
        list.push(rest.trim().to_string());
    }
    Ok(StepCommand { text, list, choose: StepKeys::of(step).choose.cloned(), pay: StepKeys::of(step).pay.cloned() })
}

/// The answer that a command is to a decision.
///
/// # Errors
///
/// `Err(Ok(text))`: the command cannot answer this decision, with the reason in words. `Err(Err(mistake))`: the command
/// itself is wrong.
pub fn answer(
    world: &World,
    names: &ScenarioNames,
    decision: &Decision,
    command: &StepCommand,
) -> Result<Answer, Result<String, Mistake>> {
    let (word, rest) = command.text.split_once(' ').unwrap_or((&command.text, ""));
    let yes_no = |b: bool| Ok(Answer::Values(vec![Value::Bool(b)]));
    match word {
        "pass" => Ok(Answer::Pass),
        "yes" => yes_no(true),
        "no" => yes_no(false),
        "number" => match rest.trim().parse() {
            Ok(n) => Ok(Answer::Values(vec![Value::Int(n)])),
            Err(_) => Err(Err(Mistake(format!("`{rest}` is no number")))),
        },
        "assign" => assigned(world, names, decision, command).map(Answer::Values),
        "choose" | "order" | "word" => values(world, names, decision, &command.list).map(Answer::Values),
        "use" => used(world, names, rest.trim(), decision).map(Answer::Act),
        action => act(world, names, action, rest.trim()).map(Answer::Act),
    }
}

/// The commands of every game; a game's actions are commands, too.
const OF_EVERY_GAME: [&str; 9] = ["use", "pass", "choose", "yes", "no", "order", "word", "number", "assign"];

/// Checks that a command names existing things, whoever is asked, and has no unread rest.
pub fn known(world: &World, names: &ScenarioNames, command: &StepCommand) -> Result<(), Mistake> {
    let (word, rest) = command.text.split_once(' ').map_or((&*command.text, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "pass" | "yes" | "no" | "assign" if rest.is_empty() => Ok(()),
        "pass" | "yes" | "no" | "assign" => Err(Mistake(format!("nothing follows `{word}`, and here `{rest}` does"))),
        "number" => rest.parse::<i64>().map(drop).map_err(|_| Mistake(format!("`{rest}` is no number"))),
        "choose" | "order" | "word" => Ok(()),
        "use" => {
            let (name, wanted) = rest.split_once('/').map_or((rest, None), |(name, id)| (name, Some(id)));
            let card = names.card(name).ok_or_else(|| Mistake(no_card(&world.rules, names, name)))?;
            match wanted {
                Some(id) if candidates(world, card, wanted).is_empty() => {
                    Err(Mistake(format!("{name} has no ability `{id}`")))
                }
                _ => Ok(()),
            }
        }
        action => match act(world, names, action, rest) {
            Err(Err(mistake)) => Err(mistake),
            _ => Ok(()),
        },
    }
}

/// The choice that a command means, whether or not its seat is asked.
pub fn tried(world: &World, names: &ScenarioNames, command: &StepCommand) -> Option<Choice> {
    match command.text.split_once(' ').unwrap_or((&command.text, "")) {
        ("pass" | "yes" | "no" | "number" | "assign" | "choose" | "order" | "word", _) => None,
        ("use", name) => candidates(world, names.card(name.trim())?, None).first().copied(),
        (action, card) => act(world, names, action, card.trim()).ok(),
    }
}

/// The values that names in a step stand for. An option of the question is preferred to anything else of its name.
pub fn values(
    world: &World,
    names: &ScenarioNames,
    decision: &Decision,
    list: &[String],
) -> Result<Vec<Value>, Result<String, Mistake>> {
    list.iter().map(|name| value(world, names, decision, name)).collect()
}

/// The card and the number, from 1, in the name of a use: `CARD/2` is the second use of a card, in the order in which
/// they began.
fn use_named(name: &str) -> (&str, usize) {
    let split = name.rsplit_once('/').and_then(|(card, n)| Some((card, n.parse().ok().filter(|n| *n > 0)?)));
    split.unwrap_or((name, 1))
}

/// True if a name means an ability of the card that is asked about: `CARD/ABILITY`, as for a use.
fn is_ability(world: &World, names: &ScenarioNames, decision: &Decision, id: AbilityId, name: &str) -> bool {
    let own = &**world.rules.name(world.rules.abilities[id.index()].id);
    let of_card = |card| decision.card.is_some() && names.card(card) == decision.card;
    name == ability_name(&world.rules, id)
        || name.rsplit_once('/').is_some_and(|(card, ability)| ability == own && of_card(card))
}

fn value(
    world: &World,
    names: &ScenarioNames,
    decision: &Decision,
    name: &str,
) -> Result<Value, Result<String, Mistake>> {
    if let Kind::Pick { options, .. } | Kind::Order(options) = &decision.kind {
        for option in options {
            let fits = match option {
                Value::Word(w) => **world.rules.name(*w) == *name,
                Value::Text(t) => **t == *name,
                Value::Def(d) => **world.rules.name(world.rules.defs[d.index()].id) == *name,
                Value::Int(n) => n.to_string() == name,
                Value::Bool(b) => name == if *b { "yes" } else { "no" },
                Value::Use(id) => {
                    let (card, number) = use_named(name);
                    let of_card = |u: &&Use| u.card.is_some() && u.card == names.card(card);
                    world.state().uses.iter().filter(of_card).nth(number - 1).is_some_and(|u| u.id == *id)
                }
                Value::Ability(id) => is_ability(world, names, decision, *id, name),
                Value::Zone(_) | Value::Record(_) => scenario_text::value(world, names, option) == name,
                _ => false,
            };
            if fits {
                return Ok(option.clone());
            }
        }
    }
    if let Some(card) = names.card(name) {
        return Ok(Value::Card(card));
    }
    if let Some(seat) = super::names::seat(name) {
        return Ok(Value::Seat(seat));
    }
    if let Ok((_, Some(space))) = super::rule_names::space(world, name) {
        return Ok(Value::Zone(space));
    }
    let words = match &decision.kind {
        Kind::Number(..) => true,
        Kind::Pick { options, .. } => options.iter().any(|o| !matches!(o, Value::Card(_))),
        _ => false,
    };
    match (words, name.parse()) {
        (true, Ok(n)) => Ok(Value::Int(n)),
        (true, _) => Err(Ok(format!("{name} is not a legal choice"))),
        _ => Err(Err(Mistake(no_card(&world.rules, names, name)))),
    }
}

/// The pairs of `choose: { 1: imp }`: each key names a receiver by its number or name, each value its object.
fn assigned(
    world: &World,
    names: &ScenarioNames,
    decision: &Decision,
    command: &StepCommand,
) -> Result<Vec<Value>, Result<String, Mistake>> {
    let Some(pairs) = decision.kind.pairs() else { return Err(Ok("nothing is assigned here".into())) };
    let mut out = Vec::new();
    for (key, to) in command.choose.as_ref().and_then(Node::as_map).unwrap_or_default() {
        let numbered = key.name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let from = match numbered {
            Some(i) => pairs.from.get(i).cloned().ok_or_else(|| Ok(format!("there is no number {}", key.name)))?,
            None => value(world, names, decision, &key.name)?,
        };
        for name in to.items().iter().filter_map(Node::as_str) {
            out.push(Value::from(vec![from.clone(), value(world, names, decision, name)?]));
        }
    }
    Ok(out)
}

/// The use that `use CARD` or `use CARD/ability` means.
fn used(
    world: &World,
    names: &ScenarioNames,
    name: &str,
    decision: &Decision,
) -> Result<Choice, Result<String, Mistake>> {
    let (name, wanted) = match name.split_once('/') {
        Some((name, id)) => (name, Some(id)),
        None => (name, None),
    };
    let Some(card) = names.card(name) else { return Err(Err(Mistake(no_card(&world.rules, names, name)))) };
    let candidates = candidates(world, card, wanted);
    if let Some(wanted) = wanted
        && candidates.is_empty()
    {
        return Err(Err(Mistake(format!("{name} has no ability `{wanted}`"))));
    }
    let offered = match &decision.kind {
        Kind::Act { options, .. } => candidates.iter().find(|c| options.contains(c)),
        _ => None,
    };
    match offered.or(candidates.first()) {
        Some(choice) => Ok(*choice),
        None => Err(Ok(format!("{name} cannot be used: it has nothing to use"))),
    }
}

/// The uses that a step may mean: abilities with a timing that the card prints or was given, and actions with the card,
/// the likeliest first. Whether they are legal is judged later.
fn candidates(world: &World, card: Card, wanted: Option<&str>) -> Vec<Choice> {
    let def = &world.rules.defs[world.state().card(card).def.index()];
    let mut out: Vec<Choice> = Vec::new();
    let is_wanted = |a: &AbilityId| {
        let ability = &world.rules.abilities[a.index()];
        wanted.is_none_or(|w| **world.rules.name(ability.id) == *w || full_name(&world.rules, *a) == *w)
    };
    let timed = |a: &&AbilityId| matches!(world.rules.abilities[a.index()].form, AbilityForm::Timing(_));
    let mut given = Vec::new();
    world.game().each_granted(|ability, on, _| given.extend((on == Some(card)).then_some(ability)));
    let own: Vec<Choice> = def
        .abilities
        .iter()
        .chain(&given)
        .filter(timed)
        .filter(|a| is_wanted(a))
        .map(|a| Choice { ability: *a, card: Some(card) })
        .collect();
    for action in world.rules.actions.iter().filter(|a| is_wanted(a)) {
        let ability = &world.rules.abilities[action.index()];
        let puts_to_use = ability.kind.is_some_and(|k| world.rules.uses[k.index()].to.is_some());
        let for_it = ability.for_.as_ref().is_none_or(|f| world.game().table_env().card_matches(f, card));
        if !ability.from.is_empty() && puts_to_use && for_it {
            out.push(Choice { ability: *action, card: Some(card) });
        }
    }
    // A card in play is used for its text; one in a hand without usable text is played.
    let kind = world.rules.schema.kind_of(world.state().card(card).zone);
    let lives_here = own.iter().any(|c| world.rules.abilities[c.ability.index()].from.contains(kind));
    if lives_here || out.is_empty() {
        out.splice(0..0, own);
    } else {
        out.extend(own);
    }
    out
}

/// The name of an ability with the card that prints it, `swell/leap`, or with `game` for one of the manifest,
/// `game/leap`. It tells abilities of one name apart that a card was given.
fn full_name(rules: &Rules, id: AbilityId) -> String {
    let ability = &rules.abilities[id.index()];
    let owner = ability.def.map_or("game", |def| rules.name(rules.defs[def.index()].id));
    format!("{owner}/{}", rules.name(ability.id))
}

/// True for an action that is used once for each of its cards, false for one that is used by itself.
fn is_about_cards(world: &World, action: AbilityId) -> bool {
    let ability = &world.rules.abilities[action.index()];
    !ability.from.is_empty() || ability.for_.is_some()
}

/// The meaning of `ACTION` or `ACTION CARD`.
fn act(world: &World, names: &ScenarioNames, action: &str, card: &str) -> Result<Choice, Result<String, Mistake>> {
    let found = world.rules.actions.iter().find(|a| **world.rules.name(world.rules.abilities[a.index()].id) == *action);
    let Some(ability) = found else {
        let own = world.rules.actions.iter().map(|a| &**world.rules.name(world.rules.abilities[a.index()].id));
        let known: Vec<&str> = OF_EVERY_GAME.iter().copied().chain(own).collect();
        let help = intermezzo::data::suggest::help_for(action, known.iter().copied());
        return Err(Err(Mistake(format!("unknown command `{action}` ({help})"))));
    };
    let card = match card {
        "" => None,
        name if !is_about_cards(world, *ability) => {
            let message = format!("`{action}` is about no card: write `{action}`");
            let has_targets = !world.rules.abilities[ability.index()].targets.is_empty();
            let chosen = if has_targets { format!(" with `choose: [{name}]` beside it") } else { String::new() };
            return Err(Err(Mistake(message + &chosen)));
        }
        name => Some(names.card(name).ok_or_else(|| Err(Mistake(no_card(&world.rules, names, name))))?),
    };
    Ok(Choice { ability: *ability, card })
}

/// The text of a choice: `use hush`, `place_extra hush`, `declare`.
pub fn write(world: &World, names: &ScenarioNames, choice: Choice) -> String {
    let ability = &world.rules.abilities[choice.ability.index()];
    let Some(card) = choice.card else { return world.rules.name(ability.id).to_string() };
    let name = names.of(card);
    let first = candidates(world, card, None).first().copied();
    if first == Some(choice) {
        return format!("use {name}");
    }
    let id = &**world.rules.name(ability.id);
    let is_action = world.rules.actions.contains(&choice.ability);
    match candidates(world, card, Some(id)).first() == Some(&choice) {
        _ if is_action => format!("{id} {name}"),
        true => format!("use {name}/{id}"),
        false => format!("use {name}/{}", full_name(&world.rules, choice.ability)),
    }
}
