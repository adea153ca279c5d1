//! Desk: what a game by hand gets besides its rules, which is what a table of the program gives its games.
//!
//! A game lists what is legal, asks its desk, and tells it what happened. [`Plain`] hands the list to a bot and no more.
//! [`Fair`] refuses illegal answers, keeps a record of the legal ones, feeds a hash with all that happens, and can copy
//! the game at any question: the state in which the turn began, and the answers since.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Something that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A card, by its number.
    Card(u8),
    /// Something that may be done, with the card it is done with, or [`NO_CARD`].
    Use(u8, u8),
    /// A word, by its place in a list of the game's own.
    Word(u8),
    /// A seat, counted from 0.
    Seat(u8),
    /// A number.
    Number(u8),
    /// Doing nothing.
    Pass,
}

/// The card of what is done with no card.
pub const NO_CARD: u8 = u8::MAX;

/// How something is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// One.
    One,
    /// So many at least, so many at most.
    Some(u8, u8),
    /// All, in an order.
    Order,
}

/// A question: complete as data.
#[derive(Debug)]
pub struct Question {
    /// Who is asked.
    pub seat: u8,
    /// What may be chosen, each once.
    pub options: Vec<Item>,
    /// How.
    pub form: Form,
}

impl Question {
    fn new() -> Question {
        Question { seat: 0, options: Vec::with_capacity(64), form: Form::One }
    }

    /// A number that tells questions apart.
    fn number(&self, bytes: &mut Vec<u8>) -> u32 {
        bytes.clear();
        bytes.push(self.seat);
        for item in &self.options {
            bytes.extend_from_slice(&match *item {
                Item::Card(card) => [0, card, 0],
                Item::Use(what, card) => [1, what, card],
                Item::Word(word) => [2, word, 0],
                Item::Seat(seat) => [3, seat, 0],
                Item::Number(n) => [4, n, 0],
                Item::Pass => [5, 0, 0],
            });
        }
        xxh3_64(bytes) as u32
    }
}

/// What must hold for all that is chosen together.
pub type Rule<'a> = &'a dyn Fn(&[Item]) -> bool;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// One item.
    One(Item),
    /// Several, or all in an order.
    Some(Vec<Item>),
}

impl Answer {
    /// Whether it may be given to a question.
    pub fn is_legal(&self, question: &Question, rule: Rule) -> bool {
        let is_offered = |item: &Item| question.options.contains(item);
        match (self, question.form) {
            (Answer::One(item), Form::One) => is_offered(item),
            (Answer::Some(items), Form::Some(..) | Form::Order) => {
                let (least, most) = match question.form {
                    Form::Some(least, most) => (least as usize, most as usize),
                    _ => (question.options.len(), question.options.len()),
                };
                let is_new = |(i, item): (usize, &Item)| !items[..i].contains(item);
                (least..=most).contains(&items.len())
                    && items.iter().all(is_offered)
                    && items.iter().enumerate().all(is_new)
                    && rule(items)
            }
            _ => false,
        }
    }
}

/// Whoever answers.
pub trait Bot<S> {
    /// Its answer. One that is illegal is refused, and it is asked again.
    fn answer(&mut self, question: &Question, rule: Rule) -> Answer;

    /// Shows it the game before it answers, at a desk that can copy.
    fn sees(&mut self, _: &Moment<S>) {}
}

/// A game as it stands at a question.
pub struct Moment<'a, S> {
    begun: &'a Copied<S>,
    record: &'a [Given],
}

impl<S: Copy> Moment<'_, S> {
    /// A copy of the game.
    pub fn copy(&self) -> Copied<S> {
        Copied { record: self.record.to_vec(), ..*self.begun }
    }
}

/// A copy of a game: a state, and how it went on from there.
pub struct Copied<S> {
    /// The state in which a turn began.
    pub state: S,
    hash: u64,
    lines: u32,
    /// How many answers there were.
    answers: usize,
    /// All answers up to the question at which it was copied; those of the turn are given again.
    record: Vec<Given>,
}

/// An answer that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    seat: u8,
    question: u32,
    answer: Answer,
}

/// What a game asks and tells.
pub trait Desk<S> {
    /// Begins a question: where its options go.
    fn ask(&mut self, seat: usize) -> &mut Vec<Item>;
    /// Which of the options it is.
    fn one(&mut self) -> Item;
    /// Which of them it are, so many at least and at most.
    fn some(&mut self, least: usize, most: usize, rule: Rule) -> Vec<Item>;
    /// The order of them.
    fn order(&mut self) -> Vec<Item>;
    /// Tells what happened.
    fn tell(&mut self, what: u8, about: [u8; 3]);
    /// A turn begins.
    fn begins(&mut self, state: &S);
    /// How many questions there were.
    fn decisions(&self) -> u64;
}

/// A desk that only asks.
pub struct Plain<B> {
    bot: B,
    question: Question,
    decisions: u64,
}

impl<B> Plain<B> {
    /// A desk with whoever answers.
    pub fn new(bot: B) -> Plain<B> {
        Plain { bot, question: Question::new(), decisions: 0 }
    }
}

impl<S, B: Bot<S>> Desk<S> for Plain<B> {
    fn ask(&mut self, seat: usize) -> &mut Vec<Item> {
        self.question.seat = seat as u8;
        self.question.options.clear();
        &mut self.question.options
    }

    fn one(&mut self) -> Item {
        self.decisions += 1;
        self.question.form = Form::One;
        match bot_answers(&mut self.bot, &self.question, &|_| true) {
            Answer::One(item) => item,
            Answer::Some(_) => unreachable!("bots answer as they are asked"),
        }
    }

    fn some(&mut self, least: usize, most: usize, rule: Rule) -> Vec<Item> {
        self.decisions += 1;
        self.question.form = Form::Some(least as u8, most as u8);
        match bot_answers(&mut self.bot, &self.question, rule) {
            Answer::Some(items) => items,
            Answer::One(_) => unreachable!("bots answer as they are asked"),
        }
    }

    fn order(&mut self) -> Vec<Item> {
        self.decisions += 1;
        self.question.form = Form::Order;
        match bot_answers(&mut self.bot, &self.question, &|_| true) {
            Answer::Some(items) => items,
            Answer::One(_) => unreachable!("bots answer as they are asked"),
        }
    }

    fn tell(&mut self, _: u8, _: [u8; 3]) {}

    fn begins(&mut self, _: &S) {}

    fn decisions(&self) -> u64 {
        self.decisions
    }
}

/// A bot answers. What it takes is not counted: callgrind stops while it is in here.
#[inline(never)]
fn bot_answers<S, B: Bot<S>>(bot: &mut B, question: &Question, rule: Rule) -> Answer {
    bot.answer(question, rule)
}

/// A desk that does what a table of the program does.
pub struct Fair<S, B> {
    /// Whoever answers.
    pub bot: B,
    question: Question,
    record: Vec<Given>,
    /// Answers before this one come from the record.
    replayed: usize,
    /// How many answers were given.
    answers: usize,
    hash: u64,
    /// How many lines were fed to the hash.
    pub lines: u32,
    begun: Option<Copied<S>>,
    bytes: Vec<u8>,
    /// How many answers were refused.
    pub refused: u32,
}

impl<S: Copy, B: Bot<S>> Fair<S, B> {
    /// A desk with whoever answers.
    pub fn new(bot: B) -> Fair<S, B> {
        Fair::replaying(Vec::new(), bot)
    }

    /// A desk that takes the first answers from a record.
    pub fn replaying(record: Vec<Given>, bot: B) -> Fair<S, B> {
        Fair {
            bot,
            question: Question::new(),
            replayed: record.len(),
            record,
            answers: 0,
            hash: 0,
            lines: 0,
            begun: None,
            bytes: Vec::with_capacity(256),
            refused: 0,
        }
    }

    /// A desk at which a copy goes on.
    pub fn copied(copied: Copied<S>, bot: B) -> Fair<S, B> {
        let Copied { hash, lines, answers, record, .. } = copied;
        Fair { answers, hash, lines, ..Fair::replaying(record, bot) }
    }

    /// The hash of all that happened.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// All answers.
    pub fn record(&self) -> &[Given] {
        &self.record
    }

    fn answered(&mut self, rule: Rule) -> Answer {
        let question = self.question.number(&mut self.bytes);
        self.answers += 1;
        if self.answers <= self.replayed {
            let given = &self.record[self.answers - 1];
            let is_same = (given.seat, given.question) == (self.question.seat, question);
            assert!(is_same && given.answer.is_legal(&self.question, rule), "a record of another game");
            return given.answer.clone();
        }
        if let Some(begun) = &self.begun {
            self.bot.sees(&Moment { begun, record: &self.record });
        }
        loop {
            let answer = bot_answers(&mut self.bot, &self.question, rule);
            if answer.is_legal(&self.question, rule) {
                self.record.push(Given { seat: self.question.seat, question, answer: answer.clone() });
                return answer;
            }
            self.refused += 1;
        }
    }
}

impl<S: Copy, B: Bot<S>> Desk<S> for Fair<S, B> {
    fn ask(&mut self, seat: usize) -> &mut Vec<Item> {
        self.question.seat = seat as u8;
        self.question.options.clear();
        &mut self.question.options
    }

    fn one(&mut self) -> Item {
        self.question.form = Form::One;
        match self.answered(&|_| true) {
            Answer::One(item) => item,
            Answer::Some(_) => unreachable!("it would have been refused"),
        }
    }

    fn some(&mut self, least: usize, most: usize, rule: Rule) -> Vec<Item> {
        self.question.form = Form::Some(least as u8, most as u8);
        match self.answered(rule) {
            Answer::Some(items) => items,
            Answer::One(_) => unreachable!("it would have been refused"),
        }
    }

    fn order(&mut self) -> Vec<Item> {
        self.question.form = Form::Order;
        match self.answered(&|_| true) {
            Answer::Some(items) => items,
            Answer::One(_) => unreachable!("it would have been refused"),
        }
    }

    fn tell(&mut self, what: u8, [a, b, c]: [u8; 3]) {
        self.hash = xxh3_64_with_seed(&[what, a, b, c], self.hash);
        self.lines += 1;
    }

    fn begins(&mut self, state: &S) {
        let (hash, lines, answers) = (self.hash, self.lines, self.answers);
        self.begun = Some(Copied { state: *state, hash, lines, answers, record: Vec::new() });
    }

    fn decisions(&self) -> u64 {
        self.answers as u64
    }
}
