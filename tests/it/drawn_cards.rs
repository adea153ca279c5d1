//! Drawn cards: cards as they are drawn: of every game that is here, with mistakes in a look, with hostile texts and
//! pictures.
//!
//! `UPDATE=1` draws the pictures of the book anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use intermezzo::catalog::{Files, drawn_cards};
use intermezzo::render::{Art, Drawing, Fonts, Live, picture::Picture};
use intermezzo::table::Game;

use crate::cli_new::Stranger;

/// The games that are here, those of packs among them.
fn games() -> Vec<Game> {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let packs = [None, Some("legends"), Some("charms")];
    let games = packs.iter().flat_map(|pack| {
        let files = Files { packs: pack.iter().map(|pack| pack.to_string()).collect(), ..files.clone() };
        let games = match pack {
            Some(pack) => files.extended_by(pack).into_iter().collect(),
            None => files.games(),
        };
        games.into_iter().map(move |game| Game::load(&game, &files).expect("it loads"))
    });
    games.collect()
}

#[test]
fn every_card_of_every_game_has_a_face_that_fits_and_can_be_read() {
    for game in games() {
        let told = drawn_cards::findings(&game.catalog);
        assert!(told.is_empty(), "{}", told.render_all());
        assert!(game.look().is_said, "each game says how its cards are drawn");
        let drawing = Drawing { fonts: Fonts::Named, ..Drawing::ALONE };
        for id in game.outline().cards {
            let svg = game.face(&id, &Live::default(), &drawing).expect("the card is there");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{id}");
            // Nothing is fetched, and nothing runs.
            for bad in ["http:", "https:", "<script", "<foreignObject", "url(data", "NaN", "inf"] {
                let rest = svg.replace("http://www.w3.org/2000/svg", "");
                assert!(!rest.contains(bad) || bad == "inf" && !rest.contains("\"inf"), "{id}: {bad}");
            }
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count(), "{id}");
            small_and_in_an_image(&game, &id);
        }
        assert!(game.back(&drawing).contains("</svg>"));
    }
}

/// A card that is shown small in an image of a page: it says its name and its numbers, and needs no font.
fn small_and_in_an_image(game: &Game, id: &str) {
    let drawing = |is_small| Drawing { fonts: Fonts::Outlined, is_small, ..Drawing::ALONE };
    let whole = game.face(id, &Live::default(), &drawing(false)).expect("the card is there");
    let small = game.face(id, &Live::default(), &drawing(true)).expect("the card is there");
    for svg in [&whole, &small] {
        assert!(!svg.contains("<text") && !svg.contains("@font-face"), "{id}: every letter has a shape");
        assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"), "{id}");
    }
    let letters = |svg: &str| svg.matches("d=\"M0 0m").count();
    assert!(letters(&small) > 0, "{id} says nothing");
}

/// A small game with a look, and one card.
fn game(look: &str, card: &str) -> Files {
    let manifest = format!(
        "game: ropes\ntitle: Ropes\nzones: {{ hand: {{ per: player }} }}\ntypes: {{ rope: {{ fields: {{ cost: int, kinds: words? }} }} }}\n\
         levels: [game]\nflow: {{ game: [] }}\n{look}"
    );
    let mut files = Files::default();
    files.overlay([
        ("cards/ropes/game.yaml".to_string(), manifest.into()),
        ("cards/ropes/some/odd_rope.yaml".to_string(), card.into()),
    ]);
    files
}

const CARD: &str = "name: Odd Rope\ntype: rope\ncost: 3\nkinds: [Knot]\ntext: Tie it.\n";

fn load(look: &str, card: &str) -> Game {
    Game::load("ropes", &game(look, card)).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn mistakes_in_a_look_are_told_with_place_and_help() {
    let cases = [
        ("look: { colours: { rust: \"#12\" } }", "`#12` is no colour", "#rrggbb"),
        ("look: { edge: rust }", "unknown colour `rust`", ""),
        ("look: { edge: drak }", "unknown colour `drak`", "did you mean `dark`?"),
        ("look: { regions: { nmae: { size: 30 } } }", "unknown region `nmae`", "did you mean `name`?"),
        ("look: { regions: { line: { show: \"{kids}\" } } }", "unknown field of cards `kids`", "did you mean `kinds`?"),
        ("look: { tint: [colour] }", "unknown field of cards `colour`", ""),
        (
            "look: { tints: { Knot: { colour: \"#aa0000\", symbol: swrod } } }",
            "unknown symbol `swrod`",
            "did you mean `sword`?",
        ),
        ("look: { symbols: { Knot: \"M1 2<script>\" } }", "unknown symbol `M1 2<script>`", "a path of SVG"),
        ("look: { marks: { \"{R}\": roap } }", "unknown symbol `roap`", ""),
        ("look: { emblem: [\"{kidns}\"] }", "unknown field of cards `kidns`", "did you mean `kinds`?"),
        ("look: { types: { roep: { border: 10 } } }", "unknown type `roep`", "did you mean `rope`?"),
        ("look: { sets: { smoe: { border: 10 } } }", "unknown set `smoe`", "did you mean `some`?"),
        ("look: { size: [63, 88] }", "the size of a card is two numbers", "from 200 to 2000"),
        ("look: { regions: { cost: { at: [500, 20, 200, 60] } } }", "a region lies on the card", "four numbers"),
        ("look: { regions: { cost: { at: [1, 2, 3] } } }", "a region lies on the card", "four numbers"),
        ("look: { regions: { cost: { shape: ruond } } }", "ruond", "round"),
        ("look: { regions: { cost: { trun: 90 } } }", "trun", "did you mean `turn`?"),
        ("look: { regions: { cost: { turn: 45 } } }", "a region is turned by quarters", "90, 180 or 270"),
        ("look: { types: { rope: { size: [630, 880] } } }", "size", ""),
        ("look: { back: { symbol: konot } }", "unknown symbol `konot`", ""),
    ];
    for (look, message, help) in cases {
        let told = match Game::load("ropes", &game(look, CARD)) {
            Ok(_) => panic!("{look}: nothing is wrong with it"),
            Err(error) => error.problems().map(|problems| problems.render_all()).unwrap_or_default(),
        };
        assert!(told.contains(message) && told.contains(help) && told.contains("game.yaml:7:"), "{look}:\n{told}");
    }
}

#[test]
fn a_text_that_does_not_fit_is_told_at_its_place() {
    let long = "Tie it to another rope and tie that one to a third. ".repeat(30);
    let card = CARD.replace("Tie it.", &long);
    let told = |look: &str| drawn_cards::findings(&load(look, &card).catalog).render_all();
    let of_look = told("look: { tint: [type] }");
    assert!(of_look.starts_with("warning: its text overflows the region `text` of its face by "), "{of_look}");
    assert!(of_look.contains("cards/ropes/some/odd_rope.yaml:5:7"), "{of_look}");
    // A game without a look gets hints, no warnings.
    assert!(told("").starts_with("hint: its text overflows"));
    let faint = "look: { regions: { name: { fill: \"#ffffff\", ink: \"#cccccc\" } } }";
    let found = drawn_cards::findings(&load(faint, CARD).catalog).render_all();
    assert!(found.contains("the region `name` of its face has a contrast of 1.6"), "{found}");
}

#[test]
fn texts_and_pictures_of_strangers_are_no_markup() {
    let card = "name: \"<script>alert(1)</script>\"\ntype: rope\ncost: 3\nkinds: [\"\\\"><image href=x>\"]\ntext: \"</text><a href='http://x'>\"\n";
    let game = load("", card);
    let picture = Picture::read(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec());
    let picture = picture.expect("it is an SVG");
    for art in [Art::None, Art::Picture(&picture), Art::Link("/art/\"><script>")] {
        let drawing = Drawing { art, fonts: Fonts::Named, ..Drawing::ALONE };
        let svg = game.face("odd_rope", &Live::default(), &drawing).expect("the card is there");
        assert!(!svg.contains("<script") && !svg.contains("<a ") && !svg.contains("<image href=x"), "{svg}");
        assert_eq!(svg.contains("data:image/svg+xml;base64,"), matches!(art, Art::Picture(_)));
    }
}

#[test]
fn what_became_of_a_card_is_drawn() {
    let game = load("look: { regions: { line: { show: \"{kinds}\" } } }", CARD);
    let drawing = Drawing { fonts: Fonts::Named, ..Drawing::ALONE };
    let draw = |live: &Live| game.face("odd_rope", live, &drawing).expect("the card is there");
    let printed = draw(&Live::default());
    assert!(printed.contains(">3</text>") && !printed.contains("line-through"));
    let mut live = Live { lost_text: true, ..Live::default() };
    live.numbers.insert("cost".into(), 5);
    live.words.insert("kinds".into(), vec!["Net".into()]);
    let now = draw(&live);
    assert!(now.contains(">5</text>") && !now.contains(">3</text>"), "{now}");
    let struck = |word: &str| now.lines().any(|line| line.contains("line-through") && line.contains(word));
    assert!(struck("Knot") && struck("Tie it") && !struck("Net"), "{now}");
}

#[test]
fn pictures_lie_beside_the_cards() {
    let here = Stranger::new("art");
    here.well("", &["new", "game", "odd_ropes"]);
    let draw = || {
        here.well("", &["cards", "odd_ropes", "--svg", "out"]);
        here.read("out/young_wolf.svg")
    };
    assert!(!draw().contains("<image"));
    here.write("cards/odd_ropes/art/young_wolf.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>");
    assert!(draw().contains("<image href=\"data:image/svg+xml;base64,"));
    here.well("", &["check", "odd_ropes"]);
    here.write("cards/odd_ropes/art/young_wolf.svg", "<html>no picture");
    let (told, code) = here.says("", &["cards", "odd_ropes", "--svg", "out"]);
    assert!(code == 2 && told.contains("young_wolf.svg: it is no SVG, PNG, JPEG or WebP"), "{told}");
}

#[test]
fn a_page_has_the_cards_of_a_deck_as_often_as_the_deck() {
    let here = Stranger::new("print");
    let deck = |more: &[&str]| {
        let told = here.well("", &[&["cards", "duel", "--print", "page.html"], more].concat());
        (told, here.read("page.html"))
    };
    let (told, page) = deck(&["--deck", "fire_and_shade", "--backs", "--paper", "letter", "--bleed", "3"]);
    let used = page.matches("<use href=\"#f").count();
    assert_eq!(page.matches("<use href=\"#back\"").count(), used);
    assert!(told.contains(&format!("{used} cards on ")) && page.contains("size:letter"), "{told}");
    assert!(page.matches("<symbol").count() < used, "copies are drawn once");
    let (_, all) = deck(&[]);
    assert!(all.contains("size:A4") && !all.contains("id=\"back\""));
}

/// The width of a card in the pictures of the book, and between two.
const SHOWN: (usize, usize) = (210, 12);

/// One card of each type of a game, side by side.
fn shown(game: &Game) -> String {
    let mut of_type: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for id in game.outline().cards {
        let card = game.catalog.drawn_card(&id).expect("it is there");
        // With a pack in play its own cards are shown.
        if card.pack.is_none() && !game.catalog.packs.is_empty() {
            continue;
        }
        // The one with the longest text shows most; of equal ones the first.
        let long = card.text.chars().count();
        let known = of_type.entry(card.ty).or_insert((0, id.clone()));
        if long > known.0 {
            *known = (long, id);
        }
    }
    let ids: BTreeSet<&String> = of_type.values().map(|(_, id)| id).collect();
    let drawing = Drawing { fonts: Fonts::Named, ..Drawing::ALONE };
    let mut faces: Vec<String> = ids.into_iter().filter_map(|id| game.face(id, &Live::default(), &drawing)).collect();
    faces.push(game.back(&drawing));
    let (wide, gap) = SHOWN;
    let high = wide * 88 / 63;
    let columns = faces.len().min(4);
    let rows = faces.len().div_ceil(columns);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n<style>{}{}</style>\n",
        columns * (wide + gap) + gap,
        rows * (high + gap) + gap,
        intermezzo::render::style_of_fonts(),
        intermezzo::render::classes()
    );
    for (i, face) in faces.iter().enumerate() {
        let (x, y) = (gap + i % columns * (wide + gap), gap + i / columns * (high + gap));
        let rest = face.split_once("viewBox=").expect("it has a size").1;
        out += &format!("<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" viewBox={rest}");
    }
    out + "</svg>\n"
}

#[test]
fn the_faces_in_the_book_are_what_the_program_draws() {
    let folder = Path::new(env!("REPOSITORY")).join("docs/images/faces");
    let mut stale = Vec::new();
    for game in games() {
        let packs: String = game.catalog.packs.iter().map(|pack| format!("-{}", pack.id)).collect();
        let path = folder.join(format!("{}{packs}.svg", game.catalog.rules.schema.game));
        let drawn = shown(&game);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder");
            std::fs::write(&path, &drawn).expect("the picture");
        }
        if std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n") != drawn {
            stale.push(path.display().to_string());
        }
    }
    assert!(stale.is_empty(), "UPDATE=1 draws anew: {}", stale.join(", "));
}
