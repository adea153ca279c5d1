//! Values: what fields, targets, answers and script arguments hold.

use crate::kernel::model::lang::Filter;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value_list::ValueList;
use intermezzo_derive::Renumber;
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub $inner);
        #[allow(dead_code)] // not every id is numbered and looked up
        impl $name {
            /// The most ids of this type.
            pub const MOST: usize = <$inner>::MAX as usize + 1;

            /// The number as an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with this index.
            ///
            /// # Panics
            ///
            /// Panics beyond the greatest id. The limits of a game are checked before anything is numbered.
            pub fn of<N: TryInto<$inner>>(index: N) -> $name {
                let Ok(index) = index.try_into() else { panic!("{}: a limit was not checked", stringify!($name)) };
                $name(index)
            }
        }
    };
}

id!(
    /// A card in this game, counted from 0 in the order of creation.
    Card(u16)
);

id!(
    /// A seat at the table, counted from 0. Rules know seats; persons answer for them.
    Seat(u8)
);

id!(
    /// A card definition of the catalog, in the order of ids.
    DefId(u16)
);

id!(
    /// A use in this game, counted from 1 in the order of declaration.
    UseId(u32)
);

id!(
    /// A record in this game, counted from 1 in the order of opening.
    RecId(u32)
);

id!(
    /// A space of a zone, or a whole zone that is one pile; numbered as in `Schema::layout`.
    Zone(u16)
);

id!(
    /// A kind of zone as the manifest declares it.
    ZoneKind(u8)
);

id!(
    /// A card type of the manifest.
    TypeId(u8)
);

id!(
    /// A level of the flow (such as match, game, turn); the outermost is 0.
    LevelId(u8)
);

id!(
    /// A status group and its value, packed: group in the high four bits.
    Status(u8)
);

id!(
    /// A kind of record.
    RecKind(u8)
);

id!(
    /// A kind of event: the kernel's own come first.
    EventId(u16)
);

id!(
    /// A kind of use.
    UseKindId(u8)
);

id!(
    /// An ability in the table of all abilities.
    AbilityId(u32)
);

id!(
    /// A window of the manifest.
    WindowId(u8)
);

id!(
    /// A list of flow items or verbs.
    ListId(u32)
);

id!(
    /// A script: an ability's body or a named step.
    ScriptId(u32)
);

id!(
    /// An attribute, of cards or of players.
    AttrId(u8)
);

/// Several seats in order.
pub type Seats = smallvec::SmallVec<[Seat; 8]>;

impl Seat {
    /// The owner of cards that nobody brought: those of a game's own piles.
    pub const NOBODY: Seat = Seat(u8::MAX);
}

impl Status {
    /// The status `value` (from 0) of `group` (from 0).
    pub fn new(group: u8, value: u8) -> Status {
        Status(group << 4 | value)
    }
    /// The group it belongs to.
    pub fn group(self) -> usize {
        (self.0 >> 4) as usize
    }
    /// The place of the status in its group, from 0.
    pub fn value(self) -> u8 {
        self.0 & 15
    }
}

/// Declares the values that are single and own no memory, as variants of [`Value`] and of [`Scalar`].
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident($of:ty),)*) => {
        /// Any value that rules handle. Numbers are whole.
        #[derive(Clone, Debug, PartialEq, Default, Renumber)]
        pub enum Value {
            /// The absent value.
            #[default]
            Nil,
            $($(#[$doc])* $name($of),)*
            /// The game itself.
            Game,
            /// A text that a script made.
            Text(Arc<str>),
            /// Cells printed on a definition, by the slot of their field.
            Cells(DefId, u8),
            /// A filter made while playing, for a modifier or a permission.
            Filter(Arc<Filter>),
            /// Several values in order.
            List(ValueList),
        }

        /// A single value that owns nothing, as most references lead to. It is copied and compared at no cost, and
        /// needs no drop, unlike a [`Value`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Scalar {
            /// The absent value.
            Nil,
            $($(#[$doc])* $name($of),)*
            /// The game itself.
            Game,
        }

        impl From<Vec<Value>> for Value {
            fn from(values: Vec<Value>) -> Value {
                Value::List(values.into())
            }
        }

        impl From<Scalar> for Value {
            fn from(one: Scalar) -> Value {
                match one {
                    Scalar::Nil => Value::Nil,
                    $(Scalar::$name(it) => Value::$name(it),)*
                    Scalar::Game => Value::Game,
                }
            }
        }

        impl Value {
            /// A list of nothing.
            pub const NONE: Value = Value::List(ValueList::EMPTY);

            /// The value as a scalar; `None` for lists, texts, cells and filters.
            pub fn scalar(&self) -> Option<Scalar> {
                Some(match self {
                    Value::Nil => Scalar::Nil,
                    $(Value::$name(it) => Scalar::$name(*it),)*
                    Value::Game => Scalar::Game,
                    Value::Text(_) | Value::Cells(..) | Value::Filter(_) | Value::List(_) => return None,
                })
            }
        }
    };
}

values! {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word of the game.
    Word(Sym),
    /// A card.
    Card(Card),
    /// A player.
    Seat(Seat),
    /// A space, or a zone that is one pile.
    Zone(Zone),
    /// A use.
    Use(UseId),
    /// A record.
    Record(RecId),
    /// A card definition.
    Def(DefId),
    /// An ability.
    Ability(AbilityId),
    /// A status.
    Status(Status),
}

impl Scalar {
    /// The number, if it is one. True counts as 1.
    pub fn int(self) -> Option<i64> {
        match self {
            Scalar::Int(n) => Some(n),
            Scalar::Bool(b) => Some(b as i64),
            _ => None,
        }
    }
}

impl Value {
    /// The number, if it is one. True counts as 1.
    pub fn int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            Value::Bool(b) => Some(*b as i64),
            _ => None,
        }
    }

    /// The number of a word, as a sort key; 0 for other values.
    pub fn word_number(&self) -> u32 {
        match self {
            Value::Word(sym) => sym.0,
            _ => 0,
        }
    }

    /// The card, or the only card of a list.
    pub fn card(&self) -> Option<Card> {
        match self {
            Value::Card(c) => Some(*c),
            Value::List(list) if list.len() == 1 => list[0].card(),
            _ => None,
        }
    }

    /// The seat, or the only seat of a list.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Value::Seat(s) => Some(*s),
            Value::List(list) if list.len() == 1 => list[0].seat(),
            _ => None,
        }
    }

    /// The parts of a list, a single value as a list of one, nothing as an empty one.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::Nil => &[],
            Value::List(list) => list,
            one => std::slice::from_ref(one),
        }
    }

    /// Calls `f` with every card in the value, also within lists.
    pub fn each_card(&self, f: &mut impl FnMut(Card)) {
        match self {
            Value::Card(c) => f(*c),
            Value::List(list) => list.iter().for_each(|v| v.each_card(f)),
            _ => {}
        }
    }

    /// True if `other` equals this value, or an element of this list.
    pub fn contains(&self, other: &Value) -> bool {
        match self {
            Value::List(list) => list.iter().any(|v| v.contains(other)),
            one => one == other,
        }
    }

    /// True for anything but nothing, false and the empty list.
    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false)) && !matches!(self, Value::List(l) if l.is_empty())
    }

    /// Appends bytes that tell values apart, for hashes of logs and states.
    pub fn feed(&self, out: &mut Vec<u8>) {
        let mut put = |tag: u8, n: u64| {
            out.extend_from_slice(&(u128::from(n) << 8 | u128::from(tag)).to_le_bytes()[..9]);
        };
        match self {
            Value::Nil => put(0, 0),
            Value::Int(n) => put(1, *n as u64),
            Value::Bool(b) => put(2, *b as u64),
            Value::Word(s) => put(3, s.hashed() as u64),
            Value::Text(t) => {
                put(4, t.len() as u64);
                out.extend_from_slice(t.as_bytes());
            }
            Value::Card(c) => put(5, c.0 as u64),
            Value::Seat(s) => put(6, s.0 as u64),
            Value::Zone(z) => put(7, z.0 as u64),
            Value::Use(u) => put(8, u.0 as u64),
            Value::Record(r) => put(9, r.0 as u64),
            Value::Def(d) => put(10, d.0 as u64),
            Value::Status(s) => put(11, s.0 as u64),
            Value::Ability(a) => put(15, a.0 as u64),
            Value::Cells(d, slot) => put(16, (d.0 as u64) << 8 | *slot as u64),
            Value::Game => put(12, 0),
            Value::Filter(f) => {
                let text = format!("{f:?}");
                put(13, text.len() as u64);
                out.extend_from_slice(text.as_bytes());
            }
            Value::List(list) => {
                put(14, list.len() as u64);
                list.iter().for_each(|v| v.feed(out));
            }
        }
    }
}
