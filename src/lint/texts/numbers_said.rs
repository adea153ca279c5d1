//! Numbers said: the numbers in the text of a card, in digits, in words and in repeated symbols.

use std::ops::Range;

use super::card_text::{CardText, Phrase};
use super::wording::NumberWord;

/// A number in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberSaid {
    pub value: i64,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// True if the card must have the number; `one` and `once` have many other meanings.
    pub is_firm: bool,
    /// True behind words such as `more than`, where the card may have a number greater or smaller by 1.
    pub is_beside: bool,
}

/// Words of comparison before a number: the card may have the number itself, or one greater or smaller by 1.
const BESIDE: [&str; 8] = ["than", "above", "below", "under", "over", "beyond", "exceeds", "fewer"];
/// Words of comparison behind a number, in a language without blanks.
const BESIDE_UNSPACED: [&str; 4] = ["未満", "超", "を超", "より"];
/// Phrases by which a text multiplies a number.
const FOR_EACH: [&str; 5] = ["for each", "for every", "as many", "つき", "だけ"];
/// Japanese counters: behind 1 they mean no more than `a` in English.
const COUNTERS: [char; 6] = ['枚', '体', 'つ', '人', '回', '度'];

/// All numbers that a text says.
pub(super) fn numbers(text: &CardText, words: &[NumberWord]) -> Vec<NumberSaid> {
    let mut out = symbols(text.whole());
    let mut at = 0;
    while !text.word(at).is_empty() {
        let (word, bytes) = (text.word(at), text.bytes(at));
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let (digits, end) = grouped(text, at);
            if let Ok(value) = digits.parse::<i64>() {
                let bytes = bytes.start..text.bytes(end).end;
                let is_beside = at > 0 && BESIDE.contains(&text.word(at - 1))
                    || BESIDE_UNSPACED.iter().any(|word| behind(text, bytes.end).starts_with(word));
                out.push(NumberSaid { value, bytes, is_firm: true, is_beside });
            } else if let Ok(value) = word.trim_end_matches(char::is_alphabetic).parse::<i64>() {
                // An ordinal such as `3rd`.
                out.push(NumberSaid { value, bytes, is_firm: false, is_beside: false });
            }
            at = end;
        }
        at += 1;
    }
    for word in words {
        let said = |bytes: Range<usize>| {
            let at = text.word_from(bytes.start);
            let is_beside = at > 0 && BESIDE.contains(&text.word(at - 1));
            NumberSaid { value: word.value, bytes, is_firm: word.is_firm, is_beside }
        };
        out.extend(text.all(&word.phrase).map(said));
    }
    out.sort_by_key(|said| said.bytes.start);
    let is_for_each = FOR_EACH.iter().any(|words| text.find(&Phrase::of(words)).is_some());
    out.iter_mut().for_each(|said| said.is_firm &= !goes_without_saying(text, said, is_for_each));
    out
}

/// True for a number that the card need not have: `1 life for each card`, `the two`, `twice`, `not 300 but 400`.
fn goes_without_saying(text: &CardText, said: &NumberSaid, is_for_each: bool) -> bool {
    let at = text.word_from(said.bytes.start);
    let behind = &text.whole()[said.bytes.end..];
    let is_counted = said.value == 1 && (is_for_each || behind.starts_with(COUNTERS));
    // `the two` speaks of objects that the text named before, so it is no number of its own.
    let is_the = at > 0 && ["the", "these", "those"].contains(&text.word(at - 1)) && said.value < 4;
    let is_in_place = at > 1 && text.word(at - 2) == "place" && text.word(at - 1) == "of";
    let is_other = behind.starts_with('倍') || behind.starts_with("ではなく") || is_in_place;
    said.value == 0 || is_counted || is_the || is_other
}

/// The text behind a byte, without the counter word that follows a number.
fn behind(text: &CardText, byte: usize) -> &str {
    text.whole()[byte..].trim_start_matches(['枚', '体', '点', ' '])
}

/// The digits of a number with its groups of three, `1,200`, and the index of its last word.
fn grouped(text: &CardText, at: usize) -> (String, usize) {
    let (mut digits, mut end) = (text.word(at).to_string(), at);
    let is_digits = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    if digits.len() > 3 || digits.starts_with('0') || !is_digits(&digits) {
        return (digits, end);
    }
    let is_group = |at: usize| {
        let sign = text.before(at);
        let is_sign = [",", ".", "'", "’", " ", "\u{a0}", "\u{202f}"].contains(&sign);
        text.word(at).len() == 3 && is_digits(text.word(at)) && is_sign
    };
    while is_group(end + 1) {
        end += 1;
        digits.push_str(text.word(end));
    }
    (digits, end)
}

/// The numbers that repeated symbols say: `{red}{red}` is two.
fn symbols(text: &str) -> Vec<NumberSaid> {
    let mut out: Vec<(NumberSaid, &str)> = Vec::new();
    for (at, _) in text.match_indices('{') {
        let Some(end) = text[at..].find('}').map(|end| at + end + 1) else { break };
        let symbol = &text[at..end];
        match out.last_mut().filter(|(said, last)| said.bytes.end == at && *last == symbol) {
            Some((said, _)) => {
                said.value += 1;
                said.bytes.end = end;
            }
            None => {
                let said = NumberSaid { value: 1, bytes: at..end, is_firm: false, is_beside: false };
                out.push((said, symbol));
            }
        }
    }
    out.into_iter().map(|(said, _)| NumberSaid { is_firm: said.value > 1, ..said }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::languages::ENGLISH;
    use super::*;

    fn firm(text: &str) -> Vec<i64> {
        let text = CardText::of(text, "");
        let found = numbers(&text, &NumberWord::of_language(&ENGLISH));
        found.into_iter().filter(|said| said.is_firm).map(|said| said.value).collect()
    }

    #[test]
    fn numbers_stand_in_digits_in_words_and_in_symbols() {
        assert_eq!(firm("Two cards, +300, 1,200 and a 3rd; one of ten."), [2, 300, 1200, 10]);
        assert_eq!(firm("{dusk}{dusk}{red}: it returns. {3}"), [2, 3]);
        assert_eq!(firm("1,2 or 3, 4,50 and 0,500"), [1, 2, 3, 4, 50, 500]);
        assert_eq!(firm("山札の上3枚、BP-300"), [3, 300]);
    }

    #[test]
    fn a_card_need_not_have_each_number() {
        assert_eq!(firm("1 life for each card, the two others, 400 in place of 300; 2倍"), [400]);
    }

    #[test]
    fn a_bound_may_be_the_number_beside_it() {
        let found = numbers(&CardText::of("more than 3, 4 or more, 300を超える", ""), &[]);
        assert_eq!(found.iter().map(|said| said.is_beside).collect::<Vec<_>>(), [true, false, true]);
    }
}
