//! Card face: the drawing of a card of a game.

use super::Game;
use super::view::{CardView, Field as Seen};
use crate::kernel::model::translation::NameKind;
use crate::render::{Drawing, Live, Look, back, colours_of_back, face};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The size and the colours of cards, for a page around them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardStyle {
    /// Width and height of a card in tenths of a millimetre.
    pub size: (f64, f64),
    /// The colour of the back, such as `#2c2a3a`.
    pub ground: String,
    /// The colour of the drawing on the back.
    pub ink: String,
}

impl Game {
    /// The face of a card as SVG, with its changes in play; `None`: the game has no card with this id.
    pub fn face(&self, id: &str, live: &Live, drawing: &Drawing) -> Option<String> {
        Some(face(self.look(), &self.catalog.drawn_card(id)?, live, drawing))
    }

    /// The back of the game's cards as SVG.
    pub fn back(&self, drawing: &Drawing) -> String {
        let rules = &self.catalog.rules;
        let said = rules.named(NameKind::Game, &rules.schema.game);
        let title = if said == &*rules.schema.game { &rules.schema.title } else { said };
        back(self.look(), title, drawing)
    }

    /// The size and the colours of the game's cards, for a page around them.
    pub fn card_style(&self) -> CardStyle {
        let (ground, ink) = colours_of_back(self.look());
        CardStyle { size: self.look().size(), ground: ground.to_string(), ink: ink.to_string() }
    }

    /// The look of the game's cards.
    #[doc(hidden)]
    pub fn look(&self) -> &Look {
        &self.catalog.look
    }
}

/// Takes the present numbers and words of a card from a person's view of it, for its drawing.
impl From<&CardView> for Live {
    fn from(card: &CardView) -> Live {
        let mut live = Live::default();
        for (name, seen) in &card.fields {
            match seen {
                Seen::Number(n) => drop(live.numbers.insert(name.clone(), *n)),
                Seen::Words(words) => drop(live.words.insert(name.clone(), words.clone())),
                Seen::Text(_) => {}
            }
        }
        live
    }
}
