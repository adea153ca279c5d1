//! Deadline: the time limit for the scripts of one decision.
//!
//! Wall time alone would be unfair: on a busy machine a script waits for its processor. So the first half of the limit
//! is wall time, and the second half is the processor time of the thread.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The time limit of the scripts that run for one decision.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    /// The end by the wall clock, set by the driver of the game; unchanged until the next answer.
    until: Cell<Option<Instant>>,
    /// The moment before which the deadline cannot be over, so that the processor time need not be asked for.
    look: Cell<Option<Instant>>,
    /// The processor time that the thread may use in the second half.
    rest: Cell<Duration>,
    /// The processor time of the thread at which the deadline is over; known once the first half has passed.
    end: Cell<Option<Duration>>,
}

impl Deadline {
    /// Sets the end, unless this end is set already.
    pub fn set(&self, until: Instant) {
        if self.until.replace(Some(until)) == Some(until) {
            return;
        }
        let now = Instant::now();
        let rest = until.saturating_duration_since(now) / 2;
        self.rest.set(rest);
        self.look.set(Some(now + rest));
        self.end.set(None);
    }

    /// True if the deadline is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.look.get().is_some_and(|look| Instant::now() >= look) && self.has_worked()
    }

    /// True if the thread has used up its processor time; sets the next look if not.
    #[cold]
    fn has_worked(&self) -> bool {
        let worked = worked();
        let end = self.end.get().unwrap_or(worked + self.rest.get());
        self.end.set(Some(end));
        if worked >= end {
            return true;
        }
        self.look.set(Some(Instant::now() + (end - worked)));
        false
    }
}

/// The processor time of this thread.
#[cfg(unix)]
pub(crate) fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The age of this process, where the system does not tell the processor time.
#[cfg(not(unix))]
pub(crate) fn worked() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_only_waits_for_the_processor_is_not_late() {
        let deadline = Deadline::default();
        deadline.set(Instant::now() + Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(40));
        assert!(!deadline.is_over(), "it slept");
        let began = Instant::now();
        while !deadline.is_over() {
            assert!(began.elapsed() < Duration::from_secs(60), "it worked for a minute");
        }
    }

    #[test]
    fn the_same_end_is_not_set_again() {
        let deadline = Deadline::default();
        let until = Instant::now();
        deadline.set(until);
        assert!(deadline.is_over() || deadline.is_over());
        deadline.set(until);
        assert!(deadline.is_over());
        deadline.set(Instant::now() + Duration::from_secs(60));
        assert!(!deadline.is_over());
    }
}
