//! Side claims: whether the cards of a zone or of a type are looked for on the side that the text says: `your hand`,
//! `the enemy's deck`.

use std::ops::Range;

use super::CheckedCard;
use super::behaviour::FilterFact;
use super::claims::{Claim, ClaimSubject, Contradiction};
use super::wording::SaidTerm;

/// Words between a noun and the side behind it.
const OF: [&str; 6] = [" of ", " of the ", " of an ", "s of ", "s of the ", "s of an "];
/// Endings between a side and the noun behind it.
const POSSESSIVE: [&str; 4] = ["'s ", "’s ", "s' ", "の"];
/// Words for a side that stand before a noun without an ending: `your hand`.
const ADJECTIVES: [&str; 5] = ["your", "enemy", "opposing", "敵", "my"];
/// The most bytes between the word for a side and the word that it goes with: `your two topmost cards`.
const FARTHEST: usize = 24;

pub(super) fn add(card: &CheckedCard, said: &[SaidTerm], out: &mut Vec<Claim>) {
    let filters = &card.does.filters;
    if !filters.iter().any(|filter| filter.side.flatten().is_some()) {
        return;
    }
    for SaidTerm { term, bytes, is_part } in said {
        if *is_part || !["zone", "type"].contains(&term.kind) {
            continue;
        }
        let Some((side, phrase)) = side_of(card, bytes, said) else { continue };
        let name = term.means[0].as_str();
        let is_on = |filter: &FilterFact| filter.side == Some(Some(side));
        let mut by_name = filters.iter().filter(|filter| filter.names.contains(name)).peekable();
        let holds = match by_name.peek() {
            // No filter of the card asks for this type: it may look for any card of a zone.
            None if term.kind == "type" => filters.iter().any(is_on) || card.does.does_name(side),
            None => continue,
            Some(_) => {
                // A filter for the right side that does not ask for a type (or zone) may find the objects, too.
                by_name.any(|filter| filter.side.flatten().is_none() || is_on(filter))
                    || filters.iter().any(|filter| is_on(filter) && !filter.keys.contains(term.kind))
            }
        };
        out.push(Claim {
            card: card.number,
            about: format!("{} of {side}", term.shown),
            kind: format!("{} of {side}", term.kind),
            holds,
            is_half: false,
            wrong: Contradiction {
                subject: ClaimSubject::Name("side"),
                said: Some((format!("`{}`", card.shown(phrase.clone())), card.place(phrase))),
                done: None,
            },
        });
    }
}

/// The side that stands beside a word, and the bytes of both: `your hand`, `the enemy's hand`, `a character of yours`.
fn side_of(card: &CheckedCard, bytes: &Range<usize>, said: &[SaidTerm]) -> Option<(&'static str, Range<usize>)> {
    let whole = card.text.whole();
    let sides = || said.iter().filter(|one| one.term.kind == "side");
    let name = |one: &SaidTerm| if one.term.means[0] == "me" { "me" } else { "opponent" };
    let behind = sides().find(|one| one.bytes.start >= bytes.end && OF.contains(&&whole[bytes.end..one.bytes.start]));
    if let Some(one) = behind {
        return Some((name(one), bytes.start..one.bytes.end));
    }
    let one = sides().filter(|one| one.bytes.end <= bytes.start).max_by_key(|one| one.bytes.end)?;
    let between = &whole[one.bytes.end..bytes.start];
    let is_near = between.len() <= FARTHEST && !between.contains(['.', ',', ';', ':', '。', '、', '(']);
    // `the opponent discards a card` says nothing of whose card it is.
    let word = &whole[one.bytes.clone()];
    let is_owner = POSSESSIVE.iter().any(|sign| between.starts_with(sign)) || ADJECTIVES.contains(&word);
    (is_near && is_owner).then(|| (name(one), one.bytes.start..bytes.end))
}
