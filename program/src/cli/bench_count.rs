//! Counts: counts the allocations and instructions of a decision. The games are always the same, so a changed figure
//! comes from a changed program.

use std::process::{Command, Stdio};

use super::allocations;
use super::bench_measure::{Bencher, refused};
use intermezzo::error::Result;

/// The number of games that are played; their seeds are 0 and the numbers after it.
const GAMES: u64 = 5;

/// The average cost of a decision.
#[derive(Default)]
pub struct Counts {
    /// The average number of allocations for a decision; `None` if the allocator does not count.
    pub allocations: Option<f64>,
    /// The average number of instructions for a decision; `None` if valgrind is not installed.
    pub instructions: Option<f64>,
}

/// Counts the allocations and instructions of an average decision in whole games, from an answer to the next question.
pub fn counts(mut bencher: Bencher) -> Result<Counts> {
    let (mut decisions, mut allocated) = (0, 0);
    for _ in 0..GAMES {
        let (mut table, mut bot) = bencher.next_game()?;
        while let Some(decision) = table.decisions().first().cloned() {
            let answer = bot.legal_answer(table.world(), &decision);
            let (done, count) = allocations::during(|| table.submit(decision.seat, answer));
            done.map_err(refused)?;
            decisions += 1;
            allocated += count;
        }
    }
    let each = |count: u64| (count > 0 && decisions > 0).then(|| count as f64 / decisions as f64);
    Ok(Counts { allocations: each(allocated), instructions: instructions().and_then(each) })
}

/// Plays the games, and counts nothing itself: it runs under valgrind, which counts.
pub fn play(mut bencher: Bencher) -> Result<()> {
    (0..GAMES).try_for_each(|_| bencher.play_one().map(drop))
}

/// The number of instructions that all answers of the games take together: this program is started once more, under
/// valgrind, to play them.
fn instructions() -> Option<u64> {
    let told = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*::Table::submit"])
        .arg(std::env::current_exe().ok()?)
        .args(std::env::args_os().skip(1))
        .arg("--only-play")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    collected(&String::from_utf8_lossy(&told.stderr))
}

/// Reads the number of instructions from what callgrind prints at its end.
fn collected(told: &str) -> Option<u64> {
    told.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_callgrind_tells_is_read() {
        let told =
            "==7== Callgrind, a call-graph generating cache profiler\n==7== \n==7== Collected : 1234567\n==7== \n";
        assert_eq!(collected(told), Some(1_234_567));
        assert_eq!(collected("valgrind: the tool is missing"), None);
    }
}
