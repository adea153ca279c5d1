//! Limits: how much of everything a game may have, checked before anything is numbered.
//!
//! Zones, windows, fields and the like have small numbers, and sets of them are masks of bits. A number that would not
//! fit is refused here with its place, so that no number is ever cut. Things with larger numbers have limits of memory:
//! values in files, abilities, and the parts of abilities.

use std::sync::Arc;

use super::card_paths::card_id;
use super::keys::manifest::Manifest;
use super::keys::manifest::{GameEvent, Payments};
use super::keys::types::TypeKeys;
use super::keys::types::{AttributeKeys, StatusGroup};
use super::{Nodes, ScriptSource};
use crate::data::{Data, Key, Node, Span};
use crate::error::Problems;
use crate::kernel::model::event;
use crate::kernel::model::event_set::EventSet;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::schema::Schema;
use crate::kernel::model::value::*;

/// The number of things that fit into the bits of a `u32` and of a `u8`.
const BITS_32: usize = u32::BITS as usize;
const BITS_8: usize = u8::BITS as usize;
/// The most things that are numbered by one byte.
const BYTE: usize = u8::MAX as usize + 1;
/// The most phrases of texts to which a game gives a meaning: each is looked for in each text.
const MOST_PHRASES: usize = 1_000;
/// The values of one group of statuses: four bits.
const STATUSES: usize = 16;
/// The most abilities of a game and of a card; each mode and each part counts (attacks `abilities`, `a card of many
/// abilities` in tests/clock/attacks_on_loading.rs).
const ABILITIES: usize = 40_000;
const ABILITIES_OF_CARD: usize = 500;
/// The most targets of one ability (attack `an ability of many targets` in tests/clock/attacks_on_loading.rs: 12,000
/// took seconds).
const TARGETS: usize = 16;
/// The most values in all files of a game: those of ten thousand cards have half of that (attack `many files of many
/// values` in tests/clock/attacks_on_loading.rs: 1.1 GB).
const VALUES: usize = 600_000;
/// The most values of all abilities together, including those from kinds and modes (attacks `abilities of a long kind`,
/// `modes that share much` in tests/clock/attacks_on_loading.rs).
const PARTS: usize = 400_000;
/// The most scripts of a game, and the most bytes of all scripts together: each takes memory in every thread (attacks
/// `scripts without a mistake`, `scripts of many lines` in tests/clock/attacks_on_loading.rs).
const SCRIPTS: usize = 20_000;
const SCRIPT_BYTES: usize = 2 << 20;
/// The most values in one named filter (attack `filters that double` in tests/clock/attacks_on_loading.rs).
const NAMED: usize = 200;
/// The most items of a list in a file, because a place in a list is a `u16`.
const ITEMS: usize = u16::MAX as usize;
/// Most copies of a card in one line of a deck or of a pile.
const COPIES: i64 = 1000;
/// The most cards in all piles together. Piles that only larger games or an option use count, too.
const PILED: i64 = 65_536;

/// The most characters of a title and of a name. Lists and questions show them on one line; a name of 100,000
/// characters would fill pages.
const TITLE: usize = 200;

/// The most packs that a pack names under one key: `pack add` took 15 s for 5,000.
const PACKS: usize = 200;

/// Reports a pack that names too many others under a key.
pub(super) fn packs(key: &str, others: &[(Key, Node)], problems: &mut Problems) {
    if let Some((one_more, _)) = others.get(PACKS) {
        let message = format!("`{key}` names {} packs, and at most {PACKS} may stand there", others.len());
        problems.error("too_many", &one_more.span, message).help("packs that need others bring those along");
    }
}

/// Reports a title or a name with more letters than are shown. `what` names it in the message.
pub(super) fn title(what: &str, text: &str, at: &Span, help: &str, problems: &mut Problems) {
    let letters = text.chars().count();
    if letters > TITLE {
        let message = format!("{what} has {letters} letters, and at most {TITLE} are shown");
        problems.error("too_long", at, message).help(help);
    }
}

/// Stops reading where the files of a game hold too many values.
///
/// # Errors
///
/// All problems so far, and this one.
pub(super) fn values(values: usize, path: &str, problems: &mut Problems) -> Result<(), Problems> {
    if values <= VALUES {
        return Ok(());
    }
    let message =
        format!("the files of a game and its packs hold at most {VALUES} values; with this one they hold more");
    problems.error("too_many", &Span::file(path), message).help("leave out some");
    Err(std::mem::take(problems))
}

/// Checks that the piles of a game hold no more cards than allowed.
pub(super) fn piled(total: i64, at: &Span, problems: &mut Problems) -> bool {
    if total > PILED {
        let message = format!("the piles of a game hold at most {PILED} cards in all; with this one they hold more");
        problems.error("too_many", at, message).help("the field that `copies` names says how many of each card");
    }
    total <= PILED
}

/// Refuses a named filter that is made of too many values, those of the filters that it names included.
pub(super) fn named_filter(size: usize, key: &Key, problems: &mut Problems) {
    if size > NAMED {
        let message = format!("the filter `{}` is made of {size} values, with the filters that it names", key.name);
        problems.error("too_many", &key.span, message).help(format!("{NAMED} are the most"));
    }
}

/// Refuses more scripts than a game may have, those of cards and those of files.
pub(super) fn scripts<'a>(all: impl Iterator<Item = &'a ScriptSource>, problems: &mut Problems) {
    let mut bytes = 0;
    for (n, script) in (1..).zip(all.filter(|script| !script.is_step)) {
        bytes += script.source.len();
        let message = match (n > SCRIPTS, bytes > SCRIPT_BYTES) {
            (true, _) => format!("a game and its packs have at most {SCRIPTS} scripts; this is one more"),
            (_, true) => format!(
                "the scripts of a game and its packs have at most {SCRIPT_BYTES} bytes in all; with this one they have more"
            ),
            _ => continue,
        };
        problems
            .error("too_many", &script.place(), message)
            .help("leave out some, or let several cards use one step of a file");
        return;
    }
}

/// Checks the number of targets of an ability.
pub(super) fn targets(targets: &[(Key, Node)], problems: &mut Problems) -> bool {
    let Some((one_more, _)) = targets.get(TARGETS) else { return true };
    let message = format!("an ability has at most {TARGETS} targets, and this one {}", targets.len());
    problems.error("too_many", &one_more.span, message).help("one target may be several cards: `pick`");
    false
}

/// The size of the abilities read so far.
#[derive(Default)]
pub(super) struct ReadSize {
    abilities: usize,
    /// The last card, with the number of its abilities.
    card: (Option<DefId>, usize),
    parts: usize,
}

impl ReadSize {
    /// The size read since an earlier moment.
    pub fn since(&self, before: (usize, usize)) -> (usize, usize) {
        (self.abilities - before.0, self.parts - before.1)
    }

    /// The number of abilities, and of their values.
    pub fn sums(&self) -> (usize, usize) {
        (self.abilities, self.parts)
    }

    /// Counts the abilities and the values of a card that is taken from the cache. False: they exceed a limit, and
    /// nothing is counted.
    pub fn again(&mut self, (abilities, parts): (usize, usize)) -> bool {
        let fits = self.abilities + abilities <= ABILITIES && self.parts + parts <= PARTS;
        if fits {
            self.abilities += abilities;
            self.parts += parts;
        }
        fits
    }

    /// True if the game stays within these limits.
    pub fn fits(&self) -> bool {
        self.abilities <= ABILITIES && self.parts <= PARTS
    }
}

impl ReadSize {
    /// Counts an ability, its modes or parts, and the values in them. False: there are too many abilities or values.
    pub fn count(&mut self, node: &Node, def: Option<DefId>, variants: &[Node], problems: &mut Problems) -> bool {
        let of_variants: usize = variants.iter().map(Node::size).sum();
        let (n, shared) = (variants.len().max(1), node.size() - of_variants.min(node.size()));
        self.abilities += n;
        self.parts += of_variants + n * shared;
        let had = if self.card.0 == def { self.card.1 } else { 0 };
        self.card = (def, had + n);
        if def.is_some() && had + n > ABILITIES_OF_CARD {
            // Each card is reported only once.
            if had <= ABILITIES_OF_CARD {
                let message = format!("a card has at most {ABILITIES_OF_CARD} abilities; this is one more");
                problems.error("too_many", &node.span, message).help("leave out some");
            }
            return false;
        }
        let message = match (self.abilities > ABILITIES, self.parts > PARTS) {
            (true, _) => format!("the cards of a game have at most {ABILITIES} abilities; this is one more"),
            (_, true) => format!("the abilities of a game are made of at most {PARTS} values; these are more"),
            _ => return true,
        };
        // The first ability that is too much is reported, and reading stops.
        problems.error("too_many", &node.span, message).help("leave out some");
        false
    }
}

/// Counts all that a manifest and its cards declare. False: something is more than a game may have.
/// `size_of` knows of how many values the tree of a file is made.
pub(super) fn check(
    game: &str,
    manifest: &Manifest,
    nodes: &Nodes,
    size_of: impl Fn(&str, &Arc<Node>) -> usize,
    problems: &mut Problems,
) -> bool {
    let mut limits = LimitCheck { problems, fits: true };
    limits.sections(manifest);
    limits.fields(manifest);
    limits.parts(manifest);
    let cards: Vec<Span> =
        nodes.keys().filter(|p| card_id(game, p).is_some()).map(|p| Span::file(p.as_str())).collect();
    limits.most("a game", "cards", DefId::MOST, &cards);
    limits.lists(manifest.node());
    // A list is no longer than the tree that it stands in.
    let may_be_long = |(path, node): &(&String, &Arc<Node>)| size_of(path, node) > ITEMS;
    nodes.iter().filter(may_be_long).for_each(|(_, node)| limits.lists(node));
    limits.fits
}

/// The number of a field among those of its kind.
///
/// # Panics
///
/// Panics if [`check`] does not know the kind of field.
pub(super) fn slot(index: usize) -> u8 {
    u8::try_from(index).expect("how many fields there are is checked before they are numbered")
}

/// Refuses more spaces than there are numbers, at a table with the most players.
pub(super) fn spaces(schema: &mut Schema, manifest: &Manifest, problems: &mut Problems) {
    let most = schema.players.most as usize;
    let spaces =
        |zone: &crate::kernel::model::schema::ZoneDef| zone.spaces as usize * if zone.per_player { most } else { 1 };
    let total: usize = schema.zones.iter().map(spaces).sum();
    if total > Zone::MOST {
        let at = &manifest.zones.first().map_or(&manifest.node().span, |(key, _)| &key.span);
        let message = format!("the zones of a game have at most {} spaces; these have {total}", Zone::MOST);
        problems.error("too_many", at, message).help(format!("`slots` says how many; {most} players are counted"));
        schema.zones.iter_mut().for_each(|zone| zone.spaces = 1);
    }
}

/// A number of copies, reduced to the limit with an error.
pub(super) fn copies(n: i64, at: &Span, card: &str, problems: &mut Problems) -> i64 {
    if !(0..=COPIES).contains(&n) {
        let message = format!("a card has from 0 to {COPIES} copies; of `{card}` this says {n}");
        problems.error("too_many", at, message).help(if n < 0 {
            "write how many copies there are, from 1, or leave the card out"
        } else {
            "write a smaller number"
        });
    }
    n.clamp(0, COPIES)
}

fn places(entries: &[(Key, Node)]) -> Vec<Span> {
    entries.iter().map(|(key, _)| key.span.clone()).collect()
}

struct LimitCheck<'p> {
    problems: &'p mut Problems,
    fits: bool,
}

impl LimitCheck<'_> {
    /// Refuses more than `most` of something, at the first that is too many.
    fn most(&mut self, who: &str, what: &str, most: usize, found: &[Span]) {
        let Some(first) = found.get(most) else { return };
        let n = found.len();
        let message = format!("{who} has at most {most} {what}; this one declares {n}");
        let help = format!("this is number {}: leave out {}", most + 1, n - most);
        self.problems.error("too_many", first, message).help(help);
        self.fits = false;
    }

    /// Checks the limits of the sections of a manifest.
    fn sections(&mut self, manifest: &Manifest) {
        let levels = manifest.levels;
        self.most("a game", "levels", BYTE, &levels.iter().map(|n| n.span.clone()).collect::<Vec<_>>());
        for (what, found, most) in [
            ("zones", manifest.zones, IdSet::<ZoneKind>::MOST),
            ("records", manifest.records, IdSet::<RecKind>::MOST),
            ("tallies", manifest.tallies, BYTE),
            ("areas", manifest.areas, BYTE),
            ("orders", manifest.orders, BYTE),
            ("windows", manifest.windows, WindowId::MOST),
        ] {
            self.most("a game", what, most, &places(found));
        }
        self.most("a game", "phrases under `wording`", MOST_PHRASES, &places(manifest.wording));
        let own_events = EventSet::MOST - event::COUNT as usize;
        self.most("a game", "events of its own", own_events, &places(manifest.events));
        self.most("a game", "groups of statuses", BITS_8, &places(manifest.statuses));
        let types: Vec<Span> =
            manifest.types.iter().filter(|(k, _)| k.name != "all").map(|(k, _)| k.span.clone()).collect();
        self.most("a game", "types", IdSet::<TypeId>::MOST, &types);
        let uses = manifest.uses.iter().chain(manifest.actions);
        let uses: Vec<Span> = uses.map(|(key, _)| key.span.clone()).collect();
        self.most("a game", "kinds of use and actions", IdSet::<UseKindId>::MOST, &uses);
        let pips = manifest.payments.map_or(&[][..], |n| Payments::of(n).kinds);
        self.most("a game", "kinds of pip", BITS_8, &places(pips));
    }

    /// Checks the numbers of fields of cards, and of attributes.
    fn fields(&mut self, manifest: &Manifest) {
        // A name is one field, however many types have it.
        let mut known: Vec<&str> = Vec::new();
        let mut found: Vec<(&str, Span)> = Vec::new();
        for (_, node) in manifest.types {
            for (key, kind) in TypeKeys::of(node).fields {
                if !known.contains(&key.name.as_str()) {
                    known.push(&key.name);
                    found.push((kind.as_str().unwrap_or("").trim_end_matches('?'), key.span.clone()));
                }
            }
        }
        for (class, node) in manifest.attributes {
            for (key, def) in node.as_map().unwrap_or_default() {
                let is_printed = class.name != "player" && known.contains(&key.name.as_str());
                match AttributeKeys::of(def).words.is_some() {
                    true => found.push(("words", key.span.clone())),
                    false if !is_printed => found.push(("int", key.span.clone())),
                    false => {}
                }
            }
        }
        for (kinds, what, most) in [
            (&["int"][..], "attributes, printed numbers among them", IdSet::<AttrId>::MOST),
            (&["word", "words"], "fields of words", BITS_32),
            (&["cost"], "fields of costs", BYTE),
            (&["rules"], "fields of rules", BYTE),
            (&["cells"], "fields of cells", BYTE),
            (&["condition"], "fields of conditions", BYTE),
            (&["text"], "fields of text", BYTE),
        ] {
            let of_kind = found.iter().filter(|(kind, _)| kinds.contains(kind));
            self.most("a game", what, most, &of_kind.map(|(_, at)| at.clone()).collect::<Vec<_>>());
        }
    }

    /// Checks the limits within entries of a manifest, such as the values of a group of statuses.
    fn parts(&mut self, manifest: &Manifest) {
        for (key, node) in manifest.statuses {
            let words = StatusGroup::of(node).words.unwrap_or(node).items();
            let words: Vec<Span> = words.iter().map(|n| n.span.clone()).collect();
            self.most(&format!("the group of statuses `{}`", key.name), "values", STATUSES, &words);
        }
        for (key, node) in manifest.counters {
            let counters = places(node.as_map().unwrap_or_default());
            self.most("a game", &format!("counters of `{}`", key.name), BYTE, &counters);
        }
        for (key, node) in manifest.records {
            let fields = places(node.as_map().unwrap_or_default());
            self.most(&format!("the record `{}`", key.name), "fields", BYTE, &fields);
        }
        for (key, node) in manifest.events {
            self.most(&format!("the event `{}`", key.name), "fields", BYTE, &places(GameEvent::of(node).fields));
        }
    }

    /// Checks the length of each list in a tree, at any depth.
    fn lists(&mut self, node: &Node) {
        match &node.value {
            Data::List(list) => {
                if let Some(first) = list.get(ITEMS) {
                    let message = format!("a list has at most {ITEMS} items; this one has {}", list.len());
                    self.problems.error("too_many", &first.span, message).help("divide it into several");
                    self.fits = false;
                }
                list.iter().for_each(|n| self.lists(n));
            }
            Data::Map(map) => map.iter().for_each(|(_, n)| self.lists(n)),
            _ => {}
        }
    }
}
