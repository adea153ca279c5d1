//! Reaction windows: windows of that protocol end, whatever is done in them, and ask only whom they concern.
//!
//! The game here is as small as can be: everybody in danger may turn the danger elsewhere, duck out of
//! it, or turn it in a window inside the window. A model of the protocol, a few lines long, says who
//! must be asked next.

use crate::support::game_of;
use intermezzo::catalog::Files;
use intermezzo::kernel::model::decision::Kind;
use intermezzo::kernel::{Answer, Value};
use intermezzo::table::{Game, Setup, Table};
use proptest::prelude::*;

const GAME: &str = "
game: perils
title: Perils
players: 4
levels: [game]
zones: { pile: { per: player } }
draw: { from: pile, to: pile }
types: { token: { live_in: pile } }
timings: { react: {} }
counters: { player: { ducked: 0 }, game: { danger: 0, turns: { start: 24, min: 0 }, depth: 0 } }
orders: { back_first: { by: \"0 - seat\" } }
attributes: { player: { near: { amount: \"abs(seat - game.danger)\" } } }
actions:
  turn: { timing: react, needs: [{ if: { amount: game.turns }, because: no more }], do: [turn] }
  nest: { timing: react, needs: [{ if: { amount: \"game.turns - game.depth * 24\" }, because: no more }], do: [nest] }
  duck: { timing: react, do: [{ change: { object: me, name: ducked, by: 1 } }] }
windows:
  peril: { protocol: reaction, players: back_first, offers: [react], eligible: { all: [{ amount: me.near, is: \"<= 1\" }, { amount: me.ducked, is: 0 }] }, restart_on: game.danger }
flow:
  game: [{ window: peril }]
";

const SCRIPT: &str = "--- Turn: the danger goes on.
step(\"turn\", function()
  act.change(game, \"turns\", -1)
  act.set(game, \"danger\", (game.danger + 1) % 4)
end)

--- A window inside the window, after the use.
step(\"nest\", function()
  act.change(game, \"turns\", -1)
  act.set(game, \"depth\", 1)
  agenda.window(\"peril\")
  agenda.next(\"unnest\")
end)

step(\"unnest\", function()
  act.set(game, \"depth\", 0)
end)
";

fn engine() -> Game {
    let mut files = Files::default();
    files.overlay(vec![
        ("cards/perils/game.yaml".into(), GAME.into()),
        ("cards/perils/set/token.yaml".into(), "name: Token\ntype: token\n".into()),
        ("scripts/perils/perils.lua".into(), SCRIPT.into()),
    ]);
    game_of("perils", &files)
}

/// One window of the model: the seats that passed, the acting seat, and the danger before a use.
#[derive(Default)]
struct Model {
    passed: u8,
    current: Option<u8>,
    before: i64,
}

struct Peril {
    danger: i64,
    ducked: [bool; 4],
    windows: Vec<Model>,
}

impl Peril {
    /// The next seat that must be asked, after closing windows where nobody must.
    fn asked(&mut self) -> Option<u8> {
        loop {
            let (danger, ducked) = (self.danger, self.ducked);
            let window = self.windows.last_mut()?;
            let may = |s: &u8| (*s as i64 - danger).abs() <= 1 && !ducked[*s as usize] && window.passed & 1 << s == 0;
            window.current = window.current.filter(may).or_else(|| (0..4u8).rev().find(may));
            if window.current.is_some() {
                return window.current;
            }
            self.windows.pop();
            // The window below goes on after the use in which this one was: it compares now.
            let danger = self.danger;
            if let Some(below) = self.windows.last_mut()
                && below.before != danger
            {
                (below.passed, below.current) = (0, None);
            }
        }
    }

    fn passes(&mut self, seat: u8) {
        let window = self.windows.last_mut().expect("somebody was asked in it");
        window.passed |= 1 << seat;
        window.current = None;
    }

    fn uses(&mut self, seat: u8, what: &str) {
        let danger = self.danger;
        let window = self.windows.last_mut().expect("somebody was asked in it");
        window.before = danger;
        match what {
            "turn" => {
                self.danger = (danger + 1) % 4;
                (window.passed, window.current) = (0, None);
            }
            "duck" => self.ducked[seat as usize] = true,
            _ => self.windows.push(Model::default()),
        }
    }
}

fn play(engine: &Game, choices: &[u8]) {
    let mut table = engine.set_up(Setup::default()).map(Table::start).expect("the game starts");
    let mut peril = Peril { danger: 0, ducked: [false; 4], windows: vec![Model::default()] };
    let mut choices = choices.iter();
    for n in 0.. {
        let wanted = peril.asked();
        let decisions = table.decisions().to_vec();
        assert_eq!(decisions.first().map(|d| d.seat.0), wanted, "question {n}");
        let Some(decision) = decisions.first() else { break };
        assert!(n < 2000, "it does not end");
        let Kind::Act { options, .. } = &decision.kind else { panic!("a window asks for acts") };
        // When the choices have run out everybody passes.
        let choice = choices.next().and_then(|c| options.get(*c as usize));
        let answer = choice.map_or(Answer::Pass, |c| Answer::Act(*c));
        let rules = table.world().rules.clone();
        match choice {
            Some(c) => peril.uses(decision.seat.0, rules.name(rules.abilities[c.ability.index()].id)),
            None => peril.passes(decision.seat.0),
        }
        table.submit(decision.seat, answer).unwrap_or_else(|e| panic!("question {n}: {e}"));
        let danger = table.world().rules.schema.symbols.find("danger").expect("a counter");
        assert_eq!(
            table.world().game().table_env().field(&Value::Game, danger),
            Value::Int(peril.danger),
            "question {n}"
        );
    }
    assert!(table.is_over() && table.faults() == 0);
    assert!(table.world().state().window().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn reactions_are_asked_in_order_and_end(choices in prop::collection::vec(0u8..4, 0..60)) {
        thread_local!(static ENGINE: Game = engine());
        ENGINE.with(|engine| play(engine, &choices));
    }
}

#[test]
fn a_danger_that_comes_round_reopens_all_passes() {
    // Seat 1 and 0 pass, then ... everybody who is in danger again after a turn is asked again.
    play(&engine(), &[9, 0, 9, 0, 9, 9, 0, 2, 1, 9, 1, 0]);
}
