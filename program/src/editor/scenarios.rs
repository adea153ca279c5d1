//! Scenarios: completion in scenarios: seats, cards in zones, and expectations.

use super::complete::{CompletionList, Sort};
use super::cursor::is_word;
use super::kinds::Kind;
use super::shapes::Place;
use super::{FileKind, page};
use crate::scenario::keys::STEP;
use intermezzo::data::keys::Others;

/// True if a value at a place may be a card of the position, by its name in the scenario.
pub fn names_cards(place: &Place) -> bool {
    match place.section {
        "a step" => !matches!(place.key, "pass" | "timeout"),
        "what is refused" => place.key != "because",
        "an expectation" => matches!(place.key, "zone" | "holds" | "view" | "offers"),
        "an effect that lasts" => matches!(place.key, "card" | "source"),
        "a card in a zone" => place.key == "host",
        "a chance result" => matches!(place.key, "shuffle" | "pick"),
        _ => false,
    }
}

/// The names of all seats.
fn all_seats() -> &'static [&'static str] {
    match &STEP.others {
        Some(Others::Of(names, _)) => names,
        _ => &[],
    }
}

impl CompletionList<'_> {
    /// True if the file is a scenario, or holds base positions.
    pub fn is_scenario(&self) -> bool {
        FileKind::of(self.known.here.0).is_some_and(FileKind::is_stated)
    }

    /// The word before a sign, where the text before the cursor's word ends with that sign.
    fn before_sign(&self, sign: char) -> Option<&str> {
        let before = self.before.strip_suffix(sign)?;
        let start = before.rfind(|c: char| !is_word(c) && !matches!(c, '.' | '#'));
        let start = start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        Some(&before[start..]).filter(|owner| !owner.is_empty())
    }

    /// The seats that play: as many as the scenario says, else as many as the game allows.
    pub fn seats(&mut self, behind: &'static str) {
        let said = self.around.number("players").and_then(|n| usize::try_from(n).ok());
        let n = said.unwrap_or_else(|| page::most_players(self.known));
        all_seats().iter().take(n).for_each(|seat| self.push(seat, Sort::Word, "player", "", behind));
    }

    /// Words of a list, unless it is the list of all seats.
    pub fn seats_or_words(&mut self, names: &[&str], detail: &str, behind: &'static str) {
        match names == all_seats() {
            true => self.seats(behind),
            false => self.words(names, detail, behind),
        }
    }

    /// The zones of each player, or the shared zones.
    pub fn zones(&mut self, per_player: bool, behind: &'static str) {
        for zone in page::zones(self.known, per_player) {
            self.push(&zone, Sort::Name(Kind::Zone), Kind::Zone.words(), "", behind);
        }
    }

    /// The cards that lie in the position of the scenario.
    pub fn cards_laid(&mut self, behind: &'static str) {
        let cards: Vec<String> = self.around.cards().into_iter().map(String::from).collect();
        for card in cards {
            let title = page::title(self.known, &card);
            self.push(&card, Sort::Name(Kind::Card), Kind::Card.words(), &title, behind);
        }
    }

    /// The abilities of the card that is named before a slash, if one is.
    pub fn abilities_behind(&mut self) -> bool {
        let Some(card) = self.before_sign('/').map(String::from) else { return false };
        let card = card.split('#').next().unwrap_or(&card);
        let known = self.known;
        for (_, ability) in page::abilities(known).filter(|(of, _)| *of == card) {
            self.push(ability, Sort::Name(Kind::CardAbility), Kind::CardAbility.words(), "", "");
        }
        true
    }

    /// The ability names that a scenario step accepts for a card: its own, then those that other cards may give it, then those
    /// of the manifest.
    pub fn abilities_of(&mut self, card: &str) {
        let (known, card) = (self.known, card.split('#').next().unwrap_or(card));
        let (own, others): (Vec<_>, Vec<_>) = page::abilities(known).partition(|(of, _)| *of == card);
        for (of, ability) in own.into_iter().chain(others) {
            let name = format!("{of}/{ability}");
            self.push(&name, Sort::Name(Kind::CardAbility), Kind::CardAbility.words(), &page::title(known, of), "");
        }
        self.names(Kind::Ability, "");
    }

    /// The keys of a map that expects something of zones or of cards.
    pub fn expected_of(&mut self, key: &str) {
        if matches!(key, "status" | "abilities") {
            return self.cards_laid(": ");
        }
        match self.before_sign('.') {
            Some(_) => self.zones(true, ": "),
            None => {
                self.seats(".");
                self.zones(false, ": ");
            }
        }
    }

    /// Offers objects whose fields may be expected and, behind a dot, these fields. True: no other key may stand there.
    pub fn fields_expected(&mut self) -> bool {
        let Some(owner) = self.before_sign('.').map(String::from) else {
            self.cards_laid(".");
            self.seats(".");
            return false;
        };
        let known = self.known;
        let fields = match owner.as_str() {
            seat if all_seats().contains(&seat) => page::fields(known, page::PageSubject::Players),
            "game" => page::counters(known, Some("game")),
            space if space.contains('.') => page::counters_of_spaces(known).into_iter().collect(),
            _ => page::fields(known, page::PageSubject::Cards),
        };
        self.fields(fields, "field", ": ");
        true
    }
}
