//! Studio: a table in a browser.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use intermezzo::catalog::Files;
use intermezzo::error::{Error, Result};
use intermezzo_studio::{Addresses, Database, NewTable, Options, Reread, ServerSettings, Tools, serve};

use super::Exit;
use super::faces::pictures_of;
use super::language;
use super::numbers::whole;
use super::output::complain;
use super::pack::{self, Pack};
use super::rules::own_ledgers;
use super::serve::{known_hosts, tell_what_happens};
use super::studio_tools::Workbench;
use super::text::clean;

/// Play in a browser: alone against bots, or with people who get a link
///
/// Serves a page on this machine and opens it in the browser. With a game a table against bots is opened; with a pack, or a
/// folder with a game of your own, a table of the game that it holds. A file that is saved there changes the table that is
/// played. docs/studio.md tells more.
#[derive(Debug, clap::Args)]
pub struct StudioArgs {
    /// The game of the table that is opened, a pack by its id, or a folder [default: all games are shown]
    #[arg(value_name = "GAME|PACK")]
    game: Option<String>,
    /// Print the address only, and open no browser
    #[arg(long)]
    no_open: bool,
    /// Where browsers connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4747")]
    listen: String,
    /// A name under which others reach the server, as that of a proxy in front of it; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// What keeps the tables, so that a server that is started again goes on with them; `none`: they end with it
    #[arg(long, value_name = "FILE", default_value = "studio.db")]
    database: String,
    /// Where each line says what somebody did, as JSON: tables, seats, refused requests, sign-ins, written files; new lines
    /// are added
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Where the chance of the first table comes from [default: another one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Milliseconds that a bot waits before it answers
    #[arg(long, value_name = "MS", default_value_t = 450, value_parser = whole::<u64>(0, 60_000))]
    bot_pause: u64,
    /// Seconds that an absent player is waited for before the others may let a bot play on, or take the game as given up
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole::<u64>(0, 86_400))]
    patience: u64,
}

pub fn run(args: &StudioArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (pack, game) = named(args.game.as_deref(), pack)?;
    tell_what_happens(args.audit.as_deref())?;
    let folders = pack.folders();
    let folder = pack.own.clone().or_else(|| pack.root.clone());
    let tools: Arc<dyn Tools> = Arc::new(Workbench { pack: pack.clone() });
    let (ledgers, pictures) = (own_ledgers(&pack), pictures_of(pack.clone()));
    let files = pack.files()?;
    let first = first(game.as_ref(), &pack, &files);
    let asked = if game.is_some() { first.clone() } else { files.games() };
    let locale = language::of_server(&pack, &asked, &files)?;
    let read: Reread = Arc::new(move || pack.files());
    let mut options = Options::new(files);
    (options.first, options.locale) = (first, locale.clone());
    options.database = Database::named(&args.database);
    options.hosts = known_hosts(&args.listen, &args.hosts)?;
    options.ledgers = ledgers;
    (options.tools, options.folder) = (Some(tools), folder);
    options.pictures = Some(pictures);
    options.bot_pause = Duration::from_millis(args.bot_pause);
    options.patience = Duration::from_secs(args.patience);
    let table = game.map(|game| NewTable { game, seed: args.seed, ..NewTable::default() });
    let watched = (!folders.is_empty()).then_some((folders, read));
    let host = options.hosts.first().cloned();
    serve(ServerSettings { options, listen: args.listen.clone(), table, watched, forget: None }, |addresses| {
        // If the output is closed, the browser is opened all the same.
        let _ = tell(addresses, host.as_deref(), locale.as_deref(), out);
        if !args.no_open {
            open(addresses.table.as_ref().unwrap_or(&addresses.games));
        }
    })?;
    Ok(Exit::Fine)
}

/// The games that stand first in the list: the one that is opened, or those of the person's own folder.
fn first(opened: Option<&String>, pack: &Pack, files: &Files) -> Vec<String> {
    let is_own = |game: &String| pack.root.as_ref().is_some_and(|root| root.join("cards").join(game).is_dir());
    let own = files.games().into_iter().filter(is_own);
    opened.cloned().into_iter().chain(own).collect()
}

/// The files that are played, and the game whose table is opened at once, from the argument: a game, a pack by its id,
/// or a folder. `None`: all games are shown.
fn named(name: Option<&str>, pack: &Pack) -> Result<(Pack, Option<String>)> {
    let Some(name) = name else { return Ok((pack.clone(), None)) };
    let files = pack.files()?;
    if files.games().iter().any(|game| game == name) {
        return Ok((pack.clone(), Some(name.into())));
    }
    let found = match Path::new(name).is_dir() {
        true => Pack::find_as("GAME|PACK", Some(name.into()), &pack.packs)?,
        false if files.known_packs().iter().any(|known| known == name) => pack.clone().with(&[name.into()]),
        false => return pack::must_exist(name, &files).map(|()| (pack.clone(), None)),
    };
    let game = game_of(&found, name)?;
    Ok((Pack { locale: pack.locale.clone(), ..found }, game))
}

/// The game that a pack extends, or the only one in a folder; `None`: the folder has several.
fn game_of(pack: &Pack, name: &str) -> Result<Option<String>> {
    let files = pack.files()?;
    let id = files.packs.iter().find(|id| Path::new(name).ends_with(id)).or(files.packs.first());
    if let Some(game) = id.and_then(|id| files.extended_by(id)) {
        return Ok(Some(game));
    }
    let Some(root) = &pack.root else {
        return Err(Error::usage(format!("`{name}` does not say which game it extends")));
    };
    let own = |game: &String| root.join("cards").join(game).is_dir();
    let mut own: Vec<String> = files.games().into_iter().filter(own).collect();
    Ok(if own.len() == 1 { own.pop() } else { None })
}

/// Prints the addresses of the server. If it listens on all addresses of this machine, `host` stands in their place.
fn tell(addresses: &Addresses, host: Option<&str>, locale: Option<&str>, out: &mut dyn Write) -> std::io::Result<()> {
    let named = |address: &str| match host {
        Some(host) => {
            address.replacen("//0.0.0.0", &format!("//{host}"), 1).replacen("//[::]", &format!("//{host}"), 1)
        }
        None => address.to_string(),
    };
    if let Some(table) = &addresses.table {
        writeln!(out, "your table: {}", named(table))?;
    }
    writeln!(out, "all games:  {}", named(&addresses.games))?;
    if let Some(bench) = &addresses.bench {
        writeln!(out, "your files: {}", named(bench))?;
    }
    if let Some(locale) = locale {
        let locale = clean(locale);
        writeln!(
            out,
            "{locale}: the names and texts of the games; the page itself speaks English, and a text without a translation stays as it is written"
        )?;
    }
    out.flush()
}

/// Opens an address in the browser of the desktop; without a desktop does nothing: the address was printed.
fn open(address: &str) {
    let (program, args): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        // `start` takes a quoted first argument as the title of a window, so an empty one comes first.
        "windows" => ("cmd", &["/c", "start", ""]),
        _ if ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| std::env::var_os(name).is_none()) => return,
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(args).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // A thread waits for the started program, because until somebody does, it stays in the list of processes after
        // its end.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => complain(&format!("note: no browser was opened: {program}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use intermezzo::Files;

    #[test]
    fn a_game_a_pack_and_a_folder_name_the_game_that_is_opened() {
        let none = Pack::default();
        let game = Files::built_in().games()[0].clone();
        assert_eq!(named(None, &none).unwrap(), (none.clone(), None));
        assert_eq!(named(Some(&game), &none).unwrap(), (none.clone(), Some(game.clone())));
        let known = Files::built_in().known_packs();
        let (pack, of_pack) = named(Some(&known[0]), &none).unwrap();
        assert_eq!((pack.packs, of_pack), (vec![known[0].clone()], Files::built_in().extended_by(&known[0])));
        let nearly = format!("{game}x");
        assert!(named(Some(&nearly), &none).unwrap_err().to_string().contains(&nearly));
    }

    #[test]
    fn a_folder_with_one_game_opens_it() {
        let dir = std::env::temp_dir().join(format!("intermezzo-studio-{}", std::process::id()));
        let manifest = dir.join("cards/little/game.yaml");
        std::fs::create_dir_all(manifest.parent().unwrap()).unwrap();
        std::fs::write(&manifest, "title: Little\n").unwrap();
        let (pack, game) = named(dir.to_str(), &Pack::default()).unwrap();
        assert_eq!((pack.root, game.as_deref()), (Some(dir.clone()), Some("little")));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
