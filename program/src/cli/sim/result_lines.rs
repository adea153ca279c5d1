//! Result lines: prints the results of `sim` and `sim diff` for people.

use std::io::{Result, Write};

use crate::cli::text::{clean, cut, pad};
use intermezzo::bots::BotKind;
use intermezzo::sim::diff::{Diff, Difference, winners};
use intermezzo::sim::{Plan, Rate, Totals, stand_out};

/// The width of a column of the matrix.
const COLUMN: usize = 18;
/// The most cards that `sim diff` lists.
const CARDS: usize = 12;

fn hundredths(n: f64) -> String {
    format!("{:.1}", n * 100.0)
}

fn with_interval(rate: &Rate, (low, high): (f64, f64)) -> String {
    match rate.games {
        0 => "-".to_string(),
        _ => format!("{} % ({} to {})", hundredths(rate.rate()), hundredths(low), hundredths(high)),
    }
}

/// A cell of the matrix: a rate and its interval in per cent, or `-` without games.
fn cell(rate: &Rate) -> String {
    let (low, high) = rate.interval();
    match rate.games {
        0 => "-".to_string(),
        _ => format!("{} {}-{}", hundredths(rate.rate()), hundredths(low), hundredths(high)),
    }
}

/// Prints the results of a job: who wins how often, how games ended, which cards stand out.
///
/// # Errors
///
/// An output that is closed.
pub fn print(plan: &Plan, totals: &Totals, seconds: f64, out: &mut dyn Write) -> Result<()> {
    let decks = plan.decks();
    if !decks.is_empty() {
        let head = decks.iter().map(|d| d.len()).max().unwrap_or(0).max(15) + 2;
        let columns: String = decks.iter().map(|d| pad(&cut(d, COLUMN - 2), COLUMN)).collect();
        writeln!(out, "{}{}", pad("wins against, %", head), columns.trim_end())?;
        for (name, row) in decks.iter().zip(&totals.matrix) {
            let cells: String = row.iter().map(|rate| pad(&cell(rate), COLUMN)).collect();
            writeln!(out, "{}{}", pad(&clean(name), head), cells.trim_end())?;
        }
        writeln!(out, "A deck against itself: how often who had the first turn won.")?;
    }
    if plan.bots.len() > 1 {
        let names: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
        for (bot, rate) in totals.of_bots(&names) {
            writeln!(out, "{}{}", pad(&clean(bot), 18), with_interval(rate, rate.interval()))?;
        }
    }
    writeln!(out, "bots              {}", players(plan))?;
    let (first, speed) = (&totals.first, seconds.max(1e-9));
    writeln!(
        out,
        "first turn wins   {} of {} games that somebody won",
        with_interval(&first.rate, first.interval()),
        first.rate.games
    )?;
    writeln!(out, "endings           {}", totals.endings_in_words())?;
    match totals.broken_off() {
        0 => {}
        n => writeln!(out, "broke off         {n} games, which no rate counts")?,
    }
    let (games, decisions) = (totals.games as f64 / speed, totals.decisions as f64 / speed);
    writeln!(
        out,
        "games             {} in {seconds:.1} s: {games:.0} games and {decisions:.0} decisions a second",
        totals.games
    )?;
    cards(plan, totals, out)?;
    failures(totals, out)?;
    writeln!(out, "hash              {}", totals.hash())
}

/// The bots that played, in words. Who plays at random uses no card well, so the way to better players is said, too.
pub fn players(plan: &Plan) -> String {
    let mut names: Vec<String> = plan.bots.iter().map(|bot| clean(&bot.to_string())).collect();
    names.dedup();
    let names = names.join(", ");
    match plan.bots.iter().all(|bot| *bot == BotKind::Random) {
        true => format!(
            "{names}: any legal answer, so they use no card well; `--bots greedy` and `--bots ismcts:100` play better, and slower"
        ),
        false => names,
    }
}

/// The most cards that are listed of those that win most, and of those that win least.
const ENDS: usize = 4;

/// Prints the cards whose drawers win more or less often than chance explains: the first and the last of them.
fn cards(plan: &Plan, totals: &Totals, out: &mut dyn Write) -> Result<()> {
    let names = plan.names();
    let found = stand_out(&names, totals);
    if totals.matrix.is_empty() {
        return Ok(());
    }
    if found.is_empty() {
        return writeln!(out, "cards             none wins more or less often when it is drawn than chance makes");
    }
    let more = if found.len() > 2 * ENDS { ", of each end the first" } else { "" };
    writeln!(
        out,
        "cards             {}{more}: by how many percentage points who drew it won more often than who did not",
        match found.len() {
            1 => "1 stands out".to_string(),
            n => format!("{n} stand out"),
        }
    )?;
    let last = found.len().saturating_sub(ENDS).max(ENDS.min(found.len()));
    for card in found[..found.len().min(ENDS)].iter().chain(&found[last..]) {
        let deck = if names.decks.len() > 1 { format!(", in {}", clean(&card.deck)) } else { String::new() };
        writeln!(
            out,
            "  {} {:>+6.1} (\u{b1} {:.1})  drawn in {} games{deck}",
            pad(&clean(&card.card), 28),
            card.by * 100.0,
            card.error * 100.0,
            card.games
        )?;
    }
    writeln!(
        out,
        "  `--change CARD:FIELD=VALUE,VALUE` tells what a number of a card does; `--out` and `sim report` tell of all"
    )
}

/// The most failures that are listed.
const FAILURES: usize = 5;

/// Prints how many scripts failed and what the rules gave up, with the most frequent failures.
///
/// # Errors
///
/// An output that is closed.
pub fn failures(totals: &Totals, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "script errors     {}", totals.faults)?;
    writeln!(out, "given up          {}", totals.given_up)?;
    for one in totals.failures.iter().take(FAILURES) {
        writeln!(out, "  {} ({} times in {} games)", clean(&one.what), one.times, one.games)?;
    }
    if totals.is_sound() {
        return Ok(());
    }
    if totals.failures.len() > FAILURES {
        writeln!(out, "  and {} more, which `--json` tells", totals.failures.len() - FAILURES)?;
    }
    writeln!(out, "  `--out FOLDER --record-strange` keeps records of such games")
}

/// Prints the differences between the results of the same games before and after a change of the cards.
///
/// # Errors
///
/// An output that is closed.
pub fn print_diff(diff: &Diff, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{} games: {} went another way, {} ended otherwise", diff.games, diff.other, diff.ended)?;
    match diff.broken_off {
        0 => {}
        n => writeln!(out, "In {n} of them a game broke off: what players got is not compared there.")?,
    }
    if diff.other == 0 {
        return writeln!(out, "Nothing differs.");
    }
    let line = |d: &Difference| {
        let mark = if d.is_clear { "*" } else { " " };
        let (by, interval) = match &d.by {
            Some(by) => {
                (format!("{:+.2}", by.by * 100.0), format!("{:+.2} to {:+.2}", by.low * 100.0, by.high * 100.0))
            }
            None => ("-".to_string(), String::new()),
        };
        format!("{mark} {} {by:>7}  {} {} games", pad(&clean(&d.name), 28), pad(&interval, 17), d.games)
    };
    writeln!(out, "Cards, first the one whose change alone explains best which games went another way.")?;
    writeln!(
        out,
        "By how many percentage points who drew it won more often; of all games that went another way, how many it was in, and how many of its own did:"
    )?;
    for card in diff.cards.iter().take(CARDS) {
        writeln!(out, "{}, {:.0} % and {:.0} %", line(card), card.other.0 * 100.0, card.other.1 * 100.0)?;
    }
    if let Some(more @ 1..) = diff.cards.len().checked_sub(CARDS) {
        writeln!(out, "  and {more} cards more: --json and -o FILE tell of all")?;
    }
    if !diff.decks.is_empty() {
        writeln!(out, "Decks, in percentage points, without games in which several bring the deck:")?;
        diff.decks.iter().try_for_each(|d| writeln!(out, "{}", line(d)))?;
    }
    writeln!(
        out,
        "* more than chance; - what differs comes from the cards above it, or fewer than 10 games have it, or lack it"
    )?;
    let seats = |bits: u8| match winners(bits).as_slice() {
        [] => "nobody".to_string(),
        all => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    for (number, before, after) in &diff.first {
        writeln!(out, "game {number}: {} won before, {} after", seats(*before), seats(*after))?;
    }
    Ok(())
}
