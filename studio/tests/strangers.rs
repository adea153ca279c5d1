//! Strangers: requests that the server must refuse, and the headers of each answer.

mod common;

use common::{Client, lets_in, request, server, table};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn another_page_in_the_same_browser_is_kept_out() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 1, &[true, false]);
    let own = format!("http://{}", server.address);
    assert!(lets_in(&server, &made.code, &own).await);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"] {
        assert!(!lets_in(&server, &made.code, origin).await, "{origin}");
    }
    let json = ("content-type", "application/json");
    let body = r#"{"game":"market"}"#;
    let (status, ..) = request(&server, "POST /api/tables", &[json, ("origin", "http://evil.example")], body).await;
    assert_eq!(status, 403);
    let (status, ..) = request(&server, "POST /api/tables", &[json, ("sec-fetch-site", "cross-site")], body).await;
    assert_eq!(status, 403);
    let (status, ..) = request(&server, "POST /api/tables", &[json, ("origin", &own)], body).await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_bent_to_this_machine_is_kept_out() {
    let server = server(None).await;
    for host in ["evil.example", "evil.example:4747", "127.0.0.1.evil.example", ""] {
        let (status, ..) = request(&server, "GET /api/games", &[("host", host)], "").await;
        assert!(status == 403 || status == 400, "{host}: {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let server = server(None).await;
    for path in ["/", "/t/ABCDEF", "/api/games", "/nothing", "/api/tables/ABCDEF"] {
        let (_, head, _) = request(&server, &format!("GET {path}"), &[], "").await;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'"),
            "{path}: {head}"
        );
        assert!(
            head.contains("x-content-type-options: nosniff") && head.contains("referrer-policy: no-referrer"),
            "{path}"
        );
        assert!(!head.contains("access-control-allow-origin"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_small_and_travels_compressed() {
    let server = server(None).await;
    let (status, _, page) = request(&server, "GET /", &[], "").await;
    assert_eq!(status, 200);
    let mut all = 0;
    for part in page.split('"').filter(|part| part.starts_with("/assets/")) {
        let (status, head, _) = request(&server, &format!("GET {part}"), &[("accept-encoding", "gzip")], "").await;
        assert_eq!(status, 200, "{part}");
        assert!(head.contains("content-encoding: gzip"), "{part}: {head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        all += length.trim().parse::<usize>().expect("a number");
    }
    assert!(all > 10_000 && all < 100_000, "{all} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_understands_is_refused_and_ends_nothing() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 1, &[true, false]);
    let json = [("content-type", "application/json")];
    let bodies = [
        r#"{"game":"nothing"}"#,
        r#"{"game":"market","seats":[{},{},{},{},{},{},{},{},{}]}"#,
        "{}",
        "[",
        "",
        r#"{"game":"market","seats":[{},{"bot":"program:/bin/sh"}]}"#,
        r#"{"game":"../../etc/passwd"}"#,
        r#"{"game":"market","seats":[{"name":"<b>"},{"name":" <B> ","bot":"random"}]}"#,
        r#"{"game":"cardland","seats":[{"deck":"nothing"},{"bot":"random"}]}"#,
    ];
    for body in bodies {
        let (status, _, said) = request(&server, "POST /api/tables", &json, body).await;
        assert!((400..500).contains(&status), "{body}: {status} {said}");
        assert!(
            said.contains("refused") && !said.contains("/root") && !said.contains(env!("CARGO_MANIFEST_DIR")),
            "{said}"
        );
    }
    let long = format!(r#"{{"game":"{}"}}"#, "x".repeat(100_000));
    let (status, ..) = request(&server, "POST /api/tables", &json, &long).await;
    assert!((400..500).contains(&status), "{status}");
    for code in ["ABCDEG", "..%2f..%2f", "abcdef"] {
        let (status, ..) = request(&server, &format!("GET /api/tables/{code}"), &[], "").await;
        assert_eq!(status, 404, "{code}");
    }
    // A client that sends nonsense loses its connection, and the table goes on.
    let mut rude = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    rude.hear("hello").await;
    rude.say(&json!({ "steal": "everything" })).await;
    while rude.next().await.is_some() {}
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    assert!(client.asked().await["over"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_holds_nobody_up() {
    let server = server(None).await;
    let made = table(server.hall(), "tricks", 2, &[true, false, false, false]);
    // Watchers that never read are disconnected when too many messages wait for them.
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(Client::join(&server, &made.code, None, 0).await);
    }
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let begun = std::time::Instant::now();
    let (_, answers) = common::play(&mut client, &mut common::Chance(7), 8).await;
    assert_eq!(answers, 8);
    assert!(begun.elapsed().as_secs() < 55, "{:?}", begun.elapsed());
    drop(silent);
}
