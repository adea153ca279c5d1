//! Modules: the files of a game register each step once, and carry nothing from one effect to the next.

mod support;

use intermezzo::catalog::Files;
use intermezzo::table::Loader;
use support::{GAME, files};

const OWN: &str = "scripts/cardland/own.lua";

/// The errors of a game: places and messages.
fn errors(files: &Files) -> Vec<String> {
    let found = Loader::default().load(GAME, files).err();
    let told = |p: &intermezzo::error::Problem| format!("{}:{}: {}", p.span.file, p.span.line, p.message);
    found.map_or(Vec::new(), |found| found.list().iter().map(told).collect())
}

#[test]
fn a_step_is_registered_once() {
    let step = "step(\"zip\", function(args) act.draw(me, 1) end)\n";
    let other = "scripts/cardland/other.lua";
    assert_eq!(errors(&files(&[(OWN, step)])), [""; 0]);
    let twice = errors(&files(&[(other, step), (OWN, &format!("\n{step}"))]));
    assert_eq!(twice.len(), 1, "{twice:?}");
    let told = "scripts/cardland/own.lua:2: the step `zip` is registered already, in scripts/cardland/other.lua:1: `wrap";
    assert!(twice[0].starts_with(told), "{twice:?}");
    // Also the game's own, and from a file that comes later.
    let own = errors(&files(&[("scripts/cardland/zzz.lua", "step(\"win_check\", function() end)")]));
    assert!(own[0].contains("the step `win_check` is registered already, in scripts/cardland/flow.lua:"), "{own:?}");
    let wrapped = "wrap(\"win_check\", function(old, args) old(args) end)";
    assert_eq!(errors(&files(&[("scripts/cardland/zzz.lua", wrapped)])), [""; 0]);
}
