//! Signature: the parameters of the function in whose brackets a place stands.

use super::lua_cursor;
use super::lua_names::FUNCTIONS;
use super::lua_scopes::{NoValues, read};
use super::query::Query;
use super::{FileKind, module_text, modules, script_place};
use intermezzo::data::keys::without_links;
use intermezzo::script::stubs::{METHODS, fields_of_event, library_members};
use std::ops::Range;

/// The signature of a function, and which argument is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The whole signature: `act.move(cards: Card|Card[], to: string|Space): Card?`.
    pub label: String,
    /// The parameters, in bytes of the label.
    pub parameters: Vec<Range<usize>>,
    /// The number of the argument at the place, from 0.
    pub active: usize,
    /// The description of the function.
    pub doc: String,
}

/// The signature at a place of a file; `None`: it stands in the brackets of no function that is known.
pub fn at(known: &Query, kind: FileKind, text: &str, at: usize) -> Option<SignatureHelp> {
    let script = script_place::at(known, kind, text, at)?;
    let before = &text[script.range.start..at];
    let (name, n) = lua_cursor::at_end(before).call?;
    let (label, doc) = of_known(known, &name).or_else(|| of_own(&text[script.range], &name))?;
    let parameters = parameters(&label);
    // A last parameter `...` takes any number of arguments, so it stays the active one.
    let last = parameters.len().saturating_sub(1);
    let is_open = parameters.last().is_some_and(|range| label[range.clone()].starts_with("..."));
    let active = if is_open { n.min(last) } else { n };
    Some(SignatureHelp { label, parameters, active, doc: without_links(&doc) })
}

/// Label and text of a function of the host, the game, a library or a module.
fn of_known(known: &Query, name: &str) -> Option<(String, String)> {
    if let Some(f) = FUNCTIONS.get(name) {
        return Some((format!("{name}{}", f.signature), f.doc.into()));
    }
    if let Some((_, method)) = name.rsplit_once(':') {
        let (_, signature, doc) = METHODS.iter().find(|(known, ..)| *known == method)?;
        return Some((format!("{method}{signature}"), (*doc).into()));
    }
    let (owner, member) = name.split_once('.')?;
    if let Some(found) = library_members().find(|found| (found.library, found.name) == (owner, member)) {
        return Some((format!("{name}{}", found.signature), found.doc.into()));
    }
    if owner == "act" {
        let fields = fields_of_event(&known.game?.catalog.rules, member);
        let takes: Vec<String> = fields.iter().map(|field| format!("{}: {}", field.name, field.ty)).collect();
        return (!takes.is_empty())
            .then(|| (format!("{name}({})", takes.join(", ")), format!("The event `{member}`.")));
    }
    let functions = modules::functions_of(known, owner).into_iter();
    let (path, function) = functions.into_iter().find(|(_, function)| function.name == member)?;
    Some((format!("{name}{}", function.takes), module_text::remarks(known.index.text(path)?, function.line)))
}

/// Label and text of a function that the script itself declares.
fn of_own(source: &str, name: &str) -> Option<(String, String)> {
    let scopes = read(source, source.len(), &NoValues);
    let local = scopes.locals.iter().rev().find(|local| local.name == name)?;
    let behind = &source[local.declared.end..];
    let behind = behind.trim_start().strip_prefix('=').map_or(behind, str::trim_start);
    let inside = behind.trim_start().trim_start_matches("function").trim_start().strip_prefix('(')?;
    let line = source[..local.declared.start].matches('\n').count() as u32 + 1;
    Some((format!("{name}({})", inside.split_once(')')?.0), module_text::remarks(source, line)))
}

/// The parameters in a label, by their bytes: the texts between the commas of the first brackets.
fn parameters(label: &str) -> Vec<Range<usize>> {
    let Some(open) = label.find('(') else { return Vec::new() };
    let (mut depth, mut start, mut out) = (0, open + 1, Vec::new());
    let mut push = |range: Range<usize>| {
        let skipped = label[range.clone()].len() - label[range.clone()].trim_start().len();
        if !label[range.clone()].trim().is_empty() {
            out.push(range.start + skipped..range.end);
        }
    };
    for (at, c) in label.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => {
                depth -= 1;
                if depth == 0 {
                    push(start..at);
                    break;
                }
            }
            ',' if depth == 1 => {
                push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_between_the_commas_of_the_first_brackets() {
        let label = "f(a: A, b?: fun(x: any, y: any), ...: any): C, D";
        let found: Vec<&str> = parameters(label).into_iter().map(|range| &label[range]).collect();
        assert_eq!(found, ["a: A", "b?: fun(x: any, y: any)", "...: any"]);
        assert!(parameters("f()").is_empty() && parameters("f").is_empty());
    }

    #[test]
    fn a_function_of_the_script_itself_is_told() {
        let source = "--- Twice.\nlocal function twice(card, n)\nend\nlocal thrice = function (card)\nend\n";
        assert_eq!(of_own(source, "twice"), Some(("twice(card, n)".into(), "Twice.".into())));
        assert_eq!(of_own(source, "thrice"), Some(("thrice(card)".into(), String::new())));
        assert_eq!(of_own(source, "nothing"), None);
    }
}
