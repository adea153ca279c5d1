//! Conditions: rules about sets of cards, in words.

use crate::kernel::model::decision::Pairs;
use crate::kernel::model::lang::{Amount, Cmp, Ref, SetField, SetRule, SetRules};
use crate::kernel::model::translation::{NameKind, Said, listed, say};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::tell::filter_words::{describe_card, so_many_cards};
use crate::kernel::{Decision, Kind, PickRule, Rules, World};

/// The conditions on a set of cards, in words; empty without any.
pub fn in_words(env: &Env, rules: &SetRules) -> String {
    let of_cards = |source: &Ref, slot: u8| {
        let mut parts = Vec::new();
        env.lookup(source).each_card(&mut |card| {
            let id = env.state.card(card).def;
            if let Some(printed) = &env.rules.defs[id.index()].rules[usize::from(slot)] {
                let (name, what) = (env.rules.card_said(id), in_words(env, printed));
                parts.push(say!(env.rules, "for-card", "for {name}: {what}", name = name, what = what));
            }
        });
        parts.join("; ")
    };
    words(env.rules, rules, &|n| Some(env.amount(n)), &of_cards).unwrap_or_default()
}

/// The conditions that a card prints, in words, outside of a game; `None`: they have a number that only a game knows.
pub(crate) fn as_printed(rules: &Rules, printed: &SetRules) -> Option<String> {
    let fixed = |n: &Amount| if let Amount::Int(n) = n { Some(*n) } else { None };
    words(rules, printed, &fixed, &|_, _| String::new())
}

/// Conditions in words, with the values of their amounts, and the words of those that cards print.
fn words(
    rules: &Rules,
    set: &SetRules,
    amount: &dyn Fn(&Amount) -> Option<i64>,
    of_cards: &dyn Fn(&Ref, u8) -> String,
) -> Option<String> {
    let all: Option<Vec<String>> = set.rules.iter().map(|rule| one(rules, rule, amount, of_cards)).collect();
    Some(all?.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; "))
}

fn one(
    rules: &Rules,
    rule: &SetRule,
    amount: &dyn Fn(&Amount) -> Option<i64>,
    of_cards: &dyn Fn(&Ref, u8) -> String,
) -> Option<String> {
    let compared = |cmp: Cmp, n: &Amount| Some(format!("{} {}", cmp.sign(), amount(n)?));
    Some(match rule {
        SetRule::Count(cmp, n) => say!(rules, "of-them", "{number} of them", number = compared(*cmp, n)?),
        SetRule::Sum(attr, cmp, n) => {
            let name = rules.said(NameKind::Field, rules.schema.attrs[attr.index()].name);
            say!(rules, "total", "total {name} {number}", name = name, number = compared(*cmp, n)?)
        }
        SetRule::Distinct(slot, cmp, n) => {
            let name = rules.said(NameKind::Field, rules.schema.words[*slot as usize].name);
            say!(rules, "different", "{number} different {name}", number = compared(*cmp, n)?, name = name)
        }
        SetRule::Same(field, _) => say!(rules, "the-same", "the same {name}", name = rules.field_of_set_said(*field)),
        SetRule::Sequence(attr, _) => {
            let name = rules.field_of_set_said(SetField::Number(*attr));
            say!(rules, "in-sequence", "following each other in {name}", name = name)
        }
        SetRule::Roles(roles) => {
            let parts: Vec<String> = roles
                .iter()
                .map(|(filter, n)| so_many_cards(rules, i64::from(*n), &describe_card(Said::by(rules), filter)))
                .collect();
            listed(rules, &parts)
        }
        SetRule::Meets(source, slot) => of_cards(source, *slot),
        SetRule::AnyOf(any) => {
            let any: Option<Vec<String>> = any.iter().map(|set| words(rules, set, amount, of_cards)).collect();
            any?.join(&say!(rules, "or-so", ", or "))
        }
    })
}

/// The conditions on the answer to a decision, besides the number of chosen objects.
pub(super) fn of_decision(world: &World, decision: &Decision) -> String {
    let rule = match &decision.kind {
        Kind::Pick { rule, .. } => rule,
        Kind::Assign(pairs) => return of_pairs(world, pairs),
        _ => return String::new(),
    };
    match rule {
        PickRule::Rules(rules, context) => in_words(&world.game().env(context), rules),
        PickRule::Declare(seat) => {
            let Some(declare) = world.game().declaring(*seat) else { return String::new() };
            let use_ = &declare.use_;
            let rules = world.game().set_rules(declare);
            rules.map_or(String::new(), |rules| in_words(&Env::of_use(world.game(), use_), rules))
        }
        _ => String::new(),
    }
}

/// The bounds of pairs, and the conditions on the objects of one receiver.
fn of_pairs(world: &World, pairs: &Pairs) -> String {
    let (game, Some(bounds)) = (world.game(), &pairs.bounds) else { return String::new() };
    let mut parts = Vec::new();
    let rules = &world.rules;
    for (things, allowed, has) in [(&pairs.from, &bounds.per_from, true), (&pairs.to, &bounds.per_to, false)] {
        let many = |(least, most): (u32, u32)| match (least, most as usize >= pairs.legal.len()) {
            (0, true) => None,
            (least, true) => Some(game.so_many(least, u32::MAX)),
            (least, false) => Some(game.so_many(least, most)),
        };
        match allowed.first() {
            Some(first) if allowed.iter().all(|a| a == first) => parts.extend(many(*first).map(|many| match has {
                true => say!(rules, "each-has", "each has {many}", many = many),
                false => say!(rules, "each-stands-in", "each stands in {many}", many = many),
            })),
            _ => parts.extend(things.iter().zip(allowed).filter_map(|(thing, allowed)| {
                let (what, many) = (game.tell(thing), many(*allowed)?);
                Some(match has {
                    true => say!(rules, "has-many", "{what} has {many}", what = what, many = many),
                    false => say!(rules, "stands-in-many", "{what} stands in {many}", what = what, many = many),
                })
            })),
        }
    }
    if let Some(rules) = &bounds.sets {
        let env = game.env(&bounds.context);
        parts.extend(
            pairs.from.iter().map(|from| format!("{}: {}", game.tell(from), in_words(&env.at_value(from), rules))),
        );
    }
    parts.join("; ")
}
