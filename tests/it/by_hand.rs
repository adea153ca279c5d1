//! By hand: the games that the bench `by_hand` has in Rust are the games of the program, and keep what its tables keep.

use std::path::Path;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::Game;
use intermezzo::table::inside::*;

// The bench uses all of it, these tests some.
#[allow(dead_code)]
#[path = "../../benches/by_hand/games/mod.rs"]
mod games;

use games::bots::Quick;
use games::clash;
use games::desk::{Answer, Bot, Copied, Fair, Item, Moment, Question, Rule};

/// So many whole games are compared, question by question.
const GAMES: u64 = 4;

fn engine(game: &str) -> Game {
    let files = Files::with_root(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the repository is the pack");
    let (catalog, _) = Catalog::load(game, &files).expect("the game loads");
    Game::new(Arc::new(catalog)).expect("its scripts load")
}

#[test]
fn clash_by_hand_asks_what_the_program_asks() {
    let engine = engine("clash");
    let questions: u64 = (0..GAMES).map(|seed| games::compare_clash(&engine, seed)).sum();
    assert!(questions > 1000, "{questions} questions are no four matches");
}

/// A bot that takes a copy at one question, and answers some first with what nobody offered.
struct Nosy<S> {
    bot: Quick,
    copy_at: u32,
    asked: u32,
    copied: Option<(Copied<S>, Quick)>,
    /// How many illegal answers it gave.
    wrong: u32,
    is_wrong: bool,
}

impl<S> Nosy<S> {
    fn new(copy_at: u32) -> Nosy<S> {
        Nosy { bot: Quick::new(7), copy_at, asked: 0, copied: None, wrong: 0, is_wrong: false }
    }
}

impl<S: Copy> Bot<S> for Nosy<S> {
    fn answer(&mut self, question: &Question, rule: Rule) -> Answer {
        self.is_wrong = !self.is_wrong && self.asked.is_multiple_of(3);
        if self.is_wrong {
            self.wrong += 1;
            return Answer::One(Item::Number(255));
        }
        Bot::<S>::answer(&mut self.bot, question, rule)
    }

    fn sees(&mut self, moment: &Moment<S>) {
        self.asked += 1;
        if self.asked == self.copy_at {
            self.copied = Some((moment.copy(), self.bot.clone()));
        }
    }
}

#[test]
fn clash_by_hand_is_checked_recorded_hashed_and_copied() {
    let mut game = clash::Match::new(7, Fair::new(Quick::new(7)));
    game.play_clash();
    let (record, hash) = (game.desk.record(), game.desk.hash());

    let mut other = clash::Match::new(8, Fair::new(Quick::new(7)));
    other.play_clash();
    assert_ne!(other.desk.hash(), hash, "another game has another hash");

    let mut again = clash::Match::new(7, Fair::replaying(record.to_vec(), Quick::new(0)));
    again.play_clash();
    assert_eq!((again.desk.hash(), again.desk.record()), (hash, record), "the record is the game");

    let half = record.len() as u32 / 2;
    for copy_at in half..half + 20 {
        let mut game = clash::Match::new(7, Fair::new(Nosy::new(copy_at)));
        game.play_clash();
        assert_eq!(game.desk.hash(), hash, "what is refused changes nothing");
        assert_eq!((game.desk.refused, game.desk.bot.wrong), (game.desk.bot.wrong, record.len() as u32 / 3));
        let (copied, bot) = game.desk.bot.copied.expect("it came there");
        let mut copy = clash::Match::copied(copied, |copied| Fair::copied(copied, bot));
        copy.play_clash();
        assert_eq!((copy.desk.hash(), copy.desk.record()), (hash, record), "a copy goes on as the game does");
    }
}
