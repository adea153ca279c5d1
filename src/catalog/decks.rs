//! Decks: what players bring, checked against the game's rules for decks.

use super::keys::decks::{LikeKeys, ListKeys};
use super::keys::manifest::Manifest;
use super::keys::value_kinds::LONGEST;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::builder::Builder;
use super::deck_copies::{self, Copies};
use super::deck_hints::{self, Hint};
use super::strict_maps::known_keys;
use super::strict_maps::wrong;
use super::{Catalog, Nodes, limits};
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Class, PrintTest, Test};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::ALL_SEATS;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::read::card_tests::def_matches;

/// The deck of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    /// The name of the deck.
    pub name: String,
    /// The cards in each deck list that the manifest declares, in the order of the manifest.
    #[doc(hidden)]
    pub lists: Vec<Vec<DefId>>,
    /// For each list, the number of cards that the game does not have.
    #[doc(hidden)]
    pub unknown: Vec<usize>,
    /// The rules by which the cards of the deck are numbered.
    #[doc(hidden)]
    pub numbers: NumberedBy,
}

/// The rules by which cards are numbered; `None`: the rules of the game where the deck is used. Never compared.
#[derive(Clone, Default)]
pub struct NumberedBy(pub Option<Arc<Rules>>);

impl PartialEq for NumberedBy {
    fn eq(&self, _: &NumberedBy) -> bool {
        true
    }
}

impl fmt::Debug for NumberedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules of {}", self.0.as_ref().map_or("any game", |rules| &rules.schema.game))
    }
}

impl Deck {
    /// The deck with its cards renumbered by these rules: a game that was loaded anew, or with other packs, has other
    /// numbers.
    ///
    /// # Errors
    ///
    /// The id of a card that is missing in these rules.
    pub(crate) fn numbered_by(mut self, rules: &Arc<Rules>) -> Result<Deck, String> {
        let Some(old) = self.numbers.0.replace(rules.clone()).filter(|old| !Arc::ptr_eq(old, rules)) else {
            return Ok(self);
        };
        for def in self.lists.iter_mut().flatten() {
            let id = old.name(old.defs[def.index()].id);
            *def = rules.def_by_id(id).ok_or_else(|| id.to_string())?;
        }
        Ok(self)
    }
}

/// The rules of decks: requirements and recommendations.
#[derive(Clone, Debug, Default)]
pub struct DeckRules {
    /// The rules of each list.
    pub lists: Vec<ListRule>,
    /// Advice.
    pub hints: Vec<Hint>,
    /// For each card of a pack that was found but is not in play, by the card's id, that pack.
    pub elsewhere: BTreeMap<String, String>,
    /// The reasons why ready-made decks cannot be played, by id: illegal with the packs in play, or the deck of a pack.
    pub left_out: BTreeMap<String, String>,
}

/// Rules of one list.
#[derive(Clone, Debug)]
pub struct ListRule {
    /// The name of the list, which is its key in deck files.
    pub name: String,
    /// The seats whose players bring the list, one bit each.
    pub seats: u8,
    /// Types of cards that the list may hold.
    pub holds: IdSet<TypeId>,
    /// The test of each card of the list.
    pub cards: Test<PrintTest>,
    /// The number of cards; `None` if the manifest has an error there, which was reported.
    pub count: Option<usize>,
    /// The option that gives the number of cards, in place of `count`.
    pub count_option: Option<Sym>,
    /// Limits of copies of one name: the first whose filter matches the card counts; without any, copies are unlimited.
    pub copies: Vec<Copies>,
    /// A rule that each card shares a word with the cards of another list.
    pub like: Option<Like>,
    /// Sums of printed numbers that must not be exceeded.
    pub sums: Vec<(AttrId, i64)>,
    /// The text field, by slot, in which copies of a card print the same; `None`: cards of one name are copies.
    pub same: Option<usize>,
    /// The least numbers of cards by type.
    pub least: Vec<(u8, usize)>,
    /// The name of the list in which these cards stand, too. Cards in both lists begin in the zone of this list.
    pub out_of: Option<String>,
}

/// A rule that each card of a list shares a word with the cards of another list.
#[derive(Clone, Debug)]
pub struct Like {
    /// The field of words, by slot.
    pub slot: u8,
    /// The other list.
    pub list: String,
    /// A word with which a card fits in any case.
    pub or: Option<Sym>,
    /// The option that must be true for the rule to count; `None`: it always counts.
    pub option: Option<Sym>,
}

pub(super) fn compile(
    b: &mut Builder,
    game: &str,
    manifest: &Manifest,
    nodes: &Nodes,
    packs: (&[String], BTreeMap<String, String>),
    problems: &mut Problems,
) -> (BTreeMap<String, Deck>, DeckRules) {
    let mut rules = DeckRules { elsewhere: packs.1, ..deck_rules(b, manifest, problems) };
    let last_pack = packs.0.last().map(|id| format!("packs/{id}/"));
    let mut decks = BTreeMap::new();
    let prefix = format!("cards/{game}/decks/");
    for (path, node) in nodes {
        let Some(id) = super::card_paths::in_pack(path).strip_prefix(&prefix).and_then(|p| p.strip_suffix(".yaml"))
        else {
            continue;
        };
        // A pack may change the rules of decks, so an illegal deck of the game or of an earlier pack is left out.
        if last_pack.as_ref().is_some_and(|p| !path.starts_with(p)) {
            let mut found = Problems::new();
            let deck = read(&b.rules, &rules, node, &mut found);
            rules.check(&b.rules, &deck, &**node, &mut found);
            match found.list().iter().find(|p| p.severity == crate::error::Severity::Error) {
                Some(p) => {
                    let why = format!("with these packs it is not legal: {}", p.message);
                    problems.hint("deck_hint", &node.span, format!("the deck `{id}` is left out: {why}"));
                    rules.left_out.insert(id.to_string(), why);
                }
                None => drop(decks.insert(id.to_string(), deck)),
            }
            continue;
        }
        let before = problems.len();
        let deck = read(&b.rules, &rules, node, problems);
        // The size is known only if all numbers are.
        if problems.list()[before..].iter().all(|p| p.key != "wrong_kind") {
            rules.check(&b.rules, &deck, &**node, problems);
        }
        named(id, &deck, node, &decks, problems);
        decks.insert(id.to_string(), deck);
    }
    (decks, rules)
}

/// Warns of a deck without a name, and of one that is called like another.
fn named(id: &str, deck: &Deck, node: &Node, others: &BTreeMap<String, Deck>, problems: &mut Problems) {
    match node.field("name") {
        None if node.as_map().is_some() => {
            problems.warn("missing", &node.span, format!("the deck `{id}` has no name, by which people choose it"));
        }
        Some(at) => {
            if let Some((other, _)) = others.iter().find(|(_, d)| !d.name.is_empty() && d.name == deck.name) {
                let message = format!("the deck `{other}` is called `{}` too", deck.name);
                problems.warn("name_taken", &at.span, message).help("nobody can tell them apart by name");
            }
        }
        None => {}
    }
}

fn deck_rules(b: &mut Builder, manifest: &Manifest, problems: &mut Problems) -> DeckRules {
    let mut out = DeckRules::default();
    for (key, node) in manifest.decks {
        let said = ListKeys::of(node);
        let zone = said.to.and_then(|z| b.rules.schema.zone_kind(z));
        let name = b.sym(&key.name);
        match zone {
            Some(kind) => b.rules.start_lists.push((name, kind)),
            None => {
                problems.error("unknown_word", &key.span, "a list of a deck needs `to`: a zone");
            }
        }
        let seats = said.role.map_or(ALL_SEATS, |n| b.seats_of_role(n, problems));
        if let Some((kind, node)) = zone.zip(node.field("to"))
            && seats & !b.rules.schema.zones[kind.index()].seats != 0
        {
            let message = format!("not all who bring the {} have this zone: its `per` says who has one", key.name);
            problems.error("wrong_kind", &node.span, message).help("`role` says who brings a list");
        }
        let holds = said.holds.map_or(IdSet::ALL, |n| b.parser(Default::default(), problems).types(n));
        let cards = said.cards.map_or(Test::True, |n| b.parser(Default::default(), problems).print_test(n));
        let sums = said
            .sum
            .iter()
            .filter_map(|(k, n)| Some((b.rules.schema.attr(Class::Card, &k.name)?, n.as_int()?)))
            .collect();
        let count_option = said.count.filter(|n| n.as_str().is_some()).and_then(|n| option(b, n, problems));
        let count = match count_option {
            Some(_) => Some(0),
            None => said.count.and_then(Node::as_int).filter(|n| (0..=LONGEST).contains(n)).map(|n| n as usize),
        };
        let copies = said.copies.map_or(Vec::new(), |n| deck_copies::limits(b, n, problems));
        let like = said.like.and_then(|n| like(b, n, problems));
        let same = said.same.and_then(|n| text_of_cards(b, n, problems));
        let least = said.least;
        for (key, _) in least.iter().filter(|(k, _)| b.type_index(&k.name).is_none()) {
            let known: Vec<&str> = b.rules.schema.types.iter().map(|t| &**b.rules.name(t.name)).collect();
            let help = crate::data::suggest::help_for(&key.name, known);
            problems.error("unknown_word", &key.span, format!("unknown card type `{}`", key.name)).help(help);
        }
        let least = least.iter().filter_map(|(k, n)| Some((b.type_index(&k.name)? as u8, n.as_int()?.max(0) as usize)));
        let least = least.collect();
        let out_of = said.out_of.map(String::from);
        if let Some(other) = out_of.as_ref().filter(|o| !out.lists.iter().any(|l| l.name == **o)) {
            let known: Vec<&str> = out.lists.iter().map(|l| l.name.as_str()).collect();
            let help = crate::data::suggest::help_for(other, known);
            problems
                .error("unknown_word", &node.span, format!("there is no list `{other}` before this one"))
                .help(help);
        }
        let name = key.name.clone();
        out.lists.push(ListRule {
            name,
            seats,
            holds,
            cards,
            count,
            count_option,
            copies,
            like,
            sums,
            same,
            least,
            out_of,
        });
    }
    out.hints = deck_hints::read(b, &out.lists, manifest, problems);
    out
}

/// The slot of a text field of cards, by its name.
fn text_of_cards(b: &Builder, node: &Node, problems: &mut Problems) -> Option<usize> {
    let name = node.as_str().unwrap_or("");
    let found = b.rules.schema.texts.iter().position(|t| &**b.rules.name(*t) == name);
    if found.is_none() {
        problems.error("unknown_word", &node.span, format!("cards have no text `{name}`"));
    }
    found
}

/// The option that a node names: `option.deck_size`.
fn option(b: &mut Builder, node: &Node, problems: &mut Problems) -> Option<Sym> {
    let name = node.as_str().unwrap_or("").trim_start_matches("option.").to_string();
    let sym = b.sym(&name);
    if b.option_names.contains(&sym) {
        return Some(sym);
    }
    let known: Vec<String> = b.option_names.iter().map(|o| b.rules.name(*o).to_string()).collect();
    let help = match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => "one number stands here, and no range; `option.NAME` lets who begins a game choose one".to_string(),
        false => crate::data::suggest::help_for(&name, known.iter().map(String::as_str)),
    };
    problems.error("unknown_word", &node.span, format!("the game has no option `{name}`")).help(help);
    None
}

fn like(b: &mut Builder, node: &Node, problems: &mut Problems) -> Option<Like> {
    let said = LikeKeys::of(node);
    let slot = said.field.and_then(|f| b.parser(Default::default(), problems).word_slot(f));
    let list = said.list.unwrap_or("").to_string();
    let or = said.or.map(|w| b.sym(w));
    if let (Some(or), Some(slot), Some(at)) = (or, slot, node.field("or")) {
        let words = b.rules.defs.iter().flat_map(|def| &def.words[slot as usize]);
        let known: BTreeSet<String> = words.map(|word| b.rules.name(*word).to_string()).collect();
        let word = b.rules.name(or).to_string();
        if !known.contains(&word) {
            let help = crate::data::suggest::help_for(&word, known.iter().map(String::as_str));
            problems.warn("unknown_word", &at.span, format!("no card has the word `{word}`")).help(help);
        }
    }
    let option = said.r#if.and_then(|n| option(b, n, problems));
    if slot.is_none() {
        problems.error("unknown_word", &node.span, "`like` needs `field`, a field of words");
    }
    Some(Like { slot: slot?, list, or, option })
}

/// Reads a deck file. Cards that do not exist are reported and left out.
pub fn read(rules: &Rules, deck_rules: &DeckRules, node: &Node, problems: &mut Problems) -> Deck {
    let mut keys: Vec<&str> = vec!["name", "game", "number"];
    keys.extend(deck_rules.lists.iter().map(|l| l.name.as_str()));
    known_keys(node, &keys, "a deck", problems);
    let name = read_name(rules, node, problems);
    let mut deck = Deck { name: name.into(), ..Deck::default() };
    for list in &deck_rules.lists {
        let mut defs = Vec::new();
        let mut unknown = 0;
        let mut add = |id: &str, n: i64, span: &Span, problems: &mut Problems| match rules.def_by_id(id) {
            Some(def) => (0..super::limits::copies(n, span, id, problems)).for_each(|_| defs.push(def)),
            None => {
                unknown += n.max(0) as usize;
                // A card whose file has a problem was reported at the file.
                let own_file = format!("/{id}.yaml");
                if problems.list().iter().any(|p| p.span.file.ends_with(&own_file)) {
                    return;
                }
                let known: Vec<&str> = rules.defs.iter().map(|d| &**rules.name(d.id)).collect();
                let message = format!("there is no card `{id}` in this game");
                let of = with_number(id);
                let nearest = crate::data::suggest::nearest(of.map_or(id, |(name, _)| name), known.iter().copied());
                let problem = problems.error("unknown_card", span, message);
                match (deck_rules.elsewhere.get(id), nearest, of) {
                    (Some(pack), ..) => {
                        problem.help(format!("it is a card of the pack `{pack}`, which is not in play"))
                    }
                    (None, Some(nearest), Some((_, n))) => problem.help(format!("write `{nearest}: {n}`")),
                    (None, Some(nearest), None) => problem.help(format!("did you mean `{nearest}`?")),
                    _ => {}
                }
            }
        };
        match node.field(&list.name) {
            None => {}
            Some(n) => match n.as_map() {
                Some(map) => map.iter().for_each(|(k, n)| match n.as_int() {
                    Some(number) => add(&k.name, number, &k.span, problems),
                    None => {
                        let message = format!("the copies of `{}` must be a number, found {}", k.name, n.kind_name());
                        let problem = problems.error("wrong_kind", &n.span, message);
                        if let Some((name, n)) = with_number(&k.name) {
                            let ids: Vec<&str> = rules.defs.iter().map(|d| &**rules.name(d.id)).collect();
                            let id = crate::data::suggest::nearest(name, ids.iter().copied()).unwrap_or(name);
                            problem.help(format!("write `{id}: {n}`"));
                        }
                    }
                }),
                None => n.items().iter().for_each(|n| match n.as_str() {
                    Some(id) => add(id, 1, &n.span, problems),
                    None => wrong(n, &list.name, "a list of ids of cards, or a map of their numbers", problems),
                }),
            },
        }
        deck.lists.push(defs);
        deck.unknown.push(unknown);
    }
    deck
}

/// The name of a deck; tells of a wrong name, and of a deck of another game.
fn read_name<'n>(rules: &Rules, node: &'n Node, problems: &mut Problems) -> &'n str {
    let name = node.field("name").and_then(Node::as_str).unwrap_or("");
    if let Some(n) = node.field("name") {
        limits::title("the name of the deck", name, &n.span, "give it a shorter one", problems);
    }
    match node.field("name") {
        Some(n) if n.as_str().is_none() => wrong(n, "name", "a text", problems),
        Some(n) if n.as_str().is_some_and(|name| name.trim().is_empty()) => {
            problems.error("missing", &n.span, "the name of the deck is empty");
        }
        _ => {}
    }
    if let Some(game) = node.field("game")
        && game.as_str() != Some(&*rules.schema.game)
    {
        let of = game.as_str().unwrap_or_default();
        let message = format!("this is a deck of the game `{of}`, and the game here is `{}`", rules.schema.game);
        problems.error("wrong_game", &game.span, message);
    }
    name
}

/// The name and the number in a line of a deck list as other programs write it: `24 Old Well`, `4x Wolf`, `Wolf x4`.
fn with_number(line: &str) -> Option<(&str, u32)> {
    let number = |word: &str| word.trim_matches('x').parse().ok();
    let first = line.split_once(' ').and_then(|(n, name)| Some((name.trim(), number(n)?)));
    first.or_else(|| line.rsplit_once(' ').and_then(|(name, n)| Some((name.trim(), number(n)?))))
}

impl Catalog {
    /// A sentence that there is no ready-made deck of this id, with the reason if it is known.
    pub fn why_no_deck(&self, id: &str) -> String {
        let why = self.deck_rules.left_out.get(id);
        format!("there is no deck `{id}`{}", why.map_or(String::new(), |w| format!(": {w}")))
    }
}

impl ListRule {
    /// True if the printed facts of a card allow it in the list.
    pub fn may_hold(&self, rules: &Rules, def: DefId) -> bool {
        let card = &rules.defs[def.index()];
        !(self.holds & card.types).is_empty() && def_matches(rules, &self.cards, def)
    }
}

impl DeckRules {
    /// The cards that a deck brings to each list's zone. A card named in a list "out of" another list begins in the
    /// first one only.
    pub fn bring(&self, deck: &Deck) -> Vec<Vec<DefId>> {
        let mut lists = deck.lists.clone();
        for (i, rule) in self.lists.iter().enumerate() {
            let Some(at) = self.lists.iter().position(|l| rule.out_of.as_ref() == Some(&l.name)) else { continue };
            for def in lists.get(i).cloned().unwrap_or_default() {
                if let Some(place) = lists[at].iter().position(|d| *d == def) {
                    lists[at].remove(place);
                }
            }
        }
        lists
    }

    /// The seats that may bring a deck: those that bring each of its lists that has cards; one bit each.
    pub fn seats_for(&self, deck: &Deck) -> u8 {
        let full = self.lists.iter().enumerate().filter(|(at, _)| {
            let cards = deck.lists.get(*at).map_or(0, Vec::len);
            cards + deck.unknown.get(*at).copied().unwrap_or(0) > 0
        });
        full.fold(ALL_SEATS, |seats, (_, list)| seats & list.seats)
    }

    /// The reason why a seat cannot bring a deck, if there is one.
    pub fn why_not_for(&self, rules: &Rules, deck: &Deck, seat: Seat) -> Option<String> {
        if self.seats_for(deck) & 1 << seat.0 != 0 {
            return None;
        }
        let roles: Vec<&str> = rules.schema.roles_of(seat).map(|role| &**rules.name(role.name)).collect();
        Some(format!("this is no deck for the {}", roles.join(" and ")))
    }

    /// True if decks have lists, and none of them is for this seat.
    pub fn brings_nothing(&self, seat: Seat) -> bool {
        !self.lists.is_empty() && self.lists.iter().all(|list| list.seats & 1 << seat.0 == 0)
    }

    /// The decks that the seats bring if nobody chooses: each seat brings the next of `decks` that it may bring.
    pub fn dealt<'d>(&self, decks: impl Iterator<Item = &'d Deck>, seats: usize) -> Vec<Deck> {
        let all: Vec<&Deck> = decks.collect();
        let for_seat = |seat: &usize| {
            if self.brings_nothing(Seat::of(*seat)) {
                return Some(Deck { lists: vec![Vec::new(); self.lists.len()], ..Deck::default() });
            }
            let may_bring = |deck: &&&Deck| self.seats_for(deck) & 1 << seat != 0;
            let fitting: Vec<&&Deck> = all.iter().filter(may_bring).collect();
            // Seats that may bring the same decks bring different ones.
            let before = (0..*seat).filter(|other| fitting.iter().any(|deck| self.seats_for(deck) & 1 << other != 0));
            let at = before.count();
            fitting.get(at % fitting.len().max(1)).map(|deck| (**deck).clone())
        };
        (0..seats).filter_map(|seat| for_seat(&seat)).collect()
    }

    /// The zone in which a card would begin the game if a player had brought it. Of the zones of the lists that may
    /// hold the card it is `now`, where the card lies, if that is one of them; else the zone of the first list.
    pub fn home(&self, rules: &Rules, def: DefId, now: ZoneKind) -> Option<ZoneKind> {
        let holds = self.lists.iter().zip(&rules.start_lists).filter(|(l, _)| l.may_hold(rules, def));
        let zones = holds.map(|(_, (_, kind))| *kind);
        zones.clone().find(|kind| *kind == now).or_else(|| zones.clone().next())
    }

    /// Checks that a deck has the lists of the game, none of them too long, and only cards of the game.
    pub(crate) fn is_of_game(&self, rules: &Rules, deck: &Deck, span: &Span, problems: &mut Problems) -> bool {
        let before = problems.len();
        if deck.lists.len() != self.lists.len() {
            let names: Vec<&str> = self.lists.iter().map(|l| &*l.name).collect();
            let message = format!("{} lists found, {} needed", deck.lists.len(), names.len());
            problems.error("deck", span, message).help(format!("a deck has these lists: {}", names.join(", ")));
        }
        for (rule, list) in self.lists.iter().zip(&deck.lists).filter(|(_, list)| list.len() as i64 > LONGEST) {
            let message = format!("{} {} found, and no list holds more than {LONGEST}", list.len(), rule.name);
            problems.error("deck", span, message);
        }
        if let Some(def) = deck.lists.iter().flatten().find(|d| d.index() >= rules.defs.len()) {
            problems.error("deck", span, format!("there is no card of number {} in this game", def.0));
        }
        problems.len() == before
    }

    /// Notes why decks of packs that are not in play cannot be played; `decks` are their ids, each with its pack.
    pub(super) fn leave_out(&mut self, decks: impl IntoIterator<Item = (String, String)>) {
        let reason = |pack: String| format!("it is a deck of the pack `{pack}`, which is not in play");
        self.left_out.extend(decks.into_iter().map(|(id, pack)| (id, reason(pack))));
    }
}
