//! Unused names: what a manifest declares, or a script registers, and nothing else names.

use std::collections::BTreeMap;

use super::{LintInput, walk};
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::lua::LiteralValue;

/// The parts of a manifest whose names must be used elsewhere: section, message, and help.
const PARTS: [(&str, &str, &str); 7] = [
    (
        "abilities",
        "nothing gives or uses the ability `{}`",
        "`grant: { who: self, ability: {} }` gives it, and `use: { ability: {} }` uses it",
    ),
    (
        "ability_kinds",
        "no ability is of the kind `{}`, and nothing asks for it",
        "`kind: {}` makes an ability one of this kind, and `ability: {}` finds its card",
    ),
    ("options", "nothing reads the option `{}`: it changes nothing", "`option.{}` reads it"),
    ("tallies", "nothing reads the tally `{}`", "`me.{}` reads it, if it counts for each player"),
    ("events", "nothing makes the event `{}` happen, and nothing follows it", "`{}: { … }` in a list makes it happen"),
    ("zones", "nothing names the zone `{}`: no card ever lies there", "`to: {}` brings a card there"),
    ("types", "no card is of the type `{}`, and nothing asks for it", "`type: {}` in a card makes it one"),
];

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let Some(manifest) = input.manifest() else { return };
    let said = words(input);
    let section = |name: &str| manifest.field(name).and_then(Node::as_map).unwrap_or_default();
    // A script that puts a name together says a part of it: `"icon_" .. kind`.
    let is_made = |name: &str| {
        let parts = name.match_indices('_').flat_map(|(at, _)| [&name[..=at], &name[at..]]);
        parts.into_iter().any(|part| input.is_quoted_in_scripts(part))
    };
    let mut tell = |name: &str, at: &Span, message: &str, help: &str| {
        if is_unread(&said, name) && !is_made(name) {
            problems.warn("unused", at, message.replace("{}", name)).help(help.replace("{}", name));
        }
    };
    for (part, message, help) in PARTS {
        // `cover` brings cards beneath others without naming the zone.
        let is_beneath = |node: &Node| node.field("beneath").and_then(Node::as_bool) == Some(true);
        let entries = input.entries(&[part]).into_iter().filter(|(.., node)| !is_beneath(node)).map(|(_, key, _)| key);
        // `all` is no type: its fields are those of every type.
        entries
            .filter(|key| part != "types" || key.name != "all")
            .for_each(|key| tell(&key.name, &key.span, message, help));
    }
    for (_, counters) in section("counters") {
        for (key, _) in counters.as_map().unwrap_or_default() {
            let help = "`change: { name: {}, … }` changes it, and its name reads it";
            tell(&key.name, &key.span, "nothing reads or changes the counter `{}`", help);
        }
    }
    let help = "its name in a list of the flow runs it, and so does `agenda.next` in a script";
    for script in &input.scripts {
        for call in script.calls_of("step") {
            let Some(LiteralValue::Text(name)) = call.arguments.first().map(|name| &name.said) else { continue };
            let at = Span::new(script.span.file.clone(), call.name.line, call.name.column);
            tell(name, &at, "nothing runs the step `{}`", help);
        }
    }
}

/// True if a name occurs only in its own declaration. Names with unusual characters are not searched.
fn is_unread(said: &BTreeMap<&str, usize>, name: &str) -> bool {
    name.chars().all(is_of_word) && said.get(name).is_none_or(|times| *times < 2)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The number of occurrences of each word in a game: in keys, texts and scripts.
fn words<'l>(input: &'l LintInput) -> BTreeMap<&'l str, usize> {
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    let mut add =
        |text: &'l str| text.split(|c: char| !is_of_word(c)).for_each(|word| *said.entry(word).or_default() += 1);
    for tree in input.nodes.values() {
        keys(tree, &mut add);
        walk(tree, "", &mut |_, value| value.as_str().into_iter().for_each(&mut add));
    }
    for script in &input.scripts {
        script.words.names.iter().for_each(|name| add(name));
        script.words.texts.iter().for_each(|one| add(one));
    }
    said
}

/// Calls `see` with each key of all maps in a tree.
fn keys<'n>(node: &'n Node, see: &mut impl FnMut(&'n str)) {
    for (key, value) in node.as_map().unwrap_or_default() {
        see(&key.name);
        keys(value, see);
    }
    node.as_list().into_iter().flatten().for_each(|item| keys(item, see));
}
