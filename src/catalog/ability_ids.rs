//! Ability ids: the id of each ability and mode of a card, and two of one id.

use super::builder::Builder;
use super::strict_maps::wrong;
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::DefId;

impl Builder {
    /// The id of an ability: a word that it declares, or its number.
    pub(super) fn own_id(&mut self, id: Option<&Node>, index: usize, problems: &mut Problems) -> Sym {
        let number = (index + 1).to_string();
        let Some(id) = id else { return self.sym(&number) };
        let Some(word) = id.as_str() else {
            wrong(id, "id", "a word", problems);
            return self.sym(&number);
        };
        let is_word = word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_word || word.chars().all(|c| c.is_ascii_digit()) {
            let help = "an ability without an `id` is called by its number";
            let message = format!("`{word}` cannot be an id: an id has only letters, digits and `_`");
            problems.error("wrong_kind", &id.span, message).help(help);
        }
        self.sym(word)
    }

    /// Refuses an id that another ability of the same card has, or another mode of the same ability.
    pub(super) fn only_one(&self, id: Sym, at: &Span, def: Option<DefId>, modes: &[Sym], problems: &mut Problems) {
        let abilities = def.map_or(&self.rules.game_abilities, |d| &self.rules.defs[d.index()].abilities);
        let is_taken = |id: Sym| abilities.iter().any(|a| self.rules.abilities[a.index()].id == id);
        if modes.contains(&id) || is_taken(id) {
            let message = format!("`{}` is the id of another ability already", self.rules.name(id));
            problems
                .error("name_taken", at, message)
                .help("nobody could choose the second of them: give it another id");
        }
    }
}
