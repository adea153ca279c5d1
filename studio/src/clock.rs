//! Clock: the present moment, by which tables measure all times. A simulation stops it and moves it on.

use std::time::Instant;

/// The present moment; in a simulation, that of its own clock.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
