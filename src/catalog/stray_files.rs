//! Stray files: files that no game reads, and files of cards whose names do not fit their cards.

use rustc_hash::FxHashMap;

use super::card_paths::{card_id, in_pack};
use super::{Files, Nodes};
use crate::data::{Data, Node, Span};
use crate::error::Problems;

/// Endings of cards and scripts, and those that somebody may write where one was meant.
pub(super) const ENDINGS: [&str; 17] = [
    ".yaml",
    ".lua",
    ".ftl",
    ".yml",
    ".YML",
    ".YAML",
    ".Yaml",
    ".json",
    ".toml",
    ".luau",
    ".LUA",
    ".yaml.txt",
    ".lua.txt",
    ".FTL",
    ".Ftl",
    ".ftl.txt",
    "learnt.txt",
];

/// The top folders in which games and packs have files; what lies in other folders is not judged.
const FOLDERS: [&str; 4] = ["cards", "scripts", "locale", "tests"];

/// Folders of scripts that belong to no game: those that all share, and what editors read.
const SHARED: [&str; 2] = ["lib", "_meta"];

/// True if a game reads files with such an ending.
pub(super) fn is_read(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".lua")
}

/// Reports files of a game, and of packs in play, that lie where nothing reads them.
pub(super) fn places(game: &str, files: &Files, packs: &[String], problems: &mut Problems) {
    let is_ours = |path: &str| match path.strip_prefix("packs/").and_then(|rest| rest.split_once('/')) {
        Some((pack, _)) => packs.iter().any(|p| p == pack),
        None => true,
    };
    let (cards, scripts) = (format!("cards/{game}/"), format!("scripts/{game}/"));
    let is_here = |inner: &str| match inner.split_once('/') {
        Some((_, below)) if below.contains('/') => inner.starts_with(&cards) || inner.starts_with(&scripts),
        Some((top, _)) => FOLDERS.contains(&top) || meant(top).is_some(),
        None => false,
    };
    let is_header = |path: &str| path != in_pack(path) && in_pack(path).starts_with("pack.");
    for path in files.strays.iter().filter(|p| is_ours(p) && is_header(p)) {
        let message = "nothing reads this file: the header of a pack is called pack.yaml";
        problems.error("stray_file", &Span::file(path.as_str()), message).help("delete it, or rename it to pack.yaml");
    }
    for path in files.strays.iter().filter(|p| is_ours(p) && is_here(in_pack(p))) {
        let message = "nothing reads this file: cards are .yaml files, scripts .lua files, and languages .ftl files";
        problems.error("stray_file", &Span::file(path.as_str()), message).help("change its ending");
    }
    for pack in files.known_packs().iter().filter(|id| files.extends(id, game)) {
        if let Some(own) = files.called(pack).filter(|own| own != pack) {
            let message = format!("the pack is called `{own}`, but its folder is called `{pack}`");
            let span = Span::file(format!("packs/{pack}/pack.yaml"));
            problems.error("name_taken", &span, message).help(format!("call the folder `{own}`"));
        }
    }
    // A file of translations belongs to the game even if it lies directly in a folder of the pack.
    let is_near = |inner: &str| is_here(inner) || inner.matches('/').count() == 1;
    for path in files.locales.keys().filter(|p| is_ours(p) && is_near(in_pack(p)) && !super::locale::is_read(p)) {
        stray_translation(path, &cards, problems);
    }
    let games = files.games();
    // Paths are sorted, so the cards of another game are neighbours: after the first, its whole folder is skipped.
    let mut other = String::new();
    for path in files.texts.keys() {
        if !other.is_empty() && path.starts_with(&other) || !is_ours(path) {
            continue;
        }
        let inner = in_pack(path);
        match misplaced(game, &games, (path, inner)) {
            Placing::Wrong(message, help) => {
                problems.error("stray_file", &Span::file(path.as_str()), message).help(help);
            }
            Placing::OtherGame(folder) => other = folder,
            Placing::Right => {}
        }
    }
}

/// The judgement of a file's place.
enum Placing {
    Right,
    /// A card of another game, in this folder.
    OtherGame(String),
    /// The fault, and help.
    Wrong(String, String),
}

/// Judges the place of a file with an ending that games read. `inner` is its path within its pack.
fn misplaced(game: &str, games: &[String], (path, inner): (&str, &str)) -> Placing {
    let (cards, scripts) = (format!("cards/{game}/"), format!("scripts/{game}/"));
    let manifest = format!("{cards}game.yaml");
    let mut parts = inner.splitn(3, '/');
    let (top, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let is_deep = parts.next().is_some();
    let unread = |why: &str, help: String| Placing::Wrong(format!("nothing reads this file: {why}"), help);
    let no_game = || {
        let help = crate::data::suggest::help_for(folder, games.iter().map(String::as_str));
        unread(&format!("there is no game `{folder}`"), help)
    };
    match top {
        "cards" if !is_deep => {
            unread("it lies in no game's folder", format!("a card lies in cards/<game>/, as in {cards}"))
        }
        "scripts" if !is_deep => {
            unread("it lies in no game's folder", format!("a script lies in scripts/<game>/, as in {scripts}"))
        }
        "cards" if !games.iter().any(|g| g == folder) => no_game(),
        "scripts" if path == inner && !SHARED.contains(&folder) && !games.iter().any(|g| g == folder) => no_game(),
        "cards" if path != inner && inner == manifest => {
            let help = "`patches` in pack.yaml change the manifest of the game";
            unread("a pack has no manifest of its own", help.into())
        }
        // A pack may have other folders, for tests or notes. Only a name similar to `cards` or `scripts` is a mistake.
        _ if path != inner && meant(top).is_some() => {
            let folder = meant(top).unwrap_or_default().replace("GAME", game);
            unread(&format!("a pack has no folder `{top}`"), format!("it belongs in {folder}"))
        }
        "cards" | "scripts" if path != inner && folder != game && folder != "_meta" => {
            unread(&format!("the pack extends `{game}`"), format!("it belongs in {top}/{game}/"))
        }
        "cards" if folder == game && inner.ends_with(".lua") => {
            Placing::Wrong("a script does not lie among the cards".into(), format!("it belongs in {scripts}"))
        }
        "scripts" if folder == game && inner.ends_with(".yaml") => {
            Placing::Wrong("a card does not lie among the scripts".into(), format!("it belongs in {cards}"))
        }
        "cards" if path == inner && folder != game => Placing::OtherGame(format!("cards/{folder}/")),
        _ => Placing::Right,
    }
}

/// Reports a translation that no game reads.
fn stray_translation(path: &str, cards: &str, problems: &mut Problems) {
    let span = Span::file(path);
    match in_pack(path).strip_prefix(cards).and_then(|below| below.strip_prefix("locale/")) {
        Some(name) => {
            let called = name.split(['/', '.']).next().unwrap_or("");
            let message = format!("nothing reads this file: no language is called `{called}`");
            problems.error("stray_file", &span, message).help("a language is called as `ja` or `pt-BR`");
        }
        None => {
            let message = "nothing reads this file: it is in no folder of words in other languages";
            problems.error("stray_file", &span, message).help(format!("it belongs in {cards}locale/"));
        }
    }
}

/// The folder that a folder of a pack was meant to be, if it is called nearly so.
fn meant(top: &str) -> Option<&'static str> {
    match top {
        "cards" | "scripts" => None,
        "decks" => Some("cards/GAME/decks/"),
        _ => match crate::data::suggest::nearest(top, ["cards", "scripts"])? {
            "cards" => Some("cards/GAME/"),
            _ => Some("scripts/GAME/"),
        },
    }
}

/// Reports a card whose name is not in that of its file.
pub(super) fn name(id: &str, node: &Node, problems: &mut Problems) {
    let Some(name) = node.field("name") else { return };
    let said = name.as_str().unwrap_or("");
    let written = slug(said);
    // A name with a lost character has a finding already.
    if said.contains(char::REPLACEMENT_CHARACTER) {
        return;
    }
    // A name that is not written in Latin letters gives no file name, so there is nothing to compare.
    if written.is_empty() || !written.is_ascii() || has_words(id, &written) {
        return;
    }
    let message = format!("the name of the file, `{id}`, does not contain the name of its card");
    problems
        .hint("file_name", &name.span, message)
        .help(format!("call the file {written}.yaml, or put more words around that"));
}

/// True if a name contains these words whole and in a row: `the_odd_rope` has `odd_rope`.
fn has_words(name: &str, words: &str) -> bool {
    let starts = std::iter::once(0).chain(name.match_indices('_').map(|(at, _)| at + 1));
    let mut rests = starts.filter_map(|at| name[at..].strip_prefix(words));
    rests.any(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// A name as a file has it: `Odd Rope` is `odd_rope`.
pub fn slug(name: &str) -> String {
    let plain = name.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("_")
}

/// Reports cards of a type that have the same value in a field that is unique.
pub(super) fn unique(field: &str, type_name: Option<&str>, game: &str, nodes: &Nodes, problems: &mut Problems) {
    // Almost all values are texts, which a map finds without comparing each with each.
    let mut texts: FxHashMap<&str, (&Node, &str)> = FxHashMap::default();
    let mut others: Vec<(&Node, &str)> = Vec::new();
    for (path, node) in nodes {
        let (Some(id), Some(value)) = (card_id(game, path), node.field(field)) else { continue };
        if type_name.is_some_and(|t| node.field("type").and_then(Node::as_str) != Some(t)) {
            continue;
        }
        let known = match &value.value {
            Data::Text(text) => texts.get(text.as_str()).copied(),
            _ => others.iter().find(|(other, _)| *other == value).copied(),
        };
        match (known, &value.value) {
            (Some((other, first)), _) => {
                let message = format!("`{first}` has this {field} already");
                problems
                    .error("name_taken", &value.span, message)
                    .also(&other.span, "here first")
                    .help(format!("each card needs a {field} of its own: change that of {id}"));
            }
            (None, Data::Text(text)) => drop(texts.insert(text, (value, id))),
            (None, _) => others.push((value, id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{has_words, slug};

    #[test]
    fn a_name_becomes_the_words_of_a_file() {
        assert_eq!(slug("Odd Rope, 2nd Officer's Hat"), "odd_rope_2nd_officers_hat");
        assert_eq!(slug("!!!!"), "");
    }

    #[test]
    fn a_file_may_have_more_words_around_those_of_its_card() {
        for name in ["odd_rope", "an_odd_rope", "odd_rope_2", "odd_odd_rope"] {
            assert!(has_words(name, "odd_rope"), "{name}");
        }
        for name in ["odd_ropes", "oddity_rope", "rope", "todd_rope", "odd_long_rope"] {
            assert!(!has_words(name, "odd_rope"), "{name}");
        }
        // The first place where it might begin is not the right one.
        assert!(has_words("oo_o_o", "o_o"));
    }
}
