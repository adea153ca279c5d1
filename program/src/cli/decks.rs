//! Decks: lists, reads and writes decks, in the formats of other programs, too; and writes a game for Tabletop
//! Simulator.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::generated_files::GeneratedFile;
use super::named_deck::find;
use super::pack::Pack;
use super::text::{Colours, clean, counted, pad, width};
use super::{Exit, faces, language, print_json};
use crate::decks::tabletop::{self, Cells, TableCard, TableExport, TablePile};
use crate::decks::{DeckFormat, write};
use intermezzo::catalog::Deck;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::value::DefId;
use intermezzo::render::{Drawing, Fonts};
use intermezzo::table::{Game, Setup, Table};

/// Show the decks of a game, read and write them as other programs do, or take the game to another table
///
/// A deck is a list with a line for each card (`3 Grey Heron`), a .cod file of Cockatrice, or YAML as in the folder
/// `decks` of the game; `-` is the standard input, into which you can paste one. It is checked by the game's rules for
/// decks.
#[derive(Debug, clap::Args)]
pub struct DecksArgs {
    /// The game
    game: String,
    /// A deck: one of the game's by its id, a file, or - for the standard input [default: all decks of the game are listed]
    deck: Option<String>,
    /// Write the deck into this file: .txt, .cod or .yaml; - prints a list
    #[arg(long, value_name = "FILE", requires = "deck")]
    to: Option<PathBuf>,
    /// Write the game for Tabletop Simulator into this folder: a saved object with all decks, and sheets of faces as SVG
    #[arg(long, value_name = "DIR", conflicts_with = "deck")]
    tabletop: Option<PathBuf>,
    /// With --tabletop: the address where the pictures will lie [default: the folder itself, which only your machine sees]
    #[arg(long, value_name = "URL", requires = "tabletop")]
    images: Option<String>,
    /// Print [{"id", "name", "lists": {LIST: [{"id", "name", "copies"}]}}]
    #[arg(long, conflicts_with_all = ["to", "tabletop"])]
    json: bool,
}

/// The kind of file that `--to` may overwrite: a deck that this program wrote.
const DECK: GeneratedFile = GeneratedFile { what: "a deck that intermezzo wrote", is_one: is_written, option: "--to" };
/// The kind of file that `--tabletop` may overwrite: the saved object of Tabletop Simulator.
const SAVED: GeneratedFile =
    GeneratedFile { what: "a saved object of intermezzo", is_one: is_saved, option: "--tabletop" };
/// The kind of file that `--tabletop` may overwrite: a sheet of faces.
const PICTURE: GeneratedFile = GeneratedFile { what: "a sheet of faces", is_one: is_picture, option: "--tabletop" };

fn is_written(old: &[u8]) -> bool {
    // The program writes its mark behind the deck's name, in the first lines.
    old[..old.len().min(4096)].windows(write::MARK.len()).any(|part| part == write::MARK.as_bytes())
}

fn is_saved(old: &[u8]) -> bool {
    serde_json::from_slice::<Value>(old)
        .is_ok_and(|save| save["SaveName"].is_string() && save["ObjectStates"].is_array())
}

fn is_picture(old: &[u8]) -> bool {
    old.starts_with(tabletop::HEAD.as_bytes())
}

pub fn run(args: &DecksArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (engine, _) = pack.engine(&args.game)?;
    if !args.json {
        language::speak(&engine, pack)?;
    }
    if let Some(dir) = &args.tabletop {
        return to_table(args, dir, &engine, pack, out);
    }
    let Some(name) = &args.deck else { return list(args, &engine, out) };
    let (deck, advice) = find(&engine, name)?;
    if args.json {
        print_json(out, &as_json(&engine, name, &deck))?;
        return Ok(Exit::Fine);
    }
    let cards: usize = deck.lists.iter().map(Vec::len).sum();
    match args.to.as_deref() {
        Some(path) if path != Path::new("-") => {
            let format = DeckFormat::of_ending(path).ok_or_else(|| {
                let error = Error::usage(format!("{}: this is no deck by its name", path.display()));
                error.help("decks end in .txt (a list), .cod (Cockatrice) or .yaml (the game's own)")
            })?;
            let (folder, name) = Folder::around(path)?;
            DECK.write(&folder, &name, write::deck(format, &engine.catalog, &deck).as_bytes())?;
            writeln!(out, "wrote {}: {}", path.display(), counted(cards, "card"))?;
        }
        Some(_) => write!(out, "{}", clean_lines(&write::deck(DeckFormat::List, &engine.catalog, &deck)))?,
        None => {
            write!(out, "{}", clean_lines(&write::deck(DeckFormat::List, &engine.catalog, &deck)))?;
            writeln!(out, "\n{}, a legal deck of {}", counted(cards, "card"), args.game)?;
        }
    }
    if args.to.is_none() {
        write!(out, "{}", advice.render_all())?;
    }
    Ok(Exit::Fine)
}

/// A text of several lines, in which control sequences are replaced.
fn clean_lines(text: &str) -> String {
    text.lines().map(|line| clean(line) + "\n").collect()
}

fn as_json(engine: &Game, id: &str, deck: &Deck) -> Value {
    let rules = &engine.catalog.rules;
    let card = |(def, n): &(DefId, usize)| {
        let printed = &rules.defs[def.index()];
        json!({ "id": &**rules.name(printed.id), "name": &**rules.name(printed.name), "copies": n })
    };
    let lists: serde_json::Map<String, Value> = write::lists(&engine.catalog, deck)
        .map(|(list, cards)| (list.to_string(), cards.iter().map(card).collect()))
        .collect();
    json!({ "id": id, "name": deck.name, "lists": lists })
}

/// Prints the decks of a game, then the files of decks that were left out, with the reasons.
fn list(args: &DecksArgs, engine: &Game, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let catalog = &engine.catalog;
    if args.json {
        let all: Vec<Value> = catalog.decks.iter().map(|(id, deck)| as_json(engine, id, deck)).collect();
        print_json(out, &all.into())?;
        return Ok(Exit::Fine);
    }
    let paint = Colours::for_stdout();
    let ids = catalog.decks.keys().map(|id| width(&clean(id))).max().unwrap_or(0);
    let names = catalog.decks.values().map(|deck| &deck.name);
    let names = names.map(|name| width(&clean(name))).max().unwrap_or(0);
    for (id, deck) in &catalog.decks {
        let name = &deck.name;
        let lists = write::lists(catalog, deck);
        let lists = lists.map(|(list, cards)| format!("{} {list}", cards.iter().map(|(_, n)| n).sum::<usize>()));
        let lists = clean(&lists.collect::<Vec<_>>().join(", "));
        writeln!(out, "{}  {}  {}", pad(&clean(id), ids), pad(&clean(name), names), paint.dim(&lists))?;
    }
    for (id, why) in &catalog.deck_rules.left_out {
        writeln!(out, "{}  {}", pad(&clean(id), ids), paint.dim(&clean(why)))?;
    }
    if catalog.deck_rules.lists.is_empty() {
        writeln!(out, "nobody brings a deck to `{}`", args.game)?;
        return Ok(Exit::Fine);
    }
    writeln!(out, "{}", counted(catalog.decks.len(), "deck"))?;
    Ok(Exit::Fine)
}

/// Writes a game for Tabletop Simulator.
fn to_table(args: &DecksArgs, dir: &Path, engine: &Game, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let rules = &engine.catalog.rules;
    let saved = PathBuf::from(format!("{}.json", args.game));
    let folder = Folder::made(dir)?;
    SAVED.check_overwrite(&folder, &saved)?;
    let earlier = folder.text_if_there(&saved, 1 << 28)?.map_or(Cells::default(), |text| Cells::of_export(&text));
    let mut cards: Vec<TableCard> = (0..rules.defs.len()).map(DefId::of).map(|def| table_card(engine, def)).collect();
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    let cells = Cells::after(&earlier, cards.iter().map(|card| card.id.clone()));
    let piles = piles(engine)?;
    let images = match &args.images {
        Some(url) if url.ends_with('/') => url.clone(),
        Some(url) => format!("{url}/"),
        None => file_url(dir),
    };
    let size = engine.look().size();
    let drawing = Drawing { fonts: Fonts::Named, is_round: false, ..Drawing::ALONE };
    let art = faces::art_of(pack, engine);
    let mut pictures: Vec<(String, (u32, u32))> = Vec::new();
    for sheet in 0..cells.sheets() {
        let svg = tabletop::sheet(&cells, sheet, size, |id| faces::draw(engine, &art, id, &drawing))?;
        PICTURE.write(&folder, Path::new(&tabletop::sheet_file(sheet, "svg")), svg.as_bytes())?;
        pictures.push((format!("sheet-{}", sheet + 1), tabletop::pixels(&cells, sheet, size)));
    }
    let (svg, pixels) = tabletop::back(&engine.back(&drawing), size);
    PICTURE.write(&folder, Path::new("back.svg"), svg.as_bytes())?;
    pictures.push(("back".into(), pixels));
    let (game, title) = (&*args.game, &*rules.schema.title);
    let export = TableExport { game, title, cards: &cards, piles: &piles, cells: &cells, images: &images };
    let text = serde_json::to_string_pretty(&export.json()).map_err(|why| Error::internal(why.to_string()))?;
    SAVED.write(&folder, &saved, (text + "\n").as_bytes())?;
    writeln!(
        out,
        "wrote {} with {} of {} on {}",
        dir.join(&saved).display(),
        counted(piles.len(), "pile"),
        counted(cards.len(), "card"),
        counted(cells.sheets(), "sheet")
    )?;
    writeln!(out, "\nTabletop Simulator shows PNG: a browser draws each picture, in {}", dir.display())?;
    for (name, (width, height)) in pictures {
        writeln!(
            out,
            "  chromium --headless --hide-scrollbars --window-size={width},{height} --screenshot={name}.png {name}.svg"
        )?;
    }
    writeln!(out, "then copy {} into its folder `Saves/Saved Objects`", saved.display())?;
    Ok(Exit::Fine)
}

fn table_card(engine: &Game, def: DefId) -> TableCard {
    let rules = &engine.catalog.rules;
    TableCard {
        id: rules.name(rules.defs[def.index()].id).to_string(),
        name: rules.card_said(def).to_string(),
        text: rules.text_said(def).trim().to_string(),
    }
}

/// The `file://` address of a folder on this machine.
fn file_url(dir: &Path) -> String {
    let full = dir.canonicalize().unwrap_or_else(|_| dir.into()).display().to_string().replace('\\', "/");
    let full = full.trim_start_matches("//?/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/:-_.~".contains(&byte);
    let escaped: String = full
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("file:///{}/", escaped.trim_start_matches('/'))
}

/// The piles of cards for Tabletop Simulator: a pile for each list of each deck, one with the other cards that the game
/// itself brings, and one with a copy of each card that is left, such as tokens.
fn piles(engine: &Game) -> Result<Vec<TablePile>> {
    let catalog = &engine.catalog;
    let rules = &catalog.rules;
    let id = |def: &DefId| rules.name(rules.defs[def.index()].id).to_string();
    let (mut piles, mut seen) = (Vec::new(), BTreeSet::new());
    for deck in catalog.decks.values() {
        let lists = catalog.deck_rules.bring(deck);
        let filled = lists.iter().filter(|list| !list.is_empty()).count();
        for (rule, list) in catalog.deck_rules.lists.iter().zip(&lists).filter(|(_, list)| !list.is_empty()) {
            let name = if filled > 1 { format!("{}: {}", deck.name, rule.name) } else { deck.name.clone() };
            let cards: Vec<(String, usize)> = write::counted(list).iter().map(|(def, n)| (id(def), *n)).collect();
            seen.extend(cards.iter().map(|(id, _)| id.clone()));
            piles.push(TablePile { name, cards });
        }
    }
    let own = brought_by_game(engine, &id)?;
    let own: Vec<(String, usize)> = own.into_iter().filter(|(id, _)| !seen.contains(id)).collect();
    seen.extend(own.iter().map(|(id, _)| id.clone()));
    if !own.is_empty() {
        piles.push(TablePile { name: rules.schema.title.to_string(), cards: own });
    }
    let mut others: Vec<String> = (0..rules.defs.len()).map(|at| id(&DefId::of(at))).collect();
    others.retain(|id| !seen.contains(id));
    others.sort();
    if !others.is_empty() {
        let cards = others.into_iter().map(|id| (id, 1)).collect();
        piles.push(TablePile { name: format!("{}: other cards", rules.schema.title), cards });
    }
    Ok(piles)
}

/// The cards that lie in zones when a game with its usual decks begins: the number of copies by id.
fn brought_by_game(engine: &Game, id: &dyn Fn(&DefId) -> String) -> Result<BTreeMap<String, usize>> {
    let players = engine.usual_players();
    let decks: Vec<Deck> = engine.usual_decks(players);
    let setup = Setup { decks, players: u8::try_from(players).ok(), ..Setup::default() };
    let table = engine.set_up(setup).map(Table::start)?;
    let mut found = BTreeMap::new();
    for card in table.world().state().cards.iter().filter(|card| card.home.is_some()) {
        *found.entry(id(&card.printed)).or_insert(0) += 1;
    }
    Ok(found)
}
