//! Game: `new game`: a small game with five cards, a copy of another game, or a game for a table of cards.

use std::io::Write;

use super::editor::{of_game, schema_line};
use super::names::{replaced, yaml};
use super::{Destination, Exit, FilePlan, NewName, OfGame, Pack, editor, game_from_table, next, options, typed};
use crate::cli::pack::must_exist;
use crate::layout::laid_out;
use intermezzo::catalog::Files;
use intermezzo::error::Error;

const MANIFEST: &str = include_str!("templates/game.yaml");
const DECK: &str = include_str!("templates/deck.yaml");
const AGENTS: &str = include_str!("templates/agents_game.md");
const SCENARIO: &str = include_str!("templates/scenario.yaml");
const CARDS: [(&str, &str); 5] = [
    ("young_wolf", include_str!("templates/cards/young_wolf.yaml")),
    ("old_bear", include_str!("templates/cards/old_bear.yaml")),
    ("pack_leader", include_str!("templates/cards/pack_leader.yaml")),
    ("falling_branch", include_str!("templates/cards/falling_branch.yaml")),
    ("second_breath", include_str!("templates/cards/second_breath.yaml")),
];

pub fn run(args: &OfGame, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let called = NewName::new(&args.name)?;
    let id = &called.id;
    let files = pack.files()?;
    if files.games().contains(id) {
        let message = format!("there is a game `{id}` already");
        return Err(Error::usage(message).help(format!("another name; or --like {id} to begin with its files")).into());
    }
    let base = pack.root.clone().unwrap_or_else(|| ".".into());
    let mut plan = FilePlan::new(base.clone());
    match (&args.like, &args.from) {
        (_, Some(table)) => game_from_table::add(&mut plan, &files, table, &called, out)?,
        (Some(like), None) => {
            must_exist(like, &files)?;
            copy(&mut plan, &files, like, &called);
        }
        (None, None) => small(&mut plan, &called),
    }
    // New files get the layout of `fmt`, which long names may have broken; copied files keep theirs.
    if args.like.is_none() {
        for (_, text) in plan.owned() {
            if let Ok(new) = laid_out(text) {
                *text = new;
            }
        }
    }
    plan.setting("AGENTS.md", AGENTS.replace("{ID}", id).replace("{TITLE}", &called.name));
    let options = options(&base, pack);
    let place = Destination { base, pack: None, game: id.clone(), files, options };
    let loaded = place.load(&place.with(&mut plan))?;
    editor::add(&mut plan, &loaded.catalog);
    plan.write(out)?;
    let mut lines = vec![
        (place.command(&format!("check {id}")), "finds what is wrong"),
        (place.command(&format!("play {id}")), "plays it; saved changes come into the game"),
        (place.command(&format!("new card \"My Card\" --game {id}")), "adds a card"),
    ];
    if args.like.is_none() {
        lines.insert(1, (place.command("test"), "runs its scenario"));
    }
    if let Some(table) = &args.from {
        let table = typed(&table.display().to_string());
        lines.push((place.command(&format!("watch {table} {id}")), "takes the table in whenever it is saved"));
    }
    next(out, &lines)?;
    Ok(Exit::Fine)
}

/// Adds to the files to be written the small game that comes with the program, under its new name.
fn small(plan: &mut FilePlan, called: &NewName) {
    let filled = |text: &str| text.replace("{ID}", &called.id).replace("{TITLE}", &called.name);
    let quoted = |text: &str| quoted(&filled(text), called);
    let id = &called.id;
    let mut add = |below: String, kind: &str, text: String| plan.own(below.clone(), schema_line(&below, kind) + &text);
    add(format!("cards/{id}/game.yaml"), "manifest", quoted(MANIFEST));
    for (card, text) in CARDS {
        add(format!("cards/{id}/first/{card}.yaml"), &of_game(id, "card"), text.into());
    }
    add(format!("cards/{id}/decks/all_of_it.yaml"), &of_game(id, "deck"), quoted(DECK));
    add(format!("tests/scenarios/{id}/a_leader.yaml"), "scenario", filled(SCENARIO));
}

/// The text of a filled template, with the name of the new game put in quotes where YAML needs them.
pub fn quoted(text: &str, called: &NewName) -> String {
    let line = |key: &str, name: String| (format!("{key}: {name}\n"), format!("{key}: {}\n", yaml(&name)));
    let titles = [line("title", called.name.clone()), line("name", format!("{}, all of it", called.name))];
    titles.iter().fold(text.to_string(), |text, (old, new)| text.replace(old, new))
}

/// Adds to the files to be written copies of all files of the game `like`, under the new name.
fn copy(plan: &mut FilePlan, files: &Files, like: &str, called: &NewName) {
    let id = &called.id;
    for (path, text) in &files.texts {
        for top in ["cards", "scripts"] {
            let Some(rest) = path.strip_prefix(&format!("{top}/{like}/")) else { continue };
            if !rest.ends_with(".yaml") && !rest.ends_with(".lua") {
                continue;
            }
            let below = format!("{top}/{id}/{rest}");
            let is_yaml = rest.ends_with(".yaml");
            let kind = match rest {
                "game.yaml" => "manifest".to_string(),
                rest if rest.starts_with("decks/") => of_game(id, "deck"),
                _ => of_game(id, "card"),
            };
            let mut text = replaced_key(text, "game", like, id);
            if rest == "game.yaml" {
                text = with_line(&text, "title", &called.name);
            }
            // Paths to files of the game become paths to files of the copy.
            text = replaced(&text, &format!("cards/{like}"), &format!("cards/{id}"));
            plan.own(below.clone(), if is_yaml { schema_line(&below, &kind) + &bare(&text) } else { text });
        }
    }
}

/// A file without the line that names its schema.
pub fn bare(text: &str) -> String {
    text.lines().filter(|l| !l.starts_with("# yaml-language-server:")).map(|l| format!("{l}\n")).collect()
}

/// The text of a file with another value in each line that begins with a key.
pub fn with_line(text: &str, key: &str, value: &str) -> String {
    let begins = format!("{key}:");
    let line = |l: &str| if l.starts_with(&begins) { format!("{key}: {}\n", yaml(value)) } else { format!("{l}\n") };
    text.lines().map(line).collect()
}

fn replaced_key(text: &str, key: &str, old: &str, new: &str) -> String {
    let line = |l: &str| match l.strip_prefix(key).and_then(|rest| rest.strip_prefix(": ")) {
        Some(value) if value.trim() == old => format!("{key}: {new}\n"),
        _ => format!("{l}\n"),
    };
    text.lines().map(line).collect()
}
