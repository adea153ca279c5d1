//! Version changes: what differs between a pack that is to be added and the installed version of it, and whether its id
//! resembles another one.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use strsim::osa_distance;

use super::pack_effects::PackEffects;
use crate::cli::text::clean;
use crate::share::local_changes::listed;
use crate::share::lock::{Lock, Locked};
use intermezzo::catalog::Files;

/// The largest edit distance at which two ids count as easily confused.
const NEAR: usize = 2;

/// The differences between a pack that is to be added and the installed version. A new pack has none, but its id may
/// resemble another one.
#[derive(Clone, Debug, Default)]
pub struct VersionChanges {
    /// The installed version; `None`: the pack is new.
    version: Option<String>,
    /// The differences, each with its key for tools.
    changes: Vec<(&'static str, String)>,
    /// The ids of other packs that resemble the pack's own id.
    near: Vec<String>,
}

impl VersionChanges {
    /// Compares a pack that is to be added with the installed version, which the lock describes. `does` and `old` are
    /// the effects of the two; `old` returns `None` if the installed one does not load. `beside` are the ids of all
    /// packs that are added now.
    pub fn of(
        id: &str,
        new: &Locked,
        does: &PackEffects,
        (lock, beside): (&Lock, &[String]),
        old: impl FnOnce() -> Option<PackEffects>,
    ) -> VersionChanges {
        let Some(was) = lock.packs.get(id) else {
            return VersionChanges { near: near(id, lock, beside), ..VersionChanges::default() };
        };
        let mut changes = Vec::new();
        let mut differs = |key: &'static str, text: String| changes.push((key, text));
        if place_of(&was.source) != place_of(&new.source) {
            differs("source", format!("comes from another place: {}, and not {}", new.source, was.source));
        }
        match (&was.signed_by, &new.signed_by) {
            (Some(was), Some(new)) if was != new => differs("key", format!("signed by {new}, and not by {was}")),
            (None, Some(new)) => differs("key", format!("signed from now on by {new}")),
            _ => {}
        }
        let old = old().unwrap_or_default();
        let more = |new: &[String], old: &[String]| -> Vec<String> {
            new.iter().filter(|one| !old.contains(one)).map(|one| clean(one)).collect()
        };
        let reads = more(&does.reads_hidden, &old.reads_hidden);
        if !reads.is_empty() {
            differs("reads_hidden", format!("reads more that its player does not see: {}", listed(&reads)));
        }
        let rules = more(&does.changes, &old.changes);
        if !rules.is_empty() {
            differs("changes", format!("changes more of the game: {}", listed(&rules)));
        }
        let less = more(&old.changes, &does.changes);
        if !less.is_empty() {
            differs("changes", format!("changes no longer: {}", listed(&less)));
        }
        let ranges = |locked: &Locked| -> Vec<String> {
            locked.needs.iter().map(|(id, range)| format!("{} {range}", clean(id))).collect()
        };
        let needs = more(&ranges(new), &ranges(was));
        if !needs.is_empty() {
            differs("needs", format!("needs now {}", listed(&needs)));
        }
        let needs = more(&ranges(was), &ranges(new));
        if !needs.is_empty() {
            differs("needs", format!("needs no longer {}", listed(&needs)));
        }
        for (what, files) in files(&was.files, &new.files) {
            if !files.is_empty() {
                differs("files", format!("{what}: {}", listed(&files)));
            }
        }
        VersionChanges { version: Some(was.version.to_string()), changes, near: Vec::new() }
    }

    /// The changes in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let near =
            self.near.iter().map(|other| format!("  its id is nearly `{}`, which is another pack", clean(other)));
        let head = self.version.as_ref().filter(|_| !self.changes.is_empty());
        let head = head.map(|version| format!("  compared with {version}, which is here:"));
        near.chain(head).chain(self.changes.iter().map(|(_, text)| format!("    {}", clean(text)))).collect()
    }

    /// The changes in JSON for tools.
    pub fn json(&self) -> Value {
        let changes: Vec<Value> = self.changes.iter().map(|(key, text)| json!({ "what": key, "text": text })).collect();
        json!({ "version": self.version, "changes": changes, "near": self.near })
    }
}

/// The place from which a pack comes, without the name of the archive, which differs from version to version.
fn place_of(source: &str) -> &str {
    match source.ends_with(".tar.gz") {
        true => source.rsplit_once('/').map_or("", |(place, _)| place),
        false => source,
    }
}

/// Compares the hashes of files, and returns the paths of the new, the changed and the removed ones.
fn files(was: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> [(&'static str, Vec<String>); 3] {
    let paths = |of: &BTreeMap<String, String>, takes: &dyn Fn(&String, &String) -> bool| -> Vec<String> {
        of.iter().filter(|(path, hash)| takes(path, hash)).map(|(path, _)| clean(path)).collect()
    };
    [
        ("new files", paths(now, &|path, _| !was.contains_key(path))),
        ("changed files", paths(now, &|path, hash| was.get(path).is_some_and(|old| old != hash))),
        ("files that are gone", paths(was, &|path, _| !now.contains_key(path))),
    ]
}

/// The ids that are nearly this one: of installed packs, of built-in ones, and of those that are added now.
fn near(id: &str, lock: &Lock, beside: &[String]) -> Vec<String> {
    let built_in = Files::built_in();
    let of_program = built_in.texts.keys().filter_map(|path| path.strip_prefix("packs/")?.strip_suffix("/pack.yaml"));
    let all = lock.packs.keys().chain(beside).map(String::as_str).chain(of_program);
    let is_near = |other: &&str| *other != id && osa_distance(id, other) <= NEAR.min(id.len() / 2);
    let mut near: Vec<String> = all.filter(is_near).map(String::from).collect();
    near.sort();
    near.dedup();
    near
}
