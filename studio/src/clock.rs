//! Clock: the time of tables. A simulation makes it stand, and jump.

use std::time::Instant;

/// The present moment; in a simulation, that of its own clock.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
