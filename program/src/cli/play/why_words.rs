//! Why words: answers `why WORD` for a word of the game that names no card: an action, a window, a number or a zone.

use super::table_in_words;
use crate::cli::text::{clean, spoken};
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::translation::{NameKind, say};
use intermezzo::kernel::{Decision, Rules};
use intermezzo::table::Table;
use intermezzo::table::view::View;

/// What an action, a window, a number or a zone with this name means now, as lines; empty if nothing of these has the
/// name.
pub fn meaning(table: &Table, view: &View, decision: Option<&Decision>, query: &str) -> Vec<String> {
    let mut out = action(table, decision, query);
    out.extend(window(table, view, query));
    out.extend(number(table, view, query));
    if out.is_empty() && view.zones.iter().any(|zone| is_called(&zone.name, query)) {
        let catalog = &table.game().catalog;
        out = table_in_words::table(view, &catalog.table, Some(&catalog.rules), &query.to_lowercase());
    }
    out
}

/// True if typed words are a name, in whatever case, and with blanks in place of the `_` of ids.
fn is_called(name: &str, query: &str) -> bool {
    name.replace('_', " ").eq_ignore_ascii_case(query.trim()) || name.eq_ignore_ascii_case(query.trim())
}

fn is_word(rules: &Rules, part: NameKind, name: Sym, query: &str) -> bool {
    is_called(rules.name(name), query) || is_called(rules.said(part, name), query)
}

/// Why the asked player cannot take the action with this name now, or with which cards she can; empty if there is no
/// such action.
fn action(table: &Table, decision: Option<&Decision>, query: &str) -> Vec<String> {
    let rules = &table.world().rules;
    let is_it = |id: &&intermezzo::kernel::model::value::AbilityId| {
        is_called(rules.name(rules.abilities[id.index()].id), query) || is_called(rules.label_said(**id), query)
    };
    let found: Vec<_> = rules.actions.iter().filter(is_it).collect();
    match decision {
        _ if found.is_empty() => Vec::new(),
        None => vec![say!(rules, "nobody-asked", "nobody is asked now")],
        Some(decision) => {
            let lines = found.into_iter().flat_map(|id| table.why_not_action(decision, *id));
            lines.map(|line| spoken(&line)).collect()
        }
    }
}

/// Whether the window with this name is open, and what it offers; empty if there is no such window.
fn window(table: &Table, view: &View, query: &str) -> Vec<String> {
    let rules = &table.world().rules;
    let mut out: Vec<String> = Vec::new();
    for window in rules.windows.iter().filter(|window| is_word(rules, NameKind::Window, window.name, query)) {
        let is_offered = |id: &&intermezzo::kernel::model::value::AbilityId| matches!(rules.abilities[id.index()].form, AbilityForm::Timing(timing) if window.offers.contains(&timing));
        let actions = rules.actions.iter().filter(is_offered).map(|id| rules.label_said(*id).to_string());
        let timings = window.offers.iter().map(|timing| rules.name(*timing).replace('_', " "));
        let mut offers: Vec<String> = Vec::new();
        for what in actions.chain(timings) {
            if !offers.contains(&what) {
                offers.push(what);
            }
        }
        let (name, offers) = (rules.said(NameKind::Window, window.name), clean(&offers.join(", ")));
        let is_open = view.window.as_ref().is_some_and(|open| open.name == **rules.name(window.name));
        let line = match is_open {
            true => say!(rules, "window-open", "{window} is open now: it offers {what}", window = name, what = offers),
            false => say!(
                rules,
                "window-shut",
                "{window} is a moment that is not now: it offers {what}",
                window = name,
                what = offers
            ),
        };
        // Windows that stand in the flow several times have equal lines: one is told.
        if !out.contains(&spoken(&line)) {
            out.push(spoken(&line));
        }
    }
    out
}

/// The present values of the number with this name, of each player or of the game; empty if there is no such number.
fn number(table: &Table, view: &View, query: &str) -> Vec<String> {
    let rules = &table.world().rules;
    let is_it = |name: &str| is_called(name, query) || is_called(rules.named(NameKind::Field, name), query);
    let of_seat = |seat: &intermezzo::table::view::SeatView| {
        let found = seat.fields.iter().filter(|(name, _)| is_it(name));
        let lines = found.filter_map(|(name, field)| {
            let name = spoken(rules.named(NameKind::Field, name));
            Some(format!("{}: {name} {}", clean(&seat.name), field.as_i64()?))
        });
        lines.collect::<Vec<String>>()
    };
    let of_game = view.numbers.iter().filter(|(name, _)| is_it(name));
    let of_game = of_game.map(|(name, n)| format!("{} {n}", spoken(rules.named(NameKind::Field, name))));
    view.seats.iter().flat_map(of_seat).chain(of_game).collect()
}
