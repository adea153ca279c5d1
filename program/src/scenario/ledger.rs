//! Ledger: the index of a game's rulebook, `tests/rules/GAME.yaml`, against which coverage counts.

use std::path::Path;

use intermezzo::data::keys::{NAME, Shape, keys};
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;

keys! {
    /// A ledger: the numbered rules of a rulebook.
    LEDGER "a ledger" as LedgerKeys {
        /// The game, which is also the name of the file.
        game [always]: Node(Shape::Text),
        /// The rules.
        rules [always]: Items(Shape::Section(&RULE)),
        /// Questions that the rulebook leaves open, with the decisions of this ledger.
        rulings: Items(Shape::Section(&RULING)),
    }

    /// A rule of a rulebook.
    RULE "a rule" as RuleKeys {
        /// The id of the rule, which scenarios name under `proves`.
        id [always]: Node(NAME),
        /// The text of the rule.
        rule [always]: Unread(Shape::Text),
        /// The section of the rulebook.
        section [always]: Unread(Shape::Scalar),
        /// The Rust test that proves the rule, if a scenario cannot.
        test: Text,
        /// The scenarios that refuse what the rule forbids.
        refused: Unread(Shape::Items(&Shape::Text)),
        /// The reason why the forbidden action cannot even be tried.
        never: Unread(Shape::Text),
    }

    /// A question that the rulebook leaves open.
    RULING "a ruling" as RulingKeys {
        /// Ids of the rules concerned.
        about [always]: Items(NAME),
        /// The question.
        question [always]: Unread(Shape::Text),
        /// The decision of the question.
        ruling [always]: Unread(Shape::Text),
        /// Scenarios that show the decision, under `tests/scenarios`.
        shown: Items(Shape::Text),
    }
}

/// The parts of a ledger that coverage reads.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub rules: Vec<Rule>,
    pub rulings: Vec<Ruling>,
}

#[derive(Debug)]
pub(super) struct Rule {
    pub id: String,
    /// True if a Rust test proves the rule.
    pub is_tested: bool,
}

#[derive(Debug)]
pub(super) struct Ruling {
    pub about: Vec<String>,
    pub shown: Vec<String>,
}

/// True if a path is the path of a ledger.
pub(crate) fn is_one(path: &str) -> bool {
    let folder = Path::new(path).parent();
    folder.is_some_and(|folder| folder.ends_with("tests/rules")) && path.ends_with(".yaml")
}

/// Reads a ledger, and reports all its faults.
pub(super) fn read(path: &str, text: &str, problems: &mut Problems) -> Ledger {
    problems.add_source(path, text);
    let Some(node) = yaml::parse(path, text, problems) else { return Ledger::default() };
    LEDGER.check(&node, problems);
    let said = LedgerKeys::of(&node);
    let name = Path::new(path).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    if let Some((game, node)) =
        said.game.and_then(|node| Some((node.as_str()?, node))).filter(|(game, _)| *game != name)
    {
        let message = format!("this is the ledger of `{name}`, as its file is called, and says `{game}`");
        problems.error("scenario", &node.span, message).help(format!("write `game: {name}`, or rename the file"));
    }
    let words = |items: &[Node]| items.iter().map(word).collect();
    let mut rules: Vec<(&Node, Rule)> = Vec::new();
    for of in said.rules.iter().map(RuleKeys::of) {
        let Some(id) = of.id else { continue };
        let rule = Rule { id: word(id), is_tested: of.test.is_some() };
        if let Some((first, _)) = rules.iter().find(|(_, known)| known.id == rule.id) {
            let message = format!("two rules have the id `{}`", rule.id);
            problems.error("name_taken", &id.span, message).also(&first.span, "the first of them");
        }
        rules.push((id, rule));
    }
    let rulings = said.rulings.iter().map(RulingKeys::of);
    let rulings = rulings.map(|of| Ruling { about: words(of.about), shown: words(of.shown) }).collect();
    Ledger { rules: rules.into_iter().map(|(_, rule)| rule).collect(), rulings }
}

/// The problems of a ledger.
pub(crate) fn judge(path: &str, text: &str) -> Problems {
    let mut problems = Problems::new();
    read(path, text, &mut problems);
    problems
}

fn word(node: &Node) -> String {
    node.as_str().map_or_else(|| node.to_json().to_string(), String::from)
}
