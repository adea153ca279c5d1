//! Hostile archives: archives made to do harm, and archives damaged on the way, are refused.

use std::io::{Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use intermezzo_program::share::archive;
use tar::{Builder, EntryType, Header};

use crate::pack_sharing::Folder;

const HEADER: &str = "pack: evil\nversion: 1.0.0\nextends: cardland\n";

/// An archive with a pack, and some entries written verbatim.
pub fn archive_in(header: &str) -> Vec<u8> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut entry = Header::new_gnu();
    entry.set_size(HEADER.len() as u64);
    entry.set_mode(0o644);
    builder.append_data(&mut entry, header, HEADER.as_bytes()).expect("an entry");
    builder.into_inner().expect("an archive").finish().expect("an archive")
}

fn archive_of(entries: &[(&str, EntryType, &[u8], &str)]) -> Vec<u8> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let all = [("pack.yaml", EntryType::Regular, HEADER.as_bytes(), "")];
    for (name, kind, bytes, link) in all.iter().chain(entries) {
        let mut header = Header::new_gnu();
        // As they are: the library would refuse such names.
        let old = header.as_old_mut();
        old.name[..name.len()].copy_from_slice(name.as_bytes());
        old.linkname[..link.len()].copy_from_slice(link.as_bytes());
        header.set_size(bytes.len() as u64);
        header.set_mode(0o777);
        header.set_entry_type(*kind);
        header.set_cksum();
        builder.append(&header, *bytes).expect("an entry");
    }
    builder.into_inner().expect("an archive").finish().expect("an archive")
}

#[track_caller]
fn refused(bytes: &[u8], why: &str) {
    let told = archive::unpack(bytes).map(|_| ()).expect_err("it is refused").to_string();
    assert!(told.contains(why), "{why}: {told}");
}

#[test]
fn an_archive_leads_nowhere_but_into_its_folder() {
    let regular = EntryType::Regular;
    for name in ["../up.yaml", "a/../../up.yaml", "/etc/x.yaml", "a//b.yaml", "./a.yaml"] {
        refused(&archive_of(&[(name, regular, b"x", "")]), "leads out of the pack");
    }
    for name in ["c:x.yaml", "a\\b.yaml", "a\x1b[2J.yaml", "a\u{202e}.yaml"] {
        refused(&archive_of(&[(name, regular, b"x", "")]), "cannot have on every system");
    }
    for name in [".git/config.yaml", "a./b.yaml", "a /b.yaml"] {
        refused(&archive_of(&[(name, regular, b"x", "")]), "hidden");
    }
    for name in ["con.yaml", "cards/aux.yaml", "lpt1.yaml"] {
        refused(&archive_of(&[(name, regular, b"x", "")]), "a device");
    }
    refused(&archive_of(&[("run.exe", regular, b"x", "")]), "no file of a pack has such an ending");
}

#[test]
fn an_archive_holds_files_and_nothing_else() {
    for kind in [EntryType::Symlink, EntryType::Link] {
        refused(&archive_of(&[("a.yaml", kind, b"", "/etc/passwd")]), "is a link");
    }
    for kind in [EntryType::Fifo, EntryType::Char, EntryType::Block, EntryType::GNUSparse] {
        refused(&archive_of(&[("a.yaml", kind, b"", "")]), "only files are taken");
    }
    // Names in further entries, by which a name that was judged would become another.
    for kind in [EntryType::XHeader, EntryType::XGlobalHeader, EntryType::GNULongName, EntryType::GNULongLink] {
        refused(
            &archive_of(&[("a.yaml", kind, b"18 path=../up.yaml\n", ""), ("b.yaml", EntryType::Regular, b"x", "")]),
            "only files are taken",
        );
    }
}

#[test]
fn names_of_an_archive_are_one_file_each() {
    let regular = EntryType::Regular;
    refused(&archive_of(&[("a.yaml", regular, b"1", ""), ("a.yaml", regular, b"2", "")]), "is there twice");
    refused(&archive_of(&[("a.yaml", regular, b"1", ""), ("A.yaml", regular, b"2", "")]), "one file on some systems");
    refused(&archive_of(&[("pack.yaml", regular, b"pack: good", "")]), "is there twice");
    refused(
        &archive_of(&[("b/c.yaml", regular, b"1", ""), ("B/d.yaml", regular, b"2", "")]),
        "one file on some systems",
    );
    refused(
        &archive_of(&[("b.md/c.yaml", regular, b"1", ""), ("b.md", regular, b"2", "")]),
        "one file on some systems",
    );
}

#[test]
fn an_archive_is_no_bomb() {
    let long = vec![b' '; (1 << 20) + 1];
    refused(&archive_of(&[("a.yaml", EntryType::Regular, &long, "")]), "is longer than");
    // Sixty million spaces take a few thousand bytes.
    let mega = vec![b' '; 1 << 20];
    let names: Vec<String> = (0..60).map(|n| format!("a{n}.yaml")).collect();
    let entries: Vec<_> = names.iter().map(|name| (name.as_str(), EntryType::Regular, mega.as_slice(), "")).collect();
    let bomb = archive_of(&entries);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    refused(&bomb, "what is packed in it is longer than");
    refused(&archive_of(&entries[..33]), "its files have more than");
    let names: Vec<String> = (0..10_001).map(|n| format!("a{n}.yaml")).collect();
    let entries: Vec<_> = names.iter().map(|name| (name.as_str(), EntryType::Regular, &b"x"[..], "")).collect();
    refused(&archive_of(&entries), "more than 10000 files");
    let names: Vec<String> = (0..30_000).map(|n| format!("a{n}")).collect();
    let entries: Vec<_> = names.iter().map(|name| (name.as_str(), EntryType::Directory, &b""[..], "")).collect();
    refused(&archive_of(&entries), "more than 20000 entries");
    // A size that is not there, and zeros without end.
    let mut zip = GzEncoder::new(Vec::new(), Compression::fast());
    let mut header = Header::new_gnu();
    header.set_path("a.yaml").expect("a name");
    header.set_size(u64::MAX >> 20);
    header.set_entry_type(EntryType::Regular);
    header.set_cksum();
    zip.write_all(header.as_bytes()).expect("a header");
    refused(&zip.finish().expect("an archive"), "is longer than");
    let mut zip = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::copy(&mut std::io::repeat(0).take(200 << 20), &mut zip).expect("zeros");
    refused(&zip.finish().expect("an archive"), "what is packed in it is longer than");
}

#[test]
fn what_is_no_archive_is_refused_with_a_reason() {
    refused(b"", "cannot be read");
    refused(b"not an archive at all, whatever it says", "cannot be read");
    refused(&vec![0; (16 << 20) + 1], "longer than");
    let good = archive_of(&[]);
    for at in (0..good.len()).step_by(3) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x55;
        // The result may be the pack or an error, but no panic.
        drop(archive::unpack(&bytes));
        drop(archive::unpack(&good[..at]));
    }
}

#[test]
fn nothing_of_a_pack_that_is_refused_is_written() {
    let f = Folder::new("refused");
    let evil = archive_of(&[("../../up.yaml", EntryType::Regular, b"x", "")]);
    f.write("evil.tar.gz", evil);
    let told = f.fails("table", &["pack", "add", "../evil.tar.gz", "--yes"]);
    assert!(told.contains("leads out of the pack"), "{told}");
    // One that does not load, one that reads hands without saying so, and one that says it.
    f.write(
        "broken.tar.gz",
        archive_of(&[("cards/cardland/x/x.yaml", EntryType::Regular, b"name: X\ntype: evnt\n", "")]),
    );
    assert!(f.fails("table", &["pack", "add", "../broken.tar.gz", "--yes"]).contains("has no type `evnt`"));
    let spy = |reads: &str| {
        format!(
            "name: Spy\ntype: event\nnumber: S-1\ncolour: red\nusage: {{ red: 1 }}\ntext: Look.\nabilities:\n  - timing: main\n    turn: me\n{reads}    script: |\n      for _, c in ipairs(cards {{ zone = \"hand\", controller = opponent }}) do note(c.name) end\n"
        )
    };
    let says = spy("    reads: hidden\n");
    f.write("says.tar.gz", archive_of(&[("cards/cardland/x/spy.yaml", EntryType::Regular, says.as_bytes(), "")]));
    let told = f.fails("table", &["pack", "add", "../says.tar.gz"]);
    assert!(told.contains("reads what its player does not see") && told.contains("Spy/1"), "{told}");
    assert!(!f.0.join("table/packs").exists(), "nothing is written");
    assert!(!f.0.join("up.yaml").exists());
    assert!(!Path::new("/up.yaml").exists());
    // A link in place of the folder of packs leads nowhere.
    #[cfg(unix)]
    {
        std::fs::create_dir_all(f.0.join("elsewhere")).expect("a folder");
        std::os::unix::fs::symlink(f.0.join("elsewhere"), f.0.join("table/packs")).expect("a link");
        f.fails("table", &["pack", "add", "../says.tar.gz", "--yes"]);
        assert_eq!(std::fs::read_dir(f.0.join("elsewhere")).expect("a folder").count(), 0);
    }
}
