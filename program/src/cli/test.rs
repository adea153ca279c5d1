//! Test: runs scenarios, compares their transcripts with the snapshots, and prints what failed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use serde_json::json;

use super::file_changes::on_change;
use super::pack::{Pack, packs_in};
use super::scenario_runs::{self, ScenarioRuns};
use super::text::{Colours, clean, counted};
use super::{Exit, print_json};
use crate::scenario::{ScenarioFilter, ScenarioResult, with_help};
use intermezzo::data::disk;
use intermezzo::error::{Error, Problems, Span};
use intermezzo::table::named_column;

/// Run scenarios: files and folders anywhere
///
/// Prints each scenario that failed, and why: the line of the scenario, the line of a script, how the game stood, and the last
/// lines of its log. Exits with 1 if one did. It writes nothing: `review` and `accept` write snapshots.
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// Scenario files, or folders of them [default: tests/scenarios, else those of the packs in packs/]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print {"passed", "failed", "scenarios": [{"path", "ok", "message"}]}
    #[arg(long)]
    json: bool,
    /// Name those that passed, too
    #[arg(short, long)]
    verbose: bool,
    /// Only those whose path or title has this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// The bot that answers in steps with `bot`: random, greedy, ismcts:200 (playouts) [default: greedy]
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Run them again whenever a file is saved, until it is interrupted
    #[arg(long, conflicts_with = "json")]
    watch: bool,
}

pub fn run(args: &TestArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let paths = paths(&args.paths, pack)?;
    if !args.watch {
        return once(args, &paths, pack, out);
    }
    let (tell, told) = mpsc::channel();
    // A file is watched by its folder.
    let folder =
        |path: &PathBuf| if path.is_dir() { path.clone() } else { path.parent().unwrap_or(path).to_path_buf() };
    let folders: Vec<PathBuf> = pack.folders().into_iter().chain(paths.iter().map(folder)).collect();
    let _watcher = on_change(&folders, move || tell.send(()).unwrap_or_default())?;
    loop {
        let began = Instant::now();
        // An error does not end the watching: a half-written file may be whole at the next save.
        if let Err(error) = once(args, &paths, pack, out) {
            writeln!(out, "{}", clean(&format!("{error:#}")))?;
        }
        writeln!(out, "({} ms)\n", began.elapsed().as_millis())?;
        out.flush()?;
        if told.recv().is_err() {
            return Ok(Exit::Fine);
        }
    }
}

fn once(args: &TestArgs, paths: &[PathBuf], pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let which = ScenarioFilter { filter: args.filter.clone(), bot: args.bot.as_deref().map(str::parse).transpose()? };
    let ran = scenario_runs::run(paths, pack, false, &which)?;
    let report = &ran.report;
    if let Some(filter) = args.filter.as_ref().filter(|_| report.scenarios.is_empty()) {
        let message = format!("no path or title of a scenario here has `{filter}`");
        return Err(Error::usage(message).help("--filter takes a part of either, in the same letters").into());
    }
    if args.verbose && !args.json {
        let paint = Colours::for_stdout();
        for scenario in report.scenarios.iter().filter(|s| s.ok) {
            writeln!(
                out,
                "{} {}  {}",
                paint.green("passed"),
                clean(&scenario.path),
                paint.dim(&clean(&scenario.title))
            )?;
        }
    }
    print(&ran, args.json, out)?;
    Ok(Exit::fine_if(report.failed() == 0))
}

/// The files and folders of scenarios to run: those that are given, or the scenarios of the pack or the folder with
/// games, or else those of all packs in its `packs/`.
pub fn paths(given: &[PathBuf], pack: &Pack) -> anyhow::Result<Vec<PathBuf>> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let base = pack.own.clone().or_else(|| pack.root.clone()).unwrap_or_else(|| ".".into());
    if let Some(found) = scenario_runs::scenarios_in(&base) {
        return Ok(vec![found]);
    }
    let packs = packs_in(&base);
    let of_packs: Vec<PathBuf> = packs.iter().filter_map(|pack| scenario_runs::scenarios_in(pack)).collect();
    if of_packs.is_empty() {
        let message = match packs.is_empty() {
            true => "there are no scenarios here",
            false => "there are no scenarios here, and none in the packs of packs/",
        };
        let help = "name files or folders of scenarios, or begin one: intermezzo new scenario";
        return Err(Error::usage(message).help(help).into());
    }
    Ok(of_packs)
}

/// Prints the results of scenarios.
pub fn print(ran: &ScenarioRuns, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let report = &ran.report;
    let (failed, all) = (report.failed(), report.scenarios.len());
    if json {
        let one = |s: &ScenarioResult| json!({ "path": s.path, "ok": s.ok, "message": s.message });
        let scenarios: Vec<_> = report.scenarios.iter().map(one).collect();
        print_json(out, &json!({ "passed": all - failed, "failed": failed, "scenarios": scenarios }))?;
        return Ok(());
    }
    let paint = Colours::for_stdout();
    failures(report.scenarios.iter().filter(|s| !s.ok), &ran.texts, paint, out)?;
    writeln!(out, "{}: {} passed, {failed} failed", counted(all, "scenario"), all - failed)?;
    Ok(())
}

/// The texts of cards and scripts, by the paths that messages name.
type ScenarioTexts = BTreeMap<String, Arc<str>>;

/// Prints the failures of scenarios.
pub fn failures<'s>(
    scenarios: impl Iterator<Item = &'s ScenarioResult>,
    texts: &ScenarioTexts,
    paint: Colours,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    // All scenarios of a game that does not load fail for the same reason, which is told once.
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for scenario in scenarios {
        let of_same = told.entry(&scenario.message).or_default();
        *of_same += 1;
        if *of_same > 1 && scenario.scene.is_none() {
            continue;
        }
        failure(scenario, texts, paint, out)?;
    }
    for (message, n) in told.into_iter().filter(|(_, n)| *n > 1) {
        let first = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        writeln!(out, "{} fail for the same: {}\n", counted(n, "scenario"), clean(first.trim()))?;
    }
    Ok(())
}

/// Prints why a scenario failed, with the lines of files that its message names, and how the game stood.
pub fn failure(
    scenario: &ScenarioResult,
    texts: &ScenarioTexts,
    paint: Colours,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{} {}", paint.red("failed"), paint.bold(&clean(&scenario.path)))?;
    if !scenario.title.is_empty() {
        writeln!(out, "  {}", clean(&scenario.title))?;
    }
    for line in scenario.message.lines() {
        let frames = frames(line, scenario, texts);
        // If a line begins with a place, this is left out: the arrow below names it.
        let place = line.split_once(": ").map_or("", |(place, _)| place);
        let is_place = !place.is_empty()
            && frames.lines().next().is_some_and(|arrow| arrow.trim_start() == format!("--> {place}"));
        match line.strip_prefix(place).and_then(|rest| rest.strip_prefix(": ")).filter(|_| is_place) {
            Some(rest) => {
                let (said, help) = with_help(rest);
                writeln!(out, "  {} {}", paint.red("error:"), clean(&said))?;
                frames.lines().try_for_each(|frame| writeln!(out, "  {}", paint.dim(frame)))?;
                if let Some(help) = help {
                    // The help is indented to the bar of the lines above.
                    let bar = frames.lines().last().and_then(|line| line.find('|')).unwrap_or(3);
                    writeln!(out, "  {:bar$}{} {}", "", paint.dim("= help:"), clean(help))?;
                }
            }
            None => {
                writeln!(out, "  {}", clean(line))?;
                frames.lines().try_for_each(|frame| writeln!(out, "  {}", paint.dim(frame)))?;
            }
        }
    }
    if let Some(scene) = &scenario.scene {
        let parts =
            [("the last lines of the log", &scene.log), ("how it stands", &scene.zones), ("asked", &scene.asked)];
        for (what, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
            writeln!(out, "  {}", paint.cyan(&format!("{what}:")))?;
            lines.iter().try_for_each(|line| writeln!(out, "    {}", clean(line)))?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// The lines of files at the places that a message names, in the scenario, a script or a card, each with an arrow.
fn frames(message: &str, scenario: &ScenarioResult, texts: &ScenarioTexts) -> String {
    // If the message has arrows and lines already, none are added.
    if ["-->", ":::"].iter().any(|mark| message.trim_start().starts_with(mark)) {
        return String::new();
    }
    let mut out = String::new();
    for word in message.split([' ', '(', ')', ',']) {
        let mut parts = word.trim_end_matches(':').split(':');
        let (Some(file), Some(line)) = (parts.next(), parts.next().and_then(|n| n.parse::<u32>().ok())) else {
            continue;
        };
        let column: Option<u32> = parts.next().and_then(|n| n.parse().ok());
        let text = match file {
            file if file == scenario.path => Some(scenario.text.clone()),
            file => texts.get(file).map(|text| text.to_string()),
        };
        let Some(text) = text else { continue };
        // An error of a running script has no column: it is that of a name in the message that stands in the line.
        let named = || named_column(message, text.lines().nth((line as usize).checked_sub(1)?)?);
        let column = column.or_else(named).unwrap_or(0);
        let mut problems = Problems::new();
        problems.add_source(file, text);
        let span = Span::new(file, line, column);
        let rendered = problems.error("failed", &span, "").clone();
        let shown = problems.render(&rendered);
        // The first line only tells the severity, and is left out.
        out += shown.split_once('\n').map_or("", |(_, rest)| rest);
    }
    out
}

/// Reads the text of a scenario from a file, for `play --from` and the studio.
pub fn text_of(path: &Path) -> anyhow::Result<String> {
    Ok(disk::text(path, crate::scenario::MAX_SCENARIO)?)
}
