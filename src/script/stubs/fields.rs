//! Fields: the fields of the objects of a game, with their types as an editor knows them.

use crate::kernel::Value;
use crate::kernel::model::fixed_fields::{CARD_FIELDS, GAME_FIELDS, PLAYER_FIELDS, SPACE_FIELDS};
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::rules::{FieldKind, Rules};
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::script::stubs::script_names::stub_lines;

/// The lines of the fields of cards: those that every card has, and those that the game declares.
pub(super) fn card_fields(rules: &Rules) -> String {
    let game = &rules.schema.game;
    let field = |(name, field): &(_, CardField)| {
        let ty = match field {
            CardField::Attr(_) | CardField::Cost(_) => "integer".to_string(),
            CardField::Words(_) => "string[]".into(),
            CardField::Text(_) => "string".into(),
            CardField::Status(group) => format!("{game}.{}", rules.name(rules.schema.statuses[*group as usize].0)),
            // Rules about a set are asked with `fits`, not read.
            CardField::Cells(_) => "integer[][]".into(),
            CardField::Cond(_) => "boolean".into(),
            CardField::Rules(_) | CardField::Fixed(_) => return None,
        };
        Some(format!("---@field {} {ty}\n", key(rules.name(*name))))
    };
    stub_lines(CARD_FIELDS, Some(game)) + &rules.schema.card_fields.iter().filter_map(field).collect::<String>()
}

/// The lines of the fields of players.
pub(super) fn player_fields(rules: &Rules) -> String {
    let declared = rules.schema.player_fields.iter().filter(|(_, f)| !matches!(f, PlayerField::Fixed(_)));
    stub_lines(PLAYER_FIELDS, None) + &numbers(rules, declared.map(|f| f.0))
}

/// The lines of the fields of spaces.
pub(super) fn space_fields(rules: &Rules) -> String {
    stub_lines(SPACE_FIELDS, Some(&rules.schema.game))
        + &numbers(rules, rules.schema.space_counters.iter().map(|c| c.name))
}

/// The lines of the fields of the game.
pub(super) fn game_fields(rules: &Rules) -> String {
    let counters = rules.schema.game_counters.iter().map(|c| c.name);
    stub_lines(GAME_FIELDS, None) + &numbers(rules, rules.schema.levels.iter().copied().chain(counters))
}

fn numbers(rules: &Rules, names: impl Iterator<Item = Sym>) -> String {
    names.map(|name| format!("---@field {} integer\n", key(rules.name(name)))).collect()
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

/// A field's name, in brackets where it is a word of Lua's own.
pub(super) fn key(name: &str) -> String {
    const KEYWORDS: [&str; 21] = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not",
        "or", "repeat", "return", "then", "true", "until", "while",
    ];
    if KEYWORDS.contains(&name) { format!("[\"{name}\"]") } else { name.to_string() }
}
