//! Record: its text as it stands, and, as sums find all that is changed by chance, what is JSON in it with sums that fit.

use intermezzo::table::{Record, Setup, Table};
use serde_json::Value as Json;

use super::play::{Taken, fine, load, nth, seen};
use super::shipped::GAMES;

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for small in GAMES.iter() {
        let game = load(small.game, &small.files).expect("a shipped game");
        let mut table = Table::start(game.set_up(Setup::usual(&game, 3)).expect("its usual decks"));
        for i in 0..40 {
            let Some(decision) = table.decisions().first().cloned() else { break };
            let answer = nth(&table, &decision, i);
            table.submit(decision.seat, answer).expect("it is legal");
        }
        out.push(whole(&table, small.game).to_json().to_string().into_bytes());
        table.adopt(&game).expect("the same game");
        // With more than two it is refused, and not recorded.
        drop(fine(table.concede(intermezzo::Seat(0))));
        out.push(whole(&table, small.game).to_text().into_bytes());
    }
    out
}

/// The record of a table; of a game that is not built in with all its files.
fn whole(table: &Table, game: &str) -> Record {
    if game == "toy" { table.record().portable() } else { table.record().clone() }
}

pub fn run(input: &[u8]) -> Taken {
    let text = String::from_utf8_lossy(input);
    let json = serde_json::from_str::<Json>(&text).ok().filter(Json::is_object);
    let plain = take(&text);
    json.map_or(plain.clone(), |json| take(&Record::text_of(&json)).or(plain))
}

fn take(text: &str) -> Taken {
    let record = fine(Record::from_text(text))?;
    let table = fine(record.replay())?;
    seen(&table);
    // A record that was read is written as it was.
    let again = Record::from_text(&table.record().to_text()).and_then(|record| record.replay());
    assert_eq!(again.map(|t| t.log_hash()).ok(), Some(table.log_hash()), "it replays to another game");
    Ok(())
}
