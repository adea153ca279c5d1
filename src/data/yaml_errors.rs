//! Yaml errors: what the parser of YAML complains of, in plain words, and the place where an author mends it.
//!
//! The parser tells where it could not go on, which is behind the mistake: a quote that is not closed ends at the next
//! quote, lines below, and a missing colon shows only where the next line begins.

/// A complaint in plain words.
pub(super) struct PlainError {
    /// A better place than the one where the parser stopped, line and column from 1; `None`: there is none.
    pub place: Option<(usize, usize)>,
    /// The message: what is wrong, in plain words.
    pub message: String,
    /// The help: what to write instead.
    pub help: String,
}

fn said(place: Option<(usize, usize)>, message: impl Into<String>, help: impl Into<String>) -> PlainError {
    PlainError { place, message: message.into(), help: help.into() }
}

const INDENT: &str =
    "keys of one map begin in the same column, and what belongs to a key stands two columns further in";

/// The plain words for `info`, a message of the YAML parser, which stopped in line number `line`, from 1.
pub(super) fn plain_error(info: &str, text: &str, line: usize) -> PlainError {
    let has = |part: &str| info.contains(part);
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let indent = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t');
    let is_indented_by_tab = line > 0 && lines.get(line - 1).is_some_and(indent);
    if has("tab") || is_indented_by_tab {
        return said(None, "a tab stands here", "indent with spaces, not with tabs");
    }
    if let Some(said) = hard_space(&lines, line).or_else(|| dash_without_space(&lines, line)) {
        return said;
    }
    if let Some(said) = beside_block(&lines, line) {
        return said;
    }
    // An unclosed quote swallows the next key or the end of the text.
    if (has("quoted") || has("flow") || has("simple key") || has("unexpected") || has("block mapping"))
        && let Some((place, quote)) = open_quote(&lines, line)
    {
        let help = format!("end the text with {quote}, before whatever follows it");
        return said(Some(place), format!("the quote {quote} opens a text that nothing closes"), help);
    }
    let has_colon = has("simple key") || has("mapping values") || has("':'");
    if has_colon && let Some((place, bracket)) = open_bracket(&lines, line) {
        let (what, close) = if bracket == '[' { ("list", "]") } else { ("map", "}") };
        let message = format!("a comma or `{close}` is missing in this {what}, or a bracket is one too many");
        let example = if bracket == '[' { "[a, b]" } else { "{ key: value, other: value }" };
        return said(Some(place), message, brackets(&lines, line, example));
    }
    if (has_colon || has("block mapping") || has("trailing content"))
        && let Some((place, key)) = without_bar(&lines, line)
    {
        let message = format!("YAML reads the lines of `{key}` as one, and `: ` or ` #` in it as its own");
        return said(Some(place), message, format!("write `{key}: |` and the text in the lines below"));
    }
    if has("simple key") || has("mapping values") {
        return missing_colon(&lines, line, has("mapping values"));
    }
    if has("flow mapping") || has("flow sequence") || has("flow construct") || has("misplaced bracket") {
        let (what, close, example) = match has("flow sequence") {
            true => ("list", "]", "[a, b]"),
            false => ("map", "}", "{ key: value, other: value }"),
        };
        let message = format!("a comma or `{close}` is missing in this {what}, or a bracket is one too many");
        return said(None, message, brackets(&lines, line, example));
    }
    if has("quoted") && has("escape") || has("hexadecimal") {
        let help = "write `\\\\` for a backslash, or put the text in single quotes";
        return said(None, "a backslash in double quotes begins a sign that YAML does not know", help);
    }
    if has("unexpected character") || has("plain scalar cannot start") || has("anchor") || has("tag") {
        return said(None, format!("a text cannot begin like this ({info})"), "put it in quotes");
    }
    if has("unexpected eof") || has("end of stream") || has("end of plain scalar") {
        return said(None, "the text ends in the middle of something", "close what is open: a quote, `{` or `[`");
    }
    if has("block mapping") || has("block collection") || has("indent") || has("not allowed in this context") {
        return said(None, "the indentation of this line fits no line above it", INDENT);
    }
    said(None, info, INDENT)
}

/// The help about brackets that do not fit; a script in a map on one line has brackets of its own.
fn brackets(lines: &[&str], line: usize, example: &str) -> String {
    let near = lines.iter().skip(line.saturating_sub(2)).take(2);
    let is_script = near.filter_map(|line| line.split_once('{')).any(|(_, inside)| inside.contains("script:"));
    match is_script {
        true => "in a map on one line a script with a comma, `{` or `}` stands in quotes: `script: '...'`; or write `script: |` and the script below".into(),
        false => format!("it is written `{example}`, and each bracket is closed by its like"),
    }
}

/// A space that breaks no line: web pages and word processors write it, and it looks like any other.
pub(super) fn is_hard_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}')
}

/// The help about hard spaces.
pub(super) const HARD_SPACE: &str = "write an ordinary space there; copied text brings such spaces along";

/// The message about a hard space in the line in which the parser stopped, or in one of the two lines above. Only a
/// space of the layout counts: before the first word, behind a dash, or behind the colon of a key.
fn hard_space(lines: &[&str], stopped: usize) -> Option<PlainError> {
    let of_layout = |line: &&str| {
        let begins = line.trim_start_matches([' ', '-']);
        let before = line.len() - begins.len();
        let key = begins.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(begins.len());
        let value = begins[key..].strip_prefix(':').map(|_| before + key + 1);
        let places = [Some(before), value].into_iter().flatten();
        let at = places.into_iter().find(|at| line[*at..].starts_with(is_hard_space))?;
        Some(line[..at].chars().count() + 1)
    };
    let (at, column) = (stopped.saturating_sub(3)..stopped.min(lines.len()))
        .rev()
        .find_map(|at| Some((at, of_layout(&lines[at])?)))?;
    Some(said(Some((at + 1, column)), "a hard space stands here, which is no space to YAML", HARD_SPACE))
}

/// The message for the line in which the parser stopped, or the one before it, if its dash has no space: `-kind: x`.
fn dash_without_space(lines: &[&str], stopped: usize) -> Option<PlainError> {
    let line = |at: &usize| lines.get(at.checked_sub(1)?).copied();
    let before = (1..stopped).rev().find(|at| line(at).is_some_and(|line| !line.trim().is_empty()));
    [before, Some(stopped)].into_iter().flatten().find_map(|at| {
        let written = line(&at)?.trim();
        let item = written.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphabetic))?;
        begins_with_key(item.split_once(": ").map_or(item, |(key, _)| &item[..key.len() + 1])).then(|| {
            let column = line(&at).map_or(0, |line| line.chars().take_while(|c| c.is_whitespace()).count()) + 1;
            let message = format!("a space is missing behind the dash of `{written}`");
            said(Some((at, column)), message, format!("write `- {item}`"))
        })
    })
}

/// The message about a key without its colon, or a colon where none can be.
fn missing_colon(lines: &[&str], line: usize, is_value: bool) -> PlainError {
    match without_colon(lines, line) {
        Some((place, written)) if written.contains(':') => {
            let meant = written.replacen(':', ": ", 1);
            said(Some(place), format!("a space is missing behind the colon of `{written}`"), format!("write `{meant}`"))
        }
        Some((place, written)) => {
            let meant = match written.split_once(char::is_whitespace) {
                // Lists of other programs say how many first: `4 Wolf`.
                Some((number, what)) if number.trim_end_matches('x').parse::<u32>().is_ok() => {
                    format!("{}: {}", what.trim(), number.trim_end_matches('x'))
                }
                Some((key, value)) => format!("{key}: {}", value.trim()),
                None => format!("{written}:"),
            };
            said(Some(place), format!("a colon is missing in `{written}`"), format!("write `{meant}`"))
        }
        None if is_value => said(
            None,
            "a colon with a space behind it begins a value here, where none can be",
            "a text that holds `: ` needs quotes around it; else check the indentation",
        ),
        None => said(None, "a key has no colon behind it", "each line of a map is `key: value`"),
    }
}

/// The message for the first line, up to where the parser stopped, that fell out of a block of text, or that should
/// begin a block and has no colon. Lines within a block are text, whatever they look like.
fn beside_block(lines: &[&str], stopped: usize) -> Option<PlainError> {
    let indent = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let mut at = 0;
    while at < stopped.min(lines.len()) {
        let (line, below) = (lines[at].trim_end(), &lines[at + 1..]);
        at += 1;
        let Some(written) = begins_block(line) else { continue };
        let Some(inner) = below.iter().find(|line| !line.trim().is_empty()).map(|line| indent(line)) else { break };
        let outer = indent(line);
        if inner <= outer {
            continue;
        }
        let key = written.trim_end_matches(|c: char| "|>-+".contains(c) || c.is_ascii_digit()).trim_end();
        if !key.ends_with(':') || !written[key.len()..].starts_with(' ') {
            let column = line.chars().count() - written.chars().count() + 1;
            let (key, sign) = (key.trim_end_matches(':'), written[key.len()..].trim());
            let what = if written.contains(':') { "space" } else { "colon" };
            let message = format!("a {what} is missing behind `{key}`, which begins a block of text");
            return Some(said(Some((at, column)), message, format!("write `{key}: {sign}`")));
        }
        let inside = below.iter().take_while(|line| line.trim().is_empty() || indent(line) >= inner).count();
        let first = at;
        at += inside;
        let Some(fallen) = lines.get(at).filter(|_| at < stopped) else { break };
        let text = fallen.trim();
        if !["#", "-", "..."].iter().any(|sign| text.starts_with(sign)) && !begins_with_key(text) {
            let message = format!("this line stands left of the block that begins in line {first} (`{written}`)");
            let help = format!("indent it as the lines of that block: by {inner} spaces");
            return Some(said(Some((at + 1, indent(fallen) + 1)), message, help));
        }
    }
    None
}

/// The part of a line that begins a block of text, such as `text: >-`, without a dash before it and a comment behind
/// it; also if only its colon is missing.
fn begins_block(line: &str) -> Option<&str> {
    let written = line.split(" #").next().unwrap_or(line).trim().trim_start_matches("- ").trim_start();
    let key = written.trim_end_matches(|c: char| c == '-' || c == '+' || c.is_ascii_digit());
    let key = key.strip_suffix(['|', '>'])?;
    let name = key.trim_end().trim_end_matches(':');
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word && key.ends_with([' ', ':'])).then_some(written)
}

/// True if a line begins with a key and its colon.
fn begins_with_key(line: &str) -> bool {
    let key = line.split_once(": ").map(|(key, _)| key).or_else(|| line.strip_suffix(':'));
    key.is_some_and(|key| key.chars().all(|c| c.is_alphanumeric() || "_-. '\"".contains(c)))
}

/// The first line, up to where the parser stopped, in which a quote is left open: its place and the quote.
fn open_quote(lines: &[&str], stopped: usize) -> Option<((usize, usize), char)> {
    for (i, line) in lines.iter().enumerate().take(stopped) {
        let mut open: Option<(usize, char)> = None;
        let mut before = ' ';
        let mut is_escaped = false;
        for (at, c) in line.chars().enumerate() {
            match open {
                Some((_, '"')) if is_escaped => is_escaped = false,
                Some((_, '"')) if c == '\\' => is_escaped = true,
                Some((_, quote)) if c == quote => open = None,
                Some(_) => {}
                // An apostrophe inside a word opens nothing.
                None if (c == '"' || c == '\'') && !before.is_alphanumeric() => open = Some((at + 1, c)),
                None if c == '#' && before.is_whitespace() => break,
                None => {}
            }
            before = c;
        }
        if let Some((column, quote)) = open {
            return Some(((i + 1, column), quote));
        }
    }
    None
}

/// The innermost bracket that is still open above the line where the parser stopped: its place and the bracket. A
/// bracket inside a plain or quoted text opens nothing.
fn open_bracket(lines: &[&str], stopped: usize) -> Option<((usize, usize), char)> {
    let mut open: Vec<((usize, usize), char)> = Vec::new();
    for (i, line) in lines.iter().enumerate().take(stopped.saturating_sub(1)) {
        let (mut quote, mut before) = (None, ' ');
        for (at, c) in line.chars().enumerate() {
            let begins = || {
                let said: String = line.chars().take(at).collect();
                let said = said.trim_end();
                said.is_empty() || said.ends_with(':') || said.ends_with('-')
            };
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
                (None, '#') if before.is_whitespace() => break,
                // In a text that has begun a bracket is a sign like others.
                (None, '[' | '{') if !open.is_empty() || begins() => open.push(((i + 1, at + 1), c)),
                (None, ']' | '}') => drop(open.pop()),
                _ => {}
            }
            before = c;
        }
    }
    open.pop()
}

/// The key of a script of several lines that lacks its `|`, and the place of the line where the parser stopped. Only a
/// line that looks like Lua counts.
fn without_bar(lines: &[&str], stopped: usize) -> Option<((usize, usize), String)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_script = |line: &str| {
        let line = line.trim();
        let is_call = line.split_once(['(', '{']).is_some_and(|(name, _)| {
            let name = name.trim_end();
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._".contains(c))
        });
        ["local ", "if ", "for ", "while ", "return ", "act.", "--"].iter().any(|word| line.starts_with(word))
            || is_call
    };
    // The parser stops in the line, or in the one below it.
    [stopped, stopped.saturating_sub(1)].into_iter().filter(|n| *n > 0).find_map(|number| {
        let line = lines.get(number - 1).filter(|line| is_script(line))?;
        let above = lines[..number - 1].iter().rev().filter(|line| !line.trim().is_empty());
        let key = above.copied().find(|above| indent(above) < indent(line))?;
        let (name, said) = key.trim().trim_start_matches("- ").split_once(':')?;
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_block = said.trim_start().starts_with(['|', '>']);
        (is_word && !is_block).then(|| ((number, indent(line) + 1), name.to_string()))
    })
}

/// The line that should have a colon: the last one with text above the line where the parser stopped, or that line.
fn without_colon(lines: &[&str], stopped: usize) -> Option<((usize, usize), String)> {
    let says = |line: &str| Some(line.trim()).filter(|said| !said.is_empty() && !said.starts_with('#')).is_some();
    let above = (0..stopped.saturating_sub(1).min(lines.len())).rev().find(|at| says(lines[*at]));
    let here = Some(stopped.saturating_sub(1)).filter(|at| lines.get(*at).is_some_and(|line| says(line)));
    [above, here].into_iter().flatten().find_map(|at| {
        let line = lines[at];
        let written = line.split(" #").next().unwrap_or(line).trim();
        let written = written.strip_prefix("- ").unwrap_or(written).trim();
        let has_colon = written.contains(": ") || written.ends_with(':');
        let is_word = written.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let column = line.chars().count() - line.trim_start().trim_start_matches("- ").chars().count() + 1;
        (!has_colon && is_word).then(|| ((at + 1, column), written.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use crate::data::yaml;
    use crate::error::Problems;

    /// Checks the place and a part of the message about a text.
    #[track_caller]
    fn check(text: &str, place: (u32, u32), message: &str, help: &str) {
        let mut problems = Problems::new();
        yaml::parse("t.yaml", text, &mut problems);
        let found = problems.list().first().unwrap_or_else(|| panic!("nothing is wrong with {text}"));
        assert_eq!((found.span.line, found.span.column), place, "{}", problems.render_all());
        assert!(found.message.contains(message), "{}", problems.render_all());
        assert!(found.help.as_deref().is_some_and(|said| said.contains(help)), "{}", problems.render_all());
    }

    #[test]
    fn a_colon_that_is_missing_is_told_in_its_line() {
        check("name: Wolf\ntype: creature\npower 1\n", (3, 1), "a colon is missing in `power 1`", "`power: 1`");
        check("name: Wolf\npower:2\n", (2, 1), "a space is missing behind the colon of `power:2`", "`power: 2`");
        check("name: Wolf\n\tpower: 2\n", (2, 1), "a tab stands here", "with spaces");
        check("a:\n  - timing: main\n    turn me\n    do: x\n", (3, 5), "missing in `turn me`", "`turn: me`");
        check("a: 1\n24 Old Well\nb: 1\n", (2, 1), "missing in `24 Old Well`", "`Old Well: 24`");
        check("name Wolf\ntype: creature\n", (1, 1), "missing in `name Wolf`", "`name: Wolf`");
        check("a:\n  - timing main\n    turn: me\n", (2, 5), "missing in `timing main`", "`timing: main`");
    }

    #[test]
    fn a_text_of_several_lines_without_its_bar_is_told() {
        let said = "YAML reads the lines of `script` as one";
        let call = "local back = ask.option { why: \"x: y\" }";
        for text in [
            format!("a:\n  - script:\n      {call}\n"),
            format!("a:\n  - script:\n      act.draw(me, 1)\n      {call}\n      act.draw(me, 2)\n"),
            format!("a:\n  - script: act.draw(me, 1)\n      {call}\n"),
        ] {
            let line = text.lines().position(|line| line.contains(call)).expect("a line") as u32 + 1;
            check(&text, (line, 7), said, "`script: |`");
        }
    }

    #[test]
    fn a_line_that_falls_out_of_a_block_is_told() {
        let lua = "a:\n  - timing: main\n    script: |\n      local taken = draw()\n    act.move(taken, \"hand\")\n      note(\"x\")\n    once: turn\n";
        check(lua, (5, 5), "left of the block that begins in line 3 (`script: |`)", "by 6 spaces");
        check("text: >-\n  One.\nTwo, and three.\nb: 1\n", (3, 1), "begins in line 1 (`text: >-`)", "by 2 spaces");
        check(
            "a:\n  - turn: me\n    script |\n      f(\"x\")\n",
            (3, 5),
            "colon is missing behind `script`",
            "`script: |`",
        );
        check("name: A\ntext >-\n  One: two.\nb: 1\n", (2, 1), "colon is missing behind `text`", "`text: >-`");
        check("name: A\ntext:>-\n  One.\nb: 1\n", (2, 1), "space is missing behind `text`", "`text: >-`");
        // Lines within a block are no keys, and a correct end of a block is not blamed.
        check("a: |\n  b |\n    c\nd: 1\ne 2\n", (5, 1), "a colon is missing in `e 2`", "`e: 2`");
        check("a: |\n  b\n# c\nd 1\n", (4, 1), "a colon is missing in `d 1`", "`d: 1`");
    }

    #[test]
    fn an_open_quote_is_told_where_it_opens() {
        check("name: Wolf\ntext: \"Discard it.\ntype: x\nage: 1\n", (2, 7), "the quote \" opens", "end the text");
        check("a: { power: \"<= 1 }\nb: act(\"x\")\n", (1, 13), "the quote \"", "end the text");
        check("a: 'x\nb: 1\n", (1, 4), "the quote '", "end the text");
    }

    #[test]
    fn brackets_indentation_tabs_and_signs_are_told_in_plain_words() {
        check("a: [b, c\nd: 3\n", (1, 4), "a comma or `]` is missing in this list", "`[a, b]`");
        check("a: { b: [c\nd: 3\n", (1, 9), "a comma or `]` is missing in this list", "`[a, b]`");
        check("a: one [ or\nb c\n", (2, 1), "a colon is missing", "`b: c`");
        check("a: { b: 1, c: 2\nd: 3\n", (2, 2), "a comma or `}` is missing", "{ key: value");
        check("a:\n    b: 1\n  c: 2\n", (3, 3), "the indentation", "two columns further in");
        check("a:\n  - b: 1\n   c: 2\n", (3, 4), "the indentation", "same column");
        check("a:\n\tb: 1\n", (2, 1), "a tab", "spaces");
        check("a: \"\\q\"\n", (1, 4), "a backslash", "single quotes");
        check("a: @b\n", (1, 4), "cannot begin like this", "quotes");
        check("a: b: c\n", (1, 5), "a colon with a space", "quotes");
    }
}
