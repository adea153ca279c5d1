//! Kernel, replacements: each test is a rule of what may stand in the place of an event.

use crate::support::pit::Pit;

/// A spell that hits its user twice in one batch.
const TWICE: &str = "act.together(function() act.hit(me, 1) act.hit(me, 1) end)";

#[test]
fn a_replacement_meets_an_event_once_and_not_what_came_in_its_place() {
    let cushion =
        "{ instead: hit, match: { player: me }, do: [{ hit: { player: me, amount: \"event.amount - 1\" } }] }";
    let pit = Pit::new().creature("cushion", cushion).spell("stone", "act.hit(me, 5)");
    // Two that are equal act one after the other, and nobody is asked.
    for (field, hp) in [("cushion", 16), ("cushion, cushion", 17)] {
        pit.holds(
            &format!("amy: {{ hand: [stone], field: [{field}] }}"),
            &format!("steps: [{{ amy: use stone }}]\nexpect: [{{ amy.hp: {hp} }}]"),
        );
    }
}

#[test]
fn it_meets_every_event_of_a_batch_unless_its_limit_is_a_batch() {
    for (limit, hp) in [("", 20), ("limit: batch,", 19)] {
        let guard = format!("{{ instead: hit, {limit} match: {{ player: me }}, do: [] }}");
        Pit::new().creature("guard", &guard).spell("hail", TWICE).holds(
            "amy: { hand: [hail], field: [guard] }",
            &format!("steps: [{{ amy: use hail }}]\nexpect: [{{ amy.hp: {hp} }}]"),
        );
    }
}

#[test]
fn a_card_that_leaves_may_replace_its_own_leaving_only() {
    let ferry = "{ instead: moved, match: { card: { controller: me }, from: field, to: discard }, do: [{ move: { card: card, to: owner.hand } }] }";
    let pit = Pit::new()
        .creature("ferry", ferry)
        .spell("flood", "act.move(cards{ zone = 'field' }, 'discard')")
        .spell("drop", "act.move(cards{ zone = 'field', name = 'imp' }, 'discard')");
    pit.holds(
        "amy: { hand: [flood], field: [imp, ferry] }",
        "steps: [{ amy: use flood }]\nexpect: [{ zone: { amy.hand: [ferry], amy.discard: [imp, flood] } }]",
    );
    pit.holds(
        "amy: { hand: [drop], field: [imp, ferry] }",
        "steps: [{ amy: use drop }]\nexpect: [{ zone: { amy.hand: [imp], amy.discard: [drop], amy.field: [ferry] } }]",
    );
}

#[test]
fn it_is_not_there_if_what_it_does_is_forbidden() {
    let shield = "{ instead: hit, match: { player: me }, do: [{ move: { card: self, to: owner.discard } }] }";
    let rust = "{ while: true, forbid: { verb: moved, card: { name: shield } } }";
    let pit = Pit::new().creature("shield", shield).creature("rust", rust).spell("stone", "act.hit(me, 5)");
    for (field, hp) in [("shield", 20), ("shield, rust", 15)] {
        pit.holds(
            &format!("amy: {{ hand: [stone], field: [{field}] }}"),
            &format!("steps: [{{ amy: use stone }}]\nexpect: [{{ amy.hp: {hp} }}, {{ asked: beth }}]"),
        );
    }
}

#[test]
fn of_several_its_player_chooses_and_the_others_find_nothing_left() {
    let stop = "{ instead: hit, match: { player: me }, do: [] }";
    let earn =
        "{ instead: hit, match: { player: me }, do: [{ change: { object: me, name: mana, by: event.amount } }] }";
    Pit::new().creature("stop", stop).creature("earn", earn).spell("stone", "act.hit(players()[2], 5)").holds(
        "amy: { hand: [stone] }, beth: { field: [stop, earn] }",
        "steps: [{ amy: use stone }, { expect: [{ offers: { beth: [stop, earn] } }] }, { beth: choose earn }]\n\
         expect: [{ beth.mana: 5 }, { beth.hp: 20 }, { asked: beth }, { window: main }]",
    );
}

#[test]
fn one_that_was_declined_is_not_offered_again_for_this_event() {
    let maybe = "{ instead: hit, optional: true, match: { player: me }, do: [] }";
    Pit::new().creature("maybe", maybe).spell("hail", TWICE).holds(
        "amy: { hand: [hail], field: [maybe] }",
        "steps: [{ amy: use hail }, { amy: \"no\" }, { amy: \"yes\" }]\nexpect: [{ amy.hp: 19 }, { asked: beth }]",
    );
}

#[test]
fn a_script_in_the_place_of_an_event_runs_behind_the_batch() {
    let seer = "{ instead: hit, match: { player: me }, script: \"act.change(me, 'votes', players()[2].hp)\" }";
    let both = "act.together(function() act.hit(me, 3) act.hit(players()[2], 3) end)";
    Pit::new().creature("seer", seer).spell("storm", both).holds(
        "amy: { hand: [storm], field: [seer] }",
        "steps: [{ amy: use storm }]\nexpect: [{ amy.hp: 20 }, { beth.hp: 17 }, { amy.votes: 17 }]",
    );
}
