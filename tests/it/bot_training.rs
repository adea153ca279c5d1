//! Bot training: bots learn a game from games of their own, and what they know is a file that is judged as a
//! stranger's.

use crate::cli_new::Stranger;
use crate::sim_failures::zap;

const FILE: &str = "cards/zap/bots/learnt.txt";

fn trained(here: &Stranger, seed: &str, threads: &str) -> (String, i32) {
    let job = ["train", "zap", "--rounds", "12", "--games", "100", "--gate", "200", "--seed", seed];
    here.says("", &[&job[..], &["--threads", threads]].concat())
}

/// The same arguments write the same file with any number of threads, and bots know the game by it.
#[test]
fn what_is_trained_is_written_and_used() {
    let here = zap("train");
    // Not each seed leads to a bot that wins its gate.
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let kept = seeds.into_iter().find(|seed| {
        let (told, code) = trained(&here, seed, "2");
        assert!(told.contains("Round 1: the new bot won ") && told.contains(" of 200 games"), "{told}");
        code == 0
    });
    let seed = kept.expect("a bot wins its gate");
    let first = here.read(FILE);
    let head = format!("bots 1\n# `intermezzo train zap --rounds 12 --games 100 --gate 200 --seed {seed}` made it.\n");
    assert!(first.starts_with(&head), "{first}");
    std::fs::remove_file(here.0.join(FILE)).expect("it was written");
    assert_eq!(trained(&here, seed, "1").1, 0);
    assert_eq!(here.read(FILE), first);
}

/// A small file by hand: lines that name what the game does not have are left out.
const KNOWN: &str = "bots 1\n# by hand\ngame zap\nhash 0123\nlevel turn\nlength 9\nworth count hand: 0.1 0\nworth own no_such_card: 5 5\nhabit use no/such thing: 1\n";

#[test]
fn a_file_is_read_line_by_line() {
    let here = zap("train-file");
    let sim = ["sim", "zap", "--games", "2", "--bots", "greedy"];
    let plain = here.well("", &sim);
    here.write(FILE, KNOWN);
    let told = here.well("", &sim);
    assert!(told.contains("learnt another version of it"), "{told}");
    assert_ne!(told, plain);
    assert_eq!(here.well("", &["check", "zap"]), here.well("", &["check", "zap"]));
    for (old, new, why) in [
        ("bots 1", "bots 2", ":1: the file begins with `bots 1`"),
        ("game zap", "game duel", ":3: it is the file of another game"),
        ("level turn", "level week", ":5: the game has no such level"),
        ("level turn\n", "", ":1: no line says the `level`"),
        ("length 9", "length 1e999", ":6: a number from"),
        ("hand: 0.1 0", "hand: NaN 0", ":7: a number from"),
        ("hand: 0.1 0", "hand 0.1 0", ":7: a name, a colon and numbers"),
        ("thing: 1", "thing: 0", ":9: a number from"),
        ("# by hand", "by hand", ":2: a line begins with"),
    ] {
        here.write(FILE, &KNOWN.replace(old, new));
        let (told, code) = here.says("", &sim);
        assert!(code == 2 && told.contains(&format!("cards/zap/bots/learnt.txt{why}")), "{new}: {told}");
        assert!(told.contains("`intermezzo train zap` writes it anew"), "{told}");
    }
}

/// A file that somebody else wrote in its place stays.
#[test]
fn another_file_is_not_written_over() {
    let here = zap("train-other");
    here.write(FILE, "notes of mine\n");
    let (told, code) = trained(&here, "1", "2");
    assert!(code == 2 && told.contains("is not what bots learnt"), "{told}");
    assert_eq!(here.read(FILE), "notes of mine\n");
}
