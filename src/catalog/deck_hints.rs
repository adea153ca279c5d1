//! Deck hints: advice about decks that break no rule.

use super::decks::{Deck, ListRule};
use super::manifest::Builder;
use super::reader::text;
use crate::data::{Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{Filter, Head, SetRule, SetRules};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;

/// What a deck had better be.
#[derive(Clone, Debug)]
pub enum Hint {
    /// At most so many different words of a field.
    Distinct {
        /// The field, by slot.
        slot: u8,
        /// So many.
        most: usize,
        /// A word that does not count.
        except: Option<Sym>,
        /// The list, by its number from 0.
        list: usize,
        /// The advice, with `{n}`.
        says: String,
    },
    /// The number of cards of a type.
    Count {
        /// The type.
        ty: u8,
        /// From.
        least: usize,
        /// To.
        most: usize,
        /// The advice, with `{n}`.
        says: String,
    },
    /// Printed rules ask for names or words: whether the deck holds them.
    NamedIn {
        /// The field of rules, by slot.
        slot: u8,
        /// So many of each name are safe.
        least: usize,
    },
}

/// The hints of a manifest.
pub(super) fn read(b: &mut Builder, lists: &[ListRule], manifest: &Node, problems: &mut Problems) -> Vec<Hint> {
    let mut out = Vec::new();
    for node in manifest.field("hints").map_or(&[][..], |n| n.items()) {
        let has = |key: &str| node.field(key).is_some();
        out.extend(match (has("distinct"), has("count"), has("named_in")) {
            (true, false, false) => distinct(b, lists, node, problems),
            (false, true, false) => count(b, node, problems),
            (false, false, true) => named_in(b, node, problems),
            _ => {
                let message = "a hint says one of `distinct`, `count` and `named_in`";
                problems.error("missing", &node.span, message.to_string());
                None
            }
        });
    }
    out
}

fn distinct(b: &mut Builder, lists: &[ListRule], node: &Node, problems: &mut Problems) -> Option<Hint> {
    let what = "a hint with `distinct`";
    let field = text(node, "distinct", what, problems);
    let most = number(node, "most", problems);
    let says = text(node, "says", what, problems).to_string();
    let of = text(node, "of", what, problems);
    let slot = b.parser(Default::default(), problems).word_slot(field);
    let list = lists.iter().position(|l| l.name == of);
    if node.field("most").is_none() {
        problems.error("missing", &node.span, format!("{what} needs `most`"));
    }
    if let (Some(node), None) = (node.field("distinct"), slot) {
        problems.error("unknown_word", &node.span, format!("cards have no words called `{field}`"));
    }
    if let (Some(node), None) = (node.field("of"), list) {
        let help = suggest::help_for(of, lists.iter().map(|l| l.name.as_str()));
        problems.error("unknown_word", &node.span, format!("decks have no list `{of}`")).help(help);
    }
    let except = node.field("except").and_then(Node::as_str).map(|word| b.sym(word));
    Some(Hint::Distinct { slot: slot?, most: most?, except, list: list?, says })
}

fn count(b: &mut Builder, node: &Node, problems: &mut Problems) -> Option<Hint> {
    let what = "a hint with `count`";
    let name = text(node, "count", what, problems);
    let (least, most) = (number(node, "least", problems), number(node, "most", problems));
    let says = text(node, "says", what, problems).to_string();
    let ty = b.type_index(name);
    if let (Some(node), None) = (node.field("count"), ty) {
        problems.error("unknown_word", &node.span, format!("there is no type `{name}`"));
    }
    if node.field("least").or(node.field("most")).is_none() {
        problems.error("missing", &node.span, format!("{what} needs `least` or `most`: without them it says nothing"));
    }
    Some(Hint::Count { ty: ty? as u8, least: least.unwrap_or(0), most: most.unwrap_or(usize::MAX), says })
}

fn named_in(b: &mut Builder, node: &Node, problems: &mut Problems) -> Option<Hint> {
    let what = "a hint with `named_in`";
    let field = text(node, "named_in", what, problems);
    let slot = b.rules.schema.set_rules.iter().position(|s| &**b.rules.name(*s) == field);
    if let (Some(node), None) = (node.field("named_in"), slot) {
        problems.error("unknown_word", &node.span, format!("cards have no printed rules called `{field}`"));
    }
    let least = number(node, "least", problems).unwrap_or(1);
    Some(Hint::NamedIn { slot: slot? as u8, least })
}

/// A number from 0, if it is said.
fn number(node: &Node, key: &str, problems: &mut Problems) -> Option<usize> {
    let field = node.field(key)?;
    let number = field.as_int().and_then(|n| usize::try_from(n).ok());
    if number.is_none() {
        problems.error("wrong_kind", &field.span, format!("`{key}` of a hint is a number from 0"));
    }
    number
}

impl Hint {
    /// Says what a legal deck had better be, if it is not.
    pub(super) fn say(&self, rules: &Rules, deck: &Deck, span: &Span, problems: &mut Problems) {
        let mut hint = |text: String| {
            problems.hint("deck_hint", span, text);
        };
        match self {
            Hint::Distinct { slot, most, except, list, says } => {
                let mut words: Vec<Sym> = deck.lists[*list]
                    .iter()
                    .flat_map(|d| rules.defs[d.index()].words[*slot as usize].iter().copied())
                    .collect();
                words.sort_unstable();
                words.dedup();
                words.retain(|w| Some(*w) != *except);
                if words.len() > *most {
                    hint(says.replace("{n}", &words.len().to_string()));
                }
            }
            Hint::Count { ty, least, most, says } => {
                let n = deck.lists.iter().flatten().filter(|d| rules.defs[d.index()].ty.0 == *ty).count();
                if n < *least || n > *most {
                    hint(says.replace("{n}", &n.to_string()));
                }
            }
            Hint::NamedIn { slot, least } => {
                for asking in deck.lists.iter().flatten() {
                    let def = &rules.defs[asking.index()];
                    let Some(set) = &def.rules[*slot as usize] else { continue };
                    let lacks = missing(rules, deck, set, *least);
                    if !lacks.is_empty() {
                        hint(format!("{} {}", rules.name(def.name), lacks.join(", and ")));
                    }
                }
            }
        }
    }
}

/// What the deck lacks of what a set of rules asks for, in words.
fn missing(rules: &Rules, deck: &Deck, set: &SetRules, least: usize) -> Vec<String> {
    let mut out = Vec::new();
    for rule in &set.rules {
        match rule {
            SetRule::Roles(roles) => {
                roles.iter().for_each(|(f, n)| out.extend(lacks(rules, deck, f, *n as usize, least)))
            }
            // One way to meet it is enough.
            SetRule::AnyOf(any) => {
                let each: Vec<Vec<String>> = any.iter().map(|s| missing(rules, deck, s, least)).collect();
                if each.iter().all(|e| !e.is_empty()) {
                    out.extend(each.into_iter().next().unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    out
}

fn lacks(rules: &Rules, deck: &Deck, filter: &Filter, n: usize, least: usize) -> Option<String> {
    let (slot, word) = match filter {
        Filter::Words(slot, words) => match words.first().map(|r| &r.head) {
            Some(Head::Value(Value::Word(w))) => (*slot as usize, *w),
            _ => return None,
        },
        _ => return None,
    };
    let with_name = rules.schema.words[slot].with_name;
    let has = |d: &&DefId| {
        let def = &rules.defs[d.index()];
        def.words[slot].contains(&word) || with_name && def.name == word
    };
    let found = deck.lists.iter().flatten().filter(has).count();
    let word = rules.name(word);
    if found < n {
        return Some(format!("asks for {n} {word}, and the deck has {found}"));
    }
    (with_name && found < least)
        .then(|| format!("asks for {word} by name, and the deck has one copy: {least} are safer"))
}
