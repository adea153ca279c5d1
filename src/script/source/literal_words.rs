//! Literal words: texts that scripts give to host functions, each looked up among the words of the game.

use crate::data::{Data, Node, Span};
use crate::kernel::model::lang::Class;
use crate::kernel::model::schema::{AttrBase, AttrDef, CounterDef, Schema};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::LevelId;
use crate::kernel::parse::resolve::What;
use crate::lua::{HostCall, Literal, LiteralValue};
use crate::script::api::takes::WordOf;
use crate::script::source::literals::Literals;

/// Checks a text that names something of the game.
pub(crate) fn word(l: &mut Literals, kind: WordOf, text: &str, of: &Literal, call: &HostCall) {
    let (rules, schema) = (l.rules, &l.rules.schema);
    let span = l.place(of);
    if is_checked_elsewhere(l, kind, text, of, call) {
        return;
    }
    let said = schema.symbols.find(text);
    // Most words are correct, so the other names are only computed for a finding.
    let names = |syms: &mut dyn Iterator<Item = Sym>| {
        let syms: Vec<Sym> = syms.collect();
        match said.is_some_and(|said| syms.contains(&said)) {
            true => vec![text.to_string()],
            false => syms.into_iter().map(|s| rules.name(s).to_string()).collect(),
        }
    };
    let (what, known): (&str, Vec<String>) = match kind {
        WordOf::Zone => ("there is no zone", names(&mut schema.zones.iter().map(|z| z.name))),
        WordOf::Status => {
            ("there is no status", names(&mut schema.statuses.iter().flat_map(|(_, v)| v.iter().copied())))
        }
        WordOf::Direction => {
            let groups = schema.boards.iter().filter_map(|b| b.facing);
            let words = groups.flat_map(|g| schema.statuses[g as usize].1.iter().copied());
            ("there is no direction", names(&mut words.into_iter()))
        }
        WordOf::Verb | WordOf::AskedVerb => {
            let what = if kind == WordOf::Verb {
                "nothing asks about the verb"
            } else {
                "nothing forbids or permits the verb"
            };
            (what, names(&mut rules.events.iter().map(|e| e.name)))
        }
        WordOf::Lasting => {
            let levels = names(&mut schema.levels.iter().copied());
            let records = names(&mut schema.records.iter().map(|r| r.name));
            ("nothing lasts for", durations(levels, records))
        }
        WordOf::Counter => {
            let (whose, known) = counters_of(schema, call);
            (whose, names(&mut known.into_iter()))
        }
        WordOf::Modified => {
            let words = schema.words.iter().map(|w| w.name);
            ("there is no field to modify called", names(&mut schema.attrs.iter().map(|a| a.name).chain(words)))
        }
        WordOf::Number => {
            let attrs = schema.attrs.iter().filter(|a| a.of == Class::Card);
            ("cards have no number", names(&mut attrs.map(|a| a.name)))
        }
        WordOf::Words => ("cards have no words called", names(&mut schema.words.iter().map(|w| w.name))),
        WordOf::Rules => ("cards have no conditions called", names(&mut schema.set_rules.iter().copied())),
        WordOf::Record => ("there is no record", names(&mut schema.records.iter().map(|r| r.name))),
        WordOf::RecordList => {
            let known = schema.records.iter().flat_map(|r| r.fields.iter().map(move |f| (r.name, f.0)));
            let known = known.map(|(r, f)| format!("{}.{}", rules.name(r), rules.name(f)));
            ("no record has", known.collect())
        }
        WordOf::RecordField => {
            ("no record has the field", names(&mut schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0))))
        }
        WordOf::Level => ("there is no level", names(&mut schema.levels.iter().copied())),
        WordOf::Window => ("there is no window", names(&mut rules.names.windows.iter().copied())),
        WordOf::Step => {
            let steps = rules.scripts.iter().filter_map(|s| s.name.strip_prefix("step "));
            ("no script registers the step", steps.map(String::from).collect())
        }
        WordOf::AbilityKind => ("there is no kind of ability", names(&mut schema.ability_kinds.iter().copied())),
        WordOf::Def => ("there is no card", names(&mut rules.defs.iter().map(|d| d.id))),
        WordOf::Target => {
            let all = rules.abilities.iter().flat_map(|a| a.targets.iter().map(|t| t.name));
            ("nothing has a target", names(&mut all.into_iter()))
        }
        WordOf::Place | WordOf::Order | WordOf::Player | WordOf::InField | WordOf::Ability => return,
    };
    if !known.iter().any(|k| k == text) {
        if let (WordOf::Counter, Some((message, help))) = (kind, schema.why_unchanged(text)) {
            return l.error("unknown_word", &span, message, help.into());
        }
        l.unknown(what, text, &span, known.iter().map(String::as_str));
    }
}

/// Checks a text of a kind that has rules of its own. False: it must be one of a list of names.
fn is_checked_elsewhere(l: &mut Literals, kind: WordOf, text: &str, of: &Literal, call: &HostCall) -> bool {
    let (rules, schema) = (l.rules, &l.rules.schema);
    let span = l.place(of);
    let node = Node { value: Data::Text(text.into()), span: span.clone() };
    let said = schema.symbols.find(text);
    match kind {
        WordOf::Place => drop(l.parse(|p| p.dest(&node))),
        WordOf::Order => drop(l.parse(|p| p.order(&node))),
        WordOf::Player => drop(l.parse(|p| p.seat_test(&node))),
        WordOf::InField => given_word(l, text, of, call),
        WordOf::Ability => ability(l, text, of),
        WordOf::Verb | WordOf::AskedVerb => match said {
            Some(verb) if kind == WordOf::Verb => l.mean(What::GivenVerb(verb), text, &span),
            Some(verb) => l.mean(What::AskedVerb(verb), text, &span),
            None => return false,
        },
        // If the first argument names a list of a record, the second is what joins the list, and may be any word.
        WordOf::RecordField if matches!(call.arguments.first().map(|a| &a.said), Some(LiteralValue::Text(_))) => {
            l.mean(What::Free, text, &span);
        }
        WordOf::Level => match schema.levels.iter().position(|level| Some(*level) == said).map(LevelId::of) {
            Some(level) if !rules.is_in_turn(level) => {
                let (message, help) = rules.not_in_turn(level);
                l.error("unknown_word", &span, message, help);
            }
            _ => return false,
        },
        _ => return false,
    }
    true
}

/// All durations that a script can name.
fn durations(levels: Vec<String>, records: Vec<String>) -> Vec<String> {
    let mut known = [levels.clone(), records].concat();
    known.extend(["leaves", "reset", "use", "phase"].map(String::from));
    for level in levels {
        for who in ["me", "opponent", "active", "inactive"] {
            known.extend(["until", "through"].map(|word| format!("{word} {who}.{level}")));
        }
    }
    known
}

/// The counters and stored numbers of the object that a call is about, with the message for another name.
fn counters_of(schema: &Schema, call: &HostCall) -> (&'static str, Vec<Sym>) {
    let counters = |defs: &[CounterDef]| defs.iter().map(|c| c.name).collect::<Vec<Sym>>();
    let stored = |a: &&AttrDef| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. });
    match call.arguments.first().map(|a| &a.said) {
        Some(LiteralValue::Name(name)) if matches!(&**name, "me" | "opponent" | "active" | "inactive") => {
            ("players have no counter", counters(&schema.counters))
        }
        Some(LiteralValue::Name(name)) if &**name == "game" => {
            ("the game has no counter", counters(&schema.game_counters))
        }
        Some(LiteralValue::Name(name)) if &**name == "self" => {
            ("cards store no number", schema.attrs.iter().filter(stored).map(|a| a.name).collect())
        }
        _ => {
            let mut all = counters(&schema.counters);
            all.extend(counters(&schema.game_counters));
            all.extend(counters(&schema.space_counters));
            all.extend(schema.attrs.iter().filter(stored).map(|a| a.name));
            ("nothing has a counter or a stored number", all)
        }
    }
}

/// Checks a word that cards get in the field that the second argument names.
fn given_word(l: &mut Literals, text: &str, of: &Literal, call: &HostCall) {
    let span = l.place(of);
    let Some(LiteralValue::Text(field)) = call.arguments.get(1).map(|a| &a.said) else { return };
    let field = field.clone();
    match (l.parse(|p| p.word_slot(&field)), l.rules.schema.symbols.find(text)) {
        (Some(slot), Some(word)) => l.mean(What::GivenWord(slot, word), text, &span),
        (Some(slot), None) => l.word_in(slot, text, &span),
        (None, _) => {
            let message = format!("`{field}` is changed by a whole number, found the text `{text}`");
            l.error("wrong_kind", &span, message, String::new());
        }
    }
}

/// Checks the name of an ability: `card/ability` of a definition, or one of the manifest's abilities.
fn ability(l: &mut Literals, text: &str, of: &Literal) {
    let rules = l.rules;
    let (def, id) = match text.split_once('/') {
        Some((def, id)) => (Some(def), id),
        None => (None, text),
    };
    let def_id = def.map(|d| rules.def_by_id(d));
    let is_it =
        |a: &&crate::kernel::model::ability::Ability| Some(a.def) == Some(def_id.flatten()) && def_id != Some(None);
    let known: Vec<&str> = rules.abilities.iter().filter(is_it).map(|a| &**rules.name(a.id)).collect();
    if !known.contains(&id) {
        let span = l.place(of);
        match (def, def_id) {
            (Some(def), Some(None)) => {
                l.unknown("there is no card", def, &span, rules.defs.iter().map(|d| &**rules.name(d.id)))
            }
            _ => l.unknown("there is no ability", id, &span, known),
        }
    }
}

impl Literals<'_> {
    /// Notes a word that must be one of a word field, to be judged later; reports a word that the game does not have.
    pub fn word_in(&mut self, slot: u8, text: &str, span: &Span) {
        match self.rules.schema.symbols.find(text) {
            Some(sym) => self.mean(What::Word(slot, sym), text, span),
            None => {
                let rules = self.rules;
                let field = &rules.schema.words[slot as usize];
                let what = format!("no card has or gets, in its {}, the word", rules.name(field.name));
                self.unknown(&what, text, span, field.known.iter().map(|w| &**rules.name(*w)));
            }
        }
    }
}
