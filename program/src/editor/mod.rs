//! Editor: help while an author writes: the permitted values at a place, and the meaning and other mentions of a name.
//!
//! The editor answers queries about texts, and knows neither a protocol nor a disk. A file may be half written; it is
//! read as far as possible.
//!
//! ```text
//! text -- cursor --> a path of keys -- shapes, typed_places --> what may stand there -- complete, hover
//!      -- surroundings --> the tree around it --^
//! text -- mentions --> names and their places -- index --> definitions, references, renaming
//! ```

pub mod complete;
pub mod cursor;
pub mod dotted;
pub mod folding;
pub mod hover;
pub mod index;
pub mod kinds;
pub mod local_names;
pub mod lua_cursor;
pub mod lua_names;
pub mod lua_scopes;
pub mod lua_types;
pub mod mentions;
pub mod module_text;
pub mod modules;
pub mod outline;
pub mod page;
pub mod patch_paths;
pub mod patches;
pub mod query;
pub mod quick_fix;
pub mod rename;
pub mod scenarios;
pub mod script_completion;
pub mod script_place;
pub mod shapes;
pub mod signature;
pub mod snippets;
pub mod surroundings;
pub mod typed_places;
pub mod workspace_names;

/// The kind of a file, by its path among the files of games and packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `cards/<game>/game.yaml`.
    Manifest,
    /// A card.
    Card,
    /// A ready-made deck.
    Deck,
    /// `pack.yaml`.
    Pack,
    /// A scenario.
    Scenario,
    /// A position to play from: a scenario that may expect nothing.
    Position,
    /// `bases.yaml`.
    Bases,
    /// A script of a game.
    Lua,
    /// Translations of a game or a pack.
    Fluent,
}

impl FileKind {
    /// The kind of a file; `None` for foreign files.
    pub fn of(path: &str) -> Option<FileKind> {
        let inside = match path.strip_prefix("packs/") {
            Some(rest) => rest.split_once('/')?.1,
            None => path,
        };
        let name = inside.rsplit('/').next().unwrap_or(inside);
        let is_yaml = name.ends_with(".yaml");
        let is_below = |top: &str| inside.split('/').any(|part| part == top);
        match inside.split('/').collect::<Vec<_>>()[..] {
            ["pack.yaml"] => Some(FileKind::Pack),
            ["cards", _, "game.yaml"] => Some(FileKind::Manifest),
            ["cards", _, "decks", ..] if is_yaml => Some(FileKind::Deck),
            ["cards", _, ..] if is_yaml => Some(FileKind::Card),
            ["cards", _, "locale", ..] if name.ends_with(".ftl") => Some(FileKind::Fluent),
            ["scripts", ..] if name.ends_with(".lua") => Some(FileKind::Lua),
            _ if name == "bases.yaml" => Some(FileKind::Bases),
            ["tests", "positions", ..] if is_yaml => Some(FileKind::Position),
            // Ledgers and lists of mutants lie beside scenarios.
            _ if is_below("rules") || is_below("mutants") => None,
            _ if is_yaml && (is_below("scenarios") || is_below("tests")) => Some(FileKind::Scenario),
            _ => None,
        }
    }

    /// True if a file states a position: a scenario, or a base of scenarios.
    pub fn is_stated(self) -> bool {
        matches!(self, FileKind::Scenario | FileKind::Position | FileKind::Bases)
    }

    /// True if a file has the keys of a scenario.
    pub fn is_like_scenario(self) -> bool {
        matches!(self, FileKind::Scenario | FileKind::Position)
    }
}

/// The game of a file of cards, scripts or decks, by its path.
pub fn game_of(path: &str) -> Option<&str> {
    let inside = match path.strip_prefix("packs/") {
        Some(rest) => rest.split_once('/')?.1,
        None => path,
    };
    let rest = inside.strip_prefix("cards/").or_else(|| inside.strip_prefix("scripts/"))?;
    rest.split_once('/').map(|(game, _)| game).filter(|game| *game != "lib")
}

/// The pack to which a file belongs, by its path.
pub fn pack_of(path: &str) -> Option<&str> {
    path.strip_prefix("packs/")?.split_once('/').map(|(pack, _)| pack)
}

/// The id of a card by its path.
pub fn card_of(path: &str) -> Option<&str> {
    (FileKind::of(path) == Some(FileKind::Card)).then(|| path.rsplit('/').next()?.strip_suffix(".yaml")).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_path() {
        let check = |path: &str, expected: Option<FileKind>| assert_eq!(FileKind::of(path), expected, "{path}");
        check("cards/some/game.yaml", Some(FileKind::Manifest));
        check("cards/some/first/a_card.yaml", Some(FileKind::Card));
        check("packs/mine/cards/some/decks/d.yaml", Some(FileKind::Deck));
        check("packs/mine/pack.yaml", Some(FileKind::Pack));
        check("packs/mine/tests/scenarios/a.yaml", Some(FileKind::Scenario));
        check("tests/scenarios/some/bases.yaml", Some(FileKind::Bases));
        check("packs/mine/tests/positions/start.yaml", Some(FileKind::Position));
        check("tests/scenarios/positions/start.yaml", Some(FileKind::Scenario));
        check("scripts/some/flow.lua", Some(FileKind::Lua));
        check("packs/mine/cards/some/locale/ja.ftl", Some(FileKind::Fluent));
        check("locale/ja.ftl", None);
        check("packs/mine/tests/rules/some.yaml", None);
        check("README.md", None);
        assert_eq!(game_of("packs/mine/scripts/some/a.lua"), Some("some"));
        assert_eq!(game_of("scripts/lib/a.lua"), None);
        assert_eq!(card_of("cards/some/first/a_card.yaml"), Some("a_card"));
        assert_eq!(card_of("cards/some/game.yaml"), None);
    }
}
