//! Literal calls: reads literal arguments of functions from the tokens of a source.
//!
//! The parser has accepted the source and names the places; here the text between the brackets becomes a tree.
//! A computed value is only known when it runs, and is [`LiteralValue::Computed`].

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::lexer::{Token, TokenKind};
use super::source_facts::{
    Comparison, Helper, HostCall, Literal, LiteralValue, Odd, Signature, SourceLiterals, SourceWord,
};

/// The most functions of a source of which the keys of table arguments are inferred.
const MOST_HELPERS: usize = 64;
/// Objects that every script has from the start.
const OBJECTS: [&str; 5] = ["me", "opponent", "active", "inactive", "self"];

/// Reads calls whose names begin at the tokens `heads`, methods, comparisons and texts. `aliased` has calls that begin
/// with a local: its token, and the name of the function for which the local stands.
pub(super) fn read(source: &str, tokens: &[Token], heads: &[usize], aliased: &[(usize, Box<str>)]) -> SourceLiterals {
    let reader = TokenReader::of(source, tokens);
    let mut out = SourceLiterals::default();
    out.calls.extend(heads.iter().filter_map(|head| reader.call(*head)));
    out.calls.extend(aliased.iter().filter_map(|(head, path)| {
        let call = reader.call(*head)?;
        Some(HostCall { name: SourceWord { text: path.clone(), ..call.name }, ..call })
    }));
    out.odd.extend(heads.iter().filter_map(|head| reader.odd_call(*head)));
    // Only this many helper functions are searched in the whole source. Others are checked when they run.
    let takes = heads.iter().filter(|head| reader.text_of(**head) == "takes").take(MOST_HELPERS);
    out.helpers.extend(takes.filter_map(|head| reader.helper(*head)));
    for at in 0..tokens.len() {
        out.odd.extend(reader.odd_sign(at));
        if tokens[at].kind == TokenKind::Text {
            out.texts.extend(reader.text_at(at).filter(|t| t.len() <= 80));
        }
        if reader.is(at, ":")
            && !reader.is_declared(at)
            && tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Name)
            && reader.opens(at + 2)
        {
            out.calls.extend(reader.method(at + 1));
        }
        out.comparisons.extend(reader.comparison(at));
        out.given.extend(reader.given(at));
        // `key = nil` puts no key into a table.
        if reader.is_key(at) && !reader.is(at + 2, "nil") {
            out.keys.push(reader.word(at, reader.text_of(at)));
        } else if let Some(name) = reader.written(at) {
            if reader.is_declared(at) {
                out.signatures.extend(reader.signature(at));
                out.functions.push(name.clone());
            }
            out.written.push(name);
        } else if reader.is(at, ".") && reader.kind(at + 1) == TokenKind::Name {
            out.fields.push(reader.word(at + 1, reader.text_of(at + 1)));
        }
    }
    out
}

/// The value of each local of a source: `all` gives the name of each and the range of the tokens of its value.
/// `LiteralValue::Computed`: the source does not show the value.
pub(super) fn bindings(
    source: &str,
    tokens: &[Token],
    all: Vec<(&str, Option<Range<usize>>)>,
) -> Vec<(Box<str>, Literal)> {
    let reader = TokenReader::of(source, tokens);
    let value = |tokens: Option<Range<usize>>| {
        // Only a value that begins with a name is read: a table that is written out may be filled later.
        let tokens = tokens.filter(|tokens| reader.kind(tokens.start) == TokenKind::Name);
        tokens.map_or(Literal { said: LiteralValue::Computed, line: 0, column: 0 }, |tokens| {
            reader.value(tokens.start, reader.without_index(tokens))
        })
    };
    all.into_iter().map(|(name, tokens)| (name.into(), value(tokens))).collect()
}

/// A reader of calls and literals among tokens.
pub(super) struct TokenReader<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: &'a [Token],
    /// The objects whose names the source reuses for values of its own.
    own: OnceCell<Vec<&'static str>>,
}

impl<'a> TokenReader<'a> {
    /// A reader of a source and its tokens.
    pub(super) fn of(source: &'a str, tokens: &'a [Token]) -> TokenReader<'a> {
        TokenReader { source, tokens, own: OnceCell::new() }
    }

    /// The text of a token in the source.
    pub(super) fn text_of(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| &self.source[t.start..t.end])
    }

    /// True if a token is this sign or keyword.
    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        let is_sign = |t: &Token| matches!(t.kind, TokenKind::Sign | TokenKind::Keyword);
        self.tokens.get(at).is_some_and(is_sign) && self.text_of(at) == text
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |t| t.kind)
    }

    fn opens(&self, at: usize) -> bool {
        self.kind(at) == TokenKind::Text || self.is(at, "(") || self.is(at, "{")
    }

    fn word(&self, at: usize, text: &str) -> SourceWord {
        let Token { line, column, .. } = self.tokens[at];
        SourceWord { text: text.into(), line, column }
    }

    /// The content of a text token; `None` for another token, and for a text with an escape or a carriage return.
    pub(super) fn text_at(&self, at: usize) -> Option<Box<str>> {
        let text = self.text_of(at);
        if let Some(long) = text.strip_prefix('[') {
            let level = long.find('[')? + 2;
            let inner = text.get(level..text.len() - level)?;
            // A line break at the beginning of a text does not belong to it.
            return (!inner.contains('\r')).then(|| inner.strip_prefix('\n').unwrap_or(inner).into());
        }
        let inner = text.strip_prefix(['"', '\'']).and_then(|t| t.strip_suffix(['"', '\'']))?;
        (!inner.contains('\\')).then(|| inner.into())
    }

    fn call(&self, head: usize) -> Option<HostCall> {
        let (name, opens) = match (self.text_of(head + 1), self.kind(head + 2)) {
            (".", _) => (format!("{}.{}", self.text_of(head), self.text_of(head + 2)), head + 3),
            ("[", TokenKind::Text) => (format!("{}.{}", self.text_of(head), self.text_at(head + 2)?), head + 4),
            _ => (self.text_of(head).to_string(), head + 1),
        };
        let (arguments, is_open) = self.opens(opens).then(|| self.arguments(opens))?;
        Some(HostCall { name: self.word(head, &name), arguments, is_open })
    }

    /// The function of a module around a call of `takes`, and the keys that the call gives to one of the function's
    /// arguments.
    fn helper(&self, head: usize) -> Option<Helper> {
        let call = self.call(head)?;
        let [Literal { said: LiteralValue::Name(parameter), .. }, known] = call.arguments.as_slice() else {
            return None;
        };
        let known = match &known.said {
            LiteralValue::Table(entries, true) => entries.clone(),
            LiteralValue::Name(name) => self.list_called(&[name])?,
            // The keys are a member of a table of the source: `field.stats`.
            _ => {
                let second = (head..).find(|at| self.is(*at, ","))? + 1;
                let is_member = self.is(second + 1, ".") && self.is(second + 3, ")");
                self.list_called(&is_member.then(|| [self.text_of(second), self.text_of(second + 2)])?)?
            }
        };
        let key = |(_, value): &(Option<SourceWord>, Literal)| match &value.said {
            LiteralValue::Text(text) => Some(text.clone()),
            _ => None,
        };
        let keys = known.iter().map(key).collect::<Option<Vec<_>>>()?;
        // The nearest function with this parameter.
        let declared = |at: usize| {
            let open = (at + 1..self.tokens.len()).find(|at| self.is(*at, "("))?;
            let parameters = open + 1..self.closing(open)?;
            let names: Vec<usize> = parameters.filter(|at| self.kind(*at) == TokenKind::Name).collect();
            let argument = names.iter().position(|at| self.text_of(*at) == &**parameter)?;
            Some((open, argument))
        };
        let (at, (open, argument)) =
            (0..head).rev().filter(|at| self.is(*at, "function")).find_map(|at| Some((at, declared(at)?)))?;
        let is_of_module = open == at + 4 && self.is(at + 2, ".");
        let name = is_of_module.then(|| self.text_of(at + 3).into())?;
        Some(Helper { name, argument, parameter: parameter.clone(), keys })
    }

    /// The list that a name, or a member of one, is given in this source.
    fn list_called(&self, path: &[&str]) -> Option<Vec<(Option<SourceWord>, Literal)>> {
        let is_it = |at: usize, path: &[&str]| {
            let names = path
                .iter()
                .enumerate()
                .all(|(i, name)| self.text_of(at + 2 * i) == *name && (i == 0 || self.is(at + 2 * i - 1, ".")));
            names && self.is(at + 2 * path.len() - 1, "=")
        };
        let table = |path: &[&str]| {
            let value = (0..self.tokens.len()).find(|at| is_it(*at, path))? + 2 * path.len();
            let end = self.closing(value).filter(|_| self.is(value, "{"))? + 1;
            if let LiteralValue::Table(entries, true) = self.said(value, end) { Some(entries) } else { None }
        };
        let (last, above) = path.split_last()?;
        table(path).or_else(|| {
            // The list may be written inside the table: `local field = { stats = { … } }`.
            let is_it = |key: &Option<SourceWord>| key.as_ref().is_some_and(|key| *key.text == **last);
            // A single name has no table before it in which to look.
            match table(Some(above).filter(|above| !above.is_empty())?)?.into_iter().find(|(key, _)| is_it(key))?.1.said
            {
                LiteralValue::Table(entries, true) => Some(entries),
                _ => None,
            }
        })
    }

    fn method(&self, name: usize) -> Option<HostCall> {
        let (arguments, is_open) = self.arguments(name + 1);
        Some(HostCall { name: self.word(name, &format!(":{}", self.text_of(name))), arguments, is_open })
    }

    fn arguments(&self, at: usize) -> (Vec<Literal>, bool) {
        if !self.is(at, "(") {
            let end = self.end(at).max(at + 1);
            let end = if self.kind(at) == TokenKind::Text { at + 1 } else { self.closing(at).map_or(end, |c| c + 1) };
            return (vec![self.value(at, end)], false);
        }
        let (mut out, mut at, mut is_open) = (Vec::new(), at + 1, false);
        while !self.is(at, ")") && self.kind(at) != TokenKind::End {
            let end = self.end(at);
            let value = self.value(at, end);
            is_open = self.is(at, "...") || matches!(value.said, LiteralValue::Computed) && self.is(end - 1, ")");
            out.push(value);
            at = end + usize::from(self.is(end, ","));
            if end == at && !self.is(at, ")") {
                break;
            }
        }
        (out, is_open)
    }

    /// The index of the token behind the expression that begins at token `from`.
    pub(super) fn end(&self, from: usize) -> usize {
        let (mut depth, mut blocks) = (0, 0);
        for at in from..self.tokens.len() {
            match self.kind(at) {
                TokenKind::End => return at,
                TokenKind::Sign if blocks == 0 => match self.text_of(at) {
                    "(" | "{" | "[" => depth += 1,
                    ")" | "}" | "]" if depth == 0 => return at,
                    ")" | "}" | "]" => depth -= 1,
                    "," | ";" if depth == 0 => return at,
                    _ => {}
                },
                TokenKind::Keyword => match self.text_of(at) {
                    "function" | "if" | "do" | "repeat" => blocks += 1,
                    "end" | "until" => blocks -= 1,
                    _ => {}
                },
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The index of the bracket that closes the one at token `open`.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            if self.kind(at) == TokenKind::Sign {
                match self.text_of(at) {
                    "(" | "{" | "[" => depth += 1,
                    ")" | "}" | "]" => depth -= 1,
                    _ => {}
                }
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The end of a value without the index behind it: of `found[1]`, the end of `found`.
    fn without_index(&self, tokens: Range<usize>) -> usize {
        let opens = |at: &usize| self.is(*at, "[") && self.closing(*at) == Some(tokens.end - 1);
        let is_indexed = self.is(tokens.end - 1, "]");
        (tokens.start + 1..tokens.end).filter(|_| is_indexed).find(opens).unwrap_or(tokens.end)
    }

    /// The literal in the tokens from `from` up to, without, `to`.
    fn value(&self, from: usize, to: usize) -> Literal {
        let Token { line, column, .. } = self.tokens[from.min(self.tokens.len() - 1)];
        Literal { said: self.said(from, to), line, column }
    }

    fn said(&self, from: usize, to: usize) -> LiteralValue {
        let whole = |open: &str| self.is(from, open) && self.closing(from) == Some(to - 1);
        if to <= from {
            return LiteralValue::Nil;
        }
        match (to - from, self.kind(from)) {
            (1, TokenKind::Text) => self.text_at(from).map_or(LiteralValue::Computed, LiteralValue::Text),
            (1, TokenKind::Number) => number(self.text_of(from), 1),
            (1, TokenKind::Name) => LiteralValue::Name(self.text_of(from).into()),
            (1, _) => match self.text_of(from) {
                "nil" => LiteralValue::Nil,
                "true" => LiteralValue::Bool(true),
                "false" => LiteralValue::Bool(false),
                _ => LiteralValue::Computed,
            },
            (3, TokenKind::Name) if self.text_of(from) == "this" && self.is(from + 1, ".") => {
                LiteralValue::OfUse(self.text_of(from + 2).into())
            }
            (2, _) if self.is(from, "-") && self.kind(from + 1) == TokenKind::Number => {
                number(self.text_of(from + 1), -1)
            }
            _ if whole("{") => self.table(from + 1, to - 1),
            _ if whole("(") => self.said(from + 1, to - 1),
            _ if self.is(from, "function") => LiteralValue::Function,
            _ => self.either(from, to).or_else(|| self.called(from, to)).unwrap_or(LiteralValue::Computed),
        }
    }

    fn table(&self, mut at: usize, to: usize) -> LiteralValue {
        let (mut entries, mut is_whole) = (Vec::new(), true);
        while at < to {
            let mut key = None;
            if self.is(at, "[") {
                let close = self.closing(at).unwrap_or(to);
                match self.said(at + 1, close) {
                    LiteralValue::Text(text) => key = Some(self.word(at + 1, &text)),
                    _ => is_whole = false,
                }
                at = close + 2;
            } else if self.kind(at) == TokenKind::Name && self.is(at + 1, "=") {
                key = Some(self.word(at, self.text_of(at)));
                at += 2;
            }
            let end = self.end(at).min(to);
            entries.push((key, self.value(at, end)));
            at = end.max(at) + 1;
        }
        LiteralValue::Table(entries, is_whole)
    }

    /// The alternatives of `a and b or c`; an operand before `and` is only a test.
    fn either(&self, from: usize, to: usize) -> Option<LiteralValue> {
        let (mut depth, mut blocks, mut start, mut parts) = (0, 0, from, Vec::new());
        for at in from..to {
            match (self.kind(at), self.text_of(at)) {
                (TokenKind::Sign, "(" | "{" | "[") => depth += 1,
                (TokenKind::Sign, ")" | "}" | "]") => depth -= 1,
                (TokenKind::Keyword, "function" | "if" | "do" | "repeat") => blocks += 1,
                (TokenKind::Keyword, "end" | "until") => blocks -= 1,
                (TokenKind::Keyword, "and") if depth == 0 && blocks == 0 => start = at + 1,
                (TokenKind::Keyword, "or") if depth == 0 && blocks == 0 => {
                    parts.push(self.value(start, at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        if start == from {
            return None;
        }
        parts.push(self.value(start, to));
        Some(LiteralValue::Either(parts))
    }

    /// Reads the function name, such as `ask.card`, of tokens that form exactly one call. Arguments are ignored.
    fn called(&self, from: usize, to: usize) -> Option<LiteralValue> {
        if self.kind(from) != TokenKind::Name {
            return None;
        }
        let opens = if self.is(from + 1, ".") { from + 3 } else { from + 1 };
        let is_whole = match self.kind(opens) {
            TokenKind::Text => opens + 1 == to,
            _ => self.opens(opens) && self.closing(opens) == Some(to - 1),
        };
        is_whole.then(|| LiteralValue::Call((from..opens).map(|i| self.text_of(i)).collect()))
    }

    /// True if a key of a table stands at a token.
    fn is_key(&self, at: usize) -> bool {
        let is_named = self.kind(at) == TokenKind::Name && self.is(at + 1, "=");
        // `a, b = 1, 2` has a name before `=`, too, but is in no bracket.
        is_named && at > 0 && ["{", ",", ";"].iter().any(|sign| self.is(at - 1, sign)) && self.is_inside(at)
    }

    /// True if the nearest open bracket before a place is a table's.
    fn is_inside(&self, at: usize) -> bool {
        let mut depth = 0;
        for i in (0..at).rev().filter(|i| self.kind(*i) == TokenKind::Sign) {
            match self.text_of(i) {
                ")" | "}" | "]" => depth += 1,
                "(" | "[" if depth == 0 => return false,
                "{" if depth == 0 => return true,
                "(" | "{" | "[" => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// The name behind the `.` or `:` at this token, if it is a field that is assigned or a function that is declared.
    fn written(&self, at: usize) -> Option<SourceWord> {
        let is_function = self.is_declared(at);
        let is_field = (self.is(at, ".") || is_function) && self.kind(at + 1) == TokenKind::Name;
        (is_field && (self.is(at + 2, "=") || is_function)).then(|| self.word(at + 1, self.text_of(at + 1)))
    }

    /// True if a text or a number stands at a token.
    fn is_plain(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Text | TokenKind::Number)
    }

    fn is_equality(&self, at: usize) -> bool {
        self.is(at, "==") || self.is(at, "~=")
    }

    /// A misleading `not`, `or` or comparison of an object with a text, if its sign stands here.
    fn odd_sign(&self, at: usize) -> Option<(Odd, SourceWord)> {
        if self.is(at, "not") && self.kind(at + 1) == TokenKind::Name {
            let mut last = at + 1;
            loop {
                last = if (self.is(last + 1, ".") || self.is(last + 1, ":")) && self.kind(last + 2) == TokenKind::Name {
                    last + 2
                } else if self.is(last + 1, "(") || self.is(last + 1, "{") || self.is(last + 1, "[") {
                    self.closing(last + 1)?
                } else {
                    break;
                };
            }
            let is_odd = self.is_equality(last + 1) && self.is_plain(last + 2);
            return is_odd.then(|| (Odd::Not, self.word(at, "not")));
        }
        if let Some(object) = self.object_as_text(at) {
            return Some((Odd::Object, self.word(object, self.text_of(object))));
        }
        let is_after = at > 1 && self.is_equality(at - 2) && self.is_plain(at - 1);
        let is_odd = self.is(at, "or") && is_after && self.is_plain(at + 1) && self.is(at + 2, "then");
        is_odd.then(|| (Odd::Or, self.word(at, self.text_of(at + 1))))
    }

    /// The token of an object's name (`me`, `self`) that the `==` or `~=` at this token compares with a text.
    fn object_as_text(&self, at: usize) -> Option<usize> {
        if !self.is_equality(at) {
            return None;
        }
        let before = at.checked_sub(1)?;
        let object = match (self.kind(before), self.kind(at + 1)) {
            (TokenKind::Name, TokenKind::Text) => before,
            (TokenKind::Text, TokenKind::Name) => at + 1,
            _ => return None,
        };
        let name = self.text_of(object);
        let is_part = |at: usize| [".", ":"].iter().any(|sign| self.is(at, sign));
        let is_whole = !object.checked_sub(1).is_some_and(is_part)
            && !is_part(object + 1)
            && !["(", "["].iter().any(|sign| self.is(object + 1, sign));
        (OBJECTS.contains(&name) && is_whole && !self.is_own(name)).then_some(object)
    }

    /// True if a source reuses the name of an object: after `local` or `for`, or as a parameter of a
    /// function.
    fn is_own(&self, name: &str) -> bool {
        let own = self.own.get_or_init(|| {
            let given: BTreeSet<&str> = (0..self.tokens.len()).flat_map(|at| self.names_given(at)).collect();
            OBJECTS.into_iter().filter(|object| given.contains(object)).collect()
        });
        own.contains(&name)
    }

    /// The names that `local`, `for` or `function` at a token gives to something.
    fn names_given(&self, at: usize) -> Vec<&str> {
        let mut next = at + 1;
        match self.text_of(at) {
            "local" if self.is(next, "function") => return Vec::new(),
            "local" | "for" => {}
            "function" => {
                while self.kind(next) == TokenKind::Name || [".", ":"].iter().any(|sign| self.is(next, sign)) {
                    next += 1;
                }
                next += 1;
            }
            _ => return Vec::new(),
        }
        let mut names = Vec::new();
        while self.kind(next) == TokenKind::Name {
            names.push(self.text_of(next));
            if !self.is(next + 1, ",") {
                break;
            }
            next += 2;
        }
        // The names that the program itself puts before each script are none of the author's: `local this, self, me =
        // ...`.
        if self.is(next + 1, "=") && self.is(next + 2, "...") { Vec::new() } else { names }
    }

    /// A misleading call whose name begins here: it is the whole condition of `if` or `while`, or is compared with a
    /// text or a number.
    fn odd_call(&self, head: usize) -> Option<(Odd, SourceWord)> {
        let last = if self.is(head + 1, ".") { head + 2 } else { head };
        let close = if self.kind(last + 1) == TokenKind::Text { last + 1 } else { self.closing(last + 1)? };
        let name: String = (head..=last).map(|i| self.text_of(i)).collect();
        let before = |n: usize, words: &[&str]| head >= n && words.iter().any(|word| self.is(head - n, word));
        let begins = ["if", "elseif", "while"];
        let is_condition = before(1, &begins) || before(1, &["not"]) && before(2, &begins);
        if is_condition && (self.is(close + 1, "then") || self.is(close + 1, "do")) {
            return Some((Odd::Condition, self.word(head, &name)));
        }
        let is_begin = before(1, &begins) || before(1, &["and", "or", "(", "="]);
        let is_compared = is_begin && self.is_equality(close + 1) && self.is_plain(close + 2);
        is_compared.then(|| (Odd::Compared, self.word(head, &name)))
    }

    /// True if a function is declared whose last name stands behind this sign: `function stage.lay`, `function M:lay`.
    fn is_declared(&self, at: usize) -> bool {
        if !(self.is(at, ".") || self.is(at, ":")) || self.is(at + 2, ".") || self.is(at + 2, ":") {
            return false;
        }
        let mut first = at;
        while first >= 2 && self.is(first, if first == at { self.text_of(at) } else { "." }) {
            if self.is(first - 2, "function") {
                return true;
            }
            first -= 2;
        }
        false
    }

    /// The signature of the function whose last name stands behind this sign; `None` for a method, or a body without an
    /// end.
    fn signature(&self, sign: usize) -> Option<Signature> {
        let open = sign + 2;
        let close = self.closing(open).filter(|_| self.is(sign, ".") && self.is(open, "("))?;
        let parameters: Vec<Box<str>> = (open + 1..close)
            .filter(|at| self.kind(*at) == TokenKind::Name)
            .map(|at| self.text_of(at).into())
            .collect();
        let body = close + 1..self.end_of_block(close + 1)?;
        let least = parameters.iter().rposition(|name| self.needs(name, body.clone())).map_or(0, |at| at + 1);
        let is_open = (open + 1..close).any(|at| self.is(at, "..."));
        Some(Signature { name: self.text_of(sign + 1).into(), parameters, least, is_open })
    }

    /// The `end` of the function whose body begins here.
    fn end_of_block(&self, from: usize) -> Option<usize> {
        let mut blocks = 1;
        for at in from..self.tokens.len() {
            if self.kind(at) == TokenKind::Keyword {
                match self.text_of(at) {
                    "function" | "if" | "do" | "repeat" => blocks += 1,
                    "end" | "until" => blocks -= 1,
                    _ => {}
                }
            }
            if blocks == 0 {
                return Some(at);
            }
        }
        None
    }

    /// True if these tokens fail without a parameter: they read a field of it, or compute with it, and nothing tests
    /// whether it is there.
    fn needs(&self, name: &str, body: std::ops::Range<usize>) -> bool {
        const ASKS: [&str; 7] = ["and", "or", "not", "if", "elseif", "while", "until"];
        const READS: [&str; 14] = [".", ":", "[", "+", "-", "*", "/", "%", "^", "..", "<", ">", "<=", ">="];
        let mut is_read = false;
        for at in body {
            let is_it = self.kind(at) == TokenKind::Name && self.text_of(at) == name;
            let is_member = at > 0 && (self.is(at - 1, ".") || self.is(at - 1, ":"));
            if !is_it || is_member {
                continue;
            }
            let is_any = |at: usize, words: &[&str]| words.iter().any(|word| self.is(at, word));
            // Signs that the parameter is tested, gets another value, or is another variable of the same name.
            let is_asked = is_any(at - 1, &ASKS) || self.is_equality(at - 1) || is_any(at - 1, &["local", ","]);
            let asks = is_any(at + 1, &["and", "or", "then", "do", "="]) || self.is_equality(at + 1);
            let is_own = is_any(at - 1, &["function", "for"])
                || self.is(at + 1, "in")
                || self.is(at - 1, "(") && self.is(at.saturating_sub(2), "function");
            let is_handed = ["type", "takes"].contains(&self.text_of(at.saturating_sub(2))) && self.is(at - 1, "(");
            // A comma stands before an argument, too: then it is only handed on.
            let only_handed = self.is(at - 1, ",") && !is_any(at + 1, &["=", "in"]);
            if (is_asked && !only_handed) || asks || is_own || is_handed {
                return false;
            }
            is_read |= is_any(at + 1, &READS) || is_any(at - 1, &["+", "*", "/", "%", "^", "..", "#"]);
        }
        is_read
    }

    /// A field of `args` that is read here.
    fn given(&self, at: usize) -> Option<SourceWord> {
        let is_args = self.kind(at) == TokenKind::Name && self.text_of(at) == "args";
        let is_own = at > 0 && (self.is(at - 1, ".") || self.is(at - 1, ":"));
        let is_read = is_args && !is_own && self.is(at + 1, ".") && self.kind(at + 2) == TokenKind::Name;
        (is_read && !self.is(at + 3, "=") && !self.opens(at + 3)).then(|| self.word(at + 2, self.text_of(at + 2)))
    }

    /// A comparison whose sign stands here.
    fn comparison(&self, at: usize) -> Option<Comparison> {
        if !self.is(at, "==") && !self.is(at, "~=") || at == 0 {
            return None;
        }
        let (text, last) = if self.kind(at + 1) == TokenKind::Text {
            (at + 1, at - 1)
        } else if self.kind(at - 1) == TokenKind::Text {
            let mut last = at + 1;
            while self.is(last + 1, ".") && self.kind(last + 2) == TokenKind::Name {
                last += 2;
            }
            (at - 1, if self.opens(last + 1) { return None } else { last })
        } else {
            return None;
        };
        if self.kind(last) != TokenKind::Name || last < 2 || !self.is(last - 1, ".") {
            return None;
        }
        let is_single =
            self.kind(last - 2) == TokenKind::Name && (last < 3 || !self.is(last - 3, ".") && !self.is(last - 3, ":"));
        let of = is_single.then(|| self.text_of(last - 2).into());
        let said = self.text_at(text)?;
        Some(Comparison { of, field: self.text_of(last).into(), text: self.word(text, &said) })
    }
}

fn number(text: &str, sign: i64) -> LiteralValue {
    match text.parse::<f64>() {
        Ok(n) if n.fract() == 0.0 && n.abs() < 1e15 => LiteralValue::Int(n as i64 * sign),
        Ok(n) if n.fract() != 0.0 => LiteralValue::Fraction,
        // Larger than any number of a game, or in another base: counts as not known before the script runs.
        _ => LiteralValue::Computed,
    }
}
