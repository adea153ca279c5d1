//! Standing: the state of a table for one person, for a host of many tables.
//!
//! A host sends the text on and reads only the fields beside it, so the text may come from a process that is not to be believed.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card_face::CardStyle;
use super::deadlines::Timed;
use super::wire::Over;
use super::{Event, Game, LineOutline, Outline, Printed, Table, View, ZoneOutline};
use crate::catalog::Deck;
use crate::error::Result;
use crate::kernel::{Outcome, Seat};

/// A table as a seat, or a spectator, sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// A JSON object: `questions`, the numbers of the questions in the order of the view's decisions; `events`; `view`;
    /// and `over` at the end.
    pub text: String,
    /// The seats of the questions.
    pub asked: Vec<u8>,
    /// The ids of the cards in the view.
    pub cards: BTreeSet<String>,
}

#[derive(Serialize)]
struct StandingText<'t> {
    questions: Vec<u32>,
    events: Vec<Event>,
    view: &'t View,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
}

/// The progress of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The seats that are asked.
    pub asked: Vec<Seat>,
    /// The open questions with a deadline.
    pub timed: Vec<Timed>,
    /// The number of answers.
    pub answers: usize,
    /// The number of lines in the log.
    pub log_len: u32,
    /// True if the game is over.
    pub is_over: bool,
}

/// A game, for people who choose one and for programs that draw its tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The id of the game.
    pub id: String,
    /// The ids of the packs in play; a pack stands behind the packs that it needs.
    pub packs: Vec<String>,
    /// The title of the game.
    pub title: String,
    /// The numbers of players: least, usual, most.
    pub players: (u8, u8, u8),
    /// The seats, up to the most players.
    pub seats: Vec<SeatAbout>,
    /// The lines of zones that a player's part of the table has, the top line first.
    pub lines: Vec<LineOutline>,
    /// The kinds of zone.
    pub zones: Vec<ZoneOutline>,
    /// The version in the addresses of its cards' faces: the beginning of its hash.
    pub version: String,
    /// The size of the game's cards and the colours of their back.
    pub style: CardStyle,
}

/// A seat of a game, for the player who chooses a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAbout {
    /// The name of its role; `None`: all seats are alike.
    pub role: Option<String>,
    /// The ids of the decks that its player may bring.
    pub decks: Vec<String>,
}

impl Table {
    /// The table as a seat sees it, with the events from this line of the log on; without a seat as everybody sees it.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn standing(&self, seat: Option<Seat>, from: u32) -> Result<Standing> {
        let (view, events) = match seat {
            Some(seat) => (View::of_person(self, seat)?, self.events(seat, from)?),
            None => (View::new(self, &[])?, self.public_events(from)),
        };
        let asked: Vec<u8> = view.decisions.iter().map(|decision| decision.seat).collect();
        let told = StandingText {
            questions: asked.iter().map(|seat| self.question(Seat(*seat))).collect(),
            events,
            over: self.is_over().then(|| self.end_of(&view)),
            view: &view,
        };
        let text = serde_json::to_string(&told).map_err(|e| crate::error::Error::internal(e.to_string()))?;
        let cards = view.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.id.clone()).collect();
        Ok(Standing { text, asked, cards })
    }

    fn end_of(&self, view: &View) -> Over {
        let winner = match self.outcome() {
            Some(Outcome::Won(seat)) => Some(seat.0),
            _ => None,
        };
        let outcome = view.outcome.clone().unwrap_or_default();
        Over { outcome, winner, log_hash: self.log_hash(), seen: Vec::new(), watched: None }
    }

    /// The progress of the game.
    pub fn progress(&self) -> Progress {
        Progress {
            asked: self.asked_seats(),
            timed: self.timed(),
            answers: self.answers(),
            log_len: self.log_len(),
            is_over: self.is_over(),
        }
    }
}

impl Game {
    /// The game, for people who choose one and for programs that draw its tables.
    pub fn about(&self) -> About {
        let Outline { players, zones, .. } = self.outline();
        About {
            id: self.catalog.rules.schema.game.to_string(),
            packs: self.catalog.packs.iter().map(|pack| pack.id.clone()).collect(),
            title: self.title().to_string(),
            players,
            seats: (0..players.2).map(|seat| self.seat_about(Seat(seat))).collect(),
            lines: self.table_lines(),
            zones,
            version: self.hash().chars().take(16).collect(),
            style: self.card_style(),
        }
    }

    fn seat_about(&self, seat: Seat) -> SeatAbout {
        let (rules, deck_rules) = (&self.catalog.rules, &self.catalog.deck_rules);
        let may_bring = |deck: &Deck| deck_rules.why_not_for(rules, deck, seat).is_none();
        SeatAbout {
            role: rules.schema.roles_of(seat).next().map(|role| rules.name(role.name).to_string()),
            decks: self.decks().filter(|(_, deck)| may_bring(deck)).map(|(id, _)| id.to_string()).collect(),
        }
    }

    /// All cards of the game as they are printed.
    pub fn all_printed(&self) -> Vec<Printed> {
        self.outline().cards.iter().filter_map(|id| self.printed(id)).collect()
    }
}
