//! Clock: the present moment, by which tables measure all times. A simulation stops it and moves it on.

use std::time::Instant;

/// The present moment of all tables; in a simulation, the time of its own clock.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
