//! Expressions: the half of the parser that reads values.

use super::{MAX_CHAIN, Parsed, Parser, Shape};
use crate::script::sandbox::edits::Side;
use crate::script::sandbox::lexer::Kind;

/// What a table takes, an item of its list, and what it holds under a key.
const TABLE_WEIGHT: u32 = 64;
const ITEM_WEIGHT: u32 = 16;
const KEY_WEIGHT: u32 = 40;

impl Parser<'_> {
    pub(super) fn expressions(&mut self) -> Parsed<()> {
        self.expression(0)?;
        while self.accept(",") {
            self.expression(0)?;
        }
        Ok(())
    }

    pub(super) fn expression(&mut self, limit: u8) -> Parsed<()> {
        self.deeper(|parser| parser.operators(limit))
    }

    fn operators(&mut self, limit: u8) -> Parsed<()> {
        const UNARY: u8 = 7;
        let start = self.token().start;
        if self.accept("not") || self.accept("-") || self.accept("#") {
            self.weight += 1;
            self.expression(UNARY)?;
        } else {
            self.simple()?;
        }
        for chain in 0.. {
            let Some(power) = self.operator_power().filter(|power| *power > limit) else { break };
            if chain > MAX_CHAIN {
                return self.fault(format!("the expression is too long: at most {MAX_CHAIN} operators in a row"));
            }
            self.weight += 1;
            if self.is("and") || self.is("or") {
                // What stands behind may be left out, and then pays nothing.
                let before = self.weight;
                self.at += 1;
                self.expression(power)?;
                self.weight = self.weight.max(before);
                continue;
            }
            if !self.is("..") {
                self.at += 1;
                self.expression(power)?;
                continue;
            }
            self.concatenation(start, power)?;
        }
        Ok(())
    }

    /// `a .. b .. c` becomes `__cat(a, b, (c))`; the last is in parentheses so that a call there gives one value.
    fn concatenation(&mut self, start: usize, power: u8) -> Parsed<()> {
        self.edit(start, 0, Side::Open, " __cat(");
        for count in 0.. {
            if count > MAX_CHAIN {
                return self.fault(format!("the expression is too long: at most {MAX_CHAIN} operators in a row"));
            }
            let sign = self.token();
            self.at += 1;
            self.weight += 1;
            self.expression(power)?;
            let last = !self.is("..");
            self.edit(sign.start, sign.end - sign.start, Side::Between, if last { ",(" } else { "," });
            if last {
                break;
            }
        }
        self.edit(self.previous_end(), 0, Side::Close, "))");
        Ok(())
    }

    fn operator_power(&self) -> Option<u8> {
        if !matches!(self.token().kind, Kind::Sign | Kind::Keyword) {
            return None;
        }
        Some(match self.text_of(self.at) {
            "or" => 1,
            "and" => 2,
            "<" | ">" | "<=" | ">=" | "~=" | "==" => 3,
            ".." => 4,
            "+" | "-" => 5,
            "*" | "/" | "%" => 6,
            _ => return None,
        })
    }

    fn simple(&mut self) -> Parsed<()> {
        if matches!(self.token().kind, Kind::Number | Kind::Text)
            || ["nil", "true", "false", "..."].iter().any(|word| self.is(word))
        {
            self.at += 1;
            return Ok(());
        }
        if self.is("{") {
            return self.constructor().map(drop);
        }
        let start = self.token().start;
        if self.accept("function") {
            self.body(false)?;
            self.pays(start);
            return Ok(());
        }
        if let Shape::Name(token) = self.suffixed()? {
            self.check_read(token);
        }
        Ok(())
    }

    /// Whether the table stands in parentheses now.
    fn constructor(&mut self) -> Parsed<bool> {
        let start = self.token().start;
        self.entries()?;
        let pays = self.pays(start);
        if self.is_file {
            self.edit(start, 0, Side::Open, " __made(");
            self.edit(self.previous_end(), 0, Side::Close, ")");
        }
        Ok(pays || self.is_file)
    }

    fn entries(&mut self) -> Parsed<()> {
        self.weight += TABLE_WEIGHT;
        self.expect("{")?;
        while !self.is("}") {
            if self.accept("[") {
                self.expression(0)?;
                self.expect("]")?;
                self.expect("=")?;
                self.weight += KEY_WEIGHT;
            } else if self.token().kind == Kind::Name && self.text_of(self.at + 1) == "=" {
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

    pub(super) fn suffixed(&mut self) -> Parsed<Shape> {
        let mut shape = if self.token().kind == Kind::Name {
            self.at += 1;
            Shape::Name(self.at - 1)
        } else if self.accept("(") {
            self.expression(0)?;
            self.expect(")")?;
            Shape::Value
        } else {
            return self.fault(format!("{} is out of place", self.near()));
        };
        for chain in 0.. {
            let call = self.is("(") || self.is("{") || self.token().kind == Kind::Text;
            if !call && !self.is(".") && !self.is("[") && !self.is(":") {
                break;
            }
            if chain > MAX_CHAIN {
                return self
                    .fault(format!("the expression is too long: at most {MAX_CHAIN} calls and fields in a row"));
            }
            if let Shape::Name(token) = shape {
                self.check_read(token);
            }
            shape = if call {
                self.arguments()?;
                Shape::Call
            } else if self.accept(".") {
                self.name()?;
                Shape::Index
            } else if self.accept("[") {
                self.expression(0)?;
                self.expect("]")?;
                Shape::Index
            } else {
                self.at += 1;
                self.name()?;
                self.arguments()?;
                Shape::Call
            };
        }
        Ok(shape)
    }

    fn arguments(&mut self) -> Parsed<()> {
        if self.token().kind == Kind::Text {
            self.at += 1;
            return Ok(());
        }
        if self.is("{") {
            let before = self.previous_end();
            if self.deeper(Self::constructor)? {
                self.edit(before, 0, Side::Between, "(");
                self.edit(self.previous_end(), 0, Side::Close, ")");
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
