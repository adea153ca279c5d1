//! Possible steps: what could be done at a moment, in the words that steps of a scenario take.

use super::commands;
use super::names::{ScenarioNames, seat_name};
use super::scenario_text::value;
use intermezzo::kernel::model::decision::{Choice, Kind};
use intermezzo::kernel::{Decision, Value, World};

/// The most steps that a message lists.
const MOST: usize = 16;

/// The steps that one player who is asked could take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleSteps {
    /// The player, by the name of the seat.
    pub seat: String,
    /// Whole steps, each in the words that a scenario takes.
    pub steps: Vec<String>,
}

/// The steps that the players who are asked could take, each written out. Where an answer chooses several things, each
/// step names one of them.
pub fn all_steps(world: &World, names: &ScenarioNames, decisions: &[Decision]) -> Vec<PossibleSteps> {
    let one = |decision: &Decision| {
        let said = |options: &[Value]| -> Vec<String> { options.iter().map(|one| value(world, names, one)).collect() };
        let steps = match &decision.kind {
            Kind::Act { options, may_pass } => acts(world, names, options, *may_pass),
            Kind::Pick { options, .. } if is_yes_or_no(options) => vec!["yes".into(), "no".into()],
            Kind::Pick { options, min, .. } => {
                let none = (*min == 0).then(|| "choose []".to_string());
                none.into_iter().chain(said(options).into_iter().map(|one| format!("choose [{one}]"))).collect()
            }
            Kind::Order(options) => vec![format!("order [{}]", said(options).join(", "))],
            Kind::Number(least, most) => (*least..=*most).take(MOST).map(|number| format!("number {number}")).collect(),
            Kind::Assign(_) => vec!["assign".into()],
        };
        PossibleSteps { seat: seat_name(decision.seat).to_string(), steps }
    };
    decisions.iter().map(one).collect()
}

/// The steps that the players who are asked could take: `amy: pass, use imp; beth: yes, no`. Empty if nobody is asked.
pub fn possible_steps(world: &World, names: &ScenarioNames, decisions: &[Decision]) -> String {
    let one = |decision: &Decision| format!("{}: {}", seat_name(decision.seat), of_decision(world, names, decision));
    decisions.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn is_yes_or_no(options: &[Value]) -> bool {
    !options.is_empty() && options.iter().all(|option| matches!(option, Value::Bool(_)))
}

/// Passing, and the uses that are offered, each once.
fn acts(world: &World, names: &ScenarioNames, options: &[Choice], may_pass: bool) -> Vec<String> {
    let pass = may_pass.then(|| "pass".to_string());
    let uses = options.iter().map(|choice| commands::write(world, names, *choice));
    let mut steps: Vec<String> = Vec::new();
    for step in pass.into_iter().chain(uses) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// The choice that a step means among those that are offered. A card of which there are several copies may be named by its
/// id alone: then the first that is offered is meant.
pub fn step_of(world: &World, options: &[Choice], step: &str) -> Option<Choice> {
    let mut names = ScenarioNames::default();
    names.add_all(world);
    let written: Vec<String> = options.iter().map(|choice| commands::write(world, &names, *choice)).collect();
    let is_whole = |words: &String| words == step.trim();
    // `lay harbour#7` without the number of the copy.
    let is_bare = |words: &String| {
        let Some((before, copy)) = words.split_once('#') else { return false };
        format!("{before}{}", copy.trim_start_matches(|c: char| c.is_ascii_digit())) == step.trim()
    };
    let at = written.iter().position(is_whole).or_else(|| written.iter().position(is_bare))?;
    Some(options[at])
}

/// The steps that answer one decision.
fn of_decision(world: &World, names: &ScenarioNames, decision: &Decision) -> String {
    let said = |options: &[Value]| listed(options.iter().map(|option| value(world, names, option)).collect());
    match &decision.kind {
        Kind::Act { options, may_pass } => listed(acts(world, names, options, *may_pass)),
        Kind::Pick { options, .. } if is_yes_or_no(options) => "yes, no".into(),
        Kind::Pick { options, .. } if options.is_empty() => "choose []".into(),
        Kind::Pick { options, min, max, .. } => {
            let many = match (min, max) {
                (least, most) if least == most => format!("{least}"),
                (least, most) => format!("{least} to {most}"),
            };
            format!("choose [...] with {many} of {}", said(options))
        }
        Kind::Order(options) => format!("order [...] of {}", said(options)),
        Kind::Number(least, most) => format!("number N from {least} to {most}"),
        Kind::Assign(pairs) => {
            format!("assign with choose: {{ {} }}", said(&pairs.from))
        }
    }
}

fn listed(steps: Vec<String>) -> String {
    let more = steps.len().saturating_sub(MOST);
    let shown = steps.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown}, and {more} more") }
}
