//! Fix: what may be put in the place of what is wrong, as the help of a finding says it.

use super::cursor::is_word;

/// The word that a finding is about, and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The word as it is written.
    pub wrong: String,
    /// What it should be.
    pub right: String,
}

/// What a finding offers: ``did you mean `x`?`` says it, and the word that its place is at is the wrong one.
pub fn of(message: &str, help: &str, line: &str, column: u32) -> Option<Fix> {
    let right = help.split_once("did you mean `")?.1.split_once("`?")?.0;
    let rest: String = line.chars().skip(column.saturating_sub(1) as usize).collect();
    // The message quotes what it is about; a word alone may be a part of it.
    let quoted = message.split('`').skip(1).step_by(2).filter(|word| !word.is_empty());
    let wrong = quoted.filter(|word| rest.starts_with(*word)).max_by_key(|word| word.len());
    let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
    let wrong = match wrong {
        Some(wrong) => wrong.to_string(),
        // `act.drow`: the place is at the member, and the help names both.
        None if !word.is_empty() && message.contains(&format!("`{word}`")) => word,
        None => return None,
    };
    let right = match right.rsplit_once('.') {
        Some((_, last)) if !wrong.contains('.') && !message.contains("there is nothing called") => last,
        _ => right,
    };
    Some(Fix { wrong, right: right.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_offers_what_was_probably_meant() {
        let check = |message: &str, help: &str, line: &str, column: u32, expected: Option<(&str, &str)>| {
            let found = of(message, help, line, column);
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
        check("wrong", "known: deck", "  zone: hnad", 9, None);
    }
}
