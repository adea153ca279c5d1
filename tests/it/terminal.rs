//! Terminal: the program at a terminal, as a person has it, and without one.

#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::told::Heard;

/// Longest wait for output, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";

/// The program with something it believes to be a terminal, or with pipes.
pub struct Running {
    child: Child,
    keys: Box<dyn Write>,
    heard: Heard,
    terminal: Option<File>,
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(args).current_dir(env!("REPOSITORY"));
    command
        .env("TERM", "xterm")
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("NO_COLOR", "1");
    command
}

impl Running {
    pub fn at_terminal(mut command: Command) -> Running {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("the system has terminals");
        grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
        let name = ptsname(&ours, Vec::new()).expect("it has a name").into_string().expect("a path in UTF-8");
        let theirs = || OpenOptions::new().read(true).write(true).open(&name).expect("it opens");
        resize(&theirs(), 80, 24);
        let child = command.stdin(theirs()).stdout(theirs()).stderr(theirs()).spawn().expect("it starts");
        let ours = File::from(ours);
        let heard = Heard::of(ours.try_clone().expect("a second handle"), PATIENCE);
        let keys = Box::new(ours.try_clone().expect("a third handle"));
        Running { child, keys, heard, terminal: Some(ours) }
    }

    fn at_pipes(mut command: Command) -> Running {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let heard = Heard::of(child.stdout.take().expect("a pipe"), PATIENCE);
        let keys = Box::new(child.stdin.take().expect("a pipe"));
        Running { child, keys, heard, terminal: None }
    }

    pub fn types(&mut self, text: &str) {
        self.types_bytes(text.as_bytes());
    }

    fn types_bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).and_then(|()| self.keys.flush()).expect("it reads");
    }

    /// Waits until it has written this, behind what was waited for before.
    #[track_caller]
    pub fn says(&mut self, text: &str) {
        self.heard.says(text);
    }

    /// All output, once nothing more comes.
    pub fn settled(&mut self) -> String {
        self.heard.listens_on(Duration::from_millis(700));
        self.heard.all.clone()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for its end; all that it has written.
    fn ends(mut self) -> (String, Option<i32>) {
        let until = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                break status;
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.heard.all);
            std::thread::sleep(Duration::from_millis(10));
        };
        self.heard.listens_on(Duration::from_millis(300));
        (std::mem::take(&mut self.heard.all), status.code())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        if self.child.kill().is_ok() {
            drop(self.child.wait());
        }
    }
}

fn resize(terminal: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).expect("it has a size");
}

/// A folder of our own, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let dir = std::env::temp_dir().join(format!("intermezzo-terminal-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Folder(dir)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

const GAME: [&str; 4] = ["play", "cfs", "--seed", "30"];

#[test]
fn the_screen_is_given_back_on_leaving() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says(ENTER);
    game.says("choose one");
    game.types("q\r");
    game.says(LEAVE);
    let (all, code) = game.ends();
    assert!(all[all.find(LEAVE).expect("it left")..].contains("The game is not over"), "{all}");
    assert_eq!(code, Some(0));
}

#[test]
fn the_screen_is_given_back_when_a_signal_ends_the_program() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut game = Running::at_terminal(command(&GAME));
        game.says("choose one");
        game.signal(signal);
        game.says(LEAVE);
        assert_eq!(game.ends().1, None, "it ended by the signal");
    }
}

#[test]
fn what_is_half_typed_stays_when_all_is_drawn_again() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.types("c Gui");
    game.says("> c Gui");
    let terminal = game.terminal.take().expect("a terminal");
    resize(&terminal, 100, 30);
    game.signal(Signal::WINCH);
    game.says("choose one");
    game.says("> c Gui");
    // The line goes on where it was.
    game.types("le\r");
    game.says("rarity");
}

/// A paste comes as one key after another: no key may cost more because of those before it.
#[test]
fn a_long_line_costs_as_little_as_a_short_one() {
    let mut game = Running::at_terminal(command(&["play", "cardland", "--seed", "3"]));
    game.says("> ");
    let began = Instant::now();
    game.types(&("x".repeat(6_000) + "\r"));
    game.says("means nothing here");
    assert!(began.elapsed() < PATIENCE / 4, "{:?}", began.elapsed());
    game.types("q\r");
    game.ends();
}

#[test]
fn a_stopped_game_gives_the_screen_back_and_takes_it_again() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.signal(Signal::TSTP);
    game.says(LEAVE);
    // It may not have stopped quite yet.
    std::thread::sleep(Duration::from_millis(300));
    game.signal(Signal::CONT);
    game.says(ENTER);
    game.says("choose one");
}

#[test]
fn a_command_on_a_page_is_done() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.types("?\r");
    game.says("page 1 of 2");
    game.types("c guile\r");
    game.says("rarity");
}

#[test]
fn a_terminal_that_can_nothing_gets_words_only() {
    let mut dumb = command(&GAME);
    dumb.env("TERM", "dumb").env_remove("NO_COLOR");
    let mut game = Running::at_terminal(dumb);
    game.says("choose one");
    game.types("q\n");
    let (all, _) = game.ends();
    assert!(!all.contains('\u{1b}'), "{all}");
}

#[test]
fn a_terminal_without_utf8_gets_ascii() {
    let mut old = command(&GAME);
    old.env("LANG", "C").env_remove("LC_ALL");
    let mut game = Running::at_terminal(old);
    game.says("-- Amy (you) |");
    game.types("q\r");
    let (all, _) = game.ends();
    assert!(all.is_ascii(), "{all}");
}

#[test]
fn a_byte_that_is_no_text_ends_no_game() {
    let mut game = Running::at_pipes(command(&GAME));
    game.says("choose one");
    game.types_bytes(b"\xff\n");
    game.says("means nothing here");
    game.types("q\n");
    assert_eq!(game.ends().1, Some(0));
}

/// A game of one question: a number that is bid, and the end.
const BIDS: &str = "game: bids\ntitle: Bids\nplayers: 2\nlevels: [game]\nzones: { hand: {} }\n\
types: { card: { fields: {} } }\ncounters: { player: { bid: 0 } }\ntable: [{ zone: hand }, { player: [bid] }]\n\
flow: { game: [bid, { result: { win: active } }] }\n";
const BID: &str = "--- The bid.\n\nstep(\"bid\", function()\n  \
local bid = ask.option { by = game.active, options = { \"7\", \"8\", \"9\", \"double\" }, why = \"bid\" }\n  \
if bid ~= \"double\" then act.change(game.active, \"bid\", tonumber(bid)) end\nend)\n";

fn bids() -> Folder {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let n = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let folder = Folder::new(&format!("bids-{n}"));
    folder.write("cards/bids/game.yaml", BIDS);
    folder.write("scripts/bids/bid.lua", BID);
    folder
}

fn playing(folder: &Folder, more: &[&str]) -> Command {
    let mut program = command(&[&["play", "bids", "--seed", "1"], more].concat());
    program.current_dir(&folder.0);
    program
}

/// Where options are numbers, the number that is typed is meant, and never the place of another one.
#[test]
fn a_number_means_the_option_that_is_this_number() {
    let folder = bids();
    let mut game = Running::at_terminal(playing(&folder, &[]));
    game.says(" 7 ");
    game.says("#4  double");
    game.types("1\r");
    game.says("1 is not offered: there is 7, 8, 9, #4");
    game.types("8\r");
    game.says("bid 8");
    game.says("The game is over");
    let (all, _) = {
        game.types("q\r");
        game.ends()
    };
    assert!(all.contains("after 1 decision "), "{all}");
    for (typed, expected) in [("#4", "Amy chooses double"), ("double", "Amy chooses double"), ("#1", "Amy: bid +7")] {
        let mut game = Running::at_pipes(playing(&folder, &[]));
        game.types(&format!("{typed}\n"));
        game.says(expected);
    }
}

#[test]
fn where_nobody_can_pass_it_is_said_what_can_be_done() {
    let folder = bids();
    let mut game = Running::at_pipes(playing(&folder, &[]));
    game.types("p\n");
    game.says("nobody can pass here: choose one");
    game.types("q\n");
    assert_eq!(game.ends().1, Some(0));
}

#[test]
fn one_player_is_told_the_option_with_which_one_may_play() {
    let refused = command(&["play", "hackclad", "--players", "1"]).output().expect("it runs");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("mode=solo") && refused.status.code() == Some(2), "{told}");
    let plays = command(&["play", "hackclad", "--players", "1", "--option", "mode=solo", "--bots", "random"]).output();
    assert_eq!(plays.expect("it runs").status.code(), Some(0));
}

/// How everybody stands, what led to the end, and another game.
#[test]
fn the_end_tells_of_scores_and_offers_another_game() {
    let folder = bids();
    let record = folder.0.join("one.jsonl");
    let mut game = Running::at_terminal(playing(&folder, &["--record", record.to_str().expect("UTF-8")]));
    game.says("#4  double");
    game.types("new\r");
    game.says("the game is not over");
    game.types("9\r");
    game.says("What led to the end:");
    game.says("Amy: bid +9");
    game.says("At the end: Amy: bid 9 · Beth: bid 0");
    game.says("new: another game");
    game.types("new\r");
    game.says("this game is recorded in");
    game.says("#4  double");
    game.types("7\r");
    game.says("At the end: Amy: bid 7 · Beth: bid 0");
    game.types("q\r");
    assert_eq!(game.ends().1, Some(0));
    for (file, bid) in [("one.jsonl", "bid +9"), ("one-2.jsonl", "bid +7")] {
        let path = folder.0.join(file);
        let replayed = command(&["replay", path.to_str().expect("UTF-8"), "--last", "9"]).output().expect("it runs");
        let told = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert!(told.contains(bid), "{file}: {told}");
    }
}

/// Keys typed while a bot thinks are no answer to the later question.
#[test]
fn what_was_typed_before_a_question_is_no_answer_to_it() {
    let mut game = Running::at_terminal(command(&["play", "cfs", "--seed", "30", "--bot", "2=ismcts:700ms"]));
    game.says("choose one");
    game.types("1\r");
    game.says("Beth is thinking");
    game.types("1\r1");
    game.says("1 1: not done, as it was typed before this was asked");
    game.types("c guile\r");
    game.says("rarity");
}

#[test]
fn a_pasted_block_is_one_answer() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.types("\u{1b}[200~1\r2\r\u{1b}[201~");
    game.says("at most 1 may be chosen, not 2");
    game.types("\u{1b}[200~c gui\u{1b}[201~");
    game.says("> c gui");
    game.types("le\r");
    game.says("rarity");
}

/// A game that is not recorded cannot be played on: who leaves it is asked, or records it.
#[test]
fn leaving_a_game_that_nobody_records_is_asked() {
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.types("1\r");
    // More happened than the screen holds: a page of it comes first.
    game.says("Enter: to the table");
    game.types("\r");
    game.says("or p to pass");
    game.types("q\r");
    game.says("this game is not recorded: q once more leaves it for good");
    game.types("c guile\r");
    game.says("rarity");
    game.types("q\r");
    game.says("this game is not recorded");
    // Ctrl-C wants the same.
    game.types("\u{3}");
    game.says(LEAVE);
    assert_eq!(game.ends().1, Some(0));

    let folder = Folder::new("leaving");
    let record = folder.0.join("kept.jsonl");
    let path = record.to_str().expect("UTF-8");
    let mut game = Running::at_terminal(command(&GAME));
    game.says("choose one");
    game.types("1\r");
    // More happened than the screen holds: a page of it comes first.
    game.says("Enter: to the table");
    game.types("\r");
    game.says("or p to pass");
    game.types(&format!("record {path}\r"));
    game.says("recorded in");
    game.types("q\r");
    game.says(LEAVE);
    game.ends();
    assert!(command(&["replay", path]).output().expect("it runs").status.success());
}

/// The bots answer alike in a game that was taken back and played again.
#[test]
fn after_undo_the_bots_answer_the_same() {
    let hash = |lines: &str| {
        let mut args = GAME.to_vec();
        args.push("--json");
        let mut game = Running::at_pipes(command(&args));
        game.types(lines);
        let (all, _) = game.ends();
        let json = all.lines().last().expect("a last line").to_string();
        json[json.find('{').expect("JSON")..].to_string()
    };
    let plain = hash("1\n1\n1\np\nq\n");
    assert!(plain.contains("\"decisions\""), "{plain}");
    assert_eq!(hash("1\n1\n1\np\nu\np\nu\nu\n1\np\nq\n"), plain);
}

#[test]
fn a_record_is_not_written_over() {
    let folder = Folder::new("record");
    let path = folder.0.join("game.json");
    let path = path.to_str().expect("a path in UTF-8");
    folder.write("game.json", "mine");
    let play = |more: &[&str]| {
        let mut args = vec!["play", "cfs", "--bots", "random", "--record", path];
        args.extend(more);
        command(&args).output().expect("it runs")
    };
    let refused = play(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--overwrite"));
    assert_eq!(std::fs::read_to_string(path).expect("it is there"), "mine");
    assert!(play(&["--overwrite"]).status.success());
    assert!(std::fs::read_to_string(path).expect("it is there").contains("intermezzo_record"));
}

/// Lines are added to a record; what was taken back is not in it.
#[test]
fn the_record_of_a_game_in_which_answers_were_taken_back_is_that_of_the_game() {
    let folder = Folder::new("taken-back");
    let path = folder.0.join("game.rec");
    let path = path.to_str().expect("a path in UTF-8");
    let mut args = GAME.to_vec();
    args.extend(["--record", path]);
    let mut game = Running::at_pipes(command(&args));
    game.types("1\n1\n1\np\nu\np\nu\nu\n1\np\n");
    for asked in ["choose one", "choose one", "taken back", "taken back", "taken back", "choose one"] {
        game.says(asked);
    }
    game.types("q\n");
    let (all, _) = game.ends();
    let replayed = command(&["replay", path]).output().expect("it runs");
    let told = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(told.contains("(log ") && all.ends_with(&told), "{told}{all}");
}

/// Output without our own control sequences; `None` if it has others.
fn steered_by_us(told: &str) -> Option<String> {
    let ours = |code: &str| {
        let is_place = || code.strip_suffix('H').is_some_and(|at| at.split(';').all(|n| n.parse::<u16>().is_ok()));
        let fixed = [
            "?1049h", "?1049l", "?2004h", "?2004l", "?25h", "K", "J", "0m", "1m", "2m", "39m", "38;5;1m", "38;5;2m",
            "38;5;6m",
        ];
        fixed.contains(&code) || is_place()
    };
    let mut parts = told.split("\u{1b}[");
    let mut shown = parts.next()?.to_string();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic())?;
        if !ours(&part[..=end]) {
            return None;
        }
        shown += &part[end + 1..];
    }
    Some(shown)
}

/// A note, a prompt, an option, an error and a title that would write the screen, its title and the clipboard anew.
#[test]
fn a_game_of_a_stranger_steers_no_screen() {
    let folder = Folder::new("hostile");
    let game = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy/cards/circle/game.yaml");
    let game = std::fs::read_to_string(game).expect("a game").replace("turn: [", "turn: [shout, ");
    folder.write("cards/circle/game.yaml", &game.replace("title: Circle", "title: \"A\\nB\\u202E\""));
    const BAD: &str = r"\27[2J\27]0;own\7\27]52;c;eA==\27\\\194\155\50J\226\128\174\r\8\nforged";
    let script = format!(
        "--- Shout.\n\nstep(\"shout\", function(args)\n  note(\"{BAD}\")\n  \
         ask.option{{ by = game.active, options = {{ \"{BAD}\", \"plain\" }}, why = \"{BAD}\" }}\n  error(\"{BAD}\")\nend)\n"
    );
    folder.write("scripts/circle/steps.lua", &script);
    let mut program = command(&["play", "circle", "--hot-seat", "--ask-all"]);
    program.current_dir(&folder.0).env_remove("NO_COLOR");
    let mut game = Running::at_terminal(program);
    game.says("plain");
    game.types("1\r");
    game.says("let it fizzle");
    game.types("l\r");
    game.says("page 1");
    game.types("q\rf\r");
    game.says("main");
    // Somebody chose, and nobody could play on: it is asked once.
    game.types("q\rq\r");
    let (all, _) = game.ends();
    let shown = steered_by_us(&all).unwrap_or_else(|| panic!("it is steered: {all:?}"));
    let is_bad =
        |c: char| c.is_control() && !matches!(c, '\r' | '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{9b}');
    assert!(!shown.contains(is_bad), "{shown:?}");
    assert!(shown.contains("␛]52;c;eA=="), "it is shown: {shown}");
}

/// A row that is empty, and the rows of others, have no line if the manifest says so, and cards lie as it sorts them.
#[test]
fn the_table_is_drawn_as_its_manifest_says() {
    const GAME: &str = "game: rows\ntitle: Rows\nplayers: 2\nlevels: [game]\n\
zones: { row: {}, won: {}, hand: {} }\ntypes: { card: { fields: { suit: word, rank: int } } }\n\
words: { suit: [spades, hearts] }\n\
piles: { cards: { to: row, makes: { name: \"{suit} {rank}\", type: card, suit: [hearts, spades], rank: 9..10 } } }\n\
timings: { main: {} }\nwindows: { main: { protocol: free, players: active, offers: [main] } }\n\
actions: { take: { timing: main, from: row, text: take, do: [{ move: { card: self, to: me.won } }] } }\n\
flow: { game: [{ phase: main, do: [{ window: main }] }, { result: draw }] }\n";
    let drawn = |lines: &str| {
        let folder = Folder::new("rows");
        folder.write("cards/rows/game.yaml", &format!("{GAME}table: [{lines}]\n"));
        let mut program = command(&["play", "rows", "--hot-seat"]);
        program.current_dir(&folder.0);
        let mut game = Running::at_terminal(program);
        game.says("take");
        game.settled()
    };
    let plain = drawn("{ zone: row }, { zone: won }");
    let rows = |text: &str, name: &str| text.matches(&format!(" {name}   ")).count();
    assert_eq!((rows(&plain, "won"), rows(&plain, "row")), (2, 2), "{plain}");
    assert!(plain.contains("hearts 10, hearts 9, spades 10, spades 9"), "{plain}");
    let said = drawn("{ zone: row, sort: [rank, suit], hide: others }, { zone: won, hide: empty }");
    assert_eq!((rows(&said, "won"), rows(&said, "row")), (0, 1), "{said}");
    assert!(said.contains("spades 9, hearts 9, spades 10, hearts 10"), "{said}");
}

/// A hint names the bot's answer, with the worth of each answer, also where nobody can win.
#[test]
fn a_hint_names_the_best_answer_and_what_each_is_worth() {
    let mut program = command(&["--root", "tests/fixtures/hearts", "play", "hearts", "--seed", "2", "--hot-seat"]);
    program.env("NO_COLOR", "1");
    let mut game = Running::at_pipes(program);
    game.types("i\n");
    game.says("A bot would take: ");
    game.says("1. ");
    game.says(" % after ");
    game.says("  2. ");
    game.says("It knows no more");
    game.types("q\n");
    let (all, _) = game.ends();
    // The bot's choice stands first in the list, and is offered.
    let best = all.split("A bot would take: ").nth(1).and_then(|rest| rest.split(". It played").next());
    let best = best.unwrap_or_else(|| panic!("{all}"));
    let first = all.lines().find(|line| line.trim_start().starts_with("1. ") && line.contains(" % after "));
    assert!(first.is_some_and(|line| line.ends_with(&format!(": {best}"))), "{all}");

    let mut game = Running::at_pipes(command(&["--root", "tests/fixtures/toy", "play", "duet", "--hot-seat"]));
    game.types("i\n");
    game.says("A bot would take: ");
    game.types("q\n");
    game.ends();
}

/// A pack anywhere: a card of its own in a deck of its own.
fn pack() -> Folder {
    // Tests run at the same time: each has a folder of its own.
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let n = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let folder = Folder::new(&format!("pack-{n}"));
    folder.write("pack.yaml", "pack: mine\nversion: 1.0.0\nextends: cfs\n");
    folder.write("cards/cfs/mine/rooftop_cat.yaml", &cat(300));
    folder
}

fn cat(bp: i32) -> String {
    let like = std::fs::read_to_string(Path::new(env!("REPOSITORY")).join("cards/cfs/capcom/guile.yaml"));
    let like = like.expect("a card to copy");
    let own = |line: &str| match line.split_once(':') {
        Some(("name", _)) => "name: Rooftop Cat".to_string(),
        Some(("number", _)) => "number: C999".to_string(),
        Some(("bp", _)) => format!("bp: {bp}"),
        _ => line.to_string(),
    };
    let lines: Vec<String> = like.lines().map(own).collect();
    lines.join("\n") + "\n"
}

#[test]
fn the_folder_of_a_pack_is_one_wherever_it_is_named() {
    let folder = pack();
    let dir = folder.0.to_str().expect("a path in UTF-8");
    let card = format!("{dir}/cards/cfs/mine/rooftop_cat.yaml");
    let run = |args: &[&str], at: &Path| {
        let output = command(args).current_dir(at).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let elsewhere = std::env::temp_dir();
    for (args, at) in [
        (&["check"][..], folder.0.as_path()),
        (&["check", "."], &folder.0),
        (&["check", "cfs"], &folder.0),
        (&["check", dir], &elsewhere),
        (&["check", &card], &elsewhere),
        (&["check", "--pack", dir, "cfs"], &elsewhere),
        (&["check", "--root", dir], &elsewhere),
    ] {
        let (code, text) = run(args, at);
        assert_eq!(code, Some(0), "{args:?}: {text}");
        assert!(text.starts_with("cfs: ") || text.contains("\ncfs: "), "{args:?}: {text}");
    }
    for args in [&["explain", "cfs"][..], &["explain", "cfs", "--root", dir]] {
        assert!(run(args, &folder.0).1.contains("rooftop_cat"), "{args:?}");
    }
    // It is checked as a pack: what is wrong in it is found.
    folder.write("cards/cfs/mine/rooftop_cat.yaml", "name: Rooftop Cat\ntype: character\nnonsense: 1\n");
    let (code, text) = run(&["check", dir], &elsewhere);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("/cards/cfs/mine/rooftop_cat.yaml:3:1"), "{text}");
}

/// A card saved in a pack comes into the game, also while something is typed; and `r` knows that it may.
#[test]
fn a_pack_is_reloaded_while_it_is_played() {
    let folder = pack();
    let dir = folder.0.to_str().expect("a path in UTF-8");
    let mut args = GAME.to_vec();
    args.extend(["--pack", dir]);
    let mut game = Running::at_terminal(command(&args));
    game.says("choose one");
    game.types("c rooft");
    game.says("> c rooft");
    folder.write("cards/cfs/mine/rooftop_cat.yaml", &cat(900));
    game.says("reloaded in");
    game.says("> c rooft");
    game.types("op\r");
    game.says("bp 900");
    game.types("r\r");
    game.says("no file changed");
    drop(game);

    // The same in the folder itself, in words.
    let mut words = command(&GAME);
    words.current_dir(&folder.0);
    let mut game = Running::at_pipes(words);
    game.says("choose one");
    folder.write("cards/cfs/mine/rooftop_cat.yaml", &cat(500));
    game.says("reloaded in");
    game.types("c rooftop\n");
    game.says("bp 500");
    game.types("q\n");
    assert_eq!(game.ends().1, Some(0));
}

#[test]
fn a_pack_is_checked_again_on_every_save() {
    let folder = pack();
    let mut watch = command(&["watch", "."]);
    watch.current_dir(&folder.0);
    let mut watch = Running::at_pipes(watch);
    watch.says("cfs: ");
    folder.write("cards/cfs/mine/rooftop_cat.yaml", "name: Rooftop Cat\ntype: character\nnonsense: 1\n");
    watch.says("nonsense");
}
