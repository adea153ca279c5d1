//! Automatic selections: a selection where nobody chooses selects all that match, and some keys are errors there.

use crate::support::pit::Pit;

/// A creature that the verb `doom` is forbidden for.
const FAST: &str = "{ while: true, forbid: { verb: doom, card: { is: self } } }";
/// What leaves the creature `fast` out.
const ONLY: [&str; 2] = ["verb: doom", "needs: { if: { it: { name: imp } }, because: not an imp }"];

fn pit(list: &str) -> Pit {
    let spell = format!("\n  - timing: main\n    do: [{list}]\n");
    Pit::new().creature("fast", FAST).ability("spell", &spell)
}

#[test]
fn a_verb_and_needs_leave_out_what_they_do_not_hold_for() {
    for only in ONLY {
        let what = format!("{{ zone: field, {only} }}");
        let earn = |by: &str| format!("{{ change: {{ object: me, name: mana, by: {by} }} }}");
        let asks = |cond: &str| format!("{{ if: {{ {cond} }}, do: [{}] }}", earn("1"));
        let lists = [
            earn(&format!("{{ count: {what} }}")),
            earn(&format!("{{ sum: power, of: {what} }}")),
            earn(&format!("{{ count: {{ either: [{what}] }} }}")),
            asks(&format!("count: {what}, is: 1")),
            asks(&format!("not: {{ count: {what}, is: \">= 2\" }}")),
            asks(&format!("exists: {what}")),
            format!("{{ each: {what}, do: [{}] }}", earn("1")),
        ];
        for list in lists {
            let rest = "steps: [{ amy: use spell }]\nexpect: [{ amy.mana: 1 }]";
            pit(&list).holds("amy: { hand: [spell], field: [imp, fast] }", rest);
        }
    }
}

#[test]
fn so_they_do_for_a_check() {
    for only in ONLY {
        let check =
            format!("id: swept, match: {{ zone: field, {only} }}, do: [{{ move: {{ card: it, to: owner.hand }} }}]");
        let rest = "steps: [{ amy: use spell }]\nexpect: [{ zone: { amy.field: [fast], amy.hand: [imp] } }]";
        let list = "{ change: { object: me, name: mana, by: 1 } }";
        pit(list).check(&check).holds("amy: { hand: [spell], field: [imp, fast] }", rest);
    }
}

/// Expects a finding in a game with this list, or this check.
#[track_caller]
fn told(pit: &Pit, expected: &str) {
    let outcome = pit.play("amy: { hand: [spell] }", "steps: [{ amy: use spell }]\nexpect: [{ amy.hp: 20 }]");
    assert!(!outcome.ok && outcome.message.contains(expected), "{expected}\nfound: {}", outcome.message);
    assert!(outcome.message.contains("--> cards/pit/"), "{}", outcome.message);
}

#[test]
fn what_is_about_a_choice_cannot_stand_there() {
    let keys = [
        ("pick: 1", "`pick` says how many are chosen"),
        ("random: true", "`random` says that chance chooses"),
        ("count: 2", "`count` says what must hold for those that are chosen"),
        ("sum: { power: 3 }", "`sum` says what must hold for those that are chosen"),
        ("roles: [{ name: imp }]", "`roles` says what must hold for those that are chosen"),
    ];
    for (key, expected) in keys {
        let what = format!("{{ zone: field, {key} }}");
        let expected = format!("{expected}, and nobody chooses here: all that match are meant");
        let lists = [
            format!("{{ each: {what}, as: c, do: [{{ doom: {{ card: c }} }}] }}"),
            format!("{{ doom: {{ card: {what} }} }}"),
            format!("{{ if: {{ exists: {what} }}, do: [{{ draw: 1 }}] }}"),
            format!("{{ if: {{ none: {what} }}, do: [{{ draw: 1 }}] }}"),
            format!("{{ if: {{ count: {what}, is: 1 }}, do: [{{ draw: 1 }}] }}"),
            format!("{{ draw: {{ n: {{ count: {what} }} }} }}"),
            format!("{{ draw: {{ n: {{ sum: power, of: {what} }} }} }}"),
            format!("{{ draw: {{ n: {{ most: it.power, of: {what} }} }} }}"),
            format!("{{ end: {{ called: x, on: {what} }} }}"),
            format!("{{ divide: 2, among: {what}, as: c, do: [{{ doom: {{ card: c }} }}] }}"),
            format!("{{ order: {what}, as: c, do: [{{ doom: {{ card: c }} }}] }}"),
        ];
        lists.iter().for_each(|list| told(&pit(list), &expected));
        let check = format!("id: swept, match: {what}, do: [{{ move: {{ card: it, to: owner.hand }} }}]");
        told(&pit("{ draw: 1 }").check(&check), &expected);
    }
}

#[test]
fn a_verb_is_one_word() {
    let list = "{ each: { zone: field, verb: [doom, trade] }, as: c, do: [{ doom: { card: c } }] }";
    told(&pit(list), "one verb stands here, found a list: only the first of it would count");
}

#[test]
fn a_number_has_both_ends_and_is_chosen_alone() {
    let choose = |what: &str| format!("{{ choose: {{ {what} }}, as: n, do: [{{ draw: {{ n: n }} }}] }}");
    told(&pit(&choose("number: all")), "`all` has no end: this place needs a number, or a range with both ends");
    told(&pit(&choose("number: every")), "`every` has no end");
    told(&pit(&choose("number: \"7..all\"")), "`7..all` has no end");
    told(&pit(&choose("number: \"1..9\", pick: 2")), "`pick` cannot stand beside `number`: one number is chosen");
    let each = "{ each: { number: \"1..all\" }, as: n, do: [{ draw: 1 }] }";
    told(&pit(each), "`1..all` has no end");
}
