//! Accept: writes the snapshots of scenarios anew.

use std::io::Write;
use std::path::PathBuf;

use super::Exit;
use super::findings::short;
use super::pack::Pack;
use super::scenario_runs;
use super::test::{paths, print};
use crate::scenario::ScenarioFilter;

/// Run scenarios and write the transcripts that they pin
///
/// Only snapshots are written: the expectations of a scenario must hold as they stand. Exits with 1 if
/// one fails.
#[derive(Debug, clap::Args)]
pub struct AcceptArgs {
    /// Scenario files, or folders of them [default: tests/scenarios]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print what `test --json` prints
    #[arg(long)]
    json: bool,
}

pub fn run(args: &AcceptArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let ran = scenario_runs::run(&paths(&args.paths, pack)?, pack, true, &ScenarioFilter::default())?;
    if !args.json {
        for path in ran.report.scenarios.iter().filter_map(|one| one.written.as_ref()) {
            writeln!(out, "wrote {}", short(path))?;
        }
    }
    print(&ran, args.json, out)?;
    Ok(Exit::fine_if(ran.report.failed() == 0))
}
