//! Process: a worker process from outside: it is started, asked, waited for up to a time limit, and ended.
//!
//! A thread of its own starts the process, writes to it and reads from it, so that a process that neither reads nor
//! answers keeps nobody waiting beyond its time; the system ends the process with this thread.

use std::io::{BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::child::MAY_USE;
use super::messages::{MAX_REPLY, Reply, Request, hear};
use super::process_sandbox::Walls;
use super::table_server::TableServer;
use super::{Sandbox, Workers};
use crate::error::{Error, Result, visible_text};

/// The process that plays a table.
pub enum Process {
    Worker(Box<Worker>),
    /// This process itself.
    Here(Box<TableServer>),
}

/// The reason for a missing reply: the fate of the worker, in words.
#[derive(Clone, Debug)]
pub struct Death(pub String);

/// A worker process, and the channels to the thread that writes to it and reads from it.
pub struct Worker {
    child: Child,
    asks: SyncSender<Vec<u8>>,
    replies: Receiver<std::io::Result<Option<Reply>>>,
    /// The thread that reads the worker's standard error, and returns the end of it.
    last_words: Option<JoinHandle<String>>,
    /// The protections that this system lacks.
    lacking: Vec<String>,
}

/// Most bytes kept of a dying worker's last words.
const MOST_WORDS: usize = 512;

impl Process {
    /// Starts a process that plays a table; with [`Sandbox::InProcess`] a table server in this process instead.
    ///
    /// # Errors
    ///
    /// A worker that cannot be started, or not shut in as required.
    pub fn start(workers: &Workers) -> Result<Process> {
        match workers.sandbox {
            Sandbox::InProcess => Ok(Process::Here(Box::default())),
            _ => Worker::start(workers).map(|worker| Process::Worker(Box::new(worker))),
        }
    }

    /// Sends a request, and waits for its reply for at most `most_ms` milliseconds. If none comes, the worker is ended.
    pub fn ask(&mut self, request: Request, most_ms: u64) -> Result<Reply, Death> {
        match self {
            Process::Worker(worker) => worker.ask(&request, most_ms),
            Process::Here(server) => Ok(server.take(request)),
        }
    }

    /// True if the worker can be asked: nobody has ended it.
    pub fn is_alive(&mut self) -> bool {
        match self {
            Process::Worker(worker) => matches!(worker.child.try_wait(), Ok(None)),
            Process::Here(_) => true,
        }
    }

    /// The id of the worker's process; `None` if this process plays the table.
    pub fn id(&self) -> Option<u32> {
        match self {
            Process::Worker(worker) => Some(worker.child.id()),
            Process::Here(_) => None,
        }
    }

    /// The protections that this system lacks.
    pub fn lacking(&self) -> &[String] {
        match self {
            Process::Worker(worker) => &worker.lacking,
            Process::Here(_) => &[],
        }
    }
}

impl Worker {
    fn start(workers: &Workers) -> Result<Worker> {
        let mut command = command(workers)?;
        let (asks, asked) = sync_channel::<Vec<u8>>(1);
        let (reply, replies) = sync_channel(1);
        let (tell, spawned) = sync_channel(1);
        let courier = move || {
            let mut child = match command.spawn() {
                Ok(child) => child,
                Err(cause) => return drop(tell.send(Err(cause))),
            };
            let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return };
            let mut output = BufReader::new(output);
            drop(tell.send(Ok(child)));
            // The first line comes unasked.
            if reply.send(hear(&mut output, MAX_REPLY)).is_err() {
                return;
            }
            while let Ok(line) = asked.recv() {
                let answered = input.write_all(&line).and_then(|()| hear(&mut output, MAX_REPLY));
                if reply.send(answered).is_err() {
                    return;
                }
            }
        };
        let none = |cause| Error::usage(format!("no worker can be started: {cause}"));
        Builder::new().name("worker".into()).spawn(courier).map_err(none)?;
        let mut child = spawned.recv().map_err(|_| Error::internal("a worker without pipes"))?.map_err(none)?;
        let last_words = child.stderr.take().and_then(|from| Builder::new().spawn(move || last_words(from)).ok());
        let mut worker = Worker { child, asks, replies, last_words, lacking: Vec::new() };
        match worker.reply(workers.start_ms) {
            Ok(Reply::Ready { lacking }) => worker.lacking = lacking,
            Ok(Reply::Failed(because)) => return Err(Error::usage(because)),
            Ok(_) => return Err(Error::usage("no worker can be started: the program is none")),
            Err(Death(why)) => return Err(Error::usage(format!("no worker can be started: {why}"))),
        }
        Ok(worker)
    }

    fn ask(&mut self, request: &Request, most_ms: u64) -> Result<Reply, Death> {
        let mut line = serde_json::to_vec(request).map_err(|e| Death(e.to_string()))?;
        line.push(b'\n');
        if self.asks.send(line).is_err() {
            return Err(self.death(None));
        }
        self.reply(most_ms)
    }

    fn reply(&mut self, most_ms: u64) -> Result<Reply, Death> {
        match self.replies.recv_timeout(Duration::from_millis(most_ms)) {
            Ok(Ok(Some(reply))) => Ok(reply),
            Err(RecvTimeoutError::Timeout) => Err(self.death(Some(format!("it took longer than {most_ms} ms")))),
            Ok(Err(cause)) if cause.kind() == std::io::ErrorKind::InvalidData => {
                Err(self.death(Some(format!("what it said is no reply: {cause}"))))
            }
            Ok(Ok(None) | Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.death(None)),
        }
    }

    /// Ends the worker, if it has not ended; returns the reason of its end.
    fn death(&mut self, because: Option<String>) -> Death {
        // A process closes its pipes a moment before it ends.
        let status = match because {
            Some(_) => None,
            None => ended(&mut self.child),
        };
        self.end();
        let words = self.last_words.take().and_then(|words| words.join().ok()).unwrap_or_default();
        let why = because.or_else(|| status.map(in_words)).unwrap_or_else(|| "it did not answer".into());
        Death(if words.is_empty() { why } else { format!("{why}: {words}") })
    }

    fn end(&mut self) {
        // The worker may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// The command that starts a worker: without the environment of this process, which may hold secrets.
fn command(workers: &Workers) -> Result<Command> {
    let walls = Walls { memory_bytes: workers.memory_bytes, cpu_s: workers.cpu_s.max(1), sandbox: workers.sandbox };
    let walls = serde_json::to_string(&walls).map_err(|e| Error::internal(e.to_string()))?;
    let mut command = match &workers.program {
        Some(program) => Command::new(program),
        None => own_program()?,
    };
    command.args(&workers.args).env_clear().env(MAY_USE, walls);
    // By default the allocator reserves a gigabyte at once, which would count against the limit of memory.
    command.env("MIMALLOC_ARENA_EAGER_COMMIT", "0").env("MIMALLOC_RETRY_ON_OOM", "0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// This program itself, even if its file was replaced since the start.
#[cfg(target_os = "linux")]
fn own_program() -> Result<Command> {
    use std::os::unix::process::CommandExt as _;
    let mut command = Command::new("/proc/self/exe");
    command.arg0(env!("CARGO_PKG_NAME"));
    Ok(command)
}

#[cfg(not(target_os = "linux"))]
fn own_program() -> Result<Command> {
    let path =
        std::env::current_exe().map_err(|e| Error::usage(format!("this program does not know its path: {e}")))?;
    Ok(Command::new(path))
}

/// The exit of a process that closed its pipes; `None` if it still runs after a while.
fn ended(child: &mut Child) -> Option<ExitStatus> {
    let until = Instant::now() + Duration::from_secs(2);
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
            other => return other.ok().flatten(),
        }
    }
}

/// The exit of a process, in words.
fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            6 => "it broke off".into(),
            9 => "it was killed".into(),
            24 => "it has computed as long as it may".into(),
            other => format!("signal {other} ended it"),
        };
    }
    status.code().map_or("it ended".into(), |code| format!("it ended with exit code {code}"))
}

/// The last words of a process on its standard error, on one line.
fn last_words(mut from: ChildStderr) -> String {
    let mut text = Vec::new();
    let mut part = [0; 1024];
    while let Ok(n @ 1..) = from.read(&mut part) {
        text.extend_from_slice(&part[..n]);
        let too_many = text.len().saturating_sub(MOST_WORDS);
        text.drain(..too_many);
    }
    let text = String::from_utf8_lossy(&text);
    let is_told = |line: &&str| !line.is_empty() && !line.starts_with("note: ") && *line != super::BUG;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(is_told).collect();
    visible_text(&lines.join(" "))
}
