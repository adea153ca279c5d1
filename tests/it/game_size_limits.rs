//! Game size limits: as much as a game may have loads, one more is refused with its number and its place, and nothing
//! is cut.

use std::sync::Arc;

use crate::support::files;
use intermezzo::catalog::{Catalog, Deck, Files};
use intermezzo::error::{Problems, Severity};
use intermezzo::kernel::model::event;
use intermezzo::table::{Setup, Table};

use crate::support;

const GAME: &str = "limits";

/// A minimal game with some sections of its own.
fn manifest(sections: &[(&str, String)]) -> String {
    let own = |key: &str| sections.iter().any(|(k, _)| *k == key);
    let usual = [
        ("players", "2"),
        ("levels", "[game, turn]"),
        ("timings", "{ main: {} }"),
        ("zones", "{ hand: { per: player, seen_by: owner } }"),
        ("windows", "{ main: { protocol: alternate, players: active, passes: 2, offers: [main] } }"),
        ("flow", "{ game: [{ repeat: turn, max: 2 }], turn: [{ phase: main, do: [{ window: main }] }] }"),
    ];
    let mut text = format!("game: {GAME}\ntitle: Limits\n");
    for (key, value) in usual.into_iter().filter(|(key, _)| !own(key)) {
        text += &format!("{key}: {value}\n");
    }
    for (key, value) in sections {
        text += &format!("{key}:{value}\n");
    }
    text
}

/// `n` entries of a map, indented.
fn entries(n: usize, indent: usize, name: &str, value: &str) -> String {
    (0..n).map(|i| format!("\n{}{name}{i}: {value}", " ".repeat(indent))).collect()
}

fn with_cards(sections: &[(&str, String)], cards: &[(String, String)]) -> Files {
    let mut files = files(&[]);
    files.texts.insert(format!("cards/{GAME}/game.yaml"), manifest(sections).into());
    for (path, text) in cards {
        files.texts.insert(format!("cards/{GAME}/{path}"), Arc::from(text.as_str()));
    }
    files
}

fn load(files: &Files) -> Problems {
    match Catalog::load(GAME, files) {
        Ok((_, problems)) | Err(problems) => problems,
    }
}

/// What is said about too much of something.
fn too_many(problems: &Problems) -> Vec<String> {
    let found = problems.list().iter().filter(|p| p.key == "too_many" && p.severity == Severity::Error);
    found.map(|p| format!("{}: {} ({})", p.span, p.message, p.help.as_deref().unwrap_or(""))).collect()
}

/// A kind of declaration: its name, its limit, and a game with n of them.
type Kind = (&'static str, usize, fn(usize) -> Vec<(&'static str, String)>);

fn fields(n: usize, kind: &str) -> Vec<(&'static str, String)> {
    vec![("types", format!("\n  t:\n    fields:{}", entries(n, 6, "f", kind)))]
}

const KINDS: &[Kind] = &[
    ("zones", 32, |n| vec![("zones", entries(n, 2, "z", "{ per: player }"))]),
    ("windows", 256, |n| {
        let first = "\n  main: { protocol: alternate, players: active, offers: [main] }";
        let more = entries(n - 1, 2, "w", "{ protocol: free, players: active, offers: [main] }");
        vec![("windows", format!("{first}{more}"))]
    }),
    ("events of its own", 128 - event::COUNT as usize, |n| vec![("events", entries(n, 2, "e", "{ fields: {} }"))]),
    ("groups of statuses", 8, |n| {
        let groups: String = (0..n).map(|i| format!("\n  g{i}: [a{i}, b{i}]")).collect();
        vec![("statuses", groups)]
    }),
    ("values", 16, |n| {
        let values: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
        vec![("statuses", format!("\n  g: [{}]", values.join(", ")))]
    }),
    ("types", 32, |n| vec![("types", entries(n, 2, "t", "{}"))]),
    ("records", 32, |n| vec![("records", entries(n, 2, "r", "{ f: any }"))]),
    ("fields", 256, |n| vec![("records", format!("\n  r:{}", entries(n, 4, "f", "any")))]),
    ("fields", 256, |n| vec![("events", format!("\n  e:\n    fields:{}", entries(n, 6, "f", "int")))]),
    ("tallies", 256, |n| vec![("tallies", entries(n, 2, "t", "{ of: moved, per: turn }"))]),
    ("areas", 256, |n| vec![("areas", entries(n, 2, "a", "{ cells: me, from: me }"))]),
    ("orders", 256, |n| vec![("orders", entries(n, 2, "o", "{}"))]),
    ("kinds of use and actions", 64, |n| vec![("uses", entries(n, 2, "u", "{ steps: [resolve] }"))]),
    ("kinds of use and actions", 64, |n| {
        let uses = entries(2, 2, "u", "{ steps: [resolve] }");
        vec![("uses", uses), ("actions", entries(n - 2, 2, "a", "{ timing: main, do: [] }"))]
    }),
    ("levels", 256, |n| {
        let more: String = (2..n).map(|i| format!(", l{i}")).collect();
        vec![("levels", format!(" [game, turn{more}]"))]
    }),
    ("kinds of pip", 8, |n| vec![("payments", format!("\n  kinds:{}", entries(n, 4, "k", "{ zone: hand }")))]),
    ("counters of `player`", 256, |n| vec![("counters", format!("\n  player:{}", entries(n, 4, "c", "1")))]),
    ("counters of `game`", 256, |n| vec![("counters", format!("\n  game:{}", entries(n, 4, "c", "1")))]),
    ("counters of `space`", 256, |n| vec![("counters", format!("\n  space:{}", entries(n, 4, "c", "1")))]),
    ("attributes", 64, |n| vec![("attributes", format!("\n  player:{}", entries(n, 4, "a", "{ amount: 1 }")))]),
    ("attributes", 64, |n| fields(n, "int")),
    ("fields of words", 32, |n| fields(n, "words?")),
    ("fields of costs", 256, |n| fields(n, "cost?")),
    ("fields of rules", 256, |n| fields(n, "rules?")),
    ("fields of cells", 256, |n| fields(n, "cells?")),
    ("fields of conditions", 256, |n| fields(n, "condition?")),
    ("fields of text", 256, |n| fields(n, "text?")),
];

#[test]
fn one_more_than_a_game_may_have_is_refused() {
    for (what, most, sections) in KINDS {
        let found = too_many(&load(&with_cards(&sections(*most), &[])));
        assert!(found.is_empty(), "{most} {what} are too many: {found:?}");
        let found = too_many(&load(&with_cards(&sections(most + 1), &[])));
        let [one] = found.as_slice() else { panic!("{} {what}: {found:?}", most + 1) };
        let (message, n) = (format!("at most {most} {what}"), format!("this one declares {}", most + 1));
        assert!(one.contains(&message) && one.contains(&n) && one.contains("leave out 1"), "{one}");
        assert!(one.starts_with(&format!("cards/{GAME}/game.yaml:")), "{one}");
    }
}

#[test]
fn far_too_many_are_refused_too() {
    for (what, most, sections) in KINDS {
        let found = too_many(&load(&with_cards(&sections(most * 3), &[])));
        assert!(found.len() == 1 && found[0].contains(&format!("declares {}", most * 3)), "{what}: {found:?}");
    }
}

#[test]
fn a_number_that_does_not_fit_is_refused() {
    let zone = |key: &str, n: i64| vec![("zones", format!("\n  hand: {{ per: player, {key}: {n} }}"))];
    let window = |n: i64| {
        vec![("windows", format!("\n  main: {{ protocol: alternate, players: active, passes: {n}, offers: [main] }}"))]
    };
    let board = |rows: i64, columns: i64| {
        vec![("zones", format!("\n  hand: {{ shared: true, board: {{ rows: {rows}, columns: {columns} }} }}"))]
    };
    for (fits, does_not, says) in [
        (zone("slots", 1024), zone("slots", 1025), "`slots` is a number from 1 to 1024, not 1025"),
        (zone("slots", 1), zone("slots", 0), "to 1024, not 0"),
        (zone("capacity", 65_535), zone("capacity", 65_536), "`option.NAME`, not 65536"),
        (zone("capacity", 1), zone("capacity", -1), "`option.NAME`, not -1"),
        (window(100), window(101), "`passes` is a number from 1 to 100; or an amount, not 101"),
        (window(1), window(0), "an amount, not 0"),
        (board(8, 16), board(3, 43), "from 2 to 128 spaces, this one has 3 rows and 43 columns"),
        (board(1, 2), board(70_000, 2), "this one has 70000 rows and 2 columns"),
    ] {
        let found = too_many(&load(&with_cards(&fits, &[])));
        assert!(found.is_empty(), "{fits:?}: {found:?}");
        let found = too_many(&load(&with_cards(&does_not, &[])));
        assert!(found.len() == 1 && found[0].contains(says), "{does_not:?}: {found:?}");
    }
}

#[test]
fn all_spaces_have_numbers() {
    let players = ("players", " { least: 1, most: 8, usual: 2 }".to_string());
    let zones = |n: usize| ("zones", entries(n, 2, "z", "{ per: player, slots: 1024 }"));
    let found = too_many(&load(&with_cards(&[players.clone(), zones(8)], &[])));
    assert!(found.is_empty(), "{found:?}");
    let found = too_many(&load(&with_cards(&[players, zones(9)], &[])));
    assert!(found.len() == 1 && found[0].contains("at most 65536 spaces; these have 73728"), "{found:?}");
}

#[test]
fn no_more_than_eight_play() {
    let problems = load(&with_cards(&[("players", " 9".into())], &[]));
    assert!(problems.render_all().contains("a number from 1 to 8"), "{}", problems.render_all());
}

#[test]
fn cards_and_lists_have_their_limits() {
    let types = ("types", "\n  t: { fields: { c: rules? } }".to_string());
    let card = |i: usize| (format!("c/c{i}.yaml"), format!("name: C{i}\ntype: t\n"));
    let found = too_many(&load(&with_cards(std::slice::from_ref(&types), &(0..65_537).map(card).collect::<Vec<_>>())));
    assert!(found.len() == 1 && found[0].contains("at most 65536 cards; this one declares 65537"), "{found:?}");
    let list = vec!["a"; 65_536].join(", ");
    let found = too_many(&load(&with_cards(&[("hints", format!(" [{list}]"))], &[])));
    assert!(found.len() == 1 && found[0].contains("at most 65535 items; this one has 65536"), "{found:?}");
    for (n, is_too_many) in [(64, false), (65, true), (257, true), (0, true)] {
        let card = ("c/c.yaml".to_string(), format!("name: C\ntype: t\nc: {{ roles: [{{ n: {n}, type: t }}] }}\n"));
        let found = too_many(&load(&with_cards(std::slice::from_ref(&types), &[card])));
        assert_eq!(found.len(), usize::from(is_too_many), "{n}: {found:?}");
    }
}

#[test]
fn what_has_no_limit_is_not_cut() {
    // More checks, options, abilities of one card and words of one field than a byte could count.
    let checks: String = (0..300)
        .map(|i| format!("\n  - {{ id: c{i}, match: {{ zone: hand }}, do: [{{ move: {{ card: it, to: hand }} }}] }}"))
        .collect();
    let options = entries(300, 2, "o", "{ default: 1 }");
    let types = "\n  t: { fields: { w: words }, live_in: hand }".to_string();
    let abilities: String =
        (0..300).map(|i| format!("  - id: a{i}\n    timing: main\n    script: note(\"{i}\")\n")).collect();
    let words: Vec<String> = (0..300).map(|i| format!("word{i}")).collect();
    let card = format!("name: Many\ntype: t\nw: [{}]\nabilities:\n{abilities}", words.join(", "));
    let sections = [("checks", checks), ("options", options), ("types", types)];
    let files = with_cards(&sections, &[("c/many.yaml".into(), card)]);
    let (catalog, _) = Catalog::load(GAME, &files).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
    let rules = &catalog.rules;
    let def = &rules.defs[0];
    assert_eq!((rules.checks.len(), rules.options.len()), (300, 300));
    assert_eq!((def.abilities.len(), def.words[0].len()), (300, 300));
    let last = &rules.abilities[def.abilities[299].index()];
    assert_eq!(&**rules.name(last.id), "a299");
}

#[test]
fn decks_bring_no_more_cards_than_a_game_has() {
    let engine = support::engine();
    let deck = |n: usize| {
        let mut deck: Deck = engine.catalog().decks["embers_and_stagehands"].clone();
        let card = deck.lists()[0][0];
        deck.lists_mut()[0] = vec![card; n];
        deck
    };
    let start = Setup { decks: vec![deck(40_000), deck(40_000)], ..Setup::default() };
    let refused = engine.set_up(start).map(Table::start).err().expect("80,000 cards are too many").to_string();
    assert!(refused.contains("no list holds more than 1000"), "{refused}");
}

/// Titles and names are shown on one line: of a game, of a card, of a deck.
#[test]
fn a_title_or_a_name_of_thousands_of_letters_is_refused() {
    let said = |title: usize, card: usize| {
        let mut files = with_cards(
            &[("types", " { stone: { live_in: hand } }".to_string())],
            &[("core/stone.yaml".to_string(), format!("name: {}\ntype: stone\n", "x".repeat(card)))],
        );
        let path = format!("cards/{GAME}/game.yaml");
        let text = files.texts[&path].replace("title: Limits", &format!("title: {}", "x".repeat(title)));
        files.texts.insert(path, text.into());
        let problems = load(&files);
        let long = problems.list().iter().filter(|p| p.key == "too_long");
        long.map(|p| format!("{}: {}", p.span.file, p.message)).collect::<Vec<_>>()
    };
    assert_eq!(said(200, 200), Vec::<String>::new());
    let both = [
        "cards/limits/core/stone.yaml: the name has 5000 letters, and at most 200 are shown",
        "cards/limits/game.yaml: the title has 100000 letters, and at most 200 are shown",
    ];
    assert_eq!(said(100_000, 5_000), both);
}
