//! Run: plays the steps of a scenario at a table.

use super::ScenarioResult;
use super::bot_steps;
use super::commands::{self, Mistake, StepCommand};
use super::expect;
use super::keys::{ExpectationKeys, RefuseKeys, ScenarioKeys, StepKeys};
use super::moment::Moment;
use super::names::seat;
use super::open_question::is_at_rest;
use super::position::{ScenarioTable, set_up};
use super::possible_steps::{all_steps, possible_steps};
use super::state_summary::StateSummary;
use intermezzo::bots::BotKind;
use intermezzo::data::{Node, Span};
use intermezzo::kernel::model::ability::CostPart;
use intermezzo::kernel::model::decision::Kind;
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::{Answer, Decision, Seat, Value};
use intermezzo::table::{Fault, Game, Table};

/// The result of a command.
enum CommandResult {
    /// The command was taken.
    Done,
    /// The step was refused, for this reason.
    Refused(String),
}

/// Plays a scenario, and returns the transcript if it pins one. `outcome` gets the scene of a failure; with `tells`
/// also the whole log and the cards that took part.
pub fn run(
    engine: &Game,
    node: &Node,
    (tells, bot): (bool, &BotKind),
    outcome: &mut ScenarioResult,
) -> Result<Option<String>, String> {
    let mut scenario = set_up(engine, node)?;
    scenario.bot = bot.clone();
    let went = play(&mut scenario, node);
    if went.is_err() {
        outcome.scene = Some(StateSummary::of(&scenario));
    }
    if tells {
        outcome.log = expect::transcript(&scenario);
        let places = &engine.catalog.places;
        let defs = scenario.table.world().state().cards.iter().flat_map(|card| [card.def, card.printed]);
        outcome.cards = defs.filter_map(|def| places.get(def.index()).map(ToString::to_string)).collect();
    }
    went
}

/// Plays the steps of a scenario, and returns the table after them.
pub fn to_the_end(engine: &Game, node: &Node) -> Result<Table, String> {
    let mut scenario = set_up(engine, node)?;
    for step in ScenarioKeys::of(node).steps {
        one(&mut scenario, step).map_err(|e| placed(&step.span, e))?;
        let ScenarioTable { table, names, .. } = &mut scenario;
        names.add_all(table.world());
    }
    Ok(scenario.table)
}

/// Plays the steps of a scenario as far as they go: the moment after them, and why a step was refused.
pub fn moment(engine: &Game, node: &Node) -> Result<Moment, String> {
    let mut scenario = set_up(engine, node)?;
    let steps = ScenarioKeys::of(node).steps.iter();
    let refused = steps.into_iter().find_map(|step| {
        let done = one(&mut scenario, step).and_then(|()| no_fault(&scenario));
        let ScenarioTable { table, names, .. } = &mut scenario;
        names.add_all(table.world());
        done.err().map(|why| placed(&step.span, why))
    });
    let possible = possible_steps(scenario.table.world(), &scenario.names, scenario.table.decisions());
    let steps = all_steps(scenario.table.world(), &scenario.names, scenario.table.decisions());
    Ok(Moment { refused, scene: StateSummary::of(&scenario), possible, steps })
}

fn play(scenario: &mut ScenarioTable, node: &Node) -> Result<Option<String>, String> {
    let used = |scenario: &ScenarioTable| scenario.table.world().state().scripted.as_ref().map_or(0, |s| s.used);
    for (i, step) in ScenarioKeys::of(node).steps.iter().enumerate() {
        let before = used(scenario);
        one(scenario, step).map_err(|e| placed(&step.span, e + &asked(scenario) + &possible(scenario)))?;
        no_fault(scenario)?;
        if used(scenario) > before {
            scenario.last_dictated = i + 1;
        }
        let ScenarioTable { table, names, .. } = &mut *scenario;
        names.add_all(table.world());
    }
    no_fault(scenario)?;
    let mut wrong: Vec<String> = Vec::new();
    for item in ScenarioKeys::of(node).expect.map_or(&[][..], |n| n.items()) {
        wrong.extend(expect::check(scenario, item).err().map(|e| placed(&item.span, e)));
    }
    // All failed expectations at the end are reported together.
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    nothing_broke_off(scenario, node)?;
    match ScenarioKeys::of(node).pending {
        Some(part) => pending(scenario, part)?,
        // A step `bot` may answer any number of decisions, so the number of answers is not known beforehand.
        None if ScenarioKeys::of(node).steps.iter().any(|step| step.field("bot").is_some()) => {}
        None => at_rest(scenario)?,
    }
    let world = scenario.table.world();
    world.game().conserved()?;
    super::dictated_chance::all_used(scenario, node)?;
    match ScenarioKeys::of(node).snapshot {
        Some("transcript") => Ok(Some(expect::transcript(scenario))),
        Some(other) => Err(format!("unknown kind of snapshot `{other}`: transcript is the only one")),
        None => Ok(None),
    }
}

/// A message with its place, unless the message begins with a place in the same file, which is more exact.
fn placed(span: &Span, message: String) -> String {
    match message.strip_prefix(&*span.file).is_some_and(|rest| rest.starts_with(':')) {
        true => message,
        false => format!("{span}: {message}"),
    }
}

/// Refuses a scenario in which a script failed, whatever it expects.
fn no_fault(scenario: &ScenarioTable) -> Result<(), String> {
    match scenario.table.fault_errors().first() {
        Some(Fault { error, what }) if !error.help.is_empty() => {
            Err(format!("the script of {what} failed: {error} (help: {})", error.help))
        }
        Some(Fault { error, what }) => Err(format!("the script of {what} failed: {error}")),
        None => Ok(()),
    }
}

/// Fails a scenario in which rules or the game had to be stopped, unless it expects this: what the scenario shows may
/// have been cut off.
fn nothing_broke_off(scenario: &ScenarioTable, node: &Node) -> Result<(), String> {
    let log = &scenario.table.world().log.lines;
    let game = scenario.table.world().game();
    let broken =
        log.others().filter_map(|l| if let Line::BrokenOff(why) = &l.line { Some(game.say_broken(why)) } else { None });
    let broken: Vec<String> = broken.collect();
    if broken.is_empty() {
        return Ok(());
    }
    let steps = ScenarioKeys::of(node).steps.iter().filter_map(|step| StepKeys::of(step).expect);
    let expected: Vec<&Node> = steps.chain(ScenarioKeys::of(node).expect).flat_map(|n| n.items()).collect();
    let is_aborted = expected.iter().any(|e| ExpectationKeys::of(e).result.and_then(Node::as_str) == Some("aborted"));
    let expected_log: Vec<String> = expected.iter().flat_map(|e| strings(ExpectationKeys::of(e).log)).collect();
    let is_expected =
        |why: &String| expected_log.iter().any(|t| why.contains(&**t)) || scenario.table.is_over() && is_aborted;
    match broken.into_iter().find(|why| !is_expected(why)) {
        Some(why) => Err(format!("the game broke off: {why} (a scenario that is about that expects it in the `log`)")),
        None => Ok(()),
    }
}

/// Checks that the scenario ends at rest: in an open window or after the game.
fn at_rest(scenario: &ScenarioTable) -> Result<(), String> {
    match is_at_rest(scenario.table.world()) {
        true => Ok(()),
        false => Err(format!("something is half done at the end{}", asked(scenario))),
    }
}

/// Checks the key `pending`: it must be a part of the question that is open at the end.
fn pending(scenario: &ScenarioTable, part: &Node) -> Result<(), String> {
    let said = asked(scenario);
    match part.as_str() {
        Some(text) if said.contains(text) => Ok(()),
        _ if said.is_empty() => Err(format!("{}: nobody is asked anything at the end", part.span)),
        _ => Err(format!("{}: something else is asked at the end{said}", part.span)),
    }
}

fn asked(scenario: &ScenarioTable) -> String {
    let world = scenario.table.world();
    let list: Vec<String> = scenario
        .table
        .decisions()
        .iter()
        .map(|d| format!("{} is asked: {}", scenario.table.names()[d.seat.index()], world.game().prompt(d)))
        .collect();
    if list.is_empty() { String::new() } else { format!(" ({})", list.join("; ")) }
}

/// The steps that are possible now, for the message about a step that failed. Cards that an effect made get their names
/// first.
fn possible(scenario: &mut ScenarioTable) -> String {
    let ScenarioTable { table, names, .. } = scenario;
    names.add_all(table.world());
    match possible_steps(table.world(), names, table.decisions()) {
        steps if steps.is_empty() => String::new(),
        steps => format!("\n  possible steps here: {steps}"),
    }
}

fn one(scenario: &mut ScenarioTable, step: &Node) -> Result<(), String> {
    let map = step.as_map().ok_or("a step is a map")?;
    for (key, value) in map {
        match key.name.as_str() {
            "choose" | "pay" | "offered" => {}
            "expect" => {
                for item in value.items() {
                    expect::check(scenario, item).map_err(|e| placed(&item.span, e))?;
                }
            }
            "pass" => {
                for name in value.items() {
                    let name = name.as_str().unwrap_or("");
                    let seat = seat(name).ok_or_else(|| format!("there is no seat `{name}`"))?;
                    scenario.table.submit(seat, Answer::Pass).map_err(|e| format!("{name} passes: {e}"))?;
                }
            }
            "timeout" => {
                for name in value.items() {
                    let name = name.as_str().unwrap_or("");
                    let seat = seat(name).ok_or_else(|| format!("there is no seat `{name}`"))?;
                    scenario.table.time_is_up(seat).map_err(|e| format!("the time of {name} is up: {e}"))?;
                }
            }
            "bot" => bot_steps::answers(scenario, value)?,
            "sealed" => {
                for (name, answer) in value.as_map().ok_or("`sealed` is a map of seats")? {
                    match sealed(scenario, &name.name, answer)? {
                        CommandResult::Done => {}
                        CommandResult::Refused(why) => return Err(format!("{}: {why}", name.name)),
                    }
                }
            }
            "refuse" => refuse(scenario, value)?,
            name => {
                let seat = seat(name).ok_or_else(|| format!("unknown step `{name}`"))?;
                if let Some(offered) = StepKeys::of(step).offered {
                    compare_offered(scenario, seat, value, step, offered)?;
                }
                let command = commands::read(value, step).map_err(|m| m.0)?;
                match carry_out(scenario, seat, &command) {
                    Ok(CommandResult::Done) => {}
                    Ok(CommandResult::Refused(why)) => {
                        return Err(format!("{name}: {} is refused: {why}", command.text));
                    }
                    Err(mistake) => return Err(mistake.0),
                }
            }
        }
    }
    Ok(())
}

/// Gives a hidden answer of a seat.
fn sealed(scenario: &mut ScenarioTable, name: &str, answer: &Node) -> Result<CommandResult, String> {
    let seat = seat(name).ok_or_else(|| format!("there is no seat `{name}`"))?;
    let decision = match scenario.table.asked(seat) {
        Ok(decision) => decision.clone(),
        Err(e) => return Ok(CommandResult::Refused(e.to_string())),
    };
    let words: Vec<String> =
        answer.items().iter().map(|n| n.as_str().map_or_else(|| n.to_json().to_string(), String::from)).collect();
    let values = match commands::values(scenario.table.world(), &scenario.names, &decision, &words) {
        Ok(values) => values,
        Err(Ok(why)) => return Ok(CommandResult::Refused(why)),
        Err(Err(mistake)) => return Err(mistake.0),
    };
    // The player is only told that there is no such option, because it may be a card that she does not know.
    let is_no_option = |value: &Value| matches!(&decision.kind, Kind::Pick { options, .. } if !options.contains(value));
    let no_options = words.iter().zip(&values).filter(|(_, value)| is_no_option(value));
    let no_options: Vec<&str> = no_options.map(|(word, _)| word.as_str()).collect();
    match submit(scenario, seat, Answer::Values(values)) {
        CommandResult::Refused(why) if !no_options.is_empty() => {
            Ok(CommandResult::Refused(format!("{why}: {} may not be chosen", no_options.join(", "))))
        }
        went => Ok(went),
    }
}

fn submit(scenario: &mut ScenarioTable, seat: Seat, answer: Answer) -> CommandResult {
    went(scenario.table.submit(seat, answer))
}

fn went(done: intermezzo::error::Result<()>) -> CommandResult {
    match done {
        Ok(()) => CommandResult::Done,
        Err(e) => CommandResult::Refused(e.to_string()),
    }
}

/// Carries out a command, and answers the questions of the declaration that it begins.
fn carry_out(scenario: &mut ScenarioTable, seat: Seat, command: &StepCommand) -> Result<CommandResult, Mistake> {
    if command.text == "concede" && command.choose.is_none() && command.pay.is_none() {
        return Ok(went(scenario.table.concede(seat)));
    }
    commands::known(scenario.table.world(), &scenario.names, command)?;
    let decision = match (scenario.table.asked(seat), commands::tried(scenario.table.world(), &scenario.names, command))
    {
        (Ok(decision), _) => decision.clone(),
        (Err(_), Some(choice)) => return Ok(submit(scenario, seat, Answer::Act(choice))),
        (Err(e), None) => return Ok(CommandResult::Refused(e.to_string())),
    };
    let answer = match commands::answer(scenario.table.world(), &scenario.names, &decision, command) {
        Ok(answer) => answer,
        Err(Ok(why)) => return Ok(CommandResult::Refused(why)),
        Err(Err(mistake)) => return Err(mistake),
    };
    let declares = matches!(answer, Answer::Act(_));
    if let CommandResult::Refused(why) = submit(scenario, seat, answer) {
        return Ok(CommandResult::Refused(why));
    }
    if declares {
        return declaration(scenario, seat, command);
    }
    let unread = command.choose.as_ref().filter(|_| !command.text.starts_with("assign")).map(|_| "choose");
    match unread.or(command.pay.as_ref().map(|_| "pay")) {
        Some(key) => Err(Mistake(format!("`{key}` belongs to what is used, and `{}` uses nothing", command.text))),
        None => Ok(CommandResult::Done),
    }
}

/// Answers the questions of a declaration: targets as in the scenario, payment as in the scenario or the first legal
/// one. A following declaration by an effect is answered as far as the step covers it; the rest needs further steps.
fn declaration(scenario: &mut ScenarioTable, seat: Seat, command: &StepCommand) -> Result<CommandResult, Mistake> {
    let mut said = StepChoices {
        pay: strings(command.pay.as_ref()),
        list: command.choose.as_ref().filter(|n| n.as_map().is_none()).map(|n| strings(Some(n))),
        is_taken: false,
        named: Vec::new(),
    };
    // What is chosen for a trigger is a step of its own.
    while let Some(use_) = scenario.table.world().game().declaring(seat).map(|d| &d.use_).filter(|u| u.event.is_none())
    {
        let is_by_effect = use_.price.is_by_effect();
        let Ok(decision) = scenario.table.asked(seat).cloned() else { break };
        let slot = decision.slot.map_or(String::new(), |s| scenario.table.world().rules.name(s).to_string());
        let words = match slot.as_str() {
            "pay" | "cost" if is_by_effect && command.pay.is_some() && said.pay.is_empty() => break,
            "pay" | "cost" if command.pay.is_some() => take_payment(scenario, &decision, &mut said.pay),
            "pay" | "cost" => {
                let first = scenario.table.world().game().answers(&decision, 1).into_iter().next();
                let first = first.ok_or_else(|| Mistake("there is no legal payment".into()))?;
                match submit(scenario, seat, first) {
                    CommandResult::Done => continue,
                    refused => return Ok(refused),
                }
            }
            _ => match said.of(&slot, command, is_by_effect) {
                Some(words) => words,
                None if is_by_effect => break,
                None => return Err(Mistake(format!("`choose` must say what is chosen for `{slot}`"))),
            },
        };
        let values = match commands::values(scenario.table.world(), &scenario.names, &decision, &words) {
            Ok(values) => values,
            Err(Ok(why)) => return Ok(CommandResult::Refused(why)),
            Err(Err(mistake)) => return Err(mistake),
        };
        if let CommandResult::Refused(why) = submit(scenario, seat, Answer::Values(values)) {
            return Ok(CommandResult::Refused(why));
        }
    }
    if said.list.is_some_and(|left| !left.is_empty()) || !said.pay.is_empty() {
        return Err(Mistake("not everything in `choose` and `pay` was asked for".into()));
    }
    for (key, _) in command.choose.as_ref().and_then(Node::as_map).unwrap_or_default() {
        if !said.named.contains(&key.name) {
            return Err(Mistake(format!("`{}` was not asked for", key.name)));
        }
    }
    Ok(CommandResult::Done)
}

/// What a step says in `choose` and `pay`: what no question has used yet, and what was used.
struct StepChoices {
    /// The cards that pay.
    pay: Vec<String>,
    /// The options of a `choose` without names.
    list: Option<Vec<String>>,
    /// True if a target has taken the options of `list`.
    is_taken: bool,
    /// The targets that `choose` names and that were asked for.
    named: Vec<String>,
}

impl StepChoices {
    /// The options that the step chooses for a target; `None` if it names none, or another target of this name has used
    /// them.
    fn of(&mut self, slot: &str, command: &StepCommand, is_by_effect: bool) -> Option<Vec<String>> {
        let Some(of_slot) = command.choose.as_ref().and_then(|n| n.as_map().and(n.field(slot))) else {
            let is_over = std::mem::replace(&mut self.is_taken, true) && is_by_effect;
            return self.list.as_mut().filter(|_| !is_over).map(std::mem::take);
        };
        if self.named.iter().any(|name| name == slot) {
            return None;
        }
        self.named.push(slot.into());
        Some(strings(Some(of_slot)))
    }
}

/// The cards that pay this part of a cost: all cards that are left; of a cost with several parts only those that this
/// part offers.
fn take_payment(scenario: &ScenarioTable, decision: &Decision, left: &mut Vec<String>) -> Vec<String> {
    let Kind::Pick { options, max, .. } = &decision.kind else { return std::mem::take(left) };
    let Some(declare) = scenario.table.world().game().declaring(decision.seat) else { return std::mem::take(left) };
    let rules = &scenario.table.world().rules;
    let of_kind = declare.use_.kind.iter().flat_map(|kind| rules.uses[kind.index()].cost.iter());
    let of_kind = of_kind.filter(|p| !matches!(p, CostPart::Counter { .. }));
    let own = rules.abilities[declare.use_.ability.index()].cost.iter();
    let (pips, parts): (Vec<&CostPart>, Vec<_>) = of_kind.chain(own).partition(|p| matches!(p, CostPart::Pips(_)));
    // All pips of a cost are paid in one question.
    if parts.len() + usize::from(!pips.is_empty()) <= 1 {
        return std::mem::take(left);
    }
    let fits = |name: &String| scenario.names.card(name).is_some_and(|c| options.contains(&Value::Card(c)));
    // Cards beyond those that this part of the cost takes are left for other parts.
    let mut taken = 0;
    let takes = |name: &String| {
        let takes = taken < *max && fits(name);
        taken += takes as u32;
        takes
    };
    let (take, rest): (Vec<String>, Vec<String>) = left.drain(..).partition(takes);
    *left = rest;
    take
}

fn strings(node: Option<&Node>) -> Vec<String> {
    let text = |n: &Node| n.as_str().map_or_else(|| n.to_json().to_string(), String::from);
    node.map_or(Vec::new(), |n| n.items().iter().map(text).collect())
}

/// Checks that a command is refused, for the reason given, and changes nothing.
fn refuse(scenario: &mut ScenarioTable, node: &Node) -> Result<(), String> {
    let because =
        RefuseKeys::of(node).because.and_then(Node::as_str).ok_or("`refuse` says `because`: part of the message")?;
    let (before, entries) = (scenario.table.world().clone(), scenario.table.record().entries().len());
    let suspended = scenario.table.in_script();
    let mut went = None;
    for (key, value) in node.as_map().unwrap_or_default() {
        match key.name.as_str() {
            "because" | "choose" | "pay" => {}
            "sealed" => {
                for (name, answer) in value.as_map().unwrap_or_default() {
                    went = Some(sealed(scenario, &name.name, answer)?);
                }
            }
            name => {
                let seat = seat(name).ok_or_else(|| format!("unknown key `{name}` in refuse"))?;
                let command = commands::read(value, node).map_err(|m| m.0)?;
                went = Some(carry_out(scenario, seat, &command).map_err(|m| m.0)?);
            }
        }
    }
    let Some(CommandResult::Refused(why)) = went else {
        return Err(format!("it was not refused (because: {because})"));
    };
    if !why.contains(because) {
        return Err(format!("it was refused for another reason: {why} (expected: {because})"));
    }
    // A declaration that was begun is staged, not written: apart from it nothing may differ.
    let mut after = scenario.table.world().state().clone();
    let mut expected = before.state().clone();
    for state in [&mut after, &mut expected] {
        while let Some(Task::Declare(_)) = state.tasks.last() {
            state.tasks.pop();
        }
    }
    for task in &mut after.tasks {
        if let Task::Window(window) = task {
            window.lanes.iter_mut().for_each(|lane| lane.declare = None);
        }
    }
    if after.tasks.len() == expected.tasks.len()
        && let (Some(Task::Window(now)), Some(Task::Window(then))) = (after.tasks.last(), expected.tasks.last_mut())
    {
        if now.lanes.is_empty() {
            *then = now.clone();
        }
        // The answer that began the declaration reset the counts of triggers and checks, so these may differ.
        (expected.next.triggers, expected.next.checks) = (after.next.triggers, after.next.checks);
        expected.repeating.clone_from(&after.repeating);
        expected.triggered.clone_from(&after.triggered);
        expected.left_out.clone_from(&after.left_out);
    }
    if after != expected {
        return Err("the refused command changed the state".into());
    }
    if !suspended {
        scenario.table.restore(before);
        scenario.table.forget_entries(entries);
    }
    Ok(())
}

/// Compares `offered` with the options of the first choice to which a command leads; the game stays as it was.
fn compare_offered(
    scenario: &mut ScenarioTable,
    seat: Seat,
    value: &Node,
    step: &Node,
    offered: &Node,
) -> Result<(), String> {
    let (before, entries) = (scenario.table.world().clone(), scenario.table.record().entries().len());
    let suspended = scenario.table.in_script();
    let mut command = commands::read(value, step).map_err(|m| m.0)?;
    let word = command.text.split(' ').next().unwrap_or("").to_string();
    if !["choose", "word", "number", "order", "yes", "no"].contains(&word.as_str()) && !suspended {
        command.choose = None;
        let decision = scenario.table.asked(seat).map_err(|e| e.to_string())?.clone();
        let answer = commands::answer(scenario.table.world(), &scenario.names, &decision, &command);
        let answer = answer.map_err(|e| e.unwrap_or_else(|m| m.0))?;
        scenario.table.submit(seat, answer).map_err(|e| e.to_string())?;
    }
    let decision = scenario.table.asked(seat).map_err(|e| e.to_string())?;
    let mut found: Vec<String> = match &decision.kind {
        Kind::Pick { options, .. } => options.iter().map(|v| expect::name(scenario, v)).collect(),
        Kind::Order(items) => items.iter().map(|v| expect::name(scenario, v)).collect(),
        _ => Vec::new(),
    };
    let mut wanted: Vec<String> = strings(Some(offered))
        .iter()
        .map(|w| scenario.names.card(w).map_or(w.clone(), |c| scenario.names.of(c)))
        .collect();
    found.sort();
    wanted.sort();
    if !suspended {
        scenario.table.restore(before);
        scenario.table.forget_entries(entries);
    }
    if found == wanted {
        Ok(())
    } else {
        Err(format!("offered are {}, expected {}", found.join(", "), wanted.join(", ")))
    }
}
