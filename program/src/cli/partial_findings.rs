//! Partial findings: findings in the other files of a game that does not load, as if the broken ones were not there.

use std::collections::BTreeSet;

use super::check::more;
use intermezzo::catalog::Files;
use intermezzo::error::{Problem, Problems, Severity};
use intermezzo::table::Loader;

/// The most rounds of leaving broken files out; each may show problems that the earlier ones hid.
const ROUNDS: usize = 4;

/// Adds findings in the rest of the game (scripts, languages, rules) when some files could not be read. A finding that
/// could follow from a missing file is left out.
pub fn findings(game: &str, files: &Files, loader: &mut Loader, mut all: Problems) -> Problems {
    let mut gone: BTreeSet<String> = BTreeSet::new();
    let mut left = files.clone();
    let mut found = all.clone();
    for _ in 0..ROUNDS {
        let wrong = found.list().iter().filter(|problem| problem.severity == Severity::Error);
        let broken: BTreeSet<String> = wrong.map(|problem| problem.span.file.to_string()).collect();
        // Without its manifest nothing of a game can be read, and a pack is nothing without its header.
        let is_needed = |file: &String| file.ends_with("/game.yaml") || file.ends_with("/pack.yaml");
        if broken.iter().any(|file| is_needed(file) || !left.texts.contains_key(file)) {
            break;
        }
        broken.iter().for_each(|file| drop(left.texts.remove(file)));
        gone.extend(broken);
        let loaded = loader.load(game, &left);
        let is_loaded = loaded.is_ok();
        found = match loaded {
            Ok((game, problems)) => more(&game.catalog, problems),
            Err(problems) => problems,
        };
        let mut new = found.clone();
        new.retain(|problem| is_true_of_all(problem, &gone) && !all.list().contains(problem));
        all.append(new);
        if is_loaded {
            break;
        }
    }
    all.sort_by_place();
    all
}

/// True if a finding would also come with the files that were left out.
fn is_true_of_all(problem: &Problem, gone: &BTreeSet<String>) -> bool {
    // The broken file may be the one that uses, brings or opens the thing.
    let is_own = problem.key == "script" || problem.key.starts_with("locale_");
    let mut ids = gone.iter().filter_map(|file| file.rsplit('/').next()?.split('.').next());
    let names_one = ids.any(|id| problem.message.contains(id));
    let is_of_lua = gone.iter().any(|file| file.ends_with(".lua"));
    // The functions and steps of a script that is not there are unknown.
    is_own && !names_one && !(is_of_lua && problem.key == "script")
}
