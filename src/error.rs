//! Error: what went wrong, where, and what helps.
//!
//! Loading collects [`Problems`], so that an author sees all of them at once; everything else
//! stops at the first [`Error`]. A panic means a bug of ours and is neither.
//!
//! ```text
//! error: unknown zone `graveyrad`
//!   --> cards/odd/core/ember_drake.yaml:7:12
//!    |
//!  7 |   zone: graveyrad
//!    |         ^^^^^^^^^
//!    = help: did you mean `graveyard`? (known: deck, discard, graveyard)
//! ```

mod character_places;
mod problems;
mod refusal;

use std::error::Error as StdError;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

pub(crate) use character_places::LinePiece;
pub use character_places::TextPlaces;
pub use problems::{Problem, Problems, Severity};
#[doc(hidden)]
pub use problems::{harmless, is_one_line, one_line, visible_text};
#[doc(hidden)]
pub use problems::{joins_letters, visible_behind, width};
pub use refusal::{Fact, Refusal};

/// A place in a text. Line and column count from 1, columns in characters; line 0 is unknown.
///
/// The span of a text is where its content begins: after the quote of a quoted text, and for a
/// block (`|`) at its first line, with the column of the block's indentation. Where the characters
/// behind it stand, [`Span::behind`] tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Name of the text, mostly a path; empty if there is no text.
    pub file: Arc<str>,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column in characters, from 1; 0 if unknown.
    pub column: u32,
    /// The places of the characters of a text that begins here.
    pub inside: TextPlaces,
}

impl Span {
    /// A place in a named text.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column, inside: TextPlaces::default() }
    }

    /// True if the text is written in several pieces, for example with escapes or folded lines.
    pub(crate) fn is_in_pieces(&self) -> bool {
        self.inside.is_in_pieces()
    }

    /// The place of a character in the text that begins here.
    pub fn behind(&self, chars: usize) -> Span {
        let chars = u32::try_from(chars).unwrap_or(u32::MAX - self.column);
        let (line, column) = self.inside.behind((self.line, self.column), chars);
        Span::new(self.file.clone(), line, column)
    }

    /// The place of a part of this text, given in bytes; `None` if the part is not one piece of one line in the file,
    /// spelt as in the text.
    pub fn part(&self, text: &str, part: Range<usize>) -> Option<Span> {
        let first = text.get(..part.start)?.chars().count();
        let more = text.get(part)?.chars().count().saturating_sub(1);
        let (start, last) = (self.behind(first), self.behind(first + more));
        (start.line == last.line && start.column as usize + more == last.column as usize).then_some(start)
    }

    /// No place: for data that has no text, such as Lua tables.
    pub fn none() -> Self {
        Self::new("", 0, 0)
    }

    /// A whole file, when no line of it is to blame.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self::new(file, 0, 0)
    }

    /// True if the place names no file.
    pub fn is_none(&self) -> bool {
        self.file.is_empty()
    }
}

/// `file:line:column`, without the parts that are unknown.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kinds of error; see [`Error`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Files that could not be loaded, with all findings about them.
    Load(Problems),
    /// An answer that the rules do not allow, and why. The game goes on as if it was not given.
    Refused(Refusal),
    /// A Lua script failed.
    Script {
        /// The message of Lua, without the place.
        message: String,
        /// Lua's stack, innermost call first; empty if unknown.
        traceback: String,
    },
    /// A file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// The caller asked for something that does not exist or does not fit.
    Usage(String),
    /// A bug of ours that was noticed in time.
    Internal(String),
}

/// The error type of the library: a message, optional place and help, source chain.
#[derive(Debug)]
pub struct Error(Box<Details>);

#[derive(Debug)]
struct Details {
    kind: ErrorKind,
    span: Span,
    help: Option<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error without place and help.
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Details { kind, span: Span::none(), help: None, source: None }))
    }

    /// The error for files that do not load.
    pub fn load(problems: Problems) -> Self {
        Self::new(ErrorKind::Load(problems))
    }

    /// An illegal answer, and why.
    pub fn refused(reason: impl Into<Refusal>) -> Self {
        Self::new(ErrorKind::Refused(reason.into()))
    }

    /// A failed script; `traceback` may be empty.
    pub fn script(message: impl Into<String>, traceback: impl Into<String>) -> Self {
        Self::new(ErrorKind::Script { message: message.into(), traceback: traceback.into() })
    }

    /// A file that could not be read or written.
    pub fn io(path: impl AsRef<Path>, cause: io::Error) -> Self {
        Self::new(ErrorKind::Io { path: path.as_ref().to_owned(), cause })
    }

    /// Something asked for that does not exist or does not fit.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage(message.into()))
    }

    /// A bug of ours.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal(message.into()))
    }

    /// The error with its place.
    #[must_use]
    pub fn at(mut self, span: &Span) -> Self {
        self.0.span = span.clone();
        self
    }

    /// The error with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The error with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(cause.into());
        self
    }

    /// The help for whoever sees the error; `None` if none is known.
    pub fn helped(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The place of the error; [`Span::none`] if unknown.
    pub fn span(&self) -> &Span {
        &self.0.span
    }

    /// True for an illegal answer: the caller may ask again.
    pub fn is_refused(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Refused(_))
    }

    /// The reason why an answer was refused; `None` for other errors.
    pub fn refusal(&self) -> Option<&Refusal> {
        if let ErrorKind::Refused(refusal) = &self.0.kind { Some(refusal) } else { None }
    }

    /// The findings of a failed load, or `None` for other errors.
    pub fn problems(&self) -> Option<&Problems> {
        if let ErrorKind::Load(problems) = &self.0.kind { Some(problems) } else { None }
    }
}

impl From<Problems> for Error {
    fn from(problems: Problems) -> Self {
        Self::load(problems)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Load(problems) => f.write_str(problems.render_all().trim_end()),
            ErrorKind::Refused(refusal) => f.write_str(&harmless(&refusal.words)),
            ErrorKind::Usage(text) => f.write_str(&harmless(text)),
            ErrorKind::Internal(text) => write!(f, "internal error: {}", harmless(text)),
            ErrorKind::Script { message, traceback } if traceback.is_empty() => f.write_str(&harmless(message)),
            ErrorKind::Script { message, traceback } => {
                write!(f, "{}\n    {}", harmless(message), harmless(traceback))
            }
            ErrorKind::Io { path, cause } => write!(f, "{}: {cause}", harmless(&path.to_string_lossy())),
        }
    }
}

/// `place: message (help: ...)`. The source is not part of it, except for the cause of `Io`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.span.is_none() {
            write!(f, "{}: ", harmless(&self.0.span.to_string()))?;
        }
        write!(f, "{}", self.0.kind)?;
        self.0.help.as_ref().map_or(Ok(()), |help| write!(f, " (help: {})", harmless(help)))
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match (&self.0.source, &self.0.kind) {
            (Some(source), _) => Some(source.as_ref()),
            // The cause itself is already in the message.
            (None, ErrorKind::Io { cause, .. }) => cause.source(),
            (None, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_place_message_and_help_and_keeps_its_cause() {
        let error = Error::refused("not your turn").at(&Span::new("a.lua", 3, 0)).help("pass");
        assert_eq!(error.to_string(), "a.lua:3: not your turn (help: pass)");
        assert!(error.is_refused() && error.source().is_none());
        let error = Error::script("oops", "").because(io::Error::other("deep"));
        assert_eq!(error.source().unwrap().to_string(), "deep");
        let error = Error::io("x.yaml", io::Error::other("gone"));
        assert_eq!(error.to_string(), "x.yaml: gone");
    }
}
