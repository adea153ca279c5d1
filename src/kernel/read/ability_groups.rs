//! Ability groups: equal abilities of one player. One whose text reads nothing of its card is evaluated once for all
//! cards that carry it, and any other card by card.

use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::{AbilityId, Card, Seat};
use crate::kernel::read::work_limits::Work;

/// An ability of a player, and the cards on which it stands.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kernel) struct AbilityGroup {
    /// The ability.
    pub ability: AbilityId,
    /// The player of the abilities; `None` for abilities of the game, which belong to the asking player.
    pub me: Option<Seat>,
    /// True if the text of the ability reads nothing of its card, so that one evaluation is valid for the whole group.
    pub reads_no_card: bool,
    /// The cards with the ability (`None` for abilities of the game), each with its place among all listed abilities.
    pub on: Vec<(u32, Option<Card>)>,
}

impl AbilityGroup {
    /// The cards of the group for which `holds` is true, with their places. `holds` is called once if the
    /// ability reads nothing of its card.
    pub fn where_it<'s>(
        &'s self,
        work: &Work,
        mut holds: impl FnMut(Option<Card>) -> bool + 's,
    ) -> impl Iterator<Item = (u32, Option<Card>)> + 's {
        let first = self.reads_no_card && self.on.first().is_some_and(|(_, card)| holds(*card));
        let mut are_so = || self.on.iter().skip(1).all(|(_, card)| holds(*card) == first);
        debug_assert!(
            !self.reads_no_card || work.unpaid(&mut are_so) != Some(false) || work.has_too_much(),
            "what names the card it stands on is not alike"
        );
        let none = self.reads_no_card && !first;
        let asked = if none { &[] } else { self.on.as_slice() };
        asked.iter().copied().filter(move |(_, card)| self.reads_no_card || holds(*card))
    }
}

/// Abilities in play, in groups of one ability and one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct AbilityGroups {
    groups: Vec<AbilityGroup>,
    count: u32,
}

impl AbilityGroups {
    /// Adds an ability on a card, behind all others.
    pub fn add(&mut self, rules: &Rules, ability: AbilityId, card: Option<Card>, me: Option<Seat>) {
        let place = (self.count, card);
        self.count += 1;
        match self.groups.iter_mut().find(|group| (group.ability, group.me) == (ability, me)) {
            Some(group) => group.on.push(place),
            None => {
                let reads_no_card = rules.reads.alike[ability.index()];
                self.groups.push(AbilityGroup { ability, me, reads_no_card, on: vec![place] });
            }
        }
    }

    /// The groups, one for each ability and player, in the order of their first cards.
    pub fn groups(&self) -> &[AbilityGroup] {
        &self.groups
    }
}
