//! Card authoring: mistakes of a first day of making cards are reported, with words that help.

use crate::cli_new::Stranger;
#[cfg(unix)]
use crate::support::talk::Talk;

const BRANCH: &str = "cards/odd_ropes/first/falling_branch.yaml";
const MOVES: &str = "script: act.move(this.hit, \"discard\")";

fn game(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "game", "odd_ropes"]);
    here
}

/// A pack over the game `duel`, and its folder.
fn pack(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "pack", "Storm Tide", "--extends", "duel"]);
    here
}

const PACK: &str = "storm_tide";
const FIRST: &str = "cards/duel/storm_tide/first_of_storm_tide.yaml";

/// Whether all of these are told.
#[track_caller]
fn tells(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "`{part}` is not told:\n{told}");
    }
}

/// Findings of `check` for a script in the place of another.
fn checked(here: &Stranger, script: &str) -> String {
    let before = here.read(BRANCH);
    here.write(BRANCH, &before.replace(MOVES, script));
    let (told, code) = here.says("", &["check", "odd_ropes"]);
    here.write(BRANCH, &before);
    assert_eq!(code, 1, "{script}: {told}");
    told
}

#[test]
fn what_yaml_does_to_a_script_is_told() {
    let here = game("folded");
    let bar = "write `script: |`";
    // The comment takes the second call away, or the end that the script needs.
    for script in [
        "script:\n      act.draw(me, 1)\n      -- and then\n      act.move(this.hit, \"discard\")",
        "script:\n      if me.life > 1 then\n      -- and then\n      act.move(this.hit, \"discard\") end",
        "script: >\n      act.draw(me, 1)\n      -- and then\n      act.move(this.hit, \"discard\")",
    ] {
        let told = checked(&here, script);
        tells(&told, &[bar, "this comment takes away all that stands below it", "falling_branch.yaml:11:7"]);
        assert!(!told.contains("expected near the end"), "{told}");
    }
    let told = checked(&here, "script: local n = #cards { zone = \"hand\", owner = me }");
    tells(&told, &["` #` begins a comment in YAML", bar]);
    let back = "local back = ask.option { options = { \"a\" }, why = \"x: y\" }";
    let told = checked(&here, &format!("script:\n      {back}"));
    tells(&told, &["YAML reads this script as a map", bar, "falling_branch.yaml:10:7"]);
    let told = checked(&here, &format!("script:\n      act.draw(me, 1)\n      {back}"));
    tells(&told, &["YAML reads the lines of `script` as one", bar, "falling_branch.yaml:11:7"]);
}

#[test]
fn words_of_other_languages_are_told_as_lua_has_them() {
    let here = game("lua");
    for (script, parts) in [
        ("local n = count { zone: \"hand\" }", &["a name is missing behind `zone:`", "`zone = …`"][..]),
        ("local n = 1 if n != 0 then act.draw(me, n) end", &["`!=` is not Lua 5.1; write `~=`"]),
        ("local n = 1 n += 1", &["`+=` is not Lua", "`n = n + 1`"]),
        ("local n = 1 print(n)", &["nothing called `print`", "`note("]),
        ("act.draw(me, math.random(2))", &["`math.random` is not available", "`roll.number(low, high)`"]),
        ("act.draw(me,, 1)", &["between two commas something is missing"]),
        ("act.draw(me, roll(6))", &["`roll` is a table of functions", "roll.number"]),
    ] {
        tells(&checked(&here, &format!("script: |\n      {script}")), parts);
    }
}

#[test]
fn what_a_declared_event_is_given_is_judged() {
    let here = pack("given");
    let card = "name: First\ntype: spell\ncolour: ember\ncost: { ember: 1 }\ntext: \"One.\"\nabilities:\n  - kind: fast\n    targets: { victim: { zone: field, type: creature } }\n    script: |\n      ";
    for (script, says) in [
        ("act.pays_life(me, nil)", "`amount` of `act.pays_life` is needed, found nil"),
        ("act.pays_life(this.victim, 1)", "is a player or players, found `this.victim`"),
    ] {
        here.write(&format!("{PACK}/{FIRST}"), &format!("{card}{script}\n"));
        let (told, code) = here.says(PACK, &["check"]);
        assert_eq!(code, 1, "{told}");
        tells(&told, &[says]);
    }
    here.write(&format!("{PACK}/{FIRST}"), &format!("{card}act.move(this.victim, \"discard\")\n"));
    here.says(PACK, &["check"]);
}

#[test]
fn half_written_data_is_told_with_what_was_meant() {
    let here = game("data");
    let before = here.read(BRANCH);
    for (old, new, parts) in [
        (MOVES, "do: [{ draw: { playr: me } }]", &["`playr`", "player"][..]),
        ("turn: me", "turn: mee", &["active, inactive, any"]),
    ] {
        here.write(BRANCH, &before.replace(old, new));
        let (told, code) = here.says("", &["check", "odd_ropes"]);
        assert_eq!(code, 1, "{told}");
        tells(&told, parts);
    }
    let here = pack("kinds");
    let card = here.read(&format!("{PACK}/{FIRST}"));
    let without: String = card
        .lines()
        .filter(|line| !line.contains("abilities") && !line.starts_with("  "))
        .map(|l| format!("{l}\n"))
        .collect();
    here.write(
        &format!("{PACK}/{FIRST}"),
        &format!("{without}abilities:\n  - {{ kind: instant, do: [{{ draw: 1 }}] }}\n"),
    );
    tells(&here.says(PACK, &["check"]).0, &["or `kind`, which brings one along: ", "fast"]);
}

#[test]
fn a_step_that_names_a_card_for_an_action_of_none_is_told_how_it_is_written() {
    let here = Stranger::new("attack");
    let scenario = "title: It attacks\ngame: duel\nsetup:\n  phase: noon\n  amy: { field: [spark_imp] }\nsteps:\n  - amy: attack spark_imp\nexpect: [{ active: amy }]\n";
    here.write("one.yaml", scenario);
    let (told, code) = here.says("", &["test", "one.yaml"]);
    assert_eq!(code, 1, "{told}");
    tells(&told, &["`attack` is about no card: write `attack` with `choose: [spark_imp]`", "one.yaml:7"]);
}

#[test]
fn a_new_deck_keeps_all_its_cards() {
    let here = pack("cards");
    here.well(PACK, &["new", "deck", "X", "--like", "tall_trees", "--card", "cloud_ray", "--card", "glass_gull"]);
    let deck = here.read(&format!("{PACK}/cards/duel/decks/x.yaml"));
    tells(&deck, &["cloud_ray: ", "glass_gull: "]);
}

#[test]
fn a_pack_whose_scenarios_fail_is_not_built() {
    let here = pack("untested");
    let path = format!("{PACK}/tests/scenarios/duel/storm_tide.yaml");
    let scenario = here.read(&path);
    here.write(
        &path,
        &format!("{}expect: [{{ active: nobody_here }}]\n", scenario.split("expect:").next().unwrap_or("")),
    );
    let (told, code) = here.says(PACK, &["pack", "build"]);
    assert_eq!(code, 1, "{told}");
    tells(&told, &["1 of 1 scenarios of the pack fail", "tests/scenarios/duel/storm_tide.yaml", "--untested"]);
    assert!(!here.0.join(PACK).join("storm_tide-0.1.0.tar.gz").exists());
    here.well(PACK, &["pack", "build", "--untested"]);
    here.write(&path, &scenario);
    here.well(PACK, &["pack", "build"]);
}

#[test]
fn a_pack_that_came_as_an_archive_is_not_updated_and_that_is_told() {
    let here = pack("archive");
    here.well(PACK, &["pack", "build"]);
    here.well("", &["pack", "add", "storm_tide/storm_tide-0.1.0.tar.gz", "--yes"]);
    tells(
        &here.well("", &["pack", "update"]),
        &["nothing is new", "an archive is 0.1.0 only: `pack add` takes a later one"],
    );
}

#[test]
fn paths_are_told_from_the_folder_of_a_pack() {
    let here = pack("paths");
    let cards = here.well(PACK, &["cards", "duel", "--json"]);
    assert!(cards.contains(&format!("\"{FIRST}\"")) && !cards.contains("packs/storm_tide"), "{cards}");
    for args in [&["explain", "duel"][..], &["explain", "duel", "--json"]] {
        let told = here.well(PACK, args);
        assert!(told.contains(FIRST) && !told.contains("packs/storm_tide"), "{told}");
    }
    let (told, _) = here.says(PACK, &["mutate", "duel", "--count", "4"]);
    assert!(!told.contains("packs/storm_tide"), "{told}");
    // The copy of a card whose data may ask about hidden things needs no right to do so: they are blank to it.
    here.well(PACK, &["new", "card", "Cc", "--like", "crosscurrent"]);
    let copy = here.read(&format!("{PACK}/cards/duel/storm_tide/cc.yaml"));
    assert!(copy.contains("can_aim_elsewhere") && !copy.contains("reads:"), "{copy}");
    assert!(here.well(PACK, &["check"]).contains("nothing found"));
}

#[cfg(unix)]
#[test]
fn a_card_that_is_gone_is_called_as_it_lay() {
    let here = pack("gone");
    here.well(PACK, &["new", "card", "Cc", "--like", "crosscurrent"]);
    let mut play = Talk::new(&here.0.join(PACK), &["play", "duel", "--plain", "--seed", "1"]);
    play.says("? help: ");
    std::fs::remove_file(here.0.join(PACK).join("cards/duel/storm_tide/cc.yaml")).expect("it is ours");
    play.types("r");
    play.says(" ms: cards/duel/storm_tide/cc.yaml");
    play.types("q");
    play.ends();
}

#[test]
fn what_cards_cannot_show_is_told() {
    let here = pack("shown");
    for (args, says) in [
        (&["cards", "duel", "--uses", "act.drawww"][..], "did you mean `act.draw`?"),
        (&["cards", "duel", "--set", "nix"], "has no set `nix`"),
        (&["cards", "duel", "--diff", "NIX"], "--diff NIX: there is no such folder"),
    ] {
        let (told, code) = here.says("", args);
        assert_eq!(code, 2, "{told}");
        tells(&told, &[says]);
    }
    here.well("", &["cards", "duel", "--print", "page.html", "--set", "grove"]);
    assert!(here.read("page.html").contains("</html>"));
    let told = here.well("", &["cards", "duel"]);
    assert!(told.contains("cost ") && !told.contains("yields 0"), "{told}");
}

#[test]
fn what_fails_for_the_same_is_told_once() {
    let here = game("once");
    let first = here.read("tests/scenarios/odd_ropes/a_leader.yaml");
    here.write("tests/scenarios/odd_ropes/another.yaml", &first);
    here.write(BRANCH, "name: Falling Branch\ntype: spel\n");
    let (told, code) = here.says("", &["test"]);
    assert_eq!(code, 1, "{told}");
    assert_eq!(told.matches("falling_branch.yaml:2:7").count(), 1, "{told}");
    tells(&told, &["2 scenarios fail for the same: ", "2 scenarios: 0 passed, 2 failed"]);
    // The second place of a key that is there twice is told once, too.
    let here = game("twice-told");
    here.write("one.yaml", &format!("{first}game: odd_ropes\n"));
    let (told, _) = here.says("", &["test", "one.yaml"]);
    assert_eq!(told.matches(": here first").count(), 1, "{told}");
    assert_eq!(told.matches("one.yaml:3:1").count(), 1, "{told}");
}

#[test]
fn what_is_accepted_is_named_and_files_say_who_makes_them() {
    let here = game("accepted");
    let path = "tests/scenarios/odd_ropes/a_leader.yaml";
    here.write(path, &(here.read(path) + "snapshot: transcript\n"));
    let snap = "tests/scenarios/odd_ropes/a_leader.snap";
    tells(&here.well("", &["accept"]), &[&format!("wrote {snap}\n")]);
    assert!(!here.well("", &["accept"]).contains("wrote"));
    for (file, says) in [
        (snap, "source: intermezzo accept"),
        (".intermezzo/lua/host.lua", "`intermezzo new editor` writes it anew"),
        (".intermezzo/lua/odd_ropes.lua", "`intermezzo new editor` writes it anew"),
    ] {
        tells(&here.read(file), &[says]);
    }
}

#[cfg(unix)]
#[test]
fn who_goes_to_an_answer_that_is_not_there_is_told_the_last() {
    let here = game("at");
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--seed", "1"]);
    play.says("? help: ");
    play.types("at 99");
    play.says("there are 0 answers: at 0 is the last");
    play.types("1");
    play.types("at 99");
    play.says("there is 1 answer: at 1 is the last");
    play.types("q");
    play.ends();
}
