//! Bounded matching: a set of cells of a table, with bounds for the number of cells in each row and column.
//!
//! The search uses augmenting paths: a row with too few cells takes one from a column with room, or from a row that can
//! spare one or can find another. Then the columns do the same. The method is exact: if it finds no solution, none
//! exists.

use crate::kernel::read::set_rules::{MAX_OPTIONS, bits};

/// The least and the greatest number of cells that a row or column may have.
pub(super) type Margin = (u32, u32);

/// A table with bounds for each row and each column.
pub(super) struct BoundedTable<'t> {
    pub rows: &'t [Margin],
    pub columns: &'t [Margin],
    /// The cells that every solution must have, one mask for each row.
    pub must: &'t [u64],
    /// The cells that a solution may have, including `must`; one mask for each row.
    pub may: &'t [u64],
}

/// A direction of lines in a table.
#[derive(Clone, Copy)]
enum Direction {
    Rows,
    Columns,
}

/// A set of cells, one mask for each row, and the number of its cells in each row and each column.
struct Matching<'t, 'c> {
    table: &'t BoundedTable<'t>,
    has: &'c mut [u64],
    in_rows: [u32; MAX_OPTIONS],
    in_columns: [u32; MAX_OPTIONS],
}

impl BoundedTable<'_> {
    /// Changes `near` into a solution that differs little from it; false if there is none.
    pub fn find_matching(&self, near: &mut [u64]) -> bool {
        let mut matching = Matching { table: self, has: near, in_rows: [0; MAX_OPTIONS], in_columns: [0; MAX_OPTIONS] };
        matching.begin()
            && (0..self.rows.len()).all(|row| matching.fill(Direction::Rows, row))
            && (0..self.columns.len()).all(|column| matching.fill(Direction::Columns, column))
    }

    fn margins(&self, lines: Direction) -> &[Margin] {
        match lines {
            Direction::Rows => self.rows,
            Direction::Columns => self.columns,
        }
    }
}

impl Direction {
    /// The direction across this one.
    fn other(self) -> Direction {
        match self {
            Direction::Rows => Direction::Columns,
            Direction::Columns => Direction::Rows,
        }
    }

    /// The row and the column of the cell where line `line` of this direction meets line `at` of the other direction.
    fn place(self, line: usize, at: usize) -> (usize, usize) {
        match self {
            Direction::Rows => (line, at),
            Direction::Columns => (at, line),
        }
    }

    /// The cells of a row or column as a mask; `row` gives the mask of each row, `rows` is their number.
    fn places(self, line: usize, rows: usize, row: impl Fn(usize) -> u64) -> u64 {
        match self {
            Direction::Rows => row(line),
            Direction::Columns => (0..rows).fold(0, |all, at| all | (row(at) >> line & 1) << at),
        }
    }
}

impl Matching<'_, '_> {
    /// Makes the set ready for the search: adds the cells that must be taken, removes those that are not allowed or are
    /// too many, and counts the others. False: no set keeps within the greatest numbers.
    fn begin(&mut self) -> bool {
        for row in 0..self.has.len() {
            let must = self.table.must[row];
            self.has[row] = self.has[row] & self.table.may[row] | must;
            let most = self.table.rows[row].1;
            while self.has[row].count_ones() > most {
                match bits(self.has[row] & !must).last() {
                    Some(column) => self.has[row] &= !(1 << column),
                    None => return false,
                }
            }
            self.in_rows[row] = self.has[row].count_ones();
            bits(self.has[row]).for_each(|column| self.in_columns[column] += 1);
        }
        for (column, (_, most)) in self.table.columns.iter().enumerate() {
            while self.in_columns[column] > *most {
                let may_lose = |row: &usize| (self.has[*row] & !self.table.must[*row]) & 1 << column != 0;
                let Some(row) = (0..self.has.len()).rev().find(may_lose) else { return false };
                self.lose(Direction::Rows, row, column);
            }
        }
        true
    }

    fn gain(&mut self, lines: Direction, line: usize, at: usize) {
        let (row, column) = lines.place(line, at);
        self.has[row] |= 1 << column;
        self.in_rows[row] += 1;
        self.in_columns[column] += 1;
    }

    fn lose(&mut self, lines: Direction, line: usize, at: usize) {
        let (row, column) = lines.place(line, at);
        self.has[row] &= !(1 << column);
        self.in_rows[row] -= 1;
        self.in_columns[column] -= 1;
    }

    /// Adds cells to a line until it has its least number; false if that is impossible.
    fn fill(&mut self, lines: Direction, line: usize) -> bool {
        while self.count(lines, line) < self.table.margins(lines)[line].0 {
            if !self.augment(lines, line) {
                return false;
            }
        }
        true
    }

    fn count(&self, lines: Direction, line: usize) -> u32 {
        match lines {
            Direction::Rows => self.in_rows[line],
            Direction::Columns => self.in_columns[line],
        }
    }

    /// The allowed cells of a line that the set does not have yet.
    fn open(&self, lines: Direction, line: usize) -> u64 {
        lines.places(line, self.has.len(), |row| self.table.may[row] & !self.has[row])
    }

    /// The cells of the set in a line that a solution may do without.
    fn loose(&self, lines: Direction, line: usize) -> u64 {
        lines.places(line, self.has.len(), |row| self.has[row] & !self.table.must[row])
    }

    /// Adds a cell to line `start` along an augmenting path, so that no other line falls below its least number. False:
    /// no such path exists.
    fn augment(&mut self, lines: Direction, start: usize) -> bool {
        let (table, across) = (self.table, lines.other());
        let (mut seen, mut known) = (0u64, 1u64 << start);
        // For each line across, the line from which the search reached it, and for each line the cell that it gives
        // up.
        let (mut reached, mut losing) = ([0u8; MAX_OPTIONS], [0u8; MAX_OPTIONS]);
        let mut queue = Vec::with_capacity(MAX_OPTIONS);
        queue.push(start);
        let mut next = 0;
        while let Some(line) = queue.get(next).copied() {
            next += 1;
            let open = self.open(lines, line) & !seen;
            seen |= open;
            for at in bits(open) {
                reached[at] = line as u8;
                let mut is_end = self.count(across, at) < table.margins(across)[at].1;
                let others = if is_end { 0 } else { self.loose(across, at) & !known };
                for other in bits(others) {
                    known |= 1 << other;
                    losing[other] = at as u8;
                    queue.push(other);
                    if self.count(lines, other) > table.margins(lines)[other].0 {
                        self.lose(lines, other, at);
                        is_end = true;
                        break;
                    }
                }
                if !is_end {
                    continue;
                }
                let mut at = at;
                loop {
                    let line = reached[at] as usize;
                    self.gain(lines, line, at);
                    if line == start {
                        return true;
                    }
                    at = losing[line] as usize;
                    self.lose(lines, line, at);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundedTable, Margin};
    use proptest::prelude::*;

    fn is_a_way(table: &BoundedTable, has: &[u64]) -> bool {
        let within = |n: u32, (least, most): &Margin| n >= *least && n <= *most;
        let fits = |row: usize| table.must[row] & !has[row] == 0 && has[row] & !table.may[row] == 0;
        (0..has.len()).all(|row| fits(row) && within(has[row].count_ones(), &table.rows[row]))
            && table.columns.iter().enumerate().all(|(column, margin)| {
                within(has.iter().filter(|row| **row & 1 << column != 0).count() as u32, margin)
            })
    }

    /// True if there is a solution, found by trying all of them.
    fn some_way(table: &BoundedTable, has: &mut Vec<u64>) -> bool {
        if has.len() == table.rows.len() {
            return is_a_way(table, has);
        }
        (0..1u64 << table.columns.len()).any(|set| {
            has.push(set);
            let found = some_way(table, has);
            has.pop();
            found
        })
    }

    fn margins(most: usize, others: u32) -> impl Strategy<Value = Vec<Margin>> {
        prop::collection::vec((0..=others, 0..=others).prop_map(|(a, b)| (a.min(b), a.max(b))), 1..=most)
    }

    type Drawn = (Vec<Margin>, Vec<Margin>, Vec<u64>, Vec<u64>, Vec<u64>);

    fn tables(size: usize, bounds: u32) -> impl Strategy<Value = Drawn> {
        let masks = || prop::collection::vec(any::<u64>(), size);
        (margins(size, bounds), margins(size, bounds), masks(), masks(), masks())
    }

    fn check((rows, columns, some, more, mut near): Drawn, is_small: bool) {
        let all = (1u64 << columns.len()) - 1;
        let may: Vec<u64> = rows.iter().zip(&more).map(|(_, may)| may & all).collect();
        // About one allowed cell in eight must be taken.
        let must: Vec<u64> = may.iter().zip(&some).map(|(may, s)| may & s & s >> 9 & s >> 18).collect();
        near.truncate(rows.len());
        let table = BoundedTable { rows: &rows, columns: &columns, must: &must, may: &may };
        match table.find_matching(&mut near) {
            true => assert!(is_a_way(&table, &near), "{near:?} is no way"),
            false if is_small => assert!(!some_way(&table, &mut Vec::new()), "there is a way"),
            false => {}
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn a_way_is_found_if_there_is_one(drawn in tables(4, 3)) {
            check(drawn, true);
        }

        #[test]
        fn what_is_found_in_a_large_table_is_a_way(drawn in tables(15, 9)) {
            check(drawn, false);
        }
    }

    #[test]
    fn more_rows_than_columns_that_each_stand_once_have_no_way() {
        let (rows, columns) = ([(1, 11); 12], [(0, 1); 11]);
        let table = BoundedTable { rows: &rows, columns: &columns, must: &[0; 12], may: &[(1 << 11) - 1; 12] };
        assert!(!table.find_matching(&mut [0; 12]));
        let table = BoundedTable { rows: &rows[1..], columns: &columns, must: &[0; 11], may: &[(1 << 11) - 1; 11] };
        assert!(table.find_matching(&mut [0; 11]));
    }
}
