//! Captured values: the filter of a timed effect keeps the values of the moment at which it begins.
//!
//! The filter is tested long after its list has ended. The use, the event and the variables of the list are gone then,
//! so their values are captured. The card and its player stay known, and `it` is the tested object.

use crate::kernel::model::id_set::{IdSet, InSet};
use crate::kernel::model::lang::{Cmp, Cut, Head, PlayerField, Ref, Taken, Test, ValueTest};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits;
use crate::kernel::read::environment::Env;
use std::sync::Arc;

/// Values that a filter gets.
pub(in crate::kernel) struct Binding<'e> {
    env: &'e Env<'e>,
    /// The number of values that may still be captured.
    left: usize,
}

/// A type that may hold references.
pub(in crate::kernel) trait Bind {
    /// Replaces references that lead nowhere later by their values. `None`: there are too many values.
    fn bind(&mut self, to: &mut Binding) -> Option<()>;
}

impl Env<'_> {
    /// A copy with the present values filled in. `None`: it would hold too many values.
    pub(in crate::kernel) fn bound<T: Bind + Clone>(&self, what: &T) -> Option<T> {
        let mut bound = what.clone();
        bound.bind(&mut Binding { env: self, left: effect_limits::TEST_VALUES })?;
        Some(bound)
    }
}

impl Bind for Ref {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
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

impl Bind for Permission {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        let Permission { forbids: _, verb: _, card, use_, by, to: done_to } = self;
        card.bind(to)?;
        use_.bind(to)?;
        by.bind(to)?;
        done_to.bind(to)
    }
}

impl<T: Bind> Bind for Test<T> {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        match self {
            Test::True => Some(()),
            Test::All(parts) | Test::Any(parts) => parts.bind(to),
            Test::Not(part) => part.bind(to),
            Test::Is(r) => r.bind(to),
            Test::Among(refs) => refs.bind(to),
            Test::Where(cond) => cond.bind(to),
            Test::One(one) => one.bind(to),
        }
    }
}

/// Types without references.
macro_rules! plain {
    ($($name:ty),* $(,)?) => {
        $(impl Bind for $name {
            fn bind(&mut self, _: &mut Binding) -> Option<()> {
                Some(())
            }
        })*
    };
}

plain!(bool, u8, u16, u32, usize, i16, i32, i64, Arc<str>, Value, ValueTest, Words);
plain!(Sym, DefId, AbilityId, ScriptId, ZoneKind, TypeId, Status, RecKind, UseKindId, WindowId, AttrId);
plain!(Cmp, Cut, Taken, PlayerField);

impl<T: InSet> Bind for IdSet<T> {
    fn bind(&mut self, _: &mut Binding) -> Option<()> {
        Some(())
    }
}

impl<T: Bind> Bind for Vec<T> {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.bind(to))
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.bind(to))
    }
}

impl<T: Bind> Bind for Box<T> {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        (**self).bind(to)
    }
}

impl<T: Bind + Clone> Bind for Arc<T> {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        Arc::make_mut(self).bind(to)
    }
}

impl<A: Bind, B: Bind> Bind for (A, B) {
    fn bind(&mut self, to: &mut Binding) -> Option<()> {
        self.0.bind(to)?;
        self.1.bind(to)
    }
}

/// All parts of structs and of enums, none left out.
macro_rules! bound_parts {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::kernel::run::captured::Bind for $name {
            fn bind(&mut self, to: &mut $crate::kernel::run::captured::Binding) -> Option<()> {
                let $name { $($field),* } = self;
                $($crate::kernel::run::captured::Bind::bind($field, to)?;)*
                Some(())
            }
        }
    };
    (enum $name:ident { $($variant:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? }) => {
        impl $crate::kernel::run::captured::Bind for $name {
            fn bind(&mut self, to: &mut $crate::kernel::run::captured::Binding) -> Option<()> {
                match (self, to) {
                    $(($name::$variant $(($($part),*))? $({$($field),*})?, _to) => {
                        $($($crate::kernel::run::captured::Bind::bind($part, _to)?;)*)?
                        $($($crate::kernel::run::captured::Bind::bind($field, _to)?;)*)?
                    })*
                }
                Some(())
            }
        }
    };
}
pub(super) use bound_parts;
