//! Places: destinations of cards, as a script names them.

use crate::kernel::Value;
use crate::kernel::model::lang::{Dest, Ref};
use crate::kernel::model::objects::Event;
use crate::kernel::model::value::*;
use crate::script::host::arguments::{Argument, GivenTable};
use crate::script::host::call::Call;
use crate::script::host::{filter_cache, queries};

/// The destination of a card: a zone by its name, or a space.
pub(crate) enum To {
    Zone(Dest),
    Space(Zone),
}

impl To {
    /// Sets the owner of a zone that is named without one.
    pub(crate) fn belongs_to(&mut self, seat: Seat) {
        if let To::Zone(dest) = self {
            dest.whose.get_or_insert_with(|| Ref::value(Value::Seat(seat)));
        }
    }

    /// The space to which a card goes, when the events `before` have happened; `None`: none is free for it.
    pub(crate) fn space(&self, call: &Call, card: Option<Card>, before: &[Event]) -> Option<Zone> {
        match self {
            To::Zone(dest) => queries::env(call).dest(dest, card, before),
            To::Space(space) => Some(*space),
        }
    }
}

/// Reads the destination that argument `i` names: a zone or a space. The table `how` may name a slot of the zone and
/// its player.
pub(crate) fn place(call: &Call, i: usize, how: Option<&GivenTable>) -> Result<To, String> {
    let part = |key: &str| match how {
        Some(how) => how.get(key).value(call.world),
        None => Ok(Value::Nil),
    };
    let (slot, of) = (part("slot")?.int(), part("of")?.seat());
    if let Value::Zone(space) = call.value(i)? {
        let said = slot.map(|_| "slot").or(of.map(|_| "of"));
        return said
            .map_or(Ok(To::Space(space)), |key| Err(format!("a space is one place: `how.{key}` cannot change it")));
    }
    let mut to = dest(call, i)?;
    let zone = &call.world.rules.schema.zones[to.kind.index()];
    let name = call.world.rules.name(zone.name);
    if let Some(seat) = of {
        if !zone.per_player {
            return Err(format!("all share the zone `{name}`: `how.of` cannot say whose it is"));
        }
        if to.whose.is_some() {
            return Err(format!("`to` says whose `{name}` it is, and `how.of` says it again"));
        }
        to.whose = Some(Ref::value(Value::Seat(seat)));
    }
    if let Some(n) = slot {
        if n < 1 || n > zone.spaces as i64 {
            return Err(format!("`{name}` has no slot {n}"));
        }
        to.slot = Some(Box::new(n.into()));
    }
    Ok(To::Zone(to))
}

/// Reads `top` (true) or `bottom` (false); `None` if the word was left out. `name` is the argument's name for the
/// error.
pub(crate) fn position_of(value: &Argument, name: &str) -> Result<Option<bool>, String> {
    let Argument::Text(word) = value else { return Ok(None) };
    match &*word.to_string_lossy() {
        "top" => Ok(Some(true)),
        "bottom" => Ok(Some(false)),
        other => Err(format!("`{name}` must be \"top\" or \"bottom\", not \"{other}\"")),
    }
}

/// The zone that argument `i` names.
pub(crate) fn dest(call: &Call, i: usize) -> Result<Dest, String> {
    match call.raw(i) {
        value @ Argument::Text(_) => Ok((*filter_cache::dest(call, value)?).clone()),
        other => Err(format!("a zone must be named, as in \"hand\" or \"opponent.hand\", not {}", other.words())),
    }
}

/// The zone of a player; `seat` and `zone` are the indexes of the arguments that name the two.
pub(crate) fn zone_of(call: &Call, seat: usize, zone: usize) -> Result<Value, String> {
    let seat = call.seat(seat)?;
    let name = call.text(zone, "the name of a zone")?;
    let kind = call.world.rules.schema.zone_kind(&name).ok_or_else(|| format!("there is no zone `{name}`"))?;
    Ok(Value::Zone(call.world.rules.schema.zone(kind, seat)))
}
