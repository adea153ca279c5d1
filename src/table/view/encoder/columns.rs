//! Columns: the name, the kind and the scale of each number of a row.

use super::plan::{RowPlan, SeatedZone};
use super::row;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;

/// What a number of a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// An amount, or 1 for yes.
    Number,
    /// A card by its definition: a place among [`Encoder::cards`](super::Encoder::cards).
    Card,
    /// A word: a place among [`Encoder::words`](super::Encoder::words).
    Word,
    /// The zone or space of a card: a place among [`Encoder::places`](super::Encoder::places).
    Place,
    /// A player, counted from 1, which is the person's own seat; 0: nobody.
    Seat,
    /// The action of a code: a place among [`Encoder::actions`](super::Encoder::actions).
    Action,
}

/// A number of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name of the column: where it belongs and what it says, with points between.
    pub name: String,
    /// The kind of the number.
    pub kind: ColumnKind,
    /// The number by which [`Encoder::scale`](super::Encoder::scale) divides it.
    pub scale: f32,
}

/// True if players may be asked about the replacement of an event: the event then has columns.
pub fn has_replacements(rules: &Rules) -> bool {
    rules.replaced.iter().any(|is_replaced| *is_replaced)
}

/// The columns of one value of any type: a value fills those of its type, and leaves 0 in the others.
pub const VALUE: [(&str, ColumnKind); row::VALUE] = [
    ("number", ColumnKind::Number),
    ("card", ColumnKind::Card),
    ("place", ColumnKind::Place),
    ("word", ColumnKind::Word),
    ("seat", ColumnKind::Seat),
];

/// The columns of one change of a card.
const CHANGE: [(&str, ColumnKind); row::CHANGE] = [
    ("way", ColumnKind::Number),
    ("card", ColumnKind::Card),
    ("word", ColumnKind::Word),
    ("seat", ColumnKind::Seat),
    ("from", ColumnKind::Card),
];

/// The columns of one code.
const CODE: [(&str, ColumnKind); row::CODE] = [
    ("options", ColumnKind::Number),
    ("taken", ColumnKind::Number),
    ("number", ColumnKind::Number),
    ("card", ColumnKind::Card),
    ("place", ColumnKind::Place),
    ("word", ColumnKind::Word),
    ("seat", ColumnKind::Seat),
    ("to", ColumnKind::Number),
    ("to_card", ColumnKind::Card),
    ("to_place", ColumnKind::Place),
    ("action", ColumnKind::Action),
];

/// The columns of a plan, in the order in which a row is written.
pub fn columns(plan: &RowPlan) -> Vec<Column> {
    let mut names = ColumnNames { plan, columns: Vec::new() };
    names.game();
    names.zones();
    names.open();
    names.codes();
    names.columns
}

struct ColumnNames<'a> {
    plan: &'a RowPlan,
    columns: Vec<Column>,
}

impl ColumnNames<'_> {
    fn add(&mut self, of: &str, name: &str, kind: ColumnKind) {
        self.columns.push(Column { name: format!("{of}.{name}"), kind, scale: 1.0 });
    }

    fn numbers<'n>(&mut self, of: &str, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| self.add(of, name, ColumnKind::Number));
    }

    fn parts(&mut self, of: &str, parts: &[(&str, ColumnKind)]) {
        parts.iter().for_each(|(name, kind)| self.add(of, name, *kind));
    }

    fn name(&self, sym: Sym) -> String {
        self.plan.rules.name(sym).to_string()
    }

    fn named(&mut self, of: &str, syms: &[Sym]) {
        let names: Vec<String> = syms.iter().map(|sym| self.name(*sym)).collect();
        self.numbers(of, names.iter().map(String::as_str));
    }

    fn game(&mut self) {
        let plan = self.plan;
        self.numbers("game", ["seat", "is_over", "left_out"]);
        self.named("game", &plan.game_counters.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for seat in 0..plan.players {
            let of = format!("player{seat}");
            self.numbers(&of, ["is_active", "is_asked", "is_out", "has_won", "wins"]);
            self.named(&of, &plan.player_fields.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
        self.named("level", &plan.rules.schema.levels);
        self.named("phase", &plan.phases);
        self.named("window", &plan.windows);
        self.numbers("window", ["passes", "closes_after", "about"]);
        for space in &plan.spaces {
            self.named(&space.name, &plan.rules.schema.space_counters.iter().map(|c| c.name).collect::<Vec<_>>());
            self.named(&space.name, &plan.rules.schema.areas.iter().map(|a| a.name).collect::<Vec<_>>());
        }
    }

    fn zones(&mut self) {
        let plan = self.plan;
        for SeatedZone { name, zone, .. } in &plan.seated {
            self.numbers(name, ["seen", "unknown"]);
            for at in 0..plan.zones[*zone].rows {
                self.card(&format!("{name}.{at}"));
            }
        }
    }

    fn card(&mut self, of: &str) {
        let plan = self.plan;
        let schema = &plan.rules.schema;
        self.add(of, "card", ColumnKind::Card);
        self.numbers(of, ["equal_cards", "slot"]);
        self.add(of, "owner", ColumnKind::Seat);
        self.add(of, "host", ColumnKind::Place);
        self.named(of, &plan.attrs.iter().map(|attr| schema.attrs[attr.index()].name).collect::<Vec<_>>());
        for (slot, n) in plan.words.iter().enumerate() {
            for at in 0..*n {
                let name = self.name(schema.words[slot].name);
                self.add(of, &format!("{name}.{at}"), ColumnKind::Word);
            }
        }
        for cost in plan.costs() {
            let (cost, pips) = (self.name(*cost), schema.pips.iter().map(|(name, _)| self.name(*name)));
            let pips: Vec<String> = pips.map(|pip| format!("{cost}.{pip}")).collect();
            self.numbers(of, pips.iter().map(String::as_str));
        }
        for (_, statuses) in &schema.statuses {
            self.named(of, statuses);
        }
        for at in 0..plan.changes {
            self.parts(&format!("{of}.change{at}"), &CHANGE);
        }
        if plan.has_masks() {
            self.numbers(of, ["is_face_down"]);
            self.add(of, "in_truth", ColumnKind::Card);
        }
    }

    fn open(&mut self) {
        let plan = self.plan;
        for (kind, rows) in plan.records.iter().enumerate() {
            let def = &plan.rules.schema.records[kind];
            for at in 0..rows.rows {
                let of = format!("{}{at}", self.name(def.name));
                self.numbers(&of, ["is_open"]);
                for ((field, what), n) in def.fields.iter().zip(&rows.items) {
                    for item in 0..*n {
                        let name = self.name(*field);
                        self.parts(&format!("{of}.{name}.{item}"), parts_of(*what));
                    }
                }
            }
        }
        for at in 0..plan.uses {
            let of = format!("use{at}");
            self.add(&of, "user", ColumnKind::Seat);
            self.numbers(&of, ["is_cancelled", "is_trigger", "is_copy", "replies_to"]);
            self.parts(&of, &VALUE);
            for target in 0..plan.targets {
                self.parts(&format!("{of}.target{target}"), &VALUE);
            }
        }
    }

    fn codes(&mut self) {
        let kinds = row::KINDS.iter().map(|(name, _)| *name);
        self.numbers("decision", kinds.chain(["least", "most", "taken"]));
        for name in ["card", "by"] {
            self.add("decision", name, ColumnKind::Card);
        }
        for name in ["ability", "about", "why", "rule"] {
            self.add("decision", name, ColumnKind::Word);
        }
        if has_replacements(&self.plan.rules) {
            self.add("decision", "event", ColumnKind::Word);
            self.parts("decision.subject", &VALUE);
            self.parts("decision.object", &VALUE);
        }
        let pips: Vec<String> = self.plan.rules.schema.pips.iter().map(|(name, _)| self.name(*name)).collect();
        self.numbers("decision.price", pips.iter().map(String::as_str));
        for code in 0..=self.plan.codes {
            self.parts(&format!("code{code}"), &CODE);
        }
    }
}

/// The columns of one value in a field of a record. A record within a record has rows of its own.
pub fn parts_of(field: RecordField) -> &'static [(&'static str, ColumnKind)] {
    match field {
        RecordField::Player | RecordField::Players => &VALUE[4..5],
        RecordField::Word => &VALUE[3..4],
        RecordField::Int => &VALUE[..1],
        RecordField::Card | RecordField::Cards(_) | RecordField::Stays => &VALUE[1..3],
        RecordField::Records(_) => &[],
        RecordField::Spaces | RecordField::Any => &VALUE,
    }
}
