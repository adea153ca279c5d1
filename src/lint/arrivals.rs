//! Arrivals: which types of card may come to lie in which kinds of zone, and which types the cards of events and of
//! uses have.
//!
//! The follower reads decks, piles, draws, uses, lists, events and scripts again and again until it finds nothing new. The
//! words for a card tell its types ([`super::card_types`]); a card without such words may be of any type.

use std::collections::{BTreeMap, BTreeSet};

use super::card_types::CardSite;
use super::{LintInput, ScriptFacts, has_key};
use crate::kernel::model::ability::{AbilityForm, CostPart, Effect};
use crate::kernel::model::event;
use crate::kernel::model::flow_items::{Item, List};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Expr, Filter, Head, Source};
use crate::kernel::model::rules::{Proposal, Rules, UseStep};
use crate::kernel::model::value::{AbilityId, EventId, ListId, TypeId, UseKindId, ZoneKind};

/// The types of card that may be found in places of a game.
#[derive(Default)]
pub(super) struct Arrivals {
    /// The types of card that may lie in each kind of zone, by the number of the kind.
    lying: Vec<IdSet<TypeId>>,
    /// The types of the card in a field of a declared event.
    of_events: BTreeMap<(EventId, usize), IdSet<TypeId>>,
    /// The kinds of zone of the place in a field of a declared event.
    places_of_events: BTreeMap<(EventId, usize), IdSet<ZoneKind>>,
    /// The types of the cards that are used, by kind of use.
    of_uses: BTreeMap<usize, IdSet<TypeId>>,
    /// True if the lists of the game were too many to follow: then everything may arrive everywhere.
    is_unknown: bool,
}

/// The most lists that are followed. Thirty lists of which each runs the next one twice would be a thousand million;
/// ten thousand cards need about a hundred thousand.
const MOST_LISTS: usize = 1_000_000;

impl Arrivals {
    /// The types of card that may arrive in each zone of a game.
    pub(super) fn of(input: &LintInput) -> Arrivals {
        let zones = input.catalog.rules.schema.zones.len();
        let known = Arrivals { lying: vec![IdSet::EMPTY; zones], ..Arrivals::default() };
        let mut follower = ArrivalFollower {
            input,
            rules: &input.catalog.rules,
            known,
            is_new: true,
            is_lent: is_lent(input),
            seen: BTreeSet::new(),
            open: Vec::new(),
            left: MOST_LISTS,
        };
        while std::mem::take(&mut follower.is_new) && follower.left > 0 {
            follower.follow();
        }
        Arrivals { is_unknown: follower.left == 0, ..follower.known }
    }

    /// True if a card of a type may lie in a kind of zone.
    pub(super) fn may_lie(&self, ty: TypeId, kind: ZoneKind) -> bool {
        self.is_unknown || self.lying.get(kind.index()).is_none_or(|types| types.contains(ty))
    }

    /// The types of card that may lie in some of these kinds of zone.
    pub(super) fn lying_in(&self, kinds: IdSet<ZoneKind>) -> IdSet<TypeId> {
        if self.is_unknown {
            return IdSet::ALL;
        }
        let all = self.lying.iter().enumerate().filter(|(at, _)| kinds.contains(ZoneKind::of(*at)));
        all.fold(IdSet::EMPTY, |all, (_, types)| all | *types)
    }

    /// The types that the card in a field of an event may have. Declared events were followed; for a built-in event the
    /// result is all types.
    pub(super) fn of_event(&self, event: EventId, field: usize) -> IdSet<TypeId> {
        if event.0 < event::COUNT || self.is_unknown {
            return IdSet::ALL;
        }
        self.of_events.get(&(event, field)).copied().unwrap_or(IdSet::EMPTY)
    }

    /// The kinds of zone that a place in a field of an event may have. Declared events were followed; for a built-in
    /// event the result is all kinds.
    pub(super) fn place_of_event(&self, event: EventId, field: usize) -> IdSet<ZoneKind> {
        if event.0 < event::COUNT {
            return IdSet::ALL;
        }
        self.places_of_events.get(&(event, field)).copied().unwrap_or(IdSet::EMPTY)
    }

    /// The types of the cards that are used by uses of these kinds.
    pub(super) fn of_uses(&self, kinds: IdSet<UseKindId>) -> IdSet<TypeId> {
        if self.is_unknown {
            return IdSet::ALL;
        }
        let all = self.of_uses.iter().filter(|(kind, _)| kinds.contains(UseKindId::of(**kind)));
        all.fold(IdSet::EMPTY, |all, (_, types)| all | *types)
    }
}

/// True if cards may have abilities that other cards print: then an ability may be that of any card.
fn is_lent(input: &LintInput) -> bool {
    let in_scripts = |script: &ScriptFacts| script.names("act.grant") || script.names("agenda.use");
    let uses = |list: &List| list.items.iter().any(|item| matches!(item, Item::Use(_)));
    let rules = &input.catalog.rules;
    input.scripts.iter().any(in_scripts) || rules.lists.iter().any(uses) || has_key(input, "grant")
}

/// The types that cards may have, and the kinds of zone where they may lie.
pub(super) type CardsInZones = (IdSet<TypeId>, IdSet<ZoneKind>);

/// The kinds of zone where the cards of an expression lie. Cards that were chosen before may have gone elsewhere.
fn kinds_of(card: &Expr) -> IdSet<ZoneKind> {
    match card {
        Expr::Select(what) => match &what.source {
            Source::Cards(cards) if cards.lists.is_empty() => cards.zones,
            _ => IdSet::ALL,
        },
        _ => IdSet::ALL,
    }
}

/// Follows all that brings cards into zones, and notes which types of card arrive where.
pub(super) struct ArrivalFollower<'a> {
    pub(super) input: &'a LintInput<'a>,
    pub(super) rules: &'a Rules,
    pub(super) known: Arrivals,
    /// True if something became known in this round.
    is_new: bool,
    is_lent: bool,
    /// What was followed in this round, by its number: a script (true) or a list (false).
    seen: BTreeSet<(bool, usize)>,
    /// The lists inside which the follower is now: a list is not followed inside itself.
    open: Vec<ListId>,
    /// The number of lists that may still be followed.
    left: usize,
}

impl<'a> ArrivalFollower<'a> {
    fn follow(&mut self) {
        let rules = self.rules;
        self.seen.clear();
        self.beginnings();
        for at in 0..rules.abilities.len() {
            self.ability(AbilityId::of(at));
        }
        for (at, def) in rules.events.iter().enumerate().skip(event::COUNT as usize) {
            let event = EventId::of(at);
            let mut site = CardSite { event: Some(event), ..CardSite::default() };
            site.matched.extend(def.needs.as_ref().map(|test| (0, self.types_of_test(test, &CardSite::default()))));
            def.does.iter().for_each(|one| self.proposal(one, &site));
        }
        for check in &rules.checks {
            let site = CardSite { it: self.selected(&check.what, &CardSite::default()), ..CardSite::default() };
            check.does.iter().for_each(|one| self.proposal(one, &site));
        }
        for payers in &rules.schema.payers {
            let site = CardSite { it: self.selected(&payers.cards, &CardSite::default()), ..CardSite::default() };
            payers.does.iter().for_each(|one| self.proposal(one, &site));
        }
        self.list(rules.flow, &CardSite::default());
        // Lists and scripts that were not reached so far begin in ways that are not followed, so their cards may be of
        // any type.
        for at in 0..rules.lists.len() {
            if !self.seen.contains(&(false, at)) {
                self.list(ListId::of(at), &CardSite::default());
            }
        }
        for at in 0..self.input.scripts.len() {
            if !self.seen.contains(&(true, at)) {
                self.script(at, &CardSite::default());
            }
        }
    }

    /// Follows the beginnings: decks, piles, draws, and the zones in which abilities of each type live.
    fn beginnings(&mut self) {
        let rules = self.rules;
        for (at, ty) in rules.schema.types.iter().enumerate() {
            self.lie(IdSet::one(TypeId::of(at)), ty.live_in);
        }
        for (name, kind) in &rules.start_lists {
            let list = self.input.catalog.deck_rules.lists.iter().find(|list| *list.name == **rules.name(*name));
            self.lie(list.map_or(IdSet::ALL, |list| list.holds), IdSet::one(*kind));
        }
        // Wherever a card of any type may be laid face down, the face-down card may lie.
        for mask in rules.masks.iter().flatten() {
            self.lie(rules.defs[mask.index()].types, rules.in_play);
        }
        for pile in &rules.piles {
            let types = pile.cards.iter().map(|def| rules.defs[def.index()].ty).collect();
            pile.to.into_iter().for_each(|kind| self.lie(types, IdSet::one(kind)));
        }
        if let Some((from, to)) = rules.draw {
            self.lie(self.known.lying_in(IdSet::one(from)), IdSet::one(to));
        }
    }

    fn ability(&mut self, id: AbilityId) {
        let rules = self.rules;
        let ability = &rules.abilities[id.index()];
        let printed = match (ability.def, &ability.for_) {
            (Some(def), _) => IdSet::one(self.rules.defs[def.index()].ty),
            (None, Some(test)) => self.types_of_test(test, &CardSite::default()),
            (None, None) => IdSet::ALL,
        };
        let own = if self.is_lent && ability.def.is_some() { IdSet::ALL } else { printed };
        let mut site = CardSite { own, targets: &ability.targets, ..CardSite::default() };
        if let AbilityForm::After(event) | AbilityForm::Instead(event) = ability.form {
            site.event = Some(event);
            for (field, filter) in &ability.matches {
                if let Filter::Card(test) = filter {
                    site.matched.push((*field as usize, self.types_of_test(test, &site)));
                }
            }
        }
        self.cost(&ability.cost, &site);
        match &ability.effect {
            Effect::None => {}
            Effect::List(list) => self.list(*list, &site),
            Effect::Events(together) => together.events.iter().for_each(|one| self.proposal(one, &site)),
            Effect::Script(script) => {
                let place = self.input.catalog.scripts.get(script.index()).map(|source| source.place());
                let facts = place.and_then(|place| self.input.script_at.get(&place).copied());
                facts.into_iter().for_each(|at| self.script(at, &site));
            }
        }
        let Some(kind) = ability.kind else { return };
        let site = CardSite { own: printed, ..site };
        self.use_kind(kind, &site);
    }

    fn cost(&mut self, cost: &'a [CostPart], site: &CardSite<'a>) {
        for part in cost {
            let CostPart::Cards { what, does, itself } = part else { continue };
            let it = if *itself { site.own } else { self.selected(what, site) };
            let site = CardSite { it, ..site.clone() };
            does.iter().for_each(|one| self.proposal(one, &site));
        }
    }

    /// Follows the card of a use to the zones where its kind of use puts it, during the use and after it.
    fn use_kind(&mut self, kind: UseKindId, site: &CardSite<'a>) {
        let rules = self.rules;
        let of_kind = &rules.uses[kind.index()];
        let users = self.known.of_uses.entry(kind.index()).or_insert(IdSet::EMPTY);
        self.is_new |= *users | site.own != *users;
        *users |= site.own;
        of_kind.to.iter().for_each(|to| self.lie(site.own, IdSet::one(to.kind)));
        self.cost(&of_kind.cost, site);
        for step in &of_kind.steps {
            match step {
                UseStep::Do(list) => self.list(*list, site),
                UseStep::Settle(to) => self.lie(site.own, IdSet::one(to.kind)),
                UseStep::Window(_) | UseStep::Resolve => {}
            }
        }
    }

    fn list(&mut self, id: ListId, site: &CardSite<'a>) {
        // A list that runs itself brings nothing new.
        if self.open.contains(&id) || self.left == 0 {
            return;
        }
        self.left -= 1;
        self.seen.insert((false, id.index()));
        self.open.push(id);
        let rules = self.rules;
        rules.lists[id.index()].items.iter().for_each(|item| self.item(item, site));
        self.open.pop();
    }

    fn item(&mut self, item: &'a Item, site: &CardSite<'a>) {
        match item {
            Item::Propose(all) => all.iter().for_each(|one| self.proposal(one, site)),
            Item::Named(inner, _, rest) => {
                self.item(inner, site);
                self.list(*rest, site);
            }
            Item::Together(together) => together.events.iter().for_each(|one| self.proposal(one, site)),
            Item::Phase(_, list) => self.list(*list, site),
            Item::Run(list, given) => {
                let mut inner = site.clone();
                for (name, value) in given {
                    inner.vars.push((*name, self.types_of(value, site)));
                }
                self.list(*list, &inner);
            }
            Item::Repeat(repeat) => self.list(repeat.list, site),
            Item::If(_, then, otherwise) => {
                self.list(*then, site);
                otherwise.iter().for_each(|list| self.list(*list, site));
            }
            Item::Each(what, var, list) => {
                let types = self.types_of(what, site);
                self.list(*list, &site.with(*var, types));
            }
            Item::Choose(choose) => {
                let types = self.selected(&choose.what, site);
                self.list(choose.list, &site.with(choose.var, types));
                choose.otherwise.iter().for_each(|list| self.list(*list, site));
            }
            Item::May(may) => {
                self.cost(&may.cost, site);
                may.list.iter().chain(&may.otherwise).for_each(|list| self.list(*list, site));
            }
            Item::Divide(divide) => {
                let types = self.types_of(&divide.among, site);
                self.list(divide.list, &site.with(divide.names.0, types));
            }
            Item::Order(order) => {
                let types = self.types_of(&order.what, site);
                self.list(order.list, &site.with(order.var, types));
            }
            Item::AfterUse(vars, list) => {
                let mut site = site.clone();
                for (var, value) in vars {
                    let types = self.types_of(value, &site);
                    site.vars.push((*var, types));
                }
                self.list(*list, &site);
            }
            // The remaining items bring no card anywhere.
            _ => {}
        }
    }

    fn proposal(&mut self, one: &'a Proposal, site: &CardSite<'a>) {
        let field = |at: usize| one.fields.get(at);
        match one.event {
            event::MOVED => {
                let types = field(0).map_or(IdSet::ALL, |card| self.types_of(card, site));
                self.lie(types, self.places(field(2), site));
            }
            event::CREATED => {
                let types = field(1).map_or(IdSet::ALL, |def| self.types_of(def, site));
                self.lie(types, self.places(field(2), site));
            }
            event::TRANSFORMED => {
                let card = field(0).map_or(IdSet::ALL, |card| self.types_of(card, site));
                let types = field(1).map_or(IdSet::ALL, |def| self.types_of(def, site));
                self.turn_into((card, field(0).map_or(IdSet::ALL, kinds_of)), types);
            }
            event::SWAPPED => {
                let card = |at: usize| {
                    field(at).map_or((IdSet::ALL, IdSet::ALL), |card| (self.types_of(card, site), kinds_of(card)))
                };
                let (one, other) = (card(0), card(1));
                self.change_places(one, other);
            }
            event::SETTLES => {
                let is_own = matches!(field(0), Some(Expr::Ref(r)) if r.head == Head::This && r.path.is_empty());
                self.lie(if is_own { site.own } else { IdSet::ALL }, self.places(field(1), site));
            }
            _ => {}
        }
        if one.event.0 >= event::COUNT {
            for (at, value) in one.fields.iter().enumerate() {
                let (types, places) = (self.types_of(value, site), self.places(Some(value), site));
                self.happen(one.event, at, (types, places));
            }
        }
    }

    /// The kinds of zone of a destination.
    fn places(&self, place: Option<&Expr>, site: &CardSite) -> IdSet<ZoneKind> {
        match place {
            Some(Expr::Dest(dest)) => IdSet::one(dest.kind),
            Some(Expr::Ref(r)) => match (&r.head, &r.path[..]) {
                (Head::Target(target), []) | (Head::This, [target]) => site.spaces_of(*target),
                (Head::Event, [field]) => self.place_of_field(*field, site),
                _ => IdSet::ALL,
            },
            Some(Expr::Select(what)) => match &what.source {
                Source::Spaces(spaces) if spaces.lists.is_empty() => spaces.zones,
                _ => IdSet::ALL,
            },
            _ => IdSet::ALL,
        }
    }

    /// Notes that cards of these types may lie in these kinds of zone.
    pub(super) fn lie(&mut self, types: IdSet<TypeId>, kinds: IdSet<ZoneKind>) {
        for (_, lying) in self.known.lying.iter_mut().enumerate().filter(|(at, _)| kinds.contains(ZoneKind::of(*at))) {
            self.is_new |= *lying | types != *lying;
            *lying |= types;
        }
    }

    /// Follows a change of cards of some types into cards of others, in the zones where the former may lie.
    pub(super) fn turn_into(&mut self, card: CardsInZones, types: IdSet<TypeId>) {
        let kinds = self.zones_with(card);
        self.lie(types, kinds);
    }

    /// Follows a swap of two cards. If the zones of one card are unknown, the swap is taken for one inside a zone,
    /// which brings nothing new.
    pub(super) fn change_places(&mut self, one: CardsInZones, other: CardsInZones) {
        if one.1 == IdSet::ALL || other.1 == IdSet::ALL {
            return;
        }
        let (of_one, of_other) = (self.zones_with(one), self.zones_with(other));
        self.lie(one.0, of_other);
        self.lie(other.0, of_one);
    }

    /// The kinds of zone, among some, where cards of some types may lie.
    fn zones_with(&self, (types, kinds): CardsInZones) -> IdSet<ZoneKind> {
        let has = |at: &usize| kinds.contains(ZoneKind::of(*at)) && !(self.known.lying[*at] & types).is_empty();
        (0..self.known.lying.len()).filter(has).map(ZoneKind::of).collect()
    }

    /// Notes that a field of an event may hold cards of these types, or places of these kinds.
    pub(super) fn happen(&mut self, event: EventId, field: usize, (types, places): CardsInZones) {
        let known = self.known.of_events.entry((event, field)).or_insert(IdSet::EMPTY);
        self.is_new |= *known | types != *known;
        *known |= types;
        let known = self.known.places_of_events.entry((event, field)).or_insert(IdSet::EMPTY);
        self.is_new |= *known | places != *known;
        *known |= places;
    }

    fn script(&mut self, at: usize, site: &CardSite<'a>) {
        self.seen.insert((true, at));
        let input = self.input;
        self.calls(&input.scripts[at], site);
    }
}
