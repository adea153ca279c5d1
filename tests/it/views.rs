//! Views: what one person sees does not depend on what she may not know.
//!
//! Two games that differ only in hidden cards must look alike to her: in her view, in her transcript, in what a refusal
//! tells her, and in all of that later, as long as the difference stays hidden.

use crate::support::eyes::{Seen, assert_alike, told, with_other_faces};
use crate::support::{Bots, Step, answer_one, asked, engine, number, pairs, start, submit};
use intermezzo::kernel::World;
use intermezzo::kernel::model::log_lines::Fact;
use intermezzo::kernel::{Answer, Card, Choice, Decision, Kind, Seat, Value};
use intermezzo::table::Table;
use intermezzo::table::view::transcript_for;
use serde_json::Value as Json;

/// Answers that a curious person tries, and what she is told about each.
fn refusals(table: &mut Table, seat: Seat, cards: &[Card]) -> Vec<String> {
    let Some(decision) = table.decisions().iter().find(|d| d.seat == seat).cloned() else { return Vec::new() };
    let abilities = table.world().rules.abilities.len();
    let mut answers = Vec::new();
    for card in cards {
        answers.push(Answer::Values(vec![Value::Card(*card)]));
        let ability = |n: usize| intermezzo::kernel::model::value::AbilityId::of(n % abilities);
        answers
            .extend((0..6).map(|n| Answer::Act(Choice { ability: ability(n * 7 + card.index()), card: Some(*card) })));
    }
    answers.retain(|answer| table.world().game().check(&decision, answer).is_err());
    answers.into_iter().map(|answer| table.submit(seat, answer).expect_err("not legal").to_string()).collect()
}

#[test]
fn hidden_cards_make_no_difference() {
    let engine = engine();
    let (mut compared, mut swapped) = (0, 0);
    for i in 0..number("INTERMEZZO_VIEWS", 4) {
        let pair = pairs(&engine)[(i as usize * 7 + 1) % 16];
        let mut table = start(&engine, pair, i);
        let mut bots = Bots::new(i);
        let mut seen = [Seat(0), Seat(1)].map(Seen::new);
        while !table.is_over() {
            seen.iter_mut().for_each(|s| s.look(&table));
            for s in &seen {
                let other = Seat(s.seat.0 ^ 1);
                let hidden = s.hidden(&table, other);
                // Her own deck as well: she does not know its order.
                let own = s.hidden(&table, s.seat);
                let mut changed = with_other_faces(&with_other_faces(&table, &hidden), &own);
                assert_alike(
                    &told(&changed, &[s.seat]),
                    &told(&table, &[s.seat]),
                    &format!("{pair:?} {i}: {:?}", s.seat),
                );
                let curious: Vec<Card> = hidden.iter().copied().take(3).collect();
                let mut same = table.fork();
                same.restore(table.world().clone());
                let (told_here, told_there) =
                    (refusals(&mut same, s.seat, &curious), refusals(&mut changed, s.seat, &curious));
                assert_eq!(told_here, told_there, "{pair:?} {i}: {:?} asks about {curious:?}", s.seat);
                compared += 1;
                swapped += hidden.len();
            }
            // Who only watches knows what both have seen.
            let unseen: Vec<Card> =
                seen[0].hidden(&table, Seat(1)).into_iter().filter(|c| !seen[1].cards.contains(c)).collect();
            let changed = with_other_faces(&table, &unseen);
            assert_eq!(told(&changed, &[]).0, told(&table, &[]).0);
            for _ in 0..3 {
                answer_one(&mut table, &mut bots);
            }
        }
    }
    println!("{compared} views were compared, with {swapped} cards swapped");
    assert!(compared > 100 && swapped > 1000);
}

/// Exchanges two cards in an answer.
fn exchange(value: &Value, a: Card, b: Card) -> Value {
    match value {
        Value::Card(c) if *c == a => Value::Card(b),
        Value::Card(c) if *c == b => Value::Card(a),
        Value::List(list) => Value::List(list.iter().map(|v| exchange(v, a, b)).collect()),
        other => other.clone(),
    }
}

fn exchanged((seat, answer): &Step, a: Card, b: Card) -> Step {
    let answer = match answer {
        Answer::Act(choice) => {
            let card = choice.card.map(|c| exchange(&Value::Card(c), a, b)).and_then(|v| v.card());
            Answer::Act(Choice { ability: choice.ability, card })
        }
        Answer::Values(values) => Answer::Values(values.iter().map(|v| exchange(v, a, b)).collect()),
        Answer::Pass => Answer::Pass,
    };
    (*seat, answer)
}

/// Exchanges the numbers of two cards wherever a view tells one.
fn renumber(json: &mut Json, a: Card, b: Card) {
    match json {
        Json::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value.as_u64() {
                    Some(n) if key == "card" && n == a.0 as u64 => *value = b.0.into(),
                    Some(n) if key == "card" && n == b.0 as u64 => *value = a.0.into(),
                    _ => renumber(value, a, b),
                }
            }
        }
        Json::Array(list) => list.iter_mut().for_each(|v| renumber(v, a, b)),
        _ => {}
    }
}

/// Two cards of a hand that somebody else never saw, and of which the first one is about to be used.
fn two_of_the_hand(table: &Table, decision: &Decision, step: &Step, seen: &Seen) -> Option<(Card, Card)> {
    let Answer::Act(Choice { card: Some(used), .. }) = step.1 else { return None };
    let state = &table.world().state();
    let zone = state.card(used).zone;
    let hidden = seen.hidden(table, decision.seat);
    let differs = |c: &&Card| state.card(**c).zone == zone && state.card(**c).def != state.card(used).def;
    let other = hidden.iter().filter(differs).copied().last()?;
    hidden.contains(&used).then_some((used, other))
}

/// Nobody learns which of two cards with the same back was used, drawn early or late.
#[test]
fn which_of_two_backs_it_was_never_shows() {
    let engine = engine();
    let (mut tried, mut compared) = (0, 0);
    for i in 0..number("INTERMEZZO_VIEWS", 4) {
        let pair = pairs(&engine)[(i as usize * 5 + 2) % 16];
        let mut table = start(&engine, pair, i);
        let mut bots = Bots::new(i);
        let mut seen = [Seat(0), Seat(1)].map(Seen::new);
        while !table.is_over() {
            seen.iter_mut().for_each(|s| s.look(&table));
            let decision = asked(&table);
            let viewer = Seat(decision.seat.0 ^ 1);
            let step = (decision.seat, bots.answer(&table, &decision));
            let found = matches!(decision.kind, Kind::Act { .. })
                .then(|| two_of_the_hand(&table, &decision, &step, &seen[viewer.index()]))
                .flatten();
            if let Some((a, b)) = found {
                // The same game with the two cards exchanged everywhere, even in the log.
                let mut state = table.world().state().clone();
                state.cards.swap(a.index(), b.index());
                let hand = state.zones.of_mut(table.world().state().card(a).zone);
                let place = |card: Card| hand.iter().position(|c| *c == card).expect("in the hand");
                let (first, second) = (place(a), place(b));
                hand.swap(first, second);
                let world = World::at(table.world().rules.clone(), state, table.world().log.clone());
                let (mut here, mut there) = (table.fork(), table.fork());
                here.restore(table.world().clone());
                there.restore(world);
                let mut others = Bots::new(i + 500);
                let mut next = step.clone();
                for _ in 0..12 {
                    submit(&mut here, &next);
                    if there.submit(next.0, exchanged(&next, a, b).1).is_err() {
                        break;
                    }
                    let (mut view, lines) = told(&there, &[viewer]);
                    renumber(&mut view, a, b);
                    let (expected, told_here) = told(&here, &[viewer]);
                    let place = format!("{pair:?} {i}: {a:?} or {b:?}");
                    // A choice is told by what is open now: one made in secret gets its name when the card is turned
                    // up.
                    let told = |lines: Vec<String>| lines.into_iter().filter(|l| !l.contains(" chooses ")).collect();
                    assert_alike(&(view, told(lines)), &(expected, told(told_here)), &place);
                    compared += 1;
                    let Some(decision) = here.decisions().first().cloned() else { break };
                    next = (decision.seat, others.answer(&here, &decision));
                }
                tried += 1;
            }
            submit(&mut table, &step);
        }
    }
    println!("{tried} uses, {compared} views were compared");
    assert!(tried > 50 && compared > 300);
}

/// A transcript only grows: a card that becomes known later is not named in earlier lines, and one that is
/// hidden again is not removed from lines that everybody has read.
#[test]
fn a_transcript_only_grows() {
    let engine = engine();
    let (mut grown, mut hidden, mut named_later, mut hidden_later) = (0, 0, 0, 0);
    for i in 0..number("INTERMEZZO_VIEWS", 4) {
        let pair = pairs(&engine)[(i as usize * 5 + 2) % 16];
        let mut table = start(&engine, pair, i);
        let mut bots = Bots::new(i + 100);
        let mut before = [Vec::new(), Vec::new()];
        while answer_one(&mut table, &mut bots).is_some() {
            for (seat, before) in before.iter_mut().enumerate() {
                let now: Vec<String> =
                    transcript_for(&table, Seat(seat as u8)).into_iter().map(|line| line.text).collect();
                assert!(now.len() >= before.len(), "{pair:?} {i}: lines are gone");
                for (line, (was, is)) in before.iter().zip(&now).enumerate() {
                    assert_eq!(was, is, "{pair:?} {i}: line {line} of seat {seat} reads otherwise now");
                }
                grown += now.len() - before.len();
                *before = now;
            }
        }
        // The games must hold what the promise is about.
        let world = table.world();
        for (seat, line) in (0..2).flat_map(|s| world.log.lines.iter().map(move |l| (Seat(s), l))) {
            for fact in &line.facts {
                let Fact::Card { card, seen_by, .. } = fact else { continue };
                let (then, now) = (seen_by & (1 << seat.0) != 0, world.state().sees(&world.rules, seat, *card));
                hidden += !then as usize;
                named_later += (!then && now) as usize;
                hidden_later += (then && !now) as usize;
            }
        }
    }
    println!("{grown} lines, {hidden} hidden names, {named_later} seen later, {hidden_later} hidden later");
    assert!(grown > 1000 && hidden > 100 && named_later > 10 && hidden_later > 10);
}
