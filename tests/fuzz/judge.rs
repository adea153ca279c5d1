//! Judge: runs the inputs of a job in child processes, and says which of them did harm.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::CHILD;

/// What one input may cost.
pub struct Bounds {
    /// The most processor time; where the system does not tell that, the most time.
    pub time: Duration,
    /// So much the whole process may hold.
    pub bytes: u64,
}

/// Some inputs of one target.
pub struct Job {
    /// The target.
    pub target: String,
    /// What all inputs follow from.
    pub seed: u64,
    /// The first of them.
    pub from: u64,
    /// Up to here.
    pub to: u64,
}

impl Job {
    /// A job out of what [`Job::write`] says.
    pub fn read(text: &str) -> Option<Job> {
        let [target, seed, from, to] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
        Some(Job { target: target.into(), seed: seed.parse().ok()?, from: from.parse().ok()?, to: to.parse().ok()? })
    }

    fn write(&self) -> String {
        format!("{} {} {} {}", self.target, self.seed, self.from, self.to)
    }
}

/// What came of a job.
#[derive(Default)]
pub struct Found {
    /// What was measured.
    pub figures: String,
    /// Each input that did harm, with how to run it again.
    pub harm: Vec<String>,
}

/// The number of inputs for one process: leaks may add up, but not for ever.
const PER_PROCESS: u64 = 5_000;
/// After so many that did harm it is enough.
const ENOUGH: usize = 20;
/// Factor of the time limit for a waiting process, which takes no processor time.
const WAITS: u32 = 20;
/// So often the process is looked at.
const LOOKS: Duration = Duration::from_millis(5);

/// Tries all inputs of a job.
pub fn judge(job: &Job, bounds: &Bounds) -> Found {
    let (mut found, started) = (Found::default(), Instant::now());
    let (mut next, mut taken, mut most, mut slowest) = (job.from, 0, 0, (Duration::ZERO, 0));
    while next < job.to && found.harm.len() < ENOUGH {
        let part = Job { target: job.target.clone(), from: next, to: job.to.min(next + PER_PROCESS), ..*job };
        let tried = try_part(&part, bounds);
        taken += tried.taken;
        most = most.max(tried.bytes);
        slowest = slowest.max(tried.slowest);
        next = match tried.harm {
            None => part.to,
            Some((at, what)) => {
                let again = format!("SEED={} TARGET={} FROM={at} INPUTS={}", job.seed, job.target, at + 1);
                found.harm.push(format!("{} {at}: {what}\n{again} cargo test --test fuzz no_input", job.target));
                at + 1
            }
        };
    }
    found.figures = format!(
        "{} inputs, {taken} taken, in {:.0} s, the slowest ({}) in {:.2} s, at most {} MB, {} did harm",
        next - job.from,
        started.elapsed().as_secs_f64(),
        slowest.1,
        slowest.0.as_secs_f64(),
        most >> 20,
        found.harm.len()
    );
    found
}

struct Tried {
    /// The most memory that was seen.
    bytes: u64,
    /// How long the slowest input took, and which it was.
    slowest: (Duration, u64),
    /// How many were taken.
    taken: u64,
    /// The input that ended the process, and how.
    harm: Option<(u64, String)>,
}

/// Tries inputs in one process, up to the first that does harm.
fn try_part(part: &Job, bounds: &Bounds) -> Tried {
    let mut child = start(part);
    let (mut out, mut err) = (child.stdout.take().expect("its output"), child.stderr.take().expect("its errors"));
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(&mut out).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        drop(err.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    // Before the first input games are loaded, which takes its time.
    let (mut at, mut since, mut before) = (None, Instant::now(), Duration::ZERO);
    let mut tried = Tried { bytes: 0, slowest: (Duration::ZERO, part.from), taken: 0, harm: None };
    let ended = loop {
        let line = lines.recv_timeout(LOOKS);
        tried.bytes = tried.bytes.max(memory(&child));
        let computed = computed(&child);
        let taken = computed.map_or_else(|| since.elapsed(), |now| now.saturating_sub(before));
        if let (Some(input), Ok(_)) = (at, &line) {
            tried.slowest = tried.slowest.max((taken, input));
        }
        match line {
            Ok(line) if line == "DONE" => break None,
            Ok(line) if line == "TAKEN" => tried.taken += 1,
            Ok(line) => {
                if let Some(input) = line.strip_prefix("AT ").and_then(|rest| rest.split(' ').next()?.parse().ok()) {
                    (at, since, before) = (Some(input), Instant::now(), computed.unwrap_or_default());
                }
            }
            Err(RecvTimeoutError::Disconnected) => break Some("it ends the process".to_string()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if at.is_some() && taken > bounds.time || since.elapsed() > bounds.time * WAITS {
            break Some(format!("it takes longer than {:?}", bounds.time));
        }
        if tried.bytes > bounds.bytes {
            break Some(format!("the process fills more than {} MB", bounds.bytes >> 20));
        }
    };
    if ended.is_some() {
        drop(child.kill());
    }
    let status = child.wait().expect("it ended");
    let errors = errors.join().expect("its errors are read");
    tried.harm = ended.map(|why| (at.unwrap_or(part.from), format!("{why} ({status})\n{}", errors.trim())));
    tried
}

fn start(part: &Job) -> Child {
    Command::new(std::env::current_exe().expect("the test binary"))
        .args(["child", "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, part.write())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child process")
}

/// The most memory that a process has held so far, where the system tells.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kb| kb.trim().parse::<u64>().ok()).unwrap_or(0) << 10
}

/// How long a process has computed so far, where the system tells: other processes make no difference.
fn computed(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // Behind the name, which may hold anything: in hundredths of a second, in the program and in the system.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}
