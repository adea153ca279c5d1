//! Ignored: comments that say which findings an author knows: `# intermezzo: ignore KEY` behind a line or above it.

use intermezzo::error::{Problem, Problems, Severity, Span};

/// The mark of an ignored finding, behind `#` or `--`.
const MARK: &str = "intermezzo: ignore";

/// A comment that ignores findings: its file, its line from 1, the line whose findings it ignores, and their keys.
struct Comment {
    file: String,
    line: u32,
    about: u32,
    keys: Vec<String>,
    is_used: bool,
}

/// Removes findings that comments ignore. A comment that ignores nothing is a finding itself; errors are never ignored.
pub fn without_ignored(mut problems: Problems) -> Problems {
    let mut comments: Vec<Comment> = problems.texts().flat_map(|(file, text)| comments(file, text)).collect();
    if comments.is_empty() {
        return problems;
    }
    problems.retain(|problem| !is_ignored(problem, &mut comments));
    for comment in comments.iter().filter(|c| !c.is_used) {
        let message = format!("this ignores {}, and there is no such finding here", comment.keys.join(", "));
        let span = Span::new(comment.file.as_str(), comment.line, 0);
        problems.warn("unused_ignore", &span, message).help("delete the comment; an error cannot be ignored");
    }
    problems.sort_by_place();
    problems
}

fn is_ignored(problem: &Problem, comments: &mut [Comment]) -> bool {
    let at = |c: &&mut Comment| *c.file == *problem.span.file && c.about == problem.span.line;
    let of_key = |c: &&mut Comment| c.keys.iter().any(|key| key == problem.key);
    let found = comments.iter_mut().filter(at).find(of_key).filter(|_| problem.severity != Severity::Error);
    match found {
        Some(comment) => {
            comment.is_used = true;
            true
        }
        None => false,
    }
}

fn comments(file: &str, text: &str) -> Vec<Comment> {
    let mark = if file.ends_with(".lua") { "--" } else { "#" };
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(at) = line.find(MARK) else { continue };
        let before = line[..at].trim_end();
        // A script inside of YAML has comments of Lua, which begin with `--`.
        let Some(before) = before.strip_suffix(mark).or_else(|| before.strip_suffix("--")) else { continue };
        let keys = line[at + MARK.len()..].trim_start_matches(':').split([',', ' ']).map(str::trim);
        let keys: Vec<String> = keys.filter(|k| !k.is_empty()).map(String::from).collect();
        // A comment alone on its line applies to the next line with content.
        let is_alone = before.trim().is_empty();
        let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with(['#']);
        let below = lines[i + 1..].iter().position(says).map_or(i, |n| i + 1 + n);
        let about = if is_alone { below } else { i } as u32 + 1;
        out.push(Comment { file: file.into(), line: i as u32 + 1, about, keys, is_used: false });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: u32, expected: &[&str]) {
        let mut problems = Problems::new();
        problems.add_source("a.yaml", text);
        problems.warn("wide", &Span::new("a.yaml", line, 1), "it is wide");
        let left = without_ignored(problems);
        assert_eq!(left.list().iter().map(|p| p.key).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next_one() {
        check("a: 1 # intermezzo: ignore wide\n", 1, &[]);
        check("# intermezzo: ignore wide\n# known\na: 1\n", 3, &[]);
        check("a: 1 # intermezzo: ignore wide, idle\nb: 2\n", 2, &["unused_ignore", "wide"]);
        check("a: 1 # intermezzo: ignore idle\n", 1, &["unused_ignore", "wide"]);
        check("a: intermezzo: ignore wide\n", 1, &["wide"]);
    }

    #[test]
    fn an_error_is_not_ignored() {
        let mut problems = Problems::new();
        problems.add_source("a.yaml", "a: 1 # intermezzo: ignore syntax\n");
        problems.error("syntax", &Span::new("a.yaml", 1, 1), "wrong");
        assert_eq!(without_ignored(problems).len(), 2);
    }
}
