//! Reload: a table adopts a changed catalog in the middle of a game.
//!
//! The table goes back to its last checkpoint, takes over the new catalog there, and is given the
//! old answers again. Everything that the state names by a number is found again by its name. If the manifest's flow or
//! layout changed, or an open question depends on the old text, or a begun declaration cannot be ended any more, then
//! the game is played again from its beginning under the new catalog, as far as the old answers fit: from its setup or,
//! if a scenario stated the position in which it begins, from this position. `kernel/run/renumber` lists the parts of a
//! state and how each is found again.

use super::before_entry::ReplayBase;
use super::record::{Entry, Rebuilt, difference};
use super::{CheckpointInput, Game, Position, Start, Table};
use crate::catalog::Catalog;
use crate::error::{Error, Result};
use crate::kernel::model::value::DefId;
use crate::kernel::run::renumber::{Numbers, Renumber};
use crate::kernel::{Value, World};

/// The result of adopting a catalog.
#[derive(Clone, Debug, PartialEq)]
pub struct Adopted {
    /// Files that changed.
    pub files: Vec<String>,
    /// Answers that were given again.
    pub kept: usize,
    /// Answers that did not fit the new text any more, and were dropped.
    pub dropped: usize,
    /// True if the game was played again from its beginning.
    pub from_start: bool,
}

/// The table before a changed catalog was adopted, in case another catalog is adopted before anybody has answered.
pub(super) struct Earlier {
    /// The number of entries of the record when the catalog had been adopted: with more entries, somebody has answered.
    entries: usize,
    table: Box<Table>,
}

fn same_game(old: &Catalog, new: &Catalog) -> Result<()> {
    let (is, other) = (&old.rules.schema.game, &new.rules.schema.game);
    match is == other {
        true => Ok(()),
        false => Err(Error::usage(format!("the table plays `{is}`, and cannot adopt the game `{other}`"))),
    }
}

impl Table {
    /// Adopts a changed catalog of the same game.
    ///
    /// A second adoption without an answer in between replaces the first, in the game and in its record. So frequent
    /// saving leaves no versions behind that nobody played.
    ///
    /// # Errors
    ///
    /// Another game, or one under which what is being played cannot go on: then nothing changed.
    pub fn adopt(&mut self, engine: &Game) -> Result<Adopted> {
        let (old, new) = (self.game().catalog.clone(), &engine.catalog);
        same_game(&old, new)?;
        let files: Vec<String> = difference(&old.files.texts, &new.files.texts).into_keys().collect();
        if old.hash == new.hash {
            return Ok(Adopted { files, kept: 0, dropped: 0, from_start: false });
        }
        let numbering = self.numbering();
        let adopted = self.adopt_instead(engine, files)?;
        self.number_on(numbering, 0);
        Ok(adopted)
    }

    /// Adopts a catalog at the place where the last one was adopted, if nobody has answered since.
    fn adopt_instead(&mut self, engine: &Game, files: Vec<String>) -> Result<Adopted> {
        let earlier = match self.earlier.take() {
            Some(earlier) if earlier.entries == self.record.entries.len() => Some(earlier.table),
            _ => self.before_last_files(),
        };
        let from = earlier.as_deref().unwrap_or(self);
        if from.game().catalog.hash == engine.catalog.hash {
            let (names, persons) = (self.names.clone(), self.persons.clone());
            *self = *earlier.ok_or_else(|| Error::internal("this game has another catalog"))?;
            (self.names, self.persons, self.clock) = (names, persons, self.clock.anew());
            return Ok(Adopted { files, kept: 0, dropped: 0, from_start: false });
        }
        let has_room = Rebuilt::of(&from.record).add(&engine.catalog.files).is_ok();
        let Some((mut table, kept, dropped)) = has_room.then(|| from.adopt_here(engine)).flatten() else {
            return self.adopt_from_start(engine, files);
        };
        (table.names, table.persons, table.on_fault) = (self.names.clone(), self.persons.clone(), self.on_fault);
        let entries = table.record.entries.len();
        let now = std::mem::replace(self, table);
        self.earlier = Some(Earlier { entries, table: earlier.unwrap_or_else(|| Box::new(now)) });
        Ok(Adopted { files, kept, dropped, from_start: false })
    }

    /// The table before the files that were adopted last; `None` if somebody has answered since.
    fn before_last_files(&self) -> Option<Box<Table>> {
        let entries = &self.record.entries;
        let at = entries.iter().rposition(|entry| !matches!(entry, Entry::Reload { .. })).map_or(0, |last| last + 1);
        (at < entries.len()).then(|| self.before(at)).flatten().map(Box::new)
    }

    /// Adopts a catalog as a reload entry of a record does: earlier reloads stay.
    ///
    /// # Errors
    ///
    /// The errors of [`Table::adopt`].
    pub(super) fn take_over(&mut self, engine: &Game) -> Result<Adopted> {
        let old = &self.game().catalog;
        same_game(old, &engine.catalog)?;
        let files = difference(&old.files.texts, &engine.catalog.files.texts).into_keys().collect();
        match self.adopt_here(engine) {
            Some((table, kept, dropped)) => {
                *self = table;
                Ok(Adopted { files, kept, dropped, from_start: false })
            }
            None => self.adopt_from_start(engine, files),
        }
    }

    /// Adopts at the last checkpoint; `None` if what the state holds cannot be found again.
    fn adopt_here(&self, engine: &Game) -> Option<(Table, usize, usize)> {
        let world = self.world();
        let files = difference(&self.game().catalog.files.texts, &engine.catalog.files.texts);
        let entry = Entry::Reload { hash: engine.catalog.hash.clone(), files };
        let answered = |given: &CheckpointInput| match given {
            CheckpointInput::Answer(seat, answer) => Some((*seat, answer.clone())),
            CheckpointInput::Fizzle(_) | CheckpointInput::Chance(_) => None,
        };
        let (mut state, answers) = match self.frames.first() {
            None => (world.state().clone(), Vec::new()),
            Some(held) => (world.state_at(&held.began), self.since.iter().filter_map(answered).collect()),
        };
        let options = self.record.options_under(&engine.catalog.rules)?;
        let rules = super::rules_for(engine, world.rules.schema.seats as usize, &options).ok()?;
        let numbers = Numbers::between(&world.rules, &rules)?;
        state.renumber(&numbers)?;
        let mut log = world.log.clone();
        log.lines.truncate(state.log_len.saturating_sub(log.before) as usize);
        log.replaced.iter_mut().for_each(|(end, _)| *end = state.log_len.min(*end));
        // The log keeps old rules only if lines were written under them.
        if log.replaced.last().is_none_or(|(end, _)| *end < state.log_len) {
            log.replaced.push((state.log_len, world.rules.clone()));
        }
        // Dropped events and found checks hold numbers of the old rules, so they are forgotten. They serve only to
        // answer why something did not happen.
        log.dropped.clear();
        log.checked.clear();
        let new_world = World::at(rules.clone(), state, Default::default());
        let mut table = Table::resting(Position::put_together(engine, new_world, Start::default()).ok()?);
        table.world_mut().log = log;
        table.record = self.record.clone();
        let is_answer = |(_, entry): &(usize, &Entry)| matches!(entry, Entry::Answer { .. });
        let given = self.record.entries.iter().enumerate().filter(is_answer).rev();
        if let Some((first, _)) = given.take(answers.len()).last() {
            table.record.entries.truncate(first);
        }
        table.record.entries.push(entry);
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        table.base = self.base.clone();
        table.clock = self.clock.anew();
        table.faults = if self.frames.is_empty() { self.faults } else { self.frames.faults };
        table.fault_errors = self.fault_errors.iter().take(table.faults as usize).cloned().collect();
        table.go();
        let mut kept = 0;
        for (seat, mut answer) in answers.iter().cloned() {
            if answer.renumber(&numbers).is_none() || table.submit(seat, answer).is_err() {
                break;
            }
            kept += 1;
        }
        // The use in declaration may be too expensive now.
        table.world().game().can_go_on().then(|| (table, kept, answers.len() - kept))
    }

    /// Plays the game again under the new catalog. Its record begins anew, too: with the new texts.
    fn adopt_from_start(&mut self, engine: &Game, files: Vec<String>) -> Result<Adopted> {
        let mut table = match &self.base {
            Some(base) => self.begun_at_base(base, engine)?,
            None => self.begun_anew(engine)?,
        };
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        if self.base.is_some() {
            table.go();
        }
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

    /// Makes a table under the new catalog with the setup of this one: players, decks, options and seed.
    fn begun_anew(&self, engine: &Game) -> Result<Table> {
        self.record.has_beginning()?;
        let mut start = Start { decks: Vec::new(), options: self.options_under(engine)?, ..self.record.setup() };
        let (old, new) = (&self.record.rules.0, &engine.catalog.rules);
        for deck in &self.record.decks {
            let mut lists = Vec::new();
            for list in &deck.lists {
                let found = list.iter().map(|d| {
                    let id = old.name(old.defs[d.index()].id);
                    new.def_by_id(id).ok_or_else(|| {
                        let deck = &deck.name;
                        let what =
                            format!("the card `{id}`, of which the deck {deck} is in play, was removed or renamed");
                        Error::refused(format!("{what}: no file is called `{id}.yaml` any more"))
                    })
                });
                lists.push(found.collect::<Result<Vec<DefId>>>()?);
            }
            start.decks.push(crate::catalog::Deck { name: deck.name.clone(), lists, ..Default::default() });
        }
        self.record.begin(engine, start, self.clock.anew())
    }

    /// A table under the new catalog, about to go on from the position with which this one began: it is stated anew, for
    /// a state means nothing where zones, counters or words are others.
    fn begun_at_base(&self, base: &ReplayBase, engine: &Game) -> Result<Table> {
        let stated = self.record.position.as_ref().ok_or_else(|| Error::internal("the record states its position"))?;
        let mut table = (base.stand)(engine, stated).map_err(|error| {
            let why = format!("the game began with a position of a scenario, which they do not fit: {error}");
            Error::refused(why).help("undo the change, or end this game and begin again with `--from`")
        })?;
        table.clock = self.clock.anew();
        Ok(table)
    }

    fn options_under(&self, engine: &Game) -> Result<Vec<(String, Value)>> {
        let options = self.record.options_under(&engine.catalog.rules);
        options.ok_or_else(|| Error::refused("the value of an option in play was removed"))
    }
}
