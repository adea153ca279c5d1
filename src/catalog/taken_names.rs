//! Taken names: a name that an author gives to a target, a card of a list or a record, and that means something already.

use crate::data::{Key, Node, Span};
use crate::error::Problems;
use crate::kernel::parse::parser::{HEADS, Scope};
use crate::kernel::rules::Rules;

/// Reports the names of targets that mean something else already.
pub(super) fn targets(targets: &[(Key, Node)], taken: &[&str], problems: &mut Problems) {
    for (key, _) in targets.iter().filter(|(k, _)| HEADS.contains(&&*k.name) || taken.contains(&&*k.name)) {
        let message = format!("a target cannot be called `{}`: something else has that name", key.name);
        problems.error("name_taken", &key.span, message).help("give it another name");
    }
}

/// Reports a name under `as` (or `let`, `given`, `with`) that already has another meaning, or that no reference can
/// spell.
pub(super) fn binding(name: Option<&Node>, scope: &Scope, rules: &Rules, problems: &mut Problems) {
    let Some((said, at)) = name.and_then(|n| Some((n.as_str()?, &n.span))) else { return };
    is_free(said, "what a list is done with", at, problems);
    if !said.chars().all(|c| c.is_alphanumeric() || c == '_') {
        let message = format!("`{said}` cannot be a name: a name has only letters, digits and `_`");
        problems.error("wrong_kind", at, message).help("a dot leads to a field of what is named");
    }
    let Some(name) = rules.schema.symbols.find(said).filter(|_| said != "it") else { return };
    let fields = scope.event.map_or(&[][..], |event| &rules.events[event.index()].fields);
    let taken = match () {
        _ if scope.vars.contains(&name) => "a name of a list around this one",
        _ if scope.targets.contains(&name) => "a target of the ability",
        _ if fields.iter().any(|(field, _)| *field == name) => "a field of the event",
        _ => return,
    };
    let message = format!("`{said}` is {taken} already, and in here nothing could say that one");
    problems.error("name_taken", at, message).help(format!("give it another name: `as: other_{said}`"));
}

/// Reports a name that is already a word of every game, so that references by it would mean that word.
pub(super) fn is_free(name: &str, what: &str, at: &Span, problems: &mut Problems) {
    if name != "it" && HEADS.contains(&name) {
        let message = format!("{what} cannot be called `{name}`: in every game the word means something else");
        problems.error("name_taken", at, message).help("give it another name");
    }
}
