//! Chance: shuffles, numbers and picks; a scenario may dictate the results.

use crate::kernel::model::chance::{Drawn, Script, Scripted, Stream};
use crate::kernel::model::change::Change;
use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::objects::Shown;
use crate::kernel::model::value::*;
use crate::kernel::run::change::World;

impl World {
    pub(in crate::kernel) fn shuffle(&mut self, zone: Zone) {
        let cards = self.state().zone(zone).to_vec();
        let dictated = self.with_dictated(|script| match script.left.front() {
            // A result that does not fit is left; the scenario reports it as unused.
            Some(Scripted::Shuffle(order)) if is_order_of(order, &cards) => {
                let order = order.clone();
                script.use_next();
                Some(order)
            }
            _ => {
                script.missed(Drawn::Shuffle(zone));
                None
            }
        });
        let order = dictated.flatten().unwrap_or_else(|| {
            let order = self.with_chance(|chance| chance.order(Stream::Zone(zone.0), cards.len()));
            order.iter().map(|i| cards[*i as usize]).collect()
        });
        self.change(Change::Order(zone, order));
        drop_each!(self, shown, Shown, |s: &Shown| cards.contains(&s.card.0));
        for card in cards {
            if self.state().card(card).known != 0 {
                self.change(Change::Known(card, 0));
            }
        }
    }

    /// A chance number: dictated, or drawn.
    pub fn roll(&mut self, low: i64, high: i64) -> i64 {
        let dictated = self.with_dictated(|script| {
            let dictated = match script.left.front() {
                Some(Scripted::Number(n)) => Some(*n),
                Some(Scripted::NumberOf(n, bounds)) if *bounds == (low, high) => Some(*n),
                _ => None,
            };
            let dictated = dictated.filter(|n| (low..=high).contains(n));
            match dictated {
                Some(_) => script.use_next(),
                None => script.missed(Drawn::Number(low, high)),
            }
            dictated
        });
        dictated.flatten().unwrap_or_else(|| self.with_chance(|chance| chance.number(Stream::Effect, low, high)))
    }

    /// A random default answer of a decision, from a stream of its own, so that no other draw changes. A dictated
    /// number needs the same bounds. `None`: the decision asks for something else than a number or one option, and
    /// keeps the default that it has.
    pub(in crate::kernel) fn roll_default(&mut self, decision: &Decision) -> Option<Value> {
        let stream = Stream::Default(decision.seat.0);
        match &decision.kind {
            Kind::Number(low, high) => {
                let dictated = self.with_dictated(|script| match script.left.front() {
                    Some(Scripted::NumberOf(n, bounds)) if *bounds == (*low, *high) => {
                        let n = *n;
                        script.use_next();
                        Some(n)
                    }
                    _ => None,
                });
                let n =
                    dictated.flatten().unwrap_or_else(|| self.with_chance(|chance| chance.number(stream, *low, *high)));
                Some(Value::Int(n))
            }
            Kind::Pick { options, max: 1, .. } if !options.is_empty() => {
                let at = self.with_chance(|chance| chance.number(stream, 0, options.len() as i64 - 1));
                Some(options[at as usize].clone())
            }
            _ => None,
        }
    }

    /// A random place in a list: dictated, or drawn.
    pub fn roll_index(&mut self, list: &[Value]) -> usize {
        self.roll_index_of(Stream::Effect, list)
    }

    /// A random place in a list, drawn from this stream unless a scenario dictates the pick. Scenarios dictate picks by
    /// name, so a dictated number is no place.
    pub fn roll_index_of(&mut self, stream: Stream, list: &[Value]) -> usize {
        let picked = match self.state().scripted.as_ref().and_then(|s| s.left.front()) {
            Some(Scripted::Pick(picked)) => self.game().place_of(picked, list),
            _ => None,
        };
        match picked {
            Some(_) => self.with_dictated(Script::use_next),
            None => self.with_dictated(|script| script.missed(Drawn::Pick(list.to_vec()))),
        };
        picked.unwrap_or_else(|| self.with_chance(|chance| chance.number(stream, 0, list.len() as i64 - 1)) as usize)
    }
}

fn is_order_of(order: &[Card], cards: &[Card]) -> bool {
    order.len() == cards.len() && cards.iter().all(|c| order.contains(c))
}
