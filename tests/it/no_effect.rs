//! No effect: parts of a game that can have no effect, or none that anybody meant, are found when the game loads.

use std::sync::Arc;

use crate::support::{GAME, files};
use intermezzo::catalog::{Catalog, Files};

const HEAD: &str = "name: Probe\ntype: character\ncolour: red\nentry: {}\nreturn: {}\nprowess: 2\nresilience: 2\n";

/// All that is found in the game with these files laid over it.
fn found(base: &Files, overlay: &[(&str, &str)]) -> String {
    let mut files = base.clone();
    for (path, text) in overlay {
        files.texts.insert(path.to_string(), Arc::from(*text));
    }
    let (Ok((_, problems)) | Err(problems)) = Catalog::load(GAME, &files);
    problems.render_all()
}

/// Lays each text over the game as a file: what is found must say so, and be all that is said. Nothing expected:
/// nothing is found.
#[track_caller]
fn check(path: &str, cases: &[(String, &str)]) {
    let base = files(&[]);
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let said = found(&base, &[(path, text)]);
        let times = said.lines().filter(|l| ["error", "warning", "hint"].iter().any(|s| l.starts_with(s))).count();
        let fits = if expected.is_empty() { said.is_empty() } else { said.contains(expected) && times == 1 };
        if !fits {
            wrong.push(format!("{text}\n=> {said}\n   expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// Checks cards with these abilities.
#[track_caller]
fn abilities(cases: &[(&str, &str)]) {
    let card = |text: &str| format!("{HEAD}abilities: [{text}]\n");
    let cases: Vec<(String, &str)> = cases.iter().map(|(text, expected)| (card(text), *expected)).collect();
    check("cards/cardland/test/probe.yaml", &cases);
}

/// An offered ability with further keys.
fn offered(more: &str) -> String {
    format!("{{ timing: main, turn: me, {more}, script: 'note(#choices(this) .. \"\")' }}")
}

#[track_caller]
fn offers(cases: &[(&str, &str)]) {
    let texts: Vec<String> = cases.iter().map(|(more, _)| offered(more)).collect();
    let cases: Vec<(&str, &str)> = texts.iter().map(|t| t.as_str()).zip(cases.iter().map(|(_, e)| *e)).collect();
    abilities(&cases);
}

#[test]
fn a_filter_beside_values_without_fields_filters_nothing() {
    let chosen = |what: &str| {
        format!(
            "{{ timing: main, turn: me, do: [{{ choose: {{ {what} }}, as: n, do: [{{ modify: {{ what: self, field: prowess, by: 1, lasts: turn }} }}] }}] }}"
        )
    };
    let needs = "needs: [{ if: { amount: it, is: 1 }, because: it is not 1 }]";
    let (where_, needed) =
        (chosen("number: 1..5, where: { amount: it, is: 1 }"), chosen(&format!("number: 1..5, {needs}")));
    abilities(&[(&where_, "`where` filters nothing beside `number`"), (&needed, "")]);
}

#[test]
fn an_ability_has_one_effect() {
    abilities(&[
        ("{ timing: main, turn: me, script: note(1) }", ""),
        ("{ timing: main, turn: me, do: [] }", ""),
        ("{ timing: main, turn: me, script: note(1), do: [{ draw: 1 }] }", "not both"),
        ("{ instead: retire, match: { card: self }, do: [], script: note(1) }", "not both"),
        ("{ timing: main, turn: me, script: note(1), modes: [{ id: a, script: note(1) }] }", "`script` beside `modes`"),
        ("{ timing: main, turn: me, do: [], modes: [{ id: a, script: note(1) }] }", "`do` is never done"),
        (
            "{ timing: main, turn: me, targets: { a: { zone: stage } }, modes: [{ id: a, script: note(1) }] }",
            "beside `modes`",
        ),
        ("{ timing: main, turn: me, script: '' }", "the script is empty"),
        ("{ timing: main, turn: me, script: '-- act.draw(me, 1)' }", "the script is empty"),
        ("{ parts: [] }", "`parts` is empty"),
        ("{ timing: main, turn: me, do: [{ phase: mian, do: [{ draw: 1 }] }] }", "did you mean `main`?"),
        ("{ timing: main, turn: me, do: [{ phase: main, do: [{ draw: 1 }] }] }", ""),
    ]);
}

#[test]
fn an_id_is_the_word_of_one_ability() {
    let one = |id: &str| format!("{{ id: {id}, timing: main, turn: me, script: note(1) }}");
    abilities(&[
        (&format!("{}, {}", one("a"), one("b")), ""),
        (&format!("{}, {}", one("a"), one("a")), "`a` is the id of another ability already"),
        (&format!("{}, {}", one("2"), offered("once: turn")), "`id` is a word, found a number"),
        (&one("'2'"), "`2` cannot be an id"),
        (&one("'a b/c'"), "`a b/c` cannot be an id"),
        (
            "{ timing: main, turn: me, modes: [{ id: a, script: note(1) }, { id: a, script: note(2) }] }",
            "`a` is the id of another ability already",
        ),
    ]);
}

#[test]
fn what_is_empty_says_nothing() {
    offers(&[
        ("needs: []", "`needs` is empty"),
        ("from: []", "`from` is empty"),
        ("phase: []", "`phase` is empty"),
        ("targets: { a: { zone: null } }", "`zone` is empty"),
        ("targets: { a: { zone: stage, status: null } }", "`status` is empty"),
        ("if: []", "a condition is empty"),
        ("if: {}", "a condition is empty"),
        ("if: { any: [] }", "`any` is empty"),
        ("targets: { a: { zone: [] } }", "`zone` is empty"),
        ("targets: { a: { zone: stage, status: [] } }", "`status` is empty"),
        ("targets: { a: { zone: stage, any: [] } }", "`any` is empty"),
        ("text: [a, b]", "`text` is a text, found a list"),
        ("needs: [{ if: { amount: me.finished }, because: 'has {me.finished' }]", "unmatched"),
        ("needs: [{ if: { amount: me.finished }, because: 'has {me.finished}' }]", ""),
    ]);
    abilities(&[
        ("{ timing: main, turn: me, do: [{ retire: [] }] }", "`retire` is empty"),
        ("{ timing: main, turn: me, do: [{ retire: { card: self } }] }", ""),
    ]);
}

#[test]
fn an_action_is_not_called_as_a_command() {
    let path = "cards/cardland/game.yaml";
    let manifest = files(&[]).texts[path].to_string();
    let called =
        |name: &str| manifest.replace("\n  redraw: { timing: redraw", &format!("\n  {name}: {{ timing: redraw"));
    check(path, &[(called("redraw"), ""), (called("pass"), "an action cannot be called `pass`")]);
}

#[test]
fn a_target_has_a_name_of_its_own_and_can_be_found() {
    offers(&[
        ("targets: { a: { zone: stage } }", ""),
        ("targets: { card: { zone: stage } }", "a target cannot be called `card`"),
        ("targets: { me: { zone: stage } }", "a target cannot be called `me`"),
        ("targets: { x: { zone: stage } }", "a target cannot be called `x`"),
        ("targets: { a: { controller: me } }", "`a` may be any card of the game"),
        ("cost: [{ discard: { controller: me } }]", "`discard` may be of any card of the game"),
        ("targets: { a: { zone: stage, first: 2, last: 2 } }", "only one of them would count"),
        ("targets: { b: { zone: stage, prowess: '<= a.prowess' }, a: { zone: stage } }", "is chosen after this one"),
        ("targets: { a: { zone: stage }, b: { zone: stage, prowess: '<= a.prowess' } }", ""),
        (
            "targets: { a: { zone: stage, distinct: { prowess: 3 } } }",
            "`distinct` counts words that cards print, and `prowess` is no field of them",
        ),
        ("targets: { a: { zone: stage, printed: { features: Dancer } } }", "`features` holds words"),
    ]);
}

#[test]
fn numbers_mean_something() {
    offers(&[
        ("targets: { a: { zone: stage, pick: '1-3' } }", "from 1 to 3 is written `1..3`"),
        ("targets: { a: { zone: stage, first: 0 } }", "leaves nothing of the list"),
        ("targets: { a: { zone: stage, last: 1 } }", ""),
        ("targets: { a: { zone: stage, pick: -1 } }", "`pick: -1` goes below 0"),
        ("targets: { a: { zone: stage, pick: 0 } }", "never chooses anything"),
        ("targets: { a: { zone: stage, pick: '1..' } }", "both ends of a range"),
        ("targets: { a: { zone: stage, pick: '0..2' } }", ""),
        ("targets: { a: { zone: stage, prowess: '=> 3' } }", "did you mean `>= 3`?"),
        ("targets: { a: { zone: stage, prowess: '== 3' } }", "did you mean `= 3`?"),
        ("targets: { a: { zone: stage, prowess: '<= me.finishd' } }", "did you mean `finished`?"),
        ("targets: { a: { zone: stage, prowess: '<= finishd' } }", "did you mean `finished`?"),
        ("cost: [{ pips: { red: -1 } }]", "a cost is never less than 0"),
        ("cost: [{ finished: -1 }]", "a cost is more than 0"),
        ("cost: [{ retire: { player: {} } }]", "`retire` is paid with cards, and this selects something else"),
        ("cost: [{ deck: { spaces: stage } }]", "`deck` is paid with cards, and this selects something else"),
        ("cost: [{ discard: 1 }]", "`1` is a number, but this place needs a card"),
    ]);
}

#[test]
fn a_player_is_no_card() {
    abilities(&[
        ("{ after: retire, match: { card: me }, script: note(1) }", "`me` is a player, but this place needs a card"),
        (
            "{ after: draw, match: { player: self }, script: note(1) }",
            "`self` is a card, but this place needs a player",
        ),
        ("{ after: act, match: { cards: opponent }, script: note(1) }", "`opponent` is a player, but"),
        ("{ after: changed, match: { object: { not: { is: me } } }, script: note(1) }", ""),
        ("{ after: changed, match: { name: finishd }, script: note(1) }", "did you mean `finished`?"),
        ("{ timing: main, turn: self, script: note(1) }", "`self` is a card, but this place needs a player"),
        ("{ while: true, forbid: { verb: block, by: self } }", "`self` is a card, but this place needs a player"),
        ("{ while: true, affects: me, modify: { prowess: 1 } }", "`me` is a player, but this place needs a card"),
    ]);
}

#[test]
fn what_holds_changes_something() {
    abilities(&[
        ("{ while: true, affects: self, modify: { prowess: 1 } }", ""),
        ("{ while: true, affects: self, modify: { prowess: 0 } }", "this modifies `prowess` by nothing"),
        ("{ while: true, affects: { use: { kind: event } }, cost: { red: 0 } }", "this changes the cost by nothing"),
        ("{ while: true, affects: self, modify: { prowess: self.name } }", "`self.name` is a word"),
        ("{ while: true, affects: self, modify: { prowess: me.name } }", "`me.name` is a word"),
        ("{ while: true, affects: {}, modify: { prowess: 1 } }", ""),
        ("{ while: true, modify: { prowess: 1 } }", "it modifies every card of the game"),
        ("{ while: true, affects: self, modify: { prowes: 1 } }", "did you mean `prowess`?"),
        ("{ while: true, affects: self, modify: { finished: 1 } }", "`finished` is counted"),
        ("{ while: true, cost: { red: 1 } }", "`cost` has no meaning for an ability with `while`"),
        ("{ while: true, affects: self, forbid: { verb: block } }", "`affects` has no meaning beside `forbid`"),
    ]);
}

#[test]
fn what_holds_can_hold() {
    let holds = |cond: &str| format!("{{ while: {cond}, affects: self, modify: {{ prowess: 1 }} }}");
    abilities(&[
        (&holds("{ active: { is: me } }"), ""),
        (&holds("{ me: { is: active } }"), ""),
        (&holds("{ self.owner: { is: me } }"), ""),
        (&holds("{ self: { is: me } }"), "`me` is a player, but this place needs a card"),
        (&holds("false"), "with `while: false` the ability never does anything"),
        (&holds("{ event.card: { zone: stage } }"), "`event.card` does not exist here"),
        (&holds("{ this.card: { zone: stage } }"), "`this.card` does not exist here"),
        (&holds("{ count: { zone: stage }, is: '>= 0' }"), "`>= 0` always holds"),
        (&holds("{ count: { zone: stage }, is: '< 0' }"), "`< 0` never holds"),
        (&holds("{ count: { zone: stage }, is: '>= 1' }"), ""),
    ]);
}

#[test]
fn what_is_chosen_is_used() {
    let ability = |what: &str, script: &str| format!("{{ timing: main, turn: me, {what}, script: '{script}' }}");
    let (target, x) = ("targets: { hit: { zone: stage } }", "x: me.finished");
    abilities(&[
        (&ability(target, "act.retire(this.hit)"), ""),
        (&ability(target, "act.retire(self)"), "nothing uses the target `hit`"),
        (&ability(target, "for _, c in ipairs(choices(this)) do note(c.name) end"), ""),
        (&ability(x, "act.draw(me, this.x)"), ""),
        (&ability(x, "act.draw(me, 1)"), "nothing uses `x`"),
        (&ability("targets: { a: { zone: stage }, b: { zone: stage, prowess: a.prowess } }", "note(this.b.name)"), ""),
        ("{ timing: main, turn: me, targets: { hit: { zone: stage } }, do: [{ retire: hit }] }", ""),
        ("{ timing: main, turn: me, targets: { hit: { zone: stage } }, do: [{ draw: 1 }] }", "target `hit`"),
    ]);
}

#[test]
fn nothing_depends_on_itself() {
    let itself = "the amount by which `prowess` is modified depends on `prowess` itself";
    let circle = "whether `prowess` is modified depends on `prowess` itself";
    abilities(&[
        ("{ while: true, affects: self, modify: { prowess: self.prowess } }", itself),
        ("{ while: true, affects: { zone: stage }, modify: { prowess: it.prowess } }", itself),
        ("{ while: true, affects: { zone: stage, other: true }, modify: { prowess: self.prowess } }", ""),
        ("{ while: true, affects: self, modify: { prowess: self.resilience } }", ""),
        ("{ while: true, affects: self, modify: { resilience: self.prowess, prowess: self.resilience } }", itself),
        ("{ while: { self: { prowess: '>= 1' } }, affects: self, modify: { prowess: -1 } }", circle),
        ("{ while: true, affects: { zone: stage, prowess: '>= 1' }, modify: { prowess: -1 } }", circle),
        ("{ while: { self: { printed: { prowess: '>= 1' } } }, affects: self, modify: { prowess: -1 } }", ""),
        ("{ while: { self: { resilience: '>= 1' } }, affects: self, modify: { prowess: -1 } }", ""),
    ]);
    let game = files(&[]).texts["cards/cardland/game.yaml"].to_string();
    let with = |foo: &str, bar: &str| {
        let more = format!("attributes:\n  card:\n    foo: {{ amount: '{foo}' }}\n    bar: {{ amount: '{bar}' }}");
        game.replacen("attributes:\n  card:", &more, 1)
    };
    check(
        "cards/cardland/game.yaml",
        &[(with("it.prowess", "it.foo + 1"), ""), (with("it.foo + 1", "it.prowess"), "`foo` depends on itself")],
    );
    let both = found(&files(&[]), &[("cards/cardland/game.yaml", &with("it.bar", "it.foo + it.prowess"))]);
    assert!(both.contains("`foo` depends on itself") && both.contains("`bar` depends on itself"), "{both}");
}

#[test]
fn what_is_printed_can_be_read() {
    let with = |old: &str, new: &str| HEAD.replace(old, new);
    check(
        "cards/cardland/test/probe.yaml",
        &[
            (HEAD.into(), ""),
            (with("Probe", "\"\""), "card `probe` has an empty name"),
            (format!("{HEAD}text: 3\n"), "`text` is a text, found a number"),
            (with("prowess: 2", "prowess: -2"), "`prowess` is -2 here but counts as 0"),
            (with("prowess: 2", "prowess: 99999999999"), "a number from -1000000 to 1000000"),
            (String::new(), "card `probe`: the file is empty"),
            ("[]".into(), "card `probe`: a card is a map of its fields, found a list"),
            (with("type: character\n", ""), "card `probe` needs `type`"),
            (with("entry: {}", "entry: { blue: -1 }"), "a cost is never less than 0"),
            (with("entry: {}", "entry: { red: 0 }"), "0 red cost nothing"),
            (format!("{HEAD}features: \"Dancer, Student\"\n"), "write several words as a list: [Dancer, Student]"),
        ],
    );
}

#[test]
fn a_deck_is_one_of_this_game_with_numbers_and_a_name() {
    let deck = files(&[]).texts["cards/cardland/decks/abbey_lanterns.yaml"].replace("name: Abbey", "name: Chapel");
    let with = |old: &str, new: &str| deck.replacen(old, new, 1);
    check(
        "cards/cardland/decks/chapel_lanterns.yaml",
        &[
            (deck.clone(), ""),
            (with("novice_linnet: 2", "novice_linnet: three"), "the copies of `novice_linnet` must be a number"),
            (with("novice_linnet: 2", "novice_linnet: \"2\""), "the copies of `novice_linnet` must be a number"),
            (with("game: cardland", "game: cfs"), "this is a deck of the game `cfs`"),
            (with("name: Chapel Lanterns", "name: \"\""), "the name of the deck is empty"),
            (with("name: Chapel Lanterns\n", ""), "the deck `chapel_lanterns` has no name"),
            (with("name: Chapel", "name: Abbey"), "the deck `abbey_lanterns` is called `Abbey Lanterns` too"),
        ],
    );
}

/// Lays a pack over the game and plays it: what is found is this, and no more.
#[track_caller]
fn pack(more: &str, other: &str, expected: &str) {
    let header = format!("pack: probe\nversion: 1.0.0\nextends: cardland\n{more}");
    let mut files = files(&[]);
    files.packs = vec!["probe".into()];
    let overlay = [("packs/probe/pack.yaml", header.as_str()), (other, "name: Probe\n")];
    if other.ends_with(".yml") {
        files.strays.push(other.into());
    }
    let said = found(&files, if other.ends_with(".yaml") { &overlay } else { &overlay[..1] });
    let fits = if expected.is_empty() { said.is_empty() } else { said.contains(expected) };
    assert!(fits, "{more} {other}: {said}\nexpected: {expected}");
}

#[test]
fn what_a_pack_says_is_read() {
    let add = |where_: &str, what: &str| format!("patches: [{{ add: {where_}, with: {{ foo: {what} }} }}]\n");
    let counter = |what: &str| add("counters.player", what);
    pack("", "", "");
    pack("", "packs/probe/tests/a.yaml", "");
    pack("", "packs/probe/crds/cardland/a.yaml", "it belongs in cards/cardland/");
    pack("", "packs/probe/decks/a.yaml", "it belongs in cards/cardland/decks/");
    pack("", "packs/probe/pack.yml", "the header of a pack is called pack.yaml");
    pack("", "packs/other/tests/a.yaml", "");
    pack("conflicts: [legend]\n", "", "did you mean `legends`?");
    pack("conflicts: [nobodys]\n", "", "");
    pack(&counter("{ start: 20, min: 30, max: 5 }"), "", "no number is at least 30 and at most 5, as `foo` must be");
    pack(&counter("{ start: 20, min: 30 }"), "", "`foo` begins at 20, and is at least 30");
    pack(&counter("{ start: 20, max: 5 }"), "", "`foo` begins at 20, and is at most 5");
    pack(&counter("{ start: 20, max: 20 }"), "", "");
    for (key, of) in [("passes: 2", "`alternate`"), ("restart_on: me", "`reaction`"), ("deadline: 3", "`sealed`")] {
        let window = format!("{{ protocol: free, players: active, offers: [main], {key} }}");
        pack(&add("windows", &window), "", &format!("it is for {of}"));
    }
    let misnamed = "pack: mine\nversion: 1.0.0\nextends: cardland\n";
    let said = found(&files(&[]), &[("packs/probe/pack.yaml", misnamed)]);
    assert!(said.contains("the pack is called `mine`, but its folder is called `probe`"), "{said}");
}

#[test]
fn a_field_that_is_empty_says_nothing() {
    let card = |colour: &str, more: &str| {
        format!("name: Probe\ntype: character\n{colour}entry: {{}}\nreturn: {{}}\nprowess: 2\nresilience: 2\n{more}")
    };
    check(
        "cards/cardland/test/probe.yaml",
        &[
            (card("colour: red\n", ""), ""),
            (card("colour:\n", ""), "`colour` is empty"),
            (card("colour: null\n", ""), "`colour` is empty"),
            (card("colour: \"\"\n", ""), "`colour` is empty"),
            (card("colour: red\n", "work: \"\"\n"), "`work` is empty"),
            (card("colour: red\n", "work:\n"), "`work` is empty"),
            (card("colour: red\n", "number: \" \"\n"), "`number` is empty"),
            (card("colour: red\n", "features: [Mage, \"\"]\n"), "`features` is a word"),
        ],
    );
}

#[test]
fn close_names_a_record() {
    let path = "cards/cardland/game.yaml";
    let base = files(&[]);
    let manifest = base.texts[path].to_string();
    let with = |value: &str| manifest.replacen("- close: attempt", &format!("- close: {value}"), 1);
    check(
        path,
        &[
            (with("attempt"), ""),
            (with("attepmt"), "nothing is called `attepmt` here"),
            (with("true"), "`close` names a record, found true or false"),
            (with("null"), "`close` names a record, found nothing"),
            (with("7"), "`close` names a record, found a number"),
            (with("{ a: 1 }"), "`close` names a record, found a map"),
        ],
    );
}

#[test]
fn a_phase_has_a_name() {
    let path = "cards/toy/game.yaml";
    let files = Files::with_root(Some(&std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/toy")))
        .expect("the fixture");
    let mut files = files;
    let manifest = files.texts[path].replace("phase: swift", "phase: \"\"");
    files.texts.insert(path.into(), manifest.into());
    let (Ok((_, problems)) | Err(problems)) = Catalog::load("toy", &files);
    assert!(problems.render_all().contains("phase"), "{}", problems.render_all());
}

#[test]
fn a_key_inside_a_text_is_told() {
    let inside =
        "text: >-\n  Draw two cards.\n\n  abilities:\n    - timing: main\n      turn: me\n      script: note(1)\n";
    let ability =
        "abilities:\n  - timing: main\n    turn: me\n    text: |\n      It.\n      once: turn\n    script: note(1)\n";
    let flavour = "flavour: >-\n  It is old.\n  number: seven\n";
    let sound = "text: >-\n  Choose one:\n  draw two, or draw: it\n  costs: nothing.\nflavour: \"number: 3\"\n";
    check(
        "cards/cardland/test/probe.yaml",
        &[
            (format!("{HEAD}{inside}"), "probe.yaml:11:3"),
            (format!("{HEAD}{inside}"), "`abilities:` is a line of the text under `text`"),
            (format!("{HEAD}{ability}"), "`once:` is a line of the text under `text`"),
            (format!("{HEAD}{flavour}"), "`number:` is a line of the text under `flavour`"),
            (format!("{HEAD}{sound}"), ""),
        ],
    );
}
