//! Pack sharing: packs are built, signed, put on shelves and added elsewhere; archives of those who mean harm are
//! refused.

use std::path::PathBuf;
use std::process::{Command, Output};

use intermezzo_program::share::archive;
use serde_json::Value;

/// A folder, gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let dir = std::env::temp_dir().join(format!("intermezzo-sharing-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Folder(dir.canonicalize().expect("a folder"))
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Writes a pack with one card.
    pub fn pack(&self, id: &str, version: &str, more: &str) -> PathBuf {
        let header = format!("pack: {id}\ntitle: The {id}\nversion: {version}\nextends: cardland\n{more}");
        self.write(&format!("{id}/pack.yaml"), header);
        let card = format!(
            "name: {id} card\ntype: event\nnumber: {id}-01\ncolour: red\nusage: {{ red: 1 }}\ntext: Draw a card.\nabilities:\n  - timing: main\n    turn: me\n    script: act.draw(me, 1)\n"
        );
        self.write(&format!("{id}/cards/cardland/{id}/{id}_card.yaml"), card);
        self.0.join(id)
    }

    /// Runs the program in a folder below this one.
    pub fn run(&self, below: &str, args: &[&str]) -> Output {
        let dir = self.0.join(below);
        std::fs::create_dir_all(&dir).expect("a folder");
        Command::new(env!("CARGO_BIN_EXE_intermezzo")).args(args).current_dir(dir).output().expect("the program")
    }

    #[track_caller]
    pub fn fine(&self, below: &str, args: &[&str]) -> String {
        let done = self.run(below, args);
        let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{args:?}:\n{out}{err}");
        out.into_owned()
    }

    /// What is said where it fails.
    #[track_caller]
    pub fn fails(&self, below: &str, args: &[&str]) -> String {
        let done = self.run(below, args);
        let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(matches!(done.status.code(), Some(1 | 2)), "{args:?}:\n{said}");
        said
    }

    pub fn json(&self, below: &str, args: &[&str]) -> Value {
        serde_json::from_str(&self.fine(below, args)).expect("JSON")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("it is ours");
    }
}

#[test]
fn an_archive_is_the_same_wherever_it_is_built_and_lists_what_it_does() {
    let f = Folder::new("build");
    f.pack("boats", "1.0.0", "patches:\n  - { set: options.games.default, expect: 1, to: 2 }\n");
    let told = f.fine("boats", &["pack", "build", "--to", "../one"]);
    for line in [
        "The boats (boats 1.0.0), for cardland",
        "adds 1 card",
        "set options.games.default",
        "its cards read nothing that",
        "the rules that it changes may ask about every card",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    // A copy of the files in another folder, with other times.
    let copy = Folder::new("build-copy");
    copy.pack("boats", "1.0.0", "patches:\n  - { set: options.games.default, expect: 1, to: 2 }\n");
    let built = copy.json(".", &["pack", "build", "boats", "--to", "two", "--json"]);
    let (one, two) = (f.0.join("one/boats-1.0.0.tar.gz"), copy.0.join("two/boats-1.0.0.tar.gz"));
    assert_eq!(std::fs::read(&one).expect("an archive"), std::fs::read(two).expect("an archive"));
    let list: Value =
        serde_json::from_slice(&std::fs::read(f.0.join("one/boats-1.0.0.json")).expect("a list")).expect("JSON");
    assert_eq!(list["hash"], built["packs"][0]["hash"]);
    assert_eq!(list["does"]["adds"]["card"], 1);
    assert_eq!(list["does"]["changes"][0], "set options.games.default");
    assert_eq!(list["files"].as_array().expect("a list").len(), 2);
    // What is wrong is not built.
    f.write("boats/cards/cardland/boats/boats_card.yaml", "name: X\ntype: evnt\n");
    assert!(f.fails("boats", &["pack", "build", "--to", "../three"]).contains("did you mean `event`?"));
    assert!(!f.0.join("three").exists());
}

#[test]
fn a_pack_of_the_program_is_there_without_being_added() {
    let f = Folder::new("of-the-program");
    let told = f.fine("table", &["pack", "add", "legends", "--yes"]);
    assert!(told.contains("`legends` comes with the program: `intermezzo --pack legends play cfs`"), "{told}");
    assert!(!f.0.join("table/packs").exists() && !f.0.join("table/packs.lock").exists());
}

#[test]
fn a_pack_goes_from_its_folder_to_another_and_is_played_there() {
    let f = Folder::new("add");
    f.pack("boats", "1.0.0", "");
    f.fine("boats", &["pack", "build", "--to", ".."]);
    // Nobody is asked, so nothing is added.
    let shown = f.fails("table", &["pack", "add", "../boats-1.0.0.tar.gz"]);
    assert!(shown.contains("adds 1 card") && shown.contains("nothing was added"), "{shown}");
    assert!(!f.0.join("table/packs").exists() && !f.0.join("table/packs.lock").exists());
    let added = f.json("table", &["pack", "add", "../boats-1.0.0.tar.gz", "--yes", "--json"]);
    assert_eq!(added["packs"][0]["id"], "boats");
    assert_eq!(added["packs"][0]["source"], "file:../boats-1.0.0.tar.gz");
    assert_eq!(added["findings"], serde_json::json!([]));
    let explained = f.json("table", &["explain", "cardland", "--pack", "boats", "--json"]);
    assert_eq!(explained["packs"][0]["id"], "boats");
    let tree = f.fine("table", &["pack", "tree"]);
    assert!(tree.starts_with("boats 1.0.0  "), "{tree}");
    assert!(f.fine("table", &["pack", "verify"]).contains("1 pack: as they were added"));
    // Somebody changes a card by hand.
    let card = f.0.join("table/packs/boats/cards/cardland/boats/boats_card.yaml");
    let text = std::fs::read_to_string(&card).expect("a card");
    std::fs::write(&card, text.replace("draw(me, 1)", "draw(me, 9)")).expect("a card");
    assert!(f.fails("table", &["pack", "verify"]).contains("are not those that were added"));
    // The player's changes are not overwritten unless she says so.
    let told = f.fails("table", &["pack", "add"]);
    assert!(told.contains("cards/cardland/boats/boats_card.yaml (changed)") && told.contains("--force"), "{told}");
    assert!(f.fine("table", &["pack", "add", "--force"]).contains("brought back boats"));
    assert_eq!(std::fs::read_to_string(&card).expect("a card"), text);
    // The archive was exchanged, so its hash is wrong.
    f.pack("boats", "1.0.0", "text: another\n");
    f.fine("boats", &["pack", "build", "--to", ".."]);
    std::fs::remove_dir_all(f.0.join("table/packs/boats")).expect("it is ours");
    assert!(f.fails("table", &["pack", "add"]).contains("is not what was added"));
    f.fine("table", &["pack", "remove", "boats"]);
    assert!(!f.0.join("table/packs/boats").exists());
    assert!(f.fine("table", &["pack", "tree"]).contains("no packs were added"));
    assert!(f.fails("table", &["pack", "remove", "boats"]).contains("no pack `boats` was added here"));
}

#[test]
fn what_a_person_made_herself_is_never_replaced() {
    let f = Folder::new("own");
    f.pack("boats", "1.0.0", "");
    f.write("table/packs/boats/pack.yaml", "pack: boats\nversion: 9.0.0\nextends: cardland\n");
    let told = f.fails("table", &["pack", "add", "../boats", "--yes"]);
    assert!(told.contains("packs/boats is there, and was not added"), "{told}");
    std::fs::remove_dir_all(f.0.join("table/packs")).expect("it is ours");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    let own = f.write("table/packs/boats/README.md", "my own words");
    f.pack("boats", "1.1.0", "");
    let told = f.fails("table", &["pack", "update", "--yes"]);
    assert!(told.contains("packs/boats was changed here since it was added"), "{told}");
    assert!(own.is_file());
    std::fs::remove_file(own).expect("it is ours");
    assert!(f.fine("table", &["pack", "update", "--yes"]).contains("added boats 1.1.0"));
}

#[test]
fn what_was_changed_in_an_added_pack_is_lost_only_by_force() {
    let f = Folder::new("changed");
    f.pack("boats", "1.0.0", "");
    f.pack("docks", "1.0.0", "needs: { boats: \"*\" }\n");
    f.fine("table", &["pack", "add", "../boats", "../docks", "--yes"]);
    let card = f.0.join("table/packs/boats/cards/cardland/boats/boats_card.yaml");
    let text = std::fs::read_to_string(&card).expect("a card");
    let changed = text.replace("Draw a card.", "Draw a card!");
    std::fs::write(&card, &changed).expect("a card");
    // What no pack holds is hers, too.
    let drawing = f.write("table/packs/boats/drawings/boat.png", "a boat");
    f.write("table/packs/boats/.plan.yaml", "a plan");
    f.write("table/packs/boats/cards/cardland/boats/boats_card.yaml~", "an older card");
    f.pack("boats", "1.1.0", "");
    for args in [&["pack", "remove", "boats", "docks"][..], &["pack", "update", "--yes"]] {
        let told = f.fails("table", args);
        for part in [
            "packs/boats was changed here",
            "boats_card.yaml (changed)",
            "drawings/boat.png (new)",
            "say --force",
            ".plan.yaml (new)",
            "boats_card.yaml~ (new)",
        ] {
            assert!(told.contains(part), "{args:?}: `{part}`: {told}");
        }
        assert!(std::fs::read_to_string(&card).is_ok_and(|now| now == changed) && drawing.is_file());
        assert!(f.0.join("table/packs/docks").is_dir(), "nothing else is removed");
    }
    f.fine("table", &["pack", "update", "--yes", "--force"]);
    assert_eq!(std::fs::read_to_string(&card).expect("a card"), text);
    std::fs::write(&card, &changed).expect("a card");
    f.fine("table", &["pack", "remove", "boats", "docks", "--force"]);
    assert!(!f.0.join("table/packs/boats").exists());
}

#[test]
fn who_names_a_changed_pack_gets_it_back_by_force() {
    let f = Folder::new("named");
    f.pack("boats", "1.0.0", "");
    f.fine(".", &["pack", "publish", "boats", "--to", "shelf"]);
    for source in [&["../boats"][..], &["boats", "--shelf", "../shelf"]] {
        let add = |more: &[&'static str]| [&["pack", "add"], source, &["--yes"], more].concat();
        f.fine("table", &add(&[]));
        assert!(f.fine("table", &add(&[])).contains("nothing is new"));
        let card = f.0.join("table/packs/boats/cards/cardland/boats/boats_card.yaml");
        let text = std::fs::read_to_string(&card).expect("a card");
        std::fs::write(&card, text.replace("draw(me, 1)", "draw(me, 9)")).expect("a card");
        let told = f.fails("table", &add(&[]));
        assert!(told.contains("boats_card.yaml (changed)") && told.contains("--force"), "{told}");
        let verified = f.fails("table", &["pack", "verify"]);
        assert!(verified.contains("is lost"), "{verified}");
        assert!(f.fine("table", &add(&["--force"])).contains("added boats 1.0.0"));
        assert_eq!(std::fs::read_to_string(&card).expect("a card"), text);
        // A deleted file comes back without force.
        std::fs::remove_file(&card).expect("it is ours");
        assert!(f.fine("table", &add(&[])).contains("added boats 1.0.0"));
        assert!(card.is_file());
        f.fine("table", &["pack", "remove", "boats", "--yes"]);
    }
}

#[test]
fn what_was_laid_beside_the_files_of_a_pack_is_told_as_remove_tells_it() {
    let f = Folder::new("laid");
    f.pack("boats", "1.0.0", "");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    f.write("table/packs/boats/.plan", "a plan");
    let told = f.fine("table", &["pack", "verify"]);
    assert!(told.contains(".plan (new)") && told.contains("1 pack: as they were added"), "{told}");
    assert!(f.fails("table", &["pack", "remove", "boats", "--yes"]).contains(".plan (new)"));
}

#[test]
fn a_source_that_holds_another_pack_now_is_refused() {
    let f = Folder::new("other-id");
    let boats = f.pack("boats", "1.0.0", "");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    let lock = f.0.join("table/packs.lock");
    let text = std::fs::read_to_string(&lock).expect("a lock");
    std::fs::rename(&boats, f.0.join("hold")).expect("it is ours");
    let docks = f.pack("docks", "1.0.0", "");
    std::fs::rename(docks, &boats).expect("it is ours");
    let told = f.fails("table", &["pack", "update", "--yes"]);
    assert!(told.contains("folder:../boats: the pack that lies there is `docks`, and not `boats`"), "{told}");
    assert!(!f.0.join("table/packs/docks").exists());
    assert_eq!(std::fs::read_to_string(&lock).expect("a lock"), text);
    // A lock of others that gives a pack another name brings it nowhere.
    std::fs::write(&lock, text.replace("\"boats\"", "\"docks\"").replace("../boats", "../hold")).expect("a lock");
    let told = f.fails("table", &["pack", "add"]);
    assert!(told.contains("is `boats`, and not `docks`"), "{told}");
    assert!(!f.0.join("table/packs/docks").exists());
}

#[test]
fn packs_that_are_added_at_once_are_all_there() {
    let f = Folder::new("at-once");
    let ids = ["boats", "docks", "ropes", "sails"];
    for id in ids {
        f.pack(id, "1.0.0", "");
    }
    for round in 0..3 {
        let table = format!("table-{round}");
        std::thread::scope(|scope| {
            for id in ids {
                let (f, table) = (&f, &table);
                scope.spawn(move || f.fine(table, &["pack", "add", &format!("../{id}"), "--yes"]));
            }
        });
        let told = f.fine(&table, &["pack", "verify"]);
        assert!(told.contains("4 packs: as they were added"), "{told}");
    }
}

#[test]
fn what_an_interrupted_program_left_is_cleared_or_brought_back() {
    let f = Folder::new("left");
    for id in ["boats", "docks"] {
        f.pack(id, "1.0.0", "");
    }
    f.fine("table", &["pack", "add", "../boats", "../docks", "--yes"]);
    let packs = f.0.join("table/packs");
    // One was moved away, and the lock was not written yet; of another the lock names nothing any more.
    std::fs::rename(packs.join("boats"), packs.join(".boats.old")).expect("it is there");
    f.write("table/packs/.ropes.old/pack.yaml", "pack: ropes\n");
    f.write("table/packs/.sails.new/pack.yaml", "pack: sails\n");
    f.fine("table", &["pack", "update", "docks", "--yes"]);
    assert!(f.fine("table", &["pack", "verify"]).contains("2 packs: as they were added"));
    // A later version came into its place, and the lock was not written.
    std::fs::rename(packs.join("boats"), packs.join(".boats.old")).expect("it is there");
    f.write("table/packs/boats/pack.yaml", "pack: boats\nversion: 2.0.0\nextends: cardland\n");
    f.fine("table", &["pack", "remove", "docks"]);
    assert!(f.fine("table", &["pack", "verify"]).contains("1 pack: as they were added"));
    for left in [".boats.old", ".ropes.old", ".sails.new"] {
        assert!(!packs.join(left).exists(), "{left}");
    }
}

#[cfg(unix)]
#[test]
fn packs_come_and_go_with_their_lock_or_not_at_all() {
    let f = Folder::new("whole");
    for id in ["boats", "docks"] {
        f.pack(id, "1.0.0", "");
    }
    let listed = || {
        let entries = std::fs::read_dir(f.0.join("table/packs")).into_iter().flatten();
        let mut names: Vec<String> = entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
        names.retain(|name| name != ".hold");
        names.sort();
        names
    };
    // A lock that cannot be written, whoever runs this: a folder lies where it is written first.
    let hold = f.0.join("table/.packs.lock.new/hold");
    std::fs::create_dir_all(&hold).expect("a folder");
    let add = ["pack", "add", "../boats", "../docks", "--yes"];
    assert!(f.fails("table", &add).contains("packs.lock"));
    assert!(!f.0.join("table/packs").exists(), "{:?}", listed());
    std::fs::remove_dir_all(hold.parent().expect("a folder")).expect("it is ours");
    f.fine("table", &add);
    std::fs::create_dir_all(&hold).expect("a folder");
    let text = std::fs::read_to_string(f.0.join("table/packs.lock")).expect("a lock");
    f.pack("boats", "1.1.0", "");
    for args in [&["pack", "remove", "boats", "docks"][..], &["pack", "update", "--yes"]] {
        f.fails("table", args);
        assert_eq!(listed(), ["boats", "docks"], "{args:?}");
        assert_eq!(std::fs::read_to_string(f.0.join("table/packs.lock")).expect("a lock"), text);
    }
    std::fs::remove_dir_all(hold.parent().expect("a folder")).expect("it is ours");
    assert!(f.fine("table", &["pack", "verify"]).contains("2 packs: as they were added"));
    // A run killed between the packs and their lock is completed.
    std::fs::remove_file(f.0.join("table/packs.lock")).expect("it is ours");
    f.pack("boats", "1.0.0", "");
    f.fine("table", &add);
    assert!(f.fine("table", &["pack", "verify"]).contains("2 packs: as they were added"));
}

#[test]
fn what_is_no_pack_or_no_folder_is_told_so() {
    let f = Folder::new("no-pack");
    f.pack("boats", "1.0.0", "");
    let told = f.fails("table", &["pack", "add", ".."]);
    assert!(told.contains("this is no pack: it has no pack.yaml"), "{told}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/", f.0.join("around")).expect("a link");
        assert!(f.fails("table", &["pack", "add", ".."]).contains("this is no pack"));
    }
    let told = f.fails("boats", &["pack", "build", "--to", "pack.yaml"]);
    assert!(told.contains("pack.yaml: it is a file, and a folder is wanted"), "{told}");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    assert_eq!(f.fine("table", &["pack", "remove", "boats", "boats"]), "removed boats\n");
}

#[test]
fn nothing_but_json_is_printed_where_it_is_asked_for() {
    let f = Folder::new("json");
    f.pack("boats", "1.0.0", "");
    let done = f.run("table", &["pack", "add", "../boats", "--json"]);
    assert_eq!(done.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&done.stdout).expect("JSON and nothing else");
    assert_eq!(told["packs"][0]["id"], "boats");
}

#[test]
fn a_pack_is_built_from_what_it_consists_of() {
    let f = Folder::new("strays");
    f.pack("boats", "1.0.0", "");
    for part in ["README.md", "LICENSE-MIT", "CHANGELOG.md", "tests/rules/cardland.md"] {
        f.write(&format!("boats/{part}"), "for people");
    }
    f.fine("boats", &["pack", "build"]);
    for stray in ["notes.txt", "todo.md~", ".DS_Store", "boats-0.9.tar.gz.txt", "old/cards/cardland/a.yaml"] {
        f.write(&format!("boats/{stray}"), "name: A\n");
    }
    let built = f.json("boats", &["pack", "build", "--json"]);
    let left_out: Vec<&str> =
        built["packs"][0]["left_out"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(left_out, [".DS_Store", "boats-0.9.tar.gz.txt", "notes.txt", "old/", "todo.md~"]);
    let told = f.fine("boats", &["pack", "build"]);
    assert!(told.contains("leaves out what is no part of a pack: .DS_Store, "), "{told}");
    let bytes = std::fs::read(f.0.join("boats/boats-1.0.0.tar.gz")).expect("an archive");
    let contents = archive::unpack(&bytes).expect("a pack");
    let files: Vec<&str> = contents.files().keys().map(String::as_str).collect();
    let card = "cards/cardland/boats/boats_card.yaml";
    assert_eq!(files, ["CHANGELOG.md", "LICENSE-MIT", "README.md", card, "pack.yaml", "tests/rules/cardland.md"]);
    // The folder and its archive are one pack.
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    assert!(f.fine("table", &["pack", "verify"]).contains("as they were added"));
    assert!(!f.0.join("table/packs/boats/notes.txt").exists());
}

#[test]
fn shelves_give_versions_that_go_together() {
    let f = Folder::new("shelf");
    for version in ["1.0.0", "1.5.0", "2.0.0"] {
        f.pack("hulls", version, "");
        f.fine(".", &["pack", "publish", "hulls", "--to", "shelf"]);
    }
    f.pack("boats", "1.0.0", "needs: { hulls: \"^1\" }\n");
    let hulls = f.0.join("hulls").display().to_string();
    // A needed pack must be at hand to build: in a version that fits.
    f.pack("hulls", "1.5.0", "");
    f.fine(".", &["pack", "publish", "boats", "--to", "shelf", "--pack", &hulls]);
    let found = f.fine("table", &["pack", "search", "boat", "--shelf", "../shelf"]);
    assert_eq!(found, "boats 1.0.0  The boats (cardland)\n");
    let added = f.json("table", &["pack", "add", "boats", "--shelf", "../shelf", "--yes", "--json"]);
    let told: Vec<String> = added["packs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| format!("{} {}", p["id"].as_str().expect("an id"), p["version"].as_str().expect("a version")))
        .collect();
    assert_eq!(told, ["boats 1.0.0", "hulls 1.5.0"]);
    let why = f.fine("table", &["pack", "tree", "--why", "hulls"]);
    assert!(why.contains("\n  hulls 1.5.0"), "{why}");
    // A later version that fits is taken when somebody asks for it, and only then.
    f.pack("hulls", "1.6.0", "");
    f.fine(".", &["pack", "publish", "hulls", "--to", "shelf"]);
    assert!(f.fine("table", &["pack", "add", "boats", "--yes"]).contains("nothing is new"));
    assert!(f.fine("table", &["pack", "update", "--yes"]).contains("added hulls 1.6.0"));
    // Incompatible packs are reported, and nothing is changed.
    let why = f.fails("table", &["pack", "add", "hulls@^2", "--yes"]);
    assert!(why.contains("no versions of these packs go together"), "{why}");
    assert!(f.fine("table", &["pack", "tree"]).contains("hulls 1.6.0"));
    assert!(f.fails("table", &["pack", "remove", "hulls"]).contains("`hulls` is needed by boats"));
    f.fine("table", &["pack", "remove", "boats"]);
    assert!(!f.0.join("table/packs/hulls").exists(), "only boats needed it");
    // A version never becomes another, and an archive that is not the one that was published is refused.
    f.pack("hulls", "1.6.0", "text: another\n");
    assert!(
        f.fails(".", &["pack", "publish", "hulls", "--to", "shelf"]).contains("lies there already, with other files")
    );
    f.fine("hulls", &["pack", "build", "--to", "../shelf/archives"]);
    let refused = f.fails("table", &["pack", "add", "hulls@=1.6.0", "--shelf", "../shelf", "--yes"]);
    assert!(refused.contains("are not those that the shelf names"), "{refused}");
}

#[test]
fn a_signed_pack_stays_signed() {
    let f = Folder::new("sign");
    f.fine(".", &["pack", "key", "mine"]);
    f.fine(".", &["pack", "key", "other"]);
    assert!(f.fails(".", &["pack", "key", "mine"]).contains("mine.key"), "a key is never written over");
    f.pack("boats", "1.0.0", "");
    f.fine("boats", &["pack", "build", "--to", "..", "--sign", "../mine.key"]);
    let add = |key: &str| f.run("table", &["pack", "add", "../boats-1.0.0.tar.gz", "--yes", "--key", key]);
    assert_eq!(add("../other.pub").status.code(), Some(2));
    assert!(add("../mine.pub").status.success());
    // The next version must be signed by the same key.
    f.pack("boats", "1.1.0", "");
    f.fine("boats", &["pack", "build", "--to", ".."]);
    let refused = f.fails("table", &["pack", "add", "../boats-1.1.0.tar.gz", "--yes"]);
    assert!(refused.contains("`boats` must be signed, and no signature lies beside its archive"), "{refused}");
    f.fine("boats", &["pack", "build", "--to", "..", "--sign", "../mine.key"]);
    f.fine("table", &["pack", "add", "../boats-1.1.0.tar.gz", "--yes"]);
    assert!(f.fine("table", &["pack", "tree"]).starts_with("boats 1.1.0"));
}

#[test]
fn a_key_has_the_password_that_was_said() {
    let f = Folder::new("password");
    f.pack("boats", "1.0.0", "");
    let run = |args: &[&str], password: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(args).current_dir(&f.0).env_remove("MINISIGN_PASSWORD");
        let done = if password.is_empty() { &mut command } else { command.env("MINISIGN_PASSWORD", password) };
        let done = done.output().expect("the program");
        (
            String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr),
            done.status.success(),
        )
    };
    let (told, _) = run(&["pack", "key", "locked"], "abc");
    assert!(told.contains("locked.key, which nobody else may have and which needs its password"), "{told}");
    let sign = |key: &str, password: &str| run(&["pack", "build", "boats", "--untested", "--sign", key], password);
    let (told, is_fine) = sign("locked.key", "");
    assert!(!is_fine && told.contains("the secret key has a password, and none was given"), "{told}");
    assert!(told.contains("MINISIGN_PASSWORD") && !sign("locked.key", "abd").1, "{told}");
    assert!(sign("locked.key", "abc").1);
    f.fine("table", &["pack", "add", "../boats-1.0.0.tar.gz", "--key", "../locked.pub", "--yes"]);
    // A password is ignored for a key without one.
    let (told, _) = run(&["pack", "key", "open"], "");
    assert!(told.contains("open.key, which nobody else may have, and open.pub"), "{told}");
    assert!(sign("open.key", "abc").1);
}

#[test]
fn what_a_lock_says_otherwise_than_a_pack_is_told() {
    let f = Folder::new("otherwise");
    f.pack("boats", "1.0.0", "");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    let lock = std::fs::read_to_string(f.0.join("table/packs.lock")).expect("a lock");
    f.write("table/packs.lock", lock.replace("\"1.0.0\"", "\"7.0.0\""));
    for args in [&["pack", "verify"][..], &["pack", "tree"], &["pack", "tree", "--json"]] {
        let told = f.fails("table", args);
        assert!(
            told.contains("packs.lock says that `boats` is 7.0.0, and its pack.yaml says 1.0.0"),
            "{args:?}: {told}"
        );
    }
    // What the help says helps.
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    f.fine("table", &["pack", "verify"]);
    assert_eq!(std::fs::read_to_string(f.0.join("table/packs.lock")).expect("a lock"), lock);
}

#[test]
fn two_versions_of_one_pack_are_not_added_at_once() {
    let f = Folder::new("two");
    f.pack("boats", "1.0.0", "");
    f.fine("boats", &["pack", "build", "--to", ".."]);
    f.pack("boats", "2.0.0", "");
    let told = f.fails("table", &["pack", "add", "../boats-1.0.0.tar.gz", "../boats", "--yes"]);
    assert!(told.contains("`../boats-1.0.0.tar.gz` and `../boats` are both the pack `boats`"), "{told}");
    assert!(!f.0.join("table/packs").exists() && !f.0.join("table/packs.lock").exists());
    // One that is named twice is one.
    f.fine("table", &["pack", "add", "../boats", "../boats", "--yes"]);
}

#[test]
fn what_is_said_of_packs_names_them() {
    let f = Folder::new("said");
    f.pack("hulls", "1.0.0", "");
    f.pack("sails", "1.0.0", "needs: { hulls: \"*\" }\n");
    // A pack that is needed comes into play by itself: the other one was asked for.
    let told = f.fine("table", &["pack", "add", "../hulls", "../sails", "--yes"]);
    assert!(told.contains("`intermezzo --pack hulls play"), "{told}");
    f.fine(".", &["pack", "publish", "hulls", "--to", "shelf"]);
    let told = f.fine("other", &["pack", "add", "../sails", "--shelf", "../shelf", "--yes"]);
    assert!(told.contains("added hulls 1.0.0, sails 1.0.0; `intermezzo --pack sails play cardland`"), "{told}");
    // A pack from a shelf is not updated from an archive.
    let told = f.fine("other", &["pack", "update", "--yes"]);
    assert!(!told.contains("an archive is"), "{told}");
    f.pack("hulls", "1.1.0", "");
    f.fine(".", &["pack", "publish", "hulls", "--to", "shelf"]);
    let told = f.fine("other", &["pack", "update", "--yes"]);
    assert!(told.contains("added hulls 1.1.0") && !told.contains("an archive is"), "{told}");
    // An archive with a folder around all of it.
    f.write("top.tar.gz", crate::hostile_archives::archive_in("hulls/pack.yaml"));
    let told = f.fails("table", &["pack", "add", "../top.tar.gz", "--yes"]);
    assert!(told.contains("../top.tar.gz: its pack.yaml lies in the folder `hulls`, and not at the top"), "{told}");
    let told = f.fails("table", &["pack", "search", "zzz", "--shelf", "../shelf"]);
    assert!(told.contains("no pack there has `zzz` in its id, its title, its text or the name of its game"), "{told}");
    assert_eq!(f.fails("table", &["pack", "search", "zzz", "--shelf", "../shelf", "--json"]).trim(), "[]");
}

#[test]
fn what_does_not_go_together_changes_nothing() {
    let f = Folder::new("unresolved");
    f.pack("hulls", "1.0.0", "");
    f.fine("table", &["pack", "add", "../hulls", "--yes"]);
    let lock = std::fs::read(f.0.join("table/packs.lock")).expect("a lock");
    // A file left beside the lock by a killed program goes with the next run.
    let left = f.write("table/.packs.lock.new", "{ \"lock\": ");
    f.pack("hulls", "2.0.0", "");
    f.pack("sails", "1.0.0", "needs: { hulls: \"^2\" }\n");
    f.fine("sails", &["pack", "build", "--to", "..", "--pack", "../hulls"]);
    f.pack("hulls", "1.0.0", "");
    let told = f.fails("table", &["pack", "add", "../sails-1.0.0.tar.gz", "--yes"]);
    assert!(told.contains("`sails` 1.0.0 needs `hulls` ^2, and there is only 1.0.0"), "{told}");
    assert!(!f.0.join("table/packs/sails").exists());
    assert_eq!(std::fs::read(f.0.join("table/packs.lock")).expect("a lock"), lock);
    assert!(!left.exists(), "it is cleared");
}

#[test]
fn a_repository_of_git_is_a_source() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let f = Folder::new("git");
    let pack = f.pack("boats", "1.0.0", "");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
        let done = command.args(args).current_dir(&pack).output().expect("git");
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "one"]);
    git(&["tag", "v1"]);
    let address = format!("git+file://{}", pack.display());
    let added = f.json("table", &["pack", "add", &format!("{address}#v1"), "--yes", "--json"]);
    assert_eq!(added["packs"][0]["version"], "1.0.0");
    // The branch goes on; the lock does not.
    f.pack("boats", "1.1.0", "");
    git(&["commit", "--quiet", "-a", "-m", "two"]);
    f.fine("table", &["pack", "add", &address, "--yes"]);
    assert!(f.fine("table", &["pack", "tree"]).starts_with("boats 1.1.0"));
    std::fs::remove_dir_all(f.0.join("table/packs")).expect("it is ours");
    assert!(f.fine("table", &["pack", "add"]).contains("brought back boats"));
    let told = f.fails("table", &["pack", "add", "git+ext::sh -c true", "--yes"]);
    assert!(told.contains("nothing is fetched from there"), "{told}");
}

#[test]
fn a_changelog_is_in_the_words_of_players() {
    let f = Folder::new("changelog");
    f.pack("boats", "1.0.0", "");
    f.fine("boats", &["pack", "build", "--to", ".."]);
    f.pack("boats", "1.1.0", "patches:\n  - { set: options.games.default, expect: 1, to: 3 }\n");
    let card = f.0.join("boats/cards/cardland/boats/boats_card.yaml");
    let text = std::fs::read_to_string(&card).expect("a card");
    std::fs::write(&card, text.replace("{ red: 1 }", "{ red: 2 }").replace("Draw a card.", "Draw two cards."))
        .expect("a card");
    f.write(
        "boats/cards/cardland/boats/new_boat.yaml",
        text.replace("boats card", "New Boat").replace("boats-01", "boats-02"),
    );
    let told = f.fine("boats", &["explain", "cardland", "--diff", "../boats-1.0.0.tar.gz"]);
    for line in [
        "The boats 1.1.0, compared with 1.0.0",
        "new cards: New Boat",
        "usage 1 red → 2 red; text: Draw two cards.",
        "changes the rules: set options.games.default",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let json = f.json("boats", &["explain", "cardland", "--diff", "../boats-1.0.0.tar.gz", "--json"]);
    assert_eq!(json["added"][0], "New Boat");
    assert!(f.fine("boats", &["explain", "cardland", "--diff", "."]).contains("nothing that players notice"));
}
