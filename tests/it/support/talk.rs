//! Talk: the program at pipes, asked and answered line by line, as a person does it in words.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use super::told::Heard;

/// The longest that anything is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program in a folder; it ends with this.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    /// What it has said.
    pub heard: Heard,
}

impl Talk {
    /// Starts the program with an empty environment.
    pub fn new(folder: &Path, args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(args).current_dir(folder).env_clear().env("PATH", "");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let heard = Heard::of(child.stdout.take().expect("a pipe"), PATIENCE);
        let input = child.stdin.take();
        Talk { child, input, heard }
    }

    /// Types a line.
    pub fn types(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it reads");
    }

    /// Waits until it has said this, behind what was waited for before.
    #[track_caller]
    pub fn says(&mut self, text: &str) {
        self.heard.says(text);
    }

    /// Ends its input and waits for its end; all that it said.
    #[track_caller]
    pub fn ends(mut self) -> String {
        drop(self.input.take());
        self.heard.listens_on(PATIENCE);
        self.child.wait().expect("it is our child");
        std::mem::take(&mut self.heard.all)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
