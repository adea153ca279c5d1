//! Name claims: whether what a text names is what the card is about, and the other way round. Sides, manners and
//! durations are names, too: `opponent`, `optional`, `lasts turn`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::CheckedCard;
use super::behaviour::{IDEAS, NameFact, OWNERS};
use super::claims::{Claim, ClaimSubject, Contradiction};
use super::wording::{SaidTerm, Term, Wording};

/// The most bytes between `other` and the word for what is meant: `other random followers`.
const FARTHEST: usize = 24;

pub(super) fn add(wording: &Wording, card: &CheckedCard, said: &[SaidTerm], out: &mut Vec<Claim>) {
    let for_anybody = wording.anybody.iter().any(|word| card.text.find(word).is_some());
    let is_said = said_by_text(wording, card, said, for_anybody, out);
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for fact in &card.does.names {
        let Some(kind) = wording.terms_of(&fact.name).map(|term| term.kind).next() else { continue };
        if goes_without_saying(card, fact, kind, for_anybody) || !seen.insert((&fact.name, &fact.role)) {
            continue;
        }
        out.push(Claim {
            card: card.number,
            about: format!("name {} as {}", fact.name, fact.role),
            kind: match kind {
                "side" if OWNERS.contains(&fact.role.as_str()) => "name of side".into(),
                "duration" | "manner" => format!("name of {}", kind_of(kind, &fact.name)),
                _ => format!("name of {kind} as {}", fact.role),
            },
            holds: is_said.contains(fact.name.as_str()),
            // A zone and a type often go without saying.
            is_half: ["zone", "type"].contains(&kind),
            wrong: Contradiction {
                subject: ClaimSubject::Name(kind),
                said: None,
                done: Some((format!("`{}`", fact.name), fact.place.span())),
            },
        });
    }
}

/// Adds the claims that the card does what its text names, and gives all names that the text says.
fn said_by_text<'w>(
    wording: &'w Wording,
    card: &CheckedCard,
    said: &[SaidTerm<'w>],
    for_anybody: bool,
    out: &mut Vec<Claim>,
) -> BTreeSet<&'w str> {
    let mut is_said: BTreeSet<&str> = BTreeSet::new();
    let is_elsewhere = acts_elsewhere(wording, card);
    for SaidTerm { term, bytes, is_part } in said {
        let is_new = !term.means.iter().all(|name| is_said.contains(name.as_str()));
        is_said.extend(term.means.iter().map(String::as_str));
        // A plural means several objects without a word such as `all`.
        if ["type", "word"].contains(&term.kind) && card.text.is_plural(bytes, &term.phrase) {
            is_said.insert("every");
        }
        let is_open = term.kind == "side" && for_anybody || term.means.iter().any(|name| name == "me");
        let is_elsewhere = is_elsewhere && term.kind != "duration";
        if !term.is_firm || *is_part || !is_new || is_elsewhere || is_open || !is_about_cards(card, term, bytes, said) {
            continue;
        }
        let holds = term.means.iter().any(|name| card.does.does_name(name));
        let is_own = term.means.iter().any(|name| card.does.names_itself(name));
        // Only types and words must be named by the card itself; a status, for example, may also come from an event
        // that the card names.
        let is_own = is_own || holds && !["type", "word"].contains(&term.kind);
        for (of, holds, is_half) in [("", holds, false), ("own ", is_own, true)] {
            out.push(Claim {
                card: card.number,
                about: format!("{of}word {}", term.shown),
                kind: format!("{of}word of {}", kind_of(term.kind, &term.means[0])),
                holds,
                is_half,
                wrong: Contradiction {
                    subject: ClaimSubject::Name(term.kind),
                    said: Some((format!("`{}`", card.shown(bytes.clone())), card.place(bytes.clone()))),
                    done: None,
                },
            });
        }
    }
    is_said
}

/// True for a name that a text need not say.
fn goes_without_saying(card: &CheckedCard, fact: &NameFact, kind: &str, for_anybody: bool) -> bool {
    let is_quiet = ["key", "call", "index", "from", "turn", "value"].contains(&fact.role.as_str());
    let is_idea = IDEAS.contains(&fact.name.as_str()) || fact.name.starts_with("lasts ");
    let is_open = fact.name == "opponent" && (for_anybody || card.does.has_permissions);
    // A phrase of the manifest may mean a side or a name.
    let is_other_meaning = ["side", "manner", "duration"].contains(&kind) && !is_idea;
    is_quiet || fact.name == "me" || is_open || is_other_meaning
}

/// The kind under which claims about a name are counted: each manner is a kind of its own.
fn kind_of<'k>(kind: &'k str, name: &'k str) -> &'k str {
    if kind == "manner" { name } else { kind }
}

/// False for `other`, `all` and the like without a word for cards behind them, and for `for every …`.
fn is_about_cards(card: &CheckedCard, term: &Term, bytes: &Range<usize>, said: &[SaidTerm]) -> bool {
    let before = &card.text.whole()[..bytes.start];
    match term.means.first().map(String::as_str) {
        Some("other") => goes_with_name(card, bytes, said, &["type", "word", "status"]),
        Some("every") if term.kind == "manner" => {
            let is_everybody = card.text.whole()[bytes.clone()].starts_with("everyb") || term.phrase.is_unspaced();
            !before.trim_end().ends_with(" for")
                && (is_everybody || goes_with_name(card, bytes, said, &["type", "word"]))
        }
        _ => true,
    }
}

/// True if a card permits or forbids something, or changes a number that its text does not name: the consequence is in
/// a rule of the game.
fn acts_elsewhere(wording: &Wording, card: &CheckedCard) -> bool {
    let numbers = card.does.numbers.iter().filter(|number| !number.is_bound);
    let mut changed = numbers.filter_map(|number| number.of.as_deref());
    let is_unnamed = |field: &str| {
        let mut terms = wording.fields.iter().filter(|term| term.means[0] == field);
        terms.all(|term| card.text.find(&term.phrase).is_none())
    };
    card.does.has_permissions || changed.any(is_unnamed)
}

/// True if the name of something that a card may be stands right behind some bytes.
fn goes_with_name(card: &CheckedCard, bytes: &Range<usize>, said: &[SaidTerm], kinds: &[&str]) -> bool {
    said.iter().any(|one| {
        let is_behind = (bytes.end..bytes.end + FARTHEST).contains(&one.bytes.start);
        kinds.contains(&one.term.kind)
            && is_behind
            && !card.text.whole()[bytes.end..one.bytes.start].contains(['.', ',', '。', '、'])
    })
}
