//! Ability forms: which keys an ability of each form may have, so that none is silently ignored.

use super::keys::abilities::{ABILITY, AbilityKeys};
use crate::data::Node;
use crate::data::keys::{Stands, either};
use crate::error::Problems;
use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::event;
use crate::kernel::model::value::EventId;

/// The help for a key that means nothing for a form of ability: what to write in its place.
fn instead(form: &AbilityForm, key: &str) -> Option<&'static str> {
    Some(match (form, key) {
        (_, "limit") => "`limit: batch` is for `after` and `instead`; `once: LEVEL` limits uses",
        (_, "replies_to") => "only an ability with `timing` can reply to a use",
        (AbilityForm::Timing(_), "optional") => "a player may always decline what a window offers: leave it out",
        (AbilityForm::Instead(_), "cost") => {
            "a replacement has no cost: let its script ask and pay, or use an optional `after`"
        }
        (AbilityForm::Instead(_), "x") => "read amounts in `do` or the script",
        (AbilityForm::Instead(_), "modes") => "write one replacement each",
        (AbilityForm::Instead(_), "uncancellable") => "a replacement is no use: nothing cancels it",
        (AbilityForm::While, "condition") => "write it in `while`",
        (AbilityForm::While, _) => "it holds by itself, as long as its conditions do",
        _ => return None,
    })
}

/// Keys that have no effect beside other keys of the ability, each with what to write in its place.
fn beside(form: &AbilityForm, said: &AbilityKeys) -> Vec<(&'static str, &'static str)> {
    let of_uses = said.affects.is_some_and(|affects| affects.field("use").is_some());
    match form {
        AbilityForm::Instead(_) if said.r#do.is_some() => {
            vec![
                ("targets", "write `choose` into `do`: only a script can use targets"),
                ("condition", "write it as `if`"),
            ]
        }
        AbilityForm::While if !of_uses => vec![("cost", "it changes costs with `affects: { use: .. }`")],
        _ => Vec::new(),
    }
}

/// Reports keys of an ability that its form does not use.
pub(super) fn check(form: &AbilityForm, node: &Node, problems: &mut Problems) {
    let word = match form {
        AbilityForm::Timing(_) => "timing",
        AbilityForm::After(_) => "after",
        AbilityForm::Instead(_) => "instead",
        AbilityForm::While => "while",
    };
    let mut report = |key: &str, found: &Node, help: String| {
        let message = format!("`{key}` has no meaning for an ability with `{word}`");
        problems.error("unknown_key", &found.span, message).help(help);
    };
    for key in ABILITY.keys {
        if let Stands::For(forms) = key.stands
            && !forms.contains(&word)
            && let Some(found) = node.field(key.name)
        {
            let help = instead(form, key.name)
                .map_or_else(|| format!("only an ability with {} has it", either(forms)), String::from);
            report(key.name, found, help);
        }
    }
    for (key, help) in beside(form, &AbilityKeys::of(node)) {
        if let Some(found) = node.field(key) {
            report(key, found, help.into());
        }
    }
}

/// Reports an `after` or `instead` ability whose event can never be followed or replaced, such as `after: result`.
pub(super) fn check_event(form: &AbilityForm, place: &Node, name: &str, problems: &mut Problems) {
    /// Events that only report what happened; nobody proposes such an event.
    const TOLD: [EventId; 8] = [
        event::MODIFIED,
        event::PERMITTED,
        event::OPENED,
        event::CLOSED,
        event::JOINED,
        event::LEFT,
        event::PHASE_BEGAN,
        event::LEVEL_BEGAN,
    ];
    let (message, help) = match form {
        AbilityForm::After(event::RESULT) => {
            (format!("no ability can follow `{name}`: the game is over"), "`after: lose` follows a player who loses")
        }
        AbilityForm::Instead(event::RESULT) => {
            (format!("no ability can replace `{name}`"), "`instead: lose` replaces the loss of a player")
        }
        AbilityForm::Instead(event::USED) => {
            (format!("no ability can replace `{name}`"), "forbid the verb `use`, or cancel the use in a window")
        }
        AbilityForm::Instead(event::COPIED) => {
            (format!("no ability can replace `{name}`"), "cancel the copy in a window")
        }
        AbilityForm::Instead(e) if TOLD.contains(e) => {
            let help = "it only tells what was done; declare an event whose `does` or script does it, and replace that";
            (format!("no ability can replace `{name}`"), help)
        }
        _ => return,
    };
    problems.error("unknown_word", &place.span, message).help(help);
}
