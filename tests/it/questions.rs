//! Questions: each is answered once, by the person who saw it, whatever is repeated, late, or undone.

use std::collections::BTreeMap;

use intermezzo::wire::{self, Answer, Message, Reply, SentSoFar, Took};
use intermezzo::workers::{Opening, Seating, WorkerTable, Workers};
use intermezzo::{Files, Game, Record, Seat, Setup, Table};
use serde_json::Value;

use crate::wire::client::{self, Chance};

/// A client that holds all seats of a table.
struct Player {
    chance: Chance,
    told: BTreeMap<Seat, SentSoFar>,
}

impl Player {
    fn new(seed: u64) -> Player {
        Player { chance: Chance(seed), told: BTreeMap::new() }
    }

    /// The first open question; `None` after the game.
    fn asked(&mut self, table: &Table) -> Option<Value> {
        let seats: Vec<Seat> = (0..table.names().len() as u8).map(Seat).collect();
        match wire::now(table, &seats, &mut self.told).expect("the seats are there") {
            Message::Asked(asks) => Some(serde_json::to_value(&asks[0]).expect("JSON")),
            _ => None,
        }
    }

    /// A reply that fits what is asked. A rule about the whole set may still refuse it.
    fn reply(&mut self, ask: &Value) -> Reply {
        let answer = client::answer(&ask["view"]["decisions"][0], &mut self.chance);
        let number = |key: &str| ask[key].as_u64().expect("a number");
        let answer = serde_json::from_value(answer).expect("an answer");
        Reply { seat: number("seat") as u8, question: Some(number("question") as u32), answer }
    }

    /// Gives an answer that is taken.
    fn answer(&mut self, table: &mut Table) -> Option<Reply> {
        let ask = self.asked(table)?;
        loop {
            let reply = self.reply(&ask);
            match table.reply(&reply) {
                Ok(took) => {
                    assert_eq!(took, Took::Now);
                    return Some(reply);
                }
                Err(error) => assert!(error.is_refused(), "{error}"),
            }
        }
    }
}

fn table(game: &str, seed: u64) -> Table {
    let game = Game::load(game, &Files::built_in()).expect("it loads");
    game.set_up(Setup::usual(&game, seed)).map(Table::start).expect("it begins")
}

/// That a reply is refused as one to another question, and changes nothing.
fn is_stale(table: &mut Table, reply: &Reply) {
    let before = (table.log_hash(), table.record().to_text());
    let error = table.reply(reply).expect_err("it is stale");
    assert_eq!(error.refusal().map(|refusal| refusal.code.as_str()), Some("stale_question"), "{reply:?}: {error}");
    assert_eq!((table.log_hash(), table.record().to_text()), before);
}

fn is_taken(table: &mut Table, reply: &Reply) {
    let before = (table.log_hash(), table.record().to_text());
    assert_eq!(table.reply(reply).expect("it is acknowledged"), Took::Before, "{reply:?}");
    assert_eq!((table.log_hash(), table.record().to_text()), before);
}

/// The same reply with another answer than the accepted one.
fn otherwise(reply: &Reply) -> Reply {
    let answer = match &reply.answer {
        Answer::Pass => Answer::Choose(vec![0]),
        _ => Answer::Pass,
    };
    Reply { answer, ..reply.clone() }
}

/// All that was ever said comes again, after every answer: nothing is answered by it.
#[test]
fn what_was_taken_is_taken_once() {
    for game in ["cardland", "hackclad", "tricks", "clash"] {
        let (mut table, mut player) = (table(game, 6), Player::new(6));
        let mut said: Vec<Reply> = Vec::new();
        for _ in 0..40 {
            let Some(reply) = player.answer(&mut table) else { break };
            said.push(reply);
            for reply in &said {
                is_taken(&mut table, reply);
                is_stale(&mut table, &otherwise(reply));
            }
            if table.is_over() {
                break;
            }
        }
        assert!(said.len() > 5, "{game}");
        let seat = said[0].seat;
        let question = table.question(Seat(seat));
        is_stale(&mut table, &Reply { seat, question: Some(question + 1), answer: Answer::Pass });
        is_stale(&mut table, &Reply { seat, question: Some(u32::MAX), answer: Answer::Pass });
        is_stale(&mut table, &Reply { seat, question: Some(0), answer: Answer::Pass });
    }
}

/// A game that goes on from its record asks under the same numbers, and knows what was taken.
#[test]
fn a_record_keeps_what_was_taken() {
    for game in ["cardland", "hackclad", "cfs"] {
        let (mut table, mut player) = (table(game, 2), Player::new(2));
        let said: Vec<Reply> = (0..30).map_while(|_| player.answer(&mut table)).collect();
        let record = Record::from_text(&table.record().to_text()).expect("a record");
        let mut again = record.replay().expect("it replays");
        for seat in (0..table.names().len() as u8).map(Seat) {
            assert_eq!(again.question(seat), table.question(seat), "{game}");
        }
        said.iter().for_each(|reply| is_taken(&mut again, reply));
        said.iter().for_each(|reply| is_stale(&mut again, &otherwise(reply)));
    }
}

/// A withdrawn answer never counts for a later question: its number is not used again, even by the record.
#[test]
fn an_answer_that_was_taken_back_answers_nothing_any_more() {
    for game in ["cardland", "hackclad", "market"] {
        let (mut table, mut player) = (table(game, 4), Player::new(4));
        let first: Vec<Reply> = (0..6).map_while(|_| player.answer(&mut table)).collect();
        let (mut gone, mut last) = (Vec::new(), BTreeMap::new());
        for _ in 0..8 {
            for _ in 0..2 {
                gone.extend(player.answer(&mut table));
            }
            // What is asked now is gone, too.
            let open = player.asked(&table).map(|ask| player.reply(&ask));
            assert!(table.undo() && table.undo());
            gone.extend(open);
            for seat in 0..table.names().len() as u8 {
                let now = table.question(Seat(seat));
                assert!(last.insert(seat, now).is_none_or(|before| before < now), "{game}: it went down");
            }
            first.iter().for_each(|reply| is_taken(&mut table, reply));
            gone.iter().for_each(|reply| is_stale(&mut table, reply));
        }
        let record = Record::from_text(&table.record().to_text()).expect("a record");
        let mut again = record.replay().expect("it replays");
        assert!(last.iter().all(|(seat, number)| again.question(Seat(*seat)) == *number), "{game}");
        gone.iter().for_each(|reply| is_stale(&mut again, reply));
        player.answer(&mut again).expect("it goes on");
    }
}

/// A concession needs no number. With a number it counts once, even after the next game has begun.
#[test]
fn who_gives_up_gives_up_once() {
    let mut table = table("cardland", 1);
    let concede = |question| Reply { seat: 1, question, answer: Answer::Concede };
    let question = table.question(Seat(1));
    is_stale(&mut table, &concede(Some(question + 1)));
    assert_eq!(table.reply(&concede(Some(question))).expect("it may"), Took::Now);
    is_taken(&mut table, &concede(Some(question)));
    let mut again = table.record().replay().expect("it replays");
    is_taken(&mut again, &concede(Some(question)));
}

/// An answer without a number is refused, and says which is asked.
#[test]
fn an_answer_names_its_question() {
    let mut table = table("cardland", 1);
    let seat = table.asked_seats()[0];
    let error = table.reply(&Reply { seat: seat.0, question: None, answer: Answer::Pass }).expect_err("it names none");
    let refusal = error.refusal().expect("a refusal");
    let refusal = serde_json::to_value(refusal).expect("JSON");
    assert_eq!((&refusal["code"], &refusal["facts"]["question"]), (&"no_question".into(), &1.into()));
    let error = table.reply(&Reply { seat: 99, question: Some(1), answer: Answer::Pass }).expect_err("no such seat");
    assert!(error.to_string().contains("there is no seat 100"), "{error}");
}

/// Where several are asked at once, the answer of one leaves the numbers of the others as they are.
#[test]
fn who_is_asked_beside_others_has_her_question() {
    let (mut table, mut player) = (table("hackclad", 3), Player::new(3));
    let mut met = 0;
    for _ in 0..400 {
        let before: Vec<(Seat, u32)> = table.asked_seats().iter().map(|seat| (*seat, table.question(*seat))).collect();
        let Some(reply) = player.answer(&mut table) else { break };
        for (seat, question) in before.iter().filter(|(seat, _)| seat.0 != reply.seat) {
            met += 1;
            assert_eq!(table.question(*seat), *question);
        }
    }
    assert!(met > 0, "several are asked at once");
}

/// The process of a table dies after an answer was taken: the same answer is known as taken by the next one.
#[test]
fn a_new_process_knows_what_was_taken() {
    let program = Some(env!("CARGO_BIN_EXE_intermezzo").into());
    let workers = Workers { program, ..Workers::default() };
    let opening = Opening { game: "cardland".into(), seed: 5, ..Opening::default() };
    let files = Files::built_in();
    let mut table = WorkerTable::open(workers, &files, &opening, &Seating::default(), |_| Ok(())).expect("a table");
    let (mut player, seats) = (Player::new(5), [Seat(0), Seat(1)]);
    let mut said: Vec<Reply> = Vec::new();
    while said.len() < 8 {
        let line = table.now(&seats, &mut player.told).expect("a line");
        let line: Value = serde_json::from_str(&line).expect("JSON");
        let ask = if line["asked"].is_null() { line["update"][0].clone() } else { line["asked"][0].clone() };
        let reply = player.reply(&ask);
        match table.reply(&reply) {
            Ok(took) => assert_eq!(took, Took::Now),
            Err(error) => {
                assert!(error.is_refused(), "{error}");
                player.told.clear();
                continue;
            }
        }
        said.push(reply);
        table.kill();
        let hash = table.log_hash().expect("it stands");
        for reply in &said {
            assert_eq!(table.reply(reply).expect("it is acknowledged"), Took::Before);
            let error = table.reply(&otherwise(reply)).expect_err("it is stale");
            assert_eq!(error.refusal().map(|refusal| refusal.code.as_str()), Some("stale_question"));
        }
        assert_eq!(table.log_hash().expect("it stands"), hash);
    }
}
