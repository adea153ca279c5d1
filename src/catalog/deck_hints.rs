//! Deck hints: advice about decks that break no rule.

use super::builder::Builder;
use super::decks::{Deck, ListRule};
use super::keys::decks::{CountKeys, DistinctKeys, NamedKeys};
use super::keys::manifest::Manifest;
use crate::data::{Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{CardTest, Head, Ref, SetRule, SetRules, Test};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;

/// Advice for building a deck.
#[derive(Clone, Debug)]
pub enum Hint {
    /// Advice if the cards of a list print more than `most` different words in a field.
    Distinct {
        /// The field, by slot.
        slot: u8,
        /// The greatest number.
        most: usize,
        /// A word that does not count.
        except: Option<Sym>,
        /// The number of the list, from 0.
        list: usize,
        /// The advice, with `{n}`.
        says: String,
    },
    /// Advice if a deck has fewer than `least` or more than `most` cards of a type.
    Count {
        /// The type.
        ty: u8,
        /// The least number.
        least: usize,
        /// The greatest number.
        most: usize,
        /// The advice, with `{n}`.
        says: String,
    },
    /// Names and words for which printed rules ask: the hint tells which of them the deck lacks.
    NamedIn {
        /// The field of rules, by slot.
        slot: u8,
        /// The fewest copies that are safe of a card that is asked for by name.
        least: usize,
    },
}

/// The hints of a manifest.
pub(super) fn read(b: &mut Builder, lists: &[ListRule], manifest: &Manifest, problems: &mut Problems) -> Vec<Hint> {
    let read = |node| {
        let (of_words, of_type, of_rules) = (DistinctKeys::of(node), CountKeys::of(node), NamedKeys::of(node));
        match (of_words.distinct, of_type.count, of_rules.named_in) {
            (Some(field), ..) => distinct(b, lists, field, &of_words, problems),
            (_, Some(name), _) => count(b, name, &of_type, problems),
            (.., Some(field)) => named_in(b, field, &of_rules, problems),
            _ => None,
        }
    };
    manifest.hints.iter().filter_map(read).collect()
}

fn distinct(
    b: &mut Builder,
    lists: &[ListRule],
    at: &Node,
    said: &DistinctKeys,
    problems: &mut Problems,
) -> Option<Hint> {
    let field = at.as_str()?;
    let slot = b.parser(Default::default(), problems).word_slot(field);
    if slot.is_none() {
        problems.error("unknown_word", &at.span, format!("cards have no words called `{field}`"));
    }
    let of = said.of?;
    let name = of.as_str().unwrap_or("");
    let list = lists.iter().position(|l| l.name == name);
    if list.is_none() {
        let help = suggest::help_for(name, lists.iter().map(|l| l.name.as_str()));
        problems.error("unknown_word", &of.span, format!("decks have no list `{name}`")).help(help);
    }
    let except = said.except.map(|word| b.sym(word));
    Some(Hint::Distinct { slot: slot?, most: number(said.most)?, except, list: list?, says: said.says?.into() })
}

fn count(b: &mut Builder, at: &Node, said: &CountKeys, problems: &mut Problems) -> Option<Hint> {
    let name = at.as_str()?;
    let ty = b.type_index(name);
    if ty.is_none() {
        problems.error("unknown_word", &at.span, format!("there is no type `{name}`"));
    }
    if said.least.or(said.most).is_none() {
        let message = "a hint with `count` needs `least` or `most`: without them it says nothing";
        problems.error("missing", &said.node().span, message);
    }
    let (least, most) = (number(said.least).unwrap_or(0), number(said.most).unwrap_or(usize::MAX));
    Some(Hint::Count { ty: ty? as u8, least, most, says: said.says?.into() })
}

fn named_in(b: &mut Builder, at: &Node, said: &NamedKeys, problems: &mut Problems) -> Option<Hint> {
    let field = at.as_str()?;
    let slot = b.rules.schema.set_rules.iter().position(|s| &**b.rules.name(*s) == field);
    if slot.is_none() {
        problems.error("unknown_word", &at.span, format!("cards have no printed rules called `{field}`"));
    }
    Some(Hint::NamedIn { slot: slot? as u8, least: number(said.least).unwrap_or(1) })
}

/// A number from 0.
fn number(n: Option<i64>) -> Option<usize> {
    n.and_then(|n| usize::try_from(n).ok())
}

impl Hint {
    /// Gives hints about a legal deck.
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
                let n =
                    deck.lists.iter().flatten().filter(|d| rules.defs[d.index()].types.contains(TypeId(*ty))).count();
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

/// Names the kinds of pip in the costs of a legal deck that surely none of its cards pays, by what they print.
pub(super) fn unpaid(rules: &Rules, deck: &Deck, span: &Span, problems: &mut Problems) {
    let schema = &rules.schema;
    if schema.payers.is_empty() {
        return;
    }
    let mut defs: Vec<DefId> = deck.lists.iter().flatten().copied().collect();
    defs.sort_unstable();
    defs.dedup();
    for (at, (pip, pays)) in schema.pips.iter().enumerate() {
        // If only the state of the game decides whether a card pays, it counts as able to pay.
        if defs.iter().any(|def| prints(rules, *def, pays) != Some(false)) {
            continue;
        }
        let costs =
            |def: &&DefId| rules.defs[def.index()].costs.iter().any(|cost| cost.get(at).is_some_and(|n| *n > 0));
        let names: Vec<&str> =
            defs.iter().filter(costs).map(|def| &**rules.name(rules.defs[def.index()].name)).collect();
        if let Some(first) = names.first() {
            let more = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
            let message = format!("no card of the deck pays `{}`, a cost of {first}{more}", rules.name(*pip));
            problems.hint("deck_hint", span, message).help("put cards in that pay it, or take these out");
        }
    }
}

/// The result of a test on the printed card; `None`: it depends on the game's state.
fn prints(rules: &Rules, def: DefId, test: &Test<CardTest>) -> Option<bool> {
    let all = |parts: &[Test<CardTest>], wanted: bool| {
        let each: Vec<Option<bool>> = parts.iter().map(|part| prints(rules, def, part)).collect();
        match each.contains(&Some(!wanted)) {
            true => Some(!wanted),
            false => each.iter().all(|holds| *holds == Some(wanted)).then_some(wanted),
        }
    };
    match test {
        Test::True => Some(true),
        Test::All(parts) => all(parts, true),
        Test::Any(parts) => all(parts, false),
        Test::Not(part) => prints(rules, def, part).map(|holds| !holds),
        Test::One(CardTest::Words(slot, words)) => {
            let printed = &rules.defs[def.index()].words[*slot as usize];
            let is_printed = |word: &Ref| match &word.head {
                Head::Value(Value::Word(word)) => Some(printed.contains(word)),
                _ => None,
            };
            let each: Vec<Option<bool>> = words.iter().map(is_printed).collect();
            match each.contains(&Some(true)) {
                true => Some(true),
                false => each.iter().all(Option::is_some).then_some(false),
            }
        }
        _ => None,
    }
}

/// Cards that a set of rules asks for and the deck lacks, in words.
fn missing(rules: &Rules, deck: &Deck, set: &SetRules, least: usize) -> Vec<String> {
    let mut out = Vec::new();
    for rule in &set.rules {
        match rule {
            SetRule::Roles(roles) => {
                roles.iter().for_each(|(f, n)| out.extend(lacks(rules, deck, f, *n as usize, least)))
            }
            // Of several groups of rules a deck needs to meet only one.
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

fn lacks(rules: &Rules, deck: &Deck, test: &Test<CardTest>, n: usize, least: usize) -> Option<String> {
    let (slot, word) = match test {
        Test::One(CardTest::Words(slot, words)) => match words.first().map(|r| &r.head) {
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
