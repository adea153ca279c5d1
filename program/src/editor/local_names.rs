//! Local names: the local of a script at a place of a file: its uses, its type, another name for it.

use std::ops::Range;

use super::lua_scopes::{EACH, Local};
use super::lua_types::GameValues;
use super::query::Query;
use super::{FileKind, script_place};
use intermezzo::lua::{TokenKind, readable};

/// A local of a script, in bytes of the file.
pub struct LocalName {
    /// The name of the local, its places and its type.
    pub local: Local,
    /// The script in which the local stands.
    script: Range<usize>,
}

/// The local whose name stands at a byte of a file.
pub fn at(known: &Query, kind: FileKind, text: &str, at: usize) -> Option<LocalName> {
    let script = script_place::at(known, kind, text, at)?;
    let (start, source) = (script.range.start, &text[script.range.clone()]);
    let scopes = GameValues::new(known, Some(&script.around)).read(source, at.checked_sub(start)?);
    let local = scopes.local_at(at - start)?;
    let placed = |range: &Range<usize>| range.start + start..range.end + start;
    let uses = local.uses.iter().map(placed).collect();
    let local = Local { declared: placed(&local.declared), uses, ..local.clone() };
    Some(LocalName { local, script: script.range })
}

impl LocalName {
    /// All places of the local, the declaration first.
    pub fn places(&self) -> impl Iterator<Item = &Range<usize>> {
        std::iter::once(&self.local.declared).chain(&self.local.uses)
    }

    /// The text about the local: its type, and the line that declares it.
    pub fn page(&self, text: &str) -> String {
        let Local { name, declared, ty, .. } = &self.local;
        let line = text[..declared.start].rfind('\n').map_or(0, |i| i + 1);
        let line = text[line..].lines().next().unwrap_or("").trim();
        let ty = ty.as_deref().filter(|ty| !ty.starts_with(EACH)).map_or(String::new(), |ty| format!(": {ty}"));
        format!("```lua\nlocal {name}{ty}\n```\n```lua\n{line}\n```")
    }

    /// Checks that the local can have another name.
    ///
    /// # Errors
    ///
    /// A name that Lua does not take, or that the script uses already, in words.
    pub fn may_be_called(&self, text: &str, new: &str) -> Result<(), String> {
        let is_one = matches!(&readable(new)[..], [one] if one.kind == TokenKind::Name && one.end == new.len());
        if !is_one {
            return Err(format!("`{new}` is no name of Lua: it has letters, digits and `_`"));
        }
        let source = &text[self.script.clone()];
        let is_used = readable(source).iter().any(|token| &source[token.start..token.end] == new);
        if is_used { Err(format!("`{new}` means something in this script already")) } else { Ok(()) }
    }
}
