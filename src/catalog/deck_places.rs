//! Deck places: where in the file of a deck a list or a card stands, for findings about it.

use crate::data::{Key, Node, Span};

/// The place for findings about a deck: its file, or a stand-in for a deck without one.
#[derive(Clone, Copy)]
pub enum DeckPlace<'n> {
    /// The file.
    File(&'n Node),
    /// One place for all findings.
    Whole(&'n Span),
}

impl<'n> From<&'n Node> for DeckPlace<'n> {
    fn from(node: &'n Node) -> Self {
        DeckPlace::File(node)
    }
}

impl<'n> From<&'n Span> for DeckPlace<'n> {
    fn from(span: &'n Span) -> Self {
        DeckPlace::Whole(span)
    }
}

impl<'n> DeckPlace<'n> {
    /// The deck as a whole.
    pub fn whole(self) -> &'n Span {
        match self {
            DeckPlace::File(node) => &node.span,
            DeckPlace::Whole(span) => span,
        }
    }

    /// The place of a list; if the deck does not have the list, the place of the deck.
    pub fn list(self, name: &str) -> &'n Span {
        self.entry(name).map_or(self.whole(), |(key, _)| &key.span)
    }

    /// The place of a card in a list, by the card's id; without the card, the place of the list.
    pub fn card(self, list: &str, id: &str) -> &'n Span {
        let Some((key, node)) = self.entry(list) else { return self.whole() };
        let in_map = node.as_map().and_then(|map| map.iter().find(|(key, _)| key.name == id));
        let in_list = || node.items().iter().find(|item| item.as_str() == Some(id)).map(|item| &item.span);
        in_map.map(|(key, _)| &key.span).or_else(in_list).unwrap_or(&key.span)
    }

    fn entry(self, name: &str) -> Option<&'n (Key, Node)> {
        let DeckPlace::File(node) = self else { return None };
        node.as_map().and_then(|map| map.iter().find(|(key, _)| key.name == name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::yaml;
    use crate::error::Problems;

    #[test]
    fn a_card_is_found_in_a_map_and_in_a_list() {
        let text = "name: A\nmain:\n  imp: 2\n  ogre: 1\nside: [imp,\n  ogre]\n";
        let node = yaml::parse("d.yaml", text, &mut Problems::new()).expect("a deck");
        let at = DeckPlace::from(&node);
        assert_eq!((at.list("side").line, at.card("main", "ogre").line, at.card("side", "ogre").line), (5, 4, 6));
        assert_eq!((at.card("main", "elf").line, at.card("none", "elf").line), (2, 1));
        assert_eq!(DeckPlace::from(&node.span).card("main", "imp").line, 1);
    }
}
