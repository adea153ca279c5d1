//! View: what one person may see of a game, as an allow-list.
//!
//! A person plays one seat, several, or none and only watches. What is not put into a view is not
//! seen: a hidden card is a part of a number, without its name, its place or its statuses, and a
//! decision is known to others only by who is asked and in which window.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::Table;
use crate::kernel::filter::CardField;
use crate::kernel::filter::parse::describe;
use crate::kernel::log::{Line, LogLine};
use crate::kernel::rules::{AttrBase, CostPart, Protocol, SeenBy, event};
use crate::kernel::show::Reader;
use crate::kernel::state::{Outcome, Role, Use};
use crate::kernel::value::{UseId, Zone, ZoneKind};
use crate::kernel::window::Window;
use crate::kernel::{Card, Choice, Decision, Kind, PickRule, Seat, Value, World};

/// What a person sees of a game.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The title of the game.
    pub title: String,
    /// Everybody at the table, in the order of seats.
    pub seats: Vec<SeatView>,
    /// All zones, those of one kind together in the order of seats.
    pub zones: Vec<ZoneView>,
    /// Open records, the innermost last.
    pub records: Vec<RecordView>,
    /// Uses that are not finished, the latest last.
    pub uses: Vec<UseView>,
    /// Levels that were entered, with their number from 1: `turn` 5.
    pub levels: Vec<(String, u32)>,
    /// The phase.
    pub phase: Option<String>,
    /// Whose turn it is, from 0.
    pub active: u8,
    /// The innermost open window.
    pub window: Option<WindowView>,
    /// Who is asked.
    pub asked: Vec<AskedView>,
    /// The person's own decisions, in full.
    pub decisions: Vec<DecisionView>,
    /// How the game ended, in words; `None`: it goes on.
    pub outcome: Option<String>,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// The name of who plays it.
    pub name: String,
    /// Whether the person who looks plays it.
    pub is_own: bool,
    /// Its counters and attributes, by name.
    pub fields: Map<String, Json>,
}

/// A zone.
#[derive(Clone, Debug, Serialize)]
pub struct ZoneView {
    /// The kind of zone.
    pub name: String,
    /// Whose it is, from 0; `None`: it is shared.
    pub seat: Option<u8>,
    /// The cards that the person sees: in order where all see the zone, else by name.
    pub cards: Vec<CardView>,
    /// How many more there are.
    pub unknown: usize,
}

/// A card that the person sees.
#[derive(Clone, Debug, Serialize)]
pub struct CardView {
    /// Its number in this game.
    #[serde(serialize_with = "card_number")]
    pub card: Card,
    /// The id of its definition.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its fields as they are now; those a zone does not show are left out.
    pub fields: Map<String, Json>,
    /// Its statuses, in the order of groups.
    pub statuses: Vec<String>,
}

/// A record of the game.
#[derive(Clone, Debug, Serialize)]
pub struct RecordView {
    /// What it is.
    pub name: String,
    /// Its fields, each in words.
    pub fields: Vec<(String, String)>,
}

/// A use that is not finished.
#[derive(Clone, Debug, Serialize)]
pub struct UseView {
    /// Who uses it, from 0.
    pub user: u8,
    /// What is used, on what, in reply to what.
    pub text: String,
    /// Whether it was cancelled.
    pub is_cancelled: bool,
    /// Whether nobody declared it: it triggered.
    pub is_trigger: bool,
}

/// An open window.
#[derive(Clone, Debug, Serialize)]
pub struct WindowView {
    /// Its name.
    pub name: String,
    /// How it asks.
    #[serde(serialize_with = "protocol_name")]
    pub protocol: Protocol,
    /// The use it is about.
    pub about: Option<UseView>,
    /// Passes in a row.
    pub passes: u8,
    /// So many close it.
    pub closes_after: u8,
}

/// That somebody is asked.
#[derive(Clone, Debug, Serialize)]
pub struct AskedView {
    /// Who, from 0.
    pub seat: u8,
    /// In which window; `None`: by an effect.
    pub window: Option<String>,
}

/// A decision of the person who looks.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionView {
    /// For which seat, from 0.
    pub seat: u8,
    /// In which window; `None`: an effect asks.
    pub window: Option<String>,
    /// What is asked, and about what.
    pub prompt: String,
    /// `act`, `pick`, `order` or `number`.
    pub kind: &'static str,
    /// The least number, or how many must be chosen.
    pub least: i64,
    /// The greatest number, or how many may be chosen.
    pub most: i64,
    /// Whether one may pass.
    pub may_pass: bool,
    /// What must hold for what is chosen, in words; empty: nothing more.
    pub rule: String,
    /// What may be chosen.
    pub options: Vec<OptionView>,
}

/// Something that may be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct OptionView {
    /// In words.
    pub text: String,
    /// The card it is or is about, if the person sees it.
    #[serde(serialize_with = "maybe_card", skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// What it costs, in words; empty: nothing.
    pub cost: String,
}

fn card_number<S: Serializer>(card: &Card, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_u16(card.0)
}

fn maybe_card<S: Serializer>(card: &Option<Card>, s: S) -> Result<S::Ok, S::Error> {
    card.map(|c| c.0).serialize(s)
}

fn protocol_name<S: Serializer>(protocol: &Protocol, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(&format!("{protocol:?}").to_lowercase())
}

/// A line of the transcript as a seat may read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TranscriptLine {
    /// The line, indented by how deep it is nested.
    pub text: String,
    /// Whether it only says what the lines around it say too, or what can be seen: passes, phases,
    /// costs, cards on their way through a shared zone, statuses that the rules change.
    pub is_minor: bool,
}

/// The transcript as a seat may read it.
pub fn transcript_for(table: &Table, seat: Seat) -> Vec<TranscriptLine> {
    let world = table.world();
    let reader = Reader { names: table.names(), eyes: Some(seat) };
    let line = |line: &LogLine| {
        Some(TranscriptLine { text: world.show_line(line, reader)?, is_minor: is_minor(world, &line.line) })
    };
    world.log.lines.iter().filter_map(line).collect()
}

fn is_minor(world: &World, line: &Line) -> bool {
    match line {
        Line::Passed(..) | Line::NotAsked(..) | Line::Phase(_) => true,
        Line::Event(e) if e.role == Role::Cost => true,
        Line::Event(e) if e.kind == event::STATUS => e.role == Role::Rule,
        Line::Event(e) if e.kind == event::MOVED => {
            let is_shared = |v: &Value| matches!(v, Value::Zone(z) if world.rules.schema.zone_owner(*z).is_none());
            e.fields[1..3].iter().any(is_shared)
        }
        _ => false,
    }
}

impl View {
    /// What the person who plays these seats sees; with no seats: what everybody sees.
    pub fn new(table: &Table, seats: &[Seat]) -> View {
        let looking = Looking { table, world: table.world(), seats };
        let (state, rules) = (&looking.world.state, &looking.world.rules);
        let asked = |d: &Decision| AskedView { seat: d.seat.0, window: looking.window_name(d) };
        let own = |d: &&Decision| seats.contains(&d.seat);
        let levels = rules.schema.levels.iter().zip(&state.level_numbers).filter(|(_, n)| **n > 0);
        View {
            title: rules.schema.title.to_string(),
            seats: (0..rules.schema.seats).map(|s| looking.seat(Seat(s))).collect(),
            zones: (0..state.zones.len()).map(|i| Zone(i as u16)).filter_map(|z| looking.zone(z)).collect(),
            records: state.records.iter().map(|r| looking.record(r)).collect(),
            uses: state.uses.iter().map(|u| looking.use_(u)).collect(),
            levels: levels.map(|(name, n)| (rules.name(*name).to_string(), *n)).collect(),
            phase: state.phase.map(|p| rules.name(p).to_string()),
            active: state.active.0,
            window: state.window().map(|w| looking.window(w)),
            asked: table.decisions().iter().map(asked).collect(),
            decisions: table.decisions().iter().filter(own).map(|d| looking.decision(d)).collect(),
            outcome: state.outcome.filter(|_| state.over).map(|o| outcome(table, o)),
        }
    }

    /// A zone by its name; `seat`, from 0, counts for zones that each player has.
    pub fn zone(&self, seat: Seat, name: &str) -> Option<&ZoneView> {
        self.zones.iter().find(|z| z.name == name && z.seat.is_none_or(|s| s == seat.0))
    }

    /// A card that the person sees.
    pub fn card(&self, card: Card) -> Option<(&ZoneView, &CardView)> {
        self.zones.iter().find_map(|z| z.cards.iter().find(|c| c.card == card).map(|c| (z, c)))
    }
}

fn outcome(table: &Table, outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(seat) => format!("{} wins", table.names()[seat.index()]),
        Outcome::Draw => "the game is a draw".into(),
        Outcome::Aborted => "the game could not go on".into(),
    }
}

/// Who looks at what.
struct Looking<'a> {
    table: &'a Table,
    world: &'a World,
    seats: &'a [Seat],
}

impl Looking<'_> {
    fn name(&self, sym: crate::kernel::sym::Sym) -> String {
        self.world.rules.name(sym).to_string()
    }

    fn sees(&self, card: Card) -> bool {
        let sees = |seat: &Seat| self.world.state.sees(&self.world.rules, *seat, card);
        match self.seats {
            // Who only watches sees what nobody is kept from.
            [] => (0..self.world.rules.schema.seats).all(|s| sees(&Seat(s))),
            seats => seats.iter().any(sees),
        }
    }

    /// A value in words, without the names of hidden cards.
    fn text(&self, value: &Value) -> String {
        match value {
            Value::Card(card) if !self.sees(*card) => "a card".into(),
            Value::List(list) => list.iter().map(|v| self.text(v)).collect::<Vec<_>>().join(", "),
            Value::Use(id) if self.world.state.use_(*id).and_then(|u| u.card).is_some_and(|c| !self.sees(c)) => {
                "a card".into()
            }
            other => self.world.show_to(other, Reader { names: self.table.names(), eyes: None }),
        }
    }

    fn seat(&self, seat: Seat) -> SeatView {
        let env = self.world.seat_env(seat);
        let mut fields = Map::new();
        for (name, field) in &self.world.rules.schema.player_fields {
            use crate::kernel::filter::PlayerField::{Attr, Counter};
            if matches!(field, Attr(_) | Counter(_)) {
                fields.insert(self.name(*name), json!(env.player_value(seat, *field).int()));
            }
        }
        SeatView { name: self.table.names()[seat.index()].clone(), is_own: self.seats.contains(&seat), fields }
    }

    /// `None` for numbers that no zone has: those of a shared zone beyond its first.
    fn zone(&self, zone: Zone) -> Option<ZoneView> {
        let schema = &self.world.rules.schema;
        let kind = schema.kind_of(zone);
        let def = &schema.zones[kind.index()];
        let seat = schema.zone_owner(zone);
        if schema.zone(kind, seat.unwrap_or_default()) != zone {
            return None;
        }
        let all = self.world.state.zone(zone);
        let mut cards: Vec<CardView> = all.iter().filter(|c| self.sees(**c)).map(|c| self.card(*c, kind)).collect();
        // Who knows a card of a zone that is hidden from her does not know where in it the card is.
        let open =
            def.seen_by == SeenBy::All || def.seen_by == SeenBy::Owner && seat.is_some_and(|s| self.seats.contains(&s));
        if !open {
            cards.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
        }
        let unknown = all.len() - cards.len();
        Some(ZoneView { name: self.name(def.name), seat: seat.map(|s| s.0), cards, unknown })
    }

    fn card(&self, card: Card, kind: ZoneKind) -> CardView {
        let rules = &self.world.rules;
        let state = self.world.state.card(card);
        let def = &rules.defs[state.def.index()];
        let zone = &rules.schema.zones[kind.index()];
        let mut fields = Map::new();
        for (name, field) in &rules.schema.card_fields {
            if zone.only.as_ref().is_some_and(|only| !only.contains(name)) {
                continue;
            }
            if let Some(value) = self.field(card, *field, &self.name(*name), &self.name(zone.name)) {
                fields.insert(self.name(*name), value);
            }
        }
        let word =
            |s: &crate::kernel::value::Status| rules.schema.statuses[s.group()].1[state.statuses[s.group()] as usize];
        let statuses = zone.enters.iter().map(|s| self.name(word(s))).collect();
        CardView { card, id: self.name(def.id), name: self.name(def.name), fields, statuses }
    }

    /// A field that says something about a card; computed ones only where the table shows them.
    fn field(&self, card: Card, field: CardField, name: &str, zone: &str) -> Option<Json> {
        let rules = &self.world.rules;
        let value = || self.world.seat_env(Seat(0)).card_value(card, field);
        let table = &self.table.engine().catalog.table;
        let shown = table.iter().any(|l| l.zone == zone && l.show.iter().any(|s| s == name));
        match field {
            CardField::Attr(attr) => {
                let printed = matches!(rules.schema.attrs[attr.index()].base, AttrBase::Printed(_));
                let n = if printed || shown { value().int()? } else { 0 };
                (n != 0 || shown).then(|| json!(n))
            }
            CardField::Words(slot) => {
                // Where the printed name is one of the words, it alone says nothing new.
                let bare = rules.schema.words[slot as usize].with_name as usize;
                let words: Vec<String> = value().items().iter().map(|v| self.world.show(v)).collect();
                (words.len() > bare).then(|| json!(words))
            }
            CardField::Cost(slot) => {
                let cost = &rules.defs[self.world.state.card(card).def.index()].costs[slot as usize];
                cost.iter().any(|n| *n > 0).then(|| json!(self.world.show_cost(cost)))
            }
            _ => None,
        }
    }

    fn record(&self, record: &crate::kernel::state::Record) -> RecordView {
        let def = &self.world.rules.schema.records[record.kind.index()];
        let fields = def.fields.iter().zip(&record.fields).map(|((name, _), v)| (self.name(*name), self.text(v)));
        RecordView { name: self.name(def.name), fields: fields.collect() }
    }

    fn use_(&self, use_: &Use) -> UseView {
        let hidden = use_.card.is_some_and(|c| !self.sees(c));
        let reader = Reader { names: self.table.names(), eyes: None };
        let mut text = match (hidden, use_.kind) {
            (true, _) => "a card".into(),
            (false, Some(_)) => self.world.show_choice(Choice { ability: use_.ability, card: use_.card }, reader),
            (false, None) => self.world.show_ability(use_.ability),
        };
        let on: Vec<String> = use_.targets.iter().filter(|t| t.is_true()).map(|t| self.text(t)).collect();
        if !on.is_empty() {
            text += &format!(" on {}", on.join(" with "));
        }
        if let Some(id) = use_.reply_to {
            text += &format!(", in reply to {}", self.text(&Value::Use(id)));
        }
        UseView { user: use_.user.0, text, is_cancelled: use_.cancelled, is_trigger: use_.kind.is_none() }
    }

    fn window(&self, window: &Window) -> WindowView {
        let def = &self.world.rules.windows[window.def.index()];
        WindowView {
            name: self.name(def.name),
            protocol: def.protocol,
            about: window.subject.and_then(|id| self.world.state.use_(id)).map(|u| self.use_(u)),
            passes: window.passes,
            closes_after: def.passes,
        }
    }

    fn window_name(&self, decision: &Decision) -> Option<String> {
        decision.window.map(|w| self.name(self.world.rules.windows[w.index()].name))
    }

    fn decision(&self, decision: &Decision) -> DecisionView {
        let (kind, least, most, may_pass, options): (_, i64, i64, _, Vec<OptionView>) = match &decision.kind {
            Kind::Act { options, may_pass } => {
                ("act", 0, 1, *may_pass, options.iter().map(|c| self.choice(decision.seat, *c)).collect())
            }
            Kind::Pick { options, min, max, .. } => {
                let most = (*max).min(options.len() as u32);
                ("pick", *min as i64, most as i64, false, options.iter().map(|v| self.option(v)).collect())
            }
            Kind::Order(items) => {
                let n = items.len() as i64;
                ("order", n, n, false, items.iter().map(|v| self.option(v)).collect())
            }
            Kind::Number(low, high) => ("number", *low, *high, false, Vec::new()),
        };
        let rule = match &decision.kind {
            Kind::Pick { rule: PickRule::Pips(cost), .. } => format!("pay {}", self.world.show_cost(cost)),
            _ => String::new(),
        };
        let (window, prompt) = (self.window_name(decision), self.world.prompt(decision));
        DecisionView { seat: decision.seat.0, window, prompt, kind, least, most, may_pass, rule, options }
    }

    fn option(&self, value: &Value) -> OptionView {
        let card = value.card().filter(|c| self.sees(*c));
        OptionView { text: self.text(value), card, cost: String::new() }
    }

    fn choice(&self, seat: Seat, choice: Choice) -> OptionView {
        let text = self.world.show_choice(choice, Reader { names: self.table.names(), eyes: Some(seat) });
        OptionView { text, card: choice.card, cost: cost_of(self.world, seat, choice) }
    }
}

/// What using something costs, in words; empty: nothing.
fn cost_of(world: &World, seat: Seat, choice: Choice) -> String {
    let ability = &world.rules.abilities[choice.ability.index()];
    let draft = Use {
        id: UseId(0),
        ability: choice.ability,
        kind: ability.kind,
        card: choice.card,
        user: seat,
        targets: Vec::new(),
        paid: Vec::new(),
        x: 0,
        reply_to: None,
        dest: None,
        cancelled: false,
        event: None,
    };
    let kind = ability.kind.map_or(&[][..], |k| &world.rules.uses[k.index()].cost);
    let mut parts = Vec::new();
    for part in kind.iter().chain(&ability.cost) {
        match part {
            CostPart::Pips(pips) => {
                let cost = world.pips(&draft, pips);
                if cost.iter().any(|n| *n > 0) {
                    parts.push(world.show_cost(&cost));
                }
            }
            CostPart::Cards { what, .. } => {
                let n = world.seat_env(seat).amount(&what.min);
                parts.push(format!("{n} {}", describe(&world.rules, &what.filter)));
            }
        }
    }
    parts.join(" and ")
}
