//! Own arrival: abilities of a card that would replace the arrival of that card, but do not work where it comes from.

use super::{LintInput, abilities};
use crate::error::Problems;
use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::event;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Filter, Head, SpaceTest, Test};
use crate::kernel::model::value::ZoneKind;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let rules = &input.catalog.rules;
    for (_, id, card) in input.cards() {
        let Some(def) = rules.def_by_id(id) else { continue };
        for (i, node) in abilities(card).iter().enumerate() {
            let Some(place) = node.field("instead") else { continue };
            let number = (i + 1).to_string();
            let name = node.field("id").and_then(|id| id.as_str()).unwrap_or(&number);
            let is_it = |ability: &&Ability| ability.def == Some(def) && **rules.name(ability.id) == *name;
            let Some(ability) = rules.abilities.iter().find(is_it).filter(|ability| is_about_itself(ability)) else {
                continue;
            };
            let AbilityForm::Instead(replaced) = ability.form else { continue };
            let of_event = rules.events[replaced.index()].needs.as_ref().map_or(IdSet::ALL, lies_in);
            let never = (comes_from(ability) & of_event & ability.from).is_empty();
            let goes_to = goes_to(ability);
            // An ability that works nowhere is reported elsewhere, at its card's type.
            if ability.from.is_empty() {
                continue;
            }
            let is_within = goes_to != IdSet::ALL && goes_to & ability.from == ability.from;
            if never || replaced == event::MOVED && is_within && comes_from(ability) == IdSet::ALL {
                let zones =
                    rules.schema.kinds(ability.from).map(|kind| rules.name(rules.schema.zones[kind.index()].name));
                let zones = zones.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let message = format!(
                    "the ability works only while its card lies in {zones}, and is not there when the card comes"
                );
                let help = "`from: any` lets it work wherever the card comes from";
                problems.warn("no_effect", &place.span, message).help(help);
            }
        }
    }
}

/// True if only events of the ability's own card match.
fn is_about_itself(ability: &Ability) -> bool {
    ability.matches.iter().any(|(field, filter)| match filter {
        Filter::Card(Test::Is(r)) => *field == 0 && r.head == Head::SelfCard && r.path.is_empty(),
        _ => false,
    })
}

/// The zones from which a replaced move may bring the card, as far as the ability's `match` says; all if it replaces
/// another event.
fn comes_from(ability: &Ability) -> IdSet<ZoneKind> {
    of_field(ability, 1)
}

/// The zones to which a replaced move may bring the card, as far as the ability's `match` says; all if it replaces
/// another event.
fn goes_to(ability: &Ability) -> IdSet<ZoneKind> {
    of_field(ability, 2)
}

fn of_field(ability: &Ability, field: u8) -> IdSet<ZoneKind> {
    if ability.form != AbilityForm::Instead(event::MOVED) {
        return IdSet::ALL;
    }
    let kinds = |(_, filter): &(u8, Filter)| match filter {
        Filter::Space(test) => spaces(test),
        _ => IdSet::ALL,
    };
    ability.matches.iter().filter(|(f, _)| *f == field).map(kinds).fold(IdSet::ALL, |all, one| all & one)
}

/// The kinds of zone of which a space must be for a test to hold.
fn spaces(test: &Test<SpaceTest>) -> IdSet<ZoneKind> {
    match test {
        Test::One(SpaceTest::Zone(kinds)) => *kinds,
        Test::All(parts) => parts.iter().fold(IdSet::ALL, |all, part| all & spaces(part)),
        Test::Any(parts) => parts.iter().fold(IdSet::EMPTY, |all, part| all | spaces(part)),
        _ => IdSet::ALL,
    }
}

/// The zones in which a tested card must lie.
fn lies_in(test: &Test<CardTest>) -> IdSet<ZoneKind> {
    match test {
        Test::One(CardTest::Zone(kinds)) => *kinds,
        Test::All(parts) => parts.iter().fold(IdSet::ALL, |all, part| all & lies_in(part)),
        Test::Any(parts) => parts.iter().fold(IdSet::EMPTY, |all, part| all | lies_in(part)),
        _ => IdSet::ALL,
    }
}
