//! Text: measures, cuts and wraps texts for terminals, and paints them.

use super::output::{has_colours, is_terminal};
use intermezzo::error::{harmless, joins_letters, width as char_width};

/// The number of columns that a text takes in a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// A text of others on one line, with control sequences replaced.
pub fn clean(text: &str) -> String {
    harmless(&text.replace('\n', " "))
}

/// A text with names of a game in it, as people read it: a `_` between letters becomes a blank. Control sequences are
/// replaced, too.
pub fn spoken(text: &str) -> String {
    let text = clean(text);
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut before = None;
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        let is_blank = c == '_' && is_word(before) && is_word(chars.peek().copied());
        out.push(if is_blank { ' ' } else { c });
        before = Some(c);
    }
    out
}

/// The text cut to a number of columns, with `…` for the missing part.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.into();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + char_width(c) + 1 > columns {
            break;
        }
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out + "…"
}

/// The text with blanks behind it, so that it takes a number of columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Breaks a text into lines of at most `columns`, the further ones indented. A line may also end between wide letters,
/// whose scripts have no blanks, but not before a closing sign.
pub fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        for (i, part) in parts(word).into_iter().enumerate() {
            let between = if i == 0 { " " } else { "" };
            match lines.last_mut() {
                Some(line) if width(line) + between.len() + width(part) <= columns => {
                    *line += &format!("{between}{part}")
                }
                Some(_) => lines.push(" ".repeat(indent) + part),
                None => lines.push(part.into()),
            }
        }
    }
    lines.iter().map(|line| cut(line, columns)).collect()
}

/// A text as lines of the terminal, which end between words; one line where the output is no terminal.
pub fn for_terminal(text: &str) -> Vec<String> {
    let columns = is_terminal().then(crossterm::terminal::size).and_then(Result::ok);
    in_columns(text, columns.map(|(columns, _)| usize::from(columns)))
}

/// A text as lines of so many columns; one line where their number is unknown.
fn in_columns(text: &str, columns: Option<usize>) -> Vec<String> {
    match columns {
        Some(columns) if columns > 0 && width(text) > columns => wrap(text, columns, 2),
        _ => vec![text.into()],
    }
}

/// Signs that cannot begin a line.
const CLOSING: &str = "、。，．・：；？！」』）】〕〉》ー～…ゃゅょっァィゥェォャュョッ";

/// Splits a word where a line may end within it: beside wide letters.
fn parts(word: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut begin, mut is_wide_before) = (0, false);
    for (at, c) in word.char_indices() {
        let is_wide = char_width(c) > 1;
        // Characters that are joined into one sign, such as some emoji, stay together.
        let is_joined = joins_letters(c) || word[..at].ends_with(joins_letters);
        let closes = is_joined || CLOSING.contains(c) || ",.!?):;]".contains(c);
        let opens = word[..at].ends_with(['「', '『', '（', '【', '〈', '《']);
        if at > begin && (is_wide || is_wide_before) && !closes && !opens {
            out.push(&word[begin..at]);
            begin = at;
        }
        is_wide_before = is_wide;
    }
    out.push(&word[begin..]);
    out
}

/// Writes items one behind the other with `between` between them, on lines of at most `columns`, the further ones
/// indented.
pub fn flow(items: impl IntoIterator<Item = String>, between: &str, columns: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if width(line) + width(between) + width(&item) + width(between.trim_end()) <= columns => {
                *line += &format!("{between}{item}");
            }
            Some(line) => {
                line.push_str(between.trim_end());
                lines.push(" ".repeat(indent) + &item);
            }
            None => lines.push(item),
        }
    }
    lines.iter().map(|l| cut(l, columns)).collect()
}

/// A number with the word that it counts: `1 card`, `2 cards`.
pub fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// True if the variable `TERM` says that the terminal can only print one line after another.
pub fn is_dumb() -> bool {
    let said = std::env::var("TERM").unwrap_or_default();
    said == "dumb" || cfg!(unix) && said.is_empty()
}

/// Colours for the terminal, or none.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// True if there are colours.
    pub is_on: bool,
}

impl Colours {
    /// The control sequences of colours: `Plain` lets only these through to a terminal.
    pub const CODES: [&str; 7] = [BOLD, DIM, RED, GREEN, CYAN, END, END_OF_COLOUR];

    /// On if the standard output is a terminal that shows colours and the person does not forbid them.
    pub fn for_stdout() -> Colours {
        Colours { is_on: has_colours() }
    }

    /// A text in bold, for what is important.
    pub fn bold(self, text: &str) -> String {
        self.between(BOLD, text, END)
    }

    /// A text in faint letters, for what is unimportant.
    pub fn dim(self, text: &str) -> String {
        self.between(DIM, text, END)
    }

    /// A text in red, for errors.
    pub fn red(self, text: &str) -> String {
        self.between(RED, text, END_OF_COLOUR)
    }

    /// A text in green, for what passes or is new.
    pub fn green(self, text: &str) -> String {
        self.between(GREEN, text, END_OF_COLOUR)
    }

    /// A text in cyan, for names, places and messages.
    pub fn cyan(self, text: &str) -> String {
        self.between(CYAN, text, END_OF_COLOUR)
    }

    fn between(self, begin: &str, text: &str, end: &str) -> String {
        if self.is_on { format!("{begin}{text}{end}") } else { text.into() }
    }
}

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[38;5;1m";
const GREEN: &str = "\x1b[38;5;2m";
const CYAN: &str = "\x1b[38;5;6m";
const END: &str = "\x1b[0m";
const END_OF_COLOUR: &str = "\x1b[39m";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_between_words_where_the_columns_are_known() {
        let hand = "Your hand: Heron (cost 3), 2 Crab.";
        assert_eq!(in_columns(hand, None), [hand]);
        assert_eq!(in_columns(hand, Some(80)), [hand]);
        assert_eq!(in_columns(hand, Some(20)), ["Your hand: Heron", "  (cost 3), 2 Crab."]);
    }

    #[test]
    fn cutting_counts_columns_and_marks_the_cut() {
        assert_eq!(cut("lantern", 7), "lantern");
        assert_eq!(cut("lantern", 5), "lant…");
        assert_eq!(cut("a lantern", 3), "a…");
        assert_eq!(cut("竜竜竜", 5), "竜竜…");
    }

    #[test]
    fn names_of_a_game_are_spoken_with_blanks() {
        assert_eq!(spoken("turn_slots 1 of _this_"), "turn slots 1 of _this_");
    }

    #[test]
    fn items_flow_over_lines_with_an_indent() {
        let items = ["one", "two", "three"].map(String::from);
        assert_eq!(flow(items, ", ", 9, 2), ["one, two,", "  three"]);
        assert_eq!(wrap("a bb ccc", 4, 0), ["a bb", "ccc"]);
        assert_eq!(wrap("竜が、来た。x=3", 7, 0), ["竜が、", "来た。", "x=3"]);
        assert!(wrap("", 9, 0).iter().all(String::is_empty));
    }
}
