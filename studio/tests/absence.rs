//! Absence: players who leave, return, or are replaced.

mod common;

use std::time::Duration;

use common::{Chance, Client, Server, answer, server_with_patience, table};
use serde_json::{Value, json};

/// The next list of players for which `stand` holds.
async fn people(client: &mut Client, stand: impl Fn(&Value) -> bool) -> Value {
    loop {
        let people = client.hear("people").await;
        if stand(&people) {
            return people;
        }
    }
}

async fn vote(server: &Server, code: &str, key: &str, instead: &str) -> (u16, Value) {
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", &*bearer), ("content-type", "application/json")];
    let body = json!({ "seat": 1, "instead": instead }).to_string();
    let (status, _, body) = common::request(server, &format!("POST /api/tables/{code}/votes"), &headers, &body).await;
    (status, serde_json::from_str(&body).expect("JSON"))
}

/// Answers questions until this many answers were taken; false: the game is over.
async fn go_on(client: &mut Client, answers: usize) -> bool {
    common::play(client, &mut Chance(9), answers).await.0["over"].is_null()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_for_who_has_gone_until_she_comes_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db");
    let patience = Duration::from_millis(300);
    let made = {
        let server = server_with_patience(patience, Some(&database)).await;
        let made = table(server.hall(), "market", 4, &[true, true]);
        let key = made.keys[0].as_deref().expect("a key");
        let mut host = Client::join(&server, &made.code, Some(key), 0).await;
        people(&mut host, |people| people[0]["is_here"] == true).await;
        // A free seat cannot be voted about.
        assert_eq!(vote(&server, &made.code, key, "bot").await.1["refused"]["code"], "not_absent");
        let guest = Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await;
        people(&mut host, |people| people[1]["is_here"] == true).await;
        guest.close().await;
        let away = people(&mut host, |people| people[1]["is_here"] == false).await;
        assert_eq!((&away[1]["absent"], &away[1]["has_stand_in"]), (&json!(1), &json!(false)));
        let (status, said) = vote(&server, &made.code, key, "bot").await;
        assert_eq!((status, &said["refused"]["code"]), (409, &json!("too_early")));
        tokio::time::sleep(patience).await;
        // Watchers cannot vote, nor can the absent player.
        assert_eq!(vote(&server, &made.code, "00", "bot").await.0, 403);
        host.say(&json!({ "vote": { "seat": 0, "instead": "claim" } })).await;
        assert_eq!(host.hear("refused").await["code"], "not_absent");
        assert_eq!(vote(&server, &made.code, key, "bot").await, (200, json!({ "done": "bot" })));
        people(&mut host, |people| people[1]["has_stand_in"] == true).await;
        // A new connection is told the open question again.
        let mut host = Client::join(&server, &made.code, Some(key), 0).await;
        assert!(go_on(&mut host, 12).await, "the bot answers");
        made
    };
    // After a restart the bot plays on until the player returns.
    let server = server_with_patience(patience, Some(&database)).await;
    let mut host = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    people(&mut host, |people| people[1]["has_stand_in"] == true).await;
    let mut host = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    assert!(go_on(&mut host, 4).await, "the bot answers");
    let mut guest = Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await;
    let back = people(&mut host, |people| people[1]["is_here"] == true).await;
    assert_eq!((&back[1]["has_stand_in"], &back[1]["absent"]), (&json!(false), &Value::Null));
    // The player is asked again.
    let mut host = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    tokio::select! {
        _ = go_on(&mut host, 1000) => panic!("nobody asked her"),
        asked = guest.asked() => assert_eq!(asked["view"]["decisions"][0]["seat"], 1),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_who_has_gone_is_taken_as_given_up() {
    let server = server_with_patience(Duration::ZERO, None).await;
    let made = table(server.hall(), "market", 4, &[true, true]);
    let key = made.keys[0].as_deref().expect("a key");
    let mut host = Client::join(&server, &made.code, Some(key), 0).await;
    Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await.close().await;
    people(&mut host, |people| people[1]["is_taken"] == true && people[1]["is_here"] == false).await;
    assert_eq!(vote(&server, &made.code, key, "wait").await, (200, json!({ "done": null })));
    assert_eq!(vote(&server, &made.code, key, "claim").await, (200, json!({ "done": "claim" })));
    while host.hear("table").await["over"].is_null() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_decision_waits_for_who_comes_back() {
    let server = server_with_patience(Duration::from_secs(60), None).await;
    let made = table(server.hall(), "swordgirls", 4, &[true, true]);
    let mut chance = Chance(4);
    let mut host = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let mut guest = Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await;
    // Both players are asked at the same time.
    let (mut mine, mut hers) = (host.hear("table").await, guest.hear("table").await);
    while mine["questions"][0].is_null() || hers["questions"][0].is_null() {
        for (client, seat, now) in [(&mut host, 0, &mine), (&mut guest, 1, &hers)] {
            if now["questions"][0].is_u64() {
                let given = answer(&now["view"]["decisions"][0], &mut chance);
                let reply = json!({ "seat": seat, "question": now["questions"][0], "answer": given });
                client.say(&json!({ "answer": reply })).await;
            }
        }
        mine = host.settled().await.unwrap_or(mine);
        hers = guest.settled().await.unwrap_or(hers);
    }
    guest.close().await;
    let given = answer(&mine["view"]["decisions"][0], &mut chance);
    host.say(&json!({ "answer": { "seat": 0, "question": mine["questions"][0], "answer": given } })).await;
    let mut guest = Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await;
    let again = guest.asked().await;
    assert_eq!((&again["questions"], &again["view"]["decisions"]), (&hers["questions"], &hers["view"]["decisions"]));
}
