//! Record texts: a game goes on under a program with other cards built in, with the texts that it was begun with.

use std::sync::Arc;

use intermezzo::catalog::{Files, Texts};
use intermezzo::table::{Record, Table};
use serde_json::{Value as Json, json};

use crate::cli_new::Stranger;
use crate::support::{Bots, GAME, answer_one, engine_of, start};

const CARD: &str = "cards/cardland/ember_street/pip_the_call_boy.yaml";

/// The built-in texts of another version of the program: one card has another name.
fn others() -> Arc<Texts> {
    let mut texts = Texts::built_in(GAME, &[]).by_path().clone();
    let card = texts.get_mut(CARD).expect("a card of the game");
    *card = card.replace("name: ", "name: Young ").into();
    Arc::new(Texts::new(texts))
}

/// A table in the middle of a game that such a version began.
fn begun(texts: &Arc<Texts>) -> Table {
    let files = Files::begun_with(texts, GAME, &[]);
    let mut table = start(&engine_of(&files, Default::default()), (0, 1), 3);
    let mut bots = Bots::new(3);
    for _ in 0..30 {
        answer_one(&mut table, &mut bots);
    }
    table
}

fn place(texts: &Texts) -> String {
    format!("record-texts/{}.json", texts.hash())
}

#[test]
fn a_record_is_replayed_and_played_on_with_the_texts_beside_it() {
    let here = Stranger::new("texts-beside");
    let (texts, table) = (others(), begun(&others()));
    here.write("game.jsonl", &table.record().to_text());
    let (told, code) = here.says("", &["replay", "game.jsonl"]);
    assert!(code == 2 && told.contains("begun with other texts of `cardland` than this program has"), "{told}");
    assert!(told.contains(&place(&texts)) && told.contains("--portable"), "it says where they must lie: {told}");
    here.write(&place(&texts), &texts.to_json());
    let told = here.well("", &["replay", "game.jsonl", "--json"]);
    assert!(told.contains(&table.log_hash()), "{told}");
    // Any part of it, also a look at a card that is another one now.
    let told = here.well("", &["replay", "game.jsonl", "--at", "12", "--card", "young pip"]);
    assert!(told.contains("Young Pip"), "{told}");
    // It is played on with its texts, recorded in another folder, and answers are taken back.
    here.write("on/.keep", "");
    let play = ["play", GAME, "--from", "../game.jsonl@12", "--bots", "random", "--record", "on.jsonl", "--json"];
    let went = here.well("on", &play);
    assert_eq!(here.well("on", &["replay", "on.jsonl", "--json"]), went);
    assert!(here.0.join("on").join(place(&texts)).is_file(), "the texts are kept there, too");
    let step = here.well("on", &["replay", "on.jsonl", "--to-scenario", "-", "--at", "14"]);
    assert!(step.contains("title:"), "{step}");
}

#[cfg(unix)]
#[test]
fn answers_are_taken_back_in_a_game_with_other_texts() {
    use crate::support::talk::Talk;
    let here = Stranger::new("texts-undo");
    let (texts, table) = (others(), begun(&others()));
    here.write("game.jsonl", &table.record().to_text());
    here.write(&place(&texts), &texts.to_json());
    let mut play = Talk::new(&here.0, &["play", GAME, "--plain", "--hot-seat", "--from", "game.jsonl"]);
    play.says("? help: ");
    play.types("back 3");
    play.says("3 answers ahead");
    play.types("forward 3");
    play.says("nothing lies ahead");
    play.types("c young pip");
    play.says("Young Pip");
    play.types("q");
    play.ends();
}

#[test]
fn a_game_that_is_recorded_puts_its_texts_beside_the_record() {
    let here = Stranger::new("texts-kept");
    let play = |record: &str, more: &[&str]| {
        here.well("", &[&["play", GAME, "--bots", "random", "--seed", "2", "--record", record], more].concat());
        here.read(record)
    };
    let portable = play("portable.jsonl", &["--portable"]);
    assert!(!here.0.join("record-texts").exists() && !portable.contains("\"texts\":"), "it holds them itself");
    let record = play("one.jsonl", &[]);
    let texts = Texts::built_in(GAME, &[]);
    assert!(record.contains(&format!("\"texts\":\"{}\"", texts.hash())), "{record:.400}");
    let kept = Texts::read(&here.read(&place(&texts)), texts.hash()).expect("its own texts");
    assert_eq!(kept, texts);
    // Another record of the same version shares them; what was damaged is written again.
    here.write(&place(&texts), "{");
    play("two.jsonl", &[]);
    assert_eq!(here.read(&place(&texts)), texts.to_json());
    let files = std::fs::read_dir(here.0.join("record-texts")).expect("a folder").count();
    assert_eq!(files, 1);
}

#[test]
fn texts_are_believed_by_their_hash_alone_and_are_bounded() {
    let here = Stranger::new("texts-hostile");
    let (texts, table) = (others(), begun(&others()));
    here.write("game.jsonl", &table.record().to_text());
    let refused = |text: &str, expected: &str| {
        here.write(&place(&texts), text);
        let (told, code) = here.says("", &["replay", "game.jsonl"]);
        assert!(code == 2 && told.contains(expected) && told.len() < 2_000, "`{expected}` is not told: {told:.2000}");
    };
    let json = texts.to_json();
    refused(&json.replacen("Young", "Older", 1), "something has changed them");
    refused("[]", "expected a map of names");
    refused("{\"a\":null}", "invalid type: null");
    refused("{\"a\":\"\",\"a\":\"\"}", "`a` stands there twice");
    refused(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), "these are no texts of a record");
    refused(&" ".repeat((32 << 20) + 1), "");
    // A link out of the folder is none of our files.
    #[cfg(unix)]
    {
        let path = here.0.join(place(&texts));
        std::fs::remove_file(&path).expect("it was written");
        here.write("elsewhere.json", &json);
        std::os::unix::fs::symlink(here.0.join("elsewhere.json"), &path).expect("a link");
        let (told, code) = here.says("", &["replay", "game.jsonl"]);
        assert!(code == 2 && told.contains("link"), "{told}");
    }
}

#[test]
fn a_record_names_texts_by_a_hash_and_by_nothing_else() {
    let header = |change: &dyn Fn(&mut Json)| {
        let mut json = begun(&others()).record().to_json();
        change(&mut json);
        Record::from_text(&Record::text_of(&json)).err().map(|e| e.to_string()).unwrap_or_default()
    };
    for hash in
        [json!("../../../etc/passwd"), json!("2A476E5A29AF17A2"), json!(""), json!(7), json!("2a476e5a29af17a2/x")]
    {
        let said = header(&|json| json["texts"] = hash.clone());
        assert!(said.contains("the record has no usable `texts`"), "{hash}: {said}");
    }
    let said = header(&|json| json["whole"] = true.into());
    assert!(said.contains("the record has no usable `texts`"), "{said}");
    // Texts of another game are none of this one's.
    let here = Stranger::new("texts-foreign");
    let mut foreign = others().by_path().clone();
    foreign.insert("cards/another/card.yaml".into(), "name: A\n".into());
    let foreign = Texts::new(foreign);
    let mut json = begun(&others()).record().to_json();
    json["texts"] = foreign.hash().into();
    here.write("game.jsonl", &Record::text_of(&json));
    here.write(&place(&foreign), &foreign.to_json());
    let (told, code) = here.says("", &["replay", "game.jsonl"]);
    assert!(code == 2 && told.contains("`cards/another/card.yaml`, which is no file of `cardland`"), "{told}");
}
