//! Printed cards: cards without changes by a game, for programs that draw them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Game;
use super::view::{Field, as_printed};
use crate::kernel::Rules;
use crate::kernel::model::ability::Cost;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::NameKind;
use crate::kernel::model::value::DefId;

/// A card as it is printed. A [`View`](super::View) tells its state in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Printed {
    /// The id of the card's definition.
    pub id: String,
    /// The name of the card.
    pub name: String,
    /// The type of the card.
    #[serde(rename = "type")]
    pub ty: String,
    /// The set of the card: the folder of its file.
    pub set: String,
    /// The printed fields of the card by name: numbers, words, costs, conditions in words, and texts besides its rules text.
    pub fields: BTreeMap<String, Field>,
    /// The patterns of cells by name; each cell is given as steps to the right and steps ahead.
    pub cells: BTreeMap<String, Vec<(i16, i16)>>,
    /// The rules text of the card.
    pub text: String,
}

/// A line of a player's part of the table, laid out as the manifest says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LineOutline {
    /// The zone.
    pub zone: String,
    /// The fields that stand beside a card's name.
    pub show: Vec<String>,
    /// True if equal cards are drawn as one, with a count.
    pub stack: bool,
    /// True if an empty zone is not drawn.
    pub hides_empty: bool,
    /// True if only the viewer's own zone is drawn.
    pub hides_others: bool,
}

impl Game {
    /// A card of the game as printed; `None` for an unknown id.
    pub fn printed(&self, id: &str) -> Option<Printed> {
        let rules = &self.catalog.rules;
        let at = rules.defs.iter().position(|def| **rules.name(def.id) == *id)?;
        Some(self.printed_as(DefId::of(at)))
    }

    /// A card of the game as it is printed, by its definition.
    pub(crate) fn printed_as(&self, id: DefId) -> Printed {
        let rules = &self.catalog.rules;
        let (def, schema) = (&rules.defs[id.index()], &rules.schema);
        let of_type = &schema.types[def.ty.index()];
        let name = |sym: Sym| rules.name(sym).to_string();
        let (mut fields, mut cells) = (BTreeMap::new(), BTreeMap::new());
        for (field, what) in &schema.card_fields {
            let value = match what {
                CardField::Attr(attr) if of_type.prints.contains(*attr) => {
                    let slot = schema.attrs[attr.index()].base.printed();
                    slot.and_then(|slot| def.ints.get(slot as usize)).map(|n| Field::Number(*n))
                }
                CardField::Words(slot) => {
                    let words = &def.words[*slot as usize];
                    (!words.is_empty()).then(|| {
                        Field::Words(words.iter().map(|word| rules.said(NameKind::Word, *word).to_string()).collect())
                    })
                }
                CardField::Cost(slot) => {
                    let cost = &def.costs[*slot as usize];
                    cost.iter().any(|n| *n > 0).then(|| Field::Text(cost_in_words(rules, cost)))
                }
                CardField::Text(slot) => {
                    let text = &def.texts[*slot as usize];
                    (!text.is_empty()).then(|| Field::Text(text.to_string()))
                }
                CardField::Rules(slot) => {
                    let printed = def.rules[*slot as usize].as_ref();
                    printed.and_then(|printed| as_printed(rules, printed)).map(Field::Text)
                }
                CardField::Cells(slot) => {
                    let set = &def.cells[*slot as usize];
                    if !set.cells.is_empty() {
                        cells.insert(name(*field), set.cells.clone());
                    }
                    None
                }
                _ => None,
            };
            if let Some(value) = value {
                fields.insert(name(*field), value);
            }
        }
        let place = &self.catalog.places[id.index()];
        Printed {
            id: name(def.id),
            name: rules.card_said(id).to_string(),
            ty: rules.said(NameKind::Type, of_type.name).to_string(),
            set: place.rsplit('/').nth(1).unwrap_or_default().to_string(),
            fields,
            cells,
            text: rules.text_said(id).to_string(),
        }
    }

    /// The lines of a player's part of the table, the top line first; none: the manifest says nothing of it.
    pub fn table_lines(&self) -> Vec<LineOutline> {
        let line = |of: &crate::catalog::TableLine| LineOutline {
            zone: of.zone.clone(),
            show: of.show.clone(),
            stack: of.stack,
            hides_empty: of.hides_empty,
            hides_others: of.hides_others,
        };
        self.catalog.table.iter().map(line).collect()
    }
}

/// A cost in the form of views: `2 any + 1 red`.
fn cost_in_words(rules: &Rules, cost: &Cost) -> String {
    let kinds = cost.iter().zip(&rules.schema.pips).filter(|(n, _)| **n > 0);
    kinds.map(|(n, (name, _))| format!("{n} {}", rules.said(NameKind::Field, *name))).collect::<Vec<_>>().join(" + ")
}
