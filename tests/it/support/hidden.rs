//! Hidden: scripts whose calls go through locals, so that only the run can judge what is given to them.

/// The globals that tests call: tables of functions, and functions.
const GLOBALS: &str = "act ask roll agenda board cards spaces count sum players defs choices fits abilities may record \
                        contains sorted_by_entry note";

/// Locals with these globals in them, in one line. Each is computed: the reader of scripts follows a local that is one global
/// and nothing else (`local act_ = act`).
pub fn locals() -> String {
    GLOBALS.split(' ').map(|name| format!("local {name}_ = {name} or nil ")).collect::<String>() + ";\n"
}

/// A script whose calls go through locals, `act_` for `act`. What is written in plain sight in a call is judged when
/// the script is loaded (tests/it/misspellings.rs); this test is about what comes at run time.
pub fn hidden(script: &str) -> String {
    let mut out = String::new();
    let mut rest = script;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..word.max(first.len_utf8())];
        let begins = !out.ends_with(['.', ':', '"']);
        out += name;
        rest = &rest[name.len()..];
        let called = rest.starts_with(['.', '(', '{']) || rest.starts_with(" {");
        if begins && called && GLOBALS.split(' ').any(|global| global == name) {
            out.push('_');
        }
    }
    out
}
