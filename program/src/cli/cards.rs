//! Cards: shows the cards of a game as a table, draws them, and compares them with those of another folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::card_changes::compared;
use super::faces::Faces;
use super::findings::PathBase;
use super::list::set_of;
use super::pack::Pack;
use super::spreadsheet::{self, Consent};
use super::text::{Colours, clean, counted, pad, width};
use super::tried_cards::Trial;
use super::{Exit, faces, language, print_json};
use crate::scenario::below_folder;
use intermezzo::catalog::Catalog;
use intermezzo::data::{suggest, yaml};
use intermezzo::error::{Error, Problems, Result};
use intermezzo::kernel::model::schema::AttrBase;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::kernel::rules::CardDef;
use intermezzo::script::stubs::host_functions;

/// Show the cards of a game: a table, their faces, a page to print, or what differs
///
/// The table has each card with its type, its printed numbers, its set, and how many scenarios try it: they use it in a step,
/// an expectation names it, or the title does.
#[derive(Debug, clap::Args)]
pub struct CardsArgs {
    /// The game
    game: String,
    /// Only cards whose file uses this word: a host function such as act.draw, an event, a verb
    #[arg(long, value_name = "VERB")]
    uses: Option<String>,
    /// Only cards that no scenario tries: none uses it, and no expectation names it
    #[arg(long)]
    untested: bool,
    /// Only cards of this set
    #[arg(long)]
    set: Option<String>,
    #[command(flatten)]
    faces: Faces,
    /// Write the cards as a table for spreadsheet programs, a row a card: .csv or .tsv
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "print", "json"])]
    csv: Option<PathBuf>,
    /// Take the changes of a table into the files of the cards: .csv, .tsv or .xlsx; they are shown and checked first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "print", "json", "csv", "uses", "untested", "set"])]
    from: Option<PathBuf>,
    /// Write what --from found without asking
    #[arg(long, requires = "from")]
    yes: bool,
    /// Tell what differs from the cards as they were committed to git, in HEAD, a branch or a tag; or from those of a folder
    /// with games, or of a pack
    #[arg(long, value_name = "STATE|DIR", num_args = 0..=1, default_missing_value = "HEAD", conflicts_with_all = ["svg", "print", "uses", "untested"])]
    diff: Option<PathBuf>,
    /// Print [{"id", "name", "type", "set", "numbers", "text", "file", "scenarios"}]
    #[arg(long)]
    json: bool,
}

/// The most cards without abilities that are named.
const MOST_IDLE: usize = 12;

/// What is printed on a card, and how many scenarios try the card: a row of the table.
#[derive(Default)]
pub struct PrintedCard {
    pub id: String,
    pub name: String,
    pub ty: String,
    pub set: String,
    pub numbers: Vec<(String, i64)>,
    /// The cost in words, if the card states it by kinds (`cost 1 red + 2 any`); a cost that is a plain number stands
    /// in `numbers`.
    pub cost: String,
    pub text: String,
    pub file: String,
    pub scenarios: usize,
}

pub fn run(args: &CardsArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(table) = &args.from {
        let consent = if args.yes { Consent::Given } else { Consent::Asked };
        return spreadsheet::take(&args.game, table, pack, consent, out);
    }
    let (engine, _) = pack.engine(&args.game)?;
    if let Some(other) = &args.diff {
        return compared((&args.game, &engine.catalog), other, args.json, pack, out);
    }
    // For programs the texts of cards are printed as files write them, and for people in their language.
    if !args.json {
        language::speak(&engine, pack)?;
    }
    let trials: Vec<Trial> = scenarios(pack, &args.game)?.iter().map(|(path, text)| Trial::of(path, text)).collect();
    let mut cards = printed(&engine.catalog, &trials);
    if let Some(set) = &args.set {
        let sets: BTreeSet<&str> = cards.iter().map(|card| &*card.set).collect();
        if !sets.contains(&**set) {
            let help = suggest::help_for(set, sets);
            return Err(Error::usage(format!("`{}` has no set `{set}`", args.game)).help(help).into());
        }
        cards.retain(|card| card.set == *set);
    }
    if let Some(word) = &args.uses {
        is_word_of(&engine.catalog, word)?;
        cards.retain(|card| engine.catalog.files.texts.get(&card.file).is_some_and(|text| has_word(text, word)));
    }
    if args.untested {
        cards.retain(|card| card.scenarios == 0);
    }
    if let Some(table) = &args.csv {
        let wanted: Vec<&str> = cards.iter().map(|card| &*card.id).collect();
        return spreadsheet::write(&engine.catalog, &args.game, table, &wanted, out);
    }
    if args.faces.are_wanted() {
        let rules = &engine.catalog.rules;
        let title = match rules.named(NameKind::Game, &rules.schema.game) {
            said if said == &*rules.schema.game => &rules.schema.title,
            said => said,
        };
        let ids: Vec<&str> = cards.iter().map(|card| &*card.id).collect();
        return faces::write(&args.faces, title, &engine, pack, &ids, out);
    }
    if args.json {
        let here = PathBase::of(pack, &pack.files()?);
        let one = |c: &PrintedCard| {
            let numbers: serde_json::Map<String, Value> =
                c.numbers.iter().map(|(n, v)| (n.clone(), json!(v))).collect();
            json!({ "id": c.id, "name": c.name, "type": c.ty, "set": c.set, "numbers": numbers, "text": c.text, "file": here.path(&c.file), "scenarios": c.scenarios })
        };
        print_json(out, &cards.iter().map(one).collect::<Vec<_>>().into())?;
        return Ok(Exit::Fine);
    }
    print_table(&cards, out)?;
    if args.untested {
        tell_textless(&engine.catalog, out)?;
    }
    Ok(Exit::Fine)
}

/// Says which cards have a text and do nothing, in a game whose cards do something: their text may be no more than a mood,
/// so this is no finding.
fn tell_textless(catalog: &Catalog, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = &catalog.rules;
    let does = |def: &CardDef| !def.abilities.is_empty();
    if !rules.defs.iter().any(does) {
        return Ok(());
    }
    let idle = rules.defs.iter().filter(|def| !def.text.is_empty() && !does(def));
    let idle: Vec<String> = idle.map(|def| clean(rules.name(def.id))).collect();
    if !idle.is_empty() {
        let count = if idle.len() == 1 { "1 card has".into() } else { format!("{} cards have", idle.len()) };
        let more = if idle.len() > MOST_IDLE { ", …" } else { "" };
        let named = idle.iter().take(MOST_IDLE).cloned().collect::<Vec<_>>().join(", ");
        writeln!(out, "{count} a text and no `abilities` that do what it says: {named}{more}")?;
    }
    Ok(())
}

/// Prints a line for each card, in columns.
fn print_table(cards: &[PrintedCard], out: &mut dyn Write) -> anyhow::Result<()> {
    let paint = Colours::for_stdout();
    let columns = |of: &dyn Fn(&PrintedCard) -> String| cards.iter().map(|c| width(&clean(&of(c)))).max().unwrap_or(0);
    let numbers = |c: &PrintedCard| c.numbers.iter().map(|(n, v)| format!("{n} {v}")).collect::<Vec<_>>().join(", ");
    let (ids, types, sets) = (columns(&|c| c.id.clone()), columns(&|c| c.ty.clone()), columns(&|c| c.set.clone()));
    for card in cards {
        let tested = match card.scenarios {
            0 => paint.red("no scenario"),
            n => paint.dim(&counted(n, "scenario")),
        };
        let line = format!(
            "{}  {}  {}  {tested}  {}",
            pad(&clean(&card.id), ids),
            pad(&clean(&card.ty), types),
            pad(&clean(&card.set), sets),
            clean(
                &[card.cost.clone(), numbers(card)]
                    .into_iter()
                    .filter(|s| !s.is_empty())
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "{}", counted(cards.len(), "card"))?;
    Ok(())
}

/// Checks that a word occurs in the game: a word of its files, an event or a host function.
///
/// # Errors
///
/// A word that stands in no file and names nothing.
fn is_word_of(catalog: &Catalog, word: &str) -> Result<()> {
    if catalog.files.texts.values().any(|text| has_word(text, word)) {
        return Ok(());
    }
    let rules = &catalog.rules;
    let events = rules.events.iter().map(|event| rules.name(event.name).to_string());
    let acts = events.clone().map(|event| format!("act.{event}"));
    let known: BTreeSet<String> = host_functions().map(String::from).chain(acts).chain(events).collect();
    if known.contains(word) {
        return Ok(());
    }
    let help = match suggest::nearest(word, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "it is a word of files: an event, a verb, a field, or a host function such as act.draw".into(),
    };
    Err(Error::usage(format!("nothing is called `{word}` that a card could use")).help(help))
}

/// Reads the scenarios of a game in the pack or the folder with games, with their paths; empty if there are none.
pub(super) fn scenarios(pack: &Pack, game: &str) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let base = pack.own.clone().or_else(|| pack.root.clone()).unwrap_or_else(|| ".".into());
    let folder = base.join("tests/scenarios").join(game);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    below_folder(&folder, &mut Err)?.iter().map(|one| Ok((one.path(), one.text()?))).collect()
}

/// The rows of the table: the cards of a game in the order of their ids.
fn printed(catalog: &Catalog, trials: &[Trial]) -> Vec<PrintedCard> {
    let rules = &catalog.rules;
    let name = |sym| rules.name(sym).to_string();
    let said = said(catalog);
    let one = |(at, place): (usize, &std::sync::Arc<str>)| {
        let (def, card) = (&rules.defs[at], intermezzo::kernel::model::value::DefId::of(at));
        let id = name(def.id);
        let of_type = &rules.schema.types[def.ty.index()];
        let attrs = rules.schema.attrs.iter().enumerate();
        let prints = |(i, _): &(usize, _)| of_type.prints.contains(intermezzo::kernel::model::value::AttrId::of(*i));
        let numbers = attrs.filter(prints).filter_map(|(_, attr)| match attr.base {
            AttrBase::Amount(_) => None,
            ref base => {
                let number = *def.ints.get(base.printed()? as usize)?;
                // A 0 that the card's file does not state is not printed on the card.
                let is_said = said.get(&id).is_some_and(|keys| keys.contains_key(&name(attr.name)));
                (is_said || number != 0).then(|| (rules.said(NameKind::Field, attr.name).to_string(), number))
            }
        });
        PrintedCard {
            name: rules.card_said(card).to_string(),
            ty: rules.said(NameKind::Type, of_type.name).to_string(),
            set: set_of(place).into(),
            numbers: numbers.collect(),
            cost: said.get(&id).and_then(|keys| keys.get("cost")).and_then(cost_of).unwrap_or_default(),
            text: rules.text_said(card).to_string(),
            file: place.to_string(),
            scenarios: trials.iter().filter(|trial| trial.is_of(&id, rules.name(def.name))).count(),
            id,
        }
    };
    let mut cards: Vec<PrintedCard> = catalog.places.iter().enumerate().map(one).collect();
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    cards
}

/// A cost that is stated by kinds, in words: `cost 1 red + 2 any`.
fn cost_of(said: &Value) -> Option<String> {
    let parts: Vec<String> = said.as_object()?.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    (!parts.is_empty()).then(|| format!("cost {}", parts.join(" + ")))
}

/// True if a text has a word as a whole word; a word may have dots.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

/// The keys and values in the file of each card, by the card's id.
pub(super) fn said(catalog: &Catalog) -> BTreeMap<String, BTreeMap<String, Value>> {
    let rules = &catalog.rules;
    let mut out = BTreeMap::new();
    for (def, place) in rules.defs.iter().zip(&catalog.places) {
        let Some(text) = catalog.files.texts.get(&**place) else { continue };
        let Some(node) = yaml::parse(place, text, &mut Problems::new()) else { continue };
        let keys = node.as_map().unwrap_or_default().iter().map(|(key, value)| (key.name.clone(), value.to_json()));
        out.insert(rules.name(def.id).to_string(), keys.collect());
    }
    out
}
