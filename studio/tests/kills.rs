//! Kills: a server that is killed at any moment and started again continues the same game.
//!
//! `KILLS=200 cargo test -p intermezzo-studio --test kills` kills it more often.

mod common;

use std::time::Duration;

use common::postgres::Postgres;
use common::program::{LEASE, Player, Program, open, serve_if_asked, steady};
use common::{Chance, Client};
use serde_json::json;

#[test]
fn a_process_of_its_own() {
    serve_if_asked();
}

/// How often a server is killed.
fn kills(usual: u32) -> u32 {
    std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_refuses_answers_and_ends_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db").display().to_string();
    let program = Program::start(&database);
    let made = open(&program.server, 1).await;
    program.kill();
    // The disk has room for a few more answers.
    let log = std::fs::metadata(folder.path().join("tables.db-wal")).expect("a log").len();
    let program = Program::with_room(log as u32 / 512 + 120, &database);
    let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
    let mut player = Player::new(1);
    assert_eq!(player.play(&mut client).await, None, "the disk is full before the game is over");
    // The same question is asked again, under the same number.
    let again = client.heard.iter().rev().find_map(|message| message.get("table")).expect("a table");
    assert_eq!(again["is_anew"], true);
    assert_eq!(again["questions"][0].as_u64(), Some(player.acknowledged + 1));
    // Neither does the last answer of a game count, or end it.
    client.say(&json!({ "answer": { "seat": 0, "answer": "concede" } })).await;
    assert_eq!(client.hear("refused").await["code"], "not_kept");
    let is_over = |message: &serde_json::Value| message.get("table").is_some_and(|table| !table["over"].is_null());
    assert!(!client.heard.iter().any(is_over), "nobody is told of an end that is not kept");
    program.kill();
    let program = Program::start(&database);
    let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(player.play(&mut client).await, Some(steady(1).await));
    program.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_at_any_moment_goes_on_with_the_same_game() {
    let kills = kills(50);
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = Chance(u64::from(kills));
    let (mut seed, mut killed) = (0, 0);
    while killed < kills {
        seed += 1;
        let whole = steady(seed).await;

        let database = folder.path().join(format!("{seed}.db")).display().to_string();
        let mut program = Program::start(&database);
        let made = open(&program.server, seed).await;
        let mut player = Player::new(seed);
        let over = loop {
            let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
            let moment = Duration::from_micros(chance.below(400_000));
            match tokio::time::timeout(moment, player.play(&mut client)).await {
                Ok(over) => break over.expect("the server lives"),
                Err(_) if killed < kills => {
                    killed += 1;
                    program.kill();
                    program = Program::start(&database);
                }
                Err(_) => {}
            }
        };
        program.kill();
        assert_eq!(over, whole, "game {seed} after {killed} kills");
    }
    println!("{killed} kills in {seed} games");
}

/// One of two servers is killed, at random, and started again: the other one goes on with its tables.
#[tokio::test(flavor = "multi_thread")]
async fn when_a_server_dies_another_one_goes_on_with_the_same_game() {
    let Some(postgres) = Postgres::start() else { return };
    let kills = kills(6);
    let mut chance = Chance(u64::from(kills) + 7);
    let (mut seed, mut killed) = (0, 0);
    while killed < kills {
        seed += 1;
        let whole = steady(seed).await;
        let database = postgres.database(&format!("kills_{seed}"));
        let mut programs = [Program::start(&database), Program::start(&database)];
        let made = open(&programs[0].server, seed).await;
        let mut player = Player::new(seed);
        let over = loop {
            let at = chance.below(2) as usize;
            let Some(mut client) = Client::try_join(&programs[at].server, &made.code, made.keys[0].as_deref()).await
            else {
                tokio::time::sleep(LEASE / 6).await;
                continue;
            };
            let moment = Duration::from_micros(chance.below(400_000));
            match tokio::time::timeout(moment, player.play(&mut client)).await {
                Ok(Some(over)) => break over,
                // The table moved.
                Ok(None) => {}
                Err(_) if killed < kills => {
                    killed += 1;
                    programs[chance.below(2) as usize] = Program::start(&database);
                }
                Err(_) => {}
            }
        };
        assert_eq!(over, whole, "game {seed} after {killed} kills");
    }
    println!("{killed} kills in {seed} games");
}
