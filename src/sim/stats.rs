//! Stats: intervals of rates and differences, and which of many are more than chance.

/// The quantile of the normal distribution for intervals of 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval of a rate, which contains the true rate in 95 of 100 cases.
pub(crate) fn wilson(points: f64, n: f64) -> (f64, f64) {
    wilson_at(points, n, Z95)
}

/// The interval of Wilson with another quantile, `z`.
fn wilson_at(points: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (rate, z2) = (points / n, z * z);
    let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Numbers that were seen: how many, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// The number of values.
    pub n: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    /// Adds a number.
    pub fn take(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        if self.n > 0.0 { self.sum / self.n } else { 0.0 }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        if self.n < 2.0 {
            return f64::INFINITY;
        }
        let variance = (self.squares - self.sum * self.sum / self.n) / (self.n - 1.0);
        (variance.max(0.0) / self.n).sqrt()
    }
}

/// The interval of the mean of pairs, from 0 to 1. A pair is two games that differ only in the seats. Two pairs with
/// opposite results are added, so that a few equal pairs do not seem certain.
pub(crate) fn paired_at(pairs: &Sum, z: f64) -> (f64, f64) {
    let mut all = *pairs;
    all.take(0.0);
    all.take(1.0);
    let (mean, half) = (all.mean(), all.error() * z);
    ((mean - half).max(0.0), (mean + half).min(1.0))
}

/// The probability of such a difference by chance, from the difference and its standard error.
pub fn p_value(difference: f64, error: f64) -> f64 {
    match (difference == 0.0, error) {
        (true, _) => 1.0,
        (_, 0.0) => 0.0,
        (_, e) if !e.is_finite() => 1.0,
        (_, e) => erfc((difference / e).abs() / std::f64::consts::SQRT_2),
    }
}

/// The complement of the error function, to seven digits (Abramowitz and Stegun 7.1.26).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (sum * (-x * x).exp()).clamp(0.0, 1.0)
}

/// The significant ones of many p-values, at a false discovery rate of 5 % (Benjamini and Hochberg).
pub fn more_than_chance(ps: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|a, b| ps[*a].total_cmp(&ps[*b]));
    let n = ps.len() as f64;
    let last = order.iter().enumerate().rposition(|(rank, at)| ps[*at] <= 0.05 * (rank + 1) as f64 / n);
    let mut out = vec![false; ps.len()];
    order.iter().take(last.map_or(0, |last| last + 1)).for_each(|at| out[*at] = true);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_rate_and_shrinks() {
        let (low, high) = wilson(50.0, 100.0);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3, "{low} {high}");
        let (low, high) = wilson(0.0, 10.0);
        assert!(low == 0.0 && (high - 0.2775).abs() < 1e-3, "{low} {high}");
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    }

    #[test]
    fn pairs_that_agree_tell_more_than_their_games() {
        let sum = |all: &[f64]| {
            let mut sum = Sum::default();
            all.iter().for_each(|x| sum.take(*x));
            sum
        };
        assert_eq!(paired_at(&Sum::default(), Z95), (0.0, 1.0));
        // Decks decide half of the games: each bot wins one of two. Of the other half the better one wins both.
        let pairs: Vec<f64> = (0..40).map(|i| if i % 4 == 0 { 1.0 } else { 0.5 }).collect();
        let (low, high) = paired_at(&sum(&pairs), 2.8);
        assert!(low > 0.5 && high < 0.75, "{low} {high}");
        assert!(wilson_at(50.0, 80.0, 2.8).0 < 0.5);
        let (low, _) = paired_at(&sum(&[1.0; 4]), 2.8);
        assert!(low < 0.5, "{low}: four pairs are few");
    }

    #[test]
    fn a_difference_of_two_errors_is_rare() {
        assert!((p_value(1.96, 1.0) - 0.05).abs() < 1e-3);
        assert_eq!((p_value(0.0, 0.0), p_value(1.0, 0.0), p_value(1.0, f64::INFINITY)), (1.0, 0.0, 1.0));
        let mut sum = Sum::default();
        [1.0, 2.0, 3.0].into_iter().for_each(|x| sum.take(x));
        assert_eq!((sum.mean(), sum.error()), (2.0, (1.0f64 / 3.0).sqrt()));
    }

    #[test]
    fn of_many_only_what_stands_out_counts() {
        assert_eq!(more_than_chance(&[0.04, 0.9, 0.001, 0.6]), [false, false, true, false]);
        assert_eq!(more_than_chance(&[0.01, 0.02, 0.03]), [true, true, true]);
        assert_eq!(more_than_chance(&[]), [false; 0]);
    }
}
