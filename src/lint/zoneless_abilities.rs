//! Zoneless abilities: abilities that work while their card lies somewhere, of a type for which nothing says where.

use super::{LintInput, abilities};
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let rules = &input.catalog.rules;
    let types = input.manifest().and_then(|m| m.field("types")).and_then(|types| types.as_map()).unwrap_or_default();
    for (key, _) in types {
        let cards = input.cards().filter_map(|(_, id, card)| {
            let def = rules.def_by_id(id)?;
            let ty = rules.schema.types[rules.defs[def.index()].ty.index()].name;
            let of_type = **rules.name(ty) == *key.name;
            let is_idle =
                |ability: &&crate::kernel::model::ability::Ability| ability.def == Some(def) && ability.from.is_empty();
            (of_type && rules.abilities.iter().any(|ability| is_idle(&ability))).then_some(card)
        });
        let cards: Vec<_> = cards.collect();
        let Some(first) = cards.first() else { continue };
        let message = format!("abilities of a `{}` work nowhere: nothing says where such a card must lie", key.name);
        let help = "`live_in: ZONE` in the type says it for all its cards, `from: ZONE` for one ability";
        let problem = problems.warn("no_effect", &key.span, message);
        problem.also(&abilities(first).first().unwrap_or(first).span, "as here").help(help);
    }
}
