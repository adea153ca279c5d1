//! Lua reader: what our reader of scripts accepts is Lua 5.1 to a parser that is not ours.
#![no_main]

use full_moon::{LuaVersion, parse_fallible};
use intermezzo::script::sandbox::lint;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    if lint("script", 1, source).is_empty() {
        let parsed = parse_fallible(source, LuaVersion::lua51());
        assert!(parsed.errors().is_empty(), "{}", parsed.errors()[0]);
    }
});
