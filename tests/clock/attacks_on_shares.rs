//! Attacks on what all cards of a game share: failures, fuel, starts, steps, triggers, and the room for what lasts.
//!
//! A hostile card takes as much as it can. It alone pays for that: whatever fails is its own, by file and line, the card
//! that acts next in the same decision does what it says, and the game is played to its end. Forks and records do the same.
//! Each attack runs in a child process, within a second and 150 MB.

use crate::attacks_in_games::{MEMORY_KIB, SECOND, cpu, peak};
use crate::support::probe::{self, PROBE};
use crate::support::{self, ends, engine_of, files};
use intermezzo::kernel::Outcome;
use intermezzo::kernel::model::log_lines::{Line, LogLine};
use intermezzo::script::sandbox::Limits;
use intermezzo::table::Table;

const ATTACK: &str = "INTERMEZZO_ATTACK_ON_SHARES";

/// Hostile stories lie where they hear all that happens.
const STORIES: [&str; 4] = [
    "cards/cardland/ember_street/lantern_rooftop_dance.yaml",
    "cards/cardland/harbor_clock/duel_on_the_quay.yaml",
    "cards/cardland/ember_street/twin_moons_reunion.yaml",
    "cards/cardland/stagehands/the_leaders_speech.yaml",
];
/// The card that means no harm.
const SINGER: &str = "cards/cardland/ember_street/vesnas_first_song.yaml";
/// It sings whenever a card is drawn, which is work.
const SINGS: &str = "  - after: draw\n    script: |\n      for i = 1, 4000 do end\n      note('she sings')\n";

/// What an attack does.
struct Attack {
    name: &'static str,
    /// The script of an event that is used.
    event: &'static str,
    /// The abilities of hostile stories: the number of stories, the copies of the ability on each, and the ability.
    stories: (usize, usize, String),
    /// A part of the failure's text, or of the log.
    says: &'static str,
    /// True if the other card may fail in the same decision, because many hostile cards used up the common budget.
    is_crowded: bool,
}

fn attacks() -> Vec<Attack> {
    let on_draw = |does: &str| format!("  - after: draw\n    {does}\n");
    let attack = |name, event, says| Attack { name, event, stories: (0, 0, String::new()), says, is_crowded: false };
    let with = |name, event, stories, says| Attack { name, event, stories, says, is_crowded: false };
    let burn = "script: for i = 1, 190000 do end";
    let share = "Probe used up its share";
    vec![
        with("failures", "act.draw(me, 1)", (1, 18, on_draw("script: error('no')")), "no"),
        with("failures of four cards", "act.draw(me, 1)", (4, 30, on_draw("script: error('no')")), "no"),
        attack("a failing step", "act.draw(me, 1) agenda.next('cut_decks')", "is read of nothing"),
        attack("failing steps", "act.draw(me, 1) for i = 1, 60 do agenda.next('complete_one') end", "nil"),
        attack(
            "fuel",
            "if me.max_cast == 3 then act.modify(me, 'max_cast', 1, 'phase') act.draw(me, 1) end for i = 1, 190000 do end agenda.use(abilities(self)[1])",
            share,
        ),
        attack(
            "fuel in small runs",
            "if me.max_cast == 3 then act.modify(me, 'max_cast', 1, 'phase') act.draw(me, 1) end for i = 1, 900 do end agenda.use(abilities(self)[1])",
            "",
        ),
        attack(
            "fuel by another card",
            "act.draw(me, 1) for i = 1, 100 do agenda.use('vesnas_first_song/1') end",
            share,
        ),
        attack(
            "fuel by questions",
            "if me.max_cast == 3 then act.modify(me, 'max_cast', 1, 'phase') act.draw(me, 1) end for i = 1, 8 do act.draw(me, 0) for i = 1, 20000 do end end agenda.use(abilities(self)[1])",
            share,
        ),
        with("fuel of triggers", "act.draw(me, 1)", (1, 20, on_draw(burn)), "used up its share"),
        Attack {
            is_crowded: true,
            ..with("fuel of four cards", "act.draw(me, 1)", (4, 20, on_draw(burn)), "most of it")
        },
        attack(
            "starts",
            "if me.max_cast == 3 then act.modify(me, 'max_cast', 1, 'phase') act.draw(me, 1) end agenda.use(abilities(self)[1])",
            "Probe used up its share",
        ),
        with(
            "starts of many",
            "if me.max_cast == 3 then act.modify(me, 'max_cast', 1, 'phase') act.draw(me, 1) end for i = 1, 100 do agenda.use(abilities(self)[1]) end",
            (1, 20, on_draw("script: note('x')")),
            "",
        ),
        with(
            "triggers",
            "act.draw(me, 8)",
            (1, 200, on_draw("do: [{ change: { object: me, name: finished, by: 0 } }]")),
            "used up its share",
        ),
        with(
            "steps",
            "act.draw(me, 8)",
            (1, 10, on_draw(&format!("do: [{}]", ["{ reveal: { card: self } }"; 1500].join(", ")))),
            "used up its share",
        ),
    ]
}

#[test]
fn what_one_card_takes_costs_no_other() {
    let _alone = crate::alone();
    let mut wrong: Vec<String> = Vec::new();
    for attack in attacks() {
        match crate::in_child("attacks_on_shares::child", ATTACK, attack.name) {
            Ok(outcome) => println!("{}: {outcome}", attack.name),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names an attack.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let attack = attacks().into_iter().find(|attack| attack.name == name).expect("an attack");
    println!("\nOUTCOME {}", run(&attack));
}

/// The story of a file with these abilities instead of its own.
fn story(path: &str, abilities: &str) -> String {
    let text = files(&[]).texts[path].to_string();
    let before = text.split("abilities:").next().unwrap_or_default();
    format!("{before}abilities:\n{abilities}")
}

fn run(attack: &Attack) -> String {
    let (stories, times, ability) = &attack.stories;
    let mut overlay = vec![(PROBE, probe::event(attack.event)), (SINGER, story(SINGER, SINGS))];
    for path in &STORIES[..*stories] {
        overlay.push((path, story(path, &ability.repeat(*times))));
    }
    let overlay: Vec<_> = overlay.iter().map(|(path, text)| (*path, text.as_str())).collect();
    // How much it takes is measured here, whatever else the machine does.
    let engine = engine_of(&files(&overlay), Limits { wall_ms: 60_000, ..Limits::default() });
    let mut table = probe::table(&engine, 5);
    let before = sung(&table);
    let started = cpu();
    probe::use_it(&mut table);
    let taken = cpu() - started;
    let memory = peak();
    let failures = table.faults();
    assert!(taken < SECOND, "it took {taken:?}");
    assert!(memory < MEMORY_KIB, "it took {memory} KiB");
    table.world().game().conserved().expect("no card is lost");
    // Who failed is who attacked.
    let failed = probe::failed(&table);
    let said: Vec<&String> = failed.iter().map(|(_, _, message)| message).collect();
    let notes = probe::notes(&table);
    assert!(said.into_iter().chain(&notes).any(|text| text.contains(attack.says)), "{failed:?} {notes:?}");
    for (file, line, message) in &failed {
        let is_its_own = file != SINGER || message.contains("Probe used up");
        let is_crowded = attack.is_crowded && message.contains("cards used up");
        assert!(is_its_own || is_crowded, "{failed:?}");
        assert!(*line > 0, "{failed:?}");
    }
    let sung_now = sung(&table) - before;
    assert!(sung_now > 0 || attack.is_crowded, "{failed:?}");
    // Copies and records do the same.
    assert_eq!(ends(&table.fork()), ends(&table));
    let again = table.record().replay().expect("it replays");
    assert_eq!((ends(&again), again.faults()), (ends(&table), table.faults()));
    // The game goes on to its end, and the other card acts in it.
    let before = table.world().log.before as usize + table.world().log.lines.len();
    probe::idle_until(&mut table, |_, _| false);
    assert_ne!(table.outcome(), Some(Outcome::Aborted), "{:?}", probe::notes(&table).last());
    // A log that grew too long has forgotten its older half.
    let gone = table.world().log.before as usize;
    let mut later = table.world().log.lines.iter().skip(before.saturating_sub(gone));
    let sings = |line: LogLine| matches!(&line.line, Line::Note(text, _) if **text == *"she sings");
    assert!(later.any(sings) || attack.is_crowded, "{:?}", table.fault_errors());
    let other = support::engine();
    support::play(&mut support::start(&other, (1, 2), 9), &mut support::Bots::new(9));
    format!("{taken:?}, {memory} KiB, {failures} failures, sung {sung_now}")
}

/// A copy of a long effect takes the share of the card that copies, not that of the card whose effect it is.
#[test]
fn who_copies_pays() {
    let _alone = crate::alone();
    let copies = "  - after: used\n    match: { use: { kind: event, user: me } }\n    do: [{ copy: event.use }]\n";
    let burns = probe::event("for i = 1, 150000 do end note('burnt')");
    let story = story(STORIES[0], copies);
    let engine = engine_of(&files(&[(PROBE, &burns), (STORIES[0], &story)]), Limits::default());
    let mut table = probe::table(&engine, 5);
    probe::use_it(&mut table);
    assert_eq!(probe::failed(&table), []);
    assert_eq!(probe::notes(&table).iter().filter(|note| *note == "burnt").count(), 2);
}

/// A card that leaves behind as much as lasts may leave as much to the other card, and can leave no more itself.
#[test]
fn what_one_card_leaves_behind_takes_no_others_room() {
    let _alone = crate::alone();
    let filter = "act.modify({ zone = 'stage', prowess = '> 90' }, 'prowess', 1, 'game')";
    for (n, leaves, what) in [
        (64, filter, "filters that last"),
        (64, "act.forbid('draw', { card = { zone = 'extra', prowess = '> 90' } })", "filters that last"),
        (2_000, "act.modify(me, 'max_cast', 1, 'game')", "changed values"),
        (500, "act.forbid('act', { card = self })", "permissions"),
        (1_000, "act.grant(me, 'orla_quickstep/1')", "abilities that were given"),
        (1_000, "act.lose_ability(self, 'probe/1')", "abilities that were lost"),
        (256, "act.open('attempt')", "records open"),
        (500, "act.control(self, me, 'game')", "cards taken"),
        (500, "agenda.next('win_check')", "things that wait for scripts to end"),
        (64, "agenda.extra('turn', me)", "extra levels"),
    ] {
        let probe = probe::event(&format!("for i = 1, {n} do {leaves} end act.draw(me, 1) note('left')"));
        let more = probe::event(&format!("for i = 1, {} do {leaves} end act.draw(me, 1) note('left')", n + 1));
        let sings = format!(
            "  - after: draw\n    match: {{ player: me }}\n    script: |\n      {leaves}\n      note('she sings')\n"
        );
        let singer = story(SINGER, &sings.replace("self, 'probe/1'", "self, 'vesnas_first_song/1'"));
        for (probe, fits) in [(probe, true), (more, false)] {
            let engine = engine_of(&files(&[(PROBE, &probe), (SINGER, &singer)]), Limits::default());
            let mut table = probe::table(&engine, 5);
            probe::use_it(&mut table);
            let (failed, notes) = (probe::failed(&table), probe::notes(&table));
            let says = |text: &str| notes.iter().any(|note| note == text);
            assert_eq!(says("left"), fits, "{what}: {failed:?}");
            match fits {
                true => assert!(failed.is_empty() && says("she sings"), "{what}: {failed:?}"),
                false => assert!(failed.len() == 1 && failed[0].2.contains(what), "{what}: {failed:?}"),
            }
        }
    }
}

/// How often the other card sang.
fn sung(table: &Table) -> usize {
    probe::notes(table).iter().filter(|note| *note == "she sings").count()
}
