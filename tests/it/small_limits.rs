//! Small limits: each is needed by something that a stranger may write, and keeps nothing else out.

use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::{Answer, Kind, Outcome, Value};
use intermezzo::table::view::View;
use intermezzo::table::{Game, Setup, Table};
use intermezzo_program::scenario::table_of;

use crate::support::pit::Pit;
use crate::support::probe::{self, PROBE};
use crate::support::{asked, engine_with, submit};

/// What failed when a probe with this script was used.
fn failed(script: &str) -> Vec<String> {
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event(script))]), 5);
    probe::use_it(&mut table);
    probe::failed(&table).into_iter().map(|(.., message)| message).collect()
}

#[test]
fn a_step_has_thirty_two_arguments_at_most() {
    let next = |n: usize| {
        let args: Vec<String> = (0..n).map(|i| format!("a{i} = {i}")).collect();
        failed(&format!("agenda.next('win_check', {{ {} }})", args.join(", ")))
    };
    assert_eq!(next(32), Vec::<String>::new());
    assert_eq!(next(33), ["agenda.next: `args` has more than 32 names"]);
    let long = |n: usize| failed(&format!("agenda.next('win_check', {{ {} = 1 }})", "a".repeat(n)));
    assert_eq!(long(80), Vec::<String>::new());
    assert_eq!(long(81), ["agenda.next: `args` has a name of more than 80 bytes"]);
}

#[test]
fn a_script_draws_a_thousand_cards_at_once_at_most() {
    assert_eq!(failed("act.draw(me, 1000)"), Vec::<String>::new());
    // The last one is more than the number of draws could hold.
    for n in [1_001, 65_537] {
        assert_eq!(
            failed(&format!("act.draw(me, {n})")),
            [format!("act.draw: at most 1000 cards are drawn at once, not {n}")]
        );
    }
}

/// A text of brackets alone would fill the stack of its reader.
#[test]
fn an_amount_has_two_hundred_parts_at_most() {
    let loads = |amount: &str| {
        let ability = format!(" [{{ timing: main, do: [{{ draw: {{ player: me, n: \"{amount}\" }} }}] }}]\n");
        Pit::new().ability("odd", &ability).game().map(drop)
    };
    for (open, close) in [("(", ")"), ("- ", ""), ("1 + ", ""), ("2 * ", ""), ("abs(", ")")] {
        let amount = |n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
        assert_eq!(loads(&amount(150)), Ok(()), "{open}");
        for n in [250, 100_000] {
            let told = loads(&amount(n)).expect_err("it is refused");
            assert!(told.contains("an amount has at most 200 numbers, references and brackets"), "{open}: {told:.300}");
        }
    }
}

/// A number of pips beyond what a coin can hold would be another number.
#[test]
fn a_card_pays_sixty_four_pips_at_most_and_never_less_for_giving_more() {
    let pays = |cost: u8, power: i64| {
        let spell = format!(
            "\n  - timing: main\n    cost: [{{ pips: {{ any: {cost} }} }}]\n    do: [{{ change: {{ object: me, name: votes, by: 1 }} }}]\n"
        );
        let gives = "payments: { cards: { zone: field, controller: me }, gives: it.power, kinds: { any: {} } }";
        let pit = Pit::new().ability("dear", &spell).says(gives);
        let setup = format!("amy: {{ hand: [dear], field: [{{ card: imp, power: {power} }}] }}");
        let paid = pit.play(&setup, "expect: [{ offers: { amy: [use dear, pass] } }]");
        let unpaid = pit.play(&setup, "expect: [{ offers: { amy: [pass] } }]");
        assert_ne!(paid.ok, unpaid.ok, "{}\n{}", paid.message, unpaid.message);
        paid.ok
    };
    for power in [1, 63, 64, 255, 256, 257, 512, 65_536, 1 << 32, 999_999_999_999_999] {
        assert!(pays(1, power), "{power}");
        assert_eq!(pays(64, power), power >= 64, "{power}");
    }
    for power in [0, -1, -256] {
        assert!(!pays(1, power), "{power}");
    }
}

/// Each thing that gets a part is a task: of more of them none would get anything, and their card would be left out.
#[test]
fn an_amount_is_divided_among_1024_things_at_most() {
    let spell = "\n  - timing: main\n    do: [{ divide: 9999, among: { zone: deck, owner: me }, before_next: 1, as: c, do: [{ change: { object: me, name: votes, by: part } }] }]\n";
    let game = Pit::new().ability("share", spell).game().expect("it loads");
    let deck = vec!["imp"; 2_600].join(", ");
    let text = format!("title: Pit\ngame: pit\nsetup: {{ phase: main, amy: {{ hand: [share], deck: [{deck}] }} }}\n");
    let mut table = table_of(&game, &text).expect("a position");
    let seat = asked(&table).seat;
    let Kind::Act { options, .. } = asked(&table).kind else { panic!("she may act") };
    submit(&mut table, &(seat, Answer::Act(options[0])));
    let mut questions = 0;
    while let Kind::Number(least, _) = asked(&table).kind {
        submit(&mut table, &(seat, Answer::Values(vec![Value::Int(least)])));
        questions += 1;
    }
    assert_eq!(questions, 1_023, "the last one gets what is left");
    assert_eq!(probe::notes(&table), Vec::<String>::new());
    let view = View::new(&table, &[seat]).expect("a seat");
    assert_eq!(view.seats[0].fields["votes"].as_i64(), Some(9_999));
}

/// A card takes control as often as it has room for, by its lists as by its scripts, and leaves room to others.
#[test]
fn one_card_takes_control_as_often_as_it_has_room_and_another_one_still_does() {
    let takes = |name: &str| {
        format!("control: {{ card: {{ zone: field, owner: opponent, name: {name} }}, player: me, lasts: match }}")
    };
    let greedy = |times: usize| {
        format!("{{ after: hit, do: [{{ each: {{ number: \"1..{times}\" }}, as: n, do: [{{ {} }}] }}] }}", takes("imp"))
    };
    let left_out = "{ log: \"greedy used up its share between two decisions\" }";
    for (times, told) in [(500, "{ asked: beth }"), (1_024, left_out)] {
        Pit::new()
            .creature("greedy", &greedy(times))
            .creature("other", &format!("{{ after: hit, do: [{{ {} }}] }}", takes("prize")))
            .creature("prize", "")
            .spell("call", "act.hit(opponent, 1)")
            .holds(
                "amy: { hand: [call], field: [greedy, other] }, beth: { field: [imp, prize] }",
                &format!("steps: [{{ amy: use call }}]\nexpect: [{{ prize.controller: amy }}, {told}]"),
            );
    }
}

/// Steps of the flow that took all that is theirs leave a little to each of those behind them.
#[test]
fn light_steps_of_the_flow_go_on_behind_heavy_ones() {
    let heavy = "step(\"heavy\", function()\n  for i = 1, 199000 do end\nend)\n";
    let light = "step(\"light\", function()\n  for i = 1, 90 do end\n  act.change(active, \"votes\", 1)\nend)\n";
    let flow = [vec!["heavy"; 5], vec!["light"; 100]].concat().join(", ");
    let manifest = format!(
        "game: busy\ntitle: Busy\nplayers: 2\nlevels: [match]\nzones: {{ hand: {{ seen_by: owner }} }}\n\
         counters: {{ player: {{ votes: 0 }} }}\nflow:\n  match: [{flow}, {{ if: {{ amount: active.votes, is: 100 }}, do: [{{ result: {{ win: active }} }}], else: [{{ result: draw }}] }}]\n"
    );
    let texts = [("cards/busy/game.yaml", manifest), ("scripts/busy/steps.lua", format!("{heavy}{light}"))];
    let texts = texts.into_iter().map(|(path, text)| (path.to_string(), Arc::from(text))).collect();
    let files = Files { texts, ..Files::default() };
    let (catalog, _) = Catalog::load("busy", &files).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
    let game = Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let table = game.set_up(Setup::default()).map(Table::start).expect("it starts");
    assert!(matches!(table.outcome(), Some(Outcome::Won(_))), "{:?} {:?}", table.outcome(), table.fault_errors());
}

/// Each of as many events as a script proposes at once is replaced, by one card or by two.
#[test]
fn what_replaces_an_event_replaces_thousands_at_once() {
    let replaces = |by: u8| {
        format!(
            "{{ instead: changed, match: {{ object: me, name: mana, by: {by} }}, do: [{{ change: {{ object: object, name: mana, by: {} }} }}] }}",
            by + 1
        )
    };
    let call = "local t = {} for i = 1, 2000 do t[i] = me end act.change(t, 'mana', 1)";
    for (field, mana) in [("imp", 2_000), ("twice", 4_000), ("twice, thrice", 6_000)] {
        Pit::new().creature("twice", &replaces(1)).creature("thrice", &replaces(2)).spell("call", call).holds(
            &format!("amy: {{ hand: [call], field: [{field}] }}"),
            &format!("steps: [{{ amy: use call }}]\nexpect: [{{ amy.mana: {mana} }}, {{ asked: beth }}]"),
        );
    }
}
