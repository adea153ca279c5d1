//! Scenarios: completion in scenarios: seats, cards in zones, and expectations.

use super::complete::{CompletionList, Sort};
use super::cursor::is_word;
use super::kinds::ObjectKind;
use super::shapes::FilePlace;
use super::{FileKind, page};
use crate::scenario::keys::STEP;
use intermezzo::data::keys::Others;

/// True if a value at a place may be a card of the position, by its name in the scenario.
pub fn names_cards(place: &FilePlace) -> bool {
    match place.section {
        "a step" => !matches!(place.key, "pass" | "timeout" | "bot"),
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

/// The text of a scenario up to the step around a place, without that step, later steps and what is expected at the
/// end. `None`: no step is there.
fn before_step(text: &str, at: usize) -> Option<String> {
    let steps = text.find("\nsteps:")? + 1;
    let list = steps + text[steps..].find('\n')? + 1;
    let before = text.get(list..at)?;
    let is_item = |line: &str| line.trim_start().starts_with('-');
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = text[list..].lines().find(|line| is_item(line)).map(indent)?;
    let mut start = None;
    let mut line_start = list;
    for line in text[list..].split_inclusive('\n').take(before.matches('\n').count() + 1) {
        if !line.trim().is_empty() && indent(line) == 0 && !is_item(line) {
            return None;
        }
        if is_item(line) && indent(line) == own {
            start = Some(line_start);
        }
        line_start += line.len();
    }
    let start = start?;
    // Keys that follow after the steps are kept, because the position may need them.
    let mut rest = String::new();
    let mut is_kept = false;
    for line in text[line_start..].split_inclusive('\n') {
        if !line.starts_with([' ', '-', '#', '\n']) {
            is_kept = !["expect", "pending", "snapshot"].iter().any(|key| line.starts_with(key));
        }
        if is_kept {
            rest += line;
        }
    }
    let head = if text[list..start].trim().is_empty() { &text[..steps] } else { &text[..start] };
    Some(format!("{}\n{rest}", head.trim_end()))
}

impl CompletionList<'_> {
    /// Offers the steps that could be taken now: behind the name of a seat its own, where a step begins the seats that are
    /// asked. False: nothing could be told.
    pub fn possible_steps(&mut self, text: &str, at: usize) -> bool {
        let Some(player) = &self.known.player else { return false };
        let Some(before) = before_step(text, at) else { return false };
        let possible = player(&before);
        let said = self.before.rsplit('\n').next().unwrap_or("").trim_start().trim_start_matches("- ").to_string();
        let Some((seat, said)) = said.split_once(':') else {
            for of in &possible {
                let some: Vec<&str> = of.steps.iter().take(3).map(String::as_str).collect();
                self.push(&of.seat, Sort::Word, &format!("asked: {}", some.join(", ")), "", ": ");
            }
            return !possible.is_empty();
        };
        let own = possible.iter().filter(|of| of.seat == seat.trim()).flat_map(|of| &of.steps);
        let mut is_told = false;
        for step in own {
            if let Some(rest) = step.strip_prefix(said.trim_start()) {
                self.push(rest, Sort::Word, "could be done now", "", "");
                is_told = true;
            }
        }
        is_told
    }

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

    /// Offers the seats that play: as many as the scenario says, else as many as the game allows.
    pub fn seats(&mut self, behind: &'static str) {
        let said = self.around.number("players").and_then(|n| usize::try_from(n).ok());
        let n = said.unwrap_or_else(|| page::most_players(self.known));
        all_seats().iter().take(n).for_each(|seat| self.push(seat, Sort::Word, "player", "", behind));
    }

    /// Offers the words of a list. If it is the list of all seats, only the seats that play are offered.
    pub fn seats_or_words(&mut self, names: &[&str], detail: &str, behind: &'static str) {
        match names == all_seats() {
            true => self.seats(behind),
            false => self.words(names, detail, behind),
        }
    }

    /// Offers the zones of each player, or the shared zones.
    pub fn zones(&mut self, per_player: bool, behind: &'static str) {
        for zone in page::zones(self.known, per_player) {
            self.push(&zone, Sort::Name(ObjectKind::Zone), ObjectKind::Zone.words(), "", behind);
        }
    }

    /// Offers the cards that lie in the position of the scenario.
    pub fn cards_laid(&mut self, behind: &'static str) {
        let cards: Vec<String> = self.around.cards().into_iter().map(String::from).collect();
        for card in cards {
            let title = page::title(self.known, &card);
            self.push(&card, Sort::Name(ObjectKind::Card), ObjectKind::Card.words(), &title, behind);
        }
    }

    /// Offers the abilities of the card that is named before a slash. False: no card stands before one.
    pub fn abilities_behind(&mut self) -> bool {
        let Some(card) = self.before_sign('/').map(String::from) else { return false };
        let card = card.split('#').next().unwrap_or(&card);
        let known = self.known;
        for (_, ability) in page::abilities(known).filter(|(of, _)| *of == card) {
            self.push(ability, Sort::Name(ObjectKind::CardAbility), ObjectKind::CardAbility.words(), "", "");
        }
        true
    }

    /// Offers the ability names that a scenario step accepts for a card: its own, then those that other cards may give
    /// it, then those of the manifest.
    pub fn abilities_of(&mut self, card: &str) {
        let (known, card) = (self.known, card.split('#').next().unwrap_or(card));
        let (own, others): (Vec<_>, Vec<_>) = page::abilities(known).partition(|(of, _)| *of == card);
        for (of, ability) in own.into_iter().chain(others) {
            let name = format!("{of}/{ability}");
            self.push(
                &name,
                Sort::Name(ObjectKind::CardAbility),
                ObjectKind::CardAbility.words(),
                &page::title(known, of),
                "",
            );
        }
        self.names(ObjectKind::Ability, "");
    }

    /// Offers the keys of a map that expects something of zones or of cards.
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

#[cfg(test)]
mod tests {
    use super::before_step;

    #[test]
    fn the_steps_before_a_place_are_those_that_are_played() {
        let text = "game: g\nsetup:\n  a: 1\nsteps:\n  - amy: pass\n  - beth: use x\n    choose: [y]\nexpect:\n  - z\nseed: 2\n";
        let check = |of: &str, expected: Option<&str>| {
            assert_eq!(before_step(text, text.find(of).expect("it is there")).as_deref(), expected, "{of}");
        };
        let head = "game: g\nsetup:\n  a: 1";
        check("pass", Some(&format!("{head}\nseed: 2\n")));
        let one = format!("{head}\nsteps:\n  - amy: pass\nseed: 2\n");
        check("use x", Some(&one));
        check("choose", Some(&one));
        check("expect", None);
        check("game", None);
    }
}
