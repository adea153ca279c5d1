//! Shelves: puts archives where others find them, and looks for packs there.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::add::public_key;
use super::build::{built, left_out_message};
use super::{SHOWN, WIDEST};
use crate::cli::text::{clean, cut};
use crate::cli::{Exit, print_json};
use crate::share::lock::Lock;
use crate::share::shelf::Shelf;
use crate::share::{archive, sign};
use intermezzo::data::disk;
use intermezzo::error::Error;

/// Put a pack on a shelf
///
/// A shelf is a folder of files: serve it with any web server, or push it to a repository. A version that lies there never
/// becomes another: a mended pack needs another version.
#[derive(Debug, clap::Args)]
pub struct Publish {
    /// Archive that `pack build` made, with its signature beside it, or the folder of a pack
    pack: PathBuf,
    /// Folder of the shelf; it is created if it does not exist
    #[arg(long)]
    to: PathBuf,
    /// Public key, or a file of one: the archive must be signed by it, and the shelf names it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

/// Look for packs on shelves
#[derive(Debug, clap::Args)]
pub struct Search {
    /// Part of an id, a title, a text or the name of a game [default: all packs]
    #[arg(default_value = "")]
    word: String,
    /// Folder or address of a shelf [default: those that packs.lock names]
    #[arg(long, value_name = "PLACE")]
    shelf: Vec<String>,
    /// Print [{"id", "title", "text", "game", "version", "shelf"}]
    #[arg(long)]
    json: bool,
}

pub fn publish(args: &Publish, packs: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (contents, bytes, signature) = match args.pack.is_dir() {
        true => {
            let built = built(&args.pack, packs)?;
            if let Some(message) = left_out_message(&built.left_out) {
                writeln!(out, "{} {message}", built.info.id)?;
            }
            (built.contents, built.archive, None)
        }
        false => {
            let bytes = disk::bytes(&args.pack, archive::MOST_ARCHIVE)?;
            let beside = PathBuf::from(format!("{}.minisig", args.pack.display()));
            let signature = if beside.is_file() { Some(disk::text(&beside, 10_000)?) } else { None };
            (archive::unpack(&bytes)?, bytes, signature)
        }
    };
    let key = match &args.key {
        Some(key) => {
            let key = public_key(key)?;
            let signature = signature.as_ref().ok_or_else(|| Error::usage("no signature lies beside the archive"))?;
            sign::check(&bytes, signature, &key)?;
            Some(key)
        }
        None => None,
    };
    let info = contents.info()?;
    let written = Shelf::publish(&args.to, &info, &contents.hash(), &bytes, signature.as_deref(), key)?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(Exit::Fine)
}

pub fn search(args: &Search, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let shelves = if args.shelf.is_empty() { Lock::read(root)?.shelves } else { args.shelf.clone() };
    if shelves.is_empty() {
        return Err(Error::usage("no shelf is known here").help("name one: --shelf PLACE").into());
    }
    let word = args.word.to_lowercase();
    let mut found = Vec::new();
    for shelf in shelves {
        for (id, about) in Shelf(shelf.clone()).listing()?.packs {
            let texts = [&id, &about.title, &about.text, &about.extends];
            if texts.iter().any(|text| text.to_lowercase().contains(&word)) {
                found.push((shelf.clone(), id, about));
            }
        }
    }
    if args.json {
        let one = |(shelf, id, about): &(String, String, crate::share::shelf::PackSummary)| json!({ "id": id, "title": about.title, "text": about.text, "game": about.extends, "version": about.latest.to_string(), "shelf": shelf });
        print_json(out, &json!(found.iter().map(one).collect::<Vec<_>>()))?;
    } else if found.is_empty() && word.is_empty() {
        writeln!(out, "no pack lies there")?;
    } else if found.is_empty() {
        writeln!(
            out,
            "no pack there has `{}` in its id, its title, its text or the name of its game",
            clean(&args.word)
        )?;
    } else {
        for (_, id, about) in found.iter().take(SHOWN) {
            let text = if about.text.is_empty() { String::new() } else { format!(": {}", clean(&about.text)) };
            let line =
                format!("{} {}  {} ({}){text}", clean(id), about.latest, clean(&about.title), clean(&about.extends));
            writeln!(out, "{}", cut(&line, WIDEST))?;
        }
        if found.len() > SHOWN {
            writeln!(out, "and {} more: name a word, or say --json", found.len() - SHOWN)?;
        }
    }
    Ok(Exit::fine_if(!found.is_empty()))
}
