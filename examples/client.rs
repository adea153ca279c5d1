//! Client: plays a game that another process runs, with nothing but the lines that come and go.
//!
//! `cargo build --release && cargo run --release --example client -- target/release/intermezzo cardland 7`

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A generator of numbers: a client has chance of its own.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }

    /// This many different places of `n`, in any order.
    fn some(&mut self, of: u64, n: u64) -> Vec<u64> {
        let mut left: Vec<u64> = (0..n).collect();
        (0..of.min(n)).map(|_| left.swap_remove(self.below(left.len() as u64) as usize)).collect()
    }
}

/// An answer that fits what is asked. A rule about the whole set may still refuse it.
pub fn answer(decision: &Value, chance: &mut Chance) -> Value {
    let (least, most) = (decision["least"].as_i64().unwrap_or(0), decision["most"].as_i64().unwrap_or(0));
    let options = decision["options"].as_array().map_or(0, Vec::len) as u64;
    match decision["kind"].as_str() {
        Some("number") => json!({ "number": least + chance.below((most - least + 1) as u64) as i64 }),
        Some("order") => json!({ "choose": chance.some(options, options) }),
        Some("act") if options == 0 || decision["may_pass"] == true && chance.below(options + 1) == 0 => json!("pass"),
        Some("act") => json!({ "choose": [chance.below(options)] }),
        Some("assign") if chance.below(2) == 0 => json!({ "choose": [] }),
        Some("assign") => json!({ "choose": chance.some(1, options) }),
        _ => {
            let so_many = least as u64 + chance.below((most - least + 1) as u64);
            json!({ "choose": chance.some(so_many, options) })
        }
    }
}

/// Plays a whole game with a server, and returns its last line and how many answers it took.
pub fn play(server: &mut Command, seed: u64) -> std::io::Result<(Value, usize)> {
    talk(server, seed, |_, _| {})
}

/// As [`play`], with every line reported to `each`, and if the server sent it.
pub fn talk(server: &mut Command, seed: u64, mut each: impl FnMut(bool, &Value)) -> std::io::Result<(Value, usize)> {
    let mut server = server.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut to), Some(from)) = (server.stdin.take(), server.stdout.take()) else {
        unreachable!("both are piped")
    };
    let (mut chance, mut asked, mut answers) = (Chance(seed), Value::Null, 0);
    for line in BufReader::new(from).lines() {
        let message: Value = serde_json::from_str(&line?)?;
        each(true, &message);
        if !message["over"].is_null() {
            server.wait()?;
            return Ok((message["over"].clone(), answers));
        }
        if !message["hello"].is_null() {
            continue;
        }
        // After a refusal the same is asked, and another answer is tried. The number of the question comes back with the
        // answer, so that an answer which arrives twice counts once.
        if let Some(seats) = message["asked"].as_array() {
            asked = seats[0].clone();
        }
        let answer = answer(&asked["view"]["decisions"][0], &mut chance);
        let reply = json!({ "seat": asked["seat"], "question": asked["question"], "answer": answer });
        each(false, &reply);
        writeln!(to, "{reply}")?;
        answers += 1;
    }
    Err(std::io::Error::other("the server went away before the game was over"))
}

#[allow(dead_code)] // a test plays with the function above
fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let program = args.next().unwrap_or_else(|| "intermezzo".into());
    let game = args.next().unwrap_or_else(|| "cardland".into());
    let seed = args.next().and_then(|n| n.parse().ok()).unwrap_or(7);
    let (over, answers) = play(Command::new(program).args(["serve-stdio", &game]), seed)?;
    println!("{} after {answers} answers ({})", over["outcome"], over["log_hash"]);
    Ok(())
}
