//! Reload: a table adopts a changed catalog in the middle of a game.
//!
//! The table goes back to its last checkpoint, takes over the new catalog there, and is given the
//! old answers again. What the state holds by number is found again by name. If the manifest's
//! flow or layout changed, the game is played again from its beginning under the new catalog, as
//! far as the old answers fit.

use std::sync::Arc;

use super::record::{Entry, difference};
use super::{Engine, Table};
use crate::error::{Error, Result};
use crate::kernel::rules::{Item, Rules};
use crate::kernel::state::{Change, Event, ModTarget, State, Use};
use crate::kernel::task::{Context, Task};
use crate::kernel::value::*;
use crate::kernel::{In, Value, World};

/// How a catalog was adopted.
#[derive(Clone, Debug, PartialEq)]
pub struct Adopted {
    /// Files that changed.
    pub files: Vec<String>,
    /// Answers that were given again.
    pub kept: usize,
    /// Answers that did not fit the new text any more, and were dropped.
    pub dropped: usize,
    /// Whether the game was played again from its beginning.
    pub from_start: bool,
}

impl Table {
    /// Adopts a changed catalog of the same game.
    ///
    /// # Errors
    ///
    /// If the game that is being played cannot go on under it: then nothing changed.
    pub fn adopt(&mut self, engine: &Engine) -> Result<Adopted> {
        let old = &self.engine.catalog;
        let changed = difference(&old.files, &engine.catalog.files);
        let entry = Entry::Reload { hash: engine.catalog.hash.clone(), files: changed.clone() };
        let files = changed.into_keys().collect();
        match self.adopt_here(engine, &entry) {
            Some((table, kept, dropped)) => {
                *self = table;
                Ok(Adopted { files, kept, dropped, from_start: false })
            }
            None => self.adopt_from_start(engine, files),
        }
    }

    /// Adopts at the last checkpoint; `None` if what the state holds cannot be found again.
    fn adopt_here(&self, engine: &Engine, entry: &Entry) -> Option<(Table, usize, usize)> {
        let world = self.world();
        let (state, answers) = match self.frames.first() {
            None => (world.state.clone(), &[][..]),
            Some(held) => ((*held.savepoint).clone(), &self.since[..]),
        };
        let options = self.record.options.clone();
        let rules = super::rules_for(engine, world.rules.schema.seats as usize, &options).ok()?;
        let state = Mapping::new(&world.rules, &rules)?.state(state)?;
        let mut log = world.log.clone();
        log.lines.truncate(state.log_len.saturating_sub(log.before) as usize);
        log.replaced.iter_mut().for_each(|(end, _)| *end = state.log_len.min(*end));
        log.replaced.push((state.log_len, world.rules.clone()));
        let new_world = World { rules: rules.clone(), state, log, collected: None };
        let mut table = Table::at(engine, new_world, super::Start::default());
        table.record = self.record.clone();
        let keep = self.record.entries.len().saturating_sub(answers.len());
        table.record.entries.truncate(keep);
        table.record.entries.push(entry.clone());
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        table.faults = self.frames.first().map_or(self.faults, |held| held.faults);
        table.advance(In::Go);
        let mut kept = 0;
        for (seat, answer) in answers {
            if table.submit(*seat, answer.clone()).is_err() {
                break;
            }
            kept += 1;
        }
        Some((table, kept, answers.len() - kept))
    }

    /// Plays the game again under the new catalog. Its record begins anew, too: with the new texts.
    fn adopt_from_start(&mut self, engine: &Engine, files: Vec<String>) -> Result<Adopted> {
        let mut start = super::Start { decks: Vec::new(), ..self.record.start() };
        let (old, new) = (&self.record.rules.0, &engine.catalog.rules);
        for deck in &self.record.decks {
            let mut lists = Vec::new();
            for list in &deck.lists {
                let found = list.iter().map(|d| new.def_by_id(old.name(old.defs[d.index()].id)));
                let found: Option<Vec<DefId>> = found.collect();
                lists.push(found.ok_or_else(|| Error::refused("a card of a deck in play was removed"))?);
            }
            start.decks.push(crate::catalog::Deck { name: deck.name.clone(), lists, ..Default::default() });
        }
        let mut table = Table::start(engine, start)?;
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        let answers: Vec<_> = self
            .record
            .entries
            .iter()
            .filter_map(|e| match e {
                Entry::Answer { seat, answer, .. } => Some((*seat, answer.clone())),
                _ => None,
            })
            .collect();
        let mut kept = 0;
        for (seat, answer) in &answers {
            let Some(answer) = answer.under(&table.world().rules) else { break };
            if table.submit(*seat, answer).is_err() {
                break;
            }
            kept += 1;
        }
        *self = table;
        Ok(Adopted { files, kept, dropped: answers.len() - kept, from_start: true })
    }
}

/// Numbers of the old rules in the new ones, by name.
struct Mapping {
    defs: Vec<Option<DefId>>,
    abilities: Vec<Option<AbilityId>>,
    scripts: Vec<Option<ScriptId>>,
    symbols: Vec<Option<crate::kernel::sym::Sym>>,
}

impl Mapping {
    /// `None` if layout or flow differ, so that a state of the one means nothing in the other.
    fn new(old: &Arc<Rules>, new: &Arc<Rules>) -> Option<Mapping> {
        if layout(old) != layout(new) {
            return None;
        }
        let def = |d: &crate::kernel::rules::CardDef| new.def_by_id(old.name(d.id));
        let defs: Vec<Option<DefId>> = old.defs.iter().map(def).collect();
        let abilities = old.abilities.iter().map(|a| {
            let name = old.name(a.id);
            let def = a.def.map(|d| defs[d.index()]);
            if def == Some(None) {
                return None;
            }
            let same = |b: &&crate::kernel::rules::Ability| b.def == def.flatten() && new.name(b.id) == name;
            new.abilities.iter().position(|b| same(&b)).map(|i| AbilityId(i as u16))
        });
        let scripts = old.scripts.iter().map(|s| {
            let def = s.def.map(|d| defs[d.index()]);
            let same =
                |t: &crate::kernel::rules::ScriptInfo| t.name == s.name && def != Some(None) && t.def == def.flatten();
            new.scripts.iter().position(same).map(|i| ScriptId(i as u16))
        });
        let symbols = (0..old.schema.symbols.len() as u32)
            .map(|i| new.schema.symbols.find(old.schema.symbols.name(crate::kernel::sym::Sym(i))));
        Some(Mapping { abilities: abilities.collect(), scripts: scripts.collect(), symbols: symbols.collect(), defs })
    }

    fn ability(&self, id: AbilityId) -> Option<AbilityId> {
        self.abilities[id.index()]
    }

    fn sym(&self, sym: crate::kernel::sym::Sym) -> Option<crate::kernel::sym::Sym> {
        self.symbols[sym.0 as usize]
    }

    fn value(&self, value: &mut Value) -> Option<()> {
        match value {
            Value::Word(sym) => *sym = self.sym(*sym)?,
            Value::Def(def) => *def = self.defs[def.index()]?,
            Value::List(list) => list.iter_mut().try_for_each(|v| self.value(v))?,
            _ => {}
        }
        Some(())
    }

    fn event(&self, event: &mut Event) -> Option<()> {
        event.replaced_by.retain_mut(|(a, _)| self.ability(*a).map(|new| *a = new).is_some());
        event.fields.iter_mut().try_for_each(|v| self.value(v))
    }

    fn use_(&self, use_: &mut Use) -> Option<()> {
        use_.ability = self.ability(use_.ability)?;
        use_.targets.iter_mut().try_for_each(|v| self.value(v))?;
        match &mut use_.event {
            Some(event) => self.event(event),
            None => Some(()),
        }
    }

    fn context(&self, context: &mut Context) -> Option<()> {
        for (name, value) in &mut context.vars {
            *name = self.sym(*name)?;
            self.value(value)?;
        }
        match &mut context.event {
            Some(event) => self.event(event),
            None => Some(()),
        }
    }

    fn task(&self, task: &mut Task) -> Option<()> {
        match task {
            Task::List(_, _, context) | Task::Repeat(_, _, _, context) => self.context(context),
            Task::Each { var, items, context, .. } => {
                *var = self.sym(*var)?;
                items.iter_mut().try_for_each(|v| self.value(v))?;
                self.context(context)
            }
            Task::Script(call) => {
                call.script = self.scripts[call.script.index()]?;
                self.context(&mut call.context)
            }
            Task::Declare(declare) => self.use_(&mut declare.use_),
            // A batch or a question in the middle of a script is never at a checkpoint; one of the
            // kernel's own holds abilities that may be gone.
            Task::Batch(_) | Task::Ask(_) => None,
            _ => Some(()),
        }
    }

    fn state(&self, mut state: State) -> Option<State> {
        for card in &mut state.cards {
            card.def = self.defs[card.def.index()]?;
        }
        // Filters that last know words and definitions by their numbers.
        let filters = state.modifiers.iter().any(|m| matches!(m.on, ModTarget::Filter(_)))
            || state.permissions.iter().any(|p| p.what.card.is_some() || p.what.use_.is_some());
        let moved = |i: usize, new: &Option<crate::kernel::sym::Sym>| *new != Some(crate::kernel::sym::Sym(i as u32));
        if filters && self.symbols.iter().enumerate().any(|(i, new)| moved(i, new)) {
            return None;
        }
        state.modifiers.retain_mut(|m| match &mut m.what {
            Change::PrintedOf(_, def) => self.defs[def.index()].map(|new| *def = new).is_some(),
            Change::Word(_, word) => self.sym(*word).map(|new| *word = new).is_some(),
            _ => true,
        });
        for granted in &mut state.permissions {
            granted.what.verb = self.sym(granted.what.verb)?;
        }
        state.abilities.retain_mut(|g| self.ability(g.ability).map(|new| g.ability = new).is_some());
        state.muted.retain_mut(|m| match &mut m.ability {
            Some(a) => self.ability(*a).map(|new| *a = new).is_some(),
            None => true,
        });
        state.spent.retain_mut(|(_, a, _)| self.ability(*a).map(|new| *a = new).is_some());
        state.failures.clear();
        state.phase = match state.phase {
            Some(phase) => Some(self.sym(phase)?),
            None => None,
        };
        for record in &mut state.records {
            record.fields.iter_mut().try_for_each(|v| self.value(v))?;
        }
        state.uses.iter_mut().try_for_each(|u| self.use_(u))?;
        for group in &mut state.pending {
            group.retain_mut(|t| self.use_(t).is_some());
        }
        state.pending.retain(|g| !g.is_empty());
        state.tasks.iter_mut().try_for_each(|t| self.task(t))?;
        for (_, task) in &mut state.queued {
            self.task(task)?;
        }
        Some(state)
    }
}

/// What tells an item of a list from another one.
fn item_name(rules: &Rules, item: &Item) -> String {
    match item {
        Item::Step(script, _) => rules.scripts[script.index()].name.to_string(),
        Item::Window(window) => rules.name(rules.windows[window.index()].name).to_string(),
        Item::Phase(name, _) => rules.name(*name).to_string(),
        other => format!("{:?}", std::mem::discriminant(other)),
    }
}

/// What a state's numbers mean: equal texts, equal meaning.
fn layout(rules: &Rules) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let schema = &rules.schema;
    let mut put = |sym: crate::kernel::sym::Sym| write!(out, "{} ", rules.name(sym)).expect("a string takes all");
    schema.levels.iter().for_each(|s| put(*s));
    schema.zones.iter().for_each(|z| put(z.name));
    schema.counters.iter().chain(&schema.game_counters).chain(&schema.space_counters).for_each(|c| put(c.name));
    schema.records.iter().for_each(|r| {
        put(r.name);
        r.fields.iter().for_each(|f| put(f.0));
    });
    schema.statuses.iter().for_each(|s| {
        put(s.0);
        s.1.iter().for_each(|v| put(*v));
    });
    schema.attrs.iter().for_each(|a| put(a.name));
    rules.events.iter().for_each(|e| put(e.name));
    rules.windows.iter().for_each(|w| put(w.name));
    rules.uses.iter().for_each(|u| put(u.name));
    rules.tallies.iter().for_each(|t| put(t.name));
    let mut say = |text: String| write!(out, "{text} ").expect("a string takes all");
    // An open window, a use and a list on the stack are in the middle of these.
    rules.windows.iter().for_each(|w| say(format!("{:?}", w.protocol)));
    rules.uses.iter().for_each(|u| u.steps.iter().for_each(|s| say(format!("{:?}", std::mem::discriminant(s)))));
    for list in &rules.lists {
        say(format!("{}:", list.path));
        list.items.iter().for_each(|item| say(item_name(rules, item)));
    }
    schema.zones.iter().for_each(|z| say(z.spaces.to_string()));
    say(format!("{} stored", schema.stored));
    write!(out, "{} seats", schema.seats).expect("a string takes all");
    out
}
