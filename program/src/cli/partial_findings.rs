//! Partial findings: for a game with files that cannot be read or compiled, the findings that the rest of its files
//! has.

use std::collections::BTreeSet;

use super::check::more;
use intermezzo::catalog::Files;
use intermezzo::error::{Problem, Problems, Severity};
use intermezzo::table::Loader;

/// The most times that further broken files are left out; each time errors may appear that the earlier ones hid.
const ROUNDS: usize = 4;

/// Leaves the files with errors out, and adds the findings that the rest of the game then has, in scripts and
/// translations. A finding that could follow from a missing file is not added.
pub fn findings(game: &str, files: &Files, loader: &mut Loader, mut all: Problems) -> Problems {
    let mut gone: BTreeSet<String> = BTreeSet::new();
    let mut left = files.clone();
    let mut found = all.clone();
    for _ in 0..ROUNDS {
        let wrong = found.list().iter().filter(|problem| problem.severity == Severity::Error);
        let broken: BTreeSet<String> = wrong.map(|problem| problem.span.file.to_string()).collect();
        // Without its manifest a game cannot be loaded, nor a pack without its header.
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

/// True if the rest of the game would have this finding with the left-out files, too.
fn is_true_of_all(problem: &Problem, gone: &BTreeSet<String>) -> bool {
    // Findings of other kinds may come from what is missing: the broken file may use, bring or open the thing.
    let is_own = problem.key == "script" || problem.key.starts_with("locale_");
    let mut ids = gone.iter().filter_map(|file| file.rsplit('/').next()?.split('.').next());
    let names_one = ids.any(|id| problem.message.contains(id));
    let is_of_lua = gone.iter().any(|file| file.ends_with(".lua"));
    // If a script was left out, its functions and steps are unknown to other scripts.
    is_own && !names_one && !(is_of_lua && problem.key == "script")
}
