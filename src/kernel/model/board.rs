//! Boards: zones whose spaces have rows and columns. Pure geometry, on squares or hexes, bounded or
//! wrapping around, with directions, distances and sets of cells that turn.
//!
//! A space is counted from 0: column + row * columns, the first row lowest. A cell is a step to the
//! right and a step forward, seen from a space and a direction: `(0, 1)` is the space ahead.

/// A set of spaces: one bit each.
pub type Mask = u128;

/// Most spaces of a board: the bits of a mask.
pub const MAX_SPACES: u16 = 128;

/// A cell as steps to the right and steps forward.
pub type Cell = (i16, i16);

/// The shape of the cells, which says which spaces touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Grid {
    /// Four neighbours.
    #[default]
    Square,
    /// Six neighbours: to the right and forward are two of the three axes.
    Hex,
}

/// The geometry of a board.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Board {
    /// The shape of its cells.
    pub grid: Grid,
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub columns: u16,
    /// True if the board continues from each edge at the opposite edge.
    pub wrap: bool,
}

impl Board {
    /// The number of spaces.
    pub fn spaces(&self) -> u16 {
        self.rows * self.columns
    }

    /// The number of directions.
    pub fn directions(&self) -> u8 {
        match self.grid {
            Grid::Square => 4,
            Grid::Hex => 6,
        }
    }

    /// The column and the row of a space, from 0.
    pub fn position(&self, space: u16) -> (i16, i16) {
        ((space % self.columns) as i16, (space / self.columns) as i16)
    }

    /// The space at a column and a row; `None`: beyond the edge.
    pub fn at(&self, x: i16, y: i16) -> Option<u16> {
        let (columns, rows) = (self.columns as i16, self.rows as i16);
        let (x, y) = if self.wrap { (x.rem_euclid(columns), y.rem_euclid(rows)) } else { (x, y) };
        ((0..columns).contains(&x) && (0..rows).contains(&y)).then(|| y as u16 * self.columns + x as u16)
    }

    /// Turns a cell, given as seen in direction 0, into a direction; each direction is one turn to the right of the one
    /// before.
    pub fn turned(&self, cell: Cell, direction: u8) -> Cell {
        (0..direction % self.directions()).fold(cell, |(x, y), _| match self.grid {
            Grid::Square => (y, -x),
            Grid::Hex => (x + y, -x),
        })
    }

    /// The space on which a cell lies, seen from `space` in a direction; `None`: beyond the edge.
    pub fn cell(&self, space: u16, cell: Cell, direction: u8) -> Option<u16> {
        let (x, y) = self.position(space);
        let (dx, dy) = self.turned(cell, direction);
        self.at(x.checked_add(dx)?, y.checked_add(dy)?)
    }

    /// The space `n` steps straight on in a direction; `None`: beyond the edge.
    pub fn step(&self, space: u16, direction: u8, n: i16) -> Option<u16> {
        self.cell(space, (0, n), direction)
    }

    /// The spaces that cells cover, seen from a space in a direction.
    pub fn cover(&self, cells: &[Cell], space: u16, direction: u8) -> Mask {
        let spaces = cells.iter().filter_map(|c| self.cell(space, *c, direction));
        spaces.fold(0, |mask, s| mask | 1 << s)
    }

    /// The spaces that touch a space.
    pub fn neighbours(&self, space: u16) -> Mask {
        let around = (0..self.directions()).filter_map(|d| self.step(space, d, 1));
        around.fold(0, |mask, s| mask | 1 << s) & !(1 << space)
    }

    /// The distance between two spaces in steps.
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        let ((ax, ay), (bx, by)) = (self.position(a), self.position(b));
        let shifts = if self.wrap { -1..=1 } else { 0..=0 };
        let mut least = u16::MAX;
        for sx in shifts.clone() {
            for sy in shifts.clone() {
                let dx = bx - ax + sx * self.columns as i16;
                let dy = by - ay + sy * self.rows as i16;
                least = least.min(self.steps(dx, dy));
            }
        }
        least
    }

    fn steps(&self, dx: i16, dy: i16) -> u16 {
        let (x, y) = (dx.unsigned_abs(), dy.unsigned_abs());
        match self.grid {
            Grid::Square => x + y,
            Grid::Hex if (dx < 0) != (dy < 0) => x.max(y),
            Grid::Hex => x + y,
        }
    }

    /// The direction in which `to` lies straight on from `from`, by the shortest way, and the number of steps; `None`
    /// if no straight line leads there.
    pub fn direction(&self, from: u16, to: u16) -> Option<(u8, u16)> {
        if from == to {
            return None;
        }
        let longest = self.rows.max(self.columns);
        let straight = |n: u16| {
            let hits = |d: &u8| self.step(from, *d, n as i16) == Some(to);
            (0..self.directions()).find(hits).map(|d| (d, n))
        };
        (1..longest.max(2)).find_map(straight)
    }

    /// Calls `found` with each path of `min` to `max` single steps from a space that enters only `open` spaces and ends
    /// on one of `ends`, until `found` returns true. A path lists the spaces that it enters.
    pub fn paths(&self, from: u16, min: u16, max: u16, open: Mask, ends: Mask, found: &mut impl FnMut(&[u16]) -> bool) {
        let mut path = Vec::new();
        if min == 0 && found(&path) {
            return;
        }
        self.walk(from, min, max, open, ends, &mut path, found);
    }

    #[allow(clippy::too_many_arguments)]
    fn walk(
        &self,
        at: u16,
        min: u16,
        max: u16,
        open: Mask,
        ends: Mask,
        path: &mut Vec<u16>,
        found: &mut impl FnMut(&[u16]) -> bool,
    ) -> bool {
        if path.len() as u16 >= max {
            return false;
        }
        for direction in 0..self.directions() {
            let Some(next) = self.step(at, direction, 1).filter(|s| *s != at && open & 1 << s != 0) else { continue };
            path.push(next);
            let ends_here = path.len() as u16 >= min && ends & 1 << next != 0;
            if ends_here && found(path) || self.walk(next, min, max, open, ends, path, found) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// The most steps, up to `max`, that a way through `open` spaces to one of `ends` can have.
    pub fn longest_path(&self, from: u16, max: u16, open: Mask, ends: Mask) -> u16 {
        let mut longest = 0;
        self.paths(from, 1, max, open, ends, &mut |path| {
            longest = longest.max(path.len() as u16);
            longest == max
        });
        longest
    }

    /// True if the spaces of `path` follow each other in single steps from `from` through `open`, the last one in
    /// `ends`.
    pub fn is_path(&self, from: u16, path: &[u16], open: Mask, ends: Mask) -> bool {
        let mut at = from;
        for next in path {
            if self.neighbours(at) & 1 << next == 0 || open & 1 << next == 0 {
                return false;
            }
            at = *next;
        }
        path.is_empty() || ends & 1 << at != 0
    }
}

/// Cells as printed on a card, compiled to a mask for each board, space and direction.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CellSet {
    /// The cells as printed.
    pub cells: Vec<Cell>,
    /// The covered spaces, first by board, then by `direction * spaces + space`.
    masks: Vec<Vec<Mask>>,
}

impl CellSet {
    /// Compiles cells for these boards.
    pub fn new<'b>(cells: Vec<Cell>, boards: impl Iterator<Item = &'b Board>) -> CellSet {
        let masks = boards
            .map(|b| {
                let all = (0..b.directions()).flat_map(|d| (0..b.spaces()).map(move |s| (s, d)));
                all.map(|(space, direction)| b.cover(&cells, space, direction)).collect()
            })
            .collect();
        CellSet { cells, masks }
    }

    /// The spaces that the cells cover on the board with this index, seen from `space` in a direction.
    pub fn mask(&self, board: usize, spaces: u16, space: u16, direction: u8) -> Mask {
        let at = direction as usize * spaces as usize + space as usize;
        self.masks.get(board).and_then(|m| m.get(at)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: u8 = 0;
    const EAST: u8 = 1;
    const SOUTH: u8 = 2;
    const WEST: u8 = 3;

    fn torus() -> Board {
        Board { grid: Grid::Square, rows: 5, columns: 5, wrap: true }
    }

    fn named(board: &Board, mask: Mask) -> Vec<(i16, i16)> {
        (0..board.spaces()).filter(|s| mask & 1 << s != 0).map(|s| board.position(s)).collect()
    }

    #[test]
    fn cells_turn_with_the_direction() {
        let b = torus();
        let at = b.at(2, 2).unwrap();
        let cross = [(0, 1), (-1, 0), (1, 0)];
        assert_eq!(named(&b, b.cover(&cross, at, NORTH)), [(1, 2), (3, 2), (2, 3)]);
        assert_eq!(named(&b, b.cover(&cross, at, EAST)), [(2, 1), (3, 2), (2, 3)]);
        assert_eq!(named(&b, b.cover(&cross, at, SOUTH)), [(2, 1), (1, 2), (3, 2)]);
        assert_eq!(named(&b, b.cover(&cross, at, WEST)), [(2, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn a_torus_goes_on_at_the_other_edge() {
        let b = torus();
        assert_eq!(b.step(b.at(4, 3).unwrap(), EAST, 1), b.at(0, 3));
        let fore = [(-1, 1), (0, 1), (1, 1)];
        assert_eq!(named(&b, b.cover(&fore, b.at(4, 4).unwrap(), NORTH)), [(0, 0), (3, 0), (4, 0)]);
        assert_eq!(b.cell(b.at(2, 0).unwrap(), (0, 2), SOUTH), b.at(2, 3));
        assert_eq!(b.distance(b.at(0, 0).unwrap(), b.at(4, 4).unwrap()), 2);
        assert_eq!(b.direction(b.at(2, 0).unwrap(), b.at(2, 3).unwrap()), Some((SOUTH, 2)));
        assert_eq!(b.direction(b.at(2, 0).unwrap(), b.at(1, 3).unwrap()), None);
    }

    #[test]
    fn a_bounded_board_ends_at_its_edges() {
        let b = Board { wrap: false, rows: 3, columns: 7, ..torus() };
        assert_eq!(b.step(b.at(6, 1).unwrap(), EAST, 1), None);
        assert_eq!(b.neighbours(0).count_ones(), 2);
        assert_eq!(b.distance(b.at(0, 0).unwrap(), b.at(6, 2).unwrap()), 8);
        assert_eq!(named(&b, b.cover(&[(0, 1), (0, -1)], b.at(3, 2).unwrap(), NORTH)), [(3, 1)]);
    }

    #[test]
    fn six_turns_of_a_hex_are_none() {
        let b = Board { grid: Grid::Hex, rows: 6, columns: 6, wrap: true };
        for cell in [(0, 1), (2, -1), (-1, 3)] {
            assert_eq!((0..6).fold(cell, |c, _| b.turned(c, 1)), cell);
        }
        let at = b.at(2, 2).unwrap();
        assert_eq!(b.neighbours(at).count_ones(), 6);
        for d in 0..6 {
            let there = b.step(at, d, 2).unwrap();
            assert_eq!(b.distance(at, there), 2);
            assert_eq!(b.direction(at, there), Some((d, 2)));
        }
        let ring = (0..b.spaces()).filter(|s| b.distance(at, *s) == 1).fold(0, |m: Mask, s| m | 1 << s);
        assert_eq!(ring, b.neighbours(at));
    }

    #[test]
    fn ways_of_two_steps() {
        let b = torus();
        let at = b.at(0, 0).unwrap();
        let all = (1 << 25) - 1;
        let mut n = 0;
        b.paths(at, 2, 2, all, all, &mut |_| {
            n += 1;
            false
        });
        assert_eq!(n, 16);
        // The space has a single open neighbour, with nothing open behind it, so the longest path is one step.
        let beside = 1 << b.at(1, 0).unwrap();
        assert_eq!(b.longest_path(at, 2, beside, beside), 1);
        assert_eq!(b.longest_path(at, 2, 0, 0), 0);
        // All spaces may be entered, but the path may end only on the space two steps away.
        let far = 1 << b.at(2, 0).unwrap();
        assert_eq!(b.longest_path(at, 2, all, far), 2);
        assert!(b.is_path(at, &[b.at(1, 0).unwrap(), b.at(2, 0).unwrap()], all, far));
        assert!(!b.is_path(at, &[b.at(1, 0).unwrap()], all, far));
        assert!(!b.is_path(at, &[b.at(1, 1).unwrap()], all, all));
    }

    #[test]
    fn compiled_cells_are_what_they_cover() {
        let b = torus();
        let cells = vec![(-1, 2), (0, 2), (1, 2)];
        let set = CellSet::new(cells.clone(), [&b].into_iter());
        for space in 0..25 {
            for d in 0..4 {
                assert_eq!(set.mask(0, 25, space, d), b.cover(&cells, space, d));
            }
        }
    }
}
