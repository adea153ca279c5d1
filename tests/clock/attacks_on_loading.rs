//! Attacks on loading: packs that are small or simple to write, and large to read, compile or run.
//!
//! Each is loaded in a child process, is refused with its place within a second of CPU and 150 MB, and says why.

use std::sync::Arc;

use crate::attacks_in_games::{MEMORY_KIB, SECOND, cpu, peak};
use crate::support::GAME;
use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::Game;

const ATTACK: &str = "INTERMEZZO_ATTACK_ON_LOADING";

/// The files of a pack, under its folder, and what is said of them.
type Attack = (&'static str, &'static str, Vec<(String, String)>);

fn attacks() -> Vec<Attack> {
    let card = |n: usize, rest: &str| {
        (format!("cards/cardland/x/c{n}.yaml"), format!("name: C{n}\ntype: event\ncolour: red\nusage: {{}}\n{rest}"))
    };
    let pack = |patches: &str| ("pack.yaml".to_string(), format!("{HEADER}patches:\n{patches}"));
    let plain = |files: Vec<(String, String)>| [vec![("pack.yaml".to_string(), HEADER.to_string())], files].concat();
    let ability = "  - { after: draw, do: [] }\n";
    let doubled = |n: usize| {
        let one = |n: usize| format!("  f{n}: {{ any: [{{ f{m}: true }}, {{ f{m}: true }}] }}\n", m = n - 1);
        (1..=n).map(one).collect::<String>().replace("  f", "      f")
    };
    let template = "{ card: self }, ".repeat(2_000);
    vec![
        (
            "scripts that run long",
            "fuel together while they load",
            plain(
                (0..3_000).map(|n| (format!("scripts/cardland/x{n}.lua"), "for i = 1, 190000 do end".into())).collect(),
            ),
        ),
        (
            "files of many values",
            "at most 100000 values",
            plain((0..30).map(|n| card(n, &format!("x: [{}]\n", "a,".repeat(400_000)))).collect()),
        ),
        (
            "many files of many values",
            "hold at most 600000 values",
            plain((0..30).map(|n| card(n, &format!("x: [{}]\n", "a,".repeat(40_000)))).collect()),
        ),
        (
            "abilities",
            "at most 40000 abilities",
            plain((0..150).map(|n| card(n, &format!("abilities:\n{}", ability.repeat(400)))).collect()),
        ),
        (
            "abilities of a long kind",
            "are made of at most 400000 values",
            [
                vec![pack(&format!(
                    "  - add: ability_kinds\n    with: {{ long: {{ after: draw, do: [{}] }} }}\n",
                    "{ reveal: { card: self } }, ".repeat(2_000)
                ))],
                (0..10).map(|n| card(n, &format!("abilities:\n{}", "  - { kind: long }\n".repeat(400)))).collect(),
            ]
            .concat(),
        ),
        (
            "modes that share much",
            "are made of at most 400000 values",
            plain(
                (0..10)
                    .map(|n| {
                        let modes = "{ script: x() }, ".repeat(400);
                        card(
                            n,
                            &format!(
                                "abilities:\n  - after: draw\n    if: {{ all: [{template}] }}\n    modes: [{modes}]\n"
                            ),
                        )
                    })
                    .collect(),
            ),
        ),
        (
            "scripts that are all wrong",
            "globals are read only",
            plain(
                (0..9)
                    .map(|n| {
                        let script = format!("  - {{ after: draw, script: '{}' }}\n", "f=f() ".repeat(90));
                        card(n, &format!("abilities:\n{}", script.repeat(400)))
                    })
                    .collect(),
            ),
        ),
        (
            "scripts without a mistake",
            "have at most 20000 scripts",
            plain(
                (0..60)
                    .map(|n| card(n, &format!("abilities:\n{}", "  - { after: draw, script: 'act.draw(me, 1)' }\n".repeat(400))))
                    .collect(),
            ),
        ),
        (
            "scripts of many lines",
            "have at most 2097152 bytes in all",
            plain(
                (0..12)
                    .map(|n| {
                        let script = "cards { zone = \"deck\" } ".repeat(1_000);
                        card(n, &format!("abilities:\n{}", format!("  - {{ after: draw, script: '{script}' }}\n").repeat(16)))
                    })
                    .collect(),
            ),
        ),
        (
            "scripts of many calls",
            "take at most 32 MiB, compiled",
            plain(
                (0..5)
                    .map(|n| {
                        let script = "note(me.raw) ".repeat(3_500);
                        card(n, &format!("abilities:\n{}", format!("  - {{ after: draw, script: '{script}' }}\n").repeat(8)))
                    })
                    .collect(),
            ),
        ),
        (
            "scripts of too many locals",
            "exceeded limit 200",
            plain(
                (0..5)
                    .map(|n| {
                        let script = "local a = function() return function() end end ".repeat(900);
                        card(n, &format!("abilities:\n{}", format!("  - {{ after: draw, script: '{script}' }}\n").repeat(9)))
                    })
                    .collect(),
            ),
        ),
        (
            "a card of many abilities",
            "a card has at most 500 abilities",
            plain(vec![card(0, &format!("abilities:\n{}", ability.repeat(10_000)))]),
        ),
        (
            "an ability of many targets",
            "an ability has at most 16 targets",
            plain(vec![card(
                0,
                &format!(
                    "abilities:\n  - timing: main\n    turn: me\n    targets:\n{}",
                    (0..12_000).map(|n| format!("      t{n}: {{ zone: stage }}\n")).collect::<String>()
                ),
            )]),
        ),
        (
            "a reference that never ends",
            "a reference leads through at most 16 fields",
            plain(vec![card(
                0,
                &format!("abilities:\n  - {{ after: draw, if: {{ amount: me{}.max_cast }}, do: [] }}\n", ".opponent".repeat(90_000)),
            )]),
        ),
        (
            "a filter that lists much",
            "`features` lists 40000 things",
            plain(vec![card(
                0,
                &format!(
                    "abilities:\n  - {{ after: draw, if: {{ exists: {{ zone: stage, features: [{}] }} }}, do: [] }}\n",
                    "Dancer, ".repeat(40_000)
                ),
            )]),
        ),
        (
            "piles that hold all",
            "lies in the pile",
            [
                vec![pack(&format!(
                    "  - add: piles\n    with:\n{}",
                    (0..300).map(|n| format!("      p{n}: {{ holds: character, copies: prowess }}\n")).collect::<String>()
                ))],
                (0..200).map(|n| (
                    format!("cards/cardland/x/d{n}.yaml"),
                    format!("name: D{n}\ntype: character\ncolour: red\nentry: {{}}\nreturn: {{}}\nprowess: 300\nresilience: 1\n"),
                )).collect(),
            ]
            .concat(),
        ),
        (
            "filters that double",
            "the filter `f8` is made of",
            vec![pack(&format!("  - add: filters\n    with:\n      f0: {{ zone: hand }}\n{}", doubled(40)))],
        ),
    ]
}

const HEADER: &str = "pack: heavy\ntitle: Heavy\nversion: 1.0.0\nengine: \">=0.1\"\nextends: cardland\n";

#[test]
fn a_heavy_pack_is_refused_before_it_is_heavy() {
    let _alone = crate::alone();
    let mut wrong: Vec<String> = Vec::new();
    for (name, ..) in attacks() {
        match crate::in_child("attacks_on_loading::child", ATTACK, name) {
            Ok(outcome) => println!("{}: {outcome}", name),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names an attack.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let (_, says, texts) = attacks().into_iter().find(|(known, ..)| *known == name).expect("an attack");
    let mut files = Files::built_in();
    files.packs.push("heavy".into());
    files.overlay(texts.into_iter().map(|(path, text)| (format!("packs/heavy/{path}"), Arc::from(text))));
    let before = cpu();
    let said = match Catalog::load(GAME, &files) {
        Err(problems) => problems.render_all(),
        Ok((catalog, _)) => match Game::new(Arc::new(catalog)) {
            Err(errors) => errors.iter().map(|error| format!("{error}\n")).collect(),
            Ok(_) => String::new(),
        },
    };
    let (taken, memory) = (cpu() - before, peak());
    assert!(said.contains(says), "{}", said.chars().take(2_000).collect::<String>());
    assert!(taken < SECOND, "it took {taken:?}");
    assert!(memory < MEMORY_KIB, "it took {memory} KiB");
    println!("\nOUTCOME {taken:?}, {memory} KiB, {}", said.lines().next().unwrap_or_default());
}
