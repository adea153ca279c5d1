//! Watch: checks a game, runs scenarios or takes a table in, again whenever a file is saved.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;

use super::check::{findings, summary, wanted};
use super::file_changes::on_change;
use super::findings::{from_here, scenarios, without_ignored};
use super::pack::Pack;
use super::text::Colours;
use super::{Exit, print_json, rerun_scenarios, spreadsheet};
use crate::spreadsheet::grid::{MAX_BYTES, TableFormat};
use intermezzo::catalog::Files;
use intermezzo::data::disk::bytes;
use intermezzo::error::{Error, ErrorKind, Problems, Span};
use intermezzo::table::{Game, Loader};

/// Check a game again whenever one of its files is saved, or run scenarios again
///
/// Named scenarios, or folders of them, run again when something is saved that they touch: how they
/// go then stands beside how they went before. A table of cards (.csv, .tsv, .xlsx) is taken into
/// the files of its game whenever it is saved, and running tables go on with the new values.
/// Runs until it is interrupted.
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// The game, or a folder or file that `check` would take; or scenarios, or folders of them; or a table, and its game
    #[arg(value_name = "GAME|SCENARIO|TABLE", required = true)]
    what: Vec<String>,
    /// Print what `check --json` prints, one line each time
    #[arg(long)]
    json: bool,
}

pub fn run(args: &WatchArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (tell, changes) = mpsc::channel();
    // If the receiver is gone, the program is about to end.
    let tell = move || tell.send(()).unwrap_or_default();
    let [first, others @ ..] = args.what.as_slice() else { return Ok(Exit::Fine) };
    if TableFormat::of(Path::new(first)).is_some() {
        if args.json || others.len() > 1 {
            return Err(Error::usage("a spreadsheet is watched alone: `watch FILE.csv [GAME]`").into());
        }
        return watch_table(Path::new(first), others.first(), pack, (tell, &changes), out);
    }
    let around = Pack::around(Path::new(first), &pack.packs).unwrap_or_else(|| pack.clone());
    let mut _watcher = match around.folders() {
        folders if folders.is_empty() => None,
        folders => Some(on_change(&folders, tell.clone())?),
    };
    if rerun_scenarios::are_scenarios(&args.what) {
        if args.json {
            return Err(Error::usage("`--json` works only for a game, not for scenarios").into());
        }
        let mut folders = around.folders();
        let files = args.what.iter().map(Path::new);
        folders.extend(files.map(|path| if path.is_dir() { path } else { above(path) }.to_path_buf()));
        let _watcher = on_change(&folders, tell)?;
        let paths: Vec<PathBuf> = args.what.iter().map(PathBuf::from).collect();
        return rerun_scenarios::rerun_on_change(&paths, &around, &changes, out);
    }
    if !others.is_empty() {
        return Err(Error::usage("one game is watched at a time").help("or scenarios, as many as you like").into());
    }
    let watched = loop {
        match WatchedGame::begin(first, pack) {
            // A file that cannot be read at the beginning may be mended later: wait for the next change, and try again.
            Err(error) if _watcher.is_some() && is_unreadable(&error) => {
                tell_of(args, &unreadable(&error), out)?;
                if changes.recv().is_err() {
                    return Ok(Exit::Fine);
                }
            }
            other => break other?,
        }
    };
    let folders = watched.pack.folders();
    if folders.is_empty() {
        let error = Error::usage("there is nothing to watch: the built-in games do not change");
        return Err(error
            .help("run it in a folder with cards/ and scripts/ or a pack, or name one with --root")
            .into());
    }
    if folders != around.folders() {
        _watcher = Some(on_change(&folders, tell)?);
    }
    watched.check_again_and_again(args, &changes, out)
}

/// The game that is watched, where its files come from, and the files as they were read last.
struct WatchedGame {
    pack: Pack,
    game: String,
    files: Files,
}

impl WatchedGame {
    fn begin(named: &String, pack: &Pack) -> anyhow::Result<WatchedGame> {
        let (pack, game) = one(named, pack)?;
        let files = pack.files_of(&game)?;
        Ok(WatchedGame { pack, game, files })
    }

    /// Checks the game now, and again after each change of its files or scenarios, until nothing watches any more.
    fn check_again_and_again(
        mut self,
        args: &WatchArgs,
        changes: &mpsc::Receiver<()>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let (mut loader, paint) = (Loader::default(), Colours::for_stdout());
        loop {
            let began = Instant::now();
            let (engine, mut problems) = findings(&self.game, &self.files, &mut loader);
            let games = [(self.game.clone(), engine)];
            let judged = self.findings_of_scenarios(&games);
            let said = judged.render_all();
            problems.append(judged);
            from_here(&mut problems, &self.pack, &self.files);
            tell_of(args, &problems, out)?;
            if !args.json {
                let (took, found) = (began.elapsed().as_millis(), summary(&problems));
                let found = if problems.has_errors() { paint.red(&found) } else { paint.green(&found) };
                writeln!(out, "{}: {found} ({took} ms)\n", self.game)?;
            }
            out.flush()?;
            let is_alike = |of: &WatchedGame| of.findings_of_scenarios(&games).render_all() == said;
            if !self.wait_for_a_change(args, changes, is_alike, out)? {
                return Ok(Exit::Fine);
            }
        }
    }

    /// The findings about the scenarios in the game's folder, which are not played.
    fn findings_of_scenarios(&self, games: &[(String, Option<Game>)]) -> Problems {
        let found = scenarios::beside(&self.pack, &self.files, games);
        without_ignored(found.unwrap_or_else(|error| unreadable(&error)))
    }

    /// Waits until the files of the game have changed, or its scenarios have other findings (`is_alike` is false).
    /// False: nothing watches any more.
    fn wait_for_a_change(
        &mut self,
        args: &WatchArgs,
        changes: &mpsc::Receiver<()>,
        is_alike: impl Fn(&WatchedGame) -> bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let mut unread: Option<String> = None;
        while changes.recv().is_ok() {
            match self.pack.files_of(&self.game) {
                Ok(now) if unread.is_none() && now == self.files => {
                    if !is_alike(self) {
                        return Ok(true);
                    }
                }
                Ok(now) => {
                    self.files = now;
                    return Ok(true);
                }
                Err(error) => {
                    // One change is reported several times: its error is printed once.
                    let why = Some(error.to_string());
                    if unread != why {
                        tell_of(args, &unreadable(&error.into()), out)?;
                    }
                    unread = why;
                }
            }
        }
        Ok(false)
    }
}

/// Does `watch` for a table: shows at first what it changes, and takes its changes into the files of the game at each
/// save.
fn watch_table(
    table: &Path,
    game: Option<&String>,
    pack: &Pack,
    (tell, changes): (impl Fn() + Send + 'static, &mpsc::Receiver<()>),
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let game = spreadsheet::game_of(table, game, pack)?;
    let _watcher = on_change(&[above(table).to_path_buf()], tell)?;
    let content = || bytes(table, MAX_BYTES).ok();
    // Only cells that have changed since the table was last read are written, so changes that were made in the files
    // stay.
    let (mut before, mut consent) = (Vec::new(), spreadsheet::Consent::Withheld);
    loop {
        let taken = content();
        let done = spreadsheet::rows_of(table).map_err(anyhow::Error::from).and_then(|rows| {
            let done = spreadsheet::take_since(&game, table, (&rows, &before), pack, consent, out)?;
            // If the changes could not be written, they are tried again with the next save.
            if done == Exit::Fine || consent == spreadsheet::Consent::Withheld {
                before = rows;
            }
            Ok(done)
        });
        match done {
            // The file may be half written: the next save mends that.
            Err(error) => write!(out, "{}", unreadable(&error).render_all())?,
            Ok(_) => {
                consent = spreadsheet::Consent::Given;
                writeln!(out)?;
            }
        }
        out.flush()?;
        while content().is_none_or(|now| Some(now) == taken) {
            if changes.recv().is_err() {
                return Ok(Exit::Fine);
            }
        }
    }
}

/// The folder in which a file lies.
fn above(path: &Path) -> &Path {
    path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_unreadable(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Error>().is_some_and(|error| matches!(error.kind(), ErrorKind::Io { .. }))
}

fn unreadable(error: &anyhow::Error) -> Problems {
    let mut problems = Problems::new();
    problems.error("unreadable", &Span::none(), error.to_string());
    problems
}

/// The named game and its source.
fn one(named: &String, pack: &Pack) -> anyhow::Result<(Pack, String)> {
    let mut found = wanted(std::slice::from_ref(named), pack)?;
    match found.pop() {
        Some((pack, games)) if games.len() == 1 => Ok((pack, games.concat())),
        other => {
            let games = other.map_or(String::new(), |(_, games)| games.join(", "));
            Err(Error::usage(format!("{named}: one game is watched, and this is {games}")).into())
        }
    }
}

/// Prints findings as text, or with `--json` as JSON.
fn tell_of(args: &WatchArgs, problems: &Problems, out: &mut dyn Write) -> anyhow::Result<()> {
    match args.json {
        true => print_json(out, &problems.to_json())?,
        false => write!(out, "{}", problems.render_all())?,
    }
    Ok(out.flush()?)
}
