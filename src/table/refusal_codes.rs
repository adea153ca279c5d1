//! Refusal codes: the code, the facts and the words of a refused answer, for programs and people.

use crate::error::{Error, Refusal};
use crate::kernel::model::refusal::{Refusal as Why, WhyNot};
use crate::kernel::{Decision, World};

/// The error for an answer that is not legal.
pub(super) fn refused(world: &World, names: &[String], decision: &Decision, why: &Why) -> Error {
    let refusal = Refusal::new(why.code(), world.game().named(names).refused(decision, why));
    Error::refused(match why {
        Why::TooFew { least, given } => refusal.number("least", (*least).into()).number("given", (*given).into()),
        Why::TooMany { most, given } => refusal.number("most", (*most).into()).number("given", (*given).into()),
        Why::PaymentCount { needed, given, .. } => {
            refusal.number("needed", (*needed).into()).number("given", (*given).into())
        }
        Why::Number(least, most) => refusal.number("least", *least).number("most", *most),
        Why::NotOffered(_, Some(why)) | Why::Incomplete(_, why) | Why::RestUnpaid(why) => {
            with_facts(world, refusal, why)
        }
        _ => refusal,
    })
}

fn with_facts(world: &World, refusal: Refusal, why: &WhyNot) -> Refusal {
    match why {
        WhyNot::Counter { name, needs, has } => {
            refusal.name("counter", &**world.rules.name(*name)).number("needs", *needs).number("has", *has)
        }
        WhyNot::NoTarget(name) => refusal.name("target", &**world.rules.name(*name)),
        _ => refusal,
    }
}
