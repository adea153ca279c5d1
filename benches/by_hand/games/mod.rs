//! Games: what is written by hand, and the same of the program.

pub mod bots;
pub mod cardland;
pub mod chance;
pub mod clash;
pub mod compare;
pub mod desk;
pub mod pile;

use intermezzo::kernel::Outcome;
use intermezzo::table::{Game, Setup, Table};

use clash::Match;
use compare::{Names, Shadow};
use desk::Fair;

/// A table of Clash.
pub fn clash_table(engine: &Game, seed: u64) -> Table {
    let players = clash::SEATS;
    let setup =
        Setup { seed, players: Some(players as u8), decks: vec![Default::default(); players], ..Setup::default() };
    let mut table = engine.set_up(setup).map(Table::start).expect("it needs no decks");
    table.forget_log();
    table
}

/// Which hand or which turn is played at a table, from 1.
pub fn number_of(table: &Table, level: &str) -> u32 {
    let world = table.world();
    let at = world.rules.schema.levels.iter().position(|l| **world.rules.name(*l) == *level).expect("a level");
    world.state().level_numbers[at]
}

/// How many hands were played at a table of Clash, and the points of each seat.
pub fn clash_score(table: &Table) -> (u32, [i64; clash::SEATS]) {
    let (schema, state) = (&table.world().rules.schema, table.world().state());
    let name = |sym| table.world().rules.name(sym);
    let points = schema.counters.iter().position(|c| **name(c.name) == *"points").expect("a counter");
    let of = |seat: usize| state.counters[seat * schema.counters.len() + points];
    (number_of(table, "hand"), [0, 1, 2, 3].map(of))
}

/// Plays a match of Clash by hand and by the program, side by side; how many questions there were.
///
/// # Panics
///
/// Panics where they differ.
pub fn compare_clash(engine: &Game, seed: u64) -> u64 {
    let names = Names { actions: &clash::ACTIONS, first: clash::FIRST, words: &clash::KINDS };
    let shadow = Shadow::new(clash_table(engine, seed), seed, names);
    let mut game = Match::new(seed, Fair::new(shadow));
    game.play_clash();
    let shadow = &game.desk.bot;
    assert!(shadow.table().is_over(), "the program's match goes on");
    assert_eq!(game.desk.refused, 0, "what is legal in the program is legal by hand");
    assert_eq!(clash_score(shadow.table()), (game.state.hands, game.state.points()));
    assert_eq!(game.state.cards(), 96, "no card is lost");
    shadow.answers
}

/// Which decks play a game of Cardland: all pairs come up, one after the other.
pub fn cardland_decks(engine: &Game, seed: u64) -> [usize; 2] {
    let all = engine.catalog().decks.len();
    [seed as usize % all, seed as usize / all % all]
}

/// A table of Cardland.
pub fn cardland_table(engine: &Game, seed: u64) -> Table {
    let deck = |at| engine.catalog().decks.values().nth(at).cloned().expect("there are so many decks");
    let decks = cardland_decks(engine, seed).map(deck).into();
    let mut table = engine.set_up(Setup { seed, decks, ..Setup::default() }).map(Table::start).expect("they are legal");
    table.forget_log();
    table
}

/// Plays a game of Cardland by hand and by the program, side by side; how many questions there were.
///
/// # Panics
///
/// Panics where they differ.
pub fn compare_cardland(engine: &Game, seed: u64) -> u64 {
    let names = Names { actions: &cardland::ACTIONS, first: cardland::FIRST, words: &cardland::WORDS };
    let shadow = Shadow::new(cardland_table(engine, seed), seed, names);
    let mut game = cardland::Match::new(seed, cardland_decks(engine, seed), Fair::new(shadow));
    game.play_cardland();
    let table = game.desk.bot.table();
    assert!(table.is_over(), "the program's game goes on");
    assert_eq!(game.desk.refused, 0, "what is legal in the program is legal by hand");
    assert_eq!(number_of(table, "turn"), game.state.turn);
    assert_eq!(cardland_ended(table), game.state.ended);
    assert_eq!(game.state.cards(), 90, "no card is lost");
    game.desk.bot.answers
}

/// How a game of Cardland ended at a table.
pub fn cardland_ended(table: &Table) -> Option<cardland::Ended> {
    match table.outcome()? {
        Outcome::Won(seat) => Some(cardland::Ended::Won(seat.index())),
        _ => Some(cardland::Ended::Draw),
    }
}
