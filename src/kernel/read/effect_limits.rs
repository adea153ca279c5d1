//! Effect limits: bounds on the number of timed effects, because each evaluation looks at all of them. An effect too
//! many is an error in a script; a list leaves it out.
//!
//! A card with all its copies may have half of the room. If several cards fill it, each other card still has a small
//! reserve, and the steps of the game have twice the room of a card.

use crate::kernel::model::origin::Origin;

/// The limit of one kind of lasting effect.
pub(crate) struct EffectLimit {
    /// The limit for the effects of one card, with all its copies; the limit for all cards is twice as much.
    of_card: usize,
    what: &'static str,
}

/// The room of one card for each kind of effect. Without it, the first card that took all filters made the next card
/// fail (`what_one_card_leaves_behind_takes_no_others_room` in tests/clock/attacks_on_shares.rs tries nine kinds).
const MODIFIERS_OF_CARD: usize = 2_000;
const TESTS_OF_CARD: usize = 64;
const PERMISSIONS_OF_CARD: usize = 500;
const ABILITIES_OF_CARD: usize = 1_000;
const CONTROLS_OF_CARD: usize = 500;
const RECORDS_OF_CARD: usize = 256;
const QUEUED_OF_CARD: usize = 500;
const EXTRA_OF_CARD: usize = 64;

/// The limit of modifiers of single cards and players.
pub(crate) const MODIFIERS: EffectLimit = EffectLimit { of_card: MODIFIERS_OF_CARD, what: "changed values" };
/// The limit of tests in timed effects of scripts; each test is evaluated for every card.
pub(crate) const TESTS: EffectLimit = EffectLimit { of_card: TESTS_OF_CARD, what: "filters that last" };
/// The most values in one test of a timed effect; the log keeps a copy of them (attacks on filters that last in
/// tests/clock/on_the_budget.rs).
pub(crate) const TEST_VALUES: usize = 1_000;
/// The limit of permissions and prohibitions that effects made.
pub(crate) const PERMISSIONS: EffectLimit = EffectLimit { of_card: PERMISSIONS_OF_CARD, what: "permissions" };
/// The limit of abilities that effects gave.
pub(crate) const ABILITIES_GIVEN: EffectLimit =
    EffectLimit { of_card: ABILITIES_OF_CARD, what: "abilities that were given" };
/// The limit of losses of abilities.
pub(crate) const ABILITIES_LOST: EffectLimit =
    EffectLimit { of_card: ABILITIES_OF_CARD, what: "abilities that were lost" };
/// The limit of cards that effects put under the control of a player.
pub(crate) const CONTROLS: EffectLimit = EffectLimit { of_card: CONTROLS_OF_CARD, what: "cards taken" };
/// The limit of open records.
pub(crate) const RECORDS: EffectLimit = EffectLimit { of_card: RECORDS_OF_CARD, what: "records open" };
/// The limit of scripts and other tasks that wait for a script to end.
pub(crate) const QUEUED: EffectLimit =
    EffectLimit { of_card: QUEUED_OF_CARD, what: "things that wait for scripts to end" };
/// The limit of extra rounds of levels that are still to come.
pub(crate) const EXTRA: EffectLimit = EffectLimit { of_card: EXTRA_OF_CARD, what: "extra levels" };

/// The divisor of a card's limit that gives the reserve of each card, whatever the others took: one sixteenth.
const LEAST: usize = 16;

/// Checks that `more` effects of one origin fit beside the present ones, whose origins are given.
///
/// # Errors
///
/// The words for the error: the kind of effect, and the limit, which is that of the card or that of all cards together.
pub(crate) fn check_limit(
    held: impl Iterator<Item = Origin>,
    origin: Origin,
    more: usize,
    EffectLimit { of_card, what }: EffectLimit,
) -> Result<(), String> {
    let (mut own, mut all) = (more, more);
    for of in held {
        all += 1;
        own += usize::from(of == origin);
    }
    let (most, is_card) = (2 * of_card, origin != Origin::default());
    if is_card && own > of_card {
        return Err(format!("more than {of_card} {what} would come of this card"));
    }
    if all > most && own > if is_card { of_card / LEAST } else { most } {
        return Err(format!("more than {most} {what} would come of all cards together"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{EffectLimit, check_limit};
    use crate::kernel::model::origin::Origin;
    use crate::kernel::model::value::DefId;

    #[test]
    fn a_card_has_its_share_and_leaves_the_others_theirs() {
        let card = |n: usize| Origin(Some(DefId::of(n)));
        let asks = |held: &[(Origin, usize)], origin, more| {
            let held = held.iter().flat_map(|(origin, n)| std::iter::repeat_n(*origin, *n));
            check_limit(held, origin, more, EffectLimit { of_card: 64, what: "things" }).is_ok()
        };
        let game = Origin::default();
        assert!(asks(&[], card(0), 64) && !asks(&[], card(0), 65));
        assert!(asks(&[(card(0), 64)], card(1), 64) && !asks(&[(card(0), 64)], card(0), 1));
        let taken = [(card(0), 64), (card(1), 64)];
        assert!(asks(&taken, card(2), 4) && !asks(&taken, card(2), 5));
        assert!(asks(&taken, game, 128) && !asks(&taken, game, 129));
        assert!(!asks(&[(card(2), 4), (card(0), 64), (card(1), 64)], card(2), 1));
    }
}
