//! Fields naming cards: words of cards that must be names of cards, checked once all cards are known.

use super::Nodes;
use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::types::NamesOfCards;
use crate::data::{Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::value::DefId;
use crate::kernel::parse::parser::Scope;
use crate::kernel::read::card_tests::def_matches;

/// Checks `words: { partner: { names: filter } }`: the words that cards hold in the field must be names of cards that
/// match.
pub(super) fn check(b: &mut Builder, manifest: &Manifest, nodes: &Nodes, problems: &mut Problems) {
    for (key, node) in manifest.words {
        let Some(names) = NamesOfCards::of(node).names else { continue };
        let filter = b.parser(Scope::default(), problems).print_test(names);
        let field = b.rules.schema.symbols.find(&key.name).and_then(|name| b.rules.schema.card_field(name));
        let Some(CardField::Words(slot)) = field else { continue };
        let all = b.rules.defs.iter().enumerate();
        let known: Vec<_> =
            all.filter(|(i, _)| def_matches(&b.rules, &filter, DefId::of(*i))).map(|(_, def)| def.name).collect();
        for (i, def) in b.rules.defs.iter().enumerate() {
            for word in def.words[slot as usize].iter().filter(|w| !known.contains(w)) {
                let path = b.places.get(i).map_or("", |p| p);
                let span = nodes.get(path).and_then(|n| n.field(&key.name)).map(|n| n.span.clone());
                let (card, word) = (b.rules.name(def.id), b.rules.name(*word));
                let message = format!("{card}: no card that `{}` may name is called {word}", key.name);
                let help = suggest::help_for(word, known.iter().map(|n| &**b.rules.name(*n)));
                problems.error("unknown_word", &span.unwrap_or(Span::file(path)), message).help(help);
            }
        }
    }
}
