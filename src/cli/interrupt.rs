//! Interrupt: Ctrl-C asks a long run to tell what it has so far. Another one ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What says from now on whether somebody asked: by Ctrl-C, or as a system ends programs.
#[cfg(unix)]
pub fn listen() -> std::io::Result<Arc<AtomicBool>> {
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Who ends a program by another one may send a signal to both: within so long it is the same one.
    const SAME: Duration = Duration::from_secs(1);
    /// The exit code of a program that Ctrl-C ended, as shells have it.
    const INTERRUPTED: i32 = 130;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let asked = Arc::new(AtomicBool::new(false));
    let told = asked.clone();
    std::thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            if first.is_some_and(|first| first.elapsed() > SAME) {
                std::process::exit(INTERRUPTED);
            }
            first.get_or_insert_with(Instant::now);
            told.store(true, Ordering::Relaxed);
        }
    });
    Ok(asked)
}

/// Elsewhere Ctrl-C ends the program.
#[cfg(not(unix))]
pub fn listen() -> std::io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}
