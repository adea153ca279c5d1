//! Strict: a reader of JSON that refuses unknown keys, and numbers that do not fit.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

/// That a map has these keys at most, and that it is a map with the first of them.
///
/// # Errors
///
/// The key that is not known, or what is missing.
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

/// A whole number that fits.
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
    json.as_object()?.iter().map(|(path, t)| Some((path.clone(), text(t)?))).collect()
}

/// Whether this has the shape of an answer; whether what it names is there only its moment can say.
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
