//! Speech: messages of Fluent as sentences of a tongue.

use std::fmt::{Debug, Display};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::INTERFACE_IDS;
use super::bounds::MOST_TOLD;
use crate::kernel::model::translation::Speech;

/// The most digits of a number that is formatted as a number. Longer numbers stay texts, digit by digit.
const DIGITS: usize = 15;

/// The messages of some texts in one language.
pub(super) struct Fluent {
    bundle: FluentBundle<FluentResource>,
    /// Translations of the interface, without those of packs.
    interface: FluentBundle<FluentResource>,
}

impl Debug for Fluent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Fluent").field(&self.bundle.locales).finish()
    }
}

impl Fluent {
    /// The messages of `texts`, later ones over earlier ones; those of the interface come out of `of_interface` alone.
    /// Messages that cannot be read are left out, and `check` reports them.
    pub fn new(locale: &str, texts: &[&str], of_interface: &[&str]) -> Fluent {
        Fluent { bundle: bundle(locale, texts), interface: bundle(locale, of_interface) }
    }

    /// The sentence of a message without variables, or of an attribute of the message.
    pub fn name(&self, id: &str, attribute: Option<&str>) -> Option<String> {
        self.format(id, attribute, None)
    }

    fn format(&self, id: &str, attribute: Option<&str>, args: Option<&FluentArgs>) -> Option<String> {
        let bundle = if id.starts_with(INTERFACE_IDS) { &self.interface } else { &self.bundle };
        let message = bundle.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let mut wrong = Vec::new();
        let said = bundle.format_pattern(pattern, args, &mut wrong);
        // A message with an error, or with more bytes than allowed, counts as missing: the game's own words are shown.
        (wrong.is_empty() && said.len() <= MOST_TOLD).then(|| said.into_owned())
    }
}

/// The messages of these texts; of several messages with one id the last counts.
fn bundle(locale: &str, texts: &[&str]) -> FluentBundle<FluentResource> {
    let language: LanguageIdentifier = locale.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Without isolation: the marks that Fluent puts around variables would be seen in a terminal.
    bundle.set_use_isolating(false);
    for text in texts {
        let resource = FluentResource::try_new(text.to_string()).unwrap_or_else(|(whole, _)| whole);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

impl Speech for Fluent {
    fn say(&self, key: &str, args: &[(&str, &dyn Display)]) -> Option<String> {
        let mut given = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            given.set(*name, value_of(&value.to_string()));
        }
        self.format(key, None, Some(&given))
    }
}

/// The text as a number, if Fluent would write the number exactly like the text; else as a text.
fn value_of(text: &str) -> FluentValue<'static> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    match is_number && (digits == "0" || !digits.starts_with('0')) {
        true => FluentValue::try_number(text).into_owned(),
        false => FluentValue::from(text.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_take_numbers_and_names() {
        let fluent = Fluent::new(
            "en",
            &["n = { $n ->\n    [one] one card\n   *[other] { $n } cards\n }\nwho = { $who }: { $gone }\n"],
            &[],
        );
        assert_eq!(fluent.say("n", &[("n", &1)]).as_deref(), Some("one card"));
        assert_eq!(fluent.say("n", &[("n", &"12")]).as_deref(), Some("12 cards"));
        assert_eq!(fluent.say("n", &[("n", &"+3")]).as_deref(), Some("+3 cards"), "a sign stays");
        assert_eq!(fluent.say("n", &[("n", &"007")]).as_deref(), Some("007 cards"), "a name of digits stays");
        assert_eq!(fluent.say("who", &[("who", &"Amy")]), None, "what lacks something is not said");
        assert_eq!(fluent.say("nobody", &[]), None);
    }

    #[test]
    fn later_texts_lie_over_earlier_ones() {
        let fluent = Fluent::new("ja", &["a = 1\nb = 2\n", "b = 3\nbroken = {\n  }\nc = 4\n"], &[]);
        let said = |id: &str| fluent.name(id, None);
        assert_eq!(
            (said("a").as_deref(), said("b").as_deref(), said("c").as_deref()),
            (Some("1"), Some("3"), Some("4"))
        );
    }
}
