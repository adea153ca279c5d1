//! Watch: a game checked again on every save.

use std::io::Write;
use std::sync::mpsc;
use std::time::Instant;

use super::check::{findings, summary};
use super::pack::{Pack, must_exist};
use super::text::Paint;
use super::watcher::watch;
use super::{Exit, print_json};
use crate::error::Error;
use crate::table::Loader;

/// Check a game again whenever one of its files is saved
///
/// Runs until it is interrupted.
#[derive(Debug, clap::Args)]
pub struct Watch {
    /// The game
    game: String,
    /// Print what `check --json` prints, one line each time
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Watch, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(root) = &pack.root else {
        let error = Error::usage("there is nothing to watch: the built-in pack does not change");
        return Err(error.help("run it in a folder with cards/ and scripts/, or name one with --root").into());
    };
    let (tell, told) = mpsc::channel();
    // If nobody listens any more the program is about to end.
    let _watcher = watch(root, move || {
        let _ = tell.send(());
    })?;
    must_exist(&args.game, &pack.files()?)?;
    let mut files = pack.files_of(&args.game)?;
    let mut loader = Loader::default();
    let paint = Paint::for_stdout();
    loop {
        let began = Instant::now();
        let problems = findings(&args.game, &files, &mut loader);
        if args.json {
            print_json(out, &problems.to_json())?;
        } else {
            let (took, found) = (began.elapsed().as_millis(), summary(&problems));
            let found = if problems.has_errors() { paint.red(&found) } else { paint.green(&found) };
            write!(out, "{}", problems.render_all())?;
            writeln!(out, "{}: {found} ({took} ms)\n", args.game)?;
        }
        out.flush()?;
        loop {
            if told.recv().is_err() {
                return Ok(Exit::Fine);
            }
            let now = pack.files_of(&args.game)?;
            if now != files {
                files = now;
                break;
            }
        }
    }
}
