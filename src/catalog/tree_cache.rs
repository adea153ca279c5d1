//! Tree cache: keeps the trees of files as long as their texts do not change, and the compiled cards of each game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compile_cache::CompiledGame;
use super::vocabulary::{self, WordSets};
use crate::data::{Node, yaml};
use crate::error::Problems;

/// Files that were read without a problem, to be read again only when they change.
#[derive(Default)]
pub struct ParsedFiles {
    known: BTreeMap<String, Vec<(Arc<str>, ParsedFile)>>,
    /// The cards of each game as they were compiled last; `None`: games are loaded only once, and no cards are kept.
    pub(super) kept: Option<BTreeMap<String, CompiledGame>>,
}

/// A parsed file: its tree, the names in it, and the number of its values.
pub(super) type ParsedFile = (Arc<Node>, WordSets, usize);

/// The most texts of one file that are kept, because scenarios lay other texts over those of a game.
const VERSIONS: usize = 4;
/// The fewest bytes to parse that are worth another thread.
const WORTH_A_THREAD: usize = 1 << 15;
/// A batch of files ends with the file that brings it to this number of bytes. The limit of values is checked between
/// two batches.
const BATCH: usize = 1 << 18;

impl ParsedFiles {
    /// An empty cache for many loads. It stores compiled cards, too, which doubles its memory.
    pub(crate) fn for_many() -> ParsedFiles {
        ParsedFiles { kept: Some(BTreeMap::new()), ..ParsedFiles::default() }
    }

    /// Reads one file.
    pub(super) fn read(&mut self, path: &str, text: &Arc<str>, problems: &mut Problems) -> Option<ParsedFile> {
        match self.known(path, text) {
            Some(read) => {
                problems.add_source(path, text.clone());
                Some(read)
            }
            None => self.take(path, text, parse(path, text), problems),
        }
    }

    /// Parses several files, unknown ones on all cores, with the same result as on one. `each` sees every file in
    /// order, and may stop the reading.
    pub(super) fn read_all<'f, E>(
        &mut self,
        files: impl Iterator<Item = (&'f String, &'f Arc<str>)>,
        problems: &mut Problems,
        mut each: impl FnMut(&'f str, &'f str, Option<ParsedFile>, &mut Problems) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut files = files.peekable();
        while files.peek().is_some() {
            let (mut batch, mut size) = (Vec::new(), 0);
            while size < BATCH
                && let Some((path, text)) = files.next()
            {
                let known = self.known(path, text);
                size += if known.is_some() { 0 } else { text.len() };
                batch.push((path.as_str(), text, known));
            }
            let unknown = batch.iter().filter(|(.., known)| known.is_none());
            let mut found =
                parse_all(&unknown.map(|(path, text, _)| (*path, &***text)).collect::<Vec<_>>()).into_iter();
            for (path, text, known) in batch {
                let read = match known {
                    Some(read) => {
                        problems.add_source(path, text.clone());
                        Some(read)
                    }
                    None => found.next().and_then(|found| self.take(path, text, found, problems)),
                };
                each(path, text, read, problems)?;
            }
        }
        Ok(())
    }

    fn known(&mut self, path: &str, text: &Arc<str>) -> Option<ParsedFile> {
        let versions = self.known.get_mut(path)?;
        let at = versions.iter().position(|(old, _)| Arc::ptr_eq(old, text) || old == text)?;
        // The most recently used version is dropped last.
        versions[at..].rotate_left(1);
        versions.last().map(|(_, read)| read.clone())
    }

    /// Takes over the result of a file, and caches it if it has no problems.
    fn take(&mut self, path: &str, text: &Arc<str>, found: ParseResult, problems: &mut Problems) -> Option<ParsedFile> {
        let (read, new) = found;
        let is_clean = new.is_empty();
        problems.append(new);
        let read = read?;
        if is_clean {
            let versions = self.known.entry(path.into()).or_default();
            if versions.len() == VERSIONS {
                versions.remove(0);
            }
            versions.push((text.clone(), read.clone()));
        }
        Some(read)
    }
}

/// The tree of a file, and its findings.
type ParseResult = (Option<ParsedFile>, Problems);

fn parse(path: &str, text: &str) -> ParseResult {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems).map(Arc::new);
    (node.map(|node| (node.clone(), vocabulary::words_of(&node), node.size())), problems)
}

/// Parses files, in the order given, on as many threads as are worth it.
fn parse_all(files: &[(&str, &str)]) -> Vec<ParseResult> {
    let size: usize = files.iter().map(|(_, text)| text.len()).sum();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(size / WORTH_A_THREAD).max(1);
    let parse_part = |part: &[(&str, &str)]| part.iter().map(|(path, text)| parse(path, text)).collect::<Vec<_>>();
    if threads == 1 {
        return parse_part(files);
    }
    let mut parts = files.chunks(files.len().div_ceil(threads));
    std::thread::scope(|scope| {
        let own = parts.next().unwrap_or_default();
        // A process that is shut in, or has no room, gets no thread: this thread reads that part.
        let read = |part| (part, std::thread::Builder::new().spawn_scoped(scope, move || parse_part(part)));
        let others: Vec<_> = parts.map(read).collect();
        let mut found = parse_part(own);
        for (part, other) in others {
            found.extend(match other {
                Ok(other) => other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(_) => parse_part(part),
            });
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::{Arc, BATCH, ParsedFiles, Problems};

    #[test]
    fn many_files_are_read_as_one_by_one() {
        let text = |i: usize| match i % 50 {
            7 => format!("name: [broken {i}"),
            9 => format!("name: {i}\nname: twice"),
            _ => format!("name: card {i}\ntext: {}", "word ".repeat(i % 200)),
        };
        let files: Vec<(String, Arc<str>)> = (0..2_000).map(|i| (format!("cards/{i}.yaml"), text(i).into())).collect();
        assert!(files.iter().map(|(_, text)| text.len()).sum::<usize>() > 2 * BATCH);
        let (mut parsed, mut expected) = (ParsedFiles::default(), Problems::new());
        let one_by_one: Vec<_> = files.iter().map(|(path, text)| parsed.read(path, text, &mut expected)).collect();
        let mut parsed = ParsedFiles::default();
        for _ in 0..2 {
            let (mut problems, mut found) = (Problems::new(), Vec::new());
            let all = files.iter().map(|(path, text)| (path, text));
            let read = parsed.read_all(all, &mut problems, |_, _, read, _| {
                found.push(read);
                Ok::<(), ()>(())
            });
            assert_eq!(read, Ok(()));
            assert!(found == one_by_one);
            assert_eq!(problems.render_all(), expected.render_all());
        }
        // The receiver of files may stop the reading.
        let (mut seen, all) = (0, files.iter().map(|(path, text)| (path, text)));
        let ended = ParsedFiles::default().read_all(all, &mut Problems::new(), |path, _, _, _| {
            seen += 1;
            if seen == 10 { Err(path.to_string()) } else { Ok(()) }
        });
        assert_eq!((ended, seen), (Err("cards/9.yaml".into()), 10));
    }
}
