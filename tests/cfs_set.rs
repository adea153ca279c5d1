//! Card Fighters Special: what the whole set counts, by its number in `tests/rules/cfs.yaml`.

mod support;

use std::collections::BTreeSet;

use intermezzo::catalog::Catalog;
use support::files;

/// CFS-CARD-09, CFS-CARD-06: the printed set has 160 C, 160 S, 64 A and 40 R; a catalogue may hold
/// fewer, each under a number of its own whose letter tells its type and its side.
#[test]
fn the_set_is_a_part_of_the_printed_one() {
    let (catalog, _) = Catalog::load("cfs", &files(&[])).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let rules = &catalog.rules;
    let number = rules.schema.texts.iter().position(|t| &**rules.name(*t) == "number").expect("cards have numbers");
    let side = rules.schema.words.iter().position(|w| &**rules.name(w.name) == "side").expect("and sides");
    let mut numbers = BTreeSet::new();
    for def in &rules.defs {
        let printed = &*def.texts[number];
        let ty = &**rules.name(rules.schema.types[def.ty.index()].name);
        let side = def.words[side].first().map_or("", |w| rules.name(*w));
        let letter = match (ty, side) {
            ("character", "Capcom") => "C",
            ("character", "SNK") => "S",
            ("action", _) => "A",
            ("reaction", _) => "R",
            other => panic!("{printed} is {other:?}"),
        };
        let rest = printed.strip_prefix(letter).unwrap_or_else(|| panic!("{printed} does not begin with {letter}"));
        assert!(rest.len() == 3 && rest.bytes().all(|b| b.is_ascii_digit()), "{printed}");
        assert!(numbers.insert(printed.to_string()), "{printed} is there twice");
    }
    let counted = |letter: char| numbers.iter().filter(|n| n.starts_with(letter)).count();
    for (letter, ours, printed) in [('C', 60, 160), ('S', 58, 160), ('A', 47, 64), ('R', 25, 40)] {
        assert_eq!(counted(letter), ours, "{letter}");
        assert!(ours <= printed);
    }
    assert_eq!(160 + 160 + 64 + 40, 424);
}
