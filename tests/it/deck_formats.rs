//! Deck formats: lists of cards and decks of Cockatrice, there and back; a game for Tabletop Simulator.

use std::path::Path;

use intermezzo::catalog::{Deck, Files};
use intermezzo::table::Game;
use intermezzo_program::decks::{DeckFormat, read, write};
use serde_json::{Value, json};

use crate::cli_new::Stranger;

fn game(id: &str) -> Game {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    Game::load(id, &files).expect("it loads")
}

/// What is said of a deck that is none.
fn why(game: &Game, text: &str) -> String {
    match read(game, "my.txt", text) {
        Ok((deck, _)) => panic!("it was read: {deck:?}"),
        Err(error) => error.problems().map_or(error.to_string(), |problems| problems.render_all()),
    }
}

#[test]
fn each_deck_of_each_game_comes_back_from_each_format() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let mut tried = 0;
    for id in files.games() {
        let game = game(&id);
        for (name, deck) in game.decks() {
            for format in [DeckFormat::List, DeckFormat::Cockatrice, DeckFormat::Yaml] {
                let text = write::deck(format, &game.catalog, deck);
                let (back, _) = read(&game, "deck", &text).unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}"));
                assert_eq!((&back.name, sorted(&back)), (&deck.name, sorted(deck)), "{id} {name}\n{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

/// The lists of a deck; in a file, copies of a card stand together.
fn sorted(deck: &Deck) -> Vec<Vec<usize>> {
    let list = |list: &Vec<_>| {
        let mut numbers: Vec<usize> =
            list.iter().map(|def: &intermezzo::kernel::model::value::DefId| def.index()).collect();
        numbers.sort_unstable();
        numbers
    };
    deck.lists.iter().map(list).collect()
}

/// A list with as many other wells and cards as a deck of the duel needs.
fn whole(lines: &str) -> String {
    let game = game("duel");
    let (_, deck) = game.decks().next().expect("a deck");
    let text = write::deck(DeckFormat::List, &game.catalog, deck);
    let own: Vec<&str> = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    format!("{lines}\n{}", own.join("\n"))
}

#[test]
fn lists_are_read_as_people_and_programs_write_them() {
    let game = game("duel");
    let (_, deck) = game.decks().next().expect("a deck");
    let text = write::deck(DeckFormat::List, &game.catalog, deck);
    let entries: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(|line| line.split_once(' '))
        .collect();
    type Shape<'a> = &'a dyn Fn(&str, &str) -> String;
    let shapes: [Shape; 9] = [
        &|n, card| format!("{n}x {card}"),
        &|n, card| format!("{card} x{n}"),
        &|n, card| format!("{card}: {n}   # a remark"),
        &|n, card| format!("- {n} {}", card.to_uppercase()),
        &|n, card| format!("{n}\t{}", card.replace(' ', "-")),
        &|n, card| format!("{n},\"{card}\""),
        &|n, card| format!("{n} {}", card.to_lowercase().replace(' ', "_")),
        &|n, card| format!("{n} {card} (DUE) 12"),
        &|n, card| format!("  {n} {card}\r"),
    ];
    for (at, shape) in shapes.iter().enumerate() {
        let lines: Vec<String> = entries.iter().map(|(n, card)| shape(n, card)).collect();
        let list = format!("\u{feff}Name: Ours\n\nDeck\n{}\n", lines.join("\n"));
        let (back, _) = read(&game, "my.txt", &list).unwrap_or_else(|error| panic!("{at}: {error:?}\n{list}"));
        assert_eq!((&*back.name, sorted(&back)), ("Ours", sorted(deck)), "{at}");
    }
}

/// `SB:` before a card, and the heading of a side, mean the list that a game calls so.
#[test]
fn a_side_of_a_deck_is_read_as_others_write_it() {
    let mut files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let manifest = "cards/duel/game.yaml".to_string();
    let side = "\ndecks:\n  side: { to: library, holds: [creature], count: 3 }\n";
    let text = files.texts[&manifest].replacen("\ndecks:\n", side, 1);
    assert!(text.contains(side), "the decks of the game begin otherwise");
    files.texts.insert(manifest, text.into());
    let without = game("duel");
    let (_, deck) = without.decks().next().expect("a deck");
    let own = write::deck(DeckFormat::List, &without.catalog, deck);
    for path in files.texts.keys().filter(|path| path.starts_with("cards/duel/decks/")).cloned().collect::<Vec<_>>() {
        files.texts.remove(&path);
    }
    let game = Game::load("duel", &files).expect("it loads");
    for side in ["SB: 2 Reef Sage\nsb: Glass Gull\n", "Sideboard\n2 Reef Sage\nGlass Gull\n", "[Side]\n3 Reef Sage\n"] {
        let (read, _) = read(&game, "my.txt", &format!("{own}\n{side}")).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(read.lists.iter().any(|list| list.len() == 3), "{side}");
    }
}

#[test]
fn mistakes_of_a_list_are_told_with_place_and_help() {
    let game = game("duel");
    for (text, parts) in [
        ("3 Glass Gul\n", &["my.txt:1", "no line of it names a card"][..]),
        ("3 Glass Gull\n2 Reef Saeg\n", &["my.txt:2:3", "there is no card `Reef Saeg`", "did you mean `Reef Sage`?"]),
        ("Sideboard:\n3 Glass Gull\n", &["my.txt:1:1", "have no list `Sideboard`", "wells, cards"]),
        ("Sideboard\n3 Glass Gull\n", &["my.txt:1:1", "have no list `Sideboard`", "wells, cards"]),
        ("3 Glass Gull\nSB: 2 Reef Sage\nSB: 1 Lookout\n", &["my.txt:2:1", "have no list `sideboard`"]),
        ("[Wels]\n3 Tide Well\n", &["have no list `Wels`", "did you mean `wells`?"]),
        ("", &["there is no card in it", "a .cod file of Cockatrice"]),
        ("Dear diary,\nnothing happened.\n", &["no line of it names a card", "3 Grey Heron"]),
        ("1 Sapling\n", &["may be in no deck of this game"]),
        ("9999999999999999999999 Tide Well\n", &["has from 0 to"]),
        ("<html><body/></html>", &["no deck of Cockatrice", "it begins with `html`"]),
        ("<!DOCTYPE d [<!ENTITY e \"x\">]><cockatrice_deck/>", &["declares no types"]),
        ("<cockatrice_deck><zone name=\"main\">", &["the file ends within `cockatrice_deck/zone`"]),
        (
            "<cockatrice_deck><zone name=\"side\"><card number=\"1\" name=\"Glass Gull\"/></zone></cockatrice_deck>",
            &["have no list `side`", "the zone `main`"],
        ),
        (
            "<cockatrice_deck><zone name=\"main\"><card number=\"two\" name=\"Glass Gull\"/></zone></cockatrice_deck>",
            &["`number` is a whole number, found `two`"],
        ),
    ] {
        let told = why(&game, text);
        parts.iter().for_each(|part| assert!(told.contains(part), "{text:?}: {part}\n{told}"));
    }
    let told = why(&game, &whole("5 Glass Gull"));
    assert!(told.contains("5 cards named Glass Gull") || told.contains("found, 36 needed"), "{told}");
    let deep = format!("<cockatrice_deck>{}", "<a>".repeat(100_000));
    assert!(why(&game, &deep).contains("as deep as this"));
    assert!(why(&game, &"a".repeat(2 << 20)).contains("it is no deck"));
    assert!(why(&self::game("clash"), "3 Jab\n").contains("nobody brings a deck"));
}

#[test]
fn a_list_is_played_pasted_and_taken_into_the_game() {
    let here = Stranger::new("lists");
    here.well("", &["decks", "duel", "deep_water", "--to", "mine.txt"]);
    let told = here.well("", &["decks", "duel", "mine.txt"]);
    assert!(told.contains("10 Tide Well") && told.contains("60 cards, a legal deck of duel"), "{told}");
    here.well("", &["play", "duel", "--deck", "mine.txt", "--bots", "random", "--json"]);
    here.well("", &["decks", "duel", "mine.txt", "--to", "mine.cod"]);
    here.well("", &["decks", "duel", "mine.cod", "--to", "mine.yaml"]);
    assert!(here.read("mine.yaml").contains("tide_well: 10"));
    here.well("", &["play", "duel", "--deck", "mine.yaml", "--bots", "random", "--json"]);
    // Nothing of somebody else is written over.
    here.write("own.txt", "my shopping list\n");
    let (told, code) = here.says("", &["decks", "duel", "deep_water", "--to", "own.txt"]);
    assert!(code == 2 && told.contains("is left as it is"), "{told}");
    let (told, code) = here.says("", &["decks", "duel", "deep_water", "--to", "mine.pdf"]);
    assert!(code == 2 && told.contains(".cod (Cockatrice)"), "{told}");
}

/// What Tabletop Simulator writes of a deck and of a card, as far as it must be there to be read.
fn shape() -> Value {
    let number = json!({ "type": "number" });
    let transform = json!({
        "type": "object",
        "required": ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"],
        "additionalProperties": number,
    });
    let sheets = json!({
        "type": "object",
        "minProperties": 1,
        "propertyNames": { "pattern": "^[1-9][0-9]*$" },
        "additionalProperties": {
            "type": "object",
            "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"],
            "properties": {
                "NumWidth": { "type": "integer", "minimum": 1, "maximum": 10 },
                "NumHeight": { "type": "integer", "minimum": 1, "maximum": 7 },
            },
        },
    });
    let base = json!({ "GUID": { "pattern": "^[0-9a-f]{6}$" }, "Transform": transform, "CustomDeck": sheets });
    let mut card = base.clone();
    card["Name"] = json!({ "const": "Card" });
    card["CardID"] = json!({ "type": "integer", "minimum": 100 });
    let card =
        json!({ "required": ["GUID", "Name", "Transform", "Nickname", "CardID", "CustomDeck"], "properties": card });
    let mut deck = base;
    deck["Name"] = json!({ "const": "DeckCustom" });
    deck["DeckIDs"] = json!({ "type": "array", "minItems": 2, "items": { "type": "integer", "minimum": 100 } });
    deck["ContainedObjects"] = json!({ "type": "array", "minItems": 2, "items": card });
    let deck = json!({
        "required": ["GUID", "Name", "Transform", "Nickname", "DeckIDs", "CustomDeck", "ContainedObjects"],
        "properties": deck,
    });
    json!({
        "type": "object",
        "required": ["SaveName", "ObjectStates"],
        "properties": { "ObjectStates": { "type": "array", "minItems": 1, "items": { "anyOf": [deck, card] } } },
    })
}

#[test]
fn a_game_is_written_for_tabletop_simulator() {
    let here = Stranger::new("tabletop");
    let shape = jsonschema::validator_for(&shape()).expect("a schema");
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    for id in files.games() {
        let game = game(&id);
        let told = here.well("", &["decks", &id, "--tabletop", &id, "--images", "https://example.org/x"]);
        assert!(told.contains("--screenshot=sheet-1.png sheet-1.svg"), "{told}");
        let save: Value = serde_json::from_str(&here.read(&format!("{id}/{id}.json"))).expect("JSON");
        let faults: Vec<String> = shape.iter_errors(&save).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{id}");
        let mut seen = std::collections::BTreeSet::new();
        let mut guids = std::collections::BTreeSet::new();
        for pile in save["ObjectStates"].as_array().expect("piles") {
            assert!(guids.insert(pile["GUID"].to_string()), "{id}: {pile}");
            let inside = pile["ContainedObjects"].as_array().cloned().unwrap_or_default();
            let numbers: Vec<&Value> = inside.iter().map(|card| &card["CardID"]).collect();
            assert_eq!(json!(numbers), pile.get("DeckIDs").cloned().unwrap_or(json!([])), "{id}");
            for card in inside.iter().chain([pile]).filter(|object| object["Name"] == "Card") {
                assert!(std::ptr::eq(card, pile) || guids.insert(card["GUID"].to_string()), "{id}: {card}");
                let sheet = (card["CardID"].as_u64().expect("a number") / 100).to_string();
                let at = &card["CustomDeck"][&sheet];
                assert_eq!(at["FaceURL"], format!("https://example.org/x/sheet-{sheet}.png"), "{id}");
                seen.insert(card["GMNotes"].as_str().expect("an id").to_string());
            }
        }
        let all: std::collections::BTreeSet<String> = game.outline().cards.into_iter().collect();
        assert_eq!(seen, all, "{id}: each card is on the table");
    }
    // Written again, all is as it was.
    let before = here.read("duel/duel.json");
    here.well("", &["decks", "duel", "--tabletop", "duel", "--images", "https://example.org/x"]);
    assert_eq!(here.read("duel/duel.json"), before);
    let sheet = here.read("duel/sheet-1.svg");
    assert_eq!(sheet.matches("<svg").count(), 71, "seventy faces on a sheet");
    here.write("other/duel.json", "{}");
    let (told, code) = here.says("", &["decks", "duel", "--tabletop", "other"]);
    assert!(code == 2 && told.contains("is not a saved object of intermezzo"), "{told}");
}
