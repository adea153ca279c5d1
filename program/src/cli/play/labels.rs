//! Labels: what a person types to name an option: its place in the list, or the number that the option itself is.
//!
//! ```text
//!  1  hearts          7
//!  2  spades          8
//!                    #3  double
//! ```
//!
//! A typed number means the option that is this number, if options are numbers, and otherwise the place of an option;
//! `#3` means the third option always.

use crate::cli::language::{counted, ui};
use intermezzo::table::view::DecisionView;

/// One option as a person named it in a typed answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Named {
    /// `3`: the option that is this number, or, if no options are numbers, the one at this place.
    Number(i64),
    /// `#3`: the place of an option, from 1.
    Place(usize),
}

impl Named {
    /// Reads one part of a typed answer: `3` or `#3`.
    pub fn parse(text: &str) -> Option<Named> {
        match text.strip_prefix('#') {
            Some(place) => place.parse().ok().map(Named::Place),
            None => text.parse().ok().map(Named::Number),
        }
    }
}

/// The options of a question, in order: the value of each that is a number, and `None` for the others.
#[derive(Debug, Default)]
pub struct Labels(Vec<Option<i64>>);

/// An option with the label to type for it; `text` is empty if the label says all.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub label: String,
    pub text: String,
}

impl Listed {
    /// The option as a text on a line of its own: `1. hearts`, or `7` where the label says all.
    pub fn in_words(&self) -> String {
        if self.text.is_empty() { self.label.clone() } else { format!("{}. {}", self.label, self.text) }
    }
}

impl Labels {
    /// Reads which options of a decision are numbers.
    pub fn of(decision: &DecisionView) -> Labels {
        Labels::of_texts(decision.options.iter().map(|option| option.text.as_str()))
    }

    pub(super) fn of_texts<'t>(texts: impl Iterator<Item = &'t str>) -> Labels {
        Labels(texts.map(|text| text.parse().ok()).collect())
    }

    fn are_numbers(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// True if an option is this number.
    pub fn has(&self, n: i64) -> bool {
        self.0.contains(&Some(n))
    }

    /// The text that a person types for the option at a place, counted from 0.
    pub fn label(&self, place: usize) -> String {
        match self.0.get(place) {
            Some(Some(n)) => n.to_string(),
            _ if self.are_numbers() => format!("#{}", place + 1),
            _ => (place + 1).to_string(),
        }
    }

    /// The options with their labels. `texts` are the options in words; a text that is the same as its label is left
    /// out.
    pub fn listed(&self, texts: Vec<String>) -> Vec<Listed> {
        let one = |(place, text): (usize, String)| {
            let label = self.label(place);
            let text = if self.are_numbers() && label == text { String::new() } else { text };
            Listed { label, text }
        };
        texts.into_iter().enumerate().map(one).collect()
    }

    /// The place, counted from 0, of the option that a person named. Of several options with the same number it is the
    /// first that is not among `taken`.
    ///
    /// # Errors
    ///
    /// A name that no option has: the message lists those that may be typed.
    pub fn place(&self, named: Named, taken: &[usize]) -> Result<usize, String> {
        let n = match named {
            Named::Number(n) if self.are_numbers() => {
                let mut all = (0..self.0.len()).filter(|at| self.0[*at] == Some(n));
                let is_there = self.has(n);
                return all.find(|at| !taken.contains(at)).ok_or_else(|| match is_there {
                    true => ui!("number-twice", "{n} is named twice", n = n),
                    false => {
                        ui!("no-such-number", "{n} is not offered: there is {numbers}", n = n, numbers = self.all())
                    }
                });
            }
            Named::Number(n) => n,
            Named::Place(place) => i64::try_from(place).unwrap_or(i64::MAX),
        };
        let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1)).filter(|at| *at < self.0.len());
        place.ok_or_else(|| {
            let count = self.0.len();
            ui!(
                "no-option-of",
                count => "there is no option {n}: there is {options}" | "there is no option {n}: there are {options}",
                count = count,
                n = n,
                options = counted(count, "option")
            )
        })
    }

    /// All labels that may be typed, as a text with commas.
    fn all(&self) -> String {
        (0..self.0.len()).map(|place| self.label(place)).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[&str]) -> Labels {
        Labels::of_texts(texts.iter().copied())
    }

    #[test]
    fn a_number_means_the_option_that_is_this_number() {
        let bids = labels(&["7", "8", "9", "double"]);
        assert_eq!(bids.place(Named::Number(8), &[]), Ok(1));
        assert_eq!(bids.place(Named::Place(4), &[]), Ok(3));
        let refused = bids.place(Named::Number(1), &[]).unwrap_err();
        assert!(refused.contains("1 is not offered: there is 7, 8, 9, #4"), "{refused}");
        assert!(bids.place(Named::Place(5), &[]).unwrap_err().contains("there is no option 5: there are 4 options"));
        assert_eq!(labels(&["-1", "0", "1"]).place(Named::Number(-1), &[]), Ok(0));
    }

    #[test]
    fn a_number_means_a_place_where_no_option_is_one() {
        let suits = labels(&["hearts", "7 of spades"]);
        assert_eq!(suits.place(Named::Number(2), &[]), Ok(1));
        assert_eq!(suits.place(Named::Place(2), &[]), Ok(1));
        assert!(labels(&["one"]).place(Named::Number(0), &[]).unwrap_err().contains("there is 1 option"));
    }

    #[test]
    fn of_equal_numbers_each_is_taken_once() {
        let dice = labels(&["3", "5", "3"]);
        assert_eq!(dice.place(Named::Number(3), &[0]), Ok(2));
        assert!(dice.place(Named::Number(3), &[0, 2]).unwrap_err().contains("twice"));
    }

    #[test]
    fn what_a_label_says_is_not_told_again() {
        let listed = |texts: &[&str]| {
            let all = labels(texts).listed(texts.iter().map(|t| t.to_string()).collect());
            all.iter().map(|one| format!("{}|{}", one.label, one.text)).collect::<Vec<_>>()
        };
        assert_eq!(listed(&["7", "12", "double"]), ["7|", "12|", "#3|double"]);
        assert_eq!(listed(&["hearts", "spades"]), ["1|hearts", "2|spades"]);
    }
}
