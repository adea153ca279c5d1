//! Diff: what a change of the cards changed, from games with the same numbers before and after.
//!
//! A game before and the one with its number after have the same decks, bots and chance. So most of them are the same game
//! twice, and what differs between them is the change.
//!
//! A game in which nobody draws the changed card is the same game before and after. So a card is suspected if it was drawn
//! or used in all games that went another way. How much it changed is the difference in games in which a player drew it, less the difference in games in which she did not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::folder::Results;
use super::play::{Ending, Played};
use super::stats::{Sum, Z95, more_than_chance, p_value};
use super::totals::short;
use crate::error::{Error, Result};

/// How a rate of points differs.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// A deck, or a card.
    pub name: String,
    /// Games that count.
    pub games: u64,
    /// After less before, in points of a game: 1 is a win in place of a loss.
    pub by: f64,
    /// From what.
    pub low: f64,
    /// To what.
    pub high: f64,
    /// Whether it is more than chance, many being looked at.
    pub is_clear: bool,
    /// Of a card: in which part of the games that went another way it was drawn or used, and which part of the games in
    /// which it was went another way.
    pub other: (f64, f64),
}

/// All that differs.
#[derive(Clone, Debug)]
pub(crate) struct Diff {
    /// Games that both have.
    pub games: u64,
    /// How many of them went another way.
    pub other: u64,
    /// How many of them ended otherwise.
    pub ended: u64,
    /// Each deck.
    pub decks: Vec<Difference>,
    /// Each card, the most suspected first.
    pub cards: Vec<Difference>,
    /// In how many of them one of the two games broke off: what players got in these is not compared.
    pub broken_off: u64,
    /// The first games that ended otherwise: the number, the winners before and after.
    pub first: Vec<(u64, u8, u8)>,
}

/// So many games are named.
const FIRST: usize = 10;

fn difference(name: &str, games: f64, by: f64, error: f64) -> Difference {
    let half = if error.is_finite() { error * Z95 } else { 1.0 };
    Difference {
        name: name.into(),
        games: games as u64,
        by,
        low: by - half,
        high: by + half,
        is_clear: false,
        other: (0.0, 0.0),
    }
}

/// What differs between results with the same numbers.
///
/// # Errors
///
/// Results of other games, decks, bots or numbers of players.
pub(crate) fn diff(before: &Results, after: &Results) -> Result<Diff> {
    let (a, b) = (&before.names, &after.names);
    if (&a.game, a.seats, &a.decks, &a.bots) != (&b.game, b.seats, &b.decks, &b.bots) {
        let help = "run `sim` twice with the same game, decks, bots, players and seed";
        return Err(Error::usage("these results are not of the same games").help(help));
    }
    if before.seed != after.seed {
        let message =
            format!("the seed was {} before and {} after: these are not the same games", before.seed, after.seed);
        return Err(Error::usage(message).help("run `sim` twice with the same seed"));
    }
    let pairs: Vec<(&Played, &Played)> = before.games.iter().zip(&after.games).collect();
    if let Some((x, y)) =
        pairs.iter().find(|(x, y)| (x.number, x.seed, &x.decks, &x.bots) != (y.number, y.seed, &y.decks, &y.bots))
    {
        let help = "run `sim` twice with the same seed";
        return Err(Error::usage(format!("game {} of one is game {} of the other", x.number, y.number)).help(help));
    }
    let mut decks = vec![Sum::default(); a.decks.len()];
    // By card: the difference where it was drawn or used, and where it was not.
    let mut cards: BTreeMap<&str, (Sum, Sum)> = BTreeMap::new();
    let mut ways: BTreeMap<String, (Sum, Sum)> = BTreeMap::new();
    let name = |names: &'_ super::names::Names, card: u16| names.cards.get(card as usize).cloned().unwrap_or_default();
    for (x, y) in &pairs {
        for (seat, deck) in x.decks.iter().enumerate() {
            by(x, y, seat).iter().for_each(|by| decks[*deck as usize].take(*by));
        }
        for card in &x.cards {
            let Some(id) = a.cards.get(card.card as usize) else { continue };
            let other = y.cards.iter().find(|c| c.seat == card.seat && name(b, c.card) == *id);
            let was_there = card.drawn > 0 || card.played > 0 || other.is_some_and(|c| c.drawn > 0 || c.played > 0);
            let (there, not) = cards.entry(id.as_str()).or_default();
            let sum = if was_there { there } else { not };
            by(x, y, card.seat as usize).iter().for_each(|by| sum.take(*by));
        }
    }
    let went = pairs.iter().filter(|(x, y)| x.hash != y.hash).count() as f64;
    for (x, y) in &pairs {
        let went = f64::from(x.hash != y.hash);
        let mut of_game: BTreeMap<&str, bool> = BTreeMap::new();
        for (names, card) in x.cards.iter().map(|c| (a, c)).chain(y.cards.iter().map(|c| (b, c))) {
            if let Some(id) = names.cards.get(card.card as usize) {
                *of_game.entry(id).or_default() |= card.drawn > 0 || card.played > 0;
            }
        }
        for (id, was_there) in of_game {
            let (there, not) = ways.entry(id.to_string()).or_default();
            if was_there { there } else { not }.take(went);
        }
    }
    let of_deck = |(deck, sum): (&String, &Sum)| difference(deck, sum.n, sum.mean(), sum.error());
    let of_card = |(id, (there, not)): (&&str, &(Sum, Sum))| {
        // Where it is always there, nothing is left to compare with.
        let (rest, error) = if not.n < 2.0 { (0.0, 0.0) } else { (not.mean(), not.error()) };
        let one = difference(id, there.n, there.mean() - rest, (there.error().powi(2) + error * error).sqrt());
        let of_card = ways.get(*id).map_or((0.0, 0.0), |(there, _)| (there.mean() * there.n, there.mean()));
        let other = (of_card.0 / went.max(1.0), of_card.1);
        Difference { other, ..one }
    };
    let mut decks: Vec<Difference> = a.decks.iter().zip(&decks).map(of_deck).collect();
    let mut cards: Vec<Difference> = cards.iter().map(of_card).collect();
    for list in [&mut decks, &mut cards] {
        let ps: Vec<f64> = list.iter().map(|d| p_value(d.by, (d.high - d.low) / 2.0 / Z95)).collect();
        list.iter_mut().zip(more_than_chance(&ps)).for_each(|(d, is_clear)| d.is_clear = is_clear);
    }
    let more = |x: f64, y: f64| y.total_cmp(&x);
    cards.sort_by(|x, y| more(x.other.0, y.other.0).then(more(x.other.1, y.other.1)).then_with(|| x.name.cmp(&y.name)));
    let ended = |(x, y): &&(&Played, &Played)| (x.winners, x.ending) != (y.winners, y.ending);
    Ok(Diff {
        games: pairs.len() as u64,
        other: pairs.iter().filter(|(x, y)| x.hash != y.hash).count() as u64,
        ended: pairs.iter().filter(ended).count() as u64,
        broken_off: pairs.iter().filter(|(x, y)| x.ending.breaks_off() || y.ending.breaks_off()).count() as u64,
        decks,
        cards,
        first: pairs.iter().filter(ended).take(FIRST).map(|(x, y)| (x.number, x.winners, y.winners)).collect(),
    })
}

/// What a seat got more in the second of two games: from -1 to 1; `None`: one of them broke off, and nobody got anything.
fn by(x: &Played, y: &Played, seat: usize) -> Option<f64> {
    let points = |played: &Played| match played.ending {
        Ending::Won => Some(f64::from(played.points(seat)) / 2.0),
        ending if ending.breaks_off() => None,
        _ => Some(0.5),
    };
    Some(points(y)? - points(x)?)
}

impl Diff {
    /// As JSON.
    pub fn json(&self) -> Value {
        let one = |d: &Difference| json!({ "id": d.name, "games": d.games, "by": short(d.by), "low": short(d.low), "high": short(d.high), "clear": d.is_clear, "went_another_way": [short(d.other.0), short(d.other.1)] });
        json!({
            "games": self.games, "other": self.other, "ended_otherwise": self.ended, "broke_off": self.broken_off,
            "decks": self.decks.iter().map(one).collect::<Vec<_>>(),
            "cards": self.cards.iter().map(one).collect::<Vec<_>>(),
            "first": self.first.iter().map(|(n, x, y)| json!({ "game": n, "before": winners(*x), "after": winners(*y) })).collect::<Vec<_>>(),
        })
    }
}

/// The seats of winners, from 1.
pub(crate) fn winners(bits: u8) -> Vec<u8> {
    (0..8).filter(|seat| bits & 1 << seat != 0).map(|seat| seat + 1).collect()
}
