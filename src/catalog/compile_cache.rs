//! Compile cache: the compiled cards of a game, used again as long as nothing changes on which they depend.
//!
//! A scenario replaces one card of three hundred, and an author who saves a card changes one of ten thousand. The
//! compiled form of the other cards is taken from the load before, and renumbered where words, cards or abilities
//! before them moved.
//!
//! A card depends on
//! - its tree: the same tree in memory, so the same text, path and places;
//! - the manifest and the headers of packs, which may patch it, also the kinds of ability that are merged into its own,
//!   named filters and lists of the flow: the same trees in memory ([`CompileInputs`]);
//! - the steps that scripts register, and where files lay cards face down ([`CompileInputs`]);
//! - which words and which cards there are: a text that is no word may become one. A card is compiled anew if its file
//!   says a word that came or went ([`ChangedNames`]), and all are if the manifest does;
//! - words that earlier cards added to the symbol table while they were compiled, such as the number of an ability: the
//!   same words in the same order;
//! - how many abilities and values the earlier cards have, within the limits of a game;
//! - how words, cards, abilities, scripts and lists are numbered: it is renumbered.
//!
//! A card depends on nothing else of other cards: the names that it uses are resolved once all cards are known. A card
//! with a finding is compiled each time, so that each finding is told each time. Debug builds compile all cards anew
//! and compare.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::iter::Peekable;
use std::sync::Arc;
use std::vec::IntoIter;

use rustc_hash::FxHasher;

use super::builder::Builder;
use super::builder::GrantNamed;
use super::hidden_zones::Hiding;
use super::remap::{ChangedNames, Moves};
use super::vocabulary::WordSets;
use super::{PackInfo, ScriptSource};
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{DefId, LevelId, ScriptId};
use crate::kernel::parse::MOST_NAMED;
use crate::kernel::parse::resolve::Meant;
use crate::kernel::rules::{Ability, CardDef, List, ScriptInfo};
use crate::kernel::run::renumber::{Moved, Numbers, Printed, Renumber};

/// The compiled cards of one load, in the order of their ids, with the inputs on which they depend.
pub(super) struct CompiledGame {
    frame: CompileInputs,
    /// The symbol table before the first card was compiled, by number; it holds the words of all files.
    words: Vec<Arc<str>>,
    /// The ids of all cards, by number.
    ids: Vec<Arc<str>>,
    made: Vec<Made>,
}

/// The manifest as it was read, and the header of each pack in play, in their order.
pub(crate) type Trees = Arc<[Arc<Node>]>;

/// True if both are the same trees in memory.
pub(crate) fn are_same(some: &Trees, others: &Trees) -> bool {
    some.len() == others.len() && some.iter().zip(&**others).all(|(a, b)| Arc::ptr_eq(a, b))
}

/// The inputs on which all cards depend, as the list at the head of this file says.
#[derive(Clone)]
pub(super) struct CompileInputs {
    pub trees: Trees,
    steps: BTreeMap<String, ScriptId>,
    hiding: Hiding,
    /// The numbers of abilities, scripts, lists and so on that were compiled before the first card.
    counts: PartCounts,
}

impl CompileInputs {
    pub fn of(manifest: &Arc<Node>, packs: &[PackInfo], b: &Builder) -> CompileInputs {
        let trees = std::iter::once(manifest).chain(packs.iter().map(|pack| &pack.node)).cloned().collect();
        CompileInputs { trees, steps: b.steps.clone(), hiding: b.hiding.clone(), counts: PartCounts::of(b) }
    }

    fn is_same(&self, other: &CompileInputs) -> bool {
        let CompileInputs { trees, steps, hiding, counts } = self;
        are_same(trees, &other.trees) && *steps == other.steps && *hiding == other.hiding && *counts == other.counts
    }
}

/// The number of compiled things of each kind.
#[derive(Clone, Copy, PartialEq)]
struct PartCounts {
    abilities: usize,
    scripts: usize,
    lists: usize,
    meant: usize,
    hidden_readers: usize,
    grants: usize,
    named: usize,
    extra: usize,
}

impl PartCounts {
    fn of(b: &Builder) -> PartCounts {
        PartCounts {
            abilities: b.rules.abilities.len(),
            scripts: b.scripts.len(),
            lists: b.rules.lists.len(),
            meant: b.meant.borrow().len(),
            hidden_readers: b.hidden_readers.len(),
            grants: b.grants.len(),
            named: b.named_in_lists.len(),
            extra: b.extra_levels.len(),
        }
    }
}

/// A compiled card.
struct Made {
    id: Arc<str>,
    node: Arc<Node>,
    first: PartCounts,
    /// A hash of the words that earlier cards introduced, in their order.
    brought: u64,
    def: CardDef,
    place: Arc<str>,
    abilities: Vec<Ability>,
    infos: Vec<ScriptInfo>,
    scripts: Vec<ScriptSource>,
    lists: Vec<List>,
    meant: Vec<Meant>,
    hidden_readers: Vec<(Option<DefId>, Sym, Span)>,
    grants: Vec<GrantNamed>,
    named: Vec<Node>,
    extra: Vec<(LevelId, Span)>,
    /// The words that the card itself introduced.
    words: Vec<Arc<str>>,
    /// The share that the card has of the game's limits: the number of its abilities, and of their values.
    read: (usize, usize),
    filters: usize,
}

impl Made {
    /// Gives all parts of a compiled card the numbers of another load. `None`: a part refers to something that the
    /// other load lacks.
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Made { def, abilities, infos, lists, meant, hidden_readers, grants, .. } = self;
        def.renumber(numbers)?;
        abilities.renumber(numbers)?;
        infos.renumber(numbers)?;
        lists.renumber(numbers)?;
        meant.renumber(numbers)?;
        hidden_readers.iter_mut().try_for_each(|(def, ability, _)| {
            def.renumber(numbers)?;
            ability.renumber(numbers)
        })?;
        grants.iter_mut().try_for_each(|grant| grant.by.0.renumber(numbers))
    }
}

/// The cards of a load while they are compiled, with those of the load before.
pub(super) struct Recompilation {
    old: Peekable<IntoIter<Made>>,
    changed: ChangedNames,
    numbers: Numbers<'static>,
    /// True if the numbers of all words and cards are unchanged.
    is_same: bool,
    old_words: usize,
    new: CompiledGame,
    /// The words that earlier cards introduced, as a hash, and their number.
    brought: (u64, usize),
    /// The number of cards taken from the cache.
    pub taken: usize,
    /// True if the compiled cards are kept for a next load.
    keeps: bool,
}

/// The sizes of the builder's lists just before a card is compiled.
pub(super) struct Before {
    counts: PartCounts,
    words: usize,
    read: (usize, usize),
    filters: usize,
    findings: usize,
}

impl Recompilation {
    /// Begins to compile the cards of a load. `said`: the words and the texts of the manifest and of the headers of
    /// packs. `old`: the cache of the last load; `None`: the game is loaded only once, and nothing is kept.
    pub fn begin(
        old: Option<Option<CompiledGame>>,
        frame: CompileInputs,
        b: &Builder,
        said: &[(&WordSets, &str)],
    ) -> Recompilation {
        let symbols = &b.rules.schema.symbols;
        let words: Vec<Arc<str>> = symbols.names().cloned().collect();
        let ids: Vec<Arc<str>> = b.def_ids.iter().map(|id| b.rules.name(*id).clone()).collect();
        let mut again = Recompilation {
            old: Vec::new().into_iter().peekable(),
            changed: ChangedNames::default(),
            numbers: Numbers::of_cards(Vec::new(), Vec::new()),
            is_same: true,
            old_words: 0,
            brought: (0, words.len()),
            new: CompiledGame { frame, words, ids, made: Vec::new() },
            taken: 0,
            keeps: old.is_some(),
        };
        let Some(old) = old.flatten().filter(|old| old.frame.is_same(&again.new.frame)) else { return again };
        let moves = Moves::between((&old.words, &old.ids), (symbols, &again.new.ids));
        let Moves { changed, numbers, is_same } = moves;
        if said.iter().any(|(words, text)| changed.is_said(words, text)) {
            return again;
        }
        (again.changed, again.numbers, again.is_same) = (changed, numbers, is_same);
        (again.old_words, again.old) = (old.words.len(), old.made.into_iter().peekable());
        again
    }

    /// Takes a card from the load before, if it is there and would be the same.
    pub fn take(&mut self, b: &mut Builder, id: &str, node: &Arc<Node>, words: &WordSets, text: &str) -> bool {
        while self.old.next_if(|made| &*made.id < id).is_some() {}
        let Some(mut made) = self.old.next_if(|made| &*made.id == id && Arc::ptr_eq(&made.node, node)) else {
            return false;
        };
        let symbols = &b.rules.schema.symbols;
        if made.brought != self.brought.0
            || self.changed.is_said(words, text)
            || made.words.iter().any(|word| symbols.find(word).is_some())
            || b.named.get() + made.filters > MOST_NAMED
        {
            return false;
        }
        let now = PartCounts::of(b);
        let moved = |old: usize, new: usize| Moved { from: old as i64, by: new as i64 - old as i64 };
        let printed = Printed {
            words: moved(self.old_words, self.new.words.len()),
            abilities: moved(made.first.abilities, now.abilities),
            scripts: moved(made.first.scripts, now.scripts),
            lists: moved(made.first.lists, now.lists),
            named: moved(made.first.named, now.named),
        };
        let stands = |moved: &Moved| moved.by == 0;
        let is_same = self.is_same
            && [printed.words, printed.abilities, printed.scripts, printed.lists, printed.named].iter().all(stands);
        if !is_same {
            self.numbers.moved(printed);
            if made.renumber(&self.numbers).is_none() {
                return false;
            }
        }
        if !b.read.again(made.read) {
            return false;
        }
        made.first = now;
        b.named.set(b.named.get() + made.filters);
        for word in &made.words {
            b.rules.schema.symbols.intern_shared(word);
        }
        b.rules.defs.push(made.def.clone());
        b.places.push(made.place.clone());
        b.rules.abilities.extend_from_slice(&made.abilities);
        b.rules.scripts.extend_from_slice(&made.infos);
        b.scripts.extend_from_slice(&made.scripts);
        b.rules.lists.extend_from_slice(&made.lists);
        b.meant.borrow_mut().extend_from_slice(&made.meant);
        b.hidden_readers.extend_from_slice(&made.hidden_readers);
        b.grants.extend_from_slice(&made.grants);
        b.named_in_lists.extend_from_slice(&made.named);
        b.extra_levels.extend_from_slice(&made.extra);
        self.taken += 1;
        self.count_words(b);
        self.new.made.push(made);
        true
    }

    /// The state of the builder before a card is compiled.
    pub fn before(&self, b: &Builder, problems: &Problems) -> Before {
        Before {
            counts: PartCounts::of(b),
            words: b.rules.schema.symbols.count(),
            read: b.read.sums(),
            filters: b.named.get(),
            findings: problems.len(),
        }
    }

    /// Keeps a card that was compiled since `before`, if nothing is wrong with it.
    pub fn keep(&mut self, b: &Builder, before: Before, id: &str, node: &Arc<Node>, problems: &Problems) {
        let brought = self.brought.0;
        self.count_words(b);
        let Before { counts: first, words, read, filters, findings } = before;
        let (Some(def), Some(place)) = (b.rules.defs.last(), b.places.last()) else { return };
        if !self.keeps || problems.len() > findings || problems.is_full() {
            return;
        }
        self.new.made.push(Made {
            id: id.into(),
            node: node.clone(),
            first,
            brought,
            def: def.clone(),
            place: place.clone(),
            abilities: b.rules.abilities[first.abilities..].to_vec(),
            infos: b.rules.scripts[first.scripts..].to_vec(),
            scripts: b.scripts[first.scripts..].to_vec(),
            lists: b.rules.lists[first.lists..].to_vec(),
            meant: b.meant.borrow()[first.meant..].to_vec(),
            hidden_readers: b.hidden_readers[first.hidden_readers..].to_vec(),
            grants: b.grants[first.grants..].to_vec(),
            named: b.named_in_lists[first.named..].to_vec(),
            extra: b.extra_levels[first.extra..].to_vec(),
            words: b.rules.schema.symbols.names().skip(words).cloned().collect(),
            read: b.read.since(read),
            filters: b.named.get() - filters,
        });
    }

    fn count_words(&mut self, b: &Builder) {
        let (brought, known) = &mut self.brought;
        let symbols = &b.rules.schema.symbols;
        if symbols.count() > *known {
            for word in symbols.names().skip(*known) {
                let mut hasher = FxHasher::default();
                (*brought, word).hash(&mut hasher);
                *brought = hasher.finish();
            }
            *known = symbols.count();
        }
    }

    /// The compiled cards, for the next load.
    pub fn end(self) -> CompiledGame {
        self.new
    }
}

/// Panics if rules that were compiled with the cache differ from those compiled without it.
pub(super) fn compare(b: &Builder, fresh: &Builder) {
    fn all<T: std::fmt::Debug>(what: &str, some: &[T], others: &[T]) {
        assert_eq!(some.len(), others.len(), "{what}");
        for (i, (one, other)) in some.iter().zip(others).enumerate() {
            let (one, other) = (format!("{one:?}"), format!("{other:?}"));
            assert!(one == other, "{what} {i}: {one}\nanew: {other}");
        }
    }
    let words = |b: &Builder| b.rules.schema.symbols.names().cloned().collect::<Vec<_>>();
    all("word", &words(b), &words(fresh));
    all("card", &b.rules.defs, &fresh.rules.defs);
    all("ability", &b.rules.abilities, &fresh.rules.abilities);
    all("list", &b.rules.lists, &fresh.rules.lists);
    all("script", &b.rules.scripts, &fresh.rules.scripts);
    all("source", &b.scripts, &fresh.scripts);
    all("place", &b.places, &fresh.places);
    all("meant", &b.meant.borrow(), &fresh.meant.borrow());
    all("hidden_readers", &b.hidden_readers, &fresh.hidden_readers);
    all("grant", &b.grants, &fresh.grants);
    all("named", &b.named_in_lists, &fresh.named_in_lists);
    all("extra", &b.extra_levels, &fresh.extra_levels);
    assert_eq!((b.named.get(), b.read.sums()), (fresh.named.get(), fresh.read.sums()));
}
