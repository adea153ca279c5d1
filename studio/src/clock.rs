//! Clock: the time of tables. A simulation makes it stand, and jump.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Seconds since 1970, for what lasts longer than this process.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The present moment; in a simulation, that of its own clock.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
