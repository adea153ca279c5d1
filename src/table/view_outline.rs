//! Outline: the names that the views of a game use, for programs that turn views into numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Game;
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::symbols::Sym;

/// Names of a game: everything that may stand in a [`View`](super::View) of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// The id of the game.
    pub game: String,
    /// The numbers of players: least, usual, most.
    pub players: (u8, u8, u8),
    /// The kinds of zone.
    pub zones: Vec<ZoneOutline>,
    /// The levels, the outermost first.
    pub levels: Vec<String>,
    /// The phases.
    pub phases: Vec<String>,
    /// The windows.
    pub windows: Vec<String>,
    /// The numbers that the table shows.
    pub numbers: Vec<String>,
    /// The numbers of a player.
    pub player_fields: Vec<String>,
    /// The numbers of a card.
    pub card_fields: Vec<String>,
    /// The statuses of cards, those of a group together.
    pub statuses: Vec<String>,
    /// The ids of all cards.
    pub cards: Vec<String>,
}

/// A kind of zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneOutline {
    /// The name of the kind.
    pub name: String,
    /// True if each player has one.
    pub per_player: bool,
    /// The number of spaces in each zone of the kind; 1: a single pile.
    pub spaces: u16,
}

impl Game {
    /// The names of the game's parts.
    pub fn outline(&self) -> Outline {
        let rules = &self.catalog.rules;
        let schema = &rules.schema;
        let name = |sym: Sym| rules.name(sym).to_string();
        let mut windows: Vec<String> = Vec::new();
        for window in rules.windows.iter().map(|w| name(w.name)) {
            // A window that stands in the flow twice has one name.
            if !windows.contains(&window) {
                windows.push(window);
            }
        }
        let zone = |z: &crate::kernel::model::schema::ZoneDef| ZoneOutline {
            name: name(z.name),
            per_player: z.per_player,
            spaces: z.spaces,
        };
        let of_player = |f: &PlayerField| matches!(f, PlayerField::Attr(_) | PlayerField::Counter(_));
        let of_card = |f: &CardField| matches!(f, CardField::Attr(_));
        Outline {
            game: schema.game.to_string(),
            players: (schema.players.least, schema.players.usual, schema.players.most),
            zones: schema.zones.iter().map(zone).collect(),
            levels: schema.levels.iter().map(|s| name(*s)).collect(),
            phases: schema.phases.iter().map(|s| name(*s)).collect(),
            windows,
            numbers: self.catalog.numbers.game.clone(),
            player_fields: schema.player_fields.iter().filter(|(_, f)| of_player(f)).map(|(s, _)| name(*s)).collect(),
            card_fields: schema.card_fields.iter().filter(|(_, f)| of_card(f)).map(|(s, _)| name(*s)).collect(),
            statuses: schema.statuses.iter().flat_map(|(_, values)| values).map(|s| name(*s)).collect(),
            cards: rules.defs.iter().map(|d| name(d.id)).collect(),
        }
    }
}
