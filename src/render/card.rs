//! Card: the facts that a drawing shows: printed fields, and their changes in play.

use std::collections::BTreeMap;

/// A card as a look reads it. Words are kept as the files write them, too: symbols and tints are found by these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its type, as the manifest calls it.
    pub ty: String,
    /// Its types, as people read them.
    pub types: String,
    /// The folder of its file.
    pub set: String,
    /// The pack that brings it; `None`: the game.
    pub pack: Option<String>,
    /// Its text.
    pub text: String,
    /// Its printed fields, in the order of the manifest.
    pub fields: Vec<Field>,
}

/// A printed field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// As the manifest calls it.
    pub name: String,
    /// As people read it.
    pub said: String,
    /// What it holds.
    pub value: Value,
}

/// What a field of a card holds.
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
    /// As the files write it.
    pub id: String,
    /// As people read it.
    pub said: String,
}

/// Changes of a card in play; the default is the printed card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Numbers as they are now, by field.
    pub numbers: BTreeMap<String, i64>,
    /// Words as they are now, by field, as people read them.
    pub words: BTreeMap<String, Vec<String>>,
    /// Whether its text counts no longer.
    pub lost_text: bool,
}

impl Card {
    /// A field by its name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// The words of a field as the files write them; also `id`, `type` and `set`.
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
