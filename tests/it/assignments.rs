//! Assignments: what is offered stands in some legal assignment, and can always be answered, however the bounds are.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::kernel::{Kind, Seat, Value};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Setup, Table};
use intermezzo::{View, wire};
use proptest::prelude::*;

use crate::support::game_of;

/// A game that asks once who hangs which rings on which hooks.
const GAME: &str = r#"game: hooks
title: Hooks
players: 1
levels: [game]
zones: { wall: { seen_by: all }, box: { seen_by: all } }
types: { hook: { fields: { least: int, most: int, needs: int, size: int } }, ring: { fields: { least: int, most: int, weight: int, size: int, colour: word } } }
words: { colour: [red, green, blue] }
counters: { player: { hung: 0 } }
windows:
  hang:
    protocol: each
    players: all
    decision:
      assign: { from: { zone: wall }, to: { zone: box }, verb: hang, per_from: "it.least..it.most", per_to: "it.least..it.most", sets: SETS }
    do: [{ change: { object: me, name: hung, by: 1 } }]
rules:
  - { while: true, forbid: { verb: hang, card: { size: 0 }, to: { size: 0 } } }
  - { while: true, forbid: { verb: hang, card: { size: 1 }, to: { size: 2 } } }
flow: { game: [{ window: hang }, { result: draw }] }
piles: { hooks: { to: wall, holds: [hook] }, rings: { to: box, holds: [ring] } }
"#;

/// Rules about what hangs on one hook.
const SETS: [&str; 5] = [
    "{}",
    "{ count: \">= it.needs\" }",
    "{ sum: { weight: \">= it.needs + 3\" } }",
    "{ distinct: { colour: \">= it.needs\" } }",
    "{ sum: { weight: it.needs * 2 } }",
];

#[derive(Clone, Copy, Debug)]
struct Hook {
    bounds: (u32, u32),
    needs: i64,
    size: u8,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    bounds: (u32, u32),
    weight: i64,
    size: u8,
    colour: usize,
}

#[derive(Clone, Debug)]
struct Wall {
    hooks: Vec<Hook>,
    rings: Vec<Ring>,
    sets: usize,
}

impl Wall {
    fn game(&self) -> Game {
        game_of("hooks", &self.files())
    }

    fn files(&self) -> Files {
        let mut files = Files::built_in();
        files.texts.insert("cards/hooks/game.yaml".into(), GAME.replace("SETS", SETS[self.sets]).into());
        let mut add = |name: String, type_: &str, rest: String| {
            let text = format!("name: {name}\ntype: {type_}\n{rest}");
            files.texts.insert(format!("cards/hooks/all/{}.yaml", name.to_lowercase()), Arc::from(text));
        };
        for (i, Hook { bounds: (least, most), needs, size }) in self.hooks.iter().enumerate() {
            let rest = format!("least: {least}\nmost: {most}\nneeds: {needs}\nsize: {size}\n");
            add(format!("Hook{i:02}"), "hook", rest);
        }
        for (i, Ring { bounds: (least, most), weight, size, colour }) in self.rings.iter().enumerate() {
            let colour = ["red", "green", "blue"][*colour];
            let rest = format!("least: {least}\nmost: {most}\nweight: {weight}\nsize: {size}\ncolour: {colour}\n");
            add(format!("Ring{i:02}"), "ring", rest);
        }
        files
    }

    fn may_hang(&self, hook: usize, ring: usize) -> bool {
        !matches!((self.hooks[hook].size, self.rings[ring].size), (0, 0) | (2, 1))
    }

    fn fits(&self, hook: usize, rings: &[usize]) -> bool {
        let Hook { bounds: (least, most), needs, .. } = self.hooks[hook];
        let weight: i64 = rings.iter().map(|ring| self.rings[*ring].weight).sum();
        let colours = (0..3).filter(|c| rings.iter().any(|ring| self.rings[*ring].colour == *c)).count() as i64;
        let is_set = match self.sets {
            _ if rings.is_empty() => true,
            1 => rings.len() as i64 >= needs,
            2 => weight >= needs + 3,
            3 => colours >= needs,
            4 => weight == needs * 2,
            _ => true,
        };
        let n = rings.len() as u32;
        n >= least && n <= most && is_set
    }

    /// The pairs that stand in some legal assignment, as bits, found by trying all of them.
    fn possible(&self) -> u64 {
        let (h, r) = (self.hooks.len(), self.rings.len());
        let bit = |hook: usize, ring: usize| 1u64 << (hook * r + ring);
        let is_legal = |all: u64| {
            let rings = |hook: usize| (0..r).filter(|ring| all & bit(hook, *ring) != 0).collect::<Vec<_>>();
            let on = |ring: usize| (0..h).filter(|hook| all & bit(*hook, ring) != 0).count() as u32;
            (0..h)
                .all(|hook| rings(hook).iter().all(|ring| self.may_hang(hook, *ring)) && self.fits(hook, &rings(hook)))
                && (0..r).all(|ring| (self.rings[ring].bounds.0..=self.rings[ring].bounds.1).contains(&on(ring)))
        };
        (0..1u64 << (h * r)).filter(|all| is_legal(*all)).fold(0, |all, one| all | one)
    }
}

fn start(game: &Game, seed: u64) -> Table {
    Table::start(game.set_up(Setup::usual(game, seed)).expect("a setup"))
}

/// The pairs that are offered, as bits.
fn offered(table: &Table, rings: usize) -> u64 {
    let Some(decision) = table.decisions().first() else { return 0 };
    let Kind::Assign(pairs) = &decision.kind else { panic!("pairs are asked for: {decision:?}") };
    let place = |all: &[Value], one: &Value| all.iter().position(|v| v == one).expect("it is among them");
    pairs.legal.iter().fold(0, |all, (f, t)| all | 1 << (place(&pairs.from, f) * rings + place(&pairs.to, t)))
}

/// Plays the game to its end with every kind of answer. True if anything was asked.
fn can_be_answered(game: &Game) -> bool {
    let table = start(game, 1);
    let Some(decision) = table.decisions().first().cloned() else {
        assert!(table.is_over(), "nobody is asked, and the game is not over");
        return false;
    };
    let answers = table.world().game().answers(&decision, 3);
    assert!(!answers.is_empty(), "there is an answer that the table finds itself");
    for answer in answers {
        start(game, 1).submit(decision.seat, answer.clone()).unwrap_or_else(|e| panic!("{answer:?}: {e}"));
    }
    let view = View::of_person(&table, Seat(0)).expect("a view");
    let sets = &view.decisions[0].sets;
    assert!(!sets.is_empty(), "a player sees a way to answer");
    let answer = wire::Answer::Choose(sets[0].clone());
    start(game, 1).answer(Seat(0), &answer).unwrap_or_else(|e| panic!("{answer:?}: {e}"));
    for seed in 0..3 {
        Random::new(seed).finish(&mut start(game, 1)).unwrap_or_else(|e| panic!("bot {seed}: {e}"));
    }
    by_codes(&mut start(game, 1), 7);
    true
}

/// Pairs taken one by one.
fn by_codes(table: &mut Table, seed: u64) {
    let mut choices = table.choices(Seat(0), 64).expect("it is asked");
    for taken in 0.. {
        let legal = choices.legal();
        assert!(!legal.is_empty(), "after {taken} pairs nothing more can be taken");
        let code = legal[(seed as usize * 7 + taken * 3) % legal.len()];
        if let Some(answer) = choices.take(table, code).expect("a legal code") {
            table.answer(Seat(0), &answer).unwrap_or_else(|e| panic!("{answer:?}: {e}"));
            return;
        }
    }
}

fn walls(most: usize, bound: u32) -> impl Strategy<Value = Wall> {
    let bounds = || (0..=bound, 0..=bound).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let hook = (bounds(), 0..4i64, 0..4u8).prop_map(|(bounds, needs, size)| Hook { bounds, needs, size });
    let ring = (bounds(), 0..4i64, 0..4u8, 0..3usize).prop_map(|(bounds, weight, size, colour)| Ring {
        bounds,
        weight,
        size,
        colour,
    });
    let hooks = prop::collection::vec(hook, 1..=most);
    let rings = prop::collection::vec(ring, 1..=most);
    (hooks, rings, 0..SETS.len()).prop_map(|(hooks, rings, sets)| Wall { hooks, rings, sets })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_offered_is_what_stands_in_a_legal_assignment(wall in walls(4, 2)) {
        let game = wall.game();
        prop_assert_eq!(offered(&start(&game, 1), wall.rings.len()), wall.possible());
        can_be_answered(&game);
    }

    #[test]
    fn what_is_asked_about_many_can_be_answered(wall in walls(15, 6)) {
        can_be_answered(&wall.game());
    }
}

/// As many hooks and rings as one wants, all alike.
fn alike(hooks: usize, rings: usize, hook: (u32, u32), ring: (u32, u32), sets: usize) -> Wall {
    let hooks = vec![Hook { bounds: hook, needs: 3, size: 3 }; hooks];
    let rings = (0..rings).map(|i| Ring { bounds: ring, weight: i as i64 % 3 + 1, size: 3, colour: i % 3 });
    Wall { hooks, rings: rings.collect(), sets }
}

#[test]
fn what_needs_more_than_there_is_is_not_asked_for() {
    assert!(!can_be_answered(&alike(12, 11, (1, 99), (0, 1), 0).game()));
    assert!(!can_be_answered(&alike(11, 12, (0, 1), (1, 99), 0).game()));
    assert!(can_be_answered(&alike(11, 12, (1, 99), (0, 1), 0).game()));
    assert!(can_be_answered(&alike(12, 11, (0, 99), (1, 1), 0).game()));
}

#[test]
fn what_many_need_together_is_found() {
    // Each of the hooks needs three rings or three colours or a weight, and all rings must hang somewhere.
    for (sets, said) in SETS.iter().enumerate().skip(1) {
        assert!(can_be_answered(&alike(5, 15, (1, 99), (1, 1), sets).game()), "{said}");
    }
}

#[test]
fn of_more_than_sixty_four_the_first_count() {
    assert!(can_be_answered(&alike(3, 70, (0, 99), (1, 1), 0).game()));
}

/// How many pairs are offered where some bot answers.
fn pairs_of(game: &Game) -> usize {
    let table = start(game, 1);
    let Some(decision) = table.decisions().first() else { panic!("pairs are asked for") };
    let Kind::Assign(pairs) = &decision.kind else { panic!("pairs are asked for: {decision:?}") };
    let count = pairs.legal.len();
    Random::new(1).finish(&mut start(game, 1)).expect("a bot finds pairs");
    count
}

#[test]
fn every_pair_of_many_is_offered() {
    // A weight, or colours, that three rings have together; two of each in any case.
    for (hook, ring, sets) in [((0, 99), (0, 1), 2), ((0, 99), (0, 1), 3), ((2, 2), (2, 2), 0), ((1, 2), (1, 2), 0)] {
        let wall = alike(40, 40, hook, ring, sets);
        assert_eq!(pairs_of(&wall.game()), 1600, "{hook:?} {ring:?} {}", SETS[sets]);
    }
}

#[test]
fn what_does_not_meet_a_need_or_is_forbidden_a_verb_stands_in_no_pair() {
    let mut wall = alike(3, 4, (0, 1), (0, 1), 0);
    wall.hooks[1].size = 0;
    wall.rings[2].size = 1;
    let need = "needs: { if: { amount: it.size, is: \"> 1\" }, because: it is too small }";
    let rule = "rules:\n  - { while: true, forbid: { verb: hold, card: { size: \"<= 1\" } } }\n";
    for (said, rules) in [(need, "rules:\n"), ("verb: hold", rule)] {
        let mut files = wall.files();
        let pairs = format!("{{ zone: wall, {said} }}, to: {{ zone: box, {said} }}");
        let game = GAME.replace("SETS", "{}").replace("{ zone: wall }, to: { zone: box }", &pairs);
        files.texts.insert("cards/hooks/game.yaml".into(), game.replace("rules:\n", rules).into());
        let table = start(&game_of("hooks", &files), 1);
        let Kind::Assign(pairs) = &table.decisions()[0].kind else { panic!("pairs are asked for") };
        assert_eq!((pairs.from.len(), pairs.to.len(), pairs.legal.len()), (2, 3, 6), "{said}");
    }
}
