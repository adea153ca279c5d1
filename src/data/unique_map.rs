//! Unique map: a map of JSON in which each key stands once, with a bound on its entries.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

/// Reads a map with at most `MOST` entries, for `#[serde(deserialize_with)]`.
///
/// # Errors
///
/// Another value than a map, a key that stands there twice, an entry too many, and a value that is no `V`.
pub fn unique_map<'de, D, K, V, const MOST: usize>(from: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    from.deserialize_map(MapReader::<K, V, MOST>(PhantomData))
}

struct MapReader<K, V, const MOST: usize>(PhantomData<(K, V)>);

impl<'de, K, V, const MOST: usize> Visitor<'de> for MapReader<K, V, MOST>
where
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    type Value = BTreeMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut out = BTreeMap::new();
        while let Some(key) = map.next_key::<K>()? {
            if out.len() == MOST {
                return Err(A::Error::custom(format_args!("it has more than {MOST} entries")));
            }
            if out.contains_key(&key) {
                return Err(A::Error::custom(format_args!("`{key}` stands there twice")));
            }
            out.insert(key, map.next_value()?);
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::unique_map;

    #[test]
    fn a_key_stands_once_and_entries_are_counted() {
        let read = |text: &str| {
            let found = unique_map::<_, String, u8, 2>(&mut serde_json::Deserializer::from_str(text));
            found.map(|map| map.into_iter().collect::<Vec<_>>()).map_err(|error| error.to_string())
        };
        assert_eq!(read(r#"{"b": 1, "a": 2}"#), Ok(vec![("a".to_string(), 2), ("b".to_string(), 1)]));
        assert_eq!(read(r#"{"a": 1, "a": 2}"#), Err("`a` stands there twice at line 1 column 12".into()));
        assert!(read(r#"{"a": 1, "b": 2, "c": 3}"#).is_err_and(|error| error.contains("more than 2 entries")));
        assert!(read("[1]").is_err_and(|error| error.contains("expected a map")));
    }
}
