//! Ineffective parts: parts of an ability that nobody would read, or that have no effect.

use super::builder::Builder;
use super::keys::abilities::{AbilityKeys, ModeKeys};
use super::strict_maps::wrong;
use crate::data::{Data, Key, Node, Span, names_word};
use crate::error::Problems;
use crate::kernel::model::lang::{CardTest, Selection, Source, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::DefId;
use crate::kernel::parse::parser::{HEADS, Scope};
use crate::kernel::rules::Rules;
use crate::lua::{SourceWords, is_blank};

impl Builder {
    /// The id of an ability: a word that it declares, or its number.
    pub(super) fn own_id(&mut self, id: Option<&Node>, index: usize, problems: &mut Problems) -> Sym {
        let number = (index + 1).to_string();
        let Some(id) = id else { return self.sym(&number) };
        let Some(word) = id.as_str() else {
            wrong(id, "id", "a word", problems);
            return self.sym(&number);
        };
        let is_word = word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_word || word.chars().all(|c| c.is_ascii_digit()) {
            let help = "an ability without an `id` is called by its number";
            let message = format!("`{word}` cannot be an id: an id has only letters, digits and `_`");
            problems.error("wrong_kind", &id.span, message).help(help);
        }
        self.sym(word)
    }

    /// Refuses an id that another ability of the same card has, or another mode of the same ability.
    pub(super) fn only_one(&self, id: Sym, at: &Span, def: Option<DefId>, modes: &[Sym], problems: &mut Problems) {
        let abilities = def.map_or(&self.rules.game_abilities, |d| &self.rules.defs[d.index()].abilities);
        let is_taken = |id: Sym| abilities.iter().any(|a| self.rules.abilities[a.index()].id == id);
        if modes.contains(&id) || is_taken(id) {
            let message = format!("`{}` is the id of another ability already", self.rules.name(id));
            problems
                .error("name_taken", at, message)
                .help("nobody could choose the second of them: give it another id");
        }
    }
}

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

/// Reports the names of targets that mean something else already.
pub(super) fn names(targets: &[(Key, Node)], taken: &[&str], problems: &mut Problems) {
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

/// Warns of targets that are chosen, and of an `x` that is asked for, which nothing in the ability names.
pub(super) fn unused(node: &Node, mode: &Node, problems: &mut Problems) {
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
