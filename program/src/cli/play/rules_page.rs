//! Rules page: the course of a turn and what a player may do in it, for people at a table; or the rules that have a
//! word.

use crate::cli::pack::Pack;
use crate::cli::rules;
use crate::cli::text::{clean, spoken};
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::translation::{NameKind, say};
use intermezzo::table::Game;

/// The lines that `rules` shows: of the game as a whole, or those that have a word.
pub fn lines(game: &Game, pack: &Pack, word: &str) -> Vec<String> {
    let rules = &game.catalog.rules;
    if word.is_empty() {
        return whole(game);
    }
    let found = rules::found(Some(&*rules.schema.game), &word.to_lowercase(), pack).unwrap_or_default();
    match found.is_empty() {
        true => vec![say!(rules, "no-rule", "no rule has the word `{word}`", word = clean(word))],
        false => found.iter().map(|rule| clean(&format!("{}: {}", rule.head, rule.text))).collect(),
    }
}

/// The game in short: the parts of a turn, the windows with what they offer.
fn whole(game: &Game) -> Vec<String> {
    let rules = &game.catalog.rules;
    let schema = &rules.schema;
    let mut out = vec![clean(&schema.title), String::new()];
    let phases: Vec<String> = schema.phases.iter().map(|phase| spoken(rules.said(NameKind::Phase, *phase))).collect();
    if !phases.is_empty() {
        out.push(say!(rules, "rules-phases", "A turn: {phases}", phases = phases.join(", ")));
        out.push(String::new());
    }
    let mut seen: Vec<String> = Vec::new();
    for window in &rules.windows {
        let is_offered = |id: &&intermezzo::kernel::model::value::AbilityId| matches!(rules.abilities[id.index()].form, AbilityForm::Timing(timing) if window.offers.contains(&timing));
        let mut offers: Vec<String> = Vec::new();
        for what in rules.actions.iter().filter(is_offered).map(|id| spoken(rules.label_said(*id))) {
            if !offers.contains(&what) {
                offers.push(what);
            }
        }
        let asks = window.text.as_ref().map_or(String::new(), |text| format!(" ({})", spoken(text)));
        let what = if offers.is_empty() { String::new() } else { format!(": {}", offers.join(", ")) };
        let line = format!("  {}{asks}{what}", spoken(rules.said(NameKind::Window, window.name)));
        if !seen.contains(&line) {
            seen.push(line);
        }
    }
    out.push(say!(rules, "rules-windows", "When you may act, and what you may do beside what cards say:"));
    out.extend(seen);
    out.push(String::new());
    out.push(say!(rules, "rules-more", "rules WORD: what the rules say of a word · w WORD: why, now · c CARD"));
    out
}
