//! Deck checks: the faults of a deck, by the rules for decks.

use std::collections::{BTreeMap, BTreeSet};

use super::deck_hints;
use super::deck_places::DeckPlace;
use super::decks::{Deck, DeckRules, ListRule};
use crate::error::Problems;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;

impl ListRule {
    /// The help for a card that the list may not hold: the types that it may hold, or where the manifest says it.
    fn who_may(&self, rules: &Rules) -> String {
        let all = rules.schema.types.iter().enumerate();
        let held = all.filter(|(ty, _)| self.holds.contains(TypeId::of(*ty))).map(|(_, def)| &**rules.name(def.name));
        let types: Vec<&str> = held.collect();
        match types.len() == rules.schema.types.len() {
            true => format!("the manifest says under `decks` which cards may be among the {}", self.name),
            false => format!("the {} have the type {}", self.name, types.join(" or ")),
        }
    }
}

impl DeckRules {
    /// Reports everything that is wrong with a deck; if nothing is, gives the advice about it.
    pub fn check<'n>(&self, rules: &Rules, deck: &Deck, at: impl Into<DeckPlace<'n>>, problems: &mut Problems) {
        let at: DeckPlace<'n> = at.into();
        if !self.is_of_game(rules, deck, at.whole(), problems) {
            return;
        }
        let (before, brought, seats) = (problems.len(), self.bring(deck), self.seats_for(deck));
        if seats == 0 {
            let message = "no player brings all of these lists: they are for different roles";
            problems.error("deck", at.whole(), message).help("make a deck for each role");
            return;
        }
        let id_of = |def: &DefId| rules.name(rules.defs[def.index()].id);
        for (i, (rule, list)) in self.lists.iter().zip(&deck.lists).enumerate() {
            // A list that only other roles bring is not checked.
            if rule.seats & seats == 0 {
                continue;
            }
            // Several copies of a card give one finding.
            let mut said = BTreeSet::new();
            let mut error = |of: Option<&DefId>, message: String, help: String| {
                if said.insert(message.clone()) {
                    let span = of.map_or(at.list(&rule.name), |def| at.card(&rule.name, id_of(def)));
                    problems.error("deck", span, message).help(help);
                }
            };
            for def in list {
                if !rule.may_hold(rules, *def) {
                    let message = format!("{} may not be among the {}", name_of(rules, def), rule.name);
                    error(Some(def), message, rule.who_may(rules));
                }
            }
            let size = list.len() + deck.unknown.get(i).copied().unwrap_or(0);
            let chosen = rule.count_option.and_then(|o| rules.option(o)).and_then(Value::int);
            let count = chosen.map_or(rule.count, |n| Some(n.max(0) as usize));
            if let Some(count) = count.filter(|count| size != *count) {
                let change = match size < count {
                    true => format!("put {} more in", count - size),
                    false => format!("take {} out", size - count),
                };
                error(None, format!("{size} {} found, {count} needed", rule.name), change);
            }
            self.least_by_type(rules, rule, &brought[i], &mut error);
            self.copies_by_number(rules, rule, list, &mut error);
            self.out_of_other_list(rules, rule, (deck, list.as_slice()), &mut error);
            self.copies_by_name(rules, rule, list, &mut error);
            self.words_in_common(rules, rule, (deck, list.as_slice()), &mut error);
            self.sums(rules, rule, list, &mut error);
        }
        if problems.len() == before {
            self.hints.iter().for_each(|hint| hint.say(rules, deck, at.whole(), problems));
            deck_hints::unpaid(rules, deck, at.whole(), problems);
        }
    }

    /// Reports types of which a list has too few cards.
    fn least_by_type(&self, rules: &Rules, rule: &ListRule, brought: &[DefId], error: DeckFault) {
        for (ty, n) in &rule.least {
            let found = brought.iter().filter(|d| rules.defs[d.index()].types.contains(TypeId(*ty))).count();
            if found < *n {
                let name = rules.name(rules.schema.types[*ty as usize].name);
                let taken: Vec<&str> =
                    self.lists.iter().filter(|l| l.out_of.as_ref() == Some(&rule.name)).map(|l| &*l.name).collect();
                let beside =
                    if taken.is_empty() { String::new() } else { format!(" beside the {}", taken.join(" and ")) };
                let message =
                    format!("the {} have {found} of the type {name}{beside}, and {n} must be there", rule.name);
                error(None, message, format!("put {} more of the type {name} in", n - found));
            }
        }
    }

    /// Reports texts with too many copies, in a list with `same`: there, cards that print the same text in that field
    /// are copies of each other.
    fn copies_by_number(&self, rules: &Rules, rule: &ListRule, list: &[DefId], error: DeckFault) {
        if let Some(text) = rule.same {
            let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
            let number_of = |d: &DefId| &*rules.defs[d.index()].texts[text];
            list.iter().for_each(|d| *numbers.entry(number_of(d)).or_default() += 1);
            for (number, n) in &numbers {
                let first = list.iter().find(|d| number_of(d) == *number);
                if let Some(most) = first.and_then(|d| rule.most_of(rules, *d)).filter(|most| n > most) {
                    let message = format!("{number}: {n} copies among the {}, at most {most}", rule.name);
                    error(first, message, format!("take {} out", n - most));
                }
            }
        }
    }

    /// Reports cards that must also stand in another list, and do not.
    fn out_of_other_list(&self, rules: &Rules, rule: &ListRule, (deck, list): (&Deck, &[DefId]), error: DeckFault) {
        let among = self.lists.iter().position(|l| rule.out_of.as_ref() == Some(&l.name));
        if let Some(other) = among.and_then(|at| deck.lists.get(at)) {
            let mut left = other.clone();
            for def in list {
                match left.iter().position(|d| d == def) {
                    Some(at) => drop(left.remove(at)),
                    None => {
                        let (name, other) = (name_of(rules, def), &self.lists[among.unwrap_or(0)].name);
                        let message = format!("{name} is one of the {} and not among the {other}", rule.name);
                        error(Some(def), message, format!("name it among the {other}, too"));
                    }
                }
            }
        }
    }

    /// Reports names with too many copies, in a list without `same`.
    fn copies_by_name(&self, rules: &Rules, rule: &ListRule, list: &[DefId], error: DeckFault) {
        // The first card of each name, and the number of cards with the name.
        let mut names: BTreeMap<&str, (&DefId, usize)> = BTreeMap::new();
        for def in list.iter().filter(|_| rule.same.is_none()) {
            names.entry(rules.name(rules.defs[def.index()].name)).or_insert((def, 0)).1 += 1;
        }
        for (name, (def, n)) in &names {
            if let Some(copies) = rule.most_of(rules, **def).filter(|copies| n > copies) {
                let message = format!("{n} cards named {name} among the {}, at most {copies} are allowed", rule.name);
                error(Some(*def), message, format!("take {} out", n - copies));
            }
        }
    }

    /// Reports cards without a word in common with another list.
    fn words_in_common(&self, rules: &Rules, rule: &ListRule, (deck, list): (&Deck, &[DefId]), error: DeckFault) {
        if let Some(like) = rule.like.as_ref().filter(|l| l.option.is_none_or(|o| is_on(rules, o))) {
            let words = |d: &DefId| &rules.defs[d.index()].words[like.slot as usize];
            let at = self.lists.iter().position(|l| l.name == like.list);
            let other: Vec<Sym> = at.map_or(Vec::new(), |at| deck.lists[at].iter().flat_map(words).copied().collect());
            let fits = |d: &&DefId| words(d).iter().any(|w| other.contains(w) || Some(*w) == like.or);
            for odd in list.iter().filter(|d| !fits(d)) {
                let (name, field) = (name_of(rules, odd), rules.name(rules.schema.words[like.slot as usize].name));
                let message = format!("{name} has another {field} than the {}", like.list);
                error(Some(odd), message, format!("take it out, or change the {}", like.list));
            }
        }
    }

    /// Reports printed numbers that add up to too much.
    fn sums(&self, rules: &Rules, rule: &ListRule, list: &[DefId], error: DeckFault) {
        for (attr, most) in &rule.sums {
            let slot = match rules.schema.attrs[attr.index()].base {
                crate::kernel::model::schema::AttrBase::Printed(slot) => slot as usize,
                _ => continue,
            };
            let total: i64 = list.iter().map(|d| rules.defs[d.index()].ints[slot]).sum();
            if total > *most {
                let field = rules.name(rules.schema.attrs[attr.index()].name);
                let message = format!("the {field} of the {} adds up to {total}, at most {most} is allowed", rule.name);
                error(None, message, format!("take cards out whose {field} adds up to {}", total - most));
            }
        }
    }
}

/// Reports a fault of a list, at a card or at the whole list, with help.
type DeckFault<'r> = &'r mut dyn FnMut(Option<&DefId>, String, String);

fn name_of(rules: &Rules, def: &DefId) -> String {
    rules.name(rules.defs[def.index()].name).to_string()
}

fn is_on(rules: &Rules, option: Sym) -> bool {
    rules.option(option).is_some_and(Value::is_true)
}
