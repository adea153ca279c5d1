//! Quick fix: the replacement that the help of a finding suggests.

use super::cursor::is_word;
use intermezzo::data::suggest;

/// A misspelt word with its probable correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The word as it is written.
    pub wrong: String,
    /// Distance from the finding's place to the start of the word, in characters.
    pub skipped: u32,
    /// The correction.
    pub right: String,
}

/// Quick fixes of a finding. Its help reads ``did you mean `x`?`` or ``did you mean `x` or `y`?``. The wrong word
/// stands at the finding's place, or is the first word behind it that is similar to the proposal.
pub fn all_of(message: &str, help: &str, line: &str, column: u32) -> Vec<Fix> {
    let meant = help.split_once("did you mean `").and_then(|(_, meant)| Some(meant.split_once("`?")?.0));
    meant.into_iter().flat_map(|all| all.split("` or `")).filter_map(|right| of(message, right, line, column)).collect()
}

fn of(message: &str, right: &str, line: &str, column: u32) -> Option<Fix> {
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
    Some(Fix { wrong, skipped, right: right.into() })
}

/// The longest text that a message quotes and that stands at the place of the finding.
pub fn quoted_at<'m>(message: &'m str, rest: &str) -> Option<&'m str> {
    quoted(message).filter(|word| rest.starts_with(*word)).max_by_key(|word| word.len())
}

fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2).filter(|word| !word.is_empty())
}

/// Where a word stands in a line by itself, in bytes.
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
            let there = |f: &Fix| line.chars().skip((column - 1 + f.skipped) as usize).collect::<String>();
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
}
