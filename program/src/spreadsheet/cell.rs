//! Cell: a value of a card's file as a cell shows it, and back.
//!
//! A cell holds the value of the key in the file, without the outer brackets: `Ogre, Elf` of a list, `ember: 1, any: 3`
//! of a map.

use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;

/// The form in which a cell holds its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellForm {
    /// A text or a word, as it is.
    Text,
    /// A whole number.
    Number,
    /// The items of a list, with commas between them.
    List,
    /// The entries of a map, with commas between them.
    Map,
    /// Any other value, as YAML writes it on one line.
    Yaml,
}

impl CellForm {
    /// The form of a printed field, by the kind that the manifest gives it.
    pub fn of_kind(kind: &str) -> CellForm {
        match kind {
            "int" => CellForm::Number,
            "word" | "text" => CellForm::Text,
            "words" => CellForm::List,
            "cost" => CellForm::Map,
            _ => CellForm::Yaml,
        }
    }

    /// The cell of a value.
    pub fn cell(self, value: &Node) -> String {
        match (self, &value.value) {
            (CellForm::List, Data::List(items)) => items.iter().map(flow).collect::<Vec<_>>().join(", "),
            (CellForm::Map, Data::Map(_)) => {
                let map = flow(value);
                map.trim_start_matches("{ ").trim_end_matches(" }").trim_matches(['{', '}']).into()
            }
            (CellForm::Text, Data::Text(text)) => text.trim().into(),
            (CellForm::Text | CellForm::Number, _) | (_, Data::Int(_) | Data::Bool(_)) => plain(value),
            _ => flow(value),
        }
    }

    /// The value of a cell that is not empty.
    ///
    /// # Errors
    ///
    /// The kind of value that the cell should hold.
    pub fn value(self, cell: &str) -> Result<Node, String> {
        let data = match self {
            CellForm::Text => Data::Text(cell.into()),
            CellForm::Number => {
                Data::Int(cell.parse().map_err(|_| format!("a whole number stands here, not `{cell}`"))?)
            }
            CellForm::List => {
                return parsed(&format!("[{cell}]"))
                    .ok_or_else(|| format!("`{cell}` is no list: words with commas between them"));
            }
            CellForm::Map => {
                let map = parsed(&format!("{{ {cell} }}")).filter(is_complete);
                return map.ok_or_else(|| format!("`{cell}` is no list of numbers: it is written `red: 1, any: 2`"));
            }
            CellForm::Yaml => {
                return parsed(cell)
                    .ok_or_else(|| format!("`{cell}` cannot be read: it is written as in the card's file"));
            }
        };
        Ok(Node::new(data))
    }
}

/// True if each key of a map has a value: YAML takes `red 1` for a key without one.
fn is_complete(map: &Node) -> bool {
    map.as_map().is_some_and(|entries| entries.iter().all(|(_, value)| value.value != Data::Null))
}

fn parsed(text: &str) -> Option<Node> {
    let mut problems = Problems::new();
    let node = yaml::parse("a cell", text, &mut problems);
    node.filter(|_| problems.is_empty())
}

/// A value as YAML writes it on one line.
pub fn flow(value: &Node) -> String {
    match &value.value {
        Data::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Data::Map(entries) if entries.is_empty() => "{}".into(),
        Data::Map(entries) => {
            let entry =
                |(key, value): &(intermezzo::data::Key, Node)| format!("{}: {}", scalar(&key.name, true), flow(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Data::Text(text) => scalar(text, true),
        _ => plain(value),
    }
}

fn plain(value: &Node) -> String {
    match &value.value {
        Data::Int(number) => number.to_string(),
        Data::Bool(truth) => truth.to_string(),
        Data::Text(text) => text.clone(),
        Data::Null => String::new(),
        Data::List(_) | Data::Map(_) => flow(value),
    }
}

/// A text as a YAML scalar on one line: bare where that means the same, else in quotes. `in_flow`: between brackets.
pub fn scalar(text: &str, in_flow: bool) -> String {
    let whole = if in_flow { format!("[{text}]") } else { format!("key: {text}") };
    let found = parsed(&whole);
    let read = found.as_ref().and_then(|node| {
        if in_flow { node.as_list().filter(|all| all.len() == 1)?.first() } else { node.field("key") }
    });
    let is_bare = !text.contains('\n') && read.and_then(Node::as_str) == Some(text) && !text.starts_with(['"', '\'']);
    if is_bare { text.into() } else { quoted(text) }
}

/// A text in double quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of `key` in a line of YAML.
    fn value(line: &str) -> Node {
        parsed(line).unwrap().field("key").unwrap().clone()
    }

    #[test]
    fn a_value_is_its_cell_and_comes_back() {
        for (form, line, cell) in [
            (CellForm::Number, "key: -5", "-5"),
            (CellForm::Text, "key: ember", "ember"),
            (CellForm::Text, "key: \"a: b\"", "a: b"),
            (CellForm::List, "key: [Ogre, Elf]", "Ogre, Elf"),
            (CellForm::List, "key: [\"Ogre, old\", Elf]", "\"Ogre, old\", Elf"),
            (CellForm::Map, "key: { ember: 1, any: 3 }", "ember: 1, any: 3"),
            (CellForm::Yaml, "key: [[0, 1], [1, 1]]", "[[0, 1], [1, 1]]"),
            (CellForm::Yaml, "key: { side: me, is: [a, \"3\"] }", "{ side: me, is: [a, \"3\"] }"),
        ] {
            let node = value(line);
            assert_eq!(form.cell(&node), cell, "{line}");
            assert_eq!(form.value(cell).unwrap(), node, "{line}");
        }
        assert_eq!(CellForm::List.cell(&value("key: Ogre")), "Ogre", "a list of one may be written as its item");
    }

    #[test]
    fn a_wrong_cell_is_told_what_stands_there() {
        for (form, cell, expected) in [
            (CellForm::Number, "five", "a whole number stands here, not `five`"),
            (CellForm::Number, "1.5", "a whole number"),
            (CellForm::Map, "red 1", "it is written `red: 1, any: 2`"),
            (CellForm::Map, "red: 1, {", "it is written"),
            (CellForm::List, "a, [", "words with commas"),
            (CellForm::Yaml, "{ a", "cannot be read"),
        ] {
            let why = form.value(cell).unwrap_err();
            assert!(why.contains(expected), "{cell}: {why}");
        }
    }

    #[test]
    fn a_text_gets_quotes_where_yaml_would_read_it_otherwise() {
        for text in ["7", "true", "a: b", "a # b", "", "- a", "[a]", "\"a\"", "'a'", "a\nb", " a", "no\\pe", "{x}"] {
            for in_flow in [false, true] {
                let written = scalar(text, in_flow);
                let whole = if in_flow { format!("key: [{written}]") } else { format!("key: {written}") };
                let read = value(&whole);
                let read = if in_flow { read.as_list().unwrap()[0].clone() } else { read };
                assert_eq!(read.as_str(), Some(text), "{whole}");
            }
        }
        assert_eq!(scalar("Odd Rope", false), "Odd Rope");
        assert_eq!(scalar("a, b", true), "\"a, b\"");
    }
}
