//! Conditions: rules about sets of cards, in words.

use crate::kernel::model::decision::Pairs;
use crate::kernel::model::lang::{Cmp, SetRule, SetRules};
use crate::kernel::read::env::Env;
use crate::kernel::tell::describe::describe_card;
use crate::kernel::{Decision, Kind, PickRule, World};

/// What must hold for a set of cards, in words; empty: nothing.
pub fn in_words(env: &Env, rules: &SetRules) -> String {
    let all: Vec<String> = rules.rules.iter().map(|rule| one(env, rule)).filter(|text| !text.is_empty()).collect();
    all.join("; ")
}

fn one(env: &Env, rule: &SetRule) -> String {
    let rules = env.rules;
    let compared = |cmp: Cmp, n: i64| format!("{} {n}", cmp.sign());
    match rule {
        SetRule::Count(cmp, n) => format!("{} of them", compared(*cmp, env.amount(n))),
        SetRule::Sum(attr, cmp, n) => {
            let name = rules.name(rules.schema.attrs[attr.index()].name);
            format!("total {name} {}", compared(*cmp, env.amount(n)))
        }
        SetRule::Distinct(slot, cmp, n) => {
            format!(
                "{} different {}",
                compared(*cmp, env.amount(n)),
                rules.name(rules.schema.words[*slot as usize].name)
            )
        }
        SetRule::Roles(roles) => {
            let parts: Vec<String> =
                roles.iter().map(|(filter, n)| format!("{n} {}", describe_card(rules, filter))).collect();
            parts.join(" and ")
        }
        SetRule::Meets(source, slot) => {
            let mut parts = Vec::new();
            env.lookup(source).each_card(&mut |card| {
                let def = &rules.defs[env.state.card(card).def.index()];
                if let Some(printed) = &def.rules[*slot as usize] {
                    parts.push(format!("for {}: {}", rules.name(def.name), in_words(env, printed)));
                }
            });
            parts.join("; ")
        }
        SetRule::AnyOf(any) => any.iter().map(|rules| in_words(env, rules)).collect::<Vec<_>>().join(", or "),
    }
}

/// What must hold for the answer to a decision, besides how many are chosen.
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

/// How often things may stand in pairs, and what must hold for all that one of them has.
fn of_pairs(world: &World, pairs: &Pairs) -> String {
    let (game, Some(bounds)) = (world.game(), &pairs.bounds) else { return String::new() };
    let mut parts = Vec::new();
    for (things, allowed, words) in [(&pairs.from, &bounds.per_from, "has"), (&pairs.to, &bounds.per_to, "stands in")] {
        let said = |(least, most): (u32, u32)| match (least, most as usize >= pairs.legal.len()) {
            (0, true) => String::new(),
            (least, true) => format!("{least} or more"),
            (0, false) => format!("at most {most}"),
            (least, false) if least == most => format!("exactly {least}"),
            (least, false) => format!("{least} to {most}"),
        };
        match allowed.first() {
            Some(first) if allowed.iter().all(|a| a == first) => parts
                .extend(Some(said(*first)).filter(|said| !said.is_empty()).map(|said| format!("each {words} {said}"))),
            _ => parts.extend(things.iter().zip(allowed).filter_map(|(thing, allowed)| {
                let said = Some(said(*allowed)).filter(|said| !said.is_empty())?;
                Some(format!("{} {words} {said}", game.show(thing)))
            })),
        }
    }
    if let Some(rules) = &bounds.sets {
        let env = game.env(&bounds.context);
        parts.extend(
            pairs.from.iter().map(|from| format!("{}: {}", game.show(from), in_words(&env.at_value(from), rules))),
        );
    }
    parts.join("; ")
}
