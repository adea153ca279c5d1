//! Transcript: the log in words, for somebody's eyes.
//!
//! A line tells what its reader saw when it happened. Which cards she saw is kept with the line, so nothing that
//! happens later shows a name that was hidden, or hides one that everybody has read.

use crate::error::one_line;
use crate::kernel::model::event;
use crate::kernel::model::log::{Fact, Lasting, Line, Log, LogLine, Why};
use crate::kernel::model::objects::{Event, Lasts, Modification, Role};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;
use crate::kernel::read::game::Game;
use crate::kernel::tell::describe::describe;
use crate::kernel::tell::show::Reader;

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The line, indented by how deep it is nested.
    pub text: String,
    /// The place of the first line of the log that it tells.
    pub at: usize,
}

/// The log that is kept, in words, for a reader; what people do not need is left out.
pub fn told(game: Game, log: &Log, reader: Reader) -> Vec<Told> {
    let lines = &log.lines;
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let group = group(&lines[at..]);
        // What was written under other rules is read under them.
        let rules = log.rules_of(at).map_or(game.rules, |rules| rules);
        let telling = Telling { game: Game { rules, ..game }, lines: &lines[at..at + group], reader };
        if let Some(text) = telling.line() {
            // Whatever a line holds, a script's note or a name, it is one.
            let text = one_line(&text);
            out.push(Told { text: format!("{}{text}", "  ".repeat(lines[at].depth as usize)), at });
        }
        at += group;
    }
    out
}

/// An event that did not happen, in words.
pub fn proposed(game: Game, event: &Event, reader: Reader) -> String {
    let line = Line::Event(event.clone());
    let facts = game.facts(&line);
    let lines = [LogLine { depth: 0, line, facts, is_quiet: false }];
    let telling = Telling { game, lines: &lines, reader };
    let text = telling.event(event).unwrap_or_else(|| match event.kind {
        event::DRAW => format!("{} draws a card", telling.value(&event.fields[0])),
        kind => telling.name(game.rules.events[kind.index()].name).into(),
    });
    one_line(&text)
}

/// The transcript of the lines that are kept, for a reader; it begins with how many lines are not.
pub fn transcript(game: Game, log: &Log, reader: Reader) -> String {
    let gone = match log.before {
        0 => String::new(),
        1 => "(1 line before these is not kept: the log is too long)\n".into(),
        n => format!("({n} lines before these are not kept: the log is too long)\n"),
    };
    let lines = told(game, log, reader).into_iter().map(|line| line.text + "\n");
    std::iter::once(gone).chain(lines).collect()
}

/// So many lines in a row are told as one: cards that go the same way or take the same status in one batch, and cards
/// that one player draws one after the other.
fn group(lines: &[LogLine]) -> usize {
    let Line::Event(first) = &lines[0].line else { return 1 };
    if !matches!(first.kind, event::MOVED | event::STATUS) {
        return 1;
    }
    let is_draw = first.part_of == Some(event::DRAW);
    let mut n = 1;
    for (i, line) in lines.iter().enumerate().skip(1) {
        let Line::Event(e) = &line.line else { break };
        if is_draw && e.kind == event::DRAW {
            continue;
        }
        let same = e.kind == first.kind && e.role == first.role && e.part_of == first.part_of;
        let batch = is_draw || e.batch == first.batch;
        if !same || !batch || line.depth != lines[0].depth || e.fields[1..] != first.fields[1..] {
            break;
        }
        n = i + 1;
    }
    n
}

/// Lines of the log that are told as one, and who reads them.
struct Telling<'a> {
    game: Game<'a>,
    lines: &'a [LogLine],
    reader: Reader<'a>,
}

impl Telling<'_> {
    fn name(&self, sym: Sym) -> &str {
        self.game.rules.name(sym)
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
            _ => Some(self.name(self.game.rules.defs[def.index()].name)),
        }
    }

    /// The card of an ability that was used. Using one that is printed on it shows it. A rule of the game, as that a card
    /// is laid face down, does not, and neither does an ability of another card that an effect uses with this one.
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

    /// The card of something that was used: using it showed it.
    fn source(&self, card: Option<Card>) -> String {
        let Some(card) = card else { return "the game".into() };
        let everybody = Telling { reader: Reader { eyes: None, ..self.reader }, ..*self };
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
                // What belongs together within a list: who counters whom.
                Value::List(list) => parts.push(self.each(list).join(" – ")),
                Value::Use(id) => parts.push(self.use_(*id)),
                Value::Record(id) => parts.push(self.record(*id)),
                other => parts.push(self.game.show_to(other, self.reader)),
            }
        }
        match (hidden, parts.is_empty()) {
            (0, _) => {}
            (1, true) => parts.push("a card".into()),
            (1, false) => parts.push("another card".into()),
            (n, true) => parts.push(format!("{n} cards")),
            (n, false) => parts.push(format!("{n} other cards")),
        }
        parts.join(", ")
    }

    fn each(&self, values: &[Value]) -> Vec<String> {
        values.iter().map(|v| self.list(std::slice::from_ref(v))).collect()
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::List(list) if list.is_empty() => "nothing".into(),
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
            Some((_, cards)) if !cards.is_empty() => self.each(cards).join(" and "),
            Some((kind, _)) => format!("the {}", self.name(self.game.rules.schema.records[kind.index()].name)),
            None => "a record".into(),
        }
    }

    fn use_(&self, wanted: UseId) -> String {
        let fact = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
            Fact::Use { id, ability, def, is_copy } if *id == wanted => Some((*ability, *def, *is_copy)),
            _ => None,
        });
        let Some((ability, def, is_copy)) = fact else { return "it".into() };
        let name = match def {
            Some(def) => self.name(self.game.rules.defs[def.index()].name).into(),
            None => self.game.show_ability(ability),
        };
        if is_copy { format!("a copy of {name}") } else { name }
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
                let used = &rules.abilities[ability.index()];
                let verb = used.kind.map_or("use", |k| &rules.uses[k.index()].text);
                let what = match (card, used.def) {
                    (Some(_), Some(_)) => format!("{verb} {}", self.game.show_ability(*ability)),
                    (Some(card), None) => format!("{verb} {}", self.value(&Value::Card(*card))),
                    _ => verb.to_string(),
                };
                // Who does not see the card is not told what was said with it either: a number, a word.
                let is_hidden = card.is_some_and(|c| self.seen(c).is_none());
                let is_said = |t: &&Value| matches!(t, Value::Int(_) | Value::Word(_) | Value::Text(_) | Value::Def(_));
                let told = targets.iter().filter(|t| !(t.items().is_empty() || is_hidden && is_said(t)));
                let on: Vec<String> = told.map(|t| self.value(t)).collect();
                let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(" with ")) };
                let reply = reply_to.map_or(String::new(), |c| format!(", in reply to {}", self.source(Some(c))));
                format!("{}: {what}{on}{reply}", self.seat(*user))
            }
            Line::Copied { ability, card, user, targets } => {
                let what = match card {
                    Some(_) => self.source(*card),
                    None => self.game.show_ability(*ability),
                };
                let on: Vec<String> = targets.iter().filter(|t| !t.items().is_empty()).map(|t| self.value(t)).collect();
                let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(" with ")) };
                format!("{}: a copy of {what}{on}", self.seat(*user))
            }
            Line::Paid(seat, cards) => {
                let cards: Vec<Value> = cards.iter().map(|c| Value::Card(*c)).collect();
                format!("{} pays with {}", self.seat(*seat), self.list(&cards))
            }
            Line::Triggered(ability, _, _) => {
                let ability_ = &rules.abilities[ability.index()];
                if ability_.def.is_none() && ability_.text.is_empty() {
                    return None;
                }
                format!("{} triggers", self.game.show_ability(*ability))
            }
            Line::NoEffect(ability, card) => format!("{} has no effect", self.used(*ability, *card)),
            Line::Lapsed(ability, card) => format!("{}: its trigger lapses", self.used(*ability, *card)),
            Line::Replaced(ability, _, e) => {
                let what = self.event(e).unwrap_or_else(|| match e.kind {
                    event::DRAW => format!("{} draws a card", self.value(&e.fields[0])),
                    kind => self.name(rules.events[kind.index()].name).into(),
                });
                let ability_ = &rules.abilities[ability.index()];
                let who = match ability_.def.is_none() && ability_.text.is_empty() {
                    true => "a rule of the game".into(),
                    false => self.game.show_ability(*ability),
                };
                format!("{who} replaces this: {what}")
            }
            Line::NotAsked(seat, window) => {
                format!("{} has nothing to use ({})", self.seat(*seat), self.window(*window))
            }
            Line::Opened(_) | Line::Closed(_) => return None,
            Line::Passed(seat, window) => format!("{} passes ({})", self.seat(*seat), self.window(*window)),
            Line::Chose { seat, value, why, card, secret } => {
                let is_hidden = |c| self.seen(c).is_none();
                let mut hides = false;
                value.each_card(&mut |c| hides |= is_hidden(c));
                let is_own = self.reader.eyes.is_none_or(|eyes| eyes.has(*seat));
                let what = match value {
                    _ if (hides || *secret) && !is_own => "in secret".into(),
                    Value::Bool(true) => "yes".into(),
                    Value::Bool(false) => "no".into(),
                    other => self.value(other),
                };
                // The words of a card's script may tell of hidden cards: others only learn which card asked.
                let why = match (why, card) {
                    (Some(why), _) if is_own => Some(self.why(why)),
                    (_, Some(card)) => self.seen(*card).map(String::from),
                    (why, None) => why.as_ref().map(|w| self.why(w)),
                };
                let why = why.map_or(String::new(), |why| format!(" ({why})"));
                format!("{} chooses {what}{why}", self.seat(*seat))
            }
            Line::Phase(phase) => format!("-- {} phase", self.name(*phase)),
            Line::Level(level, n, seat) => {
                let name = self.name(rules.schema.levels[level.index()]);
                let whose = seat.map_or(String::new(), |s| format!(": {}", self.seat(s)));
                format!("== {name} {n}{whose}")
            }
            Line::Ended(outcome) => outcome.text(|seat| self.seat(seat)),
            Line::Failed { script, file, line, message, seen_by } => {
                let name = &rules.scripts[script.index()].name;
                // Where it failed and with which words may tell of what it had read.
                match self.reader.eyes {
                    Some(eyes) if seen_by & eyes.0 == 0 => format!("the script of {name} failed"),
                    _ => format!("the script of {name} failed at {file}:{line}: {message}"),
                }
            }
            Line::Lasting(lasting) => self.lasting(lasting),
            Line::Uncancellable(card) => {
                format!("{} cannot be cancelled", card.map_or("it".into(), |c| self.source(Some(c))))
            }
            Line::Full(window, n) => format!("{}: {n} were used", self.window(*window)),
            // It may tell of what its script read.
            Line::Note(_, seen_by) if self.reader.eyes.is_some_and(|eyes| seen_by & eyes.0 == 0) => return None,
            Line::Note(text, _) => text.to_string(),
            Line::BrokenOff(why) => self.game.say_broken(why),
            Line::GivenUp(ability) => {
                let what = self.game.show_ability(*ability);
                format!("{what} looks at too much, or depends on itself: it says nothing any more")
            }
            Line::Ends(card) => {
                let what = self.source(*card);
                format!("what {what} set for a time looks at too much, or depends on itself: it ends")
            }
        })
    }

    /// Why a player was asked.
    fn why(&self, why: &Why) -> String {
        match why {
            Why::Said(text) => text.to_string(),
            Why::Window(window) => self.window(*window).into(),
            Why::Ability(ability) => self.game.show_ability(*ability),
        }
    }

    fn lasting(&self, lasting: &Lasting) -> String {
        let rules = self.game.rules;
        match lasting {
            Lasting::Modified { object, field, what, lasts } => {
                let object = match object {
                    Value::Filter(filter) => format!("each {}", describe(rules, filter)),
                    object => self.value(object),
                };
                let by = match what {
                    Modification::Add(_, n) => format!("{n:+}"),
                    Modification::Set(_, n) => format!("= {n}"),
                    Modification::Times(_, n) => format!("times {n}"),
                    Modification::Least(_, n) => format!("at least {n}"),
                    Modification::Most(_, n) => format!("at most {n}"),
                    Modification::PrintedOf(_, def) => {
                        format!("as printed on {}", self.name(rules.defs[def.index()].name))
                    }
                    Modification::Word(_, word) => format!("also {}", self.name(*word)),
                };
                format!("{object}: {} {by}{}", self.name(*field), self.how_long(*lasts))
            }
            Lasting::Permitted { object, forbids, verb, about, lasts } => {
                let about: Vec<String> = about.iter().map(|f| describe(rules, f)).collect();
                let about = if about.is_empty() { String::new() } else { format!(": {}", about.join(", ")) };
                let not = if *forbids { "may not" } else { "may" };
                format!("{} {not} {}{about}{}", self.value(object), self.name(*verb), self.how_long(*lasts))
            }
            Lasting::Gained(object, ability, lasts) => {
                let gained = &rules.abilities[ability.index()];
                let what = match gained.def {
                    _ if !gained.text.is_empty() => gained.text.to_string(),
                    Some(def) => format!("an ability of {}", self.name(rules.defs[def.index()].name)),
                    None => self.name(gained.id).to_string(),
                };
                format!("{} gains {what}{}", self.value(object), self.how_long(*lasts))
            }
            Lasting::Lost(card, ability, lasts) => {
                let what = if ability.is_some() { "an ability" } else { "its abilities" };
                format!("{} loses {what}{}", self.value(&Value::Card(*card)), self.how_long(*lasts))
            }
            Lasting::Restored(card) => format!("{} has its abilities back", self.value(&Value::Card(*card))),
        }
    }

    /// How long something lasts: ` for the turn`.
    fn how_long(&self, lasts: Lasts) -> String {
        let schema = &self.game.rules.schema;
        match lasts {
            Lasts::Level(level) => format!(" for the {}", self.name(schema.levels[level.index()])),
            Lasts::Reset(_) => " for good".into(),
            Lasts::Phase => " for the phase".into(),
            Lasts::Record(wanted) => {
                let kind = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
                    Fact::Record { id, kind, .. } if *id == wanted => Some(*kind),
                    _ => None,
                });
                kind.map_or(String::new(), |k| format!(" for the {}", self.name(schema.records[k.index()].name)))
            }
            Lasts::Until(level, seat) | Lasts::Through(level, seat) => {
                let level = self.name(schema.levels[level.index()]);
                let word = if matches!(lasts, Lasts::Until(..)) { "until" } else { "to the end of" };
                format!(" {word} the next {level} of {}", self.seat(seat))
            }
            Lasts::Use(_) | Lasts::Stay(..) | Lasts::Game => String::new(),
        }
    }

    fn window(&self, window: WindowId) -> &str {
        self.name(self.game.rules.windows[window.index()].name)
    }

    /// The subjects of the lines told as one.
    fn subjects(&self) -> (String, bool) {
        let events = self.lines.iter().filter_map(|l| match &l.line {
            Line::Event(e) if e.kind != event::DRAW => e.fields.first().cloned(),
            _ => None,
        });
        let subjects: Vec<Value> = events.collect();
        (self.list(&subjects), subjects.len() > 1)
    }

    fn event(&self, e: &Event) -> Option<String> {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        let is_line = matches!(&self.lines[0].line, Line::Event(_));
        let (subjects, are_several) = if is_line { self.subjects() } else { (f(0), false) };
        // What a sentence of the game says already.
        let is_said = |whole: EventId| rules.events[whole.index()].text.as_ref().is_some_and(|t| !t.is_empty());
        if is_line && matches!(e.kind, event::MOVED | event::STATUS) && e.part_of.is_some_and(is_said) {
            return None;
        }
        Some(match e.kind {
            event::MOVED if e.part_of == Some(event::DRAW) => {
                let seat = match e.fields[2] {
                    Value::Zone(zone) => rules.schema.zone_owner(zone),
                    _ => None,
                };
                format!("{} draws {subjects}", seat.map_or("the game".into(), |s| self.seat(s)))
            }
            event::MOVED => format!("{subjects}: {} > {}", f(1), f(2)),
            event::STATUS if e.role == Role::Pips => return None,
            event::STATUS => format!("{subjects} {} {}", if are_several { "are" } else { "is" }, f(1)),
            event::CHANGED => format!("{}: {} {:+}", f(0), f(1), e.fields[2].int().unwrap_or(0)),
            event::SET => format!("{}: {} = {}", f(0), f(1), f(2)),
            event::SHUFFLED => format!("{} is shuffled", f(0)),
            event::CANCELLED => format!("{} is cancelled", f(0)),
            event::REVEALED => format!("{} is shown", f(0)),
            event::LOOKED => format!("{} looks at {}", f(0), f(1)),
            event::ARRANGED => {
                let n = e.fields[1].items().len();
                let cards = if n == 1 { "a card".into() } else { format!("{n} cards") };
                let (go, are) = if n == 1 { ("goes", "is") } else { ("go", "are") };
                match e.fields[2].int() {
                    Some(1) => format!("{cards} of {} {are} put on its top", f(0)),
                    _ => format!("{cards} of {} {go} to its bottom", f(0)),
                }
            }
            event::RETARGETED => format!("{} affects {} instead of {}", f(0), f(2), f(1)),
            event::ATTACHED if e.fields[1] == Value::Nil => {
                format!("{subjects} {} attached to nothing", if are_several { "are" } else { "is" })
            }
            event::ATTACHED => format!("{subjects} {} attached to {}", if are_several { "are" } else { "is" }, f(1)),
            event::CONTROLLED => format!("{} controls {}", f(1), f(0)),
            event::TAKEN_OVER => format!("{} takes over {}", f(1), f(0)),
            event::SETTLES => format!("{} will go to {}", f(0), f(1)),
            // Those that last have lines of their own.
            event::DRAW | event::OPENED | event::CLOSED | event::USED | event::COPIED | event::RESULT => return None,
            event::MODIFIED | event::PERMITTED | event::PHASE_BEGAN | event::LEVEL_BEGAN => return None,
            // The game's own flow says in its own words who takes part.
            event::JOINED | event::LEFT if e.role == Role::Rule => return None,
            event::JOINED | event::LEFT => {
                let one = e.fields[2].items().len() == 1;
                let verb = match (e.kind == event::JOINED, one) {
                    (true, true) => "joins",
                    (true, false) => "join",
                    (false, true) => "leaves",
                    (false, false) => "leave",
                };
                format!("{} {verb} those {} in the {}", f(2), f(1), f(3))
            }
            event::CREATED => format!("{} comes to {}", f(0), f(2)),
            event::TRANSFORMED => match e.card().and_then(|c| self.seen(c)) {
                Some(name) => format!("{name} becomes {}", f(1)),
                None => "a card becomes another".into(),
            },
            event::SWAPPED => format!("{} and {} change places", f(0), f(1)),
            // What the game's own rules do is told by the turn or the use that follows.
            event::MADE_FIRST | event::MADE_ACTIVE if e.role == Role::Rule => return None,
            event::MADE_FIRST => format!("{} goes first", f(0)),
            event::MADE_ACTIVE => format!("it is the turn of {}", f(0)),
            event::LOST => format!("{} loses", f(0)),
            _ => {
                let def = &rules.events[e.kind.index()];
                match &def.text {
                    Some(text) if text.is_empty() => return None,
                    Some(text) => {
                        let mut text = text.to_string();
                        for (i, (name, _)) in def.fields.iter().enumerate() {
                            text = text.replace(&format!("{{{}}}", self.name(*name)), &f(i));
                        }
                        text
                    }
                    None => {
                        let shown = |(i, (_, kind)): (usize, &(_, FieldKind))| (*kind != FieldKind::Any).then(|| f(i));
                        let fields: Vec<String> = def.fields.iter().enumerate().filter_map(shown).collect();
                        format!("{} {}", self.name(def.name), fields.join(" "))
                    }
                }
            }
        })
    }
}
