//! Spreadsheet: writes the cards of a game as a table for spreadsheet programs, and takes the changes in such a table
//! into the files of the cards.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Exit;
use super::confirm::confirmed;
use super::findings::{from_here, short, without_ignored};
use super::generated_files::GeneratedFile;
use super::pack::{Pack, build, is_pack};
use super::text::{Colours, clean, counted};
use crate::spreadsheet::grid::{self, TableFormat, TableRow};
use crate::spreadsheet::import::{CellChange, ImportPlan, plan};
use crate::spreadsheet::refresh::refreshed;
use crate::spreadsheet::{columns, export};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::data::disk::{Folder, bytes};
use intermezzo::error::{Error, Problems, Result};

/// The kind of file that `--csv` may overwrite: a table of cards, whose first cell is `id`.
const TABLE: GeneratedFile = GeneratedFile { what: "a table of cards", is_one: is_table, option: "--csv" };

fn is_table(content: &[u8]) -> bool {
    let text = content.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(content);
    [&b"id,"[..], b"id;", b"id\t", b"\"id\""].iter().any(|start| text.starts_with(start))
}

/// Writes the cards with these ids as a table into a file, in the format that its ending names.
///
/// # Errors
///
/// A path with another ending, or an existing file that is no table of cards.
pub fn write(catalog: &Catalog, game: &str, path: &Path, wanted: &[&str], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let kind = kind_of(path)?;
    let mut rows = export::rows(catalog, game, |id| wanted.contains(&id));
    let (folder, name) = Folder::around(path)?;
    if let Some(old) = folder.bytes_if_there(&name, grid::MAX_BYTES)? {
        let before = grid::read(kind, &old)?;
        // The table from which a game was made is a person's own: it keeps its columns and their order.
        if let (false, Some(refreshed)) = (is_table(&old), refreshed(&rows, &before)) {
            folder.replace(&name, &grid::write_like(kind, &refreshed, &old)?, false)?;
            let cards = counted(rows.len() - 1, "card");
            writeln!(out, "wrote {}: {cards}; your other columns and rows stay", path.display())?;
            return Ok(Exit::Fine);
        }
        keep_own_columns(&mut rows, &before);
    }
    TABLE.write(&folder, &name, &grid::write(kind, &rows)?)?;
    writeln!(out, "wrote {}: {}", path.display(), counted(rows.len() - 1, "card"))?;
    Ok(Exit::Fine)
}

/// Copies the columns with a person's own notes (`#…`) from the table that is overwritten to the new rows, by the ids
/// of the cards.
fn keep_own_columns(rows: &mut [Vec<String>], before: &[TableRow]) {
    let Some((header, cards)) = before.split_first() else { return };
    let cell = |row: &TableRow, at: usize| row.cells.get(at).cloned().unwrap_or_default();
    let Some(ids) = header.cells.iter().position(|name| name == columns::ID) else { return };
    for (at, name) in header.cells.iter().enumerate().filter(|(_, name)| name.starts_with('#')) {
        for (row, card) in rows.iter_mut().enumerate() {
            let note = match row {
                0 => name.clone(),
                _ => cards.iter().find(|one| cell(one, ids) == card[0]).map_or(String::new(), |one| cell(one, at)),
            };
            card.push(note);
        }
    }
}

/// Reads the rows of a table from a file.
///
/// # Errors
///
/// A file that is no table.
pub fn rows_of(path: &Path) -> Result<Vec<TableRow>> {
    grid::read(kind_of(path)?, &bytes(path, grid::MAX_BYTES)?)
}

/// Adds the text of a table to its findings, so that each is shown with its line.
pub fn add_source(path: &Path, problems: &mut Problems) {
    if let Ok(text) = bytes(path, grid::MAX_BYTES).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) {
        problems.add_source(short(path), text);
    }
}

fn kind_of(path: &Path) -> Result<TableFormat> {
    TableFormat::of(path).ok_or_else(|| {
        let error = Error::usage(format!("{}: this is no table by its name", path.display()));
        let is_open_document = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ods"));
        error.help(match is_open_document {
            // The reader of this format would build all cells before their number can be checked.
            true => "an .ods is not read: a small one may hold more cells than a machine has memory; save the sheet as .csv or .xlsx",
            false => "tables end in .csv or .tsv; .xlsx is read, too",
        })
    })
}

/// Whether the changes of a table may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The person at the terminal is asked.
    Asked,
    /// Consent that was given.
    Given,
    /// Nothing is written: the differences are only shown.
    Withheld,
}

/// Shows what a table changes in the cards, checks the game with the changes, and writes them if there are no errors
/// and the person agrees.
///
/// # Errors
///
/// A table that cannot be read, a game with errors of its own, or a file that cannot be written.
pub fn take(game: &str, path: &Path, pack: &Pack, consent: Consent, out: &mut dyn Write) -> anyhow::Result<Exit> {
    take_since(game, path, (&rows_of(path)?, &[]), pack, consent, out)
}

/// Does the same as [`take`], but only with the cells that differ from an earlier state of the table: `rows` are the
/// present and the earlier rows.
///
/// # Errors
///
/// A game with errors of its own, or a file that cannot be written.
pub fn take_since(
    game: &str,
    path: &Path,
    rows: (&[TableRow], &[TableRow]),
    pack: &Pack,
    consent: Consent,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (engine, _) = pack.engine(game)?;
    let files = pack.files()?;
    let mut problems = Problems::new();
    add_source(path, &mut problems);
    let found = plan(&engine.catalog, game, &base(pack, &files), &short(path), rows, &mut problems);
    let places = places(&found, pack, &files, &mut problems)?;
    if !problems.has_errors() {
        problems.append(checked(game, &files, &found, pack));
    }
    tell(&found, out)?;
    write!(out, "{}", problems.render_all())?;
    if problems.has_errors() {
        writeln!(out, "nothing was written: mend the table first")?;
        return Ok(Exit::Findings);
    }
    if found.changes.is_empty() {
        writeln!(out, "nothing differs")?;
        return Ok(Exit::Fine);
    }
    if consent == Consent::Withheld {
        let table = short(path);
        writeln!(
            out,
            "nothing was written: a save of the table takes in what it changes, and `intermezzo cards {game} --from {table}` all of this"
        )?;
        return Ok(Exit::Findings);
    }
    if consent == Consent::Asked && !confirmed("write this?", out)? {
        writeln!(out, "nothing was written: say --yes to write it")?;
        return Ok(Exit::Findings);
    }
    for (file, (root, below)) in &places {
        let folder = Folder::open(root)?;
        folder.make_folders(below)?;
        folder.replace(below, found.texts[file].as_bytes(), false)?;
    }
    writeln!(out, "wrote {}", counted(places.len(), "file"))?;
    let new = found.changes.iter().filter(|change| change.key.is_none()).map(|change| &*change.card);
    if let Ok((engine, _)) = pack.engine(game) {
        tell_unplayed(&engine.catalog, new, out)?;
    }
    Ok(Exit::Fine)
}

/// Says which new cards come into no game, because no deck and no pile has them.
fn tell_unplayed<'c>(catalog: &Catalog, new: impl Iterator<Item = &'c str>, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = &catalog.rules;
    let is_unplayed = |card: &&str| {
        rules.def_by_id(card).is_some_and(|def| {
            catalog.deck_rules.lists.iter().any(|list| list.may_hold(rules, def))
                && rules.pile_of(def).is_none()
                && !catalog.decks.values().any(|deck| deck.lists.iter().any(|list| list.contains(&def)))
        })
    };
    let unplayed: Vec<String> = new.filter(is_unplayed).map(clean).collect();
    let Some(first) = unplayed.first() else { return Ok(()) };
    let lie =
        if unplayed.len() == 1 { "lies in no deck, so no game has it" } else { "lie in no deck, so no game has them" };
    writeln!(
        out,
        "{} {lie}: write it into a file of cards/{}/decks, or begin one with `intermezzo new deck NAME --card {first}`",
        unplayed.join(", "),
        rules.schema.game
    )?;
    Ok(())
}

/// What stands before `cards/` in the names of new cards' files: the pack that the person works on, or nothing for the
/// folder with games.
fn base(pack: &Pack, files: &Files) -> String {
    let own = pack.packs.iter().zip(&files.packs).find(|(dir, _)| is_pack(Path::new(dir)));
    own.map_or(String::new(), |(_, id)| format!("packs/{id}/"))
}

/// For each file that changes, by its name in the game, the folder on disk and the path below it. Built-in files get a
/// finding.
fn places(
    plan: &ImportPlan,
    pack: &Pack,
    files: &Files,
    problems: &mut Problems,
) -> Result<BTreeMap<String, (PathBuf, PathBuf)>> {
    let mut out = BTreeMap::new();
    let packs: Vec<(String, &String)> =
        pack.packs.iter().zip(&files.packs).map(|(dir, id)| (format!("packs/{id}/"), dir)).collect();
    for file in plan.texts.keys() {
        let of_pack = packs.iter().find_map(|(prefix, dir)| Some((PathBuf::from(dir), file.strip_prefix(prefix)?)));
        let (root, below) = match (of_pack, &pack.root) {
            (Some(place), _) => place,
            (None, Some(root)) => (root.clone(), file.as_str()),
            (None, None) => {
                let error =
                    Error::usage(format!("{file}: this file is built into the program, and nothing can change it"));
                return Err(error
                    .help("`intermezzo new game NAME --like GAME` makes a copy in a folder, or name one with --root"));
            }
        };
        let is_new = !files.texts.contains_key(file);
        if !is_new && !root.join(below).is_file() {
            let message = format!("{file} is built into the program, and lies in no folder here");
            let span = intermezzo::error::Span::file(file.as_str());
            problems
                .error("built_in", &span, message)
                .help("leave its row as it is, or copy the file into the folder first");
        }
        out.insert(file.clone(), (root, PathBuf::from(below)));
    }
    Ok(out)
}

/// Loads the game with the changed files, and returns its findings.
fn checked(game: &str, files: &Files, plan: &ImportPlan, pack: &Pack) -> Problems {
    let mut files = files.clone();
    files.overlay(plan.texts.iter().map(|(path, text)| (path.clone(), Arc::from(text.as_str()))));
    let mut found = match build(game, &files) {
        Ok((_, found)) | Err(found) => found,
    };
    plan.name_cells(&mut found);
    from_here(&mut found, pack, &files);
    without_ignored(found)
}

fn tell(plan: &ImportPlan, out: &mut dyn Write) -> anyhow::Result<()> {
    let paint = Colours::for_stdout();
    let width = plan.changes.iter().map(|change| change.cell.len()).max().unwrap_or(0);
    for CellChange { cell, card, key, old, new } in &plan.changes {
        let (old, new) = (clean(&old.replace('\n', " ")), clean(&new.replace('\n', " ")));
        let what = match (key, &*old, &*new) {
            (None, _, path) => format!("new card, {path}"),
            (Some(key), "", new) => format!("{key}  {}", paint.green(new)),
            (Some(key), old, "") => format!("{key}  {}  (taken away)", paint.red(old)),
            (Some(key), old, new) => format!("{key}  {} -> {}", paint.red(old), paint.green(new)),
        };
        writeln!(out, "{cell:>width$}  {}: {what}", paint.bold(&clean(card)))?;
    }
    let cards: std::collections::BTreeSet<&str> = plan.changes.iter().map(|change| &*change.card).collect();
    if !cards.is_empty() {
        writeln!(out, "{} in {}", counted(plan.changes.len(), "change"), counted(cards.len(), "card"))?;
    }
    if plan.without_row > 0 {
        let cards = counted(plan.without_row, "card");
        match plan.without_row {
            1 => writeln!(out, "{cards} has no row and stays as it is")?,
            _ => writeln!(out, "{cards} have no row and stay as they are")?,
        }
    }
    Ok(())
}

/// The game to which a table belongs: the named one, that of the pack, the only one of the folder, or the one whose
/// name the table has.
///
/// # Errors
///
/// A table to which none of these applies.
pub fn game_of(table: &Path, named: Option<&String>, pack: &Pack) -> Result<String> {
    if let Some(named) = named {
        return Ok(named.clone());
    }
    let extended = if pack.packs.is_empty() { Vec::new() } else { pack.extended()? };
    let all = pack.files()?.games();
    let of_root = |game: &&String| pack.root.as_ref().is_some_and(|root| root.join("cards").join(game).is_dir());
    let own: Vec<&String> = all.iter().filter(of_root).collect();
    let called = table.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    match (&extended[..], &own[..]) {
        ([game], _) => Ok(game.clone()),
        (_, [game]) => Ok((*game).clone()),
        _ if all.iter().any(|game| game == called) => Ok(called.into()),
        _ => Err(Error::usage(format!("{}: nobody says which game this table is of", table.display()))
            .help("name it behind the table: `intermezzo watch FILE.csv GAME`")),
    }
}
