//! Registrations: the steps that a file registers, and those that it wraps, by their names.
//!
//! The catalog needs the names before any script is loaded, and a file with a fault must still tell its steps, or each
//! use of one would be reported as a mistake.

use super::lexer::{Token, TokenKind, readable, tokens};
use super::literal_calls::TokenReader;

/// A call of `step` or `wrap` with a name that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// `step` or `wrap`.
    pub function: &'static str,
    pub name: Box<str>,
    pub line: u32,
    pub column: u32,
}

/// The calls of `step` and of `wrap` in a source that name a step, in order.
pub fn registrations(source: &str) -> Vec<Registration> {
    match tokens(source) {
        Ok(tokens) => in_tokens(source, &tokens),
        // A text or comment that never ends would hide all that follows.
        Err(_) => (0..)
            .zip(source.lines())
            .flat_map(|(before, line)| {
                let found = in_tokens(line, &readable(line));
                found.into_iter().map(move |one| Registration { line: one.line + before, ..one })
            })
            .collect(),
    }
}

fn in_tokens(source: &str, tokens: &[Token]) -> Vec<Registration> {
    let reader = TokenReader::of(source, tokens);
    let is_name = |at: usize| reader.kind(at) == TokenKind::Name;
    // The names of both functions, and locals that stand for either.
    let mut known: Vec<(&str, &'static str)> = vec![("step", "step"), ("wrap", "wrap")];
    let mut found = Vec::new();
    for at in (0..tokens.len()).filter(|at| is_name(*at)) {
        let before = if at > 0 { reader.text_of(at - 1) } else { "" };
        if before == "local" && reader.is(at + 1, "=") {
            let value = known.iter().find(|(name, _)| is_name(at + 2) && *name == reader.text_of(at + 2));
            let is_whole = ![".", ":", "(", "["].iter().any(|sign| reader.is(at + 3, sign));
            let function = value.filter(|_| is_whole).map(|(_, function)| *function);
            known.extend(function.map(|function| (&source[tokens[at].start..tokens[at].end], function)));
            continue;
        }
        let Some((_, function)) = known.iter().find(|(name, _)| *name == reader.text_of(at)) else { continue };
        let text = if reader.is(at + 1, "(") { at + 2 } else { at + 1 };
        let is_called = ![".", ":", "function", "local"].contains(&before) && reader.kind(text) == TokenKind::Text;
        if let Some(name) = reader.text_at(text).filter(|_| is_called) {
            let Token { line, column, .. } = tokens[at];
            found.push(Registration { function, name, line, column });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::registrations;

    #[track_caller]
    fn check(source: &str, expected: &[(&str, &str, u32)]) {
        let found = registrations(source);
        let found: Vec<_> = found.iter().map(|one| (one.function, &*one.name, one.line)).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn a_call_registers_however_it_is_laid_out() {
        check("step(\"begin\", function() end)", &[("step", "begin", 1)]);
        check("step('begin', function() end)", &[("step", "begin", 1)]);
        check("  step (\n  \"begin\", f)\nwrap('go', g)", &[("step", "begin", 1), ("wrap", "go", 3)]);
        check("step([[begin]], f)", &[("step", "begin", 1)]);
        check("local add = step\nadd(\"begin\", f)", &[("step", "begin", 2)]);
    }

    #[test]
    fn what_is_no_call_registers_nothing() {
        check("--[[\nstep(\"begin\", f)\n]]", &[]);
        check("-- step(\"begin\", f)", &[]);
        check("note([[\nstep(\"begin\", f)\n]])", &[]);
        check("mine.step(\"begin\", f) mine:step('go')", &[]);
        check("local function step(name) end", &[]);
        check("step(name, f)", &[]);
    }

    #[test]
    fn a_fault_hides_no_other_step() {
        check("step(\"begin\", f)\nlocal x = \"open\nstep('end', g)", &[("step", "begin", 1), ("step", "end", 3)]);
    }
}
