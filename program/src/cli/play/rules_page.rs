//! Rules page: the course of a turn and what a player may do in it, for people at a table; or the rules that have a
//! word.

use crate::cli::pack::Pack;
use crate::cli::rules;
use crate::cli::text::clean;
use intermezzo::kernel::model::translation::say;
use intermezzo::table::Game;

/// The lines that `rules` shows: of the game as a whole, or those that have a word.
pub fn lines(game: &Game, pack: &Pack, word: &str) -> Vec<String> {
    let rules = &game.catalog.rules;
    if word.is_empty() {
        let more = say!(rules, "rules-more", "rules WORD: what the rules say of a word · w WORD: why, now · c CARD");
        return rules::course(game).into_iter().chain([String::new(), more]).collect();
    }
    let mut found = rules::found(Some(&*rules.schema.game), &word.to_lowercase(), pack).unwrap_or_default();
    found.extend(rules::touched(game, word, pack).unwrap_or_default());
    match found.is_empty() {
        true => vec![say!(rules, "no-rule", "no rule has the word `{word}`", word = clean(word))],
        false => found.iter().map(|rule| clean(&format!("{}: {}{}", rule.head, rule.text, rule.section))).collect(),
    }
}
