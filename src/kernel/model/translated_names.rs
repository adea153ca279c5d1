//! Translated names: the names and sentences of another language, and where rules keep them.

use intermezzo_derive::{Capture, Renumber};
use std::fmt::{Debug, Display};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

/// The kind of a name: one word may have a translation for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Renumber, Capture)]
pub enum NameKind {
    /// A card, by its id.
    Card,
    /// The text of a card, by its id.
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
    /// The question of a window.
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
    /// The translated sentence of a key, filled with its arguments; `None` without a translation.
    fn say(&self, key: &str, args: &[(&str, &dyn Display)]) -> Option<String>;
}

/// The names and sentences of another language.
#[derive(Debug)]
pub struct Tongue {
    /// Names, by the kind of thing that they name.
    pub names: FxHashMap<NameKind, FxHashMap<Arc<str>, Arc<str>>>,
    /// Sentences.
    pub speech: Box<dyn Speech>,
}

impl Tongue {
    /// The translation of a name; `None` without one.
    pub fn name(&self, part: NameKind, name: &str) -> Option<&str> {
        self.names.get(&part)?.get(name).map(|said| &**said)
    }

    /// The translated sentence of a key, filled with its arguments; `None` without a translation.
    pub fn say(&self, key: &str, args: &[(&str, &dyn Display)]) -> Option<String> {
        self.speech.say(key, args)
    }
}

/// The place where rules keep their translation; all copies of the rules of one catalog share it. A later translation
/// is added behind an earlier one, so whoever reads the earlier one may go on.
#[derive(Clone, Debug, Default)]
pub struct Spoken(Arc<Slot>);

#[derive(Debug, Default)]
struct Slot {
    tongue: OnceLock<Arc<Tongue>>,
    next: OnceLock<Arc<Slot>>,
}

impl Spoken {
    fn last(&self) -> &Slot {
        let mut place = &*self.0;
        while let Some(next) = place.next.get() {
            place = next;
        }
        place
    }

    /// The translation, if there is one.
    pub fn get(&self) -> Option<&Arc<Tongue>> {
        self.last().tongue.get()
    }

    /// Sets the translation. Whoever has borrowed the earlier one may go on reading it.
    pub fn set(&self, tongue: Arc<Tongue>) {
        let last = self.last();
        if let Err(tongue) = last.tongue.set(tongue) {
            let place = Slot::default();
            // Both places are empty, because this one was just made.
            let _ = place.tongue.set(tongue);
            let _ = last.next.set(Arc::new(place));
        }
    }
}
