//! Terminal escapes: a game whose every text tries to steer the terminal, and all commands that show it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Erases the screen, sets the title, writes the clipboard, turns the direction, hides a letter, forges a line.
const BAD: &str =
    r"\27[2J\27]0;own\7\27]52;c;eA==\27\\\194\155\50J\226\128\174\243\160\129\129\r\8\nerror: forged\nforged";
/// Hostile characters that a file of data can hold.
const BAD_DATA: &str = r"bad\u202e\u2066\U000E0041\nerror: forged";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let root = std::env::temp_dir().join(format!("intermezzo-steering-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&root));
        let folder = Folder(root);
        let game = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy/cards/circle/game.yaml");
        let game = std::fs::read_to_string(game).expect("a game");
        let game =
            game.replace("title: Circle", &format!("title: \"{BAD_DATA}\"")).replace("turn: [", "turn: [shout, fail, ");
        folder.write("cards/circle/game.yaml", &game);
        let script = format!(
            "--- Shout.\n\nstep(\"shout\", function(args)\n  note(\"{BAD}\")\n  \
             ask.option{{ by = game.active, options = {{ \"{BAD}\", \"plain\" }}, why = \"{BAD}\" }}\nend)\n\n\
             step(\"fail\", function(args)\n  error(\"{BAD}\")\nend)\n"
        );
        folder.write("scripts/circle/steps.lua", &script);
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// All that the program says, on both ways out.
    fn run(&self, args: &[&str], typed: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(args).current_dir(&self.0).env("LANG", "C.UTF-8").env_remove("LC_ALL");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        // It may have ended without reading.
        drop(child.stdin.take().expect("a pipe").write_all(typed.as_bytes()));
        let ran = child.wait_with_output().expect("it ends");
        String::from_utf8(ran.stdout).expect("UTF-8") + &String::from_utf8(ran.stderr).expect("UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[track_caller]
fn is_plain(what: &str, text: &str) {
    let steers = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e0fff}')
    };
    assert!(!text.contains(steers), "{what}: {text:?}");
    let forged = text.lines().find(|line| line.starts_with("error: forged") || line.starts_with("forged"));
    assert!(forged.is_none(), "{what}: {text}");
}

#[test]
fn no_text_of_a_game_steers_the_terminal() {
    let folder = Folder::new("commands");
    folder.write("tests/scenarios/circle/a.yaml", &format!("title: \"{BAD_DATA}\"\ngame: circle\nproves: [\"{BAD_DATA}\"]\nstart: {{}}\nsteps: []\nsnapshot: transcript\n"));
    folder.write(
        "tests/rules/circle.yaml",
        &format!("game: circle\nrules: [{{ id: \"{BAD_DATA}2\", rule: a, section: 1 }}]\n"),
    );
    let card = format!("name: \"{BAD_DATA}\"\ntype: \"{BAD_DATA}\"\n\"{BAD_DATA}\": \"{BAD_DATA}\"\n");
    folder.write("cards/circle/x.yaml", &card);
    folder.write("p/pack.yaml", &format!("pack: p\ntitle: \"{BAD_DATA}\"\nversion: 1.0.0\nextends: circle\npatches: [{{ set: title, to: \"{BAD_DATA}2\" }}]\n"));
    let finds = folder.run(&["check", "circle"], "");
    assert!(finds.contains("x.yaml") && finds.contains("bad\u{fffd}"), "{finds}");
    is_plain("check", &finds);
    is_plain("check --json", &folder.run(&["check", "circle", "--json"], ""));
    std::fs::remove_file(folder.0.join("cards/circle/x.yaml")).expect("it goes");
    let all: [&[&str]; 12] = [
        &["explain", "circle", "--pack", "p"],
        &["explain", "circle", "--pack", "p", "--json"],
        &["test"],
        &["test", "--json"],
        &["accept"],
        &["coverage", "circle"],
        &["mutate", "circle", "--count", "2"],
        &[
            "play",
            "circle",
            "--plain",
            "--ask-all",
            "--name",
            "A\u{1b}[2J\u{202e}",
            "--record",
            "a.rec",
            "--transcript",
            "a.txt",
        ],
        &["play", "circle", "--bots", "random", "--transcript", "b.txt"],
        &["play", "circle", "--hot-seat", "--plain", "--ask-all"],
        &["replay", "a.rec", "--transcript", "c.txt"],
        &["serve-stdio", "circle"],
    ];
    for args in all {
        let told = folder.run(args, "1\nl\nt\nw x\n\u{1b}[2J\u{202e}\n1\nf\n1\nl\nq\n");
        assert!(!told.contains("This is a bug"), "{args:?}: {told}");
        is_plain(&args.join(" "), &told);
        let must_show = args[0] == "serve-stdio" || args[0] == "play" && !args.contains(&"random");
        assert!(!must_show || told.contains("]0;own"), "{args:?} shows nothing: {told}");
    }
    for file in ["a.txt", "b.txt", "c.txt"] {
        let told = std::fs::read_to_string(folder.0.join(file)).expect("a transcript");
        assert!(told.contains("error: forged"), "the note is there: {told}");
        is_plain(file, &told);
    }
    let args: [&[&str]; 4] = [
        &["--\u{1b}]0;own\u{7}"],
        &["check", "no\u{1b}[2J\nerror: forged"],
        &["play", "circle", "--deck", "no\u{1b}[2J\n"],
        &["replay", "no\u{1b}[2J\u{202e}"],
    ];
    for args in args {
        let told = folder.run(args, "");
        assert!(!told.is_empty());
        assert!(!told.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{args:?}: {told:?}");
    }
}
