//! Reply: turns the numbers that a person typed into an answer, and finds answers that need no asking.

use crate::cli::tongue::{counted, ui};
use crate::kernel::read::assign::as_values;
use crate::kernel::{Answer, Decision, Kind, PickRule, Value, World};

/// The only legal answer, if there is only one.
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

/// What Enter alone answers: the first way to pay, cards in the order they are listed.
pub fn default(world: &World, decision: &Decision) -> Option<Answer> {
    match &decision.kind {
        Kind::Pick { rule: PickRule::Pips(..), .. } => world.game().answers(decision, 1).pop(),
        Kind::Order(items) => Some(Answer::Values(items.clone())),
        _ => None,
    }
}

/// The numbers one would type for an answer.
pub fn numbers_of(decision: &Decision, answer: &Answer) -> String {
    let (Kind::Pick { options: listed, .. } | Kind::Order(listed), Answer::Values(values)) = (&decision.kind, answer)
    else {
        return String::new();
    };
    let places = values.iter().filter_map(|v| listed.iter().position(|o| o == v)).map(|i| (i + 1).to_string());
    places.collect::<Vec<_>>().join(" ")
}

/// The answer that these numbers mean. Whether it is legal, the table says.
///
/// # Errors
///
/// Numbers that mean nothing here, and what would.
pub fn answer(decision: &Decision, numbers: &[i64]) -> Result<Answer, String> {
    match &decision.kind {
        Kind::Act { options, .. } => match numbers {
            [n] => place(*n, options.len()).map(|i| Answer::Act(options[i])),
            _ => Err(ui!("one-at-a-time", "one thing at a time: type one number")),
        },
        Kind::Pick { options, .. } => {
            let numbers = if numbers == [0] { &[] } else { numbers };
            let values = numbers.iter().map(|n| place(*n, options.len()).map(|i| options[i].clone()));
            Ok(Answer::Values(values.collect::<Result<_, _>>()?))
        }
        Kind::Order(items) => {
            let mut left: Vec<Option<&Value>> = items.iter().map(Some).collect();
            let mut order = Vec::new();
            for n in numbers {
                let taken = left[place(*n, items.len())?].take();
                order.push(taken.ok_or_else(|| ui!("number-twice", "{n} is named twice", n = n))?.clone());
            }
            order.extend(left.into_iter().flatten().cloned());
            Ok(Answer::Values(order))
        }
        Kind::Assign(pairs) => {
            let numbers = if numbers == [0] { &[] } else { numbers };
            let given = numbers.iter().map(|n| place(*n, pairs.legal.len()).map(|i| pairs.legal[i].clone()));
            Ok(Answer::Values(as_values(given.collect::<Result<_, _>>()?)))
        }
        Kind::Number(..) => match numbers {
            [n] => Ok(Answer::Values(vec![Value::Int(*n)])),
            _ => Err(ui!("one-number", "one number is needed")),
        },
    }
}

fn place(n: i64, options: usize) -> Result<usize, String> {
    let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1)).filter(|i| *i < options);
    let all = counted(options, "option");
    place.ok_or_else(|| match options {
        1 => ui!("no-option-one", "there is no option {n}: there is {options}", n = n, options = all),
        _ => ui!("no-option-of", "there is no option {n}: there are {options}", n = n, options = all),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Seat;

    fn decision(kind: Kind) -> Decision {
        Decision::new(Seat(0), kind)
    }

    fn ints(list: &[i64]) -> Vec<Value> {
        list.iter().map(|n| Value::Int(*n)).collect()
    }

    #[test]
    fn an_order_may_name_its_beginning_only() {
        let order = decision(Kind::Order(ints(&[7, 8, 9])));
        assert_eq!(answer(&order, &[3]), Ok(Answer::Values(ints(&[9, 7, 8]))));
        assert!(answer(&order, &[1, 1]).unwrap_err().contains("twice"));
        assert!(answer(&order, &[4]).unwrap_err().contains("no option 4: there are 3 options"));
        let one = decision(Kind::Order(ints(&[7])));
        assert!(answer(&one, &[2]).unwrap_err().contains("there is 1 option"));
    }

    #[test]
    fn zero_alone_chooses_nothing() {
        let rule = PickRule::Free;
        let pick = decision(Kind::Pick { options: ints(&[5, 6]), min: 0, max: 2, rule, list: true });
        assert_eq!(answer(&pick, &[0]), Ok(Answer::Values(vec![])));
        assert_eq!(answer(&pick, &[2, 1]), Ok(Answer::Values(ints(&[6, 5]))));
        assert!(answer(&pick, &[1, 0]).is_err());
        assert_eq!(numbers_of(&pick, &Answer::Values(ints(&[6, 5]))), "2 1");
    }
}
