//! Answers: every kind of answer to every kind of decision is refused, or the game goes on from it.
//!
//! Random games of all games are stopped a few times at each sort of decision (its seat, its kind, its window), and a
//! copy is given all kinds of answers. Refused answers change nothing; accepted ones make no script fail.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::lineup::Lineup;
use crate::support::{Bots, number};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::value::{AbilityId, DefId, RecId, Status, UseId, Zone};
use intermezzo::kernel::{Answer, Card, Choice, Decision, Kind, Outcome, Seat, Value};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table};

/// So often one sort of decision is tried.
const EACH: u32 = 2;

/// One value of every kind, those that name nothing among them.
fn values(decision: &Decision) -> Vec<Value> {
    let mut out = vec![
        Value::Nil,
        Value::Int(0),
        Value::Int(i64::MIN),
        Value::Int(i64::MAX),
        Value::Bool(true),
        Value::Bool(false),
        Value::Word(Sym(0)),
        Value::Word(Sym(u32::MAX)),
        Value::Text("\u{1b}[2J".into()),
        Value::Card(Card(0)),
        Value::Card(Card(u16::MAX)),
        Value::Seat(Seat(0)),
        Value::Seat(Seat(200)),
        Value::Zone(Zone(0)),
        Value::Zone(Zone(u16::MAX)),
        Value::Use(UseId(0)),
        Value::Use(UseId(u32::MAX)),
        Value::Record(RecId(0)),
        Value::Def(DefId(0)),
        Value::Def(DefId(u16::MAX)),
        Value::Ability(AbilityId(0)),
        Value::Ability(AbilityId(u32::MAX)),
        Value::Status(Status(255)),
        Value::Cells(DefId(u16::MAX), 255),
        Value::Game,
        Value::NONE,
    ];
    match &decision.kind {
        Kind::Pick { options, .. } | Kind::Order(options) => out.extend(options.iter().take(3).cloned()),
        Kind::Number(low, high) => out.extend([*low, *high, low - 1, high + 1].map(Value::Int)),
        Kind::Assign(pairs) => {
            out.extend(pairs.from.iter().chain(&pairs.to).take(4).cloned());
            out.extend(pairs.legal.iter().take(3).map(|(f, t)| Value::from(vec![f.clone(), t.clone()])));
            out.extend(pairs.legal.iter().take(2).map(|(f, t)| Value::from(vec![t.clone(), f.clone()])));
        }
        Kind::Act { .. } => {}
    }
    out
}

/// Answers of every kind: what is called so, and the answer.
fn answers(table: &Table, decision: &Decision) -> Vec<(&'static str, Answer)> {
    let abilities = table.world().rules.abilities.len() as u32;
    let cards = [None, Some(Card(0)), decision.card, Some(Card(u16::MAX))];
    let mut out = vec![("pass", Answer::Pass), ("nothing", Answer::Values(Vec::new()))];
    for ability in (0..abilities).step_by(7).chain([0, abilities, u32::MAX]).map(AbilityId) {
        out.extend(cards.iter().map(|card| ("use", Answer::Act(Choice { ability, card: *card }))));
    }
    if let Kind::Act { options, .. } = &decision.kind {
        out.extend(options.iter().take(4).map(|choice| ("use", Answer::Act(*choice))));
    }
    let values = values(decision);
    for value in &values {
        out.push(("value", Answer::Values(vec![value.clone()])));
        out.push(("value twice", Answer::Values(vec![value.clone(), value.clone()])));
        out.push(("list", Answer::Values(vec![Value::from(vec![value.clone(), Value::Nil])])));
    }
    out.push(("values", Answer::Values(values)));
    if let Kind::Pick { options, .. } | Kind::Order(options) = &decision.kind {
        out.push(("values", Answer::Values(options.clone())));
        out.push(("values", Answer::Values(options.iter().rev().cloned().collect())));
    }
    out.extend(table.world().game().answers(decision, 6).into_iter().map(|answer| ("legal", answer)));
    out
}

fn kind(decision: &Decision) -> &'static str {
    match &decision.kind {
        Kind::Act { may_pass: true, .. } => "act or pass",
        Kind::Act { .. } => "act",
        Kind::Pick { list: true, .. } => "pick some",
        Kind::Pick { .. } => "pick one",
        Kind::Order(_) => "order",
        Kind::Number(..) => "number",
        Kind::Assign(_) => "assign",
    }
}

/// Gives an answer to a copy of the table, which then goes on for a little. Whether it was taken.
fn try_answer(table: &Table, decision: &Decision, answer: &Answer) -> bool {
    let mut copy = table.fork();
    let before = (copy.world().state().hash(), copy.decisions().to_vec());
    let faults = copy.faults();
    if let Err(refused) = copy.submit(decision.seat, answer.clone()) {
        assert!(refused.is_refused() && !refused.to_string().is_empty(), "{answer:?}: {refused}");
        assert_eq!((copy.world().state().hash(), copy.decisions().to_vec()), before, "{answer:?} was refused");
        return false;
    }
    let mut bot = Random::new(1);
    for _ in 0..4 {
        assert_eq!(copy.faults(), faults, "after {answer:?} to {decision:?}: {:?}", copy.fault_errors());
        let Some(next) = copy.decisions().first().cloned() else { break };
        let answer = bot.legal_answer(copy.world(), &next);
        copy.submit(next.seat, answer).unwrap_or_else(|e| panic!("the bot's answer to {next:?} is refused: {e}"));
    }
    assert_ne!(copy.outcome(), Some(Outcome::Aborted), "after {answer:?} to {decision:?}");
    true
}

/// The numbers of answers and of accepted ones, by decision and answer.
type Matrix = BTreeMap<(&'static str, &'static str), (u32, u32)>;

fn play(engine: &Game, lineup: &Lineup, seed: u64, seen: &mut BTreeMap<String, u32>, matrix: &mut Matrix) {
    let mut table = lineup.start(engine, seed);
    let seats = u64::from(table.world().rules.schema.seats);
    let mut bots = Bots::of(seed, seats);
    while let Some(decision) = table.decisions().first().cloned() {
        let rules = &table.world().rules;
        let window = decision.window.map(|w| rules.name(rules.windows[w.index()].name).to_string());
        let of = decision.ability.map(|a| rules.name(rules.abilities[a.index()].id).to_string());
        let sort = format!("{} {} {window:?} {of:?} {:?}", lineup.game, kind(&decision), decision.why);
        let times = seen.entry(sort).or_default();
        *times += 1;
        if *times <= EACH {
            for (name, answer) in answers(&table, &decision) {
                let cell = matrix.entry((kind(&decision), name)).or_default();
                cell.0 += 1;
                cell.1 += try_answer(&table, &decision, &answer) as u32;
            }
            if let Some(answer) = table.world().game().default_answer(&decision) {
                assert!(try_answer(&table, &decision, &answer), "the default {answer:?} of {decision:?} is refused");
            }
        }
        let answer = bots.answer(&table, &decision);
        table.submit(decision.seat, answer).unwrap_or_else(|e| panic!("{}, seed {seed}: {e}", lineup.name()));
    }
}

#[test]
fn every_kind_of_answer_to_every_kind_of_decision_is_refused_or_goes_on() {
    let root = std::path::Path::new(env!("REPOSITORY"));
    let files = Files::with_root(Some(root)).expect("the repository holds the games");
    let (mut seen, mut matrix) = (BTreeMap::new(), Matrix::new());
    let mut engines: BTreeMap<String, Game> = BTreeMap::new();
    let seeds = number("INTERMEZZO_ANSWERS", 1);
    for lineup in Lineup::all() {
        let engine = engines.entry(lineup.key()).or_insert_with(|| {
            let files = Files { packs: lineup.packs.clone(), ..files.clone() };
            let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            Game::new(Arc::new(catalog)).expect("its scripts load")
        });
        (0..seeds).for_each(|seed| play(engine, &lineup, seed + 11, &mut seen, &mut matrix));
    }
    for ((asked, answered), (tried, taken)) in &matrix {
        println!("{asked:>12} < {answered:<12} {tried:>6} tried, {taken:>5} taken");
    }
    let asked = ["act or pass", "act", "pick some", "pick one", "order", "number", "assign"];
    for asked in asked {
        for answered in ["pass", "nothing", "use", "value", "value twice", "list", "values"] {
            let tried = matrix.get(&(asked, answered)).map_or(0, |(tried, _)| *tried);
            assert!(tried > 0 || asked == "act", "{asked} was never answered with {answered}");
        }
    }
    println!("{} sorts of decisions", seen.len());
}
