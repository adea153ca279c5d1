//! Scenario setup: a card that `setup` puts into a zone is as it would lie there in a game that was started.

use intermezzo::kernel::State;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::support::lineup::Lineup;
use crate::support::pit::Pit;
use crate::support::{Bots, MAX_DECISIONS, answer_one, files, number};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo::kernel::model::objects::Face;
use intermezzo::kernel::model::schema::Space;
use intermezzo::kernel::model::schema::{AttrBase, StoredStart, ZoneDef};
use intermezzo::kernel::{Card, Seat, World};
use intermezzo::table::Game;
use intermezzo_program::scenario::position;

const SEATS: [&str; 8] = ["amy", "beth", "cleo", "dora", "emma", "fay", "gwen", "hana"];

/// How a card lies: all that a rule could ask of it.
fn look(world: &World, card: Card, with_home: bool) -> String {
    let state = world.state().card(card);
    let rules = &world.rules;
    let seat = |s: Seat| SEATS.get(s.index()).copied().unwrap_or("nobody");
    let id = |def| &**rules.name(rules.defs[def as usize].id);
    let stored = rules.schema.stored;
    // Timed effects are no part of a `setup`, so a lent card does not count.
    let is_lent = world.state().controls.iter().any(|lent| lent.card.0 == card);
    let side = match rules.schema.zone_owner(state.zone).filter(|_| is_lent) {
        Some(owner) => owner,
        None => world.state().controller(rules, card),
    };
    format!(
        "{}, printed {}, of {}, controlled by {}, home {:?}, statuses {:?}, {:?}, stored {:?}",
        id(state.def.0),
        id(state.printed.0),
        seat(state.owner),
        seat(side),
        with_home.then_some(state.home),
        state.statuses,
        state.face,
        &world.state().stored[card.index() * stored..(card.index() + 1) * stored],
    )
}

/// A card as a scenario writes it: what differs from how a card lies there at first is said.
fn written(world: &World, card: Card, space: &Space) -> String {
    let (state, rules) = (world.state().card(card), &world.rules);
    let schema = &rules.schema;
    let id = |def| rules.name(rules.defs[def as usize].id);
    let mut out = format!("{{ card: {}, slot: {}", id(state.def.0), space.place + 1);
    if state.printed != state.def {
        write!(out, ", printed: {}", id(state.printed.0)).unwrap();
    }
    // In a zone of one player a card belongs to her unless it came from another's; whose the cards of a pile are is not
    // said.
    let here = if schema.zones[space.kind.index()].per_player { space.seat } else { Seat::NOBODY };
    if state.owner != here && state.owner != Seat::NOBODY && rules.pile_of(state.printed).is_none() {
        write!(out, ", owner: {}", SEATS[state.owner.index()]).unwrap();
    }
    match state.face {
        Face::Zone => {}
        Face::Down => out.push_str(", face: down"),
        Face::Blind => out.push_str(", face: blind"),
    }
    let other = schema.statuses.iter().enumerate().filter(|(i, _)| state.statuses[*i] > 0);
    let words: Vec<&str> = other.map(|(i, (_, words))| &**rules.name(words[state.statuses[i] as usize])).collect();
    write!(out, ", status: [{}]", words.join(", ")).unwrap();
    for attr in &schema.attrs {
        let AttrBase::Stored { slot, start } = attr.base else { continue };
        let first = match start {
            StoredStart::Printed(slot) => rules.defs[state.def.index()].ints[slot as usize],
            StoredStart::At(n, _) => n,
        };
        let now = world.state().stored[card.index() * schema.stored + slot as usize];
        if now != first {
            write!(out, ", {}: {now}", rules.name(attr.name)).unwrap();
        }
    }
    out + " }"
}

/// The cards of a game where they lie now, as a `setup` states them.
fn as_setup(world: &World, lineup: &Lineup) -> String {
    let schema = &world.rules.schema;
    let mut out = format!("title: x\ngame: {}\nplayers: {}\n", lineup.game, schema.seats);
    let options: Vec<String> = lineup.options.iter().map(|(k, v)| format!("{k}: {}", v.to_json())).collect();
    writeln!(out, "options: {{ {} }}\nsetup:", options.join(", ")).unwrap();
    let list = |kind: usize, seat: Option<Seat>| -> String {
        let spaces = schema.layout.iter().enumerate();
        let of = spaces.filter(|(_, s)| s.kind.index() == kind && seat.is_none_or(|seat| s.seat == seat));
        let cards = of.flat_map(|(i, s)| world.state().zones[i].iter().map(move |c| written(world, *c, s)));
        format!("{}: [{}]", world.rules.name(schema.zones[kind].name), cards.collect::<Vec<_>>().join(", "))
    };
    for (kind, zone) in schema.zones.iter().enumerate() {
        if !zone.per_player {
            writeln!(out, "  {}", list(kind, None)).unwrap();
        }
    }
    for seat in (0..schema.seats).map(Seat) {
        writeln!(out, "  {}:", SEATS[seat.index()]).unwrap();
        let has_it = |zone: &ZoneDef| zone.per_player && zone.seats & 1 << seat.0 != 0;
        for (kind, _) in schema.zones.iter().enumerate().filter(|(_, zone)| has_it(zone)) {
            writeln!(out, "    {}", list(kind, Some(seat))).unwrap();
        }
    }
    out
}

/// Compares a game with the `setup` that puts the same cards into the same zones; the kinds of zones that held a card.
fn compare(engine: &Game, world: &World, lineup: &Lineup, place: &str, zones: &mut BTreeSet<String>) {
    let text = as_setup(world, lineup);
    let mut problems = Problems::new();
    let node = yaml::parse("setup.yaml", &text, &mut problems).expect("a setup is YAML");
    // Of two copies one may begin in the deck and one in a list out of it: a position cannot tell which this is.
    // A card that a pile lays apart may go back to any space of its row.
    let with_home = engine.catalog().deck_rules.lists.iter().all(|list| list.out_of.is_none())
        && !world.rules.piles.iter().any(|pile| pile.apart);
    let stated = position(engine, &node).unwrap_or_else(|e| panic!("{place}: {e}\n{text}"));
    // In a shared zone the controller of a card without an owner is the active player.
    let state = State { active: world.state().active, ..stated.state().clone() };
    let stated = World::at(stated.rules.clone(), state, Default::default());
    for (i, (now, then)) in world.state().zones.iter().zip(stated.state().zones.iter()).enumerate() {
        let name = world.rules.name(world.rules.schema.zones[world.rules.schema.layout[i].kind.index()].name);
        assert_eq!(now.len(), then.len(), "{place}: {name}");
        for (a, b) in now.iter().zip(then) {
            // A copy that an effect made of a card of a deck began nowhere; a `setup` takes it for that card.
            let with_home = with_home && world.state().card(*a).home.is_some();
            let (is, should) = (look(&stated, *b, with_home), look(world, *a, with_home));
            assert_eq!(is, should, "{place}: {name}, `setup` and the game that was started");
            zones.insert(name.to_string());
        }
    }
}

/// Zones that few games reach: a card lies there only while it is used, or when a rare card says so, or before anybody
/// is asked.
const RARE: [(&str, &str); 7] = [
    ("nightgarden", "snares"),
    ("duel", "void"),
    ("market", "trash"),
    ("cfs", "play"),
    ("market", "shown"),
    ("swordgirls", "removed"),
    ("tricks", "deck"),
];

#[test]
fn setup_puts_cards_as_a_started_game_has_them() {
    let mut engines: BTreeMap<String, Game> = BTreeMap::new();
    let mut seen: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    let all = files(&[]);
    for lineup in Lineup::all() {
        let engine = engines.entry(lineup.key()).or_insert_with(|| {
            let files = Files { packs: lineup.packs.clone(), ..all.clone() };
            let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            Game::new(catalog.into()).unwrap_or_else(|errors| panic!("{}", errors[0]))
        });
        let (every, zones) = seen.entry(lineup.game.clone()).or_default();
        every.extend(
            engine.catalog().rules.schema.zones.iter().map(|z| engine.catalog().rules.name(z.name).to_string()),
        );
        for seed in 0..number("INTERMEZZO_GAMES", 2) {
            let mut table = lineup.start(engine, seed);
            let mut bots = Bots::of(seed, table.world().rules.schema.seats as u64);
            let mut decisions = 0;
            loop {
                // All of the beginning, then one position in five.
                if decisions < 12 || decisions % 5 == 0 {
                    let place = format!("{}, seed {seed}, decision {decisions}", lineup.name());
                    compare(engine, table.world(), &lineup, &place, zones);
                }
                if answer_one(&mut table, &mut bots).is_none() {
                    break;
                }
                decisions += 1;
                assert!(decisions < MAX_DECISIONS);
            }
        }
    }
    let mut without: Vec<(&str, &str)> = Vec::new();
    for (game, (every, zones)) in &seen {
        without.extend(every.difference(zones).map(|zone| (game.as_str(), zone.as_str())));
    }
    without.retain(|zone| !RARE.contains(zone));
    assert!(without.is_empty(), "zones in which no card was compared: {without:?}");
}

/// Findings about a pile with these copies and this count; imp and one more creature lie in it.
fn pile(copies: &str, count: u32) -> String {
    let pile = format!("piles: {{ all: {{ to: used, holds: [creature], copies: {copies}, count: {count} }} }}");
    let outcome = Pit::new().creature("other", "").says(&pile).play("amy: {}", "expect: [{ active: amy }]");
    if outcome.ok { String::new() } else { outcome.message }
}

#[test]
fn the_count_of_a_pile_counts_cards_and_not_their_kinds() {
    assert_eq!(pile("3", 6), "");
    let told = pile("3", 2);
    assert!(told.contains("6 cards found in the pile `all`, 2 needed"), "{told}");
    // As with a number that cards print.
    assert_eq!(pile("power", 2), "");
    let told = pile("power", 6);
    assert!(told.contains("2 cards found in the pile `all`, 6 needed"), "{told}");
}
