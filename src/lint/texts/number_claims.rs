//! Number claims: whether the numbers of a text are those of the card, and the other way round.

use std::collections::BTreeSet;

use super::CheckedCard;
use super::behaviour::{GameParts, NumberFact};
use super::claims::{Claim, ClaimSubject, Contradiction};
use super::numbers_said::{NumberSaid, numbers};
use super::wording::Wording;

/// The most numbers of a card that go into sums and products.
const MOST_NUMBERS: usize = 16;

pub(super) fn add(wording: &Wording, game: &GameParts, card: &CheckedCard, out: &mut Vec<Claim>) {
    let said = numbers(&card.text, &wording.numbers);
    let has = card.does.numbers.iter().map(|number| number.value).collect::<BTreeSet<_>>();
    let may_have = reachable(card, &has);
    let silent: Vec<_> = wording.silent().flat_map(|phrase| card.text.all(phrase)).collect();
    let is_silent =
        |said: &NumberSaid| silent.iter().any(|at| at.start <= said.bytes.start && said.bytes.end <= at.end);
    for number in said.iter().filter(|number| number.is_firm && !is_silent(number)) {
        let beside = [number.value.saturating_sub(1), number.value, number.value.saturating_add(1)];
        let is_had = |value: &i64| may_have.contains(value) || card.does.further_numbers.contains(value);
        let holds = if number.is_beside { beside.iter().any(is_had) } else { is_had(&number.value) };
        let is_own = may_have.contains(&number.value) || number.is_beside && holds;
        let shown = card.shown(number.bytes.clone());
        for (about, holds, is_half) in [("number of a text", holds, false), ("own number of a text", is_own, true)] {
            out.push(Claim {
                card: card.number,
                about: about.into(),
                kind: about.into(),
                holds,
                is_half,
                wrong: Contradiction {
                    subject: ClaimSubject::Number,
                    said: Some((shown.clone(), card.place(number.bytes.clone()))),
                    done: None,
                },
            });
        }
        out.extend(of_field(wording, game, card, number));
    }
    let telling = card.does.numbers.iter().filter(|number| is_telling(wording, card, number));
    out.extend(telling.map(|number| done(card, number, &said)));
}

/// True for a number that a text would say: not one that is calculated with, not one of something that the text does
/// not name, and not what goes without saying.
fn is_telling(wording: &Wording, card: &CheckedCard, number: &NumberFact) -> bool {
    let is_role = !["index", "value", "uses"].contains(&number.role.as_str());
    let is_named = number.of.as_ref().is_none_or(|field| {
        wording.fields.iter().any(|term| term.means[0] == *field && card.text.find(&term.phrase).is_some())
    });
    is_role && is_named && number.value > 0 && !number.is_computed
}

/// The claim that a text says a number of the card.
fn done(card: &CheckedCard, number: &NumberFact, said: &[NumberSaid]) -> Claim {
    let is_said = |value: i64| said.iter().any(|said| said.value == value);
    let (below, above) = (number.value.saturating_sub(1), number.value.saturating_add(1));
    let holds = is_said(number.value)
        || number.is_bound && (is_said(below) || is_said(above))
        || sum_of_role(card, &number.role).is_some_and(is_said);
    // One of something goes without a number in many texts.
    let size = if number.value == 1 { "one" } else { "several" };
    let of = number.of.as_deref().unwrap_or_default();
    Claim {
        card: card.number,
        about: format!("number {} {of} {size}", number.role),
        kind: format!("number {size}"),
        holds,
        is_half: number.value == 1,
        wrong: Contradiction {
            subject: ClaimSubject::Number,
            said: None,
            done: Some((number.value.to_string(), number.place.span())),
        },
    }
}

/// The claim that the field behind or before a number has it: `300 BP`, `BP-300`.
fn of_field(wording: &Wording, game: &GameParts, card: &CheckedCard, number: &NumberSaid) -> Option<Claim> {
    let next = card.text.word_from(number.bytes.end);
    let is_next = !card.text.before(next).contains(|c: char| c != ' ');
    let field = wording.fields.iter().find(|field| {
        is_next && card.text.begins(next, &field.phrase).is_some()
            || card.text.ends_before(number.bytes.start, &field.phrase).is_some()
    });
    let field = field.filter(|field| game.fields.contains(field.means[0].as_str()))?;
    let is_of_field = |has: &&NumberFact| has.value > 0 && has.of.as_deref() == Some(&field.means[0]);
    let first = card.does.numbers.iter().find(is_of_field)?;
    let beside = u64::from(number.is_beside);
    let is_near = |value: i64| value.abs_diff(number.value) <= beside;
    let is_it = |has: &NumberFact| {
        is_near(has.value) && (has.of.is_none() || is_of_field(&has)) || has.is_computed && is_of_field(&has)
    };
    let holds = card.does.numbers.iter().any(is_it) || card.does.further_numbers.iter().any(|value| is_near(*value));
    let shown = format!("{} {}", number.value, field.shown);
    Some(Claim {
        card: card.number,
        about: format!("number with {}", field.shown),
        kind: "number with a field".into(),
        holds,
        is_half: false,
        wrong: Contradiction {
            subject: ClaimSubject::Number,
            said: Some((shown, card.place(number.bytes.clone()))),
            done: Some((format!("{} {}", first.value, field.shown), first.place.span())),
        },
    })
}

/// The sum of all numbers of a card with the same role, if there are several: who draws two cards and then one draws
/// three.
fn sum_of_role(card: &CheckedCard, role: &str) -> Option<i64> {
    let of_role = || card.does.numbers.iter().filter(|number| number.role == role);
    (of_role().count() > 1).then(|| of_role().map(|number| number.value).fold(0, i64::saturating_add))
}

/// The numbers of a card, and the results that calculations with them may have.
fn reachable(card: &CheckedCard, has: &BTreeSet<i64>) -> BTreeSet<i64> {
    let mut out = has.clone();
    out.extend(card.does.numbers.iter().filter_map(|number| sum_of_role(card, &number.role)));
    let computed = card.does.numbers.iter().filter(|number| number.is_computed).map(|number| number.value);
    for a in computed.take(MOST_NUMBERS) {
        for b in has.iter().take(MOST_NUMBERS) {
            out.extend([a.saturating_add(*b), a.saturating_sub(*b).saturating_abs(), a.saturating_mul(*b)]);
        }
    }
    out
}
