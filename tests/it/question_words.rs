//! Question words: what a person reads when she is asked about the order of triggers, or about replacements.

use std::process::{Command, Stdio};

/// What `play` shows in words where a game of `duel` stands after these steps, with a creature that has these abilities.
fn asked(name: &str, abilities: &str) -> String {
    let folder = std::env::temp_dir().join(format!("intermezzo-question-words-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let bases = std::path::Path::new(env!("REPOSITORY")).join("tests/scenarios/duel/bases.yaml");
    std::fs::copy(bases, folder.join("bases.yaml")).expect("a copy");
    let scenario = format!(
        "title: A question\ngame: duel\nfrom: morning\nfiles:\n  cards/duel/test/ghoul.yaml: |\n    name: Ghoul\n    \
         type: creature\n    colour: dusk\n    cost: {{ dusk: 1 }}\n    power: 1\n    toughness: 1\n    kinds: [Shade]\n    \
         abilities:\n{abilities}setup:\n  amy: {{ hand: [scorch], field: [ghoul, {{ card: ember_well, as: e1 }}] }}\n\
         steps:\n  - amy: use scorch\n    choose: [ghoul]\n    pay: [e1]\npending: choose\n"
    );
    std::fs::write(folder.join("a.yaml"), scenario).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["play", "duel", "--from"]).arg(folder.join("a.yaml")).current_dir(env!("REPOSITORY"));
    command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    let output = command.output().expect("the program");
    std::fs::remove_dir_all(&folder).expect("it was there");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn triggers_of_one_card_are_told_apart_in_an_order() {
    let told = asked(
        "order",
        "      - { id: loss, after: dies, match: { card: self }, do: [{ pays_life: { player: me, amount: 1 } }] }\n\
         \x20     - { id: toll, after: dies, match: { card: self }, do: [{ pays_life: { player: opponent, amount: 2 } }] }\n",
    );
    assert!(told.contains("1. Ghoul: loss\n2. Ghoul: toll\n"), "{told}");
}

#[test]
fn the_question_of_a_replacement_tells_its_event() {
    let one = "      - { id: soft, instead: dies, match: { card: self }, optional: true, do: [{ pays_life: { player: me, amount: 1 } }] }\n";
    let other = one.replace("soft", "hard").replace("amount: 1", "amount: 2");
    let told = asked("one", one);
    assert!(told.contains("Amy: Ghoul may replace this: Ghoul dies"), "{told}");
    let told = asked("two", &[one, &other].concat());
    assert!(told.contains("Amy: choose what replaces this: Ghoul dies\n1. Ghoul: soft\n2. Ghoul: hard\n"), "{told}");
}
