//! Session: plays at the table of a server for a person at the terminal: prints what happens, and sends what she types.

use std::collections::VecDeque;
use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::{Value, json};

use super::address::Address;
use super::connection::{Heard, talk};
use super::known_table::KnownTable;
use super::requests;
use super::typed_answers;
use crate::cli::Exit;
use crate::cli::output::{Output, complain};
use crate::cli::play::input::{InputEvent, TypedCommand, listen};
use crate::cli::play::labels::{Labels, Listed, Named};
use crate::cli::play::{ask, at_depth, table_in_words};
use crate::cli::text::{clean, for_terminal, spoken};
use intermezzo::error::Error;
use intermezzo::table::view::DecisionKind;
use intermezzo::{Answer, Decision};

/// Something that a session waits for.
enum Came {
    Typed(InputEvent),
    Heard(Heard),
}

/// The state of `join`: what the person was shown, what she answered, and what is known of the table.
struct JoinedTable<'a> {
    address: &'a Address,
    asks_all: bool,
    out: &'a mut Output,
    say: Sender<Value>,
    known: KnownTable,
    /// The question that was drawn last.
    drawn: Option<u32>,
    /// The number of the question that was answered last, until the server has taken or refused the answer.
    answered: Option<u32>,
    /// The number of the question to which the server refused an answer: no answer is given to it without the person.
    refused: Option<u32>,
    /// The typed lines that were not handled yet: from a pipe all come at once, and wait for their questions.
    typed: VecDeque<InputEvent>,
    is_lost: bool,
    is_conceding: bool,
}

/// Plays until the game is over or the person leaves.
pub fn play(address: &Address, asks_all: bool, out: &mut Output) -> anyhow::Result<Exit> {
    let (say, to_say) = channel();
    let (tell, came) = channel();
    let (input, typed) = channel();
    let (heard, hears) = channel();
    let to = address.clone();
    std::thread::spawn(move || talk(&to, &to_say, &heard));
    listen(input);
    forward(typed, tell.clone(), Came::Typed);
    forward(hears, tell, Came::Heard);
    let mut session = JoinedTable {
        address,
        asks_all,
        out,
        say,
        known: KnownTable::default(),
        drawn: None,
        answered: None,
        refused: None,
        typed: VecDeque::new(),
        is_lost: false,
        is_conceding: false,
    };
    session.run(&came)
}

fn forward<T: Send + 'static>(from: Receiver<T>, to: Sender<Came>, what: fn(T) -> Came) {
    std::thread::spawn(move || from.into_iter().map_while(|one| to.send(what(one)).ok()).for_each(drop));
}

impl JoinedTable<'_> {
    fn run(&mut self, came: &Receiver<Came>) -> anyhow::Result<Exit> {
        for one in came {
            match one {
                Came::Heard(Heard::Said(message)) => self.hear(message)?,
                Came::Heard(Heard::Lost) => {
                    if !std::mem::replace(&mut self.is_lost, true) {
                        complain("the connection is lost: it is made again");
                    }
                }
                Came::Heard(Heard::Refused(why)) => return Err(Error::refused(clean(&why)).into()),
                Came::Typed(event) => self.typed.push_back(event),
            }
            if self.is_over() {
                return Ok(Exit::Fine);
            }
            if !self.take_typed()? {
                return Ok(Exit::Fine);
            }
            self.out.flush()?;
        }
        Ok(Exit::Fine)
    }

    fn is_over(&self) -> bool {
        self.known.now.as_ref().is_some_and(|now| now.over.is_some())
    }

    /// Handles the typed lines. From a pipe, a line that is an answer waits until something is asked. False: the person
    /// leaves.
    fn take_typed(&mut self) -> anyhow::Result<bool> {
        while let Some(event) = self.typed.front() {
            let command = match event {
                InputEvent::Line(line) => TypedCommand::parse(line),
                InputEvent::End => TypedCommand::Quit,
                _ => TypedCommand::Enter,
            };
            let is_asked = self.known.asked().is_some_and(|(question, _)| self.answered != Some(question));
            let may_wait = is_answer(&command) || matches!(event, InputEvent::End);
            if !is_asked && may_wait && !std::io::stdin().is_terminal() {
                return Ok(true);
            }
            let line = match self.typed.pop_front() {
                Some(InputEvent::Line(line)) => line,
                _ => String::new(),
            };
            if !self.does(command, &line)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    // ---- what the server says ----

    fn hear(&mut self, mut message: Value) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_lost) {
            complain("connected again");
        }
        let unread = |error: serde_json::Error| {
            Error::usage(format!("the server says what this program does not understand: {error}"))
        };
        if message["hello"].is_object() {
            let is_first = self.known.now.is_none();
            self.known.hello = serde_json::from_value(message["hello"].take()).map_err(unread)?;
            if !self.known.is_understood() {
                return Err(Error::usage(
                    "the server speaks another version of the wire: use the version of the program that it has",
                )
                .into());
            }
            if is_first {
                writeln!(self.out, "{}, table {}", spoken(&self.known.hello.title), clean(&self.known.hello.code))?;
            }
        } else if message["faces"].is_array() {
            let faces: Vec<intermezzo::Printed> = serde_json::from_value(message["faces"].take()).map_err(unread)?;
            self.known.faces.extend(faces.into_iter().map(|face| (face.id.clone(), face)));
        } else if message["table"].is_object() {
            self.stands(message["table"].take())?;
        } else if message["people"].is_array() {
            let people = serde_json::from_value(message["people"].take()).map_err(unread)?;
            self.tell_people(people)?;
        } else if message["taken"].is_object() {
            // Nothing is printed: the next message tells what came of the answer.
        } else if message["refused"].is_object() {
            (self.refused, self.drawn) = (self.answered.take(), None);
            let words = message["refused"]["words"].as_str().unwrap_or("it is refused");
            self.tell(&format!("not possible: {}", spoken(words)))?;
            self.draw()?;
        }
        Ok(())
    }

    fn stands(&mut self, message: Value) -> anyhow::Result<()> {
        let new = self.known.stands(message);
        let new =
            new.map_err(|why| Error::usage(format!("the server says what this program does not understand: {why}")))?;
        for event in new.iter().filter(|event| !event.is_minor) {
            self.tell(&at_depth(&event.text, spoken))?;
        }
        if let Some(over) = self.known.now.as_ref().and_then(|now| now.over.clone()) {
            let ended = self.known.now.as_ref().and_then(|now| now.view.ended.clone());
            for line in ended.iter().flat_map(|ended| &ended.why) {
                self.tell(&spoken(line))?;
            }
            self.tell(&spoken(&over.outcome))?;
            return Ok(());
        }
        self.draw()
    }

    /// Tells who has come and gone.
    fn tell_people(&mut self, people: Vec<super::known_table::KnownPerson>) -> anyhow::Result<()> {
        for (at, person) in people.iter().enumerate() {
            let before = self.known.people.get(at);
            let name = clean(&person.name);
            match (before.map(|before| before.is_here), person.is_here) {
                (Some(true), false) => writeln!(self.out, "{name} is away")?,
                (Some(false), true) => writeln!(self.out, "{name} is here")?,
                _ => {}
            }
            if before.is_some_and(|before| !before.has_stand_in) && person.has_stand_in {
                writeln!(self.out, "a bot plays for {name} until she comes again")?;
            }
        }
        self.known.people = people;
        Ok(())
    }

    // ---- what is asked ----

    /// Prints the table and the question, once for each question; where only one answer is possible, gives it instead.
    fn draw(&mut self) -> anyhow::Result<()> {
        let Some((question, decision)) = self.known.asked() else { return Ok(()) };
        if self.drawn == Some(question) || self.answered == Some(question) {
            return Ok(());
        }
        if let Some(answer) =
            typed_answers::forced(decision).filter(|_| !self.asks_all && self.refused != Some(question))
        {
            self.answer(answer);
            return Ok(());
        }
        self.drawn = Some(question);
        let now = self.known.now.as_ref().ok_or_else(|| Error::internal("a question without a table"))?;
        let (lines, labels) = (self.known.lines(), Labels::of(decision));
        let mut shown = table_in_words::table(&now.view, &lines, None, "");
        shown.push(String::new());
        shown.push(ask::why(&now.view, decision));
        shown.extend(self.options(decision, &labels).iter().map(Listed::in_words));
        if let Some(Some(left)) = now.left.first() {
            shown.push(format!("{left} s are left"));
        }
        shown.push(ask::how(decision, &labels, ""));
        self.print(shown)
    }

    fn options(&self, decision: &Decision, labels: &Labels) -> Vec<Listed> {
        let Some(now) = &self.known.now else { return Vec::new() };
        labels.listed(ask::options(&now.view, decision, &self.known.lines(), table_in_words::card))
    }

    fn answer(&mut self, answer: Answer) {
        let Some((question, seat)) = self.known.asked().map(|(question, decision)| (question, decision.seat)) else {
            return;
        };
        self.answered = Some(question);
        self.says(json!({ "answer": { "seat": seat, "question": question, "answer": answer } }));
    }

    fn says(&self, message: Value) {
        // If the thread of the connection has ended, so does the program.
        drop(self.say.send(message));
    }

    // ---- what is typed ----

    /// Carries out a typed line, which was read as a command. False: the person leaves.
    fn does(&mut self, command: TypedCommand, line: &str) -> anyhow::Result<bool> {
        let is_sure = std::mem::take(&mut self.is_conceding);
        match command {
            TypedCommand::Quit => {
                writeln!(self.out, "the table waits for you: {}", self.address.link())?;
                return Ok(false);
            }
            TypedCommand::Choose(named) => self.choose(&named)?,
            TypedCommand::Pass => self.pass()?,
            TypedCommand::Truth(is_true) => self.called(if is_true { "yes" } else { "no" })?,
            TypedCommand::Undo if self.known.hello.may_undo => self.says(json!({ "undo": {} })),
            TypedCommand::Undo => self.warn("others saw what you did: nothing is taken back")?,
            TypedCommand::Concede => self.concede(is_sure)?,
            TypedCommand::Hint => self.hint()?,
            TypedCommand::Log => {
                let lines: Vec<String> = self.known.log.iter().map(|event| at_depth(&event.text, spoken)).collect();
                self.print(lines)?;
            }
            TypedCommand::Table(zones) => {
                let lines = self.known.lines();
                let shown = self
                    .known
                    .now
                    .as_ref()
                    .map(|now| table_in_words::table(&now.view, &lines, None, &zones.to_lowercase()));
                self.print(shown.unwrap_or_default())?;
            }
            TypedCommand::Options => {
                let shown = self.known.asked().map(|(_, decision)| self.options(decision, &Labels::of(decision)));
                self.print(shown.unwrap_or_default().iter().map(Listed::in_words).collect())?;
            }
            TypedCommand::Card(name) => self.card(&name)?,
            TypedCommand::Why(name) => self.why_not(&name)?,
            TypedCommand::Help => self.print(HELP.iter().map(ToString::to_string).collect())?,
            // Enter without a number answers a question about an order: the options as they are listed.
            TypedCommand::Enter if self.known.asked().is_some_and(|(_, d)| d.kind == DecisionKind::Order) => {
                self.choose(&[])?
            }
            TypedCommand::Enter => {}
            TypedCommand::Unknown(words) => match words.strip_prefix("vote ") {
                Some(vote) => self.vote(vote)?,
                None => self.called(&words)?,
            },
            _ => {
                self.warn(&format!("`{}` means nothing at a server's table: ? lists what may be typed", clean(line)))?
            }
        }
        Ok(true)
    }

    fn print(&mut self, lines: Vec<String>) -> anyhow::Result<()> {
        lines.iter().try_for_each(|line| self.tell(line))
    }

    fn warn(&mut self, words: &str) -> anyhow::Result<()> {
        self.tell(words)
    }

    /// Writes a line; at a terminal it ends between words.
    fn tell(&mut self, line: &str) -> anyhow::Result<()> {
        for part in for_terminal(line) {
            writeln!(self.out, "{part}")?;
        }
        Ok(())
    }

    fn choose(&mut self, named: &[Named]) -> anyhow::Result<()> {
        let Some((question, decision)) = self.known.asked() else { return self.warn("nothing is asked now") };
        // A line that was typed before this question was printed is no answer to it.
        if self.drawn != Some(question) {
            return self.warn("wait for the question");
        }
        match typed_answers::answer(decision, &Labels::of(decision), named) {
            Ok(answer) => self.answer(answer),
            Err(why) => self.warn(&why)?,
        }
        Ok(())
    }

    fn pass(&mut self) -> anyhow::Result<()> {
        let Some((_, decision)) = self.known.asked() else { return self.warn("nothing is asked now") };
        match typed_answers::pass(decision) {
            Some(answer) => self.answer(answer),
            None => self.called("pass")?,
        }
        Ok(())
    }

    /// Chooses the only option with these words.
    fn called(&mut self, words: &str) -> anyhow::Result<()> {
        let options = self.known.asked().map_or(&[][..], |(_, decision)| &decision.options);
        let is_it = |at: &usize| spoken(&options[*at].text).to_lowercase() == words.trim().to_lowercase();
        let mut all = (0..options.len()).filter(is_it);
        match (all.next(), all.next()) {
            (Some(at), None) => self.choose(&[Named::Place(at + 1)]),
            _ => self.warn(&format!("`{}` means nothing here: ? lists what may be typed", clean(words))),
        }
    }

    fn concede(&mut self, is_sure: bool) -> anyhow::Result<()> {
        let Some(seat) = self.known.hello.seats.first().copied() else {
            return self.warn("who watches gives nothing up");
        };
        if !is_sure && std::io::stdin().is_terminal() {
            self.is_conceding = true;
            return self.warn("type concede once more to give up this game");
        }
        self.says(json!({ "answer": { "seat": seat, "answer": Answer::Concede } }));
        Ok(())
    }

    /// Sends a vote about an absent player: `vote NAME wait`, `vote NAME bot`, `vote NAME claim`.
    fn vote(&mut self, words: &str) -> anyhow::Result<()> {
        let (name, instead) = words.trim().rsplit_once(' ').unwrap_or((words, ""));
        let seat = self.known.people.iter().position(|person| person.name.eq_ignore_ascii_case(name.trim()));
        match (seat, instead) {
            (Some(seat), "wait" | "bot" | "claim") => {
                self.says(json!({ "vote": { "seat": seat, "instead": instead } }))
            }
            _ => self.warn("vote NAME wait, vote NAME bot or vote NAME claim")?,
        }
        Ok(())
    }

    /// Sends a request by HTTP, such as `hint`, and returns the reply; `None`: it was refused, which is printed.
    fn request(&mut self, what: &str, body: &Value) -> anyhow::Result<Option<Value>> {
        match requests::ask(self.address, what, body) {
            Ok(reply) => Ok(Some(reply)),
            Err(error) => self.warn(&clean(&error.to_string())).map(|()| None),
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(reply) = self.request("hint", &json!({}))? else { return Ok(()) };
        let answer: Option<Answer> = serde_json::from_value(reply["hint"]["answer"].clone()).ok();
        let Some((_, decision)) = self.known.asked() else { return Ok(()) };
        let options = self.options(decision, &Labels::of(decision));
        let words = match answer {
            Some(Answer::Choose(places)) => {
                let named: Vec<String> =
                    places.iter().filter_map(|at| options.get(*at)).map(Listed::in_words).collect();
                if named.is_empty() { "none".into() } else { named.join("; ") }
            }
            Some(Answer::Number(n)) => n.to_string(),
            Some(Answer::Pass) => "pass".into(),
            _ => "nothing".into(),
        };
        self.warn(&format!("a bot would answer: {words}"))
    }

    /// The number and the id of the first card in view whose name begins with this text.
    fn seen(&self, name: &str) -> Option<(u16, String)> {
        let name = name.to_lowercase();
        let zones = &self.known.now.as_ref()?.view.zones;
        let card = zones
            .iter()
            .flat_map(|zone| &zone.cards)
            .find(|card| spoken(&card.name).to_lowercase().starts_with(&name))?;
        Some((card.card.0, card.id.clone()))
    }

    fn card(&mut self, name: &str) -> anyhow::Result<()> {
        let by_name = |face: &&intermezzo::Printed| spoken(&face.name).to_lowercase().starts_with(&name.to_lowercase());
        let seen = self.seen(name).and_then(|(_, id)| self.known.faces.get(&id));
        let Some(face) = seen.or_else(|| self.known.faces.values().find(by_name)) else {
            return self.warn(&format!("no card that you have seen is called `{}`", clean(name)));
        };
        let lines = vec![format!("{} ({})", spoken(&face.name), spoken(&face.ty)), spoken(&face.text)];
        self.print(lines)
    }

    fn why_not(&mut self, name: &str) -> anyhow::Result<()> {
        let Some((card, _)) = self.seen(name) else {
            return self.warn(&format!("no card that you see is called `{}`", clean(name)));
        };
        let Some(reply) = self.request("why", &json!({ "card": card }))? else { return Ok(()) };
        let lines = reply["why"].as_array().map_or(&[][..], Vec::as_slice);
        self.print(lines.iter().filter_map(Value::as_str).map(spoken).collect())
    }
}

/// True if a typed command may be an answer to a question, and not one that works at any time.
fn is_answer(command: &TypedCommand) -> bool {
    use TypedCommand::{Choose, Enter, Pass, Truth, Unknown};
    matches!(command, Choose(_) | Enter | Pass | Truth(_) | Unknown(_))
}

/// The help about what may be typed.
const HELP: &[&str] = &[
    "Answer with the number of what you choose, as it stands before it; several numbers with spaces between them.",
    "  y, n      yes or no, where that is asked",
    "  p         pass",
    "  u         take your last answer back, where no other person plays",
    "  i         hint: what a bot would do in your place",
    "  l         log: everything that happened, as far as you may know",
    "  t [ZONE]  table: what lies in every zone; or only in zones called so",
    "  o         options",
    "  c CARD    card: what is printed on it",
    "  w CARD    why not: why a card cannot be used now",
    "  vote NAME wait|bot|claim   about a player who is away",
    "  concede   give up this game",
    "  q         leave; the link of your seat brings you back",
];
