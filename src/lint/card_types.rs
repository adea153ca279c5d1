//! Card types: which types of card an expression, a filter or an argument in a script may lead to.

use super::Arrivals;
use super::arrivals::ArrivalFollower;
use super::script_facts::ScriptFacts;
use crate::kernel::model::ability::Target;
use crate::kernel::model::event;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Expr, Head, Ref, Selection, Source, Test};
use crate::kernel::model::layer::Layer;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, TypeId, Value, ZoneKind};
use crate::lua::{HostCall, Literal, Said};

/// Where an expression stands: what its words mean.
#[derive(Clone)]
pub(super) struct CardSite<'a> {
    /// The types of the card of the ability or of the use.
    pub own: IdSet<TypeId>,
    /// The types of `it`.
    pub it: IdSet<TypeId>,
    pub targets: &'a [Target],
    pub vars: Vec<(Sym, IdSet<TypeId>)>,
    /// The event that is about to happen, or happened.
    pub event: Option<EventId>,
    /// The types that its fields must have.
    pub matched: Vec<(usize, IdSet<TypeId>)>,
}

impl Default for CardSite<'_> {
    fn default() -> Self {
        CardSite { own: IdSet::ALL, it: IdSet::ALL, targets: &[], vars: Vec::new(), event: None, matched: Vec::new() }
    }
}

impl CardSite<'_> {
    /// The same place inside of a list that is done for cards of these types.
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
        let Some(event) = site.event else { return IdSet::ALL };
        let fields = &self.rules.events[event.index()].fields;
        let Some(at) = fields.iter().position(|(name, _)| *name == field) else { return IdSet::ALL };
        let matched = site.matched.iter().filter(|(of, _)| *of == at);
        matched.fold(self.known.of_event(event, at), |all, (_, types)| all & *types)
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

    /// The types of the cards that match.
    pub(super) fn types_of_test(&self, test: &Test<CardTest>, site: &CardSite) -> IdSet<TypeId> {
        let by_ref = |r: &Ref| self.types_of_ref(r, site);
        self.known.types_of_test(self.rules, test, &by_ref)
    }

    /// Follows what the calls of a script bring about.
    pub(super) fn calls(&mut self, facts: &ScriptFacts, site: &CardSite) {
        for call in facts.calls() {
            let types =
                |at: usize| call.arguments.get(at).map_or(IdSet::ALL, |given| self.types_of_literal(given, site));
            let places =
                |at: usize| call.arguments.get(at).map_or(IdSet::ALL, |given| self.places_of_literal(given, site));
            match &*call.name.text {
                "act.move" | "act.create" => {
                    let (types, places) = (types(0), places(1));
                    self.lie(types, places);
                }
                "act.transform" => {
                    let (card, into) = (types(0), types(1));
                    self.turn_into(card, into);
                }
                "act.settle" => {
                    let is_own =
                        matches!(call.arguments.first().map(|of| &of.said), Some(Said::Name(of)) if **of == *"this");
                    let (types, places) = (if is_own { site.own } else { IdSet::ALL }, places(1));
                    self.lie(types, places);
                }
                _ => self.event_by_name(call, site),
            }
        }
        // A function that is handed on may be called with anything.
        for path in facts.handed() {
            match path {
                "act" | "act.move" | "act.create" | "act.settle" => self.lie(IdSet::ALL, IdSet::ALL),
                "act.transform" => self.turn_into(IdSet::ALL, IdSet::ALL),
                _ => {}
            }
            let rules = self.rules;
            for (at, def) in rules.events.iter().enumerate().skip(event::COUNT as usize) {
                if path == "act" || path.strip_prefix("act.") == Some(&**rules.name(def.name)) {
                    (0..def.fields.len()).for_each(|field| self.happen(EventId::of(at), field, IdSet::ALL));
                }
            }
        }
    }

    /// An event of the manifest as a function: `act.retire(card)`.
    fn event_by_name(&mut self, call: &HostCall, site: &CardSite) {
        let Some(name) = call.name.text.strip_prefix("act.") else { return };
        let is_it = |at: &usize| **self.rules.name(self.rules.events[*at].name) == *name;
        let Some(at) = (event::COUNT as usize..self.rules.events.len()).find(is_it) else { return };
        for field in 0..self.rules.events[at].fields.len() {
            // The last argument may be several values.
            let given = call.arguments.get(field).filter(|_| !call.is_open || field + 1 < call.arguments.len());
            let types = given.map_or(IdSet::ALL, |given| self.types_of_literal(given, site));
            self.happen(EventId::of(at), field, types);
        }
    }

    fn types_of_literal(&self, given: &Literal, site: &CardSite) -> IdSet<TypeId> {
        match &given.said {
            Said::Name(name) if **name == *"self" => site.own,
            Said::OfUse(field) => match self.rules.schema.symbols.find(field) {
                Some(field) => self.types_of_ref(&Ref { head: Head::This, path: vec![field] }, site),
                None => IdSet::ALL,
            },
            Said::Text(id) => match self.rules.def_by_id(id) {
                Some(def) => IdSet::one(self.rules.defs[def.index()].ty),
                None => IdSet::ALL,
            },
            Said::Either(all) => all.iter().fold(IdSet::EMPTY, |found, one| found | self.types_of_literal(one, site)),
            _ => IdSet::ALL,
        }
    }

    fn places_of_literal(&self, given: &Literal, site: &CardSite) -> IdSet<ZoneKind> {
        match &given.said {
            // `"opponent.hand"`
            Said::Text(place) => {
                let zone = place.rsplit_once('.').map_or(&**place, |(_, zone)| zone);
                self.rules.schema.zone_kind(zone).map_or(IdSet::ALL, IdSet::one)
            }
            Said::OfUse(target) => {
                self.rules.schema.symbols.find(target).map_or(IdSet::ALL, |name| site.spaces_of(name))
            }
            Said::Either(all) => all.iter().fold(IdSet::EMPTY, |found, one| found | self.places_of_literal(one, site)),
            _ => IdSet::ALL,
        }
    }
}

impl Arrivals {
    /// The types of the cards that match; `by_ref` says what a reference leads to.
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
                // A card that is of this type alone is not meant.
                Test::One(CardTest::Type(types)) if !rules.layered.contains(Layer::Type) => {
                    (0..rules.schema.types.len()).map(TypeId::of).filter(|ty| !types.contains(*ty)).collect()
                }
                _ => IdSet::ALL,
            },
            _ => IdSet::ALL,
        }
    }
}

/// The first types of the cards that have one of these types.
fn with_one_of(rules: &Rules, types: IdSet<TypeId>) -> IdSet<TypeId> {
    // An effect may change the types of a card.
    if rules.layered.contains(Layer::Type) {
        return IdSet::ALL;
    }
    let others = rules.defs.iter().filter(|def| !(def.types & types).is_empty()).map(|def| def.ty);
    others.fold(types, |all, ty| all | IdSet::one(ty))
}
