//! Reload: a game that adopts an edited catalog goes on under it, and its record still replays.

use crate::support::probe::{self, PROBE};
use crate::support::{Bots, GAME, answer_one, asked, catalog, ends, engine, engine_with, files, play, start, submit};
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::tell::transcript::transcript;
use intermezzo::kernel::{Answer, Card, Seat, Value};
use intermezzo::table::view::View;
use intermezzo::table::{Adopted, Entry, Game, Loader, OnFault, Record, Table};

/// The text of a file of the game with one change in it.
fn edited(path: &str, from: &str, to: &str) -> String {
    let text = files(&[]).texts[path].to_string();
    assert!(text.contains(from), "{path} has no `{from}`");
    text.replacen(from, to, 1)
}

fn adopt(table: &mut Table, overlay: &[(&str, &str)]) -> Adopted {
    table.adopt(&engine_with(overlay)).expect("it can be adopted")
}

/// The record as its JSON text says it, replayed.
fn replayed(table: &Table) -> Table {
    let text = table.record().to_json().to_string();
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut record = Record::from_json(&json).unwrap_or_else(|e| panic!("the record cannot be read: {e}"));
    // A file never says that its decks may be any: forty probes are none that is legal.
    record.any_decks = table.record().any_decks;
    record.replay().unwrap_or_else(|e| panic!("the record does not replay: {e}"))
}

fn assert_replays(table: &Table) {
    let again = replayed(table);
    assert_eq!(again.decisions(), table.decisions());
    assert_eq!(ends(&again), ends(table));
}

/// Answers some decisions of a game.
fn go_on(table: &mut Table, bots: &mut Bots, answers: usize) {
    for _ in 0..answers {
        answer_one(table, bots);
    }
}

/// A game of the probe with this script, at the second question of the probe's; the first one was answered with 2.
fn in_the_middle(script: &str) -> Table {
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event(script))]), 5);
    probe::begin(&mut table);
    let decision = asked(&table);
    submit(&mut table, &(decision.seat, Answer::Values(vec![Value::Int(2)])));
    assert!(table.in_script());
    table
}

const ASKS: &str = r#"act.draw(me, 1)
local a = ask.number{ min = 1, max = 3, why = "first" }
act.draw(opponent, a)
local b = ask.number{ min = 1, max = 4, why = "second" }
act.draw(me, b)"#;

fn hand(table: &Table, seat: Seat) -> usize {
    let schema = &table.world().rules.schema;
    table.world().state().zone(schema.zone(schema.zone_kind("hand").expect("a zone"), seat)).len()
}

// ---- at once ----

#[test]
fn a_changed_number_shows_at_once() {
    let mut table = start(&engine(), (1, 1), 7);
    let mut bots = Bots::new(7);
    let all = [Seat(0), Seat(1)];
    let prowess = |table: &Table, card: Card| {
        View::new(table, &all)
            .expect("both seats")
            .card(card)
            .and_then(|(_, c)| c.fields["prowess"].as_i64())
            .expect("it is on the stage")
    };
    let on_stage = |table: &Table| {
        let view = View::new(table, &all).expect("both seats");
        let stages = view.zones.iter().filter(|z| z.name == "stage").flat_map(|z| &z.cards);
        stages.filter(|c| c.id == "orla_quickstep").map(|c| c.card).next()
    };
    while on_stage(&table).is_none() {
        answer_one(&mut table, &mut bots).expect("somebody plays her some time");
    }
    let card = on_stage(&table).expect("just found");
    let (before, log, decisions) = (prowess(&table, card), table.log_hash(), table.decisions().to_vec());
    let path = "cards/cardland/ember_street/orla_quickstep.yaml";
    let adopted = adopt(&mut table, &[(path, &edited(path, "prowess: 2", "prowess: 7"))]);
    assert_eq!(adopted, Adopted { files: vec![path.into()], kept: 0, dropped: 0, from_start: false });
    assert_eq!(prowess(&table, card), before + 5);
    assert_eq!((table.log_hash(), table.decisions()), (log, &decisions[..]));
    play(&mut table, &mut bots);
    assert_replays(&table);
}

#[test]
fn the_same_moment_is_played_again_with_the_new_script() {
    let new = ASKS.replacen("act.draw(me, 1)", "act.draw(me, 3) -- more", 1);
    let mut table = in_the_middle(ASKS);
    let mut fresh = in_the_middle(&new);
    let adopted = adopt(&mut table, &[(PROBE, &probe::event(&new))]);
    assert_eq!((adopted.kept, adopted.dropped, adopted.from_start), (1, 0, false));
    assert_eq!(table.decisions(), fresh.decisions());
    assert_eq!(ends(&table), ends(&fresh));
    assert_replays(&table);
    for table in [&mut table, &mut fresh] {
        play(table, &mut Bots::new(3));
    }
    assert_eq!(ends(&table), ends(&fresh));
    assert_replays(&table);
}

// ---- loaded again ----

#[test]
fn what_a_loader_builds_again_plays_like_what_is_built_anew() {
    let probe = probe::event("act.draw(me, 2)");
    let other = probe::event("act.draw(opponent, 1)");
    let flow = "scripts/cardland/flow.lua";
    let two = edited(flow, "act.draw(me, 6)", "act.draw(me, 2)");
    let broken = probe::event("act.draw(me");
    let mut loader = Loader::default();
    let (first, _) = loader.load(GAME, &files(&[])).expect("the game loads");
    let ends_of = |engine: &Game, seed: u64| {
        let mut table = start(engine, (0, 1), seed);
        play(&mut table, &mut Bots::new(seed));
        ends(&table)
    };
    let before = ends_of(&first, 5);
    for overlay in [&[(PROBE, &*probe)][..], &[(PROBE, &other)], &[(PROBE, &broken)], &[(flow, &two)], &[]] {
        let (texts, fresh) = (files(overlay), catalog(&files(overlay)).map(Game::new));
        match (loader.load(GAME, &texts), fresh) {
            (Ok((again, _)), Ok(Ok(fresh))) if overlay.iter().any(|(path, _)| *path == PROBE) => {
                let (mut again, mut fresh) = (probe::table(&again, 5), probe::table(&fresh, 5));
                for table in [&mut again, &mut fresh] {
                    probe::begin(table);
                    go_on(table, &mut Bots::new(9), 40);
                }
                assert_eq!(ends(&again), ends(&fresh), "{overlay:?}");
            }
            (Ok((again, _)), Ok(Ok(fresh))) => {
                assert_eq!(ends_of(&again, 5), ends_of(&fresh, 5), "{overlay:?}");
                assert_eq!(overlay.is_empty(), ends_of(&again, 5) == before);
            }
            (Err(problems), Ok(Err(errors))) => {
                let found = problems.list().last().expect("an error");
                assert_eq!((&*found.span.file, found.span.line), (PROBE, errors[0].line));
            }
            _ => panic!("one loads and the other does not: {overlay:?}"),
        }
    }
    assert_eq!(ends_of(&first, 5), before, "what was loaded first is as it was");
}

// ---- what is not adopted ----

#[test]
fn a_broken_catalog_is_never_adopted() {
    let table = in_the_middle(ASKS);
    let before = (ends(&table), table.record().entries().len());
    let path = "cards/cardland/ember_street/orla_quickstep.yaml";
    let broken = files(&[(path, &edited(path, "prowess: 2", "prowes: 2"))]);
    let problems = catalog(&broken).expect_err("a field that does not exist");
    assert!(problems.contains(path) && problems.contains("prowess"), "{problems}");
    let text = files(&[(PROBE, &probe::event("local x = \nact.draw(me"))]);
    let errors = Game::new(catalog(&text).expect("YAML is fine")).err().expect("the script is not");
    assert_eq!(
        (errors.len(), errors[0].file.as_str(), errors[0].line),
        (1, PROBE, probe::SCRIPT_LINE + 2),
        "{}",
        errors[0]
    );
    assert_eq!((ends(&table), table.record().entries().len()), before);
}

#[test]
fn a_card_that_is_in_the_game_cannot_be_taken_away() {
    let mut table = start(&engine(), (0, 1), 7);
    go_on(&mut table, &mut Bots::new(7), 60);
    let before = (ends(&table), table.record().clone(), table.decisions().to_vec());
    let deck = "cards/cardland/decks/abbey_lanterns.yaml";
    let other = "cards/cardland/decks/embers_and_stagehands.yaml";
    let swap = |path| edited(path, "tamsin_flint", "old_bellringer");
    let overlay = [("cards/cardland/ember_street/tamsin_flint.yaml", ""), (deck, &swap(deck)), (other, &swap(other))];
    let refused = table.adopt(&engine_with(&overlay)).expect_err("it is in play").to_string();
    assert!(refused.contains("the card `tamsin_flint`, of which the deck"), "{refused}");
    assert_eq!((ends(&table), table.record().clone(), table.decisions().to_vec()), before);
    play(&mut table, &mut Bots::new(8));
    assert_replays(&table);
}

#[test]
fn what_is_too_dear_now_is_not_being_declared_any_more() {
    let text = |red: u32| probe::paid_event(&format!("{{ red: {red} }}"), "act.draw(me, 1)");
    let mut played = probe::table(&engine_with(&[(PROBE, &text(1))]), 5);
    let (at, choice) = (asked(&played), probe::offered(&played).expect("the probe is offered"));
    submit(&mut played, &(at.seat, Answer::Act(choice)));
    let paying = asked(&played);
    assert!(paying.slot.is_some(), "{paying:?}");
    // A cost that can still be paid is asked for as before.
    let mut same = replayed(&played);
    let adopted = adopt(&mut same, &[(PROBE, &text(1).replace("me, 1", "me, 2"))]);
    assert_eq!((adopted.dropped, asked(&same).slot), (0, paying.slot));
    let adopted = adopt(&mut played, &[(PROBE, &text(30))]);
    assert_eq!(adopted.dropped, 1, "{adopted:?}");
    let now = asked(&played);
    assert_eq!((now.window, now.slot, now.seat), (at.window, None, at.seat));
    assert!(probe::offered(&played).is_none(), "{now:?}");
    play(&mut played, &mut Bots::new(4));
    assert_replays(&played);
}

// ---- the manifest ----

const MANIFEST: &str = "cards/cardland/game.yaml";

#[test]
fn another_flow_is_played_from_the_beginning() {
    let mut table = start(&engine(), (1, 2), 7);
    let mut bots = Bots::new(7);
    go_on(&mut table, &mut bots, 120);
    let steps: usize = table.record().entries().len();
    let text = edited(
        MANIFEST,
        "    - { phase: end, do: [win_check] }",
        "    - { phase: end, do: [{ draw: { player: active, n: 0 } }, win_check] }",
    );
    let adopted = adopt(&mut table, &[(MANIFEST, &text)]);
    assert!(adopted.from_start);
    assert_eq!((adopted.kept, adopted.dropped), (steps, 0), "a step that does nothing changes no question");
    assert_replays(&table);
    // One that adds a question: what was answered before it is kept.
    let text = edited(MANIFEST, "    - window: redraw\n", "    - window: redraw\n    - window: cut\n");
    let adopted = adopt(&mut table, &[(MANIFEST, &text)]);
    assert!(adopted.from_start && adopted.kept > 5 && adopted.dropped > 50, "{adopted:?}");
    assert_eq!(table.decisions().len(), 2, "both cut again");
    play(&mut table, &mut bots);
    assert_replays(&table);
}

#[test]
fn an_open_window_of_another_protocol_is_no_place_to_go_on() {
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event("act.draw(me, 1)"))]), 5);
    let text = edited(
        MANIFEST,
        "main: { protocol: alternate, players: active, passes: 2",
        "main: { protocol: each, players: turn_order",
    );
    let adopted = adopt(&mut table, &[(MANIFEST, &text), (PROBE, &probe::event("act.draw(me, 1)"))]);
    assert!(adopted.from_start, "{adopted:?}");
    assert_replays(&table);
}

#[test]
fn a_catalog_is_adopted_at_any_decision() {
    let engine = engine();
    let path = "cards/cardland/ember_street/orla_quickstep.yaml";
    let text = edited(path, "resilience: 2", "resilience: 2 # as printed");
    let commented = engine_with(&[(path, &text)]);
    let mut table = start(&engine, (1, 1), 9);
    let mut bots = Bots::new(9);
    let mut from_start = 0;
    while !table.is_over() {
        // Nothing is changed by a comment, wherever the game stands.
        let mut copy = table.record().replay().expect("replays");
        let adopted = copy.adopt(&commented).expect("adopted");
        from_start += u32::from(adopted.from_start);
        assert_eq!((adopted.dropped, copy.decisions()), (0, table.decisions()));
        assert_eq!(ends(&copy), ends(&table));
        go_on(&mut table, &mut bots, 7);
    }
    println!("{from_start} from the beginning");
}

// ---- records ----

#[test]
fn a_game_with_two_edits_replays() {
    for (first, second) in [(40, 60), (111, 1), (0, 200), (2, 2)] {
        let mut table = start(&engine(), (1, 2), 21);
        let mut bots = Bots::new(21);
        go_on(&mut table, &mut bots, first);
        let (card, story) =
            ("cards/cardland/ember_street/orla_quickstep.yaml", "cards/cardland/ember_street/vesnas_first_song.yaml");
        let one = edited(card, "prowess: 2", "prowess: 4");
        adopt(&mut table, &[(card, &one)]);
        go_on(&mut table, &mut bots, second);
        let two = edited(
            story,
            "act.draw(me, 2)",
            "act.draw(me, 1)\n      if ask.yes{ why = 'more' } then act.draw(me, 1) end",
        )
        .replace("script: act", "script: |\n      act");
        let adopted = adopt(&mut table, &[(card, &one), (story, &two)]);
        assert_eq!(adopted.files, [story]);
        let three = edited(card, "prowess: 2", "prowess: 3");
        go_on(&mut table, &mut bots, 5);
        adopt(&mut table, &[(card, &three), (story, &two)]);
        play(&mut table, &mut bots);
        assert_replays(&table);
    }
}

#[test]
fn what_an_edit_added_is_used_and_replays() {
    let old = probe::event("act.draw(me, 1)");
    let mut table = probe::table(&engine_with(&[(PROBE, &old)]), 5);
    let new = old
        + "  - id: more\n    timing: main\n    turn: any\n    script: |\n"
        + &probe::indent("act.draw(me, ask.number{ min = 1, max = 2, why = \"n\" })");
    adopt(&mut table, &[(PROBE, &new)]);
    let decision = asked(&table);
    let more = table.world().game().answers(&decision, 64).into_iter().find(|answer| match answer {
        Answer::Act(choice) => {
            let ability = &table.world().rules.abilities[choice.ability.index()];
            &**table.world().rules.name(ability.id) == "more"
        }
        _ => false,
    });
    submit(&mut table, &(decision.seat, more.expect("the new ability is offered")));
    probe::idle_turn(&mut table);
    // Taken away again, it is known to the record only.
    assert_replays(&table);
    adopt(&mut table, &[(PROBE, &probe::event("act.draw(me, 1)"))]);
    probe::use_it(&mut table);
    assert_replays(&table);
}

#[test]
fn a_mended_script_goes_on_where_it_failed() {
    let broken = ASKS.replacen("act.draw(opponent, a)", "act.draw(a, a)", 1);
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event(&broken))]), 5);
    table.on_fault(OnFault::Stop);
    probe::begin(&mut table);
    let decision = asked(&table);
    submit(&mut table, &(decision.seat, Answer::Values(vec![Value::Int(2)])));
    assert!(table.fault().is_some());
    let adopted = adopt(&mut table, &[(PROBE, &probe::event(ASKS))]);
    assert_eq!((adopted.kept, adopted.dropped, table.faults()), (1, 0, 0));
    assert!(table.fault().is_none());
    let mut fresh = in_the_middle(ASKS);
    assert_eq!((ends(&table), table.decisions()), (ends(&fresh), fresh.decisions()));
    assert_replays(&table);
    // One that is broken by an edit stops there, and can be broken again or mended.
    adopt(&mut table, &[(PROBE, &probe::event(&broken))]);
    assert!(table.fault().is_some());
    adopt(&mut table, &[(PROBE, &probe::event(&broken.replace("act.draw(a, a)", "act.draw(a + 1, a)")))]);
    assert!(table.fault().is_some());
    adopt(&mut table, &[(PROBE, &probe::event(ASKS))]);
    for table in [&mut table, &mut fresh] {
        probe::idle_until(table, |_, _| false);
    }
    assert_eq!(ends(&table), ends(&fresh));
    assert_replays(&table);
}

#[test]
fn undo_goes_back_to_the_old_text() {
    let old = probe::event("act.draw(me, 1)");
    let mut table = probe::table(&engine_with(&[(PROBE, &old)]), 5);
    let me = asked(&table).seat;
    let start = hand(&table, me);
    probe::use_it(&mut table);
    assert_eq!(hand(&table, me), start);
    let before = ends(&table);
    adopt(&mut table, &[(PROBE, &probe::event("act.draw(me, 3)"))]);
    assert_eq!(ends(&table), before);
    let adopted = (ends(&table), table.decisions().to_vec());
    probe::use_it(&mut table);
    let (used, decisions) = (ends(&table), table.decisions().to_vec());
    probe::idle_turn(&mut table);
    // Back to the edit, and on again.
    while table.record().entries().iter().rposition(|e| matches!(e, Entry::Reload { .. }))
        != Some(table.record().entries().len() - 1)
    {
        assert!(table.undo());
    }
    assert_eq!((ends(&table), table.decisions().to_vec()), adopted, "what happened before the edit happened so");
    probe::use_it(&mut table);
    assert_eq!((ends(&table), table.decisions().to_vec()), (used, decisions));
    assert_replays(&table);
}

/// A version that is replaced before any answer leaves no trace in the table or its record.
#[test]
fn versions_that_nobody_played_are_gone() {
    let mut loader = Loader::default();
    let mut load = |script: &str| {
        let (engine, _) = loader
            .load(GAME, &files(&[(PROBE, &probe::event(script))]))
            .unwrap_or_else(|p| panic!("{}", p.render_all()));
        engine
    };
    let mut table = probe::table(&load("act.draw(me, 1)"), 5);
    let (mut rules, mut alive) = (Vec::new(), Vec::new());
    for i in 0..40 {
        // Every second time it is a version that was there before; every tenth time somebody answers under it.
        let draw = if i % 2 == 0 { 2 } else { 3 + i };
        table.adopt(&load(&format!("act.draw(me, {draw})"))).expect("it can be adopted");
        rules.push(std::sync::Arc::downgrade(&table.world().rules));
        if i % 10 == 9 {
            probe::idle_turn(&mut table);
        }
        alive.push(rules.iter().filter(|rules| rules.strong_count() > 0).count());
    }
    let reloads = table.record().entries().iter().filter(|e| matches!(e, Entry::Reload { .. })).count();
    assert_eq!(reloads, 4, "one for each version that was played");
    assert!(alive.iter().all(|alive| *alive <= 8), "{alive:?}");
    assert_replays(&table);
    // Played under one of two texts in turn: each is kept once.
    let mut table = probe::table(&load("act.draw(me, 1)"), 5);
    let mut rules = Vec::new();
    for i in 0..12 {
        table.adopt(&load(&format!("act.draw(me, {})", 1 + (i + 1) % 2))).expect("it can be adopted");
        rules.push(std::sync::Arc::downgrade(&table.world().rules));
        probe::idle_turn(&mut table);
    }
    let mut alive: Vec<_> =
        rules.iter().filter_map(std::sync::Weak::upgrade).map(|rules| std::sync::Arc::as_ptr(&rules)).collect();
    alive.sort_unstable();
    alive.dedup();
    assert_eq!(alive.len(), 2);
    assert_replays(&table);
}

/// A card that is half written when it is saved takes nothing away.
#[test]
fn what_a_half_written_card_took_away_comes_back() {
    let text = probe::event(ASKS);
    let whole = in_the_middle(ASKS);
    let mut table = in_the_middle(ASKS);
    adopt(&mut table, &[(PROBE, &probe::event("act.draw(me, 1)"))]);
    assert!(!table.in_script(), "the script asks nothing now");
    let adopted = adopt(&mut table, &[(PROBE, &text)]);
    assert!(adopted.files == [PROBE] && !adopted.from_start, "{adopted:?}");
    assert_eq!((ends(&table), table.decisions()), (ends(&whole), whole.decisions()));
    assert!(!table.record().entries().iter().any(|e| matches!(e, Entry::Reload { .. })));
    // Also after going back to where it was saved.
    let mut table = probe::table(&engine_with(&[(PROBE, &text)]), 5);
    adopt(&mut table, &[(PROBE, &probe::event("act.draw(me, 1)"))]);
    probe::use_it(&mut table);
    while !matches!(table.record().entries().last(), Some(Entry::Reload { .. })) {
        assert!(table.undo());
    }
    adopt(&mut table, &[(PROBE, &probe::event("act.draw(me, 2)"))]);
    assert_eq!(table.record().entries().iter().filter(|e| matches!(e, Entry::Reload { .. })).count(), 1);
    assert_replays(&table);
}

/// A record takes over so many changed files that it is read at all: with more, it begins anew.
#[test]
fn a_game_whose_files_are_saved_a_thousand_times_is_played_again_from_its_beginning() {
    let mill = |text: &str| {
        let mut files = intermezzo::Files::default();
        files.overlay([("cards/mill/game.yaml".to_string(), text.into())]);
        crate::support::game_of("mill", &files)
    };
    let engines =
        [mill(crate::endless_games::MILL), mill(&crate::endless_games::MILL.replace("text: grind", "text: mill"))];
    let setup = intermezzo::table::Setup { seed: 1, ..Default::default() };
    let mut table = engines[0].set_up(setup).map(Table::start).expect("it starts");
    let mut anew = 0;
    for i in 0..1_010 {
        anew += usize::from(table.adopt(&engines[(i + 1) % 2]).expect("it can be adopted").from_start);
        let seat = asked(&table).seat;
        submit(&mut table, &(seat, Answer::Pass));
    }
    assert_eq!((anew, table.answers()), (4, 1_010));
    assert_eq!(table.record().replay().expect("it is read").log_hash(), table.log_hash());
}

#[test]
fn what_was_told_reads_the_same_after_an_edit() {
    let mut table = start(&engine(), (0, 1), 3);
    go_on(&mut table, &mut Bots::new(3), 150);
    let told = |table: &Table| {
        transcript(table.world().game(), &table.world().log, Reader { names: table.names(), eyes: None })
    };
    let before = told(&table);
    assert!(before.contains(" triggers"), "the game must hold what an edit could confuse:\n{before}");
    // A card before all others, and an ability before all others of each card that triggers: every number moves.
    let aardvark = "name: Aardvark\ntype: character\ncolour: red\nentry: { red: 1 }\nreturn: { red: 1 }\nprowess: 1\nresilience: 1\nfeatures: [Aardvark]\n";
    let mut overlay = vec![("cards/cardland/source/aardvark.yaml".to_string(), aardvark.to_string())];
    for (path, text) in &files(&[]).texts {
        if path.starts_with("cards/cardland/") && text.contains("- after:") && !path.ends_with("game.yaml") {
            let first = "abilities:\n  - timing: main\n    turn: me\n    once: turn\n    text: shout\n    script: note(\"shout\")\n";
            overlay.push((path.clone(), text.replacen("abilities:\n", first, 1)));
        }
    }
    let overlay: Vec<(&str, &str)> = overlay.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    adopt(&mut table, &overlay);
    let after = told(&table);
    assert_eq!(after.lines().take(before.lines().count()).collect::<Vec<_>>(), before.lines().collect::<Vec<_>>());
}
