//! Arguments: literal arguments, checked against what the host function takes.

use std::collections::BTreeMap;
use std::fmt::Arguments;
use std::sync::LazyLock;

use crate::lua::{HostCall, Literal, LiteralValue};
use crate::script::api::TABLE;
use crate::script::api::function::HostFn;
use crate::script::api::takes::Takes;
use crate::script::source::expression_types::{found, in_words, kind_of_answer, kind_of_name};
use crate::script::source::literal_words::word;
use crate::script::source::literals::Literals;

/// The host functions by name.
pub(super) static FUNCTIONS: LazyLock<BTreeMap<&str, &HostFn>> =
    LazyLock::new(|| TABLE.iter().map(|f| (f.path, f)).collect());

impl Literals<'_> {
    pub fn argument(&mut self, of: &Literal, takes: &[Takes], what: Arguments<'_>, call: &HostCall) {
        if takes.contains(&Takes::Any) {
            return;
        }
        match &of.said {
            LiteralValue::Computed => {}
            LiteralValue::Either(list) => {
                // In `x and y or nil` the value nil means that the argument is left out.
                let one = list.get(self.turn.min(list.len() - 1)).filter(|one| one.said != LiteralValue::Nil);
                if let Some(one) = one {
                    self.argument(one, takes, what, call);
                }
            }
            LiteralValue::Text(text) => self.text(of, text, takes, what, call),
            LiteralValue::Table(entries, is_whole) => self.table(of, entries, *is_whole, takes, what, call),
            said => {
                let fits = match said {
                    LiteralValue::Name(name) => kind_of_name(name),
                    LiteralValue::OfUse(name) => {
                        self.now.targets.iter().find(|(target, _)| target == name).map(|(_, kind)| *kind)
                    }
                    LiteralValue::Call(name) => FUNCTIONS.get(&**name).and_then(|f| kind_of_answer(f.signature)),
                    LiteralValue::Int(_) => Some(&[Takes::Int][..]),
                    LiteralValue::Bool(_) => Some(&[Takes::Bool][..]),
                    LiteralValue::Function => Some(&[Takes::Function][..]),
                    _ => Some(&[][..]),
                };
                if fits.is_some_and(|kinds| !kinds.iter().any(|k| takes.contains(k))) {
                    self.wrong_kind(of, takes, what);
                }
            }
        }
    }

    /// Reports a literal of a wrong type.
    pub fn wrong_kind(&mut self, of: &Literal, takes: &[Takes], what: Arguments<'_>) {
        let span = self.place(of);
        let wanted: Vec<String> = takes.iter().map(|t| in_words(*t)).collect();
        let message = format!("{what} is {}, found {}", wanted.join(" or "), found(&of.said));
        self.error("wrong_kind", &span, message, String::new());
    }

    fn text(&mut self, of: &Literal, text: &str, takes: &[Takes], what: Arguments<'_>, call: &HostCall) {
        let before = self.problems.len();
        let mut is_taken = false;
        for one in takes {
            match one {
                Takes::Text => return,
                Takes::OneOf(words) if words.contains(&text) => return,
                Takes::OneOf(words) => {
                    let span = self.place(of);
                    self.unknown(&format!("{what} cannot be"), text, &span, words.iter().copied());
                }
                Takes::Word(kind) => word(self, *kind, text, of, call),
                _ => continue,
            }
            is_taken = true;
            if self.problems.len() == before {
                return;
            }
        }
        if !is_taken {
            self.wrong_kind(of, takes, what);
        }
    }
}
