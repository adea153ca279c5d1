//! Findings: the rules of sources that a source breaks, for tests and fuzzers.

use std::fmt;

use super::limits::Limits;
use crate::lua::lexer::{FaultKind, LexError};
use crate::lua::source_rules::{check, too_long};

/// A source rule that a script breaks. Line and column are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFault {
    /// The displayed name of the chunk.
    pub file: String,
    /// The line in that file.
    pub line: u32,
    /// The column in the source as given, in characters.
    pub column: u32,
    /// The fault and its remedy.
    pub message: String,
}

impl fmt::Display for SourceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// Checks the source rules under the default limits. `first_line` is the line of `chunk` on which the source starts.
pub fn source_faults(chunk: &str, first_line: u32, source: &str) -> Vec<SourceFault> {
    let limits = Limits::default();
    let faults = if source.len() > limits.source_bytes {
        let message = too_long(source.len(), limits.source_bytes);
        vec![LexError { line: 1, column: 1, message, kind: FaultKind::Other, opened: None }]
    } else {
        check(source, limits.nesting, 0, false, None).err().unwrap_or_default()
    };
    let finding = |fault: LexError| SourceFault {
        file: chunk.to_owned(),
        line: fault.line + first_line.saturating_sub(1),
        column: fault.column,
        message: fault.message(first_line),
    };
    faults.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::source_faults;

    #[test]
    fn closures_may_count_in_locals_of_a_function() {
        assert_eq!(
            source_faults("a", 1, "local function f() local n = 0 return function() n = n + 1 return n end end"),
            []
        );
        assert_eq!(source_faults("a", 1, "local n = 0 for i = 1, 3 do n = n + i end return n"), []);
        assert_eq!(source_faults("a", 5, "local n = 0\nlocal function f() n = 1 end")[0].line, 6);
    }
}
