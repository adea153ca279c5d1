//! Replacement consequences: the consequences of a replacement, immediate or later, do not meet the abilities that
//! replaced the event before.

use crate::support::pit::Pit;
use crate::support::probe::{self, PROBE};
use crate::support::{asked, ends, engine_with, files, submit};
use intermezzo::kernel::{Answer, Seat, Value};
use intermezzo::table::Table;

/// A hit that is one less.
const LESS: &str = "{ hit: { player: me, amount: \"event.amount - 1\" } }";

#[test]
fn a_list_meets_an_event_once_and_not_what_it_brings_about() {
    let lists = [
        format!("{{ if: always, do: [{LESS}] }}"),
        format!("{{ each: me, do: [{LESS}] }}"),
        format!("{{ if: always, do: [{{ together: [{LESS}, {{ doom: {{ card: self }} }}] }}] }}"),
        format!(
            "{{ if: always, do: [{{ together: [{LESS}, {{ forbid: {{ verb: doom, card: self, lasts: turn }} }}] }}] }}"
        ),
        format!("{{ divide: 1, among: me, as: who, do: [{LESS}] }}"),
        format!("{{ order: me, as: who, do: [{LESS}] }}"),
        format!("{{ choose: {{ zone: field, controller: me, pick: every }}, as: all, do: [{LESS}] }}"),
        "{ after_use: [{ hit: { player: me, amount: \"n - 1\" } }], with: { n: event.amount } }".to_string(),
        "{ window: more }".to_string(),
    ];
    for list in lists {
        let cushion = format!("{{ instead: hit, match: {{ player: me }}, do: [{list}] }}");
        let pit = Pit::new().creature("cushion", &cushion).spell("stone", "act.hit(me, 5)");
        pit.holds("amy: { hand: [stone], field: [cushion] }", "steps: [{ amy: use stone }]\nexpect: [{ amy.hp: 16 }]");
    }
}

#[test]
fn so_does_a_list_that_asks_and_what_two_of_them_bring_about() {
    let asks = format!("{{ choose: {{ number: \"1..3\" }}, as: n, do: [{LESS}] }}");
    let cushion = format!("{{ instead: hit, match: {{ player: me }}, do: [{asks}] }}");
    let mat = format!("{{ instead: hit, match: {{ player: me }}, do: [{{ if: always, do: [{LESS}] }}] }}");
    let pit = Pit::new().creature("cushion", &cushion).creature("mat", &mat).spell("stone", "act.hit(me, 5)");
    pit.holds(
        "amy: { hand: [stone], field: [cushion] }",
        "steps: [{ amy: use stone }, { amy: choose 2 }]\nexpect: [{ amy.hp: 16 }, { asked: beth }, { window: main }]",
    );
    for first in ["mat", "cushion"] {
        pit.holds(
            "amy: { hand: [stone], field: [cushion, mat] }",
            &format!(
                "steps: [{{ amy: use stone }}, {{ amy: choose {first} }}, {{ amy: choose 2 }}]\n\
                 expect: [{{ amy.hp: 17 }}, {{ asked: beth }}, {{ window: main }}]"
            ),
        );
    }
}

/// A probe that moves a card from the hand to the discard, which an ability of its player replaces.
fn game_of(event: &str, twist: &str) -> [(&'static str, String); 3] {
    let of_game = |path: &str| files(&[]).texts[path].to_string();
    let twist =
        format!("abilities: {{ twist: {{ instead: moved, match: {{ from: hand, to: discard }}, {twist} }} }}\n");
    let step = "step(\"again\", function(args) act.move(args.card, \"discard\") end)\n";
    [
        (PROBE, event.to_string()),
        ("cards/cardland/game.yaml", of_game("cards/cardland/game.yaml") + &twist),
        ("scripts/cardland/flow.lua", of_game("scripts/cardland/flow.lua") + step),
    ]
}

fn overlay<'a>(files: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    files.iter().map(|(path, text)| (*path, text.as_str())).collect()
}

/// The game at what comes behind the move.
fn moved(event: &str, twist: &str) -> Table {
    let mut table = probe::table(&engine_with(&overlay(&game_of(event, twist))), 5);
    probe::begin(&mut table);
    table
}

/// Two probes with the same effect, one by a script and one by a list.
fn events() -> [String; 2] {
    let script = "act.grant(me, \"twist\", { lasts = \"turn\" })\nact.move(cards{ zone = \"hand\", owner = me, first = 1 }, \"discard\")";
    let list = "do: [{ grant: { who: me, ability: twist, lasts: turn } }, { each: { zone: hand, owner: me, first: 1 }, as: one, do: [{ move: { card: one, to: owner.discard } }] }]";
    let by_list = probe::event("").split("    script").next().map(|text| format!("{text}    {list}\n"));
    [probe::event(script), by_list.expect("it has a script")]
}

fn is_in_main(table: &Table) -> bool {
    table.faults() == 0 && probe::in_main(table, &asked(table))
}

fn answers(table: &mut Table) -> (String, u64) {
    let decision = asked(table);
    assert_eq!(decision.why.as_deref(), Some("twist"));
    submit(table, &(decision.seat, Answer::Values(vec![Value::Int(2)])));
    assert!(is_in_main(table), "asked is {:?}", table.decisions());
    ends(table)
}

#[test]
fn so_it_is_in_a_fork_after_going_back_and_after_a_reload_in_the_middle_of_the_question() {
    let twist = "do: [{ choose: { number: \"1..3\" }, as: n, why: twist, do: [{ move: { card: event.card, to: owner.discard } }] }]";
    for event in events() {
        let mut table = moved(&event, twist);
        let mut copy = table.fork();
        let end = answers(&mut table);
        assert_eq!(answers(&mut copy), end);
        assert!(table.undo());
        assert_eq!(answers(&mut table), end);
        assert!(table.undo());
        let other = game_of(&event.replace("name: Probe", "name: Probe\nrarity: N"), twist);
        table.adopt(&engine_with(&overlay(&other))).expect("it can be adopted");
        answers(&mut table);
    }
}

#[test]
fn so_it_is_for_what_is_left_for_later() {
    let twists = [
        "script: 'agenda.next(\"again\", { card = event.card })'",
        "do: [{ after_use: [{ move: { card: one, to: owner.discard } }], with: { one: event.card } }]",
    ];
    for (event, twist) in events().iter().flat_map(|event| twists.map(|twist| (event, twist))) {
        let table = moved(event, twist);
        assert!(is_in_main(&table), "{twist}: {:?}", table.fault_errors());
        let (state, schema) = (table.world().state(), &table.world().rules.schema);
        let discard = schema.zone_kind("discard").expect("a zone");
        let discarded: usize = [Seat(0), Seat(1)].map(|seat| state.zone(schema.zone(discard, seat)).len()).iter().sum();
        // The probe itself, and what it moved.
        assert_eq!((discarded, probe::notes(&table)), (2, vec![]), "{twist}");
    }
}
