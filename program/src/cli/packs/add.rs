//! Add: adds packs to a folder, updates the packs there, and removes them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use serde_json::Value;

use super::pack_effects::PackEffects;
use super::version_changes::VersionChanges;
use super::{apart, findings_of, otherwise, pack_json, print_packs, shared_game, short};
use crate::cli::Exit;
use crate::cli::confirm::confirmed;
use crate::cli::output::complain;
use crate::cli::pack::{is_pack, must_exist};
use crate::cli::text::clean;
use crate::share::fetch::{Fetched, PackSource, fetch};
use crate::share::install::FolderHold;
use crate::share::lock::{Lock, Locked};
use crate::share::resolve::KnownPacks;
use crate::share::shelf::{Shelf, ShelfVersion};
use crate::share::{Contents, install, local_changes, sign};
use intermezzo::catalog::Files;
use intermezzo::catalog::pack::PackInfo;
use intermezzo::data::disk::{self, Folder};
use intermezzo::error::{Error, Problems, Result};
use intermezzo::table::Loader;

/// Add packs, or a game, to a folder
///
/// Shows what each of them adds, changes and reads, and asks before it writes anything. What a pack needs comes with it,
/// in versions that go together. Without names it brings back all that packs.lock says, exactly as it was. The archive of a
/// game, as `pack build` makes it, is written into the folder, if nothing of it is there yet: then the game can be played.
#[derive(Debug, clap::Args)]
pub struct Add {
    /// Folders, archives, addresses (https://…, git+https://…#TAG), or ids of packs on a shelf (ID, ID@^1.2)
    packs: Vec<String>,
    /// Folder or address where packs are found by their ids; it is remembered, and may be given several times
    #[arg(long, value_name = "PLACE")]
    shelf: Vec<String>,
    /// Public key, or a file of one: the packs named here must be signed by it, and so must their later versions
    #[arg(long, value_name = "KEY")]
    pub(super) key: Option<String>,
    /// Add them without asking
    #[arg(long)]
    pub(super) yes: bool,
    /// Put them in the place of added packs whose files were changed here: the changes are lost
    #[arg(long)]
    force: bool,
    /// Print {"packs": [{"id", "version", "hash", "source", "does", "since"}], "findings"}
    #[arg(long)]
    pub(super) json: bool,
}

/// Take packs away, with what only they need
///
/// A pack whose files were changed here since it was added stays, and the command says which files these are. At a terminal
/// it says which packs go, and asks.
#[derive(Debug, clap::Args)]
pub struct Remove {
    /// Ids of packs
    #[arg(required = true)]
    packs: Vec<String>,
    /// Take them away without asking
    #[arg(long)]
    yes: bool,
    /// Take them away with what was changed in them
    #[arg(long)]
    force: bool,
    /// Print {"packs": [{"id", "version", "hash", "source"}], "findings"}: those that are left
    #[arg(long)]
    json: bool,
}

/// Bring packs to their latest versions that go together
#[derive(Debug, clap::Args)]
pub struct Update {
    /// Ids of packs [default: all]
    packs: Vec<String>,
    /// Update them without asking
    #[arg(long)]
    yes: bool,
    /// Update also those whose files were changed here: the changes are lost
    #[arg(long)]
    force: bool,
    /// Print {"packs": [{"id", "version", "hash", "source", "does", "since"}], "findings"}
    #[arg(long)]
    json: bool,
}

/// A change of a folder's packs that is being prepared: what to add, update or take away.
struct PackPlan<'r> {
    root: &'r Path,
    /// Keeps other programs from changing the packs of the folder meanwhile.
    _held: FolderHold,
    lock: Lock,
    /// For each pack that a person named, now or earlier, the versions that she allows.
    asked: BTreeMap<String, VersionReq>,
    /// The packs that this command names: their files are written again if they were changed.
    named: BTreeSet<String>,
    /// The shelves that this command names, as packs.lock writes them.
    named_shelves: Vec<String>,
    /// Fetched packs with their files, by id: those named by a folder, an archive or an address.
    fetched: BTreeMap<String, Fetched>,
    /// The versions found on shelves: of each the place of its archive, and its entry on the shelf.
    shelved: BTreeMap<(String, Version), (String, ShelfVersion)>,
    /// Keys by which packs must be signed.
    keys: BTreeMap<String, String>,
    known: KnownPacks,
}

/// A pack that is about to be written, and what the person is shown of it first.
struct NewPack {
    info: PackInfo,
    contents: Contents,
    locked: Locked,
    does: PackEffects,
    /// The differences from the installed version.
    since: VersionChanges,
}

pub fn add(args: &Add, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // A game comes alone: it is written beside the packs, and no lock keeps it.
    if let [text] = &args.packs[..]
        && let Some(game) = shared_game::of_archive(text)?
    {
        return shared_game::add(args, &game, root, out);
    }
    let mut plan = PackPlan::new(root)?;
    if args.packs.is_empty() && args.shelf.is_empty() {
        return bring_back(&plan, args.force, args.json, out);
    }
    let key = args.key.as_deref().map(public_key).transpose()?;
    for shelf in &args.shelf {
        Shelf(shelf.clone()).listing()?;
        let shelf = relative(shelf, root);
        if !plan.lock.shelves.contains(&shelf) {
            plan.lock.shelves.push(shelf.clone());
        }
        plan.named_shelves.push(shelf);
    }
    let mut texts: BTreeMap<String, &str> = BTreeMap::new();
    for text in &args.packs {
        let (name, range) = match text.rsplit_once('@').filter(|(id, _)| crate::share::names::is_id(id)) {
            Some((id, range)) => (id, Some(range)),
            None => (text.as_str(), None),
        };
        let range: Option<VersionReq> = match range {
            Some(range) => Some(range.parse().map_err(|_| Error::usage(format!("`{range}` is no range of versions")))?),
            None => None,
        };
        let id = match PackSource::of(name)? {
            PackSource::Id(id) => {
                plan.asked.insert(id.clone(), range.unwrap_or(VersionReq::STAR));
                plan.known.preferred.remove(&id);
                id
            }
            source => plan.bring(&source, &relative(&source.lock_words(), root))?,
        };
        if let Some(first) = texts.insert(id.clone(), text).filter(|first| first != text) {
            let message = format!("`{first}` and `{text}` are both the pack `{id}`");
            return Err(Error::usage(message).help("a folder has one version of a pack: name one of them").into());
        }
        plan.keys.extend(key.clone().map(|key| (id.clone(), key)));
        plan.named.insert(id);
    }
    plan.finish(args.yes, args.force, args.json, out)
}

pub fn update(args: &Update, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut plan = PackPlan::new(root)?;
    let ids: Vec<String> = match args.packs.is_empty() {
        true => plan.lock.packs.keys().cloned().collect(),
        false => args.packs.clone(),
    };
    let mut archives = Vec::new();
    for id in ids {
        let Some(locked) = plan.lock.packs.get(&id).cloned() else { return Err(none(&id, &plan.lock).into()) };
        plan.known.preferred.remove(&id);
        let source = PackSource::of_lock_words(&locked.source, root);
        match source {
            // A folder and a repository may hold a later version now; the archive of a version never does, so a shelf
            // is asked.
            Some(source @ (PackSource::Folder(_) | PackSource::Git(..))) => plan.bring_again(&source, &id, &locked)?,
            Some(source @ PackSource::Url(_)) if plan.shelf_of(&id, &locked).is_none() => {
                plan.bring_again(&source, &id, &locked)?;
            }
            Some(PackSource::File(_)) if plan.shelf_of(&id, &locked).is_none() => {
                archives.push((id.clone(), locked.version.clone(), locked.source.clone()));
            }
            _ => {}
        }
        if let Some(asked) = locked.asked {
            plan.asked.insert(id, asked);
        }
    }
    let exit = plan.finish(args.yes, args.force, args.json, out)?;
    for (id, version, source) in archives.iter().filter(|_| !args.json) {
        writeln!(out, "`{id}` came as {source}, and an archive is {version} only: `pack add` takes a later one")?;
    }
    Ok(exit)
}

pub fn remove(args: &Remove, root: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let _held = held(root)?;
    let mut lock = Lock::read(root)?;
    let before = lock.clone();
    for id in &args.packs {
        if !lock.packs.contains_key(id) {
            return Err(none(id, &lock).into());
        }
        let needing: Vec<&str> =
            lock.needing(id).into_iter().filter(|by| !args.packs.iter().any(|p| p == by)).collect();
        if !needing.is_empty() {
            let message = format!("`{id}` is needed by {}", needing.join(", "));
            return Err(Error::usage(message).help("remove those, too").into());
        }
    }
    for id in &args.packs {
        lock.packs.remove(id);
    }
    let needed = lock.needed();
    let unneeded: Vec<String> = lock.packs.keys().filter(|id| !needed.contains(id)).cloned().collect();
    let named: BTreeSet<String> = args.packs.iter().cloned().collect();
    let gone: Vec<String> = named.into_iter().chain(unneeded).collect();
    lock.packs.retain(|id, _| needed.contains(id));
    if !args.force {
        gone.iter().try_for_each(|id| is_unchanged(root, id, &before))?;
    }
    let is_asked = !args.yes && !args.json && std::io::stdin().is_terminal();
    if is_asked && !confirmed(&format!("take away {}?", gone.join(", ")), out)? {
        writeln!(out, "nothing was removed")?;
        return Ok(Exit::Findings);
    }
    install::exchange(root, &[], &gone, || lock.write(root))?;
    if args.json {
        let left = lock.packs.iter().map(|(id, locked)| pack_json(id, locked)).collect();
        print_packs(out, left, &Problems::new())?;
    } else {
        writeln!(out, "removed {}", gone.join(", "))?;
    }
    Ok(Exit::Fine)
}

/// Waits until no other program changes the packs of the folder, and keeps others from it as long as the result lives.
fn held(root: &Path) -> Result<FolderHold> {
    FolderHold::of(root, || complain("another program changes the packs of this folder: it is waited for"))
}

/// Refuses to replace or remove a pack whose files were changed after it was added: the changes would be lost.
///
/// # Errors
///
/// A pack that was changed.
fn is_unchanged(root: &Path, id: &str, lock: &Lock) -> Result<()> {
    let Some(locked) = lock.packs.get(id) else { return Ok(()) };
    let changes = local_changes::changes(root, id, locked)?;
    // A deleted file is lost already.
    match changes.iter().all(|change| change.ends_with(local_changes::GONE)) {
        true => Ok(()),
        false => Err(local_changes::refused(id, &changes)),
    }
}

/// Refuses a source in which another pack lies than the one that was added from there.
fn is_it(found: &str, id: &str, source: &str) -> Result<()> {
    if found == id {
        return Ok(());
    }
    let message = format!("{source}: the pack that lies there is `{found}`, and not `{id}`");
    Err(Error::usage(message).help(format!("`pack remove {id}`, and `pack add` if you want the other one")))
}

fn none(id: &str, lock: &Lock) -> Error {
    let help = intermezzo::data::suggest::help_for(id, lock.packs.keys().map(String::as_str));
    Error::usage(format!("no pack `{id}` was added here")).help(help)
}

/// Reads a public key from an option: the text is the key itself, or the name of a file with it.
pub fn public_key(text: &str) -> Result<String> {
    let path = Path::new(text);
    if path.is_file() { sign::public_line(&disk::text(path, 10_000)?) } else { sign::public_line(text) }
}

/// The words of a source or a shelf as packs.lock writes them: a path becomes absolute, unless the folder of the lock
/// is the current one.
fn relative(lock_words: &str, root: &Path) -> String {
    let (kind, path) = match lock_words.split_once(':').filter(|(kind, _)| matches!(*kind, "folder" | "file")) {
        Some((kind, path)) => (format!("{kind}:"), path),
        None if lock_words.contains("://") => return lock_words.into(),
        None => (String::new(), lock_words),
    };
    let is_here = root.canonicalize().ok() == Path::new(".").canonicalize().ok();
    match PathBuf::from(path).canonicalize() {
        Ok(full) if !is_here => format!("{kind}{}", full.display()),
        _ => lock_words.into(),
    }
}

/// Does what `pack add` without names does: fetches all packs of the lock that are missing or changed, exactly as they
/// were added.
fn bring_back(plan: &PackPlan, force: bool, json: bool, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut brought: Vec<(&str, Contents)> = Vec::new();
    for (id, locked) in &plan.lock.packs {
        if plan.is_as_added(id, locked) {
            continue;
        }
        if !force {
            is_unchanged(plan.root, id, &plan.lock)?;
        }
        let Some(mut source) = PackSource::of_lock_words(&locked.source, plan.root) else {
            return Err(
                Error::usage(format!("`{id}`: nothing is known of where it came from: {}", locked.source)).into()
            );
        };
        if let (PackSource::Git(_, rev), Some(commit)) = (&mut source, &locked.commit) {
            *rev = Some(commit.clone());
        }
        let fetched = fetch(&source)?;
        is_it(&fetched.contents.info()?.id, id, &locked.source)?;
        if fetched.contents.hash() != locked.hash {
            let message = format!("`{id}`: what lies at {} now is not what was added", clean(&locked.source));
            let help = format!("`pack remove {id}`, and `pack add` of that place, take it as it is now");
            return Err(Error::usage(message).help(help).into());
        }
        brought.push((id, fetched.contents));
    }
    let new: Vec<(&str, &Contents)> = brought.iter().map(|(id, contents)| (*id, contents)).collect();
    install::exchange(plan.root, &new, &[], || Ok(()))?;
    let problems = otherwise(plan.root, &plan.lock);
    if json {
        let packs = plan.lock.packs.iter().map(|(id, locked)| pack_json(id, locked)).collect();
        print_packs(out, packs, &problems)?;
        return Ok(Exit::fine_if(problems.is_empty()));
    }
    write!(out, "{}", problems.render_all())?;
    if brought.is_empty() {
        writeln!(out, "all packs of packs.lock are here")?;
    } else {
        writeln!(out, "brought back {}", brought.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", "))?;
    }
    Ok(Exit::fine_if(problems.is_empty()))
}

impl<'r> PackPlan<'r> {
    fn new(root: &'r Path) -> Result<PackPlan<'r>> {
        if is_pack(root) {
            let message = "this folder is a pack: others are added to a folder in which you play";
            return Err(Error::usage(message).help("`needs:` in pack.yaml names what it needs"));
        }
        let held = held(root)?;
        let lock = Lock::read(root)?;
        let mut known = KnownPacks::default();
        for (id, locked) in &lock.packs {
            known.add(id, locked.version.clone(), locked.needs.clone());
            known.preferred.insert(id.clone(), locked.version.clone());
        }
        let asked = lock.packs.iter().filter_map(|(id, p)| Some((id.clone(), p.asked.clone()?))).collect();
        let keys = lock.packs.iter().filter_map(|(id, p)| Some((id.clone(), p.signed_by.clone()?))).collect();
        Ok(PackPlan {
            root,
            _held: held,
            lock,
            asked,
            named: BTreeSet::new(),
            named_shelves: Vec::new(),
            fetched: BTreeMap::new(),
            shelved: BTreeMap::new(),
            keys,
            known,
        })
    }

    /// The shelf from which an added pack came; `None`: it came from no known shelf.
    fn shelf_of(&self, id: &str, locked: &Locked) -> Option<&String> {
        let lies_on = |shelf: &&String| Shelf((*shelf).clone()).archive(id, &locked.version) == locked.source;
        self.lock.shelves.iter().find(lies_on)
    }

    /// The shelves on which a pack is searched, in order. An added pack is searched on the shelf from which it came,
    /// unless the command names both the pack and a shelf: otherwise a stranger's shelf could offer a higher version of
    /// a private pack.
    fn shelves_for(&self, id: &str) -> Vec<Shelf> {
        let is_moved = self.named.contains(id) && !self.named_shelves.is_empty();
        let shelves: Vec<&String> = match self.lock.packs.get(id) {
            _ if is_moved => self.named_shelves.iter().collect(),
            Some(locked) => self.shelf_of(id, locked).into_iter().collect(),
            None => self.named_shelves.iter().chain(&self.lock.shelves).collect(),
        };
        shelves.into_iter().map(|shelf| Shelf(shelf.clone())).collect()
    }

    /// Fetches a pack that is named by a folder, an archive or an address, and notes its version as the wanted one.
    /// Returns its id.
    fn bring(&mut self, source: &PackSource, lock_words: &str) -> Result<String> {
        let mut fetched = fetch(source)?;
        fetched.source = lock_words.into();
        let info = fetched.contents.info()?;
        if in_program(&info.id).is_some() {
            let message = format!("{lock_words}: `{}` is the id of a pack that comes with the program", info.id);
            return Err(Error::usage(message).help("its own pack needs an id of its own"));
        }
        // A named source fixes the version.
        let needs = info.needs.iter().map(|(id, range, _)| (id.clone(), range.clone())).collect();
        self.known.add(&info.id, info.version.clone(), needs);
        self.asked.insert(info.id.clone(), exactly(&info.version));
        self.fetched.insert(info.id.clone(), fetched);
        Ok(info.id)
    }

    /// Fetches a pack anew from its source.
    fn bring_again(&mut self, source: &PackSource, id: &str, locked: &Locked) -> Result<()> {
        let found = self.bring(source, &locked.source)?;
        is_it(&found, id, &locked.source)
    }

    /// Finds the versions of all wanted packs, and of those that they need: in the program, or else on shelves.
    fn look_up(&mut self) -> Result<()> {
        let mut looked: Vec<String> = self.fetched.keys().cloned().collect();
        loop {
            let unsettled = |id: &String| !self.known.preferred.contains_key(id);
            let asked = self.asked.keys().filter(|id| unsettled(id)).cloned();
            let updated = self.lock.packs.keys().filter(|id| unsettled(id)).cloned();
            let ids: Vec<String> =
                asked.chain(updated).chain(self.known.missing(&self.asked)).filter(|id| !looked.contains(id)).collect();
            if ids.is_empty() {
                return Ok(());
            }
            for id in ids {
                if !looked.contains(&id) {
                    self.look_up_one(&id)?;
                    looked.push(id);
                }
            }
        }
    }

    fn look_up_one(&mut self, id: &str) -> Result<()> {
        // A built-in pack is never replaced by one from a shelf.
        if let Some(info) = in_program(id) {
            self.known.add(id, info.version, BTreeMap::new());
            return Ok(());
        }
        // Only the first shelf that has the pack counts: all its versions come from there.
        for shelf in self.shelves_for(id) {
            let versions = shelf.versions(id)?;
            let is_found = !versions.is_empty();
            for (version, one) in versions {
                self.known.add(id, version.clone(), one.needs.clone());
                self.shelved.insert((id.to_string(), version.clone()), (shelf.archive(id, &version), one));
            }
            if is_found {
                break;
            }
        }
        Ok(())
    }

    /// Of the resolved versions, the packs that must be written: new ones, and those that differ from the lock. Fetches
    /// them, and checks ids, versions, signatures and conflicts.
    fn new_packs(&mut self, found: &BTreeMap<String, Version>) -> Result<Vec<(PackInfo, Contents, Locked)>> {
        let mut new = Vec::new();
        for (id, version) in found {
            let old = self.lock.packs.get(id);
            // True if a named pack was changed in the folder, so that its files are written again.
            let is_lost = old.is_some_and(|old| self.named.contains(id) && !self.is_as_added(id, old));
            let fetched = match self.fetched.remove(id) {
                Some(fetched) => fetched,
                None if !is_lost && old.is_some_and(|old| old.version == *version) => continue,
                None => match self.shelved.get(&(id.clone(), version.clone())) {
                    Some((place, one)) => {
                        let fetched = fetch_from_shelf(place, one)?;
                        // The key of the first added version is kept, and later versions must be signed by it.
                        if let Some(key) = &one.key {
                            self.keys.entry(id.clone()).or_insert_with(|| key.clone());
                        }
                        fetched
                    }
                    // The pack is built in.
                    None => continue,
                },
            };
            let info = fetched.contents.info()?;
            if info.id != *id || info.version != *version {
                let message =
                    format!("{}: this is `{}` {}, and not `{id}` {version}", fetched.source, info.id, info.version);
                return Err(Error::usage(message));
            }
            let signed_by = self.keys.get(id).cloned();
            if let Some(key) = &signed_by {
                signed(&fetched, id, key)?;
            }
            let locked = Locked {
                version: version.clone(),
                hash: fetched.contents.hash(),
                files: fetched.contents.hashes(),
                source: fetched.source.clone(),
                commit: fetched.commit.clone(),
                asked: self.asked.get(id).map(|range| range_of(range, &fetched.source)),
                needs: info.needs.iter().map(|(id, range, _)| (id.clone(), range.clone())).collect(),
                signed_by,
            };
            if is_lost
                || old.is_none_or(|old| {
                    let same = (&old.version, &old.needs, &old.hash, &old.source, &old.signed_by);
                    same != (&locked.version, &locked.needs, &locked.hash, &locked.source, &locked.signed_by)
                })
            {
                new.push((info, fetched.contents, locked));
            }
        }
        let all: Vec<&PackInfo> = new.iter().map(|(info, ..)| info).collect();
        for info in &all {
            if let Some(other) = info.conflicts().into_iter().find(|id| found.contains_key(*id)) {
                let message = format!("the packs `{}` and `{other}` cannot be played together", info.id);
                return Err(Error::usage(message).help("they can be added to two folders"));
            }
        }
        Ok(new)
    }

    /// True if the files of a pack in the folder are still those that were added.
    fn is_as_added(&self, id: &str, locked: &Locked) -> bool {
        install::installed(self.root, id).ok().flatten().is_some_and(|contents| contents.hash() == locked.hash)
    }

    /// Refuses to write over, or take away, a folder of packs/ that holds a person's own work.
    ///
    /// # Errors
    ///
    /// A folder that was not added, or one that was changed since, unless `force` is given.
    fn is_free(&self, id: &str, force: bool, new: Option<&Locked>) -> Result<()> {
        match self.lock.packs.contains_key(id) {
            true if force => Ok(()),
            true => is_unchanged(self.root, id, &self.lock),
            false if !Folder::open(self.root)?.has_folder(&Path::new("packs").join(id))? => Ok(()),
            // An earlier run was broken off: it wrote exactly these files, but not the lock.
            false
                if new
                    .is_some_and(|new| local_changes::changes(self.root, id, new).is_ok_and(|all| all.is_empty())) =>
            {
                Ok(())
            }
            false => Err(Error::usage(format!("packs/{id} is there, and was not added"))
                .help("a pack that is added takes its place: put the folder elsewhere")),
        }
    }

    /// Resolves the versions, shows what would be added and taken away, asks the person, and writes the packs and the
    /// lock.
    fn finish(mut self, yes: bool, force: bool, json: bool, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.look_up()?;
        let found = self.known.resolve(&self.asked)?;
        let new = self.new_packs(&found)?;
        for (info, _, locked) in &new {
            self.is_free(&info.id, force, Some(locked))?;
        }
        let gone: Vec<String> = self.lock.packs.keys().filter(|id| !found.contains_key(*id)).cloned().collect();
        gone.iter().try_for_each(|id| self.is_free(id, force, None))?;
        let kept: Vec<String> = self.lock.packs.keys().filter(|id| !gone.contains(id)).cloned().collect();
        let (new, problems) = judged(self.root, new, kept, &self.lock)?;
        if !json {
            // The findings come first: what the person agrees to stands last, right above the question.
            write!(out, "{}", problems.render_all())?;
            for one in &new {
                for line in one.does.lines(&one.info).into_iter().chain(one.since.lines()) {
                    writeln!(out, "{line}")?;
                }
                writeln!(out, "  from {}", clean(&one.locked.source))?;
                writeln!(out, "  hash {}", short(&one.locked.hash))?;
                match &one.locked.signed_by {
                    Some(key) => writeln!(out, "  signed by {key}")?,
                    None => writeln!(out, "  not signed by anybody that you named")?,
                }
            }
            if !gone.is_empty() {
                writeln!(out, "no pack needs these any more, and they go: {}", gone.join(", "))?;
            }
        }
        let question = if gone.is_empty() { "add this?" } else { "add this, and take those away?" };
        let is_sure = yes || new.is_empty() && gone.is_empty() || !json && confirmed(question, out)?;
        if !is_sure {
            if json {
                print_packs(out, new.iter().map(new_json).collect(), &problems)?;
            } else {
                writeln!(out, "nothing was added: say --yes to add it")?;
            }
            return Ok(Exit::Findings);
        }
        for one in &new {
            self.lock.packs.insert(one.info.id.clone(), one.locked.clone());
        }
        for (id, range) in &self.asked {
            if let Some(locked) = self.lock.packs.get_mut(id) {
                locked.asked = Some(range_of(range, &locked.source));
            }
        }
        self.lock.packs.retain(|id, _| !gone.contains(id));
        if new.is_empty() && gone.is_empty() && self.lock == Lock::read(self.root)? {
            return self.nothing_new(json, &problems, out);
        }
        let written: Vec<(&str, &Contents)> = new.iter().map(|one| (one.info.id.as_str(), &one.contents)).collect();
        install::exchange(self.root, &written, &gone, || self.lock.write(self.root))?;
        if json {
            print_packs(out, new.iter().map(new_json).collect(), &problems)?;
        } else {
            let ids: Vec<String> = new.iter().map(|one| format!("{} {}", one.info.id, one.info.version)).collect();
            match ids.is_empty() {
                true => return self.nothing_new(json, &problems, out),
                false => {
                    // The suggested command names a pack that was asked for: what it needs comes into play with it.
                    let named = new.iter().find(|one| self.named.contains(&one.info.id));
                    let asked = || new.iter().find(|one| one.locked.asked.is_some());
                    let first = named.or_else(asked).or(new.first());
                    let (id, game) = first.map_or(("ID", "GAME"), |one| (&one.info.id, &one.info.extends));
                    writeln!(out, "added {}; `intermezzo --pack {id} play {game}` plays with it", ids.join(", "))?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    /// Says that there is nothing to write, and names those of the wanted packs that are built in.
    fn nothing_new(&self, json: bool, problems: &Problems, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if json {
            print_packs(out, Vec::new(), problems)?;
            return Ok(Exit::Fine);
        }
        writeln!(out, "nothing is new")?;
        for id in self.asked.keys().filter(|id| !self.lock.packs.contains_key(*id)) {
            if let Some(info) = in_program(id) {
                let game = info.extends;
                writeln!(out, "`{id}` comes with the program: `intermezzo --pack {id} play {game}` plays with it")?;
            }
        }
        Ok(Exit::Fine)
    }
}

/// Fetches the archive of a version from its place on a shelf, and compares it with the entry of the shelf.
///
/// # Errors
///
/// Its files are not those that the shelf names, or their signature is missing.
fn fetch_from_shelf(place: &str, one: &ShelfVersion) -> Result<Fetched> {
    let source = PackSource::of_lock_words(place, Path::new(""))
        .ok_or_else(|| Error::usage(format!("{place}: nothing is fetched from there")))?;
    let fetched = fetch(&source)?;
    if fetched.contents.hash() != one.hash {
        let message = format!("{place}: its files are not those that the shelf names");
        return Err(Error::usage(message).help(format!("the shelf names the hash {}", one.hash)));
    }
    if one.is_signed && fetched.signature.is_none() {
        let message = format!("{place}: the shelf says that it is signed, and no signature lies beside it");
        return Err(Error::usage(message).help("whoever took it away may have changed the archive, too"));
    }
    Ok(Fetched { source: place.to_string(), ..fetched })
}

/// The header of the built-in pack with this id; `None`: there is none.
fn in_program(id: &str) -> Option<PackInfo> {
    PackInfo::of_text(Files::built_in().texts.get(&format!("packs/{id}/pack.yaml"))?, &mut Problems::new())
}

/// Loads the game of each new pack with the pack, to find its effects and findings, and with pairs of packs, to find
/// those that do not go together.
///
/// # Errors
///
/// A pack that does not load.
fn judged(
    root: &Path,
    new: Vec<(PackInfo, Contents, Locked)>,
    kept: Vec<String>,
    lock: &Lock,
) -> anyhow::Result<(Vec<NewPack>, Problems)> {
    let mut files = Files::with_root(Some(root))?;
    let before = files.clone();
    for (info, contents, _) in &new {
        let folder = format!("packs/{}/", info.id);
        files.texts.retain(|path, _| !path.starts_with(&folder));
        files.locales.retain(|path, _| !path.starts_with(&folder));
        let (locales, texts): (Vec<_>, Vec<_>) =
            contents.texts(&info.id).into_iter().partition(|(path, _)| path.ends_with(".ftl"));
        files.texts.extend(texts);
        files.locales.extend(locales);
    }
    let (mut out, mut all, mut loader) = (Vec::new(), Problems::new(), Loader::default());
    let beside: Vec<String> = new.iter().map(|(info, ..)| info.id.clone()).collect();
    for (info, contents, locked) in new {
        must_exist(&info.extends, &files)?;
        let files = Files { packs: vec![info.id.clone()], ..files.clone() };
        let (game, problems) = loader.load(&info.extends, &files).map_err(Error::load)?;
        let does = PackEffects::of(&game.catalog, &info.id, &files);
        all.append(findings_of(&game.catalog, &info.id, problems));
        let since = VersionChanges::of(&info.id, &locked, &does, (lock, &beside), || {
            let old = Files { packs: vec![info.id.clone()], ..before.clone() };
            loader.load(&info.extends, &old).ok().map(|(game, _)| PackEffects::of(&game.catalog, &info.id, &old))
        });
        out.push(NewPack { info, contents, locked, does, since });
    }
    if !out.is_empty() {
        let ids: BTreeSet<String> = kept.into_iter().chain(out.iter().map(|one| one.info.id.clone())).collect();
        all.append(apart(&files, &Vec::from_iter(ids), &mut loader));
    }
    Ok((out, all))
}

fn new_json(one: &NewPack) -> Value {
    let mut value = pack_json(&one.info.id, &one.locked);
    value["does"] = one.does.json();
    value["since"] = one.since.json();
    value
}

/// Checks that the archive of a pack is signed by a key.
fn signed(fetched: &Fetched, id: &str, key: &str) -> Result<()> {
    let wanted =
        |what: &str| Err(Error::usage(format!("`{id}` must be signed, and {what}")).help(format!("the key is {key}")));
    match (&fetched.archive, &fetched.signature) {
        (Some(archive), Some(signature)) => sign::check(archive, signature, key).map(drop),
        (Some(_), None) => wanted("no signature lies beside its archive"),
        (None, _) => wanted("only an archive can be"),
    }
}

/// Exactly one version.
fn exactly(version: &Version) -> VersionReq {
    VersionReq::parse(&format!("={version}")).unwrap_or(VersionReq::STAR)
}

/// The range of wanted versions as the lock keeps it: any version, if the source is a folder or a repository, which has
/// only one.
fn range_of(range: &VersionReq, source: &str) -> VersionReq {
    let is_one_place = source.starts_with("folder:") || source.starts_with("git+");
    if is_one_place { VersionReq::STAR } else { range.clone() }
}
