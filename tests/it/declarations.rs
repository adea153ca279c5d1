//! Declarations: the questions and the accepted answers while a trigger or a use is declared.

use crate::support::pit::Pit;

/// A creature with an optional trigger on `hit` that has this cost and these other keys.
fn with_optional(says: &str) -> Pit {
    let lurker = format!(
        "{{ after: hit, from: any, match: {{ player: me }}, optional: true, {says}, \
         do: [{{ change: {{ object: me, name: mana, by: 1 }} }}] }}"
    );
    Pit::new().creature("lurker", &lurker).spell("stone", "act.hit(me, 1)")
}

/// Amy declines it: nothing is paid, and nothing happens.
#[track_caller]
fn may_be_declined(pit: &Pit, field: &str) {
    pit.holds(
        &format!("amy: {{ hand: [stone], field: {field} }}"),
        "steps: [{ amy: use stone }, { expect: [{ asked: amy }] }, { amy: \"no\" }]\n\
         expect: [{ amy.mana: 0 }, { holds: { amy.discard: [stone] } }]",
    );
}

#[test]
fn an_optional_trigger_that_its_own_card_pays_for_is_asked_about() {
    let pit = with_optional("cost: [{ doom: self }]");
    may_be_declined(&pit, "[lurker]");
    pit.holds(
        "amy: { hand: [stone], field: [lurker] }",
        "steps: [{ amy: use stone }, { amy: \"yes\" }]\nexpect: [{ amy.mana: 1 }, { holds: { amy.discard: [lurker, stone] } }]",
    );
}

#[test]
fn an_optional_trigger_with_every_target_or_one_by_chance_is_asked_about() {
    may_be_declined(&with_optional("targets: { all: { zone: field, pick: every } }"), "[lurker, imp]");
    let by_chance = with_optional("targets: { one: { zone: field, random: true } }");
    (0..8).for_each(|_| may_be_declined(&by_chance, "[lurker, imp]"));
}

#[test]
fn the_mode_of_a_trigger_that_its_own_card_pays_for_is_chosen() {
    let lurker = "{ after: hit, match: { player: me }, cost: [{ doom: self }], modes: [\
                  { id: first, do: [{ change: { object: me, name: mana, by: 1 } }] }, \
                  { id: second, do: [{ change: { object: me, name: votes, by: 1 } }] }] }";
    let pit = Pit::new().creature("lurker", lurker).spell("stone", "act.hit(me, 1)");
    pit.holds(
        "amy: { hand: [stone], field: [lurker] }",
        "steps: [{ amy: use stone }, { amy: choose second }]\nexpect: [{ amy.votes: 1 }, { amy.mana: 0 }]",
    );
}

#[test]
fn who_pays_may_depend_on_what_is_paid_for() {
    let tower = "{ timing: main, cost: [{ pips: { any: 2 } }], do: [{ change: { object: me, name: mana, by: 1 } }] }";
    for power in ["<= self.power + 1", "<= this.card.power + 1"] {
        let payments = format!(
            "payments: {{ cards: {{ zone: field, controller: me, power: \"{power}\" }}, gives: it.power, \
             kinds: {{ any: {{}} }}, does: [{{ doom: {{ card: it }} }}] }}"
        );
        Pit::new().creature("tower", tower).says(&payments).holds(
            "amy: { field: [tower, { card: imp, as: great, power: 2 }, imp] }",
            "steps: [{ amy: use tower, pay: [great] }]\nexpect: [{ amy.mana: 1 }]",
        );
    }
}

#[test]
fn a_card_gives_what_the_first_entry_that_helps_says() {
    let payments = "payments: { cards: { zone: field, controller: me, power: 5 }, kinds: { any: {} }, help: [\
                    { cards: { zone: field, controller: me, power: 2 }, for: { card: { type: creature } }, gives: 1 }, \
                    { cards: { zone: field, controller: me, power: 2 }, gives: 2 }] }";
    let toll = " [{ timing: main, cost: [{ pips: { any: 2 } }], do: [{ change: { object: me, name: mana, by: 1 } }] }]";
    Pit::new().ability("toll", toll).says(payments).holds(
        "amy: { hand: [toll], field: [{ card: imp, as: great, power: 2 }] }",
        "steps: [{ amy: use toll, pay: [great] }]\nexpect: [{ amy.mana: 1 }]",
    );
}

#[test]
fn kinds_of_pips_may_ask_whose_a_card_is() {
    let payments = "payments: { cards: { zone: field }, kinds: { any: { controller: me } } }";
    let toll = " [{ timing: main, turn: any, cost: [{ pips: { any: 1 } }], do: [{ change: { object: me, name: mana, by: 1 } }] }]";
    Pit::new().ability("toll", toll).says(payments).holds(
        "amy: { field: [imp] }, beth: { hand: [toll], field: [{ card: imp, as: hers }] }, active: beth",
        "steps: [{ beth: use toll, pay: [hers] }]\nexpect: [{ beth.mana: 1 }]",
    );
}

/// Two creatures with an ability of one name each, and a spell by which Amy's sage has that of the other one, too.
fn with_namesakes() -> Pit {
    let zap =
        |name: &str| format!("{{ id: zap, timing: main, do: [{{ change: {{ object: me, name: {name}, by: 1 }} }}] }}");
    Pit::new()
        .creature("sage", &zap("votes"))
        .creature("mage", &zap("mana"))
        .ability("lend", " [{ timing: main, targets: { who: { zone: field } }, do: [{ grant: { who: this.who, ability: mage/zap, lasts: match } }] }]")
}

#[test]
fn an_ability_that_a_card_was_given_is_named_with_the_card_that_prints_it() {
    with_namesakes().holds(
        "amy: { hand: [lend], field: [sage] }",
        "steps: [{ amy: use lend, choose: [sage] }, { pass: [beth, cleo] }, { amy: use sage/zap }, { pass: [beth, cleo] }, { amy: use sage/mage/zap }, { pass: [beth, cleo] }, { amy: use sage/mage/zap }]\n\
         expect: [{ amy.votes: 1 }, { amy.mana: 2 }]",
    );
}

#[test]
fn targets_of_one_name_of_what_is_used_within_each_other_are_answered_one_after_the_other() {
    let pit = Pit::new()
        .ability("zap", " [{ timing: main, targets: { who: { player: {} } }, do: [{ hit: { player: this.who, amount: 1 } }] }]")
        .ability(
            "twice",
            " [{ timing: main, targets: { who: { player: {} } }, do: [{ hit: { player: this.who, amount: 2 } }, \
             { choose: { zone: hand, controller: me, type: spell }, as: one, do: [{ use: { abilities_of: one, card: one } }] }] }]",
        );
    for first in ["{ who: beth }", "beth"] {
        pit.holds(
            "amy: { hand: [zap, twice] }",
            &format!(
                "steps: [{{ amy: use twice, choose: {first} }}, {{ amy: choose cleo }}]\n\
                 expect: [{{ beth.hp: 18 }}, {{ cleo.hp: 19 }}]"
            ),
        );
    }
}
