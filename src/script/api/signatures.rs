//! Signatures: the parameters of every function of the table, read once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::script::api::function::{HostFn, Waits};
use crate::script::api::function_table::TABLE;
use crate::script::api::params::{Param, TableShape, param, params};
use crate::script::api::shapes::SHAPES;

static SHAPED: LazyLock<Vec<TableShape>> = LazyLock::new(|| {
    let shape = |(name, keys): &(&'static str, &'static str)| {
        let is_filter = keys.contains("...");
        let keys = keys.split(", ").filter(|k| *k != "...").map(|k| param(k, &[])).collect();
        TableShape { name, keys, is_filter }
    };
    SHAPES.iter().map(shape).collect()
});

static SIGNATURES: LazyLock<Vec<Vec<Param>>> =
    LazyLock::new(|| TABLE.iter().map(|f| params(f.signature, &SHAPED)).collect());

/// The parameters of a host function, by its place in the table.
pub(crate) fn of(op: usize) -> &'static [Param] {
    &SIGNATURES[op]
}

/// Says of a function of the table, by its name, whether it answers at once with a list. `None` for other functions,
/// whose calls are not prepared.
pub(crate) fn prepares(name: &str) -> Option<bool> {
    static FUNCTIONS: LazyLock<BTreeMap<&str, bool>> = LazyLock::new(|| {
        let is_list = |f: &HostFn| f.waits == Waits::Never && f.signature.ends_with("[]");
        TABLE.iter().map(|f| (f.path, is_list(f))).collect()
    });
    FUNCTIONS.get(name).copied()
}

/// The parameters of `act.together`.
pub(crate) fn together() -> &'static [Param] {
    static PARAMS: LazyLock<Vec<Param>> = LazyLock::new(|| params("(fn: fun())", &[]));
    &PARAMS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_and_every_table_is_read() {
        assert_eq!(SIGNATURES.len(), TABLE.len());
        for (f, params) in TABLE.iter().zip(&*SIGNATURES) {
            let named = f.signature.split_once("): ").map_or(f.signature, |(params, _)| params);
            assert_eq!(params.len(), named.matches(": ").count(), "{}", f.path);
        }
        for shape in &*SHAPED {
            assert!(TABLE.iter().any(|f| f.signature.contains(shape.name)), "no function takes `{}`", shape.name);
        }
    }
}
