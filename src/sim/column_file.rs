//! Column file: a table of columns as a Parquet file, which DuckDB, polars and pandas read.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::part_label::{self, PartLabel};
use crate::error::{Error, Result};

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    /// Whole numbers.
    Int(Vec<i64>),
    /// Whole numbers, some of them unknown.
    Maybe(Vec<Option<i64>>),
    /// Texts.
    Text(Vec<String>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Column::Int(values) => values.len(),
            Column::Maybe(values) => values.len(),
            Column::Text(values) => values.len(),
        }
    }
}

/// Columns of one length, each with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Columns(pub Vec<(String, Column)>);

fn ours(error: ParquetError) -> Error {
    Error::internal(format!("a Parquet file cannot be written: {error}"))
}

fn theirs(error: ParquetError) -> Error {
    Error::usage(format!("this is no Parquet file of ours: {error}"))
}

impl Columns {
    /// The table with one more column.
    pub fn with(mut self, name: &str, column: Column) -> Columns {
        self.0.push((name.into(), column));
        self
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.0.first().map_or(0, |(_, column)| column.len())
    }

    /// The numbers of a column.
    ///
    /// # Errors
    ///
    /// If there is no such column of numbers.
    pub fn ints(&self, name: &str) -> Result<&[i64]> {
        match self.0.iter().find(|(n, _)| n == name) {
            Some((_, Column::Int(values))) => Ok(values),
            _ => Err(Error::usage(format!("the file has no column `{name}` of numbers"))),
        }
    }

    /// The texts of a column.
    ///
    /// # Errors
    ///
    /// If there is no such column of texts.
    pub fn texts(&self, name: &str) -> Result<&[String]> {
        match self.0.iter().find(|(n, _)| n == name) {
            Some((_, Column::Text(values))) => Ok(values),
            _ => Err(Error::usage(format!("the file has no column `{name}` of texts"))),
        }
    }

    /// The bytes of the table as a Parquet file, with this label and its checksum.
    ///
    /// # Errors
    ///
    /// Columns that the Parquet library refuses: a bug of this program.
    pub fn to_bytes(&self, label: &PartLabel) -> Result<Vec<u8>> {
        let field = |(name, column): &(String, Column)| match column {
            Column::Int(_) => format!("required int64 {name};"),
            Column::Maybe(_) => format!("optional int64 {name};"),
            Column::Text(_) => format!("required binary {name} (UTF8);"),
        };
        let fields: String = self.0.iter().map(field).collect();
        let schema = Arc::new(parse_message_type(&format!("message rows {{ {fields} }}")).map_err(ours)?);
        let how = Arc::new(
            WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_key_value_metadata(Some(vec![KeyValue::new(part_label::KEY.into(), label.open())]))
                .build(),
        );
        let mut out = Vec::new();
        let mut writer = SerializedFileWriter::new(&mut out, schema, how).map_err(ours)?;
        let mut rows = writer.next_row_group().map_err(ours)?;
        for (_, column) in &self.0 {
            let Some(mut into) = rows.next_column().map_err(ours)? else { break };
            match column {
                Column::Int(values) => into.typed::<Int64Type>().write_batch(values, None, None),
                Column::Maybe(values) => {
                    let is_known: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                    let values: Vec<i64> = values.iter().flatten().copied().collect();
                    into.typed::<Int64Type>().write_batch(&values, Some(&is_known), None)
                }
                Column::Text(values) => {
                    let values: Vec<ByteArray> = values.iter().map(|text| ByteArray::from(text.as_str())).collect();
                    into.typed::<ByteArrayType>().write_batch(&values, None, None)
                }
            }
            .map_err(ours)?;
            into.close().map_err(ours)?;
        }
        rows.close().map_err(ours)?;
        writer.close().map_err(ours)?;
        PartLabel::close(out)
    }

    /// Reads a file: its label and its columns.
    ///
    /// # Errors
    ///
    /// A file that was altered, or has columns of another kind.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<(PartLabel, Columns)> {
        // The label has a checksum. It is checked first, because the reader of Parquet files panics on damaged files.
        let label = PartLabel::of(&bytes)?;
        let reader = SerializedFileReader::new(Bytes::from(bytes)).map_err(theirs)?;
        let mut sheet = Columns::default();
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).map_err(theirs)?;
            let rows = group.metadata().num_rows().max(0) as usize;
            for at in 0..group.num_columns() {
                let about = group.metadata().column(at).column_descr();
                let (name, kind, is_whole) =
                    (about.name().to_string(), about.physical_type(), about.max_def_level() == 0);
                let column = group.get_column_reader(at).map_err(theirs)?;
                let column = match kind {
                    parquet::basic::Type::INT64 => {
                        let (mut values, mut is_known) = (Vec::with_capacity(rows), Vec::new());
                        let mut column = get_typed_column_reader::<Int64Type>(column);
                        let levels = (!is_whole).then_some(&mut is_known);
                        column.read_records(rows, levels, None, &mut values).map_err(theirs)?;
                        let mut known = values.iter().copied();
                        match is_whole {
                            true => Column::Int(values),
                            false => Column::Maybe(
                                is_known.iter().map(|n| known.by_ref().take(*n as usize).next()).collect(),
                            ),
                        }
                    }
                    parquet::basic::Type::BYTE_ARRAY => {
                        let mut values: Vec<ByteArray> = Vec::with_capacity(rows);
                        let mut column = get_typed_column_reader::<ByteArrayType>(column);
                        column.read_records(rows, None, None, &mut values).map_err(theirs)?;
                        let text = |value: &ByteArray| String::from_utf8_lossy(value.data()).into_owned();
                        Column::Text(values.iter().map(text).collect())
                    }
                    _ => return Err(Error::usage(format!("the column `{name}` is none of ours"))),
                };
                match sheet.0.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, Column::Int(all))) => {
                        all.extend(if let Column::Int(more) = column { more } else { Vec::new() })
                    }
                    Some((_, Column::Maybe(all))) => {
                        all.extend(if let Column::Maybe(more) = column { more } else { Vec::new() })
                    }
                    Some((_, Column::Text(all))) => {
                        all.extend(if let Column::Text(more) = column { more } else { Vec::new() })
                    }
                    None => sheet.0.push((name, column)),
                }
            }
        }
        Ok((label, sheet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_read_as_it_was_written() {
        let texts = ["a", "", "ü \"x\""].map(String::from).to_vec();
        let sheet = Columns::default()
            .with("number", Column::Int(vec![1, -2, i64::MAX]))
            .with("points", Column::Maybe(vec![Some(2), None, Some(0)]))
            .with("name", Column::Text(texts));
        let label = PartLabel { job: "0".repeat(16), kind: "games".into(), first: 0, games: 3 };
        let bytes = sheet.to_bytes(&label).expect("a file");
        assert_eq!(&bytes[..4], b"PAR1");
        assert_eq!(Columns::from_bytes(bytes).expect("it is read"), (label, sheet));
        assert!(Columns::from_bytes(b"PAR1 and nothing".to_vec()).is_err());
    }
}
