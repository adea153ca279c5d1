//! Folded: scripts that YAML makes one line of, and what a comment in them, or a sign of YAML, then takes away.
//!
//! A text of several lines without `|` becomes one line. Then a comment of Lua reaches to the end of the script, and ` #`
//! begins one of YAML.

use crate::catalog::ScriptSource;
use crate::script::sandbox::{ScriptError, comments};

const BAR: &str = "write `script: |` and the script in the lines below: then it stays as it is written";

/// A comment that takes away what stands in the lines below it. `file` is the text in which the script stands.
pub(crate) fn swallowed(script: &ScriptSource, file: &str) -> Option<ScriptError> {
    let comments = comments(&script.source);
    if comments.is_empty() {
        return None;
    }
    let laid = Laid::of(script, file)?;
    let (line, column) = comments.iter().find_map(|range| {
        let first = *laid.places.get(range.start)?;
        let last = laid.places.get(range.clone())?.iter().rev().find(|place| place.0 > 0)?;
        (last.0 > first.0).then_some(first)
    })?;
    let message = "YAML makes one line of this script, so this comment takes away all that stands below it";
    Some(ScriptError { column, ..ScriptError::at(&script.file, line, message) }.with_help(BAR.into()))
}

/// What is wrong with a script, with other help where a comment of YAML cuts it off.
pub(crate) fn explained(errors: Vec<ScriptError>, script: &ScriptSource, file: &str) -> Vec<ScriptError> {
    let is_at_end = |error: &ScriptError| error.message.contains("the end");
    if !errors.iter().any(is_at_end) || !Laid::of(script, file).is_some_and(|laid| laid.is_cut) {
        return errors;
    }
    let help = format!("` #` begins a comment in YAML, so the script ends before it: {BAR}");
    let told = |error: ScriptError| if is_at_end(&error) { error.with_help(help.clone()) } else { error };
    errors.into_iter().map(told).collect()
}

/// Where a script stands in its file.
struct Laid {
    /// The line and column of each byte at which a sign begins; 0 for blanks.
    places: Vec<(u32, u32)>,
    /// Whether a comment of YAML follows in its last line.
    is_cut: bool,
}

impl Laid {
    /// Finds the signs of a script again in its file; `None` where they are written otherwise, as by escapes.
    fn of(script: &ScriptSource, file: &str) -> Option<Laid> {
        let lines = file.trim_start_matches('\u{feff}').split('\n');
        let before = |at: u32| (at as usize).saturating_sub(1);
        let first = lines.clone().nth(before(script.line))?;
        let quote = before(script.column).checked_sub(1).and_then(|at| first.chars().nth(at));
        // What stands between the letters does not matter: blanks are folded.
        let mut letters = lines
            .enumerate()
            .skip(before(script.line))
            .flat_map(|(line, text)| {
                text.chars().enumerate().map(move |(column, c)| (c, (line as u32 + 1, column as u32 + 1)))
            })
            .skip(before(script.column))
            .filter(|(c, _)| !c.is_whitespace());
        let mut places = vec![(0, 0); script.source.len()];
        let mut end = (script.line, script.column);
        for (at, c) in script.source.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let mut found = letters.next()?;
            let is_escape = match quote {
                Some('"') => found.0 == '\\',
                Some('\'') => found.0 == '\'',
                _ => false,
            };
            if is_escape {
                found = letters.next()?;
            }
            if found.0 != c {
                return None;
            }
            places[at] = found.1;
            end = found.1;
        }
        let is_cut = letters.next().is_some_and(|(c, place)| c == '#' && place.0 == end.0);
        Some(Laid { places, is_cut })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::yaml;
    use crate::error::Problems;

    /// The script under `script` in a text of YAML.
    fn script(file: &str) -> ScriptSource {
        let node = yaml::parse("a.yaml", file, &mut Problems::new()).expect("it is YAML");
        let script = node.field("script").expect("a script");
        let (line, column) = (script.span.line, script.span.column);
        let source = script.as_str().expect("a text").into();
        ScriptSource {
            file: "a.yaml".into(),
            line,
            column,
            source,
            is_step: false,
            reads_hidden: false,
            is_asked_by_data: false,
        }
    }

    #[test]
    fn a_comment_in_a_folded_script_takes_away_what_follows() {
        let place = |file: &str| swallowed(&script(file), file).map(|error| (error.line, error.column));
        assert_eq!(place("script:\n  a()\n  -- why\n  b()\n"), Some((3, 3)));
        assert_eq!(place("script: a() -- why\n  b()\nc: 1\n"), Some((1, 13)));
        assert_eq!(place("x: 1\nscript: >\n  a()\n  -- why\n  b()\n"), Some((4, 3)));
        assert_eq!(place("script: \"a('it''s')\n  -- \\\"why\\\"\n  b()\"\n"), Some((2, 3)));
        assert_eq!(place("script: 'a(\"it''s\")\n  -- why\n  b()'\n"), Some((2, 3)));
        for fine in [
            "script: |\n  a()\n  -- why\n  b()\n",
            "script:\n  a()\n  b(\"--\")\n  c()\n",
            "script:\n  a()\n  --[[ why ]]\n  b()\n",
            "script: a() -- why\nb: 1\n",
            "script:\n  a()\n  -- the last\n",
            "script:\n  a() -- an empty line stays\n\n  b()\n",
        ] {
            assert_eq!(place(fine), None, "{fine}");
        }
    }

    #[test]
    fn a_script_that_yaml_cuts_off_is_known() {
        let is_cut = |file: &str| Laid::of(&script(file), file).is_some_and(|laid| laid.is_cut);
        assert!(is_cut("script: local n = #cards{}\n"));
        assert!(!is_cut("script: local n = 1\n# a comment\n"));
        assert!(!is_cut("script: |\n  local n = #cards{}\n"));
    }
}
