//! Fields: the fields of the objects of a game, with their types as an editor knows them.

use crate::kernel::Value;
use crate::kernel::model::fixed_fields::{
    ABILITY_FIELDS, CARD_FIELDS, GAME_FIELDS, PLAYER_FIELDS, SPACE_FIELDS, USE_FIELDS,
};
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::rules::{FieldKind, Rules};
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::lua::lexer::is_keyword;
use crate::script::stubs::script_names::fixed_fields;

/// A field of an object, as editors know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubField {
    /// The name of the field.
    pub name: String,
    /// The type of the field's values: `Card?`, `integer`, `GAME.zone`.
    pub ty: String,
    /// The description of the field; empty for a field that a game declares.
    pub doc: &'static str,
}

/// The fields of a class of objects in a game: those of every game, then those that its manifest declares. The name of
/// the class is that of the stubs: `Card`, `Player`, `Space`, `Use`, `Ability`, `Game`, `Options`, and `GAME.RECORD`.
/// `Record` has the fields of all records.
pub fn fields_of(rules: &Rules, class: &str) -> Vec<StubField> {
    let game = &*rules.schema.game;
    match class {
        "Card" => [fixed_fields(CARD_FIELDS, Some(game)), card_fields(rules)].concat(),
        "Player" => [fixed_fields(PLAYER_FIELDS, None), player_fields(rules)].concat(),
        "Space" => {
            let counters = rules.schema.space_counters.iter().map(|c| c.name);
            [fixed_fields(SPACE_FIELDS, Some(game)), numbers(rules, counters)].concat()
        }
        "Game" => {
            let counters = rules.schema.game_counters.iter().map(|c| c.name);
            [fixed_fields(GAME_FIELDS, None), numbers(rules, rules.schema.levels.iter().copied().chain(counters))]
                .concat()
        }
        "Use" => fixed_fields(USE_FIELDS, None),
        "Ability" => fixed_fields(ABILITY_FIELDS, None),
        "Options" => {
            let options = rules.options.iter();
            options.map(|(option, value)| declared(rules, *option, value_type(value).into())).collect()
        }
        _ => {
            let name = class.strip_prefix(game).and_then(|rest| rest.strip_prefix('.'));
            let is_meant = |record: Sym| class == "Record" || name == Some(&**rules.name(record));
            let records = rules.schema.records.iter().filter(|record| is_meant(record.name));
            let fields = records.flat_map(|record| &record.fields);
            fields.map(|(field, kind)| declared(rules, *field, record_type(*kind).into())).collect()
        }
    }
}

/// The fields of an event, by the event's name.
pub fn fields_of_event(rules: &Rules, event: &str) -> Vec<StubField> {
    let found = rules.events.iter().find(|def| **rules.name(def.name) == *event);
    let fields = found.map_or(&[][..], |def| &def.fields).iter();
    fields.map(|(name, kind)| declared(rules, *name, field_type(*kind).into())).collect()
}

fn declared(rules: &Rules, name: Sym, ty: String) -> StubField {
    StubField { name: rules.name(name).to_string(), ty, doc: "" }
}

fn card_fields(rules: &Rules) -> Vec<StubField> {
    let game = &rules.schema.game;
    let field = |(name, field): &(Sym, CardField)| {
        let ty = match field {
            CardField::Attr(_) | CardField::Cost(_) => "integer".to_string(),
            CardField::Words(_) => "string[]".into(),
            CardField::Text(_) => "string".into(),
            CardField::Status(group) => format!("{game}.{}", rules.name(rules.schema.statuses[*group as usize].0)),
            CardField::Cells(_) => "integer[][]".into(),
            CardField::Cond(_) => "boolean".into(),
            // Rules about a set are asked with `fits`, not read.
            CardField::Rules(_) | CardField::Fixed(_) => return None,
        };
        Some(declared(rules, *name, ty))
    };
    rules.schema.card_fields.iter().filter_map(field).collect()
}

fn player_fields(rules: &Rules) -> Vec<StubField> {
    let of_game = rules.schema.player_fields.iter().filter(|(_, f)| !matches!(f, PlayerField::Fixed(_)));
    numbers(rules, of_game.map(|f| f.0))
}

fn numbers(rules: &Rules, names: impl Iterator<Item = Sym>) -> Vec<StubField> {
    names.map(|name| declared(rules, name, "integer".into())).collect()
}

/// The lines of the fields of a class in a stub.
pub(super) fn lines(fields: &[StubField]) -> String {
    let line = |f: &StubField| match f.doc {
        "" => format!("---@field {} {}\n", key(&f.name), f.ty),
        doc => format!("---@field {} {} {doc}\n", f.name, f.ty),
    };
    fields.iter().map(line).collect()
}

pub(super) fn value_type(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "integer",
        Value::Bool(_) => "boolean",
        _ => "string",
    }
}

pub(super) fn record_type(kind: RecordField) -> &'static str {
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

pub(super) fn field_type(kind: FieldKind) -> &'static str {
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

/// The name of a field, in brackets where it is a word of Lua's own.
pub(super) fn key(name: &str) -> String {
    if is_keyword(name) { format!("[\"{name}\"]") } else { name.to_string() }
}
