//! Script modules: the files of a game register each step once, and carry nothing from one effect to the next.

use crate::support::probe::{self, PROBE};
use crate::support::{GAME, ends, engine_with, files};
use intermezzo::catalog::Files;
use intermezzo::table::{Loader, OnFault, Table};

const OWN: &str = "scripts/cardland/own.lua";

/// The errors of a game: places and messages.
fn errors(files: &Files) -> Vec<String> {
    let found = Loader::default().load(GAME, files).err();
    let told = |p: &intermezzo::error::Problem| format!("{}:{}: {}", p.span.file, p.span.line, p.message);
    found.map_or(Vec::new(), |found| found.list().iter().map(told).collect())
}

#[test]
fn a_step_is_registered_once() {
    let step = "step(\"zip\", function(args) act.draw(me, 1) end)\n";
    let other = "scripts/cardland/other.lua";
    assert_eq!(errors(&files(&[(OWN, step)])), [""; 0]);
    let twice = errors(&files(&[(other, step), (OWN, &format!("\n{step}"))]));
    assert_eq!(twice.len(), 1, "{twice:?}");
    let told =
        "scripts/cardland/own.lua:2: the step `zip` is registered already, in scripts/cardland/other.lua:1: `wrap";
    assert!(twice[0].starts_with(told), "{twice:?}");
    // Also the game's own, and from a file that comes later.
    let own = errors(&files(&[("scripts/cardland/zzz.lua", "step(\"win_check\", function() end)")]));
    assert!(own[0].contains("the step `win_check` is registered already, in scripts/cardland/flow.lua:"), "{own:?}");
    let wrapped = "wrap(\"win_check\", function(old, args) old(args) end)";
    assert_eq!(errors(&files(&[("scripts/cardland/zzz.lua", wrapped)])), [""; 0]);
}

#[test]
fn a_file_calls_what_a_later_file_put_in_its_place() {
    let engine = engine_with(&[
        (OWN, "return { tick = function() return 'first' end }"),
        ("scripts/cardland/own_caller.lua", "return { tick = function() return own.tick() end }"),
        ("scripts/cardland/own_later.lua", "function own.tick() return 'later' end"),
        (PROBE, &probe::event("note(own_caller.tick())")),
    ]);
    let mut table = probe::table(&engine, 3);
    probe::use_it(&mut table);
    assert_eq!(probe::notes(&table), ["later"], "{:?}", probe::failed(&table));
}

#[test]
fn no_file_changes_what_the_host_put_there() {
    let wrong = errors(&files(&[(OWN, "local t = act\nt.draw = t.move")]));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].starts_with("scripts/cardland/own.lua:2: this table cannot be changed"), "{wrong:?}");
}

/// Notes or failures of an effect with this script, each of the times it is used in one game.
fn said(own: &str, script: &str) -> Vec<Vec<String>> {
    let engine = engine_with(&[(OWN, own), (PROBE, &probe::event(script))]);
    let mut table = probe::table(&engine, 3);
    let mut out = Vec::new();
    for _ in 0..2 {
        let (notes, failed) = (probe::notes(&table).len(), probe::failed(&table).len());
        probe::use_it(&mut table);
        let failures = probe::failed(&table).into_iter().skip(failed).map(|(_, _, message)| message);
        out.push(probe::notes(&table).into_iter().skip(notes).chain(failures).collect());
        probe::idle_turn(&mut table);
    }
    out
}

/// Files that would keep something from one effect to the next, each in another way: `own.tick()` would count.
const KEEPING: [&str; 15] = [
    "local t = { 0 } local M = {} function M.tick() t[1] = t[1] + 1 return t[1] end return M",
    "local t = { 0 } local function bump(u) u[1] = u[1] + 1 return u[1] end return { tick = function() return bump(t) end }",
    "local t = { { n = 0 } } return { tick = function() local u = t[1] u.n = u.n + 1 return u.n end }",
    "local t = {} return { tick = function() table.insert(t, 1) return #t end }",
    "local t = { 1, 2, 3, 4, 5, 6 } return { tick = function() table.remove(t) return #t end }",
    "local t = { 3, 1, 2 } return { tick = function() local n = t[1] table.sort(t) return n end }",
    "local function id(t) return t end local t = id{ 0 } return { tick = function() t[1] = t[1] + 1 return t[1] end }",
    "local function id(t) return t end local t = id\n{ 0 } return { tick = function() t[1] = t[1] + 1 return t[1] end }",
    "local function make() local t = {} t.n = 0 return function() t.n = t.n + 1 return t.n end end return { tick = make() }",
    "local function make() local n = 0 return function() n = n + 1 return n end end return { tick = make() }",
    "local function make(n) return function() return (function() n = n + 1 return n end)() end end return { tick = make(0) }",
    "local function make() local a, n = 0, 0 return function() a, n = 1, n + a return n + a end end return { tick = make() }",
    "local f = (function() local f = function() return 1 end return function() local g = f() \
     f = function() return g + 1 end return g end end)() return { tick = f }",
    "local f = (function() local function n() return 1 end return function() local m = n() \
     function n() return m + 1 end return m end end)() return { tick = f }",
    "local walk = pairs({ 1, 2, 3, 4, 5 }) return { tick = function() return walk() end }",
];

#[test]
fn a_file_carries_nothing_from_one_effect_to_the_next() {
    for own in KEEPING {
        let said = said(own, "note(own.tick())");
        assert_eq!(said[0], said[1], "{own}");
        let is_told = |s: &String| s.contains("cannot be changed: a file made it");
        assert!(said[0].len() == 1 && is_told(&said[0][0]) || own.contains("sort"), "{own}: {said:?}");
    }
    // Steps live on as well.
    let step = "local t = { 0 }\nstep(\"zip\", function() t[1] = t[1] + 1 note(t[1]) end)";
    let engine = engine_with(&[(OWN, step), (PROBE, &probe::event("agenda.next(\"zip\")"))]);
    let mut table = probe::table(&engine, 3);
    probe::use_it(&mut table);
    let failed = probe::failed(&table);
    assert!(failed[0].2.contains("this table cannot be changed"), "{failed:?}");
    assert_eq!((failed[0].0.as_str(), failed[0].1), (OWN, 2));
}

#[test]
fn a_game_that_was_reloaded_replays_alike() {
    let overlay = [(OWN, KEEPING[0]), (PROBE, &probe::event("act.draw(me, own.tick())"))];
    let mut table = probe::table(&engine_with(&overlay), 3);
    table.on_fault(OnFault::Stop);
    let fails = |table: &mut Table| {
        probe::use_it(table);
        table.let_fizzle();
    };
    fails(&mut table);
    probe::idle_turn(&mut table);
    let other = files(&[]).texts["cards/cardland/snowbell/novice_linnet.yaml"].replacen("prowess:", "prowess: ", 1);
    let with = |path: &'static str| [overlay[0], overlay[1], (path, other.as_str())];
    table.adopt(&engine_with(&with("cards/cardland/snowbell/novice_linnet.yaml"))).expect("it can be adopted");
    fails(&mut table);
    assert!(table.undo());
    fails(&mut table);
    let again = table.record().replay().expect("it replays");
    assert_eq!(again.decisions(), table.decisions());
    assert_eq!(ends(&again), ends(&table));
}

#[test]
fn what_an_effect_makes_in_a_file_is_its_own() {
    let counts = "local function counter() local n = 0 return function() n = n + 1 return n end end\n\
        local names = { \"a\" } names[2] = \"b\"\n\
        local first = counter() first() local sum = first()\n\
        return { tick = function() local c, t = counter(), {} c() t[1] = c() \
        for _, name in pairs(names) do t[#t + 1] = name end return table.concat(t) .. sum end }";
    assert_eq!(said(counts, "note(own.tick())"), [["2ab2"], ["2ab2"]]);
}

#[test]
fn nothing_stands_before_what_the_sandbox_calls() {
    let wrong = errors(&files(&[(OWN, "local function __made(t) return t end local __born1 = false return {}")]));
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(wrong.iter().all(|w| w.contains("two underscores belong to the sandbox")), "{wrong:?}");
}

#[test]
fn no_effect_registers_a_step() {
    let said = said("return {}", "step(\"zap\", function() end)");
    assert!(said[0][0].contains("while the game loads"), "{said:?}");
}
