//! Fixed fields: what every object of a kind has can be read, and what none has is refused, in a check and in a run.

use intermezzo::kernel::model::fixed_fields::{
    ABILITY_FIELDS, CARD_FIELDS, Fixed, GAME_FIELDS, Holds, PLAYER_FIELDS, SPACE_FIELDS, USE_FIELDS, names,
};
use intermezzo::table::Loader;

use crate::support::probe::{self, PROBE, SCRIPT_LINE};
use crate::support::{GAME, engine_with, files};

/// Code before the script of each line: an object of each kind that has no name of its own.
const LOCALS: &str = "local space = spaces{ spaces = 'hand', owner = me }[1]\nlocal ability = this.ability\n";

/// The findings of a probe with this script: line in the script, message, help.
fn findings(script: &str) -> Vec<(u32, String, String)> {
    let files = files(&[(PROBE, &probe::event(script))]);
    let problems = match Loader::default().load(GAME, &files) {
        Ok((_, problems)) | Err(problems) => problems,
    };
    let of = |p: &intermezzo::error::Problem| {
        (p.span.line + 1 - SCRIPT_LINE, p.message.clone(), p.help.clone().unwrap_or_default())
    };
    problems.list().iter().map(of).collect()
}

/// Notes of a probe with this script, and its failures: line in the script, message.
fn run(script: &str) -> (Vec<String>, Vec<(u32, String)>) {
    let mut table = probe::table(&engine_with(&[(PROBE, &probe::event(script))]), 3);
    probe::use_it(&mut table);
    let failed = probe::failed(&table).into_iter().map(|(_, line, message)| (line + 1 - SCRIPT_LINE, message));
    (probe::notes(&table), failed.collect())
}

/// Lines that note the type of each field of a table, and what they note.
fn lines<F>(object: &str, table: &'static [Fixed<F>]) -> (String, Vec<(String, Vec<&'static str>)>) {
    let mut script = String::new();
    let mut noted = Vec::new();
    for (name, fixed) in names(table).zip(table) {
        script += &format!("note(\"{object}.{name} \" .. type({object}.{name}))\n");
        let ty = match fixed.holds {
            Holds::Int => "number",
            Holds::Bool => "boolean",
            Holds::Word | Holds::Text | Holds::Zone => "string",
            Holds::Cards | Holds::Chosen => "table",
            Holds::Card | Holds::Player | Holds::Use | Holds::Ability => "userdata",
            // The space of a zone that is one pile is the name of the zone.
            Holds::Space => "string",
        };
        let types = if fixed.or_nil { vec![ty, "nil"] } else { vec![ty] };
        noted.push((format!("{object}.{name}"), types));
    }
    (script, noted)
}

#[test]
fn every_declared_field_can_be_read() {
    let all = [
        lines("self", CARD_FIELDS),
        lines("me", PLAYER_FIELDS),
        lines("this", USE_FIELDS),
        lines("space", SPACE_FIELDS),
        lines("ability", ABILITY_FIELDS),
        lines("game", GAME_FIELDS),
    ];
    let script = all.iter().fold(LOCALS.to_string(), |script, (lines, _)| script + lines);
    assert_eq!(findings(&script), []);
    let (notes, failed) = run(&script);
    assert_eq!(failed, []);
    let declared: Vec<_> = all.into_iter().flat_map(|(_, noted)| noted).collect();
    assert_eq!(notes.len(), declared.len(), "{notes:?}");
    for (note, (field, types)) in notes.iter().zip(&declared) {
        assert!(types.iter().any(|ty| *note == format!("{field} {ty}")), "{note}: declared as {types:?}");
    }
}

#[test]
fn references_follow_every_declared_field() {
    let heads = [
        ("self", names(CARD_FIELDS).collect::<Vec<_>>()),
        ("me", names(PLAYER_FIELDS).collect()),
        ("game", names(GAME_FIELDS).collect()),
    ];
    let uses = ("this", names(USE_FIELDS).collect::<Vec<_>>());
    let spaces = ("self.space", names(SPACE_FIELDS).collect());
    let abilities = ("this.ability", names(ABILITY_FIELDS).collect());
    for (head, fields) in heads.into_iter().chain([uses, spaces, abilities]) {
        for field in fields {
            let script = format!("note(tostring(count{{ zone = 'hand', where = {{ among = '{head}.{field}' }} }}))");
            let found = findings(&script);
            assert!(found.iter().all(|f| !f.1.contains("field")), "{head}.{field}: {found:?}");
        }
        let script = format!("note(tostring(count{{ zone = 'hand', among = '{head}.first_winner' }}))");
        assert_ne!(findings(&script), [], "{head}.first_winner");
    }
}

#[test]
fn an_unknown_field_is_found_before_the_game() {
    #[track_caller]
    fn check(script: &str, message: &str, help: &str) {
        let found = findings(script);
        let [(1, said, helps)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(said, message);
        assert!(helps.starts_with(help), "{helps}");
    }
    check("note(game.phse)", "the game has no field `phse`", "did you mean `phase`?");
    check("note(game['phse'])", "the game has no field `phse`", "did you mean `phase`?");
    // A word that the game knows, but no field of it.
    check("note(game.hand)", "the game has no field `hand`", "");
    check("note(game['hand'])", "the game has no field `hand`", "");
    check("note(me.oponent.name)", "a player has no field `oponent`", "did you mean `opponent`?");
}

#[test]
fn an_unknown_field_is_an_error_when_it_runs() {
    #[track_caller]
    fn check(script: &str, message: &str) {
        assert_eq!(findings(script), []);
        let (_, failed) = run(script);
        let lines = script.lines().count() as u32;
        let [(line, said)] = failed.as_slice() else { panic!("{failed:?}") };
        assert!(*line == lines && said.contains(message), "line {line}: {said}");
    }
    check("local g = game\nnote(tostring(g['ph' .. 'se']))", "unknown field of the game `phse` (did you mean `phase`?");
    check("local key = 'ha' .. 'nd'\nnote(tostring(game[key]))", "unknown field of the game `hand`");
    check(&format!("{LOCALS}note(tostring(space['ro']))"), "unknown field of a space `ro` (did you mean `row`?");
    check(
        &format!("{LOCALS}note(tostring(ability['knd']))"),
        "unknown field of an ability `knd` (did you mean `kind`?",
    );
    check("note(tostring(me['se' .. 'at']['x']))", "attempt to index number");
    check("note(tostring(me['na' .. 'm']))", "unknown field of a player `nam` (did you mean `name`?");
    check("note(tostring(this['us' .. 'r']))", "unknown field of a use `usr` (did you mean `user`?");
    check("note(tostring(self['nme' .. '']))", "unknown field of a card `nme` (did you mean `name`?");
}
