//! Fuzz targets: what strangers send, as bytes. Whatever the bytes are, a target ends soon, without a panic.
//!
//! `fuzz_targets/` gives them to cargo-fuzz, which looks for inputs that reach new code. `tests/fuzz` gives them inputs
//! that a seeded generator has mangled, and needs no compiler of its own. Both begin with the seeds: shipped files.

mod answer;
mod archive;
mod card;
mod filter;
mod game;
mod host;
mod locale;
mod lua_reader;
mod manifest;
mod pack;
mod play;
mod record;
mod scenario;
mod shipped;

/// One kind of thing that a stranger sends.
pub struct Target {
    /// What it is called, here and as a binary of cargo-fuzz.
    pub name: &'static str,
    /// How many inputs of a run it gets, next to those of others.
    pub share: u64,
    /// Inputs that are as they should be, and are taken.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Takes an input, or says why not.
    pub run: fn(&[u8]) -> play::Taken,
}

/// All of them.
pub const TARGETS: [Target; 12] = [
    Target { name: "answer", share: 20, seeds: answer::seeds, run: answer::run },
    Target { name: "archive", share: 20, seeds: archive::seeds, run: archive::run },
    Target { name: "card", share: 25, seeds: card::seeds, run: card::run },
    Target { name: "filter", share: 40, seeds: filter::seeds, run: filter::run },
    Target { name: "game", share: 10, seeds: game::seeds, run: game::run },
    Target { name: "host", share: 15, seeds: host::seeds, run: host::run },
    Target { name: "locale", share: 15, seeds: locale::seeds, run: locale::run },
    Target { name: "lua_reader", share: 40, seeds: lua_reader::seeds, run: lua_reader::run },
    Target { name: "manifest", share: 15, seeds: manifest::seeds, run: manifest::run },
    Target { name: "pack", share: 10, seeds: pack::seeds, run: pack::run },
    Target { name: "record", share: 10, seeds: record::seeds, run: record::run },
    Target { name: "scenario", share: 15, seeds: scenario::seeds, run: scenario::run },
];

/// Runs the target of a name.
///
/// # Panics
///
/// If there is no such target, or it found a bug.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|t| t.name == name).unwrap_or_else(|| panic!("there is no target `{name}`"));
    drop((target.run)(input));
}
