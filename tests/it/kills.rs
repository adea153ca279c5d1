//! Kills: the program is ended at any moment, by SIGKILL or a full disk, and its record opens and lacks no answer after
//! which something was asked.
//!
//! `INTERMEZZO_KILLS=200 INTERMEZZO_SEED=1 cargo test --test it kills -- --nocapture` ends it so many times for each way
//! of playing. `INTERMEZZO_FULL_DISK` names a file system of about 100 KB, which is filled then: a tmpfs of that size.

#![cfg(unix)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use intermezzo::table::Record;
use intermezzo::table::inside::RecordInside;

use crate::support::number;

/// What ends each question.
const ASKED: &str = "? help: ";
/// What is said when the record cannot be written.
const FULL: &str = "the record is not written";

/// Where the record of a run lies, gone when it is dropped.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place::on(&std::env::temp_dir(), name)
    }

    fn on(disk: &Path, name: &str) -> Place {
        let dir = disk.join(format!("intermezzo-kills-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Place(dir)
    }

    fn record(&self) -> PathBuf {
        self.0.join("game.rec")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A game against a bot, in words, with a record, whose files may grow by so many blocks of 512 bytes.
fn play(place: &Place, blocks: Option<u64>) -> Child {
    let limit = blocks.map_or(String::new(), |n| format!("ulimit -f {n}; "));
    let line = format!("{limit}exec \"$0\" play cfs --seed 30 --ask-all --plain --overwrite --record \"$1\"");
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).arg(env!("CARGO_BIN_EXE_intermezzo")).arg(place.record());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("LANG", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// What a program says, as it says it.
fn told_by(child: &mut Child) -> Receiver<Vec<u8>> {
    let (tell, told) = channel();
    let mut output = child.stdout.take().expect("a pipe");
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n @ 1..) = output.read(&mut bytes) {
            if tell.send(bytes[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    told
}

/// Lines that answer the first questions of the game, one each, and the record that they make.
fn answers(most: usize) -> (Vec<&'static str>, Record) {
    let place = Place::new("lines");
    let mut child = play(&place, None);
    let (told, mut keys) = (told_by(&mut child), child.stdin.take().expect("a pipe"));
    let until_asked = || {
        let mut all = String::new();
        while !all.ends_with(ASKED) {
            all += &String::from_utf8_lossy(&told.recv_timeout(Duration::from_secs(60)).expect("it goes on"));
        }
        let text = std::fs::read_to_string(place.record()).expect("a record");
        Record::from_text(&text).expect("a whole record")
    };
    let mut whole = until_asked();
    let mut lines = Vec::new();
    while lines.len() < most {
        let answered = ["1", "p", "1 2", "0", "y"].into_iter().find(|line| {
            writeln!(keys, "{line}").expect("it reads");
            whole = until_asked();
            own(&whole) > lines.len()
        });
        let Some(line) = answered else { break };
        lines.push(line);
    }
    drop(keys);
    child.wait().expect("it ends");
    (lines, whole)
}

/// Fills a disk but for so many bytes.
fn fill(place: &Place, left: u64) -> PathBuf {
    let path = place.0.join("filling");
    let mut file = std::fs::File::create(&path).expect("a file");
    while file.write_all(&[0; 1024]).is_ok() {}
    let len = file.metadata().expect("a file").len();
    file.set_len(len.saturating_sub(left)).expect("it shrinks");
    path
}

/// How many questions were asked until the last one of which it was not said that the record lacks something.
fn asked_and_kept(said: &str) -> usize {
    let questions = said.matches(ASKED).count();
    let kept = |(_, part): &(usize, &str)| !part.contains(FULL);
    said.split(ASKED).enumerate().take(questions).filter(kept).last().map_or(0, |(i, _)| i + 1)
}

/// A number below `n`.
fn below(seed: &mut u64, n: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed % n.max(1)
}

/// What was lost, over many runs.
#[derive(Debug, Default)]
struct Tally {
    runs: u64,
    /// No record yet: it was ended before the first question.
    none: u64,
    torn: u64,
    full: u64,
    answers: usize,
    most_unseen: usize,
}

fn own(record: &Record) -> usize {
    record.to_json()["entries"].as_array().expect("a list").iter().filter(|e| e["seat"] == 0).count()
}

/// Plays until it is ended, and looks at what is left.
fn run(how: &str, lines: &[&str], whole: &Record, seed: &mut u64, tally: &mut Tally) {
    let disk = std::env::var_os("INTERMEZZO_FULL_DISK").filter(|_| how == "disk").map(PathBuf::from);
    let place = Place::on(&disk.clone().unwrap_or_else(std::env::temp_dir), how);
    let filling = disk.map(|_| fill(&place, 4096 * (3 + below(seed, 6))));
    let blocks = (how == "full").then(|| 8 + below(seed, 24));
    let mut child = play(&place, blocks);
    let told = told_by(&mut child);
    let mut keys = child.stdin.take().expect("a pipe");
    let pause = match how {
        "human" => Some(|seed: &mut u64| Duration::from_millis(20 + below(seed, 180))),
        _ => None,
    };
    let until =
        std::time::Instant::now() + Duration::from_millis(50 + below(seed, if pause.is_some() { 4_000 } else { 900 }));
    let mut sent = 0;
    for line in lines {
        if std::time::Instant::now() >= until {
            break;
        }
        // On some disks there is room again after a while.
        if let (0, Some(filling)) = (below(seed, 40), &filling) {
            drop(std::fs::remove_file(filling));
        }
        if writeln!(keys, "{line}").is_err() {
            break;
        }
        sent += 1;
        if let Some(pause) = pause {
            std::thread::sleep(pause(seed).min(until.saturating_duration_since(std::time::Instant::now())));
        }
    }
    std::thread::sleep(until.saturating_duration_since(std::time::Instant::now()));
    child.kill().and_then(|()| child.wait().map(drop)).expect("it is our child");
    let said: Vec<u8> = told.iter().flatten().collect();
    let said = String::from_utf8_lossy(&said);
    tally.runs += 1;
    tally.full += u64::from(said.contains(FULL));
    let asked = asked_and_kept(&said);
    let text = match std::fs::read(place.record()) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) if asked == 0 => return tally.none += 1,
        Err(error) => panic!("{how}: {error} after {asked} questions"),
    };
    let record = Record::from_text(&text).unwrap_or_else(|e| panic!("{how}: {e}: {text}"));
    let entries = record.entries();
    assert!(whole.entries().starts_with(entries), "{how}: other entries");
    let (kept, acknowledged) = (own(&record), asked.saturating_sub(1));
    assert!(kept >= acknowledged, "{how}: {kept} answers are kept, and after {acknowledged} something was asked");
    assert!(kept <= sent, "{how}");
    let table = record.replay().unwrap_or_else(|e| panic!("{how}: {e}"));
    assert_eq!(table.record().entries(), entries, "{how}");
    tally.torn += u64::from(record.cut() > 0);
    tally.answers += kept;
    tally.most_unseen = tally.most_unseen.max(kept - acknowledged);
}

#[test]
fn a_game_that_is_killed_keeps_every_answer_that_was_acknowledged() {
    let (kills, seed) = (number("INTERMEZZO_KILLS", 4), number("INTERMEZZO_SEED", 1));
    let (lines, whole) = answers(60);
    assert!(lines.len() >= 20 && own(&whole) == lines.len(), "{} lines, {} answers", lines.len(), own(&whole));
    let disk = std::env::var_os("INTERMEZZO_FULL_DISK").map(|_| "disk");
    for how in ["human", "fast", "full"].into_iter().chain(disk) {
        let (mut random, mut tally) = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), Tally::default());
        (0..kills).for_each(|_| run(how, &lines, &whole, &mut random, &mut tally));
        println!("{how}, seed {seed}: {tally:?}");
        assert!(tally.answers > 0, "{how}: nothing was recorded");
    }
}
