//! Layered cards: changes of a card by static abilities in layers: its controller, its name, its types, and which
//! abilities it has.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::modification_kinds::HowWord;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Card, Seat, TypeId};

/// The cards that layers change, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct AllLayered(Vec<(Card, LayeredCard)>);

/// The result of the layers for one card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayeredCard {
    /// The controller of the card after all layers, if it changed.
    pub controller: Option<Seat>,
    /// The name of the card after all layers, if it changed.
    pub name: Option<Sym>,
    /// The types of the card after all layers, if they changed.
    pub types: Option<IdSet<TypeId>>,
    /// Granted abilities, without those that were lost.
    pub given: Vec<LayerGrant>,
    /// Lost abilities. An ability that was granted in layers and lost again is not listed.
    pub lost: Vec<Lost>,
    /// All changes, in the order in which they applied.
    pub did: Vec<AppliedLayerChange>,
}

/// An ability that a static ability gives to a card in a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerGrant {
    /// The ability.
    pub ability: AbilityId,
    /// The player who brought the granting ability; `None` for an ability of the game.
    pub provider: Option<Seat>,
}

/// An ability that a card lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// The ability.
    pub ability: AbilityId,
    /// The running number of the ability's grant among all grants and losses; 0 for a printed ability.
    pub since: u32,
}

/// Something that an ability did to a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AppliedLayerChange {
    /// The change.
    pub what: LayerChange,
    /// The card with the changing ability; `None` for an ability of the game or of a player.
    pub by: Option<Card>,
}

/// A change of a card by an ability in a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayerChange {
    /// The card gets this controller.
    Control(Seat),
    /// A change of name.
    Name(Sym),
    /// A change of types.
    Type(HowWord, IdSet<TypeId>),
    /// A granted ability.
    Grant(AbilityId),
    /// A removed ability.
    Lose(AbilityId),
}

impl AllLayered {
    /// What the layers change about a card; `None`: nothing.
    pub(in crate::kernel) fn of(&self, card: Card) -> Option<&LayeredCard> {
        self.0.binary_search_by_key(&card, |(of, _)| *of).ok().map(|at| &self.0[at].1)
    }

    /// The changes of a card, for writing.
    pub(super) fn of_mut(&mut self, card: Card) -> &mut LayeredCard {
        let at = match self.0.binary_search_by_key(&card, |(of, _)| *of) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (card, LayeredCard::default()));
                at
            }
        };
        &mut self.0[at].1
    }

    /// All cards that layers change, in the order of their numbers.
    pub(in crate::kernel) fn iter(&self) -> impl Iterator<Item = (Card, &LayeredCard)> {
        self.0.iter().map(|(card, of)| (*card, of))
    }
}

impl LayeredCard {
    /// The player who brought a granted ability.
    pub fn provider_of(&self, ability: AbilityId) -> Option<Seat> {
        self.given.iter().find(|given| given.ability == ability)?.provider
    }

    /// True if the card lost an ability; `since` is the running number of the ability's grant, or 0 if it is printed.
    pub fn has_lost(&self, ability: AbilityId, since: u32) -> bool {
        self.lost.contains(&Lost { ability, since })
    }
}
