//! Unused targets: targets that are chosen, and an `x` that is asked for, though nothing in the ability names them.

use super::keys::abilities::{AbilityKeys, ModeKeys};
use crate::data::{Node, names_word};
use crate::error::Problems;
use crate::lua::SourceWords;

/// Warns of targets that are chosen, and of an `x` that is asked for, which nothing in the ability names.
pub(super) fn check(node: &Node, mode: &Node, problems: &mut Problems) {
    let (targets, x) = (ModeKeys::of(mode).targets, AbilityKeys::of(node).x);
    if targets.is_empty() && x.is_none() {
        return;
    }
    let scripts = [node, mode].into_iter().filter_map(|n| ModeKeys::of(n).script?.as_str());
    let scripts: Vec<SourceWords> = scripts.map(SourceWords::of).collect();
    // A script that passes on the whole use, or reads all targets, may read any target.
    if scripts.iter().any(hands_over_use) {
        return;
    }
    let keys = [node, mode].into_iter().flat_map(|n| n.as_map().unwrap_or_default());
    let others: Vec<&Node> =
        keys.filter(|(k, _)| !["text", "id", "targets", "x", "script"].contains(&&*k.name)).map(|(_, n)| n).collect();
    let is_named = |name: &str, own: Option<&Node>| {
        let said = |text: &str| names_word(text, name);
        let in_targets = targets.iter().filter(|(_, n)| own.is_none_or(|own| n.span != own.span));
        scripts.iter().any(|script| script.says(name))
            || others.iter().any(|n| n.any_text(&said))
            || in_targets.map(|(_, n)| n).any(|n| n.any_text(&said))
    };
    for (key, _) in targets.iter().filter(|(key, what)| !is_named(&key.name, Some(what))) {
        let message = format!("nothing uses the target `{}`", key.name);
        problems.warn("unused", &key.span, message).help(format!("a script reads it as `this.{}`", key.name));
    }
    if let Some(x) = x.filter(|_| !is_named("x", None)) {
        problems.warn("unused", &x.span, "nothing uses `x`").help("a script reads it as `this.x`");
    }
}

/// True if a script passes on the use itself, and not only a field of it.
fn hands_over_use(script: &SourceWords) -> bool {
    script.whole.iter().any(|name| **name == *"this")
        || ["targets", "choices", "reply_to", "subject"].iter().any(|word| script.says(word))
}
