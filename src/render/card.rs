//! Card: the facts that a drawing shows: printed fields, and their changes in play.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A card as the drawing needs it. Words are kept as files write them and as people read them: symbols and tints are
/// found by the former.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// The id of the card.
    pub id: String,
    /// The name of the card.
    pub name: String,
    /// The type of the card, by its name in the manifest.
    pub ty: String,
    /// The names of the card's types, in the language of people, as one text.
    pub types: String,
    /// The folder of the card's file.
    pub set: String,
    /// The id of the pack that brings the card; `None`: the game.
    pub pack: Option<String>,
    /// The text of the card.
    pub text: String,
    /// The printed fields of the card, in the order of the manifest.
    pub fields: Vec<Field>,
}

/// A printed field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name of the field in the manifest.
    pub name: String,
    /// The name of the field for people.
    pub said: String,
    /// The value of the field.
    pub value: Value,
}

/// The value of a field of a card.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Words.
    Words(Vec<Word>),
    /// A cost: how much of each kind.
    Cost(Vec<(Word, i64)>),
    /// Cells around the card, as steps to the right and steps ahead.
    Cells(Vec<(i16, i16)>),
    /// A text.
    Text(String),
}

/// A word of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word as the files write it.
    pub id: String,
    /// The word for people.
    pub said: String,
}

/// How a card in play differs from its printed values; empty for a printed card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Live {
    /// The present values of numbers, by field.
    pub numbers: BTreeMap<String, i64>,
    /// The present words of fields of words, by field, in the language of people; a field that is missing is as
    /// printed.
    pub words: BTreeMap<String, Vec<String>>,
    /// True if the card has lost its printed text: the text is struck through.
    pub lost_text: bool,
}

impl Card {
    /// A field by its name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// The words of a field as the files write them; the fields `id`, `type` and `set`, which every card has, count as
    /// fields of one word.
    pub fn words(&self, name: &str) -> Vec<&str> {
        match (name, self.field(name)) {
            ("id", None) => vec![&self.id],
            ("type", None) => vec![&self.ty],
            ("set", None) => vec![&self.set],
            (_, Some(Value::Words(words))) => words.iter().map(|word| &*word.id).collect(),
            (_, Some(Value::Text(text))) => vec![text],
            (_, Some(Value::Cost(parts))) => parts.iter().map(|(word, _)| &*word.id).collect(),
            _ => Vec::new(),
        }
    }
}
