//! New: the first files of a game, a pack, a set, a card, a deck or a scenario, each of which passes `check`.

mod card;
mod deck;
mod editor;
mod game;
mod game_from_table;
mod names;
mod pack;
mod plan;
mod scenario;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Exit;
use super::findings::{short, with_local_paths};
use super::pack::{Pack, must_exist};
use intermezzo::catalog::Files;
use intermezzo::error::Error;
use intermezzo::table::{Game, Loader};
use names::NewName;
use plan::FilePlan;

/// Begin a game, a pack, a set, a card, a deck or a scenario
///
/// Writes files that pass `check`, with the schemas by which editors complete and check them, into the current folder or the
/// one of --root. Nothing that is there already is written over.
#[derive(Debug, clap::Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: NewKind,
}

#[derive(Debug, clap::Subcommand)]
enum NewKind {
    /// A game: a manifest, five cards, a deck and a scenario
    Game(OfGame),
    /// A pack: a header, a card and a scenario
    Pack(OfPack),
    /// A set of cards: a folder with a card, or with cards like those of another set
    Set(OfSet),
    /// A card like another one
    Card(CardArgs),
    /// A deck like another one, with new cards in it
    Deck(OfDeck),
    /// A scenario that passes, to be filled
    Scenario(ScenarioArgs),
    /// The schemas and stubs for editors, once more: after a change of the manifest
    Editor(OfEditor),
}

#[derive(Debug, clap::Args)]
struct OfGame {
    /// Its name, or its id: "Odd Ropes" or odd_ropes
    name: String,
    /// The game whose files are copied [default: a small fight of creatures]
    #[arg(long, value_name = "GAME")]
    like: Option<String>,
    /// The table of its cards, a .csv, .tsv or .xlsx: columns become fields, and rows become cards
    #[arg(long, value_name = "FILE", conflicts_with = "like")]
    from: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct OfPack {
    /// Its name, or its id
    name: String,
    /// The game that it extends
    #[arg(long, visible_alias = "game", value_name = "GAME", required_unless_present = "like")]
    extends: Option<String>,
    /// The pack whose files are copied
    #[arg(long, value_name = "PACK", conflicts_with = "extends")]
    like: Option<String>,
}

#[derive(Debug, clap::Args)]
struct OfSet {
    /// Its name, or its id
    name: String,
    /// The set whose cards are copied, each under a name of its own
    #[arg(long, value_name = "SET")]
    like: Option<String>,
    /// The game [default: the folder's game]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Debug, clap::Args)]
struct CardArgs {
    /// Its name, or its id
    name: String,
    /// The card whose file is copied [default: the plainest one]
    #[arg(long, value_name = "CARD")]
    like: Option<String>,
    /// Its type, where no other card is named
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "like")]
    ty: Option<String>,
    /// The folder of its set
    #[arg(long)]
    set: Option<String>,
    /// The game [default: the folder's game]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Debug, clap::Args)]
struct OfDeck {
    /// Its name, or its id
    name: String,
    /// The deck whose cards are taken [default: the first one of the game]
    #[arg(long, value_name = "DECK")]
    like: Option<String>,
    /// A card to put in place of others, as often as allowed; may be repeated
    #[arg(long = "card", value_name = "CARD")]
    cards: Vec<String>,
    /// A card to leave out, with others in its place; may be repeated
    #[arg(long, value_name = "CARD")]
    without: Vec<String>,
    /// The game [default: the folder's game]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Debug, clap::Args)]
struct ScenarioArgs {
    /// Its subject, in a sentence, or its id
    name: String,
    /// The scenario whose file is copied
    #[arg(long, value_name = "FILE", conflicts_with = "card")]
    like: Option<PathBuf>,
    /// The card that it is about
    #[arg(long)]
    card: Option<String>,
    /// The game [default: the folder's game]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Debug, clap::Args)]
struct OfEditor {
    /// The game [default: the folder's game]
    game: Option<String>,
}

pub use scenario::keep as keep_scenario;

/// Writes a new card like another one, without schemas and settings of editors, and returns the path of its file.
///
/// # Errors
///
/// The errors of `new card`.
#[cfg(feature = "studio")]
pub fn begin_card(pack: &Pack, game: &str, name: &str, like: &str) -> anyhow::Result<PathBuf> {
    let place = Destination::find(pack, Some(game))?;
    let called = NewName::new(name)?;
    let mut plan = FilePlan::new(place.base.clone());
    card::make(&mut plan, &place, &called, &card::usual_set(&place), &card::Model::Card(like.into()))?;
    written(plan)
}

/// Writes a new scenario about a card, from which one may play on, without schemas and settings of editors, and returns
/// the path of its file.
///
/// # Errors
///
/// The errors of `new scenario`.
#[cfg(feature = "studio")]
pub fn begin_scenario(pack: &Pack, game: &str, title: &str, card: &str) -> anyhow::Result<PathBuf> {
    let place = Destination::find(pack, Some(game))?;
    let mut plan = FilePlan::new(place.base.clone());
    scenario::add(&mut plan, &place, &NewName::new(title)?, Some(card), true)?;
    written(plan)
}

/// Writes the single file of a plan, and returns its path.
#[cfg(feature = "studio")]
fn written(mut plan: FilePlan) -> anyhow::Result<PathBuf> {
    let has_schemas = plan.base.join(editor::FOLDER).is_dir();
    let mut path = plan.base.clone();
    for (below, text) in plan.owned() {
        path.push(below);
        // The first line of the file names its schema for editors: it is left out if the folder has no schemas.
        if let Some((_, rest)) = text.split_once('\n').filter(|_| !has_schemas) {
            *text = rest.into();
        }
    }
    plan.write(&mut std::io::sink())?;
    Ok(path)
}

pub fn run(args: &NewArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    made(args, pack, out).map_err(|error| with_local_paths(error, pack))
}

fn made(args: &NewArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match &args.what {
        NewKind::Game(args) => game::run(args, pack, out),
        NewKind::Pack(args) => pack::run(args, pack, out),
        NewKind::Set(args) => card::set(args, pack, out),
        NewKind::Card(args) => card::card(args, pack, out),
        NewKind::Deck(args) => deck::run(args, pack, out),
        NewKind::Scenario(args) => scenario::run(args, pack, out),
        NewKind::Editor(args) => {
            let place = Destination::find(pack, args.game.as_deref())?;
            let mut plan = FilePlan::new(place.base.clone());
            editor::add(&mut plan, &place.load(&place.files)?.catalog);
            plan.write(out)?;
            writeln!(out, "the schemas and stubs of {} are up to date", place.game)?;
            Ok(Exit::Fine)
        }
    }
}

/// The folder into which `new` writes, the game that it writes for, and the files of that game.
struct Destination {
    /// The folder with `cards/`: that of a game, or of a pack.
    base: PathBuf,
    /// The id of the pack, if the folder is one; `None`: a game.
    pack: Option<String>,
    game: String,
    files: Files,
    /// The options that suggested commands need to find this folder (`--root`, `--pack`), each with a space before it.
    options: String,
}

/// The options by which a command that is typed in the current folder finds another folder, and packs besides its own;
/// each with a space before it.
fn options(base: &Path, pack: &Pack) -> String {
    let root = (base != Path::new(".")).then(|| format!(" --root {}", typed(&short(base)))).into_iter();
    let own = pack.own.as_ref().map(|own| own.display().to_string());
    let packs = pack.packs.iter().filter(|dir| own.as_ref() != Some(dir));
    root.chain(packs.map(|dir| format!(" --pack {}", typed(dir)))).collect()
}

/// A path as one types it into a shell: in quotes, if it needs them.
fn typed(path: &str) -> String {
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+,:@%".contains(c));
    if is_plain { path.into() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

impl Destination {
    /// A command to suggest to the person, with the options by which it finds this folder.
    fn command(&self, rest: &str) -> String {
        format!("intermezzo{} {rest}", self.options)
    }

    /// The path of a file below `base`, as one types it in the current folder.
    fn typed(&self, below: &str) -> String {
        typed(&short(&self.base.join(below)))
    }

    /// Finds the folder into which a command writes: that of --root, or the current one; and the game: the given one,
    /// that of the pack, or the only one there.
    fn find(pack: &Pack, game: Option<&str>) -> anyhow::Result<Destination> {
        let files = pack.files()?;
        let own = pack.own.is_some().then(|| files.packs.first().cloned()).flatten();
        let base = pack.own.clone().or_else(|| pack.root.clone()).unwrap_or_else(|| ".".into());
        let game = match (game, &own) {
            (Some(game), _) => game.to_string(),
            (None, Some(id)) => files.extended_by(id).unwrap_or_default(),
            (None, None) => only_game(pack, &files)?,
        };
        must_exist(&game, &files)?;
        let options = options(&base, pack);
        Ok(Destination { base, pack: own, game, files, options })
    }

    /// The name in `files` of a file below `base`.
    fn known_as(&self, below: &str) -> String {
        match &self.pack {
            Some(id) => format!("packs/{id}/{below}"),
            None => below.into(),
        }
    }

    /// The files of the game, with the planned files added or in place of older ones.
    fn with(&self, plan: &mut FilePlan) -> Files {
        let mut files = self.files.clone();
        let texts: Vec<_> = plan.owned().map(|(below, text)| (below.to_string(), Arc::from(text.as_str()))).collect();
        let is_read = |below: &String| !below.starts_with("tests/");
        files.overlay(texts.into_iter().filter(|(b, _)| is_read(b)).map(|(b, text)| (self.known_as(&b), text)));
        files
    }

    fn load(&self, files: &Files) -> anyhow::Result<Game> {
        let loaded = Loader::default().load(&self.game, files);
        Ok(loaded.map(|(game, _)| game).map_err(Error::load)?)
    }
}

/// The only game in the folder; an error if it has none or several.
fn only_game(pack: &Pack, files: &Files) -> anyhow::Result<String> {
    let root = pack.root.as_deref();
    let known = files.games();
    let here: Vec<String> = match root {
        Some(root) => known.iter().filter(|game| root.join("cards").join(game).is_dir()).cloned().collect(),
        None => Vec::new(),
    };
    match here.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Error::usage("for which game?").help(format!("--game GAME (known: {})", known.join(", "))).into()),
        more => Err(Error::usage("for which game?").help(format!("--game GAME (here: {})", more.join(", "))).into()),
    }
}

/// Prints commands that the person may type next, each with what it does.
fn next(out: &mut dyn Write, lines: &[(String, &str)]) -> anyhow::Result<()> {
    writeln!(out, "\nNow:")?;
    let columns = lines.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, what) in lines {
        writeln!(out, "  {command:<columns$}  {what}")?;
    }
    Ok(())
}
