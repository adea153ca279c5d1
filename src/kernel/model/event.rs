//! Events of the kernel: their numbers, which come before those of a manifest.

use crate::kernel::model::value::EventId;

/// A card goes to a zone: card, from, to, position (0: end, 1: top), status, face.
pub const MOVED: EventId = EventId(0);

/// A player draws one card: player.
pub const DRAW: EventId = EventId(1);

/// A card takes a status: card, to.
pub const STATUS: EventId = EventId(2);

/// A counter or a stored number changes: object, name, by.
pub const CHANGED: EventId = EventId(3);

/// A zone is shuffled: zone.
pub const SHUFFLED: EventId = EventId(4);

/// A use is declared and paid: use, card, player.
pub const USED: EventId = EventId(5);

/// A use is cancelled: use.
pub const CANCELLED: EventId = EventId(6);

/// A card is shown to all: card.
pub const REVEALED: EventId = EventId(7);

/// A player looks at cards: player, cards.
pub const LOOKED: EventId = EventId(8);

/// Cards of a zone are put in an order: zone, cards, position (0: end, 1: top).
pub const ARRANGED: EventId = EventId(9);

/// A value is modified, or an ability is given, taken or given back: object, what, by (both nothing for an ability).
pub const MODIFIED: EventId = EventId(10);

/// A permission or prohibition begins: what (the verb), by (the card or the players that it is about).
pub const PERMITTED: EventId = EventId(11);

/// A use aims elsewhere: use, from, to.
pub const RETARGETED: EventId = EventId(12);

/// A record opens: record, kind of record.
pub const OPENED: EventId = EventId(13);

/// A record closes: record, kind of record.
pub const CLOSED: EventId = EventId(14);

/// Cards join a record's list: record, field, cards, kind of record.
pub const JOINED: EventId = EventId(15);

/// Cards leave a record's list: record, field, cards, kind of record.
pub const LEFT: EventId = EventId(16);

/// A counter or a stored number is set: object, name, to.
pub const SET: EventId = EventId(17);

/// The destination of a use's card is changed: use, to, position.
pub const SETTLES: EventId = EventId(18);

/// The game ends: winner (nobody: a draw).
pub const RESULT: EventId = EventId(19);

/// A player loses: player. What follows for the game is judged after the batch (`World::judge_losers`).
pub const LOST: EventId = EventId(20);

/// A card is created: card (nothing until then), def, to, player (its owner), values (pairs of a stored number's name
/// and its value).
pub const CREATED: EventId = EventId(21);

/// A card becomes another one where it lies: card, def.
pub const TRANSFORMED: EventId = EventId(22);

/// Two cards of one kind of zone change places: card, other.
pub const SWAPPED: EventId = EventId(23);

/// A player becomes the first, and it becomes her turn: player.
pub const MADE_FIRST: EventId = EventId(24);

/// A player becomes the active one: player.
pub const MADE_ACTIVE: EventId = EventId(25);

/// A use is copied: use (the copy), card, player.
pub const COPIED: EventId = EventId(26);

/// A use gets another player: use, player.
pub const TAKEN_OVER: EventId = EventId(27);

/// A phase began: phase, player (whose turn it is).
pub const PHASE_BEGAN: EventId = EventId(28);

/// A level began: its kind, player (whose turn it is).
pub const LEVEL_BEGAN: EventId = EventId(29);

/// A card is attached to another card, or detached: card, to (nothing where it is detached).
pub const ATTACHED: EventId = EventId(30);

/// A card gets another controller: card, player, lasts (a duration, in words; nothing: until it leaves).
pub const CONTROLLED: EventId = EventId(31);

/// A card is turned face up or down where it lies: card, to (0: up, 1: down, 2: blind), def (what it is then, face
/// up).
pub const FACED: EventId = EventId(32);

/// The place of the field of [`FACED`] that says what the card is.
pub const DEF_OF_FACED: usize = 2;

/// A card takes the place of another one, which then lies beneath it: card (the one in that place), over (the one
/// beneath it).
pub const COVERED: EventId = EventId(33);

/// The card beneath another one takes its place again: card (the one in that place), to (where the one goes that was on
/// top).
pub const UNCOVERED: EventId = EventId(34);

/// The number of built-in kinds.
pub const COUNT: u16 = 35;

/// True for a kind of event of the kernel, false for one that the game declares.
pub fn is_of_kernel(kind: EventId) -> bool {
    kind.index() < COUNT as usize
}

/// The number of kinds of event whose words come before those of a game; those of later kinds are words of the kernel
/// in every game, so that games keep the numbers of their words.
pub const NAMED_BEFORE: usize = 32;

/// The number of kinds of event when the hashes of logs were fixed.
const HASHED: u16 = 26;

/// The number of a kind of event in hashes of logs. Later kinds have numbers of their own, so that games without them
/// keep their hashes.
pub fn hashed(kind: EventId) -> u16 {
    match kind.0 {
        n if n < HASHED => n,
        n if n < COUNT => u16::MAX - (n - HASHED),
        n => n - (COUNT - HASHED),
    }
}
