//! Cardland: rules of the game that a single scenario cannot show, by their numbers in `tests/rules/cardland.yaml`.

use crate::support::{self, Bots, answer_one, asked, decks, ends, engine, engine_of, files, play, probe, start};
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::{Decision, Outcome, Seat, Value};
use intermezzo::table::{Setup, Table};

/// A match of so many games, with other options besides.
fn a_match(games: i64, seed: u64, options: &[(&str, i64)]) -> Table {
    let engine = engine();
    let all = decks(&engine);
    let mut own: Vec<_> = options.iter().map(|(name, n)| (name.to_string(), n.to_string())).collect();
    own.push(("games".into(), games.to_string()));
    engine
        .set_up(Setup { seed, decks: vec![all[0].clone(), all[1].clone()], options: own, ..Setup::default() })
        .map(Table::start)
        .expect("it starts")
}

/// Which game of the match is played, from 1.
fn game(table: &Table) -> u32 {
    let level = table.world().rules.schema.levels.iter().position(|l| &**table.world().rules.name(*l) == "game");
    table.world().state().level_numbers[level.expect("a level of the game")]
}

/// Why somebody is asked: by a window's name, or in a script's words.
fn why(table: &Table, decision: &Decision) -> String {
    let window = |w: intermezzo::kernel::model::value::WindowId| {
        table.world().rules.name(table.world().rules.windows[w.index()].name).to_string()
    };
    decision.why.as_deref().map(str::to_owned).or(decision.window.map(window)).unwrap_or_default()
}

/// Plays a game to its end; how it ended.
fn one_game(table: &mut Table, bots: &mut Bots) -> Outcome {
    let now = game(table);
    while !table.is_over() && game(table) == now {
        answer_one(table, bots).expect("it is not over");
    }
    let ended = |line: &Line| match line {
        Line::Ended(outcome) => Some(*outcome),
        _ => None,
    };
    table.world().log.lines.iter().rev().find_map(|l| ended(&l.line)).expect("it ended")
}

/// Questions before the first hands are drawn: the seat and the reason.
fn set_up(table: &mut Table, bots: &mut Bots) -> Vec<(u8, String)> {
    let mut questions = Vec::new();
    loop {
        let decision = asked(table);
        let why = why(table, &decision);
        if why == "redraw" {
            return questions;
        }
        questions.push((decision.seat.0, why));
        answer_one(table, bots);
    }
}

/// CL-SETUP-07: in a rematch the loser of the last game chooses, and no janken is played.
#[test]
fn the_loser_chooses_in_a_rematch() {
    let mut losers = Vec::new();
    for seed in 0..4 {
        let mut table = a_match(3, seed, &[]);
        let mut bots = Bots::new(seed);
        assert!(set_up(&mut table, &mut bots).iter().any(|(_, why)| why == "janken"), "the first game has one");
        for number in 2..=3 {
            let outcome = one_game(&mut table, &mut bots);
            assert_eq!(game(&table), number);
            let questions = set_up(&mut table, &mut bots);
            let (before, last) = questions.split_at(questions.len() - 1);
            let of = |seat: u8, why: &str| (seat, why.to_string());
            let stories = [of(0, "lay out your stories"), of(1, "lay out your stories")];
            assert_eq!(before[..2], stories, "seed {seed}, game {number}");
            assert_eq!(before[2..4], [of(0, "cut"), of(1, "cut")]);
            match outcome {
                Outcome::Won(winner) => {
                    let loser = winner.0 ^ 1;
                    assert_eq!(
                        (before.len(), last),
                        (4, &[of(loser, "go first or second")][..]),
                        "seed {seed}, game {number}"
                    );
                    losers.push(loser);
                }
                _ => assert_eq!(before[4], of(0, "janken"), "seed {seed}, game {number}"),
            }
        }
        one_game(&mut table, &mut bots);
        assert!(table.is_over(), "three games were played");
        table.world().game().conserved().expect("no card is lost between games");
        assert_eq!(table.faults(), 0, "{:?}", table.fault_errors());
    }
    assert!(losers.contains(&0) && losers.contains(&1), "both have lost some time: {losers:?}");
}

/// CL-SETUP-07 and its ruling: after a draw nobody has lost, so janken is played again.
#[test]
fn janken_follows_a_draw() {
    let mut table = a_match(2, 3, &[("max_turns", 2)]);
    let mut bots = Bots::new(3);
    let first = set_up(&mut table, &mut bots);
    while game(&table) == 1 {
        probe::idle_until(&mut table, |_, _| true);
        let decision = asked(&table);
        let answer = probe::idle(&table, &decision);
        support::submit(&mut table, &(decision.seat, answer));
    }
    assert!(table.world().log.lines.iter().any(|l| l.line == Line::Ended(Outcome::Draw)));
    let second = set_up(&mut table, &mut bots);
    for questions in [first, second] {
        assert_eq!(questions[4..6], [(0, "janken".to_string()), (1, "janken".to_string())], "{questions:?}");
        assert_eq!(questions.last().map(|q| q.1.as_str()), Some("go first or second"));
    }
}

/// CL-SETUP-07: whoever was asked first or second begins as she said.
#[test]
fn who_chose_begins_as_she_said() {
    for (word, turned) in [("first", 0), ("second", 1)] {
        let mut table = a_match(2, 1, &[]);
        let mut bots = Bots::new(1);
        let outcome = one_game(&mut table, &mut bots);
        let Outcome::Won(winner) = outcome else { panic!("seed 1 has a winner") };
        let loser = winner.0 ^ 1;
        loop {
            let decision = asked(&table);
            if why(&table, &decision) == "go first or second" {
                let sym = table.world().rules.schema.symbols.find(word).map(Value::Word);
                let value = sym.unwrap_or_else(|| Value::Text(word.into()));
                support::submit(&mut table, &(decision.seat, intermezzo::kernel::Answer::Values(vec![value])));
                break;
            }
            answer_one(&mut table, &mut bots);
        }
        assert_eq!(table.world().state().first, Seat(loser ^ turned), "{word}");
    }
}

/// CL-GAME-01: two players, no more and no fewer.
#[test]
fn exactly_two_play() {
    let engine = engine();
    let deck = decks(&engine)[0].clone();
    for n in [1, 3, 4] {
        let start = Setup { seed: 1, decks: vec![deck.clone(); n], ..Setup::default() };
        let refused = engine.set_up(start).map(Table::start).err().unwrap_or_else(|| panic!("{n} play")).to_string();
        assert!(refused.contains("needs exactly 2 players"), "{refused}");
    }
    let table = engine
        .set_up(Setup { seed: 1, decks: vec![deck.clone(), deck], ..Setup::default() })
        .map(Table::start)
        .expect("two");
    let schema = &table.world().rules.schema;
    for name in ["deck", "hand", "stage", "extra", "discard", "story"] {
        let kind = schema.zone_kind(name).expect(name);
        assert_ne!(schema.zone(kind, Seat(0)), schema.zone(kind, Seat(1)), "each has a {name} of her own");
    }
}

/// CL-SETUP-03: decks are shuffled by nothing but the seed.
#[test]
fn the_seed_alone_shuffles() {
    let engine = engine();
    let shuffled = |seed: u64| {
        let mut table = start(&engine, (0, 0), seed);
        let sorted: Vec<Vec<_>> = [0, 1].map(|seat| deck_of(&table, seat)).into();
        probe::idle_until(&mut table, |table, decision| why(table, decision) == "cut");
        let now = [0, 1].map(|seat| deck_of(&table, seat));
        for (was, is) in sorted.iter().zip(&now) {
            assert_ne!(was, is);
            let mut back = is.clone();
            back.sort();
            assert_eq!(&back, was, "the same forty cards");
        }
        now
    };
    assert_eq!(shuffled(7), shuffled(7));
    let (seven, eight) = (shuffled(7), shuffled(8));
    assert!(seven[0] != eight[0] && seven[1] != eight[1]);
    let places = |deck: &[u16], first: u16| deck.iter().map(|c| c - first).collect::<Vec<_>>();
    assert_ne!(places(&seven[0], 0), places(&seven[1], seven[1].iter().copied().min().unwrap_or(0)), "each by itself");
}

/// The cards of a player's deck, by number, the top first.
fn deck_of(table: &Table, seat: u8) -> Vec<u16> {
    let schema = &table.world().rules.schema;
    let zone = schema.zone(schema.zone_kind("deck").expect("a zone"), Seat(seat));
    table.world().state().zone(zone).iter().map(|c| c.0).collect()
}

/// CL-CARD-07 and CL-CARD-08: rarity and picture have no effect on play.
#[test]
fn rarity_and_picture_do_not_count() {
    let plain = files(&[]);
    let mut other = plain.clone();
    let mut changed = 0;
    for (path, text) in &plain.texts {
        let cycle = [("rarity: N\n", "rarity: SE\n"), ("rarity: R\n", "rarity: P\n"), ("rarity: SR\n", "rarity: N\n")];
        let found = cycle.iter().find(|(from, _)| text.contains(from));
        if let (Some((from, to)), true) = (found, path.starts_with("cards/cardland/")) {
            let picture = if text.contains("picture: ") { "" } else { "picture: star\n" };
            other.texts.insert(path.clone(), text.replace(from, &format!("{to}{picture}")).into());
            changed += 1;
        }
    }
    assert!(changed > 60, "{changed} cards were changed");
    for seed in 0..4 {
        let ended = [&plain, &other].map(|files| {
            let mut table = start(&engine_of(files, Default::default()), (seed as usize % 4, 1), seed);
            let steps = play(&mut table, &mut Bots::new(seed));
            let lines: Vec<_> = table.world().log.lines.iter().collect();
            (ends(&table), steps, lines)
        });
        assert!(ended[0] == ended[1], "seed {seed}: {:?} and {:?}", ended[0].0, ended[1].0);
    }
}
