//! Hostile input: records, folders, names and texts as somebody might send them who means harm. Each is refused with
//! its reason.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::support::{self, Bots, GAME, answer_one, engine, engine_of, files, start};
use intermezzo::catalog::{Catalog, Deck, Files};
use intermezzo::error::ErrorKind;
use intermezzo::kernel::model::log_lines::{Broken, Line, LogLine};
use intermezzo::kernel::model::objects::Outcome;
use intermezzo::kernel::model::value::DefId;
use intermezzo::kernel::{Seat, Value};
use intermezzo::table::view::transcript_for;
use intermezzo::table::{Game, Record, Setup, Table, View};
use intermezzo_program::scenario::Runner;
use serde_json::{Value as Json, json};

/// A record of some answers, as JSON.
fn record() -> Json {
    let engine = engine();
    let mut table = start(&engine, (0, 1), 3);
    let mut bots = Bots::new(3);
    for _ in 0..40 {
        answer_one(&mut table, &mut bots);
    }
    table.record().to_json()
}

/// Why a record is not accepted; `None`: it is read and replays.
fn why_refused(json: &Json) -> Option<String> {
    let why = Record::from_json(json).and_then(|record| record.replay()).err().map(|e| e.to_string());
    // As one map, as it was once written, and as lines, the same is refused.
    if json["entries"].is_array() && json["intermezzo_record"] != 2 {
        let lines = Record::from_text(&Record::text_of(json)).and_then(|record| record.replay());
        assert_eq!(lines.err().map(|e| e.to_string()).is_some(), why.is_some(), "{why:?}");
    }
    why
}

#[test]
fn a_record_that_was_altered_is_refused() {
    let whole = record();
    assert_eq!(why_refused(&whole), None);
    let entries = whole["entries"].as_array().expect("entries");
    let used = entries.iter().position(|e| e["answer"]["card"].is_u64()).expect("a use of a card");
    let number = |path: &str, by: u64| json!(whole.pointer(path).and_then(Json::as_u64).expect("a number") + by);
    let at = |i: usize, rest: &str| format!("/entries/{i}/{rest}");
    let many: Vec<Json> = std::iter::repeat_n(whole["decks"][0]["lists"][0][0].clone(), 65_530).collect();
    let ten: Vec<Json> = std::iter::repeat_n(whole["decks"][0]["lists"][0].clone(), 10).collect();
    let mut altered: Vec<(String, Json)> = vec![
        (at(used, "answer/card"), number(&at(used, "answer/card"), 65_536)),
        (at(used, "answer/card"), json!("0")),
        (at(used, "answer/card"), json!(true)),
        (at(used, "answer/card"), json!([1])),
        (at(used, "answer/card"), json!(-1)),
        (at(used, "answer/card"), json!(1.5)),
        (at(used, "answer/use"), json!(1)),
        (at(used, "answer/extra"), json!(1)),
        (at(0, "seat"), number(&at(0, "seat"), 256)),
        (at(0, "seat"), number(&at(0, "seat"), 2)),
        (at(0, "question"), number(&at(0, "question"), 1 << 32)),
        (at(0, "answer"), json!("passes")),
        (at(0, "answer"), json!(5)),
        (at(0, "answer"), json!([{ "seat": 256 }])),
        (at(0, "answer"), json!([{ "word": "rock", "text": "rock" }])),
        (at(0, "extra"), json!(1)),
        (at(0, "concede"), json!(0)),
        ("/entries/0".into(), json!({ "concede": 256 })),
        ("/entries/0".into(), json!({ "concede": 0, "abort": "x" })),
        ("/entries/0".into(), json!("continue")),
        ("/entries/0".into(), json!({ "abort": "too slow" })),
        ("/entries/0".into(), json!({ "reload": "0000000000000000", "files": 5 })),
        ("/decks/0/lists".into(), json!([])),
        ("/decks/0/lists/0".into(), json!([])),
        ("/decks/0/lists/0".into(), Json::Array(many)),
        ("/decks/0/lists".into(), Json::Array(ten)),
        ("/decks/0/lists/0/0".into(), json!("nobody")),
        ("/decks/0/extra".into(), json!(1)),
        ("/decks/0/name".into(), json!(1)),
        ("/decks".into(), json!([])),
        ("/players".into(), json!(258)),
        ("/players".into(), json!("two")),
        ("/seed".into(), json!(-1)),
        ("/seed".into(), json!(1.5)),
        ("/packs".into(), json!("legends")),
        ("/packs".into(), json!([5])),
        ("/files".into(), json!([])),
        ("/files/cards~1cardland~1game.yaml".into(), json!(5)),
        ("/options/nothing".into(), json!(1)),
        ("/options/games".into(), json!({ "word": "red" })),
        ("/intermezzo_record".into(), json!(2)),
        ("/extra".into(), json!(1)),
        ("/whole".into(), json!(1)),
        ("/whole".into(), json!(true)),
    ];
    for (key, _) in whole.as_object().expect("a map") {
        if !["engine", "players"].contains(&key.as_str()) {
            altered.push((format!("/{key}"), Json::Null));
        }
    }
    for (path, value) in altered {
        let mut json = whole.clone();
        let (parent, key) = path.rsplit_once('/').expect("a path");
        let key = key.replace("~1", "/");
        match json.pointer_mut(parent).unwrap_or_else(|| panic!("{path}")) {
            Json::Object(map) => drop(map.insert(key, value.clone())),
            Json::Array(list) => list[key.parse::<usize>().expect("a place")] = value.clone(),
            other => panic!("{path}: {other}"),
        }
        let why = why_refused(&json).unwrap_or_else(|| panic!("{path} = {value:.60} is accepted"));
        assert!(!why.is_empty(), "{path}");
    }
    let mut json = whole.clone();
    let list = json["entries"].as_array_mut().expect("entries");
    list.insert(0, json!({ "abort": "stopped" }));
    assert!(why_refused(&json).expect("refused").contains("comes after the game was ended"));
    let mut json = whole.clone();
    json["entries"].as_array_mut().expect("entries").remove(0);
    let why = why_refused(&json).expect("an answer is missing");
    assert!(why.contains("entry ") && why.contains("of the record"), "{why}");
    let mut json = whole.clone();
    json["decks"][0]["lists"][0][0] = json!("nobody");
    let why = why_refused(&json).expect("a card is missing");
    assert!(why.contains("there is no card `nobody`"), "{why}");
}

/// A game with a pack numbers its cards otherwise: a deck is its cards, not their numbers.
#[test]
fn a_deck_of_another_load_of_the_game_is_the_same_deck() {
    let load = |files: &Files| Game::load("hackclad", files).unwrap_or_else(|e| panic!("{e}"));
    let (plain, more) = (load(&Files::built_in()), load(&Files::built_in().with_pack("charms").expect("a pack")));
    let decks: Vec<Deck> = plain.decks().skip(1).take(2).map(|(_, deck)| deck.clone()).collect();
    let setup = Setup { seed: 1, decks, ..Setup::default() };
    let brought = |game: &Game| {
        let table = game.set_up(setup.clone()).map(Table::start).unwrap_or_else(|e| panic!("{e}"));
        table.record().to_json()["decks"].clone()
    };
    assert_ne!(setup.decks[0].lists(), more.decks().nth(1).expect("a deck").1.lists(), "the pack moves the numbers");
    assert_eq!(brought(&more), brought(&plain));
    // The error names a card that the other game lacks.
    let why = engine().set_up(setup).map(Table::start).err().expect("a deck of another game").to_string();
    assert!(why.contains("the deck `Flare` has the card `"), "{why}");
}

#[test]
fn a_game_begins_with_legal_decks_only() {
    let engine = engine();
    let legal: Vec<Deck> = support::decks(&engine).into_iter().take(2).collect();
    let begin = |decks: Vec<Deck>| engine.set_up(Setup { seed: 1, decks, ..Setup::default() }).map(Table::start);
    assert!(begin(legal.clone()).is_ok());
    let with = |change: &dyn Fn(&mut Deck)| {
        let mut decks = legal.clone();
        change(&mut decks[1]);
        begin(decks).err().unwrap_or_else(|| panic!("it begins")).to_string()
    };
    let short = with(&|d| d.lists_mut()[0].truncate(39));
    assert!(short.contains("found") && short.contains("the deck of player 2"), "{short}");
    let copies = with(&|d| {
        let first = d.lists()[0][0];
        d.lists_mut()[0].fill(first);
    });
    assert!(copies.contains("cards named"), "{copies}");
    assert!(with(&|d| d.lists_mut().clear()).contains("0 lists found"));
    assert!(with(&|d| d.lists_mut().push(Vec::new())).contains("lists found"));
    assert!(with(&|d| d.lists_mut()[0] = vec![DefId(60_000); 40]).contains("there is no card of number 60000"));
    assert!(with(&|d| d.lists_mut()[0] = vec![DefId(0); 65_530]).contains("no list holds more than"));
    assert!(with(&|d| *d.unknown_mut() = vec![1]).contains("cards that do not exist"));
    // All of it is told at once, of every player.
    let mut both = legal.clone();
    both.iter_mut().for_each(|d| d.lists_mut()[0].clear());
    let told = begin(both).err().expect("refused");
    assert!(told.problems().expect("findings").len() >= 2, "{told}");
    // Tests of rules may begin with one card.
    let few = legal.into_iter().map(|d| Deck::of(d.lists().iter().map(|l| l[..1].to_vec()).collect()));
    let start = Setup { seed: 1, decks: few.collect(), ..Setup::default() };
    assert!(engine.set_up_with_any_decks(start).map(Table::start).is_ok());
    let wrong = vec![Deck::of(vec![vec![DefId(60_000)]]); 2];
    assert!(engine.set_up_with_any_decks(Setup { decks: wrong, ..Setup::default() }).map(Table::start).is_err());
}

#[test]
fn seats_that_are_not_there_see_nothing_and_have_no_name() {
    let engine = engine();
    let mut table = start(&engine, (0, 1), 3);
    for seats in [&[Seat(2)][..], &[Seat(9)], &[Seat(255)], &[Seat(0), Seat(9)]] {
        let error = View::new(&table, seats).expect_err("refused").to_string();
        assert!(error.contains("there is no seat") && error.contains("the game has 2"), "{error}");
    }
    assert!(View::of_person(&table, Seat(9)).is_err());
    assert!(View::new(&table, &[]).is_ok() && View::new(&table, &[Seat(0), Seat(1)]).is_ok());
    transcript_for(&table, Seat(9));
    for names in [&["Amy"][..], &[], &["Amy", "Beth", "Cleo"]] {
        let error = table.name_seats(names).expect_err("refused").to_string();
        assert!(error.contains("2 seats need 2 names"), "{error}");
    }
    table.name_seats(&["Amy\u{1b}[2J", "Beth\n"]).expect("two");
    assert_eq!(table.names(), ["Amy␛[2J", "Beth "]);
    let (hash, entries) = (table.log_hash(), table.record().to_text());
    for seat in [Seat(2), Seat(8), Seat(255)] {
        assert!(table.time_is_up(seat).is_err() && table.asked(seat).is_err());
        let error = table.concede(seat).expect_err("refused");
        assert_eq!(error.refusal().map(|r| &*r.code), Some("no_such_seat"));
        assert!(
            error.to_string().contains(&format!("there is no seat {}: the game has 2", seat.0 as u16 + 1)),
            "{error}"
        );
    }
    assert_eq!((table.log_hash(), table.record().to_text()), (hash, entries));
}

/// What loading the game with a file says.
fn load(path: &str, text: &str) -> String {
    let mut files = files(&[(path, text)]);
    if let Some(pack) = path.strip_prefix("packs/").and_then(|p| p.split('/').next()) {
        files.packs = vec![pack.into()];
        let header = format!("pack: {pack}\ntitle: A pack\nversion: 1.0.0\nextends: {GAME}\n");
        files.texts.entry(format!("packs/{pack}/pack.yaml")).or_insert(header.into());
    }
    match intermezzo::table::Loader::default().load(GAME, &files) {
        Ok(_) => String::new(),
        Err(problems) => problems.render_all(),
    }
}

#[test]
fn no_module_takes_the_name_of_something_else() {
    let names =
        ["act", "ask", "math", "string", "roll", "cards", "players", "game", "step", "self", "me", "stage", "table"];
    for name in names {
        for folder in [format!("scripts/{GAME}"), "scripts/lib".into(), format!("packs/bad/scripts/{GAME}")] {
            let path = format!("{folder}/{name}.lua");
            if name == "stage" && !folder.starts_with("packs") {
                continue; // the game's own, which comes after what is in `lib`
            }
            let told = load(&path, "return { move = 1 }\n");
            let named = format!("the name `{name}` is taken");
            assert!(told.contains(&named) && told.contains(&path), "{path}: {told}");
        }
    }
    assert_eq!(load(&format!("packs/good/scripts/{GAME}/tricks.lua"), "return { one = 1 }\n"), "");
}

#[test]
fn what_steers_a_terminal_is_refused_in_files_and_shown_in_what_scripts_say() {
    let told = load(
        &format!("cards/{GAME}/stagehands/bad.yaml"),
        "name: \"Bad \\e]0;owned\\a\"\ntype: event\ncolour: red\nusage: {}\nabilities: [{ timing: main, script: note('x') }]\n",
    );
    assert!(told.contains("control character U+001B") && told.contains("bad.yaml:1:"), "{told}");
    let script = "note('a\\27[2Jb\\8')\nask.option{ options = { '\\27]52;c;x\\7', 'plain' }, why = 'w\\27[5m' }\nerror('e\\27[1m')";
    let mut table =
        support::probe::table(&support::engine_with(&[(support::probe::PROBE, &support::probe::event(script))]), 5);
    support::probe::begin(&mut table);
    let asked = support::asked(&table);
    assert_eq!(asked.why.as_deref(), Some("w␛[5m"));
    let intermezzo::kernel::Kind::Pick { options, .. } = &asked.kind else { panic!("{asked:?}") };
    assert_eq!(options[0], Value::Text("␛]52;c;x␇".into()));
    assert!(support::probe::notes(&table).iter().any(|n| n == "a␛[2Jb␈"));
    table.submit(asked.seat, intermezzo::kernel::Answer::Values(vec![options[0].clone()])).expect("legal");
    assert_eq!(table.fault_errors()[0].error.message, "e␛[1m");
    let told: String = transcript_for(&table, asked.seat).iter().map(|l| l.text.clone() + "\n").collect();
    assert!(!told.contains('\u{1b}'), "{told:?}");
}

/// A folder of its own with a small game in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let root = std::env::temp_dir().join(format!("intermezzo-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        let cards = root.join("cards/circle");
        std::fs::create_dir_all(&cards).expect("a folder");
        let game = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy/cards/circle/game.yaml");
        std::fs::copy(game, cards.join("game.yaml")).expect("a game");
        Folder(root)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_below_the_folder_are_read() {
    use std::os::unix::fs::symlink;

    use intermezzo::catalog::{Catalog, Files};
    type Puts<'a> = &'a dyn Fn(&Path);
    let cases: [(&str, Puts); 6] = [
        ("out", &|to| symlink("/etc/passwd", to.join("secret.yaml")).expect("a link")),
        ("zero", &|to| symlink("/dev/zero", to.join("zero.yaml")).expect("a link")),
        ("itself", &|to| symlink(".", to.join("again")).expect("a link")),
        ("dangling", &|to| symlink("nowhere", to.join("gone.yaml")).expect("a link")),
        ("folder", &|to| symlink("/etc", to.join("etc")).expect("a link")),
        ("pipe", &|to| {
            let made = Command::new("mkfifo").arg(to.join("pipe.yaml")).status().expect("mkfifo");
            assert!(made.success());
        }),
    ];
    for (name, make) in cases {
        let folder = Folder::new(name);
        make(&folder.0.join("cards/circle"));
        let error = Files::with_root(Some(&folder.0)).err().unwrap_or_else(|| panic!("{name} is read")).to_string();
        assert!(error.contains("it is a link") || error.contains("it is no file"), "{name}: {error}");
        assert!(error.contains("cards/circle/"), "{name}: {error}");
        // The scenarios of a stranger's folder are read in the same way.
        let error = intermezzo_program::scenario::find(&[folder.0.join("cards")]).err().map(|e| e.to_string());
        assert!(error.is_some_and(|e| e.contains("it is ")), "{name}");
    }
    let folder = Folder::new("plain");
    std::fs::write(folder.0.join("cards/circle/.#lock.yaml"), "").expect("a file");
    symlink("nowhere", folder.0.join("cards/circle/.#lock2.yaml")).expect("a link");
    symlink("nowhere", folder.0.join("cards/circle/notes.txt")).expect("a link");
    let files = Files::with_root(Some(&folder.0)).expect("nothing is wrong");
    assert!(Catalog::load("circle", &files).is_ok());
    // A file behind a linked snapshot is neither read nor written.
    let scenario = folder.0.join("pinned.yaml");
    let start = "title: Pinned\ngame: circle\nstart: {}\nsteps: []\nsnapshot: transcript\n";
    std::fs::write(&scenario, start).expect("a file");
    std::fs::write(folder.0.join("victim"), "mine").expect("a file");
    symlink(folder.0.join("victim"), folder.0.join("pinned.snap")).expect("a link");
    for accept in [false, true] {
        let report = intermezzo_program::scenario::run_paths(std::slice::from_ref(&scenario), Some(&folder.0), accept)
            .expect("it runs");
        assert!(report.scenarios[0].message.contains("it is a link"), "{}", report.scenarios[0].message);
    }
    assert_eq!(std::fs::read_to_string(folder.0.join("victim")).expect("it is there"), "mine");
}

/// Writing makes a file of its own, and follows no link.
#[cfg(unix)]
#[test]
fn what_is_written_goes_through_no_link() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new("written");
    let at = |name: &str| folder.0.join(name).to_str().expect("a path in UTF-8").to_string();
    std::fs::write(at("victim"), "mine").expect("a file");
    symlink(at("victim"), at("link.rec")).expect("a link");
    symlink(at("nowhere"), at("dangling.rec")).expect("a link");
    let play = |option: &str, name: &str, more: &[&str]| {
        let args = ["play", "cfs", "--bots", "random", option, &at(name)];
        let ran = Command::new(env!("CARGO_BIN_EXE_intermezzo")).args(args).args(more).output().expect("it runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    for option in ["--record", "--transcript"] {
        for name in ["link.rec", "dangling.rec"] {
            let (code, told) = play(option, name, &[]);
            assert!(code == Some(2) && told.contains("is there already"), "{told}");
            let (code, told) = play(option, name, &["--overwrite"]);
            assert!(code == Some(2) && told.contains("it is a link"), "{told}");
        }
        // The temporary file beside it is a new file, too.
        symlink(at("victim"), at(".new.rec.new")).expect("a link");
        let (code, told) = play(option, "new.rec", &[]);
        assert_eq!(code, Some(0), "{told}");
        std::fs::remove_file(at("new.rec")).expect("it is written");
        assert!(!folder.0.join(".new.rec.new").exists(), "nothing is left beside it");
    }
    assert_eq!(std::fs::read_to_string(at("victim")).expect("it is there"), "mine");
    assert!(!folder.0.join("nowhere").exists());
}

#[test]
fn what_is_too_long_is_not_read() {
    let folder = Folder::new("long");
    let path = folder.0.join("record.json");
    std::fs::write(&path, " ".repeat(17 << 20)).expect("a file");
    for path in [path.as_path(), Path::new("/dev/zero"), folder.0.as_path()] {
        let ran = Command::new(env!("CARGO_BIN_EXE_intermezzo")).arg("replay").arg(path).output().expect("it runs");
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{told}");
        assert!(["longer than", "it is no file", "it is a folder"].iter().any(|t| told.contains(t)), "{told}");
    }
}

#[test]
fn a_record_of_an_edited_game_reads_its_own_texts() {
    let engine = engine_of(&files(&[]), Default::default());
    let table = start(&engine, (0, 1), 1);
    let mut json = table.record().to_json();
    json["files"] = json!({ format!("cards/{GAME}/game.yaml"): null });
    assert!(why_refused(&json).is_some());
}

/// A fork, a folder and another game are each reported as such.
#[test]
fn forks_folders_and_other_games_are_told_as_such() {
    let why = |error: Option<intermezzo::error::Error>| error.expect("it is refused").to_string();
    let table = start(&engine(), (0, 1), 3);
    let fork = table.fork();
    assert!(why(fork.record().replay().err()).contains("begins in the middle of a game"));
    assert!(why(Record::from_text(&fork.record().to_text()).err()).contains("begins in the middle of a game"));
    let other = Game::load("cfs", &Files::built_in()).expect("it loads");
    for mut table in [table, fork] {
        let hash = table.log_hash();
        assert!(why(table.adopt(&other).err()).contains("the table plays `cardland`, and cannot adopt the game `cfs`"));
        assert_eq!(table.log_hash(), hash);
    }
    let why_no_files = |root: &Path| Files::with_root(Some(root)).expect_err("it is no folder");
    for path in ["no/such/folder", "Cargo.toml"] {
        let path = Path::new(env!("REPOSITORY")).join(path);
        assert!(matches!(why_no_files(&path).kind(), ErrorKind::Io { .. }), "{path:?}");
    }
    assert!(why(Files::built_in().with_pack("chram").err()).contains("there is no pack `chram`"));
}

/// Lua takes a memory limit of 0 for no limit; the author means the smallest one.
#[test]
fn no_memory_is_not_all_memory() {
    let none = intermezzo::Limits { memory_bytes: 0, ..Default::default() };
    let error = Game::load_with_limits("cardland", &Files::built_in(), none).err().expect("nothing fits");
    assert!(error.to_string().contains("out of memory"), "{error}");
}

#[test]
fn a_pack_that_doubles_what_it_wraps_is_refused() {
    let wraps = "  - { wrap: title, with: [old, old] }\n".repeat(40);
    let header = format!("pack: p\nversion: 1.0.0\nextends: cardland\npatches:\n{wraps}");
    let mut files = files(&[]);
    files.overlay([("packs/p/pack.yaml".to_string(), std::sync::Arc::from(header))]);
    files.packs = vec!["p".into()];
    let problems = match Catalog::load(GAME, &files) {
        Ok(_) => panic!("it loads"),
        Err(problems) => problems.render_all(),
    };
    assert!(problems.contains("`title` becomes too long: more than 20000 parts"), "{problems}");
}

/// A card of a pack with these abilities.
fn of_pack(abilities: &str) -> String {
    format!(
        "name: Odd Dancer\ntype: character\ncolour: red\nentry: {{}}\nreturn: {{}}\nprowess: 5\nresilience: 2\n\
         features: [Dancer]\nabilities:\n{abilities}\n"
    )
}

/// Cards that others look at lie face up: their effects would fail otherwise.
#[test]
fn no_card_of_a_pack_lies_face_down_where_the_game_lays_none() {
    let path = "packs/odd/cards/cardland/odd/odd_dancer.yaml";
    for lays in [
        "  - { instead: moved, match: { card: self }, do: [{ move: { card: card, to: to, face: blind } }] }",
        "  - { after: enter, match: { card: self }, do: [{ move: { card: self, to: me.stage, face: down } }] }",
        "  - { after: enter, match: { card: self }, script: \"act.move(self, 'stage', { face = 'down' })\" }",
    ] {
        let told = load(path, &of_pack(lays));
        assert!(told.contains("lay a card face down in") && told.contains(path), "{lays}: {told}");
        assert!(!told.contains("cards/cardland/ember"), "{lays}: {told}");
    }
    assert_eq!(
        load(path, &of_pack("  - { after: enter, match: { card: self }, script: \"act.status(self, 'resting')\" }")),
        ""
    );
    // A word with the same letters lays nothing.
    assert!(!load(path, &of_pack("  - { after: enter, surface: 1, do: [] }")).contains("face down"));
}

/// A game of the pack with this card in all decks, played to its end: its outcome, and what was said of failures.
fn played(abilities: &str, seed: u64) -> (Option<Outcome>, Vec<String>) {
    let mut all = files(&[("packs/odd/cards/cardland/odd/odd_dancer.yaml", &of_pack(abilities))]);
    all.packs = vec!["odd".into()];
    let header = format!("pack: odd\ntitle: A pack\nversion: 1.0.0\nextends: {GAME}\n");
    all.texts.insert("packs/odd/pack.yaml".into(), header.into());
    // In the place of a common character.
    let decks: Vec<String> =
        all.texts.keys().filter(|path| path.starts_with("cards/cardland/decks/")).cloned().collect();
    for path in decks {
        let text = all.texts[&path].replace("corin_two_step", "odd_dancer");
        all.texts.insert(path, text.into());
    }
    let game = crate::support::game_of(GAME, &all);
    let mut table = crate::support::start(&game, (0, 1), seed);
    crate::support::play(&mut table, &mut crate::support::Bots::new(seed));
    (table.outcome(), table.fault_errors().iter().map(|f| f.error.message.clone()).collect())
}

/// The flow goes on with what it opened: without it its next step fails, and the game ends.
#[test]
fn no_card_of_a_pack_closes_what_the_flow_of_the_game_opened() {
    let mut refused = 0;
    for seed in 1..=8 {
        let (outcome, said) = played("  - { after: block, script: \"act.close('attempt')\" }", seed);
        assert_ne!(outcome, Some(Outcome::Aborted), "seed {seed}: {said:?}");
        refused += said.iter().filter(|said| said.contains("no card of a pack closes it")).count();
    }
    assert!(refused > 0, "no card tried it");
}

/// A computed argument is refused when the script runs.
#[test]
fn a_face_that_a_script_computes_is_judged_when_it_runs() {
    let lays = "  - { after: enter, match: { card: self }, script: \"act.move(self, 'stage', { ['fa' .. 'ce'] = 'do' .. 'wn' })\" }";
    let said: Vec<String> = (1..=4).flat_map(|seed| played(lays, seed).1).collect();
    assert!(said.iter().any(|said| said.contains("lays no card face down in `stage`")), "{said:?}");
}

/// A window of the flow that an effect opens where it does not belong: its step fails, and no game ends for it.
#[test]
fn a_window_that_an_effect_opens_out_of_place_ends_no_game() {
    let card = "name: Odd\ntype: support\nwitch: Luna\ntier: basic\nvp: 1\nnumber: M-X01\nabilities:\n  \
        - timing: turn\n    script: agenda.window('enhance')\n";
    let mut files = Files::built_in();
    files.overlay([("cards/hackclad/test/odd.yaml".to_string(), Arc::from(card))]);
    let text = "title: A window\ngame: hackclad\nplayers: 2\nsetup:\n  phase: action\n  \
        amy: { hand: [odd, luna_bolt], turn_slots: [{ card: luna_move, slot: 1 }], field: [{ card: luna, at: [0, 0] }], deck: [luna_bolt] }\n  \
        beth: { hand: [amelia_move], field: [{ card: amelia, at: [2, 2] }], deck: [amelia_move] }\n  \
        field: [{ card: clad, at: [3, 3] }]\n\
        steps:\n  - amy: use odd\nexpect:\n  - turn: 1\n";
    let outcome = Runner::over(files).run("odd.yaml", text);
    assert!(outcome.message.contains("the script of step enhance failed") && !outcome.message.contains("cannot go on"));
}

/// A flow that repeats until somebody chooses does not end where a card of a pack lets nobody choose: the card loses
/// its say.
#[test]
fn a_card_that_keeps_the_rules_from_ending_is_given_up() {
    let card = "name: Castle\ntype: castle\nclasses: [champion, special]\nkind: castle\ncopies: 6\n\
        abilities:\n  - while: true\n    from: any\n    forbid: { verb: choose }\n";
    let mut files = Files::built_in();
    files.overlay([
        ("packs/p/pack.yaml".to_string(), Arc::from("pack: p\nversion: 1.0.0\nextends: clash\nreplaces: [castle]\n")),
        ("packs/p/cards/clash/odd/castle.yaml".to_string(), Arc::from(card)),
    ]);
    files.packs = vec!["p".into()];
    let game = support::game_of("clash", &files);
    let (mut given_up, mut ended) = (0, 0);
    for seed in 1..=3 {
        let setup = Setup { seed, ..Setup::default() };
        let mut table = game.set_up(setup).map(Table::start).expect("the game starts");
        let seats = table.world().rules.schema.seats;
        let mut bots = Bots::of(seed, u64::from(seats));
        support::play(&mut table, &mut bots);
        let said = |line: &LogLine| matches!(&line.line, Line::BrokenOff(Broken::HeldUp(_)));
        given_up += table.world().log.lines.iter().filter(|line| said(line)).count();
        ended += usize::from(table.outcome() != Some(Outcome::Aborted));
        assert_eq!(table.record().replay().expect("it replays").log_hash(), table.log_hash());
    }
    assert!(given_up > 0 && ended == 3, "{given_up} times, {ended} of 3 games");
}

#[test]
fn a_record_takes_over_changed_files_until_it_would_be_slow() {
    let mut json = record();
    let game = "cards/cardland/game.yaml";
    let whole = Files::built_in().texts[game].to_string();
    let mut reloads = Vec::new();
    for i in 0..2 {
        let text = format!("{whole}# {i}\n");
        let hash = {
            let mut files = Files::built_in().of_game("cardland");
            files.overlay([(game.to_string(), Arc::from(text.as_str()))]);
            Catalog::load(GAME, &files).expect("it loads").0.hash.clone()
        };
        reloads.push(json!({ "reload": hash, "files": { game: text } }));
    }
    let entries = json["entries"].as_array_mut().expect("entries");
    let many: Vec<Json> = (0..1_200).map(|i| reloads[i % 2].clone()).collect();
    entries.splice(2..2, many);
    let why =
        Record::from_json(&json).and_then(|record| record.replay().map(drop)).expect_err("it is refused").to_string();
    assert!(why.contains("takes over changed files too often") && why.contains("12 MB"), "{why}");
}

/// Obstacles left by a pack's cards are removed, and the game's own flow goes on.
#[test]
fn what_a_card_of_a_pack_leaves_in_the_way_of_the_flow_is_taken_away() {
    let spy = |script: &str| {
        format!(
            "name: Odd\ntype: special\nclasses: special\nkind: spy\ncopies: 1\nabilities:\n  - timing: act\n    script: |\n      {script}\n"
        )
    };
    let clash = "players: 3\nsetup:\n  phase: action\n  active: amy\n  amy: { hand: [odd, peasant_1_1] }\n  \
        beth: { hand: [monk_5_2] }\n  cleo: { hand: [monk_5_1] }\n  draw_pile: [archer_3_1, archer_3_2]\n\
        steps:\n  - amy: use odd\nexpect:\n  - turn: 1\n";
    for script in [
        "act.open('theft', {})",
        "act.open('battle', { kind = 'Monk', contenders = { me, opponent }, fighters = { me, me } })",
    ] {
        let mut files = Files::built_in();
        files.overlay([
            ("packs/p/pack.yaml".to_string(), Arc::from("pack: p\nversion: 1.0.0\nextends: clash\n")),
            ("packs/p/cards/clash/odd/odd.yaml".to_string(), Arc::from(spy(script).as_str())),
        ]);
        let text = format!("title: In the way\ngame: clash\npacks: [p]\n{clash}");
        let outcome = Runner::over(files).run("odd.yaml", &text);
        assert!(!outcome.message.contains("cannot go on"), "{script}: {}", outcome.message);
        assert!(!outcome.message.contains("wait for each other: the rules loop"), "{script}: {}", outcome.message);
    }
}

#[test]
fn a_second_pack_of_one_id_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
        std::fs::write(folder.path().join(name).join("pack.yaml"), "pack: odd\nversion: 1.0.0\nextends: cardland\n")
            .expect("it is written");
    }
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let one = Files::built_in().with_pack(&path("one")).expect("the first one");
    let why = one.with_pack(&path("two")).expect_err("a second one").to_string();
    assert!(why.contains("two packs call themselves `odd`"), "{why}");
}

#[test]
fn no_ability_of_a_card_begins_a_level() {
    for does in ["repeat: turn, max: 3", "run: turn"] {
        let card = format!(
            "name: Odd\ntype: event\ncolour: red\nusage: {{}}\nabilities:\n  - {{ timing: main, turn: me, do: [{{ {does} }}] }}\n"
        );
        let problems =
            Catalog::load(GAME, &files(&[("cards/cardland/test/odd.yaml", &card)])).expect_err("it is refused");
        let text = problems.render_all();
        assert!(text.contains("no ability of a card begins a level") && text.contains("odd.yaml:6:"), "{text}");
    }
}
