//! Words: fills in the amounts of a text, and makes verbs from the names of events.

use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::translation::{NameKind, key_of, words_key};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The name of an event as a verb behind `may`: events are called `attack` or `attacks`, as the game likes.
    pub fn verb(self, event: Sym) -> String {
        let name = self.rules.said(NameKind::Event, event);
        if self.rules.spoken().is_some() { name.into() } else { infinitive(name) }
    }
}

/// The infinitive of an English verb in the third person, or of a participle: `be pushed`.
fn infinitive(verb: &str) -> String {
    let ends_so = |endings: &[&str]| endings.iter().any(|ending| verb.ends_with(ending));
    match () {
        () if ends_so(&["ss", "us", "is"]) || verb.len() < 4 => verb.into(),
        () if verb.ends_with("ed") && !verb.ends_with("eed") && verb.len() > 4 => format!("be {verb}"),
        () if verb.ends_with("ies") && verb.len() > 4 => verb[..verb.len() - 3].to_string() + "y",
        () if ends_so(&["sses", "shes", "ches", "xes", "zzes"]) => verb[..verb.len() - 2].into(),
        () => verb.strip_suffix('s').unwrap_or(verb).into(),
    }
}

impl Words {
    /// The text, with each amount in it replaced by the amount's value.
    pub fn fill(&self, env: &Env) -> String {
        let numbers: Vec<(&str, i64)> =
            self.amounts.iter().map(|(part, amount)| (&**part, env.amount(amount))).collect();
        if let Some(tongue) = env.rules.spoken() {
            let named: Vec<(String, i64)> = numbers.iter().map(|(part, n)| (key_of(part), *n)).collect();
            let args: Vec<(&str, &dyn std::fmt::Display)> = named.iter().map(|(name, n)| (&**name, n as _)).collect();
            if let Some(said) = tongue.say(&words_key(&self.text), &args) {
                return said;
            }
        }
        let put = |text: String, (part, n): &(&str, i64)| text.replace(part, &n.to_string());
        numbers.iter().fold(self.text.to_string(), put)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_infinitive_loses_the_ending_of_the_third_person_and_gives_a_participle_a_verb() {
        for (verb, expected) in [
            ("attack", "attack"),
            ("blocks", "block"),
            ("dies", "die"),
            ("readies", "ready"),
            ("passes", "pass"),
            ("reaches", "reach"),
            ("uses", "use"),
            ("pass", "pass"),
            ("focus", "focus"),
            ("as", "as"),
            ("need", "need"),
            ("bleeds", "bleed"),
            ("pushed", "be pushed"),
        ] {
            assert_eq!(infinitive(verb), expected);
        }
    }
}
