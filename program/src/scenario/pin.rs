//! Pin: a moment of a game, or its last answers, written as a scenario that passes.
//!
//! ```text
//! the beginning of a phase, as early as is asked for      setup: its position
//!   -> the answers since then                             steps
//!   -> differences at the end                             expect
//! ```
//!
//! The scenario is run before it is handed out, with every visible fact expected at both ends. If no
//! phase can begin it, because of a timed effect or because chance would fall otherwise, it begins with the game.

use super::Runner;
use super::moment_facts::Sketch;
use super::names::ScenarioNames;
use super::open_question;
use super::scenario_text::{self, NoSteps};
use super::setup_text::{longest_hidden_pile, setup, unsaid};
use intermezzo::error::{Error, Result};
use intermezzo::table::{Entry, Game, Position, Table, plain};

/// A scenario that passes.
pub(crate) struct Pinned {
    /// The text of the scenario.
    pub text: String,
    /// The number of last answers that are left out, with the reason.
    pub left_out: Option<(usize, String)>,
    /// The number of values that differ at the table, because files were saved after that part was played. They are
    /// named in comments, not on the screen, because some may be hidden from the player.
    pub otherwise: usize,
}

/// A written scenario, and its quality.
struct PinnedScenario {
    text: String,
    /// True if the scenario only expects who is asked.
    says_little: bool,
    /// True if the scenario ends within a use.
    is_amid: bool,
    /// The number of values in which the scenario's end differs from the table.
    otherwise: usize,
}

/// The reason for which no scenario could be written.
enum NotPinned {
    /// A use is being declared at the end.
    Declaring,
    /// An answer that is refused under the present files.
    Refused(Error),
    /// Any other error.
    Other(Error),
}

impl From<Error> for NotPinned {
    fn from(error: Error) -> NotPinned {
        NotPinned::Other(error)
    }
}

impl From<NoSteps> for NotPinned {
    fn from(why: NoSteps) -> NotPinned {
        match why {
            NoSteps::Declaring => NotPinned::Declaring,
            NoSteps::Refused(step, why) => {
                let step = step.lines().next().unwrap_or_default();
                let refused = format!("under the files as they are now `{step}` is refused: {why}");
                let help = "`pin TITLE` writes the moment as it stands, without what led to it";
                NotPinned::Refused(Error::usage(refused).help(help))
            }
        }
    }
}

/// A moment with which a scenario may begin: the number of entries before it, and the game as it stood.
struct Anchor {
    entries: usize,
    position: Position,
}

/// The most beginnings of phases that are tried as the beginning of the scenario, the latest first.
const TRIED: usize = 6;
/// Numbers of cards listed of each pile that nobody sees; the first one with which the scenario passes is taken.
const KEPT_OF_PILES: [usize; 6] = [1, 2, 3, 5, 8, 13];
/// Most answers that may belong to a use that is being declared.
const DECLARING: usize = 8;
/// Further answers that are shown if fewer change nothing that the scenario could expect.
const LONGER: usize = 4;

/// The game at a table as a scenario, with its present state at the end, after at least its `last` answers.
///
/// # Errors
///
/// A game that cannot be gone through again, or of which no scenario can tell.
pub(crate) fn pinned(table: &Table, title: &str, last: usize) -> Result<Pinned> {
    let moves = moves_of(table.record().entries());
    let mut why = String::from("nothing was answered yet in a phase that a scenario can begin with");
    let mut left_out = None;
    for less in 0..=DECLARING.min(moves.len()) {
        let end = moves.len() - less;
        let to = moves.get(end).copied().unwrap_or(table.record().entries().len());
        let mut nothing = None;
        for shown in last..=last.saturating_add(LONGER).min(end.max(last)) {
            let from = moves.get(end.saturating_sub(shown)).copied().unwrap_or(to).min(to);
            let left_out = left_out.clone().map(|why| (less, why));
            match up_to(table, title, from, to) {
                // A scenario that only says who is asked, within a use or without the last answers, is tried again with
                // more answers.
                Ok(pinned) if pinned.says_little && (less > 0 || pinned.is_amid) => {
                    nothing.get_or_insert(Pinned { text: pinned.text, left_out, otherwise: pinned.otherwise });
                }
                Ok(pinned) => return Ok(Pinned { text: pinned.text, left_out, otherwise: pinned.otherwise }),
                Err(NotPinned::Refused(error)) => return Err(error),
                Err(NotPinned::Declaring) => {
                    why = "a use is being declared, and no scenario ends before that is done".into()
                }
                Err(NotPinned::Other(error)) => why = error.to_string(),
            }
        }
        if let Some(pinned) = nothing {
            return Ok(pinned);
        }
        left_out.get_or_insert(why.clone());
    }
    Err(Error::usage(format!("no scenario can tell of this moment: {why}")))
}

/// The places of the entries that players made: answers and concessions.
fn moves_of(entries: &[Entry]) -> Vec<usize> {
    let is_move = |e: &Entry| matches!(e, Entry::Answer { .. } | Entry::Concede { .. });
    entries.iter().enumerate().filter(|(_, e)| is_move(e)).map(|(at, _)| at).collect()
}

/// The scenario that ends before the entry `to` and shows the entries since `from`.
fn up_to(table: &Table, title: &str, from: usize, to: usize) -> std::result::Result<PinnedScenario, NotPinned> {
    let cannot = || Error::usage("it cannot be gone through again");
    let entries = table.record().entries();
    let mut anchors: Vec<Anchor> = Vec::new();
    let mut now = table.before(0).ok_or_else(cannot)?;
    let (mut seen, mut left_unsaid) = (None, None);
    for at in 0..=to {
        let world = now.world();
        let here = Some((world.state().phase, world.state().level_numbers.clone(), world.state().active));
        // Answers before files were saved may go otherwise under the new files, so their result stands in the position.
        let was_saved = at > 0 && matches!(entries[at - 1], Entry::Reload { .. });
        if at <= from && (here != seen || was_saved) {
            match unsaid(&now) {
                None => anchors.push(Anchor { entries: at, position: now.position() }),
                Some(what) => left_unsaid = Some(what),
            }
        }
        seen = here;
        match entries.get(at).filter(|_| at < to) {
            None => break,
            Some(Entry::Reload { .. }) => now = table.before(at + 1).ok_or_else(cannot)?,
            Some(entry) => now.follow(entry)?,
        }
    }
    // The outcome at the table is the reference, under the files with which it was played.
    let real = under(&mut now, table.game()).is_ok_and(|is_as_it_was| is_as_it_was).then_some(now);
    let why = match left_unsaid {
        Some(what) => {
            format!("a `setup` begins where a phase does, and where the last one began it cannot say that {what}")
        }
        None => "no phase begins in it".into(),
    };
    let mut why = NotPinned::Other(Error::usage(why));
    let mut best: Option<PinnedScenario> = None;
    for anchor in anchors.into_iter().rev().take(TRIED) {
        let shown = (&entries[anchor.entries..to], from - anchor.entries);
        let tell = |kept: Option<usize>| {
            let mut now = Table::start(anchor.position.clone());
            under(&mut now, table.game()).ok()?;
            let (setup, names) = setup(&now, kept)?;
            Some(scenario_from(&mut now, &head(table, title), &setup, names, shown, real.as_ref()))
        };
        let Some(whole) = tell(None) else { continue };
        match whole {
            Ok(pinned) if pinned.otherwise == 0 => {
                let longest = longest_hidden_pile(&Table::start(anchor.position.clone()));
                let mut less = KEPT_OF_PILES.into_iter().filter(|kept| *kept < longest);
                let shorter = less.find_map(|kept| tell(Some(kept))?.ok().filter(|pinned| pinned.otherwise == 0));
                return Ok(shorter.unwrap_or(pinned));
            }
            Ok(pinned) => drop(best.get_or_insert(pinned)),
            Err(error) => why = error,
        }
    }
    if let Some(pinned) = best {
        return Ok(pinned);
    }
    // A game is written from its beginning only if a scenario can state that.
    if table.begins_with_a_position() {
        return Err(why);
    }
    let start = scenario_text::beginning(table.game(), &table.record().decks);
    let mut now = table.before(0).ok_or_else(cannot)?;
    under(&mut now, table.game())?;
    scenario_from(
        &mut now,
        &head(table, title),
        &start,
        ScenarioNames::default(),
        (&entries[..to], from),
        real.as_ref(),
    )
}

/// Brings a table under the present files, under which a scenario is played. True if the game came to the same state,
/// and was not played again.
fn under(table: &mut Table, game: &Game) -> Result<bool> {
    match table.game().catalog.hash == game.catalog.hash {
        true => Ok(true),
        false => table.adopt(game).map(|adopted| !adopted.from_start && adopted.dropped == 0),
    }
}

/// The lines before the position.
fn head(table: &Table, title: &str) -> String {
    let (record, rules) = (table.record(), &table.world().rules);
    let options: Vec<(String, String)> =
        record.options.iter().map(|(name, value)| (name.clone(), plain(rules, value))).collect();
    scenario_text::head(table.game(), record.seed, Some(rules.schema.seats), &options, title)
}

/// A scenario from a table at its beginning. All entries become steps; `expect` lists what those since `shown_from`
/// changed.
/// `real` is the original table, at the same moment.
fn scenario_from(
    now: &mut Table,
    head: &str,
    beginning: &str,
    mut names: ScenarioNames,
    (entries, shown_from): (&[Entry], usize),
    real: Option<&Table>,
) -> std::result::Result<PinnedScenario, NotPinned> {
    names.add_all(now.world());
    let begins = Sketch::of(now, &names);
    let mut steps = scenario_text::steps(now, &mut names, &entries[..shown_from])?;
    // `expect` lists what the shown answers changed. If none are shown, it lists what changed since the position.
    let since_setup = shown_from == entries.len() && beginning.starts_with("setup:");
    let before = if since_setup { begins.clone() } else { Sketch::of(now, &names) };
    steps.extend(scenario_text::steps(now, &mut names, &entries[shown_from..])?);
    names.add_all(now.world());
    let after = Sketch::of(now, &names);
    let otherwise = real.map_or(Vec::new(), |real| {
        names.add_all(real.world());
        Sketch::of(real, &names).otherwise_in(&after)
    });
    let pending = open_question::pending(now.world(), now.decisions().first());
    let written = |first: &str, expected: &[&str]| {
        let steps = steps.iter().map(|step| format!("  - {step}\n"));
        let steps: String = std::iter::once(first.to_string()).chain(steps).collect();
        let steps = if steps.is_empty() { steps } else { format!("steps:\n{steps}") };
        let expected: String = expected.iter().map(|item| format!("  - {item}\n")).collect();
        format!("{head}{beginning}{steps}expect:\n{expected}{pending}")
    };
    let all: String = begins.all().iter().map(|item| format!("      - {item}\n")).collect();
    let strict = written(&format!("  - expect:\n{all}"), &after.all());
    let game = now.game();
    let mut runner = Runner::over(game.catalog.files.clone()).with_engine(&game.catalog.rules.schema.game, game);
    let outcome = runner.run("pinned.yaml", &strict);
    match outcome.ok {
        true => {
            let expected = after.differs_from(&before);
            let mut text = written("", &expected);
            if !otherwise.is_empty() {
                text.push_str("# It was played under files that were saved since, and this stood otherwise then:\n");
                otherwise.iter().for_each(|item| text += &format!("#   {item}\n"));
            }
            Ok(PinnedScenario {
                text,
                says_little: expected.len() < 2,
                is_amid: !pending.is_empty(),
                otherwise: otherwise.len(),
            })
        }
        false => Err(Error::usage(outcome.message.lines().next().unwrap_or_default().to_string()).into()),
    }
}
