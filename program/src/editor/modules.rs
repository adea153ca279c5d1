//! Modules: those that the place of a query sees. A module is a file of Lua that returns a table.

use super::cursor::is_word;
use super::module_text::{Function, functions, head, name, remarks, returned};
use super::query::Query;

/// The modules that the place of the query sees, with their files.
pub fn seen<'k>(known: &'k Query) -> impl Iterator<Item = (&'k str, &'k str)> {
    known.scripts().filter(|(_, text)| text.lines().any(|line| line.starts_with("return"))).map(|(path, _)| {
        let name = name(path).unwrap_or("");
        (name, path)
    })
}

/// The functions of a module that the place of the query sees, each with its file.
pub fn functions_of<'k>(known: &'k Query, module: &str) -> Vec<(&'k str, Function<'k>)> {
    let of = |(path, text): (&'k str, &'k str)| {
        let found = functions(name(path).unwrap_or(""), text).into_iter();
        found.filter(|function| function.module == module).map(|function| (path, function)).collect::<Vec<_>>()
    };
    known.scripts().filter(|(_, text)| text.contains("function")).flat_map(of).collect()
}

/// The values that a module holds besides functions: name, text of the value, remarks.
pub fn values_of(known: &Query, module: &str) -> Vec<(String, String, String)> {
    let of = |(path, text): (&str, &str)| {
        let own = returned(text).filter(|_| name(path) == Some(module)).unwrap_or(module);
        let value = |(line, number): (&str, u32)| {
            let (said, value) = line.strip_prefix(own)?.strip_prefix('.')?.split_once('=')?;
            let (said, value) = (said.trim(), value.split("--").next().unwrap_or("").trim());
            let is_one = !said.is_empty()
                && said.chars().all(is_word)
                && !value.starts_with('=')
                && !value.starts_with("function");
            is_one.then(|| (said.to_string(), value.to_string(), remarks(text, number)))
        };
        text.lines().zip(1..).filter_map(value).collect::<Vec<_>>()
    };
    known.scripts().filter(|(_, text)| text.contains("return")).flat_map(of).collect()
}

/// The text about a module.
pub fn page_of_module(known: &Query, module: &str) -> Option<String> {
    let (_, path) = seen(known).find(|(name, _)| *name == module)?;
    let said = head(known.index.text(path)?);
    Some(format!("module **{module}**\n\n{said}\n\n{path}:1"))
}

/// Page of a function: its parameters, and the remarks above it.
pub fn page_of_function(known: &Query, module: &str, name: &str) -> Option<String> {
    let (path, function) = functions_of(known, module).into_iter().find(|(_, function)| function.name == name)?;
    let said = remarks(known.index.text(path)?, function.line);
    Some(format!("```lua\n{module}.{name}{}\n```\n{said}\n\n{path}:{}", function.takes, function.line))
}
