//! Boards, areas and orders of players, compiled from a manifest; cells printed on cards.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::places::BoardKeys;
use super::keys::places::{AreaKeys, OrderKeys};
use super::limits::slot;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::board::{Board, Cell, Grid, MAX_SPACES};
use crate::kernel::model::board_filters::{AreaDef, BoardDef};
use crate::kernel::model::lang::{OrderDef, Ref};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Compiles the board of a zone, and returns its index among the boards: `{ rows: 5, columns: 5, wrap: true,
    /// facing: GROUP, marks: { a: [[1, 4]] } }`.
    pub(super) fn board(&mut self, kind: ZoneKind, node: &Node, problems: &mut Problems) -> Option<u8> {
        let said = BoardKeys::of(node);
        let grid = if said.grid == Some("hex") { Grid::Hex } else { Grid::Square };
        let (rows, columns) = (said.rows.unwrap_or(0), said.columns.unwrap_or(0));
        let spaces = rows.saturating_mul(columns);
        let size = |n: i64| u16::try_from(n).ok().filter(|_| (2..=MAX_SPACES as i64).contains(&spaces));
        let (Some(rows), Some(columns)) = (size(rows), size(columns)) else {
            let message =
                format!("a board has from 2 to {MAX_SPACES} spaces, this one has {rows} rows and {columns} columns");
            problems.error("too_many", &node.span, message).help("`rows` and `columns` say how many");
            return None;
        };
        let board = Board { grid, rows, columns, wrap: said.wrap };
        let facing = said.facing.and_then(|n| self.facing(&board, n, problems));
        let mut marks = Vec::new();
        for (key, places) in said.marks {
            let at = |n: &Node| {
                let (x, y) = pair(n)?;
                board.at(x, y)
            };
            let found: Vec<u16> = places.items().iter().filter_map(at).collect();
            if found.len() != places.items().len() || found.is_empty() {
                problems.error("wrong_kind", &places.span, "a mark is a list of spaces of the board, as in [[1, 4]]");
            }
            let name = self.sym(&key.name);
            marks.push((name, found));
        }
        self.rules.schema.boards.push(BoardDef { kind, board, facing, marks });
        Some(slot(self.rules.schema.boards.len() - 1))
    }

    fn facing(&mut self, board: &Board, node: &Node, problems: &mut Problems) -> Option<u8> {
        let groups: Vec<Sym> = self.rules.schema.statuses.iter().map(|(name, _)| *name).collect();
        let found = self.parser(Scope::default(), problems).one_of(node, "group of statuses", &groups)?;
        let n = self.rules.schema.statuses[found].1.len();
        if n != board.directions() as usize {
            let message = format!("{n} values, but the board has {} directions", board.directions());
            problems.error("wrong_kind", &node.span, message).help("one status for each direction, clockwise");
            return None;
        }
        Some(slot(found))
    }

    /// Declares the names of areas, before anything that may refer to them is read.
    pub(super) fn area_names(&mut self, manifest: &Manifest) {
        for (key, _) in manifest.areas {
            let name = self.sym(&key.name);
            let nothing = || Ref::value(Value::Nil);
            let area = AreaDef { name, cells: nothing(), from: nothing(), facing: None, without: None, when: None };
            self.rules.schema.areas.push(area);
        }
    }

    /// Compiles areas: named sets of spaces, seen from a card or a space.
    pub(super) fn areas(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (i, (_, node)) in manifest.areas.iter().enumerate() {
            let said = AreaKeys::of(node);
            let mut p = self.parser(Scope::default(), problems);
            let (cells, from) = match (said.cells, said.from) {
                (Some(cells), Some(from)) => (p.object_ref(cells), p.object_ref(from)),
                _ => continue,
            };
            let facing = said.facing.map(|n| p.reference(n));
            let without = said.without.map(|n| p.object_ref(n));
            let when = said.r#if.map(|n| p.cond(n));
            let name = self.rules.schema.areas[i].name;
            self.rules.schema.areas[i] = AreaDef { name, cells, from, facing, without, when };
        }
    }

    /// Declares the names of orders of players.
    pub(super) fn order_names(&mut self, manifest: &Manifest) {
        for (key, _) in manifest.orders {
            let name = self.sym(&key.name);
            self.rules.schema.orders.push((name, OrderDef::default()));
        }
    }

    /// Compiles orders of players: `{ by: AMOUNT }` puts the least amount first; without `by` it is the order of seats.
    /// With `back: true` the order goes to the last player and back to the first.
    pub(super) fn orders(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (i, (_, node)) in manifest.orders.iter().enumerate() {
            let said = OrderKeys::of(node);
            let by = said.by.map(|n| self.parser(Scope::default(), problems).amount(n));
            let back = said.back;
            self.rules.schema.orders[i].1 = OrderDef { by, back };
        }
    }

    /// Cells as a card prints them: `[[0, 1], [-1, 0]]`.
    pub(super) fn cells(&mut self, node: &Node, problems: &mut Problems) -> Vec<Cell> {
        let found: Vec<Cell> = node.items().iter().filter_map(pair).collect();
        if found.len() != node.items().len() || found.is_empty() {
            let message = "cells are pairs of numbers, how far to the right and how far forward: [[0, 1], [-1, 0]]";
            problems.error("wrong_kind", &node.span, message);
        }
        found
    }
}

fn pair(node: &Node) -> Option<Cell> {
    let number = |n: &Node| n.as_int().filter(|n| (-100..=100).contains(n)).map(|n| n as i16);
    match node.items() {
        [x, y] => Some((number(x)?, number(y)?)),
        _ => None,
    }
}
