//! Kernel, batches: each test is a rule of how events that are proposed together happen.

use crate::support::pit::{Pit, trace};

#[test]
fn amounts_are_fixed_before_anything_happens() {
    Pit::new().spell("turn_over", "act.trade(me)").holds(
        "amy: { hand: [turn_over], votes: 2, mana: 3 }",
        "steps: [{ amy: use turn_over }]\nexpect: [{ amy.votes: 5 }, { amy.mana: 5 }]",
    );
}

#[test]
fn wholes_are_replaced_before_their_parts() {
    let of_whole = "{ instead: hit, match: { player: me }, do: [{ change: { object: game, name: trace, by: 5 } }] }";
    let of_part = "{ instead: changed, match: { object: me }, do: [{ change: { object: game, name: trace, by: 1 } }] }";
    Pit::new().creature("roof", of_part).creature("wall", of_whole).spell("stone", "act.hit(me, 3)").holds(
        "amy: { hand: [stone], field: [roof, wall] }",
        "steps: [{ amy: use stone }]\nexpect: [{ amy.hp: 20 }, { game.trace: 5 }]",
    );
}

#[test]
fn a_part_that_is_replaced_leaves_the_whole() {
    let roof = "{ instead: changed, match: { object: me }, do: [] }";
    let scribe = format!("{{ after: hit, match: {{ player: me }}, script: \"{}\" }}", trace(1));
    Pit::new().creature("roof", roof).creature("scribe", &scribe).spell("stone", "act.hit(me, 3)").holds(
        "amy: { hand: [stone], field: [roof, scribe] }",
        "steps: [{ amy: use stone }]\nexpect: [{ amy.hp: 20 }, { game.trace: 1 }]",
    );
}

#[test]
fn a_forbidden_event_is_dropped_with_its_parts_and_the_others_stand() {
    let pit = Pit::new()
        .creature("stone", "{ while: true, forbid: { verb: doom, card: self } }")
        .creature("rooted", "{ while: true, forbid: { verb: moved, card: self } }")
        .spell("fate", "act.doom(cards{ zone = 'field' })");
    // A part that is forbidden takes neither the whole nor the other parts with it.
    pit.holds(
        "amy: { hand: [fate], field: [imp, stone, rooted] }",
        "steps: [{ amy: use fate }]\nexpect: [{ zone: { amy.field: [stone, rooted], amy.discard: [imp, fate] } }, { game.trace: 2 }]",
    );
}

#[test]
fn draws_in_the_place_of_a_draw_are_not_replaced_by_the_same_ability_again() {
    let mana = |by| format!("{{ change: {{ object: me, name: mana, by: {by} }} }}");
    let draws = "{ draw: { player: me, n: 1 } }, { draw: { player: me, n: 1 } }";
    let in_the_batch = format!("{{ instead: draw, match: {{ player: me }}, do: [{}, {draws}] }}", mana(-1));
    let in_a_list = format!(
        "{{ instead: draw, match: {{ player: me }}, do: [{{ if: {{ amount: me.mana }}, do: [{}, {draws}] }}] }}",
        mana(-1)
    );
    let in_a_script =
        "{ instead: draw, match: { player: me }, script: \"act.change(me, 'mana', -1) act.draw(me, 2)\" }";
    for diver in [in_the_batch.as_str(), &in_a_list, in_a_script] {
        for (drawn, mana, hand) in [(1, 8, 2), (3, 6, 6)] {
            Pit::new().creature("diver", diver).spell("look", &format!("act.draw(me, {drawn})")).holds(
                "amy: { hand: [look], deck: [imp, imp, imp, imp, imp, imp, imp], field: [diver], mana: 9 }",
                &format!("steps: [{{ amy: use look }}]\nexpect: [{{ amy.mana: {mana} }}, {{ count: {{ amy.hand: {hand} }} }}]"),
            );
        }
    }
}

#[test]
fn a_draw_in_the_place_of_a_draw_meets_the_other_replacements() {
    let diver = "{ instead: draw, match: { player: me }, do: [{ draw: { player: me, n: 1 } }, { draw: { player: me, n: 1 } }] }";
    let other = "{ instead: draw, match: { player: me }, if: { amount: me.mana }, do: [{ change: { object: me, name: mana, by: -1 } }] }";
    // Each of the two draws is replaced by the other one, once the diver has stood in for the first.
    Pit::new().creature("diver", diver).creature("other", other).spell("look", "act.draw(me, 1)").holds(
        "amy: { hand: [look], deck: [imp, imp, imp], field: [diver, other], mana: 5 }",
        "steps: [{ amy: use look }, { amy: choose diver }]\nexpect: [{ amy.mana: 3 }, { count: { amy.hand: 0 } }]",
    );
}

#[test]
fn a_draw_in_the_place_of_a_move_brings_a_card_that_is_replaced_too() {
    // Who draws an imp lays it out and draws another card.
    let lays = "{ instead: moved, match: { card: { type: creature }, to: { zone: hand } }, \
        do: [{ move: { card: card, to: owner.field } }, { draw: { player: me, n: 1 } }] }";
    Pit::new().creature("host", lays).spell("look", "act.draw(me, 1)").holds(
        "amy: { hand: [look], deck: [imp, imp, { card: look, as: last }, imp], field: [host] }",
        "steps: [{ amy: use look }]\nexpect: [{ zone: { amy.hand: [last] } }, { count: { amy.field: 3, amy.deck: 1 } }]",
    );
}

#[test]
fn what_leaves_together_sees_each_other_leave() {
    let mourner =
        "{ after: moved, match: { card: { type: creature }, from: field }, script: \"act.change(me, 'votes', 1)\" }";
    Pit::new().creature("mourner", mourner).spell("flood", "act.move(cards{ zone = 'field' }, 'discard')").holds(
        "amy: { hand: [flood], field: [mourner, imp] }\n  beth: { field: [mourner] }".replace("\n ", ",").as_str(),
        "steps: [{ amy: use flood }]\nexpect: [{ amy.votes: 3 }, { beth.votes: 3 }]",
    );
}

#[test]
fn what_comes_sees_what_came_with_it() {
    let greeter =
        "{ after: moved, match: { card: { type: creature }, to: field }, script: \"act.change(me, 'votes', 1)\" }";
    Pit::new()
        .creature("greeter", greeter)
        .spell("open", "act.move(cards{ zone = 'hand', controller = me, type = 'creature' }, 'field')")
        .holds("amy: { hand: [open, imp, greeter, imp] }", "steps: [{ amy: use open }]\nexpect: [{ amy.votes: 3 }]");
}

#[test]
fn what_changes_nothing_does_not_happen() {
    let clerk = format!("{{ after: changed, match: {{ object: me, name: luck }}, script: \"{}\" }}", trace(1));
    let heir = format!("{{ after: draw, script: \"{}\" }}", trace(2));
    let pit = Pit::new().creature("clerk", &clerk).creature("heir", &heir);
    let pit = pit.spell("hope", "act.change(me, 'luck', 5)").spell("look", "act.draw(me, 1)");
    let case = |card: &str, more: &str, trace: u32| {
        let steps = format!("steps: [{{ amy: use {card} }}]\nexpect: [{{ game.trace: {trace} }}]");
        pit.holds(&format!("amy: {{ hand: [{card}], field: [clerk, heir], {more} }}"), &steps);
    };
    // A counter at its bound, and a pile in which nothing lies.
    case("hope", "luck: 2", 1);
    case("hope", "luck: 3", 0);
    case("look", "deck: [imp]", 2);
    case("look", "deck: []", 0);
}

#[test]
fn a_card_that_a_list_names_twice_is_one_card() {
    let script = "local it = cards{ zone = 'row' }[1]\nact.change({ it, it }, 'power', 1)\nact.modify({ it, it }, 'power', 1)\n\
        act.change(me, 'votes', it.power)\nact.doom({ it, it })\nact.move({ it, it }, 'deck')";
    Pit::new().spell("twice", script).holds(
        "amy: { hand: [twice], row: [{ card: imp, slot: 1 }] }",
        "steps: [{ amy: use twice }]\nexpect: [{ amy.votes: 3, game.trace: 1 }, { count: { amy.deck: 1 } }]",
    );
}
