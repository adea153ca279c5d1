//! Answer trials: the answers that a search still tries, and the results of their tries.
//!
//! Answers run in rounds: in a round all remaining answers are tried in the same sample with the same luck, so that
//! lucky cards help each of them alike. The more of a budget is spent, the fewer answers remain: the best ones.

/// Answers that are raced against each other.
#[derive(Default)]
pub(super) struct AnswerTrials {
    trials: Vec<AnswerTrial>,
    /// The answers still in the race, as indices of `trials`; the next field is the place in this list of the answer
    /// that is tried next.
    left: Vec<usize>,
    next: usize,
    /// The number of the round, counted from 0.
    round: u32,
}

struct AnswerTrial {
    key: u64,
    /// The result of each round.
    values: Vec<f64>,
    /// Earlier knowledge of it: the number of tries, and the sum of their results.
    known: (f64, f64),
}

impl AnswerTrial {
    fn mean(&self) -> f64 {
        let n = self.known.0 + self.values.len() as f64;
        (self.known.1 + self.values.iter().sum::<f64>()) / n.max(1.0)
    }
}

/// The least number of rounds before an answer may drop out of the race; fewer rounds leave too much to luck.
const MIN_ROUNDS: usize = 12;
/// The number of standard errors that makes a difference certain.
const CERTAIN: f64 = 3.5;

impl AnswerTrials {
    /// A race of these answers, which are tried in this order: the key of each, the number of earlier tries, and the
    /// sum of their results.
    pub fn of(answers: impl IntoIterator<Item = (u64, u32, f64)>) -> AnswerTrials {
        let trial =
            |(key, n, sum): (u64, u32, f64)| AnswerTrial { key, values: Vec::new(), known: (f64::from(n), sum) };
        let trials: Vec<AnswerTrial> = answers.into_iter().map(trial).collect();
        AnswerTrials { left: (0..trials.len()).collect(), trials, ..AnswerTrials::default() }
    }

    /// The number of the round, counted from 0.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The answer that is tried next.
    pub fn next(&self) -> Option<u64> {
        self.left.get(self.next).map(|at| self.trials[*at].key)
    }

    /// True if a single answer is left.
    pub fn is_decided(&self) -> bool {
        self.left.len() < 2
    }

    /// Takes the result of the answer that [`AnswerTrials::next`] gave. `spent` is the part of the budget that is
    /// spent, from 0 to 1.
    pub fn take(&mut self, value: f64, spent: f64) {
        let Some(at) = self.left.get(self.next) else { return };
        self.trials[*at].values.push(value);
        self.next += 1;
        if self.next >= self.left.len() {
            (self.next, self.round) = (0, self.round + 1);
            self.drop_the_worst(spent);
        }
    }

    /// Keeps the best answers, n^(1 - spent) of n, and of these only answers that are not clearly beaten.
    fn drop_the_worst(&mut self, spent: f64) {
        let trials = &self.trials;
        // Answers with equal results keep their order.
        self.left.sort_by(|a, b| trials[*b].mean().total_cmp(&trials[*a].mean()).then(a.cmp(b)));
        let most = (trials.len() as f64).powf(1.0 - spent.clamp(0.0, 1.0)).ceil() as usize;
        self.left.truncate(most.max(1));
        let best = &trials[self.left[0]];
        let may_win = |at: &usize| std::ptr::eq(&trials[*at], best) || !is_beaten(&trials[*at].values, &best.values);
        self.left.retain(may_win);
    }

    /// All answers, the best first: sorted by the round of dropping out, then by result.
    pub fn ranked(&self) -> Vec<u64> {
        let mut order: Vec<&AnswerTrial> = self.trials.iter().collect();
        let ran = |trial: &AnswerTrial| (trial.values.len() as u32).min(self.round.max(1));
        order.sort_by(|a, b| ran(b).cmp(&ran(a)).then(b.mean().total_cmp(&a.mean())));
        order.into_iter().map(|trial| trial.key).collect()
    }
}

/// True if one answer did significantly worse than another, round by round.
fn is_beaten(one: &[f64], best: &[f64]) -> bool {
    let n = one.len().min(best.len());
    if n < MIN_ROUNDS {
        return false;
    }
    let differences = || best.iter().zip(one).map(|(a, b)| a - b);
    let mean = differences().sum::<f64>() / n as f64;
    let squares: f64 = differences().map(|d| (d - mean) * (d - mean)).sum();
    mean > CERTAIN * (squares / (n - 1) as f64 / n as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race of answers with these values, with luck in each round, and with a number of tries.
    fn run(worth: &[f64], luck: f64, tries: u32) -> (Vec<u64>, u32) {
        let mut race = AnswerTrials::of((0..worth.len() as u64).map(|key| (key, 0, 0.0)));
        let mut spent = 0;
        while spent < tries && !race.is_decided() {
            let at = race.next().expect("one is left") as usize;
            spent += 1;
            let luck = luck * f64::from(race.round() % 7) / 7.0;
            race.take(worth[at] + luck, f64::from(spent) / f64::from(tries));
        }
        (race.ranked(), spent)
    }

    #[test]
    fn luck_that_meets_all_alike_decides_nothing() {
        assert_eq!(run(&[0.1, 0.3, 0.2, 0.29], 5.0, 60).0, [1, 3, 2, 0]);
    }

    #[test]
    fn what_is_clear_costs_no_more() {
        let (ranked, spent) = run(&[0.1, 0.9], 1.0, 1000);
        assert_eq!((ranked[0], spent), (1, 24));
        assert_eq!(run(&[0.5, 0.5], 1.0, 100).1, 100);
    }

    #[test]
    fn who_was_not_tried_comes_last() {
        assert_eq!(run(&[0.2, 0.1, 0.9], 0.0, 2).0, [0, 1, 2]);
    }
}
