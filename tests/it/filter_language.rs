//! Filter language: what the page of filters lists is read, and nothing else is, wherever it stands.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files, keys};
use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::parse::parser::{Parser, Scope};

/// Where the keys of a section stand, with KEY for one of them.
const PLACES: [(&str, As, &str); 22] = [
    ("any_object", As::Filter(Class::Card), "{ KEY: 1 }"),
    ("any_object", As::Filter(Class::Player), "{ KEY: 1 }"),
    ("filter_of_cards", As::Filter(Class::Card), "{ KEY: 1 }"),
    ("filter_of_spaces", As::Filter(Class::Zone), "{ KEY: 1 }"),
    ("filter_of_uses", As::Filter(Class::Use), "{ KEY: 1 }"),
    ("filter_of_records", As::Filter(Class::Record), "{ KEY: 1 }"),
    ("distance_from_something", As::Filter(Class::Zone), "{ distance: { from: self, KEY: 1 } }"),
    ("what_cells_cover", As::Filter(Class::Zone), "{ covered: { cells: [], KEY: 1 } }"),
    ("selection", As::Selection, "{ KEY: 1 }"),
    ("what_is_selected", As::Selection, "{ KEY: { type: none } }"),
    ("rules_about_a_set", As::Selection, "{ KEY: 1 }"),
    ("rules_about_a_set", As::Selection, "{ any_of: [{ KEY: 1 }] }"),
    ("role", As::Selection, "{ roles: [{ KEY: 1 }] }"),
    ("need", As::Selection, "{ needs: [{ if: true, KEY: x }] }"),
    ("condition", As::Condition, "{ KEY: 1 }"),
    ("sum", As::Amount, "{ sum: none, KEY: 1 }"),
    ("groups", As::Amount, "{ groups: {}, KEY: 1 }"),
    ("greatest_amount", As::Amount, "{ most: 1, of: { player: {} }, KEY: 1 }"),
    ("least_amount", As::Amount, "{ least: 1, of: { player: {} }, KEY: 1 }"),
    ("number_of_words", As::Amount, "{ distinct: none, of: {}, KEY: 1 }"),
    ("amount_with_a_condition", As::Amount, "{ if: true, then: 1, KEY: 1 }"),
    ("amount_of_a_table", As::Amount, "{ at: 1, of: [1], KEY: 1 }"),
];

#[derive(Clone, Copy)]
enum As {
    Filter(Class),
    Selection,
    Condition,
    Amount,
}

/// The keys that are said to be unknown.
fn unknown(rules: &Rules, as_: As, text: &str) -> Vec<String> {
    let mut problems = Problems::new();
    let node = yaml::parse("x", text, &mut problems).expect("YAML");
    let mut parser = Parser::of(rules, Scope::default(), &mut problems);
    match as_ {
        As::Filter(class) => drop(parser.filter(&node, class)),
        As::Selection => drop(parser.selection(&node, Class::Card)),
        As::Condition => drop(parser.cond(&node)),
        As::Amount => drop(parser.amount(&node)),
    }
    let found = problems.list().iter().filter_map(|p| p.message.strip_prefix("unknown key `"));
    found.filter_map(|rest| Some(rest.split_once('`')?.0.to_string())).collect()
}

#[test]
fn what_is_declared_is_read_and_nothing_else() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let (catalog, _) = Catalog::load("cardland", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let sections = keys::sections();
    let (mut tried, mut wrong) = (0, Vec::new());
    for (id, as_, place) in PLACES {
        let (_, keys) = sections.iter().find(|(known, _)| known == id).unwrap_or_else(|| panic!("no section {id}"));
        for key in keys {
            tried += 1;
            let found = unknown(&catalog.rules, as_, &place.replace("KEY", key));
            wrong.extend(found.contains(&key.to_string()).then(|| format!("{id}: `{key}` is not read")));
            let mangled = format!("{key}qq");
            let found = unknown(&catalog.rules, as_, &place.replace("KEY", &mangled));
            wrong.extend((found != [mangled]).then(|| format!("{id}: `{key}qq` is unknown: {found:?}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 80, "only {tried} keys were tried");
}

#[test]
fn what_has_no_effect_is_found() {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository");
    let (catalog, _) = Catalog::load("cardland", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let check = |text: &str, expected: &str| {
        assert_eq!(unknown(&catalog.rules, As::Selection, text), [expected], "{text}");
    };
    check("{ spaces: any, player: me }", "player");
    check("{ number: '1..3', zone: any }", "zone");
    check("{ player: me, number: '1..3' }", "player");
    check("{ zone: any, why: because }", "why");
}
