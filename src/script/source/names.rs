//! Names: the names in scripts, checked while they load.
//!
//! Lua finds a misspelt name only when the line runs, and a misspelt field of a table never. But the names that a
//! script sees are known before: the globals of its VM with their members, and the fields of the values that it is
//! given. The parser notes each place with such a name; here they are looked up.

use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Table, Value as LuaValue};

use crate::catalog::Catalog;
use crate::data::suggest;
use crate::kernel::model::ability::{Ability, AbilityForm, Effect};
use crate::kernel::model::fields::syms;
use crate::kernel::model::fixed_fields::USE_FIELDS;
use crate::kernel::model::lang::Source;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::RecKind;
use crate::kernel::parse::resolve::{Judge, Of};
use crate::lua::{Naming, SourceFacts, SourceWord};
use crate::script::sandbox::{PlacedSource, ScriptError};
use crate::script::source::language_names::METHODS;

/// The locals that every script of an effect has, for suggestions.
const GIVEN: [&str; 5] = ["this", "self", "me", "opponent", "event"];

/// The globals of a VM, with the members of those that are tables.
pub(crate) struct ScriptNames {
    globals: BTreeMap<String, Option<Vec<String>>>,
}

impl ScriptNames {
    /// Names visible to scripts with these globals, when all modules are loaded.
    pub(crate) fn of(env: &Table) -> mlua::Result<ScriptNames> {
        let mut globals = BTreeMap::new();
        for pair in env.pairs::<String, LuaValue>() {
            let (name, value) = pair?;
            // Names that begin with `__` are the sandbox's own.
            if name.starts_with("__") {
                continue;
            }
            let members = match value {
                LuaValue::Table(table) => {
                    let keys = table.pairs::<LuaValue, LuaValue>().filter_map(|pair| match pair {
                        Ok((LuaValue::String(key), _)) => Some(key.to_string_lossy()),
                        _ => None,
                    });
                    Some(keys.collect())
                }
                _ => None,
            };
            globals.insert(name, members);
        }
        Ok(ScriptNames { globals })
    }

    /// All unknown names in a script. `ability` is the script's ability.
    pub(crate) fn check(
        &self,
        placed: &PlacedSource,
        told: &SourceFacts,
        catalog: &Catalog,
        ability: Option<&Ability>,
    ) -> Vec<ScriptError> {
        // A script that writes a field of `args` may read it, too.
        let is_filled = |naming: &&Naming| {
            let is_it = |field: &SourceWord| naming.member.as_ref().is_some_and(|member| member.text == field.text);
            naming.is_given && &*naming.name.text == "args" && told.sayings.written.iter().any(is_it)
        };
        let found = told.namings.iter().filter(|naming| !is_filled(naming)).filter_map(|naming| {
            let (word, message, help) =
                if naming.is_given { self.field(naming, catalog, ability) } else { self.global(naming, catalog) }?;
            // The line below is the next statement: the author is still typing this one.
            if naming.is_apart {
                let SourceWord { text: name, line, column } = &naming.name;
                return Some(placed.error(*line, *column, format!("a name is missing behind `{name}.`")));
            }
            Some(placed.error(word.line, word.column, message).with_help(help))
        });
        found.collect()
    }

    fn global<'n>(&self, naming: &'n Naming, catalog: &Catalog) -> Option<(&'n SourceWord, String, String)> {
        let name = &*naming.name.text;
        let Some(members) = self.globals.get(name) else {
            let message = format!("there is nothing called `{name}`");
            return Some((&naming.name, message, self.help_for(name)));
        };
        let member = naming.member.as_ref()?;
        match members {
            Some(members) if members.iter().any(|m| **m == *member.text) => None,
            Some(members) => {
                let message = format!("`{name}` has no `{}`", member.text);
                let nearest = suggest::nearest(&member.text, members.iter().map(String::as_str));
                // The right name may be in another table: `act.number` is `ask.number`.
                let help = match nearest {
                    Some(near) => format!("did you mean `{name}.{near}`?"),
                    None => self.table_of(&member.text).unwrap_or_else(|| known_members(name, members)),
                };
                Some((member, message, help))
            }
            None => self.field(naming, catalog, None),
        }
    }

    /// Help for a name that is a member of some table.
    fn table_of(&self, name: &str) -> Option<String> {
        let found = self.globals.iter().find(|(_, members)| members.iter().flatten().any(|m| m == name));
        found.map(|(table, _)| format!("did you mean `{table}.{name}`?"))
    }

    /// Help for a name that is no global: similar names, or a member of a table.
    fn help_for(&self, name: &str) -> String {
        if let Some(help) = self.table_of(name) {
            return help;
        }
        if name == "print" {
            return "`note(\"…\")` writes a text into the log, and `.. n` behind the text adds a number".into();
        }
        let visible = self.globals.keys().map(String::as_str).filter(|n| !n.starts_with("__"));
        match suggest::nearest(name, visible.chain(GIVEN)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("a name of your own is made by `local {name} = …` in a line above"),
        }
    }

    /// The finding about an unknown field of a value whose kind its name tells: the word, the message, the help.
    fn field<'n>(
        &self,
        naming: &'n Naming,
        catalog: &Catalog,
        ability: Option<&Ability>,
    ) -> Option<(&'n SourceWord, String, String)> {
        let (name, member) = (&*naming.name.text, naming.member.as_ref()?);
        let answers = |a: &Ability| matches!(a.form, AbilityForm::After(_) | AbilityForm::Instead(_));
        if name == "event" && naming.is_given && ability.is_some_and(|a| !answers(a)) {
            let message = "`event` is nil here: this effect answers no event";
            return Some((
                &naming.name,
                message.into(),
                "only an ability with `after` or `instead` has an event".into(),
            ));
        }
        let (what, known) = fields(&catalog.rules, name, naming.is_given, ability)?;
        if known.iter().any(|field| **field == *member.text) {
            return field_of_field(&catalog.rules, naming, ability);
        }
        let help = match known.is_empty() {
            true => "only steps are given arguments".into(),
            false => suggest::help_for(&member.text, known.iter().map(|field| &**field)),
        };
        Some((member, format!("{what} has no field `{}`", member.text), help))
    }
}

/// The finding about an unknown field of what a field holds: `this.hit.powr`, where `hit` is a card.
fn field_of_field<'n>(
    rules: &Rules,
    naming: &'n Naming,
    ability: Option<&Ability>,
) -> Option<(&'n SourceWord, String, String)> {
    let (first, judge) = (naming.member.as_ref()?, Judge::of(rules));
    let mut of = held(rules, &judge, &naming.name.text, &first.text, ability)?;
    let mut path = format!("{}.{}", naming.name.text, first.text);
    for word in &naming.then {
        // The targets of a use are unknown here, and fields of numbers are checked elsewhere.
        if !matches!(of, Of::Card | Of::Player | Of::Space | Of::Game | Of::Record(Some(_)))
            || METHODS.contains(&&*word.text)
        {
            return None;
        }
        let Some(next) = rules.schema.symbols.find(&word.text).and_then(|name| judge.field(of, name)) else {
            let known = judge.fields(of);
            let help = suggest::help_for(&word.text, known.iter().map(|name| &**rules.name(*name)));
            return Some((word, format!("`{path}` is {}, which has no field `{}`", of.words(rules), word.text), help));
        };
        path = format!("{path}.{}", word.text);
        of = next;
    }
    None
}

/// The type of a field of a value that scripts are given.
fn held(rules: &Rules, judge: &Judge, name: &str, field: &str, ability: Option<&Ability>) -> Option<Of> {
    let sym = rules.schema.symbols.find(field)?;
    match name {
        "self" => judge.field(Of::Card, sym),
        "me" | "opponent" | "active" | "inactive" => judge.field(Of::Player, sym),
        "game" => judge.field(Of::Game, sym),
        "this" => match ability?.targets.iter().find(|target| target.name == sym) {
            Some(target) if target.list => None,
            Some(target) => match target.what.source {
                Source::Cards(_) => Some(Of::Card),
                Source::Players(_) => Some(Of::Player),
                _ => None,
            },
            None => judge.field(Of::Use, sym),
        },
        "event" => match ability?.form {
            AbilityForm::After(event) | AbilityForm::Instead(event) => judge.field(Of::Event(Some(event)), sym),
            _ => None,
        },
        record => {
            let at = rules.schema.records.iter().position(|r| **rules.name(r.name) == *record)?;
            judge.field(Of::Record(Some(RecKind::of(at))), sym)
        }
    }
}

/// For each script of a game the ability whose effect it is; `None`: it is no effect.
pub(crate) fn by_script(rules: &Rules) -> Vec<Option<&Ability>> {
    let mut out = vec![None; rules.scripts.len()];
    for ability in &rules.abilities {
        if let Effect::Script(script) = ability.effect {
            out[script.index()] = Some(ability);
        }
    }
    out
}

/// The kind of a value, and its fields; `None` if unknown before the script runs.
fn fields(rules: &Rules, name: &str, is_given: bool, ability: Option<&Ability>) -> Option<(String, Vec<Arc<str>>)> {
    let schema = &rules.schema;
    let of = |syms: &mut dyn Iterator<Item = Sym>| syms.map(|s| rules.name(s).clone()).collect::<Vec<_>>();
    let with = |mut fields: Vec<Arc<str>>, more: &[&str]| {
        fields.extend(more.iter().map(|field| Arc::from(*field)));
        fields
    };
    let all = |names: Vec<Sym>| of(&mut names.into_iter());
    Some(match (name, is_given) {
        ("self", true) => ("a card".into(), with(all(schema.names_of_cards()), &METHODS)),
        ("me" | "opponent", true) | ("me" | "active" | "inactive", false) => {
            ("a player".into(), all(schema.names_of_players()))
        }
        ("this", true) => {
            let targets = ability?.targets.iter().map(|t| t.name);
            ("this use".into(), of(&mut targets.chain(syms(USE_FIELDS))))
        }
        ("event", true) => {
            let (AbilityForm::After(event) | AbilityForm::Instead(event)) = ability?.form else { return None };
            let event = &rules.events[event.index()];
            let fields = of(&mut event.fields.iter().map(|(n, _)| *n));
            (format!("the event `{}`", rules.name(event.name)), with(fields, &["moment"]))
        }
        // Only steps have arguments, and this is the script of an effect.
        ("args", true) => ("the `args` of an effect".into(), Vec::new()),
        ("game", false) => ("the game".into(), all(schema.names_of_game())),
        ("option", false) => ("the game".into(), of(&mut rules.options.iter().map(|(n, _)| *n))),
        (record, true) => {
            let record = schema.records.iter().find(|r| **rules.name(r.name) == *record)?;
            let fields = of(&mut record.fields.iter().map(|(n, _)| *n));
            (format!("the record `{}`", rules.name(record.name)), fields)
        }
        _ => return None,
    })
}
/// Help that lists members of a table: those of `act` are the events of the game.
fn known_members(table: &str, members: &[String]) -> String {
    let what =
        if table == "act" { "`intermezzo list events GAME` lists the events that a script may do; " } else { "" };
    let some: Vec<&str> = members.iter().map(String::as_str).take(MOST_MEMBERS).collect();
    let more = if members.len() > MOST_MEMBERS { ", …" } else { "" };
    format!("{what}known: {}{more}", some.join(", "))
}

/// The most members that a message lists.
const MOST_MEMBERS: usize = 12;
