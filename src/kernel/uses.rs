//! Uses: offering, declaring, paying, and the stages a use goes through.
//!
//! A declaration is staged: nothing in the state changes until targets and payment are complete,
//! then all of it is written as one batch. It is only offered if that can be done, so once begun
//! it can always be completed.

use super::batch::Batch;
use super::decision::{Choice, Decision, Kind, MAX_SETS, PickRule};
use super::filter::eval::{Env, Obj};
use super::filter::sets;
use super::filter::{Amount, Class, Cond, EVERY, Selection};
use super::log::Line;
use super::rules::{Ability, AbilityForm, Cost, CostPart, Effect, PipCost, Proposal, SettleLevel, UseStep, event};
use super::state::{Event, Lasts, Role, Use};
use super::sym::Sym;
use super::task::{Context, In, Out, ScriptCall, Task, World};
use super::triggers::Stage;
use super::value::*;

/// A use being declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    /// The use as far as it is known.
    pub use_: Use,
    /// What the cards chosen for each part of the cost are.
    pub payments: Vec<Vec<Value>>,
    /// For a trigger: what its player said before.
    pub stage: Stage,
}

impl Declare {
    /// The beginning of a declaration.
    pub fn new(use_: Use) -> Declare {
        Declare { use_, payments: Vec::new(), stage: Stage::default() }
    }
}

/// Why something cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// It is not where it can be used from.
    NotHere,
    /// It is somebody else's.
    NotYours,
    /// The window does not offer this timing.
    Timing,
    /// Only in other phases.
    Phase,
    /// Only in the turn of somebody else.
    Turn,
    /// It cannot reply to this.
    ReplyTo,
    /// Used up.
    Spent,
    /// An effect has muted it.
    Muted,
    /// A condition does not hold: its words, if it has some, and the numbers it compares.
    Need(Option<std::sync::Arc<super::filter::words::Words>>, Option<(i64, super::filter::Cmp, i64)>),
    /// It failed too often.
    Disabled,
    /// A card forbids it.
    Forbidden(Option<Card>),
    /// Nothing legal to choose for this target.
    NoTarget(Sym),
    /// The cost cannot be paid.
    Cost(Cost),
    /// Cards for the cost are missing.
    CostCards,
    /// A counter is too low for the cost.
    Counter {
        /// Which one.
        name: Sym,
        /// How much is needed.
        needs: i64,
        /// How much is there.
        has: i64,
    },
}

/// So many failures disable an ability.
pub const MAX_FAILURES: u16 = 3;

impl World {
    // ---- offering ----

    /// What a seat may use under these timings.
    pub fn offers(&self, seat: Seat, timings: &[Sym], reply_to: Option<UseId>) -> Vec<Choice> {
        let mut out = Vec::new();
        self.some_offer(seat, timings, reply_to, &mut |choice| {
            out.push(choice);
            false
        });
        out
    }

    /// Whether `f` holds for something that a seat may use under these timings: asked in order, until it does.
    pub(super) fn some_offer(
        &self,
        seat: Seat,
        timings: &[Sym],
        reply_to: Option<UseId>,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        // Most of what is there has another timing: that is looked at first.
        let mut offer = |ability: AbilityId, card: Option<Card>| {
            let form = &self.rules.abilities[ability.index()].form;
            let choice = Choice { ability, card };
            matches!(form, AbilityForm::Timing(t) if timings.contains(t))
                && self.why_unusable(seat, choice, timings, reply_to).is_ok()
                && f(choice)
        };
        let actions = self.rules.actions.iter().any(|&ability| match self.rules.abilities[ability.index()].from {
            0 => offer(ability, None),
            from => self.cards_of(seat, from).any(|card| offer(ability, Some(card))),
        });
        if actions {
            return true;
        }
        let timed = self.cards_of(seat, self.rules.timed_zones).any(|card| {
            let def = &self.rules.defs[self.state.card(card).def.index()];
            def.timed.iter().any(|&ability| offer(ability, Some(card)))
        });
        if timed {
            return true;
        }
        let mut found = false;
        self.state.each_granted(&self.rules, |ability, card, user| {
            found = found || user == seat && offer(ability, card);
        });
        found
    }

    /// The cards of a seat in some kinds of zone, one bit each.
    fn cards_of(&self, seat: Seat, kinds: u32) -> impl Iterator<Item = Card> {
        let kinds = (0..self.rules.schema.zones.len()).filter(move |k| kinds & 1 << k != 0);
        kinds.flat_map(move |kind| self.state.cards_in(&self.rules, ZoneKind(kind as u8), seat))
    }

    /// Whether a seat may use something now; if not, the first check that fails.
    pub fn why_unusable(
        &self,
        seat: Seat,
        choice: Choice,
        timings: &[Sym],
        reply_to: Option<UseId>,
    ) -> Result<(), WhyNot> {
        let ability = &self.rules.abilities[choice.ability.index()];
        if let Some(card) = choice.card {
            let kind = self.rules.schema.kind_of(self.state.card(card).zone);
            if ability.from & (1 << kind.0) == 0 {
                return Err(WhyNot::NotHere);
            }
            if ability.def.is_some() && !self.table_env().works(card, choice.ability) {
                return Err(WhyNot::Muted);
            }
            if self.state.controller(&self.rules, card) != seat {
                return Err(WhyNot::NotYours);
            }
        }
        let AbilityForm::Timing(timing) = ability.form else { return Err(WhyNot::Timing) };
        let draft = self.draft(seat, choice, reply_to);
        let env = Env::of_use(&self.rules, &self.state, &draft);
        if ability.for_.as_ref().is_some_and(|f| !choice.card.is_some_and(|c| env.card_matches(f, c))) {
            return Err(WhyNot::NotHere);
        }
        // Phase and turn before timing: they are what a player has to know about a card.
        if !ability.phases.is_empty() && !self.state.phase.is_some_and(|p| ability.phases.contains(&p)) {
            return Err(WhyNot::Phase);
        }
        if !timings.contains(&timing) {
            return Err(WhyNot::Timing);
        }
        if ability.turn.as_ref().is_some_and(|t| !env.seat_is(t, self.state.active)) {
            return Err(WhyNot::Turn);
        }
        if let Some(filter) = &ability.replies_to {
            let replied = reply_to.and_then(|id| self.state.use_(id));
            if !replied.is_some_and(|u| env.use_matches(filter, u)) {
                return Err(WhyNot::ReplyTo);
            }
        }
        self.usable(ability, choice, &draft)
    }

    /// A use of a choice with nothing chosen yet.
    pub fn draft(&self, seat: Seat, choice: Choice, reply_to: Option<UseId>) -> Use {
        Use {
            id: UseId(0),
            ability: choice.ability,
            kind: self.rules.abilities[choice.ability.index()].kind,
            card: choice.card,
            user: seat,
            targets: Vec::new(),
            paid: Vec::new(),
            x: 0,
            reply_to,
            dest: None,
            cancelled: false,
            free: false,
            moment: 0,
            event: None,
        }
    }

    /// A use that an effect makes of an ability: it costs nothing.
    pub fn free_use(&self, ability: AbilityId, kind: Option<UseKindId>, card: Option<Card>, user: Seat) -> Use {
        Use { kind, card, free: true, ..self.draft(user, Choice { ability, card }, None) }
    }

    fn usable(&self, ability: &Ability, choice: Choice, draft: &Use) -> Result<(), WhyNot> {
        if self.is_spent(choice.ability, choice.card) {
            return Err(WhyNot::Spent);
        }
        if self.is_disabled(ability) {
            return Err(WhyNot::Disabled);
        }
        let env = Env::of_use(&self.rules, &self.state, draft);
        let of_kind = ability.kind.map_or(&[][..], |k| &self.rules.uses[k.index()].needs);
        for (cond, because) in ability.needs.iter().chain(of_kind) {
            if !env.holds(cond) {
                let numbers = match cond {
                    Cond::Amount(a, cmp, b) => Some((env.amount(a), *cmp, env.amount(b))),
                    _ => None,
                };
                return Err(WhyNot::Need(because.clone(), numbers));
            }
        }
        if let Some(verb) = self.rules.use_verb
            && let Some(source) = env.permission(verb, true, choice.card, Some(draft), draft.user)
        {
            return Err(WhyNot::Forbidden(source));
        }
        self.completable(&mut draft.clone(), 0)
    }

    /// Whether the script of an ability failed so often that it is not tried again.
    pub(super) fn is_disabled(&self, ability: &Ability) -> bool {
        let Effect::Script(script) = ability.effect else { return false };
        self.state.failures.iter().any(|(s, n)| *s == script && *n >= MAX_FAILURES)
    }

    /// Whether the targets from `at` on and the cost can be met together.
    pub(super) fn completable(&self, use_: &mut Use, at: usize) -> Result<(), WhyNot> {
        let targets = self.rules.abilities[use_.ability.index()].targets.len();
        self.complete(use_, at, &mut vec![None; targets])
    }

    /// The same; `known` has the options of targets that do not depend on what is chosen before.
    fn complete(&self, use_: &mut Use, at: usize, known: &mut [Option<Vec<Value>>]) -> Result<(), WhyNot> {
        let ability = &self.rules.abilities[use_.ability.index()];
        let Some(target) = ability.targets.get(at) else { return self.payable(use_) };
        let env = Env::of_use(&self.rules, &self.state, use_);
        let options = known[at].take().unwrap_or_else(|| env.options(&target.what));
        let (min, max) = self.bounds(&env, &target.what, options.len());
        let none = Err(WhyNot::NoTarget(target.name));
        if options.len() < min {
            return none;
        }
        let index = target.what.rules.as_ref().map(|rules| sets::Index::new(&env, rules, &options));
        let fits = |mask: u64| index.as_ref().is_none_or(|i| i.fits(mask));
        // What comes after does not depend on the choice: some legal set is enough.
        if !ability.joint {
            if index.is_some() && !sets::some_subset(options.len(), min, max, MAX_SETS, fits) {
                return none;
            }
            return self.complete(use_, at + 1, known);
        }
        // Where one that comes later has too few options whatever is chosen here, nothing has to be tried.
        for (later, place) in ability.targets.iter().zip(known.iter_mut()).skip(at + 1).filter(|(t, _)| t.is_free) {
            let options = place.get_or_insert_with(|| env.options(&later.what));
            if matches!(later.what.min, Amount::Int(n) if n != EVERY && (options.len() as i64) < n) {
                return none;
            }
        }
        let mut with = use_.clone();
        with.targets.push(Value::Nil);
        // The first choice is the cheapest one: its price says what is missing.
        let mut too_dear = None;
        let found = sets::some_subset(options.len(), min, max, MAX_SETS, |mask| {
            if !fits(mask) {
                return false;
            }
            with.targets[at] = Value::List(sets::pick(&options, mask));
            match self.complete(&mut with, at + 1, known) {
                Ok(()) => true,
                Err(why @ WhyNot::Counter { .. }) => {
                    too_dear.get_or_insert(why);
                    false
                }
                Err(_) => false,
            }
        });
        if target.is_free {
            known[at] = Some(options);
        }
        if found { Ok(()) } else { too_dear.map_or(none, Err) }
    }

    pub(super) fn bounds(&self, env: &Env, what: &Selection, options: usize) -> (usize, usize) {
        let min = match env.amount(&what.min) {
            EVERY => options,
            n => n.max(0) as usize,
        };
        let max = what.max.as_ref().map_or(options, |m| env.amount(m).max(0) as usize);
        (min, max)
    }

    // ---- costs ----

    /// The parts of the cost: those of the kind of use, then the ability's own.
    fn cost_parts(&self, use_: &Use) -> Vec<&CostPart> {
        if use_.free {
            return Vec::new();
        }
        let kind = use_.kind.map(|k| self.rules.uses[k.index()].cost.iter());
        let own = self.rules.abilities[use_.ability.index()].cost.iter();
        kind.into_iter().flatten().chain(own).collect()
    }

    /// The pips of a part of a cost, with everything that changes them; never below none.
    pub fn pips(&self, use_: &Use, part: &PipCost) -> Cost {
        let mut cost = match part {
            PipCost::Fixed(cost) => *cost,
            PipCost::Field(slot) => match use_.card {
                Some(card) => self.rules.defs[self.state.card(card).def.index()].costs[*slot as usize],
                None => Cost::default(),
            },
        };
        // What an ability writes as its own payment is part of its effect's price and not changed.
        if matches!(part, PipCost::Field(_)) {
            Env::of_use(&self.rules, &self.state, use_).cost_changes(use_, &mut cost);
        }
        cost.iter_mut().for_each(|n| *n = (*n).max(0));
        cost
    }

    fn payers(&self, use_: &Use, taken: &[Vec<Value>]) -> Vec<Value> {
        let Some(payers) = &self.rules.schema.payers else { return Vec::new() };
        let mut out = Env::of_use(&self.rules, &self.state, use_).candidates(payers);
        out.retain(|v| !taken.iter().any(|t| t.contains(v)));
        out
    }

    /// Whether these cards pay exactly these pips.
    pub fn pays(&self, cost: &Cost, cards: &[Value]) -> bool {
        let wanted: i64 = cost.iter().map(|n| *n as i64).sum();
        cards.len() as i64 == wanted && self.covers(cost, cards)
    }

    /// Whether some of these cards pay these pips.
    fn covers(&self, cost: &Cost, cards: &[Value]) -> bool {
        let env = Env::new(&self.rules, &self.state, Seat(0));
        let mut rows = Vec::new();
        for (kind, n) in cost.iter().enumerate().filter(|(_, n)| **n > 0) {
            let filter = &self.rules.schema.pips[kind].1;
            let mut row = 0u64;
            for (i, v) in cards.iter().take(64).enumerate() {
                if env.matches(filter, v) {
                    row |= 1 << i;
                }
            }
            if (row.count_ones() as i64) < *n as i64 {
                return false;
            }
            (0..*n).for_each(|_| rows.push(row));
        }
        rows.len() <= cards.len() && sets::matching(&rows).is_some()
    }

    fn payable(&self, use_: &Use) -> Result<(), WhyNot> {
        let parts = self.cost_parts(use_);
        self.counters_payable(use_, &parts)?;
        for part in parts {
            match part {
                CostPart::Counter { .. } => {}
                CostPart::Pips(pips) => {
                    let cost = self.pips(use_, pips);
                    if cost.iter().any(|n| *n > 0) && !self.covers(&cost, &self.payers(use_, &[])) {
                        return Err(WhyNot::Cost(cost));
                    }
                }
                CostPart::Cards { what, does, itself } => {
                    let env = Env::of_use(&self.rules, &self.state, use_);
                    let options = self.cost_options(&env, use_, what, does, *itself);
                    if options.len() < self.bounds(&env, what, options.len()).0 {
                        return Err(WhyNot::CostCards);
                    }
                }
            }
        }
        Ok(())
    }

    fn cost_options(&self, env: &Env, use_: &Use, what: &Selection, does: &[Proposal], itself: bool) -> Vec<Value> {
        let mut options = env.options(what);
        // What may not happen to a card pays for nothing.
        let may = |card, p: &Proposal| {
            let verb = self.rules.events[p.event.index()].name;
            env.permission(verb, true, Some(card), None, use_.user).is_none()
        };
        options.retain(|v| v.card().is_none_or(|card| does.iter().all(|p| may(card, p))));
        // A card cannot pay for itself.
        options.retain(|v| itself || v.card().is_none() || v.card() != use_.card || use_.kind.is_none());
        options
    }

    // ---- declaring ----

    /// Begins to declare.
    pub(super) fn declare(&mut self, seat: Seat, choice: Choice, reply_to: Option<UseId>) {
        let use_ = self.draft(seat, choice, reply_to);
        self.push(Task::Declare(Box::new(Declare::new(use_))));
    }

    /// What is to be chosen next; `None` when everything is.
    pub fn declare_decision(&self, declare: &Declare) -> Option<Decision> {
        if declare.stage == Stage::Left {
            return None;
        }
        if let Some(decision) = self.trigger_decision(declare) {
            return Some(decision);
        }
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        let env = Env::of_use(&self.rules, &self.state, use_);
        let mut decision =
            Decision { card: use_.card, ability: Some(use_.ability), ..Decision::new(use_.user, Kind::Number(0, 0)) };
        if let Some(target) = ability.targets.get(use_.targets.len()) {
            let mut options = env.options(&target.what);
            let (min, max) = self.bounds(&env, &target.what, options.len());
            if max == 1 {
                options.retain(|v| self.target_fits(declare, std::slice::from_ref(v)).is_ok());
            }
            let rule = if target.what.rules.is_some() || ability.joint {
                PickRule::Declare(use_.user)
            } else {
                PickRule::Free
            };
            decision.slot = Some(target.name);
            decision.kind = Kind::Pick { options, min: min as u32, max: max as u32, rule, list: target.list };
            return Some(decision);
        }
        let part = *self.cost_parts(use_).get(declare.payments.len())?;
        match part {
            CostPart::Pips(pips) => {
                let cost = self.pips(use_, pips);
                let n = cost.iter().map(|n| *n as u32).sum();
                let options = if n == 0 { Vec::new() } else { self.payers(use_, &declare.payments) };
                decision.slot = self.rules.schema.symbols.find("pay");
                decision.kind = Kind::Pick { options, min: n, max: n, rule: PickRule::Pips(cost), list: true };
            }
            CostPart::Counter { .. } => {
                decision.kind = Kind::Pick { options: Vec::new(), min: 0, max: 0, rule: PickRule::Free, list: true };
            }
            CostPart::Cards { what, does, itself } => {
                let mut options = self.cost_options(&env, use_, what, does, *itself);
                options.retain(|v| *itself || !declare.payments.iter().any(|p| p.contains(v)));
                let (min, max) = self.bounds(&env, what, options.len());
                decision.slot = self.rules.schema.symbols.find("cost");
                decision.kind =
                    Kind::Pick { options, min: min as u32, max: max as u32, rule: PickRule::Free, list: true };
            }
        }
        Some(decision)
    }

    /// Whether the part of the cost to be paid next is paid by the card itself.
    fn pays_itself(&self, declare: &Declare) -> bool {
        let ability = &self.rules.abilities[declare.use_.ability.index()];
        let part = self.cost_parts(&declare.use_).get(declare.payments.len()).copied();
        declare.use_.targets.len() == ability.targets.len()
            && matches!(part, Some(CostPart::Cards { itself: true, .. }))
    }

    /// Whether the target to be chosen next is all that there are.
    fn takes_every(&self, declare: &Declare) -> bool {
        let targets = &self.rules.abilities[declare.use_.ability.index()].targets;
        targets.get(declare.use_.targets.len()).is_some_and(|t| t.what.min == Amount::Int(EVERY))
    }

    /// Whether the target to be chosen next may be this set.
    pub fn target_fits(&self, declare: &Declare, values: &[Value]) -> Result<(), String> {
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        let Some(target) = ability.targets.get(use_.targets.len()) else { return Ok(()) };
        let env = Env::of_use(&self.rules, &self.state, use_);
        if let Some(rules) = &target.what.rules {
            sets::fits(&env, rules, values)?;
        }
        if ability.joint {
            let mut with = use_.clone();
            with.targets.push(if target.list { Value::List(values.to_vec()) } else { values[0].clone() });
            let at = with.targets.len();
            if let Err(why) = self.completable(&mut with, at) {
                let reason = match &why {
                    WhyNot::NoTarget(name) => self.why_no_target(with, *name),
                    _ => None,
                };
                return Err(reason.unwrap_or_else(|| self.say_why(&why)));
            }
        }
        Ok(())
    }

    pub(super) fn step_declare(&mut self, mut declare: Box<Declare>, input: In) -> Out {
        let mut given = match input {
            In::Answer(_, super::decision::Answer::Values(values)) => Some(values),
            _ => None,
        };
        while !self.declare_on(&mut declare, given.take()) {
            given = self.picked_by_chance(&declare);
            if given.is_none() {
                self.push(Task::Declare(declare));
                return Out::Ask;
            }
        }
        self.declared(*declare);
        Out::Next(In::Go)
    }

    /// What chance picks for the target to be chosen next; `None`: its player chooses.
    fn picked_by_chance(&mut self, declare: &Declare) -> Option<Vec<Value>> {
        let rules = self.rules.clone();
        let targets = &rules.abilities[declare.use_.ability.index()].targets;
        if !targets.get(declare.use_.targets.len())?.what.random {
            return None;
        }
        let Kind::Pick { mut options, min, .. } = self.declare_decision(declare)?.kind else { return None };
        let mut picked = Vec::new();
        while picked.len() < min as usize && !options.is_empty() {
            let i = self.roll_index(&options);
            picked.push(options.remove(i));
        }
        Some(picked)
    }

    /// Goes on declaring with what was chosen. False: something is still to be chosen.
    pub(super) fn declare_on(&self, declare: &mut Declare, mut given: Option<Vec<Value>>) -> bool {
        while let Some(decision) = self.declare_decision(declare) {
            let Kind::Pick { options, min, max, list, .. } = &decision.kind else {
                unreachable!("declaring asks for picks")
            };
            let is_about_trigger = self.trigger_decision(declare).is_some();
            let values = match given.take() {
                Some(values) => values,
                // Nothing to choose from or to pay: nothing is asked.
                _ if *max == 0 || options.is_empty() && *min == 0 => Vec::new(),
                _ if is_about_trigger && options.len() == 1 => options.clone(),
                // The card itself pays.
                _ if self.pays_itself(declare) => options.clone(),
                // All there are: there is nothing to choose.
                _ if self.takes_every(declare) => options.clone(),
                _ => return false,
            };
            if is_about_trigger {
                self.trigger_chosen(declare, &values.into_iter().next().unwrap_or_default());
                continue;
            }
            let ability = &self.rules.abilities[declare.use_.ability.index()];
            if declare.use_.targets.len() < ability.targets.len() {
                let value = if *list { Value::List(values) } else { values.into_iter().next().unwrap_or_default() };
                declare.use_.targets.push(value);
            } else {
                // What the card does to itself is no card that was chosen to pay.
                if !self.pays_itself(declare) {
                    declare.use_.paid.extend(values.iter().filter_map(Value::card));
                }
                declare.payments.push(values);
            }
        }
        true
    }

    /// Writes a complete declaration: the card goes where it waits, the cost is paid.
    pub(super) fn declared(&mut self, declare: Declare) {
        let Declare { mut use_, payments, stage } = declare;
        if stage == Stage::Left {
            return self.trigger_left(&use_);
        }
        if use_.event.is_some() || use_.free {
            return self.run_trigger(use_, &payments);
        }
        let rules = self.rules.clone();
        let ability = &rules.abilities[use_.ability.index()];
        if let Some(x) = &ability.x {
            use_.x = Env::of_use(&self.rules, &self.state, &use_).amount(x);
        }
        let mut events = Vec::new();
        if let (Some(card), Some(to)) = (use_.card, use_.kind.and_then(|k| rules.uses[k.index()].to.as_ref()))
            && let Some(zone) = Env::of_use(&self.rules, &self.state, &use_).dest(to, Some(card), &[])
        {
            events.push(self.moved(card, zone, false, Role::Rule));
        }
        let (payment, paid) = self.cost_events(&use_, &payments);
        events.extend(payment);
        self.state.next.uses += 1;
        let id = UseId(self.state.next.uses);
        use_.id = id;
        if let Some(level) = ability.once {
            self.state.spent.push((use_.card, ability.limit_as, level));
        }
        let source = (use_.card, use_.user);
        self.use_up_cost_changes(&use_);
        self.state.use_granted(use_.ability, use_.card, use_.user);
        self.record(Line::Used {
            id,
            ability: use_.ability,
            card: use_.card,
            user: use_.user,
            targets: use_.targets.clone(),
            reply_to: use_.reply_to.and_then(|r| self.state.use_(r)).and_then(|u| u.card),
        });
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        let fields = vec![Value::Use(id), use_.card.map_or(Value::Nil, Value::Card), Value::Seat(use_.user)];
        events.push(Event::new(event::USED, fields, Role::Rule));
        self.state.uses.push(use_);
        self.push(Task::Use(id, 0, self.state.pending.len() as u8));
        self.settle_at(SettleLevel::Step);
        let batch = Batch::new(events, source.0, Some(source.1));
        self.push(Task::Batch(Box::new(batch)));
    }

    /// What pays a cost, and the cards that pay pips.
    pub(super) fn cost_events(&self, use_: &Use, payments: &[Vec<Value>]) -> (Vec<Event>, Vec<Card>) {
        let (mut events, mut paid) = (Vec::new(), Vec::new());
        for (part, cards) in self.cost_parts(use_).into_iter().zip(payments) {
            let (does, role) = match part {
                CostPart::Pips(_) => (&self.rules.schema.paying, Role::Pips),
                CostPart::Cards { does, .. } => (does, Role::Cost),
                CostPart::Counter { name, amount } => {
                    events.extend(self.counter_payment(use_, *name, amount));
                    continue;
                }
            };
            if role == Role::Pips {
                paid.extend(cards.iter().filter_map(Value::card));
            }
            for card in cards {
                let env = Env::of_use(&self.rules, &self.state, use_).at_value(card);
                events.extend(self.proposals(&env, does, role));
            }
        }
        (events, paid)
    }

    // ---- stages ----

    pub(super) fn step_use(&mut self, id: UseId, at: u8, base: u8) -> Out {
        if self.state.pending.len() > base as usize {
            self.push(Task::Use(id, at, base));
            self.push(Task::Settle(SettleLevel::Step));
            return Out::Next(In::Go);
        }
        let rules = self.rules.clone();
        let Some(use_) = self.state.use_(id) else { return Out::Next(In::Return(Value::Nil)) };
        let cancelled = use_.cancelled;
        let steps: &[UseStep] = match use_.kind {
            Some(kind) => &rules.uses[kind.index()].steps,
            None => &[UseStep::Resolve],
        };
        let Some(step) = steps.get(at as usize) else { return self.end_use(id) };
        self.push(Task::Use(id, at + 1, base));
        self.settle_at(SettleLevel::Step);
        match step {
            UseStep::Window(window) => self.open_window(*window, Some(id)),
            UseStep::Resolve => self.resolve(id),
            UseStep::Do(list) if !cancelled => {
                let context = self.use_context(id);
                self.push(Task::List(*list, 0, Box::new(context)));
            }
            UseStep::Do(_) => {}
            UseStep::Settle(dest) => self.settle_card(id, dest),
        }
        Out::Next(In::Go)
    }

    fn use_context(&self, id: UseId) -> Context {
        let use_ = self.state.use_(id).expect("a running use is in the state");
        Context { me: use_.user, card: use_.card, this: Some(id), event: use_.event.clone(), vars: Vec::new() }
    }

    fn resolve(&mut self, id: UseId) {
        let rules = self.rules.clone();
        let Some(use_) = self.state.use_(id) else { return };
        let ability = &rules.abilities[use_.ability.index()];
        let line = Line::NoEffect(use_.ability, use_.card);
        if use_.cancelled {
            return self.record(line);
        }
        if self.is_disabled(ability) {
            self.record(line);
            return self.happens_after_all(&self.use_context(id));
        }
        let env = Env::of_use(&rules, &self.state, use_);
        if ability.condition.as_ref().is_some_and(|c| !env.holds(c)) {
            return self.record(line);
        }
        // What became illegal since the declaration drops out; if that was all, nothing is left to do.
        if use_.kind.is_some() && !ability.targets.is_empty() {
            let kept: Vec<Value> =
                use_.targets.iter().zip(&ability.targets).map(|(v, t)| still_legal(&env, &t.what, v)).collect();
            let lost_all =
                kept.iter().zip(&use_.targets).any(|(now, then)| now.items().is_empty() && !then.items().is_empty());
            let only = ability.targets.len() == 1;
            if let Some(use_) = self.state.use_mut(id) {
                use_.targets = kept;
            }
            if lost_all && only {
                return self.record(line);
            }
        }
        let moment = self.state.next.batches + 1;
        if let Some(use_) = self.state.use_mut(id) {
            use_.moment = moment;
        }
        let context = self.use_context(id);
        match &ability.effect {
            Effect::Script(script) => {
                self.push(Task::Script(Box::new(ScriptCall { script: *script, context, started: false })));
            }
            Effect::List(list) => self.push(Task::List(*list, 0, Box::new(context))),
            Effect::None | Effect::Events(_) => {}
        }
    }

    fn settle_card(&mut self, id: UseId, dest: &super::filter::Dest) {
        let Some(use_) = self.state.use_(id) else { return };
        let (Some(card), Some(kind)) = (use_.card, use_.kind) else { return };
        // Only a card that still waits where its use put it goes on: its effect may have moved it.
        let waits = self.rules.uses[kind.index()].to.as_ref().map(|to| to.kind);
        if waits.is_some_and(|kind| kind != self.rules.schema.kind_of(self.state.card(card).zone)) {
            return;
        }
        let env = Env::of_use(&self.rules, &self.state, use_);
        let Some((zone, top)) = use_.dest.or_else(|| Some((env.dest(dest, Some(card), &[])?, false))) else { return };
        let user = use_.user;
        let moved = self.moved(card, zone, top, Role::Rule);
        self.push(Task::Batch(Box::new(Batch::new(vec![moved], Some(card), Some(user)))));
    }

    fn end_use(&mut self, id: UseId) -> Out {
        self.state.uses.retain(|u| u.id != id);
        self.expire(|lasts| *lasts == Lasts::Use(id));
        self.reset_tallies(|tally| tally.per_use);
        if !self.state.tasks.iter().any(|t| matches!(t, Task::Use(..))) {
            self.settle_at(SettleLevel::WholeUse);
        }
        self.settle_at(SettleLevel::Use);
        self.run_queued(Some(id));
        Out::Next(In::Return(Value::Nil))
    }

    /// A card going to a zone, as an event.
    pub fn moved(&self, card: Card, to: Zone, top: bool, role: Role) -> Event {
        let from = Value::Zone(self.state.card(card).zone);
        let position = if top { Value::Int(1) } else { Value::Nil };
        Event::new(event::MOVED, vec![Value::Card(card), from, Value::Zone(to), position, Value::Nil, Value::Nil], role)
    }
}

fn still_legal(env: &Env, what: &Selection, value: &Value) -> Value {
    if what.class != Class::Card || what.source != super::filter::Source::Objects {
        return value.clone();
    }
    let legal = |v: &Value| match v {
        Value::Card(card) => env.at(Obj::Card(*card)).card_matches(&what.filter, *card) && env.may_choose(v),
        _ => true,
    };
    match value {
        Value::List(list) => Value::List(list.iter().filter(|v| legal(v)).cloned().collect()),
        one if legal(one) => one.clone(),
        _ => Value::Nil,
    }
}
