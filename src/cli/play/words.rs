//! Words: the table in words, for screen readers and for a closer look.

use super::{ask, parts};
use crate::catalog::TableLine;
use crate::cli::text::{clean, counted, spoken};
use crate::kernel::Rules;
use crate::table::view::{CardView, Field, View, ZoneView};

/// Every zone that holds something, one line each; with `only`, zones whose name begins so.
pub fn table(view: &View, lines: &[TableLine], rules: &Rules, only: &str) -> Vec<String> {
    let mut out = Vec::new();
    if only.is_empty() {
        let moment = ask::moment(view);
        let colon = if moment.is_empty() { "" } else { ": " };
        out.push(format!("{}{colon}{moment}.", spoken(&view.title)));
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
        let told = |whose: String, list: &[(String, i64)]| {
            let list: Vec<String> = list.iter().map(|(name, n)| format!("{} {n}", spoken(name))).collect();
            (!list.is_empty()).then(|| format!("{whose}: {}.", list.join(", ")))
        };
        out.extend(view.seats.iter().filter_map(|s| told(clean(&s.name), &s.shown)));
        out.extend(told("The game".into(), &view.numbers));
        out.extend(middle(view));
    }
    out
}

/// Whether a zone's name, as it is written or spoken, begins so.
fn is_called(name: &str, only: &str) -> bool {
    name.starts_with(only) || spoken(name).starts_with(only)
}

/// Open records and what is on the chain, in words.
pub fn middle(view: &View) -> Vec<String> {
    let field = |(name, text): &(String, String)| format!("{} {}", spoken(name), spoken(text));
    let record = |r: &crate::table::view::RecordView| {
        let fields: Vec<String> = r.fields.iter().filter(|(_, text)| !text.is_empty()).map(field).collect();
        format!("Open {}: {}.", spoken(&r.name), fields.join("; "))
    };
    let records = view.records.iter().map(record);
    let uses =
        view.uses.iter().enumerate().map(|(i, u)| format!("On the chain, {}: {}.", i + 1, ask::use_text(view, u)));
    let boards = view.boards.iter().flat_map(super::board::told).map(|l| format!("{l}."));
    boards.chain(records).chain(uses).collect()
}

fn zone(view: &View, zone: &ZoneView, lines: &[TableLine], rules: &Rules) -> String {
    let whose = match zone.seat.map(|s| &view.seats[s as usize]) {
        Some(seat) if seat.is_own => "Your ".to_string(),
        Some(seat) => format!("{}'s ", clean(&seat.name)),
        None => "The ".into(),
    };
    let line = lines.iter().find(|l| l.zone == zone.name);
    let mut groups: Vec<String> = Vec::new();
    for (status, cards) in parts::by_status(zone, rules) {
        let labels = cards.iter().map(|c| card(c, line)).collect();
        let labels = parts::stacked(labels, true).join(", ");
        groups.push(if status.is_empty() { labels } else { format!("{status}: {labels}") });
    }
    if zone.unknown > 0 && zone.hidden.is_empty() {
        groups.push(format!("{} you do not see", counted(zone.unknown, "card")));
    }
    for back in &zone.hidden {
        let whose = back.owner.as_ref().map_or(String::new(), |name| format!(" of {}", clean(name)));
        groups.push(format!("in slot {} a card{whose} that you do not see", back.slot));
    }
    let content = if groups.is_empty() { "empty".into() } else { groups.join("; ") };
    format!("{whose}{}: {content}.", spoken(&zone.name))
}

/// A card with the names of the fields that the table shows: `Ember Drake (power 5, health 4)`.
pub fn card(card: &CardView, line: Option<&TableLine>) -> String {
    let stacked = parts::label(card, line, parts::Names::Full);
    if line.is_some_and(|l| l.stack) {
        return stacked;
    }
    let shown = line.map_or(&[][..], |l| &l.show);
    let fields: Vec<String> =
        shown.iter().filter_map(|f| Some(format!("{f} {}", value(card.fields.get(f)?)))).collect();
    let name = spoken(&card.name);
    if fields.is_empty() { name } else { format!("{name} ({})", spoken(&fields.join(", "))) }
}

/// A field of a card in words.
pub fn value(field: &Field) -> String {
    match field {
        Field::Number(n) => n.to_string(),
        Field::Text(text) => spoken(text),
        Field::Words(list) => list.iter().map(|word| spoken(word)).collect::<Vec<_>>().join(", "),
    }
}
