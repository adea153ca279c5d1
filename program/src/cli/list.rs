//! List: lists games, or the cards, decks and words that a game has, for people and for other programs.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::{Value, json};

use super::pack::Pack;
use super::text::{Colours, clean, pad, width};
use super::{Exit, print_json, translation_draft};
use crate::vocabulary::page::page;
use crate::vocabulary::{GameWord, WordKind, words};
use clap::ValueEnum as _;
use intermezzo::catalog::{Catalog, Files, locale};
use intermezzo::error::Error;
use intermezzo::kernel::parse::resolve::What;
use intermezzo::table::view::protocol_word;

/// List games, or what a game has
///
/// Without `--json` one line each: the id, and what people call it or what it says.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct ListArgs {
    /// What is listed
    kind: ListKind,
    /// The game; for everything but `games`
    game: Option<String>,
    /// Of `untranslated`: only what the packs in play bring or say otherwise, not what the game lacks itself
    #[arg(long)]
    own: bool,
    /// Of `untranslated`: print a file to be filled, with the texts of the game as remarks, for cards/GAME/locale/LANGUAGE.ftl
    #[arg(long, conflicts_with = "json")]
    fluent: bool,
    /// Print [{"id", "title", ...}]
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ListKind {
    /// Games
    Games,
    /// Ready-made decks
    Decks,
    /// Settings that people at a table may change
    Options,
    /// Cards, with type and set
    Cards,
    /// Sets of cards
    Sets,
    /// Moments at which players may act
    Windows,
    /// What can happen, with its fields
    Events,
    /// What can be forbidden or permitted
    Verbs,
    /// Words that fields of words hold
    Words,
    /// Card types, with the fields of each
    Types,
    /// Fields of cards, players and the game, with what each holds
    Fields,
    /// Zones, with who sees their cards
    Zones,
    /// Statuses of cards
    Statuses,
    /// Levels and phases of the flow
    Phases,
    /// Timings of abilities, with the windows that offer them
    Timings,
    /// What players may do without an ability of a card
    Actions,
    /// Kinds of use
    Uses,
    /// Kinds of ability that the manifest declares
    Kinds,
    /// Records, with their fields
    Records,
    /// All words that files of the game may say, as one page in Markdown
    Vocabulary,
    /// What a language lacks: see --locale and --own
    Untranslated,
}

impl ListKind {
    /// The kind of words in the game's vocabulary that this list shows; `None`: the list shows something else, such as
    /// games.
    fn words(self) -> Option<WordKind> {
        Some(match self {
            ListKind::Types => WordKind::Types,
            ListKind::Fields => WordKind::Fields,
            ListKind::Zones => WordKind::Zones,
            ListKind::Statuses => WordKind::Statuses,
            ListKind::Phases => WordKind::Phases,
            ListKind::Timings => WordKind::Timings,
            ListKind::Actions => WordKind::Actions,
            ListKind::Uses => WordKind::Uses,
            ListKind::Kinds => WordKind::Kinds,
            ListKind::Records => WordKind::Records,
            ListKind::Events => WordKind::Events,
            _ => return None,
        })
    }
}

pub fn run(args: &ListArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let found = match (args.kind, &args.game) {
        (ListKind::Games, None) if !args.own => games(pack)?,
        (ListKind::Games, Some(game)) => {
            let help = format!("`intermezzo list decks {game}` lists the decks of one game");
            return Err(Error::usage("games are listed without the name of one").help(help).into());
        }
        (kind, _) if args.own && kind != ListKind::Untranslated => {
            let help = "as in `intermezzo list untranslated GAME --locale ja --own`";
            return Err(Error::usage("--own belongs to `untranslated`").help(help).into());
        }
        (kind, _) if args.fluent && kind != ListKind::Untranslated => {
            let help = "as in `intermezzo list untranslated GAME --locale ja --fluent`";
            return Err(Error::usage("--fluent belongs to `untranslated`").help(help).into());
        }
        (ListKind::Untranslated, Some(game)) => return untranslated(game, args, pack, out),
        (ListKind::Vocabulary, Some(game)) => return vocabulary(game, args, pack, out),
        (kind, Some(game)) => of_game(kind, &pack.engine(game)?.0.catalog),
        (kind, None) => {
            let kind = kind.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
            let help =
                format!("as in `intermezzo list {kind} {}`", pack.files()?.games().first().map_or("GAME", |g| g));
            return Err(Error::usage(format!("of which game are the {kind} listed?")).help(help).into());
        }
    };
    match args.json {
        true => print_json(out, &found.into())?,
        false => print(&found, out)?,
    }
    Ok(Exit::Fine)
}

fn games(pack: &Pack) -> anyhow::Result<Vec<Value>> {
    let files = pack.files()?;
    let one = |game: &String| match super::pack::build(game, &files) {
        Ok((engine, _)) => {
            let schema = &engine.catalog.rules.schema;
            let players =
                json!({ "least": schema.players.least, "most": schema.players.most, "usual": schema.players.usual });
            json!({ "id": game, "title": &*schema.title, "players": players, "cards": engine.catalog.rules.defs.len() })
        }
        // A game with mistakes is one, too.
        Err(_) => json!({ "id": game, "title": "has mistakes: intermezzo check tells them" }),
    };
    Ok(files.games().iter().map(one).collect())
}

fn of_game(kind: ListKind, catalog: &Catalog) -> Vec<Value> {
    if let Some(kind) = kind.words() {
        return words(catalog, kind).iter().map(GameWord::json).collect();
    }
    let rules = &catalog.rules;
    let name = |sym| rules.name(sym).to_string();
    match kind {
        ListKind::Decks => catalog.decks.iter().map(|(id, deck)| json!({ "id": id, "title": deck.name })).collect(),
        ListKind::Options => options(catalog),
        ListKind::Cards => {
            let one = |(def, place): (&intermezzo::kernel::rules::CardDef, &std::sync::Arc<str>)| {
                let ty = name(rules.schema.types[def.ty.index()].name);
                json!({ "id": name(def.id), "title": name(def.name), "type": ty, "set": set_of(place), "file": &**place, "text": &*def.text })
            };
            rules.defs.iter().zip(&catalog.places).map(one).collect()
        }
        ListKind::Sets => {
            let sets: BTreeSet<&str> = catalog.places.iter().map(|place| set_of(place)).collect();
            let count = |set: &str| catalog.places.iter().filter(|place| set_of(place) == set).count();
            sets.iter()
                .map(|set| json!({ "id": set, "title": super::text::counted(count(set), "card"), "cards": count(set) }))
                .collect()
        }
        ListKind::Windows => {
            let one = |w: &intermezzo::kernel::rules::WindowDef| {
                let offers: Vec<String> = w.offers.iter().map(|t| name(*t)).collect();
                json!({ "id": name(w.name), "title": w.text.as_deref().unwrap_or(""), "protocol": protocol_word(&w.protocol), "offers": offers })
            };
            rules.windows.iter().map(one).collect()
        }
        ListKind::Verbs => {
            let asked = catalog.meant.iter().filter_map(|m| match m.what {
                What::AskedVerb(verb) => Some(name(verb)),
                _ => None,
            });
            let events: BTreeSet<String> = rules.events.iter().map(|e| name(e.name)).collect();
            let fixed = ["use", "choose", "cancel"].map(String::from);
            let all: BTreeSet<String> = events.iter().cloned().chain(asked).chain(fixed.clone()).collect();
            let why = |verb: &String| match verb {
                verb if fixed.contains(verb) => "of every game",
                verb if events.contains(verb) => "an event",
                _ => "a selection asks for it",
            };
            all.iter().map(|verb| json!({ "id": verb, "title": why(verb) })).collect()
        }
        ListKind::Words => {
            let mut out = Vec::new();
            for field in &rules.schema.words {
                let words = field
                    .known
                    .iter()
                    .map(|word| json!({ "id": name(*word), "title": name(field.name), "field": name(field.name) }));
                out.extend(words);
            }
            out
        }
        _ => Vec::new(),
    }
}

fn options(catalog: &Catalog) -> Vec<Value> {
    let rules = &catalog.rules;
    let values = rules.options.iter().zip(&rules.option_values);
    let one = |((id, default), allowed): (&(_, intermezzo::kernel::Value), &Vec<intermezzo::kernel::Value>)| {
        let default = said(catalog, default);
        let allowed: Vec<Value> = allowed.iter().map(|value| said(catalog, value)).collect();
        let title = match allowed.is_empty() {
            true => shown(&default).to_string(),
            false => format!("{} of {}", shown(&default), allowed.iter().map(shown).collect::<Vec<_>>().join(", ")),
        };
        json!({ "id": rules.name(*id).to_string(), "title": title, "default": default, "one_of": allowed })
    };
    values.map(one).collect()
}

/// Prints the vocabulary of a game: all words that its files may use, as a page of Markdown or as JSON.
fn vocabulary(game: &str, args: &ListArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let engine = pack.engine(game)?.0;
    if args.json {
        let kind = |kind: &WordKind| {
            let words: Vec<Value> = words(&engine.catalog, *kind).iter().map(GameWord::json).collect();
            (kind.heading().0.to_string(), Value::from(words))
        };
        print_json(out, &Value::Object(WordKind::ALL.iter().map(kind).collect()))?;
        return Ok(Exit::Fine);
    }
    for line in page(&engine.catalog).lines() {
        writeln!(out, "{}", clean(line))?;
    }
    Ok(Exit::Fine)
}

/// Prints the texts of a game that a language does not translate, each with what the game says instead.
fn untranslated(game: &str, args: &ListArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(locale) = pack.locale.as_deref() else {
        let help = "as in `intermezzo list untranslated GAME --locale ja`";
        return Err(Error::usage("--locale says which language").help(help).into());
    };
    let engine = pack.engine(game)?.0;
    let without = match args.own {
        true if engine.catalog.files.packs.is_empty() => {
            let help = "stand in the folder of a pack, or name it: --pack ID";
            return Err(Error::usage("--own asks about the packs in play, and none is").help(help).into());
        }
        true => {
            let files = Files { packs: Vec::new(), ..pack.files()? };
            Some(super::pack::build(game, &files).map_err(Error::load)?.0)
        }
        false => None,
    };
    let without = without.as_ref().map(|engine| &*engine.catalog);
    let said = locale::untranslated(&engine.catalog, &locale::file_name(locale), without);
    if args.fluent {
        // The sentences of the program itself are left out: files of a game do not translate them.
        let of_game: Vec<_> = said.missing.into_iter().filter(|(id, _)| !id.starts_with("ui-")).collect();
        // The lines go into a file as they are, so nothing in them is replaced for a terminal.
        translation_draft::lines(&of_game).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return Ok(Exit::Fine);
    }
    let one = |(id, title): &(String, String)| json!({ "id": id, "title": title });
    let found: Vec<Value> = said.missing.iter().map(one).collect();
    if args.json {
        print_json(out, &found.into())?;
        return Ok(Exit::Fine);
    }
    print(&found, out)?;
    let share = |(said, all): (usize, usize)| {
        let share = (said * 100).checked_div(all).unwrap_or(100);
        format!("{said} of {all} ({share} %)")
    };
    let locale = clean(locale);
    if args.own {
        writeln!(out, "{locale}: {} of the packs in play are said", share(said.game))?;
        return Ok(Exit::Fine);
    }
    writeln!(
        out,
        "{locale}: {} of the game are said, and {} of the interface",
        share(said.game),
        share(said.interface)
    )?;
    Ok(Exit::Fine)
}

/// The folder in which a card lies.
pub fn set_of(place: &str) -> &str {
    place.rsplit('/').nth(1).unwrap_or("")
}

fn said(catalog: &Catalog, value: &intermezzo::kernel::Value) -> Value {
    match value {
        intermezzo::kernel::Value::Int(n) => json!(n),
        intermezzo::kernel::Value::Bool(is) => json!(is),
        intermezzo::kernel::Value::Word(word) => json!(&**catalog.rules.name(*word)),
        _ => Value::Null,
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

fn print(found: &[Value], out: &mut dyn Write) -> anyhow::Result<()> {
    let paint = Colours::for_stdout();
    let text = |value: &Value, key: &str| clean(value[key].as_str().unwrap_or(""));
    let columns = found.iter().map(|v| width(&text(v, "id"))).max().unwrap_or(0);
    let types = found.iter().map(|v| width(&text(v, "type"))).max().unwrap_or(0);
    for value in found {
        let ty = if types > 0 { format!("{}  ", pad(&text(value, "type"), types)) } else { String::new() };
        let line = format!("{}  {ty}{}", pad(&text(value, "id"), columns), paint.dim(&text(value, "title")));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
