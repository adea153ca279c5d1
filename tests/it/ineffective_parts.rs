//! Ineffective parts: parts of lists, amounts and options without any effect are found at their places, with a
//! correction.

use crate::manifest_misreadings::{check, check_with};

/// A place of the game where anything that a list does may stand instead.
const IN_A_LIST: &str = "- close: fight";
/// The amount of a change in a list of an action with a target.
const AN_AMOUNT: &str = "{ change: { object: game, name: beat, by: 1 } }]\n      - close";

/// Things to do in place of closing the record.
#[track_caller]
fn check_in_a_list(cases: &[(&str, &str, &str)]) {
    let written: Vec<String> = cases.iter().map(|(item, ..)| format!("- close: fight\n      - {item}")).collect();
    let cases: Vec<(&str, &str, &str, &str)> =
        cases.iter().zip(&written).map(|((_, at, told), text)| (IN_A_LIST, text.as_str(), *at, *told)).collect();
    check(&cases);
}

/// Amounts in place of that by which a number changes.
#[track_caller]
fn check_amounts(cases: &[(&str, &str)]) {
    let written: Vec<String> = cases.iter().map(|(n, _)| AN_AMOUNT.replace("by: 1", &format!("by: \"{n}\""))).collect();
    let at: Vec<String> = cases.iter().map(|(n, _)| format!("{n}\"")).collect();
    let all = cases.iter().zip(&written).zip(&at);
    let cases: Vec<(&str, &str, &str, &str)> =
        all.map(|(((_, told), text), at)| (AN_AMOUNT, text.as_str(), at.as_str(), *told)).collect();
    check(&cases);
}

#[test]
fn what_lasts_is_called_by_one_word() {
    check_in_a_list(&[
        (
            "modify: { what: this.one, field: power, by: 1, called: [a, b] }",
            "[a, b]",
            "`called` is one word, found a list (write it without brackets: `called: …`)",
        ),
        (
            "grant: { who: this.one, ability: mighty, called: 3 }",
            "3",
            "`called` is one word, found a number (if it is meant as a text, put it in quotes: `called: \"3\"`)",
        ),
        ("forbid: { verb: hits, called: two words }", "two words", "`called` is one word, not `two words`"),
        ("end: { called: [a, b] }", "[a, b]", "`called` is one word, found a list"),
        ("forbid: { verb: [hits, lands] }", "[hits", "`verb` is one word, found a list"),
        ("modify: { what: this.one, field: [power, traits], by: 1 }", "[power", "`field` is one word, found a list"),
    ]);
    check(&[(
        "{ while: true, affects: self, modify: { power: 1 } }",
        "{ while: true, forbid: { verb: [hits] } }",
        "[hits]",
        "`verb` is one word, found a list",
    )]);
}

#[test]
fn an_amount_is_a_number() {
    check_amounts(&[
        ("me", "`me` is a player, but this place needs a number"),
        ("this.one", "`this.one` is a card, but this place needs a number (`this.one.FIELD` is a field of it"),
        ("one", "`one` is a card"),
        ("this", "`this` is a use"),
        ("game", "`game` is the game"),
        ("this.one.name", "`this.one.name` is a word"),
        ("sum(powr, one)", "cards have no number `powr` for `sum` (did you mean `power`?"),
        ("max(1)", "`max(1)` is not an amount: `max` has other arguments (write `max(a, b)`)"),
        ("mux(1, 2)", "there is no function `mux` (did you mean `max`?"),
        ("distinct(trait, one)", "cards have no field of words `trait` for `distinct` (did you mean `traits`?"),
        ("max(1, damge)", "did you mean `damage`?"),
        ("one.power", ""),
        ("count(one)", ""),
        ("die", ""),
    ]);
    check_in_a_list(&[
        (
            "change: { object: game, name: beat, by: true }",
            "true",
            "`true` is true or false, but this place needs a number (`{ if: CONDITION, then: 1 }`",
        ),
        ("draw: one", "one", "`one` is a card, but this place needs a number"),
        (
            "{ choose: { zone: field, pick: \"1..3\" }, as: many, do: [{ draw: many }] }",
            "many }]",
            "`many` is a card, but this place needs a number (`many.FIELD` is a field of it, and `count(many)` counts a list",
        ),
        ("{ each: all, as: each_one, do: [{ draw: each_one }] }", "each_one }]", "`each_one` is a player"),
        ("{ each: { number: \"1..2\" }, as: times, do: [{ draw: times }] }", "times", ""),
    ]);
}

#[test]
fn a_field_of_words_holds_words() {
    let field = "blow: { source: card, victim: any, amount: int }";
    let with_words = field.replace(" }", ", tag: word }");
    let open = "- open: { blow: { source: this.one, victim: opponent, amount: 3 } }";
    for (tag, told) in [
        ("3", "`3` is a number, but this place needs a word (if it is meant as a word, put it in quotes: `\"3\"`)"),
        ("me", "`me` is a player, but this place needs a word"),
        ("Bird", ""),
    ] {
        let tagged = open.replace("amount: 3 }", &format!("amount: 3, tag: {tag} }}"));
        check_with((field, &with_words), &[(open, &tagged, &format!("{tag} }}"), told)]);
    }
}

#[test]
fn an_option_has_values() {
    let levels = "levels: [game, turn]\n";
    let max = "max: 9 }";
    for (option, at, told) in [
        ("{ default: true, least: 1 }", "1 }", "`least` bounds a number, and the default of `rounds` is none (leave"),
        ("{ default: 3, one_of: [] }", "[] }", "`one_of` of `rounds` is empty: it lists no value"),
        (
            "{ default: 3, one_of: '1..40' }",
            "1..40",
            "`one_of` of `rounds` lists values, and `1..40` is one word (a range of numbers is `least: 1` and `most: 40`)",
        ),
        (
            "{ default: 3, one_of: [3], most: 4 }",
            "4 }",
            "the values of `rounds` are listed, so nothing is left to bound",
        ),
        ("{ default: 20, least: 30, most: 10 }", "30", "`least` of `rounds` is 30, which is more than its `most`, 10"),
        (
            "{ default: 20, least: 30 }",
            "20",
            "the default of `rounds` is 20, which is beyond its bounds: `least` is 30",
        ),
        ("{ default: slow, one_of: [fast, faster] }", "slow", "is none of its values (known: fast, faster)"),
    ] {
        let with = format!("{levels}options: {{ rounds: {option} }}\n");
        check_with((max, "max: option.rounds }"), &[(levels, &with, at, told)]);
    }
}

#[test]
fn an_option_is_compared_with_what_it_may_be() {
    let levels = "levels: [game, turn]\n";
    let number = "{ default: 20, least: 1, most: 40 }";
    for (option, value, told) in [
        (number, "99", "the option `rounds` is never `99` (it is a number from 1 to 40)"),
        (number, "fast", "the option `rounds` is never `fast` (it is a number from 1 to 40)"),
        ("{ default: true }", "1", "the option `rounds` is never `1` (it is true or false)"),
        ("{ default: slow, one_of: [slow, fast] }", "fasst", "did you mean `fast`?"),
        (number, "40", ""),
    ] {
        let with = format!("{levels}options: {{ rounds: {option} }}\n");
        let item =
            format!("- {{ if: {{ option: {{ rounds: {value} }} }}, do: [{{ draw: 1 }}] }}\n      - close: fight");
        check_with((levels, &with), &[(IN_A_LIST, &item, value, told)]);
    }
}

#[test]
fn what_is_empty_does_nothing() {
    check_in_a_list(&[
        ("{ each: [], as: two, do: [{ draw: 1 }] }", "[], as", "a list is empty"),
        ("{ choose: [], as: two, do: [{ draw: 1 }] }", "[], as", "a list is empty"),
        ("{ choose: {}, as: two, do: [{ draw: 1 }] }", "{}, as", "`choose` is empty"),
        ("{ each: all, do: [] }", "[] }", "`do` is empty: nothing is done"),
        ("{ if: { phase: main }, do: [] }", "[] }", "`do` is empty: nothing is done"),
        ("{ if: { phase: main }, do: [], else: [{ draw: 1 }] }", "x", ""),
        ("{ if: { phase: main }, do: [{ draw: 1 }], else: [] }", "[] }", "`else` is empty: nothing is done"),
        ("{ after_use: [] }", "[] }", "`after_use` is empty"),
        ("modify: { what: [], field: power, by: 1 }", "[],", "a list is empty (leave it out, or say what you mean)"),
        ("end: { called: x, on: [] }", "[] }", "a list is empty"),
        (
            "end: { called: x, on: { spaces: field } }",
            "{ spaces",
            "this selects spaces, but this place needs cards or players",
        ),
        ("end: { called: x, from: { player: {} } }", "{ player", "this selects players, but this place needs cards"),
        (
            "modify: { what: game, field: power, by: 1 }",
            "game, field",
            "`game` is the game, but this place needs a card or a player",
        ),
    ]);
    check(&[
        (
            "do: [{ move: { card: this.card, to: me.field } }] }",
            "do: }",
            ": }",
            "`do` is empty: nothing stands behind it (write what is done, or `do: []` if nothing is)",
        ),
        ("do: [{ lose: it }] }", "do: [] }", "[] }", "`do` is empty: nothing is done"),
        (
            "fields: { blow: any, by: player? }, does: [{ hits: { victim: blow.victim, source: blow.source, amount: blow.amount } }] }",
            "fields: { blow: any, by: player? }, does: [] }",
            "[] }",
            "`does` is empty: nothing is done",
        ),
    ]);
}

#[test]
fn several_players_choose_only_in_secret() {
    check_in_a_list(&[
        (
            "{ choose: { number: \"1..3\" }, by: all, as: said, do: [{ draw: said }] }",
            "all, as",
            "these are several players, and only the first of them chooses",
        ),
        ("{ choose: { number: \"1..3\" }, by: all, sealed: true, as: said, do: [{ draw: said }] }", "x", ""),
        (
            "{ may: draw, by: all, do: [{ draw: 1 }] }",
            "all, do",
            "these are several players, and only the first of them is asked",
        ),
        ("{ may: draw, by: opponent, do: [{ draw: 1 }] }", "x", ""),
    ]);
}

#[test]
fn a_name_means_one_thing() {
    let checks = "  - { id: beaten, match: { player: { life: \"<= 0\" } }, do: [{ lose: it }] }\n";
    let twice =
        format!("{checks}  - {{ id: beaten, match: {{ player: {{ life: \"<= -9\" }} }}, do: [{{ lose: it }}] }}\n");
    check(&[(
        checks,
        &twice,
        "beaten, match: { player: { life: \"<= -9",
        "`beaten` is the id of another check already",
    )]);
    check_in_a_list(&[
        (
            "{ each: all, as: two, do: [{ each: { zone: field, controller: two }, as: two, do: [{ draw: 1 }] }] }",
            "two, do: [{ draw",
            "`two` is a name of a list around this one already, and in here nothing could say that one (give it another \
             name: `as: other_two`)",
        ),
        ("{ each: all, as: one, do: [{ draw: 1 }] }", "one, do: [{ draw", "`one` is a target of the ability already"),
        (
            "{ each: all, do: [{ each: { zone: field, controller: it }, do: [{ move: { card: it, to: owner.grave } }] }] }",
            "x",
            "",
        ),
    ]);
    check(&[(
        "decision: { number: \"0..3\" } }",
        "decision: { number: \"0..3\" }, do: [{ each: all, as: answer, do: [{ draw: 1 }] }] }",
        "answer",
        "`answer` is a name of a list around this one already",
    )]);
}

#[test]
fn one_comparison_compares_one_number() {
    check_in_a_list(&[
        (
            "{ if: { count: { zone: field }, amount: me.life, is: 3 }, do: [{ draw: 1 }] }",
            "3 }, do",
            "`is` stands beside `count` and `amount`, and compares one of them (write two conditions under `all`",
        ),
        (
            "{ choose: { zone: field, controller: me, pick: 2, count: 3 }, as: some, do: [{ draw: 1 }] }",
            "3 }, as",
            "`count: 3` never holds beside `pick: 2` (`pick` says how many are chosen",
        ),
        (
            "{ choose: { zone: field, controller: me, pick: \"1..2\", count: \">= 3\" }, as: some, do: [{ draw: 1 }] }",
            ">= 3",
            "`count: >= 3` never holds beside `pick: 1..2`",
        ),
        (
            "{ choose: { zone: field, controller: me, pick: \"0..5\", count: \">= 3\" }, as: some, do: [{ draw: 1 }] }",
            "x",
            "",
        ),
        ("{ choose: { zone: field, controller: me, pick: 5, count: 5 }, as: some, do: [{ draw: 1 }] }", "x", ""),
        (
            "{ choose: { zone: field, pick: 2, distinct: { type: 2 } }, as: some, do: [{ draw: 1 }] }",
            "type: 2",
            "`distinct` counts words that cards print, and `type` is no field of them (known: traits)",
        ),
        (
            "{ choose: { zone: field, pick: 2, sum: { powr: 2 } }, as: some, do: [{ draw: 1 }] }",
            "powr",
            "`sum` adds up numbers of cards, and `powr` is no field of them (did you mean `power`?",
        ),
    ]);
}

#[test]
fn where_events_stand_nothing_else_does() {
    for (item, at, told) in [
        ("{ modify: { what: it, field: held, by: 1 } }", "modify", "`modify` is no event"),
        (
            "{ draw: 2 }",
            "2 }",
            "`draw` draws one card for a player here, and 2 is no player (write `draw: me`, once for each card",
        ),
    ] {
        check(&[("do: [{ lose: it }] }", &format!("do: [{item}] }}"), at, told)]);
    }
    check(&[(
        "  - { after: hits, do: [{ change: { object: game, name: beat, by: 1 } }] }",
        "  - { instead: hits, do: [{ draw: 2 }] }",
        "2 }",
        "`draw` draws one card for a player here, and 2 is no player",
    )]);
}

#[test]
fn what_is_misspelt_is_told_with_what_is_there() {
    check_in_a_list(&[
        (
            "put: { fight.fightres: this.one }",
            "fight.f",
            "the record `fight` has no field `fightres` (did you mean `fighters`?",
        ),
        ("put: { fihgt.fighters: this.one }", "fihgt", "there is no record `fihgt` (did you mean `fight`?"),
        (
            "put: { fight.fighters: this.one, fight.blows: one }",
            "{ fight",
            "`put` names one field of a record and what it gets (each field is a step of its own",
        ),
        (
            "put: { fight.fighters: { zone: field } }",
            "{ zone",
            "`fight.fighters` of `put` is a reference, and this selects (a round of what is selected: `{ each: { zone: field }, as: \
             one, do: [{ put: { fight.fighters: one } }] }`)",
        ),
        (
            "modify: { what: [self, this.one], field: power, by: 1 }",
            "self",
            "`self` is a reference: a list holds fixed words only (`{ among: [self, this.one] }` selects them)",
        ),
        (
            "{ each: [me, opponent], as: x, do: [{ draw: 1 }] }",
            "me, opp",
            "`me` is a reference: a list holds fixed words only (`{ player: { among: [me, opponent] } }` are these players",
        ),
        ("{ if: { record: fight } }", "{ if", "a step `if` needs `do`"),
        ("{ hits: { victim: {}, source: this.one, amount: 1 } }", "{}", "a word or a reference expected, found a map"),
    ]);
}
