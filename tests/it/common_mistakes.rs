//! Common mistakes of authors: each is reported with its place, its line, the fault and a help.

use crate::cli_new::Stranger;

/// One mistake: the change of a file, and the expected report: a line of that file, words, and help.
struct Mistake {
    what: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
    line: u32,
    says: &'static str,
    helps: &'static str,
}

const BRANCH: &str = "cards/odd_ropes/first/falling_branch.yaml";
const WOLF: &str = "cards/odd_ropes/first/young_wolf.yaml";
const MANIFEST: &str = "cards/odd_ropes/game.yaml";
const DECK: &str = "cards/odd_ropes/decks/all_of_it.yaml";
const SCENARIO: &str = "tests/scenarios/odd_ropes/a_leader.yaml";

const fn m(
    what: &'static str,
    file: &'static str,
    (old, new): (&'static str, &'static str),
    line: u32,
    says: &'static str,
    helps: &'static str,
) -> Mistake {
    Mistake { what, file, old, new, line, says, helps }
}

/// What `check` tells.
const CHECKED: [Mistake; 27] = [
    m("a key", BRANCH, ("abilities:", "abilites:"), 5, "abilites", "abilities"),
    m("a type", BRANCH, ("type: spell", "type: spel"), 3, "spel", "spell"),
    m("a zone", BRANCH, ("zone: field", "zone: feild"), 8, "feild", "field"),
    m("a timing", BRANCH, ("timing: main", "timing: mian"), 6, "mian", "main"),
    m("a number of cards", BRANCH, ("power: \"<=", "powr: \"<="), 8, "powr", "power"),
    m("an event", BRANCH, ("timing: main\n    turn: me", "after: movd"), 6, "movd", "moved"),
    m("a zone in Lua", BRANCH, ("\"discard\"", "\"discrad\""), 9, "discrad", "discard"),
    m("a host function", BRANCH, ("act.move", "act.mvoe"), 9, "mvoe", "move"),
    m("a target in Lua", BRANCH, ("this.hit", "this.hti"), 9, "hti", "hit"),
    m("an argument of another kind", BRANCH, ("this.hit, \"discard\"", "3, \"discard\""), 9, "", ""),
    m("an argument left out", BRANCH, ("this.hit, \"discard\"", ""), 9, "arguments", ""),
    m("a card in a deck", DECK, ("young_wolf: 4", "yuong_wolf: 4"), 5, "yuong_wolf", "young_wolf"),
    m("a key twice", WOLF, ("power: 1", "power: 1\npower: 2"), 5, "twice", "one of them"),
    m("a variable in Lua", BRANCH, ("this.hit", "thsi.hit"), 9, "nothing called `thsi`", "did you mean `this`?"),
    m("a variable that is nowhere", BRANCH, ("this.hit", "prey"), 9, "nothing called `prey`", "`local prey = …`"),
    m("a value of another kind", WOLF, ("power: 1", "power: strong"), 4, "is a number, found a text", "`power: 1`"),
    m("a number in quotes", WOLF, ("power: 1", "power: \"1\""), 4, "is a number, found a text", "leave the quotes out"),
    m("a field left out", WOLF, ("\npower: 1", ""), 2, "needs `power`", "add a line `power: 1`"),
    m("a type left out", WOLF, ("type: creature\n", ""), 2, "needs `type`", "creature, spell"),
    m("an open quote", BRANCH, ("less.\"", "less."), 4, "nothing closes", "end the text with \""),
    m("an open quote in a row", BRANCH, ("\"<= 1\"", "\"<= 1"), 8, "nothing closes", "end the text with \""),
    m("a bracket in Lua", BRANCH, ("\"discard\")", "\"discard\""), 9, "`)` expected", "each `(` needs a `)`"),
    m("too few cards", DECK, ("young_wolf: 4", "young_wolf: 3"), 4, "19 cards found, 20 needed", "put 1 more in"),
    m("too many copies", DECK, ("young_wolf: 4", "young_wolf: 5"), 5, "at most 4 are allowed", "take 1 out"),
    m("a missing colon", WOLF, ("power: 1", "power 1"), 4, "a colon is missing", "`power: 1`"),
    m("a tab", BRANCH, ("    turn: me", "\tturn: me"), 7, "a tab", "spaces"),
    m("a window in the flow", MANIFEST, ("{ window: main }", "{ window: mian }"), 61, "mian", "main"),
];

/// Mistakes that `test` reports and, except the first, `check` before anything is played.
const TESTED: [Mistake; 7] = [
    m("a wrong expectation", SCENARIO, ("beth.life: 9", "beth.life: 8"), 13, "beth.life is 9, expected 8", ""),
    m("a card of a position", SCENARIO, ("hand: [pack_leader]", "hand: [pck_leader]"), 6, "pck_leader", "pack_leader"),
    m("a command", SCENARIO, ("summon pack_leader", "sumon pack_leader"), 9, "sumon", "summon"),
    m("a key of a scenario", SCENARIO, ("steps:", "stpes:"), 8, "stpes", "steps"),
    m("a phase", SCENARIO, ("phase: main", "phase: mian"), 5, "mian", "main"),
    m("a counter", SCENARIO, ("beth.life", "beth.lief"), 13, "lief", "life"),
    m("a card that is not there", SCENARIO, ("young_wolf.power", "yuong_wolf.power"), 10, "yuong_wolf", "young_wolf"),
];

fn folder(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "game", "odd_ropes"]);
    here
}

/// The first flaw in the report of a mistake, if there is any.
fn lacks(here: &Stranger, mistake: &Mistake, args: &[&str]) -> Option<String> {
    let before = here.read(mistake.file);
    assert!(before.contains(mistake.old), "{}: nothing in {} is `{}`", mistake.what, mistake.file, mistake.old);
    here.write(mistake.file, &before.replacen(mistake.old, mistake.new, 1));
    let (told, code) = here.says("", args);
    here.write(mistake.file, &before);
    let place = format!("{}:{}", mistake.file, mistake.line);
    let quoted = told.lines().any(|line| line.trim_start().starts_with(&format!("{} | ", mistake.line)));
    let lacking = [
        (code != 1, "an exit code of 1"),
        (!told.contains(&place), "its place"),
        (!quoted, "its line"),
        (!told.contains(mistake.says), "what is wrong"),
        (!["help:", "did you mean", "how it stands"].iter().any(|help| told.contains(help)), "help"),
        (!told.contains(mistake.helps), "what helps"),
    ];
    let lacking: Vec<&str> = lacking.iter().filter(|(is, _)| *is).map(|(_, what)| *what).collect();
    (!lacking.is_empty()).then(|| format!("{} ({place}) lacks {}:\n{told}", mistake.what, lacking.join(", ")))
}

#[test]
fn each_mistake_is_told_whole() {
    let here = folder("mistakes");
    let mut wrong: Vec<String> = CHECKED.iter().filter_map(|m| lacks(&here, m, &["check", "odd_ropes"])).collect();
    wrong.extend(TESTED.iter().filter_map(|m| lacks(&here, m, &["test"])));
    wrong.extend(TESTED[1..].iter().filter_map(|m| lacks(&here, m, &["check", "odd_ropes"])));
    wrong.extend(TESTED[1..].iter().filter_map(|m| lacks(&here, m, &["check", SCENARIO])));
    let all = CHECKED.len() + 3 * TESTED.len() - 2;
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn what_is_typed_or_named_without_its_name_is_told_what_it_needs() {
    let here = folder("half");
    let (told, code) = here.says("", &["play", "odd_ropes", "--plain", "--from", "nix.yaml"]);
    assert!(code == 2 && told.contains("nix.yaml: there is no such file (help: name a scenario"), "{told}");
    let mut play = crate::support::talk::Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--seed", "1"]);
    for (typed, says) in [
        ("w", "name a card behind it"),
        ("c", "name a card behind it"),
        ("c Young Wolf", "(cards/odd_ropes/first/young_wolf.yaml)"),
    ] {
        play.says("? help: ");
        play.types(typed);
        play.says(says);
    }
    play.types("q");
    play.ends();
    here.write("cards/cardland/test/hook.yaml", "name: Hook\ntype: event\ncolour: red\nusage: 1\ntext: A\n");
    let (told, _) = here.says("", &["check", "cardland"]);
    assert!(told.contains("hook.yaml:4:8") && told.contains("write `{ red: 1 }`"), "{told}");
}

#[test]
fn a_position_that_nobody_plays_is_judged_too() {
    let here = folder("positions");
    // It expects nothing: a position to play on from needs no more.
    let position = "title: A position\ngame: odd_ropes\nsetup:\n  phase: mian\n  amy: { hand: [yuong_wolf] }\n";
    here.write("position.yaml", position);
    let (told, code) = here.says("", &["check", "position.yaml"]);
    // The position is checked first, then the phase.
    assert!(code == 1 && told.contains("position.yaml:5:17") && told.contains("`young_wolf`"), "{told}");
    here.write("position.yaml", &position.replace("yuong", "young"));
    let (told, code) = here.says("", &["check", "position.yaml"]);
    assert!(code == 1 && told.contains("position.yaml:4:10") && told.contains("there is no phase `mian`"), "{told}");
    here.write("position.yaml", &position.replace("yuong", "young").replace("mian", "main"));
    here.well("", &["check", "position.yaml"]);
    // All names of steps and expectations are told at once, and a card that may come later is none of them.
    let wrong = "steps:\n  - beth: psas\n  - pass: [cleo]\n  - amy: use young_wolf\n    pay: [yuong_wolf]\nexpect:\n  - { zone: { amy.hnad: [] } }\n  - { amy.lief: 1 }\n  - { window: mian }\n  - { count: { amy.hand: 1 } }\n  - { zone: { amy.field: [pack_leader] } }\n  - { offers: { amy: [use yuong_wolf] } }\n  - { view: { amy: { beth.hnad: [] } } }\n";
    here.write(
        "tests/scenarios/odd_ropes/names.yaml",
        &format!("{}{wrong}", position.replace("yuong", "young").replace("mian", "main")),
    );
    let (told, code) = here.says("", &["check", "odd_ropes", "--format", "github"]);
    assert!(code == 1 && told.matches("::error").count() == 8, "{told}");
    for (line, word) in
        [(7, "psas"), (8, "cleo"), (10, "yuong"), (12, "hnad"), (13, "lief"), (14, "mian"), (17, "yuong"), (18, "hnad")]
    {
        let names = told.lines().any(|told| told.contains(&format!("line={line},")) && told.contains(word));
        assert!(names, "{word} in line {line}:\n{told}");
    }
}

#[test]
fn a_card_that_is_there_twice_is_told_with_both_places() {
    let here = folder("twice");
    here.write("cards/odd_ropes/second/young_wolf.yaml", &here.read(WOLF));
    let (told, code) = here.says("", &["check", "odd_ropes"]);
    assert_eq!(code, 1, "{told}");
    for part in [
        "there is a card `young_wolf` already",
        "--> cards/odd_ropes/second/young_wolf.yaml:2:1",
        "::: cards/odd_ropes/first/young_wolf.yaml:2:1: the first one",
        "2 | name: Young Wolf",
        "help: the id of a card is the name of its file",
    ] {
        assert!(told.contains(part), "`{part}` is not told:\n{told}");
    }
}

/// A script that fails while it runs, by the scenario that runs it.
#[track_caller]
fn fails(script: &str, says: &[&str]) {
    let here = folder("running");
    let branch = here.read(BRANCH).replace("act.move(this.hit, \"discard\")", script);
    here.write(BRANCH, &branch);
    let scenario = "title: It falls\ngame: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [falling_branch] }\n  beth: { field: [young_wolf] }\nsteps:\n  - amy: use falling_branch\n    choose: [young_wolf]\nexpect:\n  - zone: { beth.field: [] }\n";
    here.write("tests/scenarios/odd_ropes/it_falls.yaml", scenario);
    let (told, code) = here.says("", &["test", "--filter", "It falls"]);
    assert_eq!(code, 1, "{told}");
    for part in [&["tests/scenarios/odd_ropes/it_falls.yaml", "falling_branch.yaml:9", "9 | "][..], says].concat() {
        assert!(told.contains(part), "`{part}` is not told:\n{told}");
    }
}

#[test]
fn nil_is_told_with_the_line_of_the_script() {
    fails(
        "local none = nil; act.move(none.card, \"discard\")",
        &[
            "`none` is nothing (nil), so it has no `card`",
            "check `none` first",
            "the last lines of the log",
            "how it stands",
        ],
    );
}

#[test]
fn what_a_script_does_not_close_is_told_with_the_line_that_opened_it() {
    for (script, says) in [
        (
            "script: |\n      act.draw(me,\n        1\n      act.draw(me, 1)",
            "`)` expected near `act`: `(` in line 10 is not closed",
        ),
        (
            "script: |\n      if true then\n        for i = 1, 3 do\n          act.draw(me, 1)\n      end",
            "`end` expected near the end: `if` in line 10 is not closed",
        ),
        (
            "script: |\n      local t = {\n        act.draw(me, 1)\n      local u = 1",
            "`}` expected near `local`: `{` in line 10 is not closed",
        ),
    ] {
        let here = folder("unclosed");
        here.write(BRANCH, &here.read(BRANCH).replace("script: act.move(this.hit, \"discard\")", script));
        let (told, code) = here.says("", &["check"]);
        assert!(code == 1 && told.contains(says), "`{says}` is not told:\n{told}");
    }
}

#[test]
fn an_endless_loop_is_told_with_the_line_of_the_script() {
    fails("while true do end", &["the last lines of the log"]);
}

/// Computed and printed values are no counters: changing one is an error that says so.
#[test]
fn who_changes_what_is_computed_is_told_so() {
    let here = Stranger::new("computed");
    here.well("", &["new", "pack", "Odd Things", "--extends", "duel"]);
    let card = "cards/duel/odd_things/first_of_odd_things.yaml";
    for (does, says, helps) in [
        (
            "script: act.change(me, \"life\", -1)",
            "`life` is computed, so nothing changes it",
            "what it is computed from",
        ),
        (
            "do: [{ change: { object: me, name: life, by: -1 } }]",
            "`life` is computed, so nothing changes it",
            "computed from",
        ),
        (
            "script: act.change(self, \"power\", 1)",
            "`power` is printed, and nothing is kept of it",
            "`modify` changes it",
        ),
    ] {
        let text =
            "name: First of Odd Things\ntype: spell\ncolour: ember\ncost: { ember: 1 }\ntext: \"One.\"\nabilities:\n";
        here.write(&format!("odd_things/{card}"), &format!("{text}  - kind: fast\n    {does}\n"));
        let (told, code) = here.says("odd_things", &["check"]);
        assert!(code == 1 && told.contains(says) && told.contains(helps), "{told}");
    }
}
