//! Many: how long a game with very many cards takes to load, and a saved card to come into play.
//!
//! The cards are those of a game, again and again, each copy with a file, an id and a name of its own.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::bench_measure::{Bencher, MeasureFolder, median, refused};
use super::numbers::whole;
use super::pack::Pack;
use super::{Exit, print_json};
use intermezzo::catalog::Files;
use intermezzo::error::{Error, Result};
use intermezzo::script::sandbox;
use intermezzo::table::{Game, Loader, Table};

/// The least number of measurements.
const LEAST: usize = 5;

/// The number of answers that were given at the table before it takes the changed card over.
const ANSWERED: usize = 100;

/// Measure how long very many cards take to load
///
/// The cards are those of a game, again and again, each copy with an id and a name of its own; what the manifest says
/// of fields that are unique is left out. Each time another card is saved: one line more, and another number if it has
/// one. The times are medians on one core.
#[derive(Debug, clap::Args)]
pub struct Many {
    /// The game
    game: String,
    /// How many cards
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<usize>(1, 60_000))]
    cards: usize,
    /// Print {"cards", "read_ms", "load_ms", "saved_ms", "load_again_ms", "adopt_ms"}: reading all files, compiling all
    /// of them, and from a card that was read to the table that plays with it, which is compiling it and adopting it
    #[arg(long, verbatim_doc_comment)]
    json: bool,
    /// How long to measure, about
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = super::bench::seconds)]
    seconds: f64,
    /// Write the files of this game into a folder, and measure nothing
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Measure only what comes after the first load
    #[arg(long, hide = true)]
    only_saved: bool,
}

pub fn run(args: &Many, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let files = multiplied(&pack.files_of(&args.game)?, &args.game, args.cards);
    if let Some(into) = &args.into {
        MeasureFolder::write(into, &files).map_err(|cause| Error::io(into, cause))?;
        return Ok(Exit::Fine);
    }
    let budget = Duration::from_secs_f64(args.seconds / 3.0);
    let mut measured = LoadMeasures { cards: cards(&files, &args.game).count(), ..LoadMeasures::default() };
    if !args.only_saved {
        measured.read(&files, &args.game, budget)?;
        measured.load(&files, &args.game, budget)?;
    }
    measured.saved(&files, &args.game, budget)?;
    let figures = measured.figures();
    if args.json {
        print_json(out, &figures)?;
    } else {
        for (name, value) in figures.as_object().into_iter().flatten() {
            writeln!(out, "{name:<15} {value}")?;
        }
    }
    Ok(Exit::Fine)
}

/// The paths of the cards of a game, with their texts.
fn cards<'f>(files: &'f Files, game: &str) -> impl Iterator<Item = (&'f String, &'f Arc<str>)> {
    let (folder, manifest) = (format!("cards/{game}/"), format!("cards/{game}/game.yaml"));
    let decks = format!("{folder}decks/");
    let is_card = move |path: &str| {
        path.starts_with(&folder) && path.ends_with(".yaml") && path != manifest && !path.starts_with(&decks)
    };
    files.texts.iter().filter(move |(path, _)| is_card(path))
}

/// The files of a game, with copies of its cards added until it has `count` cards.
fn multiplied(files: &Files, game: &str, count: usize) -> Files {
    let mut many = files.clone();
    let own: Vec<_> = cards(files, game).collect();
    let copies = (2..).flat_map(|n| own.iter().map(move |card| (n, card)));
    for (n, (path, text)) in copies.take(count.saturating_sub(own.len()) * usize::from(!own.is_empty())) {
        let path = format!("{}_{n}.yaml", path.trim_end_matches(".yaml"));
        many.texts.insert(path, changed(text, "name: ", |name| numbered(name, n)).into());
    }
    if let Some(text) = many.texts.get_mut(&format!("cards/{game}/game.yaml")) {
        let is_kept = |line: &&str| !line.trim_start().starts_with("unique:");
        *text = text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect::<String>().into();
    }
    many
}

/// A name with a number behind it; if the name stands in quotes, the number goes inside.
fn numbered(name: &str, n: usize) -> String {
    match name.strip_suffix(['"', '\'']) {
        Some(inner) => format!("{inner} {n}{}", &name[inner.len()..]),
        None => format!("{} {n}", name.trim_end()),
    }
}

/// A text in which the value in the first line that begins with `key` is replaced by `change` of it.
fn changed(text: &str, key: &str, change: impl Fn(&str) -> String) -> String {
    let mut is_done = false;
    let mut line = |line: &str| match line.strip_prefix(key).filter(|_| !is_done) {
        Some(value) => {
            is_done = true;
            format!("{key}{}\n", change(value))
        }
        None => format!("{line}\n"),
    };
    text.lines().map(&mut line).collect()
}

/// A card as somebody saves it for the `n`th time: with a line more, and with another number where it prints one.
fn edited(text: &str, n: usize) -> String {
    let is_number = |line: &&str| {
        let value = line.split_once(": ").filter(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase()));
        value.is_some_and(|(_, value)| value.parse::<u32>().is_ok_and(|n| n > 0))
    };
    let first = text.lines().find(is_number).and_then(|line| line.split_once(": "));
    let text = match first {
        Some((key, _)) => changed(text, &format!("{key}: "), |value| match value.parse::<usize>() {
            Ok(number) => (number + 1 + n % 2).to_string(),
            Err(_) => value.to_string(),
        }),
        None => text.to_string(),
    };
    format!("# saved {n} times\n{text}")
}

/// All measurements, in milliseconds.
#[derive(Default)]
struct LoadMeasures {
    cards: usize,
    read: Vec<f64>,
    load: Vec<f64>,
    again: Vec<f64>,
    adopt: Vec<f64>,
}

impl LoadMeasures {
    fn figures(&self) -> Value {
        let tenths = |times: &[f64]| median(times.to_vec()).map(|n| (n * 10.0).round() / 10.0);
        let both: Vec<f64> = self.again.iter().zip(&self.adopt).map(|(again, adopt)| again + adopt).collect();
        json!({
            "cards": self.cards,
            "read_ms": tenths(&self.read),
            "load_ms": tenths(&self.load),
            "saved_ms": tenths(&both),
            "load_again_ms": tenths(&self.again),
            "adopt_ms": tenths(&self.adopt),
        })
    }

    /// Reads all files from a folder.
    fn read(&mut self, files: &Files, game: &str, budget: Duration) -> anyhow::Result<()> {
        let folder = MeasureFolder::with(files)?;
        let pack = Pack { root: Some(folder.path().into()), ..Pack::default() };
        again_and_again(budget, &mut self.read, || pack.files_of(game).map(black_box).map(drop))?;
        Ok(())
    }

    /// Compiles all files, with nothing compiled before.
    fn load(&mut self, files: &Files, game: &str, budget: Duration) -> Result<()> {
        again_and_again(budget, &mut self.load, || {
            sandbox::forget_compiled();
            Loader::default().load(game, files).map(black_box).map(drop).map_err(Error::load)
        })
    }

    /// Measures, for one changed card after the other, how long the game takes to load again, and a table to go on with
    /// the changed game.
    fn saved(&mut self, files: &Files, game: &str, budget: Duration) -> Result<()> {
        let mut loader = Loader::default();
        let (engine, _) = loader.load(game, files).map_err(Error::load)?;
        let begin = |engine: &Game| begun(&mut Bencher::new(engine, None));
        let mut table = begin(&engine)?;
        let texts: BTreeMap<&String, &Arc<str>> = cards(files, game).collect();
        let texts: Vec<_> = texts.into_iter().collect();
        let began = Instant::now();
        while !texts.is_empty() && (began.elapsed() < budget || self.again.len() < LEAST) {
            let n = self.again.len() + 1;
            // From each changed card to the next it is a prime number of steps, so that they are spread over the game.
            let (path, text) = texts[n * 7919 % texts.len()];
            let mut files = files.clone();
            files.texts.insert(path.clone(), edited(text, n).into());
            // A record holds a limited number and size of changed files, so every eighth change meets a new table.
            if n.is_multiple_of(8) {
                let game = table.game().clone();
                table = begin(&game)?;
            }
            let start = Instant::now();
            let (engine, _) = loader.load(game, &files).map_err(Error::load)?;
            self.again.push(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            table.adopt(&engine)?;
            self.adopt.push(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(())
    }
}

/// A table whose game a random bot has played for [`ANSWERED`] answers.
fn begun(bencher: &mut Bencher) -> Result<Table> {
    let (mut table, mut bot) = bencher.next_game()?;
    for _ in 0..ANSWERED {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let answer = bot.legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).map_err(refused)?;
    }
    Ok(table)
}

fn again_and_again<E>(
    budget: Duration,
    times: &mut Vec<f64>,
    mut f: impl FnMut() -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let began = Instant::now();
    while began.elapsed() < budget || times.len() < LEAST {
        let start = Instant::now();
        f()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::bench::tests::{keys_in_help, keys_of};

    #[test]
    fn help_names_the_keys() {
        assert_eq!(keys_in_help::<Many>(), keys_of(&LoadMeasures::default().figures()));
    }

    #[test]
    fn a_multiplied_game_loads_and_a_saved_card_comes_to_the_table() {
        let built_in = Files::built_in();
        let game = &built_in.games()[0];
        let files = multiplied(&built_in.of_game(game), game, 150);
        assert_eq!(cards(&files, game).count(), 150);
        let mut measured = LoadMeasures::default();
        measured.saved(&files, game, Duration::ZERO).expect("it loads, and is adopted");
        assert_eq!((measured.again.len(), measured.adopt.len()), (LEAST, LEAST));
    }

    #[test]
    fn a_saved_card_says_something_else() {
        let text = "name: \"Rope\"\nkind: tool\ncost: 2\nsize: 4\n";
        assert_eq!(edited(text, 3), "# saved 3 times\nname: \"Rope\"\nkind: tool\ncost: 4\nsize: 4\n");
        assert_eq!(changed(text, "name: ", |name| numbered(name, 7)), text.replace("Rope", "Rope 7"));
    }
}
