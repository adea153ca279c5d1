//! Folding: the parts of a file that may be hidden: lines indented below a line, and comments of several lines.

/// The first and the last line of a part, from 0; the first stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays visible.
    pub first: u32,
    /// The last line that is hidden.
    pub last: u32,
    /// True if the folded lines are a comment.
    pub is_comment: bool,
}

/// All parts of a text that may be folded, in the order of their first lines; `comment` begins a comment.
pub fn of(text: &str, comment: &str) -> Vec<Fold> {
    let mut out = Vec::new();
    // The lines below which indented lines may still come, with the indentation of each.
    let mut open: Vec<(usize, u32)> = Vec::new();
    // The first and the last line of the comment that is open.
    let mut remark: Option<(u32, u32)> = None;
    let mut last = 0;
    let mut close = |open: &mut Vec<(usize, u32)>, indent: usize, last: u32| {
        while let Some((_, first)) = open.pop_if(|(own, _)| *own >= indent) {
            if last > first {
                out.push(Fold { first, last, is_comment: false });
            }
        }
    };
    let mut remarks = Vec::new();
    for (line, number) in text.lines().zip(0..) {
        let code = line.trim_start();
        let is_remark = code.starts_with(comment);
        remark = match (remark, is_remark) {
            (Some((first, end)), true) if end + 1 == number => Some((first, number)),
            (old, is_remark) => {
                remarks.extend(old.filter(|(first, end)| end > first));
                is_remark.then_some((number, number))
            }
        };
        if code.is_empty() || is_remark {
            continue;
        }
        let indent = line.len() - code.len();
        close(&mut open, indent, last);
        open.push((indent, number));
        last = number;
    }
    close(&mut open, 0, last);
    remarks.extend(remark.filter(|(first, end)| end > first));
    out.extend(remarks.into_iter().map(|(first, last)| Fold { first, last, is_comment: true }));
    out.sort_by_key(|fold| (fold.first, std::cmp::Reverse(fold.last)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_indented_below_a_line_and_comments_are_folded() {
        let check = |text: &str, expected: &[(u32, u32, bool)]| {
            let found: Vec<_> = of(text, "#").into_iter().map(|f| (f.first, f.last, f.is_comment)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("a:\n  b:\n    c: 1\n\n  d: 2\ne: 3\n", &[(0, 4, false), (1, 2, false)]);
        check("# one\n# two\na:\n  - b: 1\n    c: 2\n  - d\n", &[(0, 1, true), (2, 5, false), (3, 4, false)]);
        check("a: 1\nb: 2\n# one\n", &[]);
    }
}
