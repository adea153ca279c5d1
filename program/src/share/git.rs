//! Git: the files of one state of a repository, fetched by the program `git` within bounds of time, bytes and files; of a
//! folder in a repository, as they were committed.
//!
//! The repository is hostile: 27 KB of it once unpacked to 1.1 GB. So the sizes of its files are read before any of them is
//! written, and each command is ended when it takes too long or its folder grows too large. Nothing of the repository runs.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::contents::Contents;
use intermezzo::error::{Error, Result, one_line};

/// The longest time that one command may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// The most bytes that a repository may take on the disk: packed, listed, or as files.
const MOST_BYTES: u64 = 256 << 20;
/// The most files of a repository.
const MOST_FILES: usize = 100_000;
/// The time between two looks at a running command.
const PAUSE: Duration = Duration::from_millis(20);

/// The files of a branch, a tag or a commit of a repository (`None`: of its default branch), and the commit.
///
/// # Errors
///
/// A repository that cannot be fetched, or is larger than a pack can be; a program `git` that is not there.
pub fn state_of(url: &str, rev: Option<&str>) -> Result<(Contents, String)> {
    let git_error = |cause: io::Error| Error::usage(format!("git+{url}: {cause}"));
    let folder = tempfile::Builder::new().prefix("intermezzo-git-").tempdir().map_err(git_error)?;
    let repository = Repository { url, folder: folder.path() };
    fs::create_dir(repository.files()).map_err(git_error)?;
    repository.run(&["init", "--quiet", "--template="])?;
    let rev = rev.unwrap_or("HEAD");
    let bounds = ["--depth", "1", "--no-tags", "--no-recurse-submodules", "--", url, rev];
    repository.run(&[["fetch", "--quiet"].as_slice(), &bounds].concat())?;
    repository.run(&["ls-tree", "-r", "-l", "-z", "FETCH_HEAD"])?;
    repository.check_sizes().map_err(git_error)??;
    repository.run(&["checkout", "--quiet", "--detach", "FETCH_HEAD"])?;
    repository.run(&["rev-parse", "HEAD"])?;
    let commit = fs::read_to_string(repository.output()).map_err(git_error)?.trim().to_string();
    let contents = Contents::of_folder(&repository.files());
    Ok((contents.map_err(|error| Error::usage(format!("git+{url}: {error}")))?, commit))
}

/// The folders of a game that are compared with those that were committed.
const OF_GAMES: [&str; 4] = ["cards", "scripts", "packs", "pack.yaml"];

/// A folder with files as they were committed, gone when it is dropped.
pub struct CommittedFolder {
    folder: tempfile::TempDir,
    below: PathBuf,
}

impl CommittedFolder {
    /// The path of the folder.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("files").join(&self.below)
    }
}

/// The repository in which a folder lies, and the way from the one to the other; `None`: it lies in none.
fn repository_of(dir: &Path) -> Option<(PathBuf, PathBuf)> {
    let full = dir.canonicalize().ok()?;
    let top = full.ancestors().find(|dir| dir.join(".git").exists())?;
    Some((top.to_path_buf(), full.strip_prefix(top).ok()?.to_path_buf()))
}

/// The games and packs of a folder as they stand in `HEAD`, a branch or a tag of the repository in which it lies.
///
/// # Errors
///
/// A folder in no repository, a state that is not there, files that are too large, a program `git` that is not there.
pub fn committed(dir: &Path, rev: &str) -> Result<CommittedFolder> {
    let Some((top, below)) = repository_of(dir) else {
        let message = match rev {
            "HEAD" => "--diff: this folder lies in no git repository".to_string(),
            _ => format!("--diff {rev}: there is no such folder, and this folder lies in no git repository"),
        };
        let help = "begin one: git init, git add ., git commit -m \"as it is\"; or compare with a copy: --diff DIR";
        return Err(Error::usage(message).help(help));
    };
    let url = top.display().to_string();
    let git_error = |cause: io::Error| Error::usage(format!("git+{url}: {cause}"));
    let folder = tempfile::Builder::new().prefix("intermezzo-git-").tempdir().map_err(git_error)?;
    let repository = Repository { url: &url, folder: folder.path() };
    fs::create_dir(repository.files()).map_err(git_error)?;
    repository.run(&["init", "--quiet", "--template="])?;
    // The repository is only read, as that of a stranger is: none of its hooks and filters run.
    let fetched = repository.run(&["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--", &url, rev]);
    fetched.map_err(|error| error.help("a state is HEAD, a branch or a tag; what was never committed has none"))?;
    let paths: Vec<String> = OF_GAMES.iter().map(|of| below.join(of).to_string_lossy().into_owned()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    repository.run(&[&["ls-tree", "-r", "-l", "-z", "FETCH_HEAD", "--"], &paths[..]].concat())?;
    repository.check_sizes().map_err(git_error)??;
    let listed = fs::read(repository.output()).map_err(git_error)?;
    let is_there = |path: &&&str| {
        let starts = |line: &[u8]| {
            let name = line.split(|byte| *byte == b'\t').nth(1).unwrap_or_default();
            name == path.as_bytes() || name.starts_with(format!("{path}/").as_bytes())
        };
        listed.split(|byte| *byte == 0).any(starts)
    };
    let there: Vec<&str> = paths.iter().filter(is_there).copied().collect();
    if there.is_empty() {
        let message = format!("--diff {rev}: no cards were committed yet in this folder");
        return Err(Error::usage(message).help("git add ., git commit -m \"as it is\""));
    }
    repository.run(&[&["checkout", "--quiet", "FETCH_HEAD", "--"], &there[..]].concat())?;
    Ok(CommittedFolder { folder, below })
}

/// A repository that is being fetched into a temporary folder.
struct Repository<'r> {
    url: &'r str,
    folder: &'r Path,
}

impl Repository<'_> {
    /// The folder of the repository's files.
    fn files(&self) -> std::path::PathBuf {
        self.folder.join("files")
    }

    /// The output of the last command.
    fn output(&self) -> std::path::PathBuf {
        self.folder.join("output")
    }

    /// Runs a command of git; its output lies in a file, so that it counts as bytes of the folder.
    fn run(&self, args: &[&str]) -> Result<()> {
        let git_error = |cause: io::Error| Error::usage(format!("git+{}: {cause}", self.url));
        let mut command = Command::new("git");
        // Git runs no hooks and asks no questions, and speaks only HTTPS and SSH, or reads files.
        for setting in ["core.hooksPath=/dev/null", "core.fsmonitor=false", "advice.detachedHead=false"] {
            command.args(["-c", setting]);
        }
        command
            .env("GIT_ALLOW_PROTOCOL", "https:ssh:file")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_LFS_SKIP_SMUDGE", "1");
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_TEMPLATE_DIR"] {
            command.env_remove(name);
        }
        let errors = self.folder.join("errors");
        command.args(args).current_dir(self.files()).stdin(Stdio::null());
        command
            .stdout(File::create(self.output()).map_err(git_error)?)
            .stderr(File::create(&errors).map_err(git_error)?);
        // `git fetch` starts programs of its own, which end with their group.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|cause| git_error(cause).help("the program `git` is needed for this"))?;
        match self.wait(child)? {
            true => Ok(()),
            false => {
                let why = fs::read(&errors).map_err(git_error)?;
                let why = String::from_utf8_lossy(&why[..why.len().min(1_000)]).trim().to_string();
                Err(Error::usage(format!("git+{}: {}", self.url, one_line(&why))))
            }
        }
    }

    /// Waits for a command and says whether it succeeded. One that goes over a bound is ended.
    fn wait(&self, mut child: Child) -> Result<bool> {
        let git_error = |cause: io::Error| Error::usage(format!("git+{}: {cause}", self.url));
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(git_error)? {
                return Ok(status.success());
            }
            let over = match (begun.elapsed() > PATIENCE, size_of(self.folder) > MOST_BYTES) {
                (true, _) => Some(format!("it took longer than {} s", PATIENCE.as_secs())),
                (_, true) => Some(format!("it takes more than {} MiB", MOST_BYTES >> 20)),
                _ => None,
            };
            if let Some(why) = over {
                end(&mut child);
                return Err(Error::usage(format!("git+{}: {why}", self.url)));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Checks the listed sizes of all files, before any of them is written.
    fn check_sizes(&self) -> io::Result<Result<()>> {
        let (mut files, mut bytes) = (0, 0_u64);
        // Git lists a file as: MODE SP TYPE SP OBJECT SP SIZE TAB PATH NUL
        for line in BufReader::new(File::open(self.output())?).split(0) {
            let line = line?;
            let about = line.split(|byte| *byte == b'\t').next().unwrap_or_default();
            let size =
                String::from_utf8_lossy(about).split_ascii_whitespace().nth(3).and_then(|n| n.parse::<u64>().ok());
            files += 1;
            bytes = bytes.saturating_add(size.unwrap_or(0));
            if files > MOST_FILES || bytes > MOST_BYTES {
                let most = format!("it has more than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20);
                return Ok(Err(Error::usage(format!("git+{}: {most}", self.url))));
            }
        }
        Ok(Ok(()))
    }
}

/// Ends a command with all programs that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The bytes of all files below a folder. What goes away meanwhile counts as nothing.
fn size_of(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => size_of(&entry.path()),
        Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |about| about.len()),
        _ => 0,
    });
    sizes.fold(0, u64::saturating_add)
}
