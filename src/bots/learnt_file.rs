//! Learnt file: what bots know of a game, as `train` writes it beside the game and bots read it: `bots/learnt.txt`.
//!
//! ```text
//! bots 1                          the version of the form
//! game zap
//! hash 0123456789abcdef           the files of the game that were learnt
//! level turn                      the level at whose end moments are compared
//! length 21.5                     its usual number at the end of a game
//! worth own old_bear: 0.031 -0.012   a feature: its weight, and by how much that grows until the end
//! habit use game/rest old_bear: 1.25  the odds of an answer
//! ```
//!
//! Names stand for what they name, so the file outlives an edit of the game: what the game no longer has is left out,
//! and what is new is worth what its zone, its statuses and its numbers are. It is data of a stranger: a line that is
//! not understood is an error.

use rustc_hash::FxHashMap;

use super::evaluation::Evaluation;
use super::features::Layout;
use super::learnt_habits::{HabitCounts, HabitNames};
use crate::error::{Error, Result};
use crate::kernel::Rules;
use crate::table::Game;

/// The first line of a file: its form, and the version of the form.
const FORM: &str = "bots 1";
/// The greatest number that a file may state, with either sign.
const MOST: f64 = 1e6;

/// The path of the file of a game.
pub(crate) fn path(game: &str) -> String {
    format!("cards/{game}/bots/learnt.txt")
}

/// Reads the file of a game; `None` if the game has none.
///
/// # Errors
///
/// A line that is not understood.
pub(super) fn of(game: &Game, rules: &Rules) -> Result<Option<Evaluation>> {
    let path = path(&rules.schema.game);
    let Some(text) = game.catalog.files.learnt.get(&path) else { return Ok(None) };
    read(text, rules).map(Some).map_err(|(line, why)| {
        let help = format!(
            "`intermezzo train {}` writes it anew; without it the bots learn from random games",
            rules.schema.game
        );
        Error::usage(format!("{path}:{line}: {why}")).help(help)
    })
}

/// The hash of the files that the bots of a game learnt, if it differs from that of the game.
pub fn learnt_otherwise(game: &Game) -> Option<String> {
    let id = &game.catalog.rules.schema.game;
    let text = game.catalog.files.learnt.get(&path(id))?;
    let hash = text.lines().find_map(|line| line.strip_prefix("hash "))?.trim();
    (hash != game.catalog.files.hash_of_own(id)).then(|| hash.chars().take(32).collect())
}

/// Reads a file. An error has the number of its line.
fn read(text: &str, rules: &Rules) -> std::result::Result<Evaluation, (usize, String)> {
    let layout = Layout::of(rules);
    let places: FxHashMap<String, usize> =
        layout.names(rules).into_iter().enumerate().map(|(at, name)| (name, at)).collect();
    let habits = HabitNames::of(rules);
    let (mut weights, mut growth) = (vec![0.0; layout.len()], vec![0.0; layout.len()]);
    let levels = rules.schema.levels.len();
    let mut worth = Evaluation { level: usize::MAX, levels, ..Evaluation::default() };
    let mut has_form = false;
    for (at, line) in text.lines().enumerate() {
        let wrong = |why: &str| (at + 1, why.to_string());
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !has_form {
            has_form = line == FORM;
            if !has_form {
                return Err(wrong(&format!("the file begins with `{FORM}`: it may be of a later version")));
            }
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let named = || rest.rsplit_once(": ").ok_or_else(|| wrong("a name, a colon and numbers are wanted"));
        match word {
            "game" if rest == &*rules.schema.game => {}
            "game" => return Err(wrong("it is the file of another game")),
            "hash" => {}
            "level" => {
                let found = rules.schema.levels.iter().position(|level| &**rules.name(*level) == rest);
                worth.level = found.ok_or_else(|| wrong("the game has no such level"))?;
            }
            "length" => worth.length = number(rest).filter(|n| *n >= 0.0).ok_or_else(|| wrong(NO_NUMBER))?,
            "worth" => {
                let (name, numbers) = named()?;
                let (first, grown) = numbers.split_once(' ').unwrap_or((numbers, "0"));
                let (first, grown) = number(first).zip(number(grown)).ok_or_else(|| wrong(NO_NUMBER))?;
                if let Some(at) = places.get(name) {
                    (weights[*at], growth[*at]) = (first, grown);
                }
            }
            "habit" => {
                let (name, odds) = named()?;
                let odds = number(odds).filter(|n| *n > 0.0).ok_or_else(|| wrong(NO_NUMBER))?;
                if let Some(key) = habits.key(name) {
                    worth.habits.take(key, odds);
                }
            }
            _ => return Err(wrong("a line begins with game, hash, level, length, worth or habit")),
        }
    }
    if worth.level == usize::MAX {
        return Err((1, "no line says the `level`".into()));
    }
    Ok(Evaluation { layout, ..worth }.with_weights(weights, growth))
}

const NO_NUMBER: &str = "a number from -1000000 to 1000000 is wanted, and odds are above 0";

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|n| n.is_finite() && n.abs() <= MOST)
}

/// The text of a file; `how` says how it was made, a line for each sentence.
pub(crate) fn written(worth: &Evaluation, counts: &HabitCounts, game: &Game, how: &[String]) -> String {
    let rules = &game.catalog.rules;
    let mut text = format!("{FORM}\n");
    how.iter().for_each(|line| text += &format!("# {line}\n"));
    text += &format!("game {}\n", rules.schema.game);
    text += &format!("hash {}\n", game.catalog.files.hash_of_own(&rules.schema.game));
    text += &format!("level {}\n", rules.name(rules.schema.levels[worth.level]));
    text += &format!("length {}\n", worth.length);
    for (at, name) in worth.layout.names(rules).iter().enumerate() {
        let (first, grown) = (worth.weights[at], worth.growth.get(at).copied().unwrap_or(0.0));
        if first != 0.0 || grown != 0.0 {
            text += &format!("worth {name}: {first} {grown}\n");
        }
    }
    let mut habits: Vec<(&str, f64)> =
        counts.names().filter_map(|(name, key)| Some((name, worth.habits.told(key)?))).collect();
    habits.sort_by(|a, b| a.0.cmp(b.0));
    habits.iter().for_each(|(name, odds)| text += &format!("habit {name}: {odds}\n"));
    text
}
