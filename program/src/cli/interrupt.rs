//! Interrupt: the first Ctrl-C asks a long run for its results so far; the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Begins to listen for Ctrl-C and for the system's request to end. The returned flag becomes true at the first; the
/// second ends the program.
#[cfg(unix)]
pub fn listen() -> std::io::Result<Arc<AtomicBool>> {
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// The time within which a second signal counts as the first: who ends a program may send one to it and one to its
    /// group.
    const SAME: Duration = Duration::from_secs(1);
    /// The exit code of a program that Ctrl-C ended, as shells have it.
    const INTERRUPTED: i32 = 130;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let asked = Arc::new(AtomicBool::new(false));
    let flag = asked.clone();
    std::thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            if first.is_some_and(|first| first.elapsed() > SAME) {
                std::process::exit(INTERRUPTED);
            }
            first.get_or_insert_with(Instant::now);
            flag.store(true, Ordering::Relaxed);
        }
    });
    Ok(asked)
}

/// On a system other than Unix, Ctrl-C ends the program: the flag never becomes true.
#[cfg(not(unix))]
pub fn listen() -> std::io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}
