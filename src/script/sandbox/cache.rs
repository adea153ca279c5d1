//! Cache: compiled texts, shared by all VMs of the process.
//!
//! Scenarios and reloads build many VMs from mostly the same texts. Checking and compiling a text gives the same result
//! each time, so both are done once. Kept bytecode was compiled here, from text that keeps the rules of sources;
//! bytecode that comes from anywhere else is never loaded.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use mlua::chunk::Compiler;

use crate::lua::{Naming, SourceFacts};

/// Most bytes kept; beyond that the cache begins anew.
const MOST: usize = 32 << 20;

/// The rules under which a text was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SourceKind {
    /// A text of a game or a pack, checked and edited by the rules of sources ([`crate::lua::source_rules`]).
    Checked {
        /// The most levels of nesting of blocks, functions and expressions.
        nesting: usize,
        /// The number of locals at the beginning that belong to the prelude.
        prelude_locals: usize,
        /// True for a file of the game.
        is_file: bool,
        /// True if calls of the host are prepared in the source.
        is_prepared: bool,
        /// True if the reached lines are counted.
        is_traced: bool,
    },
    /// A text of the host's own.
    Host,
    /// The text of `lua_library`, for which the compiler may inline all functions of Lua.
    Builtins,
}

impl SourceKind {
    /// This kind, marked as that of a file of the game.
    pub fn into_file(self) -> SourceKind {
        match self {
            SourceKind::Checked { nesting, prelude_locals, is_prepared, is_traced, .. } => {
                SourceKind::Checked { nesting, prelude_locals, is_file: true, is_prepared, is_traced }
            }
            other => other,
        }
    }
}

/// The rules under which a text is compiled, and a hash of the text.
pub(super) type CacheKey = (SourceKind, [u8; 32]);

/// A text that was compiled.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Compiled {
    /// The bytecode.
    pub bytes: Box<[u8]>,
    /// Names and literals in the source.
    pub told: SourceFacts,
}

#[derive(Default)]
struct Cache {
    bytes: usize,
    compiled: BTreeMap<CacheKey, Arc<Compiled>>,
}

impl Compiled {
    /// The memory that the entry takes, in bytes, roughly.
    pub fn size(&self) -> usize {
        let sayings = &self.told.sayings;
        let said = sayings.calls.len() * 512 + sayings.comparisons.len() * 128 + sayings.texts.len() * 32;
        self.bytes.len() + self.told.namings.len() * size_of::<Naming>() + said
    }
}

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// The key of a text in the cache: how it is compiled, and its hash.
pub(super) fn key(kind: SourceKind, text: &str) -> CacheKey {
    (kind, *blake3::hash(text.as_bytes()).as_bytes())
}

/// The compiled form of a text, if it is in the cache.
pub(super) fn get(key: &CacheKey) -> Option<Arc<Compiled>> {
    let cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    cache.compiled.get(key).cloned()
}

/// Empties the cache.
pub(super) fn forget() {
    *CACHE.lock().unwrap_or_else(PoisonError::into_inner) = Cache::default();
}

/// Compiles a text that keeps the rules of sources, or that is the host's own, and keeps the result under `key`.
///
/// # Errors
///
/// The compiler's error: its message begins with the line.
pub(super) fn compile(
    key: CacheKey,
    compiler: &Compiler,
    text: &str,
    told: SourceFacts,
) -> mlua::Result<Arc<Compiled>> {
    let bytes: Box<[u8]> = compiler.compile(text)?.into();
    let compiled = Arc::new(Compiled { bytes, told });
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.bytes + compiled.size() > MOST {
        *cache = Cache::default();
    }
    cache.bytes += compiled.size();
    if let Some(old) = cache.compiled.insert(key, compiled.clone()) {
        cache.bytes -= old.size();
    }
    Ok(compiled)
}

#[cfg(test)]
mod tests {
    use super::super::compiler::compiler;
    use super::*;

    #[test]
    fn what_is_kept_is_what_the_compiler_makes() {
        let text = "return 1 + 2 -- a text of this test alone";
        let key = key(SourceKind::Host, text);
        assert_eq!(get(&key), None);
        let compiled = compile(key, compiler(), text, SourceFacts::default()).expect("the syntax is right");
        assert_eq!(get(&key), Some(compiled.clone()));
        assert_eq!(compiled.bytes.to_vec(), compiler().compile(text).expect("the syntax is right"));
        let checked = SourceKind::Checked {
            nesting: 100,
            prelude_locals: 0,
            is_file: false,
            is_prepared: false,
            is_traced: false,
        };
        assert_eq!(get(&super::key(checked, text)), None, "kinds are apart");
    }

    #[test]
    fn a_wrong_text_is_not_kept() {
        let text = "return return";
        let error = compile(key(SourceKind::Host, text), compiler(), text, SourceFacts::default()).expect_err("wrong");
        assert!(matches!(&error, mlua::Error::SyntaxError { message, .. } if message.starts_with("1: ")), "{error}");
        assert_eq!(get(&key(SourceKind::Host, text)), None);
    }
}
