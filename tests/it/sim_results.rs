//! Sim results: what lies in a folder of results is of one job and as it was written, or it is told and played anew.

use std::fs;

use crate::cli_new::Stranger;
use crate::sim_failures::{change, zap};

/// The arguments of a job of 24 games in parts of 8.
fn job<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["sim", "zap", "--games", "24", "--part", "8", "--threads", "2", "--out", out][..], more].concat()
}

fn hash(told: &str) -> String {
    told.lines().find_map(|line| line.strip_prefix("hash ")).unwrap_or_else(|| panic!("{told}")).trim().into()
}

fn part(here: &Stranger, folder: &str, kind: &str, number: u64) -> std::path::PathBuf {
    here.0.join(folder).join(format!("{kind}-{number:05}.parquet"))
}

/// Outputs of a report and a resumed job, after `out` was damaged; the job repairs it.
#[track_caller]
fn told_and_healed(here: &Stranger, known: &str, file: &str, part: &str) {
    let (told, code) = here.says("", &["sim", "report", "out", "-o", "page.html"]);
    assert!(code == 2 && told.contains(file) && told.contains(part) && told.contains("run the same `sim`"), "{told}");
    let (told, code) = here.says("", &["sim", "diff", "out", "out"]);
    assert!(code == 2 && told.contains(file), "{told}");
    let told = here.well("", &job("out", &[]));
    assert_eq!(hash(&told), known, "{told}");
    here.well("", &["sim", "report", "out", "-o", "page.html"]);
}

#[test]
fn a_part_that_is_damaged_or_of_another_job_is_told_and_played_anew() {
    let here = zap("sim-parts");
    let known = hash(&here.well("", &job("out", &[])));
    here.well("", &job("seeds", &["--seed", "7"]));
    let at = |kind, number| part(&here, "out", kind, number);
    for kind in ["games", "cards", "decisions"] {
        let file = at(kind, 1);
        let whole = fs::read(&file).expect("a file");
        // A byte that differs, a file that is cut off, one that never was one.
        let mut other = whole.clone();
        other[whole.len() / 2] ^= 1;
        for bytes in [&other[..], &whole[..whole.len() / 2], b"PAR1 and nothing"] {
            fs::write(&file, bytes).expect("it is written");
            told_and_healed(&here, &known, &format!("{kind}-00001.parquet"), "no whole part of a job");
            assert_eq!(fs::read(&file).expect("a file"), whole);
        }
        // A file of another job, and one of another part.
        fs::copy(part(&here, "seeds", kind, 1), &file).expect("a copy");
        told_and_healed(&here, &known, &format!("{kind}-00001.parquet"), "a part of another job");
        fs::copy(at(kind, 0), &file).expect("a copy");
        told_and_healed(&here, &known, &format!("{kind}-00001.parquet"), "begins with game 0, not 8");
        // One that is gone.
        fs::remove_file(&file).expect("it goes");
        told_and_healed(&here, &known, &format!("{kind}-00001.parquet"), "it is missing");
    }
    let (told, code) = here.says("", &["sim", "diff", "out", "seeds"]);
    assert!(code == 2 && told.contains("the seed was 1 before and 7 after"), "{told}");
    // Parts without the file that names their job belong to no job.
    fs::remove_file(here.0.join("out/job.json")).expect("it goes");
    let (told, code) = here.says("", &job("out", &[]));
    assert!(code == 2 && told.contains("no job.json beside it"), "{told}");
}

#[test]
fn fewer_games_destroy_nothing() {
    let here = zap("sim-fewer");
    let known = hash(&here.well("", &job("out", &[])));
    let before = fs::read(part(&here, "out", "games", 1)).expect("a part");
    let (told, code) =
        here.says("", &job("out", &[]).iter().map(|a| if *a == "24" { "12" } else { a }).collect::<Vec<_>>());
    assert!(code == 2 && told.contains("games-00001.parquet") && told.contains("ask for 16 games or more"), "{told}");
    assert_eq!(fs::read(part(&here, "out", "games", 1)).expect("a part"), before);
    // A job of whole parts counts those, and takes none away.
    here.well("", &job("out", &[]).iter().map(|a| if *a == "24" { "16" } else { a }).collect::<Vec<_>>());
    assert_eq!(hash(&here.well("", &job("out", &[]))), known);
}

#[test]
fn a_job_that_somebody_edited_is_told() {
    let here = zap("sim-edited");
    here.well("", &job("out", &[]));
    let text = here.read("out/job.json");
    let edits = [
        ("\"random\"\n    ]", "]"),
        ("\"seats\": 2", "\"seats\": 4294967295"),
        ("\"seats\": 2", "\"seats\": 9223372036854775808"),
        ("\"seed\": 1", "\"seed\": 2"),
        ("\"seed\": 1", "\"seed\": 1, \"run\": 2"),
        ("\"part\": 8", "\"part\": 0"),
        ("\"version\": 2", "\"version\": 3"),
        ("\"version\": 2", "\"version\": 0"),
    ];
    for (old, new) in edits {
        let at = text.rfind(old).unwrap_or_else(|| panic!("{old}: {text}"));
        here.write("out/job.json", &format!("{}{new}{}", &text[..at], &text[at + old.len()..]));
        for args in [&["sim", "report", "out"][..], &job("out", &[])] {
            let (told, code) = here.says("", args);
            assert!(code == 2 && told.contains("job.json"), "{new}: {told}");
        }
    }
}

#[test]
fn a_folder_is_held_by_one_program_and_a_job_that_cannot_begin_leaves_it_free() {
    let here = zap("sim-held");
    let (told, code) = here.says("", &job("out", &["--bots", "program:no-such-bot"]));
    assert!(code == 2 && !here.0.join("out/job.json").exists(), "{told}");
    here.well("", &job("out", &[]));
    let held = fs::File::options().append(true).open(here.0.join("out/.hold")).expect("a file");
    held.lock().expect("nobody else holds it");
    let (told, code) = here.says("", &job("out", &[]));
    assert!(code == 2 && told.contains("another program uses this folder"), "{told}");
    drop(held);
    here.well("", &job("out", &[]));
}

#[test]
fn a_page_is_written_over_pages_only() {
    let here = zap("sim-page");
    here.well("", &job("out", &[]));
    let before = here.read("out/job.json");
    let (told, code) = here.says("", &["sim", "report", "out", "-o", "out/job.json"]);
    assert!(code == 2 && told.contains("is not a page") && here.read("out/job.json") == before, "{told}");
    for _ in 0..2 {
        here.well("", &["sim", "report", "out", "-o", "out/report.html"]);
    }
    // What changed in between is another job.
    change(&here, "default: 100", "default: 99");
    let (told, code) = here.says("", &job("out", &[]));
    assert!(code == 2 && told.contains("another job"), "{told}");
}
