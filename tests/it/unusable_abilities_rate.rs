//! Unusable abilities rate: of many kinds of ability that can never be used nine in ten are found. The failure names
//! the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;

use crate::unusable_abilities::CARDS;

/// Cards, as [`CARDS`] calls them, with an ability that can never be used.
const KINDS: [(&str, &str); 130] = [
    ("cfs/reaction", "{ timing: reaction, phase: main, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, turn: opponent, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { turn: opponent }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ timing: main, if: { turn: opponent }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { phase: counterattack }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { record: attack }, do: [{ draw: 1 }] }"),
    ("cfs/reaction", "{ timing: reaction, if: { none: { record: unit } }, do: [{ draw: 1 }] }"),
    ("cfs/reaction", "{ timing: reaction, if: { turn: me }, do: [{ draw: 1 }] }"),
    ("cfs/reaction", "{ timing: reaction, if: { phase: main }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { window: reaction }, do: [{ draw: 1 }] }"),
    ("cardland/event", "{ timing: action, turn: any, if: { phase: main }, do: [{ draw: 1 }] }"),
    ("cardland/event", "{ timing: interrupt, phase: [main, action], replies_to: { user: me }, do: [{ draw: 1 }] }"),
    ("cardland/event", "{ timing: main, turn: me, if: { record: attempt }, do: [{ draw: 1 }] }"),
    ("duel/spell", "{ kind: slow, phase: noon, do: [{ draw: 1 }] }"),
    ("duel/spell", "{ kind: slow, if: { record: combat }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ kind: power, phase: dawn, do: [{ draw: 1 }] }"),
    ("swordgirls/spell", "{ timing: activate, if: { phase: placement }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { amount: me.sp, is: '< 0' }, do: [{ draw: 1 }] }"),
    (
        "cfs/action",
        "{ timing: main, if: { all: [{ amount: me.hp, is: '< 1000' }, { amount: me.hp, is: '> 2000' }] }, do: [{ draw: 1 }] }",
    ),
    ("cfs/action", "{ timing: main, if: { amount: me.hp + 1, is: '> 9000' }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { exists: { player: { hp: '> 9000' } } }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { count: { player: {} }, is: '> 2' }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { exists: { zone: ring, type: action } }, do: [{ draw: 1 }] }"),
    (
        "cfs/action",
        "{ timing: main, if: { exists: { zone: ring, status: [frozen], not: { status: frozen } } }, do: [{ draw: 1 }] }",
    ),
    (
        "cfs/action",
        "{ timing: main, if: { exists: { zone: discard, status: frozen, not: { status: frozen } } }, do: [{ draw: 1 }] }",
    ),
    ("cfs/action", "{ timing: main, if: { exists: { zone: ring, name: Truce } }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { count: { zone: ring }, is: '> 6' }, do: [{ draw: 1 }] }"),
    (
        "cfs/action",
        "{ timing: main, if: { amount: { count: { zone: ring, owner: me } }, is: '> 3' }, do: [{ draw: 1 }] }",
    ),
    ("cfs/character", "{ kind: square, if: { self: { type: action } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { self: { status: frozen } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { self: { side: SNK } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { self: { bp: '> 3000' } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { self: { slot: 4 } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, if: { not: { amount: me.hp, is: '>= 0' } }, do: [{ draw: 1 }] }"),
    (
        "cfs/action",
        "{ timing: main, if: { any: [{ amount: me.hp, is: '> 6000' }, { amount: me.sp, is: '< 0' }] }, do: [{ draw: 1 }] }",
    ),
    ("cfs/character", "{ kind: square, cost: [{ hp: 5001 }], do: [{ draw: 1 }] }"),
    (
        "cfs/character",
        "{ kind: square, cost: [{ freeze: { zone: ring, controller: me, type: action } }], do: [{ draw: 1 }] }",
    ),
    ("cfs/character", "{ kind: square, cost: [{ ko: { zone: hand, controller: me } }], do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, cost: [{ thaw: self }], do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, cost: [{ ko: { zone: ring, controller: me, pick: 4 } }], do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, cost: [{ ko: self }], do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, targets: { one: { player: {}, pick: 3 } }, do: [{ draw: 1 }] }"),
    (
        "cfs/action",
        "{ timing: main, targets: { one: { zone: ring, status: standby, not: { status: [standby, ready] } } }, do: [{ reveal: one }] }",
    ),
    ("cfs/action", "{ timing: main, targets: { n: { number: 'me.hp+1..0' } }, do: [{ draw: this.n }] }"),
    ("cfs/action", "{ timing: main, targets: { one: { zone: ring, type: reaction } }, do: [{ reveal: one }] }"),
    (
        "cfs/action",
        "{ timing: main, targets: { one: { zone: ring, owner: me, controller: opponent, status: [ready] , not: { controller: opponent } } }, do: [{ reveal: one }] }",
    ),
    ("cfs/action", "{ timing: main, targets: { one: { zone: ring, other: true, is: self } }, do: [{ reveal: one }] }"),
    ("cfs/action", "{ timing: main, targets: { one: { spaces: ring, slot: '> 3' } }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, targets: { one: { use: { kind: square } } }, do: [{ cancel: this.one }] }"),
    ("cfs/action", "{ timing: main, targets: { one: { record: unit } }, do: [{ close: this.one }] }"),
    ("cfs/action", "{ timing: main, targets: { who: { player: { is: me }, pick: 2 } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ kind: power, targets: { one: { zone: field, type: spell } }, do: [{ reveal: one }] }"),
    ("duel/creature", "{ kind: power, targets: { one: { zone: stack, type: well } }, do: [{ reveal: one }] }"),
    (
        "duel/creature",
        "{ kind: power, cost: [{ spends: { zone: field, controller: opponent, type: spell } }], do: [{ draw: 1 }] }",
    ),
    ("duel/creature", "{ kind: spent, if: { self: { status: spent } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ kind: power, if: { self: { keywords: [quick], type: relic } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: created, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: ko, match: { card: self }, from: hand, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: ko, match: { card: { type: action } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: ko, match: { card: { zone: hand } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: enter, match: { card: { type: reaction } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: turn_start, match: { player: opponent }, turn: me, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: phase_began, match: { phase: main, player: opponent }, turn: me, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: phase_began, match: { phase: main }, phase: draw, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: hp_loss, match: { amount: '< 0', player: { hp: '> 9000' } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: moved, match: { to: { zone: [ring] , not: { zone: ring } } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: used, match: { use: { kind: triangle, card: { type: action } } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: ko, match: { card: { bp: '> 3000' } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ instead: attached, do: [] }"),
    ("cfs/character", "{ instead: ko, match: { card: { type: reaction } }, do: [] }"),
    ("cfs/character", "{ after: ko, once: turn, if: { amount: me.sp, is: '< 0' }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ after: dies, match: { card: { type: well, kinds: Imp } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ after: well_laid, match: { card: { type: creature } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: circle, while: { turn: inactive }, affects: { zone: ring }, modify: { bp: 100 } }"),
    (
        "cfs/character",
        "{ kind: circle, while: { self: { zone: discard } }, affects: { zone: ring }, modify: { bp: 100 } }",
    ),
    ("cfs/character", "{ kind: circle, while: true, affects: { zone: ring, type: action }, modify: { bp: 100 } }"),
    ("cfs/character", "{ kind: circle, while: true, affects: { is: self, other: true }, modify: { bp: 100 } }"),
    (
        "cfs/character",
        "{ kind: circle, while: true, affects: { zone: [ring], not: { zone: ring } }, modify: { bp: 100 } }",
    ),
    (
        "cfs/character",
        "{ kind: circle, while: { all: [{ turn: me }, { turn: opponent }] }, affects: { zone: ring }, modify: { bp: 100 } }",
    ),
    (
        "cfs/character",
        "{ kind: circle, while: { all: [{ phase: main }, { phase: draw }] }, affects: { zone: ring }, modify: { bp: 100 } }",
    ),
    ("cfs/character", "{ kind: circle, while: true, from: play, affects: { zone: ring }, modify: { bp: 100 } }"),
    (
        "cfs/character",
        "{ kind: circle, while: true, forbid: { verb: use, use: { kind: square, card: { type: action } } } }",
    ),
    (
        "cfs/character",
        "{ kind: circle, while: { amount: me.hp, is: '> 5000' }, affects: { zone: ring }, modify: { bp: 100 } }",
    ),
    ("duel/creature", "{ while: { self: { host: { type: spell } } }, affects: { is: self }, modify: { power: 1 } }"),
    ("duel/creature", "{ while: true, affects: { zone: field, type: spell }, modify: { power: 1 } }"),
    ("cfs/action", "{ timing: attack, if: { phase: draw }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, phase: counterattack, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { all: [{ phase: main }, { not: { phase: main } }] }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { count: { zone: ring, status: ready }, is: '>= 8' }, do: [{ draw: 1 }] }"),
    (
        "cfs/character",
        "{ kind: square, targets: { a: { zone: ring, owner: me, other: true, pick: 3 } }, do: [{ reveal: this.a }] }",
    ),
    (
        "duel/spell",
        "{ kind: fast, targets: { a: { zone: field, type: creature, power: '< 0' } }, do: [{ dies: { card: this.a } }] }",
    ),
    ("duel/spell", "{ kind: fast, from: field, do: [{ draw: 1 }] }"),
    ("cardland/event", "{ timing: interrupt, phase: main, replies_to: { kind: event, user: me }, do: [{ draw: 1 }] }"),
    (
        "cardland/event",
        "{ timing: main, turn: me, targets: { s: { zone: story, type: character } }, do: [{ reveal: this.s }] }",
    ),
    (
        "cardland/event",
        "{ timing: main, turn: me, targets: { s: { zone: story, status: complete, not: { status: complete } } }, do: [{ reveal: this.s }] }",
    ),
    ("cardland/character", "{ timing: action, turn: any, if: { self: { zone: deck } }, do: [{ draw: 1 }] }"),
    ("cardland/character", "{ after: complete, match: { card: { type: character } }, do: [{ draw: 1 }] }"),
    ("swordgirls/spell", "{ timing: before_attack, if: { self: { zone: hand } }, do: [{ draw: 1 }] }"),
    ("swordgirls/spell", "{ timing: activate, if: { self: { status: done } }, do: [{ draw: 1 }] }"),
    ("swordgirls/spell", "{ timing: activate, if: { exists: { zone: field, size: '< 1' } }, do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, if: { amount: game.turn, is: '< 0' }, do: [{ draw: 1 }] }"),
    (
        "cfs/character",
        "{ after: ko, match: { card: { zone: ring, status: frozen, not: { status: frozen } } }, do: [{ draw: 1 }] }",
    ),
    ("cfs/character", "{ instead: freeze, match: { card: { zone: discard } }, do: [] }"),
    ("cfs/character", "{ instead: thaw, match: { card: { status: ready } }, do: [] }"),
    (
        "cfs/action",
        "{ timing: main, if: { exists: { zone: ring, owner: me, side: Capcom, not: { side: [Capcom, SNK] } } }, do: [{ draw: 1 }] }",
    ),
    (
        "duel/creature",
        "{ kind: power, if: { exists: { zone: field, type: creature, power: '< 0' } }, do: [{ draw: 1 }] }",
    ),
    ("duel/creature", "{ after: level_began, match: { kind: turn, player: opponent }, turn: me, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ after: phase_began, match: { phase: dusk }, phase: dawn, do: [{ draw: 1 }] }"),
    (
        "duel/creature",
        "{ instead: dies, match: { card: { type: creature, kinds: Imp, not: { type: creature } } }, do: [] }",
    ),
    (
        "duel/creature",
        "{ while: { all: [{ self: { status: spent } }, { self: { status: ready } }] }, affects: { is: self }, modify: { power: 1 } }",
    ),
    // Twenty further kinds.
    ("duel/creature", "{ after: enters, match: { card: { type: spell } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ after: attacks, match: { card: { type: spell } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ after: blocks, match: { card: { type: well } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ instead: dies, match: { card: { type: spell } }, do: [] }"),
    ("duel/creature", "{ after: used, match: { use: { kind: power, card: { type: spell } } }, do: [{ draw: 1 }] }"),
    ("duel/creature", "{ kind: power, if: { exists: { zone: stack, type: well } }, do: [{ draw: 1 }] }"),
    (
        "duel/creature",
        "{ kind: power, if: { exists: { zone: field, type: spell, controller: opponent } }, do: [{ draw: 1 }] }",
    ),
    ("duel/creature", "{ while: true, forbid: { verb: attack, card: { zone: field, type: spell } } }"),
    ("duel/spell", "{ kind: slow, if: { turn: opponent }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ kind: square, cost: [{ hp: 9000 }], do: [{ draw: 1 }] }"),
    ("cfs/action", "{ timing: main, targets: { a: { zone: backups, type: action } }, do: [{ reveal: this.a }] }"),
    ("cfs/action", "{ timing: main, if: { count: { zone: backups, type: reaction }, is: '>= 1' }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ after: ko, match: { card: { type: [action, reaction] } }, do: [{ draw: 1 }] }"),
    ("cfs/character", "{ instead: freeze, match: { card: { type: action } }, do: [] }"),
    (
        "cfs/reaction",
        "{ timing: reaction, targets: { a: { zone: ring, type: [action, reaction] } }, do: [{ reveal: this.a }] }",
    ),
    (
        "cfs/character",
        "{ kind: circle, while: true, forbid: { verb: use, use: { kind: triangle, card: { type: reaction } } } }",
    ),
    ("cardland/event", "{ timing: main, turn: me, if: { exists: { zone: stage, type: event } }, do: [{ draw: 1 }] }"),
    ("cardland/character", "{ after: complete, match: { card: { type: event } }, do: [{ draw: 1 }] }"),
    ("cardland/character", "{ timing: action, turn: any, from: story, do: [{ draw: 1 }] }"),
    (
        "cardland/event",
        "{ timing: main, turn: me, if: { exists: { zone: story, status: complete, type: event } }, do: [{ draw: 1 }] }",
    ),
];

/// The card with a name and a number of its own.
fn numbered(text: &str, n: usize) -> String {
    let line = |line: &str| match (line.strip_prefix("name: "), line.strip_prefix("number: ")) {
        (Some(name), _) => format!("name: {name} {n}\n"),
        (_, Some(number)) => format!("number: {}{n}\n", &number[..number.len() - 3]),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn nine_in_ten_are_found() {
    let mut by_game: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (card, _)) in KINDS.iter().enumerate() {
        by_game.entry(card.split('/').next().expect("the game")).or_default().push(at);
    }
    let mut missed = Vec::new();
    for (game, all) in by_game {
        let mut files = Files::built_in();
        let path = |at: usize| format!("cards/{game}/probe/probe_{}.yaml", 900 - at);
        for at in &all {
            let (card, ability) = KINDS[*at];
            let text = CARDS.iter().find(|(name, _)| *name == card).expect("it is among them").1;
            let text = format!("{}abilities:\n  - {ability}\n", numbered(text, 900 - at));
            files.texts.insert(path(*at), Arc::from(text));
        }
        let (game, problems) =
            Loader::default().load(game, &files).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
        let told = lint::findings(game.catalog());
        let is_found = |at: usize| {
            let of_it = |list: &[intermezzo::error::Problem]| list.iter().any(|p| *p.span.file == *path(at));
            of_it(problems.list()) || of_it(told.list())
        };
        missed.extend(all.into_iter().filter(|at| !is_found(*at)).map(|at| format!("{} {}", KINDS[at].0, KINDS[at].1)));
    }
    let most = KINDS.len() / 10;
    assert!(missed.len() <= most, "{} of {} are not found:\n{}", missed.len(), KINDS.len(), missed.join("\n"));
}
