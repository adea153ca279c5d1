//! Client: a person whose answers follow from the questions alone, over a connection that loses, doubles and delays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use intermezzo::wire::Reply;
use serde_json::Value;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;

use super::SimulationChance;
use crate::clock::now;
use crate::messages::Join;
use crate::table::TableRequest;

// Chooses the answers.
#[path = "../../../examples/client.rs"]
#[allow(dead_code)]
mod answers;

/// The most messages that wait for her.
const UNREAD: usize = 64;
/// The rounds after which she takes a silent connection for broken.
const SILENT: u32 = 40;

/// How a game ended.
#[derive(Clone)]
pub struct EndedGame {
    pub hash: String,
}

/// A simulated person, who plays one seat.
pub struct Client {
    code: String,
    seat: u8,
    key: String,
    game: u64,
    line: Option<SimulatedConnection>,
    /// The answers that were acknowledged, by the number of their question.
    taken: BTreeMap<u64, Value>,
    /// The last answer that was not acknowledged.
    sent: Option<Reply>,
    tries: u64,
    /// The numbers of the cards whose faces the last view showed.
    visible: BTreeSet<u64>,
    pub ended: Option<EndedGame>,
    pub refusals: BTreeMap<String, u64>,
}

/// The connection of a client to a table.
struct SimulatedConnection {
    table: Sender<TableRequest>,
    mail: Receiver<Arc<str>>,
    joined: oneshot::Receiver<Result<u64, intermezzo::error::Refusal>>,
    id: Option<u64>,
    asked: Option<Value>,
    silent: u32,
}

impl Client {
    pub fn new(code: &str, seat: u8, key: String, game: u64) -> Client {
        let (taken, visible, refusals) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Client {
            code: code.into(),
            seat,
            key,
            game,
            line: None,
            taken,
            sent: None,
            tries: 0,
            visible,
            ended: None,
            refusals,
        }
    }

    pub fn acknowledged(&self) -> u64 {
        self.taken.len() as u64
    }

    pub fn state(&self) -> String {
        let asked = self.line.as_ref().map(|line| (line.id, line.asked.is_some(), line.silent));
        format!("{} seat {} of game {}: {asked:?}, {:?}", self.code, self.seat, self.game, self.sent)
    }

    /// Does what she does next: connects, reads, answers, or loses her connection.
    pub async fn step(
        &mut self,
        find: impl FnOnce() -> Option<Sender<TableRequest>>,
        chance: &mut SimulationChance,
        wrong: u64,
    ) {
        if self.ended.is_some() {
            return;
        }
        if self.line.is_none() {
            let Some(table) = find() else { return };
            self.connect(table);
            return;
        }
        if wrong > 0 && chance.happens(wrong * 8) {
            return self.hang_up();
        }
        if self.read(chance, wrong) {
            self.answer(chance, wrong);
        } else {
            self.hang_up();
        }
    }

    fn connect(&mut self, table: Sender<TableRequest>) {
        let (letters, mail) = mpsc::channel(UNREAD);
        let (back, joined) = oneshot::channel();
        let join = Join { key: Some(self.key.clone()), ..Join::default() };
        let join = TableRequest::Join { join, mail: letters, back };
        if table.try_send(join).is_ok() {
            self.line = Some(SimulatedConnection { table, mail, joined, id: None, asked: None, silent: 0 });
        }
    }

    /// Breaks the connection. What was not acknowledged is sent again over the next one.
    pub fn hang_up(&mut self) {
        if let Some(SimulatedConnection { table, id: Some(id), .. }) = self.line.take() {
            let _ = table.try_send(TableRequest::Leave(id));
        }
    }

    /// Reads what has come. False: the connection is broken.
    fn read(&mut self, chance: &mut SimulationChance, wrong: u64) -> bool {
        let Some(mut line) = self.line.take() else { return false };
        match line.joined.try_recv() {
            Ok(Ok(id)) => line.id = Some(id),
            Ok(Err(refused)) => {
                self.refused(&refused.code);
                return false;
            }
            Err(_) => {}
        }
        line.silent += 1;
        loop {
            let text = match line.mail.try_recv() {
                Ok(text) => text,
                Err(mpsc::error::TryRecvError::Empty) => break,
                Err(mpsc::error::TryRecvError::Disconnected) => return false,
            };
            // A lost message breaks the order of a connection, so the connection breaks with it.
            if chance.happens(wrong * 6) {
                self.line = Some(line);
                return false;
            }
            line.silent = 0;
            let message: Value = serde_json::from_str(&text).expect("JSON");
            self.hear(&mut line, &message);
        }
        let is_alive = line.silent < SILENT;
        self.line = Some(line);
        is_alive
    }

    fn hear(&mut self, line: &mut SimulatedConnection, message: &Value) {
        if let Some(taken) = message.get("taken") {
            let question = taken["question"].as_u64().expect("a number");
            if let Some(sent) = self.sent.take_if(|sent| sent.question.map(u64::from) == Some(question)) {
                let answer = serde_json::to_value(&sent.answer).expect("JSON");
                let before = self.taken.insert(question, answer.clone());
                assert!(before.is_none_or(|before| before == answer), "two answers to one question were acknowledged");
            }
        }
        if let Some(refused) = message.get("refused") {
            let code = refused["code"].as_str().unwrap_or_default();
            self.refused(code);
            // An answer that is refused for good is replaced by another one; others are sent again.
            let is_mine =
                self.sent.as_ref().is_some_and(|sent| refused["question"].as_u64() == sent.question.map(u64::from));
            if is_mine && !matches!(code, "not_kept" | "busy" | "table_moves") {
                (self.sent, self.tries) = (None, self.tries + 1);
            }
        }
        let Some(table) = message.get("table") else { return };
        self.look(table);
        if !table["over"].is_null() {
            self.ended = Some(EndedGame { hash: table["over"]["log_hash"].as_str().unwrap_or_default().into() });
            return;
        }
        let asked = table["questions"][0].as_u64();
        if let Some(question) = asked {
            assert!(
                !self.taken.contains_key(&question),
                "an acknowledged answer was lost: {question}, {}",
                self.state()
            );
            if self.sent.as_ref().is_some_and(|sent| sent.question.map(u64::from) != Some(question)) {
                // The table asks the next question, so the answer was taken and its acknowledgement was lost.
                self.sent = None;
            }
        }
        if asked != line.asked.as_ref().and_then(|table| table["questions"][0].as_u64()) {
            self.tries = 0;
        }
        line.asked = asked.map(|_| table.clone());
    }

    /// Checks that a view shows a card in the hand of another seat only if the view before showed it, or an event since then
    /// named it: who gains a card into her hand, or shows one, does so before all.
    fn look(&mut self, table: &Value) {
        let events = table["events"].as_array().into_iter().flatten();
        self.visible
            .extend(events.flat_map(|event| event["cards"].as_array().into_iter().flatten()).filter_map(Value::as_u64));
        let mut visible = BTreeSet::new();
        for zone in table["view"]["zones"].as_array().into_iter().flatten() {
            let is_others = zone["seat"].as_u64().is_some_and(|seat| seat != u64::from(self.seat));
            let is_hand = zone["name"] == "hand" && is_others;
            let seen = zone["cards"].as_array().into_iter().flatten().filter(|card| !card["id"].is_null());
            for (card, number) in seen.filter_map(|card| Some((card, card["card"].as_u64()?))) {
                assert!(!is_hand || self.visible.contains(&number), "a card of another hand: {card}, {}", self.state());
                visible.insert(number);
            }
        }
        self.visible = visible;
    }

    fn refused(&mut self, code: &str) {
        *self.refusals.entry(code.to_string()).or_default() += 1;
    }

    fn answer(&mut self, chance: &mut SimulationChance, wrong: u64) {
        let Some(line) = &self.line else { return };
        // Now and then an old answer comes again, long after its question.
        if wrong > 0 && chance.happens(wrong * 3) && !self.taken.is_empty() {
            let (question, answer) =
                self.taken.iter().nth(chance.below(self.taken.len() as u64) as usize).expect("one");
            let answer = serde_json::from_value(answer.clone()).expect("an answer");
            let reply = Reply { seat: self.seat, question: Some(*question as u32), answer };
            self.send(&line.table, reply, line.id);
        }
        let Some(table) = &line.asked else { return };
        // An unacknowledged answer is sent again only after a long silence.
        if self.sent.is_some() && line.silent % 12 != 11 {
            return;
        }
        let question = table["questions"][0].as_u64().expect("a number");
        if self.sent.is_none() {
            let mut own = answers::Chance(
                self.game.wrapping_mul(1_000_003) ^ question << 16 ^ u64::from(self.seat) << 40 ^ self.tries,
            );
            let answer = answers::answer(&table["view"]["decisions"][0], &mut own);
            let answer = serde_json::from_value(answer).expect("an answer");
            self.sent = Some(Reply { seat: self.seat, question: Some(question as u32), answer });
        }
        let Some(reply) = self.sent.clone() else { return };
        let Some(line) = &self.line else { return };
        let times = match (chance.happens(wrong), chance.happens(wrong)) {
            (true, _) => 0,
            (_, true) => 2,
            _ => 1,
        };
        for _ in 0..times {
            self.send(&line.table, reply.clone(), line.id);
        }
    }

    fn send(&self, table: &Sender<TableRequest>, reply: Reply, guest: Option<u64>) {
        let (back, _) = oneshot::channel();
        let letter = TableRequest::Answer { key: self.key.clone(), reply, guest, sent: now(), back };
        // If the inbox of the table is full, the answer is lost here, and sent again later.
        let _ = table.try_send(letter);
    }
}
