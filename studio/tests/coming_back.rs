//! Coming back: who sat at a table in a browser is known again by its cookie, and nobody else is.

mod common;

use common::{Client, Server, request, server, table};
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Asks who comes back, by a key or a cookie. Returns the status, the header that sets a cookie, and the answer.
async fn comes_back(server: &Server, code: &str, by: &[(&str, &str)]) -> (u16, Option<String>, Value) {
    let headers: Vec<_> = by.iter().copied().chain([JSON]).collect();
    let (status, head, body) = request(server, &format!("POST /api/tables/{code}/return"), &headers, "{}").await;
    // Names of headers are lowercase here, and so are the values: codes of tables are letters only.
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).map(String::from);
    (status, set, serde_json::from_str(&body).unwrap_or(Value::Null))
}

/// The cookie of a seat, as a browser sends it back.
async fn cookie_of(server: &Server, code: &str, key: &str) -> String {
    let (status, set, said) = comes_back(server, code, &[("authorization", &format!("Bearer {key}"))]).await;
    assert_eq!(status, 200, "{said}");
    let set = set.expect("a cookie");
    let path = format!("; path=/api/tables/{}/return; max-age=2592000; httponly; samesite=strict", code.to_lowercase());
    let (cookie, rest) = set.split_at(set.find(';').expect("attributes"));
    assert_eq!(rest, path);
    cookie.replacen(&code.to_lowercase(), code, 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sat_here_has_her_seat_again_without_her_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db");
    let (code, cookie) = {
        let server = server(Some(&database)).await;
        let made = table(server.hall(), "market", 1, &[true, true]);
        let key = made.keys[1].as_deref().expect("a key");
        Client::join(&server, &made.code, Some(key), 0).await.hear("table").await;
        let cookie = cookie_of(&server, &made.code, key).await;
        assert!(!cookie.contains(key), "the cookie does not hold the link");
        server.hall().close();
        (made.code, cookie)
    };
    // The secret lies in the database, so a server that is started anew knows her, too.
    let server = server(Some(&database)).await;
    let (status, set, said) = comes_back(&server, &code, &[("cookie", &format!("a=b; {cookie}"))]).await;
    assert_eq!((status, &said["seat"]), (200, &json!(1)), "{said}");
    assert!(set.is_some(), "her next visit counts from now on");
    let key = said["key"].as_str().expect("a key");
    let mut client = Client::join(&server, &code, Some(key), 0).await;
    assert_eq!(client.hear("hello").await["seats"], json!([1]));
    let bearer = format!("Bearer {key}");
    let note = format!("POST /api/tables/{code}/notes");
    let noted = request(&server, &note, &[JSON, ("authorization", &bearer)], r#"{"text":"Back again."}"#).await;
    assert_eq!(noted.0, 200, "{}", noted.2);
    // No other request does anything by the cookie.
    assert_eq!(request(&server, &note, &[JSON, ("cookie", &cookie)], r#"{"text":"Nobody."}"#).await.0, 403);
    // Another page in the same browser, which sends the cookie, too, gets nothing for it.
    let foreign = [("cookie", &*cookie), ("origin", "http://evil.example")];
    assert_eq!(comes_back(&server, &code, &foreign).await.0, 403);
    // By TLS it travels only so.
    let (_, set, _) = comes_back(&server, &code, &[("cookie", &cookie), ("x-forwarded-proto", "https")]).await;
    assert!(set.is_some_and(|set| set.ends_with("; samesite=strict; secure")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_is_altered_or_of_another_table_is_worth_nothing() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 1, &[true, true]);
    let other = table(server.hall(), "market", 1, &[true, true]);
    let cookie = cookie_of(&server, &made.code, made.keys[0].as_deref().expect("a key")).await;
    let moved = cookie.replacen(&made.code, &other.code, 1);
    let (name, value) = cookie.split_once('=').expect("a value");
    let parts: Vec<&str> = value.split('.').collect();
    let [seat, until, signature] = parts[..] else { panic!("{value}") };
    assert_eq!(seat, "0");
    let later = until.parse::<u64>().expect("a time") + 1;
    let last = if signature.ends_with('0') { "1" } else { "0" };
    let altered = [
        format!("{name}=1.{until}.{signature}"),
        format!("{name}=0.{later}.{signature}"),
        format!("{name}=0.{until}.{}{last}", &signature[..63]),
        format!("{name}="),
        format!("{name}={}", "x".repeat(4000)),
    ];
    let nobody = json!({ "seat": null, "key": null });
    for bad in &altered {
        let (status, set, said) = comes_back(&server, &made.code, &[("cookie", bad)]).await;
        assert_eq!((status, &said), (200, &nobody), "{bad}");
        assert!(set.is_some_and(|set| set.contains("max-age=0")), "{bad} is forgotten");
    }
    let (status, _, said) = comes_back(&server, &other.code, &[("cookie", &moved)]).await;
    assert_eq!((status, &said), (200, &nobody), "a cookie of another table");
    let (status, set, said) = comes_back(&server, &made.code, &[]).await;
    assert_eq!((status, set, said), (200, None, nobody), "who was never here");
    let (status, _, said) = comes_back(&server, &made.code, &[("authorization", "Bearer 00")]).await;
    assert_eq!((status, &said["refused"]["code"]), (403, &json!("no_such_seat")));
    assert_eq!(comes_back(&server, &made.code, &[("cookie", &cookie)]).await.2["seat"], 0, "the cookie itself is good");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_worth_nothing_once_the_seat_was_given_to_another() {
    let server = server(None).await;
    let made = table(server.hall(), "market", 1, &[true, true]);
    Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await.hear("table").await;
    // She has the link, and did not sit down yet; another player takes the free seat.
    let cookie = cookie_of(&server, &made.code, made.keys[1].as_deref().expect("a key")).await;
    let (_, _, known) = comes_back(&server, &made.code, &[("cookie", &cookie)]).await;
    assert_eq!(known["seat"], 1);
    let sit = format!("POST /api/tables/{}/seats", made.code);
    assert_eq!(request(&server, &sit, &[JSON], r#"{"name":"Eve"}"#).await.0, 200);
    let (status, _, said) = comes_back(&server, &made.code, &[("cookie", &cookie)]).await;
    assert_eq!((status, said), (200, json!({ "seat": null, "key": null })));
    // The key of her visit ended with the seat, too.
    let mut client = Client::join(&server, &made.code, known["key"].as_str(), 0).await;
    assert_eq!(client.hear("refused").await["code"], "no_such_seat");
}
