//! Watch: a game checked again on every save.

use std::io::Write;
use std::sync::mpsc;
use std::time::Instant;

use super::check::{findings, summary, wanted};
use super::pack::Pack;
use super::text::Paint;
use super::watcher::watch;
use super::{Exit, print_json};
use crate::error::{Error, Problems, Span};
use crate::table::Loader;

/// Check a game again whenever one of its files is saved
///
/// Runs until it is interrupted.
#[derive(Debug, clap::Args)]
pub struct Watch {
    /// The game, or a folder or file that `check` would take
    #[arg(value_name = "GAME")]
    game: String,
    /// Print what `check --json` prints, one line each time
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Watch, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (pack, game) = one(&args.game, pack)?;
    let folders = pack.folders();
    if folders.is_empty() {
        let error = Error::usage("there is nothing to watch: the built-in games do not change");
        return Err(error
            .help("run it in a folder with cards/ and scripts/ or a pack, or name one with --root")
            .into());
    }
    let (tell, told) = mpsc::channel();
    // If nobody listens any more the program is about to end.
    let _watcher = watch(&folders, move || {
        let _ = tell.send(());
    })?;
    let mut files = pack.files_of(&game)?;
    let mut loader = Loader::default();
    let paint = Paint::for_stdout();
    loop {
        let began = Instant::now();
        let problems = findings(&game, &files, &mut loader);
        tell_of(args, &problems, out)?;
        if !args.json {
            let (took, found) = (began.elapsed().as_millis(), summary(&problems));
            let found = if problems.has_errors() { paint.red(&found) } else { paint.green(&found) };
            writeln!(out, "{game}: {found} ({took} ms)\n")?;
        }
        out.flush()?;
        loop {
            if told.recv().is_err() {
                return Ok(Exit::Fine);
            }
            match pack.files_of(&game) {
                Ok(now) if now == files => {}
                Ok(now) => {
                    files = now;
                    break;
                }
                // What cannot be read may be mended like what cannot be compiled.
                Err(error) => {
                    let mut problems = Problems::new();
                    problems.error("unreadable", &Span::none(), error.to_string());
                    tell_of(args, &problems, out)?;
                }
            }
        }
    }
}

/// The one game that is meant, and what it is read from.
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

/// Prints findings, for a person or for a tool.
fn tell_of(args: &Watch, problems: &Problems, out: &mut dyn Write) -> anyhow::Result<()> {
    match args.json {
        true => print_json(out, &problems.to_json())?,
        false => write!(out, "{}", problems.render_all())?,
    }
    Ok(out.flush()?)
}
