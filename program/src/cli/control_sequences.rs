//! Control sequences: writes control sequences in printed text as visible characters, except for our own colours.
//!
//! So no text moves the cursor, changes the title, writes the clipboard or hides its neighbours.

use std::io::{Result, Write};

use super::text::Colours;
use intermezzo::error::{joins_letters, visible_behind};

const ESCAPE: u8 = 0x1b;

/// A writer that passes text on to another one, with each control sequence replaced by visible characters.
pub struct Plain<W: Write> {
    inner: W,
    /// The beginning of a character or of a colour whose end was not written yet.
    left: Vec<u8>,
    /// The last written character, because a joining mark is only allowed between two letters.
    before: char,
}

impl<W: Write> Plain<W> {
    /// A writer over another one.
    pub fn new(inner: W) -> Plain<W> {
        Plain { inner, left: Vec::new(), before: ' ' }
    }

    /// Writes to the writer below without replacing anything, after all text that was written before.
    ///
    /// # Errors
    ///
    /// A writer that fails.
    pub fn past(&mut self, write: impl FnOnce(&mut W) -> Result<()>) -> Result<()> {
        self.pass(true)?;
        write(&mut self.inner)
    }

    /// Passes on what was written and not passed on yet. A character or a colour whose end is missing waits, unless
    /// `is_end` says that nothing follows.
    fn pass(&mut self, is_end: bool) -> Result<()> {
        let bytes = std::mem::take(&mut self.left);
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let plain = rest.iter().position(|b| *b == ESCAPE).unwrap_or(rest.len());
            let (text, after) = rest.split_at(plain);
            let whole = if is_end || !after.is_empty() { text.len() } else { complete(text) };
            let written = String::from_utf8_lossy(&text[..whole]);
            self.inner.write_all(visible_behind(self.before, &written).as_bytes())?;
            self.before = written.chars().next_back().unwrap_or(self.before);
            if whole < text.len() {
                self.left = text[whole..].to_vec();
                return Ok(());
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
            match colour(rest) {
                TerminalColour::Whole(n) => {
                    self.inner.write_all(&rest[..n])?;
                    self.before = ' ';
                    rest = &rest[n..];
                }
                TerminalColour::Begun if !is_end => {
                    self.left = rest.to_vec();
                    return Ok(());
                }
                _ => {
                    self.inner.write_all(visible_behind(' ', "\u{1b}").as_bytes())?;
                    self.before = ' ';
                    rest = &rest[1..];
                }
            }
        }
        Ok(())
    }
}

/// The length, in bytes, of the part of a text that can be judged already. A writer may cut the last character in two,
/// and a joining mark is judged by the character after it.
fn complete(text: &[u8]) -> usize {
    let whole = match std::str::from_utf8(text) {
        Err(e) if e.error_len().is_none() => e.valid_up_to(),
        _ => text.len(),
    };
    let last = text[..whole].len().checked_sub(3).and_then(|at| std::str::from_utf8(&text[at..whole]).ok());
    let waits = last.is_some_and(|last| last.chars().next().is_some_and(joins_letters));
    if waits { whole - 3 } else { whole }
}

enum TerminalColour {
    Whole(usize),
    Begun,
    None,
}

/// The colour sequence of this program with which the bytes begin, if they do.
fn colour(bytes: &[u8]) -> TerminalColour {
    match Colours::CODES.iter().find(|code| bytes.starts_with(code.as_bytes())) {
        Some(code) => TerminalColour::Whole(code.len()),
        None if Colours::CODES.iter().any(|code| code.as_bytes().starts_with(bytes)) => TerminalColour::Begun,
        None => TerminalColour::None,
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.left.extend_from_slice(bytes);
        self.pass(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.pass(true)?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut plain = Plain::new(&mut out);
        parts.iter().for_each(|part| plain.write_all(part).unwrap());
        plain.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_colours_steer_the_terminal() {
        let ours = format!("{}: {}\n", Colours { is_on: true }.red("error"), Colours { is_on: true }.bold("fine"));
        assert_eq!(printed(&[ours.as_bytes()]), ours);
        for (attack, seen) in [
            (&b"\x1b[2J"[..], "␛[2J"),
            (b"\x1b]0;title\x07", "␛]0;title␇"),
            (b"\x1b]52;c;aGk=\x1b\\", "␛]52;c;aGk=␛\\"),
            (b"a\rb\x08\x7f", "a␍b␈␡"),
            ("\u{9b}2J\u{202e}x".as_bytes(), "\u{fffd}2J\u{fffd}x"),
            (b"\x1b[1;2;3;4;5;6m", "␛[1;2;3;4;5;6m"),
            // Hidden and blinking text is never ours.
            (b"\x1b[8m", "␛[8m"),
            (b"\x1b[38;5;16m", "␛[38;5;16m"),
            (b"\x1b[5mx", "␛[5mx"),
            (b"\x1b", "␛"),
            (b"\xff\xfe", "\u{fffd}\u{fffd}"),
        ] {
            assert_eq!(printed(&[attack]), seen);
            // An attack may arrive in pieces of one byte.
            let bytes: Vec<&[u8]> = attack.chunks(1).collect();
            assert_eq!(printed(&bytes), seen, "byte by byte");
        }
        for joined in [
            "\u{645}\u{6cc}\u{200c}\u{62e}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{1f469}\u{200d}\u{1f467}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
        ] {
            assert_eq!(printed(&[joined.as_bytes()]), joined);
            let bytes: Vec<&[u8]> = joined.as_bytes().chunks(1).collect();
            assert_eq!(printed(&bytes), joined, "byte by byte");
        }
        // A sign that joins letters is replaced where it would only hide: between letters that do not join, at the end
        // of a text, and beside another such sign.
        for (attack, seen) in [
            ("ad\u{200d}min", "ad\u{fffd}min"),
            ("\u{645}\u{200c}", "\u{645}\u{fffd}"),
            ("\u{645}\u{200c}\u{200c}\u{645}", "\u{645}\u{fffd}\u{fffd}\u{645}"),
        ] {
            assert_eq!(printed(&[attack.as_bytes()]), seen);
        }
        assert_eq!(printed(&[b"caf\xc3", b"\xa9 \x1b[38;", b"5;2mok\x1b[39m"]), "café \x1b[38;5;2mok\x1b[39m");
    }
}
