//! Evaluation environment: the player, card, use and event for which something is evaluated.
//!
//! The evaluators of references, fields, filters and selections lie beside this file.

use crate::kernel::model::context::Var;
use crate::kernel::model::last_known::{AsOf, Since};
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::State;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::read::game::Game;
use crate::kernel::read::state_cache::StateCache;

/// The environment of an evaluation.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The state.
    pub state: &'a State,
    /// The cache of the state.
    pub derived: &'a StateCache,
    /// The player for whom something is evaluated: `me`.
    pub me: Seat,
    /// The card the ability stands on.
    pub card: Option<Card>,
    /// The use that is declared, judged or takes effect: `this`.
    pub this: Option<&'a Use>,
    /// The event that is listened to, or whose parts are computed.
    pub event: Option<&'a Event>,
    /// The object that is being tested, counted or handled: `it`.
    pub it: Option<Obj>,
    /// The moment at which `it` is read, if it is a card: now, or before it left play.
    pub it_as_of: AsOf,
    /// Names bound by the flow.
    pub vars: &'a [Var],
    /// The moment since which the card, the use and the event are named: a card that left play later is read as it was.
    pub since: Since,
    /// The depth of the evaluation: the number of values around it, each of which reads the next.
    pub depth: u8,
    /// The players who must see a card before its hidden fields may be read: one bit each; 0: every card may be read.
    pub eyes: u8,
    /// A card that may be read although the players of `eyes` do not see it.
    pub known: Option<Card>,
}

/// An object that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obj {
    /// A card.
    Card(Card),
    /// A player.
    Seat(Seat),
    /// A use.
    Use(UseId),
    /// A space.
    Space(Zone),
    /// An open record.
    Record(RecId),
    /// A number that may be chosen.
    Number(i32),
    /// A word that may be chosen.
    Word(Sym),
    /// A definition that may be chosen.
    Def(DefId),
}

impl Obj {
    pub(in crate::kernel) fn of(value: &Value) -> Option<Obj> {
        match value {
            Value::Card(c) => Some(Obj::Card(*c)),
            Value::Seat(s) => Some(Obj::Seat(*s)),
            Value::Use(u) => Some(Obj::Use(*u)),
            Value::Zone(z) => Some(Obj::Space(*z)),
            Value::Record(r) => Some(Obj::Record(*r)),
            Value::Int(n) => i32::try_from(*n).ok().map(Obj::Number),
            Value::Word(word) => Some(Obj::Word(*word)),
            Value::Def(def) => Some(Obj::Def(*def)),
            _ => None,
        }
    }

    pub(in crate::kernel) fn scalar(self) -> Scalar {
        match self {
            Obj::Card(c) => Scalar::Card(c),
            Obj::Seat(s) => Scalar::Seat(s),
            Obj::Use(u) => Scalar::Use(u),
            Obj::Space(z) => Scalar::Zone(z),
            Obj::Record(r) => Scalar::Record(r),
            Obj::Number(n) => Scalar::Int(n.into()),
            Obj::Word(word) => Scalar::Word(word),
            Obj::Def(def) => Scalar::Def(def),
        }
    }
}

/// The length up to which a list is free. A longer one is paid for as looks, because each further field of a reference
/// may make a list many times as long (attack `up to the host and down to what it carries` in
/// tests/clock/attacks_on_questions.rs), and a filter may name many lists (`lists_of_lists_in_conditions` in
/// tests/clock/attacks_with_many_cards.rs).
const FREE_LENGTH: usize = 250;

/// The greatest depth of values that read other values. Deeper ones count as values that depend on themselves.
pub(in crate::kernel) const MAX_DEPTH: u8 = 12;

impl<'a> Env<'a> {
    /// An environment of a player, without a card or a use.
    #[inline]
    pub fn new(game: Game<'a>, me: Seat) -> Env<'a> {
        let Game { rules, state, derived } = game;
        Env {
            rules,
            state,
            derived,
            me,
            card: None,
            this: None,
            event: None,
            it: None,
            it_as_of: AsOf::NOW,
            vars: &[],
            since: Since::NOW,
            depth: 0,
            eyes: 0,
            known: None,
        }
    }

    /// The game in which the environment evaluates.
    pub(in crate::kernel) fn game(&self) -> Game<'a> {
        Game { rules: self.rules, state: self.state, derived: self.derived }
    }

    /// Evaluates an ability, see [`Game::find_out`].
    #[inline]
    pub(in crate::kernel) fn find_out<R>(&self, ability: AbilityId, or: R, find: impl FnOnce() -> R) -> R {
        self.game().find_out(ability, or, find)
    }

    /// The environment of a use, seen from its user.
    #[inline(always)] // an environment is large to hand over
    pub fn of_use(game: Game<'a>, this: &'a Use) -> Env<'a> {
        if let Some(asked) = &this.asked {
            return game.env(&asked.payer);
        }
        let (event, eyes) = (this.event.as_deref(), game.eyes_of_use(this));
        Env { card: this.card, this: Some(this), event, eyes, since: this.since, ..Env::new(game, this.user) }
    }

    /// This environment with another object as `it`, which is read in its present state.
    pub fn at(self, it: Obj) -> Env<'a> {
        Env { it: Some(it), it_as_of: AsOf::NOW, ..self }
    }

    pub(in crate::kernel) fn next_seat(&self, seat: Seat) -> Seat {
        self.state.after(seat, self.rules.schema.seats)
    }

    /// This environment with the object that a value names as `it`, read in its present state.
    pub fn at_value(self, value: &Value) -> Env<'a> {
        Env { it: Obj::of(value), it_as_of: AsOf::NOW, ..self }
    }

    /// Pays for a look; false: the allowance is used up.
    #[inline]
    pub(in crate::kernel) fn look(&self) -> bool {
        self.derived.work.look()
    }

    /// Pays for a list of this length, of which short ones are free; false: the allowance is used up.
    #[inline]
    pub(in crate::kernel) fn pays_for(&self, length: usize) -> bool {
        length <= FREE_LENGTH || self.derived.work.looks(length)
    }

    /// Pays for a list that becomes longer, as [`Env::pays_for`] does.
    #[inline]
    pub(in crate::kernel) fn pays_for_longer(&self, length: usize, more: usize) -> bool {
        length + more <= FREE_LENGTH || self.derived.work.looks(more)
    }

    /// The environment one level deeper in values that read other values, not bound by what a player sees; `None`
    /// beyond the greatest depth.
    pub(crate) fn deeper(self) -> Option<Env<'a>> {
        self.derived.reach(self.depth + 1);
        if self.depth >= MAX_DEPTH {
            self.derived.work.has_no_end();
            return None;
        }
        Some(Env { depth: self.depth + 1, eyes: 0, known: None, ..self })
    }
}
