//! Schema: every file of the repository keeps the schema of its kind, and what does not is found.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files, keys};
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo_program::scenario;
use jsonschema::{Validator, validator_for};
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

/// Violations of a schema by a value; empty if there are none.
fn wrong(validator: &Validator, value: &Value) -> String {
    validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect::<Vec<_>>().join("; ")
}

/// The validator for files of a kind.
fn validator(kind: &str) -> Validator {
    let schemas = scenario::keys::schemas();
    let (_, schema) = schemas.iter().find(|(known, _)| *known == kind).expect("a kind of file");
    validator_for(schema).expect("a schema")
}

fn node(path: &str, text: &str) -> Node {
    let mut problems = Problems::new();
    yaml::parse(path, text, &mut problems).unwrap_or_else(|| panic!("{}", problems.render_all()))
}

fn read(path: &str, text: &str) -> Value {
    node(path, text).to_json()
}

#[test]
fn every_scenario_keeps_the_schema() {
    let validator = validator("scenario");
    let folders = ["tests/scenarios", "tests/fixtures"].map(|f| root().join(f));
    let paths = scenario::find(&folders.into_iter().filter(|p| p.is_dir()).collect::<Vec<_>>()).expect("scenarios");
    let mut broken = Vec::new();
    let mut seen = 0;
    for path in paths.iter().filter(|p| p.components().any(|c| c.as_os_str() == "scenarios")) {
        let text = std::fs::read_to_string(path).expect("found just now");
        let shown = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        seen += 1;
        let found = wrong(&validator, &read(&shown, &text));
        broken.extend((!found.is_empty()).then(|| format!("{shown}: {found}")));
    }
    assert!(seen > 300, "only {seen} scenarios were found");
    assert!(broken.is_empty(), "{} scenarios break the schema:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn every_base_position_keeps_the_schema() {
    let validator = validator("bases");
    let mut seen = 0;
    for game in ["hackclad", "clash", "duel", "market", "swordgirls", "tricks"] {
        let path = format!("tests/scenarios/{game}/bases.yaml");
        let text = std::fs::read_to_string(root().join(&path)).expect("base positions");
        seen += read(&path, &text).as_object().map_or(0, serde_json::Map::len);
        assert_eq!(wrong(&validator, &read(&path, &text)), "", "{path}");
    }
    assert!(seen >= 5, "only {seen} base positions were found");
    let wrong = |text: &str| wrong(&validator, &read("x", text));
    assert_eq!(wrong("duel: { phase: main, amy: { hand: [{ card: imp, as: it }], hp: 3 } }\nwar: { from: duel }"), "");
    for (text, part) in [
        ("duel: main", "\"main\" is not of type \"object\""),
        ("war: { from: [duel] }", "/war/from"),
        ("war: { turn: first }", "/war/turn"),
        ("duel: { amy: { hand: [{ crad: imp }] } }", "/duel/amy/hand"),
        ("duel: { game: [1] }", "/duel/game"),
    ] {
        assert!(wrong(text).contains(part), "{text}\n{:?} does not say {part}", wrong(text));
    }
}

#[test]
fn what_is_no_scenario_is_found() {
    let validator = validator("scenario");
    let good = "title: t\ngame: g\nsetup: { phase: main, amy: { hand: [a, { card: b, as: c, status: d }] } }\n";
    let wrong = |text: &str| wrong(&validator, &read("x", text));
    assert_eq!(wrong(good), "");
    // A scenario need not repeat the keys of its base.
    assert_eq!(wrong(&good.replace("phase: main, ", "").replace("setup", "from: duel\nsetup")), "");
    assert_eq!(wrong("title: t\ngame: g\nfrom: duel\n"), "");
    for (text, part) in [
        ("title: t\ngame: g\n".to_string(), "not valid under any"),
        (good.replace("title: t\n", ""), "\"title\" is a required property"),
        (good.replace("phase", "phas"), "\"phase\" is a required property"),
        (format!("{good}from: [duel]"), "[\"duel\"]"),
        (good.replace("amy", "anna"), "/setup/anna"),
        (good.replace("as: c", "ass: c"), "/setup/amy"),
        (format!("{good}steps: [{{ amy: pass, chose: [a] }}]"), "chose"),
        (format!("{good}steps: [{{ refuse: {{ amy: pass }} }}]"), "because"),
        (format!("{good}expect: [{{ windows: main }}]"), "windows"),
        (format!("{good}expect: [{{ result: won }}]"), "\"won\""),
        (format!("{good}snapshot: log"), "\"log\""),
        (format!("{good}seed: x"), "\"x\""),
    ] {
        assert!(wrong(&text).contains(part), "{text}\n{:?} does not say {part}", wrong(&text));
    }
}

/// The files of games, packs and fixtures, each with its kind.
fn files_of_games() -> Vec<(&'static str, std::path::PathBuf)> {
    let mut out = Vec::new();
    let mut folders: Vec<_> = ["cards", "packs", "tests/fixtures"].map(|f| root().join(f)).to_vec();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())) {
            let shown = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            match shown.rsplit('/').next().unwrap_or("") {
                _ if path.is_dir() => folders.push(path),
                "game.yaml" => out.push(("manifest", path)),
                "pack.yaml" => out.push(("pack", path)),
                name if !name.ends_with(".yaml") || !shown.contains("cards/") || shown.contains("scenarios") => {}
                _ if shown.contains("/decks/") => out.push(("deck", path)),
                _ => out.push(("card", path)),
            }
        }
    }
    out.sort();
    out
}

/// How many mistakes the reader finds in a file.
fn found(kind: &str, node: &Node) -> usize {
    let mut problems = Problems::new();
    keys::check(kind, node, &mut problems);
    problems.len()
}

fn validators() -> Vec<(&'static str, Validator)> {
    keys::schemas().into_iter().map(|(kind, schema)| (kind, validator_for(&schema).expect("a schema"))).collect()
}

#[test]
fn every_file_of_a_game_keeps_its_schema() {
    let validators = validators();
    let mut seen = std::collections::BTreeMap::new();
    let mut broken = Vec::new();
    for (kind, path) in files_of_games() {
        let text = std::fs::read_to_string(&path).expect("found just now");
        let (_, validator) = validators.iter().find(|(of, _)| *of == kind).expect("each kind has a schema");
        let found = wrong(validator, &read(&path.display().to_string(), &text));
        *seen.entry(kind).or_insert(0) += 1;
        broken.extend((!found.is_empty()).then(|| format!("{}: {}", path.display(), &found[..found.len().min(300)])));
    }
    assert!(broken.is_empty(), "{} files break their schema:\n{}", broken.len(), broken.join("\n"));
    let least = [("manifest", 6), ("card", 500), ("deck", 10), ("pack", 2)];
    assert!(least.iter().all(|(kind, n)| seen.get(kind) >= Some(n)), "so few files were found: {seen:?}");
}

/// How many mistakes are found when the game of a file is loaded with another text in its place.
fn found_by_game(path: &str, text: &str) -> usize {
    let mut files = Files::with_root(Some(root())).expect("the repository");
    files.overlay([(path.to_string(), text.into())]);
    let game = path.split('/').nth(1).expect("cards/GAME/FILE");
    Catalog::load(game, &files).map_or_else(|found| found.len(), |(_, found)| found.len())
}

/// Keys in maps that take any name, such as fields of cards in a filter, are refused by neither.
#[test]
fn a_mangled_key_is_refused_by_the_schema_and_by_the_reader() {
    let validators = validators();
    let (mut refused, mut unlike) = (0, Vec::new());
    for (kind, path) in [
        ("manifest", "cards/cardland/game.yaml"),
        ("manifest", "cards/hackclad/game.yaml"),
        ("card", "cards/cardland/ember_street/corin_two_step.yaml"),
        ("pack", "packs/legends/pack.yaml"),
    ] {
        let text = std::fs::read_to_string(root().join(path)).expect(path);
        let (_, validator) = validators.iter().find(|(of, _)| *of == kind).expect("each kind has a schema");
        let mut keys: Vec<&str> = keys::sections().into_iter().flat_map(|(_, keys)| keys).collect();
        keys.sort_unstable();
        keys.dedup();
        let usual = found(kind, &node(path, &text));
        for key in keys {
            for (at, _) in text.match_indices(&format!("{key}: ")) {
                let is_word =
                    text[..at].ends_with([' ', '\n']) && !text[..at].lines().last().unwrap_or("").contains('#');
                let mangled = format!("{}{key}qq{}", &text[..at], &text[at + key.len()..]);
                let by_schema = !wrong(validator, &read(path, &mangled)).is_empty();
                // Filters and the like are only read with the whole game.
                let by_reader = found(kind, &node(path, &mangled)) > usual
                    || by_schema && is_word && found_by_game(path, &mangled) > found_by_game(path, &text);
                refused += usize::from(is_word && by_schema && by_reader);
                if is_word && by_schema != by_reader {
                    let line = text[..at].matches('\n').count() + 1;
                    unlike.push(format!(
                        "{path}:{line} `{key}`: the schema refuses it: {by_schema}, the reader: {by_reader}"
                    ));
                }
            }
        }
    }
    assert!(unlike.is_empty(), "{} beside {refused} that both refuse:\n{}", unlike.len(), unlike.join("\n"));
    assert!(refused > 300, "only {refused} mangled keys were refused");
}

#[test]
fn every_card_and_deck_keeps_the_schema_of_its_game() {
    let files = Files::with_root(Some(root())).expect("the repository");
    let (mut seen, mut broken) = (0, Vec::new());
    for game in files.games() {
        let (catalog, _) = Catalog::load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        for (kind, schema) in keys::schemas_of(&catalog) {
            let validator = validator_for(&schema).expect("a schema");
            let decks = format!("cards/{game}/decks/");
            let own = |path: &str| path.starts_with(&format!("cards/{game}/")) && !path.ends_with("game.yaml");
            let of_kind =
                |path: &str| own(path) && path.ends_with(".yaml") && path.starts_with(&decks) == (kind == "deck");
            for (path, text) in catalog.files.texts.iter().filter(|(path, _)| of_kind(path)) {
                seen += 1;
                let found = wrong(&validator, &read(path, text));
                broken.extend((!found.is_empty()).then(|| format!("{path}: {found}")));
                // A field that no type has, and an unknown type.
                for (old, new) in [("name:", "nmae:"), ("type:", "type: x"), ("cards:", "crads:")] {
                    let mangled = text.replacen(&format!("\n{old}"), &format!("\n{new}"), 1);
                    let is_silent = mangled != **text && wrong(&validator, &read(path, &mangled)).is_empty();
                    broken.extend(is_silent.then(|| format!("{path}: `{new}` is not found")));
                }
            }
        }
    }
    assert!(seen > 500, "only {seen} cards and decks were found");
    assert!(broken.is_empty(), "{} break the schema of their game:\n{}", broken.len(), broken.join("\n"));
}

/// The key under which a key of that place stands.
fn above<'n>(node: &'n Node, line: usize, column: usize, key: &'n str) -> Option<&'n str> {
    if let Some(list) = node.as_list() {
        return list.iter().find_map(|item| above(item, line, column, key));
    }
    node.as_map()?.iter().find_map(|(own, value)| {
        let is_it = own.span.line as usize == line && own.span.column as usize == column;
        if is_it { Some(key) } else { above(value, line, column, &own.name) }
    })
}

/// In the schema of a game filters know the fields of that game. It does not know what an ability names itself
/// (targets, to which its conditions may refer), the fields of events, and what may be paid.
#[test]
fn a_mangled_key_of_a_filter_is_refused_by_the_schema_of_its_game_and_by_the_game() {
    let files = Files::with_root(Some(root())).expect("the repository");
    let sections = keys::sections();
    let events = ["move", "match"];
    let is_open = |above: &str| ["if", "while", "targets", "cost"].contains(&above) || events.contains(&above);
    let declared: Vec<&str> =
        sections.iter().filter(|(id, _)| id != "card").flat_map(|(_, keys)| keys.clone()).collect();
    let (mut refused, mut unlike) = (0, Vec::new());
    for (game, cards) in [
        ("cardland", ["stagehands/all_the_worlds_a_stage", "ember_street/corla_two_step"]),
        ("hackclad", ["flare/flare_auto_guard", "mia/mia_vault"]),
        ("clash", ["specials/chest", "specials/spy"]),
        ("cfs", ["capcom/gambler_rusk", "snk/union_speaker"]),
    ] {
        let (catalog, _) = Catalog::load(game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let (_, schema) = keys::schemas_of(&catalog).into_iter().find(|(kind, _)| *kind == "card").expect("cards");
        let validator = validator_for(&schema).expect("a schema");
        let fields: Vec<&str> =
            catalog.rules.schema.card_fields.iter().map(|(n, _)| &**catalog.rules.name(*n)).collect();
        for card in cards {
            let path = format!("cards/{game}/{card}.yaml");
            let text = std::fs::read_to_string(root().join(&path)).expect("a card");
            let usual = found_by_game(&path, &text);
            let written = node(&path, &text);
            let mut keys: Vec<&str> = declared.iter().chain(&fields).copied().collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                for (at, _) in text.match_indices(&format!("{key}: ")) {
                    if !text[..at].ends_with([' ', '\n']) || text[..at].lines().last().unwrap_or("").contains('#') {
                        continue;
                    }
                    let mangled = format!("{}{key}qq{}", &text[..at], &text[at + key.len()..]);
                    let by_schema = !wrong(&validator, &read(&path, &mangled)).is_empty();
                    let by_game = found_by_game(&path, &mangled) > usual;
                    refused += usize::from(by_schema && by_game);
                    let line = text[..at].matches('\n').count() + 1;
                    let column = text[..at].lines().last().map_or(0, |l| l.chars().count()) + 1;
                    let column = if text[..at].ends_with('\n') { 1 } else { column };
                    let above = above(&written, line, column, "").unwrap_or("");
                    if by_schema != by_game && (by_schema || !is_open(above)) {
                        unlike.push(format!("{path}:{line} `{key}`: the schema: {by_schema}, the game: {by_game}"));
                    }
                }
            }
        }
    }
    assert!(unlike.is_empty(), "{} beside {refused} that both refuse:\n{}", unlike.len(), unlike.join("\n"));
    assert!(refused > 100, "only {refused} mangled keys were refused");
}
