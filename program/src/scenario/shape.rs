//! Shape: checks the form of a scenario before anything of it is played.
//!
//! A key that would not be read, or an expectation that holds whatever the game does, is a mistake with its place. The
//! keys and the kinds of their values are declared in `keys`.

use super::keys::{RefuseKeys, SCENARIO, ScenarioKeys, StepKeys};
use intermezzo::data::{Data, Node, Span};
use intermezzo::error::Problems;

type ShapeResult = Result<(), String>;

/// Keys that exclude most others: the key that marks a kind of scenario, and the keys permitted with it besides title,
/// game, proves, files and packs.
const WITH: [(&str, &[&str]); 3] = [
    ("deck", &["findings", "hints", "options", "players"]),
    ("findings", &["hints"]),
    ("refused", &["from", "setup", "start", "players", "options", "seed", "persons"]),
];
const ALWAYS: [&str; 5] = ["title", "game", "proves", "files", "packs"];

/// Checks a whole scenario.
pub(super) fn check(node: &Node) -> ShapeResult {
    check_position(node)?;
    let is_other = WITH.iter().any(|(by, _)| node.field(by).is_some());
    if is_other { Ok(()) } else { says_something(node) }
}

/// Checks the form of a scenario, which need not expect anything: a game can be played on from it.
pub(super) fn check_position(node: &Node) -> ShapeResult {
    let entries = node.as_map().ok_or("a scenario is a map")?;
    let mut problems = Problems::new();
    SCENARIO.check(node, &mut problems);
    if let Some(first) = problems.list().first() {
        let help = first.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        return Err(format!("{}: {}{help}", first.span, first.message));
    }
    let said = ScenarioKeys::of(node);
    says_what_it_says(&said).map_err(|e| placed(&node.span, "", e))?;
    if let Some((by, with)) = WITH.iter().find(|(by, _)| node.field(by).is_some()) {
        let unread = |name: &str| name != *by && !with.contains(&name) && !ALWAYS.contains(&name);
        return match entries.iter().find(|(key, _)| unread(&key.name)) {
            Some((key, _)) => Err(format!("{}: beside `{by}` nobody reads `{}`", key.span, key.name)),
            None => one_beginning(node, *by == "refused"),
        };
    }
    match entries.iter().find(|(key, _)| key.name == "hints") {
        Some((key, _)) => Err(format!("{}: `hints` goes with `findings` or `deck`", key.span)),
        None => one_beginning(node, true),
    }
}

/// Refuses empty texts and lists, and parts of messages that are so short that every message has them.
fn says_what_it_says(said: &ScenarioKeys) -> ShapeResult {
    let check = |node: Option<&Node>, is: fn(&Node) -> ShapeResult| node.map_or(Ok(()), is);
    check(said.title, text)?;
    check(said.game, text)?;
    check(said.from, text)?;
    check(said.persons, texts_of_each)?;
    said.steps.iter().try_for_each(step)?;
    check(said.expect, |node| some(node).and_then(|()| each(node, expected)))?;
    check(said.proves, texts)?;
    check(said.rng, some)?;
    check(said.pending, fragment)?;
    check(said.refused, fragment)?;
    check(said.findings, |node| each(node, fragment))?;
    check(said.hints, |node| each(node, fragment))?;
    check(said.packs, |node| each(node, text))
}

/// Refuses a scenario that expects, refuses and pins nothing: it would hold whatever the game does.
fn says_something(node: &Node) -> ShapeResult {
    let looks = |step: &Node| {
        let step = StepKeys::of(step);
        step.expect.or(step.refuse).or(step.offered).is_some()
    };
    let said = ScenarioKeys::of(node);
    match said.expect.is_some() || said.pending.is_some() || said.snapshot.is_some() || said.steps.iter().any(looks) {
        true => Ok(()),
        false => Err(format!("{}: it expects nothing: say what must be true, or `refuse` what must not be", node.span)),
    }
}

fn one_beginning(node: &Node, is_needed: bool) -> ShapeResult {
    let said = ScenarioKeys::of(node);
    match (said.setup.or(said.from), said.start) {
        (Some(_), Some(start)) => {
            Err(format!("{}: a scenario begins with `setup` and `from` or with `start`, not both", start.span))
        }
        (None, None) if is_needed => Err(format!("{}: a scenario has `setup`, `from` or `start`", node.span)),
        _ => Ok(()),
    }
}

/// A message with its place, unless it has one.
fn placed(span: &Span, what: &str, message: String) -> String {
    match message.strip_prefix('\u{1}') {
        Some(message) => message.into(),
        None => format!("{span}: {what}{message}"),
    }
}

/// A message with its place, marked so that [`placed`] adds no other place.
fn at(span: &Span, message: impl std::fmt::Display) -> String {
    format!("\u{1}{span}: {message}")
}

fn text(node: &Node) -> ShapeResult {
    match node.as_str() {
        Some(text) if text.trim().is_empty() => Err(at(&node.span, "an empty text says nothing")),
        _ => Ok(()),
    }
}

/// Checks a part of a message or of the log: it must be long enough to distinguish it.
fn fragment(node: &Node) -> ShapeResult {
    scalar(node)?;
    let length = node.as_str().map_or_else(|| node.to_json().to_string(), String::from).trim().chars().count();
    match length < 3 {
        true => Err(at(&node.span, "so few letters are in nearly any text: at least three are wanted")),
        false => Ok(()),
    }
}

/// Checks that a value is a text, a number or a truth.
fn scalar(node: &Node) -> ShapeResult {
    match &node.value {
        Data::Text(_) => text(node),
        Data::Int(_) | Data::Bool(_) => Ok(()),
        _ => Err(at(&node.span, format!("a text is wanted here, and this is {}", node.kind_name()))),
    }
}

fn texts(node: &Node) -> ShapeResult {
    some(node).and_then(|()| each(node, scalar))
}

fn fragments(node: &Node) -> ShapeResult {
    some(node).and_then(|()| each(node, fragment))
}

fn texts_of_each(node: &Node) -> ShapeResult {
    some(node).and_then(|()| each(node, texts))
}

/// Checks that a list or a map is not empty: an empty one would always hold.
fn some(node: &Node) -> ShapeResult {
    let is_empty = node.items().is_empty() || node.as_map().is_some_and(<[_]>::is_empty);
    if is_empty { Err(at(&node.span, "it is empty and has no effect")) } else { Ok(()) }
}

fn each(node: &Node, is: impl Fn(&Node) -> ShapeResult) -> ShapeResult {
    node.items().iter().try_for_each(is)
}

fn each_value(node: &Node, is: impl Fn(&Node) -> ShapeResult) -> ShapeResult {
    node.as_map().unwrap_or_default().iter().try_for_each(|(_, value)| is(value))
}

fn some_of_each(node: &Node, is: impl Fn(&Node) -> ShapeResult) -> ShapeResult {
    some(node).and_then(|()| each_value(node, is))
}

// ---- steps ----

/// The keys permitted beside a command.
const BESIDE: [&str; 3] = ["choose", "pay", "offered"];

fn step(node: &Node) -> ShapeResult {
    let entries = node.as_map().unwrap_or_default();
    let does: Vec<_> = entries.iter().filter(|(key, _)| !BESIDE.contains(&key.name.as_str())).collect();
    let [(key, value)] = does.as_slice() else {
        let names: Vec<&str> = does.iter().map(|(key, _)| key.name.as_str()).collect();
        let are = if names.is_empty() { "nothing".into() } else { format!("`{}`", names.join("`, `")) };
        return Err(at(&node.span, format!("a step is one thing that is done, and this does {are}")));
    };
    let named = |e: String| placed(&key.span, &format!("`{}`: ", key.name), e);
    let checked = match key.name.as_str() {
        "pass" | "timeout" | "bot" => texts(value),
        // An empty list is an answer: nothing is chosen.
        "sealed" => some(value),
        "expect" => some(value).and_then(|()| each(value, expected)),
        "refuse" => refused(value),
        _ => return command(value),
    };
    checked.map_err(|e| format!("\u{1}{}", named(e)))?;
    match entries.iter().find(|(key, _)| BESIDE.contains(&key.name.as_str())) {
        Some((beside, _)) => Err(at(&beside.span, format!("beside `{}` nobody reads `{}`", key.name, beside.name))),
        None => Ok(()),
    }
}

fn command(node: &Node) -> ShapeResult {
    match &node.value {
        Data::Text(_) => text(node),
        _ => Err(at(&node.span, format!("a command is wanted here, and this is {}", node.kind_name()))),
    }
}

fn refused(node: &Node) -> ShapeResult {
    let entries = node.as_map().unwrap_or_default();
    RefuseKeys::of(node).because.map_or(Ok(()), |because| text(because).and_then(|()| fragment(because)))?;
    let tried: Vec<_> =
        entries.iter().filter(|(key, _)| !["because", "choose", "pay"].contains(&key.name.as_str())).collect();
    match tried.as_slice() {
        [(key, sealed)] if key.name == "sealed" => match sealed.as_map() {
            Some([_]) => Ok(()),
            _ => Err(at(&key.span, "one hidden answer is refused at a time")),
        },
        [(_, value)] => command(value),
        _ => Err(at(&node.span, "one thing is refused at a time")),
    }
}

// ---- what must be true ----

fn expected(node: &Node) -> ShapeResult {
    some(node)?;
    for (key, value) in node.as_map().unwrap_or_default() {
        let checked = match key.name.as_str() {
            "zone" | "holds" => some_of_each(value, |list| each(list, scalar)),
            "count" => some(value),
            "status" => some_of_each(value, texts),
            "abilities" => some(value),
            "view" => some_of_each(value, |zones| some_of_each(zones, |_| Ok(()))),
            "offers" => some_of_each(value, |list| each(list, scalar)),
            "asked" => texts(value),
            "window" | "phase" | "active" | "turn" => scalar(value),
            "log" | "no_log" if value.as_map().is_some() => some_of_each(value, fragments),
            "log" | "no_log" => fragments(value),
            "result" => result(value),
            // An unknown expectation was told already.
            _ => Ok(()),
        };
        checked.map_err(|e| format!("\u{1}{}", placed(&key.span, &format!("`{}`: ", key.name), e)))?;
    }
    Ok(())
}

fn result(node: &Node) -> ShapeResult {
    match node.as_map() {
        Some([(_, winner)]) => texts(winner),
        _ => Ok(()),
    }
}
