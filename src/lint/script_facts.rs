//! Script facts: what a script calls, names and writes out, from its syntax. Every lint that asks about scripts asks
//! these.

use rustc_hash::FxHashMap;

use crate::data::Span;
use crate::lua::{HostCall, Literal, LiteralValue, SourceFacts, SourceWords, facts_of};

/// The facts about one script: a file, or a text in YAML.
pub(super) struct ScriptFacts {
    /// The place where the script begins.
    pub span: Span,
    pub source: Box<str>,
    facts: SourceFacts,
    pub words: SourceWords,
    /// The values of the script's locals, by their names; `None`: known only when the script runs.
    locals: FxHashMap<Box<str>, Option<Vec<Literal>>>,
    /// For the line and column where a call begins, the index of that call in `calls`.
    call_at: FxHashMap<(u32, u32), usize>,
}

impl ScriptFacts {
    /// The facts about a source that loaded.
    pub fn of(span: Span, source: &str) -> ScriptFacts {
        let facts = facts_of(source).unwrap_or_default();
        let calls = facts.sayings.calls.iter().enumerate();
        let call_at = calls.map(|(at, call)| ((call.name.line, call.name.column), at)).collect();
        ScriptFacts {
            span,
            source: source.into(),
            locals: locals_of(&facts),
            call_at,
            facts,
            words: SourceWords::of(source),
        }
    }

    /// All calls of functions by their names; those of methods are called `:name`. A local that stands for a function
    /// of the host has its name.
    pub fn calls(&self) -> &[HostCall] {
        &self.facts.sayings.calls
    }

    /// The calls of one function.
    pub fn calls_of(&self, function: &str) -> impl Iterator<Item = &HostCall> {
        self.calls().iter().filter(move |call| *call.name.text == *function)
    }

    /// The globals that the script names, each with its member if it names one: `act.draw`.
    pub fn globals(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.facts.namings.iter().map(|naming| (&*naming.name.text, naming.member.as_ref().map(|member| &*member.text)))
    }

    /// Globals and their members that are read and not called: they may be called with anything.
    pub fn handed(&self) -> impl Iterator<Item = &str> {
        self.facts.sayings.handed.iter().map(|path| &**path)
    }

    /// The values that a local may have, none for a name that is no local; `None`: they are known only when the script
    /// runs.
    pub fn values_of(&self, name: &str) -> Option<&[Literal]> {
        match self.locals.get(name) {
            None => Some(&[]),
            Some(values) => values.as_deref(),
        }
    }

    /// The call whose result a literal is.
    pub fn call_at(&self, literal: &Literal) -> Option<&HostCall> {
        self.call_at.get(&(literal.line, literal.column)).map(|at| &self.calls()[*at])
    }

    /// True if the script writes a field of something.
    pub fn writes_fields(&self) -> bool {
        !self.facts.sayings.written.is_empty()
    }

    /// True if the script names a function of the host, called or not; a table that is handed on whole may be asked for
    /// any of its functions.
    pub fn names(&self, function: &str) -> bool {
        let (table, member) = function.split_once('.').unwrap_or((function, ""));
        self.globals().any(|(name, own)| name == table && own.is_none_or(|own| own == member))
    }

    /// True if the script may call a function with this word as an argument: it does, or a computed argument may be the
    /// word, which the script writes out somewhere.
    pub fn may_call_with(&self, function: &str, argument: usize, word: &str) -> bool {
        let given = |call: &HostCall| call.arguments.get(argument).is_some_and(|given| may_be(given, word));
        let computed = |call: &HostCall| call.arguments.get(argument).is_some_and(is_computed);
        let table = function.split('.').next();
        let is_handed_on = || {
            self.facts
                .sayings
                .handed
                .iter()
                .any(|path| **path == *function || table.is_some_and(|table| **path == *table))
        };
        self.calls_of(function).any(given)
            || self.words.quotes(word) && (self.calls_of(function).any(computed) || is_handed_on())
    }
}

/// The values of the locals of a source, by their names.
fn locals_of(facts: &SourceFacts) -> FxHashMap<Box<str>, Option<Vec<Literal>>> {
    let mut out: FxHashMap<Box<str>, Option<Vec<Literal>>> = FxHashMap::default();
    for (name, value) in &facts.sayings.bindings {
        let values = out.entry(name.clone()).or_insert_with(|| Some(Vec::new()));
        match value.said {
            LiteralValue::Computed => *values = None,
            _ => values.iter_mut().for_each(|values| values.push(value.clone())),
        }
    }
    // A list that is added to holds more than it began with.
    for call in facts.sayings.calls.iter().filter(|call| *call.name.text == *"table.insert") {
        if let Some(LiteralValue::Name(list)) = call.arguments.first().map(|list| &list.said) {
            out.insert(list.clone(), None);
        }
    }
    out
}

/// True if a literal is a word, or one of several that is.
fn may_be(given: &Literal, word: &str) -> bool {
    match &given.said {
        LiteralValue::Text(text) => **text == *word,
        LiteralValue::Either(all) => all.iter().any(|one| may_be(one, word)),
        _ => false,
    }
}

/// True if a value is known only when the script runs.
fn is_computed(given: &Literal) -> bool {
    match &given.said {
        LiteralValue::Computed | LiteralValue::Name(_) | LiteralValue::OfUse(_) | LiteralValue::Call(_) => true,
        LiteralValue::Either(all) => all.iter().any(is_computed),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(source: &str) -> ScriptFacts {
        ScriptFacts::of(Span::none(), source)
    }

    #[track_caller]
    fn check(source: &str, expected: bool) {
        assert_eq!(facts(source).may_call_with("act.open", 0, "fight"), expected, "{source}");
    }

    #[test]
    fn a_call_is_found_however_it_is_written() {
        check("act.open(\"fight\")", true);
        check("act.open 'fight'", true);
        check("act[\"open\"]([[fight]], {})", true);
        check("local open = act.open\nopen('fight')", true);
        check("local a, b = act, 2\na.open(b > 1 and 'fight' or 'race')", true);
        check("for _, kind in ipairs { 'fight' } do act.open(kind) end", true);
        check("own.twice(act.open, 'fight')", true);
        // The local may stand for either.
        check("local open = act.open\nopen = act.close\nopen('fight')", true);
        check("local open = act.open\nown.twice(open, 'fight')", true);
    }

    #[test]
    fn other_calls_and_comments_are_told_apart() {
        check("act.close('fight')", false);
        check("-- act.open('fight')\nact.open('race')", false);
        check("--[[ act.open('fight') ]] note(\"act.open('fight')\")", false);
        check("local act = {}\nact.open('fight')", false);
        check("local n = 'fight'\nact.open('race') act.close(n)", false);
    }
}
