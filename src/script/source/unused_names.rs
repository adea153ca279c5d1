//! Unused names: names that can be judged only when all scripts were read.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::data::{Span, suggest};
use crate::error::Problems;
use crate::kernel::parse::keys::of_filters;
use crate::kernel::parse::resolve::{Judge, Meant, What};
use crate::lua::{Helper, NO_PATTERNS, OF_PATTERNS, Signature};
use crate::script::source::language_names::{METHODS, PARTS, names_of_fields};
use crate::script::source::literals::{Literals, Reading};

impl Literals<'_> {
    /// Returns all findings about the scripts, once every script is read; the words noted in the manifest and the cards
    /// are judged with them.
    pub fn finish(self, noted: &[Meant]) -> Problems {
        let Literals { rules, mut problems, all, .. } = self;
        let all: Vec<(&Reading, &Vec<Meant>)> = all.iter().map(|(reading, meant)| (&**reading, &**meant)).collect();
        let readings = || all.iter().map(|(reading, _)| *reading);
        let signatures: Vec<_> = readings().flat_map(|one| &one.signatures).collect();
        let helpers: Vec<_> = readings().flat_map(|one| &one.helpers).collect();
        let given = || readings().flat_map(|one| &one.given);
        let texts = || readings().flat_map(|one| &one.texts);
        let set = |of: fn(&Reading) -> &Vec<Box<str>>| readings().flat_map(of).map(|t| &**t).collect::<FxHashSet<_>>();
        let (written, read) = (set(|one| &one.written), set(|one| &one.read));
        let (functions, said) = (set(|one| &one.functions), set(|one| &one.texts));
        // Sorted, so that the order of findings is stable.
        let sorted = |set: &FxHashSet<&str>| set.iter().copied().map(String::from).collect::<BTreeSet<String>>();
        wrong_numbers(&mut problems, readings(), &signatures);
        unknown_table_keys(&mut problems, readings(), &helpers);
        let names = names_of_fields(rules);
        let is_made = |name: &str| written.contains(name) || said.contains(name);
        for (name, span) in given().filter(|(name, _)| !is_made(name)) {
            let message = format!("no step is given `{name}` in `args`");
            let found = problems.error("unknown_word", span, message);
            if let Some(near) = suggest::nearest(name, sorted(&written).iter().map(|w| &**w)) {
                found.help(format!("did you mean `{near}`?"));
            }
        }
        for (name, span) in readings().flat_map(|one| &one.methods).filter(|(name, _)| !is_made(name)) {
            let why = if OF_PATTERNS.contains(&&**name) { NO_PATTERNS } else { "" };
            let help = suggest::help_for(name, METHODS);
            problems.error("unknown_word", span, format!("nothing has a method `{name}`{why}")).help(help);
        }
        let of_steps: FxHashSet<&str> = given().map(|(name, _)| &**name).collect();
        let is_given = |name: &str| of_steps.contains(name);
        for (field, span) in readings().flat_map(|one| &one.fields).filter(|(f, _)| !is_made(f) && !is_given(f)) {
            let written = sorted(&written);
            let known: Vec<&str> = names.iter().copied().chain(written.iter().map(|w| &**w)).collect();
            // A script may test a field of its own table, so only a near miss of a field of the game is reported.
            if let Some(near) = suggest::slip(field, known) {
                let message = format!("nothing has a field `{field}`");
                problems.error("unknown_word", span, message).help(format!("did you mean `{near}`?"));
            }
        }
        for (key, span) in
            readings().flat_map(|one| &one.keys).filter(|(k, _)| !read.contains(&**k) && !said.contains(&**k))
        {
            let declared = of_filters().map(|key| -> &str { key });
            let (read, said) = (sorted(&read), sorted(&said));
            let parts = PARTS.iter().copied().chain(declared).chain(read.iter().map(|r| &**r));
            let known: Vec<&str> = names.iter().copied().chain(parts).chain(said.iter().map(|t| &**t)).collect();
            // A script may walk its own table, whatever its keys: this is no error.
            match suggest::slip(key, known) {
                Some(_) if functions.contains(&**key) => {
                    problems.warn("unknown_key", span, format!("nothing calls the function `{key}`"));
                }
                Some(near) => {
                    let message = format!("nothing reads the key `{key}`");
                    problems.warn("unknown_key", span, message).help(format!("did you mean `{near}`?"));
                }
                None => {}
            }
        }
        let meant = || all.iter().flat_map(|(_, meant)| *meant);
        let mut judge = Judge::new(rules);
        read.iter().for_each(|field| judge.hear_field(field));
        noted.iter().for_each(|m| judge.hear(m));
        // Texts of scripts are heard apart, below.
        meant().filter(|m| m.what != What::Free).for_each(|m| judge.hear(m));
        texts().for_each(|text| judge.hear_text(text));
        noted.iter().chain(meant()).for_each(|m| judge.judge(m, &mut problems));
        problems
    }
}

/// Reports a call of a function of a module with too many arguments, or without one that it needs.
fn arity(problems: &mut Problems, function: &str, given: usize, one: &Signature, span: &Span) {
    let signature = format!("{function}({})", one.parameters.join(", "));
    match one.parameters.get(given).filter(|_| given < one.least) {
        Some(missing) => {
            let message = format!("`{function}` is given nothing for `{missing}`, which it needs");
            let help = format!("{signature}; what may be left out is asked for: `{missing} = {missing} or 1`");
            problems.error("arguments", span, message).help(help);
        }
        None => {
            let (most, given) = (one.parameters.len(), given);
            let message = format!("`{function}` takes {most} arguments, {given} given");
            problems.error("arguments", span, message).help(signature);
        }
    }
}

/// Reports calls of functions in modules with too many or too few arguments.
fn wrong_numbers<'r>(
    problems: &mut Problems,
    readings: impl Iterator<Item = &'r Reading>,
    signatures: &[&(String, Signature)],
) {
    for (function, given, is_open, span) in readings.flat_map(|one| &one.called) {
        let (given, is_open) = (*given, *is_open);
        let is_it = |(module, one): &&(String, Signature)| {
            function.strip_prefix(module.as_str()).and_then(|rest| rest.strip_prefix('.')) == Some(&*one.name)
        };
        let fits = |one: &Signature| {
            (given <= one.parameters.len() || one.is_open || is_open) && (given >= one.least || is_open)
        };
        // Modules of two packs may have one name: a function of either may be meant.
        let found: Vec<&Signature> = signatures.iter().copied().filter(is_it).map(|(_, one)| one).collect();
        if let Some(one) = found.first().filter(|_| !found.iter().any(|one| fits(one))) {
            arity(problems, function, given, one, span);
        }
    }
}

/// Reports keys of tables that the called functions of modules do not read.
fn unknown_table_keys<'r>(
    problems: &mut Problems,
    readings: impl Iterator<Item = &'r Reading>,
    helpers: &[&(String, Helper)],
) {
    for (function, argument, key, span) in readings.flat_map(|one| &one.handed) {
        let is_it = |(module, helper): &&(String, Helper)| {
            let name = function.strip_prefix(module.as_str()).and_then(|rest| rest.strip_prefix('.'));
            name == Some(&*helper.name) && helper.argument == *argument
        };
        // Modules of two packs may have one name: a key of either may be meant.
        let found: Vec<&Helper> = helpers.iter().copied().filter(is_it).map(|(_, helper)| helper).collect();
        let known: Vec<&str> = found.iter().flat_map(|helper| &helper.keys).map(|known| &**known).collect();
        if let Some(helper) = found.first().filter(|_| !known.contains(&&*key.text)) {
            let message = format!("unknown key `{}` in `{}` of `{function}`", key.text, helper.parameter);
            let help = suggest::help_for(&key.text, known);
            problems.error("unknown_key", span, message).help(help);
        }
    }
}
