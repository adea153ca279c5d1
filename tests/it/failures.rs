//! Failures: a script that fails in any way leaves the game as it was before it ran, and the game goes on or ends as
//! told.

use crate::support::probe::{self, PROBE, SCRIPT_LINE};
use crate::support::{self, Bots, asked, ends, engine, engine_of, engine_with, files, number, pairs, play, start};
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::model::state::State;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::value::{AbilityId, DefId, RecId, Status, UseId, Zone};
use intermezzo::kernel::{Answer, Card, Choice, Decision, Kind, Outcome, Seat, Value};
use intermezzo::script::FailureKind;
use intermezzo::script::sandbox::Limits;
use intermezzo::table::{Entry, Game, OnFault, Table};

/// Fails on its last line, after it changed whatever a script can change and asked two players.
const LATE: &str = r#"
act.draw(me, 2)
local n = ask.number{ min = 1, max = 3, why = "so many" }
act.draw(opponent, n)
act.status(cards{ zone = "extra", owner = opponent }, "resting")
act.move(cards{ zone = "hand", owner = me, first = 1 }, "deck", { position = "top" })
act.modify({ zone = "stage", controller = me }, "prowess", 3, "game")
act.modify(me, "max_cast", 2, "game")
act.forbid("block", { lasts = "game" })
act.settle(this, "hand")
act.cancel(this)
act.open("attempt", { by = me, stories = cards{ zone = "story", owner = me, first = 1 } })
act.put("attempt.contested", cards{ zone = "story", owner = opponent, first = 1 })
act.complete(cards{ zone = "story", owner = me })
agenda.next("win_check")
agenda.after("win_check")
agenda.window("recovery")
if ask.yes{ by = opponent, why = "go on" } then note("she goes on") end
act.shuffle(me, "deck")
act.reveal(cards{ zone = "hand", owner = me })
act.look(opponent, cards{ zone = "deck", owner = me, first = 1 })
act.set(me, "finished", roll.number(1, 1000))
act.first(opponent)
error("too late")"#;

/// A script that fails at once, on the line where the other one fails.
fn early() -> String {
    format!("{}error(\"too late\")", "\n".repeat(LATE.lines().count() - 1))
}

fn engine_for(script: &str) -> Game {
    engine_with(&[(PROBE, &probe::event(script))])
}

/// The table of a script that fails when the probe is used.
fn failing(script: &str) -> Table {
    let mut table = probe::table(&engine_for(script), 5);
    probe::use_it(&mut table);
    table
}

fn message(table: &Table) -> String {
    table.fault_errors().last().expect("a failure").error.message.clone()
}

#[test]
fn a_late_failure_undoes_all_of_its_script() {
    let engine = engine_for(LATE);
    let mut table = probe::table(&engine, 5);
    let (before, lines) = (table.world().state().clone(), table.world().log.lines.len());
    let answers = probe::use_it(&mut table);
    assert!(answers.len() >= 2, "the script asked: {answers:?}");
    assert_eq!(table.faults(), 1);
    let line = SCRIPT_LINE + LATE.lines().count() as u32 - 1;
    assert_eq!(probe::failed(&table), [(PROBE.to_string(), line, "too late".to_string())]);
    let fault = &table.fault_errors()[0];
    assert_eq!((fault.what.as_str(), fault.error.file.as_str(), fault.error.line), ("Probe/1", PROBE, line));
    assert!(probe::notes(&table).is_empty(), "the undone part of the log is gone");
    // Changes by the use itself stay: the card is in the discard pile, and nothing else has moved.
    let mut expected = before.clone();
    let discard = table.world().rules.schema.zone_kind("discard").expect("a zone");
    let me = Seat(asked(&table).seat.0 ^ 1);
    let (hand, pile) = (probe_zone(&table, "hand", me), table.world().rules.schema.zone(discard, me));
    let card = *table.world().state().zone(pile).last().expect("the probe");
    expected.zones.remove(Zone(hand as u16), card);
    expected.zones.insert(pile, expected.zone(pile).len(), card);
    let state = &table.world().state();
    assert_eq!(state.zones, expected.zones);
    assert_eq!(
        (&state.counters, &state.modifiers, &state.permissions),
        (&before.counters, &before.modifiers, &before.permissions)
    );
    assert_eq!((state.records.len(), state.agenda.len(), state.uses.len()), (0, 0, 0));
    assert_eq!((state.active, state.first), (before.active, before.first));
    let known = |s: &State| s.cards.iter().map(|c| (c.known, c.statuses)).collect::<Vec<_>>();
    assert_eq!(
        known(state).iter().filter(|k| **k != known(&before)[0]).count(),
        known(&before).iter().filter(|k| **k != known(&before)[0]).count()
    );
    // Used, failed, closed windows and a card that was put away: nothing of what the script did.
    let text: Vec<Line> = table.world().log.lines.iter().skip(lines).map(|l| l.line).collect();
    assert!(!text.iter().any(|l| matches!(l, Line::Chose { .. })), "{text:?}");
}

fn probe_zone(table: &Table, name: &str, seat: Seat) -> usize {
    let schema = &table.world().rules.schema;
    schema.zone(schema.zone_kind(name).expect("a zone"), seat).index()
}

#[test]
fn nothing_depends_on_where_a_script_failed() {
    let (mut late, mut early) = (failing(LATE), failing(&early()));
    // The readers of the reason differ: cards shown by the late script are hidden again.
    let lines = |table: &Table| {
        let mut lines: Vec<_> = table.world().log.lines.iter().collect();
        lines.iter_mut().for_each(|line| {
            if let Line::Failed { seen_by, .. } = &mut line.line {
                *seen_by = 0;
            }
        });
        lines
    };
    assert!(lines(&late) == lines(&early), "the logs differ");
    assert_eq!(ends(&late), ends(&early));
    for table in [&mut late, &mut early] {
        probe::idle_until(table, |_, _| false);
    }
    assert_eq!(ends(&late), ends(&early), "later, too");
    // Only the log knows the line.
    let mut other = failing("error('elsewhere')");
    let mut states = [failing(LATE), failing(LATE)].map(|t| t.world().state().clone());
    states[1] = other.world().state().clone();
    states.iter_mut().for_each(|s| s.log_hash = 0);
    assert_eq!(states[0].hash(), states[1].hash());
    probe::idle_until(&mut other, |_, _| false);
    let rest = |t: &Table| (t.outcome(), t.world().state().zones.clone(), t.world().log.lines.len());
    assert_eq!(rest(&other), rest(&late));
}

#[test]
fn costs_stay_paid_and_the_use_counts() {
    let text = probe::paid_event("{ purple: 1 }", "act.draw(me, 1)\nerror('no')");
    let mut table = probe::table(&engine_with(&[(PROBE, &text)]), 5);
    probe::idle_turn(&mut table);
    let me = table.world().state().active;
    let resting = |t: &Table| {
        let extras = &t.world().state().zones[probe_zone(t, "extra", me)];
        extras.iter().filter(|c| t.world().state().card(**c).statuses[0] != 0).count()
    };
    let hand = table.world().state().zones[probe_zone(&table, "hand", me)].len();
    assert_eq!(resting(&table), 0);
    probe::use_it(&mut table);
    assert_eq!((table.faults(), resting(&table)), (1, 1));
    assert_eq!(table.world().state().zones[probe_zone(&table, "hand", me)].len(), hand - 1);
    assert_eq!(table.world().state().zones[probe_zone(&table, "discard", me)].len(), 1);
    let used = table.world().rules.tallies.iter().position(|t| &**table.world().rules.name(t.name) == "events_used");
    let used = used.expect("a tally") + me.index() * table.world().rules.tallies.len();
    assert_eq!(table.world().state().tallies[used], 1);
}

#[test]
fn a_script_that_runs_too_long_is_cut_off() {
    let table = failing("act.draw(me, 1)\nwhile true do end");
    assert_eq!(table.fault_errors()[0].error.kind, FailureKind::Fuel);
    assert_eq!(probe::failed(&table)[0].1, SCRIPT_LINE + 1);
    assert_eq!(ends(&table), ends(&failing("\nerror('x')")));
    // The rest of the fuel is kept while it waits: a question gives no new fuel.
    let burn = |n: u32| format!("for i = 1, {n} do end\nask.yes{{ why = 'on' }}\nfor i = 1, {n} do end");
    assert_eq!(failing(&burn(150_000)).faults(), 1);
    assert_eq!(failing(&burn(80_000)).faults(), 0);
    // An endless loop that asks is one, too.
    let table = failing("while true do for i = 1, 20000 do end ask.yes{ why = 'on' } end");
    assert_eq!(table.fault_errors()[0].error.kind, FailureKind::Fuel);
}

/// A story of both decks with these abilities; it triggers and replaces from where it lies.
fn story(abilities: &str) -> Game {
    let text = format!(
        "name: Vesna's First Song\ntype: story\nmodifier: 2\ncost: 2\nconditions: {{ count: 1 }}\nabilities:\n{abilities}"
    );
    engine_with(&[
        ("cards/cardland/ember_street/vesnas_first_song.yaml", &text),
        (PROBE, &probe::event("act.draw(me, 1)")),
    ])
}

#[test]
fn a_failing_trigger_is_dropped_and_its_event_stands() {
    let engine = story(
        "  - after: draw\n    match: { player: me }\n    script: |\n      act.draw(opponent, 1)\n      error('no')\n",
    );
    let mut table = probe::table(&engine, 5);
    assert!(table.faults() > 0);
    let me = asked(&table).seat;
    let hands = |t: &Table| [me, Seat(me.0 ^ 1)].map(|s| t.world().state().zones[probe_zone(t, "hand", s)].len());
    let before = hands(&table);
    probe::use_it(&mut table);
    assert_eq!(hands(&table), before, "one card was used, one was drawn, and no trigger drew any");
    // A trigger that goes on failing is disabled like any other ability.
    probe::idle_until(&mut table, |_, _| false);
    assert_eq!(table.outcome(), Some(Outcome::Draw), "{:?}", probe::notes(&table));
    assert_eq!(table.faults(), 3, "one definition, one ability, three failures");
}

#[test]
fn an_event_whose_replacement_fails_happens_after_all() {
    let engine = story(
        "  - instead: draw\n    match: { player: me }\n    script: |\n      act.set(opponent, \"finished\", 3)\n      error('no')\n",
    );
    let mut table = probe::table(&engine, 5);
    let me = asked(&table).seat;
    let hands = |t: &Table| [me, Seat(me.0 ^ 1)].map(|s| t.world().state().zones[probe_zone(t, "hand", s)].len());
    // Six at the start, one a turn, and one went to the extras each turn.
    assert_eq!(hands(&table), [6, 6], "{:?}", probe::failed(&table));
    probe::use_it(&mut table);
    assert_eq!(hands(&table), [6, 6]);
}

#[test]
fn a_step_of_the_flow_that_fails_ends_the_game() {
    let flow = files(&[]).texts["scripts/cardland/flow.lua"]
        .replace("step(\"win_check\", function()", "step(\"win_check\", function() error('no')");
    let mut table = start(&engine_with(&[("scripts/cardland/flow.lua", &flow)]), (0, 1), 3);
    play(&mut table, &mut Bots::new(3));
    assert_eq!((table.outcome(), table.faults()), (Some(Outcome::Aborted), 1));
    assert_eq!(table.world().state().level_numbers.last(), Some(&1), "in the first turn");
    let line = flow.lines().position(|l| l.contains("error('no')")).expect("there") as u32 + 1;
    assert_eq!(probe::failed(&table), [("scripts/cardland/flow.lua".to_string(), line, "no".to_string())]);
    assert!(probe::notes(&table).iter().any(|n| n.contains("win_check")), "{:?}", probe::notes(&table));
}

#[test]
fn three_failures_disable_an_ability() {
    let mut table = probe::table(&engine_for("error('no')"), 5);
    for n in 1..=3 {
        probe::use_it(&mut table);
        assert_eq!(table.faults(), n);
    }
    assert!(probe::offered(&table).is_none());
    let seat = asked(&table).seat;
    let rules = &table.world().rules;
    let def = rules.def_by_id("probe").expect("there");
    let hand = &table.world().state().zones[probe_zone(&table, "hand", seat)];
    let card = hand.iter().copied().find(|c| table.world().state().card(*c).def == def);
    let choice = Choice { ability: rules.defs[def.index()].abilities[0], card };
    let refused = table.submit(seat, Answer::Act(choice)).expect_err("it is disabled").to_string();
    assert!(refused.contains("failed three times"), "{refused}");
    // For the rest of the game.
    probe::idle_until(&mut table, |t, d| {
        assert!(!probe::in_main(t, d) || probe::offered(t).is_none());
        false
    });
    assert_eq!((table.faults(), table.outcome()), (3, Some(Outcome::Draw)));
}

#[test]
fn however_many_abilities_fail_the_game_goes_on() {
    let one = "  - after: draw\n    match: { player: me }\n    script: error('no')\n";
    let mut table = probe::table(&story(&one.repeat(20)), 5);
    probe::idle_until(&mut table, |_, _| false);
    assert_eq!((table.faults(), table.outcome()), (60, Some(Outcome::Draw)));
}

#[test]
fn a_step_that_an_effect_queued_fails_with_it_alone() {
    let mut table = probe::table(&engine_for("act.draw(me, 1)\nagenda.next('cut_decks')"), 5);
    probe::use_it(&mut table);
    let failed = probe::failed(&table);
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].0, "scripts/cardland/flow.lua");
    probe::idle_until(&mut table, |_, _| false);
    assert_eq!((table.faults(), table.outcome()), (1, Some(Outcome::Draw)));
}

/// Loops without an end: a replacement by scripts, one by data, a script that queues itself, triggers.
#[test]
fn rules_that_go_on_for_ever_end() {
    let opposite = "  - instead: draw\n    match: { player: me }\n";
    for (abilities, says, outcome) in [
        (format!("{opposite}    script: act.draw(opponent, 2)\n"), "", Outcome::Draw),
        (format!("{opposite}    do: [{{ draw: {{ player: opponent, n: 1 }} }}]\n"), "", Outcome::Draw),
        ("  - after: draw\n    match: { player: me }\n    script: act.draw(me, 1)\n".into(), "", Outcome::Draw),
        ("  - after: draw\n    match: { player: me }\n    script: act.status(self, 'complete')\n  - after: status_changed\n    match: { card: self }\n    script: act.status(self, event.to == 'complete' and 'incomplete' or 'complete')\n".into(), "500 triggers without a decision: Vesna's First Song", Outcome::Draw),
    ] {
        let engine = story(&abilities);
        let mut table = start(&engine, (1, 1), 5);
        probe::idle_until(&mut table, |_, _| false);
        let said = |text: &str| text.contains(says);
        assert!(probe::notes(&table).iter().any(|n| said(n)) || says.is_empty() || said(&message(&table)), "{abilities}");
        assert_eq!(table.outcome(), Some(outcome), "{abilities}");
        table.world().game().conserved().expect("no card is lost");
    }
}

/// An event that brings about itself, alone or doubled, is none that a game could apply. A card that does it is left
/// out; if the game's own flow does it, the game cannot go on.
#[test]
fn an_event_that_brings_about_itself_ends_the_game() {
    let path = "cards/cardland/game.yaml";
    let flow = "- { phase: end, do: [win_check] }";
    for parts in ["{ echo: { card: card } }", "{ echo: { card: card } }, { echo: { card: card } }"] {
        let part = parts.replace("card: card", "card: event.card");
        let event = format!("\nevents:\n  echo: {{ fields: {{ card: card }}, does: [{part}] }}\n");
        let manifest = files(&[]).texts[path].replace("\nevents:\n", &event);
        assert!(manifest.contains(flow));
        let told = |table: &Table| {
            let says = "more than 10,000 events at once: `echo` brings about itself";
            assert!(probe::notes(table).iter().any(|note| note == says), "{:?}", probe::notes(table));
        };
        let engine = engine_with(&[(path, &manifest), (PROBE, &probe::event("act.echo(self) act.draw(me, 1)"))]);
        let mut table = probe::table(&engine, 5);
        probe::use_it(&mut table);
        assert_eq!(table.outcome(), None, "{parts}");
        told(&table);
        let own = "- { phase: end, do: [{ echo: { card: { zone: deck, first: 1 } } }, win_check] }";
        let mut table = start(&engine_with(&[(path, &manifest.replace(flow, own))]), (0, 1), 5);
        probe::idle_until(&mut table, |_, _| false);
        assert_eq!(table.outcome(), Some(Outcome::Aborted), "{parts}");
        told(&table);
    }
}

#[test]
fn chance_after_a_failure_never_repeats() {
    let mut table = probe::table(&engine_for("error('rolled ' .. roll.number(1, 1000000000))"), 5);
    let mut rolled = Vec::new();
    for n in 1..=3 {
        probe::use_it(&mut table);
        assert_eq!(table.world().state().chance.epoch, n);
        rolled.push(message(&table));
    }
    let all = rolled.clone();
    rolled.dedup();
    assert_eq!(rolled.len(), 3, "{all:?}");
    // And not the result that the same moment gives without a failure.
    let mut table = probe::table(&engine_for("note('rolled ' .. roll.number(1, 1000000000))"), 5);
    probe::use_it(&mut table);
    assert_eq!(probe::notes(&table), [all[0].clone()]);
    probe::use_it(&mut table);
    assert!(!all.contains(&probe::notes(&table)[1]), "{all:?} {:?}", probe::notes(&table));
}

#[test]
fn forks_and_records_fail_alike() {
    let text = probe::event(
        "act.draw(me, 1)\nask.yes{ why = 'on' }\nif roll.number(1, 2) == 1 then error('no') end\nask.yes{ why = 'on' }\nact.draw(me, 1)",
    );
    let replacement = "  - instead: draw\n    match: { player: me }\n    script: |\n      if ask.yes{ why = 'fail' } then error('no') end\n      act.move(cards{ zone = 'deck', owner = me, first = 1 }, 'hand')\n";
    let story = format!(
        "name: Vesna's First Song\ntype: story\nmodifier: 2\ncost: 2\nconditions: {{ count: 1 }}\nabilities:\n{replacement}"
    );
    let engine = engine_with(&[("cards/cardland/ember_street/vesnas_first_song.yaml", &story), (PROBE, &text)]);
    for seed in 0..3 {
        let mut table = probe::table(&engine, seed);
        let (mut copies, mut steps, mut bots) = (Vec::new(), Vec::new(), Bots::new(seed));
        while let Some(step) = {
            if !table.is_over() && copies.len() < 60 {
                let copy = table.fork();
                assert_eq!(copy.faults(), table.faults(), "a failure is counted once");
                assert_eq!(copy.decisions(), table.decisions());
                copies.push((steps.len(), copy));
            }
            support::answer_one(&mut table, &mut bots)
        } {
            steps.push(step);
        }
        assert!(table.faults() >= 3, "{}", table.faults());
        for (at, mut copy) in copies {
            steps[at..].iter().for_each(|s| support::submit(&mut copy, s));
            assert_eq!((ends(&copy), copy.faults()), (ends(&table), table.faults()), "seed {seed}, at {at}");
        }
        let replayed = table.record().replay().expect("replays");
        assert_eq!(ends(&replayed), ends(&table));
    }
}

// ---- a table that stops ----

#[test]
fn a_table_may_stop_at_a_failure() {
    let engine = engine_for(LATE);
    let mut table = probe::table(&engine, 5);
    table.on_fault(OnFault::Stop);
    probe::use_it(&mut table);
    let fault = table.fault().expect("it stops").clone();
    assert_eq!((fault.what.as_str(), fault.error.message.as_str()), ("Probe/1", "too late"));
    assert!(table.decisions().is_empty() && !table.is_over());
    let (hash, entries) = (table.world().state().hash(), table.record().entries().len());
    for seat in [Seat(0), Seat(1)] {
        let refused = table.submit(seat, Answer::Pass).expect_err("it waits for its author");
        assert!(refused.to_string().contains("Probe"), "{refused}");
    }
    assert_eq!((table.world().state().hash(), table.record().entries().len()), (hash, entries));
    table.let_fizzle();
    assert_eq!(ends(&table), ends(&failing(LATE)), "it fizzles like one at a table that does not stop");
    assert_eq!(table.record().entries().last(), Some(&Entry::Continue));
    assert!(table.fault().is_none());
    play_on(&mut table, &mut Bots::new(1));
    let replayed = table.record().replay().expect("replays");
    assert_eq!(ends(&replayed), ends(&table));
}

/// Plays to the end, and lets every failure fizzle that the table stops at.
fn play_on(table: &mut Table, bots: &mut Bots) {
    while !table.is_over() {
        table.let_fizzle();
        support::answer_one(table, bots);
    }
}

#[test]
fn a_step_of_the_flow_that_failed_is_left_out_where_somebody_says_so() {
    let path = "scripts/cardland/flow.lua";
    let whole = files(&[]).texts[path].to_string();
    let begin = "step(\"cut_decks\", function(args)\n";
    let broken = whole.replace(begin, &format!("{begin}  error(\"no knife\")\n"));
    assert_ne!(broken, whole);
    let engine = engine_with(&[(path, &broken)]);
    // Unasked the game ends: nobody knows what it would be without a part of its flow.
    let mut table = start(&engine, (0, 1), 5);
    play(&mut table, &mut Bots::new(5));
    assert_eq!(table.outcome(), Some(Outcome::Aborted));
    let (mut table, mut bots) = (start(&engine, (0, 1), 5), Bots::new(5));
    table.on_fault(OnFault::Stop);
    while table.fault().is_none() {
        support::answer_one(&mut table, &mut bots);
    }
    table.let_fizzle();
    assert!(!table.is_over() && !table.decisions().is_empty(), "it goes on");
    play_on(&mut table, &mut bots);
    assert_ne!(table.outcome(), Some(Outcome::Aborted));
    assert!(table.record().entries().contains(&Entry::Continue));
    let replayed = table.record().replay().expect("replays");
    assert_eq!(ends(&replayed), ends(&table));
    // So does what is left of it when the last answer is taken back.
    assert!(table.undo());
    assert!(table.record().entries().contains(&Entry::Continue) && !table.is_over());
}

#[test]
fn a_failure_is_undone_with_the_answer_that_led_to_it() {
    let mut table = probe::table(&engine_for("if ask.yes{ why = 'fail' } then error('no') end"), 5);
    table.on_fault(OnFault::Stop);
    probe::begin(&mut table);
    let (decision, hash) = (asked(&table), table.log_hash());
    table.submit(decision.seat, Answer::Values(vec![Value::Bool(true)])).expect("legal");
    assert!(table.fault().is_some());
    assert!(table.undo());
    assert!(table.fault().is_none());
    assert_eq!((asked(&table), table.log_hash(), table.faults()), (decision.clone(), hash, 0));
    table.submit(decision.seat, Answer::Values(vec![Value::Bool(false)])).expect("legal");
    assert_eq!(table.faults(), 0);
    play_on(&mut table, &mut Bots::new(1));
    let replayed = table.record().replay().expect("replays");
    assert_eq!(ends(&replayed), ends(&table));
}

// ---- the clock and the memory ----

#[test]
fn the_clock_and_the_memory_limit_end_the_game() {
    let hungry = format!("local t = {{}}\nfor i = 1, 100000 do t[i] = {{ {} }} end", "{}, ".repeat(20));
    // Fuel stops both long before.
    let free = Limits { fuel: i64::MAX / 2, decision_fuel: i64::MAX / 2, wall_ms: 60_000, ..Limits::default() };
    let slow = Limits { wall_ms: 30, ..free.clone() };
    for (script, limits) in [("while true do end", slow), (&hungry, free)] {
        let files = files(&[(PROBE, &probe::event(script))]);
        let engine = engine_of(&files, limits.clone());
        let mut table = probe::table(&engine, 5);
        probe::use_it(&mut table);
        assert_eq!((table.outcome(), table.is_over(), table.faults()), (Some(Outcome::Aborted), true, 1));
        let error = &table.fault_errors()[0].error;
        assert_eq!((error.kind, error.file.as_str()), (FailureKind::Abort, PROBE), "{error}");
        assert!(error.line >= SCRIPT_LINE, "{error}");
        let reason = match table.record().entries().last() {
            Some(Entry::Abort { reason }) => reason.clone(),
            other => panic!("the record ends with {other:?}"),
        };
        assert!(reason.contains("Probe"), "{reason}");
        assert!(probe::notes(&table).contains(&reason));
        assert!(table.decisions().is_empty() && table.submit(Seat(0), Answer::Pass).is_err());
        // Others of the same catalog play on, on a VM of their own.
        let fresh = engine_of(&files, limits);
        let mut other = probe::table(&fresh, 5);
        probe::idle_until(&mut other, |_, _| false);
        assert_eq!((other.outcome(), other.faults()), (Some(Outcome::Draw), 0));
        // The record says how it ended, too.
        let replayed = table.record().replay().expect("replays");
        assert_eq!((replayed.outcome(), replayed.is_over()), (Some(Outcome::Aborted), true));
        assert_eq!((replayed.log_hash(), replayed.answers()), (table.log_hash(), table.answers()));
        assert_eq!(replayed.record().to_json(), table.record().to_json());
    }
}

/// How far a script came before the clock cut it off is another thing on another machine.
#[test]
fn what_was_cut_off_leaves_nothing_behind() {
    let script = "note('before')\nact.draw(me, 1)\nif ask.yes{ why = 'on' } then note('on') while true do end end";
    let limits = Limits { wall_ms: 30, fuel: i64::MAX / 2, decision_fuel: i64::MAX / 2, ..Limits::default() };
    let engine = engine_of(&files(&[(PROBE, &probe::event(script))]), limits);
    let mut table = probe::table(&engine, 5);
    probe::begin(&mut table);
    let (seat, before) = (asked(&table).seat, table.answers());
    table.submit(seat, Answer::Values(vec![Value::Bool(true)])).expect("legal");
    assert_eq!(table.outcome(), Some(Outcome::Aborted));
    assert_eq!((table.answers(), table.faults(), table.fault_errors().len()), (before + 1, 1, 1));
    let notes = probe::notes(&table);
    assert!(notes.iter().any(|n| n == "before") && !notes.iter().any(|n| n == "on"), "{notes:?}");
    let replayed = table.record().replay().expect("replays");
    assert_eq!((ends(&replayed), replayed.log_hash()), (ends(&table), table.log_hash()));
    assert_eq!(replayed.record().to_text(), table.record().to_text());
    // It can be taken back like any other answer.
    assert!(table.undo());
    assert!(!table.is_over() && asked(&table).seat == seat);
}

// ---- refusals ----

/// Numbers for answers that should be refused, from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        // Xorshift: the quality hardly matters here.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// Any value, mostly a card.
    fn value(&mut self, table: &Table) -> Value {
        let state = &table.world().state();
        match self.below(20) {
            // A broken client may send ids that do not exist.
            13 => Value::Card(Card(self.below(65_536) as u16)),
            14 => Value::Word(Sym(self.below(1 << 20) as u32)),
            15 => Value::Def(DefId(self.below(65_536) as u16)),
            16 => Value::Zone(Zone(self.below(65_536) as u16)),
            17 => Value::Status(Status(self.below(256) as u8)),
            18 => Value::Use(UseId(self.below(100) as u32)),
            19 => Value::Record(RecId(self.below(100) as u32)),
            0 => Value::Nil,
            1 => Value::Int(self.below(2000) as i64 - 1000),
            2 => Value::Bool(self.below(2) == 0),
            3 => Value::Seat(Seat(self.below(4) as u8)),
            4 => Value::Word(Sym(self.below(40) as u32)),
            5 => Value::from(vec![self.value(table)]),
            6 => Value::Text("first".into()),
            _ => Value::Card(Card(self.below(state.cards.len()) as u16)),
        }
    }

    /// An answer near the legal ones: too many, too few, twice, none of the options, of another kind.
    fn answer(&mut self, table: &Table, decision: &Decision) -> Answer {
        let abilities = table.world().rules.abilities.len();
        let options: Vec<Value> = match &decision.kind {
            Kind::Pick { options, .. } | Kind::Order(options) => options.clone(),
            _ => Vec::new(),
        };
        match self.below(6) {
            0 => Answer::Pass,
            1 => {
                let ability = AbilityId::of(self.below(abilities + 20));
                let card = self.value(table).card().filter(|_| self.below(4) > 0);
                Answer::Act(Choice { ability, card })
            }
            2 => Answer::Values(Vec::new()),
            3 => {
                let n = self.below(4);
                Answer::Values((0..n).map(|_| self.value(table)).collect())
            }
            _ => {
                let n = self.below(options.len() + 2);
                let mut values: Vec<Value> =
                    (0..n).filter_map(|_| options.get(self.below(options.len())).cloned()).collect();
                if self.below(4) == 0 {
                    values.push(self.value(table));
                }
                Answer::Values(values)
            }
        }
    }
}

#[test]
fn a_refused_answer_changes_nothing() {
    let engine = engine();
    let (mut refused, mut legal) = (0, 0);
    for i in 0..number("INTERMEZZO_REFUSALS", 3) {
        let pair = pairs(&engine)[(i as usize * 7 + 2) % 16];
        let mut table = start(&engine, pair, i);
        let (mut bots, mut dice) = (Bots::new(i), Dice(i + 77));
        while !table.is_over() {
            let (hash, log, entries) = (table.world().state().hash(), table.log_hash(), table.record().entries().len());
            let asked: Vec<Decision> = table.decisions().to_vec();
            for _ in 0..12 {
                let decision = asked[dice.below(asked.len())].clone();
                let answer = dice.answer(&table, &decision);
                let seat = if dice.below(4) == 0 { Seat(dice.below(4) as u8) } else { decision.seat };
                let is_asked = asked.iter().find(|d| d.seat == seat);
                if is_asked.is_some_and(|d| table.world().game().check(d, &answer).is_ok()) {
                    legal += 1;
                    continue;
                }
                let error = table.submit(seat, answer.clone()).expect_err("not legal");
                assert!(error.is_refused() && !error.to_string().is_empty(), "{answer:?}: {error}");
                refused += 1;
            }
            assert_eq!(
                (table.world().state().hash(), table.log_hash(), table.record().entries().len()),
                (hash, log, entries)
            );
            assert_eq!(table.decisions(), asked);
            support::answer_one(&mut table, &mut bots);
        }
        // Scripts that asked wrongly many times ended as if they had not been.
        let mut alone = start(&engine, pair, i);
        play(&mut alone, &mut Bots::new(i));
        assert_eq!(ends(&alone), ends(&table));
        let seat = Seat(0);
        assert!(table.submit(seat, Answer::Pass).expect_err("over").to_string().contains("over"));
    }
    println!("{refused} answers were refused, {legal} others were legal");
    assert!(refused > 1000);
}
