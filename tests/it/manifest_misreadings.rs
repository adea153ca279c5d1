//! Manifest misreadings: text of a manifest that loads and means something else than it seems to is found, at its
//! place.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;
use intermezzo_program::scenario::Runner;

/// A game with a part of each kind that a slip can be made in.
const GAME: &str = r#"game: small
title: Small
levels: [game, turn]
zones:
  deck: { seen_by: nobody }
  hand: { seen_by: owner }
  field: {}
  stack: { shared: true }
  grave: {}
draw: { from: deck, to: hand }
types:
  beast: { live_in: field, fields: { power: int, traits: words? } }
  spell: { live_in: hand }
words: { traits: [Bird, Ogre, Cat] }
attributes:
  card: { power: { min: 0 } }
  player:
    held: { amount: { count: { zone: hand, controller: it } } }
    secret: { seen_by: owner, amount: { sum: power, of: { zone: hand, controller: it } } }
counters: { player: { life: 20, damage: 0 }, game: { beat: 0 } }
records:
  fight: { by: player, fighters: { cards: field }, blows: { records: blow } }
  blow: { source: card, victim: any, amount: int }
events:
  hits: { fields: { victim: player, source: card, amount: int }, does: [{ change: { object: victim, name: damage, by: amount } }] }
  lands: { fields: { blow: any, by: player? }, does: [{ hits: { victim: blow.victim, source: blow.source, amount: blow.amount } }] }
timings: { main: {} }
uses:
  spell: { for: spell, to: stack, steps: [resolve, { settle: owner.grave }] }
actions:
  play: { timing: main, from: hand, for: { type: beast }, do: [{ move: { card: this.card, to: me.field } }] }
  strike:
    timing: main
    targets: { one: { zone: field, controller: me } }
    do:
      - open: { fight: { by: me } }
      - put: { fight.fighters: this.one }
      - open: { blow: { source: this.one, victim: opponent, amount: 2 } }
      - open: { blow: { source: this.one, victim: opponent, amount: 3 } }
      - each: fight.blows
        as: struck
        do: [{ lands: { blow: struck } }]
      - choose: { number: "1..3", random: true }
        as: die
        do: [{ change: { object: game, name: beat, by: 1 } }]
      - close: fight
windows: { main: { protocol: free, players: active, offers: [main] }, bid: { protocol: sealed, players: all, decision: { number: "0..3" } } }
ability_kinds:
  strong: { while: true, affects: self, modify: { power: 1 } }
abilities:
  mighty: { kind: strong, text: mighty }
rules:
  - { after: hits, do: [{ change: { object: game, name: beat, by: 1 } }] }
checks:
  - { id: beaten, match: { player: { life: "<= 0" } }, do: [{ lose: it }] }
flow:
  game: [{ draw: { player: all, n: 2 } }, { repeat: turn, alternate: true, max: 9 }]
  turn: [{ phase: main, do: [{ window: main }, { window: bid }] }]
decks:
  cards: { to: deck, holds: [beast, spell], count: 40 }
"#;

/// Cards of that game.
const CARDS: [(&str, &str); 2] = [
    ("wolf", "name: Wolf\ntype: beast\npower: 2\ntraits: Bird\nabilities:\n  - { kind: strong }\n"),
    ("bolt", "name: Bolt\ntype: spell\nabilities:\n  - { timing: main, turn: me, do: [{ draw: 1 }] }\n"),
];

fn files(manifest: &str) -> Files {
    let mut files = Files::built_in();
    files.texts.insert("cards/small/game.yaml".into(), Arc::from(manifest));
    for (id, card) in CARDS {
        files.texts.insert(format!("cards/small/basic/{id}.yaml"), Arc::from(card));
    }
    files
}

/// All that is found: the key, the place, the message and the help.
fn found(manifest: &str) -> Vec<String> {
    let told = |problems: &intermezzo::error::Problems| {
        let one = |p: &intermezzo::error::Problem| {
            format!("{} {}: {} ({})", p.key, p.span, p.message, p.help.as_deref().unwrap_or_default())
        };
        problems.list().iter().map(one).collect::<Vec<_>>()
    };
    match Loader::default().load("small", &files(manifest)) {
        Err(problems) => told(&problems),
        Ok((game, problems)) => [told(&problems), told(&lint::findings(game.catalog()))].concat(),
    }
}

/// Plays a scenario of the game with the first text in place of the second.
#[track_caller]
fn play(old: &str, new: &str, scenario: &str) {
    assert!(GAME.contains(old), "the game has no {old}");
    let text = format!("title: Small\ngame: small\n{scenario}");
    let outcome = Runner::over(files(&GAME.replacen(old, new, 1))).run("s.yaml", &text);
    assert!(outcome.ok, "{}", outcome.message);
}

/// With the first text in place of the second, this is found where the third stands, and nothing else.
#[track_caller]
pub(crate) fn check(cases: &[(&str, &str, &str, &str)]) {
    check_of(GAME, cases);
}

/// Checks cases in a game that was changed before.
#[track_caller]
pub(crate) fn check_with(before: (&str, &str), cases: &[(&str, &str, &str, &str)]) {
    assert!(GAME.contains(before.0), "the game has no {}", before.0);
    check_of(&GAME.replacen(before.0, before.1, 1), cases);
}

#[track_caller]
fn check_of(game: &str, cases: &[(&str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (old, new, at, expected) in cases {
        assert!(game.contains(old), "the game has no {old}");
        let manifest = game.replacen(old, new, 1);
        let found = found(&manifest);
        let fits = match expected.is_empty() {
            true => found.is_empty(),
            false => {
                let from = manifest.find(new).expect("it is there");
                let place = from + manifest[from..].find(at).expect("the place is there");
                let line = manifest[..place].matches('\n').count() + 1;
                let column = place - manifest[..place].rfind('\n').map_or(0, |i| i + 1) + 1;
                let place = format!("cards/small/game.yaml:{line}:{column}: ");
                found.len() == 1 && found[0].contains(&place) && found[0].contains(expected)
            }
        };
        if !fits {
            wrong.push(format!("{new}\n=> {found:#?}\n   expected at {at}: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    assert_eq!(found(GAME), Vec::<String>::new());
}

#[test]
fn the_flow_stands_on_no_card() {
    let turn = "do: [{ window: main }, { window: bid }]";
    let message = "`self` is nothing here, for this stands on no card";
    check(&[
        (turn, "do: [{ window: main }, { window: bid }, { move: { card: self, to: owner.grave } }]", "self", message),
        (
            turn,
            "do: [{ window: main }, { window: bid }, { if: { exists: { is: self } }, do: [{ draw: 1 }] }]",
            "self",
            message,
        ),
        (
            turn,
            "do: [{ window: main }, { window: bid }, { each: all, do: [{ draw: { n: self.power } }] }]",
            "self",
            message,
        ),
    ]);
}

#[test]
fn it_is_something_or_is_found() {
    check(&[
        (
            "{ life: \"<= 0\" }",
            "{ life: \"<= damage\" }",
            "<= damage",
            "`damage` is a field of `it` here, and `it` is nothing",
        ),
        ("{ life: \"<= 0\" }", "{ life: \"<= it.damage\" }", "<= it.damage", "`it.damage`: `it` is nothing here"),
        ("{ life: \"<= 0\" }", "{ where: { amount: it.life, is: \"<= it.damage\" } }", "", ""),
        (
            "{ zone: field, controller: me }",
            "{ zone: field, host: { not: { controller: it.controller } } }",
            "it.controller",
            "under `where`",
        ),
        (
            "{ zone: field, controller: me }",
            "{ zone: field, where: { it.host: { not: { controller: it.controller } } } }",
            "",
            "",
        ),
        ("for: { type: beast }", "for: { type: beast }, if: { amount: it.power }", "it.power", "nothing here"),
        (
            "repeat: turn, alternate: true, max: 9 }",
            "repeat: turn, max: 9 }, { result: { rank: [it.life, \"0 - damage\"] } }",
            "",
            "",
        ),
        ("by: amount }", "by: it.life }", "", ""),
        (
            "do: [{ lose: it }]",
            "do: [{ change: { object: it, name: damage, by: it.damge } }]",
            "it.damge",
            "a player has no field `damge`",
        ),
        (
            "as: die\n        do: [{ change: { object: game, name: beat, by: 1 } }]",
            "do: [{ change: { object: game, name: beat, by: it } }]",
            "",
            "",
        ),
    ]);
}

#[test]
fn what_an_event_is_about_is_said() {
    let lands = "lands: { blow: struck }";
    check(&[
        (lands, "hits: { victim: opponent, amount: 1 }", "hits", "`hits` says nothing of `source`"),
        (lands, "hits: opponent", "hits", "says nothing of `source`, `amount`"),
        (lands, "lands: {}", "", ""),
        (lands, "lands: { blow: struck } }, { hits: { victim: opponent, source: this.one, amount: 1 }", "", ""),
        (
            lands,
            "hits: { victim: self, source: self, amount: 1 }",
            "self",
            "`self.controller` is the player who acts with it",
        ),
        (
            lands,
            "hits: { victim: me, source: active, amount: 1 }",
            "active",
            "`active` is a player, but this place needs a card",
        ),
        (
            "victim: blow.victim, source: blow.source",
            "source: event.by, victim: blow.victim",
            "event.by,",
            "needs a card",
        ),
        ("by: amount } }] }", "by: 0 } }] }", "0 }", "this changes a number by 0"),
        ("by: amount } }] }", "by: \"0 - amount\" } }] }", "", ""),
    ]);
}

#[test]
fn a_card_goes_to_a_zone_and_a_record_is_open() {
    let to = "to: me.field";
    check(&[
        (to, "to: me", "me", "`me` is a player, and a card goes to a zone or a space"),
        (to, "to: this.card", "this.card", "is a card, and a card goes to a zone"),
        (to, "to: fight.fighters", "fight.fighters", "is a card, and a card goes to a zone"),
        (to, "to: this.card.space", "", ""),
        ("fight.fighters: this.one", "fight.fighters: me", "me", "`me` is a player, but this place needs a card"),
        ("fight.fighters: this.one", "fight.blows: this.card", "this.card", "this place needs a record"),
        ("fight: { by: me }", "fight: { by: this.card }", "this.card", "this place needs a player"),
        ("records:\n", "records:\n  quest: { by: player }\n", "quest", "nothing opens the record `quest`"),
    ]);
}

#[test]
fn a_name_is_no_word_of_every_game() {
    let each = "as: struck\n        do: [{ lands: { blow: struck } }]";
    check(&[
        (
            each,
            "as: me\n        do: [{ lands: { blow: fight } }]",
            "me",
            "what a list is done with cannot be called `me`",
        ),
        (each, "as: a.b\n        do: [{ lands: { blow: fight } }]", "a.b", "`a.b` cannot be a name"),
        (each, "as: it\n        do: [{ lands: { blow: it } }]", "", ""),
        ("as: die", "as: game", "game", "cannot be called `game`"),
        ("by: player? }", "active: player? }", "active", "a field of an event cannot be called `active`"),
        ("records:\n", "records:\n  self: { by: player }\n", "self", "a record cannot be called `self`"),
    ]);
}

#[test]
fn a_range_has_two_dots() {
    let help = "from 1 to 6 is written `1..6`";
    check(&[
        ("number: \"1..3\"", "number: \"1-6\"", "1-6", help),
        ("number: \"1..3\"", "number: 1 - 6", "1 - 6", help),
        ("number: \"0..3\"", "number: 1-6", "1-6", help),
        ("number: \"0..3\"", "number: all", "all", "both ends"),
        ("number: \"0..3\"", "number: \"3..0\"", "3..0", "the least is more than the most"),
        ("{ life: \"<= 0\" }", "{ life: 1-6 }", "1-6", "from 1 to 6 is two comparisons"),
        ("{ life: \"<= 0\" }", "{ life: \"= 6-1\" }", "", ""),
    ]);
}

#[test]
fn a_use_takes_effect() {
    let (steps, of_action) = ("[resolve, { settle: owner.grave }]", "for: { type: beast }, do:");
    check(&[
        (steps, "[{ settle: owner.grave }]", "[{", "a use of `spell` never takes effect"),
        (of_action, "for: { type: beast }, steps: [{ window: main }], do:", "[{ window", "what the action itself says"),
        (of_action, "for: { type: beast }, steps: [{ window: main }, resolve], do:", "", ""),
    ]);
}

#[test]
fn words_that_are_listed_are_known() {
    let rule = "rules:\n";
    check(&[
        (rule, "rules:\n  - { while: true, affects: { zone: field }, modify: { traits: Cat } }\n", "", ""),
        (rule, "rules:\n  - { while: true, affects: { traits: Ogre }, modify: { power: 1 } }\n", "", ""),
        (
            rule,
            "rules:\n  - { while: true, affects: { zone: field }, modify: { traits: Cta } }\n",
            "Cta",
            "did you mean `Cat`?",
        ),
        (
            rule,
            "rules:\n  - { while: true, affects: { traits: Oger }, modify: { power: 1 } }\n",
            "Oger",
            "did you mean `Ogre`?",
        ),
        // The manifest's list of words decides: two rules that agree on an unlisted word are reported, too.
        (
            rule,
            "rules:\n  - { while: true, affects: { zone: field }, modify: { traits: Toad } }\n  - { while: true, affects: { traits: Toad }, modify: { power: 1 } }\n",
            "Toad",
            "the manifest lists the words of traits",
        ),
    ]);
}

#[test]
fn a_kind_of_ability_is_read() {
    check(&[
        ("ability_kinds:\n", "ability_kinds:\n  ward: {}\n", "ward", "no ability is of the kind `ward`"),
        (
            "mighty: { kind: strong, text: mighty }",
            "mighty: { kind: strang, text: mighty, while: true, affects: self, modify: { power: 1 } }",
            "strang",
            "did you mean `strong`?",
        ),
    ]);
}

#[test]
fn a_number_that_everybody_sees_tells_nothing_of_what_is_hidden() {
    let held = "held: { amount: { count: { zone: hand, controller: it } } }";
    check(&[
        (
            held,
            "held: { amount: { count: { zone: hand, type: beast, controller: it } } }",
            "{ count",
            "everybody sees `held`, and it tells something of what cards lie in `hand`",
        ),
        (held, "held: { amount: { sum: power, of: { zone: hand, controller: it } } }", "{ sum", "`seen_by: owner`"),
        (held, "held: { amount: { sum: power, of: { zone: field, controller: it } } }", "", ""),
        (
            held,
            "held: { seen_by: owner, amount: { sum: power, of: { zone: deck, controller: it } } }",
            "{ sum",
            "its player sees `held`",
        ),
        (held, "held: { seen_by: nobody, amount: { sum: power, of: { zone: deck, controller: it } } }", "", ""),
        (held, "held: { amount: it.secret }", "it.secret", "`secret`, which not everybody sees"),
    ]);
}

#[test]
fn a_number_that_everybody_sees_tells_nothing_of_what_lies_face_down() {
    let hide = "actions:\n  hide: { timing: main, from: hand, do: [{ move: { card: this.card, to: me.field, face: down } }] }\n";
    let game = GAME.replacen("actions:\n", hide, 1);
    let held = "held: { amount: { count: { zone: hand, controller: it } } }";
    let told = "everybody sees `held`, and it tells something of what lies face down in `field`";
    check_of(
        &game,
        &[
            (held, "held: { amount: { sum: power, of: { zone: field, controller: it } } }", "{ sum", told),
            (held, "held: { amount: { sum: power, of: { zone: field, controller: it, face: up } } }", "", ""),
            (held, "held: { seen_by: owner, amount: { sum: power, of: { zone: field, controller: it } } }", "", ""),
            (held, "held: { amount: { count: { zone: field, controller: it } } }", "", ""),
        ],
    );
}

/// As where a script hands over a list: `act.lands(record("fight").blows)`.
#[test]
fn a_list_in_a_first_field_that_may_hold_anything_makes_one_event_each() {
    let each = "- each: fight.blows\n        as: struck\n        do: [{ lands: { blow: struck } }]";
    let strike = "setup: { phase: main, amy: { field: [wolf] } }\nsteps: [{ amy: strike, choose: [wolf]}]\n\
                  expect: [{ beth.damage: 5 }, { amy.damage: 0 }, { game.beat: 3 }]";
    play(each, each, strike);
    play(each, "- lands: { blow: fight.blows }", strike);
    play(each, "- lands: fight.blows", strike);
}

#[test]
fn a_team_loses_together_where_the_rule_says_so() {
    let play_as_four = |who: &str, winners: &str| {
        let manifest = GAME
            .replacen("levels:", "players: 4\nlevels:", 1)
            .replacen("  player:\n", "  player:\n    team: { amount: \"mod(it.seat, 2)\" }\n", 1)
            .replacen(
                "actions:\n",
                &format!("actions:\n  yield: {{ timing: main, do: [{{ result: {{ lose: {who} }} }}] }}\n"),
                1,
            );
        let text = format!(
            "title: Four\ngame: small\nsetup: {{ phase: main }}\nsteps: [{{ amy: yield }}]\nexpect: [{{ result: {{ winner: {winners} }} }}]"
        );
        let outcome = Runner::over(files(&manifest)).run("s.yaml", &text);
        assert!(outcome.ok, "{}", outcome.message);
    };
    play_as_four("me", "[beth, cleo, dora]");
    play_as_four("{ player: { team: me.team } }", "[beth, dora]");
}

#[test]
fn a_comparison_that_any_number_meets_is_found() {
    let target = "one: { zone: field, controller: me }";
    let power = |test: &str| format!("one: {{ zone: field, controller: me, power: \"{test}\" }}");
    check(&[
        (target, &power("> 0"), "", ""),
        (target, &power(">= 0"), ">= 0\"", "this always holds: `power` is always at least 0"),
        (target, &power("> -1"), "> -1\"", "this always holds: `power` is always at least 0"),
        (target, &power("< 0"), "< 0\"", "this never holds: `power` is always at least 0"),
    ]);
}

#[test]
fn numbers_beyond_what_is_done_or_allowed_are_found() {
    check(&[
        (
            "  game: [{ draw: { player: all, n: 2 } },",
            "  game: [{ each: { number: \"1..2000\" }, as: n, do: [{ change: { object: game, name: beat, by: n } }] }, { draw: { player: all, n: 2 } },",
            "1..2000",
            "a round is done for 1024 numbers at most",
        ),
        (
            "  game: [{ draw: { player: all, n: 2 } },",
            "  game: [{ each: { number: \"1..1024\" }, as: n, do: [{ change: { object: game, name: beat, by: n } }] }, { draw: { player: all, n: 2 } },",
            "game",
            "",
        ),
        (
            "decks:\n",
            "options: { rounds: { default: 0, least: 1 } }\nrequires: [{ if: { amount: option.rounds, is: \"> 0\" }, because: rounds }]\ndecks:\n",
            "0, least",
            "the default of `rounds` is 0, which is beyond its bounds",
        ),
        (
            "decks:\n",
            "options: { mode: { default: slow, least: 1 } }\nrequires: [{ if: { option: { mode: slow } }, because: slow }]\ndecks:\n",
            "1 } }",
            "`least` bounds a number",
        ),
    ]);
}

#[test]
fn an_option_beyond_its_bounds_is_refused() {
    let options = "options: { rounds: { default: 3, least: 1, most: 9 } }\nrequires: [{ if: { amount: option.rounds, is: \"> 0\" }, because: rounds }]\npiles: { cards: { to: deck, holds: [beast, spell] } }\n";
    let manifest = format!("{}{options}", GAME.split("decks:\n").next().expect("the part before decks"));
    let (game, _) = Loader::default().load("small", &files(&manifest)).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let set_up = |n: &str| {
        let options = vec![("rounds".to_string(), n.to_string())];
        game.set_up(intermezzo::table::Setup { options, ..intermezzo::table::Setup::usual(&game, 1) }).map(drop)
    };
    assert!(set_up("9").is_ok());
    for n in ["0", "10", "-5"] {
        let error = set_up(n).expect_err("it is refused").to_string();
        assert!(error.contains(&format!("the option `rounds` cannot be {n}")), "{error}");
    }
}

#[test]
fn several_players_where_an_event_is_about_one_are_found() {
    let given = |to: &str| {
        format!(
            "events:\n  gives: {{ fields: {{ card: card, to: player }}, does: [{{ move: {{ card: card, to: to.hand }} }}] }}\n  passes: {{ fields: {{ card: card }}, does: [{{ gives: {{ card: card, to: {to} }} }}] }}\n"
        )
    };
    let said = "`to` of `gives` is one player, and `all` are several";
    check(&[("events:\n", &given("all"), "all }", said)]);
}

#[test]
fn a_cost_that_the_card_itself_pays_twice_is_found() {
    let costly = |cost: &str| {
        let does = "do: [{ grant: { who: self, ability: costly } }]";
        format!("abilities:\n  costly: {{ timing: main, cost: [{cost}], {does} }}\n  mighty:")
    };
    let twice = "`grave: self` stands here twice: the card pays it once";
    let itself = "a card does not pay for itself as one of several, so nobody can pay this";
    check(&[
        ("abilities:\n  mighty:", &costly("{ grave: self }, { grave: self }"), "grave: self }]", twice),
        ("abilities:\n  mighty:", &costly("{ grave: { is: self } }"), "{ is: self }", itself),
        ("abilities:\n  mighty:", &costly("{ grave: self }"), "x", ""),
    ]);
}

#[test]
fn an_ability_that_nothing_gives_is_found() {
    check(&[(
        "abilities:\n  mighty:",
        "abilities:\n  idle: { timing: main, do: [{ draw: 1 }] }\n  mighty:",
        "idle:",
        "nothing gives or uses the ability `idle`",
    )]);
}
