//! Archive: a pack in one file, and the reader of archives of strangers.
//!
//! Equal files give equal bytes: they are sorted, and carry no time, owner or mode of their own. A stranger's archive
//! is read whole before anything is written: only regular files count, sizes are limited before and after unpacking,
//! and names that lead out of the folder are refused (`names.rs`).

use std::io::{ErrorKind, Read as _, Write as _};

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use tar::{Archive, Builder, EntryType, Header};

use super::contents::{Contents, MOST_ALL, MOST_FILE, MOST_FILES};
use intermezzo::error::{Error, Result, one_line};

/// The greatest size of an archive, in bytes.
pub const MOST_ARCHIVE: u64 = 16 << 20;
/// The size of a block of a tar, in bytes; two empty ones are its end.
const BLOCK: u64 = 512;
/// Most unpacked bytes of an archive: its files, a header and the padding of each, and some for the end.
const MOST_UNPACKED: u64 = MOST_ALL + MOST_FILES as u64 * 1024 + (1 << 16);

/// The archive of a pack.
///
/// # Errors
///
/// A path that an archive cannot hold.
pub fn pack(contents: &Contents) -> Result<Vec<u8>> {
    let error = |cause: std::io::Error| Error::usage(format!("the archive cannot be made: {cause}"));
    let mut builder = Builder::new(Vec::new());
    for (path, bytes) in contents.files() {
        let mut header = Header::new_ustar();
        header.set_path(path).map_err(error)?;
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_entry_type(EntryType::Regular);
        header.set_cksum();
        builder.append(&header, bytes.as_slice()).map_err(error)?;
    }
    let tar = builder.into_inner().map_err(error)?;
    let mut zip = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    zip.write_all(&tar).map_err(error)?;
    zip.finish().map_err(error)
}

/// Reads the pack in an archive.
///
/// # Errors
///
/// Bytes that are no archive, or contents that no pack may have.
pub fn unpack(bytes: &[u8]) -> Result<Contents> {
    if bytes.len() as u64 > MOST_ARCHIVE {
        return Err(Error::usage(format!("the archive is longer than {MOST_ARCHIVE} bytes")));
    }
    read(bytes).map_err(|why| Error::usage(format!("the archive is refused: {why}")))
}

/// The error for an unreadable archive.
fn broken(cause: std::io::Error) -> String {
    format!("it cannot be read: {}", one_line(&cause.to_string()))
}

/// Unpacks the gzip layer to its end, so that the checksum there is compared.
fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut zip = GzDecoder::new(bytes);
    let mut all = Vec::new();
    zip.by_ref().take(MOST_UNPACKED + 1).read_to_end(&mut all).map_err(|cause| match cause.kind() {
        ErrorKind::UnexpectedEof => "it cannot be read: its end is missing".to_string(),
        _ => broken(cause),
    })?;
    if all.len() as u64 > MOST_UNPACKED {
        return Err(format!("what is packed in it is longer than {MOST_UNPACKED} bytes"));
    }
    match zip.into_inner().is_empty() {
        true => Ok(all),
        false => Err("something follows its end".into()),
    }
}

fn read(bytes: &[u8]) -> Result<Contents, String> {
    let tar = unzipped(bytes)?;
    let mut archive = Archive::new(tar.as_slice());
    let mut contents = Contents::default();
    let mut end_of_files = 0;
    // Raw: long names, links and attributes in further entries are refused, not followed.
    for (n, entry) in archive.entries().map_err(broken)?.raw(true).enumerate() {
        let mut entry = entry.map_err(broken)?;
        if n > MOST_FILES * 2 {
            return Err(format!("it has more than {} entries", MOST_FILES * 2));
        }
        end_of_files = entry.raw_file_position() + entry.size().next_multiple_of(BLOCK);
        let name = entry.path_bytes().into_owned();
        let name = String::from_utf8(name).map_err(|_| "a name in it is no text".to_string())?;
        match entry.header().entry_type() {
            EntryType::Regular => {}
            // An entry of a folder is passed over: a folder exists by the files in it.
            EntryType::Directory => continue,
            EntryType::XHeader | EntryType::XGlobalHeader | EntryType::GNULongName | EntryType::GNULongLink => {
                return Err(format!(
                    "`{}` is a header, as `tar` writes it for a name that is longer than 100 bytes or not ASCII: only \
                     files are taken; shorten the name, or make the archive with `intermezzo pack build`",
                    one_line(&name)
                ));
            }
            other => {
                let what = if other.is_symlink() || other.is_hard_link() { "a link" } else { "no file" };
                return Err(format!("`{}` is {what}: only files are taken", one_line(&name)));
            }
        }
        if entry.size() > MOST_FILE {
            return Err(format!("`{}` is longer than {MOST_FILE} bytes", one_line(&name)));
        }
        let mut file = Vec::new();
        entry.by_ref().take(MOST_FILE + 1).read_to_end(&mut file).map_err(broken)?;
        contents.add(&name, file)?;
    }
    // An archive that was cut off between two files looks whole to a reader that does not demand the end mark.
    if (tar.len() as u64) < end_of_files.saturating_add(2 * BLOCK) {
        return Err("its end is missing".into());
    }
    // Other programs might see files after the end that nobody judged.
    match archive.into_inner().iter().all(|byte| *byte == 0) {
        true => Ok(contents),
        false => Err("something follows the end of its files".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_names_are_told_as_such() {
        let mut builder = Builder::new(Vec::new());
        builder.append_pax_extensions([("path", "cards/some/\u{e4}.yaml".as_bytes())]).expect("it is written");
        let tar = builder.into_inner().expect("an archive");
        let mut zip = GzBuilder::new().write(Vec::new(), Compression::best());
        zip.write_all(&tar).expect("it is written");
        let error = unpack(&zip.finish().expect("an archive")).expect_err("it is refused").to_string();
        assert!(error.contains("longer than 100 bytes or not ASCII"), "{error}");
    }

    #[test]
    fn an_archive_is_the_same_each_time_and_gives_the_same_files() {
        let mut contents = Contents::default();
        contents.add("pack.yaml", b"pack: a\n".to_vec()).expect("it may be there");
        contents.add("cards/some/set/\u{7adc}.yaml", b"name: A\n".to_vec()).expect("it may be there");
        let one = pack(&contents).expect("an archive");
        assert_eq!(one, pack(&contents).expect("an archive"));
        assert_eq!(unpack(&one).expect("a pack"), contents);
    }

    #[test]
    fn a_damaged_archive_is_refused_or_says_the_same() {
        let mut contents = Contents::default();
        contents.add("pack.yaml", b"pack: a\nversion: 1.0.0\nextends: b\n".to_vec()).expect("it may be there");
        contents.add("cards/b/c/d.yaml", b"name: D\ntype: event\n".to_vec()).expect("it may be there");
        let whole = pack(&contents).expect("an archive");
        let is_refused = |bytes: &[u8]| match unpack(bytes) {
            Ok(found) => {
                assert_eq!(found, contents);
                false
            }
            Err(_) => true,
        };
        let mut refused = 0;
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            refused += usize::from(is_refused(&flipped));
        }
        // The ten bytes of the header hold a time and other data without effect.
        assert!(refused > (whole.len() - 10) * 8, "{refused} of {}", whole.len() * 8);
        for end in 0..whole.len() {
            assert!(is_refused(&whole[..end]), "cut off at {end}");
        }
        assert!(is_refused(&[&whole[..], b"x"].concat()), "a byte behind the end");
        assert!(is_refused(&[&whole[..], &whole[..]].concat()), "another archive behind the end");
    }

    #[test]
    fn an_archive_without_its_end_is_refused() {
        let mut contents = Contents::default();
        contents.add("pack.yaml", b"pack: a\n".to_vec()).expect("it may be there");
        contents.add("scripts/b/c.lua", vec![0; 4096]).expect("it may be there");
        let tar = unzipped(&pack(&contents).expect("an archive")).expect("it is whole");
        for cut in [512, 1024, 1024 + 512] {
            let mut zip = GzBuilder::new().write(Vec::new(), Compression::best());
            zip.write_all(&tar[..tar.len() - cut]).expect("it is written");
            let error = unpack(&zip.finish().expect("an archive")).expect_err("it is refused").to_string();
            assert!(error.contains("end is missing") || error.contains("cannot be read"), "{cut}: {error}");
        }
    }

    #[test]
    fn nothing_follows_the_files_of_an_archive() {
        let contents = {
            let mut contents = Contents::default();
            contents.add("pack.yaml", b"pack: a\n".to_vec()).expect("it may be there");
            contents
        };
        let mut tar = unzipped(&pack(&contents).expect("an archive")).expect("it is whole");
        tar.extend([b'x'; 512]);
        let mut zip = GzBuilder::new().write(Vec::new(), Compression::best());
        zip.write_all(&tar).expect("it is written");
        let error = unpack(&zip.finish().expect("an archive")).expect_err("it is refused").to_string();
        assert!(error.contains("something follows the end of its files"), "{error}");
    }
}
