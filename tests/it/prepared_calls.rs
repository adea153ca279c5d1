//! Prepared calls: calls of host functions whose constant parts are read while scripts load do what they do without
//! that, for the same fuel, and fail alike.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::lineup::Lineup;
use crate::support::probe::{self, PROBE};
use crate::support::{engine_of, files};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::Seat;
use intermezzo::script::sandbox::Limits;
use intermezzo::table::bots::Random;
use intermezzo::table::view::transcript_for;
use intermezzo::table::{Game, Table};

fn limits(lowering: bool) -> Limits {
    Limits { lowering, ..Limits::default() }
}

/// The result of a game: its log, a person's transcript, the fuel that it took, and its failures.
fn told(table: &Table) -> (String, Vec<String>, i64, Vec<String>) {
    let read = transcript_for(table, Seat(0)).into_iter().map(|line| line.text).collect();
    let faults = table.fault_errors().iter().map(|fault| format!("{:?}", fault.error)).collect();
    (table.log_hash(), read, table.fuel_taken(), faults)
}

#[test]
fn games_of_every_lineup_are_the_same_without_them() {
    let mut games: BTreeMap<(String, bool), Game> = BTreeMap::new();
    let mut ran = BTreeMap::new();
    for (i, lineup) in Lineup::all().iter().enumerate() {
        let [with, without] = [true, false].map(|lowering| {
            let game = games.entry((lineup.key(), lowering)).or_insert_with(|| {
                let mut files = files(&[]);
                files.packs = lineup.packs.clone();
                let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
                Game::with_limits(Arc::new(catalog), limits(lowering)).unwrap_or_else(|errors| panic!("{}", errors[0]))
            });
            let seed = 40 + i as u64;
            let mut table = lineup.start(game, seed);
            while let Some(decision) = table.decisions().first().cloned() {
                let answer = Random::at(seed, table.answers()).legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).expect("a bot answers what is legal");
            }
            told(&table)
        });
        assert_eq!(with, without, "{}", lineup.name());
        *ran.entry(lineup.game.clone()).or_insert(0) += with.2;
    }
    // Cards of some decks are data alone, and three games.
    ran.retain(|game, _| !crate::support::WITHOUT_SCRIPTS.contains(&game.as_str()));
    assert!(ran.values().all(|ran| *ran > 0), "no script ran: {ran:?}");
}

/// Uses a probe with a script, prepared or not.
fn used(script: &str, limits: Limits) -> (String, Vec<String>, i64, Vec<String>, Vec<String>) {
    let game = engine_of(&files(&[(PROBE, &probe::reading_event(script))]), limits);
    let mut table = probe::table(&game, 5);
    probe::use_it(&mut table);
    let (hash, read, fuel, faults) = told(&table);
    (hash, read, fuel, faults, probe::notes(&table))
}

/// Checks that a script does the same both ways; returns its notes.
#[track_caller]
fn same(script: &str) -> Vec<String> {
    let [with, without] = [true, false].map(|lowering| used(script, limits(lowering)));
    assert_eq!(with, without, "{script}");
    with.4
}

const FORMS: &str = r#"
local function both(...) return "hand", ... end
local nothing, zones, twice = nil, { "hand", "deck" }, 2
note("one " .. count { zone = "hand", owner = me })
note("parens " .. count({ zone = "hand", owner = me, }))
note("list " .. count { zone = { "hand", "deck" }, owner = me; })
note("held " .. count { zone = zones, owner = me } .. " " .. count { zone = { zones[1] }, owner = me })
note("nil " .. count { zone = "hand", owner = nothing } .. " " .. count { zone = "hand", owner = nil })
note("key " .. count { ["zone"] = "hand", ["owner"] = me })
note("many " .. count { zone = { both("deck") }, owner = me })
note("lines " .. count {
  -- what lies
  zone = "hand", --[[ and
  whose ]] owner = me
} .. (function() return " " .. #cards {
  zone = "hand" } end)())
local first = cards { zone = "hand", owner = me, first = twice - 1 }[1]
note("first " .. first.name .. " " .. tostring(cards { zone = "stage", owner = me, name = "Sparks Fly" }[1]))
note("second " .. cards { zone = "hand", owner = me }[2].name .. #cards { zone = "hand", owner = me })
note("space " .. tostring(spaces { spaces = "stage", owner = me, free = true }[1]))
note("call " .. #cards { zone = "hand", owner = players()[1] } .. sum("prowess", { zone = "hand", owner = me }))
for i = 1, 20 do note("loop " .. count { zone = "hand", owner = i % 2 == 0 and me or opponent, first = i }) end
local cards = function(t) return { t.zone } end
note("own " .. cards { zone = "hand" }[1])
local chosen = ask.option { by = me, options = { "a", "b" }, why = "a text that is long enough to be checked, because it has more bytes than digits" }
note("chosen " .. chosen)
note("number " .. ask.number { min = 1, max = twice, why = "so \"many\"", by = me })
act.move(first, "deck", { position = "top" })
act.modify({ zone = "stage", controller = me }, "prowess", 3, "game")
act.forbid("block", { lasts = "game" })
act.open("attempt", { by = me, stories = { first } })
agenda.next("win_check", {})
ask.card { by = me, zone = "hand", owner = me, why = "x", needs = { { ["if"] = { amount = "it.cost", is = ">= 0" }, because = "x" } } }
note("end " .. count { zone = "deck", owner = me })
"#;

#[test]
fn each_form_of_a_call_does_the_same() {
    let notes = same(FORMS);
    assert!(notes.last().is_some_and(|last| last.starts_with("end ")), "{notes:?}");
}

#[test]
fn what_is_wrong_is_told_in_the_same_words_at_the_same_line() {
    for script in [
        "local n = 1.5\nnote('a')\nact.draw(me, count {\n  zone = 'hand', owner = n })",
        "local n = 1.5\ncards { zone = 'hand', slot = n }",
        "local t = {}\nt[1] = t\ncards { zone = t }",
        "local t = { 1, nil, 3 }\ncards { zone = 'hand', slot = t }",
        "cards { zone = 'hand', name = note }",
        "local s = 'ha' .. 'nt'\ncards { zone = s }",
        "local s = 'ha' .. 'nt'\nact.open('attempt', { by = s })",
        "local n = 'x'\nask.number { min = n, max = 3 }",
        "local f = function() end\nask.option { options = { 'a' }, why = f }",
        "local x\nact.move(cards { zone = 'hand', owner = me }, 'deck', { position = x, status = 3 .. '' })",
        "local x = cards { zone = 'stage', name = 'Sparks Fly' }[1]\nnote(x.name)",
        "cards { zone = 'stage', name = 'Sparks Fly' }[1].name = 3",
        "table.sort({ 1, 2 }, function(a, b) return ask.yes { why = 'x', by = me } end)",
        "act.together(function() ask.yes { why = 'x', by = me } end)",
        "local big = {}\nfor i = 1, 17000 do big[i] = i end\ncards { zone = 'hand', slot = big }",
        "local deep = {}\nfor i = 1, 20 do deep = { deep } end\ncards { zone = 'hand', slot = deep }",
    ] {
        same(script);
    }
}

#[test]
fn fuel_runs_out_at_the_same_call() {
    let script = "for i = 1, 1000 do local n = count { zone = 'hand', owner = me, type = { 'event', 'story' } } end";
    let all = used(script, limits(true)).2;
    assert!(all > 1_000, "{all}");
    let mut failed = 0;
    for fuel in (1..40).map(|n| n * all / 36 + n) {
        let [with, without] = [true, false].map(|lowering| used(script, Limits { fuel, ..limits(lowering) }));
        assert_eq!(with, without, "{fuel}");
        failed += with.3.len();
    }
    assert!(failed > 20, "{failed}");
}
