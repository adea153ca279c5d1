//! Attacks on forms: assignments and abilities that hold, as many and as tangled as a game takes, are bounded by what is
//! counted.

use std::path::Path;
use std::time::Duration;

use intermezzo_program::scenario::Runner;

use crate::alone;
use crate::attacks_in_games::cpu;

/// Most processor time of an attack, in a build that checks all cached values.
const MOST: Duration = Duration::from_secs(20);

/// A scenario of a fixture holds, in time.
#[track_caller]
fn holds_in_time(name: &str, fixture: &str, scenario: &str) {
    let _alone = alone();
    let root = Path::new(env!("REPOSITORY")).join("tests/fixtures").join(fixture);
    let mut runner = Runner::new(Some(&root)).expect("the fixture is there");
    let began = cpu();
    let outcome = runner.run("attack.yaml", scenario);
    let took = cpu().saturating_sub(began);
    assert!(outcome.ok, "{}", outcome.message);
    assert!(took < MOST, "{name} took {took:?}");
}

/// Sixty beings, of which `n` have an ability each that `ability` makes.
fn ring(n: usize, ability: impl Fn(usize) -> String) -> String {
    let card = |i: usize| {
        format!(
            "  cards/layers/beings/ring{i}.yaml: |\n    name: Ring{i}\n    type: being\n    power: 1\n    abilities: [{}]\n",
            ability(i)
        )
    };
    let files: String = (0..n).map(card).collect();
    let mut field: Vec<String> = (0..n).map(|i| format!("ring{i}")).collect();
    field.resize(60, "ox".into());
    format!(
        "title: A ring\ngame: layers\nfiles:\n{files}setup: {{ phase: main, amy: {{ field: [{}] }} }}\n\
         steps: [{{ amy: pass }}, {{ beth: pass }}]\nexpect: [{{ active: amy }}]\n",
        field.join(", ")
    )
}

#[test]
fn sixty_are_assigned_to_sixty() {
    let wolves = ["wolf"; 60].join(", ");
    let scenario = format!(
        "title: Many guards\ngame: forms\nsetup: {{ phase: main, amy: {{ field: [{wolves}] }}, beth: {{ field: [{wolves}] }} }}\n\
         steps: [{{ amy: set_guards }}, {{ amy: assign, choose: {{}} }}]\nexpect: [{{ amy.score: 0 }}]\n"
    );
    holds_in_time("assign", "forms", &scenario);
}

#[test]
fn forty_abilities_give_forty() {
    let all: Vec<String> = (0..40).map(|i| format!("ring{i}/g")).collect();
    let gives = |_| format!("{{ id: g, while: true, affects: {{ zone: field }}, grant: [{}] }}", all.join(", "));
    holds_in_time("grants", "layers", &ring(40, gives));
}

#[test]
fn forty_abilities_turn_in_a_circle() {
    let turns = |i: usize| {
        let (to, ty) = if i.is_multiple_of(2) { ("me", "being") } else { ("opponent", "place") };
        let many = format!("{{ count: {{ zone: field, controller: it.controller, power: \"<= {i}\" }} }}");
        format!(
            "{{ while: true, affects: {{ zone: field, where: {{ amount: {many}, is: \">= 1\" }} }}, modify: {{ controller: {to}, type: {{ set: {ty} }} }} }}"
        )
    };
    holds_in_time("circle", "layers", &ring(40, turns));
}
