//! Fields: the fields of the objects of a game, with their types as an editor knows them.

use crate::kernel::Value;
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::rules::{FieldKind, Rules};
use crate::kernel::model::schema::RecordField;

pub(super) fn card_fields(rules: &Rules) -> Vec<(String, String)> {
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

pub(super) fn player_fields(rules: &Rules) -> Vec<(String, &'static str)> {
    let ty = |field: &PlayerField| match field {
        PlayerField::Name => "string",
        _ => "integer",
    };
    rules.schema.player_fields.iter().map(|(name, field)| (rules.name(*name).to_string(), ty(field))).collect()
}

pub(super) fn game_fields(rules: &Rules) -> Vec<(String, &'static str)> {
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
