//! Pack confusion: a stranger's shelf, key, id, repository or address in the place of a trusted one.

use std::process::Command;

use crate::pack_sharing::Folder;

/// A card that reads the hand of the opponent.
const SPY: &str = "name: Spy\ntype: event\nnumber: B-02\ncolour: red\nusage: { red: 1 }\ntext: Look.\nabilities:\n\
                   \x20 - timing: main\n    turn: me\n    reads: hidden\n\
                   \x20   script: note(cards{ zone = 'hand', owner = opponent }[1].name)\n";

/// Publishes a version of a pack on a shelf.
fn publish(f: &Folder, id: &str, version: &str, more: &str, shelf: &str) {
    f.pack(id, version, more);
    f.fine(".", &["pack", "publish", id, "--to", shelf]);
}

#[test]
fn a_pack_stays_with_the_shelf_from_which_it_came() {
    let f = Folder::new("sticky");
    publish(&f, "hulls", "1.0.0", "", "ours");
    f.fine("table", &["pack", "add", "hulls", "--shelf", "../ours", "--yes"]);
    // A stranger's shelf has a higher version, and one of a pack that is no pack of ours.
    publish(&f, "hulls", "9.0.0", "", "theirs");
    publish(&f, "sails", "1.0.0", "", "theirs");
    f.fine("table", &["pack", "add", "sails", "--shelf", "../theirs", "--yes"]);
    assert!(f.fine("table", &["pack", "update", "--yes"]).contains("nothing is new"));
    publish(&f, "hulls", "1.1.0", "", "ours");
    assert!(f.fine("table", &["pack", "update", "--yes"]).contains("added hulls 1.1.0"));
    // A need for a later version than ours is reported, and nothing comes from elsewhere.
    f.pack("masts", "1.0.0", "needs: { hulls: \"^9\" }\n");
    f.pack("hulls", "9.0.0", "");
    f.fine("masts", &["pack", "build", "--to", "..", "--pack", "../hulls"]);
    let told = f.fails("table", &["pack", "add", "../masts-1.0.0.tar.gz", "--yes"]);
    assert!(told.contains("needs `hulls` ^9, and there is only 1.1.0"), "{told}");
    // Naming the pack and the shelf moves the pack, with a remark.
    let told = f.fails("table", &["pack", "add", "hulls", "--shelf", "../theirs"]);
    assert!(told.contains("comes from another place") && told.contains("nothing was added"), "{told}");
    let told = f.fine("table", &["pack", "add", "hulls", "--shelf", "../theirs", "--yes"]);
    assert!(told.contains("added hulls 9.0.0"), "{told}");
}

#[test]
fn the_first_shelf_that_has_a_pack_gives_all_its_versions() {
    let f = Folder::new("order");
    publish(&f, "hulls", "1.0.0", "", "ours");
    publish(&f, "hulls", "9.0.0", "", "theirs");
    f.pack("boats", "1.0.0", "needs: { hulls: \"*\" }\n");
    let told = f.fine("table", &["pack", "add", "../boats", "--shelf", "../ours", "--shelf", "../theirs", "--yes"]);
    assert!(told.contains("added boats 1.0.0, hulls 1.0.0"), "{told}");
}

#[test]
fn a_pack_of_the_program_is_not_replaced() {
    let f = Folder::new("built_in");
    publish(&f, "legends", "9.0.0", "", "theirs");
    let told = f.fine("table", &["pack", "add", "legends", "--shelf", "../theirs", "--yes"]);
    assert!(told.contains("`legends` comes with the program") && !told.contains("9.0.0"), "{told}");
    let told = f.fails("table", &["pack", "add", "../legends", "--yes"]);
    assert!(told.contains("`legends` is the id of a pack that comes with the program"), "{told}");
}

#[test]
fn an_id_that_is_nearly_another_is_told() {
    let f = Folder::new("near");
    f.pack("legend", "1.0.0", "");
    let told = f.fine("table", &["pack", "add", "../legend", "--yes"]);
    assert!(told.contains("its id is nearly `legends`, which is another pack"), "{told}");
    f.pack("boats", "1.0.0", "");
    let told = f.fine("table", &["pack", "add", "../boats", "--yes"]);
    assert!(!told.contains("nearly"), "{told}");
    f.pack("baots", "1.0.0", "");
    let told = f.fine("table", &["pack", "add", "../baots", "--yes"]);
    assert!(told.contains("its id is nearly `boats`"), "{told}");
    // Two that come together are compared, too.
    f.pack("sails", "1.0.0", "");
    f.pack("sai1s", "1.0.0", "");
    let told = f.fine("table", &["pack", "add", "../sails", "../sai1s", "--yes"]);
    assert!(told.contains("its id is nearly `sails`"), "{told}");
}

#[test]
fn the_first_key_is_kept_and_another_is_told() {
    let f = Folder::new("first_key");
    for key in ["mine", "other"] {
        f.fine(".", &["pack", "key", key]);
    }
    let publish = |version: &str, key: &str| {
        f.pack("boats", version, "");
        f.fine("boats", &["pack", "build", "--to", "..", "--sign", &format!("../{key}.key")]);
        let archive = format!("boats-{version}.tar.gz");
        f.fine(".", &["pack", "publish", &archive, "--to", "shelf", "--key", &format!("{key}.pub")]);
    };
    publish("1.0.0", "mine");
    f.fine("table", &["pack", "add", "boats", "--shelf", "../shelf", "--yes"]);
    // Whoever took over the shelf has another key.
    publish("1.1.0", "other");
    let told = f.fails("table", &["pack", "update", "--yes"]);
    assert!(told.contains("key"), "{told}");
    assert!(f.fine("table", &["pack", "tree"]).starts_with("boats 1.0.0"));
    let told = f.fine("table", &["pack", "add", "boats", "--key", "../other.pub", "--yes"]);
    assert!(told.contains("added boats 1.1.0") && told.contains("and not by"), "{told}");
}

#[test]
fn what_an_update_changes_is_shown_before_it_is_taken() {
    let f = Folder::new("since");
    publish(&f, "boats", "1.0.0", "", "shelf");
    f.fine("table", &["pack", "add", "boats", "--shelf", "../shelf", "--yes"]);
    f.write("boats/cards/cardland/more/spy.yaml", SPY);
    publish(&f, "boats", "1.1.0", "patches:\n  - { set: decks.cards.count, to: 45 }\n", "shelf");
    let told = f.fails("table", &["pack", "update"]);
    for said in [
        "compared with 1.0.0, which is here:",
        "reads more that its player does not see: Spy/1",
        "changes more of the game: set decks.cards.count",
        "new files: cards/cardland/more/spy.yaml",
        "changed files: pack.yaml",
        "nothing was added",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

/// A pack that came only for another goes when that one needs it no more, and this is said first.
#[test]
fn a_pack_that_an_update_takes_away_is_named_before_it_goes() {
    let f = Folder::new("gone");
    publish(&f, "hulls", "1.0.0", "", "shelf");
    f.pack("boats", "1.0.0", "needs: { hulls: \"*\" }\n");
    f.fine("boats", &["pack", "build", "--to", "..", "--pack", "../hulls"]);
    f.fine(".", &["pack", "publish", "boats-1.0.0.tar.gz", "--to", "shelf"]);
    f.fine("table", &["pack", "add", "boats", "--shelf", "../shelf", "--yes"]);
    publish(&f, "boats", "1.1.0", "", "shelf");
    let told = f.fails("table", &["pack", "update"]);
    assert!(told.contains("needs no longer hulls *"), "{told}");
    assert!(told.contains("no pack needs these any more, and they go: hulls"), "{told}");
    assert!(f.0.join("table/packs/hulls").is_dir());
    f.fine("table", &["pack", "update", "--yes"]);
    assert!(!f.0.join("table/packs/hulls").exists());
}

#[test]
fn the_most_important_of_a_pack_is_shown_whatever_else_it_says() {
    let f = Folder::new("bounded");
    let patches: String = (0..300).map(|n| format!("  - {{ set: decks.cards.count, to: {} }}\n", 40 + n % 2)).collect();
    let long = format!("  - {{ add: attributes.player, with: {{ {}: {{ amount: 0 }} }} }}\n", "a".repeat(5_000));
    f.pack("boats", "1.0.0", &format!("patches:\n{patches}{long}"));
    f.write("boats/cards/cardland/boats/spy.yaml", SPY);
    let done = f.run("table", &["pack", "add", "../boats"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    if told.contains("changes the game in 301 places:") {
        assert!(told.contains("and 281 more"), "{told}");
    }
    assert!(told.lines().count() < 200 && told.lines().all(|line| line.chars().count() <= 400), "{told}");
    let reads = told.find("reads what its player does not see").expect("it is shown");
    assert!(told[reads..].lines().count() < 20, "{told}");
}

/// The file by which a folder is held is opened only if it is one: a pipe would be waited for.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_file_that_holds_a_folder_is_refused() {
    let f = Folder::new("pipe");
    f.pack("boats", "1.0.0", "");
    f.fine("table", &["pack", "add", "../boats", "--yes"]);
    let hold = f.0.join("table/packs/.hold");
    std::fs::remove_file(&hold).expect("it was there");
    let Ok(made) = Command::new("mkfifo").arg(&hold).status() else { return };
    assert!(made.success());
    let told = f.fails("table", &["pack", "update", "--yes"]);
    assert!(told.contains("this is no file"), "{told}");
}

#[test]
fn a_repository_that_unpacks_to_more_than_a_pack_can_be_is_refused_before_it_is_written() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let f = Folder::new("git_bomb");
    let pack = f.pack("boats", "1.0.0", "");
    let git = |args: &[&str], input: Option<&[u8]>| -> String {
        use std::io::Write as _;
        let mut command = Command::new("git");
        command.args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
        command.args(args).current_dir(&pack);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.spawn().expect("git");
        child.stdin.take().expect("it is piped").write_all(input.unwrap_or_default()).expect("git reads");
        let done = child.wait_with_output().expect("git");
        assert!(done.status.success(), "{args:?}");
        String::from_utf8_lossy(&done.stdout).trim().to_string()
    };
    git(&["init", "--quiet"], None);
    // Folders that hold the same folder sixteen times, six deep: sixteen million files in seven small objects.
    let blob = git(&["hash-object", "-w", "--stdin"], Some(b"a: 1\n"));
    let mut tree = git(&["mktree"], Some(format!("100644 blob {blob}\ta.yaml\n").as_bytes()));
    for _ in 0..6 {
        let entries: String = (0..16).map(|n| format!("040000 tree {tree}\tf{n:02}\n")).collect();
        tree = git(&["mktree"], Some(entries.as_bytes()));
    }
    let commit = git(&["commit-tree", &tree, "-m", "bomb"], None);
    git(&["update-ref", "refs/heads/bomb", &commit], None);
    let told = f.fails("table", &["pack", "add", &format!("git+file://{}#bomb", pack.display()), "--yes"]);
    assert!(told.contains("100000 files or 256 MiB") || told.contains("more than 256 MiB"), "{told}");
    assert!(!f.0.join("table/packs").exists());
}

#[test]
fn an_address_that_only_begins_like_this_machine_is_refused() {
    let f = Folder::new("address");
    for address in ["http://127.0.0.1:80@a.example/x.tar.gz", "http://localhost@a.example/x.tar.gz"] {
        let told = f.fails("table", &["pack", "add", address, "--yes"]);
        assert!(told.contains("an address has no user name"), "{told}");
    }
}
