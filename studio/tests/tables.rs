//! Tables over the network: play, watching, repeated answers, leaving and coming back.

mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::{Chance, Client, answer, play, request, server, table};
use serde_json::{Value, json};

const GAMES: &[(&str, usize)] = &[
    ("cardland", 2),
    ("cfs", 2),
    ("clash", 4),
    ("duel", 2),
    ("hackclad", 2),
    ("market", 2),
    ("moult", 2),
    ("nightgarden", 2),
    ("saltmarsh", 2),
    ("swordgirls", 2),
    ("tricks", 4),
];

#[tokio::test(flavor = "multi_thread")]
async fn each_game_is_played_over_a_socket() {
    let server = server(None).await;
    for (game, players) in GAMES {
        let people: Vec<bool> = (0..*players).map(|seat| seat == 0).collect();
        let made = table(server.hall(), game, 3, &people);
        let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        let (now, answers) = play(&mut client, &mut Chance(1), 12).await;
        assert!(answers == 12 || !now["over"].is_null(), "{game}: {answers} answers");
        assert!(client.heard.iter().any(|m| m.get("hello").is_some_and(|hello| hello["game"] == *game)), "{game}");
        assert!(client.heard.iter().any(|m| m.get("faces").is_some()), "{game}: no card was shown");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_to_its_end() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 5, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let (now, _) = play(&mut client, &mut Chance(2), 2000).await;
    assert!(now["over"]["outcome"].is_string(), "{}", now["over"]);
    assert!(now["over"]["log_hash"].is_string());
}

/// The cards in a seat's own hand.
fn hand(table: &Value, seat: u64) -> Vec<u64> {
    let zones = table["view"]["zones"].as_array().expect("zones");
    let own = zones.iter().filter(|zone| zone["name"] == "hand" && zone["seat"] == seat);
    own.flat_map(|zone| zone["cards"].as_array().expect("cards")).filter_map(|card| card["card"].as_u64()).collect()
}

/// Every card in a zone of a message.
fn shown_in(message: &Value) -> Vec<Value> {
    let zones = message["table"]["view"]["zones"].as_array().cloned().unwrap_or_default();
    zones.iter().flat_map(|zone| zone["cards"].as_array().cloned().unwrap_or_default()).collect()
}

fn cards_in(message: &Value) -> Vec<u64> {
    shown_in(message).iter().filter_map(|card| card["card"].as_u64()).collect()
}

fn ids_in(message: &Value) -> Vec<String> {
    shown_in(message).iter().filter_map(|card| card["id"].as_str().map(String::from)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_receives_the_hand_of_another() {
    let server = server(None).await;
    let made = table(server.hall(), "cardland", 4, &[true, true]);
    let mut clients = Vec::new();
    for key in &made.keys {
        clients.push(Client::join(&server, &made.code, key.as_deref(), 0).await);
    }
    clients.push(Client::join(&server, &made.code, None, 0).await);
    let (mut chance, mut last) = (Chance(8), vec![Value::Null; 3]);
    for _ in 0..24 {
        for (at, client) in clients.iter_mut().enumerate() {
            if let Some(now) = client.settled().await {
                last[at] = now;
            }
            let now = &last[at];
            if let (Some(decision), Some(question)) = (now["view"]["decisions"].get(0), now["questions"].get(0)) {
                let given = answer(decision, &mut chance);
                let reply = json!({ "seat": decision["seat"], "question": question, "answer": given });
                client.say(&json!({ "answer": reply })).await;
            }
        }
    }
    let hands: Vec<Vec<u64>> = (0..2).map(|seat| hand(&last[seat], seat as u64)).collect();
    assert!(hands.iter().all(|hand| hand.len() >= 3), "{hands:?}");
    let seen = |at: usize| -> Vec<u64> { clients[at].heard.iter().flat_map(cards_in).collect() };
    for (who, whose) in [(0, 1), (1, 0), (2, 0), (2, 1)] {
        let seen = seen(who);
        assert!(hands[whose].iter().all(|card| !seen.contains(card)), "{who} sees some of {:?}", hands[whose]);
    }
    // A client receives the printed cards that its views show, and no others.
    for client in &clients {
        let shown: BTreeSet<String> = client.heard.iter().flat_map(ids_in).collect();
        let faces = client.heard.iter().filter_map(|message| message.get("faces")?.as_array()).flatten();
        let faces: BTreeSet<String> = faces.filter_map(|face| face["id"].as_str().map(String::from)).collect();
        assert_eq!(faces, shown);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_once_and_a_late_one_not_at_all() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 2, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let first = client.asked().await;
    let decision = &first["view"]["decisions"][0];
    let given = answer(decision, &mut Chance(3));
    let reply = json!({ "answer": { "seat": 0, "question": first["questions"][0], "answer": given } });
    client.say(&reply).await;
    assert_eq!(client.hear("taken").await["question"], first["questions"][0]);
    let second = client.asked().await;
    // The client repeats its answer, as after a connection that broke before the acknowledgement.
    client.say(&reply).await;
    assert_eq!(client.hear("taken").await["question"], first["questions"][0]);
    // A different answer to the same question, and an answer to an unknown question.
    client
        .say(&json!({ "answer": { "seat": 0, "question": first["questions"][0], "answer": { "number": 99 } } }))
        .await;
    assert_eq!(client.hear("refused").await["code"], "stale_question");
    client.say(&json!({ "answer": { "seat": 0, "answer": "pass" } })).await;
    assert_eq!(client.hear("refused").await["code"], "no_question");
    client.say(&json!({ "answer": { "seat": 1, "question": second["questions"][0], "answer": "pass" } })).await;
    assert_eq!(client.hear("refused").await["code"], "no_such_seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_without_sockets_plays_by_requests() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 6, &[true, false]);
    let key = format!("Bearer {}", made.keys[0].as_deref().expect("a key"));
    let mut events = common::Events::open(&server, &made.code, &key).await;
    let asked = loop {
        let message = events.next().await;
        if message["table"]["questions"].as_array().is_some_and(|q| !q.is_empty()) {
            break message["table"].clone();
        }
    };
    let given = answer(&asked["view"]["decisions"][0], &mut Chance(1));
    let body = json!({ "seat": 0, "question": asked["questions"][0], "answer": given }).to_string();
    let headers = [("authorization", &*key), ("content-type", "application/json")];
    let path = format!("POST /api/tables/{}/answers", made.code);
    let (status, _, taken) = request(&server, &path, &headers, &body).await;
    assert_eq!((status, taken.contains("taken")), (200, true), "{taken}");
    loop {
        let message = events.next().await;
        if message["table"]["questions"].as_array().is_some_and(|q| !q.is_empty() && q[0] != asked["questions"][0]) {
            break;
        }
    }
    let (status, _, stale) = request(&server, &path, &[("authorization", "Bearer 00"), headers[1]], &body).await;
    assert_eq!((status, stale.contains("no_such_seat")), (403, true), "{stale}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_takes_a_free_seat_by_the_code() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 8, &[true, true]);
    let mut host = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    host.hear("people").await;
    let json = [("content-type", "application/json")];
    let path = format!("POST /api/tables/{}/seats", made.code);
    let (status, _, body) = request(&server, &path, &json, r#"{"name":"Nora"}"#).await;
    assert_eq!(status, 200, "{body}");
    let sat: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(sat["seat"], 1);
    let people = loop {
        let people = host.hear("people").await;
        if people[1]["is_taken"] == true {
            break people;
        }
    };
    assert_eq!(people[1]["name"], "Nora");
    let mut guest = Client::join(&server, &made.code, sat["key"].as_str(), 0).await;
    assert_eq!(guest.hear("hello").await["seats"], json!([1]));
    // The host's link to that seat no longer works, and the table has no seat for a third person.
    let mut late = Client::join(&server, &made.code, made.keys[1].as_deref(), 0).await;
    assert_eq!(late.hear("refused").await["code"], "no_such_seat");
    let (status, _, full) = request(&server, &path, &json, r#"{"name":"Olga"}"#).await;
    assert_eq!((status, full.contains("table_full")), (409, true), "{full}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db");
    let (made, before, question) = {
        let server = server(Some(&database)).await;
        let made = table(server.hall(), "swordgirls", 9, &[true, false]);
        let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        let (now, answers) = play(&mut client, &mut Chance(4), 9).await;
        assert_eq!(answers, 9);
        let (path, key) = (format!("/api/tables/{}/notes", made.code), made.keys[0].as_deref().expect("a key"));
        assert_eq!(post(&server, &path, key, &json!({ "text": " <b>odd</b>\u{7} ", "at": 3 })).await.0, 200);
        for (key, body, status) in [(key, json!({ "text": " " }), 400), ("00", json!({ "text": "odd" }), 403)] {
            assert_eq!(post(&server, &path, key, &body).await.0, status, "{body}");
        }
        // The bot may still be answering.
        let now = client.settled().await.unwrap_or(now);
        client.close().await;
        (made, now["view"].clone(), now["questions"][0].clone())
    };
    let server = server(Some(&database)).await;
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(client.hear("remarks").await, json!([{ "at": 3, "name": "Amy", "text": "<b>odd</b>" }]));
    let after = client.asked().await;
    assert_eq!(after["view"], before, "the same moment");
    // An answer sent before the server ended, and again after it, counts once.
    assert_eq!(after["questions"][0], question, "the same number");
    let (_, answers) = play(&mut client, &mut Chance(5), 3).await;
    assert!(answers > 0 || !after["over"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_nobody_comes_back_to_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db");
    let tables = {
        let server = server(Some(&database)).await;
        let tables =
            [table(server.hall(), "market", 1, &[true, false]), table(server.hall(), "duel", 1, &[true, false])];
        assert_eq!(server.hall().forget(Duration::ZERO).expect("a database"), 0, "both are played");
        server.hall().close();
        tables
    };
    let server = server(Some(&database)).await;
    let day = Duration::from_secs(24 * 3600);
    assert_eq!(server.hall().forget(day).expect("a database"), 0, "both were taken up today");
    let mut client = Client::join(&server, &tables[0].code, tables[0].keys[0].as_deref(), 0).await;
    client.hear("hello").await;
    assert_eq!(server.hall().forget(Duration::ZERO).expect("a database"), 1, "one is played");
    assert_eq!(get(&server, &format!("/api/tables/{}", tables[1].code), None).await.0, 404);
    let (now, answers) = play(&mut client, &mut Chance(1), 3).await;
    assert!(answers == 3 && now["over"].is_null());
}

/// Tables that are over, and those of bots alone, pile up in the database, and never on the server.
#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_needs_make_room_and_are_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = common::server_with_room(2, &folder.path().join("tables.db")).await;
    let in_time = async |seed: u64, people: &[bool]| {
        let until = Instant::now() + common::PATIENCE;
        loop {
            match common::try_table(server.hall(), "market", seed, people) {
                Ok(made) => return made,
                Err(why) => assert_eq!(why.code, "too_many_tables"),
            }
            assert!(Instant::now() < until, "nobody makes room");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let mut ended = Vec::new();
    for seed in 0..8 {
        let made = in_time(seed, &[true, false]).await;
        let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        client.asked().await;
        client.say(&json!({ "answer": { "seat": 0, "answer": "concede" } })).await;
        let over = loop {
            let over = client.hear("table").await["over"].clone();
            if !over.is_null() {
                break over;
            }
        };
        assert!(over["log_hash"].is_string(), "{over}");
        client.close().await;
        ended.push((made, over));
        in_time(seed, &[false, false]).await;
    }
    // Who is at a table keeps it, and nobody is let in beside her.
    let tables = [in_time(20, &[true, false]).await, in_time(21, &[true, false]).await];
    let mut clients = Vec::new();
    for made in &tables {
        let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        client.hear("hello").await;
        clients.push(client);
    }
    let refused = common::try_table(server.hall(), "market", 22, &[true, false]).expect_err("two are played");
    assert_eq!(refused.code, "too_many_tables");
    let path = format!("/api/tables/{}", ended[0].0.code);
    let (status, said) = get(&server, &path, None).await;
    assert_eq!((status, &said["refused"]["code"]), (503, &json!("too_many_tables")));
    let (_, answers) = play(&mut clients[0], &mut Chance(1), 3).await;
    assert_eq!(answers, 3);
    // When she goes, all that is over is found again, as it ended.
    clients.remove(1).close().await;
    for (made, over) in &ended {
        let until = Instant::now() + common::PATIENCE;
        while get(&server, &format!("/api/tables/{}", made.code), None).await.0 != 200 {
            assert!(Instant::now() < until, "nobody makes room");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut client = Client::join(&server, &made.code, None, 0).await;
        assert_eq!(client.hear("table").await["over"], *over);
        client.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_alone_takes_answers_back() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 2, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let first = client.asked().await;
    client.say(&json!({ "undo": {} })).await;
    assert_eq!(client.hear("refused").await["code"], "nothing_to_undo");
    let given = answer(&first["view"]["decisions"][0], &mut Chance(3));
    client.say(&json!({ "answer": { "seat": 0, "question": first["questions"][0], "answer": given } })).await;
    client.asked().await;
    client.say(&json!({ "undo": {} })).await;
    let again = loop {
        let now = client.hear("table").await;
        if now["is_anew"] == true {
            break now;
        }
    };
    assert_eq!(again["view"]["decisions"], first["view"]["decisions"]);
    assert_eq!(again["events"].as_array().map(Vec::len), first["events"].as_array().map(Vec::len));
}

async fn get(server: &common::Server, path: &str, key: Option<&str>) -> (u16, Value) {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("authorization", &**bearer)).collect();
    let (status, _, body) = request(server, &format!("GET {path}"), &headers, "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn post(server: &common::Server, path: &str, key: &str, body: &Value) -> (u16, Value) {
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", &*bearer), ("content-type", "application/json")];
    let (status, _, body) = request(server, &format!("POST {path}"), &headers, &body.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_an_answer_and_a_card_says_why_not() {
    let server = server(None).await;
    let made = table(server.hall(), "cardland", 4, &[true, false]);
    let (key, path) = (made.keys[0].as_deref().expect("a key"), format!("/api/tables/{}", made.code));
    let mut client = Client::join(&server, &made.code, Some(key), 0).await;
    for _ in 0..8 {
        let now = client.asked().await;
        if !now["over"].is_null() {
            break;
        }
        let (status, said) = post(&server, &format!("{path}/hint"), key, &json!({})).await;
        assert_eq!((status, &said["hint"]["question"]), (200, &now["questions"][0]), "{said}");
        let reply = json!({ "seat": 0, "question": now["questions"][0], "answer": said["hint"]["answer"] });
        client.say(&json!({ "answer": reply })).await;
        assert_eq!(client.hear("taken").await["question"], now["questions"][0]);
    }
    let now = client.asked().await;
    let mine = hand(&now, 0);
    let (status, said) = post(&server, &format!("{path}/why"), key, &json!({ "card": mine[0] })).await;
    assert_eq!(status, 200, "{said}");
    assert!(said["why"].as_array().is_some_and(|lines| !lines.is_empty()), "{said}");
    // A hidden card tells no reasons, and an unknown key gets nothing.
    let (status, said) = post(&server, &format!("{path}/why"), key, &json!({ "card": 60_000 })).await;
    assert_eq!((status, &said["refused"]["code"]), (404, &json!("no_such_card")));
    let (status, _) = post(&server, &format!("{path}/hint"), "00", &json!({})).await;
    assert_eq!(status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_past_of_a_game_is_ones_own_until_it_is_over() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 5, &[true, false]);
    let (key, path) = (made.keys[0].as_deref(), format!("/api/tables/{}/moments", made.code));
    let mut client = Client::join(&server, &made.code, key, 0).await;
    let (_, answers) = play(&mut client, &mut Chance(2), 6).await;
    assert!(answers > 0);
    let is_asked = |table: &&Value| table["questions"].as_array().is_some_and(|questions| !questions.is_empty());
    let first =
        client.heard.iter().filter_map(|message| message.get("table")).find(is_asked).expect("a question").clone();
    let (status, then) = get(&server, &format!("{path}/0"), key).await;
    assert_eq!(status, 200);
    assert_eq!(then["view"]["decisions"], first["view"]["decisions"]);
    let hands = |moment: &Value, seat: u64| hand(moment, seat).len();
    assert!(hands(&then, 0) > 0);
    // A watcher sees what everybody sees, and nobody sees the past of another seat.
    let (status, public) = get(&server, &format!("{path}/0"), None).await;
    assert_eq!((status, hands(&public, 0)), (200, 0));
    for (seat, key) in [(1, key), (0, None), (9, key)] {
        assert_eq!(get(&server, &format!("{path}/0?seat={seat}"), key).await.0, 403, "seat {seat}");
    }
    client.say(&json!({ "answer": { "seat": 0, "answer": "concede" } })).await;
    while client.hear("table").await["over"].is_null() {}
    let (status, others) = get(&server, &format!("{path}/0?seat=1"), None).await;
    assert_eq!(status, 200, "{others}");
    assert!(hands(&others, 1) > 0);
    let (status, end) = get(&server, &format!("{path}/100000"), None).await;
    assert_eq!((status, end["at"] == end["answers"], end["outcome"].is_string()), (200, true, true));
    assert_eq!(get(&server, &format!("{path}/0?seat=9"), None).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_on_from_a_moment_that_nobody_else_plays() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 5, &[true, false]);
    let (key, path) = (made.keys[0].as_deref().expect("a key"), format!("/api/tables/{}/moments", made.code));
    let mut client = Client::join(&server, &made.code, Some(key), 0).await;
    play(&mut client, &mut Chance(2), 6).await;
    let (_, then) = get(&server, &format!("{path}/4"), Some(key)).await;
    let (status, other) = post(&server, &format!("{path}/4/table"), key, &json!({})).await;
    assert_eq!((status, other["keys"][1].is_null()), (200, true), "{other}");
    let mut again = Client::join(&server, other["code"].as_str().expect("a code"), other["keys"][0].as_str(), 0).await;
    let (_, answers) = play(&mut again, &mut Chance(3), 3).await;
    let first = again.heard.iter().find_map(|message| message.get("table")).expect("a table");
    assert_eq!(hand(first, 0), hand(&then, 0), "it begins at that moment");
    assert!(answers > 0, "and goes on");
    for (at, seat) in [("4", "?seat=9"), ("100000", "?seat=1")] {
        let (status, _) = post(&server, &format!("{path}/{at}/table{seat}"), key, &json!({})).await;
        assert_eq!(status, if seat == "?seat=9" { 403 } else { 200 }, "{at}{seat}");
    }
    // Where others play, a second table would tell what comes.
    let made = table(server.hall(), "market", 5, &[true, true]);
    let (key, path) = (made.keys[0].as_deref().expect("a key"), format!("/api/tables/{}/moments", made.code));
    let (status, said) = post(&server, &format!("{path}/0/table"), key, &json!({})).await;
    assert_eq!((status, &said["refused"]["code"]), (403, &json!("not_let_in")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_and_cards_of_each_game_are_at_hand() {
    let server = server(None).await;
    for (game, _) in GAMES {
        let (status, said) = get(&server, &format!("/api/games/{game}/rules"), None).await;
        let rules = said["rules"].as_array().map_or(0, Vec::len);
        assert!(status == 200 && rules > 10, "{game}: {status}, {rules} rules");
        let (status, said) = get(&server, &format!("/api/games/{game}/cards"), None).await;
        let cards = said["cards"].as_array().map_or(0, Vec::len);
        assert!(status == 200 && cards > 10, "{game}: {status}, {cards} cards");
    }
    for odd in ["nothing", "..%2fmarket", "market.yaml"] {
        for what in ["rules", "cards"] {
            assert_eq!(get(&server, &format!("/api/games/{odd}/{what}"), None).await.0, 404, "{odd}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_file_changes_the_running_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let card = folder.path().join("cards/market/coins/penny.yaml");
    std::fs::create_dir_all(card.parent().expect("a folder")).expect("it is made");
    let penny = |name: &str, worth: &str| format!("name: {name}\ntype: coin\ncost: 0\ncopies: 60\nworth: {worth}\n");
    std::fs::write(&card, penny("Penny", "1")).expect("it is written");
    let server = common::server_of_folder(folder.path()).await;
    let made = table(server.hall(), "market", 2, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let before = client.asked().await;
    std::fs::write(&card, penny("Farthing", "2")).expect("it is written");
    let saved = client.hear("saved").await;
    assert_eq!((&saved["wrong"], &saved["dropped"]), (&Value::Null, &json!(0)), "{saved}");
    assert_eq!(saved["files"], json!(["cards/market/coins/penny.yaml"]));
    assert_eq!(client.hear("hello").await["game"], "market", "what stands in the first message may be another, too");
    let faces = client.hear("faces").await;
    assert!(faces.as_array().is_some_and(|faces| faces.iter().any(|face| face["name"] == "Farthing")), "{faces}");
    let after = client.asked().await;
    assert_eq!(hand(&after, 0), hand(&before, 0), "the same moment");
    assert!(after["questions"][0].as_u64() >= before["questions"][0].as_u64());
    // The mistake in a file is reported, and the game goes on as it was.
    std::fs::write(&card, penny("Farthing", "two")).expect("it is written");
    let saved = client.hear("saved").await;
    assert!(saved["wrong"].as_str().is_some_and(|wrong| wrong.contains("penny.yaml")), "{saved}");
    let given = answer(&after["view"]["decisions"][0], &mut Chance(3));
    client.say(&json!({ "answer": { "seat": 0, "question": after["questions"][0], "answer": given } })).await;
    client.hear("taken").await;
}
