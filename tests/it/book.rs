//! Book: the pages of `docs/` are one book, what they show of the program is what it says, and its picture is made by
//! it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn the_summary_lists_every_page() {
    let summary = read("docs/SUMMARY.md");
    let listed: BTreeSet<String> =
        summary.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_string())).collect();
    let entries = std::fs::read_dir(root().join("docs")).expect("docs").filter_map(|e| Some(e.ok()?.file_name()));
    let pages: BTreeSet<String> =
        entries.filter_map(|name| name.into_string().ok()).filter(|n| n.ends_with(".md")).collect();
    let expected: BTreeSet<String> = pages.into_iter().filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, expected);
}

#[test]
fn pages_are_shown_without_a_network() {
    let says = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_intermezzo")).args(args).output().expect("it runs");
        (String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr), ran.status.code())
    };
    let (told, code) = says(&["doc"]);
    assert!(code == Some(0) && told.contains("findings") && told.contains("first-card"), "{told}");
    let (told, _) = says(&["doc", "glossary"]);
    assert!(told.starts_with("Glossary"), "{told}");
    let (told, code) = says(&["doc", "glosary"]);
    assert!(code == Some(2) && told.contains("did you mean `glossary`?"), "{told}");
    let (told, code) = says(&["doc", "--find", "never_brought"]);
    assert!(code == Some(0) && told.contains("findings:"), "{told}");
}

/// `TRYCMD=overwrite cargo test --test it book` writes the answers anew.
#[test]
fn the_page_of_commands_is_what_they_say() {
    trycmd::TestCases::new()
        .register_bin("intermezzo", PathBuf::from(env!("CARGO_BIN_EXE_intermezzo")))
        .env("NO_COLOR", "1")
        .case(concat!(env!("REPOSITORY"), "/docs/commands.md"));
}

#[test]
fn each_command_has_its_section() {
    let ran = Command::new(env!("CARGO_BIN_EXE_intermezzo")).arg("--help").output().expect("it runs");
    let help = String::from_utf8_lossy(&ran.stdout).into_owned();
    let listed = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or("");
    let commands: Vec<&str> = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let commands: Vec<&str> = commands.into_iter().filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(commands.len() > 15, "{help}");
    let page = read("docs/commands.md");
    let missing: Vec<&&str> =
        commands.iter().filter(|name| !page.contains(&format!("$ intermezzo {name} --help"))).collect();
    assert!(
        missing.is_empty(),
        "docs/commands.md has no section of {missing:?}; then TRYCMD=overwrite writes what they say"
    );
}
