//! Boards in filters: tests of spaces in rows and columns, and of areas.

use crate::kernel::model::board::{Cell, Mask};
use crate::kernel::model::board_filters::{BoardDef, Near, OnBoard};
use crate::kernel::model::value::{Card, Value, Zone};
use crate::kernel::read::evaluation_env::Env;

/// A space that lies on a board, with the board and the place there.
#[derive(Clone, Copy)]
pub struct OnSpace<'a> {
    /// The number of the board.
    pub number: usize,
    /// The board.
    pub def: &'a BoardDef,
    /// The first space of the zone.
    pub first: Zone,
    /// The place of the space among the spaces of its zone, from 0.
    pub place: u16,
}

impl OnSpace<'_> {
    /// The space at a place of the same board.
    pub fn space(&self, place: u16) -> Zone {
        Zone(self.first.0 + place)
    }

    /// The spaces of a mask, in order.
    pub fn spaces(&self, mask: Mask) -> Vec<Value> {
        let on = |p: &u16| mask & 1 << *p != 0;
        (0..self.def.board.spaces()).filter(on).map(|p| Value::Zone(self.space(p))).collect()
    }
}

impl<'a> Env<'a> {
    /// The board on which a space lies, and its place there; `None` if its zone is no board.
    pub fn on_board(&self, space: Zone) -> Option<OnSpace<'a>> {
        let schema = &self.rules.schema;
        let laid = schema.layout.get(space.index())?;
        let number = schema.zones[laid.kind.index()].board? as usize;
        Some(OnSpace { number, def: &schema.boards[number], first: Zone(space.0 - laid.place), place: laid.place })
    }

    /// The space that a value stands for: the space itself, or the one in which a card lies.
    pub fn space_of(&self, value: &Value) -> Option<Zone> {
        match value {
            Value::Zone(zone) => Some(*zone),
            other => other.card().map(|c| self.state.card(c).zone),
        }
    }

    /// The direction in which a card faces.
    pub fn card_facing(&self, def: &BoardDef, card: Card) -> Option<u8> {
        def.facing.map(|group| self.state.card(card).statuses[group as usize])
    }

    /// The direction that a value names: a status, a word, or a card with a facing.
    pub fn direction_of(&self, def: &BoardDef, value: &Value) -> Option<u8> {
        let group = def.facing?;
        let n = match value {
            Value::Status(s) if s.group() == group as usize => s.value(),
            Value::Word(w) => self.rules.schema.statuses[group as usize].1.iter().position(|v| v == w)? as u8,
            Value::Card(card) => self.card_facing(def, *card)?,
            _ => return None,
        };
        (n < def.board.directions()).then_some(n)
    }

    /// The spaces that cells cover: those printed on a card, or a list of pairs.
    pub fn cover(&self, cells: &Value, at: OnSpace, direction: u8) -> Mask {
        match cells {
            Value::Cells(def, slot) => {
                let set = &self.rules.defs[def.index()].cells[*slot as usize];
                set.mask(at.number, at.def.board.spaces(), at.place, direction)
            }
            Value::List(list) if list.iter().any(|v| matches!(v, Value::Cells(..))) => {
                list.iter().fold(0, |mask, v| mask | self.cover(v, at, direction))
            }
            other => at.def.board.cover(&cells_in(other), at.place, direction),
        }
    }

    pub(super) fn each_near(&self, near: &Near, f: &mut impl FnMut(&Value)) {
        match near {
            Near::Ref(r) => self.lookup(r).items().iter().for_each(f),
            Near::Cards(sel) => self.each_candidate(sel, &mut |v| f(&v)),
            Near::Spaces(_) => {}
        }
    }

    /// True if a space matches a test of spaces of a board.
    pub(in crate::kernel) fn board_matches(&self, test: &OnBoard, space: Zone) -> bool {
        let Some(at) = self.on_board(space) else { return false };
        let board = &at.def.board;
        // True if `holds` is true for one of these objects on the board of `space`.
        let any = |near: &Near, holds: &dyn Fn(OnSpace<'a>, &Value) -> bool| {
            let mut found = false;
            self.each_near(near, &mut |v| {
                let other = self.space_of(v).and_then(|z| self.on_board(z));
                found = found || other.is_some_and(|o| o.first == at.first && holds(o, v));
            });
            found
        };
        match test {
            OnBoard::Mark(marks) => {
                at.def.marks.iter().any(|(name, places)| marks.contains(name) && places.contains(&at.place))
            }
            OnBoard::NextTo(Near::Spaces(f)) => {
                let around = board.neighbours(at.place);
                at.spaces(around).iter().any(|v| matches!(v, Value::Zone(z) if self.space_matches(f, *z)))
            }
            OnBoard::NextTo(near) => any(near, &|o, _| board.neighbours(o.place) & 1 << at.place != 0),
            OnBoard::Ahead(near, n) => any(near, &|o, v| {
                let facing = v.card().and_then(|c| self.card_facing(o.def, c));
                facing.is_some_and(|d| board.step(o.place, d, *n) == Some(at.place))
            }),
            OnBoard::Distance(near, cmp, n) => {
                any(near, &|o, _| cmp.holds(board.distance(o.place, at.place) as i64, self.amount(n)))
            }
            OnBoard::Covered { cells, from, facing } => {
                let cells = self.lookup(cells);
                let given = facing.as_ref().map(|r| self.lookup(r).into_owned());
                any(from, &|o, _| {
                    let covers = |d: u8| self.cover(&cells, o, d) & 1 << at.place != 0;
                    match &given {
                        Some(value) => self.direction_of(o.def, value).is_some_and(covers),
                        None => (0..board.directions()).any(covers),
                    }
                })
            }
        }
    }

    /// The spaces that an area of the manifest, given by its number, covers now.
    pub(in crate::kernel) fn area(&self, number: u8) -> Value {
        let Some(env) = self.deeper() else { return Value::Nil };
        let area = &self.rules.schema.areas[number as usize];
        let nothing = Value::NONE;
        if area.when.as_ref().is_some_and(|c| !env.holds(c)) {
            return nothing;
        }
        let from = env.lookup(&area.from).into_owned();
        let Some(at) = env.space_of(&from).and_then(|z| env.on_board(z)) else { return nothing };
        let given = area.facing.as_ref().map(|r| env.lookup(r).into_owned()).filter(|v| *v != Value::Nil);
        let direction = match given {
            Some(value) => env.direction_of(at.def, &value),
            None => from.card().and_then(|c| env.card_facing(at.def, c)).or(Some(0)),
        };
        let Some(direction) = direction else { return nothing };
        let mut mask = env.cover(&env.lookup(&area.cells), at, direction);
        if let Some(without) = &area.without {
            for v in env.lookup(without).items() {
                if let Some(o) = env.space_of(v).and_then(|z| env.on_board(z)).filter(|o| o.first == at.first) {
                    mask &= !(1 << o.place);
                }
            }
        }
        at.spaces(mask).into()
    }
}

/// Cells written as a list of pairs.
fn cells_in(value: &Value) -> Vec<Cell> {
    let pair = |v: &Value| match v.items() {
        [Value::Int(x), Value::Int(y)] => Some(((*x).clamp(-128, 128) as i16, (*y).clamp(-128, 128) as i16)),
        _ => None,
    };
    value.items().iter().filter_map(pair).collect()
}
