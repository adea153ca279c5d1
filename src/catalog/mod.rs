//! Catalog: a game compiled from its files, or all that is wrong with them.
//!
//! Loading reads every file, interns every word, compiles the manifest and then the cards into
//! [`kernel::Rules`](crate::kernel::Rules), and reports all problems together. A catalog never
//! changes: a reload builds another one beside it.
//!
//! The trees of the files are compiled straight into rules: a form in between would repeat both.

mod abilities;
mod attribute_checks;
mod boards;
mod builder;
mod cards;
mod cycles;
mod data_hidden_reads;
mod deck_checks;
mod deck_copies;
mod deck_hints;
mod deck_places;
mod decks;
pub mod drawn_cards;
mod fields;
pub mod files;
mod lookup_tables;
mod replacement_rules;
pub(crate) use lookup_tables::find_offered;
mod ability_forms;
mod ability_ids;
mod ability_kinds;
mod card_paths;
mod card_products;
pub(crate) mod compile_cache;
mod costs;
mod created_cards;
mod declared_names;
mod duplicate_fields;
mod event_matches;
mod event_proposals;
mod fields_naming_cards;
mod flow_items;
mod follow_on_findings;
mod hidden_zones;
mod ineffective_parts;
mod item_names;
mod kernel_words;
pub mod keys;
mod keys_in_text;
mod layers;
mod limits;
mod list_abilities;
mod list_functions;
pub mod locale;
mod look;
mod manifest;
pub mod opening_texts;
mod option_checks;
pub mod pack;
pub mod patch;
mod patch_conflicts;
mod payments;
mod persons;
mod piles;
mod protected_numbers;
mod record_items;
pub(crate) mod remap;
mod roles;
mod static_abilities;
mod stray_files;
mod strict_maps;
mod table_layout;
mod taken_names;
mod text_patterns;
mod timed_effects;
mod tree_cache;
mod trigger_rules;
mod unused_targets;
mod vocabulary;
mod windows;

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) use card_paths::card_id;
pub use decks::ListRule;
pub(crate) use decks::NumberedBy;
pub use decks::{Deck, DeckRules, read as read_deck};
pub use files::Files;
pub use kernel_words::kernel_events;
pub use kernel_words::{VERBS, event_of_verb};
pub use opening_texts::{Changed, Texts};
pub(crate) use pack::PackInfo;
pub use stray_files::slug;
pub use table_layout::{ShownNumbers, SortedBy, TableLine};
pub use tree_cache::ParsedFiles;

use crate::data::{Node, Span, suggest};
use crate::error::{Problems, Severity};
use crate::kernel::Rules;
use crate::lua::registrations;
use crate::render::Look;
use tree_cache::ParsedFile;
use vocabulary::WordSets;

/// A game, ready to be played.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The compiled rules.
    pub rules: Arc<Rules>,
    /// The scripts, by their number in the rules.
    pub scripts: Vec<ScriptSource>,
    /// The Lua files of the shared library, of the game and of its packs, in load order.
    pub modules: Vec<ScriptSource>,
    /// Ready-made decks, by id.
    pub decks: BTreeMap<String, Deck>,
    /// The rules for decks.
    pub deck_rules: DeckRules,
    /// The layout of the table, from the manifest.
    pub table: Vec<TableLine>,
    /// Numbers that are shown beside a player's name, and those of the game.
    pub numbers: ShownNumbers,
    /// The look of the cards.
    pub look: Arc<Look>,
    /// The files from which the game was compiled.
    pub files: Files,
    /// The hash of the files, as 16 hexadecimal digits.
    pub hash: String,
    /// The hash of the texts over which the files lie, and the files that differ from those texts; computed at the
    /// first request.
    pub changed: std::sync::OnceLock<(String, Arc<Changed>)>,
    /// The path of the file that declares each card, by definition.
    pub places: Vec<Arc<str>>,
    /// The printed fields of cards.
    pub(crate) fields: Vec<builder::FieldSpec>,
    /// Words in data that are judged only together with the scripts, because scripts may give and ask for more words.
    pub meant: Vec<crate::kernel::parse::resolve::Meant>,
    /// The packs in play; a pack stands behind the packs that it needs.
    pub packs: Vec<pack::PackInfo>,
    /// Abilities without a script that declare `reads: hidden` and read cards which their player does not see: the
    /// card, the ability's id and its place.
    hidden_readers: Vec<(Option<crate::kernel::model::value::DefId>, crate::kernel::model::symbols::Sym, Span)>,
    /// Additions and changes by the packs, in the order of the packs; behind them what of each pack reads hidden cards.
    pub changes: Vec<patch::AppliedPatch>,
    /// The manifest and the headers of packs.
    pub(crate) trees: compile_cache::Trees,
    /// For each card of a pack that was found but is not in play, by the card's id, that pack.
    pub elsewhere: BTreeMap<String, String>,
}

/// The trees of a game's files, by path.
type Nodes = BTreeMap<String, Arc<Node>>;

/// The source of a script, and its place.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// The file.
    pub file: Arc<str>,
    /// The line in which the source begins, from 1.
    pub line: u32,
    /// The column in which the source begins, from 1.
    pub column: u32,
    /// The places of the source's characters.
    pub inside: crate::error::TextPlaces,
    /// The source; of a step the name.
    pub source: Arc<str>,
    /// True for a step that a module registers.
    pub is_step: bool,
    /// True if the script may read things that its player does not see.
    pub reads_hidden: bool,
    /// True if the data of the script's ability asks about hidden cards.
    pub is_asked_by_data: bool,
}

impl ScriptSource {
    /// True if another source has the same text at the same place, and may read the same hidden cards.
    pub(crate) fn is_same(&self, other: &ScriptSource) -> bool {
        let place = |of: &ScriptSource| (of.line, of.column, of.is_step);
        let reads = |of: &ScriptSource| (of.reads_hidden, of.is_asked_by_data);
        place(self) == place(other)
            && reads(self) == reads(other)
            && self.file == other.file
            && self.source == other.source
            && self.inside.is_laid_out_as(&other.inside)
    }

    /// The place at which the source begins.
    pub fn place(&self) -> Span {
        Span { inside: self.inside.clone(), ..Span::new(self.file.clone(), self.line, self.column) }
    }
}

/// Parses the YAML files of a game: for each its path, its text and its parsed form. Other files are only searched for
/// characters that were lost because they are no UTF-8.
///
/// # Errors
///
/// All findings, if the trees hold too many values.
fn read_files<'f>(
    files: &'f Files,
    parsed: &mut ParsedFiles,
    problems: &mut Problems,
) -> Result<Vec<(&'f str, &'f str, ParsedFile)>, Problems> {
    let mut read = Vec::new();
    let mut values = 0;
    let (trees, others): (Vec<_>, Vec<_>) = files.texts.iter().partition(|(path, _)| path.ends_with(".yaml"));
    for (path, text) in others {
        problems.add_source(path, text.clone());
        crate::data::yaml::refuse_unreadable(&path.as_str().into(), text, problems);
    }
    parsed.read_all(trees.into_iter(), problems, |path, text, found, problems| {
        // A malformed file has no tree, so half the bytes of its text are counted as values.
        values += found.as_ref().map_or(text.len() / 2, |(.., size)| *size);
        limits::values(values, path, problems)?;
        read.extend(found.map(|found| (path, text, found)));
        Ok::<(), Problems>(())
    })?;
    Ok(read)
}

/// Reports a game without a manifest.
fn no_manifest(game: &str, manifest_path: &str, files: &Files, problems: &mut Problems) {
    let span = crate::data::Span::file(manifest_path);
    let problem =
        problems.error("no_manifest", &span, format!("there is no game `{game}`: {manifest_path} is missing"));
    if let Some(near) = suggest::nearest(game, files.games().iter().map(String::as_str)) {
        problem.help(format!("did you mean `{near}`?"));
    }
}

/// Reports values of unique fields that several cards have.
fn unique_fields(game: &str, manifest: &keys::manifest::Manifest, nodes: &Nodes, problems: &mut Problems) {
    for (type_key, node) in manifest.types {
        let of = (type_key.name != "all").then_some(type_key.name.as_str());
        for field in keys::types::TypeKeys::of(node).unique.iter().filter_map(Node::as_str) {
            stray_files::unique(field, of, game, nodes, problems);
        }
    }
}

impl Catalog {
    /// Compiles a game from files.
    ///
    /// # Errors
    ///
    /// All problems found, errors first; with warnings only it compiles.
    pub fn load(game: &str, files: &Files) -> Result<(Catalog, Problems), Problems> {
        Catalog::load_again(game, files, &mut ParsedFiles::default())
    }

    /// Loads a game again, with the files parsed before: only changed files are parsed.
    ///
    /// # Errors
    ///
    /// All problems found, errors first.
    pub fn load_again(game: &str, files: &Files, parsed: &mut ParsedFiles) -> Result<(Catalog, Problems), Problems> {
        let mut problems = Problems::new();
        let manifest_path = format!("cards/{game}/game.yaml");
        // Without its manifest nothing of the game is read: that is said once, not of every file.
        if !files.texts.contains_key(&manifest_path) {
            no_manifest(game, &manifest_path, files, &mut problems);
            return Err(problems);
        }
        let (elsewhere, decks_elsewhere) = (pack::cards_elsewhere(game, files), pack::decks_elsewhere(game, files));
        let packs = pack::resolve(game, files, parsed, &mut problems);
        let pack_ids: Vec<String> = packs.iter().map(|p| p.id.clone()).collect();
        stray_files::places(game, files, &pack_ids, &mut problems);
        let files = files.of_game_with(game, &pack_ids);
        let read = read_files(&files, parsed, &mut problems)?;
        let mut nodes: Nodes = read.iter().map(|(path, _, (node, ..))| (path.to_string(), node.clone())).collect();
        // Keyed by the address of the tree: a tree that a pack changes is another tree.
        let read: FxHashMap<*const Node, (&str, &ParsedFile)> =
            read.iter().map(|(_, text, read)| (Arc::as_ptr(&read.0), (*text, read))).collect();
        let read = |node: &Arc<Node>| read.get(&Arc::as_ptr(node)).copied();
        // Errors that follow from a missing pack are not reported.
        if problems.list().iter().any(|problem| problem.key == "no_pack" && problem.severity == Severity::Error) {
            problems.sort_by_place();
            return Err(problems);
        }
        // The parser reported errors in its YAML before.
        let Some(mut manifest) = nodes.remove(&manifest_path) else { return Err(problems) };
        let as_read = manifest.clone();
        let changes = pack::patch(game, &packs, &mut manifest, &mut nodes, &files, &mut problems);
        card_products::add(game, &keys::manifest::Manifest::of(&manifest), &mut nodes, &mut problems);
        let words_of =
            |node: &Arc<Node>| read(node).map_or_else(|| vocabulary::words_of(node), |(_, read)| read.1.clone());
        // The manifest's words come first.
        let of_cards = nodes.values().map(words_of);
        let words: Vec<WordSets> = std::iter::once(words_of(&manifest)).chain(of_cards).collect();
        let tree = manifest.clone();
        let manifest = keys::manifest::Manifest::of(&tree);
        let size_of = |_: &str, node: &Arc<Node>| read(node).map_or_else(|| node.size(), |(_, read)| read.2);
        if !limits::check(game, &manifest, &nodes, size_of, &mut problems) {
            problems.sort_by_place();
            return Err(problems);
        }
        let steps = step_names(&files, game);
        let mut builder = manifest::compile(game, &manifest, &nodes, &words, &steps, &files, &mut problems);
        let said = |node: &Arc<Node>| read(node).map(|(text, read)| (&read.1, text));
        let frame = compile_cache::CompileInputs::of(&as_read, &packs, &builder);
        let of_all: Vec<_> = frame.trees.iter().filter_map(said).collect();
        let trees = frame.trees.clone();
        let old = parsed.kept.as_mut().map(|kept| kept.remove(game));
        let mut again = compile_cache::Recompilation::begin(old, frame, &builder, &of_all);
        let told_before = problems.len();
        cards::compile(&mut builder, game, &nodes, &files, &mut again, said, &mut problems);
        if cfg!(debug_assertions) && again.taken > 0 {
            let mut fresh = manifest::compile(game, &manifest, &nodes, &words, &steps, &files, &mut Problems::new());
            let frame = compile_cache::CompileInputs::of(&as_read, &packs, &fresh);
            let mut none = compile_cache::Recompilation::begin(Some(None), frame, &fresh, &of_all);
            let mut anew = Problems::new();
            cards::compile(&mut fresh, game, &nodes, &files, &mut none, said, &mut anew);
            compile_cache::compare(&builder, &fresh);
            let messages = |all: &[crate::error::Problem]| all.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
            assert_eq!(messages(&problems.list()[told_before..]), messages(anew.list()), "findings");
        }
        if let Some(kept) = &mut parsed.kept {
            kept.insert(game.into(), again.end());
        }
        fields_naming_cards::check(&mut builder, &manifest, &nodes, &mut problems);
        unique_fields(game, &manifest, &nodes, &mut problems);
        piles::compile(&mut builder, &manifest, &mut problems);
        let (decks, mut deck_rules) =
            decks::compile(&mut builder, game, &manifest, &nodes, (&files.packs, elsewhere.clone()), &mut problems);
        deck_rules.leave_out(decks_elsewhere);
        let mut catalog = builder.finish(&manifest, files, decks, deck_rules, &mut problems);
        (catalog.packs, catalog.changes, catalog.elsewhere) = (packs, changes, elsewhere);
        catalog.look = Arc::new(look::of(&catalog, manifest.look, &mut problems));
        catalog.trees = trees;
        catalog.list_readers();
        catalog.number_decks();
        let of_all = std::iter::once(&*tree).chain(catalog.packs.iter().map(|pack| &*pack.node));
        follow_on_findings::leave_out_consequences(of_all, &nodes, &mut problems);
        problems.sort_by_place();
        patch::name_removals(&catalog.changes, &mut problems);
        if problems.has_errors() { Err(problems) } else { Ok((catalog, problems)) }
    }

    /// Notes the rules to which the numbers in decks refer.
    fn number_decks(&mut self) {
        let numbers = NumberedBy(Some(self.rules.clone()));
        self.decks.values_mut().for_each(|deck| deck.numbers = numbers.clone());
    }

    /// Adds to `changes` the scripts and abilities of packs that read hidden cards, for `explain`.
    fn list_readers(&mut self) {
        for pack in &self.packs {
            let mut add = |name: &str, place| {
                let name = format!("hidden: {name}");
                self.changes.push(patch::AppliedPatch { pack: pack.id.clone(), what: "reads", name, place });
            };
            if pack.reads_hidden {
                add("all its cards and steps", pack.place.clone());
                continue;
            }
            let folder = format!("packs/{}/", pack.id);
            for (source, info) in self.scripts.iter().zip(&self.rules.scripts) {
                if source.reads_hidden && source.file.starts_with(&folder) {
                    add(&info.name, source.place());
                }
            }
            for (def, ability, place) in
                self.hidden_readers.iter().filter(|(.., place)| place.file.starts_with(&folder))
            {
                let owner = def.map_or("the game".into(), |d| self.rules.name(self.rules.defs[d.index()].name).clone());
                add(&format!("{owner}/{}", self.rules.name(*ability)), place.clone());
            }
        }
    }
}

/// The steps that Lua files of the game and of its packs register: by name, the file and the line.
fn step_names(files: &Files, game: &str) -> BTreeMap<String, (Arc<str>, u32)> {
    let mut found = BTreeMap::new();
    let folder = format!("scripts/{game}/");
    let is_own = |p: &str| p.starts_with(&folder) || p.starts_with("packs/") && p.contains(&format!("/{folder}"));
    for (path, text) in files.texts.iter().filter(|(p, _)| p.ends_with(".lua") && is_own(p)) {
        let steps = registrations(text).into_iter().filter(|one| one.function == "step");
        found.extend(steps.map(|one| (one.name.into(), (path.as_str().into(), one.line))));
    }
    found
}
