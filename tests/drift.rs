//! Drift: what is made from the code is committed as it is made now.
//!
//! `UPDATE=1 cargo test --test drift` writes the files anew.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::script::stubs;

/// Compares files with what they should hold, or writes them.
fn check(files: &[(String, String)]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut stale = Vec::new();
    for (path, text) in files {
        let old = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        if old.replace("\r\n", "\n") == *text {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(root.join(path).parent().expect("a file lies in a folder")).expect("a folder");
            std::fs::write(root.join(path), text).expect("a file that can be written");
        } else {
            stale.push(path.as_str());
        }
    }
    assert!(stale.is_empty(), "not up to date: {}\n`UPDATE=1 cargo test --test drift` writes them", stale.join(", "));
}

#[test]
fn stubs_and_reference_are_up_to_date() {
    let files = Files::with_root(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the repository");
    let mut made = vec![("scripts/_meta/host.lua".to_string(), stubs::host())];
    let mut games = Vec::new();
    for game in files.games() {
        let (catalog, _) = Catalog::load(&game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        made.push((format!("scripts/_meta/{game}.lua"), stubs::game(&catalog.rules)));
        games.push(catalog.rules);
    }
    let games: Vec<_> = games.iter().map(|rules| &**rules).collect();
    made.push(("docs/host-functions.md".to_string(), stubs::reference(&games).expect("a sandbox")));
    check(&made);
}
