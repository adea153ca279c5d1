//! Transcript: the log in words, for a reader who may not see everything.
//!
//! A line tells what its reader saw when it happened. Which cards she saw is kept with the line, so nothing that
//! happens later shows a name that was hidden, or hides one that everybody has read.

mod events;
mod lasting_effects;

use crate::error::one_line;
use crate::kernel::model::batch::Replacement;
use crate::kernel::model::event;
use crate::kernel::model::game_log::Log;
use crate::kernel::model::log_lines::{Fact, Line, LogLine, Why};
use crate::kernel::model::objects::Event;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, listed, say};
use crate::kernel::model::value::*;
use crate::kernel::read::game::Game;
use crate::kernel::tell::object_words::Reader;

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct TranscriptEntry {
    /// The text of the line, indented by its depth.
    pub text: String,
    /// The place of the first line of the log that it tells, among the lines that the log still has.
    pub at: usize,
    /// The number of lines of the log that it tells.
    pub lines: usize,
}

/// The lines that the log still has, in words for a reader, without those that people do not need.
pub fn transcript_entries(game: Game, log: &Log, reader: Reader) -> Vec<TranscriptEntry> {
    entries(game, log, reader).collect()
}

/// The transcript line by line: only requested lines are read and put into words.
fn entries<'a>(game: Game<'a>, log: &'a Log, reader: Reader<'a>) -> impl Iterator<Item = TranscriptEntry> {
    let mut ahead = Ahead { unread: log.lines.iter(), read: Vec::new() };
    let mut next = 0;
    std::iter::from_fn(move || {
        while ahead.reaches(0) {
            let (at, lines) = (next, ahead.group());
            next += lines;
            // A line that was written before a reload of the rules is told under the old rules.
            let rules = log.rules_of(at).map_or(game.rules, |rules| rules);
            let lines: Vec<LogLine> = ahead.read.drain(..lines).collect();
            let writer = LineWriter { game: Game { rules, ..game }, lines: &lines, reader, tells_all: false };
            if let Some(text) = writer.line() {
                // A script's note or a name may hold line breaks; the line stays one.
                let text = one_line(&text);
                let text = format!("{}{text}", "  ".repeat(lines[0].depth as usize));
                return Some(TranscriptEntry { text, at, lines: lines.len() });
            }
        }
        None
    })
}

/// An event that did not happen, in words.
pub fn proposed(game: Game, event: &Event, reader: Reader) -> String {
    let line = Line::Event(event.clone());
    let facts = game.facts(&line);
    in_any_case(game, event, &LogLine { depth: 0, line, facts, is_quiet: false }, reader)
}

/// An event in words, even one that a transcript leaves out because another line tells it.
pub fn in_any_case(game: Game, event: &Event, line: &LogLine, reader: Reader) -> String {
    let writer = LineWriter { game, lines: std::slice::from_ref(line), reader, tells_all: true };
    let text = writer.event(event).unwrap_or_else(|| {
        let name = writer.said(NameKind::Event, game.rules.events[event.kind.index()].name);
        match event.kind {
            event::DRAW => say!(
                game.rules,
                "draws",
                "{who} draws {cards}",
                who = writer.value(&event.fields[0]),
                cards = writer.a_card()
            ),
            event::OPENED | event::CLOSED => format!("{name} {}", writer.value(&event.fields[1])),
            _ => name.into(),
        }
    });
    one_line(&text)
}

/// The question about the replacement of an event: whether its only replacement acts, or which of several does.
pub fn replacement_question(game: Game, event: &Event, candidates: &[Replacement], reader: Reader) -> String {
    let what = proposed(game, event, reader);
    match candidates {
        [(ability, ..)] => {
            let who = replacement(game, *ability);
            say!(game.rules, "may-replace", "{who} may replace this: {what}", who = who, what = what)
        }
        _ => say!(game.rules, "what-replaces", "choose what replaces this: {what}", what = what),
    }
}

/// The ability that replaces an event, in words.
fn replacement(game: Game, ability: AbilityId) -> String {
    let written = &game.rules.abilities[ability.index()];
    match written.def.is_none() && written.text.is_empty() {
        true => say!(game.rules, "a-rule", "a rule of the game"),
        false => game.show_ability(ability),
    }
}

/// The transcript of the kept lines, for a reader. If earlier lines were dropped, its first line says how many.
pub fn transcript(game: Game, log: &Log, reader: Reader) -> String {
    lines(game, log, reader).map(|line| line + "\n").collect()
}

/// The lines of a transcript, read from the log as they are asked for.
pub fn lines<'a>(game: Game<'a>, log: &'a Log, reader: Reader<'a>) -> impl Iterator<Item = String> {
    let gone = match log.before {
        0 => None,
        n => Some(say!(
            game.rules,
            "lines-gone",
            n => "(1 line before these is not kept: the log is too long)"
                | "({n} lines before these are not kept: the log is too long)",
            n = n
        )),
    };
    gone.into_iter().chain(entries(game, log, reader).map(|line| line.text))
}

/// Reads the lines of a log ahead, just far enough to know which of them are told as one line of the transcript.
struct Ahead<I> {
    unread: I,
    /// Lines that were read and not yet told.
    read: Vec<LogLine>,
}

impl<I: Iterator<Item = LogLine>> Ahead<I> {
    /// True if the log has a line `at` places after the next one (0: the next one itself). Reads the lines up to it.
    fn reaches(&mut self, at: usize) -> bool {
        let missing = (at + 1).saturating_sub(self.read.len());
        self.read.extend(self.unread.by_ref().take(missing));
        at < self.read.len()
    }

    /// The number of lines, from the next one, to tell as one: cards that go the same way or take the same status in
    /// one batch, and cards that one player draws one after the other.
    fn group(&mut self) -> usize {
        let is_draw = match &self.read[0].line {
            Line::Event(first) if matches!(first.kind, event::MOVED | event::STATUS) => {
                first.part_of == Some(event::DRAW)
            }
            _ => return 1,
        };
        let mut n = 1;
        for i in 1.. {
            if !self.reaches(i) {
                break;
            }
            let (Line::Event(first), Line::Event(e)) = (&self.read[0].line, &self.read[i].line) else { break };
            if is_draw && e.kind == event::DRAW {
                continue;
            }
            let same = e.kind == first.kind && e.role == first.role && e.part_of == first.part_of;
            let batch = is_draw || e.batch == first.batch;
            let depth = self.read[i].depth == self.read[0].depth;
            if !same || !batch || !depth || e.fields[1..] != first.fields[1..] {
                break;
            }
            n = i + 1;
        }
        n
    }
}

/// A writer of one line of the transcript: the lines of the log that it tells together, and its reader.
struct LineWriter<'a> {
    game: Game<'a>,
    lines: &'a [LogLine],
    reader: Reader<'a>,
    /// True: it also writes an event that the transcript leaves out because another line tells it.
    tells_all: bool,
}

impl LineWriter<'_> {
    fn name(&self, sym: Sym) -> &str {
        self.game.rules.name(sym)
    }

    /// A name in the language of the rules.
    fn said(&self, part: NameKind, sym: Sym) -> &str {
        self.game.rules.said(part, sym)
    }

    /// The words for a card that the reader does not see.
    fn a_card(&self) -> String {
        say!(self.game.rules, "a-card", "a card")
    }

    fn seat(&self, seat: Seat) -> String {
        self.reader.seat(seat)
    }

    /// A card's name as it was then; nothing if the reader did not see it.
    fn seen(&self, card: Card) -> Option<&str> {
        let fact = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
            Fact::Card { card: c, def, seen_by } if *c == card => Some((*def, *seen_by)),
            _ => None,
        });
        // Each line keeps what it names: the state has moved on, and may not know the card any more.
        let (def, seen_by) = fact?;
        match self.reader.eyes {
            Some(eyes) if seen_by & eyes.0 == 0 => None,
            _ => Some(self.game.rules.card_said(def)),
        }
    }

    /// The words for the card with which an ability was used. Using a printed ability shows its card to everybody.
    /// Using a rule of the game, such as laying a card face down, does not show it, nor does an ability of another card
    /// that an effect uses with this card.
    fn used(&self, ability: AbilityId, card: Option<Card>) -> String {
        let Some(card) = card else { return self.source(card) };
        let def = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
            Fact::Card { card: c, def, .. } if *c == card => Some(*def),
            _ => None,
        });
        match self.game.rules.abilities[ability.index()].def {
            Some(printed) if def == Some(printed) => self.source(Some(card)),
            _ => self.value(&Value::Card(card)),
        }
    }

    /// The name of a card that was used. Using a card shows it to everybody.
    fn source(&self, card: Option<Card>) -> String {
        let Some(card) = card else { return say!(self.game.rules, "the-game", "the game") };
        let everybody = LineWriter { reader: Reader { eyes: None, ..self.reader }, ..*self };
        everybody.seen(card).unwrap_or_default().into()
    }

    /// Values in words; cards that the reader did not see are counted.
    fn list(&self, values: &[Value]) -> String {
        let mut parts = Vec::new();
        let mut hidden = 0;
        for value in values {
            match value {
                Value::Card(card) => match self.seen(*card) {
                    Some(name) => parts.push(name.to_string()),
                    None => hidden += 1,
                },
                // Pairs within a list, such as a card and the card it counters.
                Value::List(list) => parts.push(self.each(list).join(" – ")),
                Value::Use(id) => parts.push(self.use_(*id)),
                Value::Record(id) => parts.push(self.record(*id)),
                other => parts.push(self.game.show_to(other, self.reader)),
            }
        }
        match (hidden, parts.is_empty()) {
            (0, _) => {}
            (1, true) => parts.push(self.a_card()),
            (1, false) => parts.push(say!(self.game.rules, "another-card", "another card")),
            (n, true) => parts.push(say!(self.game.rules, "n-cards", "{n} cards", n = n)),
            (n, false) => parts.push(say!(self.game.rules, "n-other-cards", "{n} other cards", n = n)),
        }
        parts.join(", ")
    }

    /// A thing or several in a sentence: `Amy and Beth`.
    fn all_of(&self, value: &Value) -> String {
        match value {
            Value::List(list) if !list.is_empty() => listed(self.game.rules, &self.each(list)),
            one => self.value(one),
        }
    }

    fn each(&self, values: &[Value]) -> Vec<String> {
        values.iter().map(|v| self.list(std::slice::from_ref(v))).collect()
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::List(list) if list.is_empty() => say!(self.game.rules, "nothing", "nothing"),
            Value::List(list) => self.list(list),
            one => self.list(std::slice::from_ref(one)),
        }
    }

    fn record(&self, wanted: RecId) -> String {
        let fact = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
            Fact::Record { id, kind, cards } if *id == wanted => Some((*kind, cards)),
            _ => None,
        });
        match fact {
            Some((_, cards)) if !cards.is_empty() => listed(self.game.rules, &self.each(cards)),
            Some((kind, _)) => {
                let name = self.said(NameKind::Record, self.game.rules.schema.records[kind.index()].name);
                say!(self.game.rules, "the-record", "the {name}", name = name)
            }
            None => say!(self.game.rules, "a-record", "a record"),
        }
    }

    fn use_(&self, wanted: UseId) -> String {
        let fact = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
            Fact::Use { id, ability, def, is_copy } if *id == wanted => Some((*ability, *def, *is_copy)),
            _ => None,
        });
        let Some((ability, def, is_copy)) = fact else { return say!(self.game.rules, "it", "it") };
        let name = match def {
            Some(def) => self.game.rules.card_said(def).into(),
            None => self.game.show_ability(ability),
        };
        if is_copy { say!(self.game.rules, "a-copy-of", "a copy of {name}", name = name) } else { name }
    }

    fn line(&self) -> Option<String> {
        let rules = self.game.rules;
        let line = &self.lines[0];
        if line.is_quiet {
            return None;
        }
        Some(match &line.line {
            Line::Event(e) => self.event(e)?,
            Line::Used { ability, card, user, targets, reply_to, .. } => {
                self.used_line(*ability, *card, *user, targets, *reply_to)
            }
            Line::Copied { ability, card, user, targets } => self.copied_line(*ability, *card, *user, targets),
            Line::Paid(seat, cards) => {
                let cards: Vec<Value> = cards.iter().map(|c| Value::Card(*c)).collect();
                say!(rules, "pays-with", "{who} pays with {cards}", who = self.seat(*seat), cards = self.list(&cards))
            }
            Line::Triggered(ability, _, _) => {
                let ability_ = &rules.abilities[ability.index()];
                if ability_.def.is_none() && ability_.text.is_empty() {
                    return None;
                }
                say!(rules, "triggers", "{what} triggers", what = self.game.show_ability(*ability))
            }
            Line::NoEffect(ability, card) => {
                say!(rules, "no-effect", "{what} has no effect", what = self.used(*ability, *card))
            }
            Line::Lapsed(ability, card) => {
                say!(rules, "lapses", "{what}: its trigger lapses", what = self.used(*ability, *card))
            }
            Line::Replaced(ability, _, e) => self.replaced_line(*ability, e),
            Line::NotAsked(seat, window) => self.not_asked_line(*seat, *window),
            Line::Opened(_) | Line::Closed(_) => return None,
            Line::Passed(seat, window) => {
                say!(rules, "passes", "{who} passes ({window})", who = self.seat(*seat), window = self.window(*window))
            }
            Line::Chose { seat, value, why, card, secret } => {
                self.choice_line(*seat, value, why.as_ref(), *card, *secret)
            }
            Line::Phase(phase) => {
                say!(rules, "phase-line", "-- {phase} phase", phase = self.said(NameKind::Phase, *phase))
            }
            Line::Level(level, n, seat) => {
                let level = self.said(NameKind::Level, rules.schema.levels[level.index()]);
                let whose = seat.map_or(String::new(), |s| format!(": {}", self.seat(s)));
                say!(rules, "level-line", "== {level} {n}{whose}", level = level, n = n, whose = whose)
            }
            Line::Ended(outcome) => self.game.show_outcome(*outcome, |seat| self.seat(seat)),
            Line::Failed { script, file, line, message, seen_by } => {
                self.failure_line(*script, (file, *line), message, *seen_by)
            }
            Line::Lasting(lasting) => self.lasting(lasting),
            Line::Uncancellable(card) => {
                let what = card.map_or_else(|| say!(rules, "it", "it"), |c| self.source(Some(c)));
                say!(rules, "uncancellable", "{what} cannot be cancelled", what = what)
            }
            Line::Full(window, n) => {
                let window = self.window(*window);
                say!(rules, "window-full", n => "{window}: {n} was used" | "{window}: {n} were used", window = window, n = *n)
            }
            // A note may tell what its script read, so only readers who saw that see the note.
            Line::Note(_, seen_by) if self.reader.eyes.is_some_and(|eyes| seen_by & eyes.0 == 0) => return None,
            Line::Note(text, _) => rules.words_said(text),
            Line::BrokenOff(why) => self.game.say_broken(why),
            Line::GivenUp(ability) => {
                let what = self.game.show_ability(*ability);
                say!(
                    rules,
                    "given-up",
                    "{what} looks at too much, or depends on itself: it says nothing any more",
                    what = what
                )
            }
            Line::Ends(card) => {
                let what = self.source(*card);
                say!(
                    rules,
                    "set-ends",
                    "what {what} set for a time looks at too much, or depends on itself: it ends",
                    what = what
                )
            }
        })
    }

    /// The line about a use, with its targets and the use that it replies to.
    fn used_line(
        &self,
        ability: AbilityId,
        card: Option<Card>,
        user: Seat,
        targets: &[Value],
        reply_to: Option<Card>,
    ) -> String {
        let rules = self.game.rules;
        let used = &rules.abilities[ability.index()];
        let what = match (card, used.def) {
            (Some(_), Some(_)) => Some(self.game.show_ability(ability)),
            (Some(card), None) => Some(self.value(&Value::Card(card))),
            _ => None,
        };
        let what = self.game.show_use(used.kind, what);
        // A reader who does not see the card is not told a number, a word, a text or a definition that was chosen for
        // it.
        let is_hidden = card.is_some_and(|c| self.seen(c).is_none());
        let is_said = |t: &&Value| matches!(t, Value::Int(_) | Value::Word(_) | Value::Text(_) | Value::Def(_));
        let shown = targets.iter().filter(|t| !(t.items().is_empty() || is_hidden && is_said(t)));
        let on: Vec<String> = shown.map(|t| self.value(t)).collect();
        let on = self.game.show_on(&on);
        let reply = reply_to
            .map_or(String::new(), |c| say!(rules, "in-reply-to", ", in reply to {what}", what = self.source(Some(c))));
        say!(rules, "uses", "{who}: {what}{on}{reply}", who = self.seat(user), what = what, on = on, reply = reply)
    }

    /// The line about a copy of a use.
    fn copied_line(&self, ability: AbilityId, card: Option<Card>, user: Seat, targets: &[Value]) -> String {
        let rules = self.game.rules;
        let what = match card {
            Some(_) => self.source(card),
            None => self.game.show_ability(ability),
        };
        let on: Vec<String> = targets.iter().filter(|t| !t.items().is_empty()).map(|t| self.value(t)).collect();
        let on = self.game.show_on(&on);
        let what = say!(rules, "a-copy-of", "a copy of {name}", name = what);
        say!(rules, "uses", "{who}: {what}{on}{reply}", who = self.seat(user), what = what, on = on, reply = "")
    }

    /// The line about a replacement, with the event that it replaces.
    fn replaced_line(&self, ability: AbilityId, e: &Event) -> String {
        let rules = self.game.rules;
        let what = self.event(e).unwrap_or_else(|| match e.kind {
            event::DRAW => {
                say!(rules, "draws", "{who} draws {cards}", who = self.value(&e.fields[0]), cards = self.a_card())
            }
            kind => self.said(NameKind::Event, rules.events[kind.index()].name).into(),
        });
        say!(rules, "replaces", "{who} replaces this: {what}", who = replacement(self.game, ability), what = what)
    }

    /// The line about a choice; what the reader may not know is told as "in secret".
    fn choice_line(&self, seat: Seat, value: &Value, why: Option<&Why>, card: Option<Card>, secret: bool) -> String {
        let rules = self.game.rules;
        let is_hidden = |c| self.seen(c).is_none();
        let mut hides = false;
        value.each_card(&mut |c| hides |= is_hidden(c));
        let is_own = self.reader.eyes.is_none_or(|eyes| eyes.has(seat));
        let what = match value {
            _ if (hides || secret) && !is_own => say!(rules, "in-secret", "in secret"),
            Value::Bool(true) => say!(rules, "yes", "yes"),
            Value::Bool(false) => say!(rules, "no", "no"),
            other => self.value(other),
        };
        // The words of a card's script may tell of hidden cards: others only learn which card asked.
        let why = match (why, card) {
            (Some(why), _) if is_own => Some(self.why(why)),
            (_, Some(card)) => self.seen(card).map(String::from),
            (why, None) => why.map(|w| self.why(w)),
        };
        let why = why.map_or(String::new(), |why| format!(" ({why})"));
        if seat == Seat::NOBODY {
            return say!(rules, "chance-chooses", "chance chooses {what}{why}", what = what, why = why);
        }
        say!(rules, "chooses", "{who} chooses {what}{why}", who = self.seat(seat), what = what, why = why)
    }

    /// The line about a failed script: its place and message only for readers who saw all that the script had read.
    fn failure_line(&self, script: ScriptId, (file, line): (&str, u32), message: &str, seen_by: u8) -> String {
        let rules = self.game.rules;
        let name = &rules.scripts[script.index()].name;
        // The place and the message of a failure can reveal what the script had read.
        match self.reader.eyes {
            Some(eyes) if seen_by & eyes.0 == 0 => {
                say!(rules, "script-failed", "the script of {name} failed", name = name)
            }
            _ => say!(
                rules,
                "script-failed-at",
                "the script of {name} failed at {place}: {why}",
                name = name,
                place = format!("{file}:{line}"),
                why = message
            ),
        }
    }

    /// The line about a player who is not asked, because she has no legal action.
    fn not_asked_line(&self, seat: Seat, window: WindowId) -> String {
        let rules = self.game.rules;
        say!(
            rules,
            "not-asked",
            "{who} has nothing to use ({window})",
            who = self.seat(seat),
            window = self.window(window)
        )
    }

    /// The reason for a question, in words.
    fn why(&self, why: &Why) -> String {
        match why {
            Why::Said(text) => self.game.rules.words_said(text),
            Why::Window(window) => self.window(*window).into(),
            Why::Ability(ability) => self.game.show_ability(*ability),
        }
    }

    fn window(&self, window: WindowId) -> &str {
        self.said(NameKind::Window, self.game.rules.windows[window.index()].name)
    }
}
