//! Faces: draws cards, as SVG files and as a page to print.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Exit;
use super::generated_files::GeneratedFile;
use super::named_deck::deck;
use super::numbers::whole;
use super::pack::{Pack, is_pack, packs_in};
use super::text::counted;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::render::sheet::{A4, HEAD, LETTER, Sheet};
use intermezzo::render::{Art, ArtFolders, Drawing, Fonts, Live};
use intermezzo::table::Game;

/// How cards are drawn and printed.
#[derive(Debug, Default, clap::Args)]
pub struct Faces {
    /// Write the face of each card into this folder, which is made if it is not there: an SVG named by the card's id
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write a page with all cards, to be printed by a browser at 100 % without margins; its PDF goes to a printer, too
    #[arg(long, value_name = "FILE")]
    print: Option<PathBuf>,
    /// Print only the cards of a deck, as often as it has them: one of the game's by its id, or a file; may be given again
    #[arg(long, value_name = "DECK", requires = "print")]
    deck: Vec<String>,
    /// With --deck: also print each card that the files of those cards name, such as tokens
    #[arg(long, requires = "deck")]
    tokens: bool,
    /// The paper
    #[arg(long, value_enum, default_value_t, requires = "print")]
    paper: PaperChoice,
    /// So many millimetres of each card go on beyond its edges, to be cut off: 3 for most printers, at most 5
    #[arg(long, value_name = "MM", default_value_t = 0, value_parser = whole::<u8>(0, 5), requires = "print")]
    bleed: u8,
    /// Leave out the marks that show where to cut
    #[arg(long, requires = "print")]
    no_marks: bool,
    /// A page of backs behind each page of faces, for printing on both sides, turned over the long edge
    #[arg(long, requires = "print")]
    backs: bool,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum PaperChoice {
    /// 210 × 297 mm
    #[default]
    A4,
    /// 8.5 × 11 inches
    Letter,
}

impl Faces {
    /// True if drawings or pages are asked for.
    pub fn are_wanted(&self) -> bool {
        self.svg.is_some() || self.print.is_some()
    }
}

/// The kind of file that `--svg` may overwrite: a face of a card.
const FACE: GeneratedFile = GeneratedFile { what: "a face of a card", is_one: is_face, option: "--svg" };
/// The kind of file that `--print` may overwrite: a page of cards.
const PAGE: GeneratedFile =
    GeneratedFile { what: "a page of cards", is_one: |old| old.starts_with(HEAD.as_bytes()), option: "--print" };

/// True if the bytes of a file look like a face that this command wrote.
fn is_face(old: &[u8]) -> bool {
    old.starts_with(b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        && old.windows(11).any(|part| part == b"role=\"img\">")
}

/// Writes the faces of these cards as SVG files, or as a page to print, or both, as the options say.
pub fn write(
    args: &Faces,
    title: &str,
    game: &Game,
    pack: &Pack,
    ids: &[&str],
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let art = art_of(pack, game);
    // Nothing is written until it is clear that every existing file may be overwritten.
    let page_at = args.print.as_deref().map(Folder::around).transpose()?;
    if let Some((folder, name)) = &page_at {
        PAGE.check_overwrite(folder, name)?;
    }
    if let Some(dir) = &args.svg {
        let folder = Folder::made(dir)?;
        let name = |id: &str| PathBuf::from(format!("{id}.svg"));
        ids.iter().try_for_each(|id| FACE.check_overwrite(&folder, &name(id)))?;
        for id in ids {
            FACE.write(&folder, &name(id), draw(game, &art, id, &Drawing::ALONE)?.as_bytes())?;
        }
        writeln!(out, "wrote {} into {}", counted(ids.len(), "face"), dir.display())?;
    }
    if let (Some(path), Some((folder, name))) = (&args.print, page_at) {
        let sheet = sheet(args, title, game, &art, ids)?;
        PAGE.write(&folder, &name, sheet.html().as_bytes())?;
        let copies: usize = sheet.faces.iter().map(|(_, copies)| *copies).sum();
        let pages = counted(sheet.pages(), "page");
        writeln!(out, "wrote {}: {} on {pages}", path.display(), counted(copies, "card"))?;
    }
    Ok(Exit::Fine)
}

/// The folders of the pictures of a game's cards, with the packs that the game was loaded with.
pub fn art_of(pack: &Pack, game: &Game) -> ArtFolders {
    let packs = game.catalog.packs.iter().map(|info| &*info.id);
    art_with(pack, &game.catalog.rules.schema.game, packs)
}

/// The folders of the pictures of a game's cards: those of `--pack`, of the packs in `packs/` with these ids, and of
/// the game.
pub fn art_with<'p>(pack: &Pack, game: &str, packs: impl Iterator<Item = &'p str>) -> ArtFolders {
    // The ids may come from a process that nobody trusts, so they only choose among the folders that are there.
    let all = pack.root.as_deref().map(packs_in).unwrap_or_default();
    let is_called = |dir: &Path, id: &str| dir.file_name().is_some_and(|name| name == id);
    let beside = packs.filter_map(|id| all.iter().find(|dir| is_called(dir, id)).cloned());
    let named = pack.packs.iter().map(PathBuf::from);
    let folders: Vec<PathBuf> = beside.chain(named).filter(|dir| is_pack(dir)).collect();
    ArtFolders::of(pack.root.as_deref(), &folders, game)
}

/// The function by which a server of tables finds the picture of a card. A picture that cannot be read counts as
/// missing: `check` reports it.
#[cfg(feature = "studio")]
pub fn pictures_of(pack: Pack) -> intermezzo_studio::Pictures {
    std::sync::Arc::new(move |about, card| {
        let packs = about.packs.iter().map(String::as_str);
        art_with(&pack, &about.id, packs).find(card).ok().flatten()
    })
}

/// The face of a card as SVG, with the card's picture from the folders of pictures.
///
/// # Errors
///
/// A card that does not exist, or a picture that cannot be read.
pub fn draw(game: &Game, art: &ArtFolders, id: &str, drawing: &Drawing) -> Result<String> {
    let picture = art.find(id)?;
    let art = picture.as_ref().map_or(Art::None, Art::Picture);
    let drawing = Drawing { art, ..*drawing };
    game.face(id, &Live::default(), &drawing).ok_or_else(|| Error::usage(format!("there is no card `{id}`")))
}

fn sheet(args: &Faces, title: &str, game: &Game, art: &ArtFolders, ids: &[&str]) -> anyhow::Result<Sheet> {
    let copies = if args.deck.is_empty() {
        ids.iter().map(|id| (id.to_string(), 1)).collect()
    } else {
        let mut found = of_decks(game, &args.deck)?;
        if args.tokens {
            add_named(game, &mut found);
        }
        found
    };
    let bleed = f64::from(args.bleed);
    let drawing = Drawing { fonts: Fonts::Named, is_round: false, bleed: bleed * 10.0, ..Drawing::ALONE };
    let faces = copies.iter().map(|(id, n)| Ok((draw(game, art, id, &drawing)?, *n))).collect::<Result<Vec<_>>>()?;
    let (width, height) = game.look().size();
    let paper = if args.paper == PaperChoice::Letter { LETTER } else { A4 };
    let back = args.backs.then(|| game.back(&drawing));
    let card = (width / 10.0, height / 10.0);
    let sheet = Sheet { title: title.into(), paper, card, bleed, marks: !args.no_marks, faces, back };
    if !sheet.fits() {
        let message = format!("a card of {} by {} mm does not fit on the paper", sheet.card.0, sheet.card.1);
        return Err(Error::usage(message).help("`size` in the game's `look` says how large a card is").into());
    }
    Ok(sheet)
}

/// The number of copies of each card, by id, in these decks together.
fn of_decks(game: &Game, names: &[String]) -> Result<BTreeMap<String, usize>> {
    let rules = &game.catalog.rules;
    let mut found = BTreeMap::new();
    for name in names {
        let deck = deck(game, name)?;
        for list in game.catalog.deck_rules.bring(&deck) {
            for def in list {
                *found.entry(rules.name(rules.defs[def.index()].id).to_string()).or_insert(0) += 1;
            }
        }
    }
    Ok(found)
}

/// Adds one copy of each card whose id stands in the file of a found card, such as a token; and of each in the files of
/// these.
fn add_named(game: &Game, found: &mut BTreeMap<String, usize>) {
    let catalog = &game.catalog;
    let rules = &catalog.rules;
    let places: BTreeMap<&str, &str> =
        rules.defs.iter().zip(&catalog.places).map(|(def, place)| (&**rules.name(def.id), &**place)).collect();
    let mut new: Vec<String> = found.keys().cloned().collect();
    while let Some(id) = new.pop() {
        let Some(text) = places.get(&*id).and_then(|place| catalog.files.texts.get(*place)) else { continue };
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for other in words.into_iter().filter(|word| places.contains_key(word)) {
            if !found.contains_key(other) {
                found.insert(other.into(), 1);
                new.push(other.into());
            }
        }
    }
}
