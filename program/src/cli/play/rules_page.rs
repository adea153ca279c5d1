//! Rules page: the answer to `rules` and `rules WORD` at a table: the course of a turn, or the rules in which a word
//! stands.

use crate::cli::pack::Pack;
use crate::cli::rules;
use crate::cli::text::clean;
use intermezzo::kernel::model::translation::say;
use intermezzo::table::Game;

/// The lines that `rules` shows: with an empty word the course of a turn, else the rules, and the words on a card, that
/// have this word.
pub fn lines(game: &Game, pack: &Pack, word: &str) -> Vec<String> {
    let rules = &game.catalog.rules;
    if word.is_empty() {
        let more = say!(rules, "rules-more", "rules WORD: what the rules say of a word · w WORD: why, now · c CARD");
        return rules::course(game).into_iter().chain([String::new(), more]).collect();
    }
    let found = match rules::about(game, word, pack).unwrap_or(Ok(Vec::new())) {
        Ok(found) => found,
        Err(cards) => {
            return vec![say!(
                rules,
                "rules-which-card",
                "several cards are called so: {cards}",
                cards = clean(&cards.join(", "))
            )];
        }
    };
    match found.is_empty() {
        true => vec![say!(rules, "no-rule", "no rule has the word `{word}`", word = clean(word))],
        false => found.iter().map(|rule| clean(&format!("{}: {}{}", rule.head, rule.text, rule.section))).collect(),
    }
}
