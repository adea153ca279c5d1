//! Decisions: the open questions, their legal answers, and an enumeration of the answers.

use crate::kernel::model::board::Mask;
use crate::kernel::model::decision::{Answer, Choice, Decision, Kind, MAX_SETS, PickRule};
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, Seat, Value, Zone};
use crate::kernel::read::game::Game;
use crate::kernel::read::set_rules;

impl<'a> Game<'a> {
    /// The open decisions, at most one for each seat; empty if nobody is asked.
    pub fn decisions(self) -> Vec<Decision> {
        match self.state.tasks.last() {
            Some(Task::Window(window)) if !window.lanes.is_empty() => self.lane_decisions(window),
            Some(Task::Window(window)) => self.window_decision(window).into_iter().collect(),
            Some(Task::Declare(declare)) => match self.derived.asked() {
                Some(decision) => vec![decision.clone()],
                None => self.declare_decision(declare).into_iter().collect(),
            },
            Some(Task::Batch(batch)) => self.batch_decision(batch).into_iter().collect(),
            Some(Task::Ask(asking)) => {
                let open = asking.decisions.iter().zip(&asking.answers).filter(|(_, a)| a.is_none());
                open.map(|(d, _)| d.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The use that a seat is declaring now, if there is one.
    pub fn declaring(self, seat: Seat) -> Option<&'a Declare> {
        match self.state.tasks.last() {
            Some(Task::Declare(declare)) => Some(declare),
            Some(Task::Window(window)) => window.lane(seat)?.declare.as_deref(),
            _ => None,
        }
    }

    /// True if each open decision has a legal answer, and the current declaration can be completed.
    pub fn can_go_on(self) -> bool {
        self.decisions().iter().all(|decision| {
            self.can_be_met(decision)
                && self.declaring(decision.seat).is_none_or(|declare| self.can_be_completed(declare))
        })
    }

    /// The answer that is given for a player whose time runs out.
    pub fn default_answer(self, decision: &Decision) -> Option<Answer> {
        match (&decision.kind, &decision.default) {
            (_, Some(value)) if self.check(decision, &Answer::Values(value.items().to_vec())).is_ok() => {
                Some(Answer::Values(value.items().to_vec()))
            }
            (Kind::Act { may_pass: true, .. }, _) => Some(Answer::Pass),
            (kind, _) if self.is_in_lane(decision.seat) && !matches!(kind, Kind::Act { .. }) => Some(Answer::Pass),
            _ => self.answers(decision, 1).into_iter().next(),
        }
    }

    /// Checks that an answer is legal.
    ///
    /// # Errors
    ///
    /// The reason for the refusal. Its words reveal nothing that the player may not know.
    pub fn check(self, decision: &Decision, answer: &Answer) -> Result<(), Refusal> {
        if !self.names_known(decision, answer) {
            return Err(Refusal::NoSuchOption);
        }
        match (&decision.kind, answer) {
            (Kind::Act { may_pass: true, .. }, Answer::Pass) => Ok(()),
            (Kind::Act { .. }, Answer::Pass) => Err(Refusal::MustUse),
            (Kind::Act { options, .. }, Answer::Act(choice)) if options.contains(choice) => Ok(()),
            (Kind::Act { .. }, Answer::Act(choice)) => Err(self.not_offered(decision, *choice)),
            (Kind::Pick { options, min, max, rule, .. }, Answer::Values(values)) => {
                self.check_pick(options, *min, *max, rule, values)
            }
            (Kind::Order(items), Answer::Values(values)) => {
                let mut left = items.clone();
                for v in values {
                    match left.iter().position(|i| i == v) {
                        Some(i) => left.remove(i),
                        None => return Err(Refusal::OrderRepeats),
                    };
                }
                if left.is_empty() { Ok(()) } else { Err(Refusal::OrderLacks) }
            }
            (Kind::Number(low, high), Answer::Values(values)) => match values.as_slice() {
                [Value::Int(n)] if (*low..=*high).contains(n) => Ok(()),
                _ => Err(Refusal::Number(*low, *high)),
            },
            (Kind::Assign(pairs), Answer::Values(values)) => self.check_pairs(pairs, values),
            (Kind::Assign(pairs), Answer::Pass) => self.check_pairs(pairs, &[]),
            (Kind::Act { .. }, Answer::Values(_)) => Err(Refusal::UseAsked),
            // A pass in the middle of a hidden declaration withdraws the declaration.
            (_, Answer::Pass) if self.is_in_lane(decision.seat) => Ok(()),
            (_, Answer::Pass) => Err(Refusal::MustChoose),
            (_, Answer::Act(choice)) => Err(Refusal::ChoiceAsked(*choice)),
        }
    }

    /// True if the player can know each object that an answer names: it is an option, she sees it, it is her own card,
    /// or it is public.
    fn names_known(self, decision: &Decision, answer: &Answer) -> bool {
        let (rules, state) = (self.rules, self.state);
        // Players know the cards that they own, but not which of them others took secretly.
        let own = |c: Card| state.card(c).owner == decision.seat && self.controller(c) == decision.seat;
        let seen = |c: Card| own(c) || state.sees(rules, decision.seat, c);
        let card = |c: Card| c.index() < state.cards.len() && seen(c);
        let is_option = |v: &Value| match &decision.kind {
            Kind::Pick { options, .. } | Kind::Order(options) => options.contains(v),
            Kind::Assign(pairs) => pairs.from.contains(v) || pairs.to.contains(v),
            _ => false,
        };
        match answer {
            Answer::Pass => true,
            Answer::Act(choice) => {
                let offered = matches!(&decision.kind, Kind::Act { options, .. } if options.contains(choice));
                offered || choice.ability.index() < rules.abilities.len() && choice.card.is_none_or(card)
            }
            Answer::Values(values) => values.iter().all(|v| match v {
                Value::Card(c) => is_option(v) || card(*c),
                Value::Int(_) | Value::Bool(_) | Value::Text(_) => true,
                // Public knowledge: the players, and the texts of all cards in the game.
                Value::Seat(seat) => seat.0 < rules.schema.seats,
                Value::Word(word) => word.0 < rules.schema.symbols.count() as u32,
                Value::Def(def) => def.index() < rules.defs.len(),
                // Spaces are there for all to see.
                Value::Zone(space) => space.index() < rules.schema.layout.len(),
                Value::List(both) if matches!(decision.kind, Kind::Assign(_)) => both.iter().all(|v| match v {
                    Value::Card(c) => is_option(v) || card(*c),
                    other => is_option(other),
                }),
                other => is_option(other),
            }),
        }
    }

    /// The refusal of a choice that is not offered, with the reason.
    fn not_offered(self, decision: &Decision, choice: Choice) -> Refusal {
        let timings = decision.window.map_or(&[][..], |w| &self.rules.windows[w.index()].offers);
        let reply_to = self.state.window().and_then(|w| w.subject);
        Refusal::NotOffered(choice, self.why_unusable(decision.seat, choice, timings, reply_to).err())
    }

    fn check_pick(
        self,
        options: &[Value],
        min: u32,
        max: u32,
        rule: &PickRule,
        values: &[Value],
    ) -> Result<(), Refusal> {
        let may_repeat = matches!(rule, PickRule::Path { .. });
        for (i, v) in values.iter().enumerate().filter(|_| !may_repeat) {
            if values[..i].contains(v) {
                return Err(Refusal::Twice(v.clone()));
            }
        }
        if let PickRule::Pips(cost, _) = rule
            && min == max
            && values.len() as u32 != min
        {
            return Err(Refusal::PaymentCount { cost: *cost, needed: min, given: values.len() as u32 });
        }
        if let Some(other) = values.iter().find(|v| !options.contains(v)) {
            return Err(Refusal::NoOption(other.clone()));
        }
        let given = values.len() as u32;
        if given < min {
            return Err(Refusal::TooFew { least: min, given });
        }
        if given > max {
            return Err(Refusal::TooMany { most: max, given });
        }
        self.set_is_legal(rule, values)
    }

    /// Judges a set as a whole. The caller has checked that its members are options and that its size is legal.
    ///
    /// # Errors
    ///
    /// The reason why the set is illegal.
    pub fn set_is_legal(self, rule: &PickRule, values: &[Value]) -> Result<(), Refusal> {
        match rule {
            PickRule::Free => Ok(()),
            PickRule::Declare(seat) => match self.declaring(*seat) {
                Some(declare) => self.target_fits(declare, values),
                None => Ok(()),
            },
            PickRule::Pips(cost, seat) => match self.declaring(*seat) {
                Some(declare) if !self.pays(cost, &declare.use_, values) => Err(Refusal::Unpaid(*cost)),
                Some(declare) => self.payment_fits(declare, values),
                None => Ok(()),
            },
            PickRule::Rules(rules, context) => set_rules::fits(&self.env(context), rules, values).map_err(Refusal::Set),
            PickRule::Path { from, open, ends } => match self.is_path(*from, values, *open, *ends) {
                true => Ok(()),
                false => Err(Refusal::NoWay),
            },
        }
    }

    /// Legal answers, at most `limit`. Of an order only the present one is listed, and of a choice with very many
    /// possible sets only some are.
    pub fn answers(self, decision: &Decision, limit: usize) -> Vec<Answer> {
        match &decision.kind {
            Kind::Act { options, may_pass } => {
                let pass = may_pass.then_some(Answer::Pass);
                options.iter().map(|c| Answer::Act(*c)).chain(pass).take(limit).collect()
            }
            Kind::Pick { options, min, max, rule, .. } => {
                self.legal_sets(options, *min, *max, rule, limit).into_iter().map(Answer::Values).collect()
            }
            Kind::Order(items) => vec![Answer::Values(items.clone())],
            Kind::Assign(pairs) => self.assignments(pairs, limit),
            Kind::Number(low, high) => {
                (*low..=*high).take(limit).map(|n| Answer::Values(vec![Value::Int(n)])).collect()
            }
        }
    }

    /// True if a decision can be answered at all.
    pub fn can_be_met(self, decision: &Decision) -> bool {
        decision.kind.can_be_met()
            && match &decision.kind {
                Kind::Pick { rule: PickRule::Free, .. } => true,
                Kind::Pick { options, min, max, rule, .. } => !self.legal_sets(options, *min, *max, rule, 1).is_empty(),
                _ => true,
            }
    }

    /// Legal sets by size, then in the order of the options, at most `limit`. More than 64 options are not enumerated
    /// completely.
    pub fn legal_sets(self, options: &[Value], min: u32, max: u32, rule: &PickRule, limit: usize) -> Vec<Vec<Value>> {
        if let PickRule::Path { from, open, ends } = rule {
            return self.paths(*from, min, max, (*open, *ends), limit);
        }
        if *rule == PickRule::Free && options.len() > set_rules::MAX_OPTIONS {
            let sizes = (min as usize..=(max as usize).min(options.len())).filter(|n| *n > 0);
            let none = (min == 0).then(Vec::new);
            let sets = sizes.flat_map(|n| options.windows(n).map(<[Value]>::to_vec));
            return none.into_iter().chain(sets).take(limit).collect();
        }
        // The state is read once for all subsets where the rule allows it.
        if let Some(together) = self.joint_rule(options, rule) {
            let masks = together.legal(min, max, limit);
            return masks.into_iter().map(|mask| set_rules::pick(options, mask)).collect();
        }
        let mut out = Vec::new();
        set_rules::some_subset(options.len(), min as usize, max as usize, MAX_SETS, |mask| {
            let set = set_rules::pick(options, mask);
            if self.set_is_legal(rule, &set).is_ok() {
                out.push(set);
            }
            out.len() >= limit
        });
        if out.is_empty() {
            out.extend(self.one_payment(rule).filter(|set| self.set_is_legal(rule, set).is_ok()));
        }
        out
    }

    /// One payment for the part of a cost that is asked for; used where trying sets takes too long.
    fn one_payment(self, rule: &PickRule) -> Option<Vec<Value>> {
        let (PickRule::Pips(_, seat) | PickRule::Declare(seat)) = rule else { return None };
        let declare = self.declaring(*seat)?;
        if declare.use_.targets.len() < self.rules.abilities[declare.use_.ability.index()].targets.len() {
            return None;
        }
        self.rest_paid(&declare.use_, &declare.payments).ok()?.into_iter().next()
    }

    fn is_path(self, from: Zone, path: &[Value], open: Mask, ends: Mask) -> bool {
        let env = self.table_env();
        let Some(at) = env.on_board(from) else { return false };
        let place = |v: &Value| match v {
            Value::Zone(z) => env.on_board(*z).filter(|o| o.first == at.first).map(|o| o.place),
            _ => None,
        };
        let places: Option<Vec<u16>> = path.iter().map(place).collect();
        places.is_some_and(|path| at.def.board.is_path(at.place, &path, open, ends))
    }

    fn paths(self, from: Zone, min: u32, max: u32, (open, ends): (Mask, Mask), limit: usize) -> Vec<Vec<Value>> {
        let mut out = Vec::new();
        if let Some(at) = self.table_env().on_board(from) {
            at.def.board.paths(at.place, min as u16, max as u16, open, ends, &mut |path| {
                out.push(path.iter().map(|p| Value::Zone(at.space(*p))).collect());
                out.len() >= limit
            });
        }
        out
    }
}
