//! Review: shows transcripts that differ from their snapshots one after the other, and writes those that the person
//! accepts.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use super::Exit;
use super::output::Output;
use super::pack::Pack;
use super::scenario_runs;
use super::test::{failure, failures, paths};
use super::text::{Colours, clean, counted};
use crate::scenario::{ScenarioFilter, ScenarioResult};
use intermezzo::error::Error;

/// Look at what differs from the snapshots, and accept it or not
///
/// Shows each transcript that is not as it was pinned, and asks: a accepts it, r rejects it, s skips it, l does the same with
/// all whose difference is alike, q ends. Exits with 1 if something differs at the end.
#[derive(Debug, clap::Args)]
pub struct ReviewArgs {
    /// Scenario files, or folders of them [default: tests/scenarios]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only those whose path or title has this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Show what differs, write nothing and ask nothing
    #[arg(long)]
    ci: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Accept,
    Reject,
    Skip,
}

pub fn run(args: &ReviewArgs, pack: &Pack, out: &mut Output) -> anyhow::Result<Exit> {
    let paths = paths(&args.paths, pack)?;
    let ran = scenario_runs::run(&paths, pack, false, &ScenarioFilter { filter: args.filter.clone(), bot: None })?;
    let (report, paint) = (&ran.report, Colours::for_stdout());
    let differing: Vec<&ScenarioResult> = report.scenarios.iter().filter(|s| s.differs).collect();
    let failed = report.failed() - differing.len();
    let mut alike: BTreeMap<String, Verdict> = BTreeMap::new();
    let (mut accepted, mut left) = (Vec::new(), 0);
    let mut lines = std::io::stdin().lock().lines();
    for (i, scenario) in differing.iter().enumerate() {
        let kind = kind_of(&scenario.message);
        let known = alike.get(&kind).copied();
        if known.is_none() {
            failure(scenario, &ran.texts, paint, out)?;
        }
        let verdict = match known {
            Some(verdict) => verdict,
            None if args.ci => Verdict::Skip,
            None => {
                let same = differing[i + 1..].iter().filter(|s| kind_of(&s.message) == kind).count();
                let more =
                    if same > 0 { format!(", l: a and {} alike too", counted(same, "other")) } else { String::new() };
                writeln!(out, "{} of {}: a accept, r reject, s skip{more}, q end", i + 1, differing.len())?;
                out.flush()?;
                let mut said = None;
                for line in lines.by_ref() {
                    said = match line?.trim() {
                        "a" => Some(Verdict::Accept),
                        "r" => Some(Verdict::Reject),
                        "s" => Some(Verdict::Skip),
                        "l" => {
                            alike.insert(kind.clone(), Verdict::Accept);
                            Some(Verdict::Accept)
                        }
                        "q" => None,
                        other => {
                            writeln!(out, "`{}` means nothing here: a, r, s, l or q", clean(other))?;
                            out.flush()?;
                            continue;
                        }
                    };
                    break;
                }
                let Some(verdict) = said else {
                    left += differing.len() - i;
                    break;
                };
                verdict
            }
        };
        match verdict {
            Verdict::Accept => accepted.push(PathBuf::from(&scenario.path)),
            Verdict::Reject | Verdict::Skip => left += 1,
        }
    }
    if !accepted.is_empty() {
        let written = scenario_runs::run(&accepted, pack, true, &ScenarioFilter::default())?;
        if written.report.failed() > 0 {
            return Err(Error::usage("a scenario changed while it was looked at").help("run it again").into());
        }
    }
    failures(report.scenarios.iter().filter(|s| !s.ok && !s.differs), &ran.texts, paint, out)?;
    writeln!(out, "{} accepted, {left} left as they were, {failed} failed for other reasons", accepted.len())?;
    Ok(Exit::fine_if(left == 0 && failed == 0))
}

/// What two differences must have in common to count as alike: the removed and added lines, wherever they stand.
fn kind_of(message: &str) -> String {
    let lines = message.lines().filter(|line| line.starts_with(['+', '-']));
    let mut lines: Vec<&str> = lines.filter(|l| !l.starts_with("+++") && !l.starts_with("---")).collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_alike_where_the_same_lines_go_and_come() {
        let one = kind_of("it differs:\n@@ -1 +1 @@\n a\n-b\n+c\n");
        assert_eq!(one, kind_of("it differs:\n@@ -9 +9 @@\n x\n-b\n+c\n"));
        assert_ne!(one, kind_of("-b\n+d\n"));
    }
}
