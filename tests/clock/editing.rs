//! Editing: how long an editor waits for findings and words, and how long `watch` needs for the scenarios that a saved
//! card touches, in the largest game. `cargo test --release --test clock editing -- --nocapture` prints the times.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use intermezzo::Files;

use crate::alone;
use crate::support::editor::Editor;
use crate::support::talk::Talk;

/// A build without optimization may take this many times as long.
const SLACK: u32 = if cfg!(debug_assertions) { 20 } else { 1 };
/// The number of measurements; the median is reported.
const TIMES: usize = 15;

/// A folder, gone when it is dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A folder with the cards, scripts and scenarios of a game.
fn folder_with(game: &str) -> Folder {
    let folder = Folder(std::env::temp_dir().join(format!("intermezzo-editing-{}", std::process::id())));
    let root = Path::new(env!("REPOSITORY"));
    for below in [format!("cards/{game}"), format!("scripts/{game}"), format!("tests/scenarios/{game}")] {
        copy(&root.join(&below), &folder.0.join(&below));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(std::fs::copy(&from, &to).expect("a file")),
        }
    }
}

/// The game with the most cards, and a card file of it with a script.
fn largest() -> (String, String, String) {
    let files = Files::built_in();
    let count = |game: &String| files.texts.keys().filter(|path| path.starts_with(&format!("cards/{game}/"))).count();
    let game = files.games().into_iter().max_by_key(count).expect("a game");
    let is_card = |(path, text): &(&String, &std::sync::Arc<str>)| {
        path.starts_with(&format!("cards/{game}/")) && text.contains("script: |") && text.contains("act.")
    };
    let (path, text) = files.texts.iter().find(is_card).expect("a card with a script");
    (game.clone(), path.clone(), text.to_string())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn findings_and_words_come_while_one_types() {
    let _alone = alone();
    let (game, path, text) = largest();
    let folder = folder_with(&game);
    let root = folder.0.canonicalize().expect("a folder");
    let mut editor = Editor::new(&root, &[]);
    let path = root.join(path);
    editor.open(&path, &text);
    let wrong = text.replacen("act.", "atc.", 1);
    let mut findings = Vec::new();
    let mut words = Vec::new();
    let line = text.lines().position(|line| line.contains("act.")).expect("a line");
    let column = text.lines().nth(line).and_then(|line| line.find("act.")).expect("a column") + 4;
    for _ in 0..TIMES {
        for (text, is_well) in [(&wrong, false), (&text, true)] {
            let began = Instant::now();
            let found = editor.change(&path, text);
            findings.push(began.elapsed());
            assert_eq!(found.is_empty(), is_well, "{found:?}");
        }
        let began = Instant::now();
        assert!(editor.words(&path, line, column).iter().any(|word| word == "draw"));
        words.push(began.elapsed());
    }
    editor.end();
    let (findings, words) = (median(findings), median(words));
    println!("{game}: findings after a change in {findings:?}, words in {words:?}");
    assert!(findings < Duration::from_millis(100) * SLACK && words < Duration::from_millis(20) * SLACK);
}

#[test]
fn scenarios_that_a_card_touches_run_again_at_once() {
    let _alone = alone();
    let (game, path, text) = largest();
    let folder = folder_with(&game);
    let scenarios = format!("tests/scenarios/{game}");
    let mut watch = Talk::new(&folder.0, &["watch", &scenarios]);
    watch.says("all pass");
    let mut times = Vec::new();
    for n in 0..TIMES {
        std::fs::write(folder.0.join(&path), format!("{text}# {n}\n")).expect("a file");
        let before = watch.heard.all.len();
        watch.says(" ms; ");
        watch.says("all pass");
        let told = watch.heard.all[before..].to_string();
        let ms = told.split(" again, ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a time");
        times.push(Duration::from_millis(ms.parse().expect("a number")));
        if n == 0 {
            println!("{}", told.trim());
        }
    }
    let took = median(times);
    println!("{game}: scenarios that {path} touches ran again in {took:?}");
    assert!(took < Duration::from_millis(200) * SLACK, "{took:?}");
}
