//! Verify: `pack verify`: compares the packs of a folder with packs.lock.

use std::io::Write;
use std::path::Path;

use super::{apart, otherwise, pack_json, print_packs};
use crate::cli::Exit;
use crate::cli::check::is_fine;
use crate::cli::text::counted;
use crate::share::install::installed;
use crate::share::local_changes::{changes, listed};
use crate::share::lock::{FILE, Lock};
use intermezzo::catalog::Files;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Problems, Span};
use intermezzo::table::Loader;

/// Check that the packs of a folder are those that were added
///
/// Compares the hash of each with packs.lock, names the files that were changed, are gone or were laid there since, and loads
/// its game. Exits with 1 if something differs. `pack add --force` brings all back as it was added: the changes are lost.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Print {"packs": [{"id", "version", "hash", "source"}], "findings"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Verify, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let lock = Lock::read(root)?;
    let mut problems = Problems::new();
    for (id, locked) in &lock.packs {
        let place = Span::file(format!("packs/{id}"));
        match installed(root, id) {
            Ok(Some(contents)) if contents.hash() == locked.hash => {
                if contents.hashes() != locked.files {
                    let message = format!("{FILE} says otherwise which files the pack `{id}` has");
                    let help = format!("somebody edited {FILE}: `pack remove {id}` and `pack add` write it anew");
                    problems.error("pack_changed", &Span::file(FILE), message).help(help);
                    continue;
                }
                let more = changes(root, id, locked).unwrap_or_default();
                if !more.is_empty() {
                    let message = format!("files lie in packs/{id} that are no part of the pack: {}", listed(&more));
                    let help = "the pack is as it was added; `pack remove` and `pack update` ask for --force, which \
                                takes these files away, too";
                    problems.hint("pack_more", &place, message).help(help);
                }
            }
            Ok(Some(_)) => {
                let changed = changes(root, id, locked).unwrap_or_default();
                if changed.is_empty() {
                    let message = format!("{FILE} names another hash than the pack `{id}` has, and the same files");
                    let help = format!("somebody edited {FILE}: `pack remove {id}` and `pack add` write it anew");
                    problems.error("pack_changed", &Span::file(FILE), message).help(help);
                    continue;
                }
                let named = listed(&changed);
                let message = format!("the files of the pack `{id}` are not those that were added: {named}");
                let help =
                    "`pack add --force` brings back what was added: what was changed or laid there since is lost";
                problems.error("pack_changed", &place, message).help(help);
            }
            Ok(None) => {
                let message = format!("the pack `{id}` is not here");
                problems.error("pack_missing", &place, message).help("`pack add` without names brings it back");
            }
            Err(error) => drop(problems.error("pack_changed", &place, format!("the pack `{id}`: {error}"))),
        }
    }
    problems.append(otherwise(root, &lock));
    let folder = Folder::open(root)?;
    for id in folder.folders(Path::new("packs")).into_iter().filter(|id| !id.starts_with('.')) {
        if !lock.packs.contains_key(&id) {
            problems.hint(
                "pack_unlocked",
                &Span::file(format!("packs/{id}")),
                format!("{FILE} says nothing of `{id}`"),
            );
        }
    }
    if !problems.has_errors() {
        let (files, mut loader) = (Files::with_root(Some(root))?, Loader::default());
        for id in lock.packs.keys() {
            if let Some(game) = files.extended_by(id) {
                let files = Files { packs: vec![id.clone()], ..files.clone() };
                match loader.load(&game, &files) {
                    Ok((_, found)) | Err(found) => problems.append(found),
                }
            }
        }
        if !problems.has_errors() {
            let ids: Vec<String> = lock.packs.keys().cloned().collect();
            problems.append(apart(&files, &ids, &mut loader));
        }
    }
    if args.json {
        let packs = lock.packs.iter().map(|(id, locked)| pack_json(id, locked)).collect();
        print_packs(out, packs, &problems)?;
    } else {
        write!(out, "{}", problems.render_all())?;
        if !problems.is_empty() {
            writeln!(out)?;
        }
        let verdict = if is_fine(&problems) { "as they were added" } else { "not all as they were added" };
        writeln!(out, "{}: {verdict}", counted(lock.packs.len(), "pack"))?;
    }
    Ok(Exit::fine_if(is_fine(&problems)))
}
