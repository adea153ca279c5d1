//! Pack folder messages: what an author is told in the folder of a pack and above it, about her files, the packs
//! beside, and languages.

use serde_json::json;

use crate::cli_new::Stranger;
use crate::support::editor::{Editor, uri};
#[cfg(unix)]
use crate::support::talk::Talk;

const PACK: &str = "winter_ropes";
const CARD: &str = "cards/cardland/winter_ropes/first_of_winter_ropes.yaml";
const SCENARIO: &str = "tests/scenarios/cardland/winter_ropes.yaml";

/// A folder with a pack in it.
fn with_pack(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "pack", "Winter Ropes", "--extends", "cardland"]);
    here
}

#[test]
fn files_are_called_as_they_lie_from_where_one_stands() {
    let here = with_pack("pack-places");
    here.write(&format!("{PACK}/cards/cardland/winter_ropes/bad.yaml"), "name: Bad\ntype: evnt\n");
    let place = "cards/cardland/winter_ropes/bad.yaml:2:7";
    for args in [
        &["check"][..],
        &["test"],
        &["accept"],
        &["play", "cardland"],
        &["pack", "build"],
        &["explain", "cardland"],
        &["list", "cards", "cardland"],
    ] {
        let (told, code) = here.says(PACK, args);
        assert!(code != 0 && told.contains(&format!("--> {place}\n")), "{args:?}: {told}");
    }
    for args in [&["check", PACK][..], &["test", PACK], &["--pack", PACK, "explain", "cardland"]] {
        let (told, code) = here.says("", args);
        assert!(code != 0 && told.contains(&format!("--> {PACK}/{place}\n")), "{args:?}: {told}");
    }
}

#[test]
fn scenarios_are_run_with_the_pack_in_whose_folder_they_lie() {
    let here = with_pack("pack-tests");
    for path in [PACK.into(), format!("{PACK}/tests/scenarios"), format!("{PACK}/{SCENARIO}")] {
        for command in ["test", "accept"] {
            let told = here.well("", &[command, &path]);
            assert!(told.contains("1 scenario: 1 passed, 0 failed"), "{command} {path}: {told}");
        }
        assert!(here.well("", &["review", "--ci", &path]).contains("0 failed for other reasons"), "{path}");
    }
    // It is played on from with its pack, too.
    let from = format!("{PACK}/{SCENARIO}");
    here.well("", &["play", "cardland", "--from", &from, "--bots", "random", "--json"]);
}

#[test]
fn the_ledger_of_a_pack_is_enough() {
    let here = with_pack("pack-ledger");
    let (told, code) = here.says(PACK, &["coverage", "cardland"]);
    assert!(code == 2 && told.contains("tests/rules/cardland.yaml: there is no ledger"), "{told}");
    let ledger = "game: cardland\nrules:\n  - { id: WR-01, rule: it stands, section: 1 }\n";
    here.write(&format!("{PACK}/tests/rules/cardland.yaml"), ledger);
    let scenario = here.read(&format!("{PACK}/{SCENARIO}"));
    here.write(&format!("{PACK}/{SCENARIO}"), &format!("{scenario}proves: [WR-01]\n"));
    for (below, args) in [
        (PACK, &["coverage", "cardland"][..]),
        ("", &["coverage", "cardland", "--pack", PACK]),
        ("", &["coverage", "cardland", "--root", PACK]),
    ] {
        assert!(here.well(below, args).contains("cardland: 1 of 1 rules proved"), "{args:?}");
    }
}

#[test]
fn one_check_tells_mistakes_of_all_kinds() {
    let here = Stranger::new("all-kinds");
    here.well("", &["new", "game", "wolves"]);
    // A key, a script and a language: each was told only when the one before it was mended.
    here.write("cards/wolves/first/broken.yaml", "name: Broken\ntype: creature\npwoer: 3\n");
    let script = "name: Odd\ntype: spell\ntext: It draws.\nabilities:\n  - timing: main\n    turn: me\n    script: act.drow(me, 1)\n";
    here.write("cards/wolves/first/odd.yaml", script);
    here.write("cards/wolves/locale/de.ftl", "zone-hnad = Blatt\ncard-broken = Kaputt\n");
    let (told, code) = here.says("", &["check", "wolves"]);
    assert_eq!(code, 1, "{told}");
    for part in ["pwoer", "drow", "`zone-hnad` names nothing"] {
        assert!(told.contains(part), "`{part}` is not told: {told}");
    }
    // Errors that follow from a broken file are no findings.
    assert!(!told.contains("card-broken"), "{told}");
}

#[test]
fn packs_in_packs_are_checked_with_their_games() {
    let here = with_pack("pack-beside");
    here.write(&format!("{PACK}/cards/cardland/locale/ja.ftl"), "zone-hnad = 手札\n");
    let told = here.well("", &["pack", "add", PACK, "--yes"]);
    // Findings when a pack is added are those of `check`.
    assert!(told.contains("`zone-hnad` names nothing of the game"), "{told}");
    let (told, code) = here.says("", &["check"]);
    assert!(code == 1 && told.contains("cardland with winter_ropes: 1 warning"), "{told}");
    assert!(told.contains("--> packs/winter_ropes/cards/cardland/locale/ja.ftl:1:1"), "{told}");
    assert!(here.says("", &["check", "cardland"]).0.contains("cardland with winter_ropes"));
    assert!(here.well("", &["check", "cfs"]).contains("cfs: nothing found"));
}

#[test]
fn a_pack_that_is_built_tells_warnings_and_what_it_says_in_which_language() {
    let here = with_pack("pack-build");
    let words = "card-first_of_winter_ropes = 最初\ncard-tamsin_flint = 別の名\nzone-hnad = 手札\n";
    here.write(&format!("{PACK}/cards/cardland/locale/ja.ftl"), words);
    here.write(&format!("{PACK}/cards/cardland/locale/en.ftl"), "card-tamsin_flint = Somebody Else\n");
    let told = here.well(PACK, &["pack", "build"]);
    for part in [
        "`zone-hnad` names nothing of the game",
        "--> cards/cardland/locale/ja.ftl:3:1",
        "speaks ja: 2 messages of its own, and 1 for the game: card-tamsin_flint",
        "speaks en: 0 messages of its own, and 1 for the game: card-tamsin_flint",
    ] {
        assert!(told.contains(part), "`{part}` is not told: {told}");
    }
    let added = here.well("", &["pack", "add", "winter_ropes/winter_ropes-0.1.0.tar.gz", "--yes"]);
    assert!(added.contains("speaks en: 0 messages of its own, and 1 for the game"), "{added}");
}

#[cfg(unix)]
#[test]
fn watch_works_in_the_folder_of_a_pack_and_is_held_to_snapshots() {
    let here = with_pack("pack-watch");
    let before = here.read(&format!("{PACK}/{CARD}"));
    let scenario = here.read(&format!("{PACK}/{SCENARIO}"));
    here.write(&format!("{PACK}/{SCENARIO}"), &format!("{scenario}snapshot: transcript\n"));
    here.well(PACK, &["accept"]);
    let folder = here.0.join(PACK);
    let mut watch = Talk::new(&folder, &["watch", "tests/scenarios"]);
    watch.says("1 scenario: all pass");
    // A card that is broken is told by its path from here.
    here.write(&format!("{PACK}/{CARD}"), "name: First\ntype: evnt\n");
    watch.says("--> cards/cardland/winter_ropes/first_of_winter_ropes.yaml:2:7");
    drop(watch);
    here.write(&format!("{PACK}/{CARD}"), &before);
    let snapshot = format!("{PACK}/{}", SCENARIO.replace(".yaml", ".snap"));
    here.write(&snapshot, &(here.read(&snapshot) + "Amy sings\n"));
    let mut watch = Talk::new(&folder, &["watch", "tests/scenarios"]);
    watch.says("1 scenario: 1 fail");
    drop(watch);
    let mut watch = Talk::new(&folder, &["watch", "cardland"]);
    watch.says("cardland: nothing found");
}

#[cfg(unix)]
#[test]
fn watch_goes_on_when_what_it_watches_is_gone_for_a_while() {
    let here = with_pack("pack-watch-gone");
    let scenario = here.read(&format!("{PACK}/{SCENARIO}"));
    let folder = here.0.join(PACK);
    let mut watch = Talk::new(&folder, &["watch", "tests/scenarios"]);
    let mut game = Talk::new(&folder, &["watch", "cardland"]);
    watch.says("1 scenario: all pass");
    game.says("nothing found");
    std::fs::remove_file(folder.join(SCENARIO)).expect("it is ours");
    watch.says("no scenario lies in this folder");
    here.write(&format!("{PACK}/{SCENARIO}"), &scenario);
    watch.says("1 scenario: all pass");
    // A card in whose place a link lies, and then the card again, as it was.
    let card = here.read(&format!("{PACK}/{CARD}"));
    std::fs::remove_file(folder.join(CARD)).expect("it is ours");
    std::os::unix::fs::symlink("/dev/null", folder.join(CARD)).expect("a link");
    watch.says("it is a link");
    game.says("it is a link");
    std::fs::remove_file(folder.join(CARD)).expect("it is ours");
    here.write(&format!("{PACK}/{CARD}"), &card);
    watch.says("1 scenario: all pass");
    game.says("nothing found");
}

#[test]
fn an_editor_is_told_of_languages_what_check_tells() {
    let here = with_pack("pack-editor");
    let folder = here.0.join(PACK).canonicalize().expect("a folder");
    let path = folder.join("cards/cardland/locale/ja.ftl");
    let text = "zone-hnad = 手札\ncard-tamsin_flint = { $who }\nbroken = {\n";
    here.write(&format!("{PACK}/cards/cardland/locale/ja.ftl"), text);
    let mut editor = Editor::new(&folder, &[]);
    let found = editor.open(&path, text);
    let of_editor: Vec<(&str, String)> = found
        .iter()
        .map(|f| {
            (f["code"].as_str().unwrap_or(""), (f["range"]["start"]["line"].as_u64().unwrap_or(0) + 1).to_string())
        })
        .collect();
    let checked: serde_json::Value =
        serde_json::from_str(&here.says(PACK, &["check", "--format", "json"]).0).expect("JSON");
    let checked = checked["findings"].as_array().expect("a list");
    let of_check: Vec<(&str, String)> =
        checked.iter().map(|f| (f["key"].as_str().unwrap_or(""), f["line"].to_string())).collect();
    assert_eq!(of_editor, of_check);
    assert!(of_editor.len() >= 3, "{found:?}");
    // Keys, variables and attributes are offered where they may stand.
    let offered = |editor: &mut Editor, text: &str| {
        editor.change(&path, text);
        let line = text.lines().count() - 1;
        let column = text.lines().next_back().map_or(0, |line| line.encode_utf16().count());
        let asked = json!({ "textDocument": { "uri": uri(&path) }, "position": { "line": line, "character": column } });
        editor.ask("textDocument/completion", asked)["result"]["items"].to_string()
    };
    assert!(offered(&mut editor, "card-first_of").contains("\"newText\":\"card-first_of_winter_ropes = \""));
    assert!(offered(&mut editor, "card-undertow = A\n    .").contains("\"newText\":\"text = \""));
    assert!(offered(&mut editor, "event-retire = { $").contains("\"label\":\"card\""));
    assert_eq!(editor.change(&path, "zone-hand = 手札\n"), Vec::<serde_json::Value>::new());
    editor.end();
}

#[test]
fn a_pack_that_extends_no_game_is_told_where_one_stands_in_it() {
    let here = with_pack("pack-extends");
    let path = format!("{PACK}/pack.yaml");
    let header = here.read(&path);
    for (wrong, told, column) in
        [("extends: cardlandd", "did you mean `cardland`?", 10), ("extend: cardland", "did you mean `extends`?", 1)]
    {
        here.write(&path, &header.replace("extends: cardland", wrong));
        for (place, args) in [(PACK, &["check"][..]), ("", &["check", PACK])] {
            let (said, code) = here.says(place, args);
            assert!(code == 1 && said.contains(told), "{wrong}, {args:?}: {said}");
            let line = header.lines().position(|line| line.starts_with("extends:")).expect("a line") + 1;
            assert!(said.contains(&format!("pack.yaml:{line}:{column}\n")), "{wrong}, {args:?}: {said}");
            // A program reads the same.
            let (said, _) = here.says(place, &[args, &["--json"]].concat());
            let found: serde_json::Value = serde_json::from_str(&said).unwrap_or_else(|e| panic!("{e}: {said}"));
            assert!(found.to_string().contains(told), "{said}");
        }
    }
}

#[test]
fn what_a_scenario_names_and_is_not_there_is_told_with_its_line() {
    let here = Stranger::new("named");
    let scenario =
        |line: &str| format!("title: It is there\n{line}\nsetup: {{ phase: noon }}\nexpect: [{{ active: beth }}]\n");
    for (line, at, says) in [
        ("game: duel\npacks: [legend]", "one.yaml:3:9", "there is no pack `legend`"),
        ("game: dual", "one.yaml:2:7", "there is no game `dual`"),
    ] {
        here.write("one.yaml", &scenario(line));
        for command in ["check", "test"] {
            let (told, code) = here.says("", &[command, "one.yaml"]);
            assert_eq!(code, 1, "{told}");
            assert!([at, says, "did you mean"].iter().all(|part| told.contains(part)), "{command}: {told}");
        }
    }
    // A failure names its place once.
    here.write("one.yaml", &scenario("game: duel"));
    let (told, _) = here.says("", &["test", "one.yaml"]);
    assert!(told.contains("  error: active is amy, expected beth\n    --> one.yaml:4:10"), "{told}");
    assert_eq!(told.matches("one.yaml:4:10").count(), 1, "{told}");
    // `review` reports what it does not ask about as `test` does.
    let (reviewed, code) = here.says("", &["review", "--ci", "one.yaml"]);
    assert_eq!((reviewed.split("0 accepted").next(), code), (told.split("1 scenario: ").next(), 1));
    here.write("bad.yaml", "title: Bad\ngame: duel\nsetup: { phase: noon\nexpect: []\n");
    let (told, _) = here.says("", &["review", "--ci", "bad.yaml"]);
    assert!(told.contains("--> bad.yaml:") && !told.contains("bad.yaml:error"), "{told}");
}

#[test]
fn what_lies_there_and_is_no_snapshot_is_told_so() {
    let here = with_pack("pack-no-snapshot");
    let scenario = here.read(&format!("{PACK}/{SCENARIO}"));
    here.write(&format!("{PACK}/{SCENARIO}"), &format!("{scenario}snapshot: transcript\n"));
    assert!(here.says(PACK, &["test"]).0.contains("there is no snapshot yet"));
    here.well(PACK, &["accept"]);
    let snapshot = SCENARIO.replace(".yaml", ".snap");
    let whole = here.read(&format!("{PACK}/{snapshot}"));
    here.write(&format!("{PACK}/{snapshot}"), &whole.replace('\n', "\r\n"));
    assert_eq!(here.says(PACK, &["test"]).1, 0, "the ends of lines of another system change nothing");
    for (bytes, why) in [
        (&b""[..], "the file is empty"),
        (&b"\xff\xfe\x00"[..], "it is no text in UTF-8"),
        (&b"Amy sings\n"[..], "it does not begin with two lines `---`"),
    ] {
        std::fs::write(here.0.join(PACK).join(&snapshot), bytes).expect("a file");
        let (told, code) = here.says(PACK, &["test"]);
        assert!(code == 1 && told.contains(&format!("{snapshot}: this is no snapshot: {why}")), "{told}");
        assert!(!told.contains("there is no snapshot yet"), "{told}");
        here.well(PACK, &["accept"]);
        assert_eq!(here.read(&format!("{PACK}/{snapshot}")), whole);
    }
}

#[test]
fn what_a_pack_holds_for_nothing_is_told() {
    let here = with_pack("pack-for-nothing");
    here.write(&format!("{PACK}/cards/cardland/game.yaml"), "game: cardland\n");
    let (told, code) = here.says(PACK, &["check"]);
    assert!(code == 1 && told.contains("nothing reads this file: a pack has no manifest of its own"), "{told}");
    assert!(told.contains("--> cards/cardland/game.yaml\n") && told.contains("`patches`"), "{told}");
    std::fs::remove_file(here.0.join(PACK).join("cards/cardland/game.yaml")).expect("it is ours");
    let header = here.read(&format!("{PACK}/pack.yaml"));
    here.write(&format!("{PACK}/pack.yaml"), &format!("{header}reads: hidden\n"));
    let able =
        "name: Able\ntype: event\ncolour: red\nusage: {}\nabilities:\n  - timing: main\n    script: act.draw(me, 1)\n";
    here.write(&format!("{PACK}/{CARD}"), able);
    assert!(!here.says(PACK, &["check"]).0.contains("is not needed"), "its card has an ability");
    let plain = "name: Plain\ntype: character\ncolour: red\nentry: {}\nreturn: {}\nprowess: 1\nresilience: 1\n";
    here.write(&format!("{PACK}/{CARD}"), plain);
    let (told, code) = here.says(PACK, &["check"]);
    assert!(code == 1 && told.contains("`reads: hidden` is not needed: the pack has no ability"), "{told}");
    here.write(&format!("{PACK}/scripts/cardland/x.lua"), "step(\"odd_step\", function(args) end)\n");
    assert!(!here.says(PACK, &["check"]).0.contains("is not needed"));
    // A message names files as they lie.
    here.write(&format!("{PACK}/scripts/cardland/y.lua"), "step(\"odd_step\", function(args) end)\n");
    let (told, _) = here.says(PACK, &["check"]);
    assert!(told.contains("is registered already, in scripts/cardland/x.lua"), "{told}");
    let (told, _) = here.says("", &["check", PACK]);
    assert!(told.contains(&format!("is registered already, in {PACK}/scripts/cardland/x.lua")), "{told}");
}

#[test]
fn a_file_in_no_games_folder_is_told_once() {
    let here = Stranger::new("no-games-folder");
    here.well("", &["new", "game", "Odd Ropes"]);
    here.well("", &["new", "pack", "Winter Ropes", "--extends", "odd_ropes"]);
    here.write("scripts/x.lua", "local a = 1\n");
    here.write("scripts/odd_rope/y.lua", "local a = 1\n");
    let (told, _) = here.says("", &["check"]);
    assert_eq!(told.matches("it lies in no game's folder").count(), 1, "{told}");
    assert_eq!(told.matches("nothing reads this file: there is no game `odd_rope`").count(), 1, "{told}");
    assert!(told.contains("did you mean `odd_ropes`?") && told.contains(": 2 errors"), "{told}");
}

#[test]
fn a_pack_that_is_needed_and_not_there_is_not_the_one_that_needs_it() {
    let here = Stranger::new("needs");
    here.well("", &["new", "pack", "Sails", "--extends", "cardland"]);
    let header = here.read("sails/pack.yaml");
    here.write("sails/pack.yaml", &format!("{header}needs: {{ sail: \"*\" }}\n"));
    let (told, _) = here.says("sails", &["check"]);
    assert!(told.contains("there is no pack `sail`") && !told.contains("did you mean"), "{told}");
    assert!(told.contains("`--pack FOLDER` names it"), "{told}");
    // Errors that follow from it are not reported, and a scenario that names the pack gets help as well.
    here.write("sails/cards/cardland/sails/mast.yaml", "name: Mast\ntype: mast_of_sail\n");
    let scenario =
        here.read("sails/tests/scenarios/cardland/sails.yaml").replace("packs: [sails]", "packs: [sails, sail]");
    here.write("sails/tests/scenarios/cardland/sails.yaml", &scenario);
    let (told, _) = here.says("sails", &["check"]);
    assert!(told.starts_with("error: there is no pack `sail`") && told.contains("cardland: 2 errors"), "{told}");
    assert!(!told.contains("mast_of_sail") && told.contains("`--pack FOLDER` names one that lies elsewhere"), "{told}");
}

#[test]
fn what_lies_beside_a_pack_is_no_part_of_it() {
    let here = with_pack("beside-a-pack");
    here.well(PACK, &["sim", "cardland", "--games", "2", "--threads", "1", "--out", "before"]);
    here.write(&format!("{PACK}/notes/a.json"), "{}");
    assert!(here.well(PACK, &["check"]).contains("cardland: nothing found"));
    here.well(PACK, &["test"]);
    let told = here.well(PACK, &["pack", "build"]);
    assert!(told.contains("leaves out what is no part of a pack: AGENTS.md, before/, notes/"), "{told}");
    // Files in these folders of the pack may be meant as cards.
    for path in ["cards/a.json", "card/a.yml", "scripts/cardland/deep/a.luau", "tests/a.json"] {
        here.write(&format!("{PACK}/{path}"), "{}");
        let (told, code) = here.says(PACK, &["check"]);
        assert!(code == 1 && told.contains(&format!("--> {path}\n")), "{path}: {told}");
        std::fs::remove_file(here.0.join(PACK).join(path)).expect("it is ours");
    }
}

#[test]
fn the_form_that_a_kind_brings_along_is_told() {
    let here = Stranger::new("two-forms");
    here.well("", &["new", "pack", "Echo", "--extends", "duel"]);
    let card = |ability: &str| format!("name: Gust\ntype: spell\ncost: {{ ember: 1 }}\nabilities: [{ability}]\n");
    for (ability, told) in [
        ("{ kind: fast, after: enter, do: [{ draw: 1 }] }", "`timing`, which `kind: fast` brings along, and `after`"),
        ("{ timing: main, after: enter, do: [{ draw: 1 }] }", "this one has `timing` and `after`"),
    ] {
        here.write("echo/cards/duel/echo/gust.yaml", &card(ability));
        let (says, code) = here.says("echo", &["check"]);
        assert!(code == 1 && says.contains(told), "{says}");
    }
}

#[test]
#[cfg(unix)]
fn a_folder_of_tests_is_watched() {
    let here = Stranger::new("watched");
    here.well("", &["new", "pack", "Odd Things", "--extends", "duel"]);
    let folder = here.0.join("odd_things");
    let mut watch = Talk::new(&folder, &["watch", "tests"]);
    watch.says("1 scenario: all pass");
}

#[test]
fn bounds_that_a_pack_adds_are_told_in_the_pack() {
    let here = Stranger::new("pack-bounds");
    here.well("", &["new", "game", "wolves", "--like", "duel"]);
    here.well("", &["new", "pack", "Bounds", "--extends", "wolves"]);
    let pack = here.read("packs/bounds/pack.yaml");
    let bounds = "patches:\n  - { add: options.life, with: { least: 25 } }\n";
    here.write("packs/bounds/pack.yaml", &format!("{pack}{bounds}"));
    let (told, code) = here.says("", &["check", "wolves", "--pack", "packs/bounds"]);
    let line = pack.lines().count() + 2;
    for expected in [
        "error: the default of `life` is 20, which is beyond its bounds: `least` is 25\n".to_string(),
        format!("--> packs/bounds/pack.yaml:{line}:41\n"),
        "::: cards/wolves/game.yaml:".into(),
        "the default stands here".into(),
    ] {
        assert!(code == 1 && told.contains(&expected), "{expected}: {told}");
    }
}

#[test]
fn a_moment_from_which_nothing_is_left_to_play_is_not_measured() {
    let here = Stranger::new("bench-over");
    here.well("", &["new", "game", "wolves", "--like", "duel"]);
    here.well("", &["play", "wolves", "--bots", "random", "--seed", "3", "--record", "r.jsonl"]);
    let (told, code) = here.says("", &["bench", "wolves", "--seconds", "0", "--from", "r.jsonl"]);
    let expected = "error: --from r.jsonl: the game is over there, and nothing is left to measure (help: name a moment \
                    before its end: `--from r.jsonl@0`)";
    assert!(code == 2 && told.contains(expected), "{told}");
}

#[test]
fn scenarios_that_nothing_reads_are_told() {
    let here = with_pack("pack-scenarios-astray");
    assert_eq!(here.says(PACK, &["check"]).1, 0);
    // Another ending: `check` tells what `test` tells.
    here.write(&format!("{PACK}/tests/scenarios/cardland/other.yml"), "title: Other\ngame: cardland\n");
    for command in ["check", "test"] {
        let (told, code) = here.says(PACK, &[command]);
        assert!(code != 0 && told.contains("scenarios are .yaml files"), "{command}: {told}");
    }
    std::fs::remove_file(here.0.join(PACK).join("tests/scenarios/cardland/other.yml")).expect("it is ours");
    for folder in ["tests/scenario", "tests/scenarois", "scenario", "scenarios"] {
        here.write(&format!("{PACK}/{folder}/a.yaml"), "title: A\ngame: cardland\n");
        let (told, code) = here.says(PACK, &["check"]);
        assert!(code == 1 && told.contains(folder) && told.contains("nothing reads this folder"), "{told}");
        std::fs::remove_dir_all(here.0.join(PACK).join(folder)).expect("it is ours");
    }
    assert_eq!(here.says(PACK, &["check"]).1, 0);
}
