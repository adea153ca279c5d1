//! Spreadsheets: the cards of a game as a table, there and back.

use intermezzo::catalog::{Catalog, Files};
use intermezzo::error::Problems;
use intermezzo_program::spreadsheet::export;
use intermezzo_program::spreadsheet::grid::{self, TableFormat};
use intermezzo_program::spreadsheet::import::{self, ImportPlan};

use crate::cli_new::Stranger;
use crate::support::files;

fn loaded(game: &str, files: &Files) -> Catalog {
    Catalog::load(game, files).map(|(catalog, _)| catalog).unwrap_or_else(|found| panic!("{}", found.render_all()))
}

fn planned(catalog: &Catalog, game: &str, kind: TableFormat, table: &[u8]) -> (ImportPlan, Problems) {
    let (rows, mut problems) = (grid::read(kind, table).unwrap(), Problems::new());
    let plan = import::plan(catalog, game, "", "table", (&rows, &[]), &mut problems);
    (plan, problems)
}

#[test]
fn a_table_of_each_game_comes_back_without_a_change() {
    let all = files(&[]);
    let mut legends = all.clone();
    legends.packs = vec!["legends".into()];
    let games = all.games().into_iter().map(|game| (game, &all)).chain([("cfs".to_string(), &legends)]);
    for (game, files) in games {
        let catalog = loaded(&game, files);
        let rows = export::rows(&catalog, &game, |_| true);
        assert!(rows.len() > 20, "{game} has {} rows", rows.len());
        for kind in [TableFormat::Csv, TableFormat::Tsv] {
            let (plan, problems) = planned(&catalog, &game, kind, &grid::write(kind, &rows).unwrap());
            assert!(problems.is_empty(), "{game}: {}", problems.render_all());
            assert_eq!(plan.changes, [], "{game}");
            assert!(plan.texts.is_empty(), "{game}");
            assert_eq!(plan.without_row, 0, "{game}");
        }
    }
}

#[test]
fn each_number_of_each_game_changes_in_its_place_alone() {
    let all = files(&[]);
    for game in all.games() {
        let catalog = loaded(&game, &all);
        let mut rows = export::rows(&catalog, &game, |_| true);
        let numbers: Vec<String> =
            catalog.printed_fields(None).into_iter().filter(|field| field.1 == "int").map(|field| field.0).collect();
        let mut changed = 0;
        let header = rows[0].clone();
        for row in &mut rows[1..] {
            for (cell, _) in row.iter_mut().zip(&header).filter(|(cell, key)| numbers.contains(key) && !cell.is_empty())
            {
                *cell = (cell.parse::<i64>().unwrap() + 1).to_string();
                changed += 1;
            }
        }
        let (plan, problems) =
            planned(&catalog, &game, TableFormat::Csv, &grid::write(TableFormat::Csv, &rows).unwrap());
        assert!(problems.is_empty(), "{game}: {}", problems.render_all());
        assert_eq!(plan.changes.len(), changed, "{game}");
        for (path, text) in &plan.texts {
            let old = &catalog.files.texts[path];
            let pairs: Vec<(&str, &str)> = old.lines().zip(text.lines()).filter(|(old, new)| old != new).collect();
            assert_eq!(old.lines().count(), text.lines().count(), "{path}");
            for (old, new) in pairs {
                let key = old.split(':').next().unwrap();
                assert!(numbers.iter().any(|number| number == key), "{path}: {old}");
                assert_eq!(new.split(':').next().unwrap(), key, "{path}");
                assert_eq!(
                    old.split_once('#').map(|(_, comment)| comment),
                    new.split_once('#').map(|(_, comment)| comment),
                    "{path}"
                );
            }
        }
    }
}

/// A folder with a game of its own, and its table.
fn here(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "game", "odd_ropes"]);
    here.well("", &["cards", "odd_ropes", "--csv", "odd_ropes.csv"]);
    here
}

const TABLE: &str = "odd_ropes.csv";
const BRANCH: &str = "cards/odd_ropes/first/falling_branch.yaml";

/// What `--from` says with one part of the table replaced.
#[track_caller]
fn taken(here: &Stranger, old: &str, new: &str, options: &[&str]) -> (String, i32) {
    let table = here.read(TABLE);
    assert!(table.contains(old), "{table}");
    here.write(TABLE, &table.replacen(old, new, 1));
    let said = here.says("", &[&["cards", "odd_ropes", "--from", TABLE], options].concat());
    here.write(TABLE, &table);
    said
}

#[test]
fn a_change_is_shown_and_written_only_when_somebody_agrees() {
    let here = here("sheet");
    let (told, code) = here.says("", &["cards", "odd_ropes", "--from", TABLE]);
    assert!(told.contains("nothing differs") && code == 0, "{told}");
    let before = here.read(BRANCH);
    let (told, code) = taken(&here, "Falling Branch", "Broken Branch", &[]);
    assert_eq!(code, 1, "{told}");
    for part in ["falling_branch: name  Falling Branch -> Broken Branch", "1 change in 1 card", "say --yes"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(here.read(BRANCH), before);
    let (told, code) = taken(&here, "Falling Branch", "Broken Branch", &["--yes"]);
    assert!(told.contains("wrote 1 file") && code == 0, "{told}");
    assert_eq!(here.read(BRANCH), before.replace("name: Falling Branch", "name: Broken Branch"));
    // What was written before is a table, and is written anew; anything else stays.
    here.well("", &["cards", "odd_ropes", "--csv", TABLE]);
    here.write("notes.csv", "my own notes, of value\n");
    let (told, code) = here.says("", &["cards", "odd_ropes", "--csv", "notes.csv"]);
    assert!(told.contains("is not a table of cards") && code != 0, "{told}");
}

#[test]
fn a_mistake_in_a_table_is_told_with_its_cell_and_writes_nothing() {
    let here = here("sheet_mistakes");
    let table = here.read(TABLE);
    let before = here.read(BRANCH);
    let row = table.lines().position(|line| line.starts_with("falling_branch,")).unwrap() + 1;
    let named = format!("row {row}");
    for (old, new, parts) in [
        ("id,folder,name", "id,folder,nmae", &["cell C1: no card has a key `nmae`", "did you mean `name`?"][..]),
        ("id,folder,name,", "id,folder,name,name,", &["cell D1: `name` is a column twice"]),
        (
            "falling_branch,first,Falling Branch,",
            "falling_branch,first,Falling Branch,spell,,One, two",
            &[&format!("cell G{row}: this column has no name"), "a text with a comma stands in quotes"],
        ),
        ("falling_branch,first,", "falling_branch,second,", &["lies in the folder `first`", "move the file first"]),
        (
            "falling_branch,first,",
            "new_branch,,",
            &["the card `new_branch` is new", "names no `folder`", "known: first"],
        ),
        (
            "falling_branch,first,",
            "Falling Branch,first,",
            &["`Falling Branch` is no id of a card", "`falling_branch`"],
        ),
        ("falling_branch,first,Falling Branch,", "falling_branch,first,,", &["needs `name`", &named]),
        (
            "falling_branch,first,Falling Branch,",
            "falling_branch,first,Falling Branch,nothing",
            &["the game has no type", &format!("cell D{row}, `type`")],
        ),
    ] {
        let (told, code) = taken(&here, old, new, &["--yes"]);
        assert_eq!(code, 1, "{new}: {told}");
        for part in parts.iter().chain(&["nothing was written"]) {
            assert!(told.contains(part), "{part} is not told of {new}:\n{told}");
        }
        assert_eq!(here.read(BRANCH), before, "{new}");
    }
}

#[test]
fn a_new_row_is_a_new_card() {
    let here = here("sheet_new");
    let table = here.read(TABLE);
    let width = table.lines().next().unwrap().split(',').count();
    let like = table.lines().find(|line| line.starts_with("old_bear,")).unwrap();
    let new = like.replacen("old_bear,first,Old Bear", ",second,\"Rope, long\"", 1);
    assert_eq!(like.split(',').count(), width, "the row has no commas of its own");
    here.write(TABLE, &format!("{table}{new}\n"));
    let (told, code) = here.says("", &["cards", "odd_ropes", "--from", TABLE, "--yes"]);
    assert!(code == 0 && told.contains("new card, cards/odd_ropes/second/rope_long.yaml"), "{told}");
    let card = here.read("cards/odd_ropes/second/rope_long.yaml");
    assert!(card.starts_with("name: Rope, long\ntype: "), "{card}");
    here.well("", &["check", "odd_ropes"]);
}

#[test]
fn a_row_has_its_line_whatever_ends_the_lines() {
    let lines = |text: &str| -> Vec<(u32, u32)> {
        let rows = grid::read(TableFormat::Csv, text.as_bytes()).unwrap();
        rows.iter().map(|row| (row.number, row.line)).collect()
    };
    let text = "id,text\n\na,\"one\ntwo\"\nb,x\n";
    assert_eq!(lines(text), [(1, 1), (2, 3), (3, 5)]);
    assert_eq!(lines(&text.replace('\n', "\r\n")), [(1, 1), (2, 3), (3, 5)]);
}

#[test]
fn notes_in_a_table_that_is_written_again_stay() {
    let here = here("notes");
    let lines: Vec<String> = here.read(TABLE).lines().map(String::from).collect();
    let noted =
        lines.iter().enumerate().map(|(at, line)| format!("{line},{}", if at == 0 { "#notes" } else { "mine" }));
    here.write(TABLE, &(noted.collect::<Vec<_>>().join("\n") + "\n"));
    here.well("", &["cards", "odd_ropes", "--csv", TABLE]);
    let again = here.read(TABLE);
    assert!(again.lines().next().unwrap().ends_with(",#notes"), "{again}");
    assert!(again.lines().skip(1).all(|line| line.ends_with(",mine")), "{again}");
}

#[test]
fn an_empty_folder_of_scenarios_stops_no_list_of_cards() {
    let here = here("none");
    std::fs::remove_dir_all(here.0.join("tests/scenarios/odd_ropes")).unwrap();
    std::fs::create_dir_all(here.0.join("tests/scenarios/odd_ropes")).unwrap();
    assert!(here.well("", &["cards", "odd_ropes", "--untested"]).contains("no scenario"));
}

#[test]
fn a_picture_of_no_card_is_told() {
    let here = here("strays");
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"></svg>";
    here.write("cards/odd_ropes/art/falling_branch.svg", picture);
    assert!(here.well("", &["check", "odd_ropes"]).contains("nothing found"));
    here.write("cards/odd_ropes/art/faling_branch.svg", picture);
    let (told, code) = here.says("", &["check", "odd_ropes"]);
    assert!(told.contains("did you mean `falling_branch`?") && code == 1, "{told}");
}

/// A table as a designer has it who knows no game yet.
const OWN_TABLE: &str = "Name,Type,Cost,Might,Traits,Flavour text,#note
Old Heron,Creature,3,4,\"Bird, Elder\",It waits.,
Sand Crab,Creature,1,2,Shell,,too weak?
High Tide,Event,2,,,\"Up, up!\",
";

#[test]
fn a_table_becomes_a_game_that_is_played_and_takes_changes() {
    let here = Stranger::new("from-table");
    here.write("cards.csv", OWN_TABLE);
    let told = here.well("", &["new", "game", "Lantern Bay", "--from", "cards.csv"]);
    assert!(
        told.contains("3 cards of 2 types: creature, event") && told.contains("whole numbers: cost, might"),
        "{told}"
    );
    let manifest = here.read("cards/lantern_bay/game.yaml");
    for part in ["fields: { cost: int, might: int, traits: words, flavour_text: text? }", "sum: might"] {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    assert!(here.read("cards/lantern_bay/first/old_heron.yaml").contains("traits: [Bird, Elder]"));
    assert!(here.well("", &["check"]).contains("nothing found"));
    assert!(here.well("", &["test"]).contains("1 passed"));
    here.well("", &["play", "lantern_bay", "--bots", "random", "--seed", "3"]);
    // The same table, with its capital letters and without folders, goes on being the table of the game.
    let take = |table: &str| {
        here.write("cards.csv", table);
        here.well("", &["cards", "lantern_bay", "--from", "cards.csv", "--yes"])
    };
    assert!(take(OWN_TABLE).contains("nothing differs"));
    let more = OWN_TABLE.replace("Creature,1,2", "Creature,1,5") + "Low Water,Event,1,,,,\n";
    let told = take(&more);
    assert!(told.contains("might  2 -> 5") && told.contains("cards/lantern_bay/first/low_water.yaml"), "{told}");
    assert!(here.read("cards/lantern_bay/first/sand_crab.yaml").contains("might: 5"));
}

#[test]
fn a_table_that_is_no_game_is_told_with_its_cells_and_writes_nothing() {
    let here = Stranger::new("from-no-table");
    for (table, expected) in [
        ("", "the table has no cards"),
        ("Title,Cost\nA,1\n", "neither a column `id` nor a column `name`"),
        ("Name,Cost\nA,1\nA,2\n", "row 3: the card `a` has a row already"),
        ("Name,Text\nA,one, two\n", "cell C2: this column has no name"),
    ] {
        here.write("cards.csv", table);
        let (told, code) = here.says("", &["new", "game", "Lantern Bay", "--from", "cards.csv"]);
        assert!(code != 0 && told.contains(expected), "{table}: {told}");
        assert!(!here.0.join("cards").exists(), "{table}");
    }
}
