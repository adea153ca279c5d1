//! Log facts: what a line of the log keeps about the objects that it names, such as the definition of a card and who
//! sees the card now; and which lines are bookkeeping.

use smallvec::SmallVec;

use crate::kernel::model::event::SWAPPED;
use crate::kernel::model::log_lines::{Fact, Lasting, Line};
use crate::kernel::model::objects::{Event, Lasts, Price};
use crate::kernel::model::value::{Card, DefId, Value};
use crate::kernel::read::game::Game;

/// What a line of the log keeps about the objects that it names; usually one or two.
type Facts = SmallVec<[Fact; 2]>;

impl<'a> Game<'a> {
    /// True if a line is bookkeeping of the game, which no transcript tells.
    pub(in crate::kernel) fn is_quiet_line(self, line: &Line) -> bool {
        match line {
            Line::Event(e) => self.is_quiet(e),
            Line::Passed(_, window) | Line::NotAsked(_, window) => self.rules.windows[window.index()].quiet,
            Line::Used { ability, .. } | Line::Triggered(ability, ..) => {
                let kind = self.rules.abilities[ability.index()].kind;
                kind.is_some_and(|kind| self.rules.uses[kind.index()].quiet)
            }
            Line::Lasting(Lasting::Modified { field, .. }) => {
                self.rules.schema.attrs.iter().any(|attr| attr.quiet && attr.name == *field)
            }
            _ => false,
        }
    }

    /// True if an event changes a number or status, or moves a card from or to a zone, that the manifest declares
    /// `quiet`.
    pub(in crate::kernel) fn is_quiet(self, e: &Event) -> bool {
        use crate::kernel::model::event;
        let schema = &self.rules.schema;
        if let (event::STATUS, Some(Value::Status(status))) = (e.kind, e.fields.get(1)) {
            return schema.quiet_statuses & 1 << status.group() != 0;
        }
        if let (event::MOVED, Some(Value::Zone(from)), Some(Value::Zone(to))) =
            (e.kind, e.fields.get(1), e.fields.get(2))
        {
            return [from, to].into_iter().any(|zone| schema.zones[schema.kind_of(*zone).index()].quiet);
        }
        let counters = match e.fields.first() {
            _ if !matches!(e.kind, event::CHANGED | event::SET) => return false,
            Some(Value::Seat(_)) => &schema.counters,
            Some(Value::Zone(_)) => &schema.space_counters,
            Some(Value::Game) => &schema.game_counters,
            Some(Value::Card(_)) => return schema.attrs.iter().any(|a| a.quiet && e.fields[1] == Value::Word(a.name)),
            _ => return false,
        };
        counters.iter().any(|c| c.quiet && e.fields[1] == Value::Word(c.name))
    }

    /// What a line of the log must keep about the objects that it names, read from the present state.
    pub(in crate::kernel) fn facts(self, line: &Line) -> Vec<Fact> {
        let mut facts = Facts::new();
        let mut add = |value: &Value, before: Option<(DefId, u8)>| self.add_facts(&mut facts, value, before);
        let mut maybe = |card: &Option<Card>| card.iter().for_each(|c| add(&Value::Card(*c), None));
        match line {
            Line::Used { card, targets, reply_to, .. } => {
                maybe(card);
                maybe(reply_to);
                targets.iter().for_each(|t| add(t, None));
            }
            Line::Copied { card, targets, .. } => {
                maybe(card);
                targets.iter().for_each(|t| add(t, None));
            }
            Line::Paid(_, cards) => cards.iter().for_each(|c| add(&Value::Card(*c), None)),
            Line::Triggered(_, card, _) | Line::NoEffect(_, card) | Line::Lapsed(_, card) => maybe(card),
            Line::Replaced(_, card, e) => {
                maybe(card);
                e.fields.iter().for_each(|f| add(f, None));
            }
            Line::Chose { value, card, .. } => {
                maybe(card);
                add(value, None);
            }
            Line::Event(e) => facts = self.event_facts(e),
            Line::Uncancellable(card) => maybe(card),
            Line::Lasting(lasting) => {
                let (object, lasts) = match lasting {
                    Lasting::Modified { object, lasts, .. }
                    | Lasting::Permitted { object, lasts, .. }
                    | Lasting::Gained(object, _, lasts) => (object.clone(), *lasts),
                    Lasting::Lost(card, _, lasts) => (Value::Card(*card), *lasts),
                    Lasting::Restored(card) => (Value::Card(*card), Lasts::Game),
                    Lasting::Ended(object, _) => (object.clone(), Lasts::Game),
                };
                add(&object, None);
                if let Lasts::Record(id) = lasts {
                    add(&Value::Record(id), None);
                }
            }
            _ => {}
        }
        facts.into_vec()
    }

    /// What the log must keep about the objects that an event names, read from the present state.
    pub(in crate::kernel) fn event_facts(self, e: &Event) -> Facts {
        let mut facts = Facts::new();
        let mut add = |value: &Value, before: Option<(DefId, u8)>| self.add_facts(&mut facts, value, before);
        // A player who saw one of the two swapped cards can see the other now, so both are named to both players.
        if e.kind == SWAPPED {
            let cards = || e.fields.iter().filter_map(Value::card);
            let seen = cards().fold(0, |mask, c| mask | self.seen_by(c));
            cards().for_each(|c| add(&Value::Card(c), Some((self.state.card(c).def, seen))));
        } else {
            e.fields.iter().for_each(|f| add(f, e.before));
        }
        facts
    }

    fn add_facts(self, facts: &mut Facts, value: &Value, before: Option<(DefId, u8)>) {
        match value {
            Value::Card(card) => facts.push(Fact::Card {
                card: *card,
                def: before.map_or(self.state.card(*card).def, |(def, _)| def),
                seen_by: before.map_or(0, |(_, seen)| seen) | self.seen_by(*card),
            }),
            Value::Use(id) => {
                if let Some(u) = self.state.use_(*id) {
                    let def = u.card.map(|c| self.state.card(c).def);
                    let is_copy = u.price == Price::Nothing;
                    facts.push(Fact::Use { id: *id, ability: u.ability, def, is_copy });
                }
            }
            Value::Record(id) => {
                if let Some(record) = self.state.records.iter().find(|r| r.id == *id) {
                    let cards = record
                        .fields
                        .iter()
                        .map(|f| f.items())
                        .find(|items| items.first().is_some_and(|v| matches!(v, Value::Card(_))));
                    let cards = cards.unwrap_or_default().to_vec();
                    cards.iter().for_each(|card| self.add_facts(facts, card, None));
                    facts.push(Fact::Record { id: *id, kind: record.kind, cards });
                }
            }
            Value::List(list) => list.iter().for_each(|v| self.add_facts(facts, v, before)),
            _ => {}
        }
    }
}
