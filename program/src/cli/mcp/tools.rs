//! Tools: the tools that an agent may call, each a command of the program with some of its arguments.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value, json};

use super::tool_arguments::{ParamKind, ToolArguments, ToolParam, schema};
use super::wire::ToolAnswer;
use crate::cli::findings::with_local_paths;
use crate::cli::pack::Pack;
use crate::cli::{self, Exit};
use crate::scenario::Runner;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, ErrorKind};

/// The most characters of an answer: what an agent can read at once.
const LONGEST_ANSWER: usize = 60_000;

/// A tool.
struct Tool {
    name: &'static str,
    title: &'static str,
    doc: &'static str,
    params: &'static [ToolParam],
    does: ToolAction,
}

/// The action of a tool.
enum ToolAction {
    /// Runs the command with these arguments.
    Command(fn(&ToolArguments) -> Result<Vec<String>, String>),
    /// Plays the steps of a scenario and shows the moment after them.
    Moment,
}

const fn param(name: &'static str, kind: ParamKind, doc: &'static str) -> ToolParam {
    ToolParam { name, kind, needed: false, doc }
}

const fn needed(name: &'static str, kind: ParamKind, doc: &'static str) -> ToolParam {
    ToolParam { name, kind, needed: true, doc }
}

const GAME: ToolParam = needed("game", ParamKind::Text, "The id of the game: `list` with kind `games` tells them.");
const PACK: ToolParam = param("pack", ParamKind::Pack, "A pack that is in play besides: its id, or its folder.");

/// The kinds of things that `list` lists.
const KINDS: [&str; 20] = [
    "games",
    "decks",
    "options",
    "cards",
    "sets",
    "windows",
    "events",
    "verbs",
    "words",
    "types",
    "fields",
    "zones",
    "statuses",
    "phases",
    "timings",
    "actions",
    "uses",
    "kinds",
    "records",
    "vocabulary",
];

const TOOLS: [Tool; 9] = [
    Tool {
        name: "check",
        title: "Check files",
        doc: "Finds what is wrong with cards, decks, scripts and scenarios, with place, cause and help. Call it after each change; nothing found means that all files are right.",
        params: &[param("paths", ParamKind::Paths, "Games by id, files or folders; left out: everything here."), PACK],
        does: ToolAction::Command(|given| Ok(with("check", given, &[], given.texts("paths")))),
    },
    Tool {
        name: "test",
        title: "Run scenarios",
        doc: "Runs scenarios. Of each that fails it tells the step, the reason, the state of the game, and which steps were possible there.",
        params: &[
            param("paths", ParamKind::Paths, "Scenario files or folders; left out: tests/scenarios."),
            param("filter", ParamKind::Text, "Only those whose path or title has this text."),
            PACK,
        ],
        does: ToolAction::Command(|given| Ok(with("test", given, &["filter"], given.texts("paths")))),
    },
    Tool {
        name: "explain",
        title: "Explain packs",
        doc: "Lists what the packs in play add to a game and change of it, with the place of each.",
        params: &[GAME, PACK],
        does: ToolAction::Command(|given| Ok(with("explain", given, &[], game(given)))),
    },
    Tool {
        name: "list",
        title: "List words",
        doc: "Lists games, or what a game has: types, fields, zones, statuses, timings, actions, events with their fields, cards. `vocabulary` is all that files of the game may say. Use it before you write a card.",
        params: &[
            needed("kind", ParamKind::Word(&KINDS), "What is listed."),
            param("game", ParamKind::Text, "The id of the game; for everything but `games`."),
            PACK,
        ],
        does: ToolAction::Command(|given| {
            let kind = given.text("kind").unwrap_or_default().to_string();
            Ok(with("list", given, &[], std::iter::once(kind).chain(game(given)).collect()))
        }),
    },
    Tool {
        name: "cards",
        title: "Show cards",
        doc: "Shows the cards of a game: type, numbers, set, and how many scenarios name each.",
        params: &[
            GAME,
            param("set", ParamKind::Text, "Only cards of this set."),
            param(
                "uses",
                ParamKind::Text,
                "Only cards whose file uses this word, such as `act.draw`: examples for a new card.",
            ),
            param("untested", ParamKind::Flag, "Only cards that no scenario tries."),
            param("details", ParamKind::Flag, "As JSON, with the text and the file of each card."),
            PACK,
        ],
        does: ToolAction::Command(|given| {
            let mut args = with("cards", given, &["set", "uses"], game(given));
            let flags = [("untested", "--untested"), ("details", "--json")];
            flags.iter().filter(|(name, _)| given.has(name)).for_each(|(_, flag)| args.insert(1, flag.to_string()));
            Ok(args)
        }),
    },
    Tool {
        name: "docs",
        title: "Search the book",
        doc: "Searches the pages of the book, or shows one. Without arguments it lists the pages.",
        params: &[
            param("find", ParamKind::Text, "The text that lines must have."),
            param("page", ParamKind::Text, "A page by its name, such as `cards`."),
        ],
        does: ToolAction::Command(|given| {
            Ok(with("doc", given, &["find"], given.text("page").map(String::from).into_iter().collect()))
        }),
    },
    Tool {
        name: "rules",
        title: "Search rules",
        doc: "Says what the numbered rules of a game and the glossary say about a word.",
        params: &[
            needed("word", ParamKind::Text, "The word, or a part of it."),
            param("game", ParamKind::Text, "The id of the game."),
        ],
        does: ToolAction::Command(|given| {
            Ok(with("rules", given, &["game"], given.text("word").map(String::from).into_iter().collect()))
        }),
    },
    Tool {
        name: "play",
        title: "Play a moment",
        doc: "Plays the steps of a scenario, given as YAML, and shows the moment after them: the zones, the last lines of the log, who is asked, and which steps are possible there, in the words that steps take. Neither a title nor `expect` is needed: use it to find out how a card behaves, then write the scenario.",
        params: &[needed("scenario", ParamKind::Text, "The scenario: `game`, `setup` or `start`, and `steps`."), PACK],
        does: ToolAction::Moment,
    },
    Tool {
        name: "sim",
        title: "Simulate games",
        doc: "Lets bots play games and counts: who wins, which decks, which cards. With `change` a card gets other values in turn, and each is compared.",
        params: &[
            GAME,
            param("games", ParamKind::Number(1, 1000), "How many games; left out: 200."),
            param(
                "bots",
                ParamKind::Word(&["random", "greedy", "ismcts:50", "ismcts:200"]),
                "Who plays; left out: random.",
            ),
            param("decks", ParamKind::Text, "The decks that meet, by their ids with commas between; left out: all."),
            param("seed", ParamKind::Number(0, i64::MAX), "The seed of the first round."),
            param("change", ParamKind::Text, "A card with other values of a field: `CARD:FIELD=VALUE,VALUE`."),
            PACK,
        ],
        does: ToolAction::Command(|given| {
            let mut args = with("sim", given, &["bots", "decks", "change"], game(given));
            args.insert(1, format!("--games={}", given.number("games").unwrap_or(200)));
            if let Some(seed) = given.number("seed") {
                args.insert(1, format!("--seed={seed}"));
            }
            Ok(args)
        }),
    },
];

fn game(given: &ToolArguments) -> Vec<String> {
    given.text("game").map(String::from).into_iter().collect()
}

/// The command line that runs a command for a tool: `options` are arguments of the call that are options of the same
/// name, and `places` the positional arguments. What stands behind `--` is never read as an option.
fn with(command: &str, given: &ToolArguments, options: &[&str], places: Vec<String>) -> Vec<String> {
    let pack = given.text("pack").map(|pack| format!("--pack={pack}"));
    let option = |name: &&str| given.text(name).map(|value| format!("--{name}={value}"));
    let mut args = vec![command.to_string()];
    args.extend(pack);
    args.extend(options.iter().filter_map(option));
    args.push("--".into());
    args.extend(places);
    args
}

/// The names of all tools.
pub fn names() -> Vec<&'static str> {
    TOOLS.iter().map(|tool| tool.name).collect()
}

/// The list of all tools with their schemas, as the protocol sends it to a client.
pub fn listed() -> Value {
    let fine = json!({
        "type": "object",
        "properties": { "fine": { "type": "boolean", "description": "False if something was found or failed." } },
        "required": ["fine"],
    });
    let one = |tool: &Tool| {
        json!({
            "name": tool.name, "title": tool.title, "description": tool.doc,
            "inputSchema": schema(tool.params), "outputSchema": fine,
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    };
    TOOLS.iter().map(one).collect()
}

/// The project for which an agent calls tools.
pub struct ToolServer {
    /// The folder of the project, which is also the program's current folder.
    pub folder: Folder,
    /// The packs that the person put into play when she started the server.
    pub packs: Vec<String>,
}

impl ToolServer {
    /// Calls a tool; `None`: no tool has this name.
    pub fn call(&self, name: &str, given: &Map<String, Value>) -> Option<ToolAnswer> {
        let tool = TOOLS.iter().find(|tool| tool.name == name)?;
        let answer = ToolArguments::new(given, tool.params, &self.folder).and_then(|given| {
            // A panic in one call must not end the server.
            let called = catch_unwind(AssertUnwindSafe(|| match tool.does {
                ToolAction::Command(args) => self.command(args(&given)?),
                ToolAction::Moment => self.moment(&given),
            }));
            called.unwrap_or_else(|_| Err(intermezzo::workers::BUG.into()))
        });
        Some(answer.map(|(text, is_fine)| (shortened(text), is_fine)))
    }

    fn command(&self, args: Vec<String>) -> ToolAnswer {
        let own = self.packs.iter().map(|pack| format!("--pack={pack}"));
        let args = std::iter::once("intermezzo".to_string()).chain(own).chain(args);
        let mut out = Vec::new();
        match cli::run_for_tool(args.collect(), &mut out) {
            Ok(exit) => Ok((String::from_utf8_lossy(&out).into_owned(), exit == Exit::Fine)),
            Err(error) => Err(error_text(&error)),
        }
    }

    fn moment(&self, given: &ToolArguments) -> ToolAnswer {
        let packs: Vec<String> = self.packs.iter().cloned().chain(given.text("pack").map(String::from)).collect();
        let pack = Pack::find(None, &packs).map_err(|error| error.to_string())?;
        let files = pack.files().map_err(|error| error_text(&with_local_paths(error.into(), &pack)))?;
        let text = given.text("scenario").unwrap_or_default();
        let moment = Runner::over(files).moment("scenario", text)?;
        Ok((moment.text(), moment.refused.is_none()))
    }
}

fn error_text(error: &anyhow::Error) -> String {
    let own = error.downcast_ref::<Error>();
    match own.map(Error::kind) {
        Some(ErrorKind::Load(problems)) => problems.render_all(),
        _ => format!("{error:#}"),
    }
}

/// The answer, cut off after [`LONGEST_ANSWER`] characters with a remark.
fn shortened(text: String) -> String {
    if text.trim().is_empty() {
        return "nothing was found".into();
    }
    let Some((at, _)) = text.char_indices().nth(LONGEST_ANSWER) else { return text };
    format!("{}\n… {} more bytes: ask for less, by a game, a path or a filter", &text[..at], text.len() - at)
}
