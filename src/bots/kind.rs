//! Kind: which bot plays a seat, as people write it: `random`, `greedy`, `ismcts:200`, `ismcts:50ms`, `program:PATH`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::bot_view::{Given, Sight};
use super::evaluation::Evaluation;
use super::greedy::{Effort, Greedy};
use super::ismcts::{Ismcts, Thought};
use super::program::{Limits, Program};
use crate::bots::Random;
use crate::error::{Error, Result};
use crate::kernel::{Answer, Decision, World};
use crate::table::Table;

/// The kinds of bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotKind {
    /// Answers at random.
    Random,
    /// Looks one answer ahead.
    Greedy,
    /// A search, with the number of answers after which playouts are cut.
    Ismcts(Budget, u32),
    /// Another program, over JSON lines.
    Program(String),
}

/// The effort of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of playouts: the answers follow from the seed.
    Playouts(u32),
    /// A number of milliseconds: the answers depend on the machine.
    Ms(u32),
}

/// The greatest number in the name of a bot: playouts or milliseconds.
const MOST: u32 = 100_000_000;
/// The default number of answers after which a playout is cut.
const CUT: u32 = 6;

/// A player that is given a sight of the game.
pub trait Player {
    /// The bot's answer to its seat's question.
    ///
    /// # Errors
    ///
    /// A bot that cannot answer: a program that is gone, or our bug.
    fn choose(&mut self, sight: &Sight) -> Result<Given>;

    /// A legal answer of a bot that needs no sight of the game, because it takes any legal answer; `None` from other
    /// bots.
    fn legal(&mut self, _: &World, _: &Decision) -> Option<Answer> {
        None
    }

    /// Takes the refusal of its last answer. True if it may be asked again.
    fn refused(&mut self, _: &Error) -> bool {
        false
    }

    /// Thoughts about the last question, the best answer first; none if it did not think.
    fn thoughts(&self) -> &[Thought] {
        &[]
    }
}

impl Player for Random {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        Ok(Given::Content(self.legal_answer(sight.judge(), sight.decision()?)))
    }

    fn legal(&mut self, world: &World, decision: &Decision) -> Option<Answer> {
        Some(self.legal_answer(world, decision))
    }
}

/// The knowledge that the bots of one game share.
#[derive(Clone, Default)]
pub struct Brains {
    worth: Arc<Evaluation>,
    /// The limits of other programs.
    pub limits: Limits,
}

impl Brains {
    /// The knowledge that these bots share. `begin` gives the table of the game with a number, to learn from.
    ///
    /// # Errors
    ///
    /// A game that does not start.
    pub fn of(bots: &[BotKind], begin: &dyn Fn(u64) -> Result<Table>) -> Result<Brains> {
        let is_needed = bots.iter().any(|bot| matches!(bot, BotKind::Greedy | BotKind::Ismcts(..)));
        Ok(match is_needed {
            true => Brains { worth: Arc::new(Evaluation::of_game(begin)?), ..Brains::default() },
            false => Brains::default(),
        })
    }

    /// A hash of all that these bots learnt of the game; `None` if no bot learns. With another hash bots may answer
    /// otherwise.
    pub fn learnt(&self) -> Option<String> {
        self.worth.hash().map(|hash| format!("{hash:016x}"))
    }

    /// A bot whose choices follow from a seed.
    ///
    /// # Errors
    ///
    /// A program that does not start.
    pub fn player(&self, kind: &BotKind, seed: u64) -> Result<Box<dyn Player>> {
        Ok(match kind {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy::new(self.worth.clone(), Effort::USUAL, seed)),
            BotKind::Ismcts(budget, cut) => Box::new(Ismcts::new(*budget, *cut, self.worth.clone(), seed)),
            BotKind::Program(path) => Box::new(Program::start(path, &self.limits)?),
        })
    }
}

impl BotKind {
    /// The hash of the program's file; `None` for another kind of bot, or a file that is not found.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub(crate) fn file_hash(&self) -> Result<Option<String>> {
        match self {
            BotKind::Program(path) => super::program_file::hash(path),
            _ => Ok(None),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => write!(f, "random"),
            BotKind::Greedy => write!(f, "greedy"),
            BotKind::Ismcts(budget, cut) => {
                match budget {
                    Budget::Playouts(n) => write!(f, "ismcts:{n}")?,
                    Budget::Ms(ms) => write!(f, "ismcts:{ms}ms")?,
                }
                if *cut == CUT { Ok(()) } else { write!(f, ":{cut}") }
            }
            BotKind::Program(path) => write!(f, "program:{path}"),
        }
    }
}

impl FromStr for BotKind {
    type Err = Error;

    fn from_str(given: &str) -> Result<BotKind> {
        let none = || {
            let help = "a bot is `random`, `greedy`, `ismcts:200` (playouts), `ismcts:50ms`, or `program:PATH`";
            Error::usage(format!("there is no bot `{given}`")).help(help)
        };
        let mut parts = given.splitn(2, ':');
        match (parts.next().unwrap_or_default(), parts.next()) {
            ("random", None) => Ok(BotKind::Random),
            ("greedy", None) => Ok(BotKind::Greedy),
            ("ismcts", None) => Ok(BotKind::Ismcts(Budget::Playouts(200), CUT)),
            ("ismcts", Some(rest)) => {
                let (budget, cut) = rest.split_once(':').unwrap_or((rest, ""));
                let number = |text: &str, least: u32, what: &str| {
                    let number = text.parse::<u32>().ok().filter(|n| (least..=MOST).contains(n));
                    number.ok_or_else(|| {
                        let help = "`ismcts:PLAYOUTS`, `ismcts:TIMEms`, or one of them with `:CUT`";
                        Error::usage(format!("the bot `{given}` {what} from {least} to {MOST}")).help(help)
                    })
                };
                let budget = match budget.strip_suffix("ms") {
                    Some(ms) => Budget::Ms(number(ms, 1, "searches for a number of milliseconds")?),
                    None => Budget::Playouts(number(budget, 1, "searches with a number of playouts")?),
                };
                let cut = match cut {
                    "" => CUT,
                    cut => number(cut, 0, "cuts its playouts after a number of answers")?,
                };
                Ok(BotKind::Ismcts(budget, cut))
            }
            ("program", Some(path)) if !path.is_empty() => Ok(BotKind::Program(path.into())),
            _ => Err(none()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_written_as_it_is_read() {
        for text in ["random", "greedy", "ismcts:200", "ismcts:50ms", "ismcts:1000:20", "program:./mine"] {
            assert_eq!(text.parse::<BotKind>().expect("a bot").to_string(), text);
        }
        for text in ["", "clever", "ismcts:", "ismcts:0", "ismcts:fast", "program:", "random:1"] {
            assert!(text.parse::<BotKind>().is_err(), "{text}");
        }
        for (text, part) in [
            ("ismcts:99999999999", "a number of playouts from 1 to 100000000"),
            ("ismcts:0ms", "a number of milliseconds from 1 to 100000000"),
            ("ismcts:1:99999999999", "after a number of answers from 0 to 100000000"),
        ] {
            let told = text.parse::<BotKind>().expect_err("no such bot").to_string();
            assert!(told.contains(text) && told.contains(part), "{told}");
        }
    }
}
