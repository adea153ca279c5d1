//! Lsp names: the language server knows names that belong to other things, and names in scenarios.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::lsp::{AT, CARD, Folder, PACK, SCENARIO, has, has_none, lines, not_renamed, pack};
use crate::support::editor::{Editor, place, uri};

/// The texts of files with the edits of an answer, by name.
fn edited(editor: &mut Editor, path: &Path, place_of: (usize, usize), name: &str) -> Vec<(String, String)> {
    let mut asked = place(path, place_of.0, place_of.1);
    asked["newName"] = json!(name);
    let answer = editor.ask("textDocument/rename", asked);
    assert!(answer["error"].is_null(), "{answer}");
    let mut out = Vec::new();
    for change in answer["result"]["documentChanges"].as_array().expect("a list") {
        let Some(edits) = change["edits"].as_array() else { continue };
        let file = PathBuf::from(change["textDocument"]["uri"].as_str().expect("a file").trim_start_matches("file://"));
        let mut lines: Vec<String> =
            std::fs::read_to_string(&file).expect("a text").lines().map(String::from).collect();
        let mut places: Vec<[usize; 3]> = Vec::new();
        for edit in edits {
            let of = |end: &str, what: &str| edit["range"][end][what].as_u64().expect("a number") as usize;
            places.push([of("start", "line"), of("start", "character"), of("end", "character")]);
        }
        places.sort();
        for [line, start, end] in places.into_iter().rev() {
            lines[line].replace_range(start..end, name);
        }
        out.push((file.file_name().expect("a name").to_string_lossy().into_owned(), lines.join("\n") + "\n"));
    }
    out.sort();
    out
}

/// The line and the column, from 0, inside of a word of a text.
fn inside(text: &str, word: &str) -> (usize, usize) {
    let at = text.find(word).unwrap_or_else(|| panic!("no {word}: {text}"));
    let before = &text[..at];
    (before.matches('\n').count(), before.rsplit('\n').next().expect("a line").chars().count() + word.len() - 1)
}

/// Names the card `lantern_boat` in every form in which a scenario names cards.
const EVERY_FORM: &str = "title: Every form
game: cardland
files:
  cards/cardland/boats/lantern_boat.yaml: |
    name: Lantern Boat
    type: event
    colour: red
    usage: { red: 1 }
    text: Draw a card.
    abilities:
      - id: sail
        timing: main
        turn: me
        modes:
          - { id: far, script: 'act.draw(me, 1)' }
          - { id: near, script: 'if count { def = \"lantern_boat\" } > 9 then act.draw(me, 1) end' }
  cards/cardland/boats/other_boat.yaml: |
    name: Other Boat
    type: event
    colour: red
    usage: { red: 1 }
    text: Draw a card.
    abilities:
      - timing: main
        turn: me
        condition: { count: { zone: any, def: lantern_boat } }
        script: |
          if count { def = \"lantern_boat\" } > 9 then act.grant(me, \"lantern_boat/sail\") end
          act.draw(me, 1)
setup:
  active: amy
  phase: main
  amy:
    extra: [red, red, red]
    hand: [lantern_boat, { card: lantern_boat, as: other }, lantern_boat, other_boat]
    deck: [lantern_boat, lantern_boat]
    discard: lantern_boat
    stage: [tamsin_flint]
    story: [{ card: tamsin_flint, printed: lantern_boat }]
  effects:
    - { card: lantern_boat, grant: lantern_boat/sail }
    - { card: lantern_boat#2, lose: lantern_boat/sail, source: lantern_boat#3 }
rng: [{ shuffle: [lantern_boat, lantern_boat#2] }, { pick: [lantern_boat, lantern_boat/sail] }]
steps:
  - amy: use lantern_boat/far
    choose: [lantern_boat]
    pay: [lantern_boat#2]
    offered: [lantern_boat, lantern_boat#3]
  - amy: use other/far
    choose: { it: lantern_boat, them: [lantern_boat] }
  - amy: choose [lantern_boat, lantern_boat#2]
  - sealed: { amy: [lantern_boat], beth: lantern_boat }
  - refuse: { amy: use lantern_boat, choose: [lantern_boat], pay: lantern_boat, because: not }
  - amy: assign
    choose: { 1: lantern_boat, lantern_boat: 2 }
  - expect:
      - zone: { amy.discard: [lantern_boat] }
expect:
  - zone: { amy.hand: [lantern_boat#2], amy.deck: lantern_boat }
  - holds: { amy.hand: [lantern_boat#2] }
  - status: { lantern_boat: resting, lantern_boat#2: active }
  - abilities: { lantern_boat: [lantern_boat/far] }
  - view: { beth: { amy.hand: 6, amy.discard: [lantern_boat] } }
  - offers: { amy: [use lantern_boat/far, lantern_boat] }
  - lantern_boat.usage: 1
  - lantern_boat#2.host: lantern_boat
";

#[test]
fn every_place_of_a_scenario_that_names_a_card_is_a_reference() {
    let (folder, mut editor) = pack("every-form");
    let path = folder.path("tests/scenarios/form.yaml");
    editor.open(&path, EVERY_FORM);
    // Also an ability of a card, whatever the card is called there.
    for (word, ability) in [("lantern_boat", false), ("far", true)] {
        let (line, column) = match ability {
            false => inside(EVERY_FORM, "card: lantern_boat"),
            true => inside(EVERY_FORM, "lantern_boat/far"),
        };
        let found = editor.at("references", &path, line, column);
        let own: Vec<&Value> = found.as_array().expect("a list").iter().filter(|at| at["uri"] == uri(&path)).collect();
        let mut places: Vec<(usize, usize)> = own
            .iter()
            .map(|at| &at["range"]["start"])
            .map(|at| (at["line"].as_u64().expect("a line") as usize, at["character"].as_u64().expect("one") as usize))
            .collect();
        places.sort();
        let mut wanted = Vec::new();
        for (number, line) in EVERY_FORM.lines().enumerate() {
            wanted.extend(line.match_indices(word).map(|(at, _)| (number, at)));
        }
        assert_eq!(places, wanted, "{word}");
    }
    editor.end();
}

#[test]
fn a_card_is_renamed_where_a_scenario_expects_it() {
    let scenario = format!(
        "{SCENARIO}  - zone: {{ amy.discard: [lantern_boat], amy.hand: [lantern_boat#2] }}\n  - holds: {{ amy.hand: [lantern_boat#2] }}\n"
    );
    let files = [("pack.yaml", PACK), (AT, CARD), ("tests/scenarios/boat.yaml", &scenario)];
    let folder = Folder::new("rename-expected", &files);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path("tests/scenarios/boat.yaml");
    assert_eq!(editor.open(&path, &scenario), [Value::Null; 0]);
    let found = edited(&mut editor, &path, inside(&scenario, "use lantern_boat"), "paper_boat");
    assert_eq!(found, [("boat.yaml".to_string(), scenario.replace("lantern_boat", "paper_boat"))]);
    editor.end();
}

#[test]
fn an_ability_of_a_card_is_renamed_wherever_it_is_named() {
    let card = CARD.replace("  - timing: main", "  - id: sail\n    timing: main");
    let other = CARD.replace("Lantern", "Other").replace("MN-01", "MN-02").replace(
        "script: act.draw(me, 1)",
        "script: |\n      act.draw(me, 1)\n      if count { zone = \"stage\" } > 90 then act.grant(self, \"lantern_boat/sail\") end",
    );
    // Another card calls an ability so, too.
    let third = card.replace("Lantern", "Third").replace("MN-01", "MN-03");
    let scenario = SCENARIO.replace("use lantern_boat", "use lantern_boat/sail");
    let folder = Folder::new(
        "rename-ability",
        &[
            ("pack.yaml", PACK),
            (AT, &card),
            ("cards/cardland/boats/other_boat.yaml", &other),
            ("cards/cardland/boats/third_boat.yaml", &third),
            ("tests/scenarios/boat.yaml", &scenario),
        ],
    );
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path(AT);
    assert_eq!(editor.open(&path, &card), [Value::Null; 0]);
    let at = inside(&card, "id: sail");
    assert_eq!(editor.at("prepareRename", &path, at.0, at.1)["placeholder"], "sail");
    let found = edited(&mut editor, &path, at, "row");
    let wanted = [("boat.yaml", &scenario), ("lantern_boat.yaml", &card), ("other_boat.yaml", &other)];
    assert_eq!(found, wanted.map(|(name, text)| (name.to_string(), text.replace("sail", "row"))));
    // A use leads to the declaration, and its hover describes it.
    let used = folder.path("tests/scenarios/boat.yaml");
    editor.open(&used, &scenario);
    let at = inside(&scenario, "lantern_boat/sail");
    assert_eq!(lines(&editor.at("definition", &used, at.0, at.1)), ["lantern_boat.yaml:8"]);
    let said = editor.hover_at(&used, &scenario.replace("/sail", "/sa¦il"));
    assert!(said.contains("ability **sail** of **Lantern Boat**"), "{said}");
    editor.end();
}

#[test]
fn keys_that_are_there_and_seats_that_nobody_has_are_not_offered() {
    let (folder, mut editor) = pack("written");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    for marked in [CARD.replace("text: Draw a card.", "¦"), CARD.replace("turn: me", "turn: me\n    ¦")] {
        let words = editor.words_at(&path, &marked);
        has_none(&words, &["name", "type", "number", "colour", "usage", "timing", "turn", "script"]);
    }
    // Also behind the place, on other lines, and of maps in maps.
    let targets = "targets: { it: { zone: stage,\n      ¦,\n      other: true, not: { type: [story], name: x } } }";
    let words = editor.words_at(&path, &CARD.replace("turn: me", targets));
    has_none(&words, &["zone", "other", "not"]);
    has(&words, &["type", "name", "pick"]);
    // A key that is being written stays.
    has(&editor.words_at(&path, &CARD.replace("colour: red", "col¦our: red")), &["colour"]);
    has(&editor.words_at(&path, &CARD.replace("usage: { red: 1 }", "usage: { red: 1, ¦ }")), &["blue"]);
    has_none(&editor.words_at(&path, &CARD.replace("usage: { red: 1 }", "usage: { red: 1, ¦ }")), &["red"]);
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    let mut words = |from: &str, to: &str| editor.words_at(&scenario, &SCENARIO.replace(from, to));
    let nobody = ["cleo", "dora", "hana"];
    for (from, to) in [
        ("steps:", "  ¦\nsteps:"),
        ("  - amy: use lantern_boat", "  - ¦"),
        ("[beth]", "[¦]"),
        ("active: amy", "active: ¦"),
        ("amy.hand: 1", "¦"),
        ("count: { amy.hand: 1 }", "offers: { ¦ }"),
    ] {
        let words = words(from, to);
        has(&words, &["beth"]);
        has_none(&words, &nobody);
    }
    has(&words("game: cardland", "game: cardland\nplayers: 3\nstart: { ¦ }"), &["cleo"]);
    has_none(&words("active: amy", "active: ¦"), &["me", "opponent"]);
    let zones = words("extra: [red], hand: [lantern_boat], deck:", "extra: [red], ¦, hand: [lantern_boat], deck:");
    has(&zones, &["discard", "attic"]);
    has_none(&zones, &["extra", "hand", "deck"]);
    // A zone of a player stands under her.
    has_none(&words("steps:", "  ¦\nsteps:"), &["hand", "attic", "amy", "phase"]);
    editor.end();
}

#[test]
fn what_is_expected_of_cards_seats_and_zones_is_offered() {
    let (folder, mut editor) = pack("expected");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    let text = SCENARIO.replace("deck: [lantern_boat]", "stage: [{ card: tamsin_flint, as: tam }]");
    editor.open(&scenario, &text);
    let mut words = |item: &str| editor.words_at(&scenario, &text.replace("count: { amy.hand: 1 }", item));
    has(&words("¦"), &["zone", "holds", "lantern_boat", "tam", "amy"]);
    for item in ["tam.¦", "tam.pro¦", "tam.¦: 3"] {
        let found = words(item);
        has(&found, &["prowess", "zone", "controller"]);
        has_none(&found, &["holds", "hand", "finished"]);
    }
    let found = words("amy.¦");
    has(&found, &["finished"]);
    has_none(&found, &["prowess", "holds"]);
    for item in ["zone: { amy.¦ }", "holds: { amy.¦: [] }", "count: { amy.¦ }", "view: { beth: { amy.¦ } }"] {
        has(&words(item), &["hand", "attic"]);
    }
    has(&words("zone: { amy.hand: [¦] }"), &["lantern_boat", "tam"]);
    has(&words("status: { ¦ }"), &["lantern_boat", "tam"]);
    has(&words("status: { tam: ¦ }"), &["resting"]);
    let effects = text.replace("steps:", "  effects: [{ card: tam, field: ¦ }]\nsteps:");
    has(&words("asked: ¦"), &["amy", "beth", "nobody"]);
    let fields = editor.words_at(&scenario, &effects);
    has(&fields, &["prowess", "features"]);
    has_none(&fields, &["zone", "max_cast"]);
    // Abilities of a card that steps use.
    let steps = text.replace("use lantern_boat", "use lantern_boat/¦");
    assert_eq!(editor.words_at(&scenario, &steps), ["1"]);
    editor.end();
}

#[test]
fn help_is_given_for_what_functions_take_by_name_and_for_seats() {
    let (folder, mut editor) = pack("parts");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let script = CARD.replace("act.draw(me, 1)", "act.move(ask.card { zone = \"hand\", w¦hy = \"x\" }, \"discard\")");
    let said = editor.hover_at(&path, &script);
    assert!(said.contains("ask.card("), "{said}");
    let said = editor.hover_at(&path, &CARD.replace("turn: me", "turn: me\n    cost: [{ pi¦ps: { red: 1 } }]"));
    assert!(said.contains("Pips that must be paid"), "{said}");
    let targets = "targets: { it: { zone: stage, controller: me, oth¦er: true } }";
    let said = editor.hover_at(&path, &CARD.replace("turn: me", targets));
    assert!(said.contains("The card is another than the one"), "{said}");
    let said = editor.hover_at(&path, &CARD.replace("colour: red", "colour: r¦ed"));
    assert!(said.contains("word **red** of the field `colour`"), "{said}");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    for (from, to, wanted) in [
        ("- amy: use", "- a¦my: use", "**amy**: a command"),
        ("amy: { extra", "a¦my: { extra", "**amy**: a map of zones and counters"),
    ] {
        let said = editor.hover_at(&scenario, &SCENARIO.replace(from, to));
        assert!(said.contains(wanted), "{said}");
    }
    editor.end();
}

#[test]
fn a_target_is_renamed_in_its_card_and_where_scenarios_choose_for_it() {
    let of = |name: &str, number: &str| {
        let targets = "targets: { hit: { zone: stage }, other: { zone: hand, not: { is: this.hit } } }";
        let script =
            "script: |\n      act.move(this.hit, \"discard\")\n      note(this.card.name)\n      note(this.other.name)";
        let card = CARD.replace("Lantern", name).replace("MN-01", number);
        card.replace("script: act.draw(me, 1)", &format!("{targets}\n    {script}"))
    };
    let (card, other) = (of("Lantern", "MN-01"), of("Other", "MN-02"));
    let step =
        |card: &str| format!("  - amy: use {card}\n    choose: {{ hit: tamsin_flint, other: lantern_boat#2 }}\n");
    let scenario =
        SCENARIO.replace("  - amy: use lantern_boat\n", &format!("{}{}", step("lantern_boat"), step("other_boat")));
    let files = [
        ("pack.yaml", PACK),
        (AT, &card),
        ("cards/cardland/boats/other_boat.yaml", &other),
        ("tests/scenarios/boat.yaml", &scenario),
    ];
    let folder = Folder::new("rename-target", &files);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path(AT);
    assert_eq!(editor.open(&path, &card), [Value::Null; 0]);
    for word in ["{ hit", "is: this.hit", "act.move(this.hit"] {
        let found = edited(&mut editor, &path, inside(&card, word), "aim");
        let own = scenario.replacen("{ hit", "{ aim", 1);
        let wanted = [("boat.yaml".to_string(), own), ("lantern_boat.yaml".to_string(), card.replace("hit", "aim"))];
        assert_eq!(found, wanted, "{word}");
    }
    let at = inside(&card, "act.move(this.hit");
    assert_eq!(lines(&editor.at("definition", &path, at.0, at.1)), ["lantern_boat.yaml:10"]);
    editor.end();
}

const OARS: &str = "--- Oars: what boats do alike.

local oars = {}

--- `player` draws a card
--- for each oar.
function oars.pull(player, n)
  act.draw(player, n)
end

function oars.twice(player)
  oars.pull(player, 2)
end

return oars
";

#[test]
fn functions_of_modules_are_offered_told_found_and_renamed() {
    let card = CARD.replace("act.draw(me, 1)", "oars.pull(me, 1)");
    let other = CARD.replace("Lantern", "Other").replace("MN-01", "MN-02").replace("act.draw(me, 1)", "oars.twice(me)");
    let module = "scripts/cardland/oars.lua";
    let files = [("pack.yaml", PACK), (AT, &card), ("cards/cardland/boats/other_boat.yaml", &other), (module, OARS)];
    let folder = Folder::new("modules", &files);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path(AT);
    assert_eq!(editor.open(&path, &card), [Value::Null; 0]);
    // The game's own modules, and those of the pack.
    has(&editor.words_at(&path, &card.replace("oars.pull(me, 1)", "stage.¦")), &["janken", "discard"]);
    for half in ["oars.¦", "|\n      oars.¦\n      act.draw(me, 1)"] {
        let words = editor.words_at(&path, &card.replace("oars.pull(me, 1)", half));
        assert_eq!(words, ["pull", "twice"], "{half}");
    }
    has(&editor.words_at(&path, &card.replace("oars.pull(me, 1)", "¦")), &["oars", "stage"]);
    let said = editor.hover_at(&path, &card.replace("oars.pull", "oars.pu¦ll"));
    assert!(said.contains("oars.pull(player, n)") && said.contains("`player` draws a card\nfor each oar."), "{said}");
    let said = editor.hover_at(&path, &card.replace("oars.pull", "oa¦rs.pull"));
    assert!(said.contains("Oars: what boats do alike."), "{said}");
    editor.change(&path, &card);
    let at = inside(&card, "oars.pull");
    assert_eq!(lines(&editor.at("definition", &path, at.0, at.1)), ["oars.lua:7"]);
    assert_eq!(
        lines(&editor.at("references", &path, at.0, at.1)),
        ["lantern_boat.yaml:10", "oars.lua:7", "oars.lua:12"]
    );
    assert_eq!(lines(&editor.at("definition", &path, at.0, at.1 - 5)), ["oars.lua:1"]);
    let found = edited(&mut editor, &path, at, "row");
    let wanted = [("lantern_boat.yaml", card.as_str()), ("oars.lua", OARS)];
    assert_eq!(found, wanted.map(|(name, text)| (name.to_string(), text.replace(".pull", ".row"))));
    // A function of the game lies in the program.
    editor.change(&path, &card.replace("oars.pull(me, 1)", "stage.discard(me, 1)"));
    let found = editor.at("definition", &path, at.0, at.1);
    assert_eq!(found[0]["uri"], "intermezzo:/scripts/cardland/stage.lua", "{found}");
    not_renamed(&mut editor, &path, at, "throw", "lies in the program");
    // In the module itself, while it is half written.
    let lua = folder.path(module);
    editor.open(&lua, OARS);
    let words = editor.words_at(&lua, &OARS.replace("oars.pull(player, 2)", "oars.¦"));
    assert_eq!(words, ["pull", "twice"]);
    editor.end();
    // Modules of a pack are visible only to packs that need it.
    let functions = |name: &str, header: &str| {
        let card = "name: A\ntype: action\nabilities:\n  - timing: main\n    script: legends.¦\n";
        let (at, text) = ("cards/cfs/own/a_card.yaml", card.replace('¦', ""));
        let folder = Folder::new(name, &[("pack.yaml", header), (at, &text)]);
        let mut editor = Editor::new(&folder.0, &[]);
        editor.open(&folder.path(at), &text);
        let words = editor.words_at(&folder.path(at), card);
        editor.end();
        words
    };
    let header = "pack: own\nversion: 1.0.0\nextends: cfs\n";
    has_none(&functions("modules-alone", header), &["destroy_top", "bring_back"]);
    has(
        &functions("modules-needed", &format!("{header}needs: {{ legends: \"*\" }}\n")),
        &["destroy_top", "bring_back"],
    );
}

#[test]
fn a_field_of_an_event_is_renamed_in_its_text() {
    let here = crate::cli_new::Stranger::new("lsp-event-field");
    here.well("", &["new", "game", "odd_ropes"]);
    let root = here.0.canonicalize().expect("a folder");
    let manifest = root.join("cards/odd_ropes/game.yaml");
    let text = here.read("cards/odd_ropes/game.yaml");
    let mut editor = Editor::new(&root, &[]);
    editor.open(&manifest, &text);
    let at = inside(&text, "fields: { player: player, n");
    let found = edited(&mut editor, &manifest, at, "hurt");
    assert!(found[0].1.contains("player: player, hurt: int }"), "{found:?}");
    assert!(found[0].1.contains("is struck for {hurt}"), "{found:?}");
    // Built-in events have the same field, and nothing tells the two apart.
    let at = inside(&text, "fields: { player");
    not_renamed(&mut editor, &manifest, at, "whom", "rename it by hand");
    editor.end();
}

#[test]
fn findings_and_their_fixes_count_characters() {
    let (folder, mut editor) = pack("characters");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    for said in ["s = 'u'", "s = 'Zäh'", "s = '🐺🐺'"] {
        let line = format!("script: local {said}; act.darw(me, 1)");
        let text = CARD.replace("script: act.draw(me, 1)", &line);
        let found = editor.change(&path, &text);
        let line = text.lines().find(|line| line.contains("darw")).expect("the line");
        let before = line[..line.find("darw").expect("the word")].encode_utf16().count();
        let range = &found[0]["range"];
        assert_eq!((range["start"]["character"].as_u64(), found.len()), (Some(before as u64), 1), "{found:?}");
        let asked = json!({ "textDocument": { "uri": uri(&path) }, "range": range, "context": { "diagnostics": [] } });
        let fixes = editor.ask("textDocument/codeAction", asked)["result"].clone();
        let titles: Vec<&str> = fixes.as_array().expect("a list").iter().filter_map(|f| f["title"].as_str()).collect();
        assert!(titles.contains(&"Write `draw`"), "{titles:?}");
    }
    editor.end();
}

#[test]
fn a_request_behind_shutdown_is_refused() {
    let (_folder, mut editor) = pack("shutdown");
    assert!(editor.ask("shutdown", Value::Null)["error"].is_null());
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.ask("shutdown", Value::Null)["error"]["code"], -32600);
    editor.leave();
}

#[test]
fn nothing_is_renamed_to_what_means_something_or_is_no_file() {
    let here = crate::cli_new::Stranger::new("lsp-renamed");
    here.well("", &["new", "game", "odd_ropes"]);
    let root = here.0.canonicalize().expect("a folder");
    let manifest = root.join("cards/odd_ropes/game.yaml");
    let text = here.read("cards/odd_ropes/game.yaml");
    let mut editor = Editor::new(&root, &[]);
    editor.open(&manifest, &text);
    let at = |key: &str| {
        let found = text.lines().enumerate().find_map(|(n, line)| Some((n, line.find(&format!("{key}:"))? + 1)));
        found.unwrap_or_else(|| panic!("no {key}: {text}"))
    };
    // A zone, a seat of the scenarios, and what references begin with.
    for (name, why) in [("hand", "`hand` already"), ("amy", "`amy`"), ("me", "means something in every game")] {
        not_renamed(&mut editor, &manifest, at("life"), name, why);
    }
    // What every scenario may say.
    for (name, why) in [("pass", "`pass` means something"), ("concede", "an action cannot be called")] {
        not_renamed(&mut editor, &manifest, at("summon"), name, why);
    }
    let scenario = std::fs::read_dir(root.join("tests/scenarios/odd_ropes")).expect("a folder").next();
    let scenario = scenario.expect("a scenario").expect("an entry").path();
    let told = std::fs::read_to_string(&scenario).expect("a text");
    editor.open(&scenario, &told);
    let card = told.lines().enumerate().find_map(|(n, line)| Some((n, line.find("young_wolf")? + 1)));
    let card = card.unwrap_or_else(|| panic!("no card: {told}"));
    let long = "a".repeat(300);
    for name in ["CON", "con", &long] {
        not_renamed(&mut editor, &scenario, card, name, "no file can be called so");
    }
    editor.end();
}
