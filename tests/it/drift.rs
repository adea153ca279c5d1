//! Drift: what is made from the code is committed as it is made now.
//!
//! `UPDATE=1 cargo test --test it drift` writes the files anew.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files, keys};
use intermezzo::script::stubs;
use intermezzo_program::scenario::keys::schemas as scenario_schemas;
use intermezzo_program::scenario::{page as scenario_page, sections as scenario_sections};
use intermezzo_program::vocabulary;

/// Compares files with what they should hold, or writes them.
fn check(files: &[(String, String)]) {
    let root = Path::new(env!("REPOSITORY"));
    let mut stale = Vec::new();
    for (path, text) in files {
        let old = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        if old.replace("\r\n", "\n") == *text {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(root.join(path).parent().expect("a file lies in a folder")).expect("a folder");
            std::fs::write(root.join(path), text).expect("a file that can be written");
        } else {
            stale.push(path.as_str());
        }
    }
    assert!(
        stale.is_empty(),
        "not up to date: {}\n`UPDATE=1 cargo test --test it drift` writes them",
        stale.join(", ")
    );
}

#[test]
fn stubs_and_reference_are_up_to_date() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let mut made = vec![("scripts/_meta/host.lua".to_string(), stubs::host())];
    let mut games = Vec::new();
    for game in files.games() {
        let (catalog, _) = Catalog::load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        made.push((format!("scripts/_meta/{game}.lua"), stubs::game(&catalog)));
        games.push(catalog.rules);
    }
    let games: Vec<_> = games.iter().map(|rules| &**rules).collect();
    made.push(("docs/host-functions.md".to_string(), stubs::reference(&games).expect("a sandbox")));
    check(&made);
}

#[test]
fn the_words_of_each_game_are_a_page() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let page = |game: String| {
        let (catalog, _) = Catalog::load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        (format!("docs/words-{game}.md"), vocabulary::page::page(&catalog))
    };
    check(&files.games().into_iter().map(page).collect::<Vec<_>>());
}

/// Pages with tables of keys.
const PAGES: [&str; 7] = [
    "docs/manifest.md",
    "docs/look.md",
    "docs/windows.md",
    "docs/cards.md",
    "docs/filters.md",
    "docs/packs.md",
    "docs/scenarios.md",
];

#[test]
fn the_tables_of_keys_are_up_to_date() {
    let mut shown = Vec::new();
    let made = PAGES.map(|path| {
        let made = if path.ends_with("scenarios.md") { scenario_page(&read(path)) } else { keys::page(&read(path)) };
        let (page, sections) = made.unwrap_or_else(|e| panic!("{path}: {e}"));
        shown.extend(sections);
        (path.to_string(), page)
    });
    check(&made);
    // A key of a single section is documented there; kinds of abilities share the keys of abilities, and tests that
    // every object has are documented once.
    let text: String = PAGES.map(read).concat();
    let is_told = |id: &str, keys: &[&str]| match keys {
        ["use", ..] if id == "kind_of_ability" => text.contains("`use` names the kind of use"),
        ["all", "any", "not", ..] if id.starts_with("any_") => shown.iter().any(|s| s == "any_object"),
        [] => true,
        [key] => text.contains(&format!("{{ {key}: ")) || shown.iter().any(|s| s == id),
        _ => shown.iter().any(|s| s == id),
    };
    let untold: Vec<String> = keys::sections()
        .into_iter()
        .chain(scenario_sections())
        .filter(|(id, keys)| !is_told(id, keys))
        .map(|(id, _)| id)
        .collect();
    assert!(untold.is_empty(), "no page tells the keys of {}", untold.join(", "));
}

#[test]
fn the_schemas_are_up_to_date() {
    let made = keys::schemas().into_iter().chain(scenario_schemas()).map(|(kind, schema)| {
        let text = serde_json::to_string_pretty(&schema).expect("JSON");
        (format!("docs/{kind}.schema.json"), text + "\n")
    });
    check(&made.collect::<Vec<_>>());
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("REPOSITORY")).join(path)).unwrap_or_default()
}

#[track_caller]
fn explained(mut keys: Vec<String>, pages: &[&str]) {
    keys.sort();
    keys.dedup();
    assert!(keys.len() > 10, "the keys are not where this test looks for them: {keys:?}");
    let text: String = pages.iter().map(|p| read(p)).collect();
    let is_explained = |key: &String| {
        let begins =
            [format!("`{key}"), format!("{{ {key}:"), format!("\n{key}:"), format!(", {key}:"), format!("  {key}:")];
        begins.iter().any(|b| text.contains(b.as_str()))
            || text.contains(&format!(", {key}"))
            || text.contains(&format!(".{key}`"))
    };
    keys.retain(|k| !is_explained(k));
    assert!(keys.is_empty(), "{} do not explain {}", pages.join(", "), keys.join(", "));
}

#[test]
fn whatever_a_reference_begins_with_is_explained() {
    let heads = intermezzo::kernel::parse::heads().into_iter().map(String::from).collect();
    explained(heads, &["docs/filters.md"]);
}
