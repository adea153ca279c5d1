//! Lua: sources read as text: tokens, syntax, the rules that a script must keep, and facts about names, calls and literals.
//!
//! Nothing here runs Lua or knows a game. The scripts floor compiles what passes; the catalog and the lint read the facts.

pub(crate) mod call_template;
mod edits;
pub(crate) mod lexer;
mod library_names;
mod literal_calls;
mod parser;
mod source_facts;
pub(crate) mod source_rules;

pub(crate) use library_names::{LIBRARIES, NO_PATTERNS, OF_PATTERNS};
pub use source_facts::{
    Comparison, Helper, HostCall, Literal, Naming, Odd, Said, Sayings, Signature, SourceFacts, Word,
};

/// The longest string a script can hold, in bytes. Comparing, joining or hashing one cannot be interrupted.
pub(crate) const MAX_STRING: usize = 16 * 1024;
/// The longest string that may be a number, in bytes: the VM reads it wherever a number is expected.
pub(crate) const MAX_DIGITS: usize = 64;
/// The greatest nesting of blocks, functions and expressions in a source.
pub(crate) const NESTING: usize = 100;

/// The facts about a source, for display; `None`: it has a syntax error.
pub fn facts_of(source: &str) -> Option<SourceFacts> {
    parser::parse(source, NESTING, 0, false, None).ok().map(|read| read.told)
}
