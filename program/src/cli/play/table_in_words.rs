//! Table in words: the whole table as sentences, for screen readers, for games without a screen of their own, and for
//! the command `t`.

use super::{ask, card_texts};
use crate::cli::language::{counted, named, ui};
use crate::cli::text::{clean, spoken};
use intermezzo::catalog::TableLine;
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::table::view::{CardView, Field, HiddenView, View, ZoneView};

/// The table in words: the moment, a line for each zone that holds something, the numbers of players, and what is open.
/// With `only`, just the zones whose name begins so.
pub fn table(view: &View, lines: &[TableLine], rules: Option<&Rules>, only: &str) -> Vec<String> {
    let mut out = Vec::new();
    if only.is_empty() {
        let moment = ask::moment(view);
        let colon = if moment.is_empty() { "" } else { ": " };
        out.push(format!("{}{colon}{moment}.", title(view, rules)));
    }
    let order: Vec<Option<u8>> = (0..view.seats.len() as u8).map(Some).chain([None]).collect();
    for seat in order {
        for zone in view.zones.iter().filter(|z| z.seat == seat && is_called(&z.name, only)) {
            if zone.cards.len() + zone.unknown > 0 || !only.is_empty() {
                out.push(self::zone(view, zone, lines, rules));
            }
        }
    }
    if only.is_empty() {
        let words = |whose: String, list: &[(String, i64)]| {
            let list: Vec<String> =
                list.iter().map(|(name, n)| format!("{} {n}", named(NameKind::Field, name))).collect();
            (!list.is_empty()).then(|| format!("{whose}: {}.", list.join(", ")))
        };
        out.extend(view.seats.iter().filter_map(|s| words(clean(&s.name), &s.shown)));
        out.extend(words(ui!("the-games-numbers", "The game"), &view.numbers));
        out.extend(middle(view));
    }
    out
}

/// The title of the game, in the language of `rules` if they are given.
pub fn title(view: &View, rules: Option<&Rules>) -> String {
    let Some(rules) = rules else { return spoken(&view.title) };
    match rules.named(NameKind::Game, &rules.schema.game) {
        said if said == &*rules.schema.game => spoken(&view.title),
        said => clean(said),
    }
}

/// True if the name of a zone, as files have it or as people read it, begins with a text.
fn is_called(name: &str, only: &str) -> bool {
    name.starts_with(only)
        || spoken(name).starts_with(only)
        || named(NameKind::Zone, name).to_lowercase().starts_with(only)
}

/// Open records and uses, in words.
pub fn middle(view: &View) -> Vec<String> {
    let field = |(name, text): &(String, String)| format!("{} {}", named(NameKind::Field, name), spoken(text));
    let record = |r: &intermezzo::table::view::RecordView| {
        let fields: Vec<String> = r.fields.iter().filter(|(_, text)| !text.is_empty()).map(field).collect();
        ui!("open-record", "Open {name}: {fields}.", name = record_name(&r.name), fields = fields.join("; "))
    };
    let records = view.records.iter().map(record);
    let uses = view
        .uses
        .iter()
        .enumerate()
        .map(|(i, u)| ui!("on-the-chain", "On the chain, {n}: {what}.", n = i + 1, what = ask::use_text(view, u)));
    let names: Vec<String> = view.seats.iter().map(|seat| seat.name.clone()).collect();
    let boards = view.boards.iter().flat_map(|board| super::board::board_words(board, &names));
    let boards = boards.map(|line| format!("{line}."));
    boards.chain(records).chain(uses).collect()
}

fn zone(view: &View, zone: &ZoneView, lines: &[TableLine], rules: Option<&Rules>) -> String {
    let zone_name = named(NameKind::Zone, &zone.name);
    let place = match zone.seat.map(|s| &view.seats[s as usize]) {
        Some(seat) if seat.is_own => ui!("Your-zone", "Your {zone}", zone = zone_name),
        Some(seat) => ui!("zone-of", "{who}'s {zone}", who = clean(&seat.name), zone = zone_name),
        None => ui!("The-zone", "The {zone}", zone = zone_name),
    };
    let line = lines.iter().find(|l| l.zone == zone.name);
    let mut groups: Vec<String> = Vec::new();
    for (status, mut cards) in card_texts::by_status(zone, rules) {
        if let Some(line) = line {
            cards.sort_by(|a, b| card_texts::order(line, a, b));
        }
        let labels = cards.iter().map(|c| card(c, line)).collect();
        let labels = card_texts::stacked(labels, true).join(", ");
        groups.push(if status.is_empty() { labels } else { format!("{status}: {labels}") });
    }
    let words: Vec<String> = zone.hidden.iter().filter_map(back).collect();
    let alike = zone.unknown - words.len();
    if alike > 0 {
        groups.push(ui!("cards-unseen", "{cards} you do not see", cards = counted(alike, "card")));
    }
    groups.extend(words);
    let content = if groups.is_empty() { ui!("empty", "empty") } else { groups.join("; ") };
    format!("{place}: {content}.")
}

/// A card of which the person sees only the back, in words, with its owner and its marks; `None`: nothing tells it from
/// other backs.
fn back(back: &HiddenView) -> Option<String> {
    let marks = card_texts::marks_of(back);
    let what = match (&back.owner, back.slot) {
        (None, 0) if marks.is_empty() => return None,
        (None, 0) => ui!("unseen", "a card that you do not see"),
        (Some(name), 0) => ui!("unseen-of", "a card of {who} that you do not see", who = clean(name)),
        (Some(name), n) => {
            let who = clean(name);
            ui!("back-of", "in slot {n} a card of {who} that you do not see", n = n, who = who)
        }
        (None, n) => ui!("back", "in slot {n} a card that you do not see", n = n),
    };
    Some(what + &marks)
}

/// A card in words, with the names and values of the fields that the table shows: `Ember Drake (power 5, health 4)`.
pub fn card(card: &CardView, line: Option<&TableLine>) -> String {
    let shown = line.map_or(&[][..], |l| &l.show);
    // If the zone stacks equal cards, a card that shows words is told by these alone.
    let has_words = |f: &String| matches!(card.fields.get(f), Some(Field::Words(list)) if !list.is_empty());
    if line.is_some_and(|l| l.stack) && shown.iter().any(has_words) {
        return card_texts::label(card, line, card_texts::NameLength::Full);
    }
    let fields: Vec<String> = shown
        .iter()
        .filter_map(|f| Some(format!("{} {}", named(NameKind::Field, f), value(card.fields.get(f)?))))
        .collect();
    let name = spoken(&card.name);
    if fields.is_empty() { name } else { format!("{name} ({})", spoken(&fields.join(", "))) }
}

/// The name of an open record in words, with the number behind it if several have this name.
pub fn record_name(name: &str) -> String {
    match name.rsplit_once(' ').filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit())) {
        Some((name, n)) => format!("{} {n}", named(NameKind::Record, name)),
        None => named(NameKind::Record, name),
    }
}

/// A field of a card in words.
pub fn value(field: &Field) -> String {
    match field {
        Field::Number(n) => n.to_string(),
        Field::Text(text) => spoken(text),
        Field::Words(list) => list.iter().map(|word| spoken(word)).collect::<Vec<_>>().join(", "),
    }
}
