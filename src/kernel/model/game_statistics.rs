//! Game statistics: the counts of a simulated game, taken without writing a log.
//!
//! The count sees each line that a log would have. The rules never read it. Counts include the acts of a script that
//! failed later and was undone.

use crate::kernel::model::event::MOVED;
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::objects::Event;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::state::State;
use crate::kernel::model::value::{Card, Seat, Value, ZoneKind};

/// Facts about a card, as bits.
pub mod bits {
    /// The card lay in a zone whose faces its owner or everybody sees.
    pub const SEEN: u8 = 1;
    /// The card came into a hand.
    pub const DRAWN: u8 = 2;
    /// The card was in a hand when the first turn began.
    pub const OPENING: u8 = 4;
    /// The card was used, or came into play.
    pub const PLAYED: u8 = 8;
    /// The card was in play when the game began.
    pub const BEGAN: u8 = 16;
}

/// The counts of one game.
#[derive(Clone, Debug, Default)]
pub struct GameStatistics {
    /// The number of uses, triggers and replacements of each ability, by its id.
    pub used: Vec<u32>,
    /// The number of times that each window opened.
    pub opened: Vec<u32>,
    /// The number of passes in each window.
    pub passed: Vec<u32>,
    /// The facts about each card: see [`bits`].
    pub cards: Vec<u8>,
    /// The player of the first turn.
    pub first: Option<Seat>,
    /// The number of innermost levels, usually turns.
    pub turns: u32,
    /// The number of times that each level began.
    pub levels: Vec<u32>,
    /// The number of times that the rules gave up: on a card's effects, or on the game.
    pub given_up: u32,
    /// The first reasons for which the rules gave up.
    pub reasons: Vec<Broken>,
}

/// The most reasons for giving up that are kept.
const MOST_REASONS: usize = 16;

fn count(list: &mut Vec<u32>, at: usize) {
    if list.len() <= at {
        list.resize(at + 1, 0);
    }
    list[at] += 1;
}

impl GameStatistics {
    /// Empty statistics, for a game that is about to begin.
    pub fn of(rules: &Rules, state: &State) -> GameStatistics {
        let mut statistics = GameStatistics {
            used: vec![0; rules.abilities.len()],
            opened: vec![0; rules.windows.len()],
            passed: vec![0; rules.windows.len()],
            cards: vec![0; state.cards.len()],
            ..GameStatistics::default()
        };
        for card in (0..state.cards.len()).map(Card::of) {
            if is_in_play(rules, state, card) {
                statistics.mark(card, bits::SEEN | bits::BEGAN);
            }
        }
        statistics
    }

    fn mark(&mut self, card: Card, what: u8) {
        if self.cards.len() <= card.index() {
            self.cards.resize(card.index() + 1, 0);
        }
        self.cards[card.index()] |= what;
    }

    /// Counts a line that a log would have.
    pub fn line(&mut self, rules: &Rules, state: &State, line: &Line) {
        match line {
            Line::Event(event) => self.event(rules, state, event),
            Line::Used { ability, card, .. } => {
                count(&mut self.used, ability.index());
                if let Some(card) = card {
                    self.mark(*card, bits::PLAYED | bits::SEEN);
                }
            }
            Line::Triggered(ability, ..) | Line::Replaced(ability, ..) => count(&mut self.used, ability.index()),
            Line::Opened(window) => count(&mut self.opened, window.index()),
            Line::Passed(_, window) => count(&mut self.passed, window.index()),
            Line::BrokenOff(why) => {
                self.given_up += 1;
                if self.reasons.len() < MOST_REASONS {
                    self.reasons.push(why.clone());
                }
            }
            Line::Level(level, ..) => {
                count(&mut self.levels, level.index());
                if level.index() + 1 == rules.schema.levels.len() {
                    self.turns += 1;
                    if self.first.is_none() {
                        self.begins(rules, state);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes the opening hands when the first turn begins.
    fn begins(&mut self, rules: &Rules, state: &State) {
        self.first = Some(state.active);
        for (at, card) in state.cards.iter().enumerate() {
            let zone = &rules.schema.zones[rules.schema.kind_of(card.zone).index()];
            if zone.per_player && zone.seen_by == SeenBy::Owner {
                self.mark(Card::of(at), bits::OPENING | bits::DRAWN | bits::SEEN);
            }
        }
    }

    /// Counts an event that has happened.
    pub fn event(&mut self, rules: &Rules, state: &State, event: &Event) {
        let (MOVED, [Value::Card(card), _, Value::Zone(to), ..]) = (event.kind, event.fields.as_slice()) else {
            return;
        };
        let kind = rules.schema.kind_of(*to);
        let zone = &rules.schema.zones[kind.index()];
        match zone.seen_by {
            SeenBy::Nobody => {}
            SeenBy::Owner if zone.per_player => self.mark(*card, bits::DRAWN | bits::SEEN),
            SeenBy::Owner => self.mark(*card, bits::SEEN),
            SeenBy::All => {
                let lives = state.cards.get(card.index()).is_some_and(|c| lives_in(rules, c.def.index(), kind.index()));
                self.mark(*card, if lives { bits::PLAYED | bits::SEEN } else { bits::SEEN });
            }
        }
    }
}

/// True if cards of this definition act in zones of a kind.
fn lives_in(rules: &Rules, def: usize, kind: usize) -> bool {
    let ty = &rules.schema.types[rules.defs[def].ty.index()];
    ty.live_in.contains(ZoneKind::of(kind))
}

/// True if a card lies in a zone that everybody sees and where it acts.
pub fn is_in_play(rules: &Rules, state: &State, card: Card) -> bool {
    let card = state.card(card);
    let kind = rules.schema.kind_of(card.zone);
    rules.schema.zones[kind.index()].seen_by == SeenBy::All && lives_in(rules, card.def.index(), kind.index())
}
