//! Texts: whether the text of a card says what the card does: numbers, names, sides, durations and how many.
//!
//! ```text
//! text     -> CardText  -> NumberSaid, SaidTerm  \
//!                                                 Claim -> Contradiction
//! ability  -> Behaviour -> NumberFact, NameFact  /
//! ```
//!
//! A text is read in each language that the game has; [`Wording`] knows its phrases.

mod behaviour;
mod card_text;
mod claims;
mod languages;
mod lone_numbers;
mod name_claims;
mod number_claims;
mod numbers_said;
mod plain_numbers;
mod script_reader;
mod side_claims;
mod wording;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::catalog::locale::PrintedWords;
use crate::data::{Data, Node, Span};
use crate::error::Problems;
use crate::lint::{LintInput, abilities, walk};
use behaviour::{Behaviour, GameParts};
use card_text::CardText;
use claims::{Claim, ClaimSubject, Contradiction, contradictions};
use wording::Wording;

/// A card with its text and what it does.
struct CheckedCard<'a> {
    /// Its number among the cards.
    number: usize,
    text: CardText,
    /// Where the text begins.
    place: &'a Span,
    /// The text as it is written.
    written: &'a str,
    /// The card as its file says it.
    card: &'a Node,
    does: &'a Behaviour,
}

impl CheckedCard<'_> {
    /// The place of some bytes of the text.
    fn place(&self, bytes: Range<usize>) -> Span {
        self.place.part(self.written, bytes).unwrap_or_else(|| self.place.clone())
    }

    /// The text at some bytes, as it is written.
    fn shown(&self, bytes: Range<usize>) -> String {
        self.written.get(bytes).unwrap_or_default().to_string()
    }

    /// True if a printed field of the card has this number.
    fn prints(&self, number: i64) -> bool {
        let printed = self.card.as_map().unwrap_or_default().iter();
        let mut printed = printed.filter(|(key, _)| !["text", "abilities"].contains(&key.name.as_str()));
        printed.any(|(key, value)| {
            let mut is_there = false;
            walk(value, &key.name, &mut |_, node| is_there |= matches!(node.value, Data::Int(n) if n == number));
            is_there
        })
    }
}

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    plain_numbers::check(input, problems);
    // Texts with wrong digits were reported before, also in games with few cards.
    let of_texts = problems.list().iter().filter(|problem| problem.key == "text_differs");
    let told_files: BTreeSet<Arc<str>> = of_texts.map(|problem| problem.span.file.clone()).collect();
    wording::check(input, &all_texts(input), problems);
    let game = GameParts::of(input);
    let cards: Vec<(&str, &Node, Behaviour)> = input
        .cards()
        // Without an ability nothing says what the text should be.
        .filter(|(_, _, card)| card.field("text").is_some() && !abilities(card).is_empty())
        .map(|(_, id, card)| (id, card, Behaviour::of(input, &game, card)))
        .collect();
    if cards.is_empty() {
        return;
    }
    let named = cards.iter().flat_map(|(_, _, does)| does.names.iter().map(|fact| fact.name.as_str())).collect();
    let of_files = cards.iter().enumerate().filter_map(|(number, &(id, card, ref does))| {
        let said = card.field("text")?;
        let name = card.field("name").and_then(Node::as_str).unwrap_or(id);
        let written = said.as_str()?;
        Some(CheckedCard { number, text: CardText::of(written, name), place: &said.span, written, card, does })
    });
    tell(&Wording::of(input, None, &named), &game, &of_files.collect::<Vec<_>>(), &told_files, problems);
    for printed in PrintedWords::of_all(input.catalog) {
        let texts = cards.iter().enumerate().filter_map(|(number, &(id, card, ref does))| {
            let (written, place) = printed.text_of(id)?;
            let text = CardText::of(written, printed.name_of(id).unwrap_or_default());
            Some(CheckedCard { number, text, place, written, card, does })
        });
        printed.sources.iter().for_each(|(path, text)| problems.add_source(path, text.clone()));
        tell(&Wording::of(input, Some(&printed), &named), &game, &texts.collect::<Vec<_>>(), &told_files, problems);
    }
}

/// The texts of all cards, in each language of the game.
fn all_texts(input: &LintInput) -> Vec<CardText> {
    let of_files = input.cards().filter_map(|(_, _, card)| card.field("text")?.as_str());
    let printed = PrintedWords::of_all(input.catalog);
    let translated =
        printed.iter().flat_map(|printed| input.cards().filter_map(|(_, id, _)| Some(printed.text_of(id)?.0)));
    of_files.chain(translated).map(|text| CardText::of(text, "")).collect()
}

/// Reports the contradictions of the texts in one language, without numbers in files where a wrong number was reported.
fn tell(
    wording: &Wording,
    game: &GameParts,
    cards: &[CheckedCard],
    told_files: &BTreeSet<Arc<str>>,
    problems: &mut Problems,
) {
    let mut claims: Vec<Claim> = Vec::new();
    for card in cards {
        number_claims::add(wording, game, card, &mut claims);
        let said = wording.said(&card.text);
        name_claims::add(wording, card, &said, &mut claims);
        side_claims::add(card, &said, &mut claims);
    }
    let mut found = contradictions(&claims);
    for card in cards {
        let is_told =
            |wrong: &Contradiction| wrong.subject == ClaimSubject::Number && told_files.contains(&card.place.file);
        let mut wrong = found.remove(&card.number).unwrap_or_default();
        if !wrong.iter().any(|wrong| wrong.subject == ClaimSubject::Number) {
            wrong.extend(lone_numbers::contradiction(wording, card));
        }
        wrong.retain(|wrong| !is_told(wrong));
        joined(wrong).into_iter().for_each(|wrong| report(card, wrong, problems));
    }
}

/// Contradictions about the same subject joined: a statement too many with the missing one.
fn joined(all: Vec<Contradiction>) -> Vec<Contradiction> {
    let mut out: Vec<Contradiction> = Vec::new();
    for one in all {
        let is_other_half = |other: &&mut Contradiction| {
            let halves = (other.said.is_some(), other.done.is_some(), one.said.is_some(), one.done.is_some());
            other.subject == one.subject && matches!(halves, (true, false, false, true) | (false, true, true, false))
        };
        let is_told = out.iter().any(|other| other.subject == one.subject);
        match out.iter_mut().find(is_other_half) {
            Some(other) => {
                other.said = other.said.take().or(one.said);
                other.done = other.done.take().or(one.done);
            }
            None if is_told => {}
            None => out.push(one),
        }
    }
    out
}

fn report(card: &CheckedCard, wrong: Contradiction, problems: &mut Problems) {
    let message = match (&wrong.said, &wrong.done) {
        (Some((said, _)), Some((done, _))) => format!("the text says {said}, and the card has {done}"),
        (Some((said, _)), None) => match wrong.subject {
            ClaimSubject::Number => format!("the text says {said}, and nothing that the card does has this number"),
            ClaimSubject::Name(_) => format!("the text says {said}, and nothing that the card does is about it"),
        },
        (None, Some((done, _))) => format!("the card has {done}, and its text does not say so"),
        (None, None) => return,
    };
    let place = wrong.said.map_or_else(|| card.place.clone(), |(_, place)| place);
    let problem = problems.warn("text_differs", &place, message);
    if let Some((done, place)) = wrong.done.filter(|(_, place)| !place.is_none()) {
        problem.also(&place, format!("here it has {done}"));
    }
    problem.help("change the text or the ability; `wording` in the manifest says what a phrase means");
}
