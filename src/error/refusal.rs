//! Refusal: why an answer is not taken: a code, its facts, its words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason why an answer is refused. Nothing has changed, and the same is asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// A word for programs, which does not change when the words for people do: `too_few`, `not_asked`.
    pub code: String,
    /// The numbers and names of the code: `least` 2, `given` 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, Fact>,
    /// The words for the person who answered.
    pub words: String,
}

/// A fact of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
}

impl Refusal {
    /// A refusal without facts.
    pub fn new(code: &str, words: impl Into<String>) -> Refusal {
        Refusal { code: code.into(), facts: BTreeMap::new(), words: words.into() }
    }

    /// The refusal with a number.
    #[must_use]
    pub fn number(mut self, name: &str, number: i64) -> Refusal {
        self.facts.insert(name.into(), Fact::Number(number));
        self
    }

    /// The refusal with a name.
    #[must_use]
    pub fn name(mut self, name: &str, value: impl Into<String>) -> Refusal {
        self.facts.insert(name.into(), Fact::Name(value.into()));
        self
    }
}

impl From<&str> for Refusal {
    fn from(words: &str) -> Refusal {
        Refusal::new("refused", words)
    }
}

impl From<String> for Refusal {
    fn from(words: String) -> Refusal {
        Refusal::new("refused", words)
    }
}
