//! Views of cards: what a table must show of a card, of its back and of an end, and that no back tells more.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::eyes::{assert_alike, told, with_other_faces};
use intermezzo::catalog::Files;
use intermezzo::kernel::Seat;
use intermezzo::table::Table;
use intermezzo::table::view::View;
use intermezzo::wire::{self, Message};
use intermezzo_program::scenario::table_after;
use serde_json::{Value as Json, json};

const GAME: &str = "game: loft\ntitle: Loft\nplayers: 2\nlevels: [game, turn]\n\
    statuses: { ready: { words: [ready, spent] } }\n\
    zones: { deck: { seen_by: nobody }, hand: { seen_by: owner }, field: {}, stack: { shared: true }, stall: { shared: true, slots: 3 } }\n\
    types:\n  coin: { live_in: field }\n  beast: { live_in: field, fields: { power: int, health: int } }\n  ribbon: { live_in: field }\n\
    \x20 song: { live_in: hand, fields: { price: cost } }\n\
    attributes: { card: { power: {}, rust: { stored: true, start: 0 }, health: { stored: true } } }\n\
    counters: { player: { score: 0 } }\ntimings: { main: {} }\n\
    payments: { cards: { zone: field, type: coin, controller: me, status: ready }, does: [{ status: { card: it, to: spent } }], kinds: { any: {} } }\n\
    uses: { song: { for: song, text: sing, to: stack, cost: [{ pips: card.price }], steps: [resolve] } }\n\
    actions: { win: { timing: main, text: win, do: [{ change: { object: opponent, name: score, by: 1 } }] } }\n\
    checks: [{ id: first, match: { player: { score: \">= 1\" } }, do: [{ lose: { player: it } }] }]\n\
    windows: { main: { protocol: free, players: active, offers: [main], text: use something or pass } }\n\
    flow: { game: [{ repeat: turn, alternate: true, max: 4 }], turn: [{ phase: main, do: [{ window: main }] }] }\n\
    decks: { cards: { to: deck, holds: [coin, beast, ribbon, song], count: 2 } }\n";

fn files() -> Files {
    let card = |rest: &str| rest.to_string();
    let cards = [
        ("wolf", card("name: Wolf\ntype: beast\npower: 3\nhealth: 4\n")),
        ("boar", card("name: Boar\ntype: beast\npower: 5\nhealth: 7\n")),
        ("penny", card("name: Penny\ntype: coin\n")),
        (
            "bow",
            card(
                "name: Bow\ntype: ribbon\nabilities:\n  - { while: true, affects: { is: self.host }, modify: { power: 2 } }\n",
            ),
        ),
        (
            "lark",
            card(
                "name: Lark\ntype: ribbon\nabilities:\n  - { while: true, from: field, affects: { use: { kind: song, user: me } }, cost: { any: -2 } }\n",
            ),
        ),
        (
            "ballad",
            card(
                "name: Ballad\ntype: song\nprice: { any: 3 }\ntext: Long.\nabilities:\n  - { timing: main, do: [{ change: { object: me, name: score, by: 1 } }] }\n",
            ),
        ),
    ];
    let cards = cards.map(|(id, text)| (format!("cards/loft/set/{id}.yaml"), Arc::from(text)));
    let game = [("cards/loft/game.yaml".to_string(), Arc::from(GAME))];
    Files { texts: BTreeMap::from_iter(game.into_iter().chain(cards)), ..Files::default() }
}

/// The table of a position, after these steps.
fn table(setup: &str, steps: &str) -> Table {
    let text = format!("title: Loft\ngame: loft\nsetup: {setup}\n{steps}");
    table_after(&files(), "loft.yaml", &text).unwrap_or_else(|why| panic!("{why}"))
}

fn view(table: &Table, seats: &[u8]) -> Json {
    let seats: Vec<Seat> = seats.iter().map(|seat| Seat(*seat)).collect();
    serde_json::to_value(View::new(table, &seats).expect("seats of the game")).expect("a view is JSON")
}

/// A zone of a view.
fn zone(view: &Json, name: &str, seat: Option<u8>) -> Json {
    let is_it = |zone: &&Json| zone["name"] == name && zone["seat"] == json!(seat);
    view["zones"].as_array().and_then(|zones| zones.iter().find(is_it)).expect("the zone").clone()
}

const POSITION: &str = "{ phase: main, amy: { hand: [ballad], field: [penny, lark, { card: wolf, as: w, status: spent }, { card: bow, host: w }] }, \
    beth: { hand: [ballad], field: [{ card: boar, as: b, face: down, rust: 2, status: spent }, { card: bow, as: tie, host: b }, { card: wolf, face: down, host: tie }] }, \
    stall: [{ card: boar, face: blind, slot: 2, owner: beth, rust: 1 }] }";

#[test]
fn a_card_is_told_as_it_is_and_as_it_is_printed() {
    let table = table(POSITION, "steps: []\n");
    let seen = view(&table, &[0]);
    let field = zone(&seen, "field", Some(0));
    let wolf = &field["cards"][2];
    assert_eq!((&wolf["fields"]["power"], &wolf["printed"]), (&json!(5), &json!({ "power": 3 })), "{wolf}");
    assert_eq!(wolf["statuses"], json!(["spent"]));
    let host = json!({ "card": wolf["card"], "name": "Wolf", "zone": "field", "seat": 0 });
    assert_eq!(field["cards"][3]["host"], host);
    // The prompt of a window is the text of the manifest.
    assert_eq!(seen["decisions"][0]["prompt"], "use something or pass");
    // The payer sees the current price, other players the printed one.
    let ballad = |seen: &Json, seat: u8| zone(seen, "hand", Some(seat))["cards"][0].clone();
    let own = ballad(&seen, 0);
    assert_eq!((&own["fields"]["price"], &own["printed"]["price"]), (&json!("1 any"), &json!("3 any")), "{own}");
    assert_eq!(ballad(&view(&table, &[1]), 1)["fields"]["price"], "3 any");
}

#[test]
fn a_back_is_told_with_what_lies_on_it() {
    let table = table(POSITION, "steps: []\n");
    for seats in [&[0][..], &[]] {
        let seen = view(&table, seats);
        let field = zone(&seen, "field", Some(1));
        assert_eq!(field["hidden"][0], json!({ "slot": 0, "fields": { "rust": 2 }, "statuses": ["spent"] }));
        assert_eq!(field["cards"][0]["host"], json!({ "zone": "field", "seat": 1, "hidden": 0 }));
        let bow = json!({ "card": field["cards"][0]["card"], "name": "Bow", "zone": "field", "seat": 1 });
        assert_eq!(field["hidden"][1], json!({ "slot": 0, "host": bow }));
        let stall = zone(&seen, "stall", None);
        assert_eq!(stall["hidden"], json!([{ "slot": 2, "owner": "beth", "fields": { "rust": 1 } }]));
    }
    // Their player sees the faces of her own.
    assert_eq!(zone(&view(&table, &[1]), "field", Some(1))["cards"][0]["name"], "Boar");
}

/// Two games that differ only in what lies face down, in hands and in decks.
#[test]
fn a_back_tells_nothing_of_its_face() {
    let table = table(POSITION, "steps: []\n");
    let state = table.world().state();
    let unseen = |seats: &[u8]| -> Vec<_> {
        let sees = |card| seats.iter().any(|seat| state.sees(&table.world().rules, Seat(*seat), card));
        (0..state.cards.len()).map(|n| intermezzo::kernel::Card(n as u16)).filter(|card| !sees(*card)).collect()
    };
    let hidden = unseen(&[0]);
    assert!(hidden.len() >= 4, "{hidden:?}");
    let other = with_other_faces(&table, &hidden);
    assert_alike(&told(&other, &[Seat(0)]), &told(&table, &[Seat(0)]), "amy");
    // Who watches sees what both see.
    let both: Vec<_> = unseen(&[0]).into_iter().chain(unseen(&[1])).collect();
    let other = with_other_faces(&table, &both);
    assert_alike(&told(&other, &[]), &told(&table, &[]), "who watches");
}

#[test]
fn an_end_is_told_with_who_won_and_why() {
    let table = table(POSITION, "steps: [{ amy: win }]\n");
    let seen = view(&table, &[1]);
    assert_eq!(seen["ended"]["winners"], json!([0]), "{seen}");
    assert!(seen["ended"]["why"].to_string().contains("score"), "{}", seen["ended"]);
    assert!(seen["seats"][0]["wins"].is_u64(), "{seen}");
    // The last line holds the table at the end.
    let Message::Over(over) = wire::now(&table, &[Seat(1)], &mut BTreeMap::new()).expect("a seat of the game") else {
        panic!("the game is over");
    };
    assert_eq!((over.seen.len(), over.seen[0].view.ended.is_some()), (1, true));
    let Message::Over(over) = wire::now(&table, &[], &mut BTreeMap::new()).expect("it is watched") else {
        panic!("the game is over");
    };
    assert!(over.watched.is_some() && over.seen.is_empty());
}

#[test]
fn a_text_is_told_once() {
    let table = table(POSITION, "steps: []\n");
    let mut known = BTreeMap::new();
    let mut ids = |seat: u8| match wire::now(&table, &[Seat(seat)], &mut known).expect("a seat of the game") {
        Message::Asked(asked) => asked[0].printed.iter().map(|card| card.id.clone()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let mut first = ids(0);
    first.sort();
    // What lies face down is not among them.
    assert_eq!(first, ["ballad", "bow", "lark", "penny", "wolf"]);
    assert!(ids(0).is_empty());
}
