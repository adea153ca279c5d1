//! Stats: intervals of rates and differences, and which of many are more than chance.

/// The quantile of the normal distribution for intervals of 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval of a rate: between what and what it lies, in 95 of 100 cases.
pub(crate) fn wilson(points: f64, n: f64) -> (f64, f64) {
    wilson_at(points, n, Z95)
}

/// The same with another quantile.
pub(crate) fn wilson_at(points: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (rate, z2) = (points / n, z * z);
    let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
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
}
