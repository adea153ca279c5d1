//! Tabletop: a game for Tabletop Simulator, as a saved object: decks of cards that lie on sheets of faces.
//!
//! Tabletop Simulator shows a card as a cell of a picture. A sheet has ten columns and up to seven rows, and the number
//! of a card is a hundred times that of its sheet, plus its cell. A card keeps its cell when the game is written again,
//! so a table that people saved shows the same cards.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use intermezzo::render::{classes, style_of_fonts};

/// Columns of a sheet.
pub const COLUMNS: usize = 10;
/// The most rows of a sheet.
pub const ROWS: usize = 7;
/// The most pixels of a sheet in each direction: what every graphics card shows.
const MOST_PIXELS: f64 = 4096.0;

/// A card of the export.
#[derive(Clone, Debug)]
pub struct TableCard {
    /// The id of the card.
    pub id: String,
    /// The name of the card.
    pub name: String,
    /// The text of the card.
    pub text: String,
}

/// A pile of cards on the table.
#[derive(Clone, Debug)]
pub struct TablePile {
    /// The name of the pile.
    pub name: String,
    /// The ids of the pile's cards, each with the number of its copies.
    pub cards: Vec<(String, usize)>,
}

/// The cell of each card: its number, counted over all sheets from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells(BTreeMap<String, usize>);

impl Cells {
    /// The cells of these cards: those of an earlier export stay, new cards come behind them.
    pub fn after(earlier: &Cells, ids: impl IntoIterator<Item = String>) -> Cells {
        let mut cells: BTreeMap<String, usize> = BTreeMap::new();
        let (known, new): (Vec<String>, Vec<String>) = ids.into_iter().partition(|id| earlier.0.contains_key(id));
        for id in known {
            cells.insert(id.clone(), earlier.0[&id]);
        }
        // The cell of a card that is gone stays empty, as a saved table may show it still.
        let next = earlier.0.values().max().map_or(0, |last| last + 1);
        cells.extend(new.into_iter().zip(next..));
        Cells(cells)
    }

    /// The cells that an earlier export has: each card says its id in its notes. None, if two cards have one cell.
    pub fn of_export(text: &str) -> Cells {
        let mut cells = BTreeMap::new();
        let Ok(save) = serde_json::from_str::<Value>(text) else { return Cells(cells) };
        let objects = save["ObjectStates"].as_array().into_iter().flatten();
        let cards = objects.flat_map(|object| {
            let inside = object["ContainedObjects"].as_array().into_iter().flatten();
            inside.chain([object])
        });
        for card in cards.filter(|card| card["Name"] == "Card") {
            let number = card["CardID"].as_u64().and_then(|n| usize::try_from(n).ok());
            let (Some(id), Some(number)) = (card["GMNotes"].as_str(), number) else { continue };
            // Numbers outside this range were not written by this program.
            if number >= 100 && number % 100 < COLUMNS * ROWS && number / 100 < 1000 {
                cells.insert(id.to_string(), (number / 100 - 1) * COLUMNS * ROWS + number % 100);
            }
        }
        let distinct: BTreeSet<usize> = cells.values().copied().collect();
        if distinct.len() == cells.len() { Cells(cells) } else { Cells::default() }
    }

    /// The number of sheets.
    pub fn sheets(&self) -> usize {
        self.0.values().max().map_or(0, |last| last / (COLUMNS * ROWS) + 1)
    }

    /// The number of rows of a sheet; sheets count from 0.
    fn rows(&self, sheet: usize) -> usize {
        let on_it = self.0.values().filter(|cell| **cell / (COLUMNS * ROWS) == sheet);
        on_it.map(|cell| cell % (COLUMNS * ROWS) / COLUMNS + 1).max().unwrap_or(1)
    }

    /// The number by which Tabletop Simulator knows a card.
    fn number(&self, id: &str) -> Option<usize> {
        let cell = self.0.get(id)?;
        Some((cell / (COLUMNS * ROWS) + 1) * 100 + cell % (COLUMNS * ROWS))
    }
}

/// Width and height of a sheet in pixels. `sheet`: its number, from 0; `card`: width and height of a card in its own
/// unit.
pub fn pixels(cells: &Cells, sheet: usize, card: (f64, f64)) -> (u32, u32) {
    let (width, height) = (card.0 * COLUMNS as f64, card.1 * ROWS as f64);
    let scale = MOST_PIXELS / width.max(height);
    let side = |length: f64| (length * scale).floor() as u32;
    (side(card.0) * COLUMNS as u32, side(card.1) * cells.rows(sheet) as u32)
}

/// A sheet of faces as SVG; `faces` draws a card by its id. `card`: width and height of a card.
///
/// # Errors
///
/// The errors of `faces`.
pub fn sheet<E>(
    cells: &Cells,
    sheet: usize,
    card: (f64, f64),
    mut faces: impl FnMut(&str) -> Result<String, E>,
) -> Result<String, E> {
    let (width, height) = pixels(cells, sheet, card);
    let rows = cells.rows(sheet);
    let mut out = head((width, height), (card.0 * COLUMNS as f64, card.1 * rows as f64));
    for (id, cell) in cells.0.iter().filter(|(_, cell)| **cell / (COLUMNS * ROWS) == sheet) {
        let cell = cell % (COLUMNS * ROWS);
        let (column, row) = (cell % COLUMNS, cell / COLUMNS);
        let face = faces(id)?;
        out += &nested(&face, (column as f64 * card.0, row as f64 * card.1), card);
    }
    Ok(out + "</svg>\n")
}

/// The back as a picture of its own, as SVG with its width and height in pixels.
pub fn back(svg: &str, card: (f64, f64)) -> (String, (u32, u32)) {
    let size = (card.0.ceil() as u32, card.1.ceil() as u32);
    (head(size, card) + &nested(svg, (0.0, 0.0), card) + "</svg>\n", size)
}

/// The first line of each picture that this program writes: a file that begins with it may be written over.
pub const HEAD: &str = "<!-- cards for a table, made by intermezzo -->\n";

fn head((width, height): (u32, u32), (view_width, view_height): (f64, f64)) -> String {
    let (fonts, classes) = (style_of_fonts(), classes());
    format!(
        "{HEAD}<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {view_width} {view_height}\" preserveAspectRatio=\"none\"><style>{fonts}{classes}</style>\n"
    )
}

/// A drawing as part of another one, at a place and in a size.
fn nested(svg: &str, (x, y): (f64, f64), (width, height): (f64, f64)) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return String::new() };
    let view = head.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(view, _)| view);
    format!("<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{view}\">{rest}")
}

/// The parts of a saved object.
pub struct TableExport<'e> {
    /// The id of the game.
    pub game: &'e str,
    /// The title of the game.
    pub title: &'e str,
    /// The cards of the game.
    pub cards: &'e [TableCard],
    /// The piles on the table.
    pub piles: &'e [TablePile],
    /// The cells of the cards on the sheets.
    pub cells: &'e Cells,
    /// The address of the folder with the pictures, which ends in `/`.
    pub images: &'e str,
}

impl TableExport<'_> {
    /// The saved object.
    pub fn json(&self) -> Value {
        let mut ids = BTreeSet::new();
        let objects: Vec<Value> =
            self.piles.iter().enumerate().filter_map(|(at, pile)| self.pile(at, pile, &mut ids)).collect();
        json!({
            "SaveName": self.title, "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "", "GameComplexity": "",
            "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "", "Note": "", "TabStates": {},
            "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": objects,
        })
    }

    /// A pile as an object: a deck, or a single card, because Tabletop Simulator has no deck of one card.
    fn pile(&self, at: usize, pile: &TablePile, ids: &mut BTreeSet<String>) -> Option<Value> {
        // Eight objects in a row, far enough apart that cards do not touch.
        let transform = transform((at % 8) as f64 * 3.0 - 10.5, 1.0, 4.0 - (at / 8) as f64 * 4.0);
        let copies = pile.cards.iter().flat_map(|(id, n)| (0..*n).map(move |copy| (id, copy)));
        let mut cards: Vec<Value> = Vec::new();
        let (mut numbers, mut sheets) = (Vec::new(), BTreeSet::new());
        for (id, copy) in copies {
            let (number, card) = (self.cells.number(id)?, self.cards.iter().find(|card| card.id == *id)?);
            numbers.push(number);
            sheets.insert(number / 100);
            let guid = guid(&format!("{}/{}/{id}/{copy}", self.game, pile.name), ids);
            let mut object = object("Card", &guid, &card.name, &transform);
            object.insert("Description".into(), json!(card.text));
            object.insert("GMNotes".into(), json!(card.id));
            object.insert("Hands".into(), json!(true));
            object.insert("CardID".into(), json!(number));
            object.insert("CustomDeck".into(), self.sheets(&[number / 100].into()));
            cards.push(object.into());
        }
        if cards.len() < 2 {
            return cards.pop();
        }
        let guid = guid(&format!("{}/{}", self.game, pile.name), ids);
        let mut object = object("DeckCustom", &guid, &pile.name, &transform);
        object.insert("DeckIDs".into(), json!(numbers));
        object.insert("CustomDeck".into(), self.sheets(&sheets));
        object.insert("ContainedObjects".into(), json!(cards));
        Some(object.into())
    }

    /// The sheets with these numbers, from 1.
    fn sheets(&self, numbers: &BTreeSet<usize>) -> Value {
        let one = |number: &usize| {
            let sheet = json!({
                "FaceURL": format!("{}{}", self.images, sheet_file(number - 1, "png")),
                "BackURL": format!("{}{}", self.images, "back.png"),
                "NumWidth": COLUMNS, "NumHeight": self.cells.rows(number - 1),
                "BackIsHidden": true, "UniqueBack": false, "Type": 0,
            });
            (number.to_string(), sheet)
        };
        Value::Object(numbers.iter().map(one).collect())
    }
}

/// The name of a sheet's file. The sheets count from 0, the names from 1.
pub fn sheet_file(sheet: usize, ending: &str) -> String {
    format!("sheet-{}.{ending}", sheet + 1)
}

/// The keys that every object on a table has.
fn object(name: &str, guid: &str, nickname: &str, transform: &Value) -> Map<String, Value> {
    let value = json!({
        "GUID": guid, "Name": name, "Transform": transform, "Nickname": nickname, "Description": "", "GMNotes": "",
        "ColorDiffuse": { "r": 0.713, "g": 0.713, "b": 0.713 }, "Locked": false, "Grid": true, "Snap": true,
        "Autoraise": true, "Sticky": true, "Tooltip": true, "Hands": false, "SidewaysCard": false,
        "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    });
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The place of an object on the table, turned so that a card lies face down.
fn transform(x: f64, y: f64, z: f64) -> Value {
    json!({ "posX": x, "posY": y, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
        "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0 })
}

/// Six hexadecimal digits for an object, the same in each export, and another one for each object.
fn guid(of: &str, taken: &mut BTreeSet<String>) -> String {
    let tries = (0..).map(|n: u32| blake3::hash(format!("{of}#{n}").as_bytes()).to_hex()[..6].to_string());
    let mut free = tries.filter(|guid| !taken.contains(guid));
    // One of 16 million numbers is always free, because a table has some thousand objects.
    let guid = free.next().unwrap_or_default();
    taken.insert(guid.clone());
    guid
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| id.to_string()).collect()
    }

    #[test]
    fn cards_keep_their_cells() {
        let first = Cells::after(&Cells::default(), ids(&["ant", "bee", "cat"]));
        let card = |id: &str| TableCard { id: id.into(), name: id.into(), text: String::new() };
        let cards: Vec<TableCard> = ["ant", "bee", "cat"].map(card).into();
        let piles =
            [TablePile { name: "All".into(), cards: vec![("ant".into(), 2), ("bee".into(), 1), ("cat".into(), 1)] }];
        let export =
            TableExport { game: "g", title: "G", cards: &cards, piles: &piles, cells: &first, images: "file:///x/" };
        let json = export.json();
        assert_eq!(json["ObjectStates"][0]["DeckIDs"], json!([100, 100, 101, 102]));
        assert_eq!(Cells::of_export(&json.to_string()), first);
        let later = Cells::after(&first, ids(&["aardvark", "ant", "cat"]));
        assert_eq!(["aardvark", "ant", "cat"].map(|id| later.number(id)), [Some(103), Some(100), Some(102)]);
        assert_eq!(json.to_string(), export.json().to_string());
    }

    #[test]
    fn a_foreign_file_gives_no_cells() {
        for text in ["", "[]", "{\"ObjectStates\":[{\"Name\":\"Card\",\"CardID\":7,\"GMNotes\":\"a\"}]}"] {
            assert_eq!(Cells::of_export(text), Cells::default(), "{text}");
        }
        let twice = r#"{"ObjectStates":[{"Name":"Card","CardID":100,"GMNotes":"a"},{"Name":"Card","CardID":100,"GMNotes":"b"}]}"#;
        assert_eq!(Cells::of_export(twice), Cells::default());
    }

    #[test]
    fn the_seventy_first_card_lies_on_a_second_sheet() {
        let cells = Cells::after(&Cells::default(), (0..71).map(|n| format!("c{n:02}")));
        assert_eq!((cells.sheets(), cells.rows(0), cells.rows(1)), (2, 7, 1));
        assert_eq!([cells.number("c69"), cells.number("c70")], [Some(169), Some(200)]);
        let (width, height) = pixels(&cells, 0, (63.0, 88.0));
        assert!(width <= 4096 && height <= 4096 && width > 4000, "{width} {height}");
    }
}
