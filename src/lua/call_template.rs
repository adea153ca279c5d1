//! Call template: a call of a host function whose constant parts are read once, when its script loads.
//!
//! A table that is written out as an argument is made anew at each call, walked by the host and thrown away. Where all
//! its keys are plain words, the parser writes the arguments as one text, with holes where something is computed, and
//! hands on only what fills the holes:
//!
//! ```text
//! cards { zone = "hand", owner = p }    __cards("...", (p))
//! ```
//!
//! The text begins with `1` or `0` for [`Template::first`], and with the price in fuel: `012;`. Then it names the parts
//! in order. Each begins with a letter: `n`il, `t`rue, `f`alse, a number as `d12;`, a text as `s4:hand`, a hole `h`, a
//! table as `{`, its entries and `}`; an entry is `i` and a part, or `k5:owner` and a part.

use std::fmt::Write;

/// Says of a function of the host, by its name, whether its calls are prepared: `None` if not, else whether it answers
/// at once with a list.
pub(crate) type Prepares = fn(&str) -> Option<bool>;

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Template {
    /// True if the script reads only the first element of the list that comes back.
    pub first: bool,
    /// The fuel that the script would pay for making these tables itself.
    pub fuel: i64,
    pub parts: Vec<TemplatePart>,
}

/// An argument, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TemplatePart {
    Nil,
    Bool(bool),
    Number(f64),
    Text(Box<str>),
    /// A computed value. Holes are filled in their order.
    Hole,
    /// A table: its entries, each with its name if it has one.
    Table(Vec<(Option<Box<str>>, TemplatePart)>),
}

/// The name of a function's prepared form. Scripts with names that begin with `__` are refused.
pub(crate) fn prepared(name: &str) -> String {
    format!("__{}", name.replace('.', "_"))
}

impl Template {
    /// The template's text, as a string literal of Lua.
    pub(crate) fn literal(&self) -> String {
        let mut text = format!("{}{};", if self.first { '1' } else { '0' }, self.fuel);
        self.parts.iter().for_each(|part| write_part(&mut text, part));
        let mut out = String::with_capacity(text.len() + 2);
        out.push('"');
        for byte in text.bytes() {
            match byte {
                b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => out.push(byte.into()),
                _ => out.extend([format!("\\{byte:03}")]),
            }
        }
        out.push('"');
        out
    }

    /// Reads what [`Template::literal`] wrote, as Lua gives it back. Nothing else is a template.
    pub(crate) fn read(text: &[u8]) -> Option<Template> {
        let mut reader = TemplateReader(std::str::from_utf8(text).ok()?);
        let first = reader.byte()? == b'1';
        let fuel = reader.until(';')?.parse().ok()?;
        let mut parts = Vec::new();
        while !reader.0.is_empty() {
            parts.push(reader.part()?);
        }
        Some(Template { first, fuel, parts })
    }
}

fn write_part(out: &mut String, part: &TemplatePart) {
    match part {
        TemplatePart::Nil => out.push('n'),
        TemplatePart::Bool(true) => out.push('t'),
        TemplatePart::Bool(false) => out.push('f'),
        TemplatePart::Number(n) => out.extend([format!("d{n};")]),
        TemplatePart::Text(text) => out.extend([format!("s{}:{text}", text.len())]),
        TemplatePart::Hole => out.push('h'),
        TemplatePart::Table(entries) => {
            out.push('{');
            for (name, part) in entries {
                match name {
                    // Writing into a text cannot fail.
                    Some(name) => drop(write!(out, "k{}:{name}", name.len())),
                    None => out.push('i'),
                }
                write_part(out, part);
            }
            out.push('}');
        }
    }
}

/// Reads a template; holds the rest of its text.
struct TemplateReader<'a>(&'a str);

impl<'a> TemplateReader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.0.as_bytes().first()?;
        self.0 = self.0.get(1..)?;
        Some(byte)
    }

    fn until(&mut self, end: char) -> Option<&'a str> {
        let (before, rest) = self.0.split_once(end)?;
        self.0 = rest;
        Some(before)
    }

    fn text(&mut self) -> Option<Box<str>> {
        let length = self.until(':')?.parse().ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text.into())
    }

    fn part(&mut self) -> Option<TemplatePart> {
        Some(match self.byte()? {
            b'n' => TemplatePart::Nil,
            b't' => TemplatePart::Bool(true),
            b'f' => TemplatePart::Bool(false),
            b'd' => TemplatePart::Number(self.until(';')?.parse().ok()?),
            b's' => TemplatePart::Text(self.text()?),
            b'h' => TemplatePart::Hole,
            b'{' => {
                let mut entries = Vec::new();
                loop {
                    let name = match self.byte()? {
                        b'}' => break,
                        b'k' => Some(self.text()?),
                        _ => None,
                    };
                    entries.push((name, self.part()?));
                }
                TemplatePart::Table(entries)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_template_is_not_read() {
        for text in ["", "1", "0;", "00;x", "00;s9:abc", "00;{i", "00;d;", "00;\u{9b54}"] {
            assert_eq!(Template::read(text.as_bytes()), None, "{text}");
        }
    }
}
