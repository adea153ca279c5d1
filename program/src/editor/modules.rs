//! Modules: the files of Lua that return a table, and the functions in them, read from their text, also while it is
//! half written.

use super::cursor::is_word;
use super::query::Query;

/// A function that a file declares in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function<'t> {
    /// The module that holds it: the file's own, or another by its name.
    pub module: &'t str,
    /// The name of the function.
    pub name: &'t str,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The parameters of the function: `(player, n)`.
    pub takes: String,
}

/// The name of a module by its path.
pub fn name(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.strip_suffix(".lua")
}

/// The table that a file returns, by the name that it has in the file.
pub fn returned(text: &str) -> Option<&str> {
    let line = text.lines().rev().find_map(|line| line.strip_prefix("return "))?;
    let name = line.split("--").next().unwrap_or("").trim();
    (!name.is_empty() && name.chars().all(is_word)).then_some(name)
}

/// The functions that a file declares in tables: `function stage.discard(player)`, `stage.discard = function(player)`, and
/// those of the table that it returns.
pub fn functions<'t>(module: &'t str, text: &'t str) -> Vec<Function<'t>> {
    let own = returned(text);
    let mut out = Vec::new();
    let (mut start, mut in_table) = (0, false);
    for (line, number) in text.split('\n').zip(1..) {
        in_table |= line.starts_with("return") && line["return".len()..].trim_start().starts_with('{');
        let code = &line[..line.find("--").unwrap_or(line.len())];
        for (at, _) in code.match_indices("function") {
            let begin = line[..at].trim_end();
            let behind = &line[at + "function".len()..];
            // `function stage.discard(`, or `stage.discard = function(`.
            let (said, open) = match begin.strip_suffix('=') {
                Some(before) => (word_before(before.trim_end()), at + "function".len()),
                None => {
                    let skipped = behind.len() - behind.trim_start().len();
                    let from = at + "function".len() + skipped;
                    let end = line[from..].find('(').map_or(line.len(), |n| from + n);
                    ((from, line[from..end].trim_end()), end)
                }
            };
            let (from, said) = said;
            let (owner, name) = match said.rsplit_once('.') {
                Some((owner, name)) if Some(owner) == own => (module, name),
                Some((owner, name)) if !owner.contains('.') => (owner, name),
                None if in_table && begin.ends_with('=') => (module, said),
                _ => continue,
            };
            if name.is_empty() || !name.chars().all(is_word) {
                continue;
            }
            let column = line[..from + said.len() - name.len()].chars().count() as u32 + 1;
            let takes = brackets(&text[start + open..]);
            out.push(Function { module: owner, name, line: number, column, takes });
        }
        start += line.len() + 1;
    }
    out
}

/// The name with its dots that ends a text, and where it begins.
fn word_before(text: &str) -> (usize, &str) {
    let start = text.rfind(|c: char| !is_word(c) && c != '.').map_or(0, |i| i + 1);
    let start = (start..=text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len());
    (start, &text[start..])
}

/// The brackets with which a text begins, on one line.
fn brackets(text: &str) -> String {
    let text = text.trim_start();
    let inside = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(inside, _)| inside);
    format!("({})", inside.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The remarks that end above a line; lines count from 1.
pub fn remarks(text: &str, line: u32) -> String {
    let lines: Vec<&str> = text.lines().take(line as usize - 1).collect();
    let said = lines.iter().rev().map_while(|line| line.trim_start().strip_prefix("--"));
    let mut said: Vec<&str> = said.map(|line| line.trim_start_matches('-').trim()).collect();
    said.reverse();
    said.join("\n").trim().into()
}

/// The remarks at the top of a file.
fn head(text: &str) -> String {
    let end = text.lines().take_while(|line| line.starts_with("--")).count() as u32;
    remarks(text, end + 1)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = functions("own", text).into_iter();
        let found: Vec<String> =
            found.map(|f| format!("{}.{}{} {}:{}", f.module, f.name, f.takes, f.line, f.column)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn functions_are_found_however_they_are_declared() {
        check("local M = {}\nfunction M.tick(a,\n  b)\nend\nreturn M\n", &["own.tick(a, b) 2:12"]);
        check("local own = {}\nown.tick = function () end\nreturn own", &["own.tick() 2:5"]);
        check("return {\n  tick = function(n) end,\n}\n", &["own.tick(n) 2:3"]);
        check("return { tick = function(n) end, tock = function() end }", &["own.tick(n) 1:10", "own.tock() 1:34"]);
        check("function other.tick() end", &["other.tick() 1:16"]);
        check("local function f() end\nlocal g = function() end\n-- function own.no()\nfunction own.", &[]);
        check("é = 1 function é.", &[]);
    }

    #[test]
    fn what_stands_above_a_function_is_said_of_it() {
        let text = "--- Stage.\n\nlocal x = {}\n--- One\n-- two.\nfunction x.f() end\n";
        assert_eq!(remarks(text, 6), "One\ntwo.");
        assert_eq!(remarks(text, 3), "");
        assert_eq!(head(text), "Stage.");
    }
}
