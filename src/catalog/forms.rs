//! Forms: what an ability of each form may say, so that nothing written is silently ignored.

use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::event;
use crate::kernel::model::value::EventId;

/// Keys that mean nothing for a form, each with what to write instead.
fn foreign(form: &AbilityForm, node: &Node) -> Vec<(&'static str, &'static str)> {
    let for_cards = ("for", "`for` is for actions: an ability of a card is that card's");
    let no_limit = ("limit", "`limit: batch` is for `after` and `instead`; `once: LEVEL` limits uses");
    let no_reply = ("replies_to", "only what windows offer replies to a use: write it with `timing`");
    match form {
        AbilityForm::Timing(_) => {
            vec![for_cards, no_limit, ("optional", "nobody must use what a window offers: leave it out")]
        }
        AbilityForm::After(_) => vec![for_cards, no_reply],
        AbilityForm::Instead(_) => {
            let paid = "a replacement has no cost: let its script ask and pay, or use an optional `after`";
            let mut keys = vec![for_cards, no_reply, ("cost", paid), ("x", "read amounts in `do` or the script")];
            keys.push(("modes", "write one replacement each"));
            keys.push(("uncancellable", "a replacement is no use: nothing cancels it"));
            if node.field("do").is_some() {
                keys.push(("targets", "what is chosen needs a script"));
                keys.push(("condition", "write it as `if`"));
            }
            keys
        }
        AbilityForm::While => {
            let holds = "it holds by itself, as long as its conditions do";
            let mut keys = vec![for_cards, no_limit, no_reply, ("condition", "write it in `while`")];
            keys.extend(
                ["once", "optional", "x", "targets", "modes", "uncancellable", "script", "do"].map(|k| (k, holds)),
            );
            if node.field("affects").is_none_or(|a| a.field("use").is_none()) {
                keys.push(("cost", "it changes costs with `affects: { use: .. }`"));
            }
            keys
        }
    }
}

/// Reports what an ability says that its form has no use for.
pub(super) fn check(form: &AbilityForm, node: &Node, problems: &mut Problems) {
    let word = match form {
        AbilityForm::Timing(_) => "timing",
        AbilityForm::After(_) => "after",
        AbilityForm::Instead(_) => "instead",
        AbilityForm::While => "while",
    };
    for (key, instead) in foreign(form, node) {
        if let Some(found) = node.field(key) {
            let message = format!("`{key}` means nothing for an ability with `{word}`");
            problems.error("unknown_key", &found.span, message).help(instead);
        }
    }
}

/// Reports events that nothing can follow, or that nothing can replace.
pub(super) fn check_event(form: &AbilityForm, place: &Node, name: &str, problems: &mut Problems) {
    /// They only say what was done: nothing proposes them.
    const TOLD: [EventId; 6] =
        [event::MODIFIED, event::PERMITTED, event::OPENED, event::CLOSED, event::JOINED, event::LEFT];
    let (message, help) = match form {
        AbilityForm::After(event::RESULT) => {
            (format!("nothing follows `{name}`: the game is over"), "`after: lose` follows a player who loses")
        }
        AbilityForm::Instead(event::RESULT) => {
            (format!("nothing replaces `{name}`"), "`instead: lose` replaces that a player loses")
        }
        AbilityForm::Instead(event::USED) => {
            (format!("nothing replaces `{name}`"), "forbid the verb `use`, or cancel the use in a window")
        }
        AbilityForm::Instead(e) if TOLD.contains(e) => {
            let help = "it only tells what was done; declare an event whose `does` or script does it, and replace that";
            (format!("nothing replaces `{name}`"), help)
        }
        _ => return,
    };
    problems.error("unknown_word", &place.span, message).help(help);
}
