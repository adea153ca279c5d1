//! Saves: however often a file of a running game is saved, the game takes no more memory than for the first save.
//!
//! `SAVES=10000 cargo test --test clock saves -- --nocapture` saves as often as somebody does in weeks.

use intermezzo::table::{Loader, Table};

use crate::support::probe::{self, PROBE};
use crate::support::{GAME, asked, files, number, submit};

const CHILD: &str = "INTERMEZZO_SAVES";

/// How a game is played between two saves.
const WAYS: [&str; 4] =
    ["nobody answers", "one of two texts in turn", "an answer for every tenth text", "an answer for every text"];
/// The most memory that all later saves may take together, in MiB.
const MOST: u64 = 100;

#[test]
fn saves_leave_no_memory_behind() {
    let _alone = crate::alone();
    let mut wrong = Vec::new();
    for way in WAYS {
        match crate::in_child("saves::child", CHILD, way) {
            Ok(outcome) => println!("{way}: {outcome}"),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names a way.
#[test]
fn child() {
    let Ok(way) = std::env::var(CHILD) else { return };
    let at = WAYS.iter().position(|known| *known == way).expect("a way");
    let saves = number("SAVES", 300);
    let mut loader = Loader::default();
    let mut base = files(&[]).of_game(GAME);
    let mut load = |text: u64| {
        let script = format!("act.draw(me, 1) -- the text {text}");
        base.overlay([(PROBE.to_string(), probe::event(&script).into())]);
        loader.load(GAME, &base).unwrap_or_else(|problems| panic!("{}", problems.render_all())).0
    };
    let mut table = probe::table(&load(0), 5);
    let (mut first, mut most, mut answers, mut anew) = (0, 0, 0, 0);
    for save in 1..=saves {
        let adopted = table.adopt(&load(if at == 1 { save % 2 } else { save })).expect("it can be adopted");
        anew += u64::from(adopted.from_start);
        let is_played = [false, true, save % 10 == 0, true][at];
        answers += u64::from(is_played && answer(&mut table));
        if save == 20.min(saves) {
            first = held();
        }
        most = most.max(held());
    }
    let (first, more, now) = (first >> 10, most.saturating_sub(first) >> 10, held() >> 10);
    assert!(more <= MOST, "{more} MiB more than {first} MiB at first, behind {saves} saves and {answers} answers");
    println!(
        "\nOUTCOME {saves} saves, {answers} answers, {anew} times anew: {first} MiB at first, at most {more} MiB more, {now} MiB at the end"
    );
}

/// One answer; a game that is over goes back to its first turns, and nothing is answered.
fn answer(table: &mut Table) -> bool {
    if table.is_over() {
        while table.answers() > 20 && table.undo() {}
        return false;
    }
    let decision = asked(table);
    let answer = probe::idle(table, &decision);
    submit(table, &(decision.seat, answer));
    true
}

/// The memory that this process holds now, in KiB, where Linux tells it.
fn held() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}
