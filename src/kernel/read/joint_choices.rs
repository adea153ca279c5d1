//! Joint choices: rules about a set that is chosen together, prepared once for all sets of the same options.

use crate::kernel::model::decision::{MAX_SETS, PickRule};
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::value::Value;
use crate::kernel::read::game::Game;
use crate::kernel::read::set_rules::{self, MAX_OPTIONS, OptionIndex};

/// A rule about sets of some options, at most 64. Bit i of a mask is option i.
pub struct JointRule<'r> {
    game: Game<'r>,
    options: &'r [Value],
    index: Option<OptionIndex<'r>>,
    /// The use whose other targets and costs must be possible beside the set.
    joint: Option<&'r Declare>,
}

impl JointRule<'_> {
    /// True if the options of this mask are a legal set.
    pub fn fits(&self, mask: u64) -> bool {
        let rest_fits = |declare| self.game.rest_fits(declare, &set_rules::pick(self.options, mask)).is_ok();
        self.index.as_ref().is_none_or(|index| index.fits(mask)) && self.joint.is_none_or(rest_fits)
    }

    /// The legal sets between two sizes, smaller ones first, then in the order of the options. At most `limit` sets are
    /// returned, from those examined within the allowance.
    pub fn legal(&self, min: u32, max: u32, limit: usize) -> Vec<u64> {
        let mut found = Vec::new();
        let (n, min, max) = (self.options.len(), min as usize, max as usize);
        let is_enough = |mask| {
            if self.fits(mask) {
                found.push(mask);
            }
            found.len() >= limit
        };
        match &self.index {
            Some(index) => index.some(n, min, max, MAX_SETS, is_enough),
            None => set_rules::some_subset(n, min, max, MAX_SETS, is_enough),
        };
        found
    }
}

impl<'a> Game<'a> {
    /// The rule about sets of these options, prepared for all sets at once; options beyond 64 are left out. `None`: the
    /// rule does not concern sets.
    pub fn joint_rule<'r>(self, options: &'r [Value], rule: &'r PickRule) -> Option<JointRule<'r>>
    where
        'a: 'r,
    {
        let options = &options[..options.len().min(MAX_OPTIONS)];
        match rule {
            PickRule::Rules(rules, context) => {
                let index = Some(OptionIndex::new(&self.env(context), rules, options));
                Some(JointRule { game: self, options, index, joint: None })
            }
            PickRule::Declare(seat) => {
                let declare = self.declaring(*seat)?;
                let ability = &self.rules.abilities[declare.use_.ability.index()];
                // Once all targets of the use are chosen, the answer is a payment, for which nothing is prepared here.
                let target = ability.targets.get(declare.use_.targets.len())?;
                let read = |rules| OptionIndex::new(&self.use_env(&declare.use_), rules, options);
                let index = target.what.rules.as_deref().map(read);
                Some(JointRule { game: self, options, index, joint: target.is_named.then_some(declare) })
            }
            _ => None,
        }
    }

    /// Checks these targets, which are declared next: the other targets and the costs must stay possible.
    ///
    /// # Errors
    ///
    /// The reason why the rest is impossible.
    pub(in crate::kernel) fn rest_fits(self, declare: &Declare, values: &[Value]) -> Result<(), Refusal> {
        let use_ = &declare.use_;
        let mut with = use_.clone();
        let target = &self.rules.abilities[use_.ability.index()].targets[use_.targets.len()];
        // An optional target may be empty.
        let one = || values.first().cloned().unwrap_or_default();
        with.targets.push(if target.list { Value::from(values.to_vec()) } else { one() });
        let at = with.targets.len();
        self.completable(&with, at).map_err(|why| Refusal::Incomplete(Box::new(with), why))
    }
}
