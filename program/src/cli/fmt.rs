//! Fmt: writes files of games and packs in the one layout.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Exit;
use super::findings::short;
use super::output::complain;
use super::pack::Pack;
use super::text::counted;
use crate::layout;
use intermezzo::data::disk::Folder;
use intermezzo::error::Error;

/// The most bytes of a file that is read: the readers of YAML take no longer one.
const LONGEST: u64 = 1 << 20;

/// Lay out files of YAML anew
///
/// Every file gets the same indentation, blanks and breaks of lines; comments, the order of keys, quotes and values stay.
/// Lines of more than 120 characters with brackets become several. A file that cannot be read is left alone, and so are
/// files of Lua. Exits with 1 if a file could not be read, and with --check if one would change.
#[derive(Debug, clap::Args)]
pub struct FmtArgs {
    /// Files, or folders of them [default: cards/, scripts/, packs/ and tests/ here, or the pack here]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing, and name the files that would change
    #[arg(long)]
    check: bool,
}

pub fn run(args: &FmtArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (mut changed, mut left) = (0, 0);
    let files = files(args, pack)?;
    for path in &files {
        let (folder, name) = Folder::around(path)?;
        let text = folder.text(&name, LONGEST)?;
        match layout::laid_out(&text) {
            Ok(new) if new == text => {}
            Ok(new) => {
                changed += 1;
                if !args.check {
                    folder.replace(&name, new.as_bytes(), false)?;
                }
                writeln!(out, "{} {}", if args.check { "would change" } else { "wrote" }, short(path))?;
            }
            Err(why) => {
                left += 1;
                complain(&format!("{}: left alone: {why}", short(path)));
            }
        }
    }
    let verb = if args.check { "would change" } else { "changed" };
    writeln!(out, "{}: {changed} {verb}", counted(files.len(), "file"))?;
    Ok(Exit::fine_if(left == 0 && (changed == 0 || !args.check)))
}

/// The paths of the files to lay out, without repetition and sorted: those that are named, and all YAML files in named
/// folders.
fn files(args: &FmtArgs, pack: &Pack) -> anyhow::Result<Vec<PathBuf>> {
    let mut places = args.paths.clone();
    if places.is_empty() {
        let root = pack.own.as_ref().or(pack.root.as_ref());
        let root = root.ok_or_else(|| Error::usage("no games and no pack lie here: name a file or a folder"))?;
        let is_own = pack.own.is_some();
        let tops: &[&str] = if is_own { &[""] } else { &["cards", "scripts", "packs", "tests"] };
        places.extend(tops.iter().map(|top| root.join(top)).filter(|path| path.is_dir()));
    }
    let mut out = Vec::new();
    for place in places {
        if !place.is_dir() {
            out.push(place);
            continue;
        }
        let folder = Folder::open(&place)?;
        let found = folder.files(Path::new(""), &[".yaml"], &|_| true)?;
        out.extend(found.into_iter().map(|entry| place.join(entry.below)));
    }
    out.sort();
    out.dedup();
    Ok(out)
}
