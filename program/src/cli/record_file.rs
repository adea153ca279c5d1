//! Record files: reads the file of a record for `replay` and `play --from`, and prints notes about its version and its
//! end.

use std::path::Path;

use anyhow::Context as _;

use super::output::complain;
use super::text::{clean, counted};
use intermezzo::data::disk;
use intermezzo::table::Record;
use intermezzo::table::record::{MOST_BYTES, opening_texts};

/// Reads a record, with the texts of the game's files at its beginning, from the record itself or from beside it.
/// Prints notes if another version began it, or its end is torn.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let text = disk::text(path, MOST_BYTES)?;
    let (folder, _) = disk::Folder::around(path)?;
    let record = Record::from_text_with(&text, &|hash| opening_texts::find(&folder, hash));
    let record = record.with_context(|| path.display().to_string())?;
    if record.engine != env!("CARGO_PKG_VERSION") {
        complain(&format!("note: {}: version {} of the program began it", path.display(), clean(&record.engine)));
    }
    if text.contains("\r\n") {
        complain(&format!("note: {}: its lines end as another system writes them", path.display()));
    }
    if record.cut() > 0 {
        let lines = counted(record.cut(), "line");
        let lines = format!("warning: {}: the end is torn: {lines} at the end left out", path.display());
        complain(&lines);
    }
    Ok(record)
}
