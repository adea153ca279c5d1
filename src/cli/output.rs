//! Output: which characters the terminal can show.
//!
//! Where the system's language has no UTF-8, drawn lines and dots become letters that every terminal has, each as
//! wide as before. What goes into a file or to another program stays as it is.

use std::io::{IsTerminal, Write};

use crate::error::width;

/// Whether the terminal that is written to knows other letters than ASCII's.
pub fn knows_letters() -> bool {
    !std::io::stdout().is_terminal() || speaks_utf8(|name| std::env::var(name).ok())
}

/// What the system says about its letters: the first of these that says anything counts.
fn speaks_utf8(said: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let language = names.into_iter().filter_map(said).find(|text| !text.is_empty());
    // Elsewhere than on Unix nobody says it this way.
    language.map_or(!cfg!(unix), |text| text.to_lowercase().replace('-', "").contains("utf8"))
}

/// Passes on what is written, in letters of ASCII.
pub struct Ascii<W>(pub W);

impl<W: Write> Write for Ascii<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // Texts are written whole: no letter lies across two calls.
        self.0.write_all(in_ascii(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// A text in letters of ASCII, as wide as it was.
pub fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c),
            '─' | '–' | '—' => out.push('-'),
            '·' => out.push('|'),
            '…' => out.push('.'),
            '‘' | '’' => out.push('\''),
            '“' | '”' => out.push('"'),
            '→' => out.push('>'),
            c => out.extend(std::iter::repeat_n('?', width(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_about_letters_counts() {
        let check = |said: &[(&str, &str)], expected: bool| {
            let of = |name: &str| said.iter().find(|(n, _)| *n == name).map(|(_, text)| text.to_string());
            assert_eq!(speaks_utf8(of), expected, "{said:?}");
        };
        check(&[("LANG", "de_DE.UTF-8")], true);
        check(&[("LANG", "C.utf8")], true);
        check(&[("LANG", "C")], false);
        check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], false);
        check(&[("LC_ALL", ""), ("LANG", "de_DE.UTF-8")], true);
        check(&[], !cfg!(unix));
    }

    #[test]
    fn what_ascii_does_not_have_keeps_its_width() {
        let mut out = Ascii(Vec::new());
        write!(out, "── Amy · 竜 é…").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "-- Amy | ?? ?.");
    }
}
