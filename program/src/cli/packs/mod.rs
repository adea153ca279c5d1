//! Packs: the commands by which packs are built, shared and added.

mod add;
mod build;
mod pack_effects;
mod shared_game;
mod shelves;
mod tree;
mod verify;
mod version_changes;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::check::more;
use super::findings::without_ignored;
use super::{Exit, print_json};
use crate::share::install::installed;
use crate::share::lock::{FILE, Lock, Locked};
use intermezzo::catalog::pack::PackInfo;
use intermezzo::catalog::{Catalog, Files};
use intermezzo::error::{Problems, Severity, Span};
use intermezzo::table::Loader;

/// The most lines that are shown of each list in a stranger's pack or shelf.
const SHOWN: usize = 20;
/// The most columns of such a line.
const WIDEST: usize = 200;

/// Build packs, share them, and add those of others
///
/// A pack that is added lies in packs/ of the current folder (or of --root), and the file packs.lock says what exactly it
/// is. Play it with --pack ID. What a pack may do is shown before anything of it is written; to find that out its game is
/// loaded with it, so its scripts are read in the sandbox, as `check` reads them.
#[derive(Debug, clap::Args)]
pub struct PacksArgs {
    #[command(subcommand)]
    what: PackCommand,
}

#[derive(Debug, clap::Subcommand)]
enum PackCommand {
    Build(build::Build),
    Add(add::Add),
    Remove(add::Remove),
    Update(add::Update),
    Tree(tree::Tree),
    Verify(verify::Verify),
    Publish(shelves::Publish),
    Search(shelves::Search),
    Key(build::KeyPair),
}

pub fn run(args: &PacksArgs, root: Option<&Path>, packs: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let root = root.map_or_else(|| PathBuf::from("."), PathBuf::from);
    match &args.what {
        PackCommand::Build(args) => build::run(args, packs, out),
        PackCommand::Key(args) => build::key(args, out),
        PackCommand::Add(args) => add::add(args, &root, out),
        PackCommand::Remove(args) => add::remove(args, &root, out),
        PackCommand::Update(args) => add::update(args, &root, out),
        PackCommand::Tree(args) => tree::run(args, &root, out),
        PackCommand::Verify(args) => verify::run(args, &root, out),
        PackCommand::Publish(args) => shelves::publish(args, packs, out),
        PackCommand::Search(args) => shelves::search(args, &root, out),
    }
}

/// The entry of a pack in the lock as JSON, for `--json`.
fn pack_json(id: &str, locked: &Locked) -> Value {
    json!({
        "id": id,
        "version": locked.version.to_string(),
        "hash": locked.hash,
        "source": locked.source,
        "asked": locked.asked.is_some(),
        "signed_by": locked.signed_by,
    })
}

/// The findings about a pack: `problems` from loading its game with it, and those that all later checks find in its
/// files.
fn findings_of(catalog: &Catalog, id: &str, problems: Problems) -> Problems {
    let folder = format!("packs/{id}/");
    let loaded = problems.clone();
    let mut found = more(catalog, problems);
    found.retain(|problem| problem.span.file.starts_with(&folder) || loaded.list().contains(problem));
    without_ignored(found)
}

/// Findings about entries of the lock that contradict the pack they describe, as when somebody edited them. Changed and
/// missing packs are reported where their files are compared.
fn otherwise(root: &Path, lock: &Lock) -> Problems {
    let mut problems = Problems::new();
    for (id, locked) in &lock.packs {
        let Ok(Some(contents)) = installed(root, id) else { continue };
        if contents.hash() != locked.hash {
            continue;
        }
        if let Some(message) = contents.info().ok().and_then(|info| locked.otherwise(&info)) {
            let help = format!("somebody edited {FILE}: `pack add` of {} writes it anew", locked.source);
            problems.error("pack_changed", &Span::file(FILE), message).help(help);
        }
    }
    problems
}

/// For each two packs of one game that load alone but not together, and declare no conflict, a hint that says so.
pub fn apart(files: &Files, ids: &[String], loader: &mut Loader) -> Problems {
    let mut of_games: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for id in ids {
        of_games.entry(files.extended_by(id).unwrap_or_default()).or_default().push(id);
    }
    let mut out = Problems::new();
    for (game, ids) in of_games {
        let mut load = |ids: &[&String]| {
            let packs = ids.iter().map(|id| (*id).clone()).collect();
            loader.load(&game, &Files { packs, ..files.clone() }).err()
        };
        // Usually all packs load together.
        if ids.len() < 2 || load(&ids).is_none() {
            continue;
        }
        for (at, one) in ids.iter().enumerate() {
            for other in &ids[at + 1..] {
                if conflict(files, one, other) || conflict(files, other, one) {
                    continue;
                }
                let found = load(&[one, other]).unwrap_or_default();
                let Some(problem) = found.list().iter().find(|p| p.severity == Severity::Error) else { continue };
                let message = format!("the packs `{one}` and `{other}` cannot be played together: {}", problem.message);
                let said =
                    format!("`conflicts: [{other}]` in the pack.yaml of `{one}` says that they are not meant to be");
                let help = problem.help.as_ref().map_or(said.clone(), |help| format!("{help}; {said}"));
                let hint = out.hint("packs_apart", &problem.span, message);
                if let Some((place, what)) = &problem.also {
                    hint.also(place, what.clone());
                }
                hint.help(help);
                for place in [Some(&problem.span), problem.also.as_ref().map(|(place, _)| place)].into_iter().flatten()
                {
                    if let Some(text) = files.texts.get(&*place.file) {
                        out.add_source(&place.file, text.clone());
                    }
                }
            }
        }
    }
    out
}

/// True if the header of a pack says that it conflicts with another one.
fn conflict(files: &Files, pack: &str, other: &str) -> bool {
    let header = files.texts.get(&format!("packs/{pack}/pack.yaml"));
    let info = header.and_then(|text| PackInfo::of_text(text, &mut Problems::new()));
    info.is_some_and(|info| info.conflicts().contains(&other))
}

/// Prints packs and findings for tools.
fn print_packs(out: &mut dyn Write, packs: Vec<Value>, problems: &Problems) -> anyhow::Result<()> {
    print_json(out, &json!({ "packs": packs, "findings": problems.to_json()["findings"] }))?;
    Ok(())
}

/// The first letters of a hash, enough to recognize it.
fn short(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
