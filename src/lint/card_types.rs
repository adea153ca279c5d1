//! Card types: which types of card an expression, a filter or an argument in a script may lead to.

use super::Arrivals;
use super::arrivals::{ArrivalFollower, CardsInZones};
use super::script_facts::ScriptFacts;
use crate::kernel::model::ability::Target;
use crate::kernel::model::event;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Expr, Head, Ref, Selection, Source, Test};
use crate::kernel::model::layer::Layer;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, TypeId, Value, ZoneKind};
use crate::lua::{HostCall, Literal, LiteralValue, SourceWord};

/// The place of an expression, which gives its words their meaning.
#[derive(Clone)]
pub(super) struct CardSite<'a> {
    /// The types of the card of the ability or of the use.
    pub own: IdSet<TypeId>,
    /// The types of the card that the word `it` means here.
    pub it: IdSet<TypeId>,
    pub targets: &'a [Target],
    pub vars: Vec<(Sym, IdSet<TypeId>)>,
    /// The event that is about to happen, or happened.
    pub event: Option<EventId>,
    /// The types that cards in the event's fields must have, by the number of the field.
    pub matched: Vec<(usize, IdSet<TypeId>)>,
}

impl Default for CardSite<'_> {
    fn default() -> Self {
        CardSite { own: IdSet::ALL, it: IdSet::ALL, targets: &[], vars: Vec::new(), event: None, matched: Vec::new() }
    }
}

impl CardSite<'_> {
    /// The site inside a list that runs for cards of these types, which it calls `var` and `it`.
    pub(super) fn with(&self, var: Sym, types: IdSet<TypeId>) -> Self {
        let mut site = CardSite { it: types, ..self.clone() };
        site.vars.push((var, types));
        site
    }

    fn target(&self, name: Sym) -> Option<&Target> {
        self.targets.iter().find(|target| target.name == name)
    }

    /// The kinds of zone whose spaces a target may be.
    pub(super) fn spaces_of(&self, target: Sym) -> IdSet<ZoneKind> {
        match self.target(target).map(|target| &target.what.source) {
            Some(Source::Spaces(spaces)) if spaces.lists.is_empty() => spaces.zones,
            _ => IdSet::ALL,
        }
    }
}

impl ArrivalFollower<'_> {
    /// The types of the cards that an expression leads to.
    pub(super) fn types_of(&self, expr: &Expr, site: &CardSite) -> IdSet<TypeId> {
        match expr {
            Expr::Ref(r) => self.types_of_ref(r, site),
            Expr::Select(what) => self.selected(what, site),
            _ => IdSet::ALL,
        }
    }

    fn types_of_ref(&self, r: &Ref, site: &CardSite) -> IdSet<TypeId> {
        match (&r.head, &r.path[..]) {
            (Head::SelfCard, []) => site.own,
            (Head::It, []) => site.it,
            (Head::Var(var), []) => {
                site.vars.iter().rev().find(|(name, _)| name == var).map_or(IdSet::ALL, |(_, types)| *types)
            }
            (Head::Target(target), []) | (Head::This, [target]) => match site.target(*target) {
                Some(target) => self.selected(&target.what, site),
                None if **self.rules.name(*target) == *"card" => site.own,
                None => IdSet::ALL,
            },
            (Head::Event, [field]) => self.types_of_field(*field, site),
            (Head::Value(Value::Def(def)), []) => IdSet::one(self.rules.defs[def.index()].ty),
            _ => IdSet::ALL,
        }
    }

    fn types_of_field(&self, field: Sym, site: &CardSite) -> IdSet<TypeId> {
        let Some((event, at)) = self.field_of_event(field, site) else { return IdSet::ALL };
        let matched = site.matched.iter().filter(|(of, _)| *of == at);
        matched.fold(self.known.of_event(event, at), |all, (_, types)| all & *types)
    }

    /// The kinds of zone that the place in a field of the site's event may have.
    pub(super) fn place_of_field(&self, field: Sym, site: &CardSite) -> IdSet<ZoneKind> {
        self.field_of_event(field, site).map_or(IdSet::ALL, |(event, at)| self.known.place_of_event(event, at))
    }

    fn field_of_event(&self, field: Sym, site: &CardSite) -> Option<(EventId, usize)> {
        let event = site.event?;
        let fields = &self.rules.events[event.index()].fields;
        Some((event, fields.iter().position(|(name, _)| *name == field)?))
    }

    /// The types of the cards that a selection finds.
    pub(super) fn selected(&self, what: &Selection, site: &CardSite) -> IdSet<TypeId> {
        match &what.source {
            Source::Cards(cards) => {
                let found = match &cards.lists[..] {
                    [] => self.known.lying_in(cards.zones),
                    lists => lists.iter().fold(IdSet::EMPTY, |all, list| all | self.types_of_ref(list, site)),
                };
                found & self.types_of_test(&cards.filter, site)
            }
            Source::Either(all) => all.iter().fold(IdSet::EMPTY, |found, one| found | self.selected(one, site)),
            _ => IdSet::ALL,
        }
    }

    /// The types of the cards that meet a test.
    pub(super) fn types_of_test(&self, test: &Test<CardTest>, site: &CardSite) -> IdSet<TypeId> {
        let by_ref = |r: &Ref| self.types_of_ref(r, site);
        self.known.types_of_test(self.rules, test, &by_ref)
    }

    /// Follows what the calls of a script bring about.
    pub(super) fn calls(&mut self, facts: &ScriptFacts, site: &CardSite) {
        // A card that the script itself has moved may lie in its new zone when the script acts on it again.
        let moves = facts.calls_of("act.move").filter_map(|call| call.arguments.get(1));
        let moved = moves.fold(IdSet::EMPTY, |all, place| all | self.places_of_literal(place, site));
        for call in facts.calls() {
            let given = |at: usize| call.arguments.get(at);
            let types = |at: usize| given(at).map_or(IdSet::ALL, |one| self.types_of_literal(one, facts, site));
            let places = |at: usize| given(at).map_or(IdSet::ALL, |one| self.places_of_literal(one, site));
            let card = |at: usize| (types(at), given(at).map_or(IdSet::ALL, |one| self.kinds_of_literal(one, facts)));
            let and_moved = |(types, kinds): CardsInZones| (types, kinds | moved);
            match &*call.name.text {
                "act.move" | "act.create" => {
                    let (types, places) = (types(0), places(1));
                    self.lie(types, places);
                }
                "act.transform" => {
                    let (card, into) = (and_moved(card(0)), types(1));
                    self.turn_into(card, into);
                }
                "act.swap" => {
                    let (one, other) = (and_moved(card(0)), and_moved(card(1)));
                    self.change_places(one, other);
                }
                "act.settle" => {
                    let is_own = matches!(call.arguments.first().map(|of| &of.said), Some(LiteralValue::Name(of)) if **of == *"this");
                    let (types, places) = (if is_own { site.own } else { IdSet::ALL }, places(1));
                    self.lie(types, places);
                }
                _ => self.event_by_name(call, facts, site),
            }
        }
        self.handed_on(facts);
    }

    /// Follows functions that a script hands on without calling them: they may be called with any card and any place.
    fn handed_on(&mut self, facts: &ScriptFacts) {
        for path in facts.handed() {
            match path {
                "act" | "act.move" | "act.create" | "act.settle" => self.lie(IdSet::ALL, IdSet::ALL),
                "act.transform" => self.turn_into((IdSet::ALL, IdSet::ALL), IdSet::ALL),
                _ => {}
            }
            let rules = self.rules;
            for (at, def) in rules.events.iter().enumerate().skip(event::COUNT as usize) {
                if path == "act" || path.strip_prefix("act.") == Some(&**rules.name(def.name)) {
                    let anything = (IdSet::ALL, IdSet::ALL);
                    (0..def.fields.len()).for_each(|field| self.happen(EventId::of(at), field, anything));
                }
            }
        }
    }

    /// Follows a call of an event of the manifest: `act.retire(card)`.
    fn event_by_name(&mut self, call: &HostCall, facts: &ScriptFacts, site: &CardSite) {
        let Some(name) = call.name.text.strip_prefix("act.") else { return };
        let is_it = |at: &usize| **self.rules.name(self.rules.events[*at].name) == *name;
        let Some(at) = (event::COUNT as usize..self.rules.events.len()).find(is_it) else { return };
        for field in 0..self.rules.events[at].fields.len() {
            // The last argument may be several values.
            let given = call.arguments.get(field).filter(|_| !call.is_open || field + 1 < call.arguments.len());
            let types = given.map_or(IdSet::ALL, |given| self.types_of_literal(given, facts, site));
            let places = given.map_or(IdSet::ALL, |given| self.places_of_literal(given, site));
            self.happen(EventId::of(at), field, (types, places));
        }
    }

    fn types_of_literal(&self, given: &Literal, facts: &ScriptFacts, site: &CardSite) -> IdSet<TypeId> {
        let mut types = IdSet::EMPTY;
        each_value(given, facts, &mut { MOST_VALUES }, &mut |value| {
            types |= match &value.said {
                LiteralValue::Name(name) if **name == *"self" => site.own,
                LiteralValue::OfUse(field) => match self.rules.schema.symbols.find(field) {
                    Some(field) => self.types_of_ref(&Ref { head: Head::This, path: vec![field] }, site),
                    None => IdSet::ALL,
                },
                LiteralValue::Text(id) => match self.rules.def_by_id(id) {
                    Some(def) => IdSet::one(self.rules.defs[def.index()].ty),
                    None => IdSet::ALL,
                },
                LiteralValue::Call(_) => facts.call_at(value).map_or(IdSet::ALL, |call| self.found_by(call).0),
                _ => IdSet::ALL,
            };
        });
        types
    }

    /// The kinds of zone where the cards lie that a script has just found.
    fn kinds_of_literal(&self, given: &Literal, facts: &ScriptFacts) -> IdSet<ZoneKind> {
        let mut kinds = IdSet::EMPTY;
        each_value(given, facts, &mut { MOST_VALUES }, &mut |value| {
            let call = facts.call_at(value).filter(|_| matches!(value.said, LiteralValue::Call(_)));
            kinds |= call.map_or(IdSet::ALL, |call| self.found_by(call).1);
        });
        kinds
    }

    /// The types and the zones of the cards that a call finds or lets a player choose, as far as its filter is written
    /// out.
    fn found_by(&self, call: &HostCall) -> CardsInZones {
        let Some(LiteralValue::Table(entries, _)) = call.arguments.first().map(|filter| &filter.said) else {
            return (IdSet::ALL, IdSet::ALL);
        };
        if !["cards", "ask.card", "ask.cards"].contains(&&*call.name.text) {
            return (IdSet::ALL, IdSet::ALL);
        }
        let words = |key: &str| {
            let is_it = |name: &Option<SourceWord>| name.as_ref().is_some_and(|name| *name.text == *key);
            entries.iter().find(|(name, _)| is_it(name)).and_then(|(_, value)| words_of(value))
        };
        let schema = &self.rules.schema;
        let kind = |place: &&str| schema.zone_kind(place.rsplit_once('.').map_or(*place, |(_, zone)| zone));
        let kinds = words("zone").and_then(|zones| zones.iter().map(kind).collect::<Option<IdSet<ZoneKind>>>());
        let ty = |name: &&str| schema.types.iter().position(|ty| **self.rules.name(ty.name) == **name).map(TypeId::of);
        let types = words("type").and_then(|types| types.iter().map(ty).collect::<Option<IdSet<TypeId>>>());
        let types = types.map_or(IdSet::ALL, |types| with_one_of(self.rules, types));
        (types & kinds.map_or(IdSet::ALL, |kinds| self.known.lying_in(kinds)), kinds.unwrap_or(IdSet::ALL))
    }

    fn places_of_literal(&self, given: &Literal, site: &CardSite) -> IdSet<ZoneKind> {
        match &given.said {
            // The zone may have an owner before it: `"opponent.hand"`.
            LiteralValue::Text(place) => {
                let zone = place.rsplit_once('.').map_or(&**place, |(_, zone)| zone);
                self.rules.schema.zone_kind(zone).map_or(IdSet::ALL, IdSet::one)
            }
            LiteralValue::OfUse(target) => {
                self.rules.schema.symbols.find(target).map_or(IdSet::ALL, |name| site.spaces_of(name))
            }
            LiteralValue::Either(all) => {
                all.iter().fold(IdSet::EMPTY, |found, one| found | self.places_of_literal(one, site))
            }
            _ => IdSet::ALL,
        }
    }
}

impl Arrivals {
    /// The types of the cards that meet a test; `by_ref` says which types a reference leads to.
    pub(super) fn types_of_test(
        &self,
        rules: &Rules,
        test: &Test<CardTest>,
        by_ref: &impl Fn(&Ref) -> IdSet<TypeId>,
    ) -> IdSet<TypeId> {
        let inner = |part: &Test<CardTest>| self.types_of_test(rules, part, by_ref);
        match test {
            Test::All(parts) => parts.iter().fold(IdSet::ALL, |all, part| all & inner(part)),
            Test::Any(parts) if !parts.is_empty() => parts.iter().fold(IdSet::EMPTY, |all, part| all | inner(part)),
            Test::Is(r) => by_ref(r),
            Test::One(CardTest::Zone(kinds)) => self.lying_in(*kinds),
            Test::One(CardTest::Type(types)) => with_one_of(rules, *types),
            Test::One(CardTest::Def(defs)) => defs.iter().map(|def| rules.defs[def.index()].ty).collect(),
            Test::Not(part) => match &**part {
                // With `not: { type: ... }` a card has one of the other types, unless effects give cards several types.
                Test::One(CardTest::Type(types)) if !rules.layered.contains(Layer::Type) => {
                    (0..rules.schema.types.len()).map(TypeId::of).filter(|ty| !types.contains(*ty)).collect()
                }
                _ => IdSet::ALL,
            },
            _ => IdSet::ALL,
        }
    }
}

/// The most values that are followed from a value of a script: a source of 64 KiB may bind a name ten thousand times to
/// another one that is bound as often.
const MOST_VALUES: usize = 64;

/// A value that is known only when the script runs.
static UNKNOWN: Literal = Literal { said: LiteralValue::Computed, line: 0, column: 0 };

/// Calls `see` with each possible value of a literal: for a local the values that it may have; for what a loop or
/// `roll.pick` takes from a list, the values of the list.
fn each_value<'f>(given: &'f Literal, facts: &'f ScriptFacts, left: &mut usize, see: &mut impl FnMut(&'f Literal)) {
    if *left == 0 {
        return see(&UNKNOWN);
    }
    *left -= 1;
    match &given.said {
        LiteralValue::Either(all) => all.iter().for_each(|one| each_value(one, facts, left, see)),
        LiteralValue::Name(name) => match facts.values_of(name) {
            Some([]) => see(given),
            Some(values) => values.iter().for_each(|one| each_value(one, facts, left, see)),
            None => see(&UNKNOWN),
        },
        LiteralValue::Call(_) => {
            let walks = |call: &&HostCall| ["ipairs", "pairs", "roll.pick"].contains(&&*call.name.text);
            match facts.call_at(given).filter(walks).and_then(|call| call.arguments.first()) {
                Some(list) => each_value(list, facts, left, see),
                None => see(given),
            }
        }
        _ => see(given),
    }
}

/// The texts of a literal: a single text or a list.
fn words_of(value: &Literal) -> Option<Vec<&str>> {
    match &value.said {
        LiteralValue::Text(word) => Some(vec![word]),
        LiteralValue::Table(entries, true) => entries.iter().map(|(_, one)| words_of(one)?.first().copied()).collect(),
        _ => None,
    }
}

/// The main types (`ty`) of the cards that have one of these types among theirs, and these types.
fn with_one_of(rules: &Rules, types: IdSet<TypeId>) -> IdSet<TypeId> {
    // An effect may change the types of a card.
    if rules.layered.contains(Layer::Type) {
        return IdSet::ALL;
    }
    let others = rules.defs.iter().filter(|def| !(def.types & types).is_empty()).map(|def| def.ty);
    others.fold(types, |all, ty| all | IdSet::one(ty))
}
