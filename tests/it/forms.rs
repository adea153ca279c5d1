//! Forms: what card games have in common does what the scenarios of a fixture say, as data and as Lua.

#[test]
fn forms_do_what_their_scenarios_say() {
    crate::support::plays_its_scenarios("forms", 41);
}

#[test]
fn what_a_use_costs_is_paid_together() {
    crate::support::plays_its_scenarios("costs", 6);
}
