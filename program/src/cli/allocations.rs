//! Allocations: counts how often the program asks for memory while `bench` measures.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

static MEASURED: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Counts an allocation while [`during`] measures. The program's allocator calls this for each; while nobody measures
/// it costs next to nothing.
#[inline]
pub fn note() {
    if MEASURED.load(Relaxed) {
        COUNT.fetch_add(1, Relaxed);
    }
}

/// Runs `f`, and returns with its result how often all threads together asked for memory while it ran.
pub(super) fn during<R>(f: impl FnOnce() -> R) -> (R, u64) {
    let before = COUNT.load(Relaxed);
    MEASURED.store(true, Relaxed);
    let done = f();
    MEASURED.store(false, Relaxed);
    (done, COUNT.load(Relaxed) - before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_measured_counts() {
        note();
        let ((), counted) = during(|| (0..3).for_each(|_| note()));
        note();
        assert_eq!(counted, 3);
    }
}
