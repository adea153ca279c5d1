//! Engine: a catalog with its scripts loaded, and the rules that tables of one thread share.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::catalog::{Catalog, Deck};
use crate::error::{Error, Problems, Result, Span};
use crate::kernel::{Rules, Value};
use crate::script::sandbox::Limits;
use crate::script::{ScriptError, Vm};

/// Decks that were found legal, each under its rules.
type Legal = Vec<(Arc<Rules>, Deck)>;

/// A catalog with its scripts loaded, ready for any number of tables of one thread.
#[derive(Clone)]
pub struct Engine {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// Its scripts.
    pub vm: Rc<Vm>,
    pub(super) limits: Limits,
    variants: Rc<RefCell<Vec<Variant>>>,
    legal: Rc<RefCell<Legal>>,
}

/// Rules for so many seats with some options changed. They are a copy that this thread alone uses: tables count who holds
/// them at every step, and threads that count the same thing wait for each other.
struct Variant {
    seats: usize,
    options: Vec<(String, Value)>,
    rules: Arc<Rules>,
}

/// So many variants are kept.
const MAX_VARIANTS: usize = 32;
/// So many decks are known to be legal: simulations bring the same ones again and again.
const MAX_LEGAL: usize = 64;

impl Engine {
    /// Loads the scripts of a catalog.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, each with its file and line.
    pub fn new(catalog: Arc<Catalog>) -> Result<Engine, Vec<ScriptError>> {
        Engine::with_limits(catalog, Limits::default())
    }

    /// The same with other limits for scripts.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub fn with_limits(catalog: Arc<Catalog>, limits: Limits) -> Result<Engine, Vec<ScriptError>> {
        let vm = Rc::new(Vm::new(&catalog, limits.clone())?);
        Ok(Engine { catalog, vm, limits, variants: Rc::default(), legal: Rc::default() })
    }

    /// Whether these decks are legal under these rules of the catalog.
    ///
    /// # Errors
    ///
    /// All that is wrong with them: each finding names the seat that brings the deck.
    pub(super) fn check_decks(&self, rules: &Arc<Rules>, decks: &[Deck]) -> Result<()> {
        let mut problems = Problems::new();
        for (seat, deck) in decks.iter().enumerate() {
            let known = |(under, legal): &(Arc<Rules>, Deck)| Arc::ptr_eq(under, rules) && legal.lists == deck.lists;
            if deck.unknown.iter().all(|n| *n == 0) && self.legal.borrow().iter().any(known) {
                continue;
            }
            let named = if deck.name.is_empty() { String::new() } else { format!(", `{}`", deck.name) };
            let span = Span::file(format!("the deck of player {}{named}", seat + 1));
            let mut found = Problems::new();
            self.catalog.deck_rules.check(rules, deck, &span, &mut found);
            if found.has_errors() {
                problems.append(found);
                continue;
            }
            let mut legal = self.legal.borrow_mut();
            if legal.len() >= MAX_LEGAL {
                legal.clear();
            }
            legal.push((rules.clone(), deck.clone()));
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::load(problems)) }
    }

    /// An engine of another catalog, mostly a later one of the same game: scripts that did not change
    /// are not loaded again.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub fn with_catalog(&self, catalog: Arc<Catalog>) -> Result<Engine, Vec<ScriptError>> {
        let vm = Rc::new(Vm::after(&self.vm, &catalog, self.limits.clone())?);
        Ok(Engine { catalog, vm, limits: self.limits.clone(), variants: Rc::default(), legal: Rc::default() })
    }
}

/// The rules of a catalog for so many seats, with some options changed.
///
/// # Errors
///
/// A number of players or options that the game does not have.
pub fn rules_for(engine: &Engine, seats: usize, options: &[(String, Value)]) -> Result<Arc<Rules>> {
    let rules = &engine.catalog.rules;
    let players = rules.schema.players;
    if !players.allow(seats) {
        return Err(Error::usage(format!("the game needs {players}, not {seats}")));
    }
    let mut variants = engine.variants.borrow_mut();
    if let Some(known) = variants.iter().find(|v| v.seats == seats && v.options == options) {
        return Ok(known.rules.clone());
    }
    let mut changed = rules.for_seats(seats as u8);
    for (name, value) in options {
        let found = changed.options.iter().position(|(n, _)| **changed.schema.symbols.name(*n) == **name);
        match found {
            Some(i) => {
                may_be(rules, name, i, value)?;
                changed.options[i].1 = value.clone();
            }
            None => {
                let known: Vec<&str> = rules.names.options.iter().map(|o| &**rules.name(*o)).collect();
                let help = crate::data::suggest::help_for(name, known.iter().copied());
                return Err(Error::usage(format!("the game has no option `{name}`")).help(help));
            }
        }
    }
    let rules = Arc::new(changed);
    if variants.len() >= MAX_VARIANTS {
        variants.clear();
    }
    variants.push(Variant { seats, options: options.to_vec(), rules: rules.clone() });
    Ok(rules)
}

/// Whether an option may have a value: one of those that the manifest lists, or of the kind of its default.
fn may_be(rules: &Rules, name: &str, option: usize, value: &Value) -> Result<()> {
    let default = &rules.options[option].1;
    let known = rules.option_values.get(option).map_or(&[][..], |v| v);
    let fits = match known {
        [] => std::mem::discriminant(default) == std::mem::discriminant(value),
        known => known.contains(value),
    };
    if fits {
        return Ok(());
    }
    let show = |v: &Value| match v {
        Value::Word(w) => rules.name(*w).to_string(),
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Text(text) => text.to_string(),
        _ => "nothing".into(),
    };
    let help = match (known, default) {
        ([], Value::Int(_)) => "it is a number".into(),
        ([], Value::Bool(_)) => "it is true or false".into(),
        ([], _) => "it is a word".into(),
        (known, _) => format!("one of {}", known.iter().map(show).collect::<Vec<_>>().join(", ")),
    };
    Err(Error::usage(format!("the option `{name}` cannot be {}", show(value))).help(help))
}
