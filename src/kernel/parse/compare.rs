//! Comparisons: `">= 2"` and the like.

use crate::data::{Data, Node};
use crate::kernel::model::lang::{Amount, Cmp};
use crate::kernel::parse::amount;
use crate::kernel::parse::parser::{Judged, Parser};

impl Parser<'_> {
    /// Reads a comparison: a sign and an amount (`>= 2`), or an amount alone, which the number must equal.
    pub fn compare(&mut self, node: &Node) -> (Cmp, Amount) {
        match &node.value {
            Data::Int(n) => (Cmp::Eq, Amount::Int(*n)),
            Data::Bool(b) => (Cmp::Eq, Amount::Int(*b as i64)),
            Data::Text(text) => {
                let text = text.trim();
                for (sign, cmp) in
                    [("!=", Cmp::Ne), ("<=", Cmp::Le), (">=", Cmp::Ge), ("<", Cmp::Lt), (">", Cmp::Gt), ("=", Cmp::Eq)]
                {
                    if let Some(rest) = text.strip_prefix(sign) {
                        if rest.trim_start().starts_with(['=', '<', '>']) {
                            return self.no_comparison(text, node);
                        }
                        return (cmp, amount::parse(self, rest.trim(), &node.span));
                    }
                }
                if let Some((low, high)) = seeming_range(text) {
                    let message = format!("`{text}` is {low} less {high}, not a range");
                    let help = format!(
                        "from {low} to {high} is two comparisons, each in a filter of its own under `all`: `\">= {low}\"` and `\"<= {high}\"`"
                    );
                    self.problems.error("bad_amount", &node.span, message).help(help);
                    return (Cmp::Eq, Amount::Int(0));
                }
                (Cmp::Eq, amount::parse(self, text, &node.span))
            }
            _ => (Cmp::Eq, self.amount(node)),
        }
    }

    /// Reports signs of a comparison in a wrong order, or one too many.
    fn no_comparison(&mut self, text: &str, node: &Node) -> (Cmp, Amount) {
        let signs: String = text.chars().take_while(|c| "=<>! ".contains(*c)).filter(|c| *c != ' ').collect();
        let meant = match signs.as_str() {
            "==" | "===" => "=",
            "=>" => ">=",
            "=<" => "<=",
            "<>" => "!=",
            _ => "",
        };
        let rest = text.trim_start_matches(|c| "=<>! ".contains(c));
        let help = match meant {
            "" => "comparisons are =, !=, <, <=, > and >=".to_string(),
            sign => format!("did you mean `{sign} {rest}`?"),
        };
        self.problems.error("bad_amount", &node.span, format!("`{text}` is not a comparison")).help(help);
        (Cmp::Eq, Amount::Int(0))
    }

    /// Reads an amount: a whole number, a text or a map. Anything else is reported and counts as 0; only true, which
    /// scripts may write, counts as 1.
    pub fn amount(&mut self, node: &Node) -> Amount {
        match &node.value {
            Data::Int(n) => Amount::Int(*n),
            Data::Bool(b) => {
                if matches!(self.judged, Judged::Later(_)) {
                    let message = format!("`{b}` is true or false, but this place needs a number");
                    let help = "`{ if: CONDITION, then: 1 }` is 1 where a condition holds, and 0 elsewhere";
                    self.problems.error("wrong_kind", &node.span, message).help(help);
                }
                Amount::Int(*b as i64)
            }
            Data::Text(text) => amount::parse(self, text, &node.span),
            Data::Map(_) => self.amount_of_map(node),
            _ => {
                self.wrong(node, "an amount");
                Amount::Int(0)
            }
        }
    }
}

/// The ends of a text that looks like a range, `1-6`. As an amount the text would be 1 minus 6.
pub(super) fn seeming_range(text: &str) -> Option<(u32, u32)> {
    let (low, high) = text.split_once('-')?;
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low < high).then_some((low, high))
}
