//! Language names: names that the host and the filter language know in every game.

use std::sync::LazyLock;

use crate::kernel::Rules;
use crate::kernel::model::fields::syms;
use crate::kernel::model::fixed_fields::{ABILITY_FIELDS, USE_FIELDS};
use crate::kernel::model::symbols::Sym;
use crate::kernel::parse::keys::of_filters;
use crate::script::api::TABLE;
use crate::script::api::takes::Takes;

/// The methods of objects of the game.
pub(super) const METHODS: [&str; 3] = ["has", "is", "stored"];

/// The names of the fields of all objects, records and events in a game.
pub(super) fn names_of_fields(rules: &Rules) -> Vec<&str> {
    let schema = &rules.schema;
    let of_records = schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0));
    let of_events = rules.events.iter().flat_map(|e| e.fields.iter().map(|f| f.0));
    let objects =
        [schema.names_of_cards(), schema.names_of_players(), schema.names_of_spaces(), schema.names_of_game()];
    let symbols = objects.into_iter().flatten().chain(of_records).chain(of_events);
    let symbols: Vec<Sym> = symbols.chain(syms(USE_FIELDS)).chain(syms(ABILITY_FIELDS)).collect();
    symbols.into_iter().map(|s| &**rules.name(s)).chain(["moment"]).collect()
}

/// Names of the parts of all tables that host functions take.
pub(super) static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let takes = TABLE.iter().flat_map(|f| f.takes.iter().copied().flatten());
    let parts = takes.flat_map(|t| match t {
        Takes::Parts(parts) | Takes::Asks(_, parts) => *parts,
        _ => &[],
    });
    parts.map(|p| p.name).collect()
});

/// True if a host function, or a filter, reads such a key.
pub(super) fn is_part(name: &str) -> bool {
    PARTS.contains(&name) || of_filters().any(|key| key == name)
}
