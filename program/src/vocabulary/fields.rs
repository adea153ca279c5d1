//! Fields: what cards, players and the game have, with what each holds.

use intermezzo::catalog::Catalog;
use intermezzo::kernel::model::lang::{CardField, PlayerField};
use intermezzo::kernel::model::schema::{AttrBase, AttrDef, CounterDef};

use super::{GameWord, name, names};

/// The most words of a field that a line lists.
const MOST_WORDS: usize = 12;

/// The fields of cards, then those of players, then those of the game: the ids begin with `card.`, `player.`, `game.`.
/// Those that the manifest declares stand before those of every game.
pub fn fields(catalog: &Catalog) -> Vec<GameWord> {
    let schema = &catalog.rules.schema;
    let (fixed, own): (Vec<_>, Vec<_>) =
        schema.card_fields.iter().partition(|(_, is)| matches!(is, CardField::Fixed(_)));
    let of_card = own.into_iter().chain(fixed).map(|(field, is)| {
        let (kind, more) = card_field(catalog, &is);
        word("card", &name(catalog, field), kind, &more)
    });
    let (fixed, own): (Vec<_>, Vec<_>) =
        schema.player_fields.iter().partition(|(_, is)| matches!(is, PlayerField::Fixed(_)));
    let of_player = own.into_iter().chain(fixed).map(|(field, is)| {
        let (kind, more) = player_field(catalog, &is);
        word("player", &name(catalog, field), kind, &more)
    });
    let of_game = schema
        .game_counters
        .iter()
        .map(|counter| word("game", &name(catalog, counter.name), "number", &counted(catalog, counter)));
    of_card.chain(of_player).chain(of_game).collect()
}

fn word(of: &str, field: &str, kind: &str, more: &str) -> GameWord {
    let title = if more.is_empty() { kind.to_string() } else { format!("{kind}; {more}") };
    GameWord::new(format!("{of}.{field}"), title).with("of", of).with("kind", kind)
}

fn card_field(catalog: &Catalog, field: &CardField) -> (&'static str, String) {
    let schema = &catalog.rules.schema;
    match field {
        CardField::Attr(id) => ("number", attribute(&schema.attrs[id.index()])),
        CardField::Words(slot) => {
            let field = &schema.words[usize::from(*slot)];
            let known = names(catalog, field.known.iter().copied());
            let more = if known.len() > MOST_WORDS {
                format!(", and {} more", known.len() - MOST_WORDS)
            } else {
                String::new()
            };
            let some = known.iter().take(MOST_WORDS).cloned().collect::<Vec<_>>().join(", ");
            ("words", if some.is_empty() { String::new() } else { format!("{some}{more}") })
        }
        CardField::Cost(_) => {
            let pips = names(catalog, schema.pips.iter().map(|(pip, _)| *pip));
            ("cost", if pips.is_empty() { String::new() } else { format!("of {}", pips.join(", ")) })
        }
        CardField::Rules(_) => ("rules about a set of cards", String::new()),
        CardField::Text(_) => ("text", String::new()),
        CardField::Cells(_) => ("cells of a board", String::new()),
        CardField::Cond(_) => ("condition", String::new()),
        CardField::Status(group) => {
            let (_, values) = &schema.statuses[usize::from(*group)];
            ("status", names(catalog, values.iter().copied()).join(", "))
        }
        CardField::Fixed(field) => ("of every card", plain(field.fixed().doc)),
    }
}

fn player_field(catalog: &Catalog, field: &PlayerField) -> (&'static str, String) {
    let rules = &catalog.rules;
    match field {
        PlayerField::Attr(id) => ("number", attribute(&rules.schema.attrs[id.index()])),
        PlayerField::Counter(at) => ("number", counted(catalog, &rules.schema.counters[usize::from(*at)])),
        PlayerField::Tally(at) => {
            let tally = &rules.tallies[usize::from(*at)];
            let (event, level) =
                (name(catalog, rules.events[tally.of.index()].name), level(catalog, tally.per.index()));
            ("number", format!("counts `{event}`, anew each {level}"))
        }
        PlayerField::Zone(_) => ("cards", String::new()),
        PlayerField::Fixed(field) => ("of every player", plain(field.fixed().doc)),
    }
}

/// A sentence of the pages without its full stop and its links.
fn plain(doc: &str) -> String {
    let mut out = String::new();
    let mut rest = doc.trim_end_matches('.');
    while let Some((before, link)) = rest.split_once('[') {
        let Some((text, behind)) = link.split_once("](") else { break };
        let Some((_, behind)) = behind.split_once(')') else { break };
        out += before;
        out += text;
        rest = behind;
    }
    out + rest
}

fn level(catalog: &Catalog, at: usize) -> String {
    catalog.rules.schema.levels.get(at).map_or(String::new(), |level| name(catalog, *level))
}

fn attribute(attr: &AttrDef) -> String {
    let source = match attr.base {
        AttrBase::Printed(_) => "printed",
        AttrBase::Stored { .. } => "kept by each card: changed by `change` or `set`",
        AttrBase::Amount(_) => "computed",
    };
    format!("{source}{}", bounds(attr.min, attr.max))
}

fn counted(catalog: &Catalog, counter: &CounterDef) -> String {
    let anew = counter.level.map_or(String::new(), |of| format!(", anew each {}", level(catalog, of.index())));
    format!("a counter from {}{}{anew}: changed by `change` or `set`", counter.start, bounds(counter.min, counter.max))
}

fn bounds(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(", from {min} to {max}"),
        (Some(min), None) => format!(", at least {min}"),
        (None, Some(max)) => format!(", at most {max}"),
        (None, None) => String::new(),
    }
}
