//! Durations: how long something lasts, as it is written: `turn`, `until me.turn`, `leaves`.

use crate::data::suggest;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::{LevelId, RecKind};

/// How long something lasts, before it is known for which card and from whose turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Duration {
    /// Until its card goes to another zone.
    Leaves,
    /// Until its card comes to a zone where everything begins anew.
    Reset,
    /// Until the use that is running is settled.
    Use,
    /// Until the phase ends.
    Phase,
    /// Until the level that is running ends.
    Level(LevelId),
    /// Until the open record closes.
    Record(RecKind),
    /// Until the next such level of a player begins.
    Until(LevelId, Whose),
    /// Until the next such level of a player ends.
    Through(LevelId, Whose),
}

/// Whose level a duration names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whose {
    /// The player who made it last.
    Me,
    /// The next player after that.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// The next player after that.
    Inactive,
}

impl Duration {
    /// The duration that a text says.
    ///
    /// # Errors
    ///
    /// It says none: why not, in words.
    pub fn of(rules: &Rules, text: &str) -> Result<Duration, String> {
        match text {
            "leaves" => return Ok(Duration::Leaves),
            "reset" => return Ok(Duration::Reset),
            "use" => return Ok(Duration::Use),
            "phase" => return Ok(Duration::Phase),
            _ => {}
        }
        if let Some(next) = of_a_next_level(rules, text) {
            return next;
        }
        let schema = &rules.schema;
        let sym = schema.symbols.find(text);
        if let Some(level) = schema.levels.iter().position(|l| Some(*l) == sym) {
            return Ok(Duration::Level(LevelId::of(level)));
        }
        if let Some(kind) = schema.record(text) {
            return Ok(Duration::Record(kind));
        }
        let known = schema.levels.iter().copied().chain(schema.records.iter().map(|r| r.name));
        let known: Vec<&str> = known.map(|s| &**rules.name(s)).chain(["leaves", "reset", "use", "phase"]).collect();
        Err(format!("unknown duration `{text}` ({})", suggest::help_for(text, known.iter().copied())))
    }
}

/// `until me.turn` and `through opponent.turn`: to the beginning or the end of the next level of a player.
fn of_a_next_level(rules: &Rules, text: &str) -> Option<Result<Duration, String>> {
    let (make, rest): (fn(LevelId, Whose) -> Duration, &str) = match text.split_once(' ')? {
        ("until", rest) => (Duration::Until, rest),
        ("through", rest) => (Duration::Through, rest),
        _ => return None,
    };
    let (who, level) = rest.split_once('.').unwrap_or(("", rest));
    let whose = match who {
        "me" => Whose::Me,
        "opponent" => Whose::Opponent,
        "active" => Whose::Active,
        "inactive" => Whose::Inactive,
        _ => return Some(Err(format!("`{text}` names no player: `until me.turn`, `through opponent.turn`"))),
    };
    let levels = &rules.schema.levels;
    Some(match levels.iter().position(|l| **rules.name(*l) == *level) {
        Some(at) => Ok(make(LevelId::of(at), whose)),
        None => {
            let known: Vec<&str> = levels.iter().map(|l| &**rules.name(*l)).collect();
            Err(format!("unknown level `{level}` ({})", suggest::help_for(level, known.iter().copied())))
        }
    })
}
