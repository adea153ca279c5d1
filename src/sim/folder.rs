//! Folder: the results of a job on the disk, part by part, so that a job that was stopped is taken up again.
//!
//! ```text
//! job.json                   what was asked for, and what numbers stand for
//! games-00000.parquet        one row a game
//! cards-00000.parquet        one row for each card that a player of a game brought
//! decisions-00000.parquet    what was counted of windows and abilities in the part
//! ```
//!
//! The file of games is written last: a part is complete if it exists. Each file has a label with its job, its games and a
//! checksum; a file with another label is not counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::column_file::{Column, Columns};
use super::folder_lock::Hold;
use super::job::{Job, Plan};
use super::part_files::{KINDS, PartFile};
use super::part_label::PartLabel;
use super::play::{CardPlayed, Ending, Played};
use super::result_names::ResultNames;
use super::run::{Failure, GamesPart};
use super::totals::Totals;
use crate::data::disk::Folder;
use crate::error::{Error, Result};

/// The file of the plan.
const JOB: &str = "job.json";
/// The most bytes of a file; a longer file is none of ours.
const MOST: u64 = 1 << 28;

/// The plan of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JobFile {
    version: u32,
    decks: Vec<String>,
    bots: Vec<String>,
    options: Vec<(String, String)>,
    players: Option<u8>,
    seed: u64,
    /// The number of games in a part.
    part: u64,
    names: ResultNames,
    /// A hash of what bots learnt of the game before the first one, if one of them learns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    learnt: Option<String>,
    /// A hash of all other fields except the size of parts. Each part names it.
    key: String,
}

/// The version of `job.json` and of the parts; another one is not read.
const VERSION: u32 = 2;

/// A folder with the results of a job.
pub struct ResultFolder {
    folder: Folder,
    about: JobFile,
    /// True if `job.json` is there.
    begun: Mutex<bool>,
    /// The lock on the folder, for its only writer.
    _held: Option<Hold>,
}

/// The name of a file of a part.
pub(super) fn file_name(kind: &str, part: u64) -> String {
    format!("{kind}-{part:05}.parquet")
}

fn file(kind: &str, part: u64) -> PathBuf {
    PathBuf::from(file_name(kind, part))
}

fn about(plan: &Plan, part: u64) -> Result<JobFile> {
    let Job { decks, bots, options, players, seed } = plan.job.clone();
    let (names, learnt) = (plan.names(), plan.brains.learnt());
    let mut about =
        JobFile { version: VERSION, decks, bots, options, players, seed, part, names, learnt, key: String::new() };
    about.key = about.own_key()?;
    Ok(about)
}

/// The key of a job, which all its parts name.
pub(super) fn job_key(plan: &Plan) -> Result<String> {
    about(plan, 1).map(|about| about.key)
}

impl JobFile {
    fn own_key(&self) -> Result<String> {
        let asked = JobFile { part: 0, key: String::new(), ..self.clone() };
        text_of(&asked).map(|text| format!("{:016x}", xxh3_64(text.as_bytes())))
    }
}

fn text_of(about: &JobFile) -> Result<String> {
    serde_json::to_string_pretty(about).map_err(|e| Error::internal(e.to_string()))
}

/// The text of `job.json` for a plan.
pub(super) fn about_text(plan: &Plan, part: u64) -> Result<String> {
    text_of(&about(plan, part)?)
}

impl ResultFolder {
    /// The results folder of a plan, created if it does not exist, and locked against other programs. `part`: the
    /// number of games in each part of the job.
    ///
    /// # Errors
    ///
    /// A folder that holds the results of another job, or that another program writes to.
    pub fn of(path: &Path, plan: &Plan, part: u64) -> Result<ResultFolder> {
        let folder = Folder::made(path)?;
        let held = Hold::of_folder(&folder)?;
        let about = about(plan, part)?;
        let text = folder.text_if_there(Path::new(JOB), MOST)?;
        let begun = Mutex::new(text.is_some());
        let shelf = ResultFolder { folder, about, begun, _held: Some(held) };
        match text {
            Some(text) => {
                if read_about(&text, path)? != shelf.about {
                    let message = format!("{}: this folder holds the results of another job", path.display());
                    let help = "another game, another version of its cards, of a bot's program or of what bots learn, other decks, bots, options or parts: name another folder";
                    return Err(Error::usage(message).help(help));
                }
            }
            None => {
                if let Some(last) = shelf.last()? {
                    let file = shelf.folder.path(&file("games", last));
                    let message = format!("{}: no {JOB} beside it says of which job it is", file.display());
                    return Err(Error::usage(message).help("name another folder"));
                }
            }
        }
        Ok(shelf)
    }

    /// The number of the last part that is there.
    fn last(&self) -> Result<Option<u64>> {
        let files = self.folder.files(Path::new(""), &["parquet"], &|_| false)?;
        let number = |name: &str| name.strip_prefix("games-")?.strip_suffix(".parquet")?.parse().ok();
        Ok(files.iter().filter_map(|entry| number(&entry.name)).max())
    }

    /// Refuses a number of games that would cut a part which is there: it would be played anew, and its results lost.
    ///
    /// # Errors
    ///
    /// A part that holds more games.
    pub fn has_room_for(&self, games: u64) -> Result<()> {
        let part = games.saturating_sub(1) / self.about.part;
        let wanted = games - part * self.about.part;
        let bytes = self.folder.bytes_if_there(&file("games", part), MOST)?;
        match bytes.and_then(|bytes| self.labelled(&bytes, "games", part).ok()) {
            Some(label) if label.games > wanted => {
                let path = self.folder.path(&file("games", part));
                let all = part * self.about.part + label.games;
                let message = format!(
                    "{}: it holds {} games, and --games {games} wants {wanted} of them",
                    path.display(),
                    label.games
                );
                Err(Error::usage(message).help(format!("ask for {all} games or more, or name another folder")))
            }
            _ => Ok(()),
        }
    }

    fn labelled(&self, bytes: &[u8], kind: &str, number: u64) -> Result<PartLabel> {
        let label = PartLabel::of(bytes)?;
        label.is_of(&self.about.key, kind, number.saturating_mul(self.about.part)).map(|()| label)
    }

    /// A part, if it is there.
    ///
    /// # Errors
    ///
    /// A file that is damaged, or not of this job and part.
    pub fn part(&self, number: u64) -> Result<Option<GamesPart>> {
        let read = |kind: &&str| self.folder.bytes_if_there(&file(kind, number), MOST);
        let [Some(cards), Some(counts), Some(games)] = [read(&KINDS[0])?, read(&KINDS[1])?, read(&KINDS[2])?] else {
            return Ok(None);
        };
        let first = number.saturating_mul(self.about.part);
        let part = part_of_files([cards, counts, games], (number, first), &self.about.key, &self.about.names);
        let named = |(kind, why): (&str, Error)| {
            Error::usage(format!("{}: {why}", self.folder.path(&file(kind, number)).display()))
        };
        part.map(Some).map_err(named)
    }

    /// The first missing file of a part.
    fn missing(&self, number: u64) -> Result<PathBuf> {
        for kind in KINDS {
            if self.folder.bytes_if_there(&file(kind, number), MOST)?.is_none() {
                return Ok(self.folder.path(&file(kind, number)));
            }
        }
        Ok(self.folder.path(Path::new("")))
    }

    /// Writes a part, and before the first one the plan. So a job that could not begin leaves nothing behind.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn write(&self, part: &GamesPart) -> Result<()> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if !*begun {
            self.text(JOB, &text_of(&self.about)?)?;
            *begun = true;
        }
        drop(begun);
        let first = part.number.saturating_mul(self.about.part);
        for (name, bytes) in files_of(part, first, &self.about.key, &self.about.names)? {
            self.folder.replace(Path::new(&name), &bytes, false)?;
        }
        Ok(())
    }

    /// Writes the record of a game beside the parts, and the texts that it was begun with.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn record(&self, name: &str, record: &str) -> Result<()> {
        crate::table::record::opening_texts::keep_named(&self.folder, record, None)?;
        self.text(name, record)
    }

    /// Writes a text beside the parts.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn text(&self, name: &str, text: &str) -> Result<()> {
        self.folder.replace(Path::new(name), text.as_bytes(), false).map(drop)
    }
}

fn read_about(text: &str, path: &Path) -> Result<JobFile> {
    let none = |why: String| {
        Error::usage(format!("{}: {why}", path.join(JOB).display()))
            .help("the parts beside it do not say what they stand for: run `sim` again with another folder")
    };
    let about: JobFile = serde_json::from_str(text).map_err(|e| none(format!("this is no job of ours: {e}")))?;
    if about.version != VERSION {
        return Err(none(format!("it is of version {}, and this program reads {VERSION}", about.version)));
    }
    match about.own_key()? == about.key && about.part > 0 {
        true => Ok(about),
        false => Err(none("it has changed since it was written".into())),
    }
}

/// The results of a job, read from its folder.
pub struct Results {
    /// The names behind the numbers of decks, bots, cards and abilities.
    pub names: ResultNames,
    /// The seed of the first round.
    pub seed: u64,
    /// The totals of all games.
    pub totals: Totals,
    /// The games, in the order of their numbers.
    pub games: Vec<Played>,
    /// The records that lie beside them: the number of the game, and the file.
    pub records: Vec<(u64, String)>,
}

impl Results {
    /// Reads all parts of a folder.
    ///
    /// # Errors
    ///
    /// A folder that holds no results.
    pub fn read(path: &Path) -> Result<Results> {
        let folder = Folder::open(path)?;
        let none = || {
            Error::usage(format!("{}: there are no results in this folder", path.display()))
                .help("`intermezzo sim GAME --out FOLDER` writes them")
        };
        let text = folder.text_if_there(Path::new(JOB), MOST)?.ok_or_else(none)?;
        let about = read_about(&text, path)?;
        let strange = folder.text_if_there(Path::new("strange.json"), MOST)?;
        let records = strange.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let shelf = ResultFolder { folder, about, begun: Mutex::new(true), _held: None };
        let (mut totals, mut games) = (Totals::of(&shelf.about.names), Vec::new());
        for number in 0..shelf.last()?.map_or(0, |last| last + 1) {
            let help = "delete it and run the same `sim` command again, which plays this part anew";
            let Some(part) = shelf.part(number).map_err(|why| why.help(help))? else {
                let message = format!("{}: it is missing, and later parts are there", shelf.missing(number)?.display());
                let help = "run the same `sim` command again, which plays what is missing";
                return Err(Error::usage(message).help(help));
            };
            if games.len() as u64 != number.saturating_mul(shelf.about.part) {
                let before = shelf.folder.path(&file("games", number - 1));
                let message = format!("{}: it has fewer games than the parts behind it need", before.display());
                return Err(Error::usage(message).help("run the same `sim` command again, which plays it anew"));
            }
            totals.take_part(&part);
            games.extend(part.games);
        }
        if games.is_empty() {
            return Err(none());
        }
        let JobFile { seed, names, .. } = shelf.about;
        Ok(Results { names, seed, totals, games, records })
    }
}

fn ints(values: impl Iterator<Item = i64>) -> Column {
    Column::Int(values.collect())
}

fn name_of(list: &[String], at: usize) -> String {
    list.get(at).cloned().unwrap_or_default()
}

fn sheets(part: &GamesPart, names: &ResultNames) -> [Columns; 3] {
    let games = &part.games;
    let mut of_games = Columns::default()
        .with("number", ints(games.iter().map(|g| g.number as i64)))
        .with("seed", ints(games.iter().map(|g| g.seed as i64)))
        .with("ending", Column::Text(games.iter().map(|g| g.ending.name().to_string()).collect()))
        .with("first", ints(games.iter().map(|g| g.first as i64 + 1)))
        .with("turns", ints(games.iter().map(|g| g.turns.into())))
        .with("decisions", ints(games.iter().map(|g| g.decisions().into())))
        .with("faults", ints(games.iter().map(|g| g.faults.into())))
        .with("given_up", ints(games.iter().map(|g| g.given_up.into())))
        .with("log_hash", Column::Text(games.iter().map(|g| format!("{:016x}", g.hash)).collect()));
    for seat in 0..names.seats {
        let n = seat + 1;
        let deck = |g: &Played| g.decks.get(seat).map_or(String::new(), |deck| name_of(&names.decks, *deck as usize));
        of_games = of_games
            .with(&format!("deck_{n}"), Column::Text(games.iter().map(deck).collect()))
            .with(
                &format!("bot_{n}"),
                Column::Text(games.iter().map(|g| name_of(&names.bots, g.bots[seat] as usize)).collect()),
            )
            .with(&format!("won_{n}"), ints(games.iter().map(|g| (g.winners >> seat & 1) as i64)))
            .with(&format!("decisions_{n}"), ints(games.iter().map(|g| g.answers[seat].into())));
    }
    let cards: Vec<(&Played, &CardPlayed)> =
        games.iter().flat_map(|g| g.cards.iter().map(move |card| (g, card))).collect();
    let deck = |(g, c): &(&Played, &CardPlayed)| {
        g.decks.get(c.seat as usize).map_or(String::new(), |deck| name_of(&names.decks, *deck as usize))
    };
    // A game that broke off gives nobody points.
    let points = |(g, c): &(&Played, &CardPlayed)| (!g.ending.breaks_off()).then(|| g.points(c.seat as usize).into());
    let number = |of: fn(&CardPlayed) -> u8| ints(cards.iter().map(move |(_, c)| of(c).into()));
    let of_cards = Columns::default()
        .with("number", ints(cards.iter().map(|(g, _)| g.number as i64)))
        .with("seat", ints(cards.iter().map(|(_, c)| c.seat as i64 + 1)))
        .with("deck", Column::Text(cards.iter().map(deck).collect()))
        .with("card", Column::Text(cards.iter().map(|(_, c)| name_of(&names.cards, c.card as usize)).collect()))
        .with("points", Column::Maybe(cards.iter().map(points).collect()))
        .with("copies", number(|c| c.copies))
        .with("seen", number(|c| c.seen))
        .with("drawn", number(|c| c.drawn))
        .with("opening", number(|c| c.opening))
        .with("played", number(|c| c.played))
        .with("in_the_end", number(|c| c.in_the_end));
    let abilities =
        part.used.iter().zip(&names.abilities).map(|((n, games), name)| ("ability", name, [*n, *games, 0, 0]));
    let windows = part.windows.iter().zip(&names.windows).map(|(n, name)| ("window", name, *n));
    let failures = part.failures.iter().map(|f| ("failure", &f.what, [f.times, f.games, 0, 0]));
    let rows: Vec<_> = abilities.chain(windows).chain(failures).filter(|(_, _, n)| n.iter().any(|n| *n > 0)).collect();
    let at = |i: usize| ints(rows.iter().map(move |(_, _, n)| n[i] as i64));
    let of_counts = Columns::default()
        .with("kind", Column::Text(rows.iter().map(|(kind, ..)| kind.to_string()).collect()))
        .with("name", Column::Text(rows.iter().map(|(_, name, _)| name.to_string()).collect()))
        .with("times", at(0))
        .with("games_or_asked", at(1))
        .with("offered", at(2))
        .with("passed", at(3));
    [of_games, of_cards, of_counts]
}

/// The files of a part, labelled, in the order in which they are written.
pub(super) fn files_of(part: &GamesPart, first: u64, job: &str, names: &ResultNames) -> Result<Vec<PartFile>> {
    let [games, cards, counts] = sheets(part, names);
    let file = |(kind, sheet): (&str, Columns)| {
        let label = PartLabel { job: job.into(), kind: kind.into(), first, games: part.games.len() as u64 };
        Ok((file_name(kind, part.number), sheet.to_bytes(&label)?))
    };
    KINDS.into_iter().zip([cards, counts, games]).map(file).collect()
}

/// Reads a part from its files, listed in the order in which they are written. The part has this number, and begins
/// with the game `first`.
///
/// # Errors
///
/// The file that is damaged, or belongs to another job or part, and the reason.
pub(super) fn part_of_files(
    files: [Vec<u8>; 3],
    (number, first): (u64, u64),
    job: &str,
    names: &ResultNames,
) -> Result<GamesPart, (&'static str, Error)> {
    let (mut sheets, mut held) = (Vec::new(), None);
    for (kind, bytes) in KINDS.into_iter().zip(files) {
        let with_kind = |why| (kind, why);
        let (label, sheet) = Columns::from_bytes(bytes).map_err(with_kind)?;
        label.is_of(job, kind, first).map_err(with_kind)?;
        let games = *held.get_or_insert(label.games);
        if games != label.games {
            let words = format!("this file is of {} games, and another one of the part of {games}", label.games);
            return Err((kind, Error::usage(words)));
        }
        sheets.push(sheet);
    }
    part_of(number, &sheets[2], &sheets[0], &sheets[1], names).map_err(|why| (KINDS[2], why))
}

fn part_of(number: u64, games: &Columns, cards: &Columns, counts: &Columns, names: &ResultNames) -> Result<GamesPart> {
    let place = |list: &[String]| -> BTreeMap<String, usize> {
        // If a name stands in the list twice, its first place counts.
        list.iter().enumerate().rev().map(|(at, name)| (name.clone(), at)).collect()
    };
    let (decks, bots, known) = (place(&names.decks), place(&names.bots), place(&names.cards));
    let of = |places: &BTreeMap<String, usize>, name: &str| places.get(name).copied().unwrap_or(0);
    let (numbers, seeds, endings) = (games.ints("number")?, games.ints("seed")?, games.texts("ending")?);
    let (first, turns, hashes) = (games.ints("first")?, games.ints("turns")?, games.texts("log_hash")?);
    let (faults, given_up) = (games.ints("faults")?, games.ints("given_up")?);
    let seats: Vec<_> = (1..=names.seats)
        .map(|n| {
            let text = |what: &str| games.texts(&format!("{what}_{n}"));
            let int = |what: &str| games.ints(&format!("{what}_{n}"));
            Ok((text("deck")?, text("bot")?, int("won")?, int("decisions")?))
        })
        .collect::<Result<_>>()?;
    let mut part = GamesPart { number, ..GamesPart::default() };
    for row in 0..games.rows() {
        let named = Ending::ALL.into_iter().find(|ending| ending.name() == endings[row]);
        let ending = named.unwrap_or(Ending::Stalled);
        part.games.push(Played {
            number: numbers[row] as u64,
            seed: seeds[row] as u64,
            decks: if names.decks.is_empty() {
                Vec::new()
            } else {
                seats.iter().map(|s| of(&decks, &s.0[row]) as u16).collect()
            },
            bots: seats.iter().map(|s| of(&bots, &s.1[row]) as u8).collect(),
            ending,
            winners: seats.iter().enumerate().fold(0, |bits, (i, s)| bits | (s.2[row] as u8 & 1) << i),
            first: (first[row] - 1).clamp(0, 7) as u8,
            answers: seats.iter().map(|s| s.3[row] as u32).collect(),
            turns: turns[row] as u32,
            faults: faults[row] as u32,
            given_up: given_up[row] as u32,
            hash: u64::from_str_radix(&hashes[row], 16).unwrap_or(0),
            cards: Vec::new(),
        });
    }
    let first = part.games.first().map_or(0, |g| g.number);
    let (of_game, seat, card) = (cards.ints("number")?, cards.ints("seat")?, cards.texts("card")?);
    let columns: Vec<&[i64]> = ["copies", "seen", "drawn", "opening", "played", "in_the_end"]
        .into_iter()
        .map(|name| cards.ints(name))
        .collect::<Result<_>>()?;
    for row in 0..cards.rows() {
        let Some(game) = part.games.get_mut((of_game[row] as u64).wrapping_sub(first) as usize) else { continue };
        let at = |i: usize| columns[i][row].clamp(0, 255) as u8;
        game.cards.push(CardPlayed {
            seat: (seat[row] - 1).clamp(0, 7) as u8,
            card: of(&known, &card[row]) as u16,
            copies: at(0),
            seen: at(1),
            drawn: at(2),
            opening: at(3),
            played: at(4),
            in_the_end: at(5),
        });
    }
    counted(&mut part, counts, names)?;
    Ok(part)
}

fn counted(part: &mut GamesPart, counts: &Columns, names: &ResultNames) -> Result<()> {
    part.used = vec![(0, 0); names.abilities.len()];
    part.windows = vec![[0; 4]; names.windows.len()];
    let (kinds, of) = (counts.texts("kind")?, counts.texts("name")?);
    let columns: Vec<&[i64]> = ["times", "games_or_asked", "offered", "passed"]
        .into_iter()
        .map(|name| counts.ints(name))
        .collect::<Result<_>>()?;
    for row in 0..counts.rows() {
        let n = |i: usize| columns[i][row].max(0) as u64;
        if kinds[row] == "failure" {
            part.failures.push(Failure { what: of[row].clone(), times: n(0), games: n(1) });
            continue;
        }
        let list = if kinds[row] == "ability" { &names.abilities } else { &names.windows };
        let Some(at) = list.iter().position(|name| *name == of[row]) else { continue };
        match kinds[row].as_str() {
            "ability" => part.used[at] = (part.used[at].0 + n(0), part.used[at].1 + n(1)),
            _ => part.windows[at] = [n(0), n(1), n(2), n(3)],
        }
    }
    Ok(())
}
