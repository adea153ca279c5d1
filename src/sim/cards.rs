//! Cards: the part of a report about the results of each card.
//!
//! Of many cards the ones marked are those that Benjamini and Hochberg's procedure leaves. So among a hundred marked
//! cards about five are chance; without it, five of any hundred cards would be.

use std::fmt::Write as _;

use super::report::{percent, with_interval};
use super::result_names::ResultNames;
use super::stats::{Z95, more_than_chance, p_value};
use super::svg::{Point, bar, funnel, named};
use super::totals::{CardCounts, Rate, Totals};

/// A card in a deck: its counts, how much more often players win who drew it, and whether that is more than chance.
pub(super) struct CardRow<'r> {
    card: &'r str,
    deck: &'r str,
    of: &'r CardCounts,
    /// The rate when drawn, less the rate when not.
    by: f64,
    stands_out: bool,
}

impl CardRow<'_> {
    /// How much the games say, in games: of n games with the card drawn and m without it, n m / (n + m). A card that is
    /// always or never drawn says nothing.
    fn weight(&self) -> f64 {
        let (n, m) = (self.of.drawn.games as f64, others(self.of).games as f64);
        if n + m > 0.0 { n * m / (n + m) } else { 0.0 }
    }

    /// The standard error of the difference.
    fn error(&self) -> f64 {
        let part = self.of.brought.rate();
        (part * (1.0 - part) / self.weight()).sqrt()
    }

    /// The difference in standard errors, so that rare cards come last.
    fn certainty(&self) -> f64 {
        let error = self.error();
        if self.weight() >= 1.0 && error > 0.0 { self.by / error } else { 0.0 }
    }

    fn difference(&self) -> String {
        match self.weight() >= 1.0 {
            true => format!("{:+.1} % <small>\u{b1} {:.1}</small>", self.by * 100.0, self.error() * Z95 * 100.0),
            false => "-".into(),
        }
    }
}

/// A difference is judged only if at least so many wins and so many losses are to be expected on either side.
const LEAST: f64 = 5.0;

/// The win rate in the games in which the card was not drawn.
fn others(of: &CardCounts) -> Rate {
    let less = |a: u64, b: u64| a.saturating_sub(b);
    let (all, drawn) = (of.brought, of.drawn);
    Rate { games: less(all.games, drawn.games), wins: less(all.wins, drawn.wins), draws: less(all.draws, drawn.draws) }
}

/// A card with which players win significantly more often, or less often, if they drew it.
pub struct CardDifference {
    /// The id of the card.
    pub card: String,
    /// The deck that brings it.
    pub deck: String,
    /// The games of players who drew it.
    pub games: u64,
    /// The rate when drawn, less the rate when not: 0.1 is ten percentage points.
    pub by: f64,
    /// Half of its interval of 95 %.
    pub error: f64,
}

/// The cards that stand out, first the one that raises the win rate most when drawn, last the one that lowers it most.
pub fn stand_out(names: &ResultNames, totals: &Totals) -> Vec<CardDifference> {
    let mut all = shown(names, totals);
    all.retain(|row| row.stands_out);
    all.sort_by(|a, b| b.by.total_cmp(&a.by).then_with(|| a.card.cmp(b.card)));
    let one = |row: &CardRow| CardDifference {
        card: row.card.into(),
        deck: row.deck.into(),
        games: row.of.drawn.games,
        by: row.by,
        error: row.error() * Z95,
    };
    all.iter().map(one).collect()
}

pub(super) fn shown<'r>(names: &'r ResultNames, totals: &'r Totals) -> Vec<CardRow<'r>> {
    let mut all = Vec::new();
    let mut ps = Vec::new();
    for (deck, cards) in totals.cards.iter().enumerate() {
        for (card, of) in cards.iter().enumerate().filter(|(_, of)| of.brought.games > 0) {
            let rest = others(of);
            let (n, m) = (of.drawn.games as f64, rest.games as f64);
            let part = of.brought.rate();
            let by = if n > 0.0 && m > 0.0 { of.drawn.rate() - rest.rate() } else { 0.0 };
            let p = match n.min(m) * part.min(1.0 - part) >= LEAST {
                true => p_value(by, (part * (1.0 - part) * (1.0 / n + 1.0 / m)).sqrt()),
                false => 1.0,
            };
            let deck = names.decks.get(deck).map_or("", String::as_str);
            all.push(CardRow { card: &names.cards[card], deck, of, by, stands_out: false });
            ps.push(p);
        }
    }
    all.iter_mut().zip(more_than_chance(&ps)).for_each(|(card, is)| card.stands_out = is);
    all
}

/// Plots by how much more often players win who drew a card, against the number of games.
pub(super) fn card_plots(cards: &[CardRow], out: &mut String) {
    let points: Vec<Point> = cards
        .iter()
        .filter(|card| card.weight() >= 1.0)
        .map(|card| Point { name: card.card.to_string(), n: card.weight(), by: card.by, stands_out: card.stands_out })
        .collect();
    if points.is_empty() {
        return;
    }
    out.push_str("<h2>Cards</h2>\n<p>How much more often a player wins who drew the card than one who brought it and did not. Between the dashed curves lies what chance makes of no difference at all. Full dots stand out among all cards, and the farthest of them have names. Who draws a card late has often lived long: compare a card with others, not with 0.</p>\n<figure>");
    out.push_str(&funnel("Cards: win rate when drawn against games", &points));
    out.push_str("</figure>\n");
}

/// Writes the table of the results of each card.
pub(super) fn card_table(cards: &[CardRow], out: &mut String) {
    let mut sorted: Vec<&CardRow> = cards.iter().collect();
    sorted.sort_by(|a, b| b.certainty().total_cmp(&a.certainty()).then_with(|| a.card.cmp(b.card)));
    out.push_str("<div class=\"wide\"><table><tr><th>card</th><th>deck</th><th>drawn</th><th>wins when drawn</th><th></th><th>than not drawn</th><th>in the opening hand</th><th>played</th><th>in play at the end</th></tr>\n");
    for card in sorted {
        let (low, high) = card.of.drawn.interval();
        let class = if card.stands_out { " class=\"out\"" } else { "" };
        let drawn =
            if card.of.drawn.games > 0 { bar(low, card.of.drawn.rate(), high, 0.2, 0.8) } else { String::new() };
        let _ = writeln!(
            out,
            "<tr{class}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{drawn}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            named(card.card),
            named(card.deck),
            card.of.drawn.games,
            with_interval(&card.of.drawn),
            card.difference(),
            with_interval(&card.of.opening),
            with_interval(&card.of.played),
            with_interval(&card.of.in_the_end),
        );
    }
    out.push_str("</table></div>\n");
}

/// Writes the table of the cards that were not played in more than half of the games in which they were drawn.
pub(super) fn dead(cards: &[CardRow], out: &mut String) {
    let part = |card: &&CardRow| card.of.stuck as f64 / card.of.drawn.games.max(1) as f64;
    let mut dead: Vec<&CardRow> = cards.iter().filter(|c| c.of.drawn.games > 0 && part(c) > 0.5).collect();
    dead.sort_by(|a, b| part(b).total_cmp(&part(a)));
    out.push_str("<h2>Dead cards</h2>\n");
    if dead.is_empty() {
        out.push_str("<p>Every card that is drawn is played more often than not.</p>\n");
        return;
    }
    out.push_str("<p>Drawn, and not played in more than half of the games.</p>\n<div class=\"wide\"><table><tr><th>card</th><th>deck</th><th>drawn</th><th>of these never played</th></tr>\n");
    for card in dead.iter().take(40) {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            named(card.card),
            named(card.deck),
            card.of.drawn.games,
            percent(part(card))
        );
    }
    out.push_str("</table></div>\n");
}
