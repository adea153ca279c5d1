//! Lsp editing: values of locals, signatures, patches, steps that are offered, folds, layouts, snippets and quick
//! fixes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::lsp::{Folder, has, has_none};
use crate::support::editor::{Editor, place, unmark, uri};

const PACK: &str = "pack: own\nversion: 1.0.0\nextends: duel\n";
const CARD_AT: &str = "cards/duel/own/a_card.yaml";
const HEAD: &str = "name: A Hide\ntype: aura\ncolour: grove\ncost: { any: 1 }\n";
const MODULE: &str = "--- Helpers.\nlocal helpers = {}\n\n--- The limit.\nhelpers.limit = 3\n\n--- Finds one.\n---@param player Player\n---@return Card?\nfunction helpers.find(player, n)\n  return cards { zone = \"field\" }[1]\nend\n\nreturn helpers\n";
const SCENARIO_AT: &str = "tests/scenarios/a.yaml";
const SCENARIO: &str = "title: A bear hides
game: duel
setup:
  active: amy
  phase: noon
  amy: { hand: [bear_hide, grove_well], library: [bear_hide] }
  beth: { library: [bear_hide] }
";

fn own(name: &str) -> (Folder, Editor) {
    let files = [("pack.yaml", PACK), (CARD_AT, HEAD), ("scripts/duel/helpers.lua", MODULE), (SCENARIO_AT, SCENARIO)];
    let folder = Folder::new(name, &files);
    let editor = Editor::new(&folder.0, &[]);
    (folder, editor)
}

/// A card with a script at the mark of which something is asked.
fn script(marked: &str) -> String {
    let targets = "targets: { one: { zone: field }, many: { zone: field, pick: 2 } }";
    format!(
        "{HEAD}abilities:\n  - timing: main\n    {targets}\n    script: |\n      {}\n",
        marked.replace('\n', "\n      ")
    )
}

#[test]
fn a_local_offers_the_fields_of_its_value() {
    let (folder, mut editor) = own("values");
    let path = folder.path(CARD_AT);
    editor.open(&path, HEAD);
    let mut check = |marked: &str, wanted: &[&str], unwanted: &[&str]| {
        let words = editor.words_at(&path, &script(marked));
        has(&words, wanted);
        has_none(&words, unwanted);
        words
    };
    let (of_cards, of_players) = (["power", "owner", "carries"], ["life", "opponent", "seat"]);
    check("local c = cards { zone = \"field\" }[1]\nc.¦", &of_cards, &of_players);
    check("for _, one in ipairs(cards { zone = \"hand\" }) do\n  one.owner.¦\nend", &of_players, &of_cards);
    check("local chosen = this.one\nchosen.¦", &of_cards, &of_players);
    check("local found = helpers.find(me)\nfound.¦", &of_cards, &of_players);
    check("local fight = record(\"combat\")\nfight.¦", &["attackers"], &["power", "life"]);
    // A list has no fields, and neither has a number.
    for list in ["local list = cards {}\nlist.¦", "this.many.¦", "local n = me.life\nn.¦"] {
        assert!(check(list, &[], &of_cards).is_empty(), "{list}");
    }
    // A local of another block is out of sight; a local says what it is.
    let words = check("if self then local inside = 1 end\nlocal outside = me\n¦", &["outside"], &["inside"]);
    assert_eq!(words[0], "outside");
    check("self:¦", &["has", "is", "stored"], &["power"]);
    check("math.¦", &["max", "floor"], &["power", "sub"]);
    check("string.¦", &["sub", "format"], &["match", "max"]);
    check("helpers.¦", &["find", "limit"], &["power"]);
    let detail = |answer: &Value, label: &str| {
        let items = answer["items"].as_array().cloned().unwrap_or_default();
        items.into_iter().find(|item| item["label"] == label).map(|item| item["detail"].clone())
    };
    let answer = editor.at_mark("completion", &path, &script("local who = self.owner\nnote(¦)"));
    assert_eq!(detail(&answer, "who"), Some(json!("Player?")));
    editor.end();
}

#[test]
fn a_reference_in_data_offers_the_fields_of_what_it_leads_to() {
    let (folder, mut editor) = own("dotted");
    let path = folder.path(CARD_AT);
    editor.open(&path, HEAD);
    let mut check = |marked: &str, wanted: &[&str], unwanted: &[&str]| {
        let words = editor.words_at(&path, &format!("{HEAD}abilities:\n  - {marked}\n"));
        has(&words, wanted);
        has_none(&words, unwanted);
    };
    check("while: true\n    modify: { power: me.¦ }", &["life", "seat"], &["power", "self"]);
    check("while: true\n    modify: { power: self.owner.¦ }", &["life"], &["power"]);
    check("after: moved\n    do: [{ change: { object: me, name: wounds, by: event.card.¦ } }]", &["power"], &["life"]);
    check("after: moved\n    do: [{ move: { card: event.card, to: owner.¦ } }]", &["hand", "grave"], &["power"]);
    check("while: { me: { life: \">= option.¦\" } }", &["hand", "max_turns"], &["power", "self"]);
    // Cards of an event are named by what they are, as well as by a reference.
    check("after: moved\n    do: [{ move: { card: { zone: ¦ }, to: owner.hand } }]", &["field", "hand"], &["self"]);
    check("after: moved\n    do: [{ move: { card: { ¦ }, to: owner.hand } }]", &["zone", "controller"], &["self"]);
    editor.end();
}

#[test]
fn a_local_is_renamed_in_its_block_and_marked_where_it_stands() {
    let (folder, mut editor) = own("locals");
    let path = folder.path(CARD_AT);
    editor.open(&path, HEAD);
    let marked = script("local c = self\nlocal f = function(c) return c.name end\nnote(c¦.name .. f(me))\nact.c(c)");
    let (text, line, column) = unmark(&marked);
    let lines = |answer: &Value| -> Vec<u64> {
        let all = answer.as_array().cloned().unwrap_or_default();
        let range =
            |one: &Value| if one["range"].is_null() { one["location"]["range"].clone() } else { one["range"].clone() };
        all.iter().map(|one| range(one)["start"]["line"].as_u64().expect("a line") - 8).collect()
    };
    editor.change(&path, &text);
    assert_eq!(lines(&editor.at("documentHighlight", &path, line, column)), [0, 2, 3]);
    assert_eq!(lines(&editor.at("definition", &path, line, column)), [0]);
    assert_eq!(lines(&editor.at("references", &path, line, column)), [0, 2, 3]);
    let said = editor.at("hover", &path, line, column)["contents"]["value"].clone();
    assert!(
        said.as_str().is_some_and(|said| said.contains("local c: Card?") && said.contains("local c = self")),
        "{said}"
    );
    let mut renamed = |name: &str| {
        let mut asked = place(&path, line, column);
        asked["newName"] = json!(name);
        editor.ask("textDocument/rename", asked)
    };
    let edits = renamed("chosen")["result"]["documentChanges"][0]["edits"].clone();
    assert_eq!(edits.as_array().map(Vec::len), Some(3), "{edits}");
    for (name, why) in
        [("self", "means something in this script"), ("end", "no name of Lua"), ("a-b", "no name of Lua")]
    {
        let answer = renamed(name);
        assert!(answer["error"]["message"].as_str().unwrap_or("").contains(why), "{name}: {answer}");
    }
    editor.end();
}

#[test]
fn the_function_around_the_place_is_told() {
    let (folder, mut editor) = own("signatures");
    let path = folder.path(CARD_AT);
    editor.open(&path, HEAD);
    let mut check = |marked: &str, label: &str, parameter: &str| {
        let answer = editor.at_mark("signatureHelp", &path, &script(marked));
        let one = &answer["signatures"][0];
        let told = one["label"].as_str().unwrap_or("");
        assert!(told.starts_with(label), "{marked}: {answer}");
        let range = &one["parameters"][answer["activeParameter"].as_u64().expect("a number") as usize]["label"];
        let end = |n: usize| range[n].as_u64().expect("a number") as usize;
        assert_eq!(&told[end(0)..end(1)], parameter, "{marked}");
    };
    check("act.move(self, ¦", "act.move(cards: Card|Card[], to: string|Space", "to: string|Space");
    check("helpers.find(¦", "helpers.find(player, n)", "player");
    check("math.max(1, 2, 3¦", "math.max(x: number, ...: number): number", "...: number");
    check("local function f(a, b) end\nf(1, ¦", "f(a, b)", "b");
    check("self:has(\"keywords\", ¦", "has(field: string, word: string): boolean", "word: string");
    check("act.well_laid(me, ¦", "act.well_laid(player: Player, card: Card)", "card: Card");
    let none = editor.at_mark("signatureHelp", &path, &script("note¦"));
    assert!(none.is_null(), "{none}");
    editor.end();
}

#[test]
fn a_patch_is_completed_and_explained_as_what_it_changes() {
    let (folder, mut editor) = own("patches");
    let path = folder.path("pack.yaml");
    editor.open(&path, PACK);
    let marked = |patch: &str| format!("{PACK}patches:\n  - {patch}\n");
    let mut check = |patch: &str, wanted: &[&str], unwanted: &[&str]| {
        let words = editor.words_at(&path, &marked(patch));
        has(&words, wanted);
        has_none(&words, unwanted);
    };
    check("set: ¦", &["zones", "decks", "flow"], &["areas", "self"]);
    check("add: ¦", &["zones", "areas"], &["self"]);
    check("set: decks.¦", &["wells", "cards"], &["zones"]);
    check("set: decks.cards.c¦", &["count", "copies"], &["wells"]);
    check("card: bear_hide\n    set: ¦", &["abilities", "cost"], &["zones"]);
    check("insert: flow.game\n    before: ¦", &["turn"], &["zones"]);
    // Values are those of the place where they are put.
    check("add: zones\n    with: { attic: { ¦ } }", &["seen_by", "slots"], &["set", "timing"]);
    check("add: zones\n    with: { attic: { seen_by: ¦ } }", &["owner", "nobody"], &["field"]);
    check("insert: flow.game\n    before: turn\n    items: [{ window: ¦ }]", &["main", "block"], &["field"]);
    check("set: uses.spell.to\n    to: ¦", &["grave", "field"], &["set"]);
    check("{ add: attributes.card, with: { gain: { amount: it.¦ } } }", &["power"], &["life"]);
    let mut says = |patch: &str, wanted: &[&str]| {
        let said = editor.hover_at(&path, &marked(patch));
        wanted.iter().for_each(|wanted| assert!(said.contains(wanted), "{patch}: {said}"));
    };
    says("{ set: decks.cards.cou¦nt, to: 3 }", &["decks.cards.count", "Exactly how many cards", "36", "game.yaml:"]);
    says("{ set: decks.car¦ds.count, to: 3 }", &["decks.cards", "copies: 4"]);
    says("{ add: zones, with: { attic: { seen_b¦y: owner } } }", &["who see the faces"]);
    let at = editor.at_mark("definition", &path, &marked("{ set: zones.fie¦ld.slots, to: 3 }"));
    assert_eq!(at[0]["uri"], "intermezzo:/cards/duel/game.yaml", "{at}");
    editor.end();
}

#[test]
fn a_name_in_the_path_of_a_patch_is_renamed_with_the_others() {
    let text = format!(
        "{PACK}patches:\n  - add: zones\n    with: {{ attic: {{ per: player }} }}\n  - {{ set: zones.attic.per, to: player }}\n"
    );
    let folder = Folder::new("patched-names", &[("pack.yaml", &text)]);
    let mut editor = Editor::new(&folder.0, &[]);
    let path = folder.path("pack.yaml");
    editor.open(&path, &text);
    let mut asked = place(&path, 6, 18);
    asked["newName"] = json!("loft");
    let answer = editor.ask("textDocument/rename", asked);
    let edits = answer["result"]["documentChanges"][0]["edits"].as_array().cloned().unwrap_or_default();
    assert_eq!(edits.len(), 2, "{answer}");
    editor.end();
}

#[test]
fn a_step_is_completed_by_what_is_offered_then() {
    let (folder, mut editor) = own("steps");
    let path = folder.path(SCENARIO_AT);
    editor.open(&path, SCENARIO);
    let mut words = |steps: &str| {
        editor.words_at(&path, &format!("{SCENARIO}steps:\n  - {steps}\nexpect:\n  - count: {{ amy.hand: 1 }}\n"))
    };
    let first = words("¦");
    assert_eq!(first[0], "amy", "who is asked comes first: {first:?}");
    let now = words("amy: ¦");
    assert!(now.contains(&"pass".to_string()), "{now:?}");
    // What cannot be done now is not offered: the hide costs what nothing pays.
    assert!(!now.iter().any(|step| step.contains("bear_hide")), "{now:?}");
    let verb = now.iter().find(|step| step.ends_with(" grove_well")).unwrap_or_else(|| panic!("{now:?}")).clone();
    let begun = verb.trim_end_matches("grove_well");
    assert_eq!(words(&format!("amy: {begun}¦")), ["grove_well"]);
    // Behind a step that was done, something else is offered.
    let then = words(&format!("amy: {verb}\n  - amy: ¦"));
    assert!(!then.contains(&verb), "{then:?}");
    editor.end();
}

#[test]
fn what_is_indented_folds_and_names_of_the_workspace_are_found() {
    let (folder, mut editor) = own("folds");
    let path = folder.path(CARD_AT);
    let text = script("if self then\n  note(self.name)\nend");
    editor.open(&path, &text);
    let folds = editor.at("foldingRange", &path, 0, 0);
    let told: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| (fold["startLine"].as_u64().expect("a line"), fold["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(told, [(4, 10), (5, 10), (7, 10), (8, 9)], "{folds}");
    let mut found = |asked: &str| {
        let all = editor.ask("workspace/symbol", json!({ "query": asked }))["result"].clone();
        let name = |one: &Value| one["name"].as_str().expect("a name").to_string();
        all.as_array().expect("a list").iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(found("a_card")[0], "a_card");
    assert_eq!(found("bear_hid"), ["bear_hide"]);
    assert!(found("helpers").contains(&"helpers".to_string()));
    assert!(found("").len() > 100);
    assert!(found("no such name").is_empty());
    editor.end();
}

/// A text with the edits of an answer.
fn edited(text: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let line = at["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let column = at["character"].as_u64().expect("a column") as usize;
        // No text of these tests has a character of two units.
        let within: usize = text[start.min(text.len())..].chars().take(column).map(char::len_utf8).sum();
        (start + within).min(text.len())
    };
    let mut out = text.to_string();
    for edit in edits.as_array().expect("a list").iter().rev() {
        let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
        out.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    out
}

#[test]
fn a_file_is_laid_out_and_keeps_its_comments() {
    let (folder, mut editor) = own("layout");
    let path = folder.path(CARD_AT);
    let text = "# A hide.\n\n\nname:   A Hide\ntype: aura   # worn\ncolour: grove # green\ncost: {any: 1}\nabilities:\n- while:   true\n  # to its host\n  affects: {is: self.host}\n  modify: { power: 2 }\n\n";
    editor.open(&path, text);
    let new = edited(text, &editor.at("formatting", &path, 0, 0));
    assert_eq!(
        new,
        "# A hide.\n\nname: A Hide\ntype: aura     # worn\ncolour: grove  # green\ncost: { any: 1 }\nabilities:\n  - while: true\n    # to its host\n    affects: { is: self.host }\n    modify: { power: 2 }\n"
    );
    editor.change(&path, &new);
    assert_eq!(editor.at("formatting", &path, 0, 0), json!([]));
    // What cannot be read is left alone.
    editor.change(&path, "name: [a\n");
    assert!(editor.at("formatting", &path, 0, 0).is_null());
    editor.end();
}

#[test]
fn a_help_that_says_what_to_write_is_one_action() {
    let (folder, mut editor) = own("fixes");
    let path = folder.path(CARD_AT);
    let good =
        format!("{HEAD}abilities:\n  - while: true\n    affects: {{ is: self.host }}\n    modify: {{ power: 2 }}\n");
    editor.open(&path, &good);
    let mut mended = |path: &Path, text: &str, title: &str| -> String {
        let found = editor.change(path, text);
        for finding in found {
            let mut asked = place(path, 0, 0);
            (asked["range"], asked["context"]) = (finding["range"].clone(), json!({ "diagnostics": [finding] }));
            let actions = editor.ask("textDocument/codeAction", asked)["result"].clone();
            let action = actions.as_array().into_iter().flatten().find(|action| action["title"] == title).cloned();
            if let Some(action) = action {
                return edited(text, &action["edit"]["changes"][uri(path)]);
            }
        }
        panic!("nothing is called `{title}`: {text}")
    };
    let missing = good.replace("type: aura\n", "");
    assert_eq!(mended(&path, &missing, "Add `type`"), format!("type: \n{missing}"));
    let reads = format!(
        "{HEAD}abilities:\n  - while: {{ count: {{ zone: hand, controller: opponent, type: well }} }}\n    affects: {{ is: self.host }}\n    modify: {{ power: 2 }}\n"
    );
    let wanted = reads.replace("  - while", "  - reads: hidden\n    while");
    assert_eq!(mended(&path, &reads, "Add `reads: hidden`"), wanted);
    let quoted = good.replace("name: A Hide", "name: 1.5");
    assert_eq!(mended(&path, &quoted, "Write `\"1.5\"`"), quoted.replace("1.5", "\"1.5\""));
    let printed = script("note(“hand”)");
    assert_eq!(mended(&path, &printed, "Write the quotes of a keyboard"), script("note(\"hand\")"));
    editor.end();
}

#[test]
fn an_editor_that_takes_snippets_is_offered_them() {
    let (folder, plain) = own("snippets");
    let path = folder.path(CARD_AT);
    let snippets = |mut editor: Editor| -> Vec<String> {
        editor.open(&path, HEAD);
        let mut found = Vec::new();
        for marked in [format!("{HEAD}abilities:\n  - ¦\n"), script("¦"), "¦".into()] {
            let answer = editor.at_mark("completion", &path, &marked);
            let items = answer["items"].as_array().cloned().unwrap_or_default();
            let of = items.into_iter().filter(|item| item["insertTextFormat"] == 2);
            found.extend(of.map(|item| item["label"].as_str().expect("a label").to_string()));
        }
        editor.end();
        found
    };
    assert!(snippets(plain).is_empty());
    let found = snippets(Editor::with_options(&folder.0, &[], &json!({ "snippets": true })));
    has(&found, &["timing …", "after …", "while …", "for … in", "card …"]);
}

#[test]
fn a_timing_and_a_window_of_one_name_are_renamed_apart() {
    let root = Path::new(env!("REPOSITORY")).canonicalize().expect("the repository");
    let path = root.join("cards/tricks/game.yaml");
    let text = std::fs::read_to_string(&path).expect("a text");
    let mut editor = Editor::new(&root, &[]);
    editor.open(&path, &text);
    let all = editor.ask("workspace/symbol", json!({ "query": "" }))["result"].clone();
    let all = all.as_array().expect("a list");
    let of = |name: &Value, kind: &str| {
        all.iter().find(|one| one["name"] == *name && one["containerName"] == format!("{kind} of tricks"))
    };
    // A name that is declared as both.
    let names = all.iter().map(|one| &one["name"]);
    let both = names.into_iter().find_map(|name| Some((of(name, "timing")?, of(name, "window")?)));
    let (timing, window) = both.expect("a timing and a window of one name");
    let mut places = |one: &Value| {
        let start = &one["location"]["range"]["start"];
        let at = |key: &str| start[key].as_u64().expect("a number") as usize;
        let mut asked = place(&path, at("line"), at("character"));
        asked["newName"] = json!("quite_another");
        let answer = editor.ask("textDocument/rename", asked);
        let changes = answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        let of_file = |change: &Value| {
            let edits = change["edits"].as_array().expect("a list").clone();
            let file = change["textDocument"]["uri"].clone();
            edits.into_iter().map(move |edit| format!("{file} {}", edit["range"])).collect::<Vec<_>>()
        };
        changes.iter().flat_map(of_file).collect::<Vec<_>>()
    };
    let (of_timing, of_window) = (places(timing), places(window));
    assert!(!of_timing.is_empty() && !of_window.is_empty());
    assert!(of_timing.iter().all(|place| !of_window.contains(place)), "{of_timing:?} {of_window:?}");
    editor.end();
}

/// A run of the program in a folder: its exit code and its output.
fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let output = command.args(args).current_dir(folder).output().expect("the program");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("a code"), said)
}

#[test]
fn fmt_writes_files_once_and_names_those_that_would_change() {
    let wild = "name:  A Hide\ntype: aura\n";
    let broken = "name: [\n";
    let folder = Folder::new("fmt", &[("pack.yaml", PACK), (CARD_AT, wild), ("cards/duel/own/broken.yaml", broken)]);
    let text = |path: &str| std::fs::read_to_string(folder.path(path)).expect("a text");
    let (code, said) = run(&folder.0, &["fmt", "--check"]);
    assert!(code == 1 && said.contains(&format!("would change {CARD_AT}")), "{code}: {said}");
    assert_eq!(text(CARD_AT), wild);
    let (code, said) = run(&folder.0, &["fmt"]);
    assert!(code == 1 && said.contains("broken.yaml: left alone"), "{code}: {said}");
    assert_eq!(
        (text(CARD_AT).as_str(), text("cards/duel/own/broken.yaml").as_str()),
        ("name: A Hide\ntype: aura\n", broken)
    );
    let (code, said) = run(&folder.0, &["fmt", "--check", CARD_AT]);
    assert!(code == 0 && said.contains("0 would change"), "{code}: {said}");
}

/// All files of YAML below a folder.
fn below(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => below(&path, out),
            false if path.extension().is_some_and(|ending| ending == "yaml") => out.push(path),
            false => {}
        }
    }
}

#[test]
fn every_shipped_file_can_be_laid_out_and_then_stays() {
    let root = Path::new(env!("REPOSITORY"));
    let mut files = Vec::new();
    ["cards", "packs", "tests/scenarios"].iter().for_each(|top| below(&root.join(top), &mut files));
    assert!(files.len() > 2_000, "{}", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let once =
            intermezzo_program::layout::laid_out(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(intermezzo_program::layout::laid_out(&once).as_ref(), Ok(&once), "{}", path.display());
    }
}
