//! The reference page: every host function, and what else scripts see.

use mlua::Value as LuaValue;

use crate::kernel::model::event;
use crate::kernel::model::fixed_fields::{
    ABILITY_FIELDS, CARD_FIELDS, Fixed, GAME_FIELDS, PLAYER_FIELDS, SPACE_FIELDS, USE_FIELDS,
};
use crate::kernel::model::rules::{FieldKind, Rules};
use crate::kernel::model::symbols::field;
use crate::lua::LIBRARIES;
use crate::script::api::TABLE;
use crate::script::api::function::{HostFn, Waits};
use crate::script::api::function_table::TOGETHER_DOC;
use crate::script::api::shapes::SHAPES;
use crate::script::sandbox::{Limits, Sandbox};
use crate::script::stubs::script_names::{LOCALS, OBJECTS, type_of};
use crate::script::stubs::text::put;

/// Sections of the reference page: the table of the functions, its title, and what a reader must know first.
const SECTIONS: [(&str, &str, &str); 6] = [
    ("", "Reading", "These answer at once and change nothing, except `note`, which writes a line into the log."),
    (
        "ask",
        "ask: a player chooses",
        "Each waits for an answer.\nA question without options is not asked, and neither is one that has only one answer.",
    ),
    (
        "act",
        "act: something happens",
        "Those that wait propose events: they may be forbidden, replaced or answered before the script goes on.\n\
         They take one card or a list of cards, and a list is one batch.\n\
         They return what really happened.",
    ),
    ("board", "board: spaces with rows and columns", "A card in place of a space means the space on which it lies."),
    ("roll", "roll: chance", "Chance comes from the game's own generator, so a record replays to the same results."),
    (
        "agenda",
        "agenda: what comes next",
        "No window opens inside a script.\nWhat is queued here runs after the script.",
    ),
];

/// `docs/host-functions.md`: every host function, and what else scripts see. The kernel's part is that of the first
/// game.
///
/// # Errors
///
/// If a sandbox cannot be built, whose globals are listed.
pub fn reference(games: &[&Rules]) -> Result<String, String> {
    let mut out = String::from(
        "# Host functions\n\nMade from the table in `src/script/api`; `UPDATE=1 cargo test --test it drift` writes it anew.\n\
         [scripts.md](scripts.md) says what a script may not do, and [filters.md](filters.md) what a filter is.\n\n\
         A function that *waits* suspends the script until players have answered and other rules have acted.\n\
         It cannot be called inside a comparator or a metamethod, which may not wait.\n",
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
         `...` stands for the keys of a [filter](filters.md).\n\n| table | keys |\n|---|---|\n",
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
        "`used`, `modified`, `permission_changed`, `record_opened`, `record_closed`, `joined`, `left` and `result` tell what was done: abilities can follow them but not replace them, and none can follow `result`.\n",
    );
    put(&mut out, "\n| event | fields |\n|---|---|\n");
    for (rules, event) in
        games.first().into_iter().flat_map(|r| r.events[..event::COUNT as usize].iter().map(move |e| (r, e)))
    {
        let field = |(n, k): &(_, FieldKind)| format!("`{}` ({})", rules.name(*n), k.word());
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
    put(&mut out, "\n## Fields\n\nScripts and [references](filters.md#references) read these fields.\n");
    put(&mut out, "A field that does not exist is an error that names the nearest one.\n");
    put(&mut out, "A record has the fields that its manifest declares, and no others.\n");
    put(&mut out, "`?` marks a field that may be nil.\n");
    let cards = "A card also has the fields that the manifest declares for its type, with all that modifies them.\n\
                 A field of words is a list, even if it allows one word only.\n\
                 A cost field is the number of its pips.\n\
                 `card:has(field, word)` says whether a card has a word, and `card:is(status)` whether it has a status.\n\
                 `card:stored(field)` is a stored number without what modifies it.";
    out += &section("a card", cards, CARD_FIELDS);
    out += &section("a player", "A player also has the attributes, counters and tallies of the game.", PLAYER_FIELDS);
    out += &section("a use", "A use also has its targets under their names.", USE_FIELDS);
    out += &section("a space", "A space also has the counters of spaces.", SPACE_FIELDS);
    out += &section("an ability", "An ability has no other fields.", ABILITY_FIELDS);
    out += &section("the game", "The game also has its levels and its counters.", GAME_FIELDS);
    put(&mut out, "\n## Lua\n\nThese of Lua's own functions exist, and no others:\n\n");
    put(&mut out, &format!("- {}\n", list(&globals()?)));
    for (library, members) in LIBRARIES {
        put(&mut out, &format!("- `{library}`: {}\n", list(members)));
    }
    Ok(out)
}

/// A section of the page: the fixed fields of a kind of object, as a table.
fn section<F>(whose: &str, more: &str, table: &'static [Fixed<F>]) -> String {
    let mut out = format!("\n### Fields of {whose}\n\n{more}\n\n| field | type | meaning |\n|---|---|---|\n");
    for fixed in table {
        let ty = type_of(fixed, None);
        out += &format!("| `{}` | `{ty}` | {} |\n", field::text(fixed.name), fixed.doc);
    }
    out
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

/// A text with one sentence on each line, as in the other pages.
fn sentences(text: &str) -> String {
    text.replace(". ", ".\n")
}

fn list(names: &[impl AsRef<str>]) -> String {
    names.iter().map(|n| format!("`{}`", n.as_ref())).collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_function_is_on_the_page_once() {
        let sections: Vec<&str> = SECTIONS.iter().map(|s| s.0).collect();
        for (i, f) in TABLE.iter().enumerate() {
            assert!(sections.contains(&table_of(f)), "{} has no section", f.path);
            assert!(TABLE[..i].iter().all(|g| g.path != f.path), "{} is there twice", f.path);
            assert!(f.doc.ends_with('.'), "the doc of {} ends with a full stop", f.path);
        }
    }
}
