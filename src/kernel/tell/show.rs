//! Showing: objects and reasons in words.

use crate::kernel::model::ability::{AbilityForm, Cost};
use crate::kernel::model::decision::{Choice, Decision, PickRule};
use crate::kernel::model::eyes::Eyes;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Cmp, SeatTest};
use crate::kernel::model::objects::{Price, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{AbilityId, Card, Seat, Value, Zone, ZoneKind};
use crate::kernel::read::game::Game;
use crate::kernel::read::sets;
use crate::kernel::tell::describe::describe;

/// Who reads: names of seats, and whose eyes; `None` sees everything.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Names of the seats.
    pub names: &'a [String],
    /// Whose eyes.
    pub eyes: Option<Eyes>,
}

impl Reader<'_> {
    /// The name of a seat.
    pub fn seat(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("player {}", seat.0 + 1))
    }
}

impl<'a> Game<'a> {
    /// A card's printed name.
    pub fn card_name(self, card: Card) -> &'a str {
        self.rules.name(self.rules.defs[self.state.card(card).def.index()].name)
    }

    /// A value in words, seen by all.
    pub fn show(self, value: &Value) -> String {
        self.show_to(value, Reader { names: &[], eyes: None })
    }

    /// A value in words, for a reader.
    pub fn show_to(self, value: &Value, reader: Reader) -> String {
        match value {
            Value::Nil => "nothing".into(),
            Value::Int(n) => n.to_string(),
            Value::Bool(true) => "yes".into(),
            Value::Bool(false) => "no".into(),
            Value::Word(w) => self.rules.name(*w).to_string(),
            Value::Text(t) => t.to_string(),
            Value::Card(card) => match reader.eyes {
                Some(eyes) if !eyes.see(self.state, self.rules, *card) => "a card".into(),
                _ => self.card_name(*card).into(),
            },
            Value::Seat(seat) => reader.seat(*seat),
            Value::Zone(zone) => {
                let name = self.rules.name(self.rules.schema.zones[self.rules.schema.kind_of(*zone).index()].name);
                let name = self.show_place(*zone, name);
                match self.rules.schema.zone_owner(*zone) {
                    Some(seat) => format!("{}'s {name}", reader.seat(seat)),
                    None => name,
                }
            }
            Value::Use(id) => {
                let shown = self.state.use_(*id);
                let name = shown.and_then(|u| u.card).map_or("an action", |card| self.card_name(card));
                match shown.map(|u| u.price) {
                    Some(Price::Nothing) => format!("a copy of {name}"),
                    _ => name.into(),
                }
            }
            Value::Record(_) => "a record".into(),
            Value::Def(def) => self.rules.name(self.rules.defs[def.index()].name).to_string(),
            Value::Status(s) => {
                self.rules.name(self.rules.schema.statuses[s.group()].1[s.value() as usize]).to_string()
            }
            Value::Ability(id) => self.show_ability(*id),
            Value::Cells(def, slot) => {
                let set = &self.rules.defs[def.index()].cells[*slot as usize];
                set.cells.iter().map(|(x, y)| format!("({x}, {y})")).collect::<Vec<_>>().join(", ")
            }
            Value::Game => "the game".into(),
            Value::Filter(f) => describe(self.rules, f),
            Value::List(list) => list.iter().map(|v| self.show_to(v, reader)).collect::<Vec<_>>().join(", "),
        }
    }

    /// The name of a space: that of its zone, and where in it.
    fn show_place(self, zone: Zone, name: &str) -> String {
        let schema = &self.rules.schema;
        match (self.table_env().on_board(zone), schema.slot_of(zone)) {
            (Some(at), _) => {
                let (x, y) = at.def.board.position(at.place);
                format!("{name} {x},{y}")
            }
            (None, 0) => name.to_string(),
            (None, slot) => format!("{name} {slot}"),
        }
    }

    /// A cost in words.
    pub fn show_cost(self, cost: &Cost) -> String {
        let parts: Vec<String> = cost
            .iter()
            .zip(&self.rules.schema.pips)
            .filter(|(n, _)| **n > 0)
            .map(|(n, (name, _))| format!("{n} {}", self.rules.name(*name)))
            .collect();
        if parts.is_empty() { "nothing".into() } else { parts.join(" + ") }
    }

    /// An ability in words: its card, and its label where the card has several.
    pub fn show_ability(self, id: AbilityId) -> String {
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
    pub fn show_choice(self, choice: Choice, reader: Reader) -> String {
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
    pub(in crate::kernel) fn why_not(self, decision: &Decision, choice: Choice, why: Option<&WhyNot>) -> String {
        let window = decision.window.map(|w| &self.rules.windows[w.index()]);
        let reply_to = self.state.window().and_then(|w| w.subject);
        match why {
            None => "it is not offered here".into(),
            Some(WhyNot::NotHere) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                format!("not in {}", self.zone_names(ability.from))
            }
            Some(WhyNot::NotFor) => {
                let filter = self.rules.abilities[choice.ability.index()].for_.as_ref();
                let reason = choice.card.zip(filter).and_then(|(card, filter)| {
                    let draft = self.draft(decision.seat, choice, None);
                    let env = self.use_env(&draft);
                    self.why_filtered(&env, filter, card)
                });
                reason.map_or_else(|| self.say_why(&WhyNot::NotFor), |why| format!("it {why}"))
            }
            Some(WhyNot::Timing | WhyNot::Phase) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                let timing = match ability.form {
                    AbilityForm::Timing(t) => Some(t),
                    _ => None,
                };
                if let Some(words) = timing.and_then(|t| self.timing_says(decision.seat, t)) {
                    return words;
                }
                let timing = timing.map_or("never".into(), |t| self.rules.name(t).to_string());
                let phases: Vec<&str> = ability.phases.iter().map(|p| &**self.rules.name(*p)).collect();
                let during =
                    if phases.is_empty() { String::new() } else { format!(", in the phases {}", phases.join(" and ")) };
                let here = window.map_or("here".into(), |w| format!("window `{}`", self.rules.name(w.name)));
                format!(
                    "not in this phase: it has the timing `{timing}`{during}, and this is {here}{}",
                    self.in_phase()
                )
            }
            Some(WhyNot::Turn) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                match ability.turn {
                    Some(SeatTest::Me) => "only in your own turn".into(),
                    Some(SeatTest::Opponent) => "only in your opponent's turn".into(),
                    _ => "not in this turn".into(),
                }
            }
            Some(WhyNot::Muted) => self.why_silent(choice),
            Some(WhyNot::NoTarget(name)) => {
                let plain = self.say_why(&WhyNot::NoTarget(*name));
                match self.why_no_target(self.draft(decision.seat, choice, None), *name) {
                    Some(reason) => format!("{plain}: {reason}"),
                    None => plain,
                }
            }
            Some(WhyNot::Need(Some(words), _)) if words.has_amounts() => {
                let draft = self.draft(decision.seat, choice, reply_to);
                words.fill(&self.use_env(&draft))
            }
            Some(why) => self.say_why(why),
        }
    }

    /// In which phase it is, for messages.
    pub(in crate::kernel) fn in_phase(self) -> String {
        self.state.phase.map_or(String::new(), |p| format!(" in the {} phase", self.rules.name(p)))
    }

    /// Why even the largest choice for a target does not do.
    pub(in crate::kernel) fn why_no_target(self, mut draft: Use, name: Sym) -> Option<String> {
        for target in self.rules.abilities[draft.ability.index()].targets.iter().skip(draft.targets.len()) {
            let env = self.use_env(&draft);
            let mut options = env.options(&target.what);
            let max = target.what.max.as_ref().map_or(options.len(), |m| env.amount(m).max(0) as usize);
            options.truncate(max.max(1));
            if target.name == name || options.is_empty() {
                if let Some(reason) = self.why_none_fits(&env, &target.what) {
                    return Some(reason);
                }
                let rules = target.what.rules.as_ref()?;
                return sets::fits(&env, rules, &options).err().map(|why| self.say_unfit(&why));
            }
            options.truncate(1);
            draft.targets.push(Value::from(options));
        }
        None
    }

    fn zone_names(self, kinds: IdSet<ZoneKind>) -> String {
        let schema = &self.rules.schema;
        let names = schema.kinds(kinds).map(|kind| &**self.rules.name(schema.zones[kind.index()].name));
        names.collect::<Vec<_>>().join(" or ")
    }

    /// A reason in words.
    pub fn say_why(self, why: &WhyNot) -> String {
        match why {
            WhyNot::NotHere => "its card is not where it can be used".into(),
            WhyNot::NotFor => "it is for other cards".into(),
            WhyNot::NotYours => "it is not yours".into(),
            WhyNot::Timing | WhyNot::Phase => "not in this phase".into(),
            WhyNot::Turn => "not in this turn".into(),
            WhyNot::ReplyTo => "there is nothing it can reply to".into(),
            WhyNot::Muted => "an effect has muted it".into(),
            WhyNot::Spent => "already used: once only".into(),
            // That there is none left needs no number.
            WhyNot::Need(Some(words), Some((_, Cmp::Gt, 0))) => words.text().into(),
            WhyNot::Need(Some(words), Some((n, cmp, bound))) if *cmp != Cmp::Ne => {
                format!("{} ({n}, and it must be {} {bound})", words.text(), cmp.sign())
            }
            WhyNot::Need(Some(words), _) => words.text().into(),
            WhyNot::Need(None, _) => "one of its conditions does not hold".into(),
            WhyNot::TooMuch => "what it says looks at too much, or depends on itself".into(),
            WhyNot::Disabled => "its script failed three times in this game".into(),
            WhyNot::Forbidden(Some(card)) => format!("{} forbids it", self.card_name(*card)),
            WhyNot::Forbidden(None) => "an effect forbids it".into(),
            WhyNot::NoTarget(name) => format!("no legal choice for `{}`", self.rules.name(*name)),
            WhyNot::Cost(cost) => format!("you cannot pay the cost of {}", self.show_cost(cost)),
            WhyNot::Counter { name, needs, has } => {
                format!("needs {needs} {}, has {has}", self.rules.name(*name).to_uppercase())
            }
            WhyNot::CostCards => "you cannot pay its cost in cards".into(),
        }
    }

    /// Why a value is not among the options of a pick.
    pub fn why_not_option(self, value: &Value, rule: &PickRule) -> String {
        let shown = self.show(value);
        if let (PickRule::Pips(cost, _), Value::Card(card)) = (rule, value) {
            let pips = self.rules.schema.pips.iter().zip(cost).filter(|(_, n)| **n > 0);
            let mut filters = pips.map(|((_, filter), _)| filter);
            let why = match filters.any(|f| self.table_env().untold_matches(f, value)) {
                true => self.statuses_of(*card),
                false => "it pays no part of that".into(),
            };
            return format!("{shown} cannot pay {}: {why}", self.show_cost(cost));
        }
        if let Value::Card(card) = value {
            let zone = self
                .rules
                .name(self.rules.schema.zones[self.rules.schema.kind_of(self.state.card(*card).zone).index()].name);
            return format!("{shown} is not a legal choice ({zone}, {})", self.statuses_of(*card));
        }
        format!("{shown} is not a legal choice")
    }

    /// That a space is full, and of which cards, as far as a seat sees them.
    pub fn why_taken(self, seat: Seat, value: &Value) -> Option<String> {
        let Value::Zone(space) = value else { return None };
        // What others did in a hidden part of the game is not told yet.
        let in_lanes = self.state.window().is_some_and(|w| !w.lanes.is_empty());
        let is_own = self.rules.schema.zone_owner(*space) == Some(seat);
        if in_lanes && !is_own || !self.state.is_full(self.rules, *space) {
            return None;
        }
        let seen = self.state.zone(*space).iter().filter(|c| self.state.sees(self.rules, seat, **c));
        let mut names: Vec<String> = seen.map(|c| self.card_name(*c).into()).collect();
        if names.is_empty() {
            // Of a card that she does not see she knows whose it is.
            let owners = self.state.zone(*space).iter().map(|c| self.state.card(*c).owner);
            names = owners.filter(|s| *s != Seat::NOBODY).map(|s| format!("a card of player {}", s.0 + 1)).collect();
        }
        let by = if names.is_empty() { String::new() } else { format!(" by {}", names.join(", ")) };
        Some(format!("{} is taken{by}", self.show(value)))
    }

    fn statuses_of(self, card: Card) -> String {
        let state = self.state.card(card);
        let zone = &self.rules.schema.zones[self.rules.schema.kind_of(state.zone).index()];
        let groups: Vec<usize> = zone.enters.iter().map(|s| s.group()).collect();
        let words: Vec<&str> = groups
            .iter()
            .map(|g| &**self.rules.name(self.rules.schema.statuses[*g].1[state.statuses[*g] as usize]))
            .collect();
        if words.is_empty() { "it does not match".into() } else { words.join(", ") }
    }

    /// The prompt of a decision: what is asked, and about what.
    pub fn prompt(self, decision: &Decision) -> String {
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
            (_, Some(slot), _) if **self.rules.name(slot) == *"cost" => "choose what it costs".into(),
            (_, Some(slot), _) => format!("choose {}", self.rules.name(slot)),
            (_, _, Some(window)) => format!("window {}", self.rules.name(self.rules.windows[window.index()].name)),
            _ => "choose".into(),
        };
        format!("{about}{what}")
    }
}
