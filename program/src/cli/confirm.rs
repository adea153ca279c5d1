//! Confirm: a question to the person at the terminal before something is written.

use std::io::{BufRead as _, IsTerminal as _, Write};

/// Asks the person at the terminal a question to be answered with yes or no. Without a terminal the answer is no.
pub fn confirmed(question: &str, out: &mut dyn Write) -> anyhow::Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return Ok(false);
    }
    write!(out, "{question} (y/n) ")?;
    out.flush()?;
    let mut line = String::new();
    input.lock().read_line(&mut line)?;
    Ok(matches!(line.trim(), "y" | "yes"))
}
