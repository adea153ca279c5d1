//! No effect: abilities whose script never changes anything.

use super::{LintInput, abilities};
use crate::data::Node;
use crate::error::Problems;

/// Host functions that only read.
const READING: [&str; 23] = [
    "cards",
    "spaces",
    "count",
    "sum",
    "players",
    "defs",
    "choices",
    "fits",
    "abilities",
    "may",
    "record",
    "contains",
    "sorted_by_entry",
    "ipairs",
    "takes",
    "pairs",
    "tostring",
    "tonumber",
    "type",
    "select",
    "min",
    "max",
    "next",
];
/// Libraries without effects on the game, by their names.
const PURE: [&str; 4] = ["math", "string", "table", "board"];
/// Words before a bracket that call nothing.
const NO_CALLS: [&str; 12] =
    ["if", "elseif", "while", "until", "and", "or", "not", "return", "in", "then", "function", "for"];

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    for (_, _, card) in looked.cards() {
        for ability in abilities(card) {
            // A replacement without an effect does prevent its event.
            let acts = ["timing", "after"].iter().any(|form| ability.field(form).is_some());
            let scripts = std::iter::once(ability).chain(ability.field("modes").map_or(&[][..], Node::items));
            for script in scripts.filter_map(|part| part.field("script")).filter(|_| acts) {
                let Some(source) = script.as_str() else { continue };
                if changes_nothing(source) {
                    let message = "this script changes nothing: it only reads";
                    let help = "`act.…` changes something; `do: []` says that nothing is meant to happen";
                    problems.warn("no_effect", &script.span, message).help(help);
                } else if let Some(call) = by_nothing(source) {
                    let message = format!("`{call}` changes something by 0");
                    problems.warn("no_effect", &script.span, message).help("write the number that is meant");
                } else if let Some(call) = of_less_than_nothing(source) {
                    let message = format!("`{call}` draws nothing: nobody draws less than no card");
                    problems.warn("no_effect", &script.span, message).help("write the number that is meant");
                }
            }
        }
    }
}

/// True if a script calls only reading functions, and writes only to its own locals.
fn changes_nothing(source: &str) -> bool {
    let source = without_texts(source);
    let calls = calls(&source);
    let reads = |call: &&str| {
        let (first, last) = (call.split(['.', ':']).next().unwrap_or(""), call.rsplit(['.', ':']).next().unwrap_or(""));
        READING.contains(call) || PURE.contains(&first) || call.contains(':') && last == "has"
    };
    let writes = source.lines().any(|line| {
        let before = line.split('=').next().unwrap_or("");
        line.contains('=') && before.trim_end().contains('.') && !before.contains("local") && !before.contains('(')
    });
    calls.iter().all(reads) && !writes
}

/// The names before brackets: the called functions.
fn calls(source: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
    let mut out = Vec::new();
    for (at, _) in source.match_indices(['(', '{', '"']) {
        let before = source[..at].trim_end();
        let name = &before[before
            .rfind(|c: char| !is_name(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8))..];
        if name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !NO_CALLS.contains(&name) {
            out.push(name);
        }
    }
    out
}

/// A script without comments and without what stands in its texts.
fn without_texts(source: &str) -> String {
    let mut out = String::new();
    for line in source.lines() {
        let mut open = None;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match (open, c) {
                (None, '-') if chars.peek() == Some(&'-') => break,
                (None, '"' | '\'') => {
                    open = Some(c);
                    out.push('"');
                }
                (Some(quote), c) if c == quote => {
                    open = None;
                    out.push(' ');
                }
                (Some(_), '\\') => drop(chars.next()),
                (Some(_), _) => {}
                (None, c) => out.push(c),
            }
        }
        out.push('\n');
    }
    out
}

/// A call that changes a number by nothing, or draws nothing.
fn by_nothing(source: &str) -> Option<String> {
    let calls = [("act.draw", 1), ("act.change", 2), ("act.modify", 2)];
    calls.into_iter().find_map(|(call, at)| with_argument(source, call, at, |arg| arg == "0"))
}

/// A call that draws a number of cards below nothing.
fn of_less_than_nothing(source: &str) -> Option<String> {
    with_argument(source, "act.draw", 1, |arg| arg.strip_prefix('-').is_some_and(|n| n.trim().parse::<u64>().is_ok()))
}

/// A call of a function with such an argument, and without a call inside.
fn with_argument(source: &str, call: &str, at: usize, is: impl Fn(&str) -> bool) -> Option<String> {
    source.match_indices(&format!("{call}(")).find_map(|(start, _)| {
        let rest = &source[start + call.len() + 1..];
        let end = rest.find(')').filter(|end| !rest[..*end].contains(['(', '{']))?;
        rest[..end].split(',').nth(at).is_some_and(|arg| is(arg.trim())).then(|| format!("{call}({})", &rest[..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_reads_changes_nothing() {
        let check = |source: &str, expected: bool| assert_eq!(changes_nothing(source), expected, "{source}");
        check("local n = count { zone = \"hand\" }", true);
        check("local n = #cards{ zone = \"hand\" }\nif n > 2 then return end", true);
        check("act.draw(me, 2)", false);
        check("note(\"it was\")", false);
        check("attack.strength = 3", false);
        check("own.help(self)", false);
        check("if self:has(\"a\", \"b\") then return end", true);
    }

    #[test]
    fn fewer_cards_than_none_are_not_drawn() {
        assert_eq!(of_less_than_nothing("act.draw(me, -2)").as_deref(), Some("act.draw(me, -2)"));
        assert_eq!(of_less_than_nothing("act.draw(me, -2 + me.n)"), None);
        assert_eq!(of_less_than_nothing("act.change(me, \"n\", -2)"), None);
    }

    #[test]
    fn a_change_by_nothing_is_named() {
        assert_eq!(by_nothing("act.draw(me, 0)").as_deref(), Some("act.draw(me, 0)"));
        assert_eq!(
            by_nothing("act.modify(self, \"power\", 0, \"turn\")").as_deref(),
            Some("act.modify(self, \"power\", 0, \"turn\")")
        );
        assert_eq!(by_nothing("act.draw(me, 10)"), None);
        assert_eq!(by_nothing("act.change(hit(a), \"n\", 0)"), None);
    }
}
