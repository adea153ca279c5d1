//! Tables: the keys of sections as tables in a page of `docs/`.
//!
//! A page says where a table stands: between `<!-- keys: zone -->` and `<!-- end of keys -->`.

use super::check::either;
use super::{KeyDef, Others, Section, Shape, Stands};

const BEGIN: &str = "<!-- keys: ";
const END: &str = "<!-- end of keys -->";

/// The page with its tables as they must be, and the sections that it shows.
///
/// # Errors
///
/// A mark of an unknown section, or one without an end.
pub fn fill(page: &str, sections: &[&'static Section]) -> Result<(String, Vec<String>), String> {
    let mut parts = page.split(BEGIN);
    let mut out = parts.next().unwrap_or("").to_string();
    let mut shown = Vec::new();
    for part in parts {
        let (id, rest) = part.split_once(" -->").ok_or("a mark of keys does not end")?;
        let (_, after) = rest.split_once(END).ok_or(format!("the keys of `{id}` have no end"))?;
        let section = sections.iter().find(|section| section.id() == id);
        let table = section.ok_or(format!("there is no section `{id}`"))?.table();
        out.push_str(&format!("{BEGIN}{id} -->\n{table}{END}{after}"));
        shown.push(id.to_string());
    }
    Ok((out, shown))
}

impl Section {
    /// The keys of the section as a table in Markdown.
    fn table(&self) -> String {
        let rows: String = self.keys.iter().map(KeyDef::row).collect();
        format!("| key | is | meaning |\n|---|---|---|\n{rows}")
    }

    /// All sections that stand in this one, itself first.
    pub fn with_parts(&'static self) -> Vec<&'static Section> {
        let mut found: Vec<&'static Section> = vec![self];
        let mut at = 0;
        while let Some(section) = found.get(at) {
            let keys = section.keys.iter().map(|key| &key.shape);
            let shapes = keys.chain(section.others.iter().flat_map(Others::shapes));
            let mut inner = section.also.to_vec();
            shapes.for_each(|shape| shape.sections(&mut inner));
            for section in inner {
                if !found.iter().any(|known| std::ptr::eq(*known, section)) {
                    found.push(section);
                }
            }
            at += 1;
        }
        found
    }
}

impl KeyDef {
    fn row(&self) -> String {
        let (name, is, doc) = (self.name, self.shape.words(), self.doc.trim());
        let stands = match self.stands {
            Stands::Freely => String::new(),
            Stands::Always => "; needed".into(),
            Stands::Either => "; one of these is needed".into(),
            Stands::For(sorts) => format!("; for {}", either(sorts)),
        };
        format!("| `{name}` | {is}{stands} | {} |\n", doc.replace('|', "\\|"))
    }
}

impl Others {
    /// The shapes of values under keys that the section does not list.
    fn shapes(&self) -> Vec<&Shape> {
        match self {
            Others::Any(shape) | Others::Of(_, shape) | Others::Dotted(shape) => vec![shape],
            Others::OfOrAny(_, shape, other) => vec![shape, other],
        }
    }
}

impl Shape {
    fn sections(&self, out: &mut Vec<&'static Section>) {
        match self {
            Shape::Items(of) | Shape::Names(of) | Shape::NamesOf(_, of) | Shape::OneName(of) => of.sections(out),
            Shape::Section(section) => out.push(section),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| shape.sections(out)),
            Shape::Called(called) => called.shape.sections(out),
            Shape::Syntax(syntax) => out.extend(syntax.maps.iter().map(|(_, section)| *section)),
            _ => {}
        }
    }
}
