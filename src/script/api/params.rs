//! Parameters: the arguments that a host function takes, checked before it runs.
//!
//! The signature in the table serves the editor, the reference page and this check, so they cannot differ. `nil` fits
//! only optional parameters, because a script that passes on a missing value has a mistake. A list may be empty; a
//! table for a single object may not.

use crate::data::suggest;
use crate::script::host::arguments::{ANY, Argument, GivenTable, KINDS, TABLE_BIT};

/// A parameter of a host function, or a key of a table parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    is_optional: bool,
    ty: Type,
}

/// The type of a parameter: a list of alternatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Type {
    /// Kinds of single things, as a mask.
    one: u16,
    /// Kinds that a list may hold, as a mask.
    each: u16,
    /// True if a list may hold lists.
    nested: bool,
    /// The keys of the table that may stand here; `None`: no such table may.
    shape: Option<&'static TableShape>,
}

/// A table with known keys.
#[derive(Debug)]
pub(super) struct TableShape {
    pub name: &'static str,
    pub keys: Vec<Param>,
    /// True if it is a filter as well, whose keys the filter language knows.
    pub is_filter: bool,
}

/// Reads the parameters out of a signature `(a: A, b?: B): C`.
pub(super) fn params(signature: &str, shapes: &'static [TableShape]) -> Vec<Param> {
    let (params, _) = split(signature);
    params.iter().map(|(name, ty)| param(&format!("{name}: {ty}"), shapes)).collect()
}

/// Reads a parameter, or a key of a table, out of `name?: Type`.
pub(super) fn param(text: &str, shapes: &'static [TableShape]) -> Param {
    let (name, ty) = text.split_once(": ").unwrap_or((text, "any"));
    let is_optional = name.ends_with('?');
    let mut read = Type::default();
    read.read(ty, shapes);
    Param { name: name.trim_end_matches('?').into(), is_optional, ty: read }
}

impl Type {
    /// Reads a type out of a text that names no table with known keys.
    pub(super) fn of(text: &str) -> Type {
        let mut ty = Type::default();
        ty.read(text, &[]);
        ty
    }

    /// This type, or a list of it.
    pub(super) fn or_list(self) -> Type {
        Type { each: self.each | self.one, nested: self.nested || self.each != 0, ..self }
    }

    fn read(&mut self, ty: &str, shapes: &'static [TableShape]) {
        for part in union(ty) {
            if let Some(list) = part.strip_suffix("[][]") {
                self.each |= mask(list);
                self.nested = true;
            } else if let Some(list) = part.strip_suffix("[]") {
                let inner = list.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(list);
                self.each |= union(inner).into_iter().map(mask).fold(0, |all, one| all | one);
            } else if part == "any" {
                self.one |= ANY;
                self.each |= ANY;
                self.nested = true;
            } else if let Some(shape) = shapes.iter().find(|s| s.name == part) {
                self.shape = Some(shape);
            } else {
                self.one |= mask(part);
            }
        }
    }

    /// The type in words.
    fn words(&self) -> String {
        if self.one == ANY {
            return "a value of the game".into();
        }
        let mut words: Vec<String> =
            (0..KINDS.len()).filter(|i| self.one & 1 << i != 0).map(|i| KINDS[i].1.to_string()).collect();
        words.extend(self.shape.map(|_| "a table".into()));
        if self.each != 0 {
            let kinds: Vec<&str> = (0..KINDS.len()).filter(|i| self.each & 1 << i != 0).map(|i| KINDS[i].2).collect();
            words.push(match (self.nested, self.each == ANY, kinds.as_slice()) {
                (true, false, _) => "a list of lists".into(),
                (_, true, _) => "a list".into(),
                (.., [one]) => format!("a list of {one}"),
                _ => "a list of them".into(),
            });
        }
        let last = words.pop().unwrap_or_default();
        if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
    }

    /// Checks a value; `name` describes the value for an error.
    pub(super) fn check(&self, value: &Argument, name: &dyn Fn() -> String) -> Result<(), String> {
        let table = match value {
            Argument::Table(table) => table,
            Argument::Refused(why) => return Err(format!("`{}`: {why}", name())),
            one if self.one & one.kind() != 0 => return Ok(()),
            _ => return self.wrong(value, name),
        };
        if self.one & TABLE_BIT != 0 && (self.each == 0 || table.is_map()) {
            return Ok(());
        }
        if let Some(shape) = self.shape.filter(|_| self.each == 0 || table.raw_len() == 0) {
            return shape.check(table, name);
        }
        if self.each == 0 || table.is_map() {
            return self.wrong(value, name);
        }
        for (i, item) in table.items().map_err(|e| format!("`{}`: {e}", name()))?.into_iter().enumerate() {
            let fits = match item {
                Argument::Table(inner) if self.nested => {
                    inner.items().is_ok_and(|i| i.iter().all(|v| self.each & v.kind() != 0 || is_table(v)))
                }
                _ => (!self.nested || self.each == ANY) && self.each & item.kind() != 0,
            };
            if !fits {
                let words = Type { one: 0, ..self.clone() }.words();
                return Err(format!("`{}` must be {words}, and number {} is {}", name(), i + 1, item.words()));
            }
        }
        Ok(())
    }

    fn wrong(&self, value: &Argument, name: &dyn Fn() -> String) -> Result<(), String> {
        Err(format!("`{}` must be {}, not {}", name(), self.words(), value.words()))
    }
}

impl TableShape {
    fn check(&self, table: &GivenTable, name: &dyn Fn() -> String) -> Result<(), String> {
        for param in &self.keys {
            param.check(table.get(&param.name), &|| format!("{}.{}", name(), param.name))?;
        }
        if self.is_filter {
            return Ok(());
        }
        let unknown = table.pairs().iter().filter_map(|(key, _)| match key {
            Argument::Text(text) => {
                Some(text.to_string_lossy()).filter(|text| self.keys.iter().all(|p| p.name != *text))
            }
            other => Some(other.words()),
        });
        let Some(unknown) = unknown.min() else { return Ok(()) };
        let help = suggest::help_for(&unknown, self.keys.iter().map(|p| &*p.name));
        Err(format!("`{}` knows no key `{unknown}` ({help})", name()))
    }
}

impl Param {
    fn check(&self, value: &Argument, name: &dyn Fn() -> String) -> Result<(), String> {
        if self.is_optional && value.is_nil() { Ok(()) } else { self.ty.check(value, name) }
    }
}

/// Checks that the arguments of a call fit the parameters of the function.
pub(crate) fn check(params: &[Param], args: &[Argument]) -> Result<(), String> {
    for (i, param) in params.iter().enumerate() {
        param.check(args.get(i).unwrap_or(&Argument::Nil), &|| param.name.clone())?;
    }
    match args.iter().skip(params.len()).position(|v| !v.is_nil()) {
        None => Ok(()),
        Some(i) if params.is_empty() => Err(format!("it takes nothing, and was given {}", &args[i].words())),
        Some(i) => {
            let names: Vec<String> = params.iter().map(|p| format!("`{}`", p.name)).collect();
            Err(format!("it takes {} and no more, not {}", names.join(", "), &args[params.len() + i].words()))
        }
    }
}

/// The parts of `A|B|(C|D)[]`.
fn union(ty: &str) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (i, c) in ty.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 => {
                out.push(&ty[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    out.push(&ty[from..]);
    out
}

/// The bit of a type that a signature names, as a mask; all bits for `any`.
///
/// # Panics
///
/// Panics at a word that no signature may have: signatures are our own text.
fn mask(ty: &str) -> u16 {
    if ty == "any" {
        return ANY;
    }
    let kind = KINDS.iter().position(|(name, ..)| *name == ty);
    1 << kind.unwrap_or_else(|| panic!("a signature names the type `{ty}`, which there is not"))
}

fn is_table(value: &Argument) -> bool {
    matches!(value, Argument::Table(_))
}

/// The parameters and the result of a signature `(a: A, b?: B): C`.
pub(in crate::script) fn split(signature: &str) -> (Vec<(String, String)>, Option<&str>) {
    let mut depth = 0;
    let close = signature.char_indices().find_map(|(i, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(i)
    });
    let close = close.unwrap_or(signature.len() - 1);
    let returns = signature[close + 1..].strip_prefix(": ");
    let mut params: Vec<String> = Vec::new();
    for part in signature[1..close].split(", ").filter(|p| !p.is_empty()) {
        // A comma inside the brackets of a function type belongs to it.
        match params.last_mut() {
            Some(last) if last.matches('(').count() > last.matches(')').count() => *last += &format!(", {part}"),
            _ => params.push(part.to_string()),
        }
    }
    let typed = |p: &String| match p.split_once(": ") {
        Some((name, ty)) => (name.to_string(), ty.to_string()),
        None => (p.clone(), "any".to_string()),
    };
    (params.iter().map(typed).collect(), returns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn words(ty: &str, expected: &str) {
        assert_eq!(param(&format!("x: {ty}"), &[]).ty.words(), expected);
    }

    #[test]
    fn a_type_says_in_words_what_it_takes() {
        words("Card", "a card");
        words("Card|Card[]", "a card or a list of cards");
        words("Card|Player|Game|(Card|Player)[]", "a card, a player, the game or a list of them");
        words("integer[][]", "a list of lists");
        words("any", "a value of the game");
        words("any[]", "a list");
    }

    #[test]
    fn a_signature_splits_at_its_own_commas() {
        let (params, returns) = split("(name: string, step: fun(a: any, b: any), n?: integer): Card[]");
        let params: Vec<(&str, &str)> = params.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        assert_eq!(params, [("name", "string"), ("step", "fun(a: any, b: any)"), ("n?", "integer")]);
        assert_eq!(returns, Some("Card[]"));
        assert_eq!(split("()"), (Vec::new(), None));
    }
}
