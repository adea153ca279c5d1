//! Rename: another name for something, at every place that names it.

use std::collections::{BTreeMap, BTreeSet};

use super::cursor::is_word;
use super::index::{At, Index, NamedThing};
use super::kinds::ObjectKind;
use super::mentions::Mention;
use super::page::is_kernel_field;
use intermezzo::data::yaml::is_other_than_text;
use intermezzo::error::Problem;
use intermezzo::kernel::parse::parser::HEADS;

/// The edits of a renaming.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// The places, by file; each is replaced by the new name.
    pub places: BTreeMap<String, Vec<At>>,
    /// Files that get another name: the old path, and the new one.
    pub files: Vec<(String, String)>,
    /// The edits at places where the word may mean another thing of the same name.
    pub doubtful: BTreeSet<At>,
}

impl Renaming {
    /// A scenario with a doubtful place whose names nobody judges, because it brings files of its own.
    pub fn unjudged(&self, index: &Index) -> Option<&str> {
        let is_doubtful = |places: &Vec<At>| places.iter().any(|at| self.doubtful.contains(at));
        let brings =
            |path: &&str| index.text(path).is_some_and(|text| text.lines().any(|line| line.starts_with("files:")));
        self.places.iter().filter(|(_, places)| is_doubtful(places)).map(|(path, _)| path.as_str()).find(brings)
    }
}

/// The thing to rename, with the kind that its declarations have. All must have one kind, and not that of a game, a
/// pack or a module, which are named like their files.
///
/// # Errors
///
/// The reason why the name cannot be renamed, in words.
pub fn subject(index: &Index, meant: &NamedThing) -> Result<NamedThing, String> {
    let NamedThing { kind, name, .. } = meant;
    let declared = index.declared(meant);
    let mut kinds: Vec<ObjectKind> = declared.iter().map(|(kind, _)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds[..] {
        [ObjectKind::Module] => Err("a module has the name of its file: rename that".into()),
        [found] if !matches!(found, ObjectKind::Game | ObjectKind::Pack) => Ok(meant.with_kind(found)),
        [found] => Err(format!("{} has the name of its folder: rename that", found.one())),
        [] if *kind == ObjectKind::Word => Ok(meant.clone()),
        [] => Err(format!("`{name}` is declared nowhere in these files")),
        _ => {
            let words: Vec<String> = kinds.iter().map(|kind| kind.one()).collect();
            Err(format!("`{name}` may be {}: rename it where it is declared", words.join(" or ")))
        }
    }
}

/// Refuses a new name that these files use already. One of two equal names would be read wrongly somewhere, and no
/// other rename could separate them again.
fn is_free(index: &Index, meant: &NamedThing, new: &str) -> Result<(), String> {
    let kind = meant.kind;
    // A word of cards may have any name: words are read at places where nothing else is.
    let is_word = matches!(kind, ObjectKind::Word | ObjectKind::Flag);
    let asked = if is_word || kind.is_owned() { kind } else { ObjectKind::Loose };
    let declared = index.declared(&NamedThing { kind: asked, name: new.into(), of: meant.of.clone() });
    if let Some((other, at)) = declared.first() {
        return Err(format!("there is {} `{new}` already: {}:{}:{}", other.one(), at.path, at.line, at.column));
    }
    // A name with an owner is only read together with its owner.
    if is_word || kind.is_owned() {
        return Ok(());
    }
    if HEADS.contains(&new) {
        return Err(format!("`{new}` means something in every game"));
    }
    let is_name = |m: &Mention| m.name == new && !matches!(m.kind, ObjectKind::Word | ObjectKind::Flag);
    match index.all().find(|(_, m)| is_name(m)) {
        Some((path, m)) => Err(format!("`{new}` means something already: {path}:{}:{}", m.line, m.column)),
        None => Ok(()),
    }
}

/// All edits that rename an object.
///
/// # Errors
///
/// An invalid name, or one that is taken.
pub fn renaming(index: &Index, meant: &NamedThing, new: &str) -> Result<Renaming, String> {
    let kind = meant.kind;
    let fits = |c: char| is_word(c) || kind == ObjectKind::Word && c == ' ';
    if new.is_empty() || !new.chars().all(fits) || new.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return Err(format!("`{new}` is no name: it has letters, digits and `_`"));
    }
    if is_other_than_text(new) {
        return Err(format!(
            "`{new}` is no name: where a file names it without quotes, YAML takes it for something else"
        ));
    }
    if kind == ObjectKind::Field && is_kernel_field(&meant.name) {
        let name = &meant.name;
        return Err(format!(
            "events of every game have a field `{name}`, too, and nothing tells the places apart: rename it by hand"
        ));
    }
    is_free(index, meant, new)?;
    let mut out = Renaming::default();
    for at in index.uses(meant) {
        out.places.entry(at.path.clone()).or_default().push(at);
    }
    let others = index.declared(&meant.with_kind(ObjectKind::Loose)).into_iter().filter(|(other, _)| *other != kind);
    if others.count() > 0 {
        let is_loose = |m: &Mention| m.kind == ObjectKind::Loose && m.name == meant.name;
        out.doubtful = index.all().filter(|(_, m)| is_loose(m)).map(|(path, m)| At::of(path, m)).collect();
    }
    for (_, at) in index.declared(meant).into_iter().filter(|(_, at)| at.length == 0) {
        let (folder, _) = at.path.rsplit_once('/').unwrap_or(("", ""));
        out.files.push((at.path.clone(), format!("{folder}/{new}.yaml")));
    }
    for places in out.places.values_mut() {
        places.sort();
        places.dedup();
    }
    Ok(out)
}

/// Leaves the doubtful places unchanged at which the new name would be an error. False: no error stands at such a
/// place.
pub fn leave_out(renaming: &mut Renaming, wrong: &[Problem], old: &str, new: &str) -> bool {
    let longer = new.chars().count() as i64 - old.chars().count() as i64;
    let mut gone: BTreeSet<At> = BTreeSet::new();
    for problem in wrong.iter().filter(|problem| problem.message.contains(new)) {
        let Some(places) = renaming.places.get(&*problem.span.file) else { continue };
        let of_line = places.iter().filter(|at| at.line == problem.span.line && at.length > 0).zip(0..);
        // The place of the finding is counted in the text with the new name.
        let mut behind = of_line.filter(|(at, n)| i64::from(at.column) + n * longer >= i64::from(problem.span.column));
        gone.extend(behind.next().map(|(at, _)| at.clone()).filter(|at| renaming.doubtful.contains(at)));
    }
    for places in renaming.places.values_mut() {
        places.retain(|at| !gone.contains(at));
    }
    renaming.places.retain(|_, places| !places.is_empty());
    !gone.is_empty()
}

/// A text in which another name stands at these places.
pub fn applied(text: &str, places: &[At], new: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
    // The last place of a line first, so that the others stay where they are.
    for at in places.iter().rev().filter(|at| at.length > 0) {
        let Some(line) = lines.get_mut(at.line as usize - 1) else { continue };
        let chars: Vec<char> = line.chars().collect();
        let (start, end) = (at.column as usize - 1, at.column as usize - 1 + at.length as usize);
        if end <= chars.len() {
            *line = chars[..start].iter().copied().chain(new.chars()).chain(chars[end..].iter().copied()).collect();
        }
    }
    lines.join("\n")
}
