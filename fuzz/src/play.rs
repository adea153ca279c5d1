//! Play: a game that loaded is also played, for some answers, and seen by each who plays it.

use intermezzo::catalog::{Deck, Files};
use intermezzo::error::{Error, ErrorKind};
use intermezzo::kernel::{Answer, Decision, Seat};
use intermezzo::table::view::transcript_for;
use intermezzo::table::{Game, Loader, Setup, Table, View};

/// What becomes of an input: it is taken, or refused for a reason.
pub type Taken = Result<(), String>;

/// What is refused is fine; that we noticed a bug of our own is not.
pub fn fine<T>(result: Result<T, Error>) -> Result<T, String> {
    match result {
        Ok(value) => Ok(value),
        Err(error) if matches!(error.kind(), ErrorKind::Internal(_)) => panic!("{error}"),
        Err(error) => {
            let why = error.to_string();
            assert!(!why.is_empty(), "an error says nothing");
            Err(why)
        }
    }
}

/// Loads a game, or says all that is wrong with its files.
pub fn load(game: &str, files: &Files) -> Result<Game, String> {
    match Loader::default().load(game, files) {
        Ok((game, warnings)) => {
            drop(warnings.render_all());
            Ok(game)
        }
        Err(problems) => {
            assert!(problems.has_errors(), "it is refused without a reason");
            Err(problems.render_all())
        }
    }
}

/// Plays some answers of a game with its usual decks; every second card of them is `card`, if it is given.
pub fn play(game: &Game, card: Option<&str>, seed: u64, answers: usize) -> Taken {
    let mut setup = Setup::usual(game, seed);
    if let Some(def) = card.and_then(|id| game.catalog().rules.def_by_id(id)) {
        for deck in &mut setup.decks {
            let half = |list: &Vec<_>| {
                let other = |(i, card): (usize, &_)| if i % 2 == 0 { def } else { *card };
                list.iter().enumerate().map(other).collect()
            };
            *deck = Deck::of(deck.lists().iter().map(half).collect());
        }
    }
    // Decks of any cards are for tests; what they bring about must hold all the same. Some games need theirs.
    let usual = || game.set_up(Setup::usual(game, seed));
    let started = if card.is_some() { game.set_up_with_any_decks(setup).or_else(|_| usual()) } else { usual() };
    let mut table = match fine(started) {
        Ok(position) => Table::start(position),
        // Without a deck that is legal a game is only loaded.
        Err(_) if game.decks().next().is_none() => return Ok(()),
        Err(why) => return Err(why),
    };
    for i in 0..answers {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let (seat, answer) = (decision.seat, nth(&table, &decision, seed as usize + i));
        table.submit(seat, answer).unwrap_or_else(|e| panic!("a legal answer is refused: {e}"));
    }
    seen(&table);
    Ok(())
}

/// One of the first legal answers to a decision.
pub fn nth(table: &Table, decision: &Decision, n: usize) -> Answer {
    let mut legal = table.world().game().answers(decision, 8);
    assert!(!legal.is_empty(), "{decision:?} has no legal answer");
    let at = n % legal.len();
    legal.swap_remove(at)
}

/// Looks at a table as everybody who plays, and as somebody who watches.
pub fn seen(table: &Table) {
    for seat in 0..table.names().len() {
        let seat = Seat(seat as u8);
        View::of_person(table, seat).unwrap_or_else(|e| panic!("{e}"));
        drop(transcript_for(table, seat));
    }
    View::new(table, &[]).unwrap_or_else(|e| panic!("{e}"));
}
