//! Plan: which columns the rows of a game have, found once.

use std::sync::Arc;

use super::actions::Actions;
use super::columns::{Column, ColumnKind, columns};
use super::sizes::{EncoderSizes, RecordRows, last_part};
use crate::catalog::TableLine;
use crate::error::Result;
use crate::kernel::Rules;
use crate::kernel::Seat;
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::schema::AttrBase;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AttrId, Zone, ZoneKind};
use crate::table::{Game, rules_for};

/// A kind of zone.
#[derive(Debug)]
pub struct ZonePlan {
    /// The number of cards of the zone that have columns; further ones are left out.
    pub rows: usize,
    /// The attributes of its cards that have a column: the place of the column, the attribute, and true if only cards
    /// that print it have it.
    pub attrs: Vec<(usize, AttrId, bool)>,
    /// The groups of statuses that are written even for the first status of the group, one bit for each group.
    pub enters: u8,
    /// True for each field of words that its cards show.
    pub words: Vec<bool>,
    /// True for each cost that its cards show.
    pub costs: Vec<bool>,
}

/// A zone of a seat, or a shared one.
#[derive(Debug)]
pub struct SeatedZone {
    /// The name of the zone in columns: behind `player0` for a zone of the person's own seat, `player1` for the next
    /// seat.
    pub name: String,
    /// The kind of zone, as an index.
    pub zone: usize,
    /// How many seats after the person's own its owner sits.
    pub after: u8,
}

/// A space of a board that has columns. The owner of the board is named by her distance from the person's own seat.
#[derive(Debug)]
pub struct SpacePlan {
    /// The name of the space.
    pub name: String,
    /// The kind of zone.
    pub kind: ZoneKind,
    /// How many seats after the person's own its owner sits.
    pub after: u8,
    /// The place of the space, from 0.
    pub place: u16,
}

/// The layout of the rows of a game: its rules, its sizes and its words.
#[derive(Debug)]
pub struct RowPlan {
    pub rules: Arc<Rules>,
    pub hash: String,
    pub players: u8,
    pub codes: u16,
    pub game_counters: Vec<(Sym, usize)>,
    pub player_fields: Vec<(Sym, PlayerField)>,
    /// The names of phases.
    pub phases: Vec<Sym>,
    /// The names of windows, each once. The next field is for each window of the rules the place of its name in this
    /// list.
    pub windows: Vec<Sym>,
    pub window_names: Vec<usize>,
    pub spaces: Vec<SpacePlan>,
    pub zones: Vec<ZonePlan>,
    /// The zones in the order in which a row has columns for them.
    pub seated: Vec<SeatedZone>,
    /// The number of columns of a card.
    pub card_width: usize,
    /// The attributes of cards that have a column.
    pub attrs: Vec<AttrId>,
    /// For each field of words, the number of its columns: the first words that a card has there, one in each.
    pub words: Vec<usize>,
    pub changes: usize,
    pub records: Vec<RecordRows>,
    pub uses: usize,
    pub targets: usize,
    pub actions: Actions,
    /// The names of the places that a card can have in a row: its zone and a number, `player0.hand.0`.
    pub places: Vec<String>,
    pub columns: Vec<Column>,
    /// 1 over the scale of each column.
    pub factors: Vec<f32>,
}

impl RowPlan {
    pub fn new(game: &Game, players: u8, codes: u16, sizes: &EncoderSizes) -> Result<RowPlan> {
        let rules = rules_for(game, players.into(), &[])?;
        let schema = &rules.schema;
        // A phase or window that stands in the flow twice is listed once.
        let (mut phases, mut windows): (Vec<Sym>, Vec<Sym>) = (Vec::new(), Vec::new());
        for phase in &schema.phases {
            if !phases.contains(phase) {
                phases.push(*phase);
            }
        }
        let place = |name: Sym, windows: &mut Vec<Sym>| {
            windows.iter().position(|w| *w == name).unwrap_or_else(|| {
                windows.push(name);
                windows.len() - 1
            })
        };
        let window_names = rules.windows.iter().map(|w| place(w.name, &mut windows)).collect();
        let counter = |name: &String| {
            let i = schema.game_counters.iter().position(|c| **rules.name(c.name) == **name)?;
            Some((schema.game_counters[i].name, i))
        };
        let is_number = |f: &PlayerField| matches!(f, PlayerField::Attr(_) | PlayerField::Counter(_));
        let (attrs, zones) = zones(game, &rules, sizes);
        let mut plan = RowPlan {
            hash: game.hash().to_string(),
            players,
            codes,
            game_counters: game.catalog.numbers.game.iter().filter_map(counter).collect(),
            player_fields: schema.player_fields.iter().filter(|(_, f)| is_number(f)).copied().collect(),
            phases,
            windows,
            window_names,
            spaces: spaces(&rules, players),
            zones,
            seated: seated_zones(&rules, players),
            card_width: 0,
            attrs,
            words: sizes.words.clone(),
            changes: sizes.changes,
            records: sizes.records.clone(),
            uses: sizes.uses,
            targets: sizes.targets,
            actions: Actions::new(&rules, players),
            places: Vec::new(),
            columns: Vec::new(),
            factors: Vec::new(),
            rules,
        };
        let rows =
            |zone: &SeatedZone| (0..plan.zones[zone.zone].rows).map(|at| format!("{}.{at}", zone.name)).collect();
        plan.places = plan.seated.iter().flat_map(|zone| -> Vec<String> { rows(zone) }).collect();
        plan.card_width = plan.card_columns();
        plan.columns = columns(&plan);
        plan.factors = vec![1.0; plan.columns.len()];
        Ok(plan)
    }

    /// Sets the scale of each column of numbers to the greatest number seen in columns with the same last part of the
    /// name.
    pub fn scale_by(&mut self, greatest: &std::collections::BTreeMap<String, f32>) {
        for (column, factor) in self.columns.iter_mut().zip(&mut self.factors) {
            if column.kind == ColumnKind::Number
                && let Some(most) = greatest.get(last_part(&column.name)).filter(|most| **most > 1.0)
            {
                (column.scale, *factor) = (*most, 1.0 / most);
            }
        }
    }

    /// The cost fields of cards that have columns: none if nothing in the game changes costs, because the definition of
    /// a card implies its printed costs.
    pub fn costs(&self) -> &[Sym] {
        if self.rules.static_costs { &self.rules.schema.costs } else { &[] }
    }

    /// True if cards may lie face down and be other cards.
    pub fn has_masks(&self) -> bool {
        self.rules.masks.iter().any(Option::is_some)
    }

    fn card_columns(&self) -> usize {
        let schema = &self.rules.schema;
        let statuses: usize = schema.statuses.iter().map(|(_, values)| values.len()).sum();
        let words: usize = self.words.iter().sum();
        let masks = if self.has_masks() { 2 } else { 0 };
        let costs = self.costs().len() * schema.pips.len();
        super::row::CARD + self.attrs.len() + words + costs + statuses + self.changes * super::row::CHANGE + masks
    }

    /// The first space of a zone, and its owner, who sits `after` seats after this one; `None`: the owner has no such
    /// zone.
    pub fn zone(&self, kind: usize, seat: Seat, after: u8) -> Option<(Zone, Seat)> {
        let (schema, kind) = (&self.rules.schema, ZoneKind::of(kind));
        let owner = if schema.zones[kind.index()].per_player { self.seat_after(seat, after) } else { Seat(0) };
        (schema.zones[kind.index()].seats & 1 << owner.0 != 0).then(|| (schema.zone(kind, owner), owner))
    }

    /// The seat that sits so many seats after another.
    pub fn seat_after(&self, seat: Seat, after: u8) -> Seat {
        Seat((seat.0 + after) % self.players)
    }
}

fn seated_zones(rules: &Rules, players: u8) -> Vec<SeatedZone> {
    let mut out = Vec::new();
    for (zone, def) in rules.schema.zones.iter().enumerate() {
        let name = rules.name(def.name);
        for after in 0..if def.per_player { players } else { 1 } {
            let name = if def.per_player { format!("player{after}.{name}") } else { name.to_string() };
            out.push(SeatedZone { name, zone, after });
        }
    }
    out
}

/// The attributes of cards that get a column, a computed one only where the table shows it; and a plan for each kind of
/// zone.
fn zones(game: &Game, rules: &Rules, sizes: &EncoderSizes) -> (Vec<AttrId>, Vec<ZonePlan>) {
    let schema = &rules.schema;
    let shows = |zone: &str, field: &str| {
        let is_shown = |l: &TableLine| l.show.iter().any(|s| s == field) || l.sort.iter().any(|s| s.field == field);
        game.catalog.table.iter().any(|line| line.zone == zone && is_shown(line))
    };
    let mut attrs: Vec<AttrId> = Vec::new();
    let mut zones = Vec::new();
    for (kind, def) in schema.zones.iter().enumerate() {
        let has = |name: &Sym| def.only.as_ref().is_none_or(|only| only.contains(name));
        let mut of_zone = Vec::new();
        for (name, field) in schema.card_fields.iter().filter(|(name, _)| has(name)) {
            let CardField::Attr(attr) = field else { continue };
            let base = &schema.attrs[attr.index()].base;
            if matches!(base, AttrBase::Amount(_)) && !shows(rules.name(def.name), rules.name(*name)) {
                continue;
            }
            let at = attrs.iter().position(|a| a == attr).unwrap_or_else(|| {
                attrs.push(*attr);
                attrs.len() - 1
            });
            of_zone.push((super::row::CARD + at, *attr, base.printed().is_some()));
        }
        zones.push(ZonePlan {
            rows: sizes.zones.get(kind).copied().unwrap_or(0),
            attrs: of_zone,
            enters: def.enters.iter().fold(0, |groups, status| groups | 1 << status.group()),
            words: schema.words.iter().map(|field| has(&field.name)).collect(),
            costs: schema.costs.iter().map(has).collect(),
        });
    }
    (attrs, zones)
}

/// The spaces of boards for which a row has columns; none in a game without counters of spaces and without areas.
fn spaces(rules: &Rules, players: u8) -> Vec<SpacePlan> {
    let schema = &rules.schema;
    let mut out = Vec::new();
    if schema.space_counters.is_empty() && schema.areas.is_empty() {
        return out;
    }
    for board in &schema.boards {
        let def = &schema.zones[board.kind.index()];
        for after in 0..if def.per_player { players } else { 1 } {
            for place in 0..def.spaces {
                let (x, y) = board.board.position(place);
                let name = format!("{} {x},{y}", rules.name(def.name));
                let name = if def.per_player { format!("player{after}.{name}") } else { name };
                out.push(SpacePlan { name, kind: board.kind, after, place });
            }
        }
    }
    out
}
