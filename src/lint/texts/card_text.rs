//! Card text: the words of the text of a card in one language, and the phrases found among them.

use std::ops::Range;

/// The first letter of the scripts that put no blanks between words.
const FIRST_UNSPACED: char = '\u{2e80}';
/// Signs that end a sentence or a part of one: no phrase is found across them.
const ENDS: [char; 10] = [':', ';', '!', '?', '(', ')', '。', '、', '(', ')'];

/// A text as words, each with its bytes.
pub(super) struct CardText {
    /// The text in small letters, with blanks in place of the name of the card.
    whole: String,
    words: Vec<Range<usize>>,
}

/// A phrase of one word or several, in small letters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phrase {
    words: Vec<String>,
    /// True for a language without blanks between words.
    is_unspaced: bool,
}

impl CardText {
    /// The words of a text, without those of the name of its card.
    pub fn of(text: &str, name: &str) -> CardText {
        let mut whole = lower(text);
        let name = lower(name);
        let is_apart = |at: usize| {
            let is_letter = |c: char| c.is_alphanumeric() && c < FIRST_UNSPACED;
            !whole[..at].ends_with(is_letter) && !whole[at + name.len()..].starts_with(is_letter)
        };
        if !name.is_empty() {
            let places: Vec<usize> = whole.match_indices(&name).map(|(at, _)| at).filter(|at| is_apart(*at)).collect();
            for at in places {
                whole.replace_range(at..at + name.len(), &" ".repeat(name.len()));
            }
        }
        let words = words(&whole);
        CardText { whole, words }
    }

    /// The words in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| &self.whole[word.clone()])
    }

    /// The word at a place; nothing beyond its end.
    pub fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &self.whole[word.clone()])
    }

    /// The bytes of a word.
    pub fn bytes(&self, at: usize) -> Range<usize> {
        self.words.get(at).cloned().unwrap_or(self.whole.len()..self.whole.len())
    }

    /// The text between a word and the word before it.
    pub fn before(&self, at: usize) -> &str {
        let from = at.checked_sub(1).and_then(|at| self.words.get(at)).map_or(0, |word| word.end);
        &self.whole[from..self.bytes(at).start.max(from)]
    }

    /// The bytes where a phrase stands first.
    pub fn find(&self, phrase: &Phrase) -> Option<Range<usize>> {
        self.all(phrase).next()
    }

    /// The places where a phrase stands.
    pub fn all<'t>(&'t self, phrase: &'t Phrase) -> Box<dyn Iterator<Item = Range<usize>> + 't> {
        if phrase.is_unspaced {
            let text = &phrase.words[0];
            return Box::new(self.whole.match_indices(text.as_str()).map(move |(at, _)| at..at + text.len()));
        }
        Box::new((0..self.words.len()).filter_map(move |at| self.begins(at, phrase)))
    }

    /// The bytes of a phrase of spaced words that begins at a word. Its last word may stand in the plural.
    pub fn begins(&self, at: usize, phrase: &Phrase) -> Option<Range<usize>> {
        let (last, before) = phrase.words.split_last()?;
        let is_next =
            |(n, word): (usize, &String)| self.word(at + n) == word && !self.before(at + n + 1).contains(ENDS);
        if self.word(at).is_empty() || !before.iter().enumerate().all(is_next) {
            return None;
        }
        let end = at + before.len();
        is_form(self.word(end), last).then(|| self.bytes(at).start..self.bytes(end).end)
    }

    /// The bytes of a phrase that ends right before a byte, but for a sign: `BP` of `BP-300`.
    pub fn ends_before(&self, byte: usize, phrase: &Phrase) -> Option<Range<usize>> {
        let text = self.whole[..byte].trim_end_matches([' ', '+', '-', '−', '±', 'が', 'を', 'は']);
        if phrase.is_unspaced {
            return text.ends_with(phrase.words[0].as_str()).then(|| text.len() - phrase.words[0].len()..text.len());
        }
        let last = self.words.iter().position(|word| word.end == text.len())?;
        self.begins(last + 1 - phrase.words.len().min(last + 1), phrase).filter(|found| found.end == text.len())
    }

    /// True if a phrase stands in the plural at some bytes.
    pub fn is_plural(&self, bytes: &Range<usize>, phrase: &Phrase) -> bool {
        let last = phrase.words.last().map_or("", String::as_str);
        !phrase.is_unspaced && !self.whole[bytes.clone()].ends_with(last)
    }

    /// The index of the first word that begins at a byte or behind it.
    pub fn word_from(&self, byte: usize) -> usize {
        self.words.partition_point(|word| word.start < byte)
    }

    /// True if the text has a letter of a script without blanks between words.
    pub fn is_unspaced(&self) -> bool {
        self.whole.contains(|c| c >= FIRST_UNSPACED)
    }

    /// The text in small letters.
    pub fn whole(&self) -> &str {
        &self.whole
    }
}

impl Phrase {
    /// A phrase from its written form, in which `_` stands for a blank.
    pub fn of(text: &str) -> Phrase {
        let text = lower(&text.replace('_', " "));
        if text.contains(|c| c >= FIRST_UNSPACED) {
            return Phrase { words: vec![text], is_unspaced: true };
        }
        let words = words(&text).into_iter().map(|word| text[word].to_string()).collect();
        Phrase { words, is_unspaced: false }
    }

    /// True if the phrase has no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The first word, by which phrases with spaces are looked up.
    pub fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// True for a language without blanks between words.
    pub fn is_unspaced(&self) -> bool {
        self.is_unspaced
    }
}

/// Small letters that take as many bytes as the letters themselves, so that places stay what they are.
fn lower(text: &str) -> String {
    let small = |c: char| {
        let mut all = c.to_lowercase();
        all.next().filter(|small| small.len_utf8() == c.len_utf8() && all.next().is_none()).unwrap_or(c)
    };
    text.chars().map(small).collect()
}

/// True if `word` is the word `of`, or its English plural.
fn is_form(word: &str, of: &str) -> bool {
    let Some(rest) = word.strip_prefix(of) else {
        // A `y` becomes `ies`: `allies` is the plural of `ally`.
        return of.strip_suffix('y').is_some_and(|stem| word.strip_prefix(stem) == Some("ies"));
    };
    ["", "s", "es"].contains(&rest)
}

/// The words of a text: letters and digits that stand together. Letters of scripts without blanks are words apart from
/// those of others.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (at, c) in text.char_indices() {
        let kind = c.is_alphanumeric().then(|| (c >= FIRST_UNSPACED, c.is_ascii_digit()));
        match out.last_mut() {
            Some(word) if kind.is_some() && goes_on(last, kind) => word.end = at + c.len_utf8(),
            _ if kind.is_some() => out.push(at..at + c.len_utf8()),
            _ => {}
        }
        last = kind;
    }
    out
}

/// True if a letter of one kind goes on with a word that ended with another: `3rd` is a word, `BP300` are two.
fn goes_on(last: Option<(bool, bool)>, next: Option<(bool, bool)>) -> bool {
    match (last, next) {
        (Some((was_unspaced, was_digit)), Some((is_unspaced, is_digit))) => {
            was_unspaced == is_unspaced && (was_digit || !is_digit)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_in_the_plural_and_not_within_a_word() {
        let says = |text: &str, phrase: &str| CardText::of(text, "").find(&Phrase::of(phrase)).is_some();
        assert!(says("The enemy's frozen characters.", "enemy"));
        assert!(says("Two Cook Clubs, and allies", "cook_club"));
        assert!(says("Two Cook Clubs, and allies", "ally"));
        assert!(says("Each DISCARD pile.", "discard pile"));
        assert!(!says("already", "ready"));
        assert!(!says("It is ready: act.", "ready act"));
        assert!(says("相手の手札を見る。", "相手"));
        assert!(!says("Ada Stone is frozen", "Stones is"));
    }

    #[test]
    fn the_name_of_the_card_is_no_word_of_its_text() {
        let text = CardText::of("Frozen Pond: nobody is FROZEN.", "Frozen Pond");
        assert_eq!(text.find(&Phrase::of("frozen")), Some(23..29));
        assert_eq!(CardText::of("Adds two.", "Ad").words().next(), Some("adds"));
    }

    #[test]
    fn scripts_are_told_apart() {
        let text = CardText::of("BP300、3枚と2体", "");
        assert_eq!(text.words().collect::<Vec<_>>(), ["bp", "300", "3", "枚と", "2", "体"]);
        assert!(text.ends_before(2, &Phrase::of("BP")).is_some());
    }
}
