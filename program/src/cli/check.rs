//! Check: findings in the files of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::findings::formats::{self, FindingFormat};
use super::findings::{baseline, from_here, scenarios, unreadable, without_ignored};
use super::pack::{Pack, above, is_pack, must_exist};
use super::packs::apart;
use super::text::clean;
use super::{Exit, partial_findings, stray_pictures};
use intermezzo::catalog::pack::PackInfo;
use intermezzo::catalog::{Catalog, Files, drawn_cards, locale};
use intermezzo::data::disk::Folder;
use intermezzo::data::suggest;
use intermezzo::error::{Error, Problem, Problems, Result, Severity};
use intermezzo::lint;
use intermezzo::table::{Game, Loader};

/// Check every card, deck, script and scenario of games
///
/// Scenarios and positions are checked without playing them: their keys, and the names in them. `test` plays them.
/// Prints each finding with its place, its line and help; `intermezzo doc findings` lists their keys. Packs that lie in
/// packs/ are checked with their games. A comment `# intermezzo: ignore KEY` behind a line or above it ignores a
/// warning or a hint there. Exits with 0 if there are at most hints, with 1 if there are errors or warnings.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// Games by name, folders with cards/ and scripts/, packs, or files in any of them [default: all games]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// In which form findings are printed
    #[arg(long, value_enum, default_value_t)]
    format: FindingFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Leave out what stands in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what is found, but for errors, into a file for --baseline
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
}

pub fn run(args: &CheckArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (mut all, names) = collect(&args.paths, pack)?;
    let form = if args.json { FindingFormat::Json } else { args.format };
    let mut known = String::new();
    if let Some(path) = &args.baseline {
        let (left_out, gone) = baseline::take_away(&mut all, path)?;
        known = format!(" ({left_out} known");
        known += &if gone > 0 { format!(", {gone} of the baseline are gone: write it again)") } else { ")".into() };
    }
    if let Some(path) = &args.write_baseline {
        let written = baseline::write(&all, path)?;
        writeln!(out, "wrote {} into {}", super::text::counted(written, "finding"), path.display())?;
        return Ok(Exit::fine_if(!all.has_errors()));
    }
    formats::tell(&all, form, out)?;
    if form == FindingFormat::Text {
        if !all.is_empty() {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}{known}", names.join(", "), summary(&all))?;
        if args.paths.is_empty() {
            not_read(pack, out)?;
        }
    }
    Ok(Exit::fine_if(is_fine(&all)))
}

/// Prints notes about files that were not checked although their author may think so: the games of a folder above the
/// current one, and folders whose name is nearly that of a folder that is read.
fn not_read(pack: &Pack, out: &mut dyn Write) -> anyhow::Result<()> {
    if pack.root.is_none()
        && pack.own.is_none()
        && let Some(dir) = above()
    {
        let own = dir.display();
        writeln!(out, "note: only built-in games were checked; your own lie in {own}: go there, or say --root")?;
    }
    let here = PathBuf::from(".");
    let root = pack.root.as_ref().or(pack.own.as_ref()).unwrap_or(&here);
    const READ: [&str; 3] = ["cards", "scripts", "packs"];
    for name in Folder::open(root)?.folders(Path::new("")) {
        let near = suggest::slip(&name, READ).filter(|_| !READ.contains(&&*name));
        if let Some(near) = near {
            writeln!(out, "note: nobody reads the folder `{}`: is it meant to be `{near}`?", clean(&name))?;
        }
    }
    Ok(())
}

/// The findings in the given games, packs, folders and files, or else in all games; and the names of what was checked.
pub(super) fn collect(given: &[String], pack: &Pack) -> anyhow::Result<(Problems, Vec<String>)> {
    let mut all = Problems::new();
    let (mut names, mut loader) = (Vec::new(), Loader::default());
    let (named, paths): (Vec<String>, Vec<String>) =
        given.iter().cloned().partition(|path| scenarios::is_scenario_file(Path::new(path)));
    let of_games = match wanted(&paths, pack) {
        _ if paths.is_empty() && !named.is_empty() => Vec::new(),
        Ok(found) => found,
        // A pack whose header names no game that exists is a finding, and does not end the command.
        Err(error) => match error.downcast_ref::<Error>().and_then(Error::problems) {
            Some(found) => {
                all.append(found.clone());
                names.push(pack_of(&paths));
                Vec::new()
            }
            None => return Err(error),
        },
    };
    for (pack, games) in of_games {
        let (files, unread) = pack.files_that_can_be_read()?;
        for error in &unread {
            let mut found = unreadable(error);
            found.retain(|problem| !all.list().contains(problem));
            all.append(found);
        }
        let mut loaded = Vec::new();
        for game in &games {
            let (engine, mut found) = findings(game, &files, &mut loader);
            from_here(&mut found, &pack, &files);
            without_told_strays(&mut found, &all);
            all.append(found);
            names.push(game.clone());
            let mut strays =
                engine.as_ref().map_or_else(Problems::new, |engine| stray_pictures::findings(&pack, engine));
            strays.retain(|problem| !all.list().contains(problem));
            all.append(strays);
            loaded.push((game.clone(), engine));
        }
        let mut found = without_ignored(scenarios::beside(&pack, &files, &loaded)?);
        from_here(&mut found, &pack, &files);
        all.append(found);
        let beside = packs_beside(&pack, &files, &games);
        let ids: Vec<String> = beside.iter().map(|(_, id)| id.clone()).collect();
        for (game, id) in beside {
            let mut found = findings_of_pack(&id, &game, &pack, &files, &mut loader)?;
            // The findings of the game without the pack are in `all` already.
            found.retain(|problem| !all.list().contains(problem));
            without_told_strays(&mut found, &all);
            all.append(found);
            names.push(format!("{game} with {id}"));
        }
        if !all.has_errors() {
            let mut found = without_ignored(apart(&files, &ids, &mut loader));
            from_here(&mut found, &pack, &files);
            all.append(found);
        }
    }
    if !named.is_empty() {
        let files: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
        let mut found = without_ignored(scenarios::of_files(&files, pack)?);
        found.retain(|problem| !all.list().contains(problem));
        all.append(found);
        names.extend(named);
    }
    Ok((all, names))
}

/// The findings of a game that is loaded together with one of the packs in the folder's `packs/`.
fn findings_of_pack(id: &str, game: &str, pack: &Pack, files: &Files, loader: &mut Loader) -> anyhow::Result<Problems> {
    let files = Files { packs: vec![id.into()], ..files.clone() };
    let (engine, mut found) = findings(game, &files, loader);
    let own = pack.root.as_ref().map(|root| root.join("packs").join(id));
    found.append(scenarios::beside(&Pack { own, ..pack.clone() }, &files, &[(game.into(), engine)])?);
    // Hints about files of the game itself are dropped: with the pack some of its decks may be illegal.
    let folder = format!("packs/{id}/");
    found.retain(|p| p.severity != Severity::Hint || p.span.file.starts_with(&folder));
    from_here(&mut found, pack, &files);
    Ok(found)
}

/// Removes findings about files that no game reads if `all` has them already: each game would repeat them.
fn without_told_strays(found: &mut Problems, all: &Problems) {
    let is_told = |one: &Problem| all.list().iter().any(|other| (other.key, &other.span) == (one.key, &one.span));
    found.retain(|problem| problem.key != "stray_file" || !is_told(problem));
}

/// What the summary names as checked if the header of a pack names no known game: the given paths, or `pack.yaml`.
fn pack_of(paths: &[String]) -> String {
    if paths.is_empty() { "pack.yaml".into() } else { paths.join(", ") }
}

/// The game, if it loads, and all findings of loading it, of lints, translations and drawn cards, without those that
/// comments ignore.
pub(super) fn findings(game: &str, files: &Files, loader: &mut Loader) -> (Option<Game>, Problems) {
    let (engine, found) = match loader.load(game, files) {
        Ok((game, problems)) => {
            let found = more(&game.catalog, problems);
            (Some(game), found)
        }
        Err(problems) => (None, partial_findings::findings(game, files, loader, problems)),
    };
    (engine, without_ignored(found))
}

/// Adds the findings of lints, translations and drawn cards to those of loading a game.
pub fn more(catalog: &Catalog, mut problems: Problems) -> Problems {
    problems.append(lint::findings(catalog));
    problems.append(locale::findings(catalog));
    problems.append(drawn_cards::findings(catalog));
    problems.sort_by_place();
    problems
}

/// The packs in the `packs/` of the folder that extend one of these games, which are checked together with it: game and
/// id of each. Empty if the person chose the packs herself, with `--pack`.
fn packs_beside(pack: &Pack, files: &Files, games: &[String]) -> Vec<(String, String)> {
    let Some(root) = pack.root.as_ref().filter(|_| pack.packs.is_empty()) else { return Vec::new() };
    let lies_there = |id: &String| is_pack(&root.join("packs").join(id));
    let ids = files.known_packs().into_iter().filter(lies_there);
    let of_game = |id: String| Some((files.extended_by(&id).filter(|game| games.contains(game))?, id));
    ids.filter_map(of_game).collect()
}

/// True if the findings are hints at most.
pub fn is_fine(problems: &Problems) -> bool {
    problems.list().iter().all(|p| p.severity == Severity::Hint)
}

/// The number of findings of each severity: `2 errors, 1 hint`.
pub fn summary(problems: &Problems) -> String {
    let count = |severity| problems.list().iter().filter(|p| p.severity == severity).count();
    let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Hint]
        .into_iter()
        .filter(|s| count(*s) > 0)
        .map(|s| super::text::counted(count(s), s.as_str()))
        .collect();
    if parts.is_empty() { "nothing found".into() } else { parts.join(", ") }
}

/// What `check` is to look at: for each source of files, the names of the games in it. `paths` are names of games,
/// folders, packs or files; without any, all games of `pack` are meant.
pub fn wanted(paths: &[String], pack: &Pack) -> anyhow::Result<Vec<(Pack, Vec<String>)>> {
    if paths.is_empty() {
        let (files, _) = pack.files_that_can_be_read()?;
        let mut games = files.games();
        // With packs in play only the games that all of them extend are checked.
        games.retain(|game| files.packs.iter().all(|id| files.extends(id, game)));
        if games.is_empty() {
            for id in &files.packs {
                must_extend(id, pack, &files)?;
            }
        }
        if games.is_empty() && !files.packs.is_empty() {
            let help = "packs that are checked together extend the same game";
            return Err(Error::usage("the packs in play extend several games").help(help).into());
        }
        return Ok(vec![(pack.clone(), games)]);
    }
    let mut out: Vec<(Pack, Vec<String>)> = Vec::new();
    for path in paths {
        let (pack, games) = match pack_and_games(Path::new(path), pack)? {
            Some(found) => found,
            None => {
                let (files, unread) = pack.files_that_can_be_read()?;
                if let Err(error) = must_exist(path, &files) {
                    // The game may be missing only because a file cannot be read: then that is the error.
                    return Err(match unread.first() {
                        Some(unread) => Error::load(unreadable(unread)),
                        None => no_place(Path::new(path)).unwrap_or(error),
                    }
                    .into());
                }
                (pack.clone(), vec![path.clone()])
            }
        };
        match out.iter_mut().find(|(p, _)| *p == pack) {
            Some((_, known)) => known.extend(games.into_iter().filter(|g| !known.contains(g)).collect::<Vec<_>>()),
            None => out.push((pack, games)),
        }
    }
    Ok(out)
}

/// The source of files and the games that a path means: a pack or a game's folder, or a file in one. `None`: no pack
/// and no game lies around it.
fn pack_and_games(path: &Path, pack: &Pack) -> anyhow::Result<Option<(Pack, Vec<String>)>> {
    // A path into the pack that the person works on means this pack together with all that are in play.
    let is_own = |found: &Pack| match (&found.own, &pack.own) {
        (Some(a), Some(b)) => a.canonicalize().ok() == b.canonicalize().ok(),
        _ => false,
    };
    let Some(found) = Pack::around(path, &pack.packs) else {
        let in_root = |(found, games)| (Pack { packs: pack.packs.clone(), ..found }, games);
        return Ok(in_folder(path)?.map(in_root));
    };
    let found = if is_own(&found) { pack.clone() } else { found };
    let games = found.extended()?;
    let (files, _) = found.files_that_can_be_read()?;
    if let Some(id) = files.packs.first() {
        must_extend(id, &found, &files)?;
    }
    Ok(Some((found, games)))
}

/// Refuses a pack whose game does not exist.
///
/// # Errors
///
/// Findings in the header of the pack.
fn must_extend(id: &str, pack: &Pack, files: &Files) -> Result<()> {
    let mut found = wrongly_extended(id, files);
    if found.is_empty() {
        return Ok(());
    }
    from_here(&mut found, pack, files);
    Err(Error::load(found))
}

/// Findings in the header of a pack whose game does not exist.
pub(super) fn wrongly_extended(id: &str, files: &Files) -> Problems {
    let place = files.place_of_extended(id);
    let text = files.texts.get(&*place.file).cloned().unwrap_or_default();
    let (games, mut found) = (files.games(), Problems::new());
    match files.extended_by(id) {
        Some(game) if games.contains(&game) => return found,
        Some(game) => {
            let help = suggest::help_for(&game, games.iter().map(String::as_str));
            found.error("unknown_word", &place, format!("there is no game `{game}`")).help(help);
        }
        None => {
            // If `extends` itself is wrong, that is reported, and not that a game is missing.
            PackInfo::of_text(&text, &mut found);
            found.rename(|_| place.file.to_string());
            if !found.has_errors() {
                let help = "its pack.yaml needs a line `extends: GAME`";
                found.error("missing", &place, "the pack extends no game").help(help);
            }
        }
    }
    found.add_source(&place.file, text);
    found
}

/// The folder with games that a path means, and the names of its games: the path is that folder, or lies in its cards/
/// or scripts/.
///
/// # Errors
///
/// A path that no game can be found by.
fn in_folder(path: &Path) -> Result<Option<(Pack, Vec<String>)>> {
    let unread = |why: &str| Error::usage(format!("{}: nothing reads this file: {why}", path.display()));
    if path.join("cards").is_dir() || path.join("scripts").is_dir() {
        let folder = Folder::open(path)?;
        let mut games = Vec::new();
        for top in ["cards", "scripts"].map(Path::new) {
            if folder.has_folder(top)? {
                games.extend(folder.folders(top));
            }
        }
        games.retain(|g| g != "lib" && !g.starts_with(['_', '.']));
        games.sort();
        games.dedup();
        if games.is_empty() {
            let message = format!("{}: no game's folder lies in its cards/ or scripts/", path.display());
            return Err(Error::usage(message).help("a card lies in cards/<game>/, and a script in scripts/<game>/"));
        }
        return Ok(Some((Pack { root: Some(path.into()), ..Pack::default() }, games)));
    }
    let Ok(full) = path.canonicalize() else { return Ok(None) };
    let parts: Vec<_> = full.components().collect();
    let Some(top) = parts.iter().rposition(|p| p.as_os_str() == "cards" || p.as_os_str() == "scripts") else {
        return Ok(None);
    };
    if full.is_file() && top + 2 == parts.len() {
        return Err(
            unread("it lies in no game's folder").help("a card lies in cards/<game>/, and a script in scripts/<game>/")
        );
    }
    if full.is_file() && !full.extension().is_some_and(|e| e == "yaml" || e == "lua") {
        return Err(unread("cards are .yaml files, and scripts .lua files"));
    }
    let root: PathBuf = parts[..top].iter().collect();
    let game = parts.get(top + 1).and_then(|game| game.as_os_str().to_str());
    Ok(game.map(|game| (Pack { root: Some(root), ..Pack::default() }, vec![game.to_string()])))
}

/// The reason why nothing can be checked at a path that is no game's name either; `None`: the text does not look like a
/// path.
fn no_place(path: &Path) -> Option<Error> {
    let shown = path.display();
    if path.is_dir() {
        let names = Folder::open(path).ok()?.folders(Path::new("")).into_iter();
        let near = names.filter_map(|name| Some((suggest::nearest(&name, ["cards", "scripts"])?, name))).min();
        let help = near.map_or("name a folder that has one".into(), |(meant, name)| {
            format!("`{name}/` there would have to be `{meant}/`")
        });
        return Some(
            Error::usage(format!("{shown}: this folder has neither cards/ nor scripts/, and no pack.yaml")).help(help),
        );
    }
    if path.is_file() {
        let message = format!("{shown}: no game reads this file: it lies in no cards/ or scripts/");
        return Some(Error::usage(message).help("scenarios are run by `intermezzo test`"));
    }
    let looks_like_one = path.components().count() > 1 || path.extension().is_some();
    looks_like_one.then(|| Error::usage(format!("{shown}: there is no such file or folder")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use intermezzo::data::Span;

    #[test]
    fn hints_are_fine_and_warnings_are_not() {
        let mut problems = Problems::new();
        assert_eq!(summary(&problems), "nothing found");
        problems.hint("k", &Span::none(), "could be better");
        assert!(is_fine(&problems));
        problems.warn("k", &Span::none(), "odd");
        problems.warn("k", &Span::none(), "odd too");
        assert!(!is_fine(&problems));
        assert_eq!(summary(&problems), "2 warnings, 1 hint");
    }

    #[test]
    fn a_path_where_nothing_can_be_checked_is_told_from_a_name() {
        let here = env!("REPOSITORY");
        let says = |path: &str| no_place(Path::new(path)).map_or(String::new(), |e| e.to_string());
        assert!(says("nope/nope.yaml").contains("there is no such file or folder"));
        assert!(says(&format!("{here}/docs")).contains("neither cards/ nor scripts/"));
        assert!(says(&format!("{here}/docs/scenarios.md")).contains("no game reads this file"));
        assert_eq!(says("nope"), "");
        let error = |path: &str| in_folder(&Path::new(here).join(path)).unwrap_err().to_string();
        let game = &Files::built_in().games()[0];
        assert!(in_folder(&Path::new(here).join("cards").join(game)).unwrap().is_some());
        let dir = std::env::temp_dir().join(format!("intermezzo-check-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("cards/some")).unwrap();
        std::fs::write(dir.join("cards/one.yaml"), "").unwrap();
        std::fs::write(dir.join("cards/some/two.txt"), "").unwrap();
        assert!(error(&dir.join("cards/one.yaml").to_string_lossy()).contains("it lies in no game's folder"));
        assert!(error(&dir.join("cards/some/two.txt").to_string_lossy()).contains("cards are .yaml files"));
        std::fs::remove_file(dir.join("cards/some/two.txt")).unwrap();
        std::fs::remove_dir(dir.join("cards/some")).unwrap();
        assert!(error(&dir.to_string_lossy()).contains("no game's folder lies in its cards/"));
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_path_that_is_no_folder_is_a_game() {
        let pack = Pack::default();
        let games = pack.files().unwrap().games();
        let found = wanted(&games[..1], &pack).unwrap();
        assert_eq!(found[0].1, games[..1]);
        let error = wanted(&["no_such_game".into()], &pack).unwrap_err();
        assert!(error.to_string().contains("there is no game `no_such_game`"), "{error}");
    }
}
