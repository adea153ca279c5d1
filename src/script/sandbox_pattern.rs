//! Pattern: Lua's string patterns with a bound on the work.
//!
//! The matcher of the VM cannot be interrupted and may take exponential time. This one counts its steps, so a hopeless
//! pattern ends as an error, always after the same step.

/// The longest pattern, in bytes. It also bounds the recursion below.
pub(super) const MAX_PATTERN: usize = 128;
const MAX_CAPTURES: usize = 32;

/// A part of the subject that was captured; positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    Range(usize, usize),
    Position(usize),
    Open(usize),
}

/// One pattern at work on one subject.
pub(super) struct Matcher<'a> {
    subject: &'a [u8],
    pattern: &'a [u8],
    steps: u32,
    allowed: u32,
    captures: Vec<Capture>,
}

type Found = Result<Option<usize>, String>;

impl<'a> Matcher<'a> {
    /// A matcher that gives up after `allowed` steps.
    pub(super) fn new(subject: &'a [u8], pattern: &'a [u8], allowed: u32) -> Result<Matcher<'a>, String> {
        if pattern.len() > MAX_PATTERN {
            return Err(format!("pattern too long: {} bytes, at most {MAX_PATTERN}", pattern.len()));
        }
        Ok(Matcher { subject, pattern, steps: 0, allowed, captures: Vec::new() })
    }

    /// The steps done so far.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// The next match that starts at `from` or later: where it starts and ends.
    pub(super) fn search(&mut self, from: usize) -> Result<Option<(usize, usize)>, String> {
        let anchored = self.pattern.first() == Some(&b'^');
        for start in from..=self.subject.len() {
            if let Some(end) = self.at(start, usize::from(anchored))? {
                return Ok(Some((start, end)));
            }
            if anchored {
                break;
            }
        }
        Ok(None)
    }

    fn at(&mut self, start: usize, first: usize) -> Found {
        self.captures.clear();
        self.run(start, first)
    }

    /// The captures of the last match; a pattern without any captures the whole match.
    pub(super) fn captures(&self, start: usize, end: usize) -> Result<Vec<Capture>, String> {
        if self.captures.is_empty() {
            return Ok(vec![Capture::Range(start, end)]);
        }
        if self.captures.iter().any(|c| matches!(c, Capture::Open(_))) {
            return Err("unfinished capture".to_owned());
        }
        Ok(self.captures.clone())
    }

    /// The captures the pattern asked for, which may be none.
    pub(super) fn explicit_captures(&self) -> Result<Vec<Capture>, String> {
        if self.captures.is_empty() { Ok(Vec::new()) } else { self.captures(0, 0) }
    }

    /// The pattern taken literally: where it next starts.
    pub(super) fn find_plain(&mut self, from: usize) -> Option<usize> {
        let rest = &self.subject[from..];
        if self.pattern.is_empty() {
            return Some(from);
        }
        let found = rest.windows(self.pattern.len()).position(|window| window == self.pattern);
        self.steps += found.unwrap_or(rest.len()) as u32 / 4;
        found.map(|at| from + at)
    }

    fn step(&mut self) -> Result<(), String> {
        self.steps += 1;
        if self.steps > self.allowed {
            return Err("the pattern takes too much work on this subject".to_owned());
        }
        Ok(())
    }

    fn p(&self, at: usize) -> Option<u8> {
        self.pattern.get(at).copied()
    }

    /// Matches the pattern from `p` on at place `s`; the end of the match, if any.
    fn run(&mut self, mut s: usize, mut p: usize) -> Found {
        loop {
            self.step()?;
            let Some(item) = self.p(p) else { return Ok(Some(s)) };
            match (item, self.p(p + 1)) {
                (b'(', Some(b')')) => return self.capture(Capture::Position(s), s, p + 2),
                (b'(', _) => return self.capture(Capture::Open(s), s, p + 1),
                (b')', _) => return self.close(s, p + 1),
                (b'$', None) => return Ok((s == self.subject.len()).then_some(s)),
                (b'%', Some(b'b')) => {
                    let Some(end) = self.balance(s, p + 2)? else { return Ok(None) };
                    (s, p) = (end, p + 4);
                    continue;
                }
                (b'%', Some(b'f')) => {
                    if self.p(p + 2) != Some(b'[') {
                        return Err("malformed pattern (missing '[' after '%f')".to_owned());
                    }
                    let end = self.class_end(p + 2)?;
                    let before = if s == 0 { 0 } else { self.subject[s - 1] };
                    let here = self.subject.get(s).copied().unwrap_or(0);
                    if self.in_set(before, p + 2, end) || !self.in_set(here, p + 2, end) {
                        return Ok(None);
                    }
                    p = end;
                    continue;
                }
                (b'%', Some(digit @ b'0'..=b'9')) => {
                    let Some(end) = self.back_reference(s, digit)? else { return Ok(None) };
                    (s, p) = (end, p + 2);
                    continue;
                }
                _ => {}
            }
            let end = self.class_end(p)?;
            match self.p(end) {
                Some(b'?') => {
                    if self.single(s, p, end)
                        && let Some(found) = self.run(s + 1, end + 1)?
                    {
                        return Ok(Some(found));
                    }
                    p = end + 1;
                }
                Some(b'+') => return if self.single(s, p, end) { self.longest(s + 1, p, end) } else { Ok(None) },
                Some(b'*') => return self.longest(s, p, end),
                Some(b'-') => return self.shortest(s, p, end),
                _ if self.single(s, p, end) => (s, p) = (s + 1, end),
                _ => return Ok(None),
            }
        }
    }

    fn longest(&mut self, s: usize, p: usize, end: usize) -> Found {
        let mut count = 0;
        while self.single(s + count, p, end) {
            self.step()?;
            count += 1;
        }
        for taken in (0..=count).rev() {
            if let Some(found) = self.run(s + taken, end + 1)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn shortest(&mut self, mut s: usize, p: usize, end: usize) -> Found {
        loop {
            if let Some(found) = self.run(s, end + 1)? {
                return Ok(Some(found));
            }
            if !self.single(s, p, end) {
                return Ok(None);
            }
            s += 1;
        }
    }

    fn capture(&mut self, capture: Capture, s: usize, p: usize) -> Found {
        if self.captures.len() >= MAX_CAPTURES {
            return Err("too many captures".to_owned());
        }
        self.captures.push(capture);
        let depth = self.captures.len();
        let found = self.run(s, p)?;
        if found.is_none() {
            self.captures.truncate(depth - 1);
        }
        Ok(found)
    }

    fn close(&mut self, s: usize, p: usize) -> Found {
        let open = self.captures.iter().rposition(|c| matches!(c, Capture::Open(_)));
        let Some(index) = open else { return Err("invalid pattern capture".to_owned()) };
        let Capture::Open(start) = self.captures[index] else { return Ok(None) };
        self.captures[index] = Capture::Range(start, s);
        let found = self.run(s, p)?;
        if found.is_none() {
            self.captures[index] = Capture::Open(start);
        }
        Ok(found)
    }

    fn balance(&mut self, s: usize, p: usize) -> Found {
        let (Some(open), Some(close)) = (self.p(p), self.p(p + 1)) else {
            return Err("malformed pattern (missing arguments to '%b')".to_owned());
        };
        if self.subject.get(s) != Some(&open) {
            return Ok(None);
        }
        let mut depth = 1;
        for at in s + 1..self.subject.len() {
            self.step()?;
            let c = self.subject[at];
            if c == close {
                depth -= 1;
                if depth == 0 {
                    return Ok(Some(at + 1));
                }
            } else if c == open {
                depth += 1;
            }
        }
        Ok(None)
    }

    fn back_reference(&mut self, s: usize, digit: u8) -> Found {
        let index = usize::from(digit).wrapping_sub(usize::from(b'1'));
        let Some(Capture::Range(from, to)) = self.captures.get(index).copied() else {
            return Err(format!("invalid capture index %{}", char::from(digit)));
        };
        self.steps = self.steps.saturating_add(((to - from) / 16) as u32);
        Ok(self.subject[s..].starts_with(&self.subject[from..to]).then_some(s + to - from))
    }

    /// The place after the single-character class that starts at `p`.
    fn class_end(&self, p: usize) -> Result<usize, String> {
        match self.p(p) {
            Some(b'%') if self.p(p + 1).is_none() => Err("malformed pattern (ends with '%')".to_owned()),
            Some(b'%') => Ok(p + 2),
            Some(b'[') => {
                let mut at = p + 1 + usize::from(self.p(p + 1) == Some(b'^'));
                loop {
                    // The first `]` of a set stands for itself.
                    match self.p(at) {
                        None => return Err("malformed pattern (missing ']')".to_owned()),
                        Some(b'%') => at += 2,
                        Some(_) => at += 1,
                    }
                    if self.p(at) == Some(b']') {
                        return Ok(at + 1);
                    }
                }
            }
            _ => Ok(p + 1),
        }
    }

    fn single(&self, s: usize, p: usize, end: usize) -> bool {
        let Some(c) = self.subject.get(s).copied() else { return false };
        match self.pattern[p] {
            b'.' => true,
            b'%' => is_class(c, self.pattern[p + 1]),
            b'[' => self.in_set(c, p, end),
            literal => literal == c,
        }
    }

    fn in_set(&self, c: u8, p: usize, end: usize) -> bool {
        let last = end - 1;
        let negated = self.p(p + 1) == Some(b'^');
        let mut at = p + 1 + usize::from(negated);
        while at < last {
            let here = self.pattern[at];
            if here == b'%' && at + 1 < self.pattern.len() {
                if is_class(c, self.pattern[at + 1]) {
                    return !negated;
                }
                at += 2;
            } else if self.p(at + 1) == Some(b'-') && at + 2 < last {
                if (here..=self.pattern[at + 2]).contains(&c) {
                    return !negated;
                }
                at += 3;
            } else {
                if here == c {
                    return !negated;
                }
                at += 1;
            }
        }
        negated
    }
}

fn is_class(c: u8, class: u8) -> bool {
    let is = match class.to_ascii_lowercase() {
        b'a' => c.is_ascii_alphabetic(),
        b'c' => c.is_ascii_control(),
        b'd' => c.is_ascii_digit(),
        b'g' => c.is_ascii_graphic(),
        b'l' => c.is_ascii_lowercase(),
        b'p' => c.is_ascii_punctuation(),
        b's' => c.is_ascii_whitespace() || c == 11,
        b'u' => c.is_ascii_uppercase(),
        b'w' => c.is_ascii_alphanumeric(),
        b'x' => c.is_ascii_hexdigit(),
        b'z' => c == 0,
        _ => return class == c,
    };
    is != class.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(subject: &str, pattern: &str) -> Option<(usize, usize)> {
        Matcher::new(subject.as_bytes(), pattern.as_bytes(), 100_000).unwrap().search(0).unwrap()
    }

    #[test]
    fn patterns_match_as_in_lua() {
        assert_eq!(first("hello world", "o w"), Some((4, 7)));
        assert_eq!(first("hello", "^l"), None);
        assert_eq!(first("key = 12", "(%w+)%s*=%s*(%d+)$"), Some((0, 8)));
        assert_eq!(first("f(a(b)c)d", "%b()"), Some((1, 8)));
        assert_eq!(first("THE (quick) fox", "%f[%a]%a+%f[%A]"), Some((0, 3)));
        assert_eq!(first("a]b", "[]]"), Some((1, 2)));
        assert_eq!(first("abcabc", "(abc)%1"), Some((0, 6)));
        assert_eq!(first("<<x>>", "<.->"), Some((0, 4)));
        assert_eq!(first("", ".*"), Some((0, 0)));
        assert_eq!(first("x-y", "[a-]"), Some((1, 2)));
    }

    #[test]
    fn hopeless_patterns_end_as_errors() {
        let subject = "a".repeat(60_000);
        for pattern in [".-.-.-.-b", "(.-)%1b", "a*a*a*a*a*b", "%b()%b()"] {
            let mut matcher = Matcher::new(subject.as_bytes(), pattern.as_bytes(), 500_000).unwrap();
            assert!(matcher.search(0).is_err() || matcher.steps() < 500_000);
        }
        assert!(Matcher::new(b"", b"[a", 100).unwrap().search(0).is_err());
        assert!(Matcher::new(b"a", b"%", 100).unwrap().search(0).is_err());
        assert!(Matcher::new(b"a", b"[%", 100).unwrap().search(0).is_err());
        assert!(Matcher::new(b"a", b"(()", 100).unwrap().search(0).is_ok());
    }
}
