//! Workers: tables in processes of their own play as tables do anywhere, whatever becomes of the processes.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

#[cfg(target_os = "linux")]
use intermezzo::Limits;
use intermezzo::wire::{Answer, Reply, SentSoFar, Took};
use intermezzo::workers::{Opening, Seating, WorkerTable, Workers};
use intermezzo::{Files, Record, Seat};
use serde_json::Value;

use crate::wire::client::{self, Chance};

fn workers() -> Workers {
    Workers { program: Some(env!("CARGO_BIN_EXE_intermezzo").into()), ..Workers::default() }
}

/// The built-in files, with a pack of the repository in play where the line-up has one.
fn files(packs: &[&str]) -> Files {
    packs.iter().fold(Files::built_in(), |files, pack| files.with_pack(pack).expect("a pack"))
}

/// What is kept of a table.
type Kept = Arc<Mutex<String>>;

fn open(workers: Workers, files: &Files, opening: &Opening, seats: u8) -> (WorkerTable, Kept) {
    let names = ["Amy", "Beth", "Cleo", "Dora"].iter().take(seats.into()).map(|name| name.to_string()).collect();
    let kept = Kept::default();
    let keeps = kept.clone();
    let keep = move |lines: &str| {
        keeps.lock().expect("no panic").push_str(lines);
        Ok(())
    };
    (WorkerTable::open(workers, files, opening, &Seating { names, bots: Vec::new() }, keep).expect("a table"), kept)
}

/// A client that plays all seats of a table.
struct Player {
    chance: Chance,
    asked: Value,
    told: BTreeMap<Seat, SentSoFar>,
}

impl Player {
    fn new(seed: u64) -> Player {
        Player { chance: Chance(seed), asked: Value::Null, told: BTreeMap::new() }
    }

    /// What the table says now.
    fn look(&mut self, table: &mut WorkerTable, seats: u8) -> Value {
        let seats: Vec<Seat> = (0..seats).map(Seat).collect();
        let message: Value = serde_json::from_str(&table.now(&seats, &mut self.told).expect("a line")).expect("JSON");
        // If nobody has answered since the last look, the question is unchanged.
        let asks = if message["asked"].is_null() { &message["update"] } else { &message["asked"] };
        self.asked = asks[0].clone();
        message
    }

    /// Gives an answer that fits, which may be refused.
    fn answer(&mut self, table: &mut WorkerTable) -> intermezzo::error::Result<()> {
        let answer = client::answer(&self.asked["view"]["decisions"][0], &mut self.chance);
        self.give(table, &serde_json::from_value(answer).expect("an answer")).map(drop)
    }

    /// Gives an answer to what was asked last.
    fn give(&self, table: &mut WorkerTable, answer: &Answer) -> intermezzo::error::Result<Took> {
        let number = |key: &str| self.asked[key].as_u64().expect("a number");
        let (seat, question) = (number("seat") as u8, number("question") as u32);
        table.reply(&Reply { seat, question: Some(question), answer: answer.clone() })
    }

    /// Plays to the end as the client of `serve-stdio` does: after a refusal the same is asked.
    fn play(&mut self, table: &mut WorkerTable, seats: u8, mut each: impl FnMut(&mut WorkerTable)) -> Value {
        loop {
            let message = self.look(table, seats);
            if !message["over"].is_null() {
                return message["over"].clone();
            }
            loop {
                each(table);
                match self.answer(table) {
                    Ok(()) => break,
                    Err(error) => assert!(error.is_refused(), "{error}"),
                }
            }
        }
    }
}

/// A game as `serve-stdio` plays it, in one process.
fn in_one_process(game: &str, packs: &[&str], seed: u64) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["serve-stdio", game, "--seed", &seed.to_string()]).current_dir(env!("REPOSITORY"));
    command.args(packs.iter().flat_map(|pack| ["--pack", pack]));
    client::play(command.stderr(Stdio::null()), seed).expect("a game").0
}

/// Each line-up has the same log in a worker, in one process, and from its record.
#[test]
fn a_game_in_a_worker_is_the_game_in_one_process() {
    let lineups: [(&str, &[&str], u8); 6] = [
        ("cardland", &[], 2),
        ("hackclad", &[], 2),
        ("cfs", &[], 2),
        ("swordgirls", &[], 2),
        ("clash", &[], 4),
        ("cfs", &["legends"], 2),
    ];
    for (game, packs, seats) in lineups {
        let opening = Opening { game: game.into(), seed: 3, ..Opening::default() };
        let (mut table, kept) = open(workers(), &files(packs), &opening, seats);
        let over = Player::new(3).play(&mut table, seats, |_| ());
        assert_eq!(over, in_one_process(game, packs, 3), "{game}");
        let record = Record::from_text(&kept.lock().expect("no panic")).expect("a record");
        assert_eq!(over["log_hash"], record.replay().expect("it replays").log_hash(), "{game}");
    }
}

/// Processes are killed at any moment, in the middle of effects, too: what was acknowledged is there, and the rest is
/// done again.
#[test]
#[cfg(unix)]
fn no_answer_that_counts_is_lost_with_its_process() {
    use rustix::process::{Pid, Signal, kill_process};
    for (game, seed) in [("cardland", 5), ("hackclad", 6)] {
        let (tell, told) = std::sync::mpsc::channel::<(u32, u64)>();
        let killer = std::thread::spawn(move || {
            for (process, micros) in told {
                std::thread::sleep(std::time::Duration::from_micros(micros));
                let process = Pid::from_raw(process as i32).expect("a number");
                // It may have gone already.
                let _ = kill_process(process, Signal::KILL);
            }
        });
        let most = Workers { most_deaths: 1_000, ..workers() };
        let (mut table, kept) =
            open(most, &Files::built_in(), &Opening { game: game.into(), seed, ..Opening::default() }, 2);
        let (mut chance, mut answers, mut processes) = (Chance(seed), 0, Vec::new());
        let each = |table: &mut WorkerTable| {
            answers += 1;
            processes.extend(table.process().filter(|process| !processes.contains(process)));
            if answers % 48 == 7 {
                // An answer takes a fraction of a millisecond up to some.
                let delay = chance.below(4_000);
                tell.send((table.process().expect("it was just asked"), delay)).expect("it listens");
            }
        };
        let over = Player::new(seed).play(&mut table, 2, each);
        drop(tell);
        killer.join().expect("no panic");
        assert!(processes.len() > 3, "{game}: only {} processes in {answers} answers", processes.len());
        assert_eq!(over, in_one_process(game, &[], seed), "{game}");
        let record = Record::from_text(&kept.lock().expect("no panic")).expect("a record");
        assert_eq!(over["log_hash"], record.replay().expect("it replays").log_hash(), "{game}");
    }
}

/// A game whose players may ask for the end of their process.
fn trap() -> Files {
    let mut files = Files::built_in();
    let manifest = "game: trap\ntitle: Trap\nplayers: 2\nlevels: [match, turn]\n\
                    flow: { match: [{ repeat: turn, alternate: true, max: 4, after_max: draw }], turn: [risk] }\n";
    let script = "step(\"risk\", function()
  local word = ask.option { by = active, options = { \"go\", \"fill\", \"spin\" }, why = \"what now\" }
  local all = {}
  while word == \"fill\" do all[#all + 1] = (\"x\"):rep(10000) .. #all end
  while word == \"spin\" do all[1] = word end
end)\n";
    let texts = [("cards/trap/game.yaml", manifest), ("scripts/trap/steps.lua", script)];
    files.overlay(texts.map(|(path, text)| (path.to_string(), text.into())));
    files
}

/// Limits that hold back nothing: what the sandbox of scripts lets pass, the process still holds.
#[cfg(target_os = "linux")]
fn careless() -> Limits {
    Limits {
        memory_bytes: 8 << 30,
        fuel: i64::MAX / 4,
        decision_fuel: i64::MAX / 4,
        wall_ms: 1_000_000,
        ..Limits::default()
    }
}

/// An answer that ends its process each time is refused with what happened, and the table goes on with another one.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_ends_its_process_twice_is_refused() {
    // Time and memory apart: what takes the one may take the other first where others use the machine.
    let few = Workers { memory_bytes: 200 << 20, answer_ms: 120_000, limits: careless(), ..workers() };
    let short = Workers { answer_ms: 3_000, limits: careless(), ..workers() };
    for (workers, place, because) in [(few, 1, "memory allocation of"), (short, 2, "it took longer than 3000 ms")] {
        let opening = Opening { game: "trap".into(), seed: 1, ..Opening::default() };
        let (mut table, kept) = open(workers, &trap(), &opening, 2);
        let mut player = Player::new(1);
        player.look(&mut table, 2);
        let (hash, record, first) = (table.log_hash().expect("a hash"), table.record().to_string(), table.process());
        for again in [false, true] {
            let begun = std::time::Instant::now();
            let error = player.give(&mut table, &Answer::Choose(vec![place])).expect_err("it is deadly");
            let refusal = error.refusal().expect("a refusal");
            assert_eq!(refusal.code, "deadly");
            assert!(refusal.words.contains(because), "{again}: {}", refusal.words);
            assert!(!again || begun.elapsed().as_millis() < 1_000, "the second time nothing is tried");
        }
        assert_eq!(table.log_hash().expect("a hash"), hash, "nothing has changed");
        assert_eq!((table.record(), &*kept.lock().expect("no panic")), (record.as_str(), &record));
        assert_ne!(table.process(), first);
        while !table.is_over().expect("it stands") {
            player.look(&mut table, 2);
            player.give(&mut table, &Answer::Choose(vec![0])).expect("it goes on");
        }
    }
}

/// A game that takes too much to be read ends the process that reads it, and nothing else.
#[test]
#[cfg(target_os = "linux")]
fn a_game_that_takes_too_much_to_read_is_not_opened() {
    let few = Workers { memory_bytes: 12 << 20, ..workers() };
    let opening = Opening { game: "swordgirls".into(), ..Opening::default() };
    let error = WorkerTable::open(few, &Files::built_in(), &opening, &Seating::default(), |_| Ok(()));
    let error = error.err().expect("there is no room").to_string();
    assert!(error.contains("the worker that was to begin the game died: it broke off"), "{error}");
    // An invalid game is reported, and ends no worker.
    let mut files = trap();
    files.overlay([("cards/trap/game.yaml".to_string(), "game: trap\nlevles: [match]\n".into())]);
    let opening = Opening { game: "trap".into(), ..Opening::default() };
    let error =
        WorkerTable::open(workers(), &files, &opening, &Seating::default(), |_| Ok(())).err().expect("it is wrong");
    assert!(error.to_string().contains("did you mean `levels`?"), "{error}");
}

/// A process that dies again and again is not started again and again.
#[test]
fn a_table_rests_when_its_process_dies_too_often() {
    let (mut table, _) = small(Workers { most_deaths: 3, ..workers() });
    for _ in 0..3 {
        table.attempt("panic").expect("a worker").expect_err("it dies");
    }
    let error = table
        .log_hash()
        .and_then(|_| table.reply(&Reply { seat: 0, question: Some(1), answer: Answer::Pass }))
        .expect_err("it rests");
    assert_eq!(error.refusal().map(|refusal| refusal.code.as_str()), Some("table_rests"), "{error}");
}

/// An answer that cannot be stored does not count, and its process is ended.
#[test]
fn what_cannot_be_kept_does_not_count() {
    let is_full = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let full = is_full.clone();
    let keep = move |_: &str| match full.load(std::sync::atomic::Ordering::Relaxed) {
        true => Err(std::io::Error::other("the disk is full")),
        false => Ok(()),
    };
    let opening = Opening { game: "trap".into(), seed: 1, ..Opening::default() };
    let mut table = WorkerTable::open(workers(), &trap(), &opening, &Seating::default(), keep).expect("a table");
    let (hash, record) = (table.log_hash().expect("a hash"), table.record().to_string());
    is_full.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut player = Player::new(1);
    player.look(&mut table, 2);
    let error = player.give(&mut table, &Answer::Choose(vec![0])).expect_err("it is not kept");
    assert!(error.to_string().contains("the record cannot be written: the disk is full"), "{error}");
    assert_eq!((table.log_hash().expect("a hash"), table.record()), (hash, record.as_str()));
    is_full.store(false, std::sync::atomic::Ordering::Relaxed);
    player.give(&mut table, &Answer::Choose(vec![0])).expect("there is room again");
    // Another host goes on from the record.
    let (mut text, hash) = (table.record().to_string(), table.log_hash().expect("a hash"));
    text += "[\"torn";
    let again = |text: &str| WorkerTable::resume(workers(), text, &Seating::default(), |_| Ok(()));
    let mut other = again(&text).expect("a table");
    assert_eq!((other.log_hash().expect("a hash"), other.record()), (hash, table.record()));
    assert!(again("{}").is_err());
}

/// A table of a game with few cards, for what is not about the game.
fn small(workers: Workers) -> (WorkerTable, Kept) {
    let opening = Opening { game: "cardland".into(), seed: 1, ..Opening::default() };
    open(workers, &Files::built_in(), &opening, 2)
}

/// The walls stand: what a flaw in Luau would let a script do, the system refuses.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_reaches_nothing_outside() {
    let (mut table, _) = small(workers());
    for what in ["read", "list", "write", "connect", "listen", "send", "start", "thread", "signal", "limit"] {
        let how = table.attempt(what).expect("a worker").unwrap_or_else(|died| panic!("{what}: {died}"));
        assert!(how.contains("Permission denied") || how.contains("not permitted"), "{what}: {how}");
    }
    assert_eq!(table.attempt("other").expect("a worker").expect("it lives on"), "nobody knows how to try `other`");
    assert!(table.lacking().is_empty(), "this test needs a system with all walls: {:?}", table.lacking());
}

/// Without walls the same attempts succeed: the test above tests the walls.
#[test]
#[cfg(target_os = "linux")]
fn without_a_worker_there_are_no_walls() {
    let (mut table, _) = small(Workers { sandbox: intermezzo::workers::Sandbox::InProcess, ..workers() });
    for what in ["read", "list", "listen", "send", "thread", "limit"] {
        assert_eq!(table.attempt(what).expect("a table").expect("it lives on"), "done", "{what}");
    }
    assert!(table.process().is_none());
}

/// Cards that look at as much as they can, at every event, take a worker no longer than a game in one process.
#[test]
fn cards_that_ask_much_end_no_worker() {
    let all = "zone: [deck, hand, discard, extra, stage, story]";
    let each = |inner: &str| format!("exists: {{ {all}, {inner} }}");
    let deep = each(&format!("where: {{ {} }}", each(&format!("where: {{ {} }}", each("prowess: \"> 90\"")))));
    let ability = format!(
        "  - {{ after: moved, if: {{ {deep} }}, reads: hidden, do: [{{ change: {{ object: me, name: finished, by: 0 }} }}] }}\n\
         \x20 - {{ while: {{ {deep} }}, reads: hidden, affects: {{ zone: stage }}, modify: {{ prowess: +1 }} }}\n"
    );
    let mut files = files(&[]);
    let hostile = |(path, text): (&String, &Arc<str>)| {
        let before = text.split("abilities:").next().unwrap_or_default();
        (path.clone(), Arc::from(format!("{before}abilities:\n{}", ability.repeat(10))))
    };
    let is_story =
        |(path, text): &(&String, &Arc<str>)| path.starts_with("cards/cardland/") && text.contains("\ntype: story\n");
    let stories: Vec<(String, Arc<str>)> = files.texts.iter().filter(is_story).map(hostile).collect();
    assert!(stories.len() > 5, "{}", stories.len());
    files.overlay(stories);
    let opening = Opening { game: "cardland".into(), seed: 3, ..Opening::default() };
    let (mut table, _) = open(Workers { answer_ms: 10_000, ..workers() }, &files, &opening, 2);
    let mut player = Player::new(3);
    player.look(&mut table, 2);
    let process = table.process();
    assert!(process.is_some());
    for _ in 0..60 {
        if let Err(error) = player.answer(&mut table) {
            assert!(error.is_refused(), "{error}");
        }
        if !player.look(&mut table, 2)["over"].is_null() {
            break;
        }
    }
    assert_eq!(table.process(), process, "no answer ended it");
}

/// An excessive game ends only its own process; the host hears of it, and the table is unchanged.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_takes_too_much_ends_alone() {
    let few = Workers { memory_bytes: 256 << 20, answer_ms: 120_000, ..workers() };
    let short = Workers { answer_ms: 3_000, ..workers() };
    let (mut other, _) = small(workers());
    let process = other.process();
    for (workers, what, because) in [
        (few.clone(), "memory", "memory allocation of"),
        (short, "loop", "it took longer than 3000 ms"),
        (few, "panic", "as it was asked to"),
    ] {
        let (mut table, _) = small(workers);
        let hash = table.log_hash().expect("a hash");
        let died = table.attempt(what).expect("a worker").expect_err("it dies");
        assert!(died.contains(because), "{what}: {died}");
        assert!(table.process().is_none());
        Player::new(1).look(&mut table, 2);
        assert_eq!(table.log_hash().expect("it is started anew"), hash);
    }
    let short = Workers { cpu_s: 1, answer_ms: 120_000, ..workers() };
    let died = small(short).0.attempt("loop").expect("a worker").expect_err("it dies");
    assert!(died.contains("computed as long as it may") || died.contains("killed"), "{died}");
    Player::new(1).look(&mut other, 2);
    assert_eq!(other.process(), process, "another table keeps its process");
}
