//! Servers: several at one PostgreSQL database. Where there is none, these tests do nothing.

mod common;

use std::time::{Duration, Instant};

use common::postgres::Postgres;
use common::program::{LEASE, Player, Program, open, serve_if_asked, steady};
use common::{Client, Events, request, request_as_it_is};
use intermezzo_studio::Created;
use serde_json::json;

#[test]
fn a_process_of_its_own() {
    serve_if_asked();
}

/// Joins a table at a server, as soon as that is possible.
async fn join_in_time(program: &Program, made: &Created) -> Client {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(client) = Client::try_join(&program.server, &made.code, made.keys[0].as_deref()).await {
            return client;
        }
        assert!(Instant::now() < until, "nobody takes the table up");
        tokio::time::sleep(LEASE / 12).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_a_server_that_died_go_on_at_another_one() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.database("tables");
    let (first, second) = (Program::start(&database), Program::start(&database));
    let made = open(&first.server, 3).await;
    let mut player = Player::new(3);
    let mut client = Client::join(&first.server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(player.play_some(&mut client, 12).await, None);
    assert_eq!(player.answers, 12);
    let come_back = format!("POST /api/tables/{}/return", made.code);
    let (json, bearer) =
        (("content-type", "application/json"), format!("Bearer {}", made.keys[0].as_deref().expect("a key")));
    let (_, head, _) = request_as_it_is(&first.server, &come_back, &[json, ("authorization", &bearer)], "{}").await;
    let cookie = head.split("set-cookie: ").nth(1).and_then(|set| set.split(';').next()).expect("a cookie").to_string();
    let killed = Instant::now();
    first.kill();
    let mut client = join_in_time(&second, &made).await;
    println!("taken over after {} ms, with a lease of {} ms", killed.elapsed().as_millis(), LEASE.as_millis());
    assert!(killed.elapsed() < LEASE + Duration::from_secs(2), "{:?}", killed.elapsed());
    // What the dead server signed counts: the secret lies in the database.
    let (status, _, known) = request(&second.server, &come_back, &[json, ("cookie", &cookie)], "{}").await;
    assert!(status == 200 && known.contains(r#""seat":0"#), "{status} {known}");
    assert_eq!(player.play(&mut client).await, Some(steady(3).await), "the same end, to the hash");
    assert!(player.answers > 12);
    // The record of a game that is over lies in one piece.
    let pieces = postgres.sql("tables", "select count(*), min(start), max(length(text)) > 1000 from pieces");
    assert_eq!(pieces, "1|0|t");
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_takes_requests_about_a_table_of_another_one() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.database("tables");
    let (first, second) = (Program::start(&database), Program::start(&database));
    let made = open(&first.server, 4).await;
    let key = format!("Bearer {}", made.keys[0].as_deref().expect("a key"));
    // A watcher by events, a player by a socket, notes by requests: all at the server that does not play the table.
    let mut events = Events::open(&second.server, &made.code, &key).await;
    assert_eq!(events.next().await["hello"]["code"], made.code);
    let mut client = Client::join(&second.server, &made.code, made.keys[0].as_deref(), 0).await;
    let mut player = Player::new(4);
    assert_eq!(player.play_some(&mut client, 5).await, None);
    let headers = [("authorization", &*key), ("content-type", "application/json")];
    let note = json!({ "text": "here" }).to_string();
    let path = format!("POST /api/tables/{}/notes", made.code);
    assert_eq!(request(&second.server, &path, &headers, &note).await.0, 200);
    assert_eq!(client.hear("remarks").await[0]["text"], "here");
    let served = postgres.sql("tables", "select count(distinct holder) from tables");
    assert_eq!(served, "1", "one server plays the table");
    // Both know that it does not exist, and nobody passes on what comes from elsewhere.
    for program in [&first, &second] {
        assert_eq!(request(&program.server, "GET /api/tables/ABCDEF", &[], "").await.0, 404);
        let foreign = [("origin", "http://evil.example"), headers[0], headers[1]];
        assert_eq!(request(&program.server, &path, &foreign, &note).await.0, 403);
    }
    // A server that is asked to end gives its tables up at once.
    first.signal("-TERM");
    let ended = Instant::now();
    let mut client = join_in_time(&second, &made).await;
    assert_eq!(player.play(&mut client).await, Some(steady(4).await));
    println!("handed over, and played to the end, in {} ms", ended.elapsed().as_millis());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_slept_acknowledges_nothing_of_a_table_that_moved() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.database("tables");
    let (first, second) = (Program::start(&database), Program::start(&database));
    let made = open(&first.server, 5).await;
    let mut player = Player::new(5);
    let mut before = Client::join(&first.server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(player.play_some(&mut before, 6).await, None);
    let asked = before.asked().await;
    first.signal("-STOP");
    tokio::time::sleep(LEASE).await;
    // While it sleeps its connections stay open: the table moves only when its lease has ended.
    let mut after = join_in_time(&second, &made).await;
    assert_eq!(player.play_some(&mut after, 6).await, None);
    let given = json!({ "seat": 0, "question": asked["questions"][0], "answer": { "number": 1 } });
    before.say(&json!({ "answer": given })).await;
    first.signal("-CONT");
    while let Some(message) = before.next().await {
        assert!(message.get("taken").is_none(), "{message}");
    }
    // It knows where the table is now.
    after.close().await;
    let mut again = join_in_time(&first, &made).await;
    assert_eq!(player.play(&mut again).await, Some(steady(5).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_away_costs_no_game() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.database("tables");
    let program = Program::start(&database);
    let made = open(&program.server, 6).await;
    let mut player = Player::new(6);
    let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(player.play_some(&mut client, 6).await, None);
    postgres.down();
    // Answers are refused, or the connection ends: nothing is acknowledged that is not kept.
    assert_eq!(player.play(&mut client).await, None);
    let answers = player.answers;
    assert!(answers <= 7, "{answers} answers without a database");
    postgres.up();
    let mut client = join_in_time(&program, &made).await;
    assert_eq!(player.play(&mut client).await, Some(steady(6).await));
}
