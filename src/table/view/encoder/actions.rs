//! Actions: what a code does, by a number that is the same in every position of a game.
//!
//! Where several codes do the same, such as playing one of two copies of a card, they have one number. So a network may
//! score actions, and whoever takes one takes its first code.

use super::plan::RowPlan;
use super::row::{Row, TEXTS, text_number};
use crate::kernel::model::ability::Ability;
use crate::kernel::model::decision::Decision;
use crate::kernel::model::value::{AbilityId, ZoneKind};
use crate::kernel::{Card, Kind, Rules, Seat, Value};
use crate::table::Choices;
use crate::table::view::viewer::Looking;

/// The action of a code that passes, or ends what is being chosen.
pub const END: usize = 1;
/// The numbers whose choice is an action of its own: the least of them, and how many follow one another from it on.
const NUMBERS: (i64, usize) = (-16, 144);

/// The numbering of actions: where the numbers of each kind of action begin.
#[derive(Debug)]
pub struct Actions {
    /// The first action of each ability; 0: nobody chooses to use it, as if it triggers by itself.
    abilities: Vec<usize>,
    /// The abilities in order, each with true if it has an action of its own for each card of the game.
    listed: Vec<(AbilityId, bool)>,
    picks: usize,
    seats: usize,
    numbers: usize,
    /// For each kind of zone the action that chooses its first space, and the number of spaces in a zone.
    kinds: Vec<(usize, usize)>,
    words: usize,
    parts: usize,
}

impl Actions {
    pub fn new(rules: &Rules, players: u8) -> Actions {
        let cards = rules.defs.len() + 2;
        let mut next = END + 1;
        let (mut abilities, mut listed) = (vec![0; rules.abilities.len()], Vec::new());
        let printed = rules.defs.iter().flat_map(|def| &def.timed).map(|id| (*id, false));
        let of_game = rules.actions.iter().map(|id| (*id, is_with_cards(&rules.abilities[id.index()])));
        for (id, has_cards) in printed.chain(of_game) {
            if abilities[id.index()] == 0 {
                abilities[id.index()] = next;
                listed.push((id, has_cards));
                next += if has_cards { cards } else { 1 };
            }
        }
        let picks = next;
        let seats = picks + cards * (usize::from(players) + 1);
        let numbers = seats + usize::from(players) + 1;
        let spaces = numbers + NUMBERS.1 + 1;
        let mut kinds = Vec::new();
        let mut words = spaces;
        for zone in &rules.schema.zones {
            kinds.push((words, usize::from(zone.spaces)));
            words += usize::from(zone.spaces) * if zone.per_player { usize::from(players) } else { 1 };
        }
        let parts = words + 1 + rules.schema.symbols.count() + TEXTS as usize;
        Actions { abilities, listed, picks, seats, numbers, kinds, words, parts }
    }

    /// The action of a code that may be taken.
    pub fn of(&self, plan: &RowPlan, looking: &Looking, decision: &Decision, choices: &Choices, code: u16) -> i32 {
        let Some((place, several)) = choices.meaning(code) else { return END as i32 };
        if several > 1 {
            return self.parts as i32;
        }
        let i = place as usize;
        let action = match &decision.kind {
            Kind::Act { options, .. } => options.get(i).map(|choice| {
                let first = self.abilities.get(choice.ability.index()).copied().filter(|first| *first > 0);
                let has_cards = is_with_cards(&plan.rules.abilities[choice.ability.index()]);
                match (first, choice.card) {
                    (Some(first), Some(card)) if has_cards => first + card_number(looking, card),
                    (Some(first), _) => first,
                    (None, _) => self.words + Row::word(plan.rules.abilities[choice.ability.index()].id),
                }
            }),
            Kind::Pick { options, .. } | Kind::Order(options) => {
                options.get(i).map(|value| self.value(plan, looking, choices.seat(), value))
            }
            Kind::Number(low, _) => Some(self.number(low.saturating_add_unsigned(place))),
            Kind::Assign(pairs) => pairs.legal.get(i).map(|(_, to)| self.value(plan, looking, choices.seat(), to)),
        };
        action.unwrap_or(0) as i32
    }

    fn number(&self, n: i64) -> usize {
        let at = n.checked_sub(NUMBERS.0).and_then(|at| usize::try_from(at).ok());
        self.numbers + at.filter(|at| *at < NUMBERS.1).unwrap_or(NUMBERS.1)
    }

    fn value(&self, plan: &RowPlan, looking: &Looking, own: Seat, value: &Value) -> usize {
        let schema = &plan.rules.schema;
        let after = |seat: Seat| usize::from((seat.0 + plan.players - own.0) % plan.players);
        let cards = plan.rules.defs.len() + 2;
        match value {
            Value::Card(card) => {
                let zone = looking.world.state().card(*card).zone;
                let whose = schema.zone_owner(zone).map_or(0, |seat| after(seat) + 1);
                self.picks + whose * cards + card_number(looking, *card)
            }
            Value::Def(def) => self.picks + Row::def(*def),
            Value::Seat(seat) if *seat != Seat::NOBODY => self.seats + after(*seat) + 1,
            Value::Int(n) => self.number(*n),
            Value::Bool(is) => self.number((*is).into()),
            Value::Zone(zone) => {
                let kind = schema.kind_of(*zone);
                let (first, spaces) = self.kinds[kind.index()];
                let place = usize::from(schema.layout[zone.index()].place);
                first + schema.zone_owner(*zone).map_or(0, after) * spaces + place
            }
            Value::Word(sym) => self.words + Row::word(*sym),
            Value::Text(text) => self.words + text_number(plan, text),
            Value::Status(status) => {
                self.words + Row::word(schema.statuses[status.group()].1[usize::from(status.value())])
            }
            Value::Ability(id) => self.words + Row::word(plan.rules.abilities[id.index()].id),
            Value::Use(id) => {
                let card = looking.world.state().use_(*id).and_then(|u| u.card);
                self.picks + card.map_or(0, |card| card_number(looking, card))
            }
            Value::List(list) => list.iter().next().map_or(self.words, |first| match first {
                Value::List(_) => self.words,
                first => self.value(plan, looking, own, first),
            }),
            _ => self.words,
        }
    }

    /// The name of each action.
    pub fn names(&self, plan: &RowPlan) -> Vec<String> {
        let rules = &plan.rules;
        let mut names = vec!["".to_string(), "end".into()];
        let defs = || rules.defs.iter().map(|def| rules.name(def.id).to_string());
        let cards: Vec<String> = ["nothing".to_string(), "?".into()].into_iter().chain(defs()).collect();
        for (id, has_cards) in &self.listed {
            let ability = &rules.abilities[id.index()];
            let name = rules.name(ability.id);
            match (has_cards, ability.def) {
                (true, _) => names.extend(cards.iter().map(|card| format!("{name} {card}"))),
                (false, Some(def)) => names.push(format!("{}/{name}", rules.name(rules.defs[def.index()].id))),
                (false, None) => names.push(name.to_string()),
            }
        }
        let of = |whose: u8| if whose == 0 { "pick".to_string() } else { format!("pick of player{}", whose - 1) };
        names
            .extend((0..=plan.players).flat_map(|whose| cards.iter().map(move |card| format!("{} {card}", of(whose)))));
        names.push("seat nobody".into());
        names.extend((0..plan.players).map(|seat| format!("seat player{seat}")));
        names.extend((0..NUMBERS.1).map(|i| format!("number {}", NUMBERS.0 + i as i64)));
        names.push("another number".into());
        for (kind, zone) in rules.schema.zones.iter().enumerate() {
            let spaces = self.kinds[ZoneKind::of(kind).index()].1;
            for after in 0..if zone.per_player { plan.players } else { 1 } {
                let whose = if zone.per_player { format!("player{after}.") } else { String::new() };
                names.extend((0..spaces).map(|place| format!("space {whose}{} {place}", rules.name(zone.name))));
            }
        }
        names.push("something".into());
        names.extend(rules.schema.symbols.names().map(|name| format!("word {name}")));
        names.extend((0..TEXTS).map(|n| format!("text {n}")));
        names.push("some of the options".into());
        names
    }
}

/// True for an action of the game that is done with a card, so that it is another action with each card.
fn is_with_cards(ability: &Ability) -> bool {
    ability.def.is_none() && (ability.for_.is_some() || !ability.from.is_empty())
}

fn card_number(looking: &Looking, card: Card) -> usize {
    match looking.sees(card) {
        true => Row::def(looking.world.state().card(card).def),
        false => 1,
    }
}
