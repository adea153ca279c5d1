//! Numbers: host functions that change counters, and numbers that are stored on cards.

use smallvec::SmallVec;

use crate::data::suggest;
use crate::kernel::Value;
use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::schema::{AttrBase, AttrDef, CounterDef};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::script::host::act::{DONE, apply, cards_once, is_list, propose};
use crate::script::host::call::{Call, HostReply};

pub(crate) fn change(call: &mut Call) -> Result<HostReply, String> {
    number(call, event::CHANGED)
}

pub(crate) fn set(call: &mut Call) -> Result<HostReply, String> {
    number(call, event::SET)
}

/// Changes or sets a number of one object, or of each of a list as one batch.
fn number(call: &mut Call, kind: EventId) -> Result<HostReply, String> {
    let of = cards_once(call.value(0)?);
    let n = Value::Int(call.int(2)?);
    let mut events = Vec::with_capacity(of.items().len());
    for object in of.items() {
        let name = counter(call, object, 1)?;
        events.push(vec![object.clone(), name, n.clone()]);
    }
    if !call.world.rules.is_answered(kind) {
        events.into_iter().for_each(|fields| drop(apply(call, kind, fields)));
        return DONE;
    }
    let events = events.into_iter().map(|fields| Event::new(kind, fields, Role::Effect)).collect();
    propose(call, events, is_list(call.raw(0)))
}

/// The name that argument `i` gives, checked to be a counter or a stored number of objects such as `of`.
fn counter(call: &Call, of: &Value, i: usize) -> Result<Value, String> {
    let name = call.text(i, "the name of a counter")?;
    let schema = &call.world.rules.schema;
    let named = |defs: &[CounterDef]| defs.iter().map(|c| c.name).collect::<SmallVec<[Sym; 32]>>();
    let (whose, known) = match of {
        Value::Seat(_) => ("players have", named(&schema.counters)),
        Value::Zone(_) => ("spaces have", named(&schema.space_counters)),
        Value::Game => ("the game has", named(&schema.game_counters)),
        Value::Card(_) => {
            let stored = |a: &&AttrDef| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. });
            ("cards have", schema.attrs.iter().filter(stored).map(|a| a.name).collect())
        }
        _ => return Err("a player, a card, a space or the game expected".into()),
    };
    match known.iter().find(|s| **call.world.rules.name(**s) == *name) {
        Some(sym) => Ok(Value::Word(*sym)),
        None => {
            let known: Vec<&str> = known.iter().map(|s| &**call.world.rules.name(*s)).collect();
            let help = suggest::help_for(&name, known);
            Err(format!("{whose} no counter `{name}` ({help})"))
        }
    }
}
