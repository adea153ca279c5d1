//! Plausible mistakes: mistakes that look right, each told with its place, its cause and what helps.

use crate::cli_new::Stranger;

const CARD: &str = "cards/odd_ropes/first/slip.yaml";
const HEAD: &str = "name: Slip\ntype: spell\n";

/// What `check` says of a card with this text.
fn checked(here: &Stranger, text: &str) -> String {
    here.write(CARD, text);
    here.says("", &["check", "odd_ropes"]).0
}

/// What `test` says of a scenario that uses a card with this script.
fn ran(here: &Stranger, script: &str) -> String {
    let lines: String = script.lines().map(|line| format!("      {line}\n")).collect();
    here.write(CARD, &format!("{HEAD}abilities:\n  - timing: main\n    turn: me\n    script: |\n{lines}"));
    let scenario = "title: T\ngame: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [slip], deck: [old_bear] }\n  \
                    beth: { deck: [old_bear] }\nsteps:\n  - amy: use slip\nexpect: [{ asked: amy }]\n";
    here.write("slip_scenario.yaml", scenario);
    here.says("", &["test", "slip_scenario.yaml"]).0
}

#[test]
fn a_slip_in_a_card_is_told_at_its_place() {
    let here = Stranger::new("slips");
    here.well("", &["new", "game", "Odd Ropes"]);
    let script = |text: &str| format!("{HEAD}abilities:\n  - timing: main\n    turn: me\n    script: {text}\n");
    let creature = "name: Slip\ntype: creature\n";
    for (text, parts) in [
        // The dash, not the line behind it.
        (
            format!("{creature}power: 2\nabilities:\n  -kind: x\n   after: moved\n"),
            &["slip.yaml:5:3", "a space is missing behind the dash of `-kind: x`", "write `- kind: x`"][..],
        ),
        // Hard spaces look like others.
        (format!("{creature}power:\u{a0}2\n"), &["slip.yaml:3:7", "a hard space stands here", "ordinary space"]),
        (format!("{creature}\u{a0}power: 2\n"), &["slip.yaml:3:1", "a hard space stands here"]),
        (
            format!("{creature}power: 2\nabilities:\n\u{a0} - after: moved\n    script: act.draw(me, 1)\n"),
            &["slip.yaml:5:1", "a hard space stands here"],
        ),
        (
            format!("{creature}power: 2\nabilities:\n  -\u{a0}after: moved\n    script: act.draw(me, 1)\n"),
            &["slip.yaml:5:4", "a hard space stands here"],
        ),
        (
            format!(
                "{creature}power: 2\nabilities:\n  - after: moved\n    match:\u{3000}{{ card: self }}\n    do: [{{ draw: 1 }}]\n"
            ),
            &["slip.yaml:6:5", "a hard space stands behind the colon"],
        ),
        // A colon without its space.
        (
            format!(
                "{creature}power: 2\nabilities:\n  - after: moved\n    match: {{ card:self }}\n    do: [{{ draw: 1 }}]\n"
            ),
            &["slip.yaml:6:14", "a space is missing behind the colon: write `card: self`"],
        ),
        (
            format!(
                "{creature}power: 2\nabilities:\n  - after: moved\n    match: {{ card: self }}\n    do: [{{ draw:1 }}]\n"
            ),
            &["a space is missing behind the colon: write `draw: 1`"],
        ),
        // Quotes of word processors.
        (
            script("act.move(self, \u{201c}discard\u{201d})"),
            &["slip.yaml:6:28", "is a printed quote", "as keyboards write them"],
        ),
        (script("act.draw(me,\u{a0}1)"), &["a hard space stands here, which Lua does not know"]),
        // A verb that is no event.
        (script("act.strike(opponent, 2)"), &["`act` has no `strike`", "intermezzo list events GAME", "known: "]),
    ] {
        let told = checked(&here, &text);
        parts.iter().for_each(|part| assert!(told.contains(part), "{part}\n{text}\n{told}"));
    }
    // What only looks like one is no mistake.
    let fine = format!("{creature}power: 2\ntext: |\n  -kind: of text\n  \u{a0}indented: so\n");
    let told = checked(&here, &fine);
    assert!(!told.contains("missing") && !told.contains("hard space"), "{told}");
}

#[test]
fn a_script_that_fails_says_where_and_what_helps() {
    let here = Stranger::new("failing");
    here.well("", &["new", "game", "Odd Ropes"]);
    for (script, parts) in [
        (
            "local f = cards { zone = \"deck\" }[9]\nf.nope()",
            &["slip.yaml:8:7", "`f` is nothing (nil)", "check `f` first"][..],
        ),
        (
            "local t = cards { zone = \"deck\", owner = me }\nfor i = 0, #t do act.move(t[i], \"discard\") end",
            &["slip.yaml:8", "a list begins with its place 1"],
        ),
        (
            "local t = cards { zone = \"deck\", owner = me }\nfor i = 1, #t + 1 do act.move(t[i], \"discard\") end",
            &["slip.yaml:8", "`#list` is the last place of a list"],
        ),
        (
            "local n = 0\nwhile n < 10 do\n  act.change(me, \"life\", 1)\nend",
            &["the script runs too long", "does the loop here ever end?"],
        ),
    ] {
        let told = ran(&here, script);
        parts.iter().for_each(|part| assert!(told.contains(part), "{part}\n{script}\n{told}"));
    }
}

#[test]
fn who_stands_in_the_wrong_folder_is_told() {
    let here = Stranger::new("elsewhere");
    here.well("", &["new", "game", "Odd Ropes"]);
    let (told, code) = here.says("cards", &["play", "odd_ropes"]);
    assert!(
        code == 2 && told.contains("there is no game `odd_ropes`") && told.contains("go there, or say `--root"),
        "{told}"
    );
    let (told, _) = here.says("cards/odd_ropes", &["check"]);
    assert!(told.contains("note: only built-in games were checked") && told.contains("your own lie in"), "{told}");
    std::fs::rename(here.0.join("cards"), here.0.join("card")).expect("a folder");
    let (told, _) = here.says("", &["check"]);
    assert!(told.contains("nobody reads the folder `card`: is it meant to be `cards`?"), "{told}");
}

#[test]
fn packs_that_need_each_other_are_told_where_they_say_so() {
    let here = Stranger::new("circle");
    here.well("", &["new", "game", "Odd Ropes"]);
    for (pack, other) in [("alder", "birch"), ("birch", "alder")] {
        here.well("", &["new", "pack", pack, "--extends", "odd_ropes"]);
        let path = format!("packs/{pack}/pack.yaml");
        here.write(&path, &(here.read(&path) + &format!("needs: {{ {other}: \"*\" }}\n")));
    }
    let (told, code) = here.says("", &["check"]);
    assert_eq!(code, 1, "{told}");
    for part in ["packs/alder/pack.yaml:6:10", "need each other", "take it out of `needs`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
