//! Tables: the keys of sections as tables in a page of `docs/`.
//!
//! A page says where a table stands: between `<!-- keys: zone -->` and `<!-- end of keys -->`.

use super::check::either;
use super::{Called, KeyDef, Others, Section, Shape, Stands, Told};

const BEGIN: &str = "<!-- keys: ";
const END: &str = "<!-- end of keys -->";

/// The page with its tables as they must be, and the sections that it shows.
///
/// # Errors
///
/// A mark of a section that there is not, or one without its end.
pub(crate) fn fill(page: &str, sections: &[&'static Section]) -> Result<(String, Vec<String>), String> {
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
    /// Its keys as a table in Markdown.
    fn table(&self) -> String {
        let rows: String = self.keys.iter().map(KeyDef::row).collect();
        format!("| key | is | meaning |\n|---|---|---|\n{rows}")
    }

    /// All sections that stand in it, itself first.
    pub fn with_parts(&'static self) -> Vec<&'static Section> {
        let mut found: Vec<&'static Section> = vec![self];
        let mut at = 0;
        while let Some(section) = found.get(at) {
            let shapes =
                section.keys.iter().map(|key| &key.shape).chain(section.others.iter().flat_map(Others::shapes));
            let mut inner = Vec::new();
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

impl Shape {
    /// What may stand there, in words.
    pub fn words(&self) -> String {
        match self {
            Shape::Any => "anything".into(),
            Shape::Flag => "true or false".into(),
            Shape::Number(i64::MIN, i64::MAX) => "a number".into(),
            Shape::Number(least, i64::MAX) => format!("a number from {least}"),
            Shape::Number(least, most) => format!("a number from {least} to {most}"),
            Shape::Text => "a text".into(),
            Shape::Scalar => "a word, a number, true or false".into(),
            Shape::Choice(words) => either(words),
            Shape::Items(of) => format!("{}, or a list of such", of.words()),
            Shape::Names(of) => format!("by name: {}", of.words()),
            Shape::NamesOf(names, of) => format!("by name ({}, ...): {}", either(&names[..1]), of.words()),
            Shape::OneName(of) => format!("a map of one name: {}", of.words()),
            Shape::Section(section) => section.what.into(),
            Shape::OneOf(shapes) => {
                let words: Vec<String> = shapes.iter().map(Shape::words).collect();
                words.join("; or ")
            }
            Shape::Called(Called { what, page, .. }) | Shape::Told(Told { words: what, page, .. }) => match page {
                Some(page) => format!("[{what}]({page})"),
                None => (*what).into(),
            },
        }
    }

    fn sections(&self, out: &mut Vec<&'static Section>) {
        match self {
            Shape::Items(of) | Shape::Names(of) | Shape::NamesOf(_, of) | Shape::OneName(of) => of.sections(out),
            Shape::Section(section) => out.push(section),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| shape.sections(out)),
            Shape::Called(called) => called.shape.sections(out),
            _ => {}
        }
    }
}
