//! Attacks on nesting: events that are made of themselves many times over, as checks and costs look into them.

use std::time::Duration;

use crate::alone;
use crate::attacks_in_games::cpu;
use crate::support::pit::Pit;

/// Most processor time of an attack with its loading.
const MOST: Duration = Duration::from_secs(2);

/// A pit in which a pack has an event that is made of itself so many times over, and last of another one.
fn echoing(parts: usize) -> Pit {
    let part = vec!["{ echo: { card: event.card } }"; parts].join(", ");
    let event = format!("{{ fields: {{ card: card }}, does: [{part}, {{ ring: {{ card: event.card }} }}] }}");
    Pit::new().in_a_pack(&format!(
        "patches:\n  - add: events\n    with:\n      echo: {event}\n      ring: {{ fields: {{ card: card }} }}\n      \
         knell: {{ fields: {{ card: card }} }}"
    ))
}

/// Plays it in time; what does not hold.
#[track_caller]
fn in_time(pit: &Pit, setup: &str, rest: &str) -> String {
    let _alone = alone();
    let began = cpu();
    let outcome = pit.play(setup, rest);
    let took = cpu() - began;
    assert!(took < MOST, "it took {took:?}: {}", outcome.message);
    if outcome.ok { String::new() } else { outcome.message }
}

/// A check looks for a move among the parts of its event, and for what stands in the place of another event.
#[test]
fn a_check_searches_an_event_that_is_made_of_itself_once() {
    let pit = echoing(30)
        .creature("odd", "{ instead: echo, do: [{ change: { object: game, name: trace, by: 1 } }] }")
        .check("id: loud, match: { zone: field, name: odd, power: \"> 1\" }, do: [{ echo: { card: it } }]")
        .spell("grow", "act.change(cards{ zone = 'field', name = 'odd' }, 'power', 1)");
    let rest = "steps: [{ amy: use grow }]\nexpect: [{ game.trace: 1 }, { asked: beth }]";
    assert_eq!(in_time(&pit, "amy: { hand: [grow], field: [odd] }", rest), "");
}

/// A cost looks for a prohibition of any part of its event.
#[test]
fn a_cost_searches_an_event_that_is_made_of_itself_once() {
    let spell = "\n  - timing: main\n    cost: [{ echo: { zone: field, controller: me } }]\n    do: [{ change: { object: me, name: votes, by: 1 } }]\n";
    let forbids =
        |verb: &str, zone: &str| format!("{{ while: true, forbid: {{ verb: {verb}, card: {{ zone: {zone} }} }} }}");
    for (guard, offers) in [
        (String::new(), "use pay, pass"),
        (forbids("knell", "field"), "use pay, pass"),
        (forbids("ring", "hand"), "use pay, pass"),
        (forbids("ring", "field"), "pass"),
    ] {
        let pit = echoing(150).ability("pay", spell).creature("guard", &guard);
        let rest = format!("expect: [{{ offers: {{ amy: [{offers}] }} }}]");
        assert_eq!(in_time(&pit, "amy: { hand: [pay], field: [imp, guard] }", &rest), "", "{guard}");
    }
}
