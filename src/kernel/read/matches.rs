//! Amounts, conditions and filters: what they say about a state. Changes nothing.

use crate::kernel::model::lang::{Amount, Cond, Filter, Head};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Card, DefId, Scalar, Value, Zone};
use crate::kernel::read::env::{Env, Obj};

impl<'a> Env<'a> {
    // ---- amounts and conditions ----

    /// The number of an amount.
    pub fn amount(&self, amount: &Amount) -> i64 {
        match amount {
            Amount::Int(n) => *n,
            Amount::Ref(r) => match self.scalar(r) {
                Some(one) => one.int().unwrap_or(0),
                None => match &*self.lookup(r) {
                    Value::List(list) => list.iter().filter_map(Value::int).sum(),
                    v => v.int().unwrap_or(0),
                },
            },
            Amount::Add(a, b) => self.amount(a).saturating_add(self.amount(b)),
            Amount::Sub(a, b) => self.amount(a).saturating_sub(self.amount(b)),
            Amount::Mul(a, b) => self.amount(a).saturating_mul(self.amount(b)),
            Amount::Min(a, b) => self.amount(a).min(self.amount(b)),
            Amount::Max(a, b) => self.amount(a).max(self.amount(b)),
            Amount::Abs(a) => self.amount(a).saturating_abs(),
            Amount::HalfUp(a) => self.amount(a).saturating_add(1).div_euclid(2),
            Amount::HalfDown(a) => self.amount(a).div_euclid(2),
            Amount::CountOf(r) => self.lookup(r).items().len() as i64,
            Amount::TimesIn(list, what) => {
                let what = self.lookup(what);
                self.lookup(list).items().iter().filter(|v| **v == *what).count() as i64
            }
            Amount::Count(sel) => {
                let mut n = 0;
                self.each_candidate(sel, &mut |_| n += 1);
                n
            }
            Amount::Groups(groups) => self.groups(groups),
            Amount::SumOf(attr, r) => {
                let mut total = 0;
                self.lookup(r).each_card(&mut |c| total += self.card_attr(c, *attr));
                total
            }
            Amount::Sum(attr, sel) => {
                let mut total = 0;
                self.each_candidate(sel, &mut |v| {
                    if let Value::Card(c) = v {
                        total += self.card_attr(c, *attr);
                    }
                });
                total
            }
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(b) => *b,
            Cond::All(all) => all.iter().all(|c| self.holds(c)),
            Cond::Any(any) => any.iter().any(|c| self.holds(c)),
            Cond::Not(c) => !self.holds(c),
            Cond::Exists(sel) => {
                let takes_any = sel.verb.is_none() && sel.needs.is_empty();
                self.some_candidate(sel, &mut |v| takes_any || self.is_option(sel, &v))
            }
            Cond::Count(sel, cmp, n) => {
                let mut count = 0;
                self.each_candidate(sel, &mut |v| count += (sel.verb.is_none() || self.is_option(sel, &v)) as i64);
                cmp.holds(count, self.amount(n))
            }
            Cond::Amount(a, cmp, b) => cmp.holds(self.amount(a), self.amount(b)),
            Cond::Phase(phases) => self.state.phase.is_some_and(|p| phases.contains(&p)),
            Cond::Turn(test) => self.seat_is(test, self.state.active),
            Cond::Record(kind) => self.state.record(*kind).is_some(),
            Cond::Option(name, value) => self.rules.option(*name) == Some(value),
            Cond::Window(id) => self.state.window().is_some_and(|w| w.def == *id),
            Cond::Matches(r, filter) => match self.scalar(r) {
                Some(Scalar::Nil) => false,
                Some(Scalar::Card(card)) => self.card_matches(filter, card),
                _ => {
                    let value = self.lookup(r);
                    !value.items().is_empty() && value.items().iter().all(|v| self.matches(filter, v))
                }
            },
        }
    }

    // ---- filters ----

    /// Whether a value matches; a list does if one of its parts does.
    pub fn matches(&self, filter: &Filter, value: &Value) -> bool {
        match value {
            Value::Card(c) => self.card_matches(filter, *c),
            Value::List(list) => list.iter().any(|v| self.matches(filter, v)),
            _ => self.other_matches(filter, value),
        }
    }

    /// Whether a card matches.
    pub fn card_matches(&self, filter: &Filter, card: Card) -> bool {
        let state = &self.state.cards[card.index()];
        let def = || &self.rules.defs[state.def.index()];
        let kind = || self.rules.schema.kind_of(state.zone);
        // In a zone that shows only some fields a card has no others.
        let hides = |field: Option<Sym>| {
            let hiding = self.rules.hiding_zones;
            hiding != 0 && hiding & (1 << kind().0) != 0 && {
                let only = self.rules.schema.zones[kind().index()].only.as_deref().unwrap_or_default();
                field.is_none_or(|f| !only.contains(&f))
            }
        };
        match filter {
            Filter::True => true,
            Filter::All(all) => all.iter().all(|f| self.card_matches(f, card)),
            Filter::Any(any) => any.iter().any(|f| self.card_matches(f, card)),
            Filter::Not(f) => !self.card_matches(f, card),
            Filter::Zone(mask) => mask & (1 << kind().0) != 0,
            Filter::Owner(test) => self.seat_is(test, state.owner),
            Filter::Controller(test) => self.seat_is(test, self.state.controller(self.rules, card)),
            Filter::PutBy(test) => state.put_by.is_some_and(|s| self.seat_is(test, s)),
            Filter::Type(mask) => mask & (1 << def().ty.0) != 0 && !hides(None),
            Filter::Name(r) => self.leads_to(r, Scalar::Word(def().name)) && !hides(None),
            Filter::Def(defs) => defs.contains(&state.def) && !hides(None),
            Filter::Words(slot, words) => {
                !hides(Some(self.rules.schema.words[*slot as usize].name))
                    && words.iter().any(|r| match self.scalar(r) {
                        Some(Scalar::Word(w)) => self.has_word(card, *slot, w),
                        Some(_) => false,
                        None => self
                            .lookup(r)
                            .items()
                            .iter()
                            .any(|v| matches!(v, Value::Word(w) if self.has_word(card, *slot, *w))),
                    })
            }
            Filter::Attr(attr, cmp, amount) => {
                !hides(Some(self.rules.schema.attrs[attr.index()].name)) && {
                    cmp.holds(self.card_attr(card, *attr), self.amount(amount))
                }
            }
            Filter::Printed(attr, cmp, amount) => {
                cmp.holds(self.printed(card, *attr), self.amount(amount)) && !hides(None)
            }
            Filter::CostTotal(slot, cmp, amount) => {
                let total = def().costs[*slot as usize].iter().map(|n| *n as i64).sum();
                cmp.holds(total, self.amount(amount)) && !hides(None)
            }
            Filter::Status(any) => any.iter().any(|s| state.statuses[s.group()] == s.value()),
            Filter::Among(refs) => refs.iter().any(|r| self.leads_to(r, Scalar::Card(card))),
            Filter::Is(r) | Filter::Equal(r) => self.leads_to(r, Scalar::Card(card)),
            Filter::Other => self.card != Some(card),
            Filter::Permitted(verb) => {
                let says = |forbids| self.permission(*verb, forbids, Some(card), None, self.me).is_some();
                says(false) && !says(true)
            }
            Filter::Slot(..) | Filter::Opposite(_) => self.space_matches(filter, state.zone),
            Filter::Fulfils(slot) => self.fulfils(card, *slot),
            Filter::Space(f) => self.matches(f, &Value::Zone(state.zone)),
            Filter::Where(cond) => self.at(Obj::Card(card)).holds(cond),
            Filter::Position(n) => {
                let pile = self.state.zone(state.zone);
                let at = if *n < 0 { pile.len().checked_sub(n.unsigned_abs() as usize) } else { Some(*n as usize) };
                at.and_then(|at| pile.get(at)) == Some(&card)
            }
            Filter::HasAbility(kinds) => self.has_ability_of(card, kinds) && !hides(None),
            _ => false,
        }
    }

    /// Whether the condition printed in a field of a card holds for its player.
    pub(in crate::kernel) fn fulfils(&self, card: Card, slot: u8) -> bool {
        let printed = &self.rules.defs[self.state.card(card).def.index()].conds[slot as usize];
        let me = self.state.controller(self.rules, card);
        let env = Env { me, card: Some(card), this: None, event: None, ..*self }.at(Obj::Card(card)).deeper();
        printed.as_ref().is_some_and(|c| env.is_some_and(|env| env.holds(c)))
    }

    /// Whether a space matches what can be said of spaces only.
    fn space_matches(&self, filter: &Filter, space: Zone) -> bool {
        let schema = &self.rules.schema;
        match filter {
            Filter::Slot(cmp, amount) => cmp.holds(schema.slot_of(space), self.amount(amount)),
            Filter::Opposite(r) => self.lookup(r).items().iter().any(|v| {
                let other = match v {
                    Value::Card(card) => self.state.card(*card).zone,
                    Value::Zone(zone) => *zone,
                    _ => return false,
                };
                let (a, b) = (schema.layout[space.index()], schema.layout[other.index()]);
                a.kind == b.kind && a.place == b.place && a.seat == self.next_seat(b.seat)
            }),
            Filter::Free => !self.state.is_full(self.rules, space),
            Filter::Board(test) => self.board_matches(test, space),
            Filter::Holds(f) => self.state.zone(space).iter().any(|c| self.card_matches(f, *c)),
            Filter::SpaceCounter(i, cmp, amount) => {
                let n = self.state.space_counters[space.index() * schema.space_counters.len() + *i as usize];
                cmp.holds(n, self.at(Obj::Space(space)).amount(amount))
            }
            _ => false,
        }
    }

    pub(in crate::kernel) fn other_matches(&self, filter: &Filter, value: &Value) -> bool {
        match filter {
            Filter::True => true,
            Filter::All(all) => all.iter().all(|f| self.other_matches(f, value)),
            Filter::Any(any) => any.iter().any(|f| self.other_matches(f, value)),
            Filter::Not(f) => !self.other_matches(f, value),
            Filter::Is(r) | Filter::Equal(r) => self.leads_to_value(r, value),
            Filter::Among(refs) => refs.iter().any(|r| self.leads_to_value(r, value)),
            Filter::Zone(mask) => match value {
                Value::Zone(zone) => mask & (1 << self.rules.schema.kind_of(*zone).0) != 0,
                _ => false,
            },
            Filter::Owner(test) => match value {
                Value::Zone(zone) => self.rules.schema.zone_owner(*zone).is_some_and(|s| self.seat_is(test, s)),
                _ => false,
            },
            Filter::Status(any) => matches!(value, Value::Status(s) if any.contains(s)),
            Filter::Int(cmp, n) => value.int().is_some_and(|v| cmp.holds(v, self.amount(n))),
            Filter::Player(test) => value.seat().is_some_and(|s| self.seat_is(test, s)),
            Filter::PlayerField(field, cmp, n) => {
                value.seat().is_some_and(|s| cmp.holds(self.player_value(s, *field), self.amount(n)))
            }
            Filter::Where(cond) => self.at_value(value).holds(cond),
            Filter::RecordKind(mask) => match value {
                Value::Record(id) => self.state.records.iter().any(|r| r.id == *id && mask & (1 << r.kind.0) != 0),
                _ => false,
            },
            Filter::RecordField(name, filter) => {
                matches!(value, Value::Record(_)) && self.matches(filter, &self.field(value, *name))
            }
            _ => match value {
                Value::Use(id) => self.state.use_(*id).is_some_and(|u| self.use_matches(filter, u)),
                Value::Zone(space) => self.space_matches(filter, *space),
                _ => false,
            },
        }
    }
}

/// Whether a card definition matches, by what is printed. What is not printed, no definition matches.
pub fn def_matches(rules: &Rules, filter: &Filter, def: DefId) -> bool {
    let card = &rules.defs[def.index()];
    match filter {
        Filter::True => true,
        Filter::All(all) => all.iter().all(|f| def_matches(rules, f, def)),
        Filter::Any(any) => any.iter().any(|f| def_matches(rules, f, def)),
        Filter::Not(f) => !def_matches(rules, f, def),
        Filter::Type(mask) => mask & (1 << card.ty.0) != 0,
        Filter::Def(defs) => defs.contains(&def),
        Filter::Name(name) => match &name.head {
            Head::Value(Value::List(names)) => names.contains(&Value::Word(card.name)),
            head => *head == Head::Value(Value::Word(card.name)),
        },
        Filter::Printed(attr, cmp, Amount::Int(n)) => {
            let slot = rules.schema.attrs[attr.index()].base.printed();
            slot.is_some_and(|slot| cmp.holds(card.ints[slot as usize], *n))
        }
        Filter::Words(slot, words) => words.iter().any(|r| match &r.head {
            Head::Value(Value::Word(w)) => card.words[*slot as usize].contains(w),
            _ => false,
        }),
        _ => false,
    }
}
