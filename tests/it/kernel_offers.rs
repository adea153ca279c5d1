//! Kernel, offers: each test is a rule of the offers, and of the refusals of other uses.

use crate::support::pit::Pit;

/// A spell with the given keys, and no effect.
fn spell(keys: &str) -> Pit {
    Pit::new().ability(
        "try_it",
        &format!(" [{{ timing: main, turn: any, {keys}, script: \"act.change(me, 'votes', 1)\" }}]\n"),
    )
}

/// That the spell is offered, or why it is refused.
#[track_caller]
fn offered(pit: &Pit, setup: &str, refused: Option<&str>) {
    let rest = match refused {
        None => "expect: [{ offers: { amy: [use try_it, pass] } }]".to_string(),
        Some(why) => format!(
            "steps: [{{ refuse: {{ amy: use try_it, because: \"{why}\" }} }}]\nexpect: [{{ offers: {{ amy: [pass] }} }}]"
        ),
    };
    pit.holds(setup, &rest);
}

#[test]
fn what_has_no_target_is_not_offered() {
    let pit = spell("targets: { who: { zone: field, pick: 2 } }");
    offered(&pit, "amy: { hand: [try_it], field: [imp, imp] }", None);
    offered(&pit, "amy: { hand: [try_it], field: [imp] }", Some("there is nothing to choose"));
}

#[test]
fn what_cannot_be_chosen_is_no_target() {
    let pit = spell("targets: { who: { zone: field } }");
    let pit = pit.creature("veiled", "{ while: true, forbid: { verb: choose, card: self } }");
    offered(&pit, "amy: { hand: [try_it], field: [veiled] }", Some("there is nothing to choose"));
    pit.holds(
        "amy: { hand: [try_it], field: [veiled, imp, imp] }",
        "steps: [{ amy: use try_it, choose: [imp], offered: [imp, imp#2] }]\nexpect: [{ amy.votes: 1 }]",
    );
}

#[test]
fn a_target_is_offered_only_if_its_price_can_be_paid() {
    let pit = spell("targets: { who: { zone: field } }, cost: [{ mana: this.who.power }]");
    let field = "field: [imp, { card: imp, as: big, power: 3 }]";
    pit.holds(
        &format!("amy: {{ hand: [try_it], {field}, mana: 3 }}"),
        "steps: [{ amy: use try_it, choose: [big], offered: [imp, big] }]\nexpect: [{ amy.mana: 0 }]",
    );
    pit.holds(
        &format!("amy: {{ hand: [try_it], {field}, mana: 2 }}"),
        "steps: [{ amy: use try_it, choose: [imp], offered: [imp] }]\nexpect: [{ amy.mana: 1 }]",
    );
    offered(&pit, &format!("amy: {{ hand: [try_it], {field} }}"), Some("needs 1 mana, has 0"));
}

/// Also where the later target names the earlier one in the middle of an amount.
#[test]
fn a_target_is_offered_only_if_a_later_one_can_be_chosen_with_it() {
    let needs = "needs: { if: { amount: \"it.power - n\", is: \">= 0\" }, because: is too weak }";
    let pit = spell(&format!("targets: {{ n: {{ number: \"1..3\" }}, who: {{ zone: field, {needs} }} }}"));
    let big = "field: [imp, { card: imp, as: big, power: 2 }]";
    pit.holds(
        &format!("amy: {{ hand: [try_it], {big} }}"),
        "steps: [{ amy: use try_it, choose: { n: 2, who: big }, offered: [1, 2] }]\nexpect: [{ amy.votes: 1 }]",
    );
    let pit = spell(&format!("targets: {{ n: {{ number: \"2..3\" }}, who: {{ zone: field, {needs} }} }}"));
    offered(&pit, "amy: { hand: [try_it], field: [imp] }", Some("there is nothing to choose"));
}

#[test]
fn all_parts_of_a_cost_are_paid_together() {
    let discard = "{ discard: { zone: hand, owner: me, type: creature } }";
    let pit = spell(&format!("cost: [{discard}, {discard}]"));
    offered(&pit, "amy: { hand: [try_it, imp, imp] }", None);
    offered(&pit, "amy: { hand: [try_it, imp] }", Some("cost"));
    let mana = spell("cost: [{ mana: 1 }, { mana: 1 }]");
    offered(&mana, "amy: { hand: [try_it], mana: 2 }", None);
    offered(&mana, "amy: { hand: [try_it], mana: 1 }", Some("needs 2 mana, has 1"));
}

#[test]
fn a_cost_that_names_a_zone_sends_its_cards_there() {
    for zone in ["deck", "discard"] {
        let pit = spell(&format!("cost: [{{ {zone}: {{ zone: field, owner: me }} }}]"));
        pit.holds(
            "amy: { hand: [try_it], field: [imp, imp] }",
            &format!(
                "steps: [{{ amy: use try_it, pay: [imp#2] }}]\nexpect: [{{ imp#2.zone: {zone}, imp.zone: field }}]"
            ),
        );
    }
}

#[test]
fn what_it_needs_is_said_in_its_own_words() {
    let pit = spell("needs: [{ if: { amount: me.mana, is: \">= 2\" }, because: the moon is down }]");
    offered(&pit, "amy: { hand: [try_it], mana: 2 }", None);
    offered(&pit, "amy: { hand: [try_it], mana: 1 }", Some("the moon is down"));
}

#[test]
fn it_is_offered_in_its_turn_only() {
    let of = |turn: &str| {
        let keys = format!(" [{{ timing: main, turn: {turn}, script: \"act.change(me, 'votes', 1)\" }}]\n");
        Pit::new().ability("try_it", &keys)
    };
    let later = |pit: &Pit, offers: &str| {
        pit.holds(
            "active: beth, amy: { hand: [try_it] }",
            &format!("steps: [{{ pass: [beth, cleo] }}]\nexpect: [{{ offers: {{ amy: {offers} }} }}]"),
        );
    };
    offered(&of("me"), "amy: { hand: [try_it] }", None);
    offered(&of("opponent"), "amy: { hand: [try_it] }", Some("turn"));
    later(&of("me"), "[pass]");
    later(&of("opponent"), "[use try_it, pass]");
}

#[test]
fn once_a_turn_is_once_for_each_card() {
    let pit =
        Pit::new().creature("well", "{ timing: main, turn: any, once: turn, script: \"act.change(me, 'votes', 1)\" }");
    pit.holds(
        "amy: { field: [well, well] }",
        "steps: [{ amy: use well }, { pass: [beth, cleo] }, { expect: [{ offers: { amy: [use well#2, pass] } }] }, \
         { refuse: { amy: use well, because: already used } }, { amy: use well#2 }]\nexpect: [{ amy.votes: 2 }]",
    );
}

#[test]
fn what_is_forbidden_is_not_offered() {
    let pit = spell("id: a").creature("hush", "{ while: true, forbid: { verb: use, card: { type: spell } } }");
    offered(&pit, "amy: { hand: [try_it] }", None);
    offered(&pit, "amy: { hand: [try_it] }, beth: { field: [hush] }", Some("hush"));
}

#[test]
fn what_is_offered_is_offered_from_its_zone() {
    let pit = Pit::new()
        .ability("try_it", " [{ timing: main, turn: any, from: discard, script: \"act.change(me, 'votes', 1)\" }]\n");
    offered(&pit, "amy: { discard: [try_it] }", None);
    pit.holds("amy: { hand: [try_it] }", "expect: [{ offers: { amy: [pass] } }]");
}

/// A spell with an ability that is used from the hand, and another one that is used from the discard pile.
fn undead() -> Pit {
    let from = |zone: &str, votes: u8| {
        format!("{{ timing: main, turn: any, from: {zone}, script: \"act.change(me, 'votes', {votes})\" }}")
    };
    Pit::new().ability("try_it", &format!(" [{}, {}]\n", from("hand", 1), from("discard", 5)))
}

#[test]
fn each_ability_is_offered_from_its_own_zone_though_others_are_offered_from_there() {
    for (zone, votes) in [("hand", 1), ("discard", 5)] {
        undead().holds(
            &format!("amy: {{ {zone}: [try_it] }}"),
            &format!(
                "steps: [{{ expect: [{{ offers: {{ amy: [use try_it, pass] }} }}] }}, {{ amy: use try_it }}]\n\
                 expect: [{{ amy.votes: {votes} }}]"
            ),
        );
    }
}

#[test]
fn what_lies_in_another_zone_is_refused_with_the_zones_it_is_used_from() {
    let pit = undead().creature("imp_king", "{ timing: main, turn: any, script: \"act.change(me, 'votes', 1)\" }");
    offered(&pit, "amy: { deck: [try_it] }", Some("not in hand"));
    for (setup, because) in
        [("amy: { hand: [imp_king] }", "not in field"), ("amy: { row: [imp_king] }", "not in field")]
    {
        pit.holds(
            setup,
            &format!(
                "steps: [{{ refuse: {{ amy: use imp_king, because: {because} }} }}]\nexpect: [{{ offers: {{ amy: [pass] }} }}]"
            ),
        );
    }
}

#[test]
fn a_granted_ability_is_offered_only_while_its_card_lies_where_the_ability_works() {
    let king = "{ id: rule, timing: main, turn: any, script: \"act.change(me, 'votes', 1)\" }";
    let crown = "act.grant(cards{ zone = { 'field', 'row', 'discard' }, type = 'creature' }, 'king/rule')";
    for (zone, offers) in [("field", "use imp, pass"), ("row", "pass"), ("discard", "pass")] {
        Pit::new().creature("king", king).spell("crown", crown).holds(
            &format!("amy: {{ hand: [crown], {zone}: [imp] }}"),
            &format!(
                "steps: [{{ amy: use crown }}, {{ pass: [beth, cleo] }}]\nexpect: [{{ offers: {{ amy: [{offers}] }} }}]"
            ),
        );
    }
}
