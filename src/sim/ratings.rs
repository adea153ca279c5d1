//! Ratings: the strength of bots, from games between any two of them.
//!
//! A rating that is 400 higher wins ten games of eleven. Ratings have intervals of 95 %,
//! and stand relative to the first bot.

use super::stats::{Sum, Z95, paired_at};
use super::totals::Rate;

/// Results of the games of two bots, seen from the first one's side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Match {
    /// Their places in the list of bots.
    pub bots: (usize, usize),
    /// Games, wins and draws of the first.
    pub rate: Rate,
    /// The first bot's score in pairs of games with seats swapped.
    pub pairs: Sum,
}

/// The quantile for repeated tests of who is stronger: it keeps the whole sequence of tests at about 95 %.
const OFTEN: f64 = 2.8;

impl Match {
    /// The interval of the first bot's share of points. Pairs that decks and luck decide for either bot do not widen
    /// it.
    pub fn interval(&self) -> (f64, f64) {
        paired_at(&self.pairs, OFTEN)
    }

    /// 1 if the first is significantly stronger, -1 if the second is, else 0.
    pub fn clear(&self) -> i8 {
        let (low, high) = self.interval();
        (low > 0.5) as i8 - (high < 0.5) as i8
    }
}

/// The difference of ratings that a rate of points stands for.
pub fn elo(rate: f64) -> f64 {
    let rate = rate.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (rate / (1.0 - rate)).log10()
}

/// The rating of each bot, and half the width of its interval of 95 %. The rating of the first bot is 0.
pub fn ratings(bots: usize, matches: &[Match]) -> Vec<(f64, f64)> {
    let n = bots.saturating_sub(1);
    let mut strength: Vec<f64> = vec![0.0; bots];
    let mut variance = vec![vec![0.0; n]; n];
    // Newton's method; a game drawn with everybody keeps ratings finite where one lost all its games.
    for _ in 0..40 {
        let (mut slope, mut curve) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for one in matches {
            let (a, b) = one.bots;
            let (games, points) = (one.rate.games as f64 + 1.0, one.rate.points() + 0.5);
            let p: f64 = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            let (gain, bend) = (points - games * p, games * p * (1.0 - p));
            for (x, sign) in [(a, 1.0), (b, -1.0)] {
                if x > 0 {
                    slope[x - 1] += sign * gain;
                    curve[x - 1][x - 1] += bend;
                }
            }
            if a > 0 && b > 0 {
                curve[a - 1][b - 1] -= bend;
                curve[b - 1][a - 1] -= bend;
            }
        }
        (0..n).for_each(|i| curve[i][i] += 1e-6);
        variance = inverse(curve);
        for i in 0..n {
            let step: f64 = (0..n).map(|j| variance[i][j] * slope[j]).sum();
            strength[i + 1] += step.clamp(-2.0, 2.0);
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let half = |i: usize| if i == 0 { 0.0 } else { variance[i - 1][i - 1].max(0.0).sqrt() * Z95 * scale };
    strength.iter().enumerate().map(|(i, s)| (s * scale, half(i))).collect()
}

/// The inverse of a matrix, by elimination.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut out: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect();
    for i in 0..n {
        let best = (i..n).max_by(|x, y| a[*x][i].abs().total_cmp(&a[*y][i].abs())).unwrap_or(i);
        a.swap(i, best);
        out.swap(i, best);
        let pivot = a[i][i];
        if pivot.abs() < 1e-12 {
            continue;
        }
        for j in 0..n {
            a[i][j] /= pivot;
            out[i][j] /= pivot;
        }
        for k in (0..n).filter(|k| *k != i) {
            let factor = a[k][i];
            for j in 0..n {
                let (x, y) = (a[i][j], out[i][j]);
                a[k][j] -= factor * x;
                out[k][j] -= factor * y;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_three_of_four_is_191_better() {
        let rate = Rate { games: 4000, wins: 3000, draws: 0 };
        let all = ratings(2, &[Match { bots: (1, 0), rate, pairs: Sum::default() }]);
        assert!((all[1].0 - 190.8).abs() < 1.0 && (all[1].1 - 12.4).abs() < 1.0, "{all:?}");
        assert!((elo(0.75) - 190.8).abs() < 0.1);
    }
}
