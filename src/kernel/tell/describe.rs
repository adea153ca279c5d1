//! Describing: a filter in a few words, for messages.

use crate::kernel::model::lang::{Amount, Filter, Head, Ref, SeatTest};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::Value;

/// A filter in a few words, for messages.
pub fn describe(rules: &Rules, filter: &Filter) -> String {
    let word = |r: &Ref| match &r.head {
        Head::Value(Value::Word(w)) => rules.name(*w).to_string(),
        _ => "matching".into(),
    };
    match filter {
        Filter::All(all) => all.iter().map(|f| describe(rules, f)).collect::<Vec<_>>().join(" "),
        Filter::Any(any) => any.iter().map(|f| describe(rules, f)).collect::<Vec<_>>().join(" or "),
        Filter::Not(f) => format!("not {}", describe(rules, f)),
        Filter::Words(_, words) => words.iter().map(word).collect::<Vec<_>>().join(" or "),
        Filter::Name(r) => word(r),
        Filter::Type(mask) => {
            let names = rules.schema.types.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            names.map(|(_, t)| rules.name(t.name).to_string()).collect::<Vec<_>>().join(" or ")
        }
        Filter::Zone(mask) => {
            let names = rules.schema.zones.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            let names: Vec<String> = names.map(|(_, z)| rules.name(z.name).to_string()).collect();
            format!("in {}", names.join(" or "))
        }
        Filter::Status(any) => {
            let names =
                any.iter().map(|s| rules.name(rules.schema.statuses[s.group()].1[s.value() as usize]).to_string());
            names.collect::<Vec<_>>().join(" or ")
        }
        Filter::UseKind(mask) => {
            let names = rules.uses.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            names.map(|(_, u)| rules.name(u.name).to_string()).collect::<Vec<_>>().join(" or ")
        }
        Filter::UseCard(card) => describe(rules, card),
        Filter::Controller(SeatTest::Me) | Filter::Owner(SeatTest::Me) => "of yours".into(),
        Filter::Controller(SeatTest::Opponent) | Filter::Owner(SeatTest::Opponent) => "of the opponent".into(),
        Filter::Attr(attr, cmp, Amount::Int(n)) => {
            format!("with {} {} {n}", rules.name(rules.schema.attrs[attr.index()].name), cmp.sign())
        }
        Filter::Other => "other".into(),
        _ => "card".into(),
    }
}
