//! Patch conflicts: reports a pack that replaces something which another pack wrote, if neither pack declares an order
//! between the two. The later pack would win silently, and only the ids of the packs decide which one is later.

use std::collections::BTreeSet;

use super::card_paths::pack_of;
use super::pack::PackInfo;
use super::patch::AppliedPatch;
use crate::data::{Data, Node, Span, in_yaml};
use crate::error::Problems;

/// The most characters of a value that is shown in a message.
const MOST_SHOWN: usize = 40;

/// A pack that changes files after other packs, with the packs behind which it declares that it comes.
pub(super) struct LaterPack<'p> {
    pack: &'p str,
    /// The card that is changed, in front of each path: `imp: `; empty: the manifest.
    of: String,
    /// The ids of packs that this pack needs or wants, directly or through others.
    needs: BTreeSet<&'p str>,
    /// The changes by earlier packs.
    before: &'p [AppliedPatch],
}

impl<'p> LaterPack<'p> {
    pub fn of(pack: &'p PackInfo, all: &'p [PackInfo], before: &'p [AppliedPatch]) -> LaterPack<'p> {
        let (mut needs, mut open) = (BTreeSet::new(), vec![pack]);
        while let Some(next) = open.pop() {
            for (id, ..) in next.needs.iter().chain(&next.wants) {
                if needs.insert(id.as_str()) {
                    open.extend(all.iter().find(|other| other.id == *id));
                }
            }
        }
        LaterPack { pack: &pack.id, of: String::new(), needs, before }
    }

    /// The same pack, for its changes of this card.
    pub fn in_card(&self, id: &str) -> LaterPack<'p> {
        LaterPack { of: format!("{id}: "), needs: self.needs.clone(), ..*self }
    }

    /// True if a place is a patch by a pack that this pack does not depend on. Cards of packs are added before any pack
    /// patches.
    pub fn is_unknown(&self, place: &Span) -> bool {
        let Some(pack) = pack_of(&place.file) else { return false };
        pack != self.pack && !self.needs.contains(pack) && place.file.ends_with("/pack.yaml")
    }

    /// The first place of a tree that was written by a pack on which this pack does not depend.
    fn written_by_another<'n>(&self, node: &'n Node) -> Option<&'n Span> {
        if self.is_unknown(&node.span) {
            return Some(&node.span);
        }
        match &node.value {
            Data::List(items) => items.iter().find_map(|item| self.written_by_another(item)),
            Data::Map(entries) => entries.iter().find_map(|(key, value)| match self.is_unknown(&key.span) {
                true => Some(&key.span),
                false => self.written_by_another(value),
            }),
            _ => None,
        }
    }

    /// True if an unrelated pack removed the target of a path.
    pub fn was_removed(&self, path: &str) -> bool {
        let name = format!("{}{path}", self.of);
        self.before.iter().any(|one| one.what == "remove" && one.name == name && self.is_unknown(&one.place))
    }

    /// Reports that a text of another pack is lost: `old`, into whose place `new` comes, if anything does.
    pub fn check(&self, path: &str, at: &Span, (old, new): (&Node, Option<&Node>), problems: &mut Problems) {
        if new == Some(old) {
            return;
        }
        let name = format!("{}{path}", self.of);
        let now = new.map_or("takes it away".into(), |new| format!("makes it {}", short(new)));
        if let Some(place) = self.written_by_another(old) {
            let message = format!("{} changes `{name}`, and {} {now}", named(place), self.called());
            self.tell(at, place, message, &format!("it is {} here", short(old)), problems);
        } else if let Some(gone) = new.and_then(|new| self.brought_back(&name, new)) {
            let message = format!("{} takes `{}` away, and {} {now}", named(&gone.place), gone.name, self.called());
            self.tell(at, &gone.place, message, "it is taken away here", problems);
        }
    }

    /// The removal by an unrelated pack that the new text of a path would undo.
    fn brought_back(&self, name: &str, new: &Node) -> Option<&AppliedPatch> {
        let is_there = |one: &&AppliedPatch| {
            let inside = one.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            inside.is_some_and(|path| path.split('.').try_fold(new, |node, name| node.field(name)).is_some())
        };
        self.before.iter().filter(|one| one.what == "remove" && self.is_unknown(&one.place)).find(is_there)
    }

    /// Reports that the pack replaces a card which an unrelated pack replaces or changes, too.
    pub fn check_card(&self, id: &str, at: &Span, (old, new): (&Node, &Node), problems: &mut Problems) {
        if new == old {
            return;
        }
        let replaced = self.before.iter().rev().find(|one| {
            one.what == "replace"
                && one.name == id
                && pack_of(&old.span.file) == Some(&one.pack)
                && self.is_unknown(&one.place)
        });
        let (place, does) = match (replaced, self.written_by_another(old)) {
            (Some(one), _) => (&one.place, "replaces"),
            (None, Some(place)) => (place, "changes"),
            (None, None) => return,
        };
        let message = format!("{} {does} the card `{id}`, and {} replaces it", named(place), self.called());
        self.tell(at, place, message, "this is lost", problems);
    }

    fn called(&self) -> String {
        format!("the pack `{}`", self.pack)
    }

    fn tell(&self, at: &Span, place: &Span, message: String, there: &str, problems: &mut Problems) {
        let other = pack_of(&place.file).unwrap_or_default().to_string();
        let message = format!("{message}: what `{}` says holds, as its id comes later", self.pack);
        problems.warn("overwritten", at, message).also(place, there).help(format!(
            "a pack comes after those that it needs: `needs: {{ {other}: \"*\" }}` in `{}` says that this is meant",
            self.pack
        ));
    }
}

/// The name of the pack of a place, for a message.
fn named(place: &Span) -> String {
    format!("the pack `{}`", pack_of(&place.file).unwrap_or_default())
}

/// A value as a message shows it.
fn short(node: &Node) -> String {
    let text = in_yaml(&node.to_json());
    if text.chars().count() <= MOST_SHOWN { text } else { "something else".into() }
}
