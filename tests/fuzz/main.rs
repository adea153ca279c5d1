//! Fuzz: inputs of strangers, mangled by a seeded generator: none makes us panic, takes long or fills the memory.
//!
//! The targets are those of `fuzz/`, which look for such inputs with the help of a compiler; here any compiler will do.
//! `INPUTS=200000 SEED=1 cargo test --test fuzz -- --nocapture` tries more than a few and prints figures; `TARGET=card`
//! tries one target, `FROM=17 INPUTS=18` one input of it.

#[allow(dead_code)] // cargo-fuzz uses the rest
#[path = "../../fuzz/src/lib.rs"]
mod fuzz;
mod judge;
mod mangle;

use std::io::Write as _;
use std::time::Duration;

use fuzz::{TARGETS, Target};
use judge::{Bounds, Job, judge};

/// What an input may cost.
const BOUNDS: Bounds = Bounds { time: Duration::from_secs(5), bytes: 300 << 20 };
/// Names the job of a child process.
const CHILD: &str = "INTERMEZZO_FUZZ";
/// Inputs tried of each target by default.
const FEW: u64 = 250;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn no_input_does_harm() {
    let seed = number("SEED").unwrap_or(0);
    let only = std::env::var("TARGET").ok();
    let targets: Vec<&Target> = TARGETS.iter().filter(|t| only.as_ref().is_none_or(|only| t.name == only)).collect();
    assert!(!targets.is_empty(), "there is no such target");
    // A target gets its share of the inputs, or all inputs if it runs alone.
    let shares: u64 = targets.iter().map(|t| t.share).sum();
    let mut harm = Vec::new();
    for target in targets {
        let inputs = number("INPUTS").map_or(FEW, |all| all * target.share / shares);
        let job = Job { target: target.name.into(), seed, from: number("FROM").unwrap_or(0), to: inputs };
        let found = judge(&job, &BOUNDS);
        println!("{:>10}: {}", target.name, found.figures);
        harm.extend(found.harm);
    }
    assert!(harm.is_empty(), "{}", harm.join("\n\n"));
}

/// Targets that do what no input may: if nobody noticed, it would be seen here.
const HARMFUL: [Target; 3] = [
    Target { name: "panics", share: 1, seeds: Vec::new, run: |_| panic!("as it should") },
    Target { name: "hangs", share: 1, seeds: Vec::new, run: |_| hang() },
    Target { name: "grows", share: 1, seeds: Vec::new, run: |_| grow() },
];

fn hang() -> Result<(), String> {
    let began = std::time::Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        std::hint::spin_loop();
    }
    Ok(())
}

fn grow() -> Result<(), String> {
    drop(std::hint::black_box(vec![1u8; 1 << 28]));
    Ok(())
}

#[test]
fn harm_is_noticed() {
    let bounds = Bounds { time: Duration::from_secs(1), bytes: 200 << 20 };
    for (target, word) in HARMFUL.iter().zip(["as it should", "takes longer than", "fills more than"]) {
        // What cannot be measured here is not noticed.
        if target.name == "grows" && !cfg!(target_os = "linux") {
            continue;
        }
        let job = Job { target: target.name.into(), seed: 0, from: 0, to: 2 };
        let harm = judge(&job, &bounds).harm;
        assert_eq!(harm.len(), 2, "{}: {harm:?}", target.name);
        assert!(harm.iter().all(|h| h.contains(word)), "{}: {harm:?}", target.name);
    }
}

/// Writes the seeds of all targets, a folder for each, for those who begin with files: `.ci/fuzz` says into which folder.
#[test]
fn write_seeds() {
    let Some(folder) = std::env::var_os("SEEDS") else { return };
    for target in &TARGETS {
        let folder = std::path::Path::new(&folder).join(target.name);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (i, seed) in (target.seeds)().iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{i}")), seed).expect("a file");
        }
    }
}

/// The other half: does nothing unless the variable names a job.
#[test]
fn child() {
    let Some(job) = std::env::var(CHILD).ok().and_then(|text| Job::read(&text)) else { return };
    let target = TARGETS.iter().chain(&HARMFUL).find(|t| t.name == job.target).expect("a target");
    let mangler = mangle::Mangler::new((target.seeds)());
    for i in job.from..job.to {
        let input = mangler.input(&job.target, job.seed, i);
        let mut out = std::io::stdout().lock();
        writeln!(out, "\nAT {i} {}", input.len()).and_then(|()| out.flush()).expect("somebody reads it");
        drop(out);
        let taken = (target.run)(&input);
        let is_seed = i < mangler.seeds();
        assert!(taken.is_ok() || !is_seed, "a seed is refused: {}", taken.unwrap_err());
        println!("\n{}", if taken.is_ok() { "TAKEN" } else { "REFUSED" });
    }
    println!("\nDONE");
}
