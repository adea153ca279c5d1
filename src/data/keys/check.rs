//! Check: judges the keys of a map, and the kinds of their values, against the section of the map.

use super::{KeyDef, Others, Section, Shape, Stands};
use crate::data::{Data, Key, Node, suggest};
use crate::error::Problems;

impl Section {
    /// The declaration of a key, from this section or a section included in it (`also`).
    pub fn key(&self, name: &str) -> Option<&KeyDef> {
        let also = || self.also.iter().find_map(|section| section.key(name));
        self.keys.iter().find(|key| key.name == name).or_else(also)
    }

    /// The names of the section's own keys, without those that it takes from other sections.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let keys: &'static [KeyDef] = self.keys;
        keys.iter().map(|key| key.name)
    }

    /// The keys of the section, with those that it takes from other sections.
    pub fn all_keys(&self) -> Vec<&'static KeyDef> {
        self.keys.iter().chain(self.also.iter().flat_map(|section| section.all_keys())).collect()
    }

    /// Reports the faults of a map and of everything in it.
    pub fn check(&self, node: &Node, problems: &mut Problems) {
        let Some(map) = node.as_map() else {
            let names: Vec<&str> = self.names().collect();
            let message = format!("{} is a map of {}, found {}", self.what, names.join(", "), node.kind_name());
            let help = "write its keys below, each `key: value`, or in a line: `{ key: value }`";
            problems.error("wrong_kind", &node.span, message).help(help);
            return;
        };
        let is_named = |key: &Key| self.others.is_some_and(|others| others.shape_of(&key.name).is_some());
        let (map, cut) = whole_and_cut(map, &|key| self.key(&key.name).is_some() || is_named(key));
        if let (Some((key, text)), Some((rest, _))) = (map.last().filter(|_| !cut.is_empty()), cut.first()) {
            cut_text(key, text, rest, problems);
        }
        for (key, value) in map {
            match (self.key(&key.name), &self.others) {
                (Some(known), _) => known.shape.check(&key.name, value, problems),
                (None, others) => match others.as_ref().and_then(|others| others.shape_of(&key.name)) {
                    Some(_) if others.is_some_and(|others| others.is_slip(&key.name, value)) => {
                        self.stranger(key, problems)
                    }
                    Some(shape) => shape.check(&key.name, value, problems),
                    None => self.known(key, problems),
                },
            }
        }
        for key in self.keys.iter().filter(|key| key.stands == Stands::Always && node.field(key.name).is_none()) {
            let help = format!("add `{}: …`: {}", key.name, key.doc);
            problems.error("missing", &node.span, format!("{} needs `{}`", self.what, key.name)).help(help);
        }
        let either: Vec<&str> = self.either().collect();
        if !either.is_empty() && either.iter().all(|key| node.field(key).is_none()) {
            let message = format!("{} needs one of {}", self.what, list(&either, "and"));
            problems.error("missing", &node.span, message);
        }
        self.strangers(node, problems);
    }

    /// The names of the keys of which at least one must be there.
    pub(super) fn either(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().filter(|key| key.stands == Stands::Either).map(|key| key.name)
    }

    /// Reports a key that may not stand in the section.
    pub fn known(&self, key: &Key, problems: &mut Problems) {
        if self.key(&key.name).is_some() || self.others.is_some_and(|others| others.shape_of(&key.name).is_some()) {
            return;
        }
        self.stranger(key, problems);
    }

    /// Reports an unknown key, with the most similar known one.
    fn stranger(&self, key: &Key, problems: &mut Problems) {
        let others = match self.others {
            Some(Others::Of(names, _) | Others::OfOrAny(names, ..)) => names,
            _ => &[],
        };
        let known: Vec<&str> = self.all_keys().iter().map(|key| key.name).chain(others.iter().copied()).collect();
        let help = suggest::help_for(&key.name, known);
        problems.error("unknown_key", &key.span, format!("unknown key `{}` in {}", key.name, self.what)).help(help);
    }

    /// Reports keys that are for sections of another sort.
    fn strangers(&self, node: &Node, problems: &mut Problems) {
        // Only sections whose sort is the value of one key are checked here. Of abilities, one of several keys decides:
        // they are checked when they are compiled.
        let [of] = self.sorts else { return };
        let Some(sort) = node.field(of).and_then(Node::as_str) else { return };
        for key in self.keys {
            if let (Stands::For(sorts), Some(found)) = (key.stands, node.field(key.name))
                && !sorts.contains(&sort)
            {
                let message = format!("`{}` is not for {} with the {of} `{sort}`", key.name, self.what);
                problems.error("unknown_key", &found.span, message).help(format!("it is for {}", either(sorts)));
            }
        }
    }
}

/// Entries of a map, in the order written.
type Entries<'m> = &'m [(Key, Node)];

/// The entries of a map before a text that a comma cut in pieces, with that text, and the pieces. In a map on one line
/// YAML reads what stands behind the comma as a key without a value: `{ script: act.draw(me, 2) }`.
fn whole_and_cut<'m>(map: Entries<'m>, is_known: &dyn Fn(&Key) -> bool) -> (Entries<'m>, Entries<'m>) {
    let is_piece = |before: &(Key, Node), (key, value): &(Key, Node)| {
        matches!(value.value, Data::Null) && !is_known(key) && key.span.line == before.0.span.line
    };
    let is_cut = |at: &usize| {
        let (key, text) = &map[*at];
        text.as_str().is_some_and(|text| text.contains(['(', ' ']))
            && is_known(key)
            && is_piece(&map[*at], &map[at + 1])
    };
    match (0..map.len().saturating_sub(1)).find(is_cut) {
        Some(at) => {
            let pieces = map[at + 1..].iter().take_while(|entry| is_piece(&map[at], entry)).count();
            // What follows the pieces is judged when the text is whole.
            if at + 1 + pieces == map.len() { map.split_at(at + 1) } else { (map, &[]) }
        }
        None => (map, &[]),
    }
}

/// Reports a text that a comma cut in pieces.
fn cut_text(key: &Key, text: &Node, rest: &Key, problems: &mut Problems) {
    let name = &key.name;
    let message = format!("the text of `{name}` ends at the comma before `{}`", rest.name);
    let below = if name == "script" { format!(", or write `{name}: |` and the script below") } else { String::new() };
    problems.error("unknown_key", &text.span, message).help(format!(
        "in a map on one line a text with a comma, `{{` or `}}` stands in quotes: `{name}: '...'`{below}"
    ));
}

impl Others {
    /// True if a key is probably a misspelt one of the listed names. Its value is a map without a first key of the
    /// shape for other names; besides, the map has parts that this shape does not know, or the key is near a listed
    /// name.
    fn is_slip(&self, name: &str, value: &Node) -> bool {
        let (Others::OfOrAny(names, _, other), Some(map)) = (self, value.as_map()) else { return false };
        let other = if let Shape::Items(of) = other { of } else { other };
        let is_large = |value: &Node| value.as_list().is_some() || value.as_map().is_some();
        let is_near = || suggest::nearest(name, names.iter().copied()).is_some();
        !names.contains(&name)
            && !map.iter().any(|(key, _)| other.heads().contains(&key.name.as_str()))
            && (map.iter().any(|(key, value)| is_large(value) && !other.has(&key.name)) || is_near())
    }

    /// The shape of the value under a key of this name, if the section has one.
    pub fn shape_of(&self, name: &str) -> Option<&Shape> {
        match self {
            Others::Any(shape) => Some(shape),
            Others::Of(names, shape) => names.contains(&name).then_some(shape),
            Others::OfOrAny(names, shape, other) => Some(if names.contains(&name) { shape } else { other }),
            Others::Dotted(shape) => name.contains('.').then_some(shape),
        }
    }
}

impl Shape {
    /// Reports the faults of the value under a key.
    pub fn check(&self, name: &str, node: &Node, problems: &mut Problems) {
        match self {
            Shape::Section(section) => section.check(node, problems),
            Shape::Called(called) if called.shape.fits(node) => called.shape.check(name, node, problems),
            Shape::Items(of) => node.items().iter().for_each(|item| of.check(name, item, problems)),
            // The parser of the value reports its faults.
            Shape::Syntax(_) => {}
            _ if !self.fits(node) => self.wrong(name, node, problems),
            Shape::NamesOf(names, of) => {
                for (key, value) in node.as_map().unwrap_or_default() {
                    if names.contains(&key.name.as_str()) {
                        of.check(&key.name, value, problems);
                    } else {
                        let help = suggest::help_for(&key.name, names.iter().copied());
                        let message = format!("`{}` is none of the names of `{name}`", key.name);
                        problems.error("unknown_key", &key.span, message).help(help);
                    }
                }
            }
            Shape::Names(of) | Shape::OneName(of) => {
                node.as_map().unwrap_or_default().iter().for_each(|(key, value)| of.check(&key.name, value, problems));
            }
            Shape::OneOf(shapes) => meant(shapes, node).into_iter().for_each(|shape| shape.check(name, node, problems)),
            _ => {}
        }
    }

    /// True if a value is of this shape's kind, as far as needed to choose between shapes; its contents are
    /// checked elsewhere.
    fn fits(&self, node: &Node) -> bool {
        match self {
            Shape::Any => true,
            Shape::Flag => node.as_bool().is_some(),
            Shape::Number(least, most) => node.as_int().is_some_and(|n| (*least..=*most).contains(&n)),
            Shape::Text => node.as_str().is_some(),
            Shape::Word => node.as_str().is_some_and(is_word),
            Shape::Scalar => matches!(node.value, Data::Text(_) | Data::Int(_) | Data::Bool(_)),
            Shape::Choice(words) => node.as_str().is_some_and(|word| words.contains(&word)),
            Shape::Items(_) => node.as_list().is_some(),
            Shape::Names(_) | Shape::NamesOf(..) => node.as_map().is_some(),
            Shape::OneName(_) => matches!(node.as_map(), Some([_])),
            Shape::Section(section) => section.is_meant(node),
            Shape::OneOf(shapes) => meant(shapes, node).is_some(),
            Shape::Called(called) => called.shape.fits(node),
            Shape::Syntax(syntax) => syntax.kinds.contains(&json_kind(node)),
        }
    }

    /// True if the shape permits a map.
    pub(super) fn may_be_map(&self) -> bool {
        match self {
            Shape::Any | Shape::Section(_) | Shape::Names(_) | Shape::NamesOf(..) | Shape::OneName(_) => true,
            Shape::OneOf(shapes) => shapes.iter().any(Shape::may_be_map),
            Shape::Called(called) => called.shape.may_be_map(),
            Shape::Syntax(syntax) => syntax.kinds.contains(&"object"),
            _ => false,
        }
    }

    /// True if a section that may stand here has a key of this name.
    fn has(&self, name: &str) -> bool {
        match self {
            Shape::OneOf(shapes) => shapes.iter().any(|shape| shape.has(name)),
            Shape::Called(called) => called.shape.has(name),
            Shape::Items(of) => of.has(name),
            Shape::Section(section) => section.key(name).is_some(),
            _ => false,
        }
    }

    /// The first keys of the sections that may stand here.
    fn heads(&self) -> Vec<&'static str> {
        match self {
            Shape::OneOf(shapes) => shapes.iter().flat_map(Shape::heads).collect(),
            Shape::Called(called) => called.shape.heads(),
            Shape::Section(section) => section.keys.first().map(|key| key.name).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn may_be_number(&self) -> bool {
        match self {
            Shape::Number(..) => true,
            Shape::OneOf(shapes) => shapes.iter().any(Shape::may_be_number),
            Shape::Called(called) => called.shape.may_be_number(),
            _ => false,
        }
    }

    fn wrong(&self, name: &str, node: &Node, problems: &mut Problems) {
        match (self, node.as_str()) {
            (Shape::Choice(words), Some(word)) => {
                let message = format!("`{name}` is {}, not `{word}`", either(words));
                problems
                    .error("unknown_word", &node.span, message)
                    .help(suggest::help_for(word, words.iter().copied()));
            }
            (Shape::Word, Some(text)) => {
                let message = format!("`{name}` is one word, not `{text}`");
                problems
                    .error("wrong_kind", &node.span, message)
                    .help("a word has only letters, digits, `_` and `-`: `two_parts`");
            }
            _ if node.as_map().is_some() && !self.heads().is_empty() => {
                let message = format!("`{name}` has one of the keys {}", either(&self.heads()));
                problems.error("missing", &node.span, message);
            }
            _ if node.as_int().is_some() && self.may_be_number() => {
                let message = format!("`{name}` is {}, not {}", self.plain_words(), node.to_json());
                problems.error("too_many", &node.span, message);
            }
            (Shape::Names(_) | Shape::NamesOf(..), _) => {
                let message = format!("`{name}` is a map, found {}", node.kind_name());
                problems.error("wrong_kind", &node.span, message).help(help_for_kind(name, "a map", node));
            }
            _ => {
                let message = format!("`{name}` is {}, found {}", self.plain_words(), node.kind_name());
                problems.error("wrong_kind", &node.span, message).help(help_for_kind(name, &self.plain_words(), node));
            }
        }
    }
}

/// True if a text is one word.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Help for a value of the wrong kind.
pub(crate) fn help_for_kind(name: &str, wanted: &str, found: &Node) -> String {
    let written = found.to_json().to_string();
    let bare = found.as_str().map(str::trim);
    match &found.value {
        Data::Text(text) if wanted.starts_with("a number") => match text.trim().parse::<i64>() {
            Ok(n) => format!("leave the quotes out: `{name}: {n}`"),
            Err(_) => format!("write a whole number: `{name}: 1`"),
        },
        Data::List(_) | Data::Map(_) if wanted.starts_with("a number") => {
            format!("one number stands here, and no range: `{name}: 1`")
        }
        Data::Int(_) | Data::Bool(_)
            if ["a text", "a word", "one word", "the id"].iter().any(|text| wanted.starts_with(text)) =>
        {
            format!("if it is meant as a text, put it in quotes: `{name}: \"{written}\"`")
        }
        Data::Text(_) if wanted.starts_with("true or false") => format!("`{name}: true` or `{name}: false`"),
        Data::List(_) if !wanted.contains("list") => format!("write it without brackets: `{name}: …`"),
        Data::Null => format!("something must stand behind `{name}:`"),
        _ if wanted.contains("a list") => format!("a list is written `{name}: [{}]`", bare.unwrap_or("a, b")),
        _ if wanted.contains("a map") => format!("a map is written `{name}: {{ key: value }}`"),
        _ => format!("write {wanted} behind `{name}:`"),
    }
}

impl Section {
    /// True if a map is meant as this section among several: it has the section's first key.
    fn is_meant(&self, node: &Node) -> bool {
        node.as_map().is_some() && self.keys.first().is_none_or(|key| node.field(key.name).is_some())
    }
}

/// The shape that a value is meant to have. Of several sections, the one whose first key is there; a single section
/// always fits.
pub fn meant<'s>(shapes: &'s [Shape], node: &Node) -> Option<&'s Shape> {
    let mut maps = shapes.iter().filter(|shape| shape.may_be_map());
    match (node.as_map(), maps.next(), maps.next()) {
        (Some(_), Some(only), None) => Some(only),
        _ => shapes.iter().find(|shape| shape.fits(node)),
    }
}

/// The name of this kind of value in JSON Schema.
fn json_kind(node: &Node) -> &'static str {
    match node.value {
        Data::Null => "null",
        Data::Bool(_) => "boolean",
        Data::Int(_) => "integer",
        Data::Text(_) => "string",
        Data::List(_) => "array",
        Data::Map(_) => "object",
    }
}

/// Words in backquotes with "or" before the last.
pub(crate) fn either(words: &[&str]) -> String {
    list(words, "or")
}

/// Words in backquotes with another word before the last.
fn list(words: &[&str], last_but_one: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {last_but_one} {last}", others.join(", ")),
        None => "nothing".into(),
    }
}
