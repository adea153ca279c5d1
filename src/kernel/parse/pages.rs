//! Pages: lists of the keys of the language, with which this crate's own tests compare the pages of `docs/`.

use super::filter::Kind;
use super::{amount, compare, cond, filter, parser, select, sets};
use crate::kernel::model::lang::{CardTest, RecordTest, SpaceTest, UseTest};

/// Every key of the language that stands in every game, for the pages that explain them.
pub fn keys() -> Vec<&'static str> {
    fn of<T: Kind>() -> impl Iterator<Item = &'static str> {
        T::KEYS.iter().map(|key| key.name)
    }
    let objects = of::<CardTest>().chain(of::<SpaceTest>()).chain(of::<UseTest>()).chain(of::<RecordTest>());
    let of_objects = objects.chain(filter::COMMON_KEYS).chain(select::SELECTION_KEYS);
    let of_states = cond::COND_KEYS.into_iter().chain(compare::GROUP_KEYS).chain(amount::FUNCTIONS);
    of_objects.chain(of_states).chain(sets::SET_KEYS).chain(parser::HEADS).collect()
}
