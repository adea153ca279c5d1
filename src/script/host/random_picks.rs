//! Random picks: host functions that take a number or an element by chance.

use crate::kernel::Value;
use crate::script::host::call::{Call, HostReply};

pub(crate) fn number(call: &mut Call) -> Result<HostReply, String> {
    let (low, high) = (call.int(0)?, call.int(1)?);
    if low > high {
        return Err(format!("`low` must not be greater than `high`: there is no number from {low} to {high}"));
    }
    Ok(HostReply::Value(Value::Int(call.world.roll(low, high))))
}

pub(crate) fn pick(call: &mut Call) -> Result<HostReply, String> {
    let mut list = call.value(0)?.items().to_vec();
    let single = call.raw(1).is_nil();
    if !single && call.int(1)? < 0 {
        return Err(format!("`n` must be 0 or more, not {}", call.int(1)?));
    }
    let n = if single { 1 } else { call.int(1)?.min(list.len() as i64) as usize };
    let mut out = Vec::new();
    while out.len() < n && !list.is_empty() {
        let i = call.world.roll_index(&list);
        out.push(list.remove(i));
    }
    Ok(HostReply::Value(if single { out.pop().unwrap_or_default() } else { Value::from(out) }))
}
