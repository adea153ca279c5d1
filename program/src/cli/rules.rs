//! Rules: finds the rules in a game's ledger, and the entries of the glossary, that have a word.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::Exit;
use super::called::{called, plain};
use super::card_words::{self, CardWord};
use super::cards::{has_word, scenarios};
use super::findings::PathBase;
use super::pack::Pack;
use super::text::{Colours, clean, spoken};
use intermezzo::data::disk::Folder;
use intermezzo::data::suggest;
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
/// The most cards that are named for a part of their names.
const MOST_CARDS: usize = 8;

/// Say what the rules of a game and the glossary say about a word
///
/// Looks through what the game declares by this name, through its numbered rules, as tests/rules/GAME.yaml has them, and through the words of all games. Of a
/// card it prints the rules that scenarios with this card prove, and the words of the game that the card uses: actions,
/// fields, zones, statuses, windows and others, each with its meaning, the place of its declaration, and the rules that have
/// it. Without a word it prints all rules, and of a game without numbered rules the parts of a turn with what may be done in
/// them. Exits with 1 if nothing is found.
#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// The word, or a part of it; or the id of a card, its name or a part of it, in any case and without accents
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

/// The card that a word means, if it means one: a name, an id, or, where nothing else has the word, a part of a name.
///
/// # Errors
///
/// A part of several names; the error lists the cards.
fn card_meant(game: &Game, word: &str, is_other: bool) -> Result<Option<DefId>, Vec<String>> {
    let rules = &game.catalog.rules;
    match called(rules, word) {
        Some((0 | 1, cards)) => Ok(cards.first().copied()),
        Some((_, cards)) if !is_other => match cards[..] {
            [card] => Ok(Some(card)),
            _ => Err(cards.iter().map(|card| rules.name(rules.defs[card.index()].id).to_string()).collect()),
        },
        _ => Ok(None),
    }
}

/// A card with the words of the game that it uses, each with its meaning and the rules that have it.
fn touched(game: &Game, card: DefId, pack: &Pack) -> anyhow::Result<Vec<FoundRule>> {
    let rules = &game.catalog.rules;
    let here = PathBase::of(pack, &game.catalog.files);
    let ledger = rules_of(&rules.schema.game, pack)?;
    let id = rules.name(rules.defs[card.index()].id);
    let head = format!("{} (card {id})", rules.card_said(card));
    let section = String::new();
    let mut out = vec![FoundRule { head, text: card_words::about(game, card, &here), section, is_numbered: false }];
    out.extend(card_words::of_card(game, card, &here).into_iter().map(|word| of_word(word, &ledger)));
    Ok(out)
}

/// A word of the game with its meaning, and the ids of the rules that have it.
fn of_word(CardWord { word, kind, meaning }: CardWord, ledger: &[LedgerRule]) -> FoundRule {
    // A field is `card.might`, and the rules name it without its owner.
    let bare = word.rsplit('.').next().unwrap_or(&word).to_lowercase();
    let of = ledger.iter().filter(|rule| has_word(&rule.rule.to_lowercase(), &bare));
    let of: Vec<&str> = of.map(|rule| &*rule.id).take(MOST_IDS).collect();
    let section = if of.is_empty() { String::new() } else { format!(" ({})", of.join(", ")) };
    FoundRule { head: format!("{word} ({kind})"), text: meaning, section, is_numbered: false }
}

/// All that is said of a word in a game: what the game declares by this name, rules and words of the glossary that have
/// it, and of a card the rules that
/// scenarios with it prove and the words of the game that it uses. Of a word that is a part of several names the cards
/// are named instead.
pub fn about(game: &Game, word: &str, pack: &Pack) -> anyhow::Result<Result<Vec<FoundRule>, Vec<String>>> {
    let rules = &game.catalog.rules;
    let word = &*word.to_lowercase();
    let ledger = rules_of(&rules.schema.game, pack)?;
    let here = PathBase::of(pack, &game.catalog.files);
    let mut out: Vec<FoundRule> =
        card_words::of_name(game, word, &here).into_iter().map(|word| of_word(word, &ledger)).collect();
    out.extend(found(Some(&*rules.schema.game), word, pack)?);
    let card = match card_meant(game, word, !out.is_empty()) {
        Ok(Some(card)) => card,
        Ok(None) => return Ok(Ok(out)),
        Err(cards) => return Ok(Err(cards)),
    };
    let shown = shown_with_card(&rules.schema.game, rules.name(rules.defs[card.index()].id), pack)?;
    let new: Vec<_> = shown.into_iter().filter(|rule| !out.iter().any(|known| known.head == rule.head)).collect();
    out.extend(new);
    let touched = touched(game, card, pack)?.into_iter();
    let new: Vec<_> = touched.filter(|word| !out.iter().any(|known| known.head == word.head)).collect();
    out.extend(new);
    Ok(Ok(out))
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

/// The rules of the ledger that are proved by scenarios in which a card occurs.
fn shown_with_card(game: &str, id: &str, pack: &Pack) -> anyhow::Result<Vec<FoundRule>> {
    let proven: BTreeSet<String> = scenarios(pack, game)?
        .iter()
        .map(|(_, text)| text)
        .filter(|text| has_word(text, id))
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
    // If the files of the game have errors, its ledger is searched all the same, without its cards.
    let engine = args.game.as_deref().and_then(|game| pack.engine(game).ok());
    let found = match engine.as_ref().filter(|_| !word.is_empty()) {
        Some((game, _)) => match about(game, &word, pack)? {
            Ok(found) => found,
            Err(cards) => {
                let cards = cards.iter().take(MOST_CARDS).map(|card| format!("`{}`", clean(card))).collect::<Vec<_>>();
                writeln!(out, "several cards are called so: did you mean {}?", cards.join(" or "))?;
                return Ok(Exit::Findings);
            }
        },
        None => found(args.game.as_deref(), &word, pack)?,
    };
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
        if let Some(near) = engine.as_ref().and_then(|(game, _)| near_card(game, &word)) {
            writeln!(out, "did you mean the card `{}`?", clean(&near))?;
        }
        if let (Some(game), None) = (&args.game, &engine) {
            writeln!(
                out,
                "the files of {game} have errors, so nothing is said of cards: `intermezzo check {game}` tells them"
            )?;
        }
        if args.game.is_none() && pack.files()?.games().contains(&word) {
            writeln!(out, "it is a game: `intermezzo rules --game {word}` tells its rules")?;
        }
    }
    Ok(Exit::fine_if(!found.is_empty()))
}

/// The id of the card that a mistyped word most likely means.
fn near_card(game: &Game, word: &str) -> Option<String> {
    let rules = &game.catalog.rules;
    let ids: Vec<String> = rules.defs.iter().map(|def| plain(rules.name(def.id))).collect();
    let near = suggest::nearest(&plain(word), ids.iter().map(String::as_str))?;
    let at = ids.iter().position(|id| id == near)?;
    Some(rules.name(rules.defs[at].id).to_string())
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
