//! Host arguments: every host function with everything a script may give it. It means something, or it is an error of
//! that script with the name of the argument and what came.

use crate::support::hidden;
use crate::support::probe::{self, PROBE};
use crate::support::{asked, engine_with, submit};
use intermezzo::kernel::{Answer, Value};
use intermezzo::script::api::TABLE;
use intermezzo::table::Table;

/// Arguments of scripts: a letter, the Lua expression, and the name in errors.
const VALUES: [(char, &str, &str); 19] = [
    ('n', "nil", "nil"),
    ('b', "true", "true"),
    ('i', "1", "1"),
    ('x', "1.5", "1.5"),
    ('h', "1e300", "a number of more than 15 digits"),
    ('N', "0/0", "NaN, which is no number"),
    ('s', "\"zone\"", "\"zone\""),
    ('e', "{}", "an empty table"),
    ('l', "{ function() end }", "a function"),
    ('m', "{ zone = \"hand\" }", "a table with `zone`"),
    ('f', "function() end", "a function"),
    ('c', "card", "a card"),
    ('p', "me", "a player"),
    ('z', "space", "a space"),
    ('u', "this", "a use"),
    ('r', "attempt", "a record"),
    ('a', "ability", "an ability"),
    ('g', "game", "the game"),
    ('o', "option", "the options"),
];

/// A host function: its arguments with their names, one that is good, and the letters of all that may be good.
type Row = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("cards", &[("filter", "{ zone = \"hand\" }", "elm")]),
    ("spaces", &[("filter", "{ spaces = \"stage\" }", "elm")]),
    ("count", &[("filter", "{ zone = \"hand\" }", "elm")]),
    ("sum", &[("field", "\"prowess\"", "s"), ("what", "cards { zone = \"stage\" }", "em")]),
    ("players", &[("order", "nil", "ns")]),
    ("board.step", &[("from", "card", "cz"), ("direction", "\"north\"", "s"), ("n", "1", "ni")]),
    ("board.direction", &[("from", "card", "cz"), ("to", "card", "cz")]),
    ("board.distance", &[("from", "card", "cz"), ("to", "card", "cz")]),
    ("board.turned", &[("direction", "\"north\"", "s"), ("n", "1", "i")]),
    ("board.cover", &[("cells", "{ { 0, 1 } }", "e"), ("from", "card", "cz"), ("direction", "\"north\"", "s")]),
    ("defs", &[("filter", "{ type = \"event\" }", "elm")]),
    ("choices", &[("use", "this", "u"), ("target", "nil", "ns")]),
    ("fits", &[("card", "card", "c"), ("field", "\"conditions\"", "s"), ("cards", "{ card }", "e")]),
    ("abilities", &[("what", "card", "clm"), ("kind", "nil", "ns")]),
    ("may", &[("verb", "\"retire\"", "s"), ("card", "card", "c"), ("by", "me", "np")]),
    ("record", &[("name", "\"attempt\"", "s")]),
    ("contains", &[("list", "{ card }", "e"), ("value", "card", "biscpzurage")]),
    ("sorted_by_entry", &[("cards", "{ card }", "e"), ("first", "me", "p")]),
    ("act.face", &[("cards", "card", "ce"), ("to", "\"down\"", "s")]),
    ("act.cover", &[("card", "card", "c"), ("over", "card", "c")]),
    ("act.uncover", &[("card", "card", "c"), ("to", "\"discard\"", "sz")]),
    ("ask.card", &[("spec", "{ zone = \"hand\", owner = me }", "elm")]),
    ("ask.cards", &[("spec", "{ zone = \"hand\", owner = me, pick = 2 }", "elm")]),
    ("ask.space", &[("spec", "{ spaces = \"stage\" }", "elm")]),
    ("ask.spaces", &[("spec", "{ spaces = \"stage\" }", "elm")]),
    ("ask.path", &[("spec", "{ card = card }", "")]),
    ("ask.player", &[("spec", "{}", "elm")]),
    ("ask.yes", &[("spec", "{}", "e")]),
    ("ask.option", &[("spec", "{ options = { \"one\", \"two\" } }", "")]),
    ("ask.word", &[("spec", "{ field = \"features\" }", "")]),
    ("ask.def", &[("spec", "{ type = \"event\" }", "elm")]),
    ("ask.number", &[("spec", "{ min = 1, max = 2 }", "")]),
    ("ask.order", &[("spec", "{ cards = two }", "")]),
    ("ask.sealed", &[("spec", "{ options = { \"one\", \"two\" } }", "")]),
    ("act.move", &[("cards", "card", "ce"), ("to", "\"discard\"", "sz"), ("how", "{ position = \"top\" }", "nse")]),
    ("act.create", &[("def", "card", "sc"), ("to", "\"hand\"", "sz"), ("how", "{ owner = opponent }", "ne")]),
    ("act.transform", &[("card", "card", "c"), ("def", "\"probe\"", "sc")]),
    ("act.swap", &[("card", "two[1]", "c"), ("other", "two[2]", "c")]),
    ("act.draw", &[("player", "me", "p"), ("n", "1", "ni")]),
    ("act.shuffle", &[("player", "me", "p"), ("zone", "\"deck\"", "s")]),
    ("act.arrange", &[("player", "me", "p"), ("zone", "\"hand\"", "s"), ("cards", "two", "e"), ("where", "\"bottom\"", "ns")]),
    ("act.reveal", &[("cards", "card", "ce"), ("lasts", "\"turn\"", "ns")]),
    ("act.look", &[("player", "opponent", "p"), ("cards", "card", "ce")]),
    ("act.status", &[("cards", "card", "ce"), ("status", "\"resting\"", "s")]),
    ("act.change", &[("what", "me", "cpzge"), ("counter", "\"finished\"", "s"), ("n", "1", "i")]),
    ("act.set", &[("what", "me", "cpzge"), ("counter", "\"finished\"", "s"), ("n", "1", "i")]),
    ("act.modify", &[("what", "card", "cpem"), ("field", "\"prowess\"", "s"), ("by", "1", "ise"), ("lasts", "\"turn\"", "ns")]),
    ("act.forbid", &[("verb", "\"retire\"", "s"), ("what", "{ card = card }", "e")]),
    ("act.permit", &[("verb", "\"retire\"", "s"), ("what", "{ card = card }", "e")]),
    ("act.grant", &[("who", "me", "cpe"), ("ability", "ability", "as"), ("how", "{ lasts = \"turn\" }", "ne")]),
    ("act.lose_ability", &[("cards", "card", "ce"), ("ability", "nil", "nas"), ("lasts", "\"turn\"", "ns")]),
    ("act.restore", &[("cards", "card", "ce")]),
    ("act.cancel", &[("use", "this", "u")]),
    ("act.retarget", &[("use", "this", "u"), ("target_or_new", "card", "biscpzurag"), ("new", "nil", "nbiscpzurage")]),
    ("act.untarget", &[("use", "this", "u"), ("cards", "card", "ce")]),
    ("act.take_over", &[("use", "this", "u"), ("player", "opponent", "p")]),
    ("act.attach", &[("cards", "two[1]", "ce"), ("host", "two[2]", "nc")]),
    ("act.control", &[("cards", "card", "ce"), ("player", "opponent", "p"), ("lasts", "\"turn\"", "ns")]),
    ("act.settle", &[("use", "this", "u"), ("to", "\"hand\"", "s"), ("where", "\"top\"", "ns")]),
    ("act.open", &[("record", "\"attempt\"", "s"), ("fields", "{ by = me }", "ne")]),
    ("act.close", &[("record", "attempt", "sr")]),
    ("act.put", &[("list", "\"attempt.stories\"", "sr"), ("values_or_field", "card", "biscpzurage"), ("value", "nil", "nbiscpzurage")]),
    ("act.take", &[("list", "\"attempt.stories\"", "sr"), ("values_or_field", "card", "biscpzurage"), ("values", "nil", "nbiscpzurage")]),
    ("act.result", &[("how", "{ draw = true }", "e")]),
    ("act.lose", &[("players", "me", "pe")]),
    ("act.first", &[("player", "me", "p")]),
    ("act.active", &[("player", "me", "p")]),
    ("roll.number", &[("low", "1", "i"), ("high", "6", "i")]),
    ("roll.pick", &[("list", "two", "e"), ("n", "1", "ni")]),
    ("agenda.next", &[("step", "\"win_check\"", "s"), ("args", "nil", "nelm")]),
    ("agenda.after", &[("step", "\"win_check\"", "s"), ("args", "nil", "nelm")]),
    ("agenda.use", &[("ability", "ability", "as"), ("how", "{ by = me }", "ne")]),
    ("agenda.copy", &[("use", "this", "u"), ("how", "{ by = me }", "ne")]),
    ("agenda.aim", &[("use", "this", "u"), ("how", "{ by = me }", "ne")]),
    ("agenda.extra", &[("level", "\"turn\"", "s"), ("player", "me", "p")]),
    ("agenda.window", &[("window", "\"recovery\"", "s")]),
    ("note", &[("text", "\"one\"", "s")]),
    // Functions of declared events, and functions written in Lua.
    ("act.retire", &[("card", "card", "ce")]),
    ("act.act", &[("player", "me", "pe"), ("cards", "two", "e")]),
    ("act.together", &[("fn", "function() end", "f")]),
];

/// What every script of these tests begins with.
const BEFORE: &str = "local two = cards { zone = \"hand\", owner = me, first = 2 }\nlocal card = two[1]\n\
    local space = spaces { spaces = \"stage\", owner = me }[1]\nlocal ability = abilities(card)[1]\n\
    local attempt = act.open(\"attempt\", { by = me })\n";

/// Runs scripts, each in a game of its own: what the log says that failed, or nothing.
fn run(scripts: &[String]) -> Vec<Option<String>> {
    let mut out = Vec::new();
    let locals = hidden::locals();
    // A source has 64 KiB.
    for part in scripts.chunks(200) {
        let mut text = format!("{locals}{BEFORE}local n = ask.number {{ min = 0, max = {} }}\n", part.len());
        for (i, script) in part.iter().enumerate() {
            text += &format!("if n == {i} then {} return end\n", hidden::hidden(script));
        }
        let mut table = probe::table(&engine_with(&[(PROBE, &probe::reading_event(&text))]), 5);
        probe::begin(&mut table);
        assert!(table.fault_errors().is_empty(), "the script begins: {:?}", table.fault_errors());
        let seat = asked(&table).seat;
        for i in 0..part.len() {
            let mut game: Table = table.fork();
            submit(&mut game, &(seat, Answer::Values(vec![Value::Int(i as i64)])));
            out.push(game.fault_errors().first().map(|f| f.error.message.clone()));
        }
    }
    out
}

/// A call of a row with one argument in place of the good one.
fn call(row: &Row, at: usize, value: &str) -> String {
    let args: Vec<&str> = row.1.iter().enumerate().map(|(i, arg)| if i == at { value } else { arg.1 }).collect();
    format!("{}({})", row.0, args.join(", "))
}

#[test]
fn every_function_of_the_api_is_tried() {
    let known: Vec<&str> = ROWS.iter().map(|(path, _)| *path).collect();
    for f in TABLE {
        assert!(known.contains(&f.path), "{} has no row in this table", f.path);
    }
}

#[test]
fn what_an_argument_may_not_be_is_an_error_with_its_name_and_what_came() {
    let mut cases: Vec<(String, String, String)> = Vec::new();
    for row in ROWS {
        for (i, (name, good, may_be)) in row.1.iter().enumerate() {
            for (letter, value, came) in VALUES {
                // An argument that is left out is nil.
                if !(may_be.contains(letter) || value == "nil" && *good == "nil") {
                    let message = if letter == 'l' { String::new() } else { format!("not {came}") };
                    cases.push((call(row, i, value), format!("{}: `{name}", row.0), message));
                }
            }
        }
    }
    let scripts: Vec<String> = cases.iter().map(|(script, ..)| script.clone()).collect();
    let mut wrong = Vec::new();
    for ((script, begins, came), found) in cases.iter().zip(run(&scripts)) {
        match found {
            Some(error) if error.starts_with(begins) && error.contains(came.as_str()) => {}
            // Of a table every key is looked at, and the first that is wrong is told.
            Some(error) if error.starts_with(begins) && error.contains("`spec") => {}
            Some(error) if error.starts_with(begins) && error.contains("knows no key") => {}
            Some(error) if error.starts_with("act.open: the record has no field `zone`") => {}
            found => wrong.push(format!("{script}: {found:?}, expected `{begins}` ... `{came}`")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(cases.len() > 1500, "{} cases", cases.len());
}

#[test]
fn what_is_good_is_no_error() {
    // Cardland has no board, no conditions of characters, and no slots to swap between.
    let elsewhere = ["board.turned", "fits", "act.swap"];
    let rows: Vec<&Row> = ROWS.iter().filter(|(path, _)| !elsewhere.contains(path)).collect();
    let scripts: Vec<String> = rows.iter().map(|row| call(row, usize::MAX, "")).collect();
    for (script, found) in scripts.iter().zip(run(&scripts)) {
        assert_eq!(found, None, "{script}");
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let scripts: Vec<String> = cases.iter().map(|(script, _)| script.to_string()).collect();
    let found = run(&scripts);
    let mut wrong = Vec::new();
    for ((script, expected), found) in cases.iter().zip(found) {
        let fits = match &found {
            Some(error) => !expected.is_empty() && error.contains(expected),
            None => expected.is_empty(),
        };
        if !fits {
            wrong.push(format!("{script}: {found:?}, expected `{expected}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_too_much_is_an_error() {
    check(&[
        ("act.draw(me, 1, 2)", "act.draw: it takes `player`, `n` and no more, not 2"),
        ("act.draw(me, 1, nil)", ""),
        ("act.retire(card, me)", "act.retire: the event has 1 fields, and was given a player besides"),
        ("act.together(function() end, me)", "act.together: it takes `fn` and no more, not a player"),
    ]);
}

#[test]
fn a_list_is_a_list() {
    check(&[
        ("local x = cards { zone = \"hand\" }.prowess", "a list has no field `prowess`"),
        ("local x = players().hand", "a list has no field `hand`"),
        ("local x = spaces { spaces = \"stage\" }.slot", "a list has no field `slot`"),
        ("local x = attempt.stories.name", "a list has no field `name`"),
        ("local x = cards { zone = \"hand\" }[99]", ""),
        ("local list = cards { zone = \"hand\" } list[#list + 1] = card", ""),
        ("if #cards { zone = \"hand\", first = 0 } > 0 then error(\"all\") end", ""),
        ("if #spaces { spaces = \"stage\", first = 1 } ~= 1 then error(\"all\") end", ""),
        ("if #defs { type = \"event\", last = 2 } ~= 2 then error(\"all\") end", ""),
        ("if #cards { among = cards { zone = \"stage\", name = \"Probe\" } } > 0 then error(\"all\") end", ""),
        ("if #cards { zone = \"hand\", name = {} } > 0 then error(\"all\") end", ""),
        ("if #cards { zone = \"hand\", is = {} } > 0 then error(\"all\") end", ""),
        ("if #cards { zone = \"hand\", features = {} } > 0 then error(\"all\") end", ""),
        ("if #cards { zone = \"hand\", type = {} } > 0 then error(\"all\") end", ""),
        ("act.move({ nil, card }, \"discard\")", "a list has no holes"),
        ("act.move({ card, me }, \"discard\")", "`cards` must be a list of cards, and number 2 is a player"),
        ("act.move({ card, status = \"resting\" }, \"discard\")", "a list has no names, and this has `status`"),
        (
            "act.move({ card = card }, \"discard\")",
            "`cards` must be a card or a list of cards, not a table with `card`",
        ),
        ("act.move({ { card } }, \"discard\")", "number 1 is a list of 1"),
        ("local list = {} list[2] = two[2] list[1] = two[1] act.move(list, \"discard\")", ""),
        ("act.move({}, \"discard\")", ""),
        ("act.modify({}, \"prowess\", 1)", ""),
        ("act.forbid(\"retire\", { card = {} }) if not may(\"retire\", card) then error(\"all\") end", ""),
        ("abilities({})", "`what` must be a card or a filter, not an empty table"),
        ("cards { zone = { \"hand\", x = 1 } }", "a list has no names"),
    ]);
}

#[test]
fn words_and_keys_mean_something() {
    check(&[
        ("act.move(card, \"deck\", \"tpo\")", "act.move: `how` must be \"top\" or \"bottom\", not \"tpo\""),
        ("act.move(card, \"deck\", { position = \"up\" })", "`how.position` must be \"top\" or \"bottom\""),
        ("act.move(card, \"deck\", { [\"posi\" .. \"ton\"] = \"top\" })", "act.move: `how` knows no key `positon`"),
        ("act.move(card, \"deck\", { face = \"dwon\" })", "`how.face` must be"),
        ("act.move(card, \"deck\", { slot = \"1\" })", "`how.slot` must be a whole number, not \"1\""),
        ("act.move(card, \"deck\", { slot = 2 })", "`deck` has no slot 2"),
        ("act.move(card, \"chain\", { of = me })", "all share the zone `chain`"),
        ("act.move(card, \"opponent.hand\", { of = me })", "`to` says whose `hand` it is"),
        ("act.move(card, space, { slot = 1 })", "a space is one place"),
        ("act.move(card, \"hnd\")", "hand"),
        ("act.status(card, \"restin\")", "resting"),
        ("act.arrange(me, \"hand\", two, \"topp\")", "`where` must be"),
        ("act.settle(this, \"hand\", \"topp\")", "`where` must be"),
        ("act.change(me, \"finishd\", 1)", "finished"),
        ("act.modify(card, \"prowess\", { set = 1, printed_of = card })", "`by` must say one of"),
        ("act.modify(card, \"prowess\", { times = 2, at_most = 1 })", "`by` must say one of"),
        ("act.modify(card, \"prowess\", { [\"set\" .. \"t\"] = 1 })", "`by` knows no key `sett`"),
        ("act.modify(card, \"prowess\", \"x\")", "`prowess` is a number"),
        ("act.modify(card, \"features\", 1)", "`features` holds words"),
        ("act.modify(card, \"prowess\", 1, \"trun\")", "unknown duration `trun`"),
        ("act.forbid(\"retire\", { [\"cr\" .. \"ad\"] = card })", "`what` knows no key `crad`"),
        ("may(\"retyre\", card)", "nothing asks about the verb `retyre`"),
        ("act.grant(me, ability, { uses = 0 })", "`how.uses` must be from 1"),
        ("act.open(\"attempt\", { [\"by\" .. \"e\"] = me })", "no field `bye`"),
        ("act.open(\"attempt\", { by = card })", "`by` of a record does not hold"),
        ("act.put(\"attempt.stories\", me)", "`stories` of a record does not hold"),
        ("act.put(attempt, card)", "after a record comes the name of a field, not a card"),
        ("act.put(attempt, \"by\")", ""),
        ("act.put(attempt, \"stories\")", "`stories` of a record does not hold nil"),
        ("act.result({})", "`how` must say one of"),
        ("act.result({ win = me, draw = true })", "`how` must say one of"),
        ("act.result({ win = {} })", "`how` must say one of"),
        ("choices(this, \"nobody\")", "the use has no target `nobody`"),
        ("act.retarget(this, \"nobody\", card)", "the use has no target `nobody`"),
        ("act.retarget(this, \"nobody\")", "`new` must be what the target becomes"),
        ("roll.number(2, 1)", "`low` must not be greater than `high`"),
        ("roll.pick(two, -1)", "`n` must be 0 or more, not -1"),
        ("local x = card:has(\"features\", \"Danc\" .. \"r\")", "Dancer"),
        ("local x = card:is(\"rest\" .. \"in\")", "resting"),
        ("local x = me:is(\"resting\")", "only cards have a status"),
        ("agenda.next(\"win_chek\")", "win_chek"),
    ]);
}

#[test]
fn questions_know_their_keys() {
    check(&[
        ("ask.yes { [\"wy\" .. \"h\"] = \"x\" }", "ask.yes: `spec` knows no key `wyh` (did you mean `why`?"),
        ("ask.yes { why = 1 }", "`spec.why` must be a text, not 1"),
        ("ask.yes { by = card }", "`spec.by` must be a player, not a card"),
        ("ask.card { zone = \"hand\", pick = 2 }", "`pick` belongs to the function that asks for several"),
        ("ask.card { zone = \"hand\", options = two }", "options"),
        ("ask.card { from = { me } }", "`spec.from` must be a list of cards, and number 1 is a player"),
        ("ask.card { zone = \"hand\", default = card }", "`spec.default` needs a `deadline`"),
        ("ask.card { zone = \"hand\", deadline = -1 }", "`spec.deadline` must be from 0 to 86400 seconds"),
        ("ask.option {}", "`spec.options` must be a list, not nil"),
        ("ask.number { min = 3, max = 2 }", "`spec.min` is 3, greater than `spec.max`, 2"),
        ("ask.number { min = 3 }", "`spec.max` must be a whole number, not nil"),
        ("ask.sealed {}", "`spec` needs `options`, or `min` and `max`"),
        ("ask.sealed { options = { 1, 2 }, max = 3 }", "`spec` says both `options` and numbers"),
        ("ask.path {}", "`spec` needs `card` or `from`"),
        ("ask.path { card = card, from = card }", "`spec` says both `card` and `from`"),
        ("ask.word { field = \"featurs\" }", "cards have no words called `featurs`"),
    ]);
}

#[test]
fn a_card_that_is_made_goes_to_its_owners_zone() {
    let say = "local made = act.create(\"probe\", \"deck\", { owner = opponent }) \
               if made.owner ~= opponent or made.controller ~= opponent then error(\"in the wrong deck\") end";
    let of = "local made = act.create(\"probe\", \"deck\", { owner = opponent, of = me }) \
              if made.owner ~= opponent or made.controller ~= me then error(\"in the wrong deck\") end";
    let mine = "local made = act.create(\"probe\", \"opponent.deck\") \
                if made.owner ~= me or made.controller ~= opponent then error(\"in the wrong deck\") end";
    check(&[(say, ""), (of, ""), (mine, "")]);
}

#[test]
fn a_target_that_is_gone_is_no_error() {
    check(&[
        // Acts on a removed card do nothing.
        ("act.move(card, \"discard\") act.retire(card)", ""),
        ("act.close(attempt) act.put(attempt, \"by\", me)", ""),
        ("act.close(attempt) local x = attempt.by", ""),
        ("act.status(cards { zone = \"stage\", name = \"Probe\" }, \"resting\")", ""),
    ]);
}

#[test]
fn a_script_of_a_game_with_many_kinds_of_records_is_given_all_of_them() {
    let manifest =
        std::fs::read_to_string(concat!(env!("REPOSITORY"), "/cards/cardland/game.yaml")).expect("the manifest");
    let more: String = (0..30).map(|n| format!("  spare_{n}: {{ by: player }}\n")).collect();
    let manifest = manifest.replace("\nrecords:\n", &format!("\nrecords:\n{more}"));
    let script =
        "note(tostring(me) == tostring(this.user) and spare_29 == nil and 'all are there' or 'something is not')";
    let engine = engine_with(&[("cards/cardland/game.yaml", &manifest), (PROBE, &probe::event(script))]);
    let mut table = probe::table(&engine, 3);
    probe::use_it(&mut table);
    assert_eq!((probe::notes(&table), probe::failed(&table)), (vec!["all are there".to_string()], Vec::new()));
}
