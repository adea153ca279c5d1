//! No effect: abilities whose script never changes anything.

use super::script_facts::ScriptFacts;
use super::{LintInput, abilities};
use crate::data::Node;
use crate::error::Problems;
use crate::lua::{HostCall, LIBRARIES, LiteralValue};
use crate::script::api::TABLE;
use crate::script::api::function::HostFn;
use crate::script::vm::base_vm::GIVEN;

/// Functions of Lua that change nothing but their own arguments.
const OF_LUA: [&str; 9] = ["ipairs", "next", "pairs", "select", "takes", "tonumber", "tostring", "type", "unpack"];
/// Globals that are objects of every game.
const OBJECTS: [&str; 4] = ["active", "inactive", "game", "option"];
/// Methods that only read.
const READING: [&str; 3] = [":has", ":is", ":stored"];

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let rules = &input.catalog.rules;
    let records: Vec<&str> = rules.schema.records.iter().map(|record| &**rules.name(record.name)).collect();
    for (_, _, card) in input.cards() {
        for ability in abilities(card) {
            // An ability with `instead` is not looked at: without an effect it still prevents its event.
            let acts = ["timing", "after"].iter().any(|form| ability.field(form).is_some());
            let scripts = std::iter::once(ability).chain(ability.field("modes").map_or(&[][..], Node::items));
            for script in scripts.filter_map(|part| part.field("script")).filter(|_| acts) {
                let Some(facts) = input.script_of(script) else { continue };
                if changes_nothing(facts, &records) {
                    let message = "this script changes nothing: it only reads";
                    let help = "`act.…` changes something; `do: []` says that nothing is meant to happen";
                    problems.warn("no_effect", &script.span, message).help(help);
                } else if let Some(call) = by_nothing(facts) {
                    let message = format!("`{call}` changes something by 0");
                    problems.warn("no_effect", &script.span, message).help("write the number that is meant");
                } else if with_number(facts, "act.draw", 1, |n| n < 0) {
                    let message = "this draws nothing: nobody draws less than no card";
                    problems.warn("no_effect", &script.span, message).help("write the number that is meant");
                }
            }
        }
    }
}

/// True if a script names only functions that read, and writes no field.
fn changes_nothing(script: &ScriptFacts, records: &[&str]) -> bool {
    let is_object = |name: &str| OBJECTS.contains(&name) || GIVEN.contains(&name) || records.contains(&name);
    let reads = |(name, member): (&str, Option<&str>)| match member {
        _ if is_object(name) || is_library(name) => true,
        None => OF_LUA.contains(&name) || is_reading(name),
        Some(_) => name == "board",
    };
    // A method (`card:name()`) or a member of an object may do anything. Known to change nothing are methods of texts,
    // and those in `READING`.
    let is_known = |call: &HostCall| match call.name.text.strip_prefix(':') {
        Some(method) => READING.contains(&&*call.name.text) || is_of_texts(method),
        None => !is_object(call.name.text.split('.').next().unwrap_or_default()),
    };
    script.globals().all(reads) && script.calls().iter().all(is_known) && !script.writes_fields()
}

/// True for a function of the host that is a global, such as `cards`: all of them only read, except `note`.
fn is_reading(name: &str) -> bool {
    name != "note" && TABLE.iter().any(|function| function.path == name)
}

/// True for a library of Lua.
fn is_library(name: &str) -> bool {
    LIBRARIES.iter().any(|(library, _)| *library == name)
}

/// True for a method of texts.
fn is_of_texts(method: &str) -> bool {
    LIBRARIES.iter().any(|(library, members)| *library == "string" && members.contains(&method))
}

/// True for a name that scripts of every game have: a library of Lua, or a table or an object of the host. Any other is
/// a module of the game.
pub(super) fn is_of_every_game(name: &str) -> bool {
    let of_host = |function: &HostFn| function.path.split_once('.').is_some_and(|(table, _)| table == name);
    is_library(name) || OBJECTS.contains(&name) || GIVEN.contains(&name) || TABLE.iter().any(of_host)
}

/// A call that changes a number by nothing, or draws nothing.
fn by_nothing(script: &ScriptFacts) -> Option<String> {
    let calls = [("act.draw", 1), ("act.change", 2), ("act.modify", 2)];
    let is_it = |(function, at): &(&str, usize)| with_number(script, function, *at, |n| n == 0);
    calls.into_iter().find(is_it).map(|(function, _)| format!("{function}(…, 0)"))
}

/// True if a script calls a function with a number as argument `at`, from 0, for which `is` holds.
fn with_number(script: &ScriptFacts, function: &str, at: usize, is: impl Fn(i64) -> bool) -> bool {
    script
        .calls_of(function)
        .any(|call| matches!(call.arguments.get(at).map(|n| &n.said), Some(LiteralValue::Int(n)) if is(*n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Span;

    fn facts(source: &str) -> ScriptFacts {
        ScriptFacts::of(Span::none(), source)
    }

    #[test]
    fn what_only_reads_changes_nothing() {
        let check = |source: &str, expected: bool| {
            assert_eq!(changes_nothing(&facts(source), &["attack"]), expected, "{source}");
        };
        check("local n = count { zone = \"hand\" }", true);
        check("local n = #cards{ zone = \"hand\" }\nif n > 2 then return end", true);
        check("local found = cards\nreturn found { zone = 'hand' }", true);
        check("if self:has(\"a\", \"b\") then return end", true);
        check("local n = me.life -- act.draw(me, 1)", true);
        check("--[[ act.draw(me, 1) ]] local n = \"act.draw\"", true);
        check("act.draw(me, 2)", false);
        check("local next = act.draw\nnext(me, 2)", false);
        check("act[\"draw\"](me, 2)", false);
        check("local a = act\na.draw(me, 2)", false);
        check("(act.draw)(me, 2)", false);
        check("local function both(f) f(me) f(opponent) end\nboth(act.draw)", false);
        check("note(\"it was\")", false);
        check("attack.strength = 3", false);
        check("own.help(self)", false);
        check("self:tell()", false);
        check("args.go()", false);
    }

    #[test]
    fn fewer_cards_than_none_are_not_drawn() {
        let check = |source: &str, expected: bool| {
            assert_eq!(with_number(&facts(source), "act.draw", 1, |n| n < 0), expected, "{source}");
        };
        check("act.draw(me, -2)", true);
        check("local draw = act.draw\ndraw(me, -2)", true);
        check("act.draw(me, -2 + me.n)", false);
        check("-- act.draw(me, -2)", false);
        check("act.change(me, \"n\", -2)", false);
    }

    #[test]
    fn a_change_by_nothing_is_named() {
        let check = |source: &str, expected: Option<&str>| {
            assert_eq!(by_nothing(&facts(source)).as_deref(), expected, "{source}");
        };
        check("act.draw(me, 0)", Some("act.draw(…, 0)"));
        check("act[\"draw\"](me, 0)", Some("act.draw(…, 0)"));
        check("act.modify(self, \"power\", 0, \"turn\")", Some("act.modify(…, 0)"));
        check("act.change(hit(a), \"n\", 0)", Some("act.change(…, 0)"));
        check("act.draw(me, 10)", None);
        check("note(\"act.draw(me, 0)\")", None);
    }
}
