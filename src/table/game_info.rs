//! Game info: what a program asks a game before it is played: its title, its decks, its options.

use std::sync::Arc;

use super::{Game, Loader, Setup};
use crate::catalog::{Catalog, Deck, Files, NumberedBy, read_deck};
use crate::data::{suggest, yaml};
use crate::error::{Error, Problems, Result, Span};
use crate::kernel::{Rules, Value};
use crate::script::sandbox::Limits;

/// The most bytes of a deck as a text.
const MAX_DECK: usize = 1 << 20;

impl Game {
    /// Reads, checks and compiles a game.
    ///
    /// # Errors
    ///
    /// All that is wrong with its files: [`Error::problems`] lists it, with places.
    ///
    /// ```
    /// use intermezzo::{Files, Game};
    ///
    /// let files = Files::built_in();
    /// let game = Game::load(&files.games()[0], &files)?;
    /// assert!(!game.title().is_empty());
    /// let error = Game::load("no_such_game", &files).err().expect("there is none");
    /// assert!(error.problems().is_some());
    /// # Ok::<(), intermezzo::error::Error>(())
    /// ```
    pub fn load(id: &str, files: &Files) -> Result<Game> {
        Loader::default().load(id, files).map(|(game, _)| game).map_err(Error::load)
    }

    /// Loads a game with other limits for scripts, as for cards of strangers.
    ///
    /// # Errors
    ///
    /// The errors in the game's files, exceeded limits among them.
    pub fn load_with_limits(id: &str, files: &Files, limits: Limits) -> Result<Game> {
        let (catalog, mut problems) = Catalog::load(id, files).map_err(Error::load)?;
        let catalog = Arc::new(catalog);
        Game::with_limits(catalog.clone(), limits).map_err(|errors| {
            errors.iter().for_each(|e| super::add_script_error(&mut problems, e, &catalog.files));
            problems.sort_by_place();
            Error::load(problems)
        })
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.catalog.rules.schema.title
    }

    /// The hash of everything that it was made from: equal games have equal ones.
    pub fn hash(&self) -> &str {
        &self.catalog.hash
    }

    /// The usual number of players.
    pub fn usual_players(&self) -> usize {
        self.catalog.rules.schema.players.usual.into()
    }

    /// The ready-made decks of the game, by their ids.
    pub fn decks(&self) -> impl Iterator<Item = (&str, &Deck)> {
        self.catalog.decks.iter().map(|(id, deck)| (id.as_str(), deck))
    }

    /// The decks that so many players bring if nobody chooses one: in the order of their ids, each for a player of a role
    /// that may bring it.
    pub fn usual_decks(&self, players: usize) -> Vec<Deck> {
        self.catalog.deck_rules.dealt(self.catalog.decks.values(), players)
    }

    /// The decks of so many players: for each the id of a deck of the game, or the text of one in YAML, which has several
    /// lines; an empty text is the usual deck of the seat. Where nothing is chosen at all each has the usual one.
    ///
    /// # Errors
    ///
    /// A deck that the game does not have, or faults in a text.
    pub fn chosen_decks(&self, chosen: &[String], players: usize) -> Result<Vec<Deck>> {
        let usual = self.usual_decks(players);
        if chosen.is_empty() {
            return Ok(usual);
        }
        let deck = |(seat, chosen): (usize, &String)| match usual.get(seat) {
            Some(usual) if chosen.is_empty() => Ok(usual.clone()),
            _ if chosen.contains('\n') => self.read_deck("the deck", chosen),
            _ => self.deck_called(chosen),
        };
        chosen.iter().enumerate().map(deck).collect()
    }

    fn deck_called(&self, id: &str) -> Result<Deck> {
        self.catalog.decks.get(id).cloned().ok_or_else(|| {
            let help = suggest::help_for(id, self.catalog.decks.keys().map(String::as_str));
            Error::usage(self.catalog.why_no_deck(id)).help(help)
        })
    }

    /// Reads a deck in YAML and checks it. Findings call the text `name`.
    ///
    /// # Errors
    ///
    /// All faults, with places.
    pub fn read_deck(&self, name: &str, text: &str) -> Result<Deck> {
        if text.len() > MAX_DECK {
            return Err(Error::usage(format!("{name} is longer than {MAX_DECK} bytes: it is no deck")));
        }
        let (rules, deck_rules, mut problems) = (&self.catalog.rules, &self.catalog.deck_rules, Problems::new());
        let node = yaml::parse(name, text, &mut problems).filter(|_| !problems.has_errors());
        let is_map = node.as_ref().is_some_and(|node| node.as_map().is_some());
        let Some(node) = node.filter(|_| is_map) else {
            // For a list or a file of XML the findings of the YAML reader are replaced: its author does not write YAML.
            let mut problems = problems;
            let span = Span::new(name, 1, 1);
            problems
                .error("deck", &span, "this is no deck in YAML: a map with a key for each of its lists")
                .help("`intermezzo decks GAME FILE --to deck.yaml` makes one of a list of cards, or of a .cod file");
            return Err(Error::load(problems));
        };
        let mut deck = read_deck(rules, deck_rules, &node, &mut problems);
        deck.numbers = NumberedBy(Some(rules.clone()));
        deck_rules.check(rules, &deck, &node, &mut problems);
        if problems.has_errors() { Err(Error::load(problems)) } else { Ok(deck) }
    }

    /// The names of the game's options, with their defaults.
    pub fn options(&self) -> impl Iterator<Item = (&str, String)> {
        let rules = &self.catalog.rules;
        rules.options.iter().map(|(name, value)| (&**rules.name(*name), plain(rules, value)))
    }

    /// The value that a text means for an option.
    pub(super) fn option(&self, name: &str, text: &str) -> Result<Value> {
        let rules = &self.catalog.rules;
        let known = rules.options.iter().position(|(n, _)| **rules.name(*n) == *name);
        let Some((at, default)) = known.map(|at| (at, &rules.options[at].1)) else {
            let help = suggest::help_for(name, self.options().map(|(name, _)| name).collect::<Vec<_>>());
            return Err(Error::usage(format!("the game has no option `{name}`")).help(help));
        };
        let (parsed, kind) = match default {
            Value::Bool(_) => (text.parse().ok().map(Value::Bool), "true or false"),
            Value::Int(_) => (text.parse().ok().map(Value::Int), "a whole number"),
            _ => (rules.schema.symbols.find(text).map(Value::Word), "one of its words"),
        };
        parsed.ok_or_else(|| {
            let values = rules.option_values.get(at).map_or(&[][..], |v| v);
            let values: Vec<String> = values.iter().map(|v| plain(rules, v)).collect();
            let list = if values.is_empty() { String::new() } else { format!("it is one of {}; ", values.join(", ")) };
            Error::usage(format!("`{text}` is no value of `{name}`, which is {kind}"))
                .help(format!("{list}the default is {}", plain(rules, default)))
        })
    }
}

impl Setup {
    /// A setup with one ready-made deck of the game for each of its usual players, in the order of their ids.
    pub fn usual(game: &Game, seed: u64) -> Setup {
        Setup { seed, decks: game.usual_decks(game.usual_players()), ..Setup::default() }
    }

    /// Sets an option, its value as it is written in the game's manifest.
    ///
    /// # Errors
    ///
    /// An unknown option, or a value that the option cannot have.
    pub fn with_option(mut self, game: &Game, name: &str, value: &str) -> Result<Setup> {
        game.option(name, value)?;
        self.options.retain(|(other, _)| other != name);
        self.options.push((name.into(), value.into()));
        Ok(self)
    }
}

pub fn plain(rules: &Rules, value: &Value) -> String {
    match value {
        Value::Word(word) => rules.name(*word).to_string(),
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Text(text) => text.to_string(),
        _ => "nothing".into(),
    }
}
