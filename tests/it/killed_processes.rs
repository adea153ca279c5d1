//! Killed processes: the program is ended at any moment, by SIGKILL, also while its disk is full, and its record opens
//! and lacks no answer after which something was asked.
//!
//! `INTERMEZZO_KILLS=200 INTERMEZZO_SEED=1 cargo test --test it killed_processes -- --nocapture` ends it so many times
//! for each way of playing. A limit of the size of files ends in the middle of an entry, as a full disk does.
//! `INTERMEZZO_FULL_DISK` names a file system of about 100 KB, which is filled besides: a tmpfs of that size.

#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use intermezzo::table::Record;

use crate::support::number;
use crate::support::told::told_by;

/// What ends each question.
const ASKED: &str = "? help: ";
/// The message when the record cannot be written.
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

/// A game against a bot, in words, with a record. That a file may grow no more is an error to it, and no signal.
fn play(place: &Place) -> Child {
    let line = "trap '' XFSZ; exec \"$0\" play cfs --seed 30 --ask-all --plain --overwrite --record \"$1\"";
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).arg(env!("CARGO_BIN_EXE_intermezzo")).arg(place.record());
    command.current_dir(env!("REPOSITORY")).env("LANG", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Lets the files of a program grow to so many bytes, or to any size.
#[cfg(target_os = "linux")]
fn limit(child: &Child, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    prlimit(Pid::from_raw(child.id() as i32), Resource::Fsize, Rlimit { current: bytes, maximum: None }).expect("ours");
}

/// Lines that answer the first questions of the game, one each, and the record that they make.
fn answers(most: usize) -> (Vec<&'static str>, Record) {
    let place = Place::new("lines");
    let mut child = play(&place);
    let (told, mut keys) = (told_by(child.stdout.take().expect("a pipe")), child.stdin.take().expect("a pipe"));
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

/// What a record is written to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Disk {
    /// There is room.
    Roomy,
    /// Files may grow to some size, which some entry passes.
    #[cfg(target_os = "linux")]
    Limited,
    /// It is filled but for some pages.
    Filled,
}

/// Where the record has no room, and what makes room again.
enum Full {
    #[cfg(target_os = "linux")]
    Limited,
    Filled(PathBuf),
}

impl Full {
    /// Lets the record of a game grow to so many bytes only.
    fn set(disk: Disk, place: &Place, child: &Child, bytes: u64) -> Option<Full> {
        match disk {
            Disk::Roomy => None,
            #[cfg(target_os = "linux")]
            Disk::Limited => {
                // The texts of the game lie beside the record and are longer: they have room.
                while !place.record().exists() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                limit(child, Some(bytes));
                Some(Full::Limited)
            }
            Disk::Filled => {
                // The file has its full size already, in whole pages.
                while !place.record().exists() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                let path = place.0.join("filling");
                let mut file = std::fs::File::create(&path).expect("a file");
                while file.write_all(&[0; 1024]).is_ok() {}
                let len = file.metadata().expect("a file").len();
                let held = std::fs::metadata(place.record()).map_or(0, |m| m.len()).div_ceil(PAGE);
                file.set_len(len.saturating_sub((bytes / PAGE).saturating_sub(held) * PAGE)).expect("it shrinks");
                Some(Full::Filled(path))
            }
        }
    }

    /// Makes room again.
    fn end(&self, child: &Child) {
        match self {
            #[cfg(target_os = "linux")]
            Full::Limited => limit(child, None),
            Full::Filled(path) => drop(std::fs::remove_file(path)),
        }
    }
}

/// What a disk is given out in.
const PAGE: u64 = 4096;

/// The number of questions up to the last one that was recorded without a warning.
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

/// How a game is played: whether at the pace of a person, and on which disk.
type Way = (bool, Disk);

/// Most bytes of a record: the middle of one of the first entries.
fn room(whole: &str, disk: Disk, seed: &mut u64) -> u64 {
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    // Of a disk that is given out in pages the last whole one is taken.
    let last = if disk == Disk::Filled { whole.len() as u64 / PAGE * PAGE } else { ends[ends.len() / 2] as u64 };
    let first = if disk == Disk::Filled { last } else { ends[0] as u64 + 1 };
    first + below(seed, last - first + 1)
}

/// Plays until it is ended, and looks at what is left.
fn run(way: Way, lines: &[&str], (whole, text): (&Record, &str), seed: &mut u64, tally: &mut Tally) {
    let (is_human, disk) = way;
    let how = format!("{}, {disk:?}", if is_human { "human" } else { "fast" });
    let base = std::env::var_os("INTERMEZZO_FULL_DISK").filter(|_| disk == Disk::Filled);
    let place = Place::on(&base.map_or_else(std::env::temp_dir, PathBuf::from), &how.replace(", ", "-"));
    let mut child = play(&place);
    let full = Full::set(disk, &place, &child, room(text, disk, seed));
    let told = told_by(child.stdout.take().expect("a pipe"));
    let mut keys = child.stdin.take().expect("a pipe");
    let mut said = Vec::new();
    // The disk becomes full at some time; the kill comes at some moment after that.
    let mut until = Instant::now();
    match full {
        Some(_) => until += Duration::from_secs(60),
        None => until += Duration::from_millis(50 + below(seed, if is_human { 4_000 } else { 900 })),
    }
    let mut is_full = false;
    let mut hear = |until: &mut Instant, seed: &mut u64, most: Duration| {
        let next = Instant::now() + most.min(until.saturating_duration_since(Instant::now()));
        while let Ok(part) = told.recv_timeout(next.saturating_duration_since(Instant::now())) {
            said.extend(part);
        }
        if full.is_some() && !is_full && String::from_utf8_lossy(&said).contains(FULL) {
            is_full = true;
            *until = Instant::now() + Duration::from_millis(below(seed, if is_human { 1_000 } else { 200 }));
        }
        is_full
    };
    let mut sent = 0;
    for line in lines {
        if Instant::now() >= until || writeln!(keys, "{line}").is_err() {
            break;
        }
        sent += 1;
        let pause = if is_human { 20 + below(seed, 180) } else { 0 };
        // On some disks there is room again after a while.
        if hear(&mut until, seed, Duration::from_millis(pause)) && below(seed, 4) == 0 {
            full.iter().for_each(|full| full.end(&child));
        }
    }
    while Instant::now() < until {
        hear(&mut until, seed, Duration::from_millis(10));
    }
    child.kill().and_then(|()| child.wait().map(drop)).expect("it is our child");
    said.extend(told.iter().flatten());
    let said = String::from_utf8_lossy(&said);
    assert!(full.is_none() || said.contains(FULL), "{how}: the disk is never full");
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
    let text = whole.to_text();
    let mut disks = vec![Disk::Roomy];
    #[cfg(target_os = "linux")]
    disks.push(Disk::Limited);
    disks.extend(std::env::var_os("INTERMEZZO_FULL_DISK").map(|_| Disk::Filled));
    for way in disks.into_iter().flat_map(|disk| [(true, disk), (false, disk)]) {
        let (mut random, mut tally) = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), Tally::default());
        (0..kills).for_each(|_| run(way, &lines, (&whole, &text), &mut random, &mut tally));
        println!("{}, {:?}, seed {seed}: {tally:?}", if way.0 { "human" } else { "fast" }, way.1);
        assert!(tally.answers > 0, "{way:?}: nothing was recorded");
    }
}
