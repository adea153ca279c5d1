//! Game from table: `new game --from`: the files of a new game whose cards come from a spreadsheet.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::editor::{of_game, schema_line};
use super::game::quoted;
use super::{FilePlan, NewName};
use crate::cli::findings::short;
use crate::cli::spreadsheet::{add_source, rows_of};
use crate::cli::text::counted;
use crate::spreadsheet::first_types::FirstTypes;
use crate::spreadsheet::import::plan as import;
use intermezzo::catalog::Files;
use intermezzo::data::yaml;
use intermezzo::error::{Error, Problems, Span};
use intermezzo::table::Loader;

const MANIFEST: &str = include_str!("templates/table_game.yaml");
const SCENARIO: &str = include_str!("templates/table_scenario.yaml");

/// The least number of cards in the first deck: a game with fewer cards gets several copies of each, so that it does
/// not end at once.
const LEAST_CARDS: usize = 20;
/// The most cards of a deck.
const MOST_CARDS: usize = 1000;

/// Adds a manifest with the types and fields of a table, a file for each of its cards, a deck and a scenario.
///
/// # Errors
///
/// A table that cannot be read, or cards that do not load; the finding names the cell.
pub fn add(
    plan: &mut FilePlan,
    files: &Files,
    table: &Path,
    called: &NewName,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let found = FirstTypes::of(&rows_of(table)?);
    if found.rows.len() < 2 {
        let error = Error::usage(format!("{}: the table has no cards", short(table)));
        return Err(error.help("its first row has the names of the columns, and each other row is a card").into());
    }
    let id = &called.id;
    let (manifest_path, manifest) = (format!("cards/{id}/game.yaml"), manifest(&found, called));
    let mut files = files.clone();
    files.overlay([(manifest_path.clone(), Arc::from(&*manifest))]);
    let load = |files: &Files| Loader::default().load(id, files).map(|(game, _)| game);
    let mut problems = Problems::new();
    add_source(table, &mut problems);
    let imported = match load(&files) {
        Ok(game) => import(&game.catalog, id, "", &short(table), (&found.rows, &[]), &mut problems),
        Err(wrong) => return Err(Error::load(wrong).into()),
    };
    if problems.has_errors() {
        return Err(Error::load(problems).into());
    }
    files.overlay(imported.texts.iter().map(|(path, text)| (path.clone(), Arc::from(text.as_str()))));
    if let Err(mut wrong) = load(&files) {
        imported.name_cells(&mut wrong);
        problems.append(wrong);
        return Err(Error::load(problems).into());
    }
    tell(&found, imported.texts.len(), out)?;
    let mut doubts = Problems::new();
    add_source(table, &mut doubts);
    for doubt in &found.doubts {
        let span = Span::new(&*short(table), doubt.line, 0);
        doubts.hint("unclear", &span, doubt.message.clone()).help(doubt.help.clone());
    }
    write!(out, "{}", doubts.render_all())?;
    let mut own = |below: String, kind: &str, text: &str| plan.own(below.clone(), schema_line(&below, kind) + text);
    own(manifest_path, "manifest", &manifest);
    let mut cards = Vec::new();
    for (path, text) in &imported.texts {
        own(path.clone(), &of_game(id, "card"), text);
        cards.extend(path.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml")));
    }
    let copies = copies(cards.len());
    let lines: String = cards.iter().take(MOST_CARDS).map(|card| format!("  {card}: {copies}\n")).collect();
    let deck = quoted(&format!("game: {id}\nname: {}, all of it\ncards:\n{lines}", called.name), called);
    own(format!("cards/{id}/decks/all_of_it.yaml"), &of_game(id, "deck"), &deck);
    if let Some(card) = cards.first() {
        // A card may be called `123`, which YAML reads as a number.
        let listed = format!("[{}]", yaml::as_text(card));
        let scenario = SCENARIO.replace("{ID}", id).replace("[{CARD}]", &listed).replace("{CARD}", card);
        own(format!("tests/scenarios/{id}/a_card_is_played.yaml"), "scenario", &scenario);
    }
    Ok(())
}

/// The number of copies of each card in the first deck, for a game with `cards` different ones.
fn copies(cards: usize) -> usize {
    LEAST_CARDS.div_ceil(cards.max(1))
}

fn manifest(found: &FirstTypes, called: &NewName) -> String {
    let cards = found.rows.len().saturating_sub(1).clamp(1, MOST_CARDS);
    let of_field = "of: { zone: field, controller: it }";
    let score = match found.score() {
        Some(key) => format!("{{ sum: {key}, {of_field} }}"),
        None => "{ count: { zone: field, controller: it } }".into(),
    };
    let text = MANIFEST.replace("{ID}", &called.id).replace("{TITLE}", &called.name);
    let text = text.replace("{TYPES}\n", &format!("{}\n", found.sections())).replace("{SCORE}", &score);
    let text = text.replace("{COUNT}", &(cards * copies(cards)).to_string());
    let shown: Vec<&str> = found.fields.iter().filter(|field| field.kind == "int").map(|field| &*field.key).collect();
    let text = match shown.is_empty() {
        true => text.replace(", show: [{SHOWN}]", ""),
        false => text.replace("{SHOWN}", &shown.join(", ")),
    };
    quoted(&text, called)
}

/// Says how the table was understood.
fn tell(found: &FirstTypes, cards: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let types = counted(found.types.len(), "type");
    writeln!(out, "the table has {} of {types}: {}", counted(cards, "card"), found.types.join(", "))?;
    for (kind, what) in
        [("int", "whole numbers"), ("word", "one word"), ("words", "words"), ("cost", "costs"), ("text", "texts")]
    {
        let keys: Vec<&str> = found.fields.iter().filter(|field| field.kind == kind).map(|field| &*field.key).collect();
        if !keys.is_empty() {
            writeln!(out, "  {what}: {}", keys.join(", "))?;
        }
    }
    if let Some(score) = found.score() {
        writeln!(out, "  the score of the first rules: the sum of {score}; `attributes` in the manifest says which")?;
    }
    Ok(())
}
