//! Script reader: the names and numbers of a Lua source, each with what it is given as.

use std::ops::Range;

use crate::lua::{Token, TokenKind, readable};

/// A name or a number of a source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptPart {
    pub value: PartValue,
    /// The role of the literal: a key of a table, `act.draw#1` for an argument counted from 0, `call` for a function.
    pub role: String,
    /// The byte where it begins.
    pub start: usize,
    /// The role that the bracket around it gives to what stands there: `act.draw#1` inside of that argument.
    pub given_to: String,
    /// The bracket in which it stands, by its number; parts of one table belong together.
    pub bracket: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PartValue {
    Name(String),
    Text(String),
    Number {
        value: i64,
        /// The name of what the number counts: the text before it in the call (`act.change(self, "bp", 300)`), the key
        /// before it in a table, or the field with which it is compared.
        of: Option<String>,
        /// True if the number is compared with something.
        is_bound: bool,
        /// True if the number is part of a calculation.
        is_computed: bool,
    },
    /// `for` or `~=`; the reader skips other keywords and signs.
    Keyword(&'static str),
}

/// A function of a source, by its name without the table before it, and its bytes.
pub(super) type FunctionRange = (String, Range<usize>);

/// An open bracket.
#[derive(Default)]
struct Open {
    number: usize,
    callee: String,
    argument: usize,
    key: String,
    last_text: Option<String>,
    is_table: bool,
    is_index: bool,
}

impl Open {
    fn role(&self) -> String {
        match () {
            () if self.is_index => "index".into(),
            () if !self.key.is_empty() => self.key.clone(),
            () if !self.callee.is_empty() => format!("{}#{}", self.callee, self.argument),
            () => "value".into(),
        }
    }
}

/// The parts of a source in order.
pub(super) fn parts(source: &str) -> Vec<ScriptPart> {
    let tokens = readable(source);
    let reader = ScriptReader { source, tokens: &tokens };
    let (mut open, mut out, mut brackets) = (vec![Open::default()], Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        let is_inside = open.len() > 1;
        let Some(inner) = open.last_mut() else { break };
        let text = reader.text(at);
        let given_to = inner.role();
        let mut push = |value: PartValue, role: String, bracket: usize| {
            out.push(ScriptPart { value, role, given_to: given_to.clone(), start: token.start, bracket });
        };
        match token.kind {
            TokenKind::Name if inner.is_table && reader.is(at + 1, "=") => {
                inner.key = text.into();
                push(PartValue::Name(text.into()), "key".into(), inner.number);
            }
            TokenKind::Name if reader.opens_call(at + 1) => {
                push(PartValue::Name(reader.path_to(at)), "call".into(), inner.number);
            }
            // `act` of `act.draw(me, 1)` is part of the name of the function.
            TokenKind::Name if reader.is_table_of_call(at) => {}
            TokenKind::Name => push(PartValue::Name(reader.path_to(at)), inner.role(), inner.number),
            TokenKind::Text => {
                let said = text.trim_start_matches('[').trim_end_matches(']').trim_matches(['"', '\'']).to_string();
                // A text without brackets is the first argument of a call: `ask "what"`.
                let role = match reader.callee_before(at) {
                    Some(callee) => format!("{callee}#0"),
                    None => inner.role(),
                };
                inner.last_text = Some(said.clone());
                push(PartValue::Text(said), role, inner.number);
            }
            TokenKind::Number => {
                let Ok(value) = text.parse::<i64>() else { continue };
                let (number, role) = reader.number(at, value, inner);
                push(number, role, inner.number);
            }
            TokenKind::Keyword if text == "for" => push(PartValue::Keyword("for"), "value".into(), inner.number),
            TokenKind::Sign if text == "~=" => push(PartValue::Keyword("~="), "value".into(), inner.number),
            TokenKind::Sign => match text {
                "(" | "{" | "[" => {
                    brackets += 1;
                    let (callee, argument) = match reader.callee_before(at) {
                        Some(callee) if text != "[" => (callee, 0),
                        _ => (inner.callee.clone(), inner.argument),
                    };
                    let (is_table, is_index) = (text == "{", text == "[");
                    // The items of a list under a key belong to the key.
                    let key = if is_table && !reader.has_keys(at) { inner.key.clone() } else { String::new() };
                    open.push(Open { number: brackets, callee, argument, key, last_text: None, is_table, is_index });
                }
                ")" | "}" | "]" if is_inside => {
                    open.pop();
                }
                "," | ";" => {
                    inner.argument += usize::from(!inner.is_table);
                    if inner.is_table && reader.has_keys(at) {
                        inner.key.clear();
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    out
}

/// The number of rounds of each loop between two numbers: 4 for `for turn = 0, 3 do`.
pub(super) fn rounds_of_loops(source: &str) -> Vec<i64> {
    let tokens = readable(source);
    let reader = ScriptReader { source, tokens: &tokens };
    let number = |at: usize| reader.text(at).parse::<i64>().ok();
    let is_word = |at: usize, word: &str| {
        tokens.get(at).is_some_and(|token| token.kind == TokenKind::Keyword) && reader.text(at) == word
    };
    let loops = (0..tokens.len()).filter(|at| is_word(*at, "for") && reader.is(at + 2, "="));
    let rounds = loops.filter_map(|at| {
        let ends = reader.is(at + 4, ",") && is_word(at + 6, "do");
        ends.then_some(number(at + 5)?.checked_sub(number(at + 3)?)?.checked_add(1)?)
    });
    rounds.collect()
}

/// The outermost functions of a source.
pub(super) fn functions(source: &str) -> Vec<FunctionRange> {
    let tokens = readable(source);
    let reader = ScriptReader { source, tokens: &tokens };
    let is_keyword =
        |at: usize, words: &[&str]| tokens[at].kind == TokenKind::Keyword && words.contains(&reader.text(at));
    let (mut out, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if !is_keyword(at, &["function"]) {
            at += 1;
            continue;
        }
        let mut depth = 0;
        let end = (at..tokens.len()).find(|at| {
            depth += i32::from(is_keyword(*at, &["function", "if", "do", "repeat"]));
            depth -= i32::from(is_keyword(*at, &["end", "until"]));
            depth == 0
        });
        let end = end.unwrap_or(tokens.len() - 1);
        // The name stands before the bracket, `function stage.look(…)`, or before the `=`, `look = function(…)`.
        let open = (at..end).find(|at| reader.is(*at, "(")).unwrap_or(at);
        let name =
            if open > at + 1 { open.checked_sub(1) } else { at.checked_sub(2).filter(|_| reader.is(at - 1, "=")) };
        if let Some(name) = name.filter(|name| tokens[*name].kind == TokenKind::Name) {
            out.push((reader.text(name).to_string(), tokens[at].start..tokens[end].end));
        }
        at = end + 1;
    }
    out
}

struct ScriptReader<'s> {
    source: &'s str,
    tokens: &'s [Token],
}

impl<'s> ScriptReader<'s> {
    /// A number, and its role in the innermost open table or call.
    fn number(&self, at: usize, value: i64, inner: &Open) -> (PartValue, String) {
        let (is_bound, is_computed) = self.neighbours(at);
        let of = match () {
            () if is_bound => self.compared_field(at),
            () if inner.key.is_empty() => inner.last_text.clone(),
            () => Some(inner.key.clone()),
        };
        let role = if is_bound { "compared".into() } else { inner.role() };
        (PartValue::Number { value, of, is_bound, is_computed }, role)
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| &self.source[token.start..token.end])
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign) && self.text(at) == sign
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
    }

    fn opens_call(&self, at: usize) -> bool {
        self.is(at, "(") || self.is(at, "{") || self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Text)
    }

    /// True for a table whose function is called: `act` of `act.draw(me, 1)`.
    fn is_table_of_call(&self, at: usize) -> bool {
        let mut last = at;
        while (self.is(last + 1, ".") || self.is(last + 1, ":")) && self.is_name(last + 2) {
            last += 2;
        }
        last > at && self.opens_call(last + 1)
    }

    /// The name that ends at a token, with the tables before it.
    fn path_to(&self, at: usize) -> String {
        let mut first = at;
        while first >= 2 && (self.is(first - 1, ".") || self.is(first - 1, ":")) && self.is_name(first - 2) {
            first -= 2;
        }
        (first..=at).map(|at| self.text(at)).collect()
    }

    /// The function that a bracket or a text calls.
    fn callee_before(&self, at: usize) -> Option<String> {
        let before = at.checked_sub(1).filter(|before| self.is_name(*before))?;
        Some(self.path_to(before))
    }

    /// True if an entry with a key stands behind a bracket or a comma.
    fn has_keys(&self, before: usize) -> bool {
        self.is_name(before + 1) && self.is(before + 2, "=") || self.is(before + 1, "[")
    }

    /// The last part of the name with which a number is compared: `sp` of `me.sp == 0`.
    fn compared_field(&self, at: usize) -> Option<String> {
        let name = at.checked_sub(2).filter(|name| self.is_name(*name))?;
        Some(self.text(name).to_string())
    }

    /// Two answers about a number: true if it is compared, and true if it is part of a calculation.
    fn neighbours(&self, at: usize) -> (bool, bool) {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| self.text(at));
        let is_sign = before(1) == "-" && !at.checked_sub(2).is_some_and(|at| self.is_value(at));
        let before = if is_sign { before(2) } else { before(1) };
        let after = self.text(at + 1);
        let is = |words: &[&str]| words.contains(&before) || words.contains(&after);
        (is(&["<", ">", "<=", ">=", "==", "~="]), is(&["+", "-", "*", "/", "%"]))
    }

    fn is_value(&self, at: usize) -> bool {
        let kind = self.tokens.get(at).map(|token| token.kind);
        matches!(kind, Some(TokenKind::Name | TokenKind::Number)) || self.is(at, ")") || self.is(at, "]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(source: &str) -> String {
        let one = |part: ScriptPart| match part.value {
            PartValue::Name(name) | PartValue::Text(name) => format!("{}={name}", part.role),
            PartValue::Number { value, of, .. } => format!("{}={value} of {}", part.role, of.unwrap_or_default()),
            PartValue::Keyword(word) => word.into(),
        };
        parts(source).into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_part_is_given_as_something() {
        let call = "call=act.change act.change#0=self act.change#1=bp act.change#2=300 of bp";
        assert_eq!(signs("act.change(self, \"bp\", -300)"), call);
        assert_eq!(
            signs("cards { zone = \"deck\", owner = me, first = 3 }"),
            "call=cards key=zone zone=deck key=owner owner=me key=first first=3 of first"
        );
        assert_eq!(signs("x = { type = { 'a', 'b' } }"), "value=x key=type type=a type=b");
        assert_eq!(signs("if me.sp < 2 then end"), "value=me value=me.sp compared=2 of sp");
    }

    #[test]
    fn a_loop_between_two_numbers_has_so_many_rounds() {
        assert_eq!(
            rounds_of_loops("for turn = 0, 3 do fire(turn) end for i = 1, n do end for i = 1, 9, 2 do end"),
            [4]
        );
    }

    #[test]
    fn functions_are_told_apart() {
        let source = "local stage = {}\nfunction stage.look(n) if n > 2 then act.draw(me, 3) end end\n\
                      stage.peek = function() local function inner() return 7 end end\nreturn stage";
        let names: Vec<_> = functions(source).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["look", "peek"]);
    }
}
