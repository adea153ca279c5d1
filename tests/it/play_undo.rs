//! Play undo: steps back and forward at the prompt, branches, moments pinned as scenarios, and why events came about.

use intermezzo::table::Record;

use crate::cli_new::Stranger;
use crate::support::talk::Talk;

/// Everybody on the other side is to retire: one is forbidden to, one stands in the place of another.
const HANDS: &str = r#"title: Hands
game: cardland
files:
  cards/cardland/test/hook.yaml: |
    name: Hook
    type: event
    colour: red
    usage: {}
    text: "Iron Hand and Tamsin Flint retire."
    abilities:
      - timing: main
        turn: me
        script: act.retire(cards { zone = "stage", name = { "Iron Hand", "Tamsin Flint" } })
  cards/cardland/test/left_hand.yaml: |
    name: Left Hand
    type: character
    colour: red
    entry: {}
    return: {}
    prowess: 1
    resilience: 1
    text: "This retires in place of another character."
    abilities:
      - instead: retire
        match: { card: { controller: me, other: true } }
        do: [{ retire: { card: self } }]
  cards/cardland/test/iron_hand.yaml: |
    name: Iron Hand
    type: character
    colour: red
    entry: {}
    return: {}
    prowess: 1
    resilience: 1
    text: "This does not retire."
    abilities:
      - while: true
        forbid: { verb: retire, card: { is: self } }
setup:
  phase: main
  amy: { hand: [hook, undertow], deck: [undertow] }
  beth: { stage: [left_hand, iron_hand, tamsin_flint], deck: [undertow, undertow] }
steps:
  - amy: use hook
expect:
  - count: { beth.stage: 2 }
"#;

/// The line that `play` and `replay` end with.
fn last_line(text: &str) -> &str {
    text.lines().rev().find(|line| line.contains("decisions (log")).unwrap_or_else(|| panic!("{text}"))
}

fn decisions(line: &str) -> &str {
    line.split("The game").nth(1).unwrap_or(line)
}

#[test]
fn steps_go_back_and_forward_and_another_answer_is_a_branch() {
    let here = Stranger::new("back");
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--seed", "3", "--record", "game.jsonl"]);
    for _ in 0..2 {
        play.says("? help: ");
        play.types("1");
    }
    play.says("? help: ");
    play.types("back 3");
    play.says("3 answers ahead: forward gives them again");
    play.types("forward 2");
    play.says("1 answer ahead");
    play.types("forward");
    play.says("nothing lies ahead");
    play.types("at 0");
    play.says("after 0 answers");
    // Another answer begins a branch.
    play.types("2");
    play.says("what lay ahead is kept: branches lists it");
    play.says("? help: ");
    play.types("branches");
    play.says("1. left after 0 answers, with 5 more");
    play.types("branch 1");
    play.says("nothing lies ahead");
    play.types("branches");
    play.says("1. left after ");
    play.types("q");
    let told = play.ends();
    // The record holds the branch that was played last.
    let replayed = here.well("", &["replay", "game.jsonl"]);
    assert_eq!(decisions(last_line(&told)), decisions(last_line(&replayed)), "{told}");
}

#[test]
fn another_answer_is_a_branch_at_a_bots_answer_too() {
    let here = Stranger::new("instead");
    here.well("", &["new", "game", "Fog"]);
    let mut play = Talk::new(&here.0, &["play", "fog", "--plain", "--seed", "2"]);
    play.says("? help: ");
    play.types("instead");
    play.says("no bot waits here");
    play.types("p");
    play.says("Beth: summon ");
    play.says("? help: ");
    play.types("at 1");
    play.says("instead answers for the bot and begins a branch");
    play.says("Beth answers next");
    play.types("instead");
    // The person sees what the bot sees, and answers for it.
    play.says("Beth: your turn");
    play.says("or p to pass");
    play.types("p");
    play.says("what lay ahead is kept: branches lists it");
    play.says("Amy: your turn");
    play.types("branches");
    play.says("1. left after 1 answer, with ");
    play.types("q");
    play.types("q");
    play.ends();
}

#[test]
fn a_record_is_stepped_through() {
    let here = Stranger::new("step");
    here.well("", &["play", "cardland", "--bots", "random", "--seed", "5", "--record", "game.jsonl"]);
    let mut step = Talk::new(&here.0, &["replay", "game.jsonl", "--step", "--plain", "--at", "4"]);
    step.says("? help: ");
    step.types("forward 3");
    step.says("after 7 answers");
    step.types("back 5");
    step.says("after 2 answers");
    step.types("at 9");
    step.says("after 9 answers");
    step.types("q");
    step.ends();
}

#[test]
fn moments_of_every_game_are_pinned_as_scenarios_that_pass() {
    let mut pinned = 0;
    for game in intermezzo::Files::built_in().games() {
        let here = Stranger::new(&format!("pin-{game}"));
        here.well("", &["play", &game, "--bots", "random", "--seed", "7", "--record", "game.jsonl"]);
        for (at, last) in [("6", "0"), ("17", "3"), ("30", "2")] {
            let args = ["replay", "game.jsonl", "--at", at, "--to-scenario", "pinned.yaml", "--answers", last];
            let (told, code) = here.says("", &[&args[..], &["--overwrite"]].concat());
            if code == 2 && told.contains("the record has") {
                continue;
            }
            assert_eq!(code, 0, "{game} at {at}: {told}");
            let (told, code) = here.says("", &["test", "pinned.yaml"]);
            assert_eq!(code, 0, "{game} at {at}: {told}\n{}", here.read("pinned.yaml"));
            pinned += 1;
        }
    }
    assert!(pinned > 15, "{pinned}");
}

#[test]
fn a_short_scenario_begins_with_the_position_of_a_phase() {
    let here = Stranger::new("short");
    here.well("", &["new", "game", "odd_ropes"]);
    here.well("", &["play", "odd_ropes", "--bots", "random", "--seed", "2", "--record", "game.jsonl", "--portable"]);
    let args = ["replay", "game.jsonl", "--at", "15", "--to-scenario", "-", "--answers", "1", "--title", "It is so"];
    let text = here.well("", &args);
    assert!(text.starts_with("title: \"It is so\"\ngame: odd_ropes\n"), "{text}");
    assert!(text.contains("setup:\n") && text.contains("\n  active: ") && !text.contains("start:"), "{text}");
    assert!(text.contains("expect:\n") && text.contains("  - asked: ["), "{text}");
}

#[test]
fn why_an_event_came_about_names_what_replaced_and_forbade_it() {
    let here = Stranger::new("why");
    here.write("hands.yaml", HANDS);
    here.well("", &["test", "hands.yaml"]);
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--from", "hands.yaml"]);
    play.says("? help: ");
    play.types("w retire");
    for part in [
        "it began with: Amy: use Hook",
        "forbidden: Iron Hand retires (Iron Hand forbids it)",
        "replaced: Left Hand replaces this: Tamsin Flint retires",
        "happened: Left Hand retires (by Left Hand",
    ] {
        play.says(part);
    }
    play.types("w retir");
    play.says("Left Hand");
    play.types("e nothing_such");
    play.says("there is no event `nothing_such`");
    play.types("q");
    play.ends();
}

/// A card that lasting effects have a name of.
const FED: &str = r#"title: Fed
game: duel
files:
  cards/duel/test/feeder.yaml: |
    name: Feeder
    type: spell
    colour: ember
    cost: {}
    abilities:
      - { kind: fast, do: [{ modify: { what: { zone: field }, field: power, by: 1, lasts: turn, called: fed } }, { end: fed }] }
setup:
  phase: morning
  amy: { hand: [feeder], field: [cinder_pup] }
  effects:
    - { card: cinder_pup, field: power, by: 2, lasts: turn, called: fed }
    - { card: cinder_pup, forbid: blocks, lasts: turn, called: fed }
steps:
  - amy: use feeder
expect:
  - log: "Cinder Pup: fed ends"
"#;

#[test]
fn what_lasts_is_told_with_its_name() {
    let here = Stranger::new("fed");
    here.write("fed.yaml", FED);
    here.well("", &["test", "fed.yaml"]);
    here.write("fed.yaml", &FED.replace("  - amy: use feeder\nexpect:\n  - log: \"Cinder Pup: fed ends\"\n", "  []\n"));
    let mut play = Talk::new(&here.0, &["play", "duel", "--plain", "--from", "fed.yaml"]);
    play.says("? help: ");
    play.types("c Cinder Pup");
    // The line is broken there.
    play.says("power +2 from Cinder Pup, called\n    fed; ");
    play.says("may not block, called fed (by Cinder Pup)");
    play.types("q");
    play.ends();
}

const FOOT: &str = "name: Iron Foot\ntype: character\ncolour: red\nentry: {}\nreturn: {}\nprowess: 1\nresilience: 1\n";

#[test]
fn what_a_scenario_lays_over_the_files_stays_when_one_of_them_is_saved() {
    let here = Stranger::new("laid-over");
    here.write("hands.yaml", HANDS);
    here.write("cards/cardland/test/iron_foot.yaml", FOOT);
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--from", "hands.yaml"]);
    play.says("? help: ");
    play.types("c Hook");
    play.says("Iron Hand and Tamsin Flint retire.");
    here.write("cards/cardland/test/iron_foot.yaml", &FOOT.replace("prowess: 1", "prowess: 2"));
    play.says("reloaded in");
    play.says("? help: ");
    play.types("c Hook");
    play.says("Iron Hand and Tamsin Flint retire.");
    play.types("c Iron Foot");
    play.says("prowess 2");
    play.types("q");
    play.ends();
}

/// An attack that a card of the folder may block. What is asked then stands in the flow.
const BLOCK: &str = "title: Block\ngame: duel\nsetup:\n  active: beth\n  phase: noon\n  amy: { field: [wall_of_mine] }\n  beth: { field: [cinder_pup] }\nsteps:\n  - beth: attack\n    choose: [cinder_pup]\npending: block\n";

const WALL: &str =
    "name: Wall of Mine\ntype: creature\ncolour: grove\ncost: { grove: 1 }\npower: 1\ntoughness: 1\nkinds: [Wall]\n";

#[test]
fn a_card_is_saved_while_the_flow_asks_something_in_a_game_that_began_with_a_position() {
    let here = Stranger::new("blocking");
    here.write("block.yaml", BLOCK);
    here.write("cards/duel/mine/wall_of_mine.yaml", WALL);
    let mut play = Talk::new(&here.0, &["play", "duel", "--plain", "--from", "block.yaml"]);
    play.says("Amy: block");
    play.says("? help: ");
    for power in ["5", "6"] {
        here.write("cards/duel/mine/wall_of_mine.yaml", &WALL.replace("power: 1", &format!("power: {power}")));
        play.says("reloaded in");
        play.says("played again from its beginning");
        play.says("Amy: block");
        play.says(&format!("Wall of Mine (power {power}"));
        play.says("? help: ");
    }
    play.types("u");
    play.says("nothing to take back");
    // A position is refused once one of its cards is removed from the game.
    std::fs::remove_file(here.0.join("cards/duel/mine/wall_of_mine.yaml")).expect("the card");
    play.says("there is no card `wall_of_mine`");
    play.says("begin again with `--from`");
    play.types("q");
    play.ends();
}

/// A position in a game of one's own, whose cards and manifest are edited while it is played.
const WOLVES: &str = "title: Wolves\ngame: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [pack_leader, old_bear], field: [young_wolf], deck: [old_bear, old_bear, old_bear] }\n  beth: { deck: [old_bear, old_bear, old_bear] }\n";

#[test]
fn abilities_come_and_go_in_a_game_that_began_with_a_position() {
    let here = Stranger::new("abilities-saved");
    here.well("", &["new", "game", "odd_ropes"]);
    here.write("wolves.yaml", WOLVES);
    let path = "cards/odd_ropes/first/young_wolf.yaml";
    let wolf = "name: Young Wolf\ntype: creature\npower: 1\n";
    here.write(path, wolf);
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--from", "wolves.yaml"]);
    play.says("? help: ");
    play.types("1");
    play.says("? help: ");
    let abilities = [
        "{ timing: main, turn: me, do: [{ draw: 1 }] }",
        "{ after: struck, do: [{ draw: { player: me, n: 1 } }] }",
        "{ after: struck, do: [{ if: { amount: me.life, is: 3 }, do: [{ draw: 1 }], else: [{ draw: 2 }] }] }",
    ];
    for ability in abilities {
        for text in [format!("{wolf}text: It howls.\nabilities: [{ability}]\n"), wolf.into()] {
            here.write(path, &text);
            play.says("reloaded in");
            play.says("? help: ");
        }
    }
    play.types("q");
    let told = play.ends();
    assert!(!told.contains("played again") && !told.contains("cannot go on"), "taken over where it stood: {told}");
}

#[test]
fn after_a_change_of_the_manifest_a_game_goes_back_to_the_position_with_which_it_began() {
    let here = Stranger::new("manifest-saved");
    here.well("", &["new", "game", "odd_ropes"]);
    here.write("wolves.yaml", WOLVES);
    let path = "cards/odd_ropes/game.yaml";
    let manifest = here.read(path);
    let mut play =
        Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--from", "wolves.yaml", "--record", "game.jsonl"]);
    play.says("? help: ");
    play.types("1");
    play.says("? help: ");
    // A zone, a counter and an event more, a phase, and all of it gone again.
    let changes = [
        ("  discard: {", "  exile: { per: player, seen_by: all }\n  discard: {"),
        ("  player: { life: { start: 12 } }", "  player: { fame: { start: 0 }, life: { start: 12 } }"),
        ("events:\n", "events:\n  praised: { fields: { player: player }, text: \"{player} is praised\" }\n"),
        ("    - { phase: strike,", "    - { phase: dusk, do: [] }\n    - { phase: strike,"),
    ];
    for (from, to) in changes {
        for text in [manifest.replacen(from, to, 1), manifest.clone()] {
            here.write(path, &text);
            play.says("reloaded in");
            play.says("played again from its beginning");
            play.says("Amy: your turn");
            play.says("? help: ");
        }
    }
    // A position that means nothing now is told, with what it lacks, and the game stays as it was.
    here.write(path, &manifest.replace("phase: main", "phase: noon"));
    play.says("cannot go on with the changed files");
    play.says("phase");
    play.says("begin again with `--from`");
    here.write(path, &manifest);
    play.says("? help: ");
    play.types("q");
    let told = play.ends();
    assert!(!told.contains("dropped"), "the answers fit: {told}");
    here.well("", &["replay", "game.jsonl"]);
}

#[test]
fn what_is_pinned_is_judged_under_the_files_as_they_are_now() {
    let here = Stranger::new("pinned-then");
    let path = "cards/duel/mine/wall_of_mine.yaml";
    here.write("block.yaml", BLOCK);
    here.write(path, WALL);
    let mut play = Talk::new(&here.0, &["play", "duel", "--plain", "--from", "block.yaml"]);
    play.says("? help: ");
    play.types("1");
    play.types("pin 1 It blocks");
    play.says("it passes\n");
    here.write(path, &WALL.replace("power: 1", "powr: 1"));
    play.says("powr");
    play.types("pin 1 It blocks again");
    play.says("not under the files as they are now");
    play.says("the files are still wrong");
    play.types("r");
    play.says("`powr`");
    play.types("q");
    play.ends();
    // A record with all texts of its game, of which one changed meanwhile.
    here.write(path, WALL);
    let full = ["play", "cardland", "--bots", "random", "--record", "full.jsonl", "--portable", "--overwrite"];
    here.well("", &full);
    let pin = ["replay", "full.jsonl", "--at", "12", "--to-scenario", "then.yaml", "--answers", "1", "--overwrite"];
    assert!(here.well("", &pin).contains("wrote then.yaml: it passes"));
    here.write("cards/cardland/game.yaml", "game: 1\n");
    let told = here.well("", &pin);
    assert!(told.contains("not under the files as they are now") && !told.contains("then.yaml: it passes"), "{told}");
}

/// A record tells the position, so a file that changes later changes no game.
#[test]
fn the_record_of_a_game_from_a_position_plays_as_it_was() {
    let here = Stranger::new("stated");
    let refused = "steps:\n  - refuse: { amy: single, choose: [frost_warden_ilse], because: standby }\n";
    here.write("position.yaml", &format!("{POSITION}{refused}"));
    let play = ["play", "cfs", "--bots", "random", "--record", "game.jsonl", "--from", "position.yaml"];
    let played = here.well("", &play);
    here.write("position.yaml", "title: something else\n");
    assert_eq!(last_line(&here.well("", &["replay", "game.jsonl"])), last_line(&played));
    let mut on = Talk::new(&here.0, &["play", "cfs", "--plain", "--from", "game.jsonl@3", "--record", "on.jsonl"]);
    on.says("? help: ");
    on.types("back 2");
    on.says("2 answers ahead");
    on.types("forward 1");
    on.says("1 answer ahead");
    on.types("pin 1 It stands");
    on.says("it passes\n");
    on.types("q");
    let told = on.ends();
    assert_eq!(decisions(last_line(&told)), decisions(last_line(&here.well("", &["replay", "on.jsonl"]))));
    // What nobody could have stated is told.
    let text = here.read("game.jsonl");
    let (header, rest) = text.split_once('\n').expect("lines");
    let header: serde_json::Value = serde_json::from_str(&header[20..header.len() - 1]).expect("JSON");
    let entries: Vec<serde_json::Value> =
        rest.lines().map(|line| serde_json::from_str(&line[20..line.len() - 1]).expect("JSON")).collect();
    for (position, says) in [
        ("{}", "a scenario needs `title`"),
        (r#"{"title":"x","game":"cfs","setup":{"phase":"nmain"}}"#, "there is no phase `nmain`"),
        (r#"{"title":"x","game":"cfs","setup":{"phase":"main"},"steps":[{"amy":"pas"}],"zap":1}"#, "unknown key `zap`"),
        ("7", "no usable `position`"),
    ] {
        let mut header = header.clone();
        header["position"] = serde_json::from_str(position).expect("JSON");
        header["intermezzo_record"] = 1.into();
        header["entries"] = entries.clone().into();
        here.write("bad.jsonl", &Record::text_of(&header));
        let (told, code) = here.says("", &["replay", "bad.jsonl"]);
        assert!(code == 2 && told.contains(says), "{told}");
    }
}

#[test]
fn pinning_takes_as_many_answers_as_a_scenario_needs() {
    let here = Stranger::new("enough");
    here.well("", &["play", "cfs", "--bots", "random", "--seed", "3", "--record", "game.jsonl"]);
    for at in ["28", "37", "40"] {
        let args = ["replay", "game.jsonl", "--at", at, "--to-scenario", "-", "--answers", "1"];
        let told = here.well("", &args);
        assert!(!told.contains("left out"), "{at}: {told}");
    }
}

/// A position of a game: it expects nothing.
const POSITION: &str = "title: A position\ngame: cfs\nsetup:\n  phase: main\n  amy: { ring: [{ card: frost_warden_ilse, slot: 2, status: standby }], deck: [kyo, kyo, kyo] }\n  beth: { ring: [geese], deck: [kyo, kyo] }\n";

#[test]
fn a_position_that_expects_nothing_is_played_on_from_and_a_reason_is_a_sentence() {
    let here = Stranger::new("position");
    here.write("position.yaml", POSITION);
    let mut play = Talk::new(&here.0, &["play", "cfs", "--plain", "--ask-all", "--from", "position.yaml"]);
    play.says("? help: ");
    play.types("w ilse");
    play.says("in your ring, use Frost Warden Ilse: Cold Snap: it is in standby");
    play.types("q");
    play.ends();
    // As a scenario it would hold whatever the game does.
    let (told, code) = here.says("", &["test", "position.yaml"]);
    assert!(code == 1 && told.contains("it expects nothing"), "{told}");
}

#[test]
fn who_passed_because_nothing_could_be_done_is_told_so() {
    let here = Stranger::new("passed");
    here.write("position.yaml", POSITION);
    let mut play = Talk::new(&here.0, &["play", "cfs", "--plain", "--from", "position.yaml"]);
    play.says("Amy passed, as nothing could be done: main");
    play.types("q");
    play.ends();
    let asked = ["play", "cfs", "--plain", "--ask-all", "--from", "position.yaml"];
    let mut play = Talk::new(&here.0, &asked);
    play.says("? help: ");
    play.types("q");
    let told = play.ends();
    assert!(!told.contains("as nothing could be done"), "{told}");
}

#[test]
fn a_hint_says_on_how_many_games_it_rests() {
    let here = Stranger::new("hint");
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--seed", "3"]);
    play.says("? help: ");
    // The bot's valuation is learnt in the background; an early question gets that answer at once.
    for _ in 0..100 {
        play.types("i");
        play.says("A bot ");
        play.says("? help: ");
        if play.heard.all.contains("A bot would take: ") {
            break;
        }
    }
    assert!(play.heard.all.contains(". It played on "), "{}", play.heard.all);
    play.types("q");
    play.ends();
}

#[test]
fn why_a_player_lost_names_the_check() {
    let here = Stranger::new("why-lost");
    here.well("", &["play", "duel", "--bots", "random", "--seed", "3", "--record", "game.jsonl"]);
    let told = here.well("", &["replay", "game.jsonl", "--why", "lose"]);
    assert!(told.contains("happened: Amy loses (by the check `no_life`)"), "{told}");
    let told = here.well("", &["replay", "game.jsonl", "--why", "lost"]);
    assert!(told.contains("you have no card called `lost`") && told.contains("did you mean `lose`?"), "{told}");
}

const BOUND: &str = r#"title: Why it may not attack
game: duel
files:
  cards/duel/tide/kelp_bind.yaml: |
    name: Kelp Bind
    type: aura
    cost: { tide: 1 }
    abilities:
      - { while: true, forbid: { verb: attack, card: { is: self.host } } }
setup:
  phase: morning
  amy: { field: [{ card: cinder_pup, status: settled }, { card: glass_gull, status: settled }, iron_sword, { card: kelp_bind, host: cinder_pup }] }
  beth: { field: [reef_sage] }
expect: [{ kelp_bind.host: cinder_pup }]
"#;

#[test]
fn why_a_card_cannot_be_chosen_names_what_forbids_it() {
    let here = Stranger::new("why-chosen");
    here.write("bound.yaml", BOUND);
    here.well("", &["test", "bound.yaml"]);
    let mut play = Talk::new(&here.0, &["play", "duel", "--plain", "--ask-all", "--from", "bound.yaml"]);
    play.says("? help: ");
    play.types("p");
    play.says("attack or pass");
    // The action has no card of its own, only the cards that it chooses.
    play.types("w cinder");
    play.says("in your field, attack with: Cinder Pup may not: Kelp Bind forbids it");
    play.types("w glass");
    play.says("in your field, attack with: you can: it is option 1");
    play.types("1");
    play.says("choose with");
    play.types("w cinder");
    play.says("Cinder Pup may not: Kelp Bind forbids it");
    play.types("w iron");
    play.says("Iron Sword is no creature");
    play.types("w glass");
    play.says("Glass Gull: you can choose it");
    play.types("w nobody");
    play.says("you have no card called `nobody`");
    play.types("q");
    play.ends();
}

#[test]
fn why_finds_what_lines_of_their_own_tell() {
    let here = Stranger::new("why-own-lines");
    here.well("", &["play", "duel", "--bots", "random", "--seed", "4", "--record", "game.jsonl"]);
    for (word, part) in [
        ("used", "happened: "),
        ("uses", "happened: "),
        ("cast", "happened: "),
        ("modified", "happened: "),
        ("phase_began", "happened: -- "),
        ("dawn", "happened: -- "),
        ("turn", "happened: == turn "),
        ("draws", " draws a card"),
        ("record_opened", "happened: record_opened "),
        ("result", "happened: "),
    ] {
        let told = here.well("", &["replay", "game.jsonl", "--why", word]);
        assert!(told.contains(part) && !told.contains("nothing of the kind"), "{word}: {told}");
    }
    let told = here.well("", &["replay", "game.jsonl", "--why", "attached"]);
    assert!(!told.contains("(you are "), "an event is not about who asks: {told}");
    let told = here.well("", &["replay", "game.jsonl", "--at", "40", "--why", "Tide Herald"]);
    let you: Vec<&str> = told.lines().filter(|line| line.starts_with("(you are ")).collect();
    assert!(matches!(you[..], ["(you are Amy, who is asked)" | "(you are Beth, who is asked)"]), "{told}");
}
