//! Statements: the part of the parser that reads blocks, and the statements in them.

use super::{LuaParser, MAX_CHAIN, ParseOutcome, PrefixShape, ValueKind};
use crate::lua::edits::EditSide;
use crate::lua::lexer::{FaultKind, TokenKind};

/// The most assignment targets of one statement: each may make a large table rehash (attack source_targets).
const MAX_TARGETS: usize = 8;

/// The weight of a write into a table, which may take memory.
const WRITE_WEIGHT: u32 = 64;
/// The weight of making a function, and of each outer local that it captures.
const FUNCTION_WEIGHT: u32 = 40;
const HELD_WEIGHT: u32 = 16;

impl LuaParser<'_> {
    pub(super) fn block(&mut self) -> ParseOutcome<()> {
        let scope = self.locals.len();
        self.open_block()?;
        self.locals.truncate(scope);
        Ok(())
    }

    /// A block whose locals stay declared: `repeat ... until` sees them in its condition.
    fn open_block(&mut self) -> ParseOutcome<()> {
        loop {
            if self.token().kind == TokenKind::End {
                return Ok(());
            }
            self.pays_before(self.token().start);
            if ["end", "else", "elseif", "until"].iter().any(|keyword| self.is(keyword)) {
                return Ok(());
            }
            let last = self.is("return") || self.is("break");
            self.deeper(Self::statement)?;
            // A `;` may follow a statement; alone it is no statement.
            self.accept(";");
            if last {
                return Ok(());
            }
        }
    }

    /// Inserts at a byte the code by which the statements before it pay their fuel.
    fn pays_before(&mut self, at: usize) {
        let fuel = self.take_fuel();
        if fuel > 0 {
            self.edit(at, 0, EditSide::Between, format!(" for _=1,{fuel} do end "));
        }
    }

    /// Reads the block of a loop. Its weight counts from 0, because each round ends with a safepoint of the VM; the
    /// weight before the loop is added again behind it, because the block may not run at all.
    fn round(&mut self) -> ParseOutcome<()> {
        let before = std::mem::take(&mut self.weight);
        self.block()?;
        self.weight += before;
        Ok(())
    }

    fn while_statement(&mut self) -> ParseOutcome<()> {
        let before = std::mem::take(&mut self.weight);
        self.expression(0)?;
        self.expect("do")?;
        // The test runs once more than the block, so the code after the loop pays for it, too.
        let asked = self.weight;
        self.block()?;
        self.weight = self.weight.max(asked) + before;
        self.expect("end")
    }

    fn repeat_statement(&mut self) -> ParseOutcome<()> {
        let (scope, before) = (self.locals.len(), std::mem::take(&mut self.weight));
        self.open_block()?;
        let until = self.token().start;
        self.expect("until")?;
        self.expression(0)?;
        self.pays_before(until);
        self.locals.truncate(scope);
        self.weight += before;
        Ok(())
    }

    fn statement(&mut self) -> ParseOutcome<()> {
        if self.token().kind != TokenKind::Keyword {
            return self.expression_statement();
        }
        let keyword = self.text_of(self.at);
        self.at += 1;
        match keyword {
            "if" => self.if_statement(),
            "while" => self.while_statement(),
            "do" => {
                self.block()?;
                self.expect("end")
            }
            "for" => self.for_statement(),
            "repeat" => self.repeat_statement(),
            "function" => self.function_statement(),
            "local" => self.local_statement(),
            "break" => Ok(()),
            "return" => {
                let ends = self.token().kind == TokenKind::End || self.is(";");
                if ends || ["end", "else", "elseif", "until"].iter().any(|keyword| self.is(keyword)) {
                    return Ok(());
                }
                let start = self.tokens[self.at - 1].start;
                self.expressions()?;
                self.pays_before(start);
                Ok(())
            }
            _ => {
                self.at -= 1;
                self.out_of_place()
            }
        }
    }

    fn if_statement(&mut self) -> ParseOutcome<()> {
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

    fn for_statement(&mut self) -> ParseOutcome<()> {
        let (mut names, mut walked) = (vec![self.name()?], None);
        if self.accept("=") {
            let mut bound = [self.expression(0)?, ValueKind::Number];
            self.expect(",")?;
            self.computes(bound);
            bound[0] = self.expression(0)?;
            self.computes(bound);
            if self.accept(",") {
                bound[0] = self.expression(0)?;
                self.computes(bound);
            }
        } else {
            while self.accept(",") {
                names.push(self.name()?);
            }
            self.expect("in")?;
            let first = self.at;
            self.expressions()?;
            if self.is_plain_walk(first) {
                // The last name of such a loop stands for the parts of the list that it goes through.
                walked = names.last().map(|last| (*last, Some(first..self.at)));
            } else {
                self.edit(self.tokens[first].start, 0, EditSide::Open, " __iterate(");
                self.edit(self.previous_end(), 0, EditSide::Close, ")");
            }
        }
        self.expect("do")?;
        let scope = self.locals.len();
        for name in names {
            self.declare(name);
            self.bindings.push(walked.take_if(|(walked, _)| *walked == name).unwrap_or((name, None)));
        }
        self.round()?;
        self.locals.truncate(scope);
        self.expect("end")
    }

    /// True if the tokens since `first` are one call of the builtin `pairs` or `ipairs`, which need no check.
    fn is_plain_walk(&self, first: usize) -> bool {
        let name = self.text_of(first);
        if !["pairs", "ipairs"].contains(&name) || self.local_of(name).is_some() || self.text_of(first + 1) != "(" {
            return false;
        }
        let mut open = 0;
        for index in first + 1..self.at {
            if self.tokens[index].kind == TokenKind::Sign {
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

    fn function_statement(&mut self) -> ParseOutcome<()> {
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

    fn local_statement(&mut self) -> ParseOutcome<()> {
        if self.accept("function") {
            let name = self.name()?;
            self.declare(name);
            self.bindings.push((name, None));
            return self.body(false);
        }
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
        }
        let mut paths = Vec::new();
        if self.accept("=") {
            loop {
                let first = self.at;
                self.expression(0)?;
                let value = first..self.at;
                paths.push((value.clone(), self.global_path(value)));
                if !self.accept(",") {
                    break;
                }
            }
        }
        let scope = self.locals.len();
        for (place, name) in names.into_iter().enumerate() {
            self.declare(name);
            self.bindings.push((name, paths.get(place).map(|(value, _)| value.clone())));
        }
        for (local, (value, path)) in self.locals[scope..].iter_mut().zip(paths) {
            self.declared_as.extend(path.is_some().then_some((value.start, local.number)));
            local.alias_of = path;
        }
        Ok(())
    }

    pub(super) fn body(&mut self, method: bool) -> ParseOutcome<()> {
        let (first, scope, weight) = (self.at, self.locals.len(), std::mem::take(&mut self.weight));
        self.function += 1;
        if method {
            self.declare("self");
            self.bindings.push(("self", None));
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
                self.bindings.push((name, None));
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
            self.edit(begin, 0, EditSide::Close, format!(" local __born{} = __born() ", self.function));
        }
        self.function -= 1;
        self.locals.truncate(scope);
        self.weight = weight + FUNCTION_WEIGHT + HELD_WEIGHT * self.held_since(first);
        Ok(())
    }

    /// The number of the locals visible here whose names stand in the tokens since `first`.
    fn held_since(&self, first: usize) -> u32 {
        let mut named: Vec<&str> = Vec::new();
        for index in first..self.at {
            let name = self.text_of(index);
            if self.tokens[index].kind == TokenKind::Name && self.local_of(name).is_some() && !named.contains(&name) {
                named.push(name);
            }
        }
        named.len() as u32
    }

    fn expression_statement(&mut self) -> ParseOutcome<()> {
        let start = self.token().start;
        let mut first = self.at;
        self.target = first;
        let mut shape = self.suffixed()?;
        if matches!(shape, PrefixShape::Call) {
            return Ok(());
        }
        if !self.is("=") && !self.is(",") {
            let word = self.text_of(self.at - 1);
            if ["continue", "goto", "type", "export"].contains(&word) && matches!(shape, PrefixShape::Name(_)) {
                return self.fault(format!("`{word}` is not a statement of Lua 5.1"));
            }
            return self.fault_of(FaultKind::CallExpected, format!("`=` or a call expected near {}", self.near()));
        }
        let mut targets = Vec::new();
        for count in 1.. {
            match shape {
                PrefixShape::Name(token) => self.check_write(token),
                PrefixShape::Index => {
                    self.weight += WRITE_WEIGHT;
                    self.bindings.push((self.text_of(first), None));
                    self.check_field(first);
                }
                PrefixShape::Call | PrefixShape::Value => return self.fault("only a name or a field can be assigned"),
            }
            targets.push(matches!(shape, PrefixShape::Index));
            if count > MAX_TARGETS {
                return self.fault(format!("too many targets in one assignment: at most {MAX_TARGETS}"));
            }
            if !self.accept(",") {
                break;
            }
            first = self.at;
            self.target = first;
            shape = self.suffixed()?;
        }
        self.check_keeping(start);
        self.expect("=")?;
        self.assigned(start, &targets)
    }

    /// Reads the values assigned to targets, of which `is_field` tells whether each is a field. A value that may be nil
    /// removes a field, which costs more than a write: `__put` pays for it.
    fn assigned(&mut self, start: usize, is_field: &[bool]) -> ParseOutcome<()> {
        for place in 0.. {
            let (from, first) = (self.token().start, self.at);
            let sort = self.expression(0)?;
            let (is_last, may_be_nothing) = (!self.is(","), matches!(sort, ValueKind::Named | ValueKind::Any));
            // The last expression may give values to all remaining targets.
            let left = if is_last { is_field.get(place..) } else { is_field.get(place..=place) };
            match left.unwrap_or_default() {
                [true] if may_be_nothing && sort == ValueKind::Named && self.at == first + 1 => {
                    let name = self.text_of(first);
                    self.edit(from, 0, EditSide::Open, format!(" {name}==nil and __put() or "));
                }
                [true] if may_be_nothing => {
                    self.edit(from, 0, EditSide::Open, " __put(");
                    self.edit(self.previous_end(), 0, EditSide::Close, ")");
                }
                [_] | [] => {}
                several => {
                    for _ in several.iter().filter(|is_field| **is_field) {
                        self.edit(start, 0, EditSide::Between, " __put() ");
                    }
                }
            }
            if is_last {
                break;
            }
            self.at += 1;
        }
        Ok(())
    }
}
