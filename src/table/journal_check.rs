//! Journal check: the proof, in whole games, that the journal undoes every change.

use crate::catalog::{Catalog, Files};
use crate::kernel::model::change::Change;
use crate::kernel::model::log_lines::LogLine;
use crate::kernel::model::packed_lines::Lines;
use crate::kernel::run::change::Mark;
use crate::kernel::{Seat, World};
use crate::table::{Game, Setup, Table};

/// Goes back to a mark on a copy of the world, and asserts that state and log are as they were before.
fn goes_back(world: &World, mark: &Mark, before: &World) {
    assert_eq!(&world.state_at(mark), before.state());
    let mut back = world.clone();
    back.go_back(mark);
    assert_eq!(back.state(), before.state());
    assert_eq!(back.log.lines.len(), before.log.lines.len());
}

fn plays(name: &str, seed: u64) {
    let (catalog, _) = Catalog::load(name, &Files::built_in()).expect("the game loads");
    let game = Game::new(std::sync::Arc::new(catalog)).expect("its scripts load");
    let seats = game.catalog.rules.schema.seats as usize;
    let decks = game.usual_decks(seats);
    let setup = Setup { seed, decks, ..Setup::default() };
    let mut table = game.set_up(setup).map(Table::start).expect("a legal setup");
    let mut draw = seed;
    // Marks must nest, and scripts set their own; so the mark of this check is set only while no script waits.
    let mut marked: Option<(Mark, World)> = None;
    for turn in 0..120 {
        if marked.is_none() && !table.in_script() {
            let mark = table.world_mut().mark();
            marked = Some((mark, table.world().clone()));
        }
        let Some(decision) = table.decisions().first().cloned() else { break };
        let answers = table.world().game().answers(&decision, 16);
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let answer = answers[(draw >> 33) as usize % answers.len()].clone();
        table.submit(decision.seat, answer).expect("it is legal");
        let Some((mark, before)) = &marked else { continue };
        goes_back(table.world(), mark, before);
        if turn % 7 == 6 && !table.in_script() {
            table.world_mut().release(mark);
            marked = None;
        }
    }
    // Packed log lines lose nothing: lines that are unpacked and packed again are equal to the first ones.
    let lines = &table.world().log.lines;
    let read: Vec<LogLine> = lines.iter().collect();
    let again: Lines = read.iter().collect();
    assert!(read.len() > 100 && again.iter().eq(read));
}

#[test]
fn every_change_of_every_game_can_be_undone() {
    let files = Files::built_in();
    assert!(files.games().len() >= 5);
    for game in files.games() {
        for seed in [11, 1833] {
            plays(&game, seed);
        }
    }
}

#[test]
fn a_change_that_was_not_undone_is_found() {
    let files = Files::built_in();
    let (catalog, _) = Catalog::load(&files.games()[0], &files).expect("the game loads");
    let mut world = World::empty(catalog.rules.clone(), 1);
    let before = world.clone();
    world.change(Change::Active(Seat(1)));
    let mark = world.mark();
    let gone_back = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| goes_back(&world, &mark, &before)));
    assert!(gone_back.is_err());
}
