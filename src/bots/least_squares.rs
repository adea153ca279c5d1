//! Least squares: the line through points that has the least squares, its weights held back a little.
//!
//! Only sums, products, quotients and roots: the same on any machine.

/// The weights of the most informative features; 0 for the rest.
pub(super) fn fit(rows: &[Vec<f64>], ends: &[f64], kept: usize) -> Vec<f64> {
    let n = rows.len().min(ends.len());
    let Some(all) = rows.first().map(Vec::len) else { return Vec::new() };
    let mut weights = vec![0.0; all];
    if n < 8 {
        return weights;
    }
    let middle = ends[..n].iter().sum::<f64>() / n as f64;
    let scale: Vec<f64> =
        (0..all).map(|at| (rows[..n].iter().map(|row| row[at] * row[at]).sum::<f64>() / n as f64).sqrt()).collect();
    let mut used: Vec<usize> = (0..all).filter(|at| scale[*at] > 1e-9).collect();
    // Two fits: with all features, then with the most informative ones.
    for _ in 0..2 {
        let solved = solve(rows, &ends[..n], middle, &used, &scale);
        let mut ranked: Vec<(usize, f64)> = used.iter().copied().zip(solved).collect();
        ranked.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
        ranked.truncate(kept);
        weights.fill(0.0);
        ranked.iter().for_each(|(at, weight)| weights[*at] = weight / scale[*at]);
        used = ranked.iter().map(|(at, _)| *at).collect();
        used.sort_unstable();
    }
    weights
}

fn solve(rows: &[Vec<f64>], ends: &[f64], middle: f64, used: &[usize], scale: &[f64]) -> Vec<f64> {
    let (n, m) = (ends.len(), used.len());
    let mut squares = vec![vec![0.0; m]; m];
    let mut right = vec![0.0; m];
    let mut scaled = vec![0.0; m];
    for (row, end) in rows.iter().zip(ends) {
        used.iter().zip(&mut scaled).for_each(|(at, out)| *out = row[*at] / scale[*at]);
        for i in (0..m).filter(|i| scaled[*i] != 0.0) {
            right[i] += scaled[i] * (end - middle);
            for j in 0..=i {
                squares[i][j] += scaled[i] * scaled[j];
            }
        }
    }
    let held = 5.0 + n as f64 * 0.01;
    (0..m).for_each(|i| squares[i][i] += held);
    cholesky(squares, right)
}

/// Solves equations whose matrix is symmetric, given below its diagonal.
fn cholesky(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let m = b.len();
    for j in 0..m {
        for i in j..m {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            let rest = a[i][j] - sum;
            a[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / a[j][j] };
        }
    }
    for i in 0..m {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..m).rev() {
        let sum: f64 = (i + 1..m).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_noise_is_left_out() {
        let rows: Vec<Vec<f64>> = (0..400).map(|i| vec![(i % 7) as f64 - 3.0, 0.0, (i % 5) as f64 - 2.0]).collect();
        let ends: Vec<f64> = rows.iter().map(|row| 0.5 + 0.1 * row[0]).collect();
        let weights = fit(&rows, &ends, 1);
        assert!((weights[0] - 0.1).abs() < 0.01, "{weights:?}");
        assert_eq!(weights[1..], [0.0, 0.0]);
    }
}
