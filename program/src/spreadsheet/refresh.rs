//! Refresh: a person's own table of cards with the values that the files have now. Columns, order and notes stay hers.

use std::collections::BTreeSet;

use intermezzo::catalog::slug;

use super::columns::{FOLDER, ID};
use super::grid::TableRow;

/// The rows of a person's table with the cells of ours, the header first; `None`: the table is none of these cards.
/// Columns of ours that she lacks, and rows of cards that she lacks, come last.
pub fn refreshed(ours: &[Vec<String>], own: &[TableRow]) -> Option<Vec<Vec<String>>> {
    let ((keys, cards), (header, rows)) = (ours.split_first()?, own.split_first()?);
    // `Flavour text` is the field `flavour_text`.
    let column = |name: &String| keys.iter().position(|key| !name.starts_with('#') && slug(key) == slug(name));
    let mut columns: Vec<Option<usize>> = header.cells.iter().map(column).collect();
    let place = |key: &str| keys.iter().position(|known| known == key);
    let (id, name) = (place(ID)?, place("name")?);
    let own_place = |key| columns.iter().position(|column| *column == Some(key));
    let (own_id, own_name) = (own_place(id), own_place(name));
    let named = |row: &TableRow| {
        let cell = |at: Option<usize>| row.cells.get(at?).filter(|cell| !cell.is_empty());
        let wanted = cell(own_id).cloned().or_else(|| cell(own_name).map(|name| slug(name)))?;
        cards.iter().position(|card| card[id] == wanted)
    };
    let known: BTreeSet<usize> = rows.iter().filter_map(named).collect();
    // A table of which nothing is known is somebody else's.
    if known.is_empty() {
        return None;
    }
    let mut out = vec![header.cells.clone()];
    let is_filled = |at: usize| match at {
        at if at == id => cards.iter().any(|card| slug(&card[name]) != card[id]),
        at if keys[at] == FOLDER => false,
        at => cards.iter().any(|card| !card[at].is_empty()),
    };
    let lacks: Vec<usize> = (0..keys.len()).filter(|at| !columns.contains(&Some(*at)) && is_filled(*at)).collect();
    out[0].extend(lacks.iter().map(|at| keys[*at].clone()));
    columns.extend(lacks.into_iter().map(Some));
    for row in rows {
        let mut cells = row.cells.clone();
        cells.resize(cells.len().max(columns.len()), String::new());
        if let Some(card) = named(row) {
            for (at, column) in columns.iter().enumerate() {
                let Some(new) = column.map(|column| &cards[card][column]) else { continue };
                // `Creature` is the type `creature`, however she writes it.
                let is_word = column.is_some_and(|column| matches!(&*keys[column], "type" | FOLDER));
                if !is_word || slug(&cells[at]) != slug(new) {
                    cells[at] = new.clone();
                }
            }
        }
        out.push(cells);
    }
    for (_, card) in cards.iter().enumerate().filter(|(at, _)| !known.contains(at)) {
        out.push(columns.iter().map(|column| column.map_or(String::new(), |at| card[at].clone())).collect());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lines: &[&str]) -> Vec<Vec<String>> {
        lines.iter().map(|line| line.split('|').map(String::from).collect()).collect()
    }

    #[track_caller]
    fn check(own: &[&str], expected: Option<&[&str]>) {
        let ours =
            rows(&["id|folder|name|type|cost|text", "crab|first|Crab|creature|1|", "tide|first|Tide|event|2|Up."]);
        let own: Vec<TableRow> =
            rows(own).into_iter().zip(1..).map(|(cells, n)| TableRow { number: n, line: n, cells }).collect();
        assert_eq!(refreshed(&ours, &own), expected.map(rows));
    }

    #[test]
    fn columns_order_and_notes_stay() {
        check(
            &["Cost|Name|Artist|Type|#idea", "9|Tide|Ann|Event|good", "3|Gull|Bo|Creature|"],
            Some(&[
                "Cost|Name|Artist|Type|#idea|text",
                "2|Tide|Ann|Event|good|Up.",
                "3|Gull|Bo|Creature||",
                "1|Crab||creature||",
            ]),
        );
    }

    #[test]
    fn a_table_of_other_things_is_none() {
        check(&["Name|Phone", "Ann|123"], None);
        check(&["Phone|Street", "123|Main"], None);
        check(&[], None);
    }
}
