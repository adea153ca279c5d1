//! Habits over the network: what persons answer in advance, and what they are told of it.

mod common;

use std::time::Duration;

use common::{Chance, Client, answer, request, server, table};
use serde_json::{Value, json};

/// True if nothing but passing can be done.
fn can_only_pass(decision: &Value) -> bool {
    decision["kind"] == "act" && decision["may_pass"] == true && decision["options"] == json!([])
}

/// Answers what is asked, with the first answer that is taken.
async fn answer_one(client: &mut Client, table: &Value, chance: &mut Chance) {
    loop {
        let decision = &table["view"]["decisions"][0];
        let answer = answer(decision, chance);
        let reply = json!({ "seat": decision["seat"], "question": table["questions"][0], "answer": answer });
        client.say(&json!({ "answer": reply })).await;
        let message = loop {
            let message = client.next().await.expect("the server goes on");
            if message.get("taken").is_some() || message.get("refused").is_some() {
                break message;
            }
        };
        if message.get("taken").is_some() {
            return;
        }
        assert_ne!(message["refused"]["code"], "stale_question", "the table answered a question with a choice");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_passes_where_nothing_else_can_be_done() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 3, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    // The first question has options, so nothing is told besides what she states.
    let mut now = client.asked().await;
    client.say(&json!({ "habits": { "passes": true } })).await;
    assert_eq!(client.hear("habits").await, json!({ "passes": true, "until": null, "stops": [], "triggers": {} }));
    let (mut chance, mut passed, mut own) = (Chance(1), 0, 0);
    while now["over"].is_null() && own < 30 {
        match can_only_pass(&now["view"]["decisions"][0]) {
            // The next state comes without an answer of hers.
            true => passed += 1,
            false => {
                answer_one(&mut client, &now, &mut chance).await;
                own += 1;
            }
        }
        now = client.asked().await;
    }
    assert!(passed > 0, "{own} questions, and none where she could only pass");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_her_turn_is_told_when_it_has_come() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 3, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let (mut chance, mut now) = (Chance(1), client.asked().await);
    while now["view"]["decisions"][0]["may_pass"] != true {
        answer_one(&mut client, &now, &mut chance).await;
        now = client.asked().await;
    }
    client.say(&json!({ "habits": { "passes": true, "until": "turn" } })).await;
    let stated = client.hear("habits").await;
    assert_eq!(stated["until"], "turn");
    // The habit holds for the table, not for a connection: she comes back, and is told.
    client.close().await;
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    loop {
        let habits = client.hear("habits").await;
        if habits["until"].is_null() {
            assert_eq!(habits["passes"], true);
            break;
        }
    }
    // She is asked again, as whoever joins sees.
    let mut again = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    again.asked().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_in_advance_is_taken_back_with_the_choice_before_it() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 3, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    client.say(&json!({ "habits": { "passes": true } })).await;
    let (mut chance, mut own) = (Chance(1), 0);
    let mut now = client.asked().await;
    while own < 12 {
        if !can_only_pass(&now["view"]["decisions"][0]) {
            answer_one(&mut client, &now, &mut chance).await;
            own += 1;
        }
        now = client.asked().await;
    }
    client.settled().await;
    client.say(&json!({ "undo": {} })).await;
    let now = client.asked().await;
    assert_eq!(now["is_anew"], true);
    assert!(!can_only_pass(&now["view"]["decisions"][0]), "{}", now["view"]["decisions"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_pass_for_ever_do_not_keep_the_server_busy() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 3, &[true, true]);
    for key in made.keys.iter().flatten() {
        let bearer = format!("Bearer {key}");
        let headers = [("authorization", &*bearer), ("content-type", "application/json")];
        let path = format!("POST /api/tables/{}/habits", made.code);
        let (status, _, body) = request(&server, &path, &headers, r#"{"passes": true, "until": "use"}"#).await;
        assert_eq!(status, 200, "{body}");
        let names: Vec<String> = (0..300).map(|n| n.to_string()).collect();
        let many = json!({ "stops": names }).to_string();
        let (status, _, body) = request(&server, &path, &headers, &many).await;
        assert_eq!((status, body.contains("too_many_habits")), (400, true), "{body}");
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    // Another table of the server is played as if nothing was.
    let other = table(server.hall(), "duel", 3, &[true, false]);
    let mut client = Client::join(&server, &other.code, other.keys[0].as_deref(), 0).await;
    let begun = std::time::Instant::now();
    client.asked().await;
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_told_in_parts_what_another_is_told_whole() {
    let server = server(None).await;
    for game in ["market", "hackclad", "cfs"] {
        let made = table(server.hall(), game, 5, &[true, false]);
        let mut whole = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        let mut parts = Client::join(&server, &made.code, None, 0).await;
        parts.close().await;
        parts = Client::join_parts(&server, &made.code, made.keys[0].as_deref()).await;
        let mut chance = Chance(4);
        for _ in 0..12 {
            let now = whole.asked().await;
            if !now["over"].is_null() {
                break;
            }
            answer_one(&mut whole, &now, &mut chance).await;
        }
        let last = whole.settled().await.unwrap_or_else(|| whole.last_table());
        parts.settled().await;
        let tables: Vec<Value> = parts.heard.iter().filter_map(|message| message.get("table")).cloned().collect();
        let put_together = tables.iter().fold(Value::Null, |view, table| common::put_together(&view, table));
        assert_eq!(put_together, last["view"], "{game}");
        let bytes = |client: &Client| -> usize {
            let tables = client.heard.iter().filter(|message| message.get("table").is_some());
            tables.map(|message| message.to_string().len()).sum()
        };
        assert!(bytes(&parts) * 2 < bytes(&whole), "{game}: {} of {} bytes", bytes(&parts), bytes(&whole));
    }
}
