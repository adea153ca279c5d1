//! Coverage: which rules of a game's ledger are proved.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::findings::short;
use super::numbers::whole;
use super::output::{tell_progress, wipe_progress};
use super::pack::{Pack, is_pack, must_exist};
use super::text::clean;
use super::{Exit, mutate, print_json};
use crate::scenario::coverage;
use crate::scenario::mutants::{Proof, Proofs, proofs};
use intermezzo::error::Error;

/// List the rules that no scenario proves
///
/// Runs the game's scenarios and compares what they prove with the ledger in tests/rules. Exits
/// with 1 if a rule is missing, or a scenario or a ruling names one that does not exist. With
/// --mutants it changes one thing of the game's data at a time, as `mutate` does, and warns of
/// scenarios that no such change makes fail: they prove nothing. That takes some minutes. The cards that no scenario tries
/// are listed by `cards GAME --untested`.
#[derive(Debug, clap::Args)]
pub struct CoverageArgs {
    /// The game
    game: String,
    /// Warn of proofs that no change of the data breaks; so many changes are tried, 0: all
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "0", value_parser = whole::<usize>(0, u32::MAX.into()))]
    mutants: Option<usize>,
    /// Which changes are drawn
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), requires = "mutants")]
    seed: u64,
    /// Print {"game", "rules", "proved", "missing": [id]}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &CoverageArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    must_exist(&args.game, &pack.files()?)?;
    let below = format!("tests/rules/{}.yaml", args.game);
    let base = pack.own.as_deref().or(pack.root.as_deref()).unwrap_or(Path::new("."));
    let packs = pack.packs.iter().map(Path::new).filter(|dir| is_pack(dir));
    if !packs.chain([base]).chain(pack.root.as_deref()).any(|dir| dir.join(&below).is_file()) {
        let message = format!("{}: there is no ledger of {} here", short(&base.join(&below)), args.game);
        let help = format!(
            "write it: `game: {0}`, and below `rules:` a line for each rule, `- {{ id: A-01, rule: what it says, section: 1 }}`; \
             a scenario says `proves: [A-01]`, and `intermezzo coverage {0}` lists what none proves: `intermezzo doc scenarios`; \
             one that lies elsewhere is found by --root; `intermezzo cards {0} --untested` lists the cards that no \
             scenario tries, which needs no ledger",
            args.game
        );
        return Err(Error::usage(message).help(help).into());
    }
    let found = coverage(&args.game, pack.root.as_deref(), &pack.packs)?;
    let weak = match args.mutants {
        Some(count) => {
            let files = pack.files()?.of_game_and_packs(&args.game);
            let folders = mutate::folders(&mutate::bases(pack, &files), &args.game);
            let weak = proofs(&files, &args.game, &folders, (count, args.seed), tell_progress)?;
            wipe_progress();
            Some(weak)
        }
        None => None,
    };
    if args.json {
        let (rules, proved) = (found.rules, found.proved);
        let mut json = json!({ "game": args.game, "rules": rules, "proved": proved, "missing": found.missing });
        if let Some(weak) = &weak {
            let list = |proofs: &[Proof]| -> Vec<_> {
                proofs.iter().map(|p| json!({ "scenario": p.path.display().to_string(), "proves": p.proves })).collect()
            };
            json["unbroken"] = list(&weak.unbroken).into();
            json["broken_with_all"] = list(&weak.broken_with_all).into();
        }
        print_json(out, &json)?;
    } else {
        found.missing.iter().try_for_each(|id| writeln!(out, "{}: no scenario proves it", clean(id)))?;
        found
            .unknown
            .iter()
            .try_for_each(|id| writeln!(out, "{}: a scenario or a ruling names it, and it is not there", clean(id)))?;
        if let Some(weak) = &weak {
            print_weak(weak, out)?;
        }
        writeln!(out, "{}: {} of {} rules proved", args.game, found.proved, found.rules)?;
    }
    Ok(Exit::fine_if(found.missing.is_empty() && found.unknown.is_empty()))
}

fn print_weak(weak: &Proofs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut list = |proofs: &[Proof], why: &str| -> anyhow::Result<()> {
        for proof in proofs {
            writeln!(out, "warning: {}: proves {}, and {why}", proof.path.display(), clean(&proof.proves.join(", ")))?;
        }
        Ok(())
    };
    list(&weak.unbroken, "no change of the data makes it fail")?;
    list(&weak.broken_with_all, "it fails only with changes that make most others fail too")?;
    let strong = weak.all - weak.unbroken.len() - weak.broken_with_all.len();
    writeln!(out, "{strong} of {} proofs fail with a change of their own, of {} tried", weak.all, weak.changes)?;
    Ok(())
}
