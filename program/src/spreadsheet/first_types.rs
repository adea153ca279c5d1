//! First types: the types and fields that a table of cards has, for a game that begins with the table.

use std::collections::BTreeMap;

use intermezzo::catalog::slug;

use super::cell::CellForm;
use super::columns::{FOLDER, ID};
use super::grid::TableRow;

/// The types and fields of a table.
#[derive(Debug, PartialEq)]
pub struct FirstTypes {
    /// The table as a game with these types takes it: columns are keys, and each row has a type and a folder.
    pub rows: Vec<TableRow>,
    /// The types, in the order of the table.
    pub types: Vec<String>,
    /// The fields, in the order of the table.
    pub fields: Vec<FirstField>,
    /// What about the table may be meant otherwise.
    pub doubts: Vec<TableDoubt>,
}

/// Something about a table that may be meant otherwise.
#[derive(Debug, PartialEq)]
pub struct TableDoubt {
    /// The line of the row, from 1.
    pub line: u32,
    /// What was read, in words.
    pub message: String,
    /// What to do if it is meant otherwise.
    pub help: String,
}

/// A field of a table.
#[derive(Debug, PartialEq)]
pub struct FirstField {
    /// The key in the files of cards.
    pub key: String,
    /// The kind, as a manifest names it.
    pub kind: &'static str,
    /// The types with this field; true where a card of the type lacks the field.
    pub of: BTreeMap<String, bool>,
}

/// The folder of cards whose rows name none, and the type of those whose rows name none.
const DEFAULT_FOLDER_AND_TYPE: (&str, &str) = ("first", "card");
/// The most words of a column that are named.
const MOST_NAMED: usize = 4;
/// The columns that are no fields of a manifest.
const GIVEN: [&str; 5] = [ID, FOLDER, "name", "type", "text"];
/// Signs of a sentence, which a word of a game does not have.
const OF_SENTENCES: [char; 7] = ['.', '!', '?', ':', ';', '\n', '"'];
/// The most words with blanks between them that count as one word of a game, as in `river guard`.
const LONGEST_WORD: usize = 3;

impl FirstTypes {
    /// Reads a table. The first row has the names of the columns.
    pub fn of(rows: &[TableRow]) -> FirstTypes {
        let mut rows = rows.to_vec();
        let mut doubts: Vec<TableDoubt> = untyped(&rows).into_iter().collect();
        if let Some((header, cards)) = rows.split_first_mut() {
            let is_key = |cell: &&mut String| !cell.is_empty() && !cell.starts_with('#');
            header.cells.iter_mut().filter(is_key).for_each(|cell| *cell = slug(cell));
            fill(
                header,
                cards,
                FOLDER,
                |cell| if cell.is_empty() { DEFAULT_FOLDER_AND_TYPE.0.into() } else { slug(cell) },
            );
            fill(header, cards, "type", |cell| {
                let all: Vec<String> = cell.split(',').map(slug).filter(|one| !one.is_empty()).collect();
                if all.is_empty() { DEFAULT_FOLDER_AND_TYPE.1.into() } else { all.join(", ") }
            });
        }
        let (header, cards) =
            rows.split_first().map_or((&[][..], &[][..]), |(header, cards)| (&header.cells[..], cards));
        let at = header.iter().position(|name| name == "type");
        let type_of = |row: &TableRow| at.and_then(|at| row.cells.get(at)).cloned().unwrap_or_default();
        let mut types: Vec<String> = Vec::new();
        for ty in cards.iter().flat_map(|row| type_of(row).split(", ").map(String::from).collect::<Vec<_>>()) {
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        let mut fields = Vec::new();
        for (at, key) in header.iter().enumerate() {
            if key.is_empty() || key.starts_with('#') || GIVEN.contains(&&**key) {
                continue;
            }
            let cell = |row: &TableRow| row.cells.get(at).cloned().unwrap_or_default();
            let mut of = BTreeMap::new();
            for ty in &types {
                let own: Vec<String> =
                    cards.iter().filter(|row| type_of(row).split(", ").any(|one| one == ty)).map(cell).collect();
                if own.iter().any(|cell| !cell.is_empty()) {
                    of.insert(ty.clone(), own.iter().any(String::is_empty));
                }
            }
            let filled: Vec<String> = cards.iter().map(cell).filter(|cell| !cell.is_empty()).collect();
            if !filled.is_empty() {
                let kind = kind(&filled);
                doubts.extend(odd_cells(cards, at, key, kind));
                fields.push(FirstField { key: key.clone(), kind, of });
            }
        }
        FirstTypes { types, fields, rows, doubts }
    }

    /// The section `types` of a manifest.
    pub fn sections(&self) -> String {
        let fields_of = |ty: &str| {
            let of_type = self.fields.iter().filter_map(|field| {
                // A text may be left out: most cards that come later have none of their own.
                let sign = if *field.of.get(ty)? || field.kind == "text" { "?" } else { "" };
                Some(format!("{}: {}{sign}", field.key, field.kind))
            });
            of_type.collect::<Vec<_>>().join(", ")
        };
        let line = |ty: &String| match &*fields_of(ty) {
            "" => format!("  {ty}: {{ live_in: field }}\n"),
            fields => format!("  {ty}: {{ live_in: field, fields: {{ {fields} }} }}\n"),
        };
        format!("types:\n{}", self.types.iter().map(line).collect::<String>())
    }

    /// The number by which the first rules rank players: the first that is called neither cost nor price, or else the
    /// first.
    pub fn score(&self) -> Option<&str> {
        let numbers = || self.fields.iter().filter(|field| field.kind == "int").map(|field| &*field.key);
        numbers().find(|key| !["cost", "price"].contains(key)).or_else(|| numbers().next())
    }
}

/// The doubt about a table without a column `type` that has one under another name: few words, each in several rows.
fn untyped(rows: &[TableRow]) -> Option<TableDoubt> {
    let (header, cards) = rows.split_first()?;
    if header.cells.iter().any(|name| slug(name) == "type") {
        return None;
    }
    let alike = header
        .cells
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty() && !name.starts_with('#') && !GIVEN.contains(&&*slug(name)));
    let words = |at: usize| {
        let cells: Vec<&str> = cards.iter().map(|row| row.cells.get(at).map_or("", String::as_str)).collect();
        let is_kind = cells.iter().all(|cell| !cell.is_empty() && kind(&[cell.to_string()]) == "word");
        let words: std::collections::BTreeSet<&str> = cells.iter().copied().collect();
        (is_kind && words.len() >= 2 && words.len() * 2 <= cards.len())
            .then(|| words.into_iter().map(String::from).collect::<Vec<_>>())
    };
    let (name, words) = alike.filter_map(|(at, name)| Some((name, words(at)?))).min_by_key(|(_, words)| words.len())?;
    Some(TableDoubt {
        line: header.line,
        message: format!("no column is called `type`, so all cards are of the type `{}`", DEFAULT_FOLDER_AND_TYPE.1),
        help: format!(
            "`{name}` looks like their types ({}): if it is, call that column `type` and begin again",
            words.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ")
        ),
    })
}

/// The doubt about a column of numbers in which a few cells are none: they make the whole field one of words.
fn odd_cells(cards: &[TableRow], at: usize, key: &str, kind: &str) -> Option<TableDoubt> {
    let filled = || cards.iter().filter_map(|row| Some((row, row.cells.get(at).filter(|cell| !cell.is_empty())?)));
    let odd: Vec<(&TableRow, &String)> = filled().filter(|(_, cell)| CellForm::Number.value(cell).is_err()).collect();
    let (first, cell) = odd.first()?;
    // Where every third cell is none, the column is no column of numbers.
    if kind == "cost" || odd.len() * 3 > filled().count() {
        return None;
    }
    let others = if odd.len() > 1 { format!(", as in {} more", odd.len() - 1) } else { String::new() };
    Some(TableDoubt {
        line: first.line,
        message: format!(
            "row {}: `{key}` has `{cell}` here{others}, so the field holds `{kind}`, and no whole numbers",
            first.number
        ),
        help: "no rule can count with it: with a number there, or an empty cell, it is a whole number".into(),
    })
}

/// Gives all rows a column, or changes the cells of the one that they have.
fn fill(header: &mut TableRow, cards: &mut [TableRow], key: &str, cell: impl Fn(&str) -> String) {
    // Cells beyond the header, as of a text with a comma and no quotes, keep their place: findings name it.
    let longest = cards.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let at = header.cells.iter().position(|name| name == key).unwrap_or_else(|| {
        header.cells.resize(longest.max(header.cells.len()), String::new());
        header.cells.push(key.into());
        header.cells.len() - 1
    });
    for row in cards {
        if row.cells.len() <= at {
            row.cells.resize(at + 1, String::new());
        }
        row.cells[at] = cell(&row.cells[at]);
    }
}

/// The kind of a field whose cells are these.
fn kind(cells: &[String]) -> &'static str {
    let is = |form: CellForm| cells.iter().all(|cell| form.value(cell).is_ok());
    let is_word =
        |word: &str| !word.contains(OF_SENTENCES) && (1..=LONGEST_WORD).contains(&word.split_whitespace().count());
    match () {
        () if is(CellForm::Number) => "int",
        () if cells.iter().any(|cell| cell.contains(':')) && is(CellForm::Map) => "cost",
        () if cells.iter().all(|cell| is_word(cell) && !cell.contains(',')) => "word",
        () if cells.iter().all(|cell| cell.split(',').all(|word| is_word(word.trim()))) => "words",
        () => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(lines: &[&str]) -> Vec<TableRow> {
        let row = |(at, line): (usize, &&str)| {
            let number = u32::try_from(at + 1).expect("a short table");
            TableRow { number, line: number, cells: line.split('|').map(String::from).collect() }
        };
        lines.iter().enumerate().map(row).collect()
    }

    #[test]
    fn a_column_is_a_field_of_the_types_that_fill_it() {
        let found = FirstTypes::of(&table(&[
            "Name|Type|Cost|Power|Traits|Flavour|#note",
            "Old Heron|Creature|2|3|Bird, Elder|It waits.|a",
            "Sand Crab|Creature|1||Shell||b",
            "High Tide|Event|3|||Up it goes!|",
        ]));
        assert_eq!(found.types, ["creature", "event"]);
        assert_eq!(
            found.sections(),
            "types:
  creature: { live_in: field, fields: { cost: int, power: int?, traits: words, flavour: text? } }
  event: { live_in: field, fields: { cost: int, flavour: text? } }
"
        );
        assert_eq!(found.score(), Some("power"));
        assert_eq!(found.rows[0].cells, ["name", "type", "cost", "power", "traits", "flavour", "#note", "folder"]);
        assert_eq!(found.rows[3].cells[1], "event");
    }

    #[test]
    fn what_may_be_meant_otherwise_is_told() {
        let doubts = |lines: &[&str]| FirstTypes::of(&table(lines)).doubts;
        let found = doubts(&["Name|Typ|Kosten", "A|Wesen|1", "B|Wesen|2", "C|Lied|X", "D|Lied|4"]);
        assert!(found[0].help.contains("`Typ` looks like their types (Lied, Wesen)"), "{found:?}");
        assert!(found[1].message.contains("row 4: `kosten` has `X` here, so the field holds `word`"), "{found:?}");
        assert_eq!(found.len(), 2);
        // Names of artists are no types, and words among numbers are words.
        assert_eq!(doubts(&["Name|Artist|Rank", "A|Ann|1", "B|Bo|II", "C|Cy|III", "D|Di|4"]), []);
        assert_eq!(doubts(&["Name|Type|Cost", "A|Wesen|1", "B|Lied|"]), []);
    }

    #[test]
    fn a_table_without_types_has_one() {
        let found = FirstTypes::of(&table(&["name|fee", "A|red: 1, any: 2", "B|red: 2"]));
        assert_eq!(found.sections(), "types:\n  card: { live_in: field, fields: { fee: cost } }\n");
        assert_eq!((found.score(), &*found.rows[1].cells[2]), (None, "first"));
        assert_eq!(FirstTypes::of(&[]).types, [""; 0]);
    }
}
