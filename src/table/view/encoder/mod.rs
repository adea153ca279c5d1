//! Encoder: what a person sees of a game, as a row of numbers of one length.
//!
//! ```text
//! game      own seat, whether it is over, how many things did not fit, numbers of the game
//! seats     own one first: is it active, asked, out, a winner; its wins, counters and attributes
//! flow      levels; the phase and the window, one number a name; passes; the use that the window is about
//! boards    of each space: its counters, and the areas to which it belongs
//! zones     of each kind, own one first: how many cards are seen, how many not, then the first of them, faces before backs
//! records   of each kind, the first that was opened first: is it open, its fields
//! uses      the latest last: whose, of what, its targets
//! decision  its kind, how many may be chosen, what it is about, the price
//! codes     of each code: how many options it stands for, the first of them, what it does
//! ```
//!
//! A view in words costs more than the play of most games. So the encoder reads the state itself, with the eyes of a
//! `Looking`, and a test compares it with views: those that differ have rows that differ.

mod actions;
mod cards;
mod codes;
mod columns;
mod games_looked_at;
mod plan;
mod row;
mod sizes;
mod uses;

use super::viewer::Looking;
use crate::error::{Error, Result};
use crate::kernel::Seat;
use crate::kernel::model::value::Seats;
use crate::table::{Choices, Game, Table};
pub use columns::{Column, ColumnKind};
use plan::RowPlan;
use row::Row;
pub use sizes::EncoderSizes;

/// Turns what a person sees into a row of numbers of one length, made for one game and number of players.
#[derive(Debug)]
pub struct Encoder {
    plan: RowPlan,
}

impl Encoder {
    /// An encoder for a number of players, and for as many codes as [`Table::choices`] is asked for.
    ///
    /// # Errors
    ///
    /// A number of players that the game does not have, or fewer than 2 codes.
    pub fn new(game: &Game, players: u8, codes: u16, sizes: &EncoderSizes) -> Result<Encoder> {
        if codes < 2 {
            return Err(Error::usage(format!("choices need at least 2 codes for options, not {codes}")));
        }
        let mut encoder = Encoder { plan: RowPlan::new(game, players, codes, sizes)? };
        encoder.plan.scale_by(&sizes.greatest);
        Ok(encoder)
    }

    /// The length of a row.
    pub fn size(&self) -> usize {
        self.plan.columns.len()
    }

    /// The meaning of each number of a row.
    pub fn columns(&self) -> &[Column] {
        &self.plan.columns
    }

    /// What the numbers in columns of the kind [`ColumnKind::Card`] mean, from 0 on: nothing, a back, then each card by
    /// its id.
    pub fn cards(&self) -> Vec<String> {
        let ids = self.plan.rules.defs.iter().map(|def| self.plan.rules.name(def.id).to_string());
        ["".to_string(), "?".to_string()].into_iter().chain(ids).collect()
    }

    /// What the numbers in columns of the kind [`ColumnKind::Word`] mean, from 0 on: nothing, each word of the game,
    /// then the numbers that texts of scripts share.
    pub fn words(&self) -> Vec<String> {
        let known = self.plan.rules.schema.symbols.names().map(|name| name.to_string());
        let texts = (0..row::TEXTS).map(|n| format!("text {n}"));
        std::iter::once(String::new()).chain(known).chain(texts).collect()
    }

    /// What the numbers in columns of the kind [`ColumnKind::Place`] mean, from 0 on: nothing, then each place of a
    /// card in a row, as a zone and a number from 0.
    pub fn places(&self) -> Vec<String> {
        std::iter::once(String::new()).chain(self.plan.places.iter().cloned()).collect()
    }

    /// What the numbers in columns of the kind [`ColumnKind::Action`] mean, from 0 on: nothing, a pass or an end, an
    /// ability of a card, an action with a card, a choice of a card, and so on. An action has the same number in every
    /// position of the game.
    pub fn actions(&self) -> Vec<String> {
        self.plan.actions.names(&self.plan)
    }

    /// Writes what a seat sees of a table; with choices also what it may take.
    ///
    /// # Errors
    ///
    /// A table of another game or number of players, a seat that it does not have, choices with other codes, a row of
    /// another length.
    pub fn encode(&self, table: &Table, seat: Seat, choices: Option<&Choices>, out: &mut [f32]) -> Result<()> {
        self.fits(table, seat)?;
        if out.len() != self.size() {
            return Err(Error::usage(format!("a row has {} numbers, not {}", self.size(), out.len())));
        }
        out.fill(0.0);
        let seats: Seats = table.person(seat).seats().collect();
        let looking = Looking { table, world: table.world(), seats: &seats };
        let choices = choices.filter(|choices| choices.seat() == seat);
        if choices.is_some_and(|choices| choices.codes() != self.plan.codes) {
            return Err(Error::usage(format!("the encoder is for choices with {} codes", self.plan.codes)));
        }
        let mut row = Row::begin(&self.plan, &looking, seat, out);
        row.game();
        row.seats();
        row.flow();
        row.boards();
        row.zones();
        row.records();
        row.uses();
        row.decision(choices);
        row.end();
        Ok(())
    }

    /// Writes the action of each code, by its number; 0 for a code that may not be taken now.
    ///
    /// # Errors
    ///
    /// As for [`Encoder::encode`]; a row has a number for each code.
    pub fn encode_actions(&self, table: &Table, choices: &Choices, out: &mut [i32]) -> Result<()> {
        self.fits(table, choices.seat())?;
        if choices.codes() != self.plan.codes || out.len() != usize::from(self.plan.codes) + 1 {
            return Err(Error::usage(format!("the encoder is for choices with {} codes", self.plan.codes)));
        }
        out.fill(0);
        let seats: Seats = table.person(choices.seat()).seats().collect();
        let looking = Looking { table, world: table.world(), seats: &seats };
        let decision = table.asked(choices.seat())?;
        for code in choices.legal() {
            out[usize::from(*code)] = self.plan.actions.of(&self.plan, &looking, decision, choices, *code);
        }
        Ok(())
    }

    /// The least and the greatest number that a row can hold.
    pub fn bounds(&self) -> (f32, f32) {
        (row::LEAST, row::MOST.max(self.actions().len() as f32))
    }

    /// Divides the numbers of a row by their scales: then they lie between about -1 and 1.
    pub fn scale(&self, row: &mut [f32]) {
        row.iter_mut().zip(&self.plan.factors).for_each(|(number, factor)| *number *= factor);
    }

    fn fits(&self, table: &Table, seat: Seat) -> Result<()> {
        let rules = &table.world().rules;
        if table.game().hash() != self.plan.hash {
            return Err(Error::usage("the encoder is of another game than the table, or of other files of it"));
        }
        if rules.schema.seats != self.plan.players {
            let (here, there) = (rules.schema.seats, self.plan.players);
            return Err(Error::usage(format!("{here} play at this table, and the encoder is for {there}")));
        }
        table.has_seats(&[seat])
    }
}
