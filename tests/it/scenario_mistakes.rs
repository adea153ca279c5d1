//! Scenario mistakes: faults of a scenario are errors with a place, and so are unused parts and expectations that
//! always hold.

use std::path::Path;

use intermezzo_program::scenario::Runner;

/// A runner over the toy game.
fn runner() -> Runner {
    Runner::new(Some(&Path::new(env!("REPOSITORY")).join("tests/fixtures/toy"))).expect("the fixture is there")
}

/// Runs scenarios, each under a title of its own and of the toy game: of each a place, by its line, and a message.
#[track_caller]
fn check(cases: &[(&str, u32, &str)]) {
    let mut runner = runner();
    let mut wrong = Vec::new();
    for (text, line, expected) in cases {
        // What expects nothing would be refused for that.
        let keys = ["\nexpect:", " expect:", "refuse", "\nfindings:", "\ndeck:", "\nsnapshot:"];
        let says = keys.iter().any(|key| format!("\n{text}").contains(key));
        let expects = if says { "" } else { "expect: [{ result: none }]\n" };
        let outcome = runner.run("s.yaml", &format!("title: Toy\ngame: toy\n{text}\n{expects}"));
        let place = if *line == 0 { String::new() } else { format!("s.yaml:{}:", line + 2) };
        let fits = match expected.is_empty() {
            true => outcome.ok,
            false => !outcome.ok && outcome.message.contains(expected) && outcome.message.contains(&place),
        };
        if !fits {
            wrong.push(format!("{text}\n=> {}\n   expected line {}: {expected}", outcome.message, line + 2));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// Checks cases with a position before them: one line, so that each case begins in the second.
#[track_caller]
fn check_after(setup: &str, cases: &[(&str, u32, &str)]) {
    let texts: Vec<String> = cases.iter().map(|(text, ..)| format!("setup: {setup}\n{text}")).collect();
    let cases: Vec<(&str, u32, &str)> =
        cases.iter().zip(&texts).map(|((_, line, e), text)| (text.as_str(), *line, *e)).collect();
    check(&cases);
}

const SETUP: &str =
    "{ phase: main, amy: { hp: 5, hand: [imp, hush], deck: [drain, drain], field: [{ card: ogre, as: mine }] } }";

#[test]
fn keys_of_a_scenario() {
    check(&[
        ("setup: { phase: main, amy: { deck: [imp] } }", 0, ""),
        ("setpu: { phase: main }", 1, "unknown key `setpu`"),
        ("steps: []", 0, "a scenario needs one of `from`, `setup`, `start`, `deck` and `findings`"),
        ("from: [duel]", 1, "`from` is a text, found a list"),
        ("from: duel\nstart: {}", 2, "begins with `setup` and `from` or with `start`, not both"),
        ("from: duel\ndeck: {}", 1, "beside `deck` nobody reads `from`"),
        ("setup: main", 1, "a position is a map of phase"),
        ("setup: { phase: main }\nstart: {}", 2, "begins with `setup` and `from` or with `start`, not both"),
        ("setup: { phase: main }\nseed: lots", 2, "`seed` is a number from 0, found a text"),
        ("setup: { phase: main }\nseed: -1", 2, "`seed` is a number from 0, not -1"),
        ("setup: { phase: main }\nproves: []", 2, "it is empty and has no effect"),
        ("setup: { phase: main }\nproves: [{ a: b }]", 2, "`proves` is a word, a number, true or false, found a map"),
        ("setup: { phase: main }\noptions: hands", 2, "`options` is a map, found a text"),
        ("setup: { phase: main }\noptions: { hnads: 2 }", 0, "hnads"),
        (
            "setup: { phase: main }\noptions: { hands: '2' }",
            2,
            "the option `hands` cannot be the word `2` (help: it is a number)",
        ),
        ("options: { hands: true }\nsetup: { phase: main }", 1, "the option `hands` cannot be true"),
        ("setup: { phase: main }\nsnapshot: pictures", 2, "`snapshot` is `transcript`, not `pictures`"),
        ("setup: { phase: main }\nsnapshot: [transcript]", 2, "`snapshot` is `transcript`, found a list"),
        ("setup: { phase: main }\nfiles: { a.yaml: 3 }", 2, "`a.yaml` is a text, found a number"),
        ("setup: { phase: main }\npacks: [{}]", 2, "`packs` is a text, found a map"),
        ("setup: { phase: main }\npersons: []", 2, "it is empty"),
        ("setup: { phase: main }\nhints: [one]", 2, "`hints` goes with `findings` or `deck`"),
        ("findings: []\nsteps: []", 2, "beside `findings` nobody reads `steps`"),
        ("findings: []\nsetup: { phase: main }", 2, "beside `findings` nobody reads `setup`"),
        ("findings: [\"\"]", 1, "an empty text says nothing"),
        ("deck: { imp: 4 }\nexpect: [{ phase: main }]", 2, "beside `deck` nobody reads `expect`"),
        ("start: {}\nrefused: \"\"", 2, "an empty text says nothing"),
        ("start: {}\nrefused: not\nsteps: []", 3, "beside `refused` nobody reads `steps`"),
    ]);
}

#[test]
fn effects_of_positions() {
    let of = |effect: &str| format!("setup:\n  phase: main\n  amy: {{ field: [imp] }}\n  effects:\n    - {effect}");
    let cases = [
        ("{ field: power, by: 1 }", "an effect is about a `card` or a `player`"),
        ("{ card: imp, player: amy, field: power, by: 1 }", "an effect is about a `card` or a `player`"),
        ("{ card: ipm, field: power, by: 1 }", "no card is called `ipm`"),
        ("{ card: imp }", "an effect has one of `field`, `forbid`, `permit`, `grant`, `lose` and `controller`"),
        ("{ card: imp, field: power }", "`field` needs `by`"),
        ("{ card: imp, forbid: hit, by: 1 }", "nothing reads `by` without `field`"),
        ("{ card: imp, field: powr, by: 1 }", "there is no field to change called `powr` (did you mean `power`?"),
        ("{ card: imp, field: power, by: much }", "`power` is a number"),
        ("{ card: imp, field: power, by: { sett: 1 } }", "a number is not changed by `sett` (did you mean `set`?"),
        ("{ card: imp, field: power, by: 1, lasts: tern }", "unknown duration `tern` (did you mean `turn`?"),
        ("{ card: imp, forbid: hti }", "nothing asks about the verb `hti` (did you mean `hit`?"),
        ("{ card: imp, grant: nothing }", "there is no ability `nothing`"),
        ("{ card: imp, controller: dora }", "there is no seat `dora`"),
        ("{ player: amy, lose: all }", "only a card can lose an ability"),
        ("{ card: imp, feild: power }", "did you mean `field`?"),
    ];
    let texts: Vec<(String, &str)> = cases.iter().map(|(effect, why)| (of(effect), *why)).collect();
    let cases: Vec<(&str, u32, &str)> = texts.iter().map(|(text, why)| (text.as_str(), 5, *why)).collect();
    check(&cases);
    check(&[(&of("{ card: imp, field: power, by: 1, lasts: turn }"), 0, "")]);
}

#[test]
fn positions() {
    check(&[
        ("setup: { phase: main, amy: { hand: [123] } }", 1, "put it in quotes: `hand: \"123\"`"),
        ("setup:\n  phase: main\n  amy:\n    hp: lots", 4, "a number is wanted here, and this is a text"),
        ("setup:\n  phase: main\n  amy:\n    hpp: 3", 4, "there is no zone or counter `hpp`"),
        ("setup:\n  phase: mian", 2, "there is no phase `mian` (did you mean `main`?"),
        ("setup:\n  phase: main\n  activ: amy", 3, "did you mean `active`?"),
        ("setup:\n  phase: main\n  amy: { hnad: [imp] }", 3, "did you mean `hand`?"),
        ("setup: { phase: main }\noptions: { hnds: 2 }", 2, "did you mean `hands`?"),
        ("start: { amie: { cards: { imp: 4 } } }", 1, "`amie` is none of the names of `start` (known: amy, beth"),
        ("setup:\n  phase: [main]", 2, "`phase` is the name of a phase"),
        ("setup:\n  phase: main\n  active: dora", 3, "`active` is a seat that plays"),
        ("setup:\n  phase: main\n  active: [amy]", 3, "`active` is a seat that plays"),
        ("setup:\n  phase: main\n  turn: late", 3, "a number is wanted here"),
        ("setup:\n  phase: main\n  turn: 0", 3, "it is never less than 1"),
        ("setup:\n  phase: main\n  dora: {}", 3, "unknown key `dora` in setup"),
        ("setup:\n  phase: main\n  amy: [imp]", 3, "`amy` is a map of zones and counters, found a list"),
        ("setup:\n  phase: main\n  amy: { hand: [ipm] }", 3, "there is no card `ipm`"),
        ("setup:\n  phase: main\n  amy: { hand: [{ card: imp, sa: x }] }", 3, "unknown key `sa` of a card"),
        ("setup:\n  phase: main\n  amy: { hand: [{ card: imp, power: strong }] }", 3, "a number is wanted here"),
        ("setup:\n  phase: main\n  amy: { hand: [{ card: imp, status: redy }] }", 3, "there is no status `redy`"),
        ("setup:\n  phase: main\n  amy: { hand: [{ card: imp, slot: 2 }] }", 3, "there is no such slot"),
        ("setup:\n  phase: main\n  amy: { hand: [{ card: imp, slot: 1, at: [1, 1] }] }", 3, "not both"),
        (
            "setup:\n  phase: main\n  amy:\n    hand: [{ card: imp, as: x }]\n    field: [{ card: ogre, as: x }]",
            5,
            "`x` is the name of another card already",
        ),
        (
            "setup:\n  phase: main\n  amy:\n    hand: [{ card: imp, as: beth }]",
            4,
            "`beth` is the name of a seat already",
        ),
        (
            "setup:\n  phase: main\n  amy:\n    hand: [{ card: imp, as: ogre }]",
            4,
            "`ogre` is the name of the cards of that id already",
        ),
        ("setup:\n  phase: main\n  amy:\n    hand: [{ card: imp, as: a.b }]", 4, "`as` is a word of letters"),
        ("setup:\n  phase: main\n  amy:\n    hand: [{ card: imp, as: [x] }]", 4, "`as` is a word of letters"),
        ("setup:\n  phase: main\n  game: { x: 1 }", 3, "the game has no counter `x`"),
        ("setup:\n  phase: main\n  spaces: { amy.hand: 3 }", 3, "is no single space"),
        ("setup:\n  phase: main\npersons: [[amy], []]", 3, "it is empty"),
        ("start: { amy: nobodys_deck, beth: x, cleo: y }", 1, "nobodys_deck"),
        ("start: { amy: { cards: { imp: 4 } }, beth: { cards: { ipm: 4 } }, cleo: { cards: { imp: 4 } } }", 1, "ipm"),
        (
            "start: { amy: { cards: { imp: 4 } }, beth: { cards: { imp: 4 } }, cleo: { cards: { imp: 4 } }, dora: { cards: { imp: 4 } } }",
            1,
            "nobody reads the deck of `dora`",
        ),
    ]);
}

#[test]
fn steps() {
    check_after(
        SETUP,
        &[
            ("steps:\n  - amy: use hush\n    choose: [mine]", 0, ""),
            ("steps:\n  - amy", 3, "a step is a map"),
            ("steps:\n  - choose: [mine]", 3, "a step is one thing that is done, and this does nothing"),
            ("steps:\n  - { amy: pass, beth: pass }", 3, "this does `amy`, `beth`"),
            ("steps:\n  - amie: pass", 3, "unknown key `amie` in a step"),
            ("steps:\n  - amy: [pass]", 3, "a command is wanted here, and this is a list"),
            ("steps:\n  - pass: []", 3, "it is empty and has no effect"),
            ("steps:\n  - pass: [amie]", 3, "there is no seat `amie`"),
            ("steps:\n  - timeout: []", 3, "it is empty"),
            ("steps:\n  - sealed: {}", 3, "it is empty"),
            ("steps:\n  - expect: []", 3, "it is empty"),
            ("steps:\n  - pass: [amy]\n    choose: [mine]", 4, "beside `pass` nobody reads `choose`"),
            (
                "steps:\n  - amy: pass\n    choose: [mine]",
                3,
                "`choose` belongs to what is used, and `pass` uses nothing",
            ),
            ("steps:\n  - amy: pass\n    pay: [imp]", 3, "`pay` belongs to what is used"),
            ("steps:\n  - amy: pass now", 3, "nothing follows `pass`"),
            ("steps:\n  - amy: number many", 3, "`many` is no number"),
            ("steps:\n  - amy: sumon imp", 3, "unknown command `sumon` (did you mean `summon`?"),
            ("steps:\n  - amy: use hsuh", 3, "no card is called `hsuh`"),
            ("steps:\n  - amy: use hush/9", 3, "hush has no ability `9`"),
            (
                "steps:\n  - amy: use hush\n    choose: [mine]\n    pay: [imp]",
                3,
                "not everything in `choose` and `pay` was asked for",
            ),
            ("steps:\n  - amy: use hush\n    choose: { hit: mine, other: imp }", 3, "`other` was not asked for"),
        ],
    );
}

#[test]
fn what_must_be_refused() {
    check_after(
        SETUP,
        &[
            ("steps:\n  - refuse: { beth: pass, because: amy }", 0, ""),
            ("steps:\n  - refuse: { beth: pass }", 3, "what is refused needs `because`"),
            ("steps:\n  - refuse: { beth: pass, because: \"\" }", 3, "an empty text says nothing"),
            ("steps:\n  - refuse: { because: amy }", 3, "one thing is refused at a time"),
            ("steps:\n  - refuse: { beth: pass, cleo: pass, because: amy }", 3, "one thing is refused at a time"),
            ("steps:\n  - refuse: { beth: fly, because: amy }", 3, "unknown command `fly`"),
            ("steps:\n  - refuse: { beth: use nothing, because: amy }", 3, "no card is called `nothing`"),
            ("steps:\n  - refuse: { amy: pass, because: not }", 3, "it was not refused"),
            (
                "steps:\n  - refuse: { sealed: { amy: a, beth: b }, because: not }",
                3,
                "one hidden answer is refused at a time",
            ),
            (
                "steps:\n  - refuse: { beth: pass, because: amy, expect: [] }",
                3,
                "unknown key `expect` in what is refused",
            ),
        ],
    );
}

#[test]
fn expectations_can_fail() {
    check_after(
        SETUP,
        &[
            ("expect: [{ amy.hp: 5 }, { zone: { beth.hand: [] } }, { count: { amy.hand: 3 } }]", 0, ""),
            ("expect: [{}]", 2, "it is empty and has no effect"),
            ("expect: [amy.hp]", 2, "an expectation is a map of zone"),
            ("expect: [{ zone: {} }]", 2, "it is empty"),
            ("expect: [{ zone: { amy.hnad: [] } }]", 2, "there is no zone `hnad` (did you mean `hand`?"),
            ("expect: [{ holds: { amy.hnad: [] } }]", 2, "there is no zone `hnad` (did you mean `hand`?"),
            ("expect: [{ zone: { hand: [] } }]", 2, "whose is `hand`?"),
            ("expect: [{ zone: { amy.field.9: [] } }]", 2, "there is no slot `amy.field.9`"),
            ("expect: [{ zone: { amy.field.-9223372036854775808: [] } }]", 2, "there is no slot"),
            ("expect: [{ zone: { amy.hand: [ipm] } }]", 2, "no card is called `ipm`"),
            ("expect: [{ count: { amy.hand: many } }]", 2, "`amy.hand` is a number from 0, found a text"),
            ("expect: [{ count: { amy.hand: -1 } }]", 2, "`amy.hand` is a number from 0, not -1"),
            ("expect: [{ status: { mine: [] } }]", 2, "it is empty"),
            ("expect: [{ status: { mine: tired } }]", 2, "there is no status `tired`"),
            ("expect: [{ view: { amy: {} } }]", 2, "it is empty"),
            ("expect: [{ view: { amie: { amy.hand: [] } } }]", 2, "`amie` is none of the names of `view`"),
            ("expect: [{ asked: [] }]", 2, "it is empty"),
            ("expect: [{ log: \"\" }]", 2, "an empty text says nothing"),
            ("expect: [{ log: [] }]", 2, "it is empty"),
            ("expect: [{ no_log: [] }]", 2, "it is empty"),
            ("expect: [{ no_log: { amy: [] } }]", 2, "it is empty"),
            ("expect: [{ result: { winer: amy } }]", 2, "did you mean `winner`?"),
            ("expect: [{ result: won }]", 2, "`result` is `draw`, `lost`, `none`, `over` or `aborted`"),
            ("expect: [{ winner: amy }]", 2, "unknown key `winner` in an expectation"),
            ("expect: [{ amy.hpp: 5 }]", 2, "there is no field `hpp`"),
            ("expect: [{ nobody.hp: 5 }]", 2, "nothing is called `nobody`"),
        ],
    );
}

#[test]
fn what_is_offered_is_said_in_the_words_of_steps() {
    check_after(
        SETUP,
        &[
            ("expect: [{ offers: { amy: [use hush, use drain, summon imp, pass] } }]", 0, ""),
            // Every name that a step takes.
            ("expect: [{ offers: { amy: [use hush#1, use hush/1, pass] } }]", 2, "offered to amy is"),
            ("expect: [{ offers: { amy: [use hush#1, use drain/1, summon imp#1, pass] } }]", 0, ""),
            ("expect: [{ offers: { amy: [pass, use hush/1, use drain#1, summon imp] } }]", 0, ""),
            ("expect: [{ offers: { amy: [use hush, use imp, pass] } }]", 2, "offered to amy is"),
            ("expect: [{ offers: { amy: [use hsuh, summon imp, pass] } }]", 2, "no card is called `hsuh`"),
            ("expect: [{ offers: { amy: [use hush, sumon imp, pass] } }]", 2, "unknown command `sumon`"),
            ("expect: [{ offers: { amy: [yes] } }]", 2, "asked what to use, and `yes` is no use"),
            ("expect: [{ offers: { beth: [pass] } }]", 2, "amy"),
        ],
    );
}

/// Cards whose scripts use chance.
const FILES: &str = r#"files:
  cards/toy/basic/dice.yaml: |
    name: Dice
    type: spell
    text: "Chance."
    abilities:
      - timing: main
        turn: any
        script: |
          local one = roll.pick(cards { zone = "field", controller = me })
          local n = roll.number(1, 6)
          note("picked " .. one.name .. ", drew " .. n)
      - id: shuffle
        timing: main
        turn: any
        script: act.shuffle(me, "deck")
      - id: words
        timing: main
        turn: any
        script: note("word " .. roll.pick(defs { type = "spell" }) .. " " .. tostring(roll.pick({ 4, 5 })) .. " " .. roll.pick({ "some text", "other" }))
      - id: abilities
        timing: main
        turn: any
        script: note("ability of " .. roll.pick(abilities { name = { "Ogre", "Herald" } }).card)
      - id: made
        timing: main
        turn: any
        script: |
          act.create("imp", "field")
          act.create("imp", "field")
          local one = roll.pick(cards { zone = "field", name = "Imp", controller = me })
          act.change(one, "power", 4)
"#;

#[track_caller]
fn chance(cases: &[(&str, u32, &str)]) {
    let setup = "setup: { phase: main, amy: { hand: [dice, { card: imp, as: held }], deck: [drain, drain, drain], field: [ogre, herald] } }\n";
    let texts: Vec<String> = cases.iter().map(|(text, ..)| format!("{text}\n{setup}{FILES}")).collect();
    let cases: Vec<(&str, u32, &str)> =
        cases.iter().zip(&texts).map(|((_, line, e), text)| (text.as_str(), *line, *e)).collect();
    check(&cases);
}

const DICE: &str = "steps: [{ amy: use dice/1 }, { pass: [beth, cleo] }]";
const SHUFFLE: &str = "steps: [{ amy: use dice/shuffle }, { pass: [beth, cleo] }]";
const WORDS: &str = "steps: [{ amy: use dice/words }, { pass: [beth, cleo] }]";

#[test]
fn chance_is_dictated_by_name() {
    let log = |rng: &str, steps: &str, log: &str| format!("rng: {rng}\n{steps}\nexpect: [{{ log: \"{log}\" }}]");
    let abilities = "steps: [{ amy: use dice/abilities }, { pass: [beth, cleo] }]";
    let made = "steps: [{ amy: use dice/made }, { pass: [beth, cleo] }]";
    for n in ["herald", "ogre"] {
        let name = if n == "herald" { "Herald" } else { "Ogre" };
        let text = log(&format!("[{{ pick: [{n}] }}, {{ number: 3 }}]"), DICE, &format!("picked {name}, drew 3"));
        chance(&[(&text, 0, "")]);
        let of = format!("[{{ pick: [{n}/1] }}]");
        chance(&[(&log(&of, abilities, &format!("ability of {name}")), 0, "")]);
    }
    // A pick that nobody dictated leaves the number that comes next alone.
    for number in ["0", "1"] {
        let text = log(&format!("[{{ number: {number} }}]"), DICE, &format!("drew {number}"));
        let message = if number == "0" { "the transcript does not say `drew 0`" } else { "" };
        chance(&[(&text, 0, message)]);
    }
    for (names, said) in [("hush, 5, other", "word Hush 5 other"), ("Gift, 4, some text", "word Gift 4 some text")] {
        chance(&[(&log(&format!("[{{ pick: [{names}] }}]"), WORDS, said), 0, "")]);
    }
    for (copy, power) in
        [("imp#2", "{ imp#2.power: 5 }, { imp#3.power: 1 }"), ("imp#3", "{ imp#2.power: 1 }, { imp#3.power: 5 }")]
    {
        let text = format!("rng: [{{ pick: [{copy}] }}]\n{made}\nexpect: [{power}]");
        chance(&[(&text, 0, "")]);
    }
}

#[test]
fn chance_that_is_left_over_is_told_by_number() {
    chance(&[
        ("rng: []", 1, "it is empty"),
        ("rng: [{ toss: 1 }]", 1, "unknown key `toss` in a chance result"),
        ("rng: [{ number: three }]", 1, "`number` is a number, and this is a text"),
        ("rng: [{ number: 9, of: \"1..3\" }]", 1, "9 does not lie in 1..3"),
        ("rng: [{ number: 1, of: 3 }]", 1, "written `1..3`"),
        ("rng: [{ pick: [] }]", 1, "it names nothing"),
        ("rng: [{ shuffle: [drain, darin] }]", 1, "no card is called `darin` (did you mean `drain`?)"),
        ("rng: [{ shuffle: [drain, drain] }]", 1, "the shuffle names `drain` twice"),
        (
            &format!("rng:\n  - {{ pick: [ogrr] }}\n{DICE}"),
            2,
            "the first result under `rng` was not used: a pick of `ogrr`, which nothing is called (did you mean `ogre`?). But a pick was made among ogre, herald.",
        ),
        (
            &format!(
                "rng:\n  - {{ pick: [ogre] }}\n  - {{ number: 2 }}\n  - {{ shuffle: [drain, drain#2, drain#3] }}\n{DICE}"
            ),
            4,
            "the third result under `rng` was not used: a shuffle to drain, drain#2, drain#3. No shuffle happened after step 1.",
        ),
        (
            &format!("rng:\n  - {{ shuffle: [drain, drain#2] }}\n  - {{ number: 2 }}\n{SHUFFLE}"),
            2,
            "the first result under `rng` was not used: a shuffle to drain, drain#2. But amy.deck",
        ),
        (
            &format!("rng:\n  - {{ pick: [ogre] }}\n  - {{ number: 9 }}\n{DICE}"),
            3,
            "the second result under `rng` was not used: the number 9. But after step 1 a number was drawn from 1..6.",
        ),
        (&format!("rng: [{{ pick: [held] }}, {{ number: 2 }}]\n{DICE}"), 1, "1 after it were not used either"),
    ]);
}

/// A step of a use that is given something, and an ability that an effect uses.
const USES: &str = r#"files:
  scripts/toy/extra.lua: |
    step("told", function(args)
      note("told " .. args.card.name .. " and " .. tostring(args.hit and args.hit.name))
    end)
  cards/toy/basic/teller.yaml: |
    name: Teller
    type: spell
    text: "Tells."
    abilities:
      - timing: main
        turn: any
        targets: { hit: { zone: field } }
        do: [{ step: told, with: { card: this.card, hit: this.hit } }]
  cards/toy/basic/mimic.yaml: |
    name: Mimic
    type: spell
    text: "Uses what Hush does."
    abilities:
      - timing: main
        turn: any
        script: agenda.use("hush/1", { by = me })
"#;

#[test]
fn a_step_inside_a_use_has_its_arguments() {
    let setup = "setup: { phase: main, amy: { hand: [teller], deck: [drain], field: [ogre] } }";
    let play =
        "steps: [{ amy: use teller, choose: [ogre] }, { pass: [beth, cleo] }]\nexpect: [{ log: told Teller and Ogre }]";
    check(&[(&format!("{setup}\n{play}\n{USES}"), 0, "")]);
}

#[test]
fn what_an_effect_uses_goes_through_the_steps_of_its_kind() {
    let setup = "setup: { phase: main, amy: { hand: [mimic], deck: [drain], field: [ogre] }, beth: { hand: [veto] } }";
    // Beth may reply to the Mimic, and then to what it uses.
    let steps = "steps:\n  - amy: use mimic\n  - beth: pass\n  - amy: choose [ogre]\n  \
                 - expect: [{ window: reply }, { zone: { used: [mimic] } }]\n  - beth: use veto\n\
                 expect: [{ zone: { amy.discard: [mimic], beth.discard: [veto] } }, { window: main }]";
    check(&[(&format!("{setup}\n{steps}\n{USES}"), 0, "")]);
}

#[test]
fn a_scenario_says_something() {
    for steps in ["", "steps: [{ amy: summon imp }]"] {
        let outcome = runner().run("s.yaml", &format!("title: Toy\ngame: toy\nsetup: {SETUP}\n{steps}\n"));
        assert!(!outcome.ok && outcome.message.contains("it expects nothing"), "{}", outcome.message);
    }
    check_after(
        SETUP,
        &[
            ("expect: []", 2, "it is empty and has no effect"),
            ("steps: [{ amy: summon imp }, { expect: [{ count: { amy.hand: 2 } }] }]", 0, ""),
            ("steps: [{ refuse: { beth: pass, because: o } }]", 2, "at least three are wanted"),
            ("expect: [{ log: [imp, fl] }]", 2, "at least three are wanted"),
            ("expect: [{ no_log: ra }]", 2, "at least three are wanted"),
            ("expect: [{ no_log: { beth: 36 } }]", 2, "at least three are wanted"),
            ("expect: [{ no_log: zebra }]", 0, ""),
            ("steps: [{ refuse: { beth: pass, because: 12 } }]", 2, "`because` is a text, found a number"),
        ],
    );
    check(&[
        ("findings: [e]", 1, "at least three are wanted"),
        ("start: {}\nrefused: e", 2, "at least three are wanted"),
    ]);
}

#[test]
fn files_that_nobody_reads_are_found() {
    let one = |path: &str| format!("findings: []\nfiles:\n  {path}: \"x\"");
    check(&[
        (&one("card/toy/x.yaml"), 3, "`toy` does not read `card/toy/x.yaml`"),
        (&one("cards/other/x.yaml"), 0, "there is no game `other`"),
        (&one("cards/toy/basic/x.yml"), 0, "nothing reads this file"),
        (&one("script/toy/x.lua"), 3, "does not read"),
        (&one("scripts/x.lua"), 0, "it lies in no game's folder"),
        (
            "setup: { phase: main, amy: { hp: 5 } }\nexpect: [{ amy.hp: 5 }]\nfiles: { toy/x.yaml: x }",
            3,
            "does not read",
        ),
    ]);
}

/// A creature that triggers itself: the drawing of nothing at the beginning of the phase starts it.
const LOOP: &str = r#"files:
  cards/toy/basic/echo.yaml: |
    name: Echo
    type: creature
    power: 1
    text: "Answers itself."
    abilities:
      - after: hit
        match: { player: me }
        do: [{ hit: { player: me, amount: 0 } }]
setup: { phase: main, amy: { field: [echo] } }
"#;

#[test]
fn a_game_that_broke_off_shows_nothing() {
    check(&[
        (&format!("{LOOP}expect: [{{ phase: main }}]"), 0, "the game broke off: 500 triggers without a decision: Echo"),
        (&format!("{LOOP}expect: [{{ log: 500 triggers }}]"), 0, ""),
        (
            &format!("{LOOP}steps: [{{ expect: [{{ log: [Echo, 500 triggers] }}] }}]\nexpect: [{{ phase: main }}]"),
            0,
            "",
        ),
    ]);
}

#[test]
fn a_number_that_is_expected_may_be_compared() {
    check_after(
        SETUP,
        &[
            ("expect: [{ amy.hp: \">= 5\", mine.power: \"> 0\" }, { amy.hp: \"<= 5\" }, { amy.hp: \"< 6\" }]", 0, ""),
            ("expect: [{ amy.hp: \">= 6\" }]", 2, "amy.hp is 5, expected >= 6"),
            ("expect: [{ amy.hp: \"< 5\" }]", 2, "amy.hp is 5, expected < 5"),
            ("expect: [{ amy.hp: \">= many\" }]", 2, "`>= many` compares with no number"),
            ("expect: [{ mine.zone: \">= 2\" }]", 2, "mine.zone is field, which is no number to compare"),
        ],
    );
}

#[test]
fn what_check_says_of_a_scenario_names_what_is_meant() {
    let judged = |setup: &str, more: &str| {
        let text = format!("title: Toy\ngame: toy\nsetup: {setup}\n{more}\nexpect: [{{ asked: amy }}]\n");
        let found = runner().judge("s.yaml", &text);
        found
            .list()
            .iter()
            .map(|p| format!("{}: {} ({})", p.span, p.message, p.help.as_deref().unwrap_or("")))
            .collect::<String>()
    };
    let check = |setup: &str, more: &str, expected: &str| {
        let found = judged(setup, more);
        assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{setup} {more}: {found}");
    };
    check("{ phase: main, amy: { deck: [imp] } }", "", "");
    for (seat, help) in [("bert", "known: phase, active"), ("Beth", "did you mean `beth`?")] {
        let setup = format!("{{ phase: main, {seat}: {{ deck: [imp] }} }}");
        check(&setup, "", &format!("s.yaml:3:23: unknown key `{seat}` in a position ({help}"));
    }
    // A card whose `card` is misspelt is no seat.
    check("{ phase: main, used: { crad: imp } }", "", "a card in a zone needs `card`");
    check("{ phase: main }", "persons: 5", "`persons` is a list of persons, each a list of seats");
    check("{ phase: main }", "persons: [[amy, bet]]", "there is no seat `bet` (did you mean `beth`?");
    let compares = "expect: [{ amy.hp: \">= many\" }]";
    let text = format!("title: Toy\ngame: toy\nsetup: {{ phase: main }}\n{compares}\n");
    let found = runner().judge("s.yaml", &text);
    assert!(found.render_all().contains("`>= many` compares with no number"), "{}", found.render_all());
}

/// Deck lists of other programs begin with the number; the error shows the form of a deck here.
#[test]
fn a_deck_list_of_another_program_is_told_how_a_deck_writes_it() {
    let game = crate::support::engine();
    let (id, name) = ("brother_almond", "Brother Almond");
    for line in [
        format!("cards: [\"3 {name}\"]"),
        format!("cards: [\"3x {id}\"]"),
        format!("cards: {{ \"{name} x3\": 1 }}"),
        format!("cards: {{ 3 {name} }}"),
    ] {
        let error = game.read_deck("deck.yaml", &format!("name: Mine\n{line}\n")).expect_err("it is no deck");
        let told = error.problems().map_or_else(|| error.to_string(), |problems| problems.render_all());
        assert!(told.contains(&format!("write `{id}: 3`")), "{line}: {told}");
    }
}
