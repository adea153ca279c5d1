//! Tree: `pack tree`: prints the packs of a folder, with the packs that each needs below it.

use std::io::Write;
use std::path::Path;

use serde_json::Value;

use super::{otherwise, pack_json, print_packs, short};
use crate::cli::Exit;
use crate::cli::text::clean;
use crate::share::lock::Lock;
use intermezzo::error::Error;

/// Show the packs of a folder, with their dependencies
///
/// Tells differences between packs.lock and the packs themselves, and exits with 1 if there are any.
#[derive(Debug, clap::Args)]
pub struct Tree {
    /// Only the ways that lead to this pack
    #[arg(long, value_name = "ID")]
    why: Option<String>,
    /// Print {"packs": [{"id", "version", "hash", "source", "needs"}], "findings"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Tree, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let lock = Lock::read(root)?;
    if let Some(id) = args.why.as_ref().filter(|id| !lock.packs.contains_key(*id)) {
        let help = intermezzo::data::suggest::help_for(id, lock.packs.keys().map(String::as_str));
        return Err(Error::usage(format!("no pack `{id}` was added here")).help(help).into());
    }
    let problems = otherwise(root, &lock);
    if args.json {
        let packs = lock.packs.iter().map(|(id, locked)| {
            let mut value = pack_json(id, locked);
            value["needs"] =
                locked.needs.iter().map(|(id, range)| (id.clone(), Value::from(range.to_string()))).collect();
            value
        });
        print_packs(out, packs.collect(), &problems)?;
        return Ok(Exit::fine_if(problems.is_empty()));
    }
    if lock.packs.is_empty() {
        writeln!(out, "no packs were added here")?;
    }
    for (id, _) in lock.packs.iter().filter(|(_, locked)| locked.asked.is_some()) {
        write_pack(&lock, id, args.why.as_deref(), &mut Vec::new(), out)?;
    }
    write!(out, "{}", problems.render_all())?;
    Ok(Exit::fine_if(problems.is_empty()))
}

/// Prints a pack, and indented below it the packs that it needs; with `why`, only the ways that lead to that pack. A
/// pack that stands above itself is not followed again.
fn write_pack(
    lock: &Lock,
    id: &str,
    why: Option<&str>,
    above: &mut Vec<String>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let indent = "  ".repeat(above.len());
    let leads = |to: &str| to == id || reaches(lock, id, to, &mut Vec::new());
    if !why.is_none_or(leads) {
        return Ok(());
    }
    match lock.packs.get(id) {
        Some(locked) => {
            writeln!(out, "{indent}{id} {}  {}  {}", locked.version, short(&locked.hash), clean(&locked.source))?
        }
        None => writeln!(out, "{indent}{id}  in the program")?,
    }
    if above.iter().any(|other| other == id) {
        return Ok(());
    }
    above.push(id.into());
    for need in lock.packs.get(id).into_iter().flat_map(|locked| locked.needs.keys()) {
        write_pack(lock, need, why, above, out)?;
    }
    above.pop();
    Ok(())
}

fn reaches(lock: &Lock, from: &str, to: &str, seen: &mut Vec<String>) -> bool {
    if seen.iter().any(|id| id == from) {
        return false;
    }
    seen.push(from.into());
    let needs = lock.packs.get(from).into_iter().flat_map(|locked| locked.needs.keys());
    needs.into_iter().any(|id| id == to || reaches(lock, id, to, seen))
}
