//! Build: `pack build` and `pack key`: the archive of a pack, its description in JSON, and its signature.

use std::env::VarError;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::pack_effects::PackEffects;
use super::{findings_of, shared_game, short};
use crate::cli::Exit;
use crate::cli::findings::{from_here, with_local_paths};
use crate::cli::pack::{Pack, is_pack, must_exist};
use crate::cli::scenario_runs;
use crate::cli::text::clean;
use crate::scenario::ScenarioFilter;
use crate::share::local_changes::listed;
use crate::share::shelf::archive_name;
use crate::share::{Contents, archive, sign};
use intermezzo::catalog::pack::PackInfo;
use intermezzo::data::disk::{self, Folder};
use intermezzo::error::{Error, Problems, Result, Span};
use intermezzo::table::Loader;

/// Build the archive of a pack, or of a game
///
/// Writes ID-VERSION.tar.gz, which is the same for the same files wherever it is built, and beside it ID-VERSION.json: the
/// hash of each file, what the pack adds and changes, what it needs. A pack with errors, or with a scenario that fails, is
/// not built; warnings, those of its files of languages too, are told. Only what a pack consists of is taken: pack.yaml, cards/, scripts/, tests/, and README, LICENSE, COPYING
/// and CHANGELOG; what else lies in the folder is named. In a folder with a game it writes GAME.tar.gz with the same checks:
/// whoever gets it adds the game with `pack add`.
#[derive(Debug, clap::Args)]
pub struct Build {
    /// Folder of the pack, or of the game
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// Folder into which it is written
    #[arg(long, default_value = ".")]
    pub(super) to: PathBuf,
    /// File of a secret key of minisign; one with a password needs the variable MINISIGN_PASSWORD
    #[arg(long, value_name = "FILE")]
    pub(super) sign: Option<PathBuf>,
    /// Build it also if its scenarios fail: they are not run
    #[arg(long)]
    pub(super) untested: bool,
    /// Print {"packs": [{"id", "version", "hash", "source", "does", "left_out"}], "findings"}
    #[arg(long)]
    pub(super) json: bool,
}

/// Make a pair of keys with which archives are signed
///
/// Writes NAME.key, which is secret, and NAME.pub, which others need to add packs with --key. The secret key has the password
/// that the variable MINISIGN_PASSWORD says, and none without it. The program minisign makes and reads the same keys.
#[derive(Debug, clap::Args)]
pub struct KeyPair {
    /// What the two files are called
    name: PathBuf,
}

/// The endings of files that `pack build` writes: earlier ones in the folder of the pack are not reported as left out.
const BUILT: [&str; 3] = [".tar.gz", ".json", ".minisig"];

/// A pack that was built.
pub struct Built {
    /// The header of the built pack.
    pub info: PackInfo,
    /// The files of the built pack.
    pub contents: Contents,
    /// The archive of the built pack.
    pub archive: Vec<u8>,
    /// The effects of the built pack on the game.
    pub does: PackEffects,
    /// Findings in the pack.
    pub problems: Problems,
    /// The paths of files in the folder that are no part of a pack, so that the archive lacks them.
    pub left_out: Vec<String>,
}

/// Builds the archive of the pack in a folder in memory; `packs` are others in play, which it may need.
///
/// # Errors
///
/// All findings, if the pack does not load; and a folder without a pack.
pub fn built(folder: &Path, packs: &[String]) -> anyhow::Result<Built> {
    if let Some(game) = shared_game::games_in(folder).first() {
        let message = format!("this folder holds the game `{game}`, and no pack");
        let help =
            "a shelf has packs; `intermezzo pack build` makes one archive of the game, which others add as a file";
        return Err(Error::usage(message).help(help).into());
    }
    let contents = Contents::of_folder(folder)?;
    let info = contents.info()?;
    let pack = Pack::of_folder(folder).with(packs);
    let files = pack.files()?;
    must_exist(&info.extends, &files)?;
    let loaded = Loader::default().load(&info.extends, &files).map_err(Error::load);
    let (game, problems) = loaded.map_err(|error| with_local_paths(error.into(), &pack))?;
    let mut problems = findings_of(&game.catalog, &info.id, problems);
    from_here(&mut problems, &pack, &files);
    let does = PackEffects::of(&game.catalog, &info.id, &files);
    let archive = archive::pack(&contents)?;
    // An earlier archive lies there on purpose.
    let made = format!("{}-", info.id);
    let is_built = |name: &str| name.starts_with(&made) && BUILT.iter().any(|ending| name.ends_with(ending));
    let mut left_out = contents.left_out(folder)?;
    left_out.retain(|path| !is_built(path));
    Ok(Built { info, contents, archive, does, problems, left_out })
}

pub fn run(args: &Build, packs: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let games = shared_game::games_in(&args.folder);
    if !games.is_empty() {
        return shared_game::build(args, &games, out);
    }
    let built = built(&args.folder, packs)?;
    if !args.untested {
        tested(&args.folder, packs)?;
    }
    let name = archive_name(&built.info.id, &built.info.version);
    let folder = Folder::made(&args.to)?;
    folder.replace(Path::new(&name), &built.archive, false)?;
    let list = list(&built, &name);
    let beside = name.replace(".tar.gz", ".json");
    folder.replace(Path::new(&beside), format!("{:#}\n", list).as_bytes(), false)?;
    let signature = match &args.sign {
        Some(key) => {
            let about = format!("{} {} {}", built.info.id, built.info.version, built.contents.hash());
            let signature = signature(key, &built.archive, &about)?;
            folder.replace(Path::new(&format!("{name}.minisig")), signature.as_bytes(), false)?;
            true
        }
        None => false,
    };
    let path = args.to.join(&name);
    if args.json {
        let pack = json!({
            "id": built.info.id,
            "version": built.info.version.to_string(),
            "hash": built.contents.hash(),
            "source": path.display().to_string(),
            "does": built.does.json(),
            "left_out": built.left_out,
        });
        super::print_packs(out, vec![pack], &built.problems)?;
        return Ok(Exit::Fine);
    }
    write!(out, "{}", built.problems.render_all())?;
    for line in built.does.lines(&built.info) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "  hash {}", short(&built.contents.hash()))?;
    if let Some(message) = left_out_message(&built.left_out) {
        writeln!(out, "  {message}")?;
    }
    let more = if signature { " and its signature" } else { "" };
    writeln!(
        out,
        "wrote {}{more}, {} files, {} bytes",
        path.display(),
        built.contents.files().len(),
        built.archive.len()
    )?;
    Ok(Exit::Fine)
}

/// The signature of an archive, with the secret key of a file.
///
/// # Errors
///
/// A key that cannot be read, or needs another password.
pub(super) fn signature(key: &Path, archive: &[u8], about: &str) -> Result<String> {
    sign::sign(archive, &disk::text(key, 10_000)?, password()?.as_deref(), about)
}

/// The most failed scenarios that are listed.
const MOST_FAILURES: usize = 3;

/// Runs the scenarios of a pack before it is built.
///
/// # Errors
///
/// Failed scenarios: the message names the first few.
pub(super) fn tested(folder: &Path, packs: &[String]) -> anyhow::Result<()> {
    let Some(scenarios) = scenario_runs::scenarios_in(folder) else { return Ok(()) };
    let pack = match is_pack(folder) {
        true => Pack::of_folder(folder).with(packs),
        false => Pack { root: Some(folder.into()), ..Pack::default() },
    };
    let what = if is_pack(folder) { "pack" } else { "game" };
    let report = scenario_runs::run(&[scenarios], &pack, false, &ScenarioFilter::default())?.report;
    let failed: Vec<_> = report.scenarios.iter().filter(|one| !one.ok).collect();
    let mut problems = Problems::new();
    for one in failed.iter().take(MOST_FAILURES) {
        let said = one.message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        problems.error(
            "failed",
            &Span::file(one.path.as_str()),
            format!("a scenario of the {what} fails: {}", said.trim().trim_start_matches("error: ")),
        );
    }
    if failed.is_empty() {
        return Ok(());
    }
    let message = format!("{} of {} scenarios of the {what} fail", failed.len(), report.scenarios.len());
    let help = "`intermezzo test` tells all of it; `pack build --untested` builds it anyway";
    problems.error("failed", &Span::file(crate::cli::findings::short(folder)), message).help(help);
    Err(Error::load(problems).into())
}

/// The message that names files which are no part of a pack; `None`: there are none.
pub fn left_out_message(left_out: &[String]) -> Option<String> {
    let names = || listed(left_out);
    (!left_out.is_empty()).then(|| format!("leaves out what is no part of a pack: {}", clean(&names())))
}

/// The contents of the JSON file beside an archive: all that is known of the pack without opening the archive.
fn list(built: &Built, name: &str) -> Value {
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
    let files: Vec<Value> = built
        .contents
        .files()
        .iter()
        .map(|(path, bytes)| json!({ "path": path, "bytes": bytes.len(), "blake3": hash(bytes) }))
        .collect();
    let needs: serde_json::Map<String, Value> =
        built.info.needs.iter().map(|(id, range, _)| (id.clone(), range.to_string().into())).collect();
    json!({
        "id": built.info.id,
        "title": built.info.title,
        "version": built.info.version.to_string(),
        "extends": built.info.extends,
        "engine": built.info.engine().map(|range| range.to_string()),
        "needs": needs,
        "conflicts": built.info.conflicts(),
        "hash": built.contents.hash(),
        "archive": { "file": name, "bytes": built.archive.len(), "blake3": hash(&built.archive) },
        "does": built.does.json(),
        "files": files,
    })
}

/// The password of a secret key, from the variable MINISIGN_PASSWORD; `None`: it is unset or empty.
///
/// # Errors
///
/// A password that is no text in UTF-8.
fn password() -> Result<Option<String>> {
    match std::env::var("MINISIGN_PASSWORD") {
        Ok(said) => Ok(Some(said).filter(|said| !said.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(Error::usage("MINISIGN_PASSWORD is no text in UTF-8")),
    }
}

pub fn key(args: &KeyPair, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (folder, name) = Folder::around(&args.name)?;
    let password = password()?;
    let (secret, public) = sign::new_keys(password.as_deref())?;
    let line = sign::public_line(&public)?;
    for (ending, text) in [("key", &secret), ("pub", &public)] {
        // An existing key is never overwritten.
        folder.write(&name.with_extension(ending), text.as_bytes())?;
    }
    let needed = if password.is_some() { " and which needs its password" } else { "" };
    writeln!(out, "wrote {0}.key, which nobody else may have{needed}, and {0}.pub", args.name.display())?;
    writeln!(out, "others add what you sign with: --key {line}")?;
    Ok(Exit::Fine)
}
