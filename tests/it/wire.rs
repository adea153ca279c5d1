//! Wire: a client that knows only the lines plays whole games, and what it answers wrongly changes nothing.

#[path = "../../examples/client.rs"]
pub mod client;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn server(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.arg("serve-stdio").args(args).current_dir(env!("REPOSITORY")).stderr(Stdio::null());
    command
}

#[test]
fn a_client_plays_a_whole_game_of_each() {
    for game in crate::support::GAMES {
        let (over, answers) = client::play(&mut server(&[game, "--seed", "3"]), 5).expect("a game");
        assert!(answers > 20, "{game}: {answers} answers");
        assert!(over["outcome"].as_str().is_some_and(|words| !words.is_empty()), "{game}: {over}");
        // The same answers make the same game.
        let again = client::play(&mut server(&[game, "--seed", "3"]), 5).expect("a game");
        assert_eq!((over, answers), again, "{game}");
    }
}

#[test]
fn bots_play_the_seats_that_are_not_the_clients() {
    let (over, answers) = client::play(&mut server(&["cardland", "--seat", "2"]), 1).expect("a game");
    assert!(answers > 5 && over["log_hash"].is_string(), "{over}");
}

/// What a server answers to these lines.
fn answers(args: &[&str], lines: &str) -> Vec<Value> {
    // The input ends before the game does.
    spoken(args, lines, 1)
}

/// The messages of the program in reply to these lines; it must end with this exit code.
fn spoken(args: &[&str], lines: &str, code: i32) -> Vec<Value> {
    let mut child = server(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(code));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn what_is_no_legal_answer_is_refused_and_nothing_changes() {
    let long = format!("{}\n", "x".repeat(100_000));
    let deep = format!("{}\n", "[".repeat(60_000));
    let wrong = [
        ("{\"seat\":0,\"question\":1,\"answer\":{\"choose\":[99]}}\n", "there is no option 99"),
        ("{\"seat\":0,\"question\":1,\"answer\":{\"number\":1}}\n", "no number is asked here"),
        ("{\"seat\":0,\"answer\":{\"choose\":[-1]}}\n", "this is no answer"),
        (
            "{\"seat\":0,\"answer\":\"pass\",\"more\":1}\n",
            "unknown key `more`: a line is an object with `seat`, `question` and `answer`",
        ),
        ("{\"seat\":9,\"answer\":\"pass\"}\n", "the seat 9, counted from 0, is not yours"),
        (
            "{\"seat\":0,\"question\":1,\"answer\":{\"choose\":[18446744073709551615]}}\n",
            "there is no option 18446744073709551615",
        ),
        (
            "{\"seat\":0,\"answer\":{\"choose\":[18446744073709551616]}}\n",
            "this is no answer: `choose` must be a list of places",
        ),
        ("{\"seat\":256,\"answer\":\"pass\"}\n", "this is no answer: `seat` must be the number of a seat"),
        ("{\"seat\":0,\"seat\":0,\"answer\":\"pass\"}\n", "duplicate field `seat`"),
        (
            "{\"seat\":0,\"answer\":null}\n",
            "`answer` must be \"pass\", \"concede\", { \"choose\": [...] } or { \"number\": n }",
        ),
        ("{\"seat\":9,\"answer\":\"concede\"}\n", "the seat 9, counted from 0, is not yours"),
        ("{\"seat\":0,\"answer\":\"PASS\"}\n", "`answer` must be \"pass\""),
        ("{\"seat\":0,\"answer\":{\"choose\":[0],\"number\":1}}\n", "`answer` must be \"pass\""),
        ("{\"seat\":0,\"answer\":{\"number\":1.5}}\n", "`number` must be a whole number"),
        // What a client of protocol 2 says.
        (
            "{\"seat\":0,\"answer\":\"pass\"}\n",
            "an answer names its `question` (since protocol 3), and this one names none",
        ),
        ("{\"seat\":0,\"question\":null,\"answer\":\"pass\"}\n", "and this one names none"),
        ("{\"seat\":0,\"question\":0,\"answer\":\"pass\"}\n", "question 0 is not asked: 1 is"),
        ("{\"seat\":0,\"question\":2,\"answer\":\"pass\"}\n", "question 2 is not asked: 1 is"),
        ("{\"seat\":0,\"question\":-1,\"answer\":\"pass\"}\n", "`question` must be the number of the question"),
        ("{\"seat\":0,\"question\":4294967296,\"answer\":\"pass\"}\n", "`question` must be the number of the question"),
        ("{\"seat\":0}\n", "`answer` is missing"),
        ("{}\n", "`seat` is missing"),
        ("[0,\"pass\"]\n", "this is no answer: a line is an object with `seat`, `question` and `answer`"),
        ("null\n", "this is no answer: a line is an object with `seat`, `question` and `answer`"),
        ("\r\n", "this is no answer: the line is empty"),
        ("\n", "this is no answer: the line is empty"),
        ("pass\n", "this is no answer: the line is no JSON"),
        ("\0\n", "this is no answer: the line is no JSON"),
        (deep.as_str(), "this is no answer: the line is no JSON"),
        (long.as_str(), "this is no answer: the line is longer than 65536 bytes"),
    ];
    let lines: String = wrong.iter().map(|(line, _)| *line).collect();
    let said = answers(&["cfs"], &lines);
    assert_eq!(said.len(), 2 + wrong.len(), "{said:#?}");
    for ((line, because), said) in wrong.iter().zip(&said[2..]) {
        let found = said["refused"]["words"].as_str().unwrap_or("");
        assert!(found.contains(because), "{line}: {said}");
    }
}

/// A client gives up for a seat that is asked nothing, and cannot give up among more than two.
#[test]
fn a_client_may_concede() {
    let said = spoken(&["cfs"], "{\"seat\":1,\"answer\":\"concede\"}\n", 0);
    assert_eq!(said.last().expect("a line")["over"]["winner"], 0);
    let said = spoken(&["clash", "--players", "3"], "{\"seat\":1,\"answer\":\"concede\"}\n", 1);
    assert_eq!(said.last().expect("a line")["refused"]["code"], "may_not_concede");
}

/// A repeated line counts as one answer, so a double click never answers the next question.
#[test]
fn a_line_that_comes_twice_counts_once() {
    let mut seen = 0;
    for game in crate::support::GAMES {
        let once = client::play(&mut server(&[game, "--seed", "3"]), 5).expect("a game");
        let twice = twice(&[game, "--seed", "3"], 5, &mut seen);
        assert_eq!(once.0, twice, "{game}");
    }
    assert!(seen > 200, "{seen} answers were said twice");
}

/// Plays a game, and says each line twice. How it ended; `seen` counts the lines that were acknowledged as taken
/// before.
fn twice(args: &[&str], seed: u64, seen: &mut usize) -> Value {
    use std::io::{BufRead, BufReader};
    let mut child = server(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let (mut chance, mut asked, mut last, mut again) = (client::Chance(seed), Value::Null, Value::Null, Value::Null);
    let mut over = None;
    for line in lines {
        let message: Value = serde_json::from_str(&line.expect("UTF-8")).expect("JSON");
        if !message["over"].is_null() {
            over = Some(message["over"].clone());
            break;
        }
        if !message["taken"].is_null() {
            assert_eq!(message["taken"], serde_json::json!({ "seat": again["seat"], "question": again["question"] }));
            *seen += 1;
            continue;
        }
        if message["refused"]["code"] == "stale_question" {
            panic!("{last}: {message}");
        }
        if let Some(seats) = message["asked"].as_array() {
            // The last line was taken: it comes again, as after a lost connection.
            if !last.is_null() {
                writeln!(input, "{last}").expect("it listens");
                again = last;
            }
            asked = seats[0].clone();
        } else if message["refused"].is_null() {
            continue;
        }
        let answer = client::answer(&asked["view"]["decisions"][0], &mut chance);
        last = serde_json::json!({ "seat": asked["seat"], "question": asked["question"], "answer": answer });
        writeln!(input, "{last}").expect("it listens");
    }
    drop(input);
    child.wait().expect("it ends");
    over.expect("the game ends before the program does")
}

/// A client sees what its person sees: the other player's cards are nowhere in its lines.
#[test]
fn a_client_sees_what_its_seats_may_see() {
    let said = answers(&["cardland", "--seat", "1"], "");
    let view = &said[1]["asked"][0]["view"];
    let zones = view["zones"].as_array().expect("zones");
    let deck = zones.iter().find(|z| z["name"] == "deck" && z["seat"] == 1).expect("the other's deck");
    assert_eq!(deck["cards"].as_array().map(Vec::len), Some(0), "{deck}");
    assert!(deck["unknown"].as_u64().is_some_and(|n| n > 0), "{deck}");
}

/// Every line of a game is what the schema says, in both directions.
#[test]
fn every_line_keeps_the_schema() {
    let output = server(&["--schema"]).output().expect("the program");
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let [message, reply] = ["message", "reply"].map(|way| jsonschema::validator_for(&schema[way]).expect("a schema"));
    let check = |validator: &jsonschema::Validator, line: &Value| {
        let wrong: Vec<String> = validator.iter_errors(line).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(wrong.is_empty(), "{line}\n{wrong:#?}");
    };
    for game in crate::support::GAMES {
        let mut lines = 0;
        let each = |is_message: bool, line: &Value| {
            lines += 1;
            // Views are long, and one is like the next.
            if !is_message || lines < 20 || lines % 16 == 0 {
                check(if is_message { &message } else { &reply }, line);
            }
        };
        client::talk(&mut server(&[game, "--seed", "8"]), 3, each).expect("a game");
        assert!(lines > 40, "{game}: {lines} lines");
    }
    assert!(!reply.is_valid(&serde_json::json!({ "seat": 0, "answer": { "chose": [1] } })));
}

/// A reader may close the stream; the program ends without an error.
#[test]
fn a_reader_that_goes_away_ends_the_program() {
    let mut child = server(&["cardland"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    // The program may end before all lines are written.
    let _ = input.write_all("{}\n".repeat(100).as_bytes());
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}
