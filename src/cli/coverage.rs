//! Coverage: which rules of a game's ledger are proved.

use std::io::Write;

use serde_json::json;

use super::pack::{Pack, must_exist};
use super::{Exit, print_json};
use crate::error::Error;
use crate::scenario::coverage;

/// List the rules that no scenario proves
///
/// Runs the game's scenarios and compares what they prove with the ledger in tests/rules. Exits
/// with 1 if a rule is missing, or a scenario or a ruling names one that does not exist.
#[derive(Debug, clap::Args)]
pub struct Coverage {
    /// The game
    game: String,
    /// Print {"game", "rules", "proved", "missing": [id]}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Coverage, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    must_exist(&args.game, &pack.files()?)?;
    let ledger =
        pack.root.as_deref().unwrap_or(std::path::Path::new(".")).join(format!("tests/rules/{}.yaml", args.game));
    if !ledger.is_file() {
        let message = format!("{}: the ledger of {} is not there", ledger.display(), args.game);
        return Err(Error::usage(message).help("run where tests/rules and tests/scenarios are, or with --root").into());
    }
    let found = coverage(&args.game, pack.root.as_deref(), &pack.packs)?;
    if args.json {
        let (rules, proved) = (found.rules, found.proved);
        print_json(out, &json!({ "game": args.game, "rules": rules, "proved": proved, "missing": found.missing }))?;
    } else {
        found.missing.iter().try_for_each(|id| writeln!(out, "{id}: no scenario proves it"))?;
        found
            .unknown
            .iter()
            .try_for_each(|id| writeln!(out, "{id}: a scenario or a ruling names it, and it is not there"))?;
        writeln!(out, "{}: {} of {} rules proved", args.game, found.proved, found.rules)?;
    }
    Ok(Exit::fine_if(found.missing.is_empty() && found.unknown.is_empty()))
}
