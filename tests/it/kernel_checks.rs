//! Kernel, checks: each test is a rule of when state-based checks run, and in which order.

use crate::support::pit::{Pit, trace};

/// A consequence of a check that appends a digit to `trace`.
fn traced(digit: u8) -> String {
    format!("{{ change: {{ object: game, name: trace, by: \"game.trace * 9 + {digit}\" }} }}")
}

#[test]
fn checks_run_in_their_order_and_begin_again_after_each_that_found_something() {
    let take = "{ change: { object: it, name: mana, by: -1 } }";
    let turn = "{ change: { object: it, name: votes, by: -1 } }, { change: { object: it, name: mana, by: 1 } }";
    Pit::new()
        .check(&format!("id: rich, match: {{ player: {{ mana: \">= 1\" }} }}, do: [{take}, {}]", traced(1)))
        .check(&format!("id: voted, match: {{ player: {{ votes: \">= 1\" }} }}, do: [{turn}, {}]", traced(2)))
        .spell("gift", "act.together(function() act.change(me, 'mana', 1) act.change(me, 'votes', 1) end)")
        .holds("amy: { hand: [gift] }", "steps: [{ amy: use gift }]\nexpect: [{ game.trace: 121 }, { amy.mana: 0 }]");
}

#[test]
fn a_check_waits_for_its_level() {
    // The debt is paid by a trigger: after the step, before the use has ended.
    let payer = "{ after: changed, match: { object: me, by: \"< 0\" }, script: \"act.change(me, 'mana', 1)\" }";
    for (run, found) in [("batch", 1), ("step", 1), ("use", 0), ("whole_use", 0), ("window", 0)] {
        let does = "{ change: { object: it, name: votes, by: 1 } }, { change: { object: it, name: mana, by: 1 } }";
        Pit::new()
            .creature("payer", payer)
            .check(&format!("id: debt, run: {run}, match: {{ player: {{ mana: \"< 0\" }} }}, do: [{does}]"))
            .spell("spend", "act.change(me, 'mana', -1)")
            .holds(
                "amy: { hand: [spend], field: [payer] }",
                &format!("steps: [{{ amy: use spend }}]\nexpect: [{{ amy.votes: {found} }}, {{ amy.mana: {found} }}]"),
            );
    }
}

#[test]
fn a_check_also_runs_at_the_levels_behind_its_own() {
    // A position that was stated: no batch, no step and no use has ended when the first window is to ask.
    let does = "{ change: { object: it, name: votes, by: 1 } }, { change: { object: it, name: mana, by: 1 } }";
    for run in ["batch", "step", "use", "whole_use", "window"] {
        Pit::new()
            .check(&format!("id: debt, run: {run}, match: {{ player: {{ mana: \"< 0\" }} }}, do: [{does}]"))
            .holds("beth: { mana: -1 }", "expect: [{ beth.votes: 1 }, { beth.mana: 0 }]");
    }
}

#[test]
fn a_check_of_batches_sees_what_a_script_would_have_undone() {
    for (run, lost) in [("batch", "{ winner: [beth, cleo] }"), ("step", "none")] {
        Pit::new()
            .check(&format!(
                "id: broke, run: {run}, match: {{ player: {{ mana: \"< 0\", lost: 0 }} }}, do: [{{ lose: it }}]"
            ))
            .spell("loan", "act.change(me, 'mana', -1)\nact.change(me, 'mana', 1)")
            .holds(
                "amy: { hand: [loan] }, beth: { hand: [imp] }",
                &match run {
                    "batch" => "steps: [{ amy: use loan }]\nexpect: [{ amy.lost: 1 }, { amy.mana: 0 }]".to_string(),
                    _ => format!("steps: [{{ amy: use loan }}]\nexpect: [{{ result: {lost} }}, {{ amy.lost: 0 }}]"),
                },
            );
    }
}

#[test]
fn checks_come_before_triggers() {
    let scribe = format!("{{ after: hit, script: \"{}\" }}", trace(2));
    let take = "{ change: { object: it, name: mana, by: -1 } }";
    Pit::new()
        .creature("scribe", &scribe)
        .check(&format!("id: rich, run: step, match: {{ player: {{ mana: \">= 1\" }} }}, do: [{take}, {}]", traced(1)))
        .spell("stone", "act.hit(me, 1)\nact.change(me, 'mana', 1)")
        .holds("amy: { hand: [stone], field: [scribe] }", "steps: [{ amy: use stone }]\nexpect: [{ game.trace: 12 }]");
}

#[test]
fn objects_are_dealt_with_together_or_one_by_one_in_the_order_of_the_check() {
    // Of two that die at once each sees the other die; of two that die one by one the last one sees the first.
    let mourner = "{ after: moved, from: row, match: { card: { other: true }, from: row }, script: \"act.change(me, 'votes', 1)\" }";
    let row =
        "amy: { hand: [rot], row: [{ card: mourner, as: left, slot: 1 }, { card: mourner, as: right, slot: 2 }] }";
    let check = "id: dies, match: { zone: row, power: \"<= 0\" }, do: [{ move: { card: it, to: owner.discard } }]";
    for (more, discard, votes) in [
        ("order: [slot]", "left, right", 2),
        ("order: [slot_descending]", "right, left", 2),
        ("one_by_one: true, order: [slot]", "left, right", 1),
        ("one_by_one: true, order: [slot_descending]", "right, left", 1),
    ] {
        Pit::new()
            .creature("mourner", mourner)
            .check(&format!("{check}, {more}"))
            .spell("rot", "act.change(cards{ zone = 'row' }, 'power', -1)")
            .holds(
                row,
                &format!("steps: [{{ amy: use rot }}]\nexpect: [{{ zone: {{ amy.discard: [{discard}, rot] }} }}, {{ amy.votes: {votes} }}]"),
            );
    }
}

#[test]
fn the_end_of_the_game_drops_what_a_script_had_left_to_do() {
    Pit::new()
        .check("id: dies, match: { player: { hp: \"<= 0\", lost: 0 } }, do: [{ lose: it }]")
        .spell("storm", "act.hit({ players()[2], players()[3] }, 20)\nact.change(me, 'votes', 1)")
        .holds(
            "amy: { hand: [storm] }",
            "steps: [{ amy: use storm }]\nexpect: [{ result: { winner: amy } }, { amy.votes: 0 }]",
        );
}

#[test]
fn a_check_whose_event_is_forbidden_is_not_tried_again_and_holds_up_no_other() {
    Pit::new()
        .creature("rooted", "{ while: true, forbid: { verb: moved, card: self } }")
        .check("id: dies, match: { zone: field, power: \"<= 0\" }, do: [{ move: { card: it, to: owner.discard } }], one_by_one: true")
        .spell("rot", "act.change(cards{ zone = 'field' }, 'power', -1)")
        .holds(
            "amy: { hand: [rot], field: [rooted, imp] }",
            "steps: [{ amy: use rot }]\nexpect: [{ zone: { amy.field: [rooted], amy.discard: [imp, rot] } }, { asked: beth }]",
        );
}

#[test]
fn a_check_that_found_nothing_is_asked_again_when_what_a_path_leads_to_has_changed() {
    let spent =
        "{ change: { object: active, name: mana, by: -2 } }, { change: { object: active, name: votes, by: 1 } }";
    let rich = "if: { amount: game.active.mana, is: \">= 2\" }";
    Pit::new()
        .spell("try_it", "act.change(me, 'mana', 2)")
        .check(&format!("id: rich, {rich}, match: {{ zone: field }}, do: [{spent}]"))
        .holds(
            "amy: { hand: [try_it], field: [imp] }",
            "steps: [{ expect: [{ amy.votes: 0 }] }, { amy: use try_it }]\nexpect: [{ amy.votes: 1, amy.mana: 0 }]",
        );
}

#[test]
fn a_check_whose_event_lets_a_player_choose_asks_does_it_and_looks_again() {
    let asks = [
        "do: [{ choose: { number: \"1..2\" }, as: n, do: [{ change: { object: me, name: mana, by: 0 - n } }] }]",
        "script: \"local n = ask.number({ min = 1, max = 2 }) act.change(me, 'mana', -n)\"",
    ];
    for does in asks {
        Pit::new()
            .check("id: full, match: { player: { mana: \">= 3\" } }, do: [{ hit: { player: it, amount: 1 } }]")
            .says(&format!("rules: [{{ after: hit, match: {{ player: me }}, {does} }}]"))
            .spell("gift", "act.change(me, 'mana', 5)")
            .holds(
                "amy: { hand: [gift] }",
                "steps: [{ amy: use gift }, { amy: number 2 }, { expect: [{ amy.mana: 3 }, { amy.hp: 18 }] }, { amy: number 1 }]\n\
                 expect: [{ amy.mana: 2 }, { amy.hp: 18 }, { window: main }]",
            );
    }
}

#[test]
fn a_check_that_does_not_find_a_thing_does_not_forget_what_another_one_spared() {
    // Two checks doom creatures; only the first one finds this one, which pays a vote instead.
    let ghost = "{ instead: doom, match: { card: self }, do: [{ change: { object: me, name: votes, by: 1 } }] }";
    let (found, not) =
        ("match: { zone: field, type: creature, power: 1 }", "match: { zone: row, type: creature, power: \"<= 0\" }");
    let doom = "do: [{ doom: { card: it } }]";
    for (first, second) in [(found, not), (not, found)] {
        Pit::new()
            .creature("ghost", ghost)
            .spell("stone", "act.change(opponent, 'hp', -1)")
            .check(&format!("id: one, {first}, {doom}"))
            .check(&format!("id: two, {second}, {doom}"))
            .holds(
                "amy: { hand: [{ card: stone, as: a }, { card: stone, as: b }], field: [ghost] }",
                "steps: [{ amy: use a }, { pass: [beth, cleo] }, { amy: use b }]\nexpect: [{ amy.votes: 1 }, { ghost.zone: field }]",
            );
    }
}
