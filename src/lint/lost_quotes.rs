//! Lost quotes: texts that end with a quote which nothing opens: the quote at their beginning was lost, and the other
//! is shown.

use super::{LintInput, walk};
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    for tree in input.cards().map(|(_, _, node)| node).chain(input.manifest()) {
        walk(tree, "", &mut |key, node| {
            let text = node.as_str().filter(|_| key != "script");
            let Some(quote) = text.and_then(unopened) else { return };
            let message = format!("the text ends with {quote}, and nothing opens it: the sign is shown");
            let help = format!("write {quote} before the text, too, or leave it out");
            problems.warn("lost_quote", &node.span, message).help(help);
        });
    }
}

/// The quote at the end of a text that nothing in it opens. `12"` may be a length, and `the players'` has an
/// apostrophe.
fn unopened(text: &str) -> Option<char> {
    let quote = text.chars().next_back().filter(|c| ['"', '\''].contains(c))?;
    let said = &text[..text.len() - 1];
    let ends_sentence = said.ends_with(['.', '!', '?']);
    let is_length = said.ends_with(|c: char| c.is_ascii_digit());
    let ends = if quote == '"' { !is_length } else { ends_sentence };
    // An apostrophe inside a word opens nothing.
    let mut before = ' ';
    let mut opened = 0;
    for c in said.chars() {
        opened += usize::from(c == quote && (quote == '"' || !before.is_alphanumeric()));
        before = c;
    }
    (ends && !said.is_empty() && opened % 2 == 0).then_some(quote)
}

#[cfg(test)]
mod tests {
    use super::unopened;

    #[test]
    fn a_quote_at_the_end_is_opened_before() {
        let check = |text: &str, expected: Option<char>| assert_eq!(unopened(text), expected, "{text}");
        check("Draw two cards.\"", Some('"'));
        check("Draw two cards.'", Some('\''));
        check("She says: \"Draw two cards.\"", None);
        check("She says: 'Draw it, don't wait.'", None);
        check("A rope of 12\"", None);
        check("the players'", None);
        check("a \"b\" c\"", Some('"'));
    }
}
