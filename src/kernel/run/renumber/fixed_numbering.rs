//! Fixed numbering: the parts of two games that must be equal, because a state refers to them by number, not by name.

use super::first_of;
use crate::kernel::model::ability::Effect;
use crate::kernel::model::flow_items::{Item, List};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, ListId};

/// What the numbers in a state mean under these rules, as a text. A state can be carried over only between rules with
/// equal texts.
pub(super) fn layout(rules: &Rules) -> String {
    let mut out = String::new();
    names(rules, &mut out);
    shapes(rules, &mut out);
    out
}

/// Appends a thing and a space to the text of a layout.
fn say(out: &mut String, what: impl std::fmt::Display) {
    use std::fmt::Write;
    write!(out, "{what} ").expect("a string takes all");
}

/// Writes the names of things that are numbered in the order of the manifest.
fn names(rules: &Rules, out: &mut String) {
    let schema = &rules.schema;
    let mut all = |what: &str, syms: &mut dyn Iterator<Item = Sym>| {
        say(out, format_args!("\n{what}:"));
        syms.for_each(|sym| say(out, rules.name(sym)));
    };
    all("levels", &mut schema.levels.iter().copied());
    all("zones", &mut schema.zones.iter().map(|z| z.name));
    all("counters", &mut schema.counters.iter().map(|c| c.name));
    all("game_counters", &mut schema.game_counters.iter().map(|c| c.name));
    all("space_counters", &mut schema.space_counters.iter().map(|c| c.name));
    all("attrs", &mut schema.attrs.iter().map(|a| a.name));
    all("types", &mut schema.types.iter().map(|t| t.name));
    all("words", &mut schema.words.iter().map(|w| w.name));
    all("costs", &mut schema.costs.iter().copied());
    all("set_rules", &mut schema.set_rules.iter().copied());
    all("texts", &mut schema.texts.iter().copied());
    all("cells", &mut schema.cells.iter().copied());
    all("conds", &mut schema.conds.iter().copied());
    all("areas", &mut schema.areas.iter().map(|a| a.name));
    all("orders", &mut schema.orders.iter().map(|(name, _)| *name));
    all("pips", &mut schema.pips.iter().map(|(name, _)| *name));
    all("windows", &mut rules.windows.iter().map(|w| w.name));
    all("uses", &mut rules.uses.iter().map(|u| u.name));
    all("tallies", &mut rules.tallies.iter().map(|t| t.name));
    for (name, values) in &schema.statuses {
        all("status", &mut std::iter::once(*name).chain(values.iter().copied()));
    }
    for record in &schema.records {
        all("record", &mut std::iter::once(record.name).chain(record.fields.iter().map(|f| f.0)));
    }
    for event in &rules.events {
        all("event", &mut std::iter::once(event.name).chain(event.fields.iter().map(|f| f.0)));
    }
}

/// Writes sizes, and the structures to which open windows, uses and lists refer.
fn shapes(rules: &Rules, out: &mut String) {
    let schema = &rules.schema;
    say(out, format_args!("\n{} seats, {} stored", schema.seats, schema.stored));
    for attr in &schema.attrs {
        say(out, format_args!("{:?} {:?}", attr.of, std::mem::discriminant(&attr.base)));
    }
    for record in &schema.records {
        record.fields.iter().for_each(|(_, kind)| say(out, format_args!("{kind:?}")));
    }
    for zone in &schema.zones {
        say(out, format_args!("{} {:?} {}", zone.spaces, zone.board, zone.per_player));
    }
    for board in &schema.boards {
        say(out, format_args!("{:?} {:?} {:?}", board.kind, board.board, board.facing));
    }
    for window in &rules.windows {
        say(out, format_args!("{:?}", window.protocol));
    }
    for use_ in &rules.uses {
        use_.steps.iter().for_each(|s| say(out, format_args!("{:?}", std::mem::discriminant(s))));
    }
    for (list, _) in rules.lists.iter().zip(owners(rules)).filter(|(_, of)| of.is_none()) {
        say(out, format_args!("{}:{}", list.path, items(rules, list)));
    }
}

/// For each list the ability of a card to which it belongs, with the list's number within the ability; `None` for a
/// list of the manifest.
fn owners(rules: &Rules) -> Vec<Option<(AbilityId, u32)>> {
    let mut of_root = vec![None; rules.lists.len()];
    for (i, ability) in rules.abilities.iter().enumerate() {
        if let (Some(_), Effect::List(root)) = (ability.def, &ability.effect) {
            of_root[root.index()] = Some((AbilityId::of(i), 0));
        }
    }
    let mut owner = |list: &List| {
        // A path holds the number of the outermost list behind the first slash.
        let root: usize = list.path.split('/').nth(1)?.parse().ok()?;
        let (ability, seen) = of_root.get_mut(root)?.as_mut()?;
        *seen += 1;
        Some((*ability, *seen))
    };
    rules.lists.iter().map(&mut owner).collect()
}

/// For each list of the old rules its number in the new rules, which have the same layout. `None` for a list of a
/// removed ability, or with changed items, where a place would have no meaning.
pub(super) fn lists(old: &Rules, new: &Rules, ability: impl Fn(AbilityId) -> Option<AbilityId>) -> Vec<Option<ListId>> {
    let (was, is) = (owners(old), owners(new));
    let known = first_of(is.iter().copied());
    let mut of_manifest = is.iter().enumerate().filter(|(_, of)| of.is_none()).map(|(i, _)| i);
    let mut found = |(list, of): (&List, &Option<(AbilityId, u32)>)| {
        let Some((was, number)) = of else { return of_manifest.next().map(ListId::of) };
        let at = *known.get(&Some((ability(*was)?, *number)))?;
        (items(old, list) == items(new, &new.lists[at])).then(|| ListId::of(at))
    };
    old.lists.iter().zip(&was).map(&mut found).collect()
}

/// The items of a list as a text.
fn items(rules: &Rules, list: &List) -> String {
    let mut out = String::new();
    list.items.iter().for_each(|item| say(&mut out, item_name(rules, item)));
    out
}

/// A text for the comparison of items: the name of a script, a window or a phase, and of other items the kind.
fn item_name(rules: &Rules, item: &Item) -> String {
    match item {
        Item::Step(script, _) => rules.scripts[script.index()].name.to_string(),
        Item::Window(window) => rules.name(rules.windows[window.index()].name).to_string(),
        Item::Phase(name, _) => rules.name(*name).to_string(),
        other => format!("{:?}", std::mem::discriminant(other)),
    }
}
