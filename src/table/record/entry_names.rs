//! Entry names: entries of a record, answers and values by name, in the form of the record's text.

use serde_json::{Value as Json, json};

use super::header::files_json;
use super::{Entry, RecordedAnswer, strict_json};
use crate::kernel::model::value::{AbilityId, Card, RecId, Status, UseId};
use crate::kernel::{Answer, Choice, Rules, Seat, Value};

/// An ability by name: `card/ability`, or the name of an action.
pub fn ability_name(rules: &Rules, id: AbilityId) -> String {
    let ability = &rules.abilities[id.index()];
    match ability.def {
        Some(def) => format!("{}/{}", rules.name(rules.defs[def.index()].id), rules.name(ability.id)),
        None => rules.name(ability.id).to_string(),
    }
}

fn ability_by_name(rules: &Rules, name: &str) -> Option<AbilityId> {
    (0..rules.abilities.len()).map(AbilityId::of).find(|id| ability_name(rules, *id) == name)
}

/// An answer by name.
pub fn answer_json(rules: &Rules, answer: &Answer) -> Json {
    match answer {
        Answer::Pass => json!("pass"),
        Answer::Act(choice) => json!({ "use": ability_name(rules, choice.ability), "card": choice.card.map(|c| c.0) }),
        Answer::Values(values) => values.iter().map(|v| value_json(rules, v)).collect(),
    }
}

/// Reads an answer from its JSON, with the ids that these rules have for its names; `None` if they lack a name.
pub fn answer_from(rules: &Rules, json: &Json) -> Option<Answer> {
    Some(match json {
        Json::String(s) if s == "pass" => Answer::Pass,
        Json::Array(list) => Answer::Values(list.iter().map(|v| value_from(rules, v)).collect::<Option<Vec<_>>>()?),
        used => {
            strict_json::keys(used, &["use", "card"]).ok()?;
            let card = match &used["card"] {
                Json::Null => None,
                n => Some(Card(strict_json::number(n)?)),
            };
            Answer::Act(Choice { ability: ability_by_name(rules, used["use"].as_str()?)?, card })
        }
    })
}

/// The JSON of an entry, as it stands on its line of a record.
pub fn entry_json(entry: &Entry) -> Json {
    match entry {
        Entry::Answer { seat, question, answer } => {
            json!({ "seat": seat.0, "question": question, "answer": answer.named() })
        }
        Entry::Reload { hash, files } => json!({ "reload": hash, "files": files_json(files) }),
        Entry::Concede { seat } => json!({ "concede": seat.0 }),
        Entry::Continue => json!("continue"),
        Entry::Abort { reason } => json!({ "abort": reason }),
    }
}

/// An entry from its JSON, in a game with this number of players; `None` for an invalid one.
pub fn entry_from(json: &Json, players: u8) -> Option<Entry> {
    if json == "continue" {
        return Some(Entry::Continue);
    }
    let has = |keys: &[&str]| strict_json::keys(json, keys).is_ok();
    let seat = |key: &str| strict_json::number(&json[key]).filter(|n| *n < players).map(Seat);
    if has(&["reload", "files"]) {
        return Some(Entry::Reload {
            hash: json["reload"].as_str()?.into(),
            files: strict_json::files(&json["files"])?,
        });
    }
    if has(&["concede"]) {
        return Some(Entry::Concede { seat: seat("concede")? });
    }
    if has(&["abort"]) {
        return Some(Entry::Abort { reason: json["abort"].as_str()?.into() });
    }
    if !has(&["seat", "question", "answer"]) || !strict_json::is_answer(&json["answer"]) {
        return None;
    }
    let answer = RecordedAnswer::Named(json["answer"].clone());
    Some(Entry::Answer { seat: seat("seat")?, question: strict_json::number(&json["question"])?, answer })
}

/// A value by name.
pub fn value_json(rules: &Rules, value: &Value) -> Json {
    match value {
        Value::Int(n) => json!(n),
        Value::Bool(b) => json!(b),
        Value::Word(w) => json!({ "word": &**rules.name(*w) }),
        Value::Text(t) => json!({ "text": &**t }),
        Value::Card(c) => json!({ "card": c.0 }),
        Value::Seat(s) => json!({ "seat": s.0 }),
        Value::Zone(zone) => {
            let space = rules.schema.layout[zone.index()];
            let name = &**rules.name(rules.schema.zones[space.kind.index()].name);
            json!({ "zone": name, "of": space.seat.0, "place": space.place })
        }
        Value::Def(d) => json!({ "def": &**rules.name(rules.defs[d.index()].id) }),
        Value::Status(s) => json!({ "status": s.0 }),
        Value::Record(r) => json!({ "record": r.0 }),
        Value::Ability(a) => json!({ "ability": ability_name(rules, *a) }),
        Value::Use(u) => json!({ "use": u.0 }),
        Value::List(list) => list.iter().map(|v| value_json(rules, v)).collect(),
        _ => Json::Null,
    }
}

/// Reads a value from its JSON, with the ids that these rules have for its names; `None` if they lack a name.
pub fn value_from(rules: &Rules, json: &Json) -> Option<Value> {
    let map = match json {
        Json::Null => return Some(Value::Nil),
        Json::Bool(b) => return Some(Value::Bool(*b)),
        Json::Number(n) => return Some(Value::Int(n.as_i64()?)),
        Json::Array(_) => return Some(Value::from(strict_json::list(json, |v| value_from(rules, v))?)),
        Json::String(_) => return None,
        Json::Object(map) => map,
    };
    if let Some(name) = map.get("zone") {
        strict_json::keys(json, &["zone", "of", "place"]).ok()?;
        let of = strict_json::number(&json["of"]).filter(|n| *n < rules.schema.seats)?;
        let first = rules.schema.zone(rules.schema.zone_kind(name.as_str()?)?, Seat(of));
        return Some(Value::Zone(rules.schema.space_at(first, strict_json::number::<u16>(&json["place"])? as i64)?));
    }
    let mut entries = map.iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else { return None };
    Some(match key.as_str() {
        "word" => Value::Word(rules.schema.symbols.find(value.as_str()?)?),
        "text" => Value::Text(value.as_str()?.into()),
        "def" => Value::Def(rules.def_by_id(value.as_str()?)?),
        "ability" => Value::Ability(ability_by_name(rules, value.as_str()?)?),
        "record" => Value::Record(RecId(strict_json::number(value)?)),
        "use" => Value::Use(UseId(strict_json::number(value)?)),
        "card" => Value::Card(Card(strict_json::number(value)?)),
        "seat" => Value::Seat(Seat(strict_json::number(value)?)),
        "status" => Value::Status(Status(strict_json::number(value)?)),
        _ => return None,
    })
}
