//! Lasting effects: the lines of a transcript that tell which effects begin to last, and which of them end.

use std::sync::Arc;

use crate::kernel::model::lang::Filter;
use crate::kernel::model::log_lines::{Fact, Lasting};
use crate::kernel::model::objects::{Lasts, Modification};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, Said, say};
use crate::kernel::model::value::*;
use crate::kernel::tell::filter_words::describe;

use super::LineWriter;

impl LineWriter<'_> {
    pub(super) fn lasting(&self, lasting: &Lasting) -> String {
        let rules = self.game.rules;
        match lasting {
            Lasting::Modified { object, field, what, lasts } => {
                let object = self.lasts_on(object);
                let by = self.modification(what);
                format!("{object}: {} {by}{}", self.said(NameKind::Field, *field), self.how_long(*lasts))
            }
            Lasting::Permitted { object, forbids, verb, about, lasts } => {
                self.permitted((object, *forbids), *verb, about, *lasts)
            }
            Lasting::Gained(object, ability, lasts) => {
                let gained = &rules.abilities[ability.index()];
                let what = match gained.def {
                    _ if !gained.text.is_empty() => rules.label_said(*ability).to_string(),
                    Some(def) => say!(rules, "an-ability-of", "an ability of {name}", name = rules.card_said(def)),
                    None => rules.label_said(*ability).to_string(),
                };
                let (who, long) = (self.value(object), self.how_long(*lasts));
                say!(rules, "gains", "{who} gains {what}{long}", who = who, what = what, long = long)
            }
            Lasting::Lost(card, ability, lasts) => {
                let (who, long) = (self.value(&Value::Card(*card)), self.how_long(*lasts));
                match ability {
                    Some(_) => say!(rules, "loses-ability", "{who} loses an ability{long}", who = who, long = long),
                    None => say!(rules, "loses-abilities", "{who} loses its abilities{long}", who = who, long = long),
                }
            }
            Lasting::Restored(card) => {
                say!(rules, "restored", "{who} has its abilities back", who = self.value(&Value::Card(*card)))
            }
            Lasting::Ended(object, called) => {
                let name = rules.name(*called);
                match object {
                    Value::Nil => say!(rules, "effect-ends", "{name} ends", name = name),
                    object => {
                        say!(rules, "effect-ends-on", "{who}: {name} ends", who = self.lasts_on(object), name = name)
                    }
                }
            }
        }
    }

    /// A modification: `+2`, `also beast`.
    fn modification(&self, what: &Modification) -> String {
        let rules = self.game.rules;
        match what {
            Modification::Add(_, n) => format!("{n:+}"),
            Modification::Set(_, n) => format!("= {n}"),
            Modification::Times(_, n) => say!(rules, "times", "times {n}", n = n),
            Modification::Least(_, n) => say!(rules, "at-least", "at least {n}", n = n),
            Modification::Most(_, n) => say!(rules, "at-most", "at most {n}", n = n),
            Modification::PrintedOf(_, def) => {
                say!(rules, "as-printed-on", "as printed on {name}", name = rules.card_said(*def))
            }
            Modification::Word(_, word) => {
                say!(rules, "also", "also {what}", what = self.said(NameKind::Word, *word))
            }
            Modification::Without(_, word) => {
                say!(rules, "no-more", "{what} no more", what = self.said(NameKind::Word, *word))
            }
        }
    }

    /// The line about a verb that is permitted or forbidden for a time.
    fn permitted(&self, (object, forbids): (&Value, bool), verb: Sym, about: &[Arc<Filter>], lasts: Lasts) -> String {
        let rules = self.game.rules;
        let (verb, long) = (self.game.verb(verb), self.how_long(lasts));
        let any = |about: &[Arc<Filter>]| {
            let about: Vec<String> = about.iter().map(|f| describe(Said::by(rules), f)).collect();
            match about.is_empty() {
                true => String::new(),
                false => say!(rules, "any-such", " any {what}", what = about.join(", ")),
            }
        };
        let is_seat = |value: &Value| matches!(value, Value::Seat(_));
        let is_everybody =
            matches!(object, Value::List(all) if all.len() == rules.schema.seats as usize && all.iter().all(is_seat));
        match (forbids, is_everybody, about) {
            (true, true, [what, rest @ ..]) if matches!(**what, Filter::Card(_)) => {
                let (what, about) = (describe(Said::by(rules), what), any(rest));
                say!(
                    rules,
                    "none-may",
                    "no {what} may {verb}{about}{long}",
                    what = what,
                    verb = verb,
                    about = about,
                    long = long
                )
            }
            (true, true, about) => {
                let about = any(about);
                say!(rules, "nobody-may", "nobody may {verb}{about}{long}", verb = verb, about = about, long = long)
            }
            (true, false, about) => {
                let (who, about) = (self.all_of(object), any(about));
                say!(
                    rules,
                    "may-not",
                    "{who} may not {verb}{about}{long}",
                    who = who,
                    verb = verb,
                    about = about,
                    long = long
                )
            }
            (false, _, about) => {
                let (who, about) = (self.all_of(object), any(about));
                say!(rules, "may", "{who} may {verb}{about}{long}", who = who, verb = verb, about = about, long = long)
            }
        }
    }

    /// The object of a lasting effect.
    fn lasts_on(&self, object: &Value) -> String {
        let rules = self.game.rules;
        match object {
            Value::Filter(filter) => say!(rules, "each", "each {what}", what = describe(Said::by(rules), filter)),
            object => self.value(object),
        }
    }

    /// The duration of an effect in words: ` for the turn`.
    fn how_long(&self, lasts: Lasts) -> String {
        let rules = self.game.rules;
        let schema = &rules.schema;
        let level_of = |level: LevelId| self.said(NameKind::Level, schema.levels[level.index()]);
        match lasts {
            Lasts::Level(level) => say!(rules, "for-the", " for the {what}", what = level_of(level)),
            Lasts::Reset(_) => say!(rules, "for-good", " for good"),
            Lasts::Phase => say!(rules, "for-the-phase", " for the phase"),
            Lasts::Record(wanted) => {
                let kind = self.lines.iter().flat_map(|l| &l.facts).find_map(|f| match f {
                    Fact::Record { id, kind, .. } if *id == wanted => Some(*kind),
                    _ => None,
                });
                kind.map_or(String::new(), |k| {
                    let record = self.said(NameKind::Record, schema.records[k.index()].name);
                    say!(rules, "for-the", " for the {what}", what = record)
                })
            }
            Lasts::Until(level, seat) => {
                say!(
                    rules,
                    "until-next",
                    " until the next {level} of {who}",
                    level = level_of(level),
                    who = self.seat(seat)
                )
            }
            Lasts::Through(level, seat) => {
                say!(
                    rules,
                    "through-next",
                    " to the end of the next {level} of {who}",
                    level = level_of(level),
                    who = self.seat(seat)
                )
            }
            Lasts::Use(_) | Lasts::Stay(..) | Lasts::Game => String::new(),
        }
    }
}
