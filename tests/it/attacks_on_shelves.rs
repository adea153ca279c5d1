//! Attacks on shelves and updates: whoever has taken over a shelf, an archive, an address or a lock tries to bring in
//! what nobody asked for.
//!
//! A pack lies in a folder, added from a shelf. Each attack changes what its owner does not control, and its owner runs
//! a command. Whatever that says, the pack and its lock are as they were, nothing lies outside the folder, no raw
//! character reaches the terminal, and nothing takes long or ends by a signal.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::{Compression, GzBuilder};
use intermezzo_program::share::{self, Contents, archive};
use serde_json::{Value, json};
use tar::{Builder, EntryType, Header};

use crate::pack_sharing::Folder;

/// The longest time of one command: a second of work, and a program without optimization on a busy machine.
const MOST_TIME: Duration = Duration::from_secs(20);

const HEADER: &str = "pack: hulls\ntitle: The hulls\nversion: 1.1.0\nextends: cardland\n";
const CARD: &str = "name: Hull\ntype: event\nnumber: H-02\ncolour: red\nusage: { red: 1 }\ntext: Draw a card.\n\
                    abilities:\n  - timing: main\n    turn: me\n    script: act.draw(me, 1)\n";
const CARD_PATH: &str = "cards/cardland/hulls/hull.yaml";

/// A change by an attacker, and the words with which the command refuses it.
struct Attack {
    name: String,
    args: &'static [&'static str],
    change: Box<dyn Fn(&Folder)>,
    says: &'static str,
}

fn attack(name: impl Into<String>, says: &'static str, change: impl Fn(&Folder) + 'static) -> Attack {
    Attack { name: name.into(), args: &["pack", "update", "--yes"], change: Box::new(change), says }
}

// ---- archives ----

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut zip = GzBuilder::new().write(Vec::new(), Compression::fast());
    zip.write_all(bytes).expect("memory");
    zip.finish().expect("memory")
}

/// A tar whose entries may have any name, kind and length.
fn tar_of(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, kind, bytes) in entries {
        let mut header = Header::new_ustar();
        match name.len() {
            // As it is: the library would refuse such names.
            ..=100 => header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes()),
            _ => header.set_path(name).expect("a name in two parts"),
        }
        header.set_size(bytes.len() as u64);
        header.set_mode(0o755);
        header.set_entry_type(*kind);
        if kind.is_symlink() || kind.is_hard_link() {
            header.set_link_name("/etc/passwd").expect("a name");
        }
        header.set_cksum();
        builder.append(&header, *bytes).expect("memory");
    }
    builder.into_inner().expect("memory")
}

/// The archive of a pack with one more entry.
fn with_entry(name: &str, kind: EntryType, bytes: &[u8]) -> Vec<u8> {
    let file = EntryType::Regular;
    gzip(&tar_of(&[("pack.yaml", file, HEADER.as_bytes()), (CARD_PATH, file, CARD.as_bytes()), (name, kind, bytes)]))
}

/// A well-made archive with its hash.
fn whole(header: &str, card: &str) -> (Vec<u8>, String) {
    let mut contents = Contents::default();
    contents.add("pack.yaml", header.into()).expect("a file");
    contents.add(CARD_PATH, card.into()).expect("a file");
    (archive::pack(&contents).expect("an archive"), contents.hash())
}

/// Puts an archive on the shelf as version 1.1.0; `hash` is what the shelf says of it.
fn shelve(f: &Folder, bytes: &[u8], hash: &str) {
    f.write("shelf/archives/hulls-1.1.0.tar.gz", bytes);
    edit(f, &|list| list["versions"]["1.1.0"] = json!({ "hash": hash, "needs": {} }));
}

/// Changes the list of versions on the shelf.
fn edit(f: &Folder, change: &dyn Fn(&mut Value)) {
    edit_json(f, "shelf/packs/hulls.json", change);
}

fn edit_json(f: &Folder, path: &str, change: &dyn Fn(&mut Value)) {
    let mut json: Value = serde_json::from_slice(&fs::read(f.0.join(path)).expect("a file")).expect("JSON");
    change(&mut json);
    f.write(path, json.to_string());
}

fn bad_archives() -> Vec<Attack> {
    let file = EntryType::Regular;
    let long = format!("cards/{}.yaml", "a".repeat(94));
    let deep = format!("{}a.yaml", "a/".repeat(13));
    let names: Vec<(&str, &str)> = vec![
        ("../up.yaml", "leads out"),
        ("cards/../../up.yaml", "leads out"),
        ("/up.yaml", "leads out"),
        ("//up.yaml", "leads out"),
        ("./up.yaml", "leads out"),
        ("cards//up.yaml", "leads out"),
        ("cards/./up.yaml", "leads out"),
        ("..\\up.yaml", "characters"),
        ("c:/up.yaml", "characters"),
        ("cards/up.yaml:ads.yaml", "characters"),
        ("cards/\u{202e}up.yaml", "characters"),
        ("cards/up\n.yaml", "characters"),
        ("cards/up\u{1b}[2J.yaml", "characters"),
        ("cards/up\u{200b}.yaml", "characters"),
        ("cards/up*.yaml", "characters"),
        (".git/hooks/up.md", "begins or ends with a dot"),
        (".intermezzo/up.yaml", "begins or ends with a dot"),
        ("cards./up.yaml", "begins or ends with a dot"),
        ("cards/con.yaml", "device"),
        ("cards/LPT1.yaml", "device"),
        ("cards/com\u{b9}.yaml", "device"),
        ("up.exe", "ending"),
        ("up.sh", "ending"),
        ("up.json", "ending"),
        ("packs.lock", "ending"),
        (&long, "longer than"),
        (&deep, "folders deep"),
        ("pack.yaml", "there twice"),
        ("PACK.yaml", "one file on some systems"),
        ("Cards/cardland/hulls/other.yaml", "one file on some systems"),
        ("cards/cardland/hulls/hull.yaml/a.yaml", "one file on some systems"),
    ];
    let mut all: Vec<Attack> = Vec::new();
    for (name, says) in names {
        let bytes = with_entry(name, file, b"a: 1\n");
        all.push(attack(format!("a file named {name:?}"), says, move |f| shelve(f, &bytes, "0")));
    }
    let kinds = [
        (EntryType::Symlink, "a link"),
        (EntryType::Link, "a link"),
        (EntryType::Char, "no file"),
        (EntryType::Block, "no file"),
        (EntryType::Fifo, "no file"),
        (EntryType::GNUSparse, "no file"),
        (EntryType::Continuous, "no file"),
        (EntryType::XHeader, "is a header"),
        (EntryType::XGlobalHeader, "is a header"),
        (EntryType::GNULongName, "is a header"),
        (EntryType::GNULongLink, "is a header"),
        (EntryType::new(b'Z'), "no file"),
    ];
    for (kind, says) in kinds {
        let bytes = with_entry("cards/up.yaml", kind, b"");
        all.push(attack(format!("an entry of the kind {kind:?}"), says, move |f| shelve(f, &bytes, "0")));
    }
    all.extend(broken_archives());
    all
}

/// Archives that are damaged, too large, or none.
fn broken_archives() -> Vec<Attack> {
    let file = EntryType::Regular;
    let good = whole(HEADER, CARD).0;
    let tar = tar_of(&[("pack.yaml", file, HEADER.as_bytes())]);
    let many: Vec<String> = (0..10_001).map(|n| format!("cards/{n}.yaml")).collect();
    let many: Vec<(&str, EntryType, &[u8])> = many.iter().map(|name| (name.as_str(), file, b"".as_slice())).collect();
    let folders: Vec<(&str, EntryType, &[u8])> =
        (0..20_100).map(|_| ("cards/", EntryType::Directory, b"".as_slice())).collect();
    let cut = |tar: &[u8], by: usize| gzip(&tar[..tar.len() - by]);
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x55;
        bytes
    };
    let bytes: Vec<(&str, &'static str, Vec<u8>)> = vec![
        ("nothing", "archive", Vec::new()),
        ("a text", "archive", b"<html>not found</html>".to_vec()),
        ("a tar that is not packed", "archive", tar.clone()),
        ("half an archive", "archive", good[..good.len() / 2].to_vec()),
        ("an archive and a byte", "follows its end", [&good[..], b"x"].concat()),
        ("two archives", "follows its end", [&good[..], &good[..]].concat()),
        ("a changed length", "archive", flipped(good.len() - 1)),
        ("a changed sum", "archive", flipped(good.len() - 6)),
        ("a tar without its end", "end is missing", cut(&tar, 1024)),
        ("a tar with half its end", "end is missing", cut(&tar, 512)),
        ("a tar that ends within a file", "archive", cut(&tar, 1024 + 300)),
        ("something behind the end of a tar", "follows the end", gzip(&[&tar[..], &[b'x'; 512]].concat())),
        ("two tars", "follows the end", gzip(&[&tar[..], &tar[..]].concat())),
        ("an empty tar", "archive", gzip(&[])),
        ("only the end of a tar", "no pack.yaml", gzip(&[0; 1024])),
        ("a tar of zeros as long as memory", "longer than", gzip(&vec![0; 60 << 20])),
        ("a file that is too long", "longer than", with_entry("cards/a.yaml", file, &vec![b' '; (1 << 20) + 1])),
        ("ten thousand files", "files", gzip(&tar_of(&many))),
        ("twenty thousand folders", "entries", gzip(&tar_of(&folders))),
        ("a pack in a folder", "not at the top", gzip(&tar_of(&[("hulls/pack.yaml", file, HEADER.as_bytes())]))),
        ("a header that is no text", "", gzip(&tar_of(&[("pack.yaml", file, &[0xff, 0xfe, 0, 1])]))),
    ];
    let of_bytes = |(name, says, bytes): (&str, &'static str, Vec<u8>)| {
        attack(format!("an archive: {name}"), says, move |f| shelve(f, &bytes, "0"))
    };
    bytes.into_iter().map(of_bytes).collect()
}

/// Well-made archives of what nobody asked for.
fn other_packs() -> Vec<Attack> {
    let with = |from: &str, to: &str| HEADER.replace(from, to);
    let headers: Vec<(&str, &'static str, String)> = vec![
        ("of another id", "is `boats`", with("hulls\nt", "boats\nt")),
        ("of another version", "1.2.0", with("1.1.0", "1.2.0")),
        ("of an earlier version", "0.9.0", with("1.1.0", "0.9.0")),
        ("of the version that is there", "1.0.0", with("1.1.0", "1.0.0")),
        ("with an id that leads out", "", with("pack: hulls", "pack: ../hulls")),
        ("with the id of a pack of the program", "legends", with("pack: hulls", "pack: legends")),
        ("without a version", "version", with("version: 1.1.0\n", "")),
        ("without an id", "pack", with("pack: hulls\n", "")),
        ("for no game", "nowhere", with("cardland", "nowhere")),
        ("that needs what its shelf does not say", "no pack `boats`", format!("{HEADER}needs: {{ boats: \"*\" }}\n")),
        ("for another program", "", format!("{HEADER}engine: \">=99\"\n")),
        ("with a title of 100,000 letters", "title", with("The hulls", &"x".repeat(100_000))),
        ("with unknown keys", "unknown", format!("{HEADER}run: rm\n")),
        ("with two ids", "", format!("{HEADER}pack: boats\n")),
    ];
    let mut all: Vec<Attack> = headers
        .into_iter()
        .map(|(name, says, header)| {
            let (bytes, hash) = whole(&header, CARD);
            attack(format!("a pack {name}"), says, move |f| shelve(f, &bytes, &hash))
        })
        .collect();
    let (bytes, hash) = whole(HEADER, CARD);
    let wrong = |name: &str, says, hash: String| {
        let bytes = bytes.clone();
        attack(format!("a shelf that says of a pack {name}"), says, move |f| shelve(f, &bytes, &hash))
    };
    all.push(wrong("another hash", "hash", "0".repeat(64)));
    all.push(wrong("no hash", "hash", String::new()));
    all.push(wrong("its hash in large letters", "hash", hash.to_uppercase()));
    all.push(wrong("part of its hash", "hash", hash[..32].into()));
    all.push(wrong("raw characters as its hash", "hash", "\u{1b}[2J\u{7}".into()));
    // A card that does not load with the game.
    for (name, card) in [
        ("that is none", "name: [".to_string()),
        ("of no type", CARD.replace("event", "evnt")),
        ("whose script is none", CARD.replace("act.draw(me, 1)", "act.draw(")),
    ] {
        let (bytes, hash) = whole(HEADER, &card);
        all.push(attack(format!("a card {name}"), "error", move |f| shelve(f, &bytes, &hash)));
    }
    all
}

// ---- lists ----

fn lists() -> Vec<Attack> {
    let (bytes, hash) = whole(HEADER, CARD);
    let said = move |name: &str, says: &'static str, change: fn(&mut Value)| {
        let (bytes, hash) = (bytes.clone(), hash.clone());
        attack(format!("a list of versions with {name}"), says, move |f| {
            shelve(f, &bytes, &hash);
            edit(f, &change);
        })
    };
    let raw = |name: &str, says: &'static str, path: &'static str, text: String| {
        attack(format!("{path}: {name}"), says, move |f| drop(f.write(path, &text)))
    };
    let list = "shelf/packs/hulls.json";
    let mut all = vec![
        said("a need for itself", "nothing is new", |l| l["versions"]["1.1.0"]["needs"] = json!({ "hulls": "^2" })),
        said("a need for nothing", "nothing is new", |l| l["versions"]["1.1.0"]["needs"] = json!({ "nowhere": "*" })),
        said("a need for a path", "nothing is new", |l| {
            l["versions"]["1.1.0"]["needs"] = json!({ "../../boats": "*" })
        }),
        said("a need for raw characters", "nothing is new", |l| {
            l["versions"]["1.1.0"]["needs"] = json!({ "\u{1b}[2J": "*" })
        }),
        said("a need for no range", "", |l| l["versions"]["1.1.0"]["needs"] = json!({ "boats": "many" })),
        said("another program", "nothing is new", |l| l["versions"]["1.1.0"]["engine"] = json!(">=99")),
        said("no range of programs", "", |l| l["versions"]["1.1.0"]["engine"] = json!("\u{1b}")),
        said("a missing signature", "no signature lies beside it", |l| {
            l["versions"]["1.1.0"]["is_signed"] = json!(true)
        }),
        said("a hash that is a number", "", |l| l["versions"]["1.1.0"]["hash"] = json!(7)),
        said("a version that is no number", "", |l| l["versions"]["../1"] = l["versions"]["1.0.0"].clone()),
        said("a version larger than numbers", "", |l| {
            l["versions"]["99999999999999999999.0.0"] = l["versions"]["1.0.0"].clone();
        }),
        said("a version without an archive", "", |l| l["versions"]["9.0.0"] = l["versions"]["1.1.0"].clone()),
        said("a version whose build leads out", "", |l| {
            let one = l["versions"]["1.0.0"].clone();
            l["versions"]["2.0.0+..-..-up"] = one;
        }),
        said("two thousand versions", "versions", |l| {
            let one = l["versions"]["1.0.0"].clone();
            (0..2_000).for_each(|n| l["versions"][format!("2.{n}.0")] = one.clone());
        }),
        said("versions as a list", "", |l| l["versions"] = json!([1, 2])),
    ];
    all.extend([
        raw("nothing", "", list, String::new()),
        raw("no JSON", "", list, "<html>".into()),
        raw("ten thousand brackets", "", list, "[".repeat(10_000)),
        raw("nine megabytes", "", list, " ".repeat(9 << 20)),
        raw("a number without an end", "", list, format!("{{\"versions\":{}}}", "9".repeat(100_000))),
        raw("raw characters", "", list, "{\"versions\":{\"\u{1b}[2J\u{202e}\":{}}}".into()),
    ]);
    all.push(attack("a list that is a folder", "", move |f| {
        fs::remove_file(f.0.join(list)).expect("it was there");
        fs::create_dir(f.0.join(list)).expect("a folder");
    }));
    #[cfg(unix)]
    all.push(attack("a list that is a link out of the shelf", "it is a link", move |f| {
        let outside = f.0.join("outside");
        fs::rename(f.0.join(list), &outside).expect("it was there");
        std::os::unix::fs::symlink(&outside, f.0.join(list)).expect("a link");
    }));
    all
}

// ---- locks ----

/// A lock that came with a folder of a stranger.
fn locks() -> Vec<Attack> {
    let of = |name: &str, args: &'static [&'static str], says: &'static str, change: fn(&mut Value)| Attack {
        name: format!("a lock with {name}"),
        args,
        change: Box::new(move |f| edit_json(f, "table/packs.lock", &change)),
        says,
    };
    let (update, bring): (&'static [&'static str], &'static [&'static str]) =
        (&["pack", "update", "--yes"], &["pack", "add", "--yes"]);
    let gone: &'static [&'static str] = &["pack", "remove", "hulls", "--yes", "--force"];
    vec![
        of("an id that leads out", update, "no id", |l| l["packs"]["../up"] = l["packs"]["hulls"].clone()),
        of("an id that leads out, and a removal", gone, "no id", |l| l["packs"]["../up"] = l["packs"]["hulls"].clone()),
        of("an id of raw characters", update, "no id", |l| l["packs"]["\u{1b}[2J"] = l["packs"]["hulls"].clone()),
        of("a later form", update, "version 2", |l| l["lock"] = json!(2)),
        of("an unknown key", update, "unknown field", |l| l["run"] = json!("rm")),
        of("an unknown key of a pack", update, "unknown field", |l| l["packs"]["hulls"]["run"] = json!("rm")),
        of("a version that is none", update, "", |l| l["packs"]["hulls"]["version"] = json!("one")),
        of("packs as a list", update, "", |l| l["packs"] = json!([])),
        of("a need for a path", update, "", |l| l["packs"]["hulls"]["needs"] = json!({ "../up": "*" })),
        of("another shelf that is none", update, "", |l| {
            l["shelves"] = json!(["/nowhere"]);
            l["packs"]["hulls"]["source"] = json!("file:/nowhere/archives/hulls-1.0.0.tar.gz");
        }),
        of("a file of the machine as its source", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("file:/etc/passwd");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("a program of git as its source", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("git+ext::sh -c touch% up");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("an option of git as its source", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("git+--upload-pack=touch up");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("an option of git as its commit", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("git+file:///nowhere");
            l["packs"]["hulls"]["commit"] = json!("--upload-pack=touch up");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("an address with a user", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("http://127.0.0.1:80@a.example/x.tar.gz");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("raw characters as its source", bring, "", |l| {
            l["packs"]["hulls"]["source"] = json!("ftp://\u{1b}[2J\u{202e}");
            l["packs"]["hulls"]["hash"] = json!("0");
        }),
        of("a key that is none", update, "", |l| l["packs"]["hulls"]["signed_by"] = json!("\u{1b}[2J")),
        of("a hash of raw characters", update, "", |l| l["packs"]["hulls"]["hash"] = json!("\u{1b}[2J")),
        of("a need for 201 packs", update, "more than 200 entries", |l| {
            l["packs"]["hulls"]["needs"] = (0..201).map(|n| (format!("plank{n}"), json!("*"))).collect();
        }),
        of("a source of two lines", update, "no place that the program names", |l| {
            l["packs"]["hulls"]["source"] = json!("zzz:x\nadded boats");
        }),
        of("a path that leads out", update, "no path of a file", |l| {
            l["packs"]["hulls"]["files"]["../../up.txt"] = json!("0");
        }),
        of("a long version", update, "too long", |l| {
            l["packs"]["hulls"]["version"] = json!(format!("1.0.0-{}", "a".repeat(200_000)));
        }),
        attack("a lock that is a list", "", |f| drop(f.write("table/packs.lock", "[1, [], {}]"))),
        attack("a lock with a pack twice", "`hulls` stands there twice", |f| {
            let path = f.0.join("table/packs.lock");
            let text = fs::read_to_string(&path).expect("a lock");
            let twice = text.replacen("\"hulls\": {", "\"hulls\": { \"version\": \"1.0.0\", \"hash\": \"0\", \"files\": {}, \"source\": \"a\" }, \"hulls\": {", 1);
            assert_ne!(twice, text);
            fs::write(path, twice).expect("a lock");
        }),
    ]
}

// ---- signatures ----

const NEW: &str = "shelf/archives/hulls-1.1.0.tar.gz.minisig";
const OLD: &str = "shelf/archives/hulls-1.0.0.tar.gz.minisig";

/// Signatures on a shelf whose pack was signed by `mine.key` when it was added; `other.key` is a stranger's.
fn signatures() -> Vec<Attack> {
    let (bytes, hash) = whole(HEADER, CARD);
    let signed = move |name: &str, says: &'static str, change: fn(&Folder)| {
        let (bytes, hash) = (bytes.clone(), hash.clone());
        attack(format!("a signature: {name}"), says, move |f| {
            shelve(f, &bytes, &hash);
            edit(f, &|list| list["versions"]["1.1.0"]["is_signed"] = json!(true));
            change(f);
        })
    };
    let mut all = vec![
        signed("none beside what is called signed", "no signature lies beside it", |_| ()),
        signed("none, and nobody calls it signed", "", |f| {
            edit(f, &|list| list["versions"]["1.1.0"]["is_signed"] = json!(false));
        }),
        signed("that of the version before", "", |f| {
            fs::copy(f.0.join(OLD), f.0.join(NEW)).expect("a file");
        }),
        signed("an empty one", "", |f| drop(f.write(NEW, ""))),
        signed("no text", "", |f| drop(f.write(NEW, [0xff, 0xfe, 0, 1]))),
        signed("raw characters", "", |f| drop(f.write(NEW, "untrusted comment: \u{1b}[2J\n\u{202e}\n"))),
        signed("ten megabytes", "", |f| drop(f.write(NEW, "a".repeat(10 << 20)))),
        signed("ten thousand lines", "", |f| drop(f.write(NEW, "untrusted comment: x\n".repeat(10_000)))),
        signed("a folder", "", |f| fs::create_dir(f.0.join(NEW)).expect("a folder")),
        signed("that of a stranger", "", |f| sign(f, "other")),
        signed("that of a stranger, whose key the shelf names", "", |f| {
            sign(f, "other");
            name_key(f, "other");
        }),
        signed("that of a stranger, and the shelf names ours", "", |f| {
            sign(f, "other");
            name_key(f, "mine");
        }),
        signed("right, of an archive that was changed afterwards", "", |f| {
            sign(f, "mine");
            let mut bytes = fs::read(f.0.join("shelf/archives/hulls-1.1.0.tar.gz")).expect("an archive");
            let at = bytes.len() / 2;
            bytes[at] ^= 1;
            f.write("shelf/archives/hulls-1.1.0.tar.gz", bytes);
        }),
        signed("right, with another remark", "", |f| {
            sign(f, "mine");
            let text = fs::read_to_string(f.0.join(NEW)).expect("a signature");
            f.write(NEW, text.replace("trusted comment: ", "trusted comment: version 9 "));
        }),
        signed("right, cut in half", "", |f| {
            sign(f, "mine");
            let text = fs::read_to_string(f.0.join(NEW)).expect("a signature");
            f.write(NEW, text.lines().take(2).collect::<Vec<_>>().join("\n"));
        }),
        signed("right, of a version that the shelf calls otherwise", "", |f| {
            sign(f, "mine");
            edit(f, &|list| {
                let one = list["versions"]["1.1.0"].clone();
                list["versions"].as_object_mut().expect("a map").remove("1.1.0");
                list["versions"]["1.2.0"] = one;
            });
            for end in ["", ".minisig"] {
                let name = |version: &str| f.0.join(format!("shelf/archives/hulls-{version}.tar.gz{end}"));
                fs::rename(name("1.1.0"), name("1.2.0")).expect("it is there");
            }
        }),
        signed("that of a stranger, and a key of raw characters", "", |f| {
            sign(f, "other");
            edit(f, &|list| list["versions"]["1.1.0"]["key"] = json!("\u{1b}[2J"));
        }),
    ];
    #[cfg(unix)]
    all.push(signed("a link out of the shelf", "", |f| {
        f.write("outside", "untrusted comment: x\n");
        std::os::unix::fs::symlink(f.0.join("outside"), f.0.join(NEW)).expect("a link");
    }));
    all
}

/// Signs the new version with a key of the folder.
fn sign(f: &Folder, key: &str) {
    let archive = fs::read(f.0.join("shelf/archives/hulls-1.1.0.tar.gz")).expect("an archive");
    let secret = fs::read_to_string(f.0.join(format!("{key}.key"))).expect("a key");
    f.write(NEW, share::sign::sign(&archive, &secret, None, "hulls 1.1.0").expect("a signature"));
}

/// The shelf names a key of the folder as the one that signed the new version.
fn name_key(f: &Folder, key: &str) {
    let public = fs::read_to_string(f.0.join(format!("{key}.pub"))).expect("a key");
    let line = share::sign::public_line(&public).expect("a key");
    edit(f, &|list| list["versions"]["1.1.0"]["key"] = json!(line));
}

#[test]
fn no_attack_on_a_signature_changes_what_is_there() {
    let base = Folder::new("attacked-signed");
    for key in ["mine", "other"] {
        base.fine(".", &["pack", "key", key]);
    }
    base.pack("hulls", "1.0.0", "");
    base.fine("hulls", &["pack", "build", "--to", "..", "--sign", "../mine.key"]);
    base.fine(".", &["pack", "publish", "hulls-1.0.0.tar.gz", "--to", "shelf", "--key", "mine.pub"]);
    base.fine("table", &["pack", "add", "hulls", "--shelf", "../shelf", "--yes"]);
    judge(&base, &signatures(), 200);
    // With a signature by the key that is kept the same version is taken.
    let (bytes, hash) = whole(HEADER, CARD);
    shelve(&base, &bytes, &hash);
    edit(&base, &|list| list["versions"]["1.1.0"]["is_signed"] = json!(true));
    sign(&base, "mine");
    assert!(base.fine("table", &["pack", "update", "--yes"]).contains("added hulls 1.1.0"));
}

// ---- what holds of each ----

/// All files below a folder with their contents, without those of the shelf.
fn files_of(root: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut all, mut open) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let below = entry.strip_prefix(root).expect("below").display().to_string();
            match entry.is_dir() {
                true if below == "shelf" => {}
                true => open.push(entry),
                false if below == "outside" => {}
                false => all.push((below, fs::read(&entry).expect("a file"))),
            }
        }
    }
    all.sort();
    all
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a file");
        }
    }
}

/// Runs an attack in a copy of the folders; what it did wrong.
fn run(base: &Folder, at: usize, attack: &Attack) -> Result<String, String> {
    let f = Folder::new(&format!("attack_{at}"));
    for part in ["shelf", "table"] {
        copy(&base.0.join(part), &f.0.join(part));
    }
    for key in ["mine.key", "mine.pub", "other.key", "other.pub"].map(|key| base.0.join(key)) {
        if key.exists() {
            fs::copy(&key, f.0.join(key.file_name().expect("a name"))).expect("a key");
        }
    }
    (attack.change)(&f);
    let before = files_of(&f.0);
    let begun = Instant::now();
    let done = f.run("table", attack.args);
    let (took, code) = (begun.elapsed(), done.status.code());
    let told = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let shown: String = told.chars().take(600).collect();
    let wrong = |what: &str| Err(format!("{}: {what}: {code:?} {shown:?}", attack.name));
    if !matches!(code, Some(0..=2)) || told.contains("panicked") || told.contains("internal error") {
        return wrong("it ends as by a fault");
    }
    if files_of(&f.0) != before {
        return wrong("it changes files");
    }
    if told.chars().any(|c| c != '\n' && (c.is_control() || "\u{202e}\u{200b}\u{2066}".contains(c))) {
        return wrong("raw characters are told");
    }
    if !told.contains(attack.says) {
        return wrong(&format!("it does not say {:?}", attack.says));
    }
    if code == Some(0) && !told.contains("nothing is new") && !told.contains("are here") {
        return wrong("it says nothing of it");
    }
    if told.len() > 20_000 || took > MOST_TIME {
        return wrong(&format!("it tells {} bytes in {took:?}", told.len()));
    }
    Ok(format!("{}: {}", attack.name, told.lines().next().unwrap_or_default()))
}

/// Runs attacks, whose folders are numbered from `first`; none does harm.
fn judge(base: &Folder, all: &[Attack], first: usize) {
    let (mut wrong, mut told) = (Vec::new(), Vec::new());
    for (at, attack) in all.iter().enumerate() {
        match run(base, first + at, attack) {
            Ok(said) => told.push(said),
            Err(why) => wrong.push(why),
        }
    }
    println!("{}", told.join("\n"));
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn no_attack_on_a_shelf_or_an_update_changes_what_is_there() {
    let base = Folder::new("attacked");
    base.pack("hulls", "1.0.0", "");
    base.fine(".", &["pack", "publish", "hulls", "--to", "shelf"]);
    base.fine("table", &["pack", "add", "hulls", "--shelf", "../shelf", "--yes"]);
    let all: Vec<Attack> = [bad_archives(), other_packs(), lists(), locks()].into_iter().flatten().collect();
    assert!(all.len() >= 100, "{}", all.len());
    judge(&base, &all, 0);
    // Without an attack, the same version is taken.
    let (bytes, hash) = whole(HEADER, CARD);
    shelve(&base, &bytes, &hash);
    assert!(base.fine("table", &["pack", "update", "--yes"]).contains("added hulls 1.1.0"));
}
