//! Concessions: who may give up, and the refusal of others.

use crate::support::pit::Pit;

#[test]
fn who_has_lost_already_has_nothing_to_give_up() {
    let pit = Pit::new().spell("doom", "act.lose(opponent)");
    let setup = "amy: { hand: [doom] }, beth: {}, cleo: {}";
    pit.holds(
        setup,
        "steps:\n  - refuse: { cleo: concede, because: only one of two sides that are left may concede }\n  - amy: use doom\n  \
         - refuse: { beth: concede, because: beth has lost this game already }\n  - cleo: concede\n\
         expect: [{ result: { winner: amy } }]",
    );
}
