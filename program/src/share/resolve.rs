//! Resolve: which versions of packs go together.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use pubgrub::{
    Dependencies, DependencyProvider, DerivationTree, External, PackageResolutionStatistics, PubGrubError, Ranges,
    resolve,
};
use semver::{Version, VersionReq};

use intermezzo::error::{Error, Result};

/// The name of a made-up pack that needs all that the user asked for.
const ASKED: &str = "what was asked for";

/// The most versions of one pack. A shelf with 4,000 versions kept the resolver busy for 56 s.
pub const MOST_VERSIONS: usize = 1_000;
/// The most versions that the resolver compares before it gives up: a second of work. A pack of 1,000 versions, each of
/// which needed 200 packs of 1,000 versions, took half a minute (`much_to_resolve_is_refused` below).
const MOST_COMPARED: usize = 1_000_000;

/// The most reasons that a refusal names: a pack of 1,000 versions had one for each.
const MOST_REASONS: usize = 12;

/// The available versions with their dependencies.
#[derive(Clone, Debug, Default)]
pub struct KnownPacks {
    packs: BTreeMap<String, BTreeMap<Version, BTreeMap<String, VersionReq>>>,
    /// Versions that are chosen where they fit, before later ones.
    pub preferred: BTreeMap<String, Version>,
}

type Set = Ranges<Version>;

impl KnownPacks {
    /// Adds a version of a pack.
    pub fn add(&mut self, id: &str, version: Version, needs: BTreeMap<String, VersionReq>) {
        self.packs.entry(id.into()).or_default().insert(version, needs);
    }

    /// True if some version of a pack is known.
    pub fn has(&self, id: &str) -> bool {
        self.packs.contains_key(id)
    }

    /// The known versions of a pack, the earliest first.
    pub fn versions(&self, id: &str) -> Vec<&Version> {
        self.packs.get(id).map_or(Vec::new(), |versions| versions.keys().collect())
    }

    /// The packs that are asked for or needed, and of which no version is known.
    pub fn missing(&self, asked: &BTreeMap<String, VersionReq>) -> Vec<String> {
        let needed = self.packs.values().flat_map(|versions| versions.values()).flat_map(|needs| needs.keys());
        let mut missing: Vec<String> = asked.keys().chain(needed).filter(|id| !self.has(id)).cloned().collect();
        missing.sort();
        missing.dedup();
        missing
    }

    /// The known versions that fit a range, by the rules of Cargo. Versions that follow each other in the list of known
    /// versions make one interval, so that a set of many stays small.
    fn set(&self, id: &str, range: &VersionReq) -> Set {
        let mut intervals: Vec<(&Version, &Version)> = Vec::new();
        let mut fits_before = false;
        for version in self.versions(id) {
            let fits = range.matches(version);
            match intervals.last_mut() {
                Some((_, last)) if fits && fits_before => *last = version,
                _ if fits => intervals.push((version, version)),
                _ => {}
            }
            fits_before = fits;
        }
        let bounds =
            |(first, last): (&Version, &Version)| (Bound::Included(first.clone()), Bound::Included(last.clone()));
        intervals.into_iter().map(bounds).collect()
    }

    /// Chooses a version of each pack that is asked for or needed, so that every range is kept.
    ///
    /// # Errors
    ///
    /// The reason why no versions go together.
    pub fn resolve(&self, asked: &BTreeMap<String, VersionReq>) -> Result<BTreeMap<String, Version>> {
        for (id, range) in asked {
            self.some_fit("you ask for", id, range)?;
        }
        if let Some(id) = self.packs.iter().find(|(_, versions)| versions.len() > MOST_VERSIONS).map(|(id, _)| id) {
            let message = format!("`{id}` has more than {MOST_VERSIONS} versions");
            return Err(Error::usage(message).help("name the archive of one version"));
        }
        let (left, lacking) = self.without_missing();
        for (id, range) in asked {
            if left.set(id, range).is_empty() {
                return Err(self.lacks(id, range, &lacking));
            }
        }
        let all = Provider { known: &left, asked, compared: Cell::new(0), tried: RefCell::default() };
        match resolve(&all, ASKED.to_string(), Version::new(0, 0, 0)) {
            Ok(found) => Ok(found.into_iter().filter(|(id, _)| id != ASKED).collect()),
            Err(PubGrubError::NoSolution(why)) => Err(left.apart(&why, asked)),
            Err(PubGrubError::ErrorInShouldCancel(TooMuchWork)) => {
                let message = "it takes too long to find versions of these packs that go together";
                Err(Error::usage(message).help("ask for certain versions: ID@=1.2.0"))
            }
            Err(other) => Err(Error::internal(other.to_string())),
        }
    }

    /// The versions whose needed packs are known, and those that these need, and so on; and for each other version a
    /// needed pack that cannot be had.
    fn without_missing(&self) -> (KnownPacks, BTreeMap<(&str, &Version), &str>) {
        let (mut left, mut lacking) = (self.clone(), BTreeMap::new());
        loop {
            let before = lacking.len();
            for (id, versions) in &self.packs {
                for (version, needs) in
                    versions.iter().filter(|(version, _)| !lacking.contains_key(&(&**id, *version))).collect::<Vec<_>>()
                {
                    if let Some(needed) = needs.keys().find(|needed| !left.has(needed)) {
                        lacking.insert((&**id, version), &**needed);
                        left.packs.get_mut(id).map(|versions| versions.remove(version));
                    }
                }
                if left.packs.get(id).is_some_and(BTreeMap::is_empty) {
                    left.packs.remove(id);
                }
            }
            if lacking.len() == before {
                return (left, lacking);
            }
        }
    }

    /// The reason why a pack cannot be had in a range: what its versions need and what lies nowhere.
    fn lacks(&self, id: &str, range: &VersionReq, lacking: &BTreeMap<(&str, &Version), &str>) -> Error {
        let (mut reasons, mut open) = (Vec::new(), vec![(id, Some(range))]);
        let mut seen = BTreeSet::new();
        while let Some((id, range)) = open.pop() {
            let of_id = lacking
                .iter()
                .filter(|((of, version), _)| *of == id && range.is_none_or(|range| range.matches(version)));
            for ((id, version), needed) in of_id {
                let any = VersionReq::STAR;
                let range = self.packs[*id][*version].get(*needed).unwrap_or(&any);
                let lies = if self.has(needed) { "" } else { ", which is neither here nor on a shelf" };
                reasons.push(format!("`{id}` {version} needs {}{lies}", ranged(needed, range)));
                if self.has(needed) && seen.insert(*needed) {
                    open.push((*needed, None));
                }
            }
        }
        Error::usage(first_of(reasons)).help(format!("add it first: {NAME_IT}"))
    }

    /// Tells why no versions go together: the asked and needed versions that cannot be had at once.
    fn apart(&self, why: &Conflict, asked: &BTreeMap<String, VersionReq>) -> Error {
        let (mut by_asker, mut by_packs) = (BTreeSet::new(), BTreeSet::new());
        for (id, versions, needed) in dependencies(why) {
            if id == ASKED {
                by_asker.extend(asked.get(needed).map(|range| format!("you ask for {}", ranged(needed, range))));
                continue;
            }
            let known = self.packs.get(id).into_iter().flatten().filter(|(version, _)| versions.contains(version));
            for (version, needs) in known {
                let Some(range) = needs.get(needed) else { continue };
                let lacks = if self.set(needed, range).is_empty() { self.there_is(needed) } else { String::new() };
                by_packs.insert(format!("`{id}` {version} needs {}{lacks}", ranged(needed, range)));
            }
        }
        let said = first_of(by_asker.into_iter().chain(by_packs));
        Error::usage(format!("no versions of these packs go together: {said}"))
    }

    /// The available versions of a pack, as the end of a message that none fits.
    fn there_is(&self, id: &str) -> String {
        let known: Vec<String> = self.versions(id).iter().map(ToString::to_string).collect();
        match known.is_empty() {
            true => ", and there is no such pack".into(),
            false => format!(", and there is only {}", known.join(", ")),
        }
    }

    fn some_fit(&self, who: &str, id: &str, range: &VersionReq) -> Result<()> {
        if !self.set(id, range).is_empty() {
            return Ok(());
        }
        let is_known = self.has(id);
        let asked = if is_known { ranged(id, range) } else { format!("`{id}`") };
        let error = Error::usage(format!("{who} {asked}{}", self.there_is(id)));
        Err(if is_known { error } else { error.help(NAME_IT) })
    }
}

/// The help for a pack that is not found.
const NAME_IT: &str = "name its folder, its archive, its address, or a shelf where it lies: --shelf";

/// A pack, with a range of its versions.
fn ranged(id: &str, range: &VersionReq) -> String {
    if *range == VersionReq::STAR { format!("`{id}`") } else { format!("`{id}` {range}") }
}

/// The first of many reasons, and the number of the others.
fn first_of(reasons: impl IntoIterator<Item = String>) -> String {
    let mut reasons = reasons.into_iter();
    let first: Vec<String> = reasons.by_ref().take(MOST_REASONS).collect();
    match reasons.count() {
        0 => first.join("; "),
        more => format!("{}; and {more} more", first.join("; ")),
    }
}

/// The derivation of a conflict between versions.
type Conflict = DerivationTree<String, Set, String>;

/// The dependencies in a derivation: a pack, a set of its versions, and the pack that they need.
fn dependencies(why: &Conflict) -> Vec<(&str, &Set, &str)> {
    let (mut out, mut open, mut seen) = (Vec::new(), vec![why], BTreeSet::new());
    while let Some(tree) = open.pop() {
        match tree {
            DerivationTree::External(External::FromDependencyOf(id, versions, needed, _)) => {
                out.push((id.as_str(), versions, needed.as_str()));
            }
            DerivationTree::External(_) => {}
            // A shared cause is visited once.
            DerivationTree::Derived(of) if of.shared_id.is_none_or(|id| seen.insert(id)) => {
                open.extend([&*of.cause1, &*of.cause2]);
            }
            DerivationTree::Derived(_) => {}
        }
    }
    out
}

/// The resolver reached its limit of work.
#[derive(Debug)]
struct TooMuchWork;

impl std::fmt::Display for TooMuchWork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("too much work")
    }
}

impl std::error::Error for TooMuchWork {}

struct Provider<'k> {
    known: &'k KnownPacks,
    asked: &'k BTreeMap<String, VersionReq>,
    /// The number of versions that the resolver has compared.
    compared: Cell<usize>,
    /// The number of versions of each pack whose needs the resolver has read.
    tried: RefCell<BTreeMap<String, usize>>,
}

impl Provider<'_> {
    /// Adds the comparison with all versions of a pack to the work that was done.
    fn count(&self, id: &str) {
        let versions = self.known.packs.get(id).map_or(0, BTreeMap::len);
        self.compared.set(self.compared.get() + 1 + versions);
    }

    fn versions(&self, id: &str) -> Vec<Version> {
        match id {
            ASKED => vec![Version::new(0, 0, 0)],
            id => self.known.versions(id).into_iter().cloned().collect(),
        }
    }
}

impl DependencyProvider for Provider<'_> {
    type P = String;
    type V = Version;
    type VS = Set;
    type M = String;
    type Err = TooMuchWork;
    type Priority = (u32, std::cmp::Reverse<usize>);

    fn should_cancel(&self) -> Result<(), TooMuchWork> {
        if self.compared.get() > MOST_COMPARED { Err(TooMuchWork) } else { Ok(()) }
    }

    fn prioritize(&self, id: &String, set: &Set, so_far: &PackageResolutionStatistics) -> Self::Priority {
        self.count(id);
        let count = self.versions(id).iter().filter(|version| set.contains(version)).count();
        match count {
            0 => (u32::MAX, std::cmp::Reverse(0)),
            count => (so_far.conflict_count(), std::cmp::Reverse(count)),
        }
    }

    fn choose_version(&self, id: &String, set: &Set) -> Result<Option<Version>, TooMuchWork> {
        self.count(id);
        let preferred = self.known.preferred.get(id).filter(|version| set.contains(version));
        let fitting = || self.versions(id).into_iter().filter(|version| set.contains(version));
        // A pre-release version is taken only where no other fits.
        let latest = || fitting().rfind(|v| v.pre.is_empty()).or_else(|| fitting().next_back());
        Ok(preferred.cloned().or_else(latest))
    }

    fn get_dependencies(
        &self,
        id: &String,
        version: &Version,
    ) -> Result<Dependencies<String, Set, String>, TooMuchWork> {
        let needs = match id.as_str() {
            ASKED => Some(self.asked),
            id => self.known.packs.get(id).and_then(|versions| versions.get(version)),
        };
        let needs = || needs.into_iter().flatten();
        // The resolver joins the needs of all versions of a pack that it has read, so each further version costs more.
        let mut tried = self.tried.borrow_mut();
        let tried = tried.entry(id.clone()).or_default();
        *tried += 1;
        let set = |(needed, range): (&String, &VersionReq)| {
            self.count(needed);
            self.compared.set(self.compared.get() + *tried);
            (needed.clone(), self.known.set(needed, range))
        };
        Ok(Dependencies::Available(needs().map(set).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pack: its id, its version, its needs.
    type One<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    fn known(packs: &[One]) -> KnownPacks {
        let mut known = KnownPacks::default();
        for (id, version, needs) in packs {
            let needs = needs.iter().map(|(id, range)| (id.to_string(), range.parse().expect("a range"))).collect();
            known.add(id, version.parse().expect("a version"), needs);
        }
        known
    }

    fn found(known: &KnownPacks, asked: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let asked = asked.iter().map(|(id, range)| (id.to_string(), range.parse().expect("a range"))).collect();
        let found = known.resolve(&asked).map_err(|e| e.to_string())?;
        Ok(found.iter().map(|(id, version)| format!("{id} {version}")).collect())
    }

    #[test]
    fn the_latest_versions_that_fit_are_taken() {
        let all = known(&[
            ("a", "1.0.0", &[("base", "^1")]),
            ("a", "2.0.0", &[("base", "^2")]),
            ("b", "1.0.0", &[("base", ">=1, <2")]),
            ("base", "1.0.0", &[]),
            ("base", "1.5.0", &[]),
            ("base", "2.0.0", &[]),
            ("base", "3.0.0-beta", &[]),
        ]);
        assert_eq!(found(&all, &[("a", "*")]), Ok(vec!["a 2.0.0".into(), "base 2.0.0".into()]));
        // The common needs decide.
        let both = found(&all, &[("a", "*"), ("b", "*")]);
        assert_eq!(both, Ok(vec!["a 1.0.0".into(), "b 1.0.0".into(), "base 1.5.0".into()]));
        let mut kept = all.clone();
        kept.preferred.insert("base".into(), Version::new(1, 0, 0));
        assert_eq!(found(&kept, &[("b", "*")]), Ok(vec!["b 1.0.0".into(), "base 1.0.0".into()]));
    }

    #[test]
    fn what_does_not_go_together_is_told_with_the_reason() {
        let all = known(&[
            ("a", "1.0.0", &[("base", "^2")]),
            ("b", "1.0.0", &[("base", "^1")]),
            ("base", "1.0.0", &[]),
            ("base", "2.0.0", &[]),
        ]);
        let why = found(&all, &[("a", "*"), ("b", "*")]).expect_err("they do not fit");
        let plain = "no versions of these packs go together: you ask for `a`; you ask for `b`; `a` 1.0.0 needs `base` ^2; \
                     `b` 1.0.0 needs `base` ^1";
        assert_eq!(why, plain);
        // A needed pack that is missing, or has no fitting version.
        let lacking = known(&[("a", "1.0.0", &[]), ("m", "1.0.0", &[("a", "^2")]), ("n", "1.0.0", &[("x", "*")])]);
        let why = found(&lacking, &[("m", "*")]).expect_err("there is none");
        assert!(why.ends_with("you ask for `m`; `m` 1.0.0 needs `a` ^2, and there is only 1.0.0"), "{why}");
        let why = found(&lacking, &[("n", "*")]).expect_err("there is none");
        assert!(
            why.contains("`n` 1.0.0 needs `x`, which is neither here nor on a shelf (help: add it first: name its"),
            "{why}"
        );
        assert!(!why.contains("go together") && !why.contains("you ask"), "{why}");
        assert_eq!(found(&all, &[("base", "^3")]), Err("you ask for `base` ^3, and there is only 1.0.0, 2.0.0".into()));
        let none = found(&all, &[("nothing", "*")]).expect_err("there is none");
        assert!(none.contains("there is no such pack"), "{none}");
        // Packs that need each other go together.
        let circle = known(&[("a", "1.0.0", &[("b", "*")]), ("b", "1.0.0", &[("a", "*")])]);
        assert_eq!(found(&circle, &[("a", "*")]), Ok(vec!["a 1.0.0".into(), "b 1.0.0".into()]));
    }

    /// A pack `a` with many versions, each of which needs another version of `b`, and none fits the request.
    fn many(count: u64) -> KnownPacks {
        let mut known = KnownPacks::default();
        let only = |id: &str, n: u64| BTreeMap::from([(id.to_string(), format!("={n}.0.0").parse().expect("a range"))]);
        for n in 1..=count {
            known.add("a", Version::new(n, 0, 0), only("b", n));
            known.add("b", Version::new(n, 0, 0), only("c", n % 7 + 2));
        }
        known.add("c", Version::new(1, 0, 0), BTreeMap::new());
        known
    }

    #[test]
    fn a_pack_with_thousands_of_versions_is_refused_and_one_with_many_is_resolved_or_given_up() {
        let error = found(&many(4_000), &[("a", "*")]).expect_err("too many versions");
        assert!(error.starts_with("`a` has more than 1000 versions"), "{error}");
        let begun = std::time::Instant::now();
        let error = found(&many(1_000), &[("a", "*")]).expect_err("none fits");
        assert!(error.contains("go together"), "{}", &error[..200.min(error.len())]);
        let took = begun.elapsed();
        assert!(took.as_secs() < 20, "{took:?}");
    }

    #[test]
    fn a_range_takes_what_fits_and_nothing_between() {
        let all = known(&[("a", "1.0.0", &[]), ("a", "1.1.0", &[]), ("a", "2.0.0-beta", &[]), ("a", "2.0.0", &[])]);
        let set = all.set("a", &">=1".parse().expect("a range"));
        let inside = |text: &str| set.contains(&text.parse().expect("a version"));
        assert!(inside("1.0.0") && inside("1.1.0") && inside("2.0.0"));
        // A version before a release fits no range that does not name it.
        assert!(!inside("2.0.0-beta"));
    }

    #[test]
    fn much_to_resolve_is_refused() {
        let mut known = KnownPacks::default();
        let needed = |n: usize| format!("needed{n}");
        for version in (0..1_000).map(|n| Version::new(n, 0, 0)) {
            let exactly: VersionReq = format!("={version}").parse().expect("a range");
            known.add("root", version.clone(), (0..60).map(|n| (needed(n), exactly.clone())).collect());
            for n in 0..60 {
                known.add(&needed(n), version.clone(), [(format!("none{n}"), "^2".parse().expect("a range"))].into());
            }
        }
        (0..60).for_each(|n| known.add(&format!("none{n}"), Version::new(1, 0, 0), BTreeMap::new()));
        let why = found(&known, &[("root", "*")]).expect_err("it is too much");
        assert!(why.contains("it takes too long"), "{why}");
    }

    /// Packs that lie nowhere took five gigabytes, and their refusal named each version.
    #[test]
    fn versions_that_need_what_is_nowhere_are_refused_at_once() {
        let mut known = KnownPacks::default();
        for version in (0..1_000).map(|n| Version::new(1, 0, n)) {
            known.add("hull", version, (0..200).map(|n| (format!("plank{n}"), VersionReq::STAR)).collect());
        }
        let begun = std::time::Instant::now();
        let why = found(&known, &[("hull", "*")]).expect_err("there are no planks");
        assert!(why.contains("`hull` 1.0.0 needs `plank0`, which is neither here nor on a shelf; "), "{why}");
        assert!(why.contains("; and 988 more (help: add it first"), "{why}");
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    }
}
