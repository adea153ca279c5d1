//! Plain numbers: numbers in digits, and numbers of drawn cards, in the text of a card that stand nowhere in what it
//! does.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::data::{Data, Node, suggest};
use crate::error::Problems;
use crate::lint::no_effect::is_of_every_game;
use crate::lint::script_facts::ScriptFacts;
use crate::lint::{LintInput, abilities, has_any, walk};
use crate::lua::numbers;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let of_lua = OnceCell::new();
    for (_, _, card) in input.cards() {
        let Some(said) = card.field("text") else { continue };
        let Some(text) = said.as_str() else { continue };
        // Without an ability nothing says what the text should be.
        if abilities(card).is_empty() {
            continue;
        }
        let text = &ungrouped(text);
        if let Some(fraction) = fraction(text) {
            let message = format!("the text says {fraction}, and all numbers of a game are whole");
            problems.warn("text_differs", &said.span, message).help("write the number that the card has");
            continue;
        }
        if let Some((says, does)) = drawn(input, text, card).filter(|(says, does)| says != does && *does != 0) {
            let says = if says == 1 { "1 card is drawn".to_string() } else { format!("{says} cards are drawn") };
            let message = format!("the text says that {says}, and the card draws {does}");
            problems.warn("text_differs", &said.span, message).help("change the text or the ability");
            continue;
        }
        let has = numbers_of(input, &of_lua, card);
        for number in numbers(text) {
            // Computed numbers (a sum, a multiple, one less) are too uncertain for a finding.
            let all = || has.iter().map(|n| n.abs());
            let is_made = all().any(|n| n == number || (n - number).abs() == 1 || n > 2 && number % n == 0)
                || all().any(|n| all().any(|other| n + other == number))
                // `2 500` may be two numbers.
                || number >= 1000 && all().any(|n| n == number % 1000);
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
fn drawn(input: &LintInput, text: &str, card: &Node) -> Option<(i64, i64)> {
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
        Data::Text(text) if key != "text" => has.extend(numbers(text)),
        _ => {}
    });
    let scripts = input.scripts_in(ability);
    for script in &scripts {
        has.extend(&script.words.numbers);
        draws |= script.calls_of("act.draw").next().is_some();
    }
    walk(ability, "", &mut |key, node| draws |= key == "draw" && node.as_list().is_none());
    let [does] = has[..] else { return None };
    let computes = ability.any_text(&|text| text.contains(['+', '*', '/', '#', '=']))
        || scripts.iter().any(|script| script.words.computes || calls_module(script));
    (is_drawn && draws && !computes).then_some((says, does.abs()))
}

/// The number that an English word says, from two on: `one` may stand for a card, too.
fn number_word(word: &str) -> Option<i64> {
    suggest::number_word(word).filter(|n| *n > 1)
}

/// The numbers in everything but the text of a card, and in what its abilities name: named abilities of the manifest.
fn numbers_of(input: &LintInput, of_lua: &OnceCell<BTreeSet<i64>>, card: &Node) -> BTreeSet<i64> {
    let mut out = BTreeSet::new();
    for (key, value) in card.as_map().unwrap_or_default().iter().filter(|(key, _)| key.name != "text") {
        walk(value, &key.name, &mut |key, node| match &node.value {
            Data::Int(n) => drop(out.insert(*n)),
            Data::Text(text) if key != "text" => out.extend(numbers(text)),
            Data::List(items) => out.extend(repeats(items)),
            _ => {}
        });
    }
    let scripts = input.scripts_in(card);
    out.extend(scripts.iter().flat_map(|script| &script.words.numbers));
    // A module or a granted ability may contain any number.
    let all = || input.scripts.iter().flat_map(|script| script.words.numbers.iter().copied()).collect();
    let grants = |ability: &Node| has_any(ability, &["grant"]);
    if abilities(card).iter().any(grants)
        || scripts.iter().any(|script| script.names("act.grant") || calls_module(script))
    {
        out.extend(of_lua.get_or_init(all));
    }
    out
}

/// The numbers of times that a list repeats an item, if more than once: two items `draw` draw two cards.
pub(super) fn repeats(items: &[Node]) -> Vec<i64> {
    let mut times: BTreeMap<&str, i64> = BTreeMap::new();
    for (key, _) in items.iter().filter_map(|item| item.as_map()?.first()) {
        *times.entry(key.name.as_str()).or_default() += 1;
    }
    times.into_values().filter(|times| *times > 1).collect()
}

/// True if a script calls a function of a module, which may have any number.
fn calls_module(script: &ScriptFacts) -> bool {
    script.calls().iter().filter_map(|call| call.name.text.split_once('.')).any(|(table, _)| !is_of_every_game(table))
}

/// A text without the signs that set off groups of three digits: `1,200`, `1.200`, `1 200` and `1’200` are 1200.
fn ungrouped(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let digits_from = |at: usize| (at..).take_while(|at| is_digit(*at)).count();
    let digits_before = |at: usize| (0..at).rev().take_while(|at| is_digit(*at)).count();
    let is_group = |at: usize| {
        let is_sign = [',', '.', ' ', '\'', '’', '\u{a0}', '\u{202f}'].contains(&chars[at]);
        is_sign && (1..=3).contains(&digits_before(at)) && digits_from(at + 1) == 3 && !is_zero(&chars, at)
    };
    (0..chars.len()).filter(|at| !is_group(*at)).map(|at| chars[at]).collect()
}

/// True if the digits before a place begin with 0, as those of no group do.
fn is_zero(chars: &[char], at: usize) -> bool {
    let first = (0..at).rev().take_while(|at| chars[*at].is_ascii_digit()).last();
    first.is_some_and(|first| chars[first] == '0' && !(first > 0 && chars[first - 1].is_ascii_punctuation()))
}

/// A number with a point between its digits that stands in a text as a word of its own.
fn fraction(text: &str) -> Option<&str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.')).map(|word| word.trim_end_matches('.'));
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    words.into_iter().find(|w| w.split_once('.').is_some_and(|(whole, rest)| is_number(whole) && is_number(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_digits_are_one_number() {
        let check = |text: &str, expected: &[i64]| assert_eq!(numbers(&ungrouped(text)), expected, "{text}");
        check("1,200 and 1.200.500 or 12 345", &[1200, 1200500, 12345]);
        check("1,2 or 3, 4,50 and 0,500", &[1, 2, 3, 4, 50, 0, 500]);
        check("draw 2 100 times", &[2100]);
    }

    #[test]
    fn a_fraction_is_a_word_of_its_own() {
        assert_eq!(fraction("it gets +1.5 ATK."), Some("1.5"));
        assert_eq!(fraction("draw 2. 3 are left, v1.2, 1.2.3, 1...3"), None);
    }
}
