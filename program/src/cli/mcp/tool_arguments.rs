//! Tool arguments: declares the arguments of a tool, checks those of a call, and makes their JSON Schema.

use std::path::{Component, Path};

use serde_json::{Map, Value, json};

use intermezzo::data::disk::Folder;
use intermezzo::data::suggest;

/// The most characters of a text.
const LONGEST: usize = 1 << 20;
/// The most texts of a list.
const MOST: usize = 1000;
/// The most bytes of a file that an argument may name: no command reads a longer one.
const MAX_FILE: u64 = 64 << 20;

/// An argument of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolParam {
    /// The name of the argument.
    pub name: &'static str,
    /// The kind of value of the argument.
    pub kind: ParamKind,
    /// True if the argument must be there.
    pub needed: bool,
    /// The description of the argument.
    pub doc: &'static str,
}

/// The kind of value of an argument.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// A text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of names of games and of paths below the project's folder.
    Paths,
    /// A pack in play: its id, or the path of its folder below the project.
    Pack,
    /// A whole number, no less than the first of these and no more than the second.
    Number(i64, i64),
    /// True or false.
    Flag,
}

/// The arguments of a call, checked against the parameters of the tool.
#[derive(Clone, Debug, Default)]
pub struct ToolArguments(Map<String, Value>);

impl ToolArguments {
    /// Checks the arguments of a call against the parameters of a tool.
    ///
    /// # Errors
    ///
    /// An unknown or missing argument, one of another kind, a path that leads out of the folder.
    pub fn new(given: &Map<String, Value>, params: &[ToolParam], folder: &Folder) -> Result<ToolArguments, String> {
        for name in given.keys() {
            if !params.iter().any(|param| param.name == name) {
                let help = suggest::help_for(name, params.iter().map(|param| param.name));
                return Err(format!("there is no argument `{name}` ({help})"));
            }
        }
        for param in params {
            match given.get(param.name).filter(|value| !value.is_null()) {
                None if param.needed => return Err(format!("`{}` is missing: {}", param.name, param.doc)),
                None => {}
                Some(value) => fits(param, value, folder)?,
            }
        }
        Ok(ToolArguments(given.clone()))
    }

    /// The text of an argument; `None`: it was not given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// The texts of a list; empty if the argument was not given.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(|item| item.as_str().map(String::from)).collect()
    }

    /// The number of an argument; `None`: it was not given.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.0.get(name)?.as_i64()
    }

    /// True if a flag is set.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

fn fits(param: &ToolParam, value: &Value, folder: &Folder) -> Result<(), String> {
    let name = param.name;
    let text = |value: &Value| match value.as_str() {
        Some(text) if text.contains('\0') => Err(format!("`{name}` has a character that no text has")),
        Some(text) if text.len() > LONGEST => Err(format!("`{name}` is longer than {LONGEST} bytes")),
        Some(text) => Ok(text.to_string()),
        None => Err(format!("`{name}` is a text")),
    };
    match param.kind {
        ParamKind::Text => text(value).map(drop),
        ParamKind::Word(words) => {
            let word = text(value)?;
            let help =
                || format!("`{name}`: there is no `{word}` ({})", suggest::help_for(&word, words.iter().copied()));
            if words.contains(&&*word) { Ok(()) } else { Err(help()) }
        }
        ParamKind::Paths => {
            let list = value.as_array().ok_or_else(|| format!("`{name}` is a list of texts"))?;
            if list.len() > MOST {
                return Err(format!("`{name}` has more than {MOST} paths"));
            }
            list.iter().try_for_each(|path| is_inside(folder, name, &text(path)?))
        }
        ParamKind::Pack => is_inside(folder, name, &text(value)?),
        ParamKind::Number(least, most) => match value.as_i64() {
            Some(number) if (least..=most).contains(&number) => Ok(()),
            _ => Err(format!("`{name}` is a whole number from {least} to {most}")),
        },
        ParamKind::Flag if value.is_boolean() => Ok(()),
        ParamKind::Flag => Err(format!("`{name}` is true or false")),
    }
}

/// Checks that a path stays below the project's folder: it is no absolute path, has no `..`, and no part of it is a
/// link. It need not exist: a game or a pack may be named so.
///
/// # Errors
///
/// A path that leads elsewhere.
fn is_inside(folder: &Folder, name: &str, given: &str) -> Result<(), String> {
    let refused = |why: &str| Err(format!("`{name}`: {given:?} {why}; a path lies below the folder of the project"));
    let path = Path::new(given.trim_end_matches('/'));
    if given.is_empty() || given.contains('\\') {
        return refused("is no path with `/` between its names");
    }
    if path.is_absolute() || given.starts_with(['/', '~']) {
        return refused("begins elsewhere");
    }
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return refused("leads to another folder");
    }
    match folder.has_folder(path) {
        Ok(_) => Ok(()),
        // The path is no folder: a file is read, which fails if a link lies on the way.
        Err(_) => match folder.bytes_if_there(path, MAX_FILE) {
            Ok(_) => Ok(()),
            Err(_) => refused("is a link, lies behind one, or cannot be read"),
        },
    }
}

/// The JSON Schema of arguments.
pub fn schema(params: &[ToolParam]) -> Value {
    let one = |param: &ToolParam| {
        let mut schema = match param.kind {
            ParamKind::Text | ParamKind::Pack => json!({ "type": "string" }),
            ParamKind::Word(words) => json!({ "type": "string", "enum": words }),
            ParamKind::Paths => json!({ "type": "array", "items": { "type": "string" } }),
            ParamKind::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            ParamKind::Flag => json!({ "type": "boolean" }),
        };
        schema["description"] = json!(param.doc);
        (param.name.to_string(), schema)
    };
    let needed: Vec<&str> = params.iter().filter(|param| param.needed).map(|param| param.name).collect();
    let properties: Map<String, Value> = params.iter().map(one).collect();
    json!({ "type": "object", "properties": properties, "required": needed, "additionalProperties": false })
}
