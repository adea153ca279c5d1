//! Cookbook: each sentence of the page loads as a card without a finding, and does in a game what it says.
//!
//! ```text
//! docs/cookbook.md:     type: creature          tests/cookbook.yaml:  title: When this dies, …
//!                       text: "When this dies, …"                     setup: { …: [this_card] }
//!                       abilities: [...]                              steps: [...]
//! ```
//!
//! A scenario of the table belongs to the sentence that is its title; `this_card` in it is the card with that sentence.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;
use intermezzo_program::scenario::Runner;

use crate::pages::blocks;
use crate::support::files;

const PLACE_OF_PACK: &str = "packs/cookbook/pack.yaml";

/// A card of the page: from its type on, as a block of the page has it.
struct Sentence {
    id: String,
    text: String,
    line: usize,
    block: String,
}

impl Sentence {
    /// The whole card: what the page leaves out is the same for all cards of a type.
    fn card(&self) -> String {
        let (_, kind) = self.block.lines().next().and_then(|line| line.split_once(' ')).expect("a type");
        let rest: &[&str] = match kind {
            "creature" => &["cost: {}", "power: 2", "toughness: 2", "kinds: [Sage]"],
            _ => &["cost: {}"],
        };
        let key = |line: &str| line.split(':').next().map(String::from);
        let is_left_out = |line: &&&str| !self.block.lines().any(|own| key(own) == key(line));
        let rest: String = rest.iter().filter(is_left_out).map(|line| format!("{line}\n")).collect();
        format!("name: Leaf {}\n{rest}{}", self.id.trim_start_matches("leaf_").to_uppercase(), self.block)
    }

    /// The lines at which its abilities begin.
    fn abilities(&self) -> Vec<usize> {
        (0..).zip(self.block.lines()).filter(|(_, line)| line.starts_with("  - ")).map(|(at, _)| at).collect()
    }

    /// The card without one of its abilities.
    fn without(&self, ability: usize) -> Sentence {
        let all = self.abilities();
        let end = all.get(ability + 1).copied().unwrap_or(usize::MAX);
        let kept = (0..).zip(self.block.lines()).filter(|(at, _)| *at < all[ability] || *at >= end);
        let mut block: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        if block.starts_with("type: spell") {
            block.push_str("  - { kind: fast, do: [] }\n");
        } else if block.ends_with("abilities:\n") {
            block.truncate(block.len() - "abilities:\n".len());
        }
        Sentence { id: self.id.clone(), text: self.text.clone(), line: self.line, block }
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("REPOSITORY")).join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// What stands behind `key: `, without quotes.
fn value<'t>(text: &'t str, key: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("no `{key}` in\n{text}"));
    line.trim_matches('"')
}

/// The files of the pack of the page, by their places, and its sentences.
fn page() -> (Vec<(String, String)>, Vec<Sentence>) {
    let blocks = blocks(&read("docs/cookbook.md"), "yaml");
    let place = |block: &String| Some(block.strip_prefix("# ")?.lines().next()?.to_string());
    let pack: Vec<_> = blocks.iter().filter_map(|(_, block)| Some((place(block)?, block.clone()))).collect();
    assert!(pack.iter().any(|(place, _)| place == PLACE_OF_PACK), "the pack is there");
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).expect("a letter"));
    let sentences = (0..).zip(blocks.iter().filter(|(_, block)| block.starts_with("type: ")));
    let sentences = sentences.map(|(n, (line, block))| Sentence {
        id: format!("leaf_{}{}", letter(n / 26), letter(n)),
        text: value(block, "text: ").into(),
        line: *line,
        block: block.clone(),
    });
    (pack, sentences.collect())
}

fn with_cards<'s>(pack: &[(String, String)], sentences: impl Iterator<Item = &'s Sentence>) -> Files {
    let mut files = files(&[]);
    files.overlay(pack.iter().map(|(place, text)| (place.clone(), text.as_str().into())));
    let place = |one: &Sentence| format!("packs/cookbook/cards/duel/cookbook/{}.yaml", one.id);
    files.overlay(sentences.map(|one| (place(one), one.card().into())));
    files.packs = vec!["cookbook".into()];
    files
}

/// The scenarios of the table, by their sentences.
fn plays() -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for play in read("tests/cookbook.yaml").split("---\n") {
        out.entry(value(play, "title: ").into()).or_default().push(format!("game: duel\npacks: [cookbook]\n{play}"));
    }
    out
}

/// What fails in the scenarios of a sentence.
fn failures(runner: &mut Runner, one: &Sentence, plays: &[String]) -> Vec<String> {
    let played = plays.iter().map(|play| runner.run("tests/cookbook.yaml", &play.replace("this_card", &one.id)));
    let failed = played.filter(|outcome| !outcome.ok).map(|outcome| outcome.message);
    failed.map(|why| format!("docs/cookbook.md:{}: {}\n{why}", one.line, one.text)).collect()
}

#[test]
fn each_sentence_loads_without_a_finding_and_is_played() {
    let (pack, sentences) = page();
    let files = with_cards(&pack, sentences.iter());
    let (game, problems) = Loader::default().load("duel", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    // With so many cards more, hints about the game's own are others.
    let found = [problems, lint::findings(game.catalog())];
    let found = found.iter().flat_map(|found| found.list()).filter(|one| one.span.file.starts_with("packs/"));
    let mut wrong: Vec<String> = found.map(|one| format!("{}: {}", one.span, one.message)).collect();
    let mut plays = plays();
    let mut runner = Runner::over(files).with_engine("duel", &game);
    for one in &sentences {
        match plays.remove(&one.text) {
            Some(all) => wrong.extend(failures(&mut runner, one, &all)),
            None => wrong.push(format!("docs/cookbook.md:{}: nothing plays this: {}", one.line, one.text)),
        }
    }
    wrong.extend(plays.keys().map(|title| format!("tests/cookbook.yaml: no sentence of the page is: {title}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(sentences.len() >= 80, "the page has {} sentences", sentences.len());
}

#[test]
fn no_sentence_passes_without_one_of_its_abilities() {
    let (pack, sentences) = page();
    let plays = plays();
    let most = sentences.iter().map(|one| one.abilities().len()).max().expect("sentences");
    let mut idle = Vec::new();
    for ability in 0..most {
        let changed = sentences.iter().filter(|one| one.abilities().len() > ability);
        let cards: Vec<Sentence> = changed.map(|one| one.without(ability)).collect();
        let mut runner = Runner::over(with_cards(&pack, cards.iter()));
        assert!(runner.loads("duel"), "without the abilities number {}", ability + 1);
        for one in &cards {
            if plays.get(&one.text).is_some_and(|all| failures(&mut runner, one, all).is_empty()) {
                idle.push(format!("{} (ability {})", one.text, ability + 1));
            }
        }
    }
    assert!(idle.is_empty(), "these scenarios of tests/cookbook.yaml prove nothing:\n{}", idle.join("\n"));
}
