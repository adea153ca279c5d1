//! Talk: the program at pipes, asked and answered line by line, as a person does it in words.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest that anything is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program in a folder; it ends with this.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    told: Receiver<Vec<u8>>,
    /// All that it said.
    pub all: String,
    /// How much of it was waited for.
    heard: usize,
}

impl Talk {
    /// Starts the program with nothing of this machine but itself.
    pub fn new(folder: &Path, args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(args).current_dir(folder).env_clear().env("PATH", "");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut output = child.stdout.take().expect("a pipe");
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                if tell.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Talk { child, input, told, all: String::new(), heard: 0 }
    }

    /// Types a line.
    pub fn types(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it reads");
    }

    /// Waits until it has said this, behind what was waited for before.
    #[track_caller]
    pub fn says(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.all[self.heard..].find(text) {
                self.heard += at + text.len();
                return;
            }
            let Ok(bytes) = self.told.recv_timeout(until.saturating_duration_since(Instant::now())) else {
                panic!("`{text}` is not said:\n{}", self.all);
            };
            self.all += &String::from_utf8_lossy(&bytes);
        }
    }

    /// Ends its input and waits for its end; all that it said.
    #[track_caller]
    pub fn ends(mut self) -> String {
        drop(self.input.take());
        while let Ok(bytes) = self.told.recv_timeout(PATIENCE) {
            self.all += &String::from_utf8_lossy(&bytes);
        }
        self.child.wait().expect("it is our child");
        std::mem::take(&mut self.all)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
