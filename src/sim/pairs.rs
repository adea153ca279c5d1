//! Pairs: games with the same number before and after a change, and the cards that were in them.

use std::collections::BTreeMap;

use super::folder::Results;
use super::play::{CardPlayed, Ending, Played};
use super::result_names::ResultNames;
use crate::error::{Error, Result};

/// A card that a player brought to a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brought {
    /// The number of the card: its index in [`GamePairs::cards`].
    pub card: usize,
    /// The seat of the player, from 0.
    pub seat: u8,
    /// True if the player drew or used the card, before or after the change.
    pub is_there: bool,
}

/// A game, before and after.
pub(crate) struct Pair<'r> {
    /// The game before the change.
    pub before: &'r Played,
    /// The game with the same number after the change.
    pub after: &'r Played,
    /// True if the game after the change went another way: the hashes of the two logs differ.
    pub differs: bool,
    /// The cards that players brought, sorted by card and seat.
    cards: Vec<Brought>,
}

/// All games that both results have.
pub(crate) struct GamePairs<'r> {
    /// The pairs, in the order of the games' numbers.
    pub all: Vec<Pair<'r>>,
    /// The ids of all cards that somebody brought.
    pub cards: Vec<&'r str>,
    /// For each card: true if its file has changed, or if it is not known which files have changed.
    pub may_differ: Vec<bool>,
}

impl<'r> GamePairs<'r> {
    /// The pairs of two results.
    ///
    /// # Errors
    ///
    /// Results of other games, seeds, decks, bots (or of a file of a bot that has changed) or numbers of players.
    pub fn of(before: &'r Results, after: &'r Results) -> Result<GamePairs<'r>> {
        let (a, b) = (&before.names, &after.names);
        if (&a.game, a.seats, &a.decks, &a.bots) != (&b.game, b.seats, &b.decks, &b.bots) {
            let help = "run `sim` twice with the same game, decks, bots, players and seed";
            return Err(Error::usage("these results are not of the same games").help(help));
        }
        let has_changed = |bot: &&String| a.programs.get(*bot) != b.programs.get(*bot);
        if let Some(bot) = a.programs.keys().chain(b.programs.keys()).find(has_changed) {
            let message = format!("the file of the bot `{bot}` has changed: what differs may come from it");
            return Err(Error::usage(message).help("run `sim` twice with the same bots"));
        }
        if before.seed != after.seed {
            let message =
                format!("the seed was {} before and {} after: these are not the same games", before.seed, after.seed);
            return Err(Error::usage(message).help("run `sim` twice with the same seed"));
        }
        let games = || before.games.iter().zip(&after.games);
        if let Some((x, y)) =
            games().find(|(x, y)| (x.number, x.seed, &x.decks, &x.bots) != (y.number, y.seed, &y.decks, &y.bots))
        {
            let help = "run `sim` twice with the same seed";
            return Err(Error::usage(format!("game {} of one is game {} of the other", x.number, y.number)).help(help));
        }
        let id = |names: &'r ResultNames, card: &CardPlayed| names.cards.get(card.card as usize).map(String::as_str);
        let both = |(x, y): (&'r Played, &'r Played)| -> Vec<(&'r str, &'r CardPlayed)> {
            let named = |names, played: &'r Played| {
                played.cards.iter().filter_map(move |card| id(names, card).map(|id| (id, card))).collect::<Vec<_>>()
            };
            [named(a, x), named(b, y)].concat()
        };
        let places: BTreeMap<&str, usize> = games().flat_map(both).map(|(id, _)| (id, 0)).collect();
        let cards: Vec<&str> = places.into_keys().collect();
        let pair = |(x, y): (&'r Played, &'r Played)| {
            let mut of: BTreeMap<(usize, u8), bool> = BTreeMap::new();
            for (id, card) in both((x, y)) {
                let place = cards.binary_search(&id).unwrap_or_default();
                *of.entry((place, card.seat)).or_default() |= card.drawn > 0 || card.played > 0;
            }
            let cards = of.into_iter().map(|((card, seat), is_there)| Brought { card, seat, is_there }).collect();
            Pair { before: x, after: y, differs: x.hash != y.hash, cards }
        };
        let changed = a.changed(b);
        let may_differ = cards.iter().map(|id| changed.as_ref().is_none_or(|changed| changed.contains(id))).collect();
        Ok(GamePairs { all: games().map(pair).collect(), may_differ, cards })
    }
}

impl Pair<'_> {
    /// The entries of a card, one for each player who brought it.
    pub fn of(&self, card: usize) -> &[Brought] {
        let from = self.cards.partition_point(|one| one.card < card);
        let to = self.cards.partition_point(|one| one.card <= card);
        &self.cards[from..to]
    }

    /// True if anybody drew or used a card.
    pub fn has(&self, card: usize) -> bool {
        self.of(card).iter().any(|one| one.is_there)
    }

    /// The cards that somebody drew or used.
    pub fn there(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.cards.iter().filter(|one| one.is_there).map(|one| one.card).collect();
        all.dedup();
        all
    }

    /// The gain of a seat from before to after, -1 to 1; `None` if one of the two games broke off.
    pub fn by(&self, seat: usize) -> Option<f64> {
        let points = |played: &Played| match played.ending {
            Ending::Won => Some(f64::from(played.points(seat)) / 2.0),
            Ending::Lost => Some(0.0),
            ending if ending.breaks_off() => None,
            _ => Some(0.5),
        };
        Some(points(self.after)? - points(self.before)?)
    }

    /// True if one of the two games broke off.
    pub fn breaks_off(&self) -> bool {
        self.before.ending.breaks_off() || self.after.ending.breaks_off()
    }

    /// True if the second game ended otherwise.
    pub fn ended_otherwise(&self) -> bool {
        (self.before.winners, self.before.ending) != (self.after.winners, self.after.ending)
    }
}
