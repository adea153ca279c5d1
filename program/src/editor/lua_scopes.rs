//! Lua scopes: the locals of a script, where each is used, and the types of values, also while the script is half written.
//!
//! The reader of scripts wants whole scripts. This one reads tokens, follows blocks and expressions, and skips what it does
//! not understand. Its [`Values`] give the types of names and calls.

use std::cell::Cell;
use std::ops::Range;

use intermezzo::lua::{Token, TokenKind, readable};

/// A type as the stubs write it: `Card?`, `Player[]`, `integer`; `None`: unknown.
pub type LocalType = Option<String>;

/// The types of the values that a script names.
pub trait Values {
    /// The type of a global.
    fn global(&self, name: &str) -> LocalType;
    /// The type of a field of an object of this type.
    fn field(&self, of: &str, name: &str) -> LocalType;
    /// The type of the result of a function, by its path, the types of its arguments, and the first one if it is a text.
    fn call(&self, path: &str, arguments: &[LocalType], text: Option<&str>) -> LocalType;
    /// The type of the result of a method.
    fn method(&self, of: &str, name: &str) -> LocalType;
}

/// Values of which nothing is known, for questions about names only.
pub struct NoValues;

impl Values for NoValues {
    fn global(&self, _: &str) -> LocalType {
        None
    }
    fn field(&self, _: &str, _: &str) -> LocalType {
        None
    }
    fn call(&self, _: &str, _: &[LocalType], _: Option<&str>) -> LocalType {
        None
    }
    fn method(&self, _: &str, _: &str) -> LocalType {
        None
    }
}

/// A local of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The name of the local.
    pub name: String,
    /// The place of the declaration, in bytes of the script.
    pub declared: Range<usize>,
    /// The places of uses, in bytes of the script.
    pub uses: Vec<Range<usize>>,
    /// The type of the local's first value.
    pub ty: LocalType,
}

/// The value before a dot or a colon at which the cursor stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// The type of the value before a dot or a colon.
    pub ty: LocalType,
    /// The path of the value before a dot or a colon, if it is a name with members: `act`, `me.opponent`; empty for a
    /// local or a result.
    pub path: String,
    /// True if the value is followed by a colon: a method comes next.
    pub is_method: bool,
}

/// The scopes that were read in a script.
#[derive(Debug, Default)]
pub struct Scopes {
    /// All locals.
    pub locals: Vec<Local>,
    /// The locals that the place sees, by their numbers among `locals`, the innermost first.
    pub visible: Vec<usize>,
    /// The value before the dot or colon at the place that was asked about.
    pub owner: Option<Owner>,
}

impl Scopes {
    /// The local whose name stands at a byte.
    pub fn local_at(&self, at: usize) -> Option<&Local> {
        let is_there = |range: &Range<usize>| range.start <= at && at <= range.end;
        self.locals.iter().find(|local| is_there(&local.declared) || local.uses.iter().any(is_there))
    }
}

/// Expressions and blocks that are nested deeper are skipped: each takes a part of the stack of the server, and a file of
/// 100,000 opening brackets would take all of it.
const DEEPEST: usize = 200;

/// Reads a script; `at` is the place that is asked about: the first byte of the word there.
pub fn read(source: &str, at: usize, values: &dyn Values) -> Scopes {
    let mut reader = ScopeReader {
        source,
        tokens: readable(source),
        next: 0,
        at,
        values,
        scopes: vec![Vec::new()],
        found: Scopes::default(),
        is_noted: false,
        depth: Cell::new(0),
    };
    while reader.next < reader.tokens.len() {
        reader.block();
        // An `end` that closes no block is skipped.
        reader.bump();
    }
    reader.note();
    reader.found
}

/// What is known about the value of an expression.
#[derive(Clone, Debug, Default)]
struct KnownValue {
    ty: LocalType,
    /// The path of a name that is no local.
    path: String,
    /// The text, if the value is one.
    text: Option<String>,
}

struct ScopeReader<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    next: usize,
    at: usize,
    values: &'s dyn Values,
    /// The locals of each open block, by their numbers among all locals.
    scopes: Vec<Vec<usize>>,
    found: Scopes,
    is_noted: bool,
    depth: Cell<usize>,
}

impl<'s> ScopeReader<'s> {
    fn peek(&self) -> Option<&'s str> {
        let token = self.tokens.get(self.next)?;
        Some(&self.source[token.start..token.end])
    }

    fn kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn is(&self, text: &str) -> bool {
        self.peek() == Some(text) && self.kind() != Some(TokenKind::Text)
    }

    fn bump(&mut self) {
        if self.tokens.get(self.next).is_some_and(|token| token.start >= self.at) {
            self.note();
        }
        self.next += 1;
    }

    fn take(&mut self, text: &str) -> bool {
        let is = self.is(text);
        if is {
            self.bump();
        }
        is
    }

    fn name(&mut self) -> Option<Range<usize>> {
        let token = self.tokens.get(self.next).filter(|token| token.kind == TokenKind::Name)?;
        let range = token.start..token.end;
        self.bump();
        Some(range)
    }

    /// Notes what the place sees, once.
    fn note(&mut self) {
        if !self.is_noted {
            self.is_noted = true;
            self.found.visible = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev().copied()).collect();
        }
    }

    fn declare(&mut self, name: Range<usize>, ty: LocalType) {
        let local = Local { name: self.source[name.clone()].into(), declared: name, uses: Vec::new(), ty };
        self.found.locals.push(local);
        let number = self.found.locals.len() - 1;
        self.scopes.last_mut().expect("a script is a block").push(number);
    }

    fn find(&self, name: &str) -> Option<usize> {
        let mut open = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev().copied());
        open.find(|number| self.found.locals[*number].name == name)
    }

    /// Reads something that may be nested, unless it is nested too deeply: then one token is skipped.
    fn deeper<T: Default>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth.get() >= DEEPEST {
            self.bump();
            return T::default();
        }
        self.depth.set(self.depth.get() + 1);
        let found = read(self);
        self.depth.set(self.depth.get() - 1);
        found
    }

    /// Reads statements, up to a word that ends a block.
    fn block(&mut self) {
        while let Some(word) = self.peek() {
            if self.kind() == Some(TokenKind::Keyword) && matches!(word, "end" | "else" | "elseif" | "until") {
                return;
            }
            let before = self.next;
            self.deeper(Self::statement);
            if self.next == before {
                self.bump();
            }
        }
    }

    /// Reads a block in a scope of its own, in which `locals` are declared first.
    fn scope(&mut self, locals: Vec<(Range<usize>, LocalType)>) {
        self.scopes.push(Vec::new());
        for (name, ty) in locals {
            self.declare(name, ty);
        }
        self.block();
        if self.next >= self.tokens.len() {
            self.note();
        }
        self.scopes.pop();
    }

    fn statement(&mut self) {
        let is_keyword = self.kind() == Some(TokenKind::Keyword);
        match self.peek().filter(|_| is_keyword) {
            Some("local") => self.local(),
            Some("function") => self.function_statement(),
            Some("if") => self.if_statement(),
            Some("while") => {
                self.bump();
                self.expression();
                self.take("do");
                self.scope(Vec::new());
                self.take("end");
            }
            Some("for") => self.for_statement(),
            Some("repeat") => {
                self.bump();
                self.scope(Vec::new());
                if self.take("until") {
                    self.expression();
                }
            }
            Some("do") => {
                self.bump();
                self.scope(Vec::new());
                self.take("end");
            }
            Some("return") => {
                self.bump();
                let ends = ["end", "else", "elseif", "until"];
                if self.peek().is_some_and(|word| !ends.contains(&word)) {
                    self.expressions();
                }
            }
            _ => {
                self.expressions();
                if self.take("=") {
                    self.expressions();
                }
            }
        }
    }

    fn local(&mut self) {
        self.bump();
        if self.is("function") {
            let remarks = self.tokens[self.next].line;
            self.bump();
            if let Some(name) = self.name() {
                self.declare(name, None);
            }
            return self.function(remarks);
        }
        let mut names = Vec::new();
        while let Some(name) = self.name() {
            names.push(name);
            if !self.take(",") {
                break;
            }
        }
        let values = if self.take("=") { self.expressions() } else { Vec::new() };
        let is_written = self.is_value_open();
        for (n, name) in names.into_iter().enumerate() {
            // A local does not see itself while its value is being written.
            if is_written && name.start < self.at {
                self.note();
            }
            self.declare(name, values.get(n).and_then(|value| value.ty.clone()));
        }
    }

    /// True if the value that was read last is still being written at the place that is asked about.
    fn is_value_open(&self) -> bool {
        let Some(last) = self.tokens.get(self.next.saturating_sub(1)) else { return false };
        let text = &self.source[last.start..last.end];
        let is_open = match last.kind {
            TokenKind::Sign => !matches!(text, ")" | "}" | "]" | "..."),
            TokenKind::Keyword => matches!(text, "and" | "or" | "not"),
            _ => false,
        };
        let is_next = self.tokens.get(self.next).is_none_or(|token| token.start >= self.at);
        last.end >= self.at || is_open && is_next
    }

    fn function_statement(&mut self) {
        let line = self.tokens[self.next].line;
        self.bump();
        // The name may be `f`, `stage.f` or `stage:f`.
        if let Some(name) = self.name() {
            self.mention(&name);
        }
        while self.take(".") || self.take(":") {
            self.name();
        }
        self.function(line);
    }

    /// Reads the parameters and the body of a function; remarks about it end above `line`.
    fn function(&mut self, line: u32) {
        let mut parameters = Vec::new();
        if self.take("(") {
            while let Some(name) = self.name() {
                let ty = said_of(self.source, line, &self.source[name.clone()]);
                parameters.push((name, ty));
                if !self.take(",") {
                    break;
                }
            }
            self.take("...");
            self.take(")");
        }
        self.scope(parameters);
        self.take("end");
    }

    fn if_statement(&mut self) {
        self.bump();
        self.expression();
        self.take("then");
        self.scope(Vec::new());
        while self.take("elseif") {
            self.expression();
            self.take("then");
            self.scope(Vec::new());
        }
        if self.take("else") {
            self.scope(Vec::new());
        }
        self.take("end");
    }

    fn for_statement(&mut self) {
        self.bump();
        let mut names = Vec::new();
        while let Some(name) = self.name() {
            names.push(name);
            if !self.take(",") {
                break;
            }
        }
        let mut types: Vec<LocalType> = vec![Some("integer".into())];
        if self.take("=") {
            self.expressions();
        } else if self.take("in") {
            let list = self.expressions().into_iter().next().and_then(|read| read.ty);
            let of = list.as_deref().and_then(|list| list.strip_prefix(EACH));
            types.push(of.map(String::from));
        }
        self.take("do");
        let types = types.into_iter().chain(std::iter::repeat(None));
        self.scope(names.into_iter().zip(types).collect());
        self.take("end");
    }

    fn expressions(&mut self) -> Vec<KnownValue> {
        let mut all = vec![self.expression()];
        while self.take(",") {
            all.push(self.expression());
        }
        all
    }

    fn expression(&mut self) -> KnownValue {
        self.deeper(|reader| {
            let mut value = reader.operand();
            while let Some(sign) = reader.peek().filter(|sign| OPERATORS.contains(sign)) {
                if reader.kind() == Some(TokenKind::Text) {
                    break;
                }
                reader.bump();
                let right = reader.operand();
                let ty = match sign {
                    // `x or y` has the type of `x`, or that of `y` if the former is unknown; `x and y` has the type of
                    // `y`.
                    "or" => value.ty.or(right.ty),
                    "and" => right.ty,
                    ".." => Some("string".into()),
                    "+" | "-" | "*" | "/" | "%" => Some("integer".into()),
                    _ => Some("boolean".into()),
                };
                value = KnownValue { ty, ..KnownValue::default() };
            }
            value
        })
    }

    fn operand(&mut self) -> KnownValue {
        let of = |ty: &str| KnownValue { ty: Some(ty.into()), ..KnownValue::default() };
        let Some(word) = self.peek() else { return KnownValue::default() };
        match (self.kind(), word) {
            (Some(TokenKind::Keyword), "not") => {
                self.bump();
                self.deeper(Self::operand);
                of("boolean")
            }
            (Some(TokenKind::Sign), "-" | "#") => {
                self.bump();
                self.deeper(Self::operand);
                of("integer")
            }
            (Some(TokenKind::Number), _) => {
                self.bump();
                of("integer")
            }
            (Some(TokenKind::Text), text) => {
                let inside = text.trim_matches(['"', '\'']).to_string();
                self.bump();
                self.suffixes(KnownValue { text: Some(inside), ..of("string") })
            }
            (Some(TokenKind::Keyword), "true" | "false") => {
                self.bump();
                of("boolean")
            }
            (Some(TokenKind::Keyword), "nil") => {
                self.bump();
                KnownValue::default()
            }
            (Some(TokenKind::Keyword), "function") => {
                let line = self.tokens[self.next].line;
                self.bump();
                self.function(line);
                KnownValue::default()
            }
            (Some(TokenKind::Sign), "{") => {
                let of_item = self.table();
                KnownValue { ty: of_item.map(|item| format!("{item}[]")), ..KnownValue::default() }
            }
            (Some(TokenKind::Sign), "(") => {
                self.bump();
                let inside = self.expression();
                self.take(")");
                self.suffixes(KnownValue { ty: inside.ty, ..KnownValue::default() })
            }
            (Some(TokenKind::Name), _) => {
                let name = self.name().expect("a name");
                let value = self.mention(&name);
                self.suffixes(value)
            }
            _ => KnownValue::default(),
        }
    }

    /// Notes the use of a name, and returns what is known of its value.
    fn mention(&mut self, name: &Range<usize>) -> KnownValue {
        let text = &self.source[name.clone()];
        match self.find(text) {
            Some(number) => {
                let local = &mut self.found.locals[number];
                local.uses.push(name.clone());
                KnownValue { ty: local.ty.clone(), ..KnownValue::default() }
            }
            None => KnownValue { ty: self.values.global(text), path: text.into(), text: None },
        }
    }

    /// Reads what follows after a value: members, places of a list, brackets of a call.
    fn suffixes(&mut self, mut value: KnownValue) -> KnownValue {
        while let Some(sign) = self.peek() {
            let is_text = self.kind() == Some(TokenKind::Text);
            value = match sign {
                "." | ":" if !is_text => self.member(value, sign == ":"),
                "[" if !is_text => {
                    self.bump();
                    self.expression();
                    self.take("]");
                    KnownValue { ty: value.ty.as_deref().and_then(element), ..KnownValue::default() }
                }
                "(" | "{" if !is_text && self.is_call() => {
                    let arguments = self.arguments();
                    self.called(&value.path, &arguments)
                }
                _ if is_text && !value.path.is_empty() => {
                    let arguments = self.arguments();
                    self.called(&value.path, &arguments)
                }
                _ => return value,
            };
        }
        value
    }

    /// True if a bracket belongs to the value before it: a round one in a later line begins a statement.
    fn is_call(&self) -> bool {
        let (here, before) = (&self.tokens[self.next], &self.tokens[self.next - 1]);
        here.line == before.line || &self.source[here.start..here.end] == "{"
    }

    fn called(&self, path: &str, arguments: &[KnownValue]) -> KnownValue {
        if path.is_empty() {
            return KnownValue::default();
        }
        let types: Vec<LocalType> = arguments.iter().map(|read| read.ty.clone()).collect();
        let text = arguments.first().and_then(|read| read.text.as_deref());
        KnownValue { ty: self.values.call(path, &types, text), ..KnownValue::default() }
    }

    /// Reads a member behind a dot, or a method with its arguments.
    fn member(&mut self, value: KnownValue, is_method: bool) -> KnownValue {
        let end = self.tokens[self.next].end;
        let line = self.tokens[self.next].line;
        if end == self.at {
            let KnownValue { ty, path, .. } = value.clone();
            self.found.owner = Some(Owner { ty, path, is_method });
        }
        self.bump();
        // A name on the next line begins a statement, while the place behind the dot is still empty.
        let is_here = self.tokens.get(self.next).is_some_and(|token| token.line == line || end != self.at);
        let Some(name) = is_here.then(|| self.name()).flatten() else { return KnownValue::default() };
        let name = &self.source[name];
        let of = value.ty.as_deref().map(object);
        if is_method {
            if self.peek().is_some_and(|sign| matches!(sign, "(" | "{")) || self.kind() == Some(TokenKind::Text) {
                self.arguments();
            }
            return KnownValue { ty: of.and_then(|of| self.values.method(of, name)), ..KnownValue::default() };
        }
        let path = if value.path.is_empty() { String::new() } else { format!("{}.{name}", value.path) };
        KnownValue { ty: of.and_then(|of| self.values.field(of, name)), path, text: None }
    }

    fn arguments(&mut self) -> Vec<KnownValue> {
        if self.kind() == Some(TokenKind::Text) {
            let text = self.peek().map(|text| text.trim_matches(['"', '\'']).to_string());
            self.bump();
            return vec![KnownValue { ty: Some("string".into()), text, ..KnownValue::default() }];
        }
        if self.is("{") {
            self.table();
            return vec![KnownValue { ty: Some("table".into()), ..KnownValue::default() }];
        }
        self.bump();
        if self.take(")") {
            return Vec::new();
        }
        let all = self.expressions();
        self.take(")");
        all
    }

    /// Reads a table, and returns the type of its first item, if the table is a list.
    fn table(&mut self) -> LocalType {
        self.bump();
        let mut first = None;
        while !self.is("}") && self.peek().is_some() {
            let before = self.next;
            let is_key = self.kind() == Some(TokenKind::Name)
                && self.tokens.get(self.next + 1).is_some_and(|token| &self.source[token.start..token.end] == "=");
            if is_key {
                self.bump();
                self.bump();
                self.expression();
            } else if self.take("[") {
                self.expression();
                self.take("]");
                self.take("=");
                self.expression();
            } else {
                let item = self.expression();
                first = first.or(item.ty);
            }
            let _ = self.take(",") || self.take(";");
            if self.next == before {
                // A word of a statement: the table is not closed yet.
                break;
            }
        }
        self.take("}");
        first
    }
}

const OPERATORS: [&str; 15] = ["or", "and", "..", "+", "-", "*", "/", "%", "==", "~=", "<", ">", "<=", ">=", "^"];

/// The beginning of the type of what `ipairs` and `pairs` return: `each Card`.
pub const EACH: &str = "each ";

/// The type without the mark that it may be nil; of several, the first that is no list.
pub fn object(ty: &str) -> &str {
    let plain = ty.trim_end_matches('?');
    let one = plain.split('|').map(str::trim).find(|one| !one.ends_with(']'));
    one.unwrap_or(plain).trim_end_matches('?')
}

/// The type of the items of a list.
pub fn element(ty: &str) -> LocalType {
    let list =
        ty.trim_end_matches('?').split('|').find_map(|one| one.trim().trim_end_matches('?').strip_suffix("[]"))?;
    Some(list.trim_start_matches('(').trim_end_matches(')').into())
}

/// The type of a parameter in the remarks above a line: `---@param card Card`.
fn said_of(source: &str, line: u32, parameter: &str) -> LocalType {
    let above: Vec<&str> = source.lines().take((line as usize).saturating_sub(1)).collect();
    let remarks = above.iter().rev().map_while(|line| line.trim_start().strip_prefix("--"));
    let mut said = remarks.filter_map(|line| line.trim_start_matches('-').trim().strip_prefix("@param "));
    let found = said.find_map(|said| {
        let (name, ty) = said.trim().split_once(' ')?;
        (name.trim_end_matches('?') == parameter).then(|| ty.split_whitespace().next())?
    })?;
    Some(found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct SomeValues;

    impl Values for SomeValues {
        fn global(&self, name: &str) -> LocalType {
            (name == "self").then(|| "Card?".into())
        }
        fn field(&self, of: &str, name: &str) -> LocalType {
            (of == "Card" && name == "owner").then(|| "Player".into())
        }
        fn call(&self, path: &str, arguments: &[LocalType], _: Option<&str>) -> LocalType {
            match path {
                "cards" => Some("Card[]".into()),
                "ipairs" => arguments.first()?.as_deref().and_then(element).map(|of| format!("{EACH}{of}")),
                _ => None,
            }
        }
        fn method(&self, of: &str, name: &str) -> LocalType {
            (of == "Card" && name == "is").then(|| "boolean".into())
        }
    }

    /// Checks the type of the value before the mark, and the names that the place sees.
    #[track_caller]
    fn check(marked: &str, owner: Option<&str>, visible: &[&str]) {
        let at = marked.find('¦').expect("a mark");
        let found = read(&marked.replace('¦', ""), at, &SomeValues);
        let names: Vec<&str> = found.visible.iter().map(|n| found.locals[*n].name.as_str()).collect();
        let owner_type = found.owner.and_then(|owner| owner.ty);
        assert_eq!((owner_type.as_deref(), names.as_slice()), (owner, visible), "{marked}");
    }

    #[test]
    fn a_local_has_the_type_of_its_value() {
        check("local c = cards { zone = \"hand\" }[1]\nc.¦", Some("Card"), &["c"]);
        check("local list = cards{}\nfor i, one in ipairs(list) do\n  one.¦", Some("Card"), &["one", "i", "list"]);
        check("local p = self.owner\nif p.¦ then", Some("Player"), &["p"]);
        check("local x = self and cards{}[2] or nil\nx.¦\nact.draw(me)", Some("Card"), &["x"]);
        check("self.owner.¦", Some("Player"), &[]);
        check("cards{}[1].owner.¦", Some("Player"), &[]);
        check("---@param c Card\nlocal function f(c, n)\n  return c.owner.¦", Some("Player"), &["n", "c", "f"]);
        check("local here = ¦", None, &[]);
        check("do local a = 1 end\nlocal b = 2\n¦", None, &["b"]);
        check("local t = { a = 1, ¦", None, &[]);
    }

    #[test]
    fn a_local_is_known_at_each_of_its_places() {
        let source = "local n = 1\nlocal f = function(n) return n end\nact.draw(me, n)\nprint(x.n)\n";
        let found = read(source, 0, &NoValues);
        let of = |at: usize| found.local_at(at).map(|local| (local.declared.start, local.uses.len()));
        assert_eq!(of(6), Some((6, 1)));
        assert_eq!(of(source.find("me, n").expect("it is there") + 4), Some((6, 1)));
        assert_eq!(
            of(source.find("return n").expect("it is there") + 7),
            Some((source.find("(n)").expect("one") + 1, 1))
        );
        assert_eq!(of(source.find("x.n").expect("it is there") + 2), None);
    }

    #[test]
    fn no_script_stops_it() {
        read(&"(".repeat(100_000), 50, &NoValues);
        read(&"do ".repeat(100_000), 50, &NoValues);
        let text =
            "local a = { b = function(c) if c then return c.d[e]:f \"g\" end end, [1] = 2 }\nfor i = 1, 2 do x = i end";
        for at in 0..text.len() {
            read(&text[..at], at, &SomeValues);
            read(&text[at..], 0, &SomeValues);
        }
    }
}
