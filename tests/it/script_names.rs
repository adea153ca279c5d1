//! Script names: unknown names in a script are found before a game begins, with their place and a suggestion.

use crate::support::probe::{self, PROBE, SCRIPT_LINE};
use crate::support::{GAME, files};
use intermezzo::catalog::Files;
use intermezzo::table::Loader;

const FLOW: &str = "scripts/cardland/flow.lua";

/// The column that the block of a probe's script begins in.
const INDENT: u32 = 7;

fn findings(files: &Files) -> Vec<(String, u32, u32, String, String)> {
    let problems = match Loader::default().load(GAME, files) {
        Ok((_, problems)) | Err(problems) => problems,
    };
    let of = |p: &intermezzo::error::Problem| {
        (p.span.file.to_string(), p.span.line, p.span.column, p.message.clone(), p.help.clone().unwrap_or_default())
    };
    problems.list().iter().map(of).collect()
}

/// Compares what is found in a probe's script: line and column in the script, the message, and how the help begins.
#[track_caller]
fn check(script: &str, expected: &[(u32, u32, &str, &str)]) {
    let found = findings(&files(&[(PROBE, &probe::event(script))]));
    for (found, (line, column, message, help)) in found.iter().zip(expected) {
        let place = (PROBE, SCRIPT_LINE + line - 1, INDENT + column - 1);
        assert_eq!((found.0.as_str(), found.1, found.2, found.3.as_str()), (place.0, place.1, place.2, *message));
        assert!(found.4.starts_with(help), "{message}: {}", found.4);
    }
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn misspelt_functions_are_found() {
    check(
        "act.draw(me, 1)\nlocal n = ask.numbr{ min = 1, max = 2, why = \"n\" }\nact.darw(me, n)",
        &[
            (2, 15, "`ask` has no `numbr`", "did you mean `ask.number`?"),
            (3, 5, "`act` has no `darw`", "did you mean `act.draw`?"),
        ],
    );
    check("act.number(me)", &[(1, 5, "`act` has no `number`", "did you mean `ask.number`?")]);
    check("draw(me, 1)", &[(1, 1, "there is nothing called `draw`", "did you mean `act.draw`?")]);
    check("note(crads)", &[(1, 6, "there is nothing called `crads`", "did you mean `cards`?")]);
    let gone = "nothing has a method `gsub`: there are no patterns, and `find` looks for a text as it stands";
    check("note(('a'):gsub('b', 'c'))", &[(1, 12, gone, "")]);
    check("stage.discrad(me, 1)", &[(1, 7, "`stage` has no `discrad`", "did you mean `stage.discard`?")]);
}

#[test]
fn all_of_them_are_found_and_those_of_functions_and_tables_too() {
    check(
        "local function f(list)\n  for _, card in ipairs(lst) do act.mvoe(card) end\nend\nf({ a = agneda })",
        &[
            (2, 25, "there is nothing called `lst`", ""),
            (2, 37, "`act` has no `mvoe`", "did you mean `act.move`?"),
            (4, 9, "there is nothing called `agneda`", "did you mean `agenda`?"),
        ],
    );
}

#[test]
fn fields_of_what_a_script_is_given_are_known() {
    check("act.draw(me.oponent, 1)", &[(1, 13, "a player has no field `oponent`", "did you mean `opponent`?")]);
    check("act.draw(this.usr, 1)", &[(1, 15, "this use has no field `usr`", "did you mean `user`?")]);
    check("act.draw(me, self.prowes)", &[(1, 19, "a card has no field `prowes`", "did you mean `prowess`?")]);
    check("act.draw(game.actve, 1)", &[(1, 15, "the game has no field `actve`", "did you mean `active`?")]);
    check("note(option.no_such_option)", &[(1, 13, "the game has no field `no_such_option`", "known: ")]);
    check("note(attempt.actng)", &[(1, 14, "the record `attempt` has no field `actng`", "did you mean `acting`?")]);
}

#[test]
fn fields_of_what_these_fields_hold_are_known() {
    let of_card = "`self.owner` is a player, which has no field `prowess`";
    check("note(self.owner.prowess)", &[(1, 17, of_card, "known: ")]);
    check(
        "note(self.owner.opponent.nam)",
        &[(1, 26, "`self.owner.opponent` is a player, which has no field `nam`", "")],
    );
    check("note(self.owner.opponent.name)", &[]);
    let target = "name: Probe\ntype: event\ncolour: red\nusage: {}\nabilities:\n  - timing: main\n    turn: me\n    targets: { hit: { zone: stage } }\n";
    let of = |script: &str| findings(&files(&[(PROBE, &format!("{target}    script: {script}\n"))]));
    let found = of("note(this.hit.winner)");
    assert!(found.len() == 1 && found[0].3 == "`this.hit` is a card, which has no field `winner`", "{found:?}");
    assert_eq!(of("note(this.hit.prowess .. this.hit.owner.name)"), []);
}

#[test]
fn what_a_script_makes_itself_is_its_own() {
    check("local act = { darw = function() end }\nact.darw()", &[]);
    check("local crads = 1\nnote(crads)\nlocal t = {}\nt.anything = t.nothing", &[]);
    check("me = { oponent = me }\nact.draw(me.oponent, 1)", &[]);
    check("local function f(self)\n  return self.anything\nend\nf({})", &[]);
    check("local t = {}\nfunction t:f() return self.anything end", &[]);
    check("if self:has(\"colour\", \"red\") then act.draw(me, 1) end", &[]);
}

#[test]
fn modules_are_checked_when_all_are_loaded() {
    let text = files(&[]).texts[FLOW].replacen("act.draw(me, 6)", "act.darw(me, 6)", 1);
    let line = text.lines().position(|l| l.contains("act.darw")).expect("it is there") as u32 + 1;
    let found = findings(&files(&[(FLOW, &text)]));
    assert_eq!((found.len(), &*found[0].0, found[0].1, found[0].2), (1, FLOW, line, 7), "{found:?}");
}

#[test]
fn a_finding_shows_its_line() {
    let files = files(&[(PROBE, &probe::event("act.draw(me, 1)\nact.darw(me, 1)"))]);
    let Err(problems) = Loader::default().load(GAME, &files) else { panic!("it loads") };
    let expected = "error: `act` has no `darw`\n   --> cards/cardland/stagehands/probe.yaml:10:11\n    |\n 10 |       \
                    act.darw(me, 1)\n    |           ^^^^\n    = help: did you mean `act.draw`?\n";
    assert_eq!(problems.render_all(), expected);
}

/// Compares all that is found in a probe with a step of its own: its line, the message, and how the help begins.
#[track_caller]
fn check_step(step: &str, script: &str, expected: &[(&str, u32, &str, &str)]) {
    let found = findings(&files(&[("scripts/cardland/zip.lua", step), (PROBE, &probe::event(script))]));
    for (found, (file, line, message, help)) in found.iter().zip(expected) {
        let line = if *file == PROBE { SCRIPT_LINE + line - 1 } else { *line };
        assert_eq!((found.0.as_str(), found.1, found.3.as_str()), (*file, line, *message));
        assert!(found.4.starts_with(help), "{message}: {}", found.4);
    }
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn what_a_step_is_given_is_called_as_its_author_likes() {
    let step = "step(\"zip\", function(args)\n  act.draw(args.whom, args.how_many)\nend)";
    check_step(step, "agenda.next(\"zip\", { whom = me, how_many = 2 })", &[]);
    check_step(step, "local t = { whom = me }\nt.how_many = 2\nagenda.after(\"zip\", t)", &[]);
    check_step(step, "local t = { whom = me }\nt[\"how_many\"] = 2\nagenda.after(\"zip\", t)", &[]);
    let file = "scripts/cardland/zip.lua";
    let wrong = "no step is given `how_many` in `args`";
    check_step(
        step,
        "agenda.next(\"zip\", { whom = me, how_mny = 2 })",
        &[(file, 2, wrong, "did you mean `how_mny`?")],
    );
    let wrong = "the `args` of an effect has no field `whom`";
    check_step(step, "note(args.whom)\nagenda.next(\"zip\", { whom = me, how_many = 2 })", &[(PROBE, 1, wrong, "")]);
}

/// Checks what is found in probes with one line each: the messages.
#[track_caller]
fn check_lines(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (script, expected) in cases {
        let found = findings(&files(&[(PROBE, &probe::event(script))]));
        let told: Vec<String> = found.into_iter().map(|f| format!("{} ({})", f.3, f.4)).collect();
        let fits = match expected.is_empty() {
            true => told.is_empty(),
            false => told.len() == 1 && told[0].contains(expected),
        };
        if !fits {
            wrong.push(format!("{script}\n  => {told:?}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_that_is_compared_is_one() {
    check_lines(&[
        ("if self.name == \"Tamsin Flint\" then act.draw(me, 1) end", ""),
        ("if self.name == \"Tamsin Flnt\" then act.draw(me, 1) end", "`Tamsin Flnt` (did you mean `Tamsin Flint`?"),
        ("if self.name == \"tamsin_flint\" then act.draw(me, 1) end", "`tamsin_flint` is the id of `Tamsin Flint`"),
        ("if self.name ~= \"hand\" then act.draw(me, 1) end", "no card is called `hand`"),
        ("if self.owner.name == \"red\" then act.draw(me, 1) end", "nothing is called `red`"),
        ("if self.owner.name == \"player 2\" then act.draw(me, 1) end", ""),
        ("if me.name == \"player 1\" then act.draw(me, 1) end", ""),
        ("if me.name == \"player 3\" then act.draw(me, 1) end", "no player is called `player 3`"),
    ]);
}

#[test]
fn a_call_has_what_it_needs_and_nothing_that_contradicts_it() {
    check_lines(&[
        ("ask.number{ why = \"n\", min = 1, max = 3 }", ""),
        ("ask.number{ why = \"n\", min = self.prowess, max = 3 }", ""),
        ("ask.number{ why = \"n\", max = 3 }", ""),
        ("ask.number{ why = \"n\", min = 5, max = 1 }", "a number from 5 to 1, but there is none"),
        ("ask.number{ why = \"n\", min = 5 }", "`ask.number` needs `max`"),
        ("ask.option{ why = \"n\" }", "`ask.option` needs `options`"),
        ("ask.word{ why = \"n\" }", "`ask.word` needs `field`"),
        ("ask.sealed{ why = \"n\" }", "`ask.sealed` needs `options`, or `min` and `max`"),
        ("ask.sealed{ options = { 1, 2 }, max = 3 }", "or for a number, not both"),
        ("ask.sealed{ options = { 1, 2 } }", ""),
        ("ask.path{}", "`ask.path` needs `card` or `from`"),
        ("ask.yes{ why = \"n\", default = true }", "needs a `deadline`, after which it counts"),
        ("ask.yes{ why = \"n\", default = true, deadline = 9 }", ""),
        ("ask.yes{ why = \"n\", default = \"no\", deadline = 9 }", "`default` of `ask.yes` is true or false"),
        ("act.result{}", "`act.result` needs one of `win`, `lose`, `draw`"),
        ("act.result{ draw = true }", ""),
        ("act.modify(self, \"features\", 1)", "`features` is a list of words"),
        ("act.modify(self, \"features\", { set = 1 })", "`features` is a list of words"),
        ("act.modify(cards{ zone = \"hand\" }[1], \"features\", 1)", "`features` is a list of words"),
        ("act.modify(self, \"features\", { without = \"Dancer\" })", ""),
        ("act.modify(self, \"features\", \"Dancer\")", ""),
        ("act.modify(self, \"max_cast\", 1)", "cards have no field `max_cast` that can be modified"),
        ("act.modify(me, \"max_cast\", 1)", ""),
        ("act.modify(me, \"prowess\", 1)", "players have no field `prowess` that can be modified"),
        ("act.modify(self, \"prowess\", 1)", ""),
        ("act.act(me)", "`act.act` takes 2 arguments, 1 given"),
    ]);
}

#[test]
fn objects_are_read_and_their_methods_have_a_colon() {
    check_lines(&[
        ("if self:has(\"features\", \"Dancer\") then act.draw(me, 1) end", ""),
        ("if self.has(\"features\", \"Dancer\") then act.draw(me, 1) end", "`self.has` is called with a colon"),
        ("if self:hass(\"Dancer\") then act.draw(me, 1) end", "nothing has a method `hass` (did you mean `has`?"),
        ("local M = {}\nfunction M:lay(n) act.draw(me, n) end\nM:lay(1)", ""),
        ("local M = { lay = function(_, n) act.draw(me, n) end }\nM:lay(1)", ""),
        ("note((\"a\"):upper())", ""),
        ("note(self:stored(\"prowess\"))", "cards store no number `prowess`"),
        ("self.prowess = 2", "`self.prowess` cannot be assigned"),
        ("local n = 1\nn, me.finished = 2, n", "`me.finished` cannot be assigned"),
        ("option.games = 3", "`option.games` cannot be assigned"),
        ("self.owner.finished = 3", "`self.owner.finished` cannot be assigned"),
        ("local this = { who = {} }\nthis.who.n = 3\nnote(this.who.n)", ""),
        ("local me = {}\nme.finished = 3\nnote(me.finished)", ""),
        ("args.n = 3", ""),
        ("act.move(event.card, \"hand\")", "`event` is nil here"),
        ("act.together(act.draw(me, 1))", "`act.together` takes a function"),
        ("act.together(function() act.retire(self) end)", ""),
    ]);
}

#[test]
fn a_function_that_nothing_calls_is_said_to_be_one() {
    let module = "local M = {}\nfunction M.tick() return 1 end\nreturn M";
    let found = findings(&files(&[("scripts/cardland/own.lua", module)]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].3.as_str(), found[0].4.as_str()), ("nothing calls the function `tick`", ""));
}

#[test]
fn what_does_not_say_what_it_seems_to_is_found() {
    check_lines(&[
        ("if cards{ zone = \"hand\" } == 0 then act.draw(me, 1) end", "`cards` returns a list"),
        ("if #cards{ zone = \"hand\" } == 0 then act.draw(me, 1) end", ""),
        ("if count{ zone = \"hand\" } == 0 then act.draw(me, 1) end", ""),
        ("if count{ zone = \"hand\" } then act.draw(me, 1) end", "always counts as true, even 0 or an empty list"),
        ("if not cards{ zone = \"hand\" } then act.draw(me, 1) end", "always counts as true, even 0 or an empty list"),
        ("if not self.zone == \"hand\" then act.draw(me, 1) end", "`not` binds before `==`"),
        ("if not (self.zone == \"hand\") then act.draw(me, 1) end", ""),
        ("local a = true if not a == true then act.draw(me, 1) end", ""),
        ("if self.zone == \"hand\" or \"deck\" then act.draw(me, 1) end", "`or \"deck\"` is always true"),
        ("if self.zone == \"hand\" or self.zone == \"deck\" then act.draw(me, 1) end", ""),
        ("if \"hand\" == self.zone or \"deck\" == self.zone then act.draw(me, 1) end", ""),
        ("if me == \"amy\" then act.draw(me, 1) end", "`me` is a player: it is never a text"),
        ("if \"hand\" ~= self then act.draw(me, 1) end", "`self` is a card: it is never a text"),
        ("if me.name == \"player 1\" then act.draw(me, 1) end", ""),
        ("for _, active in ipairs({ \"a\" }) do if active == \"a\" then act.draw(me, 1) end end", ""),
        ("local function is(self) return self == \"a\" end\nif is(\"a\") then act.draw(me, 1) end", ""),
        ("if ask.yes{ why = \"n\" } then act.draw(me, 1) end", ""),
        ("if ask.card{ zone = \"hand\", controller = me, why = \"n\" } then act.draw(me, 1) end", ""),
    ]);
}
