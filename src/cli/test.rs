//! Test: scenarios run and compared with their snapshots.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use super::pack::Pack;
use super::text::{Paint, counted};
use super::{Exit, print_json};
use crate::error::Error;
use crate::scenario::{Report, run_paths_with};

/// Run scenarios: files and folders anywhere
///
/// Prints each scenario that failed, and why. Exits with 1 if one did.
#[derive(Debug, clap::Args)]
pub struct Test {
    /// Scenario files, or folders of them [default: tests/scenarios]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print {"passed", "failed", "scenarios": [{"path", "ok", "message"}]}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Test, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let report = run_paths_with(&paths(&args.paths, pack)?, pack.root.as_deref(), &pack.packs, false)?;
    print(&report, args.json, out)?;
    Ok(Exit::fine_if(report.failed() == 0))
}

/// The paths given, or the folder of the pack's own scenarios.
pub fn paths(given: &[PathBuf], pack: &Pack) -> anyhow::Result<Vec<PathBuf>> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let base = pack.own.clone().or_else(|| pack.root.clone()).unwrap_or_else(|| ".".into());
    let found = ["tests/scenarios", "scenarios"].map(|folder| base.join(folder)).into_iter().find(|p| p.is_dir());
    let error = || Error::usage("there are no scenarios here").help("name files or folders of scenarios");
    Ok(vec![found.ok_or_else(error)?])
}

/// Prints what came of scenarios.
pub fn print(report: &Report, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let (failed, all) = (report.failed(), report.scenarios.len());
    if json {
        let one = |s: &crate::scenario::Outcome| json!({ "path": s.path, "ok": s.ok, "message": s.message });
        let scenarios: Vec<_> = report.scenarios.iter().map(one).collect();
        print_json(out, &json!({ "passed": all - failed, "failed": failed, "scenarios": scenarios }))?;
        return Ok(());
    }
    let paint = Paint::for_stdout();
    for scenario in report.scenarios.iter().filter(|s| !s.ok) {
        writeln!(out, "{} {}", paint.red("failed"), paint.bold(&scenario.path))?;
        if !scenario.title.is_empty() {
            writeln!(out, "  {}", super::text::clean(&scenario.title))?;
        }
        for line in scenario.message.lines() {
            writeln!(out, "  {}", super::text::clean(line))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}: {} passed, {failed} failed", counted(all, "scenario"), all - failed)?;
    Ok(())
}
