//! Doc checks: functions for this crate's own tests, which compare the pages of `docs/` and the schemas with the
//! declared keys.

use super::FILES;
use crate::data::Node;
use crate::data::keys::{Section, fill};
use crate::error::Problems;
use crate::kernel::parse::keys::FUNCTIONS;

/// Reports the faults of a file of a kind, as far as any game could find them: its keys, and the kinds of values under
/// them.
///
/// # Panics
///
/// Panics if there is no such kind.
pub fn check(kind: &str, node: &Node, problems: &mut Problems) {
    let (.., section) = FILES.iter().find(|(known, ..)| *known == kind).expect("a kind of file");
    section.check(node, problems);
}

/// A page of `docs/` with its tables of keys as they must be, and the names of the sections that it shows.
///
/// # Errors
///
/// A mark in the page that names no section, or has no end.
pub fn page(text: &str) -> Result<(String, Vec<String>), String> {
    fill(text, &all())
}

/// The sections of all these files, each by the name that a mark in a page gives, with its keys.
pub fn sections() -> Vec<(String, Vec<&'static str>)> {
    all().iter().map(|section| (section.id(), section.names().collect())).collect()
}

fn all() -> Vec<&'static Section> {
    let mut out: Vec<&'static Section> = Vec::new();
    // Functions stand in texts, and in no map.
    for section in FILES.iter().flat_map(|(.., section)| section.with_parts()).chain([&FUNCTIONS]) {
        if !out.iter().any(|known| std::ptr::eq(*known, section)) {
            out.push(section);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn every_section_has_a_name_of_its_own_and_every_key_a_sentence() {
        let mut ids: Vec<String> = all().iter().map(|section| section.id()).collect();
        ids.sort();
        let once = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), once, "two sections have the same name");
        for section in all() {
            for key in section.keys {
                let doc = key.doc.trim();
                assert!(
                    doc.ends_with('.') && doc.len() > 8,
                    "`{}` of {} is not explained: {doc}",
                    key.name,
                    section.what
                );
            }
        }
    }
}
