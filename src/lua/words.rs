//! Words: the names, texts and numbers of a source, without its comments.

use super::lexer::{Token, TokenKind, readable};
use super::literal_calls::TokenReader;
use crate::data::names_word;

/// The words of a source, up to what cannot be read.
#[derive(Clone, Debug, Default)]
pub struct SourceWords {
    /// The names in the source, each as often as it is used.
    pub names: Vec<Box<str>>,
    /// Names that stand without a member: whoever gets such a value may read any member of it.
    pub whole: Vec<Box<str>>,
    /// Every text.
    pub texts: Vec<Box<str>>,
    /// The whole numbers in the source, including those inside texts.
    pub numbers: Vec<i64>,
    /// True if the source computes: it has an assignment, a loop, or an operator such as `+` or `..`.
    pub computes: bool,
}

impl SourceWords {
    /// The words of a source.
    pub fn of(source: &str) -> SourceWords {
        let tokens = readable(source);
        let reader = WordReader { reader: TokenReader::of(source, &tokens), tokens: &tokens };
        let mut out = SourceWords::default();
        for (at, token) in tokens.iter().enumerate() {
            let text = &source[token.start..token.end];
            match token.kind {
                TokenKind::Name => {
                    out.names.push(text.into());
                    if reader.is_whole(at) {
                        out.whole.push(text.into());
                    }
                }
                TokenKind::Number => out.numbers.extend(text.parse::<i64>()),
                TokenKind::Text => out.text(&reader, at),
                TokenKind::Sign => out.computes |= ["+", "*", "/", "%", "#", "=", ".."].contains(&text),
                TokenKind::Keyword => out.computes |= ["for", "while", "repeat"].contains(&text),
                TokenKind::End => {}
            }
        }
        out
    }

    fn text(&mut self, reader: &WordReader, at: usize) {
        let text = reader.reader.text_of(at);
        let text = reader.reader.text_at(at).unwrap_or_else(|| text.trim_matches(['"', '\'']).into());
        self.numbers.extend(numbers(&text));
        self.texts.push(text);
    }

    /// True if the source says a word: as a name, or as a word in a text.
    pub fn says(&self, word: &str) -> bool {
        self.names.iter().any(|name| **name == *word) || self.texts.iter().any(|one| names_word(one, word))
    }

    /// True if a text of the source is this word.
    pub fn quotes(&self, word: &str) -> bool {
        self.texts.iter().any(|one| **one == *word)
    }
}

struct WordReader<'s> {
    reader: TokenReader<'s>,
    tokens: &'s [Token],
}

impl WordReader<'_> {
    fn is(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign) && self.reader.text_of(at) == sign
    }

    /// True if a name here is no member, no key, and has no member.
    fn is_whole(&self, at: usize) -> bool {
        let is_member = at > 0 && (self.is(at - 1, ".") || self.is(at - 1, ":"));
        let has_member = [".", "="].iter().any(|sign| self.is(at + 1, sign));
        !is_member && !has_member
    }
}

/// The whole numbers that stand in a text as words of their own.
pub(crate) fn numbers(text: &str) -> Vec<i64> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let is_inside = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        let digits = &rest[at..];
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let is_word = digits[end..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_inside && !is_word {
            out.extend(digits[..end].parse::<i64>());
        }
        rest = &digits[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_words() {
        let words = SourceWords::of("act.draw(me, 2) -- hand 3\n--[[ deck\n 'ring' ]] note([[4 cards of stock]])");
        for (word, expected) in [("draw", true), ("stock", true), ("hand", false), ("deck", false), ("ring", false)] {
            assert_eq!(words.says(word), expected, "{word}");
        }
        assert_eq!(words.numbers, [2, 4]);
    }

    #[test]
    fn a_text_is_a_word_and_a_table_is_read_whole() {
        let words =
            SourceWords::of("cards { zone = { 'a', \"b\" }, owner = me }\nact.move(self, 'c')\nif x == 'd' then end");
        assert_eq!(words.texts.join(" "), "a b c d");
        assert_eq!(words.whole.join(" "), "cards me self x");
    }

    #[test]
    fn numbers_are_words_of_their_own() {
        assert_eq!(numbers("deal 300, -2 and 1..3 of card A107"), [300, 2, 1]);
    }
}
