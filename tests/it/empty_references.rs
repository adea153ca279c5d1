//! Empty references: a name that can lead to no object where it stands is found, at its place.

use crate::support::pit::Pit;

#[track_caller]
fn told(pit: &Pit, expected: &str, help: &str) {
    let outcome = pit.play("amy: { hand: [one] }", "steps: [{ amy: use one }]\nexpect: [{ amy.hp: 20 }]");
    let said = outcome.message;
    assert!(!outcome.ok && said.contains(expected) && said.contains(help), "{expected}\n{help}\nfound: {said}");
}

/// Two spells: one with a target and a list, and one whose target is called otherwise.
fn pit(list: &str) -> Pit {
    let spell = |target: &str, list: &str| {
        format!("\n  - {{ timing: main, targets: {{ {target}: {{ zone: field }} }}, do: [{list}] }}\n")
    };
    let other = spell("with", "{ doom: { card: this.with } }");
    Pit::new().ability("one", &spell("prey", list)).ability("two", &other)
}

#[test]
fn a_target_of_another_ability_is_none_of_this() {
    let lists = [
        "{ end: { called: x, on: this.with } }",
        "{ draw: this.with }",
        "{ doom: { card: this.with } }",
        "{ modify: { what: this.with, field: power, by: 1, lasts: turn } }",
        "{ grant: { who: this.with, ability: \"two/1\", lasts: turn } }",
        "{ forbid: { verb: doom, card: this.with, lasts: turn } }",
        "{ if: { exists: { is: this.with } }, do: [{ draw: 1 }] }",
        "{ each: { zone: field, not: { is: this.with } }, as: c, do: [{ doom: { card: c } }] }",
    ];
    for list in lists {
        let help = "help: known: prey, ";
        told(&pit(list), "`this.with`: this ability has no target `with`, and a use no such field", help);
        let nowhere = pit(&list.replace("this.with", "this.pray"));
        told(&nowhere, "`this.pray`: this ability has no target `pray`", "help: did you mean `prey`?");
    }
    let rest = "steps: [{ amy: use one, choose: [imp] }]\nexpect: [{ count: { amy.field: 0 } }]";
    pit("{ doom: { card: this.prey } }").holds("amy: { hand: [one], field: [imp] }", rest);
    // A need of an ability reads a use of it, too.
    let needs = "\n  - { timing: main, if: { exists: { is: this.with } }, do: [{ draw: 1 }] }\n";
    told(&pit("{ draw: 1 }").ability("three", needs), "this ability has no target `with`", "help: known: ");
}

#[test]
fn a_check_stands_on_no_card() {
    let message = "`self`: `self` is nothing here, for this stands on no card";
    let checks = [
        "id: c, match: { zone: field }, do: [{ doom: { card: self } }]",
        "id: c, match: { zone: field, not: { is: self } }, do: [{ doom: { card: it } }]",
        "id: c, match: { zone: field }, if: { exists: { is: self } }, do: [{ doom: { card: it } }]",
    ];
    for check in checks {
        told(&pit("{ draw: 1 }").check(check), message, "what a check finds is `it`");
    }
    let path = "id: c, match: { zone: field }, do: [{ hit: { player: self.owner, amount: 1 } }]";
    told(&pit("{ draw: 1 }").check(path), "`self.owner`: `self` is nothing here", "what a check finds is `it`");
}

#[test]
fn what_lasts_already_has_a_name_by_which_something_ends() {
    let pit = Pit::new().ability("one", "\n  - { timing: main, do: [{ modify: { what: { zone: field }, field: power, by: 1, called: fed } }, { end: fed }] }\n");
    let play = |effect: &str| {
        let setup = format!("amy: {{ hand: [one], field: [imp] }}, effects: [{{ card: imp, {effect} }}]");
        pit.play(&setup, "steps: [{ amy: use one }]\nexpect: [{ imp.power: 1 }]")
    };
    assert!(play("field: power, by: 2, called: fed").ok);
    for (effect, expected) in [
        ("field: power, by: 2, called: fead", "no `end` names what is called `fead` (did you mean `fed`?"),
        ("controller: beth, called: fed", "nothing reads `called` with `controller`"),
    ] {
        let said = play(effect).message;
        assert!(said.contains(expected), "{expected}\nfound: {said}");
    }
}
