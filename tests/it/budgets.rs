//! Budgets: no rule of a card holds up the game, however it is written, and only that rule says nothing any more.

use crate::support::pit::Pit;

/// So many creatures lie on the field.
const CREATURES: usize = 30;

/// A condition that looks at all creatures for each creature, so many times over, and finds nothing.
fn deep(levels: usize) -> String {
    let innermost = "{ exists: { zone: field, type: spell } }".to_string();
    (1..levels).fold(innermost, |inner, _| format!("{{ exists: {{ zone: field, where: {inner} }} }}"))
}

/// That these cards lie on Amy's field among the others, with what else is set up, and that this holds then.
#[track_caller]
fn holds(pit: &Pit, amy: &str, cards: &[&str], rest: &str) {
    let mut field = vec!["imp"; CREATURES];
    field.extend(cards);
    pit.holds(&format!("amy: {{ field: [{}], {amy} }}", field.join(", ")), rest);
}

#[test]
fn what_may_be_used_is_judged_by_what_can_be_looked_at() {
    let spell = |levels: usize| {
        let needs = deep(levels);
        let ability = format!(
            " [{{ timing: main, needs: {{ if: {{ not: {needs} }}, because: no }}, script: \"act.change(me, 'votes', 1)\" }}]\n"
        );
        Pit::new().ability("try_it", &ability).spell("fine", "act.change(me, 'votes', 2)")
    };
    let fine = "steps: [{ amy: use fine }]\nexpect: [{ amy.votes: 2 }]";
    holds(&spell(2), "hand: [try_it, fine]", &[], "expect: [{ offers: { amy: [use try_it, use fine, pass] } }]");
    holds(&spell(5), "hand: [try_it, fine]", &[], "expect: [{ offers: { amy: [use fine, pass] } }]");
    holds(&spell(5), "hand: [try_it, fine]", &[], fine);
    let because = "what it says looks at too much, or depends on itself";
    let refused = format!("steps: [{{ refuse: {{ amy: use try_it, because: \"{because}\" }} }}]");
    holds(&spell(5), "hand: [try_it, fine]", &[], &refused);
}

/// What is offered takes one look at a target that can be had; to declare it takes one for each.
#[test]
fn what_takes_too_much_to_declare_is_not_used_without_its_targets() {
    let pit = |levels: usize| {
        let rest = deep(levels);
        let targets = format!(
            "{{ a: {{ zone: field }}, b: {{ zone: field, not: {{ is: this.a }}, where: {{ not: {rest} }} }} }}"
        );
        let ability = format!(
            " [{{ timing: main, targets: {targets}, cost: [{{ mana: this.a.power }}], script: \"act.change(me, 'votes', 1)\" }}]\n"
        );
        Pit::new().ability("two", &ability)
    };
    let offered = "{ expect: [{ offers: { amy: [use two, pass] } }] }, { amy: use two }";
    let given_up = "[{ amy.votes: 0 }, { zone: { amy.hand: [two] } }, { asked: beth }]";
    holds(&pit(2), "hand: [two], mana: 1", &[], &format!("steps: [{offered}]\nexpect: {given_up}"));
}

#[test]
fn what_modifies_and_takes_too_much_modifies_nothing() {
    let pit = |levels: usize| {
        let needs = deep(levels);
        Pit::new()
            .creature(
                "heavy",
                &format!("{{ while: {{ not: {needs} }}, affects: {{ is: self }}, modify: {{ power: 5 }} }}"),
            )
            .creature("light", "{ while: true, affects: { is: self }, modify: { power: 3 } }")
            .spell("fine", "act.change(me, 'votes', sum('power', { zone = 'field', name = { 'heavy', 'light' } }))")
    };
    let used = |votes: i64| format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(2), "hand: [fine]", &["heavy", "light"], &used(10));
    holds(&pit(5), "hand: [fine]", &["heavy", "light"], &used(5));
}

#[test]
fn what_listens_and_takes_too_much_hears_nothing() {
    let pit = |levels: usize| {
        let needs = deep(levels);
        Pit::new()
            .creature(
                "heavy",
                &format!("{{ after: hit, needs: {{ if: {{ not: {needs} }}, because: no }}, script: \"act.change(me, 'votes', 1)\" }}"),
            )
            .creature("light", "{ after: hit, script: \"act.change(me, 'votes', 2)\" }")
            .spell("fine", "act.hit(opponent, 1)")
    };
    let used = |votes: i64| format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(2), "hand: [fine]", &["heavy", "light"], &used(3));
    holds(&pit(5), "hand: [fine]", &["heavy", "light"], &used(2));
}

#[test]
fn of_values_that_depend_on_each_other_one_is_given_up() {
    let up = |field: &str, by: &str| {
        format!("{{ while: true, affects: {{ zone: field, {by} }}, modify: {{ {field}: 1 }} }}")
    };
    // Each alone is right: the circle is there as long as both are.
    let pit = Pit::new()
        .creature(
            "one",
            &up("power", "is: self, where: { amount: { sum: power, of: { zone: field, name: two } }, is: \">= 1\" }"),
        )
        .creature(
            "two",
            &up("power", "is: self, where: { amount: { sum: power, of: { zone: field, name: one } }, is: \">= 1\" }"),
        )
        .spell("fine", "act.change(me, 'votes', sum('power', { zone = 'field', name = { 'one', 'two' } }))");
    holds(&pit, "hand: [fine]", &["one", "two"], "steps: [{ amy: use fine }]\nexpect: [{ amy.votes: 3 }]");
}

#[test]
fn a_filter_that_lasts_and_takes_too_much_ends() {
    let filter = |levels: usize| {
        let mut inner = "{ exists = { zone = 'field', type = 'spell' } }".to_string();
        for _ in 1..levels {
            inner = format!("{{ exists = {{ zone = 'field', where = {inner} }} }}");
        }
        format!("act.modify({{ zone = 'field', ['not'] = {{ where = {inner} }} }}, 'power', 1, 'match')")
    };
    let pit = |levels: usize| {
        let count = "act.change(me, 'votes', sum('power', { zone = 'field' }))";
        Pit::new().spell("lasts", &format!("{}\n{count}", filter(levels)))
    };
    let used = |votes: usize| format!("steps: [{{ amy: use lasts }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(1), "hand: [lasts]", &[], &used(2 * CREATURES));
    holds(&pit(3), "hand: [lasts]", &[], &used(CREATURES));
}
