//! HackClad ranges: spaces reached by the attacks of HackClad's witches and of the Clad, cell by cell, over the edges
//! too.
//!
//! The figures stand here once more, by the numbers of the cards. The card files, and the board's
//! areas in games at a table, are compared with them.

use intermezzo::kernel::World;
use std::collections::BTreeSet;

use intermezzo::kernel::model::lang::CardField;
use intermezzo::kernel::{Answer, Card, Choice, Kind, Seat};
use intermezzo::table::{Game, Table, View};
use intermezzo_program::scenario::table_of;

use crate::support;

type Cell = (i32, i32);

/// Cards of witches: so far to the right, and so far ahead.
const RANGES: &[(&str, &[Cell])] = &[
    ("R-B01", &[(0, 1), (0, 2)]),
    ("R-B04", &[(-1, 1), (0, 1), (1, 1)]),
    ("R-B05", &[(0, 1)]),
    ("R-B06", &[(0, 1)]),
    ("R-B07", &[(0, 1)]),
    ("R-E01", &[(0, 1)]),
    ("R-E02", &[(0, 1)]),
    ("R-E03", &[(-1, 1), (0, 1), (1, 1)]),
    ("R-E07", &[(0, 1)]),
    ("F-B01", &[(0, 1), (0, 2)]),
    ("F-B04", &[(0, 2)]),
    ("F-B05", &[(0, 1)]),
    ("F-B08", &[(0, 1)]),
    ("F-E02", &[(-1, 1), (0, 1), (1, 1)]),
    ("F-E03", &[(0, 1)]),
    ("F-E04", &[(0, 2)]),
    ("L-B01", &[(0, 1), (0, 2)]),
    ("L-B04", &[(0, 1)]),
    ("L-B05", &[(-1, 2), (0, 2), (1, 2)]),
    ("L-B06", &[(0, 1)]),
    ("L-E01", &[(-1, 2), (0, 2), (1, 2)]),
    ("L-E02", &[(0, 1), (-1, 2), (0, 2), (1, 2)]),
    ("L-E03", &[(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]),
    ("L-E04", &[(0, 1)]),
    ("M-B01", &[(0, 1), (0, 2)]),
    ("M-B04", &[(0, 1)]),
    ("M-B05", &[(0, 1)]),
    ("M-B06", &[(-1, 1), (0, 1), (1, 1), (0, 2)]),
    ("M-E01", &[(0, 1)]),
    ("M-E02", &[(0, 1)]),
    ("M-E03", &[(0, 1), (0, 2)]),
    ("M-E04", &[(0, 1)]),
    ("M-E05", &[(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]),
    ("A-B01", &[(0, 1), (0, 2)]),
    ("A-B04", &[(0, 1)]),
    ("A-E01", &[(-1, 2), (0, 1), (1, 2)]),
    ("A-E02", &[(0, 1), (0, 2)]),
    ("A-E03", &[(0, 1), (-1, 2), (0, 2), (1, 2)]),
];

/// Cards of the Clad: what they strike, and where shards drop.
const CLAD: &[(&str, &[Cell], &[Cell])] = &[
    ("CL-N03", &[(0, 1), (-1, 0), (1, 0)], &[(0, 1)]),
    ("CL-N04", &[(-1, -1), (0, -1), (1, -1)], &[(-1, -1), (1, -1)]),
    ("CL-N05", &[(0, 1), (0, 2)], &[(0, 2)]),
    ("CL-N06", &[(-2, 0), (-1, 0), (1, 0), (2, 0)], &[(-1, 0), (1, 0)]),
    ("CL-N08", &[(-1, 1), (1, 1), (-1, -1), (0, -1), (1, -1)], &[(-1, 1), (1, 1)]),
    ("CL-N09", &[(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)], &[(-1, 2), (1, 2)]),
    (
        "CL-N10",
        &[(-1, 2), (1, 2), (-2, 1), (0, 1), (2, 1), (-1, 0), (1, 0), (-2, -1), (0, -1), (2, -1), (-1, -2), (1, -2)],
        &[(1, 1), (-1, -1)],
    ),
    (
        "CL-N11",
        &[(-2, -2), (-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, -2), (-1, -1), (-1, 0), (-1, 1), (-1, 2)],
        &[(-1, 0), (-1, 1), (-1, -1)],
    ),
    (
        "CL-N12",
        &[(1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (2, -2), (2, -1), (2, 0), (2, 1), (2, 2)],
        &[(1, 0), (1, 1), (1, -1)],
    ),
    ("CL-X01", &[(0, 1), (1, 1), (1, 0)], &[(0, 1)]),
    ("CL-X02", &[(0, 1), (-1, 1), (-1, 0)], &[(0, 1)]),
    ("CL-X03", &[(0, -1), (0, -2)], &[(0, -1)]),
];

const FACINGS: [&str; 4] = ["north", "east", "south", "west"];

/// The middle, an edge and a corner.
const PLACES: [Cell; 3] = [(2, 2), (0, 3), (4, 4)];

/// A cell seen from a space in a direction, on a field of five by five without edges.
fn seen(from: Cell, (x, y): Cell, facing: usize) -> Cell {
    let (dx, dy) = [(x, y), (y, -x), (-x, -y), (-y, x)][facing];
    ((from.0 + dx).rem_euclid(5), (from.1 + dy).rem_euclid(5))
}

fn all(from: Cell, cells: &[Cell], facing: usize) -> BTreeSet<Cell> {
    cells.iter().map(|c| seen(from, *c, facing)).collect()
}

fn field_places() -> impl Iterator<Item = Cell> {
    (0..25).map(|i| (i % 5, i / 5))
}

fn engine() -> Game {
    let (catalog, _) = intermezzo::catalog::Catalog::load("hackclad", &support::files(&[])).expect("the game loads");
    Game::new(std::sync::Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// The ids of the cards that print these numbers.
fn id_of(number: &str) -> (String, String) {
    let files = support::files(&[]);
    let line = format!("number: {number}\n");
    let found = files.texts.iter().find(|(path, text)| path.starts_with("cards/hackclad/") && text.contains(&line));
    let (path, _) = found.unwrap_or_else(|| panic!("no card has the number {number}"));
    let mut parts = path.trim_end_matches(".yaml").rsplit('/');
    (parts.next().expect("a file").into(), parts.next().expect("a folder").into())
}

fn table(engine: &Game, position: &str) -> Table {
    table_of(engine, position).unwrap_or_else(|e| panic!("{e}\n{position}"))
}

fn card_called(table: &Table, id: &str) -> Card {
    let world = table.world();
    let is = |c: &Card| &**world.rules.name(world.rules.defs[world.state().card(*c).def.index()].id) == id;
    (0..world.state().cards.len()).map(|c| Card(c as u16)).find(is).expect("the card is in the game")
}

/// Where the Clad can stand so that a card of a witch may be used: she turns as she likes.
#[test]
fn attacks_of_witches_reach_exactly_their_cells() {
    let engine = engine();
    for (number, cells) in RANGES {
        let (id, witch) = id_of(number);
        for place in PLACES {
            let expected: BTreeSet<Cell> = (0..4).flat_map(|f| all(place, cells, f)).collect();
            let mut found = BTreeSet::new();
            let other = if witch == "flare" { "luna" } else { "flare" };
            for clad in field_places().filter(|c| *c != place) {
                // Some cards need another witch beside her.
                let beside = [(0, 1), (1, 0)].map(|cell| seen(place, cell, 0)).into_iter().find(|c| *c != clad);
                let beside = beside.expect("one of the two");
                let position = format!(
                    "title: x\ngame: hackclad\nsetup:\n  phase: action\n  field: [{{ card: clad, at: [{}, {}], status: north }}]\n  \
                     amy: {{ mp: 7, field: [{{ card: {witch}, at: [{}, {}] }}], hand: [{id}], turn_slots: [{{ card: {witch}_brace, slot: 1 }}], place: 1 }}\n  \
                     beth: {{ field: [{{ card: {other}, at: [{}, {}] }}] }}\n",
                    clad.0, clad.1, place.0, place.1, beside.0, beside.1
                );
                let table = table(&engine, &position);
                let card = card_called(&table, &id);
                let world = table.world();
                let def = &world.rules.defs[world.state().card(card).def.index()];
                let decision = table.asked(Seat(0)).expect("amy acts").clone();
                assert!(matches!(decision.kind, Kind::Act { .. }), "{id}");
                let use_it = Answer::Act(Choice { ability: def.timed[0], card: Some(card) });
                // What else it needs is another matter.
                match world.game().check(&decision, &use_it) {
                    Err(why) if world.game().refused(&decision, &why).contains("the Clad is not in range") => {}
                    _ => _ = found.insert(clad),
                }
            }
            assert_eq!(found, expected, "{id} ({number}) of a witch on {place:?}");
        }
    }
}

/// In each direction by itself, from everywhere: what the board makes of the cells that are printed.
#[test]
fn printed_cells_turn_with_the_facing() {
    let engine = engine();
    let rules = &engine.catalog().rules;
    let board = &rules.schema.boards[0].board;
    let check = |number: &str, field: &str, cells: &[Cell]| {
        let (id, _) = id_of(number);
        let def = &rules.defs[rules.def_by_id(&id).expect("a card").index()];
        let name = rules.schema.symbols.find(field).expect("a field");
        let Some(CardField::Cells(slot)) = rules.schema.card_field(name) else { panic!("{field} holds cells") };
        for place in field_places() {
            for (facing, side) in FACINGS.iter().enumerate() {
                let from = board.at(place.0 as i16, place.1 as i16).expect("a space");
                let mask = board.cover(&def.cells[slot as usize].cells, from, facing as u8);
                let found: BTreeSet<Cell> = (0..25).filter(|s| mask & 1 << s != 0).map(|s| (s % 5, s / 5)).collect();
                assert_eq!(found, all(place, cells, facing), "{field} of {id} from {place:?} to the {side}");
            }
        }
    };
    RANGES.iter().for_each(|(number, cells)| check(number, "range", cells));
    CLAD.iter().for_each(|(number, strikes, _)| check(number, "strikes", strikes));
    CLAD.iter().for_each(|(number, _, drops)| check(number, "drops", drops));
}

fn clad_turn(engine: &Game, id: &str, from: Cell, facing: usize, witch: Cell, cp: u8) -> Table {
    let position = format!(
        "title: x\ngame: hackclad\nsetup:\n  phase: action\n  field: [{{ card: clad, at: [{}, {}], status: {} }}]\n  clad_slots: [{{ card: {id}, slot: 1 }}]\n  \
         amy: {{ cp: {cp}, field: [{{ card: rosette, at: [{}, {}] }}], place: 1 }}\n  \
         beth: {{ parked: [flare], hand: [flare_refit], turn_slots: [{{ card: flare_bolt, slot: 2 }}], place: 2 }}\n",
        from.0, from.1, FACINGS[facing], witch.0, witch.1
    );
    table(engine, &position)
}

fn cells_where(table: &Table, is: impl Fn(&intermezzo::table::view::board::SpaceView) -> bool) -> BTreeSet<Cell> {
    let view = View::new(table, &[Seat(0)]).expect("a seat");
    view.boards[0].spaces.iter().filter(|s| is(s)).map(|s| (s.column as i32, s.row as i32)).collect()
}

/// A card of the Clad that strikes while witches may react reaches exactly its cells, in every direction.
#[test]
fn attacks_of_the_clad_strike_exactly_their_cells() {
    let engine = engine();
    for (number, strikes, _) in CLAD {
        let (id, _) = id_of(number);
        for place in PLACES {
            for (facing, side) in FACINGS.iter().enumerate() {
                let expected = all(place, strikes, facing);
                for witch in &expected {
                    let table = clad_turn(&engine, &id, place, facing, *witch, 1);
                    let what = format!("{id} from {place:?} to the {side}, a witch on {witch:?}");
                    assert_eq!(table.decisions().first().map(|d| d.seat), Some(Seat(0)), "{what}");
                    let struck = cells_where(&table, |s| s.areas.iter().any(|a| a == "struck"));
                    assert_eq!(struck, expected, "{what}");
                }
            }
        }
    }
}

/// Where shards lie after a card of the Clad: one on each cell of its drop.
#[test]
fn shards_drop_exactly_on_their_cells() {
    let engine = engine();
    for (number, strikes, drops) in CLAD {
        let (id, _) = id_of(number);
        for place in PLACES {
            for (facing, side) in FACINGS.iter().enumerate() {
                let expected = all(place, drops, facing);
                let busy = all(place, strikes, facing);
                // The Clad goes at most two spaces on.
                let path = all(place, &[(0, 0), (0, 1), (0, 2)], facing);
                let free = field_places().find(|c| !busy.contains(c) && !expected.contains(c) && !path.contains(c));
                let table = clad_turn(&engine, &id, place, facing, free.expect("somewhere out of the way"), 0);
                let shards = cells_where(&table, |s| s.counters.contains(&("shards".into(), 1)));
                assert_eq!(shards, expected, "{id} from {place:?} to the {side}");
                let some = cells_where(&table, |s| s.counters.iter().any(|(name, _)| name == "shards"));
                assert_eq!(some, expected, "{id}: no cell gets two");
            }
        }
    }
}

/// An area that is made of a card which nobody sees is shown to nobody.
#[test]
fn an_area_of_a_hidden_card_is_not_shown() {
    let engine = engine();
    let position = "title: x\ngame: hackclad\nsetup:\n  phase: action\n  turn: 1\n  field: [{ card: clad, at: [2, 2], status: north }]\n  \
                    clad_slots: [{ card: cross_cut, slot: 1 }]\n  \
                    amy: { field: [{ card: rosette, at: [0, 0] }], hand: [rosette_kindle], turn_slots: [{ card: rosette_brace, slot: 1 }], place: 1 }\n  beth: {}\n";
    let mut table = table(&engine, position);
    let next = |table: &Table| cells_where(table, |s| s.areas.iter().any(|a| a == "next"));
    assert_eq!(next(&table), all((2, 2), &[(0, 1), (-1, 0), (1, 0)], 0));
    let mut state = table.world().state().clone();
    let card = card_called(&table, "cross_cut");
    state.cards[card.index()].face = intermezzo::kernel::model::objects::Face::Blind;
    state.cards[card.index()].known = 0;
    table.restore(World::at(table.world().rules.clone(), state, table.world().log.clone()));
    assert_eq!(next(&table), BTreeSet::new());
}
