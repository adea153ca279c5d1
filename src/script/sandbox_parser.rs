//! Parser: reads Lua 5.1 with its scopes, for the lint.
//!
//! It builds no tree. It finds what the source rules forbid and notes edits as it goes; whatever it does not know, it
//! refuses, so nothing reaches the compiler unread.

mod expressions;

use std::borrow::Cow;

use super::builtins::{LIBRARIES, NO_PATTERNS, OF_PATTERNS, WITHDRAWN};
use super::sandbox_calls;
use super::sandbox_lexer::{Fault, Kind, Token, tokens};
use super::sandbox_lint::{Edit, Side};
use super::sandbox_naming::{Naming, Told, Word};

/// What there is to know of a source that keeps the rules.
pub(super) struct Read {
    /// The edits it needs.
    pub edits: Vec<Edit>,
    /// What it says of what it did not make itself.
    pub told: Told,
}

/// Reads a source, or finds everything that is wrong with it. A fault of the syntax is the last.
///
/// The first `given` locals are those of the prelude, whose kinds are known as long as the script leaves them alone.
pub(super) fn parse(source: &str, nesting: usize, given: usize, is_file: bool) -> Result<Read, Vec<Fault>> {
    let tokens = tokens(source).map_err(|fault| vec![fault])?;
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        depth: 0,
        nesting,
        function: 0,
        weight: 0,
        locals: Vec::new(),
        faults: Vec::new(),
        edits: Vec::new(),
        given,
        is_file,
        namings: Vec::new(),
        heads: Vec::new(),
        rewritten: Vec::new(),
        fields: Vec::new(),
        is_kept: Vec::new(),
        keeping: Vec::new(),
    };
    let read = parser.chunk();
    for (name, token) in std::mem::take(&mut parser.fields) {
        if !parser.rewritten.contains(&name) {
            let what = format!("{name}.{}", parser.text_of(token + 2));
            parser.find(token, format!("`{what}` cannot be assigned: a script reads the game, and `act` changes it"));
        }
    }
    if let Err(fault) = read {
        parser.faults.push(fault);
    }
    if !parser.faults.is_empty() {
        return Err(parser.faults);
    }
    let Parser { edits, mut namings, rewritten, tokens, mut heads, .. } = parser;
    heads.retain(|head| !rewritten.contains(&&source[tokens[*head].start..tokens[*head].end]));
    namings.retain(|n| !(n.is_given && rewritten.contains(&&*n.name.text)));
    let sayings = sandbox_calls::read(source, &tokens, &heads);
    Ok(Read { edits, told: Told { namings, sayings } })
}

/// Binary operators a chain may hold before Luau's own recursion over it becomes deep.
const MAX_CHAIN: usize = 200;
/// Assignment targets of one statement: each may make a large table rehash.
const MAX_TARGETS: usize = 8;
/// Work between two places where an interrupt can fire: operators count 1, writes into tables 64.
const MAX_WEIGHT: u32 = 256;
const WRITE_WEIGHT: u32 = 64;

/// What a prefix expression turned out to be.
#[derive(Clone, Copy)]
enum Shape {
    Name(usize),
    Index,
    Call,
    Value,
}

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    nesting: usize,
    /// How many functions enclose the place; 0 is the chunk.
    function: u32,
    weight: u32,
    locals: Vec<(&'a str, u32)>,
    faults: Vec<Fault>,
    edits: Vec<Edit>,
    given: usize,
    /// What it makes lives on in its functions.
    is_file: bool,
    namings: Vec<Naming>,
    /// Tokens that begin the name of a function that it did not make itself, where it is called.
    heads: Vec<usize>,
    /// Locals of the prelude that the script assigns to.
    rewritten: Vec<&'a str>,
    /// Fields of the game's objects that are assigned: the name of the object, and its token.
    fields: Vec<(&'a str, usize)>,
    /// Of each function around the place, whether one inside it assigns to its locals.
    is_kept: Vec<bool>,
    /// The functions, by how many enclose their locals, to whose locals the statement assigns from within another.
    keeping: Vec<u32>,
}

type Parsed<T> = Result<T, Fault>;

fn of_sandbox(name: &str) -> String {
    format!("`{name}`: names that start with two underscores belong to the sandbox")
}

impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn text_of(&self, index: usize) -> &'a str {
        let token = self.tokens[index.min(self.tokens.len() - 1)];
        &self.source[token.start..token.end]
    }

    fn is(&self, text: &str) -> bool {
        matches!(self.token().kind, Kind::Keyword | Kind::Sign) && self.text_of(self.at) == text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.accept(text) { Ok(()) } else { self.fault(format!("`{text}` expected near {}", self.near())) }
    }

    fn near(&self) -> String {
        if self.token().kind == Kind::End {
            return "the end".to_owned();
        }
        let text: String = self.text_of(self.at).chars().take(24).collect();
        format!("`{text}`")
    }

    fn fault<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let token = self.token();
        Err(Fault { line: token.line, column: token.column, message: message.into() })
    }

    fn find(&mut self, token: usize, message: String) {
        let Token { line, column, .. } = self.tokens[token];
        self.faults.push(Fault { line, column, message });
    }

    fn edit(&mut self, at: usize, removed: usize, side: Side, text: impl Into<Cow<'static, str>>) {
        self.edits.push(Edit { at, removed, side, text: text.into() });
    }

    fn previous_end(&self) -> usize {
        self.tokens[self.at - 1].end
    }

    fn name(&mut self) -> Parsed<&'a str> {
        if self.token().kind != Kind::Name {
            return self.fault(format!("a name expected near {}", self.near()));
        }
        self.at += 1;
        Ok(self.text_of(self.at - 1))
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > self.nesting {
            return self.fault(format!("nested too deeply: at most {} levels", self.nesting));
        }
        let parsed = inner(self);
        self.depth -= 1;
        parsed
    }

    fn chunk(&mut self) -> Parsed<()> {
        self.block()?;
        if self.token().kind == Kind::End { Ok(()) } else { self.fault(format!("{} is out of place", self.near())) }
    }

    /// The place of a local among those that are declared here.
    fn local(&self, name: &str) -> Option<usize> {
        self.locals.iter().rposition(|(local, _)| *local == name)
    }

    /// How many functions enclose the place where a local is declared.
    fn local_of(&self, name: &str) -> Option<u32> {
        self.local(name).map(|at| self.locals[at].1)
    }

    fn word(&self, token: usize) -> Word {
        let Token { line, column, .. } = self.tokens[token];
        Word { text: self.text_of(token).into(), line, column }
    }

    fn declare(&mut self, name: &'a str) {
        // It would stand before what the edits call.
        if name.starts_with("__") {
            self.find(self.at - 1, of_sandbox(name));
        }
        self.locals.push((name, self.function));
    }

    fn check_read(&mut self, token: usize) {
        let name = self.text_of(token);
        let local = self.local(name);
        if local.is_some_and(|at| at >= self.given) {
            return;
        }
        let has_member = self.text_of(token + 1) == "." && self.tokens[token + 2].kind == Kind::Name;
        if local.is_none() || has_member {
            let member = has_member.then(|| self.word(token + 2));
            self.namings.push(Naming { name: self.word(token), member, is_given: local.is_some() });
        }
        let after = if has_member { token + 3 } else { token + 1 };
        if self.tokens.get(after).is_some_and(|t| t.kind == Kind::Text) || ["(", "{"].contains(&self.text_of(after)) {
            self.heads.push(token);
        }
        if local.is_some() {
            return;
        }
        if name.starts_with("__") {
            self.find(token, of_sandbox(name));
        } else if WITHDRAWN.contains(&name) {
            self.find(token, format!("`{name}` is not available to scripts"));
        } else if let Some((_, members)) = LIBRARIES.iter().find(|(library, _)| *library == name)
            && has_member
            && !members.contains(&self.text_of(token + 2))
        {
            let member = self.text_of(token + 2);
            let why = if OF_PATTERNS.contains(&member) { NO_PATTERNS } else { "" };
            self.find(token, format!("`{name}.{member}` is not available to scripts{why}"));
        }
    }

    fn check_write(&mut self, token: usize) {
        let name = self.text_of(token);
        if self.local(name).is_some_and(|at| at < self.given) {
            self.rewritten.push(name);
        }
        match self.local_of(name) {
            None => {
                let message = format!("assignment to the global `{name}`: globals are read only, declare it `local`");
                self.find(token, message);
            }
            Some(0) if self.function > 0 => {
                let message = format!(
                    "assignment to `{name}` inside a function: it belongs to the chunk and would be hidden state"
                );
                self.find(token, message);
            }
            Some(of) => {
                if of < self.function && self.is_file {
                    self.is_kept[of as usize - 1] = true;
                    self.keeping.push(of);
                }
            }
        }
    }

    /// Notes the target of an assignment that is a field of an object of the game, by the token it begins at.
    fn check_field(&mut self, first: usize) {
        let name = self.text_of(first);
        let is_object = match self.local(name) {
            Some(at) => at < self.given && name != "args",
            None => ["me", "active", "inactive", "game", "option"].contains(&name),
        };
        if is_object && self.at == first + 3 && self.text_of(first + 1) == "." {
            self.fields.push((name, first));
        }
    }

    /// Checks, before the statement that begins at a byte, that no function that lives on assigns to what it keeps.
    fn check_keeping(&mut self, start: usize) {
        for of in std::mem::take(&mut self.keeping) {
            self.edit(start, 0, Side::Between, format!(" __keeps(__born{of}); "));
        }
    }

    fn block(&mut self) -> Parsed<()> {
        let scope = self.locals.len();
        self.open_block()?;
        self.locals.truncate(scope);
        Ok(())
    }

    /// A block whose locals stay declared: `repeat ... until` sees them in its condition.
    fn open_block(&mut self) -> Parsed<()> {
        loop {
            if self.token().kind == Kind::End
                || ["end", "else", "elseif", "until"].iter().any(|keyword| self.is(keyword))
            {
                return Ok(());
            }
            if self.weight >= MAX_WEIGHT {
                self.edit(self.token().start, 0, Side::Between, " for _=1,1 do end ");
                self.weight = 0;
            }
            let last = self.is("return") || self.is("break");
            self.deeper(Self::statement)?;
            // One may stand behind a statement; on its own it is none.
            self.accept(";");
            if last {
                return Ok(());
            }
        }
    }

    /// A block that may not run: what was before it still counts after it.
    fn branch(&mut self) -> Parsed<()> {
        let before = self.weight;
        self.block()?;
        self.weight = self.weight.max(before);
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        if self.token().kind != Kind::Keyword {
            return self.expression_statement();
        }
        let keyword = self.text_of(self.at);
        self.at += 1;
        match keyword {
            "if" => self.if_statement(),
            "while" => {
                self.expression(0)?;
                self.expect("do")?;
                self.branch()?;
                self.expect("end")
            }
            "do" => {
                self.block()?;
                self.expect("end")
            }
            "for" => self.for_statement(),
            "repeat" => {
                let scope = self.locals.len();
                self.open_block()?;
                self.expect("until")?;
                self.expression(0)?;
                self.locals.truncate(scope);
                Ok(())
            }
            "function" => self.function_statement(),
            "local" => self.local_statement(),
            "break" => Ok(()),
            "return" => {
                let ends = self.token().kind == Kind::End || self.is(";");
                if ends || ["end", "else", "elseif", "until"].iter().any(|keyword| self.is(keyword)) {
                    return Ok(());
                }
                self.expressions()
            }
            _ => {
                self.at -= 1;
                self.fault(format!("{} is out of place", self.near()))
            }
        }
    }

    fn if_statement(&mut self) -> Parsed<()> {
        let mut before = self.weight;
        let mut after = before;
        for arm in 0.. {
            if arm > MAX_CHAIN {
                return self.fault(format!("too many `elseif`: at most {MAX_CHAIN}"));
            }
            self.weight = before;
            self.expression(0)?;
            self.expect("then")?;
            before = self.weight;
            after = after.max(before);
            self.block()?;
            after = after.max(self.weight);
            if !self.accept("elseif") {
                break;
            }
        }
        if self.accept("else") {
            self.weight = before;
            self.block()?;
        }
        self.weight = self.weight.max(after);
        self.expect("end")
    }

    fn for_statement(&mut self) -> Parsed<()> {
        let mut names = vec![self.name()?];
        if self.accept("=") {
            self.expression(0)?;
            self.expect(",")?;
            self.expression(0)?;
            if self.accept(",") {
                self.expression(0)?;
            }
        } else {
            while self.accept(",") {
                names.push(self.name()?);
            }
            self.expect("in")?;
            let first = self.at;
            self.expressions()?;
            if !self.is_plain_walk(first) {
                self.edit(self.tokens[first].start, 0, Side::Open, " __iterate(");
                self.edit(self.previous_end(), 0, Side::Close, ")");
            }
        }
        self.expect("do")?;
        let scope = self.locals.len();
        names.into_iter().for_each(|name| self.declare(name));
        self.branch()?;
        self.locals.truncate(scope);
        self.expect("end")
    }

    /// Whether the tokens since `first` are one call of the builtin `pairs` or `ipairs`, which need no check.
    fn is_plain_walk(&self, first: usize) -> bool {
        let name = self.text_of(first);
        if !["pairs", "ipairs"].contains(&name) || self.local_of(name).is_some() || self.text_of(first + 1) != "(" {
            return false;
        }
        let mut open = 0;
        for index in first + 1..self.at {
            if self.tokens[index].kind == Kind::Sign {
                match self.text_of(index) {
                    "(" => open += 1,
                    ")" => open -= 1,
                    _ => {}
                }
            }
            if open == 0 {
                return index + 1 == self.at;
            }
        }
        false
    }

    fn function_statement(&mut self) -> Parsed<()> {
        let first = self.at;
        self.name()?;
        let mut method = false;
        if self.is(".") || self.is(":") {
            self.check_read(first);
            self.weight += WRITE_WEIGHT;
        } else {
            self.check_write(first);
            self.check_keeping(self.tokens[first - 1].start);
        }
        while self.accept(".") {
            self.name()?;
        }
        if self.accept(":") {
            self.name()?;
            method = true;
        }
        self.body(method)
    }

    fn local_statement(&mut self) -> Parsed<()> {
        if self.accept("function") {
            let name = self.name()?;
            self.declare(name);
            return self.body(false);
        }
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
        }
        if self.accept("=") {
            self.expressions()?;
        }
        names.into_iter().for_each(|name| self.declare(name));
        Ok(())
    }

    fn body(&mut self, method: bool) -> Parsed<()> {
        let (scope, weight) = (self.locals.len(), std::mem::take(&mut self.weight));
        self.function += 1;
        if method {
            self.declare("self");
        }
        self.is_kept.push(false);
        self.expect("(")?;
        if !self.accept(")") {
            loop {
                if self.accept("...") {
                    break;
                }
                let name = self.name()?;
                self.declare(name);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let begin = self.previous_end();
        self.block()?;
        self.expect("end")?;
        if self.is_kept.pop() == Some(true) {
            self.edit(begin, 0, Side::Close, format!(" local __born{} = __born() ", self.function));
        }
        self.function -= 1;
        self.locals.truncate(scope);
        self.weight = weight;
        Ok(())
    }

    fn expression_statement(&mut self) -> Parsed<()> {
        let start = self.token().start;
        let mut first = self.at;
        let mut shape = self.suffixed()?;
        if matches!(shape, Shape::Call) {
            return Ok(());
        }
        if !self.is("=") && !self.is(",") {
            let word = self.text_of(self.at - 1);
            if ["continue", "goto", "type", "export"].contains(&word) && matches!(shape, Shape::Name(_)) {
                return self.fault(format!("`{word}` is not a statement of Lua 5.1"));
            }
            return self.fault(format!("`=` or a call expected near {}", self.near()));
        }
        for count in 1.. {
            match shape {
                Shape::Name(token) => self.check_write(token),
                Shape::Index => {
                    self.weight += WRITE_WEIGHT;
                    self.check_field(first);
                }
                Shape::Call | Shape::Value => return self.fault("only a name or a field can be assigned"),
            }
            if count > MAX_TARGETS {
                return self.fault(format!("too many targets in one assignment: at most {MAX_TARGETS}"));
            }
            if !self.accept(",") {
                break;
            }
            first = self.at;
            shape = self.suffixed()?;
        }
        self.check_keeping(start);
        self.expect("=")?;
        self.expressions()
    }
}
