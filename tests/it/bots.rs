//! Bots: players that see what a person sees play whole games of every kind, and their answers travel as JSON.

use std::sync::Arc;

use intermezzo::catalog::Catalog;
use intermezzo::kernel::Seat;
use intermezzo::table::bots::{Bot, Random};
use intermezzo::table::view::{DecisionKind, DecisionView, View, transcript_for};
use intermezzo::table::wire::Answer;
use intermezzo::table::{Event, Game, Table};

use crate::support::files;
use crate::support::lineup::Lineup;

/// A bot whose answer is written as JSON and read again.
struct ByWire {
    bot: Random,
    answers: usize,
}

impl Bot for ByWire {
    fn answer(&mut self, view: &View, decision: &DecisionView) -> Answer {
        self.answers += 1;
        assert!(view.decisions.contains(decision), "a bot is asked what it sees");
        let json = serde_json::to_string(&self.bot.answer(view, decision)).expect("JSON");
        serde_json::from_str(&json).expect("an answer goes in as it comes out")
    }
}

fn game_of(lineup: &Lineup) -> Game {
    let mut files = files(&[]);
    files.packs = lineup.packs.clone();
    let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// Checks a person's events: equal to the transcript, each with words, and readable again.
fn told(table: &Table, name: &str) {
    let seat = Seat(0);
    let events = table.events(seat, 0).expect("a seat of the game");
    let lines = transcript_for(table, table.person(seat));
    assert!(events.iter().map(|e| e.text.as_str()).eq(lines.iter().map(|l| l.text.trim_start())), "{name}");
    assert!(events.iter().zip(&events[1..]).all(|(a, b)| a.number < b.number), "{name}: events are numbered");
    for event in &events {
        let json = serde_json::to_string(event).expect("JSON");
        assert_eq!(&serde_json::from_str::<Event>(&json).expect("an event"), event, "{name}");
        assert_eq!(event.name.is_some(), event.kind == "event", "{name}: {event:?}");
    }
    let half = events[events.len() / 2].number;
    let later = table.events(seat, half).expect("a seat of the game");
    assert_eq!(later, events[events.len() / 2..], "{name}: what happened from a line on");
}

#[test]
fn bots_that_see_what_a_person_sees_play_whole_games() {
    let mut played: Vec<String> = Vec::new();
    for lineup in Lineup::all() {
        if played.contains(&lineup.game) {
            continue;
        }
        let mut table = lineup.start(&game_of(&lineup), 5);
        let seats = table.names().len();
        let mut bots: Vec<_> = (0..seats as u64).map(|n| ByWire { bot: Random::new(n), answers: 0 }).collect();
        table.play(&mut bots.iter_mut().map(|b| b as &mut dyn Bot).collect::<Vec<_>>()).expect("it plays to its end");
        assert!(table.is_over() && table.faults() == 0, "{}: {:?}", lineup.name(), table.fault_errors());
        let (asked, taken) = (bots.iter().map(|b| b.answers).sum::<usize>(), table.answers());
        println!("{}: {taken} answers, {} refused", lineup.name(), asked - taken);
        assert!(taken > 10 && asked < taken * 2, "{}: {taken} of {asked} answers were taken", lineup.name());
        told(&table, &lineup.name());
        played.push(lineup.game);
    }
    assert_eq!(played.len(), crate::support::GAMES.len());
}

/// A refusal has a code and its facts, for programs.
#[test]
fn a_refusal_says_what_is_wrong_with_an_answer() {
    let mut table = crate::support::start(&crate::support::engine(), (0, 1), 3);
    let seat = table.decisions()[0].seat;
    let mut refused = |seat: Seat, answer: Answer| {
        let error = table.answer(seat, &answer).expect_err("it is not legal");
        let refusal = error.refusal().expect("a refusal").clone();
        assert_eq!(refusal.words, error.to_string());
        refusal
    };
    let none = refused(seat, Answer::Choose(vec![99]));
    assert_eq!(
        (none.code.as_str(), serde_json::to_value(&none.facts).expect("JSON")),
        ("no_such_place", serde_json::json!({ "place": 99 }))
    );
    assert_eq!(refused(seat, Answer::Number(1)).code, "options_asked");
    let alone = Seat(7);
    assert_eq!(refused(alone, Answer::Pass).code, "not_asked");
    // The first choice of some cards is answered with too few of them.
    let mut bot = Random::new(4);
    loop {
        let seat = table.decisions().first().expect("it is not over").seat;
        let view = View::of_person(&table, seat).expect("a view");
        let asked = view.decisions.iter().find(|d| d.seat == seat.0).expect("she sees it");
        if asked.kind == DecisionKind::Pick && asked.least > 0 && !asked.is_payment {
            let error = table.answer(seat, &Answer::Choose(Vec::new())).expect_err("too few");
            let few = error.refusal().expect("a refusal");
            let facts = serde_json::to_value(&few.facts).expect("JSON");
            assert_eq!(few.code, "too_few");
            assert_eq!(facts, serde_json::json!({ "given": 0, "least": asked.least }));
            break;
        }
        table.ask(seat, &mut bot).expect("she is asked");
    }
    let bots: &mut [&mut dyn Bot] = &mut [];
    assert!(table.play(bots).is_err(), "nobody plays");
}
