//! Lint: the rules a source must keep before the compiler sees it.
//!
//! The parser refuses what a card may not do (hidden state, globals, withdrawn names, depth) and notes the few edits that
//! bound what the VM itself leaves unbounded:
//!
//! ```text
//! a .. b                 __cat(a, (b))              strings stay short enough that no single step is slow
//! for k, v in list do    for k, v in __iterate(list) do    no iteration in the table's own order
//! t[a] = 1 t[b] = 2 ...  ... for _=1,1 do end ...   an interrupt can fire inside long straight code
//! ```
//!
//! What a file makes while it loads lives on in its functions, so it must stay as it is:
//!
//! ```text
//! { a = 1 }              __made({ a = 1 })          the table is read only when all files have loaded
//! n = n + 1              __keeps(__born1); n = ...  where `n` is a local of a function around this one
//! ```
//!
//! All edits stay on their line.

use std::borrow::Cow;
use std::fmt;

use super::sandbox::Limits;
use super::sandbox_lexer::Fault;
use super::sandbox_naming::Told;
use super::sandbox_parser::{Read, parse};

/// A source rule that a script breaks. Line and column are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintFinding {
    /// The displayed name of the chunk.
    pub file: String,
    /// The line in that file.
    pub line: u32,
    /// The column in the source as given, in bytes.
    pub column: u32,
    /// What is wrong and what to do instead.
    pub message: String,
}

impl fmt::Display for LintFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// Checks the source rules under the default limits. `first_line` is the line of `chunk` on which the source starts.
pub fn lint(chunk: &str, first_line: u32, source: &str) -> Vec<LintFinding> {
    let limits = Limits::default();
    let faults = if source.len() > limits.source_bytes {
        vec![Fault { line: 1, column: 1, message: too_long(source.len(), limits.source_bytes) }]
    } else {
        check(source, limits.nesting, 0, false).err().unwrap_or_default()
    };
    let finding = |fault: Fault| LintFinding {
        file: chunk.to_owned(),
        line: fault.line + first_line.saturating_sub(1),
        column: fault.column,
        message: fault.message,
    };
    faults.into_iter().map(finding).collect()
}

pub(super) fn too_long(bytes: usize, limit: usize) -> String {
    format!("the source is too long: {bytes} bytes, at most {limit}")
}

/// Checks a source that begins with so many locals of a prelude; returns it with the edits made, and what it names.
pub(super) fn check(source: &str, nesting: usize, given: usize, is_file: bool) -> Result<(String, Told), Vec<Fault>> {
    let Read { edits, told } = parse(source, nesting, given, is_file)?;
    Ok((apply(source, edits), told))
}

/// Where an edit goes when several share a place: what closes comes before what opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Close,
    Between,
    Open,
}

/// A replacement of `removed` bytes at byte `at`.
pub(super) struct Edit {
    pub at: usize,
    pub removed: usize,
    pub side: Side,
    pub text: Cow<'static, str>,
}

fn apply(source: &str, edits: Vec<Edit>) -> String {
    // Inner constructs are noted before outer ones, so of two that open at one place the later is the outer.
    let mut order: Vec<(usize, Edit)> = edits.into_iter().enumerate().collect();
    let key = |(i, e): &(usize, Edit)| (e.at, e.side, if e.side == Side::Open { -(*i as i64) } else { *i as i64 });
    order.sort_by_key(key);
    let mut text = String::with_capacity(source.len() + 16 * order.len());
    let mut from = 0;
    for (_, edit) in order {
        text.push_str(&source[from..edit.at]);
        text.push_str(&edit.text);
        from = edit.at + edit.removed;
    }
    text.push_str(&source[from..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_stay_on_their_line_and_keep_the_meaning() {
        let edited = |source: &str| {
            check(source, 100, 0, false).map(|(text, _)| text).map_err(|faults| faults[0].message.clone()).unwrap()
        };
        assert_eq!(edited("return a..b .. c()"), "return  __cat(a,b ,( c()))");
        assert_eq!(edited("for x in t do end"), "for x in  __iterate(t) do end");
        assert_eq!(edited("for x in pairs(t) do end"), "for x in pairs(t) do end");
        assert_eq!(edited("for x in pairs(t), 1 do end"), "for x in  __iterate(pairs(t), 1) do end");
        assert_eq!(edited("local t\nt.a=1\nt.b=2\nt.c=3\nt.d=4\nt.e=5").matches("for _=1,1 do end").count(), 1);
    }

    #[test]
    fn a_branch_not_taken_does_not_count_as_a_safepoint() {
        let branch = "t.a=1 t.b=2 t.c=3 if x then t.d=4 t.e=5 end ";
        let (edited, _) = check(&format!("local t {}", branch.repeat(4)), 100, 0, false).map_err(|_| ()).unwrap();
        assert!(edited.matches("for _=1,1 do end").count() >= 4, "{edited}");
    }

    #[test]
    fn closures_may_count_in_locals_of_a_function() {
        assert_eq!(lint("a", 1, "local function f() local n = 0 return function() n = n + 1 return n end end"), []);
        assert_eq!(lint("a", 1, "local n = 0 for i = 1, 3 do n = n + i end return n"), []);
        assert_eq!(lint("a", 5, "local n = 0\nlocal function f() n = 1 end")[0].line, 6);
    }
}
