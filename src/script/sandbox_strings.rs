//! Strings: `find`, `match`, `gmatch`, `gsub` and `format`, with bounds on subject, work and result.

use std::rc::Rc;

use mlua::{Error, Function, Lua, LuaString, MultiValue, Result, Table, Value};

use super::sandbox_meter::{MAX_STRING, Meter};
use super::sandbox_pattern::{Capture, Matcher};

/// Steps of one call, however much fuel is left.
const MAX_STEPS: u32 = 200_000;
/// A step is far cheaper than a safepoint.
const STEPS_PER_FUEL: u32 = 32;

/// Where the hardened `tostring` is kept for `%s`.
pub(super) const TOSTRING: &str = "intermezzo.tostring";

/// Adds the functions to `rust`, the table the prelude reads.
pub(super) fn register(lua: &Lua, rust: &Table, meter: &Rc<Meter>) -> Result<()> {
    let m = Rc::clone(meter);
    type Search = (LuaString, LuaString, Option<i64>, Option<bool>);
    let find = move |lua: &Lua, (s, p, init, plain): Search| search(lua, &m, &s, &p, init, plain, true);
    rust.raw_set("find", lua.create_function(find)?)?;
    let m = Rc::clone(meter);
    type Match = (LuaString, LuaString, Option<i64>);
    let matched = move |lua: &Lua, (s, p, init): Match| search(lua, &m, &s, &p, init, None, false);
    rust.raw_set("match", lua.create_function(matched)?)?;
    let m = Rc::clone(meter);
    let step = move |lua: &Lua, (s, p, at): (LuaString, LuaString, usize)| step(lua, &m, &s, &p, at);
    rust.raw_set("step", lua.create_function(step)?)?;
    let m = Rc::clone(meter);
    type Gsub = (LuaString, LuaString, Value, Option<i64>);
    let gsub = move |lua: &Lua, (s, p, by, most): Gsub| gsub(lua, &m, &s, &p, &by, most);
    rust.raw_set("gsub", lua.create_function(gsub)?)?;
    let m = Rc::clone(meter);
    let format = move |lua: &Lua, (pattern, args): (LuaString, MultiValue)| {
        let text = format(lua, &pattern.as_bytes(), &args)?;
        m.charge_bytes(lua, text.len())?;
        lua.create_string(text)
    };
    rust.raw_set("format", lua.create_function(format)?)
}

fn refused<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::runtime(message.into()))
}

/// Runs a matcher, and pays for its steps whatever comes of it.
fn paid<T>(
    lua: &Lua,
    meter: &Meter,
    subject: &[u8],
    pattern: &[u8],
    run: impl FnOnce(&mut Matcher<'_>) -> std::result::Result<T, String>,
) -> Result<T> {
    if subject.len() > MAX_STRING {
        return refused(format!("string too long to search: {} bytes, at most {MAX_STRING}", subject.len()));
    }
    let fuel = u32::try_from(meter.fuel_left().max(1)).unwrap_or(u32::MAX);
    let allowed = MAX_STEPS.min(fuel.saturating_mul(STEPS_PER_FUEL));
    let mut matcher = Matcher::new(subject, pattern, allowed).map_err(Error::runtime)?;
    let outcome = run(&mut matcher);
    let steps = matcher.steps();
    meter.charge(lua, i64::from(steps / STEPS_PER_FUEL))?;
    outcome.map_err(Error::runtime)
}

/// The byte a search starts at, from Lua's counted-from-1, from-the-end-if-negative position. `None` is beyond the end.
fn start_of(init: Option<i64>, length: usize) -> Option<usize> {
    let init = init.unwrap_or(1);
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let from = if init < 0 { (length + init).max(0) } else { (init - 1).max(0) };
    (from <= length).then_some(from as usize)
}

fn search(
    lua: &Lua,
    meter: &Meter,
    s: &LuaString,
    p: &LuaString,
    init: Option<i64>,
    plain: Option<bool>,
    places: bool,
) -> Result<MultiValue> {
    let (subject, pattern) = (s.as_bytes(), p.as_bytes());
    let nothing = || MultiValue::from_iter([Value::Nil]);
    let Some(from) = start_of(init, subject.len()) else { return Ok(nothing()) };
    let plain = plain.unwrap_or(false);
    let found = paid(lua, meter, &subject, &pattern, |matcher| {
        if plain {
            return Ok(matcher.find_plain(from).map(|start| (start, start + pattern.len(), Vec::new())));
        }
        let Some((start, end)) = matcher.search(from)? else { return Ok(None) };
        let captures = if places { matcher.explicit_captures()? } else { matcher.captures(start, end)? };
        Ok(Some((start, end, captures)))
    })?;
    let Some((start, end, captures)) = found else { return Ok(nothing()) };
    let mut values = MultiValue::new();
    if places {
        values.push_back(Value::Integer(start as i64 + 1));
        values.push_back(Value::Integer(end as i64));
    }
    for capture in captures {
        values.push_back(capture_value(lua, &subject, capture)?);
    }
    Ok(values)
}

fn capture_value(lua: &Lua, subject: &[u8], capture: Capture) -> Result<Value> {
    Ok(match capture {
        Capture::Range(from, to) => Value::String(lua.create_string(&subject[from..to])?),
        Capture::Position(at) | Capture::Open(at) => Value::Integer(at as i64 + 1),
    })
}

/// One step of `gmatch`: where to go on (counted from 1), then the captures.
fn step(lua: &Lua, meter: &Meter, s: &LuaString, p: &LuaString, at: usize) -> Result<MultiValue> {
    let (subject, pattern) = (s.as_bytes(), p.as_bytes());
    if pattern.first() == Some(&b'^') {
        return refused("'^' has no meaning in a pattern for 'gmatch'");
    }
    let found = paid(lua, meter, &subject, &pattern, |matcher| {
        let Some((start, end)) = matcher.search(at - 1)? else { return Ok(None) };
        Ok(Some((start, end, matcher.captures(start, end)?)))
    })?;
    let Some((start, end, captures)) = found else { return Ok(MultiValue::from_iter([Value::Nil, Value::Nil])) };
    let go_on = if end == start { end + 1 } else { end };
    let mut values = MultiValue::from_iter([Value::Integer(go_on as i64 + 1)]);
    for capture in captures {
        values.push_back(capture_value(lua, &subject, capture)?);
    }
    Ok(values)
}

fn gsub(
    lua: &Lua,
    meter: &Rc<Meter>,
    s: &LuaString,
    p: &LuaString,
    by: &Value,
    most: Option<i64>,
) -> Result<(LuaString, i64)> {
    if !matches!(by, Value::String(_) | Value::Number(_) | Value::Integer(_) | Value::Table(_) | Value::Function(_)) {
        return refused(format!(
            "bad argument #3 to 'gsub' (string, table or function expected, got {})",
            by.type_name()
        ));
    }
    let (subject, pattern) = (s.as_bytes(), p.as_bytes());
    let most = most.unwrap_or(i64::MAX);
    let mut text = Vec::with_capacity(subject.len());
    let (mut from, mut count) = (0, 0);
    while count < most && from <= subject.len() {
        let found = paid(lua, meter, &subject, &pattern, |matcher| {
            let Some((start, end)) = matcher.search(from)? else { return Ok(None) };
            Ok(Some((start, end, matcher.captures(start, end)?)))
        })?;
        let Some((start, end, captures)) = found else { break };
        count += 1;
        text.extend_from_slice(&subject[from..start]);
        replace(lua, meter, &subject[..], (start, end), &captures, by, &mut text)?;
        from = end;
        if start == end {
            text.extend(subject.get(end));
            from += 1;
        }
        if text.len() > MAX_STRING {
            return refused(format!("string too long: 'gsub' gives at most {MAX_STRING} bytes"));
        }
        // Each round costs at least a safepoint, even where the pattern took only a few steps.
        meter.charge(lua, 1)?;
        if pattern.first() == Some(&b'^') {
            break;
        }
    }
    text.extend_from_slice(subject.get(from..).unwrap_or_default());
    if text.len() > MAX_STRING {
        return refused(format!("string too long: 'gsub' gives at most {MAX_STRING} bytes"));
    }
    meter.charge_bytes(lua, text.len())?;
    Ok((lua.create_string(text)?, count))
}

fn replace(
    lua: &Lua,
    meter: &Rc<Meter>,
    subject: &[u8],
    (start, end): (usize, usize),
    captures: &[Capture],
    by: &Value,
    text: &mut Vec<u8>,
) -> Result<()> {
    let value = match by {
        Value::Table(table) => table.get::<Value>(capture_value(lua, subject, captures[0])?)?,
        Value::Function(function) => {
            let values = captures.iter().map(|c| capture_value(lua, subject, *c));
            let values = values.collect::<Result<MultiValue>>()?;
            let _depth = meter.enter()?;
            function.call::<Value>(values)?
        }
        other => return expand(lua, subject, (start, end), captures, other, text),
    };
    match value {
        Value::Nil | Value::Boolean(false) => text.extend_from_slice(&subject[start..end]),
        Value::String(s) => text.extend_from_slice(&s.as_bytes()),
        other => match lua.coerce_string(other.clone())? {
            Some(s) => text.extend_from_slice(&s.as_bytes()),
            None => return refused(format!("invalid replacement value (a {})", other.type_name())),
        },
    }
    Ok(())
}

/// Appends a replacement string, in which `%1` stands for a capture and `%0` for the match.
fn expand(
    lua: &Lua,
    subject: &[u8],
    (start, end): (usize, usize),
    captures: &[Capture],
    by: &Value,
    text: &mut Vec<u8>,
) -> Result<()> {
    let Some(by) = lua.coerce_string(by.clone())? else { return refused("invalid replacement value") };
    let by = by.as_bytes();
    let mut rest = by.iter().copied();
    while let Some(c) = rest.next() {
        if c != b'%' {
            text.push(c);
            continue;
        }
        match rest.next() {
            Some(b'0') => text.extend_from_slice(&subject[start..end]),
            Some(digit @ b'1'..=b'9') => match captures.get(usize::from(digit - b'1')) {
                Some(Capture::Range(from, to)) => text.extend_from_slice(&subject[*from..*to]),
                Some(Capture::Position(at) | Capture::Open(at)) => text.extend((at + 1).to_string().bytes()),
                None => return refused("invalid capture index in the replacement string"),
            },
            Some(b'%') => text.push(b'%'),
            _ => return refused("invalid use of '%' in the replacement string"),
        }
        if text.len() > MAX_STRING {
            return refused(format!("string too long: 'gsub' gives at most {MAX_STRING} bytes"));
        }
    }
    Ok(())
}

/// A directive of `format`: `%[flags][width][.precision]conversion`.
#[derive(Default)]
struct Directive {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    width: usize,
    precision: Option<usize>,
}

impl Directive {
    fn parse(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Result<Directive> {
        let mut directive = Directive::default();
        while let Some(flag) = rest.next_if(|c| b"-0+ ".contains(c)) {
            match flag {
                b'-' => directive.left = true,
                b'0' => directive.zero = true,
                b'+' => directive.plus = true,
                _ => directive.space = true,
            }
        }
        directive.width = number(rest)?.unwrap_or(0);
        if rest.next_if_eq(&b'.').is_some() {
            directive.precision = Some(number(rest)?.unwrap_or(0));
        }
        Ok(directive)
    }

    fn pad(&self, body: &[u8], zero: bool, text: &mut Vec<u8>) {
        let fill = self.width.saturating_sub(body.len());
        if self.left {
            text.extend_from_slice(body);
            text.extend(std::iter::repeat_n(b' ', fill));
        } else if zero {
            let sign = usize::from(matches!(body.first(), Some(b'-' | b'+' | b' ')));
            text.extend_from_slice(&body[..sign]);
            text.extend(std::iter::repeat_n(b'0', fill));
            text.extend_from_slice(&body[sign..]);
        } else {
            text.extend(std::iter::repeat_n(b' ', fill));
            text.extend_from_slice(body);
        }
    }
}

fn number(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Result<Option<usize>> {
    let mut value = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        let sum = value.unwrap_or(0) * 10 + usize::from(digit - b'0');
        if sum > 99 {
            return refused("invalid format (width or precision longer than two digits)");
        }
        value = Some(sum);
    }
    Ok(value)
}

fn format(lua: &Lua, pattern: &[u8], args: &MultiValue) -> Result<Vec<u8>> {
    let mut text = Vec::with_capacity(pattern.len() + 16);
    let mut rest = pattern.iter().copied().peekable();
    let mut args = args.iter().enumerate();
    while let Some(c) = rest.next() {
        if text.len() > MAX_STRING {
            return refused(format!("string too long: 'format' gives at most {MAX_STRING} bytes"));
        }
        if c != b'%' {
            text.push(c);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            text.push(b'%');
            continue;
        }
        let directive = Directive::parse(&mut rest)?;
        let conversion = rest.next().unwrap_or(b' ');
        if !b"dicsxX".contains(&conversion) {
            let conversion = char::from(conversion);
            return refused(format!("invalid option '%{conversion}' to 'format': %d %i %s %x %X %c and %% are known"));
        }
        let Some((at, value)) = args.next() else { return refused("not enough arguments to 'format'") };
        if conversion == b's' {
            let string = match lua.coerce_string(value.clone()) {
                Ok(Some(s)) => s,
                _ => lua.named_registry_value::<Function>(TOSTRING)?.call::<LuaString>(value)?,
            };
            let body = string.as_bytes();
            let shown = directive.precision.unwrap_or(body.len()).min(body.len());
            directive.pad(&body[..shown], false, &mut text);
            continue;
        }
        if directive.precision.is_some() {
            return refused("invalid format (a precision is for %s only)");
        }
        let number = lua.coerce_number(value.clone())?.filter(|n| n.fract() == 0.0 && n.abs() <= 2f64.powi(53));
        let Some(number) = number.map(|n| n as i64) else {
            return refused(format!("bad argument #{} to 'format' (integer expected)", at + 2));
        };
        let body = match conversion {
            b'c' => match u8::try_from(number) {
                Ok(c) => vec![c],
                Err(_) => return refused(format!("bad argument #{} to 'format' (a byte expected)", at + 2)),
            },
            b'x' | b'X' if number < 0 => return refused("'%x' needs a number that is not negative"),
            b'x' => format!("{number:x}").into_bytes(),
            b'X' => format!("{number:X}").into_bytes(),
            _ if directive.plus && number >= 0 => format!("+{number}").into_bytes(),
            _ if directive.space && number >= 0 => format!(" {number}").into_bytes(),
            _ => number.to_string().into_bytes(),
        };
        directive.pad(&body, directive.zero && conversion != b'c', &mut text);
    }
    if text.len() > MAX_STRING {
        return refused(format!("string too long: 'format' gives at most {MAX_STRING} bytes"));
    }
    Ok(text)
}
