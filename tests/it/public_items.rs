//! Public items: the list of what the library offers is a file that people read before it changes.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// More than so many items nobody learns.
const MOST: usize = 250;

/// What `cargo doc` lists, one item a line: its kind and its path.
fn listed() -> BTreeSet<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the folder of what is built");
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--quiet", "--no-deps", "--lib", "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the library has no documentation");
    let page = std::fs::read_to_string(target.join("doc/intermezzo/all.html")).expect("the list of all items");
    // Each is a link: `<a href="bots/trait.Bot.html">bots::Bot</a>`.
    let links = page.split("<a href=\"").skip(1).filter_map(|rest| rest.split_once("\">"));
    let item = |(href, rest): (&str, &str)| {
        let (file, name) = (href.rsplit('/').next()?, rest.split_once("</a>")?.0);
        let (kind, rest) = file.split_once('.')?;
        rest.ends_with(".html").then(|| format!("{kind} {name}"))
    };
    links.filter_map(item).collect()
}

#[test]
fn the_public_items_are_those_of_the_reviewed_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/public-items.txt");
    let listed = listed();
    assert!(listed.contains("struct Table") && listed.contains("trait bots::Bot"), "{listed:?}");
    assert!(listed.len() <= MOST, "{} public items: {MOST} are enough", listed.len());
    if std::env::var_os("UPDATE").is_some() {
        let text: String = listed.iter().map(|item| format!("{item}\n")).collect();
        std::fs::write(&path, text).expect("the list is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("docs/public-items.txt");
    let reviewed: BTreeSet<String> = text.lines().map(String::from).collect();
    let differ = |a: &BTreeSet<String>, b| a.difference(b).cloned().collect::<Vec<_>>().join(", ");
    assert!(
        listed == reviewed,
        "new: {}; gone: {}; `UPDATE=1 cargo test --test it public_items` writes docs/public-items.txt",
        differ(&listed, &reviewed),
        differ(&reviewed, &listed)
    );
}
