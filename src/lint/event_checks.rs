//! Event checks: whether an event that an ability follows or replaces ever happens, and ever to an object that matches.

use super::event_causes::happens;
use super::reachable::{Viewpoint, zones_of};
use super::unreachable_abilities::{AbilityCheck, AbilityFault};
use super::walk;
use crate::data::{Node, names_word};
use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::event;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Filter, Head, PlayerTest, Ref, SeatTest, Test};
use crate::kernel::model::rules::EventDef;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, Value};

impl AbilityCheck<'_> {
    /// A fault if the event of the ability never happens, or never to a matching object.
    pub(super) fn never_happens(&self) -> Option<AbilityFault> {
        let (form, event) = match self.ability.form {
            AbilityForm::After(event) => ("after", event),
            AbilityForm::Instead(event) => ("instead", event),
            _ => return None,
        };
        let def = &self.input.catalog.rules.events[event.index()];
        if !happens(self.input, event) {
            let message = format!("this never happens: nothing in this game makes `{}` happen", self.name(def.name));
            let help = "choose an event that a list, a script or a rule brings about";
            return self.found("never_open", form, message, help);
        }
        let from = Viewpoint { ability: Some(self.ability), is_in_place: false };
        let never = |field: u8, filter: &Filter| {
            self.reach.no_match(filter, from)
                || field == 0 && self.is_refused(def, filter, from, form == "instead")
                || self.is_about_others(event, field, filter)
                || form == "after" && self.is_elsewhere(def, field, filter)
                || self.is_of_others(event, def, field, filter)
                || self.is_at_another_time(event, field, filter)
        };
        let (field, _) = self.ability.matches.iter().find(|(field, filter)| never(*field, filter))?;
        let name = self.name(def.fields.get(*field as usize)?.0);
        let at = self.node.field("match").and_then(|map| map.field(name)).unwrap_or(self.node).span.clone();
        let message = format!("this never happens: no `{name}` of `{}` ever matches", self.name(def.name));
        Some(AbilityFault { key: "never_holds", at, message, help: "ask for what can be in the game".into() })
    }

    /// True if the event cannot happen to a matching card, because its own needs exclude the filter. In a filter after
    /// the event, only facts are compared that the event leaves as they are.
    fn is_refused(&self, def: &EventDef, filter: &Filter, from: Viewpoint, is_before: bool) -> bool {
        let (Some(needs), Filter::Card(test)) = (&def.needs, filter) else { return false };
        let both = match is_before {
            true => vec![needs.clone(), test.clone()],
            false => vec![lies_where(needs), lasting(needs), lasting(test)],
        };
        self.reach.no_card(&Test::All(both), from)
    }

    /// True if the card in this field of the event never has a type for which the filter asks.
    fn is_about_others(&self, event: EventId, field: u8, filter: &Filter) -> bool {
        let Filter::Card(test) = filter else { return false };
        (self.input.arrivals.of_event(event, field.into()) & self.reach.types_of_test(&parts(test, &is_type)))
            .is_empty()
    }

    /// True if the card of the event cannot lie where the filter asks: it lay in play before the event, and the filter
    /// asks for no place in play; or the ability of the card works neither where the card was nor where the event
    /// brings it.
    fn is_elsewhere(&self, def: &EventDef, field: u8, filter: &Filter) -> bool {
        let rules = &self.input.catalog.rules;
        let (0, Some(needs), Filter::Card(test)) = (field, &def.needs, filter) else { return false };
        let (before, asked) = (zones_of(needs, rules), zones_of(test, rules));
        let was_in_play = before & rules.in_play == before && before != IdSet::ALL;
        if was_in_play && (asked & (before | rules.in_play)).is_empty() {
            return true;
        }
        let names = |zone: &str| self.event_names(def.name, zone);
        let comes =
            rules.schema.kinds(self.ability.from).any(|kind| names(self.name(rules.schema.zones[kind.index()].name)));
        is_self(filter) && before != IdSet::ALL && (before & self.ability.from).is_empty() && !comes
    }

    /// True if the event's `does` names a zone, or the event declares no `does`.
    fn event_names(&self, event: Sym, zone: &str) -> bool {
        let does = self.input.manifest().and_then(|m| m.field("events")?.field(self.name(event))?.field("does"));
        does.is_none_or(|does| does.any_text(&|text| names_word(text, zone)))
    }

    /// True if the event is always about the player whose turn it is, and the ability asks for another player in such a
    /// turn.
    fn is_of_others(&self, event: EventId, def: &EventDef, field: u8, filter: &Filter) -> bool {
        let Filter::Player(Test::One(PlayerTest::Player(seat))) = filter else { return false };
        let excludes = matches!(
            (seat, &self.ability.turn),
            (SeatTest::Opponent, Some(SeatTest::Me)) | (SeatTest::Me, Some(SeatTest::Opponent))
        );
        let by_kernel = [event::PHASE_BEGAN, event::LEVEL_BEGAN].contains(&event) && field == 1;
        excludes
            && (by_kernel || def.fields.get(field as usize).is_some_and(|(name, _)| self.is_active(def.name, *name)))
    }

    /// True if a field of an event is the active player in all places that propose the event.
    fn is_active(&self, event: Sym, field: Sym) -> bool {
        let (event, field) = (self.name(event), self.name(field));
        if self.input.is_said_in_scripts(event) {
            return false;
        }
        let (mut said, mut of_active) = (0, 0);
        for tree in self.input.nodes.values() {
            walk(tree, "", &mut |_, node| {
                let Some(one) = node.field(event) else { return };
                said += 1;
                of_active += usize::from(one.field(field).and_then(Node::as_str) == Some("active"));
            });
        }
        // The declaration of the event was counted with its proposals: it accounts for one.
        let is_declared = self.input.manifest().and_then(|m| m.field("events")?.field(event)).is_some();
        is_declared && said == of_active + 1
    }

    /// True if the event is the beginning of a phase in which the ability does not work.
    fn is_at_another_time(&self, event: EventId, field: u8, filter: &Filter) -> bool {
        let phases = &self.ability.phases;
        let asked = (event == event::PHASE_BEGAN && field == 0).then(|| words(filter)).flatten();
        !phases.is_empty() && asked.is_some_and(|asked| !asked.iter().any(|phase| phases.contains(phase)))
    }
}

/// The tests of a card about facts that the event does not change.
fn lasting(test: &Test<CardTest>) -> Test<CardTest> {
    let keep = |one: &CardTest| {
        matches!(one, CardTest::Type(_) | CardTest::Def(_) | CardTest::Printed(..) | CardTest::Name(_))
    };
    parts(test, &keep)
}

fn is_type(one: &CardTest) -> bool {
    matches!(one, CardTest::Type(_))
}

/// The part of a test that asks for the zone of a card.
fn lies_where(test: &Test<CardTest>) -> Test<CardTest> {
    parts(test, &|one| matches!(one, CardTest::Zone(_)))
}

/// The parts of a test that `keep` accepts, among those that must all hold.
fn parts(test: &Test<CardTest>, keep: &impl Fn(&CardTest) -> bool) -> Test<CardTest> {
    match test {
        Test::All(all) => Test::All(all.iter().map(|part| parts(part, keep)).collect()),
        Test::One(one) if keep(one) => test.clone(),
        _ => Test::True,
    }
}

/// True if only the card of the ability matches.
fn is_self(filter: &Filter) -> bool {
    matches!(filter, Filter::Card(Test::Is(r)) if r.head == Head::SelfCard && r.path.is_empty())
}

/// The words of which a filter asks for one; `None` if it asks for something else.
fn words(filter: &Filter) -> Option<Vec<Sym>> {
    let word = |r: &Ref| match r.head {
        Head::Value(Value::Word(word)) if r.path.is_empty() => Some(word),
        _ => None,
    };
    let one = |part: &Test<_>| if let Test::Is(r) = part { word(r) } else { None };
    match filter {
        Filter::Value(Test::Any(all)) => all.iter().map(one).collect(),
        Filter::Value(test) => Some(vec![one(test)?]),
        _ => None,
    }
}
