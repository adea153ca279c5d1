//! Vocabulary: the words of each game are listed, and a failed step says which steps were possible, in those words.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files};
use intermezzo_program::vocabulary::{WordKind, page, words};
use serde_json::Value;

use crate::cli_new::Stranger;

#[test]
fn every_word_of_every_game_is_listed_with_what_it_is() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    for game in files.games() {
        let (catalog, _) = Catalog::load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let schema = &catalog.rules.schema;
        let count = |kind| words(&catalog, kind).len();
        assert_eq!(count(WordKind::Types), schema.types.len(), "{game}");
        assert_eq!(count(WordKind::Zones), schema.zones.len(), "{game}");
        assert_eq!(count(WordKind::Events), catalog.rules.events.len(), "{game}");
        assert_eq!(count(WordKind::Records), schema.records.len(), "{game}");
        assert_eq!(count(WordKind::Phases), schema.levels.len() + schema.phases.len(), "{game}");
        for kind in WordKind::ALL {
            for word in words(&catalog, kind) {
                let is_one_line = !word.title.contains('\n');
                // An event or a record may have no field, and a kind of use no word of its own.
                let may_be_bare =
                    matches!(kind, WordKind::Events | WordKind::Records | WordKind::Uses | WordKind::Actions);
                assert!(!word.id.is_empty() && is_one_line, "{game} {kind:?}: {word:?}");
                assert!(may_be_bare || !word.title.is_empty(), "{game} {kind:?}: {word:?}");
            }
        }
        let text = page::page(&catalog);
        for line in text.lines().filter(|line| line.starts_with("| ")) {
            assert_eq!(line.replace("\\|", "").matches('|').count(), 3, "{game}: {line}");
        }
        assert!(!text.contains("WORD"), "{game}");
    }
}

#[test]
fn the_command_lists_what_a_game_has() {
    let here = Stranger::new("words");
    let told = here.well("", &["list", "fields", "duel"]);
    assert!(told.contains("card.power") && told.contains("printed, at least 0"), "{told}");
    let told = here.well("", &["list", "events", "duel"]);
    assert!(told.contains("victim: object, source: card, amount: int"), "{told}");
    let told = here.well("", &["list", "actions", "duel"]);
    assert!(told.contains("timing main; with a card of hand"), "{told}");
    let told = here.well("", &["list", "events", "duel", "--json"]);
    let events: Value = serde_json::from_str(&told).expect("JSON");
    let hurts = events.as_array().into_iter().flatten().find(|event| event["id"] == "hurts").expect("the event");
    assert_eq!(hurts["types"]["victim"], "object");
    let (told, code) = here.says("", &["list", "zones"]);
    assert!(code == 2 && told.contains("of which game are the zones listed?"), "{told}");
    assert!(here.well("", &["list", "vocabulary", "duel"]).contains("## Kinds of ability"));
}

#[test]
fn a_failed_step_says_which_steps_were_possible() {
    let here = Stranger::new("possible");
    let scenario = |steps: &str| {
        format!(
            "title: T\ngame: duel\nseed: 1\nstart: {{ amy: deep_water, beth: tall_trees }}\nsteps:\n{steps}expect: [{{ asked: amy }}]\n"
        )
    };
    let told = |steps: &str| {
        here.write("t.yaml", &scenario(steps));
        let (told, code) = here.says("", &["test", "t.yaml"]);
        assert_eq!(code, 1, "{told}");
        told
    };
    let first = told("  - amy: lay tide_well\n");
    assert!(first.contains("possible steps here: ") && first.contains("pass, exchange"), "{first}");
    // What it says is a step that is taken.
    let later = told("  - amy: pass\n  - beth: pass\n  - amy: lay deep_watcher\n");
    let possible = later.split("possible steps here: ").nth(1).and_then(|rest| rest.lines().next()).expect(&later);
    let step = possible.split([':', ',']).map(str::trim).find(|step| step.contains(' ')).expect(possible);
    here.write("t.yaml", &scenario(&format!("  - amy: pass\n  - beth: pass\n  - amy: {step}\n")));
    let (told, _) = here.says("", &["test", "t.yaml"]);
    assert!(!told.contains("possible steps here: ") && !told.contains("is refused"), "{step}: {told}");
}
