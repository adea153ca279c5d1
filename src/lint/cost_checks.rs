//! Cost checks: costs that nobody can ever pay.

use super::contradictions::bounds_of_player;
use super::reachable::Viewpoint;
use super::unreachable_abilities::{AbilityCheck, AbilityFault};
use crate::kernel::model::ability::{CostPart, Static};
use crate::kernel::model::lang::{CardTest, Cond, Expr, Head, Ref, Selection, Source, Test};
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::symbols::Sym;

impl AbilityCheck<'_> {
    /// A fault if nobody ever has what the ability costs.
    pub(super) fn unpayable(&self) -> Option<AbilityFault> {
        let message = self.ability.cost.iter().find_map(|part| match part {
            CostPart::Counter { name, amount } => {
                let most = bounds_of_player(self.input, *name)?.most;
                let least = self.reach.range(amount).least;
                let is_beyond = least > most && !self.is_cheaper(*name);
                is_beyond.then(|| format!("nobody can pay this: `{}` is never more than {most}", self.name(*name)))
            }
            CostPart::Cards { what, does, itself } => {
                let never = match itself {
                    true => does.iter().any(|one| self.never_pays_itself(one)),
                    false => self.is_short(what) || does.iter().any(|one| self.never_happens_to(one, what)),
                };
                never.then(|| "nobody can pay this: there are never such cards".into())
            }
            CostPart::Pips(_) => None,
        })?;
        self.found("never_open", "cost", message, "let it cost what a player can have")
    }

    /// The test that the event of a cost has for its card, `it`.
    fn needs_of(&self, proposal: &Proposal) -> Option<&Test<CardTest>> {
        let is_it = proposal.subject.and_then(|at| proposal.fields.get(at)) == Some(&Expr::Ref(Ref::head(Head::It)));
        self.input.catalog.rules.events[proposal.event.index()].needs.as_ref().filter(|_| is_it)
    }

    /// True if the card of the ability cannot suffer this event while the ability can be used.
    fn never_pays_itself(&self, proposal: &Proposal) -> bool {
        let Some(needs) = self.needs_of(proposal) else { return false };
        let own = |cond: &Cond| match cond {
            Cond::Matches(r, test) if *r == Ref::head(Head::SelfCard) => Some(test.clone()),
            _ => None,
        };
        let asked = self.ability.needs.iter().filter_map(|(cond, _)| own(cond));
        let parts = [Test::Is(Ref::head(Head::SelfCard)), needs.clone()].into_iter().chain(asked);
        self.reach.no_card(&Test::All(parts.collect()), Viewpoint { ability: Some(self.ability), is_in_place: true })
    }

    /// True if no card that is chosen in this way can suffer this event.
    fn never_happens_to(&self, proposal: &Proposal, what: &Selection) -> bool {
        let (Some(needs), Source::Cards(cards)) = (self.needs_of(proposal), &what.source) else { return false };
        self.reach.range(&what.min).least > 0
            && self.reach.no_card(&Test::All(vec![cards.filter.clone(), needs.clone()]), Viewpoint::default())
    }

    /// True if some static ability lowers a counter cost of uses.
    fn is_cheaper(&self, counter: Sym) -> bool {
        let changes = |one: &Static| matches!(one, Static::CounterCost { name, .. } if *name == counter);
        self.input.catalog.rules.abilities.iter().any(|ability| ability.statics.iter().any(changes))
    }
}
