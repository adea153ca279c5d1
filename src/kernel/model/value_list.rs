//! List: several values in order, shared by who holds them.
//!
//! A list is one pointer, so that values are small, and cheap to copy and to drop: most values are no lists.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::kernel::model::value::Value;

/// Several values in order.
#[derive(Clone, Default)]
pub struct ValueList(
    // `None`: the list is empty.
    Option<Arc<Vec<Value>>>,
);

impl ValueList {
    /// No values.
    pub const EMPTY: ValueList = ValueList(None);

    /// The values for writing; other holders of the list keep the old values.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// The values, without a copy if the list has no other holder.
    pub fn into_vec(self) -> Vec<Value> {
        self.0.map(Arc::unwrap_or_clone).unwrap_or_default()
    }
}

impl Deref for ValueList {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl PartialEq for ValueList {
    fn eq(&self, other: &ValueList) -> bool {
        **self == **other
    }
}

impl From<Vec<Value>> for ValueList {
    fn from(values: Vec<Value>) -> ValueList {
        ValueList((!values.is_empty()).then(|| Arc::new(values)))
    }
}

impl FromIterator<Value> for ValueList {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> ValueList {
        Vec::from_iter(values).into()
    }
}

impl fmt::Debug for ValueList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
