//! Lua cursor: where in a half-written script something stands: the call, the table, the quotes around it.

use super::cursor::is_word;
use super::lua_names::FUNCTIONS;
use intermezzo::script::api::takes::Takes;

/// The place of the cursor in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InLua {
    /// The function in whose brackets the cursor stands, and the number of the argument, from 0.
    pub call: Option<(String, usize)>,
    /// The arguments before the cursor, each as a name or as a text; empty for any other argument.
    pub arguments: Vec<String>,
    /// The table key whose value contains the cursor, if there is one.
    pub key: Option<String>,
    /// True in a table of a script, where a key may begin.
    pub is_key: bool,
    /// True if the place is in quotes.
    pub is_text: bool,
    /// The part of the quoted text that stands before the cursor.
    pub text: String,
    /// The left side of a comparison, if the quoted text is its right side: `me.side` of `me.side == "`.
    pub compared: Option<String>,
    /// True in a comment, where nothing is offered.
    pub is_remark: bool,
    /// The name before the dot or the colon that stands just before the cursor.
    pub owner: Option<String>,
}

impl InLua {
    /// The kinds of value that the argument at the cursor accepts.
    pub fn takes(&self) -> &'static [Takes] {
        let of = |(name, n): &(String, usize)| FUNCTIONS.get(name.as_str())?.takes.get(*n).copied();
        self.call.as_ref().and_then(of).unwrap_or(&[])
    }

    /// The part in quotes before the last dot: the owner of the name.
    pub fn owner_in_text(&self) -> Option<&str> {
        self.text.rsplit_once('.').map(|(owner, _)| owner)
    }
}

/// A bracket that is open.
struct LuaBracket {
    bracket: u8,
    /// The function of a call.
    name: String,
    /// The number of the argument, from 0.
    n: usize,
    /// In a table: the key whose value is being written.
    key: Option<String>,
    /// The arguments that ended.
    arguments: Vec<String>,
}

impl LuaBracket {
    fn of(bracket: u8, name: String) -> LuaBracket {
        LuaBracket { bracket, name, n: 0, key: None, arguments: Vec::new() }
    }

    fn call(&self) -> Option<(String, usize)> {
        (!self.name.is_empty()).then(|| (self.name.clone(), self.n))
    }
}

/// The place of the cursor at the end of `before`, the beginning of a script.
pub fn at_end(before: &str) -> InLua {
    let bytes = before.as_bytes();
    let mut open: Vec<LuaBracket> = Vec::new();
    let (mut i, mut last) = (0, String::new());
    let mut found = InLua::default();
    while i < bytes.len() {
        match bytes[i] {
            b'-' if bytes.get(i + 1) == Some(&b'-') => {
                let end = before[i..].find('\n').map(|n| i + n);
                found.is_remark = end.is_none();
                i = end.unwrap_or(bytes.len());
                continue;
            }
            quote @ (b'"' | b'\'') => {
                i = read_text(before, (i, quote), &mut found, &mut last);
                continue;
            }
            b'(' => open.push(LuaBracket::of(b'(', std::mem::take(&mut last))),
            b'{' => {
                let name = std::mem::take(&mut last);
                let is_call = !name.is_empty()
                    && !matches!(open.last(), Some(LuaBracket { bracket: b'{', .. }) if before[..i].trim_end().ends_with('='));
                open.push(LuaBracket::of(b'{', if is_call { name } else { String::new() }));
            }
            b'[' => open.push(LuaBracket::of(b'[', String::new())),
            b')' | b'}' | b']' => {
                open.pop();
                last.clear();
            }
            b',' | b';' => {
                if let Some(open) = open.last_mut() {
                    open.arguments.push(std::mem::take(&mut last));
                    open.n += 1;
                    open.key = None;
                }
                last.clear();
            }
            b'=' if bytes.get(i + 1) != Some(&b'=') => {
                let name = std::mem::take(&mut last);
                if let Some(LuaBracket { bracket: b'{', key, .. }) = open.last_mut() {
                    *key = Some(name);
                }
            }
            b' ' | b'\t' => {
                // A space ends a name, unless a bracket or `=` follows it.
                let next = before[i..].trim_start_matches([' ', '\t']).bytes().next();
                if !matches!(next, Some(b'(' | b'{' | b'=')) {
                    last.clear();
                }
            }
            c if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b':') => last.push(c as char),
            _ => last.clear(),
        }
        i += 1;
    }
    note_brackets(&open, &mut found);
    if !found.is_text
        && let Some((owner, _)) = last.rsplit_once(['.', ':'])
    {
        found.owner = Some(owner.rsplit(['.', ':']).next().unwrap_or(owner).into());
    }
    found
}

/// Reads a quoted text that begins at a byte, and returns the byte behind it. A text without an end is the one that is
/// being written.
fn read_text(before: &str, (i, quote): (usize, u8), found: &mut InLua, last: &mut String) -> usize {
    let bytes = before.as_bytes();
    let mut end = i + 1;
    while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    found.is_text = end >= bytes.len();
    if found.is_text {
        found.compared = compared(&before[..i]);
    }
    *last = before[i + 1..end.min(before.len())].into();
    if found.is_text {
        found.text = std::mem::take(last);
    }
    end + 1
}

/// Notes which call or table lies around the cursor.
fn note_brackets(open: &[LuaBracket], found: &mut InLua) {
    if let Some(inner) = open.last() {
        if inner.bracket == b'{' {
            found.key = inner.key.clone();
            found.is_key = inner.key.is_none() && !found.is_text;
        }
        found.call = match inner.bracket {
            b'{' if !inner.name.is_empty() => Some((inner.name.clone(), 0)),
            // A table in the brackets of a call: the call counts.
            b'{' => open.iter().rev().nth(1).filter(|outer| outer.bracket == b'(').and_then(LuaBracket::call),
            b'(' => inner.call(),
            _ => None,
        };
        if inner.bracket == b'(' {
            found.arguments = inner.arguments.clone();
        }
    }
}

/// The left side of a comparison at the end of an unfinished script.
fn compared(before: &str) -> Option<String> {
    let before = before.trim_end();
    let before = before.strip_suffix("==").or_else(|| before.strip_suffix("~="))?.trim_end();
    let start = before.rfind(|c: char| !is_word(c) && c != '.').map_or(0, |i| i + 1);
    Some(before[start..].into()).filter(|name: &String| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_is_known() {
        let at = at_end("if self.type == \"ch");
        assert_eq!((at.compared.as_deref(), at.text.as_str()), (Some("self.type"), "ch"));
        assert_eq!(at_end("self:has(\"keywords\", \"").arguments, ["keywords"]);
        assert_eq!(at_end("contains(self.keywords, \"").arguments, ["self.keywords"]);
    }

    #[test]
    fn the_place_in_a_half_written_script_is_known() {
        let at = at_end("act.draw(me, ");
        assert_eq!(at.call, Some(("act.draw".into(), 1)));
        let at = at_end("if x then ask.card { zone = \"ha");
        assert_eq!((at.call, at.key.as_deref(), at.is_text), (Some(("ask.card".into(), 0)), Some("zone"), true));
        assert!(at_end("cards { zo").is_key);
        assert_eq!(at_end("local n = act.").owner.as_deref(), Some("act"));
        assert_eq!(at_end("note(self.na").owner.as_deref(), Some("self"));
        assert!(at_end("x = 1 -- act.").is_remark);
        let at = at_end("act.move(c, \"");
        assert_eq!((at.call, at.is_text), (Some(("act.move".into(), 1)), true));
        let at = at_end("act.draw(you, 1)\nact.change(me, \"");
        assert_eq!((at.call, at.arguments), (Some(("act.change".into(), 1)), vec!["me".into()]));
        assert_eq!(at_end("act.change(first(a, b), \"").arguments, [""]);
        let at = at_end("act.move(c, \"hand\", { posi");
        assert_eq!((at.call, at.is_key), (Some(("act.move".into(), 2)), true));
    }
}
