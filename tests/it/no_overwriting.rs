//! No overwriting: no command overwrites a file that somebody else wrote.

use crate::cli_new::Stranger;

const MANIFEST: &str = "cards/odd_ropes/game.yaml";

/// A folder with a small game.
fn game(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "game", "odd_ropes"]);
    here
}

/// A command that would write into a file of an author leaves it as it is, and says so.
#[track_caller]
fn refused(here: &Stranger, args: &[&str], file: &str, help: &str) {
    let before = here.read(file);
    let (told, code) = here.says("", args);
    assert!(code == 2 && told.contains(file) && told.contains("it is left as it is") && told.contains(help), "{told}");
    assert_eq!(here.read(file), before, "{told}");
}

#[test]
fn a_baseline_is_written_over_a_baseline_only() {
    let here = game("over-baseline");
    let write = |file: &'static str| ["check", "odd_ropes", "--write-baseline", file];
    refused(&here, &write(MANIFEST), MANIFEST, "another place with --write-baseline");
    // Also one that is JSON.
    here.write("other.json", "[{ \"key\": \"a\", \"file\": \"b\", \"line\": \"c\", \"mine\": 1 }]");
    refused(&here, &write("other.json"), "other.json", "--write-baseline");
    here.write("empty.json", "");
    for file in ["known.json", "known.json", "empty.json"] {
        here.well("", &write(file));
    }
    assert_eq!(here.read("empty.json"), "[]\n");
}

#[test]
fn faces_and_pages_are_written_over_their_like_only() {
    let here = game("over-sheets");
    let print = |file: &'static str| ["cards", "odd_ropes", "--print", file];
    refused(&here, &print(MANIFEST), MANIFEST, "another place with --print");
    here.write("mine.html", "<!doctype html>\n<title>mine</title>");
    refused(&here, &print("mine.html"), "mine.html", "--print");
    here.write("out/young_wolf.svg", "<svg>mine</svg>");
    refused(&here, &["cards", "odd_ropes", "--svg", "out"], "out/young_wolf.svg", "another place with --svg");
    // Of two things that are asked for none is written, if one cannot be.
    refused(&here, &["cards", "odd_ropes", "--svg", "new", "--print", MANIFEST], MANIFEST, "--print");
    assert!(!here.0.join("new").exists());
    // A folder that is not there is made, and what was made there before is made again.
    for _ in 0..2 {
        here.well("", &["cards", "odd_ropes", "--svg", "new/faces", "--print", "cards.html"]);
    }
    assert!(here.read("new/faces/young_wolf.svg").contains("</svg>"));
}
