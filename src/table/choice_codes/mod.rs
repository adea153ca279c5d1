//! Choice codes: a seat's decision as single choices by numbers, for programs that know numbers only.
//!
//! A program that learns has a fixed list of codes. Code 0 passes, or ends a choice of several things; each other code
//! takes one option. Sets, orders and pairs are chosen one option after the other. If there are more options than
//! codes, the first choice is a part of the options, the next a part of that part, and the last an option.
//!
//! Legality is exact: an answer made of legal codes only is accepted by the table.

mod legal_sets;

use super::wire::Answer;
use super::{Error, Refusal, Result, Table};
use crate::kernel::{Decision, Kind, PickRule, Seat};
use legal_sets::Sets;

/// A decision that is being answered by single choices: see [`Table::choices`].
#[derive(Clone, Debug)]
pub struct Choices {
    seat: Seat,
    /// The number of codes that stand for options: all but code 0.
    codes: u64,
    /// The number of options. In a decision for a number, each permitted number is one option.
    options: u64,
    /// The places that are chosen, in order.
    taken: Vec<usize>,
    /// The options that codes mean now: the first option, and the number of options for each code.
    part: CodeRange,
    legal: Vec<u16>,
    sets: Sets,
    /// True if no legal set was found in time: then the table answers.
    is_lost: bool,
}

/// The options that the codes stand for: code 1 for the `each` options from `from` on, code 2 for the next `each`.
#[derive(Clone, Copy, Debug)]
struct CodeRange {
    from: u64,
    each: u64,
}

impl Table {
    /// A seat's decision, as single choices by codes: 1 to `codes` each take an option, and 0 passes or ends the choice.
    ///
    /// # Errors
    ///
    /// If the seat is asked nothing, or `codes` is below 2.
    ///
    /// ```
    /// use intermezzo::{Files, Game, Setup, Table};
    ///
    /// let files = Files::built_in();
    /// let game = Game::load(&files.games()[0], &files)?;
    /// let mut table = Table::start(game.set_up(Setup::usual(&game, 7))?);
    /// let seat = table.asked_seats()[0];
    /// let mut choices = table.choices(seat, 64)?;
    /// let answer = loop {
    ///     let code = choices.legal()[0];
    ///     if let Some(answer) = choices.take(&table, code)? {
    ///         break answer;
    ///     }
    /// };
    /// table.answer(seat, &answer)?;
    /// # Ok::<(), intermezzo::error::Error>(())
    /// ```
    pub fn choices(&self, seat: Seat, codes: u16) -> Result<Choices> {
        if codes < 2 {
            return Err(Error::usage(format!("choices need at least 2 codes for options, not {codes}")));
        }
        let decision = self.asked(seat)?;
        let options = match &decision.kind {
            Kind::Act { options, .. } => options.len() as u64,
            Kind::Pick { options, .. } | Kind::Order(options) => options.len() as u64,
            Kind::Assign(pairs) => pairs.legal.len() as u64,
            Kind::Number(low, high) => high.abs_diff(*low).saturating_add(1),
        };
        let codes = u64::from(codes);
        let sets = Sets::of(self, decision);
        let part = whole(options, codes);
        let (taken, legal) = (Vec::new(), Vec::new());
        let mut choices = Choices { seat, codes, options, taken, part, legal, sets, is_lost: false };
        choices.look(self, decision);
        Ok(choices)
    }
}

/// The range of all options: each code stands for the smallest power of `codes` with which the codes reach them all.
fn whole(options: u64, codes: u64) -> CodeRange {
    let mut each = 1u64;
    while each.saturating_mul(codes) < options {
        each = each.saturating_mul(codes);
    }
    CodeRange { from: 0, each }
}

impl Choices {
    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The greatest code.
    pub fn codes(&self) -> u16 {
        self.codes as u16
    }

    /// The codes that may be taken now, in order; never empty.
    pub fn legal(&self) -> &[u16] {
        &self.legal
    }

    /// The places of the options chosen so far, in order.
    pub fn taken(&self) -> &[usize] {
        &self.taken
    }

    /// The options that a code stands for now, by the place of the first and how many they are; `None`: it passes or ends.
    pub fn meaning(&self, code: u16) -> Option<(u64, u64)> {
        let place = self.part.from.saturating_add(u64::from(code.checked_sub(1)?).saturating_mul(self.part.each));
        Some((place, self.part.each.min(self.options.saturating_sub(place))))
    }

    /// Takes a code. The last code gives the answer, which the caller gives to the table.
    ///
    /// Forced choices, such as the last of an order, are taken at once.
    ///
    /// # Errors
    ///
    /// A code that is not legal now, or a table that asks this seat nothing.
    pub fn take(&mut self, table: &Table, code: u16) -> Result<Option<Answer>> {
        if self.legal.binary_search(&code).is_err() {
            let words = format!("the code {code} is not one of those that may be taken now");
            return Err(Error::refused(Refusal::new("no_such_code", words).number("code", code.into())));
        }
        let decision = table.asked(self.seat)?;
        let mut code = code;
        loop {
            if let Some(answer) = self.step(table, decision, code) {
                return Ok(Some(answer));
            }
            match self.legal.as_slice() {
                [only] => code = *only,
                _ => return Ok(None),
            }
        }
    }

    fn step(&mut self, table: &Table, decision: &Decision, code: u16) -> Option<Answer> {
        let Some((place, several)) = self.meaning(code) else { return Some(self.ended(table, decision)) };
        if self.part.each > 1 {
            self.part = CodeRange { from: place, each: self.part.each / self.codes };
            if several > 1 {
                self.look(table, decision);
                return None;
            }
        }
        if let Kind::Number(low, _) = decision.kind {
            return Some(Answer::Number(low.saturating_add_unsigned(place)));
        }
        self.taken.push(place as usize);
        self.part = whole(self.options, self.codes);
        if self.taken.len() as u64 >= most(&decision.kind) {
            return Some(Answer::Choose(self.taken.clone()));
        }
        self.look(table, decision);
        None
    }

    /// The answer of code 0.
    fn ended(&self, table: &Table, decision: &Decision) -> Answer {
        match &decision.kind {
            Kind::Act { .. } => Answer::Pass,
            Kind::Pick { options, .. } if self.is_lost => Answer::Choose(legal_sets::first(table, decision, options)),
            _ => Answer::Choose(self.taken.clone()),
        }
    }

    /// Finds the legal codes.
    fn look(&mut self, table: &Table, decision: &Decision) {
        let CodeRange { from, each } = self.part;
        let is_part = from > 0 || each != whole(self.options, self.codes).each;
        self.legal.clear();
        self.sets.grow(table, decision, &self.taken);
        if !is_part && self.may_end(&decision.kind) {
            self.legal.push(0);
        }
        for code in 1..=self.codes {
            let begin = from.saturating_add((code - 1).saturating_mul(each));
            if begin >= self.options {
                break;
            }
            let end = begin.saturating_add(each).min(self.options);
            let is_open = match decision.kind {
                Kind::Act { .. } | Kind::Number(..) => true,
                _ => (begin as usize..end as usize).any(|place| self.is_open(&decision.kind, place)),
            };
            if is_open {
                self.legal.push(code as u16);
            }
        }
        if self.legal.is_empty() {
            self.is_lost = true;
            self.legal.push(0);
        }
    }

    fn may_end(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Act { may_pass, .. } => *may_pass,
            Kind::Pick { min, .. } => self.taken.len() as u32 >= *min && self.sets.may_end(&self.taken),
            Kind::Assign(_) => self.sets.may_end(&self.taken),
            Kind::Order(_) | Kind::Number(..) => false,
        }
    }

    /// True if an option may be taken next.
    fn is_open(&self, kind: &Kind, place: usize) -> bool {
        match kind {
            Kind::Act { .. } | Kind::Number(..) => true,
            Kind::Order(_) => !self.taken.contains(&place),
            Kind::Pick { .. } | Kind::Assign(_) => self.sets.is_open(&self.taken, place),
        }
    }
}

/// The most options that may be taken.
fn most(kind: &Kind) -> u64 {
    match kind {
        Kind::Act { .. } | Kind::Number(..) => 1,
        Kind::Pick { options, max, rule, .. } => match rule {
            // A path may come to a space again, so the number of options does not bound its length.
            PickRule::Path { .. } => u64::from(*max),
            _ => u64::from(*max).min(options.len() as u64),
        },
        Kind::Order(items) => items.len() as u64,
        Kind::Assign(pairs) => pairs.most() as u64,
    }
}
