//! Moment facts: how a game stands, as the things that a scenario can expect of it.

use super::names::{ScenarioNames, seat_name};
use super::{commands, expect, rule_names, scenario_text};
use intermezzo::data::yaml;
use intermezzo::kernel::model::fixed_fields::OfCard;
use intermezzo::kernel::model::lang::{CardField, PlayerField};
use intermezzo::kernel::model::objects::ModTarget;
use intermezzo::kernel::model::schema::AttrBase;
use intermezzo::kernel::model::value::{AttrId, Zone, ZoneKind};
use intermezzo::kernel::{Card, Kind, Rules, Seat, State, Value};
use intermezzo::table::Table;

/// The facts about a moment that a scenario could expect.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sketch(Vec<MomentFact>);

/// An item of `expect`.
#[derive(Clone, Debug, PartialEq)]
struct MomentFact {
    /// What the fact is about, such as `imp.power`: sketches are compared fact by fact, by this key.
    about: String,
    /// The fact as an item of `expect`.
    text: String,
    /// True for a fact that the card itself prints, so that it need not be expected of a card that is new.
    is_printed: bool,
}

impl Sketch {
    /// The facts about a table, with the scenario's names for cards.
    pub fn of(table: &Table, names: &ScenarioNames) -> Sketch {
        let (world, mut out) = (table.world(), Sketch::default());
        let (state, rules) = (world.state(), &world.rules);
        let schema = &rules.schema;
        let word = |sym| rules.name(sym).to_string();
        let phase = state.phase.map_or("none".into(), word);
        out.says("phase", format!("phase: {phase}"));
        out.says("active", format!("active: {}", seat_name(state.active)));
        for (at, counter) in schema.game_counters.iter().enumerate() {
            out.field(&format!("game.{}", word(counter.name)), state.game_counters[at], false);
        }
        for seat in (0..schema.seats).map(Seat) {
            for (name, field) in &schema.player_fields {
                let on_it = |target: &ModTarget| *target == ModTarget::Seat(seat);
                let is_told = match field {
                    PlayerField::Attr(attr) => !is_computed(rules, *attr) || is_changed(state, *attr, &on_it),
                    PlayerField::Counter(_) => true,
                    PlayerField::Tally(_) | PlayerField::Zone(_) | PlayerField::Fixed(_) => false,
                };
                if is_told {
                    let value = world.game().table_env().field(&Value::Seat(seat), *name);
                    out.field(&format!("{}.{}", seat_name(seat), word(*name)), written(table, names, &value), false);
                }
            }
        }
        for (at, zone) in schema.zones.iter().enumerate() {
            for seat in schema.holders(ZoneKind::of(at)) {
                // A card without a name in the scenario is left out, as the scenario cannot speak of it.
                let cards = state.cards_in(rules, ZoneKind::of(at), seat).filter(|card| names.has(*card));
                let cards: Vec<Card> = cards.collect();
                let whose = if zone.per_player { format!("{}.", seat_name(seat)) } else { String::new() };
                let key = format!("{whose}{}", word(zone.name));
                let called: Vec<String> = cards.iter().map(|card| names.of(*card)).collect();
                let listed: Vec<String> = called.iter().map(|name| yaml::as_text(name)).collect();
                out.says(&key, format!("zone: {{ {key}: [{}] }}", listed.join(", ")));
                cards.into_iter().zip(&called).for_each(|(card, name)| out.card(table, names, card, name));
            }
        }
        let counters = schema.space_counters.len();
        for at in (0..state.space_counters.len()).take_while(|_| counters > 0) {
            let space = rule_names::space_name(rules, Zone::of(at / counters));
            if !matches!(rule_names::space(world, &space), Ok((_, Some(_)))) {
                continue;
            }
            let name = word(schema.space_counters[at % counters].name);
            out.field(&format!("{space}.{name}"), state.space_counters[at], false);
        }
        out.says("result", format!("result: {}", result(table)));
        let asked: Vec<&str> = table.decisions().iter().map(|d| seat_name(d.seat)).collect();
        let asked = if asked.is_empty() { "nobody".into() } else { format!("[{}]", asked.join(", ")) };
        out.says("asked", format!("asked: {asked}"));
        for decision in table.decisions() {
            if let Kind::Act { options, may_pass } = &decision.kind {
                let uses = options.iter().map(|choice| commands::write(world, names, *choice));
                let all: Vec<String> = uses.chain(may_pass.then(|| "pass".to_string())).collect();
                let name = seat_name(decision.seat);
                out.says(&format!("offers {name}"), format!("offers: {{ {name}: [{}] }}", all.join(", ")));
            }
        }
        out
    }

    /// Adds the state of a card: its statuses, changed values, and abilities.
    fn card(&mut self, table: &Table, names: &ScenarioNames, card: Card, name: &str) {
        let world = table.world();
        let (state, rules) = (world.state(), &world.rules);
        let (schema, def) = (&rules.schema, &rules.defs[state.card(card).def.index()]);
        let groups = schema.statuses.iter().enumerate();
        let statuses = groups.filter_map(|(at, (_, words))| words.get(state.card(card).statuses[at] as usize));
        let statuses: Vec<&str> = statuses.map(|word| &**rules.name(*word)).filter(|word| !word.is_empty()).collect();
        if !statuses.is_empty() {
            self.says(&format!("status {name}"), format!("status: {{ {name}: [{}] }}", statuses.join(", ")));
        }
        let stay = state.card(card).stay;
        let on_it = |target: &ModTarget| *target == ModTarget::Card(card, stay);
        let is_taken = state.controls.iter().any(|of| of.card == (card, stay))
            || world.game().layered(card).is_some_and(|of| of.controller.is_some());
        for (field_name, field) in &schema.card_fields {
            let value = || world.game().table_env().field(&Value::Card(card), *field_name);
            let is_printed = match field {
                CardField::Attr(attr) => match schema.attrs[attr.index()].base {
                    AttrBase::Printed(slot) => value() == Value::Int(def.ints[slot as usize]),
                    AttrBase::Stored { .. } => true,
                    AttrBase::Amount(_) if is_changed(state, *attr, &on_it) => false,
                    // The value is computed from others.
                    AttrBase::Amount(_) => continue,
                },
                CardField::Words(slot) => {
                    let printed = def.words[*slot as usize].iter().map(|word| Value::Word(*word));
                    schema.words[*slot as usize].with_name || value() == Value::List(printed.collect())
                }
                CardField::Fixed(OfCard::Controller) if is_taken => false,
                CardField::Fixed(OfCard::Host | OfCard::Name | OfCard::Type) => true,
                _ => continue,
            };
            self.field(&format!("{name}.{}", rules.name(*field_name)), written(table, names, &value()), is_printed);
        }
        let (mut abilities, mut is_printed) = (Vec::new(), true);
        world.game().each_ability(card, |id| {
            is_printed &= def.abilities.contains(&id);
            abilities.push(rule_names::ability_name(rules, id));
        });
        self.0.push(MomentFact {
            about: format!("abilities {name}"),
            text: format!("abilities: {{ {name}: [{}] }}", abilities.join(", ")),
            is_printed,
        });
    }

    fn says(&mut self, about: &str, text: String) {
        self.0.push(MomentFact { about: about.into(), text, is_printed: false });
    }

    fn field(&mut self, field: &str, value: impl std::fmt::Display, is_printed: bool) {
        self.0.push(MomentFact { about: field.into(), text: format!("{field}: {value}"), is_printed });
    }

    /// The items of `expect` that differ from an earlier sketch. Who is asked is always among them, and the offers are
    /// if nothing else is.
    pub fn differs_from(&self, before: &Sketch) -> Vec<&str> {
        let is_new = |item: &MomentFact| match before.about(&item.about) {
            Some(was) => was.text != item.text,
            None => !item.is_printed,
        };
        let is_offer = |item: &MomentFact| item.about.starts_with("offers");
        let differing = self.0.iter().filter(|item| item.about == "asked" || is_new(item) && !is_offer(item));
        let mut out: Vec<&str> = differing.map(|item| item.text.as_str()).collect();
        if out.len() < 2 {
            out.extend(self.0.iter().filter(|item| is_offer(item)).map(|item| item.text.as_str()));
        }
        out
    }

    /// The facts of this sketch that differ in another one, and the subjects that only the other one has.
    pub fn otherwise_in(&self, other: &Sketch) -> Vec<String> {
        let differs = |item: &&MomentFact| other.about(&item.about).is_none_or(|there| there.text != item.text);
        let only_there = other.0.iter().filter(|item| self.about(&item.about).is_none());
        let here = self.0.iter().filter(differs).map(|item| item.text.clone());
        here.chain(only_there.map(|item| format!("nothing of {}", item.about))).collect()
    }

    fn about(&self, about: &str) -> Option<&MomentFact> {
        self.0.iter().find(|item| item.about == about)
    }

    /// All facts, in the words of an author below `expect:`.
    pub fn all(&self) -> Vec<&str> {
        self.0.iter().map(|item| item.text.as_str()).collect()
    }
}

/// True if a timed effect changes an attribute of the object that `on_it` accepts.
fn is_changed(state: &State, attr: AttrId, on_it: &dyn Fn(&ModTarget) -> bool) -> bool {
    state.modifiers.iter().any(|m| on_it(&m.on) && m.what.attr() == Some(attr))
}

/// True if an attribute is computed from other values.
fn is_computed(rules: &Rules, attr: AttrId) -> bool {
    matches!(rules.schema.attrs[attr.index()].base, AttrBase::Amount(_))
}

/// A value in the words of a scenario.
fn written(table: &Table, names: &ScenarioNames, value: &Value) -> String {
    let one = |value: &Value| {
        let text = expect::named(table, names, value);
        let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_plain = begins && text.chars().all(|c| c.is_ascii_alphanumeric() || "_#.".contains(c));
        let means_more = ["y", "n", "Y", "N"].contains(&text.as_str()) || yaml::is_other_than_text(&text);
        match matches!(value, Value::Int(_)) || is_plain && !means_more {
            true => text,
            false => scenario_text::quoted(&text),
        }
    };
    match value {
        Value::List(list) => format!("[{}]", list.iter().map(one).collect::<Vec<_>>().join(", ")),
        value => one(value),
    }
}

fn result(table: &Table) -> String {
    use intermezzo::kernel::model::objects::Outcome;
    match table.outcome().filter(|_| table.is_over()) {
        None => "none".into(),
        Some(Outcome::Draw) => "draw".into(),
        Some(Outcome::Aborted) => "aborted".into(),
        Some(Outcome::Lost) => "lost".into(),
        Some(Outcome::Over) => "over".into(),
        Some(outcome) => {
            let winners: Vec<&str> = outcome.winners().iter().map(|seat| seat_name(*seat)).collect();
            format!("{{ winner: [{}] }}", winners.join(", "))
        }
    }
}
