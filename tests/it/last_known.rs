//! Last known information at a table: what is known of a creature that died survives undo, forks, reloads and records
//! while its trigger waits.

use std::sync::Arc;

use crate::support::{asked, files, submit};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::tell::transcript::transcript;
use intermezzo::kernel::{Answer, Kind, Seat, Value};
use intermezzo::table::{Game, Table};
use intermezzo_program::scenario::table_of;

const END: (&str, &str) = (
    "cards/duel/test/quick_end.yaml",
    "name: Quick End\ntype: spell\ncolour: dusk\ncost: {}\nabilities:\n  - { kind: fast, do: [{ dies: { card: { zone: field, type: creature } } }] }\n",
);

const POSITION: &str = "title: Waits\ngame: duel\nsetup:\n  active: amy\n  phase: morning\n  amy: { hand: [quick_end, { card: quick_end, as: second }], field: [mourner, cinder_pup, { card: bear_hide, host: cinder_pup }] }\n";

/// A relic that reacts to a creature's death by gaining an amount of life.
fn mourner(amount: &str) -> String {
    format!(
        "name: Mourner\ntype: relic\ncost: {{}}\nabilities:\n  - {{ after: dies, match: {{ card: {{ type: creature }} }}, do: [{{ heals: {{ player: me, amount: {amount} }} }}] }}\n"
    )
}

fn game(amount: &str, more: &[(&str, &str)]) -> Game {
    let mourner = mourner(amount);
    let all = [&[END, ("cards/duel/test/mourner.yaml", mourner.as_str())], more].concat();
    let (catalog, _) =
        Catalog::load("duel", &files(&all)).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
    Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// The first thing that can be done, or a pass.
fn act(table: &mut Table, acts: bool) {
    let decision = asked(table);
    let answer = match &decision.kind {
        Kind::Act { options, .. } if acts => Answer::Act(options[0]),
        Kind::Act { .. } => Answer::Pass,
        other => panic!("{other:?} is asked"),
    };
    submit(table, &(decision.seat, answer));
}

/// A table where the creature has died, and its trigger waits for an answer.
fn waiting() -> Table {
    let mut table = table_of(&game("event.card.power", &[]), POSITION).unwrap_or_else(|e| panic!("{e}"));
    act(&mut table, true);
    act(&mut table, false);
    let told = told(&table);
    assert!(told.contains("Mourner triggers") && !told.contains("gains"), "{told}");
    table
}

fn told(table: &Table) -> String {
    transcript(table.world().game(), &table.world().log, Reader { names: table.names(), eyes: None })
}

/// Amy gains this much life when the trigger acts.
#[track_caller]
fn gains(mut table: Table, n: i64) {
    let life = |table: &Table| {
        let name = table.world().rules.schema.symbols.find("life").expect("a number of the game");
        table.world().game().table_env().field(&Value::Seat(Seat(0)), name).int().expect("a number")
    };
    let before = life(&table);
    act(&mut table, false);
    assert_eq!(life(&table) - before, n);
}

#[test]
fn a_fork_knows_what_died() {
    let table = waiting();
    gains(table.fork(), 4);
    gains(table.fork().fork(), 4);
    gains(table, 4);
}

#[test]
fn what_died_is_known_after_steps_back() {
    let mut table = waiting();
    let hash = table.log_hash();
    act(&mut table, false);
    assert!(table.undo());
    assert_eq!(table.log_hash(), hash);
    gains(table.fork(), 4);
    assert!(table.undo());
    assert!(table.world().state().last_known.is_empty(), "nothing has died");
    act(&mut table, false);
    assert_eq!(table.log_hash(), hash);
    gains(table, 4);
}

#[test]
fn what_died_is_known_under_other_texts() {
    let first = (
        "cards/duel/test/aaa_first.yaml",
        "name: Aaa First\ntype: creature\ncolour: dusk\ncost: {}\npower: 1\ntoughness: 1\nkinds: [Aardvark]\n",
    );
    let mut table = waiting();
    let adopted = table.adopt(&game("event.card.power * 10 + event.card.now.power", &[first])).expect("it is adopted");
    assert!(!adopted.from_start);
    gains(table.fork(), 42);
    table.adopt(&game("event.card.toughness", &[])).expect("it is adopted");
    gains(table, 3);
}

#[test]
fn nothing_is_kept_where_nobody_asks() {
    let mut table = waiting();
    assert!(!table.world().state().last_known.is_empty(), "the trigger waits");
    act(&mut table, false);
    assert!(table.world().state().last_known.is_empty(), "nothing waits any more");
}
