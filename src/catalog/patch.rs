//! Patch: changes that a pack makes in files of others; each names its target.

use super::keys::manifest::MANIFEST;
use super::keys::packs::{AddKeys, InsertKeys, RemoveKeys, SetKeys, WrapKeys};
use super::patch_conflicts::LaterPack;
use crate::data::{Data, Key, Node, Span, in_yaml, suggest};
use crate::error::{Problems, Severity};

/// The effect of a patch, for `explain`.
#[derive(Clone, Debug, PartialEq)]
pub struct AppliedPatch {
    /// The pack.
    pub pack: String,
    /// `set`, `add`, `insert`, `wrap`, `remove`, `card`, `replace`, `deck` or `script`; `reads` for a reader of hidden
    /// cards; or the function by which a script registers something, such as `step`.
    pub what: &'static str,
    /// The changed or added thing: a path of names.
    pub name: String,
    /// The place of the patch in the pack's header, or of what the pack adds.
    pub place: Span,
}

/// Adds to errors about an unknown name the patch that removed the name.
pub(super) fn name_removals(changes: &[AppliedPatch], problems: &mut Problems) {
    for change in changes.iter().filter(|change| change.what == "remove") {
        let name = format!("`{}`", change.name.rsplit('.').next().unwrap_or(&change.name));
        problems.each(|problem| {
            if problem.severity == Severity::Error && problem.also.is_none() && problem.message.contains(&name) {
                problem.also(&change.place, format!("the pack `{}` takes {name} away here", change.pack));
            }
        });
    }
}

const VERBS: [&str; 5] = ["set", "add", "insert", "wrap", "remove"];

/// Applies one patch to a tree, and returns its changes.
pub(super) fn apply(
    tree: &mut Node,
    patch: &Node,
    later: &LaterPack,
    problems: &mut Problems,
) -> Vec<(&'static str, String)> {
    let found: Vec<&'static str> = VERBS.into_iter().filter(|v| patch.field(v).is_some()).collect();
    let [verb] = found[..] else {
        let message = "a patch has exactly one of set, add, insert, wrap, remove";
        problems.error("missing", &patch.span, message).help("for example { set: decks.cards.count, to: 60 }");
        return Vec::new();
    };
    let before = problems.len();
    let path = super::strict_maps::text(patch, verb, "a patch", problems).to_string();
    if problems.len() > before {
        return Vec::new();
    }
    let at = patch.field(verb).map_or(&patch.span, |n| &n.span).clone();
    let done = match verb {
        "set" => set(tree, patch, later, (&path, &at), problems),
        "add" => add(tree, patch, later, (&path, &at), problems),
        "insert" => insert(tree, patch, &path, &at, problems),
        "wrap" => wrap(tree, patch, &path, &at, problems),
        _ => remove(tree, patch, later, (&path, &at), problems),
    };
    done.unwrap_or_default().into_iter().map(|name| (verb, name)).collect()
}

/// The target of a patch: the path of names that leads to it, and the place where the patch writes this path.
type Path<'p> = (&'p str, &'p Span);

fn set(
    tree: &mut Node,
    patch: &Node,
    later: &LaterPack,
    (path, at): Path,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    let SetKeys { to, expect, .. } = SetKeys::of(patch);
    let to = to?.clone();
    let found = find(tree, path, at, problems)?;
    expected(found, expect, path, problems)?;
    if expect.is_none() {
        later.check(path, at, (found, Some(&to)), problems);
    }
    *found = to;
    Some(vec![path.into()])
}

fn wrap(tree: &mut Node, patch: &Node, path: &str, at: &Span, problems: &mut Problems) -> Option<Vec<String>> {
    let with = WrapKeys::of(patch).with?.clone();
    let found = find(tree, path, at, problems)?;
    expected(found, WrapKeys::of(patch).expect, path, problems)?;
    let mut new = with;
    if places_of_old(&new).saturating_mul(found.size()) > MOST_WRAPPED {
        let message = format!("`{path}` becomes too long: more than {MOST_WRAPPED} parts");
        problems.error("too_many", &new.span, message).help("each `old` stands for all that was there");
        return None;
    }
    if !put_old(&mut new, found) {
        let message = format!("the new text of `{path}` leaves out the old one");
        problems.error("missing", &new.span, message).help("`old` stands for what was there");
        return None;
    }
    *found = new;
    Some(vec![path.into()])
}

/// The most nodes that all `old`s of a `with` may become: a pack that wraps a wrapper doubles them each time
/// (`a_pack_that_doubles_what_it_wraps_is_refused` in tests/it/hostile_input.rs).
const MOST_WRAPPED: usize = 20_000;

/// The number of times that the word `old` occurs in a tree.
fn places_of_old(node: &Node) -> usize {
    match &node.value {
        Data::Text(text) => usize::from(text == "old"),
        Data::List(list) => list.iter().map(places_of_old).sum(),
        Data::Map(map) => map.iter().map(|(_, n)| places_of_old(n)).sum(),
        _ => 0,
    }
}

/// Replaces each text `old` in a tree by the former value. False if there is none.
fn put_old(node: &mut Node, old: &Node) -> bool {
    match &mut node.value {
        Data::Text(text) if text == "old" => {
            *node = old.clone();
            true
        }
        Data::List(list) => list.iter_mut().fold(false, |found, n| put_old(n, old) | found),
        Data::Map(map) => map.iter_mut().fold(false, |found, (_, n)| put_old(n, old) | found),
        _ => false,
    }
}

fn add(
    tree: &mut Node,
    patch: &Node,
    later: &LaterPack,
    (path, at): Path,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    let with = AddKeys::of(patch).with?.clone();
    // A missing list or map counts as empty: a pack may be the first to add to it.
    let is_new = tree.field(path).is_none() && !path.contains('.');
    if let (true, Data::Map(map)) = (is_new, &mut tree.value) {
        let empty = if with.as_list().is_some() { Data::List(Vec::new()) } else { Data::Map(Vec::new()) };
        map.push((Key { name: path.into(), span: at.clone() }, Node { value: empty, span: at.clone() }));
    }
    let found = find(tree, path, at, problems)?;
    let mut names = Vec::new();
    match (&mut found.value, with.value) {
        (Data::Map(map), Data::Map(new)) => {
            for (key, value) in new {
                if let Some((old, said)) = map.iter().find(|(k, _)| k.name == key.name) {
                    // Two packs that say the same do not contradict each other.
                    if *said == value && later.is_unknown(&old.span) {
                        continue;
                    }
                    let message = format!("`{path}` has `{}` already, from {}", key.name, old.span);
                    problems.error("name_taken", &key.span, message).help("change it with `set` or `wrap`");
                    continue;
                }
                names.push(format!("{path}.{}", key.name));
                map.push((key, value));
            }
        }
        (Data::List(list), Data::List(new)) => {
            names.push(format!("{path} ({})", new.len()));
            list.extend(new);
        }
        (old, _) => {
            let is_list = matches!(old, Data::List(_));
            let wanted = if is_list { "a list is added to a list" } else { "a map is added to a map" };
            problems.error("wrong_kind", &with.span, format!("`{path}`: {wanted}"));
            return None;
        }
    }
    Some(names)
}

fn insert(tree: &mut Node, patch: &Node, path: &str, at: &Span, problems: &mut Problems) -> Option<Vec<String>> {
    let said = InsertKeys::of(patch);
    let items = said.items?.items().to_vec();
    let (word, anchor) = match (said.before, said.after) {
        (Some(anchor), None) => ("before", anchor),
        (None, Some(anchor)) => ("after", anchor),
        _ => {
            problems.error("missing", &patch.span, "`insert` needs `before` or `after`, which names an item");
            return None;
        }
    };
    let name = anchor.as_str().map_or_else(|| anchor.as_int().map_or(String::new(), |n| n.to_string()), String::from);
    let found = find(tree, path, at, problems)?;
    let Data::List(list) = &mut found.value else {
        problems.error("wrong_kind", at, format!("`{path}` is {}, not a list", found.kind_name()));
        return None;
    };
    let place = place_of(list, &name, path, &anchor.span, problems)?;
    let place = if word == "after" { place + 1 } else { place };
    list.splice(place..place, items);
    Some(vec![format!("{path} {word} {name}")])
}

fn remove(
    tree: &mut Node,
    patch: &Node,
    later: &LaterPack,
    (path, at): Path,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    if later.was_removed(path) {
        return Some(vec![path.into()]);
    }
    let found = find(tree, path, at, problems)?;
    let expect = RemoveKeys::of(patch).expect;
    expected(found, expect, path, problems)?;
    if expect.is_none() {
        later.check(path, at, (found, None), problems);
    }
    let (inside, last) = path.rsplit_once('.').unwrap_or(("", path));
    let parent = if inside.is_empty() { tree } else { find(tree, inside, at, problems)? };
    match &mut parent.value {
        Data::Map(map) => map.retain(|(k, _)| k.name != last),
        Data::List(list) => {
            let place = place_of(list, last, inside, at, problems)?;
            list.remove(place);
        }
        _ => {}
    }
    Some(vec![path.into()])
}

/// Checks `expect`, which states the text that the pack expects to change.
fn expected(found: &Node, expect: Option<&Node>, path: &str, problems: &mut Problems) -> Option<()> {
    let Some(expect) = expect else { return Some(()) };
    if expect == found {
        return Some(());
    }
    let message =
        format!("`{path}` is {}, and the pack expects {}", in_yaml(&found.to_json()), in_yaml(&expect.to_json()));
    let help = format!("it stands in {}: look at what changed there, then mend the patch", found.span);
    problems.error("unexpected", &expect.span, message).help(help);
    None
}

/// The node at a path of names: keys of maps, and names or numbers of the items of lists.
fn find<'n>(tree: &'n mut Node, path: &str, at: &Span, problems: &mut Problems) -> Option<&'n mut Node> {
    let mut node = tree;
    let mut walked = String::new();
    for name in path.split('.') {
        let kind = node.kind_name();
        node = match &mut node.value {
            Data::Map(map) => {
                let Some(i) = map.iter().position(|(k, _)| k.name == name) else {
                    let known: Vec<&str> = map.iter().map(|(k, _)| k.name.as_str()).collect();
                    let here = if walked.is_empty() { "the file".into() } else { format!("`{walked}`") };
                    // A manifest may leave out what a pack is the first to say.
                    let help = match walked.is_empty() && MANIFEST.key(name).is_some() {
                        true => format!("the manifest says nothing of `{name}` yet: `add: {name}` puts it there"),
                        false => suggest::help_for(name, known),
                    };
                    problems.error("no_such_name", at, format!("{here} has no `{name}` to change")).help(help);
                    return None;
                };
                &mut map[i].1
            }
            Data::List(list) => {
                let i = place_of(list, name, &walked, at, problems)?;
                &mut list[i]
            }
            _ => {
                let message = format!("`{walked}` is {kind}: there is no `{name}` in it");
                problems.error("no_such_name", at, message);
                return None;
            }
        };
        walked = if walked.is_empty() { name.into() } else { format!("{walked}.{name}") };
    }
    Some(node)
}

/// The node at a path of names, for reading; `None`: there is none, or several items have the name.
pub fn at_path<'n>(tree: &'n Node, path: &str) -> Option<&'n Node> {
    path.split('.').filter(|name| !name.is_empty()).try_fold(tree, |node, name| match &node.value {
        Data::Map(_) => node.field(name),
        Data::List(list) => {
            let numbered = name.parse::<usize>().ok().and_then(|n| list.get(n.checked_sub(1)?));
            let mut fits = list.iter().filter(|item| names_of(item).contains(&name));
            numbered.or_else(|| fits.next().filter(|_| fits.next().is_none()))
        }
        _ => None,
    })
}

/// The names that may follow a node in a path: the keys of a map, the names of the items of a list. Items without a
/// name, and items that share one, have numbers, counted from 1.
pub fn names_in(node: &Node) -> Vec<String> {
    match &node.value {
        Data::Map(map) => map.iter().map(|(key, _)| key.name.clone()).collect(),
        Data::List(list) => {
            let is_own = |name: &str| list.iter().filter(|item| names_of(item).contains(&name)).count() == 1;
            let name = |(item, n): (&Node, usize)| {
                let own = names_of(item).into_iter().rfind(|name| is_own(name));
                own.map_or(n.to_string(), String::from)
            };
            list.iter().zip(1..).map(name).collect()
        }
        _ => Vec::new(),
    }
}

/// The names of an item: its `id`, or the item if it is only a text; and of `window: main` both words.
fn names_of(item: &Node) -> Vec<&str> {
    if let Some(text) = item.as_str() {
        return vec![text];
    }
    if let Some(id) = item.field("id").and_then(Node::as_str) {
        return vec![id];
    }
    match item.as_map().and_then(|m| m.first()) {
        Some((key, value)) => std::iter::once(key.name.as_str()).chain(value.as_str()).collect(),
        None => Vec::new(),
    }
}

fn place_of(list: &[Node], name: &str, path: &str, at: &Span, problems: &mut Problems) -> Option<usize> {
    if let Ok(n) = name.parse::<usize>()
        && (1..=list.len()).contains(&n)
    {
        return Some(n - 1);
    }
    let fits: Vec<usize> = (0..list.len()).filter(|i| names_of(&list[*i]).contains(&name)).collect();
    match fits[..] {
        [one] => Some(one),
        [] => {
            let known: Vec<&str> = list.iter().flat_map(names_of).collect();
            let help = suggest::help_for(name, known);
            problems.error("no_such_name", at, format!("`{path}` has no item `{name}`")).help(help);
            None
        }
        _ => {
            let message = format!("`{path}` has {} items called `{name}`", fits.len());
            problems.error("no_such_name", at, message).help("name it by its number, from 1, or give it an `id`");
            None
        }
    }
}
