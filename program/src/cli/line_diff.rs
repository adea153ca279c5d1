//! Line diff: writes two versions of a text side by side, only where they differ.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::text::{cut, width, wrap};

/// Equal lines shown around lines that differ.
const AROUND: usize = 1;
/// The least width of each of the two columns of text.
const NARROWEST: usize = 16;

/// The differing lines of two texts side by side, under two headings, each with a line of context. Long lines take
/// several rows. Empty if the texts are equal.
pub fn beside(heads: (&str, &str), left: &[String], right: &[String], columns: usize) -> Vec<String> {
    let side = (columns.saturating_sub(3) / 2).max(NARROWEST);
    let row = |mark: &str, left: &str, right: &str| {
        let left = cut(left, side);
        let pad = " ".repeat(side.saturating_sub(width(&left)));
        format!("{left}{pad} {mark} {}", cut(right, side)).trim_end().to_string()
    };
    let rows = |mark: &str, left: &str, right: &str| -> Vec<String> {
        let (left, right) = (wrap(left, side, 2), wrap(right, side, 2));
        let at = |lines: &[String], n: usize| lines.get(n).cloned().unwrap_or_default();
        let mark_at = |n: usize| if n == 0 { mark } else { "|" };
        (0..left.len().max(right.len())).map(|n| row(mark_at(n), &at(&left, n), &at(&right, n))).collect()
    };
    let ops = capture_diff_slices(Algorithm::Myers, left, right);
    if ops.iter().all(|op| matches!(op, DiffOp::Equal { .. })) {
        return Vec::new();
    }
    let mut out = vec![row("|", heads.0, heads.1)];
    for (i, op) in ops.iter().enumerate() {
        match *op {
            DiffOp::Equal { old_index, len, .. } => {
                let (is_first, is_last) = (i == 0, i + 1 == ops.len());
                let from_before = if is_first { 0 } else { AROUND.min(len) };
                let from_behind = if is_last { 0 } else { AROUND.min(len - from_before) };
                let same = &left[old_index..old_index + len];
                same[..from_before].iter().for_each(|line| out.push(row("|", line, line)));
                if len > from_before + from_behind && !is_first && !is_last {
                    out.push(row("|", "…", "…"));
                }
                same[len - from_behind..].iter().for_each(|line| out.push(row("|", line, line)));
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                left[old_index..old_index + old_len].iter().for_each(|line| out.extend(rows("<", line, "")));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                right[new_index..new_index + new_len].iter().for_each(|line| out.extend(rows(">", "", line)));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                for at in 0..old_len.max(new_len) {
                    let left = if at < old_len { &*left[old_index + at] } else { "" };
                    let right = if at < new_len { &*right[new_index + at] } else { "" };
                    out.extend(rows("/", left, right));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn what_differs_stands_beside_each_other_with_a_line_around_it() {
        let shown = beside(("as it was", "now"), &lines("a b c d e f"), &lines("a b x d e f g"), 43);
        let expected = ["as it was            | now", "b                    | b", "c                    / x"];
        assert_eq!(shown[..3], expected);
        assert_eq!(shown.last().map(String::as_str), Some("                     > g"));
        assert!(shown.iter().all(|line| !line.starts_with('a') || line.starts_with("as")), "{shown:?}");
    }

    #[test]
    fn what_differs_behind_the_edge_is_shown_too() {
        let long = |end: &str| vec![format!("Your stage: one, two, three, four, five, six, {end}")];
        let shown = beside(("as it was", "now"), &long("seven"), &long("eight"), 43);
        assert!(shown.iter().any(|row| row.contains("seven") && row.contains("eight")), "{shown:#?}");
        assert!(shown.iter().all(|row| width(row) <= 43), "{shown:#?}");
    }

    #[test]
    fn what_is_the_same_is_not_shown() {
        assert_eq!(beside(("a", "b"), &lines("a b"), &lines("a b"), 80), Vec::<String>::new());
    }
}
