//! Sets: rules about several cards together, and matchings.

use super::eval::Env;
use super::{SetRule, SetRules};
use crate::kernel::value::*;

/// Whether `set` meets all rules, or the first one it does not meet, in words.
pub fn fits(env: &Env, rules: &SetRules, set: &[Value]) -> Result<(), String> {
    rules.rules.iter().try_for_each(|rule| fits_one(env, rule, set))
}

fn fits_one(env: &Env, rule: &SetRule, set: &[Value]) -> Result<(), String> {
    let words = |slot: u8| {
        let mut words = Vec::new();
        for v in set {
            v.each_card(&mut |c| words.extend(env.words(c, slot)));
        }
        words.sort_unstable();
        words.dedup();
        words
    };
    match rule {
        SetRule::Count(cmp, n) => {
            let n = env.amount(n);
            check(cmp.holds(set.len() as i64, n), || format!("{} needed, {} given", numbered(*cmp, n), set.len()))
        }
        SetRule::Sum(attr, cmp, n) => {
            let mut total = 0;
            set.iter().for_each(|v| v.each_card(&mut |c| total += env.card_attr(c, *attr)));
            let n = env.amount(n);
            let name = env.rules.name(env.rules.schema.attrs[attr.index()].name);
            check(cmp.holds(total, n), || format!("total {name} must be {}, it is {total}", numbered(*cmp, n)))
        }
        SetRule::Distinct(slot, cmp, n) => {
            let found = words(*slot).len() as i64;
            let n = env.amount(n);
            let name = env.rules.name(env.rules.schema.words[*slot as usize].name);
            check(cmp.holds(found, n), || format!("{} different {name} needed, {found} given", numbered(*cmp, n)))
        }
        SetRule::Roles(roles) => {
            let mut rows = Vec::new();
            for (filter, n) in roles {
                let mut row = 0u64;
                for (i, v) in set.iter().take(64).enumerate() {
                    if env.matches(filter, v) {
                        row |= 1 << i;
                    }
                }
                for _ in 0..*n {
                    rows.push(row);
                }
            }
            check(matching(&rows).is_some(), || {
                let parts: Vec<String> = roles.iter().map(|(f, n)| format!("{n} {}", super::parse::describe(env.rules, f))).collect();
                format!("needs {}, each by a different card", parts.join(" and "))
            })
        }
        SetRule::Meets(source, slot) => {
            let mut result = Ok(());
            env.lookup(source).each_card(&mut |card| {
                let def = &env.rules.defs[env.state.card(card).def.index()];
                if let Some(rules) = &def.rules[*slot as usize]
                    && result.is_ok()
                {
                    let name = env.rules.name(def.name);
                    result = fits(env, rules, set).map_err(|why| format!("condition of {name} not met: {why}"));
                }
            });
            result
        }
        SetRule::AnyOf(any) => {
            let mut first = None;
            for rules in any {
                match fits(env, rules, set) {
                    Ok(()) => return Ok(()),
                    Err(why) => first = first.or(Some(why)),
                }
            }
            Err(first.unwrap_or_else(|| "nothing fits".into()))
        }
    }
}

fn numbered(cmp: super::Cmp, n: i64) -> String {
    format!("{} {n}", cmp.sign())
}

fn check(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

/// A column for every row, all different, where bit i of a row says that column i fits it
/// (Kuhn's augmenting paths). `None` if there is none.
pub fn matching(rows: &[u64]) -> Option<Vec<u8>> {
    const FREE: u8 = u8::MAX;
    let mut row_of = [FREE; 64];
    for start in 0..rows.len() {
        let mut seen = 0u64;
        if !augment(rows, start, &mut seen, &mut row_of) {
            return None;
        }
    }
    let mut columns = vec![0; rows.len()];
    for (column, row) in row_of.iter().enumerate().filter(|(_, row)| **row != FREE) {
        columns[*row as usize] = column as u8;
    }
    return Some(columns);

    fn augment(rows: &[u64], row: usize, seen: &mut u64, row_of: &mut [u8; 64]) -> bool {
        loop {
            let open = rows[row] & !*seen;
            if open == 0 {
                return false;
            }
            let column = open.trailing_zeros() as usize;
            *seen |= 1 << column;
            if row_of[column] == FREE || augment(rows, row_of[column] as usize, seen, row_of) {
                row_of[column] = row as u8;
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn a_matching_moves_earlier_rows_where_needed() {
        assert_eq!(matching(&[0b11, 0b01]), Some(vec![1, 0]));
        assert_eq!(matching(&[0b01, 0b01]), None);
        assert_eq!(matching(&[]), Some(vec![]));
    }
}
