//! Amounts as text: whole numbers, references and arithmetic.
//!
//! `sum := product (("+" | "-") product)*`, `product := atom ("*" atom)*`,
//! `atom := int | reference | name "(" arguments ")" | "(" sum ")" | "-" atom`.

use crate::data::keys::Each;
use crate::data::{Span, suggest};
use crate::kernel::model::lang::{Amount, CardField, Class, Head, PlayerField, Ref, Selection};
use crate::kernel::model::value::Value;
use crate::kernel::parse::keys::{FUNCTIONS, Function};
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::What;

/// The most numbers, references and brackets in an amount: a text of brackets alone would fill the stack
/// (`an_amount_has_two_hundred_parts_at_most` in tests/it/small_limits.rs).
const MOST_PARTS: usize = 200;

/// Parses an amount. A mistake is reported, and the amount counts as 0.
pub fn parse(parser: &mut Parser, text: &str, span: &Span) -> Amount {
    let mut reader = AmountReader { parser, span, rest: text.trim(), parts: 0, unknown: "", fault: None };
    match reader.sum() {
        Some(amount) if reader.rest.is_empty() => amount,
        _ => {
            if reader.parts > MOST_PARTS {
                let message =
                    format!("an amount has at most {MOST_PARTS} numbers, references and brackets: `{text}` has more");
                parser.problems.error("too_many", span, message).help("say a part of it in a field of its own");
                return Amount::Int(0);
            }
            if let Some((message, help)) = reader.fault.take() {
                parser.problems.error("bad_amount", span, format!("`{text}` is not an amount: {message}")).help(help);
                return Amount::Int(0);
            }
            let unknown = reader.unknown.to_string();
            let known = parser.fields_of_all();
            let help = match crate::data::suggest::nearest(&unknown, known.iter().map(String::as_str)) {
                _ if suggest::number_word(&unknown).is_some() => {
                    format!("write the number in figures: `{}`", suggest::number_word(&unknown).unwrap_or_default())
                }
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let functions: Vec<&str> = FUNCTIONS.names().collect();
                    format!("numbers, references such as me.raw, + - *, {}", functions.join(" "))
                }
            };
            parser.problems.error("bad_amount", span, format!("`{text}` is not an amount")).help(help);
            Amount::Int(0)
        }
    }
}

impl Amount {
    /// The value of an amount that is a written number, or a sum, a difference or a product of written numbers; `None`
    /// for others.
    pub fn fixed(&self) -> Option<i64> {
        match self {
            Amount::Int(n) => Some(*n),
            Amount::Add(a, b) => a.fixed()?.checked_add(b.fixed()?),
            Amount::Sub(a, b) => a.fixed()?.checked_sub(b.fixed()?),
            Amount::Mul(a, b) => a.fixed()?.checked_mul(b.fixed()?),
            _ => None,
        }
    }
}

struct AmountReader<'r, 'a> {
    parser: &'r mut Parser<'a>,
    span: &'r Span,
    rest: &'r str,
    /// The number of parts read so far.
    parts: usize,
    /// The last word that is no reference, for the message; empty if there is none.
    unknown: &'r str,
    /// The message and the help for a mistake in a function's brackets.
    fault: Option<(String, String)>,
}

impl<'r> AmountReader<'r, '_> {
    fn eat(&mut self, sign: char) -> bool {
        let found = self.rest.strip_prefix(sign);
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }

    fn sum(&mut self) -> Option<Amount> {
        let mut left = self.product()?;
        loop {
            if self.eat('+') {
                left = Amount::Add(left.into(), self.product()?.into());
            } else if self.eat('-') {
                left = Amount::Sub(left.into(), self.product()?.into());
            } else {
                return Some(left);
            }
        }
    }

    fn product(&mut self) -> Option<Amount> {
        let mut left = self.atom()?;
        while self.eat('*') {
            left = Amount::Mul(left.into(), self.atom()?.into());
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Amount> {
        // Bounded so that a text of brackets cannot exhaust the stack.
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        if self.eat('(') {
            let inner = self.sum()?;
            return self.eat(')').then_some(inner);
        }
        if self.eat('-') {
            return Some(Amount::Sub(Amount::Int(0).into(), self.atom()?.into()));
        }
        let word = self.word();
        if word.is_empty() {
            return None;
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok().map(Amount::Int);
        }
        if self.eat('(') {
            return self.call(word);
        }
        let before = self.parser.problems.len();
        let found = self.reference(word)?;
        // A misspelt part is already reported.
        if self.parser.problems.len() == before {
            self.parser.must_be_number(&found, word, self.span);
        }
        Some(Amount::Ref(found))
    }

    fn word(&mut self) -> &'r str {
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.' || c == '\u{1}'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn reference(&mut self, word: &'r str) -> Option<Ref> {
        let found = self.parser.try_ref(word, self.span).or_else(|| {
            // A bare name of a field is read as this field of `it`, the object that is tested.
            let sym = self.parser.sym(word)?;
            let schema = self.parser.schema;
            let is_number = |field: PlayerField| !matches!(field, PlayerField::Zone(_));
            let known = schema.card_field(sym).is_some() || schema.player_field(sym).is_some_and(is_number);
            known.then(|| {
                self.parser.must_look(word, self.span);
                Ref { head: Head::It, path: vec![sym] }
            })
        });
        if found.is_none() {
            self.unknown = word;
        }
        found
    }

    /// Reads the thing that `count(list, thing)` counts in a list: a word, if it is a list of words, or a reference.
    fn one_of_list(&mut self, list: &Ref) -> Option<Ref> {
        let word = self.word();
        let slot = list.path.last().map(|field| self.parser.schema.card_field(*field));
        let Some(Some(CardField::Words(slot))) = slot else { return self.reference(word) };
        if let Some(found) = self.parser.try_ref(word, self.span) {
            return Some(found);
        }
        match self.parser.sym(word) {
            // A bare word means a word of the list, unless it is the name of a field of words: then it is a reference.
            Some(sym) if !matches!(self.parser.schema.card_field(sym), Some(CardField::Words(_))) => {
                self.parser.mean(What::Word(slot, sym), word, self.span);
                Some(Ref::value(Value::Word(sym)))
            }
            _ => self.reference(word),
        }
    }

    fn call(&mut self, name: &str) -> Option<Amount> {
        let found = self.called(name);
        if found.is_none() && self.unknown.is_empty() && self.fault.is_none() {
            self.fault = Some(match FUNCTIONS.key(name) {
                Some(known) => {
                    let arguments = known.shape.words();
                    let arguments = arguments.trim_matches('`');
                    (format!("`{name}` has other arguments"), format!("write `{name}{arguments}`"))
                }
                None => (format!("there is no function `{name}`"), suggest::help_for(name, FUNCTIONS.names())),
            });
        }
        found
    }

    /// Reports a field that a function cannot take.
    fn no_field(&mut self, function: &str, field: &str, known: Vec<String>) {
        let what = if function == "sum" { "number" } else { "field of words" };
        let help = suggest::help_for(field, known.iter().map(String::as_str));
        self.fault = Some((format!("cards have no {what} `{field}` for `{function}`"), help));
    }

    fn called(&mut self, name: &str) -> Option<Amount> {
        let amount = match Function::of(name)? {
            Function::count => {
                let word = self.word();
                let list = self.reference(word)?;
                if self.eat(',') {
                    let what = self.one_of_list(&list)?;
                    Amount::TimesIn(list, what)
                } else {
                    Amount::CountOf(list)
                }
            }
            Function::sum => {
                let field = self.word();
                let Some(attr) = self.parser.schema.attr(Class::Card, field) else {
                    let known = self.parser.schema.attrs.iter().filter(|a| a.of == Class::Card).map(|a| a.name);
                    let known = self.parser.names(known);
                    self.no_field(name, field, known);
                    return None;
                };
                if !self.eat(',') {
                    return None;
                }
                let word = self.word();
                Amount::SumOf(attr, self.reference(word)?)
            }
            Function::abs => Amount::Abs(self.sum()?.into()),
            Function::half_up => Amount::HalfUp(self.sum()?.into()),
            Function::half_down => Amount::HalfDown(self.sum()?.into()),
            Function::div => {
                let (a, b) = self.two()?;
                Amount::Div(a, b)
            }
            Function::r#mod => {
                let (a, b) = self.two()?;
                Amount::Mod(a, b)
            }
            Function::distinct => {
                let field = self.word();
                let Some(slot) = self.parser.word_slot(field) else {
                    let known = self.parser.names(self.parser.schema.words.iter().map(|words| words.name));
                    self.no_field(name, field, known);
                    return None;
                };
                if !self.eat(',') {
                    return None;
                }
                let word = self.word();
                Amount::Distinct(slot, Box::new(Selection::in_list(self.reference(word)?)))
            }
            Function::min => {
                let (a, b) = self.two()?;
                Amount::Min(a, b)
            }
            Function::max => {
                let (a, b) = self.two()?;
                Amount::Max(a, b)
            }
        };
        self.eat(')').then_some(amount)
    }

    /// Two amounts with a comma between them.
    fn two(&mut self) -> Option<(Box<Amount>, Box<Amount>)> {
        let first = self.sum()?;
        if !self.eat(',') {
            return None;
        }
        Some((first.into(), self.sum()?.into()))
    }
}

impl From<i64> for Amount {
    fn from(n: i64) -> Amount {
        Amount::Int(n)
    }
}

impl From<Value> for Ref {
    fn from(value: Value) -> Ref {
        Ref::value(value)
    }
}
