//! Fetch: gets packs and files from the source that a person names: a folder, an archive, an address, a repository of
//! git or a shelf.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::contents::Contents;
use super::{archive, git, names};
use intermezzo::data::disk;
use intermezzo::error::{Error, ErrorKind, Result, one_line};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The source of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackSource {
    /// A folder.
    Folder(PathBuf),
    /// An archive on this machine.
    File(PathBuf),
    /// An archive at an address.
    Url(String),
    /// A repository of git, and a branch, a tag or a commit of it; `None`: its default branch.
    Git(String, Option<String>),
    /// The id of a pack, from a shelf.
    Id(String),
}

impl PackSource {
    /// Reads a source: an address, a folder, a file, or else an id.
    ///
    /// # Errors
    ///
    /// An address that is not supported, or a missing path.
    pub fn of(text: &str) -> Result<PackSource> {
        if let Some(rest) = text.strip_prefix("git+") {
            let (url, rev) = match rest.rsplit_once('#') {
                Some((url, rev)) => (url, Some(rev.to_string())),
                None => (rest, None),
            };
            let is_known = match url.starts_with("https://") {
                true => may_be_fetched(url).is_ok(),
                // Repositories over SSH are addressed with the name of a user: ssh://git@host/.
                false => ["ssh://", "file://"].iter().any(|scheme| url.starts_with(scheme)),
            };
            let is_rev = |rev: &String| {
                !rev.starts_with('-') && rev.chars().all(|c| c.is_ascii_alphanumeric() || "._/-".contains(c))
            };
            return match is_known && rev.as_ref().is_none_or(is_rev) {
                true => Ok(PackSource::Git(url.into(), rev)),
                false => Err(Error::usage(format!("`{text}`: nothing is fetched from there"))
                    .help("git+https://…, git+ssh://… or git+file://…, and #TAG behind it")),
            };
        }
        if let Some(path) = text.strip_prefix("file://") {
            return Ok(PackSource::of_path(Path::new(path)));
        }
        if text.contains("://") {
            return may_be_fetched(text).map(|()| PackSource::Url(text.into()));
        }
        let path = Path::new(text);
        match path.exists() {
            true => Ok(PackSource::of_path(path)),
            false if names::is_id(text) => Ok(PackSource::Id(text.into())),
            false => Err(Error::usage(format!("`{text}`: there is no such folder or file"))),
        }
    }

    fn of_path(path: &Path) -> PackSource {
        if path.is_dir() { PackSource::Folder(path.into()) } else { PackSource::File(path.into()) }
    }

    /// The source as `packs.lock` writes it.
    pub fn lock_words(&self) -> String {
        match self {
            PackSource::Folder(path) => format!("folder:{}", path.display()),
            PackSource::File(path) => format!("file:{}", path.display()),
            PackSource::Url(url) => url.clone(),
            PackSource::Git(url, None) => format!("git+{url}"),
            PackSource::Git(url, Some(rev)) => format!("git+{url}#{rev}"),
            PackSource::Id(id) => id.clone(),
        }
    }

    /// The source that the lock of a folder names; `None`: a shelf.
    pub fn of_lock_words(text: &str, root: &Path) -> Option<PackSource> {
        if let Some(path) = text.strip_prefix("folder:") {
            return Some(PackSource::Folder(root.join(path)));
        }
        match text.strip_prefix("file:") {
            Some(path) if !path.starts_with("//") => Some(PackSource::File(root.join(path))),
            _ => PackSource::of(text).ok().filter(|source| !matches!(source, PackSource::Id(_))),
        }
    }
}

/// A fetched pack, with its archive, if it came as one, and the signature that lay beside the archive.
pub struct Fetched {
    /// The files of the fetched pack.
    pub contents: Contents,
    /// The archive in which the files came.
    pub archive: Option<Vec<u8>>,
    /// The signature beside the archive.
    pub signature: Option<String>,
    /// The source of the pack, for the lock.
    pub source: String,
    /// The commit that was fetched, if the source is a repository of git.
    pub commit: Option<String>,
}

/// The address of the signature of an archive: beside its path, with the same query.
fn beside_of(url: &str) -> String {
    let (path, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    format!("{path}.minisig{query}")
}

/// Fetches a pack.
///
/// # Errors
///
/// A source that is missing, unreadable, or no pack; an archive on this machine may hold a game instead.
pub fn fetch(source: &PackSource) -> Result<Fetched> {
    let lock_words = source.lock_words();
    match source {
        PackSource::Folder(path) => {
            let contents = Contents::of_folder(path)?;
            Ok(Fetched { contents, archive: None, signature: None, source: lock_words, commit: None })
        }
        PackSource::File(path) => {
            let bytes = disk::bytes(path, archive::MOST_ARCHIVE)?;
            let beside = PathBuf::from(format!("{}.minisig", path.display()));
            let signature = if beside.is_file() { Some(disk::text(&beside, 10_000)?) } else { None };
            let fetched = of_archive(bytes, signature, lock_words)?;
            if !fetched.contents.is_game() {
                has_header(&fetched)?;
            }
            Ok(fetched)
        }
        PackSource::Url(url) => {
            let bytes = get(url, archive::MOST_ARCHIVE)?
                .ok_or_else(|| Error::usage(format!("{url}: there is no such file")))?;
            let signature = get(&beside_of(url), 10_000)?;
            let signature = signature.and_then(|bytes| String::from_utf8(bytes).ok());
            let fetched = of_archive(bytes, signature, lock_words)?;
            has_header(&fetched)?;
            Ok(fetched)
        }
        PackSource::Git(url, rev) => {
            let (contents, commit) = git::state_of(url, rev.as_deref())?;
            Ok(Fetched { contents, archive: None, signature: None, source: lock_words, commit: Some(commit) })
        }
        PackSource::Id(id) => Err(Error::internal(format!("`{id}` is looked up on shelves"))),
    }
}

fn of_archive(bytes: Vec<u8>, signature: Option<String>, source: String) -> Result<Fetched> {
    let contents = archive::unpack(&bytes).map_err(|error| Error::usage(format!("{source}: {error}")))?;
    Ok(Fetched { contents, archive: Some(bytes), signature, source, commit: None })
}

/// Checks that what was fetched is a pack.
fn has_header(fetched: &Fetched) -> Result<()> {
    let source = &fetched.source;
    let read = fetched.contents.info().map_err(|error| match (error.kind(), error.helped()) {
        // Findings in `pack.yaml` name their places, so the source is not put before them.
        (ErrorKind::Load(_), _) | (_, None) => error,
        (kind, Some(help)) => Error::usage(format!("{source}: {kind}")).help(help),
    });
    read.map(|_| ())
}

/// Checks that something may be fetched from an address: over TLS, or from this machine, where nobody stands on the way.
/// The host is read by the parser that the connection uses, and an address with a user name is refused:
/// `http://127.0.0.1:80@host/` is an address of `host`.
fn may_be_fetched(url: &str) -> Result<()> {
    let refused = |help: &str| {
        Err(Error::usage(format!("{}: nothing is fetched from there", one_line(url))).help(help.to_string()))
    };
    let Ok(uri) = url.parse::<ureq::http::Uri>() else { return refused("this is no address") };
    let Some(authority) = uri.authority() else { return refused("https:// and file:// are known") };
    if authority.as_str().contains('@') {
        return refused("an address has no user name");
    }
    match (uri.scheme_str(), authority.host()) {
        (Some("https"), _) | (Some("http"), "localhost" | "127.0.0.1" | "[::1]") => Ok(()),
        _ => refused("https:// and file:// are known"),
    }
}

/// The bytes at an address, up to `most` bytes; `None` if nothing is found there.
///
/// # Errors
///
/// A server that does not answer, or answers with too much.
pub fn get(url: &str, most: u64) -> Result<Option<Vec<u8>>> {
    if let Some(path) = url.strip_prefix("file://") {
        let path = Path::new(path);
        return if path.is_file() { disk::bytes(path, most).map(Some) } else { Ok(None) };
    }
    may_be_fetched(url)?;
    let lock_words = |cause: ureq::Error| Error::usage(format!("{}: {}", one_line(url), one_line(&cause.to_string())));
    // A redirect from https must lead to https; loopback addresses may not redirect at all.
    let is_safe = url.starts_with("https://");
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .https_only(is_safe)
        .max_redirects(if is_safe { 5 } else { 0 })
        .http_status_as_error(false)
        .user_agent(concat!("intermezzo/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent();
    let mut answer = agent.get(url).call().map_err(lock_words)?;
    match answer.status().as_u16() {
        200 => answer.body_mut().with_config().limit(most).read_to_vec().map(Some).map_err(lock_words),
        404 | 410 => Ok(None),
        status => Err(Error::usage(format!("{}: the server says {status}", one_line(url)))),
    }
}

/// The path of a folder on this machine, from `file://…` or from the path itself; `None`: an address in the network.
pub fn local(address: &str) -> Option<PathBuf> {
    match address.strip_prefix("file://") {
        Some(path) => Some(path.into()),
        None => (!address.contains("://")).then(|| address.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_known_by_how_it_is_written() {
        let check =
            |text: &str, expected: Option<PackSource>| assert_eq!(PackSource::of(text).ok(), expected, "{text}");
        check("https://a.example/x.tar.gz", Some(PackSource::Url("https://a.example/x.tar.gz".into())));
        check("http://a.example/x.tar.gz", None);
        check("http://localhost.a.example/x.tar.gz", None);
        check("http://127.0.0.1:8000/x.tar.gz", Some(PackSource::Url("http://127.0.0.1:8000/x.tar.gz".into())));
        check("http://127.0.0.1:80@a.example/x.tar.gz", None);
        check("http://localhost@a.example/x.tar.gz", None);
        check("http://user:127.0.0.1@a.example/x.tar.gz", None);
        check("http://127.0.0.1\\@a.example/x.tar.gz", None);
        check("http://127.0.0.1.a.example/x.tar.gz", None);
        check("https://127.0.0.1:80@a.example/x.tar.gz", None);
        check("git+https://user@a.example/x", None);
        check("ftp://a.example/x", None);
        check("git+https://a.example/x#v1", Some(PackSource::Git("https://a.example/x".into(), Some("v1".into()))));
        check("git+ext::sh -c x", None);
        check("git+https://a.example/x#--upload-pack=x", None);
        check("src", Some(PackSource::Folder("src".into())));
        check("some_pack", Some(PackSource::Id("some_pack".into())));
        check("some/where/else", None);
    }
}
