//! Priority: windows inside windows ask just whom a stack would ask.
//!
//! The model is the stack as rulebooks tell it: a list of uses, who holds priority, and how many have passed in a row.
//! The kernel has no such list: a use that can be answered opens a window of its own.

use crate::support::game_of;
use intermezzo::catalog::Files;
use intermezzo::kernel::Answer;
use intermezzo::kernel::model::decision::Kind;
use intermezzo::table::{Game, Setup, Table};
use proptest::prelude::*;

const GAME: &str = "
game: piles
title: Piles
players: 3
levels: [game]
zones: { pile: { per: player } }
draw: { from: pile, to: pile }
types: { token: { live_in: pile } }
timings: { any: {}, reply: {} }
counters: { game: { left: { start: 16, min: 0 }, done: 0 } }
actions:
  bolt:
    timing: any
    needs: [{ if: { amount: game.left }, because: no more }]
    do: [{ change: { object: game, name: done, by: 1 } }]
    steps: [{ do: [{ change: { object: game, name: left, by: -1 } }] }, { window: answer }, resolve]
  quick:
    timing: any
    needs: [{ if: { amount: game.left }, because: no more }]
    do: [{ change: { object: game, name: left, by: -1 } }]
  stop:
    timing: any
    needs: [{ if: { amount: game.left }, because: no more }]
    targets: { what: { use: { kind: [bolt, stop] } } }
    do: [{ cancel: { use: this.what } }]
    steps: [{ do: [{ change: { object: game, name: left, by: -1 } }] }, { window: answer }, resolve]
  retort:
    timing: reply
    needs: [{ if: { amount: game.left }, because: no more }]
    do: [{ change: { object: game, name: left, by: -1 } }]
    steps: [{ window: reply }, resolve]
  say:
    timing: any
    needs: [{ if: { amount: game.left }, because: no more }]
    do: [{ change: { object: game, name: left, by: -1 } }]
    steps: [{ window: reply }, resolve]
windows:
  main: { protocol: priority, offers: [any] }
  answer: { protocol: priority, offers: [any] }
  reply: { protocol: interrupt, offers: [reply], ask: always }
flow:
  game: [{ window: main }]
";

fn engine() -> Game {
    let mut files = Files::default();
    files.overlay(vec![
        ("cards/piles/game.yaml".into(), GAME.into()),
        ("cards/piles/set/token.yaml".into(), "name: Token\ntype: token\n".into()),
    ]);
    game_of("piles", &files)
}

/// A stack as rulebooks tell it.
#[derive(Default)]
struct Model {
    /// The last one resolves first: what each use cancels, and whether it is cancelled.
    stack: Vec<(Option<usize>, bool)>,
    holder: u8,
    passes: u8,
    over: bool,
}

impl Model {
    fn pass(&mut self) {
        self.passes += 1;
        self.holder = (self.holder + 1) % 3;
        if self.passes < 3 {
            return;
        }
        match self.stack.pop() {
            None => self.over = true,
            Some((cancels, is_cancelled)) => {
                if let (Some(at), false) = (cancels, is_cancelled) {
                    self.stack[at].1 = true;
                }
                // What is cancelled leaves the stack.
                while self.stack.last().is_some_and(|(_, is_cancelled)| *is_cancelled) {
                    self.stack.pop();
                }
                (self.holder, self.passes) = (0, 0);
            }
        }
    }

    fn uses(&mut self, what: &str, at: Option<usize>) {
        self.passes = 0;
        if what != "quick" {
            self.stack.push((at, false));
        }
    }
}

fn named(table: &Table, decision: &intermezzo::kernel::model::decision::Decision, name: &str) -> Option<Answer> {
    let rules = &table.world().rules;
    let Kind::Act { options, .. } = &decision.kind else { panic!("a window asks for acts") };
    let found = options.iter().find(|c| &**rules.name(rules.abilities[c.ability.index()].id) == name);
    found.map(|c| Answer::Act(*c))
}

fn play(engine: &Game, choices: &[(u8, u8)]) {
    let mut table = engine.set_up(Setup::default()).map(Table::start).expect("the game starts");
    let mut model = Model::default();
    let mut choices = choices.iter();
    for n in 0.. {
        let Some(decision) = table.decisions().first().cloned() else { break };
        assert!(n < 1000 && !model.over, "it does not end");
        assert_eq!(decision.seat.0, model.holder, "question {n}");
        let (what, aim) = choices.next().copied().unwrap_or((9, 0));
        let what = *["bolt", "quick", "stop"].get(what as usize).unwrap_or(&"pass");
        let Some(answer) = named(&table, &decision, what) else {
            table.submit(decision.seat, Answer::Pass).expect("one may pass");
            model.pass();
            continue;
        };
        table.submit(decision.seat, answer).expect("it is offered");
        let mut at = None;
        if what == "stop" {
            let asked = table.decisions()[0].clone();
            let Kind::Pick { options, .. } = &asked.kind else { panic!("it asks for a use") };
            // Nothing is aimed at what is cancelled, however deep it lay.
            let alive: Vec<usize> = (0..model.stack.len()).filter(|i| !model.stack[*i].1).collect();
            assert_eq!(options.len(), alive.len(), "question {n}");
            let i = aim as usize % options.len();
            at = Some(alive[i]);
            let aimed = vec![options[i].clone()];
            table.submit(asked.seat, Answer::Values(aimed)).expect("it is an option");
        }
        model.uses(what, at);
    }
    assert!(model.over && table.is_over() && table.faults() == 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn who_holds_priority_is_whom_a_stack_would_ask(choices in prop::collection::vec((0u8..5, 0u8..9), 0..80)) {
        thread_local!(static ENGINE: Game = engine());
        ENGINE.with(|engine| play(engine, &choices));
    }
}

#[test]
fn all_opponents_may_reply_and_again_after_a_reply() {
    let mut table = engine().set_up(Setup::default()).map(Table::start).expect("the game starts");
    let mut asked = Vec::new();
    // The first says something; the third replies, and the second answers that.
    for what in ["say", "pass", "retort", "pass", "retort", "pass", "pass", "pass", "pass", "pass", "pass"] {
        let decision = table.decisions()[0].clone();
        asked.push(decision.seat.0);
        let answer = named(&table, &decision, what).unwrap_or(Answer::Pass);
        table.submit(decision.seat, answer).unwrap_or_else(|e| panic!("{what}: {e}"));
    }
    // About the reply of seat 2: 0 passes, 1 replies; about that: 2 and 0 pass; then 0 and 1 again about the first
    // reply, and 1 and 2 again about what was said.
    assert_eq!(asked, [0, 1, 2, 0, 1, 2, 0, 0, 1, 1, 2]);
    assert_eq!(table.decisions()[0].seat.0, 0);
}

#[test]
fn a_duel_with_a_stack_does_what_its_scenarios_say() {
    crate::support::plays_its_scenarios("duel", 16);
}
