//! Card texts: writes cards and zones as short texts on lines of the screen.

use std::cmp::Ordering;

use crate::cli::language::{counted, named, ui};
use crate::cli::text::{clean, cut, flow, pad, spoken, width};
use intermezzo::catalog::{SortedBy, TableLine};
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::kernel::model::value::AbilityId;
use intermezzo::table::view::{CardView, Field, HiddenView, ZoneView};

/// How much of cards the screen shows, from the most to the least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NameLength {
    /// The full name, with the beginning of the card's text in a hand, and on the board for one's own cards with
    /// something to use.
    WithBoardText,
    /// The full name, with the beginning of the card's text in a hand.
    WithText,
    /// The full name.
    Full,
    /// At most this number of columns.
    Cut(usize),
}

impl NameLength {
    /// True if names are cut so short that cards of all statuses share lines.
    pub fn is_tight(self) -> bool {
        matches!(self, NameLength::Cut(columns) if columns <= 15)
    }
}

/// A card in short: its name and the fields that the table shows, numbers as `5/4`.
///
/// If the zone stacks equal cards and shows words of the card (a card face down, or counting as something else), the
/// words stand alone, without the name.
pub fn label(card: &CardView, line: Option<&TableLine>, names: NameLength) -> String {
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for field in line.map_or(&[][..], |l| &l.show) {
        match card.fields.get(field) {
            Some(Field::Number(n)) => numbers.push(n.to_string()),
            // A number that the card does not have is shown as `-`, so that the others keep their places.
            None if line.is_some_and(|l| l.numbers.contains(field)) => numbers.push("-".into()),
            Some(Field::Words(list)) => words.extend(list.iter().map(|word| spoken(word))),
            Some(Field::Text(text)) => words.push(spoken(text)),
            None => {}
        }
    }
    let stacked_words = line.is_some_and(|l| l.stack) && !words.is_empty();
    if stacked_words {
        return words.join("+");
    }
    let name = match names {
        NameLength::WithBoardText | NameLength::WithText | NameLength::Full => spoken(&card.name),
        NameLength::Cut(columns) => cut_name(&spoken(&card.name), columns),
    };
    if let Some(host) = card.host.as_ref().and_then(|host| host.name.as_ref())
        && !names.is_tight()
    {
        words.push(ui!("on-card", "on {card}", card = spoken(host)));
    }
    let mut out = if card.slot > 0 { format!("{} {name}", card.slot) } else { name };
    // If some numbers are missing and the others are 0, none is shown: a card without power has no damage to tell.
    let says_nothing = numbers.iter().all(|n| n == "-" || n == "0") && numbers.iter().any(|n| n == "-");
    if !numbers.is_empty() && !says_nothing {
        out += &format!(" {}", numbers.join("/"));
    }
    if !words.is_empty() {
        out += &format!(" ({})", words.join(", "));
    }
    out
}

/// A name cut to a number of columns; a number at its end stays, because it tells copies apart.
fn cut_name(name: &str, columns: usize) -> String {
    match name.rsplit_once(' ') {
        Some((head, number))
            if width(name) > columns
                && number.contains(|c: char| c.is_ascii_digit())
                && width(number) + 3 < columns =>
        {
            format!("{}{number}", cut(head, columns - width(number)))
        }
        _ => cut(name, columns),
    }
}

/// The cards of a zone, grouped by their statuses in words; the groups stand in the order of the manifest's statuses,
/// and the one without any first.
pub fn by_status<'c>(zone: &'c ZoneView, rules: Option<&Rules>) -> Vec<(String, Vec<&'c CardView>)> {
    let mut groups: Vec<(Vec<u8>, String, Vec<&CardView>)> = Vec::new();
    for card in &zone.cards {
        let place = |word: &String| rules.and_then(|rules| rules.schema.status(word)).map_or(u8::MAX, |s| s.value());
        let rank: Vec<u8> = card.statuses.iter().map(place).collect();
        let words = card.statuses.iter().map(|word| named(NameKind::Status, word)).collect::<Vec<_>>().join(", ");
        match groups.iter_mut().find(|(_, w, _)| *w == words) {
            Some((.., cards)) => cards.push(card),
            None => groups.push((rank, words, vec![card])),
        }
    }
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    groups.into_iter().map(|(_, words, cards)| (words, cards)).collect()
}

/// Compares two cards by the fields that the table's line is sorted by.
pub fn order(line: &TableLine, a: &CardView, b: &CardView) -> Ordering {
    let by = |by: &SortedBy| {
        if by.field == "name" {
            return a.name.cmp(&b.name);
        }
        let place = |word: &String| by.words.iter().position(|w| w == word).unwrap_or(by.words.len());
        match (a.fields.get(&by.field), b.fields.get(&by.field)) {
            (Some(Field::Number(a)), Some(Field::Number(b))) => a.cmp(b),
            (Some(Field::Words(a)), Some(Field::Words(b))) => {
                a.iter().map(place).cmp(b.iter().map(place)).then_with(|| a.cmp(b))
            }
            (Some(Field::Text(a)), Some(Field::Text(b))) => a.cmp(b),
            // Cards without the field come last.
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    };
    line.sort.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The texts in their order; with `stack`, equal ones become one with their number before it: `3 Grey Heron`.
pub fn stacked(labels: Vec<String>, stack: bool) -> Vec<String> {
    let mut out: Vec<(String, usize)> = Vec::new();
    for label in labels {
        match out.iter_mut().find(|(l, _)| stack && *l == label) {
            Some((_, n)) => *n += 1,
            None => out.push((label, 1)),
        }
    }
    out.into_iter().map(|(l, n)| if n > 1 { format!("{n} {l}") } else { l }).collect()
}

/// The width of the column with the names of zones: as the longest name needs, but at least 8 columns,
/// and at most a quarter of the screen, or 13 if that is more.
pub fn head(lines: &[TableLine], columns: usize) -> usize {
    let longest = lines.iter().map(|l| width(&named(NameKind::Zone, &l.zone)) + 2).max().unwrap_or(0);
    longest.clamp(8, (columns / 4).max(13))
}

/// A card of which the person sees only the back, in words, with its owner and its marks; `None`: nothing tells it from
/// other backs.
fn back(back: &HiddenView) -> Option<String> {
    let marks = marks_of(back);
    let what = match (&back.owner, back.slot) {
        (None, 0) if marks.is_empty() => return None,
        (None, 0) => ui!("a-back", "a card face down"),
        (Some(name), 0) => ui!("back-down-of", "a card of {who} face down", who = clean(name)),
        (Some(name), n) => ui!("slot-of", "{n} a card of {who}", n = n, who = clean(name)),
        (None, n) => ui!("slot-down", "{n} face down", n = n),
    };
    Some(what + &marks)
}

/// The statuses and counters of a card that lies face down, in brackets; empty if it has none.
pub fn marks_of(back: &HiddenView) -> String {
    let statuses = back.statuses.iter().map(|word| named(NameKind::Status, word));
    let counter =
        |(name, value): (&String, &Field)| value.as_i64().map(|n| format!("{} {n}", named(NameKind::Field, name)));
    let all: Vec<String> = statuses.chain(back.fields.iter().filter_map(counter)).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// True if the card prints an ability that a player may use, so that its text says what that costs and when.
pub fn has_something_to_use(card: &CardView, rules: &Rules) -> bool {
    let is_used = |id: &AbilityId| matches!(rules.abilities[id.index()].form, AbilityForm::Timing(_));
    rules.def_by_id(&card.id).is_some_and(|def| rules.defs[def.index()].abilities.iter().any(is_used))
}

/// A zone as lines of the screen, one for each different card; behind cards for which `has_text` is true, the beginning
/// of their text.
pub fn zone_with_texts(
    zone: &ZoneView,
    line: &TableLine,
    rules: &Rules,
    (head_columns, columns): (usize, usize),
    has_text: impl Fn(&CardView) -> bool,
) -> Vec<String> {
    let (mut cards, mut labels): (Vec<&CardView>, Vec<String>) = (Vec::new(), Vec::new());
    for (status, mut group) in by_status(zone, Some(rules)) {
        group.sort_by(|a, b| order(line, a, b));
        let begins = if status.is_empty() { String::new() } else { format!("{status}: ") };
        labels.extend(group.iter().map(|card| begins.clone() + &label(card, Some(line), NameLength::Full)));
        cards.extend(group);
    }
    let text = |name: &str| {
        let at = labels.iter().position(|label| label == name).filter(|at| has_text(cards[*at]))?;
        let def = rules.def_by_id(&cards[at].id)?;
        Some(clean(rules.text_said(def))).filter(|text| !text.is_empty())
    };
    let is_first = |(at, label): &(usize, &String)| !labels[..*at].contains(label);
    let different: Vec<String> = labels.iter().enumerate().filter(is_first).map(|(_, label)| label.clone()).collect();
    let texts: Vec<Option<String>> = different.iter().map(|name| text(name)).collect();
    let shown: Vec<String> = different
        .iter()
        .map(|name| match labels.iter().filter(|label| *label == name).count() {
            1 => name.clone(),
            n => format!("{n} {name}"),
        })
        .collect();
    let widest = shown.iter().map(|name| width(name)).max().unwrap_or(0).min(columns / 2);
    let one = |(name, text): (&String, &Option<String>)| match text {
        Some(text) => cut(&format!("{}  {text}", pad(name, widest)), columns - head_columns),
        None => name.clone(),
    };
    let head = pad(&format!(" {}", cut(&named(NameKind::Zone, &zone.name), head_columns - 2)), head_columns);
    let heads = std::iter::once(head).chain(std::iter::repeat(" ".repeat(head_columns)));
    heads.zip(shown.iter().zip(&texts).map(one)).map(|(head, card)| head + &card).collect()
}

/// A zone as lines of the screen, as few as it needs, its name before the first one.
pub fn zone(
    zone: &ZoneView,
    line: &TableLine,
    rules: &Rules,
    (head_columns, columns): (usize, usize),
    names: NameLength,
) -> Vec<String> {
    let head = pad(&format!(" {}", cut(&named(NameKind::Zone, &zone.name), head_columns - 2)), head_columns);
    let mut groups: Vec<(String, Vec<String>)> = by_status(zone, Some(rules))
        .into_iter()
        .map(|(status, mut cards)| {
            cards.sort_by(|a, b| order(line, a, b));
            let labels = cards.iter().map(|c| label(c, Some(line), names)).collect();
            // Equal cards without statuses become one text with their number.
            let labels = stacked(labels, line.stack || status.is_empty());
            (status, labels)
        })
        .collect();
    // Backs without marks are only counted.
    let hidden: Vec<String> = zone.hidden.iter().filter_map(back).collect();
    let alike = zone.unknown - hidden.len();
    if !hidden.is_empty() {
        groups.push((String::new(), hidden));
    }
    if alike > 0 {
        groups.push((String::new(), vec![ui!("face-down", "{cards} face down", cards = counted(alike, "card"))]));
    }
    if groups.is_empty() {
        return vec![format!("{head}-")];
    }
    let heading = |status: &str| if status.is_empty() { String::new() } else { format!("{status}: ") };
    let together: Vec<String> = groups.iter().map(|(status, labels)| heading(status) + &labels.join(", ")).collect();
    let one_line = head.clone() + &together.join("   ");
    if width(&one_line) <= columns {
        return vec![one_line];
    }
    if names.is_tight() {
        // The cards of all statuses stand one behind the other, to save lines.
        for (status, labels) in &mut groups {
            labels[0] = heading(status) + &labels[0];
        }
        groups[0].1[0] = head + &groups[0].1[0];
        return flow(groups.into_iter().flat_map(|(_, labels)| labels), ", ", columns, head_columns + 2);
    }
    let mut lines = Vec::new();
    for (status, labels) in groups {
        let first = if lines.is_empty() { head.clone() } else { " ".repeat(head_columns) } + &heading(&status);
        let mut labels = labels;
        labels[0] = first + &labels[0];
        lines.extend(flow(labels, ", ", columns, head_columns + 2));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use intermezzo::kernel::Card;

    fn card(name: &str, fields: serde_json::Value) -> CardView {
        let fields = serde_json::from_value(fields).unwrap();
        CardView {
            card: Card(0),
            id: name.into(),
            name: name.into(),
            slot: 0,
            owner: None,
            fields,
            printed: Default::default(),
            statuses: Vec::new(),
            host: None,
            changes: Vec::new(),
        }
    }

    fn line(show: &[&str], stack: bool) -> TableLine {
        let show: Vec<String> = show.iter().map(|s| s.to_string()).collect();
        let numbers = show.iter().filter(|s| *s != "tribe" && *s != "unknown").cloned().collect();
        TableLine {
            zone: "field".into(),
            show,
            numbers,
            stack,
            sort: Vec::new(),
            hides_empty: false,
            hides_others: false,
        }
    }

    #[test]
    fn cards_are_sorted_by_fields_in_their_order() {
        let by = |field: &str, words: &[&str]| SortedBy {
            field: field.into(),
            words: words.iter().map(|w| w.to_string()).collect(),
        };
        let line = TableLine { sort: vec![by("suit", &["clubs", "hearts"]), by("rank", &[])], ..line(&[], false) };
        let mut cards = [
            card("h9", serde_json::json!({ "suit": ["hearts"], "rank": 9 })),
            card("none", serde_json::json!({ "rank": 1 })),
            card("h10", serde_json::json!({ "suit": ["hearts"], "rank": 10 })),
            card("c3", serde_json::json!({ "suit": ["clubs"], "rank": 3 })),
            card("c2", serde_json::json!({ "suit": ["clubs"], "rank": 2 })),
        ];
        cards.sort_by(|a, b| order(&line, a, b));
        assert_eq!(cards.map(|card| card.name), ["c2", "c3", "h9", "h10", "none"]);
    }

    #[test]
    fn a_label_has_the_fields_that_the_table_shows() {
        let drake = card("Ember Drake", serde_json::json!({ "power": 5, "health": 4, "tribe": ["dragon"] }));
        let check = |line: &TableLine, names, expected: &str| assert_eq!(label(&drake, Some(line), names), expected);
        check(&line(&["power", "health"], false), NameLength::Full, "Ember Drake 5/4");
        check(&line(&["tribe"], false), NameLength::Cut(6), "Ember… (dragon)");
        check(&line(&["tribe"], true), NameLength::Full, "dragon");
        check(&line(&["unknown"], false), NameLength::Full, "Ember Drake");
        check(&line(&["speed", "health"], false), NameLength::Full, "Ember Drake -/4");
        check(&line(&["speed"], false), NameLength::Full, "Ember Drake");
    }

    #[test]
    fn a_number_at_the_end_of_a_name_is_not_cut() {
        assert_eq!(cut_name("Watchman 7-4", 8), "Watc…7-4");
        assert_eq!(cut_name("Ogre 5-2", 8), "Ogre 5-2");
        assert_eq!(cut_name("Ember Drake", 8), "Ember D…");
    }

    #[test]
    fn equal_labels_are_stacked_where_the_table_says_so() {
        let labels = || ["a", "b", "a"].map(String::from).to_vec();
        assert_eq!(stacked(labels(), true), ["2 a", "b"]);
        assert_eq!(stacked(labels(), false), ["a", "b", "a"]);
    }
}
