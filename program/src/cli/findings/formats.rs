//! Formats: findings for people, for tools, for code scanning (SARIF 2.1.0) and as annotations of GitHub.

use std::io::Write;

use serde_json::{Value, json};

use crate::cli::print_json;
use crate::cli::text::Colours;
use intermezzo::error::{Problem, Problems, Severity, Span};

/// In which form findings are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum FindingFormat {
    /// With the line that each is about
    #[default]
    Text,
    /// {"findings": [{"severity", "key", "file", "line", "column", "message", "help", "also"}]}
    Json,
    /// SARIF 2.1.0, as code scanning reads it
    Sarif,
    /// Annotations of GitHub's workflows
    Github,
}

/// Prints findings in a format. It prints no summary: for people, the caller does.
///
/// # Errors
///
/// An output that is closed.
pub fn tell(problems: &Problems, form: FindingFormat, out: &mut dyn Write) -> anyhow::Result<()> {
    match form {
        FindingFormat::Text => write!(out, "{}", painted(&problems.render_all(), Colours::for_stdout()))?,
        FindingFormat::Json => print_json(out, &problems.to_json())?,
        FindingFormat::Sarif => print_json(out, &sarif(problems))?,
        FindingFormat::Github => problems.list().iter().try_for_each(|p| writeln!(out, "{}", annotation(p)))?,
    }
    Ok(())
}

/// Findings as text, with colours.
fn painted(text: &str, paint: Colours) -> String {
    if !paint.is_on {
        return text.into();
    }
    let line = |line: &str| {
        let trimmed = line.trim_start();
        let is_marks =
            trimmed.starts_with('|') && trimmed.contains('^') && trimmed.trim_matches(['|', ' ', '^']).is_empty();
        match line.split_once(": ") {
            Some((word @ ("error" | "warning" | "hint"), rest)) => {
                let word = if word == "hint" { paint.cyan(word) } else { paint.red(word) };
                format!("{word}: {}", paint.bold(rest))
            }
            _ if is_marks => paint.red(line),
            _ if trimmed.starts_with("-->") || trimmed.starts_with(":::") => paint.cyan(line),
            _ if trimmed.starts_with("= help:") => paint.green(line),
            _ => line.into(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A GitHub annotation: `::error file=a.yaml,line=1,col=2,title=unknown_key::message`.
fn annotation(p: &Problem) -> String {
    let level = match p.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    let mut at: Vec<String> = Vec::new();
    if !p.span.is_none() {
        at.push(format!("file={}", property(&p.span.file)));
    }
    if p.span.line > 0 {
        at.push(format!("line={}", p.span.line));
    }
    if p.span.column > 0 {
        at.push(format!("col={}", p.span.column));
    }
    at.push(format!("title={}", property(p.key)));
    let help = p.help.as_ref().map_or(String::new(), |help| format!(" (help: {help})"));
    format!("::{level} {}::{}", at.join(","), data(&format!("{}{help}", p.message)))
}

/// Escapes characters that GitHub's workflow commands would interpret.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn sarif(problems: &Problems) -> Value {
    let mut keys: Vec<&str> = problems.list().iter().map(|p| p.key).collect();
    keys.sort_unstable();
    keys.dedup();
    let rules: Vec<Value> = keys.iter().map(|key| json!({ "id": key })).collect();
    let level = |severity| match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    };
    let result = |p: &Problem| {
        let help = p.help.as_ref().map_or(String::new(), |help| format!(" (help: {help})"));
        let mut result = json!({
            "ruleId": p.key,
            "level": level(p.severity),
            "message": { "text": format!("{}{help}", p.message) },
        });
        if let Some(place) = location(&p.span, None) {
            result["locations"] = json!([place]);
        }
        if let Some(also) = p.also.as_ref().and_then(|(span, what)| location(span, Some(what))) {
            result["relatedLocations"] = json!([also]);
        }
        result
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "intermezzo", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": problems.list().iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn location(span: &Span, what: Option<&str>) -> Option<Value> {
    if span.is_none() {
        return None;
    }
    let mut place = json!({ "physicalLocation": { "artifactLocation": { "uri": &*span.file } } });
    if span.line > 0 {
        let mut region = json!({ "startLine": span.line });
        if span.column > 0 {
            region["startColumn"] = span.column.into();
        }
        place["physicalLocation"]["region"] = region;
    }
    if let Some(what) = what {
        place["message"] = json!({ "text": what });
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem() -> Problems {
        let mut problems = Problems::new();
        problems.add_source("a,b.yaml", "x: 1\n");
        problems.error("unknown_key", &Span::new("a,b.yaml", 1, 2), "no `x`:\n100 %").help("`y`");
        problems
    }

    #[test]
    fn github_reads_one_line_for_each_finding() {
        let expected = "::error file=a%2Cb.yaml,line=1,col=2,title=unknown_key::no `x`:%0A100 %25 (help: `y`)";
        assert_eq!(annotation(&problem().list()[0]), expected);
    }

    #[test]
    fn sarif_has_a_rule_for_each_key() {
        let found = sarif(&problem());
        assert_eq!(found["runs"][0]["tool"]["driver"]["rules"], json!([{ "id": "unknown_key" }]));
        let region = &found["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(*region, json!({ "startLine": 1, "startColumn": 2 }));
    }

    #[test]
    fn colours_change_no_letter() {
        let text = problem().render_all();
        let coloured = painted(&text, Colours { is_on: true });
        let bare = Colours::CODES.iter().fold(coloured.clone(), |text, code| text.replace(code, ""));
        assert_eq!(bare, text);
        assert_ne!(coloured, text);
    }
}
