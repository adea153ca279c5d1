//! Why rules were stopped, in words.

use crate::kernel::model::log::Broken;
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// Why the rules were stopped, in words.
    pub fn say_broken(self, why: &Broken) -> String {
        let rules = self.rules;
        match why {
            Broken::Tasks => "4,000 tasks wait for each other: the rules loop".into(),
            Broken::Steps => "200,000 steps without a decision: the rules loop".into(),
            Broken::Scripts => "20,000 scripts ran without a decision: they queue each other".into(),
            Broken::Events(event) => {
                let name = rules.name(rules.events[event.index()].name);
                format!("more than 10,000 events at once: `{name}` brings about itself")
            }
            Broken::TooMuch(ability) => {
                let what = ability.map_or("a rule of the game".into(), |ability| self.show_ability(ability));
                format!("{what} looks at more than 250,000 things to find one thing out, or depends on itself")
            }
            Broken::Check(name) => format!("500 checks without a decision: `{}` repeats", rules.name(*name)),
            Broken::Triggers(all) => {
                let names: Vec<String> = all.iter().map(|ability| self.show_ability(*ability)).collect();
                format!("500 triggers without a decision: {} repeat", names.join(", "))
            }
            Broken::TooManyTriggers => "4,000 triggers without a decision: those that still wait do not act".into(),
            Broken::Share(card) => {
                let name = rules.name(rules.defs[card.index()].name);
                format!("{name} used up its share between two decisions: what it would still do is left out")
            }
            Broken::HeldUp(card) => {
                let name = rules.name(rules.defs[card.index()].name);
                format!("the rules loop: what {name} says as long as it lies there, or set for a time, is given up")
            }
            Broken::Script(script) => {
                format!("the game cannot go on without {}", rules.scripts[script.index()].name)
            }
            Broken::Stopped(why) => why.to_string(),
        }
    }
}
