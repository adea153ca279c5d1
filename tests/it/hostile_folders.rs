//! Hostile folders: folders as somebody might lay them who means harm, and those that are exchanged while they are
//! read.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{create_dir_all, read_to_string, remove_dir_all, rename, write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use intermezzo::catalog::Files;
use intermezzo_program::scenario::run_paths;

/// A folder with a small game in it, gone when it is dropped.
struct Folder(PathBuf);

const PINNED: &str = "title: Pinned\ngame: circle\nstart: {}\nsteps: []\nsnapshot: transcript\n";

impl Folder {
    fn new(name: &str) -> Folder {
        let root = std::env::temp_dir().join(format!("intermezzo-files-{name}-{}", std::process::id()));
        drop(remove_dir_all(&root));
        let folder = Folder(root);
        let game = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy/cards/circle/game.yaml");
        folder.write("cards/circle/game.yaml", &read_to_string(game).expect("a game"));
        folder
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        create_dir_all(self.at(path).parent().expect("it has one")).expect("a folder");
        write(self.at(path), text).expect("a file");
    }

    fn link(&self, to: &str, path: &str) {
        create_dir_all(self.at(path).parent().expect("it has one")).expect("a folder");
        symlink(to, self.at(path)).expect("a link");
    }

    fn pipe(&self, path: &str) {
        create_dir_all(self.at(path).parent().expect("it has one")).expect("a folder");
        assert!(Command::new("mkfifo").arg(self.at(path)).status().expect("mkfifo").success());
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        told(Command::new(env!("CARGO_BIN_EXE_intermezzo")).args(args).current_dir(&self.0).output())
    }

    /// What reading the games here says.
    fn why_unread(&self) -> String {
        Files::with_root(Some(&self.0)).err().map_or(String::new(), |e| e.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(remove_dir_all(&self.0));
    }
}

fn told(ran: std::io::Result<Output>) -> (Option<i32>, String) {
    let ran = ran.expect("it runs");
    (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr))
}

#[test]
fn no_file_of_a_strangers_folder_is_a_link_or_a_pipe() {
    let header = "pack: p\nversion: 1.0.0\nextends: circle\n";
    type Lays<'a> = &'a dyn Fn(&Folder);
    let cases: [(&str, &[&str], Lays); 12] = [
        ("cards", &["check", "circle"], &|f| {
            rename(f.at("cards"), f.at("real")).expect("it moves");
            f.link("real", "cards");
        }),
        ("scripts", &["check", "circle"], &|f| f.link("/etc", "scripts")),
        ("packs", &["check", "circle"], &|f| f.link("/etc", "packs")),
        ("pack.yaml", &["check", "circle", "--pack", "p"], &|f| {
            f.write("header", header);
            f.link("../header", "p/pack.yaml");
        }),
        ("pack.yaml", &["check", "circle", "--pack", "p"], &|f| f.pipe("p/pack.yaml")),
        ("pack.yaml", &["check", "circle", "--pack", "p"], &|f| f.link("/dev/zero", "p/pack.yaml")),
        ("circle.yaml", &["coverage", "circle"], &|f| f.link("/etc/passwd", "tests/rules/circle.yaml")),
        ("circle.yaml", &["mutate", "circle"], &|f| f.link("/dev/zero", "tests/mutants/circle.yaml")),
        ("circle.yaml", &["mutate", "circle"], &|f| f.pipe("tests/mutants/circle.yaml")),
        ("tests", &["test"], &|f| {
            f.write("real/scenarios/a.yaml", PINNED);
            f.link("real", "tests");
        }),
        ("a.yaml", &["test", "t/a.yaml"], &|f| {
            f.write("a.yaml", PINNED);
            f.link("../a.yaml", "t/a.yaml");
        }),
        ("bases.yaml", &["test", "t/a.yaml"], &|f| {
            f.link("/etc/passwd", "t/bases.yaml");
            f.write("t/a.yaml", "title: A\ngame: circle\nfrom: root\nsteps: [{ expect: { phase: main } }]\n");
        }),
    ];
    for (i, (name, args, lay)) in cases.into_iter().enumerate() {
        let folder = Folder::new(&format!("laid-{i}"));
        lay(&folder);
        let (code, told) = folder.run(args);
        assert!(told.contains("it is a link") || told.contains("it is no file"), "{args:?}: {told}");
        assert!(told.contains(name) && !told.contains("root:"), "{args:?}: {told}");
        assert!(matches!(code, Some(1 | 2)), "{args:?}: {code:?}");
    }
}

#[test]
fn a_folder_is_read_within_bounds() {
    let folder = Folder::new("deep");
    folder.write(&format!("cards/circle/{}x.yaml", "d/".repeat(40)), "name: X\n");
    assert!(folder.why_unread().contains("more than 16 deep in each other"), "{}", folder.why_unread());
    let folder = Folder::new("long");
    for i in 0..40 {
        folder.write(&format!("cards/circle/{i}.yaml"), "");
        let file = std::fs::File::options().write(true).open(folder.at(&format!("cards/circle/{i}.yaml")));
        file.and_then(|file| file.set_len(1 << 20)).expect("it grows");
    }
    assert!(folder.why_unread().contains("its files have more than 33554432 bytes"), "{}", folder.why_unread());
    // One that is far too long is said so, and takes no room.
    let folder = Folder::new("longer");
    folder.write("cards/circle/long.yaml", "");
    let file = std::fs::File::options().write(true).open(folder.at("cards/circle/long.yaml"));
    file.and_then(|file| file.set_len(1 << 40)).expect("it has holes");
    let (code, told) = folder.run(&["check", "circle"]);
    assert!(code == Some(1) && told.contains("more than 1048576 bytes, the most that"), "{told}");
    let folder = Folder::new("many");
    create_dir_all(folder.at("cards/circle/many")).expect("a folder");
    (0..100_001)
        .for_each(|i| drop(std::fs::File::create(folder.at(&format!("cards/circle/many/{i}"))).expect("a file")));
    assert!(folder.why_unread().contains("more than 100000 files and folders lie below it"), "{}", folder.why_unread());
}

#[test]
fn names_that_lie_are_refused() {
    for (name, why) in [
        (&b"a\x1b]0;own\x07.yaml"[..], "characters that cannot be shown"),
        (b"a\nerror: b.yaml", "characters that cannot be shown"),
        ("a\u{202e}lmay.yaml".as_bytes(), "characters that cannot be shown"),
        (b"a\xff.yaml", "characters that cannot be shown"),
        (b"GAME.yaml", "on other systems `GAME.yaml` has the same name"),
    ] {
        let folder = Folder::new("names");
        write(folder.at("cards/circle").join(OsStr::from_bytes(name)), "name: A\n").expect("a file");
        let told = folder.why_unread();
        assert!(told.contains(why) && !told.contains(['\u{1b}', '\u{202e}']), "{told:?}");
        assert_eq!(told.lines().count(), if name.contains(&b'\n') { 2 } else { 1 }, "{told:?}");
        assert!(told.lines().skip(1).all(|line| line.starts_with("    ")), "{told:?}");
    }
    // Nobody reads this one.
    let folder = Folder::new("unread");
    write(folder.at("cards/circle").join(OsStr::from_bytes(b"\xff\n.txt")), "").expect("a file");
    assert_eq!(folder.why_unread(), "");
}

/// A way out of its folder is none in the names of a manifest, of a record and of a scenario.
#[test]
fn paths_in_files_lead_nowhere_else() {
    let folder = Folder::new("paths");
    folder.write("secret.yaml", "name: Secret\n");
    for path in ["../secret.yaml", "cards/circle/../../../secret.yaml", "/etc/passwd", "cards/circle/\\..\\x.yaml"] {
        let scenario = format!("title: A\ngame: circle\nfiles: {{ {path:?}: 'name: A' }}\nfindings: []\n");
        folder.write("t/a.yaml", &scenario);
        let (code, told) = folder.run(&["test", "t/a.yaml"]);
        assert!(code == Some(1) && !told.contains("Secret") && !told.contains("root:"), "{path}: {told}");
    }
    for id in ["../p", "/etc", "a/b", "..", "."] {
        folder.write("p/pack.yaml", &format!("pack: {id:?}\nversion: 1.0.0\nextends: circle\n"));
        let (code, told) = folder.run(&["check", "circle", "--pack", "p"]);
        assert!(matches!(code, Some(1 | 2)), "{id}: {told}");
    }
    assert_eq!(read_to_string(folder.at("secret.yaml")).expect("it is there"), "name: Secret\n");
}

/// Puts `other` in the place of `path` and back, again and again, as fast as it can, while something is done.
fn while_exchanged<T>(path: &Path, other: &Path, mut act: impl FnMut() -> T) -> Vec<T> {
    let aside = path.with_file_name("aside");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for (from, to) in [(path, &*aside), (other, path), (path, other), (&*aside, path)] {
                    rename(from, to).expect("it moves");
                }
            }
        });
        let until = Instant::now() + Duration::from_millis(1500);
        let mut out = Vec::new();
        while Instant::now() < until || out.len() < 20 {
            out.push(act());
        }
        is_over.store(true, Ordering::Relaxed);
        out
    })
}

#[test]
fn a_link_that_is_put_there_meanwhile_is_not_followed() {
    let outside = Folder::new("outside");
    outside.write("set/card.yaml", "name: Secret\n");
    for exchanged in ["cards/circle/set", "cards/circle/set/card.yaml"] {
        let folder = Folder::new("race");
        folder.write("cards/circle/set/card.yaml", "name: Open\n");
        let target = if exchanged.ends_with("set") { outside.at("set") } else { outside.at("set/card.yaml") };
        symlink(target, folder.at("link")).expect("a link");
        let read = while_exchanged(&folder.at(exchanged), &folder.at("link"), || {
            Files::with_root(Some(&folder.0)).map(|files| {
                let texts = files.texts.iter().filter(|(path, _)| path.starts_with("cards/circle/set"));
                texts.map(|(_, text)| text.to_string()).collect::<String>()
            })
        });
        assert!(read.iter().flatten().all(|text| !text.contains("Secret")), "{exchanged}: a link was followed");
        let refused = |e: &intermezzo::error::Error| e.to_string().contains("it is a link");
        let refused = read.iter().filter(|one| one.as_ref().is_err_and(refused)).count();
        assert!(refused > 0 && read.iter().any(Result::is_ok), "{exchanged}: {refused} of {} met it", read.len());
    }
}

#[test]
fn nothing_is_written_through_a_link_that_is_put_there_meanwhile() {
    let victim = Folder::new("victim");
    victim.write("scenarios/pinned.snap", "mine");
    for exchanged in ["tests/scenarios/pinned.snap", "tests/scenarios", "tests"] {
        let folder = Folder::new("writes");
        folder.write("tests/scenarios/pinned.yaml", PINNED);
        let snap = folder.at("tests/scenarios/pinned.snap");
        write(&snap, "old").expect("a file");
        let target = match exchanged {
            "tests" => victim.0.clone(),
            "tests/scenarios" => victim.at("scenarios"),
            _ => victim.at("scenarios/pinned.snap"),
        };
        symlink(target, folder.at("link")).expect("a link");
        let scenario = folder.at("tests/scenarios/pinned.yaml");
        while_exchanged(&folder.at(exchanged), &folder.at("link"), || {
            drop(run_paths(std::slice::from_ref(&scenario), Some(&folder.0), true));
            // Otherwise the snapshot is as before, and nothing more is written.
            drop(write(&snap, "old").or_else(|_| write(folder.at("aside/scenarios/pinned.snap"), "old")));
            // The test itself writes through links, so its own writes are told apart from those of the program.
            let now = read_to_string(victim.at("scenarios/pinned.snap")).expect("it is there");
            assert!(now == "mine" || now == "old" || now.is_empty(), "{exchanged}: {now}");
        });
        assert_eq!(std::fs::read_dir(victim.at("scenarios")).expect("a folder").count(), 1, "{exchanged}");
        victim.write("scenarios/pinned.snap", "mine");
    }
}

#[test]
fn watching_goes_on_where_a_file_cannot_be_read() {
    let folder = Folder::new("watch");
    folder.link("nowhere", "cards/circle/gone.yaml");
    // The target of a link is not watched either.
    folder.link("/", "all");
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let out = std::fs::File::create(folder.at("told.txt")).expect("a file");
    let mut child = command.args(["watch", "circle"]).current_dir(&folder.0).stdout(out).spawn().expect("it starts");
    let wait_for = |text: &str, times: usize| {
        let until = Instant::now() + Duration::from_secs(60);
        while read_to_string(folder.at("told.txt")).expect("it is there").matches(text).count() < times {
            assert!(Instant::now() < until, "{text}: {:?}", read_to_string(folder.at("told.txt")));
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for("gone.yaml: it is a link", 1);
    std::fs::remove_file(folder.at("cards/circle/gone.yaml")).expect("it goes");
    wait_for("nothing names the zone", 1);
    folder.link("nowhere", "cards/circle/gone.yaml");
    wait_for("gone.yaml: it is a link", 2);
    assert!(child.try_wait().expect("it is ours").is_none(), "it has ended");
    child.kill().and_then(|()| child.wait().map(drop)).expect("it is ours");
}

#[test]
fn what_cannot_be_read_is_a_finding_among_others() {
    let folder = Folder::new("among");
    folder.link("/etc/passwd", "cards/circle/gone.yaml");
    folder.pipe("cards/circle/pipe.yaml");
    folder.link("/etc", "packs");
    write(folder.at("cards/circle").join(OsStr::from_bytes(b"a\xff.yaml")), "name: A\n").expect("a file");
    folder.write("cards/circle/wrong.yaml", "name: Wrong\ntype: nonsense\n");
    folder.link("/etc/passwd", "tests/scenarios/circle/gone.yaml");
    folder.write("tests/scenarios/circle/a.yaml", "title: A\ngame: circle\nstart: {}\nstpes: []\n");
    for args in [&["check"][..], &["check", "circle"], &["check", "."]] {
        let (code, told) = folder.run(&[args, &["--json"]].concat());
        let found: serde_json::Value = serde_json::from_str(&told).unwrap_or_else(|e| panic!("{e}: {told}"));
        assert!(code == Some(1) && found["findings"].is_array(), "{told}");
        for part in ["cards/circle/gone.yaml", "cards/circle/pipe.yaml", "cannot be shown", "nonsense", "stpes"] {
            assert!(told.contains(part), "{args:?}, {part}: {told}");
        }
        assert!(told.contains("scenarios/circle/gone.yaml") && told.contains("packs"), "{args:?}: {told}");
        assert!(!told.contains("root:"), "{told}");
    }
    let folder = Folder::new("among-scenarios");
    folder.link("/etc/passwd", "tests/scenarios/circle/gone.yaml");
    folder.pipe("tests/scenarios/circle/pipe.snap");
    folder.write("tests/scenarios/circle/a.yaml", PINNED);
    let (code, told) = folder.run(&["test", "--json"]);
    assert!(code == Some(1) && told.contains("gone.yaml: it is a link") && told.contains("circle/a.yaml"), "{told}");
    assert!(told.contains("pipe.snap: it is no file"), "{told}");
    serde_json::from_str::<serde_json::Value>(&told).unwrap_or_else(|e| panic!("{e}: {told}"));
    // Nothing is played with a file missing.
    folder.link("/etc/passwd", "cards/circle/gone.yaml");
    let (code, told) = folder.run(&["play", "circle", "--bots", "random"]);
    assert!(code == Some(2) && told.contains("it is a link"), "{told}");
}

#[test]
fn a_manifest_alone_lies_over_the_built_in_game_and_one_with_cards_is_all_of_it() {
    let built_in = Files::built_in();
    let own = format!("{}# ours\n", built_in.texts["cards/duel/game.yaml"]);
    let folder = Folder::new("manifest-alone");
    folder.write("cards/duel/game.yaml", &own);
    let with = |folder: &Folder| Files::with_root(Some(&folder.0)).expect("the folder").of_game("duel");
    let over = with(&folder);
    assert_eq!(*over.texts["cards/duel/game.yaml"], *own);
    assert!(over.texts.keys().eq(built_in.of_game("duel").texts.keys()), "the other files are the built-in ones");
    assert_eq!(folder.run(&["check", "duel"]), (Some(0), "duel: nothing found\n".into()));
    // A deck and a script beside it are files like others.
    folder.write("cards/duel/decks/own.yaml", "name: Own\n");
    folder.write("scripts/duel/own.lua", "-- nothing\n");
    assert_eq!(with(&folder).texts.len(), over.texts.len() + 2);
    folder.write("cards/duel/own/cub.yaml", "name: Cub\n");
    assert_eq!(with(&folder).texts.keys().filter(|path| path.starts_with("cards/duel/")).count(), 3);
}
