//! Filter: a byte for the game, and words of the filter language: read as each thing that stands in it, and asked of a game
//! that is being played.

use std::cell::RefCell;
use std::collections::BTreeMap;

use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::parse::parser::{Parser, Scope};
use intermezzo::kernel::read::evaluation_env::Env;
use intermezzo::kernel::{Card, Seat, Value};
use intermezzo::table::{Setup, Table};

use super::play::{Taken, load, nth};
use super::shipped::{GAMES, game, seed, text};

/// After this many answers a game has cards everywhere.
const INTO: usize = 60;

/// So many seeds are of each game.
const SEEDS: usize = 60;

/// Keys under which words of the filter language stand.
const KEYS: [&str; 14] = [
    "match",
    "if",
    "affects",
    "targets",
    "condition",
    "count",
    "sum",
    "while",
    "holds",
    "legal",
    "for",
    "when",
    "cost",
    "replies_to",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for (i, small) in GAMES.iter().enumerate() {
        let mut found = Vec::new();
        for (path, text) in small.files.texts.iter().filter(|(path, _)| path.ends_with(".yaml")) {
            let node = yaml::parse(path.as_str(), text, &mut Problems::new()).expect("a shipped file");
            words_in(&node, &mut found);
        }
        found.sort();
        found.dedup();
        // Others are about a target or an event, which nothing here has.
        let mut found: Vec<Vec<u8>> = found.iter().map(|words| seed(&[i as u8], words)).collect();
        found.retain(|input| run(input).is_ok());
        out.extend(found.iter().step_by(found.len().div_ceil(SEEDS)).cloned());
    }
    out
}

/// What stands under such keys, as JSON, which is YAML, too.
fn words_in(node: &Node, out: &mut Vec<String>) {
    match &node.value {
        Data::Map(entries) => {
            for (key, value) in entries {
                if KEYS.contains(&key.name.as_str()) {
                    out.push(value.to_json().to_string());
                }
                words_in(value, out);
            }
        }
        Data::List(items) => items.iter().for_each(|item| words_in(item, out)),
        _ => {}
    }
}

thread_local! {
    /// A table of each game, some way into the game.
    static TABLES: RefCell<BTreeMap<&'static str, Table>> = RefCell::default();
}

pub fn run(input: &[u8]) -> Taken {
    let Some((which, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let small = game(*which);
    TABLES.with_borrow_mut(|tables| {
        let table = tables.entry(small.game).or_insert_with(|| {
            let game = load(small.game, &small.files).expect("a shipped game");
            let mut table = Table::start(game.set_up(Setup::usual(&game, 1)).expect("its usual decks"));
            for i in 0..INTO {
                let Some(decision) = table.decisions().first().cloned() else { break };
                let answer = nth(&table, &decision, i);
                table.submit(decision.seat, answer).expect("it is legal");
            }
            table
        });
        ask(table, &text(rest))
    })
}

/// Reads the words in each way, and asks them of the game in the ways in which they mean something.
fn ask(table: &Table, words: &str) -> Taken {
    let mut problems = Problems::new();
    let node = yaml::parse("filter", words, &mut problems).filter(|_| !problems.has_errors());
    let node = node.ok_or_else(|| problems.render_all())?;
    let world = table.world();
    let rules = &world.rules;
    let mut env = Env::new(world.game(), Seat(0));
    env.card = Some(Card(0));
    let mut taken = Err(String::new());
    macro_rules! read {
        (|$parser:ident| $read:expr, |$meant:ident| $ask:expr) => {{
            let mut problems = Problems::new();
            let mut parser = Parser::of(rules, Scope::default(), &mut problems);
            let $parser = &mut parser;
            let $meant = $read;
            if !problems.has_errors() {
                taken = Ok(());
                $ask;
            } else if let Err(why) = &mut taken {
                *why += &problems.render_all();
            }
        }};
    }
    let cards: Vec<Value> = (0..world.state().cards.len()).map(|c| Value::Card(Card(c as u16))).collect();
    read!(|p| p.cond(&node), |cond| _ = env.holds(&cond));
    read!(|p| p.amount(&node), |amount| _ = env.amount(&amount));
    read!(|p| p.filter(&node, Class::Card), |filter| cards.iter().for_each(|c| _ = env.matches(&filter, c)));
    read!(|p| p.filter(&node, Class::Player), |filter| _ = env.matches(&filter, &Value::Seat(Seat(1))));
    read!(|p| p.selection(&node, Class::Card), |selection| {
        let found = env.candidates(&selection);
        assert!(found.iter().all(|value| env.is_sought(&selection, value)), "a candidate is not sought");
        drop(env.options(&selection));
    });
    taken
}
