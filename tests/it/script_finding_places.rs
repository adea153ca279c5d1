//! Script finding places: a finding in a script stands where the word is written, in whatever style of YAML the script
//! is.

use std::fmt::Write as _;
use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::table::Loader;

use crate::reload_random_edits::Rng;

/// So many cards are written in each style.
const EACH: usize = 40;
/// A word that there is not.
const WRONG: &str = "darw";

/// What parts two pieces of a script.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    None,
    Blank,
    Line,
    Lines,
}

/// A script in pieces, each with the gap behind it.
fn script(rng: &mut Rng) -> Vec<(String, Gap)> {
    const BEFORE: [&[&str]; 9] = [
        &["local", "s", "=", "'Zäh'"],
        &["local", "t", "=", "\"über alle Maßen\""],
        &["local", "u", "=", "'🐺🐺'", "local", "v", "=", "1"],
        &["act.draw(", "me,", "1", ")"],
        &["note(", "'it is'", "..", "\"\\\"so\\\"\"", ")"],
        &["if", "true", "then", "act.draw(me)", "end"],
        &["act.draw", "(me,", "2)"],
        &["do", "local", "w", "=", "'a\\\\b'", "end"],
        &["local", "x", "=", "'竜'", "..", "'e\u{301}'"],
    ];
    let mut pieces: Vec<(String, Gap)> = Vec::new();
    for _ in 0..rng.below(5) {
        for part in BEFORE[rng.below(BEFORE.len())] {
            let gap = [Gap::Blank, Gap::Blank, Gap::Blank, Gap::Line, Gap::Lines][rng.below(5)];
            // Behind the end of a line Lua takes `(` for something else.
            let last = pieces.last_mut();
            if let Some(last) = last.filter(|_| part.starts_with('(')) {
                last.1 = Gap::None;
            }
            pieces.push((part.to_string(), gap));
        }
        if let Some(last) = pieces.last_mut().filter(|last| last.1 == Gap::None) {
            last.1 = Gap::Blank;
        }
        if rng.below(4) == 0 {
            pieces.push(("-- größer".into(), Gap::Line));
        }
    }
    pieces.push((format!("act.{WRONG}(me, 1)"), Gap::None));
    pieces
}

/// The script in a style, behind `script:`; `indent` blanks stand before each line of its own.
fn written(pieces: &[(String, Gap)], style: usize, indent: usize, rng: &mut Rng) -> String {
    let pad = " ".repeat(indent);
    let mut out = String::new();
    let quote = ["", "'", "\""].get(style).copied();
    let escaped = |text: &str, rng: &mut Rng| match quote {
        Some("'") => text.replace('\'', "''"),
        Some("\"") => text.chars().fold(String::new(), |mut out, c| {
            let code = u32::from(c);
            match c {
                '"' | '\\' => _ = write!(out, "\\{c}"),
                ' ' if rng.below(4) == 0 => out.push_str("\\x20"),
                _ if c.is_ascii() || rng.below(2) == 0 => out.push(c),
                _ if code > 0xffff => _ = write!(out, "\\U{code:08X}"),
                _ => _ = write!(out, "\\u{code:04x}"),
            }
            out
        }),
        _ => text.into(),
    };
    match style {
        0..=2 => out.push_str(["", "'", "\""][style]),
        _ => {
            out.push(['|', '>'][style - 3]);
            if rng.below(2) == 0 {
                _ = write!(out, "{}", indent - 4);
            }
            out.push_str(["", "-", "+"][rng.below(3)]);
            out.push_str(["\n", "\n\n", " # why\n"][rng.below(3)]);
            out.push_str(&pad);
        }
    }
    for (piece, gap) in pieces {
        out.push_str(&escaped(piece, rng));
        let lines = match gap {
            Gap::None => continue,
            Gap::Blank => 0,
            Gap::Line => 1,
            Gap::Lines => 3,
        };
        match (style, lines) {
            // A line end that is written out.
            (2, 1..) if rng.below(2) == 0 => out.push_str(&"\\n".repeat(lines)),
            (2, 0) if rng.below(4) == 0 => _ = write!(out, " \\\n{pad}"),
            (3, _) if lines == 0 => out.push(' '),
            (3, _) => _ = write!(out, "{}{pad}", "\n".repeat(lines)),
            // Folded: one line end is a blank, each empty line a line end.
            (_, 0) if rng.below(2) == 0 => out.push(' '),
            (_, _) => _ = write!(out, "\n{}{pad}", ["\n", "  \n"][rng.below(2)].repeat(lines)),
        }
    }
    out.push_str(quote.unwrap_or_default());
    out.push('\n');
    out
}

#[test]
fn a_finding_stands_where_its_word_is_written() {
    let seed = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(11);
    let mut rng = Rng(seed);
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/toy");
    for style in 0..5 {
        let mut files = Files::with_root(Some(&root)).expect("the fixture");
        let mut cards = Vec::new();
        for n in 0..EACH {
            let indent = 6 + rng.below(3);
            let said = written(&script(&mut rng), style, indent, &mut rng);
            let head = "name: Größe\ntype: spell\nabilities:\n  - timing: main\n    turn: me\n";
            cards.push((format!("cards/toy/basic/probe{n}.yaml"), format!("{head}    script: {said}    id: zz\n")));
        }
        for (path, text) in &cards {
            files.texts.insert(path.clone(), Arc::from(text.as_str()));
        }
        let found = Loader::default().load("toy", &files).err().expect("words that there are not");
        for (path, text) in &cards {
            let of_it: Vec<_> = found.list().iter().filter(|p| *p.span.file == **path).collect();
            let said =
                || format!("{text}\n{}", of_it.iter().map(|p| format!("{} {}", p.span, p.message)).collect::<String>());
            let [problem] = of_it[..] else { panic!("SEED={seed}: one finding is missing\n{}", said()) };
            assert!(problem.message.contains(WRONG), "SEED={seed}\n{}", said());
            let at = text.find(WRONG).expect("the word");
            let line = text[..at].matches('\n').count() + 1;
            let column = text[..at].rsplit('\n').next().unwrap_or("").chars().count() + 1;
            let told = (problem.span.line as usize, problem.span.column as usize);
            assert_eq!(told, (line, column), "SEED={seed}\n{}", said());
        }
    }
}
