//! Bench by hand: the games that the bench `by_hand` has in Rust are the games of the program, and keep what its tables
//! keep.

use std::path::Path;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::Game;

// The bench uses all of it, these tests some.
#[allow(dead_code)]
#[path = "../../benches/by_hand/games/mod.rs"]
mod games;

use games::bots::Quick;
use games::desk::{Answer, Bot, Copied, Fair, Item, Moment, Question, Rule};
use games::{cardland, clash};

fn engine(game: &str) -> Game {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository is the pack");
    let (catalog, _) = Catalog::load(game, &files).expect("the game loads");
    Game::new(Arc::new(catalog)).expect("its scripts load")
}

#[test]
fn clash_by_hand_asks_what_the_program_asks() {
    let engine = engine("clash");
    let questions: u64 = (0..4).map(|seed| games::compare_clash(&engine, seed)).sum();
    assert!(questions > 1000, "{questions} questions are no four matches");
}

#[test]
fn cardland_by_hand_asks_what_the_program_asks() {
    let engine = engine("cardland");
    // All pairs of the four decks, twice.
    let questions: u64 = (0..32).map(|seed| games::compare_cardland(&engine, seed)).sum();
    assert!(questions > 5000, "{questions} questions are no thirty-two games");
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

/// A game by hand that is played to its end with a bot.
trait Played<S: Copy> {
    fn play<B: Bot<S>>(seed: u64, desk: Fair<S, B>) -> Fair<S, B>;
    fn go_on<B: Bot<S>>(copied: Copied<S>, bot: B) -> Fair<S, B>;
}

struct Clash;

impl Played<clash::State> for Clash {
    fn play<B: Bot<clash::State>>(seed: u64, desk: Fair<clash::State, B>) -> Fair<clash::State, B> {
        let mut game = clash::Match::new(seed, desk);
        game.play_clash();
        game.desk
    }

    fn go_on<B: Bot<clash::State>>(copied: Copied<clash::State>, bot: B) -> Fair<clash::State, B> {
        let mut game = clash::Match::copied(copied, |copied| Fair::copied(copied, bot));
        game.play_clash();
        game.desk
    }
}

struct Cardland;

impl Played<cardland::State> for Cardland {
    fn play<B: Bot<cardland::State>>(seed: u64, desk: Fair<cardland::State, B>) -> Fair<cardland::State, B> {
        let mut game = cardland::Match::new(seed, [2, 3], desk);
        game.play_cardland();
        game.desk
    }

    fn go_on<B: Bot<cardland::State>>(copied: Copied<cardland::State>, bot: B) -> Fair<cardland::State, B> {
        let mut game = cardland::Match::copied(copied, |copied| Fair::copied(copied, bot));
        game.play_cardland();
        game.desk
    }
}

fn keeps_what_a_table_keeps<S: Copy, G: Played<S>>() {
    let game = G::play(7, Fair::new(Quick::new(7)));
    let (record, hash) = (game.record(), game.hash());
    assert!(record.len() > 100, "{} answers are no game", record.len());
    assert_ne!(G::play(8, Fair::new(Quick::new(7))).hash(), hash, "another game has another hash");

    let again = G::play(7, Fair::replaying(record.to_vec(), Quick::new(0)));
    assert_eq!((again.hash(), again.record()), (hash, record), "the record is the game");

    let half = record.len() as u32 / 2;
    for copy_at in half..half + 20 {
        let nosy = G::play(7, Fair::new(Nosy::new(copy_at)));
        assert_eq!(nosy.hash(), hash, "what is refused changes nothing");
        assert_eq!((nosy.refused, nosy.bot.wrong), (nosy.bot.wrong, record.len() as u32 / 3));
        let (copied, bot) = nosy.bot.copied.expect("it came there");
        let copy = G::go_on(copied, bot);
        assert_eq!((copy.hash(), copy.record()), (hash, record), "a copy goes on as the game does");
    }
}

#[test]
fn games_by_hand_are_checked_recorded_hashed_and_copied() {
    keeps_what_a_table_keeps::<clash::State, Clash>();
    keeps_what_a_table_keeps::<cardland::State, Cardland>();
}
