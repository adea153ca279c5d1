//! Cockatrice: the decks of that program, `.cod`: XML with a zone for each part of a deck.
//!
//! The reader takes one event after the other and expands nothing, so no text can grow; an element deeper than any of a
//! deck is refused.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use intermezzo::error::{Problems, Span};

use super::card_names::CardNames;
use super::list::unknown_card;
use super::{DeckLine, DeckList, FORMATS};

/// The deepest nesting of elements that is read. A card stands in a zone of a deck; Cockatrice itself writes no deeper
/// element but tags and banners.
const DEEPEST: usize = 8;

/// Reads a deck of Cockatrice. A card of the zone `main` is put into the deck's default list, whose name is `None`;
/// cards of the zone `tokens` are skipped.
pub fn read(file: &str, text: &str, names: &CardNames, problems: &mut Problems) -> Option<DeckList> {
    let mut reader = Reader::from_str(text);
    let (mut deck, mut path, mut zone) = (DeckList::default(), Vec::<String>::new(), String::new());
    let mut name = String::new();
    loop {
        let before = reader.buffer_position();
        let span = place(file, text, before);
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(why) => {
                problems.error("deck", &span, format!("the XML ends here: {why}")).help(FORMATS);
                return None;
            }
        };
        match event {
            Event::Eof if path.is_empty() && deck.lines.is_empty() => {
                problems.error("deck", &Span::new(file, 1, 1), "there is no card in it").help(FORMATS);
                return None;
            }
            Event::Eof if !path.is_empty() => {
                problems.error("deck", &span, format!("the file ends within `{}`", path.join("/")));
                return None;
            }
            Event::Eof => break,
            Event::DocType(_) => {
                problems.error("deck", &span, "a deck of Cockatrice declares no types: take this out");
                return None;
            }
            Event::Start(ref tag) | Event::Empty(ref tag) => {
                let is_open = matches!(event, Event::Start(_));
                let what = local(tag);
                if path.is_empty() && what != "cockatrice_deck" {
                    let message = format!("this is XML, but no deck of Cockatrice: it begins with `{what}`");
                    problems.error("deck", &span, message).help(FORMATS);
                    return None;
                }
                match (path.last().map(String::as_str), &*what) {
                    (Some("cockatrice_deck"), "zone") => zone = attribute(tag, "name").unwrap_or_default(),
                    (Some("zone"), "card") if zone != "tokens" => line(tag, &zone, span, names, &mut deck, problems),
                    _ => {}
                }
                if is_open {
                    path.push(what);
                }
                if path.len() > DEEPEST {
                    problems.error("deck", &place(file, text, before), "no deck has elements as deep as this");
                    return None;
                }
            }
            Event::End(_) => drop(path.pop()),
            Event::Text(text) if path.last().is_some_and(|of| of == "deckname") => name += &text.xml10_content(),
            Event::GeneralRef(entity) if path.last().is_some_and(|of| of == "deckname") => {
                let written = format!("&{};", entity.xml10_content());
                name += &quick_xml::escape::unescape(&written).unwrap_or_default();
            }
            _ => {}
        }
    }
    deck.name = Some(name.trim().to_string()).filter(|name| !name.is_empty());
    Some(deck)
}

/// Reads a card in a zone.
fn line(tag: &BytesStart, zone: &str, span: Span, names: &CardNames, deck: &mut DeckList, problems: &mut Problems) {
    let Some(card) = attribute(tag, "name") else {
        problems.error("missing", &span, "a card of a deck needs `name`");
        return;
    };
    let written = attribute(tag, "number").unwrap_or_else(|| "1".into());
    let Ok(copies) = written.trim().parse::<i64>() else {
        problems.error("wrong_kind", &span, format!("`number` is a whole number, found `{written}`"));
        return;
    };
    let list = match names.list(zone) {
        Some(list) => Some(list.to_string()),
        None if zone == "main" => None,
        None => {
            let lists: Vec<&str> = names.catalog.deck_rules.lists.iter().map(|list| &*list.name).collect();
            let game = &names.catalog.rules.schema.game;
            let message = format!("decks of `{game}` have no list `{zone}`");
            problems
                .error("unknown_word", &span, message)
                .help(format!("move the card into the zone `main`, or one of: {}", lists.join(", ")));
            return;
        }
    };
    match names.is_card(&card) {
        true => deck.lines.push(DeckLine { copies, card, list, span }),
        false => unknown_card(names, &span, &card, problems),
    }
}

fn local(tag: &BytesStart) -> String {
    tag.local_name().as_ref().to_string()
}

fn attribute(tag: &BytesStart, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok()??;
    found.normalized_value(XmlVersion::Explicit1_0).ok().map(|value| value.into_owned())
}

/// The place of a byte of the text.
fn place(file: &str, text: &str, at: u64) -> Span {
    let at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Span::new(file, u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
