//! Stop reasons: why the rules were stopped, in words.

use crate::kernel::model::log_lines::Broken;
use crate::kernel::model::translation::{NameKind, say};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The reason why the rules were stopped, in words.
    pub fn say_broken(self, why: &Broken) -> String {
        let rules = self.rules;
        match why {
            Broken::Tasks => say!(rules, "broken-tasks", "4,000 tasks wait for each other: the rules loop"),
            Broken::Steps => say!(rules, "broken-steps", "200,000 steps without a decision: the rules loop"),
            Broken::Scripts => {
                say!(rules, "broken-scripts", "20,000 scripts ran without a decision: they queue each other")
            }
            Broken::Events(event) => {
                let name = rules.said(NameKind::Event, rules.events[event.index()].name);
                say!(
                    rules,
                    "broken-events",
                    "more than 10,000 events at once: `{name}` brings about itself",
                    name = name
                )
            }
            Broken::TooMuch(ability) => {
                let what = match ability {
                    Some(ability) => self.show_ability(*ability),
                    None => say!(rules, "a-rule", "a rule of the game"),
                };
                say!(
                    rules,
                    "broken-too-much",
                    "{what} looks at more than 250,000 things to find one thing out, or depends on itself",
                    what = what
                )
            }
            Broken::Check(name) => {
                say!(rules, "broken-check", "500 checks without a decision: `{name}` repeats", name = rules.name(*name))
            }
            Broken::Triggers(all) => {
                let names: Vec<String> = all.iter().map(|ability| self.show_ability(*ability)).collect();
                say!(
                    rules,
                    "broken-triggers",
                    count => "500 triggers without a decision: {names} repeats"
                        | "500 triggers without a decision: {names} repeat",
                    count = names.len(),
                    names = names.join(", ")
                )
            }
            Broken::TooManyTriggers => {
                say!(
                    rules,
                    "broken-many-triggers",
                    "4,000 triggers without a decision: those that still wait do not act"
                )
            }
            Broken::NoRoom => {
                say!(
                    rules,
                    "broken-no-room",
                    "the game's own rules open or make last more than there may be at once: one more is left out"
                )
            }
            Broken::Share(card) => {
                let name = rules.card_said(*card);
                say!(
                    rules,
                    "broken-share",
                    "{name} used up its share between two decisions: what it would still do is left out",
                    name = name
                )
            }
            Broken::HeldUp(card) => {
                let name = rules.card_said(*card);
                say!(
                    rules,
                    "broken-held-up",
                    "the rules loop: what {name} says as long as it lies there, or set for a time, is given up",
                    name = name
                )
            }
            Broken::Script(script) => {
                let name = &rules.scripts[script.index()].name;
                say!(rules, "broken-script", "the game cannot go on without {name}", name = name)
            }
            Broken::Stopped(why) => why.to_string(),
        }
    }
}
