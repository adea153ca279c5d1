//! Nil errors: messages about a use of nil, in words for the script's author.
//!
//! Luau says `attempt to index nil with 'power'`. The source line shows which expression was nil.

use super::ScriptError;

/// Rewrites an error of Luau about nil: names the expression that was nil, if the line shows it, and adds help.
pub(crate) fn name_the_nil(error: &mut ScriptError, line: &str) {
    if let Some((message, help)) = said(&error.message, line) {
        error.message = message;
        if error.help.is_empty() {
            error.help = help;
        }
    }
    if let Some(help) = beside_the_list(&error.message, line) {
        error.help = help.into();
    }
    if error.help.is_empty() && error.message.starts_with(super::meter::RUNS_TOO_LONG) {
        error.help =
            "does the loop here ever end? `for i = 1, n do` does, and `while` needs a condition that changes in it"
                .into();
    }
}

/// Help for a nil that was read just before the first place of a list or just behind its last one, as the line shows.
fn beside_the_list(message: &str, line: &str) -> Option<&'static str> {
    let is_nil = message.contains("not nil") || message.contains("nothing (nil)");
    let plain: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    match () {
        () if !is_nil => None,
        () if plain.contains("[0]") || plain.starts_with("for") && plain.contains("=0,") => {
            Some("a list begins with its place 1: at 0 there is nothing")
        }
        () if plain.starts_with("for") && plain.contains(",#") && plain.contains("+1do") => {
            Some("`#list` is the last place of a list: behind it there is nothing")
        }
        () => None,
    }
}

fn said(message: &str, line: &str) -> Option<(String, String)> {
    let rest = message.strip_prefix("attempt to ")?;
    if let Some(key) = rest.strip_prefix("index nil with ") {
        let Some(field) = key.strip_prefix('\'').and_then(|key| key.strip_suffix('\'')) else {
            return Some(("a part is read of nothing (nil)".into(), checked("it")));
        };
        return Some(match owner(line, field) {
            Some(owner) => (format!("`{owner}` is nothing (nil), so it has no `{field}`"), checked(owner)),
            None => (format!("`{field}` is read of nothing (nil)"), checked("it")),
        });
    }
    if rest == "call a nil value" {
        let calls = |name: &str| {
            line.match_indices(name).any(|(at, _)| {
                !line[..at].ends_with(is_name) && line[at + name.len()..].trim_start().starts_with(['(', '"', '\''])
            })
        };
        for (name, help) in [
            ("print", "`note(\"…\")` writes a text into the log while a game is played: in a step or an ability"),
            ("require", "what another file of the game returns is there by the name of the file: `stage` of stage.lua"),
        ] {
            if calls(name) {
                return Some((format!("there is nothing called `{name}`"), help.into()));
            }
        }
        let help = "is its name spelt as where it is declared, and is it declared before this line?";
        return Some(("a function is called that is nothing (nil)".into(), help.into()));
    }
    let pair = |text: &str, by: &str| {
        let (a, b) = text.split_once(by)?;
        Some((kind(a)?, kind(b)?))
    };
    let (sign, (a, b), done) = if let Some(text) = rest.strip_prefix("perform arithmetic (") {
        let (name, of) = text.split_once(") on ")?;
        let signs =
            [("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("mod", "%"), ("pow", "^"), ("idiv", "//")];
        let sign = signs.iter().find(|(known, _)| *known == name).map_or("-", |(_, sign)| sign);
        (sign, pair(of, " and ").or_else(|| Some((kind(of)?, "a number")))?, "used with")
    } else if let Some(text) = rest.strip_prefix("concatenate ") {
        ("..", pair(text, " with ")?, "joined by")
    } else {
        let text = rest.strip_prefix("compare ")?;
        let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| text.contains(sign))?;
        (sign, pair(text, &format!(" {sign} "))?, "compared by")
    };
    let help = if [a, b].contains(&"nothing (nil)") { checked("what may be nil") } else { String::new() };
    Some((format!("{a} and {b} cannot be {done} `{sign}`"), help))
}

fn checked(what: &str) -> String {
    format!(
        "check {} first: `if {} then … end`",
        if what == "it" || what.contains("what may") { what.to_string() } else { format!("`{what}`") },
        if what.contains(' ') || what == "it" { "x" } else { what }
    )
}

/// Luau's name for a kind of value, for people.
fn kind(luau: &str) -> Option<&'static str> {
    Some(match luau.trim() {
        "nil" => "nothing (nil)",
        "number" => "a number",
        "string" => "a text",
        "boolean" => "true or false",
        "table" => "a table",
        "function" => "a function",
        "an object of the game" => "an object of the game",
        _ => return None,
    })
}

/// The expression whose field a line reads; `None`: there is none, or there are several.
fn owner<'l>(line: &'l str, field: &str) -> Option<&'l str> {
    let mut found: Option<&str> = None;
    for (at, _) in line.match_indices(field) {
        let is_whole = !line[at + field.len()..].starts_with(is_name);
        let before = line[..at].trim_end();
        let Some(before) = before.strip_suffix(['.', ':']).filter(|_| is_whole) else { continue };
        let owner = expression(before);
        if owner.is_empty() || found.is_some_and(|other| other != owner) {
            return None;
        }
        found = Some(owner);
    }
    found
}

/// The expression of names, fields, calls and indexes that a text ends with.
fn expression(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut at = text.len();
    while let Some(before) = at.checked_sub(1) {
        match bytes[before] {
            b')' | b']' => {
                let mut depth = 0usize;
                let opened = (0..at).rev().find(|i| {
                    match bytes[*i] {
                        b')' | b']' => depth += 1,
                        b'(' | b'[' => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                });
                let Some(opened) = opened else { return "" };
                at = opened;
            }
            b'.' | b':' => at = before,
            byte if is_name(byte as char) => at = before,
            _ => break,
        }
    }
    let found = text[at..].trim_start_matches(['.', ':']);
    if found.starts_with(|c: char| c.is_ascii_digit()) { "" } else { found }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::said;

    #[track_caller]
    fn says(message: &str, line: &str, expected: &str) {
        assert_eq!(said(message, line).map(|(message, _)| message).as_deref(), Some(expected), "{line}");
    }

    #[test]
    fn what_is_nil_is_named_as_the_line_calls_it() {
        let index = "attempt to index nil with 'power'";
        says(index, "  local p = this.hit.power + 1", "`this.hit` is nothing (nil), so it has no `power`");
        says(
            index,
            "if first(cards{ zone = 'hand' }).power > 2",
            "`first(cards{ zone = 'hand' })` is nothing (nil), so it has no `power`",
        );
        says(index, "a[i + 1].power = a.empower.b", "`a[i + 1]` is nothing (nil), so it has no `power`");
        says(index, "act.draw(me, a.power + b.power)", "`power` is read of nothing (nil)");
        says("attempt to index nil with 'has'", "x:has('y')", "`x` is nothing (nil), so it has no `has`");
        says("attempt to index nil with number", "t[1][2]", "a part is read of nothing (nil)");
    }

    #[test]
    fn signs_and_calls_say_what_does_not_fit() {
        says(
            "attempt to perform arithmetic (add) on nil and number",
            "",
            "nothing (nil) and a number cannot be used with `+`",
        );
        says("attempt to perform arithmetic (unm) on nil", "", "nothing (nil) and a number cannot be used with `-`");
        says("attempt to compare nil < number", "", "nothing (nil) and a number cannot be compared by `<`");
        says("attempt to compare number <= nil", "", "a number and nothing (nil) cannot be compared by `<=`");
        says("attempt to concatenate nil with string", "", "nothing (nil) and a text cannot be joined by `..`");
        says("attempt to call a nil value", "", "a function is called that is nothing (nil)");
        assert_eq!(said("out of fuel", ""), None);
        assert_eq!(said("attempt to yield", ""), None);
    }
}
