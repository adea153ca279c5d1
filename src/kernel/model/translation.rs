//! Translation: a translation of a game into another language.
//!
//! Rules, logs and records use the words of the manifest and the cards. Output asks the translation first, and uses
//! the original words where it has none.

use crate::kernel::model::lang::SetField;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translated_names::Spoken;
pub use crate::kernel::model::translated_names::{NameKind, Speech, Tongue};
use crate::kernel::model::value::{AbilityId, DefId};

impl Rules {
    /// The translation in which these rules are told; `None` for their own words.
    pub fn spoken(&self) -> Option<&Tongue> {
        self.tongue.get().map(|tongue| &**tongue)
    }

    /// A copy of the rules without a translation.
    pub fn unspoken(&self) -> Rules {
        Rules { tongue: Spoken::default(), ..self.clone() }
    }

    /// A name as it is told.
    pub fn said(&self, part: NameKind, name: Sym) -> &str {
        let name = self.name(name);
        self.spoken().and_then(|tongue| tongue.name(part, name)).unwrap_or(name)
    }

    /// The name of a field, of which cards of a set may have a value in common, as it is told.
    pub fn field_of_set_said(&self, field: SetField) -> &str {
        let name = match field {
            SetField::Number(attr) => self.schema.attrs[attr.index()].name,
            SetField::Words(slot) => self.schema.words[usize::from(slot)].name,
        };
        self.said(NameKind::Field, name)
    }

    /// Translates a name given as text.
    pub fn named<'a>(&'a self, part: NameKind, name: &'a str) -> &'a str {
        self.spoken().and_then(|tongue| tongue.name(part, name)).unwrap_or(name)
    }

    /// The name of a card as it is told.
    pub fn card_said(&self, def: DefId) -> &str {
        let card = &self.defs[def.index()];
        let said = self.spoken().and_then(|tongue| tongue.name(NameKind::Card, self.name(card.id)));
        said.unwrap_or(self.name(card.name))
    }

    /// The text of a card, in the language of the output.
    pub fn text_said(&self, def: DefId) -> &str {
        let card = &self.defs[def.index()];
        let said = self.spoken().and_then(|tongue| tongue.name(NameKind::Text, self.name(card.id)));
        said.unwrap_or(&card.text)
    }

    /// The label of an ability as it is told: its text, or else its id.
    pub fn label_said(&self, id: AbilityId) -> &str {
        let ability = &self.abilities[id.index()];
        // An action that is itself a kind of use has that kind's name.
        let as_use =
            |tongue| ability.def.is_none().then(|| Tongue::name(tongue, NameKind::Event, self.name(ability.id)))?;
        let said = self
            .spoken()
            .and_then(|tongue| tongue.name(NameKind::Ability, &self.ability_key(id)).or_else(|| as_use(tongue)));
        said.unwrap_or(if ability.text.is_empty() { self.name(ability.id) } else { &ability.text })
    }

    /// The key of an ability in a translation: `card/ability`, or its own id.
    pub fn ability_key(&self, id: AbilityId) -> String {
        let ability = &self.abilities[id.index()];
        match ability.def {
            Some(def) => format!("{}/{}", self.name(self.defs[def.index()].id), self.name(ability.id)),
            None => self.name(ability.id).to_string(),
        }
    }

    /// The translation of an author's text that has no name in the files: a reason, a question, a note.
    pub fn words_said(&self, words: &str) -> String {
        let said = self.spoken().and_then(|tongue| tongue.say(&words_key(words), &[]));
        said.unwrap_or_else(|| words.into())
    }
}

/// Names of the rules, translated into a language or as the files write them.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The rules that have the names.
    pub rules: &'a Rules,
    /// The language of the translation; `None` for the names of the files.
    pub tongue: Option<&'a Tongue>,
}

impl<'a> Said<'a> {
    /// Names in the language of these rules.
    pub fn by(rules: &'a Rules) -> Said<'a> {
        Said { rules, tongue: rules.spoken() }
    }

    /// The translation, if there is one.
    pub fn spoken(self) -> Option<&'a Tongue> {
        self.tongue
    }

    /// A name of the rules, in the chosen language.
    pub fn name(self, part: NameKind, name: Sym) -> &'a str {
        if self.tongue.is_some() { self.rules.said(part, name) } else { self.rules.name(name) }
    }

    /// Translates a word that somebody chose or that a field holds, given as scripts write it.
    pub fn word(self, word: &str) -> String {
        let Some(tongue) = self.tongue else { return word.into() };
        let known = tongue.name(NameKind::Word, word).map(String::from);
        known.or_else(|| tongue.say(&format!("word-{}", key_of(word)), &[])).unwrap_or_else(|| word.into())
    }

    /// The name of a card, in the chosen language.
    pub fn card(self, def: DefId) -> &'a str {
        if self.tongue.is_some() {
            self.rules.card_said(def)
        } else {
            self.rules.name(self.rules.defs[def.index()].name)
        }
    }
}

/// The translation key of a text that has no name in the files: the text itself, in small letters.
pub fn words_key(words: &str) -> String {
    format!("say-{}", key_of(words))
}

/// A text as a part of a key: small letters and digits with `_` between its words. Keys of Fluent have only ASCII
/// letters, so any other letter is written by its number, `u` and hexadecimal digits. Names that differ in such letters
/// have keys of their own.
pub fn key_of(text: &str) -> String {
    let plain = text.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("_").chars().fold(String::new(), |key, c| match c {
        c if c.is_ascii() => key + c.encode_utf8(&mut [0; 4]),
        c => key + &format!("u{:x}", u32::from(c)),
    })
}

/// A sentence in the tongue of rules, or in English as it stands beside its key. `$rules.spoken()` gives the tongue.
///
/// A sentence whose words agree with a number has two forms, `n => "{n} card lies here" | "{n} cards lie here"`: the
/// first one where the argument `n` is 1. A number of names agrees as well: `count => "{who} is asked" | "{who} are
/// asked"`.
#[doc(hidden)]
#[macro_export]
macro_rules! say {
    ($rules:expr, $key:literal, $n:ident => $one:literal | $many:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        $(#[allow(clippy::redundant_locals, unused_variables)] let $name = $value;)*
        let english = || if $n == 1 { format!($one) } else { format!($many) };
        match $rules.spoken() {
            None => english(),
            Some(tongue) => tongue
                .say(concat!("ui-", $key), &[$((stringify!($name), &$name as &dyn std::fmt::Display)),*])
                .unwrap_or_else(english),
        }
    }};
    ($rules:expr, $key:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        // An argument that repeats the variable's name would be a redundant local.
        $(#[allow(clippy::redundant_locals)] let $name = $value;)*
        let english = || format!($english $(, $name = $name)*);
        match $rules.spoken() {
            None => english(),
            Some(tongue) => tongue
                .say(concat!("ui-", $key), &[$((stringify!($name), &$name as &dyn std::fmt::Display)),*])
                .unwrap_or_else(english),
        }
    }};
}
pub use say;

/// Names in a row: `Amy`, `Amy and Beth`, `Amy, Beth and Cleo`.
pub fn listed(rules: &Rules, names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => {
            say!(rules, "listed", "{first} and {last}", first = first.join(", "), last = last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_part_of_a_key() {
        assert_eq!(words_key("You don't have it: pay {me.sp}!"), "say-you_dont_have_it_pay_me_sp");
        assert_eq!(["Bär", "Bör", "東 2", "西 2"].map(key_of), ["bue4r", "buf6r", "u6771_2", "u897f_2"]);
    }
}
