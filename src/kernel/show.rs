//! Showing: objects, reasons and log lines in words.

use super::decision::{Choice, Decision, PickRule};
use super::filter::eval::Env;
use super::log::{Line, LogLine};
use super::rules::{AbilityForm, Cost, FieldKind, event};
use super::state::{Event, Outcome};
use super::task::World;
use super::uses::WhyNot;
use super::value::*;

/// Who reads: names of seats, and which seat's eyes; `None` sees everything.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Names of the seats.
    pub names: &'a [String],
    /// Whose eyes.
    pub eyes: Option<Seat>,
}

impl Reader<'_> {
    /// The name of a seat.
    pub fn seat(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("player {}", seat.0 + 1))
    }
}

impl World {
    /// A card's printed name.
    pub fn card_name(&self, card: Card) -> &str {
        self.rules.name(self.rules.defs[self.state.card(card).def.index()].name)
    }

    /// A value in words, seen by all.
    pub fn show(&self, value: &Value) -> String {
        self.show_to(value, Reader { names: &[], eyes: None })
    }

    /// A value in words, for a reader.
    pub fn show_to(&self, value: &Value, reader: Reader) -> String {
        match value {
            Value::Nil => "nothing".into(),
            Value::Int(n) => n.to_string(),
            Value::Bool(true) => "yes".into(),
            Value::Bool(false) => "no".into(),
            Value::Word(w) => self.rules.name(*w).to_string(),
            Value::Text(t) => t.to_string(),
            Value::Card(card) => match reader.eyes {
                Some(seat) if !self.state.sees(&self.rules, seat, *card) => "a card".into(),
                _ => self.card_name(*card).into(),
            },
            Value::Seat(seat) => reader.seat(*seat),
            Value::Zone(zone) => {
                let name = self.rules.name(self.rules.schema.zones[self.rules.schema.kind_of(*zone).index()].name);
                let name = match self.rules.schema.slot_of(*zone) {
                    0 => name.to_string(),
                    slot => format!("{name} {slot}"),
                };
                match self.rules.schema.zone_owner(*zone) {
                    Some(seat) => format!("{}'s {name}", reader.seat(seat)),
                    None => name,
                }
            }
            Value::Use(id) => match self.state.use_(*id).and_then(|u| u.card) {
                Some(card) => self.card_name(card).into(),
                None => "an action".into(),
            },
            Value::Record(_) => "a record".into(),
            Value::Def(def) => self.rules.name(self.rules.defs[def.index()].name).to_string(),
            Value::Status(s) => {
                self.rules.name(self.rules.schema.statuses[s.group()].1[s.value() as usize]).to_string()
            }
            Value::Game => "the game".into(),
            Value::Filter(f) => super::filter::describe::describe(&self.rules, f),
            Value::List(list) => list.iter().map(|v| self.show_to(v, reader)).collect::<Vec<_>>().join(", "),
        }
    }

    /// A cost in words.
    pub fn show_cost(&self, cost: &Cost) -> String {
        let parts: Vec<String> = cost
            .iter()
            .zip(&self.rules.schema.pips)
            .filter(|(n, _)| **n > 0)
            .map(|(n, (name, _))| format!("{n} {}", self.rules.name(*name)))
            .collect();
        if parts.is_empty() { "nothing".into() } else { parts.join(" + ") }
    }

    /// An ability in words: its card, and its label where the card has several.
    pub fn show_ability(&self, id: AbilityId) -> String {
        let ability = &self.rules.abilities[id.index()];
        let label =
            if ability.text.is_empty() { self.rules.name(ability.id).to_string() } else { ability.text.to_string() };
        match ability.def {
            Some(def) => {
                let def = &self.rules.defs[def.index()];
                let timed = def.timed.len() > 1 || !ability.text.is_empty();
                let name = self.rules.name(def.name);
                if timed { format!("{name}: {label}") } else { name.to_string() }
            }
            None => label,
        }
    }

    /// Something that may be used, in words.
    pub fn show_choice(&self, choice: Choice, reader: Reader) -> String {
        let ability = &self.rules.abilities[choice.ability.index()];
        let verb = ability.kind.map_or("use", |k| &self.rules.uses[k.index()].text);
        match (choice.card, ability.def) {
            (Some(_), Some(_)) => format!("{verb} {}", self.show_ability(choice.ability)),
            (Some(card), None) => format!("{verb} {}", self.show_to(&Value::Card(card), reader)),
            _ => verb.to_string(),
        }
    }

    // ---- reasons ----

    /// Why a choice is not offered in an act decision.
    pub fn why_not(&self, decision: &Decision, choice: Choice) -> String {
        let window = decision.window.map(|w| &self.rules.windows[w.index()]);
        let timings = window.map_or(&[][..], |w| &w.offers);
        let reply_to = self.state.window().and_then(|w| w.subject);
        match self.why_unusable(decision.seat, choice, timings, reply_to) {
            Ok(()) => "it is not offered here".into(),
            Err(WhyNot::NotHere) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                format!("not in {}", self.zone_names(ability.from))
            }
            Err(WhyNot::Timing | WhyNot::Phase) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                let timing = match ability.form {
                    AbilityForm::Timing(t) => self.rules.name(t).to_string(),
                    _ => "never".into(),
                };
                let phases: Vec<&str> = ability.phases.iter().map(|p| &**self.rules.name(*p)).collect();
                let during =
                    if phases.is_empty() { String::new() } else { format!(", in the phases {}", phases.join(" and ")) };
                let here = window.map_or("here".into(), |w| format!("window `{}`", self.rules.name(w.name)));
                format!("not in this phase: it has the timing `{timing}`{during}, and this is {here}")
            }
            Err(WhyNot::Turn) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                match ability.turn {
                    Some(super::filter::SeatTest::Me) => "only in your own turn".into(),
                    Some(super::filter::SeatTest::Opponent) => "only in your opponent's turn".into(),
                    _ => "not in this turn".into(),
                }
            }
            Err(WhyNot::NoTarget(name)) => {
                let plain = self.say_why(&WhyNot::NoTarget(name));
                match self.why_no_target(self.draft(decision.seat, choice, None), name) {
                    Some(reason) => format!("{plain}: {reason}"),
                    None => plain,
                }
            }
            Err(why) => self.say_why(&why),
        }
    }

    /// Why even the largest choice for a target does not do.
    pub(super) fn why_no_target(&self, mut draft: super::state::Use, name: super::sym::Sym) -> Option<String> {
        for target in self.rules.abilities[draft.ability.index()].targets.iter().skip(draft.targets.len()) {
            let env = Env::of_use(&self.rules, &self.state, &draft);
            let mut options = env.options(&target.what);
            let max = target.what.max.as_ref().map_or(options.len(), |m| env.amount(m).max(0) as usize);
            options.truncate(max.max(1));
            if target.name == name || options.is_empty() {
                let rules = target.what.rules.as_ref()?;
                return super::filter::sets::fits(&env, rules, &options).err();
            }
            options.truncate(1);
            draft.targets.push(Value::List(options));
        }
        None
    }

    fn zone_names(&self, kinds: u32) -> String {
        let names = self.rules.schema.zones.iter().enumerate().filter(|(i, _)| kinds & (1 << i) != 0);
        names.map(|(_, z)| self.rules.name(z.name).to_string()).collect::<Vec<_>>().join(" or ")
    }

    /// A reason in words.
    pub fn say_why(&self, why: &WhyNot) -> String {
        match why {
            WhyNot::NotHere => "not where it can be used".into(),
            WhyNot::NotYours => "it is not yours".into(),
            WhyNot::Timing | WhyNot::Phase => "not in this phase".into(),
            WhyNot::Turn => "not in this turn".into(),
            WhyNot::ReplyTo => "there is nothing it can reply to".into(),
            WhyNot::Muted => "an effect has muted it".into(),
            WhyNot::Spent => "already used: once only".into(),
            WhyNot::Need(Some(words)) => words.to_string(),
            WhyNot::Need(None) => "a condition of it does not hold".into(),
            WhyNot::Disabled => "its script failed three times in this game".into(),
            WhyNot::Forbidden(Some(card)) => format!("{} forbids it", self.card_name(*card)),
            WhyNot::Forbidden(None) => "an effect forbids it".into(),
            WhyNot::NoTarget(name) => format!("no legal choice for `{}`", self.rules.name(*name)),
            WhyNot::Cost(cost) => format!("you cannot pay the cost of {}", self.show_cost(cost)),
            WhyNot::CostCards => "you cannot pay its cost in cards".into(),
        }
    }

    /// Why a value is not among the options of a pick.
    pub fn why_not_option(&self, value: &Value, rule: &PickRule) -> String {
        let shown = self.show(value);
        if let (PickRule::Pips(cost), Value::Card(card)) = (rule, value) {
            return format!("{shown} cannot pay {}: {}", self.show_cost(cost), self.statuses_of(*card));
        }
        if let Value::Card(card) = value {
            let zone = self
                .rules
                .name(self.rules.schema.zones[self.rules.schema.kind_of(self.state.card(*card).zone).index()].name);
            return format!("{shown} is not a legal choice ({zone}, {})", self.statuses_of(*card));
        }
        format!("{shown} is not a legal choice")
    }

    fn statuses_of(&self, card: Card) -> String {
        let state = self.state.card(card);
        let zone = &self.rules.schema.zones[self.rules.schema.kind_of(state.zone).index()];
        let groups: Vec<usize> = zone.enters.iter().map(|s| s.group()).collect();
        let words: Vec<&str> = groups
            .iter()
            .map(|g| &**self.rules.name(self.rules.schema.statuses[*g].1[state.statuses[*g] as usize]))
            .collect();
        if words.is_empty() { "it does not match".into() } else { words.join(", ") }
    }

    // ---- transcript ----

    /// A line of the log in words; `None` for lines that people do not need.
    pub fn show_line(&self, line: &LogLine, reader: Reader) -> Option<String> {
        let seat = |s: Seat| reader.seat(s);
        let card = |c: &Option<Card>| c.map_or("the game".to_string(), |c| self.card_name(c).to_string());
        let text = match &line.line {
            Line::Event(e) => self.show_event(e, reader)?,
            Line::Used { ability, card: c, user, targets, reply_to, .. } => {
                let what = self.show_choice(Choice { ability: *ability, card: *c }, reader);
                let on: Vec<String> =
                    targets.iter().filter(|t| !t.items().is_empty()).map(|t| self.show_to(t, reader)).collect();
                let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(" with ")) };
                let reply = reply_to.map_or(String::new(), |c| format!(", in reply to {}", self.card_name(c)));
                format!("{}: {what}{on}{reply}", seat(*user))
            }
            Line::Triggered(ability, _, _) => format!("{} triggers", self.show_ability(*ability)),
            Line::NoEffect(_, c) => format!("{} has no effect", card(c)),
            Line::Lapsed(_, c) => format!("{}: its trigger lapses", card(c)),
            Line::Replaced(_, c) => format!("{} replaces it", card(c)),
            Line::NotAsked(s, w) => {
                let window = self.rules.name(self.rules.windows[w.index()].name);
                format!("{} has nothing to use ({window})", seat(*s))
            }
            Line::Opened(_) | Line::Closed(_) => return None,
            Line::Passed(s, w) => {
                format!("{} passes ({})", seat(*s), self.rules.name(self.rules.windows[w.index()].name))
            }
            Line::Chose(s, value) => {
                let hidden = reader.eyes.is_some_and(|eyes| eyes != *s);
                let shown = if hidden && self.has_hidden(value, reader) {
                    "in secret".into()
                } else {
                    self.show_to(value, reader)
                };
                format!("{} chooses {shown}", seat(*s))
            }
            Line::Phase(phase) => format!("-- {} phase", self.rules.name(*phase)),
            Line::Level(level, n, s) => {
                let name = self.rules.name(self.rules.schema.levels[level.index()]);
                format!("== {name} {n}: {}", seat(*s))
            }
            Line::Ended(Outcome::Won(s)) => format!("{} wins", seat(*s)),
            Line::Ended(Outcome::Draw) => "the game is a draw".into(),
            Line::Ended(Outcome::Aborted) => "the game cannot go on".into(),
            Line::Failed { script, file, line, message } => {
                format!("the script of {} failed at {file}:{line}: {message}", self.rules.scripts[script.index()].name)
            }
            Line::Note(text) => text.to_string(),
        };
        Some(format!("{}{text}", "  ".repeat(line.depth as usize)))
    }

    fn has_hidden(&self, value: &Value, reader: Reader) -> bool {
        let mut hidden = false;
        value.each_card(&mut |c| hidden |= reader.eyes.is_some_and(|s| !self.state.sees(&self.rules, s, c)));
        hidden
    }

    fn show_event(&self, e: &Event, reader: Reader) -> Option<String> {
        let f = |i: usize| self.show_to(&e.fields[i], reader);
        Some(match e.kind {
            event::MOVED => {
                let shown = self.moved_card(e, reader);
                format!("{shown}: {} > {}", f(1), f(2))
            }
            event::DRAW => return None,
            event::STATUS => format!("{} is {}", f(0), f(1)),
            event::CHANGED => format!("{}: {} {:+}", f(0), f(1), e.fields[2].int().unwrap_or(0)),
            event::SET => format!("{}: {} = {}", f(0), f(1), f(2)),
            event::SHUFFLED => format!("{} is shuffled", f(0)),
            event::CANCELLED => format!("{} is cancelled", f(0)),
            event::REVEALED => format!("{} is shown", self.show(&e.fields[0])),
            event::LOOKED => match reader.eyes {
                Some(eyes) if e.fields[0] != Value::Seat(eyes) => {
                    format!("{} looks at {} cards", f(0), e.fields[1].items().len())
                }
                _ => format!("{} looks at {}", f(0), f(1)),
            },
            event::ARRANGED => format!("{} cards are put in order in {}", e.fields[1].items().len(), f(0)),
            event::MODIFIED => format!("{}: {} {}", f(0), f(1), f(2)),
            event::PERMITTED => format!("{} {}", f(1), f(0)),
            event::RETARGETED => format!("{} affects {} instead of {}", f(0), f(2), f(1)),
            event::SETTLES => format!("{} will go to {}", f(0), f(1)),
            event::OPENED | event::CLOSED | event::USED => return None,
            event::JOINED | event::LEFT => {
                let def = self.rules.schema.records.get(e.fields[3].int().unwrap_or(0) as usize)?;
                let slot = e.fields[1].int().unwrap_or(0) as usize;
                let joins = if e.kind == event::JOINED { "joins" } else { "leaves" };
                format!("{} {joins} {}.{}", f(2), self.rules.name(def.name), self.rules.name(def.fields[slot].0))
            }
            event::RESULT => return None,
            event::LOST => format!("{} loses", f(0)),
            _ => {
                let def = &self.rules.events[e.kind.index()];
                match &def.text {
                    Some(text) => {
                        let mut text = text.to_string();
                        for (i, (name, _)) in def.fields.iter().enumerate() {
                            text = text.replace(&format!("{{{}}}", self.rules.name(*name)), &f(i));
                        }
                        text
                    }
                    None => {
                        let shown = |(i, (_, kind)): (usize, &(_, FieldKind))| (*kind != FieldKind::Any).then(|| f(i));
                        let fields: Vec<String> = def.fields.iter().enumerate().filter_map(shown).collect();
                        format!("{} {}", self.rules.name(def.name), fields.join(" "))
                    }
                }
            }
        })
    }

    // Whoever saw the card leave or sees it arrive may read its name.
    fn moved_card(&self, e: &Event, reader: Reader) -> String {
        let (Some(card), Some(seat)) = (e.card(), reader.eyes) else { return self.show(&e.fields[0]) };
        let sees = |v: &Value| match v {
            Value::Zone(zone) => match self.rules.schema.zones[self.rules.schema.kind_of(*zone).index()].seen_by {
                super::rules::SeenBy::All => true,
                super::rules::SeenBy::Owner => self.rules.schema.zone_owner(*zone) == Some(seat),
                super::rules::SeenBy::Nobody => false,
            },
            _ => false,
        };
        if sees(&e.fields[1]) || sees(&e.fields[2]) { self.card_name(card).into() } else { "a card".into() }
    }

    /// The transcript of the lines that are kept, for a reader.
    pub fn transcript(&self, reader: Reader) -> String {
        let mut out = String::new();
        for line in &self.log.lines {
            if let Some(text) = self.show_line(line, reader) {
                out.push_str(&text);
                out.push('\n');
            }
        }
        out
    }

    /// The prompt of a decision: what is asked, and about what.
    pub fn prompt(&self, decision: &Decision) -> String {
        let about = match (decision.ability, decision.card) {
            (Some(ability), _) if self.rules.abilities[ability.index()].def.is_some() => {
                format!("{}: ", self.show_ability(ability))
            }
            (_, Some(card)) => format!("{}: ", self.card_name(card)),
            (Some(ability), None) => format!("{}: ", self.show_ability(ability)),
            _ => String::new(),
        };
        let what = match (&decision.why, decision.slot, decision.window) {
            (Some(why), ..) => why.to_string(),
            (_, Some(slot), _) => format!("choose {}", self.rules.name(slot)),
            (_, _, Some(window)) => format!("window {}", self.rules.name(self.rules.windows[window.index()].name)),
            _ => "choose".into(),
        };
        format!("{about}{what}")
    }

    /// An environment that sees everything, for messages.
    pub fn any_env(&self) -> Env<'_> {
        self.table_env()
    }
}
