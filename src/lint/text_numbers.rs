//! Text numbers: numbers in the text of a card that stand nowhere in what the card does.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::{LintInput, abilities, walk};
use crate::data::{Data, Node, suggest};
use crate::error::Problems;

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    let of_lua = OnceCell::new();
    for (_, _, card) in looked.cards() {
        let Some(said) = card.field("text") else { continue };
        let Some(text) = said.as_str() else { continue };
        // Without an ability nothing says what the text should be.
        if abilities(card).is_empty() {
            continue;
        }
        if let Some(fraction) = fraction(text) {
            let message = format!("the text says {fraction}, and all numbers of a game are whole");
            problems.warn("text_differs", &said.span, message).help("write the number that the card has");
            continue;
        }
        if let Some((says, does)) = drawn(text, card).filter(|(says, does)| says != does && *does != 0) {
            let message = format!("the text says that {says} cards are drawn, and the card draws {does}");
            problems.warn("text_differs", &said.span, message).help("change the text or the ability");
            continue;
        }
        let has = numbers_of(looked, &of_lua, card);
        for number in numbers(text) {
            // Computed numbers (a sum, a multiple, one less) are too uncertain for a finding.
            let all = || has.iter().map(|n| n.abs());
            let is_made = all().any(|n| n == number || (n - number).abs() == 1 || n > 2 && number % n == 0)
                || all().any(|n| all().any(|other| n + other == number));
            if is_made || number <= 2 {
                continue;
            }
            let message = format!("the text says {number}, and nothing that the card does has this number");
            let help = match has.iter().map(|n| n.abs()).filter(|n| *n > 2).min_by_key(|n| (n - number).abs()) {
                Some(near) => format!("the card has {near}: change the text or the ability"),
                None => "change the text or the ability".into(),
            };
            problems.warn("text_differs", &said.span, message).help(help);
        }
    }
}

/// The number of drawn cards in a text, and in its only ability, if both are plain numbers.
fn drawn(text: &str, card: &Node) -> Option<(i64, i64)> {
    let [ability] = abilities(card) else { return None };
    let mut said = numbers(text);
    said.extend(text.split(|c: char| !c.is_alphabetic()).filter_map(number_word));
    let [says] = said[..] else { return None };
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| number_word(word) == Some(says) || word.parse() == Ok(says);
    let is_drawn = words.windows(2).any(|w| w[0].to_lowercase().trim_end_matches('s') == "draw" && is_number(w[1]));
    let mut has = Vec::new();
    let mut draws = false;
    walk(ability, "", &mut |key, node| match &node.value {
        Data::Int(n) => has.push(*n),
        Data::Text(text) if key != "text" => {
            has.extend(numbers(text));
            draws |= text.contains("act.draw(");
        }
        _ => {}
    });
    walk(ability, "", &mut |key, node| draws |= key == "draw" && node.as_list().is_none());
    let [does] = has[..] else { return None };
    let computes = |text: &str| {
        text.contains(['+', '*', '/', '#', '='])
            || text.contains("for ")
            || text.contains("while ")
            || calls_module(text)
    };
    (is_drawn && draws && !ability.any_text(&computes)).then_some((says, does.abs()))
}

/// The number that a word says; `one` stands for a card, too.
fn number_word(word: &str) -> Option<i64> {
    suggest::number_word(word).filter(|n| *n > 1)
}

/// The numbers in everything but the text of a card, and in what its abilities name: named abilities of the manifest.
fn numbers_of(looked: &LintInput, of_lua: &OnceCell<BTreeSet<i64>>, card: &Node) -> BTreeSet<i64> {
    let mut out = BTreeSet::new();
    for (key, value) in card.as_map().unwrap_or_default().iter().filter(|(key, _)| key.name != "text") {
        walk(value, &key.name, &mut |key, node| match &node.value {
            Data::Int(n) => drop(out.insert(*n)),
            Data::Text(text) if key != "text" => out.extend(numbers(text)),
            _ => {}
        });
    }
    // A module called by the script may contain any number.
    let all = || looked.lua().into_iter().flat_map(numbers).collect();
    let calls = abilities(card).iter().any(|a| a.any_text(&|text| text.contains("grant") || calls_module(text)));
    if calls {
        out.extend(of_lua.get_or_init(all));
    }
    out
}

/// True if a script calls a function of a module.
fn calls_module(script: &str) -> bool {
    let of_host =
        ["act", "ask", "math", "string", "table", "agenda", "roll", "board", "this", "self", "me", "opponent"];
    script.match_indices('.').any(|(at, _)| {
        let name = script[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let calls = script[at + 1..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let is_call = calls.is_some_and(|end| script[at + 1 + end..].starts_with(['(', '{']));
        is_call && !name.is_empty() && !of_host.contains(&name)
    })
}

/// A number with a point between its digits that stands in a text as a word of its own.
fn fraction(text: &str) -> Option<&str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.')).map(|word| word.trim_end_matches('.'));
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    words.into_iter().find(|w| w.split_once('.').is_some_and(|(whole, rest)| is_number(whole) && is_number(rest)))
}

/// The whole numbers that stand in a text as words of their own.
fn numbers(text: &str) -> Vec<i64> {
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
    fn numbers_are_words_of_their_own() {
        assert_eq!(numbers("deal 300, -2 and 1..3 of card A107"), [300, 2, 1]);
    }

    #[test]
    fn a_fraction_is_a_word_of_its_own() {
        assert_eq!(fraction("it gets +1.5 ATK."), Some("1.5"));
        assert_eq!(fraction("draw 2. 3 are left, v1.2, 1.2.3, 1...3"), None);
    }

    #[test]
    fn modules_are_told_from_host_functions() {
        assert!(calls_module("stage.discard(opponent, 1)"));
        assert!(!calls_module("act.move(self, \"hand\")"));
    }
}
