//! Ineffective parts: parts of an ability that nobody would read, or that have no effect.

use super::keys::abilities::{AbilityKeys, ModeKeys};
use crate::data::{Data, Node};
use crate::error::Problems;
use crate::kernel::model::lang::{CardTest, Selection, Source, Test};
use crate::lua::is_blank;

/// Reports effects of an ability of which only one could happen, parts that its `modes` make useless, and empty parts.
pub(super) fn check(node: &Node, problems: &mut Problems) {
    let said = AbilityKeys::of(node);
    [node].into_iter().chain(said.modes).for_each(|node| said_nothing(node.field("do"), problems));
    let own = |mode: &Node| ModeKeys::of(mode).script.or(ModeKeys::of(mode).r#do).is_some();
    let of_modes = said.modes.iter().any(own);
    for mode in said.modes {
        if let ModeKeys { script: Some(_), r#do: Some(list), .. } = ModeKeys::of(mode) {
            let help = "keep one of them: a script can do all that `do` can";
            problems.error("unknown_key", &list.span, "a mode has `do` or `script`, not both").help(help);
        }
    }
    match (said.script, said.r#do) {
        (Some(script), _) if !said.modes.is_empty() => {
            let message = "`script` beside `modes` is never run";
            problems.error("unknown_key", &script.span, message).help("each mode has a script of its own");
        }
        (_, Some(list)) if of_modes => {
            let message = "`do` is never done, because a mode has an effect of its own";
            problems
                .error("unknown_key", &list.span, message)
                .help("give each mode its effect, or all of them this one");
        }
        (Some(_), Some(list)) => {
            let help = "keep one of them: a script can do all that `do` can";
            problems.error("unknown_key", &list.span, "an ability has `do` or `script`, not both").help(help);
        }
        _ => {}
    }
    if let ([(first, _), ..], [_, ..]) = (said.targets, said.modes) {
        let message = "`targets` beside `modes` are never chosen";
        problems.error("unknown_key", &first.span, message).help("each mode has targets of its own");
    }
    for script in [node].into_iter().chain(said.modes).filter_map(|n| ModeKeys::of(n).script) {
        if script.as_str().is_some_and(is_blank) {
            let help = "write what it does, or `do: []` if it does nothing";
            problems.error("missing", &script.span, "the script is empty: it does nothing").help(help);
        }
    }
    for key in ["parts", "modes", "needs", "cost", "targets", "from", "phase", "grant", "lose"] {
        if let Some(found) = node.field(key).filter(|n| is_empty(n)) {
            let message = format!("`{key}` is empty and has no effect");
            problems.error("missing", &found.span, message).help("leave it out, or write what it should hold");
        }
    }
}

/// True if a selection searches cards in all zones, decks and hands among them.
pub(super) fn is_anywhere(selection: &Selection) -> bool {
    match &selection.source {
        Source::Cards(cards) => cards.lists.is_empty() && says_no_place(&cards.filter),
        Source::Either(all) => all.iter().any(is_anywhere),
        _ => false,
    }
}

/// True if no part of a filter says where a card lies: all test its owner, its controller or what the card is.
fn says_no_place(test: &Test<CardTest>) -> bool {
    let mut says_none = true;
    test.walk(&mut |one| {
        says_none &= matches!(
            one,
            Test::True
                | Test::One(CardTest::Owner(_) | CardTest::Controller(_) | CardTest::Other)
                | Test::One(CardTest::Type(_) | CardTest::Words(..) | CardTest::Name(_))
                | Test::One(CardTest::Attr(..) | CardTest::Printed(..))
        );
    });
    says_none
}

/// Reports the lists of an item that do nothing. Of two lists one may be empty.
pub(super) fn lists(item: &Node, problems: &mut Problems) {
    let Some([(key, what), ..]) = item.as_map() else { return };
    if ["each", "choose"].contains(&&*key.name) && what.as_map().is_some_and(<[_]>::is_empty) {
        let message = format!("`{}` is empty: nothing says what is meant", key.name);
        problems
            .error("missing", &what.span, message)
            .help(format!("`{}: {{ zone: NAME, controller: me }}`", key.name));
    }
    let has_other = item.field("else").is_some_and(|list| !list.items().is_empty());
    match key.name.as_str() {
        "if" | "choose" | "may" if has_other => {}
        "each" | "if" | "choose" | "may" | "unless" | "divide" | "order" => {
            item.field("do").into_iter().for_each(|node| list(node, "do", problems));
        }
        "after_use" => list(what, "after_use", problems),
        _ => said_nothing(item.field("do"), problems),
    }
    item.field("else").into_iter().for_each(|node| list(node, "else", problems));
}

/// Reports a list of things to do in which nothing stands.
pub(super) fn list(node: &Node, key: &str, problems: &mut Problems) {
    if node.items().is_empty() {
        let message = format!("`{key}` is empty: nothing is done");
        problems.error("missing", &node.span, message).help("leave it out, or write what is done");
    }
}

/// Reports `do:` with nothing behind it: that nothing is done is written `do: []`.
fn said_nothing(node: Option<&Node>, problems: &mut Problems) {
    if let Some(node) = node.filter(|node| node.value == Data::Null) {
        let help = "write what is done, or `do: []` if nothing is";
        problems.error("missing", &node.span, "`do` is empty: nothing stands behind it").help(help);
    }
}

/// True if a node is an empty list or an empty map.
pub(super) fn is_empty(node: &Node) -> bool {
    match &node.value {
        Data::List(list) => list.is_empty(),
        Data::Map(map) => map.is_empty(),
        _ => false,
    }
}
