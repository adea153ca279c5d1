//! Folder: the results of a job on the disk, part by part, so that a job that was stopped is taken up again.
//!
//! ```text
//! job.json                   what was asked for, and what numbers stand for
//! games-00000.parquet        one row a game
//! cards-00000.parquet        one row for each card that a player of a game brought
//! decisions-00000.parquet    what was counted of windows and abilities in the part
//! ```
//!
//! The file of the games is written last: a part is there if that is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::job::{Job, Plan};
use super::names::Names;
use super::play::{CardPlayed, Ending, Played};
use super::run::{Failure, Part};
use super::sheet::{Column, Sheet};
use super::totals::Totals;
use crate::data::disk::Folder;
use crate::error::{Error, Result};

/// Longer files are none of ours.
const MOST: u64 = 1 << 28;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct About {
    version: u32,
    decks: Vec<String>,
    bots: Vec<String>,
    options: Vec<(String, String)>,
    players: Option<u8>,
    seed: u64,
    /// So many games are a part.
    part: u64,
    names: Names,
}

/// A folder that results are written to.
pub(crate) struct Shelf {
    folder: Folder,
    names: Names,
}

/// The name of a file of a part.
pub(super) fn file_name(kind: &str, part: u64) -> String {
    format!("{kind}-{part:05}.parquet")
}

fn file(kind: &str, part: u64) -> PathBuf {
    PathBuf::from(file_name(kind, part))
}

fn about(plan: &Plan, part: u64) -> About {
    let Job { decks, bots, options, players, seed } = plan.job.clone();
    About { version: 1, decks, bots, options, players, seed, part, names: plan.names() }
}

fn text_of(about: &About) -> Result<String> {
    serde_json::to_string_pretty(about).map_err(|e| Error::internal(e.to_string()))
}

/// What `job.json` says of a plan.
pub(super) fn about_text(plan: &Plan, part: u64) -> Result<String> {
    text_of(&about(plan, part))
}

impl Shelf {
    /// The folder of a plan, made if it is not there.
    ///
    /// # Errors
    ///
    /// A folder that holds the results of another job.
    pub fn of(path: &Path, plan: &Plan, part: u64) -> Result<Shelf> {
        let folder = Folder::made(path)?;
        let about = about(plan, part);
        let name = Path::new("job.json");
        match folder.text_if_there(name, MOST)? {
            Some(text) => {
                let known: About = read_about(&text, path)?;
                if known != about {
                    let message = format!("{}: this folder holds the results of another job", path.display());
                    let help = "another game, another version of its cards, other decks, bots, options or parts: name another folder";
                    return Err(Error::usage(message).help(help));
                }
            }
            None => {
                folder.replace(name, text_of(&about)?.as_bytes(), false)?;
            }
        }
        Ok(Shelf { folder, names: about.names })
    }

    /// A part, if it is there.
    ///
    /// # Errors
    ///
    /// A file that is none of ours.
    pub fn part(&self, number: u64) -> Result<Option<Part>> {
        let read = |kind: &str| match self.folder.bytes_if_there(&file(kind, number), MOST)? {
            Some(bytes) => Sheet::from_bytes(bytes).map(Some),
            None => Ok(None),
        };
        let (Some(games), Some(cards), Some(counts)) = (read("games")?, read("cards")?, read("decisions")?) else {
            return Ok(None);
        };
        part_of(number, &games, &cards, &counts, &self.names).map(Some)
    }

    /// Writes a part.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn write(&self, part: &Part) -> Result<()> {
        let [games, cards, counts] = sheets(part, &self.names);
        for (kind, sheet) in [("cards", cards), ("decisions", counts), ("games", games)] {
            self.folder.replace(&file(kind, part.number), &sheet.to_bytes()?, false)?;
        }
        Ok(())
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

fn read_about(text: &str, path: &Path) -> Result<About> {
    let none = |e| Error::usage(format!("{}: this is no job of ours: {e}", path.join("job.json").display()));
    serde_json::from_str(text).map_err(none)
}

/// The results of a job, read from its folder.
pub(crate) struct Results {
    /// What numbers stand for.
    pub names: Names,
    /// What came of all games.
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
        let text = folder.text_if_there(Path::new("job.json"), MOST)?.ok_or_else(none)?;
        let about = read_about(&text, path)?;
        let strange = folder.text_if_there(Path::new("strange.json"), MOST)?;
        let records = strange.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let shelf = Shelf { folder, names: about.names };
        let (mut totals, mut games) = (Totals::of(&shelf.names), Vec::new());
        for number in 0.. {
            let Some(part) = shelf.part(number)? else { break };
            totals.take_part(&part);
            games.extend(part.games);
        }
        if games.is_empty() {
            return Err(none());
        }
        Ok(Results { names: shelf.names, totals, games, records })
    }
}

fn ints(values: impl Iterator<Item = i64>) -> Column {
    Column::Int(values.collect())
}

fn name_of(list: &[String], at: usize) -> String {
    list.get(at).cloned().unwrap_or_default()
}

pub(super) fn sheets(part: &Part, names: &Names) -> [Sheet; 3] {
    let games = &part.games;
    let mut of_games = Sheet::default()
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
        // What broke off gave nobody points.
        games.iter().filter(|g| !g.ending.breaks_off()).flat_map(|g| g.cards.iter().map(move |c| (g, c))).collect();
    let deck = |(g, c): &(&Played, &CardPlayed)| {
        g.decks.get(c.seat as usize).map_or(String::new(), |deck| name_of(&names.decks, *deck as usize))
    };
    let number = |of: fn(&CardPlayed) -> u8| ints(cards.iter().map(move |(_, c)| of(c).into()));
    let of_cards = Sheet::default()
        .with("number", ints(cards.iter().map(|(g, _)| g.number as i64)))
        .with("seat", ints(cards.iter().map(|(_, c)| c.seat as i64 + 1)))
        .with("deck", Column::Text(cards.iter().map(deck).collect()))
        .with("card", Column::Text(cards.iter().map(|(_, c)| name_of(&names.cards, c.card as usize)).collect()))
        .with("points", ints(cards.iter().map(|(g, c)| g.points(c.seat as usize).into())))
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
    let of_counts = Sheet::default()
        .with("kind", Column::Text(rows.iter().map(|(kind, ..)| kind.to_string()).collect()))
        .with("name", Column::Text(rows.iter().map(|(_, name, _)| name.to_string()).collect()))
        .with("times", at(0))
        .with("games_or_asked", at(1))
        .with("offered", at(2))
        .with("passed", at(3));
    [of_games, of_cards, of_counts]
}

pub(super) fn part_of(number: u64, games: &Sheet, cards: &Sheet, counts: &Sheet, names: &Names) -> Result<Part> {
    let place = |list: &[String]| -> BTreeMap<String, usize> {
        // The first of several of one name.
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
    let mut part = Part { number, ..Part::default() };
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

fn counted(part: &mut Part, counts: &Sheet, names: &Names) -> Result<()> {
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
