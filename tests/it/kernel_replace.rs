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

#[test]
fn where_the_game_says_so_a_card_that_leaves_replaces_what_happens_to_others() {
    let ferry = "{ instead: moved, match: { card: { controller: me }, from: field, to: discard }, do: [{ move: { card: card, to: owner.hand } }] }";
    let pit = |line: &str| {
        let flood = "act.move(cards{ zone = 'field' }, 'discard')";
        Pit::new().says(line).creature("ferry", ferry).spell("flood", flood)
    };
    for (line, hand, discard) in
        [("", "ferry", "imp, flood"), ("replacements: { leaving: all }", "imp, ferry", "flood")]
    {
        pit(line).holds(
            "amy: { hand: [flood], field: [imp, ferry] }",
            &format!(
                "steps: [{{ amy: use flood }}]\nexpect: [{{ zone: {{ amy.hand: [{hand}], amy.discard: [{discard}] }} }}]"
            ),
        );
    }
}

#[test]
fn the_game_says_which_of_several_comes_first() {
    let phoenix = "{ instead: doom, match: { card: self }, do: [{ move: { card: card, to: owner.hand } }] }";
    let keeper = "{ instead: doom, flags: [keeps], match: { card: { controller: me } }, do: [{ move: { card: card, to: owner.deck } }] }";
    let pit = |line: &str| {
        let spell = "act.doom(cards{ zone = 'field', name = 'phoenix' })";
        Pit::new().says(line).creature("phoenix", phoenix).creature("keeper", keeper).spell("fall", spell)
    };
    let setup = "amy: { hand: [fall], field: [phoenix, keeper] }";
    pit("").holds(
        setup,
        "steps: [{ amy: use fall }, { amy: choose keeper }]\nexpect: [{ zone: { amy.deck: [phoenix] } }]",
    );
    for (order, zone) in [("own", "hand"), ("own, keeps", "hand"), ("keeps", "deck"), ("keeps, own", "deck")] {
        pit(&format!("replacements: {{ order: [{order}] }}"))
            .holds(setup, &format!("steps: [{{ amy: use fall }}]\nexpect: [{{ zone: {{ amy.{zone}: [phoenix] }} }}]"));
    }
}

#[test]
fn the_game_says_who_chooses_among_several() {
    let more = |amount: &str| {
        format!(
            "{{ instead: hit, match: {{ player: opponent }}, do: [{{ hit: {{ player: event.player, amount: \"{amount}\" }} }}] }}"
        )
    };
    let pit = |line: &str| {
        let (double, add) = (more("event.amount * 2"), more("event.amount + 1"));
        Pit::new().says(line).creature("double", &double).creature("add", &add).spell("stone", "act.hit(opponent, 5)")
    };
    let setup = "amy: { hand: [stone], field: [double, add] }";
    for (line, who) in [("", "amy"), ("replacements: { chosen_by: affected }", "beth")] {
        pit(line).holds(
            setup,
            &format!("steps: [{{ amy: use stone }}, {{ {who}: choose add }}]\nexpect: [{{ beth.hp: 8 }}]"),
        );
    }
}
