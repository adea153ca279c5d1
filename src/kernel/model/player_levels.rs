//! Player levels: levels that the flow plays for one player after the other; only such a level can come once more for a
//! player.

use crate::kernel::model::flow_items::Item;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::LevelId;

impl Rules {
    /// True if the flow plays a level for one player after the other.
    pub fn is_in_turn(&self, level: LevelId) -> bool {
        self.levels_in_turn().any(|of| of == level)
    }

    /// The message and the help that no effect can give a player a level that the flow does not play for each player.
    pub fn not_in_turn(&self, level: LevelId) -> (String, String) {
        let name = |level: LevelId| self.name(self.schema.levels[level.index()]);
        let message = format!("no `repeat` plays `{}` for one player after the other", name(level));
        let others: Vec<String> = self.levels_in_turn().map(|level| format!("`{}`", name(level))).collect();
        let help = match others.is_empty() {
            true => format!("`{{ repeat: {}, alternate: true }}` plays it so", name(level)),
            false => format!("levels that are played so: {}", others.join(", ")),
        };
        (message, help)
    }

    fn levels_in_turn(&self) -> impl Iterator<Item = LevelId> {
        let repeats = |item: &Item| match item {
            Item::Repeat(repeat) => repeat.alternate.then_some(repeat.level),
            _ => None,
        };
        self.lists.iter().flat_map(|list| &list.items).filter_map(repeats)
    }
}
