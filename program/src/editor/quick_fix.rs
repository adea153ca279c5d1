//! Quick fix: the edit that the help of a finding suggests: the word that was probably meant, a key that is missing, quotes.

use super::cursor::is_word;
use intermezzo::data::suggest;

/// An edit that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The effect of the edit, in words.
    pub title: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The number of characters that the edit replaces.
    pub length: u32,
    /// The text that the edit writes.
    pub text: String,
    /// True if the edit is the only probable one.
    pub is_only: bool,
}

/// The edits that mend a finding at a place of a text; line and column count from 1.
pub fn fixes(message: &str, help: &str, text: &str, line: u32, column: u32) -> Vec<Fix> {
    let code = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
    let slips = all_of(message, help, code, column);
    let is_only = slips.len() == 1;
    let slip = |slip: Slip| Fix {
        title: format!("Write `{}`", slip.right),
        line,
        column: column + slip.skipped,
        length: slip.wrong.chars().count() as u32,
        text: slip.right,
        is_only,
    };
    let mut found: Vec<Fix> = slips.into_iter().map(slip).collect();
    let others = [
        missing_key(message, help, code, (line, column)),
        hidden_reads(message, help, text, (line, column)),
        no_hidden_reads(message, text, (line, column)),
        in_quotes(help, code, (line, column)),
        keyboard_signs(message, code, (line, column)),
    ];
    found.extend(others.into_iter().flatten());
    found
}

/// A key with its value, as a new first entry of the map that begins at a place.
fn first_entry(entry: &str, code: &str, (line, column): (u32, u32)) -> Option<(u32, u32, String)> {
    let rest: String = code.chars().skip(column as usize - 1).collect();
    if let Some(inside) = rest.strip_prefix('{') {
        let inside = inside.trim_start();
        let end = if inside.starts_with('}') { " " } else { "," };
        return Some((line, column + 1, format!(" {entry}{end}")));
    }
    Some((line, column, format!("{entry}\n{}", " ".repeat(column as usize - 1))))
}

/// Adds a missing key. The message says what needs it, and the help how it is written: ``add a line `type: …` ``.
fn missing_key(message: &str, help: &str, code: &str, (line, column): (u32, u32)) -> Option<Fix> {
    let key = message.split_once(" needs `")?.1.split('`').next()?;
    // The help gives an example of the line. Where it lists the known values, only the key is written.
    let said = match help.strip_prefix("add ") {
        Some(example) => {
            example.split('`').nth(1).filter(|said| said.starts_with(key))?.trim_end_matches('…').trim_end()
        }
        None if help.starts_with("known: ") => key,
        None => return None,
    };
    // Without an example a blank is written behind the key, where the author writes the value.
    let entry = if said.contains(": ") { said.to_string() } else { format!("{}: ", said.trim_end_matches(':')) };
    let (line, column, text) = first_entry(&entry, code, (line.max(1), column.max(1)))?;
    Some(Fix { title: format!("Add `{key}`"), line, column, length: 0, text, is_only: true })
}

/// Adds `reads: hidden` to an ability that looks at hidden cards.
fn hidden_reads(message: &str, help: &str, text: &str, (line, column): (u32, u32)) -> Option<Fix> {
    if !help.starts_with("an ability") || !help.contains("says `reads: hidden`") {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    let entry = "reads: hidden";
    let fix =
        |(line, column, text)| Fix { title: format!("Add `{entry}`"), line, column, length: 0, text, is_only: true };
    if message.starts_with("the ability") {
        return first_entry(entry, lines.get(line as usize - 1)?, (line, column)).map(fix);
    }
    // In a script the key `script` above the place tells where the ability stands.
    let number = (0..line as usize).rev().find(|n| lines.get(*n).is_some_and(|line| line.contains("script:")))?;
    let code = lines[number];
    let at = code.find("script:")?;
    let column = code[..at].chars().count() as u32 + 1;
    let is_first = code[..at].trim_matches([' ', '-']).is_empty();
    let gap = if is_first { format!("\n{}", " ".repeat(column as usize - 1)) } else { ", ".into() };
    Some(fix((number as u32 + 1, column, format!("{entry}{gap}"))))
}

/// Leaves out a `reads: hidden` that is not needed.
fn no_hidden_reads(message: &str, text: &str, (line, _): (u32, u32)) -> Option<Fix> {
    if !message.starts_with("`reads: hidden` is not needed") {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    // The finding may stand in a script of the ability: the key lies in a line above or below.
    let has = |n: &usize| lines.get(*n).is_some_and(|line| line.contains("reads: hidden"));
    let number = (0..line as usize).rev().find(has).or_else(|| (line as usize..lines.len()).find(has))?;
    let code = lines[number];
    let at = code.find("reads: hidden")?;
    let column = code[..at].chars().count() as u32 + 1;
    let fix = |column, length: usize, text: &str| Fix {
        title: "Leave out `reads: hidden`".into(),
        line: number as u32 + 1,
        column,
        length: length as u32,
        text: text.into(),
        is_only: true,
    };
    let behind = &code[at + "reads: hidden".len()..];
    match (behind.strip_prefix(", "), code[..at].strip_suffix(", ")) {
        (Some(_), _) => Some(fix(column, "reads: hidden, ".len(), "")),
        (None, Some(_)) => Some(fix(column - 2, ", reads: hidden".len(), "")),
        // If the key stands alone on its line, the whole line goes.
        (None, None) if code.trim() == "reads: hidden" => Some(fix(1, code.chars().count() + 1, "")),
        _ => None,
    }
}

/// Puts quotes around a value, where the help of the finding asks for them.
fn in_quotes(help: &str, code: &str, (line, column): (u32, u32)) -> Option<Fix> {
    if !help.contains("put it in quotes") {
        return None;
    }
    let before: String = code.chars().take(column.max(1) as usize - 1).collect();
    let rest: String = code.chars().skip(column.max(1) as usize - 1).collect();
    let is_in_brackets = before.matches(['{', '[']).count() > before.matches(['}', ']']).count();
    let end = rest.find(" #").unwrap_or(rest.len());
    let end = if is_in_brackets { rest[..end].find([',', '}', ']']).unwrap_or(end) } else { end };
    let value = rest[..end].trim_end();
    // A text with quotes or backslashes in it needs escapes, which the author writes by hand.
    if value.is_empty() || value.contains(['"', '\\']) {
        return None;
    }
    let length = value.chars().count() as u32;
    Some(Fix {
        title: format!("Write `\"{value}\"`"),
        line,
        column,
        length,
        text: format!("\"{value}\""),
        is_only: true,
    })
}

/// Replaces printed quotes and hard spaces, which came along with copied text.
fn keyboard_signs(message: &str, code: &str, (line, column): (u32, u32)) -> Option<Fix> {
    let is_quote = |c: char| matches!(c, '\u{2018}'..='\u{201e}' | '\u{ab}' | '\u{bb}');
    let is_space = |c: char| matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}');
    let title = match () {
        () if message.contains("printed quote") => "Write the quotes of a keyboard",
        () if message.contains("a hard space stands") => "Write ordinary spaces",
        () => return None,
    };
    let plain = |c: char| match c {
        '\u{2018}'..='\u{201b}' => '\'',
        c if is_quote(c) => '"',
        c if is_space(c) => ' ',
        c => c,
    };
    let start = (column.max(1) - 1) as usize;
    let rest: String = code.chars().skip(start).collect();
    let text: String = rest.chars().map(plain).collect();
    (text != rest).then(|| Fix {
        title: title.into(),
        line,
        column: start as u32 + 1,
        length: rest.chars().count() as u32,
        text,
        is_only: true,
    })
}

/// A misspelt word with its probable correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The misspelt word.
    pub wrong: String,
    /// Distance from the finding's place to the start of the word, in characters.
    pub skipped: u32,
    /// The correction.
    pub right: String,
}

/// The words that were probably meant. The help of the finding reads ``did you mean `x`?`` or ``did you mean `x` or
/// `y`?``. The wrong word stands at the finding's place, or is the first word behind it that is similar to the
/// proposal.
pub fn all_of(message: &str, help: &str, line: &str, column: u32) -> Vec<Slip> {
    let meant = help.split_once("did you mean `").and_then(|(_, meant)| Some(meant.split_once("`?")?.0));
    meant.into_iter().flat_map(|all| all.split("` or `")).filter_map(|right| of(message, right, line, column)).collect()
}

fn of(message: &str, right: &str, line: &str, column: u32) -> Option<Slip> {
    let rest: String = line.chars().skip(column.saturating_sub(1) as usize).collect();
    let here = quoted_at(message, &rest);
    let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
    let (wrong, skipped) = match here {
        Some(wrong) => (wrong.to_string(), 0),
        // `act.drow`: the place is at the member, and the help names both.
        None if !word.is_empty() && message.contains(&format!("`{word}`")) => (word, 0),
        // `"hnad"` and `use hsuh`: the place is at the value, and the word stands in it.
        None => {
            let is_slip = |word: &&str| *word != right && suggest::nearest(word, [right]).is_some();
            let behind = quoted(message).filter(is_slip).find_map(|word| Some((word, whole(&rest, word)?)));
            behind.map(|(word, at)| (word.to_string(), rest[..at].chars().count() as u32))?
        }
    };
    let right = match right.rsplit_once('.') {
        Some((_, last)) if !wrong.contains('.') && !message.contains("there is nothing called") => last,
        _ => right,
    };
    Some(Slip { wrong, skipped, right: right.into() })
}

/// The longest text that a message quotes and that stands at the place of the finding.
pub fn quoted_at<'m>(message: &'m str, rest: &str) -> Option<&'m str> {
    quoted(message).filter(|word| rest.starts_with(*word)).max_by_key(|word| word.len())
}

fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2).filter(|word| !word.is_empty())
}

/// The byte of a line at which a word stands as a whole word.
fn whole(line: &str, word: &str) -> Option<usize> {
    let is_alone = |at: &usize| {
        let before = line[..*at].chars().next_back().is_none_or(|c| !is_word(c));
        before && line[at + word.len()..].chars().next().is_none_or(|c| !is_word(c))
    };
    line.match_indices(word).map(|(at, _)| at).find(is_alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_offers_what_was_probably_meant() {
        let check = |message: &str, help: &str, line: &str, column: u32, expected: Option<(&str, &str)>| {
            let found = all_of(message, help, line, column).first().cloned();
            let there = |f: &Slip| line.chars().skip((column - 1 + f.skipped) as usize).collect::<String>();
            assert!(found.as_ref().is_none_or(|f| there(f).starts_with(&f.wrong)), "{found:?}");
            assert_eq!(found.as_ref().map(|f| (f.wrong.as_str(), f.right.as_str())), expected, "{message}");
        };
        let help = "did you mean `hand`? (known: deck, hand)";
        check("there is no zone `hnad`", help, "  zone: hnad", 9, Some(("hnad", "hand")));
        check("unknown key `zoen` in a filter", "did you mean `zone`?", "{ zoen: hand }", 3, Some(("zoen", "zone")));
        check("`act` has no `drow`", "did you mean `act.draw`?", "  act.drow(me, 1)", 7, Some(("drow", "draw")));
        check(
            "there is nothing called `drow`",
            "did you mean `act.draw`?",
            "  drow(me)",
            3,
            Some(("drow", "act.draw")),
        );
        check("unknown zone `hnad`", help, "act.move(a, \"hnad\")", 13, Some(("hnad", "hand")));
        let message = "no card is called `ipm`";
        check(message, "did you mean `imp`?", "  - amy: summon ipm", 10, Some(("ipm", "imp")));
        check(message, "did you mean `imp`?", "  - amy: summon ipms", 10, None);
        check("wrong", "known: deck", "  zone: hnad", 9, None);
    }

    #[test]
    fn of_equally_near_words_each_is_offered() {
        let help = "did you mean `bat` or `hat`? (known: bat, hat)";
        let found = all_of("there is no card `cat`", help, "  card: cat", 9);
        assert_eq!(found.iter().map(|fix| fix.right.as_str()).collect::<Vec<_>>(), ["bat", "hat"]);
    }

    #[test]
    fn what_a_help_says_is_one_edit() {
        /// The text after the only edit.
        fn mended(message: &str, help: &str, text: &str, line: u32, column: u32) -> String {
            let found = fixes(message, help, text, line, column);
            let [fix] = &found[..] else { panic!("{found:?}") };
            let mut lines: Vec<String> = text.split_inclusive('\n').map(String::from).collect();
            let of = &mut lines[fix.line as usize - 1];
            let chars: Vec<char> = of.chars().collect();
            let (start, end) = (fix.column as usize - 1, (fix.column + fix.length) as usize - 1);
            *of = chars[..start].iter().copied().chain(fix.text.chars()).chain(chars[end..].iter().copied()).collect();
            lines.concat()
        }
        let check = |(message, help): (&str, &str), text: &str, line: u32, column: u32, expected: &str| {
            assert_eq!(mended(message, help, text, line, column), expected, "{message}");
        };
        let needs = ("a card needs `type`", "add a line `type: …` with a text");
        check(needs, "name: A\n", 1, 1, "type: \nname: A\n");
        let needs = ("card `a` needs `type`", "known: well, creature");
        check(needs, "name: A\n", 1, 1, "type: \nname: A\n");
        let needs = ("a patch `set` needs `to`", "add `to: …`: The new value.");
        check(needs, "patches:\n  - set: a\n", 2, 5, "patches:\n  - to: \n    set: a\n");
        check(needs, "patches: [{ set: a }]\n", 1, 11, "patches: [{ to: , set: a }]\n");
        let hidden = (
            "the ability asks about a deck, which its player may not see",
            "an ability that does so says `reads: hidden`: players are told which cards look",
        );
        check(hidden, "a:\n  - timing: main\n", 2, 5, "a:\n  - reads: hidden\n    timing: main\n");
        let script = ("this finds cards in `deck`", "an ability whose script reads that says `reads: hidden`");
        let text = "a:\n  - timing: main\n    script: |\n      x(cards{})\n";
        check(script, text, 4, 9, &text.replace("    script", "    reads: hidden\n    script"));
        check(script, "a: [{ b: c, script: d }]\n", 1, 21, "a: [{ b: c, reads: hidden, script: d }]\n");
        let idle = ("`reads: hidden` is not needed: this script reads no card", "leave it out");
        check(idle, "a:\n  - b: c\n    reads: hidden\n    d: e\n", 3, 12, "a:\n  - b: c\n    d: e\n");
        check(idle, "a: { b: c, reads: hidden }\n", 1, 19, "a: { b: c }\n");
        let number = ("numbers are whole: `1.0`", "if it is a text, put it in quotes");
        check(number, "version: 1.0 # one\n", 1, 10, "version: \"1.0\" # one\n");
        check(number, "a: { b: 1.0, c: 2 }\n", 1, 9, "a: { b: \"1.0\", c: 2 }\n");
        let quotes = ("`“` is a printed quote, which Lua does not know", "texts of Lua stand between quotes");
        check(quotes, "s: act.move(self, “hand”)\n", 1, 19, "s: act.move(self, \"hand\")\n");
    }
}
