//! Words: the possible values of a key, as messages and pages describe them.

use super::check::either;
use super::{NamedShape, Shape, Syntax};

impl Shape {
    /// The shape in words without links: for a message.
    pub fn plain_words(&self) -> String {
        without_links(&self.words())
    }

    /// The shape in words, with links to pages of the docs.
    pub fn words(&self) -> String {
        match self {
            Shape::Any => "anything".into(),
            Shape::Flag => "true or false".into(),
            Shape::Number(i64::MIN, i64::MAX) => "a number".into(),
            Shape::Number(least, i64::MAX) => format!("a number from {least}"),
            Shape::Number(least, most) => format!("a number from {least} to {most}"),
            Shape::Text => "a text".into(),
            Shape::Word => "one word".into(),
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
            Shape::Called(NamedShape { what, page, .. }) | Shape::Syntax(Syntax { words: what, page, .. }) => {
                match page {
                    Some(page) => format!("[{what}]({page})"),
                    None => (*what).into(),
                }
            }
        }
    }
}

/// A text with the words of each Markdown link in place of the link: a message and an editor cannot follow it.
pub fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out += before;
        match link.split_once("](").and_then(|(words, after)| Some((words, after.split_once(')')?.1))) {
            Some((words, after)) if !words.contains('[') => {
                out += words;
                rest = after;
            }
            _ => {
                out.push('[');
                rest = link;
            }
        }
    }
    out + rest
}
