//! Tongue: another language in which a game is told.
//!
//! Rules, logs and records know the words of the manifest and of the cards only. Where something is told, a tongue is
//! asked first; what it has no words for is told as it was written.

use std::fmt::{Debug, Display};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::kernel::model::rules::Rules;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{AbilityId, DefId};

/// What a name is the name of: one word may be said otherwise of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A card, by its id.
    Card,
    /// What a card says, by its id.
    Text,
    /// A label of an ability: by `card/ability`, or by its own id if it is the game's.
    Ability,
    /// A kind of ability.
    Kind,
    /// A zone.
    Zone,
    /// A type of cards.
    Type,
    /// A field of cards, players, spaces or the game.
    Field,
    /// A word that a field holds, or that is chosen.
    Word,
    /// A status.
    Status,
    /// A level.
    Level,
    /// A phase.
    Phase,
    /// A window.
    Window,
    /// What is asked in a window.
    Asked,
    /// A timing.
    Timing,
    /// An event, by its name alone.
    Event,
    /// A record.
    Record,
    /// A target.
    Target,
    /// The game, by its id.
    Game,
}

/// Sentences of another language.
pub trait Speech: Send + Sync + Debug {
    /// The sentence of a key with its arguments; `None`: it has none.
    fn say(&self, key: &str, args: &[(&str, &dyn Display)]) -> Option<String>;
}

/// The names and sentences of another language.
#[derive(Debug)]
pub struct Tongue {
    /// Names, by what they are the name of.
    pub names: FxHashMap<Part, FxHashMap<Arc<str>, Arc<str>>>,
    /// Sentences.
    pub speech: Box<dyn Speech>,
}

impl Tongue {
    /// A name, if there is one.
    pub fn name(&self, part: Part, name: &str) -> Option<&str> {
        self.names.get(&part)?.get(name).map(|said| &**said)
    }

    /// The sentence of a key with its arguments, if there is one.
    pub fn say(&self, key: &str, args: &[(&str, &dyn Display)]) -> Option<String> {
        self.speech.say(key, args)
    }
}

/// Where rules keep the tongue in which they are told: all copies of the rules of one catalog share it. A later tongue
/// stands behind an earlier one, so who reads the earlier one may go on.
#[derive(Clone, Debug, Default)]
pub struct Spoken(Arc<Place>);

#[derive(Debug, Default)]
struct Place {
    tongue: OnceLock<Arc<Tongue>>,
    next: OnceLock<Arc<Place>>,
}

impl Spoken {
    fn last(&self) -> &Place {
        let mut place = &*self.0;
        while let Some(next) = place.next.get() {
            place = next;
        }
        place
    }

    /// The tongue, if there is one.
    pub fn get(&self) -> Option<&Arc<Tongue>> {
        self.last().tongue.get()
    }

    /// Takes a tongue in place of the one there was.
    pub fn set(&self, tongue: Arc<Tongue>) {
        let last = self.last();
        if let Err(tongue) = last.tongue.set(tongue) {
            let place = Place::default();
            // Both are empty: this one was just made.
            let _ = place.tongue.set(tongue);
            let _ = last.next.set(Arc::new(place));
        }
    }
}

impl Rules {
    /// The tongue in which these rules are told, if it is another one than their own.
    pub fn spoken(&self) -> Option<&Tongue> {
        self.tongue.get().map(|tongue| &**tongue)
    }

    /// The same rules, told as they were written.
    pub fn unspoken(&self) -> Rules {
        Rules { tongue: Spoken::default(), ..self.clone() }
    }

    /// A name as it is told.
    pub fn said(&self, part: Part, name: Sym) -> &str {
        let name = self.name(name);
        self.spoken().and_then(|tongue| tongue.name(part, name)).unwrap_or(name)
    }

    /// The same for a name that is no symbol any more.
    pub fn named<'a>(&'a self, part: Part, name: &'a str) -> &'a str {
        self.spoken().and_then(|tongue| tongue.name(part, name)).unwrap_or(name)
    }

    /// The name of a card as it is told.
    pub fn card_said(&self, def: DefId) -> &str {
        let card = &self.defs[def.index()];
        let said = self.spoken().and_then(|tongue| tongue.name(Part::Card, self.name(card.id)));
        said.unwrap_or(self.name(card.name))
    }

    /// What a card says, as it is told.
    pub fn text_said(&self, def: DefId) -> &str {
        let card = &self.defs[def.index()];
        let said = self.spoken().and_then(|tongue| tongue.name(Part::Text, self.name(card.id)));
        said.unwrap_or(&card.text)
    }

    /// The label of an ability as it is told: its text, or else its id.
    pub fn label_said(&self, id: AbilityId) -> &str {
        let ability = &self.abilities[id.index()];
        let said = self.spoken().and_then(|tongue| tongue.name(Part::Ability, &self.ability_key(id)));
        said.unwrap_or(if ability.text.is_empty() { self.name(ability.id) } else { &ability.text })
    }

    /// By what a tongue knows an ability: `card/ability`, or its own id.
    pub fn ability_key(&self, id: AbilityId) -> String {
        let ability = &self.abilities[id.index()];
        match ability.def {
            Some(def) => format!("{}/{}", self.name(self.defs[def.index()].id), self.name(ability.id)),
            None => self.name(ability.id).to_string(),
        }
    }

    /// Words of an author that have no name: reasons, questions, notes; as they are told.
    pub fn words_said(&self, words: &str) -> String {
        let said = self.spoken().and_then(|tongue| tongue.say(&words_key(words), &[]));
        said.unwrap_or_else(|| words.into())
    }
}

/// Names as they are told, or as they are written.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The rules that have them.
    pub rules: &'a Rules,
    /// The tongue in which they are told; `None`: as they are written.
    pub tongue: Option<&'a Tongue>,
}

impl<'a> Said<'a> {
    /// As these rules are told.
    pub fn by(rules: &'a Rules) -> Said<'a> {
        Said { rules, tongue: rules.spoken() }
    }

    /// The tongue, if there is one.
    pub fn spoken(self) -> Option<&'a Tongue> {
        self.tongue
    }

    /// A name.
    pub fn name(self, part: Part, name: Sym) -> &'a str {
        if self.tongue.is_some() { self.rules.said(part, name) } else { self.rules.name(name) }
    }

    /// A word that somebody chose or a field holds, as scripts write it.
    pub fn word(self, word: &str) -> String {
        let Some(tongue) = self.tongue else { return word.into() };
        let known = tongue.name(Part::Word, word).map(String::from);
        known.or_else(|| tongue.say(&format!("word-{}", key_of(word)), &[])).unwrap_or_else(|| word.into())
    }

    /// The name of a card.
    pub fn card(self, def: DefId) -> &'a str {
        if self.tongue.is_some() {
            self.rules.card_said(def)
        } else {
            self.rules.name(self.rules.defs[def.index()].name)
        }
    }
}

/// By what a tongue knows words that have no name of their own: by themselves, in small letters.
pub fn words_key(words: &str) -> String {
    format!("say-{}", key_of(words))
}

/// A text as a part of a key: small letters and digits with `_` between its words.
pub fn key_of(text: &str) -> String {
    let plain = text.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("_")
}

/// A sentence in the tongue of rules, or in English as it stands beside its key. `$rules.spoken()` gives the tongue.
macro_rules! say {
    ($rules:expr, $key:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        // Of an argument that is a variable of its own name this says nothing new.
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
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_part_of_a_key() {
        assert_eq!(words_key("You don't have it: pay {me.sp}!"), "say-you_dont_have_it_pay_me_sp");
    }
}
