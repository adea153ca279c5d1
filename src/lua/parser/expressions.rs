//! Expressions: the half of the parser that reads values.

use super::{CALL_FUEL, LuaParser, MAX_CHAIN, ParseOutcome, PrefixShape, ValueKind};
use crate::lua::edits::EditSide;
use crate::lua::lexer::TokenKind;
use crate::lua::{MAX_DIGITS, MAX_STRING};

/// Weight, of which [`MAX_WEIGHT`] costs 1 fuel: of a table, of an item of its list, and of a value under a key
/// (attacks memory_tables, memory_array).
const TABLE_WEIGHT: u32 = 64;
const ITEM_WEIGHT: u32 = 16;
const KEY_WEIGHT: u32 = 40;
/// Weight of an operand that may be a text, which arithmetic then reads as a number (attack clock_coerce).
const OPERAND_WEIGHT: u32 = 32;
/// Weight of a comparison of two values that may be long texts (attack clock_compare).
const COMPARISON_WEIGHT: u32 = 32;
/// Weight of a call: the VM answers some of its own functions at once, without a safepoint (attack clock_inlined).
const CALL_WEIGHT: u32 = 8;
/// The precedence of comparisons.
const COMPARES: u8 = 3;

impl LuaParser<'_> {
    pub(super) fn expressions(&mut self) -> ParseOutcome<()> {
        self.expression(0)?;
        while self.accept(",") {
            self.expression(0)?;
        }
        Ok(())
    }

    pub(super) fn expression(&mut self, limit: u8) -> ParseOutcome<ValueKind> {
        self.deeper(|parser| parser.operators(limit))
    }

    fn operators(&mut self, limit: u8) -> ParseOutcome<ValueKind> {
        const UNARY: u8 = 7;
        let start = self.token().start;
        let mut sort = if self.accept("not") {
            self.weight += 1;
            self.expression(UNARY)?;
            ValueKind::Some
        } else if self.accept("-") {
            let sort = self.expression(UNARY)?;
            self.computes([sort, ValueKind::Number]);
            ValueKind::Number
        } else if self.accept("#") {
            self.weight += 1;
            self.expression(UNARY)?;
            ValueKind::Number
        } else {
            self.simple()?
        };
        for chain in 0.. {
            let Some(power) = self.operator_power().filter(|power| *power > limit) else { break };
            if chain > MAX_CHAIN {
                return self.fault(format!("the expression is too long: at most {MAX_CHAIN} operators in a row"));
            }
            if self.is("and") || self.is("or") {
                // The right side may be skipped, and then pays nothing.
                self.weight += 1;
                let (before, is_or) = (self.weight, self.is("or"));
                self.at += 1;
                let other = self.expression(power)?;
                self.weight = self.weight.max(before);
                sort = match (sort, other) {
                    (ValueKind::Number, ValueKind::Number) => ValueKind::Number,
                    (_, ValueKind::Number | ValueKind::Some) if is_or => ValueKind::Some,
                    _ => ValueKind::Any,
                };
            } else if self.is("..") {
                self.concatenation(start, power)?;
                sort = ValueKind::Some;
            } else {
                self.at += 1;
                let other = self.expression(power)?;
                sort = match power {
                    COMPARES => self.compares([sort, other]),
                    _ => self.computes([sort, other]),
                };
            }
        }
        Ok(sort)
    }

    pub(super) fn computes(&mut self, operands: [ValueKind; 2]) -> ValueKind {
        let unknown = operands.iter().filter(|sort| **sort != ValueKind::Number).count();
        self.weight += 1 + OPERAND_WEIGHT * unknown as u32;
        ValueKind::Number
    }

    fn compares(&mut self, operands: [ValueKind; 2]) -> ValueKind {
        self.weight += if operands.contains(&ValueKind::Number) { 1 } else { COMPARISON_WEIGHT };
        ValueKind::Some
    }

    /// `a .. b .. c` becomes `__cat(a, b, (c))`; the last is in parentheses so that a call there gives one value.
    fn concatenation(&mut self, start: usize, power: u8) -> ParseOutcome<()> {
        self.edit(start, 0, EditSide::Open, " __cat(");
        for count in 0.. {
            if count > MAX_CHAIN {
                return self.fault(format!("the expression is too long: at most {MAX_CHAIN} operators in a row"));
            }
            let sign = self.token();
            self.at += 1;
            self.weight += 1;
            self.expression(power)?;
            let last = !self.is("..");
            self.edit(sign.start, sign.end - sign.start, EditSide::Between, if last { ",(" } else { "," });
            if last {
                break;
            }
        }
        self.edit(self.previous_end(), 0, EditSide::Close, "))");
        Ok(())
    }

    fn operator_power(&self) -> Option<u8> {
        if !matches!(self.token().kind, TokenKind::Sign | TokenKind::Keyword) {
            return None;
        }
        Some(match self.text_of(self.at) {
            "or" => 1,
            "and" => 2,
            "<" | ">" | "<=" | ">=" | "~=" | "==" => COMPARES,
            ".." => 4,
            "+" | "-" => 5,
            "*" | "/" | "%" => 6,
            _ => return None,
        })
    }

    fn simple(&mut self) -> ParseOutcome<ValueKind> {
        let start = self.token().start;
        self.weight += 1;
        if self.token().kind == TokenKind::Number {
            self.at += 1;
            return Ok(ValueKind::Number);
        }
        if self.token().kind == TokenKind::Text {
            self.text()?;
            return Ok(ValueKind::Some);
        }
        if self.accept("true") || self.accept("false") {
            return Ok(ValueKind::Some);
        }
        if self.accept("nil") || self.accept("...") {
            return Ok(ValueKind::Any);
        }
        if self.is("{") {
            return self.constructor().map(|_| ValueKind::Some);
        }
        if self.accept("function") {
            self.body(false)?;
            self.pays(start);
            return Ok(ValueKind::Some);
        }
        match self.suffixed()? {
            PrefixShape::Name(token) => {
                self.check_read(token);
                Ok(ValueKind::Named)
            }
            _ => Ok(ValueKind::Any),
        }
    }

    /// Reads a text that is written out; true if an edit puts parentheses around it.
    fn text(&mut self) -> ParseOutcome<bool> {
        let token = self.token();
        let length = token.end - token.start;
        if length > MAX_STRING {
            return self.fault(format!("the text is too long: {length} bytes, at most {MAX_STRING}"));
        }
        self.at += 1;
        // The text may look like a number, which the VM would convert where a number is expected.
        let is_checked = length > MAX_DIGITS;
        if is_checked {
            self.edit(token.start, 0, EditSide::Open, " __text(");
            self.edit(token.end, 0, EditSide::Close, ")");
        }
        Ok(is_checked)
    }

    /// Reads a table that is written out; true if an edit puts parentheses around it.
    fn constructor(&mut self) -> ParseOutcome<bool> {
        let start = self.token().start;
        self.entries()?;
        let first = self.edits.len();
        let mut fuel = self.pays(start).unwrap_or_default();
        if self.is_file {
            self.edit(start, 0, EditSide::Open, " __made(");
            self.edit(self.previous_end(), 0, EditSide::Close, ")");
            fuel += CALL_FUEL;
        }
        self.about_table(first, start, fuel);
        Ok(fuel > 0)
    }

    fn entries(&mut self) -> ParseOutcome<()> {
        self.weight += TABLE_WEIGHT;
        self.expect("{")?;
        while !self.is("}") {
            if self.accept("[") {
                self.expression(0)?;
                self.expect("]")?;
                self.expect("=")?;
                self.weight += KEY_WEIGHT;
            } else if self.token().kind == TokenKind::Name && self.text_of(self.at + 1) == "=" {
                self.at += 2;
                self.weight += KEY_WEIGHT;
            } else {
                self.weight += ITEM_WEIGHT;
            }
            self.expression(0)?;
            if !self.accept(",") && !self.accept(";") {
                break;
            }
        }
        self.expect("}")
    }

    pub(super) fn suffixed(&mut self) -> ParseOutcome<PrefixShape> {
        let head = self.at;
        let mut shape = if self.token().kind == TokenKind::Name {
            self.at += 1;
            PrefixShape::Name(self.at - 1)
        } else if self.accept("(") {
            self.expression(0)?;
            self.expect(")")?;
            PrefixShape::Value
        } else {
            return self.out_of_place();
        };
        for chain in 0.. {
            let call = self.is("(") || self.is("{") || self.token().kind == TokenKind::Text;
            if !call && !self.is(".") && !self.is("[") && !self.is(":") {
                break;
            }
            if chain > MAX_CHAIN {
                return self
                    .fault(format!("the expression is too long: at most {MAX_CHAIN} calls and fields in a row"));
            }
            if let PrefixShape::Name(token) = shape {
                self.check_read(token);
            }
            self.weight += 1;
            shape = if call {
                let (from, first) = (self.at, self.edits.len());
                self.arguments()?;
                self.prepare(head, from, first);
                PrefixShape::Call
            } else if self.accept(".") {
                self.name()?;
                PrefixShape::Index
            } else if self.accept("[") {
                self.expression(0)?;
                self.expect("]")?;
                PrefixShape::Index
            } else {
                self.at += 1;
                self.name()?;
                self.arguments()?;
                PrefixShape::Call
            };
        }
        Ok(shape)
    }

    fn arguments(&mut self) -> ParseOutcome<()> {
        self.weight += CALL_WEIGHT;
        let is_text = self.token().kind == TokenKind::Text;
        if is_text || self.is("{") {
            let (before, start) = (self.previous_end(), self.token().start);
            if self.deeper(if is_text { Self::text } else { Self::constructor })? {
                let first = self.edits.len();
                self.edit(before, 0, EditSide::Between, "(");
                self.edit(self.previous_end(), 0, EditSide::Close, ")");
                self.about_table(first, start, 0);
            }
            return Ok(());
        }
        self.expect("(")?;
        if !self.accept(")") {
            self.expressions()?;
            self.expect(")")?;
        }
        Ok(())
    }
}
