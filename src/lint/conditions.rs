//! Conditions: whether a condition ever holds, and whether several ever hold at once.

use super::contradictions::Range;
use super::reachable::{Reach, Viewpoint, may_meet, meeting, opposite};
use crate::kernel::model::lang::{Amount, Cmp, Cond, Head, SeatTest, Test};

impl Reach<'_> {
    /// True if a condition never holds.
    pub(super) fn never(&self, cond: &Cond, from: Viewpoint) -> bool {
        match cond {
            Cond::Const(holds) => !holds,
            Cond::All(parts) => self.never_together(&parts.iter().collect::<Vec<_>>(), from),
            Cond::Any(parts) => !parts.is_empty() && parts.iter().all(|part| self.never(part, from)),
            Cond::Not(part) => self.always(part, from),
            Cond::Exists(what) => self.is_never(what),
            Cond::Count(what, cmp, n) => !may_meet(*cmp, Range { least: 0, most: self.most(what) }, self.range(n)),
            Cond::Amount(a, cmp, b) => !may_meet(*cmp, self.range(a), self.range(b)),
            Cond::Turn(SeatTest::Inactive) => true,
            Cond::Phase(phases) => {
                let own = from.ability.map_or(&[][..], |ability| &ability.phases[..]);
                !own.is_empty() && !phases.iter().any(|phase| own.contains(phase))
            }
            Cond::Matches(r, test) => {
                let is_own = r.head == Head::SelfCard && r.path.is_empty();
                let own = Test::All(vec![Test::Is(r.clone()), test.clone()]);
                if is_own { self.no_card(&own, from) } else { self.no_card(test, Viewpoint::default()) }
            }
            _ => false,
        }
    }

    /// True if a condition holds whatever happens.
    fn always(&self, cond: &Cond, from: Viewpoint) -> bool {
        match cond {
            Cond::Const(holds) => *holds,
            Cond::All(parts) => parts.iter().all(|part| self.always(part, from)),
            Cond::Any(parts) => parts.iter().any(|part| self.always(part, from)),
            Cond::Not(part) => self.never(part, from),
            Cond::Turn(SeatTest::Active) => true,
            Cond::Amount(a, cmp, b) => !may_meet(opposite(*cmp), self.range(a), self.range(b)),
            Cond::Count(what, cmp, n) => {
                !may_meet(opposite(*cmp), Range { least: 0, most: self.most(what) }, self.range(n))
            }
            _ => false,
        }
    }

    /// True if conditions never hold at once.
    pub(super) fn never_together(&self, parts: &[&Cond], from: Viewpoint) -> bool {
        let mut all = Vec::new();
        parts.iter().for_each(|part| flat(part, &mut all));
        if all.iter().any(|part| self.never(part, from)) {
            return true;
        }
        all.iter().enumerate().any(|(at, one)| all[at + 1..].iter().any(|other| self.excludes(one, other)))
    }

    /// True if one condition excludes another one.
    fn excludes(&self, one: &Cond, other: &Cond) -> bool {
        let apart = |(cmp, n): (Cmp, &Amount), (other, m): (Cmp, &Amount)| {
            let fixed = |n: &Amount| n.fixed().map(|n| Range { least: n, most: n });
            let ranges = fixed(n).zip(fixed(m));
            ranges.is_some_and(|(n, m)| meeting(cmp, n).and(meeting(other, m)).is_empty())
        };
        match (one, other) {
            (Cond::Not(inner), whole) | (whole, Cond::Not(inner)) if **inner == *whole => true,
            (Cond::Phase(one), Cond::Phase(other)) => !one.iter().any(|phase| other.contains(phase)),
            (Cond::Turn(SeatTest::Me), Cond::Turn(SeatTest::Opponent))
            | (Cond::Turn(SeatTest::Opponent), Cond::Turn(SeatTest::Me)) => true,
            (Cond::Amount(a, cmp, n), Cond::Amount(b, other, m)) => a == b && apart((*cmp, n), (*other, m)),
            (Cond::Count(a, cmp, n), Cond::Count(b, other, m)) => a == b && apart((*cmp, n), (*other, m)),
            (Cond::Not(none), Cond::Count(b, cmp, n)) | (Cond::Count(b, cmp, n), Cond::Not(none)) => {
                matches!(&**none, Cond::Exists(a) if a == b) && apart((*cmp, n), (Cmp::Eq, &Amount::Int(0)))
            }
            (Cond::Matches(a, one), Cond::Matches(b, other)) => {
                a == b && self.no_card(&Test::All(vec![one.clone(), other.clone()]), Viewpoint::default())
            }
            (Cond::Window(one), Cond::Window(other)) => one != other,
            (Cond::Option(a, one), Cond::Option(b, other)) => a == b && one != other,
            _ => false,
        }
    }
}

/// Collects in `out` the parts of a condition that must all hold.
fn flat(cond: &Cond, out: &mut Vec<Cond>) {
    match cond {
        Cond::All(parts) => parts.iter().for_each(|part| flat(part, out)),
        Cond::Not(inner) => match &**inner {
            Cond::Not(cond) => flat(cond, out),
            Cond::Any(parts) => parts.iter().for_each(|part| flat(&Cond::Not(Box::new(part.clone())), out)),
            _ => out.push(cond.clone()),
        },
        one => out.push(one.clone()),
    }
}
