//! Options: which values an option of a game may have, and how that is told.

use super::rules::Rules;
use super::value::Value;
use std::mem::discriminant;

impl Rules {
    /// True if an option may have a value. With a list in the manifest, the value is in the list; without one it has
    /// the kind of the default and lies within the bounds.
    pub fn option_may_be(&self, at: usize, value: &Value) -> bool {
        match self.option_values.get(at).map_or(&[][..], |known| known) {
            [] => {
                let (least, most) = self.bounds_of_option(at);
                let is_within = !matches!(value, Value::Int(n) if !(least..=most).contains(n));
                discriminant(&self.options[at].1) == discriminant(value) && is_within
            }
            known => known.contains(value),
        }
    }

    /// The values that an option may have beside its default, where they can be listed.
    pub fn other_values(&self, at: usize) -> Vec<Value> {
        let now = &self.options[at].1;
        match (self.option_values.get(at).map_or(&[][..], |known| known), now) {
            ([], Value::Bool(is_true)) => vec![Value::Bool(!is_true)],
            (known, now) => known.iter().filter(|value| *value != now).cloned().collect(),
        }
    }

    /// The values that an option may have, in words: `a number from 1 to 40`, `one of slow, fast`.
    pub fn words_of_option(&self, at: usize) -> String {
        let known = self.option_values.get(at).map_or(&[][..], |known| known);
        match (known, &self.options[at].1) {
            ([], Value::Int(_)) => match self.bounds_of_option(at) {
                (i64::MIN, i64::MAX) => "a number".into(),
                (least, i64::MAX) => format!("a number from {least}"),
                (i64::MIN, most) => format!("a number up to {most}"),
                (least, most) => format!("a number from {least} to {most}"),
            },
            ([], Value::Bool(_)) => "true or false".into(),
            ([], _) => "a word".into(),
            (known, _) => {
                let known: Vec<String> = known.iter().map(|value| self.value_of_option(value)).collect();
                format!("one of {}", known.join(", "))
            }
        }
    }

    /// A value of an option, as it is written.
    pub fn value_of_option(&self, value: &Value) -> String {
        match value {
            Value::Word(word) => self.name(*word).to_string(),
            Value::Int(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Text(text) => text.to_string(),
            _ => "nothing".into(),
        }
    }

    fn bounds_of_option(&self, at: usize) -> (i64, i64) {
        self.option_bounds.get(at).copied().unwrap_or((i64::MIN, i64::MAX))
    }
}
