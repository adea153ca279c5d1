//! Lsp packs: what the language server knows of packs that lie beside each other, of their headers and their positions.

use serde_json::{Value, json};

use crate::lsp::{AT, CARD, Folder, PACK, SCENARIO, has, has_none, not_renamed, pack};
use crate::support::editor::{Editor, place, uri};

const OTHER: &str = "pack: other\nversion: 1.0.0\nextends: cardland\nneeds: { mine: \"*\" }\n";
const BASES: &str = "quay:\n  phase: main\n  amy: { hand: [lantern_boat] }\n";
const POSITION: &str = "title: A boat
game: cardland
setup:
  active: amy
  phase: main
  amy: { hand: [lantern_boat] }
";

/// The names of the files that an answer changes, below a folder, sorted.
fn changed(folder: &Folder, answer: &Value) -> Vec<String> {
    assert!(answer["error"].is_null(), "{answer}");
    let changes = answer["result"]["documentChanges"].as_array().expect("a list");
    let below = uri(&folder.path("packs/"));
    let of = |change: &Value| change["textDocument"]["uri"].as_str().map(|uri| uri.replace(&below, ""));
    let mut names: Vec<String> = changes.iter().filter_map(of).collect();
    names.sort();
    names
}

#[test]
fn what_a_needed_pack_has_is_renamed_in_its_scenarios_from_another_pack() {
    let card = CARD.replace("  - timing: main", "  - id: sail\n    timing: main");
    let script = "act.grant(self, \"lantern_boat/sail\")";
    let other = CARD.replace("Lantern", "Other").replace("MN-01", "MN-02").replace("act.draw(me, 1)", script);
    let scenario = SCENARIO.replace("use lantern_boat", "use lantern_boat/sail");
    let of_other = "packs/other/cards/cardland/boats/other_boat.yaml";
    let files = [
        ("packs/mine/pack.yaml", PACK),
        ("packs/mine/cards/cardland/boats/lantern_boat.yaml", &card),
        ("packs/mine/tests/scenarios/boat.yaml", &scenario),
        ("packs/mine/tests/scenarios/bases.yaml", BASES),
        ("packs/mine/tests/positions/start.yaml", POSITION),
        ("packs/other/pack.yaml", OTHER),
        (of_other, &other),
    ];
    let folder = Folder::new("beside", &files);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path(of_other);
    assert_eq!(editor.open(&path, &other), [Value::Null; 0]);
    let line = other.lines().position(|line| line.contains(script)).expect("the line");
    let column = |word: &str| other.lines().nth(line).expect("the line").find(word).expect("the word") + 1;
    let mut renamed = |column: usize, name: &str| {
        let mut asked = place(&path, line, column);
        asked["newName"] = json!(name);
        changed(&folder, &editor.ask("textDocument/rename", asked))
    };
    let (own, used) = ("mine/cards/cardland/boats/lantern_boat.yaml", "other/cards/cardland/boats/other_boat.yaml");
    assert_eq!(renamed(column("sail"), "row"), [own, "mine/tests/scenarios/boat.yaml", used]);
    let named = ["bases.yaml", "boat.yaml"].map(|file| format!("mine/tests/scenarios/{file}"));
    let [bases, boat] = named;
    let wanted = ["mine/tests/positions/start.yaml", &bases, &boat, used];
    assert_eq!(renamed(column("lantern_boat"), "paper_boat"), wanted);
    // The open text counts, not the file on disk.
    let boat = folder.path("packs/mine/tests/scenarios/boat.yaml");
    editor.open(&boat, &format!("# Boats\n{scenario}"));
    let found = editor.at("references", &path, line, column("sail"));
    let lines: Vec<&Value> = found.as_array().expect("a list").iter().filter(|at| at["uri"] == uri(&boat)).collect();
    assert_eq!(lines.len(), 1, "{found}");
    assert_eq!(lines[0]["range"]["start"]["line"], 8);
    editor.end();
}

#[test]
fn a_pack_of_no_game_that_is_there_is_told_so() {
    let (folder, mut editor) = pack("no-game");
    let path = folder.path("pack.yaml");
    assert_eq!(editor.open(&path, PACK), [Value::Null; 0]);
    for (header, wanted) in [
        (PACK.replace("cardland", "cardlnd"), "there is no game `cardlnd`\nhelp: did you mean `cardland`?"),
        (PACK.replace("extends: cardland\n", ""), "extends"),
        (PACK.replace(" cardland", ""), "extends"),
    ] {
        let found = editor.change(&path, &header);
        let said: Vec<&str> = found.iter().filter_map(|found| found["message"].as_str()).collect();
        assert!(said.iter().any(|said| said.contains(wanted)), "{header}: {said:?}");
    }
    assert_eq!(editor.change(&path, PACK), [Value::Null; 0]);
    editor.end();
}

#[test]
fn a_position_is_judged_and_expects_nothing() {
    let (folder, mut editor) = pack("position");
    let path = folder.path("tests/positions/start.yaml");
    assert_eq!(editor.open(&path, POSITION), [Value::Null; 0]);
    let found = editor.change(&path, &POSITION.replace("lantern_boat", "lantern_baot"));
    assert!(found[0]["message"].as_str().expect("a text").contains("did you mean `lantern_boat`?"), "{found:?}");
    has(&editor.words_at(&path, &POSITION.replace("[lantern_boat]", "[¦]")), &["lantern_boat"]);
    // A scenario that expects nothing is still a mistake.
    let path = folder.path("tests/scenarios/start.yaml");
    let found = editor.open(&path, POSITION);
    assert!(found[0]["message"].as_str().expect("a text").contains("it expects nothing"), "{found:?}");
    editor.end();
}

#[test]
fn the_abilities_that_a_card_may_have_are_offered() {
    let card = CARD.replace("  - timing: main", "  - id: sail\n    timing: main");
    let files = [("pack.yaml", PACK), (AT, &card), ("tests/scenarios/boat.yaml", SCENARIO)];
    let folder = Folder::new("expected-abilities", &files);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path("tests/scenarios/boat.yaml");
    editor.open(&path, SCENARIO);
    let mut words = |item: &str| editor.words_at(&path, &SCENARIO.replace("count: { amy.hand: 1 }", item));
    let found = words("abilities: { lantern_boat: [¦] }");
    assert_eq!(found[0], "lantern_boat/sail", "{found:?}");
    assert!(found.len() > 1 && found.iter().skip(1).any(|word| word.contains('/')), "{found:?}");
    let found = words("abilities: { lantern_boat: [lantern_boat/¦] }");
    has(&found, &["sail"]);
    has_none(&found, &["lantern_boat/sail"]);
    editor.end();
}

#[test]
fn a_name_that_is_taken_is_told_with_its_article() {
    let abilities = "abilities:\n  - { id: sail, timing: main, script: 'act.draw(me, 1)' }\n  - { id: row, timing: main, script: 'act.draw(me, 2)' }\n";
    let card = format!("{}{abilities}", CARD.split("abilities:").next().expect("the head"));
    let folder = Folder::new("article", &[("pack.yaml", PACK), (AT, &card)]);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path(AT);
    editor.open(&path, &card);
    let line = card.lines().position(|line| line.contains("sail")).expect("the line");
    not_renamed(&mut editor, &path, (line, 11), "row", "there is an ability of a card `row` already");
    editor.end();
}
