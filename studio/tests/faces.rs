//! Faces: cards as images, which say nothing that their address did not say, and run nothing.

mod common;

use std::sync::Arc;

use common::{Client, request, server, server_of, table};
use intermezzo::Files;
use intermezzo::faces::Picture;
use intermezzo::workers::{Sandbox, Workers};
use intermezzo_studio::Options;
use serde_json::Value;

/// The version of a game in the addresses of its faces.
async fn version(server: &common::Server, game: &str) -> String {
    let (_, _, cards) = request(server, &format!("GET /api/games/{game}/cards"), &[], "").await;
    let cards: Value = serde_json::from_str(&cards).expect("JSON");
    cards["version"].as_str().expect("a version").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_face_is_an_image_that_runs_nothing_and_is_kept() {
    let server = server(None).await;
    let version = version(&server, "duel").await;
    let face =
        async |rest: &str| request(&server, &format!("GET /api/games/duel/faces/{version}/{rest}"), &[], "").await;
    let (status, head, printed) = face("scorch").await;
    assert_eq!(status, 200);
    for part in ["content-type: image/svg+xml", "immutable", "default-src 'none'; img-src data:", "nosniff", "sandbox"]
    {
        assert!(head.contains(part), "{part}: {head}");
    }
    assert!(!head.contains("script-src"), "{head}");
    assert!(printed.starts_with("<svg ") && printed.contains("<title>"), "{printed}");
    // It needs no font: the page gives none to an image.
    assert!(!printed.contains("<text") && !printed.contains("@font-face"), "{printed}");
    let (_, _, small) = face("scorch?small").await;
    assert!(small.len() < printed.len(), "{} and {}", small.len(), printed.len());
    let (_, head, zipped) =
        request(&server, &format!("GET /api/games/duel/faces/{version}/scorch"), &[("accept-encoding", "gzip")], "")
            .await;
    assert!(head.contains("content-encoding: gzip") && !zipped.starts_with("<svg"), "{head}");
    for wrong in ["no_such_card", "..%2f..%2fgame.yaml", "%00"] {
        assert_eq!(face(wrong).await.0, 404, "{wrong}");
    }
    for wrong in ["", "0", "zzzz"] {
        let path = format!("GET /api/games/duel/faces/{wrong}/scorch");
        assert_eq!(request(&server, &path, &[], "").await.0, 404, "{wrong}");
    }
    let (status, head, now) = request(&server, "GET /api/games/duel/faces/now/scorch", &[], "").await;
    assert!(status == 200 && head.contains("cache-control: no-cache") && now == printed, "{head}");
    let (status, head, back) = request(&server, "GET /api/games/duel/back", &[], "").await;
    assert!(status == 200 && head.contains("image/svg+xml") && back.starts_with("<svg "), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_differ_are_drawn_and_are_no_markup() {
    let server = server(None).await;
    let version = version(&server, "swordgirls").await;
    let (_, _, cards) = request(&server, "GET /api/games/swordgirls/cards", &[], "").await;
    let cards: Value = serde_json::from_str(&cards).expect("JSON");
    let of_type = |ty: &str| cards["cards"].as_array().expect("cards").iter().find(|card| card["type"] == ty).cloned();
    let card = of_type("follower").expect("a follower");
    let id = card["id"].as_str().expect("an id");
    let face = async |values: &str| {
        request(&server, &format!("GET /api/games/swordgirls/faces/{version}/{id}?{values}"), &[], "").await
    };
    let (_, _, printed) = face("").await;
    let (status, _, changed) = face("atk=99").await;
    assert!(status == 200 && changed != printed);
    // Letters that the fonts lack are texts, and every text is escaped.
    let (status, _, hostile) =
        face("family=%E9%BE%8D%3Cscript%3Ealert(1)%3C/script%3E&atk=%22%3E%3Cimage%20href=x%3E").await;
    assert!(status == 200 && !hostile.contains("<script") && !hostile.contains("href=x"), "{hostile}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_the_faces_of_its_own_game() {
    let server = server(None).await;
    let made = table(server.hall(), "tricks", 3, &[true, false, false, false]);
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let hello = client.next().await.expect("a message");
    let version = hello["hello"]["version"].as_str().expect("a version");
    assert_eq!(hello["hello"]["style"]["size"], serde_json::json!([630.0, 880.0]));
    let path = format!("GET /api/tables/{}/faces/{version}/queen_of_spades?small", made.code);
    let (status, _, face) = request(&server, &path, &[], "").await;
    assert!(status == 200 && face.starts_with("<svg "), "{status}");
    let other = path.replace(version, "0123456789abcdef");
    assert_eq!(request(&server, &other, &[], "").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_a_pack_is_an_image_in_the_image() {
    let mut options = Options::new(Files::built_in());
    options.pictures = Some(Arc::new(|about, card| {
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec();
        (about.id == "duel" && card == "scorch").then(|| Picture::read(svg).expect("a picture"))
    }));
    let server = server_of(options).await;
    let version = version(&server, "duel").await;
    let face = async |id: &str| request(&server, &format!("GET /api/games/duel/faces/{version}/{id}"), &[], "").await.2;
    let drawn = face("scorch").await;
    assert!(drawn.contains("<image href=\"data:image/svg+xml;base64,") && !drawn.contains("<script"), "{drawn}");
    assert!(!face("eruption").await.contains("<image"));
}

/// A game of one's own in a folder.
fn folder_with_a_game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("cards/odd_ropes");
    for folder in ["first", "decks"] {
        std::fs::create_dir_all(game.join(folder)).expect("a folder");
    }
    let manifest = "game: odd_ropes
title: Odd Ropes
levels: [match]
types: { rope: {} }
zones: { hand: {}, field: {} }
timings: { main: {} }
actions: { lay: { from: hand, timing: main, do: [{ move: { card: this.card, to: me.field } }] } }
windows: { main: { protocol: free, offers: [main], text: lay a rope } }
flow: { match: [{ window: main }, { result: { rank: [it.seat] } }] }
decks: { ropes: { to: hand, count: 4 } }
";
    std::fs::write(game.join("game.yaml"), manifest).expect("a file");
    std::fs::write(game.join("first/long_rope.yaml"), "name: Long Rope\ntype: rope\n").expect("a file");
    let deck = "game: odd_ropes\nname: Ropes\nropes: { long_rope: 4 }\n";
    std::fs::write(game.join("decks/ropes.yaml"), deck).expect("a file");
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_in_processes_draw_the_faces_of_ones_own_game() {
    let folder = folder_with_a_game();
    let mut options = Options::new(Files::with_root(Some(folder.path())).expect("files"));
    options.workers = Some((Workers { sandbox: Sandbox::InProcess, ..Workers::default() }, 2));
    options.games = vec!["odd_ropes".into()];
    options.pictures = Some(Arc::new(|about, card| {
        let png = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a].to_vec();
        (about.id == "odd_ropes" && card == "long_rope").then(|| Picture::read(png).expect("a picture"))
    }));
    let server = server_of(options).await;
    let version = version(&server, "odd_ropes").await;
    let get = async |path: &str| request(&server, &format!("GET {path}"), &[], "").await;
    let (status, _, games) = get("/api/games").await;
    assert!(status == 200 && games.contains("long_rope"), "the list shows a card: {games}");
    let (status, head, face) = get(&format!("/api/games/odd_ropes/faces/{version}/long_rope")).await;
    assert!(status == 200 && head.contains("image/svg+xml") && face.contains("<title>Long Rope"), "{status} {face}");
    assert!(face.contains("<image href=\"data:image/png;base64,"), "{face}");
    let (status, _, back) = get("/api/games/odd_ropes/back").await;
    assert!(status == 200 && back.starts_with("<svg "), "{status} {back}");
    assert_eq!(get(&format!("/api/games/odd_ropes/faces/{version}/short_rope")).await.0, 404);
    let made = table(server.hall(), "odd_ropes", 3, &[true, false]);
    let (status, _, again) = get(&format!("/api/tables/{}/faces/{version}/long_rope", made.code)).await;
    assert_eq!((status, again), (200, face));
}
