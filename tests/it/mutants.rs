//! Mutants: what `mutate` changes, and that a change that matters is noticed.

use std::path::PathBuf;

use intermezzo::catalog::Files;
use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo_program::scenario::mutants::{Mutant, MutatedPart, Proof, mutants, proofs, survey};

fn files(path: &str, text: &str) -> Files {
    let mut files = Files::built_in().of_game("clash");
    files.texts.retain(|path, _| path.ends_with("/game.yaml"));
    files.overlay([(path.into(), text.into())]);
    files
}

#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let files = files(path, text);
    let of_file = |m: &Mutant| m.file == path;
    let found: Vec<Mutant> = mutants(&files, "clash").into_iter().filter(of_file).collect();
    let changes: Vec<&str> = found.iter().map(|m| m.change.split_once(": ").expect("a column").1).collect();
    assert_eq!(changes, expected, "{path}");
}

#[test]
fn a_script_loses_statements_and_its_words_numbers_and_conditions_change() {
    check(
        "scripts/clash/a.lua",
        "if me.points > 2 then act.draw(me, 1) end\n",
        &[
            "`me` becomes `opponent`",
            "`>` becomes `>=`",
            "`2` becomes `3`",
            "`2` becomes `1`",
            "`2` becomes `0`",
            "`me` becomes `opponent`",
            "`1` becomes `2`",
            "`1` becomes `0`",
            "`me.points > 2` becomes `true`",
            "`me.points > 2` becomes `false`",
            "`me, 1` becomes `1, me`",
            "`if me.points > 2 then act.draw(me, 1) end` is left out",
        ],
    );
}

#[test]
fn a_card_loses_abilities_and_clauses_and_its_printed_facts_stay() {
    check(
        "cards/clash/kings/one.yaml",
        "name: One\npower: 3\nabilities:\n  - timing: aside\n    targets: { it: { zone: hand } }\n    script: act.shuffle(me)\n",
        &[
            "`timing: aside` is left out",
            "`targets: { it: { zone: hand } }` is left out",
            "`it: { zone: hand }` is left out",
            "`zone: hand` is left out",
            "`hand` becomes `draw_pile`",
            "`script: act.shuffle(me)` is left out",
            "`me` becomes `opponent`",
            "`act.shuffle(me)` is left out",
        ],
    );
}

#[test]
fn all_lines_of_a_script_in_a_card_are_changed_and_nothing_below_it() {
    check(
        "cards/clash/kings/one.yaml",
        "name: One\nabilities:\n  - timing: aside\n    script: |\n      act.shuffle(me)\n\n      act.draw(me, 1)\n    once: turn\n",
        &[
            "`timing: aside` is left out",
            "`script: | act.shuffle(me) act.draw(me, 1)` is left out",
            "`me` becomes `opponent`",
            "`me` becomes `opponent`",
            "`1` becomes `2`",
            "`1` becomes `0`",
            "`me, 1` becomes `1, me`",
            "`act.shuffle(me)` is left out",
            "`act.draw(me, 1)` is left out",
            "`once: turn` is left out",
            "`turn` becomes `match`",
        ],
    );
}

#[test]
fn of_the_header_of_a_pack_only_what_changes_the_game_is_changed() {
    let files = Files::built_in().with_pack("legends").expect("a pack").of_game("cfs");
    let path = "packs/legends/pack.yaml";
    let patches = files.texts[path].lines().position(|line| line == "patches:").expect("patches") + 1;
    let found: Vec<Mutant> = mutants(&files, "cfs").into_iter().filter(|m| m.file == path).collect();
    assert!(found.len() > 50, "{}", found.len());
    let of_header: Vec<&Mutant> = found.iter().filter(|mutant| mutant.line <= patches).collect();
    assert!(of_header.is_empty(), "{of_header:?}");
}

/// A mutant of a shipped game is still YAML, or fails for a reason of its own: the
/// change never cuts a word or a bracket in two.
#[test]
fn a_changed_file_is_still_yaml() {
    let all = Files::built_in();
    for game in all.games() {
        let files = all.of_game(&game);
        let found = mutants(&files, &game);
        assert!(found.len() > 500, "{game}: {}", found.len());
        for mutant in found.iter().filter(|m| m.file.ends_with(".yaml")).step_by(7) {
            let text = mutant.apply(&files.texts[&mutant.file]);
            let mut problems = Problems::new();
            yaml::parse(&mutant.file, &text, &mut problems);
            assert!(
                !problems.has_errors(),
                "{}:{}: {}\n{}",
                mutant.file,
                mutant.line,
                mutant.change,
                problems.render_all()
            );
        }
    }
}

#[test]
fn a_survey_counts_by_part_and_names_what_survives() {
    let files = Files::built_in().of_game("clash");
    let scenarios = PathBuf::from(env!("REPOSITORY")).join("tests/scenarios/clash");
    let one = scenarios;
    let found = survey(&files, "clash", &[one], &[], (30, 1, Some("specials/")), |_, _| {}).expect("scenarios");
    let cards = found.parts[&MutatedPart::Cards];
    assert_eq!((found.parts.len(), cards.tried, found.panics.len()), (1, 30, 0));
    assert_eq!(cards.tried, cards.load + cards.scenario + found.survived.len());
    assert!(cards.scenario > 5, "{cards:?}");
}

#[test]
fn a_proof_that_nothing_breaks_is_named() {
    let files = Files::built_in().of_game("clash");
    let folder = std::env::temp_dir().join(format!("intermezzo-proofs-{}", std::process::id()));
    let shipped = PathBuf::from(env!("REPOSITORY")).join("tests/scenarios/clash/army");
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a scenario");
    // The expected finding comes from the scenario's own file, whatever the game's findings are.
    let card = "files: { cards/clash/kings/odd.yaml: '{ name: Odd, type: odd }' }\nfindings: [the game has no type]\n";
    write("idle.yaml", &format!("title: an odd card\ngame: clash\nproves: [CC-GAME-01]\n{card}"));
    let strong = std::fs::read_to_string(shipped.join("three_are_none.yaml")).expect("a scenario");
    // It proves nothing, and says so.
    write("silent.yaml", &format!("title: another odd card\ngame: clash\n{card}"));
    write("strong.yaml", &strong);
    let found = proofs(&files, "clash", std::slice::from_ref(&folder), (150, 1), |_, _| {}).expect("scenarios");
    std::fs::remove_dir_all(&folder).expect("removed");
    let idle = Proof { path: folder.join("idle.yaml"), proves: vec!["CC-GAME-01".into()] };
    assert_eq!((found.all, found.unbroken, found.broken_with_all), (2, vec![idle], vec![]));
}
