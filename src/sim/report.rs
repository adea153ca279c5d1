//! Report: results as one page that needs no network.
//!
//! Rates have Wilson's intervals of 95 %.

use std::fmt::Write as _;

use super::cards::{card_plots, card_table, dead, shown};
use super::diff::{Diff, Difference, winners};
use super::folder::Results;
use super::svg::{bar, escaped, histogram, named, sweep};
use super::totals::Rate;

const STYLE: &str = include_str!("report.css");

pub(super) fn percent(n: f64) -> String {
    format!("{:.1} %", n * 100.0)
}

pub(super) fn with_interval(rate: &Rate) -> String {
    with_bounds(rate, rate.interval())
}

fn with_bounds(rate: &Rate, (low, high): (f64, f64)) -> String {
    match rate.games {
        0 => "-".into(),
        _ => {
            format!("{} <small>{:.1} to {:.1}</small>", percent(rate.rate()), low * 100.0, high * 100.0)
        }
    }
}

fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</html>\n"
    )
}

/// The page of some results.
pub fn report(results: &Results) -> String {
    let (names, totals) = (&results.names, &results.totals);
    let mut out = String::new();
    let bots = names.bots.join(", ");
    let _ = writeln!(
        out,
        "<p class=\"lead\">{} games, {} decisions, bots: {}. Log hash <code>{}</code>, cards <code>{}</code>.</p>",
        totals.games,
        totals.decisions,
        escaped(&bots),
        totals.hash(),
        escaped(&names.catalog.chars().take(12).collect::<String>())
    );
    matrix(results, &mut out);
    begins(results, &mut out);
    lengths(results, &mut out);
    let cards = shown(&results.names, &results.totals);
    card_plots(&cards, &mut out);
    card_table(&cards, &mut out);
    dead(&cards, &mut out);
    uses(results, &mut out);
    strange(results, &mut out);
    page(&format!("{}: {} games", names.title, totals.games), &out)
}

fn matrix(results: &Results, out: &mut String) {
    let decks = &results.names.decks;
    if decks.is_empty() {
        return;
    }
    out.push_str("<h2>Decks</h2>\n<p>How often the deck of the row beats the deck of the column. In the diagonal: how often who begins wins with the same deck on both sides.</p>\n<div class=\"wide\"><table class=\"matrix\"><tr><td></td>");
    for deck in decks {
        let _ = write!(out, "<th>{}</th>", named(deck));
    }
    out.push_str("<th>all others</th></tr>\n");
    for (row, deck) in decks.iter().enumerate() {
        let _ = write!(out, "<tr><th>{}</th>", named(deck));
        let mut all = Rate::default();
        for (column, rate) in results.totals.matrix[row].iter().enumerate() {
            if row != column {
                all.games += rate.games;
                all.wins += rate.wins;
                all.draws += rate.draws;
            }
            cell(rate, row == column, out);
        }
        cell(&all, false, out);
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

fn cell(rate: &Rate, is_own: bool, out: &mut String) {
    let far = ((rate.rate() - 0.5) * 200.0).clamp(-100.0, 100.0);
    let class = if is_own { " class=\"own\"" } else { "" };
    let side = if far >= 0.0 { "good" } else { "bad" };
    let _ =
        write!(out, "<td{class} style=\"--far:{:.0}%\" data-side=\"{side}\">{}</td>", far.abs(), with_interval(rate));
}

fn begins(results: &Results, out: &mut String) {
    let totals = &results.totals;
    let _ = writeln!(
        out,
        "<h2>Who begins</h2>\n<p>Who had the first turn won {} of {} games that somebody won.</p>\n<table><tr><th>seat</th><th>wins</th></tr>",
        with_bounds(&totals.first.rate, totals.first.interval()),
        totals.first.rate.games
    );
    for (seat, of) in totals.seats.iter().enumerate() {
        let _ = writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", seat + 1, with_bounds(&of.rate, of.interval()));
    }
    out.push_str("</table>\n");
    if results.names.bots.len() > 1 {
        out.push_str("<table><tr><th>bot</th><th>wins</th></tr>\n");
        for (bot, rate) in totals.of_bots(&results.names.bots) {
            let _ = writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", escaped(bot), with_interval(rate));
        }
        out.push_str("</table>\n");
    }
}

fn lengths(results: &Results, out: &mut String) {
    let totals = &results.totals;
    let turns: Vec<u32> = totals.lengths.iter().map(|(turns, _)| *turns).collect();
    let decisions: Vec<u32> = totals.lengths.iter().map(|(_, decisions)| *decisions).collect();
    let mean = |list: &[u32]| list.iter().map(|n| f64::from(*n)).sum::<f64>() / list.len().max(1) as f64;
    let _ = writeln!(
        out,
        "<h2>How long games are</h2>\n<p>A game has {:.1} turns and {:.1} decisions on average, {:.1} decisions a turn. Endings: {}.</p>",
        mean(&turns),
        mean(&decisions),
        mean(&decisions) / mean(&turns).max(1e-9),
        escaped(&totals.endings_in_words())
    );
    out.push_str("<div class=\"plots\"><figure>");
    out.push_str(&histogram("Turns of a game", "turns", &turns));
    out.push_str("<figcaption>Turns of a game</figcaption></figure><figure>");
    out.push_str(&histogram("Decisions of a game", "decisions", &decisions));
    out.push_str("<figcaption>Decisions of a game</figcaption></figure></div>\n");
    let _ = writeln!(
        out,
        "<p>{} games stalled or could not go on, and no rate counts them; {} scripts failed; {} times the rules gave something up.</p>",
        totals.broken_off(),
        totals.faults,
        totals.given_up
    );
    if !totals.failures.is_empty() {
        out.push_str("<table><tr><th>the first failures</th><th>times</th><th>games</th></tr>\n");
        for one in &totals.failures {
            let _ =
                writeln!(out, "<tr><td>{}</td><td>{}</td><td>{}</td></tr>", escaped(&one.what), one.times, one.games);
        }
        out.push_str("</table>\n");
    }
}

fn uses(results: &Results, out: &mut String) {
    let (names, totals) = (&results.names, &results.totals);
    out.push_str("<h2>Windows</h2>\n<div class=\"wide\"><table><tr><th>window</th><th>opened</th><th>asked</th><th>options, on average</th><th>passed</th></tr>\n");
    for (name, [opened, asked, offered, passed]) in names.windows.iter().zip(&totals.windows) {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{opened}</td><td>{asked}</td><td>{:.1}</td><td>{passed}</td></tr>",
            named(name),
            *offered as f64 / (*asked).max(1) as f64
        );
    }
    out.push_str("</table></div>\n<h2>Abilities</h2>\n");
    let mut used: Vec<(&String, u64, u64)> = names
        .abilities
        .iter()
        .zip(&totals.used)
        .filter(|(_, (n, _))| *n > 0)
        .map(|(name, (n, games))| (name, *n, *games))
        .collect();
    used.sort_by_key(|(_, times, _)| std::cmp::Reverse(*times));
    let never = names.abilities.len() - used.len();
    let _ = writeln!(
        out,
        "<p>{} abilities were used or triggered; {never} that are used, trigger or hold all the time never were counted.</p>\n<details><summary>How often each was used</summary><div class=\"wide\"><table><tr><th>ability</th><th>times</th><th>games</th></tr>",
        used.len()
    );
    for (name, times, games) in used {
        let _ = writeln!(out, "<tr><td>{}</td><td>{times}</td><td>{games}</td></tr>", named(name));
    }
    out.push_str("</table></div></details>\n");
}

fn strange(results: &Results, out: &mut String) {
    let odd = odd_games(results);
    out.push_str("<h2>The strangest games</h2>\n<p><code>intermezzo replay FILE</code> shows a game from its record.</p>\n<div class=\"wide\"><table><tr><th>game</th><th>why</th><th>turns</th><th>decisions</th><th>winner</th><th>record</th></tr>\n");
    for (number, why) in odd {
        let Some(game) = results.games.iter().find(|game| game.number == number) else { continue };
        let record = results.records.iter().find(|(n, _)| *n == number).map_or("", |(_, file)| file);
        let won: Vec<String> = winners(game.winners).iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "<tr><td>{number}</td><td>{why}</td><td>{}</td><td>{}</td><td>{}</td><td><a href=\"{}\">{}</a></td></tr>",
            game.turns,
            game.decisions(),
            if won.is_empty() { game.ending.name().to_string() } else { won.join(", ") },
            escaped(record),
            escaped(record)
        );
    }
    out.push_str("</table></div>\n");
}

/// The most games that are listed as strange.
const STRANGE: usize = 10;

/// The strangest games: their numbers, and why.
pub fn odd_games(results: &Results) -> Vec<(u64, &'static str)> {
    let games = &results.games;
    let mut out: Vec<(u64, &'static str)> = Vec::new();
    let mut add = |number: u64, why: &'static str| {
        if out.len() < STRANGE && out.iter().all(|(n, _)| *n != number) {
            out.push((number, why));
        }
    };
    games.iter().filter(|g| g.faults > 0).take(3).for_each(|g| add(g.number, "a script failed"));
    games.iter().filter(|g| g.given_up > 0).take(3).for_each(|g| add(g.number, "the rules gave something up"));
    games.iter().filter(|g| g.ending.breaks_off()).take(3).for_each(|g| add(g.number, "it did not come to an end"));
    let mut by_length: Vec<_> = games.iter().collect();
    by_length.sort_by_key(|g| (g.decisions(), g.number));
    by_length.iter().rev().take(3).for_each(|g| add(g.number, "among the longest"));
    by_length.iter().take(2).for_each(|g| add(g.number, "among the shortest"));
    let mut uneven: Vec<_> = games.iter().filter(|g| g.winners != 0).collect();
    // The winner made far fewer decisions than the others.
    let own = |g: &super::play::Played| {
        let own: u32 = g.answers.iter().enumerate().filter(|(i, _)| g.winners & 1 << i != 0).map(|(_, n)| *n).sum();
        f64::from(own) / f64::from(g.decisions().max(1))
    };
    uneven.sort_by(|a, b| own(a).total_cmp(&own(b)).then(a.number.cmp(&b.number)));
    uneven.iter().take(3).for_each(|g| add(g.number, "won with few decisions"));
    let mut dense: Vec<_> = games.iter().filter(|g| g.turns > 0).collect();
    let per_turn = |g: &super::play::Played| f64::from(g.decisions()) / f64::from(g.turns);
    dense.sort_by(|a, b| per_turn(b).total_cmp(&per_turn(a)).then(a.number.cmp(&b.number)));
    dense.iter().take(STRANGE).for_each(|g| add(g.number, "many decisions a turn"));
    out
}

/// The page about the effect of changed cards.
pub fn diff_page(title: &str, diff: &Diff) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<p class=\"lead\">{} games before and after with the same decks and chance: {} went another way, {} ended otherwise.</p>",
        diff.games, diff.other, diff.ended
    );
    diff_cards(&diff.cards, &mut out);
    diff_decks(&diff.decks, &mut out);
    out.push_str("<h2>The first games that ended otherwise</h2>\n<table><tr><th>game</th><th>won before</th><th>won after</th></tr>\n");
    let seats = |bits: u8| winners(bits).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    for (number, before, after) in &diff.first {
        let _ = writeln!(out, "<tr><td>{number}</td><td>{}</td><td>{}</td></tr>", seats(*before), seats(*after));
    }
    out.push_str("</table>\n");
    page(title, &out)
}

/// The cells of a difference.
fn difference(one: &Difference) -> String {
    let Some(by) = &one.by else { return "<td>-</td><td>-</td><td></td>".into() };
    format!(
        "<td>{:+.2}</td><td>{:+.2} to {:+.2}</td><td>{}</td>",
        by.by * 100.0,
        by.low * 100.0,
        by.high * 100.0,
        bar(by.low, by.by, by.high, -0.3, 0.3)
    )
}

fn begin_row(one: &Difference) -> String {
    let class = if one.is_clear { " class=\"out\"" } else { "" };
    format!("<tr{class}><td>{}</td><td>{}</td>", named(&one.name), one.games)
}

fn diff_cards(cards: &[Difference], out: &mut String) {
    out.push_str("<h2>Cards</h2>\n<p>The card whose change alone explains best which games went another way comes first. If games without it went another way, too, the card that explains those follows, and so on. Of these cards it is told by how many percentage points a player who alone drew or used the card won more often, less the same where nobody did (the last column), in games without the cards above it. What differs in the games of other cards comes from these. Nothing is told of fewer than 10 games with a card, or without it.</p>\n<div class=\"wide\"><table><tr><th></th><th>games</th><th>difference of wins</th><th>interval</th><th></th><th>of what differs</th><th>of its own</th><th>without it</th></tr>\n");
    for one in cards {
        let _ = writeln!(
            out,
            "{}{}<td>{:.0} %</td><td>{:.0} %</td><td>{}</td></tr>",
            begin_row(one),
            difference(one),
            one.other.0 * 100.0,
            one.other.1 * 100.0,
            one.without
        );
    }
    out.push_str("</table></div>\n");
}

fn diff_decks(decks: &[Difference], out: &mut String) {
    out.push_str("<h2>Decks</h2>\n<p>Without games in which several bring the deck. Differences are in percentage points.</p>\n<div class=\"wide\"><table><tr><th></th><th>games</th><th>difference of wins</th><th>interval</th><th></th></tr>\n");
    for one in decks {
        let _ = writeln!(out, "{}{}</tr>", begin_row(one), difference(one));
    }
    out.push_str("</table></div>\n");
}

/// The page of a sweep: how often the player wins who brings a card, for each value of a number of the card.
pub fn sweep_page(title: &str, field: &str, points: &[(f64, f64, f64, f64)], rows: &str) -> String {
    let plot = sweep("Wins of who brings the card", field, points);
    page(
        title,
        &format!(
            "<figure>{plot}</figure>\n<table><tr><th>{}</th><th>wins of who brings it</th><th>paired difference to the first, in percentage points</th></tr>\n{rows}</table>\n",
            escaped(field)
        ),
    )
}
