//! Shelf: a folder of archives in which packs are found by their ids. It is files only, so any web server serves it, and
//! any repository of git keeps it.
//!
//! ```text
//! shelf.json                 what there is: id, title, text, game, latest version
//! packs/<id>.json            the versions of one pack, with what each needs and the hash of its files
//! archives/<id>-<version>.tar.gz, .minisig
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{fetch, names};
use intermezzo::catalog::pack::PackInfo;
use intermezzo::data::disk::Folder;
use intermezzo::data::unique_map;
use intermezzo::error::{Error, Result, one_line};

/// The greatest size of a shelf's list, in bytes.
const MOST: u64 = 8 << 20;

/// The most packs in the list of a shelf, and the most versions in the list of a pack.
const MOST_LISTED: usize = 100_000;

/// The packs on a shelf.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// The version of this form: 1.
    pub shelf: u32,
    /// The packs, by id.
    #[serde(default, deserialize_with = "unique_map::<_, _, _, MOST_LISTED>")]
    pub packs: BTreeMap<String, PackSummary>,
}

/// A pack on a shelf, in a few words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackSummary {
    /// The title.
    pub title: String,
    /// The description.
    #[serde(default)]
    pub text: String,
    /// The game that the pack extends.
    pub extends: String,
    /// The latest version.
    pub latest: Version,
}

/// The versions of a pack on a shelf.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Versions {
    /// The versions, by number.
    #[serde(default, deserialize_with = "unique_map::<_, _, _, MOST_LISTED>")]
    pub versions: BTreeMap<Version, ShelfVersion>,
}

/// A version of a pack on a shelf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShelfVersion {
    /// The hash of the pack's files.
    pub hash: String,
    /// The packs that this pack needs.
    #[serde(default)]
    pub needs: BTreeMap<String, VersionReq>,
    /// The versions of the program with which the pack works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<VersionReq>,
    /// True if a signature lies beside the archive.
    #[serde(default)]
    pub is_signed: bool,
    /// The public key that signed it, if `publish` was told it: who adds the pack for the first time keeps this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A place where packs are found by their ids: the address of a folder, or its path.
#[derive(Clone, Debug)]
pub struct Shelf(pub String);

impl Shelf {
    /// The bytes of a file of the shelf, by its path below it; `None`: there is no such file.
    fn get(&self, below: &str, most: u64) -> Result<Option<Vec<u8>>> {
        match fetch::local(&self.0) {
            Some(path) => Folder::open(&path)?.bytes_if_there(Path::new(below), most),
            None => fetch::get(&format!("{}/{below}", self.0.trim_end_matches('/')), most),
        }
    }

    fn json<T: DeserializeOwned>(&self, below: &str) -> Result<Option<T>> {
        let Some(bytes) = self.get(below, MOST)? else { return Ok(None) };
        let wrong =
            |cause: serde_json::Error| Error::usage(format!("{}/{below}: {}", self.0, one_line(&cause.to_string())));
        serde_json::from_slice(&bytes).map(Some).map_err(wrong)
    }

    /// The packs on the shelf.
    ///
    /// # Errors
    ///
    /// A place that is no shelf, or cannot be read.
    pub fn listing(&self) -> Result<Listing> {
        match self.json::<Listing>("shelf.json")? {
            Some(listing) if listing.shelf == 1 => Ok(listing),
            Some(listing) => Err(Error::usage(format!("{}: this is a shelf of version {}", self.0, listing.shelf))),
            None => Err(Error::usage(format!("{}: this is no shelf: it has no shelf.json", self.0))),
        }
    }

    /// The versions of a pack that work with this program. Without a valid id there are none, because an id from a list
    /// could lead to another place.
    ///
    /// # Errors
    ///
    /// A list that cannot be read.
    pub fn versions(&self, id: &str) -> Result<BTreeMap<Version, ShelfVersion>> {
        let here = Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo checks the version");
        if !names::is_id(id) {
            return Ok(BTreeMap::new());
        }
        let found: Versions = self.json(&format!("packs/{id}.json"))?.unwrap_or_default();
        let fits = |one: &ShelfVersion| one.engine.as_ref().is_none_or(|range| range.matches(&here));
        Ok(found.versions.into_iter().filter(|(_, one)| fits(one)).collect())
    }

    /// The place of the archive of a version, in the words of a lock.
    pub fn archive(&self, id: &str, version: &Version) -> String {
        let file = format!("archives/{}", archive_name(id, version));
        match fetch::local(&self.0) {
            Some(path) => format!("file:{}", path.join(file).display()),
            None => format!("{}/{file}", self.0.trim_end_matches('/')),
        }
    }

    /// Puts a version on a shelf, which is a folder on this machine. Returns the files that it wrote.
    ///
    /// # Errors
    ///
    /// A version that lies there with other files, and what cannot be written.
    pub fn publish(
        path: &Path,
        info: &PackInfo,
        hash: &str,
        archive: &[u8],
        signature: Option<&str>,
        key: Option<String>,
    ) -> Result<Vec<PathBuf>> {
        let folder = Folder::made(path)?;
        let shelf = Shelf(path.display().to_string());
        let mut listing: Listing = shelf.json("shelf.json")?.unwrap_or(Listing { shelf: 1, ..Listing::default() });
        let list = format!("packs/{}.json", info.id);
        let mut known: Versions = shelf.json(&list)?.unwrap_or_default();
        if let Some(old) = known.versions.get(&info.version).filter(|old| old.hash != hash) {
            let message = format!("`{}` {} lies there already, with other files", info.id, info.version);
            return Err(
                Error::usage(message).help(format!("give it another version; there it has the hash {}", old.hash))
            );
        }
        let needs = info.needs.iter().map(|(id, range, _)| (id.clone(), range.clone())).collect();
        let one = ShelfVersion { hash: hash.into(), needs, engine: info.engine(), is_signed: signature.is_some(), key };
        known.versions.insert(info.version.clone(), one);
        let latest = known.versions.keys().rfind(|v| v.pre.is_empty()).or(known.versions.keys().next_back());
        let latest = latest.cloned().unwrap_or(info.version.clone());
        let about = PackSummary { title: info.title.clone(), text: info.text(), extends: info.extends.clone(), latest };
        listing.packs.insert(info.id.clone(), about);
        let file = format!("archives/{}", archive_name(&info.id, &info.version));
        let internal = |cause: serde_json::Error| Error::internal(cause.to_string());
        let mut written: Vec<(String, Vec<u8>)> = vec![(file.clone(), archive.to_vec())];
        written.extend(signature.map(|text| (format!("{file}.minisig"), text.as_bytes().to_vec())));
        // The lists come after the archive, so that no list ever names an archive that is not there.
        written.push((list, serde_json::to_vec_pretty(&known).map_err(internal)?));
        written.push(("shelf.json".into(), serde_json::to_vec_pretty(&listing).map_err(internal)?));
        folder.make(Path::new("archives"))?;
        folder.make(Path::new("packs"))?;
        for (below, bytes) in &written {
            folder.replace(Path::new(below), bytes, false)?;
        }
        Ok(written.iter().map(|(below, _)| path.join(below)).collect())
    }
}

/// The file name of an archive.
pub fn archive_name(id: &str, version: &Version) -> String {
    debug_assert!(names::is_id(id));
    format!("{id}-{version}.tar.gz")
}
