//! Coverage: which rules of a ledger some scenario or test proves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::ledger::{self, Ledger, Rule};
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Problems};

/// The proved part of a ledger.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of rules in the ledger.
    pub rules: usize,
    /// The number of rules that a passing scenario or a named test proves.
    pub proved: usize,
    /// The ids of the rules that nothing proves.
    pub missing: Vec<String>,
    /// Ids that scenarios prove or rulings name and the ledger does not have, and scenarios of rulings that are not there.
    pub unknown: Vec<String>,
}

/// The ledger of a game in a folder of games or of a pack; `None` without one.
fn ledger_of(folder: &Path, game: &str) -> anyhow::Result<Option<Ledger>> {
    let (folder, below) = (Folder::open(folder)?, PathBuf::from(format!("tests/rules/{game}.yaml")));
    let Some(text) = folder.text_if_there(&below, super::MAX_SCENARIO)? else { return Ok(None) };
    let mut problems = Problems::new();
    let path = folder.path(&below).display().to_string();
    let ledger = ledger::read(path.strip_prefix("./").unwrap_or(&path), &text, &mut problems);
    if problems.is_empty() { Ok(Some(ledger)) } else { Err(Error::load(problems).into()) }
}

/// Runs the scenarios of a game, unless the folder is a pack's, and those of each pack in play. Compares the rules that
/// they prove with the ledgers of the game and of these packs.
///
/// # Errors
///
/// A ledger or scenarios that cannot be read.
pub fn coverage(game: &str, root: Option<&Path>, packs: &[String]) -> anyhow::Result<Coverage> {
    let base = root.unwrap_or(Path::new("."));
    // In the folder of a pack the only ledger is its own, which comes below.
    let is_pack = root.is_none() && base.join("pack.yaml").is_file();
    let own = if is_pack { None } else { ledger_of(base, game)? };
    let (mut ledger, mut report) = match own {
        Some(ledger) => {
            let scenarios: PathBuf = base.join(format!("tests/scenarios/{game}"));
            (ledger, super::run_paths(&[scenarios], root, false)?)
        }
        // In a pack's folder, or for a built-in game, no ledger of the game's own lies here.
        None => (Ledger::default(), super::Report::default()),
    };
    let mut bases = vec![base.to_path_buf()];
    // A pack brings the rules that it adds, and what proves them; the game's own stay proved without it.
    for pack in packs {
        let given = Path::new(pack);
        let dir = if given.join("pack.yaml").is_file() { given.to_path_buf() } else { base.join("packs").join(pack) };
        if let Some(more) = ledger_of(&dir, game)? {
            ledger.rules.extend(more.rules);
            ledger.rulings.extend(more.rulings);
        }
        bases.push(dir.clone());
        let scenarios = dir.join(format!("tests/scenarios/{game}"));
        if scenarios.is_dir() {
            let more = super::run_paths_with(&[scenarios], root, std::slice::from_ref(pack), false)?;
            report.scenarios.extend(more.scenarios);
        }
    }
    let proved: BTreeSet<&String> = report.scenarios.iter().filter(|s| s.ok).flat_map(|s| &s.proves).collect();
    let known: BTreeSet<&String> = ledger.rules.iter().map(|r| &r.id).collect();
    let is_proved = |r: &&Rule| r.is_tested || proved.contains(&r.id);
    let mut unknown: Vec<String> = proved.difference(&known).map(|id| id.to_string()).collect();
    for ruling in &ledger.rulings {
        unknown.extend(ruling.about.iter().filter(|id| !known.contains(id)).cloned());
        let is_there =
            |place: &&String| bases.iter().any(|b| b.join(format!("tests/scenarios/{place}.yaml")).is_file());
        unknown.extend(ruling.shown.iter().filter(|place| !is_there(place)).cloned());
    }
    Ok(Coverage {
        rules: ledger.rules.len(),
        proved: ledger.rules.iter().filter(is_proved).count(),
        missing: ledger.rules.iter().filter(|r| !is_proved(r)).map(|r| r.id.clone()).collect(),
        unknown,
    })
}
