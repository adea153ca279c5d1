//! Sim cluster: `sim --cluster` hands a job to the Python package, or says what is missing.

use std::process::{Command, Output};

fn sim(python: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["sim", "cardland", "--cluster", "ray://nowhere:1"]).args(arguments);
    command.env("INTERMEZZO_PYTHON", python).output().expect("the program")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_python_without_the_package_is_told() {
    let output = sim("no-such-python", &[]);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("`no-such-python` does not have") && said.contains("pip install 'intermezzo[ray]'"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn what_a_cluster_does_not_do_is_told() {
    for (given, name) in [(["--until", "1"], "--until"), (["--threads", "2"], "--threads")] {
        let output = sim("no-such-python", &given);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(&format!("{name} is not for --cluster")), "{}", said(&output));
    }
}

/// `echo` stands for a Python: it is asked whether it has the package, and then for the job.
#[test]
#[cfg(unix)]
fn the_whole_job_is_handed_over() {
    let output = sim("echo", &["--games", "70", "--seed", "5", "--bots", "random", "--json", "--out", "results"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "-m intermezzo.ray cardland --cluster=ray://nowhere:1 --games=70 --decks=all --bots=random --seed=5 \
                    --part=256 ";
    assert!(line.starts_with(expected) && line.trim_end().ends_with("--out=results --json"), "{line}");
}
