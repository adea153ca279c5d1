//! Workshop: the opened folder: its files, and the commands of the program for them.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use intermezzo::data::disk::{Folder, is_missing};
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::{Record, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::audit::AUDIT;
use crate::secret;

/// The folders of a game or a pack. Besides them only `pack.yaml` is shown or written.
const TOPS: &[&str] = &["cards", "scripts", "packs", "tests", "scenarios"];
const HEADER: &str = "pack.yaml";
/// The URI under which the editor in the browser knows the folder.
const ROOT: &str = "file:///";
/// The endings of files that can be edited.
const ENDINGS: &[&str] = &[".yaml", ".lua", ".ftl", ".md"];
/// The longest file, in bytes; the loader of games has the same limit.
pub const LONGEST: u64 = 1 << 20;

/// Commands of the program, which the library lacks.
pub trait Tools: Send + Sync {
    /// A scenario that ends at the present moment of a table, and passes. At least the last `last` answers are its
    /// steps.
    ///
    /// # Errors
    ///
    /// A moment that no scenario can state.
    fn pin(&self, table: &Table, title: &str, last: usize) -> Result<Pinned>;

    /// Runs the scenarios in files or folders. A single scenario comes with its transcript.
    ///
    /// # Errors
    ///
    /// Files that cannot be read.
    fn run(&self, paths: &[PathBuf]) -> Result<Vec<Ran>>;

    /// Writes what happens in scenarios as their snapshots, and returns the results.
    ///
    /// # Errors
    ///
    /// Files that cannot be read or written.
    fn accept(&self, _paths: &[PathBuf]) -> Result<Vec<Ran>> {
        Err(no_tools())
    }

    /// Lets bots play many games. `tell` is told how things stand, and says whether to go on.
    ///
    /// # Errors
    ///
    /// An unknown game, bot or card, or a value that the card cannot have.
    fn simulate(&self, _wish: &Simulation, _tell: &mut dyn FnMut(Value) -> bool) -> Result<()> {
        Err(no_tools())
    }

    /// Checks all files, or those of a game.
    ///
    /// # Errors
    ///
    /// Files that cannot be read.
    fn check(&self, game: Option<&str>) -> Result<Vec<Finding>>;

    /// The table of a scenario after its steps.
    ///
    /// # Errors
    ///
    /// A mistake in the scenario, or a program without scenarios.
    fn table_after(&self, _path: &Path) -> Result<Table> {
        Err(no_tools())
    }

    /// The table after so many answers of a record, `None` for all, which may begin with the position of a scenario.
    ///
    /// # Errors
    ///
    /// More answers than the record has, or a record that cannot be played.
    fn moment(&self, _record: &Record, _answers: Option<usize>) -> Result<Table> {
        Err(no_tools())
    }

    /// Writes a card like another one, and returns its path.
    ///
    /// # Errors
    ///
    /// A name that another card has, an unknown model, or a folder that cannot be written.
    fn begin_card(&self, _new: &NewCard) -> Result<PathBuf> {
        Err(no_tools())
    }

    /// Writes a scenario in which a card lies where players may use it, and returns its path.
    ///
    /// # Errors
    ///
    /// An unknown card, or a folder that cannot be written.
    fn begin_scenario(&self, _game: &str, _title: &str, _card: &str) -> Result<PathBuf> {
        Err(no_tools())
    }

    /// Starts a language server for the files on the disk. The returned sender takes messages for the server, which
    /// sends its own by `say`, and ends when either is gone.
    fn speak(&self, say: Box<dyn Fn(String) -> bool + Send>) -> Sender<String>;
}

fn no_tools() -> Error {
    refused("no_tools", "this server makes no files")
}

/// A card that somebody wants.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCard {
    /// The id of the game.
    pub game: String,
    /// The name of the card.
    pub name: String,
    /// The id of the card whose file is copied.
    pub like: String,
}

/// Games that somebody wants to be played by bots.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Simulation {
    /// The id of the game.
    pub game: String,
    /// The number of games, with each value.
    pub games: u64,
    /// The bots: `random`, `greedy` or `ismcts:100`.
    #[serde(default = "Simulation::usual")]
    pub bots: String,
    /// The number of a card that takes several values in turn; `None`: the cards are as they are.
    #[serde(default)]
    pub change: Option<CardChange>,
}

impl Simulation {
    /// The most games: a longer run belongs to `intermezzo sim`.
    const MOST: u64 = 20_000;
    /// The most values that a number of a card takes.
    const MOST_VALUES: usize = 12;

    fn usual() -> String {
        "random".into()
    }
}

/// Values that a line of a card takes in turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardChange {
    /// The id of the card.
    pub card: String,
    /// The line of its file.
    pub field: String,
    /// The values, as the file would write them.
    pub values: Vec<String>,
}

/// A running simulation. A workshop runs one at a time.
pub struct Simulating(Arc<AtomicBool>);

impl Drop for Simulating {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// A scenario that was made of a moment.
#[derive(Clone, Debug, Default)]
pub struct Pinned {
    /// The text of the scenario.
    pub text: String,
    /// Differences from the game that was played, as sentences.
    pub remarks: Vec<String>,
}

/// The result of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ran {
    /// The path in the folder.
    pub path: String,
    /// The title of the scenario.
    pub title: String,
    /// True if the scenario passed.
    pub ok: bool,
    /// True if everything but the snapshot is as expected.
    pub differs: bool,
    /// The reason if the scenario failed.
    pub message: String,
    /// The transcript, if the scenario was run alone.
    pub transcript: String,
}

/// A finding in a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    /// The path of the file in the folder, or of a built-in file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// `error`, `warning` or `hint`.
    pub severity: &'static str,
    /// The fault.
    pub message: String,
    /// A remedy.
    pub help: Option<String>,
}

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opened {
    /// The text.
    pub text: String,
    /// The hash of the text. A save names it, so that it does not overwrite a later change by somebody else.
    pub hash: String,
}

/// The opened folder.
pub struct Workshop {
    /// The path on the disk, which no answer reveals.
    path: PathBuf,
    /// True for a pack, with one folder of scenarios; false for games, with a folder of scenarios for each.
    is_pack: bool,
    /// The key of the host, who alone may read and write here.
    key: String,
    tools: Arc<dyn Tools>,
    /// True while bots play games.
    is_simulating: Arc<AtomicBool>,
}

impl Workshop {
    /// A workshop with a new key.
    ///
    /// # Errors
    ///
    /// A folder that cannot be opened, or a system without a source of randomness.
    pub fn open(path: &Path, tools: Arc<dyn Tools>) -> Result<Workshop> {
        Folder::open(path)?;
        let key = secret::key().map_err(|error| Error::io(path, error))?;
        Ok(Workshop {
            path: path.into(),
            is_pack: path.join(HEADER).is_file(),
            key,
            tools,
            is_simulating: Arc::default(),
        })
    }

    /// The key of the host.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// True if this is the key of the host. The comparison takes constant time, so that the time of a refusal does not
    /// reveal part of the key.
    pub fn is_key(&self, key: &str) -> bool {
        secret::hash("the workshop", 0, key) == secret::hash("the workshop", 0, &self.key)
    }

    /// The commands of the program.
    pub fn tools(&self) -> &dyn Tools {
        &*self.tools
    }

    /// The paths of all files, sorted.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or that has more files than the loader reads.
    pub fn files(&self) -> Result<Vec<String>> {
        let folder = Folder::open(&self.path)?;
        let mut all = Vec::new();
        for top in TOPS.iter().filter(|top| folder.has_folder(Path::new(top)).unwrap_or(false)) {
            // Unreadable files, such as links, are left out; a finding names them.
            let found = folder.files_but(Path::new(top), ENDINGS, &|_| true, &mut |_| Ok(()))?;
            all.extend(found.into_iter().map(|entry| entry.below));
        }
        if folder.has(Path::new(HEADER)) {
            all.push(HEADER.into());
        }
        let name = |path: PathBuf| path.to_string_lossy().replace('\\', "/");
        Ok(all.into_iter().map(name).collect())
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A path outside of the folder, or a file that is too long, no text, or unreadable.
    pub fn read(&self, path: &str) -> Result<Opened> {
        let path = below(path)?;
        let bytes = Folder::open(&self.path)?.bytes(&path, LONGEST).map_err(|error| self.without_place(error))?;
        let text = String::from_utf8(bytes).map_err(|_| refused("not_text", "this file is no text in UTF-8"))?;
        Ok(Opened { hash: hash(&text), text })
    }

    /// Writes a file over the text with this hash; `None`: the file must be new.
    ///
    /// # Errors
    ///
    /// The errors of [`Workshop::read`], and a file that was changed meanwhile.
    pub fn save(&self, path: &str, text: &str, instead_of: Option<&str>) -> Result<Opened> {
        if text.len() as u64 > LONGEST {
            return Err(refused("too_long", "a file has 1 MiB at most"));
        }
        let place = below(path)?;
        let now = match self.read(path) {
            Ok(opened) => Some(opened.hash),
            Err(error) if error.refusal().is_some_and(|why| why.code == "no_such_file") => None,
            Err(error) => return Err(error),
        };
        if now.as_deref() != instead_of {
            return Err(refused("changed_meanwhile", "this file was changed meanwhile: open it again"));
        }
        let folder = Folder::open(&self.path)?;
        let without_place = |error| self.without_place(error);
        folder.make_folders(&place).map_err(without_place)?;
        folder.replace(&place, text.as_bytes(), true).map_err(without_place)?;
        note_written(path);
        Ok(Opened { hash: hash(text), text: text.into() })
    }

    /// Writes a new scenario of a game under a name made from its title, and returns its path.
    ///
    /// # Errors
    ///
    /// A folder that cannot be written.
    pub fn add_scenario(&self, game: &str, title: &str, text: &str) -> Result<String> {
        let folder = Folder::open(&self.path)?;
        let is_flat = folder.has(Path::new("scenarios")) && !folder.has(Path::new("tests"));
        let home = if is_flat { "scenarios" } else { "tests/scenarios" };
        let home = if self.is_pack { home.to_string() } else { format!("{home}/{game}") };
        let name = file_name(title);
        for number in 1..1000 {
            let path = if number == 1 { format!("{home}/{name}.yaml") } else { format!("{home}/{name}_{number}.yaml") };
            if !folder.has(Path::new(&path)) {
                let place = below(&path)?;
                folder.create(&place, text.as_bytes()).map_err(|error| self.without_place(error))?;
                note_written(&path);
                return Ok(path);
            }
        }
        Err(refused("name_taken", "there are a thousand scenarios of this name"))
    }

    /// Runs the scenarios at these paths; empty: all of them.
    ///
    /// # Errors
    ///
    /// A path outside of the folder, or unreadable files.
    pub fn run(&self, paths: &[String]) -> Result<Vec<Ran>> {
        // A file that the bench cannot read, such as a link, must not be run either.
        let place = |path: &String| self.read(path).map(|_| self.path.join(path));
        let mut places = paths.iter().map(place).collect::<Result<Vec<_>>>()?;
        if places.is_empty() {
            let homes = ["tests/scenarios", "scenarios"].map(|home| self.path.join(home));
            places.extend(homes.into_iter().find(|home| home.is_dir()));
        }
        let ran = |ran: Ran| Ran { path: self.name(&ran.path), message: self.without(&ran.message), ..ran };
        Ok(self.tools.run(&places)?.into_iter().map(ran).collect())
    }

    /// Writes what happens in the scenarios at these paths as their snapshots.
    ///
    /// # Errors
    ///
    /// No path, one outside of the folder, or files that cannot be written.
    pub fn accept(&self, paths: &[String]) -> Result<Vec<Ran>> {
        if paths.is_empty() {
            return Err(refused("no_such_file", "a scenario is accepted by its path"));
        }
        let place = |path: &String| self.read(path).map(|_| self.path.join(path));
        let places = paths.iter().map(place).collect::<Result<Vec<_>>>()?;
        let ran = |ran: Ran| Ran { path: self.name(&ran.path), message: self.without(&ran.message), ..ran };
        let accepted = self.tools.accept(&places).map_err(|error| self.plainly(error))?;
        paths.iter().for_each(|path| note_written(path));
        Ok(accepted.into_iter().map(ran).collect())
    }

    /// Begins a simulation, which ends when the returned value is dropped. There is one at a time, because simulations
    /// take the processor from tables.
    ///
    /// # Errors
    ///
    /// Another one runs.
    pub fn simulates(&self) -> Result<Simulating> {
        match self.is_simulating.swap(true, Ordering::AcqRel) {
            true => Err(refused("busy", "bots play already: their games end, or their page is left")),
            false => Ok(Simulating(self.is_simulating.clone())),
        }
    }

    /// Lets bots play many games.
    ///
    /// # Errors
    ///
    /// Too many games or values, an unknown game, bot or card, or a value that the card cannot have.
    pub fn simulate(&self, wish: &Simulation, tell: &mut dyn FnMut(Value) -> bool) -> Result<()> {
        let values = wish.change.as_ref().map_or(1, |change| change.values.len());
        if !(1..=Simulation::MOST).contains(&wish.games) || !(1..=Simulation::MOST_VALUES).contains(&values) {
            let (games, values) = (Simulation::MOST, Simulation::MOST_VALUES);
            return Err(refused("too_many_games", &format!("at most {games} games with each of {values} values")));
        }
        self.tools.simulate(wish, tell).map_err(|error| self.plainly(error))
    }

    /// The table of a scenario after its steps.
    ///
    /// # Errors
    ///
    /// A path outside of the folder, or a scenario with a mistake.
    pub fn table_after(&self, path: &str) -> Result<Table> {
        self.read(path)?;
        self.tools.table_after(&self.path.join(path)).map_err(|error| self.plainly(error))
    }

    /// Writes a new card and a scenario with it, and returns their paths.
    ///
    /// # Errors
    ///
    /// A name that is taken, or a folder that cannot be written.
    pub fn begin_card(&self, new: &NewCard) -> Result<(String, String)> {
        let card = self.tools.begin_card(new).map_err(|error| self.plainly(error))?;
        let id = card.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let title = format!("{} is there", new.name.trim());
        let scenario = self.tools.begin_scenario(&new.game, &title, &id).map_err(|error| self.plainly(error))?;
        let names = [card, scenario].map(|path| self.name(&path.to_string_lossy()));
        names.iter().for_each(|path| note_written(path));
        let [card, scenario] = names;
        Ok((card, scenario))
    }

    /// An error of a command, as a person at the bench reads it.
    fn plainly(&self, error: Error) -> Error {
        match error.refusal() {
            Some(_) => error,
            None => refused("not_made", &self.without(&error.to_string())),
        }
    }

    /// Checks all files, or those of a game.
    ///
    /// # Errors
    ///
    /// Files that cannot be read.
    pub fn check(&self, game: Option<&str>) -> Result<Vec<Finding>> {
        let found = |found: Finding| Finding { path: self.name(&found.path), ..found };
        Ok(self.tools.check(game)?.into_iter().map(found).collect())
    }

    /// Starts a language server. In its messages the folder is the root of all files, which hides its real path.
    pub fn speak(&self, say: impl Fn(String) -> bool + Send + 'static) -> Sender<String> {
        let place = self.address();
        self.tools.speak(Box::new(move |text| say(text.replace(&place, ROOT))))
    }

    /// Sends a message to a language server. `None`: it is gone, or the message names a file outside of the folder.
    pub fn tell(&self, server: &Sender<String>, text: &str) -> Option<()> {
        let mut message = serde_json::from_str(text).ok()?;
        place_files(&mut message, &self.address())?;
        server.send(message.to_string()).ok()
    }

    /// The URI of the folder on the disk, which the language server gets; the editor is told [`ROOT`] in its place.
    fn address(&self) -> String {
        let full = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let path = full.to_string_lossy().replace('\\', "/");
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        format!("{ROOT}{}/", path.trim_start_matches('/').bytes().map(byte).collect::<String>())
    }

    /// A path relative to the folder.
    fn name(&self, path: &str) -> String {
        let name = Path::new(path).strip_prefix(&self.path).unwrap_or(Path::new(path));
        name.to_string_lossy().replace('\\', "/")
    }

    /// A text without the real path of the folder.
    fn without(&self, text: &str) -> String {
        let place = self.path.display().to_string();
        if place == "." { text.into() } else { text.replace(&format!("{place}/"), "") }
    }

    /// An error of the disk without the real path of the folder.
    fn without_place(&self, error: Error) -> Error {
        match is_missing(&error) {
            true => refused("no_such_file", "there is no such file"),
            false => refused("unreadable_file", &self.without(&error.to_string())),
        }
    }
}

/// Notes a file that somebody wrote, by its path below the folder.
fn note_written(path: &str) {
    tracing::info!(target: AUDIT, kind = "file_written", path);
}

/// The game of a file, from its path; `None`: the path names none, as in a pack.
pub fn game_of(path: &str) -> Option<&str> {
    let below = ["cards/", "scripts/", "tests/scenarios/"].iter().find_map(|top| path.strip_prefix(top));
    below.and_then(|below| below.split_once('/')).map(|(game, _)| game)
}

fn refused(code: &str, words: &str) -> Error {
    Error::refused(Refusal::new(code, words))
}

/// A path below the folder, as sent by a browser. A path that leads out of the folder is refused before the disk is
/// asked.
fn below(path: &str) -> Result<PathBuf> {
    let no = || refused("no_such_file", "the folder has no such file");
    let is_plain = !path.contains(['\\', ':', '%', '\0']) && path.len() <= 400 && !path.contains("//");
    let parts: Vec<Component> = Path::new(path).components().collect();
    let are_names = parts.iter().all(|part| {
        let Component::Normal(name) = part else { return false };
        name.to_str().is_some_and(|name| !name.starts_with('.'))
    });
    let is_ours = path == HEADER || TOPS.iter().any(|top| path.starts_with(&format!("{top}/")));
    let is_named = ENDINGS.iter().any(|ending| path.ends_with(ending)) && !path.contains("/./");
    if is_plain && are_names && is_ours && is_named { Ok(path.into()) } else { Err(no()) }
}

/// Turns the file addresses of a message into those on the disk. `None`: one lies outside of the folder.
fn place_files(message: &mut Value, address: &str) -> Option<()> {
    match message {
        Value::Object(fields) => fields.iter_mut().try_for_each(|(name, value)| match value {
            Value::String(uri) if matches!(&**name, "uri" | "rootUri") => {
                let path = uri.strip_prefix(ROOT).filter(|path| path.is_empty() || below(path).is_ok())?;
                *uri = format!("{address}{path}");
                Some(())
            }
            value => place_files(value, address),
        }),
        Value::Array(values) => values.iter_mut().try_for_each(|value| place_files(value, address)),
        _ => Some(()),
    }
}

/// A file name made of a title: its first words in small letters and digits, with `_` between them.
fn file_name(title: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = title.chars().map(letter).collect();
    let name = name.split('_').filter(|word| !word.is_empty()).take(8).collect::<Vec<_>>().join("_");
    if name.is_empty() { "moment".into() } else { name.chars().take(60).collect() }
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_game_have_a_path_here() {
        for fine in
            ["cards/a/b.yaml", "scripts/a/x.lua", "pack.yaml", "tests/scenarios/a/b c.yaml", "packs/p/pack.yaml"]
        {
            assert!(below(fine).is_ok(), "{fine}");
        }
        let far = [
            "",
            ".",
            "..",
            "/",
            "/etc/passwd",
            "../x.yaml",
            "cards/../../x.yaml",
            "cards/../x.yaml",
            "cards/./x.yaml",
            "./cards/x.yaml",
            "cards//x.yaml",
            "cards\\..\\x.yaml",
            "C:/cards/x.yaml",
            "cards/x.yaml:stream.yaml",
            "cards",
            "cards/",
            "cards/.git/x.yaml",
            "cards/x",
            "cards/x.sh",
            "target/x.yaml",
            "cards/x.yaml\0",
            "x/pack.yaml",
            "file:///cards/x.yaml",
            "cardsx/x.yaml",
            "studio.db",
            "CARDS/x.yaml",
            "cards/%2e%2e/x.yaml",
        ];
        for far in far {
            assert!(below(far).is_err(), "{far:?}");
        }
        assert!(below(&format!("cards/{}.yaml", "x".repeat(400))).is_err());
    }

    #[test]
    fn messages_of_an_editor_name_files_of_the_folder_only() {
        let placed = |uri: &str| {
            let mut message =
                serde_json::json!({ "params": [{ "textDocument": { "uri": uri, "text": "profile: file:///x" } }] });
            place_files(&mut message, "file:///home/").map(|()| message["params"][0]["textDocument"]["uri"].clone())
        };
        assert_eq!(placed("file:///cards/a/b.yaml").unwrap(), "file:///home/cards/a/b.yaml");
        for far in [
            "file:///etc/passwd",
            "file:///cards/../../x.yaml",
            "http://cards/x.yaml",
            "file://cards/x.yaml",
            "cards/x.yaml",
        ] {
            assert_eq!(placed(far), None, "{far}");
        }
    }

    #[test]
    fn a_path_names_its_game() {
        assert_eq!(game_of("cards/duel/core/pup.yaml"), Some("duel"));
        assert_eq!(game_of("tests/scenarios/duel/x.yaml"), Some("duel"));
        for none in ["pack.yaml", "cards/pup.yaml", "packs/p/cards/duel/x.yaml"] {
            assert_eq!(game_of(none), None, "{none}");
        }
    }

    #[test]
    fn a_scenario_is_named_after_its_title() {
        assert_eq!(file_name("Why is this 3?"), "why_is_this_3");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd");
        assert_eq!(file_name("竜"), "moment");
    }
}
