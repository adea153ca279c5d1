//! Sweep, replacements: each ability that stands in the place of an event acts once, whatever proposed the event.
//!
//! Random games find events that were replaced, and scenarios of the cards those that random games miss. At the moments
//! before and behind, the same event is proposed in four ways: by an effect, by a rule of the game, by a payment, and
//! by a check, which looks again as long as it finds something. Each way must replace it once, ask as often, and leave
//! the same cards, counters and statuses.
//!
//! `INTERMEZZO_SWEEP=1` plays many games; otherwise a few of each, as `INTERMEZZO_SEED` says. `INTERMEZZO_ONLY=text`
//! takes the games with that text in their names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::support::sweep::{Moment, Way, follow, search, told};
use crate::support::{Step, files, number};
use intermezzo::catalog::Files;
use intermezzo::kernel::model::ability::{CostPart, Effect};
use intermezzo::kernel::model::batch::Batch;
use intermezzo::kernel::model::context::Context;
use intermezzo::kernel::model::decision::Kind;
use intermezzo::kernel::model::flow_items::{Item, List};
use intermezzo::kernel::model::id_set::IdSet;
use intermezzo::kernel::model::lang::{Amount, CardSource, Cmp, Cond, Expr, Head, Ref, Selection, Source, Test};
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::model::objects::{Called, Event, GrantedAbility, Holder, Lasts, Role, Use};
use intermezzo::kernel::model::origin::Origin;
use intermezzo::kernel::model::state::State;
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::model::value::{AbilityId, DefId, EventId, ListId};
use intermezzo::kernel::read::rule_dependencies::rule_reads;
use intermezzo::kernel::rules::{AbilityForm, Check, CheckMoment, Proposal, UseStep, event};
use intermezzo::kernel::{Answer, Card, Rules, Seat, Value};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table};
use intermezzo_program::scenario::{find, position, table_after, with_base};

/// What proposes an event.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Effect,
    Rule,
    Payment,
    Check,
}

/// An event that an ability replaced, as it was proposed, and a moment at which it can be.
struct Replaced {
    ability: AbilityId,
    moment: Moment,
    event: Event,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug)]
enum Answers {
    First,
    Last,
}

/// The results of one way of proposing an event.
#[derive(Debug, PartialEq)]
struct Came {
    /// How often the ability replaced something.
    replaced: usize,
    /// How many questions were asked.
    asked: usize,
    /// Where cards are and what they are, counters and stored numbers.
    left: String,
}

/// The proposal of an event as it stands.
fn proposal(rules: &Rules, event: &Event) -> Proposal {
    let fields = event.fields.iter().map(|value| Expr::Ref(Ref::value(value.clone()))).collect();
    Proposal::new(event.kind, fields, &rules.events[event.kind.index()])
}

/// True if an event moves its own subject.
fn leads_away(rules: &Rules, kind: EventId, deep: u8) -> bool {
    let parts = || rules.events[kind.index()].does.iter();
    kind == event::MOVED || deep > 0 && parts().any(|part| leads_away(rules, part.event, deep - 1))
}

fn selection(source: Source) -> Selection {
    let (min, max) = (Amount::Int(0), None);
    Selection { source, min, max, rules: None, random: false, needs: Vec::new(), verb: None, cut: None }
}

/// The search that finds one card where it lies.
fn the_card(rules: &Rules, state: &State, card: Card) -> CardSource {
    CardSource {
        filter: Test::Is(Ref::value(Value::Card(card))),
        rest: Test::Is(Ref::value(Value::Card(card))),
        zones: IdSet::one(rules.schema.kind_of(state.card(card).zone)),
        whose: None,
        owner: None,
        lists: Vec::new(),
        position: None,
        hanging: false,
    }
}

impl Replaced {
    /// The moment, with the event about to be proposed; and the counter, if any, that a check raises to find nothing
    /// any more. `None`: this game has none.
    fn proposed(&self, by: By) -> Option<(Moment, Option<usize>)> {
        let Moment { rules, mut state } = self.moment.clone();
        let mut rules = (*rules).clone();
        let seat = self.event.by.unwrap_or(state.active);
        let event = Event { by: Some(seat), ..Event::new(self.event.kind, self.event.fields.clone(), Role::Rule) };
        let batch = |role: Role| {
            let event = Event { role, ..event.clone() };
            Task::Batch(Box::new(Batch::new(vec![event], None, Some(seat))))
        };
        let mut raised = None;
        // Its consequences resolve, too, before the next question.
        state.tasks.push(Task::ChecksAndTriggers(CheckMoment::WholeUse));
        match by {
            By::Effect => state.tasks.push(batch(Role::Effect)),
            By::Payment => state.tasks.push(batch(Role::Cost)),
            By::Rule => {
                let list = ListId::of(rules.lists.len());
                rules.lists.push(List {
                    path: "sweep".into(),
                    items: vec![Item::Propose(vec![proposal(&rules, &event)])],
                    is_left: false,
                    asks_of_cards: false,
                });
                let context = Context { me: seat, ..Context::default() };
                state.tasks.push(Task::List(list, 0, Arc::new(context)));
            }
            By::Check => {
                let (check, counter) = self.check(&rules, &event)?;
                raised = counter;
                rules.checks.insert(0, check);
                rules.checked = rules.checks.iter().fold(0, |levels, check| levels | check.run.runs_at());
                rules.reads = rule_reads(&rules);
                state.tasks.push(Task::ChecksAndTriggers(CheckMoment::Batch));
            }
        }
        Some((Moment { rules: Arc::new(rules), state }, raised))
    }

    /// A check that proposes the event as long as the card lies where it lies; where that does not end it, as long as
    /// it has not raised a counter. `None`: no counter will do, or the consequences of such an event resolve at this
    /// moment, for which a check waits.
    fn check(&self, rules: &Rules, event: &Event) -> Option<(Check, Option<usize>)> {
        let state = &self.moment.state;
        let is_like_it = |of: &Event| of.kind == event.kind && of.fields.first() == event.fields.first();
        let follows = |use_: &Use| use_.event.as_deref().is_some_and(is_like_it);
        if state.uses.iter().chain(state.pending.iter().flatten()).any(follows) {
            return None;
        }
        let does = vec![proposal(rules, event)];
        let check = |what, does, if_| Check {
            name: rules.events[event.kind.index()].name,
            run: CheckMoment::Batch,
            what: selection(what),
            does,
            list: None,
            one_by_one: true,
            if_,
            order: Vec::new(),
        };
        if let Some(card) = event.fields.first().and_then(Value::card)
            && leads_away(rules, event.kind, 4)
        {
            let source = the_card(rules, state, card);
            return Some((check(Source::Cards(source), does, None), None));
        }
        let counters = &rules.schema.counters;
        let (at, counter) = counters.iter().enumerate().find(|(at, c)| c.max.is_none() && state.counters[*at] > 0)?;
        let player = Value::Seat(Seat(0));
        let now = Ref { head: Head::Value(player.clone()), path: vec![counter.name] };
        let if_ = Cond::Amount(Amount::Ref(now), Cmp::Eq, Amount::Int(state.counters[at]));
        let raise =
            Event::new(event::CHANGED, vec![player.clone(), Value::Word(counter.name), Value::Int(1)], Role::Rule);
        let does = does.into_iter().chain([proposal(rules, &raise)]).collect();
        Some((check(Source::Players(Test::Is(Ref::value(player))), does, Some(if_)), Some(at)))
    }

    /// How often the ability replaces an event during a declared use of which the event is the cost or the effect, or
    /// which does nothing; `Err` for a broken rule. `None`: nothing can be used at this moment.
    fn declared(&self, like: &Table, role: Option<Role>, answers: Answers) -> Option<Result<usize, String>> {
        let asked = self.moment.table(like).decisions().first()?.clone();
        let Kind::Act { options, .. } = &asked.kind else { return None };
        let choice = *options.iter().find(|choice| choice.card.is_some())?;
        let mut rules = (*self.moment.rules).clone();
        let does = vec![proposal(&rules, &self.event)];
        let list = ListId::of(rules.lists.len());
        let items = if role == Some(Role::Effect) { vec![Item::Propose(does.clone())] } else { Vec::new() };
        rules.lists.push(List { path: "sweep".into(), items, is_left: false, asks_of_cards: false });
        let ability = &mut rules.abilities[choice.ability.index()];
        let used = the_card(&self.moment.rules, &self.moment.state, choice.card?);
        let what = Selection { min: Amount::Int(1), max: Some(Amount::Int(1)), ..selection(Source::Cards(used)) };
        let cost = CostPart::Cards { what: Box::new(what), does, itself: true };
        ability.cost = if role == Some(Role::Cost) { vec![cost] } else { Vec::new() };
        (ability.effect, ability.condition, ability.x) = (Effect::List(list), None, None);
        ability.targets.clear();
        for kind in &mut rules.uses {
            (kind.to, kind.steps) = (None, vec![UseStep::Resolve]);
            kind.cost.clear();
        }
        let moment = Moment { rules: Arc::new(rules), state: self.moment.state.clone() };
        let mut table = moment.table(like);
        table.submit(asked.seat, Answer::Act(choice)).ok()?;
        Some(settled(&mut table, answers).map(|_| self.times_replaced(&table)))
    }

    /// True if the ability replaces the event that an effect proposes.
    fn acts(&self, like: &Table) -> bool {
        let came = self.comes(like, By::Effect, Answers::First);
        matches!(came, Some(Ok((came, _))) if came.replaced > 0)
    }

    fn times_replaced(&self, table: &Table) -> usize {
        let replaced = |line: &Line| matches!(line, Line::Replaced(id, ..) if *id == self.ability);
        table.world().log.lines.iter().filter(|line| replaced(&line.line)).count()
    }

    /// The result of the event, proposed in this way; `Err` for a broken rule.
    fn comes(&self, like: &Table, by: By, answers: Answers) -> Option<Result<(Came, String), String>> {
        let (moment, raised) = self.proposed(by)?;
        let mut table = moment.table(like);
        table.go();
        let asked = match settled(&mut table, answers) {
            Ok(asked) => asked,
            Err(why) => return Some(Err(why)),
        };
        let (state, replaced) = (table.world().state(), self.times_replaced(&table));
        let mut counters = state.counters.clone();
        if let Some(at) = raised {
            counters[at] -= 1;
        }
        let cards: Vec<_> = state.cards.iter().map(|c| (c.def, c.owner, c.zone, c.statuses, c.face)).collect();
        let left =
            format!("{cards:?} {counters:?} {:?} {:?} {}", state.game_counters, state.stored, state.modifiers.len());
        Some(Ok((Came { replaced, asked, left }, told(&table))))
    }
}

/// Answers what is asked until somebody may act again: how many questions there were; `Err` for a broken rule.
fn settled(table: &mut Table, answers: Answers) -> Result<usize, String> {
    const MOST: usize = 40;
    let mut asked = 0;
    while Moment::of(table).is_none() && asked < MOST {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let legal = table.world().game().answers(&decision, 16);
        let answer = match answers {
            Answers::First => legal.first(),
            Answers::Last => legal.last(),
        };
        let answer = answer.ok_or_else(|| format!("{decision:?} has no legal answer"))?.clone();
        table.submit(decision.seat, answer).expect("the answer is legal");
        asked += 1;
    }
    if table.faults() > 0 {
        return Err(format!("{}\n{}", table.fault_errors()[0].error, told(table)));
    }
    if asked == MOST {
        return Err(format!("it is asked again and again\n{}", told(table)));
    }
    let state = table.world().state();
    match state.repeating.first().or(state.given_up.first()) {
        Some(by) => Err(format!("{:?} repeats without a decision\n{}", by, told(table))),
        None => Ok(asked),
    }
}

/// The findings of a sweep over one way of playing.
#[derive(Default)]
struct Swept {
    tried: BTreeSet<String>,
    ways: BTreeMap<String, usize>,
    wrong: BTreeMap<String, String>,
}

fn name(rules: &Rules, ability: AbilityId) -> String {
    let ability = &rules.abilities[ability.index()];
    let of = ability.def.map_or_else(|| "the game".into(), |def| rules.name(rules.defs[def.index()].id).to_string());
    format!("{of}: {}", rules.name(ability.id))
}

/// The events of these kinds that happened, or were replaced, between two moments.
fn happened(like: &Table, before: &Moment, steps: &[Step], kinds: &BTreeSet<EventId>) -> Vec<Event> {
    let mut table = before.table(like);
    if follow(&mut table, steps, &mut Random::new(1)).is_none() {
        return Vec::new();
    }
    let of = |line: Line| match line {
        Line::Event(event) if kinds.contains(&event.kind) => Some(event),
        Line::Replaced(_, _, event) => Some(*event),
        _ => None,
    };
    table.world().log.lines.iter().filter_map(|line| of(line.line)).collect()
}

/// The moment with the uses that an event is about, which are over by then.
fn with_uses(moment: &Moment, event: &Event) -> Moment {
    let mut moment = moment.clone();
    for value in &event.fields {
        let Value::Use(id) = value else { continue };
        if moment.state.use_(*id).is_none() {
            let of = Use::new(AbilityId::of(0), None, moment.state.active);
            moment.state.uses.push(Use { id: *id, ..of });
        }
    }
    moment
}

/// Variants of a moment, in a phase of the ability: unchanged, with the ability's card in place of each card where it
/// works, and for an ability of the game with a card of each type in place of the card of the event, and with the
/// ability granted to each player and to the card of the event.
fn dressed(moment: &Moment, ability: AbilityId, event: &Event) -> Vec<Moment> {
    let of = &moment.rules.abilities[ability.index()];
    let mut moment = moment.clone();
    if !of.phases.is_empty() {
        moment.state.phase = of.phases.first().copied();
    }
    let moment = &moment;
    let (rules, state) = (&moment.rules, &moment.state);
    let mut all = vec![moment.clone()];
    if let Some(def) = of.def {
        let lives = |card: &Card| of.from.contains(rules.schema.kind_of(state.card(*card).zone));
        let cards = (0..state.cards.len()).map(Card::of).filter(lives);
        all.extend(cards.map(|card| moment.with_face(card, def)));
        return all;
    }
    let card = event.fields.first().and_then(Value::card);
    let mut types = BTreeSet::new();
    for def in (0..rules.defs.len()).filter(|def| types.insert(rules.defs[*def].ty.index())) {
        all.extend(card.map(|card| moment.with_face(card, DefId::of(def))));
    }
    let about = card.map(|card| Holder::Card(card, state.card(card).stay));
    for on in (0..rules.schema.seats).map(|seat| Holder::Seat(Seat(seat), None)).chain(about) {
        let mut moment = moment.clone();
        moment.state.abilities.push(GrantedAbility {
            ability,
            on,
            lasts: Lasts::Game,
            uses: None,
            since: 1,
            stays: state.next.stays,
            provider: state.active,
            origin: Origin::default(),
            called: Called::default(),
        });
        all.push(moment);
    }
    all
}

/// The most events of a shape that are stored, and the most that are tried with one ability.
const KEPT: usize = 4;
const TRIED: usize = 3;

/// The shape of an event: its kind and the types of its fields. Of the many moves of one shape a few are enough.
fn shape(moment: &Moment, event: &Event) -> (EventId, String) {
    let (rules, state) = (&moment.rules, &moment.state);
    let field = |value: &Value| match value {
        Value::Card(card) => {
            let of = state.cards.get(card.index());
            of.map_or("?".into(), |of| {
                format!("{:?} in {:?}", rules.defs[of.def.index()].ty, rules.schema.kind_of(of.zone))
            })
        }
        Value::Zone(zone) => format!("{:?}", rules.schema.kind_of(*zone)),
        Value::Seat(_) | Value::Use(_) | Value::Record(_) => String::new(),
        Value::Int(n) => format!("{}", n.signum()),
        other => format!("{other:?}"),
    };
    (event.kind, event.fields.iter().map(field).collect::<Vec<_>>().join(", "))
}

/// Moments at which abilities replace an event that an effect proposes.
fn found(engine: &Game, way: &Way, like: &Table, (seed, games): (u64, u64)) -> Vec<Replaced> {
    let rules = &like.world().rules;
    let kind = |at: usize| match rules.abilities[at].form {
        AbilityForm::Instead(kind) => Some((AbilityId::of(at), kind)),
        _ => None,
    };
    let abilities: Vec<(AbilityId, EventId)> = (0..rules.abilities.len()).filter_map(kind).collect();
    let kinds: BTreeSet<EventId> = abilities.iter().map(|(_, kind)| *kind).collect();
    let mut kept: BTreeMap<(EventId, String), Vec<(Moment, Event)>> = BTreeMap::new();
    search(engine, way, (seed, games), &mut |before, steps, after| {
        for event in happened(like, before, steps, &kinds) {
            let alike = kept.entry(shape(before, &event)).or_default();
            if alike.len() < KEPT {
                alike.extend([before, after].map(|moment| (with_uses(moment, &event), event.clone())));
            }
        }
    });
    let mut all = Vec::new();
    for (ability, kind) in abilities.iter().copied() {
        let of_kind = kept.iter().filter(|((of, _), _)| *of == kind).flat_map(|(_, alike)| alike);
        let dressed = of_kind.map(|(moment, event)| {
            let one = |moment| Replaced { ability, moment, event: event.clone() };
            dressed(moment, ability, event).into_iter().map(one).find(|one| one.acts(like))
        });
        all.extend(dressed.flatten().take(TRIED));
    }
    for (ability, _) in abilities {
        if all.iter().all(|one: &Replaced| one.ability != ability) {
            all.extend(told_by_scenarios(engine, way, like, ability));
        }
    }
    all
}

/// Replaced events that scenarios about the ability's card show, each with its moment; at most `TRIED`.
fn told_by_scenarios(engine: &Game, way: &Way, like: &Table, ability: AbilityId) -> Vec<Replaced> {
    let rules = &like.world().rules;
    let of = &rules.abilities[ability.index()];
    // An ability of the game is called after the cards that it is about.
    let id = match of.def {
        Some(def) => rules.name(rules.defs[def.index()].id).to_string(),
        None => rules.name(of.id).split('_').next().unwrap_or_default().to_string(),
    };
    let folder = Path::new(env!("REPOSITORY")).join("tests/scenarios").join(&way.game);
    let files = Files { packs: way.packs.clone(), ..files(&[]) };
    let mut all = Vec::new();
    for path in find(&[folder]).expect("the folder is there") {
        let text = std::fs::read_to_string(&path).expect("a scenario");
        let path = path.to_string_lossy();
        let fits = text.contains(&id) && text.contains("setup:") && !text.contains("files:");
        let Some(begins) = fits.then(|| beginning(engine, &path, &text)).flatten() else { continue };
        let Ok(ended) = table_after(&files, &path, &text) else { continue };
        let replaced = ended.world().log.lines.iter().filter_map(|line| match line.line {
            Line::Replaced(by, _, event) if by == ability => Some(*event),
            _ => None,
        });
        let found = replaced.filter_map(|event| {
            let mut one = |moment| Replaced { ability, moment, event: event.clone() };
            let dressed = dressed(&with_uses(&begins, &event), ability, &event);
            dressed.into_iter().map(&mut one).find(|one| one.acts(like))
        });
        all.extend(found.take(TRIED - all.len()));
        if all.len() == TRIED {
            break;
        }
    }
    all
}

/// The position of a scenario, in which nothing else is left to be done.
fn beginning(engine: &Game, path: &str, text: &str) -> Option<Moment> {
    let world = position(engine, &with_base(path, text).ok()?).ok()?;
    let mut state = world.state().clone();
    state.tasks.clear();
    Some(Moment { rules: world.rules.clone(), state })
}

fn sweep(engine: &Game, way: &Way, games: u64, seed: u64) -> Swept {
    let mut swept = Swept::default();
    let Some(like) = way.start(engine, seed) else { return swept };
    let rules = &like.world().rules;
    for one in &found(engine, way, &like, (seed, games)) {
        for answers in [Answers::First, Answers::Last] {
            let Some(Ok((usual, told))) = one.comes(&like, By::Effect, answers) else { continue };
            if usual.replaced == 0 {
                continue;
            }
            let name = name(rules, one.ability);
            swept.tried.insert(name.clone());
            if usual.replaced > 1 {
                swept.wrong.insert(name.clone(), format!("replaces {} events for one\n{told}", usual.replaced));
            }
            for by in [By::Rule, By::Payment, By::Check] {
                let wrong = match one.comes(&like, by, answers) {
                    None => continue,
                    Some(Err(why)) => why,
                    Some(Ok((came, _))) if came == usual => {
                        *swept.ways.entry(format!("{by:?}")).or_default() += 1;
                        continue;
                    }
                    Some(Ok((came, of_it))) => format!("{came:?}\n{of_it}\nby an effect: {usual:?}\n{told}"),
                };
                swept.wrong.insert(name.clone(), format!("by {by:?}, {answers:?}: {wrong}"));
            }
            // Other cards may be replaced by the same ability before somebody may act again.
            let others = match one.declared(&like, None, answers) {
                Some(Ok(others)) => others,
                _ => 0,
            };
            let declared =
                |role| Some(one.declared(&like, Some(role), answers)?.map(|times| times - others.min(times)));
            match (declared(Role::Effect), declared(Role::Cost)) {
                (Some(Ok(1)), Some(Ok(1))) => *swept.ways.entry("Declared".into()).or_default() += 1,
                // Who declares it is not the one for whose events the ability stands in.
                (None | Some(Ok(0)), None | Some(Ok(0))) => {}
                (effect, cost) => {
                    swept
                        .wrong
                        .insert(name, format!("{answers:?}: the effect of a use: {effect:?}; its cost: {cost:?}"));
                }
            }
        }
    }
    swept
}

#[test]
fn every_replacement_acts_once_whatever_proposed_its_event() {
    let all = number("INTERMEZZO_SWEEP", 0) > 0;
    let seed = number("INTERMEZZO_SEED", 1);
    let only = std::env::var("INTERMEZZO_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for way in Way::games().into_iter().filter(|way| way.name().contains(&only)) {
        let engine = way.engine();
        let rules = &engine.catalog().rules;
        let of_form = |at: &usize| matches!(rules.abilities[*at].form, AbilityForm::Instead(_));
        let there: BTreeSet<String> =
            (0..rules.abilities.len()).filter(of_form).map(|at| name(rules, AbilityId::of(at))).collect();
        if there.is_empty() {
            continue;
        }
        let began = std::time::Instant::now();
        let swept = sweep(&engine, &way, if all { 60 } else { 4 }, seed);
        let never: Vec<_> = there.difference(&swept.tried).collect();
        println!(
            "{}: {:?} of {}, {:?}, never {never:?}; {:?}",
            way.name(),
            swept.tried,
            there.len(),
            swept.ways,
            began.elapsed()
        );
        wrong.extend(swept.wrong.iter().map(|(card, why)| format!("{}: {card} {why}", way.name())));
        wrong.extend(never.iter().map(|name| format!("{}: {name} was never tried", way.name())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
