//! Row: writes what a person sees, number after number.

use super::plan::RowPlan;
use crate::kernel::model::lang::Head;
use crate::kernel::model::lang::PlayerField;
use crate::kernel::model::lang::Ref;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{DefId, Zone};
use crate::kernel::{Card, Seat, Value};
use crate::table::view::DecisionKind;
use crate::table::view::viewer::Looking;

/// The kinds of decision.
pub const KINDS: [(&str, DecisionKind); 5] = [
    ("act", DecisionKind::Act),
    ("pick", DecisionKind::Pick),
    ("order", DecisionKind::Order),
    ("number", DecisionKind::Number),
    ("assign", DecisionKind::Assign),
];

/// The number of columns of a value. The next constants: of a change of a card, of a code, and of a card before its
/// fields.
pub const VALUE: usize = 5;
pub const CHANGE: usize = 5;
pub const CODE: usize = 11;
pub const CARD: usize = 5;

/// Texts that scripts make share this many numbers of words.
pub const TEXTS: u32 = 256;

/// The least number that a column of numbers can hold, and then the greatest; others are written as the nearer of them.
pub const LEAST: f32 = -32768.0;
pub const MOST: f32 = 32767.0;

/// The number of a card of which a person sees the back.
const BACK: usize = 1;

/// A row that is being written.
pub struct Row<'a> {
    pub plan: &'a RowPlan,
    pub looking: &'a Looking<'a>,
    /// The person's own seat.
    pub seat: Seat,
    pub out: &'a mut [f32],
    /// Where the next number stands.
    pub at: usize,
    /// The number of things for which there is no column.
    pub left_out: usize,
    /// For each card of the game, its place among the cards of the row, counted from 1; 0: the card has no columns.
    pub places: Vec<u16>,
}

impl<'a> Row<'a> {
    pub fn begin(plan: &'a RowPlan, looking: &'a Looking<'a>, seat: Seat, out: &'a mut [f32]) -> Row<'a> {
        let places = vec![0; looking.world.state().cards.len()];
        Row { plan, looking, seat, out, at: 0, left_out: 0, places }
    }

    pub fn push(&mut self, number: i64) {
        self.out[self.at] = (number as f32).clamp(LEAST, MOST);
        self.at += 1;
    }

    pub fn flag(&mut self, is: bool) {
        self.push(is.into());
    }

    pub fn index(&mut self, index: usize) {
        self.out[self.at] = index as f32;
        self.at += 1;
    }

    /// The number of a seat: the person's own is 1.
    pub fn number_of(&self, seat: Seat) -> usize {
        match seat {
            Seat::NOBODY => 0,
            seat => usize::from((seat.0 + self.plan.players - self.seat.0) % self.plan.players) + 1,
        }
    }

    /// The number of a definition in a row. 0 is nothing, and 1 a back.
    pub fn def(def: DefId) -> usize {
        def.index() + BACK + 1
    }

    /// The number of a card's definition, or that of a back if the person does not see the face.
    pub fn card_number(&self, card: Card) -> usize {
        match self.looking.sees(card) {
            true => Row::def(self.looking.world.state().card(card).def),
            false => BACK,
        }
    }

    /// The number of a word in a row. 0 is no word.
    pub fn word(sym: Sym) -> usize {
        sym.0 as usize + 1
    }

    /// The number of a text that a script made, by its hash (FNV-1a): equal texts have equal numbers in every position
    /// of a game.
    pub fn text(&self, text: &str) -> usize {
        text_number(self.plan, text)
    }

    pub fn place(&self, card: Card) -> usize {
        self.places.get(card.index()).copied().unwrap_or(0).into()
    }

    /// Writes any value, in [`VALUE`] columns.
    pub fn value(&mut self, value: &Value) {
        let (at, rules) = (self.at, &self.looking.world.rules);
        let (mut number, mut card, mut place, mut word, mut seat) = (0, 0, 0, 0, 0);
        match value {
            Value::Int(n) => number = *n,
            Value::Bool(is) => number = (*is).into(),
            Value::Word(sym) => word = Row::word(*sym),
            Value::Text(text) => word = self.text(text),
            Value::Card(of) => (card, place) = (self.card_number(*of), self.place(*of)),
            Value::Seat(of) => seat = self.number_of(*of),
            Value::Zone(zone) => (number, word, seat) = self.space(*zone),
            Value::Use(id) => {
                let uses = &self.looking.world.state().uses;
                number = uses.iter().position(|u| u.id == *id).map_or(0, |i| i as i64 + 1);
                if let Some(of) = self.looking.world.state().use_(*id).and_then(|u| u.card) {
                    (card, place) = (self.card_number(of), self.place(of));
                }
            }
            Value::Record(id) => {
                let records = &self.looking.world.state().records;
                if let Some(i) = records.iter().position(|r| r.id == *id) {
                    let kind = records[i].kind;
                    number = records[..i].iter().filter(|r| r.kind == kind).count() as i64 + 1;
                    word = Row::word(rules.schema.records[kind.index()].name);
                }
            }
            Value::Def(def) => card = Row::def(*def),
            Value::Status(status) => {
                word = Row::word(rules.schema.statuses[status.group()].1[usize::from(status.value())]);
            }
            Value::Ability(id) => {
                let ability = &rules.abilities[id.index()];
                (word, card) = (Row::word(ability.id), ability.def.map_or(0, Row::def));
            }
            Value::List(list) => {
                // A list is written as its length and its first item.
                if let Some(first) = list.iter().next().filter(|v| !matches!(v, Value::List(_))) {
                    self.value(first);
                    self.at = at;
                    self.left_out += list.len() - 1;
                }
                self.at = at + VALUE;
                return;
            }
            Value::Nil | Value::Game | Value::Cells(..) | Value::Filter(_) => {}
        }
        self.push(number);
        [card, place, word, seat].into_iter().for_each(|index| self.index(index));
    }

    /// A space: its place, the name of its kind, its owner.
    pub fn space(&self, zone: Zone) -> (i64, usize, usize) {
        let schema = &self.looking.world.rules.schema;
        let name = schema.zones[schema.kind_of(zone).index()].name;
        (schema.slot_of(zone), Row::word(name), schema.zone_owner(zone).map_or(0, |seat| self.number_of(seat)))
    }

    pub fn game(&mut self) {
        let state = self.looking.world.state();
        self.push(self.seat.0.into());
        self.flag(state.over);
        self.at += 1; // what is left out is known in the end
        let plan = self.plan;
        plan.game_counters.iter().for_each(|(_, i)| self.push(state.game_counters[*i]));
    }

    /// Notes how much had no column.
    pub fn end(&mut self) {
        debug_assert_eq!(self.at, self.out.len(), "a row has one number for each column");
        self.out[2] = self.left_out as f32;
    }

    pub fn seats(&mut self) {
        let (plan, world) = (self.plan, self.looking.world);
        let (state, schema) = (world.state(), &world.rules.schema);
        let winners = state.outcome.filter(|_| state.over).map(|o| o.winners()).unwrap_or_default();
        for after in 0..plan.players {
            let seat = plan.seat_after(self.seat, after);
            self.flag(state.active == seat);
            self.flag(self.looking.table.decisions().iter().any(|d| d.seat == seat));
            self.flag(state.is_out(seat));
            self.flag(winners.contains(&seat));
            self.push(state.wins[seat.index()].into());
            let (env, is_own) = (world.game().seat_env(seat), self.looking.seats.contains(&seat));
            for (_, field) in &plan.player_fields {
                let is_seen = match schema.seen_by(*field) {
                    SeenBy::All => true,
                    SeenBy::Owner => is_own,
                    SeenBy::Nobody => false,
                };
                let has = |at: u8| schema.counters[usize::from(at)].seats & 1 << seat.0 != 0;
                let is_there = !matches!(field, PlayerField::Counter(at) if !has(*at));
                self.push(if is_seen && is_there { env.player_value(seat, *field) } else { 0 });
            }
        }
    }

    pub fn flow(&mut self) {
        let (plan, world) = (self.plan, self.looking.world);
        let (state, schema) = (world.state(), &world.rules.schema);
        let levels = state.level_numbers.iter().copied().chain(std::iter::repeat(0));
        schema.levels.iter().zip(levels).for_each(|(_, n)| self.push(n.into()));
        if let Some(at) = state.phase.and_then(|phase| plan.phases.iter().position(|p| *p == phase)) {
            self.out[self.at + at] = 1.0;
        }
        self.at += plan.phases.len();
        let asked = self.looking.table.decisions().iter().find(|d| d.seat == self.seat).and_then(|d| d.window);
        let open = state.window();
        if let Some(window) = asked.or(open.map(|w| w.def)) {
            self.out[self.at + plan.window_names[window.index()]] = 1.0;
        }
        self.at += plan.windows.len();
        let about = open.and_then(|w| w.subject).and_then(|id| state.uses.iter().position(|u| u.id == id));
        self.push(open.map_or(0, |w| w.passes.into()));
        self.push(open.map_or(0, |w| world.game().passes_of(w).into()));
        self.index(about.map_or(0, |i| i + 1));
    }

    pub fn boards(&mut self) {
        let (plan, world) = (self.plan, self.looking.world);
        if plan.spaces.is_empty() {
            return;
        }
        let (state, schema) = (world.state(), &world.rules.schema);
        let env = world.game().table_env();
        let seen = self.looking.seen_areas();
        let areas: Vec<Option<Value>> = (0..schema.areas.len() as u8)
            .map(|i| seen.contains(&i).then(|| env.lookup(&Ref::head(Head::Area(i))).into_owned()))
            .collect();
        for space in &plan.spaces {
            let Some((first, _)) = plan.zone(space.kind.index(), self.seat, space.after) else {
                self.at += schema.space_counters.len() + areas.len();
                continue;
            };
            let zone = Zone(first.0 + space.place);
            for i in 0..schema.space_counters.len() {
                self.push(state.space_counters[zone.index() * schema.space_counters.len() + i]);
            }
            for area in &areas {
                self.flag(area.as_ref().is_some_and(|spaces| spaces.contains(&Value::Zone(zone))));
            }
        }
    }
}

/// The number of a text that a script makes. It comes after the numbers of the game's words; several texts may share one.
pub fn text_number(plan: &RowPlan, text: &str) -> usize {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    1 + plan.rules.schema.symbols.count() + (hash % TEXTS) as usize
}
