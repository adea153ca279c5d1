//! Pack card reads: a card of a pack reads what both its player and its provider see, wherever it is; a card of the
//! game reads there as it does at home.

use crate::support::probe;
use crate::support::{GAME, engine_with, game_of, with_pack};
use intermezzo::kernel::model::event;
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::table::Game;
use intermezzo::table::Table;

/// Cards of the game itself, or of a pack, by their ids.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Game,
    Pack,
}

impl Of {
    fn engine(self, cards: &[(&str, &str)]) -> Game {
        let folder = if self == Of::Pack { "packs/p/cards/cardland/odd" } else { "cards/cardland/stagehands" };
        let paths: Vec<_> = cards.iter().map(|(id, text)| (format!("{folder}/{id}.yaml"), *text)).collect();
        let texts: Vec<_> = paths.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        if self == Of::Pack { game_of(GAME, &with_pack("", &texts)) } else { engine_with(&texts) }
    }
}

/// A character with these abilities.
fn spy(abilities: &str) -> String {
    let header = "name: Spy\ntype: character\ncolour: red\nentry: {}\nreturn: {}\nprowess: 1\nresilience: 1\n";
    format!("{header}abilities:\n{abilities}")
}

/// An ability of a card that does something when such an event happened to it on a stage.
fn when(event: &str, does: &str) -> String {
    format!("  - {{ after: {event}, from: stage, match: {{ card: self }}, {does} }}\n")
}

/// Two looks at the player's hand: a script with a note, and data that finds something there.
const LOOKS: &str = "script: \"local n = cards{ zone = 'hand', owner = me }[1].name note('read')\"";
const ASKS: &str = "if: { exists: { zone: hand, controller: me, type: event } }, do: [{ draw: { player: me } }]";

/// A game in which the probe of a pack did this, with this ability of its own more, and with a spy.
fn done(does: &str, own: &str, spies: &str) -> Table {
    done_by(Of::Pack, does, own, spies)
}

fn done_by(of: Of, does: &str, own: &str, spies: &str) -> Table {
    let does = does.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let text = format!(
        "name: Probe\ntype: event\ncolour: red\nusage: {{}}\nabilities:\n  - timing: main\n    turn: any\n{does}{own}"
    );
    let mut table = probe::table(&of.engine(&[("probe", &text), ("spy", &spy(spies))]), 3);
    probe::use_it(&mut table);
    table
}

/// The results of a card's abilities in another place.
#[derive(Debug, PartialEq)]
enum Came {
    Read,
    Refused,
    Nothing,
}

fn came(table: &Table) -> Came {
    let failed = probe::failed(table);
    let told = |text: &str| failed.len() == 1 && failed[0].2.contains(text);
    match probe::notes(table).iter().any(|note| note == "read") {
        true if failed.is_empty() => Came::Read,
        false if failed.is_empty() => Came::Nothing,
        false if told("does not see: it lies in `hand`") => Came::Refused,
        _ => panic!("{failed:?}"),
    }
}

/// The result of a look at the player's hand by a card that a probe's script moved.
fn looks(script: &str) -> Came {
    let all = ["created", "moved", "transformed", "swapped"].map(|event| when(event, LOOKS)).concat();
    came(&done(&format!("script: {script:?}"), &all, &all))
}

#[test]
fn a_card_that_an_effect_puts_on_anothers_side_reads_what_both_see() {
    for script in [
        "act.create('spy', 'stage', { owner = opponent })",
        "act.create('spy', 'opponent.stage')",
        "act.create(self, 'stage', { owner = opponent })",
        "act.move(self, 'stage', { of = opponent })",
        // It is no other card for having been somewhere else.
        "act.move(act.move(self, 'deck', { of = opponent }), 'stage', { of = opponent })",
    ] {
        assert_eq!(looks(script), Came::Refused, "{script}");
    }
    for script in [
        "act.create('spy', 'stage')",
        "act.move(self, 'stage')",
        // Whose deck it comes from, she brought it.
        "act.move(cards{ zone = 'hand', owner = opponent }[1], 'stage')",
        "act.move(cards{ zone = 'deck', owner = opponent, first = 1 }, 'stage')",
    ] {
        assert_eq!(looks(script), Came::Read, "{script}");
    }
    // A player who takes a card reads with it what she and its owner see.
    let takes = "act.move(cards{ zone = 'deck', owner = opponent, first = 1 }, 'stage', { of = me })";
    assert_eq!(looks(takes), Came::Refused);
}

#[test]
fn a_card_of_the_game_does_for_another_what_it_does_at_home() {
    let all = ["created", "moved", "transformed", "swapped", "controlled"].map(|event| when(event, LOOKS)).concat();
    let asks = ["created", "moved", "transformed"].map(|event| when(event, ASKS)).concat();
    let other = "act.move(cards{ zone = 'deck', owner = opponent, first = 1 }[1], 'stage')";
    for script in [
        "act.create('spy', 'stage', { owner = opponent })",
        "act.move(self, 'stage', { of = opponent })",
        "act.move(cards{ zone = 'deck', owner = opponent, first = 1 }, 'stage', { of = me })",
        &format!("act.transform({other}, 'spy')"),
        &format!("act.control({other}, me)"),
        &format!("act.swap(act.move(self, 'stage'), {other})"),
    ] {
        let table = done_by(Of::Game, &format!("script: {script:?}"), &all, &all);
        assert!(probe::notes(&table).iter().all(|note| note == "read"), "{script}");
        assert!(!probe::notes(&table).is_empty(), "{script}");
        assert_eq!(probe::failed(&table), [], "{script}");
        // Data on it is there, too.
        if !script.contains("act.control") && !script.contains("act.swap") {
            let table = done_by(Of::Game, &format!("script: {script:?}"), &asks, &asks);
            assert!(triggers(&table) > 0, "{script}");
        }
    }
}

/// How often abilities of probes and spies triggered.
fn triggers(table: &Table) -> usize {
    let rules = &table.world().rules;
    let ours = [rules.def_by_id("spy"), rules.def_by_id("probe")];
    let is_ours = |line: &Line| match line {
        Line::Triggered(ability, ..) => ours.contains(&rules.abilities[ability.index()].def),
        _ => false,
    };
    table.world().log.lines.iter().filter(|line| is_ours(&line.line)).count()
}

#[test]
fn so_does_one_that_was_swapped_there() {
    let swaps = |cards: &str| {
        let script = format!(
            "local own = act.move(self, 'stage') \
             local other = act.move(cards{{ zone = 'deck', owner = opponent, first = 1 }}[1], 'stage') act.swap({cards})"
        );
        came(&done(&format!("script: {script:?}"), &when("swapped", LOOKS), &when("created", LOOKS)))
    };
    for cards in ["own, other", "other, own"] {
        assert_eq!(swaps(cards), Came::Refused, "{cards}");
    }
}

#[test]
fn so_does_one_that_is_made_what_it_is() {
    let turns = |whose: &str| {
        let script = format!("act.transform(act.move(cards{{ zone = 'hand', owner = {whose} }}[1], 'stage'), 'spy')");
        came(&done(&format!("script: {script:?}"), "", &when("transformed", LOOKS)))
    };
    assert_eq!(turns("opponent"), Came::Refused);
    assert_eq!(turns("me"), Came::Read);
}

#[test]
fn what_is_brought_brings_no_more_than_it_may_read() {
    // The spy that came to the other player makes her another one.
    let breeds = "script: \"act.create('mole', 'stage')\"";
    let mole = spy(&when("created", LOOKS)).replace("name: Spy", "name: Mole");
    let script = "act.create('spy', 'stage', { owner = opponent })";
    for (script, expected) in [(script, Came::Refused), ("act.create('spy', 'stage')", Came::Read)] {
        let engine = Of::Pack.engine(&[
            ("probe", &probe::event(script)),
            ("spy", &spy(&when("created", breeds))),
            ("mole", &mole),
        ]);
        let mut table = probe::table(&engine, 3);
        probe::use_it(&mut table);
        assert_eq!(came(&table), expected, "{script}");
    }
}

#[test]
fn so_does_data_that_brings_it() {
    let does = |data: &str| came(&done(&format!("do: [{data}]"), &when("moved", LOOKS), &when("created", LOOKS)));
    assert_eq!(does("{ move: { card: self, to: opponent.stage } }"), Came::Refused);
    assert_eq!(does("{ move: { card: self, to: stage } }"), Came::Read);
    assert_eq!(does("{ created: { def: spy, to: opponent.stage, player: opponent } }"), Came::Refused);
    assert_eq!(does("{ created: { def: spy, to: stage } }"), Came::Read);
}

#[test]
fn what_comes_in_the_place_of_an_event_is_an_effect_of_who_replaced_it() {
    // The other player draws by the rules, and a card of this one replaces that.
    let draws = |whose: &str| {
        format!("  - {{ instead: moved, from: stage, match: {{ card: {{ zone: deck, owner: {whose} }}, to: hand }}, ")
    };
    for (whose, expected) in [("opponent", Came::Refused), ("me", Came::Read)] {
        let own =
            format!("{}do: [{{ created: {{ def: spy, to: {whose}.stage, player: {whose} }} }}] }}\n", draws(whose));
        let mut table = done("script: act.move(self, 'stage')", &own, &when("created", LOOKS));
        assert_eq!(came(&table), Came::Nothing);
        let turns = if whose == "me" { 2 } else { 1 };
        (0..turns).for_each(|_| probe::idle_turn(&mut table));
        assert_eq!(came(&table), expected, "{whose}");
    }
}

#[test]
fn a_card_that_leaves_acts_once_more_as_what_it_was() {
    let leaves = format!("  - {{ after: moved, from: stage, match: {{ card: self, to: discard }}, {LOOKS} }}\n");
    for (whose, expected) in [("opponent", Came::Refused), ("me", Came::Read)] {
        let script = format!("act.move(act.move(self, 'stage', {{ of = {whose} }}), 'discard')");
        assert_eq!(came(&done(&format!("script: {script:?}"), &leaves, &leaves)), expected, "{whose}");
    }
}

#[test]
fn data_that_asks_what_only_its_player_sees_is_not_there() {
    let holds = "  - { while: { exists: { zone: hand, controller: me, type: event } }, affects: self, \
                 modify: { prowess: 1 } }\n";
    let triggered = |how: &str| {
        let script = format!("local made = act.create('spy', 'stage', {how}) note(tostring(made.prowess))");
        let table = done(&format!("script: {script:?}"), "", &(when("created", ASKS) + holds));
        assert_eq!(probe::failed(&table), []);
        let rules = &table.world().rules;
        let of_spy = |line: &Line| match line {
            Line::Triggered(ability, ..) => rules.abilities[ability.index()].def == rules.def_by_id("spy"),
            _ => false,
        };
        let count = table.world().log.lines.iter().filter(|line| of_spy(&line.line)).count();
        (count, probe::notes(&table))
    };
    assert_eq!(triggered("{ owner = me }"), (1, vec!["2".to_string()]));
    assert_eq!(triggered("{ owner = opponent }"), (0, vec!["1".to_string()]));
}

#[test]
fn a_copy_asks_for_another_player_about_nothing_that_only_she_sees() {
    let asks = "do: [{ if: { exists: { zone: hand, controller: me, type: event } }, do: [{ draw: { player: me } }] }]";
    let draws = |copies: &str| {
        let matches = "match: { use: { card: self, kind: event } }";
        let own = format!("  - {{ after: used, from: chain, {matches}, {copies} }}\n");
        let table = done(asks, &own, &when("created", ASKS));
        assert_eq!(probe::failed(&table), []);
        let draws = |line: &Line| matches!(line, Line::Event(event) if event.kind == event::DRAW);
        table
            .world()
            .log
            .lines
            .iter()
            .rev()
            .take_while(|line| !matches!(line.line, Line::Used { .. }))
            .filter(|line| draws(&line.line))
            .count()
    };
    for (by, expected) in [("me", 2), ("opponent", 1)] {
        assert_eq!(draws(&format!("script: \"agenda.copy(event.use, {{ by = {by} }})\"")), expected, "{by}");
        assert_eq!(draws(&format!("do: [{{ copy: event.use, by: {by} }}]")), expected, "{by}");
    }
}

#[test]
fn a_use_that_another_player_must_take_over_reads_what_both_see() {
    let takes = |by: &str| {
        let own = format!(
            "  - {{ after: used, from: chain, match: {{ use: {{ card: self, kind: event }} }}, \
             script: \"act.take_over(event.use, {by})\" }}\n"
        );
        came(&done(LOOKS, &own, &when("created", LOOKS)))
    };
    assert_eq!(takes("me"), Came::Read);
    assert_eq!(takes("opponent"), Came::Refused);
}

#[test]
fn a_brought_card_that_an_effect_uses_reads_what_both_see() {
    let uses = |whose: &str| {
        let script = format!(
            "local spy = act.create('spy', 'stage', {{ owner = {whose} }}) agenda.use(abilities(spy)[1], {{ card = spy, by = {whose} }})"
        );
        came(&done(&format!("script: {script:?}"), "", &format!("  - {{ timing: main, turn: any, {LOOKS} }}\n")))
    };
    assert_eq!(uses("me"), Came::Read);
    assert_eq!(uses("opponent"), Came::Refused);
}
