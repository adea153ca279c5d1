//! Start point: reads the argument of `--from`: a record, to be played on after some of its answers, or a scenario, to
//! be played on after its steps.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::pack::Pack;
use crate::cli::{record_file, scenario_runs, test};
use crate::scenario::{moment_of, table_after};
use intermezzo::catalog::Files;
use intermezzo::error::{Error, Result};
use intermezzo::table::{Entry, Table};

/// The files with which a scenario named by `--from` is played: those of the pack in whose folder it lies, with the
/// packs in play; `None`: no scenario is named.
pub fn pack_around(from: Option<&str>, pack: &Pack) -> Option<Pack> {
    let from = from.filter(|from| from.ends_with(".yaml")).map(PathBuf::from);
    scenario_runs::groups(from.as_slice(), pack).pop().map(|(pack, _)| pack)
}

/// The table at the moment that `--from` names, and the later answers of the record. The moment is `FILE` or `FILE@N`
/// of a record, or the file of a scenario.
///
/// # Errors
///
/// A file that cannot be read, is of another game, or has too few answers; a step that is refused.
pub fn table(from: &str, game: &str, pack: &Pack) -> anyhow::Result<(Table, Vec<Entry>)> {
    let (path, answers) = match from.rsplit_once('@') {
        Some((path, number)) if !Path::new(from).exists() => {
            let number = number.parse::<usize>();
            let wrong = |_| Error::usage(format!("--from {from}: behind @ stands how many answers are given"));
            (path, Some(number.map_err(wrong)?))
        }
        _ => (from, None),
    };
    if !Path::new(path).is_file() {
        let what = if Path::new(path).is_dir() { "this is a folder" } else { "there is no such file" };
        let help = "name a scenario or a position (FILE.yaml), or a record that `play --record FILE` wrote";
        return Err(Error::usage(format!("--from {path}: {what}")).help(help).into());
    }
    let (table, ahead) = if path.ends_with(".yaml") {
        if answers.is_some() {
            let help = "leave @ out, and shorten a copy of the scenario";
            return Err(Error::usage("a scenario is played to the end of its steps").help(help).into());
        }
        let text = test::text_of(Path::new(path))?;
        // `error: ` at the beginning of the reason is cut off: it is printed before every error anyway.
        let table = table_after(&pack.files()?, path, &text);
        (table.map_err(|why| Error::usage(why.strip_prefix("error: ").unwrap_or(&why)))?, Vec::new())
    } else {
        let record = record_file::read(Path::new(path))?;
        moment_of(&record, answers)?
    };
    is_of(&table, game)?;
    Ok((table, ahead))
}

/// The texts that a scenario put in place of files of its game. They stay in play as long as the game is played on from
/// it, whatever is saved meanwhile.
pub fn laid_over(table: &Table, files: &Files) -> BTreeMap<String, Arc<str>> {
    if table.record().position.is_none() {
        return BTreeMap::new();
    }
    let played = table.game().catalog.files.texts.iter();
    played.filter(|(path, text)| files.texts.get(*path) != Some(text)).map(|(p, t)| (p.clone(), t.clone())).collect()
}

fn is_of(table: &Table, game: &str) -> Result<()> {
    let found = &table.world().rules.schema.game;
    match **found == *game {
        true => Ok(()),
        false => Err(Error::usage(format!("this is a game of `{found}`, and not of `{game}`"))),
    }
}
