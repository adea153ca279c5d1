//! Records: their text, torn and refused parts, and records that cannot be replayed.

use intermezzo::table::{Record, Table};
use serde_json::{Value as Json, json};

use crate::support::{Bots, GAME, answer_one, engine, files, start};

/// The error when a record is replayed after `change` has changed its JSON.
fn refused(change: impl FnOnce(&mut Json)) -> String {
    let mut json = start(&engine(), (0, 1), 3).record().to_json();
    change(&mut json);
    match Record::from_json(&json).and_then(|record| record.replay()) {
        Ok(_) => panic!("it is replayed"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_game_without_its_manifest_is_one_thing_missing() {
    let path = format!("cards/{GAME}/game.yaml");
    let said = refused(|json| json["files"] = json!({ path: null }));
    assert!(said.contains(&format!("there is no game `{GAME}`: cards/{GAME}/game.yaml is missing")), "{said}");
    assert!(said.lines().count() <= 3, "{said}");
}

/// A table in the middle of a game.
fn table() -> Table {
    let mut table = start(&engine(), (0, 1), 3);
    let mut bots = Bots::new(3);
    for _ in 0..30 {
        answer_one(&mut table, &mut bots);
    }
    table
}

/// The reason why a text is no record; `None`: it is one.
fn why_none(text: &str) -> Option<String> {
    Record::from_text(text).err().map(|e| e.to_string())
}

#[test]
fn a_text_is_a_line_for_the_beginning_and_one_for_each_entry() {
    let table = table();
    let text = table.record().to_text();
    assert_eq!(text.lines().count(), 1 + table.record().entries().len());
    let record = Record::from_text(&text).expect("its own text");
    assert_eq!((record.cut(), record.to_text()), (0, text.clone()));
    let replayed = record.replay().expect("it replays");
    assert_eq!((replayed.log_hash(), replayed.record().to_text()), (table.log_hash(), text.clone()));
    // Each line is JSON of its own, for those who read it without us.
    for line in text.lines() {
        let json: Json = serde_json::from_str(line).expect("JSON");
        assert!(json[0].as_str().is_some_and(|sum| sum.len() == 16) && json.as_array().expect("a list").len() == 2);
    }
    // Another system's line ends are no damage.
    assert_eq!(Record::from_text(&text.replace('\n', "\r\n")).expect("the same").to_text(), text);
}

#[test]
fn the_torn_end_of_a_text_is_cut() {
    let text = table().record().to_text();
    let entries = text.lines().count() - 1;
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    // At each byte of the last three lines.
    for len in ends[entries - 3]..text.len() {
        let record = Record::from_text(&text[..len]).unwrap_or_else(|e| panic!("{len}: {e}"));
        let whole = ends.iter().filter(|end| **end <= len).count();
        assert_eq!((record.cut(), record.entries().len()), (usize::from(!ends.contains(&len)), whole - 1), "{len}");
        assert!(record.replay().is_ok(), "{len}");
    }
    // Remains that a file system leaves after a power failure.
    for (rest, cut) in [("\0".repeat(5_000), 1), ("x\n".repeat(3), 3), ("\u{fffd}\n\0\0".into(), 2)] {
        let record = Record::from_text(&(text[..ends[entries - 2] + 9].to_string() + &rest)).expect("its end is cut");
        assert_eq!((record.cut(), record.entries().len()), (cut, entries - 2));
    }
}

#[test]
fn damage_before_the_end_of_a_text_is_refused() {
    let text = table().record().to_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = lines.len() - 1;
    let refused = |line: usize, lines: Vec<String>| {
        let why = why_none(&lines.concat()).unwrap_or_else(|| panic!("line {line} is taken"));
        assert!(why.contains("line ") && why.contains("not what its checksum says"), "{line}: {why}");
    };
    let with = |at: usize, line: String| {
        let mut all: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
        all[at] = line;
        all
    };
    for (at, line) in lines.iter().enumerate().take(last) {
        // A number that still is one: only the sum knows.
        let digit = line.rfind(|c: char| c.is_ascii_digit()).expect("a number");
        let other = if &line[digit..=digit] == "1" { "2" } else { "1" };
        refused(at, with(at, line[..digit].to_string() + other + &line[digit + 1..]));
        if at > 0 && at + 1 < last {
            refused(at, with(at, String::new()));
            refused(at, with(at, line.repeat(2)));
        }
        // Behind the last two nothing would be whole.
        if at > 0 && at + 2 < last {
            let mut all = with(at, lines[at + 1].into());
            all[at + 1] = line.to_string();
            refused(at, all);
        }
    }
    for text in ["", "[]", "[1]\n", "\n", "no record", &lines[0][..40], "[\"0123456789abcdef\",{}]\n"] {
        let why = why_none(text).expect("it is none");
        assert!(why.contains("this is no record") || why.contains("line 1"), "{text}: {why}");
    }
}

#[test]
fn records_of_the_first_version_are_read_and_those_of_later_ones_are_not() {
    let table = table();
    let json = table.record().to_json();
    for text in [json.to_string(), format!("{json:#}\n")] {
        let record = Record::from_text(&text).expect("version 1");
        assert_eq!(record.replay().expect("it replays").log_hash(), table.log_hash());
    }
    let mut later = json.clone();
    later["intermezzo_record"] = json!(3);
    let why = [why_none(&later.to_string()), why_none(&Record::text_of(&later))];
    for why in why.map(|why| why.expect("refused")) {
        assert!(why.contains("a record of version ") && why.contains("a newer version of the program"), "{why}");
    }
    let whole = json.to_string();
    assert!(why_none(&whole[..whole.len() - 1]).expect("refused").contains("this is no record"));
}

#[test]
fn a_short_text_cannot_hold_more_than_a_record_has() {
    let json = table().record().to_json();
    let many = "[],".repeat(1_100_000) + "[]";
    let twice = json.to_string().replacen("\"seed\":", "\"seed\":7,\"seed\":", 1);
    let mut long = json.clone();
    long["entries"] = json!([{ "seat": 0, "question": 1, "answer": vec![0; 1_100_000] }]);
    for (text, words) in [
        (format!("{{\"intermezzo_record\":1,\"entries\":[{many}]}}"), "more than 500000 values"),
        (Record::text_of(&long), "more than 500000 values"),
        (twice, "the key `seed` twice"),
        ("{\"a\":".to_string() + &"[".repeat(100_000), "recursion limit"),
    ] {
        let why = why_none(&text).expect("refused");
        assert!(why.contains(words), "{why}");
    }
}

/// A game that was ended by the clock is that game again, and who replays it is told so.
#[test]
fn the_program_replays_an_ended_game_as_one() {
    let table = table();
    let mut json = table.record().to_json();
    json["entries"].as_array_mut().expect("a list").push(json!({ "abort": "the clock" }));
    let path = std::env::temp_dir().join(format!("intermezzo-ended-{}.rec", std::process::id()));
    std::fs::write(&path, Record::text_of(&json)).expect("a file");
    let replay = || {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo")).arg("replay").arg(&path).output();
        let ran = ran.expect("it runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let (code, told) = replay();
    assert!(code == Some(1) && told.contains("The game could not go on after "), "{told}");
    assert_eq!(replay(), (code, told.clone()));
    let hash = Record::from_json(&json).and_then(|r| r.replay()).expect("it replays").log_hash();
    assert!(told.contains(&hash), "{told}");
    std::fs::remove_file(path).expect("it goes");
}

/// Each of these once was a copy of all that had been recorded.
#[test]
fn reloads_that_change_nothing_are_refused() {
    let table = table();
    let json = table.record().to_json();
    let path = format!("cards/{GAME}/game.yaml");
    let same = files(&[]).texts[&path].to_string();
    let empty = json!({ "reload": json["catalog"], "files": {} });
    let entries = json["entries"].as_array().expect("a list").clone();
    let (table_entries, at) = (entries.len(), entries.len() / 2);
    let why = |entries: Vec<Json>| {
        let mut json = json.clone();
        json["entries"] = entries.into();
        Record::from_json(&json).and_then(|r| r.replay()).err().expect("refused").to_string()
    };
    let with = |at: usize, entry: Json| {
        let mut all = entries.clone();
        all.insert(at, entry);
        all
    };
    let mut many = entries.clone();
    many.splice(at..at, std::iter::repeat_n(empty.clone(), 20_000));
    let partly =
        json!({ "reload": "0000000000000000", "files": { path.clone(): same.clone(), "scripts/lib/new.lua": "" } });
    for (entries, at) in [
        (many, at),
        (with(at, empty.clone()), at),
        (with(0, json!({ "reload": empty["reload"], "files": { path: same } })), 0),
        (with(3, json!({ "reload": empty["reload"], "files": { "scripts/lib/never.lua": null } })), 3),
        (with(3, partly), 3),
    ] {
        let why = why(entries);
        assert!(why.contains(&format!("entry {at} of the record takes over files as they are already")), "{why}");
    }
    // Nor does the program write one.
    let (mut table, entries) = (table, table_entries);
    let adopted = table.adopt(&engine()).expect("the same game");
    assert!(adopted.files.is_empty() && table.record().entries().len() == entries);
}

/// A short text of many lines takes no more memory than it is long.
#[test]
fn a_text_of_nothing_but_ends_of_lines_is_no_record() {
    let ends = "\n".repeat(4 << 20);
    assert!(why_none(&ends).expect("refused").contains("this is no record"));
    let record = Record::from_text(&(table().record().to_text() + &ends)).expect("its end is cut");
    assert_eq!(record.cut(), 4 << 20);
}

#[test]
fn a_portable_record_carries_all_files_of_its_game() {
    let table = table();
    let portable = table.record().portable();
    let record = Record::from_text(&portable.to_text()).expect("its own text");
    assert_eq!(record.replay().expect("it replays").log_hash(), table.log_hash());
    let json = portable.to_json();
    let texts = json["files"].as_object().expect("a map");
    let all = files(&[]).of_game(GAME);
    assert!(texts.keys().eq(all.texts.keys()), "all files and no others");
    // None that is built in counts: without one of its own it is another game.
    let mut json = json.clone();
    json["files"].as_object_mut().expect("a map").retain(|path, _| !path.contains("/decks/"));
    let why = Record::from_json(&json).and_then(|r| r.replay()).err().expect("refused").to_string();
    assert!(!why.is_empty());
    let mut json = table.record().to_json();
    json["catalog"] = json!("0000000000000000");
    let why = Record::from_json(&json).and_then(|r| r.replay()).err().expect("refused").to_string();
    assert!(why.contains("are others than those that it was begun with"), "{why}");
}

/// A record holds no data without a meaning: unknown or redundant entries are refused, so nothing can be smuggled in
/// one.
#[test]
fn what_changes_nothing_is_refused() {
    let whole = table().record().to_json();
    let changed = |change: &dyn Fn(&mut Json)| {
        let mut json = whole.clone();
        change(&mut json);
        let read = |text: String| Record::from_text(&text).and_then(|record| record.replay()).err();
        let (lines, map) = (read(Record::text_of(&json)), read(json.to_string()));
        let why = lines.expect("the lines are taken").to_string();
        assert!(map.is_some(), "as one map it is taken: {why}");
        why
    };
    let set = |key: &'static str, value: Json| {
        move |json: &mut Json| drop(json.as_object_mut().expect("a map").insert(key.into(), value.clone()))
    };
    let card = format!("cards/{GAME}/game.yaml");
    let same = files(&[]).texts[&card].to_string();
    type Change = Box<dyn Fn(&mut Json)>;
    let said: [(&str, Change); 13] = [
        ("`whole`", Box::new(set("whole", json!(false)))),
        ("`whole`", Box::new(set("whole", json!(null)))),
        ("`position`", Box::new(set("position", json!(null)))),
        ("`players`", Box::new(set("players", json!(null)))),
        ("`engine`", Box::new(set("engine", json!(null)))),
        ("`engine`", Box::new(set("engine", json!(7)))),
        ("`files`", Box::new(set("files", json!({ card: same })))),
        ("`files`", Box::new(set("files", json!({ format!("cards/{GAME}/never.yaml"): null })))),
        ("which is no file of `cardland`", Box::new(set("files", json!({ "cards/cfs/game.yaml": "" })))),
        ("which is no file of `cardland`", Box::new(set("files", json!({ "cards/cardland/../../up.yaml": "" })))),
        ("there is no pack `nothing_such`", Box::new(set("packs", json!(["nothing_such"])))),
        ("entry 0 ", Box::new(|json| json["entries"][0]["answer"] = json!({ "use": "redraw" }))),
        (
            "which is no file of `cardland`",
            Box::new(|json| {
                json["entries"]
                    .as_array_mut()
                    .expect("a list")
                    .insert(0, json!({ "reload": "0000000000000000", "files": { "packs/x/pack.yaml": "" } }))
            }),
        ),
    ];
    for (part, change) in said {
        let why = changed(&*change);
        assert!(why.contains(part), "{part}: {why}");
    }
    // The same values in another spelling, with the right checksum.
    let text = Record::text_of(&whole);
    let sum = |json: &str, before: u64| xxhash_rust::xxh3::xxh3_64_with_seed(json.as_bytes(), before);
    let (first, rest) = text.split_once('\n').expect("lines");
    let rewritten = |other: &str| {
        let (mut before, mut out) = (0, String::new());
        for json in std::iter::once(other).chain(rest.lines().map(|line| &line[20..line.len() - 1])) {
            before = sum(json, before);
            out += &format!("[\"{before:016x}\",{json}]\n");
        }
        out
    };
    let header = &first[20..first.len() - 1];
    assert_eq!(rewritten(header), text);
    for other in [
        header.replacen("\"seed\":", "\"seed\": ", 1),
        header.replacen("\"game\":\"cardland\"", "\"game\":\"c\\u0061rdland\"", 1),
        header.replacen(",\"players\":2", "", 1),
        header.replacen("\"seed\":3,", "", 1).replacen("{", "{\"seed\":3,", 1),
    ] {
        assert_ne!(other, header);
        let why = why_none(&rewritten(&other)).unwrap_or_else(|| panic!("{other:.200} is taken"));
        assert!(why.contains("was written") || why.contains("is missing"), "{why}");
    }
    assert!(why_none(&text.replacen("[\"", "[\"+", 1)).is_some());
}
