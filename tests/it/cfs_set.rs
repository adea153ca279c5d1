//! Card Fighters Special: what the whole set counts, by its number in `tests/rules/cfs.yaml`.

use std::collections::BTreeSet;

use crate::support::files;
use intermezzo::catalog::Catalog;

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

/// The worked examples: a scenario says in its first lines which it is, `# ledger: CFS-T01`.
const EXAMPLES: &str = "
    CFS-EX-01 CFS-EX-02 CFS-EX-03 CFS-EX-04 CFS-EX-05 CFS-EX-06 CFS-EX-07 CFS-EX-08 CFS-T01 CFS-T02 CFS-T08
    CFS-T09 CFS-T11 CFS-T12 CFS-T13 CFS-T15 CFS-T16 CFS-T17 CFS-T18 CFS-T19 CFS-T20 CFS-T22 CFS-T23 CFS-T25
    CFS-T29 CFS-T30 CFS-T31 CFS-T32 CFS-T34 CFS-T36 CFS-T37 CFS-T39 CFSL-EX-01 CFSL-T01 CFSL-T02 CFSL-T04 CFSL-T05
    CFSL-T06 CFSL-T07 CFSL-T08 CFSL-T09 CFSL-T10 CFSL-T13 CFSL-T14 CFSL-T15 CFSL-T16
";

/// The rulings on what the texts leave open: `# ruling: CFS-RULING-01`.
const RULINGS: &str = "
    CFS-RULING-01 CFS-RULING-02 CFS-RULING-03 CFS-RULING-04 CFS-RULING-05 CFS-RULING-06 CFS-RULING-07
    CFS-RULING-08 CFS-RULING-09 CFS-RULING-10 CFS-RULING-11 CFS-RULING-12 CFS-RULING-13 CFS-RULING-14
    CFS-RULING-15 CFS-RULING-16 CFS-RULING-17 CFS-RULING-18 CFS-RULING-19 CFS-RULING-20 CFS-RULING-21
    CFS-RULING-22 CFS-RULING-23 CFS-RULING-24 CFS-RULING-25 CFS-RULING-26 CFS-RULING-27 CFS-RULING-28
    CFS-RULING-29 CFS-RULING-30 CFS-RULING-31 CFS-RULING-32 CFS-RULING-33 CFS-RULING-34 CFS-RULING-35
    CFS-RULING-36 CFS-RULING-37 CFS-RULING-38 CFS-RULING-39 CFSL-RULING-01 CFSL-RULING-02 CFSL-RULING-03
    CFSL-RULING-04 CFSL-RULING-05 CFSL-RULING-06 CFSL-RULING-07 CFSL-RULING-08 CFSL-RULING-09 CFSL-RULING-10
    CFSL-RULING-11 CFSL-RULING-12 CFSL-RULING-13 CFSL-RULING-14 CFSL-RULING-15 CFSL-RULING-16 CFSL-RULING-17
    CFSL-RULING-18 CFSL-RULING-19 CFSL-RULING-20
";

/// Ids in comments `# key: A, B` of the scenarios of the game and of its pack.
fn marked(key: &str) -> BTreeSet<String> {
    let root = std::path::Path::new(env!("REPOSITORY"));
    let folders = ["tests/scenarios/cfs", "packs/legends/tests/scenarios/cfs"].map(|f| root.join(f));
    let paths = intermezzo_program::scenario::find(&folders).expect("there are scenarios");
    let texts = paths.iter().map(|p| std::fs::read_to_string(p).expect("found just now"));
    let lines: Vec<String> = texts.flat_map(|t| t.lines().map(String::from).collect::<Vec<_>>()).collect();
    let ids = lines.iter().filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": "));
    ids.flat_map(|l| l.split(", ")).map(String::from).collect()
}

/// Every worked example and every ruling has a scenario that says so, and no other names are used.
#[test]
fn the_ledger_has_its_scenarios() {
    for (key, wanted) in [("ledger", EXAMPLES), ("ruling", RULINGS)] {
        let wanted: BTreeSet<String> = wanted.split_whitespace().map(String::from).collect();
        let found = marked(key);
        let (missing, unknown): (Vec<_>, Vec<_>) =
            (wanted.difference(&found).collect(), found.difference(&wanted).collect());
        assert!(missing.is_empty() && unknown.is_empty(), "{key}: missing {missing:?}, unknown {unknown:?}");
    }
}
