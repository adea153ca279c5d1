//! Explain: what the packs in play add to a game and change in it.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::findings::PathBase;
use super::pack::{Pack, build, must_exist};
use super::text::clean;
use super::{Exit, print_json};
use crate::share::changelog::Changelog;
use crate::share::{Contents, archive};
use intermezzo::data::disk;
use intermezzo::error::{Error, Result};

/// Say what the packs in play add and change
///
/// Lists each pack with its version, and every name it sets, adds, inserts at, wraps or removes, with
/// the place that says so. `reads hidden` stands before each script that reads what its player does not
/// see: the hand of an opponent, a deck, a card that lies face down. Without packs the game is as its own files say.
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The game
    game: String,
    /// Say what players notice of a pack in play, compared with an earlier version of it: its folder or its archive
    #[arg(long, value_name = "OLD")]
    diff: Option<PathBuf>,
    /// Print {"game", "packs": [{"id", "title", "version", "changes": [{"what", "name", "place"}]}]}; with --diff
    /// {"game", "pack", "old", "new", "added", "removed", "changed": [{"name", "changes"}], "others"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ExplainArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(old) = &args.diff {
        return diff(args, old, pack, out);
    }
    let (engine, _) = pack.engine(&args.game)?;
    let catalog = &engine.catalog;
    let here = PathBase::of(pack, &pack.files()?);
    if args.json {
        let change = |c: &intermezzo::catalog::patch::AppliedPatch| json!({ "what": c.what, "name": c.name, "place": here.text(&c.place.to_string()) });
        let one = |p: &intermezzo::catalog::pack::PackInfo| {
            let changes: Vec<_> = catalog.changes.iter().filter(|c| c.pack == p.id).map(change).collect();
            json!({ "id": p.id, "title": p.title, "version": p.version.to_string(), "changes": changes })
        };
        let packs: Vec<_> = catalog.packs.iter().map(one).collect();
        print_json(out, &json!({ "game": args.game, "packs": packs }))?;
        return Ok(Exit::Fine);
    }
    if catalog.packs.is_empty() {
        writeln!(out, "{}: no packs, the game is as its own files say", args.game)?;
    }
    for pack in &catalog.packs {
        writeln!(out, "{} ({} {})", clean(&pack.title), clean(&pack.id), pack.version)?;
        for c in catalog.changes.iter().filter(|c| c.pack == pack.id) {
            writeln!(out, "  {:<8} {:<48} {}", c.what, clean(&c.name), clean(&here.text(&c.place.to_string())))?;
        }
    }
    Ok(Exit::Fine)
}

/// Reads the files of an earlier version of a pack, from a folder or an archive.
fn earlier(old: &Path) -> Result<Contents> {
    match old.is_dir() {
        true => Contents::of_folder(old),
        false => archive::unpack(&disk::bytes(old, archive::MOST_ARCHIVE)?),
    }
}

/// Prints the differences for players between a pack in play and an earlier version of it.
fn diff(args: &ExplainArgs, old: &Path, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let contents = earlier(old)?;
    let was = contents.info()?;
    let files = pack.files()?;
    must_exist(&args.game, &files)?;
    if !files.packs.contains(&was.id) {
        let message = format!("the pack `{}` is not in play, so it is compared with nothing", was.id);
        return Err(Error::usage(message).help("name its later version: --pack").into());
    }
    let (new, _) = build(&args.game, &files).map_err(Error::load)?;
    let mut before = files.clone();
    let folder = format!("packs/{}/", was.id);
    before.texts.retain(|path, _| !path.starts_with(&folder));
    before.texts.extend(contents.texts(&was.id));
    let (old, _) = build(&args.game, &before).map_err(Error::load)?;
    let log = Changelog::of(&old.catalog, &new.catalog);
    let is = new.catalog.packs.iter().find(|p| p.id == was.id);
    let version = is.map_or(was.version.clone(), |p| p.version.clone());
    if args.json {
        let changed: Vec<_> =
            log.changed.iter().map(|(name, lines)| json!({ "name": name, "changes": lines })).collect();
        let value = json!({
            "game": args.game, "pack": was.id, "old": was.version.to_string(), "new": version.to_string(),
            "added": log.added, "removed": log.removed, "changed": changed, "others": log.others,
        });
        print_json(out, &value)?;
        return Ok(Exit::Fine);
    }
    writeln!(out, "{} {version}, compared with {}", clean(is.map_or(&was.title, |p| &p.title)), was.version)?;
    if log.is_empty() {
        writeln!(out, "  nothing that players notice")?;
    }
    for (what, names) in [("new cards", &log.added), ("gone", &log.removed)] {
        if !names.is_empty() {
            writeln!(out, "  {what}: {}", clean(&names.join(", ")))?;
        }
    }
    for (name, lines) in &log.changed {
        writeln!(out, "  {}: {}", clean(name), clean(&lines.join("; ")))?;
    }
    for line in &log.others {
        writeln!(out, "  {}", clean(line))?;
    }
    Ok(Exit::Fine)
}
