//! Folder to shared pack: from an empty folder to a shared pack, with the program alone: no other program can be found.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::cli_new::Stranger;
use crate::support::editor::{Editor, uri};
use crate::support::talk::Talk;

const CARD: &str = "cards/cardland/winter_ropes/loose_knot.yaml";
const BEGINNING: &str = "tests/scenarios/cardland/a_knot_is_in_the_hand.yaml";
const PINNED: &str = "tests/scenarios/cardland/the_knot_draws_two.yaml";

fn card(text: &str, script: &str) -> String {
    format!(
        "name: Loose Knot\ntype: event\nnumber: WR-02\ncolour: red\nusage: {{}}\ntext: \"{text}\"\nabilities:\n  - timing: main\n    turn: me\n    script: {script}\n"
    )
}

/// Output of the program with these lines typed, in an empty environment.
#[track_caller]
fn run(here: &Stranger, below: &str, args: &[&str], typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(args).current_dir(here.0.join(below)).env_clear().env("PATH", "");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let ran = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{args:?}: {text}");
    text
}

#[test]
fn a_day_from_an_empty_folder_to_a_table_elsewhere() {
    let here = Stranger::new("whole-day");
    // A pack and a card.
    run(&here, "", &["new", "pack", "Winter Ropes", "--extends", "cardland"], "");
    let own = "winter_ropes";
    run(&here, own, &["new", "card", "Loose Knot", "--type", "event"], "");
    // The editor finds the mistake and suggests a correction.
    let folder = here.0.join(own).canonicalize().expect("a folder");
    let path = folder.join(CARD);
    let mut editor = Editor::new(&folder, &[]);
    let wrong = card("Draw a card.", "act.drow(me, 1)");
    let found = editor.open(&path, &wrong);
    assert!(found.len() == 1 && found[0]["message"].as_str().is_some_and(|m| m.contains("drow")), "{found:?}");
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "range": found[0]["range"], "context": { "diagnostics": found } });
    let actions = editor.ask("textDocument/codeAction", asked)["result"].to_string();
    assert!(actions.contains("draw"), "{actions}");
    let right = card("Draw a card.", "act.draw(me, 1)");
    assert_eq!(editor.change(&path, &right), Vec::<serde_json::Value>::new());
    editor.end();
    here.write(&format!("{own}/{CARD}"), &right);
    assert!(run(&here, own, &["check"], "").contains("nothing found"));
    // A moment with the card in hand, and it is played.
    let beginning = "title: A knot is in the hand\ngame: cardland\npacks: [winter_ropes]\nsetup:\n  phase: main\n  amy: { hand: [loose_knot, moth_usher], deck: [sparks_fly, undertow, tamsin_flint] }\n  beth: { deck: [sparks_fly, undertow, tamsin_flint] }\nexpect:\n  - asked: amy\n";
    here.write(&format!("{own}/{BEGINNING}"), beginning);
    let mut play = Talk::new(&folder, &["play", "cardland", "--plain", "--from", BEGINNING]);
    play.says("1. use Loose Knot");
    play.types("1");
    play.says("Amy draws Sparks Fly");
    // A change with which the script fails is told so at once.
    here.write(&format!("{own}/{CARD}"), &card("Draw a card.", "error('it is torn')"));
    play.says("the step fails now: the script of ");
    // The card is changed, and the same moment is played again.
    here.write(&format!("{own}/{CARD}"), &card("Draw two cards.", "act.draw(me, 2)"));
    play.says("the step as it went");
    play.says("Amy draws Sparks Fly");
    play.says("Amy draws Sparks Fly, Undertow");
    play.types("again");
    play.says("the last step went as the new text says");
    // What happened is pinned down.
    play.types("pin 1 The knot draws two");
    play.says(&format!("wrote {PINNED}: it passes"));
    play.types("q");
    play.ends();
    let pinned = here.read(&format!("{own}/{PINNED}"));
    assert!(
        pinned.contains("use loose_knot")
            && pinned.contains("amy.hand: [moth_usher, sparks_fly, undertow, tamsin_flint]"),
        "{pinned}"
    );
    assert!(run(&here, own, &["test"], "").contains("3 passed"), "{pinned}");
    // The transcript is reviewed.
    here.write(&format!("{own}/{PINNED}"), &format!("{pinned}snapshot: transcript\n"));
    assert!(run(&here, own, &["review"], "a\n").contains("1 accepted"));
    run(&here, own, &["review", "--ci"], "");
    assert!(run(&here, own, &["test"], "").contains("3 passed"));
    // It is built, added elsewhere, and played there.
    run(&here, own, &["pack", "build", "--to", "../archives"], "");
    here.write("elsewhere/notes.txt", "a folder of somebody else");
    let archive = "../archives/winter_ropes-0.1.0.tar.gz";
    let told = run(&here, "elsewhere", &["pack", "add", "--yes", archive], "");
    assert!(told.contains("winter_ropes"), "{told}");
    run(&here, "elsewhere", &["pack", "verify"], "");
    assert!(
        run(&here, "elsewhere", &["--pack", "winter_ropes", "list", "cards", "cardland"], "").contains("loose_knot")
    );
    here.write("elsewhere/knot.yaml", beginning);
    let told = run(&here, "elsewhere", &["play", "cardland", "--plain", "--from", "knot.yaml"], "1\nq\n");
    assert!(told.contains("Amy draws Sparks Fly, Undertow"), "{told}");
    run(
        &here,
        "elsewhere",
        &["--pack", "winter_ropes", "play", "cardland", "--bots", "random", "--seed", "3", "--json"],
        "",
    );
}
