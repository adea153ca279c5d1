//! Fluent file: a text of Fluent as it is written: its messages, the names that each part uses, and the parts that
//! cannot be read.

use std::collections::BTreeSet;

use super::bounds::too_much;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::{self, ErrorKind};

/// A text of Fluent.
pub(super) struct FluentFile<'s> {
    /// The messages and terms, in order.
    pub messages: Vec<FluentMessage<'s>>,
    /// Syntax errors: the place, in bytes from 0, and the reason.
    pub wrong: Vec<(usize, String)>,
    /// The limit that the file exceeds, with its place: such a file is not read.
    pub too_much: Option<(usize, String)>,
}

/// A message, or a term.
pub(super) struct FluentMessage<'s> {
    /// The id of the message; the id of a term is without its `-`.
    pub id: &'s str,
    /// True for a term: only other messages use it.
    pub is_term: bool,
    /// The byte at which the message begins.
    pub at: usize,
    /// The value of the message, and its attributes.
    pub parts: Vec<MessagePart<'s>>,
}

/// The value of a message, or an attribute.
pub(super) struct MessagePart<'s> {
    /// The attribute; `None`: the part is the value.
    pub attribute: Option<&'s str>,
    /// The byte at which the part begins.
    pub at: usize,
    /// The variables that the part uses, with their places.
    pub variables: BTreeSet<(&'s str, usize)>,
    /// The messages that it uses, with their places; terms have a `-`.
    pub messages: Vec<(String, usize)>,
    /// The functions that the part calls, with their places.
    pub functions: Vec<(&'s str, usize)>,
}

impl<'s> FluentFile<'s> {
    /// Reads a text as far as it can be read.
    pub fn read(text: &'s str) -> FluentFile<'s> {
        if let Some(too_much) = too_much(text) {
            return FluentFile { messages: Vec::new(), wrong: Vec::new(), too_much: Some(too_much) };
        }
        let (resource, errors) = match parser::parse(text) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        let at = |part: &'s str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut messages = Vec::new();
        for entry in resource.body {
            let (id, is_term, value, attributes) = match entry {
                Entry::Message(m) => (m.id.name, false, m.value, m.attributes),
                Entry::Term(t) => (t.id.name, true, Some(t.value), t.attributes),
                _ => continue,
            };
            let mut parts = Vec::new();
            parts.extend(value.map(|value| part(None, at(id), &value, &at)));
            for attribute in &attributes {
                parts.push(part(Some(attribute.id.name), at(attribute.id.name), &attribute.value, &at));
            }
            messages.push(FluentMessage { id, is_term, at: at(id), parts });
        }
        let wrong = errors.into_iter().map(|e| (e.pos.start.min(text.len()), words(&e.kind))).collect();
        FluentFile { messages, wrong, too_much: None }
    }
}

fn part<'s>(
    attribute: Option<&'s str>,
    from: usize,
    value: &Pattern<&'s str>,
    at: &impl Fn(&'s str) -> usize,
) -> MessagePart<'s> {
    let mut part =
        MessagePart { attribute, at: from, variables: BTreeSet::new(), messages: Vec::new(), functions: Vec::new() };
    pattern(value, &mut part, at);
    part
}

fn pattern<'s>(value: &Pattern<&'s str>, part: &mut MessagePart<'s>, at: &impl Fn(&'s str) -> usize) {
    for element in &value.elements {
        if let PatternElement::Placeable { expression } = element {
            self::expression(expression, part, at);
        }
    }
}

fn expression<'s>(expression: &Expression<&'s str>, part: &mut MessagePart<'s>, at: &impl Fn(&'s str) -> usize) {
    match expression {
        Expression::Inline(one) => inline(one, part, at),
        Expression::Select { selector, variants } => {
            inline(selector, part, at);
            variants.iter().for_each(|variant| pattern(&variant.value, part, at));
        }
    }
}

fn inline<'s>(one: &InlineExpression<&'s str>, part: &mut MessagePart<'s>, at: &impl Fn(&'s str) -> usize) {
    match one {
        InlineExpression::VariableReference { id } => drop(part.variables.insert((id.name, at(id.name)))),
        InlineExpression::MessageReference { id, .. } => part.messages.push((id.name.into(), at(id.name))),
        // The arguments of a term only set variables within the term, so they are not noted.
        InlineExpression::TermReference { id, .. } => part.messages.push((format!("-{}", id.name), at(id.name))),
        InlineExpression::FunctionReference { id, arguments } => {
            part.functions.push((id.name, at(id.name)));
            arguments.positional.iter().for_each(|argument| inline(argument, part, at));
        }
        InlineExpression::Placeable { expression } => self::expression(expression, part, at),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
    }
}

/// The message of the parser, in plainer words.
fn words(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::ExpectedToken(c) => format!("`{c}` is missing here"),
        ErrorKind::ExpectedCharRange { range } => format!("a letter is missing here: one of {range}"),
        ErrorKind::ExpectedMessageField { entry_id } => format!("the message `{entry_id}` says nothing"),
        ErrorKind::ExpectedTermField { entry_id } => format!("the term `-{entry_id}` says nothing"),
        ErrorKind::MissingDefaultVariant => {
            "one of the choices must begin with `*`: it is taken where no other fits".into()
        }
        ErrorKind::MultipleDefaultVariants => "only one of the choices begins with `*`".into(),
        ErrorKind::MissingValue => "a text is missing here".into(),
        ErrorKind::UnterminatedStringLiteral => "the text has no closing `\"`".into(),
        ErrorKind::UnbalancedClosingBrace => "a `}` closes nothing here".into(),
        ErrorKind::ExpectedInlineExpression => "between `{` and `}` stands `$variable`, a message or a \"text\"".into(),
        other => other.to_string().to_lowercase(),
    }
}
