//! Pip pools: counters of a player that pay pips, before any card does.
//!
//! Pools pay as many pips as possible, such that cards can pay the rest; the player is not asked. Among several ways,
//! earlier pools pay first, and each pays earlier kinds first.

use crate::kernel::model::ability::{Cost, CostPart, PipCost};
use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Role, Use};
use crate::kernel::model::value::Value;
use crate::kernel::read::game::Game;

/// A payment of pools for a cost: what each of them pays, and the pips that are left for cards.
#[derive(Clone, Debug, Default)]
pub(in crate::kernel) struct Pooled {
    /// The pips that are left.
    pub rest: Cost,
    /// The number of pips from each pool.
    paid: Vec<i64>,
}

/// The most orders of kinds that are tried, until cards can pay the rest: all orders of four kinds. Eight kinds have
/// 40,320 orders, and each asks which cards could pay.
const ORDERS: usize = 24;

impl Game<'_> {
    /// The payments of pools for a part of a cost, after their payments for earlier parts.
    pub(in crate::kernel) fn pooled(self, use_: &Use, part: &PipCost) -> Pooled {
        let pools = &self.rules.schema.pools;
        let env = self.use_env(use_);
        let has = |name| env.field(&Value::Seat(use_.user), name).int().unwrap_or(0).max(0);
        let mut left: Vec<i64> = pools.iter().map(|(name, _)| has(*name)).collect();
        let parts = self.cost_parts(use_);
        for one in &parts {
            if let CostPart::Counter { name, amount } = one {
                let at = pools.iter().position(|(pool, _)| pool == name);
                at.into_iter().for_each(|at| left[at] = (left[at] - self.counter_cost(use_, *name, amount)).max(0));
            }
        }
        let before = parts.iter().map_while(|one| match one {
            CostPart::Pips(pips) if std::ptr::eq(pips, part) => None,
            CostPart::Pips(pips) => Some(Some(pips)),
            _ => Some(None),
        });
        for pips in before.flatten() {
            let paid = self.best(use_, &self.all_pips(use_, pips), &left).paid;
            left.iter_mut().zip(paid).for_each(|(left, paid)| *left -= paid);
        }
        self.best(use_, &self.all_pips(use_, part), &left)
    }

    /// The first way to pay from pools after which cards can pay the rest; if there is none, the first way of all.
    fn best(self, use_: &Use, cost: &Cost, left: &[i64]) -> Pooled {
        let pools: Vec<(i64, &[u8])> =
            left.iter().zip(&self.rules.schema.pools).map(|(left, (_, kinds))| (*left, &**kinds)).collect();
        let kinds: Vec<u8> = (0..cost.len() as u8).filter(|kind| cost[*kind as usize] > 0).collect();
        if kinds.is_empty() || left.iter().all(|left| *left == 0) {
            return Pooled { rest: *cost, paid: vec![0; left.len()] };
        }
        let mut ways = orders(&kinds).into_iter().map(|order| pay(cost, &pools, &order));
        let first = ways.next().unwrap_or_default();
        let is_paid = |way: &Pooled| way.rest.iter().all(|n| *n <= 0) || self.can_be_paid(use_, &way.rest);
        if is_paid(&first) { first } else { ways.find(is_paid).unwrap_or(first) }
    }

    /// Payments of pools for a part of a cost, as events.
    pub(in crate::kernel) fn pool_payments(self, use_: &Use, part: &PipCost) -> Vec<Event> {
        let pools = &self.rules.schema.pools;
        if pools.is_empty() {
            return Vec::new();
        }
        let paid = self.pooled(use_, part).paid;
        let event = |((name, _), n): (&(_, _), i64)| {
            let fields = vec![Value::Seat(use_.user), Value::Word(*name), Value::Int(-n)];
            (n > 0).then(|| Event::new(event::CHANGED, fields, Role::Cost))
        };
        pools.iter().zip(paid).filter_map(event).collect()
    }
}

/// The most pips of a cost that pools can pay, with the kinds in this order.
fn pay(cost: &Cost, pools: &[(i64, &[u8])], order: &[u8]) -> Pooled {
    let mut rest = *cost;
    // The number of pips of each kind from each pool.
    let mut paid = vec![[0i64; std::mem::size_of::<Cost>()]; pools.len()];
    for kind in order {
        while rest[*kind as usize] > 0 && pay_one(*kind, pools, &mut paid, &mut vec![false; pools.len()]) {
            rest[*kind as usize] -= 1;
        }
    }
    Pooled { rest, paid: paid.iter().map(|kinds| kinds.iter().sum()).collect() }
}

/// Pays one more pip of a kind. An empty pool may pass one of its payments on to another pool.
fn pay_one(kind: u8, pools: &[(i64, &[u8])], paid: &mut [[i64; 8]], seen: &mut [bool]) -> bool {
    for (at, (has, kinds)) in pools.iter().enumerate() {
        if seen[at] || !kinds.contains(&kind) {
            continue;
        }
        seen[at] = true;
        let is_left = paid[at].iter().sum::<i64>() < *has;
        let other = || (0..8).filter(|other| paid[at][*other as usize] > 0 && *other != kind).collect::<Vec<u8>>();
        if is_left {
            paid[at][kind as usize] += 1;
            return true;
        }
        for other in other() {
            if pay_one(other, pools, paid, seen) {
                paid[at][other as usize] -= 1;
                paid[at][kind as usize] += 1;
                return true;
            }
        }
    }
    false
}

/// The permutations of these kinds, in lexical order; only the first `ORDERS` of them.
fn orders(kinds: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in kinds {
        let longer = |order: &Vec<u8>| {
            let left = kinds.iter().filter(|kind| !order.contains(kind)).copied().collect::<Vec<u8>>();
            let order = order.clone();
            left.into_iter().map(move |kind| order.iter().copied().chain([kind]).collect::<Vec<u8>>())
        };
        all = all.iter().flat_map(longer).take(ORDERS).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cost: [i8; 8], pools: &[(i64, &[u8])], rest: [i8; 8], paid: &[i64]) {
        let order: Vec<u8> = (0..8).collect();
        let found = pay(&cost, pools, &order);
        assert_eq!((found.rest, found.paid.as_slice()), (rest, paid));
    }

    #[test]
    fn pools_pay_as_many_pips_as_they_can() {
        let cost = |a, b, c| [a, b, c, 0, 0, 0, 0, 0];
        check(cost(1, 0, 2), &[(2, &[0, 2])], cost(0, 0, 1), &[2]);
        // The first pool could pay both kinds, and leaves to the second pool the only kind that this one can pay.
        check(cost(1, 0, 1), &[(1, &[0, 2]), (1, &[0])], cost(0, 0, 0), &[1, 1]);
        check(cost(0, 1, 0), &[(3, &[0])], cost(0, 1, 0), &[0]);
        check(cost(2, 2, 0), &[(1, &[1]), (2, &[0, 1])], cost(0, 1, 0), &[1, 2]);
    }

    #[test]
    fn kinds_are_tried_in_several_orders() {
        assert_eq!(orders(&[3, 5]), [[3, 5], [5, 3]]);
        assert_eq!(orders(&[0, 1, 2, 3, 4, 5]).len(), ORDERS);
    }
}
