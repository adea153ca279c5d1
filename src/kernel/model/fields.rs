//! Fields of spaces and of the game, and the names of the fields of every kind of object.

use crate::kernel::model::fixed_fields::{self, Fixed, GAME_FIELDS, OfGame, OfSpace, SPACE_FIELDS};
use crate::kernel::model::schema::Schema;
use crate::kernel::model::symbols::Sym;

/// A field of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceField {
    /// A field of every space.
    Fixed(OfSpace),
    /// A counter, by its place among the counters of spaces.
    Counter(usize),
}

/// A field of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameField {
    /// A field of the game itself.
    Fixed(OfGame),
    /// The number of the present round of a level, by the place of the level, the outermost first.
    Level(usize),
    /// A counter, by its place among the counters of the game.
    Counter(usize),
}

impl Schema {
    /// The field of spaces called `name`.
    pub fn space_field(&self, name: Sym) -> Option<SpaceField> {
        let counter = || self.space_counters.iter().position(|c| c.name == name).map(SpaceField::Counter);
        fixed_fields::of_space(name).map(SpaceField::Fixed).or_else(counter)
    }

    /// The field of the game called `name`.
    pub fn game_field(&self, name: Sym) -> Option<GameField> {
        let level = || self.levels.iter().position(|l| *l == name).map(GameField::Level);
        let counter = || self.game_counters.iter().position(|c| c.name == name).map(GameField::Counter);
        fixed_fields::of_game(name).map(GameField::Fixed).or_else(level).or_else(counter)
    }

    /// The names of all fields of cards.
    pub fn names_of_cards(&self) -> Vec<Sym> {
        self.card_fields.iter().map(|f| f.0).collect()
    }

    /// The names of all fields of players.
    pub fn names_of_players(&self) -> Vec<Sym> {
        self.player_fields.iter().map(|f| f.0).collect()
    }

    /// The names of all fields of spaces.
    pub fn names_of_spaces(&self) -> Vec<Sym> {
        syms(SPACE_FIELDS).chain(self.space_counters.iter().map(|c| c.name)).collect()
    }

    /// The names of all fields of the object `game`: the fixed ones, its levels and its counters.
    pub fn names_of_game(&self) -> Vec<Sym> {
        let counters = self.game_counters.iter().map(|c| c.name);
        syms(GAME_FIELDS).chain(self.levels.iter().copied()).chain(counters).collect()
    }
}

/// The symbols of the fields of a table.
pub fn syms<F>(table: &'static [Fixed<F>]) -> impl Iterator<Item = Sym> {
    table.iter().map(|f| f.name)
}
