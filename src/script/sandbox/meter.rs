//! Meter: fuel and wall clock of the run in progress.
//!
//! Fuel is deterministic: one for each safepoint of the VM (loop, call, return) and more for long strings. The clock is
//! not; it only stops what fuel let through, and what it stops is never shown to the rules.

use std::cell::Cell;
use std::time::{Duration, Instant};

use mlua::{Error, Lua, Result};

use super::error::{FailureKind, Stopped};

/// The longest string a script can make, in bytes. Comparing, joining or hashing one cannot be interrupted.
pub(super) const MAX_STRING: usize = 64 * 1024;
/// How deep comparators and callbacks may nest through Rust; each level takes several frames of the C stack.
const MAX_DEPTH: u32 = 16;
/// Safepoints between two looks at the clock, and how much the heap may grow before every safepoint looks.
const CLOCK_STRIDE: u32 = 16;
const LARGE_HEAP: usize = 4 * 1024 * 1024;
/// Bytes of a long string that cost one fuel, and the length up to which a string costs nothing.
const BYTES_PER_FUEL: usize = 256;
const SHORT_STRING: usize = 1024;
const TRACE_LINES: usize = 20;

/// Counters of one VM; shared by the interrupt and the builtins.
pub(super) struct Meter {
    fuel: Cell<i64>,
    wall: Duration,
    deadline: Cell<Option<Instant>>,
    until_clock: Cell<u32>,
    heap_at_start: Cell<usize>,
    depth: Cell<u32>,
    aborted: Cell<bool>,
}

/// Leaves a level of nesting when dropped.
pub(super) struct Depth<'a>(&'a Cell<u32>);

impl Drop for Depth<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Meter {
    pub(super) fn new(fuel: i64, wall_ms: u64) -> Meter {
        Meter {
            fuel: Cell::new(fuel),
            wall: Duration::from_millis(wall_ms),
            deadline: Cell::new(None),
            until_clock: Cell::new(CLOCK_STRIDE),
            heap_at_start: Cell::new(0),
            depth: Cell::new(0),
            aborted: Cell::new(false),
        }
    }

    pub(super) fn start(&self, lua: &Lua, fuel: i64) {
        self.fuel.set(fuel);
        self.deadline.set(Some(Instant::now() + self.wall));
        self.until_clock.set(CLOCK_STRIDE);
        self.heap_at_start.set(lua.used_memory());
        self.aborted.set(false);
    }

    pub(super) fn fuel_left(&self) -> i64 {
        self.fuel.get().max(0)
    }

    pub(super) fn set_fuel(&self, fuel: i64) {
        self.fuel.set(fuel);
    }

    /// One safepoint.
    pub(super) fn tick(&self, lua: &Lua) -> Result<()> {
        let left = self.fuel.get() - 1;
        self.fuel.set(left);
        let until = self.until_clock.get() - 1;
        self.until_clock.set(until);
        if left < 0 {
            return self.stop(lua, FailureKind::Fuel, "out of fuel: the script runs too long");
        }
        if until == 0 { self.look_at_clock(lua) } else { Ok(()) }
    }

    /// Pays for work inside one call.
    pub(super) fn charge(&self, lua: &Lua, fuel: i64) -> Result<()> {
        self.fuel.set(self.fuel.get() - fuel.max(0));
        if self.fuel.get() < 0 {
            return self.stop(lua, FailureKind::Fuel, "out of fuel: the script runs too long");
        }
        self.look_at_clock(lua)
    }

    /// Pays for a string that was made.
    pub(super) fn charge_bytes(&self, lua: &Lua, bytes: usize) -> Result<()> {
        if bytes > SHORT_STRING { self.charge(lua, (bytes / BYTES_PER_FUEL) as i64) } else { Ok(()) }
    }

    fn look_at_clock(&self, lua: &Lua) -> Result<()> {
        // On a large heap a single step of a script (a table that rehashes) may take milliseconds.
        let large = lua.used_memory() > self.heap_at_start.get() + LARGE_HEAP;
        self.until_clock.set(if large { 1 } else { CLOCK_STRIDE });
        if self.aborted.get() || self.deadline.get().is_some_and(|deadline| Instant::now() >= deadline) {
            self.aborted.set(true);
            self.until_clock.set(1);
            return self.stop(lua, FailureKind::Abort, "out of time: the script takes too long");
        }
        Ok(())
    }

    fn stop(&self, lua: &Lua, kind: FailureKind, reason: &'static str) -> Result<()> {
        // Should a host function swallow the error, the next safepoint raises it again.
        self.until_clock.set(1);
        let stack = trace(lua);
        Err(Error::external(Stopped { kind, reason, stack }))
    }

    /// Enters a call from Rust into a script's function.
    pub(super) fn enter(&self) -> Result<Depth<'_>> {
        if self.depth.get() >= MAX_DEPTH {
            return Err(Error::runtime(format!("comparators and callbacks nested too deeply: at most {MAX_DEPTH}")));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(Depth(&self.depth))
    }
}

/// The running functions, innermost first.
fn trace(lua: &Lua) -> Vec<String> {
    let mut lines = Vec::new();
    for level in 0..200 {
        let line = lua.inspect_stack(level, |debug| {
            let line = debug.current_line()?;
            let (source, names) = (debug.source(), debug.names());
            let file = source.short_src?;
            Some(match names.name {
                Some(name) => format!("{file}:{line} in function '{name}'"),
                None => format!("{file}:{line}"),
            })
        });
        match line {
            Some(Some(line)) => lines.push(line),
            Some(None) => {}
            None => break,
        }
        if lines.len() >= TRACE_LINES {
            break;
        }
    }
    lines
}
