//! Budget: the work that may be done until the next decision. Everything that follows from one answer shares one
//! budget.
//!
//! The game's own steps have a part that no effect can take. All copies of a card together have a share of the effects'
//! part: a card that used it up fails, and other cards go on.

use crate::kernel::model::value::DefId;
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::step_budget::Steps;

/// The most times that the game's own steps start or resume between two answers. Steps that queue each other would go
/// on for ever (`rules_that_go_on_for_ever_end` in tests/it/failures.rs).
const MAX_SCRIPT_STEPS: u32 = 20_000;
/// The most scripts of effects that start between two answers (attack `starts of many` in
/// tests/clock/attacks_on_shares.rs).
const MAX_EFFECT_STARTS: u32 = 8_000;
/// The most scripts that one card may start between two answers (attack `starts`).
const MAX_STARTS_OF_CARD: u32 = 2_000;
/// The fuel of all effects divided by this is the most that a card may use (attacks `fuel`, `fuel in small runs`).
const SHARES: i64 = 4;
/// The fuel and the starts that each card has in reserve, whatever other cards used (attack `fuel of four cards`).
const LEAST_FUEL: i64 = 20_000;
const LEAST_STARTS: u32 = 100;
/// The reserve of fuel for each of the game's own steps, whatever other steps used
/// (`light_steps_of_the_flow_go_on_behind_heavy_ones` in tests/it/small_limits.rs).
const LEAST_OF_STEP: i64 = 1_000;

/// The reason why a script may not start, or ran out of fuel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spent {
    /// The card that pays for the script has used up its share.
    Share(Option<DefId>),
    /// The effects together have used up their part, and this card used most.
    All(Option<DefId>),
}

/// Starts and fuel of scripts: what is left of them, or what one card has used.
#[derive(Clone, Copy, Debug, Default)]
struct CardShare {
    /// Starts of scripts; for the game's own steps also the times that they resumed.
    starts: u32,
    /// The fuel of these scripts.
    fuel: i64,
}

/// The rest of a decision's budget.
#[derive(Clone, Debug)]
pub(super) struct DecisionBudget {
    /// Steps of the rules.
    pub steps: Steps,
    game: CardShare,
    effects: CardShare,
    /// The most fuel that one card may use.
    share: i64,
    /// The starts and the fuel that the scripts of each card used since the answer.
    taken: Vec<(Option<DefId>, CardShare)>,
    /// The fuel that all scripts took since the table began.
    in_all: i64,
}

impl DecisionBudget {
    /// The budget after an answer, with this much fuel.
    pub fn full(fuel: i64) -> DecisionBudget {
        let mut budget = DecisionBudget {
            steps: Steps::default(),
            game: CardShare::default(),
            effects: CardShare::default(),
            share: 0,
            taken: Vec::new(),
            in_all: 0,
        };
        budget.fill(fuel);
        budget
    }

    /// Gives the next decision its whole budget, with this much fuel.
    pub fn fill(&mut self, fuel: i64) {
        self.steps.fill();
        self.game = CardShare { starts: MAX_SCRIPT_STEPS, fuel };
        self.effects = CardShare { starts: MAX_EFFECT_STARTS, fuel };
        self.share = fuel / SHARES;
        self.taken.clear();
    }

    /// Copies another budget into the memory of this one.
    pub fn copy(&mut self, other: &DecisionBudget) {
        let DecisionBudget { steps, game, effects, share, taken, in_all } = other;
        self.steps.clone_from(steps);
        (self.game, self.effects, self.share, self.in_all) = (*game, *effects, *share, *in_all);
        self.taken.clone_from(taken);
    }

    fn of_card(&mut self, card: Option<DefId>) -> &mut CardShare {
        let at = self.taken.iter().position(|(of, _)| *of == card).unwrap_or_else(|| {
            self.taken.push((card, CardShare::default()));
            self.taken.len() - 1
        });
        &mut self.taken[at].1
    }

    /// The card that used most since the answer; `of` says whether its starts or its fuel are compared.
    fn most(&self, of: impl Fn(&CardShare) -> i64) -> Option<DefId> {
        let mut most = (None, 0);
        for (card, part) in &self.taken {
            if of(part) > most.1 {
                most = (*card, of(part));
            }
        }
        most.0
    }

    /// Counts a start or resumption of a game's step. False: there were too many, so the steps are endless.
    pub fn game_goes_on(&mut self) -> bool {
        let may = self.game.starts > 0;
        self.game.starts = self.game.starts.saturating_sub(1);
        may
    }

    /// Counts the start of a script, if a card pays for it. [`DecisionBudget::game_goes_on`] counts the game's own
    /// steps.
    ///
    /// # Errors
    ///
    /// Too many starts, or no fuel left for its card.
    pub fn start(&mut self, payer: Payer) -> Result<(), Spent> {
        let Payer::Card(card) = payer else { return Ok(()) };
        let share = self.share;
        let taken = self.of_card(card);
        if taken.starts >= MAX_STARTS_OF_CARD || taken.fuel >= share {
            return Err(Spent::Share(card));
        }
        taken.starts += 1;
        let is_beyond = taken.starts > LEAST_STARTS;
        if self.effects.starts == 0 && is_beyond {
            return Err(Spent::All(self.most(|part| i64::from(part.starts))));
        }
        self.effects.starts = self.effects.starts.saturating_sub(1);
        Ok(())
    }

    /// The card that pays, if its share is used up.
    pub fn used_up(&mut self, payer: Payer) -> Option<DefId> {
        let Payer::Card(Some(card)) = payer else { return None };
        let share = self.share;
        let taken = self.of_card(Some(card));
        (taken.starts >= MAX_STARTS_OF_CARD || taken.fuel >= share).then_some(card)
    }

    /// The fuel that a script may use now.
    pub fn fuel(&mut self, payer: Payer) -> i64 {
        match payer {
            Payer::Game => self.game.fuel.max(LEAST_OF_STEP),
            Payer::Card(card) => {
                let (all, share) = (self.effects.fuel, self.share);
                let taken = self.of_card(card).fuel;
                all.max(LEAST_FUEL - taken).min(share - taken)
            }
        }
    }

    /// The fuel that the scripts of the same payer used since the answer.
    pub fn used(&mut self, payer: Payer) -> i64 {
        match payer {
            Payer::Game => self.share * SHARES - self.game.fuel,
            Payer::Card(card) => self.of_card(card).fuel,
        }
    }

    /// The fuel that all scripts took since the table began.
    pub fn in_all(&self) -> i64 {
        self.in_all
    }

    /// Charges used fuel. Returns the reason if nothing is left.
    pub fn take(&mut self, payer: Payer, fuel: i64) -> Option<Spent> {
        self.in_all += fuel;
        let Payer::Card(card) = payer else {
            self.game.fuel -= fuel;
            return None;
        };
        self.effects.fuel -= fuel;
        let share = self.share;
        let taken = self.of_card(card);
        taken.fuel += fuel;
        let of_card = taken.fuel;
        match (of_card >= share, self.effects.fuel <= 0 && of_card >= LEAST_FUEL) {
            (true, _) => Some(Spent::Share(card)),
            (_, true) => Some(Spent::All(self.most(|part| part.fuel))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        DecisionBudget, LEAST_FUEL, LEAST_STARTS, MAX_EFFECT_STARTS, MAX_STARTS_OF_CARD, Payer, SHARES, Spent,
    };
    use crate::kernel::model::value::DefId;

    const FUEL: i64 = 1_000_000;

    fn card(n: usize) -> Payer {
        Payer::Card(Some(DefId::of(n)))
    }

    #[test]
    fn who_used_up_its_share_has_nothing_left_and_others_have_theirs() {
        let mut budget = DecisionBudget::full(FUEL);
        assert_eq!(budget.fuel(card(0)), FUEL / SHARES);
        assert_eq!(budget.take(card(0), FUEL / SHARES), Some(Spent::Share(Some(DefId::of(0)))));
        assert_eq!((budget.fuel(card(0)), budget.start(card(0))), (0, Err(Spent::Share(Some(DefId::of(0))))));
        assert_eq!((budget.fuel(card(1)), budget.start(card(1))), (FUEL / SHARES, Ok(())));
        assert_eq!(budget.fuel(Payer::Game), FUEL);
        budget.fill(FUEL);
        assert_eq!((budget.fuel(card(0)), budget.start(card(0))), (FUEL / SHARES, Ok(())));
    }

    #[test]
    fn when_many_cards_used_up_all_each_other_has_a_little_and_the_one_that_took_most_is_named() {
        let mut budget = DecisionBudget::full(FUEL);
        for n in 0..5 {
            budget.take(card(n), FUEL / SHARES - 10 * n as i64);
        }
        assert_eq!(budget.fuel(card(9)), LEAST_FUEL);
        assert_eq!(budget.take(card(9), LEAST_FUEL), Some(Spent::All(Some(DefId::of(0)))));
        assert_eq!(budget.fuel(Payer::Game), FUEL);
    }

    #[test]
    fn one_card_begins_as_many_effects_as_its_share_and_all_as_many_as_there_are() {
        let mut budget = DecisionBudget::full(FUEL);
        let begun =
            |budget: &mut DecisionBudget, n: usize| (0..5_000).take_while(|_| budget.start(card(n)).is_ok()).count();
        let cards = (MAX_EFFECT_STARTS / MAX_STARTS_OF_CARD) as usize;
        for n in 0..cards {
            assert_eq!(begun(&mut budget, n), MAX_STARTS_OF_CARD as usize);
        }
        assert_eq!(budget.start(card(0)), Err(Spent::Share(Some(DefId::of(0)))));
        assert_eq!(begun(&mut budget, cards), LEAST_STARTS as usize);
        assert_eq!(budget.start(card(cards)), Err(Spent::All(Some(DefId::of(0)))));
        assert!(budget.game_goes_on());
    }
}
