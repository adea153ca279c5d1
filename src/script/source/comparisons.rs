//! Comparisons: texts that scripts compare with fields, each looked up among the values of the field.

use crate::data::Span;
use crate::kernel::model::lang::CardField;
use crate::kernel::parse::resolve::What;
use crate::lua::{Comparison, Odd, SourceWord};
use crate::script::api::TABLE;
use crate::script::source::literals::Literals;

impl Literals<'_> {
    /// Reports an expression that means something else than it seems to.
    pub(crate) fn odd(&mut self, odd: Odd, word: &SourceWord) {
        let span = self.span(word.line, word.column);
        let name = &*word.text;
        let answer = answer_of(name);
        let (message, help) = match odd {
            Odd::Not => (
                "`not` binds before `==`: this compares true or false".to_string(),
                "write `a ~= b`, or `not (a == b)`".to_string(),
            ),
            Odd::Or => {
                (format!("`or {name}` is always true: it is compared with nothing"), "write `a == b or a == c`".into())
            }
            Odd::Object if name == "self" => (
                "`self` is a card: it is never a text".into(),
                "`self.name` is its name; `self == this.hit` compares two cards".into(),
            ),
            Odd::Object => (
                format!("`{name}` is a player: it is never a text"),
                format!("`{name} == active` compares two players"),
            ),
            Odd::Compared if is_list(answer) => (
                format!("`{name}` returns a list, which is neither a text nor a number"),
                format!("`#{name}` is the number of its elements"),
            ),
            Odd::Condition if is_list(answer) || answer == "integer" => {
                let what = if answer == "integer" { "a number" } else { "a list" };
                let help = if answer == "integer" {
                    format!("write `{name}{{...}} > 0`")
                } else {
                    format!("write `#{name}{{...}} > 0`")
                };
                (format!("`{name}` returns {what}, which always counts as true, even 0 or an empty list"), help)
            }
            _ => return,
        };
        self.error("wrong_kind", &span, message, help);
    }

    /// Checks a comparison of a field with a text.
    pub(crate) fn comparison(&mut self, of: &Comparison) {
        let (rules, schema) = (self.rules, &self.rules.schema);
        let (field, text) = (&*of.field, &*of.text.text);
        let span = self.span(of.text.line, of.text.column);
        let sym = schema.symbols.find(field);
        if of.of.as_deref() == Some("option") {
            let value =
                schema.symbols.find(text).map_or(crate::kernel::Value::Text(text.into()), crate::kernel::Value::Word);
            if let Some(option) = sym {
                self.mean(What::OptionValue(option, value), text, &span);
            }
            return;
        }
        let is_of_cards = sym.and_then(|s| schema.card_field(s));
        let is_of_record = sym.is_some_and(|s| schema.record_field(s).is_some());
        let is_of_event = sym.is_some_and(|s| rules.events.iter().any(|e| e.fields.iter().any(|(n, _)| *n == s)));
        let is_of_else = is_of_record || matches!(of.of.as_deref(), Some("args" | "event" | "game"));
        let is_else = is_of_else || is_of_event;
        match (is_of_cards, field) {
            (Some(CardField::Words(_)), _) if !is_else => {
                let message = format!("`{field}` is a list of words: it is never the text `{text}`");
                self.error("wrong_kind", &span, message, format!("card:has(\"{field}\", \"{text}\")"));
            }
            (_, "zone") => {
                let known = schema.zones.iter().map(|z| &**rules.name(z.name)).collect::<Vec<_>>();
                if !known.contains(&text) {
                    self.unknown("there is no zone", text, &span, known);
                }
            }
            (_, "type") if !is_else => {
                let known = schema.types.iter().map(|t| &**rules.name(t.name)).collect::<Vec<_>>();
                if !known.contains(&text) {
                    self.unknown("there is no card type", text, &span, known);
                }
            }
            (_, "phase") => {
                let known = schema.phases.iter().map(|t| &**rules.name(*t)).collect::<Vec<_>>();
                if !known.contains(&text) {
                    self.unknown("there is no phase", text, &span, known);
                }
            }
            // The name of an event or of a record is no name of a card, so it is not checked here.
            (_, "name") if !is_of_else => self.name(of, text, &span),
            _ => self.mean(What::Free, text, &span),
        }
    }

    /// Checks a text that is compared with the name of something: cards, players and abilities have one.
    fn name(&mut self, of: &Comparison, text: &str, span: &Span) {
        let rules = self.rules;
        let called = || rules.defs.iter().map(|d| &**rules.name(d.name));
        let is_player = (1..=rules.schema.seats).any(|n| text == format!("player {n}"));
        let (is_of_card, is_of_player) = match of.of.as_deref() {
            Some("self") => (true, false),
            Some("me" | "opponent" | "active" | "inactive") => (false, true),
            _ => (false, false),
        };
        let is_ability = rules.abilities.iter().any(|a| *a.text == *text);
        let is_known = match (is_of_card, is_of_player) {
            (true, _) => called().any(|name| name == text),
            (_, true) => is_player,
            _ => is_player || is_ability || called().any(|name| name == text),
        };
        if is_known {
            return;
        }
        if is_of_player {
            let message = format!("no player is called `{text}`");
            return self.error("unknown_word", span, message, "players are called `player 1` and so on".into());
        }
        let what = if is_of_card { "no card is called" } else { "nothing is called" };
        // A text equal to the id of a card means that card.
        match rules.def_by_id(text) {
            Some(def) => {
                let help = format!("`{text}` is the id of `{}`", rules.name(rules.defs[def.index()].name));
                self.error("unknown_word", span, format!("{what} `{text}`"), help);
            }
            None => self.unknown(what, text, span, called()),
        }
    }
}

/// The type of a host function's result, as its signature writes it: `Card[]`, `Card?`. Empty: there is no such
/// function, or it has no result.
fn answer_of(name: &str) -> &'static str {
    let signature = TABLE.iter().find(|f| f.path == name).map_or("", |f| f.signature);
    signature.rsplit_once("): ").map_or("", |(_, answer)| answer)
}

fn is_list(answer: &str) -> bool {
    answer.ends_with("[]")
}
