//! Stubs: what editors and readers are told about scripts, made from the table of host functions.
//!
//! [`host`] and [`game`] are annotations for Lua editors (LuaLS, EmmyLua; Lua 5.1) and live in
//! `scripts/_meta`, which no game loads. [`reference()`] is the page `docs/host-functions.md`. The
//! test `drift` fails where a committed file differs from what is made here.

use std::fmt::Write;

use mlua::Value as LuaValue;

use super::api::{HostFn, SHAPES, TABLE, TOGETHER_DOC, Waits};
use super::builtins::LIBRARIES;
use super::sandbox::{Limits, Sandbox};
use crate::catalog::{Catalog, ScriptSource};
use crate::kernel::Value;
use crate::kernel::model::event;
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::rules::{EventDef, FieldKind, Rules};
use crate::kernel::model::schema::RecordField;

/// Sections of the reference page: the table of the functions, its title, and what a reader must know first.
const SECTIONS: [(&str, &str, &str); 6] = [
    ("", "Reading", "These answer at once and change nothing, except `note`, which writes a line into the log."),
    (
        "ask",
        "ask: a player chooses",
        "Each waits for an answer.\nWhat has no options is not asked, and neither is what can be answered in one way only.",
    ),
    (
        "act",
        "act: something happens",
        "Those that wait propose events: they may be forbidden, replaced or answered before the script goes on.\n\
         They take one card or a list of cards, and a list is one batch.\n\
         They return what really happened.",
    ),
    ("board", "board: spaces with rows and columns", "Where a card is asked for its space is meant."),
    ("roll", "roll: chance", "Chance comes from the game's own generator, so a record replays to the same results."),
    ("agenda", "agenda: what comes next", "No window opens inside a script.\nWhat is queued here runs behind it."),
];

/// What scripts always see besides functions: name, type, meaning.
const OBJECTS: [(&str, &str, &str); 5] = [
    ("me", "Player", "The player of the running script."),
    ("active", "Player", "The player whose turn it is."),
    ("inactive", "Player", "The next player after the one whose turn it is."),
    ("game", "Game", "The game: its levels by name (`game.turn`), `active`, `first`, `phase`, `batch`, `last_winner`."),
    ("option", "Options", "The options of the game by name."),
];

/// What the script of a card is given as locals: name, type, meaning.
const LOCALS: [(&str, &str, &str); 6] = [
    ("this", "Use", "The use that resolves."),
    ("self", "Card?", "The card the ability stands on."),
    ("me", "Player", "Who uses it."),
    ("opponent", "Player", "The next player after `me`."),
    ("event", "table?", "For `after` and `instead`: the event, its fields by name."),
    ("args", "table", "What the flow bound by name."),
];

/// Fields of a use: name, type.
const USE_FIELDS: [(&str, &str); 12] = [
    ("card", "Card?"),
    ("user", "Player"),
    ("x", "integer"),
    ("choices", "Card[]"),
    ("paid", "Card[]"),
    ("reply_to", "Use?"),
    ("cancelled", "boolean"),
    ("cancellable", "boolean"),
    ("kind", "string?"),
    ("timing", "string?"),
    ("mode", "string?"),
    ("ability", "Ability?"),
];

/// Functions of the sandbox that Lua 5.1 lacks: library, signature.
const LUAU: [(&str, &str); 17] = [
    ("bit32", "arshift(x: integer, n: integer): integer"),
    ("bit32", "band(...: integer): integer"),
    ("bit32", "bnot(x: integer): integer"),
    ("bit32", "bor(...: integer): integer"),
    ("bit32", "btest(...: integer): boolean"),
    ("bit32", "bxor(...: integer): integer"),
    ("bit32", "countlz(x: integer): integer"),
    ("bit32", "countrz(x: integer): integer"),
    ("bit32", "extract(x: integer, field: integer, width?: integer): integer"),
    ("bit32", "lrotate(x: integer, n: integer): integer"),
    ("bit32", "lshift(x: integer, n: integer): integer"),
    ("bit32", "replace(x: integer, value: integer, field: integer, width?: integer): integer"),
    ("bit32", "rrotate(x: integer, n: integer): integer"),
    ("bit32", "rshift(x: integer, n: integer): integer"),
    ("math", "clamp(x: number, low: number, high: number): number"),
    ("math", "round(x: number): integer"),
    ("math", "sign(x: number): integer"),
];

/// `scripts/_meta/host.lua`: the host functions, for editors.
pub fn host() -> String {
    let mut out = String::from(
        "---@meta\n--- What every script sees. Made from the table of host functions; never loaded.\n\
         --- `UPDATE=1 cargo test --test it drift` writes it anew.\n\n",
    );
    let methods = "---@field has fun(self: Card, field: string, word: string): boolean\n\
                   ---@field is fun(self: Card, status: string): boolean\n\
                   ---@field stored fun(self: Card, field: string): integer\n";
    put(&mut out, &format!("--- A card in this game.\n---@class (partial) Card\n{methods}\n"));
    put(&mut out, "--- A player.\n---@class (partial) Player\n---@field opponent Player\n\n");
    put(
        &mut out,
        "--- One using of a card or an ability. Its targets are fields under their own names.\n---@class (partial) Use\n",
    );
    for (name, ty) in USE_FIELDS {
        put(&mut out, &format!("---@field {name} {ty}\n"));
    }
    put(&mut out, "---@field [string] any\n\n");
    put(&mut out, "--- An open record. Its fields are those the manifest declares.\n---@class (partial) Record\n\n");
    put(
        &mut out,
        "--- The game.\n---@class (partial) Game\n\n--- The options of the game.\n---@class (partial) Options\n\n",
    );
    put(
        &mut out,
        "--- A space of a zone. Its counters are those the manifest declares.\n---@class (partial) Space\n\n",
    );
    put(&mut out, "--- An ability.\n---@class (partial) Ability\n\n");
    for (name, keys) in SHAPES {
        put(&mut out, &format!("---@class {name}\n"));
        for key in keys.split(", ") {
            let (key, ty) = key.split_once(": ").unwrap_or(("[string]", "any"));
            put(&mut out, &format!("---@field {key} {ty}\n"));
        }
        out.push('\n');
    }
    for (name, ty, doc) in OBJECTS {
        put(&mut out, &format!("--- {doc}\n---@type {ty}\n{name} = nil\n\n"));
    }
    for table in ["ask", "act", "roll", "agenda", "board", "bit32"] {
        put(&mut out, &format!("{table} = {{}}\n"));
    }
    out.push('\n');
    put(&mut out, "--- Registers a step of the flow under a name. In a game's Lua files only.\n");
    put(&mut out, &function("step", "(name: string, step: fun(args: table))"));
    for f in TABLE {
        put(&mut out, &format!("--- {}\n{}", f.doc, function(f.path, f.signature)));
    }
    put(&mut out, &format!("--- {}\n{}", TOGETHER_DOC.2, function(TOGETHER_DOC.0, TOGETHER_DOC.1)));
    for (library, signature) in LUAU {
        let (name, rest) = signature.split_once('(').unwrap_or((signature, ""));
        put(&mut out, &function(&format!("{library}.{name}"), &format!("({rest}")));
    }
    out.trim_end().to_string() + "\n"
}

/// `scripts/_meta/<game>.lua`: the fields, records, events and modules of one game, for editors.
pub fn game(catalog: &Catalog) -> String {
    let rules = &catalog.rules;
    let name = &rules.schema.game;
    let mut out = format!(
        "---@meta\n--- Fields, records and events of the game `{name}`. Made from its manifest; never loaded.\n\
         --- `UPDATE=1 cargo test --test it drift` writes it anew.\n\n"
    );
    for (group, values) in &rules.schema.statuses {
        let values: Vec<String> = values.iter().map(|v| format!("\"{}\"", rules.name(*v))).collect();
        put(&mut out, &format!("---@alias {name}.{} {}\n", rules.name(*group), values.join("|")));
    }
    let zones: Vec<String> = rules.schema.zones.iter().map(|z| format!("\"{}\"", rules.name(z.name))).collect();
    put(&mut out, &format!("---@alias {name}.zone {}\n\n", zones.join("|")));
    put(&mut out, "---@class (partial) Card\n");
    for (field, ty) in card_fields(rules) {
        put(&mut out, &format!("---@field {} {ty}\n", key(&field)));
    }
    put(&mut out, "\n---@class (partial) Player\n");
    for (field, ty) in player_fields(rules) {
        put(&mut out, &format!("---@field {field} {ty}\n"));
    }
    put(&mut out, "\n---@class (partial) Game\n");
    for (field, ty) in game_fields(rules) {
        put(&mut out, &format!("---@field {field} {ty}\n"));
    }
    put(&mut out, "\n---@class (partial) Options\n");
    for (option, value) in &rules.options {
        put(&mut out, &format!("---@field {} {}\n", rules.name(*option), value_type(value)));
    }
    for record in &rules.schema.records {
        let record_name = rules.name(record.name);
        put(&mut out, &format!("\n---@class {name}.{record_name}: Record\n"));
        for (field, kind) in &record.fields {
            put(&mut out, &format!("---@field {} {}\n", rules.name(*field), record_type(*kind)));
        }
        put(
            &mut out,
            &format!(
                "\n--- Nil if none is open.\n---@param name \"{record_name}\"\n---@return {name}.{record_name}?\nfunction record(name) end\n"
            ),
        );
    }
    for event in &rules.events[event::COUNT as usize..] {
        put(&mut out, &format!("\n--- {}\n{}", event_doc(rules, event), act_function(rules, event)));
    }
    for (module, path) in catalog.modules.iter().filter_map(module) {
        put(&mut out, &format!("\n---@module \"{path}\"\n{module} = nil\n"));
    }
    out
}

/// The global that a file becomes which returns a table, and its path as `require` would have it.
fn module(source: &ScriptSource) -> Option<(&str, String)> {
    let path = source.file.strip_suffix(".lua")?;
    let returns = source.source.trim_end().lines().last()?.starts_with("return ");
    returns.then(|| (path.rsplit('/').next().unwrap_or(path), path.replace('/', ".")))
}

/// `docs/host-functions.md`: every host function, and what else scripts see. The kernel's part is that of the first game.
///
/// # Errors
///
/// If a sandbox cannot be built, whose globals are listed.
pub fn reference(games: &[&Rules]) -> Result<String, String> {
    let mut out = String::from(
        "# Host functions\n\nMade from the table in `src/script/api.rs`; `UPDATE=1 cargo test --test it drift` writes it anew.\n\
         What a script may not do is in [scripts.md](scripts.md), the filters are in [filters.md](filters.md).\n\n\
         A function that *waits* suspends the script until players have answered and other rules have acted.\n\
         It cannot be called where nothing may wait: in a comparator, in a metamethod.\n",
    );
    for (table, title, intro) in SECTIONS {
        put(&mut out, &format!("\n## {title}\n\n{intro}\n"));
        for f in TABLE.iter().filter(|f| table_of(f) == table) {
            put(&mut out, &entry(f));
        }
        if table == "act" {
            let (path, signature, doc) = TOGETHER_DOC;
            put(&mut out, &format!("\n### `{path}{signature}`\n\n{}\nIt waits.\n", sentences(doc)));
        }
    }
    put(
        &mut out,
        "\n## Tables\n\nSome functions take a table with these keys, and no others; `?` marks those that may be left out.\n\
         `...` means: and the keys of a [filter](filters.md).\n\n| table | keys |\n|---|---|\n",
    );
    for (name, keys) in SHAPES {
        let keys: Vec<String> = keys.split(", ").map(|key| format!("`{}`", key.replace('|', "\\|"))).collect();
        put(&mut out, &format!("| `{name}` | {} |\n", keys.join(", ")));
    }
    put(
        &mut out,
        "\n## Declared events\n\nEach event that a manifest declares is a function of `act` under its own name.\n",
    );
    put(
        &mut out,
        "Its parameters are the fields of the event, and a list in the first one makes one event for each.\n",
    );
    put(&mut out, "It waits, and returns what really happened.\n\n");
    for rules in games {
        let declared = rules.events[event::COUNT as usize..].iter().map(|event| {
            let fields: Vec<&str> = event.fields.iter().map(|(n, _)| &**rules.name(*n)).collect();
            format!("`act.{}({})`", rules.name(event.name), fields.join(", "))
        });
        put(&mut out, &format!("- In `{}`: {}.\n", rules.schema.game, declared.collect::<Vec<_>>().join(", ")));
    }
    put(
        &mut out,
        "\n## Events of the kernel\n\nAn ability may have `after:` or `instead:` with one of these, or with a declared event.\n",
    );
    put(&mut out, "`match:` tests the fields, and a script finds them in `event`.\n");
    put(
        &mut out,
        "`used`, `modified`, `permission_changed`, `record_opened`, `record_closed`, `joined`, `left` and `result` tell what was done: they can be followed, and not replaced; nothing follows `result`.\n",
    );
    put(&mut out, "\n| event | fields |\n|---|---|\n");
    for (rules, event) in
        games.first().into_iter().flat_map(|r| r.events[..event::COUNT as usize].iter().map(move |e| (r, e)))
    {
        let field = |(n, k): &(_, FieldKind)| format!("`{}` ({})", rules.name(*n), field_word(*k));
        let fields: Vec<String> = event.fields.iter().map(field).collect();
        put(&mut out, &format!("| `{}` | {} |\n", rules.name(event.name), fields.join(", ")));
    }
    put(&mut out, "\n## Objects\n\n");
    for (name, ty, doc) in OBJECTS {
        put(&mut out, &format!("- `{name}` ({ty}): {doc}\n"));
    }
    put(
        &mut out,
        "\nThe script of a card has these locals, and each open record under its own name (nil if none is open):\n\n",
    );
    for (name, ty, doc) in LOCALS {
        put(&mut out, &format!("- `{name}` ({ty}): {doc}\n"));
    }
    put(
        &mut out,
        "\nA **card** has the typed fields of its game (numbers as they read now), and `id`, `name`, `type`, `zone`, `owner`, `controller`, `put_by` (whose zone it came from).\n",
    );
    put(&mut out, "A field of words is a list, also where only one word is allowed.\n");
    put(&mut out, "A cost field is its number of pips.\n");
    put(
        &mut out,
        "`card:has(field, word)`, `card:is(status)` and `card:stored(field)`, a stored number without what modifies it, are its methods.\n",
    );
    put(
        &mut out,
        "A **player** has the attributes, counters and tallies of the game, and `name`, `seat` (from 0), `opponent`.\n",
    );
    let uses: Vec<String> = USE_FIELDS.iter().map(|(n, _)| format!("`{n}`")).collect();
    put(&mut out, &format!("A **use** has {}, and its targets under their names.\n", uses.join(", ")));
    put(&mut out, "A **record** has the fields its manifest declares.\n");
    put(&mut out, "A field that does not exist is an error that names the nearest one.\n");
    put(&mut out, "\n## Lua\n\nThese of Lua's own functions exist, and no others:\n\n");
    put(&mut out, &format!("- {}\n", list(&globals()?)));
    for (library, members) in LIBRARIES {
        put(&mut out, &format!("- `{library}`: {}\n", list(members)));
    }
    Ok(out)
}

fn put(out: &mut String, text: &str) {
    out.write_str(text).expect("a string takes all");
}

fn list(names: &[impl AsRef<str>]) -> String {
    names.iter().map(|n| format!("`{}`", n.as_ref())).collect::<Vec<_>>().join(", ")
}

/// A field's name, in brackets where it is a word of Lua's own.
fn key(name: &str) -> String {
    const KEYWORDS: [&str; 21] = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not",
        "or", "repeat", "return", "then", "true", "until", "while",
    ];
    if KEYWORDS.contains(&name) { format!("[\"{name}\"]") } else { name.to_string() }
}

/// The table a host function lies in; empty for globals.
fn table_of(f: &HostFn) -> &'static str {
    f.path.split_once('.').map_or("", |(table, _)| table)
}

fn entry(f: &HostFn) -> String {
    let waits = match f.waits {
        Waits::Never => "",
        Waits::Always => "\nIt waits.",
        Waits::IfAnswered(_) => "\nIt waits where the game has something to do after it.",
    };
    format!("\n### `{}{}`\n\n{}{waits}\n", f.path, f.signature, sentences(f.doc))
}

/// One sentence a line, as in the other pages.
fn sentences(text: &str) -> String {
    text.replace(". ", ".\n")
}

/// The function of an editor's stub: parameters and results as annotations, then an empty body.
fn function(path: &str, signature: &str) -> String {
    let (params, returns) = split(signature);
    let mut out = String::new();
    let mut names = Vec::new();
    for (name, ty) in &params {
        put(&mut out, &format!("---@param {name} {ty}\n"));
        names.push(name.trim_end_matches('?'));
    }
    if let Some(ty) = returns {
        put(&mut out, &format!("---@return {ty}\n"));
    }
    put(&mut out, &format!("function {path}({}) end\n\n", names.join(", ")));
    out
}

/// `(a: A, b?: B): C` as its parameters and its result.
pub(super) fn split(signature: &str) -> (Vec<(String, String)>, Option<&str>) {
    let mut depth = 0;
    let close = signature.char_indices().find_map(|(i, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(i)
    });
    let close = close.unwrap_or(signature.len() - 1);
    let returns = signature[close + 1..].strip_prefix(": ");
    let mut params: Vec<String> = Vec::new();
    for part in signature[1..close].split(", ").filter(|p| !p.is_empty()) {
        // A comma inside the brackets of a function type belongs to it.
        match params.last_mut() {
            Some(last) if last.matches('(').count() > last.matches(')').count() => *last += &format!(", {part}"),
            _ => params.push(part.to_string()),
        }
    }
    let typed = |p: &String| match p.split_once(": ") {
        Some((name, ty)) => (name.to_string(), ty.to_string()),
        None => (p.clone(), "any".to_string()),
    };
    (params.iter().map(typed).collect(), returns)
}

fn globals() -> Result<Vec<String>, String> {
    let sandbox = Sandbox::new(Limits::default())?;
    let mut names = Vec::new();
    for pair in sandbox.lua().globals().pairs::<String, LuaValue>() {
        let (name, value) = pair.map_err(|e| e.to_string())?;
        if matches!(value, LuaValue::Function(_)) && !name.starts_with("__") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

// ---- the names of a game ----

fn card_fields(rules: &Rules) -> Vec<(String, String)> {
    let game = &rules.schema.game;
    let field = |(name, field): &(_, CardField)| {
        let ty = match field {
            CardField::Attr(_) | CardField::Cost(_) => "integer".to_string(),
            CardField::Words(_) => "string[]".into(),
            CardField::Text(_) | CardField::Name | CardField::Id | CardField::Type => "string".into(),
            CardField::Status(group) => format!("{game}.{}", rules.name(rules.schema.statuses[*group as usize].0)),
            CardField::Zone => format!("{game}.zone"),
            CardField::Slot => "integer".into(),
            CardField::Space => "Space".into(),
            CardField::PutBy => "Player?".into(),
            CardField::Owner | CardField::Controller => "Player".into(),
            // Rules about a set are asked with `fits`, not read.
            CardField::Cells(_) => "integer[][]".into(),
            CardField::Cond(_) => "boolean".into(),
            CardField::Rules(_) => return None,
        };
        Some((rules.name(*name).to_string(), ty))
    };
    rules.schema.card_fields.iter().filter_map(field).collect()
}

fn player_fields(rules: &Rules) -> Vec<(String, &'static str)> {
    let ty = |field: &PlayerField| match field {
        PlayerField::Name => "string",
        _ => "integer",
    };
    rules.schema.player_fields.iter().map(|(name, field)| (rules.name(*name).to_string(), ty(field))).collect()
}

fn game_fields(rules: &Rules) -> Vec<(String, &'static str)> {
    let fixed = [
        ("active", "Player"),
        ("first", "Player"),
        ("phase", "string?"),
        ("batch", "integer"),
        ("last_winner", "Player?"),
    ];
    let levels = rules.schema.levels.iter().map(|l| (rules.name(*l).to_string(), "integer"));
    fixed.into_iter().map(|(n, t)| (n.to_string(), t)).chain(levels).collect()
}

fn value_type(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "integer",
        Value::Bool(_) => "boolean",
        _ => "string",
    }
}

fn record_type(kind: RecordField) -> &'static str {
    match kind {
        RecordField::Player => "Player?",
        RecordField::Players => "Player[]",
        RecordField::Word => "string?",
        RecordField::Int => "integer?",
        RecordField::Card => "Card?",
        RecordField::Cards(_) | RecordField::Stays => "Card[]",
        RecordField::Records(_) => "Record[]",
        RecordField::Spaces => "Space[]",
        RecordField::Any => "any",
    }
}

fn field_word(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Card => "card",
        FieldKind::Cards => "cards",
        FieldKind::Player => "player",
        FieldKind::Object => "object",
        FieldKind::Zone => "zone",
        FieldKind::Status => "status",
        FieldKind::Int => "number",
        FieldKind::Use => "use",
        FieldKind::Any => "any",
    }
}

fn field_type(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Card => "Card",
        FieldKind::Cards => "Card[]",
        FieldKind::Player => "Player",
        FieldKind::Object => "any",
        FieldKind::Zone | FieldKind::Status => "string",
        FieldKind::Int => "integer",
        FieldKind::Use => "Use",
        FieldKind::Any => "any",
    }
}

fn event_doc(rules: &Rules, event: &EventDef) -> String {
    match &event.text {
        Some(text) => format!("{}: \"{text}\".", rules.name(event.name)),
        None => format!("{}.", rules.name(event.name)),
    }
}

fn act_function(rules: &Rules, event: &EventDef) -> String {
    let mut params = Vec::new();
    let mut returns = "any";
    for (i, (name, kind)) in event.fields.iter().enumerate() {
        let ty = match (i, kind) {
            (0, FieldKind::Card) => "Card|Card[]",
            (0, FieldKind::Player) => "Player|Player[]",
            _ => field_type(*kind),
        };
        if i == 0 {
            returns = ty;
        }
        let optional = if event.optional & 1 << i.min(31) != 0 { "?" } else { "" };
        params.push(format!("{}{optional}: {ty}", rules.name(*name)));
    }
    let path = format!("act.{}", rules.name(event.name));
    let text = function(&path, &format!("({}): {returns}?", params.join(", ")));
    text.trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_splits_at_its_own_commas() {
        let (params, returns) = split("(name: string, step: fun(a: any, b: any), n?: integer): Card[]");
        let params: Vec<(&str, &str)> = params.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        assert_eq!(params, [("name", "string"), ("step", "fun(a: any, b: any)"), ("n?", "integer")]);
        assert_eq!(returns, Some("Card[]"));
        assert_eq!(split("()"), (Vec::new(), None));
    }

    #[test]
    fn every_host_function_is_on_the_page_once() {
        let sections: Vec<&str> = SECTIONS.iter().map(|s| s.0).collect();
        for (i, f) in TABLE.iter().enumerate() {
            assert!(sections.contains(&table_of(f)), "{} has no section", f.path);
            assert!(TABLE[..i].iter().all(|g| g.path != f.path), "{} is there twice", f.path);
            assert!(f.doc.ends_with('.'), "the doc of {} ends with a full stop", f.path);
        }
    }

    #[test]
    fn what_lua_5_1_lacks_is_in_the_stub() {
        let native = ["abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf"];
        for (library, members) in LIBRARIES.iter().filter(|(l, _)| ["bit32", "math"].contains(l)) {
            for member in members.iter().filter(|m| !native.contains(m)) {
                let found = LUAU.iter().any(|(l, s)| l == library && s.starts_with(&format!("{member}(")));
                assert!(found, "{library}.{member} has no signature");
            }
        }
    }
}
