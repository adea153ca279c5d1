//! Lua reader: whatever our reader of sources accepts is Lua 5.1 to a parser that is not ours.
//!
//! Scripts of strangers are edited by our reader before the VM sees them. What it takes for Lua and is none, or reads
//! in another way than everybody else, would be where its rules could be got round. `CASES=100000 cargo test --test it
//! lua_reader` tries more; `fuzz/` holds the same for a fuzzer.

use std::path::Path;
use std::sync::LazyLock;

use full_moon::tokenizer::Lexer;
use full_moon::{LuaVersion, parse_fallible};
use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;
use intermezzo::script::sandbox::source_faults;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::{files, number};

/// Whether our reader finds nothing wrong.
fn is_ours(source: &str) -> bool {
    source_faults("script", 1, source).is_empty()
}

/// The other parser's error for a source; `None`: it is Lua 5.1.
fn wrong(source: &str) -> Option<String> {
    let parsed = parse_fallible(source, LuaVersion::lua51());
    parsed.errors().first().map(ToString::to_string)
}

/// Checks that a source which our reader accepts is Lua. True: our reader accepted it.
fn agrees(source: &str) -> Result<bool, String> {
    if !is_ours(source) {
        return Ok(false);
    }
    match wrong(source) {
        Some(error) => Err(format!("we accept what is no Lua: {error}\n{source}")),
        None => Ok(true),
    }
}

/// Every script that is shipped: files, and those in cards and manifests.
fn shipped() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (path, text) in &files(&[]).texts {
        if path.ends_with(".lua") && !path.starts_with("scripts/_meta/") {
            out.push((path.clone(), text.to_string()));
        } else if path.ends_with(".yaml") {
            let node = yaml::parse(path, text, &mut Problems::new()).expect("a shipped file");
            scripts_in(path, &node, &mut out);
        }
    }
    out
}

fn scripts_in(path: &str, node: &Node, out: &mut Vec<(String, String)>) {
    match &node.value {
        Data::Map(entries) => {
            for (key, value) in entries {
                match value.as_str().filter(|_| key.name == "script") {
                    Some(script) => out.push((path.into(), script.into())),
                    None => scripts_in(path, value, out),
                }
            }
        }
        Data::List(items) => items.iter().for_each(|item| scripts_in(path, item, out)),
        _ => {}
    }
}

#[test]
fn every_shipped_script_is_lua_to_both() {
    let shipped = shipped();
    assert!(shipped.len() > 400, "only {} scripts were found", shipped.len());
    for (path, source) in &shipped {
        assert_eq!(agrees(source), Ok(true), "{path}\n{source}");
    }
}

#[test]
fn an_attack_that_is_no_lua_is_refused() {
    let folder = Path::new(env!("REPOSITORY")).join("tests/attacks");
    let mut accepted = 0;
    for entry in std::fs::read_dir(folder).expect("tests/attacks").flatten() {
        // Invalid UTF-8 is refused before anything reads it.
        let Ok(source) = std::fs::read_to_string(entry.path()) else { continue };
        accepted += u32::from(agrees(&source).unwrap_or_else(|e| panic!("{:?}: {e}", entry.path())));
    }
    assert!(accepted > 60, "only {accepted} attacks are read at all");
}

// ---- made sources ----

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "t", "card"]).prop_map(String::from)
}

/// An expression of Lua 5.1 that no rule of ours forbids.
fn expression() -> impl Strategy<Value = String> {
    let plain = prop::sample::select(vec![
        "nil",
        "true",
        "1",
        "0x1F",
        "3.5",
        ".5",
        "1e3",
        "7e-2",
        "'x'",
        "\"y\\n\\065\\\"\"",
        "[[z]]",
        "[==[ ]] ]==]",
        "{}",
        "--[[ c ]] 2",
        "-- c\n 3",
    ]);
    let leaf = prop_oneof![plain.prop_map(String::from), word()];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let op =
            prop::sample::select(vec!["+", "-", "*", "/", "%", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or"]);
        let unary = prop::sample::select(vec!["not ", "#", "- "]);
        prop_oneof![
            (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            (unary, inner.clone()).prop_map(|(op, a)| format!("{op}{a}")),
            inner.clone().prop_map(|a| format!("({a})")),
            (word(), inner.clone()).prop_map(|(f, a)| format!("{f}.k[ {a} ]")),
            (word(), inner.clone(), inner.clone()).prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
            (word(), inner.clone()).prop_map(|(f, a)| format!("{f}:m {{ {a} }}")),
            word().prop_map(|f| format!("{f} 'text'")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{ {a}; [ {b} ] = 1, k = {a}, }}")),
            inner.clone().prop_map(|a| format!("function(p, ...) local q = p return {a} end")),
        ]
    })
}

/// A block of such statements.
fn block() -> impl Strategy<Value = String> {
    let e = || expression().boxed();
    let leaf = prop_oneof![
        (word(), e()).prop_map(|(x, a)| format!("local {x} = {a}")),
        (e(), e()).prop_map(|(a, b)| format!("local v, w = {a}, {b}")),
        (word(), e()).prop_map(|(f, a)| format!("{f}({a})")),
        (word(), e(), e()).prop_map(|(x, a, b)| format!("{x}.k[ {a} ] = {b};")),
    ];
    leaf.prop_recursive(3, 16, 3, move |inner| {
        prop_oneof![
            (e(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("if {a} then {b} else {c} end")),
            (e(), inner.clone()).prop_map(|(a, b)| format!("while {a} do {b} break end")),
            (e(), inner.clone()).prop_map(|(a, b)| format!("for i = {a}, 2 do {b} end")),
            (e(), inner.clone()).prop_map(|(a, b)| format!("for k, v in pairs({a}) do {b} end")),
            (e(), inner.clone()).prop_map(|(a, b)| format!("repeat {b} until {a}")),
            (inner.clone(), e()).prop_map(|(b, a)| format!("local function f(x, y) {b} return {a} end")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("do {a} end {b}")),
        ]
    })
}

/// The tokens of a source as the other parser cuts it, blanks and comments among them.
fn cut(source: &str) -> Vec<String> {
    Lexer::new(source, LuaVersion::lua51()).collect().unwrap().iter().map(ToString::to_string).collect()
}

static SHIPPED: LazyLock<Vec<(String, String)>> = LazyLock::new(shipped);

/// Pieces inserted into a source: syntax of Luau that Lua lacks, and traps for a reader.
const ODD: [&str; 40] = [
    "end", "do", "then", "(", ")", "{", "}", "[", "]", "=", "==", ",", ";", ":", "::", ".", "..", "...", "-", "--",
    "--[[", "]]", "[=[", "'", "\"", "\\", "\n", "+=", "//", "!=", "`", "goto", "continue", "type", "|", "&", "?", "0x",
    "1e", "\u{e9}",
];

/// A shipped source in which one token was taken out, doubled, moved or replaced.
fn mangled(file: &Index, at: &Index, other: &Index, how: u8) -> String {
    let (_, source) = file.get(&SHIPPED);
    let mut tokens = cut(source);
    let at = at.index(tokens.len().max(1)).min(tokens.len().saturating_sub(1));
    match how {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => {
            let with = other.index(tokens.len());
            tokens.swap(at, with);
        }
        3 => tokens[at] = other.get(&ODD).to_string(),
        _ => tokens.insert(at, format!(" {} ", other.get(&ODD))),
    }
    tokens.concat()
}

fn cases() -> u32 {
    number("CASES", 400) as u32
}

#[test]
fn made_sources_are_lua_to_both() {
    let config = ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() };
    let result = proptest::test_runner::TestRunner::new(config).run(&block(), |source| {
        prop_assert_eq!(agrees(&source), Ok(true), "{:?}", source_faults("script", 1, &source));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn whatever_is_mangled_is_refused_or_still_lua() {
    let config = ProptestConfig { cases: cases() * 10, failure_persistence: None, ..ProptestConfig::default() };
    let accepted = std::cell::Cell::new(0);
    let strategy = (any::<Index>(), any::<Index>(), any::<Index>(), 0u8..5);
    let result = proptest::test_runner::TestRunner::new(config).run(&strategy, |(file, at, other, how)| {
        let source = mangled(&file, &at, &other, how);
        let was = agrees(&source).map_err(TestCaseError::fail)?;
        accepted.set(accepted.get() + u32::from(was));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
    // Blanks that are doubled change nothing, so neither side may refuse all.
    assert!((cases()..cases() * 9).contains(&accepted.get()), "{} of {} were accepted", accepted.get(), cases() * 10);
}
