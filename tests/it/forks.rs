//! Forks: a copy of a game, made at any decision, plays on exactly as the game it was copied from; and so does what was
//! undone, or read back from a record.
//!
//! Comparing at the fork alone would be blind to hidden state that only matters later, so each fork is played to the
//! end of the game. `INTERMEZZO_FORKS=10` takes so many games.

use crate::support::{
    Bots, Step, answer_one, asked, ends, engine, engine_with, files, number, pairs, play, probe, start, submit,
};
use intermezzo::kernel::Decision;
use intermezzo::kernel::model::task::Task;
use intermezzo::table::{Game, Record, Table};

/// Plays the rest of a game with the answers that are known.
fn finish(table: &mut Table, steps: &[Step]) {
    steps.iter().for_each(|step| submit(table, step));
    assert!(table.is_over(), "the copy goes on after the game is over");
}

/// A game at a decision: the questions, the log, and the state if no script is running.
///
/// In the middle of a script the states differ: the undo point of the copy is a copy too.
fn position(table: &Table) -> (Vec<Decision>, String, u64) {
    (table.decisions().to_vec(), table.log_hash(), table.world().state().hash())
}

/// Games for these tests: the pairs of decks in an order that soon takes each deck once.
fn games(engine: &Game) -> Vec<((usize, usize), u64)> {
    let n = number("INTERMEZZO_FORKS", 6);
    let pairs = pairs(engine);
    (0..n).map(|i| (pairs[(i as usize * 7 + 1) % pairs.len()], 40 + i)).collect()
}

#[test]
fn a_fork_at_every_decision_ends_like_its_game() {
    let engine = engine();
    let (mut forks, mut in_script) = (0, 0);
    for (pair, seed) in games(&engine) {
        let mut table = start(&engine, pair, seed);
        let (mut bots, mut copies, mut steps) = (Bots::new(seed), Vec::new(), Vec::new());
        while !table.is_over() {
            let copy = table.fork();
            assert_eq!(position(&copy), position(&table), "{pair:?} {seed}, decision {}", steps.len());
            assert_eq!(copy.in_script(), table.in_script());
            in_script += table.in_script() as u32;
            copies.push(copy);
            steps.extend(answer_one(&mut table, &mut bots));
        }
        for (i, mut copy) in copies.into_iter().enumerate() {
            finish(&mut copy, &steps[i..]);
            assert_eq!(ends(&copy), ends(&table), "{pair:?} {seed}, forked at decision {i}");
            assert_eq!(copy.faults(), 0);
            forks += 1;
        }
    }
    println!("{forks} forks, {in_script} of them in the middle of an effect");
    assert!(in_script > 20, "only {in_script} forks were made in the middle of an effect");
}

#[test]
fn a_chain_of_forks_ends_like_its_game() {
    let engine = engine();
    for (pair, seed) in games(&engine) {
        let mut table = start(&engine, pair, seed);
        let steps = play(&mut table, &mut Bots::new(seed));
        // Each answer is given to a copy of the copy before.
        let mut link = start(&engine, pair, seed);
        for step in &steps {
            link = link.fork().fork();
            submit(&mut link, step);
        }
        assert!(link.is_over());
        assert_eq!(ends(&link), ends(&table), "{pair:?} {seed}");
    }
}

#[test]
fn forks_that_take_turns_do_not_meet() {
    let engine = engine();
    for (pair, seed) in games(&engine) {
        let mut table = start(&engine, pair, seed);
        let (mut bots, mut steps) = (Bots::new(seed), Vec::new());
        let mut copies: Vec<(Table, usize)> = Vec::new();
        let mut strays: Vec<(Table, Bots)> = Vec::new();
        while !table.is_over() {
            let often = if table.in_script() { 2 } else { 9 };
            if steps.len() % often == 0 && copies.len() < 64 {
                copies.push((table.fork(), steps.len()));
                // One that goes its own way, on the same VM.
                strays.push((table.fork(), Bots::new(seed + 1000 + steps.len() as u64)));
            }
            steps.extend(answer_one(&mut table, &mut bots));
            for (stray, bots) in &mut strays {
                answer_one(stray, bots);
            }
            strays.retain(|(stray, _)| !stray.is_over());
            // Each third copy takes one answer, and stays behind.
            let turn = steps.len() % 3;
            for (copy, at) in copies.iter_mut().skip(turn).step_by(3) {
                take_one(copy, at, &steps);
            }
        }
        while copies.iter_mut().filter_map(|(copy, at)| take_one(copy, at, &steps)).count() > 0 {}
        for (copy, _) in &copies {
            assert!(copy.is_over());
            assert_eq!(ends(copy), ends(&table), "{pair:?} {seed}");
        }
    }
}

/// Gives a copy the answer that comes next in it; `None` when there is none.
fn take_one(copy: &mut Table, at: &mut usize, steps: &[Step]) -> Option<()> {
    submit(copy, steps.get(*at)?);
    *at += 1;
    Some(())
}

#[test]
fn a_fork_does_not_touch_its_game() {
    let engine = engine();
    for (pair, seed) in games(&engine) {
        let mut alone = start(&engine, pair, seed);
        play(&mut alone, &mut Bots::new(seed));
        let mut table = start(&engine, pair, seed);
        let (mut bots, mut n) = (Bots::new(seed), 0);
        while !table.is_over() {
            if table.in_script() || n % 16 == 0 {
                let before = position(&table);
                let mut copy = table.fork();
                let mut others = Bots::new(seed + n);
                for _ in 0..40 {
                    answer_one(&mut copy, &mut others);
                }
                assert_eq!(position(&table), before);
            }
            n += 1;
            answer_one(&mut table, &mut bots);
        }
        assert_eq!(ends(&table), ends(&alone), "{pair:?} {seed}");
    }
}

/// A story of the deck `embers_and_stagehands` that is easily completed, asks three times then, and acts in between.
const ASKS: &str = r#"
name: Vesna's First Song
type: story
modifier: 2
cost: 2
conditions: { count: 1 }
abilities:
  - after: complete
    match: { card: self }
    script: |
      local first = ask.number{ min = 1, max = 6, why = "so many" }
      act.draw(me, first)
      local second = ask.number{ by = opponent, min = 1, max = 6, why = "so many" }
      act.draw(opponent, roll.number(1, second))
      if ask.yes{ why = "again" } then act.shuffle(me, "deck") end
  - instead: retire
    match: { card: { zone: stage, controller: me } }
    once: turn
    script: |
      if ask.yes{ why = "again" } then
        act.status(event.card, ask.option{ options = { "active", "resting" }, why = "again" })
      else
        act.retire(event.card)
      end
"#;

/// How many scripts wait for each other.
fn scripts(table: &Table) -> usize {
    table.world().state().tasks.iter().filter(|task| matches!(task, Task::Script(_))).count()
}

#[test]
fn scripts_that_wait_for_scripts_can_be_forked() {
    let ids = ["vesnas_first_song", "lantern_rooftop_dance", "twin_moons_reunion"];
    let names = ["Vesna's First Song", "Lantern Rooftop Dance", "Twin Moons Reunion"];
    let paths = ids.map(|id| format!("cards/cardland/ember_street/{id}.yaml"));
    let texts = names.map(|name| ASKS.replace(names[0], name));
    let overlay: Vec<(&str, &str)> = paths.iter().zip(&texts).map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let engine = engine_with(&overlay);
    let (mut forks, mut behind, mut nested) = (0, 0, 0);
    for seed in 0..number("INTERMEZZO_FORKS", 4) {
        let mut table = start(&engine, (1, 1), seed);
        let (mut bots, mut copies, mut steps, mut answered) = (Bots::new(seed), Vec::new(), Vec::new(), 0);
        while !table.is_over() {
            let why = asked(&table).why.unwrap_or_default();
            if ["so many", "again"].contains(&&*why) {
                let copy = table.fork();
                assert_eq!(position(&copy), position(&table), "seed {seed}, decision {}", steps.len());
                behind += u32::from(answered > 0);
                nested += u32::from(scripts(&table) > 1);
                copies.push((steps.len(), copy));
                answered += 1;
            } else {
                answered = 0;
            }
            steps.extend(answer_one(&mut table, &mut bots));
        }
        assert_eq!(table.faults(), 0, "{:?}", table.fault_errors());
        for (at, mut copy) in copies {
            finish(&mut copy, &steps[at..]);
            assert_eq!(ends(&copy), ends(&table), "seed {seed}, forked at decision {at}");
            forks += 1;
        }
    }
    println!("{forks} forks, {behind} of them answers after their checkpoint, {nested} in nested scripts");
    assert!(behind > 10 && nested > 10);
}

/// Steps that one script queues run one after the other, each once, although all lie on the stack at once.
#[test]
fn steps_that_were_queued_together_run_once() {
    let of_game = |path: &str| files(&[]).texts[path].to_string();
    let step = |n: u32| {
        format!("step(\"ask_{n}\", function() act.draw(me, ask.number{{ min = 1, max = 2, why = \"{n}\" }}) end)\n")
    };
    let flow = of_game("scripts/cardland/flow.lua") + &step(1) + &step(2) + &step(3);
    let manifest = of_game("cards/cardland/game.yaml").replace("do: [redraw] }", "do: [redraw, ask_1, ask_2, ask_3] }");
    let text = probe::event("agenda.next('ask_1')\nagenda.after('ask_3')\nagenda.next('ask_2')");
    let overlay =
        [("scripts/cardland/flow.lua", &*flow), ("cards/cardland/game.yaml", &*manifest), (probe::PROBE, &*text)];
    let mut table = probe::table(&engine_with(&overlay), 5);
    let count = |table: &Table| table.world().state().zones.iter().map(<[_]>::len).sum::<usize>();
    let (hand, mut asked_for) = (count(&table), String::new());
    probe::begin(&mut table);
    while !probe::in_main(&table, &asked(&table)) {
        let decision = asked(&table);
        let copy = table.fork();
        assert_eq!(position(&copy), position(&table));
        asked_for += decision.why.as_deref().unwrap_or("?");
        let answer = probe::idle(&table, &decision);
        submit(&mut table, &(decision.seat, answer));
    }
    assert_eq!((asked_for.as_str(), table.faults()), ("123", 0));
    assert_eq!(count(&table), hand);
}

/// A record as it comes back from its JSON text.
fn through_json(table: &Table) -> Record {
    let text = table.record().to_json().to_string();
    let json = serde_json::from_str(&text).expect("a record is JSON");
    let record = Record::from_json(&json).expect("its own record can be read");
    assert_eq!(record.to_json(), table.record().to_json());
    record
}

#[test]
fn a_record_read_from_json_replays() {
    let engine = engine();
    for (pair, seed) in games(&engine) {
        let mut table = start(&engine, pair, seed);
        let mut bots = Bots::new(seed);
        let mut n = 0;
        while answer_one(&mut table, &mut bots).is_some() {
            n += 1;
            // In the middle of a game, and of an effect, too.
            if n % 97 == 0 || n % 13 == 0 && table.in_script() {
                let replayed = through_json(&table).replay().expect("replays");
                assert_eq!(position(&replayed), position(&table), "{pair:?} {seed}, decision {n}");
            }
        }
        let replayed = through_json(&table).replay().expect("replays");
        assert!(replayed.is_over());
        assert_eq!(ends(&replayed), ends(&table), "{pair:?} {seed}");
        assert_eq!(replayed.record().to_json(), table.record().to_json());
    }
}

#[test]
fn what_was_undone_can_be_done_again() {
    let engine = engine();
    for (pair, seed) in games(&engine) {
        let mut table = start(&engine, pair, seed);
        let steps = play(&mut table, &mut Bots::new(seed));
        let end = ends(&table);
        for back in [1, 2, 3, 5, 8, 13, steps.len() / 2, steps.len()] {
            let at = steps.len() - back;
            let mut positions = vec![];
            for i in 0..back.min(8) {
                assert!(table.undo(), "{pair:?} {seed}: answer {} cannot be undone", steps.len() - i);
                positions.push(position(&table));
            }
            // The rest at once: each one plays the game again from its beginning.
            let mut fresh = start(&engine, pair, seed);
            steps[..steps.len() - positions.len()].iter().for_each(|s| submit(&mut fresh, s));
            assert_eq!(position(&fresh), positions[positions.len() - 1], "{pair:?} {seed}, undone {}", positions.len());
            finish(&mut table, &steps[at.max(steps.len() - positions.len())..]);
            assert_eq!(ends(&table), end, "{pair:?} {seed}, undone {back}");
        }
    }
    let mut table = start(&engine, (0, 0), 1);
    assert!(!table.undo(), "nothing was answered");
    assert!(!table.fork().undo(), "a fork has no record");
}
