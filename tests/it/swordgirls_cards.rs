//! Sword Girls: every card under every option, alone, with foes, and in whole games of all cards.

use std::path::Path;
use std::sync::Arc;

use crate::support::{Bots, files, play};
use intermezzo::catalog::{Catalog, Deck};
use intermezzo::kernel::model::value::DefId;
use intermezzo::table::{Game, Setup, Table};

fn engine() -> Game {
    let (catalog, _) = Catalog::load("swordgirls", &files(&[])).expect("the game loads");
    Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// Options of a game, as a scenario writes them: none, each that changes a rule, and all at once.
const OPTIONS: [&str; 12] = [
    "",
    "hand_size: 3",
    "hand_size: 7",
    "full_hand_discards: false",
    "abilities_after_reveal: true",
    "ability_order: coin_once",
    "ability_order: alternate",
    "choose_slot: true, take_back: true",
    "attack_skills_on_direct: true",
    "double_defeat: draw",
    "stat_floor: zero",
    "abilities_after_reveal: true, ability_order: alternate, attack_skills_on_direct: true, stat_floor: zero, hand_size: 4",
];

/// A position in which a card acts, with enough other cards for its script.
fn positions(card: &str, is_character: bool) -> Vec<String> {
    let hand = "hand: [relena, curse, zombie]";
    let deck = "deck: [kouhai, curse, zombie, striker]";
    let grave = "grave: [latecomer, new_knight, zombie, curse, relena, kouhai]";
    let (character, field) = match is_character {
        true => (card, "{ card: kouhai, slot: 3 }, relena".to_string()),
        false => ("nold", format!("{{ card: {card}, slot: 3 }}, {{ card: rooftop_watch, slot: 4 }}")),
    };
    let alone = if is_character { "" } else { card };
    let foes = "zombie, rooftop_watch, curse, { card: relena, slot: 5 }";
    let sides = [
        (field.as_str(), foes, hand, grave),
        (field.as_str(), "", hand, grave),
        (alone, "curse", "", ""),
        (alone, "", "", ""),
        (alone, foes, "", ""),
    ];
    let seat = |character: &str, field: &str, more: &[&str]| {
        let more: String = more.iter().filter(|m| !m.is_empty()).map(|m| format!(", {m}")).collect();
        format!("{{ character: [{character}], field: [{field}], {deck}{more} }}")
    };
    let position = |(mine, theirs, hand, grave): &(&str, &str, &str, &str)| {
        let amy = seat(character, mine, &[*hand, *grave]);
        format!("setup: {{ phase: refresh, amy: {amy}, beth: {} }}", seat("iri_flina", theirs, &[*hand, *grave]))
    };
    sides.iter().map(position).collect()
}

/// No script of any card fails under any options, with and without foes, a hand, a Grave: SG-ABIL-05.
#[test]
fn no_card_fails_under_any_options() {
    let root = Path::new(env!("REPOSITORY"));
    let rules = engine().catalog().rules.clone();
    let mut runner = intermezzo_program::scenario::Runner::new(Some(root)).expect("the game is there");
    let mut failed = Vec::new();
    let mut acted = 0;
    for def in &rules.defs {
        let card = rules.name(def.id);
        let is_character = &**rules.name(rules.schema.types[def.ty.index()].name) == "character";
        for position in positions(card, is_character) {
            for options in OPTIONS {
                let text = format!(
                    "title: A card acts\ngame: swordgirls\noptions: {{ {options} }}\n{position}\nsteps:\n  - pass: [amy, beth]\nexpect: [{{ no_log: script }}]\n"
                );
                let outcome = runner.run("card.yaml", &text);
                acted += outcome.ok as u32;
                // A game that ends in the first round asks nobody.
                if !outcome.ok && !outcome.message.contains("the game is over") {
                    failed.push(format!("{options}: {position}\n{}", outcome.message));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed[..failed.len().min(70)].join("\n"));
    assert!(acted > 9000, "only {acted} were played through");
}

/// Nor does one fail that is turned face up, or acts in the next round, where the deck and the hand of its player are
/// empty.
#[test]
fn no_card_fails_beside_an_empty_deck() {
    let root = Path::new(env!("REPOSITORY"));
    let rules = engine().catalog().rules.clone();
    let mut runner = intermezzo_program::scenario::Runner::new(Some(root)).expect("the game is there");
    let mut failed = Vec::new();
    let mut acted = 0;
    for def in &rules.defs {
        let card = &**rules.name(def.id);
        let is_character = &**rules.name(rules.schema.types[def.ty.index()].name) == "character";
        let (character, hand) = if is_character { (card, "") } else { ("nold", card) };
        // A spell with a choice is placed by an action of its own.
        let ways = [format!("  - amy: place {card}\n"), format!("  - amy: place_mode {card}\n    choose: [1]\n")];
        let no_way = [String::new()];
        for (mine, foes) in
            [("", ""), ("kouhai", ""), ("", "zombie, curse"), ("kouhai", "zombie, { card: relena, slot: 5 }")]
        {
            let amy = format!("amy: {{ character: [{character}], hand: [{hand}], field: [{mine}] }}");
            let beth = format!("beth: {{ character: [iri_flina], field: [{foes}], deck: [kouhai, kouhai] }}");
            let setup = format!("setup:\n  phase: placement\n  {amy}\n  {beth}\nsteps:\n");
            let ways = if is_character { &no_way[..] } else { &ways[..] };
            for way in ways {
                let steps = format!("{way}  - pass: [amy, beth]\nexpect: [{{ no_log: script }}]\n");
                let outcome = runner.run("card.yaml", &format!("title: No deck\ngame: swordgirls\n{setup}{steps}"));
                acted += outcome.ok as u32;
                if outcome.message.contains("the script of") {
                    failed.push(format!("{card}: {mine}: {foes}\n{}", outcome.message));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
    assert!(acted > 600, "only {acted} were played through");
}

/// Whole games with decks of all cards, under all options: none fails, and each ends.
#[test]
fn games_with_all_cards_end_under_any_options() {
    let engine = engine();
    let rules = engine.catalog().rules.clone();
    let of_type = |ty: &str| -> Vec<DefId> {
        let ids = (0..rules.defs.len() as u16).map(DefId);
        ids.filter(|d| &**rules.name(rules.schema.types[rules.defs[d.index()].ty.index()].name) == ty).collect()
    };
    let characters = of_type("character");
    let pool: Vec<DefId> = [of_type("follower"), of_type("spell")].concat();
    // No deck may hold it.
    let token = |d: &DefId| &**rules.name(rules.defs[d.index()].id) == "homunculus_escort";
    let pool: Vec<DefId> = pool.into_iter().filter(|d| !token(d)).collect();
    for (i, options) in OPTIONS.iter().enumerate() {
        // Six decks hold the whole pool.
        for seed in 0..3u64 {
            let deck = |seat: usize| {
                let first = (seed as usize * 2 + seat) * 30 + i;
                let cards = (0..30).map(|k| pool[(first + k) % pool.len()]).collect();
                let character = characters[(i + seed as usize * 2 + seat) % characters.len()];
                Deck::of(vec![vec![character], cards])
            };
            let start = Setup { seed, decks: vec![deck(0), deck(1)], options: values(options), ..Setup::default() };
            let mut table = engine.set_up_with_any_decks(start).map(Table::start).expect("the game starts");
            play(&mut table, &mut Bots::new(seed));
            assert_eq!(table.faults(), 0, "{options}, {seed}: {:?}", table.fault_errors());
            assert!(table.outcome().is_some(), "{options}, {seed}: it ends");
        }
    }
}

/// Options as a scenario writes them.
fn values(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(", ").filter_map(|pair| pair.split_once(": "));
    pairs.map(|(name, value)| (name.into(), value.into())).collect()
}
