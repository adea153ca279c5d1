//! Wire: what travels between a table and a client in another program: what is asked, and what is answered.
//!
//! A client sees [`View`]s only. It answers by places among the options that its view lists: what an option really is
//! may be hidden from it, as with a card of another's hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Table, View};
use crate::error::{Error, Result};
use crate::kernel::read::assign::as_values;
use crate::kernel::{Answer, Decision, Kind, Outcome, Seat, Value};

/// The version of these messages. A field more is no new version; one that is gone or means another thing is.
pub const PROTOCOL: u32 = 1;

/// What a table says to a client, one a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The first line.
    Hello(Hello),
    /// The table waits for an answer of one of these seats.
    Asked(Vec<Ask>),
    /// The last answer was refused: nothing has changed, and the same is asked.
    Refused(Refused),
    /// The game is over, and this is the last line.
    Over(Over),
}

/// Which game is played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hello {
    /// The version of these messages.
    pub protocol: u32,
    /// The game's id.
    pub game: String,
    /// The names at the table, in the order of seats.
    pub names: Vec<String>,
    /// The client's seats, from 0.
    pub seats: Vec<u8>,
}

/// What a seat is asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ask {
    /// The seat, from 0.
    pub seat: u8,
    /// What its person sees; `decisions` holds what she is asked.
    pub view: View,
}

/// Why an answer was refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refused {
    /// The reason, in words.
    pub because: String,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// In words.
    pub outcome: String,
    /// Who has won, from 0; `null`: nobody alone.
    pub winner: Option<u8>,
    /// The hash of the whole log: equal games have equal ones.
    pub log_hash: String,
}

/// What a client answers, one a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// For which of its seats, from 0.
    pub seat: u8,
    /// What it answers.
    pub answer: Chosen,
}

/// An answer by places among the options of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// Waives it.
    Pass,
    /// Takes the options at these places, from 0, in this order.
    Choose(Vec<usize>),
    /// Names a number.
    Number(i64),
}

impl Chosen {
    /// The answer that this is to a decision.
    ///
    /// # Errors
    ///
    /// A place that no option has, and a number where options are asked or the reverse. What is legal beyond that the
    /// table says when the answer is submitted.
    pub fn answer(&self, decision: &Decision) -> Result<Answer> {
        let answer = match (self, &decision.kind) {
            (Chosen::Pass, _) => Answer::Pass,
            (Chosen::Number(n), Kind::Number(..)) => Answer::Values(vec![Value::Int(*n)]),
            (Chosen::Number(_), _) => return Err(Error::refused("no number is asked here, but options")),
            (Chosen::Choose(_), Kind::Number(..)) => return Err(Error::refused("a number is asked here")),
            (Chosen::Choose(places), Kind::Act { options, .. }) => match taken(places, options)?.as_slice() {
                [one] => Answer::Act(*one),
                several => {
                    return Err(Error::refused(format!("one of the options is used, and these are {}", several.len())));
                }
            },
            (Chosen::Choose(places), Kind::Pick { options, .. } | Kind::Order(options)) => {
                Answer::Values(taken(places, options)?)
            }
            (Chosen::Choose(places), Kind::Assign(pairs)) => Answer::Values(as_values(taken(places, &pairs.legal)?)),
        };
        Ok(answer)
    }
}

/// The options at these places.
fn taken<T: Clone>(places: &[usize], options: &[T]) -> Result<Vec<T>> {
    let one = |place: &usize| {
        let none = || {
            Error::refused(format!("there is no option {place}: they are counted from 0, and are {}", options.len()))
        };
        options.get(*place).cloned().ok_or_else(none)
    };
    places.iter().map(one).collect()
}

/// What the table asks these seats now; how the game ended, if it is over.
///
/// # Errors
///
/// A seat that the game does not have.
pub fn now(table: &Table, seats: &[Seat]) -> Result<Message> {
    if table.is_over() {
        let outcome = View::new(table, &[])?.outcome.unwrap_or_default();
        let winner = match table.outcome() {
            Some(Outcome::Won(seat)) => Some(seat.0),
            _ => None,
        };
        return Ok(Message::Over(Over { outcome, winner, log_hash: table.log_hash() }));
    }
    let asked = table.decisions().iter().map(|d| d.seat).filter(|s| seats.contains(s));
    let ask = |seat: Seat| Ok(Ask { seat: seat.0, view: View::of_person(table, seat)? });
    Ok(Message::Asked(asked.map(ask).collect::<Result<_>>()?))
}
