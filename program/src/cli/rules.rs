//! Rules: finds the rules in a game's ledger, and the entries of the glossary, that have a word.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::Exit;
use super::cards::{has_word, texts_of_scenarios};
use super::pack::Pack;
use super::text::{Colours, clean, spoken};
use crate::vocabulary::{WordKind, words};
use intermezzo::data::disk::Folder;
use intermezzo::error::Error;
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::translation::{NameKind, say};
use intermezzo::kernel::model::value::{AbilityId, DefId};
use intermezzo::table::Game;

static LEDGERS: Dir<'_> = include_dir!("$REPOSITORY/tests/rules");
const GLOSSARY: &str = include_str!("../../../docs/glossary.md");
/// The most bytes of a ledger.
const MAX_LEDGER: u64 = 4 << 20;
/// The most ids of rules that stand behind a word of a card.
const MOST_IDS: usize = 12;

/// Say what the rules of a game and the glossary say about a word
///
/// Looks through the numbered rules of the game, as tests/rules/GAME.yaml has them, and through the words of all games. Of a
/// card it prints the rules that scenarios with this card prove, and the words of the game in its file with the rules that
/// have them: what the card touches. Without a word it prints all rules, and of a game without numbered rules the parts of a
/// turn with what may be done in them. Exits with 1 if nothing is found.
#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// The word, or a part of it; or the name or id of a card
    word: Option<String>,
    /// The game; without it only the glossary is looked through
    #[arg(long)]
    game: Option<String>,
}

#[derive(Debug, Deserialize)]
struct RuleLedger {
    rules: Vec<LedgerRule>,
}

#[derive(Debug, Deserialize)]
struct LedgerRule {
    id: String,
    rule: String,
    #[serde(default)]
    section: Option<serde_yaml::Value>,
}

/// The rules that a scenario proves.
#[derive(Deserialize)]
struct Proving {
    #[serde(default)]
    proves: Vec<String>,
}

/// An entry that `rules` prints: a rule of a game, a word of the glossary, or a word of the game in a card's file.
pub struct FoundRule {
    /// What stands first in the entry: the id of the rule, or the word.
    pub head: String,
    /// The text of the rule.
    pub text: String,
    /// What stands last in the entry, in brackets: the section of the rulebook, or the ids of rules that have the word;
    /// empty if there is nothing.
    pub section: String,
    /// True for a rule of the game's ledger, false for a word.
    is_numbered: bool,
}

/// The rules of a game, and the entries of the glossary, in which `word` stands (in small letters). With an empty word,
/// all rules of the game.
pub fn found(game: Option<&str>, word: &str, pack: &Pack) -> anyhow::Result<Vec<FoundRule>> {
    let rules = game.map_or(Ok(Vec::new()), |game| rules_of(game, pack))?;
    let has_word = |rule: &LedgerRule| rule.rule.to_lowercase().contains(word) || rule.id.to_lowercase() == word;
    let of_game = rules.into_iter().filter(has_word).map(|rule| {
        let section = rule.section.as_ref().and_then(|section| serde_yaml::to_string(section).ok());
        let section = section.map_or(String::new(), |section| format!(" ({})", clean(section.trim())));
        FoundRule { head: rule.id, text: rule.rule, section, is_numbered: true }
    });
    let lines = GLOSSARY.lines().filter(|line| line.starts_with("| ") && !word.is_empty());
    let of_all = lines.filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, meaning, ..] = cells.as_slice() else { return None };
        let text = meaning.to_string();
        let is_it = name.to_lowercase().contains(word);
        is_it.then(|| FoundRule { head: name.to_string(), text, section: String::new(), is_numbered: false })
    });
    Ok(of_game.chain(of_all).collect())
}

/// The words of the game that stand in the file of a card, each with its meaning and the rules that have it; empty if
/// no card is called `word`.
pub fn touched(game: &Game, word: &str, pack: &Pack) -> anyhow::Result<Vec<FoundRule>> {
    let (catalog, rules) = (&game.catalog, &game.catalog.rules);
    let id = word.to_lowercase().replace([' ', '-'], "_");
    let is_it = |def: &DefId| {
        let card = &rules.defs[def.index()];
        **rules.name(card.id) == *id
            || [rules.name(card.name), rules.card_said(*def)].iter().any(|n| n.to_lowercase() == word.to_lowercase())
    };
    let Some(def) = (0..rules.defs.len()).map(DefId::of).find(is_it) else { return Ok(Vec::new()) };
    let text = catalog.files.texts.get(&*catalog.places[def.index()]).map_or("", |text| text);
    // Lines that only print text on the card, and comments, have no words of the rules.
    let is_data = |line: &&str| !["#", "name:", "text:"].iter().any(|begin| line.trim_start().starts_with(begin));
    let data: String = text.lines().filter(is_data).map(|line| format!("{line}\n")).collect();
    // Events are searched in the keys, too, as in `{ draw: 1 }`; other words of the game only in the values, because
    // keys are words of the program.
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let values = data.split(':').map(|part| part.trim_end_matches(is_letter)).collect::<Vec<_>>().join(":");
    let ledger = rules_of(&rules.schema.game, pack)?;
    let mut out: Vec<FoundRule> = Vec::new();
    // Names of fields are left out, because every card has them.
    for kind in WordKind::ALL.into_iter().filter(|kind| *kind != WordKind::Fields) {
        let read = if kind == WordKind::Events { &data } else { &values };
        for found in words(catalog, kind).into_iter().filter(|found| has_word(read, &found.id)) {
            let of = ledger.iter().filter(|rule| has_word(&rule.rule.to_lowercase(), &found.id));
            let of: Vec<&str> = of.map(|rule| &*rule.id).take(MOST_IDS).collect();
            let of = if of.is_empty() { String::new() } else { format!(" ({})", of.join(", ")) };
            let head = format!("{} ({})", found.id, kind.heading().0.to_lowercase());
            if !out.iter().any(|known| known.head == head && known.text == found.title) {
                out.push(FoundRule { head, text: found.title, section: of, is_numbered: false });
            }
        }
    }
    Ok(out)
}

/// What `rules` shows of a game without a ledger: the phases of a turn, and the windows with the actions that they
/// offer.
pub fn course(game: &Game) -> Vec<String> {
    let rules = &game.catalog.rules;
    let schema = &rules.schema;
    let mut out = vec![clean(&schema.title), String::new()];
    let phases: Vec<String> = schema.phases.iter().map(|phase| spoken(rules.said(NameKind::Phase, *phase))).collect();
    if !phases.is_empty() {
        out.push(say!(rules, "rules-phases", "A turn: {phases}", phases = phases.join(", ")));
        out.push(String::new());
    }
    let mut seen: Vec<String> = Vec::new();
    for window in &rules.windows {
        let is_offered = |id: &&AbilityId| matches!(rules.abilities[id.index()].form, AbilityForm::Timing(timing) if window.offers.contains(&timing));
        let mut offers: Vec<String> = Vec::new();
        for what in rules.actions.iter().filter(is_offered).map(|id| spoken(rules.label_said(*id))) {
            if !offers.contains(&what) {
                offers.push(what);
            }
        }
        let asks = window.text.as_ref().map_or(String::new(), |text| format!(" ({})", spoken(text)));
        let what = if offers.is_empty() { String::new() } else { format!(": {}", offers.join(", ")) };
        let line = format!("  {}{asks}{what}", spoken(rules.said(NameKind::Window, window.name)));
        if !seen.contains(&line) {
            seen.push(line);
        }
    }
    out.push(say!(rules, "rules-windows", "When you may act, and what you may do beside what cards say:"));
    out.extend(seen);
    out
}

/// The rules of the ledger that are proved by scenarios in which a card occurs; empty if no card is called `word`.
fn shown_with_card(game: &str, word: &str, pack: &Pack) -> anyhow::Result<Vec<FoundRule>> {
    let (files, id) = (pack.files()?, word.replace([' ', '-'], "_"));
    let (of_game, file) = (format!("cards/{game}/"), format!("/{id}.yaml"));
    if !files.texts.keys().any(|path| path.contains(&of_game) && path.ends_with(&file)) {
        return Ok(Vec::new());
    }
    let proven: BTreeSet<String> = texts_of_scenarios(pack, game)?
        .iter()
        .filter(|text| has_word(text, &id))
        .filter_map(|text| serde_yaml::from_str::<Proving>(text).ok())
        .flat_map(|scenario| scenario.proves)
        .collect();
    let rules = rules_of(game, pack)?.into_iter().filter(|rule| proven.contains(&rule.id));
    let shown = |rule: LedgerRule| FoundRule {
        head: rule.id,
        text: rule.rule,
        section: format!(" (shown with {id})"),
        is_numbered: true,
    };
    Ok(rules.map(shown).collect())
}

pub fn run(args: &RulesArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let paint = Colours::for_stdout();
    if args.word.is_none() && args.game.is_none() {
        return Err(Error::usage("which word, or the rules of which game?")
            .help("intermezzo rules WORD --game GAME")
            .into());
    }
    if let Some(game) = &args.game {
        super::pack::must_exist(game, &pack.files()?)?;
    }
    let word = args.word.as_deref().unwrap_or("").to_lowercase();
    let mut found = found(args.game.as_deref(), &word, pack)?;
    if let Some(game) = args.game.as_deref().filter(|_| !word.is_empty()) {
        found.extend(
            shown_with_card(game, &word, pack)?
                .into_iter()
                .filter(|rule| !found.iter().any(|known| known.head == rule.head))
                .collect::<Vec<_>>(),
        );
    }
    // If the files of the game have errors, its ledger is searched all the same, without its cards.
    let engine = args.game.as_deref().and_then(|game| pack.engine(game).ok());
    if let Some((game, _)) = engine.as_ref().filter(|_| !word.is_empty()) {
        found.extend(touched(game, &word, pack)?);
    }
    if let (true, true, Some((game, _))) = (found.is_empty(), word.is_empty(), &engine) {
        course(game).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return Ok(Exit::Fine);
    }
    for rule in &found {
        let (head, section) = (clean(&rule.head), paint.dim(&rule.section));
        match rule.is_numbered {
            true => writeln!(out, "{} {}{section}", paint.cyan(&head), clean(&rule.text))?,
            false => writeln!(out, "{}: {}{section}", paint.bold(&head), clean(&rule.text))?,
        }
    }
    if found.is_empty() {
        let of = args.game.as_ref().map_or(String::new(), |game| format!("the rules of `{game}` and "));
        let say = if of.is_empty() { "says" } else { "say" };
        writeln!(out, "{of}the glossary {say} nothing of `{}`", clean(&word))?;
        if args.game.is_none() && pack.files()?.games().contains(&word) {
            writeln!(out, "it is a game: `intermezzo rules --game {word}` tells its rules")?;
        }
    }
    Ok(Exit::fine_if(!found.is_empty()))
}

/// The texts of the ledgers in the folder of the pack or the games, by game. One that cannot be read is left out.
#[cfg(feature = "studio")]
pub fn own_ledgers(pack: &Pack) -> std::collections::BTreeMap<String, String> {
    let Some(base) = pack.own.as_ref().or(pack.root.as_ref()) else { return Default::default() };
    let Ok(folder) = Folder::open(&base.join("tests/rules")) else { return Default::default() };
    let names = folder.names(Path::new("")).unwrap_or_default().into_iter();
    let ledger = |(name, _): (String, bool)| {
        let text = folder.text_if_there(Path::new(&name), MAX_LEDGER).ok()??;
        Some((name.strip_suffix(".yaml")?.to_string(), text))
    };
    names.filter_map(ledger).collect()
}

/// The rules in the ledger of a game, from the folder, or else the built-in one; empty if it has none.
fn rules_of(game: &str, pack: &Pack) -> anyhow::Result<Vec<LedgerRule>> {
    let name = format!("{game}.yaml");
    let base = pack.own.clone().or_else(|| pack.root.clone());
    let own = match base {
        Some(base) => Folder::open(&base)?.text_if_there(&Path::new("tests/rules").join(&name), MAX_LEDGER)?,
        None => None,
    };
    let built_in = || LEDGERS.get_file(&name).and_then(|file| file.contents_utf8()).map(String::from);
    let Some(text) = own.or_else(built_in) else { return Ok(Vec::new()) };
    Ok(serde_yaml::from_str::<RuleLedger>(&text)?.rules)
}
