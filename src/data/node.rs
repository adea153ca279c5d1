//! Node: a value that an author wrote, with its place.
//!
//! Equality looks at values only: the same data from two files, or from YAML and Lua, is equal.

pub use crate::error::Span;

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The written value.
    pub value: Data,
    /// The place where the value begins.
    pub span: Span,
}

/// A written value: YAML's core schema without fractions.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `null`, `~` or nothing at all.
    Null,
    /// `true` or `false`; `yes`, `no`, `on` and `off` are text.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other scalar.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map, in the order written. Keys are unique.
    Map(Vec<(Key, Node)>),
}

/// A key of a map with its place.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key as text, also when a number was written.
    pub name: String,
    /// The place where the key begins.
    pub span: Span,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Key {
    /// A key without a place.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), span: Span::none() }
    }
}

impl Node {
    /// A value without a place.
    pub fn new(value: Data) -> Self {
        Self { value, span: Span::none() }
    }

    /// The text, or `None` for anything else.
    pub fn as_str(&self) -> Option<&str> {
        if let Data::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The number, or `None` for anything else.
    pub fn as_int(&self) -> Option<i64> {
        if let Data::Int(number) = self.value { Some(number) } else { None }
    }

    /// The truth value, or `None` for anything else.
    pub fn as_bool(&self) -> Option<bool> {
        if let Data::Bool(truth) = self.value { Some(truth) } else { None }
    }

    /// The items of a list, or `None` for anything else; see [`Node::items`].
    pub fn as_list(&self) -> Option<&[Node]> {
        if let Data::List(items) = &self.value { Some(items) } else { None }
    }

    /// The entries of a map in the order written, or `None` for anything else.
    pub fn as_map(&self) -> Option<&[(Key, Node)]> {
        if let Data::Map(entries) = &self.value { Some(entries) } else { None }
    }

    /// The items of a list; any other value counts as a list of one, null as an empty list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Data::List(items) => items,
            Data::Null => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// The value under `name`; `None` without the key, or if this is no map.
    pub fn field(&self, name: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
    }

    /// The number of values in the tree, the root included.
    pub fn size(&self) -> usize {
        1 + match &self.value {
            Data::List(items) => items.iter().map(Node::size).sum(),
            Data::Map(entries) => entries.iter().map(|(_, value)| value.size()).sum(),
            _ => 0,
        }
    }

    /// True if a predicate holds for any text or key in the tree.
    pub fn any_text(&self, is_so: &impl Fn(&str) -> bool) -> bool {
        match &self.value {
            Data::Text(text) => is_so(text),
            Data::List(items) => items.iter().any(|item| item.any_text(is_so)),
            Data::Map(entries) => entries.iter().any(|(key, value)| is_so(&key.name) || value.any_text(is_so)),
            _ => false,
        }
    }

    /// The kind of a node, in words for a message: "a number", "a map".
    pub fn kind_name(&self) -> &'static str {
        match self.value {
            Data::Null => "nothing",
            Data::Bool(_) => "true or false",
            Data::Int(_) => "a number",
            Data::Text(_) => "a text",
            Data::List(_) => "a list",
            Data::Map(_) => "a map",
        }
    }

    /// The value as JSON, without places.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Data::Null => serde_json::Value::Null,
            Data::Bool(truth) => (*truth).into(),
            Data::Int(number) => (*number).into(),
            Data::Text(text) => text.as_str().into(),
            Data::List(items) => items.iter().map(Node::to_json).collect(),
            Data::Map(entries) => {
                let fields = entries.iter().map(|(key, node)| (key.name.clone(), node.to_json()));
                serde_json::Value::Object(fields.collect())
            }
        }
    }
}

/// A value as an author would write it, on one line: `[a, b]`, `{ atk: 2 }`; null is written `nothing`.
pub fn in_yaml(value: &serde_json::Value) -> String {
    use serde_json::Value;
    match value {
        Value::Null => "nothing".into(),
        Value::String(text) => text.trim_end().into(),
        Value::Array(list) => format!("[{}]", list.iter().map(in_yaml).collect::<Vec<_>>().join(", ")),
        Value::Object(map) if map.is_empty() => "{}".into(),
        Value::Object(map) => {
            let entries: Vec<String> = map.iter().map(|(key, value)| format!("{key}: {}", in_yaml(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// True if a text has a name as a whole word.
pub fn names_word(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(i, _)| !text[..i].ends_with(is_word) && !text[i + name.len()..].starts_with(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_value_counts_as_a_list_of_one_and_null_as_an_empty_list() {
        let one = Node::new(Data::Int(3));
        assert_eq!(one.items(), std::slice::from_ref(&one));
        assert_eq!(one.as_list(), None);
        assert!(Node::new(Data::Null).items().is_empty());
        let list = Node::new(Data::List(vec![one.clone(), one]));
        assert_eq!(list.items().len(), 2);
    }

    #[test]
    fn a_place_shows_only_what_is_known() {
        assert_eq!(Span::new("a.yaml", 3, 5).to_string(), "a.yaml:3:5");
        assert_eq!(Span::new("a.yaml", 3, 0).to_string(), "a.yaml:3");
        assert_eq!(Span::file("a.yaml").to_string(), "a.yaml");
        assert_eq!(Span::none().to_string(), "");
    }

    #[test]
    fn equality_ignores_places_and_json_has_none() {
        let map = |span: Span| Node { value: Data::Map(vec![(Key::new("hp"), Node::new(Data::Int(70)))]), span };
        assert_eq!(map(Span::none()), map(Span::new("a.yaml", 1, 1)));
        assert_eq!(map(Span::none()).to_json().to_string(), r#"{"hp":70}"#);
        assert_eq!(map(Span::none()).field("hp").and_then(Node::as_int), Some(70));
        assert_eq!(map(Span::none()).field("hq"), None);
    }
}
