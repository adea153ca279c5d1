//! Lua reader: what our reader of scripts accepts is Lua 5.1 to a parser that is not ours.

use full_moon::{LuaVersion, parse_fallible};
use intermezzo::catalog::Files;
use intermezzo::script::sandbox::source_faults;

use super::play::Taken;

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = Files::built_in().texts;
    let scripts = texts.iter().filter(|(path, _)| path.ends_with(".lua") && !path.starts_with("scripts/_meta/"));
    scripts.map(|(_, text)| text.as_bytes().to_vec()).collect()
}

pub fn run(input: &[u8]) -> Taken {
    let source = std::str::from_utf8(input).map_err(|e| e.to_string())?;
    if let Some(finding) = source_faults("script", 1, source).first() {
        return Err(format!("{finding:?}"));
    }
    let parsed = parse_fallible(source, LuaVersion::lua51());
    assert!(parsed.errors().is_empty(), "{}", parsed.errors()[0]);
    Ok(())
}
