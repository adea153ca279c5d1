//! Fit: text layout in a box: letters shrink down to a least size, then the lines that overflow are counted.

use super::card_look::{TextSpan, Tone};
use super::text_width::Font;

/// The distance between the base lines of two lines, in parts of the letters' size.
pub const LEADING: f64 = 1.2;
/// The additional distance between two paragraphs, in parts of the letters' size.
const BETWEEN: f64 = 0.35;
/// The step by which letters shrink until their text fits, in tenths of a millimetre.
const STEP: f64 = 0.5;

/// A text in its box.
#[derive(Debug)]
pub struct Fitted {
    /// The size of the letters.
    pub size: f64,
    /// The lines of the text, as many as fit.
    pub lines: Vec<FittedLine>,
    /// The height of all lines together.
    pub height: f64,
    /// The number of lines that do not fit.
    pub overflow: usize,
}

/// A line.
#[derive(Debug, Default)]
pub struct FittedLine {
    /// The parts of the line from left to right.
    pub parts: Vec<FittedPart>,
    /// The width of the line.
    pub width: f64,
    /// The distance of the letters' base line from the top of the box.
    pub foot: f64,
}

/// A part of a line.
#[derive(Clone, Debug)]
pub struct FittedPart {
    /// The kind of the part.
    pub what: PartKind,
    /// The distance from the left end of the line.
    pub x: f64,
    /// The width of the part.
    pub width: f64,
}

/// The kind of a part of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// Letters.
    Letters(String, Font, Tone),
    /// A symbol.
    Symbol(String),
}

/// A piece of a text that is never broken: a word, a symbol or a space.
struct Atom {
    what: PartKind,
    /// The width for letters of size 1.
    width: f64,
    is_space: bool,
    /// True if a line may end behind the piece.
    may_end: bool,
}

/// Fits paragraphs into a box.
pub fn fit(paragraphs: &[Vec<TextSpan>], font: Font, (width, height): (f64, f64), (size, least): (f64, f64)) -> Fitted {
    let atoms: Vec<Vec<Atom>> = paragraphs.iter().map(|spans| atoms(spans, font)).collect();
    let mut at = size;
    loop {
        let found = place(&atoms, at, (width, height));
        if found.overflow == 0 || at <= least {
            return found;
        }
        at = (at - STEP).max(least);
    }
}

/// Breaks paragraphs into lines at a size of letters, and places the lines that fit into the box; lines that are too
/// wide or too low are counted.
fn place(paragraphs: &[Vec<Atom>], size: f64, (width, height): (f64, f64)) -> Fitted {
    let mut found = Fitted { size, lines: Vec::new(), height: 0.0, overflow: 0 };
    for (i, atoms) in paragraphs.iter().enumerate() {
        let gap = if i > 0 { BETWEEN * size } else { 0.0 };
        for (j, mut line) in wrap(atoms, size, width).into_iter().enumerate() {
            let top = found.height + if j == 0 { gap } else { 0.0 };
            // The letters of the last line must fit; the space below them need not.
            if top + size > height + 0.01 || line.width > width + 0.01 {
                found.overflow += 1;
                continue;
            }
            line.foot = top + 0.95 * size;
            found.height = top + LEADING * size;
            found.lines.push(line);
        }
    }
    found.height -= (LEADING - 1.0) * size;
    found
}

fn wrap(atoms: &[Atom], size: f64, width: f64) -> Vec<FittedLine> {
    if atoms.iter().all(|atom| atom.width == 0.0) {
        return Vec::new();
    }
    let mut lines = vec![FittedLine::default()];
    let mut rest = atoms;
    while !rest.is_empty() {
        // The pieces that stay together: up to the next place where a line may end.
        let end = rest.iter().position(|atom| atom.may_end).map_or(rest.len(), |at| at + 1);
        let (together, after) = rest.split_at(end);
        let wide: f64 = together.iter().filter(|atom| !atom.is_space).map(|atom| atom.width * size).sum();
        let line = lines.last().expect("there is a line");
        if !line.parts.is_empty() && line.width + wide > width {
            let done = lines.last_mut().expect("there is a line");
            done.trim();
            lines.push(FittedLine::default());
        }
        let line = lines.last_mut().expect("there is a line");
        together.iter().for_each(|atom| line.push(atom, size));
        rest = after;
    }
    lines.iter_mut().for_each(FittedLine::trim);
    lines
}

impl FittedLine {
    fn push(&mut self, atom: &Atom, size: f64) {
        let width = atom.width * size;
        if self.parts.is_empty() && atom.is_space {
            return;
        }
        // Letters of one kind are drawn together.
        if let (
            Some(FittedPart { what: PartKind::Letters(text, font, tone), width: wide, .. }),
            PartKind::Letters(more, of, like),
        ) = (self.parts.last_mut(), &atom.what)
            && (*font, *tone) == (*of, *like)
        {
            text.push_str(more);
            *wide += width;
        } else {
            self.parts.push(FittedPart { what: atom.what.clone(), x: self.width, width });
        }
        self.width += width;
    }

    /// Takes spaces away from the end of the line.
    fn trim(&mut self) {
        let Some(FittedPart { what: PartKind::Letters(text, font, _), width, .. }) = self.parts.last_mut() else {
            return;
        };
        let kept = text.trim_end().len();
        if kept == text.len() {
            return;
        }
        let all = font.width(text);
        let size = if all > 0.0 { *width / all } else { 0.0 };
        text.truncate(kept);
        let less = *width - font.width(text) * size;
        *width -= less;
        self.width -= less;
        if kept == 0 {
            self.parts.pop();
            self.trim();
        }
    }
}

fn atoms(spans: &[TextSpan], base: Font) -> Vec<Atom> {
    let mut out: Vec<Atom> = Vec::new();
    for span in spans {
        match span {
            TextSpan::Symbol(path) => {
                out.push(Atom { what: PartKind::Symbol(path.clone()), width: 1.0, is_space: false, may_end: false });
            }
            TextSpan::Letters { text, bold, italic, tone } => {
                let font = match (base, bold, italic) {
                    (Font::Serif, ..) => Font::Serif,
                    (_, true, _) => Font::Bold,
                    (_, _, true) => Font::Italic,
                    (base, ..) => base,
                };
                for word in words(text) {
                    let is_space = word.chars().all(char::is_whitespace);
                    let may_end = is_space || word.ends_with(['-', '–', '—', '/']) || word.ends_with(is_wide);
                    let width = font.width(word);
                    out.push(Atom { what: PartKind::Letters(word.into(), font, *tone), width, is_space, may_end });
                }
            }
        }
    }
    out
}

/// Splits a text into words and spaces; each letter of Chinese, Japanese and Korean becomes a word of its own.
fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let Some((_, next)) = chars.peek() else { break };
        let is_space = |c: char| c == ' ';
        let parts = is_space(c) != is_space(*next) || is_wide(c) && !clings(*next) || is_wide(*next) || c == '-';
        if parts && !(is_wide(*next) && clings(*next)) {
            out.push(&text[from..end]);
            from = end;
        }
    }
    if from < text.len() {
        out.push(&text[from..]);
    }
    out
}

/// True for letters between which a line may end anywhere.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

/// True for a sign that may not begin a line, and so stays with the letter before it.
fn clings(c: char) -> bool {
    matches!(c, '。' | '、' | '」' | '』' | '）' | '！' | '？' | '・' | 'ー' | '，' | '．')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(text: &str) -> Vec<Vec<TextSpan>> {
        let span =
            |text: &str| vec![TextSpan::Letters { text: text.into(), bold: false, italic: false, tone: Tone::Printed }];
        text.split('\n').map(span).collect()
    }

    fn lines(fitted: &Fitted) -> Vec<String> {
        let text = |part: &FittedPart| match &part.what {
            PartKind::Letters(text, ..) => text.clone(),
            PartKind::Symbol(_) => "*".into(),
        };
        fitted.lines.iter().map(|line| line.parts.iter().map(text).collect()).collect()
    }

    #[test]
    fn lines_end_between_words() {
        let found = fit(&say("one two three"), Font::Sans, (90.0, 400.0), (20.0, 20.0));
        assert_eq!(lines(&found), ["one two", "three"]);
        assert_eq!(found.overflow, 0);
        assert!(found.lines.iter().all(|line| line.width <= 90.0));
        assert_eq!(lines(&fit(&say("竜の炎。"), Font::Sans, (60.0, 400.0), (20.0, 20.0))), ["竜の", "炎。"]);
    }

    #[test]
    fn letters_shrink_as_far_as_they_may() {
        let text = say("word word word word\nword word");
        assert_eq!(fit(&text, Font::Sans, (100.0, 200.0), (20.0, 10.0)).size, 20.0);
        let small = fit(&text, Font::Sans, (100.0, 50.0), (20.0, 10.0));
        assert!(small.size < 20.0 && small.size > 10.0 && small.overflow == 0 && small.height <= 50.0);
        let over = fit(&text, Font::Sans, (100.0, 30.0), (20.0, 18.0));
        assert_eq!((over.size, over.overflow, over.lines.len()), (18.0, 2, 1));
    }

    #[test]
    fn a_word_that_is_too_wide_overflows() {
        assert_eq!(fit(&say("Incomprehensibilities"), Font::Sans, (50.0, 100.0), (20.0, 15.0)).overflow, 1);
        assert_eq!(fit(&say(""), Font::Sans, (50.0, 10.0), (20.0, 15.0)).overflow, 0);
    }
}
