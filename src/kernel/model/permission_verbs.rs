//! Verbs: the verbs that a set of permissions mentions, separately for forbidding and permitting.

use crate::kernel::model::symbols::Sym;

/// The verbs that some permissions forbid or permit. For an event with another verb, no permission need be tested.
#[derive(Clone, Debug, Default)]
pub struct Verbs(
    // Two bits for each verb: forbidden and permitted.
    Vec<u8>,
);

impl Verbs {
    /// Adds a verb that is forbidden (true) or permitted.
    pub fn insert(&mut self, verb: Sym, forbids: bool) {
        let at = verb.0 as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << u8::from(forbids);
    }

    /// True if a verb is among those that are forbidden (true) or permitted.
    #[inline]
    pub fn contains(&self, verb: Sym, forbids: bool) -> bool {
        self.0.get(verb.0 as usize).is_some_and(|bits| bits & 1 << u8::from(forbids) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Verbs;
    use crate::kernel::model::symbols::Sym;

    #[test]
    fn to_forbid_a_verb_is_not_to_permit_it() {
        let mut verbs = Verbs::default();
        verbs.insert(Sym(3), true);
        verbs.insert(Sym(1), false);
        let all = [0, 1, 2, 3, 4].map(|n| [false, true].map(|forbids| verbs.contains(Sym(n), forbids)));
        assert_eq!(all, [[false; 2], [true, false], [false; 2], [false, true], [false; 2]]);
    }
}
