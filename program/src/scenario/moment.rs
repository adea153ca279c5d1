//! Moment: a game after the steps of a scenario, in words, with what could be done next.

use super::{PossibleSteps, Runner, StateSummary, run, shape};
use crate::scenario::keys::ScenarioKeys;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;

/// A moment of a game.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The reason why the last step was refused; `None`: all steps were done.
    pub refused: Option<String>,
    /// The state of the game.
    pub scene: StateSummary,
    /// The steps that could be done now, in the words that steps take; empty if nobody is asked.
    pub possible: String,
    /// The next steps, each by itself.
    pub steps: Vec<PossibleSteps>,
}

impl Moment {
    /// The moment as a text for readers.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(why) = &self.refused {
            out += &format!("a step was refused, and the game stands as before it: {why}\n\n");
        }
        let mut part = |title: &str, lines: &[String]| {
            if !lines.is_empty() {
                out += &format!("{title}:\n");
                lines.iter().for_each(|line| out += &format!("  {line}\n"));
            }
        };
        part("the last lines of the log", &self.scene.log);
        part("how it stands", &self.scene.zones);
        part("asked", &self.scene.asked);
        let possible: Vec<String> = self.possible.split("; ").filter(|s| !s.is_empty()).map(String::from).collect();
        part("possible steps", &possible);
        if self.possible.is_empty() {
            out += "nobody is asked anything: the game is over, or something is half done\n";
        }
        out
    }
}

impl Runner {
    /// The moment after the steps of a scenario, which need not expect anything.
    ///
    /// # Errors
    ///
    /// A text that is no scenario, or a beginning that is impossible.
    pub fn moment(&mut self, path: &str, text: &str) -> Result<Moment, String> {
        // A scenario needs a title, and this text has none. The title is added behind the text, so that no line moves.
        let is_titled = text.lines().any(|line| line.starts_with("title:"));
        let text = &if is_titled { text.to_string() } else { format!("{}\ntitle: a moment\n", text.trim_end()) };
        let mut problems = Problems::new();
        problems.add_source(path, text.as_str());
        let node = yaml::parse(path, text, &mut problems);
        let Some(node) = node.filter(|_| !problems.has_errors()) else { return Err(problems.render_all()) };
        shape::check_position(&node)?;
        let node = self.bases.lay_under(path, node)?;
        let game = ScenarioKeys::of(&node).game.and_then(Node::as_str).ok_or("a scenario names its `game`")?;
        if let Some(unknown) = self.unknown(&node) {
            return Err(format!("{}: {} ({})", unknown.place, unknown.message, unknown.help));
        }
        let engine = self.engine_of(&node, game)?;
        run::moment(&engine, &node)
    }
}
