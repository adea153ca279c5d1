//! Layout: files of YAML in one layout: the same indentation, blanks and breaks of lines in every file. Comments, the order
//! of keys, quotes and values stay as they are.
//!
//! ```text
//! text -- lines --> levels and values -- flow --> lines that are short enough -- comments below each other --> text
//! ```
//!
//! The result is read again: a text whose values would differ is left alone.

mod flow;
mod lines;

use intermezzo::data::yaml;
use intermezzo::error::Problems;

/// The most columns of a line with brackets; a longer one becomes several.
pub const WIDTH: usize = 120;

/// Writes a text of YAML anew, in the layout.
///
/// # Errors
///
/// A text that is no YAML, or that has a form that is not laid out, in words.
pub fn laid_out(text: &str) -> Result<String, String> {
    let values = |text: &str| {
        let mut problems = Problems::new();
        let node = yaml::parse("", text, &mut problems).filter(|_| !problems.has_errors());
        node.map(|node| node.to_json())
    };
    let before = values(text).ok_or("it cannot be read: `check` says why")?;
    let is_windows = text.contains("\r\n");
    let plain = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let out = lines::laid_out(&plain)?;
    if values(&out).as_ref() != Some(&before) {
        return Err("its layout leaves no safe way to write it anew".into());
    }
    Ok(if is_windows { out.replace('\n', "\r\n") } else { out })
}
