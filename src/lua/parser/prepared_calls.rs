//! Prepared calls: calls of host functions whose tables are written out, so that the script need not make the tables.

use super::LuaParser;
use crate::lua::MAX_DIGITS;
use crate::lua::call_template::{Prepares, Template, TemplatePart, prepared};
use crate::lua::edits::{EditSide, SourceEdit};
use crate::lua::lexer::TokenKind;
use crate::lua::literal_calls::TokenReader;

/// The most computed values, parts, and bytes of the template in a prepared call. A larger call is left as it is
/// written, and makes its tables itself.
const MAX_HOLES: usize = 8;
const MAX_PARTS: usize = 40;
const MAX_TEXT: usize = 1_000;

/// Parts found in the arguments of a call.
#[derive(Default)]
struct ComputedParts {
    /// The tokens of the computed parts: the first, and the end.
    holes: Vec<(usize, usize)>,
    /// The tokens at which tables begin.
    tables: Vec<usize>,
    parts: usize,
}

impl LuaParser<'_> {
    /// Notes of the edits from index `first` on that they belong to the table that begins at byte `start`; the first of
    /// them has the fuel of all.
    pub(super) fn about_table(&mut self, first: usize, start: usize, fuel: u32) {
        let mut fuel = i64::from(fuel);
        for edit in &mut self.edits[first..] {
            edit.table = Some((start, std::mem::take(&mut fuel)));
        }
    }

    /// Prepares the call that was just read, if it calls a function of the host by its name and makes tables. Its name
    /// begins at token `head`, its arguments at `from`, and their edits at `first`.
    pub(super) fn prepare(&mut self, head: usize, from: usize, first: usize) {
        let Some(prepares) = self.prepares else { return };
        let name = match from - head {
            1 => self.text_of(head).to_owned(),
            3 if self.text_of(head + 1) == "." => format!("{}.{}", self.text_of(head), self.text_of(head + 2)),
            _ => return,
        };
        if self.tokens[head].kind != TokenKind::Name || self.local(self.text_of(head)).is_some() {
            return;
        }
        let Some(is_list) = prepares(&name) else { return };
        let mut found = ComputedParts::default();
        let parts = match self.is_at(from, "(") {
            true => self.arguments_of(from + 1, prepares, &mut found),
            false => self.part(from, self.at, false, prepares, &mut found).map(|part| vec![part]),
        };
        let Some(parts) = parts.filter(|_| !found.tables.is_empty() && found.holes.len() <= MAX_HOLES) else { return };
        // `cards { ... }[1]` needs no list, but something may be assigned to what looks like it.
        let first_only = is_list
            && head != self.target
            && self.is_at(self.at, "[")
            && self.text_of(self.at + 1) == "1"
            && self.is_at(self.at + 2, "]");
        let is_made = |edit: &SourceEdit| edit.table.is_some_and(|(start, _)| found.tables.contains(&start));
        let fuel = self.edits[first..].iter().filter(|edit| is_made(edit)).filter_map(|edit| edit.table).map(|t| t.1);
        let template = Template { first: first_only, fuel: fuel.sum(), parts };
        let literal = template.literal();
        if literal.len() > MAX_TEXT {
            return;
        }
        let mut at = 0;
        self.edits.retain(|edit| {
            at += 1;
            at <= first || !is_made(edit)
        });
        let last = if first_only { self.at + 2 } else { self.at - 1 };
        self.write_call(&format!("{}({literal}", prepared(&name)), head, last, &found.holes);
    }

    /// Writes the call in these tokens in prepared form, with its computed parts as arguments.
    fn write_call(&mut self, begin: &str, head: usize, last: usize, holes: &[(usize, usize)]) {
        let (mut at, mut text) = (self.tokens[head].start, begin.to_owned());
        let ends = holes.iter().map(|(from, to)| (self.tokens[*from].start, self.tokens[*to - 1].end));
        let ends: Vec<(usize, usize)> = ends.collect();
        for (i, (start, end)) in ends.into_iter().enumerate() {
            text.push_str(if i > 0 { "),(" } else { ",(" });
            self.replace(at, start, std::mem::take(&mut text));
            at = end;
        }
        text.push_str(if holes.is_empty() { ")" } else { "))" });
        self.replace(at, self.tokens[last].end, text);
    }

    /// Puts a text in place of another, on as many lines.
    fn replace(&mut self, from: usize, to: usize, mut text: String) {
        text.extend(self.source[from..to].matches('\n'));
        self.edit(from, to - from, EditSide::Last, text);
    }

    fn is_at(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign) && self.text_of(at) == sign
    }

    fn reader(&self) -> TokenReader<'_> {
        TokenReader::of(self.source, &self.tokens)
    }

    /// The arguments from a token to the bracket that closes them.
    fn arguments_of(&self, mut at: usize, prepares: Prepares, found: &mut ComputedParts) -> Option<Vec<TemplatePart>> {
        let (mut out, close) = (Vec::new(), self.at - 1);
        while at < close {
            let end = self.reader().end(at).min(close);
            out.push(self.part(at, end, end == close, prepares, found)?);
            at = end + 1;
        }
        Some(out)
    }

    /// The part in these tokens. `None`: the call cannot be prepared, because it has too many parts, or the last of a
    /// list may be several values.
    fn part(
        &self,
        from: usize,
        to: usize,
        is_last: bool,
        prepares: Prepares,
        found: &mut ComputedParts,
    ) -> Option<TemplatePart> {
        found.parts += 1;
        if to <= from || found.parts > MAX_PARTS {
            return None;
        }
        if self.is_at(from, "{") && self.reader().closing(from) == Some(to - 1) {
            found.tables.push(self.tokens[from].start);
            return self.table(from + 1, to - 1, prepares, found).map(TemplatePart::Table);
        }
        let plain = match (to - from, self.tokens[from].kind, self.text_of(from)) {
            (1, TokenKind::Text, text) if text.len() <= MAX_DIGITS => {
                self.reader().text_at(from).map(TemplatePart::Text)
            }
            (1, TokenKind::Number, text) => text.parse().ok().filter(|n: &f64| n.is_finite()).map(TemplatePart::Number),
            (1, TokenKind::Keyword, "true") => Some(TemplatePart::Bool(true)),
            (1, TokenKind::Keyword, "false") => Some(TemplatePart::Bool(false)),
            (1, TokenKind::Keyword, "nil") => Some(TemplatePart::Nil),
            _ => None,
        };
        if plain.is_none() {
            if is_last && !self.is_one(from, to, prepares) {
                return None;
            }
            found.holes.push((from, to));
        }
        Some(plain.unwrap_or(TemplatePart::Hole))
    }

    /// The entries of a table, if all its keys are plain words.
    fn table(
        &self,
        mut at: usize,
        to: usize,
        prepares: Prepares,
        found: &mut ComputedParts,
    ) -> Option<Vec<(Option<Box<str>>, TemplatePart)>> {
        let mut entries: Vec<(Option<Box<str>>, TemplatePart)> = Vec::new();
        while at < to {
            let mut name = None;
            if self.is_at(at, "[") {
                name = Some(self.reader().text_at(at + 1)?);
                if !self.is_at(at + 2, "]") {
                    return None;
                }
                at += 4;
            } else if self.tokens[at].kind == TokenKind::Name && self.is_at(at + 1, "=") {
                name = Some(self.text_of(at).into());
                at += 2;
            }
            if name.is_some() && entries.iter().any(|(other, _)| *other == name) {
                return None;
            }
            let end = self.reader().end(at).min(to);
            let is_last = name.is_none() && end + 1 >= to;
            let part = self.part(at, end, is_last, prepares, found)?;
            at = end + 1;
            match (&name, &part) {
                // `key = nil` puts nothing into a table.
                (Some(_), TemplatePart::Nil) => {}
                (None, TemplatePart::Nil) => return None,
                _ => entries.push((name, part)),
            }
        }
        // The length of a Lua list with nil items is uncertain, so a list of several items with an unknown one is not
        // prepared.
        let mut items = entries.iter().filter(|(name, _)| name.is_none()).map(|(_, part)| part);
        let is_odd = items.clone().count() > 1 && items.any(|part| *part == TemplatePart::Hole);
        (!is_odd).then_some(entries)
    }

    /// True if an expression is one value: a call of a host function is, one of another function may be several.
    fn is_one(&self, from: usize, to: usize, prepares: Prepares) -> bool {
        let last = to - 1;
        let is_call = match self.tokens[last].kind {
            TokenKind::Text => {
                last > from && (self.tokens[last - 1].kind == TokenKind::Name || self.is_at(last - 1, ")"))
            }
            _ => self.is_at(last, ")") || self.is_at(last, "}") || self.is_at(last, "..."),
        };
        if !is_call {
            return true;
        }
        let opens = if self.is_at(from + 1, ".") { from + 3 } else { from + 1 };
        let name: String = (from..opens).map(|at| self.text_of(at)).collect();
        let is_host = self.local(self.text_of(from)).is_none() && prepares(&name).is_some();
        is_host && self.reader().closing(opens) == Some(last)
    }
}

#[cfg(test)]
mod tests {
    use crate::lua::source_rules::check;

    /// A source as it is written anew.
    fn edited(source: &str) -> String {
        let prepares = |name: &str| ["cards", "act.move"].contains(&name).then_some(name == "cards");
        check(source, 100, 0, false, Some(prepares)).map_or(String::new(), |(text, _)| text)
    }

    #[track_caller]
    fn written(source: &str, expected: &str) {
        // The price of the tables depends on the text before them; tabs stand for the line breaks that must stay.
        let text = ["02;", "03;", "12;"]
            .iter()
            .fold(edited(source), |text, fuel| text.replace(*fuel, &fuel.replace(['2', '3'], "0")));
        assert_eq!(text.replace('\n', "\t"), expected, "{source}");
    }

    #[test]
    fn what_is_computed_is_handed_on_and_the_rest_is_said_once() {
        written("cards { zone = 'a', owner = p }", "__cards(\"00;{k4:zones1:ak5:ownerh}\",(p))");
        written("cards({zone={'a','b'},n=1,})", "__cards(\"00;{k4:zone{is1:ais1:b}k1:nd1;}\")");
        written("cards { -- a\n x = f(),\n}\n.y()", "__cards(\"00;{k1:xh}\",(\tf()))\t\t.y()");
        written("return cards { x = p }[1].x", "return __cards(\"10;{k1:xh}\",(p)).x");
        written("return cards { x = p }[2]", "return __cards(\"00;{k1:xh}\",(p))[2]");
        written("act.move(cards { x = 1 }[1], { p })", "__act_move(\"00;h{ih}\",(__cards(\"10;{k1:xd1;}\")),(p))");
        written("act.move(q, {a=1, b=2, c=r..s})", "__act_move(\"00;h{k1:ad1;k1:bd2;k1:ch}\",(q),( __cat(r,(s))))");
    }

    #[test]
    fn what_lua_must_do_is_left_to_it() {
        for source in [
            "cards(t)",
            "cards 'a'",
            "local cards = f cards { x = 1 }",
            "others { x = 1 }",
            "cards:x{ x = 1 }",
            "cards { x = 1, x = 2 }",
            "cards { f() }",
            "cards { ... }",
            "cards { a, b }",
            "cards { [k] = 1 }",
            "cards({ x = 1 }, f())",
            "cards { nil }",
        ] {
            assert!(!edited(source).contains("__cards"), "{source}");
        }
        written("cards { x = 1 }[1] = 2", "__cards(\"00;{k1:xd1;}\")[1] = 2");
        written("cards { y = cards }[1].x = 2", "__cards(\"00;{k1:yh}\",(cards))[1].x = 2");
    }
}
