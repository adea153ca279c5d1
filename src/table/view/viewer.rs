//! Viewer: reads the state for a view, and leaves out what its person may not see.

use std::collections::BTreeMap;

use super::conditions::of_decision;
use super::{
    CardView, DecisionKind, DecisionView, Field, GivenTo, OptionView, RecordView, SeatView, SpaceOf, UseView,
    WindowView, ZoneView,
};
use crate::kernel::model::ability::CostPart;
use crate::kernel::model::decision::Pairs;
use crate::kernel::model::lang::PlayerField;
use crate::kernel::model::objects::{Outcome, Price, Record, Use};
use crate::kernel::model::rules::CardDef;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, Said, listed, say};
use crate::kernel::model::value::Zone;
use crate::kernel::model::window::Window;
use crate::kernel::read::assignments::as_values;
use crate::kernel::tell::filter_words::{describe_selected, so_many_cards};
use crate::kernel::tell::object_words::Reader;
use crate::kernel::tell::transcript::replacement_question;
use crate::kernel::{Answer, Card, Choice, Decision, Kind, PickRule, Seat, Value, World};
use crate::table::Table;
use crate::table::habits::trigger_name;

/// The most legal sets that a view lists.
const MAX_SETS: usize = 32;

/// The outcome of a game, in words.
pub fn outcome(table: &Table, outcome: Outcome) -> String {
    table.world().game().show_outcome(outcome, |seat| table.names()[seat.index()].clone())
}

/// A person who looks at a game.
pub struct Looking<'a> {
    /// The game.
    pub table: &'a Table,
    /// The world that the person looks at.
    pub world: &'a World,
    /// The seats that the person plays.
    pub seats: &'a [Seat],
}

impl Looking<'_> {
    pub(super) fn name(&self, sym: Sym) -> String {
        self.world.rules.name(sym).to_string()
    }

    pub(super) fn sees(&self, card: Card) -> bool {
        let sees = |seat: &Seat| self.world.state().sees(&self.world.rules, *seat, card);
        match self.seats {
            // A spectator sees only what all seats see.
            [] => (0..self.world.rules.schema.seats).all(|s| sees(&Seat(s))),
            seats => seats.iter().any(sees),
        }
    }

    fn a_card(&self) -> String {
        say!(self.world.rules, "a-card", "a card")
    }

    /// A value in words, without the names of hidden cards.
    fn text(&self, value: &Value) -> String {
        match value {
            Value::Card(card) if !self.sees(*card) => self.a_card(),
            Value::List(list) => list.iter().map(|v| self.text(v)).collect::<Vec<_>>().join(", "),
            Value::Use(id) if self.world.state().use_(*id).and_then(|u| u.card).is_some_and(|c| !self.sees(c)) => {
                self.a_card()
            }
            other => self.world.game().show_to(other, Reader { names: self.table.names(), eyes: None }),
        }
    }

    /// The numbers of the game that the table shows.
    pub fn numbers(&self) -> Vec<(String, i64)> {
        let counters = &self.world.rules.schema.game_counters;
        let number = |name: &String| {
            let i = counters.iter().position(|c| **self.world.rules.name(c.name) == **name)?;
            Some((name.clone(), self.world.state().game_counters[i]))
        };
        self.table.game().catalog.numbers.game.iter().filter_map(number).collect()
    }

    pub fn seat(&self, seat: Seat) -> SeatView {
        let env = self.world.game().seat_env(seat);
        let mut fields = BTreeMap::new();
        let is_own = self.seats.contains(&seat);
        for (name, field) in &self.world.rules.schema.player_fields {
            match self.world.rules.schema.seen_by(*field) {
                SeenBy::Owner if !is_own => continue,
                SeenBy::Nobody => continue,
                _ => {}
            }
            if let PlayerField::Counter(at) = field
                && self.world.rules.schema.counters[usize::from(*at)].seats & 1 << seat.0 == 0
            {
                continue;
            }
            if matches!(field, PlayerField::Attr(_) | PlayerField::Counter(_)) {
                fields.insert(self.name(*name), Field::Number(env.player_value(seat, *field)));
            }
        }
        let shown = |name: &String| match fields.get(name)? {
            Field::Number(n) => Some((name.clone(), *n)),
            _ => None,
        };
        let shown = self.table.game().catalog.numbers.player.iter().filter_map(shown).collect();
        let (name, state) = (self.table.names()[seat.index()].clone(), self.world.state());
        let roles = self.world.rules.schema.roles_of(seat).map(|role| self.name(role.name)).collect();
        SeatView { name, is_own, is_out: state.is_out(seat), wins: state.wins[seat.index()], roles, shown, fields }
    }

    /// A zone with all its spaces, given its first space; `None` for other spaces.
    pub fn zone(&self, zone: Zone) -> Option<ZoneView> {
        let schema = &self.world.rules.schema;
        let kind = schema.kind_of(zone);
        let def = &schema.zones[kind.index()];
        let seat = schema.zone_owner(zone);
        if schema.zone(kind, seat.unwrap_or_default()) != zone || def.seats & 1 << seat.unwrap_or_default().0 == 0 {
            return None;
        }
        let all: Vec<Card> = self.world.state().cards_in(&self.world.rules, kind, seat.unwrap_or_default()).collect();
        let mut cards: Vec<CardView> = all.iter().filter(|c| self.sees(**c)).map(|c| self.card(*c, kind)).collect();
        // A player who knows a card in a hidden zone does not know its place there.
        if !self.is_open(zone) {
            cards.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
        }
        let unknown = all.len() - cards.len();
        let hidden = self.backs(zone).into_iter().map(|card| self.back(card, kind)).collect();
        Some(ZoneView { name: self.name(def.name), seat: seat.map(|s| s.0), cards, unknown, hidden })
    }

    pub fn record(&self, record: &Record) -> RecordView {
        let def = &self.world.rules.schema.records[record.kind.index()];
        // Cells are drawn as areas on their board, and records within a record have lines of their own.
        let is_cells = |v: &Value| match v {
            Value::Cells(..) | Value::Record(_) => true,
            Value::List(list) => list.iter().any(|v| matches!(v, Value::List(_) | Value::Record(_))),
            _ => false,
        };
        let told = def.fields.iter().zip(&record.fields).filter(|(_, v)| !is_cells(v));
        let fields = told.map(|((name, _), v)| (self.name(*name), self.text(v)));
        // Several records of a kind are numbered, in the order in which they opened.
        let place = self.world.state().record_place(record.id).filter(|(_, _, all)| *all > 1);
        let name = self.name(def.name);
        RecordView { name: place.map_or(name.clone(), |(_, n, _)| format!("{name} {n}")), fields: fields.collect() }
    }

    pub fn use_(&self, use_: &Use) -> UseView {
        let hidden = use_.card.is_some_and(|c| !self.sees(c));
        let reader = Reader { names: self.table.names(), eyes: None };
        let mut text = match (hidden, use_.kind) {
            (true, _) => self.a_card(),
            (false, Some(_)) => {
                self.world.game().show_choice(Choice { ability: use_.ability, card: use_.card }, reader)
            }
            (false, None) => self.world.game().show_ability(use_.ability),
        };
        if use_.price == Price::Nothing {
            text = say!(self.world.rules, "copy-of-use", "a copy: {text}", text = text);
        }
        let on: Vec<String> = use_.targets.iter().filter(|t| t.is_true()).map(|t| self.text(t)).collect();
        text += &self.world.game().show_on(&on);
        if let Some(id) = use_.reply_to {
            let what = self.text(&Value::Use(id));
            text += &say!(self.world.rules, "in-reply-to", ", in reply to {what}", what = what);
        }
        UseView { user: use_.user.0, text, is_cancelled: use_.cancelled, is_trigger: use_.event.is_some() }
    }

    pub fn window(&self, window: &Window) -> WindowView {
        let def = &self.world.rules.windows[window.def.index()];
        WindowView {
            name: self.name(def.name),
            text: def.text.as_ref().map(|text| self.asked_in(def.name, text)),
            protocol: def.protocol,
            about: window.subject.and_then(|id| self.world.state().use_(id)).map(|u| self.use_(u)),
            passes: window.passes,
            closes_after: self.world.game().passes_of(window),
        }
    }

    /// The question of a window, in the language of the view.
    fn asked_in(&self, window: Sym, text: &str) -> String {
        let rules = &self.world.rules;
        let said = rules.spoken().and_then(|tongue| tongue.name(NameKind::Asked, rules.name(window)));
        said.unwrap_or(text).to_string()
    }

    pub fn window_name(&self, decision: &Decision) -> Option<String> {
        decision.window.map(|w| self.name(self.world.rules.windows[w.index()].name))
    }

    pub fn decision(&self, decision: &Decision) -> DecisionView {
        let (kind, least, most, may_pass, options): (_, i64, i64, _, Vec<OptionView>) = match &decision.kind {
            Kind::Act { options, may_pass } => {
                (DecisionKind::Act, 0, 1, *may_pass, options.iter().map(|c| self.choice(decision.seat, *c)).collect())
            }
            Kind::Pick { options, min, max, .. } => {
                let most = (*max).min(options.len() as u32);
                (DecisionKind::Pick, *min as i64, most as i64, false, options.iter().map(|v| self.option(v)).collect())
            }
            Kind::Order(items) => {
                let n = items.len() as i64;
                (DecisionKind::Order, n, n, false, items.iter().map(|v| self.in_order(v, items)).collect())
            }
            Kind::Assign(pairs) => {
                let (least, most) = (pairs.least() as i64, pairs.most() as i64);
                let place = |v: &Value| pairs.from.iter().position(|f| f == v).map_or(0, |i| i + 1);
                let one = |(f, t): &(Value, Value)| {
                    let to = match f {
                        Value::Record(_) => format!("{} ({})", place(f), self.text(&self.members(f))),
                        other => self.text(other),
                    };
                    let text = format!("{to}: {}", self.text(t));
                    let card = f.card().filter(|c| self.sees(*c));
                    OptionView { text, given_to: Some(GivenTo { place: place(f), text: to, card }), ..self.option(t) }
                };
                (DecisionKind::Assign, least, most, least == 0, pairs.legal.iter().map(one).collect())
            }
            Kind::Number(low, high) => (DecisionKind::Number, *low, *high, false, Vec::new()),
        };
        let window = self.window_name(decision);
        let mut prompt = self.words_of_window(decision).unwrap_or_else(|| self.world.game().prompt(decision));
        if let Kind::Pick { rule: PickRule::Pips(cost, _), .. } = &decision.kind {
            // The end of the prompt only says that a payment is due: the price takes its place.
            let about = prompt.rsplit_once(": ").map_or("", |(about, _)| about);
            let cost = self.world.game().show_cost(cost);
            prompt = say!(self.world.rules, "pay", "{about}: pay {cost}", about = about, cost = cost);
        }
        if let Some((event, candidates)) = self.world.game().event_to_replace() {
            let reader = Reader { names: self.table.names(), eyes: Some(decision.seat.into()) };
            prompt = replacement_question(self.world.game(), event, candidates, reader);
        }
        let rule = of_decision(self.world, decision);
        let (seat, deadline) = (decision.seat.0, decision.deadline);
        let is_payment = matches!(&decision.kind, Kind::Pick { rule: PickRule::Pips(..), .. });
        let (sets, trigger) = (self.sets(decision), trigger_name(self.world, decision));
        DecisionView {
            seat,
            window,
            prompt,
            kind,
            least,
            most,
            may_pass,
            rule,
            options,
            sets,
            is_payment,
            trigger,
            deadline,
        }
    }

    /// The prompt of a window: the text of the manifest, or the name of the window; `None` for a decision with words of its
    /// own.
    fn words_of_window(&self, decision: &Decision) -> Option<String> {
        let rules = &self.world.rules;
        let def = &rules.windows[decision.window?.index()];
        let says_more = decision.why.is_some() || decision.slot.is_some() || matches!(decision.kind, Kind::Order(_));
        if says_more || decision.ability.is_some() || decision.card.is_some() {
            return None;
        }
        if let Some(text) = &def.text {
            return Some(self.asked_in(def.name, text));
        }
        let window = rules.said(NameKind::Window, def.name);
        match decision.kind {
            Kind::Act { may_pass: true, .. } => {
                Some(say!(rules, "use-or-pass", "{window}: use something, or pass", window = window))
            }
            Kind::Act { .. } => Some(say!(rules, "use-something", "{window}: use something", window = window)),
            _ => None,
        }
    }

    /// Legal sets of places among the options, at most `MAX_SETS`; none if any options may be chosen together.
    fn sets(&self, decision: &Decision) -> Vec<Vec<usize>> {
        if let Kind::Assign(Pairs { legal, bounds: Some(_), .. }) = &decision.kind {
            let answers = self.world.game().answers(decision, MAX_SETS);
            let sets = answers.iter().map(|answer| places_of(answer, &as_values(legal.clone())));
            return sets.collect();
        }
        let Kind::Pick { options, min, max, rule, .. } = &decision.kind else { return Vec::new() };
        if matches!(rule, PickRule::Free) || *max == 1 {
            return Vec::new();
        }
        let sets = self.world.game().legal_sets(options, *min, *max, rule, MAX_SETS);
        let places = |set: &Vec<Value>| set.iter().filter_map(|v| options.iter().position(|o| o == v)).collect();
        sets.iter().map(places).collect()
    }

    /// The first list among the fields of a record: the cards that it is about.
    pub(super) fn members(&self, record: &Value) -> Value {
        let Value::Record(id) = record else { return Value::Nil };
        let found = self.world.state().records.iter().find(|r| r.id == *id);
        let cards = found.and_then(|r| r.fields.iter().find(|v| matches!(v, Value::List(_))));
        cards.cloned().unwrap_or_default()
    }

    fn option(&self, value: &Value) -> OptionView {
        let card = value.card().filter(|c| self.sees(*c));
        let def = card.map(|c| &self.world.rules.defs[self.world.state().card(c).def.index()]);
        let pips = |def: &CardDef| {
            let costs = def.costs.iter().filter(|cost| cost.iter().any(|n| *n > 0));
            costs.map(|cost| self.world.game().show_cost(cost)).collect::<Vec<_>>().join(", ")
        };
        let (text, cost) = (self.text(value), def.map_or(String::new(), pips));
        OptionView { text, card, cost, ty: self.type_of(card), given_to: None, space: self.space(value) }
    }

    /// An option among several that are put in an order. If two of them are uses of one card, the text also names the
    /// ability.
    fn in_order(&self, value: &Value, all: &[Value]) -> OptionView {
        let use_of = |value: &Value| match value {
            Value::Use(id) => self.world.state().use_(*id),
            _ => None,
        };
        let option = self.option(value);
        let Some(own) = use_of(value).filter(|own| own.card.is_some_and(|card| self.sees(card))) else { return option };
        let is_like_it = |other: &Use| other.card == own.card && other.ability != own.ability;
        match all.iter().filter_map(use_of).any(is_like_it) {
            true => {
                OptionView { text: format!("{}: {}", option.text, self.world.rules.label_said(own.ability)), ..option }
            }
            false => option,
        }
    }

    fn space(&self, value: &Value) -> Option<SpaceOf> {
        let (Value::Zone(zone), schema) = (value, &self.world.rules.schema) else { return None };
        let name = schema.zones[schema.kind_of(*zone).index()].name;
        let seat = schema.zone_owner(*zone).map(|seat| seat.0);
        Some(SpaceOf { zone: self.name(name), seat, slot: schema.slot_of(*zone) as u16 })
    }

    /// The type of a card; empty if the person does not see the card, or if its zone shows only some fields.
    fn type_of(&self, card: Option<Card>) -> String {
        let rules = &self.world.rules;
        let Some(card) = card.filter(|c| self.sees(*c)) else { return String::new() };
        let state = self.world.state().card(card);
        let zone = &rules.schema.zones[rules.schema.kind_of(state.zone).index()];
        // A zone that shows only some fields hides the type among the others.
        match zone.only {
            Some(_) => String::new(),
            None => rules
                .said(NameKind::Type, rules.schema.types[rules.defs[state.def.index()].ty.index()].name)
                .to_string(),
        }
    }

    fn choice(&self, seat: Seat, choice: Choice) -> OptionView {
        let text = self.world.game().show_choice(choice, Reader { names: self.table.names(), eyes: Some(seat.into()) });
        let (card, cost) = (choice.card, cost_of(self.world, seat, choice));
        OptionView { text, card, cost, ty: self.type_of(card), given_to: None, space: None }
    }
}

/// The cost of a use in words; empty without one.
pub fn cost_of(world: &World, seat: Seat, choice: Choice) -> String {
    let ability = &world.rules.abilities[choice.ability.index()];
    let draft = world.game().draft(seat, choice, None);
    let kind = ability.kind.map_or(&[][..], |k| &world.rules.uses[k.index()].cost);
    let mut parts = Vec::new();
    for part in kind.iter().chain(&ability.cost) {
        match part {
            CostPart::Pips(pips) => {
                let cost = world.game().pips(&draft, pips);
                if cost.iter().any(|n| *n > 0) {
                    parts.push(world.game().show_cost(&cost));
                }
            }
            CostPart::Counter { name, amount } => {
                let n = world.game().counter_cost(&draft, *name, amount);
                if n > 0 {
                    parts.push(format!("{n} {}", world.rules.said(NameKind::Field, *name)));
                }
            }
            CostPart::Cards { itself: true, does, .. } => {
                parts.extend(
                    does.iter().map(|p| {
                        world.rules.said(NameKind::Event, world.rules.events[p.event.index()].name).to_string()
                    }),
                );
            }
            CostPart::Cards { what, .. } => {
                let n = world.game().seat_env(seat).amount(&what.min);
                parts.push(so_many_cards(&world.rules, n, &describe_selected(Said::by(&world.rules), what)));
            }
        }
    }
    listed(&world.rules, &parts)
}

/// The places among the options of the values that an answer names.
fn places_of(answer: &Answer, options: &[Value]) -> Vec<usize> {
    let Answer::Values(values) = answer else { return Vec::new() };
    values.iter().filter_map(|v| options.iter().position(|o| o == v)).collect()
}
