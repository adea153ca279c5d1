//! Languages: the words for numbers, sides, manners and durations that texts of cards have in the languages of the
//! interface.
//!
//! A manifest adds words of other languages and of its own under `wording`.

/// An idea, see [`super::behaviour`], with the phrases that mean it and those that may.
type Idea = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The words of a language.
pub(super) struct Language {
    /// The code of the language, without a region: `en`.
    pub code: &'static str,
    /// Words for numbers. Those that are not firm stand for much else, too: a text with one need not mean the number.
    pub numbers: &'static [(&'static str, i64, bool)],
    /// The phrases for each idea.
    pub ideas: &'static [Idea],
    /// Words in texts about both sides, or about whoever it is.
    pub anybody: &'static [&'static str],
    /// Phrases for how long something lasts, or how often it may be used; the level stands for `{}`.
    pub durations: &'static [&'static str],
}

pub(super) const ENGLISH: Language = Language {
    code: "en",
    numbers: &[
        ("two", 2, true),
        ("three", 3, true),
        ("four", 4, true),
        ("five", 5, true),
        ("six", 6, true),
        ("seven", 7, true),
        ("eight", 8, true),
        ("nine", 9, true),
        ("ten", 10, true),
        ("eleven", 11, true),
        ("twelve", 12, true),
        ("no", 0, false),
        ("none", 0, false),
        ("nothing", 0, false),
        ("a", 1, false),
        ("an", 1, false),
        ("one", 1, false),
        ("once", 1, false),
        ("first", 1, false),
        ("topmost card", 1, false),
        ("top card", 1, false),
        ("bottom card", 1, false),
        ("last", 1, false),
        ("other", 2, false),
        ("another", 2, false),
        ("second", 2, false),
        ("twice", 2, false),
        ("double", 2, false),
        ("doubled", 2, false),
        ("half", 2, false),
        ("halve", 2, false),
        ("halved", 2, false),
        ("both", 2, false),
        ("either", 2, false),
        ("pair", 2, false),
        ("hundred", 100, false),
        ("third", 3, false),
        ("fourth", 4, false),
        ("fifth", 5, false),
    ],
    ideas: &[
        (
            "opponent",
            &["enemy", "enemies", "opponent", "opposing"],
            &["foe", "rival", "theirs", "other player", "other one"],
        ),
        ("me", &["you", "your", "yours"], &[]),
        (
            "optional",
            &["may", "up to", "as many as you like", "any number"],
            &["at most", "as many", "if you like", "or none", "unless", "can", "or"],
        ),
        (
            "every",
            &["all", "every", "everybody", "everyone"],
            &["each", "those", "both", "whoever", "whole", "they", "them", "many"],
        ),
        ("random", &["random", "randomly"], &["chance"]),
        ("other", &["another", "other"], &["else", "besides", "rest"]),
    ],
    anybody: &[
        "neither",
        "nobody",
        "either",
        "both",
        "each player",
        "every player",
        "any player",
        "players",
        "somebody",
        "one side",
    ],
    durations: &[
        "this {}",
        "until the end of the {}",
        "until the end of this {}",
        "until end of {}",
        "until the {} ends",
        "for the rest of the {}",
        "for the rest of this {}",
        "for the {}",
        "once per {}",
        "once each {}",
        "once a {}",
        "once in each {}",
    ],
};

pub(super) const JAPANESE: Language = Language {
    code: "ja",
    numbers: &[
        ("一つ", 1, false),
        ("1つ", 1, false),
        ("二つ", 2, false),
        ("三つ", 3, true),
        ("最初", 1, false),
        ("一番", 1, false),
        ("半分", 2, false),
        ("二人", 2, false),
        ("互い", 2, false),
        ("両", 2, false),
    ],
    ideas: &[
        ("opponent", &["相手", "敵"], &[]),
        ("me", &["あなた", "自分"], &[]),
        ("optional", &["てよい", "てもよい", "好きな数"], &["好きな", "何枚でも", "何体でも", "まで", "れば"]),
        ("every", &["すべて", "全て", "全員"], &["各", "それぞれ", "つき", "者", "両", "互い"]),
        ("random", &["ランダム", "無作為"], &[]),
        ("other", &["ほかの", "他の", "別の"], &["ほか", "以外"]),
    ],
    anybody: &["一方", "両", "互い", "も相手も", "どちら", "誰"],
    durations: &["この{}", "{}終了まで", "{}の終わりまで", "{}の間", "{}ごとに1回", "{}に1回"],
};

/// The words of a language; `None` for a language without a list here.
pub(super) fn of(code: &str) -> Option<&'static Language> {
    let first = code.split('-').next().unwrap_or_default();
    [&ENGLISH, &JAPANESE].into_iter().find(|language| language.code == first)
}
