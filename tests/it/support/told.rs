//! Told: what a program says, as it says it.

use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Output of a program, until it ends.
pub fn told_by(mut output: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        // A terminal whose other end is closed is an error, not an end.
        while let Ok(n @ 1..) = output.read(&mut bytes) {
            if tell.send(bytes[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    told
}

/// Output of a program, and the part of it that was waited for.
pub struct Heard {
    told: Receiver<Vec<u8>>,
    /// All output that was read.
    pub all: String,
    /// How much of that was waited for.
    heard: usize,
    /// The longest that anything is waited for.
    patience: Duration,
}

impl Heard {
    /// Listens to what comes out of a program.
    pub fn of(output: impl Read + Send + 'static, patience: Duration) -> Heard {
        Heard { told: told_by(output), all: String::new(), heard: 0, patience }
    }

    /// Waits until it has said this, behind what was waited for before.
    #[track_caller]
    pub fn says(&mut self, text: &str) {
        let until = Instant::now() + self.patience;
        loop {
            if let Some(at) = self.all[self.heard..].find(text) {
                self.heard += at + text.len();
                return;
            }
            if !self.listens(until.saturating_duration_since(Instant::now())) {
                panic!("`{text}` is not said:\n{}", self.all);
            }
        }
    }

    /// Listens until it has said nothing for so long, or has ended.
    pub fn listens_on(&mut self, silence: Duration) {
        while self.listens(silence) {}
    }

    /// Listens once, so long at most. False: it said nothing.
    fn listens(&mut self, most: Duration) -> bool {
        let bytes = self.told.recv_timeout(most);
        bytes.map(|bytes| self.all += &String::from_utf8_lossy(&bytes)).is_ok()
    }
}
