//! Lua: sources read as text: tokens, syntax, the rules that a script must keep, and facts about names, calls and
//! literals.
//!
//! No part of this module runs Lua or knows a game. `script` compiles the sources that pass; `catalog` and `lint` read
//! the facts.

pub(crate) mod call_template;
mod edits;
pub(crate) mod lexer;
mod library_names;
mod literal_calls;
mod parser;
mod registrations;
mod source_facts;
pub(crate) mod source_rules;
mod words;

pub use lexer::{Token, TokenKind, readable};
pub(crate) use library_names::{LIBRARIES, NO_PATTERNS, OF_PATTERNS};
pub(crate) use registrations::registrations;
pub use source_facts::{
    Comparison, Helper, HostCall, Literal, LiteralValue, Naming, Odd, Signature, SourceFacts, SourceLiterals,
    SourceWord,
};

pub(crate) use words::{SourceWords, numbers};

/// The longest string a script can hold, in bytes. Comparing, joining or hashing one cannot be interrupted.
pub(crate) const MAX_STRING: usize = 16 * 1024;
/// The longest string that may be a number, in bytes: the VM reads it wherever a number is expected.
pub(crate) const MAX_DIGITS: usize = 64;
/// The greatest nesting of blocks, functions and expressions in a source.
pub(crate) const NESTING: usize = 100;

/// True if a source holds nothing but comments.
pub(crate) fn is_blank(source: &str) -> bool {
    lexer::tokens(source).is_ok_and(|tokens| tokens.len() == 1)
}

/// A source with blanks in place of its comments; one that cannot be read stays as it is.
pub(crate) fn without_comments(source: &str) -> String {
    let Ok(tokens) = lexer::tokens(source) else { return source.into() };
    let (mut out, mut end) = (String::with_capacity(source.len()), 0);
    for token in tokens {
        out.extend(source[end..token.start].chars().map(|c| if c == '\n' { c } else { ' ' }));
        out.push_str(&source[token.start..token.end]);
        end = token.end;
    }
    out
}

/// The facts about a source, which is not compiled; `None`: it has a syntax error or breaks a rule of sources.
pub fn facts_of(source: &str) -> Option<SourceFacts> {
    parser::parse(source, NESTING, 0, false, None).ok().map(|read| read.facts)
}
