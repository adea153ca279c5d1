//! Follow-on findings: after a key that nobody knows there is one finding, at the key, and none that only follows from
//! it.

use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::error::Severity;

const GAME: &str = "\
game: wee
title: Wee
levels: [game, turn]
zones:
  deck: { seen_by: nobody }
  hand: { seen_by: owner }
  field: {}
types: { beast: { live_in: [field, hand], fields: { power: int, cost: int } } }
timings: { main: {} }
counters: { player: { life: 20 } }
events:
  pays: { fields: { player: player, cost: int }, does: [{ change: { object: player, name: life, by: 0 - event.cost } }] }
actions:
  lay: { timing: main, from: hand, for: { type: beast }, targets: { who: { player: { not: { is: me } } } }, do: [{ move: { card: this.card, to: me.field } }, { pays: { player: this.who, cost: 2 } }] }
  spy: { timing: main, targets: { one: { zone: hand, controller: me } }, do: [{ pays: { player: me, cost: this.one.cost } }] }
windows: { main: { protocol: free, players: active, offers: [main] } }
flow:
  game: [{ repeat: turn, alternate: true, max: 12 }]
  turn: [{ phase: main, do: [{ window: main }] }]
decks: { cards: { to: deck, holds: [beast], count: 2, copies: 2 } }
";

const CUB: &str = "\
name: Cub
type: beast
power: 1
cost: 1
abilities:
  - { after: pays, match: { player: opponent, cost: \">= 1\" }, do: [{ change: { object: me, name: life, by: event.cost } }] }
  - { id: other, timing: main, do: [{ pays: { player: me, cost: 3 } }] }
";

/// The findings about the game in which texts were exchanged, each as its file, its severity and its message.
fn findings(exchanged: &[(&str, &str)]) -> Vec<String> {
    let mut texts = [GAME, CUB].map(String::from);
    for (old, new) in exchanged {
        assert!(texts.iter().any(|text| text.contains(old)), "{old} stands nowhere");
        texts.iter_mut().for_each(|text| *text = text.replacen(old, new, 1));
    }
    let [game, cub] = texts.map(Arc::<str>::from);
    let texts = [("cards/wee/game.yaml".to_string(), game), ("cards/wee/set/cub.yaml".to_string(), cub)];
    let files = Files { texts: texts.into_iter().collect(), ..Files::default() };
    let problems = match Catalog::load("wee", &files) {
        Ok((_, problems)) => problems,
        Err(problems) => problems,
    };
    let told = |severity: Severity, message: &str| format!("{}: {message}", severity.as_str());
    problems.list().iter().map(|problem| told(problem.severity, &problem.message)).collect()
}

#[test]
fn nothing_is_wrong_with_the_game_itself() {
    assert_eq!(findings(&[]), [""; 0]);
}

#[test]
fn after_an_unknown_key_there_is_one_finding_at_the_key() {
    for (right, wrong) in [
        ("lay: { timing:", "lay: { timng:"),
        ("targets: { who: { player:", "targets: { who: { plyer:"),
        ("targets: { who", "tragets: { who"),
        ("controller: me", "contrller: me"),
        ("fields: { player: player", "fieds: { player: player"),
        ("fields: { power", "felds: { power"),
        ("timings:", "timngs:"),
        ("counters:", "conters:"),
        ("events:", "evnts:"),
        ("types:", "typs:"),
        ("windows:", "windws:"),
        ("protocol: free", "protcol: free"),
        ("after: pays, match: { player: opponent", "aftr: pays, match: { player: opponent"),
        ("object: me", "objct: me"),
    ] {
        let found = findings(&[(right, wrong)]);
        assert_eq!(found.len(), 1, "{wrong}: {found:#?}");
        assert!(found[0].starts_with("error: ") && found[0].contains('`'), "{wrong}: {found:#?}");
    }
}

#[test]
fn what_does_not_follow_from_the_key_is_told_beside_it() {
    let found = findings(&[
        ("lay: { timing: main,", "lay: { timing: main, tmng: x,"),
        ("timing: main, do: [{ pays", "timing: mian, do: [{ pays"),
    ]);
    assert!(found.iter().any(|one| one.contains("unknown key `tmng`")), "{found:#?}");
    assert!(found.iter().any(|one| one.contains("`mian`")), "{found:#?}");
}

#[test]
fn a_zone_that_is_misspelt_brings_no_judgement_of_what_is_seen() {
    let found = findings(&[("targets: { one: { zone: hand,", "targets: { one: { zone: hnd,")]);
    assert!(found.len() == 1 && found[0].contains("unknown zone `hnd`"), "{found:#?}");
}
