//! Claims: what a text says or a card does, whether the other agrees, and which claims may be believed.
//!
//! A text says a lot that no rule does, and a card does things that go without saying. So a claim counts only if
//! nearly all other cards with the same claim keep it.

use std::collections::BTreeMap;

use crate::data::Span;

/// A claim of one card in one language.
pub(super) struct Claim {
    /// The number of the card.
    pub card: usize,
    /// The subject of the claim. Claims of other cards with the same subject are counted with it.
    pub about: String,
    /// A wider subject, for claims whose own subject is rare.
    pub kind: String,
    /// True if the card agrees with a claim of its text, or the text with one of its card.
    pub holds: bool,
    /// True if the claim counts only where the text says one thing and the card has another.
    pub is_half: bool,
    pub wrong: Contradiction,
}

/// A contradiction between the text of a card and its abilities, for the finding.
#[derive(Clone)]
pub(super) struct Contradiction {
    pub subject: ClaimSubject,
    /// The claim as the text states it.
    pub said: Option<(String, Span)>,
    /// The claim as data or script carry it out.
    pub done: Option<(String, Span)>,
}

/// The subject of a contradiction. A statement too many and a missing statement are one contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClaimSubject {
    Number,
    /// A name of this kind.
    Name(&'static str),
}

/// The evidence from other cards that a claim needs before it is reported.
struct Bar {
    /// The least number of other claims about the same subject.
    fewest: usize,
    /// The least number of other claims about the same wider subject.
    fewest_of_kind: usize,
    /// The number of other claims among which one wrong one is allowed.
    most_per_wrong: usize,
}

/// The evidence for a claim that stands alone, without a claim of the other side about the same subject.
fn alone(subject: ClaimSubject) -> Bar {
    match subject {
        // These subjects have few words, and the words mean little else, so fewer claims are enough.
        ClaimSubject::Name("duration" | "manner" | "side") => Bar { fewest: 4, fewest_of_kind: 6, most_per_wrong: 12 },
        ClaimSubject::Name(_) => Bar { fewest: 7, fewest_of_kind: 40, most_per_wrong: 40 },
        ClaimSubject::Number => Bar { fewest: 7, fewest_of_kind: 12, most_per_wrong: 40 },
    }
}

/// The evidence for a text that says one thing where the card has another of the same kind.
const TOGETHER: Bar = Bar { fewest: 3, fewest_of_kind: 5, most_per_wrong: 4 };

#[derive(Clone, Copy, Default)]
struct ClaimCount {
    all: usize,
    wrong: usize,
}

impl ClaimCount {
    fn add(&mut self, holds: bool) {
        self.all += 1;
        self.wrong += usize::from(!holds);
    }

    /// True if there are enough claims of other cards, and few of them are wrong.
    fn is_telling(self, fewest: usize, most_per_wrong: usize) -> bool {
        let (all, wrong) = (self.all.saturating_sub(1), self.wrong.saturating_sub(1));
        all >= fewest && wrong * most_per_wrong <= all
    }
}

/// The contradictions that can be believed, by card.
pub(super) fn contradictions(claims: &[Claim]) -> BTreeMap<usize, Vec<Contradiction>> {
    let (mut about, mut kinds) = (BTreeMap::<&str, ClaimCount>::new(), BTreeMap::<&str, ClaimCount>::new());
    for claim in claims {
        about.entry(&claim.about).or_default().add(claim.holds);
        kinds.entry(&claim.kind).or_default().add(claim.holds);
    }
    let is_telling = |claim: &Claim, bar: &Bar| {
        let own = about[claim.about.as_str()];
        // A subject with few claims is judged with its kind, unless several of its own claims are wrong.
        match own.all > bar.fewest || own.wrong > 1 {
            true => own.is_telling(bar.fewest, bar.most_per_wrong),
            false => kinds[claim.kind.as_str()].is_telling(bar.fewest_of_kind, bar.most_per_wrong),
        }
    };
    let mut wrong: BTreeMap<usize, Vec<&Claim>> = BTreeMap::new();
    claims.iter().filter(|claim| !claim.holds).for_each(|claim| wrong.entry(claim.card).or_default().push(claim));
    let mut out: BTreeMap<usize, Vec<Contradiction>> = BTreeMap::new();
    for (card, all) in wrong {
        let has_other_half = |claim: &Claim| {
            let is_half = |other: &&&Claim| {
                other.wrong.subject == claim.wrong.subject
                    && other.wrong.said.is_some() != claim.wrong.said.is_some()
                    && other.wrong.done.is_some() != claim.wrong.done.is_some()
            };
            is_telling(claim, &TOGETHER) && all.iter().filter(is_half).any(|other| is_telling(other, &TOGETHER))
        };
        let is_believed =
            |claim: &Claim| !claim.is_half && is_telling(claim, &alone(claim.wrong.subject)) || has_other_half(claim);
        for claim in all.iter().filter(|claim| is_believed(claim)) {
            out.entry(card).or_default().push(claim.wrong.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of reported contradictions among these claims, each of a card of its own; true if the claim holds.
    fn believed(all: &[(&str, bool)]) -> usize {
        let wrong = Contradiction { subject: ClaimSubject::Number, said: None, done: None };
        let claim = |(card, (about, holds)): (usize, &(&str, bool))| Claim {
            card,
            about: about.to_string(),
            kind: "all".into(),
            holds: *holds,
            is_half: false,
            wrong: wrong.clone(),
        };
        contradictions(&all.iter().enumerate().map(claim).collect::<Vec<_>>()).len()
    }

    #[test]
    fn a_claim_that_others_keep_is_believed() {
        let with =
            |kept: usize, broken: usize| believed(&[vec![("a", true); kept], vec![("a", false); broken]].concat());
        assert_eq!((with(9, 1), with(6, 1), with(9, 2), with(79, 2)), (1, 0, 0, 2));
    }

    #[test]
    fn a_rare_claim_is_believed_if_its_kind_is() {
        let mut all = vec![("b", true); 12];
        all.push(("a", false));
        assert_eq!(believed(&all), 1);
        all.push(("a", false));
        assert_eq!(believed(&all), 0);
    }

    #[test]
    fn what_a_text_says_in_place_of_something_is_believed_sooner() {
        let half = |card, about: &str, holds, is_said: bool| {
            let somewhere = Some((String::new(), Span::none()));
            let (said, done) = if is_said { (somewhere, None) } else { (None, somewhere) };
            let wrong = Contradiction { subject: ClaimSubject::Number, said, done };
            Claim { card, about: about.into(), kind: about.into(), holds, is_half: true, wrong }
        };
        let mut all: Vec<Claim> =
            (0..3).flat_map(|card| [half(card, "a", true, true), half(card, "b", true, false)]).collect();
        all.push(half(9, "a", false, true));
        assert!(contradictions(&all).is_empty());
        all.push(half(9, "b", false, false));
        assert_eq!(contradictions(&all).remove(&9).map_or(0, |all| all.len()), 2);
    }
}
