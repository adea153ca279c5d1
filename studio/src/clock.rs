//! Clock: the time of tables. A simulation makes it stand, and jump.

use std::time::Instant;

/// Now.
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
