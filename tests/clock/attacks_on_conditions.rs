//! Attacks on conditions and listeners: what abilities ask looks at as much as it can, as often as it can.
//!
//! Each form of an ability asks each condition while each script makes things happen. Whatever that costs is the hostile
//! card's own: the way to the next decision takes less than a second, the card that means no harm acts, and the game goes
//! on. Forks and records do the same.

use std::sync::Arc;

use crate::attacks_in_games::{SECOND, cpu};
use crate::support::probe::{self, PROBE};
use crate::support::{Bots, asked, ends, engine_of, files, submit};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::Outcome;
use intermezzo::script::sandbox::Limits;
use intermezzo::table::{Game, Setup, Table};

const ATTACK: &str = "INTERMEZZO_ATTACK_ON_CONDITIONS";

/// Hostile stories lie where they hear all that happens.
const STORIES: [&str; 3] = [
    "cards/cardland/ember_street/lantern_rooftop_dance.yaml",
    "cards/cardland/harbor_clock/duel_on_the_quay.yaml",
    "cards/cardland/ember_street/twin_moons_reunion.yaml",
];
/// The card that means no harm.
const SINGER: &str = "cards/cardland/ember_street/vesnas_first_song.yaml";
const SINGS: &str = "  - after: draw\n    script: note('she sings')\n";

/// Filters that match all cards of a game, and no card.
const ALL: &str = "zone: [deck, hand, discard, extra, stage, story]";
const NONE: &str = "prowess: \"> 90\"";

/// Conditions that do not hold, and filters of cards that no card matches.
fn conditions() -> Vec<(&'static str, String)> {
    let pairs = format!("exists: {{ {ALL}, where: {{ exists: {{ {ALL}, {NONE} }} }} }}");
    let triples = format!(
        "exists: {{ {ALL}, where: {{ exists: {{ zone: [stage, hand], where: {{ exists: {{ {ALL}, {NONE} }} }} }} }} }}"
    );
    let values = format!(
        "amount: {{ sum: prowess, of: {{ {ALL}, where: {{ amount: {{ sum: resilience, of: {{ {ALL} }} }}, is: \">= 0\" }} }} }}, is: \"> 9000\""
    );
    let many = vec![format!("{{ exists: {{ {ALL}, {NONE} }} }}"); 200].join(", ");
    vec![
        ("one", format!("exists: {{ {ALL}, {NONE} }}")),
        ("pairs", pairs),
        ("triples", triples),
        ("values", values),
        ("many", format!("any: [{many}]")),
    ]
}

/// Forms of abilities, and how often a card says each.
const FORMS: [(&str, usize, &str); 12] = [
    (
        "after",
        20,
        "- { after: draw, needs: { if: { COND }, because: no }, reads: hidden, do: [{ change: { object: me, name: finished, by: 0 } }] }",
    ),
    (
        "after a change",
        20,
        "- { after: changed, needs: { if: { COND }, because: no }, reads: hidden, do: [{ change: { object: me, name: finished, by: 0 } }] }",
    ),
    (
        "after, by its field",
        20,
        "- { after: draw, match: { player: { where: { COND } } }, reads: hidden, do: [{ change: { object: me, name: finished, by: 0 } }] }",
    ),
    (
        "instead",
        20,
        "- { instead: draw, needs: { if: { COND }, because: no }, reads: hidden, do: [{ change: { object: me, name: finished, by: 0 } }] }",
    ),
    (
        "does",
        5,
        "- { after: draw, reads: hidden, do: [{ if: { COND }, do: [{ change: { object: me, name: finished, by: 0 } }] }] }",
    ),
    (
        "aims",
        5,
        "- { after: draw, reads: hidden, targets: { one: { zone: stage, where: { COND } } }, do: [{ change: { object: me, name: finished, by: 0 } }] }",
    ),
    ("while", 20, "- { while: { COND }, reads: hidden, affects: { zone: stage }, modify: { prowess: +1 } }"),
    (
        "while, of some",
        20,
        "- { while: true, reads: hidden, affects: { zone: stage, where: { COND } }, modify: { prowess: +1 } }",
    ),
    (
        "while, of players",
        20,
        "- { while: { COND }, reads: hidden, affects: { player: me }, modify: { max_cast: +1 } }",
    ),
    (
        "while, costs",
        20,
        "- { while: { COND }, reads: hidden, affects: { use: { kind: event } }, cost: { purple: +1 } }",
    ),
    ("while, forbids", 20, "- { while: { COND }, reads: hidden, forbid: { verb: choose, card: { zone: stage } } }"),
    ("while, forbids an event", 20, "- { while: { COND }, reads: hidden, forbid: { verb: draw } }"),
];

/// The form that the clock of the last resort ends the game of: what `while` abilities look at is not charged to their
/// cards, and what forbids an event is asked for each event anew.
const ENDS: &str = "while, forbids an event";

/// Scripts that make things happen, with ten characters on the stage.
const SCRIPTS: [(&str, &str); 2] = [
    ("draws", "for i = 1, 60 do act.move(cards{ zone = 'hand', owner = me }, 'deck') act.draw(me, 3) end"),
    (
        "reads",
        "for i = 1, 500 do act.change(me, 'finished', i % 2 == 0 and 1 or -1) act.draw(me, 1) sum('prowess', { zone = 'stage' }) end",
    ),
];

#[test]
fn what_a_card_asks_costs_that_card() {
    let _alone = crate::alone();
    let mut wrong: Vec<String> = Vec::new();
    for (form, ..) in FORMS {
        match crate::in_child("attacks_on_conditions::child", ATTACK, form) {
            Ok(outcome) => println!("{form}: {outcome}"),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names a form.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let (_, times, form) = FORMS.into_iter().find(|(form, ..)| *form == name).expect("a form");
    let mut wrong = Vec::new();
    let mut slowest = std::time::Duration::ZERO;
    for (condition, cond) in conditions() {
        for (does, script) in SCRIPTS {
            let ability = format!("  {}\n", form.replace("COND", &cond)).repeat(times);
            match attack(&ability, script, name == ENDS) {
                Ok(taken) => slowest = slowest.max(taken),
                Err(why) => wrong.push(format!("{condition}, {does}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("\nOUTCOME {slowest:?} at most");
}

/// Plays an event with a script while three stories say an ability; how long that took. `may_end`: the game may end.
fn attack(ability: &str, script: &str, may_end: bool) -> Result<std::time::Duration, String> {
    let stage = "for i = 1, 10 do act.create('tamsin_flint', 'stage') end";
    let mut overlay = vec![(PROBE, probe::event(&format!("{stage}\n{script}"))), (SINGER, story(SINGER, SINGS))];
    overlay.extend(STORIES.map(|path| (path, story(path, ability))));
    let overlay: Vec<_> = overlay.iter().map(|(path, text)| (*path, text.as_str())).collect();
    // How much it takes is measured here, whatever else the machine does.
    let engine = engine_of(&files(&overlay), Limits { wall_ms: 60_000, ..Limits::default() });
    let mut table = probe::table(&engine, 5);
    let before = sung(&table);
    let started = cpu();
    probe::use_it(&mut table);
    let taken = cpu() - started;
    if taken > SECOND {
        return Err(format!("it took {taken:?}"));
    }
    if may_end && matches!(table.outcome(), Some(Outcome::Aborted)) {
        return Ok(taken);
    }
    if sung(&table) == before {
        let why = (table.outcome(), probe::failed(&table), probe::notes(&table).len());
        return Err(format!("she does not sing: {why:?}"));
    }
    if ends(&table.fork()) != ends(&table) {
        return Err("a fork goes another way".into());
    }
    let again = table.record().replay().map_err(|error| error.to_string())?;
    if ends(&again) != ends(&table) {
        return Err("its record goes another way".into());
    }
    for _ in 0..20 {
        if table.is_over() {
            break;
        }
        let decision = asked(&table);
        let answer = probe::idle(&table, &decision);
        submit(&mut table, &(decision.seat, answer));
    }
    match table.outcome() {
        Some(Outcome::Aborted) => Err(format!("the game ends: {:?}", probe::notes(&table).last())),
        _ => Ok(taken),
    }
}

/// The story of a file with these abilities instead of its own.
fn story(path: &str, abilities: &str) -> String {
    let text = files(&[]).texts[path].to_string();
    let before = text.split("abilities:").next().unwrap_or_default();
    format!("{before}abilities:\n{abilities}")
}

/// How often the other card sang.
fn sung(table: &Table) -> usize {
    probe::notes(table).iter().filter(|note| *note == "she sings").count()
}

/// Games, all their zones, the one where cards are played, and a number of cards.
const GAMES: [(&str, &str, &str, &str); 3] = [
    ("swordgirls", "[character, deck, hand, field, grave]", "field", "atk"),
    ("duel", "[library, hand, field, grave]", "field", "power"),
    ("cfs", "[deck, hand, ring, backups, discard]", "ring", "bp"),
];
/// Forms of abilities in any game.
const ANYWHERE: [&str; 5] = [
    "- { after: moved, if: { COND }, reads: hidden, script: note('heard') }",
    "- { after: changed, if: { COND }, reads: hidden, script: note('heard') }",
    "- { instead: moved, if: { COND }, reads: hidden, script: note('heard') }",
    "- { while: { COND }, reads: hidden, affects: { zone: FIELD }, modify: { NUMBER: +1 } }",
    "- { while: { COND }, reads: hidden, forbid: { verb: choose, card: { zone: FIELD } } }",
];
/// Conditions in any game: all cards by all cards, sums of sums, and values of values.
const WHATEVER: [&str; 4] = [
    "exists: { zone: ALL, where: { exists: { zone: ALL, NUMBER: '> 900' } } }",
    "exists: { zone: ALL, where: { exists: { zone: ALL, where: { exists: { zone: [hand, FIELD], NUMBER: '> 900' } } } } }",
    "amount: { sum: NUMBER, of: { zone: ALL, where: { amount: { sum: NUMBER, of: { zone: ALL } }, is: '>= 0' } } }, is: '> 9000'",
    "any: [MANY]",
];
/// Answers that are given in each game.
const ANSWERS: usize = 60;

#[test]
fn no_game_is_held_up_by_conditions() {
    let _alone = crate::alone();
    let mut wrong: Vec<String> = Vec::new();
    for (game, ..) in GAMES {
        match crate::in_child("attacks_on_conditions::child_of_games", ATTACK, game) {
            Ok(outcome) => println!("{game}: {outcome}"),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names a game.
#[test]
fn child_of_games() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let Some(game) = GAMES.into_iter().find(|(game, ..)| *game == name) else { return };
    let (mut wrong, mut slowest) = (Vec::new(), std::time::Duration::ZERO);
    for form in ANYWHERE {
        for condition in WHATEVER {
            match attack_everywhere(game, form, condition) {
                Ok(taken) => slowest = slowest.max(taken),
                Err(why) => wrong.push(format!("{form}, {condition}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("\nOUTCOME {slowest:?} at most");
}

/// Plays a game in which each second card of the usual decks says an ability many times; how long the slowest answer took.
fn attack_everywhere(
    (game, all, field, number): (&str, &str, &str, &str),
    form: &str,
    condition: &str,
) -> Result<std::time::Duration, String> {
    let many = vec!["{ exists: { zone: ALL, NUMBER: '> 900' } }"; 100].join(", ");
    let ability = form.replace("COND", &condition.replace("MANY", &many));
    let ability = ability.replace("ALL", all).replace("FIELD", field).replace("NUMBER", number);
    let mut files = files(&[]);
    let plain = crate::support::game_of(game, &files);
    let rules = &plain.catalog().rules;
    let usual = Setup::usual(&plain, 7);
    let mut ids: Vec<&str> = Vec::new();
    for card in usual.decks.iter().flat_map(|deck| deck.lists()).flatten() {
        let id = &**rules.name(rules.defs[card.index()].id);
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    for id in ids.iter().step_by(2) {
        let end = format!("/{id}.yaml");
        let Some((path, text)) =
            files.texts.iter().find(|(path, _)| path.starts_with("cards/") && path.ends_with(&end))
        else {
            continue;
        };
        // Cards whose permissions the scripts of the game ask for keep them.
        if text.contains("permit:") {
            continue;
        }
        // One ability with parts in the place of the card's own: some games print no more on a card. More than ten such
        // parts a card are refused, as too many values in one game.
        let parts = format!("      {ability}\n").repeat(10);
        let before = text.split("\nabilities:").next().unwrap_or_default().trim_end();
        let text = format!("{before}\nabilities:\n  - parts:\n{parts}");
        let path = path.clone();
        files.texts.insert(path, text.into());
    }
    let (catalog, _) = Catalog::load(game, &files).map_err(|problems| problems.render_all())?;
    let limits = Limits { wall_ms: 60_000, ..Limits::default() };
    let engine = Game::with_limits(Arc::new(catalog), limits).map_err(|errors| errors[0].to_string())?;
    let mut table = engine.set_up(Setup::usual(&engine, 7)).map(Table::start).map_err(|error| error.to_string())?;
    let mut bots = Bots::of(7, table.names().len() as u64);
    let mut slowest = std::time::Duration::ZERO;
    for _ in 0..ANSWERS {
        if table.is_over() {
            break;
        }
        let decision = asked(&table);
        let answer = bots.answer(&table, &decision);
        let started = cpu();
        submit(&mut table, &(decision.seat, answer));
        let taken = cpu() - started;
        if taken > SECOND {
            return Err(format!("an answer took {taken:?}"));
        }
        slowest = slowest.max(taken);
    }
    Ok(slowest)
}
