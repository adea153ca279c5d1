//! Duration names: the texts by which scripts and data write durations.

use crate::data::suggest;
use crate::kernel::model::duration::{Duration, Whose};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::LevelId;

impl Rules {
    /// The duration of a text: `turn`, `until me.turn`, `leaves`.
    ///
    /// # Errors
    ///
    /// A text that is no duration, with the reason in words.
    pub fn duration(&self, text: &str) -> Result<Duration, String> {
        match text {
            "leaves" => return Ok(Duration::Leaves),
            "reset" => return Ok(Duration::Reset),
            "use" => return Ok(Duration::Use),
            "phase" => return Ok(Duration::Phase),
            _ => {}
        }
        if let Some(next) = of_a_next_level(self, text) {
            return next;
        }
        let schema = &self.schema;
        let sym = schema.symbols.find(text);
        if let Some(level) = schema.levels.iter().position(|l| Some(*l) == sym) {
            return Ok(Duration::Level(LevelId::of(level)));
        }
        if let Some(kind) = schema.record(text) {
            return Ok(Duration::Record(kind));
        }
        let known = schema.levels.iter().copied().chain(schema.records.iter().map(|r| r.name));
        let known: Vec<&str> = known.map(|s| &**self.name(s)).chain(["leaves", "reset", "use", "phase"]).collect();
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
