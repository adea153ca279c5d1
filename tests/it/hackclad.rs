//! HackClad: what only a look at the whole set of cards can show, by the numbers in `tests/rules/hackclad.yaml`.

use std::collections::{BTreeMap, BTreeSet};

use intermezzo::catalog::{Catalog, Files};
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;

use crate::support;

const SKILLS: [&str; 6] = ["attack", "attack_magic", "support", "support_magic", "reaction", "reaction_magic"];

/// All card files of the game, by their ids.
fn cards() -> BTreeMap<String, Node> {
    let files = support::files(&[]);
    let mut out = BTreeMap::new();
    for (path, text) in &files.texts {
        let Some(rest) = path.strip_prefix("cards/hackclad/").and_then(|p| p.strip_suffix(".yaml")) else { continue };
        let Some((set, id)) = rest.split_once('/') else { continue };
        if set == "decks" {
            continue;
        }
        let mut problems = Problems::new();
        let node = yaml::parse(path, text, &mut problems).expect("a card is YAML");
        assert!(out.insert(id.to_string(), node).is_none(), "{id} is there twice");
    }
    out
}

fn text<'n>(card: &'n Node, field: &str) -> &'n str {
    card.field(field).and_then(Node::as_str).unwrap_or("")
}

fn number(card: &Node, field: &str) -> i64 {
    card.field(field).and_then(Node::as_int).unwrap_or(0)
}

/// The skills of a witch, of both tiers.
fn skills<'c>(cards: &'c BTreeMap<String, Node>, witch: &str) -> Vec<&'c Node> {
    cards.values().filter(|c| SKILLS.contains(&text(c, "type")) && text(c, "witch") == witch).collect()
}

/// Errors of the game when it loads.
fn wrong(files: &Files) -> String {
    Catalog::load("hackclad", files).err().map_or(String::new(), |problems| problems.render_all())
}

/// HC-COMP-01: so many cards of each sort, and no fewer missions or basic cards.
#[test]
fn the_set_is_whole() {
    let cards = cards();
    let of = |ty: &str| cards.values().filter(|c| text(c, "type") == ty).count();
    assert_eq!((of("witch"), of("clad_card"), of("mission"), of("clad")), (5, 15, 18, 1));
    for witch in ["Rosette", "Flare", "Luna", "Mia", "Amelia"] {
        let tier = |tier: &str| skills(&cards, witch).iter().filter(|c| text(c, "tier") == tier).count();
        assert_eq!((tier("basic"), tier("enhanced")), (8, 8), "{witch}");
    }
    let clad = |set: &str, voltage: i64| {
        cards.values().filter(|c| text(c, "set") == set && number(c, "voltage") == voltage).count()
    };
    assert_eq!([1, 2, 3].map(|v| clad("normal", v)), [6, 3, 3]);
    assert_eq!([1, 2, 3].map(|v| clad("expert", v)), [2, 1, 0]);
    assert_eq!(wrong(&support::files(&[])), "");
    let without_mission = wrong(&support::files(&[("cards/hackclad/missions/zenith.yaml", "")]));
    assert!(without_mission.contains("missions") && without_mission.contains("18"), "{without_mission}");
    let without_skill = wrong(&support::files(&[("cards/hackclad/mia/mia_sprint.yaml", "")]));
    assert!(without_skill.contains("mia"), "{without_skill}");
}

/// HC-CARD-04: each of the eighty skills has one of the six types.
#[test]
fn every_skill_has_one_type() {
    let cards = cards();
    let skills: Vec<_> = cards.values().filter(|c| c.field("tier").is_some()).collect();
    assert_eq!(skills.len(), 80);
    for card in skills {
        assert!(SKILLS.contains(&text(card, "type")), "{}", text(card, "name"));
        assert!((1..=4).contains(&number(card, "vp")), "{}", text(card, "name"));
    }
}

/// The flow does what the icons of a Clad card say in one order, whatever a card prints first.
#[test]
fn icons_stand_in_the_order_of_the_flow() {
    const ORDER: [&str; 6] = ["attack", "drop", "move", "turn_left", "turn_right", "turn_around"];
    for (id, card) in cards().iter().filter(|(_, card)| text(card, "type") == "clad_card") {
        let icons = card.field("icons").map_or(&[][..], Node::items);
        let place = |icon: &Node| ORDER.iter().position(|name| icon.as_str() == Some(*name));
        let places: Vec<Option<usize>> = icons.iter().map(place).collect();
        assert!(!places.is_empty() && !places.contains(&None) && places.is_sorted(), "{id}: {places:?}");
    }
}

/// HC-CLADCARD-05, HC-MISSION-04: no two Clad cards share a name, and no two missions; an expert
/// card stands in for a normal one.
#[test]
fn names_are_unique() {
    let cards = cards();
    for ty in ["clad_card", "mission"] {
        let names: Vec<&str> = cards.values().filter(|c| text(c, "type") == ty).map(|c| text(c, "name")).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
    let expert = cards.values().filter(|c| text(c, "set") == "expert");
    let replaced: BTreeSet<&str> = expert.map(|c| text(c, "replaces")).collect();
    assert_eq!(replaced, BTreeSet::from(["Veer Right", "Veer Left", "Rush"]));
    for name in replaced {
        assert!(cards.values().any(|c| text(c, "name") == name && text(c, "set") == "normal"), "{name}");
    }
}

/// HC-CHAR-11: the stars of the boards.
#[test]
fn stars() {
    let cards = cards();
    let stars = |id: &str| ["difficulty", "attack_stars", "defence_stars"].map(|f| number(&cards[id], f));
    let all = ["rosette", "flare", "luna", "mia", "amelia"].map(stars);
    assert_eq!(all, [[1, 3, 1], [2, 2, 3], [2, 3, 2], [3, 2, 1], [3, 1, 2]]);
}

/// HC-CHAR-12: the skills of a witch keep to her profile.
#[test]
fn profiles() {
    let cards = cards();
    let count = |witch: &str, fits: &dyn Fn(&Node) -> bool| skills(&cards, witch).iter().filter(|c| fits(c)).count();
    let says = |card: &Node, words: &[&str]| words.iter().any(|w| text(card, "text").contains(w));
    let is_attack = |c: &Node| text(c, "type").starts_with("attack");
    assert!(count("Rosette", &|c| text(c, "tier") == "basic" && is_attack(c)) >= 5);
    let defends = |c: &Node| {
        text(c, "type").starts_with("reaction")
            || says(c, &["less damage to you", "-1 DMG", "Reaction", "cannot be moved"])
    };
    assert!(count("Flare", &defends) >= 5);
    assert!(2 * count("Luna", &|c| number(c, "mp") > 0 || says(c, &["MP", "deck"])) >= 16);
    let moves = ["Move ", "move ", "moves ", "moving", "moved", "Place your"];
    assert!(count("Mia", &|c| says(c, &moves)) >= 5);
}

/// HC-COMP-04: an effect that would leave a witch with eight cards in play, or ten, has not happened.
#[test]
fn nine_cards_stay_in_play() {
    let run = |script: &str| {
        let scenario = format!(
            r#"title: A card that gives away another for nothing
game: hackclad
files:
  cards/hackclad/rosette/rosette_kindle.yaml: |
    name: Kindle
    type: support
    witch: Rosette
    tier: basic
    vp: 1
    abilities: [{{ timing: turn, script: '{script}' }}]
setup:
  phase: action
  field: [{{ card: clad, at: [2, 2], status: north }}]
  amy: {{ field: [{{ card: rosette, at: [0, 0] }}], hand: [rosette_kindle, rosette_move], enhanced: [rosette_sunfall], turn_slots: [{{ card: rosette_brace, slot: 1 }}], place: 1 }}
  beth: {{ field: [{{ card: flare, at: [4, 4] }}], turn_slots: [{{ card: flare_bolt, slot: 2 }}], place: 2 }}
steps: [{{ amy: use rosette_kindle }}]
expect: [{{ asked: amy }}]
"#
        );
        let mut runner = intermezzo_program::scenario::Runner::new(None).expect("the built-in pack");
        runner.run("kept.yaml", &scenario).message
    };
    let hand = r#"cards { zone = "hand", owner = me }"#;
    let enhanced = r#"cards { zone = "enhanced", owner = me }"#;
    let fewer = run(&format!("act.move({hand}, \"enhanced\")"));
    assert!(fewer.contains("seven in her Enhanced deck, whatever happens: 3 of player 1 became 2"), "{fewer}");
    let more = run(&format!("act.move({enhanced}, \"hand\")"));
    assert!(more.contains("3 of player 1 became 4"), "{more}");
    let swapped = run(&format!("local a, b = {hand}, {enhanced} act.move(a, \"enhanced\") act.move(b, \"hand\")"));
    assert_eq!(swapped, "");
}
