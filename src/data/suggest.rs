//! Suggest: the known word an author most likely meant.
//!
//! Case does not count as a difference, and `-`, ` ` and `_` are one character: `Main-Deck` is
//! `main_deck`. Otherwise a third of the word may be wrong; swapped neighbours count once.

use strsim::osa_distance;

/// The most letters of a compared word: a longer word is no typing error, and the comparison is quadratic.
const LONGEST_WORD: usize = 64;
const LISTED_MAX: usize = 12;

/// The most equally similar words in a suggestion.
const EQUALLY_NEAR_MAX: usize = 3;

/// The known word nearest to `word`, the first of those equally near; `None` if none is near.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    all_nearest(word, known).first().copied()
}

/// The number that an English word says, up to ten.
pub fn number_word(word: &str) -> Option<i64> {
    let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.iter().position(|known| word.eq_ignore_ascii_case(known)).map(|at| at as i64)
}

/// The known words nearest to `word`, equally near, in the order in which they come.
fn all_nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let Some(word) = fold(word) else { return Vec::new() };
    let mut least = length(&word).max(3) / 3;
    let mut found = Vec::new();
    for candidate in known {
        let Some(far) = fold(candidate).map(|folded| osa_distance(&word, &folded)).filter(|far| *far <= least) else {
            continue;
        };
        if far < least {
            found.clear();
            least = far;
        }
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

/// The known word that differs from `word` by one slip: a letter too many, too few, changed, two letters swapped, or
/// case.
/// Short words have no slips: all of them are near each other.
pub fn slip<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(word).filter(|word| length(word) >= 3)?;
    let is_near = |known: String| length(&known) >= 4 && osa_distance(&folded, &known) <= 1;
    known.into_iter().find(|candidate| *candidate != word && fold(candidate).is_some_and(is_near))
}

/// A help text: ``did you mean `x`? (known: a, b, c)``, or only the known words.
pub fn help_for<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let mut words: Vec<&str> = Vec::new();
    // Repeated names are listed once.
    for word in known.clone() {
        if words.len() <= LISTED_MAX && !words.contains(&word) {
            words.push(word);
        }
    }
    let more = if words.len() > LISTED_MAX { ", …" } else { "" };
    words.truncate(LISTED_MAX);
    let list = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    // A key without its colon takes the map or list behind it into its name.
    if let Some((key, behind)) = word.split_once(' ')
        && behind.starts_with(['{', '['])
        && known.clone().into_iter().any(|known| known == key)
    {
        return format!("a colon is missing behind `{key}`: write `{key}: {behind}`");
    }
    // A colon without a space behind it belongs to the word before it.
    if let Some((key, value)) = word.split_once(':')
        && !value.is_empty()
        && known.clone().into_iter().any(|known| known == key)
    {
        return format!("a space is missing behind the colon: write `{key}: {value}`");
    }
    match all_nearest(word, known).as_slice() {
        [] => format!("known: {list}{more}"),
        near => {
            let near = &near[..near.len().min(EQUALLY_NEAR_MAX)];
            format!("did you mean `{}`? (known: {list}{more})", near.join("` or `"))
        }
    }
}

/// A word in the form in which it is compared; `None` if it is too long or empty.
fn fold(word: &str) -> Option<String> {
    let chars = word.chars().flat_map(char::to_lowercase).map(|c| if matches!(c, '-' | ' ') { '_' } else { c });
    let folded: String = chars.take(LONGEST_WORD + 1).collect();
    (1..=LONGEST_WORD).contains(&length(&folded)).then_some(folded)
}

/// The number of letters of a word.
fn length(word: &str) -> usize {
    word.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(word, known.iter().copied()), expected);
    }

    #[test]
    fn a_word_with_a_typing_error_is_found() {
        check("graveyrad", &["deck", "discard", "graveyard"], Some("graveyard"));
        check("dek", &["deck", "discard"], Some("deck"));
        check("hp", &["cost", "bp"], Some("bp"));
    }

    #[test]
    fn a_word_that_is_far_from_all_is_not_found() {
        check("zone", &["deck", "discard"], None);
        check("deck", &[], None);
        check("", &["a"], None);
        check(&"x".repeat(1000), &["x"], None);
    }

    #[test]
    fn a_key_that_took_its_value_with_it_lacks_its_colon() {
        let help = |word| help_for(word, ["cost", "power"]);
        assert_eq!(help("cost { dusk: 1 }"), "a colon is missing behind `cost`: write `cost: { dusk: 1 }`");
        assert_eq!(help("kosts { dusk: 1 }"), "known: cost, power");
    }

    #[test]
    fn of_equally_near_words_the_first_is_taken() {
        check("cat", &["bat", "hat"], Some("bat"));
        check("cat", &["hat", "bat"], Some("hat"));
    }

    #[test]
    fn one_slip_is_one_letter_of_a_word_that_is_long_enough() {
        assert_eq!(slip("fature", ["zone", "feature"]), Some("feature"));
        assert_eq!(slip("ownre", ["owner"]), Some("owner"));
        assert_eq!(slip("nothing", ["anything"]), None);
        assert_eq!(slip("sid", ["side"]), Some("side"));
        assert_eq!(slip("atk", ["ask", "act"]), None);
        assert_eq!(slip("side", ["side"]), None);
        assert_eq!(slip("Side", ["side"]), Some("side"));
    }

    #[test]
    fn case_and_kind_of_separator_do_not_count() {
        check("Main-Deck", &["main_dock", "main_deck"], Some("main_deck"));
    }

    #[test]
    fn swapped_neighbours_count_once() {
        check("dekc", &["deck"], Some("deck"));
        check("zoen", &["zone"], Some("zone"));
        check("kitten", &["sitting"], None);
    }

    #[test]
    fn letters_are_counted_and_not_bytes() {
        check("éé", &["éa"], Some("éa"));
        check("ééé", &["éaa"], None);
        assert_eq!(slip("éé", ["ééé"]), None);
    }

    #[test]
    fn help_names_the_near_word_and_cuts_a_long_list() {
        assert_eq!(help_for("dekc", ["deck", "hand"]), "did you mean `deck`? (known: deck, hand)");
        assert_eq!(help_for("field", ["deck", "hand"]), "known: deck, hand");
        assert_eq!(help_for("field", []), "known: none");
        assert_eq!(help_for("lfe", ["left", "life", "left"]), "did you mean `life`? (known: left, life)");
        assert_eq!(help_for("cat", ["bat", "hen", "hat"]), "did you mean `bat` or `hat`? (known: bat, hen, hat)");
        let many: Vec<String> = (0..13).map(|i| format!("zone{i}")).collect();
        let help = help_for("q", many.iter().map(String::as_str));
        assert!(help.ends_with("zone10, zone11, …"), "{help}");
    }
}
