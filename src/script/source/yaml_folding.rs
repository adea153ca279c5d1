//! YAML folding: scripts that YAML folds into one line, where a comment, or a sign of YAML, cuts off the rest.
//!
//! A text of several lines without `|` becomes one line. Then a comment of Lua reaches to the end of the script, and `
//! #` begins one of YAML.

use crate::catalog::ScriptSource;
use crate::lua::lexer::comments;
use crate::script::sandbox::ScriptError;

const BAR: &str = "write `script: |` and the script in the lines below: then it stays as it is written";

/// The error about a comment that hides the lines below it, because YAML joined them; `None`: there is none.
pub(crate) fn swallowed(script: &ScriptSource) -> Option<ScriptError> {
    let (source, place) = (&*script.source, script.place());
    if !source.contains("--") {
        return None;
    }
    let at = |byte: usize| place.behind(source[..byte].chars().count());
    let ranges = comments(source).into_iter().map(|range| (at(range.start), at(last_sign(&source[..range.end]))));
    let (first, _) = ranges.into_iter().find(|(first, last)| last.line > first.line)?;
    let message = "YAML makes one line of this script, so this comment takes away all that stands below it";
    let error = ScriptError::at(&script.file, first.line, message);
    Some(ScriptError { column: first.column, ..error }.with_help(BAR.into()))
}

/// The byte at which the last character of a text starts that is no blank.
fn last_sign(text: &str) -> usize {
    let text = text.trim_end();
    text.char_indices().next_back().map_or(0, |(at, _)| at)
}

/// Errors of a script, with other help where a comment of YAML cuts the script off.
pub(crate) fn explained(errors: Vec<ScriptError>, script: &ScriptSource, file: &str) -> Vec<ScriptError> {
    let is_at_end = |error: &ScriptError| error.message.contains("the end");
    if !errors.iter().any(is_at_end) || !is_cut(script, file) {
        return errors;
    }
    let help = format!("` #` begins a comment in YAML, so the script ends before it: {BAR}");
    let with_help = |error: ScriptError| if is_at_end(&error) { error.with_help(help.clone()) } else { error };
    errors.into_iter().map(with_help).collect()
}

/// True if a comment of YAML follows in the last line of a script; `file` is the surrounding text.
fn is_cut(script: &ScriptSource, file: &str) -> bool {
    let last = script.place().behind(script.source[..last_sign(&script.source)].chars().count());
    let line = file.trim_start_matches('\u{feff}').split('\n').nth((last.line as usize).saturating_sub(1));
    let mut behind = line.unwrap_or_default().chars().skip(last.column as usize);
    behind.find(|c| !c.is_whitespace()) == Some('#')
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
            inside: script.span.inside.clone(),
            source,
            is_step: false,
            reads_hidden: false,
            is_asked_by_data: false,
        }
    }

    #[test]
    fn a_comment_in_a_folded_script_takes_away_what_follows() {
        let place = |file: &str| swallowed(&script(file)).map(|error| (error.line, error.column));
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
        let is_cut = |file: &str| is_cut(&script(file), file);
        assert!(is_cut("script: local n = #cards{}\n"));
        assert!(!is_cut("script: local n = 1\n# a comment\n"));
        assert!(!is_cut("script: |\n  local n = #cards{}\n"));
    }
}
