//! Strict json: a reader of JSON that refuses unknown keys and those given twice, numbers that do not fit, and more values than
//! any record has.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};

use crate::error::is_one_line;

/// A record with more values is neither written nor read: the longest games have a fifth of that, and each value takes about
/// 100 bytes while it is read.
pub const MOST_VALUES: u32 = 500_000;
/// The longest path in a record, in bytes.
const LONGEST_PATH: usize = 1_000;
/// The most files in a record; no game has more cards.
pub const MOST_FILES: usize = 65_536;

/// The values that may still be read. A short text can hold many, so they are counted before they are built.
pub struct ReadBudget(Cell<u32>);

impl Default for ReadBudget {
    fn default() -> ReadBudget {
        ReadBudget(Cell::new(MOST_VALUES))
    }
}

impl ReadBudget {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// Invalid JSON, a repeated key in a map, and too many values.
    pub fn read(&self, text: &str) -> Result<Json, serde_json::Error> {
        let mut text = serde_json::Deserializer::from_str(text);
        let json = ChargedReader(self).deserialize(&mut text)?;
        text.end().map(|()| json)
    }
}

/// A reader that charges a value and its parts to the budget.
#[derive(Clone, Copy)]
struct ChargedReader<'b>(&'b ReadBudget);

impl<'de> DeserializeSeed<'de> for ChargedReader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<Json, D::Error> {
        let left = &self.0.0;
        let rest = left.get().checked_sub(1);
        left.set(rest.ok_or_else(|| D::Error::custom(format_args!("it holds more than {MOST_VALUES} values")))?);
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ChargedReader<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, is_true: bool) -> Result<Json, E> {
        Ok(is_true.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("it has the key `{key}` twice")));
            }
            map.insert(key, entries.next_value_seed(self)?);
        }
        Ok(map.into())
    }
}

/// The number of values in a text of JSON, as a [`ReadBudget`] counts them while it reads: maps and lists count, keys do not.
pub fn values_in(json: &str) -> u32 {
    let (mut values, mut is_text, mut is_escaped, mut is_bare) = (0u32, false, false, false);
    for byte in json.bytes() {
        if is_text {
            (is_text, is_escaped) = (is_escaped || byte != b'"', !is_escaped && byte == b'\\');
            continue;
        }
        match byte {
            b'{' | b'[' => values += 1,
            b'"' => (values, is_text) = (values + 1, true),
            // The text before the colon was a key.
            b':' => values = values.saturating_sub(1),
            b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' => {}
            _ if is_bare => continue,
            _ => values += 1,
        }
        is_bare = !matches!(byte, b'{' | b'[' | b'"' | b':' | b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
    }
    values
}

/// True if the text is exactly the program's spelling of this value. Equal values may have their keys in another order,
/// so the texts are compared.
pub fn is_written_as(json: &Json, text: &str) -> bool {
    let written = json.to_string();
    written == text
}

/// Checks that a map has the first key of `known`, and no key outside of `known`.
///
/// # Errors
///
/// The unknown key, or the missing one.
pub fn keys(json: &Json, known: &[&str]) -> Result<(), String> {
    let map = json.as_object().ok_or("a map is needed here")?;
    if let Some(key) = map.keys().find(|key| !known.contains(&key.as_str())) {
        let help = crate::data::suggest::help_for(key, known.iter().copied());
        return Err(format!("a record has no `{key}` here ({help})"));
    }
    match known.first() {
        Some(first) if !map.contains_key(*first) => Err(format!("`{first}` is missing")),
        _ => Ok(()),
    }
}

/// A whole number that fits into the type; `None` for any other value.
pub fn number<N: TryFrom<u64>>(json: &Json) -> Option<N> {
    N::try_from(json.as_u64()?).ok()
}

/// A list, every item of it read.
pub fn list<T>(json: &Json, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.as_array()?.iter().map(read).collect()
}

/// Texts of files by path; `null`: the file is taken away.
pub fn files(json: &Json) -> Option<BTreeMap<String, Option<Arc<str>>>> {
    let text = |text: &Json| match text {
        Json::Null => Some(None),
        other => other.as_str().map(|text| Some(Arc::from(text))),
    };
    let files = json.as_object().filter(|files| files.len() <= MOST_FILES)?;
    // Messages name a path.
    if files.keys().any(|path| path.len() > LONGEST_PATH || !is_one_line(path)) {
        return None;
    }
    files.iter().map(|(path, t)| Some((path.clone(), text(t)?))).collect()
}

/// True if the JSON has the shape of an answer; only the position can judge its names.
pub fn is_answer(json: &Json) -> bool {
    match json {
        Json::String(word) => word == "pass",
        Json::Array(_) => true,
        used => {
            let card = &used["card"];
            keys(used, &["use", "card"]).is_ok()
                && used["use"].is_string()
                && (card.is_null() || number::<u16>(card).is_some())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_VALUES, ReadBudget, values_in};

    #[test]
    fn as_many_values_are_counted_in_a_text_as_are_read_from_it() {
        let check = |json: &str| {
            let budget = ReadBudget::default();
            budget.read(json).expect("JSON");
            assert_eq!(values_in(json), MOST_VALUES - budget.0.get(), "{json}");
        };
        for json in
            ["1", "[]", "{}", "\"a\"", "[1,2.5,-3,true,null]", "{\"a\":{\"b\":[]},\"c\":\"d\"}", "[ 1 , \"x\" ]"]
        {
            check(json);
        }
        check(r#"{"a:,[\"":"b\\","c":[{"d":"\\\""},12]}"#);
    }
}
