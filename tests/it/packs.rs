//! Packs: one written from the pages alone plays, and what is wrong with a pack is said with its place.

use std::path::Path;
use std::sync::Arc;

use crate::support::probe;
use intermezzo::catalog::{Catalog, Files};
use intermezzo::script::Vm;
use intermezzo::script::sandbox::Limits;
use intermezzo_program::scenario::run_paths_with;

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

fn base() -> Files {
    Files::with_root(Some(root())).expect("the repository")
}

/// All that is wrong with a pack of one header, as text.
fn problems_of(header: &str) -> String {
    let mut files = base();
    files.overlay([("packs/probe/pack.yaml".to_string(), Arc::from(header))]);
    files.packs = vec!["probe".into()];
    match Catalog::load("cfs", &files) {
        Ok(_) => String::new(),
        Err(problems) => problems.render_all(),
    }
}

#[track_caller]
fn assert_says(header: &str, parts: &[&str]) {
    let text = problems_of(header);
    for part in parts {
        assert!(text.contains(part), "`{part}` is not said:\n{text}");
    }
}

const HEAD: &str = "pack: probe\nversion: 1.0.0\nextends: cfs\n";

#[test]
fn a_pack_with_a_card_type_a_timing_and_a_deck_rule_of_its_own_plays() {
    let pack = root().join("tests/fixtures/packs/omens");
    let pack = pack.to_str().expect("a path in UTF-8").to_string();
    let scenarios = Path::new(&pack).join("tests/scenarios");
    let report = run_paths_with(&[scenarios], Some(root()), &[pack], false).expect("the fixture is there");
    assert_eq!(report.scenarios.len(), 2);
    for one in &report.scenarios {
        assert!(one.ok, "{}: {}", one.path, one.message);
    }
}

#[test]
fn a_card_with_the_id_of_another_one_hears_how_it_takes_its_place() {
    let card = "name: Improvise\ntype: event\nnumber: X-1\ncolour: red\nusage: {}\ntext: Draw a card.\nabilities:\n  - { timing: main, turn: me, script: 'act.draw(me, 1)' }\n";
    let file = ("packs/a/cards/cardland/odd/improvise.yaml", card);
    let told = with_packs(&[("a", "")], &[file]).expect_err("two cards of one id");
    assert!(told.contains("there is a card `improvise` already"), "{told}");
    assert!(told.contains("let the pack.yaml of `a` say `replaces: [improvise]`"), "{told}");
    assert_eq!(with_packs(&[("a", "replaces: [improvise]\n")], &[file]).err(), None);
    // Of two cards of one pack none takes the place of the other.
    let other = ("packs/a/cards/cardland/even/improvise.yaml", card);
    let told = with_packs(&[("a", "replaces: [improvise]\n")], &[file, other]).expect_err("two cards of one id");
    assert!(!told.contains("let the pack.yaml"), "{told}");
}

#[test]
fn what_a_patch_does_not_find_is_said_with_what_is_there() {
    let text = format!("{HEAD}patches: [{{ set: zones.rink.slots, to: 4 }}]\n");
    assert_says(&text, &["`zones` has no `rink` to change", "did you mean `ring`?", "packs/probe/pack.yaml:4"]);
    let text = format!("{HEAD}patches: [{{ insert: flow.turn, before: lunch, items: [nap] }}]\n");
    assert_says(&text, &["`flow.turn` has no item `lunch`"]);
}

#[test]
fn a_patch_that_expects_something_else_is_refused() {
    let text = format!("{HEAD}patches: [{{ set: decks.cards.count, expect: 40, to: 45 }}]\n");
    assert_says(&text, &["`decks.cards.count` is 50, and the pack expects 40", "cards/cfs/game.yaml"]);
    // As an author writes it.
    let text = format!("{HEAD}patches:\n  - {{ set: decks.cards.count, expect: {{ least: [1, two] }}, to: 50 }}\n");
    assert_says(&text, &["is 50, and the pack expects { least: [1, two] }"]);
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let text = format!("{HEAD}patches: [{{ add: zones, with: {{ ring: {{ shared: true }} }} }}]\n");
    assert_says(&text, &["`zones` has `ring` already"]);
}

#[test]
fn what_a_wrap_leaves_out_is_said() {
    let text = format!("{HEAD}patches: [{{ wrap: windows.main.close_if, with: {{ any: [] }} }}]\n");
    assert_says(&text, &["leaves out the old one", "`old` stands for what was there"]);
}

#[test]
fn versions_and_games_must_fit() {
    assert_says("pack: probe\nversion: 1.0.0\nextends: cardland\n", &["extends the game `cardland`, not `cfs`"]);
    assert_says(&format!("{HEAD}engine: \">=99\"\n"), &["is for versions >=99 of Intermezzo"]);
    assert_says(&format!("{HEAD}needs: {{ nobody: \"*\" }}\n"), &["there is no pack `nobody`"]);
    assert_says(
        &format!("{HEAD}needs: {{ legends: \">=7\" }}\n"),
        &["needs `legends` >=7, but its version here is 1.0.0"],
    );
    assert_says(&format!("{HEAD}conflicts: [legends]\nneeds: {{ legends: \"*\" }}\n"), &["cannot be played together"]);
    assert_says("pack: probe\nversion: soon\nextends: cfs\n", &["`soon` is no version", "three numbers, as 1.2.3"]);
    for (wrong, right) in [("0.1", "0.1.0"), ("2", "2.0.0"), ("v1.2.3", "1.2.3")] {
        let says = [format!("`{wrong}` is no version"), format!("did you mean `{right}`?")];
        let header = format!("pack: probe\nversion: \"{wrong}\"\nextends: cfs\n");
        assert_says(&header, &says.each_ref().map(String::as_str));
    }
    assert_says("pack: probe\nversion: 0.1\nextends: cfs\n", &["`0.1` is no version", "did you mean `0.1.0`?"]);
    assert_says("pack: probe\nversion: 2\nextends: cfs\n", &["did you mean `2.0.0`?"]);
}

#[test]
fn a_title_fits_on_a_line() {
    let header =
        |letters: usize| format!("pack: probe\ntitle: {}\nversion: 0.1.0\nextends: cfs\n", "x".repeat(letters));
    assert_says(&header(100_000), &["the title has 100000 letters, and at most 200 are shown"]);
    assert!(!problems_of(&header(200)).contains("title"));
}

#[test]
fn a_pack_in_play_changes_the_hash_and_leaves_the_game_alone_without_it() {
    let (plain, _) = Catalog::load("cfs", &base()).expect("the game loads");
    let with = base().with_pack("legends").expect("it is built in");
    let (legends, _) = Catalog::load("cfs", &with).expect("the pack loads");
    assert_ne!(plain.hash, legends.hash);
    assert!(plain.changes.is_empty() && plain.rules.schema.zone_kind("strikers").is_none());
    assert!(legends.changes.iter().any(|c| c.what == "wrap" && c.name == "land"));
}

/// All that is wrong with packs of these files (a header each is added), of which the first is in play.
fn with_packs(packs: &[(&str, &str)], files: &[(&str, &str)]) -> Result<Arc<Catalog>, String> {
    let mut all = base();
    let header = |(id, more): &(&str, &str)| {
        (format!("packs/{id}/pack.yaml"), Arc::from(format!("pack: {id}\nversion: 1.0.0\nextends: cardland\n{more}")))
    };
    all.overlay(packs.iter().map(header));
    all.overlay(files.iter().map(|(path, text)| (path.to_string(), Arc::from(*text))));
    all.packs = packs.iter().map(|(id, _)| id.to_string()).collect();
    let (catalog, _) = Catalog::load("cardland", &all).map_err(|problems| problems.render_all())?;
    let told = |errors: Vec<intermezzo::ScriptError>| errors.iter().map(|e| e.to_string() + "\n").collect::<String>();
    let catalog = Arc::new(catalog);
    Vm::new(&catalog, Limits::default()).map_err(told)?;
    Ok(catalog)
}

/// A card of a pack that does this.
fn card(script: &str) -> String {
    probe::event(script)
}

const CARD_OF_A: &str = "packs/a/cards/cardland/odd/odd_card.yaml";
const CARD_OF_B: &str = "packs/b/cards/cardland/odd/other_card.yaml";

#[test]
fn no_pack_takes_a_name_of_the_host_or_of_the_game() {
    for name in ["act", "ask", "math", "string", "cards", "this", "game", "active", "option", "step", "stage"] {
        let file = format!("packs/a/scripts/cardland/{name}.lua");
        let told = with_packs(&[("a", "")], &[(&file, "return { draw = function() end }")]).expect_err(name);
        assert!(told.contains(&format!("{file}:1: the name `{name}` is taken")), "{told}");
    }
}

#[test]
fn no_pack_changes_a_module_that_is_not_its_own() {
    let told = |file: &str, text: &str| {
        with_packs(
            &[("a", ""), ("b", "needs: { a: \"*\" }")],
            &[
                ("packs/a/scripts/cardland/odd.lua", "local odd = {} function odd.tick() return 1 end return odd"),
                (file, text),
            ],
        )
    };
    for text in ["function stage.mend() end", "local s = stage s.mend = nil", "table.insert(odd, 1)", "odd.tick = nil"]
    {
        let told = told("packs/b/scripts/cardland/later.lua", text).expect_err(text);
        assert!(
            told.contains("packs/b/scripts/cardland/later.lua:1: ") && told.contains("cannot be changed"),
            "{told}"
        );
    }
    // A script may change its own functions, and new ones.
    assert_eq!(told("packs/a/scripts/cardland/zip.lua", "function odd.tock() return 2 end").err(), None);
}

#[test]
fn a_pack_sees_the_modules_of_the_packs_that_it_needs() {
    let module = ("packs/a/scripts/cardland/odd.lua", "return { tick = function() return 1 end }");
    let uses = card("note(odd.tick())");
    let (a, alone, needs) = (("a", ""), ("b", ""), ("b", "needs: { a: \"*\" }"));
    assert_eq!(with_packs(&[a], &[module, (CARD_OF_A, &uses)]).err(), None);
    assert_eq!(with_packs(&[a, needs], &[module, (CARD_OF_B, &uses)]).err(), None);
    let told = with_packs(&[a, alone], &[module, (CARD_OF_B, &uses)]).expect_err("it needs no pack");
    assert!(told.contains(CARD_OF_B) && told.contains("there is nothing called `odd`"), "{told}");
    let told = with_packs(&[a], &[module, ("cards/cardland/stagehands/probe.yaml", &uses)]);
    assert!(told.expect_err("the game needs no pack").contains("there is nothing called `odd`"));
    // A patched effect of the game's card belongs to the pack.
    let patch = "patches: [{ card: corin_two_step, set: abilities.1.script, to: note(odd.tick()) }]";
    assert_eq!(with_packs(&[("a", patch)], &[module]).err(), None);
    // A name that only a pack which is needed has is taken, too.
    let other = ("packs/b/scripts/cardland/odd.lua", "return {}");
    let told = with_packs(&[a, needs], &[module, other]).expect_err("two of one name");
    assert!(told.contains("packs/b/scripts/cardland/odd.lua:1: the name `odd` is taken"), "{told}");
}

#[test]
fn packs_that_do_not_know_each_other_may_call_their_files_alike() {
    let module = |text: &str| format!("return {{ tick = function() return '{text}' end }}");
    let uses = card("note(odd.tick())");
    let files: &[(&str, &str)] = &[
        ("packs/a/scripts/cardland/odd.lua", &module("of a")),
        ("packs/b/scripts/cardland/odd.lua", &module("of b")),
        (CARD_OF_A, &uses),
        (CARD_OF_B, &uses),
    ];
    let catalog = with_packs(&[("a", ""), ("b", "")], files).unwrap_or_else(|told| panic!("{told}"));
    let game = intermezzo::table::Game::new(catalog).unwrap_or_else(|errors| panic!("{}", errors[0]));
    for (card, said) in [("odd_card", "of a"), ("other_card", "of b")] {
        // Also in a VM that is built from what was compiled.
        for thread in [false, true] {
            let notes = || {
                let mut table = probe::table_of(&game, card, 3);
                probe::use_card(&mut table, card);
                probe::notes(&table)
            };
            let notes = if thread { std::thread::scope(|s| s.spawn(notes).join()).expect("it plays") } else { notes() };
            assert_eq!(notes, [said]);
        }
    }
}

/// The findings of `check`, errors excepted, on two packs with these lines in their headers.
fn told_of_two(first: &str, second: &str, files: &[(&str, &str)]) -> Vec<String> {
    let mut all = base();
    for (id, more) in [("first", first), ("second", second)] {
        let header = format!("pack: {id}\nversion: 1.0.0\nextends: cardland\n{more}");
        all.overlay([(format!("packs/{id}/pack.yaml"), Arc::from(header))]);
    }
    all.overlay(files.iter().map(|(path, text)| (path.to_string(), Arc::from(*text))));
    all.packs = vec!["first".into(), "second".into()];
    let (_, problems) = Catalog::load("cardland", &all).map_err(|problems| problems.render_all()).expect("it loads");
    let of_packs = problems.list().iter().filter(|problem| problem.key == "overwritten");
    of_packs.map(|problem| problems.render(problem)).collect()
}

fn patches(patch: &str) -> String {
    format!("patches: [{patch}]\n")
}

#[test]
fn two_packs_that_change_one_thing_are_told_with_both_and_who_wins() {
    let set = |n: u32| patches(&format!("{{ set: decks.cards.count, to: {n} }}"));
    let found = told_of_two(&set(45), &set(50), &[]);
    assert_eq!(found.len(), 1, "{found:#?}");
    for part in [
        "`first`",
        "`second` makes it 50",
        "`decks.cards.count`",
        "it is 45 here",
        "what `second` says holds",
        "needs: { first: \"*\" }",
    ] {
        assert!(found[0].contains(part), "{part}: {}", found[0]);
    }
    // The lost text may lie inside the new one, or contain it.
    let whole = patches("{ set: decks.cards, to: { to: deck, holds: [character, event], count: 40 } }");
    assert_eq!(told_of_two(&set(45), &whole, &[]).len(), 1);
    let gone = patches("{ remove: decks.cards.copies }");
    assert_eq!(told_of_two(&patches("{ set: decks.cards.copies, to: 2 }"), &gone, &[]).len(), 1);
    let brought = patches("{ set: decks.cards, to: { to: deck, holds: [character, event], count: 40, copies: 3 } }");
    assert_eq!(told_of_two(&gone, &brought, &[]).len(), 1);
}

#[test]
fn two_packs_that_say_the_same_or_whose_order_is_declared_are_no_finding() {
    let set = |n: u32| patches(&format!("{{ set: decks.cards.count, to: {n} }}"));
    assert_eq!(told_of_two(&set(45), &set(45), &[]), [""; 0]);
    assert_eq!(told_of_two(&set(45), &format!("needs: {{ first: \"*\" }}\n{}", set(50)), &[]), [""; 0]);
    assert_eq!(told_of_two(&format!("needs: {{ second: \"*\" }}\n{}", set(45)), &set(50), &[]), [""; 0]);
    let expects = patches("{ set: decks.cards.count, expect: 45, to: 50 }");
    assert_eq!(told_of_two(&set(45), &expects, &[]), [""; 0]);
    let gone = patches("{ remove: decks.cards.copies }");
    assert_eq!(told_of_two(&gone, &gone, &[]), [""; 0]);
    let added = patches("{ add: counters.player, with: { luck: 0 } }");
    assert_eq!(told_of_two(&added, &added, &[]), [""; 0]);
    assert_eq!(told_of_two(&set(45), &patches("{ set: decks.cards.copies, to: 2 }"), &[]), [""; 0]);
}

#[test]
fn a_pack_comes_after_those_that_it_wants_and_plays_without_them() {
    let set = |n: u32| patches(&format!("{{ set: decks.cards.count, to: {n} }}"));
    let count = |packs: &[(&str, &str)]| {
        with_packs(packs, &[])
            .map(|catalog| catalog.deck_rules.lists.iter().find(|l| l.name == "cards").expect("it is there").count)
    };
    let wants = |pack: &str, range: &str, n: u32| format!("wants: {{ {pack}: \"{range}\" }}\n{}", set(n));
    assert_eq!(count(&[("first", &set(45)), ("second", &set(50))]), Ok(Some(50)));
    assert_eq!(count(&[("first", &wants("second", "*", 45)), ("second", &set(50))]), Ok(Some(45)));
    assert_eq!(count(&[("first", &wants("second", "*", 45))]), Ok(Some(45)));
    let told = count(&[("first", &wants("second", ">=2", 45)), ("second", &set(50))]).expect_err("another version");
    assert!(told.contains("the pack `first` wants `second` >=2, but its version here is 1.0.0"), "{told}");
    // An order that is declared is no finding.
    assert_eq!(told_of_two(&wants("second", "*", 45), &set(50), &[]), [""; 0]);
    assert_eq!(told_of_two(&set(45), &wants("first", "*", 50), &[]), [""; 0]);
}

#[test]
fn packs_that_want_each_other_play_and_are_told() {
    let header = |id: &str, more: &str| {
        let text = format!("pack: {id}\nversion: 1.0.0\nextends: cardland\n{more}\n");
        (format!("packs/{id}/pack.yaml"), Arc::from(text))
    };
    let told = |first: &str, second: &str| {
        let mut all = base();
        all.overlay([header("first", first), header("second", second)]);
        all.packs = vec!["first".into(), "second".into()];
        match Catalog::load("cardland", &all) {
            Ok((catalog, problems)) => {
                let order: Vec<String> = catalog.packs.iter().map(|pack| pack.id.clone()).collect();
                (order.join(" "), problems.render_all())
            }
            Err(problems) => (String::new(), problems.render_all()),
        }
    };
    let (order, said) = told("wants: { second: \"*\" }", "wants: { first: \"*\" }");
    assert_eq!(order, "first second");
    assert!(said.contains("the packs first, second want or need each other"), "{said}");
    // What is needed comes first, whatever it wants.
    let (order, said) = told("needs: { second: \"*\" }", "wants: { first: \"*\" }");
    assert_eq!(order, "second first");
    assert!(said.contains("want or need each other") && said.contains("packs/second/pack.yaml:4"), "{said}");
    let (_, said) = told("needs: { second: \"*\" }\nwants: { second: \"*\" }", "");
    assert!(said.contains("`needs` says `second` already"), "{said}");
    let (_, said) = told("wants: { secnod: \"*\" }", "");
    assert!(said.contains("there is no pack `secnod` here") && said.contains("did you mean `second`?"), "{said}");
}

#[test]
fn two_packs_that_replace_one_card_are_told_and_so_is_one_that_changes_it() {
    let improvise = |text: &str| {
        format!(
            "name: Improvise\ntype: event\nnumber: X-1\ncolour: red\nusage: {{}}\ntext: {text}\nabilities:\n  - {{ timing: main, turn: me, script: 'act.draw(me, 1)' }}\n"
        )
    };
    let (one, other) = (improvise("Draw a card."), improvise("Draw one card."));
    let path = |pack: &str| format!("packs/{pack}/cards/cardland/odd/improvise.yaml");
    let (first, second) = (path("first"), path("second"));
    let replaces = "replaces: [improvise]\n";
    let found = told_of_two(replaces, replaces, &[(&first, &one), (&second, &other)]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("`first` replaces the card `improvise`, and the pack `second` replaces it"),
        "{}",
        found[0]
    );
    assert_eq!(told_of_two(replaces, replaces, &[(&first, &one), (&second, &one)]), [""; 0]);
    let changes = patches("{ card: improvise, set: name, to: Improvised }");
    let found = told_of_two(&changes, replaces, &[(&second, &other)]);
    assert!(found.len() == 1 && found[0].contains("`first` changes the card `improvise`"), "{found:#?}");
    assert_eq!(told_of_two("", replaces, &[(&second, &other)]), [""; 0]);
    // Who comes later changes what it finds.
    let later = patches("{ card: improvise, set: name, to: Improvised }");
    assert_eq!(told_of_two(replaces, &later, &[(&first, &one)]), [""; 0]);
}

#[test]
fn the_examples_of_the_page_are_of_the_game_that_it_names() {
    let page = std::fs::read_to_string(concat!(env!("REPOSITORY"), "/docs/packs.md")).expect("the page");
    let fenced = |mark: &str, begins: &str| {
        let from = page.split(mark).find(|text| text.starts_with(begins)).expect("an example");
        from.split("```").next().expect("it ends").to_string()
    };
    let patches = fenced("```yaml\n", "patches:");
    let script = fenced("```lua\n", "step(");
    let mut files = Files::built_in();
    let header = format!("pack: probe\nversion: 1.0.0\nextends: cardland\n{patches}");
    files.overlay([
        ("packs/probe/pack.yaml".into(), header.as_str().into()),
        ("packs/probe/scripts/cardland/vault.lua".into(), script.as_str().into()),
    ]);
    files.packs.push("probe".into());
    let wrong = intermezzo::table::Game::load("cardland", &files).err().map(|error| error.to_string());
    assert_eq!(wrong, None);
}
