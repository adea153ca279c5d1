//! Events: the lines of a transcript that tell events.

use super::LineWriter;
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Face, Role};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, key_of, say};
use crate::kernel::model::value::*;

impl LineWriter<'_> {
    /// The subjects of the lines that are told as one, in words, and the number of subjects.
    fn subjects(&self) -> (String, usize) {
        let events = self.lines.iter().filter_map(|l| match &l.line {
            Line::Event(e) if e.kind != event::DRAW => e.fields.first().cloned(),
            _ => None,
        });
        let subjects: Vec<Value> = events.collect();
        (self.list(&subjects), subjects.len())
    }

    pub(super) fn event(&self, e: &Event) -> Option<String> {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        let is_line = matches!(&self.lines[0].line, Line::Event(_));
        let (subjects, count) = if is_line { self.subjects() } else { (f(0), 1) };
        // If the event is part of another one, the sentence about that one may say this already.
        let is_said = |whole: EventId| rules.events[whole.index()].text.as_ref().is_some_and(|t| !t.is_empty());
        let leaves_out = !self.tells_all;
        if leaves_out && is_line && matches!(e.kind, event::MOVED | event::STATUS) && e.part_of.is_some_and(is_said) {
            return None;
        }
        Some(match e.kind {
            event::MOVED if e.part_of == Some(event::DRAW) => self.draw_event(e, &subjects),
            event::MOVED => say!(rules, "moves", "{cards}: {from} > {to}", cards = subjects, from = f(1), to = f(2)),
            event::STATUS if leaves_out && e.role == Role::Pips => return None,
            event::STATUS => say!(
                rules,
                "status-is",
                count => "{cards} is {status}" | "{cards} are {status}",
                count = count,
                cards = subjects,
                status = f(1)
            ),
            // A change is cut short at the bounds of its number, so its amount could reveal a hidden number.
            event::CHANGED | event::SET if self.is_hidden_number(e) => {
                say!(rules, "number-changes", "{what}: {field} changes", what = f(0), field = self.field(&e.fields[1]))
            }
            event::CHANGED => format!("{}: {} {:+}", f(0), self.field(&e.fields[1]), e.fields[2].int().unwrap_or(0)),
            event::SET => format!("{}: {} = {}", f(0), self.field(&e.fields[1]), f(2)),
            event::SHUFFLED => say!(rules, "is-shuffled", "{what} is shuffled", what = f(0)),
            event::CANCELLED => say!(rules, "is-cancelled", "{what} is cancelled", what = f(0)),
            event::REVEALED => say!(rules, "is-shown", "{what} is shown", what = f(0)),
            event::LOOKED => say!(rules, "looks-at", "{who} looks at {what}", who = f(0), what = f(1)),
            event::ARRANGED => self.arranged_event(e),
            event::RETARGETED => self.retargeted_event(e),
            event::ATTACHED => self.attached_event(e, &subjects, count),
            event::CONTROLLED => say!(rules, "controls", "{who} controls {what}", who = f(1), what = f(0)),
            event::TAKEN_OVER => say!(rules, "takes-over", "{who} takes over {what}", who = f(1), what = f(0)),
            event::SETTLES => say!(rules, "will-go-to", "{what} will go to {zone}", what = f(0), zone = f(1)),
            // These events have no sentence: lines of other kinds tell them, or people do not need them.
            event::DRAW | event::OPENED | event::CLOSED | event::USED | event::COPIED | event::RESULT => return None,
            event::MODIFIED | event::PERMITTED | event::PHASE_BEGAN | event::LEVEL_BEGAN => return None,
            // When the rules of the game put things into a record, other lines say who takes part.
            event::JOINED | event::LEFT if leaves_out && e.role == Role::Rule => return None,
            event::JOINED | event::LEFT => self.membership_event(e),
            event::CREATED => say!(rules, "comes-to", "{what} comes to {zone}", what = f(0), zone = f(2)),
            event::TRANSFORMED => match e.card().and_then(|c| self.seen(c)) {
                Some(name) => say!(rules, "becomes", "{what} becomes {now}", what = name, now = f(1)),
                None => say!(rules, "card-becomes", "a card becomes another"),
            },
            event::FACED => self.faced_event(e),
            event::COVERED => say!(rules, "covers", "{what} covers {other}", what = f(0), other = f(1)),
            event::UNCOVERED => say!(rules, "is-uncovered", "{what} lies on top again", what = f(0)),
            event::SWAPPED => say!(rules, "change-places", "{one} and {other} change places", one = f(0), other = f(1)),
            // A rule's event is told by the turn or the use that follows it; but a list that makes somebody the first
            // player has no other line.
            event::MADE_ACTIVE if leaves_out && e.role == Role::Rule => return None,
            event::MADE_FIRST if leaves_out && e.role == Role::Rule && e.by.is_none() => return None,
            event::MADE_FIRST => say!(rules, "goes-first", "{who} goes first", who = f(0)),
            event::MADE_ACTIVE => say!(rules, "turn-of", "it is the turn of {who}", who = f(0)),
            event::LOST => say!(rules, "loses", "{who} loses", who = f(0)),
            _ => return self.own_event(e, &f),
        })
    }

    /// The sentence about a card that is turned face up or face down.
    fn faced_event(&self, e: &Event) -> String {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        match &e.fields[event::DEF_OF_FACED] {
            Value::Nil if Face::of(&e.fields[1]) == Face::Zone => {
                say!(rules, "is-turned-up", "{what} is turned face up", what = f(0))
            }
            Value::Nil => say!(rules, "is-turned-down", "{what} is turned face down", what = f(0)),
            _ if f(0) == f(2) => say!(rules, "is-turned-up", "{what} is turned face up", what = f(0)),
            _ => say!(rules, "turns-up-as", "{what} is turned face up: {now}", what = f(0), now = f(2)),
        }
    }

    /// True if the reader does not see the number that an event changes: the number of a card that she does not see, or
    /// a secret number of a player.
    fn is_hidden_number(&self, e: &Event) -> bool {
        match (e.fields.first(), &e.fields[1]) {
            (Some(Value::Card(card)), _) => self.seen(*card).is_none(),
            (Some(Value::Seat(seat)), Value::Word(name)) => {
                let seen_by = self.game.rules.schema.number_seen_by(*seat, *name);
                self.reader.eyes.is_some_and(|eyes| seen_by & eyes.0 == 0)
            }
            _ => false,
        }
    }

    /// The sentence about drawn cards.
    fn draw_event(&self, e: &Event, subjects: &str) -> String {
        let rules = self.game.rules;
        let seat = match e.fields[2] {
            Value::Zone(zone) => rules.schema.zone_owner(zone),
            _ => None,
        };
        let who = seat.map_or_else(|| say!(rules, "the-game", "the game"), |s| self.seat(s));
        say!(rules, "draws", "{who} draws {cards}", who = who, cards = subjects)
    }

    /// The sentence about cards that are attached to another, or detached.
    fn attached_event(&self, e: &Event, subjects: &str, count: usize) -> String {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        let host = match e.fields[1] {
            Value::Nil => say!(rules, "nothing", "nothing"),
            _ => f(1),
        };
        say!(
            rules,
            "is-attached",
            count => "{cards} is attached to {host}" | "{cards} are attached to {host}",
            count = count,
            cards = subjects,
            host = host
        )
    }

    /// The sentence about cards that are put on the top or the bottom of their zone.
    fn arranged_event(&self, e: &Event) -> String {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        match (e.fields[1].items().len(), e.fields[2].int()) {
            (n, place) if place != Some(0) => say!(
                rules,
                "cards-on-top",
                n => "a card of {zone} is put on its top" | "{n} cards of {zone} are put on its top",
                n = n,
                zone = f(0)
            ),
            (n, _) => say!(
                rules,
                "cards-to-bottom",
                n => "a card of {zone} goes to its bottom" | "{n} cards of {zone} go to its bottom",
                n = n,
                zone = f(0)
            ),
        }
    }

    /// The sentence about cards that join a list of a record, or leave it.
    fn membership_event(&self, e: &Event) -> String {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        let (who, those, record, count) = (f(2), f(1), f(3), e.fields[2].items().len());
        match e.kind {
            event::JOINED => say!(
                rules,
                "joins",
                count => "{who} joins those {those} in the {record}" | "{who} join those {those} in the {record}",
                count = count,
                who = who,
                those = those,
                record = record
            ),
            _ => say!(
                rules,
                "leaves",
                count => "{who} leaves those {those} in the {record}"
                    | "{who} leave those {those} in the {record}",
                count = count,
                who = who,
                those = those,
                record = record
            ),
        }
    }

    /// The sentence about new targets of a use.
    fn retargeted_event(&self, e: &Event) -> String {
        let rules = self.game.rules;
        let f = |i: usize| self.value(&e.fields[i]);
        say!(rules, "retargeted", "{what} affects {now} instead of {before}", what = f(0), now = f(2), before = f(1))
    }

    /// The sentence about an event that the manifest declares: its own text, or its name and fields; `None` if its text
    /// is empty.
    fn own_event(&self, e: &Event, f: &impl Fn(usize) -> String) -> Option<String> {
        let rules = self.game.rules;
        let def = &rules.events[e.kind.index()];
        if def.text.as_ref().is_some_and(|text| text.is_empty()) {
            return None;
        }
        if let Some(tongue) = rules.spoken() {
            let fields: Vec<String> = (0..def.fields.len()).map(f).collect();
            let named = |((name, _), said): (&(Sym, FieldKind), &String)| (key_of(self.name(*name)), said.clone());
            let args: Vec<(String, String)> = def.fields.iter().zip(&fields).map(named).collect();
            let args: Vec<(&str, &dyn std::fmt::Display)> = args.iter().map(|(n, v)| (&**n, v as _)).collect();
            if let Some(said) = tongue.say(&format!("event-{}", key_of(self.name(def.name))), &args) {
                return Some(said);
            }
        }
        Some(match &def.text {
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
                format!("{} {}", self.said(NameKind::Event, def.name), fields.join(" "))
            }
        })
    }

    /// The name of a number in the language of the rules.
    fn field(&self, value: &Value) -> String {
        match value {
            Value::Word(name) => self.said(NameKind::Field, *name).into(),
            other => self.value(other),
        }
    }
}
