//! Wire: the messages between a table and a client in another program.
//!
//! A client sees [`View`]s only. It answers by the places of options in its view, because an option may be hidden from
//! it, such as a card in another player's hand.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::Entry;
use super::{Event, Printed, Table, View};
use crate::error::{Error, Refusal, Result};
use crate::kernel::read::assignments::as_values;
use crate::kernel::{Answer as Content, Decision, Kind, Outcome, Seat, Value};

/// The version of these messages. It stays the same if a field is added, and changes if a field is removed or gets
/// another meaning.
pub const PROTOCOL: u32 = 3;

/// A message from a table to a client, one on each line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The first line.
    Hello(Hello),
    /// The table waits for an answer of one of these seats.
    Asked(Vec<Ask>),
    /// The last answer was refused: nothing has changed, and the same is asked.
    Refused(Refusal),
    /// A repeated answer: the table took the same answer to the same question before, and changed nothing now.
    Taken(Again),
    /// The game is over, and this is the last line.
    Over(Over),
    /// The views of seats that were asked before, after others have answered. Only for a table with several clients.
    Update(Vec<Ask>),
    /// The views of seats that wait while others are asked. Only for a table with several clients.
    Waiting(Vec<Ask>),
    /// The public view, for a spectator at a table with several clients.
    Watching(Box<Watch>),
}

/// The opening message of a table.
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

/// A question to a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ask {
    /// The seat, from 0.
    pub seat: u8,
    /// The number of its question, which its answer repeats; without a question, the number of the next one. It starts
    /// at 1 and never decreases.
    pub question: u32,
    /// The events since this seat was asked last, as its person may know them.
    pub events: Vec<Event>,
    /// The printed cards of the view, by the `id` of each, without those of earlier messages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<Printed>,
    /// The view of the person, with her decisions in `decisions`.
    pub view: View,
}

/// An answer that was taken before.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Again {
    /// The seat, from 0.
    pub seat: u8,
    /// The number of the answered question, if the answer names one.
    pub question: Option<u32>,
}

/// The public state of the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Watch {
    /// The events since the last public message.
    pub events: Vec<Event>,
    /// The printed cards of the view, by the `id` of each, without those of earlier messages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<Printed>,
    /// The table, without anything that only some see.
    pub view: View,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// In words.
    pub outcome: String,
    /// The seat of the winner, counted from 0; `null` without a single winner.
    pub winner: Option<u8>,
    /// The hash of the whole log: equal games have equal ones.
    pub log_hash: String,
    /// The last events, and the table at the end as each seat of the client sees it. `question` counts for nothing there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Ask>,
    /// The end as a spectator sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watched: Option<Box<Watch>>,
}

/// A message from a client, one on each line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `seat`, `question` and `answer`")]
pub struct Reply {
    /// The answering seat of the client, from 0.
    pub seat: u8,
    /// The number of the question that it answers. Only who concedes may leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<u32>,
    /// The answer of the message.
    pub answer: Answer,
}

/// An answer by places among the options of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Passes.
    Pass,
    /// Gives up this game, whatever is asked and whether the seat is asked or not.
    Concede,
    /// Takes the options at these places, from 0, in this order.
    Choose(Vec<usize>),
    /// Names a number.
    Number(i64),
}

/// The options of a decision at these places.
///
/// # Errors
///
/// A place that no option has, and any place where a number is asked. The table judges everything else when the answer is submitted.
fn chosen(places: &[usize], decision: &Decision) -> Result<Content> {
    Ok(match &decision.kind {
        Kind::Number(..) => return Err(Error::refused(Refusal::new("number_asked", "a number is asked here"))),
        Kind::Act { options, .. } => match taken(places, options)?.as_slice() {
            [one] => Content::Act(*one),
            several => {
                let words = format!("one of the options is used, and these are {}", several.len());
                return Err(Error::refused(Refusal::new("one_asked", words).number("given", several.len() as i64)));
            }
        },
        Kind::Pick { options, .. } | Kind::Order(options) => Content::Values(taken(places, options)?),
        Kind::Assign(pairs) => Content::Values(as_values(taken(places, &pairs.legal)?)),
    })
}

/// The options at these places.
fn taken<T: Clone>(places: &[usize], options: &[T]) -> Result<Vec<T>> {
    let one = |place: &usize| {
        let none = || {
            let words = match options.len() {
                0 => format!("there is no option {place}: there are none"),
                n => format!("there is no option {place}: they are counted from 0, and are {n}"),
            };
            Error::refused(
                Refusal::new("no_such_place", words).number("place", i64::try_from(*place).unwrap_or(i64::MAX)),
            )
        };
        options.get(*place).cloned().ok_or_else(none)
    };
    places.iter().map(one).collect()
}

/// The answer, written as places among the options of its decision; `None` if it names something that is no option.
pub fn places(decision: &Decision, answer: &Content) -> Option<Answer> {
    let of = |options: &[Value], values: &[Value]| {
        let mut taken = vec![false; options.len()];
        let place = |value: &Value| {
            let at = (0..options.len()).find(|at| !taken[*at] && options[*at] == *value)?;
            taken[at] = true;
            Some(at)
        };
        values.iter().map(place).collect::<Option<Vec<usize>>>()
    };
    Some(match (&decision.kind, answer) {
        (_, Content::Pass) => Answer::Pass,
        (Kind::Act { options, .. }, Content::Act(choice)) => {
            Answer::Choose(vec![options.iter().position(|o| o == choice)?])
        }
        (Kind::Pick { options, .. } | Kind::Order(options), Content::Values(values)) => {
            Answer::Choose(of(options, values)?)
        }
        (Kind::Number(..), Content::Values(values)) => Answer::Number(values.first()?.int()?),
        (Kind::Assign(pairs), Content::Values(values)) => {
            let legal: Vec<Value> = as_values(pairs.legal.clone());
            Answer::Choose(of(&legal, values)?)
        }
        _ => return None,
    })
}

/// The content of an answer; `None` if it cannot be an answer to this decision.
pub(crate) fn content(decision: &Decision, answer: &Answer) -> Option<Content> {
    match answer {
        Answer::Concede => None,
        Answer::Pass => Some(Content::Pass),
        Answer::Choose(places) => chosen(places, decision).ok(),
        Answer::Number(n) => Some(Content::Values(vec![Value::Int(*n)])),
    }
}

/// What a client was sent about one seat: up to which line of the log, which question, which printed cards. So nothing
/// is sent twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentSoFar {
    /// The number of log lines that were sent.
    log: u32,
    /// The number of the question in the last message; 0: the seat was not asked.
    question: u32,
    /// The definitions of printed cards that were sent, by number: a worker that is not to be believed cannot make this
    /// list longer than there are such numbers.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    printed: BTreeSet<u16>,
    /// The number of reloads in the record at the last message: each reload may number and print cards anew.
    #[serde(default)]
    reloads: u32,
}

impl SentSoFar {
    /// The printed cards in a view that were not sent before. They are noted as sent.
    fn printed(&mut self, table: &Table, view: &View) -> Vec<Printed> {
        let is_reload = |entry: &&Entry| matches!(entry, Entry::Reload { .. });
        let reloads = table.record().entries.iter().filter(is_reload).count() as u32;
        if std::mem::replace(&mut self.reloads, reloads) != reloads {
            self.printed.clear();
        }
        let state = table.world().state();
        let seen = view.zones.iter().flat_map(|zone| &zone.cards).map(|seen| state.card(seen.card).def);
        let new = seen.filter(|def| self.printed.insert(def.0)).collect::<Vec<_>>();
        new.into_iter().map(|def| table.game().printed_as(def)).collect()
    }
}

/// The open decisions of these seats, or the result of the game. `sent` holds what was sent to each seat before, and is
/// updated.
///
/// # Errors
///
/// A seat that the game does not have.
pub fn now(table: &Table, seats: &[Seat], sent: &mut BTreeMap<Seat, SentSoFar>) -> Result<Message> {
    if table.is_over() {
        let outcome = View::new(table, &[])?.outcome.unwrap_or_default();
        let winner = match table.outcome() {
            Some(Outcome::Won(seat)) => Some(seat.0),
            _ => None,
        };
        let watched = if seats.is_empty() { Some(Box::new(watch(table, sent)?)) } else { None };
        let (seen, log_hash) = (asks(table, seats, sent)?, table.log_hash());
        return Ok(Message::Over(Over { outcome, winner, log_hash, seen, watched }));
    }
    Ok(Message::Asked(asks(table, &asked_of(table, seats), sent)?))
}

/// The message for one of several clients: it also gets a view while others are asked, and no question as new that was
/// sent to it before. A client without seats is a spectator.
#[cfg(feature = "workers")]
pub(crate) fn now_for_one(table: &Table, seats: &[Seat], sent: &mut BTreeMap<Seat, SentSoFar>) -> Result<Message> {
    if table.is_over() {
        return now(table, seats, sent);
    }
    if seats.is_empty() {
        return Ok(Message::Watching(Box::new(watch(table, sent)?)));
    }
    let asked = asked_of(table, seats);
    if asked.is_empty() {
        return Ok(Message::Waiting(asks(table, seats, sent)?));
    }
    // If no question has changed, the client gets an update: it answered for one of its seats, and others are still
    // asked.
    let question = |seat: &Seat| if asked.contains(seat) { table.question(*seat) } else { 0 };
    let stands = seats.iter().all(|seat| sent.get(seat).map_or(0, |sent| sent.question) == question(seat));
    let asks = asks(table, &asked, sent)?;
    Ok(if stands { Message::Update(asks) } else { Message::Asked(asks) })
}

/// The key for spectators in `sent`.
pub(crate) const NOBODY: Seat = Seat(u8::MAX);

/// The public view, and the events since the last message to a spectator.
fn watch(table: &Table, sent: &mut BTreeMap<Seat, SentSoFar>) -> Result<Watch> {
    let sent = sent.entry(NOBODY).or_default();
    let view = View::new(table, &[])?;
    let events = table.public_events(std::mem::replace(&mut sent.log, table.log_len()));
    Ok(Watch { events, printed: sent.printed(table, &view), view })
}

/// The seats among these that are asked now.
fn asked_of(table: &Table, seats: &[Seat]) -> Vec<Seat> {
    table.decisions().iter().map(|d| d.seat).filter(|seat| seats.contains(seat)).collect()
}

/// The decisions and views of these seats, and the events since the last message to each.
fn asks(table: &Table, seats: &[Seat], sent: &mut BTreeMap<Seat, SentSoFar>) -> Result<Vec<Ask>> {
    let mut ask = |seat: &Seat| {
        let is_asked = table.decisions().iter().any(|decision| decision.seat == *seat);
        let question = table.question(*seat);
        let sent = sent.entry(*seat).or_default();
        let view = View::of_person(table, *seat)?;
        let events = table.events(*seat, std::mem::replace(&mut sent.log, table.log_len()))?;
        // For a seat that is not asked `sent` notes 0, which is the number of no question.
        sent.question = if is_asked { question } else { 0 };
        Ok(Ask { seat: seat.0, question, events, printed: sent.printed(table, &view), view })
    };
    seats.iter().map(&mut ask).collect()
}

impl Table {
    /// Answers for a seat, by places among the options of its decision in a view.
    ///
    /// # Errors
    ///
    /// An answer that is not legal: it changes nothing, and [`Error::refusal`] says why.
    pub fn answer(&mut self, seat: Seat, answer: &Answer) -> Result<()> {
        let content = match answer {
            Answer::Concede => return self.concede(seat),
            Answer::Pass => Content::Pass,
            Answer::Choose(places) => chosen(places, self.asked(seat)?)?,
            Answer::Number(n) => match self.asked(seat)?.kind {
                Kind::Number(..) => Content::Values(vec![Value::Int(*n)]),
                _ => {
                    let words = "no number is asked here, but options";
                    return Err(Error::refused(Refusal::new("options_asked", words)));
                }
            },
        };
        self.submit(seat, content)
    }

    /// The number of lines in the log: see [`Table::events`].
    pub fn log_len(&self) -> u32 {
        self.world().state().log_len
    }
}
