//! Program: a bot that is another program, which reads and writes one JSON object a line.
//!
//! Each wait has a deadline, so the program's input, output and standard error have a thread each. The program runs in
//! a process group of its own, which ends with the game.
//!
//! The lines are those of `serve-stdio`: `hello`, then `asked` and an answer in turn, `refused` where one was not legal, and
//! `taken` where one came twice.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::bot_view::{Given, Sight};
use super::kind::Player;
use crate::error::{Error, Result};
use crate::kernel::Seat;
use crate::table::wire::{Again, Answer, Hello, Message, PROTOCOL, Reply, SentSoFar};

/// The most bytes of a line from a program; a longer line is no answer.
const LONGEST: u64 = 1 << 20;
/// The most bytes of all programs' standard error together that are shown; the rest is dropped.
const MOST_SAID: u64 = 1 << 20;
/// Most characters of a line quoted in an error.
const MOST_TOLD: usize = 200;
/// The interval at which a silent program is tested for its end.
const LOOK: Duration = Duration::from_millis(50);
/// The time to wait for the last output of an ended program.
const WAIT_FOR_LAST_OUTPUT: Duration = Duration::from_millis(500);

/// The time that bots which are programs have for their answers, and the flag that stops all games.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time for an answer.
    answer: Duration,
    /// The deadline of all answers.
    until: Option<Instant>,
    /// The flag that stops the games: once it is true, waiting for a program ends as well.
    stop: Arc<AtomicBool>,
    /// The number of bytes on the programs' standard error so far.
    said: Arc<AtomicU64>,
}

impl Limits {
    /// Limits with this time for an answer, and without a deadline for all answers.
    pub fn of(answer: Duration) -> Limits {
        Limits { answer, until: None, stop: Arc::default(), said: Arc::default() }
    }

    /// The limits with a deadline, and a flag that stops the games.
    pub fn until(self, until: Option<Instant>, stop: Arc<AtomicBool>) -> Limits {
        Limits { until, stop, ..self }
    }

    /// True if somebody stopped the games.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True if no more games begin.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(Duration::from_secs(60))
    }
}

/// A bot that is another program.
pub(crate) struct Program {
    path: String,
    child: Child,
    /// Lines for the thread that writes to the program; the next field receives the outcome of each.
    input: SyncSender<String>,
    written: Receiver<std::io::Result<()>>,
    /// The lines of the program; `None` is the end.
    output: Receiver<std::io::Result<Option<String>>>,
    /// Is closed when the thread has passed on all of the program's standard error.
    said: Receiver<()>,
    limits: Limits,
    greeted: bool,
    told: BTreeMap<Seat, SentSoFar>,
    /// The latest answer of the program that the table may have taken.
    given: Option<Reply>,
    /// The number of the last question that the program was asked, to tell when the same is asked again.
    last: Option<u32>,
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// If the program does not start.
    pub fn start(path: &str, limits: &Limits) -> Result<Program> {
        let failed = |e: std::io::Error| Error::usage(format!("the bot `program:{path}` does not start: {e}"));
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        ends_with_us(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut into), Some(from), Some(says)) = pipes else {
            return Err(Error::internal("a program was started without pipes"));
        };
        let (input, lines) = sync_channel::<String>(1);
        let (wrote, written) = sync_channel(1);
        std::thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                let done = into.write_all(line.as_bytes()).and_then(|()| into.flush());
                if wrote.send(done).is_err() {
                    return;
                }
            }
        });
        let (tell, output) = sync_channel(1);
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            loop {
                let mut line = String::new();
                let read = Read::take(&mut from, LONGEST).read_line(&mut line);
                let is_last = !matches!(read, Ok(1..));
                if tell.send(read.map(|n| (n > 0).then_some(line))).is_err() || is_last {
                    return;
                }
            }
        });
        let (silent, said) = sync_channel(1);
        let count = limits.said.clone();
        std::thread::spawn(move || {
            pass_on(says, &count);
            drop(silent);
        });
        let (limits, path) = (limits.clone(), path.to_string());
        let (greeted, told, given, last) = (false, BTreeMap::new(), None, None);
        Ok(Program { path, child, input, written, output, said, limits, greeted, told, given, last })
    }

    /// The deadline of the current question.
    fn until(&self) -> Instant {
        let until = Instant::now() + self.limits.answer;
        self.limits.until.map_or(until, |end| end.min(until))
    }

    fn say(&mut self, message: &Message, until: Instant) -> Result<()> {
        let mut line = serde_json::to_string(message).map_err(|e| Error::internal(e.to_string()))?;
        line.push('\n');
        if self.input.send(line).is_err() {
            return Err(self.gone("it has ended"));
        }
        match self.written.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(e)) if e.kind() != ErrorKind::BrokenPipe => Err(self.gone(&e.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(self.late("it does not read what it is told")),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.gone("it has ended")),
        }
    }

    /// The next line of the program.
    fn hear(&mut self, mut until: Instant) -> Result<String> {
        let mut has_ended = false;
        loop {
            match self.output.recv_timeout(LOOK.min(until.saturating_duration_since(Instant::now()))) {
                Ok(Ok(Some(line))) => return Ok(line),
                Ok(Err(e)) => return Err(self.gone(&e.to_string())),
                Ok(Ok(None)) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone("it has ended")),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until && has_ended => {
                    return Err(self.gone("it has ended"));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => {
                    return Err(self.late("it gives no whole line"));
                }
                Err(RecvTimeoutError::Timeout) if self.limits.is_stopped() => {
                    return Err(self.gone("the games are to end"));
                }
                // Another process may still hold the program's output.
                Err(RecvTimeoutError::Timeout) if !has_ended && matches!(self.child.try_wait(), Ok(Some(_))) => {
                    has_ended = true;
                    until = until.min(Instant::now() + WAIT_FOR_LAST_OUTPUT);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn late(&self, why: &str) -> Error {
        self.gone(&format!("{why} within {} s", self.limits.answer.as_secs_f64()))
    }

    fn gone(&self, why: &str) -> Error {
        Error::usage(format!("the bot `program:{}` gives no answer: {why}", self.path))
    }
}

impl Player for Program {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        let until = self.until();
        if !std::mem::replace(&mut self.greeted, true) {
            let hello = Hello {
                protocol: PROTOCOL,
                game: sight.game().into(),
                names: sight.names().to_vec(),
                seats: vec![sight.seat.0],
            };
            self.say(&Message::Hello(hello), until)?;
        }
        let asked = sight.message(&mut self.told)?;
        self.last = Some(sight.decision()?.question());
        self.say(&asked, until)?;
        loop {
            let line = self.hear(until)?;
            let reply: Reply =
                serde_json::from_str(&line).map_err(|e| self.gone(&format!("{} ({e})", beginning(line.trim()))))?;
            if reply.seat != sight.seat.0 {
                let (given, asked) = (reply.seat, sight.seat.0);
                return Err(self.gone(&format!("it answers for seat {given}, and seat {asked} is asked")));
            }
            let asked = sight.question();
            let concedes = reply.question.is_none() && reply.answer == Answer::Concede;
            if concedes || reply.question == Some(asked) {
                self.given = Some(reply.clone());
                return Ok(Given::Places(reply.answer));
            }
            // The program may repeat its last answer, which is not taken a second time.
            if self.given.as_ref() != Some(&reply) {
                let named = reply.question.map_or("none".into(), |named| named.to_string());
                return Err(self.gone(&format!("it answers question {named}, and question {asked} is asked")));
            }
            self.say(&Message::Taken(Again { seat: reply.seat, question: reply.question }), until)?;
        }
    }

    fn refused(&mut self, error: &Error) -> bool {
        let until = self.until();
        match error.refusal() {
            Some(refusal) => self.say(&Message::Refused(refusal.clone()), until).is_ok(),
            None => false,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The game is over: the program is ended, and with it all that it started.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        drop(self.child.kill());
        drop(self.child.wait());
        // The program's last output is passed on, unless another process holds the pipe.
        let _ = self.said.recv_timeout(WAIT_FOR_LAST_OUTPUT);
    }
}

/// The beginning of a line that is told in an error: a program may write a very long one.
fn beginning(line: &str) -> String {
    match line.char_indices().nth(MOST_TOLD) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_string(),
    }
}

/// Asks the system to end the program together with the thread that started it, so that no hanging program stays
/// behind.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "what runs between fork and exec is unsafe to choose")]
fn ends_with_us(command: &mut Command) {
    use rustix::process::{Signal, set_parent_process_death_signal};
    let end = || set_parent_process_death_signal(Some(Signal::KILL)).map_err(Into::into);
    // SAFETY: it makes one system call, and neither allocates nor locks.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, end) };
}

/// Passes on what a program says on its standard error, up to [`MOST_SAID`] bytes of all programs together. The rest is
/// read and dropped.
fn pass_on(mut from: ChildStderr, count: &AtomicU64) {
    let mut part = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut part) {
        let before = count.fetch_add(n as u64, Ordering::Relaxed);
        let mut out = std::io::stderr().lock();
        let rest = MOST_SAID.saturating_sub(before).min(n as u64) as usize;
        // The output may have no reader. Control characters are removed.
        let steers = |c: &char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}');
        let text: String = String::from_utf8_lossy(&part[..rest]).chars().filter(|c| !steers(c)).collect();
        drop(out.write_all(text.as_bytes()));
        if before < MOST_SAID && rest < n || before == MOST_SAID {
            drop(writeln!(out, "\nnote: bots wrote 1 MiB to their standard error; the rest is left out"));
        }
    }
}
