//! Habits: answers that a person gives in advance, and the events of an answer, one stage after the other.

use intermezzo::hosting::{Habits, Habitual, Until};
use intermezzo::{Answer, Seat, Stage, Table};

use crate::support::pit::Pit;

const AMY: Seat = Seat(0);
const BETH: Seat = Seat(1);

/// A game in which a hit asks whether the lurker is used.
fn lurking() -> Table {
    let lurker = "{ after: hit, from: any, match: { player: me }, optional: true, \
                  do: [{ change: { object: me, name: mana, by: 1 } }] }";
    let pit = Pit::new().creature("lurker", lurker).spell("stone", "act.hit(me, 1)");
    pit.table("amy: { hand: [stone, stone], field: [lurker] }", "{ amy: use stone }")
}

fn says(table: &Table, seat: Seat, habits: &Habits, since: u32) -> Habitual {
    table.habitual(seat, habits, since).expect("the seat is asked")
}

fn passing(until: Option<Until>) -> Habits {
    Habits { passes: true, until, ..Habits::default() }
}

const PASSES: Habitual = Habitual { answer: Some(Answer::Pass), is_over: false };
const ASKED: Habitual = Habitual { answer: None, is_over: false };
const NO_LONGER: Habitual = Habitual { answer: None, is_over: true };

#[test]
fn a_trigger_is_always_used_or_never() {
    let table = lurking();
    let decision = &intermezzo::View::of_person(&table, AMY).expect("a view").decisions[0];
    let trigger = decision.trigger.clone().expect("a trigger asks");
    assert!(trigger.starts_with("lurker/"), "{trigger}");
    for (wants, mana) in [(true, 1), (false, 0)] {
        let mut table = table.fork();
        let habits = Habits { triggers: [(trigger.clone(), wants)].into(), ..Habits::default() };
        let answer = says(&table, AMY, &habits, 0).answer.expect("it is answered");
        table.answer(AMY, &answer).expect("it is legal");
        let view = intermezzo::View::of_person(&table, AMY).expect("a view");
        assert_eq!(view.seats[0].fields["mana"].as_i64(), Some(mana));
    }
    let other = Habits { triggers: [("imp/first".to_string(), true)].into(), ..Habits::default() };
    assert_eq!(says(&table, AMY, &other, 0), ASKED);
    // Who passes until something happens is asked about the trigger, and does not wait any more.
    assert_eq!(says(&table, AMY, &passing(Some(Until::Turn)), table.log_len()), NO_LONGER);
}

#[test]
fn who_can_only_pass_passes() {
    let pit = Pit::new().spell("stone", "act.hit(me, 1)");
    let nothing = pit.table("amy: { hand: [] }, beth: { hand: [stone] }", "");
    assert_eq!(says(&nothing, AMY, &passing(None), 0), PASSES);
    assert_eq!(says(&nothing, AMY, &Habits::default(), 0), ASKED);
    // At a stop she is asked nevertheless.
    let stops = Habits { stops: ["main".to_string()].into(), ..passing(None) };
    assert_eq!(says(&nothing, AMY, &stops, 0), ASKED);
    let something = pit.table("amy: { hand: [stone] }", "");
    assert_eq!(says(&something, AMY, &passing(None), 0), ASKED);
}

#[test]
fn who_waits_passes_until_it_comes() {
    let pit = Pit::new().spell("stone", "act.hit(me, 1)");
    let before = pit.table("amy: { hand: [stone] }, beth: { hand: [stone] }", "");
    let since = before.log_len();
    for until in [Until::Use, Until::Turn] {
        assert_eq!(says(&before, AMY, &passing(Some(until)), since), PASSES);
    }
    let stops = Habits { stops: ["main".to_string()].into(), ..passing(Some(Until::Turn)) };
    assert_eq!(says(&before, AMY, &stops, since), NO_LONGER);

    // Beth uses something: who waited for that is asked, who waits for her turn passes on.
    let mut table = pit.table("amy: { hand: [stone] }, beth: { hand: [stone] }", "");
    table.answer(AMY, &Answer::Pass).expect("she may pass");
    table.answer(BETH, &Answer::Choose(vec![0])).expect("she has a stone");
    while table.decisions()[0].seat != AMY {
        let seat = table.decisions()[0].seat;
        table.answer(seat, &Answer::Pass).expect("all others pass");
    }
    assert_eq!(says(&table, AMY, &passing(Some(Until::Use)), since), NO_LONGER);
    assert_eq!(says(&table, AMY, &passing(Some(Until::Turn)), since), PASSES);

    // Her turn comes after those of the others.
    let mut passes = 0;
    loop {
        let seat = table.decisions()[0].seat;
        if seat == AMY && says(&table, AMY, &passing(Some(Until::Turn)), since) == NO_LONGER {
            break;
        }
        table.answer(seat, &Answer::Pass).expect("everybody passes");
        passes += 1;
        assert!(passes < 50, "her turn does not come");
    }
    let view = intermezzo::View::of_person(&table, AMY).expect("a view");
    assert_eq!((view.active, passes > 3), (AMY.0, true));
}

#[test]
fn habits_of_a_stranger_have_a_size() {
    let many = Habits { stops: (0..300).map(|n| n.to_string()).collect(), ..Habits::default() };
    assert!(many.has_size().is_err_and(|error| error.is_refused()));
    let long = Habits { triggers: [("x".repeat(1000), true)].into(), ..Habits::default() };
    assert!(long.has_size().is_err());
    assert!(passing(Some(Until::Use)).has_size().is_ok());
}

#[test]
fn the_stages_of_events_are_told_in_their_order() {
    let cushion = "{ instead: hit, match: { player: me }, do: [{ doom: { card: self } }] }";
    let keeper = "{ while: true, forbid: { verb: doom, card: { name: keeper } } }";
    let mourner = "{ after: doom, from: any, do: [{ change: { object: me, name: mana, by: 1 } }] }";
    let pit = Pit::new().creature("cushion", cushion).creature("keeper", keeper).creature("mourner", mourner);
    let pit = pit.spell("stone", "act.hit(me, 1)").spell("fall", "act.doom(cards{ zone = 'field', name = 'keeper' })");
    let stages = |steps: &str| {
        let field = "amy: { hand: [stone, fall], field: [cushion, keeper, mourner] }";
        let table = pit.table(field, steps);
        let steps = table.steps(Some(AMY), 0).expect("a seat");
        steps.into_iter().map(|step| (step.stage, step.text)).collect::<Vec<_>>()
    };
    let replaced = stages("{ amy: use stone }");
    let at = |stage: Stage| replaced.iter().position(|(of, _)| *of == stage);
    let order = [Stage::Begun, Stage::Replaced, Stage::Triggered].map(at);
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{replaced:?}");
    let prevented = stages("{ amy: use fall }");
    let told =
        prevented.iter().find(|(stage, _)| *stage == Stage::Prevented).unwrap_or_else(|| panic!("{prevented:?}"));
    assert!(told.1.contains("keeper"), "{told:?}");
}
