//! Why not: the reasons why a card cannot be used or chosen at the moment.

use super::{Table, View};
use crate::error::{Error, Refusal, Result};
use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::refusal::Refusal as Unfit;
use crate::kernel::model::translation::say;
use crate::kernel::model::value::AbilityId;
use crate::kernel::tell::object_words::Reader;
use crate::kernel::{Answer, Card, Choice, Decision, Kind, Seat, Value, World};

impl Table {
    /// The reasons why a seat cannot use or choose a card at the moment, or the ways in which it can: one line for each
    /// use of the card.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, and a card that its person does not see.
    pub fn why_not(&self, seat: Seat, card: Card) -> Result<Vec<String>> {
        let (decision, world) = (self.asked(seat)?, self.world());
        let view = View::of_person(self, seat)?;
        let Some((zone, _)) = view.card(card) else {
            return Err(Error::refused(Refusal::new("no_such_card", "you see no such card")));
        };
        let is_of_another = zone.seat.is_some_and(|owner| !self.person(seat).has(Seat(owner)));
        Ok(match &decision.kind {
            Kind::Act { .. } if is_of_another => {
                let reader = Reader { names: self.names(), eyes: Some(seat.into()) };
                let place = world.game().show_to(&Value::Zone(world.state().card(card).zone), reader);
                vec![say!(
                    world.rules,
                    "not-yours",
                    "{card} lies in {place}: it is not yours to use",
                    card = world.game().card_name(card),
                    place = place
                )]
            }
            Kind::Act { .. } => self.why_not_used(decision, card),
            Kind::Pick { options, .. } => {
                let value = Value::Card(card);
                vec![match options.contains(&value) {
                    true => {
                        say!(
                            world.rules,
                            "can-be-chosen",
                            "{card}: you can choose it",
                            card = world.game().tell(&value)
                        )
                    }
                    false => world.game().named(self.names()).refused(decision, &Unfit::NoOption(value)),
                }]
            }
            _ => vec![say!(world.rules, "asked-to-choose", "you are asked to choose now, not to use something")],
        })
    }

    /// The reasons why a card cannot be used where uses are asked for, or the ways in which it can: one line for each
    /// use.
    pub fn why_not_used(&self, decision: &Decision, card: Card) -> Vec<String> {
        let (world, seat) = (self.world(), decision.seat);
        let Kind::Act { options, .. } = &decision.kind else { return Vec::new() };
        let reader = Reader { names: self.names(), eyes: Some(seat.into()) };
        let mut out = Vec::new();
        for choice in uses_of(world, decision, seat, card) {
            let text = world.game().show_choice(choice, reader);
            // A choice without a card of its own can use this card only as its first target.
            if choice.card.is_none() {
                if world.rules.abilities[choice.ability.index()].targets.is_empty() {
                    continue;
                }
                let named = world.game().named(self.names());
                if let Some(why) = named.why_no_first_target(seat, choice, &Value::Card(card)) {
                    out.push(format!("{text}: {why}"));
                    continue;
                }
            }
            out.push(match world.game().check(decision, &Answer::Act(choice)) {
                Ok(()) => match options.iter().position(|o| *o == choice) {
                    Some(i) => {
                        say!(world.rules, "you-can-by", "{text}: you can: it is option {n}", text = text, n = i + 1)
                    }
                    None => say!(world.rules, "you-can", "{text}: you can", text = text),
                },
                Err(why) => format!("{text}: {}", world.game().named(self.names()).refused(decision, &why)),
            });
        }
        if out.is_empty() {
            out.push(say!(
                world.rules,
                "nothing-in-it",
                "{card}: nothing in it is used by you; if it has an effect, it happens by itself",
                card = world.game().card_name(card)
            ));
        }
        out
    }

    /// The reason why an action cannot be done where uses are asked for, or the cards with which it can.
    pub fn why_not_action(&self, decision: &Decision, action: AbilityId) -> Vec<String> {
        let (world, seat) = (self.world(), decision.seat);
        let (rules, game) = (&world.rules, world.game());
        let Kind::Act { options, .. } = &decision.kind else {
            return vec![say!(rules, "asked-to-choose", "you are asked to choose now, not to use something")];
        };
        let text = rules.label_said(action);
        let offered = || options.iter().filter(|choice| choice.ability == action);
        let cards: Vec<String> =
            offered().filter_map(|choice| Some(game.card_name(choice.card?).to_string())).collect();
        if !cards.is_empty() {
            let cards = cards.join(", ");
            return vec![say!(rules, "you-can-with", "{text}: you can, with {cards}", text = text, cards = cards)];
        }
        if offered().next().is_some() {
            return vec![say!(rules, "you-can", "{text}: you can", text = text)];
        }
        // Each card for which the action could be done has its reason; equal reasons are told once.
        let from = rules.abilities[action.index()].from;
        let held =
            rules.schema.kinds(from).flat_map(|kind| world.state().cards_in(rules, kind, seat).collect::<Vec<_>>());
        let choices: Vec<Choice> = match from.is_empty() {
            true => vec![Choice { ability: action, card: None }],
            false => held.map(|card| Choice { ability: action, card: Some(card) }).collect(),
        };
        let mut out: Vec<String> = Vec::new();
        for choice in choices {
            let Err(why) = game.check(decision, &Answer::Act(choice)) else { continue };
            let line = format!("{text}: {}", game.named(self.names()).refused(decision, &why));
            if !out.contains(&line) && out.len() < MOST_REASONS {
                out.push(line);
            }
        }
        out
    }
}

/// The most reasons against one action that are told: more say nothing new.
const MOST_REASONS: usize = 4;

/// The uses of a card that are possible in principle: its own abilities, and the game's actions for such cards or
/// offered in this window.
fn uses_of(world: &World, decision: &Decision, seat: Seat, card: Card) -> Vec<Choice> {
    let rules = &world.rules;
    let state = world.state().card(card);
    let zone = rules.schema.kind_of(state.zone);
    let offers = decision.window.map_or(&[][..], |w| &rules.windows[w.index()].offers);
    let offered = |id: &AbilityId| {
        let ability = &rules.abilities[id.index()];
        let here = matches!(ability.form, AbilityForm::Timing(t) if offers.contains(&t));
        match (ability.from, &ability.for_) {
            (from, _) if from.is_empty() => here,
            (from, None) => from.contains(zone),
            (from, Some(f)) => from.contains(zone) && world.game().seat_env(seat).card_matches(f, card),
        }
    };
    let own = rules.defs[state.def.index()].timed.iter().map(|ability| Choice { ability: *ability, card: Some(card) });
    let actions = rules.actions.iter().filter(|a| offered(a)).map(|ability| {
        let bound = !rules.abilities[ability.index()].from.is_empty();
        Choice { ability: *ability, card: bound.then_some(card) }
    });
    own.chain(actions).collect()
}
