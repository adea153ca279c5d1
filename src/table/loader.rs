//! Loader: loads a game again and again, and reads and compiles only the files that have changed.
//!
//! A saved card, a scenario that lays a card over the game's own, and a check of many games all build
//! whole catalogs, mostly from texts that were built before. Trees of files are kept by their text, and
//! scripts live on in the VM that has them.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use super::Game;
use crate::catalog::{Catalog, Files, ParsedFiles};
use crate::data::Span;
use crate::error::{Problems, Severity};
use crate::kernel::Rules;
use crate::script::ScriptError;

/// Compiles games, with the results of earlier loads.
pub struct Loader {
    parsed: ParsedFiles,
    /// The version of each game that was compiled last, by the game's id.
    engines: BTreeMap<String, Game>,
    /// The rules of versions that are still in use, by the hash of their catalog. So rules are not stored twice if an
    /// earlier text is saved again.
    rules: BTreeMap<String, Weak<Rules>>,
}

impl Default for Loader {
    fn default() -> Loader {
        Loader { parsed: ParsedFiles::for_many(), engines: BTreeMap::new(), rules: BTreeMap::new() }
    }
}

impl Loader {
    /// Compiles a game and loads its scripts.
    ///
    /// # Errors
    ///
    /// All faults of either.
    pub fn load(&mut self, game: &str, files: &Files) -> Result<(Game, Problems), Problems> {
        let (mut catalog, mut problems) = Catalog::load_again(game, files, &mut self.parsed)?;
        self.rules.retain(|_, rules| rules.strong_count() > 0);
        match self.rules.get(&catalog.hash).and_then(Weak::upgrade) {
            Some(known) => catalog.rules = known,
            None => drop(self.rules.insert(catalog.hash.clone(), Arc::downgrade(&catalog.rules))),
        }
        let catalog = Arc::new(catalog);
        let engine = match self.engines.get(game) {
            Some(engine) => engine.with_catalog(catalog.clone()),
            None => Game::new(catalog.clone()),
        };
        match engine {
            Ok(engine) => {
                let warnings = engine.warnings();
                warnings.iter().for_each(|w| add_finding(&mut problems, w, &catalog.files, Severity::Warning));
                if !warnings.is_empty() {
                    problems.sort_by_place();
                }
                self.engines.insert(game.into(), engine.clone());
                Ok((engine, problems))
            }
            Err(errors) => {
                errors.iter().for_each(|e| add_script_error(&mut problems, e, &catalog.files));
                problems.sort_by_place();
                Err(problems)
            }
        }
    }
}

/// Adds what a script did wrong, with its line quoted from these files.
pub fn add_script_error(problems: &mut Problems, error: &ScriptError, files: &Files) {
    add_finding(problems, error, files, Severity::Error);
}

/// The column, from 1, of the first name in backticks of a message, if the line has it as a word of its own.
pub fn named_column(message: &str, line: &str) -> Option<u32> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    message.split('`').skip(1).step_by(2).filter(|named| !named.is_empty()).find_map(|named| {
        let is_whole = |at: &usize| !line[..*at].ends_with(is_name) && !line[*at + named.len()..].starts_with(is_name);
        let at = line.match_indices(named).map(|(at, _)| at).find(is_whole)?;
        u32::try_from(line[..at].chars().count() + 1).ok()
    })
}

fn add_finding(problems: &mut Problems, error: &ScriptError, files: &Files, severity: Severity) {
    let text = files.texts.get(&error.file);
    if let Some(text) = text {
        problems.add_source(&error.file, text.clone());
    }
    // A running script knows its line but no column: the mark goes below the name in the message, or below the first
    // word of the line.
    let line = text.and_then(|t| t.lines().nth((error.line as usize).checked_sub(1)?));
    let first_word = |l: &str| l.chars().take_while(|c| c.is_whitespace()).count() as u32 + 1;
    let found = line.and_then(|line| named_column(&error.message, line).or_else(|| Some(first_word(line))));
    let column = if error.column > 0 { error.column } else { found.unwrap_or(0) };
    let span = Span::new(error.file.as_str(), error.line, column);
    let problem = match severity {
        Severity::Error => problems.error("script", &span, &error.message),
        _ => problems.warn("script", &span, &error.message),
    };
    if !error.help.is_empty() {
        problem.help(&error.help);
    } else if let Some(caller) = error.stack.get(1) {
        problem.help(format!("called from {caller}"));
    }
}
