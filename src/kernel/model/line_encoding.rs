//! Line encoding: lines of the log as bytes. A log is kept as long as its game and rarely read, and bytes take a
//! fraction of the memory.
//!
//! The bytes never leave the process, so they need no versions.

use std::sync::Arc;

use thin_vec::ThinVec;

use crate::kernel::model::lang::Filter;
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::{Broken, Fact, Lasting, Line, Why};
use crate::kernel::model::objects::{Event, Lasts, Modification, Outcome, Role};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::value_list::ValueList;

/// The bytes and tests that lines are packed into.
pub(super) struct Writer<'a> {
    pub bytes: &'a mut Vec<u8>,
    /// Tests that scripts made: the bytes only refer to them.
    pub filters: &'a mut Vec<Arc<Filter>>,
}

/// The bytes and tests that lines are unpacked from.
pub(super) struct ByteReader<'a> {
    pub bytes: &'a [u8],
    pub filters: &'a [Arc<Filter>],
    /// The index of the next byte.
    pub at: usize,
    /// The number of filters read so far.
    pub filters_read: usize,
}

/// A type that can be written as bytes, and read from them.
pub(super) trait Packed: Sized {
    fn pack(&self, to: &mut Writer);
    fn unpack(from: &mut ByteReader) -> Self;
}

/// Pushes onto a long-lived list. Its capacity grows by an eighth and 32 elements only, which saves memory.
#[inline]
pub(super) fn push_tight<T>(list: &mut Vec<T>, one: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 32);
    }
    list.push(one);
}

impl Writer<'_> {
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        push_tight(self.bytes, byte);
    }

    /// Writes a number, seven bits to a byte: numbers below 128 take one byte.
    #[inline]
    pub fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.byte(n as u8 | 0x80);
            n >>= 7;
        }
        self.byte(n as u8);
    }

    pub fn all<T: Packed>(&mut self, list: &[T]) {
        self.number(list.len() as u64);
        list.iter().for_each(|one| one.pack(self));
    }
}

impl ByteReader<'_> {
    #[inline]
    pub fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    #[inline]
    pub fn number(&mut self) -> u64 {
        let (mut n, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return n;
            }
            shift += 7;
        }
    }
}

/// Folds the sign into the lowest bit, so that small negative numbers stay small.
fn folded(n: i64) -> u64 {
    (n << 1 ^ n >> 63) as u64
}

fn unfolded(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

impl Packed for bool {
    fn pack(&self, to: &mut Writer) {
        to.byte((*self).into());
    }

    fn unpack(from: &mut ByteReader) -> bool {
        from.byte() != 0
    }
}

impl Packed for u8 {
    fn pack(&self, to: &mut Writer) {
        to.byte(*self);
    }

    fn unpack(from: &mut ByteReader) -> u8 {
        from.byte()
    }
}

impl Packed for i64 {
    fn pack(&self, to: &mut Writer) {
        to.number(folded(*self));
    }

    fn unpack(from: &mut ByteReader) -> i64 {
        unfolded(from.number())
    }
}

macro_rules! numbers {
    ($($name:ty),*) => {
        $(impl Packed for $name {
            fn pack(&self, to: &mut Writer) {
                to.number((*self).into());
            }

            fn unpack(from: &mut ByteReader) -> $name {
                from.number() as $name
            }
        })*
    };
}

numbers!(u16, u32);

macro_rules! ids {
    ($($name:ident),*) => {
        $(impl Packed for $name {
            fn pack(&self, to: &mut Writer) {
                self.0.pack(to);
            }

            fn unpack(from: &mut ByteReader) -> $name {
                $name(Packed::unpack(from))
            }
        })*
    };
}

ids!(
    Sym, Card, Seat, DefId, UseId, RecId, Zone, LevelId, Status, RecKind, EventId, AbilityId, WindowId, ScriptId,
    AttrId
);

impl Packed for Arc<str> {
    fn pack(&self, to: &mut Writer) {
        to.number(self.len() as u64);
        self.bytes().for_each(|byte| to.byte(byte));
    }

    fn unpack(from: &mut ByteReader) -> Arc<str> {
        let len = from.number() as usize;
        from.at += len;
        String::from_utf8_lossy(&from.bytes[from.at - len..from.at]).into()
    }
}

impl Packed for Arc<Filter> {
    fn pack(&self, to: &mut Writer) {
        to.number(to.filters.len() as u64);
        to.filters.push(self.clone());
    }

    fn unpack(from: &mut ByteReader) -> Arc<Filter> {
        from.filters_read += 1;
        let at = from.number() as usize;
        from.filters[at].clone()
    }
}

impl<T: Packed> Packed for ThinVec<T> {
    fn pack(&self, to: &mut Writer) {
        to.all(self);
    }

    fn unpack(from: &mut ByteReader) -> ThinVec<T> {
        let len = from.number() as usize;
        (0..len).map(|_| T::unpack(from)).collect()
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, to: &mut Writer) {
        to.all(self);
    }

    fn unpack(from: &mut ByteReader) -> Vec<T> {
        let len = from.number() as usize;
        (0..len).map(|_| T::unpack(from)).collect()
    }
}

impl Packed for ValueList {
    fn pack(&self, to: &mut Writer) {
        to.all(self);
    }

    fn unpack(from: &mut ByteReader) -> ValueList {
        Vec::unpack(from).into()
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, to: &mut Writer) {
        to.byte(self.is_some().into());
        if let Some(one) = self {
            one.pack(to);
        }
    }

    fn unpack(from: &mut ByteReader) -> Option<T> {
        (from.byte() != 0).then(|| T::unpack(from))
    }
}

impl<T: Packed> Packed for Box<T> {
    fn pack(&self, to: &mut Writer) {
        (**self).pack(to);
    }

    fn unpack(from: &mut ByteReader) -> Box<T> {
        Box::new(T::unpack(from))
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, to: &mut Writer) {
        self.0.pack(to);
        self.1.pack(to);
    }

    fn unpack(from: &mut ByteReader) -> (A, B) {
        (A::unpack(from), B::unpack(from))
    }
}

/// Implements [`Packed`] for [`Value`]: the first byte holds the kind of value and the low bits of its number.
macro_rules! values {
    ($($tag:literal => $kind:ident),* $(,)?) => {
        impl Packed for Value {
            fn pack(&self, to: &mut Writer) {
                let mut put = |tag: u8, n: u64| {
                    let more = n >> 3;
                    to.byte(tag | (n as u8 & 7) << 4 | u8::from(more != 0) << 7);
                    if more != 0 {
                        to.number(more);
                    }
                };
                match self {
                    Value::Nil => put(0, 0),
                    Value::Game => put(0, 1),
                    Value::Bool(is) => put(0, 2 + u64::from(*is)),
                    Value::Int(n) => put(1, folded(*n)),
                    $(Value::$kind(it) => put($tag, it.0.into()),)*
                    Value::Text(text) => {
                        put(12, 0);
                        text.pack(to);
                    }
                    Value::Cells(def, slot) => {
                        put(13, (*slot).into());
                        def.pack(to);
                    }
                    Value::Filter(filter) => {
                        put(14, 0);
                        filter.pack(to);
                    }
                    Value::List(list) => {
                        put(15, 0);
                        list.pack(to);
                    }
                }
            }

            fn unpack(from: &mut ByteReader) -> Value {
                let byte = from.byte();
                let more = if byte & 0x80 != 0 { from.number() } else { 0 };
                let n = u64::from(byte >> 4 & 7) | more << 3;
                match byte & 15 {
                    0 => match n {
                        0 => Value::Nil,
                        1 => Value::Game,
                        n => Value::Bool(n == 3),
                    },
                    1 => Value::Int(unfolded(n)),
                    $($tag => Value::$kind(values!(@id $kind)(n as _)),)*
                    12 => Value::Text(Packed::unpack(from)),
                    13 => Value::Cells(Packed::unpack(from), n as u8),
                    14 => Value::Filter(Packed::unpack(from)),
                    _ => Value::List(Packed::unpack(from)),
                }
            }
        }
    };
    (@id Word) => { Sym };
    (@id Use) => { UseId };
    (@id Record) => { RecId };
    (@id Def) => { DefId };
    (@id Ability) => { AbilityId };
    (@id $kind:ident) => { $kind };
}

values! {
    2 => Word, 3 => Card, 4 => Seat, 5 => Zone, 6 => Use, 7 => Record, 8 => Def, 9 => Ability, 10 => Status,
}

impl Event {
    /// Packs everything but the batch, which stands in the head of the line, and `since`, which no log needs.
    pub(super) fn pack_rest(&self, to: &mut Writer) {
        let Event { kind, fields, source, by, role, replaced_by, batch, moment, part_of, before, since: _ } = self;
        let has = [source.is_some(), by.is_some(), !replaced_by.is_empty(), part_of.is_some(), before.is_some()];
        to.byte(has.iter().enumerate().fold(*role as u8, |bits, (i, has)| bits | u8::from(*has) << (i + 2)));
        kind.pack(to);
        // The moment of an event is close to its batch, so the difference is small.
        (i64::from(*batch) - i64::from(*moment)).pack(to);
        // Most fields of a move are nil: nil fields at the end are left out, and only their number is written.
        let left_out = fields.iter().rev().take_while(|value| **value == Value::Nil).count().min(MOST_LEFT_OUT);
        to.number((fields.len() << LEFT_OUT_BITS | left_out) as u64);
        fields[..fields.len() - left_out].iter().for_each(|value| value.pack(to));
        source.iter().for_each(|source| source.pack(to));
        by.iter().for_each(|by| by.pack(to));
        if has[2] {
            replaced_by.pack(to);
        }
        part_of.iter().for_each(|part_of| part_of.pack(to));
        before.iter().for_each(|before| before.pack(to));
    }

    pub(super) fn unpack_rest(from: &mut ByteReader, batch: u32) -> Event {
        let bits = from.byte();
        let has = |i: u8| bits >> (i + 2) & 1 != 0;
        Event {
            batch,
            role: [Role::Rule, Role::Cost, Role::Pips, Role::Effect][usize::from(bits & 3)],
            kind: Packed::unpack(from),
            moment: (i64::from(batch) - i64::unpack(from)) as u32,
            fields: {
                let said = from.number() as usize;
                let (len, left_out) = (said >> LEFT_OUT_BITS, said & MOST_LEFT_OUT);
                let mut fields = Vec::with_capacity(len);
                fields.extend((left_out..len).map(|_| Value::unpack(from)));
                fields.resize(len, Value::Nil);
                fields
            },
            source: has(0).then(|| Packed::unpack(from)),
            by: has(1).then(|| Packed::unpack(from)),
            replaced_by: if has(2) { Packed::unpack(from) } else { ThinVec::new() },
            part_of: has(3).then(|| Packed::unpack(from)),
            before: has(4).then(|| Packed::unpack(from)),
            since: Since::NOW,
        }
    }
}

/// The width of the field for the number of omitted event fields, which bounds that number.
const LEFT_OUT_BITS: u32 = 3;
const MOST_LEFT_OUT: usize = (1 << LEFT_OUT_BITS) - 1;

impl Packed for Event {
    fn pack(&self, to: &mut Writer) {
        self.batch.pack(to);
        self.pack_rest(to);
    }

    fn unpack(from: &mut ByteReader) -> Event {
        let batch = Packed::unpack(from);
        Event::unpack_rest(from, batch)
    }
}

/// Implements [`Packed`] for an enum; each variant begins with a number of its own.
macro_rules! packed {
    ($name:ident { $($tag:literal => $kind:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? }) => {
        impl Packed for $name {
            fn pack(&self, to: &mut Writer) {
                match self {
                    $($name::$kind $(($($part),*))? $({$($field),*})? => {
                        to.byte($tag);
                        $($($part.pack(to);)*)?
                        $($($field.pack(to);)*)?
                    })*
                }
            }

            fn unpack(from: &mut ByteReader) -> $name {
                match from.byte() {
                    $($tag => {
                        $($(let $part = Packed::unpack(from);)*)?
                        $($(let $field = Packed::unpack(from);)*)?
                        $name::$kind $(($($part),*))? $({$($field),*})?
                    })*
                    kind => unreachable!("{} of the kind {kind} was packed otherwise", stringify!($name)),
                }
            }
        }
    };
}

packed!(Line {
    0 => Event(a), 1 => Used { id, ability, card, user, targets, reply_to },
    2 => Copied { ability, card, user, targets }, 3 => Paid(a, b), 4 => Triggered(a, b, c), 5 => NoEffect(a, b),
    6 => Lapsed(a, b), 7 => Replaced(a, b, c), 8 => Opened(a), 9 => Closed(a), 10 => Passed(a, b),
    11 => NotAsked(a, b), 12 => Chose { seat, value, why, card, secret }, 13 => Phase(a), 14 => Level(a, b, c),
    15 => Ended(a), 16 => Failed { script, file, line, message, seen_by }, 17 => Lasting(a), 18 => Uncancellable(a),
    19 => Full(a, b), 20 => Note(a, b), 21 => BrokenOff(a), 22 => GivenUp(a), 23 => Ends(a),
});

/// The first byte of a packed fact about a card.
pub(super) const CARD: u8 = 0;

// The seats that saw a card are the last byte, because it may change after the line was written.
packed!(Fact {
    0 => Card { card, def, seen_by }, 1 => Use { id, ability, def, is_copy }, 2 => Record { id, kind, cards },
});

packed!(Why { 0 => Said(a), 1 => Window(a), 2 => Ability(a) });

packed!(Lasting {
    0 => Modified { object, field, what, lasts }, 1 => Permitted { object, forbids, verb, about, lasts },
    2 => Gained(a, b, c), 3 => Lost(a, b, c), 4 => Restored(a), 5 => Ended(a, b),
});

packed!(Broken {
    0 => Tasks, 1 => Steps, 2 => Scripts, 3 => Events(a), 4 => TooMuch(a), 5 => Check(a), 6 => Triggers(a),
    7 => TooManyTriggers, 8 => Share(a), 9 => HeldUp(a), 10 => Script(a), 11 => Stopped(a),
    12 => NoRoom,
});

packed!(Outcome { 0 => Won(a), 1 => Shared(a), 2 => Draw, 3 => Over, 4 => Aborted, 5 => Lost });

packed!(Modification {
    0 => Add(a, b), 1 => Set(a, b), 2 => PrintedOf(a, b), 3 => Word(a, b), 4 => Times(a, b), 5 => Least(a, b),
    6 => Most(a, b), 7 => Without(a, b),
});

packed!(Lasts {
    0 => Level(a), 1 => Phase, 2 => Record(a), 3 => Use(a), 4 => Stay(a, b), 5 => Reset(a), 6 => Until(a, b),
    7 => Through(a, b), 8 => Game,
});
