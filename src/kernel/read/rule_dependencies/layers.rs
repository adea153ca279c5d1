//! Reads of the layers, and the layers that each ability reads.

use super::Reads;
use crate::kernel::model::ability::{Ability, Layer, Static};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::touched::Touched;

/// The reads of all layers together, and the layers that each ability, by number, reads.
pub(super) fn reads(rules: &Rules, statics: &[&Ability]) -> (Touched, Vec<IdSet<Layer>>) {
    if rules.layered.is_empty() {
        return (Touched::default(), Vec::new());
    }
    let of_one = |ability: &Ability| {
        let mut reads = Reads::new(rules, statics);
        if ability.statics.iter().any(is_layered) {
            reads.holds(ability, &is_layered);
        }
        // The ability's player depends on the controller of its card.
        if reads.asks {
            reads.layers.insert(Layer::Control);
        }
        reads.layers
    };
    let mut all = Reads::new(rules, statics);
    all.statics(&is_layered);
    (all.found, rules.abilities.iter().map(of_one).collect())
}

/// What every rule reads that reads a layer: whether an ability with changes in layers is in play. While one is, a
/// change of anything that layers read counts as a touch of this, too.
pub(super) fn layering(statics: &[&Ability]) -> Touched {
    let layered = statics.iter().filter(|ability| ability.statics.iter().any(is_layered));
    layered.map(|ability| Touched::of_static(ability.group)).fold(Touched::default(), Touched::and)
}

fn is_layered(one: &Static) -> bool {
    matches!(one, Static::Layered { .. })
}

impl Reads<'_> {
    /// Adds the results of a layer to the reads.
    pub(super) fn layer(&mut self, layer: Layer) {
        if self.rules.layered.contains(layer) {
            self.add(layering(self.statics));
            self.layers.insert(layer);
        }
    }

    /// Adds the reads of a card's controller: the owner of its zone; in a shared zone the owner of the card, or the
    /// active player.
    pub(super) fn controller(&mut self) {
        self.add_here(Touched::PLACES);
        self.layer(Layer::Control);
        let schema = &self.rules.schema;
        if schema.kinds(self.here.zones).any(|kind| !schema.zones[kind.index()].per_player) {
            self.add(Touched::FLOW);
        }
    }
}
