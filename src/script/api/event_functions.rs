//! Event functions: each event that a manifest declares is a function of `act`: `act.retire(card)` or
//! `act.retire(list)`.

use std::sync::LazyLock;

use crate::kernel::model::rules::{EventDef, FieldKind, Rules};
use crate::kernel::model::value::EventId;
use crate::script::api::params::Type;
use crate::script::host::act;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};

/// Checks a script's arguments for the function of a declared event, and proposes the event.
///
/// # Errors
///
/// The mistake in the arguments, with the name of the function.
pub(crate) fn declared(call: &mut Call, id: EventId) -> Result<HostReply, String> {
    let rules = call.world.rules.clone();
    let event = &rules.events[id.index()];
    check(&rules, event, call.args).map_err(|e| format!("act.{}: {e}", rules.name(event.name)))?;
    act::declared(call, id)
}

/// Types for the fields of declared events, by kind; the first field may also be a list of such values.
static FIELDS: LazyLock<Vec<[Type; 2]>> = LazyLock::new(|| {
    let types = |kind: FieldKind| {
        let ty = Type::of(field_type(kind));
        [ty.clone(), ty.or_list()]
    };
    FieldKind::ALL.into_iter().map(types).collect()
});

fn field_type(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Card => "Card",
        FieldKind::Cards => "Card[]",
        FieldKind::Player => "Player",
        FieldKind::Int => "integer",
        FieldKind::Use => "Use",
        FieldKind::Object | FieldKind::Zone | FieldKind::Status | FieldKind::Any => "any",
    }
}

/// Checks that the arguments of a declared event's function fit its fields.
fn check(rules: &Rules, event: &EventDef, args: &[Argument]) -> Result<(), String> {
    for (i, (name, kind)) in event.fields.iter().enumerate() {
        let value = args.get(i).unwrap_or(&Argument::Nil);
        // A field that holds any type may be left out.
        let optional = *kind == FieldKind::Any || event.optional & 1 << i.min(31) != 0;
        if i > 0 && optional && matches!(value, Argument::Nil) {
            continue;
        }
        let is_first = i == 0 && (kind.is_single() || *kind == FieldKind::Any);
        FIELDS[*kind as usize][is_first as usize].check(value, &|| rules.name(*name).to_string())?;
    }
    match args.get(event.fields.len()) {
        None | Some(Argument::Nil) => Ok(()),
        Some(more) => {
            Err(format!("the event has {} fields, and was given {} besides", event.fields.len(), more.words()))
        }
    }
}
