//! Hidden events: reports of an event do not depend on cards that the reader does not see.
//!
//! Each event of each game is applied to hidden cards in two games that differ only in these cards. A person gets the
//! same reports in both, and so do conditions and scripts without a declared look at hidden cards.

use crate::games::{backs, bots, for_each_lineup};
use crate::support::answer_one;
use crate::support::eyes::{Seen, assert_alike, told};
use crate::support::lineup::Lineup;
use crate::support::pit::Pit;
use intermezzo::kernel::World;
use intermezzo::kernel::model::event;
use intermezzo::kernel::model::game_log::Log;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::model::objects::{Event, Role};
use intermezzo::kernel::model::rules::FieldKind;
use intermezzo::kernel::model::schema::AttrBase;
use intermezzo::kernel::model::value::{EventId, Status, Zone};
use intermezzo::kernel::{Card, Seat, Value};
use intermezzo::table::Table;

/// Amounts by which numbers change: across each bound, to it, and not at all.
const AMOUNTS: [i64; 9] = [i64::MIN, -99, -2, -1, 0, 1, 2, 99, i64::MAX];

/// The same game without its log, with the hidden cards of each group exchanged.
fn with_other_cards(table: &Table, groups: &[Vec<Card>]) -> World {
    let world = table.world();
    let mut state = world.state().clone();
    let numbers = world.rules.schema.stored;
    for group in groups {
        for (i, card) in group.iter().enumerate() {
            let other = group[(i + 1) % group.len()];
            let was = world.state().card(other);
            (state.cards[card.index()].def, state.cards[card.index()].printed) = (was.def, was.printed);
            let (to, from) = (card.index() * numbers, other.index() * numbers);
            state.stored[to..to + numbers].copy_from_slice(&world.state().stored[from..from + numbers]);
        }
    }
    World::at(world.rules.clone(), state, Log { kept: true, ..Log::default() })
}

/// Events about a hidden card, or several, as effects propose them; those whose parts need a use or a record are left
/// out.
fn events(world: &World, cards: &[Card]) -> Vec<Event> {
    let (schema, state) = (&world.rules.schema, world.state());
    let (card, other) = (Value::Card(cards[0]), Value::Card(*cards.last().expect("two")));
    let both = Value::List(cards.iter().map(|card| Value::Card(*card)).collect());
    let zones = || (0..state.zones.iter().count()).map(Zone::of);
    let seats = || (0..schema.seats).map(|seat| Value::Seat(Seat(seat)));
    let mut all: Vec<(EventId, Vec<Value>)> = Vec::new();
    for zone in zones() {
        let lies = Value::Zone(state.card(cards[0]).zone);
        for (at, face) in [(Value::Nil, 0), (Value::Int(1), 0), (Value::Nil, 1)] {
            let face = if face == 0 { Value::Nil } else { Value::Int(face) };
            all.push((event::MOVED, vec![card.clone(), lies.clone(), Value::Zone(zone), at, Value::Nil, face]));
        }
        all.push((event::SHUFFLED, vec![Value::Zone(zone)]));
        all.push((event::ARRANGED, vec![Value::Zone(zone), both.clone(), Value::Int(1)]));
    }
    for (group, (_, values)) in schema.statuses.iter().enumerate() {
        let status = |value: usize| Value::Status(Status::new(group as u8, value as u8));
        all.extend((0..values.len()).map(|value| (event::STATUS, vec![card.clone(), status(value)])));
    }
    for attr in schema.attrs.iter().filter(|a| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. })) {
        let number = |n: i64| vec![card.clone(), Value::Word(attr.name), Value::Int(n)];
        all.extend(AMOUNTS.iter().flat_map(|n| [(event::CHANGED, number(*n)), (event::SET, number(*n))]));
    }
    for seat in seats() {
        all.push((event::DRAW, vec![seat.clone()]));
        all.push((event::LOOKED, vec![seat.clone(), both.clone()]));
        all.push((event::CONTROLLED, vec![card.clone(), seat, Value::Nil]));
    }
    all.push((event::REVEALED, vec![card.clone()]));
    all.push((event::SWAPPED, vec![card.clone(), other.clone()]));
    all.extend([Value::Nil, other.clone()].map(|host| (event::ATTACHED, vec![card.clone(), host])));
    for def in [state.card(cards[0]).def, state.card(cards[cards.len() - 1]).def] {
        all.push((event::TRANSFORMED, vec![card.clone(), Value::Def(def)]));
    }
    for (at, def) in world.rules.events.iter().enumerate().skip(event::COUNT as usize) {
        let field = |(_, kind): &(_, FieldKind)| match kind {
            FieldKind::Card | FieldKind::Object => card.clone(),
            FieldKind::Cards => both.clone(),
            FieldKind::Player => Value::Seat(Seat(0)),
            FieldKind::Zone => Value::Zone(state.card(cards[0]).zone),
            FieldKind::Status => Value::Status(Status::new(0, 0)),
            FieldKind::Int => Value::Int(2),
            FieldKind::Use | FieldKind::Any => Value::Nil,
        };
        all.push((EventId::of(at), def.fields.iter().map(field).collect()));
    }
    all.into_iter().map(|(kind, fields)| Event::new(kind, fields, Role::Effect)).collect()
}

/// The results of an event in a game: true if a seat sees one of the cards now, and the values that scripts and data of
/// this seat may read.
fn applied(table: &mut Table, world: &World, e: &Event, (seat, cards): (Seat, &[Card])) -> (bool, Vec<Vec<Value>>) {
    let mut world = world.clone();
    world.apply_now(e.clone());
    let is_seen = cards.iter().any(|card| world.state().sees(&world.rules, seat, *card));
    let open = |e: &Event| {
        let may_read = |at: usize| world.game().field_seen_by(e, at) & 1 << seat.0 != 0;
        e.fields.iter().enumerate().filter(|(at, _)| may_read(*at)).map(|(_, field)| field.clone()).collect()
    };
    let read = world.log.lines.iter().filter_map(|line| match &line.line {
        Line::Event(e) => Some(open(e)),
        _ => None,
    });
    let read = read.collect();
    table.restore(world);
    (is_seen, read)
}

#[test]
fn no_event_of_any_game_tells_what_hidden_cards_are() {
    let compared = for_each_lineup(|engine, lineup| {
        let first = Lineup::all().into_iter().find(|other| other.key() == lineup.key()).expect("a line-up");
        if first.name() != lineup.name() {
            return None;
        }
        let mut table = lineup.start(engine, 3);
        let mut bots = bots(&table, 3);
        let mut seen: Vec<Seen> = table.persons().iter().map(|person| Seen::of(*person)).collect();
        let (mut compared, mut decisions) = (0, 0);
        while decisions < 40 && answer_one(&mut table, &mut bots).is_some() {
            seen.iter_mut().for_each(|seen| seen.look(&table));
            decisions += 1;
            if ![5, 40].contains(&decisions) || table.is_over() {
                continue;
            }
            for seen in &seen {
                let groups = backs(&table, seen);
                let (here, there) = (with_other_cards(&table, &[]), with_other_cards(&table, &groups));
                let mut tables = [table.fork(), table.fork()];
                for group in groups.iter().take(3) {
                    let cards = [group[0], group[group.len() - 1]];
                    for e in events(&here, &cards) {
                        let found = [&here, &there].map(|world| world.clone());
                        let [a, b] = [0, 1].map(|i| applied(&mut tables[i], &found[i], &e, (seen.seat, group)));
                        if a.0 || b.0 {
                            continue;
                        }
                        let name = here.rules.name(here.rules.events[e.kind.index()].name);
                        let place = format!("{}, seat {}: {name} {:?}", lineup.name(), seen.eyes.text(), e.fields);
                        assert_eq!(a.1, b.1, "{place}");
                        let [a, b] = [0, 1].map(|i| told(&tables[i], &seen.seats()));
                        assert_alike(&a, &b, &place);
                        compared += 1;
                    }
                }
            }
        }
        Some(compared)
    });
    println!("events that were compared: {compared:?}");
    assert!(compared.iter().filter_map(|(_, n)| *n).sum::<usize>() > 2_000, "{compared:?}");
}

/// Effects on the number of a hidden card.
const DEEDS: [&str; 12] = [
    "act.change(c, 'will', -99)",
    "act.change(c, 'will', -1)",
    "act.change(c, 'will', 1)",
    "act.change(c, 'will', 99)",
    "act.change(c, 'will', 0)",
    "act.change(cards{ zone = 'hand', owner = opponent }, 'will', -2)",
    "act.set(c, 'will', -5) act.set(c, 'will', 99)",
    "act.set(c, 'will', 3)",
    "local r = act.change(c, 'will', -99) act.change(me, 'votes', r and 10 or 20)",
    "local r = act.change({ c }, 'will', -99) act.change(me, 'votes', 10 * #(r or {}))",
    "act.together(function() act.change(c, 'will', -9) act.change(c, 'will', 9) end)",
    "act.move(c, 'deck') act.change(c, 'will', -3) act.move(c, 'hand')",
];

/// Abilities that react to the number of a hidden card, without a declared look at hidden cards.
const LISTENERS: [&str; 12] = [
    "after: changed, match: { name: will }, do: [VOTE 1]",
    "after: changed, match: { name: will, by: '< 0' }, do: [VOTE 1]",
    "after: changed, match: { name: will, by: 0 }, do: [VOTE 1]",
    "after: changed, match: { name: will }, if: { amount: event.by, is: '< -2' }, do: [VOTE 1]",
    "after: changed, match: { name: will }, do: [VOTE event.by]",
    "after: changed, match: { name: will }, script: \"act.change(me, 'votes', event.by or 7)\"",
    "after: changed, match: { name: will }, script: \"for name, value in pairs(event) do if name == 'by' then act.change(me, 'votes', value) end end\"",
    "instead: changed, match: { name: will, by: '< 0' }, do: [VOTE event.by]",
    "instead: changed, match: { name: will }, script: \"act.change(me, 'votes', event.by or 7)\"",
    "after: counter_set, match: { to: '> 2' }, do: [VOTE 1]",
    "after: counter_set, do: [VOTE event.to]",
    "after: counter_set, script: \"act.change(me, 'votes', event.to or 7)\"",
];

/// The votes of Amy when she did so to a card with this number in Beth's hand.
fn votes(deed: &str, listener: &str, will: i64) -> String {
    let by = |of: &str| {
        let vote = format!("{{ change: {{ object: me, name: votes, by: {of} }} }}");
        listener.replace(&format!("VOTE {of}"), &vote)
    };
    let of = ["event.by", "event.to"].into_iter().find(|of| listener.contains(&format!("VOTE {of}"))).unwrap_or("1");
    let script = format!("local c = cards{{ zone = 'hand', owner = opponent }}[1]\n{deed}");
    let pit = Pit::new().creature("watch", &format!("{{ {} }}", by(of))).spell("do", &script).in_a_pack("");
    let setup = format!("amy: {{ hand: [do], field: [watch] }}, beth: {{ hand: [{{ card: imp, will: {will} }}] }}");
    let outcome = pit.play(&setup, "steps: [{ amy: use do }]\nexpect: [{ amy.votes: -1000 }]");
    let line = outcome.message.lines().find(|line| line.contains("votes"));
    line.unwrap_or_else(|| panic!("{deed}\n{listener}\n{}", outcome.message)).into()
}

#[test]
fn no_listener_learns_what_was_left_of_a_hidden_number() {
    let mut wrong = Vec::new();
    for deed in DEEDS {
        for listener in LISTENERS {
            let [a, b] = [1, 9].map(|will| votes(deed, listener, will));
            if a != b {
                wrong.push(format!("{deed}\n  {listener}\n  {a}\n  {b}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), DEEDS.len() * LISTENERS.len(), wrong.join("\n"));
}
