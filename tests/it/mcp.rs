//! Mcp: the tools for coding agents, called by a client that speaks the protocol over the streams of a process.
//!
//! `UPDATE=1` writes the transcript of `docs/agents.md` anew.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::cli_new::Stranger;

/// A client of the server, and the process that it started.
struct Agent {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u32,
}

impl Agent {
    fn new(folder: &Path, args: &[&str]) -> Agent {
        let mut process = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
            .args(args)
            .arg("mcp")
            .current_dir(folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (input, output) = (process.stdin.take().expect("an input"), process.stdout.take().expect("an output"));
        let mut agent = Agent { process, input, output: BufReader::new(output), asked: 0 };
        let hello = agent.ask("initialize", &json!({ "protocolVersion": "2025-06-18", "capabilities": {} }));
        assert_eq!(hello["result"]["protocolVersion"], "2025-06-18", "{hello}");
        assert!(hello["result"]["capabilities"]["tools"].is_object());
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("it reads");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert_eq!(answer["id"], self.asked, "{answer}");
        answer
    }

    /// What a tool says, and whether it could do its work, and whether all is fine.
    fn call(&mut self, tool: &str, given: &Value) -> (String, bool, bool) {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": given }));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        (text.into(), result["isError"] == false, result["structuredContent"]["fine"] == true)
    }

    /// What a tool says that finds nothing wrong.
    #[track_caller]
    fn well(&mut self, tool: &str, given: &Value) -> String {
        let (text, worked, is_fine) = self.call(tool, given);
        assert!(worked && is_fine, "{tool} {given}: {text}");
        text
    }

    /// Why a tool does not do its work.
    #[track_caller]
    fn refused(&mut self, tool: &str, given: &Value) -> String {
        let (text, worked, _) = self.call(tool, given);
        assert!(!worked, "{tool} {given}: {text}");
        text
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

const MOMENT: &str = "game: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [pack_leader], field: [young_wolf], deck: [old_bear] }\n  beth: { deck: [old_bear] }\nsteps:\n";

#[test]
fn each_tool_has_a_schema_and_does_its_work() {
    let here = Stranger::new("agent");
    here.well("", &["new", "game", "Odd Ropes"]);
    let mut agent = Agent::new(&here.0, &[]);
    let listed = agent.ask("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().expect("tools").clone();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["check", "test", "explain", "list", "cards", "docs", "rules", "play", "sim"]);
    for tool in &tools {
        jsonschema::meta::validate(&tool["inputSchema"]).expect("a schema");
        assert!(tool["description"].as_str().is_some_and(|doc| doc.len() > 20), "{tool}");
    }
    let game = json!({ "game": "odd_ropes" });
    agent.well("check", &json!({}));
    agent.well("check", &json!({ "paths": ["odd_ropes", "cards/odd_ropes/game.yaml"] }));
    assert!(agent.well("test", &json!({ "paths": ["tests/scenarios"] })).contains("1 passed"));
    agent.well("explain", &game);
    assert!(agent.well("list", &json!({ "kind": "games" })).contains("odd_ropes"));
    assert!(agent.well("list", &json!({ "kind": "zones", "game": "odd_ropes" })).contains("hand"));
    assert!(agent.well("cards", &json!({ "game": "odd_ropes", "details": true })).contains("\"pack_leader\""));
    assert!(agent.well("docs", &json!({ "find": "once: turn" })).contains("cards:"));
    assert!(agent.well("docs", &json!({ "page": "scenarios" })).contains("Scenarios"));
    assert!(agent.well("rules", &json!({ "word": "window" })).contains("window"));
    let told = agent.well("sim", &json!({ "game": "odd_ropes", "games": 4, "seed": 7 }));
    assert!(told.contains('4'), "{told}");
    let told = agent.well("play", &json!({ "scenario": format!("{MOMENT}  - amy: summon pack_leader\n") }));
    assert!(told.contains("amy.field") && told.contains("possible steps:\n  amy: pass"), "{told}");
    let (told, worked, is_fine) =
        agent.call("play", &json!({ "scenario": format!("{MOMENT}  - amy: summon old_bear\n") }));
    assert!(worked && !is_fine && told.contains("a step was refused"), "{told}");
    assert!(told.contains("summon pack_leader"), "the possible steps: {told}");
    // What is wrong is an answer, and the next call is served.
    here.write("cards/odd_ropes/first/loose.yaml", "name: Loose\ntype: beest\n");
    let (told, worked, is_fine) = agent.call("check", &json!({}));
    assert!(worked && !is_fine && told.contains("has no type `beest`"), "{told}");
    std::fs::remove_file(here.0.join("cards/odd_ropes/first/loose.yaml")).expect("the file");
    agent.well("check", &json!({}));
}

#[test]
fn arguments_that_do_not_fit_are_told() {
    let here = Stranger::new("agent_arguments");
    here.well("", &["new", "game", "Odd Ropes"]);
    let mut agent = Agent::new(&here.0, &[]);
    for (tool, given, part) in [
        ("check", json!({ "path": ["x"] }), "there is no argument `path` (did you mean `paths`?"),
        ("check", json!({ "paths": "x" }), "`paths` is a list of texts"),
        ("list", json!({}), "`kind` is missing"),
        ("list", json!({ "kind": "zoness" }), "did you mean `zones`?"),
        ("list", json!({ "kind": "zones" }), "of which game are the zones listed?"),
        ("sim", json!({ "game": "odd_ropes", "games": 1_000_000 }), "from 1 to 1000"),
        ("sim", json!({ "game": "odd_ropes", "bots": "program:/bin/sh" }), "there is no `program:/bin/sh`"),
        ("sim", json!({ "game": "odd_ropes", "change": "young_wolf" }), "young_wolf"),
        ("explain", json!({ "game": "odd_rops" }), "did you mean `odd_ropes`?"),
        ("explain", json!({ "game": "--help" }), "there is no game `--help`"),
        ("cards", json!({ "game": "odd_ropes", "set": "--svg=x" }), "has no set `--svg=x`"),
        ("docs", json!({ "page": "../Cargo" }), "there is no page"),
        ("play", json!({ "scenario": "game: [\n" }), "scenario:"),
        ("play", json!({ "scenario": "title: T\ngame: nope\nsteps: []\n" }), "a scenario needs one of"),
    ] {
        let told = agent.refused(tool, &given);
        assert!(told.contains(part), "{tool} {given}: {told}");
    }
    let answer = agent.ask("tools/call", &json!({ "name": "new", "arguments": {} }));
    assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains("there is no tool `new`")), "{answer}");
}

/// Whatever a path says, no tool tells what lies outside of the folder.
#[test]
fn no_path_leads_out_of_the_folder() {
    let here = Stranger::new("agent_paths");
    here.write("secret/cards/hidden/game.yaml", "game: hidden\ntitle: SECRET WORD\n");
    here.write("secret/scenario.yaml", "title: SECRET WORD\n");
    here.write("secret/pack.yaml", "pack: hidden\nSECRET: WORD\n");
    std::fs::create_dir_all(here.0.join("own")).expect("a folder");
    here.well("own", &["new", "game", "Odd Ropes"]);
    let own = here.0.join("own");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(here.0.join("secret"), own.join("link")).expect("a link");
        std::os::unix::fs::symlink(here.0.join("secret/scenario.yaml"), own.join("link.yaml")).expect("a link");
        std::os::unix::fs::symlink(here.0.join("secret/pack.yaml"), own.join("tests/linked.yaml")).expect("a link");
    }
    let mut agent = Agent::new(&own, &[]);
    let full = here.0.join("secret").display().to_string();
    let paths = [
        "../secret",
        "../secret/scenario.yaml",
        "tests/../../secret",
        "./../secret",
        &full,
        "/etc/passwd",
        "/",
        "..",
        ".",
        "",
        "~/x",
        "..\\secret",
        "C:\\secret",
        "link",
        "link/scenario.yaml",
        "link.yaml",
        "tests/linked.yaml",
        "tests/scenarios/../../../secret",
        "a\0b",
    ];
    for path in paths.iter().filter(|path| cfg!(unix) || !path.contains("link")) {
        for (tool, given) in [
            ("check", json!({ "paths": [path] })),
            ("test", json!({ "paths": ["tests", path] })),
            ("explain", json!({ "game": "odd_ropes", "pack": path })),
            ("play", json!({ "scenario": "game: odd_ropes\n", "pack": path })),
        ] {
            let told = agent.refused(tool, &given);
            assert!(!told.contains("SECRET") && !told.contains("root:"), "{tool} {path}: {told}");
        }
    }
    // A game and a scenario cannot name what lies elsewhere, either.
    for text in [
        "game: ../../secret/cards/hidden\nstart: {}\n",
        "game: hidden\nstart: {}\n",
        "game: odd_ropes\npacks: [../secret]\nstart: {}\n",
        "game: odd_ropes\nfrom: nothing\n",
        "game: odd_ropes\nfiles: { ../../secret/scenario.yaml: x }\nstart: {}\n",
    ] {
        let told = agent.refused("play", &json!({ "scenario": text }));
        assert!(!told.contains("SECRET"), "{text}: {told}");
    }
    // Links among the files of the folder are refused by who reads them.
    let (told, ..) = agent.call("test", &json!({ "paths": ["tests"] }));
    assert!(!told.contains("SECRET"), "{told}");
    assert!(agent.well("check", &json!({ "paths": ["odd_ropes"] })).contains("nothing"));
}

#[test]
fn new_games_and_packs_tell_agents_where_things_are() {
    let here = Stranger::new("agent_notes");
    here.well("", &["new", "game", "Odd Ropes"]);
    let game = here.read("AGENTS.md");
    for part in ["# Odd Ropes: notes", "cards/odd_ropes/game.yaml", "intermezzo list vocabulary odd_ropes", "mcp"] {
        assert!(game.contains(part), "{part}: {game}");
    }
    assert!(!game.contains('{') || !game.contains("{ID}"), "{game}");
    // What is there already stays.
    here.write("AGENTS.md", "mine\n");
    here.well("", &["new", "game", "Even Ropes"]);
    assert_eq!(here.read("AGENTS.md"), "mine\n");
    here.well("", &["new", "pack", "Winter Ropes", "--extends", "odd_ropes"]);
    let pack = here.read("packs/winter_ropes/AGENTS.md");
    for part in ["# Winter Ropes: notes", "`pack.yaml`", "cards/odd_ropes/SET", "intermezzo explain odd_ropes"] {
        assert!(pack.contains(part), "{part}: {pack}");
    }
    assert!(!pack.contains("{GAME}") && !pack.contains("{TITLE}") && !pack.contains("{ID}"), "{pack}");
    here.well("packs/winter_ropes", &["check"]);
    here.well("", &["check"]);
    // Each command that the notes name is one.
    for line in [game.as_str(), pack.as_str()].iter().flat_map(|text| text.split('`').skip(1).step_by(2)) {
        let Some(args) = line.strip_prefix("intermezzo ") else { continue };
        let command = args.split(' ').next().unwrap_or_default();
        here.well("", &[command, "--help"]);
    }
}

/// A card that does nothing at first: what an agent calls and is told until it works.
#[test]
fn the_page_of_agents_is_what_they_are_told() {
    let here = Stranger::new("agent_page");
    here.well("", &["new", "game", "Odd Ropes"]);
    let mut agent = Agent::new(&here.0, &[]);
    let mut told = String::new();
    let mut call = |agent: &mut Agent, tool: &str, given: Value, lines: usize| {
        let (text, ..) = agent.call(tool, &given);
        let shown: Vec<&str> = text.trim_end().lines().take(lines).collect();
        let more = if text.trim_end().lines().count() > lines { "\n…" } else { "" };
        told += &format!("\n```text\n> {tool} {given}\n{}{more}\n```\n", shown.join("\n"));
    };
    call(&mut agent, "list", json!({ "kind": "types", "game": "odd_ropes" }), 6);
    call(&mut agent, "cards", json!({ "game": "odd_ropes", "uses": "act.draw" }), 6);
    let card = "name: Rope Maker\ntype: creatur\npower: 2\ntext: When it comes into play, draw a card.\n\
                abilities:\n  - after: moved\n    match: { card: self, to: { zone: feild } }\n    do: [{ draw: 1 }]\n";
    here.write("cards/odd_ropes/first/rope_maker.yaml", card);
    call(&mut agent, "check", json!({ "paths": ["odd_ropes"] }), 14);
    let card = card.replace("creatur\n", "creature\n").replace("feild", "field");
    here.write("cards/odd_ropes/first/rope_maker.yaml", &card);
    call(&mut agent, "check", json!({ "paths": ["odd_ropes"] }), 14);
    let start = "game: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [rope_maker], deck: [old_bear] }\n  beth: { deck: [old_bear] }\nsteps:\n";
    call(&mut agent, "play", json!({ "scenario": format!("{start}  - amy: play rope_maker\n") }), 14);
    call(&mut agent, "play", json!({ "scenario": format!("{start}  - amy: summon rope_maker\n") }), 14);
    let scenario = format!(
        "title: A rope maker that is summoned draws a card\n{start}  - amy: summon rope_maker\nexpect:\n  - zone: {{ amy.hand: [old_bear] }}\n"
    );
    here.write("tests/scenarios/odd_ropes/rope_maker.yaml", &scenario);
    call(&mut agent, "test", json!({ "filter": "rope_maker" }), 14);
    let path = Path::new(env!("REPOSITORY")).join("docs/agents.md");
    let page = std::fs::read_to_string(&path).expect("the page").replace("\r\n", "\n");
    let (start, end) = ("<!-- transcript -->\n", "<!-- end of transcript -->\n");
    let (before, rest) = page.split_once(start).expect("a place for the transcript");
    let (_, after) = rest.split_once(end).expect("its end");
    let made = format!("{before}{start}{told}\n{end}{after}");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, made).expect("a page that can be written");
    } else {
        assert_eq!(page, made, "`UPDATE=1 cargo test --test it mcp` writes the transcript anew");
    }
}
