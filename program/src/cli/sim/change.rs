//! Change: does `sim --change`: plays the same games with several values of a card's field, and compares them.

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::{SimArgs, play_job, result_lines, write_page};
use crate::cli::pack::Pack;
use crate::cli::text::{clean, pad};
use crate::cli::{Exit, print_json};
use intermezzo::catalog::Files;
use intermezzo::data::{suggest, yaml};
use intermezzo::error::{Error, Problems, Result};
use intermezzo::sim::point_groups::{DifferenceInterval, Luck, PointGroups};
use intermezzo::sim::report::sweep_page;
use intermezzo::sim::totals::short;
use intermezzo::sim::{GamesPart, Plan, Rate, Totals};
use intermezzo::table::{Game, Loader};

/// The argument of `--change`: a card, one of its fields, and the values that the field takes in turn.
pub(super) struct FieldChange<'a> {
    pub card: &'a str,
    pub field: &'a str,
    pub values: Vec<String>,
}

impl FieldChange<'_> {
    fn read(text: &str) -> Result<FieldChange<'_>> {
        let none = || {
            Error::usage(format!("--change {text}: it needs CARD:FIELD=VALUE,VALUE"))
                .help("the field is a line of the card's file: `--change some_card:power=3,4,5`")
        };
        let (card, rest) = text.split_once(':').ok_or_else(none)?;
        let (field, values) = rest.split_once('=').ok_or_else(none)?;
        let values = apart(values);
        let is_one = |a: &String, b: &String| a == b || meaning(a).is_some_and(|a| meaning(b) == Some(a));
        let twice = |(at, value): &(usize, &String)| values[..*at].iter().any(|other| is_one(other, value));
        if let Some((_, twice)) = values.iter().enumerate().find(twice) {
            return Err(Error::usage(format!("--change {text}: the value `{twice}` is given twice")));
        }
        match card.is_empty() || field.is_empty() || values.iter().any(String::is_empty) {
            true => Err(none()),
            false => Ok(FieldChange { card, field, values }),
        }
    }
}

/// Splits a text at its commas, except within brackets and quotes.
fn apart(text: &str) -> Vec<String> {
    let (mut out, mut depth, mut quote) = (vec![String::new()], 0, None);
    for c in text.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            '{' | '[' | '(' if quote.is_none() => depth += 1,
            '}' | ']' | ')' if quote.is_none() => depth -= 1,
            _ => {}
        }
        match c {
            ',' if depth == 0 && quote.is_none() => out.push(String::new()),
            _ => out.last_mut().expect("there is one").push(c),
        }
    }
    // A single quote without its second stands within a word, as in `isn't`: then the text is split at every comma.
    match quote {
        Some('\'') => text.split(',').map(|value| value.trim().to_string()).collect(),
        _ => out.into_iter().map(|value| value.trim().to_string()).collect(),
    }
}

/// The value that a text means in YAML, so that `6` and `06` count as one.
fn meaning(value: &str) -> Option<serde_json::Value> {
    yaml::parse("", value, &mut Problems::default()).map(|node| node.to_json())
}

/// The text of a card's file with another value in the line of a field.
///
/// # Errors
///
/// A field that has no line of its own, or several lines.
fn changed(path: &str, text: &str, field: &str, value: &str) -> Result<String> {
    let begins = format!("{field}:");
    let key = |line: &str| line.trim_start().trim_start_matches("- ").split_once(':').map(|(key, _)| key.to_string());
    let is_it = |line: &&str| line.trim_start().trim_start_matches("- ").starts_with(&begins);
    match text.lines().filter(is_it).count() {
        1 => {}
        0 => {
            let keys: Vec<String> = text.lines().filter_map(key).filter(|key| !key.contains([' ', '"'])).collect();
            let help = suggest::help_for(field, keys.iter().map(String::as_str));
            return Err(Error::usage(format!("{path}: no line begins with `{begins}`")).help(help));
        }
        n => {
            let help = "--change gives another value to a field that has one line of its own";
            return Err(Error::usage(format!("{path}: {n} lines begin with `{begins}`")).help(help));
        }
    }
    let line = |line: &str| match is_it(&line) {
        true => {
            let at = line.find(&begins).unwrap_or(0) + begins.len();
            format!("{} {value}\n", &line[..at])
        }
        false => format!("{line}\n"),
    };
    Ok(text.lines().map(line).collect())
}

/// The result of one value.
pub(super) struct ValueResult {
    value: String,
    /// How often the player who brings the card won, and in how many games.
    rate: Rate,
    /// For each finished game in which one player brings the card: its number, its luck, and that player's points.
    points: Vec<(u64, Luck, u8)>,
    totals: Totals,
}

impl ValueResult {
    /// The result of a value before any game was played with it.
    pub fn new(value: &str, plan: &Plan) -> ValueResult {
        ValueResult {
            value: value.into(),
            rate: Rate::default(),
            points: Vec::new(),
            totals: Totals::of(&plan.names()),
        }
    }

    /// Adds a part of the games that were played with this value.
    pub fn take(&mut self, part: &GamesPart, plan: &Plan, card: &str) {
        let points = points_of(part, plan, card);
        points.iter().for_each(|(.., points)| self.rate.take(*points));
        self.points.extend(points);
        self.totals.take_part(part);
    }
}

/// The plan of the games for each value. All values are checked here, before a game is played.
pub(super) fn plans_of(
    change: &FieldChange,
    id: &str,
    pack: &Pack,
    plan: impl Fn(&Game) -> Result<Plan>,
) -> Result<Vec<Plan>> {
    let FieldChange { card, field, values } = change;
    let text = format!("{card}:{field}={}", values.join(","));
    let (game, _) = pack.engine(id)?;
    let rules = &game.catalog.rules;
    let Some(def) = rules.def_by_id(card) else {
        let ids = rules.defs.iter().map(|def| &**rules.name(def.id));
        let words = format!("--change {text}: there is no card `{card}`");
        return Err(Error::usage(words).help(suggest::help_for(card, ids)));
    };
    let path = game.catalog.places[def.index()].to_string();
    let files = pack.files_of(id)?;
    let plan = |value: &String| {
        let plan = plan(&with(&files, id, (&path, change, value))?)?;
        let def = plan.game().catalog.rules.def_by_id(card);
        match def.is_some_and(|def| plan.sets_apart(def)) {
            true => Ok(plan),
            false => {
                let words = format!("--change {text}: in no game one player alone brings `{card}`");
                let help = format!(
                    "name decks with --decks of which some have the card and some have not; \
                     `intermezzo new deck \"Without it\" --without {card}` writes one that has not, \
                     and `--card {card}` one that has"
                );
                Err(Error::usage(words).help(help))
            }
        }
    };
    values.iter().map(plan).collect()
}

pub(super) fn run(args: &SimArgs, pack: &Pack, id: &str, text: &str, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let change = FieldChange::read(text)?;
    let (game, _) = pack.engine(id)?;
    let plans = plans_of(&change, id, pack, |game| args.plan(game))?;
    let mut tried: Vec<ValueResult> = Vec::new();
    for ((value, plan), name) in change.values.iter().zip(&plans).zip(file_names(&change.values)) {
        let folder = args.out.as_ref().map(|out| out.join(name));
        let mut one = ValueResult::new(value, plan);
        play_job(args, plan, folder.as_deref(), &mut |part| one.take(part, plan, change.card))?;
        tried.push(one);
    }
    let exit = Exit::fine_if(tried.iter().all(|one| one.totals.is_sound()));
    if let Some(folder) = &args.out {
        let page = page(&game, &change, &tried);
        write_page(&folder.join("change.html"), &page)?;
    }
    if args.json {
        print_json(out, &against_json(id, &change, &tried))?;
        return Ok(exit);
    }
    print_table(&change, plans.first(), &tried, out)?;
    Ok(exit)
}

/// The results of all values, for tools.
pub(super) fn against_json(id: &str, change: &FieldChange, tried: &[ValueResult]) -> serde_json::Value {
    let one = |t: &ValueResult| {
        let ((low, high), by) = (t.rate.interval(), against(&tried[0], t));
        json!({
            "value": t.value, "games": t.rate.games, "win_rate": short(t.rate.rate()), "low": short(low), "high": short(high),
            "by": short(by.by), "by_low": short(by.low), "by_high": short(by.high), "hash": t.totals.hash(),
            "script_errors": t.totals.faults, "given_up": t.totals.given_up,
            "failures": t.totals.failures_json(), "endings": t.totals.endings_json(),
        })
    };
    let all: Vec<_> = tried.iter().map(one).collect();
    json!({ "game": id, "card": change.card, "field": change.field, "values": all })
}

/// Prints a line for each value: how often the card's player wins, and the difference from the first value.
fn print_table(
    change: &FieldChange,
    plan: Option<&Plan>,
    tried: &[ValueResult],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} {}: wins of who brings it, and the difference to the first in the same games, in percentage points",
        clean(change.card),
        clean(change.field)
    )?;
    for one in tried {
        let ((low, high), by) = (one.rate.interval(), against(&tried[0], one));
        writeln!(
            out,
            "{} {:.1} % ({:.1} to {:.1}) of {} games   {:+.2} ({:+.2} to {:+.2})",
            pad(&clean(&one.value), 12),
            one.rate.rate() * 100.0,
            low * 100.0,
            high * 100.0,
            one.rate.games,
            by.by * 100.0,
            by.low * 100.0,
            by.high * 100.0
        )?;
    }
    if let Some(plan) = plan {
        writeln!(out, "bots: {}", result_lines::players(plan))?;
    }
    for one in tried.iter().filter(|one| !one.totals.is_sound()) {
        writeln!(out, "{} {}", pad(&clean(&one.value), 12), one.totals.endings_in_words())?;
        if one.totals.broken_off() > 0 {
            writeln!(out, "broke off         {} games, which no rate counts", one.totals.broken_off())?;
        }
        result_lines::failures(&one.totals, out)?;
    }
    Ok(())
}

/// The names of the folders for the results of the values. Names that would be equal, also where only letter case
/// differs, are numbered.
fn file_names(values: &[String]) -> Vec<String> {
    let safe = |c: char| if c.is_alphanumeric() || "+-.".contains(c) { c } else { '_' };
    let mut names: Vec<String> = Vec::new();
    for value in values {
        let name = format!("value-{}", value.chars().map(safe).collect::<String>());
        let is_taken = |name: &String| names.iter().any(|n| n.to_lowercase() == name.to_lowercase());
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        names.extend(std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name)));
    }
    names
}

/// Loads the game with another value in the field of the card.
fn with(files: &Files, id: &str, (path, change, value): (&str, &FieldChange, &str)) -> Result<Game> {
    let mut files = files.clone();
    let text = files.texts.get(path).ok_or_else(|| Error::internal("a card has no file"))?;
    let new = changed(path, text, change.field, value)?;
    files.texts.insert(path.into(), Arc::from(new));
    Loader::default().load(id, &files).map(|(game, _)| game).map_err(Error::load)
}

/// For each finished game in which a single player brings the card: the game's number, its luck, and the points of that
/// player.
fn points_of(part: &GamesPart, plan: &Plan, card: &str) -> Vec<(u64, Luck, u8)> {
    let mut out = Vec::new();
    for played in part.games.iter().filter(|played| !played.ending.breaks_off()) {
        let of_card = played.cards.iter().filter(|c| plan.card(c.card) == card);
        // Games in which several players bring the card, or none, do not count.
        let seats: Vec<u8> = of_card.map(|c| c.seat).collect();
        if let [seat] = seats.as_slice() {
            out.push((played.number, Luck::of(played, *seat as usize), played.points(*seat as usize)));
        }
    }
    out
}

/// By how much a value changes the points in the same games, compared with the first value, with an interval. For the
/// first value itself all is 0.
fn against(first: &ValueResult, one: &ValueResult) -> DifferenceInterval {
    let mut groups = PointGroups::default();
    for (number, luck, before) in &first.points {
        // Games that broke off with either value are not compared.
        if let Ok(at) = one.points.binary_search_by_key(number, |(number, ..)| *number) {
            groups.take(*luck, 0, (f64::from(one.points[at].2) - f64::from(*before)) / 2.0);
        }
    }
    if std::ptr::eq(first, one) { DifferenceInterval { by: 0.0, low: 0.0, high: 0.0 } } else { groups.by(0.0) }
}

fn page(game: &Game, change: &FieldChange, tried: &[ValueResult]) -> String {
    let number = |at: usize, t: &ValueResult| t.value.parse::<f64>().unwrap_or(at as f64);
    let points: Vec<_> = tried
        .iter()
        .enumerate()
        .map(|(at, t)| (number(at, t), t.rate.interval().0, t.rate.rate(), t.rate.interval().1))
        .collect();
    let row = |t: &ValueResult| {
        let ((low, high), by) = (t.rate.interval(), against(&tried[0], t));
        format!(
            "<tr><td>{}</td><td>{:.1} % <small>{:.1} to {:.1}</small></td><td>{:+.2} <small>{:+.2} to {:+.2}</small></td></tr>\n",
            t.value.replace('&', "&amp;").replace('<', "&lt;"),
            t.rate.rate() * 100.0,
            low * 100.0,
            high * 100.0,
            by.by * 100.0,
            by.low * 100.0,
            by.high * 100.0
        )
    };
    let rows: String = tried.iter().map(row).collect();
    let title = format!("{}: {} of {}", game.catalog.rules.schema.title, change.field, change.card);
    sweep_page(&title, change.field, &points, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_a_card_changes() {
        let card = "name: A\npower: 3 # strong\ncost: { red: 1, blue: 2 }\n";
        assert_eq!(
            changed("a.yaml", card, "power", "4").expect("a line"),
            "name: A\npower: 4\ncost: { red: 1, blue: 2 }\n"
        );
        let wrong = changed("a.yaml", card, "powr", "4").expect_err("no such line").to_string();
        assert!(wrong.contains("no line begins with `powr:`") && wrong.contains("did you mean `power`"), "{wrong}");
        let wrong = changed("a.yaml", "do: a\ndo: b\n", "do", "c").expect_err("two lines").to_string();
        assert!(wrong.contains("2 lines begin with `do:`"), "{wrong}");
        assert_eq!(apart("3,{ red: 1, blue: 2 },\"a,b\""), ["3", "{ red: 1, blue: 2 }", "\"a,b\""]);
        assert_eq!(
            file_names(&["a/b", "a_b", "A_b", "3"].map(String::from)),
            ["value-a_b", "value-a_b-2", "value-A_b-3", "value-3"]
        );
        for twice in ["1,1", "1,01", "6,0x6", "1,+1", "1,1 # again", "a,\"a\"", "{ x: 1 },{x: 1}"] {
            assert!(FieldChange::read(&format!("a:b={twice}")).is_err(), "{twice}");
        }
        assert!(FieldChange::read("a:b=1,\"1\",-1,10").is_ok());
        assert!(
            FieldChange::read("a:b").is_err()
                && FieldChange::read("a:=1").is_err()
                && FieldChange::read("a:b=1,").is_err()
        );
    }
}
