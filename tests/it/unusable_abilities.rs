//! Unusable abilities: abilities of cards that load and that nobody can ever use, or that never trigger, replace or
//! change anything.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;

/// A card of each game, with ABILITY for its ability.
pub const CARDS: [(&str, &str); 8] = [
    (
        "cardland/event",
        "name: Probe\ntype: event\nnumber: CLC-T901\ncolour: red\nusage: { red: 1 }\nwork: Probe\nrarity: N\n",
    ),
    (
        "cardland/character",
        "name: Probe\ntype: character\nnumber: CLC-T902\ncolour: red\nentry: { red: 1 }\nreturn: { red: 1 }\nprowess: 1\nresilience: 1\nwork: Probe\nrarity: N\n",
    ),
    ("cfs/character", "name: Probe\ntype: character\nnumber: C901\nside: Capcom\nrarity: D\nbp: 300\nsp: 1\n"),
    ("cfs/action", "name: Probe\ntype: action\nnumber: A901\nrarity: D\nprice: 1\n"),
    ("cfs/reaction", "name: Probe\ntype: reaction\nnumber: R901\nrarity: D\nprice: 1\n"),
    (
        "duel/creature",
        "name: Probe\ntype: creature\ncolour: ember\ncost: { ember: 1 }\npower: 1\ntoughness: 1\nkinds: [Imp]\n",
    ),
    ("duel/spell", "name: Probe\ntype: spell\ncolour: ember\ncost: { ember: 1 }\n"),
    (
        "swordgirls/spell",
        "name: Probe\ntype: spell\nnumber: SG-990001\nfaction: Vita\nsize: 1\nlimit: 3\npoints: 1\nepisode: '0'\nrarity: Common\n",
    ),
];

/// The findings on a card with an added ability: errors, and warnings about parts without effect.
fn found(card: &str, ability: &str) -> Vec<String> {
    let (game, text) =
        CARDS.iter().find(|(name, _)| *name == card).map(|(n, t)| (n.split('/').next().unwrap(), t)).unwrap();
    let mut files = Files::built_in();
    let path = format!("cards/{game}/probe/probe.yaml");
    files.texts.insert(path.clone(), Arc::from(format!("{text}abilities:\n  - {ability}\n")));
    let told = |problems: &intermezzo::error::Problems| {
        let here = problems.list().iter().filter(|p| *p.span.file == *path);
        here.map(|p| format!("{}: {} ({})", p.key, p.message, p.span.column)).collect::<Vec<_>>()
    };
    match Loader::default().load(game, &files) {
        Err(problems) => told(&problems),
        Ok((game, problems)) => [told(&problems), told(&lint::findings(game.catalog()))].concat(),
    }
}

/// Abilities, and a part of what is said of each; an empty text: nothing is.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (card, ability, expected) in cases {
        let found = found(card, ability);
        let is_right = match expected.is_empty() {
            true => found.is_empty(),
            false => found.len() == 1 && found[0].contains(expected),
        };
        if !is_right {
            wrong.push(format!("{card} {ability}\n    expected {expected:?}, found {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn at_a_time_that_never_comes() {
    check(&[
        ("cardland/event", "{ timing: action, phase: start, turn: me, do: [{ draw: 1 }] }", "never_open"),
        (
            "cardland/event",
            "{ timing: action, phase: [main, end], turn: any, do: [{ draw: 1 }] }",
            "open in the phase `action`",
        ),
        ("cardland/event", "{ timing: main, phase: action, turn: me, do: [{ draw: 1 }] }", "open in the phase `main`"),
        ("cardland/event", "{ timing: interrupt, phase: recovery, do: [{ draw: 1 }] }", ""),
        ("cardland/event", "{ timing: action, phase: action, turn: me, do: [{ draw: 1 }] }", ""),
        ("cardland/event", "{ timing: main, turn: me, if: { turn: opponent }, do: [{ draw: 1 }] }", "never_holds"),
        (
            "cardland/event",
            "{ timing: main, phase: main, turn: me, if: { phase: action }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        ("cardland/event", "{ timing: main, turn: me, if: { window: effects }, do: [{ draw: 1 }] }", "never_holds"),
        ("cardland/event", "{ timing: main, turn: me, replies_to: { kind: event }, do: [{ draw: 1 }] }", "never_open"),
        ("cfs/reaction", "{ timing: reaction, turn: me, do: [{ draw: 1 }] }", "never_open"),
        ("cfs/reaction", "{ timing: reaction, phase: counterattack, do: [{ draw: 1 }] }", ""),
        ("cfs/reaction", "{ timing: reaction, phase: main, do: [{ draw: 1 }] }", "open in the phase `counterattack`"),
        // Abilities of a kind have its timing.
        ("cfs/character", "{ kind: square, turn: opponent, do: [{ draw: 1 }] }", "never_holds"),
        ("cfs/character", "{ kind: square, if: { turn: opponent }, do: [{ draw: 1 }] }", "never_holds"),
        ("cfs/character", "{ kind: square, turn: me, do: [{ draw: 1 }] }", ""),
        ("duel/creature", "{ timing: main, if: { turn: opponent }, do: [{ draw: 1 }] }", "never_holds"),
    ]);
}

#[test]
fn under_conditions_that_exclude_each_other() {
    check(&[
        (
            "cfs/action",
            "{ timing: main, if: { all: [{ amount: me.sp, is: '> 5' }, { amount: me.sp, is: '< 3' }] }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        ("cfs/action", "{ timing: main, if: { amount: me.hp, is: '> 5000' }, do: [{ draw: 1 }] }", "never_holds"),
        (
            "cfs/action",
            "{ timing: main, if: { amount: me.hp - 100, is: '>= 5000' }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        (
            "cfs/action",
            "{ timing: main, if: { count: { zone: ring, owner: me }, is: '>= 4' }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        ("cfs/action", "{ timing: main, if: { count: { zone: ring, owner: me }, is: '>= 3' }, do: [{ draw: 1 }] }", ""),
        (
            "cfs/action",
            "{ timing: main, if: { exists: { zone: ring, status: frozen, not: { status: frozen } } }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        (
            "cfs/action",
            "{ timing: main, if: { exists: { zone: ring, all: [{ status: frozen }, { status: ready }] } }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        (
            "cfs/action",
            "{ timing: main, if: { exists: { zone: ring, owner: me, all: [{ owner: opponent }] } }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        (
            "cfs/action",
            "{ timing: main, if: { all: [{ exists: { zone: ring } }, { none: { zone: ring } }] }, do: [{ draw: 1 }] }",
            "never_holds",
        ),
        ("cfs/character", "{ kind: square, if: { self: { zone: discard } }, do: [{ draw: 1 }] }", "never_holds"),
        (
            "cfs/character",
            "{ kind: circle, while: { turn: inactive }, affects: { zone: ring }, modify: { bp: 100 } }",
            "never_holds",
        ),
        (
            "cfs/character",
            "{ kind: circle, while: { turn: active }, affects: { zone: ring }, modify: { bp: 100 } }",
            "",
        ),
    ]);
}

#[test]
fn for_what_nobody_has_or_finds() {
    check(&[
        ("cfs/character", "{ kind: square, cost: [{ hp: 6000 }], do: [{ draw: 1 }] }", "is always from 0 to 5000"),
        ("cfs/character", "{ kind: square, cost: [{ hp: 500 }], do: [{ draw: 1 }] }", ""),
        (
            "cfs/character",
            "{ kind: square, cost: [{ ko: { zone: ring, owner: me, pick: 4 } }], do: [{ draw: 1 }] }",
            "never_open",
        ),
        (
            "cfs/character",
            "{ kind: square, targets: { who: { zone: ring, owner: opponent, pick: 4 } }, do: [{ reveal: who }] }",
            "nothing can ever be chosen for `who`",
        ),
        (
            "cfs/character",
            "{ kind: square, targets: { who: { zone: ring, owner: opponent, pick: '0..4' } }, do: [{ reveal: who }] }",
            "",
        ),
        (
            "cfs/character",
            "{ kind: square, targets: { who: { zone: ring, slot: '> 3' } }, do: [{ reveal: who }] }",
            "nothing can ever be chosen for `who`",
        ),
        (
            "cfs/character",
            "{ kind: square, targets: { who: { zone: ring, bp: '> 3000' } }, do: [{ reveal: who }] }",
            "never_holds",
        ),
        (
            "cfs/character",
            "{ kind: square, targets: { who: { is: self, other: true } }, do: [{ reveal: who }] }",
            "nothing can ever be chosen for `who`",
        ),
    ]);
}

#[test]
fn where_no_such_card_ever_is() {
    check(&[
        (
            "cfs/character",
            "{ while: true, from: play, affects: { zone: ring }, modify: { bp: 100 } }",
            "this never works",
        ),
        ("cfs/action", "{ after: ko, from: hand, do: [{ draw: 1 }] }", ""),
    ]);
}

/// A game in which nothing brings a card to the den or to the pit; beasts live in the den.
const DENS: &str = "game: dens\ntitle: Dens\nplayers: 2\nlevels: [game]\nzones: { deck: {}, field: {}, den: {}, pit: {} }\n\
draw: { from: deck, to: field }\ntypes: { beast: { live_in: [field, den] } }\ntimings: { main: {} }\n\
windows: { main: { protocol: free, players: active, offers: [main] } }\nflow: { game: [{ window: main }, { result: draw }] }\n";

#[test]
fn where_its_type_lives_a_card_may_lie_though_nothing_brings_it_there() {
    for (from, is_found) in [("den", false), ("[pit, den]", false), ("pit", true)] {
        let ability =
            format!("name: Bear\ntype: beast\nabilities:\n  - {{ timing: main, from: {from}, do: [{{ draw: 1 }}] }}\n");
        let mut files = Files::default();
        files.overlay([
            ("cards/dens/game.yaml".to_string(), Arc::from(DENS)),
            ("cards/dens/beasts/bear.yaml".to_string(), Arc::from(ability)),
        ]);
        let (game, _) = Loader::default().load("dens", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let found = lint::findings(game.catalog());
        let of_it = |key: &str| found.list().iter().any(|p| p.key == key);
        assert_eq!(of_it("never_open"), is_found, "{from}: {}", found.render_all());
    }
}

#[test]
fn after_what_never_happens() {
    check(&[
        ("cfs/character", "{ after: created, do: [{ draw: 1 }] }", "nothing in this game makes `created` happen"),
        ("cfs/character", "{ instead: attached, do: [] }", "nothing in this game makes `attached` happen"),
        (
            "cfs/character",
            "{ after: ko, match: { card: { type: action } }, from: ring, do: [{ draw: 1 }] }",
            "no `card` of `ko` ever matches",
        ),
        (
            "cfs/character",
            "{ after: freeze, match: { card: { all: [{ status: frozen }, { status: ready }] } }, do: [{ draw: 1 }] }",
            "no `card` of `freeze`",
        ),
        (
            "cfs/character",
            "{ after: moved, match: { card: { type: reaction, backups: Ryu } }, do: [{ draw: 1 }] }",
            "no `card` of `moved`",
        ),
        ("cfs/character", "{ after: enter, match: { card: self }, do: [{ draw: 1 }] }", ""),
        (
            "duel/creature",
            "{ after: dies, match: { card: { type: spell, kinds: Imp } }, do: [{ draw: 1 }] }",
            "no `card` of `dies`",
        ),
    ]);
}

#[test]
fn about_nothing() {
    check(&[(
        "cfs/character",
        "{ kind: circle, while: true, affects: { zone: ring, side: SNK }, modify: { bp: 100 } }",
        "",
    )]);
}
