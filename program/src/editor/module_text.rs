//! Module text: the table that a file of Lua returns and the functions in it, read from its text, also while it is half
//! written.

use super::cursor::is_word;

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

/// The brackets with which a text begins, written on one line.
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
pub(super) fn head(text: &str) -> String {
    let end = text.lines().take_while(|line| line.starts_with("--")).count() as u32;
    remarks(text, end + 1)
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
