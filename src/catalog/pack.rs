//! Pack: folders of files that extend a game: their headers, the packs that they need, their order, their patches.

use std::collections::BTreeMap;
use std::sync::Arc;

use semver::{Version, VersionReq};

use super::card_paths::card_id;
use super::files::beginning_with;
use super::keys::packs::{PACK, PackKeys};
use super::patch::{self, AppliedPatch};
use super::patch_conflicts::LaterPack;
use super::{Files, Nodes, ParsedFiles, limits};
use crate::data::{Key, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::word_versions;
use crate::lua::registrations;

/// The header of a pack.
#[derive(Clone, Debug, PartialEq)]
pub struct PackInfo {
    /// The id of the pack, by which other packs and `--pack` refer to it.
    pub id: String,
    /// The title of the pack.
    pub title: String,
    /// The version of the pack.
    pub version: Version,
    /// The id of the game that the pack extends.
    pub extends: String,
    /// The ids of packs that the pack needs, and their versions.
    pub needs: Vec<(String, VersionReq, Span)>,
    /// The ids of packs after which the pack comes if they are in play, and their versions.
    pub wants: Vec<(String, VersionReq, Span)>,
    /// True if its header says `reads: hidden`: its cards and steps may read what their player does not see.
    pub reads_hidden: bool,
    /// The place of the header.
    pub place: Span,
    pub(super) node: Arc<Node>,
}

/// The packs that a game is to be played with, those that others need first.
pub(super) fn resolve(game: &str, files: &Files, parsed: &mut ParsedFiles, problems: &mut Problems) -> Vec<PackInfo> {
    let mut found: Vec<PackInfo> = Vec::new();
    let mut wanted: Vec<(String, Option<Span>)> = files.packs.iter().map(|p| (p.clone(), None)).collect();
    while let Some((id, asked_by)) = wanted.pop() {
        if found.iter().any(|p| p.id == id) {
            continue;
        }
        let path = format!("packs/{id}/pack.yaml");
        let Some(text) = files.texts.get(&path) else {
            let help = no_pack_help(&id, asked_by.as_ref(), game, files);
            let span = asked_by.unwrap_or_else(|| Span::file(path.as_str()));
            problems.error("no_pack", &span, format!("there is no pack `{id}`")).help(help);
            continue;
        };
        let Some((node, ..)) = parsed.read(&path, text, problems) else { continue };
        let Some(info) = header(&id, node, problems) else { continue };
        if info.extends != game {
            let message = format!("the pack `{id}` extends the game `{}`, not `{game}`", info.extends);
            problems.error("wrong_game", &info.place, message);
            continue;
        }
        wanted.extend(info.needs.iter().map(|(id, _, span)| (id.clone(), Some(span.clone()))));
        found.push(info);
    }
    for pack in &found {
        for ((id, range, span), verb) in pack.others() {
            if let Some(other) = found.iter().find(|p| p.id == *id)
                && !range.matches(&other.version)
            {
                let message =
                    format!("the pack `{}` {verb} `{id}` {range}, but its version here is {}", pack.id, other.version);
                problems.error("wrong_version", span, message);
            }
        }
        for (id, _, span) in &pack.wants {
            if pack.needs.iter().any(|(need, ..)| need == id) {
                let message = format!("`needs` says `{id}` already: what a pack needs it comes after");
                problems.warn("no_effect", span, message).help("leave it out of one of the two");
            } else {
                is_known(id, span, files, problems);
            }
        }
        for node in PackKeys::of(&pack.node).conflicts {
            let id = node.as_str().unwrap_or("");
            if found.iter().any(|p| p.id == id) {
                let message = format!("the packs `{}` and `{id}` cannot be played together", pack.id);
                problems.error("conflict", &node.span, message);
            } else {
                is_known(id, &node.span, files, problems);
            }
        }
    }
    in_order(found, problems)
}

/// Warns of a pack that is not here if a known one has a similar id: a pack that is missing here may exist elsewhere.
fn is_known(id: &str, at: &Span, files: &Files, problems: &mut Problems) {
    let known = files.known_packs();
    if !known.iter().any(|k| k == id)
        && let Some(near) = suggest::nearest(id, known.iter().map(String::as_str))
    {
        let message = format!("there is no pack `{id}` here");
        problems.warn("no_pack", at, message).help(format!("did you mean `{near}`?"));
    }
}

/// Help where a pack is missing: a similar id, or the way to bring it into play. The pack itself and packs of other
/// games are never proposed.
fn no_pack_help(id: &str, asked_by: Option<&Span>, game: &str, files: &Files) -> String {
    let Some(place) = asked_by else {
        return suggest::help_for(id, files.known_packs().iter().map(String::as_str));
    };
    let is_other = |known: &String| *place.file != *format!("packs/{known}/pack.yaml") && files.extends(known, game);
    let known: Vec<String> = files.known_packs().into_iter().filter(is_other).collect();
    let brought = "a needed pack lies beside this one in packs/, or `--pack FOLDER` names it";
    match suggest::nearest(id, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? {brought}"),
        None => brought.into(),
    }
}

impl PackInfo {
    /// Reads the text of a `pack.yaml`, wherever it lies; `None` if it has errors.
    pub fn of_text(text: &str, problems: &mut Problems) -> Option<PackInfo> {
        problems.add_source("pack.yaml", text);
        let node = Arc::new(crate::data::yaml::parse("pack.yaml", text, problems)?);
        let id = node.field("pack").and_then(Node::as_str).unwrap_or("").to_string();
        header(&id, node, problems).filter(|_| !problems.has_errors())
    }

    /// The packs that it needs or wants, each with the verb in words.
    fn others(&self) -> impl Iterator<Item = (&(String, VersionReq, Span), &'static str)> {
        self.needs.iter().map(|need| (need, "needs")).chain(self.wants.iter().map(|want| (want, "wants")))
    }

    /// The ids of packs with which this pack cannot be played.
    pub fn conflicts(&self) -> Vec<&str> {
        PackKeys::of(&self.node).conflicts.iter().filter_map(Node::as_str).collect()
    }

    /// The version of the language in which the pack is written; without one, the newest.
    pub fn language(&self) -> u8 {
        PackKeys::of(&self.node)
            .language
            .map_or(word_versions::NEWEST, |n| n.clamp(1, word_versions::NEWEST as i64) as u8)
    }

    /// The versions of the program with which the pack works.
    pub fn engine(&self) -> Option<VersionReq> {
        PackKeys::of(&self.node).engine.and_then(Node::as_str).and_then(|range| range.parse().ok())
    }

    /// The description for readers.
    pub fn text(&self) -> String {
        self.node.field("text").and_then(Node::as_str).unwrap_or("").to_string()
    }
}

fn header(id: &str, node: Arc<Node>, problems: &mut Problems) -> Option<PackInfo> {
    let before = problems.len();
    PACK.check(&node, problems);
    let said = PackKeys::of(&node);
    let version = said.version.and_then(|node| version_of(&written(node, problems), &node.span, problems));
    if let Some(engine) = said.engine {
        let range = range_of(engine.as_str().unwrap_or(""), &engine.span, problems);
        let here = Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo checks the version");
        if let Some(range) = range.filter(|r| !r.matches(&here)) {
            let message = format!("the pack `{id}` is for versions {range} of Intermezzo, and this is {here}");
            problems.error("wrong_version", &engine.span, message);
        }
    }
    let mut ranges = |name: &str, of: &[(Key, Node)]| {
        limits::packs(name, of, problems);
        let mut out = Vec::new();
        for (key, range) in of {
            if let Some(range) = range_of(range.as_str().unwrap_or("*"), &key.span, problems) {
                out.push((key.name.clone(), range, key.span.clone()));
            }
        }
        out
    };
    let (needs, wants) = (ranges("needs", said.needs), ranges("wants", said.wants));
    let (title, extends) = (said.title.unwrap_or(id).to_string(), said.extends.unwrap_or("").into());
    let at = node.field("title").map_or(&node.span, |title| &title.span);
    limits::title("the title", &title, at, "`text` says more of the pack", problems);
    let place = node.span.clone();
    let version = version.filter(|_| problems.len() == before)?;
    let reads_hidden = said.reads.is_some();
    Some(PackInfo { id: id.into(), title, version, extends, needs, wants, reads_hidden, place, node })
}

/// The text of a version. YAML reads `0.1` as a number; findings about such a number are taken back, because the
/// version is judged anew.
fn written(node: &Node, problems: &mut Problems) -> String {
    if let Some(text) = node.as_str() {
        return text.into();
    }
    let Some(number) = node.as_int() else { return String::new() };
    let fraction = problems.list().iter().find(|p| p.key == "not_whole" && p.span == node.span);
    let fraction = fraction.and_then(|p| p.message.split('`').nth(1).map(String::from));
    problems.retain(|problem| problem.span != node.span);
    fraction.unwrap_or_else(|| number.to_string())
}

/// The longest version, in bytes. One of 200,000 was a line of the question that `pack add` asks.
pub const LONGEST_VERSION: usize = 100;

fn version_of(text: &str, span: &Span, problems: &mut Problems) -> Option<Version> {
    if text.len() > LONGEST_VERSION {
        let message = format!("a version has at most {LONGEST_VERSION} letters, and this one has {}", text.len());
        problems.error("too_long", span, message).help("a version is three numbers, as 1.2.3");
        return None;
    }
    let found = text.parse().ok();
    if found.is_none() && !text.is_empty() {
        let whole = ["", ".0", ".0.0"].map(|rest| format!("{}{rest}", text.trim().trim_start_matches('v')));
        let help = match whole.into_iter().find(|whole| Version::parse(whole).is_ok()) {
            Some(whole) => format!("did you mean `{whole}`?"),
            None => "a version is three numbers, as 1.2.3".into(),
        };
        let message = format!("`{text}` is no version: it has three numbers, with a point between them");
        problems.error("wrong_kind", span, message).help(help);
    }
    found
}

fn range_of(text: &str, span: &Span, problems: &mut Problems) -> Option<VersionReq> {
    let found = text.parse().ok();
    if found.is_none() && !text.is_empty() {
        let message = format!("`{text}` is no range of versions");
        problems.error("wrong_kind", span, message).help("a range is `\">=1.2, <2\"`, `\"1.2\"` or `\"*\"`");
    }
    found
}

/// Sorts packs by how deep they depend on others, then by id. Packs that need each other are an error; of packs that
/// want each other none comes after the other.
fn in_order(mut packs: Vec<PackInfo>, problems: &mut Problems) -> Vec<PackInfo> {
    packs.sort_by(|a, b| a.id.cmp(&b.id));
    let mut done: Vec<PackInfo> = Vec::new();
    while !packs.is_empty() {
        // Packs without an open dependency; a missing one was reported.
        let is_open = |id: &String| packs.iter().any(|other| other.id == *id);
        let is_met = |p: &PackInfo| p.others().all(|((id, ..), _)| !is_open(id));
        let (ready, rest): (Vec<PackInfo>, Vec<PackInfo>) = packs.iter().cloned().partition(is_met);
        if ready.is_empty() && rest.iter().any(|pack| pack.wants.iter().any(|(id, ..)| is_open(id))) {
            unwanted(&mut packs, problems);
            continue;
        }
        if ready.is_empty() {
            let names: Vec<&str> = rest.iter().map(|p| p.id.as_str()).collect();
            let message = format!("the packs {} need each other", names.join(", "));
            // The finding stands at a need that can be given up: one of the first pack for another of them.
            let need = rest[0].needs.iter().find(|(id, ..)| names.contains(&id.as_str()));
            let place = need.map_or(&rest[0].place, |(.., place)| place);
            let help = "one of them must do without the other: take it out of `needs`, or make one pack of them";
            problems.error("cycle", place, message).help(help);
            return done;
        }
        done.extend(ready);
        packs = rest;
    }
    done
}

/// Drops what packs that wait for each other want of each other, with a warning.
fn unwanted(packs: &mut [PackInfo], problems: &mut Problems) {
    let waiting: Vec<String> = packs.iter().map(|pack| pack.id.clone()).collect();
    let is_open = |id: &String| waiting.contains(id);
    let wanted = packs.iter().flat_map(|pack| &pack.wants).filter(|(id, ..)| is_open(id));
    let place = wanted.map(|(.., place)| place.clone()).next();
    let message = format!(
        "the packs {} want or need each other: what they want of each other does not count",
        waiting.join(", ")
    );
    let help = "one of them must come first: take the other out of its `wants`";
    if let Some(place) = place {
        problems.warn("unclear", &place, message).help(help);
    }
    packs.iter_mut().for_each(|pack| pack.wants.retain(|(id, ..)| !waiting.contains(id)));
}

/// Applies the patches of packs to the manifest and the cards; returns the changes, for `explain`.
pub(super) fn patch(
    game: &str,
    packs: &[PackInfo],
    manifest: &mut Arc<Node>,
    nodes: &mut Nodes,
    files: &Files,
    problems: &mut Problems,
) -> Vec<AppliedPatch> {
    let mut changes = Vec::new();
    for pack in packs {
        nodes.remove(&format!("packs/{}/pack.yaml", pack.id));
        replace_cards(game, (pack, packs), nodes, &mut changes, problems);
        let before = changes.clone();
        let later = LaterPack::of(pack, packs, &before);
        for one in PackKeys::of(&pack.node).patches {
            let mut push = |done: Vec<(&'static str, String)>, of: &str| {
                changes.extend(done.into_iter().map(|(what, name)| AppliedPatch {
                    pack: pack.id.clone(),
                    what,
                    name: format!("{of}{name}"),
                    place: one.span.clone(),
                }));
            };
            match one.field("card") {
                None => push(patch::apply(Arc::make_mut(manifest), one, &later, problems), ""),
                Some(card) => {
                    let id = card.as_str().unwrap_or("");
                    match nodes.iter_mut().find(|(path, _)| card_id(game, path) == Some(id)) {
                        Some((_, node)) => {
                            let later = later.in_card(id);
                            push(patch::apply(Arc::make_mut(node), one, &later, problems), &format!("{id}: "));
                        }
                        None => {
                            let known: Vec<&str> = nodes.keys().filter_map(|p| card_id(game, p)).collect();
                            let help = suggest::help_for(id, known);
                            problems.error("no_such_name", &card.span, format!("there is no card `{id}`")).help(help);
                        }
                    }
                }
            }
        }
        let folder = format!("packs/{}/", pack.id);
        for (path, text) in files.texts.iter().filter(|(p, _)| p.starts_with(&folder)) {
            if path.ends_with(".lua") {
                changes.extend(registrations(text).into_iter().map(|one| AppliedPatch {
                    pack: pack.id.clone(),
                    what: one.function,
                    name: one.name.into(),
                    place: Span::new(path.as_str(), one.line, one.column),
                }));
            }
            let (what, name) = match card_id(game, path) {
                Some(id) => ("card", id.to_string()),
                None if path.contains("/decks/") => ("deck", stem(path)),
                None if path.ends_with(".lua") => ("script", stem(path)),
                None => continue,
            };
            changes.push(AppliedPatch { pack: pack.id.clone(), what, name, place: Span::file(path.as_str()) });
        }
    }
    changes
}

fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_string()
}

/// Takes away the cards that a pack says it replaces with its own.
fn replace_cards(
    game: &str,
    (pack, packs): (&PackInfo, &[PackInfo]),
    nodes: &mut Nodes,
    changes: &mut Vec<AppliedPatch>,
    problems: &mut Problems,
) {
    let folder = format!("packs/{}/", pack.id);
    for node in PackKeys::of(&pack.node).replaces {
        let id = node.as_str().unwrap_or("");
        let is_it = |path: &&String| card_id(game, path) == Some(id);
        let own = nodes.iter().find(|(p, _)| p.starts_with(&folder) && is_it(p)).map(|(_, node)| node.clone());
        let old = nodes.keys().find(|p| !p.starts_with(&folder) && is_it(p)).cloned();
        match (own, old) {
            (Some(own), Some(old)) => {
                if let Some(old) = nodes.remove(&old) {
                    LaterPack::of(pack, packs, changes).check_card(id, &node.span, (&old, &own), problems);
                }
                let place = node.span.clone();
                changes.push(AppliedPatch { pack: pack.id.clone(), what: "replace", name: id.into(), place });
            }
            (None, _) => {
                let message = format!("the pack replaces the card `{id}` but has no card with that id");
                problems.error("no_such_name", &node.span, message);
            }
            (_, None) => {
                problems.error("no_such_name", &node.span, format!("there is no card `{id}` to replace"));
            }
        }
    }
}

/// The cards of known packs that are not in play, by id, each with its pack, to explain why a deck cannot use them.
pub(super) fn cards_elsewhere(game: &str, files: &Files) -> BTreeMap<String, String> {
    elsewhere(files, |path| card_id(game, path))
}

/// The ready-made decks of known packs that are not in play, by id, each with its pack.
pub(super) fn decks_elsewhere(game: &str, files: &Files) -> BTreeMap<String, String> {
    let folder = format!("cards/{game}/decks/");
    elsewhere(files, |path| super::card_paths::in_pack(path).strip_prefix(folder.as_str())?.strip_suffix(".yaml"))
}

fn elsewhere<'f>(files: &'f Files, id_of: impl Fn(&'f str) -> Option<&'f str>) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for (path, _) in beginning_with(&files.texts, "packs/") {
        if let Some((pack, _)) = path.strip_prefix("packs/").and_then(|rest| rest.split_once('/'))
            && !files.packs.iter().any(|p| p == pack)
            && let Some(id) = id_of(path)
        {
            out.insert(id.to_string(), pack.to_string());
        }
    }
    out
}
