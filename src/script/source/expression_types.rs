//! Expression types: which kind of value an expression of a source is, as far as the source shows it.

use crate::kernel::model::ability::Target;
use crate::kernel::model::lang::Source;
use crate::lua::{Literal, LiteralValue};
use crate::script::api::takes::Takes;

/// The number of alternatives of a literal: of `a and b or c`, and in a table the most that one of its values has.
pub(super) fn alternatives(of: &Literal) -> usize {
    match &of.said {
        LiteralValue::Either(list) => list.len().max(list.iter().map(alternatives).max().unwrap_or(1)),
        LiteralValue::Table(entries, _) => entries.iter().map(|(_, value)| alternatives(value)).max().unwrap_or(1),
        _ => 1,
    }
}

/// True if every script has an object of the game under this name.
pub(super) fn is_object(name: &str) -> bool {
    kind_of_name(name).is_some()
}

/// The type of a name that every script has.
pub(super) fn kind_of_name(name: &str) -> Option<&'static [Takes]> {
    match name {
        "me" | "opponent" | "active" | "inactive" => Some(&[Takes::Player]),
        "self" => Some(&[Takes::Card]),
        "this" => Some(&[Takes::Use]),
        "game" => Some(&[Takes::Game]),
        _ => None,
    }
}

/// The type of an ability's target, if all its options are of one type.
pub(super) fn kind_of_target(target: &Target) -> Option<&'static [Takes]> {
    Some(match (&target.what.source, target.list) {
        (Source::Cards(_), false) => &[Takes::Card],
        (Source::Cards(_), true) => &[Takes::Cards, Takes::List],
        (Source::Players(_), false) => &[Takes::Player],
        (Source::Players(_), true) => &[Takes::Players, Takes::List],
        _ => return None,
    })
}

/// The type of a host function's result, from its signature.
pub(super) fn kind_of_answer(signature: &str) -> Option<&'static [Takes]> {
    let (_, answer) = signature.rsplit_once("): ")?;
    match answer.trim_end_matches('?') {
        "integer" => Some(&[Takes::Int]),
        "boolean" => Some(&[Takes::Bool]),
        "Card" => Some(&[Takes::Card]),
        "Card[]" => Some(&[Takes::Cards, Takes::List]),
        "Player" => Some(&[Takes::Player]),
        "Player[]" => Some(&[Takes::Players, Takes::List]),
        "Space" => Some(&[Takes::Space]),
        "Space[]" => Some(&[Takes::List]),
        _ => None,
    }
}

pub(super) fn in_words(takes: Takes) -> String {
    match takes {
        Takes::Any => "anything".into(),
        Takes::Card => "a card".into(),
        Takes::Cards => "cards".into(),
        Takes::Player => "a player".into(),
        Takes::Players => "players".into(),
        Takes::Use => "a use".into(),
        Takes::Record => "a record".into(),
        Takes::Ability => "an ability".into(),
        Takes::Space => "a space".into(),
        Takes::Game => "the game".into(),
        Takes::List => "a list".into(),
        Takes::Int => "a whole number".into(),
        Takes::Bool => "true or false".into(),
        Takes::Text => "a text".into(),
        Takes::Function => "a function".into(),
        Takes::Filter(_) | Takes::ObjectFilter | Takes::Asks(..) => "a filter".into(),
        Takes::Parts(parts) => format!("a table of {}", parts.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
        Takes::Names | Takes::Stored | Takes::Fields => "a table of names".into(),
        Takes::OneOf(words) => words.join(" or "),
        Takes::Word(_) => "a word".into(),
    }
}

pub(super) fn found(said: &LiteralValue) -> String {
    match said {
        LiteralValue::Text(text) => format!("the text `{text}`"),
        LiteralValue::Int(n) => format!("the number {n}"),
        LiteralValue::Fraction => "a fraction".into(),
        LiteralValue::Bool(b) => b.to_string(),
        LiteralValue::Nil => "nil".into(),
        LiteralValue::Table(entries, _) if entries.is_empty() => "an empty table".into(),
        LiteralValue::Table(entries, _) if entries[0].0.is_some() => "a table with names".into(),
        LiteralValue::Table(..) => "a list".into(),
        LiteralValue::Function => "a function".into(),
        LiteralValue::Name(name) => format!("`{name}`"),
        LiteralValue::OfUse(name) => format!("`this.{name}`"),
        LiteralValue::Call(name) => format!("the result of `{name}`"),
        LiteralValue::Either(_) | LiteralValue::Computed => "something else".into(),
    }
}
