//! Sets of ids: one bit each, so that a set of one kind of id is never asked about another.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// An id that fits into a bit set: a game has at most [`InSet::MOST`] of them.
pub trait InSet: Copy {
    /// The most ids of this type in a game.
    const MOST: usize;

    /// The bit of the id, counted from 0.
    fn bit(self) -> usize;

    /// The id of a bit.
    fn at(bit: usize) -> Self;
}

/// A set of ids of one type.
pub struct IdSet<T> {
    bits: u64,
    of: PhantomData<T>,
}

impl<T: InSet> IdSet<T> {
    /// Most members of a set, and most ids in a game.
    pub const MOST: usize = T::MOST;
    /// The empty set.
    pub const EMPTY: IdSet<T> = IdSet { bits: 0, of: PhantomData };
    /// The full set.
    pub const ALL: IdSet<T> = IdSet { bits: u64::MAX >> (u64::BITS as usize - T::MOST), of: PhantomData };

    /// The set of one id.
    #[inline]
    pub fn one(id: T) -> IdSet<T> {
        IdSet { bits: 1 << id.bit(), of: PhantomData }
    }

    /// The set of the first `n` ids: those of the bits 0 to `n - 1`.
    pub fn first(n: usize) -> IdSet<T> {
        match n {
            0 => IdSet::EMPTY,
            n => IdSet { bits: u64::MAX >> (u64::BITS as usize - n.min(T::MOST)), of: PhantomData },
        }
    }

    /// True if the set holds this id.
    #[inline]
    pub fn contains(self, id: T) -> bool {
        self.bits & 1 << id.bit() != 0
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Adds an id.
    #[inline]
    pub fn insert(&mut self, id: T) {
        self.bits |= 1 << id.bit();
    }

    /// The members, the lowest number first.
    pub fn iter(self) -> impl Iterator<Item = T> + use<T> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            (bits != 0).then(|| {
                bits &= bits - 1;
                T::at(bit)
            })
        })
    }
}

impl<T: InSet> FromIterator<T> for IdSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> IdSet<T> {
        ids.into_iter().fold(IdSet::EMPTY, |set, id| set | IdSet::one(id))
    }
}

/// The union.
impl<T> BitOr for IdSet<T> {
    type Output = IdSet<T>;

    #[inline]
    fn bitor(self, other: IdSet<T>) -> IdSet<T> {
        IdSet { bits: self.bits | other.bits, of: PhantomData }
    }
}

impl<T> BitOrAssign for IdSet<T> {
    #[inline]
    fn bitor_assign(&mut self, other: IdSet<T>) {
        self.bits |= other.bits;
    }
}

/// The intersection.
impl<T> BitAnd for IdSet<T> {
    type Output = IdSet<T>;

    #[inline]
    fn bitand(self, other: IdSet<T>) -> IdSet<T> {
        IdSet { bits: self.bits & other.bits, of: PhantomData }
    }
}

// Written by hand: a derive would demand traits of the id type, of which the set holds none.
impl<T> Clone for IdSet<T> {
    #[inline]
    fn clone(&self) -> IdSet<T> {
        *self
    }
}

impl<T> Copy for IdSet<T> {}

impl<T> PartialEq for IdSet<T> {
    #[inline]
    fn eq(&self, other: &IdSet<T>) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for IdSet<T> {}

impl<T> Default for IdSet<T> {
    #[inline]
    fn default() -> IdSet<T> {
        IdSet { bits: 0, of: PhantomData }
    }
}

/// `Debug` prints the bits as one number. Logs print it, and their hashes depend on it.
impl<T> fmt::Debug for IdSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.bits.fmt(f)
    }
}

macro_rules! in_set {
    ($($id:ident: $most:literal),* $(,)?) => {
        $(impl InSet for crate::kernel::model::value::$id {
            const MOST: usize = $most;

            #[inline]
            fn bit(self) -> usize {
                self.index()
            }

            #[inline]
            fn at(bit: usize) -> Self {
                Self::of(bit)
            }
        })*
    };
}

in_set!(ZoneKind: 32, TypeId: 32, RecKind: 32, UseKindId: 64, AttrId: 64);
