//! Schemas: what the server describes is what it answers and says.

mod common;

use std::collections::BTreeSet;

use common::{Chance, Client, play, request, server, table};
use serde_json::{Value, json};

async fn fetched(server: &common::Server, path: &str) -> Value {
    let (status, _, body) = request(server, &format!("GET {path}"), &[], "").await;
    assert_eq!(status, 200, "{path}: {body}");
    // A long answer comes in chunks, whose lengths stand on lines of their own.
    let begin = body.find('{').expect("JSON");
    let end = body.rfind('}').expect("JSON");
    let text: String =
        body[begin..=end].split("\r\n").enumerate().filter(|(at, _)| at % 2 == 0).map(|(_, part)| part).collect();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_of_the_document_is_answered() {
    let server = server(None).await;
    let document = fetched(&server, "/api/openapi.json").await;
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 30, "{} paths", paths.len());
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let asked = path.replace("{code}", "ABCDEF").replace("{id}", "no_game").replace("{at}", "0");
            let asked = asked.replace("{version}", "now").replace("{card}", "no_card");
            let headers = [("content-type", "application/json")];
            let (status, _, body) =
                request(&server, &format!("{} {asked}", method.to_uppercase()), &headers, "{}").await;
            // A route that is not there answers with nothing at all.
            assert!(status != 405 && (status != 404 || body.contains("refused")), "{method} {path}: {status} {body}");
        }
    }
    // What the page for other programs names is there.
    let page = include_str!("../../docs/studio.md");
    let named = page.split('`').filter_map(|code| {
        let path = code.split_once(" /api/").filter(|(method, _)| matches!(*method, "GET" | "POST"))?.1;
        let path = path.split(['?', ' ']).next()?;
        let path = path.replace("CODE", "{code}").replace("/41", "/{at}").replace("games/ID", "games/{id}");
        Some(format!("/api/{}", path.replace("VERSION", "{version}").replace("/CARD", "/{card}")))
    });
    let named: BTreeSet<String> = named.collect();
    assert!(named.len() > 15, "{named:?}");
    for path in named {
        assert!(paths.contains_key(&path), "docs/studio.md names {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_is_as_it_is_described() {
    let server = server(None).await;
    let schemas = fetched(&server, "/api/messages.json").await;
    let told = jsonschema::validator_for(&schemas["told"]).expect("a schema");
    let mut kinds = BTreeSet::new();
    for game in ["duel", "hackclad"] {
        let made = table(server.hall(), game, 3, &[true, false]);
        let mut client = Client::join_parts(&server, &made.code, made.keys[0].as_deref()).await;
        // Habits that answer nothing: another client of the seat answers everything.
        client.say(&json!({ "habits": { "stops": ["nowhere"] } })).await;
        let mut whole = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
        let (_, answers) = play(&mut whole, &mut Chance(1), 8).await;
        assert_eq!(answers, 8);
        let refused = json!({ "seat": 0, "question": 1, "answer": { "choose": [77] } });
        whole.say(&json!({ "answer": refused })).await;
        whole.settled().await;
        client.settled().await;
        for message in client.heard.iter().chain(&whole.heard) {
            let wrong: Vec<String> = told.iter_errors(message).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{wrong:?}\n{message}");
            kinds.extend(message.as_object().expect("an object").keys().cloned());
        }
    }
    for kind in ["hello", "faces", "people", "habits", "table", "taken", "refused"] {
        assert!(kinds.contains(kind), "{kind} was not heard: {kinds:?}");
    }
    let other = json!({ "tables": {} });
    assert!(!told.is_valid(&other), "anything is a message");
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_say_how_much_there_is_to_do() {
    let server = server(None).await;
    let made = table(server.hall(), "duel", 3, &[true, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    play(&mut client, &mut Chance(1), 4).await;
    let (status, head, body) = request(&server, "GET /metrics", &[], "").await;
    assert_eq!((status, head.contains("text/plain")), (200, true), "{head}");
    let number = |name: &str| {
        let line = body.lines().find(|line| line.starts_with(&format!("intermezzo_{name} "))).expect(name);
        line.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok()).expect(name)
    };
    assert_eq!((number("tables"), number("connections")), (1, 1));
    assert!(number("answers_taken_total") >= 4);
    assert!(!body.contains(&made.code), "{body}");
}
