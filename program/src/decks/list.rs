//! List: a deck with a line for each card, as most programs and people write it.
//!
//! `3 Grey Heron`, `3x Grey Heron`, `Grey Heron x3`, `Grey Heron: 3`, `Grey Heron`; headings name a list of the deck.

use intermezzo::data::suggest;
use intermezzo::error::{Problems, Span};

use super::card_names::CardNames;
use super::{DeckLine, DeckList, FORMATS};

/// Headings that mean no list in particular: cards below them find their own.
const MAIN: [&str; 7] = ["deck", "main", "main deck", "mainboard", "main board", "maindeck", "cards"];

/// Names of the list that lies beside the deck. Some programs write the last one before each of its cards.
const SIDE: [&str; 4] = ["sideboard", "side board", "side", "sb"];

/// The state between two lines: the deck so far, the list that the last heading named, and the lines that name no card.
struct ListReader<'r, 'g> {
    names: &'r CardNames<'g>,
    deck: DeckList,
    list: Option<String>,
    unknown: Vec<(Span, String)>,
    /// True after an error said that decks of the game have no list beside them.
    is_side_told: bool,
}

/// Reads a list. Lines that name no card are errors.
pub fn read(file: &str, text: &str, names: &CardNames, problems: &mut Problems) -> Option<DeckList> {
    let mut reader =
        ListReader { names, deck: DeckList::default(), list: None, unknown: Vec::new(), is_side_told: false };
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line_number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        reader.line(file, line_number, line, problems);
    }
    let ListReader { deck, unknown, .. } = reader;
    let whole = Span::new(file, 1, 1);
    if deck.lines.is_empty() && !problems.has_errors() {
        let message =
            if unknown.is_empty() { "there is no card in it" } else { "no line of it names a card of the game" };
        problems.error("deck", unknown.first().map_or(&whole, |(span, _)| span), message).help(FORMATS);
        return None;
    }
    for (span, card) in &unknown {
        unknown_card(names, span, card, problems);
    }
    Some(deck)
}

/// Reports a card that does not exist.
pub fn unknown_card(names: &CardNames, span: &Span, card: &str, problems: &mut Problems) {
    let catalog = names.catalog;
    let problem = problems.error("unknown_card", span, format!("there is no card `{card}` in this game"));
    let id = super::card_names::plain(card).replace(' ', "_");
    match (catalog.deck_rules.elsewhere.get(&id), names.nearest(card)) {
        (Some(pack), _) => problem.help(format!("it is a card of the pack `{pack}`, which is not in play")),
        (None, Some(near)) => problem.help(format!("did you mean `{near}`?")),
        (None, None) => problem.help(format!("`intermezzo list cards {}` lists them", catalog.rules.schema.game)),
    };
}

impl ListReader<'_, '_> {
    fn line(&mut self, file: &str, number: u32, line: &str, problems: &mut Problems) {
        let text = line.trim();
        let span = |part: &str| {
            let before = line.find(part).map_or(0, |at| line[..at].chars().count());
            Span::new(file, number, u32::try_from(before + 1).unwrap_or(u32::MAX))
        };
        if text.is_empty() || self.is_about_the_deck(text) {
            return;
        }
        let text = self.without_comment(text);
        let of_side = text.get(..3).filter(|head| head.eq_ignore_ascii_case("sb:")).map(|_| text[3..].trim());
        // Alone it is a heading.
        if let Some(rest) = of_side.filter(|rest| !rest.is_empty()) {
            return self.beside(rest, &span(text), problems);
        }
        // A heading is a word alone: a line with a number is a card.
        let heading = text.trim_matches(['[', ']', '=', '-', '*', ':', '~', ' ']);
        let heading = without_count(heading);
        let is_side = SIDE.contains(&&*heading.to_lowercase());
        let is_marked = text.ends_with(':') || text.starts_with('[') && text.ends_with(']') || text.starts_with("==");
        if let Some(list) = self.names.list(heading).map(String::from).or_else(|| self.side().filter(|_| is_side)) {
            self.list = Some(list);
        } else if MAIN.contains(&&*heading.to_lowercase()) || self.names.is_type(heading) && !self.names.is_card(text) {
            self.list = None;
        } else if (is_marked || is_side) && !self.names.is_card(heading) {
            self.unknown_list(heading, &span(heading), problems);
        } else if let Some((copies, card)) = self.entry(text) {
            let (copies, card) = (copies, card.to_string());
            let span = span(&card);
            if !self.names.is_card(&card) && !matches!(self.list.as_deref(), Some("")) {
                self.unknown.push((span, card));
            } else if self.list.as_deref() != Some("") {
                self.deck.lines.push(DeckLine { copies, card, list: self.list.clone(), span });
            }
        }
    }

    /// The game's own name for the list beside the deck; `None`: decks of the game have no such list.
    fn side(&self) -> Option<String> {
        SIDE.iter().find_map(|name| self.names.list(name)).map(String::from)
    }

    /// Reads a line that says that its card lies beside the deck: `SB: 2 Grey Heron`.
    fn beside(&mut self, entry: &str, span: &Span, problems: &mut Problems) {
        let list = self.side();
        let before = self.list.clone();
        match (list, self.entry(entry)) {
            (Some(list), Some((copies, card))) if self.names.is_card(card) => {
                let card = card.to_string();
                self.deck.lines.push(DeckLine { copies, card, list: Some(list), span: span.clone() });
            }
            (Some(_), card) => self.unknown.push((span.clone(), card.map_or(entry, |(_, card)| card).to_string())),
            // The first such line was reported; the others are passed over.
            (None, _) if self.is_side_told => {}
            (None, _) => {
                self.is_side_told = true;
                self.unknown_list(SIDE[0], span, problems);
            }
        }
        self.list = before;
    }

    /// True if a line is a comment or names the deck: `// Deep Water` in the first line, `Name: Deep Water`. The name
    /// is noted. A comment that names a list is a heading of that list.
    fn is_about_the_deck(&mut self, text: &str) -> bool {
        let begins = self.deck.lines.is_empty() && self.unknown.is_empty();
        let name = |text: &str| Some(text.trim().to_string()).filter(|name| !name.is_empty());
        if let Some(comment) = text.strip_prefix("//") {
            match self.names.list(without_count(comment.trim())) {
                Some(list) => self.list = Some(list.into()),
                None if begins && self.deck.name.is_none() => self.deck.name = name(comment),
                None => {}
            }
            return true;
        }
        if text.starts_with(['#', ';']) || text.eq_ignore_ascii_case("about") || text.eq_ignore_ascii_case("[metadata]")
        {
            return true;
        }
        let said = ["name:", "name=", "title:", "deck name:", "name "];
        let is_said = |start: &&str| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        match said.iter().find(|start| is_said(start)) {
            Some(start) if begins && self.deck.name.is_none() && !self.names.is_card(text) => {
                self.deck.name = name(&text[start.len()..]);
                true
            }
            _ => false,
        }
    }

    /// A line without a remark behind it.
    fn without_comment<'t>(&self, text: &'t str) -> &'t str {
        let ends = [" #", " //", "\t#", "\t//"].iter().filter_map(|mark| text.find(mark)).min();
        match ends {
            Some(at) if self.entry(text).is_none_or(|(_, card)| !self.names.is_card(card)) => text[..at].trim_end(),
            _ => text,
        }
    }

    /// The copies and the card that a line names, without marks before it and without the printing; without a number it
    /// is one copy.
    fn entry<'t>(&self, text: &'t str) -> Option<(i64, &'t str)> {
        let text = text.trim_start_matches(['-', '*', '\u{2022}']).trim();
        let text = if self.names.is_card(text) { text } else { text.trim_matches('"') };
        if text.is_empty() {
            return None;
        }
        if self.names.is_card(text) {
            return Some((1, text));
        }
        let (copies, card) = number_first(text).or_else(|| number_last(text)).unwrap_or((1, text));
        Some((copies, self.without_printing(card)))
    }

    /// A name without the printing that some programs write behind it: `Grey Heron (ABC) 12`, `Grey Heron|ABC`.
    fn without_printing<'t>(&self, card: &'t str) -> &'t str {
        if self.names.is_card(card) {
            return card;
        }
        let cut = [" (", " [", "|"].iter().filter_map(|mark| card.find(mark)).min();
        match cut {
            Some(at) if self.names.is_card(card[..at].trim_end()) => card[..at].trim_end(),
            _ => card,
        }
    }

    /// Reports a heading that names no list of the game's decks. The cards below it are passed over.
    fn unknown_list(&mut self, heading: &str, span: &Span, problems: &mut Problems) {
        let lists: Vec<&str> = self.names.catalog.deck_rules.lists.iter().map(|list| &*list.name).collect();
        let game = &self.names.catalog.rules.schema.game;
        let message = format!("decks of `{game}` have no list `{heading}`");
        problems.error("unknown_word", span, message).help(suggest::help_for(heading, lists.iter().copied()));
        self.list = Some(String::new());
    }
}

/// A heading without the number of its cards: `Wells (24)`.
fn without_count(heading: &str) -> &str {
    match heading.rsplit_once(['(', '[']) {
        Some((word, count)) if count.trim_end_matches([')', ']', ':']).parse::<u32>().is_ok() => word.trim(),
        _ => heading,
    }
}

/// The copies and the name of a line that begins with the copies: `3 Name`, `3x Name`, `3× Name`, `3,Name`.
fn number_first(text: &str) -> Option<(i64, &str)> {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '-' && text.starts_with('-')))?;
    let copies = number(&text[..digits])?;
    let rest = &text[digits..];
    let rest =
        rest.strip_prefix(['x', 'X', '\u{d7}']).filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(rest);
    let name = rest.strip_prefix([' ', '\t', ',', ';', '\u{a0}'])?.trim().trim_matches('"');
    (!name.is_empty()).then_some((copies, name))
}

/// The copies and the name of a line that ends with the copies: `Name x3`, `Name: 3`, `Name (3)`, `Name 3`, `Name,3`.
fn number_last(text: &str) -> Option<(i64, &str)> {
    let (name, last) = text.rsplit_once([' ', '\t', ',', ';', ':', '\u{a0}'])?;
    let copies = number(last.trim_matches(['x', 'X', '\u{d7}', '(', ')', '"']))?;
    let name = name.trim_end_matches([' ', ':', ',', ';', '\t']).trim_matches('"');
    (!name.is_empty()).then_some((copies, name))
}

/// A number of copies. A number that an `i64` cannot hold counts as the largest one.
fn number(digits: &str) -> Option<i64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_stand_before_or_behind_the_name() {
        for line in ["3 Grey Heron", "3x Grey Heron", "3\u{d7} Grey Heron", "3,\"Grey Heron\"", "3\tGrey Heron"] {
            assert_eq!(number_first(line), Some((3, "Grey Heron")), "{line}");
        }
        for line in
            ["Grey Heron x3", "Grey Heron: 3", "Grey Heron (3)", "Grey Heron 3", "\"Grey Heron\",3", "Grey Heron:3"]
        {
            assert_eq!(number_first(line).or_else(|| number_last(line)), Some((3, "Grey Heron")), "{line}");
        }
        assert_eq!(number_first("99999999999999999999 Grey Heron"), Some((i64::MAX, "Grey Heron")));
        assert_eq!(number_first("3"), None);
        assert_eq!(number_last("Grey Heron"), None);
    }

    #[test]
    fn a_heading_may_have_the_number_of_its_cards() {
        assert_eq!([without_count("Wells (24)"), without_count("Wells")], ["Wells", "Wells"]);
        assert_eq!(without_count("Wells (old)"), "Wells (old)");
    }
}
