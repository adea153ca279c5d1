//! Bench: the files of the opened folder, for the host only.

mod common;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use common::{Client, Server, audit_log, audited, request, server, server_of_workshop, table};
use intermezzo::error::{Error, Result};
use intermezzo::{Files, Game, Setup, Table};
use intermezzo_studio::{Finding, NewCard, Pinned, Ran, Tools};
use serde_json::{Value, json};

/// Tools that need no program.
struct Plain;

impl Tools for Plain {
    fn pin(&self, table: &Table, title: &str, last: usize) -> Result<Pinned> {
        let text = format!("title: {title}\nanswers: {}\nlast: {last}\n", table.answers());
        Ok(Pinned { text, remarks: vec!["it is odd".into()] })
    }

    fn run(&self, paths: &[PathBuf]) -> Result<Vec<Ran>> {
        let ran = |path: &PathBuf| Ran {
            path: path.display().to_string(),
            title: String::new(),
            ok: path.is_file(),
            differs: false,
            message: format!("in {}", path.display()),
            transcript: String::new(),
        };
        Ok(paths.iter().map(ran).collect())
    }

    fn check(&self, _: Option<&str>) -> Result<Vec<Finding>> {
        Ok(Vec::new())
    }

    fn table_after(&self, path: &Path) -> Result<Table> {
        assert!(path.is_file(), "{}", path.display());
        let game = Game::load("market", &Files::built_in())?;
        Ok(Table::start(game.set_up(Setup::usual(&game, 3))?))
    }

    fn begin_card(&self, new: &NewCard) -> Result<PathBuf> {
        match &*new.name {
            "Taken" => Err(Error::usage("`market` has a card `taken` already")),
            name => Ok(PathBuf::from(format!("cards/market/new/{}.yaml", name.to_lowercase()))),
        }
    }

    fn begin_scenario(&self, game: &str, title: &str, card: &str) -> Result<PathBuf> {
        assert_eq!((game, title), ("market", "Groat is there"));
        Ok(PathBuf::from(format!("tests/scenarios/market/{card}_is_there.yaml")))
    }

    fn speak(&self, say: Box<dyn Fn(String) -> bool + Send>) -> Sender<String> {
        let (tell, told) = channel::<String>();
        std::thread::spawn(move || told.into_iter().all(say));
        tell
    }
}

/// A folder with a card, and a server that has it open.
async fn opened() -> (tempfile::TempDir, Server, String) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "cards/market/coins/penny.yaml", b"name: Penny\ntype: coin\ncost: 0\ncopies: 60\nworth: 1\n");
    let server = server_of_workshop(folder.path(), Arc::new(Plain)).await;
    let key = server.hall().workshop().expect("a workshop").key().to_string();
    (folder, server, key)
}

fn write(folder: &Path, path: &str, bytes: &[u8]) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
    std::fs::write(path, bytes).expect("it is written");
}

async fn get(server: &Server, path: &str, key: &str) -> (u16, Value) {
    let bearer = format!("Bearer {key}");
    let (status, _, body) = request(server, &format!("GET {path}"), &[("authorization", &bearer)], "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn post(server: &Server, path: &str, key: &str, body: &Value) -> (u16, Value) {
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", &*bearer), ("content-type", "application/json")];
    let (status, _, body) = request(server, &format!("POST {path}"), &headers, &body.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

const FILE: &str = "/api/bench/file";

#[tokio::test(flavor = "multi_thread")]
async fn the_host_reads_and_saves_files_and_nobody_else_does() {
    audit_log();
    let (folder, server, host) = opened().await;
    let made = table(server.hall(), "market", 1, &[true, true]);
    let seat = made.keys[0].as_deref().expect("a key");
    let save =
        |text: &str, hash: &Value| json!({ "path": "cards/market/coins/penny.yaml", "text": text, "instead_of": hash });
    for key in ["", "00", seat, &host[1..], &format!("{host}0")] {
        assert_eq!(get(&server, "/api/bench", key).await.0, 403, "{key}");
        assert_eq!(get(&server, &format!("{FILE}?path=cards/market/coins/penny.yaml"), key).await.0, 403);
        assert_eq!(post(&server, FILE, key, &save("x", &Value::Null)).await.0, 403);
        assert_eq!(post(&server, "/api/bench/run", key, &json!({})).await.0, 403);
    }
    let (_, all) = get(&server, "/api/bench", &host).await;
    assert_eq!(all["files"], json!(["cards/market/coins/penny.yaml"]));
    let (status, file) = get(&server, &format!("{FILE}?path=cards/market/coins/penny.yaml"), &host).await;
    assert!(status == 200 && file["text"].as_str().is_some_and(|text| text.starts_with("name: Penny")), "{file}");
    let (status, saved) = post(&server, FILE, &host, &save("name: Farthing\n", &file["hash"])).await;
    assert_eq!(status, 200, "{saved}");
    let now = std::fs::read_to_string(folder.path().join("cards/market/coins/penny.yaml")).expect("a file");
    assert_eq!(now, "name: Farthing\n");
    // A save over somebody else's change is refused.
    for hash in [&file["hash"], &Value::Null] {
        let (status, said) = post(&server, FILE, &host, &save("name: Groat\n", hash)).await;
        assert_eq!((status, &said["refused"]["code"]), (409, &json!("changed_meanwhile")));
    }
    let new = json!({ "path": "scripts/market/new.lua", "text": "-- new\n", "instead_of": null });
    assert_eq!(post(&server, FILE, &host, &new).await.0, 200);
    assert!(folder.path().join("scripts/market/new.lua").is_file());
    // The audit log names what was written below the folder, and not where that lies.
    let written = audited(|line| line["kind"] == "file_written" && line["path"] == "scripts/market/new.lua");
    assert_eq!((written.len(), &written[0]["peer"]), (1, &json!("127.0.0.1")));
    let log = audit_log();
    assert!(!log.contains(&*folder.path().to_string_lossy()) && !log.contains(&host), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_folder_shows_no_files() {
    let server = server(None).await;
    assert_eq!(get(&server, "/api/bench", "").await.0, 403);
    assert_eq!(
        post(&server, FILE, "00", &json!({ "path": "cards/a/b.yaml", "text": "", "instead_of": null })).await.0,
        403
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outside_of_the_folder_is_read_or_written() {
    let (folder, server, host) = opened().await;
    let outside = tempfile::tempdir().expect("a folder");
    write(outside.path(), "secret.yaml", b"secret: 1\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(outside.path(), folder.path().join("cards/market/link")).expect("a link");
        symlink(outside.path().join("secret.yaml"), folder.path().join("cards/market/linked.yaml")).expect("a link");
        symlink(outside.path(), folder.path().join("scripts")).expect("a link");
    }
    write(folder.path(), "cards/market/bytes.yaml", b"name: \xff\xfe\n");
    write(folder.path(), "cards/market/huge.yaml", &vec![b' '; (1 << 20) + 1]);
    write(folder.path(), "studio.db", b"keys");
    let absolute = format!("{}/secret.yaml", outside.path().display());
    let far = [
        "../secret.yaml",
        "cards/../../secret.yaml",
        "cards/market/link/secret.yaml",
        "cards/market/linked.yaml",
        "scripts/secret.yaml",
        "studio.db",
        "cards",
        "cards/market",
        "cards/market/bytes.yaml",
        "cards/market/huge.yaml",
        "cards/%2e%2e/x.yaml",
        &absolute,
    ];
    for path in far {
        let (status, said) = get(&server, &format!("{FILE}?path={path}"), &host).await;
        assert!((400..500).contains(&status) && said["text"].is_null(), "{path}: {status} {said}");
        assert!(!said.to_string().contains(&folder.path().display().to_string()), "{path}: {said}");
        let body = json!({ "path": path, "text": "mine: 1\n", "instead_of": null });
        let (status, said) = post(&server, FILE, &host, &body).await;
        assert!((400..500).contains(&status), "{path}: {status} {said}");
        assert!(!said.to_string().contains(&folder.path().display().to_string()), "{path}: {said}");
        let (status, _) = post(&server, "/api/bench/run", &host, &json!({ "paths": [path] })).await;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    assert_eq!(std::fs::read(outside.path().join("secret.yaml")).expect("it is there"), b"secret: 1\n");
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 1, "nothing came there");
    let huge = json!({ "path": "cards/market/new.yaml", "text": "x".repeat((1 << 20) + 1), "instead_of": null });
    assert_eq!(post(&server, FILE, &host, &huge).await.0, 400);
    let far_too_long = json!({ "path": "cards/market/new.yaml", "text": "x".repeat(5 << 20), "instead_of": null });
    assert_ne!(post(&server, FILE, &host, &far_too_long).await.0, 200);
    assert!(!folder.path().join("cards/market/new.yaml").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_begins_a_card_and_plays_from_a_scenario() {
    let (folder, server, host) = opened().await;
    let groat = |name: &str| json!({ "game": "market", "name": name, "like": "penny" });
    let (status, said) = post(&server, "/api/bench/card", &host, &groat("Groat")).await;
    let paths =
        json!({ "card": "cards/market/new/groat.yaml", "scenario": "tests/scenarios/market/groat_is_there.yaml" });
    assert_eq!((status, &said), (200, &paths));
    let (status, said) = post(&server, "/api/bench/card", &host, &groat("Taken")).await;
    assert!(status == 400 && said["refused"]["words"].to_string().contains("has a card"), "{status} {said}");
    write(folder.path(), "tests/scenarios/market/odd.yaml", b"title: Odd\n");
    let from = |path: &str| json!({ "path": path });
    let (status, made) = post(&server, "/api/bench/table", &host, &from("tests/scenarios/market/odd.yaml")).await;
    let [key, bot] = [0, 1].map(|seat| made["keys"][seat].as_str());
    assert!(status == 200 && key.is_some() != bot.is_some(), "one person, and a bot: {status} {made}");
    let mut client = Client::join(&server, made["code"].as_str().expect("a code"), key.or(bot), 0).await;
    client.asked().await;
    for path in ["tests/scenarios/market/none.yaml", "../odd.yaml"] {
        assert_eq!(post(&server, "/api/bench/table", &host, &from(path)).await.0, 404, "{path}");
    }
    for what in ["card", "table"] {
        let (status, said) = post(&server, &format!("/api/bench/{what}"), "00", &groat("Groat")).await;
        assert_eq!((status, &said["refused"]["code"]), (403, &json!("not_let_in")), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_becomes_a_scenario() {
    let (folder, server, host) = opened().await;
    let made = table(server.hall(), "market", 1, &[true, false]);
    let path = format!("/api/tables/{}/scenarios", made.code);
    let key = made.keys[0].as_deref().expect("a key");
    let mut client = Client::join(&server, &made.code, Some(key), 0).await;
    common::play(&mut client, &mut common::Chance(1), 3).await;
    // A person alone with bots gets the scenario as a text, whatever host key the request has.
    for wrong in [Value::Null, json!("00")] {
        let (status, said) = post(&server, &path, key, &json!({ "title": "Odd", "at": 2, "host": wrong })).await;
        assert_eq!(
            (status, &said["text"], &said["path"]),
            (200, &json!("title: Odd\nanswers: 2\nlast: 0\n"), &Value::Null),
            "{said}"
        );
    }
    // What was played from a moment on is shown to the host before it is written.
    let recorded = json!({ "title": "Played", "from": 1, "at": 3, "host": host, "is_draft": true });
    let (_, said) = post(&server, &path, key, &recorded).await;
    assert_eq!((&said["text"], &said["at"]), (&json!("title: Played\nanswers: 3\nlast: 2\n"), &json!(3)), "{said}");
    assert_eq!((&said["path"], &said["remarks"]), (&Value::Null, &json!(["it is odd"])), "{said}");
    let (_, said) = post(&server, &path, key, &json!({ "title": "Played", "from": 3, "at": 3 })).await;
    assert_eq!(said["refused"]["code"], "nothing_played", "{said}");
    assert!(!folder.path().join("tests").exists(), "nobody but the host writes, and she only what she has seen");
    let asked = json!({ "title": "Why  is ../this\n3?", "host": host });
    for number in ["", "_2"] {
        let (status, said) = post(&server, &path, key, &asked).await;
        let wanted = format!("tests/scenarios/market/why_is_this_3{number}.yaml");
        assert_eq!((status, &said["path"], &said["ran"]["ok"]), (200, &json!(wanted), &json!(true)), "{said}");
        assert!(!said.to_string().contains(&folder.path().display().to_string()), "{said}");
        let text = std::fs::read_to_string(folder.path().join(wanted)).expect("it is written");
        assert!(text.starts_with("title: Why is ../this 3?\n"), "{text}");
    }
    // A scenario would tell the hands of others, so only the host may make one.
    let made = table(server.hall(), "market", 1, &[true, true]);
    let path = format!("/api/tables/{}/scenarios", made.code);
    let key = made.keys[0].as_deref().expect("a key");
    assert_eq!(post(&server, &path, key, &json!({ "title": "Odd" })).await.0, 403);
    assert_eq!(post(&server, &path, key, &json!({ "title": "Odd", "host": host })).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_server_hears_the_host_and_knows_no_place_outside() {
    let (folder, server, host) = opened().await;
    let mut stranger = Client::language(&server, "00").await;
    assert!(stranger.next().await.is_none(), "a stranger is sent away");
    let mut client = Client::language(&server, &host).await;
    // This language server echoes its messages: it must hear the real path, and the editor must not.
    let open = |uri: &str| json!({ "method": "textDocument/didOpen", "params": { "textDocument": { "uri": uri } } });
    client.say(&open("file:///cards/market/coins/penny.yaml")).await;
    let said = client.next().await.expect("a message");
    assert_eq!(said["params"]["textDocument"]["uri"], "file:///cards/market/coins/penny.yaml");
    assert!(!said.to_string().contains(&folder.path().display().to_string()));
    client.say(&open("file:///etc/passwd")).await;
    assert!(client.next().await.is_none(), "who names other files is sent away");
}
