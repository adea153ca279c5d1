//! Captured values: the filter of a timed effect keeps the values of the moment at which it begins.
//!
//! The filter is tested long after its list has ended. The use, the event and the variables of the list are gone then,
//! so their values are captured. The card and its player stay known, and `it` is the tested object.

use crate::kernel::model::id_set::{IdSet, InSet};
use crate::kernel::model::lang::{Cmp, Head, PlayerField, Ref, Taken, Test, ValueTest};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits;
use crate::kernel::read::evaluation_env::Env;
use std::sync::Arc;

/// Values that a filter gets.
pub(in crate::kernel) struct Captured<'e> {
    env: &'e Env<'e>,
    /// The number of values that may still be captured.
    left: usize,
}

/// A type that may hold references.
pub(in crate::kernel) trait Capture {
    /// Replaces references that lead nowhere later by their values. `None`: there are too many values.
    fn capture(&mut self, to: &mut Captured) -> Option<()>;
}

impl Env<'_> {
    /// A copy with the present values filled in. `None`: it would hold too many values.
    pub(in crate::kernel) fn captured<T: Capture + Clone>(&self, what: &T) -> Option<T> {
        let mut captured = what.clone();
        captured.capture(&mut Captured { env: self, left: effect_limits::TEST_VALUES })?;
        Some(captured)
    }
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
            | Head::It
            | Head::Record(_)
            | Head::Area(_)
            | Head::Option(_)
            | Head::Game => false,
        };
        if is_gone {
            let value = to.env.lookup(self).into_owned();
            to.left = to.left.checked_sub(value.items().len().max(1))?;
            *self = Ref::value(value);
        }
        Some(())
    }
}

impl Capture for Permission {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        let Permission { forbids: _, verb: _, card, use_, by, to: done_to } = self;
        card.capture(to)?;
        use_.capture(to)?;
        by.capture(to)?;
        done_to.capture(to)
    }
}

impl<T: Capture> Capture for Test<T> {
    fn capture(&mut self, to: &mut Captured) -> Option<()> {
        match self {
            Test::True => Some(()),
            Test::All(parts) | Test::Any(parts) => parts.capture(to),
            Test::Not(part) => part.capture(to),
            Test::Is(r) => r.capture(to),
            Test::Among(refs) => refs.capture(to),
            Test::Where(cond) => cond.capture(to),
            Test::One(one) => one.capture(to),
        }
    }
}

/// Types without references.
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

/// All parts of structs and of enums, none left out.
macro_rules! bound_parts {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::kernel::run::captured_values::Capture for $name {
            fn capture(&mut self, to: &mut $crate::kernel::run::captured_values::Captured) -> Option<()> {
                let $name { $($field),* } = self;
                $($crate::kernel::run::captured_values::Capture::capture($field, to)?;)*
                Some(())
            }
        }
    };
    (enum $name:ident { $($variant:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? }) => {
        impl $crate::kernel::run::captured_values::Capture for $name {
            fn capture(&mut self, to: &mut $crate::kernel::run::captured_values::Captured) -> Option<()> {
                match (self, to) {
                    $(($name::$variant $(($($part),*))? $({$($field),*})?, _to) => {
                        $($($crate::kernel::run::captured_values::Capture::capture($part, _to)?;)*)?
                        $($($crate::kernel::run::captured_values::Capture::capture($field, _to)?;)*)?
                    })*
                }
                Some(())
            }
        }
    };
}
pub(super) use bound_parts;
