//! Printed: carries a compiled card over to other numbers of words, cards and earlier compiled parts.
//!
//! A card refers to words and cards by numbers that follow the files of its game. Its own abilities, scripts and
//! lists are numbered after those of earlier cards. All other numbers come from the manifest.

use super::{Numbers, Renumber};
use crate::kernel::model::flow_items::List;
use crate::kernel::model::timed_effects::{AbilitySource, TimedEffect};

impl Renumber for TimedEffect {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match self {
            TimedEffect::Modify { what, field, by, lasts: _, called } => {
                what.renumber(numbers)?;
                field.renumber(numbers)?;
                by.renumber(numbers)?;
                called.renumber(numbers)
            }
            TimedEffect::Grant { who, which, lasts: _, called, uses } => {
                who.renumber(numbers)?;
                which.renumber(numbers)?;
                called.renumber(numbers)?;
                uses.renumber(numbers)
            }
            TimedEffect::LoseAbility { cards, ability, lasts: _, called } => {
                cards.renumber(numbers)?;
                ability.iter_mut().try_for_each(|at| numbers.named(at))?;
                called.renumber(numbers)
            }
            TimedEffect::Restore { cards, printed_only: _ } => cards.renumber(numbers),
            TimedEffect::Permit { what, cards, lasts: _, called } => {
                what.renumber(numbers)?;
                cards.renumber(numbers)?;
                called.renumber(numbers)
            }
            TimedEffect::Extra(_, seats) => seats.renumber(numbers),
            TimedEffect::End { called, on, from } => {
                called.renumber(numbers)?;
                on.renumber(numbers)?;
                from.renumber(numbers)
            }
        }
    }
}

impl Renumber for AbilitySource {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match self {
            AbilitySource::Named(at) => numbers.named(at),
            AbilitySource::Of { cards, kind } => {
                cards.renumber(numbers)?;
                kind.renumber(numbers)
            }
        }
    }
}

impl Renumber for List {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let List { path, items, is_left: _, asks_of_cards: _ } = self;
        // A path ends with the number of the list, after those of the lists around it.
        if let Some(printed) = numbers.printed.filter(|printed| printed.lists.by != 0) {
            let part = |part: &str| match part.parse::<u32>() {
                Ok(mut number) => printed.lists.number(&mut number).map(|()| number.to_string()),
                Err(_) => Some(part.to_string()),
            };
            *path = path.split('/').map(part).collect::<Option<Vec<_>>>()?.join("/").into();
        }
        items.renumber(numbers)
    }
}
