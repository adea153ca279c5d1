//! Grid: the cells of a spreadsheet file, read and written.

use std::path::Path;

use intermezzo::error::{Error, Result};

/// The most bytes of a spreadsheet that are read. Ten thousand cards of 400 letters have 4 MB.
pub const MAX_BYTES: u64 = 32 << 20;
/// The most rows that are read: twice as many as the largest game that is tested has cards.
const MAX_ROWS: usize = 20_000;
/// The most columns that are read.
const MAX_COLUMNS: usize = 200;

/// A row of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row as a spreadsheet counts it, from 1; the header is row 1.
    pub number: u32,
    /// The line of the file in which it begins, from 1; 0 in a file that has no lines.
    pub line: u32,
    /// The cells, without blanks around them.
    pub cells: Vec<String>,
}

/// The kind of a spreadsheet file, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Values with commas, or with semicolons as some countries' programs write them.
    Csv,
    /// Values with tabs.
    Tsv,
    /// A workbook of Excel or LibreOffice, of which the first sheet counts.
    Workbook,
}

impl Kind {
    /// The kind of a file; `None`: it is no spreadsheet.
    pub fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "csv" => Some(Kind::Csv),
            "tsv" | "tab" => Some(Kind::Tsv),
            "xlsx" | "ods" => Some(Kind::Workbook),
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
pub fn read(kind: Kind, bytes: &[u8]) -> Result<Vec<Row>> {
    let rows = match kind {
        Kind::Csv | Kind::Tsv => separated(kind, bytes)?,
        Kind::Workbook => workbook(bytes)?,
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

fn separated(kind: Kind, bytes: &[u8]) -> Result<Vec<Row>> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        Error::usage("the table is not UTF-8").help("save it as \"CSV UTF-8\", which every spreadsheet program offers")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(if kind == Kind::Tsv { b'\t' } else { separator(text) })
        .from_reader(text.as_bytes());
    let (mut rows, mut record, mut number) = (Vec::new(), csv::StringRecord::new(), 0);
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(rows),
            Ok(true) => number += 1,
            Err(why) => return Err(Error::usage(format!("the table cannot be read: {why}"))),
        }
        let line = record.position().map_or(0, |at| u32::try_from(at.line()).unwrap_or(u32::MAX));
        push(&mut rows, number, line, record.iter().map(tidy).collect());
        if rows.len() > MAX_ROWS {
            return Ok(rows);
        }
    }
}

/// A cell without blanks around it. A quote before a sign that begins a formula belongs to the spreadsheet (`export`).
fn tidy(cell: &str) -> String {
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

fn push(rows: &mut Vec<Row>, number: u32, line: u32, mut cells: Vec<String>) {
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    if !cells.is_empty() {
        rows.push(Row { number, line, cells });
    }
}

#[cfg(feature = "spreadsheets")]
fn workbook(bytes: &[u8]) -> Result<Vec<Row>> {
    use calamine::{Data, Reader as _, open_workbook_auto_from_rs};
    let told = |why: calamine::Error| Error::usage(format!("the workbook cannot be read: {why}"));
    let mut book = open_workbook_auto_from_rs(std::io::Cursor::new(bytes)).map_err(told)?;
    let Some(sheet) = book.worksheet_range_at(0) else {
        return Err(Error::usage("the workbook has no sheet"));
    };
    let sheet = sheet.map_err(told)?;
    let (first_row, first_column) = sheet.start().unwrap_or((0, 0));
    let cell = |data: &Data| match data {
        Data::Empty => String::new(),
        // A workbook keeps each number as a fraction.
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        other => tidy(&other.to_string()),
    };
    let mut rows = Vec::new();
    for (at, row) in sheet.rows().enumerate() {
        let number = first_row.saturating_add(u32::try_from(at).unwrap_or(u32::MAX)).saturating_add(1);
        let before = std::iter::repeat_n(String::new(), first_column.min(MAX_COLUMNS as u32) as usize);
        push(&mut rows, number, 0, before.chain(row.iter().map(cell)).collect());
        if rows.len() > MAX_ROWS {
            break;
        }
    }
    Ok(rows)
}

#[cfg(not(feature = "spreadsheets"))]
fn workbook(_: &[u8]) -> Result<Vec<Row>> {
    Err(Error::usage("this program was built without workbooks").help(
        "save the sheet as CSV, or build the program with `--features spreadsheets`; the published program has it",
    ))
}

/// Writes rows, the header first. `kind` is CSV or TSV.
///
/// # Errors
///
/// A workbook, which is never written.
pub fn write(kind: Kind, rows: &[Vec<String>]) -> Result<Vec<u8>> {
    if kind == Kind::Workbook {
        let error = Error::usage("the table is written as .csv or .tsv");
        return Err(error.help("spreadsheet programs open both, and save them as what they are"));
    }
    let internal = |why: &dyn std::fmt::Display| Error::internal(format!("the table cannot be written: {why}"));
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .delimiter(if kind == Kind::Tsv { b'\t' } else { b',' })
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|cell| guarded(cell))).map_err(|why| internal(&why))?;
    }
    let table = writer.into_inner().map_err(|why| internal(&why))?;
    // Excel takes a table without this mark for one in the letters of the country.
    let is_ascii = table.is_ascii();
    Ok(if is_ascii { table } else { [&[0xef, 0xbb, 0xbf], &table[..]].concat() })
}

/// A cell as it is written. Packs of strangers have no formulas: a text that begins like one gets a quote in front.
fn guarded(cell: &str) -> String {
    let needs_quote = begins_formula(cell) && cell.parse::<i64>().is_err();
    if needs_quote { format!("'{cell}") } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(Kind::Csv, text.as_bytes()).unwrap().into_iter().map(|row| row.cells).collect()
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
        let rows = read(Kind::Csv, b"id,text\na,\"one\ntwo\"\n,\nb,c\n").unwrap();
        let places: Vec<(u32, u32)> = rows.iter().map(|row| (row.number, row.line)).collect();
        assert_eq!(places, [(1, 1), (2, 2), (4, 5)]);
    }

    #[test]
    fn no_text_becomes_a_formula_and_all_come_back() {
        let row: Vec<String> = ["=HYPERLINK(1)", "-5", "+1 power", "@x", "'=a", "'tis", "Ä"].map(String::from).into();
        let bytes = write(Kind::Csv, std::slice::from_ref(&row)).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.starts_with("\u{feff}'=HYPERLINK(1),-5,'+1 power,'@x,''=a,'tis,"), "{text}");
        assert_eq!(read(Kind::Csv, &bytes).unwrap()[0].cells, row);
    }

    #[test]
    fn what_is_no_table_is_told() {
        let why = |bytes: &[u8]| read(Kind::Csv, bytes).unwrap_err().to_string();
        assert!(why(b"id,name\n\xff,x").contains("not UTF-8"));
        assert!(why("a\n".repeat(20_001).as_bytes()).contains("more than 20000 rows"));
        assert!(why(",".repeat(300).replace(",", "x,").as_bytes()).contains("more than 200 columns"));
    }
}
