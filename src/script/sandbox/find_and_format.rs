//! Find and format: `string.find` and `string.format`, with bounds on work and result. The other functions of strings
//! are in `lua_library`.
//!
//! Patterns are missing on purpose: what games look for in a text is another text, and a matcher of patterns that
//! strangers may use is a second language with limits of its own.

use std::rc::Rc;

use memchr::memmem;
use mlua::{Error, Function, Lua, LuaString, MultiValue, Result, Table, Value};

use super::meter::Meter;
use crate::lua::{MAX_DIGITS, MAX_STRING};

/// The name under which the hardened `tostring` is kept for `%s`.
pub(super) const TOSTRING: &str = "intermezzo.tostring";

/// Searched bytes that cost as much as a safepoint (attack endless_find).
const BYTES_PER_FUEL: usize = 32;

const TOO_MANY_DIGITS: &str = "a text of more than 64 bytes may not be a number";

/// Characters with a meaning in Lua's patterns.
const MAGIC: &[u8] = b"^$*+?.([%-";

/// Adds the functions to `rust`, the table that `lua_library` reads.
pub(super) fn register(lua: &Lua, rust: &Table, meter: &Rc<Meter>) -> Result<()> {
    let m = Rc::clone(meter);
    type Find = (LuaString, LuaString, Option<i64>, Option<bool>);
    let find = move |lua: &Lua, (s, part, init, plain): Find| find(lua, &m, &s, &part, init, plain == Some(true));
    rust.raw_set("find", lua.create_function(find)?)?;
    let m = Rc::clone(meter);
    let format = move |lua: &Lua, (template, args): (LuaString, MultiValue)| {
        let text = format(lua, &template.as_bytes(), &args)?;
        m.charge_bytes(lua, text.len())?;
        m.charge_text(lua)?;
        let (length, text) = (text.len(), lua.create_string(text)?);
        if length > MAX_DIGITS && lua.coerce_number(Value::String(text.clone()))?.is_some() {
            return refused(TOO_MANY_DIGITS);
        }
        Ok(text)
    };
    rust.raw_set("format", lua.create_function(format)?)
}

fn refused<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::runtime(message.into()))
}

/// The byte offset at which a search starts. Lua counts `init` from 1, or from the end if it is negative. `None`:
/// beyond the end.
fn start_of(init: Option<i64>, length: usize) -> Option<usize> {
    let init = init.unwrap_or(1);
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let from = if init < 0 { (length + init).max(0) } else { (init - 1).max(0) };
    (from <= length).then_some(from as usize)
}

/// The first and the last byte of a part, counted from 1; nil if it is not there. The work grows with the text only.
fn find(
    lua: &Lua,
    meter: &Meter,
    s: &LuaString,
    part: &LuaString,
    init: Option<i64>,
    plain: bool,
) -> Result<MultiValue> {
    let (text, part) = (s.as_bytes(), part.as_bytes());
    if text.len() > MAX_STRING {
        return refused(format!("string too long to search: {} bytes, at most {MAX_STRING}", text.len()));
    }
    if !plain && let Some(magic) = part.iter().find(|c| MAGIC.contains(c)) {
        let magic = char::from(*magic);
        return refused(format!(
            "there are no patterns, and `{magic}` would be part of one: with `true` as its fourth argument 'find' looks \
             for the text as it stands"
        ));
    }
    meter.charge(lua, ((text.len() + part.len()) / BYTES_PER_FUEL) as i64)?;
    let found = start_of(init, text.len()).and_then(|from| Some(from + memmem::find(&text[from..], &part)?));
    Ok(match found {
        Some(at) => [at as i64 + 1, (at + part.len()) as i64].map(Value::Integer).into_iter().collect(),
        None => MultiValue::from_iter([Value::Nil]),
    })
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

fn format(lua: &Lua, template: &[u8], args: &MultiValue) -> Result<Vec<u8>> {
    let mut text = Vec::with_capacity(template.len() + 16);
    let mut rest = template.iter().copied().peekable();
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
