//! Grid: the cells of a spreadsheet file, read and written.

use std::path::Path;

use intermezzo::error::{Error, Result};
use unicode_normalization::UnicodeNormalization as _;

/// The most bytes of a spreadsheet that are read. Ten thousand cards of 400 letters have 4 MB.
pub const MAX_BYTES: u64 = 32 << 20;
/// The most rows that are read: twice as many as the largest game that is tested has cards.
const MAX_ROWS: usize = 20_000;
/// The most columns that are read.
const MAX_COLUMNS: usize = 200;

/// A row of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The row as a spreadsheet counts it, from 1; the header is row 1.
    pub number: u32,
    /// The line of the file in which it begins, from 1; 0 in a file that has no lines.
    pub line: u32,
    /// The cells, without blanks around them.
    pub cells: Vec<String>,
}

/// The kind of a spreadsheet file, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Values with commas, or with semicolons as some countries' programs write them.
    Csv,
    /// Values with tabs.
    Tsv,
    /// A workbook of Excel, of which the first sheet counts.
    Workbook,
}

impl TableFormat {
    /// The kind of a file; `None`: the file is no spreadsheet.
    pub fn of(path: &Path) -> Option<TableFormat> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "csv" => Some(TableFormat::Csv),
            "tsv" | "tab" => Some(TableFormat::Tsv),
            "xlsx" => Some(TableFormat::Workbook),
            _ => None,
        }
    }
}

/// The letters by which a spreadsheet calls a column, counted from 0: `A`, `Z`, `AA`.
pub fn letters(column: usize) -> String {
    let (mut rest, mut out) = (column + 1, Vec::new());
    while rest > 0 {
        out.push(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0));
        rest = (rest - 1) / 26;
    }
    out.iter().rev().map(|letter| char::from(*letter)).collect()
}

/// Reads all rows that are not empty.
///
/// # Errors
///
/// A file that is no spreadsheet of this kind, or has more rows or columns than are read.
pub fn read(kind: TableFormat, bytes: &[u8]) -> Result<Vec<TableRow>> {
    let rows = match kind {
        TableFormat::Csv | TableFormat::Tsv => separated(kind, bytes)?,
        TableFormat::Workbook => workbook(bytes)?,
    };
    if rows.len() > MAX_ROWS {
        return Err(
            Error::usage(format!("the table has more than {MAX_ROWS} rows")).help("split it into several files")
        );
    }
    if rows.iter().any(|row| row.cells.len() > MAX_COLUMNS) {
        return Err(Error::usage(format!("the table has more than {MAX_COLUMNS} columns")));
    }
    Ok(rows)
}

/// The separator of a text: the sign that its first line has most often outside of quotes.
fn separator(text: &str) -> u8 {
    let (mut is_quoted, mut counts) = (false, [(b',', 0), (b';', 0), (b'\t', 0)]);
    for byte in text.lines().next().unwrap_or("").bytes() {
        is_quoted ^= byte == b'"';
        for (sign, count) in &mut counts {
            *count += usize::from(!is_quoted && byte == *sign);
        }
    }
    // Of equal counts the comma wins.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(sign, _)| *sign)
}

fn separated(kind: TableFormat, bytes: &[u8]) -> Result<Vec<TableRow>> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        Error::usage("the table is not UTF-8").help("save it as \"CSV UTF-8\", which every spreadsheet program offers")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(if kind == TableFormat::Tsv { b'\t' } else { separator(text) })
        .from_reader(text.as_bytes());
    let (mut rows, mut record, mut number) = (Vec::new(), csv::StringRecord::new(), 0);
    // The reader counts a line end of two characters with the next row, so the lines are counted here.
    let (mut line, mut counted) = (1, 0);
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(rows),
            Ok(true) => number += 1,
            Err(why) => return Err(Error::usage(format!("the table cannot be read: {why}"))),
        }
        let at = record.position().and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or(counted);
        let begins = at + text[at..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += u32::try_from(text[counted..begins].matches('\n').count()).unwrap_or(u32::MAX);
        counted = begins;
        push(&mut rows, number, line, record.iter().map(tidy).collect());
        if rows.len() > MAX_ROWS {
            return Ok(rows);
        }
    }
}

/// A cell without blanks around it. A quote before a sign that begins a formula belongs to the spreadsheet (`export`).
fn tidy(cell: &str) -> String {
    // Some systems write an accent as a sign of its own; the names of cards have one letter.
    let cell: String = cell.nfc().collect();
    let cell = cell.trim().replace("\r\n", "\n").replace('\r', "\n");
    match cell.strip_prefix('\'') {
        Some(rest) if begins_formula(rest) => rest.into(),
        _ => cell,
    }
}

/// True if a cell begins like a formula of a spreadsheet program, also behind quotes.
fn begins_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@'])
}

fn push(rows: &mut Vec<TableRow>, number: u32, line: u32, mut cells: Vec<String>) {
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    if !cells.is_empty() {
        rows.push(TableRow { number, line, cells });
    }
}

/// The most bytes of a workbook that are read: packed texts take a thousand times as much, at most 1 GB.
#[cfg(feature = "spreadsheets")]
const MAX_WORKBOOK: usize = 1 << 20;

/// Reads the first sheet of a workbook cell by cell: a sheet with one cell at its far end would take more memory than
/// any machine has.
#[cfg(feature = "spreadsheets")]
fn workbook(bytes: &[u8]) -> Result<Vec<TableRow>> {
    use calamine::{DataRef, Reader as _, Xlsx, XlsxError, open_workbook_from_rs};
    let unreadable = |why: XlsxError| Error::usage(format!("the workbook cannot be read: {why}"));
    let too_large = |what: String| Error::usage(what).help("save the sheet as CSV");
    if bytes.len() > MAX_WORKBOOK {
        return Err(too_large(format!("the workbook has more than {MAX_WORKBOOK} bytes")));
    }
    let mut book: Xlsx<_> = open_workbook_from_rs(std::io::Cursor::new(bytes)).map_err(unreadable)?;
    let Some(first) = book.sheet_names().first().cloned() else {
        return Err(Error::usage("the workbook has no sheet"));
    };
    let mut reader = book.worksheet_cells_reader(&first).map_err(unreadable)?;
    let mut found: std::collections::BTreeMap<u32, Vec<String>> = std::collections::BTreeMap::new();
    while let Some(cell) = reader.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let text = match cell.get_value() {
            DataRef::Empty => continue,
            // A workbook stores each number as a floating-point number.
            DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
            DataRef::Float(number) => number.to_string(),
            DataRef::Int(number) => number.to_string(),
            DataRef::Bool(truth) => truth.to_string(),
            DataRef::String(text) => tidy(text),
            DataRef::SharedString(text) => tidy(text),
            _ => {
                let place = format!("{}{}", letters(column as usize), row + 1);
                return Err(Error::usage(format!("cell {place}: a date or a mistake stands here"))
                    .help("a cell of a card holds a text or a number"));
            }
        };
        if row as usize >= MAX_ROWS || column as usize >= MAX_COLUMNS {
            let place = format!("{}{}", letters(column as usize), row + 1);
            return Err(too_large(format!(
                "cell {place}: a table has at most {MAX_ROWS} rows and {MAX_COLUMNS} columns"
            )));
        }
        let cells = found.entry(row).or_default();
        cells.resize(cells.len().max(column as usize + 1), String::new());
        cells[column as usize] = text;
    }
    let mut rows = Vec::new();
    for (row, cells) in found {
        push(&mut rows, row + 1, 0, cells);
    }
    Ok(rows)
}

#[cfg(not(feature = "spreadsheets"))]
fn workbook(_: &[u8]) -> Result<Vec<TableRow>> {
    Err(Error::usage("this program was built without workbooks").help(
        "save the sheet as CSV, or build the program with `--features spreadsheets`; the published program has it",
    ))
}

/// Writes rows, the header first. `kind` is CSV or TSV.
///
/// # Errors
///
/// A workbook, which is never written.
pub fn write(kind: TableFormat, rows: &[Vec<String>]) -> Result<Vec<u8>> {
    separated_by(if kind == TableFormat::Tsv { b'\t' } else { b',' }, kind, rows)
}

/// Writes rows with the separator that an earlier table has: a spreadsheet program of some countries expects semicolons.
///
/// # Errors
///
/// A workbook, which is never written.
pub fn write_like(kind: TableFormat, rows: &[Vec<String>], before: &[u8]) -> Result<Vec<u8>> {
    separated_by(separator(&String::from_utf8_lossy(before)), kind, rows)
}

fn separated_by(sign: u8, kind: TableFormat, rows: &[Vec<String>]) -> Result<Vec<u8>> {
    if kind == TableFormat::Workbook {
        let error = Error::usage("the table is written as .csv or .tsv");
        return Err(error.help("spreadsheet programs open both, and save them as what they are"));
    }
    let internal = |why: &dyn std::fmt::Display| Error::internal(format!("the table cannot be written: {why}"));
    let mut writer = csv::WriterBuilder::new().flexible(true).delimiter(sign).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|cell| guarded(cell))).map_err(|why| internal(&why))?;
    }
    let table = writer.into_inner().map_err(|why| internal(&why))?;
    // Excel reads a table without this mark (a byte order mark) in the character set of the country.
    let is_ascii = table.is_ascii();
    Ok(if is_ascii { table } else { [&[0xef, 0xbb, 0xbf], &table[..]].concat() })
}

/// A cell as it is written. A text that begins like a formula gets a quote in front, so that no program runs formulas
/// from the packs of strangers.
fn guarded(cell: &str) -> String {
    let needs_quote = begins_formula(cell) && cell.parse::<i64>().is_err();
    if needs_quote { format!("'{cell}") } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(TableFormat::Csv, text.as_bytes()).unwrap().into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn columns_have_letters() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn commas_semicolons_and_tabs_are_told_apart() {
        for text in [
            "id,name\na,\"B, b\"\n",
            "id;name\r\na;\"B, b\"\r\n",
            "id\tname\na\tB, b\n",
            "\u{feff}id,name\n\na,\"B, b\"",
        ] {
            assert_eq!(cells(text), [["id", "name"], ["a", "B, b"]], "{text:?}");
        }
    }

    #[test]
    fn rows_keep_their_numbers_and_lines() {
        let rows = read(TableFormat::Csv, b"id,text\na,\"one\ntwo\"\n,\nb,c\n").unwrap();
        let places: Vec<(u32, u32)> = rows.iter().map(|row| (row.number, row.line)).collect();
        assert_eq!(places, [(1, 1), (2, 2), (4, 5)]);
    }

    #[test]
    fn no_text_becomes_a_formula_and_all_come_back() {
        let row: Vec<String> = ["=HYPERLINK(1)", "-5", "+1 power", "@x", "'=a", "'tis", "Ä"].map(String::from).into();
        let bytes = write(TableFormat::Csv, std::slice::from_ref(&row)).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.starts_with("\u{feff}'=HYPERLINK(1),-5,'+1 power,'@x,''=a,'tis,"), "{text}");
        assert_eq!(read(TableFormat::Csv, &bytes).unwrap()[0].cells, row);
    }

    #[cfg(feature = "spreadsheets")]
    #[test]
    fn a_workbook_is_read_cell_by_cell() {
        let cards = include_bytes!("../../../tests/fixtures/tables/cards.xlsx");
        let rows = read(TableFormat::Workbook, cards).unwrap();
        let found: Vec<(u32, Vec<&str>)> =
            rows.iter().map(|row| (row.number, row.cells.iter().map(String::as_str).collect())).collect();
        let header = vec!["id", "folder", "name", "power", "#notes"];
        let bear = vec!["old_bear", "first", "Old Bear", "3", "stronger"];
        assert_eq!(found, [(1, header), (2, bear), (4, vec!["rope", "first", "A rope: long", "1"])]);
        let why = |bytes: &[u8]| read(TableFormat::Workbook, bytes).unwrap_err().to_string();
        let far = include_bytes!("../../../tests/fixtures/tables/far.xlsx");
        assert!(why(far).contains("cell XFD1048576: a table has at most"), "{}", why(far));
        assert!(why(&vec![0; MAX_WORKBOOK + 1]).contains("more than 1048576 bytes"));
        assert!(why(b"no workbook").contains("cannot be read"));
    }

    #[test]
    fn what_is_no_table_is_told() {
        let why = |bytes: &[u8]| read(TableFormat::Csv, bytes).unwrap_err().to_string();
        assert!(why(b"id,name\n\xff,x").contains("not UTF-8"));
        assert!(why("a\n".repeat(20_001).as_bytes()).contains("more than 20000 rows"));
        assert!(why(",".repeat(300).replace(",", "x,").as_bytes()).contains("more than 200 columns"));
    }
}
