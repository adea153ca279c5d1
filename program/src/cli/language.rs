//! Language: the language of the output for people.
//!
//! The language is chosen once, by `--locale` or the environment, and stored for the thread; output for programs never
//! uses it.

use std::cell::RefCell;
use std::sync::Arc;

use intermezzo::catalog::{Files, locale};
use intermezzo::data::suggest;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::translation::{NameKind, Tongue};
use intermezzo::table::Game;

use super::pack::Pack;
use super::text::spoken;

thread_local! {
    static TONGUE: RefCell<Option<Arc<Tongue>>> = const { RefCell::new(None) };
}

/// The language of this thread, with its translations (a `Tongue`); `None`: English.
pub struct Ui(Option<Arc<Tongue>>);

impl Ui {
    /// The language that was chosen for this thread.
    pub fn now() -> Ui {
        TONGUE.with_borrow(|tongue| Ui(tongue.clone()))
    }

    /// The translations; `None`: English.
    pub fn spoken(&self) -> Option<&Tongue> {
        self.0.as_deref()
    }
}

/// A sentence of the interface: the one with this key in the language of the thread, or else the English one that
/// stands beside the key.
macro_rules! ui {
    ($key:literal, $($english:tt)*) => {
        intermezzo::kernel::model::translation::say!(crate::cli::language::Ui::now(), $key, $($english)*)
    };
}
pub(super) use ui;

/// Sets the language of a game and of this thread to the one that the person wants.
///
/// # Errors
///
/// A language given by name that has no translations.
pub fn speak(game: &Game, pack: &Pack) -> Result<()> {
    let catalog = &game.catalog;
    must_be_known(pack.locale.as_deref(), &catalog.rules.schema.game, &catalog.files)?;
    if let Some(locale) = wanted(pack.locale.as_deref()) {
        game.speak(&locale);
        TONGUE.set(catalog.rules.tongue.get().cloned());
    }
    Ok(())
}

/// Gives a game, and this thread, the language of another one, such as that of the same game loaded again from changed
/// files.
pub fn speak_as(game: &Game, other: &Game) {
    if let Some(tongue) = other.catalog.rules.tongue.get() {
        game.catalog.rules.tongue.set(tongue.clone());
        TONGUE.set(Some(tongue.clone()));
    }
}

/// A name of the game in the language of the thread.
pub fn named(part: NameKind, name: &str) -> String {
    let tongue = Ui::now();
    spoken(tongue.spoken().and_then(|tongue| tongue.name(part, name)).unwrap_or(name))
}

/// A number with the word that it counts, in the language of the thread: `2 cards` for `card`.
pub fn counted(n: usize, what: &str) -> String {
    let said =
        Ui::now().spoken().and_then(|tongue| tongue.say(&format!("ui-count-{}", what.replace(' ', "-")), &[("n", &n)]));
    said.unwrap_or_else(|| super::text::counted(n, what))
}

/// The language that the person wants: that of `--locale`, or else that of the environment variables for all programs;
/// `None`: English.
fn wanted(said: Option<&str>) -> Option<String> {
    // The first variable that is set decides, even if its value (`C`) asks for no language.
    let of_system =
        || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    said.map(String::from).or_else(of_system).filter(|wanted| !matches!(&**wanted, "C" | "POSIX" | "C.UTF-8"))
}

/// The language that somebody asked for by name, for a server; `None`: games are told as they are written.
///
/// # Errors
///
/// A language in which nothing is said, of the game or else of any.
pub fn of_server(pack: &Pack, games: &[String], files: &Files) -> Result<Option<String>> {
    let judged = games.iter().map(|game| must_be_known(pack.locale.as_deref(), game, files));
    let judged: Vec<Result<()>> = judged.collect();
    if let (false, Some(Err(_))) = (judged.iter().any(Result::is_ok), judged.first()) {
        return judged.into_iter().next().unwrap_or(Ok(())).map(|()| None);
    }
    Ok(pack.locale.clone())
}

/// Refuses a language of `--locale` of which neither the game nor the program has a translation.
///
/// # Errors
///
/// The error names the languages that exist.
fn must_be_known(said: Option<&str>, game: &str, files: &Files) -> Result<()> {
    let known = locale::known(game, files);
    match said {
        Some(said) if locale::meant(said, &known).is_none() => {
            let help = suggest::help_for(said, known.iter().map(String::as_str));
            Err(Error::usage(format!("--locale {said}: nothing is said in this language")).help(help))
        }
        _ => Ok(()),
    }
}
