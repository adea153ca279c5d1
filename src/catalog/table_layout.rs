//! Table layout: how the manifest wants the table to be drawn.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::places::TableKeys;
use crate::data::{Node, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{CardField, Class};
use crate::kernel::model::symbols::Sym;
use crate::kernel::rules::Rules;

/// Numbers that the table always shows, by name.
#[derive(Clone, Debug, Default)]
pub struct ShownNumbers {
    /// The fields of each player.
    pub player: Vec<String>,
    /// The fields of the game.
    pub game: Vec<String>,
}

/// A line of a player's part of the table.
#[derive(Clone, Debug)]
pub struct TableLine {
    /// The zone.
    pub zone: String,
    /// The fields shown beside the name.
    pub show: Vec<String>,
    /// The shown fields that are numbers.
    pub numbers: Vec<String>,
    /// Equal cards are shown as one, with their number.
    pub stack: bool,
    /// The sort keys of its cards, the most important first.
    pub sort: Vec<SortedBy>,
    /// True if an empty zone is not drawn.
    pub hides_empty: bool,
    /// True if each viewer sees only the cards of her own zone, and for other players the number of cards beside the
    /// name.
    pub hides_others: bool,
}

/// A field by which cards are sorted.
#[derive(Clone, Debug)]
pub struct SortedBy {
    /// The name of the field.
    pub field: String,
    /// The words of the field in the order of the manifest; empty to sort by number or letter.
    pub words: Vec<String>,
}

/// The lines of the table that a manifest declares, and the numbers that are always shown.
pub(super) fn read(b: &Builder, manifest: &Manifest, problems: &mut Problems) -> (Vec<TableLine>, ShownNumbers) {
    let (mut table, mut numbers) = (Vec::new(), ShownNumbers::default());
    let rules = &b.rules;
    let schema = &rules.schema;
    let zones: Vec<&str> = schema.zones.iter().map(|zone| &**rules.name(zone.name)).collect();
    // Fields in a card's view: references to other cards, and places, have no room beside a name.
    let is_seen = |field: &CardField| matches!(field, CardField::Attr(_) | CardField::Words(_) | CardField::Cost(_));
    let fields = schema.card_fields.iter().filter(|(_, field)| is_seen(field));
    let fields: Vec<&str> = fields.map(|(name, _)| &**rules.name(*name)).collect();
    let shown: Vec<&str> = fields.iter().copied().chain(["status"]).collect();
    let sorted: Vec<&str> = fields.iter().copied().chain(["name"]).collect();
    for node in manifest.table {
        let line = TableKeys::of(node);
        numbers.player.extend(known(
            "number",
            line.player,
            &names(rules, schema.player_fields.iter().map(|f| f.0)),
            problems,
        ));
        numbers.game.extend(known(
            "number",
            line.game,
            &names(rules, schema.game_counters.iter().map(|c| c.name)),
            problems,
        ));
        let Some(zone) = line.zone else { continue };
        known("zone", std::slice::from_ref(zone), &zones, problems);
        let show = known("field of cards", line.show, &shown, problems);
        let sort = known("field of cards", line.sort, &sorted, problems);
        table.push(TableLine {
            zone: zone.as_str().unwrap_or("").into(),
            numbers: show.iter().filter(|f| schema.attr(Class::Card, f).is_some()).cloned().collect(),
            show,
            stack: line.stack,
            sort: sort.into_iter().map(|field| SortedBy { words: words_of(b, &field), field }).collect(),
            hides_empty: line.hide.iter().any(|word| word.as_str() == Some("empty")),
            hides_others: line.hide.iter().any(|word| word.as_str() == Some("others")),
        });
    }
    (table, numbers)
}

fn names(rules: &Rules, all: impl Iterator<Item = Sym>) -> Vec<&str> {
    all.map(|name| &**rules.name(name)).collect()
}

/// The names that are known; unknown ones are reported and left out.
fn known(what: &str, items: &[Node], known: &[&str], problems: &mut Problems) -> Vec<String> {
    let mut out = Vec::new();
    for item in items {
        let name = item.as_str().unwrap_or("");
        if known.contains(&name) {
            out.push(name.to_string());
        } else {
            let help = suggest::help_for(name, known.iter().copied());
            problems.error("unknown_word", &item.span, format!("unknown {what} `{name}`")).help(help);
        }
    }
    out
}

/// The words of a field, in the order in which the manifest lists them; none if it lists none.
fn words_of(b: &Builder, field: &str) -> Vec<String> {
    let field = b.rules.schema.symbols.find(field).and_then(|name| b.rules.schema.card_field(name));
    let Some(CardField::Words(slot)) = field else { return Vec::new() };
    let listed = &b.rules.schema.words[slot as usize].listed;
    listed.iter().map(|word| b.rules.name(*word).to_string()).collect()
}
