//! Diff: the effect of changed cards, from games with equal numbers before and after.
//!
//! Two games with the same number have the same decks, bots and chance. So most are equal, and all differences come
//! from the change.
//!
//! The effect of a suspect is the difference of its player's points in games in which she alone drew or used it, less
//! the same difference in games in which nobody did. Games with a stronger suspect are left out, because their
//! difference may come from that card. For the same reason nothing is told of other cards: they gain and lose together
//! with the suspects.

use serde_json::{Value, json};

use super::difference_causes::DifferenceCauses;
use super::folder::Results;
use super::pairs::GamePairs;
use super::point_groups::{DifferenceInterval, Luck, PointGroups};
use super::stats::{Z95, more_than_chance, p_value};
use super::totals::short;
use crate::error::Result;

/// The difference for a deck, or for a card.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The id of the deck or card.
    pub name: String,
    /// The games that count: of a deck those in which one player alone brought it, of a suspect those in which one
    /// player alone drew or used it, of another card all in which somebody drew or used it.
    pub games: u64,
    /// For a suspect: the number of games in which it was in a deck and was neither drawn nor used.
    pub without: u64,
    /// The size of its effect, if it is a suspect and there are enough games.
    pub by: Option<DifferenceInterval>,
    /// True if it is significant after correction for many comparisons.
    pub is_clear: bool,
    /// Two rates: among changed games, those in which the card was drawn or used; and among games with the card, the
    /// changed ones.
    pub other: (f64, f64),
}

/// All differences.
#[derive(Clone, Debug)]
pub struct Diff {
    /// The number of games that both results have.
    pub games: u64,
    /// The number of games that went another way after the change: the hashes of their logs differ.
    pub other: u64,
    /// The number of games with another result.
    pub ended: u64,
    /// The difference for each deck.
    pub decks: Vec<Difference>,
    /// The cards, the most suspected first.
    pub cards: Vec<Difference>,
    /// The number of games that broke off before or after the change. Their results are not compared.
    pub broken_off: u64,
    /// The first games that ended otherwise: the number, the winners before and the winners after, as one bit for each
    /// seat.
    pub first: Vec<(u64, u8, u8)>,
}

/// The most games that are named.
const FIRST: usize = 10;
/// The least number of games for a statement: of a deck, or both with and without a card for one about the card.
const LEAST: f64 = 10.0;

/// The differences between results with the same numbers.
///
/// # Errors
///
/// Results of other games, seeds, decks, bots, files of bots or numbers of players.
pub fn diff(before: &Results, after: &Results) -> Result<Diff> {
    let pairs = GamePairs::of(before, after)?;
    let causes = DifferenceCauses::among(&pairs);
    let mut decks: Vec<Difference> =
        before.names.decks.iter().zip(0..).map(|(id, at)| of_deck(&pairs, id, at)).collect();
    let mut cards: Vec<Difference> = causes.all().map(|card| of_card(&pairs, &causes, card)).collect();
    mark(&mut decks);
    mark(&mut cards);
    let ended = || pairs.all.iter().filter(|pair| pair.ended_otherwise());
    Ok(Diff {
        games: pairs.all.len() as u64,
        other: pairs.all.iter().filter(|pair| pair.differs).count() as u64,
        ended: ended().count() as u64,
        broken_off: pairs.all.iter().filter(|pair| pair.breaks_off()).count() as u64,
        decks,
        cards,
        first: ended().take(FIRST).map(|pair| (pair.before.number, pair.before.winners, pair.after.winners)).collect(),
    })
}

/// Marks the differences of a list that are more than chance, given the length of the list.
fn mark(list: &mut [Difference]) {
    let mut intervals: Vec<(&mut bool, DifferenceInterval)> =
        list.iter_mut().filter_map(|d| Some((&mut d.is_clear, d.by?))).collect();
    let p = |by: &DifferenceInterval| p_value(by.by, (by.high - by.low) / 2.0 / Z95);
    let ps: Vec<f64> = intervals.iter().map(|(_, by)| p(by)).collect();
    intervals.iter_mut().zip(more_than_chance(&ps)).for_each(|((mark, _), is_clear)| **mark = is_clear);
}

/// The difference for a deck. Games in which several players bring it do not count: the gain of one is the loss of
/// another.
fn of_deck(pairs: &GamePairs, id: &str, deck: u16) -> Difference {
    let mut groups = PointGroups::default();
    for pair in &pairs.all {
        let mut seats = (0..pair.before.decks.len()).filter(|seat| pair.before.decks[*seat] == deck);
        if let (Some(seat), None) = (seats.next(), seats.next()) {
            pair.by(seat).iter().for_each(|by| groups.take(Luck::of(pair.before, seat), 0, *by));
        }
    }
    let by = (groups.n(0) >= LEAST).then(|| groups.by(0.0));
    Difference { name: id.into(), games: groups.n(0) as u64, without: 0, by, is_clear: false, other: (0.0, 0.0) }
}

/// The difference for a card. Only suspects get a figure: differences in the games of other cards come from the
/// suspects.
fn of_card(pairs: &GamePairs, causes: &DifferenceCauses, card: usize) -> Difference {
    let name = pairs.cards[card].to_string();
    let other = causes.parts(card);
    let Some(more) = causes.before(card) else {
        let games = pairs.all.iter().filter(|pair| pair.has(card)).count() as u64;
        return Difference { name, games, without: 0, by: None, is_clear: false, other };
    };
    let mut groups = PointGroups::default();
    // Games without the card, and how many of them went another way.
    let (mut without, mut strayed) = (0.0, 0.0);
    for pair in pairs.all.iter().filter(|pair| !more.iter().any(|other| pair.has(*other))) {
        if !pair.has(card) {
            (without, strayed) = (without + 1.0, strayed + f64::from(pair.differs));
        }
        for one in pair.of(card) {
            // Copies of the card that belong to another player change the game, too.
            if !pair.of(card).iter().any(|other| other.seat != one.seat && other.is_there) {
                let seat = one.seat.into();
                let group = usize::from(!one.is_there);
                pair.by(seat).iter().for_each(|by| groups.take(Luck::of(pair.before, seat), group, *by));
            }
        }
    }
    let stray = (strayed + 1.0) / (without + 1.0);
    let by = (groups.n(0) >= LEAST && groups.n(1) >= LEAST).then(|| groups.by(stray));
    Difference { name, games: groups.n(0) as u64, without: groups.n(1) as u64, by, is_clear: false, other }
}

impl Diff {
    /// The differences as JSON.
    pub fn json(&self) -> Value {
        let one = |d: &Difference| {
            let of = |part: fn(&DifferenceInterval) -> f64| d.by.as_ref().map(|by| short(part(by)));
            json!({ "id": d.name, "games": d.games, "by": of(|by| by.by), "low": of(|by| by.low), "high": of(|by| by.high), "clear": d.is_clear })
        };
        let card = |d: &Difference| {
            let mut json = one(d);
            json["games_without"] = d.without.into();
            json["of_what_differs"] = short(d.other.0).into();
            json["of_its_own"] = short(d.other.1).into();
            json
        };
        json!({
            "games": self.games, "other": self.other, "ended_otherwise": self.ended, "broke_off": self.broken_off,
            "decks": self.decks.iter().map(one).collect::<Vec<_>>(),
            "cards": self.cards.iter().map(card).collect::<Vec<_>>(),
            "first": self.first.iter().map(|(n, x, y)| json!({ "game": n, "before": winners(*x), "after": winners(*y) })).collect::<Vec<_>>(),
        })
    }
}

/// The seats of the winners, counted from 1; `bits` has one bit for each seat.
pub fn winners(bits: u8) -> Vec<u8> {
    (0..8).filter(|seat| bits & 1 << seat != 0).map(|seat| seat + 1).collect()
}
