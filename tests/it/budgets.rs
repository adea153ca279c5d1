//! Budgets: no rule of a card holds up the game, however it is written, and only that rule says nothing any more.

use intermezzo::catalog::Files;
use intermezzo::kernel::Outcome;
use intermezzo::kernel::model::log_lines::{Broken, Line, LogLine};
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::tell::transcript::transcript;
use intermezzo::table::{Setup, Table};

use crate::support::pit::{Pit, trace};
use crate::support::{Bots, asked, ends, engine_with, game_of, play, probe, start, submit};

/// So many creatures lie on the field.
const CREATURES: usize = 30;

/// A condition that looks at all creatures for each creature, so many times over, and finds nothing.
fn deep(levels: usize) -> String {
    let innermost = "{ exists: { zone: field, type: spell } }".to_string();
    (1..levels).fold(innermost, |inner, _| format!("{{ exists: {{ zone: field, where: {inner} }} }}"))
}

/// That these cards lie on Amy's field among the others, with what else is set up, and that this holds then.
#[track_caller]
fn holds(pit: &Pit, amy: &str, cards: &[&str], rest: &str) {
    let mut field = vec!["imp"; CREATURES];
    field.extend(cards);
    pit.holds(&format!("amy: {{ field: [{}], {amy} }}", field.join(", ")), rest);
}

#[test]
fn what_may_be_used_is_judged_by_what_can_be_looked_at() {
    let spell = |levels: usize| {
        let needs = deep(levels);
        let ability = format!(
            " [{{ timing: main, needs: {{ if: {{ not: {needs} }}, because: no }}, script: \"act.change(me, 'votes', 1)\" }}]\n"
        );
        Pit::new().ability("try_it", &ability).spell("fine", "act.change(me, 'votes', 2)")
    };
    let fine = "steps: [{ amy: use fine }]\nexpect: [{ amy.votes: 2 }]";
    holds(&spell(2), "hand: [try_it, fine]", &[], "expect: [{ offers: { amy: [use try_it, use fine, pass] } }]");
    holds(&spell(5), "hand: [try_it, fine]", &[], "expect: [{ offers: { amy: [use fine, pass] } }]");
    holds(&spell(5), "hand: [try_it, fine]", &[], fine);
    let because = "what it says looks at too much, or depends on itself";
    let refused = format!("steps: [{{ refuse: {{ amy: use try_it, because: \"{because}\" }} }}]");
    holds(&spell(5), "hand: [try_it, fine]", &[], &refused);
}

/// An offer takes one look at the possible targets; declaring the first target takes as much for each of them.
#[test]
fn what_takes_too_much_to_declare_is_not_used_without_its_targets() {
    let pit = |levels: usize| {
        let rest = deep(levels);
        let targets = format!(
            "{{ a: {{ zone: field }}, b: {{ zone: field, not: {{ is: this.a }}, where: {{ not: {rest} }}, pick: 3 }} }}"
        );
        let ability = format!(
            " [{{ timing: main, targets: {targets}, cost: [{{ mana: this.a.power }}], script: \"act.change(me, 'votes', 1)\" }}]\n"
        );
        Pit::new().ability("two", &ability)
    };
    let offered = "{ expect: [{ offers: { amy: [use two, pass] } }] }, { amy: use two }";
    let given_up = "[{ amy.votes: 0 }, { zone: { amy.hand: [two] } }, { asked: beth }]";
    holds(&pit(2), "hand: [two], mana: 1", &[], &format!("steps: [{offered}]\nexpect: {given_up}"));
}

#[test]
fn what_modifies_and_takes_too_much_modifies_nothing() {
    let pit = |levels: usize| {
        let needs = deep(levels);
        Pit::new()
            .creature(
                "heavy",
                &format!("{{ while: {{ not: {needs} }}, affects: {{ is: self }}, modify: {{ power: 5 }} }}"),
            )
            .creature("light", "{ while: true, affects: { is: self }, modify: { power: 3 } }")
            .spell("fine", "act.change(me, 'votes', sum('power', { zone = 'field', name = { 'heavy', 'light' } }))")
    };
    let used = |votes: i64| format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(2), "hand: [fine]", &["heavy", "light"], &used(10));
    holds(&pit(5), "hand: [fine]", &["heavy", "light"], &used(5));
}

#[test]
fn what_listens_and_takes_too_much_hears_nothing() {
    let pit = |levels: usize| {
        let needs = deep(levels);
        Pit::new()
            .creature(
                "heavy",
                &format!("{{ after: hit, needs: {{ if: {{ not: {needs} }}, because: no }}, script: \"act.change(me, 'votes', 1)\" }}"),
            )
            .creature("light", "{ after: hit, script: \"act.change(me, 'votes', 2)\" }")
            .spell("fine", "act.hit(opponent, 1)")
    };
    let used = |votes: i64| format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(2), "hand: [fine]", &["heavy", "light"], &used(3));
    holds(&pit(5), "hand: [fine]", &["heavy", "light"], &used(2));
}

/// One hearing looks at 33,000 things, and all of one step together at most at 100,000.
#[test]
fn what_listens_again_and_again_takes_its_share() {
    let ability = format!("{{ after: hit, if: {}, script: \"act.change(me, 'mana', 1)\" }}", deep(3));
    let pit = |times: usize| {
        Pit::new()
            .creature("heavy", &vec![ability.clone(); times].join(", "))
            .creature("light", "{ after: hit, script: \"act.change(me, 'votes', 2)\" }")
            .spell("fine", "for i = 1, 40 do act.hit(opponent, -1) end")
    };
    let used = "steps: [{ amy: use fine }]\nexpect: [{ amy.votes: 80 }, { asked: beth }";
    let told = "{ log: \"heavy used up its share\" }";
    holds(&pit(1), "hand: [fine]", &["heavy", "light"], &format!("{used}]"));
    holds(&pit(4), "hand: [fine]", &["heavy", "light"], &format!("{used}, {told}]"));
}

#[test]
fn of_values_that_depend_on_each_other_one_is_given_up() {
    let up = |field: &str, by: &str| {
        format!("{{ while: true, affects: {{ zone: field, {by} }}, modify: {{ {field}: 1 }} }}")
    };
    // Each alone is right: the circle is there as long as both are.
    let pit = Pit::new()
        .creature(
            "one",
            &up("power", "is: self, where: { amount: { sum: power, of: { zone: field, name: two } }, is: \">= 1\" }"),
        )
        .creature(
            "two",
            &up("power", "is: self, where: { amount: { sum: power, of: { zone: field, name: one } }, is: \">= 1\" }"),
        )
        .spell("fine", "act.change(me, 'votes', sum('power', { zone = 'field', name = { 'one', 'two' } }))");
    holds(&pit, "hand: [fine]", &["one", "two"], "steps: [{ amy: use fine }]\nexpect: [{ amy.votes: 3 }]");
}

#[test]
fn a_filter_that_lasts_and_takes_too_much_ends() {
    let filter = |levels: usize| {
        let mut inner = "{ exists = { zone = 'field', type = 'spell' } }".to_string();
        for _ in 1..levels {
            inner = format!("{{ exists = {{ zone = 'field', where = {inner} }} }}");
        }
        format!("act.modify({{ zone = 'field', ['not'] = {{ where = {inner} }} }}, 'power', 1, 'match')")
    };
    let pit = |levels: usize| {
        let count = "act.change(me, 'votes', sum('power', { zone = 'field' }))";
        Pit::new().spell("lasts", &format!("{}\n{count}", filter(levels)))
    };
    let used = |votes: usize| format!("steps: [{{ amy: use lasts }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(1), "hand: [lasts]", &[], &used(2 * CREATURES));
    holds(&pit(3), "hand: [lasts]", &[], &used(CREATURES));
}

// ---- loops of triggers ----

/// An ability of a creature after a number of its player has changed.
fn on(number: &str, does: &str) -> String {
    format!("{{ after: changed, match: {{ object: me, name: {number} }}, {does} }}")
}

/// A script for such an ability that adds 1 to a number of its player.
fn adds(number: &str, to: &str) -> String {
    on(number, &format!("script: \"act.change(me, '{to}', 1)\""))
}

/// Creatures: `echo` sets itself off, `herald` hears each round of it, `mourner` hears only the hit of the spell.
fn looping() -> Pit {
    Pit::new()
        .creature("echo", &adds("mana", "mana"))
        .creature("herald", &adds("mana", "votes"))
        .creature("mourner", "{ after: hit, script: \"act.change(me, 'luck', 1)\" }")
        .spell("call", "act.hit(opponent, 1)\nact.change(me, 'mana', 1)")
}

/// That this holds when Amy has used `call`, and that triggers of these cards, and of no others, were given up.
#[track_caller]
fn breaks_off(pit: &Pit, field: &str, repeating: &[&str], holds: &str) {
    let named = |names: &&str| format!("\"500 triggers without a decision: {names} repeat\"");
    let named: Vec<String> = repeating.iter().map(named).collect();
    pit.holds(
        &format!("amy: {{ hand: [call, call], {field} }}"),
        &format!(
            "steps: [{{ amy: use call }}]\nexpect: [{holds}, {{ log: [{}] }}, {{ asked: beth }}]",
            named.join(", ")
        ),
    );
}

#[test]
fn of_triggers_that_loop_only_those_that_repeat_are_given_up() {
    let check = |field: &str, holds: &str| breaks_off(&looping(), &format!("field: [{field}]"), &["echo"], holds);
    // The call and 500 rounds. What waits since the call acts, and what waits since the first ten rounds.
    check("echo, mourner", "{ amy.mana: 501, amy.luck: 1 }");
    check("echo, herald, mourner", "{ amy.mana: 501, amy.votes: 11, amy.luck: 1 }");
    check("echo, herald, herald", "{ amy.mana: 501, amy.votes: 22 }");
    check("echo, herald, echo, mourner", "{ amy.mana: 501, amy.votes: 11, amy.luck: 1 }");
    // Creatures before the loop act in each round, and each of their acts is one of the 500.
    check("mourner, herald, echo", "{ amy.mana: 251, amy.votes: 250, amy.luck: 1 }");
}

#[test]
fn triggers_that_wait_for_a_loop_to_end_act_in_their_order() {
    let digit = |digit: u8| format!("{{ after: hit, script: \"{}\" }}", trace(digit));
    let pit = looping().creature("one", &digit(1)).creature("two", &digit(2)).creature("three", &digit(3));
    breaks_off(&pit, "field: [one, echo, two, three]", &["echo"], "{ game.trace: 123 }");
}

#[test]
fn a_loop_of_cards_of_several_players_is_given_up_as_a_whole() {
    let back = "{ after: changed, match: { object: game, name: trace }, script: \"act.change(opponent, 'mana', 1)\" }";
    let pit = looping()
        .creature("ping", &on("mana", "script: \"act.change(game, 'trace', 1)\""))
        .creature("pong", &back.replace("opponent", "{ players()[1] }"));
    let rest = "field: [ping, herald, mourner] }, beth: { field: [pong]";
    breaks_off(&pit, rest, &["ping, pong"], "{ game.trace: 250, amy.mana: 251, amy.votes: 11, amy.luck: 1 }");
}

#[test]
fn a_loop_of_data_is_given_up_like_one_of_scripts() {
    let pit = looping().creature("data", &on("mana", "do: [{ change: { object: me, name: mana, by: 1 } }]"));
    breaks_off(&pit, "field: [data, herald, mourner]", &["data"], "{ amy.mana: 501, amy.votes: 11, amy.luck: 1 }");
}

#[test]
fn of_several_loops_those_behind_the_first_may_take_ten_rounds() {
    let pit = looping()
        .creature("second", &adds("votes", "votes"))
        .spell("call", "act.hit(opponent, 1)\nact.change(me, 'votes', 1)\nact.change(me, 'mana', 1)");
    breaks_off(
        &pit,
        "field: [second, echo, mourner]",
        &["echo", "second"],
        "{ amy.mana: 501, amy.votes: 12, amy.luck: 1 }",
    );
}

#[test]
fn what_was_given_up_because_it_repeats_acts_again_after_the_next_answer() {
    let pit = looping();
    let two = "steps: [{ amy: use call }, { pass: [beth, cleo] }, { amy: use call#2 }]";
    let holds = "expect: [{ amy.mana: 1002, amy.luck: 2 }, { log: 500 triggers }, { asked: beth }]";
    pit.holds("amy: { hand: [call, call], field: [echo, mourner] }", &format!("{two}\n{holds}"));
}

#[test]
fn one_card_triggers_up_to_its_share_and_others_go_on() {
    let call = |hits: usize| format!("for i = 1, {hits} do act.hit(opponent, 1) end");
    let votes = "{ after: hit, script: \"act.change(me, 'votes', 1)\" }";
    let luck = "{ after: hit, script: \"act.change(me, 'trace', 1)\" }".replace("me", "game");
    let pit = |hits: usize| Pit::new().creature("scribe", votes).creature("witness", &luck).spell("call", &call(hits));
    let amy = format!("amy: {{ hand: [call], field: [witness, {}] }}", ["scribe"; 50].join(", "));
    // The first 500 are nobody's: of 51 for each hit one is the witness's.
    let holds = |hits: usize, votes: usize, more: &str| {
        let rest =
            format!("steps: [{{ amy: use call }}]\nexpect: [{{ amy.votes: {votes}, game.trace: {hits} }}, {more}]");
        pit(hits).holds(&amy, &rest);
    };
    holds(29, 1450, "{ asked: beth }");
    holds(40, 1490, "{ log: \"scribe used up its share between two decisions\" }");
}

#[test]
fn a_check_is_not_blamed_for_a_loop_of_triggers_and_goes_on() {
    let take = "if: { amount: game.trace, is: \"0\" }, match: { player: { mana: \">= 1\" } }";
    let pit = looping()
        .check(&format!("id: poor, {take}, do: [{{ change: {{ object: it, name: mana, by: -1 }} }}]"))
        .spell("call", "act.change(me, 'mana', 1)\nact.change(me, 'mana', 1)");
    breaks_off(&pit, "field: [echo]", &["echo"], "{ amy.mana: 0 }");
}

#[test]
fn a_check_that_repeats_stops_no_trigger() {
    let more = "if: { amount: game.trace, is: \">= 1\" }, match: { player: { mana: \">= 0\" } }";
    Pit::new()
        .creature("mourner", "{ after: hit, script: \"act.change(me, 'luck', 1)\" }")
        .check(&format!("id: endless, {more}, do: [{{ change: {{ object: it, name: mana, by: 1 }} }}]"))
        .spell("call", "act.hit(opponent, 1)\nact.change(game, 'trace', 1)")
        .holds(
            "amy: { hand: [call], field: [mourner] }",
            "steps: [{ amy: use call }]\nexpect: [{ amy.mana: 500, amy.luck: 1 }, \
             { log: \"500 checks without a decision: `endless` repeats\" }, { asked: beth }]",
        );
}

/// The question comes when the loop was given up: what a fork must know of it is in the state.
#[test]
fn a_game_that_was_asked_behind_a_loop_goes_on_alike_in_forks_and_records() {
    let story = "name: Vesna's First Song\ntype: story\nmodifier: 2\ncost: 2\nconditions: { count: 1 }\nabilities:\n  \
        - after: draw\n    match: { player: me }\n    script: act.status(self, 'complete')\n  \
        - after: status_changed\n    match: { card: self }\n    \
        script: act.status(self, event.to == 'complete' and 'incomplete' or 'complete')\n  \
        - after: status_changed\n    match: { card: self }\n    optional: true\n    script: act.draw(opponent, 1)\n";
    let engine = engine_with(&[("cards/cardland/ember_street/vesnas_first_song.yaml", story)]);
    let mut table = start(&engine, (1, 1), 5);
    let (mut copies, mut steps, mut repeating) = (Vec::new(), Vec::new(), 0);
    while !table.is_over() && steps.len() < 30 {
        repeating += usize::from(!table.world().state().repeating.is_empty());
        copies.push(table.fork());
        let decision = asked(&table);
        let answer = probe::idle(&table, &decision);
        steps.push((decision.seat, answer));
        submit(&mut table, &steps[steps.len() - 1]);
        let after = ends(&table);
        assert!(table.undo());
        assert_eq!(ends(&table), ends(&copies[copies.len() - 1]));
        submit(&mut table, &steps[steps.len() - 1]);
        assert_eq!(ends(&table), after);
    }
    assert!(repeating > 3, "only {repeating} questions came behind a loop");
    for (i, mut copy) in copies.into_iter().enumerate() {
        steps[i..].iter().for_each(|step| submit(&mut copy, step));
        assert_eq!(ends(&copy), ends(&table), "forked at decision {i}");
    }
    assert_eq!(ends(&table.record().replay().expect("it replays")), ends(&table));
}

#[test]
fn what_a_card_does_and_looks_at_too_much_ends_that_card_and_not_the_game() {
    let pit = |levels: usize| {
        let vote = |by: u8| format!("{{ change: {{ object: me, name: votes, by: {by} }} }}");
        let heavy = format!("{{ if: {}, do: [], else: [{}] }}", deep(levels), vote(1));
        Pit::new()
            .creature("asks", &format!("{{ after: hit, do: [{heavy}, {}] }}", vote(5)))
            .creature("light", "{ after: hit, script: \"act.change(me, 'votes', 20)\" }")
            .spell("fine", "act.hit(opponent, 1)")
    };
    let used = |votes: i64| format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {votes} }}]");
    holds(&pit(2), "hand: [fine]", &["asks", "light"], &used(26));
    holds(&pit(5), "hand: [fine]", &["asks", "light"], &used(20));
}

/// To find out of each of many abilities alone that it depends on itself would take a round through all for each.
/// Draws of which nothing comes are counted together, in one step: they are the card's all the same.
#[test]
fn a_card_that_draws_in_vain_very_often_ends_that_card_and_not_the_game() {
    let manifest = "game: vain\ntitle: Vain\nplayers: 2\nlevels: [game, turn]\n\
        zones: { deck: { seen_by: nobody }, hand: { seen_by: owner } }\ndraw: { from: deck, to: hand }\n\
        types: { spell: { live_in: hand } }\ntimings: { main: {} }\ncounters: { player: { votes: 0 } }\n\
        windows: { main: { protocol: free, players: active, offers: [main] } }\nflow:\n  \
        game: [{ draw: { player: turn_order, n: 4 } }, { repeat: turn, alternate: true, max: 2, after_max: draw }]\n  \
        turn: [{ phase: main, do: [{ window: main }] }]\ndecks: { cards: { to: deck, holds: [spell], count: 4 } }\n";
    let spell = |often: u32| {
        format!(
            "name: Spell\ntype: spell\ntext: \"It draws.\"\nabilities:\n  - timing: main\n    once: turn\n    \
            do: [{{ draw: {{ player: me, n: {often} }} }}, {{ change: {{ object: me, name: votes, by: 1 }} }}]\n"
        )
    };
    let told = |often: u32| {
        let mut files = Files::default();
        for (path, text) in
            [("game", manifest), ("spell", &*spell(often)), ("decks/all", "name: All\ncards: { spell: 4 }\n")]
        {
            files.texts.insert(format!("cards/vain/{path}.yaml"), text.into());
        }
        let game = game_of("vain", &files);
        let mut table = game.set_up(Setup::usual(&game, 1)).map(Table::start).expect("it starts");
        play(&mut table, &mut Bots::new(1));
        assert_eq!(table.outcome(), Some(Outcome::Draw), "{often}");
        let reader = Reader { names: table.names(), eyes: None };
        transcript(table.world().game(), &table.world().log, reader)
    };
    assert!(told(12_000).contains("votes +1") && !told(12_000).contains("used up its share"));
    // More of them than the budget of steps.
    for often in [30_000, 60_000] {
        assert!(
            told(often).contains("Spell used up its share") && !told(often).contains("votes +1"),
            "{}",
            told(often)
        );
    }
}

#[test]
fn of_a_card_whose_abilities_depend_on_each_other_all_are_given_up_at_once() {
    let up = "{ while: { none: { zone: field, where: { amount: it.power, is: '> 99' } } }, affects: { zone: field }, modify: { power: 1 } }";
    let count = "act.change(me, 'votes', sum('power', { zone = 'field', name = 'imp' }))";
    let pit = Pit::new().creature("circle", &vec![up; 200].join(", ")).spell("fine", count);
    let started = std::time::Instant::now();
    let used = format!("steps: [{{ amy: use fine }}]\nexpect: [{{ amy.votes: {CREATURES} }}]");
    holds(&pit, "hand: [fine]", &["circle"], &used);
    assert!(started.elapsed() < std::time::Duration::from_secs(30), "{:?}", started.elapsed());
}

/// A card that writes much at every answer does not fill the memory of a game that keeps its log.
#[test]
fn a_log_that_grows_too_long_forgets_its_older_half_and_the_transcript_says_so() {
    let story = "name: Vesna's First Song\ntype: story\nmodifier: 2\ncost: 2\nconditions: { count: 1 }\nabilities:\n  \
        - after: draw\n    script: for i = 1, 3000 do act.shuffle(me, 'deck') end\n";
    let engine = engine_with(&[("cards/cardland/ember_street/vesnas_first_song.yaml", story)]);
    let mut table = start(&engine, (1, 1), 5);
    while !table.is_over() && table.world().log.before == 0 {
        let decision = asked(&table);
        let answer = probe::idle(&table, &decision);
        submit(&mut table, &(decision.seat, answer));
    }
    let log = &table.world().log;
    assert!(log.before > 0 && log.room < 350_001 && log.lines.len() < 350_001, "{} {}", log.before, log.room);
    let told = transcript(table.world().game(), log, Reader { names: table.names(), eyes: None });
    assert!(told.starts_with(&format!("({} lines before these are not kept", log.before)), "{:.80}", told);
    let replayed = table.record().replay().expect("it replays");
    assert_eq!(replayed.log_hash(), table.log_hash());
}

/// Each of many abilities puts two events in the place of one, and which comes first is asked for each of them.
#[test]
fn replacements_that_double_an_event_end() {
    let double = |by: usize| {
        let first = if by.is_multiple_of(2) { "active" } else { "resting" };
        let again = "{ retire: { card: card } }";
        format!(
            "  - instead: retire\n    match: {{ card: {{ other: true }} }}\n    \
             do: [{{ status: {{ card: card, to: {first} }} }}, {again}, {again}]\n"
        )
    };
    for n in [12, 40] {
        let abilities: String = (0..n).map(double).collect();
        let twins = format!(
            "name: Twins\ntype: character\ncolour: red\nentry: {{}}\nreturn: {{}}\nprowess: 1\nresilience: 1\nabilities:\n{abilities}"
        );
        let script = "act.create('twins', 'stage') act.retire(act.create('tamsin_flint', 'stage'))";
        let engine = engine_with(&[("cards/cardland/test/twins.yaml", &twins), (probe::PROBE, &probe::event(script))]);
        let mut table = probe::table(&engine, 3);
        let before = table.answers();
        probe::use_it(&mut table);
        probe::idle_turn(&mut table);
        let asked_for = table.answers() - before;
        assert!((20..400).contains(&asked_for), "{n}: {asked_for} questions");
        let line = |line: LogLine| matches!(line.line, Line::BrokenOff(Broken::Share(_)));
        assert!(table.world().log.lines.iter().any(line), "{n}: the card is not named");
    }
}
