//! Least squares: fits linear functions to the results of moments, with a small penalty on their weights (ridge).
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

/// The most features to which one sparse fit gives a weight; the rarest ones are left out.
const MOST_SPARSE: usize = 700;
/// The fewest rows that must have a feature. A rarer one has no weight.
const FEWEST_ROWS: usize = 20;

/// The weights of features of which most are 0 in each row, around a middle of 0. A feature that is not general is held
/// back more: there are many of them, and each is seen seldom.
pub(super) fn fit_sparse(
    rows: &[Vec<(u32, f32)>],
    ends: &[f64],
    features: usize,
    is_general: &dyn Fn(usize) -> bool,
) -> Vec<f64> {
    let mut weights = vec![0.0; features];
    let (mut times, mut squares) = (vec![0usize; features], vec![0.0; features]);
    for (at, n) in rows.iter().flatten() {
        (times[*at as usize], squares[*at as usize]) =
            (times[*at as usize] + 1, squares[*at as usize] + f64::from(*n) * f64::from(*n));
    }
    let mut used: Vec<usize> = (0..features).filter(|at| times[*at] >= FEWEST_ROWS && squares[*at] > 1e-9).collect();
    used.sort_by_key(|at| (!is_general(*at), std::cmp::Reverse(times[*at]), *at));
    used.truncate(MOST_SPARSE);
    let (n, m) = (rows.len().min(ends.len()), used.len());
    let scale: Vec<f64> = used.iter().map(|at| (squares[*at] / n.max(1) as f64).sqrt()).collect();
    let mut place = vec![usize::MAX; features];
    used.iter().enumerate().for_each(|(i, at)| place[*at] = i);
    let (mut left, mut right) = (vec![vec![0.0; m]; m], vec![0.0; m]);
    let mut scaled: Vec<(usize, f64)> = Vec::new();
    for (row, end) in rows.iter().zip(ends) {
        scaled.clear();
        let known = row.iter().filter(|(at, _)| place[*at as usize] != usize::MAX);
        scaled.extend(known.map(|(at, n)| (place[*at as usize], f64::from(*n) / scale[place[*at as usize]])));
        scaled.sort_unstable_by_key(|(i, _)| *i);
        for (a, (i, x)) in scaled.iter().enumerate() {
            right[*i] += x * end;
            scaled[..=a].iter().for_each(|(j, y)| left[*i][*j] += x * y);
        }
    }
    for (i, at) in used.iter().enumerate() {
        left[i][i] += 5.0 + n as f64 * if is_general(*at) { HELD.0 } else { HELD.1 };
    }
    let solved = cholesky(left, right);
    used.iter().zip(solved).zip(scale).for_each(|((at, weight), scale)| weights[*at] = weight / scale);
    weights
}

/// The penalty on squared weights, per row: for general features, and for features by card.
const HELD: (f64, f64) = (0.01, 0.04);

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
