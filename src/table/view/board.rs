//! Boards in a view: their spaces with cards and counters, and the areas of the spaces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::viewer::Looking;
use crate::kernel::model::lang::{CardField, Ref};
use crate::kernel::model::value::{Seat, Zone};
use crate::kernel::{Card, Value};

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The zone of the board.
    pub name: String,
    /// The seat of its owner, counted from 0; `None` for a shared board.
    pub seat: Option<u8>,
    /// The number of columns.
    pub columns: u16,
    /// The names of the board's directions, clockwise.
    pub directions: Vec<String>,
    /// The spaces of the board, row by row from the left.
    pub spaces: Vec<SpaceView>,
}

/// A space of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceView {
    /// The column of the space, counted from 0.
    pub column: u16,
    /// The row of the space, counted from 0.
    pub row: u16,
    /// The marks of the space.
    pub marks: Vec<String>,
    /// The cards on it that the person sees: name and where they face, if the board's cards have a facing.
    pub cards: Vec<(String, Option<String>)>,
    /// On a shared board: the seats of the players who control these cards, in their order; `None`: nobody's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<Option<u8>>,
    /// The number of other cards there.
    pub unknown: usize,
    /// The counters of the space that differ from their starts.
    pub counters: Vec<(String, i64)>,
    /// The areas to which the space belongs now.
    pub areas: Vec<String>,
}

impl Looking<'_> {
    /// The areas that the person may know.
    pub(super) fn seen_areas(&self) -> Vec<u8> {
        let (areas, env) = (&self.world.rules.schema.areas, self.world.game().table_env());
        // An area around a card that the person does not see would reveal the card.
        let is_seen = |r: &Ref| {
            (0..=r.path.len()).all(|n| {
                let mut seen = true;
                let part = Ref { head: r.head.clone(), path: r.path[..n].to_vec() };
                env.lookup(&part).each_card(&mut |c| seen &= self.sees(c));
                seen
            })
        };
        let may_be_known = |i: &u8| {
            let area = &areas[usize::from(*i)];
            let made_of = [Some(&area.cells), Some(&area.from), area.facing.as_ref(), area.without.as_ref()];
            made_of.into_iter().flatten().all(is_seen)
        };
        (0..areas.len() as u8).filter(may_be_known).collect()
    }

    /// All boards, with the cards and areas that the person may know.
    pub(super) fn boards(&self) -> Vec<BoardView> {
        let (rules, state) = (&self.world.rules, &self.world.state());
        let schema = &rules.schema;
        let env = self.world.game().table_env();
        let mut areas: Vec<(String, Value)> = Vec::new();
        for i in self.seen_areas() {
            let spaces = Ref::head(crate::kernel::model::lang::Head::Area(i));
            let name = rules.name(schema.areas[usize::from(i)].name);
            areas.push((name.to_string(), env.lookup(&spaces).into_owned()));
        }
        let mut out = Vec::new();
        for board in &schema.boards {
            let zone = &schema.zones[board.kind.index()];
            for seat in schema.holders(board.kind) {
                let space = |space: Zone| {
                    let place = schema.layout[space.index()].place;
                    let (column, row) = board.board.position(place);
                    let here = state.zone(space);
                    let seen = here.iter().filter(|c| self.sees(**c));
                    let facing = |c| {
                        let group = board.facing?;
                        Some(self.world.game().show(&env.card_value(c, CardField::Status(group))))
                    };
                    let cards: Vec<_> = seen
                        .map(|c| (self.world.game().card_name(*c).to_string(), facing(*c).filter(|_| turns(self, *c))))
                        .collect();
                    let owner = |c: &Card| Some(self.world.game().controller(*c)).filter(|seat| *seat != Seat::NOBODY);
                    let owners = here.iter().filter(|c| !zone.per_player && self.sees(**c));
                    let owners = owners.map(|c| owner(c).map(|seat| seat.0)).collect();
                    let marks = board.marks.iter().filter(|(_, places)| places.contains(&place));
                    let counters = schema.space_counters.iter().enumerate().filter_map(|(i, c)| {
                        let n = state.space_counters[space.index() * schema.space_counters.len() + i];
                        (n != c.start).then(|| (rules.name(c.name).to_string(), n))
                    });
                    let inside = areas.iter().filter(|(_, spaces)| spaces.contains(&Value::Zone(space)));
                    SpaceView {
                        column: column as u16,
                        row: row as u16,
                        marks: marks.map(|(name, _)| rules.name(*name).to_string()).collect(),
                        unknown: here.len() - cards.len(),
                        cards,
                        owners,
                        counters: counters.collect(),
                        areas: inside.map(|(name, _)| name.clone()).collect(),
                    }
                };
                out.push(BoardView {
                    name: rules.name(zone.name).to_string(),
                    seat: zone.per_player.then_some(seat.0),
                    columns: board.board.columns,
                    directions: board.facing.map_or(Vec::new(), |g| {
                        schema.statuses[g as usize].1.iter().map(|w| rules.name(*w).to_string()).collect()
                    }),
                    spaces: schema.spaces(board.kind, seat).map(space).collect(),
                });
            }
        }
        out
    }
}

/// True if the facing of a card is shown: an area extends from the card, the game has no areas, or nobody owns the
/// card.
fn turns(looking: &Looking, card: Card) -> bool {
    let env = looking.world.game().table_env();
    let areas = &looking.world.rules.schema.areas;
    areas.is_empty()
        || areas.iter().any(|a| env.lookup(&a.from).contains(&Value::Card(card)))
        || looking.world.state().card(card).owner == Seat::NOBODY
}
