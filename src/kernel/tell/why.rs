//! Reasons: why something cannot be chosen, in words.

use crate::kernel::model::ability::{Ability, AbilityForm, Static};
use crate::kernel::model::checks::AssignAsk;
use crate::kernel::model::decision::{Choice, Decision, Pairs, PickRule};
use crate::kernel::model::lang::{Amount, CardTest, Cmp, SeatTest, Selection, Source, Test};
use crate::kernel::model::rules::WindowAsk;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::translation::{NameKind, Said, say};
use crate::kernel::model::value::{AbilityId, AttrId, Card, Seat, Status, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::{AppliedLayerChange, LayerChange};
use crate::kernel::read::set_rules::OptionIndex;
use crate::kernel::read::state_cache::StateCache;
use crate::kernel::tell::filter_words::describe_card;
use crate::kernel::tell::object_words::GameWithNames;

/// The most effects that are tried, the newest first, to find the one that put a rule in force: each trial takes a copy
/// of the state.
const MOST_SOURCES: usize = 32;

impl GameWithNames<'_> {
    pub(in crate::kernel) fn why_no_pair(
        self,
        pairs: &Pairs,
        ask: Option<&AssignAsk>,
        seat: Seat,
        from: &Value,
        to: &Value,
    ) -> String {
        let shown = self.tell(to);
        let Some(ask) = ask else {
            return say!(self.rules, "not-assigned", "{what} cannot be assigned", what = shown);
        };
        let env = self.seat_env(seat);
        if !pairs.to.contains(to) {
            return self.why_unfit(&env, &ask.to, to);
        }
        match self.pair_forbidden(ask, &env, from, to) {
            Some(by) => {
                let who = self.who_forbids(by, ask.verb);
                say!(self.rules, "may-not-do", "{what} may not do that: {who} forbids it", what = shown, who = who)
            }
            None => {
                let alone = self.why_not_alone(pairs, from, to).map_or(String::new(), |why| format!(": {why}"));
                say!(
                    self.rules,
                    "not-together",
                    "{what} and {other} stand together in no legal assignment{why}",
                    what = shown,
                    other = self.tell(from),
                    why = alone
                )
            }
        }
    }

    /// The rule about sets, in words, that already forbids a receiver to get this one thing alone; `None` if none does.
    fn why_not_alone(self, pairs: &Pairs, from: &Value, to: &Value) -> Option<String> {
        let bounds = pairs.bounds.as_ref()?;
        let env = self.env(&bounds.context).at_value(from);
        let unfit = OptionIndex::new(&env, bounds.sets.as_ref()?, std::slice::from_ref(to)).unfit(1)?;
        Some(self.say_unfit(&unfit))
    }

    /// The first need of a selection that does not hold for a value, in words.
    fn why_needed(self, env: &Env, sel: &Selection, value: &Value) -> Option<String> {
        let words = env.failing_need(sel, value)?;
        let without = || say!(self.rules, "no-condition", "does not meet a condition");
        Some(words.map_or_else(without, |words| words.fill(&env.at_value(value))))
    }

    /// The reason why a value is not among the options of a selection, in words.
    pub fn why_unfit(self, env: &Env, sel: &Selection, value: &Value) -> String {
        let shown = self.tell(value);
        let why = match self.why_needed(env, sel, value) {
            _ if !env.is_sought(sel, value) => self.why_not_sought(env, sel, value),
            why => why,
        };
        match why {
            Some(why) => say!(self.rules, "what-why", "{what} {why}", what = shown, why = why),
            None => self.why_not_option(value, &PickRule::Free),
        }
    }

    /// The reason why a decision does not offer a value: the first condition that the value fails, in its author's
    /// words.
    pub(in crate::kernel) fn why_no_option(self, decision: &Decision, value: &Value) -> Option<String> {
        let of_window = || match self.rules.windows[decision.window?.index()].decision.as_ref()? {
            WindowAsk::Select(what) => Some(&**what),
            _ => None,
        };
        if let Some(what) = &decision.needs {
            // The list whose task waits below this one asks for the choice; otherwise the running script asks.
            let asks = match self.state.tasks.iter().nth_back(1) {
                Some(Task::Chosen(chosen)) => Some(&*chosen.context),
                _ => self.script_context(),
            };
            let context = asks.cloned().unwrap_or_default();
            return self.why_unlike(&Env { me: decision.seat, ..self.env(&context) }, what, value);
        }
        let (env, what) = match (self.state.tasks.last(), decision.slot) {
            (Some(Task::Declare(declare)), Some(slot)) => {
                let targets = &self.rules.abilities[declare.use_.ability.index()].targets;
                let target = targets.iter().find(|t| t.name == slot)?;
                (self.use_env(&declare.use_), &target.what)
            }
            _ => (self.seat_env(decision.seat), of_window()?),
        };
        self.why_unlike(&env, what, value)
    }

    /// The reason why a value may not be chosen as the first target of a use, in words; `None`: it may.
    pub fn why_no_first_target(self, seat: Seat, choice: Choice, value: &Value) -> Option<String> {
        let target = self.rules.abilities[choice.ability.index()].targets.first()?;
        let draft = self.draft(seat, choice, None);
        let env = self.use_env(&draft);
        if env.target_options(&target.what).contains(value) {
            return None;
        }
        self.why_unlike(&env, &target.what, value).or_else(|| Some(self.why_not_option(value, &PickRule::Free)))
    }

    fn why_unlike(self, env: &Env, what: &Selection, value: &Value) -> Option<String> {
        if let Source::Either(all) = &what.source {
            let of_kind = all.iter().find(|one| one.source.is_of_kind(value));
            if let Some(why) = of_kind.and_then(|one| self.why_unlike(env, one, value)) {
                return Some(why);
            }
        }
        let shown = self.tell(value);
        if !env.is_sought(what, value) {
            return self
                .why_not_sought(env, what, value)
                .map(|why| say!(self.rules, "what-why", "{what} {why}", what = shown, why = why));
        }
        match self.why_needed(env, what, value) {
            Some(why) => Some(say!(self.rules, "what-is-why", "{what}: {why}", what = shown, why = why)),
            None => self
                .why_forbidden(env, what, value)
                .map(|why| say!(self.rules, "what-why", "{what} {why}", what = shown, why = why)),
        }
    }

    /// The reasons why the first three candidates of a selection cannot be chosen; `None` if no reason is known.
    pub(in crate::kernel) fn why_none_fits(self, env: &Env, what: &Selection) -> Option<String> {
        let mut reasons = Vec::new();
        for v in env.candidates(what).iter().take(3) {
            let because = match self.why_needed(env, what, v) {
                Some(why) => Some(why),
                None => self.why_forbidden(env, what, v),
            };
            let is_seen = v.card().is_none_or(|card| self.state.sees(self.rules, env.me, card));
            let name = || if is_seen { self.tell(v) } else { say!(self.rules, "a-card", "a card") };
            reasons.extend(because.map(|why| say!(self.rules, "what-why", "{what} {why}", what = name(), why = why)));
        }
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// The words "may not: … forbids it" if a card is forbidden the verb of a selection: they name the card or the
    /// rule.
    fn why_forbidden(self, env: &Env, what: &Selection, value: &Value) -> Option<String> {
        let by = env.permission(what.verb?, true, Some(value.card()?), None, env.me)?;
        let who = self.who_forbids(by, what.verb);
        Some(say!(self.rules, "forbids-that", "may not: {who} forbids it", who = who))
    }

    /// The reason why a printed ability does not work: its card has lost it, or something mutes it.
    pub(in crate::kernel) fn why_silent(self, choice: Choice) -> String {
        let Some(card) = choice.card else { return say!(self.rules, "no-work", "it does not work") };
        if !self.has_ability(card, choice.ability) {
            let took = |did: &&AppliedLayerChange| {
                did.what == LayerChange::Lose(self.rules.abilities[choice.ability.index()].group)
            };
            let did = self.layered(card).and_then(|of| of.did.iter().rev().find(took));
            let card = self.card_name(card);
            return match did.and_then(|did| did.by) {
                Some(by) => {
                    let by = self.card_name(by);
                    say!(self.rules, "has-lost-to", "{card} has lost that ability: {by} takes it", card = card, by = by)
                }
                None => say!(self.rules, "has-lost", "{card} has lost that ability", card = card),
            };
        }
        match self.table_env().who_mutes(card, choice.ability) {
            Some(Some(by)) => say!(self.rules, "mutes-it", "{card} mutes it", card = self.card_name(by)),
            _ => say!(self.rules, "why-muted", "an effect has muted it"),
        }
    }

    /// The first test of a selection that a card fails, in words.
    fn why_not_sought(self, env: &Env, sel: &Selection, value: &Value) -> Option<String> {
        self.why_filtered(env, sel.of_cards()?, value.card()?)
    }

    /// The words for the first part of a test that a card fails; parts for which there are no words are passed over.
    pub(in crate::kernel) fn why_filtered(self, env: &Env, test: &Test<CardTest>, card: Card) -> Option<String> {
        let rules = self.rules;
        let status = |s: &Status| {
            rules.said(NameKind::Status, rules.schema.statuses[s.group()].1[s.value() as usize]).to_string()
        };
        let or = say!(rules, "or", " or ");
        let of = |test: &SeatTest, seat: Seat| match test {
            SeatTest::Me => Some(say!(rules, "is-not-yours", "is not yours")),
            SeatTest::Opponent if seat == env.me => Some(say!(rules, "is-yours", "is yours")),
            _ => None,
        };
        match test {
            Test::All(all) => {
                let mut failing = all.iter().filter(|f| !env.card_matches(f, card));
                failing.find_map(|f| self.why_filtered(env, f, card))
            }
            Test::Not(inner) => match &**inner {
                Test::One(CardTest::Status(any)) => {
                    let has = |s: &&Status| self.state.card(card).statuses[s.group()] == s.value();
                    let is = any.iter().find(has)?;
                    Some(say!(rules, "is-so", "is {status}", status = status(is)))
                }
                Test::One(CardTest::HasAbility(kinds)) if kinds.is_empty() => {
                    Some(say!(rules, "has-ability", "has an ability"))
                }
                _ => None,
            },
            Test::One(CardTest::Controller(test)) => of(test, self.controller(card)),
            Test::One(CardTest::Owner(test)) => of(test, self.state.card(card).owner),
            Test::One(CardTest::Type(_)) => {
                Some(say!(rules, "is-no", "is no {what}", what = describe_card(Said::by(rules), test)))
            }
            Test::One(CardTest::Status(any)) => {
                let group = any.first()?.group();
                let now = Status::new(group as u8, self.state.card(card).statuses[group]);
                let wanted = any.iter().map(status).collect::<Vec<_>>().join(&or);
                Some(say!(rules, "is-not-so", "is {status}, not {wanted}", status = status(&now), wanted = wanted))
            }
            Test::One(CardTest::HasAbility(kinds)) => Some(match kinds.as_slice() {
                [] => say!(rules, "has-no-ability", "has no ability"),
                kinds => {
                    let names: Vec<&str> = kinds.iter().map(|k| rules.said(NameKind::Kind, *k)).collect();
                    say!(rules, "has-no", "has no {what}", what = names.join(&or))
                }
            }),
            Test::One(CardTest::FaceDown(true)) => Some(say!(rules, "lies-face-up", "lies face up")),
            Test::One(CardTest::FaceDown(false)) => Some(say!(rules, "lies-face-down", "lies face down")),
            Test::One(CardTest::Other) => Some(say!(rules, "must-be-other", "must be another card")),
            Test::One(CardTest::Attr(attr, cmp, bound)) => self.why_number(env, card, *attr, *cmp, bound),
            _ => None,
        }
    }

    fn why_number(self, env: &Env, card: Card, attr: AttrId, cmp: Cmp, bound: &Amount) -> Option<String> {
        let attr_def = &self.rules.schema.attrs[attr.index()];
        // The names of computed values mean nothing to players.
        attr_def.base.printed()?;
        let name = self.rules.said(NameKind::Field, attr_def.name);
        let (n, bound) = (env.card_attr(card, attr), env.at_value(&Value::Card(card)).amount(bound));
        let sign = cmp.sign();
        Some(say!(
            self.rules,
            "has-number",
            "has {name} {n}, and it must be {sign} {bound}",
            name = name,
            n = n,
            sign = sign,
            bound = bound
        ))
    }
}

impl Game<'_> {
    /// The name of whatever forbids a verb: the card `by`; else the card whose effect put a rule of the game in force;
    /// else that rule.
    pub(in crate::kernel) fn who_forbids(self, by: Option<Card>, verb: Option<Sym>) -> String {
        match by.or_else(|| self.behind_rule(verb?)) {
            Some(card) => self.card_name(card).into(),
            None => self.rule_that_forbids(verb),
        }
    }

    /// The name of the rule that forbids a verb: the rule in force, or the only rule about the verb.
    pub(in crate::kernel) fn rule_that_forbids(self, verb: Option<Sym>) -> String {
        let forbids = |one: &Static| matches!(one, Static::Permission(p) if p.forbids && Some(p.verb) == verb);
        let of_game = |ability: &Ability| ability.def.is_none() && ability.statics.iter().any(forbids);
        let mut in_force: Vec<*const Ability> = Vec::new();
        self.table_env().each_static(&mut |ability, env| {
            if env.card.is_none() && of_game(ability) && env.in_force(ability) {
                in_force.push(ability);
            }
        });
        let all = self.rules.abilities.iter().enumerate().filter(|(_, ability)| of_game(ability));
        let now = all.clone().filter(|(_, ability)| in_force.contains(&std::ptr::from_ref(*ability)));
        let found: Vec<usize> =
            if in_force.is_empty() { all.map(|of| of.0).collect() } else { now.map(|of| of.0).collect() };
        // A rule without an id is called by its number.
        let name = |at: usize| self.rules.label_said(AbilityId::of(at)).replace('_', " ");
        match found[..] {
            [at] if name(at).parse::<u32>().is_err() => {
                say!(self.rules, "the-rule", "the rule `{rule}`", rule = name(at))
            }
            _ => say!(self.rules, "a-rule", "a rule of the game"),
        }
    }

    /// The card of an effect without which no rule of the game would forbid a verb now.
    fn behind_rule(self, verb: Sym) -> Option<Card> {
        let forbids = |one: &Static| matches!(one, Static::Permission(p) if p.forbids && p.verb == verb);
        let is_forbidden = |game: Game| {
            let mut found = false;
            game.table_env().each_static(&mut |ability, env| {
                found |= env.card.is_none() && ability.statics.iter().any(forbids) && env.in_force(ability);
            });
            found
        };
        if !is_forbidden(self) {
            return None;
        }
        let sources = self.state.modifiers.iter().enumerate().rev().filter_map(|(at, m)| Some((at, m.source?)));
        let is_behind = |at: usize| {
            let mut without = self.state.clone();
            without.modifiers.remove(at);
            !is_forbidden(Game { rules: self.rules, state: &without, derived: &StateCache::default() })
        };
        sources.take(MOST_SOURCES).find(|(at, _)| is_behind(*at)).map(|(_, card)| card)
    }

    /// A refusal, followed by the reason that the timing of the tried ability gives at this moment, if it gives one.
    pub fn with_timing(self, refusal: String, seat: Seat, choice: Choice) -> String {
        let timing = match self.rules.abilities.get(choice.ability.index()).map(|a| &a.form) {
            Some(AbilityForm::Timing(timing)) => *timing,
            _ => return refusal,
        };
        match self.timing_says(seat, timing) {
            Some(words) => format!("{refusal}; {words}"),
            None => refusal,
        }
    }

    /// The words with which the manifest tells a seat why it may use nothing of this timing now, if their condition
    /// holds.
    pub(in crate::kernel) fn timing_says(self, seat: Seat, timing: Sym) -> Option<String> {
        let env = self.seat_env(seat);
        let said = self.rules.timing_words.iter().find(|(t, cond, _)| *t == timing && env.holds(cond));
        said.map(|(_, _, words)| words.fill(&env))
    }
}
