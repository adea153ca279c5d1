//! Boards for scripts: steps, directions and cells of spaces, and asking for a way.

use crate::kernel::Value;
use crate::kernel::model::board::Mask;
use crate::kernel::model::board_filters::BoardDef;
use crate::kernel::model::decision::{Kind, PickRule};
use crate::kernel::model::value::Status;
use crate::kernel::read::boards::OnSpace;
use crate::script::host::ask;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::queries;

/// The space that an argument is, or on which its card lies; `None` off the board.
fn on_board<'c>(call: &'c Call, value: &Value) -> Option<OnSpace<'c>> {
    let env = queries::env(call);
    let zone = env.space_of(value)?;
    env.on_board(zone)
}

fn direction_at(call: &Call, def: &BoardDef, i: usize) -> Result<u8, String> {
    let value = call.value(i)?;
    queries::env(call).direction_of(def, &value).ok_or_else(|| {
        let known: Vec<&str> = def.facing.map_or(Vec::new(), |group| {
            let words = &call.world.rules.schema.statuses[group as usize].1;
            words.iter().map(|w| &**call.world.rules.name(*w)).collect()
        });
        format!("a direction expected ({})", known.join(", "))
    })
}

const NOTHING: Result<HostReply, String> = Ok(HostReply::Value(Value::Nil));

pub(crate) fn step(call: &mut Call) -> Result<HostReply, String> {
    let n = if call.raw(2).is_nil() { 1 } else { call.int(2)?.clamp(-1000, 1000) as i16 };
    let from = call.value(0)?;
    let Some(at) = on_board(call, &from) else { return NOTHING };
    let direction = direction_at(call, at.def, 1)?;
    let there = at.def.board.step(at.place, direction, n).map(|place| Value::Zone(at.space(place)));
    Ok(HostReply::Value(there.unwrap_or_default()))
}

pub(crate) fn direction(call: &mut Call) -> Result<HostReply, String> {
    let (from, to) = (call.value(0)?, call.value(1)?);
    let (Some(from), Some(to)) = (on_board(call, &from), on_board(call, &to)) else { return NOTHING };
    let (Some(group), true) = (from.def.facing, from.first == to.first) else { return NOTHING };
    let found = from.def.board.direction(from.place, to.place);
    Ok(HostReply::Value(found.map_or(Value::Nil, |(d, _)| Value::Status(Status::new(group, d)))))
}

pub(crate) fn distance(call: &mut Call) -> Result<HostReply, String> {
    let (from, to) = (call.value(0)?, call.value(1)?);
    let (Some(from), Some(to)) = (on_board(call, &from), on_board(call, &to)) else { return NOTHING };
    let n = (from.first == to.first).then(|| from.def.board.distance(from.place, to.place));
    Ok(HostReply::Value(n.map_or(Value::Nil, |n| Value::Int(n as i64))))
}

pub(crate) fn turned(call: &mut Call) -> Result<HostReply, String> {
    let word = call.text(0, "a direction")?;
    let n = call.int(1)?;
    let schema = &call.world.rules.schema;
    let facing = schema.status(&word).filter(|s| schema.boards.iter().any(|b| b.facing == Some(s.group() as u8)));
    let Some(status) = facing else { return Err(format!("`{word}` is no direction of a board")) };
    let all = schema.statuses[status.group()].1.len() as i64;
    let value = (status.value() as i64 + n.rem_euclid(all)) % all;
    Ok(HostReply::Value(Value::Status(Status::new(status.group() as u8, value as u8))))
}

pub(crate) fn cover(call: &mut Call) -> Result<HostReply, String> {
    let (cells, from) = (call.value(0)?, call.value(1)?);
    if cells.items().iter().any(|cell| !matches!(cell.items(), [Value::Int(_), Value::Int(_)])) {
        return Err("`cells` must be a list of pairs of whole numbers, as in { { 0, 1 } }".into());
    }
    let Some(at) = on_board(call, &from) else { return Ok(HostReply::Value(Value::NONE)) };
    let direction = direction_at(call, at.def, 2)?;
    let mask = queries::env(call).cover(&cells, at, direction);
    Ok(HostReply::Value(Value::from(at.spaces(mask))))
}

/// Asks for a way: `card` or `from` where it begins, `pick` how many steps, `through` whether
/// spaces that are full may be passed.
pub(crate) fn path(call: &mut Call) -> Result<HostReply, String> {
    let spec = ask::spec(call)?;
    let part = |key: &str| spec.table.get(key).value(call.world);
    let (card, from) = (part("card")?, part("from")?);
    let start = match (card, from) {
        (Value::Nil, Value::Nil) => return Err("`spec` needs `card` or `from`: where the way begins".into()),
        (start, Value::Nil) | (Value::Nil, start) => start,
        _ => return Err("`spec` says both `card` and `from`: a way begins at one place".into()),
    };
    let (least, most) = steps(call, &part("pick")?)?;
    let through = part("through")? == Value::Bool(true);
    let env = queries::env(call);
    let Some(at) = env.space_of(&start).and_then(|z| env.on_board(z)) else {
        return Ok(HostReply::Value(Value::NONE));
    };
    let board = &at.def.board;
    let free = (0..board.spaces()).filter(|p| {
        let space = at.space(*p);
        *p == at.place || !call.world.state().is_full(&call.world.rules, space)
    });
    let ends: Mask = free.fold(0, |mask, p| mask | 1 << p);
    let open = if through { Mask::MAX >> (128 - board.spaces() as u32) } else { ends };
    // The least length is reduced to the greatest that the board permits.
    let most = board.longest_path(at.place, most, open, ends);
    let least = least.min(most);
    if most == 0 {
        return Ok(HostReply::Value(Value::NONE));
    }
    let mut reached: Mask = 0;
    let mut ways: Vec<Vec<u16>> = Vec::new();
    board.paths(at.place, least, most, open, ends, &mut |way| {
        way.iter().for_each(|p| reached |= 1 << p);
        if ways.len() < 2 {
            ways.push(way.to_vec());
        }
        false
    });
    if let [only] = ways.as_slice() {
        return Ok(HostReply::Value(Value::List(only.iter().map(|p| Value::Zone(at.space(*p))).collect())));
    }
    let options = at.spaces(reached);
    let rule = PickRule::Path { from: at.space(at.place), open, ends };
    let kind = Kind::Pick { options, min: least as u32, max: most as u32, rule, list: true };
    ask::pose(call, &spec, kind, Value::NONE)
}

/// The greatest length of a path. It bounds the search: six steps on a board of hexes are 6^6 paths, some 50,000.
const MAX_STEPS: i64 = 6;

fn steps(call: &Call, value: &Value) -> Result<(u16, u16), String> {
    let bad = || "`pick` is a number of steps or a range: 2, \"0..1\"".to_string();
    let (low, high) = match value {
        Value::Nil => (1, 1),
        Value::Int(n) => (*n, *n),
        Value::Word(w) => range(call.world.rules.name(*w)).ok_or_else(bad)?,
        Value::Text(t) => range(t).ok_or_else(bad)?,
        _ => return Err(bad()),
    };
    if low < 0 || low > high || high > MAX_STEPS {
        return Err(format!("a way has from 0 to {MAX_STEPS} steps"));
    }
    Ok((low as u16, high as u16))
}

fn range(text: &str) -> Option<(i64, i64)> {
    let (low, high) = text.split_once("..")?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}
