//! Lsp: the language server, asked by a client that speaks the protocol over the streams of a process.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::editor::{Editor, place, uri};

fn root() -> PathBuf {
    Path::new(env!("REPOSITORY")).canonicalize().expect("the repository")
}

/// All files of games, packs and scenarios below a folder, sorted.
fn below(folder: &str) -> Vec<PathBuf> {
    fn collect(dir: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() && path.file_name().is_some_and(|n| n != "_meta") => collect(&path, out),
                Some("yaml" | "lua") => out.push(path),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    collect(&root().join(folder), &mut out);
    out.sort();
    out
}

const ABOUT_PLACES: [&str; 5] = ["completion", "hover", "definition", "references", "prepareRename"];

/// Opens each of these files, and asks everything at some places of it. Returns how many questions were answered.
fn ask_everything(editor: &mut Editor, files: &[PathBuf], step: usize) -> usize {
    let mut answered = 0;
    for path in files {
        let text = std::fs::read_to_string(path).expect("a text");
        let found = editor.open(path, &text);
        assert!(found.iter().all(|f| f["severity"] == 4), "{}: {found:?}", path.display());
        let lines: Vec<&str> = text.lines().collect();
        for line in (0..lines.len()).step_by(step) {
            let length = lines[line].encode_utf16().count();
            let what = ABOUT_PLACES[(line / step + length) % ABOUT_PLACES.len()];
            for column in [0, length / 2, length] {
                let answer = editor.ask(&format!("textDocument/{what}"), place(path, line, column));
                // A refused renaming is answered with its reason.
                let is_told = what == "prepareRename" && answer["error"]["code"] == -32803;
                assert!(answer["error"].is_null() || is_told, "{what} at {}:{line}:{column}: {answer}", path.display());
                answered += 1;
            }
        }
        for what in ["codeLens", "documentSymbol", "codeAction"] {
            editor.at(what, path, 0, 0);
            answered += 1;
        }
        editor.close(path);
    }
    answered
}

#[test]
fn every_shipped_file_can_be_asked_about_and_has_no_findings() {
    let mut editor = Editor::new(&root(), &[]);
    let mut answered = 0;
    let is_beside = |path: &PathBuf| path.iter().any(|part| part == "rules" || part == "mutants");
    for folder in ["cards", "scripts", "packs"] {
        let files: Vec<PathBuf> = below(folder).into_iter().filter(|path| !is_beside(path)).collect();
        answered += ask_everything(&mut editor, &files, 3);
    }
    assert!(answered > 5_000, "{answered}");
    assert!(editor.said.is_empty(), "{:?}", editor.said);
    editor.end();
}

#[test]
fn every_scenario_can_be_asked_about_and_passes() {
    let mut editor = Editor::new(&root(), &[]);
    let files: Vec<PathBuf> = below("tests/scenarios").into_iter().filter(|p| !p.ends_with("bases.yaml")).collect();
    assert!(files.len() > 2_000, "{}", files.len());
    let answered = ask_everything(&mut editor, &files, 9);
    assert!(answered > 10_000, "{answered}");
    editor.end();
}

/// A folder with a pack for a shipped game, gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let dir = std::env::temp_dir().join(format!("intermezzo-lsp-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = dir.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Folder(dir.canonicalize().expect("a folder"))
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("it is ours");
    }
}

pub const PACK: &str =
    "pack: mine\nversion: 1.0.0\nextends: cardland\npatches:\n  - add: zones\n    with: { attic: { per: player } }\n";
pub const CARD: &str = "name: Lantern Boat
type: event
number: MN-01
colour: red
usage: { red: 1 }
text: Draw a card.
abilities:
  - timing: main
    turn: me
    script: act.draw(me, 1)
";
pub const SCENARIO: &str = "title: A boat brings a card
game: cardland
setup:
  active: amy
  phase: main
  amy: { extra: [red], hand: [lantern_boat], deck: [lantern_boat] }
steps:
  - amy: use lantern_boat
  - pass: [beth]
expect:
  - count: { amy.hand: 1 }
";
pub const AT: &str = "cards/cardland/boats/lantern_boat.yaml";

pub fn pack(name: &str) -> (Folder, Editor) {
    let folder = Folder::new(name, &[("pack.yaml", PACK), (AT, CARD), ("tests/scenarios/boat.yaml", SCENARIO)]);
    let editor = Editor::new(&folder.0, &[]);
    (folder, editor)
}

#[track_caller]
pub fn has(words: &[String], wanted: &[&str]) {
    let missing: Vec<&&str> = wanted.iter().filter(|w| !words.iter().any(|word| word == **w)).collect();
    assert!(missing.is_empty(), "{missing:?} not among {words:?}");
}

#[test]
fn a_mistake_is_found_as_it_is_typed_and_gone_when_it_is_mended() {
    let (folder, mut editor) = pack("findings");
    let path = folder.path(AT);
    assert_eq!(editor.open(&path, CARD), [Value::Null; 0]);
    let found = editor.change(&path, &CARD.replace("timing: main", "timing: mian"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(
        found[0]["range"],
        json!({ "start": { "line": 7, "character": 12 }, "end": { "line": 7, "character": 16 } })
    );
    assert!(found[0]["message"].as_str().expect("a text").contains("did you mean `main`?"), "{found:?}");
    // In the Lua inside it, too.
    let lua = editor.change(&path, &CARD.replace("act.draw", "act.drow"));
    assert_eq!(lua[0]["range"]["start"], json!({ "line": 9, "character": 16 }), "{lua:?}");
    assert_eq!(editor.change(&path, CARD), [Value::Null; 0]);
    editor.end();
}

#[test]
fn a_name_that_is_not_begun_is_told_as_missing() {
    let (folder, mut editor) = pack("begun");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let behind = "script: act.draw(me, 1)";
    for (script, name) in [
        ("script: |\n      act.\n      ask.yes(me)", "act."),
        ("script: |\n      me.\n      act.draw(me, 1)", "me."),
        ("script: |\n      self.\n      act.draw(me, 1)", "self."),
        ("script: |\n      act.\n      local one = 1\n      act.draw(me, one)", "act."),
        ("script: |\n      act.", "act."),
    ] {
        let found = editor.change(&path, &CARD.replace(behind, script));
        let told = format!("a name is missing behind `{name}`");
        assert_eq!(found.len(), 1, "{script}: {found:?}");
        assert!(found[0]["message"].as_str().is_some_and(|message| message.starts_with(&told)), "{script}: {found:?}");
        let start = json!({ "line": 10, "character": 6 });
        assert_eq!(found[0]["range"]["start"], start, "{script}: {found:?}");
    }
    // A call may be written over several lines.
    let apart = CARD.replace(behind, "script: |\n      act.\n        draw(me, 1)");
    assert_eq!(editor.change(&path, &apart), [Value::Null; 0]);
    editor.end();
}

#[test]
fn what_was_probably_meant_is_one_action() {
    let (folder, mut editor) = pack("actions");
    let lua = CARD.replace(
        "script: act.draw(me, 1)",
        "targets: { hit: { zone: stage } }\n    script: act.move(this.hit, \"discard\")",
    );
    let (card, scenario) = (folder.path(AT), folder.path("tests/scenarios/boat.yaml"));
    let header = folder.path("pack.yaml");
    let mut opened: Option<&PathBuf> = None;
    for (path, text, right, wrong, meant) in [
        (&header, PACK, "version: 1.0.0", "version: 1.0", "1.0.0"),
        (&card, CARD, "timing: main", "timing: mian", "main"),
        (&card, CARD, "act.draw", "act.drow", "draw"),
        (&card, CARD, "usage:", "usgae:", "usage"),
        (&card, CARD, "type: event", "type: evnet", "event"),
        (&card, &lua, "this.hit", "this.hti", "hit"),
        (&card, &lua, "\"discard\"", "\"discrad\"", "discard"),
        (&card, &lua, "zone: stage", "zone: satge", "stage"),
        (&scenario, SCENARIO, "use lantern_boat", "use lantern_baot", "lantern_boat"),
        (&scenario, SCENARIO, "hand: [lantern_boat]", "hand: [lantern_baot]", "lantern_boat"),
        (&scenario, SCENARIO, "phase: main", "phase: mian", "main"),
        (&scenario, SCENARIO, "amy.hand: 1", "amy.hnad: 1", "hand"),
        (&scenario, SCENARIO, "steps:", "stpes:", "steps"),
    ] {
        // One file at a time: a change of the card is told of an open scenario, too.
        if opened.is_some_and(|open| open != path) {
            editor.close(opened.expect("it is open"));
        }
        if opened.replace(path) != Some(path) {
            editor.open(path, text);
        }
        let wrong = text.replacen(right, wrong, 1);
        let found = editor.change(path, &wrong);
        let is_slip =
            |found: &&Value| found["message"].as_str().is_some_and(|message| message.contains("did you mean"));
        let slip = found.iter().find(is_slip);
        let at = slip.unwrap_or_else(|| panic!("nothing is meant:\n{wrong}\n{found:?}"))["range"].clone();
        // As editors ask: with the finding, or with the line alone.
        for sent in [json!(found), json!([])] {
            let mut asked = place(path, 0, 0);
            (asked["range"], asked["context"]) = (at.clone(), json!({ "diagnostics": sent, "only": ["quickfix"] }));
            let actions = editor.ask("textDocument/codeAction", asked)["result"].clone();
            let edit = &actions[0]["edit"]["changes"][uri(path)][0];
            assert_eq!(edit["newText"], meant, "{actions} of {found:?}");
            let place = |end: &str, what: &str| edit["range"][end][what].as_u64().expect("a number") as usize;
            let mut lines: Vec<String> = wrong.lines().map(String::from).collect();
            let line = &mut lines[place("start", "line")];
            line.replace_range(place("start", "character")..place("end", "character"), meant);
            assert_eq!(lines.join("\n"), text.trim_end(), "{edit}");
        }
        assert_eq!(editor.change(path, text), [Value::Null; 0]);
    }
    editor.end();
}

#[test]
fn what_may_stand_at_a_place_is_offered() {
    let (folder, mut editor) = pack("completion");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let head = "name: A\ntype: event\n";
    let mut check = |marked: &str, wanted: &[&str]| {
        let words = editor.words_at(&path, &format!("{head}{marked}"));
        has(&words, wanted);
        words
    };
    // Keys of a card, and the fields of its type.
    let words = check("¦\n", &["abilities", "text", "colour", "usage", "number"]);
    assert!(!words.contains(&"name".into()) && !words.contains(&"prowess".into()), "{words:?}");
    check("abilities:\n  - ¦\n", &["timing", "after", "instead", "while"]);
    // An ability with a timing has no use for what triggers have.
    let words = check("abilities:\n  - timing: main\n    ¦\n", &["targets", "script", "cost"]);
    assert!(!words.contains(&"match".into()) && !words.contains(&"after".into()), "{words:?}");
    check("abilities:\n  - timing: ¦\n", &["main", "interrupt"]);
    check("abilities:\n  - after: ¦\n", &["moved", "retire"]);
    check("abilities:\n  - timing: main\n    targets: { it: { zone: ¦ } }\n", &["stage", "attic", "hand"]);
    check("abilities:\n  - timing: main\n    targets: { it: { ¦ } }\n", &["zone", "pick", "prowess", "controller"]);
    check("abilities:\n  - timing: main\n    targets: { it: { type: ¦ } }\n", &["character", "story"]);
    check("abilities:\n  - while: true\n    modify: { ¦ }\n", &["prowess"]);
    check("colour: ¦\n", &["red", "blue"]);
    check("type: ¦\n", &["character", "event", "story"]);
    // Lua, in a line and in a block.
    check("abilities:\n  - timing: main\n    turn: me\n    script: act.¦\n", &["draw", "retire", "move"]);
    check(
        "abilities:\n  - timing: main\n    turn: me\n    script: |\n      act.move(self, \"¦\")\n",
        &["hand", "attic"],
    );
    check(
        "abilities:\n  - timing: main\n    turn: me\n    script: |\n      local c = cards { zone = \"¦\" }\n",
        &["stage"],
    );
    check(
        "abilities:\n  - timing: main\n    turn: me\n    script: |\n      local c = cards { ¦ }\n",
        &["zone", "prowess"],
    );
    check("abilities:\n  - timing: main\n    turn: me\n    script: |\n      if self.¦ then\n", &["prowess", "name"]);
    check(
        "abilities:\n  - timing: main\n    targets: { it: { zone: stage } }\n    script: |\n      note(this.¦)\n",
        &["it", "card"],
    );
    let counters =
        check("abilities:\n  - timing: main\n    turn: me\n    script: act.change(me, \"¦\")\n", &["finished"]);
    assert!(!counters.contains(&"prowess".into()), "{counters:?}");
    check("abilities:\n  - timing: main\n    turn: me\n    script: |\n      agenda.next(\"¦\")\n", &["win_check"]);
    editor.end();
}

const DUEL: &str = "pack: own\nversion: 1.0.0\nextends: duel\n";
const AT_DUEL: &str = "cards/duel/own/a_card.yaml";
/// The head of a card, before its abilities.
const HEAD: &str = "name: A Card\ntype: creature\n";

fn duel(name: &str) -> (Folder, Editor) {
    let folder = Folder::new(name, &[("pack.yaml", DUEL), (AT_DUEL, HEAD)]);
    let mut editor = Editor::new(&folder.0, &[]);
    editor.open(&folder.path(AT_DUEL), HEAD);
    (folder, editor)
}

#[track_caller]
pub fn has_none(words: &[String], unwanted: &[&str]) {
    let found: Vec<&&str> = unwanted.iter().filter(|w| words.iter().any(|word| word == **w)).collect();
    assert!(found.is_empty(), "{found:?} among {words:?}");
}

#[test]
fn names_come_from_the_files_in_play_and_not_from_the_place_itself() {
    let (folder, mut editor) = duel("in-play");
    let path = folder.path(AT_DUEL);
    let zones = editor.words_at(&path, &format!("{HEAD}abilities:\n  - timing: main\n    from: ¦\n"));
    has(&zones, &["field", "library", "grave"]);
    has_none(&zones, &["arena", "removed", "strikers"]);
    let events = editor.words_at(&path, &format!("{HEAD}abilities:\n  - after: ¦\n"));
    has(&events, &["moved", "well_laid"]);
    has_none(&events, &["destroy_arena", "brought_back", "counter_fought", "set_aside"]);
    has_none(&editor.words_at(&path, &format!("{HEAD}abilities:\n  - timing: ¦\n")), &["strike_answer"]);
    for open in ["keywords: [fl¦]\n", "keywords: fl¦\n"] {
        let words = editor.words_at(&path, &format!("{HEAD}{open}"));
        has(&words, &["flying"]);
        has_none(&words, &["fl"]);
    }
    editor.end();
    // A pack that another needs is in play, and one that nobody needs is not.
    let header = "pack: own\nversion: 1.0.0\nextends: cfs\n";
    let zones = |name: &str, header: &str| {
        let (card, text) =
            ("cards/cfs/own/a_card.yaml", "name: A\ntype: character\nabilities:\n  - timing: main\n    from: ");
        let folder = Folder::new(name, &[("pack.yaml", header), (card, text)]);
        let mut editor = Editor::new(&folder.0, &[]);
        editor.open(&folder.path(card), text);
        let words = editor.words_at(&folder.path(card), &format!("{text}¦\n"));
        editor.end();
        words
    };
    // A scenario brings packs into play.
    let mut editor = Editor::new(&root(), &[]);
    let scenario = root().join("tests/scenarios/hackclad/charms/thorns.yaml");
    editor.open(&scenario, &std::fs::read_to_string(&scenario).expect("a text"));
    let mut hand = |packs: &str| {
        let text = format!("title: A\ngame: hackclad\npacks: [{packs}]\nsetup:\n  amy: {{ hand: [¦] }}\n");
        editor.words_at(&scenario, &text)
    };
    has(&hand("charms"), &["thorn_ward", "rosette_move"]);
    has_none(&hand(""), &["thorn_ward"]);
    editor.end();
    has_none(&zones("needs-none", header), &["strikers", "removed"]);
    has(&zones("needs-one", &format!("{header}needs: {{ legends: \"*\" }}\n")), &["strikers", "removed", "hand"]);
}

#[test]
fn words_are_those_of_the_ability_around_the_place() {
    let (folder, mut editor) = duel("around");
    let path = folder.path(AT_DUEL);
    // Expects all of the first words among the offers, and none of the others.
    let mut check = |marked: &str, wanted: &[&str], unwanted: &[&str]| {
        let words = editor.words_at(&path, &format!("{HEAD}abilities:\n  - {marked}\n"));
        has(&words, wanted);
        has_none(&words, unwanted);
    };
    let script = "script: |\n      ";
    for targets in ["targets: { victim: { zone: field } }", "targets:\n      victim: { zone: field }"] {
        let marked = format!("timing: main\n    {targets}\n    {script}note(this.¦)");
        check(&marked, &["victim", "card"], &["zone", "}", "field"]);
    }
    check("after: moved\n    match: { ¦ }", &["card", "from", "to"], &["use", "object", "player"]);
    check(
        "after: moved\n    match: { card: { ¦ } }",
        &["zone", "type", "controller", "other", "power"],
        &["carries", "self", "bear_hide"],
    );
    check("after: moved\n    match: { card: { zone: ¦ } }", &["field", "hand"], &["self"]);
    check("after: moved\n    match: { card: { status: ¦ } }", &["ready", "spent"], &[]);
    check("after: moved\n    match: { to: ¦ }", &["field", "grave"], &[]);
    check("after: moved\n    script: note(event.¦)", &["card", "from", "to"], &["use", "object", "player"]);
    // A selection is of cards, unless a key says of what else.
    let of_spaces = ["next_to", "covered", "mark"];
    check("timing: main\n    targets: { it: { ¦ } }", &["zone", "power", "spaces", "pick"], &of_spaces);
    check("timing: main\n    targets: { it: { spaces: field, ¦ } }", &of_spaces, &["power"]);
    check("timing: main\n    targets:\n      it:\n        zone: ¦", &["field"], &["true", "self"]);
    // Costs, and events that are done.
    check("timing: main\n    cost: { ¦ }", &["pips", "wounds"], &["ember"]);
    check("timing: main\n    cost: { pips: { ¦ } }", &["ember", "tide"], &["pips"]);
    check("while: true\n    cost: { ¦ }", &["ember"], &["pips", "wounds"]);
    check("after: moved\n    do: [{ ¦ }]", &["move", "change", "each"], &[]);
    check("after: moved\n    do: [{ move: { ¦ } }]", &["card", "to", "face"], &["object"]);
    check("after: moved\n    do: [{ move: { card: self, to: ¦ } }]", &["grave"], &[]);
    check("after: moved\n    do: [{ change: { object: me, name: ¦ } }]", &["wounds", "exchanges"], &["power", "fight"]);
    check("while: true\ncost: { ¦ }", &["ember", "tide"], &["pips", "wounds"]);
    // Fields that can be modified, by kind of object and of value.
    check("while: true\n    modify: { ¦ }", &["power", "keywords"], &["wells_laid", "exchanges", "zone", "life"]);
    check("while: true\n    affects: { player: me }\n    modify: { ¦ }", &["life"], &["power", "keywords"]);
    check("while: true\n    modify: { keywords: ¦ }", &["flying", "quick"], &["ember", "main"]);
    check("while: true\n    affects: { ¦ }", &["zone", "type", "power"], &["carries"]);
    editor.end();
}

#[test]
fn words_in_scripts_are_those_that_the_argument_takes() {
    let (folder, mut editor) = duel("arguments");
    let path = folder.path(AT_DUEL);
    let mut check = |script: &str, wanted: &[&str], unwanted: &[&str]| {
        let text = format!("{HEAD}abilities:\n  - timing: main\n    script: |\n      {script}\n");
        let words = editor.words_at(&path, &text);
        has(&words, wanted);
        has_none(&words, unwanted);
    };
    check("act.modify(self, \"¦\")", &["power", "keywords"], &["exchanges", "life", "turn"]);
    check("act.modify(self, \"keywords\", \"¦\")", &["flying"], &["ember", "turn"]);
    check("act.modify(self, \"power\", 1, \"¦\")", &["turn", "use", "combat"], &["flying", "field"]);
    check("act.move(self, \"¦\")", &["grave", "opponent"], &["turn", "combat"]);
    check("act.grant(self, \"¦\")", &["undying", "bear_hide"], &["grave", "turn"]);
    check("act.forbid(\"choose\", { ¦ })", &["card", "by", "lasts"], &["self", "act"]);
    check("local list = cards { ¦ }", &["zone", "power", "pick"], &["self", "act", "mark"]);
    check("local list = spaces { ¦ }", &["spaces", "mark"], &["power", "able"]);
    check("if self.type == \"¦\" then", &["creature", "spell"], &["field"]);
    check("if self.zone ~= \"¦\" then", &["field"], &["creature"]);
    check("if contains(self.keywords, \"¦\") then", &["flying"], &["ember"]);
    check("if self:has(\"keywords\", \"¦\") then", &["flying"], &["ember"]);
    check("if self:has(\"¦\") then", &["keywords", "colour"], &["power"]);
    check("local back = 1\n      note(ba¦)", &["back", "self"], &["ba"]);
    editor.end();
}

#[test]
fn a_pack_that_names_no_game_yet_is_offered_the_games() {
    let (folder, mut editor) = duel("no-game");
    let header = folder.path("pack.yaml");
    editor.open(&header, DUEL);
    for name in ["", "cl"] {
        let words = editor.words_at(&header, &format!("pack: own\nversion: 1.0.0\nextends: {name}¦\n"));
        has(&words, &["duel", "cardland", "clash"]);
    }
    editor.end();
}

#[test]
fn a_card_is_known_by_the_line_of_its_name() {
    let (folder, mut editor) = pack("own-name");
    let path = folder.path(AT);
    let text = format!("# A boat.\n{CARD}");
    editor.open(&path, &text);
    let used = lines(&editor.at("references", &path, 1, 9));
    assert_eq!(used, ["lantern_boat.yaml:1", "boat.yaml:6", "boat.yaml:6", "boat.yaml:8"]);
    assert_eq!(editor.at("prepareRename", &path, 1, 9)["placeholder"], "lantern_boat");
    // A comment in the first line cannot be renamed.
    assert_eq!(editor.at("prepareRename", &path, 0, 3), Value::Null);
    let mut asked = place(&path, 1, 9);
    asked["newName"] = json!("paper_boat");
    let edit = editor.ask("textDocument/rename", asked)["result"]["documentChanges"].clone();
    assert_eq!(edit[0]["edits"].as_array().map(Vec::len), Some(3), "{edit}");
    assert!(edit[1]["newUri"].as_str().expect("a file").ends_with("boats/paper_boat.yaml"), "{edit}");
    // The printed name stays.
    assert_eq!(edit.as_array().map(Vec::len), Some(2), "{edit}");
    let symbols = editor.at("documentSymbol", &path, 0, 0);
    let of = |n: usize| (symbols[n]["name"].clone(), symbols[n]["location"]["range"]["start"]["line"].clone());
    assert_eq!(of(0), (json!("lantern_boat"), json!(1)), "{symbols}");
    assert_eq!(of(1), (json!("1 (timing: main)"), json!(8)), "{symbols}");
    editor.end();
}

#[test]
fn help_is_given_for_keys_of_filters_in_scripts_and_for_references() {
    let (folder, mut editor) = duel("references");
    let path = folder.path(AT_DUEL);
    let mut check = |marked: &str, wanted: &str| {
        let said = editor.hover_at(&path, &format!("{HEAD}abilities:\n  - after: moved\n    {marked}\n"));
        assert!(said.contains(wanted), "{marked}: {said}");
    };
    check("script: local c = cards { zo¦ne = \"field\" }", "The card is in this kind of zone");
    check("script: local c = cards { zone = \"field\", contr¦oller = \"me\" }", "The controller of the card");
    check("script: local c = cards { controller = \"m¦e\" }", "The player who uses the ability");
    check("script: note(se¦lf.name)", "The card the ability stands on");
    check("match: { card: se¦lf }", "The card the ability stands on");
    check("match: { card: { controller: m¦e } }", "The player who uses the ability");
    editor.end();
}

#[test]
fn packs_scenarios_decks_and_manifests_are_completed() {
    let (folder, mut editor) = pack("kinds");
    let header = folder.path("pack.yaml");
    editor.open(&header, PACK);
    has(
        &editor.words_at(&header, "pack: mine\nversion: 1.0.0\nextends: cardland\n¦"),
        &["needs", "patches", "conflicts"],
    );
    has(
        &editor.words_at(&header, "pack: mine\nversion: 1.0.0\nextends: cardland\npatches:\n  - ¦"),
        &["set", "add", "wrap"],
    );
    editor.change(&header, PACK);
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    has(&editor.words_at(&scenario, &SCENARIO.replace("expect:", "¦\nexpect:")), &["seed", "proves", "options"]);
    has(&editor.words_at(&scenario, &SCENARIO.replace("hand: [lantern_boat]", "hand: [¦]")), &["lantern_boat"]);
    has(&editor.words_at(&scenario, &SCENARIO.replace("hand: [lantern_boat]", "¦")), &["hand", "attic", "finished"]);
    has(&editor.words_at(&scenario, &SCENARIO.replace("phase: main", "phase: ¦")), &["main", "end"]);
    editor.end();
    let mut editor = Editor::new(&root(), &[]);
    let deck = below("cards/cardland/decks").into_iter().next().expect("a deck");
    let text = std::fs::read_to_string(&deck).expect("a text");
    editor.open(&deck, &text);
    has(&editor.words_at(&deck, "name: A\n¦\n"), &["cards", "game"]);
    let manifest = root().join("cards/cardland/game.yaml");
    let text = std::fs::read_to_string(&manifest).expect("a text");
    editor.open(&manifest, &text);
    has(
        &editor.words_at(&manifest, &text.replacen("zones:\n", "zones:\n  attic: { seen_by: ¦ }\n", 1)),
        &["owner", "nobody"],
    );
    has(&editor.words_at(&manifest, &text.replacen("zones:\n", "zones:\n  attic: { ¦ }\n", 1)), &["seen_by", "slots"]);
    editor.end();
}

#[test]
fn an_editor_that_shows_images_is_told_the_face_of_a_card() {
    let (folder, mut plain) = pack("faces");
    let path = folder.path(AT);
    let named = CARD.replacen("name: ", "name: ¦", 1);
    let said = |editor: &mut Editor| {
        editor.open(&path, CARD);
        editor.hover_at(&path, &named)
    };
    let text = said(&mut plain);
    assert!(text.starts_with("**Lantern Boat**") && !text.contains("data:"), "{text}");
    let mut with = Editor::with_options(&folder.path(""), &[], &json!({ "images": true }));
    let shown = said(&mut with);
    assert!(shown.starts_with("![Lantern Boat|width=240](data:image/svg+xml;base64,"), "{shown}");
    assert!(shown.ends_with(&text) && shown.len() < 100_000, "{} bytes", shown.len());
    plain.end();
    with.end();
}

#[test]
fn help_says_what_a_key_does_and_how_a_card_plays() {
    let (folder, mut editor) = pack("hover");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let mut check = |mark: &str, with: &str, wanted: &str| {
        let said = editor.hover_at(&path, &CARD.replacen(mark, with, 1));
        assert!(said.contains(wanted), "{with}: {said}");
    };
    check("timing: main", "tim¦ing: main", "The timing under which windows offer the ability");
    check("timing: main", "timing: ma¦in", "timing **main**");
    check("usage:", "us¦age:", "field **usage**");
    check("act.draw", "act.dr¦aw", "act.draw(");
    check("(me", "(m¦e", "The player who uses the ability");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    let said = editor.hover_at(&scenario, &SCENARIO.replacen("use lantern_boat", "use lantern¦_boat", 1));
    for wanted in ["**Lantern Boat** · event", "colour red", "> Draw a card.", "`timing: main`", "1 scenario names it."]
    {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    editor.end();
}

/// The files and lines, from 1, of places.
pub fn lines(places: &Value) -> Vec<String> {
    let one = |place: &Value| {
        let file = place["uri"].as_str().expect("a file").rsplit('/').next().expect("a name").to_string();
        format!("{file}:{}", place["range"]["start"]["line"].as_u64().expect("a line") + 1)
    };
    places.as_array().expect("a list").iter().map(one).collect()
}

#[test]
fn a_name_leads_to_where_it_is_declared_and_used() {
    let (folder, mut editor) = pack("names");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    // A card: `lantern_boat` in the hand.
    assert_eq!(lines(&editor.at("definition", &scenario, 5, 36)), ["lantern_boat.yaml:1"]);
    let used = lines(&editor.at("references", &scenario, 5, 36));
    assert_eq!(used, ["lantern_boat.yaml:1", "boat.yaml:6", "boat.yaml:6", "boat.yaml:8"]);
    // A zone of the game, whose manifest lies in the program.
    let found = editor.at("definition", &scenario, 5, 10);
    let name = found[0]["uri"].as_str().expect("a file").to_string();
    assert_eq!(name, "intermezzo:/cards/cardland/game.yaml", "{found}");
    let text = editor.ask("intermezzo/text", json!({ "uri": name }))["result"]["text"].clone();
    let line = found[0]["range"]["start"]["line"].as_u64().expect("a line") as usize;
    assert!(text.as_str().expect("a text").lines().nth(line).expect("a line").contains("extra:"), "{found}");
    editor.end();
    // Steps, events, windows and words in the game itself.
    let mut editor = Editor::new(&root(), &[]);
    let manifest = root().join("cards/cardland/game.yaml");
    let text = std::fs::read_to_string(&manifest).expect("a text");
    editor.open(&manifest, &text);
    let at = |what: &str| {
        let at = text.find(what).unwrap_or_else(|| panic!("{what}")) + what.len() - 1;
        let before = &text[..at];
        (before.matches('\n').count(), before.rsplit('\n').next().expect("a line").chars().count())
    };
    for (place, file) in [("then: win_check", "flow.lua"), ("window: main", "game.yaml"), ("{ retire", "game.yaml")] {
        if !text.contains(place) {
            continue;
        }
        let (line, column) = at(place);
        let found = lines(&editor.at("definition", &manifest, line, column));
        assert!(found.iter().any(|f| f.starts_with(file)), "{place}: {found:?}");
    }
    editor.end();
}

#[test]
fn a_card_is_renamed_with_its_file_in_all_files() {
    let (folder, mut editor) = pack("rename");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    editor.open(&scenario, SCENARIO);
    let mut asked = place(&scenario, 5, 36);
    asked["newName"] = json!("paper_boat");
    let edit = editor.ask("textDocument/rename", asked.clone())["result"]["documentChanges"].clone();
    let changes = edit.as_array().expect("a list");
    assert_eq!(changes.len(), 2, "{edit}");
    assert_eq!(changes[0]["edits"].as_array().expect("a list").len(), 3, "{edit}");
    assert_eq!(changes[1]["kind"], "rename");
    assert!(changes[1]["newUri"].as_str().expect("a file").ends_with("boats/paper_boat.yaml"), "{edit}");
    // A name that is taken, and none.
    for name in ["bad name", "9", "", "true", "null", "No"] {
        let why = "is no name";
        asked["newName"] = json!(name);
        let answer = editor.ask("textDocument/rename", asked.clone());
        assert!(answer["error"]["message"].as_str().unwrap_or("").contains(why), "{name}: {answer}");
    }
    // A zone of the pack.
    let header = folder.path("pack.yaml");
    editor.open(&header, PACK);
    let mut asked = place(&header, 5, 13);
    asked["newName"] = json!("loft");
    let edit = editor.ask("textDocument/rename", asked)["result"]["documentChanges"].clone();
    assert_eq!(edit[0]["edits"][0]["newText"], "loft", "{edit}");
    // Names of the program's own files cannot be renamed.
    let mut asked = place(&scenario, 5, 24);
    asked["newName"] = json!("fist");
    let answer = editor.ask("textDocument/rename", asked);
    assert!(answer["error"]["message"].as_str().unwrap_or("").contains("lies in the program"), "{answer}");
    editor.end();
}

#[test]
fn the_scenarios_of_a_card_are_counted_and_run() {
    let (folder, mut editor) = pack("lens");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let lens = editor.at("codeLens", &path, 0, 0);
    assert_eq!(lens[0]["command"]["title"], "1 scenario · run", "{lens}");
    let command = lens[0]["command"].clone();
    let run = json!({ "command": command["command"], "arguments": command["arguments"] });
    let answer = editor.ask("workspace/executeCommand", run.clone());
    assert_eq!(answer["result"]["passed"], 1, "{answer}");
    // With a card that does something else it fails, at the line that says otherwise.
    editor.change(&path, &CARD.replace("act.draw(me, 1)", "act.draw(opponent, 1)"));
    let answer = editor.ask("workspace/executeCommand", run);
    assert_eq!(answer["result"]["failed"], 1, "{answer}");
    let scenario = folder.path("tests/scenarios/boat.yaml");
    let found = &editor.findings[&scenario];
    assert_eq!(found[0]["range"]["start"]["line"], 10, "{found:?}");
    editor.change(&path, CARD);
    // A file may be named as people name it, and need not be open.
    let whole = scenario.to_str().expect("a path in UTF-8");
    let named = [
        json!(whole),
        json!(uri(&scenario)),
        json!({ "uri": uri(&scenario) }),
        json!("packs/mine/tests/scenarios/boat.yaml"),
    ];
    for named in named {
        let run = json!({ "command": "intermezzo.run", "arguments": [named] });
        let answer = editor.ask("workspace/executeCommand", run);
        assert_eq!(answer["result"]["passed"], 1, "{named}: {answer}");
        let told = answer["result"]["scenarios"][0]["path"].as_str().expect("a path").to_string();
        assert!(folder.path(&told).is_file(), "{told} leads nowhere from here");
    }
    for (named, why) in [(json!("nix.yaml"), "no file `nix.yaml`"), (json!(7), "its URI, or its path")] {
        let answer =
            editor.ask("workspace/executeCommand", json!({ "command": "intermezzo.run", "arguments": [named] }));
        assert!(answer["error"]["message"].as_str().unwrap_or("").contains(why), "{answer}");
    }
    editor.end();
}

#[test]
fn what_is_no_message_of_ours_is_refused_or_left_alone() {
    let (folder, mut editor) = pack("strange");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    assert_eq!(editor.ask("textDocument/nothing", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({ "x": 1 }))["error"]["code"], -32602);
    assert_eq!(
        editor.ask("workspace/executeCommand", json!({ "command": "rm", "arguments": [] }))["error"]["code"],
        -32602
    );
    // A file of nobody, places beyond its end, and texts that are half written.
    assert_eq!(editor.at("hover", Path::new("/nowhere/a.yaml"), 3, 3), Value::Null);
    editor.at("completion", &path, 900, 900);
    for end in (0..CARD.len()).step_by(7) {
        editor.change(&path, &CARD[..end]);
        let line = CARD[..end].matches('\n').count();
        editor.at("completion", &path, line, 40);
        editor.at("hover", &path, line, 2);
    }
    editor.change(&path, "a: [\u{0}\u{1}{{\t: - - |\n\r x");
    editor.at("completion", &path, 0, 8);
    editor.end();
}

#[test]
fn what_is_no_message_ends_no_server() {
    let (folder, mut editor) = pack("broken");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let deep = "[".repeat(100_000);
    for body in [&b"{\"jsonrpc\": "[..], b"", b"\xff", deep.as_bytes(), b"[]"] {
        editor.send_bytes(body);
    }
    // Half of a character, as an editor in JavaScript writes it, is one that nobody knows.
    let text = CARD.replace("Draw a card.", "Draw HALF.");
    let change = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": { "uri": uri(&path), "version": 7 }, "contentChanges": [{ "text": text }],
    } });
    editor.send_bytes(change.to_string().replace("HALF", "\\ud83d").as_bytes());
    let found = editor.findings_of(&path);
    assert!(found.len() == 1 && found[0]["code"] == "unreadable", "{found:?}");
    assert_eq!(editor.errors, [-32700, -32700, -32700, -32700, -32600]);
    assert_eq!(editor.versions[&path], 7);
    editor.end();
}

#[test]
fn a_change_of_a_part_is_not_taken_for_the_whole() {
    let (folder, mut editor) = pack("part");
    let path = folder.path(AT);
    editor.open(&path, CARD);
    let document = json!({ "uri": uri(&path), "version": 2 });
    let start = json!({ "line": 0, "character": 0 });
    let part = json!({ "range": { "start": start, "end": start }, "text": "x" });
    editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [part] }));
    assert!(!editor.at("hover", &path, 1, 1).is_null(), "the text is as it was");
    assert!(editor.said.iter().any(|said| said.contains("send the whole text")), "{:?}", editor.said);
    editor.end();
}

#[test]
fn lines_end_for_all_questions_where_findings_count_them() {
    let (folder, mut editor) = pack("ends");
    let path = folder.path(AT);
    let text = CARD.replace("type: event", "type: evnt").replace('\n', "\r");
    let found = editor.open(&path, &text);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 6 }), "{found:?}");
    assert!(editor.words(&path, 1, 7).contains(&"event".to_string()));
    // A file on the disk is read so, too.
    let scenario = folder.path("tests/scenarios/boat.yaml");
    std::fs::write(&scenario, SCENARIO.replace('\n', "\r")).expect("it is ours");
    editor.change(&path, CARD);
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    editor.findings_of(&path);
    editor.open(&folder.path("pack.yaml"), PACK);
    let mut asked = place(&scenario, 5, 36);
    asked["newName"] = json!("paper_boat");
    editor.open(&scenario, &SCENARIO.replace('\n', "\r"));
    let edit = editor.ask("textDocument/rename", asked)["result"]["documentChanges"].clone();
    assert_eq!(edit[0]["edits"].as_array().map_or(0, Vec::len), 3, "{edit}");
    editor.end();
}

/// A renaming is refused, and says why.
#[track_caller]
pub fn not_renamed(editor: &mut Editor, path: &Path, (line, column): (usize, usize), name: &str, why: &str) {
    let mut asked = place(path, line, column);
    asked["newName"] = json!(name);
    let answer = editor.ask("textDocument/rename", asked);
    assert!(answer["error"]["message"].as_str().unwrap_or("").contains(why), "{name}: {answer}");
}
