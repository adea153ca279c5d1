//! Lone numbers: a text and a card that have the same numbers, but for one each: a text that deals 3 damage, where the
//! card deals 2.
//!
//! Such a pair needs no other card that says the same, so it is found in a game of a few cards, too.

use super::CheckedCard;
use super::behaviour::NumberFact;
use super::claims::{ClaimSubject, Contradiction};
use super::numbers_said::{NumberSaid, numbers};
use super::wording::Wording;

/// The contradiction between the number that only the text says and the number that only the card has.
pub(super) fn contradiction(wording: &Wording, card: &CheckedCard) -> Option<Contradiction> {
    let does = card.does;
    // A function of a module, or a calculation, may come to any number.
    if does.calls_others() || does.numbers.iter().any(|number| number.is_computed) {
        return None;
    }
    let mut said = numbers(&card.text, &wording.numbers);
    let mut has: Vec<&NumberFact> = does.numbers.iter().collect();
    let is_kept = |number: &NumberSaid, has: &mut Vec<&NumberFact>| {
        let at = has.iter().position(|fact| fact.value == number.value);
        at.map(|at| has.remove(at)).is_none()
    };
    said.retain(|number| is_kept(number, &mut has));
    let ([said], [has]) = (&said[..], &has[..]) else { return None };
    let is_open = said.is_beside || !said.is_firm || has.is_bound || card.prints(said.value);
    let is_told = !["index", "value", "uses"].contains(&has.role.as_str()) && has.value > 0;
    let is_counted = does.further_numbers.contains(&said.value);
    (!is_open && is_told && !is_counted).then(|| Contradiction {
        subject: ClaimSubject::Number,
        said: Some((card.shown(said.bytes.clone()), card.place(said.bytes.clone()))),
        done: Some((has.value.to_string(), has.place.span())),
    })
}
