//! Clock: the present moment, by which tables measure all times. A simulation stops it and moves it on.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Seconds since 1970, for what lasts longer than this process.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The present moment of all tables; in a simulation, the time of its own clock.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
