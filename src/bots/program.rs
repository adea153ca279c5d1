//! Program: a bot that is another program, which reads and writes one JSON object a line.
//!
//! The lines are those of `serve-stdio`: `hello`, then `asked` and an answer in turn, `refused` where one was not legal.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::kind::Player;
use super::sight::{Given, Sight};
use crate::error::{Error, Result};
use crate::kernel::Seat;
use crate::table::wire::{Hello, Message, PROTOCOL, Reply};

/// A longer line is none.
const LONGEST: u64 = 1 << 20;

/// A bot that is another program.
pub(crate) struct Program {
    path: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    greeted: bool,
    told: BTreeMap<Seat, u32>,
    /// The place where it was asked last, to tell when the same is asked again.
    last: Option<u32>,
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub fn start(path: &str) -> Result<Program> {
        let failed = |e: std::io::Error| Error::usage(format!("the bot `program:{path}` does not start: {e}"));
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(Error::internal("a program was started without pipes"));
        };
        let output = BufReader::new(output);
        Ok(Program { path: path.into(), child, input, output, greeted: false, told: BTreeMap::new(), last: None })
    }

    fn say(&mut self, message: &Message) -> Result<()> {
        let line = serde_json::to_string(message).map_err(|e| Error::internal(e.to_string()))?;
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|e| self.gone(&e.to_string()))
    }

    fn gone(&self, why: &str) -> Error {
        Error::usage(format!("the bot `program:{}` gives no answer: {why}", self.path))
    }
}

impl Player for Program {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        if !std::mem::replace(&mut self.greeted, true) {
            let hello = Hello {
                protocol: PROTOCOL,
                game: sight.game().into(),
                names: sight.names().to_vec(),
                seats: vec![sight.seat.0],
            };
            self.say(&Message::Hello(hello))?;
        }
        let asked = sight.message(&mut self.told)?;
        self.last = Some(sight.decision()?.question());
        self.say(&asked)?;
        let mut line = String::new();
        let read = std::io::Read::take(&mut self.output, LONGEST).read_line(&mut line);
        match read {
            Ok(0) => return Err(self.gone("it has ended")),
            Err(e) => return Err(self.gone(&e.to_string())),
            Ok(_) => {}
        }
        let reply: Reply = serde_json::from_str(&line).map_err(|e| self.gone(&format!("{} ({e})", line.trim())))?;
        if reply.seat != sight.seat.0 {
            return Err(self.gone(&format!("it answers for seat {}, and seat {} is asked", reply.seat, sight.seat.0)));
        }
        Ok(Given::Places(reply.answer))
    }

    fn refused(&mut self, error: &Error) -> bool {
        match error.refusal() {
            Some(refusal) => self.say(&Message::Refused(refusal.clone())).is_ok(),
            None => false,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The end of its input tells it that the game is over; one that stays is ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
