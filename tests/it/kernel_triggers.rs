//! Kernel, triggers: each test is a rule of when they act and in which order.

use crate::support::pit::{Pit, trace};

/// A creature that appends a digit when somebody is hit.
fn on_hit(digit: u8) -> String {
    format!("{{ after: hit, from: [field, row], script: \"{}\" }}", trace(digit))
}

/// A game with creatures `one`, `two` and `three`, which append their digits, and a spell that hits the next player.
fn pit() -> Pit {
    let pit = Pit::new().creature("one", &on_hit(1)).creature("two", &on_hit(2)).creature("three", &on_hit(3));
    pit.spell("stone", "act.hit(players()[2], 1)")
}

/// What `stone` leaves behind in `trace`.
#[track_caller]
fn traces(pit: &Pit, setup: &str, digits: u32) {
    pit.holds(
        setup,
        &format!("steps: [{{ amy: use stone }}]\nexpect: [{{ game.trace: {digits} }}, {{ asked: beth }}]"),
    );
}

#[test]
fn they_wait_until_the_script_has_ended() {
    let pit = Pit::new().creature("one", &on_hit(1)).spell("stone", &format!("act.hit(me, 1)\n{}", trace(2)));
    traces(&pit, "amy: { hand: [stone], field: [one] }", 21);
}

#[test]
fn those_of_the_active_player_come_first_then_in_turn_order() {
    let setup = "cleo: { field: [one] }, beth: { field: [two] }, amy: { hand: [stone], field: [three] }";
    traces(&pit(), setup, 321);
}

#[test]
fn of_one_player_the_lower_slot_comes_first() {
    let row = "row: [{ card: one, slot: 3 }, { card: two, slot: 1 }, { card: three, slot: 2 }]";
    traces(&pit(), &format!("amy: {{ hand: [stone], {row} }}"), 231);
}

#[test]
fn of_one_pile_the_card_that_lies_there_longer_comes_first() {
    traces(&pit(), "amy: { hand: [stone], field: [two, three, one] }", 231);
}

#[test]
fn what_a_trigger_sets_off_comes_before_those_that_wait() {
    let first = format!("{{ after: hit, script: \"{} act.change(me, 'mana', 1)\" }}", trace(1));
    let nested = format!("{{ after: changed, match: {{ object: me, name: mana }}, script: \"{}\" }}", trace(4));
    let pit = pit().creature("first", &first).creature("nested", &nested);
    traces(&pit, "amy: { hand: [stone], field: [first, two, nested] }", 142);
}

#[test]
fn one_that_was_left_has_not_been_used() {
    let maybe = format!("{{ after: hit, once: turn, optional: true, script: \"{}\" }}", trace(1));
    Pit::new().creature("maybe", &maybe).spell("stone", "act.hit(players()[2], 1)").holds(
        "amy: { hand: [stone, stone, stone], field: [maybe] }",
        "steps: [{ amy: use stone }, { amy: \"no\" }, { pass: [beth, cleo] }, { amy: use stone#2 }, { amy: \"yes\" }, \
         { pass: [beth, cleo] }, { amy: use stone#3 }]\nexpect: [{ game.trace: 1 }, { asked: beth }]",
    );
}

#[test]
fn one_without_a_target_has_no_effect_and_is_not_asked_about() {
    let hunter = format!(
        "{{ after: hit, targets: {{ prey: {{ zone: field, controller: opponent }} }}, script: \"{}\" }}",
        trace(1)
    );
    let pit = Pit::new().creature("hunter", &hunter).spell("stone", "act.hit(players()[2], 1)");
    traces(&pit, "amy: { hand: [stone], field: [hunter] }", 0);
    pit.holds(
        "amy: { hand: [stone], field: [hunter] }, beth: { field: [imp, imp] }",
        "steps: [{ amy: use stone }, { amy: choose imp }]\nexpect: [{ game.trace: 1 }]",
    );
}

#[test]
fn it_keeps_the_event_that_it_follows() {
    let scribe = "{ after: hit, script: \"act.change(me, 'votes', event.amount)\" }";
    let both = "act.hit(players()[2], 2)\nact.hit(players()[2], 3)";
    Pit::new()
        .creature("scribe", scribe)
        .spell("stone", both)
        .holds("amy: { hand: [stone], field: [scribe] }", "steps: [{ amy: use stone }]\nexpect: [{ amy.votes: 5 }]");
}

#[test]
fn those_that_set_each_other_off_are_stopped_at_500() {
    let echo = "{ after: changed, match: { object: me, name: mana }, script: \"act.change(me, 'mana', 1)\" }";
    Pit::new().creature("echo", echo).spell("call", "act.change(me, 'mana', 1)").holds(
        "amy: { hand: [call], field: [echo] }",
        "steps: [{ amy: use call }]\nexpect: [{ amy.mana: 501 }, { log: 500 triggers without a decision }, { asked: beth }]",
    );
}

/// A creature that appends 4 when Amy's mana changes.
fn on_mana() -> String {
    format!("{{ after: changed, match: {{ object: me, name: mana }}, script: \"{}\" }}", trace(4))
}

#[test]
fn they_wait_while_the_script_asks_and_until_it_has_ended() {
    let script = format!("act.hit(me, 1)\n{}\nask.yes{{ why = 'go on' }}\n{}", trace(2), trace(3));
    Pit::new().creature("one", &on_hit(1)).spell("stone", &script).holds(
        "amy: { hand: [stone], field: [one] }",
        "steps: [{ amy: use stone }, { expect: [{ game.trace: 2 }, { asked: amy }] }, { amy: \"yes\" }]\n\
         expect: [{ game.trace: 231 }, { asked: beth }]",
    );
}

#[test]
fn those_of_several_moments_of_a_script_wait_for_its_end_and_the_last_comes_first() {
    let script = format!("act.hit(me, 1)\nact.change(me, 'mana', 1)\n{}", trace(2));
    let pit = Pit::new().creature("one", &on_hit(1)).creature("nested", &on_mana()).spell("stone", &script);
    traces(&pit, "amy: { hand: [stone], field: [one, nested] }", 241);
}

#[test]
fn a_check_that_finds_something_inside_a_script_does_not_let_them_act_there() {
    let script = format!("act.hit(me, 1)\nact.change(me, 'mana', 1)\nact.draw(me, 1)\n{}", trace(2));
    let take = "{ change: { object: it, name: mana, by: -1 } }";
    let tell = "{ change: { object: game, name: trace, by: \"game.trace * 9 + 3\" } }";
    // Consequences of checks come before triggers; only checks of batches and draws run while the script waits.
    for (run, digits) in [("batch", 321), ("draw", 321), ("step", 231), ("use", 213)] {
        let pit = Pit::new()
            .creature("one", &on_hit(1))
            .spell("stone", &script)
            .check(&format!("id: rich, run: {run}, match: {{ player: {{ mana: \">= 1\" }} }}, do: [{take}, {tell}]"));
        traces(&pit, "amy: { hand: [stone], deck: [imp, imp], field: [one] }", digits);
    }
}

#[test]
fn a_script_in_place_of_an_event_is_over_before_the_script_goes_on_and_lets_none_act_that_wait_for_that() {
    // The replacement of the hit is a use of its own, and the game checks something when a use has ended.
    let wall = format!("{{ instead: hit, match: {{ player: me }}, script: \"{}\" }}", trace(1));
    let script = format!("act.change(me, 'mana', 1)\nact.hit(me, 1)\n{}", trace(2));
    for run in ["batch", "step", "use", "whole_use", "window"] {
        let pit = Pit::new()
            .creature("wall", &wall)
            .creature("nested", &on_mana())
            .spell("stone", &script)
            .check(&format!("id: debt, run: {run}, match: {{ player: {{ hp: \"< 0\" }} }}, do: [{{ lose: it }}]"));
        traces(&pit, "amy: { hand: [stone], field: [wall, nested] }", 124);
    }
}

#[test]
fn what_a_script_in_place_of_an_event_sets_off_acts_when_that_script_has_ended() {
    let wall =
        format!("{{ instead: hit, match: {{ player: me }}, script: \"act.change(me, 'mana', 1) {}\" }}", trace(1));
    let script = format!("act.hit(me, 1)\n{}", trace(2));
    let pit = Pit::new().creature("wall", &wall).creature("nested", &on_mana()).spell("stone", &script);
    traces(&pit, "amy: { hand: [stone], field: [wall, nested] }", 142);
}
