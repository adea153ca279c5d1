//! Shared game: a game of one's own as one archive, and how it comes into the folder of somebody else.
//!
//! A pack changes a game that its players have; a game comes whole, and only where no file of it is there yet.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::add::Add;
use super::build::{self, Build};
use super::{SHOWN, short};
use crate::cli::Exit;
use crate::cli::check::more;
use crate::cli::confirm::confirmed;
use crate::cli::findings::{from_here, with_local_paths, without_ignored};
use crate::cli::pack::{Pack, is_pack};
use crate::cli::text::{clean, counted};
use crate::share::fetch::{Fetched, PackSource, fetch};
use crate::share::{Contents, archive, sign};
use intermezzo::catalog::Files;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Problems, Result};
use intermezzo::table::Loader;

/// The games that the archive of a folder would have; none if the folder is a pack or has no games.
pub fn games_in(folder: &Path) -> Vec<String> {
    let has_manifest = |game: &String| folder.join("cards").join(game).join("game.yaml").is_file();
    let games = Folder::open(folder).map_or(Vec::new(), |folder| folder.folders(Path::new("cards")));
    if is_pack(folder) { Vec::new() } else { games.into_iter().filter(has_manifest).collect() }
}

/// Loads games with the files over which they lie, and gives what `check` finds in them.
///
/// # Errors
///
/// A game that does not load.
fn found_in(games: &[String], files: &Files) -> Result<Problems> {
    let (mut loader, mut found) = (Loader::default(), Problems::new());
    for game in games {
        let (loaded, problems) = loader.load(game, files).map_err(Error::load)?;
        found.append(without_ignored(more(&loaded.catalog, problems)));
    }
    Ok(found)
}

/// Builds the archive of the games in a folder: `GAME.tar.gz`, for `pack add`.
pub fn build(args: &Build, games: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let contents = Contents::of_game_folder(&args.folder)?;
    let pack = Pack { root: Some(args.folder.clone()), ..Pack::default() };
    let files = pack.files()?;
    let problems = found_in(games, &files).map_err(|error| with_local_paths(error.into(), &pack));
    let mut problems = problems?;
    from_here(&mut problems, &pack, &files);
    if !args.untested {
        build::tested(&args.folder, &[])?;
    }
    let name = format!("{}.tar.gz", games[0]);
    let bytes = archive::pack(&contents)?;
    let mut left_out = contents.left_out(&args.folder)?;
    left_out.retain(|path| *path != name && *path != format!("{name}.minisig"));
    let folder = Folder::made(&args.to)?;
    folder.replace(Path::new(&name), &bytes, false)?;
    if let Some(key) = &args.sign {
        let about = format!("{} {}", games[0], contents.hash());
        let signature = build::signature(key, &bytes, &about)?;
        folder.replace(Path::new(&format!("{name}.minisig")), signature.as_bytes(), false)?;
    }
    let path = args.to.join(&name);
    if args.json {
        let game = json!({
            "id": games[0],
            "games": games,
            "hash": contents.hash(),
            "source": path.display().to_string(),
            "left_out": left_out,
        });
        super::print_packs(out, vec![game], &problems)?;
        return Ok(Exit::Fine);
    }
    write!(out, "{}", problems.render_all())?;
    if let Some(message) = build::left_out_message(&left_out) {
        writeln!(out, "{message}")?;
    }
    let more = if args.sign.is_some() { " and its signature" } else { "" };
    writeln!(
        out,
        "wrote {}{more}, the game {}, {} files, {} bytes",
        path.display(),
        clean(&games.join(", ")),
        contents.files().len(),
        bytes.len()
    )?;
    writeln!(out, "who gets it: intermezzo pack add {name}, and then intermezzo play {}", clean(&games[0]))?;
    Ok(Exit::Fine)
}

/// The game in an archive on this machine, if what a person wants to add is one.
///
/// # Errors
///
/// An archive that cannot be read.
pub fn of_archive(text: &str) -> Result<Option<Fetched>> {
    match PackSource::of(text) {
        Ok(source @ PackSource::File(_)) => Ok(Some(fetch(&source)?).filter(|fetched| fetched.contents.is_game())),
        _ => Ok(None),
    }
}

/// Writes a game into a folder, after it was shown and somebody agreed.
pub fn add(args: &Add, game: &Fetched, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (contents, games) = (&game.contents, game.contents.games());
    if let Some(key) = args.key.as_deref() {
        let key = super::add::public_key(key)?;
        let (Some(archive), Some(signature)) = (&game.archive, &game.signature) else {
            return Err(Error::usage(format!("{}: no signature lies beside it", game.source)).into());
        };
        sign::check(archive, signature, &key)?;
    }
    let is_of_games = |path: &&String| {
        let mut parts = path.split('/');
        let is_own = |game: &str| games.iter().any(|own| own == game);
        match (parts.next(), parts.next()) {
            (Some("cards" | "scripts"), Some(game)) => is_own(game),
            _ => true,
        }
    };
    if let Some(stray) = contents.files().keys().find(|path| !is_of_games(path)) {
        let message = format!("{}: `{}` belongs to none of its games", game.source, clean(stray));
        return Err(Error::usage(message).into());
    }
    let here = Files::with_root(Some(root))?;
    if let Some(known) = games.iter().find(|game| here.games().contains(game)) {
        let message = format!("there is a game `{}` already", clean(known));
        return Err(Error::usage(message)
            .help("in an empty folder it has no namesake, unless it is a built-in one")
            .into());
    }
    let folder = Folder::open(root)?;
    if let Some(taken) = contents.files().keys().find(|path| folder.has(Path::new(path))) {
        let message = format!("`{}` is there already", clean(taken));
        return Err(Error::usage(message).help("nothing was written: add the game in an empty folder").into());
    }
    let mut files = Files::built_in();
    files.overlay(contents.own_texts());
    let problems = found_in(&games, &files)?;
    if !args.json {
        for id in &games {
            let catalog = Loader::default().load(id, &files).map_err(Error::load)?.0.catalog;
            let within = format!("scripts/{id}/");
            let scripts = contents.files().keys().filter(|path| path.starts_with(&within)).count();
            writeln!(
                out,
                "the game {} ({}): {}, {}, {}",
                clean(&catalog.rules.schema.title),
                clean(id),
                counted(catalog.rules.defs.len(), "card"),
                counted(catalog.decks.len(), "deck"),
                counted(scripts, "script")
            )?;
        }
        writeln!(out, "  hash {}", short(&contents.hash()))?;
        for path in contents.files().keys().filter(|path| !path.contains('/')).take(SHOWN) {
            writeln!(out, "  beside it {}", clean(path))?;
        }
        write!(out, "{}", problems.render_all())?;
    }
    if !args.yes && (args.json || !confirmed("add this?", out)?) {
        match args.json {
            true => super::print_packs(out, Vec::new(), &problems)?,
            false => writeln!(out, "nothing was added: say --yes to add it")?,
        }
        return Ok(Exit::Findings);
    }
    for (path, bytes) in contents.files() {
        let below = Path::new(path);
        folder.make(below.parent().unwrap_or(Path::new("")))?;
        folder.write(below, bytes)?;
    }
    if args.json {
        let game = json!({ "id": games[0], "games": games, "hash": contents.hash(), "source": game.source });
        super::print_packs(out, vec![game], &problems)?;
        return Ok(Exit::Fine);
    }
    writeln!(out, "wrote {}: intermezzo play {}", counted(contents.files().len(), "file"), clean(&games[0]))?;
    Ok(Exit::Fine)
}
