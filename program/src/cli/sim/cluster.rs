//! Cluster: does `sim --cluster`: starts the Python package, which plays the job on a Ray cluster.

use std::io::Write;
use std::process::{Command, Stdio};

use super::SimArgs;
use crate::cli::Exit;
use crate::cli::pack::Pack;
use intermezzo::error::{Error, Result};

/// The environment variable that names the Python to start, if it is not `python3`.
const PYTHON: &str = "INTERMEZZO_PYTHON";

/// The command line for Python, made from the options of `sim`.
fn arguments(args: &SimArgs, pack: &Pack, game: &str, cluster: &str) -> Result<Vec<String>> {
    let only_here = [
        ("--until", args.until.is_some()),
        ("--threads", args.threads.is_some()),
        ("--record-strange", args.record_strange),
        ("--change", args.change.is_some()),
    ];
    if let Some((name, _)) = only_here.iter().find(|(_, is_given)| *is_given) {
        let help = "play the job on the cluster with --out first; what is in the folder is not played again here";
        return Err(Error::usage(format!("{name} is not for --cluster")).help(help));
    }
    let mut out: Vec<String> = ["-m", "intermezzo.ray", game].map(String::from).into();
    let mut give = |name: &str, value: String| out.push(format!("--{name}={value}"));
    give("cluster", cluster.into());
    give("games", args.games.to_string());
    give("decks", args.decks.clone());
    give("bots", args.bots.clone());
    give("seed", args.seed.to_string());
    give("part", args.part.to_string());
    args.of_game.players.iter().for_each(|players| give("players", players.to_string()));
    args.of_game.options.iter().for_each(|option| give("option", option.clone()));
    pack.packs.iter().for_each(|pack| give("pack", pack.clone()));
    if let Some(root) = &pack.root {
        // The path is made absolute, because the nodes of the cluster run in other folders.
        let root = root.canonicalize().map_err(|e| Error::io(root, e))?;
        give("root", root.display().to_string());
    }
    args.out.iter().for_each(|folder| give("out", folder.display().to_string()));
    if args.json {
        out.push("--json".into());
    }
    Ok(out)
}

pub fn run(args: &SimArgs, pack: &Pack, game: &str, cluster: &str, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3".into());
    let arguments = arguments(args, pack, game, cluster)?;
    let looked = Command::new(&python).args(["-c", "import intermezzo.ray, ray"]).stdin(Stdio::null()).output();
    if !looked.is_ok_and(|looked| looked.status.success()) {
        let message = format!("--cluster needs the Python package intermezzo with Ray, which `{python}` does not have");
        let help = format!("`{python} -m pip install 'intermezzo[ray]'`, or name another Python in {PYTHON}");
        return Err(Error::usage(message).help(help).into());
    }
    let played = Command::new(&python)
        .args(&arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| Error::usage(format!("`{python}` does not start: {e}")))?;
    out.write_all(&played.stdout)?;
    match played.status.code() {
        Some(0) => Ok(Exit::Fine),
        Some(1) => Ok(Exit::fine_if(false)),
        _ => Err(Error::usage(format!("the job on the cluster `{cluster}` ended without a result")).into()),
    }
}
