//! Print: filters that ask for what is printed only, so that they can be asked of definitions.

use crate::kernel::model::lang::{Amount, Filter, Head};
use crate::kernel::model::value::Value;

/// Whether a filter asks for what is printed only, so that it can be asked of a definition.
pub fn is_about_print(filter: &Filter) -> bool {
    match filter {
        Filter::All(all) | Filter::Any(all) => all.iter().all(is_about_print),
        Filter::Not(f) => is_about_print(f),
        Filter::Words(_, words) => words.iter().all(|r| matches!(r.head, Head::Value(Value::Word(_)))),
        Filter::Name(name) => matches!(name.head, Head::Value(Value::Word(_) | Value::List(_))),
        Filter::Printed(_, _, amount) => matches!(amount, Amount::Int(_)),
        Filter::True | Filter::Type(_) | Filter::Def(_) => true,
        _ => false,
    }
}

/// What a definition can be asked for, for messages.
pub const PRINTED_ONLY: &str = "only what is printed: type, name, def, words, and numbers in `printed`";
