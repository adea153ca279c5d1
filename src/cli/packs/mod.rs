//! Packs: the commands by which packs are built, shared and added.

mod add;
mod build;
mod does;
mod shelves;
mod tree;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::check::more;
use super::findings::without_ignored;
use super::{Exit, print_json};
use crate::catalog::Catalog;
use crate::error::Problems;
use crate::share::lock::Locked;

/// Build packs, share them, and add those of others
///
/// A pack that is added lies in packs/ of the current folder (or of --root), and the file packs.lock says what exactly it
/// is. Play it with --pack ID. What a pack may do is shown before anything of it is written; to find that out its game is
/// loaded with it, so its scripts are read in the sandbox, as `check` reads them.
#[derive(Debug, clap::Args)]
pub struct Packs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
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

pub fn run(args: &Packs, root: Option<&Path>, packs: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let root = root.map_or_else(|| PathBuf::from("."), PathBuf::from);
    match &args.what {
        What::Build(args) => build::run(args, packs, out),
        What::Key(args) => build::key(args, out),
        What::Add(args) => add::add(args, &root, out),
        What::Remove(args) => add::remove(args, &root, out),
        What::Update(args) => add::update(args, &root, out),
        What::Tree(args) => tree::run(args, &root, out),
        What::Verify(args) => verify::run(args, &root, out),
        What::Publish(args) => shelves::publish(args, packs, out),
        What::Search(args) => shelves::search(args, &root, out),
    }
}

/// A pack for tools.
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

/// What was found when a game was loaded with a pack, and all that `check` finds in the files of the pack.
fn findings_of(catalog: &Catalog, id: &str, problems: Problems) -> Problems {
    let folder = format!("packs/{id}/");
    let loaded = problems.clone();
    let mut found = more(catalog, problems);
    found.retain(|problem| problem.span.file.starts_with(&folder) || loaded.list().contains(problem));
    without_ignored(found)
}

/// Prints packs and findings for tools.
fn print_packs(out: &mut dyn Write, packs: Vec<Value>, problems: &Problems) -> anyhow::Result<()> {
    print_json(out, &json!({ "packs": packs, "findings": problems.to_json()["findings"] }))?;
    Ok(())
}

/// The first letters of a hash: enough to tell it by.
fn short(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
