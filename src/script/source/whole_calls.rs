//! Whole calls: parts that a call needs, and parts that exclude each other.
//!
//! The check judges only literals, and reports only calls that fail whenever their line runs.

use crate::data::{Span, suggest};
use crate::kernel::model::lang::Class;
use crate::lua::{HostCall, Literal, LiteralValue, SourceWord};
use crate::script::api::takes::Takes;
use crate::script::source::literals::Literals;

/// A table of named parts, all of whose names are written out.
struct Whole<'c> {
    entries: &'c [(Option<SourceWord>, Literal)],
}

impl<'c> Whole<'c> {
    /// The first argument of a call, if it is a table whose entries all have names that are written out.
    fn of(call: &'c HostCall) -> Option<Whole<'c>> {
        match call.arguments.first().map(|a| &a.said) {
            Some(LiteralValue::Table(entries, true)) if entries.iter().all(|(key, _)| key.is_some()) => {
                Some(Whole { entries })
            }
            _ => None,
        }
    }

    /// The literal under a name; nil counts as absent.
    fn get(&self, name: &str) -> Option<&'c Literal> {
        let is_it = |key: &Option<SourceWord>| key.as_ref().is_some_and(|k| *k.text == *name);
        self.entries.iter().rfind(|(key, _)| is_it(key)).map(|(_, value)| value).filter(|v| v.said != LiteralValue::Nil)
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn int(&self, name: &str) -> Option<i64> {
        match self.get(name)?.said {
            LiteralValue::Int(n) => Some(n),
            _ => None,
        }
    }
}

/// Reports named parts that a call of a host function lacks, or that exclude each other; of `act.modify`, a field or a
/// change that does not fit.
pub(super) fn whole(l: &mut Literals, call: &HostCall, place: &Span) {
    let name = &*call.name.text;
    if name == "act.modify" {
        return modified(l, call);
    }
    let Some(spec) = Whole::of(call) else { return };
    for message in missing(name, &spec).into_iter().chain(contradictions(name, &spec)) {
        l.error("arguments", place, message, String::new());
    }
}

/// The message about the parts that a call needs and lacks; `None`: it lacks none.
fn missing(name: &str, spec: &Whole) -> Option<String> {
    let needed = match name {
        "ask.number" if !spec.has("max") => "`max`",
        "ask.option" if !spec.has("options") => "`options`",
        "ask.word" if !spec.has("field") => "`field`",
        "ask.order" if !spec.has("cards") => "`cards`",
        "ask.path" if !spec.has("card") && !spec.has("from") => "`card` or `from`",
        "ask.sealed" if !spec.has("options") && !spec.has("max") => "`options`, or `min` and `max`",
        "act.result" if !["win", "lose", "draw"].iter().any(|key| spec.has(key)) => "one of `win`, `lose`, `draw`",
        _ => return None,
    };
    Some(format!("`{name}` needs {needed}"))
}

/// The messages about arguments of a call that do not fit together.
fn contradictions(name: &str, spec: &Whole) -> Vec<String> {
    let mut out = Vec::new();
    if let (Some(low), Some(high)) = (spec.int("min").or(Some(0)), spec.int("max"))
        && ["ask.number", "ask.sealed"].contains(&name)
        && (spec.has("min") == spec.int("min").is_some())
        && low > high
    {
        out.push(format!("`{name}` asks for a number from {low} to {high}, but there is none"));
    }
    if name == "ask.sealed" && spec.has("options") && (spec.has("min") || spec.has("max")) {
        out.push("`ask.sealed` asks for one of `options` or for a number, not both".into());
    }
    if name.starts_with("ask.") && spec.has("default") && !spec.has("deadline") {
        out.push(format!("`default` of `{name}` needs a `deadline`, after which it counts"));
    }
    let given = spec.get("default").map(|d| &d.said);
    if name == "ask.yes"
        && matches!(
            given,
            Some(LiteralValue::Text(_) | LiteralValue::Int(_) | LiteralValue::Fraction | LiteralValue::Table(..))
        )
    {
        out.push("`default` of `ask.yes` is true or false".into());
    }
    out
}

/// Checks that the modified object has such a field, and that the change fits it.
fn modified(l: &mut Literals, call: &HostCall) {
    let [what, field, by, ..] = call.arguments.as_slice() else { return };
    let LiteralValue::Text(name) = &field.said else { return };
    let (rules, place) = (l.rules, l.place(field));
    let schema = &rules.schema;
    let kinds =
        |target: &str| l.now.targets.iter().find(|(name, _)| **name == *target).map_or(&[][..], |(_, kinds)| kinds);
    let class = match &what.said {
        LiteralValue::Name(name) if &**name == "self" => Some(Class::Card),
        LiteralValue::Name(name) if matches!(&**name, "me" | "opponent" | "active" | "inactive") => Some(Class::Player),
        LiteralValue::Table(..) => Some(Class::Card),
        LiteralValue::Call(name) if matches!(&**name, "cards" | "ask.card" | "ask.cards") => Some(Class::Card),
        LiteralValue::OfUse(name) => match kinds(name) {
            [Takes::Card | Takes::Cards, ..] => Some(Class::Card),
            [Takes::Player | Takes::Players, ..] => Some(Class::Player),
            _ => None,
        },
        _ => None,
    };
    let of_class = |class: Class| schema.attrs.iter().filter(move |a| a.of == class).map(|a| &**rules.name(a.name));
    // Only cards have words, so the modified object is a card.
    if class != Some(Class::Player) && l.is_word_field(name) {
        let sets_number = |(key, _): &(Option<SourceWord>, Literal)| {
            key.as_ref().is_some_and(|key| ["set", "times", "at_least", "at_most"].contains(&&*key.text))
        };
        let is_number = match &by.said {
            LiteralValue::Int(_) | LiteralValue::Fraction => true,
            LiteralValue::Table(entries, _) => entries.iter().any(sets_number),
            _ => false,
        };
        if is_number {
            let message = format!("`{name}` is a list of words: `by` must be a word to add, or `{{ without = word }}`");
            l.error("wrong_kind", &place, message, String::new());
        }
        return;
    }
    let Some(class) = class else { return };
    // A field that neither cards nor players have is reported elsewhere, with unknown words.
    let other = if class == Class::Card { Class::Player } else { Class::Card };
    let is_of_other = of_class(other).any(|n| *n == **name) || class == Class::Player && l.is_word_field(name);
    if is_of_other && !of_class(class).any(|n| *n == **name) {
        let whose = if class == Class::Card { "cards have" } else { "players have" };
        let known: Vec<&str> = of_class(class).collect();
        let help = suggest::help_for(name, known);
        l.error("wrong_kind", &place, format!("{whose} no field `{name}` that can be modified"), help);
    }
}
