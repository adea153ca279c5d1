//! Record: the decisions of a game. The same record gives the same log on any machine.
//!
//! The text of a record is lines of JSON (`lines.rs`): the setup, then one entry on each line, so that a running game
//! only appends. Answers are content: cards by number, abilities and words by name. The record holds the hash of its
//! catalog, and the texts of files that differ from the built-in ones, so that a game with an edited card still
//! replays.

mod entry_names;
mod header;
pub mod lines;
pub mod opening_texts;
mod rebuild_budget;
mod strict_json;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::clock::Clock;
use super::{Game, Start, Table};
pub use crate::catalog::Changed;
use crate::catalog::{Catalog, Deck, Files, Texts};
use crate::error::{Error, Result};
use crate::kernel::{Answer, Rules, Seat, Value};
use crate::script::sandbox::Limits;
use entry_names::{answer_from, answer_json, value_from, value_json};
#[cfg(feature = "workers")]
pub use lines::whole_part;
pub use lines::{MOST_BYTES, RecordTail, Size};
pub(super) use rebuild_budget::Rebuilt;
pub(super) use {entry_names::ability_name, entry_names::entry_json, lines::text_of};

/// The version of the format.
pub const VERSION: u32 = 2;

/// The reason why the record of a fork is incomplete.
const FORKED: &str =
    "the record begins in the middle of a game, as that of a fork does: only the record of the first table replays";

/// The function that sets up the position which a record states, and returns a table that begins there.
pub(crate) type Stand = fn(&Game, &Json) -> Result<Table>;

/// An entry: a thing that decided the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// An answer.
    Answer {
        /// The seat.
        seat: Seat,
        /// The number of the answered question.
        question: u32,
        /// The answer.
        answer: RecordedAnswer,
    },
    /// A changed catalog was adopted here: files that changed since the one before.
    Reload {
        /// The hash of the new catalog.
        hash: String,
        /// The changed files by path; `None`: the file was removed.
        files: Changed,
    },
    /// A seat gave up.
    Concede {
        /// The seat.
        seat: Seat,
    },
    /// A script that failed was left to fizzle.
    Continue,
    /// The wall clock or the memory limit ended the game. Always last.
    Abort {
        /// The reason for people.
        reason: String,
    },
}

/// An answer in the form in which it was given: under the rules of its moment, or by name as it was read.
///
/// Abilities and words are numbered anew by every catalog, so an answer is worth something only
/// together with the rules it was given under.
#[derive(Clone, Debug)]
pub enum RecordedAnswer {
    /// Given at this table.
    Here(Answer, Arc<Rules>),
    /// Read from a file.
    Named(Json),
}

/// The rules that gave out the ids in a record. Two records are equal whatever these are.
#[derive(Clone)]
pub struct Under(pub Arc<Rules>);

impl PartialEq for Under {
    fn eq(&self, _: &Under) -> bool {
        true
    }
}

impl std::fmt::Debug for Under {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rules of {}", self.0.schema.game)
    }
}

impl PartialEq for RecordedAnswer {
    fn eq(&self, other: &RecordedAnswer) -> bool {
        self.named() == other.named()
    }
}

impl RecordedAnswer {
    /// The answer by name.
    fn named(&self) -> Json {
        match self {
            RecordedAnswer::Here(answer, rules) => answer_json(rules, answer),
            RecordedAnswer::Named(json) => json.clone(),
        }
    }

    /// The answer with the ids of these rules, found by its names; `None` if they lack a name.
    pub fn under(&self, rules: &Arc<Rules>) -> Option<Answer> {
        match self {
            RecordedAnswer::Here(answer, own) if Arc::ptr_eq(own, rules) => Some(answer.clone()),
            other => answer_from(rules, &other.named()),
        }
    }
}

/// A record: everything that decided a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The version of the program that began the game, for people.
    #[doc(hidden)]
    pub engine: String,
    /// The game.
    pub game: String,
    /// The hash of the catalog with which the game started.
    pub catalog: String,
    /// The seed.
    pub seed: u64,
    /// Options that differ from the defaults.
    #[doc(hidden)]
    pub options: Vec<(String, Value)>,
    /// The number of players.
    pub players: u8,
    /// The deck of each seat.
    pub decks: Vec<Deck>,
    /// True if the game began with decks that the rules do not permit, as tests do; no file says so.
    pub any_decks: bool,
    /// The position of a scenario with which the game began; `None` if it began with decks.
    #[doc(hidden)]
    pub position: Option<Arc<Json>>,
    /// The hash of the texts that the program which began it had built in; empty: it does not say.
    pub(crate) texts: String,
    /// The texts with which the game was begun; `None`: those that are built into this program.
    pub(super) base: Option<Arc<Texts>>,
    /// Files that differ from the opening texts at the start.
    pub files: Arc<Changed>,
    /// True if these are all files of the game, so that no built-in file counts.
    pub whole: bool,
    /// The packs in play.
    pub packs: Vec<String>,
    /// The numbers of questions that are skipped because answers were undone: pairs of a number of entries, and of the
    /// skipped numbers up to there.
    pub(crate) numbers_gone: Vec<(u32, u32)>,
    /// The rules with which the game started: decks and options are numbered by them.
    pub(crate) rules: Under,
    /// The entries.
    #[doc(hidden)]
    pub entries: Vec<Entry>,
    /// The number of torn lines at the end of its text, which are not among the entries.
    pub(crate) cut: usize,
}

impl Record {
    /// A record that begins now.
    pub(crate) fn new(catalog: &Catalog, setup: Start) -> Record {
        let packs = catalog.files.packs.clone();
        // Tables of one catalog share the list of changed files.
        let (texts, files) = catalog.changed.get_or_init(|| {
            let texts = catalog.files.beneath(&catalog.rules.schema.game);
            let files = difference(texts.by_path(), &catalog.files.texts);
            (texts.hash().into(), Arc::new(files))
        });
        Record {
            engine: env!("CARGO_PKG_VERSION").into(),
            game: catalog.rules.schema.game.to_string(),
            catalog: catalog.hash.clone(),
            seed: setup.seed,
            options: setup.options,
            players: setup.players.unwrap_or(catalog.rules.schema.seats),
            decks: setup.decks,
            any_decks: false,
            position: None,
            texts: texts.clone(),
            base: catalog.files.begun_with.clone(),
            files: files.clone(),
            whole: false,
            packs,
            numbers_gone: Vec::new(),
            rules: Under(catalog.rules.clone()),
            entries: Vec::new(),
            cut: 0,
        }
    }

    /// A record without a beginning, for forks.
    pub(super) fn empty(rules: Arc<Rules>) -> Record {
        Record {
            engine: String::new(),
            game: String::new(),
            catalog: String::new(),
            seed: 0,
            options: Vec::new(),
            players: 0,
            decks: Vec::new(),
            any_decks: false,
            position: None,
            texts: String::new(),
            base: None,
            files: Arc::default(),
            whole: false,
            packs: Vec::new(),
            numbers_gone: Vec::new(),
            rules: Under(rules),
            entries: Vec::new(),
            cut: 0,
        }
    }

    /// Checks that the record has a beginning.
    ///
    /// # Errors
    ///
    /// The record of a fork, which only has entries.
    pub(super) fn has_beginning(&self) -> Result<()> {
        match self.game.is_empty() {
            true => Err(Error::usage(FORKED)),
            false => Ok(()),
        }
    }

    /// The record with all files of its game, so that any version of the built-in games replays it.
    pub fn portable(&self) -> Record {
        let texts = start_files(self).texts;
        let files = texts.into_iter().map(|(path, text)| (path, Some(text))).collect();
        Record { files: Arc::new(files), whole: true, texts: String::new(), base: None, ..self.clone() }
    }

    /// The entries of the record.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of torn lines at the end of its text, which a full disk or the end of the program left and which are
    /// ignored; usually 0.
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// The setup with which the game was begun.
    pub(super) fn setup(&self) -> Start {
        Start { seed: self.seed, decks: self.decks.clone(), options: self.options.clone(), players: Some(self.players) }
    }

    /// The options as other rules number their words; `None` if they do not know one.
    pub(super) fn options_under(&self, rules: &Arc<Rules>) -> Option<Vec<(String, Value)>> {
        let old = &self.rules.0;
        let option =
            |(name, value): &(String, Value)| Some((name.clone(), value_from(rules, &value_json(old, value))?));
        self.options.iter().map(option).collect()
    }

    /// A table that begins as the recorded one did, with this setup and this clock.
    pub(super) fn begin(&self, game: &Game, setup: Start, clock: Clock) -> Result<Table> {
        let position = match self.any_decks {
            true => game.begin_with_any_decks(setup),
            false => game.begin(setup),
        };
        position.map(|mut position| {
            if let Some(stated) = &self.position {
                position.states(stated.clone());
            }
            Table::start_with(position, clock)
        })
    }

    /// The reaction to faults of the recorded table: only a table that stopped at them could continue after one.
    fn on_fault(&self) -> super::OnFault {
        match self.entries.iter().any(|e| matches!(e, Entry::Continue | Entry::Reload { .. })) {
            true => super::OnFault::Stop,
            false => super::OnFault::Fizzle,
        }
    }

    /// Plays the entries again, against no clock, on an engine whose catalog is that of the last reload.
    ///
    /// `None` if an answer does not fit, because the game differs from the recorded one.
    pub(super) fn replay_on(&self, engine: &Game) -> Option<Table> {
        let mut table = self.begin(engine, self.setup(), Clock::stopped()).ok()?;
        table.on_fault(self.on_fault());
        table.record.files = self.files.clone();
        (table.record.texts, table.record.base) = (self.texts.clone(), self.base.clone());
        table.record.catalog = self.catalog.clone();
        for entry in &self.entries {
            match entry {
                Entry::Answer { seat, answer, .. } => {
                    let answer = answer.under(&table.world().rules)?;
                    table.submit(*seat, answer).ok()?;
                }
                Entry::Reload { .. } => table.record.entries.push(entry.clone()),
                Entry::Concede { seat } => table.concede(*seat).ok()?,
                Entry::Continue => table.let_fizzle(),
                Entry::Abort { .. } => break,
            }
        }
        table.clock = Clock::of(engine.limits());
        Some(table)
    }

    /// The number of answers in the record.
    pub fn answers(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Answer { .. })).count()
    }

    /// The table after a number of answers. If the record was made with this game and no file changed, the game is not
    /// loaded anew, so that stepping through a record is fast.
    ///
    /// # Errors
    ///
    /// More answers than the record has, and the errors of [`Record::replay`].
    pub fn moment(&self, game: &Game, answers: usize) -> Result<Table> {
        let first = self.up_to(answers)?;
        let is_of_game = first.catalog == game.catalog.hash && first.position.is_none();
        let is_plain = first.entries.iter().all(|e| matches!(e, Entry::Answer { .. } | Entry::Concede { .. }));
        match (is_of_game && is_plain).then(|| first.replay_on(game)).flatten() {
            Some(table) => Ok(table),
            None => first.replay(),
        }
    }

    /// The record up to a number of answers, with the other entries between them.
    ///
    /// # Errors
    ///
    /// More answers than the record has.
    pub(crate) fn up_to(&self, answers: usize) -> Result<Record> {
        let has = self.answers();
        if answers > has {
            return Err(Error::usage(format!("the record has {has} answers, and not {answers}")));
        }
        let mut left = answers;
        let mut record = self.clone();
        record.entries = self
            .entries
            .iter()
            .take_while(|entry| match entry {
                Entry::Answer { .. } => left.checked_sub(1).map(|n| left = n).is_some(),
                _ => left > 0 || answers == has,
            })
            .cloned()
            .collect();
        Ok(record)
    }

    /// The table after a number of answers (`None` for all), and the entries from there on.
    ///
    /// # Errors
    ///
    /// More answers than the record has, and the errors of [`Record::replay`].
    pub fn split_at(&self, answers: Option<usize>, stand: Stand) -> Result<(Table, Vec<Entry>)> {
        let first = match answers {
            Some(answers) => self.up_to(answers)?,
            None => self.clone(),
        };
        let ahead = self.entries[first.entries.len()..].to_vec();
        let limits = Limits::default();
        Ok((first.replay_against(&limits, Clock::patient(&limits), stand)?, ahead))
    }

    /// Replays the whole record, with every catalog it went through.
    ///
    /// # Errors
    ///
    /// The record of a fork or of a game that began with a position, a catalog that does not load or is not the recorded one,
    /// or an answer that does not fit.
    pub fn replay(&self) -> Result<Table> {
        self.replay_with(&Limits::default())
    }

    /// Replays the record with given limits for scripts, which must equal those of the recorded game.
    ///
    /// # Errors
    ///
    /// The errors of [`Record::replay`].
    pub(crate) fn replay_with(&self, limits: &Limits) -> Result<Table> {
        self.replay_against(limits, Clock::patient(limits), nowhere)
    }

    /// Replays the record against a clock; `stand` sets up the position of a scenario.
    ///
    /// # Errors
    ///
    /// The errors of [`Record::replay`].
    pub(super) fn replay_against(&self, limits: &Limits, clock: Clock, stand: Stand) -> Result<Table> {
        self.has_beginning()?;
        let mut files = start_files(self);
        let engine = engine_of(&self.game, &files, &self.catalog, limits)?;
        let mut table = match &self.position {
            // A position with unchecked decks was set up by this process and is replayed from its decks.
            Some(position) if !self.any_decks => Table { clock, ..stand(&engine, position)? },
            _ => self.begin(&engine, self.setup(), clock)?,
        };
        let mut rebuilt = Rebuilt::default();
        table.record.numbers_gone = self.numbers_gone.clone();
        table.on_fault(self.on_fault());
        match self.entries.first() {
            Some(Entry::Abort { .. }) if table.is_over() => {
                return Err(Error::refused("entry 0 of the record ends a game that is over already"));
            }
            Some(Entry::Abort { reason }) => table.stop(reason.clone()),
            _ => {}
        }
        for (i, entry) in self.entries.iter().enumerate() {
            if let Some(Entry::Abort { reason }) = self.entries.get(i + 1) {
                // An answer that the clock or the memory limit cut off is taken over from the record, not played again:
                // the machine that replays it has another clock.
                table.record.entries.push(entry.clone());
                table.stop(reason.clone());
                break;
            }
            if matches!(entry, Entry::Answer { .. } | Entry::Concede { .. }) {
                table.went_on();
            }
            match entry {
                Entry::Answer { seat, question, answer } => replay_answer(&mut table, i, (*seat, *question, answer))?,
                Entry::Reload { files: changed, .. } if changed.is_empty() || is_partly_in(&files, changed) => {
                    let why = format!("entry {i} of the record takes over files as they are already");
                    return Err(
                        Error::refused(why).help("something has changed the record: the program does not write it")
                    );
                }
                Entry::Reload { hash, files: changed } => {
                    opening_texts::are_of(&self.game, &files.packs, changed.keys()).map_err(|e| at_entry(i, e))?;
                    change(&mut files, changed);
                    rebuilt.add(&files).map_err(|e| at_entry(i, e))?;
                    table.take_over(&engine_of(&self.game, &files, hash, limits)?)?;
                }
                Entry::Concede { seat } => table.concede_once(*seat).map_err(|e| at_entry(i, e))?,
                Entry::Continue if table.fault.is_none() => {
                    return Err(Error::refused(format!("entry {i} of the record goes on, and nothing had failed")));
                }
                Entry::Continue => table.let_fizzle(),
                Entry::Abort { .. } => break,
            }
        }
        table.clock = Clock::of(limits);
        Ok(table)
    }
}

/// Gives a table the answer of an entry of a record, if it answers the asked question and is spelled as it was written.
fn replay_answer(
    table: &mut Table,
    entry: usize,
    (seat, question, answer): (Seat, u32, &RecordedAnswer),
) -> Result<()> {
    if table.asked(seat).map_err(|e| at_entry(entry, e))?.question() != question {
        return Err(Error::refused(format!("entry {entry} of the record answers another question than is asked")));
    }
    let unknown = || Error::refused(format!("entry {entry} of the record names what its catalog does not have"));
    let found = answer.under(&table.world().rules).ok_or_else(unknown)?;
    let written = answer_json(&table.world().rules, &found);
    if !strict_json::is_written_as(&answer.named(), &written.to_string()) {
        return Err(Error::refused(format!("entry {entry} of the record does not stand there as it was written")));
    }
    table.submit_once(seat, found).map_err(|e| at_entry(entry, e))
}

impl Table {
    /// Makes the record name the texts of its game instead of holding them, because the host keeps them: see
    /// [`Record::name_texts`].
    #[cfg(feature = "workers")]
    pub(crate) fn name_texts(&mut self) {
        self.record.name_texts();
    }

    /// The game that this one becomes when files change.
    pub(super) fn changed_game(&self, hash: &str, changed: &Changed) -> Result<Game> {
        let catalog = &self.game().catalog;
        let mut files = catalog.files.clone();
        change(&mut files, changed);
        engine_of(&catalog.rules.schema.game, &files, hash, self.game().limits())
    }
}

/// Refuses a record that begins with a position: positions are stated in scenarios, which the program reads, not the
/// library.
pub(super) fn nowhere(_: &Game, _: &Json) -> Result<Table> {
    let help = "`intermezzo replay` and `play --from` read it";
    Err(Error::usage("the record begins with the position of a scenario").help(help))
}

/// The refusal of an entry, with the place of the entry.
fn at_entry(entry: usize, error: Error) -> Error {
    Error::refused(format!("entry {entry} of the record does not fit: {error}"))
}

fn engine_of(game: &str, files: &Files, hash: &str, limits: &Limits) -> Result<Game> {
    let (catalog, _) = Catalog::load(game, files).map_err(Error::load)?;
    if catalog.hash != hash {
        let message = format!("the record was made with catalog {hash}, and this is {}", catalog.hash);
        let help = "the files of the game are others than those that it was begun with: use the version of the program that \
                    made it; `play --portable` writes records that hold all files";
        return Err(Error::usage(message).help(help));
    }
    Game::with_limits(Arc::new(catalog), limits.clone())
        .map_err(|errors| Error::usage(errors.first().map_or(String::new(), |e| e.to_string())))
}

/// The files that a record started from.
fn start_files(record: &Record) -> Files {
    let mut files = match (record.whole, &record.base) {
        (true, _) => Files { packs: record.packs.clone(), ..Files::default() },
        (false, Some(texts)) => Files::begun_with(texts, &record.game, &record.packs),
        (false, None) => Files::built_in_of(&record.game, &record.packs),
    };
    change(&mut files, &record.files);
    files
}

/// The texts of `new` that differ from `old`.
pub(super) fn difference(old: &BTreeMap<String, Arc<str>>, new: &BTreeMap<String, Arc<str>>) -> Changed {
    let mut out = BTreeMap::new();
    // Both maps are sorted, so one walk over both compares them. A search for each path would be slow for very many
    // files.
    let mut left = old.iter().peekable();
    for (path, text) in new {
        while let Some((gone, _)) = left.next_if(|(old, _)| *old < path) {
            out.insert(gone.clone(), None);
        }
        let was = left.next_if(|(old, _)| *old == path);
        if was.is_none_or(|(_, was)| !Arc::ptr_eq(was, text) && was != text) {
            out.insert(path.clone(), Some(text.clone()));
        }
    }
    out.extend(left.map(|(gone, _)| (gone.clone(), None)));
    out
}

/// True if some of the files already are as `changed` makes them.
fn is_partly_in(files: &Files, changed: &Changed) -> bool {
    changed.iter().any(|(path, text)| files.texts.get(path) == text.as_ref())
}

fn change(files: &mut Files, changed: &Changed) {
    // `append` is quick for many texts, because both maps are sorted.
    let texts = changed.iter().filter_map(|(path, text)| Some((path.clone(), text.clone()?)));
    files.texts.append(&mut texts.collect());
    changed.iter().filter(|(_, text)| text.is_none()).for_each(|(path, _)| drop(files.texts.remove(path)));
}
