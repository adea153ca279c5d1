//! Typed answers: turns what a person types at `join` into an answer that names options by their places, and finds
//! answers for which nobody need be asked.

use crate::cli::language::ui;
use crate::cli::play::labels::{Labels, Named};
use intermezzo::Answer;
use intermezzo::table::view::{DecisionKind, DecisionView};

/// The only possible answer, judged by the view alone; `None`: there is a choice.
pub fn forced(decision: &DecisionView) -> Option<Answer> {
    let (options, least) = (decision.options.len(), decision.least);
    let all = || Answer::Choose((0..options).collect());
    match decision.kind {
        DecisionKind::Act if options == 0 => Some(Answer::Pass),
        DecisionKind::Act => (options == 1 && !decision.may_pass).then(all),
        DecisionKind::Order => (options < 2).then(all),
        DecisionKind::Number => (least == decision.most).then_some(Answer::Number(least)),
        DecisionKind::Pick => (least >= 0 && least as usize == options && decision.most == least).then(all),
        DecisionKind::Assign => (options == 0).then(all),
    }
}

/// The answer that a person typed: the places of options, or a number. The table judges if it is legal.
///
/// # Errors
///
/// Options that are no answer to this question: the message says what may be typed.
pub fn answer(decision: &DecisionView, labels: &Labels, named: &[Named]) -> Result<Answer, String> {
    let is_none = named == [Named::Number(0)] && !labels.has(0);
    match decision.kind {
        DecisionKind::Act => match named {
            [one] => Ok(Answer::Choose(vec![labels.place(*one, &[])?])),
            _ => Err(ui!("one-at-a-time", "one thing at a time: type one number")),
        },
        DecisionKind::Number => match named {
            [Named::Number(n)] => Ok(Answer::Number(*n)),
            _ => Err(ui!("one-number", "one number is needed")),
        },
        DecisionKind::Pick | DecisionKind::Assign if is_none => Ok(Answer::Choose(Vec::new())),
        DecisionKind::Pick | DecisionKind::Assign => places(labels, named).map(Answer::Choose),
        DecisionKind::Order => {
            let mut order = places(labels, named)?;
            order.extend((0..decision.options.len()).filter(|at| !named_places(labels, named).contains(at)));
            Ok(Answer::Choose(order))
        }
    }
}

/// The places of the named options, in the order in which the person typed them; an option that is named twice is an
/// error.
fn places(labels: &Labels, named: &[Named]) -> Result<Vec<usize>, String> {
    let mut places = Vec::new();
    for one in named {
        let place = labels.place(*one, &places)?;
        if places.contains(&place) {
            return Err(ui!("number-twice", "{n} is named twice", n = labels.label(place)));
        }
        places.push(place);
    }
    Ok(places)
}

fn named_places(labels: &Labels, named: &[Named]) -> Vec<usize> {
    places(labels, named).unwrap_or_default()
}

/// The answer that passes or chooses nothing; `None`: this question allows neither.
pub fn pass(decision: &DecisionView) -> Option<Answer> {
    match decision.kind {
        DecisionKind::Act => decision.may_pass.then_some(Answer::Pass),
        DecisionKind::Pick | DecisionKind::Assign => (decision.least == 0).then(|| Answer::Choose(Vec::new())),
        DecisionKind::Order | DecisionKind::Number => None,
    }
}
