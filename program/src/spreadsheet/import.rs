//! Import: what a table changes in the files of a game's cards.
//!
//! The import writes nothing. A plan holds the new texts of the files; whoever asked for it checks the game with them first.

use std::collections::{BTreeMap, BTreeSet};

use intermezzo::catalog::{Catalog, slug};
use intermezzo::data::{Node, suggest, yaml};
use intermezzo::error::{Problems, Span};

use super::cell::{CellForm, flow, quoted, scalar};
use super::columns::{self, FOLDER, ID, KeyColumn};
use super::grid::{TableRow, letters};
use super::yaml_edit::CardFile;

/// A cell whose value differs from the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell, as in `D3`; of a new card its row, as in `3`.
    pub cell: String,
    /// The id of the card.
    pub card: String,
    /// The key in the file; `None`: a new card.
    pub key: Option<String>,
    /// The old value as a cell; empty: there was none.
    pub old: String,
    /// The new value as a cell; empty: the key goes. Of a new card, the path of its file.
    pub new: String,
}

/// All that a table changes.
#[derive(Debug, Default)]
pub struct ImportPlan {
    /// The cells that differ, in the order of the table.
    pub changes: Vec<CellChange>,
    /// The new texts of files, by their path among the game's files.
    pub texts: BTreeMap<String, String>,
    /// The number of cards that have a file and no row. Their files stay unchanged.
    pub without_row: usize,
    /// The line and the number of each card's row, by path.
    rows: BTreeMap<String, (u32, u32)>,
    /// The column of each key, from 0.
    columns: BTreeMap<String, usize>,
    /// The name of the table's file.
    table: String,
}

struct Importer<'a> {
    catalog: &'a Catalog,
    game: &'a str,
    /// The path before `cards/` of the files of new cards: empty, or the folder of a pack.
    base: &'a str,
    /// Path of each card's file, by id.
    paths: BTreeMap<&'a str, &'a str>,
    /// The keys of cards in their order.
    keys: Vec<KeyColumn>,
    /// The cells of the earlier state of the table, by the id of their card and their key.
    before: BTreeMap<(String, String), String>,
    plan: ImportPlan,
    problems: &'a mut Problems,
}

/// Compares a table with the files of a game. Of cells that are as in `before`, an earlier state of the table, nothing
/// is taken: whatever differs there was changed in the files. `table` is its name in messages; `base` is where files of
/// new cards go, before `cards/GAME/`: empty, or the folder of a pack.
pub fn plan(
    catalog: &Catalog,
    game: &str,
    base: &str,
    table: &str,
    (rows, before): (&[TableRow], &[TableRow]),
    problems: &mut Problems,
) -> ImportPlan {
    let rules = &catalog.rules;
    let paths = rules.defs.iter().zip(&catalog.places).map(|(def, path)| (&**rules.name(def.id), &**path)).collect();
    let plan = ImportPlan { table: table.into(), ..ImportPlan::default() };
    let mut importer =
        Importer { catalog, game, base, paths, keys: columns::of(catalog), before: BTreeMap::new(), problems, plan };
    importer.note_before(before);
    importer.all(rows);
    importer.plan
}

impl ImportPlan {
    /// Says beside each finding in a file that the table changes which cell it comes from.
    pub fn name_cells(&self, problems: &mut Problems) {
        problems.amend(|problem| {
            let Some((line, row)) = self.rows.get(&*problem.span.file).copied() else { return };
            let text = self.texts.get(&*problem.span.file).map_or("", String::as_str);
            let node = yaml::parse("", text, &mut Problems::new());
            let keys = node.as_ref().and_then(Node::as_map).unwrap_or_default();
            let key = keys.iter().rev().find(|(key, _)| key.span.line <= problem.span.line).map(|(key, _)| &key.name);
            // A missing key is reported at the beginning of the file, because it has no cell.
            let root = node.as_ref().map(|node| (node.span.line, node.span.column));
            let is_missing = problem.key == "missing" && root == Some((problem.span.line, problem.span.column));
            let what = match key.filter(|_| !is_missing).and_then(|key| Some((key, self.columns.get(key)?))) {
                Some((key, column)) => format!("cell {}{row}, `{key}`", letters(*column)),
                None => format!("row {row}"),
            };
            problem.also(&Span::new(&*self.table, line, 0), what);
        });
    }
}

impl Importer<'_> {
    /// Notes the cells of an earlier state of the table. Mistakes in it are not reported.
    fn note_before(&mut self, rows: &[TableRow]) {
        let Some((header, rows)) = rows.split_first() else { return };
        let mut old = Problems::new();
        std::mem::swap(self.problems, &mut old);
        let columns = self.header(header);
        for row in rows {
            let Some(id) = self.id(row, &columns) else { continue };
            let cells = self.cells(row, &columns).into_iter();
            self.before.extend(cells.map(|(_, column, cell)| ((id.clone(), column.key), cell.to_string())));
        }
        std::mem::swap(self.problems, &mut old);
    }

    fn all(&mut self, rows: &[TableRow]) {
        let Some((header, rows)) = rows.split_first() else {
            let problem = self.problems.error("missing", &Span::file(&*self.plan.table), "the table is empty");
            problem.help("`intermezzo cards GAME --csv FILE` writes one with all columns");
            return;
        };
        let columns = self.header(header);
        if self.problems.has_errors() {
            return;
        }
        let rows: Vec<TableRow> = rows.iter().map(|row| self.with_known_types(row, &columns)).collect();
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for row in &rows {
            self.unnamed_cells(row, header);
            let Some(id) = self.id(row, &columns) else { continue };
            if let Some(first) = seen.insert(id.clone(), row.number) {
                let message = format!("row {}: the card `{id}` has a row already, row {first}", row.number);
                self.problems
                    .error("name_taken", &self.span(row), message)
                    .help("a card has one row: leave one of them out");
                continue;
            }
            match self.paths.get(&*id).copied() {
                Some(path) => self.known(row, &columns, &id, path),
                None => self.new_card(row, &columns, &id),
            }
        }
        let of_files = self.paths.iter().filter(|(_, path)| columns::place(self.game, path).is_some());
        let without_row: Vec<(&str, &str)> =
            of_files.filter(|(id, _)| !seen.contains_key(**id)).map(|(id, path)| (*id, *path)).collect();
        self.plan.without_row = without_row.len();
        if !columns.iter().flatten().any(|key| key == ID) {
            self.renamed(&rows, &columns, &without_row);
        }
    }

    /// Tells of new cards that may be cards without a row under another name: without ids a name says which card is meant.
    fn renamed(&mut self, rows: &[TableRow], columns: &[Option<String>], without_row: &[(&str, &str)]) {
        let new: Vec<(String, u32)> = self
            .plan
            .changes
            .iter()
            .filter(|change| change.key.is_none())
            .map(|change| (change.card.clone(), change.cell.parse().unwrap_or(0)))
            .collect();
        for (id, number) in &new {
            let Some(row) = rows.iter().find(|row| row.number == *number) else { continue };
            let is_alike = |path: &str| {
                let text = self.catalog.files.texts.get(path)?;
                let node = yaml::parse(path, text, &mut Problems::new())?;
                let has =
                    |column: &KeyColumn| node.field(&column.key).map_or(String::new(), |value| column.form.cell(value));
                let mut cells = self.cells(row, columns).into_iter().filter(|(_, column, _)| column.key != "name");
                Some(cells.all(|(_, column, cell)| has(&column) == cell))
            };
            let alike: Vec<&str> =
                without_row.iter().filter(|(_, path)| is_alike(path) == Some(true)).map(|(id, _)| *id).collect();
            let old = match (&alike[..], without_row, &new[..]) {
                ([old], ..) => *old,
                (_, [(old, _)], [_]) => *old,
                _ => continue,
            };
            let message = format!("row {number}: `{id}` becomes a new card, and `{old}` has no row any more");
            let help = format!(
                "if `{old}` has another name now, give the table a column `id` with `{old}` in this row: the card keeps its id, its file and its abilities"
            );
            self.problems.hint("unclear", &self.span(row), message).help(help);
        }
    }

    /// A row with its types as the manifest writes them: people write `Relic` where it has `relic`.
    fn with_known_types(&self, row: &TableRow, columns: &[Option<String>]) -> TableRow {
        let (mut row, rules) = (row.clone(), &self.catalog.rules);
        let at = columns.iter().position(|key| key.as_deref() == Some("type"));
        if let Some(cell) = at.and_then(|at| row.cells.get_mut(at)) {
            let known = |said: &str| {
                let mut names = rules.schema.types.iter().map(|ty| &**rules.name(ty.name));
                names.find(|name| slug(name) == slug(said)).unwrap_or(said.trim()).to_string()
            };
            *cell = cell.split(',').map(known).collect::<Vec<_>>().join(", ");
        }
        row
    }

    fn span(&self, row: &TableRow) -> Span {
        Span::new(&*self.plan.table, row.line, 0)
    }

    /// Reports cells of columns without a name: most are the rest of a text that has a comma and no quotes.
    fn unnamed_cells(&mut self, row: &TableRow, header: &TableRow) {
        let is_named = |at: usize| header.cells.get(at).is_some_and(|name| !name.is_empty());
        for (at, _) in row.cells.iter().enumerate().filter(|(at, cell)| !cell.is_empty() && !is_named(*at)) {
            let message = format!("cell {}{}: this column has no name", letters(at), row.number);
            self.problems
                .error("unknown_key", &self.span(row), message)
                .help("a text with a comma stands in quotes; a column whose name begins with `#` is a note");
        }
    }

    /// The key of each column; `None`: a column of notes.
    fn header(&mut self, header: &TableRow) -> Vec<Option<String>> {
        let known: Vec<&str> = [ID, FOLDER].into_iter().chain(self.keys.iter().map(|column| &*column.key)).collect();
        let mut columns: Vec<Option<String>> = Vec::new();
        for (at, name) in header.cells.iter().enumerate() {
            let cell = format!("cell {}{}", letters(at), header.number);
            // A column with a `#` before its name is for people.
            let key = (!name.is_empty() && !name.starts_with('#')).then(|| {
                // People write `Flavour text` where the manifest has `flavour_text`.
                let alike = || known.iter().find(|key| slug(key) == slug(name));
                if known.contains(&&**name) { name.clone() } else { alike().map_or(&**name, |key| *key).to_string() }
            });
            if let Some(key) = &key {
                let wrong = match () {
                    () if !known.contains(&&**key) => {
                        let help = suggest::help_for(key, known.iter().copied());
                        Some((
                            format!("{cell}: no card has a key `{key}`"),
                            format!(
                                "{help}; a new one is first a field of a type in the manifest; a column whose name begins \
                                 with `#` is a note"
                            ),
                        ))
                    }
                    () if columns.contains(&Some(key.clone())) => {
                        Some((format!("{cell}: `{key}` is a column twice"), "leave one of them out".into()))
                    }
                    () => None,
                };
                if let Some((message, help)) = wrong {
                    self.problems.error("unknown_key", &self.span(header), message).help(help);
                }
                self.plan.columns.insert(key.clone(), at);
            }
            columns.push(key);
        }
        if !columns.iter().flatten().any(|key| key == ID || key == "name") {
            let message = format!("row {}: the table has neither a column `id` nor a column `name`", header.number);
            self.problems
                .error("missing", &self.span(header), message)
                .help("its first row has the names of the columns");
        }
        columns
    }

    /// The id of a row's card, from its id or its name.
    fn id(&mut self, row: &TableRow, columns: &[Option<String>]) -> Option<String> {
        let cell = |key: &str| {
            let at = columns.iter().position(|known| known.as_deref() == Some(key))?;
            row.cells.get(at).filter(|cell| !cell.is_empty())
        };
        let id = cell(ID).cloned().or_else(|| cell("name").map(|name| slug(name))).filter(|id| !id.is_empty());
        let is_one = |id: &String| slug(id) == *id;
        match id {
            Some(id) if is_one(&id) || self.paths.contains_key(&*id) => Some(id),
            Some(id) => {
                let message = format!("row {}: `{id}` is no id of a card", row.number);
                self.problems
                    .error("wrong_kind", &self.span(row), message)
                    .help(format!("an id is a name in small letters: `{}`", slug(&id)));
                None
            }
            None => {
                let message = format!("row {}: this row has neither an id nor a name", row.number);
                self.problems.error("missing", &self.span(row), message).help("each row is a card");
                None
            }
        }
    }

    /// The cells of a row that belong to keys of files, with their columns.
    fn cells<'r>(&self, row: &'r TableRow, columns: &[Option<String>]) -> Vec<(usize, KeyColumn, &'r str)> {
        let cell = |(at, key): (usize, &Option<String>)| {
            let column = self.keys.iter().find(|column| Some(&column.key) == key.as_ref())?;
            Some((at, column.clone(), row.cells.get(at).map_or("", String::as_str)))
        };
        columns.iter().enumerate().filter_map(cell).collect()
    }

    fn known(&mut self, row: &TableRow, columns: &[Option<String>], id: &str, path: &str) {
        let Some((_, folder)) = columns::place(self.game, path) else {
            let message = format!("row {}: the card `{id}` has no file of its own: the manifest makes it", row.number);
            self.problems.error("wrong_kind", &self.span(row), message).help(format!("it is changed in {path}"));
            return;
        };
        let said =
            columns.iter().position(|key| key.as_deref() == Some(FOLDER)).and_then(|at| Some((at, row.cells.get(at)?)));
        if let Some((at, said)) = said.filter(|(_, said)| !said.is_empty() && *said != folder) {
            let message = format!(
                "cell {}{}: the file of `{id}` lies in the folder `{folder}`, not in `{said}`",
                letters(at),
                row.number
            );
            self.problems
                .error("wrong_kind", &self.span(row), message)
                .help("move the file first: a table changes what files say");
            return;
        }
        let Some(text) = self.catalog.files.texts.get(path).cloned() else { return };
        let Some(node) = yaml::parse(path, &text, &mut Problems::new()) else { return };
        self.plan.rows.insert(path.into(), (row.line, row.number));
        let mut file = CardFile::new(&text);
        for (at, column, cell) in self.cells(row, columns) {
            let old = node.field(&column.key);
            let shown = old.map_or(String::new(), |value| column.form.cell(value));
            let was = self.before.get(&(id.to_string(), column.key.clone()));
            if shown == cell || was.is_some_and(|was| was == cell) {
                continue;
            }
            let place = format!("{}{}", letters(at), row.number);
            match edit(&mut file, &self.keys, &column, old, cell) {
                Ok(false) => {}
                Ok(true) => {
                    let key = Some(column.key.clone());
                    self.plan.changes.push(CellChange {
                        cell: place,
                        card: id.into(),
                        key,
                        old: shown,
                        new: cell.into(),
                    });
                }
                Err(why) => {
                    let message = format!("cell {place}: `{}` of `{id}`: {why}", column.key);
                    self.problems.error("wrong_kind", &self.span(row), message);
                }
            }
        }
        if file.text() != &*text {
            self.plan.texts.insert(path.into(), file.text().into());
        }
    }

    /// The line by which the other cards of a folder name their schema to editors, as a new card there has it too.
    fn first_comment(&self, path: &str) -> String {
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        let beside =
            self.paths.values().filter(|path| path.strip_prefix(folder).is_some_and(|name| !name.contains('/')));
        let texts = beside.filter_map(|path| self.catalog.files.texts.get(*path));
        let mut lines = texts.filter_map(|text| text.lines().next());
        lines.find(|line| line.starts_with("# yaml-language-server:")).map_or(String::new(), |line| format!("{line}\n"))
    }

    fn new_card(&mut self, row: &TableRow, columns: &[Option<String>], id: &str) {
        let at = columns.iter().position(|key| key.as_deref() == Some(FOLDER));
        let folder = at.and_then(|at| row.cells.get(at)).filter(|folder| !folder.is_empty());
        let known: BTreeSet<&str> =
            self.paths.values().filter_map(|path| Some(columns::place(self.game, path)?.1)).collect();
        let known: Vec<&str> = known.into_iter().collect();
        // A table without a column for folders means the folder of the game, if there is only one.
        let only = || match (at, &known[..]) {
            (None, [one]) => Some(*one),
            _ => None,
        };
        let Some(folder) = folder.map(String::as_str).or_else(only) else {
            let message = format!("row {}: the card `{id}` is new, and its row names no `{FOLDER}`", row.number);
            self.problems.error("missing", &self.span(row), message).help(format!(
                "its file goes into that folder (known: {}); is it another card whose id is misspelled?",
                known.join(", ")
            ));
            return;
        };
        let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        if !folder.split('/').all(is_part) {
            let message = format!("row {}: `{folder}` is no folder of cards", row.number);
            self.problems.error("wrong_kind", &self.span(row), message).help("it has letters, digits and `_`: `ember`");
            return;
        }
        let path = format!("{}cards/{}/{folder}/{id}.yaml", self.base, self.game);
        self.plan.rows.insert(path.clone(), (row.line, row.number));
        let mut text = self.first_comment(&path);
        for key in self.keys.clone() {
            let cells = self.cells(row, columns);
            let Some((at, column, cell)) =
                cells.iter().find(|(_, column, cell)| column.key == key.key && !cell.is_empty())
            else {
                continue;
            };
            match column.form.value(cell) {
                Ok(value) if value.as_str().is_some_and(|text| text.contains('\n')) => {
                    let lines: Vec<String> = cell.lines().map(|line| format!("  {line}").trim_end().into()).collect();
                    text += &format!("{}: |\n{}\n", key.key, lines.join("\n"));
                }
                Ok(value) => text += &format!("{}: {}\n", key.key, written(column, &value, None)),
                Err(why) => {
                    let message = format!("cell {}{}: `{}` of `{id}`: {why}", letters(*at), row.number, key.key);
                    self.problems.error("wrong_kind", &self.span(row), message);
                }
            }
        }
        self.plan.changes.push(CellChange {
            cell: row.number.to_string(),
            card: id.into(),
            key: None,
            old: String::new(),
            new: path.clone(),
        });
        self.plan.texts.insert(path, text);
    }
}

/// Sets a key of a file to the value of a cell; `false`: only the spelling differs.
fn edit(
    file: &mut CardFile,
    keys: &[KeyColumn],
    column: &KeyColumn,
    old: Option<&Node>,
    cell: &str,
) -> Result<bool, String> {
    if cell.is_empty() {
        return file.remove(&column.key).map(|()| true);
    }
    let value = column.form.value(cell)?;
    if old.is_some_and(|old| column.form.cell(old) == column.form.cell(&value)) {
        return Ok(false);
    }
    let before = keys.iter().take_while(|known| known.key != column.key);
    let before: Vec<String> = before.map(|known| known.key.clone()).filter(|key| key != "text").collect();
    let single = value.as_list().filter(|items| items.len() == 1 && old.is_none_or(|old| old.as_list().is_none()));
    let value = single.map_or(&value, |items| &items[0]);
    file.set(&column.key, value, &written(column, value, old), &before).map(|()| true)
}

/// A value as YAML on one line. A new text of a card stands in quotes, as texts often have a colon.
fn written(column: &KeyColumn, value: &Node, old: Option<&Node>) -> String {
    match value.as_str() {
        Some(text) if column.key == "text" && old.is_none() => quoted(text),
        Some(text) if column.form != CellForm::Yaml => scalar(text, false),
        _ => match value.as_list() {
            Some([one]) if column.key == "type" => flow(one),
            _ => flow(value),
        },
    }
}
