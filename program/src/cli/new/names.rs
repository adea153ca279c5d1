//! Names: the id and the name of a new thing, from what its author calls it.

use crate::share::names;
use intermezzo::catalog::slug;
use intermezzo::error::{Error, Result};

/// A thing's id, `odd_rope`, and its name, `Odd Rope`.
#[derive(Clone, Debug, PartialEq)]
pub struct NewName {
    /// The id in files.
    pub id: String,
    /// The name for readers.
    pub name: String,
}

impl NewName {
    /// The id and the name of a new thing, from either of them.
    ///
    /// # Errors
    ///
    /// A text that cannot be a name: without a letter, with `/`, `\` or a control character, a word that YAML reads as
    /// something else, or a name that some system allows for no file.
    pub fn new(given: &str) -> Result<NewName> {
        let id = slug(given);
        if id.is_empty() || given.chars().any(|c| c.is_control() || c == '/' || c == '\\') {
            let message = match given.chars().find(|c| c.is_control() || *c == '/' || *c == '\\') {
                Some(c) if !id.is_empty() => format!("`{given}` is no name: {c:?} cannot stand in one"),
                _ => format!("`{given}` is no name"),
            };
            return Err(Error::usage(message).help("a name has letters, as in \"Odd Rope\" or odd_rope"));
        }
        if id.chars().all(|c| c.is_ascii_digit() || c == '_') || NO_WORDS.contains(&id.as_str()) {
            let message = format!("`{given}` is no name: where a file names it without quotes, `{id}` is no text");
            return Err(Error::usage(message).help(format!("put a word beside it, as in the_{id}")));
        }
        is_file_everywhere(&id)?;
        let is_id = given == id;
        let name = if is_id { titled(&id) } else { given.trim().to_string() };
        Ok(NewName { id, name })
    }
}

/// Words that YAML takes for something else.
const NO_WORDS: [&str; 3] = ["true", "false", "null"];

/// The name of a new set's folder, from what its author calls the set.
///
/// # Errors
///
/// A text that cannot be the name of one folder, or the name of a folder in which a game has something else.
pub fn folder_of_set(given: &str) -> Result<String> {
    let as_id = slug(given);
    let given = if given.contains(' ') { &as_id } else { given };
    let is_name = !given.starts_with('.')
        && !given.is_empty()
        && given.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
        && !given.ends_with('.');
    if !is_name {
        let message = format!("`{given}` is no name of a set");
        return Err(Error::usage(message).help("a set is one folder, whose name has letters and digits: odd_ropes"));
    }
    if let Some((_, holds)) = FOLDERS_WITHOUT_CARDS.iter().find(|(name, _)| *name == given.to_lowercase()) {
        let message = format!("no set is called `{given}`: the folder of that name holds {holds}");
        return Err(Error::usage(message).help("give the set another name"));
    }
    is_file_everywhere(given).map(|()| given.to_string())
}

/// Refuses an id if some system allows no file with this name.
fn is_file_everywhere(id: &str) -> Result<()> {
    let why = |why| Error::usage(format!("nothing can be called so: {why}")).help("choose another name");
    names::judge(&format!("{id}.yaml")).map_err(why)
}

/// The folders of a game in which no cards lie, each with what lies there.
const FOLDERS_WITHOUT_CARDS: [(&str, &str); 2] =
    [("decks", "the decks of a game"), ("locale", "its words in other languages")];

/// The name that is made from an id: `Odd Rope` from `odd_rope`.
fn titled(id: &str) -> String {
    let word = |w: &str| {
        let mut letters = w.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}

/// A text as a value of YAML: in quotes only where it needs them.
pub fn yaml(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || " '-".contains(c))
        && text.starts_with(|c: char| c.is_alphabetic())
        && !["true", "false", "null", "yes", "no", "on", "off"].contains(&text.to_lowercase().as_str());
    if is_plain { text.into() } else { serde_json::Value::from(text).to_string() }
}

/// A text with a word replaced by another wherever it is a whole word.
pub fn replaced(text: &str, old: &str, new: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let is_word = !before.ends_with(is_letter) && !after.starts_with(is_letter);
        out += before;
        out += if is_word { new } else { old };
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_an_id_and_an_id_a_name() {
        let check = |given: &str, id: &str, name: &str| {
            assert_eq!(NewName::new(given).unwrap(), NewName { id: id.into(), name: name.into() });
        };
        check("odd_rope", "odd_rope", "Odd Rope");
        check("Hat of the 2nd Officer", "hat_of_the_2nd_officer", "Hat of the 2nd Officer");
        assert!(NewName::new("!!").is_err());
        assert!(NewName::new("../a").is_err());
        for given in ["123", "1_000", "null", "True"] {
            assert!(NewName::new(given).is_err_and(|why| why.to_string().contains("is no text")), "{given}");
        }
    }

    #[test]
    fn a_word_is_replaced_where_it_stands_alone() {
        assert_eq!(replaced("imp, imp_lord and imp", "imp", "ogre"), "ogre, imp_lord and ogre");
    }

    #[test]
    fn texts_are_quoted_where_yaml_needs_it() {
        assert_eq!(yaml("Odd Rope"), "Odd Rope");
        assert_eq!(yaml("Who: me"), "\"Who: me\"");
        assert_eq!(yaml("No"), "\"No\"");
    }
}
