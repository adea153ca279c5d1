//! The command `new`: a stranger in an empty folder begins games, packs, cards and scenarios, and each passes `check`
//! and `test`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of a stranger, gone when it is dropped.
pub struct Stranger(pub PathBuf);

impl Stranger {
    pub fn new(name: &str) -> Stranger {
        let dir = std::env::temp_dir().join(format!("intermezzo-new-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&dir));
        std::fs::create_dir_all(&dir).expect("a folder");
        Stranger(dir)
    }

    /// Output of the program in a folder below, and its exit code.
    pub fn says(&self, below: &str, args: &[&str]) -> (String, i32) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        let ran = command
            .args(args)
            .current_dir(self.0.join(below))
            .env_remove("NO_COLOR")
            .env("LC_ALL", "C")
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        (text, ran.status.code().unwrap_or(-1))
    }

    /// The same, of what must go well.
    #[track_caller]
    pub fn well(&self, below: &str, args: &[&str]) -> String {
        let (text, code) = self.says(below, args);
        assert_eq!(code, 0, "{args:?}: {text}");
        text
    }

    pub fn read(&self, below: &str) -> String {
        std::fs::read_to_string(self.0.join(below)).unwrap_or_else(|e| panic!("{below}: {e}"))
    }

    pub fn write(&self, below: &str, text: &str) {
        let path = self.0.join(below);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_new_card_comes_into_a_deck() {
    let here = Stranger::new("deck");
    here.well("", &["new", "pack", "Winter Ropes", "--extends", "cardland"]);
    let own = "winter_ropes";
    let told = here.well(own, &["new", "card", "Loose Knot", "--type", "event"]);
    assert!(told.contains("intermezzo new deck \"With Loose Knot\" --card loose_knot"), "{told}");
    let told =
        here.well(own, &["new", "deck", "With Loose Knot", "--like", "harbor_and_abbey", "--card", "loose_knot"]);
    assert!(told.contains("intermezzo play cardland --deck with_loose_knot"), "{told}");
    assert!(here.read("winter_ropes/cards/cardland/decks/with_loose_knot.yaml").contains("  loose_knot: 3\n"));
    here.well(own, &["check"]);
    let args = ["play", "cardland", "--deck", "with_loose_knot", "--bots", "random", "--json"];
    here.well(own, &args);
    // No file is overwritten, and misspelt arguments are reported.
    for (args, part) in [
        (&["new", "deck", "With Loose Knot"][..], "has a deck `with_loose_knot` already"),
        (&["new", "deck", "Other", "--like", "harbor_and_abey"], "did you mean `harbor_and_abbey`?"),
        (&["new", "deck", "Other", "--card", "lose_knot"], "did you mean `loose_knot`?"),
    ] {
        let (told, code) = here.says(own, args);
        assert!(code == 2 && told.contains(part), "{args:?}: {told}");
    }
    let (told, code) = here.says("", &["new", "deck", "Other", "--game", "clash"]);
    assert!(code == 2 && told.contains("nobody brings a deck to `clash`"), "{told}");
}

#[test]
fn a_deck_hears_which_of_its_cards_it_cannot_pay() {
    let here = Stranger::new("unpaid");
    here.well("", &["new", "pack", "Odd Ropes", "--game", "duel"]);
    let own = "odd_ropes";
    let told = here.well(own, &["new", "deck", "Tides", "--like", "fire_and_shade", "--card", "cloud_ray"]);
    let says = "hint: no card of the deck pays `tide`, a cost of Cloud Ray\n";
    assert!(told.contains(says), "{told}");
    assert!(here.well(own, &["check"]).contains(says));
    let told = here.well(own, &["new", "deck", "Pups", "--like", "tall_trees", "--card", "moss_cub"]);
    assert!(!told.contains("hint"), "{told}");
    // A card of it that pays is enough.
    let deck =
        here.read("odd_ropes/cards/duel/decks/tides.yaml").replace("  dusk_well: 10", "  dusk_well: 9\n  tide_well: 1");
    here.write("odd_ropes/cards/duel/decks/tides.yaml", &deck);
    assert!(deck.contains("tide_well"), "{deck}");
    assert!(here.well(own, &["check"]).contains("nothing found"));
}

#[test]
fn decks_of_a_new_game_take_new_cards() {
    let here = Stranger::new("deck-of-game");
    here.well("", &["new", "game", "odd_ropes"]);
    here.well("", &["new", "card", "Loose Knot"]);
    here.well("", &["new", "deck", "Knots", "--card", "loose_knot"]);
    assert!(here.read("cards/odd_ropes/decks/knots.yaml").contains("loose_knot: "));
    assert!(here.well("", &["check", "odd_ropes"]).contains("odd_ropes: nothing found"));
    here.well("", &["play", "odd_ropes", "--deck", "knots", "--deck", "knots", "--bots", "random", "--json"]);
}

#[test]
fn a_set_like_one_whose_numbers_differ_only_at_the_end_is_made() {
    let here = Stranger::new("alike");
    here.well("", &["new", "pack", "Odd Twins", "--extends", "cardland"]);
    let twin = |n: u32| {
        format!(
            "name: Twin {n}\ntype: event\nnumber: T{n}\ncolour: red\nusage: {{}}\ntext: Draw a card.\nabilities:\n  - timing: main\n    turn: me\n    script: act.draw(me, 1)\n"
        )
    };
    for n in [1, 2, 3] {
        here.write(&format!("odd_twins/cards/cardland/twins/twin_{n}.yaml"), &twin(n));
    }
    let told = here.well("odd_twins", &["new", "set", "Cousins", "--like", "twins"]);
    assert_eq!(told.matches("wrote cards/cardland/cousins/").count(), 3, "{told}");
    assert!(here.well("odd_twins", &["check"]).contains("nothing found"));
}

fn games() -> Vec<String> {
    intermezzo::Files::built_in().games()
}

#[test]
fn a_game_begins_in_an_empty_folder() {
    let here = Stranger::new("game");
    let told = here.well("", &["new", "game", "Odd: Ropes"]);
    assert!(told.contains("wrote cards/odd_ropes/game.yaml"), "{told}");
    assert!(here.well("", &["check", "odd_ropes"]).contains("odd_ropes: nothing found"));
    assert!(here.well("", &["test"]).contains("1 scenario: 1 passed"));
    here.well("", &["new", "card", "Loose Knot"]);
    here.well("", &["new", "card", "Tight Knot", "--like", "pack_leader"]);
    here.well("", &["new", "set", "Knots", "--like", "first"]);
    here.well("", &["new", "scenario", "A knot in the hand", "--card", "loose_knot"]);
    assert!(here.well("", &["check", "odd_ropes"]).contains("odd_ropes: nothing found"));
    assert!(here.well("", &["test"]).contains("2 scenarios: 2 passed"));
    here.well("", &["play", "odd_ropes", "--bots", "random", "--seed", "3", "--json"]);
}

#[test]
fn every_file_names_a_schema_that_is_there() {
    let here = Stranger::new("schemas");
    here.well("", &["new", "game", "odd_ropes"]);
    let mut named = 0;
    let mut folders = vec![here.0.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|e| e == "yaml") {
                let text = std::fs::read_to_string(&entry).expect("a text");
                let schema = text.lines().next().and_then(|l| l.strip_prefix("# yaml-language-server: $schema="));
                let schema = folder.join(schema.unwrap_or_else(|| panic!("{} names none", entry.display())));
                let schema = std::fs::read_to_string(&schema).unwrap_or_else(|e| panic!("{}: {e}", schema.display()));
                assert!(serde_json::from_str::<serde_json::Value>(&schema).is_ok_and(|s| s.is_object()));
                named += 1;
            }
        }
    }
    assert_eq!(named, 8, "a manifest, five cards, a deck, a scenario");
    assert!(Path::new(&here.0).join(".intermezzo/lua/odd_ropes.lua").is_file());
}

#[test]
fn each_built_in_game_can_be_added_to() {
    for game in games() {
        let here = Stranger::new(&format!("add-{game}"));
        here.well("", &["new", "pack", "Odd Additions", "--extends", &game]);
        let told = here.well("odd_additions", &["check"]);
        assert!(told.contains("nothing found"), "{game}: {told}");
        here.well("odd_additions", &["test"]);
        here.well("odd_additions", &["new", "scenario", "It stands"]);
        here.well("odd_additions", &["test"]);
        // Where each pile has a fixed size no card can be added, and that is said.
        let (told, code) = here.says("odd_additions", &["new", "card", "Odd Card"]);
        match code {
            0 => assert!(here.well("odd_additions", &["check"]).contains("nothing found")),
            _ => assert!(told.contains("cards found in the pile"), "{game}: {told}"),
        }
    }
}

#[test]
fn a_game_and_a_pack_begin_like_others() {
    for game in games() {
        let here = Stranger::new(&format!("like-{game}"));
        here.well("", &["new", "game", "Another", "--like", &game]);
        let told = here.well("", &["check", "another"]);
        assert!(told.contains("another: nothing found"), "{told}");
    }
    for pack in intermezzo::Files::built_in().known_packs() {
        let here = Stranger::new(&format!("like-{pack}"));
        here.well("", &["new", "pack", "Another", "--like", &pack]);
        here.well("another", &["check"]);
    }
}

#[test]
fn nothing_is_written_over() {
    let here = Stranger::new("over");
    here.well("", &["new", "game", "odd_ropes"]);
    here.write("cards/odd_ropes/first/young_wolf.yaml", "name: Young Wolf\ntype: creature\npower: 7\n");
    let (told, code) = here.says("", &["new", "game", "odd_ropes"]);
    assert!(code == 2 && told.contains("there is a game `odd_ropes` already"), "{told}");
    let (told, code) = here.says("", &["new", "card", "young_wolf"]);
    assert!(code == 2 && told.contains("has a card `young_wolf` already"), "{told}");
    assert!(here.read("cards/odd_ropes/first/young_wolf.yaml").contains("power: 7"));
    for (args, expected) in [
        (vec!["new", "card", "A", "--like", "yung_wolf"], "did you mean `young_wolf`?"),
        (vec!["new", "card", "A", "--type", "creatur"], "did you mean `creature`?"),
        (vec!["new", "set", "A", "--like", "frist"], "did you mean `first`?"),
        (vec!["new", "game", "A", "--like", "odd_rope"], "did you mean `odd_ropes`?"),
        (vec!["new", "scenario", "A", "--card", "yung_wolf"], "did you mean `young_wolf`?"),
        (vec!["new", "card", "../a"], "is no name"),
    ] {
        let (told, code) = here.says("", &args);
        assert!(code != 0 && told.contains(expected), "{args:?}: {told}");
    }
}

#[test]
fn a_set_is_a_folder_of_cards_and_nothing_else() {
    let here = Stranger::new("sets");
    here.well("", &["new", "pack", "Odd Ropes", "--game", "cardland"]);
    let own = "odd_ropes";
    for (set, part) in [
        ("decks", "holds the decks of a game"),
        ("locale", "holds its words in other languages"),
        ("Decks", "holds the decks of a game"),
        ("", "is no name of a set"),
        ("/odd", "is no name of a set"),
        ("../odd", "is no name of a set"),
        ("a/b", "is no name of a set"),
        (".odd", "is no name of a set"),
        ("aux", "a device on some systems"),
    ] {
        let (told, code) = here.says(own, &["new", "card", "Loose Knot", "--set", set]);
        assert!(code == 2 && told.contains(part), "{set}: {told}");
    }
    for set in ["decks", "locale"] {
        let (told, code) = here.says(own, &["new", "set", set]);
        assert!(code == 2 && told.contains("no set is called"), "{set}: {told}");
    }
    let (told, code) = here.says(own, &["new", "card", "aux"]);
    assert!(code == 2 && told.contains("a device on some systems"), "{told}");
    let folders = std::fs::read_dir(here.0.join("odd_ropes/cards/cardland")).expect("a folder").count();
    assert_eq!(folders, 1, "nothing was written");
    here.well(own, &["new", "card", "Loose Knot", "--set", "Odd Set"]);
    assert!(here.read("odd_ropes/cards/cardland/odd_set/loose_knot.yaml").contains("name: Loose Knot"));
}

#[test]
fn nothing_is_made_that_is_one_name_with_another_elsewhere() {
    let here = Stranger::new("one-name");
    here.well("", &["new", "pack", "Odd Ropes", "--extends", "cardland"]);
    let (told, code) = here.says("odd_ropes", &["new", "card", "Knot", "--set", "ODD_ROPES"]);
    assert!(code == 2 && told.contains("cards/cardland/odd_ropes is there"), "{told}");
    here.write("odd_ropes/tests/scenarios/cardland/Knot.yaml", "title: Knot\n");
    let (told, code) = here.says("odd_ropes", &["new", "scenario", "Knot"]);
    assert!(code == 2 && told.contains("cardland/Knot.yaml is there"), "{told}");
    here.well("odd_ropes", &["new", "card", "Knot", "--set", "odd_ropes"]);
}

/// All files and folders below one, with their contents.
#[cfg(unix)]
fn all_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())) {
        let is_folder = entry.is_dir() && !entry.is_symlink();
        out.push((entry.clone(), if is_folder { Vec::new() } else { std::fs::read(&entry).unwrap_or_default() }));
        if is_folder {
            out.extend(all_below(&entry));
        }
    }
    out.sort();
    out
}

/// A replacement of a folder, by name and action.
#[cfg(unix)]
type Spoil<'a> = (&'a str, &'a dyn Fn(&Path));

#[cfg(unix)]
#[test]
fn all_files_are_written_or_none() {
    let here = Stranger::new("all-or-none");
    here.well("", &["new", "pack", "Odd Ropes", "--extends", "cardland"]);
    let own = here.0.join("odd_ropes");
    std::fs::create_dir(here.0.join("elsewhere")).expect("a folder");
    let spoil: [Spoil; 4] = [
        (".intermezzo", &|path| std::os::unix::fs::symlink(here.0.join("elsewhere"), path).expect("a link")),
        (".intermezzo", &|path| std::fs::write(path, "a file").expect("a file")),
        (".intermezzo/lua", &|path| std::os::unix::fs::symlink(here.0.join("elsewhere"), path).expect("a link")),
        // The last file that is written.
        (".vscode", &|path| std::os::unix::fs::symlink(here.0.join("nowhere"), path).expect("a link")),
    ];
    for (at, spoilt) in spoil {
        let path = own.join(at);
        std::fs::remove_dir_all(&path).expect("a folder");
        spoilt(&path);
        let before = all_below(&own);
        for args in [
            ["new", "card", "Loose Knot"],
            ["new", "set", "Knots"],
            ["new", "deck", "Knots"],
            ["new", "scenario", "Knots"],
        ] {
            let (told, code) = here.says("odd_ropes", &args);
            assert!(code == 2 && told.contains(at) && told.contains("it is a "), "{at} {args:?}: {told}");
            assert!(all_below(&own) == before, "{at} {args:?}: nothing else is there");
        }
        assert_eq!(all_below(&here.0.join("elsewhere")).len(), 0);
        std::fs::remove_file(&path).expect("it is ours");
        here.well("odd_ropes", &["new", "editor"]);
    }
    here.well("odd_ropes", &["new", "card", "Loose Knot"]);
}

#[test]
fn everything_is_listed() {
    let here = Stranger::new("list");
    let list = |args: &[&str]| -> Vec<serde_json::Value> {
        let told = here.well("", &[&["list"], args, &["--json"]].concat());
        serde_json::from_str(&told).unwrap_or_else(|e| panic!("{args:?}: {e}: {told}"))
    };
    let ids =
        |of: &[serde_json::Value]| of.iter().map(|v| v["id"].as_str().expect("an id").to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&list(&["games"])), games());
    for game in games() {
        for kind in ["options", "cards", "sets", "windows", "events", "verbs", "words"] {
            let found = list(&[kind, &game]);
            assert!(found.iter().all(|v| v["title"].is_string()), "{kind} {game}");
            assert!(!found.is_empty() || kind == "words", "{kind} {game}");
        }
        assert!(ids(&list(&["verbs", &game])).contains(&"moved".to_string()));
    }
    let (told, code) = here.says("", &["list", "cards", "crdland"]);
    assert!(code == 2 && told.contains("did you mean"), "{told}");
}

#[test]
fn shells_and_man_are_served() {
    let here = Stranger::new("man");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(here.well("", &["completions", shell]).contains("coverage"), "{shell}");
    }
    assert!(here.well("", &["man"]).contains(".TH intermezzo 1"));
    assert!(here.well("", &["man", "new", "game"]).contains("\\-\\-like"));
    let (told, code) = here.says("", &["man", "chek"]);
    assert!(code == 2 && told.contains("did you mean `check`?"), "{told}");
}

/// The commands that are advised in what was printed.
fn advised(told: &str) -> Vec<Vec<String>> {
    let lines = told.split_once("\nNow:\n").expect("advice").1.lines();
    let command = |line: &str| {
        let said = line.strip_prefix("  ")?.trim_start();
        let mut words: Vec<String> = Vec::new();
        for (i, part) in said.split("  ").next()?.split('"').enumerate() {
            match i % 2 {
                1 => words.push(part.into()),
                _ => words.extend(part.split_whitespace().map(String::from)),
            }
        }
        Some(words)
    };
    lines.map_while(command).collect()
}

/// Follows the advice of the program in a folder, and returns the next advice.
fn follow(here: &Stranger, below: &str, told: &str) {
    for words in advised(told) {
        let mut args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        match words[0].as_str() {
            "cd" => assert!(here.0.join(&words[1]).is_dir(), "{told}"),
            _ => {
                if args.contains(&"play") {
                    args.extend(["--bots", "random", "--seed", "1", "--json"]);
                }
                let told = here.well(below, &args);
                if args.contains(&"new") {
                    follow(here, below, &told);
                }
            }
        }
    }
}

#[test]
fn whatever_is_advised_works_in_every_game() {
    let mut decks = 0;
    for game in games() {
        let here = Stranger::new(&format!("advice-{game}"));
        let told = here.well("", &["new", "pack", "Odd Additions", "--game", &game]);
        decks += usize::from(told.contains("intermezzo new deck"));
        follow(&here, "odd_additions", &told);
        let (told, code) = here.says("odd_additions", &["new", "card", "Odd Card"]);
        if code == 0 {
            follow(&here, "odd_additions", &told);
        }
    }
    assert!(decks > 2, "{decks}");
    let here = Stranger::new("advice-new");
    let told = here.well("", &["new", "game", "Odd Ropes"]);
    follow(&here, "", &told);
}

#[test]
fn advice_names_what_lies_elsewhere_from_where_one_stands() {
    let here = Stranger::new("advice-elsewhere");
    std::fs::create_dir_all(here.0.join("games/some/cards")).expect("a folder");
    let root = ["--root", "games/some"];
    for args in [
        &["new", "game", "Odd Ropes"][..],
        // Of a new card the advice of a game tells.
        &["new", "set", "Odd Set"],
        &["new", "scenario", "Some Thing"],
        &["new", "deck", "Odd Deck", "--card", "my_card"],
    ] {
        let told = here.well("", &[args, &root].concat());
        assert!(told.contains("intermezzo --root games/some "), "{told}");
        follow(&here, "", &told);
    }
    let told = here.well("games", &["new", "scenario", "Other Thing", "--root", "some"]);
    assert!(told.contains("intermezzo --root some test some/tests/scenarios/odd_ropes/other_thing.yaml"), "{told}");
    here.well("games/some", &["new", "pack", "Winter Ropes", "--extends", "odd_ropes"]);
    let told = here.well("games", &["new", "card", "Loose Knot", "--root", "some/packs/winter_ropes"]);
    assert!(told.contains("intermezzo --root some/packs/winter_ropes check odd_ropes"), "{told}");
    follow(&here, "games", &told);
}

#[test]
fn cards_of_new_packs_have_numbers_of_their_own() {
    let here = Stranger::new("numbers");
    let number = |pack: &str| {
        let text = here.read(&format!("{pack}/cards/cardland/{pack}/first_of_{pack}.yaml"));
        text.lines().find_map(|line| line.strip_prefix("number: ").map(String::from)).expect("a number")
    };
    for pack in ["winter_ropes", "summer_knots"] {
        here.well("", &["new", "pack", pack, "--game", "cardland"]);
    }
    assert_ne!(number("winter_ropes"), number("summer_knots"));
    here.well("", &["--pack", "winter_ropes", "--pack", "summer_knots", "check"]);
    // More than one card of a pack, too.
    for card in ["one", "two", "three"] {
        here.well("winter_ropes", &["new", "card", card]);
    }
    // Numbers that are alike are told before somebody plays with both.
    let path = "summer_knots/cards/cardland/summer_knots/first_of_summer_knots.yaml";
    let text = here.read(path).replace(&number("summer_knots"), &number("winter_ropes"));
    here.write(path, &text);
    std::fs::create_dir(here.0.join("table")).expect("a folder");
    let first = here.well("table", &["pack", "add", "../winter_ropes", "--yes"]);
    assert!(!first.contains("cannot be played together"), "{first}");
    for args in [&["pack", "add", "../summer_knots", "--yes"][..], &["pack", "verify"], &["check"]] {
        let told = here.well("table", args);
        for part in [
            "hint: the packs `summer_knots` and `winter_ropes` cannot be played together: ",
            "--> packs/winter_ropes/cards/cardland/winter_ropes/first_of_winter_ropes.yaml:",
            "::: packs/summer_knots/cards/cardland/summer_knots/first_of_summer_knots.yaml:",
            "help: each card needs a number of its own",
            "`conflicts: [winter_ropes]` in the pack.yaml of `summer_knots`",
        ] {
            assert!(told.contains(part), "{args:?}: {part}: {told}");
        }
    }
    // Who says so is told no more.
    let header = here.read("summer_knots/pack.yaml") + "conflicts: [winter_ropes]\n";
    here.write("table/packs/summer_knots/pack.yaml", &header);
    assert!(!here.well("table", &["check"]).contains("cannot be played together"));
}

#[test]
fn a_pack_is_in_play_once_however_it_is_named() {
    let here = Stranger::new("once");
    here.well("", &["new", "pack", "Odd Ropes", "--game", "cardland"]);
    let whole = here.0.join("odd_ropes");
    for pack in [".", "../odd_ropes", whole.to_str().expect("a path in UTF-8")] {
        for args in [&["--pack", pack, "check"][..], &["--pack", pack, "test"], &["--pack", pack, "pack", "build"]] {
            here.well("odd_ropes", args);
        }
    }
    here.well("", &["--pack", "odd_ropes", "--pack", "./odd_ropes", "check"]);
    // Two packs of one id are two.
    here.well("", &["new", "pack", "Other", "--game", "cardland"]);
    here.write("other/pack.yaml", &here.read("odd_ropes/pack.yaml"));
    let (told, code) = here.says("", &["--pack", "odd_ropes", "--pack", "other", "check"]);
    assert!(code != 0 && told.contains("two packs call themselves `odd_ropes`"), "{told}");
}

#[test]
fn a_folder_with_nothing_but_packs_runs_their_scenarios() {
    let here = Stranger::new("only-packs");
    std::fs::create_dir(here.0.join("packs")).expect("a folder");
    for pack in ["odd_ropes", "odd_knots"] {
        here.well("packs", &["new", "pack", pack, "--game", "cardland"]);
    }
    assert!(here.well("", &["test"]).contains("2 scenarios: 2 passed, 0 failed"));
    assert!(here.well("", &["check"]).contains("cardland with odd_ropes"));
    here.well("", &["--pack", "odd_ropes", "check"]);
    for pack in ["odd_ropes", "odd_knots"] {
        std::fs::remove_dir_all(here.0.join(format!("packs/{pack}/tests"))).expect("it is ours");
    }
    let (told, code) = here.says("", &["test"]);
    assert!(code == 2 && told.contains("no scenarios here, and none in the packs of packs/"), "{told}");
}

#[test]
fn a_folder_of_games_is_not_taken_for_one_of_scenarios() {
    let here = Stranger::new("a-root");
    here.well("", &["new", "game", "odd_ropes"]);
    std::fs::create_dir(here.0.join("beside")).expect("a folder");
    let (told, code) = here.says("beside", &["test", ".."]);
    assert!(code == 2 && told.contains("..: this folder holds games, not only scenarios"), "{told}");
    assert!(told.contains("`intermezzo test --root ..` runs the scenarios in it"), "{told}");
    here.well("beside", &["test", "--root", ".."]);
}

#[test]
fn what_differs_is_told_as_an_author_writes_it() {
    let here = Stranger::new("differs");
    here.well("", &["new", "game", "odd_ropes"]);
    std::fs::create_dir(here.0.join("other")).expect("a folder");
    here.well("other", &["new", "game", "odd_ropes"]);
    let path = "cards/odd_ropes/first/young_wolf.yaml";
    let text = here.read(path) + "text: \"A wolf, and a \\\"young\\\" one.\"\n";
    here.write(path, &text);
    let told = here.well("", &["cards", "odd_ropes", "--diff", "other"]);
    assert!(told.contains("  there  nothing\n") && told.contains("  here   A wolf, and a \"young\" one.\n"), "{told}");
}
