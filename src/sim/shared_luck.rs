//! Shared luck: rates over games of which those of one seed are alike, so that they tell less than as many single games.
//!
//! All games of a round have one seed: the same cards come to the same seats. So the round is what is drawn by chance,
//! and the interval comes from how much the rounds differ, as [`diff`](super::diff) does it with pairs.

use super::stats::wilson;
use super::totals::Rate;

/// A rate, and how its rounds differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundRate {
    /// The games of all rounds.
    pub rate: Rate,
    /// The seed of the round that goes on, with its points and its games.
    round: Option<(u64, f64, f64)>,
    /// The number of rounds before, and the sums of their points squared, points times games, and games squared.
    rounds: [f64; 4],
}

impl RoundRate {
    /// Takes the points of a seat in a game with this seed. Games of a seed come one after the other.
    pub fn take(&mut self, seed: u64, points: u8) {
        self.rate.take(points);
        let points = f64::from(points) / 2.0;
        match &mut self.round {
            Some((of, all, games)) if *of == seed => (*all, *games) = (*all + points, *games + 1.0),
            _ => {
                self.rounds = self.with_last();
                self.round = Some((seed, points, 1.0));
            }
        }
    }

    fn with_last(&self) -> [f64; 4] {
        let Some((_, points, games)) = self.round else { return self.rounds };
        let [n, squares, both, sizes] = self.rounds;
        [n + 1.0, squares + points * points, both + points * games, sizes + games * games]
    }

    /// The bounds of the interval of the rate: that of as many single games as would tell as much.
    pub fn interval(&self) -> (f64, f64) {
        let (games, rate) = (self.rate.games as f64, self.rate.rate());
        let [n, squares, both, sizes] = self.with_last();
        let alone = rate * (1.0 - rate) / games;
        if n < 2.0 || alone <= 0.0 {
            return self.rate.interval();
        }
        let spread = (squares - 2.0 * rate * both + rate * rate * sizes).max(0.0);
        let in_rounds = spread / (games * games) * n / (n - 1.0);
        let times = (in_rounds / alone).max(1.0);
        wilson(self.rate.points() / times, games / times)
    }
}

#[cfg(test)]
mod tests {
    use super::RoundRate;

    /// A small generator of numbers from 0 to 1.
    fn chance(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The shares of 1,000 jobs whose interval holds the true rate of a half: with shared luck counted, and with the
    /// plain formula. A job has 60 rounds of 8 games, and in each round luck favours one side.
    fn covered(luck: f64) -> (f64, f64) {
        let (mut state, mut held, mut plain) = (1, 0.0, 0.0);
        for _ in 0..1000 {
            let mut of = RoundRate::default();
            for round in 0..60 {
                let rate = if chance(&mut state) < 0.5 { 0.5 - luck } else { 0.5 + luck };
                for _ in 0..8 {
                    of.take(round, if chance(&mut state) < rate { 2 } else { 0 });
                }
            }
            let holds = |(low, high): (f64, f64)| f64::from(u8::from(low <= 0.5 && 0.5 <= high));
            held += holds(of.interval()) / 1000.0;
            plain += holds(of.rate.interval()) / 1000.0;
        }
        (held, plain)
    }

    #[test]
    fn intervals_hold_the_rate_where_rounds_share_their_luck() {
        let (held, plain) = covered(0.2);
        assert!(held >= 0.94, "{held} of the intervals hold the rate");
        assert!(plain < 0.92, "{plain}: games of one seed would be as good as single ones");
        let (held, plain) = covered(0.0);
        assert!(held >= 0.94 && held - plain < 0.03, "{held}, {plain}: without shared luck games are single ones");
    }

    #[test]
    fn a_round_of_equal_games_is_one_game() {
        let mut of = RoundRate::default();
        (0..40).for_each(|round| (0..4).for_each(|_| of.take(round, if round % 2 == 0 { 2 } else { 0 })));
        let (low, high) = of.interval();
        let (narrow, _) = of.rate.interval();
        assert!((high - low) / (1.0 - 2.0 * narrow) > 1.8, "{low} to {high}, and {narrow} with single games");
        assert_eq!(RoundRate::default().interval(), (0.0, 1.0));
    }
}
