//! Designer's questions: what somebody asks whose game came from a table and has neither a ledger nor a pack.

use crate::cli_new::Stranger;

/// A table of a game that is not known yet; each name is one word, so that it is the id as well.
const TABLE: &str = "Name,Type,Cost,Might,Text
Heron,Creature,3,4,
Crab,Creature,1,2,
Gull,Creature,2,9,
Tide,Event,2,,\"Draw a {small} card.\"
";

/// A folder with a game of that table, in which one card does something.
fn game(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.write("cards.csv", TABLE);
    here.well("", &["new", "game", "Lantern Bay", "--from", "cards.csv"]);
    let tide = "cards/lantern_bay/first/tide.yaml";
    let does = "abilities:\n  - { after: played, match: { card: self }, do: [{ draw: { player: me, n: 1 } }] }\n";
    here.write(tide, &(here.read(tide) + does));
    here
}

#[test]
fn a_game_without_a_ledger_has_rules() {
    let here = game("rules-without-ledger");
    // Without numbered rules the course of a turn is told.
    let told = here.well("", &["rules", "--game", "lantern_bay"]);
    assert!(told.contains("A turn: draw, main") && told.contains("main (play a card): play"), "{told}");
    // A card touches what its file names, and not what is printed on it.
    let told = here.well("", &["rules", "tide", "--game", "lantern_bay"]);
    for part in ["played (events): ", "draw (events): ", "event (types): "] {
        assert!(told.lines().any(|line| line.starts_with(part)), "{part}: {told}");
    }
    // `match` is a key here, and a level of this game.
    assert!(!told.contains("small") && !told.contains("levels and phases"), "{told}");
    // A numbered rule with the word stands beside it.
    let ledger = "game: lantern_bay\nrules:\n  - { id: D-01, rule: Who may draw takes a card., section: 1 }\n";
    here.write("tests/rules/lantern_bay.yaml", ledger);
    let told = here.well("", &["rules", "tide", "--game", "lantern_bay"]);
    assert!(told.lines().any(|line| line.starts_with("draw (events): ") && line.ends_with(" (D-01)")), "{told}");
    assert!(here.well("", &["rules", "--game", "lantern_bay"]).contains("D-01 Who may draw"));
}

#[test]
fn cards_without_a_scenario_are_named_where_there_is_no_ledger() {
    let here = game("no-ledger");
    let (told, code) = here.says("", &["coverage", "lantern_bay"]);
    assert!(code == 2 && told.contains("`intermezzo cards lantern_bay --untested`"), "{told}");
    assert!(here.well("", &["cards", "lantern_bay", "--untested"]).contains("no scenario"));
}

#[test]
fn bots_name_the_cards_that_stand_out() {
    let here = game("stands-out");
    // More cards than are drawn, or each game has seen them all.
    let creatures = (1..=12).map(|n| format!("Eel {n},Creature,1,1,\n")).collect::<String>();
    here.write("cards.csv", &(TABLE.to_string() + &creatures));
    here.well("", &["cards", "lantern_bay", "--from", "cards.csv", "--yes"]);
    let eels = (1..=12).map(|n| format!("  eel_{n}: 4\n")).collect::<String>();
    here.write("cards/lantern_bay/decks/all_of_it.yaml", &format!("name: All\ncards:\n  gull: 2\n{eels}"));
    let manifest = here
        .read("cards/lantern_bay/game.yaml")
        .replace("cards: { to: deck, count: 20 }", "cards: { to: deck, count: 50 }");
    here.write("cards/lantern_bay/game.yaml", &manifest);
    let told = here.well("", &["sim", "lantern_bay", "--games", "2000"]);
    assert!(told.contains("1 stands out") && told.contains("  gull  "), "{told}");
    // One deck has everything: it is said how there will be one that has not.
    let (told, code) = here.says("", &["sim", "lantern_bay", "--change", "gull:might=9,1", "--games", "400"]);
    assert!(code == 2 && told.contains("new deck \"Without it\" --without gull"), "{told}");
    here.well("", &["new", "deck", "Without it", "--without", "gull"]);
    assert!(!here.read("cards/lantern_bay/decks/without_it.yaml").contains("gull"));
    let told = here.well("", &["sim", "lantern_bay", "--change", "gull:might=9,1", "--games", "400"]);
    assert!(told.lines().any(|line| line.starts_with("1 ") && line.contains(" games   -")), "{told}");
    let (told, code) = here.says("", &["new", "deck", "Again", "--like", "without_it", "--without", "gull"]);
    assert!(code == 2 && told.contains("this deck has no `gull`"), "{told}");
}

#[test]
fn a_server_for_a_friend_says_which_name_it_needs() {
    let here = game("friend");
    let args = ["studio", "lantern_bay", "--no-open", "--listen", "0.0.0.0:0", "--database", "none"];
    let (told, code) = here.says("", &args);
    assert!(code == 2 && told.contains("say --host NAME"), "{told}");
    // A machine without a network has no address to name.
    assert!(!told.contains("in its own network") || told.contains("this machine is `--host "), "{told}");
}

/// A save of a table takes in what it changes, and leaves what was changed in the files meanwhile.
#[test]
fn a_table_that_is_watched_undoes_nothing_in_the_files() {
    let here = game("watched");
    let gull = "cards/lantern_bay/first/gull.yaml";
    let with = |field: &str, n: u8| here.read(gull).contains(&format!("{field}: {n}\n"));
    here.write(gull, &here.read(gull).replace("might: 9", "might: 7"));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["watch", "cards.csv"]).current_dir(&here.0).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let told = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = std::io::BufRead::lines(told).map_while(Result::ok);
    // Only shown at the beginning.
    assert!(
        lines.by_ref().any(|line| line.contains("nothing was written: a save of the table takes in what it changes"))
    );
    assert!(with("might", 7));
    here.write("cards.csv", &TABLE.replace("Gull,Creature,2,9", "Gull,Creature,3,9"));
    let wrote = lines.by_ref().any(|line| line.contains("wrote 1 file"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(wrote && with("cost", 3) && with("might", 7), "{}", here.read(gull));
}

/// A file that `--fluent` began is whole once its remarks are texts: `check` has nothing against it, and nothing lacks.
#[test]
fn a_translation_begins_with_a_file_to_fill() {
    let here = game("translated");
    let list = ["list", "untranslated", "lantern_bay", "--locale", "de"];
    let draft = here.well("", &[&list[..], &["--fluent"]].concat());
    assert!(draft.contains("# card-tide = Tide\n#     .text = Draw a {\"{\"}small{\"}\"} card.\n"), "{draft}");
    assert!(draft.contains("# event-played = { $player } plays { $card }\n") && !draft.contains("ui-"), "{draft}");
    let file = "cards/lantern_bay/locale/de.ftl";
    here.write(file, &draft);
    assert!(here.well("", &["check"]).contains("nothing found"));
    assert!(here.well("", &list).contains("de: 0 of "));
    let german: String = draft
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(line).replace("= Tide", "= Flut")))
        .collect();
    here.write(file, &german);
    assert!(here.well("", &["check"]).contains("nothing found"));
    assert!(here.well("", &list).contains("(100 %) of the game"));
    assert_eq!(here.well("", &[&list[..], &["--fluent"]].concat()).lines().count(), 1);
    assert!(here.says("", &["list", "cards", "lantern_bay", "--fluent"]).0.contains("--fluent belongs to"));
}

/// A sheet of OpenDocument is refused with the formats that are read.
#[test]
fn an_open_document_is_told_how_to_be_saved() {
    let here = Stranger::new("ods");
    here.write("cards.ods", "");
    let (told, code) = here.says("", &["new", "game", "Lantern Bay", "--from", "cards.ods"]);
    assert!(code == 2 && told.contains("save the sheet as .csv or .xlsx"), "{told}");
}

/// What `new` writes has the layout that `fmt` would give it.
#[test]
fn a_new_game_is_laid_out() {
    let here = game("laid-out");
    let long = (1..=12).map(|n| format!("a_rather_long_column_{n}")).collect::<Vec<_>>().join(",");
    here.write("wide/cards.csv", &format!("Name,{long}\nHeron{}\n", ",1".repeat(12)));
    here.well("wide", &["new", "game", "Wide", "--from", "cards.csv"]);
    here.write("small/none", "");
    here.well("small", &["new", "game", "Odd Ropes"]);
    for below in ["", "wide", "small"] {
        assert!(here.well(below, &["fmt", "--check"]).contains(" 0 would change"), "{below}");
    }
}

/// A column that no card has yet is told with the place where a field begins.
#[test]
fn a_new_column_is_first_a_field() {
    let here = game("new-column");
    here.write(
        "cards.csv",
        &TABLE.replace("Text\n", "Text,Colour\n").replace("Heron,Creature,3,4,", "Heron,Creature,3,4,,red"),
    );
    let (told, code) = here.says("", &["cards", "lantern_bay", "--from", "cards.csv", "--yes"]);
    assert!(code == 1 && told.contains("is first a field of a type in the manifest"), "{told}");
}

/// What a card touches is found by a part of its name, in any case and without accents, and each word of the game that it
/// uses has its meaning and its place.
#[test]
fn a_card_is_found_by_a_part_of_its_name_and_tells_what_it_uses() {
    let here = game("card-words");
    let rules = |word: &str| here.says("", &["rules", word, "--game", "lantern_bay"]);
    here.write(
        "cards/lantern_bay/first/brenna_of_the_möwe.yaml",
        "name: Brenna of the Möwe\ntype: creature\ncost: 1\nmight: 2\nabilities:\n  - { while: true, affects: { zone: field, controller: me }, modify: { might: 1 } }\n  - { after: played, match: { card: self }, do: [{ draw: 1 }] }\n",
    );
    let (told, _) = rules("brenna");
    for part in [
        "Brenna of the Möwe (card brenna_of_the_möwe): creature; cards/lantern_bay/first/brenna_of_the_möwe.yaml",
        "card.might (fields): number; printed; cards/lantern_bay/game.yaml:",
        "player.score (fields): number; computed; cards/lantern_bay/game.yaml:",
        "field (zones): one for each player, everybody sees its cards; cards/lantern_bay/game.yaml:",
        "play (actions): timing main; with a card of hand; play; cards/lantern_bay/game.yaml:",
        "main (windows): \"play a card\"; offers main; cards/lantern_bay/game.yaml:",
        "draw (events): ",
        "played (events): \"{player} plays {card}\"; card: card, player: player; cards/lantern_bay/game.yaml:",
    ] {
        assert!(told.lines().any(|line| line.starts_with(part)), "{part}: {told}");
    }
    for word in ["MOWE", "brenna of", "of-the-mowe"] {
        assert!(rules(word).0.contains("(card brenna_of_the_möwe)"), "{word}: {}", rules(word).0);
    }
    // A word that the game declares is told, too, with the line that declares it.
    for (word, part) in
        [("might", "card.might (fields): number; printed; cards/lantern_bay/game.yaml:"), ("play", "play (actions): ")]
    {
        let (told, code) = rules(word);
        assert!(code == 0 && told.lines().any(|line| line.starts_with(part)), "{word}: {told}");
    }
    // Several cards have it in their names, or a name is nearly right.
    here.write("cards/lantern_bay/first/gulliver.yaml", "name: Gulliver\ntype: creature\ncost: 1\nmight: 2\n");
    let (told, code) = rules("gul");
    assert!(code == 1 && told.contains("did you mean `gull` or `gulliver`?"), "{told}");
    let (told, code) = rules("gulk");
    assert!(code == 1 && told.contains("did you mean the card `gull`?"), "{told}");
    // A table knows the same names.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["play", "lantern_bay", "--seed", "3"]).current_dir(&here.0).env("LC_ALL", "C");
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let typed = "c mowe\nrules mowe\nq\n";
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), typed.as_bytes()).expect("it reads");
    let told = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("a text");
    assert!(told.contains("Brenna of the Möwe: creature; cost 1; might 2"), "{told}");
    assert!(told.contains("Brenna of the Möwe (card"), "{told}");
}

/// In a folder that lies in git nobody has to make a copy first.
#[test]
fn changes_are_told_against_what_was_committed() {
    let here = game("committed");
    let diff = |more: &[&str]| here.says("", &[&["cards", "lantern_bay", "--diff"], more].concat());
    let (told, code) = diff(&[]);
    assert!(code == 2 && told.contains("no git repository") && told.contains("git init"), "{told}");
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "init.defaultBranch=trunk"]);
        assert!(command.args(args).current_dir(&here.0).status().expect("git").success(), "{args:?}");
    };
    git(&["init", "--quiet"]);
    let (told, code) = diff(&[]);
    assert!(code == 2 && told.contains("what was never committed has none"), "{told}");
    git(&["add", "cards"]);
    git(&["commit", "--quiet", "-m", "as it is"]);
    assert!(diff(&[]).0.contains("0 differences"));
    let gull = "cards/lantern_bay/first/gull.yaml";
    here.write(gull, &here.read(gull).replace("might: 9", "might: 7"));
    here.write("cards/lantern_bay/first/eel.yaml", "name: Eel\ntype: creature\ncost: 1\nmight: 1\n");
    std::fs::remove_file(here.0.join("cards/lantern_bay/first/crab.yaml")).expect("a file");
    here.write("cards/lantern_bay/decks/all_of_it.yaml", "game: lantern_bay\nname: All\ncards:\n  gull: 20\n");
    let beside = "beside the cards differs: cards/lantern_bay/decks/all_of_it.yaml; `git diff` shows its lines";
    for more in [&[][..], &["HEAD"], &["trunk"]] {
        let (told, code) = diff(more);
        for part in ["crab: is gone", "eel: is new", "gull: might\n  before  9\n  now     7", "3 differences", beside] {
            assert!(code == 0 && told.contains(part), "{more:?} {part}: {told}");
        }
    }
    assert!(diff(&["nothing_of_that"]).0.contains("a state is HEAD, a branch or a tag"));
}

#[test]
fn a_simulation_says_who_played() {
    let here = game("who-plays");
    let told = here.well("", &["sim", "lantern_bay", "--games", "20"]);
    assert!(told.contains("bots              random: any legal answer") && told.contains("--bots greedy"), "{told}");
    let told = here.well("", &["sim", "lantern_bay", "--games", "2", "--bots", "greedy"]);
    assert!(told.lines().any(|line| line == "bots              greedy"), "{told}");
    // One of a thing is not several.
    let tide = "cards/lantern_bay/first/tide.yaml";
    here.write(tide, &here.read(tide).replace("n: 1 }", "n: 2 }").replace("Draw a {small} card.", "Draw 1 card."));
    let (told, _) = here.says("", &["check"]);
    assert!(told.contains("the text says that 1 card is drawn, and the card draws 2"), "{told}");
}

/// A moment that is merely held tries no card, and neither does a card that stays where it lay.
#[test]
fn a_pinned_moment_tries_no_card() {
    let here = game("held");
    let untested = || here.well("", &["cards", "lantern_bay", "--untested"]);
    let scenario = |steps: &str, expect: &str| {
        let setup = "setup: { phase: main, amy: { hand: [heron, gull, tide] } }";
        let text = format!("title: A moment\ngame: lantern_bay\n{setup}\n{steps}expect:\n{expect}");
        here.write("tests/scenarios/lantern_bay/moment.yaml", &text);
    };
    scenario("", "  - offers: { amy: [play heron, play gull, play tide, pass] }\n");
    for card in ["heron", "gull", "tide"] {
        assert!(untested().lines().any(|line| line.starts_with(card)), "{card}: {}", untested());
    }
    scenario("steps:\n  - amy: play gull\n", "  - zone: { amy.hand: [heron, tide] }\n  - heron.zone: hand\n");
    let told = untested();
    assert!(told.contains("tide ") && !told.contains("gull ") && !told.contains("heron "), "{told}");
    // A text that nothing does is told here, and is no finding: it may be there for the mood.
    let gull = "cards/lantern_bay/first/gull.yaml";
    here.write(gull, &(here.read(gull) + "text: Draw a card.\n"));
    assert!(untested().contains("1 card has a text and no `abilities` that do what it says: gull"));
    assert!(!here.says("", &["check"]).0.contains("abilities"));
}

/// A game is one file, and whoever gets it needs one command to have it.
#[test]
fn a_game_is_shared_as_one_archive() {
    let here = game("shared");
    here.write("scripts/lantern_bay/more.lua", "");
    let told = here.well("", &["pack", "build"]);
    assert!(told.contains("leaves out what is no part of a pack: AGENTS.md, cards.csv"), "{told}");
    assert!(told.contains("intermezzo pack add lantern_bay.tar.gz"), "{told}");
    let first = std::fs::read(here.0.join("lantern_bay.tar.gz")).expect("an archive");
    here.well("", &["pack", "build"]);
    assert_eq!(first, std::fs::read(here.0.join("lantern_bay.tar.gz")).expect("an archive"));
    let there = Stranger::new("gets-a-game");
    let archive = here.0.join("lantern_bay.tar.gz").display().to_string();
    let (told, code) = there.says("", &["pack", "add", &archive]);
    assert!(code == 1 && told.contains("the game Lantern Bay (lantern_bay): 4 cards, 1 deck, 1 script"), "{told}");
    assert!(!there.0.join("cards").exists());
    there.well("", &["pack", "add", &archive, "--yes"]);
    assert!(there.well("", &["test"]).contains("1 passed"));
    assert_eq!(there.read("cards/lantern_bay/game.yaml"), here.read("cards/lantern_bay/game.yaml"));
    // Nothing is written over.
    let (told, code) = there.says("", &["pack", "add", &archive, "--yes"]);
    assert!(code == 2 && told.contains("there is a game `lantern_bay` already"), "{told}");
    let (told, code) = there.says("", &["--root", "cards", "pack", "build", "nowhere"]);
    assert!(code == 2, "{told}");
    // The same checks as for a pack: a scenario that fails, and a game with errors.
    let scenario = "tests/scenarios/lantern_bay/a_card_is_played.yaml";
    here.write(scenario, &here.read(scenario).replace("zone: field", "zone: hand"));
    let (told, code) = here.says("", &["pack", "build"]);
    assert!(code == 1 && told.contains("1 of 1 scenarios of the game fail"), "{told}");
    here.well("", &["pack", "build", "--untested"]);
    here.write("cards/lantern_bay/first/gull.yaml", "name: Gull\ntype: creatre\n");
    let (told, code) = here.says("", &["pack", "build", "--untested"]);
    assert!(code == 1 && told.contains("creatre"), "{told}");
}

/// An archive of a game writes only files of its own game.
#[test]
fn an_archive_of_a_game_brings_nothing_else() {
    let here = game("stray");
    here.write("cards/duel/more/gull.yaml", "name: Gull\n");
    let (told, code) = here.says("", &["pack", "build", "--untested"]);
    let there = Stranger::new("gets-a-stray");
    if code == 0 {
        let archive = here.0.join("lantern_bay.tar.gz").display().to_string();
        let (told, code) = there.says("", &["pack", "add", &archive, "--yes"]);
        assert!(code == 2 && told.contains("`cards/duel/more/gull.yaml` belongs to none of its games"), "{told}");
    } else {
        assert!(told.contains("cards/duel"), "{told}");
    }
    assert!(!there.0.join("cards").exists());
}

/// The table from which a game came is brought up to date: its columns, their order and its notes stay.
#[test]
fn the_own_table_is_refreshed() {
    let here = game("refreshed");
    let table = "Cost;Name;Type;Artist;#idea\n3;Heron;Creature;Ann;\n9;Gull;Creature;Bo;too strong?\n";
    here.write("cards.csv", table);
    let told = here.well("", &["cards", "lantern_bay", "--csv", "cards.csv"]);
    assert!(told.contains("your other columns and rows stay"), "{told}");
    let lines: Vec<String> = here.read("cards.csv").lines().map(String::from).collect();
    assert_eq!(lines[0], "Cost;Name;Type;Artist;#idea;might;text");
    assert_eq!(lines[1], "3;Heron;Creature;Ann;;4;");
    assert_eq!(lines[2], "2;Gull;Creature;Bo;too strong?;9;");
    assert!(lines[3].starts_with("1;Crab;creature;;;2;") && lines.len() == 5, "{lines:?}");
    // What is no table of its cards is left alone.
    here.write("people.csv", "Name,Phone\nAnn,123\n");
    let (told, code) = here.says("", &["cards", "lantern_bay", "--csv", "people.csv"]);
    assert!(code == 2 && told.contains("not a table of cards"), "{told}");
    assert_eq!(here.read("people.csv"), "Name,Phone\nAnn,123\n");
}

#[test]
fn a_table_without_ids_says_what_a_new_name_means() {
    let here = game("renamed");
    here.write("cards.csv", &TABLE.replace("Gull,", "Sea Gull,"));
    let take = || here.well("", &["cards", "lantern_bay", "--from", "cards.csv", "--yes"]);
    let told = take();
    assert!(told.contains("row 4: `sea_gull` becomes a new card, and `gull` has no row any more"), "{told}");
    assert!(told.contains("a column `id` with `gull` in this row"), "{told}");
    assert!(told.contains("sea_gull lies in no deck") && told.contains("new deck NAME --card sea_gull"), "{told}");
    // With the column the card keeps its id.
    here.write("cards.csv", "id,name\ncrab,Blue Crab\n");
    let told = take();
    assert!(told.contains("Crab -> Blue Crab") && !told.contains("new card"), "{told}");
    assert!(here.read("cards/lantern_bay/first/crab.yaml").contains("name: Blue Crab"));
}

#[test]
fn a_table_that_may_mean_something_else_says_so() {
    let here = Stranger::new("doubts");
    here.write("cards.csv", "Name,Typ,Kosten\n123,Wesen,1\nTrue,Wesen,2\nX Ray,Lied,X\nB,Lied,3\n");
    let told = here.well("", &["new", "game", "Odd Table", "--from", "cards.csv"]);
    assert!(told.contains("`Typ` looks like their types (Lied, Wesen)"), "{told}");
    assert!(told.contains("row 4: `kosten` has `X` here") && told.contains("--> cards.csv:4"), "{told}");
    // Cards that YAML takes for numbers and truths stand in quotes.
    assert!(here.read("tests/scenarios/odd_table/a_card_is_played.yaml").contains("hand: [\"123\"]"));
    assert!(here.well("", &["test"]).contains("1 passed"));
    let told = run_typed(&here, &["play", "odd_table", "--seed", "3"], "1\npin Held\nq\n");
    assert!(told.contains("it passes"), "{told}");
    assert!(here.well("", &["test"]).contains("2 passed"));
}

/// Output of the program with lines typed.
fn run_typed(here: &Stranger, args: &[&str], typed: &str) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(args).current_dir(&here.0).env("LC_ALL", "C");
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), typed.as_bytes()).expect("it reads");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("a text")
}

/// A comma in a script on one line is told as what it is.
#[test]
fn a_script_in_a_map_on_one_line_stands_in_quotes() {
    let here = game("one-line");
    let check = |script: &str| {
        let tide = "name: Tide\ntype: event\ncost: 2\nabilities:\n  - { after: played, match: { card: self }, script: ";
        here.write("cards/lantern_bay/first/tide.yaml", &format!("{tide}{script} }}\n"));
        here.says("", &["check", "lantern_bay"]).0
    };
    let told = check("act.modify(self, \"light\", 1)");
    assert!(told.contains("the text of `script` ends at the comma before `light`"), "{told}");
    assert!(told.contains("stands in quotes: `script: '...'`") && told.contains("1 error"), "{told}");
    for script in ["local t = { 1 }", "if true then t = {} end"] {
        let told = check(script);
        assert!(told.contains("stands in quotes: `script: '...'`"), "{told}");
    }
    assert!(check("'act.draw(me, 1)'").contains("nothing found"));
}

#[test]
fn a_word_that_is_no_page_is_looked_for_in_all() {
    let here = Stranger::new("doc-word");
    let told = here.well("", &["doc", "undo"]);
    assert!(told.contains("no page is called `undo`") && told.lines().count() > 2, "{told}");
    let (told, code) = here.says("", &["doc", "scenarioz"]);
    assert!(code == 2 && told.contains("did you mean `scenarios`?"), "{told}");
}

/// A picture that breaks off would leave its card empty.
#[test]
fn a_damaged_picture_names_its_card() {
    let here = game("pictures");
    let art = here.0.join("cards/lantern_bay/art");
    std::fs::create_dir_all(&art).expect("a folder");
    std::fs::write(art.join("gull.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0").expect("a file");
    std::fs::write(art.join("crab.png"), "no picture").expect("a file");
    std::fs::write(art.join("heron.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>").expect("a file");
    std::fs::write(art.join("tide.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>").expect("a file");
    let told = here.says("", &["check"]).0;
    for part in [
        "the picture of `gull` cannot be shown: its end is missing",
        "the picture of `crab` cannot be shown: it is no SVG, PNG, JPEG or WebP",
        "the picture of `heron` cannot be shown: its XML is wrong",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("`tide`"), "{told}");
}

/// A 0 that is printed on a card is told as any other number.
#[test]
fn a_card_tells_a_number_that_is_0() {
    let here = game("nought");
    let crab = "cards/lantern_bay/first/crab.yaml";
    here.write(crab, &here.read(crab).replace("might: 2", "might: 0"));
    let told = run_typed(&here, &["play", "lantern_bay", "--seed", "3"], "c crab\nc tide\nq\n");
    assert!(told.contains("Crab: creature; cost 1; might 0") && told.contains("Tide: event; cost 2\n"), "{told}");
}

/// Scenarios that lie in any folder run again when they are saved.
#[test]
fn a_folder_of_scenarios_elsewhere_is_watched() {
    let here = game("elsewhere");
    let scenario = here.read("tests/scenarios/lantern_bay/a_card_is_played.yaml");
    here.write("moments/one.yaml", &scenario);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(["watch", "moments"]).current_dir(&here.0).stdout(std::process::Stdio::piped());
    let mut child = command.stderr(std::process::Stdio::null()).spawn().expect("the program");
    let told = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let passed = std::io::BufRead::lines(told).map_while(Result::ok).any(|line| line.contains("1 scenario: all pass"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(passed);
}

#[test]
fn a_newcomer_is_told_what_a_ledger_and_a_mutant_are() {
    let here = game("newcomer");
    let (told, code) = here.says("", &["coverage", "lantern_bay"]);
    assert!(code == 2 && told.contains("`proves: [A-01]`") && told.contains("`game: lantern_bay`"), "{told}");
    let told = here.says("", &["mutate", "lantern_bay", "--count", "12"]).0;
    assert!(
        told.contains("a mistake that no scenario would notice") && told.contains("tests/mutants/lantern_bay.yaml")
    );
}

/// A table in a browser tells the names of the language that was asked for, and the person's own game comes first.
#[test]
fn a_studio_says_what_it_tells_in_a_language() {
    let here = game("studio-language");
    here.write("cards/lantern_bay/locale/de.ftl", "card-tide = Flut\n");
    let studio = |locale: &str, game: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(["studio", game, "--no-open", "--listen", "127.0.0.1:0", "--database", "none"]);
        command.args(["--locale", locale]).current_dir(&here.0).stdout(std::process::Stdio::piped());
        command.stderr(std::process::Stdio::piped()).spawn().expect("the program")
    };
    let mut child = studio("de", "lantern_bay");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe"))).map_while(Result::ok);
    let all = lines.by_ref().find_map(|line| Some(line.strip_prefix("all games:")?.trim().to_string()));
    let all = all.expect("an address");
    let said = lines.any(|line| line.starts_with("de: the names and texts of the games"));
    let get = |path: &str| {
        let mut stream =
            std::net::TcpStream::connect(all.trim_start_matches("http://").trim_end_matches('/')).expect("the server");
        let host = all.trim_start_matches("http://").trim_end_matches('/');
        let asked = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        std::io::Write::write_all(&mut stream, asked.as_bytes()).expect("it reads");
        let mut told = String::new();
        std::io::Read::read_to_string(&mut stream, &mut told).expect("it answers");
        told
    };
    let games = get("/api/games");
    let own = games.split("\"id\":\"lantern_bay\"").nth(1).unwrap_or_default();
    let version = own.split("\"version\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a version");
    let printed = get(&format!("/api/games/lantern_bay/faces/{version}/tide"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(said);
    let first = games.find("\"id\":\"lantern_bay\"").expect("the own game");
    assert!(games.find("\"id\":\"cardland\"").is_some_and(|other| first < other), "{games}");
    assert!(printed.contains("Flut"), "{printed}");
    let refused = studio("xx", "lantern_bay").wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--locale xx: nothing is said in this language"));
}
