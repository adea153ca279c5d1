//! Findings: the findings of `check`, their formats, ignored ones, and things that never matter in a game.

use std::collections::BTreeSet;
use std::path::Path;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;

use crate::cli_new::Stranger;

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

/// Findings of unreachable parts in the toy game with these files over it: places and messages.
fn never_in(overlay: &[(&str, &str)]) -> Vec<String> {
    let mut files = Files::with_root(Some(&root().join("tests/fixtures/toy"))).expect("the fixture");
    for (path, text) in overlay {
        files.texts.insert(path.to_string(), (*text).into());
    }
    let (game, _) = Loader::default().load("toy", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let found = lint::findings(game.catalog());
    found
        .list()
        .iter()
        .filter(|p| !p.span.file.contains("altar"))
        .map(|p| format!("{} {}: {}", p.key, p.span, p.message))
        .collect()
}

/// A card with this ability says this, at this line and column, and nothing else.
#[track_caller]
fn check(ability: &str, expected: &str) {
    let card = format!("name: Probe\ntype: spell\ntext: \"It happens.\"\nabilities:\n  - {ability}\n");
    let found = never_in(&[("cards/toy/basic/probe.yaml", &card)]);
    match expected {
        "" => assert!(found.is_empty(), "{found:#?}"),
        _ => assert!(found.len() == 1 && found[0].contains(expected), "{found:#?}\nexpected: {expected}"),
    }
}

#[test]
fn nothing_shipped_has_a_false_finding() {
    for pack in [None, Some("legends"), Some("charms")] {
        let mut files = Files::built_in();
        let mut games = files.games();
        if let Some(pack) = pack {
            games.retain(|game| files.extends(pack, game));
            files = files.with_pack(pack).expect("the pack");
        }
        for game in games {
            let (game, _) = Loader::default().load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            let found = lint::findings(game.catalog());
            assert!(found.is_empty(), "{}", found.render_all());
        }
    }
}

/// The toy game with these texts in place of others says this of its manifest, and nothing else.
#[track_caller]
fn check_manifest(changed: &[(&str, &str)], expected: &str) {
    let path = "cards/toy/game.yaml";
    let mut manifest = std::fs::read_to_string(root().join("tests/fixtures/toy").join(path)).expect("the manifest");
    for (old, new) in changed {
        assert!(manifest.contains(old), "the game has no {old}");
        manifest = manifest.replacen(old, new, 1);
    }
    let found = never_in(&[(path, &manifest)]);
    match expected {
        "" => assert!(found.is_empty(), "{found:#?}"),
        _ => assert!(found.len() == 1 && found[0].contains(expected), "{found:#?}\nexpected: {expected}"),
    }
}

#[test]
fn what_nothing_names_is_found() {
    check_manifest(&[], "");
    check_manifest(&[("options: {", "options: { extra: { default: 3 },")], "nothing reads the option `extra`");
    check_manifest(&[("counters: { player: {", "counters: { player: { gold: 0,")], "the counter `gold`");
    check_manifest(&[("  hit: {", "  smiled: { fields: { player: player } }\n  hit: {")], "the event `smiled` happen");
    check_manifest(&[("  used: {", "  limbo: { per: player }\n  used: {")], "nothing names the zone `limbo`");
    check_manifest(&[("  spell: { live", "  relic: { live_in: field }\n  spell: { live")], "of the type `relic`");
    let tally = "\ntallies: { drawn: { of: moved, per: turn } }\nactions:\n";
    check_manifest(&[("\nactions:\n", tally)], "nothing reads the tally `drawn`");
    let wording = |phrase: &str| format!("\nwording: {{ {phrase}: false }}\nactions:\n");
    check_manifest(&[("\nactions:\n", &wording("no such phrase"))], "no text of a card says `no such phrase`");
    let step = |more: &str| {
        never_in(&[("scripts/toy/own.lua", &format!("step(\"push_up\", function() act.draw(me) end)\n{more}"))])
    };
    assert!(step("").iter().all(|told| told.contains("scripts/toy/own.lua:1:1: nothing runs the step `push_up`")));
    assert_eq!(step("").len(), 1);
    let made = "step(\"pull\", function() agenda.next(\"push_\" .. \"up\") agenda.next(\"pull\") end)";
    assert_eq!(step(made), Vec::<String>::new());
}

#[test]
fn what_the_flow_does_in_vain_is_found() {
    check_manifest(&[("phase: swift", "phase: main")], "two phases of this list are called `main`");
    check_manifest(&[("max: 6", "max: 0")], "this repeats nothing");
    check_manifest(&[("draw: { from: deck, to: hand }", "draw: { from: deck, to: deck }")], "stays where it is");
    let tired = |first: &str| format!("tired: [{first}, {{ hit");
    check_manifest(&[("tired: [{ hit", &tired("{ leave: match }"))], "no list repeats the level `match`");
    let raid = ("counters: {", "records: { raid: { by: player } }\ncounters: {");
    let opened = tired("{ open: { raid: { by: me } } }, { leave: raid }");
    check_manifest(&[raid, ("tired: [{ hit", &opened)], "no list closes a record `raid`");
}

#[test]
fn an_ability_that_no_window_ever_offers_is_found() {
    let path = "cards/toy/game.yaml";
    let manifest = std::fs::read_to_string(root().join("tests/fixtures/toy").join(path)).expect("the manifest");
    let ability = |protocol: &str, keys: &str| {
        let main = "main: { protocol: alternate, players: active, passes: 3";
        let manifest = manifest.replace(main, &format!("main: {{ protocol: {protocol}, players: active"));
        let card =
            format!("name: Probe\ntype: spell\nabilities:\n  - {{ timing: main, {keys}, do: [{{ draw: 1 }}] }}\n");
        never_in(&[(path, &manifest), ("cards/toy/basic/probe.yaml", &card)])
    };
    let found = ability("free", "turn: opponent");
    assert!(found.len() == 1 && found[0].contains("the window `main` asks only `players: active`"), "{found:#?}");
    assert_eq!(ability("free", "turn: me"), Vec::<String>::new());
    // Where sides alternate, both are asked.
    assert_eq!(ability("alternate, passes: 3", "turn: opponent"), Vec::<String>::new());
    let manifest = manifest.replace("  used: {", "  altar: { per: player }\n  used: {");
    let manifest = manifest.replace("to: owner.field", "to: owner.altar");
    let from = |zones: &str| {
        let ability = format!("{{ timing: main, turn: me, from: {zones}, do: [{{ draw: 1 }}] }}");
        let card = format!("name: Probe\ntype: spell\nabilities:\n  - {ability}\n");
        never_in(&[(path, &manifest), ("cards/toy/basic/probe.yaml", &card)])
    };
    let found = from("altar");
    assert!(found.len() == 1 && found[0].contains("nothing brings a `spell` to `altar`"), "{found:#?}");
    assert_eq!(from("[altar, discard]"), Vec::<String>::new());
}

#[test]
fn a_text_that_draws_another_number_is_found() {
    let card = |text: &str, ability: &str| {
        let card = format!(
            "name: Probe\ntype: spell\ntext: {text}\nabilities:\n  - {{ timing: main, turn: any, {ability} }}\n"
        );
        never_in(&[("cards/toy/basic/probe.yaml", &card)])
    };
    for text in ["Draw 3 cards.", "Draw three cards.", "You draw three cards."] {
        for ability in ["script: 'act.draw(me, 2)'", "do: [{ draw: 2 }]"] {
            let found = card(text, ability);
            assert!(
                found.len() == 1 && found[0].contains("says that 3 cards are drawn, and the card draws 2"),
                "{found:#?}"
            );
        }
    }
    let fine: [(&str, &str); 3] = [
        ("Draw two cards.", "script: 'act.draw(me, 2)'"),
        ("Draw three cards.", "script: 'act.draw(me, 2 + 1)'"),
        ("Draw three cards.", "script: 'act.draw(me, 2) act.draw(me, 1)'"),
    ];
    fine.iter().for_each(|(text, ability)| assert_eq!(card(text, ability), Vec::<String>::new(), "{text} {ability}"));
}

#[test]
fn a_script_that_only_reads_is_found() {
    check("{ timing: main, turn: any, script: 'act.draw(me)' }", "");
    check(
        "{ timing: main, turn: any, script: 'local n = count { zone = \"hand\" }' }",
        "no_effect cards/toy/basic/probe.yaml:5:",
    );
    check("{ timing: main, turn: any, script: 'act.draw(me, 0)' }", "changes something by 0");
    check("{ timing: main, turn: any, script: 'act.draw(me, -2)' }", "draws nothing");
}

#[test]
fn scripts_are_read_as_lua_and_not_as_text() {
    let script = |script: &str| format!("{{ timing: main, turn: any, script: {script} }}");
    // A local may stand for a function of the host, and a function may be called in many ways.
    check(&script("'local next = act.draw next(me, 2)'"), "");
    check(&script("'local a = act a.draw(me, 2)'"), "");
    check(&script("'act[\"draw\"](me, 2)'"), "");
    check(&script("'(act.draw)(me, 2)'"), "");
    check(&script("'local function twice(f) f(me, 1) f(me, 1) end twice(act.draw)'"), "");
    check(&script("'local draw = act.draw draw(me, 0)'"), "changes something by 0");
    check(&script("'act[\"draw\"](me, -2)'"), "draws nothing");
    // Comments and texts call no function.
    check(&script("'local n = count { zone = \"hand\" } --[[ act.draw(me) ]]'"), "only reads");
    check(&script("'local n = \"act.draw(me)\"'"), "only reads");
    check(&script("'act.draw(me) --[[ act.draw(me, 0) ]]'"), "");
    check(&script("'local draw = count return draw { zone = \"hand\" }'"), "only reads");
}

#[test]
fn a_step_is_registered_however_the_call_is_laid_out() {
    let file = |text: &str| never_in(&[("scripts/toy/own.lua", text)]);
    let told = "unused scripts/toy/own.lua:1:1: nothing runs the step `push_up`";
    for call in ["step('push_up', function() act.draw(me) end)", "step (\"push_up\", function() act.draw(me) end)"] {
        assert_eq!(file(call), [told], "{call}");
    }
    for text in
        ["--[[\nstep(\"push_up\", function() end)\n]]", "local text = [[\nstep(\"push_up\", function() end)\n]]"]
    {
        assert_eq!(file(text), Vec::<String>::new(), "{text}");
    }
    // The name in a comment runs nothing.
    let found = file("step(\"push_up\", function() act.draw(me) end)\n-- agenda.next(\"push_up\")");
    assert_eq!(found, [told]);
    assert_eq!(
        file("local add = step\nadd(\"push_up\", function() agenda.next(\"push_up\") end)"),
        Vec::<String>::new()
    );
}

#[test]
fn what_would_replace_its_own_coming_works_where_it_comes_from() {
    let coming =
        |more: &str| format!("{{ instead: moved, {more} match: {{ card: self, to: {{ zone: field }} }}, do: [] }}");
    let creature = |ability: String| {
        let card = format!("name: Probe\ntype: creature\npower: 1\nabilities:\n  - {ability}\n");
        never_in(&[("cards/toy/basic/probe.yaml", &card)])
    };
    let found = creature(coming(""));
    assert!(found.len() == 1 && found[0].contains("is not there when the card comes"), "{found:#?}");
    assert_eq!(creature(coming("from: any,")), Vec::<String>::new());
    let leaves = "{ instead: moved, match: { card: self, from: { zone: field } }, do: [] }";
    assert_eq!(creature(leaves.into()), Vec::<String>::new());
    let elsewhere = creature("{ instead: moved, match: { card: self, from: { zone: hand } }, do: [] }".into());
    assert!(elsewhere.len() == 1, "{elsewhere:#?}");
}

#[test]
fn a_word_that_is_nearly_that_of_other_cards_is_found() {
    let manifest =
        std::fs::read_to_string(root().join("tests/fixtures/toy/cards/toy/game.yaml")).expect("the manifest");
    let manifest = manifest.replace("fields: { power: int } }", "fields: { power: int, kinds: words? } }");
    let card = |kinds: &str| format!("name: Probe\ntype: creature\npower: 1\nkinds: [{kinds}]\n");
    let of = |kinds: [&str; 3]| {
        let [one, two, three] = kinds.map(card);
        let paths = ["cards/toy/basic/one.yaml", "cards/toy/basic/two.yaml", "cards/toy/basic/three.yaml"];
        never_in(&[("cards/toy/game.yaml", &manifest), (paths[0], &one), (paths[1], &two), (paths[2], &three)])
    };
    let found = of(["Giant", "Giant", "Troll, Giat"]);
    assert!(found.len() == 1 && found[0].contains("no other card has, in its kinds, the word `Giat`"), "{found:#?}");
    assert_eq!(of(["Giant", "Giant", "Imp"]), Vec::<String>::new());
    let lost = of(["Giant, Imp", "Giant, Imp", "Giant Imp"]);
    assert!(lost.len() == 1 && lost[0].contains("the word `Giant Imp`"), "{lost:#?}");
    // Nobody knows which of two is right.
    assert_eq!(of(["Giant", "Imp", "Giat"]), Vec::<String>::new());
}

#[test]
fn what_cannot_hold_is_found() {
    let target = |filter: &str| {
        format!(
            "{{ timing: main, turn: any, targets: {{ hit: {{ {filter} }} }}, script: 'act.move(this.hit, \"discard\")' }}"
        )
    };
    check(&target("zone: field, power: '>= 2'"), "");
    check(&target("zone: field, all: [{ power: '>= 3' }, { power: '< 3' }]"), "cannot meet both");
    check(&target("zone: field, type: creature, all: [{ type: spell }]"), "no card has two of `type`");
    check(&target("zone: field, type: creature, not: { type: creature }"), "`not` refuses what stands beside it");
    check(&target("zone: field, type: creature, not: { power: 2 }"), "");
}

#[test]
fn windows_that_never_open_and_what_they_would_offer_are_found() {
    let path = "cards/toy/game.yaml";
    let manifest = std::fs::read_to_string(root().join("tests/fixtures/toy").join(path)).expect("the manifest");
    let shut =
        manifest.replace("\nwindows:\n", "\nwindows:\n  late: { protocol: free, players: active, offers: [late] }\n");
    let shut = shut.replace("timings: { main: {}", "timings: { late: {}, main: {}");
    let card =
        "name: Probe\ntype: spell\ntext: Late.\nabilities:\n  - { timing: late, turn: any, script: 'act.draw(me)' }\n";
    let found = never_in(&[(path, &shut), ("cards/toy/basic/probe.yaml", card)]);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found[0].contains("never_open cards/toy/basic/probe.yaml:5:") && found[1].contains("`late` never opens"),
        "{found:#?}"
    );
    let unrun = manifest.replace("\nflow:\n", "\nflow:\n  nowhere: [{ window: vote }]\n");
    let found = never_in(&[(path, &unrun)]);
    assert!(found.len() == 1 && found[0].contains("nothing runs the list `nowhere`"), "{found:#?}");
    // The list of a level that only itself repeats, though its word stands elsewhere: `once: turn`.
    let repeat = "[{ repeat: turn, alternate: true, max: 6, after_max: draw }]";
    let circle =
        manifest.replace(repeat, "[{ shuffle: deck }]").replace("  turn:\n", "  turn:\n    - { repeat: turn }\n");
    let once = "name: Probe\ntype: spell\ntext: It.\nabilities:\n  - { timing: main, turn: any, once: turn, script: 'act.draw(me)' }\n";
    let found = never_in(&[(path, &circle), ("cards/toy/basic/probe.yaml", once)]);
    assert!(found.iter().any(|told| told.contains("nothing runs the list `turn`")), "{found:#?}");
    assert!(found.iter().any(|told| told.contains("the window `main` never opens")), "{found:#?}");
}

#[test]
fn a_quote_that_nothing_opens_is_found() {
    let card =
        |text: &str| never_in(&[("cards/toy/basic/probe.yaml", &format!("name: Probe\ntype: spell\ntext: {text}\n"))]);
    let found = card("Draw two cards.\"");
    assert!(found.len() == 1 && found[0].starts_with("lost_quote cards/toy/basic/probe.yaml:3:7"), "{found:#?}");
    assert_eq!(card("\"Draw two cards.\""), Vec::<String>::new());
    assert_eq!(card("It says \"draw two cards.\""), Vec::<String>::new());
}

#[test]
fn abilities_that_work_nowhere_are_found_at_their_type() {
    let path = "cards/toy/game.yaml";
    let manifest = std::fs::read_to_string(root().join("tests/fixtures/toy").join(path)).expect("the manifest");
    let with = manifest
        .replace("  spell: { live_in", "  relic: { fields: {} }\n  spell: { live_in")
        .replace("holds: [creature, spell]", "holds: [creature, spell, relic]");
    let relic = |from: &str| {
        let ability = format!("{{ instead: moved, match: {{ card: self, to: {{ zone: field }} }}, {from} do: [] }}");
        let card = format!("name: Probe\ntype: relic\nabilities:\n  - {ability}\n");
        never_in(&[(path, &with), ("cards/toy/basic/probe.yaml", &card)])
    };
    let found = relic("");
    assert!(found.len() == 1 && found[0].starts_with("no_effect cards/toy/game.yaml:16:3"), "{found:#?}");
    assert_eq!(relic("from: any,"), Vec::<String>::new());
}

#[test]
fn an_ability_about_everybody_is_found_where_all_others_say_whom() {
    let card = |more: &str| {
        format!("name: Probe\ntype: creature\npower: 1\nabilities:\n  - {{ after: hit, {more} do: [{{ draw: 1 }}] }}\n")
    };
    let with = |last: &str| {
        let texts: Vec<String> = ["match: { player: me },"; 4].iter().chain([&last]).map(|more| card(more)).collect();
        let paths: Vec<String> = (0..5).map(|n| format!("cards/toy/basic/probe_{n}.yaml")).collect();
        let files: Vec<(&str, &str)> = paths.iter().map(|p| p.as_str()).zip(texts.iter().map(|t| t.as_str())).collect();
        never_in(&files)
    };
    let found = with("");
    assert!(found.len() == 1 && found[0].starts_with("wide cards/toy/basic/probe_4.yaml:5:14"), "{found:#?}");
    assert_eq!(with("match: { player: opponent },"), Vec::<String>::new());
    assert_eq!(with("if: { phase: main },"), Vec::<String>::new());
}

#[test]
fn cards_that_nobody_brings_are_found() {
    let path = "cards/toy/game.yaml";
    let manifest = std::fs::read_to_string(root().join("tests/fixtures/toy").join(path)).expect("the manifest");
    let with = manifest
        .replace("  spell: { live_in: hand, fields: {} }", "  spell: { live_in: hand, fields: {} }\n  token: {}");
    let found = never_in(&[(path, &with), ("cards/toy/basic/probe.yaml", "name: Probe\ntype: token\n")]);
    assert!(found.len() == 1 && found[0].starts_with("never_brought cards/toy/basic/probe.yaml:2:7"), "{found:#?}");
    let maker = "name: Maker\ntype: spell\ntext: Makes it.\nabilities:\n  - { timing: main, turn: any, script: 'act.create(\"probe\", \"me.field\")' }\n";
    let files = [
        (path, with.as_str()),
        ("cards/toy/basic/probe.yaml", "name: Probe\ntype: token\n"),
        ("cards/toy/basic/maker.yaml", maker),
    ];
    assert_eq!(never_in(&files), Vec::<String>::new());
}

#[test]
fn a_text_with_another_number_is_found() {
    let card = |text: &str, n: u32| {
        format!(
            "name: Probe\ntype: spell\ntext: \"{text}\"\nabilities:\n  - {{ timing: main, turn: any, script: 'act.draw(me, {n})' }}\n"
        )
    };
    let check = |text: &str, n: u32, is_found: bool| {
        let found = never_in(&[("cards/toy/basic/probe.yaml", &card(text, n))]);
        assert_eq!(found.len(), usize::from(is_found), "{found:#?}");
    };
    check("Draw 7 cards.", 7, false);
    check("Draw 7 cards.", 5, true);
    check("Draw two cards.", 2, false);
    check("Draw 1.5 cards.", 2, true);
    // Digits are set off in groups of three, in each language with another sign.
    for text in ["Deals 1,200 damage.", "Fügt 1.200 Schaden zu.", "Inflige 1 200 dégâts.", "Macht 1’200 Schaden."]
    {
        check(text, 1200, false);
        check(text, 1500, true);
    }
}

#[test]
fn findings_come_in_four_forms() {
    let here = Stranger::new("forms");
    here.well("", &["new", "game", "odd_ropes"]);
    let card = "cards/odd_ropes/first/young_wolf.yaml";
    here.write(card, "name: Young Wolf\ntype: creature\npowr: 1\npower: 2\npower: 3\n");
    let (text, code) = here.says("", &["check", "odd_ropes"]);
    assert_eq!(code, 1);
    assert!(
        text.contains(&format!("--> {card}:5:1")) && text.contains(&format!("::: {card}:4:1: here first")),
        "{text}"
    );
    let (told, _) = here.says("", &["check", "odd_ropes", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let twice =
        json["findings"].as_array().expect("a list").iter().find(|f| f["key"] == "duplicate_key").expect("it is found");
    assert_eq!((&twice["severity"], &twice["line"], &twice["also"]["line"]), (&"error".into(), &5.into(), &4.into()));
    let (told, _) = here.says("", &["check", "odd_ropes", "--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let (told, _) = here.says("", &["check", "odd_ropes", "--format", "github"]);
    assert!(told.contains(&format!("::error file={card},line=5,col=1,title=duplicate_key::")), "{told}");
    // From another folder the way to the file is another one.
    let (told, _) = here.says("cards", &["--root", "..", "check", "odd_ropes"]);
    assert!(told.contains("--> odd_ropes/first/young_wolf.yaml:5:1"), "{told}");
}

#[test]
fn a_file_that_is_not_utf_8_is_told() {
    let here = Stranger::new("latin");
    here.well("", &["new", "game", "odd_ropes"]);
    for path in ["cards/odd_ropes/first/young_wolf.yaml", "scripts/odd_ropes/steps.lua"] {
        let before = std::fs::read(here.0.join(path)).ok();
        here.write(path, "");
        std::fs::write(here.0.join(path), b"-- Old\nname: Old B\xe4r\n").expect("a file");
        let (told, code) = here.says("", &["check", "odd_ropes"]);
        assert!(code == 1 && told.contains("not UTF-8") && told.contains(&format!("{path}:2:12")), "{told}");
        match before {
            Some(bytes) => std::fs::write(here.0.join(path), bytes).expect("a file"),
            None => std::fs::remove_file(here.0.join(path)).expect("it is there"),
        }
    }
}

#[test]
fn what_is_known_is_left_out() {
    let here = Stranger::new("known");
    here.well("", &["new", "game", "odd_ropes"]);
    let card = "cards/odd_ropes/first/second_breath.yaml";
    let text = here.read(card).replace("act.draw(me, 2)", "act.draw(me, 0)");
    here.write(card, &text);
    let (told, code) = here.says("", &["check", "odd_ropes"]);
    assert!(code == 1 && told.contains("odd_ropes: 1 warning"), "{told}");
    here.well("", &["check", "odd_ropes", "--write-baseline", "known.json"]);
    let told = here.well("", &["check", "odd_ropes", "--baseline", "known.json"]);
    assert!(told.contains("nothing found (1 known)"), "{told}");
    here.write(card, &text.replace("    script:", "    # intermezzo: ignore no_effect\n    script:"));
    assert!(here.well("", &["check", "odd_ropes"]).contains("nothing found"));
    here.write(
        card,
        &text.replace("    script: act.draw(me, 0)", "    # intermezzo: ignore no_effect\n    script: act.draw(me, 1)"),
    );
    let (told, _) = here.says("", &["check", "odd_ropes"]);
    assert!(told.contains("this ignores no_effect, and there is no such finding here"), "{told}");
}

/// The keys of all findings that stand in the program.
fn keys() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut folders = vec![root().join("src"), root().join("program/src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            let product = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or("").to_string();
            for way in [".error(", ".warn(", ".hint("] {
                for (at, _) in product.match_indices(way) {
                    let rest = product[at + way.len()..].trim_start();
                    let key = rest
                        .strip_prefix('"')
                        .and_then(|rest| rest.split_once('"'))
                        .filter(|(_, rest)| rest.starts_with(','));
                    keys.extend(key.map(|(key, _)| key.to_string()));
                }
            }
        }
    }
    keys
}

#[test]
fn each_key_of_a_finding_is_explained() {
    let page = std::fs::read_to_string(root().join("docs/findings.md")).expect("the page");
    let keys = keys();
    assert!(keys.len() > 40, "the keys are not where this test looks for them: {keys:?}");
    let (_, page) = page.split_once("## The keys").expect("the table of keys");
    let untold: Vec<&String> = keys.iter().filter(|key| !page.contains(&format!("| `{key}` |"))).collect();
    assert!(untold.is_empty(), "the table of keys in docs/findings.md does not explain {untold:?}");
    let told: Vec<&str> = page.lines().filter_map(|l| l.strip_prefix("| `")?.split('`').next()).collect();
    let gone: Vec<&&str> = told.iter().filter(|key| !keys.contains(**key)).collect();
    assert!(gone.is_empty(), "docs/findings.md explains {gone:?}, which nothing is");
}

#[test]
fn a_line_of_the_table_names_what_there_is() {
    let mut files = Files::with_root(Some(&root().join("tests/fixtures/toy"))).expect("the fixture");
    let game = files.texts["cards/toy/game.yaml"].to_string();
    let lines = "table: [{ zone: plaed }, { zone: hand, show: [zone], sort: [owner] }]\n";
    files.texts.insert("cards/toy/game.yaml".into(), (game + lines).into());
    let told = Loader::default().load("toy", &files).err().expect("it names what there is not").render_all();
    for wrong in ["unknown zone `plaed`", "unknown field of cards `zone`", "unknown field of cards `owner`"] {
        assert!(told.contains(wrong), "{told}");
    }
}

#[test]
fn a_ledger_is_checked_and_coverage_tells_the_same() {
    let here = Stranger::new("findings-ledger");
    here.well("", &["new", "game", "Odd Ropes"]);
    let ledger = |rule: &str| format!("game: odd_ropes\nrules:\n  - {{ id: A-01, rule: it is so, {rule} }}\n");
    let path = "tests/rules/odd_ropes.yaml";
    here.write(path, &ledger("section: 1"));
    here.well("", &["check", "odd_ropes"]);
    here.write(path, &ledger("section: 1, nevr: because"));
    for args in [&["check", "odd_ropes"][..], &["check", path], &["coverage", "odd_ropes"]] {
        let (told, code) = here.says("", args);
        let place = "tests/rules/odd_ropes.yaml:3:45";
        let all = ["unknown key `nevr` in a rule", place, "did you mean `never`?"];
        assert!(code != 0 && all.iter().all(|part| told.contains(part)), "{args:?}: {told}");
    }
    here.write(path, &ledger("section: 1 }\n  - { id: A-01, rule: it is so, section: 2"));
    assert!(here.says("", &["check"]).0.contains("two rules have the id `A-01`"));
    here.write(path, &ledger("section: 1").replace("odd_ropes", "odd_rope"));
    assert!(here.says("", &["check"]).0.contains("this is the ledger of `odd_ropes`"));
}

#[test]
fn what_is_told_of_a_slip_says_what_is_meant() {
    let here = Stranger::new("findings-slips");
    here.well("", &["new", "game", "Odd Ropes"]);
    let (game, first) = ("cards/odd_ropes/game.yaml", "cards/odd_ropes/first");
    let (leader, bear) = (format!("{first}/pack_leader.yaml"), format!("{first}/old_bear.yaml"));
    let deck = "cards/odd_ropes/decks/all_of_it.yaml";
    let check = |path: &str, old: &str, new: &str, count: usize, parts: &[&str]| {
        let before = here.read(path);
        assert!(before.contains(old), "{path} has no {old}");
        here.write(path, &before.replacen(old, new, 1));
        let (told, _) = here.says("", &["check", "odd_ropes"]);
        here.write(path, &before);
        let missing: Vec<&&str> = parts.iter().filter(|part| !told.contains(**part)).collect();
        assert!(missing.is_empty() && told.matches("  --> ").count() == count, "{new}: {missing:?}\n{told}");
    };
    check(
        game,
        "needs: [turn]",
        "needs: [trun]",
        1,
        &["have no key `trun`", "game.yaml:23:19", "did you mean `turn`?"],
    );
    check(
        game,
        "players: 2",
        "players: { least: 4, most: 2 }",
        1,
        &["no number of players is at least 4 and at most 2"],
    );
    check(game, "players: 2", "players: 0", 1, &["not 0"]);
    check(&leader, "other: true", "other: yes", 1, &["help: write `true`"]);
    check(&leader, "while: true", "while: ture", 1, &["help: write `true`"]);
    check(&leader, "modify: { power: 1 }", "modify: { power: one }", 1, &["write the number in figures: `1`"]);
    check(&bear, "power: 2", "power: -1", 1, &["counts as 0"]);
    let ability = "power: 2\nwhile: true\nmodify: { power: 1 }";
    let help = ["`while` is a key of an ability", "put it under `abilities`: `abilities: [{ while: … }]`"];
    check(&bear, "power: 2", ability, 2, &help);
    check(deck, "young_wolf: 4", "young_wolf: -4", 2, &["how many copies there are, from 1, or leave the card out"]);
    for (source, name) in [("print(\"x\")", "print"), ("local x = require(\"foo\")", "require")] {
        here.write("scripts/odd_ropes/own.lua", source);
        let (told, _) = here.says("", &["check", "odd_ropes"]);
        let says = format!("there is nothing called `{name}`");
        assert!(told.contains(&says) && told.contains("own.lua:1") && told.contains("help: "), "{told}");
    }
}

#[test]
fn what_a_patch_takes_away_is_told_with_the_patch() {
    let mut files = Files::with_root(Some(&root().join("tests/fixtures/toy"))).expect("the fixture");
    let pack = "pack: less\nversion: 1.0.0\nextends: toy\npatches:\n  - { remove: zones.discard }\n";
    files.texts.insert("packs/less/pack.yaml".into(), pack.into());
    files.packs = vec!["less".into()];
    let found = Loader::default().load("toy", &files).err().expect("cards name the zone");
    let named = found.list().iter().filter(|p| p.message.contains("`discard`"));
    let places: Vec<String> = named.map(|p| p.also.as_ref().map_or(String::new(), |(at, _)| at.to_string())).collect();
    assert!(
        !places.is_empty() && places.iter().all(|at| at == "packs/less/pack.yaml:5:5"),
        "{places:?}\n{}",
        found.render_all()
    );
}
