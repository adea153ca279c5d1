//! VM leftovers: a hash of all values that the files of a VM hold, so that tests see whether an effect leaves anything
//! in them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{DefaultHasher, Hash, Hasher};

use mlua::{Lua, LuaString, Table, Value as LuaValue};

use crate::script::sandbox::stack::kept_by;
use crate::script::vm::Vm;

/// Recorded values of the VMs of this thread.
#[derive(Default)]
pub struct VmFingerprints {
    /// The number of looks, each after an effect or a part of one.
    pub looks: usize,
    /// The first hash of each VM's contents.
    first: Vec<(usize, u64)>,
    /// The number of times that a VM's contents had changed.
    pub changes: usize,
}

thread_local! {
    static TAKEN: RefCell<Option<VmFingerprints>> = const { RefCell::new(None) };
}

/// Runs something, and looks at all that the files of a VM hold whenever a script of this thread has run.
pub fn fingerprints(what: impl FnOnce()) -> VmFingerprints {
    TAKEN.set(Some(VmFingerprints::default()));
    what();
    TAKEN.take().unwrap_or_default()
}

/// Takes the fingerprint of a VM, inside [`fingerprints`].
pub(super) fn look(vm: &Vm) {
    TAKEN.with_borrow_mut(|taken| {
        let Some(taken) = taken else { return };
        let (of, held) = (std::rc::Rc::as_ptr(&vm.base) as usize, of(vm));
        taken.looks += 1;
        match taken.first.iter().find(|(vm, _)| *vm == of) {
            Some((_, first)) => taken.changes += usize::from(*first != held),
            None => taken.first.push((of, held)),
        }
    });
}

/// The hash of everything that scripts can reach: globals, upvalues of functions, and tables in them.
fn of(vm: &Vm) -> u64 {
    let (base, lua) = (&vm.base, vm.base.sandbox.lua());
    let tables = std::iter::once(lua.globals()).chain(base.envs.all().cloned());
    let tables = tables.chain(lua.type_metatable::<LuaString>()).map(LuaValue::Table);
    let functions = base.steps().chain(&vm.functions).cloned().map(LuaValue::Function);
    hash(lua, tables.chain(functions))
}

/// A hash of these values, and of all values that can be reached from them.
fn hash(lua: &Lua, roots: impl Iterator<Item = LuaValue>) -> u64 {
    let mut walk = HeapWalk { seen: HashMap::new(), left: Vec::new(), hash: DefaultHasher::new() };
    roots.for_each(|root| walk.value(&root));
    while let Some(value) = walk.left.pop() {
        match value {
            LuaValue::Table(table) => walk.table(&table),
            LuaValue::Function(function) => {
                let kept = kept_by(lua, &function).expect("a function can be read");
                kept.iter().for_each(|value| walk.value(value));
            }
            _ => {}
        }
    }
    walk.hash.finish()
}

/// A walk that numbers each value it sees, so that cycles end.
struct HeapWalk {
    seen: HashMap<*const c_void, usize>,
    left: Vec<LuaValue>,
    hash: DefaultHasher,
}

impl HeapWalk {
    fn value(&mut self, value: &LuaValue) {
        value.type_name().hash(&mut self.hash);
        match value {
            LuaValue::Boolean(value) => value.hash(&mut self.hash),
            LuaValue::Integer(value) => value.hash(&mut self.hash),
            LuaValue::Number(value) => value.to_bits().hash(&mut self.hash),
            LuaValue::String(text) => text.as_bytes().hash(&mut self.hash),
            LuaValue::Nil => {}
            // A table, function or object is written as its number in the order in which the walk meets them.
            other => {
                let next = self.seen.len();
                let number = *self.seen.entry(other.to_pointer()).or_insert(next);
                number.hash(&mut self.hash);
                if number == next {
                    self.left.push(other.clone());
                }
            }
        }
    }

    /// Entries in an order that does not depend on how the table was built.
    fn table(&mut self, table: &Table) {
        table.is_readonly().hash(&mut self.hash);
        let pairs = table.pairs::<LuaValue, LuaValue>();
        let mut entries: Vec<_> = pairs.map(|pair| pair.expect("an entry can be read")).collect();
        let text = |key: &LuaValue| format!("{:?}", key.to_string().unwrap_or_default());
        entries.sort_by_key(|(key, _)| text(key));
        for (key, value) in entries {
            self.value(&key);
            self.value(&value);
        }
        table.metatable().iter().for_each(|meta| self.value(&LuaValue::Table(meta.clone())));
    }
}

#[cfg(test)]
mod tests {
    use mlua::Function;

    use super::*;

    #[test]
    fn what_functions_keep_is_seen() {
        let lua = Lua::new();
        let source = "local n, t = 0, { a = { 1 } } t.all = t local get = function() return t end \
            return { function() n = n + 1 end, function() get().a[1] = 2 end, function() local m = n end }";
        let made: Vec<Function> = lua.load(source).eval().expect("it runs");
        let seen = || hash(&lua, made.iter().cloned().map(LuaValue::Function));
        let mut before = seen();
        assert_eq!(seen(), before);
        for (function, changes) in made.iter().zip([true, true, false]) {
            function.call::<()>(()).expect("it runs");
            assert_eq!(seen() != before, changes);
            before = seen();
        }
    }
}
