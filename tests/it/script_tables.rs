//! Script tables: every host function refuses tables of a script that are circular, too deep or too large.
//!
//! The bounds are those of docs/limits.md: so deep, so many values, so many bytes. `CASES=1000 cargo test --test it
//! script_tables` tries more.

use std::fmt::Write as _;

use intermezzo::kernel::{Answer, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::probe::{self, PROBE};
use crate::support::{asked, engine_with, number, submit};

/// What one argument may hold.
const DEEPEST: u32 = 16;
const MOST_VALUES: u32 = 16_384;
const MOST_BYTES: u32 = 1 << 20;
/// The calls below wrap the value in at most this many tables.
const WRAPS: u32 = 2;
const BESIDE: u32 = 64;

/// A table that a script builds.
#[derive(Clone, Debug)]
enum Shape {
    /// One in another, so many in all.
    Deep(u32),
    /// So many numbers in a list.
    Wide(u32),
    /// So many names in maps.
    Named(u32),
    /// So many texts of so many bytes.
    Texts(u32, u32),
    /// A list that holds the list below twice, repeated this often.
    Twice(u32),
    /// Tables in a circle of so many.
    Circle(u32),
    /// One under another's name, in a circle.
    NamedCircle(u32),
    /// A table in itself, under itself.
    Keyed,
}

impl Shape {
    /// How it is built, into the local `t`.
    fn built(&self) -> String {
        match self {
            Shape::Deep(n) => format!("local t = {{}} for i = 2, {n} do t = {{ t }} end"),
            Shape::Wide(n) => format!("local t = {{}} for i = 1, {n} do t[i] = i end"),
            // Rows of a hundred and twenty-eight with their own name: a script has no fuel for so many texts.
            Shape::Named(n) => format!(
                "local names = {{}} for i = 1, 140 do names[i] = 'k' .. i end local t = {{}}\n\
                 local function row(name, n) local u = {{}} for i = 1, n do u[names[i]] = i end t[name] = u end\n\
                 for i = 1, {} do row(names[i], 127) end if {rest} > 0 then row(names[140], {rest} - 1) end",
                n / 128,
                rest = n % 128
            ),
            Shape::Texts(n, bytes) => {
                format!("local t = {{}} for i = 1, {n} do t[i] = ('x'):rep({bytes}) end")
            }
            Shape::Twice(n) => format!("local t = {{ 1 }} for i = 1, {n} do t = {{ t, t }} end"),
            Shape::Circle(n) => {
                format!("local last = {{}} local t = last for i = 2, {n} do t = {{ t }} end last[1] = t")
            }
            Shape::NamedCircle(n) => {
                format!("local last = {{}} local t = last for i = 2, {n} do t = {{ zone = t }} end last.zone = t")
            }
            Shape::Keyed => "local t = {} t[t] = t".into(),
        }
    }

    /// The error for the shape with `more` tables around it, by depth, values and bytes; `None`: it is within the
    /// limits.
    fn refused(&self, more: u32) -> Option<String> {
        let deep = |depth: u32| {
            (depth + more.min(WRAPS) > DEEPEST).then(|| format!("a table nested more than {DEEPEST} deep"))
        };
        let many = |values: u32| {
            (values + more > MOST_VALUES).then(|| format!("a table that holds more than {MOST_VALUES} values"))
        };
        match *self {
            Shape::Deep(n) => deep(n),
            Shape::Wide(n) | Shape::Named(n) => many(n),
            Shape::Texts(n, bytes) => {
                let is_long = n * bytes + more > MOST_BYTES;
                is_long.then(|| format!("texts of more than {MOST_BYTES} bytes"))
            }
            // Each level holds two: which runs out first, the values or the depth, depends on what is around it.
            Shape::Twice(n) => many(2 << n.min(20)).map(|_| "more than".into()),
            Shape::Circle(_) | Shape::NamedCircle(_) | Shape::Keyed => deep(DEEPEST + 1),
        }
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (1..60u32).prop_map(Shape::Deep),
        Just(Shape::Deep(60_000)),
        (MOST_VALUES - 40..MOST_VALUES + 40).prop_map(Shape::Wide),
        (MOST_VALUES - 40..MOST_VALUES + 40).prop_map(Shape::Named),
        (1..80u32, 1..16_000u32).prop_map(|(n, bytes)| Shape::Texts(n, bytes)),
        (1..60u32).prop_map(Shape::Twice),
        (1..40u32).prop_map(Shape::Circle),
        (1..40u32).prop_map(Shape::NamedCircle),
        Just(Shape::Keyed),
    ]
}

/// Functions that are given anything at all, each in its own way.
const CALLS: [&str; 14] = [
    "cards(t)",
    "count { zone = t }",
    "count { zone = \"hand\", among = t }",
    "players(t)",
    "contains(t, t)",
    "contains({}, t)",
    "act.move(t, \"discard\")",
    "act.move(card, \"discard\", t)",
    "act.change(t, \"finished\", 1)",
    "act.put(\"attempt.stories\", t)",
    "agenda.next(\"win_check\", { x = t })",
    "ask.option { options = t }",
    "ask.sealed { options = { t, 1 } }",
    "roll.pick(t, 1)",
];

/// The failure of each call with such a table, in a separate game; `None` for success.
fn said(shape: &Shape) -> Vec<Option<String>> {
    let mut script = String::from("local card = cards { zone = \"hand\", owner = me, first = 1 }[1]\n");
    let names = "cards count players contains act agenda ask roll";
    names.split(' ').for_each(|name| script += &format!("local {name}_ = {name} "));
    let _ = writeln!(script, "\n{}\nlocal n = ask.number {{ min = 0, max = {} }}", shape.built(), CALLS.len());
    for (i, call) in CALLS.iter().enumerate() {
        // Through locals, so that the run judges the call and not the loader.
        let at = call.find(['.', '(', ' ']).expect("a name");
        let _ = writeln!(script, "if n == {i} then {}_{} return end", &call[..at], &call[at..]);
    }
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event(&script))]), 5);
    probe::begin(&mut table);
    assert!(table.fault_errors().is_empty(), "the script begins: {:?}", table.fault_errors());
    let seat = asked(&table).seat;
    let one = |i: usize| {
        let mut game = table.fork();
        submit(&mut game, &(seat, Answer::Values(vec![Value::Int(i as i64)])));
        game.world().game().conserved().expect("no card is lost");
        assert!(!game.is_over(), "{} ended the game", CALLS[i]);
        game.fault_errors().first().map(|f| f.error.message.clone())
    };
    (0..CALLS.len()).map(one).collect()
}

#[test]
fn what_is_too_much_is_refused_by_all() {
    let config =
        ProptestConfig { cases: number("CASES", 40) as u32, failure_persistence: None, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(&shape(), |shape| {
        for (call, said) in CALLS.iter().zip(said(&shape)) {
            if let Some(why) = shape.refused(0) {
                let is_told = said.as_ref().is_some_and(|said| said.contains(&why));
                prop_assert!(is_told, "{shape:?}: {call} says {said:?}, expected {why}");
            } else if shape.refused(BESIDE).is_none() {
                // A refusal must be about the contents, never about the size.
                let is_much =
                    said.as_ref().is_some_and(|said| said.contains("more than") && !said.contains("15 digits"));
                prop_assert!(!is_much, "{shape:?}: {call} says {said:?}");
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}
