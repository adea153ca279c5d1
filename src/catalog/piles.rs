//! Piles: cards that the game itself brings, in a zone from the start or left in the box.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::places::{MakesKeys, PileKeys};
use crate::data::{Key, Node, Span};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Class, Test};
use crate::kernel::model::rules::Pile;
use crate::kernel::model::value::{DefId, ZoneKind};
use crate::kernel::parse::parser::Scope;
use crate::kernel::read::card_tests::def_matches;

/// Compiles `piles`, once all cards are known.
pub(super) fn compile(b: &mut Builder, manifest: &Manifest, problems: &mut Problems) {
    // The pile of each card, and the total number of cards.
    let mut lies_in = vec![None; b.rules.defs.len()];
    let mut total = 0;
    for (key, node) in manifest.piles {
        let said = PileKeys::of(node);
        let name = b.sym(&key.name);
        let to = said.to.and_then(|n| zone_of(b, n, problems));
        let types = said
            .holds
            .or(said.makes.and_then(|n| MakesKeys::of(n).r#type))
            .map_or(IdSet::ALL, |n| b.parser(Scope::default(), problems).types(n));
        let filter = said.cards.map_or(Test::True, |n| b.parser(Scope::default(), problems).print_test(n));
        // A plain number is known now, and is treated like a number that cards print.
        let fixed = said.copies.and_then(Node::as_int);
        let computed = said.copies.filter(|_| fixed.is_none());
        let (slot, times) = computed.map_or((None, None), |n| copies(b, n, problems));
        let when = said.r#if.map(|n| b.parser(Scope::default(), problems).cond(n));
        let mut cards = Vec::new();
        cards.extend(listed(b, said.list, problems));
        total += cards.len() as i64;
        if !said.list.is_empty() && !super::limits::piled(total, &key.span, problems) {
            return;
        }
        for (i, def) in b.rules.defs.iter().enumerate().filter(|_| said.list.is_empty()) {
            if (types & def.types).is_empty() || !def_matches(&b.rules, &filter, DefId::of(i)) {
                continue;
            }
            let id = DefId::of(i);
            // Each card lies in one pile: a card that stays in the box is in no other.
            if let Some(other) = lies_in[i].replace(name) {
                let (card, other) = (b.rules.name(def.id), b.rules.name(other));
                let message = format!("{card} lies in the pile `{other}` already");
                problems.error("pile", &key.span, message);
                continue;
            }
            let n = slot.map_or(fixed.unwrap_or(1), |slot| def.ints[slot]);
            let n = super::limits::copies(n, &key.span, &b.rules.name(def.id).clone(), problems);
            total += n;
            if !super::limits::piled(total, &key.span, problems) {
                return;
            }
            (0..n).for_each(|_| cards.push(id));
        }
        if let (Some(_), Some(_), Some(computed)) = (said.count, &times, computed) {
            let message = "`count` says nothing here: how many copies there are is known only when a game begins";
            problems.warn("idle", &computed.span, message).help("leave out `count`");
        } else if let Some(n) = said.count
            && n != cards.len() as i64
        {
            let message = format!("{} cards found in the pile `{}`, {n} needed", cards.len(), key.name);
            problems.error("pile", &key.span, message);
        }
        if said.apart {
            let kinds = cards.chunk_by(|a, b| a == b).count();
            let room = to.map_or(0, |kind| b.rules.schema.zones[kind.index()].spaces as usize);
            if kinds > room {
                let message =
                    format!("the pile `{}` has {kinds} different cards, and its zone {room} spaces", key.name);
                problems.error("pile", &key.span, message).help("`slots` of the zone says how many spaces it has");
            }
        }
        b.rules.piles.push(Pile { to, cards, times, apart: said.apart, when });
    }
}

/// The zone in which a pile lies.
fn zone_of(b: &Builder, n: &Node, problems: &mut Problems) -> Option<ZoneKind> {
    let kind = n.as_str().and_then(|z| b.rules.schema.zone_kind(z));
    if kind.is_none() {
        let known: Vec<&str> = b.rules.schema.zones.iter().map(|z| &**b.rules.name(z.name)).collect();
        let help = crate::data::suggest::help_for(n.as_str().unwrap_or(""), known.iter().copied());
        problems.error("unknown_word", &n.span, "`to` of a pile must name a zone").help(help);
    }
    kind
}

/// The listed cards of a pile, each repeated for its copies.
fn listed(b: &Builder, list: &[(Key, Node)], problems: &mut Problems) -> Vec<DefId> {
    let mut cards = Vec::new();
    for (key, n) in list {
        let Some(def) = known_card(b, &key.name, &key.span, problems) else { continue };
        let n = super::limits::copies(n.as_int().unwrap_or(1), &n.span, &key.name, problems);
        (0..n).for_each(|_| cards.push(def));
    }
    cards
}

/// The card that a value names by its id.
pub(super) fn card_of(b: &Builder, node: &Node, problems: &mut Problems) -> Option<DefId> {
    known_card(b, node.as_str().unwrap_or(""), &node.span, problems)
}

fn known_card(b: &Builder, name: &str, span: &Span, problems: &mut Problems) -> Option<DefId> {
    let sym = b.rules.schema.symbols.find(name);
    let found = b.def_ids.iter().position(|id| Some(*id) == sym);
    if found.is_none() {
        let known: Vec<&str> = b.def_ids.iter().map(|id| &**b.rules.name(*id)).collect();
        let help = crate::data::suggest::help_for(name, known.iter().copied());
        problems.error("unknown_word", span, format!("there is no card `{name}`")).help(help);
    }
    found.map(DefId::of)
}

/// The number of copies of each card: the slot of a number that cards print, or an amount.
fn copies(b: &Builder, node: &Node, problems: &mut Problems) -> (Option<usize>, Option<Amount>) {
    let attr = node.as_str().and_then(|name| b.rules.schema.attr(Class::Card, name));
    match attr.map(|a| b.rules.schema.attrs[a.index()].base.printed()) {
        Some(Some(slot)) => (Some(slot as usize), None),
        Some(None) => {
            problems.error("unknown_word", &node.span, "`copies` must name a number that cards print");
            (None, None)
        }
        None => (None, Some(b.parser(Scope::default(), problems).amount(node))),
    }
}
