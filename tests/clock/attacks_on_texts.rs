//! Attacks on texts: files of a language that are as long as a file may be, and dear to check or to say.

use std::time::Duration;

use intermezzo::catalog::{Catalog, locale};

use crate::attacks_in_games::cpu;
use crate::support::{GAME, files};

/// Most processor time of the check of one file.
const MOST: Duration = Duration::from_secs(3);
/// Nearly the most bytes that a file may have.
const LENGTH: usize = (1 << 20) - 1_000;

/// So many lines as fit into a file.
fn full(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for n in 0.. {
        let more = line(n);
        if text.len() + more.len() > LENGTH {
            break;
        }
        text += &more;
    }
    text
}

#[test]
fn no_file_of_a_language_takes_long() {
    let _alone = crate::alone();
    let attacks: [(&str, String); 10] = [
        ("unknown keys", full(|n| format!("zone-hnad{n} = Blatt\n"))),
        ("the shortest keys", full(|n| format!("a{n}=b\n"))),
        ("one key again and again", full(|_| "zone-hand = Blatt\n".into())),
        ("a chain of messages", full(|n| format!("m{n} = {{ m{} }}\n", n + 1))),
        ("a circle of messages", full(|n| format!("m{n} = {{ m{} }} {{ m{} }}\n", (n + 1) % 1_000, (n + 7) % 1_000))),
        ("circles of two", full(|n| format!("m{n} = {{ m{} }}\n", n ^ 1))),
        ("names that nothing gives", full(|n| format!("zone-hand{n} = {{ $a{n} }} {{ $b{n} }}\n"))),
        ("attributes of one message", format!("zone-hand = Blatt\n{}", full(|n| format!("    .a{n} = b\n")))),
        ("choices", full(|n| format!("k{n} = {{ $n ->\n    [one] a\n   *[other] b\n}}\n"))),
        ("what is no message", full(|n| format!("{{{{{n}\n"))),
    ];
    let mut wrong = Vec::new();
    for (name, text) in attacks {
        let mut files = files(&[]);
        files.locales.insert(format!("cards/{GAME}/locale/de.ftl"), text.into());
        let (catalog, _) = Catalog::load(GAME, &files).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
        let before = cpu();
        let found = locale::findings(&catalog);
        let told = found.render_all();
        let taken = cpu() - before;
        println!("{name}: {taken:?}, {} findings, {} bytes", found.list().len(), told.len());
        if taken > MOST {
            wrong.push(format!("{name} took {taken:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
