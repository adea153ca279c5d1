//! Compile cache: a game that is loaded again with other files is as one that is loaded for the first time, with the
//! same findings.

use std::path::Path;

use intermezzo::catalog::Files;
use intermezzo::error::Problems;
use intermezzo::table::{Game, Loader};

/// The toy game, loaded again and again by one loader.
struct Again {
    files: Files,
    loader: Loader,
}

/// The visible facts of a loaded game, or its errors.
fn seen(loaded: Result<(Game, Problems), Problems>) -> Result<String, String> {
    let (game, problems) = loaded.map_err(|problems| problems.render_all())?;
    let (catalog, told) = (game.catalog(), problems.render_all());
    let rules = &catalog.rules;
    let words: Vec<_> = rules.schema.symbols.names().collect();
    let parts = (&rules.defs, &rules.abilities, &rules.lists, &rules.scripts, &rules.named_abilities, &rules.names);
    Ok(format!("{told}\n{words:?}\n{parts:#?}\n{:#?}", catalog.places))
}

impl Again {
    fn new() -> Again {
        let root = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy");
        let mut again = Again { files: Files::with_root(Some(&root)).expect("the fixture"), loader: Loader::default() };
        again.is("the game as it is", "");
        again
    }

    /// Loads it, by the loader that has loaded it before and by one that has not. `says` stands among its findings;
    /// empty: it loads.
    #[track_caller]
    fn is(&mut self, what: &str, says: &str) {
        let fresh = seen(Loader::default().load("toy", &self.files));
        // The second time everything was there before.
        for _ in 0..2 {
            let again = seen(self.loader.load("toy", &self.files));
            assert!(again == fresh, "{what}: loaded again it is\n{again:?}\nand for the first time\n{fresh:?}");
        }
        let told = fresh.as_ref().err().map_or("", |told| told);
        assert_eq!(told.is_empty(), says.is_empty(), "{what}: {told}");
        assert!(told.contains(says), "{what}: {told}");
    }

    /// Writes a file, or takes it away, and loads the game.
    #[track_caller]
    fn write(&mut self, path: &str, text: &str, says: &str) -> String {
        let before = self.files.texts.get(path).map(|text| text.to_string()).unwrap_or_default();
        match text.is_empty() {
            true => drop(self.files.texts.remove(path)),
            false => drop(self.files.texts.insert(path.into(), text.into())),
        }
        self.is(&format!("{path}: {text}"), says);
        before
    }

    /// The same for a while.
    #[track_caller]
    fn wrongly(&mut self, path: &str, text: &str, says: &str) {
        let before = self.write(path, text, says);
        self.write(path, &before, "");
    }

    /// Exchanges a part of a file for a while.
    #[track_caller]
    fn edit(&mut self, path: &str, from: &str, to: &str, says: &str) {
        let text = self.files.texts[path].replacen(from, to, 1);
        assert_ne!(*text, *self.files.texts[path], "{path} has no `{from}`");
        self.wrongly(path, &text, says);
    }
}

const MANIFEST: &str = "cards/toy/game.yaml";

/// Comes before all other cards, with whatever is numbered.
const FIRST: &str = "name: Aardvark\ntype: creature\npower: 2\ntext: \"Says much, in words that no other card has: odd.\"\n\
    abilities:\n  - id: vow\n    timing: main\n    targets: { quarry: { zone: field, other: true } }\n    \
    do: [{ each: { zone: field }, as: one, do: [{ modify: { what: one, field: power, by: 1, lasts: turn } }] },\n         \
    { grant: { who: this.quarry, ability: ogre/1 } }]\n  \
    - timing: main\n    targets: { mark: { zone: field } }\n    script: act.modify(this.mark, \"power\", 1, \"turn\")\n";

#[test]
fn what_is_compiled_before_a_card_moves_its_numbers() {
    let mut again = Again::new();
    let first = "cards/toy/basic/aardvark.yaml";
    again.write(first, FIRST, "");
    // All others keep their numbers: only a value changed.
    again.edit("cards/toy/basic/imp.yaml", "power: 1", "power: 4", "");
    again.edit(first, "vow", "oath", "");
    again.edit(
        first,
        "each: { zone: field }, as: one",
        "each: { zone: field, other: true }, as: two",
        "nothing is called `one`",
    );
    again.write(first, "", "");
    // A card in the middle, and one in another folder.
    again.wrongly("cards/toy/basic/moth.yaml", &FIRST.replace("Aardvark", "Moth"), "");
    let wind = again.files.texts["cards/toy/basic/wind.yaml"].clone();
    again.files.texts.remove("cards/toy/basic/wind.yaml");
    again.write("cards/toy/other/wind.yaml", &wind, "");
}

#[test]
fn a_card_is_compiled_anew_when_what_it_names_changes() {
    let mut again = Again::new();
    let hunter = "name: Hunter\ntype: spell\ntext: \"It hunts.\"\nabilities:\n  - timing: main\n    \
        targets: { prey: { zone: field, def: imp } }\n    do: [{ modify: { what: this.prey, field: power, by: 1, lasts: turn } }]\n";
    again.write("cards/toy/basic/hunter.yaml", hunter, "");
    // A card that it names goes and comes.
    again.wrongly("cards/toy/basic/imp.yaml", "", "unknown card `imp`");
    // What it names in the manifest.
    again.edit(MANIFEST, "  field: { per", "  yard: { per", "field");
    again.edit(MANIFEST, "timings: { main: {}", "timings: { mane: {}", "unknown timing `main`");
    again.edit(MANIFEST, "title: Toy", "title: Toys", "");
    // Words: of a name, and of a flag that only one card has.
    let named = "name: Seeker\ntype: spell\ntext: \"It seeks.\"\nabilities:\n  - timing: main\n    \
        targets: { prey: { zone: field, name: Ogre } }\n    do: [{ modify: { what: this.prey, field: power, by: 1, lasts: turn } }]\n";
    again.write("cards/toy/basic/seeker.yaml", named, "");
    again.edit("cards/toy/basic/ogre.yaml", "name: Ogre", "name: Ogress", "Ogre");
}

#[test]
fn a_script_is_read_again_when_what_it_names_changes() {
    let mut again = Again::new();
    let spell = |script: &str| {
        format!(
            "name: Speller\ntype: spell\ntext: \"It spells.\"\nabilities:\n  - timing: main\n    targets: {{ who: {{ zone: field }} }}\n    script: {script}\n"
        )
    };
    let path = "cards/toy/basic/speller.yaml";
    again.write(path, &spell("if this.who.name == \"Wall\" then act.change(me, \"votes\", 1) end"), "");
    again.edit("cards/toy/basic/wall.yaml", "name: Wall", "name: Great Wall", "nothing is called `Wall`");
    // An ability that another script gives by its name.
    again.edit(
        "cards/toy/basic/ogre.yaml",
        "  - after: moved",
        "  - id: joy\n    after: moved",
        "there is no ability `1`",
    );
    // The target of its own ability.
    again.edit(path, "who: {", "whom: {", "who");
    again.edit(path, "zone: field }", "zone: field, pick: 2 }", "");
    // A counter of the manifest.
    again.edit(MANIFEST, "hp: 10, votes: 0", "hp: 10, polls: 0", "votes");
    // A step of a module, and what a function of one takes.
    again.edit("scripts/toy/steps.lua", "step(\"bids\"", "step(\"offers\"", "bids");
    let module = "local help = {}\nfunction help.twice(n)\n  return n * 2\nend\nreturn help\n";
    again.write("scripts/toy/help.lua", module, "");
    again.write(path, &spell("act.modify(this.who, \"power\", help.twice(1), \"turn\")"), "");
    again.edit("scripts/toy/help.lua", "help.twice", "help.thrice", "`help` has no `twice`");
    again.edit("scripts/toy/help.lua", "n * 2", "n * 3", "");
}

/// A card with one ability that says this.
fn card(name: &str, ability: &str) -> String {
    format!("name: {name}\ntype: spell\ntext: \"It does something.\"\nabilities:\n  - timing: main\n    {ability}\n")
}

#[test]
fn a_word_may_become_the_id_of_a_card() {
    let mut again = Again::new();
    // As long as no card is called so it is the target.
    let maker = "targets: { twin: { zone: field } }\n    do: [{ create: { def: twin, to: owner.field } }]";
    again.write("cards/toy/basic/maker.yaml", &card("Maker", maker), "");
    again.wrongly("cards/toy/basic/twin.yaml", "name: Twin\ntype: creature\npower: 1\n", "");
}

#[test]
fn words_that_change_places_are_numbered_anew() {
    let mut again = Again::new();
    let (one, other) = ("alpha: { zone: field }", "omega: { zone: field, other: true }");
    let does = "do: [{ each: { zone: field }, as: one, do: [{ modify: { what: one, field: power, by: 1, lasts: turn } }] },\n         \
        { grant: { who: this.alpha, ability: ogre/1 } }, { lose_ability: { cards: this.omega, ability: ogre/1 } }]";
    let of = |one: &str, other: &str| format!("targets: {{ {one}, {other} }}\n    {does}");
    again.write("cards/toy/basic/adept.yaml", &card("Adept", &of(one, other)), "");
    again.write("cards/toy/basic/zealot.yaml", &card("Zealot", &of(one, other)), "");
    // No word comes or goes.
    again.write("cards/toy/basic/adept.yaml", &card("Adept", &of(other, one)), "");
    // Lists, and what they name, before those of another card.
    again.wrongly("cards/toy/basic/aardvark.yaml", FIRST, "");
}

#[test]
fn the_number_of_an_ability_is_a_word_that_cards_bring_up() {
    let mut again = Again::new();
    let with = |name: &str, count: usize| {
        let ability = "  - timing: main\n    do: [{ change: { object: me, name: votes, by: 1 } }]\n";
        format!("name: {name}\ntype: spell\ntext: \"It votes.\"\nabilities:\n{}", ability.repeat(count))
    };
    again.write("cards/toy/basic/zany.yaml", &with("Zany", 5), "");
    // A file says it.
    again.edit("cards/toy/basic/imp.yaml", "power: 1", "power: 1\ntext: \"5\"", "");
    // Another card brings it up before, and does so no longer.
    again.write("cards/toy/basic/adept.yaml", &with("Adept", 5), "");
    again.write("cards/toy/basic/adept.yaml", &with("Adept", 4), "");
    again.write("cards/toy/basic/adept.yaml", &with("Adept", 6), "");
}

#[test]
fn cards_depend_on_the_steps_of_scripts_and_on_what_lies_face_down() {
    let mut again = Again::new();
    let path = "scripts/toy/steps.lua";
    let step = |name: &str| format!("\nstep(\"{name}\", function()\n  act.change(active, \"votes\", 1)\nend)\n");
    let steps = format!("{}{}{}", again.files.texts[path], step("aims"), step("cries"));
    again.write(path, &steps, "");
    again.write("cards/toy/basic/crier.yaml", &card("Crier", "do: [cries]"), "");
    // They are numbered by their names.
    again.edit(path, "step(\"aims\"", "step(\"zooms\"", "");
    // A pack asks about cards that another card may lay face down.
    let header = "pack: one\ntitle: One\nversion: 1.0.0\nextends: toy\n";
    again.files.texts.insert("packs/one/pack.yaml".into(), header.into());
    let spy = "needs: { if: { exists: { zone: field, owner: opponent, power: \"> 2\" } }, because: nothing is strong }\n    \
        do: [{ change: { object: me, name: votes, by: 1 } }]";
    again.files.texts.insert("packs/one/cards/toy/spy.yaml".into(), card("Spy", spy).into());
    again.files.packs = vec!["one".into()];
    again.is("a pack that looks", "");
    let hider =
        "targets: { who: { zone: field } }\n    do: [{ move: { card: this.who, to: owner.field, face: down } }]";
    // With a card that hides others, the pack that looks sees only some.
    again.write("cards/toy/basic/hider.yaml", &card("Hider", hider), "");
}

#[test]
fn a_script_is_read_again_when_a_word_in_it_means_something_else() {
    let mut again = Again::new();
    let (path, imp) = ("cards/toy/basic/speller.yaml", "cards/toy/basic/imp.yaml");
    let spell =
        |script: &str| card("Speller", &format!("targets: {{ who: {{ zone: field }} }}\n    script: '{script}'"));
    // A key of its own table becomes a word of the game, and is none again.
    again.write(path, &spell("local t = { tally = 1 } act.change(me, \"votes\", t.tally)"), "");
    again.edit(imp, "power: 1", "power: 1\ntext: tally", "");
    // Whatever it named, the word stays a word.
    again.write(imp, "name: Imp\ntype: creature\npower: 1\ntext: moth\n", "");
    again.write("cards/toy/basic/moth.yaml", "name: Moth\ntype: creature\npower: 1\n", "");
    again.write(path, &spell("if #cards{ def = \"moth\", zone = \"field\" } > 0 then act.draw(me, 1) end"), "");
    again.wrongly("cards/toy/basic/moth.yaml", "", "moth");
    again.write(imp, "name: Imp\ntype: creature\npower: 1\ntext: Wall\n", "");
    again.write(path, &spell("if this.who.name == \"Wall\" then act.draw(me, 1) end"), "");
    again.edit("cards/toy/basic/wall.yaml", "name: Wall", "name: Great Wall", "nothing is called `Wall`");
    // A counter goes from the manifest.
    again.write(imp, "name: Imp\ntype: creature\npower: 1\ntext: spare\n", "");
    let manifest = again.files.texts[MANIFEST].replacen("mana: 1", "mana: 1, spare: 0", 1);
    again.write(MANIFEST, &manifest, "");
    again.write(path, &spell("act.change(me, \"spare\", 1)"), "");
    again.edit(MANIFEST, ", spare: 0", "", "spare");
    // A script cut off by a comment is reported each time.
    let folded = "targets: { who: { zone: field } }\n    script: act.draw(me, 1) -- and then\n      act.draw(me, 2)";
    again.write(path, &card("Speller", folded), "");
}

#[test]
fn what_is_told_is_told_each_time() {
    let mut again = Again::new();
    let odd =
        "name: Other\ntype: creature\npower: 1\nabilities:\n  - while: false\n    forbid: { verb: made_active }\n";
    again.write("cards/toy/basic/odd.yaml", odd, "");
    let (_, problems) = again.loader.load("toy", &again.files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let told = problems.render_all();
    assert!(told.contains("while: false") && told.contains("does not contain the name"), "{told}");
}

#[test]
fn packs_change_what_they_change_and_no_more() {
    let mut again = Again::new();
    let pack = |id: &str, power: i32| {
        format!(
            "pack: {id}\ntitle: {id}\nversion: 1.0.0\nextends: toy\npatches:\n  - {{ card: imp, set: power, to: {power} }}\n"
        )
    };
    for (id, power) in [("one", 3), ("two", 5)] {
        again.files.texts.insert(format!("packs/{id}/pack.yaml"), pack(id, power).into());
        let card = format!("name: Imp {id}\ntype: creature\npower: 1\n");
        again.files.texts.insert(format!("packs/{id}/cards/toy/imp_{id}.yaml"), card.into());
    }
    let power = |again: &mut Again| {
        let (game, _) = again.loader.load("toy", &again.files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let rules = &game.catalog().rules;
        rules.defs[rules.def_by_id("imp").expect("it is there").index()].ints.clone()
    };
    let mut found = Vec::new();
    for packs in [&[][..], &["one"], &["one", "two"], &["two"], &["two", "one"], &[]] {
        again.files.packs = packs.iter().map(|id| id.to_string()).collect();
        again.is(&packs.join(" and "), "");
        found.push(power(&mut again));
    }
    assert_eq!(found, [vec![1], vec![3], vec![5], vec![5], vec![5], vec![1]]);
}
