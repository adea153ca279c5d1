//! Capture: the filter of a timed effect keeps the values of the moment at which it begins.
//!
//! The filter is tested long after its list has ended. The use, the event and the variables of the list are gone then,
//! so their values are captured. The card and its player stay known, and `it` is the tested object. [`Capture`] is
//! derived: it visits all parts of a type.

use std::sync::Arc;

use crate::kernel::model::id_set::{IdSet, InSet};
use crate::kernel::model::lang::{Cmp, Head, PlayerField, Ref, Taken, ValueTest};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;

/// The source of captured values, and the number that may still be captured.
pub(in crate::kernel) struct Captured<'v> {
    /// The value to which a reference leads now.
    pub values: &'v dyn Fn(&Ref) -> Value,
    /// The number of values that may still be captured.
    pub left: usize,
}

/// A type that may hold references.
pub(in crate::kernel) trait Capture {
    /// Replaces references that lead nowhere later by their values. `None`: there are too many values.
    fn capture(&mut self, to: &mut Captured) -> Option<()>;
}

impl Capture for Ref {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        let is_gone = match &self.head {
            Head::This | Head::Target(_) | Head::Paid | Head::Event | Head::ReplyTo | Head::Subject | Head::Var(_) => {
                true
            }
            Head::Value(_)
            | Head::SelfCard
            | Head::Me
            | Head::Opponent
            | Head::Active
            | Head::Inactive
            | Head::Role(_)
            | Head::It
            | Head::Record(_)
            | Head::Area(_)
            | Head::Option(_)
            | Head::Game => false,
        };
        if is_gone {
            let value = (to.values)(self);
            to.left = to.left.checked_sub(value.items().len().max(1))?;
            *self = Ref::value(value);
        }
        Some(())
    }
}

/// Implements [`Capture`] for types that hold no references.
macro_rules! plain {
    ($($name:ty),* $(,)?) => {
        $(impl Capture for $name {
            fn capture(&mut self, _: &mut Captured) -> Option<()> {
                Some(())
            }
        })*
    };
}

plain!(bool, u8, u16, u32, usize, i16, i32, i64, Arc<str>, Value, ValueTest, Words);
plain!(Sym, DefId, AbilityId, ScriptId, ZoneKind, TypeId, Status, RecKind, UseKindId, WindowId, AttrId);
plain!(Cmp, Taken, PlayerField);

impl<T: InSet> Capture for IdSet<T> {
    fn capture(&mut self, _: &mut Captured) -> Option<()> {
        Some(())
    }
}

impl<T: Capture> Capture for Vec<T> {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.capture(to))
    }
}

impl<T: Capture> Capture for Option<T> {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.capture(to))
    }
}

impl<T: Capture> Capture for Box<T> {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        (**self).capture(to)
    }
}

impl<T: Capture + Clone> Capture for Arc<T> {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        Arc::make_mut(self).capture(to)
    }
}

impl<A: Capture, B: Capture> Capture for (A, B) {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        self.0.capture(to)?;
        self.1.capture(to)
    }
}
