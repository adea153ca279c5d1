//! Mutate: puts mistakes into the data of a game, one at a time, and prints those that no scenario notices.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::json;

use super::findings::PathBase;
use super::numbers::whole;
use super::output::{tell_progress, wipe_progress};
use super::pack::{Pack, must_exist};
use super::{Exit, print_json};
use crate::scenario::mutants::{KnownMutant, Survey, survey};
use intermezzo::catalog::Files;
use intermezzo::data::disk::Folder;

/// Find out which mistakes no scenario would notice
///
/// Changes one thing of the game's manifest, cards or scripts at a time (a number, a comparison, a
/// side, a zone, an order, an ability, clause, item or statement left out) and runs the game's
/// scenarios. Prints each change that none of them notices. With --pack it changes the packs' files
/// and runs their scenarios. Changes that mean the same are listed, with the reason, in
/// tests/mutants/GAME.yaml. Exits with 1 if a change survived, or a listed one is out of date.
#[derive(Debug, clap::Args)]
pub struct MutateArgs {
    /// The game
    game: String,
    /// How many changes are tried; 0: all
    #[arg(long, default_value_t = 200, value_parser = whole::<usize>(0, u32::MAX.into()))]
    count: usize,
    /// Which ones are drawn
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// Only changes of files whose path holds this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Print {"tried", "load", "scenario", "survived": [{"file", "line", "change"}]} and more
    #[arg(long)]
    json: bool,
}

pub fn run(args: &MutateArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let all = pack.files()?;
    must_exist(&args.game, &all)?;
    // Scenarios may put packs in play.
    let files = all.of_game_and_packs(&args.game);
    let bases = bases(pack, &files);
    let folders = folders(&bases, &args.game);
    let mut known = Vec::new();
    for base in &bases {
        known.extend(known_of(base, &args.game)?);
    }
    let here = PathBase::of(pack, &all);
    for one in &mut known {
        one.file = as_game(&one.file, &files, &here);
    }
    let mut found =
        survey(&files, &args.game, &folders, &known, (args.count, args.seed, args.only.as_deref()), tell_progress)?;
    wipe_progress();
    found.rename(|file| here.path(file));
    match args.json {
        true => print_json(out, &as_json(&found))?,
        false => print(&found, args, out)?,
    }
    Ok(Exit::fine_if(found.survived.is_empty() && found.panics.is_empty() && found.stale.is_empty()))
}

/// The folders in whose tests/ the scenarios lie that must notice a mistake: those of the packs in play, or else the
/// one with the games.
pub(super) fn bases(pack: &Pack, files: &Files) -> Vec<PathBuf> {
    let root = pack.root.clone().unwrap_or_else(|| ".".into());
    match files.packs.as_slice() {
        [] => vec![root.clone()],
        _ => pack.packs.iter().map(|p| folder_of(p, &root)).collect(),
    }
}

/// The folders with scenarios of a game.
pub(super) fn folders(bases: &[PathBuf], game: &str) -> Vec<PathBuf> {
    bases.iter().map(|b| b.join("tests/scenarios").join(game)).collect()
}

fn folder_of(pack: &str, root: &Path) -> PathBuf {
    let given = Path::new(pack);
    if given.join("pack.yaml").is_file() { given.to_path_buf() } else { root.join("packs").join(pack) }
}

/// The path by which the game knows a file. `file` is that path, or one relative to the current folder or to the file's
/// pack.
fn as_game(file: &str, files: &Files, here: &PathBase) -> String {
    let in_pack = |known: &str| files.packs.iter().any(|id| known.strip_prefix(&format!("packs/{id}/")) == Some(file));
    let is_it = |known: &&String| **known == file || here.path(known) == file || in_pack(known);
    files.texts.keys().find(is_it).cloned().unwrap_or_else(|| file.into())
}

/// The most bytes of tests/mutants/GAME.yaml, the list of changes that mean the same.
const MAX_KNOWN: u64 = 1 << 20;

fn known_of(base: &Path, game: &str) -> anyhow::Result<Vec<KnownMutant>> {
    let (folder, below) = (Folder::open(base)?, PathBuf::from(format!("tests/mutants/{game}.yaml")));
    let Some(text) = folder.text_if_there(&below, MAX_KNOWN)? else { return Ok(Vec::new()) };
    serde_yaml::from_str(&text).with_context(|| folder.path(&below).display().to_string())
}

fn as_json(found: &Survey) -> serde_json::Value {
    let (total, one) = (
        found.total(),
        |m: &crate::scenario::mutants::Mutant| json!({ "file": m.file, "line": m.line, "was": m.was, "change": m.change }),
    );
    let parts: serde_json::Map<_, _> = found
        .parts
        .iter()
        .map(|(part, n)| (part.name().to_string(), json!({ "tried": n.tried, "load": n.load, "scenario": n.scenario })))
        .collect();
    json!({
        "tried": total.tried, "load": total.load, "scenario": total.scenario,
        "survived": found.survived.iter().map(one).collect::<Vec<_>>(),
        "panics": found.panics.iter().map(|(m, text)| json!({ "mutant": one(m), "message": text })).collect::<Vec<_>>(),
        "parts": parts, "same": found.known, "all": found.all,
        "stale": found.stale.iter().map(|k| json!({ "file": k.file, "was": k.was, "change": k.change })).collect::<Vec<_>>(),
    })
}

fn print(found: &Survey, args: &MutateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    // Changes that no scenario noticed are printed as entries of tests/mutants/GAME.yaml, so that those which mean the
    // same can be copied there.
    for mutant in &found.survived {
        writeln!(out, "- file: {} # line {}", mutant.file, mutant.line)?;
        writeln!(out, "  was: {}", json!(mutant.was))?;
        writeln!(out, "  change: {}", json!(mutant.change))?;
    }
    for (mutant, text) in &found.panics {
        writeln!(out, "panic: {}:{}: {}: {text}", mutant.file, mutant.line, mutant.change)?;
    }
    for known in &found.stale {
        writeln!(
            out,
            "tests/mutants/{}.yaml: no change is `{}` of `{}` in {}",
            args.game, known.change, known.was, known.file
        )?;
    }
    for (part, n) in &found.parts {
        let loads = n.tried - n.load;
        writeln!(
            out,
            "{}: {} tried, {} do not load, {} of {loads} noticed ({:.1} %)",
            part.name(),
            n.tried,
            n.load,
            n.scenario,
            n.killed()
        )?;
    }
    let n = found.total();
    writeln!(
        out,
        "{}: {} of {} changes tried with seed {}, {} do not load, {} of {} noticed ({:.1} %), {} mean the same",
        args.game,
        n.tried,
        found.all,
        args.seed,
        n.load,
        n.scenario,
        n.tried - n.load,
        n.killed(),
        found.known
    )?;
    if n.tried - n.load > n.scenario {
        writeln!(
            out,
            "each change above is a mistake that no scenario would notice: one that fails with it is begun with `intermezzo new scenario TITLE --game {game}`; \
             a change that makes no difference goes into tests/mutants/{game}.yaml, as it is printed, with `why: ...`",
            game = args.game
        )?;
    }
    Ok(())
}
