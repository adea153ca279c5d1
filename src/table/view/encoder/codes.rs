//! Codes: what a person is asked, and what each code of her choices means.

use super::columns::has_replacements;
use super::row::{CODE, KINDS, Row, VALUE};
use crate::kernel::model::decision::Decision;
use crate::kernel::{Kind, PickRule, Value};
use crate::table::Choices;
use crate::table::view::DecisionKind;
use crate::table::view::conditions::of_decision;

/// The number of columns of an event about whose replacement the seat is asked: its kind and two values.
const OF_EVENT: usize = 1 + 2 * VALUE;

impl Row<'_> {
    pub fn decision(&mut self, choices: Option<&Choices>) {
        let (plan, looking) = (self.plan, self.looking);
        let pips = plan.rules.schema.pips.len();
        let event = if has_replacements(&plan.rules) { OF_EVENT } else { 0 };
        let end = self.at + KINDS.len() + 3 + 2 + 4 + event + pips + CODE * (usize::from(plan.codes) + 1);
        let asked = looking.table.decisions().iter().find(|d| d.seat == self.seat);
        if let Some(decision) = asked {
            self.question(decision, choices);
            if let Some(choices) = choices {
                self.codes(decision, choices);
            }
        }
        self.at = end;
    }

    fn question(&mut self, decision: &Decision, choices: Option<&Choices>) {
        let (plan, rules) = (self.plan, &self.looking.world.rules);
        let (kind, least, most) = match &decision.kind {
            Kind::Act { .. } => (DecisionKind::Act, 0, 1),
            Kind::Pick { options, min, max, .. } => {
                (DecisionKind::Pick, i64::from(*min), i64::from((*max).min(options.len() as u32)))
            }
            Kind::Order(items) => (DecisionKind::Order, items.len() as i64, items.len() as i64),
            Kind::Assign(pairs) => (DecisionKind::Assign, pairs.least() as i64, pairs.most() as i64),
            Kind::Number(low, high) => (DecisionKind::Number, *low, *high),
        };
        KINDS.iter().for_each(|(_, of)| self.flag(kind == *of));
        self.push(least);
        self.push(most);
        self.index(choices.map_or(0, |c| c.taken().len()));
        let ability = decision.ability.map(|id| &rules.abilities[id.index()]);
        self.index(decision.card.map_or(0, |card| self.card_number(card)));
        self.index(ability.and_then(|a| a.def).map_or(0, Row::def));
        self.index(ability.map_or(0, |a| Row::word(a.id)));
        self.index(decision.slot.map_or(0, Row::word));
        self.index(decision.why.as_ref().map_or(0, |why| self.text(why)));
        let is_ruled = match &decision.kind {
            Kind::Pick { rule, .. } => matches!(rule, PickRule::Rules(..) | PickRule::Declare(_)),
            Kind::Assign(pairs) => pairs.bounds.is_some(),
            _ => false,
        };
        let rule = if is_ruled { of_decision(self.looking.world, decision) } else { String::new() };
        self.index(if rule.is_empty() { 0 } else { self.text(&rule) });
        if has_replacements(rules) {
            self.event_to_replace();
        }
        let price = match &decision.kind {
            Kind::Pick { rule: PickRule::Pips(cost, _), .. } => *cost,
            _ => Default::default(),
        };
        (0..plan.rules.schema.pips.len()).for_each(|pip| self.push(price[pip].into()));
    }

    /// Writes the event about whose replacement the seat is asked: its kind, and its first two fields.
    fn event_to_replace(&mut self) {
        let end = self.at + OF_EVENT;
        if let Some((event, _)) = self.looking.world.game().event_to_replace() {
            self.index(Row::word(self.looking.world.rules.events[event.kind.index()].name));
            event.fields.iter().take(2).for_each(|value| self.value(value));
        }
        self.at = end;
    }

    fn codes(&mut self, decision: &Decision, choices: &Choices) {
        let first = self.at;
        let at = |code: usize| first + code * CODE;
        for code in choices.legal() {
            self.at = at(usize::from(*code));
            let Some((place, several)) = choices.meaning(*code) else {
                self.push(1);
                self.at += CODE - 2;
                self.index(super::actions::END);
                continue;
            };
            self.index(several as usize);
            self.at += 1;
            self.option(decision, place);
            let action = self.plan.actions.of(self.plan, self.looking, decision, choices, *code);
            self.index(action as usize);
        }
        // The options chosen so far cannot be shown if a code stands for several options.
        for (order, place) in choices.taken().iter().enumerate() {
            if *place < usize::from(self.plan.codes) {
                self.at = at(place + 1) + 1;
                self.index(order + 1);
                self.option(decision, *place as u64);
            }
        }
    }

    /// Writes an option: the value, and of a pair also the receiver.
    fn option(&mut self, decision: &Decision, place: u64) {
        let at = self.at;
        let i = place as usize;
        match &decision.kind {
            Kind::Act { options, .. } => {
                if let Some(choice) = options.get(i) {
                    let ability = &self.plan.rules.abilities[choice.ability.index()];
                    let card = choice.card.map_or(ability.def.map_or(0, Row::def), |card| self.card_number(card));
                    let place = choice.card.map_or(0, |card| self.place(card));
                    self.index(0);
                    [card, place, Row::word(ability.id), 0].into_iter().for_each(|index| self.index(index));
                }
            }
            Kind::Pick { options, .. } | Kind::Order(options) => {
                options.get(i).into_iter().for_each(|value| self.value(value));
            }
            Kind::Number(low, _) => self.push(low.saturating_add_unsigned(place)),
            Kind::Assign(pairs) => {
                if let Some((from, to)) = pairs.legal.get(i) {
                    self.value(to);
                    let number = pairs.from.iter().position(|f| f == from).map_or(0, |i| i + 1);
                    let card = from.card().or_else(|| match from {
                        Value::Record(_) => self.looking.members(from).items().first().and_then(Value::card),
                        _ => None,
                    });
                    let (of, place) = card.map_or((0, 0), |card| (self.card_number(card), self.place(card)));
                    [number, of, place].into_iter().for_each(|index| self.index(index));
                }
            }
        }
        self.at = at + CODE - 3;
    }
}
