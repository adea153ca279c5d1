//! Reply: turns the options that a person typed into an answer of the kernel, and finds answers for which nobody need
//! be asked.

use super::labels::{Labels, Named};
use crate::cli::language::ui;
use intermezzo::kernel::read::assignments::as_values;
use intermezzo::kernel::{Answer, Decision, Kind, PickRule, Value, World};

/// The only legal answer; `None`: the person has a choice.
pub fn forced(world: &World, decision: &Decision) -> Option<Answer> {
    match &decision.kind {
        Kind::Act { options, may_pass } => match (options.as_slice(), may_pass) {
            ([], _) => Some(Answer::Pass),
            ([only], false) => Some(Answer::Act(*only)),
            _ => None,
        },
        Kind::Order(items) => (items.len() < 2).then(|| Answer::Values(items.clone())),
        Kind::Assign(pairs) if pairs.least() == 0 => pairs.legal.is_empty().then(|| Answer::Values(Vec::new())),
        Kind::Assign(_) => {
            let mut answers = world.game().answers(decision, 2);
            if answers.len() == 1 { answers.pop() } else { None }
        }
        Kind::Number(low, high) => (low == high).then(|| Answer::Values(vec![Value::Int(*low)])),
        Kind::Pick { .. } => {
            let mut answers = world.game().answers(decision, 2);
            if answers.len() == 1 { answers.pop() } else { None }
        }
    }
}

/// The answer that Enter alone gives: the first way to pay, or an order as it is listed; `None`: other questions have
/// no default.
pub fn default(world: &World, decision: &Decision) -> Option<Answer> {
    match &decision.kind {
        Kind::Pick { rule: PickRule::Pips(..), .. } => world.game().answers(decision, 1).pop(),
        Kind::Order(items) => Some(Answer::Values(items.clone())),
        _ => None,
    }
}

/// The text by which a person would give an answer; empty if it chooses no listed options.
pub fn labels_of(decision: &Decision, labels: &Labels, answer: &Answer) -> String {
    let (Kind::Pick { options: listed, .. } | Kind::Order(listed), Answer::Values(values)) = (&decision.kind, answer)
    else {
        return String::new();
    };
    let places = values.iter().filter_map(|v| listed.iter().position(|o| o == v));
    places.map(|place| labels.label(place)).collect::<Vec<_>>().join(" ")
}

/// The answer that a person typed, as labels of options or as a number. Whether it is legal is judged by the table.
///
/// # Errors
///
/// Options that are no answer to this question: the message says what may be typed.
pub fn answer(decision: &Decision, labels: &Labels, named: &[Named]) -> Result<Answer, String> {
    match &decision.kind {
        Kind::Act { options, .. } => match named {
            [one] => Ok(Answer::Act(options[labels.place(*one, &[])?])),
            _ => Err(ui!("one-at-a-time", "one thing at a time: type one number")),
        },
        Kind::Pick { options, .. } => {
            let places = if is_none(labels, named) { Vec::new() } else { places(labels, named)? };
            Ok(Answer::Values(places.iter().map(|at| options[*at].clone()).collect()))
        }
        Kind::Order(items) => {
            let mut left: Vec<Option<&Value>> = items.iter().map(Some).collect();
            let mut order = Vec::new();
            for (one, at) in named.iter().zip(places(labels, named)?) {
                let label = match one {
                    Named::Number(n) => n.to_string(),
                    Named::Place(n) => format!("#{n}"),
                };
                let taken = left[at].take().ok_or_else(|| ui!("number-twice", "{n} is named twice", n = label))?;
                order.push(taken.clone());
            }
            order.extend(left.into_iter().flatten().cloned());
            Ok(Answer::Values(order))
        }
        Kind::Assign(pairs) => {
            let places = if is_none(labels, named) { Vec::new() } else { places(labels, named)? };
            Ok(Answer::Values(as_values(places.iter().map(|at| pairs.legal[*at].clone()).collect())))
        }
        Kind::Number(..) => match named {
            [Named::Number(n)] => Ok(Answer::Values(vec![Value::Int(*n)])),
            _ => Err(ui!("one-number", "one number is needed")),
        },
    }
}

/// True if `0` was typed and means to choose nothing: no option is the number 0.
fn is_none(labels: &Labels, named: &[Named]) -> bool {
    named == [Named::Number(0)] && !labels.has(0)
}

/// The places of the named options, in the order in which the person typed them.
fn places(labels: &Labels, named: &[Named]) -> Result<Vec<usize>, String> {
    let mut places = Vec::new();
    for one in named {
        places.push(labels.place(*one, &places)?);
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use intermezzo::kernel::Seat;

    fn decision(kind: Kind) -> Decision {
        Decision::new(Seat(0), kind)
    }

    fn ints(list: &[i64]) -> Vec<Value> {
        list.iter().map(|n| Value::Int(*n)).collect()
    }

    fn named(list: &[i64]) -> Vec<Named> {
        list.iter().map(|n| Named::Number(*n)).collect()
    }

    #[test]
    fn an_order_may_name_its_beginning_only() {
        let words = |list: &[&str]| list.iter().map(|text| Value::Text((*text).into())).collect::<Vec<_>>();
        let order = decision(Kind::Order(words(&["a", "b", "c"])));
        let labels = Labels::of_texts(["a", "b", "c"].into_iter());
        assert_eq!(answer(&order, &labels, &named(&[3])), Ok(Answer::Values(words(&["c", "a", "b"]))));
        assert!(answer(&order, &labels, &named(&[1, 1])).unwrap_err().contains("twice"));
        assert!(answer(&order, &labels, &named(&[4])).unwrap_err().contains("no option 4: there are 3 options"));
    }

    #[test]
    fn zero_alone_chooses_nothing_unless_it_is_an_option() {
        let pick =
            |options: Vec<Value>| decision(Kind::Pick { options, min: 0, max: 2, rule: PickRule::Free, list: true });
        let (some, labels) = (pick(ints(&[5, 6])), Labels::of_texts(["5", "6"].into_iter()));
        assert_eq!(answer(&some, &labels, &named(&[0])), Ok(Answer::Values(vec![])));
        assert_eq!(answer(&some, &labels, &named(&[6, 5])), Ok(Answer::Values(ints(&[6, 5]))));
        assert!(answer(&some, &labels, &named(&[5, 0])).is_err());
        assert_eq!(labels_of(&some, &labels, &Answer::Values(ints(&[6, 5]))), "6 5");
        let (zero, labels) = (pick(ints(&[0, 1])), Labels::of_texts(["0", "1"].into_iter()));
        assert_eq!(answer(&zero, &labels, &named(&[0])), Ok(Answer::Values(ints(&[0]))));
    }
}
