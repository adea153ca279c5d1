//! Meter: fuel and wall clock of the run in progress.
//!
//! Fuel is deterministic: one unit for each safepoint of the VM (loop, call, return), and more for long strings. The
//! clock is not. It only stops a script that fuel let through, and the rules never see that.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::{Error, Lua, Result};

use super::deadline::Deadline;
use super::error::{FailureKind, Stopped};
use super::stack::{Safepoints, are_calls_deep};

/// The greatest nesting of comparators and callbacks through Rust; each level takes several frames of the C stack.
const MAX_DEPTH: u32 = 16;
/// The number of safepoints between two looks at the clock.
const CLOCK_STRIDE: u32 = 16;
/// The bytes by which the heap may grow in a run before each safepoint looks at the clock.
const LARGE_HEAP: usize = 4 * 1024 * 1024;
/// Bytes of garbage from earlier runs that start a collection.
const FULL_HEAP: usize = 24 * 1024 * 1024;
/// Bytes of a string that cost one fuel; `lua_library` knows it, too.
const BYTES_PER_FUEL: usize = 128;
/// Fuel used before that makes a removal cost one more. A removal leaves a hole, and a full table with holes is rebuilt
/// for each new key (attack clock_rehash). The size of a table is bounded by the fuel that its script has used.
const USED_PER_REMOVAL: i64 = 64;
/// A new string costs one more unit of fuel for each 4,096 that its run has used. The VM interns strings by a hash
/// without a secret, so a script can put all its strings into one bucket, where finding each takes longer: 36,000 took
/// 0.9 s (attack clock_chain). The rising price bounds the number of strings that fuel can buy.
const USED_PER_TEXT: i64 = 4096;
const TRACE_LINES: usize = 20;
/// The message where fuel runs out between two calls of the host.
pub(crate) const RUNS_TOO_LONG: &str = "out of fuel: the script runs too long";

/// The fuel and the time left for the scripts of one VM. Shared by the VM's interrupt and the functions that charge for
/// work.
pub(crate) struct Meter {
    /// Fuel when safepoints were granted; those that passed since are still to be paid.
    fuel: Cell<i64>,
    /// The fuel when the run began.
    at_first: Cell<i64>,
    granted: Cell<u32>,
    safepoints: Rc<Safepoints>,
    wall: Duration,
    deadline: Deadline,
    heap_at_start: Cell<usize>,
    /// The size of the heap, in bytes, at which garbage is collected before a run begins.
    collect_at: Cell<usize>,
    depth: Cell<u32>,
    aborted: Cell<bool>,
}

/// A level of nesting of calls from Rust; dropping it leaves the level.
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
            at_first: Cell::new(fuel),
            granted: Cell::new(0),
            safepoints: Rc::default(),
            wall: Duration::from_millis(wall_ms),
            deadline: Deadline::default(),
            heap_at_start: Cell::new(0),
            collect_at: Cell::new(FULL_HEAP),
            depth: Cell::new(0),
            aborted: Cell::new(false),
        }
    }

    /// Begins a run, or resumes one that began with more fuel, with the time at which it must end.
    pub(super) fn start(&self, lua: &Lua, fuel: i64, at_first: i64, until: Instant) {
        self.at_first.set(at_first);
        self.deadline.set(until);
        // Garbage of earlier runs must not use up this run's memory.
        if lua.used_memory() > self.collect_at.get() && lua.gc_collect().is_ok() {
            self.collect_at.set(lua.used_memory() + FULL_HEAP);
        }
        self.heap_at_start.set(lua.used_memory());
        self.aborted.set(false);
        self.set_fuel(fuel);
    }

    /// The counter of safepoints that may still pass, which all coroutines of the VM count down.
    pub(super) fn safepoints(&self) -> &Rc<Safepoints> {
        &self.safepoints
    }

    pub(crate) fn fuel_left(&self) -> i64 {
        self.pay();
        self.fuel.get().max(0)
    }

    pub(super) fn set_fuel(&self, fuel: i64) {
        self.fuel.set(fuel);
        self.grant(CLOCK_STRIDE);
    }

    /// Permits a number of safepoints before the next look, or as many as the fuel allows.
    fn grant(&self, safepoints: u32) {
        let n = i64::from(safepoints).min(self.fuel.get().saturating_add(1)).max(1) as u32;
        self.granted.set(n);
        self.safepoints.set(n);
    }

    /// Pays for the safepoints that passed.
    fn pay(&self) {
        let left = self.safepoints.left();
        self.fuel.set(self.fuel.get() - i64::from(self.granted.get() - left));
        self.granted.set(left);
    }

    /// Counts a safepoint, and pays and looks at the clock when the granted ones are used up.
    pub(super) fn tick(&self, lua: &Lua) -> Result<()> {
        if are_calls_deep() {
            return self.stop(lua, FailureKind::Error, "calls nest more than 400 deep");
        }
        if self.safepoints.pass() {
            return Ok(());
        }
        self.safepoints.set(0);
        self.charge(lua, 0)
    }

    /// Pays for work inside one call.
    pub(super) fn charge(&self, lua: &Lua, fuel: i64) -> Result<()> {
        self.pay();
        self.fuel.set(self.fuel.get() - fuel.max(0));
        if self.fuel.get() < 0 {
            return self.stop(lua, FailureKind::Fuel, RUNS_TOO_LONG);
        }
        self.look_at_clock(lua)
    }

    /// Pays for work of the host; false: there was not enough fuel, and the next safepoint says so again.
    pub(crate) fn spend(&self, fuel: i64) -> bool {
        self.pay();
        self.fuel.set(self.fuel.get().saturating_sub(fuel.max(0)));
        self.grant(CLOCK_STRIDE);
        self.fuel.get() >= 0
    }

    /// True if more fuel was taken than there was.
    pub(crate) fn is_out(&self) -> bool {
        self.pay();
        self.fuel.get() < 0
    }

    /// The moment at which a run that begins now must have ended.
    pub(super) fn end(&self) -> Instant {
        Instant::now() + self.wall
    }

    /// Pays for a string that was made.
    pub(super) fn charge_bytes(&self, lua: &Lua, bytes: usize) -> Result<()> {
        let fuel = (bytes / BYTES_PER_FUEL) as i64;
        if fuel > 0 { self.charge(lua, fuel) } else { Ok(()) }
    }

    /// The fuel used so far, in this run and in others that share its fuel.
    fn used(&self) -> i64 {
        self.pay();
        self.at_first.get() - self.fuel.get()
    }

    /// Pays for an entry that was taken away from a table.
    pub(super) fn charge_removal(&self, lua: &Lua) -> Result<()> {
        self.charge(lua, self.used() / USED_PER_REMOVAL)
    }

    /// Pays for a new string: the VM looks for it among all its strings, which takes longer the more there are.
    pub(super) fn charge_text(&self, lua: &Lua) -> Result<()> {
        match self.used() / USED_PER_TEXT {
            0 => Ok(()),
            fuel => self.charge(lua, fuel),
        }
    }

    fn look_at_clock(&self, lua: &Lua) -> Result<()> {
        // On a large heap a single step of a script (a table that rehashes) may take milliseconds.
        let large = lua.used_memory() > self.heap_at_start.get() + LARGE_HEAP;
        self.grant(if large { 1 } else { CLOCK_STRIDE });
        if self.aborted.get() || self.deadline.is_over() {
            self.aborted.set(true);
            return self.stop(lua, FailureKind::Abort, "out of time: the script takes too long");
        }
        Ok(())
    }

    fn stop(&self, lua: &Lua, kind: FailureKind, reason: &'static str) -> Result<()> {
        // Should a host function swallow the error, the next safepoint raises it again.
        self.grant(1);
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

#[cfg(test)]
mod tests {
    use super::super::stack::Resumed;
    use super::super::{Limits, Sandbox};
    use super::*;

    /// Runs a loop with this number of rounds and this fuel, and returns the fuel left.
    fn left(fuel: i64, rounds: u32) -> std::result::Result<i64, FailureKind> {
        let sandbox = Sandbox::new(Limits { fuel, ..Limits::default() }).expect("a sandbox");
        let source = format!("for i = 1, {rounds} do end return string.rep('long', 1000)");
        let function = sandbox.load_host("loop", &source).expect("it loads");
        let mut coroutine = sandbox.coroutine(&function).expect("a coroutine");
        sandbox.start_run();
        match coroutine.resume(|_| Ok(()), |_| ()) {
            Ok(Resumed::Ended(())) => Ok(sandbox.fuel_left()),
            Ok(Resumed::Waits) => panic!("it does not wait"),
            Err(error) => Err(sandbox.classify(&error).kind),
        }
    }

    #[test]
    fn fuel_is_counted_to_the_last_safepoint() {
        for rounds in [1, 14, 15, 16, 17, 31, 32, 33, 1000] {
            let used = 10_000 - left(10_000, rounds).expect("there is enough");
            assert_eq!(10_000 - left(10_000, rounds + 1).expect("there is enough"), used + 1, "{rounds}");
            assert_eq!(left(used, rounds), Ok(0), "{rounds}");
            assert_eq!(left(used - 1, rounds), Err(FailureKind::Fuel), "{rounds}");
        }
    }
}
