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
